"""What players can ask for with a key: one table for keys, buttons, Help, controllers and the docs.

A key is written as on its cap: "Z", "Ctrl Z", "Alt Left", "F5". The player may choose others; each
command has those in force. What it does, and when there is anything to do, is said by the screen on
which it is given.
"""

import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pygame

from ai.phrases import N_
from game.ui.widgets import Button, IconButton
from game.words.keys import Cap, Keys, changed_keys, use_keys
from game.words.say import key_words, say

log = logging.getLogger(__name__)

Stroke = tuple[int, frozenset[str]]
"""A key's code, and the modifiers that are held with it."""

_MODIFIERS: Final = {
    "Ctrl": pygame.KMOD_CTRL | pygame.KMOD_META,
    "Alt": pygame.KMOD_ALT,
    "Shift": pygame.KMOD_SHIFT,
}
_ARROWS: Final = ("Left", "Right", "Up", "Down")
_OTHERS: Final = ("Space", "Tab", "Delete", "Insert", "Backspace", "Home", "End")
_NUMBERED: Final = tuple(f"F{number}" for number in range(1, 13))
_CODES: Final = {
    "Enter": pygame.K_RETURN,
    "Esc": pygame.K_ESCAPE,
    **{each: getattr(pygame, f"K_{each.upper()}") for each in (*_ARROWS, *_OTHERS, *_NUMBERED)},
}
_NAMES: Final = {code: name for name, code in _CODES.items()}
_PLAIN: Final = frozenset({"Shift"})
"""What may be held without a key becoming another one."""


@dataclass(frozen=True, slots=True)
class UserCommand:
    """Something that a player can ask for.

    Attributes:
        usual: Its keys unless the player has chosen others, as their caps say; a button bears the
            first one.
        icon: Its icon's lucide name, or empty.
    """

    name: str
    title: str
    usual: tuple[str, ...] = ()
    icon: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that give it now."""
        return changed_keys().get(self.name, self.usual)

    @property
    def cap(self) -> str:
        """What the cap of its first key says wherever it is drawn; empty if it has none."""
        return Cap(self.usual[0], self.name) if self.usual else ""

    def button(self, label: str = "", **options: Any) -> Button:
        """Return a button that gives it; it says the title, unless told otherwise."""
        return Button(
            self.name, label or self.title, **{"icon": self.icon, "key": self.cap, **options}
        )

    def icon_button(self) -> IconButton:
        """Return a button with its icon; pointed at, it says title and key."""
        return IconButton(self.name, self.icon, self.title, key=self.cap)

    def event(self, kind: int = pygame.KEYDOWN, **values: Any) -> pygame.event.Event:
        """Return an event that gives it, whatever else its last key may mean somewhere."""
        code, modifiers = _stroke(self.keys[-1])
        mod = sum(_MODIFIERS[each] for each in modifiers)
        told = {"key": code, "mod": mod, "unicode": "", "gives": self.name, **values}
        return pygame.event.Event(kind, told)

    def is_let_go(self, event: pygame.event.Event) -> bool:
        """Tell whether its key comes up, whatever else is held by then."""
        if event.type != pygame.KEYUP:
            return False
        codes = {_stroke(key)[0] for key in self.keys}
        sign = getattr(event, "unicode", "")
        return event.key in codes or (len(sign) == 1 and ord(sign) in codes)


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A line of Help: what some keys do.

    Attributes:
        fixed: Keys and the like that nobody changes, or none.
        first: The first one of each command's keys that is told.
        end: The first one that is not.
    """

    fixed: tuple[str, ...]
    text: str
    commands: tuple[UserCommand, ...] = ()
    first: int = 0
    end: int = 1

    @property
    def keys(self) -> tuple[str, ...]:
        return self.fixed or tuple(
            key for each in self.commands for key in each.keys[self.first : self.end]
        )


