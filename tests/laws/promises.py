"""Law 2: a promise is kept."""

from collections.abc import Mapping
from typing import Final

from game.play.grading import grades
from game.play.session import GivenAdvice, Mode, Session
from game.screens.play.controller import GameController
from game.screens.play.hints import NO_HINT, Reveal
from game.ui.panel.analysis import PLAIN_COLUMNS, TRUTH_COLUMNS, CandidateTable, EvalBar
from game.ui.panel.graphs import WinGraph
from game.words.numbers import percent, thousands
from tests.laws.facts import BrokenLawError, Memory
from tests.laws.world import World

LAW: Final = "a promise is kept"
REMEMBERED: Final = 200
"""How many positions a promise is remembered for; the program knows them all the longer."""
WRITTEN: Final = 0.005
"""Shares that are closer may be the same, as they are written."""


def a_hint_is_no_mistake(world: World, memory: Memory) -> None:
    """A move that was given as a hint is never called a mistake in the game it was given in."""
    game, content, session = world.game, world.content, world.session
    if session is None:
        return
    hinted = memory.hints_of(session)
    overlay = content.overlay if content is not None else None
    gives = game is not None and Reveal.MOVE in game.controller.state.hint.reveals
    if gives and overlay is not None and overlay.marks:
        hinted.setdefault(session.record.node.moves, set()).add(overlay.marks[0].move)
    if not hinted:
        return
    moves = session.record.moves
    played = [
        ply
        for ply in range(1, len(moves) + 1)
        if moves[ply - 1] in hinted.get(moves[: ply - 1], ())
    ]
    if not played:
        return
    for grade in grades(session.record):
        if grade.ply in played and grade.is_mistake:
            raise BrokenLawError(
                LAW, f"move {grade.ply} was a hint and is graded {grade.loss_class}"
            )


def a_hint_is_counted(world: World, memory: Memory) -> None:
    """A hint that is seen in a game is counted and noted there: it ends with its game."""
    del memory
    game = world.game
    if game is None or game.session.mode is not Mode.PLAY:
        return
    controller, session = game.controller, game.session
    if _is_helped(controller) and not (session.record.is_assisted or session.record.counted):
        raise BrokenLawError(LAW, "help is seen, and the game tells of none")
    if controller.state.shows_layer:
        return
    move = _hinted(game.controller)
    if move is not None and move not in _told(game.session):
        raise BrokenLawError(LAW, "a move is given as a hint, and the game does not note it")


def _told(session: Session) -> Mapping[int, GivenAdvice]:
    """Return what the player was told of moves in the shown position."""
    return session.record.node.position.advice


def _is_helped(controller: GameController) -> bool:
    """Tell whether the player of a game can see what the AI knows of the position."""
    if controller.state.shows_layer or controller.state.is_peeking or controller.state.tree:
        return controller.ai.full_overlay is not None
    return controller.state.hint.is_open and controller.ai.best is not None


def _hinted(controller: GameController) -> int | None:
    """Return the move that a hint names."""
    best = controller.ai.best if Reveal.MOVE in controller.state.hint.reveals else None
    return None if best is None else best.move


def a_hint_names_one_move(world: World, memory: Memory) -> None:
    """The steps of one hint are about one move: its region, its name, its line."""
    game, content = world.game, world.content
    hint = NO_HINT if game is None else game.controller.state.hint
    if game is None or content is None or not hint.is_open or game.controller.state.shows_layer:
        memory.ladder = None
        return
    state, region, move = memory.ladder or (content.state, (), None)
    if state is not content.state:
        memory.ladder = None
        return
    if Reveal.REGION in hint.reveals and content.region:
        if region and region != content.region:
            raise BrokenLawError(LAW, "the region of a hint has moved")
        region = content.region
    marks = (
        content.overlay.marks
        if content.overlay is not None and not game.controller.state.is_peeking
        else ()
    )
    if Reveal.MOVE in hint.reveals and marks:
        mark = marks[0]
        if move not in (None, mark.move):
            raise BrokenLawError(LAW, "the hint is another move than a moment ago")
        if region and not any(game.pointing.is_on(mark, cell) for cell in region):
            raise BrokenLawError(LAW, "the hinted move is outside of its region")
        name = state.move_label(mark.move)
        if Reveal.REASON in hint.reveals and name not in world.sentences:
            raise BrokenLawError(LAW, f"the board hints at {name}: {world.sentences!r}")
        shown = game.preview.mark
        is_open = (Reveal.LINE in hint.reveals and shown is None) or game.preview.is_pinned
        if is_open and content.line[:1] not in ((), (mark.move,)):
            raise BrokenLawError(LAW, f"the line does not begin with {name}")
        move = mark.move
    memory.ladder = state, region, move


