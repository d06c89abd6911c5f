"""Proven values of Breakthrough against plain minimax over the rules."""

import json
import random

import numpy as np
import pytest

from ai.search.messages import Proof
from benchmarks import breakthrough
from benchmarks.kernels.breakthrough import FULL, REFUTED
from game.games.breakthrough import book as books
from game.games.breakthrough.book import PLIES, SIDE, book, first_keys, key_of, words_of_keys
from game.games.breakthrough.exact import LARGE_BOARD, SMALL_BOARD, Nodes, Solver, exact_values
from game.games.breakthrough.kernels import proof_numbers
from game.games.breakthrough.rules import SPEC
from game.games.lattice.square_board import BoardParameters
from tests import games

NEVER = np.zeros(1, np.uint8)
STOPPED = np.ones(1, np.uint8)
MANY = 1 << 24
ENOUGH = Nodes(MANY)
SLOW_PLIES = 6
"""Before so many moves minimax takes seconds."""


def minimax(state, known):
    """Return whether the player to move wins, over the pure rules."""
    if state.is_terminal:
        return state.returns[state.current_player] > 0
    key = state.cells, state.current_player
    if key not in known:
        # The foremost pieces first: they win soonest, and then the others need not be looked at.
        moves = state.legal_moves if state.current_player else reversed(state.legal_moves)
        known[key] = any(not minimax(state.play(move), known) for move in moves)
    return known[key]


def scattered(board, pieces, rng):
    """Return a position with some pieces of each player anywhere, neither of them across."""
    columns, count = board.columns, board.columns * board.rows
    cells, inner = [0] * count, range(columns, count - columns)
    homes = {1: range(columns), 2: range(count - columns, count)}
    for player in (1, 2):
        for _ in range(pieces):
            free = [cell for cell in (*inner, *homes[player]) if not cells[cell]]
            cells[rng.choice(free)] = player
    rows = (cells[first : first + columns] for first in range(0, count, columns))
    lines = [" ".join(".XO"[held] for held in row) for row in rows]
    return SPEC.state_from_text("\n".join([*lines[::-1], f"moves {rng.randrange(2)}\n"]), board)


def start(*size):
    return SPEC.new_game(BoardParameters(*size), 0)


def check(state, solver, known):
    wins = solver.move_wins(state, ENOUGH, NEVER)
    assert wins == tuple(not minimax(state.play(move), known) for move in state.legal_moves), (
        state.to_text()
    )
    assert solver.mover_wins(state, ENOUGH, NEVER) == any(wins)


