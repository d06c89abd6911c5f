import pytest

from game.ui.animation import MotionGate, Timeline, Tween, ease_in, ease_out, fall


@pytest.mark.parametrize("easing", [ease_in, ease_out, fall])
def test_every_easing_goes_from_zero_to_one_without_turning_back(easing):
    values = [easing(i / 50) for i in range(51)]
    assert values[0] == 0.0
    assert values[-1] == 1.0
    assert values == sorted(values)


def test_the_gate_shortens_all_motion():
    assert MotionGate("full", 1.0).duration(0.2) == 0.2
    assert MotionGate("full", 2.0).duration(0.2) == 0.1
    assert MotionGate("reduced").duration(0.5) == 0.12
    assert MotionGate("reduced").duration(0.0) == 0.0
    assert MotionGate("off").duration(0.5) == 0.0
    assert not MotionGate("reduced").moves
    assert MotionGate("reduced").fades
    assert not MotionGate("off").fades


def test_a_timeline_runs_once():
    timeline = Timeline()
    assert timeline.is_done
    assert not timeline.update(0.1)
    timeline.start(0.2)
    assert timeline.progress == 0.0
    assert timeline.update(0.1)
    assert timeline.progress == pytest.approx(0.5)
    assert timeline.update(1.0)
    assert timeline.is_done
    assert timeline.progress == 1.0
    timeline.start(0.2)
    timeline.finish()
    assert timeline.is_done


def test_a_tween_turns_round_where_it_is():
    tween = Tween(0.0)
    tween.go_to(1.0, 1.0)
    tween.update(0.5)
    half = ease_out(0.5)
    assert tween.value == pytest.approx(half)
    tween.go_to(0.0, 1.0)
    assert tween.value == pytest.approx(half)
    tween.update(1.0)
    assert tween.value == 0.0
    assert tween.is_done
    tween.go_to(1.0, 0.0)
    assert tween.value == 1.0
