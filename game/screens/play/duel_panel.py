"""The panel of a game for two: in each mode, at the end, and on the sheet of a narrow window."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ai.phrases import N_
from game.play.credit import seated_player
from game.play.session import Mode
from game.screens.play.panel_rows import (
    fork_row,
    graph_item,
    lesson_items,
    played_moves,
    sentence_items,
    shows_graph,
    tells_failure,
)
from game.screens.play.result_card import ResultCard
from game.screens.play.sentences import sentence
from game.ui.panel.basics import Figure, Hairline, Heading
from game.ui.panel.history import MoveList
from game.ui.panel.items import (
    SPARE,
    FoldStage,
    Item,
    full_row,
    list_items,
    sentence_item,
    table_item,
)
from game.ui.panel.panel import Summary
from game.words import play as words
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.duel import DuelFace

LINE: Final = Item(Hairline())


def panel_items(face: "DuelFace") -> tuple[Item, ...]:
    """Return what the panel shows now."""
    view, mode, below = face.view, face.session.mode, face.view.controls.below_moves()
    if face.session.is_over:
        return (_result_item(face), LINE, _graph_item(face), LINE, *_move_items(face), *below)
    if mode is Mode.PLAY:
        return _play_items(face)
    comment = (sentence_item(sentence(view)), *face.proof_items())
    if mode is Mode.DEMO:
        return (Item(face.eval_bar()), *comment, LINE, *course_items(face), *below)
    tabs = (full_row(face.value_tabs),) if face.has_truth else ()
    above = (Item(face.eval_bar()), *tabs, *comment, table_item(face.table()))
    return (*above, LINE, *face.study_items(), *below)


def course_items(face: "DuelFace") -> tuple[Item, ...]:
    """Return the moves below the graph, if that is to be seen."""
    graph = (_graph_item(face), LINE) if shows_graph(face.view) else ()
    return (*graph, *_move_items(face, heading=False))


def summary_items(face: "DuelFace") -> tuple[Item, ...]:
    """Return the result, or who is ahead and whose turn it is; and the main button."""
    view, controller = face.view, face.controller
    main = view.controls.main()
    if face.session.is_over:
        return (Item(Summary(main, text=face.ending.sentence)),)
    text, bar, figures = sentence(view), face.eval_bar(), list[Figure]()
    if face.session.mode is not Mode.PLAY and bar.share is not None:
        figures += map(Figure, face.colours, bar.percentages)
    if face.session.mode is Mode.PLAY and not controller.state.hint.is_open:
        turn, lesson = face.turn_words(), controller.teacher.lesson(controller.session)
        text = text if text == turn else "\n".join((turn, text))
        if lesson is not None and not controller.state.is_view_open:
            text = view.lesson_card.words(face.session, lesson, details=view.skin.details)
            if view.skin.details:
                text = say(words.GRADED, letter=lesson.grade.loss_class, words=text)
    return (Item(Summary(main, tuple(figures), text=text)),)


def _play_items(face: "DuelFace") -> tuple[Item, ...]:
    view, layer = face.view, face.controller.state.shows_layer
    shows_more, has_begun = layer or shows_graph(view), view.has_begun
    lesson = () if tells_failure(view) else lesson_items(view)
    items = [face.opponent.rows_item(), *(lesson or sentence_items(view)), *face.proof_items()]
    if layer:
        items.append(table_item(face.table()))
    items.append(LINE)
    rules: tuple[Item, ...] = ()
    if not (shows_more or has_begun):
        rules = view.first_steps.rules_items(face.session)
    # Like the moves later on, so that the settings below stay in their places.
    items += (*rules, SPARE) if rules else _move_items(face, rows=2 if layer else 3)
    if shows_graph(view):
        items.append(_graph_item(face))
    # Before the first move they are what a player looks for, whatever else is shown.
    if shows_more and has_begun:
        return tuple(items)
    return (*items, *face.opponent.setting_items(settled=not shows_more))


def _result_item(face: "DuelFace") -> Item:
    face.result_view.turn(seated_player(face.session.record) == 1)
    card = ResultCard(face.ending, face.session.state, face.result_view)
    return Item(card).folding(FoldStage.EXTRAS, replace(card, plain=True))


def _move_items(face: "DuelFace", rows: int = 3, *, heading: bool = True) -> list[Item]:
    shows_letters = face.session.mode is not Mode.PLAY
    letters = {each.ply: each.loss_class for each in face.mistakes()} if shows_letters else {}
    moves, cursor = played_moves(face.view, letters), face.session.record.cursor
    title = Heading(N_("Moves"), face.rule_words()) if heading else None
    return list_items(
        title, MoveList(moves, cursor=cursor, rows=rows, fork=fork_row(face.view)), gap=6
    )


def _graph_item(face: "DuelFace") -> Item:
    graph = face.graph()
    return graph_item(graph, *graph.smaller)
