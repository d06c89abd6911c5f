"""What is known of a game stands in its folder: shared code names none."""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ai.contract.games import all_games
from tests.conftest import QUICK

ROOT = Path(__file__).resolve().parents[1]
SHARED = [
    path
    for folder in ("ai", "game", "playout")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not (path.is_relative_to(ROOT / "game" / "games") and path.parent.name != "games")
]
KERNEL_NAMES = {"Tables", "Workspace"}
"""What kernels of one contract hold: each has its own, under the contract's name."""
NAMES = {game.name for game in all_games()}
MOST_PRIVATE = 24
"""So many times tests read private names of others; it may only go down."""
pytestmark = pytest.mark.xdist_group("shape")  # so that the sources are read once


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _strings(tree: ast.AST) -> Iterator[ast.Constant]:
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documentation:
            yield node


def test_shared_code_names_no_game_and_asks_no_position_of_which_it_is() -> None:
    of_one_game = re.compile(r"isinstance\([^()]*\b[A-Z]\w+(?:State|Parameters)\b")
    found = [
        f"{path.relative_to(ROOT)}, line {text.lineno}: {text.value!r}"
        for path in SHARED
        for text in _strings(_tree(path))
        if text.value in NAMES
    ]
    found += [
        f"{path.relative_to(ROOT)}: {asked}"
        for path in SHARED
        for asked in of_one_game.findall(path.read_text("utf-8"))
    ]
    assert found == []


def test_no_two_classes_share_a_name() -> None:
    names = Counter(
        node.name
        for folder in ("ai", "game")
        for path in (ROOT / folder).rglob("*.py")
        for node in _tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} <= KERNEL_NAMES


def test_a_docstring_says_more_than_the_names_it_stands_with() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {node.name}: {words}"
        for path, node, _ in _definitions()
        if (words := ast.get_docstring(node)) and "\n" not in words
        if len(node.body) > 1 and _says_nothing_new(node, words)
    }
    assert found == set()


def _says_nothing_new(node: ast.ClassDef | ast.FunctionDef, words: str) -> bool:
    """Tell whether each word, but for the smallest, is one of the names it stands with."""
    names = [node.name]
    if isinstance(node, ast.FunctionDef):
        names += [each.arg for each in node.args.args]
    of_names = {part[:4].lower() for name in names for part in re.findall(r"[A-Z]?[a-z]+", name)}
    small = r"\b(?:a|an|the|of|to|in|on|for|and|is|its|whether|return|tell)\b"
    said = re.findall(r"[^\W_]+", re.sub(small, "", words, flags=re.IGNORECASE))
    return {word[:4].lower() for word in said} <= of_names


def test_errors_are_told_where_they_are_raised() -> None:
    of_python = {"AssertionError", "AttributeError", "NotImplementedError", "StopIteration"}
    untold = {
        f"{path.relative_to(ROOT)}: {node.name}: {error}"
        for path, node, owner in _definitions()
        if isinstance(node, ast.FunctionDef) and _speaks_for_itself(node, owner)
        for error in _raised(node) - of_python
        if not any(
            kind in f"{ast.get_docstring(node)} {owner and ast.get_docstring(owner)}"
            for kind in _kinds(error)
        )
    }
    assert untold == set()


def _kinds(error: str) -> Iterator[str]:
    """Yield an error's name and those of the errors that it is one of."""
    if isinstance(kind := getattr(builtins, error, None), type):
        yield from (each.__name__ for each in kind.__mro__ if each not in (Exception, object))
        return
    yield error
    for _, node, _ in _definitions():
        if isinstance(node, ast.ClassDef) and node.name == error:
            for base in node.bases:
                yield from _kinds(ast.unparse(base))


def _speaks_for_itself(node: ast.FunctionDef, owner: ast.ClassDef | None) -> bool:
    """Tell whether it is public, and overrides nothing whose words hold for it as well."""
    overrides = owner and owner.bases and not ast.get_docstring(node)
    return not node.name.startswith("_") and not overrides


def _raised(function: ast.FunctionDef) -> set[str]:
    """Return the names of the errors that its own lines raise."""
    found, inside = set(), list(function.body)
    while inside:
        node = inside.pop()
        if isinstance(node, ast.Raise) and node.exc:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            found.add(ast.unparse(error).rpartition(".")[2])
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside.extend(ast.iter_child_nodes(node))
    return {name for name in found if name.endswith("Error")}


def test_arrays_tell_their_shapes() -> None:
    """A field in its class's words or behind it, what a function returns in its own."""
    untold = set()
    for path, node, owner in _definitions():
        told = ast.get_docstring(node) or ""
        if isinstance(node, ast.FunctionDef):
            arrays = node.returns and "NDArray" in ast.unparse(node.returns)
            if arrays and _speaks_for_itself(node, owner) and not re.search(r"\w ?\[", told):
                untold.add(f"{path.relative_to(ROOT)}: {node.name}")
            continue
        lines = path.read_text("utf-8").splitlines()
        for field in node.body:
            if not isinstance(field, ast.AnnAssign) or "NDArray" not in ast.unparse(field):
                continue
            name = ast.unparse(field.target)
            if "# [" not in lines[field.lineno - 1] and not re.search(rf"\b{name}\b.*\[", told):
                untold.add(f"{path.relative_to(ROOT)}: {node.name}.{name}")
    assert untold == set()


