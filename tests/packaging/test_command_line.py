"""The manual page and the completions, made of the parsers."""

import gzip
import re
import shutil
import subprocess
import sys

import pytest

import main
from game.commands import COMMANDS
from tests.processes import ROOT, actions_of, answer_of

MANUAL = "man/man1/playout.1.gz"
BASH = "bash-completion/completions/playout"


@pytest.fixture(scope="module")
def share(tmp_path_factory):
    folder = tmp_path_factory.mktemp("share")
    script = str(ROOT / "packaging" / "command_line.py")
    subprocess.run([sys.executable, script, str(folder)], check=True)
    return folder


def test_the_manual_page_holds_every_option_of_every_command(share):
    page = gzip.decompress((share / MANUAL).read_bytes()).decode()
    _, *parts = re.split(r"^\.S[HS] (.+)$", page, flags=re.M)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    for name, parser in [
        ("OPTIONS", main.options_parser()),
        *((command.name, command.parser()) for command in COMMANDS.values()),
    ]:
        for action in actions_of(parser):
            for option in action.option_strings:
                escaped = option.replace("-", "\\-")
                assert f"\\fB{escaped}\\fR" in sections[name], (name, option)


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_the_manual_page_is_well_formed(share):
    page = gzip.decompress((share / MANUAL).read_bytes())
    command = ["groff", "-man", "-ww", "-Tascii", "-z"]
    assert subprocess.run(command, input=page, capture_output=True).stderr == b""


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["ma"], ["match"]),
        (["--sc"], ["--scene"]),
        (["--scene", "hom"], ["home"]),
        (["match", "hex", "club", "beginner", "--sim"], ["--simulations"]),
        (["match", "hex", "club", "beginner", "--per", "b"], ["board"]),
        (["list", "he"], ["hex"]),
        (["gtp", "br"], ["breakthrough"]),
        (["help", "so"], ["solve"]),
        (["che"], ["check"]),
    ],
)
def test_bash_completes(share, words, wanted):
    script = (
        f". '{share / BASH}'; COMP_WORDS=(playout {' '.join(words)}); COMP_CWORD={len(words)};"
        '_shtab_playout; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = answer_of(["bash", "-c", script])
    assert [word.strip() for word in done.stdout.split()] == wanted, done.stderr
