"""One position, one search, and the same number from the tree's arrays to all that shows it.

Each station is held against the one before it by a rule that is written down here once more, so
that a fault is found at the station that makes it, whose file the message names.
"""

import math
import re
from dataclasses import astuple

import pytest

from ai.contract.games import game_of
from game.words.numbers import THIN_SPACE
from tests.stations import follow

DUELS = {
    "hex": ({}, "d7 d9 b7 c5 g7"),
    "breakthrough": (
        {"breakthrough_columns": 8, "breakthrough_rows": 8},
        "d2-c3 e7-d6 c3-d4 d8-e7 f2-g3 d6-c5 e2-d3 h7-h6",
    ),
    "tictactoe": (
        {"tictactoe_columns": 8, "tictactoe_rows": 8, "tictactoe_in_a_row": 5},
        "d2 f1 b4 a8",
    ),
}
pytestmark = pytest.mark.xdist_group("kernels")


def at(station, got, expected, near=1e-9):
    """Hold what a station hands on against what it should have made of what it was given."""
    if isinstance(expected, dict):
        assert got.keys() == expected.keys(), station
    pairs = (
        ((k, got[k], v) for k, v in expected.items())
        if isinstance(expected, dict)
        else (("", got, expected),)
    )
    for of, value, wanted in pairs:
        exact = isinstance(wanted, (str, tuple, type(None)))
        is_right = value == wanted if exact else math.isclose(value, wanted, abs_tol=near)
        assert is_right, f"{station}: {of} {value}, expected {wanted}"


def by_move(info):
    return {each.move: each.value for each in info.candidates}


def calibrated(summary, position, scale):
    """Return shares by move as docs/calibration.md says it."""

    def log_odds(share):
        kept = min(0.995, max(0.005, share))
        return math.log(kept / (1 - kept))

    moves = [each for each in summary.candidates if each.proof is None]
    tried = sum(each.visits for each in moves)
    visits = sum(each.visits for each in summary.candidates)
    cells = len(position.cells)
    best = log_odds(moves[0].value)
    everything = log_odds(sum(each.visits * each.value for each in moves) / tried)
    level = everything + 0.2 * min(1, visits / cells / 300) * (best - everything)
    rate, per_cells, played, drawn = astuple(scale)
    stretch = math.log(1 + min(visits, 100_000) / 20) * math.exp(
        rate
        + per_cells * (36 / cells) ** 2
        + played * position.move_count / cells
        + drawn * summary.drawn
    )
    stretch = min(20.0, max(0.2, stretch))
    return {
        each.move: each.proof.share
        if each.proof
        else 1 / (1 + math.exp(-stretch * (log_odds(each.value) - best + level)))
        for each in summary.candidates
    }


def tenths(share):
    """Return a share in whole tenths of a percent, as every place rounds it first."""
    return round(round(1000 * share, 6))


def whole(share):
    return f"{round(tenths(share) / 10)} %"


@pytest.mark.parametrize("game", DUELS)
def test_a_win_rate_is_one_from_the_tree_to_all_that_shows_it(make_rig, game):
    settings, moves = DUELS[game]
    rig = make_rig(min_reply_delay=0.0, move_numbers="none", **settings)
    position, found, seen = follow(rig, game, moves)

    at("ai/search/tree_search.py", found.copied, found.arrays)
    at(
        "ai/search/mcts.py",
        {each.move: (each.visits, each.value) for each in found.summary.candidates if each.visits},
        {
            move: (visits, (wins + 0.5 * draws) / visits)
            for move, (visits, wins, draws) in found.arrays.items()
            if visits
        },
    )
    assert not any(each.proof for each in found.summary.candidates), "another position is needed"
    scale = game_of(game).search.scale(position.parameters)
    at(
        "ai/search/calibration.py",
        by_move(found.calibrated),
        calibrated(found.summary, position, scale),
    )
    at("ai/search/proofs.py, beside it", by_move(found.filtered), by_move(found.calibrated))
    info = found.result.info
    at("ai/search/proofs.py, known before", by_move(info), by_move(found.filtered))
    at("ai/search/proofs.py, known before", info.value, info.candidates[0].value)

    at("game/play/thinker.py", by_move(seen.known), by_move(info))
    values = by_move(info)
    first = round(info.candidates[0].value, 3)
    at(
        "game/ui/overlay.py",
        {each.move: each.value for each in seen.marks},
        {move: min(first, round(values[move], 3)) for move in values},
    )
    best, *others = seen.marks
    at("game/ui/overlay.py", best.move, info.candidates[0].move)
    at(
        "game/ui/overlay.py",
        {each.move: each.loss for each in others},
        {each.move: round(100 * (best.value - each.value), 1) for each in others},
    )
    drawn = {each.removesuffix(" %") for each in seen.written if each.isdecimal()}
    labelled = {whole(each.value).removesuffix(" %") for each in seen.marks if each.labelled}
    assert labelled <= drawn, f"game/ui/boards/marks.py: {seen.written}, expected {labelled}"
    numbered = [each for each in seen.marks if each.has_numbers][: len(seen.rows)]
    at(
        "the table",
        {name: value for name, value, _ in seen.rows[: len(numbered)]},
        {position.move_label(e.move): f"{tenths(e.value) / 10:.1f} %" for e in numbered},
    )
    mover = position.current_player
    own = values[best.move] if mover == 0 else 1 - values[best.move]
    at("game/play/grading.py", seen.recorded.value, own)
    mine, yours = whole(best.value), whole(1 - best.value)
    at("the bar", seen.bar, (mine, yours) if mover == 0 else (yours, mine))
    at("the graph", seen.graph.rpartition(": ")[2], mine if mover == 0 else yours)
    lead = re.search(r"is better than \S+ by ([\d.]+) %", seen.sentence)
    assert lead or f"**{position.move_label(best.move)}**" in seen.sentence, "the sentence"
    if lead:
        at("the sentence", float(lead[1]), others[0].loss)
    assert f"**{mine}** to win" in seen.demo, f"the demo's sentence: {seen.demo}, expected {mine}"
    at("the library", seen.stored.value, own, near=1e-6)


def test_a_score_is_one_from_the_line_to_all_that_shows_it(make_rig):
    rig = make_rig(samegame_columns=8, samegame_rows=8, samegame_seed=3)
    position, found, seen = follow(rig, "samegame", "")
    info = found.result.info

    def score(line):
        state = position
        for move in line:
            state = state.play(move)
        return state.returns[0]

    at("the search", by_move(info), {each.move: score(each.line) for each in info.candidates})
    at("the search", info.value, max(by_move(info).values()))
    at("game/play/thinker.py", by_move(seen.known), by_move(info))
    plans = {each.move: each.value for each in seen.marks}
    at("game/ui/overlay.py", plans, {move: by_move(info)[move] for move in plans})
    best = seen.marks[0]
    at("game/ui/overlay.py", best.value, info.value)
    told = number(best.value)
    at("game/play/grading.py", seen.recorded.value, info.value)
    at("the library", seen.stored.value, info.value, near=1e-6)
    assert told in seen.written, f"the badge: {seen.written}, expected {told}"
    at("the table", seen.rows[0][1].partition(" ")[0], told)
    at("the figures", seen.figures["Expected"], told)
    assert seen.graph.endswith(f"expected {told}"), f"the graph: {seen.graph}, expected {told}"
    assert told in seen.sentence or told in seen.demo, f"the sentence: {seen.sentence}"


def number(score):
    return f"{round(score):,}".replace(",", THIN_SPACE)
