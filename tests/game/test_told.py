"""What games say of a move as it is played: each word is held against all that can follow."""

import random
import re

import pytest

from game.games.breakthrough.reading import move_effect as told_of_race
from game.games.breakthrough.reading import threat_words as race_threats
from game.games.breakthrough.rules import SPEC as BREAKTHROUGH
from game.games.hex_gomoku.rules import SPEC as HEX
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.reading import move_effect as told_of_row
from game.games.lattice.reading import threat_words as row_threats
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


OPENED = [(TICTACTOE, TicTacToeParameters(6, 6, 4)), (HEX, HexParameters(side=4, in_a_row=4))]


@pytest.mark.parametrize(("spec", "parameters"), OPENED)
def test_an_open_row_becomes_two_wins_with_another_stone(spec, parameters):
    opened = 0
    for state, move in games(spec, parameters, 30):
        after = state.play(move)
        colour, words = state.colour_to_place, told_of_row(state, move)
        if after.is_terminal or after.winning_cells(1) or after.winning_cells(2):
            assert "open" not in words
            continue
        cells = after.legal_moves
        now = {each for each in cells if len(after.winning_cells(colour, placed=each)) > 1}
        if "open" in words:
            opened += 1
            told = set(re.findall(r"\*\*(\w+)\*\*", row_threats(after)))
            assert told
            assert told <= {after.move_label(each) for each in now}
        elif not now:
            assert not row_threats(after)
    assert opened


@pytest.mark.parametrize(("spec", "parameters"), ROWS)
def test_where_a_side_would_win_is_told(spec, parameters):
    for state, _ in games(spec, parameters, 6):
        wins = state.winning_cells(3 - state.colour_to_place)
        names = {f"**{state.move_label(each)}**" for each in wins}
        assert ("would win" in row_threats(state)) == bool(wins)
        assert all(name in row_threats(state) for name in names)


def test_what_a_piece_threatens_is_told():
    for state, _ in games(BREAKTHROUGH, BREAKTHROUGH.parameters(), 8):
        other = state.arranged(state.cells, 1 - state.current_player)
        taken = {state.cell_name(move % 64) for move in other.legal_moves if state.cells[move % 64]}
        words = race_threats(state)
        assert all(f"**{cell}**" in words for cell in taken)
        assert ("capture" in words) == bool(taken)
        ends = [other.play(move).is_terminal for move in other.legal_moves]
        assert ("across" in words) == any(ends)


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
