"""Solves small boards of hex Gomoku, and looks how early the full board is a proven draw."""

import gzip
import json
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from ai.search.messages import Limit
from benchmarks.hex_draw_checker import ProofCheck
from benchmarks.hex_provers import DrawProver, Proof, WinProver, proof_of
from benchmarks.hex_self_play import SelfPlay, self_play
from game.games.hex_gomoku.rules import BLACK, WHITE, HexParameters, HexState, new_game

SMALL_BOARDS = ((4, 4), (5, 4), (4, 5), (5, 5))  # side and stones in a row
NODES = 100_000  # of each threat search
DEEPEST = 20

Row = dict[str, object]


def solved_rows(folder: Path | None) -> Iterator[Row]:
    """Yield a row a proof of the small boards' results; keep the proofs in a folder, if any."""
    for side, in_a_row in SMALL_BOARDS:
        start = new_game(HexParameters(side=side, in_a_row=in_a_row), 0)
        began = time.process_time()
        answers = WinProver(start.parameters, nodes=NODES).prove(start)
        if answers is not None:
            proof = proof_of(start, BLACK, answers, wins=True)
            yield _checked(proof, folder, time.process_time() - began)
            continue
        for colour in (BLACK, WHITE):
            began = time.process_time()
            found = draw_proof(start, colour, 10**6)
            if found is not None:
                yield _checked(found, folder, time.process_time() - began)


def draw_proof(state: HexState, colour: int, most: int) -> Proof | None:
    """Return a proof that a colour cannot lose, if one is found with so many pairings sought."""
    answers = DrawProver(state.parameters, colour, most=most).prove(state, DEEPEST)
    return None if answers is None else proof_of(state, colour, answers, wins=False)


def _checked(proof: Proof, folder: Path | None, seconds: float) -> Row:
    """Let the checker walk a proof; return its row."""
    check = ProofCheck(proof)
    check.walk()
    data = gzip.compress(json.dumps(proof).encode(), mtime=0)
    stones = sum(cell != "0" for cell in str(proof["start"]))
    name = f"side-{proof['side']}-row-{proof['in_a_row']}-stones-{stones}-{proof['colour']}"
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json.gz").write_bytes(data)
    return {
        "proof": name,
        "stones": stones,
        "claim": "wins" if proof["wins"] else "cannot lose",
        "positions": check.answers,
        "covers": check.covers,
        "bytes": len(data),
        "cpu_seconds": round(seconds, 1),
    }


def game_rows(
    searcher: str, limit: Limit, games: int, seed: int, most: int, folder: Path | None
) -> Iterator[Row]:
    """Yield a row a game of a searcher against itself: from how few stones on it is a proven draw.

    A game ends where both colours hold certificates. From there it is taken back stone by stone,
    for each colour to where no proof is found any more. All proofs are checked.

    Args:
        searcher: Who plays.
        limit: For each move.
        games: How many.
        seed: Of the openings.
        most: How many pairings may be sought for each proof.
        folder: Where the proofs of the earliest positions are kept, if anywhere.
    """
    firsts = []
    for index, game in enumerate(self_play(searcher, limit, games, seed)):
        if game.end.is_terminal:
            yield {"game": index, "decided": game.end.winning_colour is not None}
            continue
        folder_of_game = folder and folder / f"game-{index}"
        earliest = {}
        for colour in (BLACK, WHITE):
            began = time.process_time()
            proof = _earliest_proof(game, colour, most)
            row = _checked(proof, folder_of_game, time.process_time() - began)
            earliest[HexState.names[colour - BLACK]] = row
        firsts.append(max(int(str(row["stones"])) for row in earliest.values()))
        yield {"game": index, "certificates": game.end.stones, **earliest}
    by_stone = {n: sum(first <= n for first in firsts) for n in sorted(set(firsts))}
    yield {"games": games, "settled": len(firsts), "proven_draws_by_stone": by_stone}


def _earliest_proof(game: SelfPlay, colour: int, most: int) -> Proof:
    """Return the proof that a colour cannot lose that is found farthest from a game's end."""
    positions = list(accumulate(game.moves, HexState.play, initial=game.opening))
    earliest = None
    for state in reversed(positions):
        proof = draw_proof(state, colour, most)
        if proof is None:
            break
        earliest = proof
    assert earliest is not None  # a certificate is a proof
    return earliest
