"""The panel of a game for one: in each mode, at the end, and on the sheet of a narrow window."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ai.phrases import N_
from game.play.credit import credit_of
from game.play.grading import evaluations_by_ply
from game.play.session import Mode
from game.play.thinker import ThinkerState
from game.screens.entry import entry_of
from game.screens.play.medal_bar import MedalBar
from game.screens.play.panel_rows import graph_item, open_marks, sentence_items, shows_graph
from game.screens.play.result_card import ResultInPanel
from game.screens.play.score_result import published_of, standing_of
from game.screens.play.sentences import sentence
from game.ui.panel.analysis import PLAIN_SCORE_COLUMNS, SCORE_COLUMNS, CandidateTable
from game.ui.panel.basics import ColourCounts, Figure, Figures, Hairline, Note, Notes
from game.ui.panel.items import FoldStage, Item, button_row, sentence_item, table_item
from game.ui.panel.panel import Summary
from game.words import play as words
from game.words.numbers import thousands
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.solo import SoloFace

TABLE_ROWS: Final = 5
MOST_LARGE: Final = 3
"""More figures than this stand side by side only in the smaller size."""


def panel_items(face: "SoloFace") -> tuple[Item, ...]:
    """Return what the panel shows now."""
    view, session = face.view, face.session
    if session.state.is_terminal:
        boards = _board_items(face) if session.mode is Mode.PLAY else ()
        parted = _parted(_result_items(face), (_graph_item(face),), face.history_items())
        return (*parted, *view.controls.below_moves(), *boards)
    if session.mode is Mode.PLAY:
        return _play_items(face)
    text, counts = sentence(view), _count_items(face)
    if session.mode is Mode.DEMO:
        head, graph = (_figures_item(face), sentence_item(text)), _graph_item(face)
        parted = _parted(head, (graph, *counts), face.history_items())
        return (*parted, *view.controls.below_moves())
    graphs = (_graph_item(face, stretch=True),) if shows_graph(view) else ()
    notes = Item(Notes(_notes(face)), gap=5).folding(FoldStage.LAST, None)
    above = (_figures_item(face), notes, sentence_item(text, gap=5), table_of(face))
    return _parted(above, (*face.study_items(), *graphs, *counts))


def summary_items(face: "SoloFace") -> tuple[Item, ...]:
    """Return score, counts, the way to the next medal (or a sentence) and the main button.

    At the end there is the result, or the graph where the board tells that.
    """
    main = face.view.controls.main()
    if face.session.state.is_terminal:
        has_result = face.placed_result() is not None
        text = "" if has_result else face.result().sentence
        bar = replace(face.graph(), spark=True) if has_result else None
        return (Item(Summary(main, text=text, bar=bar)),)
    is_helped = face.controller.state.hint.is_open or face.controller.state.is_view_open
    has_words = face.session.mode is not Mode.PLAY or not has_target(face)
    # Nothing that must be said leaves the place to the medals.
    text = sentence(face.view) if has_words or is_helped or not face.session.record.cursor else ""
    medals = None if text else _medal_bar(face, captions=False)
    summary = Summary(main, _two_of(_figures(face)), face.colour_counts(), text, bar=medals)
    return (Item(summary),)


def table_of(face: "SoloFace") -> Item:
    """Return the best candidates."""
    columns = SCORE_COLUMNS if face.view.skin.details else PLAIN_SCORE_COLUMNS
    rows = tuple(map(face.row, open_marks(face.view, TABLE_ROWS)))
    return table_item(CandidateTable(rows, columns, TABLE_ROWS, dense=True))


def has_target(face: "SoloFace") -> bool:
    """Tell whether the AI looks for the score by which medals are given."""
    return face.view.profile.target_seconds > 0


def _play_items(face: "SoloFace") -> tuple[Item, ...]:
    view, session = face.view, face.session
    is_empty = not view.has_begun and not face.controller.state.shows_layer
    # Those of a hint would move what stands below the rules.
    notes = () if is_empty else _notes(face)
    rules = view.first_steps.rules_items(session) if is_empty else ()
    ahead = (_graph_item(face),) if shows_graph(view) else face.ahead_items()
    boards = (*view.first_steps.preset_items(session), *_board_items(face))
    if session.record.start.is_pasted:  # the first move may end it, and no button takes their place
        boards = ()
    return _parted(
        (
            _figures_item(face, dense=len(_figures(face)) > MOST_LARGE),
            *((Item(_medal_bar(face)),) if has_target(face) else ()),
            *((Item(Notes(notes)).folding(FoldStage.LAST, None),) if notes else ()),
            *sentence_items(view),
        ),
        (*rules, *ahead, *_count_items(face)),
        face.history_items() if view.has_begun else boards,
    )


def _result_items(face: "SoloFace") -> tuple[Item, ...]:
    """Return what the game came to, where the board has no room for that."""
    if face.placed_result():
        return ()
    result = face.result()
    bare = ResultInPanel(replace(result, notes=()))
    return (Item(ResultInPanel(result)).folding(FoldStage.EXTRAS, bare),)


def _board_items(face: "SoloFace") -> tuple[Item, ...]:
    """Return the buttons that lead to other boards, after the day's back to what it has."""
    has_standard = entry_of(face.view.entry.name).board_cards is not None
    is_done = face.session.is_over and face.daily_name
    buttons = (
        *((face.today,) if is_done else ()),
        *((face.seed,) if face.session.has_seed else ()),
        *((face.boards,) if has_standard else ()),
    )
    return (button_row(*buttons, sticky=True),) if buttons else ()