def shortcut(text: str, *commands: UserCommand, first: int = 0, end: int = 1) -> Shortcut:
    """Return what the first keys of some commands do, or others of theirs."""
    return Shortcut((), text, commands, first, end)


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
    asked = tuple(GAME if commands is None else commands)
    if given := getattr(event, "gives", ""):
        names = (given, *_CALLED_ELSEWHERE.get(given, ()))
        return next((each for each in asked if each.name in names), None)
    by_stroke = _by_stroke(asked)
    sign = getattr(event, "unicode", "")
    if _is_sign(sign):
        typed = by_stroke.get((ord(sign), frozenset()))
        if typed is not None:
            return typed
    modifiers = frozenset(name for name, mask in _MODIFIERS.items() if event.mod & mask)
    code = pygame.K_RETURN if event.key == pygame.K_KP_ENTER else event.key
    return by_stroke.get((code, modifiers)) or by_stroke.get((code, modifiers - {"Shift"}))


_CALLED_ELSEWHERE: Final = {
    "undo": ("try again", "undo simulation"),
    "hint": ("show answer",),
}
"""What fingers and a controller give, and what is the same in a drill or a watched search."""


def _is_sign(typed: str) -> bool:
    """Tell whether a key has typed a sign that counts wherever a keyboard has it."""
    return len(typed) == 1 and typed.isprintable() and not typed.isalnum() and typed != " "


@cache
def _by_stroke(commands: tuple[UserCommand, ...]) -> dict[Stroke, UserCommand]:
    return {_stroke(key): command for command in commands for key in command.keys}


@cache
def _stroke(key: str) -> Stroke:
    """Return what a key sends; raise `ValueError` if there is none of that name."""
    *modifiers, cap = key.split() or [""]
    code = ord(cap.lower()) if len(cap) == len(cap.lower()) == 1 else _CODES.get(cap)
    if code is None or not _MODIFIERS.keys() >= set(modifiers):
        raise ValueError(f"no key is called {key!r}")
    return code, frozenset(modifiers)


HINT: Final = UserCommand("hint", N_("Hint"), ("H",), "lightbulb")
PEEK: Final = UserCommand("peek", N_("Peek"), ("Z",))
PLAY_CURSOR: Final = UserCommand("play cursor", N_("Play there"), ("Enter",))
SPACE: Final = UserCommand("space", N_("Go on", "a command"), ("Space",))
OPPONENT: Final = UserCommand("opponent", N_("Opponent"), ("O",))
LESS_TIME: Final = UserCommand("less time", N_("Less time"), ("[",))
MORE_TIME: Final = UserCommand("more time", N_("More time"), ("]",))
ESCAPE: Final = UserCommand("escape", N_("Close", "a command"), ("Esc",))
BACK: Final = UserCommand("back", N_("Back", "to the screen before"), ESCAPE.usual, "chevron-left")

ANALYSIS: Final = UserCommand("analysis", N_("The AI's view"), ("A", "Shift A"), "eye")
DETAILS: Final = UserCommand("details", N_("Details"), ("I",), "details")
METRIC: Final = UserCommand("metric", N_("Number on the candidates"), ("V",))
TREE: Final = UserCommand("tree", N_("Search tree"), ("T",))
INSIDE: Final = UserCommand("inside", N_("Look inside"), ("X",), "network")
GUESS: Final = UserCommand("guess", N_("Guess first"), ("U",), "mouse-pointer-click")
GRAPH: Final = UserCommand("graph", N_("Graph", "of a game"), ("G",))
COORDINATES: Final = UserCommand("coordinates", N_("Coordinates"), ("K",))
LEGEND: Final = UserCommand("legend", N_("Legend"), ("L",), "info")

