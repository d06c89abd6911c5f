"""Collects the licences of everything in the bundle.

``python packaging/licences.py FOLDER`` writes one folder for each library, from the installed
packages. Libraries inside wheels that lack their licences (SDL and others in pygame-ce) have theirs
in `packaging/licences`.
"""

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DISTRIBUTIONS = (
    "accesskit",
    "babel",
    "numba",
    "llvmlite",
    "numpy",
    "platformdirs",
    "filelock",
    "fsrs",
    "typing-extensions",
    "psutil",
    "pygame-ce",
    "pyinstaller",
    *(("mslex", "pywin32") if sys.platform == "win32" else ()),
    *(("jeepney",) if sys.platform == "linux" else ()),
)
_LICENCE = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)


def write_licences(folder: Path) -> None:
    """Fill `folder`; raise FileNotFoundError if a library tells no licence at all."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "licences", folder)
    for name in DISTRIBUTIONS:
        texts = licence_files(name)
        if not texts and not (folder / name).exists():
            raise FileNotFoundError(f"{name} comes without a licence; add it to packaging/licences")
        for number, (path, place) in enumerate(texts):
            target = folder / name / f"{number:02d}-{'-'.join(place.parts)}"
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, target)
    _copy(ROOT / "LICENSE", folder / "playout" / "LICENSE.txt")
    _copy(_python_licence(), folder / "python" / "LICENSE.txt")
    _copy(ROOT / "assets" / "fonts" / "OFL.txt", folder / "atkinson-hyperlegible" / "OFL.txt")
    for font, ending in (("noto-sans", "NotoSans"), ("noto-sans-cjk", "NotoSansCJK")):
        _copy(ROOT / "assets" / "fonts" / f"OFL-{ending}.txt", folder / font / "OFL.txt")
    _copy(ROOT / "assets" / "icons" / "LICENSE", folder / "lucide" / "LICENSE.txt")


def licence_files(distribution: str) -> list[tuple[Path, Path]]:
    """Return the licence texts of an installed distribution, and their places in its record."""
    found = []
    for file in metadata.files(distribution) or ():
        if ".dist-info" in file.parts[0] and _LICENCE.search("/".join(file.parts[1:])):
            parts = file.parts[1:]
            place = Path(*(parts[1:] if parts[0] == "licenses" and len(parts) > 1 else parts))
            found.append((Path(str(file.locate())), place))
    return found


def write_system_licences(libraries: list[Path], folder: Path) -> None:
    """Add the licences of shared libraries that come from the system's own packages.

    Only Debian and its relatives can tell; elsewhere nothing is added.
    """
    if not shutil.which("dpkg-query"):
        return
    # /lib is a link into /usr: a package may know a file by either name.
    names = {
        name
        for library in map(str, libraries)
        for name in (library, library.removeprefix("/usr"), f"/usr{library}")
    }
    # All at once: each call reads the lists of every package.
    owners = subprocess.run(
        ["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True, check=False
    ).stdout
    for package in {line.partition(":")[0] for line in owners.splitlines()}:
        text = Path("/usr/share/doc") / package / "copyright"
        if text.exists():
            _copy(text, folder / "system" / f"{package}.txt")


def _python_licence() -> Path:
    """Return Python's licence, which every way of installing it puts somewhere else."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(sys.base_prefix)
    for path in (
        base / "lib" / version / "LICENSE.txt",
        base / "LICENSE.txt",
        base / "share" / "doc" / version / "copyright",
        Path("/usr/share/doc") / version / "copyright",
    ):
        if path.exists():
            return path
    raise FileNotFoundError(f"no licence of Python was found below {base}")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    write_licences(Path(sys.argv[1]))
