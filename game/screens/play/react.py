"""What an event changes on a play screen, and what is to be done for it: the table and its cells.

`react` is pure. It is told what the screen is doing and what the AI knows, and returns the next
state with the effects, which `GameController.give` carries out. `TABLE` has a row for each event;
`docs/architecture.md` tells what players see of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from math import ceil
from typing import Any, Final

from ai.phrases import filled
from game.play.node import WinRate
from game.play.session import Mode, Session
from game.screens.play.hints import Hint, hinted_mark
from game.screens.play.play_state import (
    AUTO,
    IDLE,
    Case,
    DemoRun,
    Extended,
    GameRun,
    GraphKey,
    LineRun,
    PlayState,
    ProofRun,
    Stopped,
    stopped,
)
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.screens.play.retry import FoundMistake
from game.screens.play.show import Unrolling
from game.ui import commands
from game.ui.overlay import Mark, Overlay
from game.ui.sound import Cue
from game.words import play as words
from game.words.say import say

STEP_SECONDS: Final = 0.45
"""From one move of a line that is played out to the next, at speed 1."""

# Effects.


@dataclass(frozen=True, slots=True)
class Do:
    """An operation on the session; as an event, one that leads to another line or game."""

    operation: Callable[..., object]
    values: tuple[object, ...] = ()
    options: tuple[tuple[str, object], ...] = ()


def do(operation: Callable[..., object], *values: object, **options: object) -> Do:
    return Do(operation, values, tuple(options.items()))


class Work(Enum):
    """What the controller does besides."""

    COUNT = "count the game towards the records, if it has ended"
    STOP = "end the search; what it has found stays"
    SEARCH = "ask for the search anew"
    RESTART = "restart the AI"


class OnScreen(Enum):
    """What the screen does; `ITSELF` is whatever the event's name says."""

    ITSELF = auto()
    LEAVE = auto()
    POINT = auto()
    TELL_TURN = auto()
    TELL_WAITING = auto()
    TELL_RESTORED = auto()
    UNFOCUS = auto()
    DISMISS = auto()
    LOWER = auto()


Effect = Do | Work | OnScreen | Cue | str
"""A text tells why what was asked for is not done."""

# Events: the name of a command or a control; a line or a mistake to be looked at; or one of these.


@dataclass(frozen=True, slots=True)
class Play:
    """A move is played, tried or guessed; or one of the AI's candidates is taken."""

    move: int
    taken: bool = False


@dataclass(frozen=True, slots=True)
class GoTo:
    """Another position of the game is shown."""

    ply: int


@dataclass(frozen=True, slots=True)
class SetMode:
    """Playing, analysing or watching; a demo goes on from what is shown."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A line is played out, one move after the other, until the player does anything."""

    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A piece or a group is chosen for the next press, or none."""

    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Pin:
    """The proof of one side stays on the board, or no longer."""

    side: int | None


@dataclass(frozen=True, slots=True)
class Escape:
    """Esc, with what it could close."""

    has_focus: bool = False
    has_notice: bool = False
    is_raised: bool = False


@dataclass(frozen=True, slots=True)
class NextMove:
    """The AI moves, or what goes on by itself does; or first it is shown why that ends the game."""

    move: int | None = None
    proof: Unrolling | None = None


CLICK: Final = "click"
ENGINE: Final = "engine"
HINT_COMES: Final = "hint comes"
HINT_FOUND: Final = "hint found"
LEAVES: Final = "leaves"
LETS_PEEK_GO: Final = "peek ends"
MISSES_CANDIDATE: Final = "no candidate"
LETS_GRAPH_GO: Final = "graph ends"
HIDES_GRAPH: Final = "graph goes"
RESIGNS: Final = "resigns"

Sight = LinePreview | FoundMistake | Choose | Pin
"""What is looked at, chosen or pinned."""
Event = str | Play | GoTo | SetMode | PlayLine | Sight | Do | Escape | NextMove


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known when an event comes, at a time in seconds.

    Attributes:
        is_at_work: Whether the player sees or awaits that the AI thinks.
        is_analysing: Whether it does so for the player's sake.
        has_just_ended: Whether that ended by itself so lately that nobody may have seen it.
        shows_best: Whether the best move is told.
        further: How many simulations a paced analysis has had after another budget.
    """

    now: float = 0.0
    overlay: Overlay | None = None
    board_overlay: Overlay | None = None
    is_thinking: bool = False
    is_at_work: bool = False
    is_analysing: bool = False
    has_just_ended: bool = False
    is_searched_out: bool = False
    has_failed: bool = False
    shows_best: bool = False
    further: int = 0
    think_first_seconds: float = 0.0
    demo_speed: float = 1.0