UNDO: Final = UserCommand("undo", N_("Undo"), ("Ctrl Z",), "undo-2")
REDO: Final = UserCommand("redo", N_("Redo"), ("Ctrl Y", "Ctrl Shift Z"), "redo-2")
FIRST: Final = UserCommand("first", N_("First position"), ("Home",), "skip-back")
BACK_ONE: Final = UserCommand("back one", N_("One move back"), ("Alt Left",), "step-back")
FORWARD_ONE: Final = UserCommand(
    "forward one", N_("One move forward"), ("Alt Right",), "step-forward"
)
LAST: Final = UserCommand("last", N_("Last position"), ("End",), "skip-forward")
LAST_BRANCH: Final = UserCommand("last branch", N_("Previous branch"), ("Ctrl Up",))
NEXT_BRANCH: Final = UserCommand("next branch", N_("Next branch"), ("Ctrl Down",))
DELETE_BRANCH: Final = UserCommand(
    "delete branch", N_("Delete this branch"), ("Ctrl Delete",), "trash-2"
)
FOLD_BRANCHES: Final = UserCommand("fold branches", N_("Fold or unfold the branches"), ("Ctrl B",))
AUTOPLAY: Final = UserCommand("autoplay", N_("Autoplay"), ("Y",), "play")
NEW: Final = UserCommand("new", N_("New game"), ("Ctrl N",), "plus")
EARLIER: Final = UserCommand("earlier", N_("Earlier games"), ("Ctrl O",), "history")
SAME_POSITION: Final = UserCommand("same position", N_("Games with this position"), ("Ctrl F",))
RESTART: Final = UserCommand("restart", N_("Rematch"), ("F5",), "rotate-ccw")
RESIGN: Final = UserCommand("resign", N_("Resign"), ("Ctrl R",), "flag")
SEED: Final = UserCommand("seed", N_("Enter a seed"), ("Ctrl G",), "dices")
REVIEW: Final = UserCommand("review", N_("Review", "a game"), ("R",), "chart-line")
LESSONS: Final = UserCommand("lessons", N_("First lessons"), ("Ctrl L",), "graduation-cap")
DRILLS: Final = UserCommand("drills", N_("Drills"), ("Ctrl D",), "graduation-cap")
NEXT_MISTAKE: Final = UserCommand("next mistake", N_("Next mistake"), ("N",))
LAST_MISTAKE: Final = UserCommand("last mistake", N_("Previous mistake"), ("Shift N",))
COPY: Final = UserCommand("copy", N_("Copy", "a command"), ("Ctrl C",))
COPY_GAME: Final = UserCommand("copy game", N_("Copy the game"), ("Ctrl Shift C",))
SAVE: Final = UserCommand("save", N_("Save to a file"), ("Ctrl S",))
SAVE_PICTURE: Final = UserCommand(
    "save picture", N_("Save a picture"), ("Ctrl Shift S",), "download"
)
PASTE: Final = UserCommand("paste", N_("Paste"), ("Ctrl V",))

WHERE: Final = UserCommand("where", N_("Where am I?"), ("C",))
LINE: Final = UserCommand("line", N_("Read a line"), ("F",))
LOOKING: Final = (
    UserCommand("look left", N_("Look left"), ("Shift Left",)),
    UserCommand("look right", N_("Look right"), ("Shift Right",)),
    UserCommand("look up", N_("Look up"), ("Shift Up",)),
    UserCommand("look down", N_("Look down"), ("Shift Down",)),
)
THREATS: Final = UserCommand("threats", N_("What threatens?"), ("B",))
RECENT: Final = UserCommand("recent", N_("Last moves"), ("M",))
STANDING: Final = UserCommand("standing", N_("How does it stand?"), ("E",))
REPEAT: Final = UserCommand("repeat", N_("Say again"), ("J",))
READING: Final = (WHERE, LINE, *LOOKING, THREATS, RECENT, STANDING, REPEAT)
"""What reads the board to somebody who does not look at it."""
READING_BOARD: Final = (WHERE, LINE, *LOOKING, THREATS, REPEAT)
"""Those that read a board wherever there is one with a cursor."""
TYPE: Final = UserCommand("type", N_("Type a move"), ("/",))

CONTROLS: Final = UserCommand("controls", N_("Controls"), ("F10",))
HELP: Final = UserCommand("help", N_("Help"), ("F1", "?"), "circle-question-mark")
SETTINGS: Final = UserCommand("settings", N_("Settings"), icon="settings")
FULLSCREEN: Final = UserCommand("fullscreen", N_("Fullscreen"), ("F11", "Alt Enter"))
SCREENSHOT: Final = UserCommand("screenshot", N_("Screenshot"), ("F12",))

WINDOW: Final = (FULLSCREEN, SCREENSHOT)
"""What can be asked for on every screen."""

