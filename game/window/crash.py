"""What happens when the program itself fails: a report in a file, and a few words on screen.

Games are safe without it, since each move is saved when it is played. A scene that fails
closes to the home screen (`game.window.app`); what ends up here is the rest.
"""

import faulthandler
import logging
import os
import platform
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final

import pygame

from ai.contract.games import VARIABLE, LeftOut
from ai.processes import own_command
from ai.system import system_environment
from ai.version import NAME, VERSION
from game.store.paths import Paths

log = logging.getLogger(__name__)

KEPT_REPORTS: Final = 10
LOG_LINES: Final = 60
WITHOUT_SCREEN: Final = ("dummy", "offscreen")
BUTTONS: Final = ("Close", "Restart")


def install(paths: Paths) -> None:
    """Log what nobody caught, in any thread, and the stack when the process itself dies."""
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_thread
    with suppress(OSError):
        paths.log.mkdir(parents=True, exist_ok=True)
        # It must stay open: the handler writes with the file's number when all else is lost.
        faulthandler.enable((paths.log / "faults.log").open("a", encoding="utf-8"))


def write_report(paths: Paths, error: BaseException | None) -> Path | None:
    """Write a report of an error and return its file; None if the disk does not take it."""
    path = paths.log / f"crash-{datetime.now():%Y%m%d-%H%M%S}.txt"
    try:
        paths.log.mkdir(parents=True, exist_ok=True)
        path.write_text(report_text(paths, error), "utf-8")
        for old in sorted(paths.log.glob("crash-*.txt"))[:-KEPT_REPORTS]:
            old.unlink()
    except OSError:
        log.exception("No crash report could be written")
        return None
    return path


def write_game_report(paths: Paths, gone: LeftOut) -> None:
    """Write what is known of a plug-in that was left out into a file of its own."""
    try:
        paths.log.mkdir(parents=True, exist_ok=True)
        path = paths.log / f"{gone.what}-{gone.folder.name}.txt"
        path.write_text(f"{gone.sentence}\n\n{gone.report}", "utf-8")
    except OSError:
        log.exception("No report of the plug-in could be written")


def report_text(paths: Paths, error: BaseException | None) -> str:
    """Return what somebody needs who is to find the error: versions, trace, last log lines."""
    lines = [
        f"{NAME} {VERSION}, {datetime.now():%Y-%m-%d %H:%M:%S}",
        f"Python {sys.version.split()[0]}, pygame-ce {pygame.version.ver}, "
        f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
        f"{platform.platform()}, {'bundle' if getattr(sys, 'frozen', False) else 'sources'}",
        "",
        *traceback.format_exception(error),
        "The end of the log:",
    ]
    with suppress(OSError):
        lines += paths.log_file.read_text("utf-8", "replace").splitlines()[-LOG_LINES:]
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"


def show(paths: Paths, error: BaseException) -> bool:
    """Write a report and offer it to the player; return whether to start again."""
    report = write_report(paths, error)
    text = report_text(paths, error)
    summary = f"**{type(error).__name__}**: {error}\nYour games are saved up to the last move."
    if report:
        summary += f"\nA report is in {report}"
    actions = {"open": lambda: open_folder(paths.log), "copy": lambda: _copy(text)}
    try:
        return _ask(summary, "".join(traceback.format_exception(error)), actions)
    except Exception:  # whatever broke the program may break its window, too
        log.exception("The window about the error failed")
        return _ask_simply(summary.replace("**", ""))


def restart(arguments: list[str]) -> None:
    """Start the program anew, beside this one, which is about to end."""
    # It looks for the plug-ins itself: one of them may be what failed.
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    subprocess.Popen(own_command(*arguments), env=environment, start_new_session=True)


def open_folder(folder: Path) -> None:
    """Show a folder in the system's file manager."""
    if sys.platform == "win32":
        os.startfile(folder)
        return
    opener = "open" if sys.platform == "darwin" else "xdg-open"
    with suppress(OSError):
        subprocess.Popen([opener, str(folder)], env=system_environment())


def _ask(summary: str, trace: str, actions: dict[str, Callable[[], None]]) -> bool:
    """Return whether the player wants a restart; not where no window can be seen."""
    from game.window.crash_window import CrashWindow

    pygame.display.quit()  # what was open shows a state that nobody keeps up to date
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_driver() in WITHOUT_SCREEN:
        return False
    return CrashWindow(summary, trace, actions).ask() == "restart"


def _ask_simply(text: str) -> bool:
    """Ask with the system's own box, which needs neither fonts nor pictures of ours."""
    try:
        choice = pygame.display.message_box(
            NAME,
            text,
            message_type="error",
            buttons=BUTTONS,
            return_button=BUTTONS.index("Restart"),
            escape_button=BUTTONS.index("Close"),
        )
    except pygame.error as problem:
        log.warning("No dialog could be shown: %s", problem)
        return False
    return BUTTONS[choice] == "Restart"


def _copy(text: str) -> None:
    with suppress(pygame.error):
        pygame.scrap.put_text(text)


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    log.critical("Uncaught error", exc_info=(kind, error, trace))


def _log_thread(arguments: threading.ExceptHookArgs) -> None:
    error = arguments.exc_value
    log.error("A thread failed", exc_info=error if error is not None else False)
