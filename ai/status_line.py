"""One line on a terminal that tells how far a command is; silent elsewhere."""

import shutil
from typing import TextIO

BAR_CELLS = 24


class StatusLine:
    """Writes a line over and over in its place."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = out.isatty()
        self._taken = 0

    def show(self, text: str) -> None:
        """Show this text in place of the last one, cut to the width of the terminal."""
        if self._shown:
            text = text[: shutil.get_terminal_size().columns - 1]
            # Two more than the last text took: a terminal echoes Ctrl+C as ^C after it.
            print(end="\r" + text.ljust(self._taken), file=self._out, flush=True)
            self._taken = len(text) + 2

    def clear(self) -> None:
        """Take the line away, to make room for something else."""
        self.show("")
        if self._shown:
            print(end="\r", file=self._out, flush=True)


def bar(done: int, total: int) -> str:
    """Return a bar that shows a share, such as ``[######..................]``."""
    filled = BAR_CELLS * done // max(1, total)
    return f"[{'#' * filled}{'.' * (BAR_CELLS - filled)}]"
