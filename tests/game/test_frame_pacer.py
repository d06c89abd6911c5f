"""The beat of the window's frames, with a clock that moves only where something takes time."""

import pytest

from game.window.loop import FramePacer

BEAT = 0.016


@pytest.mark.parametrize(
    ("work", "ends"),
    [
        ([0.001, 0.012, 0.004], [1, 2, 3]),
        ([0.001, 0.020, 0.004], [1, 2.25, 3]),  # a little late: the next one is not
        ([0.001, 0.060, 0.004, 0.001], [1, 4.75, 5.25, 6.25]),  # no burst of frames follows
        ([0.030, 0.030, 0.030], [1.875, 3.75, 5.625]),  # as fast as it can
    ],
)
def test_frames_come_evenly_whatever_they_take(clock, work, ends):
    def sleep(seconds):
        assert seconds > 0
        clock.now += seconds

    beat, begun, came = FramePacer(BEAT, clock, sleep), clock.now, []
    beat.wait()
    for seconds in work:
        clock.now += seconds
        beat.wait()
        came.append((clock.now - begun) / BEAT)
    assert came == pytest.approx(ends)