BOARDS = [
    ((4, 4), 4, 60),
    ((5, 5), 3, 40),
    ((4, 6), 3, 30),
    pytest.param((6, 5), 4, 200, marks=pytest.mark.thorough),
    pytest.param((7, 4), 5, 200, marks=pytest.mark.thorough),
    pytest.param((8, 8), 3, 60, marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("size", "pieces", "count"), BOARDS)
def test_scattered_pieces_have_the_value_of_minimax(size, pieces, count):
    rng, board = random.Random(1), BoardParameters(*size)
    solver, known = Solver(*size, table_bits=12), {}
    results = set()
    for _ in range(count):
        state = scattered(board, rng.randint(1, pieces), rng)
        if not state.is_terminal:
            check(state, solver, known)
            results.add(minimax(state, known))
    assert results == {True, False}


def test_whole_small_games_have_the_value_of_minimax():
    solver, known, rng = Solver(4, 4), {}, random.Random(2)
    for _ in range(20):
        state = start(4, 4)
        while not state.is_terminal:
            if state.move_count >= SLOW_PLIES:
                check(state, solver, known)
            state = state.play(rng.choice(state.legal_moves))


def test_after_a_winning_move_every_answer_is_known_to_lose():
    rng, seen, at_once = random.Random(4), 0, Nodes(most=1)
    for _ in range(30):
        state = start(SIDE, SIDE)
        while state.move_count < PLIES - 1:
            state = state.play(rng.choice(state.legal_moves))
        wins = Solver(SIDE, SIDE, 8, book()).move_wins(state, at_once, NEVER)
        if wins is not None and True in wins:
            won = state.play(state.legal_moves[wins.index(True)])
            answers = Solver(SIDE, SIDE, 8, book()).move_wins(won, at_once, NEVER)
            assert answers == (False,) * len(won.legal_moves)
            seen += 1
    assert seen > 3


def mirrored(word):
    """Return a word of a board of 5 columns and 6 rows with its columns the other way round."""
    places = ((row, column) for row in range(6) for column in range(5))
    return sum((word >> 5 * row + 4 - column & 1) << 5 * row + column for row, column in places)


def test_a_position_and_its_mirror_image_are_one_and_turning_twice_is_none():
    board, rng = proof_numbers.make_board(5, 6), random.Random(3)
    for _ in range(100):
        own = rng.getrandbits(30)
        others = rng.getrandbits(30) & ~own
        position = np.uint64(own), np.uint64(others)
        image = np.uint64(mirrored(own)), np.uint64(mirrored(others))
        for each in (position, image):
            assert proof_numbers.canonical(board, *each) == min(position, image)
        turned = np.uint64(proof_numbers.turned(board, position[0]))
        assert proof_numbers.turned(board, turned) == own


def test_the_second_player_wins_on_boards_smaller_than_five_by_five():
    for size in ((4, 4), (5, 4), (4, 5)):
        assert Solver(*size).mover_wins(start(*size), ENOUGH, NEVER) is False, size


@pytest.mark.thorough
def test_five_by_five_is_a_win_for_the_second_player():
    solver = Solver(5, 5)
    assert solver.mover_wins(start(5, 5), ENOUGH, NEVER) is False
    assert solver.nodes > 500_000, "not out of a table"


def test_a_search_that_is_stopped_or_out_of_nodes_proves_nothing():
    solver = Solver(6, 6)
    assert solver.mover_wins(start(6, 6), Nodes(2_000), NEVER) is None
    assert 2_000 <= solver.nodes <= 2_001
    assert solver.mover_wins(start(6, 6), ENOUGH, STOPPED) is None
    assert set(solver.move_wins(start(6, 6), Nodes(2_000), NEVER)) == {None}


@pytest.mark.parametrize(("side", "nodes"), [(5, SMALL_BOARD), (8, LARGE_BOARD)])
def test_a_search_that_nobody_waits_for_does_its_least_and_no_more(side, nodes):
    solver = Solver(side, side)
    assert set(solver.move_wins(start(side, side), nodes, STOPPED)) == {None}
    assert nodes.least <= solver.nodes < nodes.least + 1_024
    assert nodes.least * side * side < 140_000, "a frame, at 0.1 us a cell"


@pytest.mark.parametrize("seed", range(12))
def test_of_a_win_that_such_a_search_tells_it_knows_after_any_answer_how_it_goes_on(seed):
    rng, state = random.Random(seed), start(5, 5)
    for _ in range(PLIES - seed % 3):
        state = state.play(rng.choice(state.legal_moves))
    for told in exact_values(state, STOPPED):
        after = state.play(told.move)
        for answer in after.legal_moves if told.proof is Proof.WIN else ():
            values = exact_values(after.play(answer), STOPPED)
            assert any(value.proof is Proof.WIN for value in values)


def test_every_move_has_its_value_and_a_step_across_its_distance():
    text = ". . O .\nX . . .\n. O . .\nX . X .\nmoves 0\n"
    state = SPEC.state_from_text(text, BoardParameters(4, 4))
    values = exact_values(state, NEVER)
    assert [value.move for value in values] == list(state.legal_moves)
    names = {state.move_to_string(value.move): value for value in values}
    assert (names["a3-a4"].proof, names["a3-a4"].distance) == (Proof.WIN, 1)
    assert {value.proof for value in values} == {Proof.WIN, Proof.LOSS}
    for without in (SPEC.new_game(BoardParameters(misere=True), 0), games.position("hex")):
        assert exact_values(without, NEVER) is None


@pytest.mark.parametrize("plies", [PLIES - 3, pytest.param(PLIES - 1, marks=pytest.mark.thorough)])
def test_the_stored_positions_agree_with_each_other(plies):
    board, known = proof_numbers.make_board(SIDE, SIDE), book()
    after = proof_numbers.make_search(board, table_bits=1).after[0]
    assert len(known) == 81_721
    earlier = first_keys(plies=plies)
    for key, position in zip(earlier.tolist(), words_of_keys(SIDE, earlier), strict=True):
        wins = False
        for own, others in after[: proof_numbers.children(board, *position, after)]:
            sight = proof_numbers.verdict(board, own, others)
            word = np.uint64(proof_numbers.canonical(board, own, others))
            loses = known[int(key_of(SIDE, *word))] if sight == proof_numbers.OPEN else sight > 0
            wins |= not loses
        assert known[key] == wins


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.thorough)])
def test_the_stored_positions_agree_with_the_solver(count):
    keys = first_keys()
    chosen = np.random.default_rng(4).choice(keys, count)
    board, known = proof_numbers.make_board(SIDE, SIDE), book()
    work = proof_numbers.make_search(board, table_bits=18)
    work.numbers[proof_numbers.BUDGET] = MANY * count
    for key, position in zip(chosen.tolist(), words_of_keys(SIDE, chosen), strict=True):
        assert known[key] == (proof_numbers.prove(board, work, NEVER, *position) > 0)


