"""Boards as other programs write them are the boards that they are here."""

import json
import random
from collections.abc import Callable

import pytest

from ai.contract.rules import AmbiguousZeroError, PositionError
from game.games.samegame.reader import read_boards
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from tests.games import refused

Cells = list[list[int]]
"""Rows from the top down; -1 is empty."""


def boards(count: int, seed: int) -> list[SameGameState]:
    """Return boards of one size with all their colours, some of them in the middle of a game."""
    stream = random.Random(seed)
    size = SameGameParameters(stream.randint(4, 9), stream.randint(5, 9), stream.randint(2, 4))
    found: list[SameGameState] = []
    while len(found) < count:
        state = new_game(size, stream.randrange(10**6))
        for _ in range(stream.randint(0, 3)):
            if state.legal_moves:
                state = state.play(stream.choice(state.legal_moves))
        if all(state.colour_counts) and state.tiles_left >= size.columns:
            found.append(state)
    return found


def cells(state: SameGameState) -> Cells:
    size = state.parameters
    return [
        [
            -1 if colour is None else colour
            for colour in (state.colour_at(column, row) for column in range(size.columns))
        ]
        for row in reversed(range(size.rows))
    ]


def lines(between: str, *, empty: str = ".", signs: str = "01234") -> Callable[[list[Cells]], str]:
    def write(found: list[Cells]) -> str:
        texts = (
            "".join(
                between.join(empty if each < 0 else signs[each] for each in row) + "\n"
                for row in board
            )
            for board in found
        )
        return "\n".join(texts)

    return write


def headed(found: list[Cells]) -> str:
    texts = lines(" ")(found).split("\n\n")
    return "".join(f"position {n} The {n}.\n{text}\n" for n, text in enumerate(texts, 1))


