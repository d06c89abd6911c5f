"""What the AI thread and the protocol tell beside the search: who cannot lose."""

import io
from dataclasses import replace

import pytest

from ai.contract.games import game_of
from ai.gtp import command as gtp
from ai.players import make_player
from ai.search.messages import Candidate, Proof, SearchInfo, SearchResult, StopReason
from ai.search.searcher import FilteredSearcher
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.certified import certificates, certified, kept_safe
from game.games.hex_gomoku.search.pairing import holds
from tests.ai.hex_tactics import play_names, tactics
from tests.thinking import think

# A game up to where both colours hold a certificate.
DRAWN = "f6 e7 g5 d8 e5 f7 d7 e8 h5 f5 b8 e9 e6 g8 f8 e10 e11 g6 h7 g10 d9 d6 h6"


def drawn_game():
    return tuple(DRAWN.split())


def drawn_state():
    return play_names(new_game(HexParameters(), 0), list(drawn_game()))


def test_every_report_carries_the_certificates_and_two_of_them_are_a_draw():
    state = drawn_state()
    reports = []
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

    names = drawn_game()
    states = (play_names(new_game(HexParameters(), 0), list(names[:n])) for n in range(len(names)))
    state = next(each for each in states if len(certificates(each)) == 1)
    inner = Quiet()
    searcher = FilteredSearcher(inner, [certified])
    searcher.advance((3,))
    result = think(searcher, state)
    assert inner.moves == (3,)
    assert len(result.info.certificates) == 1
    assert not result.info.is_safe_draw
    assert result.info.proof is not Proof.DRAW


def held_with_a_stone():
    """Positions of a game whose mover holds a certificate that needs a stone at once."""
    state = new_game(HexParameters(), 0)
    for name in drawn_game():
        own = [each for each in certificates(state) if each.colour == state.colour_to_place]
        if own and own[0].first is not None:
            yield state, own[0]
        state = play_names(state, [name])


def result_of(move, *others, proof=None):
    candidates = tuple(Candidate(each, 10, 0.5) for each in (move, *others))
    return SearchResult(move, SearchInfo(candidates=candidates, proof=proof), StopReason.TIME)


def with_certificates(state, result):
    return replace(result, info=replace(result.info, certificates=certificates(state)))


def gives_up(state, move):
    return state.colour_to_place not in [each.colour for each in certificates(state.play(move))]


@pytest.mark.thorough
def test_a_strong_move_does_not_give_up_what_cannot_lose():
    changed = 0
    for state, own in held_with_a_stone():
        wasted = [move for move in state.legal_moves if gives_up(state, move)][:3]
        for move in wasted:
            result = with_certificates(state, result_of(move))
            assert kept_safe(state, result).move == own.first
            won = with_certificates(state, result_of(move, proof=Proof.WIN))
            assert kept_safe(state, won).move == move
            better = with_certificates(state, result_of(move, *wasted, own.first))
            assert not gives_up(state, kept_safe(state, better).move)
            changed += 1
        kept = next(move for move in state.legal_moves if not gives_up(state, move))
        result = with_certificates(state, result_of(kept))
        assert kept_safe(state, result) == result
    assert changed


def test_a_move_is_left_alone_where_nothing_is_certified():
    start = new_game(HexParameters(), 0)
    assert kept_safe(start, result_of(3)) == result_of(3)


def test_nothing_is_certified_at_the_start_or_in_other_games():
    assert certificates(new_game(HexParameters(), 0)) == ()
    assert SearchInfo().certificates == ()
    assert game_of("tictactoe").search.certify is None
    assert type(make_player("flat", "domineering")) is type(make_searcher("flat", "domineering"))


def ask(*commands, searcher="threat"):
    """The replies of an engine to commands, without their framing."""
    replies = io.StringIO()
    stream = io.BytesIO("".join(f"{line}\n" for line in commands).encode())
    assert gtp.main(["hex", "--searcher", searcher, "--simulations", "500"], stream, replies) == 0
    return [reply.strip() for reply in replies.getvalue().split("\n\n") if reply.strip()]


def played(state_names):
    return [f"play {['black', 'white'][i % 2]} {name}" for i, name in enumerate(state_names)]


def test_the_protocol_tells_who_cannot_lose():
    questions = ("cannot_lose black", "cannot_lose white", "cannot_lose red")
    *_, black, white, bad = ask(*played(drawn_game()), *questions)
    for each, reply in zip(certificates(drawn_state()), (black, white), strict=True):
        assert reply.startswith("= true ")
        assert reply.count("-") == len(each.pairs)
    *_, start, _ = ask("cannot_lose black", "quit")
    assert start == "= unknown"
    assert bad == "? syntax error: 'red' is not a colour; use black or white"


def test_analysis_gives_the_proven_value_and_the_line_of_the_proof():
    tactic = next(each for each in tactics() if each.kind == "vcf" and each.win_in > 3)
    names = [
        tactic.state.move_to_string(cell)
        for colours in zip(
            *([c for c, s in enumerate(tactic.state.cells) if s == colour] for colour in (1, 2)),
            strict=False,
        )
        for cell in colours
    ]
    if len(names) < tactic.state.stones:  # black has one stone more
        black = [c for c, stone in enumerate(tactic.state.cells) if stone == 1]
        names.append(tactic.state.move_to_string(black[-1]))
    mover = ("black", "white")[len(names) % 2]
    *_, analysis = ask(*played(names), f"analyze {mover} 100")
    told = next(line for line in analysis.splitlines() if " order 0 " in line)
    words = next(each for each in told.split("info ") if " order 0 " in each).split()
    assert words[words.index("proven") + 1] == "win"
    distance = int(words[words.index("distance") + 1])
    line = words[words.index("pv") + 1 :]
    state = tactic.state
    for name in line:
        state = state.play(state.move_from_string(name))
    assert len(line) <= distance
    assert words[words.index("move") + 1] == line[0]
