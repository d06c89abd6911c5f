"""What the AI thread and the protocol tell beside the search: who cannot lose."""

import io
import random
from dataclasses import replace
from itertools import combinations

import pytest

from ai.contract.games import game_of
from ai.gtp import command as gtp
from ai.kinds import SearcherOptions
from ai.search.messages import (
    Candidate,
    Certificate,
    ExactValue,
    Proof,
    SearchInfo,
    SearchResult,
    StopReason,
)
from ai.search.searcher import FilteredSearcher
from ai.searchers import make_player, make_searcher
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.pairing import (
    certificates,
    certified,
    find_certificate,
    holds,
    kept_safe,
    open_windows,
    pairs_needed,
)
from game.games.tictactoe.exact import ExactSearcher, exact_values
from game.games.tictactoe.rules import TicTacToeParameters
from tests.ai.hex_tactics import SMALL, random_state
from tests.ai.small_hex import SmallHex
from tests.games import position
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.thinking import think

# A game up to where both colours hold a certificate.
GAME = "f6 e7 g5 d8 e5 f7 d7 e8 h5 f5 b8 e9 e6 g8 f8 e10 e11 g6 h7 g10 d9 d6 h6"
DRAWN = tuple(GAME.split())


def drawn_game():
    """Yield the positions of the game, from its first one on."""
    return (position("hex", DRAWN[:plies]) for plies in range(len(DRAWN)))


def test_every_report_carries_the_certificates_and_two_of_them_are_a_draw():
    state, reports = position("hex", DRAWN), []
    result = think(make_player("mcts", "hex"), state, seconds=0.3, told=reports)
    for info in [*reports, result.info]:
        assert [each.colour for each in info.certificates] == [1, 2]
        assert all(holds(state, each) for each in info.certificates)
        assert info.is_safe_draw
        assert (info.proof, info.value, info.distance) == (Proof.DRAW, 0.5, None)
    assert result.move in state.legal_moves


def test_one_certificate_changes_nothing_else():
    class Quiet:
        def advance(self, moves):
            self.moves = moves

        def search(self, position, limit, is_cancelled, on_progress):
            return think(make_player("threat", "hex"), position, simulations=100)

    state = next(each for each in drawn_game() if len(certificates(each)) == 1)
    inner = Quiet()
    searcher = FilteredSearcher(inner, [certified])
    searcher.advance((3,))
    info = think(searcher, state).info
    assert inner.moves == (3,)
    assert len(info.certificates) == 1
    assert not info.is_safe_draw
    assert info.proof is not Proof.DRAW


def result_of(state, move, *others, proof=None):
    candidates = tuple(Candidate(each, 10, 0.5) for each in (move, *others))
    info = SearchInfo(candidates=candidates, proof=proof, certificates=certificates(state))
    return SearchResult(move, info, StopReason.TIME)


def gives_up(state, move):
    return state.colour_to_place not in [each.colour for each in certificates(state.play(move))]


@pytest.mark.thorough
def test_a_strong_move_does_not_give_up_what_cannot_lose():
    changed = 0
    for state in drawn_game():
        own = [each for each in certificates(state) if each.colour == state.colour_to_place]
        if not own or own[0].first is None:
            continue  # nothing that needs a stone at once
        wasted = [move for move in state.legal_moves if gives_up(state, move)][:3]
        for move in wasted:
            safe = kept_safe(state, result_of(state, move))
            assert safe.move == safe.info.candidates[0].move == own[0].first
            won = result_of(state, move, proof=Proof.WIN)
            assert kept_safe(state, won).move == move
            better = result_of(state, move, *wasted, own[0].first)
            assert not gives_up(state, kept_safe(state, better).move)
            changed += 1
        kept = next(move for move in state.legal_moves if not gives_up(state, move))
        assert kept_safe(state, result_of(state, kept)) == result_of(state, kept)
    assert changed


@pytest.mark.usefixtures("papers")
def test_nothing_is_certified_or_kept_at_the_start_or_in_other_games():
    start = position("hex")
    assert certificates(start) == SearchInfo().certificates == ()
    assert kept_safe(start, result_of(start, 3)) == result_of(start, 3)
    assert game_of("tictactoe").search.certify is None
    assert type(make_player("flat", "nogo")) is type(make_searcher("flat", "nogo"))