@pytest.mark.parametrize("damage", ["gone", "empty", "other", "short", "flipped"])
def test_of_a_damaged_file_of_positions_nothing_is_told(damage, tmp_path, monkeypatch, caplog):
    content, file = books.FILE.read_bytes(), tmp_path / "5x5.bits"
    flipped = bytes([content[0] ^ 1]) + content[1:]
    left = {"empty": b"", "other": b"abc", "short": content[:-100], "flipped": flipped}
    if damage in left:
        file.write_bytes(left[damage])
    monkeypatch.setattr(books, "FILE", file)
    assert books.book.__wrapped__() == {}
    assert file.name in caplog.text, "its path may be in quotes, with each backslash twice"


def test_the_first_positions_of_five_by_five_need_no_search():
    state, solver = start(5, 5), Solver(5, 5, 8, book())
    assert solver.move_wins(state, ENOUGH, NEVER) == (False,) * len(state.legal_moves)
    wins = solver.move_wins(games.after(state, "b2-b3 d4-d3 d2-c3 a4-a3"), ENOUGH, NEVER)
    assert solver.nodes == 0
    assert [i for i, won in enumerate(wins) if won] == [0, 7], "as a search without them found"


@pytest.mark.parametrize("size", [(6, 6), (8, 8)])
def test_after_a_move_in_a_lost_position_a_winning_answer_is_known(size):
    rng, board, solver, lost = random.Random(7), BoardParameters(*size), Solver(*size), 0
    for _ in range(60):
        state = scattered(board, 6, rng)
        if any(wins is not False for wins in solver.move_wins(state, LARGE_BOARD, NEVER)):
            continue
        for reply in map(state.play, state.legal_moves):
            assert reply.is_terminal or True in solver.move_wins(reply, LARGE_BOARD, STOPPED)
        lost += 1
    assert lost > 5


@pytest.mark.thorough
def test_the_winner_and_nobody_else_is_followed_to_the_end():
    rng, known, solver = random.Random(5), {}, Solver(4, 4)
    for _ in range(12):
        state = scattered(BoardParameters(4, 4), 3, rng)
        mover = state.current_player
        winner = mover if minimax(state, known) else 1 - mover
        for player in (0, 1):
            walk = breakthrough.make_walk(state, bits=14)
            plies = breakthrough.follow_all(solver, state, walk, player)
            assert plies > 0 if player == winner else plies == REFUTED, state.to_text()
    full = breakthrough.make_walk(start(4, 4), bits=4)
    assert breakthrough.follow_all(solver, start(4, 4), full, 1) == FULL


def test_a_proof_goes_on_where_it_was_left():
    state, slices, spent = start(4, 5), Solver(4, 5), 0
    while slices.mover_wins(state, Nodes(1_000), NEVER) is None:
        spent += slices.nodes
        assert all(map(all, breakthrough.move_numbers(slices, state))), (
            "the moves are alike, to the end"
        )
        assert spent < 200_000
    assert spent > 10_000
    assert {lost for _, lost in breakthrough.move_numbers(slices, state)} == {0}


def test_a_proof_tells_how_far_it_is_and_ends_with_what_is_known(monkeypatch, capsys):
    monkeypatch.setattr(breakthrough, "SLICE", 1_000)
    search, calls = Solver.mover_wins, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return search(*arguments)

    monkeypatch.setattr(Solver, "mover_wins", interrupted)
    solve = ["solve", "--columns", "4", "--rows", "5"]
    breakthrough.main([*solve, "--report", "0"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["nodes"] for row in rows] == [1_000, 2_000, 3_000, 3_000]
    assert rows[-1]["winner"] == "unknown"
    moves = rows[-1]["winning"] + rows[-1]["losing"] + list(rows[-1]["open"])
    assert sorted(moves) == sorted(map(start(4, 5).move_to_string, start(4, 5).legal_moves))
    breakthrough.main([*solve, "--seconds", "0"])
    row = json.loads(capsys.readouterr().out)
    assert (row["nodes"], row["winning"], row["losing"]) == (0, [], [])
    assert list(row["open"].values()) == [[1, 1]] * 10, "nothing was searched"


@pytest.mark.thorough
def test_a_table_that_is_too_small_for_the_second_way_is_told() -> None:
    with pytest.raises(SystemExit, match="--table-bits 8 is too small"):
        breakthrough.main(["check", "--columns", "4", "--rows", "4", "--table-bits", "8"])
