"""Sentences: whole ones, out of the tables in game/words, each place of which gets its value."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tests.processes import ROOT

SCREENS = [
    path
    for folder in ("game/screens", "game/ui", "game/games", "game/window")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if folder != "game/games" or "screen" in (*path.parts, path.stem)
    if path.stem not in ("display", "launch", "self_test")  # which write to a terminal
]
TABLES = [path.stem for path in sorted((ROOT / "game" / "words").glob("*.py"))]
WORD = re.compile(r"[A-Za-z]{2}")
NO_TABLES = {"_SPACE", "_COMMA", "_NOTHING", "MINUS", "THIN_SPACE", "BETWEEN", "_MONTHS"}
"""What tables are made with."""
NO_SENTENCES = {
    "commands.py: ' '.join((*held, cap))": "keys that are pressed together",
    "commands.py: f'Shift {key}'": "keys that are pressed together",
    "commands.py: each.upper()": "the name of a key's code",
    "crash.py: 'bundle' if getattr(sys, 'frozen', False) else 'sources'": "a line of a report",
    (
        'crash.py: f"Python {sys.version.split()[0]}, pygame-ce {pygame.version.ver}, '
        "SDL {'.'.join(map(str, pygame.get_sdl_version()))}\""
    ): "a line of a report",
    "described.py: f'said {each.number}'": "the key of an element",
    "figures.py: ' '.join(words[0][same:])": "names of two sides, without what they share",
    "figures.py: ' '.join(words[1][same:])": "names of two sides, without what they share",
    "keys.py: f'key {each.name}'": "the name of a widget",
    "letters.py: ':bold' if bold else ''": "a pattern for the system's fonts",
    "match.py: f'pace {PACES[speed]}'": "what a match is told by the window",
    "stage.py: ' + '.join(summands(node)[:2])": "a sum",
    "tables.py: f'{game} standard {number}'": "the name of a widget",
    "toasts.py: ' '.join(words)": "words that were too long, cut",
}
"""What is joined and is no sentence, with the reason."""


def is_text(node: ast.AST) -> bool:
    """Tell whether an expression is words, of which a sentence may be made."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value and bool(WORD.search(node.value))
    return isinstance(node, ast.JoinedStr) and any(map(is_text, node.values))


def ends_open(node: ast.AST) -> bool:
    """Tell whether words are a piece of a sentence: they begin or end with what joins them."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [each.value if isinstance(each, ast.Constant) else "" for each in (parts or [node])]
    if not all(isinstance(text, str) for text in texts) or not WORD.search("".join(texts)):
        return False
    return texts[0][:1] in {" ", ",", ";", ":"} or texts[-1][-1:] == " "


def glued(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield where a sentence is put together from pieces; whole ones of errors may be."""
    raises = (node for node in ast.walk(tree) if isinstance(node, ast.Raise))
    raised = {id(each) for node in raises for each in ast.walk(node)}
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Add()) if is_text(node.left) or is_text(node.right):
                yield node
            case ast.AugAssign(op=ast.Add()) if is_text(node.value):
                yield node
            case ast.IfExp() if ends_open(node.body) or ends_open(node.orelse):
                yield node
            case ast.JoinedStr() if id(node) not in raised and is_text(node):
                yield node
            case ast.FormattedValue():
                inner = ast.walk(node.value)
                yield from (each for each in inner if is_choice(each) or is_bent(each))
            case ast.FunctionDef():
                yield from chosen_before(node)
            case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=str(between)))):
                if " " in between:
                    yield node


def is_choice(node: ast.AST) -> bool:
    """Tell whether an expression is one or the other of some words."""
    return isinstance(node, ast.IfExp) and any(
        isinstance(each, ast.Constant)
        and isinstance(each.value, str)
        and (each.value == "s" or WORD.search(each.value))
        for each in (node.body, node.orelse)
    )


def is_bent(node: ast.AST) -> bool:
    """Tell whether an expression makes words begin with another letter."""
    methods = ("lower", "upper", "capitalize", "title")
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in methods


