"""What an installed wheel brings, and that its commands work from there."""

import gzip
import re
import sys
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

from ai.version import VERSION
from game.store.files import HOME_VARIABLE
from tests.processes import answer_of
from tests.wheel.conftest import ROOT, Installed

GAME = "tictactoe"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own."""
    return {HOME_VARIABLE: str(tmp_path / "home")}


def described(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"playout-{VERSION}.dist-info/METADATA").decode()
    return message_from_string(text)


def test_it_is_one_package_with_every_source(plain: Installed) -> None:
    with zipfile.ZipFile(plain.wheel) as archive:
        names = set(archive.namelist())
    parts = {"playout", "ai-stubs", f"playout-{VERSION}.dist-info", f"playout-{VERSION}.data"}
    assert {name.partition("/")[0] for name in names} == parts
    sources = [
        path.relative_to(ROOT)
        for folder in ("ai", "game", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    brought = {name for name in names if name.startswith("playout/")}
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / "playout").rglob("*.py*")}
    own = {name for name in own if "__pycache__" not in name} | {"playout/py.typed"}
    program = {f"playout/program/{source.as_posix()}" for source in (Path("main.py"), *sources)}
    assert brought == own | program


def test_python_finds_nothing_of_it_beside_the_package(plain: Installed) -> None:
    script = "import importlib.util as u; print([u.find_spec(n) for n in ('ai', 'game', 'main')])"
    assert plain.run("python", "-c", script).stdout == "[None, None, None]\n"


def test_the_manual_page_and_the_completions_are_where_a_shell_looks(plain: Installed) -> None:
    page = (plain.folder / "share" / "man" / "man1" / "playout.1.gz").read_bytes()
    assert b"playout match" in gzip.decompress(page).replace(b"\\fB", b"")
    for place in ("bash-completion/completions/playout", "zsh/site-functions/_playout"):
        assert "--simulations" in (plain.folder / "share" / place).read_text("utf-8")


def test_it_needs_no_cluster(plain: Installed) -> None:
    needed = described(plain.wheel).get_all("Requires-Dist", [])
    (extra,) = [each for each in needed if each.startswith("distributed")]
    assert "extra == 'cluster'" in extra.replace('"', "'")
    answer = plain.run(
        "playout", "match", GAME, "random", "random", "--cluster", "tcp://127.0.0.1:1"
    )
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.endswith(": pip install distributed\n")


def test_the_commands_start_the_program(plain: Installed, environment: dict[str, str]) -> None:
    for words in (["playout"], ["playoutw"], ["python", "-m", "playout"]):
        answer = plain.run(*words, "--version", **environment)
        assert f"Playout {VERSION}" in answer.stdout, answer.stderr


def test_a_game_is_played_by_the_text_protocol(plain, environment):
    moves = [f"genmove {colour}" for _ in range(4) for colour in ("black", "white")]
    answer = plain.run(
        *("playout", "gtp", GAME, "--searcher", "exact"),
        said="\n".join([*moves, "genmove black", "final_score", "quit", ""]),
        **environment,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    played = re.findall(r"^= ([A-C][1-3])$", answer.stdout, re.M)
    assert len(set(played)) == len(played) == 9, answer.stdout
    assert "= 0" in answer.stdout, "who knows the game draws"


def test_a_match_has_processes_of_its_own(plain: Installed, environment: dict[str, str]) -> None:
    words = ("random", "random", "--games", "2", "--jobs", "2", "--fresh")
    answer = plain.run("playout", "match", GAME, *words, **environment)
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"^\+\d =\d -\d$", answer.stdout, re.M), answer.stdout


def test_a_plug_in_is_checked_and_found(plain: Installed, environment: dict[str, str]) -> None:
    folder = str(ROOT / "examples" / "connect_four")
    words = ("playout", "gtp", "connect_four", "--game", folder)
    answer = plain.run(*words, said="name\nquit\n", **environment)
    assert answer.stdout.startswith("= Playout"), answer.stderr


def test_with_its_kernels_it_compiles_nothing(compiled: Installed, tmp_path: Path) -> None:
    answer = compiled.run("playout", "--self-test", **{HOME_VARIABLE: str(tmp_path)})
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert not list(tmp_path.rglob("*.nbc"))


def test_its_kernels_come_with_the_numba_that_they_are_for(plain, compiled):
    asked = {
        name: [each for each in described(wheel).get_all("Requires-Dist", []) if "numba" in each]
        for name, wheel in (("plain", plain.wheel), ("compiled", compiled.wheel))
    }
    pinned = re.search(r"^numba==\S+", (ROOT / "requirements.txt").read_text("utf-8"), re.M)
    assert pinned
    assert asked["compiled"] == [pinned[0]]
    assert asked["plain"] != asked["compiled"]


def test_the_library_is_there_and_nothing_else_but_the_program(plain, environment):
    written = (ROOT / "docs" / "library.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", written, re.S)
    search = next(each for each in examples if "playout.search(" in each)
    answer = plain.run("python", "-c", search, **environment)
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"^[a-i]\d \[\('[a-i]\d', \d+, 0\.\d+, None\)", answer.stdout), answer.stdout


BESIDE_A_MAIN = """
import sys
before = list(sys.path)
import main
import playout

