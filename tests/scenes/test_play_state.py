"""The state of a play screen: one case at a time, and nothing that means nothing where one is."""

import itertools
import random
from dataclasses import replace

from game.play.session import Mode, Session
from game.screens.play.hints import NO_HINT, STEPS, Hint
from game.screens.play.play_state import (
    AUTO,
    HINTED,
    IDLE,
    Case,
    DemoRun,
    Facts,
    GamePlace,
    GameRun,
    LineRun,
    PlayState,
    Stopped,
    settle,
)
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.ui.overlay import Mark
from tests.sessions import AGAINST_AI, play

PLAY, ANALYSE, DEMO = Mode
MARK = Mark(4, 1, "A", 0.0, 0.6, 500, 1.0, labelled=True)
PLACE = GamePlace.of(Session("tictactoe"))
HERE = (PLACE.game, 0)
RUNS = (
    *(IDLE, DemoRun(), GameRun(3.0)),
    *(LineRun((4,), 3.0, then, at) for then in (IDLE, DemoRun()) for at in (HERE, (1, 0))),
)
FACTS = (
    "is_over",
    "is_retry",
    "is_tried",
    "is_ai_to_move",
    "is_passed_by",
    "guesses",
    "has_guessed",
)


def drawn(rng):
    """Return any state and any facts, whether or not they go together."""
    place = rng.choice((PLACE, replace(PLACE, scope=ANALYSE), replace(PLACE, game=1)))
    now = Facts(place, rng.choice(list(Mode)), **{each: rng.random() < 0.3 for each in FACTS})
    state = PlayState(
        Facts(PLACE),
        shown_at=1.0,
        activity=rng.choice(RUNS),
        thought=rng.choice((AUTO, Stopped())),
        layers=frozenset(rng.sample(list(Mode), 2)),
        peeks=rng.random() < 0.5,
        tree=rng.random() < 0.5,
        hint=rng.choice((NO_HINT, Hint(len(STEPS) - 1), Hint(due=9.0))),
        preview=rng.choice((NO_PREVIEW, LinePreview(MARK, is_of_view=True), LinePreview(MARK))),
        is_resigning=rng.random() < 0.5,
        choice=rng.choice((None, 4)),
        pairs=rng.choice((None, 1)),
    )
    return state, now


def test_what_is_left_has_a_meaning_where_it_is():
    rng = random.Random(0)
    for _ in range(3_000):
        state, now = drawn(rng)
        left = settle(state, now, 5.0)
        assert settle(left, now, 6.0) == left
        assert left.facts is now
        assert left.case in HINTED or not (left.hint.is_open or left.hint.is_coming)
        assert not left.preview.is_of_view or left.is_view_open
        assert left.choice is None or left.may_play
        assert not left.is_resigning or left.may_resign
        assert not (left.tree and left.case is Case.GUESS)
        assert not left.runs_demo or (now.mode is DEMO and not now.is_over)
        assert not isinstance(left.activity, LineRun) or left.activity.at == (now.place.game, 0)
        if now.place is PLACE:
            kept = left.thought, left.pairs, left.shown_at
            assert kept == (state.thought, state.pairs, state.shown_at)
        else:
            kept = {each: getattr(left, each) for each in ("shown_at", "activity", "tree")}
            seen = {each: getattr(state, each) for each in ("layers", "peeks", "has_walked")}
            assert left == PlayState(now, **kept, **seen)


def test_a_place_is_one_object_for_as_long_as_it_is_shown():
    session = Session("tictactoe", seats=AGAINST_AI)
    first = GamePlace.of(session)
    session.set_level("perfect")
    assert GamePlace.of(session, first) is first
    others = [first]
    for change in (
        lambda: play(session, 2),
        lambda: session.go_to(1),
        lambda: session.set_mode(ANALYSE),
        lambda: session.retry(1),
        session.restart,
    ):
        change()
        others.append(GamePlace.of(session, others[-1]))
    assert all(a is not b for a, b in itertools.pairwise(others))
