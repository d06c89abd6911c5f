"""Scores a SameGame line with separate rules, so that no other module has to be trusted.

    python benchmarks/samegame_checker.py BOARDS SOLUTIONS

replays what `solve --json` has answered. Both are files; a board begins with a line "position
NUMBER", its rows come from the top down. It ends with 1 if any answer is false.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Columns = Sequence[Sequence[int]]


def read(text: str) -> dict[int, list[list[int]]]:
    """Return columns, each with its lowest tile first, by the number of the board."""
    boards: dict[int, list[list[str]]] = {}
    number = 1
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["position"]:
            number = int(words[1])
        elif words:
            boards.setdefault(number, []).append(words)
    return {
        number: [
            [int(tile) for tile in column[::-1] if tile not in ".-"]
            for column in zip(*rows, strict=True)
        ]
        for number, rows in boards.items()
    }


def faults(columns: Columns, claim: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with an answer; nothing if it is true."""
    try:
        score, left = check(columns, [(x, y) for x, y in claim["moves"]])
    except ValueError as error:
        return [str(error)]
    found = [] if score == claim["score"] else [f"the score is {score}, not {claim['score']}"]
    if claim["cleared"] is not (not left):
        found.append(f"{left} tiles are left, but cleared is {claim['cleared']}")
    return found


def check(columns: Columns, line: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Play (column, row) moves, counted from 0 at the bottom left, to the end of the game.

    Returns:
        The score, with the left-over rule of Schadd and js-games, and the tiles left.

    Raises:
        ValueError: A move removes nothing, or the game is not over after the last one.
    """
    board = {(x, y): tile for x, column in enumerate(columns) for y, tile in enumerate(column)}
    score = 0
    for number, place in enumerate(line, 1):
        group = _group(board, place)
        if len(group) < 2:
            raise ValueError(f"move {number} at {place} removes no group of two or more tiles")
        score += (len(group) - 2) ** 2
        board = _settled({place: tile for place, tile in board.items() if place not in group})
    if any(len(_group(board, place)) > 1 for place in board):
        raise ValueError("the game is not over after the last move")
    if not board:
        return score + 1000, 0
    tiles = list(board.values())
    return score - sum((tiles.count(tile) - 2) ** 2 for tile in set(tiles)), len(tiles)


def _group(board: dict[tuple[int, int], int], place: tuple[int, int]) -> set[tuple[int, int]]:
    if place not in board:
        return set()
    group, edge = {place}, [place]
    while edge:
        x, y = edge.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near not in group and board.get(near) == board[place]:
                group.add(near)
                edge.append(near)
    return group


def _settled(board: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Let tiles fall and close empty columns."""
    settled = {}
    for to, x in enumerate(sorted({x for x, _ in board})):
        for down, y in enumerate(sorted(y for other, y in board if other == x)):
            settled[to, down] = board[x, y]
    return settled


def main(boards_file: str, solutions_file: str) -> int:
    """Print what is wrong with each answer; return the exit code."""
    boards = read(Path(boards_file).read_text("utf-8"))
    claims = list(map(json.loads, Path(solutions_file).read_text("utf-8").splitlines()))
    wrong = {claim["board"]: faults(boards[claim["board"]], claim) for claim in claims}
    for number, told in wrong.items():
        for fault in told:
            print(f"board {number}: {fault}")
    total, bad = sum(claim["score"] for claim in claims), sum(map(bool, wrong.values()))
    print(f"{len(claims)} boards, {len(claims) - bad} claims true, total {total}")
    return 1 if bad or not claims else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
