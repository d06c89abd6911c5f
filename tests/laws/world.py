"""The whole program in a window that nobody sees, with a clock that only the tests move.

Everything that knows the inside of the program stands here: how to put it together, what lies
under a pixel, what the screen says. The laws and the player ask this module alone.
"""

import copy
import errno
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.contract.rules import State
from game.games.lattice.square_board import MOST_CELLS
from game.library.library import GameQuery, SavedGame, as_listed, record_of
from game.library.storage import Storage
from game.play.node import GameNode
from game.play.record import RETRY, Deleted, GameTree
from game.play.session import Mode, Session
from game.screens.arena.match import MatchProcess
from game.screens.arena.screen import ArenaScene
from game.screens.base import (
    ChangeSettings,
    Command,
    ExportData,
    ImportData,
    OpenFolder,
    OpenGame,
    OpenScene,
    Quit,
    SaveGame,
    SavePicture,
    Scene,
    Screen,
    TakeScreenshot,
    ToggleFullscreen,
)
from game.screens.context import Context
from game.screens.drills.run import MOST_MISSES, DrillPhase
from game.screens.drills.screen import DrillsScene
from game.screens.earlier.card import EarlierCard
from game.screens.earlier.screen import NEWER, OLDER, EarlierScene
from game.screens.help import HelpScene
from game.screens.home.screen import HomeScene
from game.screens.page import Page
from game.screens.play.game_scene import GameScene
from game.screens.play.medal_bar import MedalBar
from game.screens.play.play_state import Case
from game.screens.play.pointing import ByPiece
from game.screens.play.sentences import tree_waiting_words
from game.screens.review.screen import ReviewScene
from game.screens.set_up.edit import Edit
from game.screens.set_up.screen import SetUpScene
from game.store.files import default_paths
from game.store.settings import Settings, all_settings, fitted
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.layout import DEFAULT_WINDOW, Box
from game.ui.overlay import Mark
from game.ui.panel.base import Section
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import Row
from game.ui.panel.dialog import Dialog
from game.ui.panel.panel import Panel, Summary
from game.ui.panel.parts import Phrase
from game.ui.skin import Skin
from game.ui.widgets import Action, Button, FocusGroup, ScrollArea, Tabs, Toasts, Widget
from game.window.app import App, Work, theme_of
from game.window.display import open_window
from game.window.scenes import make_scene
from tests.fakes import Clock
from tests.laws.ai import Ai
from tests.laws.facts import History
from tests.rig import context_of, widgets

SMALL = {
    "samegame_columns": (4, 7),
    "samegame_rows": (4, 7),
    "samegame_colours": (2, 4),
    "hex_side": (4, 5),
    "tictactoe_columns": (3, 5),
    "tictactoe_rows": (3, 5),
    "breakthrough_columns": (4, 5),
    "breakthrough_rows": (4, 6),
}
"""Boards stay small in most worlds, so that games come to their ends."""
AS_IT_WAS = ("fullscreen", "maximised", "sound", "letters_told")
"""Settings that no world begins with otherwise."""
CHOSEN_ONE_IN = 3
"""How many of the other settings a player has chosen."""
FRAME = 1 / 32
RASTER = 26
"""How many pixels of a board's edge are tried to find its cells."""
BAR = 8
"""The width of a scroll bar in pixels."""


class HiddenApp(App):
    """The app without what reaches out of it.

    Attributes:
        has_small_boards: Whether no board is larger than a player without a search plays to an end.
    """

    has_small_boards = True

    @property
    def pointer(self) -> tuple[int, int] | None:
        """Where the pointer rests, if it is in the window."""
        return None if self._pointer is None else self._pointer.pos

    def take(self, event: pygame.event.Event) -> None:
        self._take(event)

    def pass_time(self, seconds: float) -> None:
        self._update(seconds)

    def has_shown(self) -> None:
        """Take as seen what a frame has drawn."""
        self._guard.shown()

    def takes_press(self, at: tuple[int, int]) -> bool:
        """Tell whether what is under a pixel has been there for long enough."""
        return self._guard.takes_press(at, self._meaning_at)

    def paint(self) -> None:
        self._dirty = True
        self._draw()

    def _beside(self, work: Work, *arguments: object) -> None:
        """Do it at once, so that a failure repeats."""
        self._do(work, *arguments)

    def execute(self, command: Command | None) -> None:
        match command:
            case TakeScreenshot() | OpenFolder() | ExportData() | ImportData() | SaveGame():
                return
            case SavePicture() | Quit() | ToggleFullscreen():
                return
            case ChangeSettings(settings) if self.has_small_boards:
                super().execute(ChangeSettings(small(settings)))
            case _:
                super().execute(command)


