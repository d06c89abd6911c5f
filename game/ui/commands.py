"""What players can ask for with a key: one table for keys, buttons, Help, controllers and the docs.

A key is written as on its cap: "Z", "Ctrl Z", "Alt Left", "F5". What a command does, and when there
is anything to do, is said by the screen on which it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pygame

from game.ui.widgets import Button, IconButton

Stroke = tuple[int, frozenset[str]]
"""A key's code, and the modifiers that are held with it."""

_MODIFIERS: Final = {
    "Ctrl": pygame.KMOD_CTRL | pygame.KMOD_META,
    "Alt": pygame.KMOD_ALT,
    "Shift": pygame.KMOD_SHIFT,
}
_CODES: Final = {"Enter": pygame.K_RETURN, "Esc": pygame.K_ESCAPE}


@dataclass(frozen=True, slots=True)
class UserCommand:
    """Something that a player can ask for.

    Attributes:
        keys: Its keys, as their caps say; a button bears the first one.
        icon: Its icon's lucide name, or empty.
    """

    name: str
    title: str
    keys: tuple[str, ...] = ()
    icon: str = ""

    @property
    def cap(self) -> str:
        """What the cap of its first key says; empty if it has none."""
        return self.keys[0] if self.keys else ""

    def button(self, label: str = "", **options: Any) -> Button:
        """Return a button that gives it; it says the title, unless told otherwise."""
        return Button(
            self.name, label or self.title, **{"icon": self.icon, "key": self.cap, **options}
        )

    def icon_button(self) -> IconButton:
        """Return a button with its icon; pointed at, it says title and key."""
        return IconButton(self.name, self.icon, self.title, key=self.cap)

    def event(self, kind: int = pygame.KEYDOWN, **values: Any) -> pygame.event.Event:
        """Return the event of its last key, which means nothing else anywhere."""
        code, modifiers = _stroke(self.keys[-1])
        mod = sum(_MODIFIERS[each] for each in modifiers)
        return pygame.event.Event(kind, {"key": code, "mod": mod, "unicode": "", **values})

    def is_let_go(self, event: pygame.event.Event) -> bool:
        """Tell whether its key comes up, whatever else is held by then."""
        return event.type == pygame.KEYUP and event.key in {_stroke(key)[0] for key in self.keys}


@dataclass(frozen=True, slots=True)
class Shortcut:
    keys: tuple[str, ...]
    text: str
    commands: tuple[UserCommand, ...] = ()


def shortcut(text: str, *commands: UserCommand) -> Shortcut:
    """Return what the first keys of some commands do."""
    return Shortcut(tuple(each.cap for each in commands), text, commands)


def has_ctrl(modifiers: int) -> bool:
    return bool(modifiers & _MODIFIERS["Ctrl"])


def command_of(
    event: pygame.event.Event, commands: Sequence[UserCommand] | None = None
) -> UserCommand | None:
    """Return the command of a pressed key, if it has one.

    A key means with Shift what it means without, if nothing else. One that types a sign is that
    sign's, wherever a keyboard has it.

    Args:
        commands: What can be asked for; by default what can be in a game.
    """
    by_stroke = _by_stroke(tuple(GAME if commands is None else commands))
    sign = getattr(event, "unicode", "")
    if len(sign) == 1 and sign.isprintable() and not sign.isalnum() and sign != " ":
        typed = by_stroke.get((ord(sign), frozenset()))
        if typed is not None:
            return typed
    modifiers = frozenset(name for name, mask in _MODIFIERS.items() if event.mod & mask)
    code = pygame.K_RETURN if event.key == pygame.K_KP_ENTER else event.key
    return by_stroke.get((code, modifiers)) or by_stroke.get((code, modifiers - {"Shift"}))


@cache
def _by_stroke(commands: tuple[UserCommand, ...]) -> dict[Stroke, UserCommand]:
    return {_stroke(key): command for command in commands for key in command.keys}


@cache
def _stroke(key: str) -> Stroke:
    *modifiers, cap = key.split()
    if len(cap) == 1:
        return ord(cap.lower()), frozenset(modifiers)
    return _CODES.get(cap) or getattr(pygame, f"K_{cap.upper()}"), frozenset(modifiers)


