"""Each command of the README and docs/packaging.md begins on a machine that has a bare Python.

Each runs in a copy of the tree, in its document's order, as far as it takes seconds: with
``--help``, ``--version`` or ``--collect-only``, or, a script that asks for Debian's programs, until
it calls the first of them. What the README says of ``playout`` itself is read in this process.
"""

import os
import re
import shlex
import shutil
import sys
import venv
from pathlib import Path

import pytest

import main
from tests.processes import ROOT, answer_of

DOCUMENTS = ("README.md", "docs/packaging.md")
PROGRAMS = r"(?:python3?|py|packaging/\S+)"
BLOCK = re.compile(rf"^ {{4}}((?:\w+=\S+ )*{PROGRAMS} .*)$", re.M)
INLINE = re.compile(rf"`({PROGRAMS} -m uv [^`]+)`")
OWN = re.compile(r"`playout ([^`]+)`")
NO_NETWORK = "No matching distribution found for uv"
BEGIN = "python -m uv --version && exit 77"
SYSTEM = {
    "dpkg": "",
    "xwininfo": "",
    "apt-get": f'[ "$1" = indextargets ] && echo http://mirror/debian/ || {{ {BEGIN}; }}',
    "unshare": BEGIN,
    "bwrap": BEGIN,
}
"""What stands in for Debian's programs: by then a script has found what it needs of Python."""
BEGUN = 77

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("machine"),
    pytest.mark.skipif(sys.platform != "linux", reason="for Linux only"),
]


def commands(document: str) -> list[str]:
    text = (ROOT / document).read_text("utf-8")
    found = [*BLOCK.finditer(text), *INLINE.finditer(text)]
    written = [" ".join(each[1].split()) for each in sorted(found, key=re.Match.start)]
    return [part for line in written for part in line.split(" && ")]


def without_arguments(command: str) -> list[str]:
    """Return the words of a command before what stands for others."""
    return shlex.split(re.split(r" (?:\[|\.\.\.|[A-Z]+\b(?!=))", command)[0])


def in_short(command: str) -> list[str]:
    """Return the words of a form of a command that takes seconds."""
    words = without_arguments(command)
    if words[0] == "py":
        words[0] = "python"
    if "--python" in words:  # one that was compiled for it, for minutes
        place = words.index("--python")
        del words[place : place + 2]
    if "main.py" in words:
        return [*words, "--help"]
    if "pytest" in words:
        return [
            *words,
            "--collect-only",
            *(["-n0", "tests/rules"] if words[-1] == "pytest" else []),
        ]
    if "pyinstaller" in words:
        return [*words, "--version"]
    if "packaging/wheels.py" in words:
        return words[: words.index("packaging/wheels.py") + 2]  # without the kernels
    if re.search(r"-m (tests|benchmarks)\.", command):
        return [*words, "--help"]
    return words


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """A folder with a bare Python and a copy of the tree in `tree`, and the environment."""
    folder = tmp_path_factory.mktemp("machine")
    made = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "mutants", "uv.lock")
    shutil.copytree(ROOT, folder / "tree", ignore=made)
    venv.create(folder / "python", with_pip=True)
    venv.create(folder / "bare-python")
    system = folder / "system"
    system.mkdir()
    for name, script in SYSTEM.items():
        (system / name).write_text(f"#!/bin/sh\n{script}\n")
        (system / name).chmod(0o755)
    network = re.compile(r"(SSL_|PIP_|UV_(DEFAULT_)?INDEX).*|.*_proxy", re.IGNORECASE)
    passed_on = {name: value for name, value in os.environ.items() if network.fullmatch(name)}
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return folder, {
        **passed_on,
        "HOME": str(folder / "home"),
        "PATH": f"{folder}/python/bin:{system}:/usr/bin:/bin",
        "UV_PROJECT_ENVIRONMENT": str(folder / "environment"),
        # Only what has been downloaded is not downloaded once more.
        "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR") or str(cache / "uv"),
        "PIP_CACHE_DIR": str(cache / "pip"),
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_of_a_document_begins(document, machine):
    folder, environment = machine
    written = commands(document)
    assert written[:1] == ["python -m pip install uv"]
    for command in written:
        words = in_short(command)
        line = " ".join(words)
        is_script = "packaging/" in words[0]
        if is_script:  # which is not told to install anything first
            line = f"PATH={folder}/bare-python/bin:$PATH {line}"
        answer = answer_of(["bash", "-c", line], env=environment, cwd=folder / "tree", timeout=600)
        said = answer.stdout + answer.stderr
        if NO_NETWORK in said:
            pytest.skip("the package index cannot be reached")
        assert answer.returncode == (BEGUN if is_script else 0), f"{command}\n({line})\n{said}"


def test_every_command_of_the_program_has_the_help_that_the_readme_promises(capsys):
    own = OWN.findall((ROOT / "README.md").read_text("utf-8"))
    assert "list [GAME]" in own
    for command in own:
        assert main.main([*without_arguments(command), "--help"]) == 0, command
        assert capsys.readouterr().out.startswith("usage: playout")
