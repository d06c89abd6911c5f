"""A proof that is walked is complete: one answer of its side, every reply of the other."""

import pytest

from ai.contract.games import game_spec
from ai.search.inside_proof import WatchedProof
from ai.search.messages import Proof
from game.games.lattice.square_board import BoardParameters
from game.games.tictactoe.rules import TicTacToeParameters, new_game
from tests.games import after

POSITIONS = [
    ((0, 4), Proof.DRAW),
    ((0, 1, 4, 8), Proof.WIN),
    ((0, 3, 1), Proof.LOSS),
]


@pytest.mark.parametrize(("moves", "value"), POSITIONS)
def test_a_walked_proof_is_complete(moves, value):
    root = after(new_game(TicTacToeParameters(), 1), moves)
    watched = WatchedProof("tictactoe", root)
    told = list(iter(watched.simulate, None))
    tree = watched.tree
    top = max(tree.children(()), key=lambda each: each.value)
    assert value is top.proof
    hero = root.current_player if top.proof is not Proof.LOSS else 1 - root.current_player
    least = {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: 1}[top.proof]
    assert [each.number for each in told] == list(range(1, len(told) + 1))
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


def test_what_is_not_proven_is_over_at_once():
    spec = game_spec("breakthrough")
    watched = WatchedProof("breakthrough", spec.new_game(BoardParameters(8, 8), 1))
    assert watched.simulate() is None
