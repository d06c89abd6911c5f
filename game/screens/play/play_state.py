"""What a play screen is doing: its state, the facts about its game, and the case these make up.

Of the cases one holds at a time, and `case_of` alone decides which; `docs/architecture.md` has the
table of what each key does in each of them. A state is frozen: `GameController` puts the next one
in its place, and `settle` drops what belongs to a place that is no longer shown.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final

from ai.contract.rules import State
from game.play.node import GameNode
from game.play.session import Mode, Session
from game.screens.play.hints import NO_HINT, Hint, Reveal
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.screens.play.show import Unrolling

# What goes on by itself.


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing."""


@dataclass(frozen=True, slots=True)
class DemoRun:
    """The AI plays both sides, until it is paused."""


@dataclass(frozen=True, slots=True)
class GameRun:
    """A game that was played is shown, move by move.

    Attributes:
        due: When the next move comes.
    """

    due: float


@dataclass(frozen=True, slots=True)
class LineRun:
    """A line is played out, one move after the other.

    Attributes:
        due: When the next move comes.
        then: What goes on after it.
    """

    moves: tuple[int, ...]
    due: float
    then: Idle | DemoRun


@dataclass(frozen=True, slots=True)
class ProofRun:
    """It is shown, pair by pair, why a move ends the game, before it is played.

    Attributes:
        then: What goes on after it, and had the move.
    """

    unrolled: Unrolling
    then: Idle | DemoRun | GameRun


Activity = Idle | DemoRun | GameRun | LineRun | ProofRun
IDLE: Final = Idle()


def wait(activity: Activity, now: float) -> float | None:
    """Return the seconds until something is to be done or seen anew; None if nothing ever is."""
    match activity:
        case LineRun() | GameRun():
            return max(0.0, activity.due - now)
        case ProofRun():
            return activity.unrolled.wait(now)
    return None


def shown(activity: Activity) -> Activity:
    """Return what is shown with a proof, or by itself."""
    return activity.then if isinstance(activity, ProofRun) else activity


def stopped(activity: Activity) -> Idle | DemoRun:
    """Return what is left once what is shown has been stopped: a demo goes on."""
    rest = activity.then if isinstance(activity, LineRun | ProofRun) else activity
    return rest if isinstance(rest, DemoRun) else IDLE


# What the player let the AI think.


@dataclass(frozen=True, slots=True)
class Auto:
    """As long as the settings say."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """No longer, in this position."""


@dataclass(frozen=True, slots=True)
class Extended:
    """For another budget, in this position.

    Attributes:
        target: How many simulations a paced analysis goes on to.
    """

    target: int = 0


Thought = Auto | Stopped | Extended
AUTO: Final = Auto()


# Where it is, and what is known of that.


@dataclass(frozen=True, slots=True, eq=False)
class GamePlace:
    """A position of a game, in a mode or a retry: one object for as long as it is shown.

    Attributes:
        game: What tells the game from others.
        scope: The mode; in a retry the move that is to be bettered, so that nobody sees the better
            one unasked who was shown everything before.
    """

    game: int
    position: State
    scope: Mode | GameNode

    @classmethod
    def of(cls, session: Session, before: "GamePlace | None" = None) -> "GamePlace":
        """Return where a session is; the same object as before if it is there still."""
        retry, record = session.record.retry, session.record
        scope = session.mode if retry is None else record.line[retry.ply + 1]
        game, position = record.number, session.state
        if before is not None and (game, scope) == (before.game, before.scope):
            return before if position is before.position else cls(game, position, scope)
        return cls(game, position, scope)


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides of a game beside the state.

    Attributes:
        is_tried: Whether a move is tried in a retry, so that none is to be found for now.
        is_passed_by: Whether the player looks back at a turn of the AI's.
        guesses: Whether the player guesses before the AI's view is shown.
        has_guessed: Whether the player has guessed in the shown position.
    """

    place: GamePlace
    mode: Mode
    is_over: bool
    is_retry: bool
    is_tried: bool
    is_ai_to_move: bool
    is_passed_by: bool
    is_at_end: bool
    guesses: bool
    has_guessed: bool

    @classmethod
    def of(
        cls, session: Session, place: GamePlace, *, guesses: bool = False, has_guessed: bool = False
    ) -> "Facts":
        retry = session.record.retry
        return cls(
            place,
            session.mode,
            session.is_over,
            is_retry=retry is not None,
            is_tried=retry is not None and retry.ply != session.record.cursor,
            is_ai_to_move=session.is_ai_to_move,
            is_passed_by=session.is_ai_passed_by,
            is_at_end=session.record.is_at_end,
            guesses=guesses,
            has_guessed=has_guessed,
        )


class Case(Enum):
    """What the player can do and expect; one of them holds at a time."""

    PLAY_OUT = auto()
    AUTOPLAY = auto()
    DEMO = auto()
    PAUSED = auto()
    DEMO_OVER = auto()
    RETRY = auto()
    TRIED = auto()
    OVER = auto()
    THEIRS = auto()
    PASSED = auto()
    GUESS = auto()
    GUESSED = auto()
    ANALYSING = auto()
    BACK = auto()
    MINE = auto()


