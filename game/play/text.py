"""The text of a game of any kind: its start, its moves with all branches, what is known of them.

`docs/game-files.md` has the grammar. A text from elsewhere is read whole or not at all, with the
line and the column of what is wrong; nothing that it names is started, and none of its moves counts
as the player's. A row of the library says a few things more (`_ROW_KEYS`), and is read as far as it
can be.
"""

import dataclasses
import datetime
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from ai.contract.games import game_of, read_game, write_game
from ai.contract.rules import GameSpec, PositionError, State
from ai.external.contract import command_of, is_external, program_title
from ai.phrases import N_, filled, told
from ai.search.messages import Proof
from game.games.lattice.grid_text import Token
from game.play.node import By, Evaluation, GameNode, Position, names_along
from game.play.record import (
    AI_PLAYS,
    RETRY,
    GameStart,
    GameTree,
    Left,
    Seat,
    Target,
    checked_seats,
    is_standard,
)
from game.store import fields

log = logging.getLogger(__name__)

T = TypeVar("T")
NAME: Final = "playout"
"""The first word of each text, and the end of a file's name."""
VERSION: Final = 1
MOST_CHARACTERS: Final = 4_000_000
MOST_NODES: Final = 50_000
MOST_WORDS: Final = 200_000
"""In braces: most are moves of what a search expects, each of which the rules have to allow."""
MOST_SEARCHERS: Final = 100
"""Whose evaluations of one position are read."""
_MOST_VISITS: Final = 10**15
_LONGEST_COMMENT: Final = 10_000
_TOO_LONG: Final = N_("a game has at most {count} characters")
_TOO_MANY: Final = N_("the lines have more than {count} positions")
_TOO_MANY_WORDS: Final = N_("the braces say more than {count} words")
_TOO_MANY_SEARCHERS: Final = N_("a position has those of {count} searchers at most")
_UNKNOWN: Final = N_("{word} is not known here")
_ONE_WORD: Final = N_("one word follows {word}")
_NO_LINE: Final = N_("there is no line {word}")
_WIDTH: Final = 80
_STRING: Final = r'"(?:[^"\\]++|\\.)*+"?'  # one that is not closed ends with the text
_TOKEN: Final = re.compile(
    rf'\{{(?:[^{{}}"]++|{_STRING})*+\}}|{_STRING}|[()]|[^\s(){{}}"]++|[{{}}]'
)
_WORD: Final = re.compile(rf'{_STRING}|[^\s(){{}}"]++|[()]')
_PLACE: Final = re.compile(r"line (\d+), column (\d+): ")
_PLAIN: Final = re.compile(r'[^\s(){}"]+')
_KEYS: Final = (
    *("game", "seed", "standard", "seats", "level", "date"),
    *("hints", "shown", "resigned", "result"),
)
_ROW_KEYS: Final = ("brought", "counted", "cursor", "guesses", "retry", "target")
_MOVERS: Final = {Seat.HUMAN: By.PERSON, Seat.AI: By.OPPONENT}