NOTATIONS: dict[str, Callable[[list[Cells]], str]] = {
    "blanks": lines(" "),
    "blanks and -1": lines(" ", empty="-1"),
    "tabs": lines("\t", empty="-"),
    "no-break spaces": lines("\u00a0"),
    "commas": lines(",", empty="-1"),
    "commas and blanks": lines(", "),
    "semicolons": lines(";"),
    "bars": lines(" | "),
    "together": lines(""),
    "letters": lines(" ", signs="abcde"),
    "letters together": lines("", signs="BGRVY", empty="_"),
    "digits from 5": lines(" ", signs="56789"),
    "digits as wide as Chinese signs": lines(" ", signs="０１２３４", empty="−"),
    "a minus sign": lines("\t", empty="−1"),
    "a size": lambda found: f"{len(found[0][0])} {len(found[0])}\n{lines('')(found[:1])}",
    "sizes": lambda found: "\n".join(
        f"{len(each)} {len(each[0])}\n{lines(' ')([each])}" for each in found
    ),
    "a line each": lambda found: lines(" ")(found[:1]).replace("\n", "\n\n"),
    "position NUMBER": headed,
    "JSON": json.dumps,
    "JSON over lines": lambda found: json.dumps(found, indent=2),
    "JSON by name": lambda found: json.dumps({"boards": found}),
    "JSON of rows": lambda found: json.dumps([lines("")([each]).split() for each in found]),
    "JSON of letters": lambda found: json.dumps(
        [[["." if cell < 0 else "abcde"[cell] for cell in row] for row in each] for each in found]
    ),
    "C": lambda found: json.dumps(found).translate(str.maketrans("[]", "{}")) + ";",
    "numpy": lambda found: json.dumps(found).replace(",", "").replace("] [", "]\n [\n"),
    "numpy in Python": lambda found: "\n".join(f"array({each}, dtype=int8)" for each in found),
    "headings": lambda found: "".join(
        f"Board {n}:\n{lines(' ')([each])}\n" for n, each in enumerate(found, 1)
    ),
    "numbered headings": lambda found: "".join(
        f"Game #{n}\n{lines(',')([each])}\n% easy\n=====\n" for n, each in enumerate(found, 1)
    ),
    "a size with colours": lambda found: (
        f"{len(found[0][0])} {len(found[0])} 5\n{lines(' ')(found[:1])}"
    ),
    "JSON with more than boards": lambda found: json.dumps(
        [{"id": n, "name": f"Board {n}", "board": each} for n, each in enumerate(found, 1)]
    ),
    "JSON with nulls": lambda found: json.dumps(found).replace("-1", "null"),
    "a program's": lambda found: f"int[][] board = {{{json.dumps(found[0])[1:-1]}}};  // one",
    "numpy's floats": lambda found: lines(" ", empty="-1")(found).replace(" ", ". "),
    "quoted in Chinese": lambda found: "".join(
        f"> {row}\n" for row in lines("，")(found[:1]).splitlines()
    ),
    "one array each": lambda found: "\n".join(map(json.dumps, found)),
    "start of a game's file": lambda found: lines(" ")(found[:1]).replace("\n", "\n| "),
}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_boards_of_any_notation_are_read(notation: str, end: str) -> None:
    for seed in range(25):
        wanted = boards(1 + seed % 3, seed)
        text = NOTATIONS[notation]([cells(state) for state in wanted]).replace("\n", end)
        try:
            found = read_boards(f"\ufeff{text}")
        except AmbiguousZeroError:
            found = read_boards(text, zero_is_empty=False)
        else:
            assert read_boards(text) == found
        first = 5 if notation == "digits from 5" and "9" not in text else 0
        first = 4 if notation == "digits from 5" and "9" in text else first
        columns = [
            tuple(tuple(colour - first for colour in column) for column in board.state.columns)
            for board in found
        ]
        assert columns == [state.columns for state in wanted[: len(found)]]
        assert len(found) in (1, len(wanted))
        assert [board.number for board in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("seed", range(6))
def test_mutated_texts_are_boards_or_refused_in_a_sentence_with_a_place(seed: int) -> None:
    stream = random.Random(seed)
    written = [
        write([cells(state) for state in boards(2, seed)])
        for seed, write in enumerate(NOTATIONS.values())
    ]
    for _ in range(500):
        text = list(stream.choice(written))
        for _ in range(stream.randint(1, 4)):
            at = stream.randrange(len(text))
            sign = stream.choice('0158.-xZ#[](){}",; \n\r\t\0\u2028é²٣🟥')
            text[at : at + stream.randint(0, 2)] = sign * stream.randint(0, 3)
        whole = "".join(text) or "\n"
        told, found = "line 1, ", ()
        try:
            found = read_boards(whole)
        except PositionError as error:
            told = str(error)
        assert told.startswith("line ")
        assert told.isprintable()
        for board in found:
            (again,) = read_boards(board.state.to_text(), zero_is_empty=False)
            assert again.state.columns == board.state.columns


def test_a_board_of_one_letter_is_a_board() -> None:
    (board,) = read_boards("aaaa\n" * 4)
    assert board.state.tiles_left == 16


LEFT_OPEN = "0 0 1 2\n2 1 1 2\n1 2 2 1\n1 1 2 2\n"


def test_zero_is_asked_where_it_may_be_empty_and_told_where_it_is() -> None:
    with refused(AmbiguousZeroError, "line 1, column 1: 0 may be a colour or an empty cell"):
        read_boards(LEFT_OPEN)
    (colour,) = read_boards(LEFT_OPEN, zero_is_empty=False)
    (empty,) = read_boards(LEFT_OPEN, zero_is_empty=True)
    assert (colour.state.tiles_left, colour.state.parameters.colours) == (16, 3)
    assert (empty.state.tiles_left, empty.state.parameters.colours) == (14, 2)
    # A hole that is written in another way, a 0 that would float, and a 9 leave nothing open.
    assert read_boards(LEFT_OPEN.replace("0 0", ". 0"))[0].state.tiles_left == 15
    assert read_boards(f"{LEFT_OPEN}1 0 2 1\n")[0].state.tiles_left == 20
    assert read_boards(LEFT_OPEN.replace("2", "9"))[0].state.tiles_left == 14
    # One of several boards says it of them all, and so does a position that was copied here.
    assert read_boards(f"{LEFT_OPEN}\n1 1 1 1\n0 1 1 0\n1 1 1 1\n1 1 1 1\n")
    assert read_boards(f"points 9\n{LEFT_OPEN}")[0].state.tiles_left == 16


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,2,1,2\r\n1,2,1,2\r\n1,2,x,2\r\n1,2,1,2\r\n", "line 3, column 5: 'x' is not a tile"),
        ("\ufeff[[1, 2, 1, 2], [1, 2, 1]]", "line 1, column 17: a board has 4 to 30 rows, not 2"),
        ("[[1,2,1,2],\n [1,2,1,2],\n [1,2,1],\n [1,2,1,2]]", "line 3, column 3: this row has 3"),
        ("a b\u2028\x0cc d\n" * 4 + "a b c 10", "line 5, column 7: '10' is not a tile"),
        ("abcd\nefgh\nijkl\nabcd\n", "line 3, column 2: there are 12 colours"),
        ("1 1 1 1\n" * 4 + "\n" + "1 1 1 1\n" * 3, "line 8, column 1: a board has 4 to 30 rows"),
    ],
)
def test_what_is_wrong_has_its_place_in_the_text_as_it_came(text: str, sentence: str) -> None:
    with pytest.raises(PositionError) as problem:
        read_boards(text)
    assert str(problem.value).startswith(sentence)
