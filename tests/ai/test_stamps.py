"""Compiled code is found again by a digest of all that could have gone into it; a copy a game."""

import ast
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from numba import njit

from ai.engine import stamps
from ai.engine.cache import CACHE_VARIABLE
from ai.engine.specialise import specialise
from game.games.registry import BUILT_IN
from tests.ai import generic_borrower, generic_example
from tests.processes import forget, python

SOURCES = {
    "ai/top": "from ai.middle import f\nimport os\n",
    "ai/middle": "def g():\n    from ai import bottom\n",
    "ai/bottom": "from game.one import (\n    X,\n)\n",
    "ai/other": "y = 1\n",
    "game/one": "import game.two as two\nfrom game.pack import deep\nX = two.X\n",
    "game/two": "X = 1\n",
    "game/three": "X = 1\n",
    "game/pack/__init__": "",
    "game/pack/deep": "",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in SOURCES.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(stamps, "PROJECT", tmp_path)
    yield tmp_path
    forget(stamps)


def stamp(project: Path) -> str:
    forget(stamps)
    return stamps.source_stamp(project / "ai/top.py")


@pytest.mark.parametrize("edited", SOURCES)
def test_an_edit_anywhere_below_changes_the_stamp_and_one_elsewhere_does_not(project, edited):
    before = stamp(project)
    with (project / f"{edited}.py").open("a") as source:
        source.write("z = 2\n")
    assert (stamp(project) == before) == (edited in ("ai/other", "game/three"))


def imported_files(path: Path) -> set[Path]:
    """Return the project's files that a file imports, by Python's own parser."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively, which no stamp would follow"
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    bases = [stamps.PROJECT / name.replace(".", "/") for name in names]
    files = [base.with_suffix(".py") for base in bases] + [base / "__init__.py" for base in bases]
    inside = (stamps.PROJECT / "ai", stamps.PROJECT / "game")
    return {file for file in files if file.is_file() and set(inside) & set(file.parents)}


def test_everything_that_the_project_imports_is_followed():
    for folder in ("ai", "game"):
        for source in (stamps.PROJECT / folder).rglob("*.py"):
            missing = imported_files(source) - stamps.closure(source)
            assert not missing, f"{source} imports {missing}"


KERNEL = """
from ai.kernels.compiled import compiled
from game.games.constants import CONSTANT


@compiled
def constant():
    return CONSTANT
"""
SCRIPT = """
from ai.kernels.frozen import constant
print(constant(), sum(constant.stats.cache_hits.values()))
"""


def test_a_constant_of_the_rules_is_compiled_anew_when_it_changes(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for part in ("ai", "game"):
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(stamps.PROJECT / part, tree / part, ignore=skip)
    (tree / "ai/kernels/frozen.py").write_text(KERNEL)
    said = []
    # Python itself takes a source of the same size and second for the one it has bytecode of.
    surroundings = {CACHE_VARIABLE: str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for value in (64, 64, 81):
        (tree / "game/games/constants.py").write_text(f"CONSTANT = {value}\n")
        said.append(python("-c", SCRIPT, cwd=tree, PYTHONPATH="", **surroundings).stdout.split())
    assert said == [["64", "0"], ["64", "1"], ["81", "0"]]


def test_a_kernel_is_digested_with_its_game_and_without_the_others() -> None:
    for game in BUILT_IN:
        files = stamps.closure(Path(str(import_module(game.rules.kernel).__file__)))
        imported = set().union(*map(imported_files, files))
        assert imported <= files
        assert not {file.name for file in files} & {"game.py", "games.py", "registry.py"}, game.name


def test_what_thinks_is_digested_without_any_game() -> None:
    """So a change in one game leaves the kernels of all others compiled."""
    for file in (stamps.PROJECT / "ai").rglob("*.py"):
        assert not [each for each in stamps.closure(file) if "game" in each.parts], file


# Copies of algorithms.


def a_kernel(name: str, folder: Path, result: int) -> ModuleType:
    kernel = ModuleType(f"kernels.{name}")
    source = folder / f"{name}.py"
    source.write_text(f"RESULT = {result}\n")
    kernel.__file__ = str(source)

    @njit
    def answer():
        return result

    kernel.answer = answer  # type: ignore[attr-defined]
    return kernel


def test_each_game_gets_its_own_machine_code_and_an_edited_one_new_code(tmp_path):
    one = specialise(generic_example, a_kernel("one", tmp_path, 1))
    two = specialise(generic_example, a_kernel("two", tmp_path, 2))
    assert (one.twice(), two.twice()) == (2, 4)
    assert one.twice.py_func.__qualname__ != two.twice.py_func.__qualname__
    forget(stamps)
    assert specialise(generic_example, a_kernel("two", tmp_path, 6)).twice() == 12


def test_a_kernel_may_not_hide_a_name_of_the_algorithm(tmp_path):
    kernel = a_kernel("hiding", tmp_path, 1)
    kernel.twice = kernel.answer  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"kernels.hiding and .*generic_example .* 'twice'"):
        specialise(generic_example, kernel)


def test_a_function_of_another_algorithm_keeps_what_it_uses_there(tmp_path):
    assert specialise(generic_borrower, a_kernel("lent", tmp_path, 3)).thrice() == 9


@pytest.mark.thorough
def test_what_one_process_compiled_another_one_runs_from_the_cache() -> None:
    # Searching for real: a kernel may load and still crash when it is called (numba 6061).
    for _ in range(2):
        python("main.py", "--warm-only")


def test_every_module_with_a_kernel_has_a_stamp_in_a_bundle() -> None:
    sources = [
        file for folder in ("ai", "game") for file in (stamps.PROJECT / folder).rglob("*.py")
    ]
    with_kernel = {
        stamps.module_name(file)
        for file in sources
        if "from ai.kernels.compiled import" in file.read_text("utf-8")
    }
    assert len(with_kernel) > 10
    assert with_kernel <= stamps.all_stamps().keys()