def small(settings: Settings) -> Settings:
    """Return settings whose boards are no larger than tests can afford."""
    kept: dict[str, Any] = {
        name: min(max(settings[name], low), high) for name, (low, high) in SMALL.items()
    }
    return settings.changed(**kept, fullscreen=False)


def settings_of(seed: int) -> Settings | None:
    """Return the settings of a world: those of a first start, on small boards, if it is even."""
    return chosen_settings(seed) if seed % 2 else None


def chosen_settings(seed: int) -> Settings:
    """Return settings of which a player has changed some, to anything that they may be."""
    choose = random.Random(f"settings {seed}")
    settings = Settings(theme="dark", sound=False)
    for setting in all_settings().values():
        is_line = isinstance(setting.default, str) and not setting.choices
        is_fixed = setting.name in AS_IT_WAS or is_line
        if choose.randrange(CHOSEN_ONE_IN) or is_fixed:
            continue
        value: bool | int | float | str
        match setting.default:
            case bool():
                value = choose.random() < 0.5
            case str():
                value = choose.choice(setting.choices)
            case int():
                value = choose.randint(int(setting.low), int(setting.high))
            case _:
                value = choose.choice((setting.low, setting.high, setting.default))
        settings = settings.changed(**{setting.name: value})
    return fitted(settings)


@dataclass(frozen=True, slots=True)
class Target:
    """What lies under a pixel.

    Attributes:
        kind: "control", "question", "panel", "board", "line" (of Help), "bar" (of something
            that scrolls), "newcomer" (what has only just come there) or "nothing".
        control: The control.
        actions: What a click there does, as the control itself says.
        cell: The board's cell.
        moves: The moves that a click on the cell may play.
        piece: The piece that a click on the cell takes up instead.
    """

    kind: str
    control: Widget | None = None
    actions: tuple[Action, ...] = ()
    cell: int | None = None
    moves: tuple[int, ...] = ()
    piece: int | None = None


NOTHING = Target("nothing")
_PIXELS: dict[object, dict[int, tuple[int, int]]] = {}
"""Where cells are, by game, board and place: the same in every world."""


