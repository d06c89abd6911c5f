"""What Windows has a way of its own for."""

import signal
import sys
from typing import Final

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

        own = win32api.GetCurrentThread()
        win32process.SetThreadPriority(own, win32process.THREAD_PRIORITY_BELOW_NORMAL)

else:
    INTERRUPTS: Final = (signal.SIGINT,)
