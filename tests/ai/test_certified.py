"""What the AI thread and the protocol tell beside the search: who cannot lose."""

import io

import pytest

from ai.contract.games import game_of
from ai.gtp import command as gtp
from ai.kinds import SearcherOptions
from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo, SearchResult, StopReason
from ai.search.searcher import FilteredSearcher
from ai.searchers import make_player, make_searcher
from game.games.hex_gomoku.search.pairing import certificates, certified, holds, kept_safe
from game.games.tictactoe.exact import ExactSearcher, exact_values
from game.games.tictactoe.rules import TicTacToeParameters
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