def a_proof_stays(world: World, memory: Memory) -> None:
    """What was called proven once is never taken back."""
    content = world.content
    if content is None or content.overlay is None:
        return
    proofs = memory.proofs.setdefault(content.state, {})
    memory.proofs.move_to_end(content.state)
    while len(memory.proofs) > REMEMBERED:
        memory.proofs.popitem(last=False)
    for mark in content.overlay.marks:
        known = proofs.get(mark.move)
        if known is not None and mark.theorem is not known:
            name = content.state.move_label(mark.move)
            raise BrokenLawError(LAW, f"{name} was a proven {known}, now {mark.theorem}")
        if mark.theorem is not None:
            proofs[mark.move] = mark.theorem


def a_number_is_one_number(world: World, memory: Memory) -> None:
    """Board, table, bar and graph say the same of the shown position."""
    game, content = world.game, world.content
    if game is None or content is None or content.overlay is None or world.dialog is not None:
        return
    sections = world.sections
    table = next((each for each in sections if isinstance(each, CandidateTable)), None)
    bar = next((each for each in sections if isinstance(each, EvalBar)), None)
    graph = next((each for each in sections if isinstance(each, WinGraph)), None)
    if table is not None and game.controller.ai.full_overlay is not None:
        is_beside = table.columns is TRUTH_COLUMNS  # of the true values
        digits = 0 if is_beside or table.columns is PLAIN_COLUMNS else 1

        def write(value: float) -> str:
            is_score = digits and game.session.record.spec.players == 1
            return thousands(round(value)) if is_score else percent(value, digits)

        known = {
            content.state.move_label(mark.move): ("–" if mark.guess is None else write(mark.guess))
            if is_beside
            else write(mark.value)
            for mark in content.overlay.marks
        }
        for row in table.rows:
            if row.value and known.get(row.move, row.value) != row.value:
                raise BrokenLawError(LAW, f"{row.move}: {known[row.move]}, {row.value}")
    if bar is not None and bar.share is not None and graph is not None:
        ours = {percent(bar.share), percent(1.0 - bar.share)}
        drawn = dict(graph.curve).get(graph.cursor)
        if drawn is not None and _apart(bar.share, drawn) > WRITTEN:
            raise BrokenLawError(LAW, f"the bar says {ours}, the graph {percent(drawn)}")
    if bar is not None and bar.share is not None and content.overlay.marks:
        # Of a hint the board shows its move alone, which the search may no longer prefer.
        whole = game.controller.ai.full_overlay or content.overlay
        told = whole.true_share
        if told is None:
            told = max(m.value if m.theorem is None else m.theorem.share for m in whole.marks)
        if _apart(bar.share, told) > WRITTEN:
            raise BrokenLawError(LAW, f"the bar says {bar.share:.3f}, the best {told:.3f}")


def _apart(first: float, second: float) -> float:
    """Return how far two shares differ, whoever of the two they are told for."""
    return min(abs(first - second), abs(1.0 - first - second))


LAWS: Final = (
    *(a_hint_names_one_move, a_hint_is_counted, a_hint_is_no_mistake, a_proof_stays),
    a_number_is_one_number,
)
