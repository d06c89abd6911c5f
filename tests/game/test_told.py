"""What games say of a move as it is played: each word is held against all that can follow."""

import random

import pytest

from game.games.breakthrough.reading import move_effect as told_of_race
from game.games.breakthrough.rules import SPEC as BREAKTHROUGH
from game.games.hex_gomoku.rules import SPEC as HEX
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.reading import move_effect as told_of_row
from game.games.samegame.rules import SPEC as SAMEGAME
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.words import move_effect as told_of_tiles
from game.games.tictactoe.rules import SPEC as TICTACTOE
from game.games.tictactoe.rules import TicTacToeParameters

ROWS = [
    (TICTACTOE, TicTacToeParameters(4, 4, 3)),
    (TICTACTOE, TicTacToeParameters(5, 5, 4)),
    (HEX, HexParameters(side=4, in_a_row=4)),
]


def games(spec, parameters, count):
    """Yield the positions and moves of random games."""
    for seed in range(count):
        chance, state = random.Random(seed), spec.new_game(parameters, seed)
        while not state.is_terminal:
            move = chance.choice(state.legal_moves)
            yield state, move
            state = state.play(move)


def winning(state, player):
    """Return the moves by which the player, who is to move, wins at once."""
    after = {move: state.play(move) for move in state.legal_moves}
    return {m for m, end in after.items() if end.is_terminal and end.returns[player] > 0}


def answers(state, move):
    """Return each reply to a move that ends nothing, and how the mover wins at once after it."""
    after, player = state.play(move), state.current_player
    replies = map(after.play, after.legal_moves)
    return {at.last_move: set() if at.is_terminal else winning(at, player) for at in replies}


@pytest.mark.parametrize(("spec", "parameters"), ROWS)
def test_a_threat_in_a_row_is_one(spec, parameters):
    said = set()
    for state, move in games(spec, parameters, 12):
        words = told_of_row(state, move)
        if "threat" in words:
            follows = answers(state, move)
            unanswered = [reply for reply, wins in follows.items() if not wins]
            if "double" in words:
                assert not unanswered
            else:
                (cell,) = unanswered
                assert f"**{state.move_label(cell)}**" in words
        if "block" in words:
            other = state.play(next(m for m in state.legal_moves if m != move))
            assert move in winning(other, 1 - state.current_player) or other.is_terminal
        said.add(words.partition(" at ")[0].partition(",")[0])
    assert {"", "a block", "a threat"} <= said


def test_a_threat_in_breakthrough_is_one():
    said = set()
    for state, move in games(BREAKTHROUGH, BREAKTHROUGH.parameters(), 60):
        words = told_of_race(state, move)
        if "race" in words:
            assert all(answers(state, move).values())
        elif "must be taken" in words:
            loose = {reply for reply, wins in answers(state, move).items() if not wins}
            assert {reply % 64 for reply in loose} <= {move % 64}
        if words:
            assert not state.play(move).is_terminal
        said |= {key for key in ("race", "must be taken", "capture", "stops") if key in words}
    assert said == {"race", "must be taken", "capture", "stops"}


def test_the_largest_group_of_samegame_is_the_largest():
    said = set()
    for state, move in games(SAMEGAME, SameGameParameters(8, 8, 3), 12):
        words, size = told_of_tiles(state, move), len(state.group_at(*divmod(move, 8)))
        if "largest" in words:
            assert sorted(map(len, state.groups()))[-2:][0] <= size
            assert f"{size} tiles" in words
            assert all(len(g) < size for g in state.groups() if move not in g)
        if "colour" in words:
            before, after = state.colour_counts, state.play(move).colour_counts
            assert after.count(0) == before.count(0) + 1
        said.add(words.split()[1] if words else "")
    assert {"", "largest", "last"} <= said
