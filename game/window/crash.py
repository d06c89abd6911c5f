"""What happens when the program itself fails: a report in a file, and a window with a few words.

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
from itertools import chain
from pathlib import Path
from typing import Final, Literal

import pygame

from ai.contract.games import VARIABLE, LeftOut
from ai.phrases import N_
from ai.processes import program_command
from ai.system import system_environment
from ai.version import NAME, VERSION
from game.store.files import Paths
from game.store.settings import DEFAULTS
from game.ui import draw
from game.ui.elements import Element, Role, distinct, text
from game.ui.layout import DESIGN_UNIT, NOWHERE, Box, Unit
from game.ui.skin import Skin
from game.ui.text import Fonts, plain
from game.ui.theme import DARK, RADIUS, TYPE
from game.ui.widgets import Button, FocusGroup
from game.window.display import display_scale
from game.window.loop import normalised
from game.window.reader import Reader
from game.words import files as words
from game.words.say import said, say, sentences
from game.words.spoken import LIST

log = logging.getLogger(__name__)

KEPT_REPORTS: Final = 10
LOG_LINES: Final = 60
WITHOUT_SCREEN: Final = ("dummy", "offscreen")
BUTTONS: Final = (N_("Close"), N_("Restart"))


def install(paths: Paths) -> None:
    """Log what nobody caught, in any thread, and the stack when the process itself dies."""
    sys.excepthook = lambda *error: log.critical("Uncaught error", exc_info=error)
    threading.excepthook = lambda given: log.error("A thread failed", exc_info=given.exc_value)
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
    summary = say(words.CRASHED, error=type(error).__name__, message=error)
    if report:
        summary = "\n".join((summary, say(words.REPORT_IN, file=report)))
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
    subprocess.Popen(program_command(*arguments), env=environment, start_new_session=True)


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
            buttons=tuple(map(said, BUTTONS)),
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


SIZE: Final = (680, 440)
"""Of the window in dp."""
_MARGIN: Final = 28
_GAP: Final = 12
_FRAME_SECONDS: Final = 1 / 30
_TRACE_LINES: Final = 9

Answer = Literal["close", "restart"]


class CrashWindow:
    """A window with what happened, the end of the trace, and what can be done now."""

    def __init__(self, summary: str, trace: str, actions: dict[str, Callable[[], None]]) -> None:
        self._summary = summary
        lines = [line for line in trace.splitlines() if line.strip(" ^~")]
        self._trace = lines[-_TRACE_LINES:]
        self._actions = actions
        unit = Unit(DESIGN_UNIT * display_scale())
        self._skin = Skin(DARK, unit, Fonts(), DEFAULTS.changed(motion="off"))
        self._size = unit.px(SIZE[0]), unit.px(SIZE[1])
        self._window = pygame.Window(NAME, self._size, hidden=True)
        self._window.set_icon(draw.app_mark(128))
        self.group = FocusGroup()
        self._note = ""
        self._lay_out()
        self._reader = Reader()
        self._reader.begin(self._window)  # some have to before it is shown
        self._window.show()

    def ask(self) -> Answer:
        clock = pygame.time.Clock()
        try:
            while True:
                self._draw()
                self._reader.follow(self.describe, self._window, is_new=True)
                event = normalised(pygame.event.wait(round(_FRAME_SECONDS * 1000)))
                self._reader.take(event)
                asked = self._reader.events(self.describe, lambda: True, None)
                answers = (self._handle(each) for each in chain((event,), asked))
                answer = next((each for each in answers if each is not None), None)
                self.group.update(clock.tick() / 1000, self._skin)
                if answer is not None:
                    return answer
        finally:
            self._reader.end()
            self._window.destroy()

    def describe(self) -> Element:
        """Return what it shows, to those who do not see it."""
        area, title = Box(0, 0, *self._size), say(words.HAS_TO_CLOSE, program=NAME)
        summary = plain(self._summary).replace("\n", " ")
        news = sentences(say(LIST, parts=title), summary)
        children = (
            Element(Role.HEADING, "title", title, area),
            *distinct(text(line, area) for line in (summary, *self._trace)),
            *(each.describe(self._skin) for each in self.group.widgets),
            Element(Role.ALERT, "said", news, NOWHERE),
            *((Element(Role.STATUS, "note", said(self._note), NOWHERE),) if self._note else ()),
        )
        return Element(Role.WINDOW, "crash", title, area, children=children)

    def _lay_out(self) -> None:
        skin = self._skin
        close = Button("close", N_("Close"), key="Esc")
        left = [Button("open", N_("Open folder")), Button("copy", N_("Copy report"), key="Ctrl C")]
        restart = Button("restart", N_("Restart"), primary=True, key="Enter")
        y = self._size[1] - skin.px(_MARGIN) - restart.height(skin)
        x = skin.px(_MARGIN)
        for button in left:
            button.box = Box(x, y, button.width(skin), button.height(skin))
            x = button.box.right + skin.px(_GAP)
        x = self._size[0] - skin.px(_MARGIN)
        for button in (restart, close):
            x -= button.width(skin)
            button.box = Box(x, y, button.width(skin), button.height(skin))
            x -= skin.px(_GAP)
        self.group.set_widgets((*left, close, restart))
        self.group.focus(restart, show=False)

    def _handle(self, event: pygame.event.Event) -> Answer | None:
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            return "close"
        name = self._shortcut(event)
        if name is None:
            action = self.group.handle_event(event)
            name = action.name if action else None
        if name in self._actions:
            self._actions[name]()
            self._note = N_("Copied.") if name == "copy" else ""
        if name == "close":
            return "close"
        return "restart" if name == "restart" else None

    def _shortcut(self, event: pygame.event.Event) -> str | None:
        if event.type != pygame.KEYDOWN:
            return None
        if event.key == pygame.K_ESCAPE:
            return "close"
        if event.key == pygame.K_c and event.mod & pygame.KMOD_CTRL:
            return "copy"
        focused = self.group.focused
        is_chosen = focused is not None and focused.show_focus
        return "restart" if event.key == pygame.K_RETURN and not is_chosen else None

    def _draw(self) -> None:
        skin, theme, surface = self._skin, self._skin.theme, self._window.get_surface()
        surface.fill(theme.bg)
        left, width = skin.px(_MARGIN), self._size[0] - 2 * skin.px(_MARGIN)
        surface.blit(draw.app_mark(skin.px(44)), (left, left))
        at = (left + skin.px(60), left + skin.px(22))
        skin.write(
            surface, say(words.HAS_TO_CLOSE, program=NAME), at, TYPE.h1, theme.text, bold=True
        )
        y, ink = left + skin.px(58), theme.text2
        at, bold = (left, y), theme.text
        y += skin.paragraph(
            surface, self._summary, at, TYPE.body, width, ink, bold_ink=bold, max_lines=5
        )
        bottom = self.group.widget("close").box.y - skin.px(34)
        self._draw_trace(surface, Box(left, y + skin.px(12), width, bottom - y - skin.px(12)))
        at = (left, bottom + skin.px(8))
        skin.write(surface, self._note, at, TYPE.caption, theme.text2, anchor="topleft")
        self.group.draw(surface, skin)
        self._window.flip()

    def _draw_trace(self, surface: pygame.Surface, box: Box) -> None:
        skin, theme = self._skin, self._skin.theme
        draw.fill_round(surface, box, skin.px(RADIUS.button), theme.panel)
        step = skin.fonts.line_height(skin.text(TYPE.caption))
        fitting = max(0, (box.height - skin.px(16)) // step)
        y = box.y + skin.px(8)
        for line in self._trace[len(self._trace) - min(fitting, len(self._trace)) :]:
            text = skin.fit(line, TYPE.caption, box.width - skin.px(24))
            at = (box.x + skin.px(12), y)
            skin.write(surface, text, at, TYPE.caption, theme.text2, anchor="topleft")
            y += step
