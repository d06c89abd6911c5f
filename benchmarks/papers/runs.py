"""The experiments themselves. Time is CPU time of the thread, so other programs change little."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from ai.contract.games import game_spec, read_game
from ai.contract.rules import Parameters, State
from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.nmcs_algorithm import BUDGET, Workspace
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.nmcs_two_player import NestedSearch
from ai.search.nmcs_two_player_algorithm import STATES, Rule
from ai.search.options import TreeOptions
from ai.search.tree_search import TreeSearch
from ai.searchers import parse_spec
from game.games.samegame.named_boards import standard_boards

PLAIN_UCT = "expand_at=1,solver=false,reuse=false,exploration=0.7"
MEMORY_BYTES = 256 << 20
CHUNK = 16  # simulations between two looks at the clock
UNBOUNDED = 1 << 40
POLL_SECONDS = 0.0005
SUDOKU_CELLS = 256


Tally = dict[str, float]
"""What some games came to; more of them are added to it, name by name."""


@dataclass(frozen=True, slots=True)
class Nested:
    """A player by nested search: one search a move, of a level of `nmcs2`."""

    level: int
    rule: Rule


def choices(
    game: str, parameters: Parameters, text: str, player: Nested, first: int, games: int
) -> Tally:
    """Return how often each move is chosen, and the states visited."""
    position = game_spec(game).state_from_text(text, parameters)
    search = NestedSearch(game, parameters, player.level, player.rule)
    chosen = Counter(
        position.move_to_string(move)
        for seed in range(first, first + games)
        if (move := search.choose(position, seed)) is not None
    )
    return {**chosen, "states": int(search.work.counts[STATES])}


def hits(
    game: str, parameters: Parameters, text: str, player: Nested, move: str, first: int, games: int
) -> Tally:
    """Return how often one move is chosen, and the states visited."""
    found = choices(game, parameters, text, player, first, games)
    return {"wins": found.get(move, 0), "states": found["states"]}


def nested_match(game: str, sides: tuple[Nested, Nested], first: int, games: int) -> Tally:
    """Return how many games the first of two players by nested search wins."""
    spec, parameters = read_game(game)
    players = [NestedSearch(spec.name, parameters, side.level, side.rule) for side in sides]
    wins = 0
    for number in range(first, first + games):
        position = spec.new_game(parameters, 0)
        while not position.is_terminal:
            player = players[position.current_player ^ (number & 1)]
            move = player.choose(position, number, position.move_count)
            assert move is not None
            position = position.play(move)
        wins += position.returns[number & 1] > 0
    return {"wins": wins}


def timed_match(game: str, searcher: str, milliseconds: float, first: int, games: int) -> Tally:
    """Let UCT with some kind of playouts play against plain UCT, in equal CPU time a move.

    Args:
        game: The game, as `read_game` takes it.
        searcher: The playouts' specification; both trees have the same options.
        milliseconds: CPU time a move.
        first: The number of the first game, which seeds it.
        games: How many games to play.
    """
    spec, parameters = read_game(game)
    comma = "," if ":" in searcher else ":"
    sides = (f"{searcher}{comma}{PLAIN_UCT}", f"mcts:{PLAIN_UCT}")
    wins = 0
    for number in range(first, first + games):
        players = [
            _tree(side, spec.name, parameters, seed=2 * number + i) for i, side in enumerate(sides)
        ]
        position = spec.new_game(parameters, 0)
        while not position.is_terminal:
            player = players[position.current_player ^ (number & 1)]
            position = position.play(_move_in_time(player, position, milliseconds / 1000))
        wins += position.returns[number & 1] > 0
    return {"wins": wins}


def _tree(searcher: str, game: str, parameters: Parameters, seed: int) -> TreeSearch:
    _, options = parse_spec(searcher, game)
    assert isinstance(options, TreeOptions)
    tree = TreeSearch(game, parameters, replace(options, seed=seed), 0)
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
    children = tree.snapshot.children
    return int(children.move[np.argmax(children.visits)])


def simulations_in(searcher: str, game: str, seconds: float) -> int:
    """Return how many simulations a searcher runs from the start in some CPU time, one thread."""
    spec = game_spec(game)
    tree = _tree(searcher, game, spec.parameters(), seed=0)
    _move_in_time(tree, spec.new_game(spec.parameters(), 0), seconds)
    return tree.simulations


def hex_simulations(_first: int, _games: int) -> Tally:
    """Return how many simulations plain UCT and the full search of hex Gomoku run."""
    plain, full = (simulations_in(name, "hex", 5.0) for name in ("uct-plain", "mcts"))
    return {"plain": plain, "full": full}


def sudoku(level: int, cap: float, first: int, games: int) -> Tally:
    """Return how many 16 x 16 grids nested search fills, and the CPU seconds for those.

    Args:
        level: The nesting level, restarted until the grid is full; 0 for playouts.
        cap: Wall-clock seconds after which a grid counts as not filled.
        first: The number of the first grid, which seeds it.
        games: How many grids, 66 % of them empty.
    """
    spec = game_spec("sudoku")
    solved = 0
    seconds = 0.0
    for seed in range(first, first + games):
        board = EncodedPosition.of("sudoku", spec.new_game(spec.parameters(), seed))
        work = board.workspace(max(level, 1), new_rng(seed), flag := CancelFlag())
        work.counts[BUDGET] = 1
        board.search.search(board.tables, work, level, 0, 1, True, 0)
        # The search above compiled what the clock must not count.
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(_search_on, board, work, level)
            end = time.monotonic() + cap
            while work.best_score[0] < SUDOKU_CELLS and time.monotonic() < end:
                time.sleep(POLL_SECONDS)
            flag.set()
        if work.best_score[0] == SUDOKU_CELLS:
            solved += 1
            seconds += future.result()
    return {"solved": solved, "seconds": seconds}


def _search_on(board: EncodedPosition, work: Workspace, level: int) -> float:
    """Restart a search until its flag is set; return the CPU seconds."""
    started = time.thread_time()
    work.counts[BUDGET] = UNBOUNDED
    board.search.search(board.tables, work, level, 0, UNBOUNDED, True, 0)
    return time.thread_time() - started


def left_move(memory: bool, first: int, games: int) -> Tally:
    """Return how many level-3 searches of the left-move problem of depth 9 find its optimum."""
    spec = game_spec("left-move")
    board = EncodedPosition.of("left-move", spec.new_game(spec.parameters(), 0))
    optima = 0
    for seed in range(first, first + games):
        work = board.workspace(3, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = UNBOUNDED
        score = board.search.search(board.tables, work, 3, 0, 1, memory, 0)
        optima += score == len(work.best_line)
    return {"wins": int(optima)}


def samegame(level: int, memory: bool, first: int, games: int) -> Tally:
    """Search some standard boards once each, with tabu playouts.

    Returns:
        The total of the games that the searches played, and that of the best ones they saw.
    """
    total = best = 0.0
    for number, text in enumerate(standard_boards()[first : first + games], first):
        board = EncodedPosition.of("samegame", text.state)
        work = board.workspace(level, new_rng(number), CancelFlag())
        work.counts[BUDGET] = UNBOUNDED
        total += board.search.search(board.tables, work, level, 0, 1, memory, 0)
        best += work.best_score[0]
    return {"total": float(total), "best": float(best)}