def test_times_tell_their_unit() -> None:
    """In the name, or in the words beside it."""
    of_time = re.compile(r"(?:^|_)(?:delay|duration|elapsed|interval|patience|timeout)$")
    untold = set()
    for path, node, _ in _definitions():
        is_class = isinstance(node, ast.ClassDef)
        if node.name.startswith("_"):
            continue
        fields = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
        for each in fields if is_class else [*node.args.args, *node.args.kwonlyargs]:
            name = each.arg if isinstance(each, ast.arg) else ast.unparse(each)
            if of_time.search(name) and "second" not in (ast.get_docstring(node) or "").lower():
                untold.add(f"{path.relative_to(ROOT)}: {node.name}: {name}")
    assert untold == set()


def test_algorithms_name_their_source() -> None:
    algorithms = list((ROOT / "ai").rglob("*_algorithm.py"))
    papers = {path.name for path in algorithms if re.search(r"\b(?:19|20)\d\d\b", path.read_text())}
    assert papers == {path.name for path in algorithms}
    assert algorithms


@cache
def _definitions() -> list[tuple[Path, ast.ClassDef | ast.FunctionDef, ast.ClassDef | None]]:
    """Return each class and each function with its file, and the class that it belongs to."""
    return [
        (path, node, parent if isinstance(parent, ast.ClassDef) else None)
        for folder in ("ai", "game", "playout", "examples")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for parent in ast.walk(_tree(path))
        if isinstance(parent, ast.Module | ast.ClassDef)
        for node in parent.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    ]


def test_pages_and_panels_scroll_in_one_way() -> None:
    """What is higher than its room stands in a `Stack`."""
    scrolling = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "game").rglob("*.py")
        if "ScrollArea()" in path.read_text("utf-8")
    }
    assert scrolling == {"game/ui/panel/stack.py"}


def test_every_command_refuses_in_one_sentence() -> None:
    """argparse alone prints its usage, too, and takes NaN and negative counts for numbers."""
    raw = re.compile(r"argparse\.ArgumentParser\(|type=(?:int|float)\b")
    sources = [
        ROOT / "main.py",
        *(p for f in ("ai", "game", "benchmarks") for p in (ROOT / f).rglob("*.py")),
    ]
    found = [str(path.relative_to(ROOT)) for path in sources if raw.search(path.read_text("utf-8"))]
    assert found == []


def test_names_are_those_of_the_field() -> None:
    """Not Way but history, not Kept but reused or earlier, not Deed but step, and so on."""
    names = "Way|Kept(?:Games?)?|Deed|Lane|Need"
    own = re.compile(rf"^(?:class )?_?(?:{names})\b(?= =|[:(])", re.MULTILINE)
    found = {
        str(path.relative_to(ROOT)): own.findall(path.read_text("utf-8"))
        for folder in ("ai", "game", "playout", "tests", "benchmarks", "examples")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_tests_know_few_private_names() -> None:
    """A screen is asked for what it shows, and for what the program itself asks it for."""
    of_python = {"_exit", "_replace", "_asdict", "_fields"}
    found = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: {ast.unparse(node)}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute)
        and re.match(r"_(?!_)", node.attr)
        and node.attr not in of_python
        and ast.unparse(node.value) not in ("self", "cls", "super()")
    ]
    assert len(found) <= MOST_PRIVATE, "\n".join(found)


def test_the_files_of_the_quick_tests_are_there() -> None:
    assert [each for each in QUICK if not (ROOT / "tests" / each).exists()] == []


def test_no_module_keeps_a_copy_of_the_list_of_games() -> None:
    """A plug-in may be set aside at any time: what is made of the list is made when it is asked."""
    asked = {"all_games", "window_games", "game_names", "entries", "all_settings", "categories"}
    kept = [
        f"{path.relative_to(ROOT)}, line {call.lineno}: {call.func.id}()"
        for path in SHARED
        for statement in _tree(path).body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in asked
    ]
    assert kept == []


def test_colours_stand_in_the_theme_alone() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {ast.unparse(value)}"
        for path in (ROOT / "game").rglob("*.py")
        for node in ast.walk(_tree(path))
        for value in _maybe_colours(node)
        if _is_colour(value)
    }
    assert {each for each in found if not each.startswith("game/ui/theme.py")} == set()
    assert found


def _maybe_colours(node: ast.AST) -> list[ast.expr]:
    """Return what is drawn with or has a colour's name, and every text."""
    named = re.compile(r"colou?r|ink|shadow|halo|white|black|grey|light", re.IGNORECASE)
    match node:
        case ast.Call():
            return node.args
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)]):
            return [node.value] if named.search(name) else []
        case ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), value=value):
            return [value] if value and named.search(name) else []
        case ast.Constant():
            return [node]
    return []


def _is_colour(value: ast.expr) -> bool:
    """Tell whether it is written as ``#RRGGBB``, or as three or four numbers up to 255."""
    if isinstance(value, ast.Constant):
        return bool(re.fullmatch(r"#[0-9A-Fa-f]{6}", str(value.value)))
    if not isinstance(value, ast.Tuple) or len(value.elts) not in (3, 4):
        return False
    numbers = [each.value for each in value.elts if isinstance(each, ast.Constant)]
    is_small = all(isinstance(number, int) and 0 <= number <= 255 for number in numbers)
    return len(numbers) == len(value.elts) and is_small and any(numbers)