class World:
    """The program, the AI, the clock and the clipboard.

    Attributes:
        app: The program.
        ai: The AI.
        clock: Tells the program the time.
        home_game: The game that the player comes back to.
        actions: What controls have asked for since the last event.
        clipboard: What was copied, and what others have put there.
        deleted: The earlier games that the player has deleted.
        retried: The game that a retry is about, as it was when that began.
        left: That game when the retry began, and as it was gone back to.
        presses: How many keys and buttons were pressed so far.
        held: The keys that are down.
    """

    def __init__(
        self,
        name: str,
        home: Path,
        patch: pytest.MonkeyPatch,
        seed: int = 0,
        settings: Settings | None = None,
    ) -> None:
        random.seed(seed)  # new games are drawn from it
        self.clock = Clock()
        self.ai = Ai(self.clock, patch, seed)
        self.home_game = name
        self.actions: list[Action] = []
        self.clipboard = ["nonsense"]
        self._trail: list[tuple[str, Scene | None]] = [("home", None)]
        self.deleted: list[History] = []
        self.retried: dict[str, Any] | None = None
        self.left: tuple[object, object] | None = None
        self.presses = 0
        self.held: set[int] = set()
        self._pastes = False
        self._paints = False
        self._content: tuple[BoardContent | None] | None = None
        self._laid_out: tuple[object, ...] = ()
        patch.setattr(MatchProcess, "__init__", _no_program)
        patch.setattr(pygame.scrap, "put_text", self.clipboard.append)
        patch.setattr(pygame.scrap, "get_text", lambda: self.clipboard[-1])
        for kind in (FocusGroup, Panel):
            patch.setattr(kind, "handle_event", self._noting(kind.handle_event))
        paths = default_paths({"PLAYOUT_HOME": str(home)})
        storage = Storage(paths)
        storage.go_without_files()
        patch.setattr(storage, "delete", self._noting_deleted(storage.delete))
        self.context = context_of(storage, self.ai, self.clock)
        self.context.settings = settings or small(Settings(theme="dark", sound=False))
        self.context.theme = theme_of(self.context.settings)
        self.window = window = open_window((1120, 760))
        self.app = HiddenApp(self.context, self._make, window, clock=self.clock)
        self.app.has_small_boards = settings is None
        self.app.execute(OpenScene("home"))
        self.app.execute(OpenGame(name))
        self.frame(0.1)

    def close(self) -> None:
        """Leave the program."""
        self.app.close()
        self.context.storage.close()
        self.ai.close()

    # What happens.

    def send(self, kind: int, **values: Any) -> None:
        """Let one event happen, and nothing else."""
        self.actions.clear()
        if kind in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.presses += 1
            self._pastes = values.get("key") == pygame.K_v
        if kind == pygame.KEYDOWN:
            self.held.add(values["key"])
        elif kind == pygame.KEYUP:
            self.held.discard(values["key"])
        before, deleted, retry = self._written, self._deleted, self._retry
        is_sought = isinstance(self.scene, EarlierScene) and self.scene.query.position is not None
        is_placed = is_sought or self._pastes or isinstance(self.scene, ReviewScene)
        self.app.take(pygame.event.Event(kind, **values))
        self._content = None
        self._follow()
        if self.is_trying:
            now = self.retried_now
            if before is not None and now is not None and before["moves"] == now["moves"]:
                self.retried = before
            elif self._retry != retry:  # another game or line, or another move of it
                self.retried = now
        elif self.retried is not None and self.session is not None:
            now = self._written
            is_played_on = self._is_played_on(self.retried["moves"])
            if now is not None and now["number"] == self.retried["number"] and not is_played_on:
                # A game that is found by a position is opened there, a pasted one at its end, and
                # one that is reviewed where it is to be analysed.
                cursor = {"cursor": now["cursor"]} if is_placed else {}
                self.left = self.retried | cursor, now
            self.retried = None
        if self._deleted is not deleted:
            self.deleted += _gone(self._deleted)

    def frame(self, seconds: float = FRAME) -> None:
        """Let time pass, with a frame at its end."""
        self.clock.now += seconds
        scene = self.scene
        threads = []
        if isinstance(scene, HomeScene):
            threads = [scene.last.thread, scene.board.thread, scene.deck.thread]
        if isinstance(scene, EarlierScene | DrillsScene | ArenaScene):
            threads = [scene.beside.thread]
        for thread in filter(None, threads):
            thread.join()
        self.app.pass_time(seconds)
        self._content = None
        self._follow()
        if self.scene is not None:  # another one, where that of a game which failed was closed
            sleeps = self.scene.wake_after()
            assert sleeps is None or sleeps >= 0, f"{self.scene} sleeps {sleeps} s"
        self._draw()
        self.app.has_shown()

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window another size."""
        self.window.size = size
        self.send(pygame.WINDOWRESIZED, x=size[0], y=size[1])

    def choose(self, **values: Any) -> None:
        """Change settings, as on their page."""
        self.app.execute(ChangeSettings(self.settings.changed(**values)))

    def paint(self) -> None:
        """Paint one frame for good: drawing may fail, too."""
        self._paints = True
        self.app.paint()
        self._paints = False

    @property
    def trail(self) -> tuple[str, ...]:
        """The names of the screens that led to the shown one, which is the last."""
        return tuple(name for name, _ in self._trail)

    def _follow(self) -> None:
        """Note which screens have led to the shown one; a game is opened from home."""
        name, trail, scene = self.app.scenes.name, self._trail, self.scene
        # Lessons, which have the name of the drills, are opened from Help above these.
        is_by_name = not isinstance(scene, DrillsScene)
        places = enumerate(trail)
        known = [at for at, each in places if each[0] == name and (is_by_name or each[1] is scene)]
        if known:
            del trail[known[0] :]
        elif isinstance(scene, GameScene):
            del trail[1:]
        elif isinstance(scene, ReviewScene) and scene.session.record.spec.name not in self.trail:
            # A line of another game, from the list of all games: it is seen above that game.
            trail[1:] = [(scene.session.record.spec.name, None)]
        trail.append((name, scene))

    def _draw(self) -> None:
        """Lay out what is only placed when it is drawn, where anything has moved."""
        scene = self.scene
        boxes = tuple(widget.box for widget in self.controls)
        shown = (scene, self.size, self.settings, self.notice, self.dialog, boxes)
        if shown != self._laid_out:
            self._laid_out = shown
            scene.draw(self.window.get_surface())

    def _make(self, command: Screen, context: Context) -> Scene:
        made = make_scene(command, context)
        scene: Any = made
        drawn: tuple[Any, ...] = ()
        if isinstance(made, GameScene):
            drawn = (made.animator.view, made.panel, made.top_bar, made.tree)
        if isinstance(made, Page):
            scene.draw_content = self._only_if_painting(scene.draw_content)
        for part in drawn:
            part.draw = self._only_if_painting(part.draw)
        scene.group.draw = self._only_if_painting(scene.group.draw, _draw_tabs(scene.group))
        return made

    def _only_if_painting(
        self, draw: Callable[..., None], otherwise: Callable[..., None] = lambda *_, **__: None
    ) -> Callable[..., None]:
        def draw_or_not(*arguments: object, **options: object) -> None:
            (draw if self._paints else otherwise)(*arguments, **options)

        return draw_or_not

    def _noting(self, handle_event: Callable[..., Action | None]) -> Callable[..., Action | None]:
        """Return the method of a control's owner, which notes what the control asks for."""

        def noting(owner: object, event: pygame.event.Event) -> Action | None:
            action = handle_event(owner, event)
            if action is not None:
                self.actions.append(action)
            return action

        return noting

    def _noting_deleted(self, delete: Callable[[SavedGame], None]) -> Callable[[SavedGame], None]:
        def noting(row: SavedGame) -> None:
            self.deleted += _histories(record_of(row))
            delete(row)

        return noting

    # What a player sees.

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.context.settings

    @property
    def is_usual_size(self) -> bool:
        """Whether there is as much room in the window as in that of a first start."""
        scale = self.settings.ui_scale
        return all(
            now >= scale * usual for now, usual in zip(self.size, DEFAULT_WINDOW, strict=True)
        )

    @property
    def pointer(self) -> tuple[int, int] | None:
        """Where the pointer rests, if it is in the window."""
        return self.app.pointer

    @property
    def size(self) -> tuple[int, int]:
        """The window's size."""
        return self.window.size

    @property
    def scene(self) -> Any:
        """The screen that is shown."""
        return self.app.scene

    @property
    def game(self) -> GameScene | None:
        """The screen with the board, while it is shown."""
        scene = self.app.scene
        return scene if isinstance(scene, GameScene) else None

    @property
    def name(self) -> str:
        """The name of the game that is shown; empty on other screens."""
        return self.game.session.record.spec.name if self.game else ""

    @property
    def session(self) -> Session | None:
        """The game in progress, shown or below the screen that is."""
        return next((each.session for each in self.app.scenes if isinstance(each, GameScene)), None)

    @property
    def content(self) -> BoardContent | None:
        """What the board shows; it is worked out once between two things that happen."""
        if self._content is None:
            self._content = (self.game.board.content() if self.game else None,)
        return self._content[0]

    @property
    def place(self) -> tuple[History, Mode] | None:
        """Which position is shown, and in which mode."""
        session = self.session
        return (
            None
            if session is None
            else ((session.record.root.state, session.record.node.moves), session.mode)
        )

    @property
    def goes_on(self) -> bool:
        """Whether something is shown or played by itself: a demo, a line, a game or a proof."""
        if self.game is None:
            return False
        controller = self.game.controller
        is_shown = controller.state.shows_game or controller.unrolled is not None
        return is_shown or controller.state.runs_demo or controller.state.case is Case.PLAY_OUT

    @property
    def is_proving(self) -> bool:
        """Whether it is shown why a game ended by a move that ends it for a proof."""
        return self.game is not None and self.game.controller.unrolled is not None

    @property
    def is_blank(self) -> bool:
        """Whether the player wants to see what the AI thinks of a position, and sees nothing."""
        game = self.game
        if game is None or self.dialog is not None or game.session.is_over or self.goes_on:
            return False
        controller = game.controller
        is_asked = (
            controller.state.is_view_open or controller.state.tree or controller.state.hint.is_open
        )
        overlay = controller.ai.full_overlay
        return is_asked and (overlay is None or not overlay.marks) and self.context.may_think

    @property
    def is_ending(self) -> bool:
        """Whether the end of a game is still coming up on the board."""
        return self.game is not None and not self.game.animator.end.is_done

    @property
    def dialog(self) -> Dialog | None:
        """The question that is asked."""
        dialog: Dialog | None = self.scene.dialog
        return dialog

    @property
    def group(self) -> FocusGroup:
        """The controls that can be used now."""
        return self.dialog.group if self.dialog is not None else self.scene.group

    @property
    def controls(self) -> list[Widget]:
        """The controls that are to be seen."""
        return [each for each in self.group.widgets if each.visible and _reach(each).height > 0]

    def faces(self) -> dict[str, Any]:
        """Return what is to be seen of each control: its words, its place, whether it is usable."""
        return {
            each.name: (getattr(each, "label", ""), each.box, each.enabled, each.visible)
            for each in self.group.widgets
        }

    def new_faces(self) -> dict[str, Any]:
        """Return what would be to be seen of each control if all were worked out anew."""
        if self.game is not None:
            self.game.screen.refresh()
            if not self.game.screen.is_held:  # or nothing may change
                self.game.screen.show_panel()
            self._content = None
        return self.faces()

    @property
    def toasts(self) -> Toasts:
        """The notices of the shown screen."""
        toasts: Toasts = self.scene.toasts
        return toasts

    @property
    def notice(self) -> str:
        """What the notice says."""
        return self.toasts.text

    @property
    def offer(self) -> Widget | None:
        """The button on a notice that goes by itself."""
        passing = self.toasts.passing
        return next(iter(self.toasts.widgets), None) if passing is not None else None

    @property
    def sections(self) -> tuple[Section, ...]:
        """What stands in the panel, from top to bottom."""
        return tuple(place.section for place in self.game.panel.places) if self.game else ()

    @property
    def sentences(self) -> str:
        """The sentences in the panel, or on the sheet of a narrow window, and in a tree's place."""
        parts = (part for each in self.sections for part in getattr(each, "parts", (each,)))
        said = [part.text for part in parts if isinstance(part, Sentence | Summary)]
        if self.game is not None and self.game.controller.state.tree and self.is_blank:
            said.append(tree_waiting_words(self.game))
        return " ".join(said)

    @property
    def everything_said(self) -> str:
        """All that stands in the panel, its captions too."""
        return " ".join(repr(each) for each in self.sections if not isinstance(each, MedalBar))

    @property
    def tooltips(self) -> list[str]:
        """What is said of parts of the panel where the pointer rests on them."""
        if self.game is None or self.game.skin is None:
            return []
        skin, places = self.game.skin, self.game.panel.places
        return [hit.tooltip for each, box, _ in places for hit in each.hits(skin, box)]

    @property
    def cut_sentence(self) -> str:
        """A sentence in the panel that does not fit into its lines, in a window of usual size."""
        skin = self.game.skin if self.game else None
        if skin is None or self.game is None or not self.is_usual_size:
            return ""
        for section, box, _ in self.game.panel.places:
            if isinstance(section, Sentence) and section.lines:
                words, dp = section.text, section.words_dp(skin, box.width)
                if skin.paragraph_height(words, dp, box.width) > section.height(skin, box.width):
                    return words
        return ""

    @property
    def scrolls(self) -> list[ScrollArea]:
        """What scrolls of a page or of a game's panel."""
        owners = (getattr(self.scene, each, None) for each in ("content", "panel"))
        found = (getattr(each, "scroll", None) for each in owners)
        return [each for each in found if isinstance(each, ScrollArea)]

    @property
    def game_number(self) -> int:
        """What tells the game on the screen from the others of its kind; 0 where there is none."""
        return self.session.record.number if self.session is not None else 0

    def bar_says(self, *labels: str) -> Widget | None:
        """Return a button of the bar below the board that says one of these."""
        buttons = self.game.foot.bar.widgets if self.game else ()
        return next((each for each in buttons if each.visible and each.label in labels), None)

    @property
    def bar_keys(self) -> list[str]:
        """The keys that the bar below the board names, with what each does."""
        shown = self.game.foot.bar.widgets if self.game else ()
        return [each.key for each in shown if each.visible]

    @property
    def keys_to_go_on(self) -> list[str]:
        """The keys of what lets go on what is stopped: buttons, and the words of a panel's foot."""
        shown = [each for each in self.controls if getattr(each, "label", "") == "Go on"]
        keys = [each.key for each in shown if each.enabled and isinstance(each, Button)]
        rows = (section for section, *_ in self.game.panel.places) if self.game else ()
        parts = (part for row in rows if isinstance(row, Row) for part in row.parts)
        space = commands.SPACE.cap
        named = (isinstance(each, Phrase) and f"{space} goes on" in each.text for each in parts)
        return [*keys, *(space for each in named if each)]

    @property
    def _written(self) -> dict[str, Any] | None:
        """The game in progress as it would be kept; None in a retry."""
        session = self.session
        if session is None or session.record.retry is not None:
            return None
        return _facts(session.record, session.record.cursor)

    def _is_played_on(self, moves: list[str]) -> bool:
        """Tell whether a retry of a line has become a branch beside it, which leads back there."""
        left = None if self.session is None else self.session.record.line_left
        if left is None or left.why != RETRY:
            return False
        return [node.name for node in left.end.path()] == moves

    @property
    def _retry(self) -> tuple[int, int | None]:
        """Which move of which game is to be bettered."""
        session = self.session
        retry = None if session is None else session.record.retry
        return self.game_number, None if retry is None else retry.ply

    @property
    def is_trying(self) -> bool:
        """Whether the player looks for a better move in a retry."""
        return self.session is not None and self.session.record.retry is not None

    @property
    def retried_now(self) -> dict[str, Any] | None:
        """The game that a retry is about, as it is kept now."""
        session = self.session
        if session is None or session.record.retry is None:
            return None
        retry = session.record.retry
        return _facts(session.record, retry.cursor) | {"seats": retry.seats}

    def history(self) -> History | None:
        """Return the start of the game and the moves to the shown position."""
        session = self.session
        return (session.record.root.state, session.record.node.moves) if session else None

    def line(self) -> History | None:
        """Return the start of the game and all its moves, those ahead too."""
        session = self.session
        return (session.record.root.state, session.record.moves) if session else None

    @property
    def chosen(self) -> int | None:
        """What is taken up on the board: a piece, or a group that takes two clicks."""
        pointing: Any = None if self.game is None else self.game.pointing
        return getattr(pointing, "chosen", None)

    @property
    def skin(self) -> Skin | None:
        """What the game's screen is drawn with, once it has a size."""
        return self.game.skin if self.game is not None else None

    @property
    def promised(self) -> Mark | None:
        """The move that is fixed for a hint."""
        return self.game.controller.state.hint.promised if self.game is not None else None

    @property
    def guess(self) -> int | None:
        """The move that was guessed in the shown position, if one was."""
        guess = self.game.controller.guess if self.game else None
        return None if guess is None else guess.move

    def is_empty(self, cell: int) -> bool:
        """Tell whether nothing is left on a cell, where games leave holes."""
        state: Any = self.game.session.state if self.game else None
        if self.name != "samegame":
            return False
        return state.colour_at(*divmod(cell, state.parameters.rows)) is None

    @property
    def refusal(self) -> str:
        """What is said at a cell that a click on it means nothing; empty where nothing is."""
        refusal = self.game.animator.refusal if self.game else None
        return refusal.words if refusal is not None and refusal.cell is not None else ""

    def drilled(self, choice: int) -> list[tuple[int, int]]:
        """Return where to click for a legal move of the drill on the screen, if one is asked."""
        scene = self.scene
        if not isinstance(scene, DrillsScene) or scene.round is None or scene.board is None:
            return []
        state, view = scene.board.animator.state, scene.board.animator.view
        drills, waits = scene.round, (DrillPhase.ASKED, DrillPhase.SHOWN)
        if drills.is_timed and not drills.is_over:
            assert drills.attempt.phase in waits, f"{drills.attempt} goes on by itself"
            assert len(drills.missed) < MOST_MISSES or drills.attempt.phase is DrillPhase.SHOWN
        if not drills.may_answer:
            return []
        move = state.legal_moves[choice % len(state.legal_moves)]
        return [view.cell_box(state, cell).centre for cell in view.cells_of(state, move)]

    # What is set up.

    @property
    def edit(self) -> Edit | None:
        """The position that is set up by hand, while it is."""
        return self.scene.edit if isinstance(self.scene, SetUpScene) else None

    def edited(self, choice: int) -> tuple[int, int] | None:
        """Return a pixel of some cell of the board on which a position is set up."""
        if self.edit is None or self.dialog is not None:
            return None
        cell = choice % len(self.edit.cells)
        middle: tuple[int, int] = self.scene.animator.view.cell_box(self.edit.state, cell).centre
        return middle

    # Earlier games.

    @property
    def listed(self) -> list[History] | None:
        """The lines there are to be seen, of the game in progress and of the earlier ones.

        None where no screen tells them, or not yet.
        """
        scene = self.scene
        own = _histories(self.session.record) if self.session is not None else []
        if isinstance(scene, GameScene):
            return None if scene.top_bar.earlier.enabled else own
        if not isinstance(scene, EarlierScene) or scene.beside.is_reading or not scene.caption:
            return None
        session = self.session
        query = GameQuery(session.record.spec.name if session is not None else "")
        if (
            session is None
            or scene.query != query
            or any(not card.is_loaded for card in widgets(scene, EarlierCard))
        ):
            return None
        cards = widgets(scene, EarlierCard)
        rows = tuple(card.row for card in cards)
        if any(control.name in (NEWER, OLDER) for control in self.scene.group.widgets):
            number = session.record.number
            rows = self.context.storage.listed(query, number, 0, sys.maxsize).rows
        return own + [line for row in rows for line in _histories(record_of(row))]

    def line_on(self, control: Widget | None) -> History | None:
        """Return the earlier game that a card shows."""
        if not isinstance(control, EarlierCard) or not control.is_loaded:
            return None
        record = as_listed(control.row)
        return record.root.state, record.moves

    @property
    def _deleted(self) -> Deleted | None:
        """The branch that was deleted last, as long as that can be undone."""
        return None if self.game is None else self.game.controller.state.deleted

    # What lies under a pixel.

    def target(self, at: tuple[int, int]) -> Target:
        """Return what lies under a pixel, by what is drawn."""
        if not self.app.takes_press(at):
            return Target("newcomer")
        if any(bar.contains(at) for bar in self._bars()):
            return Target("bar")
        if self.dialog is not None:
            return self._control_at(self.dialog.group.widgets, at) or Target("question")
        return self._control_at(self.scene.group.widgets, at) or self._board_at(at)

    def _control_at(self, widgets: tuple[Widget, ...], at: tuple[int, int]) -> Target | None:
        hit = next((each for each in widgets if each.hit(at)), None)
        return None if hit is None else Target("control", hit, _said_by(hit, at))

    def _board_at(self, at: tuple[int, int]) -> Target:
        game: Any = self.game
        if game is None:
            return self._line_at(at)
        if game.panel.box.contains(at):
            return Target("panel")
        if game.controller.state.tree or not game.layout.board.contains(at):
            return NOTHING
        cell, state = game.animator.cell_at(at), game.session.state
        if cell is None or not game.board.content().playable:
            return Target("board", cell=cell)
        if isinstance(game.pointing, ByPiece):
            return _piece_at(state, cell, game.board.content().chosen)
        move = game.animator.move_at(cell)
        asks_twice = self.name == "samegame" and self.settings["samegame_click"] == "select"
        if move is None or (asks_twice and game.pointing.chosen != move):
            return Target("board", cell=cell)
        return Target("board", cell=cell, moves=(move,))

    def _line_at(self, at: tuple[int, int]) -> Target:
        meaning: Any = self.scene.meaning_at(at) if isinstance(self.scene, HelpScene) else None
        if meaning is None or not meaning[0].startswith("give "):
            return NOTHING
        return Target("line", actions=(Action(meaning[0].removeprefix("give ")),))

    def _bars(self) -> Iterator[Box]:
        for each in self.scrolls:
            if each.most:
                yield Box(each.box.right - BAR, each.box.y, BAR, each.box.height)

    def cells_of(self, move: int) -> tuple[int, ...]:
        """Return the cells to be clicked for a move."""
        is_piece = self.game is not None and isinstance(self.game.pointing, ByPiece)
        return divmod(move, MOST_CELLS) if is_piece else (move,)

    def pixel_of(self, cell: int) -> tuple[int, int] | None:
        """Return a pixel in a cell of the board."""
        game = self.game
        if game is None:
            return None
        key = (self.name, game.session.record.root.state.parameters, game.layout.board)
        known = _PIXELS.get(key)
        if known is None:
            known = _PIXELS[key] = _pixels(game)
        return known.get(cell)


