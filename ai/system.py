"""What the system allows and offers: cores, interrupts, and what a packaged app hides."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

_CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")
_PROCESS_GROUPS: Final = Path("/proc/self/cgroup")


@cache
def usable_cores() -> int:
    """Return how many cores this process may use: by its affinity and by its control groups."""
    return max(1, int(min(_allowed_cores(), *_quotas(_PROCESS_GROUPS, _CONTROL_GROUPS))))


def _allowed_cores() -> int:
    if sys.platform == "win32":
        import psutil

        return len(psutil.Process().cpu_affinity()) or os.cpu_count() or 1
    if sys.version_info >= (3, 13):  # which a user can set, too: PYTHON_CPU_COUNT
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _quotas(membership: Path, mounted: Path) -> Iterator[float]:
    """Yield what each control group that this process is in has of cores; see cgroups(7).

    Args:
        membership: Tells the groups, as ``number:controllers:path``.
        mounted: Where they are; in a container its own group stands at the top there.
    """
    yield float("inf")
    lines: list[str] = []
    with suppress(OSError):
        lines = membership.read_text().splitlines()
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        for folder in (mounted / controllers, mounted / "cpu") if controllers else (mounted,):
            group = folder / path.lstrip("/")
            for each in (group, *group.parents[: len(Path(path).parts) - 1]):
                with suppress(OSError, ValueError, ZeroDivisionError):
                    yield _quota(each)


def _quota(group: Path) -> float:
    """Return the cores of one group; raise `OSError` or `ValueError` where it tells of no bound."""
    if (limit := group / "cpu.max").exists():  # of version 2: "max 100000" where there is none
        quota, period = limit.read_text().split()
    else:
        quota = (group / "cpu.cfs_quota_us").read_text()
        period = (group / "cpu.cfs_period_us").read_text()
    cores = int(quota) / int(period)
    if cores <= 0:
        raise ValueError
    return cores


def system_environment() -> dict[str, str]:
    """Return the environment without the bundle's own libraries, for other programs."""
    environment = dict(os.environ)
    original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        environment["LD_LIBRARY_PATH"] = original
    elif getattr(sys, "frozen", False):
        environment.pop("LD_LIBRARY_PATH", None)
    return environment


IS_WINDOWS: bool = sys.platform == "win32"

if sys.platform == "win32":
    INTERRUPTS: Final = (signal.SIGINT, signal.SIGBREAK)
    """What Ctrl+C sends, and what Ctrl+Break does."""

    def end_family_with_this() -> None:
        """Have the system end all that this process starts from now on as soon as it ends."""
        import win32api
        import win32job

        kind = win32job.JobObjectExtendedLimitInformation
        job = win32job.CreateJobObject(None, "")
        limits = win32job.QueryInformationJobObject(job, kind)
        limits["BasicLimitInformation"]["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        win32job.SetInformationJobObject(job, kind, limits)
        win32job.AssignProcessToJobObject(job, win32api.GetCurrentProcess())
        # By the system, once this has ended: Python would close it before, which ends us, too.
        job.Detach()

    def lower_thread() -> None:
        """Let all other threads, of this process too, go before this one."""
        import win32api
        import win32process

        thread = win32api.GetCurrentThread()
        win32process.SetThreadPriority(thread, win32process.THREAD_PRIORITY_BELOW_NORMAL)

else:
    INTERRUPTS: Final = (signal.SIGINT,)
