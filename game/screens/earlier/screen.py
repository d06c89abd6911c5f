"""The games and lines that were set aside, of one game or of all: go on with one."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from ai.contract.games import game_spec
from ai.levels import level_title
from ai.phrases import N_
from game.library.library import GameQuery, Listed, SavedGame, as_listed
from game.play.session import Mode, Session, SessionError
from game.screens.base import Back, Command, OpenGame
from game.screens.context import Context
from game.screens.earlier.card import CARD, CARD_LEAST_DP, DELETE, NAME, STAR, EarlierCard, place_of
from game.screens.entry import make_board_view
from game.screens.page import Page
from game.screens.play.opening import review_of
from game.store.background import BackgroundRead
from game.ui import commands
from game.ui.layout import Box
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import SPRING, ControlSpace, Row
from game.ui.panel.dialog import Dialog
from game.ui.panel.items import GRID_GAP, Item, grid
from game.ui.panel.parts import quiet
from game.ui.theme import STONE
from game.ui.widgets import Action, Button, Tabs, Widget
from game.words import pages
from game.words.language import sorted_by
from game.words.numbers import thousands
from game.words.say import RANGE, counted, said, say

PAGE_LINES: Final = 24
MOST_LETTERS: Final = 60
WHICH, LEVEL, NEWER, OLDER, UNDO = "which", "level", "newer", "older", "undo delete"
STARRED, MISTAKES, POSITION, GAMES = "starred", "mistakes", "position", "games"
_SUCH: Final = (
    ("open", N_("Unfinished")),
    (STARRED, N_("Starred", "games")),
    (MISTAKES, N_("Mistakes")),
)
_WHICH: Final = {
    1: (("", N_("All", "games")), ("over", N_("Finished", "games")), *_SUCH),
    2: (
        ("", N_("All", "games")),
        ("won", N_("Won", "games")),
        ("lost", N_("Lost", "games")),
        ("drawn", N_("Drawn", "games")),
        *_SUCH,
    ),
}
"""What is listed, by the number of the game's players: results, and those of some kind."""
_ALL: Final = N_("All games")
_POSITIONS: Final = {True: N_("This position"), False: N_("Any position")}