HINT: Final = UserCommand("hint", "Hint", ("H",), "lightbulb")
PEEK: Final = UserCommand("peek", "Peek", ("Z",))
PLAY_CURSOR: Final = UserCommand("play cursor", "Play there", ("Enter",))
SPACE: Final = UserCommand("space", "Go on", ("Space",))
OPPONENT: Final = UserCommand("opponent", "Opponent", ("O",))
LESS_TIME: Final = UserCommand("less time", "Less time", ("[",))
MORE_TIME: Final = UserCommand("more time", "More time", ("]",))
ESCAPE: Final = UserCommand("escape", "Close", ("Esc",))
BACK: Final = UserCommand("back", "Back", ESCAPE.keys, "chevron-left")

ANALYSIS: Final = UserCommand("analysis", "The AI's view", ("A", "Shift A"), "eye")
DETAILS: Final = UserCommand("details", "Details", ("I",), "details")
METRIC: Final = UserCommand("metric", "Number on the candidates", ("V",))
TREE: Final = UserCommand("tree", "Search tree", ("T",))
INSIDE: Final = UserCommand("inside", "Look inside", ("X",), "network")
GUESS: Final = UserCommand("guess", "Guess first", ("U",), "mouse-pointer-click")
GRAPH: Final = UserCommand("graph", "Graph", ("G",))
COORDINATES: Final = UserCommand("coordinates", "Coordinates", ("K",))
LEGEND: Final = UserCommand("legend", "Legend", ("L",), "info")

UNDO: Final = UserCommand("undo", "Undo", ("Ctrl Z",), "undo-2")
REDO: Final = UserCommand("redo", "Redo", ("Ctrl Y", "Ctrl Shift Z"), "redo-2")
FIRST: Final = UserCommand("first", "First position", ("Home",), "skip-back")
BACK_ONE: Final = UserCommand("back one", "One move back", ("Alt Left",), "step-back")
FORWARD_ONE: Final = UserCommand("forward one", "One move forward", ("Alt Right",), "step-forward")
LAST: Final = UserCommand("last", "Last position", ("End",), "skip-forward")
LAST_BRANCH: Final = UserCommand("last branch", "Previous branch", ("Ctrl Up",))
NEXT_BRANCH: Final = UserCommand("next branch", "Next branch", ("Ctrl Down",))
DELETE_BRANCH: Final = UserCommand(
    "delete branch", "Delete this branch", ("Ctrl Delete",), "trash-2"
)
FOLD_BRANCHES: Final = UserCommand("fold branches", "Fold or unfold the branches", ("Ctrl B",))
AUTOPLAY: Final = UserCommand("autoplay", "Autoplay", ("Y",), "play")
NEW: Final = UserCommand("new", "New game", ("Ctrl N",), "plus")
EARLIER: Final = UserCommand("earlier", "Earlier games", ("Ctrl O",), "history")
SAME_POSITION: Final = UserCommand("same position", "Games with this position", ("Ctrl F",))
RESTART: Final = UserCommand("restart", "Rematch", ("F5",), "rotate-ccw")
RESIGN: Final = UserCommand("resign", "Resign", ("Ctrl R",), "flag")
SEED: Final = UserCommand("seed", "Enter a seed", ("Ctrl G",), "dices")
REVIEW: Final = UserCommand("review", "Review", ("R",), "chart-line")
LESSONS: Final = UserCommand("lessons", "First lessons", ("Ctrl L",), "graduation-cap")
DRILLS: Final = UserCommand("drills", "Drills", ("Ctrl D",), "graduation-cap")
NEXT_MISTAKE: Final = UserCommand("next mistake", "Next mistake", ("N",))
LAST_MISTAKE: Final = UserCommand("last mistake", "Previous mistake", ("Shift N",))
COPY: Final = UserCommand("copy", "Copy", ("Ctrl C",))
COPY_GAME: Final = UserCommand("copy game", "Copy the game", ("Ctrl Shift C",))
SAVE: Final = UserCommand("save", "Save to a file", ("Ctrl S",))
SAVE_PICTURE: Final = UserCommand("save picture", "Save a picture", ("Ctrl Shift S",), "download")
PASTE: Final = UserCommand("paste", "Paste", ("Ctrl V",))

CONTROLS: Final = UserCommand("controls", "Controls", ("F10",))
HELP: Final = UserCommand("help", "Help", ("F1", "?"), "circle-question-mark")
SETTINGS: Final = UserCommand("settings", "Settings", icon="settings")
FULLSCREEN: Final = UserCommand("fullscreen", "Fullscreen", ("F11", "Alt Enter"))
SCREENSHOT: Final = UserCommand("screenshot", "Screenshot", ("F12",))

WINDOW: Final = (FULLSCREEN, SCREENSHOT)
"""What can be asked for on every screen."""

