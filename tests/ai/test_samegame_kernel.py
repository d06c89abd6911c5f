import random

import numpy as np
import pytest

from ai.kernels.random import new_rng
from game.games.samegame import kernel
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from tests.games import after

BOARDS = [
    *(SameGameParameters(4, 4, 2), SameGameParameters(4, 9, 3, "none")),
    *(SameGameParameters(11, 5, 4), SameGameParameters(15, 15, 5)),
    *(SameGameParameters(15, 15, 5, "none"), SameGameParameters(7, 30, 9)),
    *(SameGameParameters(30, 4, 2, "none"), SameGameParameters(30, 30, 6)),
]
by_board = pytest.mark.parametrize(
    "parameters", BOARDS, ids=lambda p: f"{p.columns}x{p.rows}x{p.colours}-{p.leftover}"
)


class Kernel:
    """A kernel state that is easy to look into."""

    def __init__(self, state: SameGameState) -> None:
        self.tables = kernel.make_tables(state.parameters, "all")
        self.state = np.full(kernel.state_length(self.tables), 7, np.int64)
        kernel.load(self.tables, state.encode(), self.state)

    @property
    def moves(self) -> tuple[int, ...]:
        out = np.zeros(kernel.max_moves(self.tables), np.int64)
        return tuple(out[: kernel.legal_moves(self.tables, self.state, out)].tolist())

    @property
    def cells(self) -> list[int]:
        """What stands where, as the rules encode it."""
        layout, memory = self.tables.layout, self.state[1:].view(np.int32)
        cells = []
        for record in memory[: layout.columns * layout.record].reshape(layout.columns, -1):
            mask, *planes = record[:-2].tolist()
            tiles = [1 + [p >> row & 1 for p in planes].index(1) for row in range(mask.bit_count())]
            if tiles:
                cells += tiles + [0] * (layout.rows - len(tiles))
        return cells + [0] * (layout.columns * layout.rows - len(cells))

    def play(self, move: int) -> None:
        kernel.play(self.tables, self.state, move)

    def check(self, rules: SameGameState) -> None:
        assert self.cells == rules.encode()[5:].tolist()
        assert self.moves == rules.legal_moves
        assert kernel.is_terminal(self.tables, self.state) == rules.is_terminal
        assert kernel.outcome(self.tables, self.state) == rules.returns[0]
        assert kernel.is_cleared(self.tables, self.state) == rules.cleared
        assert self.cells == rules.encode()[5:].tolist()  # asking changes nothing


@by_board
@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_those_of_the_rules(parameters, seed):
    choose, rules = random.Random(seed), new_game(parameters, seed)
    fast = Kernel(rules)
    fast.check(rules)
    while not rules.is_terminal:
        cell = choose.choice(choose.choice(rules.groups()))  # any cell of the group will do
        rules = rules.play(cell)
        fast.play(cell)
        fast.check(rules)
        assert Kernel(rules).cells == fast.cells


def test_clearing_earns_the_bonus():
    for leftover in ("js-games", "none"):
        parameters = SameGameParameters(4, 4, 2, leftover)
        rules = SameGameState(parameters, ((0, 0), (1, 1)), points=5)
        fast = Kernel(rules)
        for move in (0, 0):
            rules = rules.play(move)
            fast.play(move)
            fast.check(rules)
        assert kernel.outcome(fast.tables, fast.state) == 1005


def record(fast: Kernel, rng: np.ndarray, rollout: int) -> tuple[float, list[int]]:
    line = np.zeros(kernel.max_plies(fast.tables), np.int64)
    score, end = kernel.record_playout(fast.tables, fast.state.copy(), rng, rollout, line, 0)
    return score, line[:end].tolist()


@by_board
@pytest.mark.parametrize("rollout", kernel.ROLLOUTS)
def test_a_playout_is_a_whole_legal_game(parameters, rollout):
    rules = new_game(parameters, 5)
    fast = Kernel(rules)
    before = fast.state.copy()
    score, line = record(fast, new_rng(3), kernel.ROLLOUTS.index(rollout))
    tabu = max(range(parameters.colours), key=lambda colour: rules.colour_counts[colour])
    for move in line:
        assert move in rules.legal_moves
        colours = {rules.colour_at(*divmod(m, parameters.rows)) for m in rules.legal_moves}
        if rollout == "tabu" and colours != {tabu}:
            assert rules.colour_at(*divmod(move, parameters.rows)) != tabu
        rules = rules.play(move)
    assert rules.is_terminal
    assert score == rules.returns[0]
    assert (fast.state == before).all()


def test_the_plain_playout_is_the_recorded_one_and_any_move_may_be_its_first():
    fast = Kernel(new_game(SameGameParameters(), 1))
    for seed in range(5):
        score, _ = record(fast, new_rng(seed), 0)
        assert kernel.playout(fast.tables, fast.state.copy(), new_rng(seed)) == score
    rules, rng = new_game(SameGameParameters(6, 6, 4), 2), new_rng(1)
    assert {record(Kernel(rules), rng, 1)[1][0] for _ in range(2000)} == set(rules.legal_moves)


def grafted(fast: Kernel, move: int, line: list[int]) -> list[int]:
    out = np.zeros(kernel.max_plies(fast.tables), np.int64)
    known = np.array(line, np.int64)
    return out[: kernel.graft(fast.tables, fast.state, move, known, len(line), out)].tolist()


@by_board
def test_a_graft_is_legal_and_begins_with_its_move(parameters):
    start = new_game(parameters, 6)
    fast = Kernel(start)
    _, line = record(fast, new_rng(9), 0)
    some = random.Random(1).sample(start.legal_moves, min(3, len(start.legal_moves)))
    for move in some:
        found = grafted(fast, move, line)
        assert found[0] == move
        after(start, found)  # each of them legal
    assert grafted(fast, line[0], line) == line


def test_a_graft_finds_groups_that_have_moved():
    # Playing column 0 first closes it; the pairs of the line then stand one column further left.
    rules = SameGameState(SameGameParameters(4, 4, 4), ((0, 0), (1, 1), (2, 2), (3, 3)))
    assert grafted(Kernel(rules), 0, [12, 8, 4, 0]) == [0, 8, 4, 0]


def test_all_moves_are_candidates_and_other_candidates_are_unknown():
    with pytest.raises(ValueError, match="no candidate moves called 'snow'"):
        kernel.make_tables(SameGameParameters(), "snow")
    moves, fast = np.zeros(200, np.int64), Kernel(new_game(SameGameParameters(), 1))
    n, complete = kernel.candidate_moves(fast.tables, fast.state, moves)
    assert complete
    assert tuple(moves[:n].tolist()) == fast.moves
