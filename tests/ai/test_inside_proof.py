"""A proof that is walked is complete: one answer of its side, every reply of the other."""

from dataclasses import replace

import pytest

from ai.contract.games import game_of, game_spec
from ai.search import inside_proof
from ai.search.inside_proof import WatchedProof
from ai.search.messages import Proof
from tests.games import after, position

POSITIONS = [
    ("tictactoe", {}, "a1 b2", Proof.DRAW),
    ("tictactoe", {}, "a1 b1 b2 c3", Proof.WIN),
    ("tictactoe", {}, "a1 a2 b1", Proof.LOSS),
    ("tictactoe", {"columns": 5, "rows": 5, "in_a_row": 4}, "c3 a1 c2 a5", Proof.WIN),
    ("hex", {"side": 5}, "e5 a5 e6 a7 e4 a9", Proof.WIN),
    ("hex", {"side": 5}, "e5 a5 e6 a7 e4 a9 e3", Proof.LOSS),
    (
        "breakthrough",
        {"columns": 4, "rows": 4},
        "c2-d3 b3-c2 b1-c2 c4-d3 b2-a3 c3-b2 d2-c3 a4-b3 c1-b2",
        Proof.LOSS,
    ),
]


def begun(game, sizes, moves):
    return position(game, moves, game_spec(game).parameters(**sizes), seed=1)


@pytest.mark.parametrize(("game", "parameters", "moves", "value"), POSITIONS)
def test_a_walked_proof_is_complete(game, parameters, moves, value):
    root = begun(game, parameters, moves)
    watched = WatchedProof(game, root)
    told = [each for each in iter(watched.simulate, None) if "so far" not in each.moments[0].text]
    tree = watched.tree
    top = max(tree.children(()), key=lambda each: each.value)
    assert value is top.proof
    hero = root.current_player if top.proof is not Proof.LOSS else 1 - root.current_player
    least = {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: 1}[top.proof]
    numbers = [each.number for each in told]
    assert numbers == sorted(set(numbers))
    assert watched.count == numbers[-1]
    assert len({each.path for each in told}) == len(told)
    for path in [(), *(each.path for each in told)]:
        state = after(root, path)
        if state.is_terminal:
            assert state.returns[hero] >= least, path
            assert not tree.children(path)
        elif state.current_player == hero:
            assert len(tree.children(path)) == 1
        else:
            assert {each.path[-1] for each in tree.children(path)} == set(state.legal_moves)
    assert tree.node(()).visits == len(told)


def test_what_is_not_proven_so_far_is_said_and_looked_for_further():
    watched = WatchedProof("breakthrough", begun("breakthrough", {"columns": 8, "rows": 8}, ""))
    for number in range(1, 4):
        told = watched.simulate()
        assert told.number == number
        assert told.moments[0].text.startswith("Nothing is proven here so far")
    assert watched.tree.node(()) is None
    watched.go_to(1)
    assert watched.simulate().number == 2


def test_a_branch_that_no_solver_knows_says_so(monkeypatch):
    """As the solver of a plug-in may give up below the root."""
    root = position("tictactoe", "a1 b2")
    search = game_of("tictactoe").search

    def solve(state, flag):
        return search.exact(state, flag) if len(state.legal_moves) > 5 else None

    told = replace(game_of("tictactoe"), search=replace(search, exact=solve, forced=None))
    monkeypatch.setattr(inside_proof, "game_of", lambda _: told)
    texts = [each.moments[0].text for each in iter(WatchedProof("tictactoe", root).simulate, None)]
    assert sum("No solver proves this position" in each for each in texts) == 6
    assert not any("It ends" in each for each in texts)