TRY_AGAIN: Final = UserCommand("try again", "Try again", UNDO.keys, "undo-2")
SHOW_ANSWER: Final = UserCommand("show answer", "Show", ("H",), "lightbulb")
NEXT_DRILL: Final = UserCommand("next drill", "Next", ("N",), "arrow-right")
TIMED: Final = UserCommand("timed", "Against the clock", ("C",), "timer")
DRILLING: Final = (TRY_AGAIN, SHOW_ANSWER, NEXT_DRILL, TIMED)
"""What can be asked for where a drill is tried."""

SET_UP: Final = UserCommand("set up", "Set up a position", ("Ctrl E",), "pencil")
TO_MOVE: Final = UserCommand("to move", "To move", ("T",))
CLEAR: Final = UserCommand("clear", "Clear", ("C",))
MIRROR: Final = UserCommand("mirror", "Mirror", ("M",))
ROTATE: Final = UserCommand("rotate", "Turn", ("R",))
KEEP_START: Final = UserCommand("keep start", "Save as a start", ("Ctrl S",), "star")
PLAY_IT: Final = UserCommand("play it", "Play", ("P",), "play")
ANALYSE_IT: Final = UserCommand("analyse it", "Analyse", ("A",), "eye")
SET_UP_ROWS: Final = (
    (UNDO, REDO),
    (MIRROR, ROTATE, CLEAR),
    (COPY, PASTE),
    (KEEP_START,),
    (PLAY_IT, ANALYSE_IT),
)
SETTING_UP: Final = (TO_MOVE, *(each for row in SET_UP_ROWS for each in row))
"""What can be asked for where a position is set up, and the rows of its buttons."""

PAUSE: Final = UserCommand("pause", "Pause", ("Space",), "pause")
BACK_PLY: Final = UserCommand("back ply", "Back", ("Left",), "step-back")
ON_PLY: Final = UserCommand("on ply", "On", ("Right",), "step-forward")
REPLAY: Final = (FIRST, BACK_PLY, ON_PLY, LAST)
"""What can be asked for where a finished game is looked at."""


def replay_plies(ply: int, end: int) -> dict[str, int]:
    """Return where the commands of `REPLAY` lead, by name, from a ply of so many."""
    plies = (0, max(ply - 1, 0), min(ply + 1, end), end)
    return {each.name: to for each, to in zip(REPLAY, plies, strict=True)}


STEP: Final = UserCommand("step", "Step", ("Right",), "step-forward")
SIMULATION: Final = UserCommand("simulation", "Simulation", ("S",), "skip-forward")
UNDO_SIMULATION: Final = UserCommand("undo simulation", "Back", ("Left",), "step-back")
RUN: Final = UserCommand("run", "Run", ("Space",), "play")
COMPARE: Final = UserCommand("compare", "Compare", ("C",))
WATCHING: Final = (STEP, SIMULATION, UNDO_SIMULATION, RUN, COMPARE, SAVE)
"""What can be asked for where a search is watched."""


