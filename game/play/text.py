"""One text for a game of any kind: its start, its moves with all branches, what is known of them.

`docs/game-files.md` has the grammar. A text is read whole or not at all, with the line and the
column of what is wrong. It names an opponent, but nothing that could be started.
"""

import dataclasses
import datetime
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from ai.contract.games import game_of, read_game, write_game
from ai.contract.rules import PositionError
from ai.external.contract import command_of, is_external, program_title
from ai.search.messages import Proof
from game.games.lattice.grid_text import Token
from game.play.line import MOST_STEPS, Line, LineNode, Seat, checked_seats
from game.play.session import Session
from game.play.tree import GameTree, Node, names_along
from game.store import fields

T = TypeVar("T")
NAME: Final = "playout"
"""The first word of each text, and the end of a file's name."""
VERSION: Final = 1
MOST_CHARACTERS: Final = 4_000_000
MOST_BRANCHES, MOST_DEPTH = 200, 100
MOST_WORDS: Final = 200_000
"""In braces: most are moves of what a search expects, each of which the rules have to allow."""
_WIDTH: Final = 80
_TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[(){}]|[^\s(){}"]+')
_PLACE: Final = re.compile(r"line (\d+), column (\d+): ")
_PLAIN: Final = re.compile(r'[^\s(){}"]+')
_KEYS: Final = (
    *("game", "seed", "standard", "seats", "level", "date"),
    *("hints", "shown", "resigned", "result"),
)
_OPPONENT: Final = "opponent"
_BY: Final = {
    (True, False): "person",
    (True, True): "taken",
    (False, True): "ai",
    (False, False): _OPPONENT,
}
"""Who made a move: see `LineNode`, whether it is a person's own and whether the AI chose it."""


def is_game(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").partition(" ")[0] == NAME


def text_of(session: Session) -> str:
    now, *others = session.lines
    branches = []
    for line in others:
        if line.is_of_the_game(now):
            with suppress(ValueError, TypeError):  # it is damaged
                line.settle()
                branches.append(line)
    return write(dataclasses.replace(now, level=now.level_kept(session.level)), branches)


# Writing.


def write(line: Line, branches: Sequence[Line] = ()) -> str:
    """Return the text of a line that is not damaged, and of others from the same start."""
    lines = [line, *branches]
    writer = _Writer(lines)
    words = [*writer.marks(line, 0), *writer.moves(lines, 0)]
    rows = [""]
    for word in words:
        is_full = len(rows[-1]) + 1 + len(word) > _WIDTH
        if is_full or word[0] == "(" or rows[-1].endswith(")"):  # a branch has rows of its own
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".lstrip()
    return "\n".join([f"{NAME} {VERSION}", *_head(line), "", *rows, ""])


def _head(line: Line) -> Iterator[str]:
    tree, spec = line.tree, line.tree.spec
    yield f"game {_word(write_game(spec, tree.state.parameters))}"
    yield f"seed {tree.seed}"
    start = tree.to_dict()["start"]
    if tree.standard is not None:
        yield f"standard {tree.standard}"
    elif start is not None:
        yield from (f"| {row}" for row in start.removesuffix("\n").split("\n"))
    if spec.players == 2:
        yield f"seats {' '.join(line.seats)}"
    if line.level and Seat.AI in line.seats:
        yield f"level {_word(shown(line.level))}"
    yield f"date {line.date or datetime.date.today().isoformat()}"
    if line.hints_used:
        yield f"hints {line.hints_used}"
    if line.shown_moves:
        yield "shown"
    if line.resigned is not None:
        yield f"resigned {line.resigned + 1}"
    if line.result is not None:
        yield f"result {_result(line)}"


class _Writer:
    """Writes lines; what is known of a position once."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._level = shown(lines[0].level)
        self._nodes = {step.node for line in lines for step in line.steps}
        self._told: set[Node] = set()

    def moves(self, lines: Sequence[Line], start: int) -> Iterator[str]:
        """Write lines that share so many moves, the first with the others as its branches."""
        line, *others = lines
        groups: dict[int, dict[str, list[Line]]] = {}
        for other in others:
            shared = line.shared_with(other)
            if other.length == start or shared == other.length == line.length:
                continue  # it says nothing more
            is_part = shared in (line.length, other.length)
            ply = max(start, shared - 1) if is_part else shared
            groups.setdefault(ply, {}).setdefault(other.moves[ply], []).append(other)
        if line.length == start:
            yield from self._branches(groups, start)
        for ply in range(start + 1, line.length + 1):
            yield _word(line.steps[ply].node.name)
            yield from self.marks(line, ply)
            yield from self._branches(groups, ply - 1)

    def _branches(self, groups: dict[int, dict[str, list[Line]]], ply: int) -> Iterator[str]:
        for group in groups.get(ply, {}).values():
            words = list(self.moves(group, ply))
            words[0] = f"({words[0]}"
            words[-1] = f"{words[-1]})"
            yield from words

    def marks(self, line: Line, ply: int) -> Iterator[str]:
        step = line.steps[ply]
        usual = _usual(line.steps[ply - 1], step.node, line.seats) if ply else LineNode(step.node)
        by = _BY[step.own, step.by_ai]
        if by != _BY[usual.own, usual.by_ai]:
            yield f"{{by {by}}}"
        level = self._level if ply and by == _OPPONENT else ""
        if shown(step.level) != level:
            yield f"{{level {_word(shown(step.level))}}}"
        if step.hinted:
            yield "{hint}"
        if step.node not in self._told:
            self._told.add(step.node)
            yield from self._known(step.node, line.root)

    def _known(self, node: Node, root: int) -> Iterator[str]:
        rows = node.rows(0, root)
        for _, *known in rows["evaluations"]:
            yield f"{{eval {_evaluation(node, *known)}}}"
        yield from self._guess(node, rows["guesses"])
        for _, move, before, after in rows["advice"]:
            for name in _names(node, [move]):
                yield f"{{told {name} {_number(before)} {_number(after)}}}"
        for _, comment in rows["comments"]:
            yield f"{{comment {json.dumps(comment, ensure_ascii=False)}}}"

    def _guess(self, node: Node, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
        """Write a guess, with what is known of the position after it if no line tells that."""
        for _, move, *known in rows:
            after = node.play(move)
            if after in self._nodes or not known:
                yield f"{{guess {_word(after.name)}}}"
                return
            yield f"{{guess {_word(after.name)} {_evaluation(after, *known)}}}"


def _evaluation(
    node: Node, value: float, error: float, visits: int, more: Mapping[str, Any] | None = None
) -> str:
    more = more or {}
    words = [_number(value), _number(error), str(visits)]
    for key in _MORE:
        if key in more:
            known = more[key]
            is_number = isinstance(known, int | float)
            words += [key, _number(known) if is_number else _word(shown(known))]
    names = list(_names(node, more.get("line", ())))
    return " ".join([*words, *(["line", *names] if names else [])])


def _names(node: Node, moves: Sequence[int]) -> Iterator[str]:
    return map(_word, names_along(node.state, moves))


def _usual(before: LineNode, node: Node, seats: Sequence[Seat]) -> LineNode:
    """Return how a position came about if nothing is said of that."""
    return LineNode(node, seats[before.node.state.current_player] is Seat.HUMAN)


def _result(line: Line) -> str:
    return " ".join(map(_number, line.result or ()))


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _word(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def shown(level: str) -> str:
    """Return a level by its name; of another program only what players know it by."""
    return program_title(command_of(level)) or "program" if is_external(level) else level


# Reading.


def read(text: str) -> tuple[Line, ...]:
    """Return the lines of a text, its game first and then the branches.

    Raises:
        PositionError: It is no game that can be played here; a sentence says why, and where.
    """
    if len(text) > MOST_CHARACTERS:
        raise PositionError(f"a game has at most {MOST_CHARACTERS:,} characters")
    if fields.NO_TEXT.search(text):
        raise PositionError("it is no text")
    rows = text.removeprefix("\ufeff").split("\n")
    first = next((number for number, row in enumerate(rows) if row.strip()), 0)
    end = next((n for n in range(first, len(rows)) if not rows[n].strip()), len(rows))
    return _Reader(rows, first, end).lines()


class _Reader:
    """Reads a text once."""

    def __init__(self, rows: list[str], first: int, end: int) -> None:
        self._rows = rows
        self._body = end
        self._keys: dict[str, tuple[Token, ...]] = {}
        self._start: list[Token] = []
        for number in range(first, end):
            self._read_head(rows[number], number)
        version = self._keys.get(NAME)
        if version is None:
            raise Token("", first + 1, 1).error(f"a game begins with '{NAME} {VERSION}'")
        if self._whole(NAME) != VERSION:
            raise version[0].error(f"only version {VERSION} of this format is known here")

    def _read_head(self, row: str, number: int) -> None:
        if row.lstrip().startswith("|"):
            start = row.strip().removeprefix("|").removeprefix(" ")
            self._start.append(Token(start, number + 1, row.rstrip().rindex(start) + 1))
            return
        key, *words = _tokens(row, number)
        is_known = key.text in _KEYS if self._keys else key.text == NAME
        if not is_known or key.text in self._keys:
            why = "is said twice" if key.text in self._keys else "is not known here"
            raise key.error(f"'{_brief(key.text)}' {why}")
        self._keys[key.text] = (key, *words)

    def _word(self, key: str) -> Token | None:
        """Return the only word after a key; None where that is not there."""
        words = self._keys.get(key)
        if words is None:
            return None
        if len(words) != 2:
            raise words[0].error(f"one word follows '{key}'")
        return words[1]

    def _whole(self, key: str, otherwise: int = 0, high: int = fields.MOST_NUMBER) -> int:
        word = self._word(key)
        return otherwise if word is None else _checked(word, lambda text: _whole(text, high))

    def lines(self) -> tuple[Line, ...]:
        named = self._word("game")
        if named is None:
            raise Token("", 1, 1).error("there is no line 'game'")
        spec, parameters = _checked(named, read_game)
        start: dict[str, Any] = {
            "parameters": dataclasses.asdict(parameters),
            "seed": self._whole("seed"),
            "start": "".join(f"{row.text}\n" for row in self._start) or None,
        }
        number = self._word("standard")
        if number is not None:
            known = game_of(spec.name).text.boards
            boards = () if known is None else known.standard()
            at = _checked(number, lambda text: _whole(text, len(boards), 1))
            start |= {"standard": at, "start": boards[at - 1].state.to_text()}
        tree = GameTree(spec, start)
        try:
            _ = tree.state
        except ValueError as error:
            raise self._wrong_start(named, error) from None
        line = Line(tree, checked_seats(spec, None), [LineNode(tree)])
        self._read_facts(line)
        found = self._moves(line)
        line.cursor, line.brought = line.length, len(line.steps)
        told = self._keys.get("result")
        if told is not None and [each.text for each in told[1:]] != _result(line).split():
            raise told[0].error(f"the moves lead to '{_result(line) or 'no result'}'")
        return (line, *found)

    def _wrong_start(self, named: Token, error: ValueError) -> PositionError:
        """Return an error with the place in this text of what is wrong in the start's own."""
        place = _PLACE.search(str(error))
        if place is None or not 1 <= int(place[1]) <= len(self._start):
            return named.error(f"the start cannot be read: {error}")
        row = self._start[int(place[1]) - 1]
        column = row.column + int(place[2]) - 1
        return dataclasses.replace(row, column=column).error(str(error)[place.end() :])

    def _read_facts(self, line: Line) -> None:
        spec = line.tree.spec
        seats = self._keys.get("seats")
        if seats is not None and spec.players == 2:
            chosen = [
                _checked(each, lambda text: _as(Seat, text, "'human' or 'ai'"))
                for each in seats[1:]
            ]
            if len(chosen) != spec.players:
                raise seats[0].error(f"{spec.title} has {spec.players} seats")
            line.seats = tuple(chosen)
        level, date = self._word("level"), self._word("date")
        line.level = "" if level is None else _checked(level, _level)
        if date is not None:
            line.date = _checked(date, _day)
        line.hints_used = self._whole("hints", high=fields.MOST)
        line.shown_moves = "shown" in self._keys
        if spec.players == 2 and "resigned" in self._keys:
            line.resigned = self._whole("resigned", high=2) - 1
            if line.resigned < 0:
                raise self._keys["resigned"][0].error("players are 1 and 2")

    def _moves(self, line: Line) -> list[Line]:
        """Read the moves into a line; return its branches."""
        paths, stack, count, said = [line.steps], [line.steps], 0, 0
        is_fresh = False  # a branch has no move yet
        tokens = self._tokens()
        for token in tokens:
            steps = stack[-1]
            if token.text == "(":
                if is_fresh:
                    raise token.error("a branch begins with a move")
                if len(stack) > MOST_DEPTH or len(paths) > MOST_BRANCHES:
                    raise token.error("there are too many branches, or they are too deep")
                stack.append(steps[: max(1, len(steps) - 1)])
                paths.append(stack[-1])
                count += len(stack[-1])
                is_fresh = True
            elif token.text == ")":
                if is_fresh or len(stack) == 1:
                    raise token.error("this closes no branch")
                stack.pop()
            elif token.text == "{":
                words = _braced(token, tokens)
                said += len(words)
                if said > MOST_WORDS:
                    raise token.error(f"the braces say more than {MOST_WORDS:,} words")
                steps[-1] = _marked(steps[-1], token, words, line.level)
            else:
                before = steps[-1]
                after = before.node.play(_checked(token, before.node.state.move_from_string))
                steps.append(_with_level(_usual(before, after, line.seats), line.level))
                is_fresh = False
                count += 1
            if count > MOST_STEPS:
                raise token.error(f"the lines have more than {MOST_STEPS:,} positions")
        if len(stack) > 1:
            raise Token("", len(self._rows), 1).error("a branch is not closed")
        if line.resigned is not None and line.steps[-1].node.state.is_terminal:
            raise self._keys["resigned"][0].error("the last move has ended the game")
        return [
            dataclasses.replace(
                line,
                steps=steps,
                cursor=len(steps) - 1,
                brought=len(steps),
                resigned=None,
            )
            for steps in paths[1:]
        ]

    def _tokens(self) -> Iterator[Token]:
        for number in range(self._body, len(self._rows)):
            yield from _tokens(self._rows[number], number)


def _with_level(step: LineNode, level: str) -> LineNode:
    """Return a step with the opponent's level, if the opponent made the move."""
    is_opponents = not (step.own or step.by_ai)
    return dataclasses.replace(step, level=level if is_opponents else "")


def _braced(opened: Token, tokens: Iterator[Token]) -> list[Token]:
    words: list[Token] = []
    for token in tokens:
        if token.text == "}":
            return words
        words.append(token)
    raise opened.error("this brace is not closed")


def _marked(step: LineNode, opened: Token, words: list[Token], level: str) -> LineNode:
    """Return a step with what braces say of it; `level` is the opponent's usual one."""
    kind, *rest = words or [opened]
    texts = [_text(each) for each in rest]
    try:
        match kind.text, texts:
            case "by", [by] if by in _BY.values():
                own, by_ai = next(each for each, name in _BY.items() if name == by)
                return _with_level(dataclasses.replace(step, own=own, by_ai=by_ai), level)
            case "level", [name]:
                return dataclasses.replace(step, level=_level(name))
            case "hint", []:
                return dataclasses.replace(step, hinted=True)
            case "comment", [comment]:
                step.node.read_row("comments", [0, comment])
                return step
            case "eval", evaluation:
                step.node.read_row("evaluations", [0, *_read_evaluation(step.node, evaluation)])
                return step
            case "guess", [name, *evaluation]:
                after = step.node.play(step.node.state.move_from_string(name))
                known = _read_evaluation(after, evaluation) if evaluation else ()
                step.node.read_row("guesses", [0, after.move, *known])
                return step
            case "told", [name, before, after]:
                move = step.node.state.move_from_string(name)
                step.node.read_row("advice", [0, move, _real(before), _real(after)])
                return step
    except (ValueError, TypeError) as error:
        raise kind.error(f"'{_brief(kind.text)}': {error}") from None
    raise kind.error(f"'{_brief(kind.text)}' says nothing that is known here")


def _read_evaluation(node: Node, words: list[str]) -> list[Any]:
    if len(words) < len(("value", "error", "visits")):
        raise ValueError("value, standard error and visits are told")
    value, error, visits, *more = words
    return [_real(value), _real(error), _whole(visits), _more(node, more)]


def _more(node: Node, words: list[str]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    following = iter(words)
    for key in following:
        if key == "line":
            moves, state = [], node.state
            for name in following:
                moves.append(state.move_from_string(name))
                state = state.play(moves[-1])
            more["line"] = moves
        elif key in _MORE:
            more[key] = _MORE[key](next(following, ""))
        else:
            raise ValueError(f"'{_brief(key)}' is not known here")
    return more


def _tokens(row: str, number: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(row):
        yield Token(match.group(), number + 1, match.start() + 1)


def _text(token: Token) -> str:
    if not token.text.startswith('"'):
        if token.text in "(){}":
            raise token.error("a word is missing here")
        return token.text
    try:
        return fields.read_text(json.loads(token.text), MOST_CHARACTERS)
    except ValueError:
        raise token.error("this text in quotes is not closed or cannot be read") from None


def _checked(token: Token, check: Any) -> Any:
    text = _text(token)
    try:
        return check(text)
    except (ValueError, TypeError) as error:
        raise token.error(str(error)) from None


def _whole(text: str, high: int = fields.MOST_NUMBER, low: int = 0) -> int:
    return fields.read_int(int(text) if text.isascii() and text.isdigit() else None, low, high)


def _as(kind: Callable[[str], T], text: str, what: str) -> T:
    """Return what a word stands for; raise `ValueError`, in the words of a player, if nothing."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"'{_brief(text)}' is not {what}") from None


def _real(text: str) -> float:
    return _as(float, text, "a number")


def _day(text: str) -> str:
    return _as(datetime.date.fromisoformat, text, "a day such as 2026-11-26").isoformat()


_MORE: Final[dict[str, Callable[[str], Any]]] = {
    "searcher": shown,
    "proof": lambda text: _as(Proof, text, "'win', 'draw' or 'loss'").value,
    "distance": lambda text: _as(int, text, "a whole number"),
    "seconds": _real,
}
"""What an evaluation may have besides, and how it is read."""


def _level(text: str) -> str:
    return shown(fields.read_level(text))


def _brief(text: str) -> str:
    return text if len(text) <= fields.LONGEST_NAME else f"{text[: fields.LONGEST_NAME]}..."
