"""The screen of hex Gomoku."""

from dataclasses import replace
from typing import Final

from ai.contract.rules import State
from ai.phrases import N_
from ai.search.messages import Certificate, Limit, SearchInfo
from game.games.hex_gomoku.board.view import HexBoard
from game.games.hex_gomoku.game import cells_in_all
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.screen.legend import LEGEND, rule_pictures, sample
from game.games.hex_gomoku.screen.safety import SAFETY, Safe, SafetyBadges
from game.games.lattice.reading import must_block, with_reason
from game.games.lattice.text import fitted_side
from game.play.session import Mode
from game.screens.base import Command
from game.screens.entry import BoardPreset, GameEntry
from game.screens.play.duel import DuelFace
from game.screens.play.game_scene import GameScene
from game.screens.play.react import Pin
from game.screens.profile import Profile
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.commands import UserCommand, shortcut
from game.ui.panel.base import is_narrow
from game.ui.panel.items import Item
from game.ui.panel.legend import Legend
from game.ui.widgets import Action, Button, Widget
from game.words.say import beside, say, sentences

FAIR_STONE: Final = N_(
    "Place a fair stone: **White may take it over** and be Black. {hint} for a hint."
)
PAIRS: Final = UserCommand("pairs", N_("Pairs"), ("P",))


def agreed_draw(state: State, info: SearchInfo) -> int | None:
    """Return the agreement to a draw, where both sides are proven not to lose."""
    assert isinstance(state, HexState)
    return state.draw_move if info.is_safe_draw else None


PROFILE: Final = Profile("hex", "mcts", agreed_draw=agreed_draw, pasted=fitted_side)