def is_game(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").partition(" ")[0] == NAME


def shown(level: str) -> str:
    """Return a level by its name; of another program only what players know it by."""
    return program_title(command_of(level)) or "program" if is_external(level) else level


# Writing.


def write(record: GameTree, *, is_row: bool = False) -> str:
    """Return the text of a game.

    Args:
        is_row: Whether it is a row of the library rather than for the eyes of others.
    """
    if not is_row:  # what is tried in a retry is nobody else's business
        record = record.view(record.line)
    writer = _Writer(record, is_row)
    words = writer.words()
    rows = [" ".join(words)] if is_row else _wrapped(words)
    return "\n".join([f"{NAME} {VERSION}", *writer.head(), "", *rows, ""])


def _wrapped(words: Sequence[str]) -> list[str]:
    rows = [""]
    for word in words:
        is_full = len(rows[-1]) + 1 + len(word) > _WIDTH
        if is_full or word[0] == "(" or rows[-1].endswith(")"):  # a branch has rows of its own
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".lstrip()
    return rows


class _Writer:
    """Writes a game; what is known of a position once."""

    def __init__(self, record: GameTree, is_row: bool) -> None:
        self._record = record
        self._is_row = is_row
        has_opponent = record.spec.players == 2 and Seat.AI in record.seats
        self._level = record.level_kept if has_opponent else ""
        self._positions = {each.position for each in record.root.walk()}
        line = record.line  # a view's line may differ from the way that was gone last
        self._ways: dict[GameNode, GameNode | None] = dict(
            zip(line, [*line[1:], None], strict=True)
        )
        self._written: set[Position] = set()

    def head(self) -> Iterator[str]:
        record, spec, start = self._record, self._record.spec, self._record.start
        yield f"game {_word(write_game(spec, record.root.state.parameters))}"
        yield f"seed {start.seed}"
        if start.standard is not None:
            yield f"standard {start.standard}"
        if start.rows and (self._is_row or start.standard is None):
            yield from (f"| {row}" for row in start.rows.removesuffix("\n").split("\n"))
        if spec.players == 2:
            yield f"seats {' '.join(record.seats)}"
        if self._level:
            yield f"level {_word(self._shown(self._level))}"
        yield f"date {record.date or datetime.date.today().isoformat()}"
        if record.shown:
            yield "shown"
        if record.has_given_up:
            yield f"resigned {(record.line[-1].resigned or 0) + 1}"
        if not self._is_row:
            if record.result is not None:
                yield f"result {_result(record)}"
            return
        if record.is_brought:
            yield "brought"
        if record.guesses_first:
            yield "guesses"
        if record.counted:
            yield f"counted {_word(record.counted)}"
        if record.target is not None:
            yield f"target {record.target.score} {_number(record.target.seconds)}"
        if record.retry is not None:
            retry, tried = record.retry, record.retry.tried
            move = "" if tried is None else f" {_word(tried.name)} {tried.by.value}"
            help_ = "assisted" if retry.helped else "alone"
            yield f"retry {retry.ply} {retry.cursor} {','.join(retry.seats)} {help_}{move}"
        if record.cursor != record.length:
            yield f"cursor {record.cursor}"

    def words(self) -> list[str]:
        """Return the moves with their marks, each line before the branches beside its moves.

        A stack of what is still to be written stands for the branches in branches.
        """
        root = self._record.root
        words = [*self._marks(root)]
        waiting: list[tuple[GameNode, GameNode | None] | GameNode | None] = [
            (root, self._way(root))
        ]
        while waiting:
            item = waiting.pop()
            if item is None:
                words[-1] += ")"
            elif isinstance(item, GameNode):
                words += (f"({_word(item.name)}", *self._marks(item))
                waiting += (None, (item, self._way(item)))
            else:
                node, way = item
                others = [each for each in node.children if each is not way]
                if way is not None:
                    if self._is_row and node.children[0] is not way:
                        words.append(f"{{next {node.children.index(way) + 1}}}")
                    words += (_word(way.name), *self._marks(way))
                    waiting.append((way, self._way(way)))
                elif node.parent is not None and others:  # the line ends here: told again
                    words += (f"({_word(node.name)}", *self._origin(node))
                    waiting += (None, (node, others[0]))
                    continue
                waiting += reversed(others)
        return words

    def _way(self, node: GameNode) -> GameNode | None:
        return self._ways.get(node, node.way)

    def _origin(self, node: GameNode) -> Iterator[str]:
        """Yield who made the move, if that is not as usual."""
        if node.parent is None:
            return
        usual = _MOVERS[self._record.seats[node.parent.state.current_player]]
        by = node.by
        if by is By.BROUGHT and not self._is_row:
            by = By.PERSON
        if by is not usual:
            yield f"{{by {by.value}}}"
        if node.level != (self._level if by is By.OPPONENT else ""):
            yield f"{{level {_word(self._shown(node.level))}}}"

    def _marks(self, node: GameNode) -> Iterator[str]:
        record, position = self._record, node.position
        yield from self._origin(node)
        if node.hinted:
            yield "{hint}"
        if node.resigned is not None and not (record.has_given_up and node is record.line[-1]):
            yield f"{{resigned {node.resigned + 1}}}"
        left = record.left
        if self._is_row and left is not None and left.end is node:
            yield f"{{left {_word(left.why)} {left.cursor}}}"
        if position in self._written:
            return
        self._written.add(position)
        marks = self._position_marks(position)
        if marks:
            yield marks
        if position in record.guesses:
            yield from self._guess(position, record.guesses[position])

    def _position_marks(self, position: Position) -> str:
        if not self._is_row:
            return " ".join(_position_marks(position, is_row=False))
        if position.text is None:
            position.text = " ".join(_position_marks(position, is_row=True))
        return position.text

    def _guess(self, position: Position, guess: int) -> Iterator[str]:
        """Write a guess, with what is known of the position after it if no line tells that."""
        name = _word(position.state.move_to_string(guess))
        _, after = position.play(guess)
        evaluations = () if after in self._positions else after.evaluations.values()
        for each in evaluations:
            yield f"{{guess {name} {_evaluation(after.state, each, is_row=self._is_row)}}}"
        if not evaluations:
            yield f"{{guess {name}}}"

    def _shown(self, level: str) -> str:
        return level if self._is_row else shown(level)


def _position_marks(position: Position, *, is_row: bool) -> Iterator[str]:
    state = position.state
    for evaluation in position.evaluations.values():
        yield f"{{eval {_evaluation(state, evaluation, is_row=is_row)}}}"
    for move, advice in sorted(position.advice.items()):
        for name in names_along(state, [move]):
            yield f"{{told {_word(name)} {_number(advice.before)} {_number(advice.after)}}}"
    if position.comment:
        yield f"{{comment {json.dumps(position.comment, ensure_ascii=False)}}}"


def _evaluation(state: State, evaluation: Evaluation, *, is_row: bool) -> str:
    searcher = evaluation.searcher if is_row else shown(evaluation.searcher)
    words = [_number(evaluation.value), _number(evaluation.error), str(evaluation.visits)]
    words += ["searcher", _word(searcher)] if searcher else []
    words += ["proof", evaluation.proof.value] if evaluation.proof is not None else []
    words += ["distance", str(evaluation.distance)] if evaluation.distance is not None else []
    words += ["seconds", _number(evaluation.seconds)] if evaluation.seconds else []
    # Moves as numbers can be read without the rules.
    moves = evaluation.line
    line = [*(map(str, moves) if is_row else map(_word, names_along(state, moves)))]
    return " ".join([*words, *(["moves" if is_row else "line", *line] if line else [])])


def _result(record: GameTree) -> str:
    return " ".join(map(_number, record.result or ()))


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _word(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


# Reading.


def read(text: str, *, is_row: bool = False) -> GameTree:
    """Return the game of a text, with the line in progress as the text tells it.

    Args:
        is_row: Whether it is a row of the library.

    Raises:
        PositionError: It is no game that can be played here; a sentence says why, and where.
    """
    if len(text) > MOST_CHARACTERS:
        raise PositionError(filled(_TOO_LONG, count=MOST_CHARACTERS))
    if fields.NO_TEXT.search(text):
        raise PositionError(N_("it is no text"))
    return _Reader(text, is_row).record()


class _Reader:
    """Reads a text once."""

    def __init__(self, text: str, is_row: bool) -> None:
        self._text = text
        self._is_row = is_row
        self._keys: dict[str, tuple[Token, ...]] = {}
        self._start: list[Token] = []
        self._body = self._read_head()
        version = self._keys.get(NAME)
        if version is None:
            begins = N_("a game begins with {words}")
            raise self._token("", self._body).error(begins, words=f"'{NAME} {VERSION}'")
        if self._whole(NAME) != VERSION:
            raise version[0].error(
                N_("only version {version} of this format is known here"), version=VERSION
            )

    def _token(self, text: str, at: int) -> Token:
        before = self._text.count("\n", 0, at)
        return Token(text, before + 1, at - self._text.rfind("\n", 0, at))

    # The head.

    def _read_head(self) -> int:
        """Read lines up to an empty one; return where the moves begin."""
        at = 1 if self._text.startswith("\ufeff") else 0
        number = 0
        while at < len(self._text):
            end = self._text.find("\n", at)
            end = len(self._text) if end < 0 else end
            row = self._text[at:end]
            number += 1
            if row.strip():
                self._read_row(row, number)
            elif self._keys or self._start:
                return end
            at = end + 1
        return len(self._text) if self._keys else 0

    def _read_row(self, row: str, number: int) -> None:
        if row.lstrip().startswith("|"):
            start = row.strip().removeprefix("|").removeprefix(" ")
            self._start.append(Token(start, number, row.rstrip().rindex(start) + 1))
            return
        words = [Token(each[0], number, each.start() + 1) for each in _TOKEN.finditer(row)]
        key = words[0]
        keys = (*_KEYS, *_ROW_KEYS) if self._is_row else _KEYS
        is_key = key.text in keys if self._keys else key.text == NAME
        if not is_key or key.text in self._keys:
            why = N_("{word} is said twice") if key.text in self._keys else _UNKNOWN
            error = key.error(why, word=_quoted(key.text))
            self._refuse(error, is_certain=not self._keys)
        else:
            self._keys[key.text] = tuple(words)

    def _refuse(self, error: ValueError, *, is_certain: bool = False) -> None:
        """Raise what is wrong with a text; a row of the library is read without that."""
        if is_certain or not self._is_row:
            raise error
        log.warning("A line of a saved game is ignored: %s", error)

    def _read(self, key: str, read: Callable[[str], T], otherwise: T) -> T:
        """Return what the only word after a key says, or what is so without it."""
        words = self._keys.get(key)
        if words is None:
            return otherwise
        try:
            if len(words) != 2:
                raise words[0].error(_ONE_WORD, word=_quoted(key))
            return _checked(words[1], read)
        except ValueError as error:
            self._refuse(error, is_certain=key == "seed")  # it would be another board
            return otherwise

    def _whole(self, key: str, otherwise: int = 0, high: int = fields.MOST_NUMBER) -> int:
        return self._read(key, lambda text: _whole(text, high), otherwise)

    def record(self) -> GameTree:
        record = self._begun()
        self._read_facts(record)
        nexts = _Moves(record, self).read(self._text, self._body)
        for node in list(record.root.walk()):
            if len(node.children) > 1:
                node.join_twins()
        for node, place in nexts.items():
            if node.way is not None:
                node.children.remove(node.way)
                node.children.insert(place, node.way)
        record.line = [record.root, *record.root.onward()]
        record.cursor = record.length
        if self._is_row:
            self._place(record)
        self._end(record)
        return record

    def _begun(self) -> GameTree:
        named = self._keys.get("game")
        if named is None:
            raise Token("", 1, 1).error(_NO_LINE, word=_quoted("game"))
        if len(named) != 2:
            raise named[0].error(_ONE_WORD, word=_quoted("game"))
        spec, parameters = _checked(named[1], read_game)
        if self._is_row and "seed" not in self._keys:
            raise named[0].error(_NO_LINE, word=_quoted("seed"))
        rows, standard = "".join(f"{row.text}\n" for row in self._start), None
        if "standard" in self._keys:
            # A row holds its board, so it is read even if the file of standard boards is damaged.
            catalogue = None if self._is_row and rows else game_of(spec.name).text.boards
            boards = () if catalogue is None else catalogue.standard()
            most = fields.MOST if self._is_row and rows else len(boards)
            standard = self._read("standard", lambda text: _whole(text, most, 1), None)
            rows = boards[standard - 1].state.to_text() if boards and standard else rows
        start = GameStart(parameters, self._whole("seed"), rows, standard)
        try:
            record = GameTree(spec, start, checked_seats(spec, None))
        except ValueError as error:
            raise self._wrong_start(named[1], error) from None
        parameters = record.root.state.parameters
        with suppress(ValueError):  # the standard boards cannot be read
            if standard is not None and not is_standard(spec, record.root.state, standard):
                standard = None
        record.start = dataclasses.replace(start, parameters=parameters, standard=standard)
        return record

    def _wrong_start(self, named: Token, error: ValueError) -> PositionError:
        """Return an error with the place in this text of what is wrong in the start's own."""
        words = told(error)
        place = _PLACE.search(words)
        if place is None or not 1 <= int(place[1]) <= len(self._start):
            return named.error(N_("the start cannot be read: {error}"), error=words)
        row = self._start[int(place[1]) - 1]
        column = row.column + int(place[2]) - 1
        problem = getattr(words, "values", {}).get("problem", words[place.end() :])
        return dataclasses.replace(row, column=column).error(problem)

    def _read_facts(self, record: GameTree) -> None:
        spec, seats = record.spec, self._keys.get("seats")
        if seats is not None and spec.players == 2:
            try:
                record.seats = self._seats(spec, *seats)
            except ValueError as error:
                self._refuse(error)
        record.level = self._read("level", self._level, "")
        record.date = self._read("date", _day, "")
        self._whole("hints", high=fields.MOST)  # said by the marks as well
        record.shown = "shown" in self._keys
        record.is_brought = not self._is_row or "brought" in self._keys
        if self._is_row:
            record.guesses_first = "guesses" in self._keys
            record.counted = self._read("counted", fields.read_name, "")
            record.target = self._words("target", _target)

    @staticmethod
    def _seats(spec: GameSpec, key: Token, *words: Token) -> tuple[Seat, ...]:
        no_seat = N_("{text} is not 'human' or 'ai'")
        seats = [_checked(word, lambda text: _as(Seat, text, no_seat)) for word in words]
        if len(seats) != spec.players:
            raise key.error(N_("{game} has {count} seats"), game=spec.title, count=spec.players)
        return tuple(seats)

    def _level(self, text: str) -> str:
        return fields.read_level(text) if self._is_row else shown(fields.read_level(text))

    def _words(self, key: str, read: Callable[[list[str]], T]) -> T | None:
        """Return what the words of a library row say; None where they are missing or wrong."""
        try:
            return read([_text(each) for each in self._keys[key][1:]])
        except KeyError:
            return None
        except ValueError as error:
            log.warning("'%s' of a saved game is ignored: %s", key, error)
            return None

    def _place(self, record: GameTree) -> None:
        """Show what was shown."""
        if record.damage:
            return

        def retry(words: list[str]) -> None:
            ply, cursor, seats, help_, *tried = words
            before = checked_seats(record.spec, [Seat(seat) for seat in seats.split(",")])
            record.go_to(_whole(cursor))
            record.try_again(_whole(ply, record.length - 1))
            assert record.retry is not None
            is_helped = help_ == "assisted"
            record.retry = dataclasses.replace(record.retry, seats=before, helped=is_helped)
            if tried:
                move = record.node.state.move_from_string(tried[0])
                record.play(move, By(tried[1]))

        self._words("retry", retry)
        record.go_to(self._whole("cursor", record.length))

    def _end(self, record: GameTree) -> None:
        """Note who gave the game up, and check the result that is told."""
        end = record.line[-1]
        if record.spec.players == 2 and "resigned" in self._keys and not record.damage:
            player = self._whole("resigned", high=2) - 1
            key = self._keys["resigned"][0]
            if player < 0 and not self._is_row:
                raise key.error(N_("players are 1 and 2"))
            if end.state.is_terminal and not self._is_row:
                raise key.error(N_("the last move has ended the game"))
            if player >= 0 and not end.state.is_terminal:
                end.resigned, record.has_given_up = player, True
        claimed = self._keys.get("result")
        if claimed is not None and [each.text for each in claimed[1:]] != _result(record).split():
            ends = N_("the moves lead to {result}")
            result = _result(record)
            ends = ends if result else N_("the moves lead to 'no result'")
            self._refuse(claimed[0].error(ends, result=_quoted(result)))


class _Moves:
    """Reads the moves of a game; a stack of where branches left stands for branches in branches."""

    def __init__(self, record: GameTree, reader: _Reader) -> None:
        self._record = record
        self._reader = reader
        self._is_row = reader._is_row
        self._nexts: dict[GameNode, int] = {}
        self._words = 0

    def read(self, text: str, start: int) -> dict[GameNode, int]:
        """Return the nodes whose way is not their first child, each with the place of its way."""
        try:
            self._read_moves(text, start)
        except PositionError as error:
            if not self._is_row:
                raise
            self._record.damage = self._record.damage or told(error)
        return self._nexts

    def _read_moves(self, text: str, start: int) -> None:
        node, stack, count = self._record.root, list[GameNode](), 0
        is_fresh = False  # a branch has no move yet
        lost: GameNode | None = None  # stands for a move that cannot be read
        skipped = 0  # how many branches are open after what followed it
        for match in _TOKEN.finditer(text, start):
            token = match[0]
            if skipped:
                skipped += (token == "(") - (token == ")")
                if skipped:
                    continue
            if token == "(":
                if is_fresh:
                    raise self._error(match, N_("a branch begins with a move"))
                stack.append(node)
                node, is_fresh = node.parent or node, True
            elif token == ")":
                if is_fresh or not stack:
                    raise self._error(match, N_("this closes no branch"))
                node, is_fresh = stack.pop(), False
            elif token[0] == "{":
                if node is not lost:
                    self._mark(node, match)
            elif node is lost:
                skipped = 1
            else:
                count += 1
                if count > MOST_NODES:
                    raise self._error(match, _TOO_MANY, count=MOST_NODES)
                after = self._after(node, match)
                if after is None:
                    after = lost = GameNode(None, node.position)
                    lost.parent = node  # of the branches beside it
                else:
                    node.children.append(after)
                    if not is_fresh:
                        node.way = after
                node, is_fresh = after, False
        if stack:
            at = self._reader._token("", len(text) - 1)
            raise dataclasses.replace(at, column=1).error(N_("a branch is not closed"))

    def _error(
        self, match: re.Match[str], problem: str | Exception, **values: object
    ) -> PositionError:
        return self._reader._token(match[0], match.start()).error(problem, **values)

    def _after(self, node: GameNode, match: re.Match[str]) -> GameNode | None:
        """Return the node after a move; None for one of a library row that cannot be read."""
        try:
            move, position = node.position.play(node.state.move_from_string(_unquoted(match[0])))
        except Exception as error:  # a plug-in's rules may raise what they like
            if not self._is_row:
                if isinstance(error, ValueError):
                    raise self._error(match, error) from None
                raise
            self._record.damage = told(self._error(match, error))
            return None
        record = self._record
        by = _MOVERS[record.seats[node.state.current_player]]
        level = record.level if by is By.OPPONENT else ""
        return GameNode(node, position, move, self._mover(by), level)

    def _mover(self, by: By) -> By:
        return By.BROUGHT if by is By.PERSON and not self._is_row else by

    def _mark(self, node: GameNode, match: re.Match[str]) -> None:
        if len(match[0]) == 1:
            raise self._error(match, N_("this brace is not closed"))
        at, end = match.span()
        if self._is_row and (raw := _OF_POSITION.match(match[0])):
            position = node.position
            position.unread.append(partial(_read_raw, position, raw[1], match[0][raw.end() : -1]))
            if position.text is not None:
                position.text = f"{position.text} {match[0]}" if position.text else match[0]
            return
        words = list(_WORD.finditer(self._reader._text, at + 1, end - 1))
        self._words += len(words)
        if self._words > MOST_WORDS and not self._is_row:
            raise self._error(match, _TOO_MANY_WORDS, count=MOST_WORDS)
        kind = words[0][0] if words else ""
        place = words[0] if words else match
        try:
            is_read = self._read_mark(node, kind, [_unquoted(each[0]) for each in words[1:]])
        except (ValueError, TypeError) as error:
            if self._is_row:
                log.warning("'%s' of a saved game is ignored: %s", kind, error)
                return
            raise self._error(
                place, N_("{word}: {error}"), word=_quoted(kind), error=told(error)
            ) from None
        if not is_read and not self._is_row:
            raise self._error(
                place, N_("{word} says nothing that is known here"), word=_quoted(kind)
            )

    def _read_mark(self, node: GameNode, kind: str, words: list[str]) -> bool:
        """Read a mark; return whether it is one."""
        record, position = self._record, node.position
        match kind, words:
            case "by", [by]:
                node.by = self._mover(_as(By, by, N_("{text} is not somebody who makes moves")))
                node.level = record.level if node.by is By.OPPONENT else ""
            case "level", [level]:
                node.level = self._reader._level(level)
            case "hint", []:
                node.hinted = True
            case "resigned", [player]:
                node.resigned = _whole(player, 2, 1) - 1
            case "next", [place]:
                self._nexts[node] = _whole(place, MOST_NODES, 1) - 1
            case "left", [why, cursor] if self._is_row and why in (RETRY, AI_PLAYS):
                record.left = Left(node, why, _whole(cursor, node.ply))
            case "guess", [name, *evaluation]:
                move, after = position.play(position.state.move_from_string(name))
                if record.guesses.setdefault(position, move) != move:
                    raise ValueError(N_("another move was guessed there"))
                if evaluation:
                    _learn(after, evaluation)
            case _ if kind in _POSITION_MARKS:
                _POSITION_MARKS[kind](position, words)
            case _:
                return False
        return True


def _read_raw(position: Position, kind: str, words: str) -> None:
    _POSITION_MARKS[kind](position, [_unquoted(each) for each in _WORD.findall(words)])


def _learn(position: Position, words: Sequence[str]) -> None:
    if len(words) < len(("value", "error", "visits")):
        raise ValueError(N_("value, standard error and visits are told"))
    value, error, visits, *more = words
    evaluation = Evaluation(
        _value(position, value),
        fields.read_float(_real(error), 0.0),
        _whole(visits, _MOST_VISITS),
        **_more(position.state, more),
    )
    is_new = evaluation.searcher not in position.evaluations
    if is_new and len(position.evaluations) >= MOST_SEARCHERS:
        raise ValueError(filled(_TOO_MANY_SEARCHERS, count=MOST_SEARCHERS))
    position.learn(evaluation)


def _more(state: State, words: Sequence[str]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    following = iter(words)
    for key in following:
        if key == "line":
            moves = []
            for name in following:
                moves.append(state.move_from_string(name))
                state = state.play(moves[-1])
            more["line"] = tuple(moves)
        elif key == "moves":
            more["line"] = tuple(_whole(move, fields.MOST) for move in following)
        elif key in _MORE:
            more[key] = _MORE[key](next(following, ""))
        else:
            raise ValueError(filled(_UNKNOWN, word=_quoted(key)))
    return more


def _advise(position: Position, words: Sequence[str]) -> None:
    name, before, after = words
    values = _value(position, before), _value(position, after)
    position.advise(position.state.move_from_string(name), *values)


def _comment(position: Position, words: Sequence[str]) -> None:
    (comment,) = words
    position.say(fields.read_text(comment, _LONGEST_COMMENT))


def _target(words: Sequence[str]) -> Target:
    score, seconds = words
    return Target(fields.read_int(int(score), -fields.MOST), fields.read_float(_real(seconds), 0.0))


def _value(position: Position, text: str) -> float:
    is_share = position.spec.players == 2
    return fields.read_float(_real(text), *((0.0, 1.0) if is_share else ()))


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        if text in ("(", ")", "}"):
            raise ValueError(N_("a word is missing here"))
        return text
    try:
        return fields.read_text(json.loads(text), MOST_CHARACTERS)
    except ValueError:
        raise ValueError(N_("this text in quotes is not closed or cannot be read")) from None


def _text(token: Token) -> str:
    try:
        return _unquoted(token.text)
    except ValueError as error:
        raise token.error(error) from None


def _checked(token: Token, check: Callable[[str], T]) -> T:
    text = _text(token)
    try:
        return check(text)
    except (ValueError, TypeError) as error:
        raise token.error(error) from None


def _whole(text: str, high: int = fields.MOST_NUMBER, low: int = 0) -> int:
    return fields.read_int(int(text) if text.isascii() and text.isdigit() else None, low, high)


def _as(kind: Callable[[str], T], text: str, problem: str) -> T:
    """Return what a word stands for; raise `ValueError`, in the words of a player, if nothing."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(filled(problem, text=_quoted(text))) from None


def _real(text: str) -> float:
    return _as(float, text, N_("{text} is not a number"))


def _day(text: str) -> str:
    no_day = N_("{text} is not a day such as 2026-11-26")
    return _as(datetime.date.fromisoformat, text, no_day).isoformat()


_MORE: Final[dict[str, Callable[[str], Any]]] = {
    "searcher": lambda text: fields.read_name(text, fields.LONGEST_LEVEL),
    "proof": lambda text: _as(Proof, text, N_("{text} is not 'win', 'draw' or 'loss'")),
    "distance": lambda text: fields.read_int(_as(int, text, N_("{text} is not a whole number"))),
    "seconds": lambda text: fields.read_float(_real(text), 0.0),
}
"""What an evaluation may have besides, and how it is read."""
_POSITION_MARKS: Final[Mapping[str, Callable[[Position, Sequence[str]], None]]] = {
    "eval": _learn,
    "told": _advise,
    "comment": _comment,
}
"""The marks about a position, and what reads them."""
_OF_POSITION: Final = re.compile(rf"\{{\s*({'|'.join(_POSITION_MARKS)})(?![^\s(){{}}\"])")


def _quoted(text: str) -> str:
    """Return a word of a text as its errors name it."""
    brief = text if len(text) <= fields.LONGEST_NAME else f"{text[: fields.LONGEST_NAME]}..."
    return f"'{brief}'"
