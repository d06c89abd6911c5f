"""The screen after a game: how it went, its worst moves, and a way to try each again."""

from collections import deque
from typing import Final

import pygame

from game.play.grading import (
    Grade,
    grades_of_interest,
    known_values,
    lines_not_played,
    loss_limits,
    mistakes_of_others,
    worst,
)
from game.play.session import Session
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
from game.screens.entry import entry_of, make_board_view
from game.screens.page import Page
from game.screens.play.show import TOLD_SECONDS, Autoplay, Unrolling, unrolling_of
from game.screens.profile import DEMO_SECONDS
from game.screens.review.card import LINE, RETRY, ReviewCard, card_height
from game.screens.review.graph import ReviewGraph, ReviewProgress
from game.screens.review.reviewer import Reviewer
from game.screens.review.words import (
    ReviewFigure,
    caption_of,
    figures_of,
    headline,
    result_mark,
    safe_words,
    subline,
    told_move,
    told_words,
)
from game.ui import commands, draw
from game.ui.animation import soonest
from game.ui.commands import UserCommand
from game.ui.layout import Box
from game.ui.overlay import limit_words
from game.ui.panel.base import Section
from game.ui.panel.basics import mark_picture
from game.ui.panel.compose import SPRING, Column, Inset, Row
from game.ui.panel.history import PLY
from game.ui.panel.items import Item, full_row, in_rows
from game.ui.panel.parts import Painted, Paragraph, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import MOTION, RADIUS, STROKE, TYPE
from game.ui.widgets import (
    Action,
    Button,
)
from game.words.numbers import short_count

CARDS: Final = 3
_MISTAKES: Final = ("The worst move", "Two worst moves", "Three worst moves")
_OF_OTHERS: Final = ("The other side's mistake", *["The other side's mistakes"] * 2)
_OTHER_LINES: Final = ("What the AI would have played",) * 3
"""What stands above one, two or three cards."""
_TAKE_UP: Final = (commands.NEW, commands.GUESS, commands.REVIEW)
"""What goes on with a game, or leaves it for another one."""
_WIDE_DP: Final = 860
_HEAD_DP: Final = 92
_HEADING_DP: Final = 46
_HEADLINES: Final = (26, 20, 16)
"""Sizes of the headline; the first that fits."""
_LEAST_GRAPH_DP: Final = 170
_MOST_GRAPH_DP: Final = 420
_GAP_DP: Final = 21