def ask(moves, *commands):
    """The replies of an engine to commands after moves, without their framing."""
    played = [f"play {('black', 'white')[i % 2]} {name}" for i, name in enumerate(moves)]
    replies = io.StringIO()
    stream = io.BytesIO("".join(f"{line}\n" for line in [*played, *commands]).encode())
    assert gtp.main(["hex", "--searcher", "threat", "--simulations", "500"], stream, replies) == 0
    return [reply.strip() for reply in replies.getvalue().split("\n\n") if reply.strip()]


def test_the_protocol_tells_who_cannot_lose():
    questions = ("cannot_lose black", "cannot_lose white", "cannot_lose red")
    *_, black, white, bad = ask(DRAWN, *questions)
    for each, reply in zip(certificates(position("hex", DRAWN)), (black, white), strict=True):
        assert reply.startswith("= true ")
        assert reply.count("-") == len(each.pairs)
    assert bad == "? syntax error: 'red' is not a colour; use black or white"
    assert ask((), "cannot_lose black", "quit")[0] == "= unknown"


LARGE = TicTacToeParameters(4, 4, 4)


def minimax(state, known):
    """Return (result for the player to move, plies to the end), over the pure rules."""
    if state.is_terminal:
        return int(state.returns[state.current_player]), 0
    if state.cells not in known:
        values = [minimax(state.play(move), known) for move in state.legal_moves]
        values = [(-result, plies + 1) for result, plies in values]
        known[state.cells] = max(values, key=lambda v: (v[0], -v[0] * v[1]))
    return known[state.cells]


def test_every_position_has_the_value_of_minimax():
    known, start = {}, position("tictactoe")
    assert minimax(start, known) == (0, 9)
    seen, waiting = {start.cells}, [start]
    names = {1: Proof.WIN, 0: Proof.DRAW, -1: Proof.LOSS}
    while waiting:
        state = waiting.pop()
        values = exact_values(state)
        assert [value.move for value in values] == list(state.legal_moves)
        for value in values:
            after = state.play(value.move)
            result, plies = minimax(after, known)
            assert (value.proof, value.distance) == (names[-result], plies + 1)
            if after.cells not in seen and not after.is_terminal:
                seen.add(after.cells)
                waiting.append(after)
    assert len(seen) == 4520  # the 5,478 reachable positions without the finished ones


def test_of_large_boards_only_the_end_is_solved_and_of_other_games_nothing():
    assert len(exact_values(position("tictactoe", "a1 b1 a2 b2 c3 d4", LARGE))) == 10
    assert exact_values(position("tictactoe", (), LARGE)) is None
    assert exact_values(position("hex")) is None
    with pytest.raises(ValueError, match="solves tictactoe, not hex"):
        ExactSearcher("hex")
    with pytest.raises(ValueError, match="16 are empty"):
        think(ExactSearcher("tictactoe"), position("tictactoe", (), LARGE))


def test_the_searcher_wins_at_once_and_says_why_and_resists_as_long_as_it_can():
    result = think(ExactSearcher("tictactoe"), position("tictactoe", "a1 a2 b1 b2"))
    assert (result.move, result.reason) == (2, StopReason.PROVEN)
    assert result.info.candidates[0].line == (2,)
    assert (result.info.value, result.info.proof, result.info.distance) == (1.0, Proof.WIN, 1)
    assert ExactValue(2, Proof.WIN, 1) in result.info.exact
    lost = position("tictactoe", "a1 b1 a3")  # b2 or c3 come too late unless a2 is taken
    distances = {value.move: value.distance for value in exact_values(lost)}
    assert distances[think(ExactSearcher("tictactoe"), lost).move] == max(distances.values())


def test_equal_moves_are_chosen_by_the_seed():
    players = [ExactSearcher("tictactoe", SearcherOptions(seed=seed % 40)) for seed in range(80)]
    chosen = [think(player, position("tictactoe")).move for player in players]
    assert len(set(chosen)) > 5
    assert chosen[:40] == chosen[40:]


