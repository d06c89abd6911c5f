"""A virtual screen for the measurements that need a real window."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SIZE = "1600x1000x24"
END_SECONDS = 10.0


@contextmanager
def virtual_screen() -> Iterator[str]:
    """Start Xvfb on a display number that is free and yield its name, such as ":99".

    On Windows there is a screen already, whose name is nothing to anybody.
    """
    if sys.platform == "win32":
        yield ""
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", SIZE, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait(END_SECONDS)
