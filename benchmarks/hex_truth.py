"""Are proofs correct? Compares with minimax on small boards, and replays on the full board."""

import random
from collections.abc import Iterator

from ai.options import make_ready_searcher
from ai.search.messages import Limit, Proof, SearchInfo
from ai.searchers import make_searcher
from benchmarks.hex_self_play import self_play
from game.games.hex_gomoku.rules import HexParameters, HexState, new_game
from game.games.hex_gomoku.search.pairing import find_certificate, holds
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from tests.ai.row_tactics import replays_won
from tests.ai.small_hex import SmallHex

# Boards with four in a row, and the stones from which minimax reaches every end.
SMALL_BOARDS = ((3, 9), (4, 24))

Row = dict[str, object]


def small_board_rows(searcher: str, limit: Limit, positions: int, seed: int) -> Iterator[Row]:
    """Yield a row a board: how many proofs there were, and how many of them were false."""
    make_ready_searcher(searcher, "hex")
    for side, least_stones in SMALL_BOARDS:
        parameters = HexParameters(side=side, in_a_row=4)
        rng = random.Random(seed)
        proofs = false = 0
        for index in range(positions):
            if index % 50 == 0:
                truth = SmallHex(side, 4)  # a new one, as it remembers all it has seen
            state = _random_state(rng, parameters, least_stones)
            info = (
                make_searcher(searcher, "hex")
                .search(state, limit, lambda: False, lambda _: None)
                .info
            )
            checked, wrong = _compare(state, info, truth)
            proofs += checked
            false += wrong
        yield {
            "board": f"side {side}, four in a row",
            "searcher": searcher,
            "positions": positions,
            "proofs": proofs,
            "false": false,
        }


def _random_state(rng: random.Random, parameters: HexParameters, least: int) -> HexState:
    """Return a position after so many or a few more random stones that nobody has won."""
    while True:
        state = new_game(parameters, 0)
        wanted = least + rng.randrange(5)
        while not state.is_terminal and state.stones < wanted:
            quiet = [move for move in state.legal_moves if not state.play(move).winning_line]
            if not quiet:
                break
            state = state.play(rng.choice(quiet))
        if not state.is_terminal and state.stones == wanted:
            return state


def _compare(state: HexState, info: SearchInfo, truth: SmallHex) -> tuple[int, int]:
    """Return how many moves and positions are proven, and how many of these proofs are false."""
    ranks = {move: truth.rank_of_move(state, move) for move in state.legal_moves}
    claims = [(candidate.proof, ranks[candidate.move]) for candidate in info.candidates]
    claims.append((info.proof, max(ranks.values())))
    sign = {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: -1}
    made = [(proof, rank) for proof, rank in claims if proof is not None]
    return len(made), sum(sign[proof] != (rank > 0) - (rank < 0) for proof, rank in made)


def badge_rows(searcher: str, limit: Limit, number: int, seed: int) -> Iterator[Row]:
    """Yield a row a game of a searcher against itself: its wins claimed, and those replayed.

    A claim is replayed on the pure rules: the threat search names the winner's moves, and each
    is answered in every legal way; the game must be won within the plies claimed. A game stops
    where both colours hold a pairing certificate: from there on nobody can win.
    """
    claims = replayed = 0
    for index, game in enumerate(self_play(searcher, limit, number, seed)):
        solver = ThreatSolver(HexParameters())
        state = game.opening
        here = held = 0
        for move, info in zip(game.moves, game.infos, strict=True):
            if info.proof is Proof.WIN and info.distance is not None:
                here += 1
                held += replays_won(solver, state, info.distance, set())
            state = state.play(move)
        claims += here
        replayed += held
        yield {"game": index, "claims": here, "replayed": held}
    yield {"searcher": searcher, "games": number, "claims": claims, "replayed": replayed}


def pairing_rows(searcher: str, limit: Limit, number: int, seed: int) -> Iterator[Row]:
    """Yield a row a game of a searcher against itself: when each colour first held a certificate.

    Every certificate found is checked by the independent verifier. A game goes on until both
    colours hold one, or to its end.
    """
    firsts: list[int | None] = []
    false = 0

    for index in range(number):
        stones: dict[int, int] = {}

        def is_over(state: HexState, stones: dict[int, int] = stones) -> bool:
            nonlocal false
            for colour in () if state.is_terminal else (1, 2):
                certificate = find_certificate(state, colour)
                if certificate is not None:
                    stones.setdefault(colour, state.stones)
                    false += not holds(state, certificate)
            return state.is_terminal or len(stones) == 2

        (game,) = self_play(searcher, limit, 1, seed + index, is_over)
        firsts.append(min(stones.values(), default=None))
        yield {
            "game": index,
            "black": stones.get(1),
            "white": stones.get(2),
            "decided": game.end.winning_colour is not None,
        }
    found = sorted(each for each in firsts if each is not None)
    yield {
        "searcher": searcher,
        "games": number,
        "certificates": len(found),
        "by_stone_22": sum(each <= 22 for each in found),
        "median_stone": found[len(found) // 2] if found else None,
        "false": false,
    }