class ReviewScene(Page):
    """Graph, worst moves, and the AI at work on the positions it does not know yet."""

    title = "Review"
    notice_below = True
    gap = 0
    own_commands: tuple[UserCommand, ...] = (
        *(commands.NEW, commands.DETAILS, commands.GUESS, commands.SAVE, commands.SAVE_PICTURE),
        *(commands.NEXT_MISTAKE, commands.LAST_MISTAKE, commands.AUTOPLAY, commands.SPACE),
        *(commands.REVIEW, *commands.REPLAY),
    )

    def __init__(self, context: Context, asked: OpenReview) -> None:
        super().__init__(context)
        self._asked = asked
        session = self._shared = asked.session
        if asked.record is not None:
            session = Session.of(asked.record)
        self._session = session
        self.material = make_board_view(session.record.spec.name).material
        self.caption = asked.title or caption_of(session)
        if asked.title:
            self.own_commands = tuple(each for each in self.own_commands if each not in _TAKE_UP)
        self.reviewer = Reviewer(session, context)
        self._has_chosen = False
        self._grades: tuple[Grade, ...] = ()
        self._titles: tuple[str, ...] = _MISTAKES
        self.cards: tuple[ReviewCard, ...] = ()
        self._is_crowded = False
        self._walking: ReviewCard | None = None
        self._walked = 0.0
        self._pointer = (-1, -1)
        self._told = ""
        self._analyse = Button("open in analyse", "Open in Analyse", icon="eye", flat=True)
        self._new = commands.NEW.button()
        self._guess = commands.GUESS.icon_button()
        self._picture = commands.SAVE_PICTURE.icon_button()
        self._details = commands.DETAILS.icon_button()
        self._play = commands.AUTOPLAY.icon_button()
        self._autoplay = Autoplay()
        self._unrolling: Unrolling | None = None
        self._clock = 0.0
        self._help = commands.HELP.icon_button()
        self._settings = commands.SETTINGS.icon_button()
        self.graph = ReviewGraph(session)
        self._grade()
        if asked.ply is not None:
            self._point_at(asked.ply)

    # The scene's side.

    def on_exit(self) -> None:
        """Stop the search and keep what was learnt with the game."""
        self._stop_show()
        self.reviewer.stop()
        if not self._asked.title:
            self.context.storage.save_game(self._shared)
            if self._session.record.number != self._shared.record.number:
                self.context.storage.save_looked_at(self._session.record)

    def update(self, dt: float) -> Command | None:
        """Take in what the AI found, and walk the line that a card shows."""
        super().update(dt)
        self.context.thinker.poll()
        if self.reviewer.update():
            self._grade()
            self.lay_out()
        elif self._is_crowded:
            before = self.cards
            self._seat_cards()
            if self.cards != before:
                self.lay_out()
        self._walk(dt)
        self._clock += dt
        self._step_show()
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself; the AI wakes the window."""
        proof = self._unrolling
        shown = self._autoplay.wait(self._clock) if proof is None else proof.wait(self._clock)
        waits = [super().wake_after(), shown]
        if self._walking is not None:
            waits.append(max(0.0, MOTION.ghost_stone - self._walked))
        if self._is_about_to_search:
            waits.append(0.1)
        return soonest(*waits)

    @property
    def _is_about_to_search(self) -> bool:
        """Whether `update` would ask the AI for something; until it is ready it wakes nobody."""
        reviewer, state = self.reviewer, self.reviewer.ai_state
        is_idle = reviewer.running and not reviewer.is_done and not reviewer.is_searching
        ready = state not in (ThinkerState.WARMING, ThinkerState.FAILED)
        return is_idle and ready and self.context.may_think

    def on_action(self, action: Action) -> Command | None:
        """Choose a card, retry its move, walk its line, or leave for somewhere else."""
        plies = commands.replay_plies(self.graph.cursor, self._session.record.length)
        if action.name == PLY and isinstance(action.value, int):
            self._point_at(action.value)
            return None
        kind, _, number = action.name.rpartition(" ")
        if number.isdecimal():
            card = self.cards[int(number)]
            self._point_at(card.grade.ply)
            if kind == RETRY:
                return self._retry(card.grade)
            if kind == LINE:
                self._start_walk(card)
                self.lay_out()  # what was covered may be shown by now
            return None
        match action.name:
            case self._analyse.name:
                return self._go_on(self.graph.cursor)
            case commands.GUESS.name:
                self._shared.guess_first(True)
                return self._go_on(0)
            case commands.SAVE.name:
                return SaveGame(self._session.record.spec.name, write(self._session.record))
            case commands.SAVE_PICTURE.name:
                return SavePicture(self.picture())
            case commands.DETAILS.name:
                settings = self.context.settings
                return ChangeSettings(settings.changed(details=not settings.details))
            case commands.NEW.name:
                return OpenGame(self._session.record.spec.name, fresh=True)
            case commands.AUTOPLAY.name:
                self._toggle_autoplay()
            case commands.NEXT_MISTAKE.name:
                self._next_mistake(1)
            case commands.LAST_MISTAKE.name:
                self._next_mistake(-1)
            case commands.SPACE.name:
                self.reviewer.running = not self.reviewer.running
            case commands.REVIEW.name:
                chosen = self._chosen_card()
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
        is_over = self.dialog is None and self.graph.board_box.contains(self._pointer)
        if event.type == pygame.MOUSEWHEEL and is_over:
            self._point_at(max(0, min(self.graph.cursor - event.y, self._session.record.length)))
            return None
        return super().handle_event(event)

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Space and Esc first stop what runs by itself."""
        asked = commands.asked_by(event)
        if asked in (commands.SPACE, commands.ESCAPE) and self._autoplay.is_running:
            self._toggle_autoplay()
        elif asked is commands.ESCAPE and self.reviewer.is_searching:
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
        self._grades = self.graph.grades = grades_of_interest(self._session)
        self._titles, shown = _MISTAKES, worst(self._grades)
        if not shown and self.reviewer.is_done:
            self._titles, shown = _OF_OTHERS, mistakes_of_others(self._session)
            self.graph.grades = (*self._grades, *shown)
        if not shown and self.reviewer.is_done:
            self._titles, shown = _OTHER_LINES, lines_not_played(self._grades)
        self.graph.worst = shown[:CARDS]
        self._seat_cards()

    def _seat_cards(self) -> None:
        """Give each of the worst moves a card; the cards that stay keep their places.

        A card makes room for a worse move only while the player has nothing to do with it, so
        that none changes that is about to be clicked.
        """
        known = {grade.ply: grade for grade in self._grades}
        shown = {card.grade.ply for card in self.cards}
        coming = deque(grade for grade in self.graph.worst if grade.ply not in shown)
        worst_plies = {grade.ply for grade in self.graph.worst}
        cards = list(self.cards)
        for place, card in enumerate(cards):
            ply = card.grade.ply
            if ply in known:
                card.learn(known[ply])
            if coming and ply not in worst_plies and not self._is_in_use(card):
                cards[place] = self._card(place, coming.popleft())
        while coming and len(cards) < CARDS:
            cards.append(self._card(len(cards), coming.popleft()))
        if not coming and not any(map(self._is_in_use, cards)):
            # What has turned out to be no mistake goes.
            kept = [card.grade for card in cards if card.grade.ply in worst_plies]
            if len(kept) < len(cards):
                cards = [self._card(place, grade) for place, grade in enumerate(kept)]
        self._is_crowded = bool(coming) or len(cards) > len(worst_plies)
        self.cards = tuple(cards)
        plies = [card.grade.ply for card in cards]
        if plies and not self._has_chosen and self.graph.cursor not in plies:
            self.graph.cursor = plies[0]
        self._choose()

    def _card(self, place: int, grade: Grade) -> ReviewCard:
        view = make_board_view(self._session.record.spec.name)
        return ReviewCard(place, self._session, grade, view, can_retry=not self._asked.title)

    def _is_in_use(self, card: ReviewCard) -> bool:
        """Tell whether the player has chosen a card, plays its line, or is about to use it."""
        return card.is_touched or card.shown > 0 or (self._has_chosen and card.chosen)

    def _choose(self) -> None:
        for card in self.cards:
            card.chosen = card.grade.ply == self.graph.cursor
            card.retry.primary = card.chosen

    def _chosen_card(self) -> ReviewCard | None:
        return next((card for card in self.cards if card.grade.ply == self.graph.cursor), None)

    def _point_at(self, ply: int) -> None:
        self._stop_show()
        self._show(ply)

    def _show(self, ply: int) -> None:
        self.graph.cursor, self._has_chosen = ply, True
        self._choose()

    # The game as it was played.

    def _toggle_autoplay(self) -> None:
        """Show the game from the chosen position on, or from its start; or stop that."""
        if self._stop_show() or not self._session.record.length:
            return
        if self.graph.cursor == self._session.record.length:
            self._show(0)
        self._await_next()

    def _stop_show(self) -> bool:
        """Show no more; return whether anything was to come."""
        self._unrolling, self.graph.pairs = None, ()
        was_running = self._autoplay.stop()
        self._play.icon = commands.AUTOPLAY.icon
        return was_running

    def _await_next(self) -> None:
        """Let the shown move stand for as long as its words take to be read."""
        self._told = told_words(self._session, self.graph.cursor)
        reading = TOLD_SECONDS if self._told else 0.0
        seconds = (DEMO_SECONDS + reading) / self.context.settings.demo_speed
        self._autoplay.go_on(self._clock, seconds)
        self._play.icon = "pause"

    def _step_show(self) -> None:
        """Show the next move, or why it ended the game, where that is due."""
        now, ply, session = self._clock, self.graph.cursor, self._session
        if self._unrolling is not None:
            self.graph.pairs = self._unrolling.pairs(now)
            if self._unrolling.wait(now) > 0.0:
                return
            self._unrolling, self.graph.pairs = None, ()
        elif not self._autoplay.is_due(now):
            return
        else:
            state, speed = session.record.nodes[ply].state, self.context.settings.demo_speed
            known = self.context.thinker.analysis_of(session.record.spec.name, state)
            move, profile = session.record.moves[ply], entry_of(session.record.spec.name).profile
            self._unrolling = unrolling_of(known, profile, state, move, now, speed)
            if self._unrolling is not None:
                return
        self._show(ply + 1)
        if ply + 1 < session.record.length:
            self._await_next()
        else:
            self._stop_show()

    def _story(self) -> str:
        ply, session = self.graph.cursor, self._session
        if self._unrolling is not None:
            return safe_words(session, self._unrolling.shown(self._clock)[0])
        if self._autoplay.is_running and ply:
            return told_move(session, ply, self._told)
        reviewer = self.reviewer
        return subline(
            session, self._grades, complete=reviewer.is_done, stopped=not reviewer.running
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
        self._taken_up().analyse_reviewed(ply)
        return Back()

    def _taken_up(self) -> Session:
        """Return the session with the game in progress that was only looked at until now."""
        record, shared = self._session.record, self._shared.record
        if record.number != shared.number:
            self._shared.go_on_with(record)
        elif record is not shared:
            self._shared.show(record.line[-1])
        return self._shared

    # The line on a card.

    def _start_walk(self, card: ReviewCard) -> None:
        """Show a card's line move by move; a second press shows the played move again."""
        card.uncover()
        stops = card is self._walking or card.shown >= len(card.line)
        for other in self.cards:
            other.shown = 0
        self._walking = None
        if not stops:
            card.shown, self._walking, self._walked = 1, card, 0.0

    def _walk(self, dt: float) -> None:
        card = self._walking
        if card is None:
            return
        self._walked += dt
        while self._walked >= MOTION.ghost_stone and card.shown < len(card.line):
            self._walked -= MOTION.ghost_stone
            card.shown += 1
        if card.shown >= len(card.line):
            self._walking = None

    # Layout.

    @property
    def _is_wide(self) -> bool:
        return self.skin.unit.dp(self.size[0]) >= _WIDE_DP

    def lay_out(self) -> None:
        """Head, graph and cards from the top; what does not fit is scrolled."""
        self._analyse.label = "Open in Analyse" if self._is_wide else "Analyse"
        self.margin = 32 if self._is_wide else 16
        self._details.on = self.context.settings.details
        take_up = () if self._asked.title else (self._guess, self._analyse, self._new)
        away = (self._help, self._settings)
        bar = self.place_top_bar(
            [self._play, *take_up, self._picture, self._details, *away],
            spare=(self._picture, self._details, self._play, self._guess),  # their keys are left
        )
        self.place_content(self.top_bar.bottom)
        self.group.set_widgets([*bar, *self.content.widgets])

    def items(self, width: int) -> tuple[Item, ...]:
        """Return head, graph and cards, which share the window's height where it is wide."""
        del width
        skin, is_wide = self.skin, self._is_wide
        head, heading = skin.px(_HEAD_DP), skin.px(_HEADING_DP)
        spare = self.size[1] - self.top_bar.bottom - head - heading - skin.px(24)
        graph = min(max(round(0.47 * spare), skin.px(_LEAST_GRAPH_DP)), skin.px(_MOST_GRAPH_DP))
        self.graph.pixels = graph
        tall = card_height(skin, spare - graph if is_wide else 0)
        for card in self.cards:
            card.pixels = tall
        cards = [full_row(card) for card in self.cards]
        if not self.reviewer.is_done:
            # The places are there from the beginning, so that nothing moves as cards come.
            cards += [Item(Painted(tall, self._draw_place))] * (CARDS - len(cards))
        column = Item(Column(*(card.section for card in cards), gap=12))
        shown = in_rows(cards, CARDS, _GAP_DP) if is_wide else (column,)
        under = (Item(Painted(heading, self._draw_heading)), *shown) if cards else ()
        return (Item(Painted(head, self._draw_head)), Item(self.graph), *under)

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        self.graph.progress = self._progress()
        super().draw_content(surface)

    def picture(self) -> pygame.Surface:
        """Return the review as it is shown, without its controls."""
        shown = pygame.Surface(self.size)
        shown.fill(self.skin.theme.bg)
        self.draw_content(shown)
        shown.set_clip(self.scroll.box)
        for card in self.cards:
            card.draw(shown, self.skin)
        shown.set_clip(None)
        return shown

    def _draw_head(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        mark = result_mark(self._session)
        side = skin.px(44)
        shown = (
            (Inset(Column(15, mark_picture(mark, side)), wide=side), 20) if mark != "none" else ()
        )
        gap = 40 if self._is_wide else 16
        told = figures_of(self._session, self._grades)
        figures = [_figure(skin, each) for each in told if skin.details or not each.is_detail]
        numbers = Row(*figures, gap=gap, top=True)
        room = box.width - numbers.width(skin) - skin.px(24) - (side + skin.px(20) if shown else 0)
        words = self._asked.ending or headline(self._session)
        sizes = [dp for dp in _HEADLINES if dp < _HEADLINES[0] or room > skin.px(330)]
        titles = [Phrase(words, dp, bold=True, tall=40) for dp in sizes]
        title = next((each for each in titles if each.width(skin) <= room), titles[-1])
        dp = TYPE.body if room > skin.px(330) else TYPE.caption
        below = Paragraph(self._story(), dp, most=2)
        Row(*shown, Column(6, title, below), 24, numbers, top=True).draw(surface, skin, box)

    def _progress(self) -> ReviewProgress:
        reviewer = self.reviewer
        if reviewer.is_done:
            return ReviewProgress(self._effort_words(), has_mistakes=bool(self.mistakes))
        share = reviewer.done / max(1, reviewer.total)
        return ReviewProgress(self._progress_words(), share, reviewer.is_searching)

    def _progress_words(self) -> str:
        thinker, reviewer = self.context.thinker, self.reviewer
        if thinker.state is ThinkerState.FAILED:
            return "The AI has stopped"
        if reviewer.ai_state is ThinkerState.WARMING:
            return "The AI is getting ready"
        if not reviewer.running:
            return "Stopped. Space continues"
        return f"position {min(reviewer.done + 1, reviewer.total)} of {reviewer.total}"

    def _effort_words(self) -> str:
        if not self.context.settings.details:
            return ""
        known = known_values(self._session).values()
        visits = sorted(each.visits for each in known if each.searcher and each.proof is None)
        if not visits:
            return "every position proven" if known else ""
        return f"{short_count(visits[len(visits) // 2])} simulations a position"

    def _draw_heading(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        title = self._titles[len(self.cards) - 1] if self.reviewer.is_done else "Worst moves so far"
        unit = "Points" if self._session.record.spec.players == 1 else "Win %"
        told = f"{unit} lost: {limit_words(loss_limits(self._session))}"
        limits = quiet(told, optional=True) if skin.details else None
        row = Row(2, Phrase(title, TYPE.lead, bold=True), 24, SPRING, limits, tall=_HEADING_DP)
        row.draw(surface, skin, box)

    def _draw_place(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        radius = skin.px(RADIUS.card)
        draw.stroke_round(surface, box, radius, skin.theme.line, skin.unit.exact(STROKE.hairline))
        if self.reviewer.is_searching:
            words = "Looking for mistakes…"
            skin.write(surface, words, box.centre, TYPE.table, skin.theme.text3, anchor="center")


def _figure(skin: Skin, figure: ReviewFigure) -> Section:
    above, below = quiet(figure.caption, tall=20), Phrase(figure.value, 20, bold=True, tall=26)
    wide = max(above.width(skin), below.width(skin))
    return Inset(Column(13, Row(SPRING, above), Row(SPRING, below)), wide=wide)
