"""Scores a SameGame line with separate rules, so that no other module has to be trusted."""

from collections.abc import Iterable, Sequence

Columns = Sequence[Sequence[int]]


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
