"""SameGame boards in a text, in the ways in which programs write them.

Rows come from the top down, boards one after another: each under a line ``position NUMBER
TITLE``, or with an empty line, a heading, or two closing brackets between them. The cells of a row
stand apart or together, with commas, quotes and brackets of any kind. Colours are digits or
letters; ``.``, ``-``, ``_``, ``-1`` and what languages call nothing are empty cells, and ``0`` may
be. A line with the size may come before the rows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ai.contract.game import NumberedPosition
from ai.contract.rules import AmbiguousZeroError, PositionError
from ai.phrases import N_, told
from game.games.lattice.grid_text import GridText, Row, Token, gather
from game.games.samegame.grid import NO_TILE, Columns, columns_from_rows
from game.games.samegame.rules import (
    FEWEST_COLOURS,
    KEYWORDS,
    LARGEST,
    MOST_COLOURS,
    SMALLEST,
    SameGameParameters,
    SameGameState,
    last_move_in,
    size_of,
)

Cells = tuple[Row, ...]
_LINE: Final = re.compile(r"\r\n?|\n")
_COMMENT: Final = re.compile(r"#|//|%")
_HEADING: Final = re.compile(
    rf"\s*(?!(?:{'|'.join(KEYWORDS)})\b)[^\W\d_]{{2,}}\s*(?:[#№]\s*)?\d+\W*"
    r"|\s*([=*~`])\1\1.*|[^#]*:\s*(?:#.*)?"
)
"""Of a board, such as "Game 2", "== 2 ==" and "Second:"; or a line of signs."""
_WORD: Final = re.compile(r"\S+")
_HEADER: Final = "position"
_UNEQUAL: Final = N_("this row has {count} cells, but the first one has {first}")
_TOO_MANY_COLOURS: Final = N_("there are {count} colours, and a board has at most {most}")
_PART: Final = re.compile(
    r"""(?P<name>(["'])\w+\2\s*:(?:\s*(?:\d{1,3}|"[A-Za-z]\w* [^"]*")(?=\s*[,}]))?"""
    r"""|(?:\w+\.)?(?:array|tensor)(?=\()|dtype=[\w.]+|^\s*[A-Za-z_][^=]*=)"""
    r"""|[^][(){}\s,;|"'>，；、\ufeff\u200b\x1a]+|[][(){}]"""
)
"""What says nothing here, as names in JSON, with a number or a title, and in programs; a word; a
bracket."""
_FLOAT: Final = re.compile(r"^(-?\d)\.0?$")
_NOTHING: Final = ("null", "None", "nan")
_EMPTY: Final = (".", "-", "_", "-1")
_DIGITS: Final = "0123456789"
_AS_TYPED: Final = str.maketrans("０１２３４５６７８９−", f"{_DIGITS}-")
"""What keyboards of East Asia and word processors write, as programs do."""
_FROM_0: Final = dict(zip(_DIGITS[:MOST_COLOURS], _DIGITS, strict=False))
_FROM_1: Final = dict(zip(_DIGITS[1:], _DIGITS, strict=False)) | {"0": "."}


def read_boards(
    text: str, parameters: SameGameParameters | None = None, zero_is_empty: bool | None = None
) -> tuple[NumberedPosition, ...]:
    """Read boards; width, height and number of colours are taken from the text.

    A position that was copied in the middle of a game says its points and moves, too.

    Args:
        parameters: What else the boards are played with; None for the usual.
        zero_is_empty: What 0 is where the text leaves it open.

    Raises:
        AmbiguousZeroError: The text leaves it open, and `zero_is_empty` is None.
        PositionError: A sentence that names line and column.
    """
    parts = _Parts(text.removeprefix("\ufeff").translate(_AS_TYPED)).boards
    grids = [_grid(*part) for part in parts]
    if not grids:
        raise Token("", 1, 1).error(N_("there is no board in this text"))
    if any(grid.notes for grid in grids):
        zero_is_empty = False  # it was copied here
    columns = _columns([grid.rows for grid in grids], zero_is_empty)
    boards: dict[int, NumberedPosition] = {}
    for (header, _), grid, tiles in zip(parts, grids, columns, strict=True):
        number = header[1].number() if header else len(boards) + 1
        if number in boards:
            raise header[1].error(N_("there is a second board {number}"), number=number)
        title = " ".join(token.text for token in header[2:]) or f"Board {number}"
        width, height = size_of(grid.rows)
        colours = max(FEWEST_COLOURS, 1 + max(map(max, tiles)))
        size = replace(
            parameters or SameGameParameters(), columns=width, rows=height, colours=colours
        )
        points, moves, last = grid.number("points"), grid.number("moves"), last_move_in(grid, size)
        state = SameGameState(size, tiles, points, last, moves)
        boards[number] = NumberedPosition(number, title, state)
    return tuple(boards.values())


class _Parts:
    """A text's boards, as their headers and their rows of words."""

    def __init__(self, text: str) -> None:
        self.boards: list[tuple[Row, list[Row]]] = []
        self._words: list[Token] = []
        self._depth = self._closed = 0
        self._is_apart = True
        lines = _LINE.split(text)
        headers = dict[int, Row]()
        for number, line in enumerate(lines, 1):
            words = [
                Token(each[0], number, each.start() + 1) for each in _WORD.finditer(_code(line))
            ]
            if words and words[0].text.lower() == _HEADER:
                words[1:2] = [replace(each, text=each.text.rstrip(":")) for each in words[1:2]]
                headers[number] = tuple(words)
        self._has_headers = bool(headers)  # empty lines part no boards, then
        for number, line in enumerate(lines, 1):
            if number in headers:
                self._begin(headers[number])
            elif not line.strip() or _HEADING.fullmatch(line):
                self._is_apart = True
            else:
                self._read(_code(line), number)
        self._end_row()
        if not headers and all(len(rows) == 1 for _, rows in self.boards):
            joined = [row for _, rows in self.boards for row in rows]  # lines are double-spaced
            self.boards = [((), joined)] if joined else []

    def _begin(self, header: Row) -> None:
        self._end_row()
        if len(header) == 1:
            raise header[0].error(N_("{key} needs a number after it"), key=repr(_HEADER))
        self.boards.append((header, []))

    def _read(self, line: str, number: int) -> None:
        for part in _PART.finditer(line):
            word = part[0]
            if word in "[({":
                self._end_row()
                self._depth += 1
            elif word in "])}":
                if self._end_row() > 1:  # the bracket's words were the rows of a board
                    self._is_apart = True
                self._depth -= 1
                self._closed += 1
            elif part["name"] is None:
                cell = "." if word in _NOTHING else _FLOAT.sub(r"\1", word)
                self._words.append(Token(cell, number, part.start() + 1))
        if self._depth < len("[["):  # a row in two brackets may have several lines
            self._end_row()

    def _end_row(self) -> int:
        """Keep the words since the last row; return how many rows they are."""
        words, self._words = self._words, []
        if not words:
            return 0
        is_apart = self._is_apart or self._closed >= len("]]")
        if not self.boards or (is_apart and not self._has_headers):
            self.boards.append(((), []))
        self._closed, self._is_apart = 0, False
        are_rows = self._depth and all(len(word.text) >= SMALLEST for word in words)
        rows: list[Row] = [(word,) for word in words] if are_rows else [tuple(words)]
        self.boards[-1][1].extend(rows)
        return len(rows)


def _code(line: str) -> str:
    return _COMMENT.split(line, maxsplit=1)[0]


def _grid(header: Row, words: list[Row]) -> GridText:
    if not words:
        raise header[0].error(N_("no rows follow this line"))
    grid = gather(tuple(words), KEYWORDS)
    if not grid.rows:
        raise words[0][0].error(N_("there is no board under this line"))
    rows = tuple(map(_cells, _without_size(grid.rows)[: LARGEST + 1]))
    width, _ = size_of(rows)
    for row in rows:
        if len(row) != width:
            raise row[0].error(_UNEQUAL, count=len(row), first=width)
    return GridText(rows, grid.notes)


def _without_size(rows: Cells) -> Cells:
    """Leave out a first line with the numbers of columns and rows, in either order.

    That of colours may follow.
    """
    first, *rest = rows
    size = [len(rest), len(_cells(rest[0]))] if rest else []
    is_size = sorted(word.text for word in first[:2]) == sorted(map(str, size))
    return tuple(rest) if is_size and len(first) < SMALLEST else rows


def _cells(row: Row) -> Row:
    """Return a row's cells, which are the characters of its only word if it has but one."""
    if len(row) > 1:
        return row
    word = row[0]
    return tuple(
        Token(cell, word.line, column) for column, cell in enumerate(word.text, start=word.column)
    )


# What stands in a cell.


def _columns(boards: Sequence[Cells], zero_is_empty: bool | None) -> list[Columns]:
    first_seen: dict[str, Token] = {}
    for cell in (cell for rows in boards for row in rows for cell in row):
        first_seen.setdefault(cell.text, cell)
    colours = [text for text in first_seen if text not in _EMPTY]
    zero = first_seen.get("0")
    if zero_is_empty:
        return _placed(boards, _FROM_1)
    letters = [text for text in colours if len(text) == 1 and text.isalpha()]
    if letters and letters[0] == colours[0]:
        if len(letters) > MOST_COLOURS:
            place = first_seen[letters[MOST_COLOURS]]
            raise place.error(_TOO_MANY_COLOURS, count=len(letters), most=MOST_COLOURS)
        return _placed(boards, dict(zip(sorted(letters), _DIGITS, strict=False)))
    if zero is None and "9" in first_seen:
        return _placed(boards, _FROM_1)
    if zero is None or zero_is_empty is False or len(colours) < len(first_seen):
        return _placed(boards, _FROM_0)
    try:
        from_1 = _placed(boards, _FROM_1)
    except PositionError:
        return _placed(boards, _FROM_0)
    try:
        _placed(boards, _FROM_0)
    except PositionError:
        return from_1
    raise AmbiguousZeroError(told(zero.error(N_("0 may be a colour or an empty cell"))))


def _placed(boards: Sequence[Cells], colours: Mapping[str, str]) -> list[Columns]:
    """Return the boards' tiles, a colour for each sign; raise `PositionError`."""
    tiles = [each for each, colour in colours.items() if colour != "."]
    empty = "0" if "." in colours.values() else "."
    placed = []
    for rows in boards:
        for cell in (cell for row in rows for cell in row):
            if cell.text not in colours and cell.text not in _EMPTY:
                usable = {"low": min(tiles), "high": max(tiles), "empty": empty}
                raise cell.error(NO_TILE, text=repr(cell.text), **usable)
        signs = dict.fromkeys(_EMPTY, ".") | dict(colours)
        grid = tuple(tuple(replace(cell, text=signs[cell.text]) for cell in row) for row in rows)
        columns = columns_from_rows(grid, MOST_COLOURS)
        if not columns:
            raise rows[0][0].error(N_("this board has no tiles"))
        placed.append(columns)
    return placed
