"""What the bundle for Windows is made of, as far as it can be told without one."""

import importlib
import re
import tomllib

import pytest

from tests.processes import ROOT

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
    program = pinned((ROOT / "requirements.txt").read_text("utf-8"))
    assert program.items() <= windows.items()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    for_tests = pinned("\n".join([*groups["dev"], *groups["build"]]))
    wrong = {name: v for name, v in for_tests.items() if windows.get(name, v) != v}
    assert not wrong
    needed = {"pyinstaller", "pytest", "hypothesis", "shtab", "colorspacious"}
    assert needed <= for_tests.keys() & windows.keys()
