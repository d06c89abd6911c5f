"""The screen after a game: how it went, its worst moves, and a way to try each again."""

from typing import Final

import pygame

from ai.phrases import N_
from game.play.grading import (
    Grade,
    evaluations_by_ply,
    grades_of_interest,
    lines_not_played,
    loss_limits,
    mistakes_of_others,
    worst,
)
from game.play.session import Mode, Session
from game.play.text import write
from game.play.thinker import ThinkerState
from game.screens.base import (
    Back,
    ChangeSettings,
    Command,
    OpenGame,
    OpenReview,
    OpenScene,
    SaveGame,
    SavePicture,
)
from game.screens.context import Context
from game.screens.entry import make_board_view
from game.screens.page import Page
from game.screens.play.causes import cause_of
from game.screens.play.keys import is_letter, steering
from game.screens.play.reading import BoardReader
from game.screens.review.card import LINE, RETRY, card_height
from game.screens.review.cards import CARDS, CardRow
from game.screens.review.graph import ReviewGraph, ReviewProgress
from game.screens.review.reviewer import Reviewer
from game.screens.review.show import GameShow
from game.screens.review.words import (
    ReviewFigure,
    caption_of,
    effect_words,
    figures_of,
    headline,
    move_words,
    position_name,
    result_mark,
    subline,
)
from game.ui import commands, draw
from game.ui.animation import soonest
from game.ui.commands import UserCommand
from game.ui.layout import Box
from game.ui.overlay import limit_words
from game.ui.panel.base import Section
from game.ui.panel.basics import mark_picture
from game.ui.panel.compose import SPRING, Column, Inset, Made, Row
from game.ui.panel.history import PLY
from game.ui.panel.items import Item, full_row, in_rows
from game.ui.panel.parts import Painted, Paragraph, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE
from game.ui.widgets import SWIPE, Action, Button
from game.words import play
from game.words import review as words
from game.words.numbers import short_count
from game.words.say import say
from game.words.spoken import LIST

"""What stands above one, two or three cards."""
_TAKE_UP: Final = (commands.NEW, commands.GUESS, commands.REVIEW)
"""What goes on with a game, or leaves it for another one."""
_WIDE_DP: Final = 860
_HEAD_DP: Final = 92
_HEADING_DP: Final = 46
_HEADLINES: Final = (26, 20, 16, 14, 12)
"""Sizes of the headline; the first that fits."""
_LEAST_GRAPH_DP: Final = 170
_MOST_GRAPH_DP: Final = 420
_GAP_DP: Final = 21