def chosen_before(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what a string is filled with that was chosen of some words before."""
    assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign | ast.AnnAssign)]
    names = {
        target.id
        for each in assigned
        if each.value is not None and is_choice(each.value)
        for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.FormattedValue):
            inner = ast.walk(node.value)
            yield from (each for each in inner if isinstance(each, ast.Name) and each.id in names)


def test_no_screen_puts_a_sentence_together():
    found = {
        f"{path.name}: {ast.unparse(node)}"
        for path in SCREENS
        for node in glued(ast.parse(path.read_text("utf-8")))
    }
    assert found - set(NO_SENTENCES) == set(), "say them whole, with the tables of game/words"
    assert set(NO_SENTENCES) <= found, "these are no more"


def texts_of(value: object) -> Iterator[str]:
    """Yield the sentences of a table, however it is ordered."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_of(tuple(value.values()))
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_of(each)


def tables(name: str) -> dict[str, object]:
    """Return the tables of a file of words by their names."""
    module = importlib.import_module(f"game.words.{name}")
    known = {key: value for key, value in vars(module).items() if key.strip("_").isupper()}
    return {key: value for key, value in known.items() if key not in NO_TABLES}


def places(sentence: str) -> set[str]:
    return {place for _, place, _, _ in Formatter().parse(sentence) if place is not None}


@pytest.mark.parametrize("name", TABLES)
def test_each_sentence_can_be_said(name):
    for key, table in tables(name).items():
        for sentence in texts_of(table):
            said = sentence.format(**dict.fromkeys(places(sentence), "a1"))
            assert said or isinstance(table, dict), key
            assert all(place.isidentifier() for place in places(sentence)), (key, sentence)
            assert said.count("**") % 2 == 0, (key, sentence)
            assert not re.search(r"(?<!·) {2}(?!·)|^\s|\s$|[{}]", said), (key, sentence)


def test_each_place_gets_a_value_and_each_value_a_place():
    found = []
    for path in sorted((ROOT / "game").rglob("*.py")):
        source = path.read_text("utf-8")
        if "game.words" not in source and path.parent.name != "words":
            continue
        tree = ast.parse(source)
        scope = names_in(path, tree)
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            if call.func.id not in ("say", "say_count") or path.name == "say.py":
                continue
            given = {each.arg for each in call.keywords}
            sentences = call.args[call.func.id == "say_count" :]
            said = [text for node in sentences for text in texts_of(value_of(node, scope))]
            own = {"count"} if call.func.id == "say_count" else set()
            wanted = set().union(*map(places, said)) - own
            if said and None not in given and given != wanted:
                found.append(f"{path.name}, line {call.lineno}: {ast.unparse(call)}")
    assert found == []


def names_in(path: Path, tree: ast.Module) -> dict[str, object]:
    """Return the tables that a file can name, and the files of words that it calls by a name."""
    known: dict[str, object] = {}
    if path.parent.name == "words":
        known.update(tables(path.stem))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("game.words"):
            for each in node.names:
                if node.module == "game.words":
                    known[each.asname or each.name] = tables(each.name)
                else:
                    name = (node.module or "").rpartition(".")[2]
                    known[each.asname or each.name] = tables(name).get(each.name)
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and isinstance(node, ast.AnnAssign) and node.value:
            try:
                known.setdefault(target.id, ast.literal_eval(node.value))
            except ValueError:
                continue
    return known


def value_of(node: ast.AST, scope: dict[str, object]) -> object:
    """Return the sentences that an expression may be; none for what is not in a table."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return scope.get(node.id)
        case ast.Attribute(value=ast.Name(id=module)):
            table = scope.get(module)
            return table.get(node.attr) if isinstance(table, dict) else None
        case ast.Subscript(slice=ast.Constant(value=key)):
            table = value_of(node.value, scope)
            return table.get(key) if isinstance(table, dict) else table
        case ast.Subscript() | ast.Starred():
            return value_of(node.value, scope)
        case ast.IfExp():
            return tuple(value_of(each, scope) for each in (node.body, node.orelse))
    return None
