"""Checks what `solve --json` claims, with rules of its own: it shares no code with the program.

    python tests/cli/checker.py BOARDS SOLUTIONS

Both are files; a board begins with a line "position NUMBER", its rows come from the top down.
Ends with 1 if any claim is false.
"""

import json
import sys
from pathlib import Path

Tower = list[int]


def read(text: str) -> dict[int, list[Tower]]:
    """Towers (columns, bottom first) by board number."""
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
            [int(row[x]) for row in reversed(rows) if row[x] not in ".-"]
            for x in range(len(rows[0]))
        ]
        for number, rows in boards.items()
    }


def group(towers: list[Tower], x: int, y: int) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()

    def visit(i: int, j: int) -> None:
        inside = 0 <= i < len(towers) and 0 <= j < len(towers[i])
        if inside and (i, j) not in found and towers[i][j] == towers[x][y]:
            found.add((i, j))
            for neighbour in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                visit(*neighbour)

    visit(x, y)
    return found


def faults(towers: list[Tower], claim: dict[str, object]) -> list[str]:
    """What is wrong with a claim; empty if it is true."""
    towers = [tower for tower in towers if tower]
    score = 0
    moves = claim["moves"]
    assert isinstance(moves, list)
    for count, (x, y) in enumerate(moves, start=1):
        if not (0 <= x < len(towers) and 0 <= y < len(towers[x])):
            return [f"move {count}: no tile at {x}, {y}"]
        tiles = group(towers, x, y)
        if len(tiles) < 2:
            return [f"move {count}: a single tile at {x}, {y}"]
        score += (len(tiles) - 2) ** 2
        towers = [
            [colour for j, colour in enumerate(tower) if (i, j) not in tiles]
            for i, tower in enumerate(towers)
        ]
        towers = [tower for tower in towers if tower]
    left = [colour for tower in towers for colour in tower]
    score += 1000 if not left else -sum((left.count(c) - 2) ** 2 for c in set(left))
    found = []
    if any(
        len(group(towers, i, j)) > 1 for i, tower in enumerate(towers) for j in range(len(tower))
    ):
        found.append("the game goes on after the last move")
    if score != claim["score"]:
        found.append(f"the score is {score}, not {claim['score']}")
    if claim["cleared"] is not (not left):
        found.append(f"{len(left)} tiles are left, but cleared is {claim['cleared']}")
    return found


def main(boards_file: str, solutions_file: str) -> int:
    boards = read(Path(boards_file).read_text(encoding="utf-8"))
    total = count = bad = 0
    for line in Path(solutions_file).read_text(encoding="utf-8").splitlines():
        claim = json.loads(line)
        wrong = faults(boards[claim["board"]], claim)
        for fault in wrong:
            print(f"board {claim['board']}: {fault}")
        count, bad, total = count + 1, bad + bool(wrong), total + claim["score"]
    print(f"{count} boards, {count - bad} claims true, total {total}")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
