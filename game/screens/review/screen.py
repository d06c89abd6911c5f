"""The screen after a game: how it went, its worst moves, and a way to try each again."""

from typing import Final

import pygame

from game.grading import Grade, grades_of_interest, worst
from game.screens.base import Back, Command, OpenGame, OpenScene
from game.screens.boards import make_board_view
from game.screens.context import Context
from game.screens.games import entry_of
from game.screens.page import Page
from game.screens.review.card import LINE, RETRY, ReviewCard, card_height
from game.screens.review.graph import ReviewGraph, ReviewProgress
from game.screens.review.reviewer import Reviewer
from game.screens.review.words import caption_of, figures_of, headline, result_mark, subline
from game.session import Mode, Session
from game.thinker import ThinkerState
from game.ui.format import short_count
from game.ui.layout import Box
from game.ui.panel.basics import draw_mark
from game.ui.theme import MOTION, TYPE
from game.ui.widgets import (
    Action,
    Button,
    IconButton,
)

CARDS: Final = 3
ANALYSE: Final = "open in analyse"
NEW: Final = "new game"
_WIDE_DP: Final = 860
_HEAD_DP: Final = 78
_HEAD_NARROW_DP: Final = 92
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

    def __init__(self, context: Context, session: Session) -> None:
        """Look back at a game.

        Args:
            context: What the app lends.
            session: The game; the scene it is played in goes on with the same one.
        """
        super().__init__(context)
        self._session = session
        self._searcher = entry_of(session.spec.name).profile.searcher
        self.caption = caption_of(session)
        self.reviewer = Reviewer(session, context, self._searcher)
        self._has_chosen = False
        self._grades: tuple[Grade, ...] = ()
        self.cards: tuple[ReviewCard, ...] = ()
        self._walking: ReviewCard | None = None
        self._walked = 0.0
        self._analyse = Button(ANALYSE, "Open in Analyse", icon="eye", flat=True)
        self._new = Button(NEW, "New game", icon="plus", key="Ctrl N")
        self._help = IconButton("help", "circle-question-mark", "Help", key="F1")
        self._settings = IconButton("settings", "settings", "Settings")
        self.graph = ReviewGraph(session, context.fonts)
        self._pointer = (-1, -1)
        self._grade()

    # The scene's side.

    def on_exit(self) -> None:
        """Stop the search and keep what was learnt with the game."""
        self.reviewer.stop()
        self.context.storage.save_game(self._session)

    def update(self, dt: float) -> Command | None:
        """Take in what the AI found, and walk the line that a card shows."""
        super().update(dt)
        self.context.thinker.poll()
        if self.reviewer.update():
            self._grade()
            self.lay_out()
        self._walk(dt)
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself; the AI wakes the window."""
        waits = [super().wake_after()]
        if self._walking is not None:
            waits.append(max(0.0, MOTION.ghost_stone - self._walked))
        if self._is_about_to_search:
            waits.append(0.1)
        known = [seconds for seconds in waits if seconds is not None]
        return min(known) if known else None

    @property
    def _is_about_to_search(self) -> bool:
        """Whether `update` would ask the AI for something; until it is ready it wakes nobody."""
        reviewer, state = self.reviewer, self.reviewer.ai_state
        is_idle = reviewer.running and not reviewer.is_done and not reviewer.is_searching
        ready = state not in (ThinkerState.WARMING, ThinkerState.FAILED)
        return is_idle and ready and self.context.may_think

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Hand the event to the page; a click on the graph goes to its move."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = (-1, -1)
        command = super().handle_event(event)
        if command is None and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            ply = self._ply_at(event.pos)
            if ply is not None:
                self._point_at(ply)
        return command

    def act(self, action: Action) -> Command | None:
        """Choose a card, retry its move, walk its line, or leave for somewhere else."""
        kind, _, number = action.name.rpartition(" ")
        if number.isdecimal():
            card = self.cards[int(number)]
            self._point_at(card.grade.ply)
            if kind == RETRY:
                return self._retry(card.grade)
            if kind == LINE:
                self._start_walk(card)
            return None
        if action.name == ANALYSE:
            self._session.go_to(self.graph.cursor)
            self._session.set_mode(Mode.ANALYSE)
            return Back()
        if action.name == NEW:
            return OpenGame(self._session.spec.name, fresh=True)
        return OpenScene(action.name)

    def press(self, event: pygame.event.Event) -> Command | None:
        """N and Shift+N walk the mistakes, R tries the chosen one again."""
        if event.key == pygame.K_n and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self.act(Action(NEW))
        if event.key == pygame.K_n:
            self._next_mistake(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key == pygame.K_SPACE:
            self.reviewer.running = not self.reviewer.running
        elif event.key == pygame.K_ESCAPE and self.reviewer.is_searching:
            self.reviewer.running = False
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            self._point_at(min(max(self.graph.cursor + step, 0), self._session.length))
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self._point_at(0 if event.key == pygame.K_HOME else self._session.length)
        elif event.key == pygame.K_r and (card := self._chosen_card()) is not None:
            return self._retry(card.grade)
        else:
            return super().press(event)
        return None

    # What it knows.

    @property
    def mistakes(self) -> tuple[Grade, ...]:
        """Every mistake of the moves that are looked at, in the order of play."""
        return tuple(grade for grade in self._grades if grade.is_mistake)

    def _grade(self) -> None:
        """Grade anew; cards that stay keep their place and state."""
        self._grades = self.graph.grades = grades_of_interest(self._session)
        chosen = self.graph.worst = worst(self._grades, CARDS)
        if [card.grade for card in self.cards] != list(chosen):
            self.cards = tuple(
                ReviewCard(
                    i,
                    self._session,
                    grade,
                    make_board_view(self._session.spec.name, self.context.fonts),
                )
                for i, grade in enumerate(chosen)
            )
            self._walking = None
            if self.cards and not self._has_chosen:
                self.graph.cursor = self.cards[0].grade.ply
        self._choose()

    def _choose(self) -> None:
        for card in self.cards:
            card.chosen = card.grade.ply == self.graph.cursor
            card.retry.primary = card.chosen

    def _chosen_card(self) -> ReviewCard | None:
        return next((card for card in self.cards if card.grade.ply == self.graph.cursor), None)

    def _point_at(self, ply: int) -> None:
        self.graph.cursor, self._has_chosen = ply, True
        self._choose()

    def _next_mistake(self, step: int) -> None:
        plies = [grade.ply for grade in self.mistakes]
        ahead = [ply for ply in plies if (ply - self.graph.cursor) * step > 0]
        if plies:
            following = (min if step > 0 else max)(ahead or plies)
            self._point_at(following)

    def _retry(self, grade: Grade) -> Command:
        """Play on from the position before a move; the game that is reviewed stays as it is."""
        self._session.retry(grade.ply - 1)
        self._session.set_mode(Mode.PLAY)
        return Back()

    # The line on a card.

    def _start_walk(self, card: ReviewCard) -> None:
        """Show a card's line move by move; a second press shows the played move again."""
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

    def lay_out(self) -> None:
        """Head, graph and cards from the top; what does not fit is scrolled."""
        look, (width, height) = self.look, self.size
        is_wide = look.unit.dp(width) >= _WIDE_DP
        self._analyse.label = "Open in Analyse" if is_wide else "Analyse"
        bar = self.place_top_bar([self._analyse, self._new, self._help, self._settings])
        side = look.px(32 if is_wide else 16)
        room = Box(0, self.top_bar.bottom, width, height - self.top_bar.bottom)
        heights = self._heights(room.height, is_wide)
        self.scroll.place(room, sum(heights) + look.px(24), look)
        top = room.y - self.scroll.offset + heights[0]
        inner = width - 2 * side
        self.graph.place(Box(side, top, inner, heights[1]), look)
        top += heights[1] + heights[2]
        self._place_cards(Box(side, top, inner, heights[3]), is_wide)
        widgets = [widget for card in self.cards for widget in card.widgets]
        self.group.set_widgets([*bar, *widgets])

    def _heights(self, room: int, is_wide: bool) -> tuple[int, int, int, int]:
        """Return the heights of head, graph, the cards' heading and the cards."""
        look = self.look
        head = look.px(_HEAD_DP if is_wide else _HEAD_NARROW_DP)
        heading = look.px(_HEADING_DP)
        spare = room - head - heading - look.px(24)
        graph = min(max(round(0.47 * spare), look.px(_LEAST_GRAPH_DP)), look.px(_MOST_GRAPH_DP))
        if is_wide:
            return head, graph, heading, card_height(look, spare - graph)
        each = card_height(look, 0)
        count = max(1, len(self.cards))
        return head, graph, heading, count * each + (count - 1) * look.px(12)

    def _place_cards(self, area: Box, is_wide: bool) -> None:
        look = self.look
        gap = look.px(_GAP_DP if is_wide else 12)
        clip = self.scroll.box if self.scroll.most else None
        for i, card in enumerate(self.cards):
            if is_wide:
                width = (area.width - (CARDS - 1) * gap) // CARDS
                card.place(Box(area.x + i * (width + gap), area.y, width, area.height))
            else:
                height = card_height(look, 0)
                card.place(Box(area.x, area.y + i * (height + gap), area.width, height))
            card.lay_out(look, clip)

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw head, graph and cards."""
        self.draw_title(surface)
        surface.set_clip(pygame.Rect(self.scroll.box))
        self._draw_head(surface)
        self.graph.draw(surface, self.look, self._progress())
        self._draw_cards(surface)
        surface.set_clip(None)

    def _draw_head(self, surface: pygame.Surface) -> None:
        look, theme, fonts = self.look, self.look.theme, self.look.fonts
        left, right = self.graph.box.x, self.graph.box.right
        top = self.scroll.box.y - self.scroll.offset
        middle = top + look.px(_HEAD_DP) // 2 - look.px(1)
        mark = result_mark(self._session)
        x = left
        if mark != "none":
            side = look.px(44)
            draw_mark(surface, look, mark, (left + side // 2, middle), side)
            x += side + look.px(20)
        right = self._draw_figures(surface, right, middle)
        room = right - look.px(24) - x
        words = headline(self._session)
        sizes = [look.text(dp) for dp in _HEADLINES if dp < _HEADLINES[0] or room > look.px(330)]
        fitting = (size for size in sizes if fonts.width(words, size, bold=True) <= room)
        size = next(fitting, sizes[-1])
        text = fonts.fit(words, size, room, bold=True)
        at = (x, middle - look.px(12))
        fonts.draw(surface, text, at, size, theme.text, bold=True, anchor="midleft")
        story = subline(self._session, self._grades, complete=self.reviewer.is_done)
        look.paragraph(
            surface,
            story,
            (x, middle + look.px(8)),
            TYPE.body if room > look.px(330) else TYPE.caption,
            room,
            theme.text2,
            max_lines=1 if room > look.px(420) else 2,
        )

    def _draw_figures(self, surface: pygame.Surface, right: int, middle: int) -> int:
        """Draw the numbers from the right; return where they begin."""
        look, theme = self.look, self.look.theme
        gap = look.px(40 if look.unit.dp(self.size[0]) >= _WIDE_DP else 16)
        for figure in reversed(figures_of(self._session, self._grades)):
            caption = look.write(
                surface,
                figure.caption,
                (right, middle - look.px(15)),
                TYPE.caption,
                theme.text3,
                anchor="midright",
            )
            value = look.write(
                surface,
                figure.value,
                (right, middle + look.px(8)),
                20,
                theme.text,
                bold=True,
                anchor="midright",
            )
            right = min(caption.x, value.x) - gap
        return right + gap

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
            return "The AI gets ready"
        if not reviewer.running:
            return "Stopped, Space goes on"
        return f"position {min(reviewer.done + 1, reviewer.total)} of {reviewer.total}"

    def _effort_words(self) -> str:
        known = self._session.evaluations.values()
        visits = sorted(each.visits for each in known if each.proof is None)
        if not visits:
            return "every position proven" if known else ""
        return f"{short_count(visits[len(visits) // 2])} simulations a position"

    def _draw_cards(self, surface: pygame.Surface) -> None:
        look, theme = self.look, self.look.theme
        x = self.graph.box.x + look.px(2)
        y = self.graph.box.bottom + look.px(_HEADING_DP) // 2
        count = len(self.cards)
        title = {0: "Worst moves", 1: "The worst move", 2: "Two worst moves"}.get(
            count, "Three worst moves"
        )
        look.write(surface, title, (x, y), TYPE.lead, theme.text, bold=True)
        for card in self.cards:
            card.draw_card(surface, look)
        if not self.cards:
            text = (
                "None: no move lost more than the search is unsure of."
                if self.reviewer.is_done
                else "Looking for them…"
            )
            at = (x, y + look.px(34))
            look.write(surface, text, at, TYPE.body, theme.text2)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page, and a tooltip over the graph."""
        super().draw(surface)
        if self.scroll.box.contains(self._pointer):
            self.graph.draw_tooltip(surface, self.look, self._pointer)

    def _ply_at(self, position: tuple[int, int]) -> int | None:
        """Return the ply that a pixel of the graph belongs to."""
        if not self.scroll.box.contains(position):
            return None
        return self.graph.ply_at(position, self.look)