class HexFace(DuelFace):
    state: HexState

    def __init__(self, view: GameScene) -> None:
        super().__init__(view)
        self.draw_button = Button("agree draw", N_("Agree to a draw"), small=True)

    def colour_of(self, player: int) -> int:
        return player ^ int(self.state.swapped)

    def rule_words(self) -> str:
        words = {4: N_("exactly four in a row wins"), 5: N_("five in a row wins")}
        return words[self.state.parameters.in_a_row]

    def play_words(self) -> str:
        """Return what happened last; both must hear of a draw or a swap that is possible."""
        if not self.controller.state.may_play:
            return super().play_words()
        if self.is_draw_offered:
            return N_("**Neither side can lose**: each can block all lines of the other.")
        if self.state.can_swap:
            return N_(
                "Click the **black stone** to take it over and be Black, or answer it as White."
            )
        if self.state.offers_swap:
            return say(FAIR_STONE, hint=commands.HINT.cap)
        return super().play_words()

    # Who cannot lose.

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """What is proven of the shown position, as far as it may be shown."""
        analysis = self.controller.ai.shown_analysis
        if analysis is None or self.state.is_terminal or not self.controller.state.is_view_open:
            return ()
        return analysis.info.certificates

    @property
    def is_draw_offered(self) -> bool:
        """Whether the player may end the game as a draw: the AI saw before its move that it is one.

        Two players at one board may, where the analysis of the position says so.
        """
        session = self.session
        if session.mode is not Mode.PLAY or not self.controller.state.may_play:
            return False
        cursor = session.record.cursor
        nodes = session.record.nodes[max(0, cursor - 1) : cursor + 1]
        analyses = (self.context.thinker.analysis_of("hex", node.state) for node in nodes)
        return any(each is not None and each.info.is_safe_draw for each in analyses)

    def proof_items(self) -> tuple[Item, ...]:
        """Return, as they come and go, who cannot lose."""
        if not self.certificates:
            return ()
        shown = self._shown_certificate()
        sides = tuple(
            Safe(
                each.colour - 1,
                self.marks[each.colour - 1],
                self.colours[each.colour - 1],
                each is shown,
            )
            for each in self.certificates
        )
        return (Item(SafetyBadges(sides), gap=12),)

    def offer(self) -> Widget | None:
        """Return the button that agrees to a draw; no other control ever stands in its place."""
        if not self.is_draw_offered:
            return None
        is_short = is_narrow(self.view.skin, self.view.panel.column.width)
        self.draw_button.label = (
            N_("Draw", "agree to a draw") if is_short else N_("Agree to a draw")
        )
        return self.draw_button

    def _pin_next(self) -> None:
        """Show the pairs of one side, then of the other, then of none."""
        sides: list[int | None] = [each.colour - 1 for each in self.certificates]
        order = [None, *sides]
        shown = self.controller.state.pairs
        at = order.index(shown) if shown in order else 0
        self.controller.give(Pin(order[(at + 1) % len(order)]))
        if not sides:
            self.view.toasts.refuse(N_("No proof yet that either side can't lose."))

    def on_action(self, action: Action) -> Command | None:
        """Agree to a draw, or show a side's pairs until the next click."""
        if action.name == "agree draw":
            self.view.play(self.state.draw_move)
            return None
        if action.name == PAIRS.name:
            self._pin_next()
            return None
        if action.name == SAFETY and isinstance(action.value, int):
            self.controller.give(Pin(action.value))
            return None
        return super().on_action(action)

    def shown(self, content: BoardContent) -> BoardContent:
        """Return what the board shows; pairs take the place of the candidates."""
        content = super().shown(content)
        certificate, count = self.controller.unrolled or (self._shown_certificate(), None)
        if certificate is None:
            return content
        return replace(content, overlay=None, line=(), region=(), pairs=certificate.marks[:count])

    def _shown_certificate(self) -> Certificate | None:
        hovered = self.view.panel.hovered
        side = self.controller.state.pairs
        if hovered is not None and hovered.name == SAFETY:
            side = hovered.value
        return next((each for each in self.certificates if each.colour - 1 == side), None)

    def explanation(self) -> str:
        """Return why the best move is best; a proven draw comes first."""
        words = with_reason(super().explanation(), self.state, self.winning_line())
        if len(self.certificates) < 2:
            return words
        return sentences(N_("**Drawn**: neither side can lose."), words)

    def draw_reason(self) -> str:
        """Return why the shown end is a draw; it is agreed on only where it is proven."""
        if self.state.is_agreed_draw:
            return N_("by agreement, neither side could win any more")
        return super().draw_reason()

    # What the board shows.

    def must_block(self) -> tuple[int, ...]:
        """Return where the opponent would complete a row, unless the mover wins first."""
        return must_block(self.state)

    def legend(self) -> tuple[str, Legend]:
        if self._shown_certificate() is not None:
            chip = N_("numbers = **pairs, answer one with the other**  ·  star = **first stone**")
        elif self.shows_goal and self.session.is_over:
            return super().legend()
        elif self.shows_goal:
            chip = N_("ring and dot = **last move**  ·  bands = **the three line directions**")
        else:
            chip = self.number_words()
            if self.must_block():
                chip = beside(chip, N_("bold hexagon = **must block**"))
        return chip, LEGEND


ENTRY: Final = GameEntry(
    PROFILE,
    HexFace,
    HexBoard,
    N_("Five in a row on 91 hexagons, in three directions."),
    Limit(seconds=0.5, simulations=20_000),
    # The opening of a real game, so that the first picture is no empty board.
    "f6 e8 g5 f4 h5 i5 h3 e9 d4 d7",
    presets=tuple(
        BoardPreset(cells_in_all(size), size) for size in ({"hex_side": side} for side in (5, 6, 8))
    ),
    shortcuts=(shortcut(N_("why a side cannot lose"), PAIRS),),
    rule_pictures=rule_pictures,
    good_play=(
        N_("Stop an open three at once: a four with two open ends cannot be blocked."),
        N_("A four must be answered at once, so keep one until its answer helps you."),
        N_("Place stones where your rows cross: of two threats at once only one can be blocked."),
    ),
    daily_wins=True,
    sample=sample,
)