def _figures_item(face: "SoloFace", *, dense: bool = True) -> Item:
    """Return the numbers, of which a low panel has the first two."""
    figures = _figures(face)
    item = Item(Figures(figures, dense))
    if not dense:
        item = item.folding(FoldStage.EXTRAS, Figures(figures, dense=True))
    return item.folding(FoldStage.LAST, Figures(_two_of(figures), dense=True))


def _graph_item(face: "SoloFace", *, stretch: bool = False) -> Item:
    graph = face.graph()
    return graph_item(graph, *graph.smaller, stretch=stretch)


def _count_items(face: "SoloFace") -> tuple[Item, ...]:
    counts = face.colour_counts()
    return (Item(ColourCounts(counts)).folding(FoldStage.LAST, None),) if counts else ()


def _figures(face: "SoloFace") -> tuple[Figure, ...]:
    session, controller, target = face.session, face.controller, face.session.record.target
    score = Figure(N_("Score"), thousands(round(session.state.returns[0])), big=True)
    is_played = session.mode is Mode.PLAY and not controller.state.shows_layer
    if is_played or not controller.state.is_view_open:
        return (score, *face.game_figures())
    projected = _projected(face)
    shown = N_("Proven best") if face.is_proven else N_("Expected")
    expected = best = behind = "–"  # so that nothing moves once it is known
    if projected is not None:
        most = max(projected, target.score if target else projected)
        expected, best, behind = map(thousands, (projected, most, most - projected))
    promised = score, Figure(shown, expected, "ai", big=True)
    if not face.view.skin.details:
        return promised
    is_demo = session.mode is Mode.DEMO
    more = (
        face.game_figures()
        if is_demo
        else (Figure(N_("Behind it", "points behind the AI's score"), behind),)
    )
    return (*promised, Figure(N_("AI best"), best), *more)


def _projected(face: "SoloFace") -> int | None:
    controller, session = face.controller, face.session
    if controller.ai.shown_best is not None:
        return round(controller.ai.shown_best.value)
    # Just after a move nothing is searched, but what its line promised before still holds.
    evaluations = evaluations_by_ply(session.record, controller.ai.analyser)
    evaluation = evaluations.get(session.record.cursor)
    return None if evaluation is None else round(evaluation.value)


def _notes(face: "SoloFace") -> tuple[Note, ...]:
    """Return what is known for certain: the game's own notes, and the bound."""
    if not face.controller.state.is_view_open:
        return ()
    analysis = face.controller.ai.shown_analysis
    if analysis is None or not analysis.info.line:
        return face.game_notes(())
    notes = face.game_notes(face.line_in_view())
    if analysis.info.optimal:
        return (*notes, Note(words.NOTHING_MORE, "ai"))
    if analysis.info.upper_bound is None or not face.view.skin.details:
        return notes
    return (*notes, Note(say(words.BOUND, score=round(analysis.info.upper_bound))))


def _medal_bar(face: "SoloFace", *, captions: bool = True) -> MedalBar:
    standing, credit = standing_of(face.session), credit_of(face.session.record)
    text = "" if standing else _target_words(face)
    if not credit.earns_medal:
        # Own moves that follow may outweigh those that were shown.
        text = say(words.NO_MEDAL[credit.is_whole], why=credit.words)
    return MedalBar(standing, text, published_of(face.session), captions)


def _target_words(face: "SoloFace") -> str:
    if face.context.thinker.state is ThinkerState.FAILED:
        return words.RESTART_FOR_MEDALS
    if face.controller.search_request() is not None:
        return words.LOOKING_FOR_TARGET
    return words.NO_TARGET_YET


def _parted(*groups: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items of groups with a line between two; a group may be empty."""
    filled = [tuple(group) for group in groups]
    first, *others = (group for group in filled if group)
    return (*first, *(item for group in others for item in (Item(Hairline()), *group)))


def _two_of(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Return the two that are needed most: the main ones, or the first and the last."""
    main = tuple(figure for figure in figures if figure.big)
    return main if len(main) == 2 or len(figures) < 2 else (figures[0], figures[-1])
