"""How quickly a watched search answers: ``python -m benchmarks.inside``.

For each board the milliseconds from the question for one more simulation to the answer, over 150 of
them from the first on, and from the question to undo one: after these, and after 10,000.
"""

import random
import time
from statistics import quantiles

from ai.contract.games import game_spec
from ai.contract.rules import Parameters, State
from ai.engine.watching import SearchWatcher, WatchAnswer, WatchRequest
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.square_board import BoardParameters
from game.games.registry import hand_in
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters

STEPS = 150
FAR = 10_000
TREE, NESTED = "mcts:expand_at=1", "nmcs:level=1"
BOARDS: tuple[tuple[str, str, Parameters, int], ...] = (
    (TREE, "tictactoe", TicTacToeParameters(), 0),
    (TREE, "tictactoe", TicTacToeParameters(15, 15, 5), 0),
    (TREE, "hex", HexParameters(), 0),
    (TREE, "hex", HexParameters(), 12),
    (TREE, "hex", HexParameters(side=8), 12),
    (TREE, "breakthrough", BoardParameters(5, 5), 0),
    (NESTED, "samegame", SameGameParameters(), 0),
    (NESTED, "samegame", SameGameParameters(25, 25), 0),
)
"""Searchers, games, their parameters, and how many random moves are played first."""


def position(game: str, parameters: Parameters, moves: int) -> State:
    """Return a position after random moves."""
    choose = random.Random(2)
    state = game_spec(game).new_game(parameters, 3)
    for _ in range(moves):
        state = state.play(choose.choice(state.legal_moves))
    return state


def ask(watcher: SearchWatcher, look: WatchRequest) -> tuple[float, WatchAnswer]:
    """Return how many milliseconds an answer took, and the answer."""
    began = time.perf_counter()
    watcher.ask(look)
    while (sight := watcher.poll()) is None:
        time.sleep(0.0005)
    return 1_000 * (time.perf_counter() - began), sight


def main() -> None:
    """Print a line for each board."""
    hand_in()
    for searcher, game, parameters, moves in BOARDS:
        state, watcher = position(game, parameters, moves), SearchWatcher()

        def asked(count: int) -> float:
            return ask(watcher, WatchRequest(game, state, searcher, 1, count))[0]  # noqa: B023

        asked(1)  # what is loaded first
        steps = [asked(count) for count in range(2, STEPS + 2)]
        middle, high = quantiles(steps, n=20)[9], quantiles(steps, n=20)[18]
        told = f"{middle:6.1f} {high:6.1f} {max(steps):6.1f}  undone {asked(STEPS):6.1f}"
        if searcher == TREE:
            asked(FAR)
            told += f", after {FAR} {asked(FAR - 1):6.1f}"
        print(f"{searcher}, {parameters} after {moves}: {told}")


if __name__ == "__main__":
    main()