class EarlierScene(Page):
    """Every earlier game as a card, the latest first, page by page.

    Attributes:
        query: Which games are listed.
    """

    title = N_("Earlier games")
    notice_below = True
    gap = GRID_GAP

    def __init__(
        self, context: Context, session: Session | None = None, *, by_position: bool = False
    ) -> None:
        """List what was set aside.

        Args:
            session: The game; the scene it is played in goes on with the same one. None to list
                all games from elsewhere.
            by_position: Whether only what leads through its shown position is listed.
        """
        super().__init__(context)
        self._session = session
        self._number = 0 if session is None else session.record.number
        self.beside = BackgroundRead[Listed]("earlier games")
        self.reads = (self.beside,)
        self._games = Button(GAMES, _ALL, tooltip=pages.THIS_OR_ALL)
        self._games.visible = session is not None
        self._level = Button(LEVEL, N_("Any level"))
        self.spare = (self._level,)
        self._position = Button(POSITION, "")
        self._newer = Button(NEWER, N_("Newer", "games"))
        self._older = Button(OLDER, N_("Older", "games"))
        self._tabs = {players: Tabs(WHICH, which, "") for players, which in _WHICH.items()}
        self._cards: tuple[EarlierCard, ...] = ()
        self._listed: Listed | None = None
        self._start = 0
        self._game = "" if session is None else session.record.spec.name
        self.query = GameQuery(self._game, position=_digest(session) if by_position else None)
        self._show_query()
        self._deleted: SavedGame | None = None
        self._renamed: EarlierCard | None = None

    def on_enter(self) -> None:
        self._save()
        self._ask()

    def on_exit(self) -> None:
        """Save what was brought back or deleted."""
        self._save()

    def _save(self) -> None:
        if self._session is not None:
            self.context.storage.save_game(self._session)

    def update(self, dt: float) -> Command | None:
        """Take in what was found, or read one more game, those in sight first.

        Once a game was gone on with from its review, the list closes.
        """
        if self._session is not None and self._session.record.number != self._number:
            return Back()
        for listed in self.beside.take():
            self._show(listed)
        super().update(dt)
        waiting = [card for card in self._cards if not card.is_loaded]
        in_sight = (card for card in waiting if card.box.overlaps(self.content.scroll.box))
        card = next(in_sight, waiting[0] if waiting else None)
        if card is not None:
            card.load()
        self._take_widgets()
        return None

    def wake_after(self) -> float | None:
        is_reading = self.is_reading or any(not card.is_loaded for card in self._cards)
        return 0.0 if is_reading else super().wake_after()

    def on_action(self, action: Action) -> Command | None:
        """Go on with a game, star or delete one, or list others."""
        kind, _, number = action.name.rpartition(" ")
        card = next((card for card in self._cards if str(card.row.number) == number), None)
        if kind == CARD and card is not None:
            return self._bring_back(card)
        if kind == commands.REVIEW.name and card is not None:
            return self._review(card)
        if kind == DELETE and card is not None:
            self._delete(card.row)
        elif kind == STAR and card is not None:
            self._mark(card, starred=not card.row.starred)
        elif kind == NAME and card is not None:
            self._renamed = card
            self.dialog = Dialog(
                NAME, N_("Name this game"), confirm=N_("Name", "give a name"), field=card.row.title
            )
        elif action.name == UNDO:
            self._undo()
        elif action.name in (NEWER, OLDER):
            self._turn(self._start + (PAGE_LINES if action.name == OLDER else -PAGE_LINES))
        elif action.name in (GAMES, WHICH, LEVEL, POSITION):
            self._choose(action)
        else:
            return super().on_action(action)
        return None

    def on_answer(self, action: Action) -> None:
        if self._renamed is not None:
            self._mark(self._renamed, title=str(action.value).strip()[:MOST_LETTERS])

    def _mark(self, card: EarlierCard, **marks: Any) -> None:
        card.show(replace(card.row, **marks))
        self.context.storage.mark(card.row)

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Delete deletes the game that has the keyboard, Undo brings it back."""
        focused = self.group.focused
        if event.key == pygame.K_DELETE and isinstance(focused, EarlierCard):
            return self.on_action(Action(focused.delete.name))
        if commands.command_of(event) is commands.UNDO:
            self._undo()
            return None
        return super().on_key(event)

    # What is listed.

    def _set_query(self, query: GameQuery) -> None:
        before, self.query = self.query, query
        self._show_query()
        if (before.game, before.position) != (query.game, query.position):
            self._cards, self._listed, self.caption = (), None, ""  # the cards would look different
        self.resize(self._window)
        self._turn(0)

    def _show_query(self) -> None:
        """Let the controls say what is listed, and look as its game does."""
        query = self.query
        game, level = query.game, query.level
        spec = game_spec(game) if game else None
        self.material = make_board_view(game).material if game else STONE
        self._games.label = spec.title if spec else _ALL
        self._level.label = level_title(level, game) if level else N_("Any level")
        self._position.label = _POSITIONS[query.position is not None]
        self._position.visible = spec is not None
        self._which = self._tabs[spec.players if spec else 2]
        self._which.value = (
            STARRED if query.starred else MISTAKES if query.mistakes else query.result
        )

    def _ask(self) -> None:
        arguments = self.query, self._number, self._start, PAGE_LINES
        read = partial(self.context.storage.listed, *arguments)
        self.beside.ask(read)

    def _show(self, listed: Listed) -> None:
        if not listed.rows and self._start:  # the last page's only game is gone
            self._turn(self._start - PAGE_LINES)
            return
        earlier = {card.row.number: card for card in self._cards}
        cards = ((earlier.get(row.number), row) for row in listed.rows)
        names_game, position = not self.query.game, self.query.position
        self._cards = tuple(
            card
            if card is not None and card.row == row
            else EarlierCard(row, position, names_game=names_game)
            for card, row in cards
        )
        self._listed = listed
        count = counted(listed.count, "game") if self.query.game else thousands(listed.count)
        count = count if listed.count else N_("none", "games")
        self.caption = say(pages.LISTED, games=self._games.label, count=count)
        self._newer.enabled = self._start > 0
        self._older.enabled = self._start + len(listed.rows) < listed.count
        has_levels = len(listed.levels) > 1 or bool(self.query.level)
        self._level.visible = bool(self.query.game) and has_levels
        self.lay_out()

    def _turn(self, start: int) -> None:
        """Look for the page that begins after so many games."""
        self._start = start
        self.content.scroll.scroll_to(0)
        self._ask()

    def _choose(self, action: Action) -> None:
        """List other games: of one or all, by what became of them, or of the next level."""
        query = self.query
        if action.name == GAMES:
            self._set_query(GameQuery("" if query.game else self._game))
        elif action.name == WHICH:
            value = str(action.value)
            result = "" if value in (STARRED, MISTAKES) else value
            starred, mistakes = value == STARRED, int(value == MISTAKES)
            self._set_query(replace(query, result=result, starred=starred, mistakes=mistakes))
        elif action.name == POSITION:
            position = _digest(self._session) if query.position is None else None
            self._set_query(replace(query, position=position))
        else:
            levels = self._listed.levels if self._listed else ()
            titles = {each: said(level_title(each, self._game)) for each in levels}
            names = ("", *sorted(levels, key=lambda each: sorted_by(titles[each])))
            now = names.index(query.level) if query.level in names else 0
            self._set_query(replace(query, level=names[(now + 1) % len(names)]))

    # What is done with one.

    def _bring_back(self, card: EarlierCard) -> Command | None:
        row, session = card.row, _own(self._session, card.row)
        if session is None:
            return OpenGame(row.game, line=row)
        try:
            session.go_on_with(as_listed(row))
        except SessionError as error:
            self.toasts.refuse(say(pages.NOT_RESTORED, error=error))
            return None
        if session.mode is Mode.DEMO:
            session.set_mode(Mode.PLAY)
        place = place_of(session.record, self.query.position)
        if place is not None:
            session.show(place)
        return Back()

    def _review(self, card: EarlierCard) -> Command | None:
        """Look back at a game; that in progress stays the one in progress."""
        row, session = card.row, _own(self._session, card.row)
        if session is None:
            return OpenGame(row.game, reviewed=row)
        try:
            return review_of(row, session)
        except SessionError as error:
            self.toasts.refuse(say(pages.NOT_READ, error=error))
            return None

    def _delete(self, row: SavedGame) -> None:
        session = _own(self._session, row)
        if session is not None and session.before is not None:
            session.before = session.before if session.before.number != row.number else None
        self.context.storage.delete(row)
        self._deleted = row
        label, key = N_("Undo", "in a notice"), commands.UNDO.cap
        self.toasts.show(pages.DELETED, action=UNDO, label=label, key=key)
        self._ask()

    def _undo(self) -> None:
        """Keep the game again that was deleted last."""
        if self._deleted is None:
            return
        self.context.storage.restore(self._deleted)
        self._deleted = None
        self.toasts.dismiss()
        self._ask()

    # How it looks.

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards in as many columns as there is room for, or why there are none."""
        if self._listed is None:
            return ()
        if not self._cards:
            is_all = self.query == GameQuery(self.query.game)
            return (Item(Sentence(pages.NOTHING_KEPT if is_all else pages.NONE_SUCH, lines=0)),)
        cards = grid(
            self.skin, width, [card.item(self.skin) for card in self._cards], CARD_LEAST_DP
        )
        if self._listed.count <= PAGE_LINES:
            return cards
        first, last = self._start + 1, self._start + len(self._cards)
        words = say(RANGE, first=first, last=last, count=self._listed.count)
        newer, older = ControlSpace(self._newer), ControlSpace(self._older)
        return (*cards, Item(Row(newer, SPRING, quiet(words), SPRING, older)))

    def lay_out(self) -> None:
        """Place what chooses below the top bar, and the cards below that."""
        skin = self.skin
        chosen_by = (self._level, self._position, self._games)
        self.links = tuple(each for each in chosen_by if each.visible)
        self._bar = self.place_top_bar()
        width, height = self._which.width(skin), self._which.height(skin)
        room = self.size[0] - 2 * skin.px(self.margin)
        self._which.stretch = width > room
        wide = min(width, room)
        top = self.top_bar.bottom
        self._which.place(Box((self.size[0] - wide) // 2, top, wide, height))
        self.place_content(top + height + skin.px(10))
        self._take_widgets()

    def _take_widgets(self) -> None:
        widgets: tuple[Widget, ...] = (
            *self._bar,
            *self.toasts.widgets,
            self._which,
            *self.content.widgets,
        )
        if widgets != self.group.widgets:
            self.group.set_widgets(widgets)


def _digest(session: Session | None) -> int | None:
    return None if session is None else session.record.node.position.digest


def _own(session: Session | None, row: SavedGame) -> Session | None:
    """Return the session of the screen that the list is opened from, if a line is of its game.

    A line of another game opens that game.
    """
    return session if session is not None and session.record.spec.name == row.game else None