TRY_AGAIN: Final = UserCommand("try again", N_("Try again"), UNDO.usual, "undo-2")
SHOW_ANSWER: Final = UserCommand("show answer", N_("Show", "the answer"), ("H",), "lightbulb")
NEXT_DRILL: Final = UserCommand("next drill", N_("Next", "drill"), ("N",), "arrow-right")
TIMED: Final = UserCommand("timed", N_("Against the clock"), ("T",), "timer")
DRILLING: Final = (TRY_AGAIN, SHOW_ANSWER, NEXT_DRILL, TIMED)
"""What can be asked for where a drill is tried."""

SET_UP: Final = UserCommand("set up", N_("Set up a position"), ("Ctrl E",), "pencil")
TO_MOVE: Final = UserCommand("to move", N_("To move", "which side is"), ("T",))
CLEAR: Final = UserCommand("clear", N_("Clear", "the board"), ("C",))
MIRROR: Final = UserCommand("mirror", N_("Mirror", "the board"), ("M",))
ROTATE: Final = UserCommand("rotate", N_("Turn", "the board"), ("R",))
KEEP_START: Final = UserCommand("keep start", N_("Save as a start"), ("Ctrl S",), "star")
PLAY_IT: Final = UserCommand("play it", N_("Play", "from this position"), ("P",), "play")
ANALYSE_IT: Final = UserCommand("analyse it", N_("Analyse", "from this position"), ("A",), "eye")
SET_UP_ROWS: Final = (
    (UNDO, REDO),
    (MIRROR, ROTATE, CLEAR),
    (COPY, PASTE),
    (KEEP_START,),
    (PLAY_IT, ANALYSE_IT),
)
SETTING_UP: Final = (TO_MOVE, *(each for row in SET_UP_ROWS for each in row))
"""What can be asked for where a position is set up, and the rows of its buttons."""

PAUSE: Final = UserCommand("pause", N_("Pause", "a command"), ("Space",), "pause")
BACK_PLY: Final = UserCommand("back ply", N_("Back", "one move"), ("Left",), "step-back")
ON_PLY: Final = UserCommand("on ply", N_("On", "one move"), ("Right",), "step-forward")
REPLAY: Final = (FIRST, BACK_PLY, ON_PLY, LAST)
"""What can be asked for where a finished game is looked at."""


def replay_plies(ply: int, end: int) -> dict[str, int]:
    """Return where the commands of `REPLAY` lead, by name, from a ply of so many."""
    plies = (0, max(ply - 1, 0), min(ply + 1, end), end)
    return {each.name: to for each, to in zip(REPLAY, plies, strict=True)}


STEP: Final = UserCommand("step", N_("Step", "of a simulation"), ("Right",), "step-forward")
SIMULATION: Final = UserCommand("simulation", N_("Simulation"), ("S",), "skip-forward")
UNDO_SIMULATION: Final = UserCommand(
    "undo simulation", N_("Back", "one simulation"), ("Left",), "step-back"
)
RUN: Final = UserCommand("run", N_("Run", "simulations"), ("Space",), "play")
COMPARE: Final = UserCommand("compare", N_("Compare"), ("C",))
WATCHING: Final = (STEP, SIMULATION, UNDO_SIMULATION, RUN, COMPARE, SAVE)
"""What can be asked for where a search is watched."""