class ReviewScene(Page):
    """Graph, worst moves, and the AI at work on the positions it does not know yet.

    Attributes:
        session: The game that is looked back at; it may be another one than that in progress.
        row: A card for each of its worst moves.
    """

    title = N_("Review", "a page")
    notice_below = True
    gap = 0
    page_commands: tuple[UserCommand, ...] = (
        *(commands.NEW, commands.DETAILS, commands.GUESS, commands.SAVE, commands.SAVE_PICTURE),
        *(commands.NEXT_MISTAKE, commands.LAST_MISTAKE, commands.AUTOPLAY, commands.SPACE),
        *(commands.REVIEW, *commands.REPLAY),
    )

    def __init__(self, context: Context, command: OpenReview) -> None:
        super().__init__(context)
        self._command = command
        session = self._shared = command.session
        if command.record is not None:
            session = Session.of(command.record)
        self.session = session
        self.material = make_board_view(session.record.spec.name).material
        self.caption = command.title or caption_of(session)
        if command.title:
            self.page_commands = tuple(each for each in self.page_commands if each not in _TAKE_UP)
        self.reviewer = Reviewer(session, context)
        self._grades: tuple[Grade, ...] = ()
        self._titles: tuple[str, ...] = words.MISTAKES
        self.graph = ReviewGraph(session)
        self.row = CardRow(session, can_retry=not command.title)
        self._show = GameShow(context, session, self.graph, self._point)
        self._pointer = (-1, -1)
        self._analyse = Button("open in analyse", N_("Open in Analyse"), icon="eye", flat=True)
        self._details = commands.DETAILS.icon_button()
        picture, guess = commands.SAVE_PICTURE.icon_button(), commands.GUESS.icon_button()
        take_up = () if command.title else (guess, self._analyse, commands.NEW.button())
        away = commands.HELP.icon_button(), commands.SETTINGS.icon_button()
        self.links = (self._show.button, *take_up, picture, self._details, *away)
        # What is left out where there is no room for it: its keys are left.
        self.spare = (picture, self._details, self._show.button, guess)
        self._reader = BoardReader(
            self.graph.animator, self.graph.board_content, self._turn, self._speech
        )
        self._grade()
        if command.ply is not None:
            self._point_at(command.ply)

    # The scene's side.

    def on_exit(self) -> None:
        """Stop the search and keep what was learnt with the game."""
        self._show.stop()
        self.reviewer.stop()
        if not self._command.title:
            self.context.storage.save_game(self._shared)
            if self.session.record.number != self._shared.record.number:
                self.context.storage.save_looked_at(self.session.record)

    def update(self, dt: float) -> Command | None:
        """Take in what the AI found, and walk the line that a card shows."""
        super().update(dt)
        self.context.thinker.poll()
        if self.reviewer.update():
            self._grade()
            self.lay_out()
        elif self.row.is_crowded:
            before = self.row.cards
            self._seat()
            if self.row.cards != before:
                self.lay_out()
        self.row.update(dt)
        self._show.update(dt)
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself; the AI wakes the window."""
        asks = 0.1 if self._is_about_to_search else None
        shown, walked = self._show.wake_after(), self.row.wake_after()
        return soonest(super().wake_after(), shown, walked, asks)

    @property
    def _is_about_to_search(self) -> bool:
        """Whether `update` would ask the AI for something; until it is ready it wakes nobody."""
        reviewer, state = self.reviewer, self.reviewer.ai_state
        is_idle = reviewer.running and not reviewer.is_done and not reviewer.is_searching
        ready = state not in (ThinkerState.WARMING, ThinkerState.FAILED)
        return is_idle and ready and self.context.may_think

    def on_action(self, action: Action) -> Command | None:
        """Choose a card, retry its move, walk its line, or leave for somewhere else."""
        plies = commands.replay_plies(self.graph.cursor, self.session.record.length)
        if action.name == PLY and isinstance(action.value, int):
            self._point_at(action.value)
            return None
        kind, _, number = action.name.rpartition(" ")
        if number.isdecimal():
            card = self.row.cards[int(number)]
            self._point_at(card.grade.ply)
            if kind == RETRY:
                return self._retry(card.grade)
            if kind == LINE:
                self.row.walk(card)
                self.lay_out()  # what was covered may be shown by now
            return None
        match action.name:
            case self._analyse.name:
                return self._go_on(self.graph.cursor)
            case commands.GUESS.name:
                self._shared.guess_first(True)
                return self._go_on(0)
            case commands.SAVE.name:
                return SaveGame(self.session.record.spec.name, write(self.session.record))
            case commands.SAVE_PICTURE.name:
                return SavePicture(self.picture())
            case commands.DETAILS.name:
                settings = self.context.settings
                return ChangeSettings(settings.changed(details=not settings.details))
            case commands.NEW.name:
                return OpenGame(self.session.record.spec.name, fresh=True)
            case commands.AUTOPLAY.name:
                self._show.toggle()
            case commands.NEXT_MISTAKE.name:
                self._next_mistake(1)
            case commands.LAST_MISTAKE.name:
                self._next_mistake(-1)
            case commands.SPACE.name:
                self.reviewer.running = not self.reviewer.running
            case commands.REVIEW.name:
                chosen = self.row.chosen
                return None if chosen is None else self._retry(chosen.grade)
            case name if name in plies:
                self._point_at(plies[name])
            case name:
                return OpenScene(name)
        return None

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Let a wheel over the board of the graph walk the moves; see `Page.handle_event`."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self.graph.animator.keyboard = False
        is_over = self.dialog is None and self.graph.board_box.contains(self._pointer)
        if event.type == pygame.MOUSEWHEEL and is_over:
            self._point_at(max(0, min(self.graph.cursor - event.y, self.session.record.length)))
        if event.type in (pygame.MOUSEWHEEL, SWIPE) and is_over:
            return None
        focused = self.group.focused
        command = super().handle_event(event)
        if self.group.focused not in (None, focused):
            self.graph.animator.keyboard = False
        return command

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Space and Esc first stop what runs by itself."""
        here = commands.command_of(event, (*self.page_commands, *commands.READING_BOARD))
        if here in commands.READING_BOARD:
            self.toasts.show(self._reader.readings[here]())
            return None
        direction = steering(event, here, self.graph.animator) if is_letter(event) else None
        if direction is not None:  # the arrows walk the moves
            self.group.focus(None)
            self._reader.steer(direction, letters=True)
            return None
        command = commands.command_of(event)
        if command in (commands.SPACE, commands.ESCAPE) and self._show.stop():
            return None
        if command is commands.ESCAPE and self.reviewer.is_searching:
            self.reviewer.running = False
        else:
            return super().on_key(event)
        return None

    # What it knows.

    @property
    def mistakes(self) -> tuple[Grade, ...]:
        """Every mistake of the moves that are looked at, in the order of play."""
        return tuple(grade for grade in self._grades if grade.is_mistake)

    def _grade(self) -> None:
        """Grade anew; where the player made no mistake, there is something else to look at."""
        self._grades = self.graph.grades = grades_of_interest(self.session.record)
        self._titles, shown = words.MISTAKES, worst(self._grades)
        if not shown and self.reviewer.is_done:
            self._titles, shown = words.OF_OTHERS, mistakes_of_others(self.session.record)
            self.graph.grades = (*self._grades, *shown)
        if not shown and self.reviewer.is_done:
            self._titles, shown = words.OTHER_LINES, lines_not_played(self._grades)
        self.graph.worst = shown[:CARDS]
        self._seat()

    def _seat(self) -> None:
        self.graph.cursor = self.row.seat(self._grades, self.graph.worst, self.graph.cursor)

    def news(self) -> tuple[str, ...]:
        """Return how the game ended and its story, and the move that is pointed at."""
        session, ply = self.session, self.graph.cursor
        grade = next((each for each in self._grades if each.ply == ply), None)
        is_bad = grade is not None and grade.is_mistake
        return (
            say(LIST, parts=headline(session)),
            self._story() if self.reviewer.is_done else "",
            move_words(session, ply, effect_words(session, ply))
            if ply
            else say(LIST, parts=words.START),
            cause_of(session, grade).text if grade is not None and is_bad else "",
        )

    def _turn(self) -> str:
        return say(LIST, parts=position_name(self.session, self.graph.cursor))

    def _point_at(self, ply: int) -> None:
        self._show.stop()
        self._point(ply)

    def _point(self, ply: int) -> None:
        self.graph.cursor = ply
        self.row.choose(ply)

    def _story(self) -> str:
        reviewer = self.reviewer
        return self._show.words() or subline(
            self.session, self._grades, complete=reviewer.is_done, stopped=not reviewer.running
        )

    def _next_mistake(self, step: int) -> None:
        plies = [grade.ply for grade in self.mistakes or self.graph.worst]
        ahead = [ply for ply in plies if (ply - self.graph.cursor) * step > 0]
        if plies:
            following = (min if step > 0 else max)(ahead or plies)
            self._point_at(following)

    def _retry(self, grade: Grade) -> Command:
        """Look for a better move than a graded one; the game that is reviewed stays as it is."""
        session = self._taken_up()
        session.retry(grade.ply - 1)
        return Back()

    def _go_on(self, ply: int) -> Command:
        """Analyse the position after so many moves."""
        session = self._taken_up()
        session.go_to(ply)
        session.set_mode(Mode.ANALYSE)
        session.reviewed = session.record.line[-1]
        return Back()

    def _taken_up(self) -> Session:
        """Return the session with the game in progress that was only looked at until now."""
        record, shared = self.session.record, self._shared.record
        if record.number != shared.number:
            self._shared.go_on_with(record)
        elif record is not shared and not (shared.retry is None and record.line[-1] in shared.line):
            self._shared.show(record.line[-1])
        return self._shared

    # Layout.

    @property
    def _is_wide(self) -> bool:
        return self.skin.unit.dp(self.size[0]) >= _WIDE_DP

    def lay_out(self) -> None:
        """Head, graph and cards from the top; what does not fit is scrolled."""
        self._analyse.label = (
            N_("Open in Analyse") if self._is_wide else N_("Analyse", "open the game there")
        )
        self.margin = 32 if self._is_wide else 16
        self._details.on = self.context.settings.details
        super().lay_out()

    def items(self, width: int) -> tuple[Item, ...]:
        """Return head, graph and cards, which share the window's height where it is wide."""
        del width
        skin, is_wide = self.skin, self._is_wide
        head, heading = skin.px(_HEAD_DP), skin.px(_HEADING_DP)
        spare = self.size[1] - self.top_bar.bottom - head - heading - skin.px(24)
        graph = min(max(round(0.47 * spare), skin.px(_LEAST_GRAPH_DP)), skin.px(_MOST_GRAPH_DP))
        self.graph.pixels = graph
        tall = card_height(skin, spare - graph if is_wide else 0)
        for card in self.row.cards:
            card.pixels = tall
        cards = [full_row(card) for card in self.row.cards]
        if not self.reviewer.is_done:
            # The places are there from the beginning, so that nothing moves as cards come.
            cards += [Item(Made(tall, self._place))] * (CARDS - len(cards))
        column = Item(Column(*(card.section for card in cards), gap=12))
        shown = in_rows(cards, CARDS, _GAP_DP) if is_wide else (column,)
        under = (Item(Made(heading, self._heading)), *shown) if cards else ()
        return (Item(Made(head, self._head)), Item(self.graph), *under)

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        self.graph.progress = self._progress()
        super().draw_content(surface)

    def picture(self) -> pygame.Surface:
        """Return the review as it is shown, without its controls."""
        self.graph.animator.keyboard = False  # who looks at a picture has no cursor
        shown = pygame.Surface(self.size)
        shown.fill(self.skin.theme.bg)
        self.draw_content(shown)
        shown.set_clip(self.content.scroll.box)
        for card in self.row.cards:
            card.draw(shown, self.skin)
        shown.set_clip(None)
        return shown

    def _head(self, skin: Skin, box: Box) -> Row:
        """Return how the game ended, what there is to tell of it, and its figures."""
        mark = result_mark(self.session)
        side = skin.px(44)
        shown = (
            (Inset(Column(15, mark_picture(mark, side)), wide=side), 20) if mark != "none" else ()
        )
        gap = 40 if self._is_wide else 16
        facts = figures_of(self.session, self._grades)
        figures = [_figure(skin, each) for each in facts if skin.details or not each.is_detail]
        numbers = Row(*figures, gap=gap, top=True)
        room = box.width - numbers.width(skin) - skin.px(24) - (side + skin.px(20) if shown else 0)
        words = self._command.ending or headline(self.session)
        sizes = [dp for dp in _HEADLINES if dp < _HEADLINES[0] or room > skin.px(330)]
        titles = [Phrase(words, dp, bold=True, tall=40) for dp in sizes]
        title = next((each for each in titles if each.width(skin) <= room), titles[-1])
        dp = TYPE.body if room > skin.px(330) else TYPE.caption
        below = Paragraph(self._story(), dp, most=2)
        return Row(*shown, Column(6, title, below), 24, numbers, top=True)

    def _progress(self) -> ReviewProgress:
        reviewer = self.reviewer
        if reviewer.is_done:
            return ReviewProgress(self._effort_words(), has_mistakes=bool(self.mistakes))
        share = reviewer.done / max(1, reviewer.total)
        return ReviewProgress(self._progress_words(), share, reviewer.is_searching)

    def _progress_words(self) -> str:
        thinker, reviewer = self.context.thinker, self.reviewer
        if thinker.state is ThinkerState.FAILED:
            return play.HAS_STOPPED
        if reviewer.ai_state is ThinkerState.WARMING:
            return play.GETS_READY
        if not reviewer.running:
            return words.STOPPED
        number = min(reviewer.done + 1, reviewer.total)
        return say(words.AT_POSITION, number=number, count=reviewer.total)

    def _effort_words(self) -> str:
        if not self.context.settings.details:
            return ""
        evaluations = evaluations_by_ply(self.session.record).values()
        visits = sorted(each.visits for each in evaluations if each.searcher and each.proof is None)
        if not visits:
            return words.ALL_PROVEN if evaluations else ""
        return say(words.EFFORT, count=short_count(visits[len(visits) // 2]))

    def _heading(self, skin: Skin, box: Box) -> Row:
        """Return what stands above the cards."""
        del box
        title = words.WORST_SO_FAR
        if self.reviewer.is_done:
            title = self._titles[len(self.row.cards) - 1]
        lost = words.LOST[self.session.record.spec.players == 1]
        text = say(lost, limits=limit_words(loss_limits(self.session.record)))
        limits = quiet(text, optional=True) if skin.details else None
        return Row(2, Phrase(title, TYPE.lead, bold=True), 24, SPRING, limits, tall=_HEADING_DP)

    def _place(self, skin: Skin, box: Box) -> Painted:
        """Return where a card may come."""
        del skin
        words = play.LOOKING_FOR_MISTAKES if self.reviewer.is_searching else None
        return Painted(box.height, self._draw_place, spoken=words)

    def _draw_place(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        radius = skin.px(RADIUS.card)
        draw.stroke_round(surface, box, radius, skin.theme.line, skin.unit.exact(STROKE.hairline))
        if self.reviewer.is_searching:
            text = play.LOOKING_FOR_MISTAKES
            skin.write(surface, text, box.centre, TYPE.table, skin.theme.text3, anchor="center")


def _figure(skin: Skin, figure: ReviewFigure) -> Section:
    above, below = quiet(figure.caption, tall=20), Phrase(figure.value, 20, bold=True, tall=26)
    wide = max(above.width(skin), below.width(skin))
    return Inset(Column(13, Row(SPRING, above), Row(SPRING, below)), wide=wide)
