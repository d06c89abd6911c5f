"""Parts of the AI get ready in turn, and the window's thread is not held up meanwhile."""

import gc
import logging
import sys

import pytest

from ai.engine import warmup
from ai.search.limits import CancelFlag
from ai.search.messages import WarmupProgress
from game.games.game import Part, Readiness


def test_every_part_is_reported_before_its_turn_and_timed(caplog) -> None:
    done: list[str] = []
    said: list[WarmupProgress] = []
    steps = tuple(Part(title, lambda title=title: done.append(title)) for title in ("one", "two"))
    with caplog.at_level(logging.INFO):
        warmup.load(said.append, CancelFlag(), steps)
    assert done == ["one", "two"]
    assert said == [
        WarmupProgress(0, 2, "one"),
        WarmupProgress(1, 2, "two"),
        WarmupProgress(2, 2, ""),
    ]
    assert "Milliseconds: one 0, two 0" in caplog.text


def test_nothing_more_is_loaded_once_the_program_ends() -> None:
    ended = CancelFlag()
    done: list[str] = []
    steps = (Part("one", ended.set), Part("two", lambda: done.append("two")))
    warmup.load(lambda _: None, ended, steps)
    assert done == []


def test_a_bundle_ships_more_than_a_start_loads() -> None:
    at_start, ahead, shipped = (
        [step.title for step in warmup._parts(warmup._built_in(), *needs)]
        for needs in ([Readiness.START], [Readiness.START, Readiness.AHEAD], list(Readiness))
    )
    assert at_start == ahead[: len(at_start)]
    assert ahead == shipped[: len(ahead)]
    assert {"rave in Hex Gomoku", "mcts-mr in Breakthrough", "uct-nmcs in Tic-Tac-Toe"} <= set(
        shipped
    )
    assert not {title for title in shipped if "SameGame" in title and " in " in title}


def test_loading_gives_way_and_leaves_everything_as_it_was() -> None:
    before = sys.getswitchinterval()
    with warmup._light_on_others():
        inside = gc.isenabled(), sys.getswitchinterval()
    assert inside == (False, pytest.approx(warmup.SWITCH_SECONDS))
    assert gc.isenabled()
    assert sys.getswitchinterval() == pytest.approx(before)
    gc.unfreeze()
