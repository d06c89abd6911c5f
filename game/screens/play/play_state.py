"""What a play screen is doing: its state, the facts about its game, and the case these make up.

Of the cases one holds at a time, and `PlayState.case` alone decides which. A state is frozen: what
`game.screens.play.react` answers an event with takes its place, and `settle` drops what belongs to
a place that is no longer shown.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final

from ai.contract.rules import State
from game.play.node import GameNode
from game.play.record import Deleted
from game.play.session import Mode, Seat, Session
from game.screens.play.hints import NO_HINT, Hint, Reveal
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.screens.play.retry import FoundMistake
from game.screens.play.show import Unrolling
from game.ui.widgets.base import HOLD_SECONDS

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
        shown_at: When the position appeared that is shown, at the latest.
    """

    shown_at: float


@dataclass(frozen=True, slots=True)
class LineRun:
    """A line is played out, one move after the other.

    Attributes:
        due: When the next move comes.
        then: What goes on after it.
        at: The game and the ply at which the line goes on.
    """

    moves: tuple[int, ...]
    due: float
    then: Idle | DemoRun
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProofRun:
    """A proof is shown, pair by pair: why the move that follows ends the game.

    Attributes:
        then: What goes on after it, and had the move.
    """

    unrolled: Unrolling
    then: Idle | DemoRun | GameRun


Activity = Idle | DemoRun | GameRun | LineRun | ProofRun
IDLE: Final = Idle()


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
        cursor: How many moves lie before the shown position, of `length`.
        is_tried: Whether a move is tried in a retry, so that none is to be found for now.
        is_passed_by: Whether the player looks back at a turn of the AI's.
        guesses: Whether the player guesses before the AI's view is shown.
        has_guessed: Whether the player has guessed in the shown position.
        is_duel: Whether it is a game for two.
        plays_ai: Whether the AI has a seat.
        undoes_game: Whether what may be taken back is that this game took another one's place.
    """

    place: GamePlace
    mode: Mode = Mode.PLAY
    cursor: int = 0
    length: int = 0
    is_over: bool = False
    is_retry: bool = False
    is_tried: bool = False
    is_ai_to_move: bool = False
    is_passed_by: bool = False
    guesses: bool = False
    has_guessed: bool = False
    is_duel: bool = True
    plays_ai: bool = False
    undoes_game: bool = False

    @classmethod
    def of(
        cls, session: Session, place: GamePlace, *, guesses: bool = False, has_guessed: bool = False
    ) -> "Facts":
        retry = session.record.retry
        return cls(
            place,
            session.mode,
            session.record.cursor,
            session.record.length,
            is_over=session.is_over,
            is_retry=retry is not None,
            is_tried=retry is not None and retry.ply != session.record.cursor,
            is_ai_to_move=session.is_ai_to_move,
            is_passed_by=session.is_ai_passed_by,
            guesses=guesses,
            has_guessed=has_guessed,
            is_duel=session.record.spec.players == 2,
            plays_ai=Seat.AI in session.record.seats,
            undoes_game=session.before is not None and not session.can_undo_turn,
        )

    @property
    def is_at_end(self) -> bool:
        return self.cursor == self.length


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
class GraphKey:
    """The graph's key while it is down: pressed, it turns the graph on or off; held, it shows more.

    Attributes:
        mode: In which it was pressed.
        was_on: Whether the graph was shown there.
    """

    mode: Mode
    pressed_at: float
    was_on: bool

    def wait(self, now: float) -> float | None:
        """Return the seconds until it is held; None once it is."""
        left = self.pressed_at + HOLD_SECONDS - now
        return left if left > 0 else None


@dataclass(frozen=True, slots=True)
class PlayState:
    """What a play screen is doing in the game as it stands.

    Attributes:
        shown_at: When the place was first shown.
        layers: The scopes in which the AI's view is shown.
        peeks: Whether a key that shows everything is held.
        tree: Whether the search tree lies over the board.
        has_walked: Whether the player came to the shown position by walking along the game, and
            has not taken moves back.
        has_begun: Whether the player has started this game.
        is_resigning: Whether it is asked whether the player gives the game up.
        choice: The piece or the group that the next press moves or removes.
        pairs: The side whose proof that it cannot lose stays on the board.
        graphs: The modes in which the graph is shown.
        mistake: The mistake that the player has walked to last.
        deleted: The branch that was deleted last.
    """

    facts: Facts
    shown_at: float
    activity: Activity = IDLE
    thought: Thought = AUTO
    layers: frozenset[Mode | GameNode] = frozenset({Mode.ANALYSE, Mode.DEMO})
    peeks: bool = False
    tree: bool = False
    has_walked: bool = True
    has_begun: bool = False
    is_resigning: bool = False
    hint: Hint = NO_HINT
    preview: LinePreview = NO_PREVIEW
    choice: int | None = None
    pairs: int | None = None
    graphs: frozenset[Mode] = frozenset({Mode.ANALYSE, Mode.DEMO})
    graph_key: GraphKey | None = None
    mistake: FoundMistake | None = None
    deleted: Deleted | None = None

    @property
    def case(self) -> Case:
        """The case that holds; a proof belongs to what it is shown in."""
        return _case_of(self.activity, self.facts)

    @property
    def may_play(self) -> bool:
        """Whether a press on the board plays, tries or guesses a move; it ends a line."""
        is_line = isinstance(shown(self.activity), LineRun)
        return _case_of(IDLE if is_line else self.activity, self.facts) in _MINE

    @property
    def awaits_guess(self) -> bool:
        """Whether the next move that is pointed at is a guess, and nothing is shown before."""
        return self.case is Case.GUESS

    @property
    def shows_game(self) -> bool:
        """Whether a game that was played is shown, perhaps with a proof of its end."""
        return self.case is Case.AUTOPLAY

    @property
    def is_ai_turn(self) -> bool:
        return self.case in (Case.PLAY_OUT, Case.THEIRS, Case.DEMO)

    @property
    def runs_demo(self) -> bool:
        """Whether a demo goes on, perhaps after a line or a proof."""
        return isinstance(stopped(self.activity), DemoRun)

    @property
    def looks_back(self) -> bool:
        """Whether the player views an earlier position, rather than having taken a turn back."""
        facts = self.facts
        if facts.is_at_end or facts.is_retry:
            return False
        return self.has_walked or facts.mode is not Mode.PLAY or facts.is_passed_by

    @property
    def may_resign(self) -> bool:
        facts = self.facts
        is_played = facts.mode is Mode.PLAY and facts.is_at_end and not facts.is_retry
        return facts.is_duel and is_played and facts.length > 0 and self.may_play

    @property
    def shows_layer(self) -> bool:
        """Whether the AI's view is shown; where moves are guessed, after the guess."""
        is_judged = self.facts.has_guessed and self.may_play
        shows = is_judged or self.facts.place.scope in self.layers
        return shows and self.case is not Case.GUESS

    @property
    def is_peeking(self) -> bool:
        """Whether a key that shows everything is held; nothing is shown before a guess."""
        return self.peeks and self.case is not Case.GUESS

    @property
    def looks(self) -> bool:
        """Whether the player wants to see what the AI thinks of the shown position."""
        return self.shows_layer or self.is_peeking or self.tree

    @property
    def asks_ai(self) -> bool:
        """Whether the player wants to see anything of the AI's; a demo shows its own."""
        sees_all = self.facts.mode is not Mode.DEMO and self.shows_layer
        is_hinting = self.hint.is_open or self.hint.is_coming
        return sees_all or self.is_peeking or self.tree or is_hinting

    @property
    def is_view_open(self) -> bool:
        """Whether everything known may be shown, on the board and beside it."""
        return self.is_peeking or Reveal.VIEW in self.hint.reveals or self.shows_layer


