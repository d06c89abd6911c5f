"""Are proofs true? Against exhaustive minimax on small boards, and by replay on the full one."""

import random
from collections.abc import Iterator

from ai.hex.pairing import find_certificate, holds
from ai.hex.threat_search import ThreatSolver
from ai.messages import Limit, Proof, SearchInfo
from ai.options import make_ready_searcher
from ai.searchers import make_searcher
from benchmarks.hex_match import Side, games
from game.rules.hex_gomoku import HexParameters, HexState, new_game
from tests.ai.hex_tactics import replays_won
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


def badge_rows(side: Side, number: int, seed: int) -> Iterator[Row]:
    """Yield a row a game of a searcher against itself: its wins claimed, and those replayed.

    A claim is replayed on the pure rules: the threat search names the winner's moves, and each
    is answered in every legal way; the game must be won within the plies claimed.
    """
    parameters = HexParameters()
    claims = replayed = 0
    for index, (_, game) in enumerate(games(side, side, number, seed, parameters)):
        solver = ThreatSolver(parameters)
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
    yield {"searcher": side.searcher, "games": number, "claims": claims, "replayed": replayed}


def pairing_rows(side: Side, number: int, seed: int) -> Iterator[Row]:
    """Yield a row a game of a searcher against itself: when a certificate was first found.

    Every certificate found is checked by the independent verifier. A game that ended before
    anyone had one counts as decided.
    """
    parameters = HexParameters()
    found: list[int | None] = []
    false = 0
    for index, (_, game) in enumerate(games(side, side, number, seed, parameters)):
        state = game.opening
        first: int | None = None
        for move in game.moves:
            certificates = [find_certificate(state, colour) for colour in (1, 2)]
            false += sum(c is not None and not holds(state, c) for c in certificates)
            if any(certificates):
                first = state.stones
                break
            state = state.play(move)
        found.append(first)
        yield {"game": index, "stones": first, "returns": game.end.returns}
    stones = sorted(each for each in found if each is not None)
    yield {
        "searcher": side.searcher,
        "games": number,
        "decided": number - len(stones),
        "certificates": len(stones),
        "by_stone_22": sum(each <= 22 for each in stones),
        "median_stone": stones[len(stones) // 2] if stones else None,
        "false": false,
    }
