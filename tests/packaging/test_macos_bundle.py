"""What the bundles for macOS and Windows are made of, as far as another system can tell."""

import importlib
import plistlib
import re
import struct
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ai.version import VERSION
from game.library.game_files import SUFFIX
from tests.processes import ROOT, python

IMPORTS = """
import importlib, os, pkgutil, signal, sys
import numba, numpy, psutil, pygame  # compiled for this system
for module in (os, signal):
    for name in sys.argv[1:]:
        vars(module).pop(name, None)
os.process_cpu_count = os.cpu_count  # as it is there, from Python 3.13 on
sys.platform = "darwin"
for name in ("main", "ai", "game", "playout"):
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(package, "__path__", ()), name + "."):
        if not found.name.startswith("playout.adapters"):
            importlib.import_module(found.name)
"""
LINUXS = (
    *("sched_getaffinity", "sched_setaffinity", "pidfd_open", "memfd_create", "eventfd"),
    *("getxattr", "setxattr", "posix_fadvise", "sigtimedwait", "sigwaitinfo", "SIGRTMIN"),
)
"""What the standard library has on Linux and not on macOS, of what a program may ask for."""
STEPS = ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")
"""What the recipe calls of PyInstaller."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, dict[str, Any]]:
    """The options of each step, with what the recipe itself makes for it really made."""
    run, files = subprocess.run, metadata.files
    found: dict[str, dict[str, Any]] = {}

    def step(name: str) -> Any:
        def note(*arguments: Any, **options: Any) -> SimpleNamespace:
            found[name] = options
            return SimpleNamespace(
                datas=options.get("datas"), binaries=[], pure=[], scripts=arguments
            )

        return note

    def run_part(command: list[str], **options: Any) -> None:
        assert command[0] == sys.executable, f"{command[0]} may not be there"
        if Path(command[1]).stem != "kernels":  # they take minutes
            run(command, **options)

    hooks = ModuleType("hooks")
    hooks.__dict__.update(
        collect_submodules=lambda package: [package], copy_metadata=lambda name: [(name, name)]
    )
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    for own in ("bundle", "glibc", "licences"):  # they ask for the system once
        monkeypatch.delitem(sys.modules, own, raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(subprocess, "run", run_part)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(  # the builder is not here; any licence will do
        metadata, "files", lambda name: files("numba" if name == "pyinstaller" else name)
    )
    places = {"SPECPATH": str(ROOT), "workpath": str(tmp_path / "work"), "DISTPATH": str(tmp_path)}
    source = compile((ROOT / "build.spec").read_text("utf-8"), "build.spec", "exec")
    exec(source, {**places, **{name: step(name) for name in STEPS}, "Tree": lambda *_, **__: []})
    for own in ("bundle", "glibc", "licences"):
        sys.modules.pop(own, None)
    return found


def test_macos_gets_an_app_with_an_icon_and_the_rights_of_compiled_code(asked) -> None:
    app, program = asked["BUNDLE"], asked["EXE"]
    assert (app["name"], app["version"], program["name"]) == ("Playout.app", VERSION, "playout")
    told = app["info_plist"]
    assert plistlib.loads(plistlib.dumps(told)) == told
    (kind,) = told["CFBundleDocumentTypes"]
    assert kind["CFBundleTypeExtensions"] == [SUFFIX.removeprefix(".")]
    assert told["NSHighResolutionCapable"]
    icon = Path(app["icon"]).read_bytes()
    assert (icon[:4], struct.unpack(">I", icon[4:8])[0]) == (b"icns", len(icon))
    assert program["icon"] == app["icon"]
    rights = plistlib.loads(Path(program["entitlements_file"]).read_bytes())
    assert rights["com.apple.security.cs.allow-jit"]
    assert program["version"] is None, "only Windows has such a record"
    names = {Path(source).name for source, _ in asked["Analysis"]["datas"]}
    assert {"assets", "shipped", "numba"} <= names
    assert not {"jeepney", "mslex", "pywin32"} & names, "nothing of other systems goes into it"


def test_all_of_it_is_imported_there() -> None:
    python("-c", IMPORTS, *LINUXS)


NUMPYS = ("numpy.libs\\msvcp140-a4c2229bdc2a2a630acdc095b4d86008.dll", "C:\\n\\m.dll", "BINARY")
OTHERS = ("MSVCP140.dll", "C:\\windows\\system32\\msvcp140.dll", "BINARY")
PYTHON = ("python313.dll", "C:\\python\\python313.dll", "BINARY")


def test_the_cpp_library_comes_from_a_wheel_and_never_from_the_build_machine(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "packaging")
    bundle = importlib.import_module("bundle")
    found = bundle.with_cpp_library([PYTHON, OTHERS, NUMPYS])
    assert found == [PYTHON, NUMPYS, ("MSVCP140.dll", NUMPYS[1], "BINARY")]
    with pytest.raises(FileNotFoundError, match=r"no wheel brings MSVCP140\.dll"):
        bundle.with_cpp_library([PYTHON, OTHERS])


def pinned(text: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))


def test_windows_gets_the_versions_that_all_others_get():
    theirs = (ROOT / "packaging" / "windows" / "requirements.txt").read_text("utf-8")
    windows = pinned(theirs)
    assert len(theirs.splitlines()) == len(windows) == theirs.count("--hash=sha256:")
    ours = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    program = pinned("\n".join(line for line in ours if "sys_platform == 'linux'" not in line))
    assert program.items() <= windows.items()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    for_tests = pinned("\n".join([*groups["dev"], *groups["build"]]))
    wrong = {name: v for name, v in for_tests.items() if windows.get(name, v) != v}
    assert not wrong
    needed = {"pyinstaller", "pytest", "hypothesis", "shtab", "colorspacious"}
    assert needed <= for_tests.keys() & windows.keys()
