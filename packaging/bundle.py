"""What `build.spec` leaves out of the bundle, and what it does once the bundle is built."""

import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import glibc
import words

from game.words.language import LANGUAGES

HERE = Path(__file__).resolve().parent
PROGRAM = "playout-program" if sys.platform == "linux" else "playout"
"""The executable. On Linux, `linux/start.sh` first checks whether it can run."""

EXCLUDED_MODULES = [
    *("tkinter", "_tkinter", "turtle", "idlelib", "curses", "readline", "ssl", "_ssl", "_hashlib"),
    *("setuptools", "pkg_resources", "distutils", "_distutils_hack", "pip", "lib2to3"),
    # For --cluster, which is for who installs the program with pip.
    *("distributed", "dask", "cloudpickle", "tornado", "msgpack"),
    "fsrs.optimizer",  # fits the model to one's own memory, with torch
    *("IPython", "PIL", "matplotlib", "pyarrow", "scipy", "pytest", "OpenGL", "yaml", "jinja2"),
    *("pydoc_data", "xmlrpc", "test", "bz2", "_bz2", "lzma", "_lzma", "_uuid"),
    *("numpy.f2py", "numpy.testing", "numpy.distutils", "numpy.typing.tests"),
    *("numba.cuda", "numba.tests", "numba.testing", "numba.pycc"),
    # Nothing is compiled with parallel=True: threads are the app's own.
    *("numba.np.ufunc.tbbpool", "numba.np.ufunc.omppool", "numba.np.ufunc.workqueue"),
    *("pygame.docs", "pygame.examples", "pygame.tests"),
    *("pygame.sndarray", "pygame._sdl2.mixer"),
    *("pygame.midi", "pygame.pypm", "pygame.camera", "pygame._camera"),
    *("pythoncom", "pythonwin", "pywin", "win32com", "win32evtlog", "win32trace", "win32ui"),
]

_UNWANTED = re.compile(
    r"(^|/)(tests?|docs|examples|include|__pycache__)/"
    r"|\.(h|hpp|c|cpp|pyi|pxd|pyx|a|lib|cu)$"
    r"|(^|/)pygame/.*\.(ttf|icns|ico)$"
    r"|dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json|licenses/.*)$"
    # The system's own: a graphics driver may need a newer one than the build machine's.
    r"|(^|/)lib(stdc\+\+|gcc_s)\.so"
    # So is the window system's library, whose name in the code PyInstaller takes for a part.
    r"|(^|/)lib(X11|xcb|Xau|Xdmcp|bsd|md)\.so"
)
_LOCALE = re.compile(r"(^|/)babel/locale-data/(\w+)\.dat$")
_SPOKEN = {"root", "zh_Hans", "zh_Hans_CN", *LANGUAGES, *(code[:2] for code in LANGUAGES)}
"""The languages whose numbers and dates the bundle knows, and what these take over from."""


def is_wanted(name: str) -> bool:
    """Return whether a file belongs in the bundle: no headers, no tests, no other languages."""
    name = name.replace("\\", "/")
    locale = _LOCALE.search(name)
    return _UNWANTED.search(name) is None and (locale is None or locale[2] in _SPOKEN)


def windows_version(version: str) -> Any:
    """Return the version record that Windows shows among a file's properties."""
    from PyInstaller.utils.win32 import versioninfo as info

    numbers = tuple(int(part) for part in version.split("."))
    four = (*numbers, 0, 0, 0, 0)[:4]
    words = {
        "ProductName": "Playout",
        "FileDescription": "Playout",
        "ProductVersion": version,
        "FileVersion": version,
        "InternalName": "playout",
        "OriginalFilename": "playout.exe",
    }
    strings = [info.StringStruct(name, value) for name, value in words.items()]
    return info.VSVersionInfo(
        ffi=info.FixedFileInfo(filevers=four, prodvers=four),
        kids=[
            info.StringFileInfo([info.StringTable("040904B0", strings)]),
            info.VarFileInfo([info.VarStruct("Translation", [0x0409, 1200])]),
        ],
    )