TABLES: Final = {
    N_("Playing"): (
        Shortcut(("Arrows",), N_("move the cursor on the board (or W A S D)")),
        shortcut(N_("play there; or select a piece, then its target"), PLAY_CURSOR, SPACE),
        shortcut(N_("hint: where to look, which move, what follows"), HINT),
        shortcut(N_("hold to peek at everything the AI knows"), PEEK),
        shortcut(N_("choose the opponent from a list"), OPPONENT),
        shortcut(N_("less or more time for the AI"), LESS_TIME, MORE_TIME),
        shortcut(N_("stop thinking, then close, then back"), ESCAPE),
    ),
    N_("Analysing"): (
        shortcut(N_("show or hide the AI's view"), ANALYSIS),
        shortcut(N_("the same, also while W A S D move the cursor"), ANALYSIS, first=1, end=2),
        shortcut(N_("stop or continue thinking"), SPACE),
        Shortcut(("1–9",), N_("preview a candidate's line; Shift plays it")),
        shortcut(N_("details: letters, visits, losses, proofs"), DETAILS),
        shortcut(N_("number on the candidates: value, loss, visits"), METRIC),
        shortcut(N_("the search tree: how often moves were tried"), TREE),
        shortcut(N_("look inside: the search one simulation at a time"), INSIDE),
        shortcut(N_("guess first: your move, then the AI's view of it"), GUESS),
        shortcut(N_("graph; hold to see every mistake"), GRAPH),
        shortcut(N_("coordinates"), COORDINATES),
        shortcut(N_("legend"), LEGEND),
    ),
    N_("Games and history"): (
        shortcut(N_("undo; against the AI, both moves"), UNDO),
        shortcut(N_("redo"), REDO),
        shortcut(N_("first and last position"), FIRST, LAST),
        shortcut(N_("one move back, one forward"), BACK_ONE, FORWARD_ONE),
        Shortcut(("Wheel",), N_("over the board: the same")),
        shortcut(N_("another branch; Shift+wheel does the same"), LAST_BRANCH, NEXT_BRANCH),
        shortcut(N_("delete the shown branch; can be undone"), DELETE_BRANCH),
        shortcut(N_("fold the branches beside it, or unfold them"), FOLD_BRANCHES),
        shortcut(N_("autoplay: the game as it was played, or stop"), AUTOPLAY),
        shortcut(N_("new game; can be undone"), NEW),
        shortcut(N_("earlier games and lines: nothing played is lost"), EARLIER),
        shortcut(N_("those that lead through the shown position"), SAME_POSITION),
        shortcut(N_("the same board again"), RESTART),
        shortcut(N_("resign; asks first"), RESIGN),
        shortcut(N_("enter a seed or a standard board"), SEED),
        shortcut(N_("review the game: worst moves, try again"), REVIEW),
        shortcut(N_("next, previous mistake"), NEXT_MISTAKE, LAST_MISTAKE),
        shortcut(N_("first lessons: five positions to play"), LESSONS),
        shortcut(N_("drills: positions to solve, your mistakes among them"), DRILLS),
        shortcut(N_("copy the position, or the game with all its branches"), COPY, COPY_GAME),
        shortcut(N_("paste a position or a game"), PASTE),
        shortcut(N_("set up a position by hand"), SET_UP),
        shortcut(N_("save the game to a file; drop it on the window to open it"), SAVE),
        shortcut(N_("save a picture of the board, or of the review"), SAVE_PICTURE),
    ),
    N_("By ear"): (
        shortcut(N_("where the cursor is, what is there, whose turn it is"), WHERE),
        shortcut(N_("a line through that cell; again, the next one"), LINE),
        shortcut(N_("what lies from there to the border"), *LOOKING),
        shortcut(N_("what the other side threatens"), THREATS),
        shortcut(N_("the last moves; how the game stands"), RECENT, STANDING),
        shortcut(N_("what was said last, again"), REPEAT),
        shortcut(N_("type a move such as f6, or a command"), TYPE),
    ),
    N_("Drills"): (
        shortcut(N_("play there"), PLAY_CURSOR, SPACE),
        shortcut(N_("try again; show the answer"), TRY_AGAIN, SHOW_ANSWER),
        shortcut(N_("next drill"), NEXT_DRILL),
        shortcut(N_("against the clock: three minutes or three misses; end it"), TIMED, ESCAPE),
        shortcut(N_("along the answer: one move back, one forward"), BACK_PLY, ON_PLY),
        shortcut(N_("its first and last position"), FIRST, LAST),
    ),
    N_("Set up a position"): (
        Shortcut(("1–9", "0"), N_("pick a piece, or none; with the cursor shown, put it there")),
        shortcut(N_("the picked piece; the next piece, or none"), PLAY_CURSOR, SPACE),
        Shortcut(("Delete",), N_("take a piece off, as a right click does")),
        shortcut(N_("the other side is to move"), TO_MOVE),
        shortcut(N_("mirror; turn the board; clear it"), MIRROR, ROTATE, CLEAR),
        shortcut(N_("play or analyse from there"), PLAY_IT, ANALYSE_IT),
        shortcut(N_("save it as a start, among the earlier games"), KEEP_START),
    ),
    N_("Look inside"): (
        shortcut(N_("next moment of a simulation"), STEP),
        shortcut(N_("a whole simulation; undo one"), SIMULATION, UNDO_SIMULATION),
        shortcut(N_("let simulations run, or stop them"), RUN),
        Shortcut(("Wheel",), N_("over the list: its other moves")),
    ),
    N_("Arena"): (
        shortcut(N_("pause or continue the match"), PAUSE),
        shortcut(N_("choose the game before, the next one"), BACK_PLY, ON_PLY),
        shortcut(N_("choose the first or last game"), FIRST, LAST),
        shortcut(N_("review the chosen game"), REVIEW),
    ),
    N_("Game controller"): (
        Shortcut(("D-pad", "Stick"), N_("move the cursor, or from control to control")),
        Shortcut(("A", "B"), N_("play or press; undo or close")),
        Shortcut(("X", "Y"), N_("hint; analysis on and off")),
        Shortcut(("LB", "RB"), N_("one move back, one forward; scroll a page")),
        Shortcut(("RT",), N_("hold to peek")),
        Shortcut(("Start", "Back"), N_("to the controls and back; this page")),
    ),
    N_("Touch"): (
        Shortcut(("Tap",), N_("play there; press; after a long touch, end what it shows")),
        Shortcut(("Hold",), N_("what the pointer shows where it rests")),
        Shortcut(("Tap",), N_("with two fingers: undo")),
        Shortcut(("Pinch",), N_("everything larger or smaller")),
        Shortcut(("Swipe",), N_("scroll; over the board, through the game")),
        Shortcut(("Tap",), N_("on a line of a game's Help: do what it says")),
    ),
    N_("Window"): (
        Shortcut(("Tab",), N_("next control; Shift Tab goes back")),
        shortcut(N_("from the board to the controls and back"), CONTROLS),
        shortcut(N_("this help"), HELP, end=2),
        Shortcut(("Ctrl Wheel",), N_("everything larger or smaller")),
        shortcut(N_("fullscreen"), FULLSCREEN),
        shortcut(N_("screenshot"), SCREENSHOT),
    ),
}
"""What Help says of the keys, by the title of each table."""