Outcome = tuple[PlayState, tuple[Effect, ...]]
Reaction = Callable[[PlayState, Findings, Any], Outcome]

# The game.


def play(state: PlayState, findings: Findings, event: Play) -> Outcome:
    if not state.may_play:
        return state, ()
    noted: tuple[Do, ...] = ()
    mark = findings.board_overlay.mark_of(event.move) if findings.board_overlay else None
    if mark is not None and mark.is_good:
        noted = (_advice(state, findings.overlay, mark, event.move),)
    played = do(Session.play, event.move, taken=event.taken)
    return replace(state, activity=stopped(state.activity)), (*noted, played, Work.COUNT)


def guess(state: PlayState, _findings: Findings, event: Play) -> Outcome:
    return replace(state, thought=AUTO), (do(Session.note_guess, event.move), Cue.SELECT)


def undo(state: PlayState, _findings: Findings, _event: str) -> Outcome:
    """Take the last move back with the AI's answer; right after a new game, the new game."""
    if state.facts.undoes_game:
        return replace(state, activity=IDLE), (do(Session.undo_new_game), OnScreen.TELL_RESTORED)
    has_walked = state.has_walked and not state.facts.is_at_end
    return replace(state, activity=IDLE, has_walked=has_walked), (do(Session.undo_turn),)


def redo(state: PlayState, _findings: Findings, _event: str) -> Outcome:
    ends = IDLE if not state.facts.is_at_end else state.activity
    return replace(state, activity=ends), (do(Session.redo_turn),)


def go_to(state: PlayState, _findings: Findings, event: GoTo) -> Outcome:
    is_other = max(0, min(event.ply, state.facts.length)) != state.facts.cursor
    ends = IDLE if is_other else state.activity
    return replace(state, activity=ends, has_walked=True), (do(Session.go_to, event.ply),)


def operate(state: PlayState, _findings: Findings, event: Do) -> Outcome:
    """End what goes on by itself, but for a demo on a new board; other lines are played on."""
    if event.operation in (Session.new_game, Session.restart):
        is_watching = state.runs_demo or state.case is Case.DEMO_OVER
        return replace(state, activity=DemoRun() if is_watching else IDLE, has_begun=True), (event,)
    if event.operation not in _RESUMING:
        goes_on = stopped(state.activity) if "standard" in dict(event.options) else IDLE
        return replace(state, activity=goes_on), (event,)
    plays = (do(Session.set_mode, Mode.PLAY),) if state.facts.mode is Mode.DEMO else ()
    deleted = None if event.operation is Session.restore_branch else state.deleted
    return replace(state, activity=IDLE, has_walked=True, deleted=deleted), (event, *plays)


def set_mode(state: PlayState, _findings: Findings, event: SetMode) -> Outcome:
    if event.mode is state.facts.mode:
        return state, ()
    runs = DemoRun() if event.mode is Mode.DEMO else IDLE
    return replace(state, activity=runs), (do(Session.set_mode, event.mode),)


