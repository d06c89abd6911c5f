"""What a game's screen says of what happens: the difference between two moments, in sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from game.play.session import Mode
from game.screens.play.commentary import line_text
from game.screens.play.hints import Reveal
from game.screens.play.panel_rows import shown_lesson
from game.screens.play.play_state import Case
from game.screens.play.reading import RECENT, names_of, turn_sentence
from game.screens.play.sentences import hint_words, only_move_words
from game.screens.review.words import caption_of
from game.ui import commands
from game.ui.boards.view import LINE_MOVES
from game.ui.spoken import Sentence, Speech
from game.words import play as words
from game.words import spoken
from game.words.say import quoted, say, sentences

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

MOVES, USUAL, EVERYTHING = "moves", "usual", "everything"
Numbered = tuple[int, str]
"""How many came before it, which tells equal ones apart, and the words."""


@dataclass(frozen=True, slots=True)
class PlayMoment:
    """What a game's screen tells at a moment; a text is empty where there is nothing to tell.

    Attributes:
        game: What tells the game from others.
        moves: Those that lead to the shown position.
        title: Which game it is, and where it stands.
        place: Where one is, having gone back.
        mode: That the mode is what it is.
        result: How the game ended, where its end is shown.
        lesson: What the teacher says.
        hint: The step of the hint, but for the last.
        follows: The last step, with the line; it is said once, whatever becomes of it.
        suggested: What is suggested of what is typed.
        prompt: What the player has chosen, or must know of the position.
        bar: What stands below the board, but for a move that is shown there.
        turn: That the AI thinks.
        found: What an analysis that has ended found.
        moved: Takes a ply, and returns who made the move that led there, and what it did.
    """

    game: int
    moves: tuple[int, ...]
    title: str = ""
    place: str = ""
    mode: str = ""
    result: str = ""
    lesson: str = ""
    hint: str = ""
    follows: str = ""
    prompt: str = ""
    bar: str = ""
    question: str = ""
    suggested: str = ""
    refusal: Numbered = (0, "")
    notice: Numbered = (0, "")
    error: str = ""
    turn: str = ""
    found: str = ""
    moved: Callable[[int], str] = field(default=lambda _: "", compare=False)


_NEWS: Final = (
    *(("result", MOVES), ("lesson", USUAL), ("hint", USUAL), ("prompt", USUAL)),
    *(("bar", USUAL), ("question", USUAL), ("suggested", USUAL), ("error", MOVES)),
    *(("turn", EVERYTHING), ("found", EVERYTHING)),
)
"""What is said whenever it is another text than before, and from which amount on."""


def heard(before: PlayMoment | None, now: PlayMoment) -> Iterator[Sentence]:
    """Yield what is to be said once one moment has followed another; None for nothing before."""
    is_other = before is None or before.game != now.game
    before = before or PlayMoment(0, ())
    if is_other:
        yield USUAL, now.title
    elif now.mode != before.mode:
        yield USUAL, now.mode
    yield from _moves(PlayMoment(now.game, now.moves[:-1]) if is_other else before, now)
    if now.follows and not before.follows:
        yield USUAL, now.follows
    for name, amount in _NEWS:
        if getattr(now, name) != getattr(before, name):
            yield amount, getattr(now, name)
    for noticed, earlier in ((now.refusal, before.refusal), (now.notice, before.notice)):
        if noticed != earlier:
            yield MOVES, noticed[1]


def _moves(before: PlayMoment, now: PlayMoment) -> Iterator[Sentence]:
    """Yield the moves that have been made or walked along; where one is after going back."""
    shared, end = len(before.moves), len(now.moves)
    if now.moves[:shared] == before.moves:
        yield from (
            (MOVES, now.moved(ply)) for ply in range(max(shared, end - RECENT) + 1, end + 1)
        )
    elif before.moves[:end] == now.moves:
        yield MOVES, "" if now.bar else now.place
    else:
        yield MOVES, now.moved(end) if end else now.place


class Announcer(Speech):
    """Says what happens on a game's screen."""

    def __init__(self, scene: "GameScene") -> None:
        super().__init__()
        self._scene = scene
        self._before: PlayMoment | None = None

    def listen(self) -> None:
        """Say what is new since it was called last."""
        now = moment_of(self._scene)
        if now != self._before:
            self.say(heard(self._before, now), self._scene.context.settings.spoken)
        self._before = now


def moment_of(scene: "GameScene") -> PlayMoment:
    controller, session, face = scene.controller, scene.session, scene.face
    record, state, dialog = session.record, controller.state, scene.dialog
    refusal, toasts = scene.animator.refusal, scene.toasts
    comment = record.node.position.comment.strip()
    lesson, bar = shown_lesson(scene), scene.foot.bar.content
    is_found = state.shows_layer and not (controller.ai.is_thinking or session.is_over)
    return PlayMoment(
        record.number,
        record.node.moves,
        title=sentences(
            say(spoken.LIST, parts=caption_of(session)),
            turn_sentence(session),
            "" if record.cursor or session.mode is Mode.DEMO else face.play_words(),
        ),
        place=_place(scene),
        mode=spoken.MODES[session.mode.value],
        result=face.result_words() if session.is_over and record.is_at_end else "",
        lesson=scene.lesson_card.words(session, lesson, details=scene.skin.details)
        if lesson
        else "",
        hint=_hint(scene),
        follows=_follows(scene),
        prompt=only_move_words(scene)
        or (quoted(comment) if comment else "")
        or scene.pointing.words,
        bar="" if bar is None or bar.words == scene.foot.shown_words() else bar.words,
        question="" if dialog is None else dialog.question,
        suggested="" if dialog is None else dialog.suggested,
        refusal=(refusal.count, refusal.words if refusal.cell is not None else ""),
        notice=(toasts.count, toasts.passing.text if toasts.passing is not None else ""),
        error=words.RESTART_TO_GO_ON if controller.ai.has_failed else "",
        turn=say(words.AI_THINKS, key=commands.ESCAPE.cap) if state.case is Case.THEIRS else "",
        found=face.explanation() if is_found else "",
        moved=face.moved_words,
    )


def _place(scene: "GameScene") -> str:
    record = scene.session.record
    is_alone, number = record.spec.players == 1, record.spec.move_number(record.cursor + 1)
    side = "" if is_alone else record.spec.side(scene.session.state)
    return say(spoken.BACK_AT[is_alone], number=number, side=side)


def _hint(scene: "GameScene") -> str:
    """Return the step of the hint as the panel says it, and where the marked area is."""
    if not scene.controller.state.hint.step.says:
        return ""
    region = scene.board.region()
    cells = names_of(scene.animator.view, scene.session.state, region) if region else ""
    return sentences(hint_words(scene), say(spoken.REGION, cells=cells) if region else "")


def _follows(scene: "GameScene") -> str:
    hint, best = scene.controller.state.hint, scene.controller.ai.best
    if Reveal.LINE not in hint.reveals or best is None:
        return ""
    line = line_text(scene.session.state, best.line[:LINE_MOVES])
    return sentences(scene.face.explanation(), say(spoken.FOLLOWS, moves=line))
