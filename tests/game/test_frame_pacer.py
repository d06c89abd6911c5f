"""The beat of the window's frames, with a clock that moves only where something takes time."""

import pytest

from game.window.frame_pacer import FramePacer

BEAT = 0.016


class Time:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds


@pytest.mark.parametrize(
    ("work", "ends"),
    [
        ([0.001, 0.012, 0.004], [1, 2, 3]),
        ([0.001, 0.020, 0.004], [1, 2.25, 3]),  # a little late: the next one is not
        ([0.001, 0.060, 0.004, 0.001], [1, 4.75, 5.25, 6.25]),  # no burst of frames follows
        ([0.030, 0.030, 0.030], [1.875, 3.75, 5.625]),  # as fast as it can
    ],
)
def test_frames_come_evenly_whatever_they_take(work, ends):
    clock = Time()
    beat = FramePacer(BEAT, clock, clock.sleep)
    beat.wait()
    came = []
    for seconds in work:
        clock.now += seconds
        beat.wait()
        came.append((clock.now - 50.0) / BEAT)
    assert came == pytest.approx(ends)
