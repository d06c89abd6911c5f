"""The opponent in the panel of a game for two: who plays whom, and the settings of the game."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ai.ladder import Level
from ai.levels import EVEN, EVEN_TITLE, even_strength, family, level, levels_of
from ai.phrases import N_
from game.play.session import Mode, Seat
from game.play.thinker import ThinkerState
from game.screens.opponents import face_of
from game.screens.play.choices import LEVEL, answers_at_once, move_seconds, next_level, next_time
from game.screens.play.game_controls import ROW_GAP
from game.screens.play.panel_rows import tells_failure
from game.screens.play.search_requests import move_limit
from game.store.settings import think_seconds
from game.ui import commands
from game.ui.panel.basics import Hairline, PlayerRow
from game.ui.panel.compose import Column
from game.ui.panel.items import FoldStage, Item, setting_row
from game.ui.widgets import Stepper, Tabs
from game.words import play as words
from game.words.numbers import thousands
from game.words.say import counted, listed, say, seconds

if TYPE_CHECKING:
    from game.screens.play.duel import DuelFace

BY_LEVEL: Final = N_("by level", "the time is set so")
AT_ONCE: Final = N_("at once", "a level answers so")
_SEATS: Final[dict[str, tuple[Seat, Seat]]] = {
    "first": (Seat.HUMAN, Seat.AI),
    "second": (Seat.AI, Seat.HUMAN),
    "both": (Seat.HUMAN, Seat.HUMAN),
}


class OpponentRows:
    """The rows of the players, and the controls of what can be set."""

    def __init__(self, face: "DuelFace") -> None:
        self._face, self._view = face, face.view
        self._session, self._controller = face.session, face.controller
        self._context = face.context
        first, second = face.colours
        options = [("first", first), ("second", second), ("both", N_("Both", "sides"))]
        self.side_tabs = Tabs("side", options, "first")
        levels = levels_of(self._session.record.spec.name)
        self.level_stepper = Stepper(
            LEVEL,
            "",
            least_width=76,
            widest=[each.title for each in levels if each.ranked],
            opens=True,
            tooltip=words.LEVEL_TIP,
            key=commands.OPPONENT.cap,
        )
        self.time_stepper = Stepper(
            "time",
            "",
            least_width=66,
            widest=(BY_LEVEL, AT_ONCE),
            tooltip=words.TIME_TIP,
        )

    def take_side(self, name: str) -> None:
        """Let the player have a side, or both."""
        self._session.set_seats(self._turned(_SEATS[name]))

    def rows_item(self) -> Item:
        by_colour = sorted((0, 1), key=self._face.colour_of)
        rows = [self._player_row(player) for player in by_colour]
        players, slim = (
            Column(*(replace(row, slim=slim) for row in rows), gap=2) for slim in (False, True)
        )
        return Item(players).folding(FoldStage.EXTRAS, slim)

    def _player_row(self, player: int) -> PlayerRow:
        state, session = self._session.state, self._session
        colour = self._face.colour_of(player)
        is_ai = session.mode is Mode.DEMO or session.record.seats[player] is Seat.AI
        is_foe = session.mode is not Mode.DEMO and session.record.seats[player] is Seat.AI
        to_move = state.current_player == player
        caption = self._face.colours[colour]
        strength = even_strength(self._foe.name) if is_foe else None
        if strength is not None:
            caption = say(words.STRENGTH, side=caption, number=thousands(strength))
        note, is_bold = "", False
        if to_move and is_ai:
            note = self._thinking_note()
        elif to_move:
            note, is_bold = (
                (N_("Your turn") if Seat.AI in session.record.seats else N_("To move")),
                True,
            )
        elif is_ai and self._controller.reply_seconds is not None and session.record.cursor:
            time = seconds(self._controller.reply_seconds)
            note = say(words.ANSWERED[self._view.skin.details], time=time)
        plays_on = self._foe == self._session.opponent
        if is_ai and session.mode is not Mode.DEMO and self._view.skin.details and plays_on:
            caption = say(words.SEARCHES, side=caption, budget=self._budget_words())
        return PlayerRow(
            self._face.marks[colour],
            self.name_of(player),
            say(words.SIDE_TO_MOVE, side=caption) if to_move and not is_ai else caption,
            note,
            active=to_move,
            bold_note=is_bold,
            face=face_of(self._foe, self._view.profile.game) if is_foe else None,
            offer=None if player != self._seat or tells_failure(self._view) else self._face.offer(),
        )

    @property
    def _seat(self) -> int:
        """The AI's seat, or the second one of two people."""
        seats = self._session.record.seats
        return seats.index(Seat.AI) if Seat.AI in seats else 1

    @property
    def _foe(self) -> Level:
        """The opponent; of a game that is over the one who played it, whoever plays the next."""
        session = self._session
        is_over = session.record.result is not None
        return session.opponents[-1] if is_over else session.opponent

    def _budget_words(self) -> str:
        """Return how much the opponent searches for a move, by level or by the player's choice."""
        by_level = self._session.opponent.limit
        limit = move_limit(by_level, self._context.settings, self._view.profile.game)
        is_custom = (limit.seconds, limit.simulations) != (by_level.seconds, by_level.simulations)
        if not is_custom or answers_at_once(self._session.opponent):
            return self._session.opponent.budget
        effort = limit.simulations
        simulations = counted(effort, "simulation", short=True) if effort else ""
        time = say(words.AT_MOST, time=seconds(limit.seconds)) if limit.seconds else ""
        return listed((simulations, time))

    def _thinking_note(self) -> str:
        if self._controller.ai.state is ThinkerState.WARMING:
            return N_("getting ready", "the AI")
        if self._context.thinker.state is ThinkerState.FAILED:
            return N_("stopped", "the AI")
        return N_("thinking", "the AI") if self._controller.ai.is_thinking else ""

    def name_of(self, player: int) -> str:
        session = self._session
        if session.mode is Mode.DEMO:
            return N_("AI")
        if session.record.seats[player] is Seat.AI:
            is_even = family(self._foe.name) == EVEN
            return EVEN_TITLE if is_even else say(words.AI_LEVEL, level=self._foe.title)
        return (
            N_("You", "the player")
            if Seat.AI in session.record.seats
            else say(words.PLAYER, number=player + 1)
        )

    def setting_items(self, *, settled: bool) -> tuple[Item, ...]:
        """Return the settings of the opponent; those that have keys give way first.

        They stay where two people play, or the side would move away from under the pointer.

        Args:
            settled: Whether they stay in their places when the game begins.
        """
        self._refresh()
        side = setting_row(N_("You play"), "", self.side_tabs)
        board = () if self._view.has_begun else self._view.first_steps.preset_items(self._session)
        level = setting_row(N_("Level"), self.level_words(), self.level_stepper)
        time = setting_row(N_("AI time"), self._time_words(), self.time_stepper)
        teach = self._view.controls.teach_item()
        rows = (
            side,
            teach.folding(FoldStage.LAST, None),
            level,
            time.folding(FoldStage.EXTRAS, None),
        )
        if not settled:
            return (Item(Hairline()), *(replace(row, gap=ROW_GAP) for row in (*board, *rows)))
        return (
            Item(Hairline()),
            *(replace(row, gap=ROW_GAP).folding(FoldStage.LAST, None) for row in board),
            *(row.settling(ROW_GAP) for row in rows),
        )

    def _refresh(self) -> None:
        session, settings = self._session, self._context.settings
        now = self._turned(session.record.seats)
        chosen = next((name for name, seats in _SEATS.items() if seats == now), "first")
        self.side_tabs.value = chosen
        strength = even_strength(session.opponent.name)
        text = say(words.EVEN, number=thousands(strength)) if strength else session.opponent.title
        self.level_stepper.text = text
        self.level_stepper.can_go_down = next_level(session, self._context, -1) is not None
        self.level_stepper.can_go_up = next_level(session, self._context, 1) is not None
        self.time_stepper.text = self.time_text()
        self.time_stepper.key = f"{commands.LESS_TIME.cap} {commands.MORE_TIME.cap}"
        faces_ai = Seat.AI in session.record.seats
        self.level_stepper.enabled = self._view.controls.teach.enabled = faces_ai
        self.time_stepper.enabled = faces_ai and not answers_at_once(self._session.opponent)
        self.time_stepper.can_go_down = next_time(session, settings, -1) is not None
        self.time_stepper.can_go_up = next_time(session, settings, 1) is not None

    def time_text(self) -> str:
        """Return the opponent's time for a move, as the stepper shows it."""
        if answers_at_once(self._session.opponent):
            return AT_ONCE
        most = move_seconds(self._session, self._context.settings)
        return seconds(most) if most else BY_LEVEL

    def level_words(self) -> str:
        playing, record = self._session.opponent, self._session.record
        if playing.name != record.level:
            chosen = level(record.level, record.spec.name)
            if chosen.fits(record.start.parameters):
                return say(words.CANNOT_PLAY, level=chosen.title)
        return playing.description

    def _time_words(self) -> str:
        if answers_at_once(self._session.opponent):
            return words.NO_TIME
        if think_seconds(self._context.settings, self._view.profile.game):
            return words.TIME_CHOSEN
        return words.TIME_OF_LEVEL

    def _turned(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Turn seats by player into seats by colour, or back: a swap makes them differ."""
        return seats if self._face.colour_of(0) == 0 else seats[::-1]