HINTED: Final = frozenset({Case.RETRY, Case.PASSED, Case.ANALYSING, Case.BACK, Case.MINE})
"""Those in which there are hints."""
_MINE: Final = frozenset(
    {Case.RETRY, Case.GUESS, Case.GUESSED, Case.ANALYSING, Case.BACK, Case.MINE}
)


@dataclass(frozen=True, slots=True)
class PlayState:
    """What changes on a play screen while the game stands still.

    Attributes:
        since: When the place was first shown.
        layers: The scopes in which the AI's view is shown.
        peeks: Whether a key that shows everything is held.
        tree: Whether the search tree lies over the board.
        has_walked: Whether the player came to the shown position by walking along the game, and
            has not taken moves back.
        choice: The piece or the group that the next press moves or removes.
        pairs: The side whose proof that it cannot lose stays on the board.
    """

    place: GamePlace
    since: float
    activity: Activity = IDLE
    thought: Thought = AUTO
    layers: frozenset[Mode | GameNode] = frozenset({Mode.ANALYSE, Mode.DEMO})
    peeks: bool = False
    tree: bool = False
    has_walked: bool = True
    hint: Hint = NO_HINT
    preview: LinePreview = NO_PREVIEW
    choice: int | None = None
    pairs: int | None = None


def case_of(activity: Activity, facts: Facts) -> Case:
    """Return the case that holds; a proof belongs to what it is shown in."""
    activity = shown(activity)
    if isinstance(activity, LineRun):
        return Case.PLAY_OUT
    if isinstance(activity, GameRun):
        return Case.AUTOPLAY
    if facts.mode is Mode.DEMO:
        if facts.is_over:
            return Case.DEMO_OVER
        return Case.DEMO if isinstance(activity, DemoRun) else Case.PAUSED
    if facts.is_retry:
        return Case.TRIED if facts.is_tried else Case.RETRY
    if facts.is_over:
        return Case.OVER
    if facts.is_ai_to_move:
        return Case.THEIRS
    if facts.is_passed_by:
        return Case.PASSED
    if facts.guesses:
        return Case.GUESSED if facts.has_guessed else Case.GUESS
    if facts.mode is Mode.ANALYSE:
        return Case.ANALYSING
    return Case.MINE if facts.is_at_end else Case.BACK


def may_play(activity: Activity, facts: Facts) -> bool:
    """Tell whether a press on the board plays, tries or guesses a move; it ends a line."""
    beneath = IDLE if isinstance(activity, LineRun) else activity
    return case_of(beneath, facts) in _MINE


def has_layer(state: PlayState, facts: Facts) -> bool:
    """Tell whether the AI's view is shown; who guesses first sees it after that."""
    is_judged = facts.has_guessed and may_play(state.activity, facts)
    shows = is_judged or state.place.scope in state.layers
    return shows and case_of(state.activity, facts) is not Case.GUESS


def may_peek(state: PlayState, facts: Facts) -> bool:
    """Tell whether a key that shows everything is held; nothing is shown before a guess."""
    return state.peeks and case_of(state.activity, facts) is not Case.GUESS


def asks_ai(state: PlayState, facts: Facts) -> bool:
    """Tell whether the player wants to see anything of the AI's."""
    sees_all = facts.mode is not Mode.DEMO and has_layer(state, facts)  # which shows its own
    is_hinting = state.hint.is_open or state.hint.is_coming
    return sees_all or may_peek(state, facts) or state.tree or is_hinting


def is_view_open(state: PlayState, facts: Facts) -> bool:
    """Tell whether everything known may be shown, on the board and beside it."""
    return may_peek(state, facts) or Reveal.VIEW in state.hint.reveals or has_layer(state, facts)


def settle(state: PlayState, facts: Facts, now: float) -> PlayState:
    """Return the state without what means nothing where the game is now."""
    place, before, activity = facts.place, state.place, state.activity
    if place is not before:
        is_other = place.game != before.game or place.position is not before.position
        state = PlayState(
            place,
            since=now if is_other else state.since,
            # Another board has taken the place of the line's, by the settings.
            activity=activity.then if isinstance(activity, LineRun) else activity,
            layers=state.layers,
            peeks=state.peeks,
            tree=state.tree and place.scope == before.scope,
            has_walked=state.has_walked,
        )
    changes: dict[str, Any] = {}
    activity = state.activity
    if facts.mode is not Mode.DEMO and isinstance(stopped(activity), DemoRun):
        changes["activity"] = activity = IDLE
    case = case_of(activity, facts)
    if state.tree and case is Case.GUESS:
        changes["tree"] = False
    if state.hint is not NO_HINT and case not in HINTED:
        changes["hint"] = state.hint.closed()
    if state.choice is not None and not may_play(activity, facts):
        changes["choice"] = None
    state = replace(state, **changes) if changes else state
    is_closed = state.preview.is_of_view and not is_view_open(state, facts)
    return replace(state, preview=NO_PREVIEW) if is_closed else state
