"""Drills: positions to be solved on the board, some of them from the player's own games."""

import random
from collections.abc import Hashable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from math import ceil
from typing import Final

import pygame

from ai.phrases import N_
from game.library.records import PositionResult, TimedResult
from game.library.storage import Deck, Planned
from game.play.drill import lessons, shipped
from game.screens.base import TITLES, Back, Command, DrillSet, OpenScene
from game.screens.context import Context
from game.screens.drills.board import DrillBoard
from game.screens.drills.run import TIMED_SECONDS, DrillPhase, DrillRound, chosen, timed_drills
from game.screens.entry import entries, entry_of
from game.screens.page import Page
from game.screens.play.keys import is_letter, steering
from game.screens.today import POSITION, day_of
from game.store.background import BackgroundRead
from game.ui import commands, draw
from game.ui.animation import soonest
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.panel.basics import Heading, Sentence
from game.ui.panel.compose import SPRING, ControlSpace, Row
from game.ui.panel.items import FoldStage, Item, button_row
from game.ui.panel.legend import LEAST_PICTURE_DP, SMALL_DP, RulePictures
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.spoken import News
from game.ui.theme import SIZE, TYPE
from game.ui.widgets import Action, FocusGroup
from game.words import drills as words
from game.words.numbers import day as day_words
from game.words.say import OF, counted, listed, say
from game.words.spoken import LIST

_NOTHING: Final = {
    DrillSet.DUE: words.NONE_DUE,
    DrillSet.TIMED: words.NO_PROVEN,
    DrillSet.LESSONS: words.NO_LESSONS,
    DrillSet.TODAY: words.NO_POSITION,
    DrillSet.YESTERDAY: words.NO_SOLUTIONS,
}
_MORE: Final = N_("More", "another round of drills")
_DONE: Final = N_("Done")
_KINDS: Final = {
    DrillSet.LESSONS: "lesson",
    DrillSet.TODAY: "position",
    DrillSet.YESTERDAY: "solution",
}
_ARE_OF_A_DAY: Final = (DrillSet.TODAY, DrillSet.YESTERDAY)
_RULE_SIDES: Final = (SMALL_DP, LEAST_PICTURE_DP)
_MARK_DP: Final = 12