def _no_program(*_: object) -> None:
    raise OSError(errno.EPERM, "no program is started here")


def _draw_tabs(group: FocusGroup) -> Callable[..., None]:
    """Return what places tabs, which only drawing does."""

    def draw(surface: pygame.Surface, skin: Skin) -> None:
        for widget in group.widgets:
            if isinstance(widget, Tabs) and widget.visible:
                widget.draw(surface, skin)

    return draw


def _pixels(game: GameScene) -> dict[int, tuple[int, int]]:
    """Return a pixel about the middle of each cell of the board a game began with."""
    board, start = game.layout.board, game.session.record.root.state
    step = max(4, min(board.width, board.height) // RASTER)
    found: dict[int, list[tuple[int, int]]] = {}
    for y in range(board.y, board.bottom, step):
        for x in range(board.x, board.right, step):
            cell = game.animator.view.cell_at(start, (x, y))
            if cell is not None:
                found.setdefault(cell, []).append((x, y))
    return {cell: points[len(points) // 2] for cell, points in found.items()}


def _facts(record: GameTree, cursor: int) -> dict[str, Any]:
    """Return what of a game no retry changes."""
    line = record.line
    return {
        "number": record.number,
        "moves": [node.name for node in line],
        "cursor": cursor,
        "seats": record.seats,
        "counted": record.counted,
        "by": [node.by for node in line],
        "hinted": [node.hinted for node in line],
        "has_given_up": record.has_given_up,
        "branches": sum(1 for _ in record.root.walk()),
    }


def _histories(record: GameTree) -> list[History]:
    """Return each line of a game."""
    return [(record.root.state, _moves_to(end)) for end in record.ends()]


def _gone(deleted: Deleted | None) -> list[History]:
    """Return the lines that were deleted."""
    nodes = () if deleted is None else deleted.node.walk()
    return [(end.path()[0].state, _moves_to(end)) for end in nodes if not end.children]


def _moves_to(end: GameNode) -> tuple[int, ...]:
    return tuple(node.move for node in end.path()[1:])


def _piece_at(state: State, cell: int, chosen: int | None) -> Target:
    if chosen is not None and chosen * MOST_CELLS + cell in state.legal_moves:
        return Target("board", cell=cell, moves=(chosen * MOST_CELLS + cell,))
    can_go = any(move // MOST_CELLS == cell for move in state.legal_moves)
    return Target("board", cell=cell, piece=cell if can_go and cell != chosen else None)


def _reach(widget: Widget) -> Box:
    """Return what can be seen of a control."""
    if widget.clip is None:
        return widget.box
    top, bottom = max(widget.box.y, widget.clip.y), min(widget.box.bottom, widget.clip.bottom)
    return widget.box._replace(y=top, height=max(0, bottom - top))


def _said_by(widget: Widget, at: tuple[int, int]) -> tuple[Action, ...]:
    """Return what a click does, by asking a copy of the control."""
    asked = copy.copy(widget)
    events = (
        pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1),
    )
    said = (asked.handle_event(event) for event in events)
    return tuple(action for action in said if action is not None)


@contextmanager
def playing(
    name: str, home: Path, seed: int = 0, settings: Settings | None = None
) -> Iterator[World]:
    """Open the program at a game; leave it at the end of the block.

    Args:
        name: The game.
        home: Where the program keeps its files.
        seed: Decides all that is left open.
        settings: What the player has chosen; by default all is as at first, on small boards.
    """
    with pytest.MonkeyPatch.context() as patch:
        world = World(name, home, patch, seed, settings)
        try:
            yield world
        finally:
            world.close()
