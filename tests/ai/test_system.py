"""How many cores may be used: what the system allows, not what the machine has."""

import os

import pytest

from ai import system
from ai.engine import warmup
from ai.options import default_threads
from game.store.settings import Settings
from tests.processes import python

V2 = "0::/user/job\n"
V1 = "5:memory:/else\n4:cpu,cpuacct:/user/job\n1:name=systemd:/else\n0::/user\n"


@pytest.mark.parametrize(
    ("own", "files", "cores"),
    [
        (V2, {}, 16),
        (V2, {"user/job/cpu.max": "max 100000"}, 16),
        (V2, {"user/job/cpu.max": "400000 100000"}, 4),
        (V2, {"user/job/cpu.max": "50000 100000"}, 1),
        (V2, {"user/job/cpu.max": "390000 100000"}, 3),
        (V2, {"user/job/cpu.max": "800000 100000", "user/cpu.max": "200000 100000"}, 2),
        (V2, {"cpu.max": "300000 100000"}, 3),
        (V2, {"user/job/cpu.max": "odd"}, 16),
        (V1, {"cpu,cpuacct/user/job/cpu.cfs_quota_us": "-1"}, 16),
        (V1, {"cpu,cpuacct/user/job/cpu.cfs_quota_us": "200000"}, 2),
        (V1, {"cpu,cpuacct/user/cpu.cfs_quota_us": "300000"}, 3),
        (V1, {"cpu/cpu.cfs_quota_us": "500000"}, 5),
        (V1, {"memory/else/cpu.max": "100000 100000"}, 16),
        ("", {"cpu.max": "100000 100000"}, 16),
    ],
)
def test_a_quota_of_any_group_above_bounds_the_cores(own, files, cores, tmp_path, monkeypatch):
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if name.endswith("quota_us"):
            (file.parent / "cpu.cfs_period_us").write_text("100000")
    groups = tmp_path / "own"
    groups.write_text(own)
    monkeypatch.setattr(system, "_PROCESS_GROUPS", groups)
    monkeypatch.setattr(system, "_CONTROL_GROUPS", tmp_path)
    monkeypatch.setattr(system, "_allowed_cores", lambda: 16)
    assert system.usable_cores.__wrapped__() == cores


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="has no affinity")
def test_a_core_that_is_not_allowed_does_not_count():
    script = (
        "import os; from ai.system import usable_cores\n"
        "os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1]); print(usable_cores())"
    )
    assert python("-c", script).stdout == "1\n"


def test_nothing_counts_cores_that_may_not_be_used(monkeypatch):
    usable = system.usable_cores()
    monkeypatch.setattr(os, "cpu_count", lambda: 640)
    assert default_threads() == max(1, usable - 1)
    assert Settings(threads="all but one").thread_count == max(1, usable - 1)
    assert warmup.processes() == min(usable, warmup.MOST_PROCESSES)
