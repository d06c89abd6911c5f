"""What has only just come under a resting pointer takes no press."""

from game.window.press_guard import STEADY_SECONDS, PressGuard

AT, ELSEWHERE = (10, 10), (90, 10)


def under(*names):
    """Return what lies under a pixel: the first name at the left, the second at the right."""
    return lambda position: names[position[0] > 50]


def changed():
    """A guard under whose resting pointer something else has come."""
    guard = PressGuard()
    guard.move(AT, under("a", "b"))
    guard.look(under("c", "b"))
    return guard


def test_what_the_pointer_comes_to_takes_a_press_at_once():
    guard = PressGuard()
    assert guard.takes_press(AT, under("a", "b"))
    guard.move(ELSEWHERE, under("a", "b"))
    assert guard.takes_press(ELSEWHERE, under("a", "b"))
    assert guard.wake_after() is None


def test_what_comes_under_a_resting_pointer_waits():
    guard = changed()
    assert not guard.takes_press(AT, under("c", "b"))
    assert guard.wake_after() == STEADY_SECONDS
    guard.update(STEADY_SECONDS - 0.01)
    assert guard.wake_after() is not None
    guard.update(0.011)
    assert guard.takes_press(AT, under("c", "b"))


def test_the_second_half_of_a_double_click_does_no_more_than_the_first():
    guard = changed()
    guard.update(STEADY_SECONDS - 0.01)
    assert not guard.takes_press(AT, under("c", "b"))
    guard.update(0.2)
    assert not guard.takes_press(AT, under("c", "b"))
    guard.update(STEADY_SECONDS + 0.01)
    assert guard.takes_press(AT, under("c", "b"))


def test_a_trembling_hand_does_not_come_to_it():
    guard = changed()
    guard.move((12, 11), under("c", "b"))
    assert not guard.takes_press((13, 11), under("c", "b"))
    assert guard.takes_press(ELSEWHERE, under("c", "b")), "that stood there before"


def test_a_change_that_nobody_has_looked_at_counts():
    guard = PressGuard()
    guard.move(AT, under("a", "b"))
    assert not guard.takes_press(AT, under("c", "b"))
    assert not guard.takes_press((12, 11), under("c", "b"))


def test_a_pointer_that_comes_in_has_seen_what_is_there():
    guard = PressGuard()
    guard.move(AT, under("a", "b"))
    guard.move(None, under("a", "b"))
    guard.look(under("c", "b"))
    assert guard.takes_press(AT, under("c", "b"))
