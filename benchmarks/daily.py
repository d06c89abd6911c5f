"""Makes the table of the boards of the day.

    python -m benchmarks.daily [--first SEED] [--boards NUMBER]

Searches random boards, one after the other, and keeps those that the search clears: each with its
score and the line that shows it, which anybody can replay by the rules. Prints a JSON line a board;
``assets/samegame/daily.json`` is a list of them, in any order.
"""

import json
from typing import Final

import playout
from ai.options import whole_number
from ai.streams import Parser

SECONDS: Final = 1.5
BOARDS: Final = 366


def main() -> None:
    """Print boards until there are enough."""
    parser = Parser(description=__doc__.partition("\n")[0])
    parser.add_argument("--first", type=whole_number(1, 10**9), default=1, metavar="SEED")
    parser.add_argument("--boards", type=whole_number(1, 10**6), default=BOARDS, metavar="NUMBER")
    wanted = parser.parse_args()
    game, seed, found = playout.game("samegame"), wanted.first, 0
    while found < wanted.boards:
        start = game.start(seed=seed)
        line = playout.search(start, "best", seconds=SECONDS, seed=1).candidates[0].line
        end = start.play(*line)
        rows = end.text.splitlines()[-int(game.parameters["rows"]) :]
        if end.is_over and set("".join(rows)) == {".", " "}:
            row = {"seed": seed, "score": round(end.returns[0]), "line": " ".join(line)}
            print(json.dumps(row), flush=True)
            found += 1
        seed += 1


if __name__ == "__main__":
    main()