def with_cpp_library(binaries: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the libraries of a bundle with Microsoft's C++ library where numba finds it.

    Numba asks for it by its usual name, and a new Windows has none. The wheel of numpy brings one,
    under a name of its own. (One that is installed may be anybody's: of Wine, for instance.)

    Raises:
        FileNotFoundError: That wheel brings it no more.
    """
    usual = "MSVCP140.dll"
    brought = [
        source
        for name, source, _ in binaries
        if re.match(r"numpy\.libs/msvcp140-", name.replace("\\", "/"), re.IGNORECASE)
    ]
    if not brought:
        raise FileNotFoundError(f"no wheel brings {usual}, without which numba does not start")
    others = [entry for entry in binaries if entry[0].lower() != usual.lower()]
    return [*others, (usual, brought[0], "BINARY")]


def finish_linux(dist: Path, parts: Path, version: str) -> None:
    """Put what a desktop needs beside the program, and pack the folder, for Debian too."""
    folder = dist / "playout"
    _drop_debug_symbols(folder / "_internal")
    least = glibc.write(glibc.floor(folder.rglob("*")))
    (folder / "_internal" / "glibc").write_text(least, "utf-8")
    starter = folder / "playout"
    starter.write_text(_filled_in("start.sh", {"glibc": least}), "utf-8")
    starter.chmod(0o755)
    share = folder / "share"
    shutil.rmtree(share, ignore_errors=True)
    shutil.copytree(parts / "icons" / "hicolor", share / "icons" / "hicolor")
    for name, place, told in (
        ("playout.desktop", "applications", words.desktop),
        ("playout.xml", "mime/packages", words.file_type),
        ("io.github.playout.playout.metainfo.xml", "metainfo", words.metainfo),
    ):
        (share / place).mkdir(parents=True)
        text = (HERE / "linux" / name).read_text("utf-8")
        (share / place / name).write_text(told(text), "utf-8")
    shutil.copytree(parts / "command_line", share, dirs_exist_ok=True)
    shutil.copy(HERE / "linux" / "install.sh", folder / "install.sh")
    (folder / "install.sh").chmod(0o755)
    name = f"playout-{version}-linux-{platform.machine()}"
    with tarfile.open(dist / f"{name}.tar.gz", "w:gz", compresslevel=6) as archive:
        archive.add(folder, name)

    if shutil.which("dpkg-deb"):
        _pack_for_debian(folder, dist, {"version": version, "glibc": least})


def _filled_in(name: str, fields: dict[str, str]) -> str:
    """Return a file of `packaging/linux` with what stands for these fields."""
    text = (HERE / "linux" / name).read_text("utf-8")
    for field, value in fields.items():
        text = text.replace(f"@{field}@", value)
    return text


def _pack_for_debian(folder: Path, dist: Path, fields: dict[str, str]) -> None:
    """Make a package that any Debian or Ubuntu installs: the same folder under /opt."""
    machine = run_and_read("dpkg", "--print-architecture")
    root = dist.parent / "build" / "debian"
    shutil.rmtree(root, ignore_errors=True)
    for part in ("opt", "usr/bin", "DEBIAN"):
        (root / part).mkdir(parents=True)
    shutil.copytree(folder, root / "opt" / "playout", symlinks=True)
    shutil.move(root / "opt" / "playout" / "share", root / "usr" / "share")
    (root / "opt" / "playout" / "install.sh").unlink()
    zsh = root / "usr" / "share" / "zsh"
    (zsh / "site-functions").rename(zsh / "vendor-completions")  # where Debian's looks
    copyright_file = root / "usr" / "share" / "doc" / "playout" / "copyright"
    copyright_file.parent.mkdir(parents=True)
    shutil.copyfile(HERE.parent / "LICENSE", copyright_file)
    (root / "usr" / "bin" / "playout").symlink_to("/opt/playout/playout")
    size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    control = _filled_in("control", {**fields, "machine": machine, "size": str(size)})
    (root / "DEBIAN" / "control").write_text(control, "utf-8")
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z6", "--build", str(root), str(dist)],
        check=True,
    )


def run_and_read(*command: str) -> str:
    """Return what a program prints, without the line's end."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _drop_debug_symbols(internal: Path) -> None:
    """Take out the symbols that only a debugger reads; never numpy's, which it breaks."""
    if not shutil.which("strip"):
        return
    python = [*internal.glob("libpython*.so*"), *internal.glob("python3*/*/*.so")]
    for library in [*python, internal / "llvmlite" / "binding" / "libllvmlite.so"]:
        subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)