def _case_of(activity: Activity, facts: Facts) -> Case:
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


def settle(state: PlayState, facts: Facts, now: float) -> PlayState:
    """Return the state for a game's facts, without what belongs to another place in the game."""
    place, before = facts.place, state.facts.place
    changes: dict[str, Any] = {"facts": facts} if facts is not state.facts else {}
    if place is not before:
        is_other_game = place.game != before.game
        changes |= {
            "shown_at": now
            if is_other_game or place.position is not before.position
            else state.shown_at,
            "thought": AUTO,
            "tree": state.tree and place.scope == before.scope,
            "hint": NO_HINT,
            "preview": NO_PREVIEW,
            "is_resigning": False,
            "choice": None,
            "pairs": None,
            "mistake": None if is_other_game else state.mistake,
            "deleted": None if is_other_game else state.deleted,
        }
    activity = state.activity
    if isinstance(activity, LineRun) and activity.at != (place.game, facts.cursor):
        activity = activity.then  # another board has taken the place of the line's
    if isinstance(stopped(activity), DemoRun) and (facts.mode is not Mode.DEMO or facts.is_over):
        activity = IDLE
    if activity is not state.activity:
        changes["activity"] = activity
    state = replace(state, **changes) if changes else state
    changes, case = {}, state.case
    if state.tree and case is Case.GUESS:
        changes["tree"] = False
    if state.hint is not NO_HINT and case not in HINTED:
        changes["hint"] = state.hint.closed()
    if state.is_resigning and not state.may_resign:
        changes["is_resigning"] = False
    if state.choice is not None and not state.may_play:
        changes["choice"] = None
    state = replace(state, **changes) if changes else state
    is_closed = state.preview.is_of_view and not state.is_view_open
    return replace(state, preview=NO_PREVIEW) if is_closed else state