def guess_first(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    """Let the player guess before the AI's view is shown, or no longer."""
    facts = state.facts
    begins = not facts.guesses
    effects = [do(Session.guess_first, begins)]
    if begins and (facts.mode is Mode.DEMO or (facts.is_over and facts.mode is Mode.PLAY)):
        effects.append(do(Session.set_mode, Mode.ANALYSE))
    if begins and facts.is_over:  # its moves are to be guessed
        effects.append(do(Session.go_to, 0))
        state = replace(state, has_walked=True)
    return replace(state, activity=IDLE, thought=AUTO), tuple(effects)


def resign(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    """Let the player to move give the game up: the AI when it has told so, or a person."""
    is_lost = state.facts.plays_ai and not state.facts.is_ai_to_move
    return state, (do(Session.resign), Work.COUNT, Cue.LOSE if is_lost else Cue.WIN)


def ask_to_resign(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    facts, why = state.facts, "turn"
    if state.may_resign:
        return replace(state, is_resigning=True), ()
    if facts.is_over:
        why = "over"
    elif not facts.is_at_end:
        why = "viewed"
    elif facts.is_duel and not facts.length:
        why = "begun"
    return state, (words.NOT_TO_RESIGN[why],)


# What goes on by itself.


def step(state: PlayState, findings: Findings, event: NextMove) -> Outcome:
    activity = state.activity
    if isinstance(activity, LineRun):
        (move, *rest), (game, ply) = activity.moves, activity.at
        due = findings.now + STEP_SECONDS / findings.demo_speed
        line = LineRun(tuple(rest), due, activity.then, (game, ply + 1))
        state = replace(state, activity=line if rest else activity.then)
        return state, (do(Session.play, move, for_player=True),)
    if isinstance(activity, ProofRun):
        state = replace(state, activity=activity.then)
        if not isinstance(activity.then, GameRun):
            return _ai_move(state, activity.unrolled.move)
    elif event.proof is not None:
        then = GameRun(findings.now) if event.move is None else activity
        return replace(state, activity=ProofRun(event.proof, then)), ()
    if event.move is not None:
        return _ai_move(state, event.move)
    is_last = state.facts.cursor + 1 >= state.facts.length
    return replace(state, activity=IDLE if is_last else GameRun(findings.now)), (
        do(Session.go_to, state.facts.cursor + 1),
    )


def _ai_move(state: PlayState, move: int) -> Outcome:
    for_player = state.facts.mode is Mode.DEMO or not state.facts.is_duel
    return state, (do(Session.play, move, for_player=for_player), Work.COUNT)


def play_line(state: PlayState, findings: Findings, event: PlayLine) -> Outcome:
    then, facts = stopped(state.activity), state.facts
    line = LineRun(event.moves, findings.now, then, (facts.place.game, facts.cursor))
    return replace(state, activity=line if event.moves else then), ()


def end_show(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    return replace(state, activity=stopped(state.activity)), ()


def toggle_demo(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    """Pause the demo, go on with it from the shown position, or begin another after its end."""
    if state.facts.is_over:
        return replace(state, activity=DemoRun()), (do(Session.new_game),)
    return replace(state, activity=IDLE if state.runs_demo else DemoRun()), ()


def autoplay(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Play the game that was played, from the shown position on or from its start."""
    if not state.facts.length:
        return state, (words.NOTHING_TO_PLAY,)
    back = (do(Session.go_to, 0),) if state.facts.is_at_end else ()
    run = GameRun(findings.now)
    return replace(state, activity=run, has_walked=True, preview=NO_PREVIEW), back


# What the AI thinks, and what is shown of it.


def toggle_layer(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    """Show or hide the AI's view in this mode, until the end; showing it starts an analysis."""
    if state.facts.is_over:
        return state, (GAME_OVER,)
    scope = state.facts.place.scope
    shown = replace(state, layers=state.layers ^ {scope}, hint=state.hint.closed())
    return (_thinking_on(shown) if scope in shown.layers else shown), ()


def toggle_tree(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    state = replace(state, tree=not state.tree)
    return (_thinking_on(state) if state.tree else state), ()


def peek(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    return (state if state.peeks else _thinking_on(replace(state, peeks=True))), ()


def let_peek_go(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    return replace(state, peeks=False), ()


def press_graph(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Show the graph with every mistake for as long as the key is down."""
    mode = state.facts.mode
    key = GraphKey(mode, findings.now, mode in state.graphs)
    return replace(state, graph_key=key, graphs=state.graphs | {mode}), ()


def let_graph_go(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Show it as before the key was held; a short press has turned it on or off."""
    key = state.graph_key
    if key is None:
        return state, ()
    shows = key.was_on ^ (key.wait(findings.now) is not None)
    graphs = state.graphs | {key.mode} if shows else state.graphs - {key.mode}
    return replace(state, graphs=graphs, graph_key=None), ()


def hide_graph(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    """End what is shown while the key stays down, and the graph: no other press turns it off."""
    return replace(state, graphs=state.graphs - {state.facts.mode}, graph_key=None), ()


def look(state: PlayState, _findings: Findings, event: LinePreview) -> Outcome:
    return replace(state, preview=event), ()


def find(state: PlayState, _findings: Findings, event: FoundMistake) -> Outcome:
    return replace(state, mistake=event), ()


def choose(state: PlayState, _findings: Findings, event: Choose) -> Outcome:
    return replace(state, choice=event.cell), ()


def pin(state: PlayState, _findings: Findings, event: Pin) -> Outcome:
    return replace(state, pairs=None if state.pairs == event.side else event.side), ()


def miss_candidate(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Say why there is no candidate yet; beside others one that is missing needs no reason."""
    if state.facts.is_over:
        return state, (GAME_OVER,)
    return state, () if findings.shows_best else (OnScreen.TELL_WAITING,)


def hint(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Give away one step more, then nothing again; nothing where all is shown already."""
    if state.shows_layer:
        if not findings.shows_best:
            return state, (OnScreen.TELL_WAITING,)
        by_estimate = findings.overlay is not None and findings.overlay.by_estimate
        return state, (words.SHOWN_ALREADY[by_estimate],)
    ready = state.shown_at + findings.think_first_seconds
    state = _with_hint(state, state.hint.requested(findings.now, ready))
    if state.hint.is_open:  # a line would be taken for the hint's
        return replace(state, preview=NO_PREVIEW), (Cue.HINT,)
    left = state.hint.wait(findings.now)
    return state, (say(words.HINT_COMES, count=ceil(left)),) if left else ()


def hint_comes(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    return _with_hint(state, state.hint.climbed()), ()


def fix_hint(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Promise the move of the hint that was asked for."""
    mark = hinted_mark(findings.overlay)
    if mark is None:
        return state, ()
    noted = _advice(state, findings.overlay, mark, mark.move)
    return replace(state, hint=state.hint.fixed(mark)), (noted,)


def think(state: PlayState, findings: Findings, event: object) -> Outcome:
    """Stop the analysis or a line, or go on for another budget; with the strip's button."""
    if state.facts.mode is Mode.DEMO:
        return toggle_demo(state, findings, event)
    if state.facts.is_over:
        return state, (GAME_OVER,)
    if findings.is_searched_out:
        return state, (words.ALL_SEARCHED,)
    if not state.looks:  # what is not shown need not be searched
        return toggle_layer(state, findings, event)
    if findings.is_thinking:
        return replace(state, thought=Stopped()), (Work.STOP,)
    return replace(state, thought=Extended(findings.further)), (Work.SEARCH,)


def space(state: PlayState, findings: Findings, _event: object) -> Outcome:
    """Stop the analysis or go on; the cursor plays where none is."""
    is_stopped = state.looks and isinstance(state.thought, Stopped) and not findings.is_searched_out
    is_analysis = state.facts.mode is Mode.ANALYSE or is_stopped
    return react(state, findings, ENGINE if is_analysis else commands.PLAY_CURSOR.name)


def escape(state: PlayState, findings: Findings, event: Escape) -> Outcome:
    """Put a chosen piece back, then stop what runs, then close what is open, then leave."""
    activity = state.activity
    if state.is_resigning:
        return replace(state, is_resigning=False), ()
    if state.choice is not None and not state.tree:
        return replace(state, choice=None, preview=NO_PREVIEW), ()
    if stopped(activity) != activity:
        state = replace(state, activity=stopped(activity))
        if isinstance(activity, ProofRun) and state.case is Case.THEIRS:
            return _ai_move(state, activity.unrolled.move)
        return state, ()
    awaits_move = state.hint.needs_move and hinted_mark(findings.overlay) is None
    if state.hint.is_coming or awaits_move:
        return replace(state, hint=state.hint.closed()), ()
    if findings.is_at_work:
        return replace(state, thought=Stopped()) if findings.is_analysing else state, (Work.STOP,)
    if findings.has_just_ended:
        return state, ()  # it was meant for that
    return _close(state, findings, event)


def _close(state: PlayState, findings: Findings, event: Escape) -> Outcome:
    if event.has_focus:
        return state, (OnScreen.UNFOCUS,)
    if state.tree:
        return replace(state, tree=False), ()
    if event.has_notice:
        return state, (OnScreen.DISMISS,)
    if state.preview.mark is not None and not state.facts.is_retry:
        return replace(state, preview=NO_PREVIEW), ()
    if event.is_raised:
        return state, (OnScreen.LOWER,)
    if state.hint.is_open:
        return replace(state, hint=state.hint.closed()), ()
    if state.facts.guesses:
        return guess_first(state, findings, event)
    return state, (OnScreen.LEAVE,)


def leave(state: PlayState, findings: Findings, event: object) -> Outcome:
    """Let go of what is held or pointed at; a demo or a line that runs goes on later.

    A game that plays again by itself does not: another screen may bring another one.
    """
    state, _ = let_graph_go(_thinking_on(state), findings, event)
    activity, hint = state.activity, replace(state.hint, due=None)
    goes_on = activity if isinstance(activity, LineRun) else stopped(activity)
    return replace(state, activity=goes_on, hint=hint, preview=NO_PREVIEW, peeks=False), ()


def point(state: PlayState, _findings: Findings, _event: object) -> Outcome:
    return state, (OnScreen.POINT if state.may_play else OnScreen.TELL_TURN,)


def _thinking_on(state: PlayState) -> PlayState:
    """Let what the player has stopped go on where help is asked for."""
    return replace(state, thought=AUTO) if isinstance(state.thought, Stopped) else state


def _with_hint(state: PlayState, hint: Hint) -> PlayState:
    begins = hint.is_open and not state.hint.is_open
    state = replace(state, hint=hint)
    return _thinking_on(state) if begins else state


def _advice(state: PlayState, overlay: Overlay | None, mark: Mark, move: int) -> Do:
    """Return how to note what is said of a move that the player is shown as a good one."""
    assert overlay is not None
    before, after = max(each.value for each in overlay.marks), mark.value
    if state.facts.is_duel:
        mover = state.facts.place.position.current_player
        before, after = (WinRate(each, mover).of(0) for each in (before, after))
    return do(_note_advice, move, before, after)


def _note_advice(session: Session, move: int, before: float, after: float) -> None:
    session.record.node.position.advise(move, before, after)


# The table.


Cell = Reaction | OnScreen | str


@dataclass(frozen=True, slots=True)
class EventRow:
    """What one event does.

    Attributes:
        but: The cases in which it does something else; a text says why it does nothing.
        on_board: Whether it means the board, and does nothing under the tree.
        tells_moves: Whether it would tell moves, which a player who guesses must not see.
    """

    usual: Cell
    but: Mapping[Case, Cell] = field(default_factory=dict)
    on_board: bool = False
    tells_moves: bool = False


def _in(cell: Cell, *cases: Case) -> dict[Case, Cell]:
    return dict.fromkeys(cases, cell)


GAME_OVER: Final = filled(words.GAME_OVER, key=commands.REVIEW.cap)
GUESS_FIRST: Final = filled(words.GUESS_FIRST, key=commands.GUESS.cap)
_HIDDEN: Final = filled(words.HIDDEN, key=commands.GUESS.cap)
UNDER_TREE: Final = filled(words.TREE_LIES_OVER, key=commands.TREE.cap)
_NO_GUESS: Final = _in(GUESS_FIRST, Case.GUESS)
_SHOWN: Final = filled(words.AUTOPLAY_STOPS, key=commands.AUTOPLAY.cap)

_RESUMING: Final = (
    *(Session.show, Session.go_back, Session.go_on_with, Session.bring_in),
    *(Session.delete_branch, Session.restore_branch),
)
"""Operations that lead to a line that the player then plays on."""

TABLE: Final[Mapping[str | type, EventRow]] = {
    Escape: EventRow(escape, _in(toggle_demo, Case.DEMO) | _in(end_show, Case.AUTOPLAY)),
    commands.SPACE.name: EventRow(
        space,
        _in(end_show, Case.AUTOPLAY) | _in(toggle_demo, Case.DEMO, Case.PAUSED, Case.DEMO_OVER),
    ),
    ENGINE: EventRow(think, _in(end_show, Case.AUTOPLAY, Case.PLAY_OUT) | _NO_GUESS),
    commands.PLAY_CURSOR.name: EventRow(OnScreen.ITSELF, on_board=True),
    commands.HINT.name: EventRow(
        hint,
        _in(words.NO_HINT_AT_END, Case.OVER, Case.DEMO_OVER)
        | _in(words.HINTS_ARE_FOR_YOU, Case.THEIRS, Case.PLAY_OUT, Case.DEMO, Case.PAUSED)
        | _in(_SHOWN, Case.AUTOPLAY)
        | _in(filled(words.TRY_AGAIN_FIRST, key=commands.UNDO.cap), Case.TRIED)
        | _NO_GUESS,
        on_board=True,
    ),
    commands.PEEK.name: EventRow(peek, _NO_GUESS),
    LETS_PEEK_GO: EventRow(let_peek_go),
    commands.ANALYSIS.name: EventRow(
        toggle_layer,
        _in(filled(words.SHOWN_AFTER_GUESS, key=commands.GUESS.cap), Case.GUESSED) | _NO_GUESS,
    ),
    MISSES_CANDIDATE: EventRow(miss_candidate, _NO_GUESS),
    commands.TREE.name: EventRow(toggle_tree, _NO_GUESS),
    commands.INSIDE.name: EventRow(OnScreen.ITSELF, _NO_GUESS),
    commands.GUESS.name: EventRow(
        guess_first, _in(words.NO_GUESSING_IN_RETRY, Case.RETRY, Case.TRIED)
    ),
    commands.GRAPH.name: EventRow(press_graph, tells_moves=True),
    LETS_GRAPH_GO: EventRow(let_graph_go),
    HIDES_GRAPH: EventRow(hide_graph),
    commands.FOLD_BRANCHES.name: EventRow(OnScreen.ITSELF, tells_moves=True),
    commands.NEXT_MISTAKE.name: EventRow(OnScreen.ITSELF, _NO_GUESS),
    commands.LAST_MISTAKE.name: EventRow(OnScreen.ITSELF, _NO_GUESS),
    commands.UNDO.name: EventRow(undo),
    commands.REDO.name: EventRow(redo),
    commands.AUTOPLAY.name: EventRow(
        autoplay,
        _in(end_show, Case.AUTOPLAY) | _in(words.NO_AUTOPLAY_IN_RETRY, Case.RETRY, Case.TRIED),
        tells_moves=True,
    ),
    commands.PAUSE.name: EventRow(toggle_demo, _in(end_show, Case.AUTOPLAY)),
    commands.RESIGN.name: EventRow(ask_to_resign),
    CLICK: EventRow(
        point,
        _in(words.OVER, Case.OVER, Case.DEMO_OVER)
        | _in(words.BAR_SAYS_HOW, Case.TRIED, Case.PASSED)
        | _in(_SHOWN, Case.AUTOPLAY)
        | _in(words.DEMO_RUNS, Case.DEMO)
        | _in(words.DEMO_PAUSED, Case.PAUSED),
    ),
    Play: EventRow(play, _in(guess, Case.GUESS)),
    GoTo: EventRow(go_to),
    SetMode: EventRow(set_mode),
    PlayLine: EventRow(play_line),
    LinePreview: EventRow(look),
    FoundMistake: EventRow(find),
    Choose: EventRow(choose),
    Pin: EventRow(pin),
    Do: EventRow(operate),
    RESIGNS: EventRow(resign),
    NextMove: EventRow(step),
    HINT_COMES: EventRow(hint_comes),
    HINT_FOUND: EventRow(fix_hint),
    LEAVES: EventRow(leave),
}


def react(state: PlayState, findings: Findings, event: Event) -> Outcome:
    """Return the state that an event leads to, before the effects, which come with it."""
    row, case = TABLE[event if isinstance(event, str) else type(event)], state.case
    if event == ENGINE and findings.has_failed:
        return state, (Work.RESTART,)
    if row.tells_moves and state.facts.guesses:
        return state, (GUESS_FIRST if case is Case.GUESS else _HIDDEN,)
    cell = row.but.get(case, row.usual)
    if row.on_board and state.tree and cell != GUESS_FIRST:
        return state, (UNDER_TREE,)
    return cell(state, findings, event) if callable(cell) else (state, (cell,))