def exists(windows, free):
    """Whether disjoint pairs of free cells hit all windows, by trying everything."""
    if not windows:
        return True
    for pair in combinations([cell for cell in windows[0] if cell in free], 2):
        rest = [window for window in windows if not set(pair) <= set(window)]
        if exists(rest, free - set(pair)):
            return True
    return False


def exists_here(state, colour):
    """The same for a position: without and, where the colour is to move, with a stone first."""
    free = {cell for cell, stone in enumerate(state.cells) if not stone}
    if exists(open_windows(state, 3 - colour), free):
        return True
    if state.colour_to_place != colour:
        return False
    after = (state.play(cell) for cell in state.legal_moves)
    return any(exists(open_windows(each, 3 - colour), free - {each.last_move}) for each in after)


def test_finds_a_certificate_exactly_when_there_is_one():
    rng, found, with_stone = random.Random(1), 0, 0
    for _ in range(250):
        state = random_state(rng, SMALL, rng.randint(2, 12))
        for colour in (1, 2):
            certificate = find_certificate(state, colour)
            assert (certificate is not None) == exists_here(state, colour)
            if certificate is not None:
                found += 1
                with_stone += certificate.first is not None
                assert certificate.colour == colour
                assert holds(state, certificate)
    assert 50 < found < 450
    assert with_stone > 10


def test_never_asks_for_more_pairs_than_a_certificate_has():
    rng = random.Random(6)
    for _ in range(150):
        state = random_state(rng, HexParameters(side=5), rng.randint(10, 30))
        certificate = find_certificate(state, 1)
        if certificate is not None and certificate.first is None:
            assert pairs_needed(state, 1) <= len(certificate.pairs)


@pytest.mark.thorough
def test_a_colour_with_a_certificate_does_not_lose_in_truth():
    truth, rng, checked = SmallHex(3, 4), random.Random(2), 0
    for _ in range(150):
        state = random_state(rng, SMALL, rng.randint(9, 14))
        best = max(truth.ranks(state).values())
        for colour in (1, 2):
            if find_certificate(state, colour) is not None:
                checked += 1
                assert best >= 0 if colour == state.colour_to_place else best <= 0
    assert checked > 50


@pytest.mark.parametrize("side", [5, 6])
def test_answering_in_the_pair_holds_the_draw_to_the_last_stone(side):
    rng, games = random.Random(side), 0
    while games < 8:
        state = random_state(rng, HexParameters(side), rng.randint(20, 40))
        colour = rng.choice((1, 2))
        certificate = find_certificate(state, colour)
        if certificate is None:
            continue
        games += 1
        if certificate.first is not None:
            state = state.play(certificate.first)
        partner = {one: two for pair in certificate.pairs for one, two in (pair, pair[::-1])}
        while not state.is_terminal:
            wanted = partner.get(state.last_move) if state.last_move is not None else None
            answer = state.colour_to_place == colour and wanted in state.legal_moves
            state = state.play(wanted if answer else rng.choice(state.legal_moves))
        assert state.winning_colour != 3 - colour


def test_the_verifier_refuses_what_does_not_hold():
    rng, certificate = random.Random(4), None
    while certificate is None or len(certificate.pairs) < 3 or certificate.first is not None:
        state = random_state(rng, HexParameters(), 45)
        certificate = find_certificate(state, 1)
    pairs, used = certificate.pairs, {cell for pair in certificate.pairs for cell in pair}
    taken = next(cell for cell, stone in enumerate(state.cells) if stone)
    free = next(c for c, stone in enumerate(state.cells) if not stone and c not in used)
    assert holds(state, certificate)
    for more in ((pairs[0][0], free), (taken, free)):
        assert not holds(state, replace(certificate, pairs=(*pairs, more)))
    for first in (taken, pairs[0][0]):
        assert not holds(state, replace(certificate, first=first))
    assert not holds(state, replace(certificate, pairs=()))
    start = new_game(HexParameters(), 0)
    assert not holds(start, Certificate(1, pairs))
    assert find_certificate(start, 2) is None, "it has none to be found"
