"""The experiments themselves. Time is CPU time of the thread, so other programs change little."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ai.kernels.random import new_rng
from ai.limits import CancelFlag
from ai.mcts import MctsSearcher
from ai.nmcs import load_game
from ai.nmcs_explorer import Board
from ai.nmcs_kernel import BUDGET, Workspace
from ai.nmcs_two_player import NestedSearch
from ai.nmcs_two_player_kernel import STATES, Rule
from ai.searchers import make_searcher
from ai.tree_search import TreeSearch
from game.rules.boards import standard_boards
from game.rules.protocol import Parameters, State
from game.rules.registry import game_spec

PLAIN_UCT = "expand_at=1,solver=false,reuse=false,exploration=0.7"
MEMORY_BYTES = 256 << 20
CHUNK = 16  # simulations between two looks at the clock
UNBOUNDED = 1 << 40
POLL_SECONDS = 0.0005
SUDOKU_CELLS = 256


@dataclass(frozen=True, slots=True)
class Score:
    """Games and how many of them the first player of an experiment won."""

    wins: int
    games: int


def frequencies(
    game: str, parameters: Parameters, text: str, level: int, rule: Rule, runs: int
) -> tuple[Counter[str], float]:
    """Return how often each move is chosen, and the mean number of states visited."""
    position = game_spec(game).state_from_text(text, parameters)
    search = NestedSearch(game, parameters, level, rule)
    counts = Counter(
        position.move_to_string(move)
        for seed in range(runs)
        if (move := search.choose(position, seed)) is not None
    )
    return counts, float(search.work.counts[STATES]) / runs


def discounting_score(game: str, level: int, games: int) -> Score:
    """Let nested search with discounting play against the one without."""
    spec = game_spec(game)
    parameters = spec.parameters()
    players = [
        NestedSearch(game, parameters, level, Rule(discounting, 0, 0))
        for discounting in (True, False)
    ]
    wins = 0
    for number in range(games):
        position = spec.new_game(parameters, 0)
        while not position.is_terminal:
            player = players[position.current_player ^ (number & 1)]
            move = player.choose(position, number, position.move_count)
            assert move is not None
            position = position.play(move)
        wins += position.returns[number & 1] > 0
    return Score(wins, games)


def timed_score(game: str, searcher: str, milliseconds: float, games: int, first: int) -> Score:
    """Let UCT with some kind of playouts play against plain UCT, in equal CPU time a move.

    Args:
        game: The game.
        searcher: The playouts' specification; both trees have the same options.
        milliseconds: CPU time a move.
        games: How many games to play.
        first: The number of the first of them, which seeds it.
    """
    spec = game_spec(game)
    parameters = spec.parameters()
    comma = "," if ":" in searcher else ":"
    sides = (f"{searcher}{comma}{PLAIN_UCT}", f"mcts:{PLAIN_UCT}")
    wins = 0
    for number in range(first, first + games):
        players = [
            _tree(side, game, parameters, seed=2 * number + i) for i, side in enumerate(sides)
        ]
        position = spec.new_game(parameters, 0)
        while not position.is_terminal:
            player = players[position.current_player ^ (number & 1)]
            position = position.play(_move_in_time(player, position, milliseconds / 1000))
        wins += position.returns[number & 1] > 0
    return Score(wins, games)


def _tree(searcher: str, game: str, parameters: Parameters, seed: int) -> TreeSearch:
    made = make_searcher(searcher, game, seed=seed)
    assert isinstance(made, MctsSearcher)
    tree = TreeSearch(game, parameters, made.options, seed, 0)
    tree.prepare(game_spec(game).new_game(parameters, 0))
    tree.search(np.zeros(1, np.uint8), 1, MEMORY_BYTES)  # compiles before any clock runs
    return tree


def _move_in_time(tree: TreeSearch, position: State, seconds: float) -> int:
    """Search afresh for some CPU time and return the move visited most."""
    flag = np.zeros(1, np.uint8)
    end = time.thread_time() + seconds
    tree.forget()
    tree.prepare(position)
    budget = 0
    chunk = CHUNK
    while (now := time.thread_time()) < end:
        budget += chunk
        tree.search(flag, budget, MEMORY_BYTES)
        spent = time.thread_time() - now
        # Longer chunks where the playouts are short: a look at the clock has its price.
        chunk = max(1, min(int(chunk * seconds / 20 / max(spent, 1e-6)), 4 * chunk))
    snapshot = tree.snapshot
    return int(snapshot.moves[np.argmax(snapshot.child_visits)])


def simulations_in(searcher: str, game: str, seconds: float) -> int:
    """Return how many simulations a searcher runs from the start in some CPU time, one thread."""
    spec = game_spec(game)
    tree = _tree(searcher, game, spec.parameters(), seed=0)
    _move_in_time(tree, spec.new_game(spec.parameters(), 0), seconds)
    return tree.simulations


def sudoku_seconds(level: int, problems: int, cap: float) -> list[float | None]:
    """Return the CPU seconds that nested search takes to fill each of some 16 x 16 grids.

    Args:
        level: The nesting level, restarted until the grid is full; 0 for playouts.
        problems: How many grids, 66 % of them empty.
        cap: Wall-clock seconds after which a grid counts as not filled, None.
    """
    spec = game_spec("sudoku")
    game = load_game("sudoku")
    seconds: list[float | None] = []
    for seed in range(problems):
        board = Board.of(game, spec.new_game(spec.parameters(), seed))
        work = board.workspace(max(level, 1), new_rng(seed), flag := CancelFlag())
        work.counts[BUDGET] = 1
        game.search.search(board.tables, work, level, 0, 1, True, 0)
        # The search above compiled what the clock must not count.
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(_search_on, board, work, level)
            end = time.monotonic() + cap
            while work.best_score[0] < SUDOKU_CELLS and time.monotonic() < end:
                time.sleep(POLL_SECONDS)
            flag.set()
        seconds.append(future.result() if work.best_score[0] == SUDOKU_CELLS else None)
    return seconds


def _search_on(board: Board, work: Workspace, level: int) -> float:
    """Restart a search until its flag is set; return the CPU seconds."""
    started = time.thread_time()
    work.counts[BUDGET] = UNBOUNDED
    board.game.search.search(board.tables, work, level, 0, UNBOUNDED, True, 0)
    return time.thread_time() - started


def left_move_optima(runs: int, *, memory: bool) -> int:
    """Return how many level-3 searches of the left-move problem of depth 9 find its optimum."""
    spec = game_spec("left-move")
    board = Board.of(load_game("left-move"), spec.new_game(spec.parameters(), 0))
    optima = 0
    for seed in range(runs):
        work = board.workspace(3, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = 1 << 62
        score = board.game.search.search(board.tables, work, 3, 0, 1, memory, 0)
        optima += score == len(work.best_line)
    return optima


def samegame_total(level: int, *, memory: bool) -> int:
    """Return the total over the standard boards of one search a board with tabu playouts."""
    total = 0.0
    for number, board_text in enumerate(standard_boards()):
        board = Board.of(load_game("samegame"), board_text.state)
        work = board.workspace(level, new_rng(number), CancelFlag())
        work.counts[BUDGET] = UNBOUNDED
        total += board.game.search.search(board.tables, work, level, 0, 1, memory, 0)
    return int(total)