TABLES: Final = {
    "Playing": (
        Shortcut(("Arrows",), "move the cursor on the board (or W A S D)"),
        shortcut("play there; or select a piece, then its target", PLAY_CURSOR, SPACE),
        shortcut("hint: where to look, which move, what follows", HINT),
        shortcut("hold to peek at everything the AI knows", PEEK),
        shortcut("choose the opponent from a list", OPPONENT),
        shortcut("less or more time for the AI", LESS_TIME, MORE_TIME),
        shortcut("stop thinking, then close, then back", ESCAPE),
    ),
    "Analysing": (
        shortcut("show or hide the AI's view", ANALYSIS),
        Shortcut(ANALYSIS.keys[1:], "the same, also while W A S D move the cursor"),
        shortcut("stop or continue thinking", SPACE),
        Shortcut(("1–9",), "preview a candidate's line; Shift plays it"),
        shortcut("details: letters, visits, losses, proofs", DETAILS),
        shortcut("number on the candidates: value, loss, visits", METRIC),
        shortcut("the search tree: how often moves were tried", TREE),
        shortcut("look inside: the search one simulation at a time", INSIDE),
        shortcut("guess first: your move, then the AI's view of it", GUESS),
        shortcut("graph; hold to see every mistake", GRAPH),
        shortcut("coordinates", COORDINATES),
        shortcut("legend", LEGEND),
    ),
    "Games and history": (
        shortcut("undo; against the AI, both moves", UNDO),
        shortcut("redo", REDO),
        shortcut("first and last position", FIRST, LAST),
        shortcut("one move back, one forward", BACK_ONE, FORWARD_ONE),
        Shortcut(("Wheel",), "over the board: the same"),
        shortcut("another branch; Shift+wheel does the same", LAST_BRANCH, NEXT_BRANCH),
        shortcut("delete the shown branch; can be undone", DELETE_BRANCH),
        shortcut("fold the branches beside it, or unfold them", FOLD_BRANCHES),
        shortcut("autoplay: the game as it was played, or stop", AUTOPLAY),
        shortcut("new game; can be undone", NEW),
        shortcut("earlier games and lines: nothing played is lost", EARLIER),
        shortcut("those that lead through the shown position", SAME_POSITION),
        shortcut("the same board again", RESTART),
        shortcut("resign; asks first", RESIGN),
        shortcut("enter a seed or a standard board", SEED),
        shortcut("review the game: worst moves, try again", REVIEW),
        shortcut("next, previous mistake", NEXT_MISTAKE, LAST_MISTAKE),
        shortcut("first lessons: five positions to play", LESSONS),
        shortcut("drills: positions to solve, your mistakes among them", DRILLS),
        shortcut("copy the position, or the game with all its branches", COPY, COPY_GAME),
        shortcut("paste a position or a game", PASTE),
        shortcut("set up a position by hand", SET_UP),
        shortcut("save the game to a file; drop it on the window to open it", SAVE),
        shortcut("save a picture of the board, or of the review", SAVE_PICTURE),
    ),
    "Drills": (
        shortcut("play there", PLAY_CURSOR, SPACE),
        shortcut("try again; show the answer", TRY_AGAIN, SHOW_ANSWER),
        shortcut("next drill", NEXT_DRILL),
        shortcut("against the clock: three minutes or three misses; end it", TIMED, ESCAPE),
        shortcut("along the answer: one move back, one forward", BACK_PLY, ON_PLY),
        shortcut("its first and last position", FIRST, LAST),
    ),
    "Set up a position": (
        Shortcut(("1–9", "0"), "pick a piece, or none; with the cursor shown, put it there"),
        shortcut("the picked piece; the next piece, or none", PLAY_CURSOR, SPACE),
        Shortcut(("Delete",), "take a piece off, as a right click does"),
        shortcut("the other side is to move", TO_MOVE),
        shortcut("mirror; turn the board; clear it", MIRROR, ROTATE, CLEAR),
        shortcut("play or analyse from there", PLAY_IT, ANALYSE_IT),
        shortcut("save it as a start, among the earlier games", KEEP_START),
    ),
    "Look inside": (
        shortcut("next moment of a simulation", STEP),
        shortcut("a whole simulation; undo one", SIMULATION, UNDO_SIMULATION),
        shortcut("let simulations run, or stop them", RUN),
        Shortcut(("Wheel",), "over the list: its other moves"),
    ),
    "Arena": (
        shortcut("pause or continue the match", PAUSE),
        shortcut("choose the game before, the next one", BACK_PLY, ON_PLY),
        shortcut("choose the first or last game", FIRST, LAST),
        shortcut("review the chosen game", REVIEW),
    ),
    "Game controller": (
        Shortcut(("D-pad", "Stick"), "move the cursor, or from control to control"),
        Shortcut(("A", "B"), "play or press; undo or close"),
        Shortcut(("X", "Y"), "hint; analysis on and off"),
        Shortcut(("LB", "RB"), "one move back, one forward; scroll a page"),
        Shortcut(("RT",), "hold to peek"),
        Shortcut(("Start", "Back"), "to the controls and back; this page"),
    ),
    "Window": (
        Shortcut(("Tab",), "next control; Shift Tab goes back"),
        shortcut("from the board to the controls and back", CONTROLS),
        Shortcut(HELP.keys, "this help"),
        Shortcut(("Ctrl Wheel",), "everything larger or smaller"),
        shortcut("fullscreen", FULLSCREEN),
        shortcut("screenshot", SCREENSHOT),
    ),
}
"""What Help says of the keys, by the title of each table."""

_FOR_GAMES: Final = ("Playing", "Analysing", "Games and history")
GAME: Final = (
    *dict.fromkeys(each for title in _FOR_GAMES for row in TABLES[title] for each in row.commands),
    *(CONTROLS, HELP),
)
"""What can be asked for on a game's screen."""


def with_keys(text: str) -> str:
    """Return a text in which each name of a command in braces has become its key."""
    return text.format_map({each.name: each.cap for each in (*GAME, *WINDOW)})