FOR_GAMES: Final = ("Playing", "Analysing", "Games and history", "By ear")
FOR_WINDOW: Final = ("Window",)
"""The tables of what can be asked for on a game's screen, and everywhere."""
GAME: Final = (
    *dict.fromkeys(each for title in FOR_GAMES for row in TABLES[title] for each in row.commands),
    *(CONTROLS, HELP),
)
"""What can be asked for on a game's screen."""


FIXED: Final = (
    *(ESCAPE, BACK, PLAY_CURSOR, SPACE, PAUSE, RUN),
    *(BACK_PLY, ON_PLY, STEP, UNDO_SIMULATION),
)
"""Those whose keys stay: Esc, Enter, Space and the arrows, which controls need as well."""
_STAY: Final = ("Esc", "Tab", "Enter", "Space", *_ARROWS)
_EVERYWHERE: Final = (*WINDOW, HELP)
_TOGETHER: Final = (
    (*DRILLING, *REPLAY, *READING_BOARD),
    SETTING_UP,
    WATCHING,
    (*REPLAY, REVIEW),
    (EARLIER, LESSONS, DRILLS),
)
"""What can be asked for on one screen, and so has keys of its own."""


def clash(
    command: UserCommand,
    key: str,
    games: Sequence[UserCommand] = (),
    changed: Keys | None = None,
) -> UserCommand | None:
    """Return which other command has a key already, where both can be asked for.

    Args:
        games: What can be asked for in some game alone.
        changed: The keys that are not the usual ones; by default those in force.
    """
    keys = changed_keys() if changed is None else changed
    for together in ((*GAME, *games), *_TOGETHER):
        there = (*together, *_EVERYWHERE)
        if command in there:
            for each in there:
                held = map(_stroke, keys.get(each.name, each.usual))
                if each.name != command.name and _stroke(key) in held:
                    return each
    return None


