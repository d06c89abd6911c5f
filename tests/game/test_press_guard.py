"""What has only just come under a resting pointer takes no press."""

import pytest

from game.window.loop import STEADY_SECONDS, PressGuard

AT, ELSEWHERE = (10, 10), (90, 10)


def under(*names):
    """Return what lies under a pixel: the first name at the left, the second at the right."""
    return lambda position: names[position[0] > 50]


@pytest.fixture
def guard(clock):
    guard = PressGuard(clock)
    guard.shown()
    return guard


@pytest.fixture
def changed(guard):
    """A guard under whose resting pointer something else has come, which is to be seen."""
    guard.move(AT, under("a", "b"))
    guard.look(under("c", "b"))
    guard.shown()
    return guard


def test_what_the_pointer_comes_to_takes_a_press_at_once(guard):
    assert guard.takes_press(AT, under("a", "b"))
    guard.move(ELSEWHERE, under("a", "b"))
    assert guard.takes_press(ELSEWHERE, under("a", "b"))
    assert guard.wake_after() is None
    guard.move(None, under("a", "b"))
    guard.look(under("a", "c"))
    assert guard.takes_press(ELSEWHERE, under("a", "c")), "what it finds as it comes in, too"


def test_what_comes_under_a_resting_pointer_waits(changed, clock):
    assert not changed.takes_press(AT, under("c", "b"))
    assert changed.wake_after() == pytest.approx(STEADY_SECONDS)
    clock.now += STEADY_SECONDS - 0.01
    assert changed.wake_after() is not None
    assert not changed.takes_press(AT, under("c", "b"))
    clock.now += 0.2
    assert not changed.takes_press(AT, under("c", "b")), "the second half of a double click"
    clock.now += STEADY_SECONDS + 0.001
    assert changed.wake_after() is None
    assert changed.takes_press(AT, under("c", "b"))


def test_the_wait_begins_when_the_change_is_to_be_seen(guard, clock):
    guard.move(AT, under("a", "b"))
    guard.look(under("c", "b"))
    clock.now += 9.0
    assert not guard.takes_press(AT, under("c", "b")), "pressed while the frame was drawn"
    guard.shown()
    clock.now += STEADY_SECONDS - 0.01
    guard.shown()
    assert guard.wake_after() == pytest.approx(0.01)


def test_a_screen_that_nobody_has_seen_takes_no_press(guard, clock):
    guard.begin()
    guard.move(AT, under("a", "b"))
    assert not guard.takes_press(AT, under("a", "b"))
    guard.move(ELSEWHERE, under("a", "b"))
    clock.now += 9.0
    assert not guard.takes_press(ELSEWHERE, under("a", "b"))
    guard.shown()
    assert not guard.takes_press(ELSEWHERE, under("a", "b")), "it has only just come"
    guard.move(AT, under("a", "b"))
    assert guard.takes_press(AT, under("a", "b"))


def test_a_trembling_hand_does_not_come_to_it(changed):
    changed.move((12, 11), under("c", "b"))
    assert not changed.takes_press((13, 11), under("c", "b"))
    assert changed.takes_press(ELSEWHERE, under("c", "b")), "that stood there before"


def test_a_change_that_nobody_has_looked_at_counts(guard):
    guard.move(AT, under("a", "b"))
    assert not guard.takes_press(AT, under("c", "b"))
    assert not guard.takes_press((12, 11), under("c", "b"))