class DrillsScene(Page):
    """The board of a drill, and beside it what is to be found and how the round goes."""

    gap = SIZE.section_gap
    page_commands = (commands.TIMED,)

    def __init__(self, context: Context, game: str = "", which: DrillSet = DrillSet.DUE) -> None:
        """Begin a round.

        Args:
            game: The name of the game whose drills are asked for; empty for all games.
        """
        super().__init__(context)
        self._game = game
        self._which, self.title = which, TITLES[which]
        self._day = date.today()
        self.beside = BackgroundRead[Deck]("drills")
        self.reads = (self.beside,)
        self.round: DrillRound | None = None
        self.content = Stack()
        self.board: DrillBoard | None = None
        self._taken: object = None
        self._again = commands.TRY_AGAIN.button()
        self._show = commands.SHOW_ANSWER.button()
        self._next = commands.NEXT_DRILL.button(primary=True)
        self._steps = tuple(each.icon_button() for each in commands.REPLAY)
        self._rules: RulePictures | None = None
        self._end = commands.ESCAPE.button(N_("End"))
        self._timed = commands.TIMED.icon_button()
        self.links = (self._timed, commands.HELP.icon_button())

    # The scene's side.

    def on_enter(self) -> None:
        """Look for drills the first time."""
        if self.round is None:
            self._ask(self._which)

    def _ask(self, which: DrillSet) -> None:
        self._which, self.title = which, TITLES[which]
        self._day = date.today() - timedelta(self._which is DrillSet.YESTERDAY)
        self.beside.ask(self._deck)

    def _deck(self) -> Deck:
        """Return what is asked; reads from the disk."""
        match self._which:
            case DrillSet.TIMED:
                games = (self._game,) if self._game else (entry.name for entry in entries())
                drills = timed_drills(map(shipped, games), random.Random(random.random()))
            case DrillSet.LESSONS:
                drills = lessons(self._game)
            case DrillSet.TODAY | DrillSet.YESTERDAY:
                shown = day_of(self._day).drills
                is_study = self._which is DrillSet.YESTERDAY
                drills = tuple(shown[each] for each in shown if is_study or each == POSITION)
            case _:
                return self.context.storage.drills(self._day)
        return Deck(new=self.context.storage.planned(drills))

    def on_exit(self) -> None:
        if self.round is not None:
            self.round.queue.pause()
            if self.round.is_timed:
                self.round.end()
                self._changed()

    def update(self, dt: float) -> Command | None:
        """Take in what was found, and let time pass on the board."""
        super().update(dt)
        self.context.thinker.poll()
        timed = self.round
        if timed is not None and timed.is_timed and not timed.is_over and timed.pass_time(dt):
            self._changed()
        for deck in self.beside.take():
            self._begin(deck)
        if self.board is not None and self.board.update(dt):
            self._changed()
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself."""
        waits = [super().wake_after()]
        if self.round is not None and self.board is not None:
            is_waiting = self.round.due(self.round.session) is not None
            waits += [self.board.wake_after(), 0.1 if is_waiting else None]
            if self.round.is_timed and not self.round.is_over:
                waits.append(self.round.seconds_left % 1 if self.round.may_answer else 0.1)
        return soonest(*waits)

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        has_board = self.dialog is None and self.board is not None
        if has_board and self.board is not None and self.board.handle_event(event):
            self._changed()
            return None
        focused = self.group.focused
        command = super().handle_event(event)
        if has_board and event.type == pygame.MOUSEBUTTONUP:
            self.group.focus(None)  # Space after a click means the board again
        if self.board is not None and self.group.focused not in (None, focused):
            self.board.animator.keyboard = False
        return command

    @property
    def focus_group(self) -> FocusGroup | None:
        """The controls once Tab has left the board, which has the keyboard otherwise."""
        return None if self.dialog is None and self.group.focused is None else super().focus_group

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means."""
        meaning = super().meaning_at(position)
        if meaning is None and self.board is not None:
            return self.board.meaning_at(position)
        return meaning

    def on_action(self, action: Action) -> Command | None:
        drills = self.round
        if action.name == commands.TIMED.name:
            self._ask(DrillSet.TIMED)
            return None
        if drills is None or action.name == commands.HELP.name:
            return OpenScene(action.name)
        if drills.is_over and action.name == commands.SHOW_ANSWER.name:
            self._which, self.title = DrillSet.DUE, TITLES[DrillSet.DUE]
            self._begin(Deck(due=drills.missed))
        elif drills.is_over:
            self._ask(DrillSet.TIMED if drills.is_timed else DrillSet.DUE)  # which follow lessons
        elif action.name == self._end.name:
            drills.end()
        elif action.name == commands.TRY_AGAIN.name:
            drills.again()
        elif action.name == commands.SHOW_ANSWER.name:
            drills.show()
        elif action.name == commands.NEXT_DRILL.name:
            if self._ends_here:
                return Back()
            drills.next()
        elif action.name in drills.plies:
            drills.session.go_to(drills.plies[action.name])
        self._changed()
        return None

    @property
    def _kind(self) -> str:
        return _KINDS.get(self._which, "drill")

    @property
    def _ends_here(self) -> bool:
        """Whether nothing follows the present drill: the last of a day has no round's end."""
        drills = self.round
        return (
            self._which in _ARE_OF_A_DAY and drills is not None and drills.index + 1 == len(drills)
        )

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Move the cursor and play there; again, show, next."""
        board, drills = self.board, self.round
        if board is None or drills is None:
            return super().on_key(event)
        animator = board.animator
        at_board = (commands.PLAY_CURSOR, commands.SPACE)
        accepted = (*commands.DRILLING, *commands.REPLAY, *at_board, commands.ESCAPE)
        command = commands.command_of(event, (*accepted, *commands.READING_BOARD))
        if command in commands.READING_BOARD:
            self.toasts.show(board.reader.readings[command]())
            return None
        direction = steering(event, command, animator)
        if direction is not None and drills.may_answer:
            self.group.focus(None)  # the board has the keyboard again
            board.reader.steer(direction, letters=is_letter(event))
            return None
        if command in at_board:
            animator.finish()
            if drills.may_answer:
                board.press()
                self._changed()
            elif self._next.enabled and drills.attempt.phase is not DrillPhase.WRONG:
                is_late = drills.is_timed and drills.is_over  # it was meant for the board
                return None if is_late else self.on_action(Action(self._next.name))
            return None
        if command is commands.ESCAPE and board.let_go():
            return None
        if command is commands.ESCAPE and self._end.enabled:
            return self.on_action(Action(self._end.name))
        for button in (self._again, self._show, self._next, self._timed, *self._steps):
            if command is not None and command.name == button.name:
                animator.finish()
                return self.on_action(Action(button.name)) if button.enabled else None
        return super().on_key(event)

    def news(self) -> tuple[str, ...]:
        """Return which drill it is, what is to be found, what a try or the answer has come to."""
        drills = self.round
        if drills is None or not len(drills):
            return (words.LOOKING if drills is None else _NOTHING[self._which], "", "")
        if drills.is_over:
            return (words.summary(sum(drills.results), len(drills.results)), "", "")
        number = words.place(self._kind, drills.index + 1, len(drills))
        title = say(LIST, parts=listed((drills.session.record.spec.title, number)))
        return (title, drills.task, drills.attempt.verdict)

    def refused(self) -> tuple[News, ...]:
        """Return why a click on the board could not be played."""
        return () if self.board is None else self.board.animator.refusal.news

    # The round.

    def _begin(self, deck: Deck) -> None:
        planned, is_study = chosen(deck, self._game, self._day), self._which is DrillSet.YESTERDAY
        self.round = DrillRound(self.context, planned, self._note, is_study=is_study)
        if self._which is DrillSet.TIMED:
            self.round = DrillRound(self.context, deck.new, self._note, seconds=TIMED_SECONDS)
        self.board = None
        self._changed()

    def _note(self, planned: Planned, is_right: bool) -> None:
        """Note how the first try went; lessons do not come back by themselves."""
        storage, is_new = self.context.storage, self._which is DrillSet.DUE
        if self._which is DrillSet.TODAY:
            is_new = self._day.isoformat() not in storage.records.positions
            storage.note_result(PositionResult(self._day.isoformat(), solved=is_right))
        if is_new:
            storage.note_tried(planned, self._day, is_right=is_right)

    def _take_drill(self, drills: DrillRound) -> DrillBoard:
        self.board = board = DrillBoard(self.context, drills, self.skin, self._speech)
        self._taken, self.material = drills.session, board.material
        entry, parameters = entry_of(drills.drill.game), drills.session.record.start.parameters
        rules = entry.rules_for(parameters)
        self._rules = rules if drills.drill.parameters else None  # the usual board needs none
        self.context.thinker.want(drills.drill.game)
        self.resize(self._window)
        return board

    def _changed(self) -> None:
        drills = self.round
        if drills is not None and drills.is_over and drills.is_timed:
            result = TimedResult(self._game, self._day.isoformat(), sum(drills.results))
            self.context.storage.note_result(result)
        if drills is not None and not drills.is_over:
            same = self.board if self._taken is drills.session else None
            (same or self._take_drill(drills)).show()
        self.show_items()

    # Layout.

    def lay_out(self) -> None:
        """Divide the window between board and panel, which stands below where it is narrow."""
        bar, board = self.place_top_bar(), self.place_beside_board()
        if self.board is not None:
            self.board.place(board, self.skin)
        self.group.set_widgets([*bar, *self.content.widgets])

    def items(self, width: int) -> tuple[Item, ...]:
        """Return where the round stands, what is to be found, and what was found."""
        del width
        drills = self.round
        self.caption = ""
        if drills is None or not len(drills):
            text = words.LOOKING if drills is None else _NOTHING[self._which]
            return (Item(Sentence(text, 4, dp=TYPE.lead)),)
        tall = self.skin.px(2 * _MARK_DP)
        marks = Item(Painted(tall, partial(_draw_marks, drills)), gap=8)
        is_running = drills.is_timed and not drills.is_over
        is_open = not (drills.is_over or is_running or self._which is DrillSet.YESTERDAY)
        self._again.enabled = is_open and not drills.may_answer
        self._show.enabled = is_open and drills.attempt.phase is not DrillPhase.SHOWN
        self._show.label = commands.SHOW_ANSWER.title
        self._end.enabled, self._timed.enabled = is_running, not is_running
        self._next.enabled = drills.is_over or drills.is_done
        self._next.label = _MORE if drills.is_over else commands.NEXT_DRILL.title
        if self._ends_here:
            self._next.label = _DONE
        best = partial(self.context.storage.records.most_timed, self._game)
        timed = {"solved": sum(drills.results), "missed": len(drills.missed)}
        timed |= {"today": best(self._day.isoformat()), "ever": best()}
        if drills.is_timed and drills.is_over:
            self._show.enabled, self._show.label = bool(drills.missed), N_("Missed")
        first = self._end if drills.is_timed else self._again
        usual = first, self._show, self._next
        buttons = button_row(*usual, sticky=True, widest=commands.TRY_AGAIN.title)
        if drills.is_over:
            solved = words.summary(sum(drills.results), len(drills.results))
            summaries = {DrillSet.LESSONS: words.LESSONS_DONE}
            summaries[DrillSet.TIMED] = say(words.TIMED_DONE, **timed)
            result = Item(Sentence(summaries.get(self._which, solved), 3, dp=TYPE.lead))
            return Item(Heading(words.ROUND_DONE)), marks, result, buttons
        number = words.place(self._kind, drills.index + 1, len(drills))
        heading: Heading | Row = Heading(number, drills.session.record.spec.title)
        self.caption = counted(len(drills), self._kind)
        if self._which in _ARE_OF_A_DAY:
            self.caption = day_words(self._day.isoformat())
        if is_running:
            minutes, seconds = divmod(ceil(drills.seconds_left), 60)
            time = Phrase(f"{minutes}:{seconds:02}", TYPE.h2, bold=True, tabular=True)
            heading = Row(time, SPRING, quiet(say(words.TIMED_SO_FAR, **timed)))
            self.caption = say(words.BEST_TIMED, **timed)
        task = Item(Sentence(drills.task, 2, dp=TYPE.lead))
        verdict = Item(Sentence(drills.attempt.verdict, 3, dp=TYPE.lead))
        rules = self._rules
        smaller = () if rules is None else (replace(rules, side=each) for each in _RULE_SIDES)
        shown = () if rules is None else (Item(rules).folding(FoldStage.GRAPH, *smaller),)
        return Item(heading), marks, task, verdict, *shown, self._steps_item(drills), buttons

    def _steps_item(self, drills: DrillRound) -> Item:
        """Return the controls that walk along the answer, in a place that is always kept."""
        plies, session = drills.plies, drills.session
        for each in self._steps:
            each.enabled = each.name in plies
        place = say(OF, number=session.record.cursor, count=session.record.length)
        row = Row(
            *map(ControlSpace, self._steps),
            SPRING,
            quiet(place if drills.shows_answer else ""),
            gap=2,
        )
        return Item(row, sticky=True)

    # Pictures.

    def other_parts(self) -> Iterator[Element]:
        """Yield the board."""
        if self.board is not None:
            yield self.board.describe()

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_beside(surface)
        if self.board is not None:
            self.board.draw(surface)
        self.content.draw_items(surface)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page, and above it why a click could not be played."""
        super().draw(surface)
        if self.board is not None and self.dialog is None:
            self.board.draw_refusal(surface)


def _draw_marks(drills: DrillRound, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    """Draw a mark for each drill of the round: solved, missed, present, or still to come."""
    theme, step = skin.theme, min(skin.px(2 * _MARK_DP), box.width / max(1, len(drills)))
    radius = min(skin.px(_MARK_DP) / 2, 0.4 * step)
    for at in range(len(drills)):
        centre = (box.x + radius + at * step, box.centre[1])
        is_tried = at < len(drills.results)
        if is_tried and drills.results[at]:
            draw.disc(surface, centre, radius, theme.accent)
        else:
            ink = theme.text if at == drills.index else theme.ctrl
            wide = skin.px(3 if is_tried else 1.5)
            draw.ring(surface, centre, radius, wide, theme.warn if is_tried else ink)
