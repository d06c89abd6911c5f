"""What is known of a game stands in its folder: shared code names none."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ai.contract.games import all_games

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


def test_every_public_method_says_what_it_does_or_overrides_one_that_does() -> None:
    classes: dict[str, list[ast.ClassDef]] = {}
    for folder in ("ai", "game", "playout", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(_tree(path)):
                if isinstance(node, ast.ClassDef):
                    classes.setdefault(node.name, []).append(node)

    def told(node: ast.ClassDef) -> Iterator[str]:
        """Yield the methods of a class that have words, there or in what it is made of."""
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and ast.get_docstring(method):
                yield method.name
        for base in node.bases:
            for each in classes.get(ast.unparse(base).partition("[")[0], ()):
                yield from told(each)

    untold = {
        f"{name}.{method.name}"
        for name, nodes in classes.items()
        for node in nodes
        for method in node.body
        if isinstance(method, ast.FunctionDef) and not name.startswith("_")
        if not method.name.startswith("_") and method.name not in set(told(node))
    }
    assert untold == set()


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