def is_reserved(key: str) -> bool:
    """Tell whether a key stays what it is: of the cursor, of controls, of candidates."""
    code, modifiers = _stroke(key)
    is_digit = pygame.K_0 <= code <= pygame.K_9
    return modifiers <= _PLAIN and (is_digit or _NAMES.get(code) in _STAY)


def key_of(event: pygame.event.Event) -> str | None:
    """Return a pressed key as its cap says, with what is held; None if no command can have it."""
    sign = getattr(event, "unicode", "")
    held = [name for name, mask in _MODIFIERS.items() if event.mod & mask]
    is_digit = not held and pygame.K_0 <= event.key <= pygame.K_9
    if set(held) <= _PLAIN and _is_sign(sign) and not is_digit:
        return sign
    code = pygame.K_RETURN if event.key == pygame.K_KP_ENTER else event.key
    letter = chr(code) if code <= sys.maxunicode else ""
    upper = letter.upper() if letter.upper().lower() == letter else letter
    cap = _NAMES.get(code) or (upper if letter.isprintable() else "")
    return " ".join((*held, cap)) if cap else None


def with_key(command: UserCommand, key: str, games: Sequence[UserCommand] = ()) -> Keys | None:
    """Return all changed keys once a command has this first one.

    Whoever had it gets the command's old one; None if that is somebody else's, or stays what it is.
    """
    old = command.keys[0]
    if is_reserved(key) and key not in command.usual:
        return None
    touched = {command: (key, *(each for each in command.keys[1:] if each != key))}
    changed = {**changed_keys(), command.name: touched[command]}
    while (other := clash(command, key, games, changed)) is not None:
        if other in touched or other in FIXED or is_reserved(old):
            return None
        touched[other] = tuple(
            old if _stroke(each) == _stroke(key) else each for each in other.keys
        )
        changed[other.name] = touched[other]
    if any(clash(other, old, games, changed) for other in touched if other is not command):
        return None
    usual = {each.name for each, keys in touched.items() if keys == each.usual}
    return {name: keys for name, keys in changed.items() if name not in usual}


def keys_from(stored: Any) -> Keys:
    """Return the changed keys that a file holds; raise `ValueError` for what none are."""
    if not isinstance(stored, dict):
        raise ValueError("keys must be an object")
    for name, keys in stored.items():
        if not (isinstance(keys, list) and keys and all(isinstance(key, str) for key in keys)):
            raise ValueError(f"{name!r} has no list of keys")
        if any(is_reserved(key) for key in keys):
            raise ValueError(f"{name!r} has a key that stays what it is")
    fixed = {each.name for each in FIXED}
    names = {each.name for together in (GAME, *_TOGETHER, _EVERYWHERE) for each in together}
    for name in stored.keys() - names | stored.keys() & fixed:
        log.warning("The keys of %r do nothing, unless a game has such a command", name)
    return {name: tuple(keys) for name, keys in stored.items() if name not in fixed}


def set_keys(keys: Keys) -> None:
    """Give commands these keys from now on, all others the usual ones."""
    use_keys(keys)
    _by_stroke.cache_clear()


def with_keys(text: str, **values: object) -> str:
    """Return a text in the player's language, each name of a command in braces now its key.

    Args:
        values: What else stands in braces.
    """
    if not text:
        return ""
    named = (each for each in (*GAME, *WINDOW) if each.name in text)
    return say(text, **{each.name: key_words(each.cap) for each in named}, **values)


def key_to_press(command: UserCommand, *, letters_steer: bool) -> str:
    """Return the key that asks for a command, in the player's language.

    A letter asks with Shift while letters steer: which ones do is the keyboard's affair.
    """
    key = key_words(command.cap)
    if not (letters_steer and len(key) == 1 and key.isalpha()):
        return key
    *_, other = command.keys
    return key_words(other if len(command.keys) > 1 else f"Shift {key}")
