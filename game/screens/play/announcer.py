"""What a game's screen says of what happens: the difference between two moments, in sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.play.session import Mode
from game.screens.play.commentary import line_text
from game.screens.play.hints import Reveal
from game.screens.play.panel_rows import shown_lesson
from game.screens.play.play_state import Case
from game.screens.play.reading import RECENT, move_sentence, names_of, turn_sentence
from game.screens.play.sentences import hint_words, only_move_words
from game.screens.review.words import caption_of
from game.ui import commands
from game.ui.boards.view import LINE_MOVES
from game.ui.spoken import REFUSED, News, Sentence, Speech, changed
from game.words import boards, spoken
from game.words import play as words
from game.words.say import quoted, say, sentences

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

MOVES, USUAL, EVERYTHING = "moves", "usual", "everything"


@dataclass(frozen=True, slots=True)
class PlayMoment:
    """What a game's screen tells at a moment; a text is empty where there is nothing to tell.

    Attributes:
        game: What tells the game from others.
        moves: Those that lead to the shown position.
        title: Which game it is, and where it stands.
        place: Where one is, having gone back, unless a bar says so.
        mode: That the mode is what it is.
        is_hinted: Whether a hint is open.
        follows: The last step of a hint, with the line; it is said once, whatever becomes of it.
        news: What is said whenever it is another text than before, each in its place.
        moved: Takes a ply, and returns who made the move that led there, and what it did.
    """

    game: int
    moves: tuple[int, ...]
    title: str = ""
    place: str = ""
    mode: str = ""
    is_hinted: bool = False
    follows: str = ""
    news: tuple[News, ...] = ()
    moved: Callable[[int], str] = field(default=lambda _: "", compare=False)


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
    is_closed = before.is_hinted and not now.is_hinted and now.moves == before.moves
    if is_closed and not is_other:
        yield USUAL, spoken.HINT_CLOSED
    yield from changed(before.news, now.news)


def _moves(before: PlayMoment, now: PlayMoment) -> Iterator[Sentence]:
    """Yield the moves that have been made or walked along; where one is after going back."""
    shared, end = len(before.moves), len(now.moves)
    if now.moves[:shared] == before.moves:
        yield from (
            (MOVES, now.moved(ply)) for ply in range(max(shared, end - RECENT) + 1, end + 1)
        )
    elif before.moves[:end] == now.moves:
        yield MOVES, now.place
    else:
        yield MOVES, now.moved(end) if end else now.place


class Announcer(Speech):
    """Says what happens on a game's screen."""

    def __init__(self, scene: "GameScene") -> None:
        super().__init__()
        self._scene = scene
        self._before: PlayMoment | None = None

    def begin(self) -> None:
        """Say which game it is, as if nothing had been said of it."""
        super().begin()
        self._before = None
        self.listen()

    def listen(self) -> None:
        """Say what is new since it was called last."""
        now = moment_of(self._scene)
        if now != self._before:
            self.say(heard(self._before, now), self._scene.context.settings.spoken)
        self._before = now


def moment_of(scene: "GameScene") -> PlayMoment:
    controller, session, face = scene.controller, scene.session, scene.face
    record, state, dialog = session.record, controller.state, scene.dialog
    refusal = scene.animator.refusal
    bar = scene.foot.bar.content
    shown = "" if bar is None or bar.words == scene.foot.shown_words() else bar.words
    thinks = say(words.AI_THINKS, key=commands.ESCAPE.cap) if state.case is Case.THEIRS else ""
    is_found = state.shows_layer and not (controller.ai.is_thinking or session.is_over)
    return PlayMoment(
        record.number,
        record.node.moves,
        title=sentences(
            say(spoken.LIST, parts=caption_of(session)),
            turn_sentence(session),
            "" if record.cursor or session.mode is Mode.DEMO else face.play_words(),
        ),
        place="" if shown else move_sentence(session, spoken.BACK_AT),
        mode=spoken.MODES[session.mode.value],
        is_hinted=state.hint.is_open,
        follows=_follows(scene),
        news=(
            (MOVES, face.result_words() if session.is_over and record.is_at_end else "", 0),
            (USUAL, _lesson(scene), 0),
            (USUAL, _hint(scene), 0),
            (USUAL, _prompt(scene), 0),
            (USUAL, shown, 0),
            (USUAL, "" if dialog is None else dialog.suggested, 0),
            (REFUSED, words.RESTART_TO_GO_ON if controller.ai.has_failed else "", 0),
            (EVERYTHING, thinks, 0),
            (EVERYTHING, face.explanation() if is_found else "", 0),
            *refusal.news,
            *scene.toasts.news,
        ),
        moved=face.moved_words,
    )


def _lesson(scene: "GameScene") -> str:
    """Return what the teacher says, if anything."""
    lesson, details = shown_lesson(scene), scene.skin.details
    return "" if lesson is None else scene.lesson_card.words(scene.session, lesson, details=details)


def _prompt(scene: "GameScene") -> str:
    """Return what the player must know of the position, or has chosen."""
    comment = scene.session.record.node.position.comment.strip()
    told = only_move_words(scene) or (quoted(comment) if comment else "") or scene.pointing.words
    return told or _chosen(scene)


def _chosen(scene: "GameScene") -> str:
    """Return which piece is chosen; nothing if none is."""
    cell = scene.pointing.chosen
    if cell is None:
        return ""
    name = scene.animator.view.cell_name(scene.session.state, cell)
    return say(spoken.CELL, cell=name, what=boards.CHOSEN)


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