if __name__ == "__main__":
    hex5 = playout.game("hex", side=5)
    played = playout.match(hex5, "random", "random", games=2, jobs=2, simulations=1)
    print(main.WHOSE, len(played.games), sys.path == before)
"""


def test_a_script_has_a_main_and_a_folder_of_its_own(plain, environment, tmp_path):
    (tmp_path / "main.py").write_text("WHOSE = 'mine'\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "script.py").write_text(BESIDE_A_MAIN)
    answer = plain.run("python", str(tmp_path / "script.py"), **environment)
    assert answer.stdout == "mine 2 True\n", answer.stderr


def test_jobs_find_the_program_though_no_script_of_theirs_imports_it(plain, environment):
    script = """import playout
game = playout.game("tictactoe")
print(len(playout.match(game, "random", "random", games=2, jobs=2, simulations=1).games))
import main"""
    answer = plain.run("python", "-c", script, **environment)
    assert answer.stdout == "2\n", answer.stderr
    assert answer.stderr.endswith("No module named 'main'\n")


@pytest.mark.parametrize("file", ["game.py", "game/__init__.py", "game/board.py"])
def test_a_module_of_the_same_name_is_told_in_one_sentence(plain, environment, tmp_path, file):
    theirs = tmp_path / file
    theirs.parent.mkdir(exist_ok=True)
    theirs.write_text("")
    (tmp_path / "script.py").write_text("import playout\n")
    answer = plain.run("python", str(tmp_path / "script.py"), **environment)
    place = theirs.parent if theirs.name == "board.py" else theirs
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1] == (
        f"ImportError: playout has a module 'game', and so has this program ({place}): "
        "rename that one, as Python knows only one module of a name"
    )


def test_the_program_itself_runs_beside_such_a_module(plain, environment, tmp_path):
    (tmp_path / "game.py").write_text("")
    words = ("match", GAME, "random", "random", "--games", "2", "--jobs", "2", "--fresh")
    for command in (["playout"], ["python", "-m", "playout"]):
        answer = plain.run(*command, *words, PYTHONPATH=str(tmp_path), **environment)
        assert answer.returncode == 0, answer.stderr


TYPED = """
import playout

ratings = playout.tournament(playout.game("hex"), ["a", "b"]).ratings
searcher = playout.guided("mine")
reveal_type(playout.__version__)
reveal_type(ratings)
reveal_type(ratings["a"].elo)
reveal_type(searcher)
reveal_type(searcher.name)
reveal_type(playout.game("hex").start().state.legal_moves)
playout.guided(3)
"""
TYPES = [
    "str",
    "typing.Mapping[str, ai.match.ratings.EloRating]",
    "float",
    "ai.kinds.SearcherKind",
    "str",
    "tuple[int, ...]",
]


def test_a_type_checker_knows_the_types(plain: Installed, tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(TYPED)
    options = ("--strict", "--no-incremental", "--config-file=", "--python-executable")
    python = str(plain.folder / "bin" / "python")
    answer = answer_of([sys.executable, "-m", "mypy", *options, python, "typed.py"], cwd=tmp_path)
    assert re.findall(r'Revealed type is "(.*)"', answer.stdout) == TYPES, answer.stdout
    (error,) = (line for line in answer.stdout.splitlines() if " error: " in line)
    assert 'incompatible type "int"; expected "str"' in error
