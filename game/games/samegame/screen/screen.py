"""The screen of SameGame."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from ai.contract.lazy import Lazy
from ai.contract.rules import PositionError, State
from ai.search.messages import Limit
from game.games.samegame.board.view import SameGameBoard
from game.games.samegame.rules import (
    SameGameState,
    fitted_parameters,
    removal_points,
)
from game.games.samegame.screen.cues import cues_of
from game.games.samegame.screen.legend import legend
from game.games.samegame.screen.line_walker import PLAY_OUT
from game.games.samegame.screen.panel import SameGamePanel
from game.games.samegame.screen.rule_pictures import rule_pictures
from game.games.samegame.screen.words import explain
from game.games.samegame.standard_boards import (
    STANDARD_BOARDS,
    standard_number,
    standard_scores,
)
from game.library.records import Records
from game.play.grading import Grade, loss_limits
from game.play.session import Mode
from game.screens.base import Command, OpenScene
from game.screens.context import Context
from game.screens.entry import BoardPreset, GameEntry
from game.screens.play.commentary import board_name, move_name, preferred_by_now
from game.screens.play.game_scene import GameScene
from game.screens.play.hints import HintStep
from game.screens.play.seed import SEED, seed_problem
from game.screens.profile import Profile
from game.ui.boards.base import BoardContent
from game.ui.format import counted, signed, thousands
from game.ui.layout import Box
from game.ui.panel.dialog import Dialog
from game.ui.panel.legend import Legend
from game.ui.sound import Cue
from game.ui.tree import TreeNode
from game.ui.tree_picture import NodeText, caption_of
from game.ui.widgets import Action

REGION_REACH: Final = 2
TOOLTIP_DP: Final = 32
TARGET_SECONDS: Final = 10.0


PROFILE: Final = Profile(
    "samegame",
    "best",
    demo_seconds=0.6,
    seed=lambda settings: settings["samegame_seed"] or None,
    target_seconds=TARGET_SECONDS,
    pasted=fitted_parameters,
)


class SameGameScene(SameGamePanel, GameScene):
    """SameGame: play, analyse, watch the AI."""

    def __init__(
        self, context: Context, *, fresh: bool = False, standard: int | None = None
    ) -> None:
        self._selection: tuple[SameGameState, int] | None = None
        super().__init__(context, PROFILE, SameGameBoard(context.fonts), fresh=fresh)
        if standard is not None:
            self.new_game(lambda: self.controller.start_standard(standard))

    # Playing.

    def clicked(self, cell: int) -> None:
        """Remove the group, or select it first if the player wants two clicks."""
        move = self.animator.move_at(cell)
        if move is None:
            self._selection = None
            column, row = divmod(cell, self.state.parameters.rows)
            if self.controller.may_play and self.state.colour_at(column, row) is not None:
                self.refuse("A single tile can't be removed. Groups need two or more.")
            return
        if not self._one_click and self.selected != move:
            self._selection = (self.state, move)
            self.context.cue(Cue.SELECT)
            self.touch()
            return
        self._selection = None
        self.play(move)

    def pointed_cell(self) -> int | None:
        """Return the selected group's cell, or the one under pointer or cursor."""
        pointed = super().pointed_cell()
        selected = self.selected
        return pointed if selected is None or not self.controller.may_play else selected

    @property
    def selected(self) -> int | None:
        """The group that the next click on it removes, where a player wants two clicks."""
        chosen = self._selection
        return chosen[1] if chosen is not None and chosen[0] is self.state else None

    def on_action(self, action: Action) -> Command | None:
        """Walk the line, play it out, or choose another board."""
        best = self.controller.best
        if action.name == "boards":
            return OpenScene("boards")
        if action.name == PLAY_OUT and best is not None:
            self.controller.play_line(best.line)
        self.walker.on_action(action)
        return None

    def seed_dialog(self) -> Dialog:
        """Return the question for a seed or a standard board."""
        session = self.session
        last = STANDARD_BOARDS
        return Dialog(
            SEED,
            "Seed or standard board",
            f"The same seed gives the same board. **standard 1** to **standard {last}**, or "
            f"**s1** to **s{last}**, are the boards that programs are compared on.",
            confirm="Start",
            field=str(session.seed) if session.standard is None else board_name(session),
            accepts=lambda text: text.isalnum() or text.isspace(),
            check=_start_problem,
            aside=("boards", "All boards"),
        )

    def start_board(self, text: str) -> None:
        """Start the standard board or the seed that the player typed."""
        number = standard_number(text)
        if number is not None:
            self.new_game(lambda: self.controller.start_standard(number))
        else:
            super().start_board(_digits(text))

    def cues(self, before: State, after: State) -> Iterable[tuple[Cue, int]]:
        """Return what a removal makes heard."""
        assert isinstance(before, SameGameState)
        assert isinstance(after, SameGameState)
        return cues_of(before, after)

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return the score that a first move promises; of later ones what they take."""
        assert isinstance(state, SameGameState)
        move = node.path[-1]
        cell = divmod(move, state.parameters.rows)
        group, is_first = state.group_at(*cell), node.depth == 1
        return NodeText(
            move_name(state, move),
            thousands(round(node.value)) if is_first else signed(removal_points(len(group))),
            max(0.0, node.value / best),
            caption_of(node) if is_first else f"{len(group)} tiles",
            tile=state.colour_at(*cell) or 0,
        )

    def node_content(self, still: BoardContent, node: TreeNode, before: State) -> BoardContent:
        """Return the board before the node's removal: a collapse would hide what goes."""
        return replace(still, state=before, best=node.path[-1])

    def is_standing(self, grade: Grade) -> bool:
        """The group that a move has removed is gone."""
        del grade
        return False

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return the cells around the middle of the group."""
        rows = self.state.parameters.rows
        group = self.state.group_at(*divmod(move, rows))
        middle_x = sum(cell // rows for cell in group) / len(group)
        middle_y = sum(cell % rows for cell in group) / len(group)
        return tuple(
            x * rows + y
            for x, column in enumerate(self.state.columns)
            for y in range(len(column))
            if abs(x - middle_x) <= REGION_REACH + 0.5 and abs(y - middle_y) <= REGION_REACH + 0.5
        )

    def tooltip_anchor(self, cell: int) -> Box:
        """Return a box whose lower neighbour is the free space above the group's columns."""
        size = self.state.parameters
        box_of = partial(self.animator.view.cell_box, self.state)
        group = self.state.group_at(*divmod(cell, size.rows)) or (cell,)
        columns = [each // size.rows for each in group]
        left, right = min(columns), max(columns)
        height = max(len(column) for column in self.state.columns[left : right + 1])
        first, last = box_of(left * size.rows), box_of(right * size.rows)
        skin = self.skin
        room = skin.px(TOOLTIP_DP + 14) if skin is not None else 0
        top = box_of(left * size.rows + height - 1).y - room
        if top < self.layout.board.y:
            lowest = min(each % size.rows for each in group)
            bottom = box_of(left * size.rows + lowest).bottom
            return Box(first.x, bottom - 1, last.right - first.x, 1)
        return Box(first.x, top - (skin.px(8) if skin else 0), last.right - first.x, 1)

    @property
    def _one_click(self) -> bool:
        return bool(self.context.settings["samegame_click"] == "one-click")

    # Words.

    def caption(self) -> str:
        """Return which board it is and how many moves were played."""
        return f"{board_name(self.session)} · move {self.session.cursor}"

    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words and the full legend."""
        if self.state.is_terminal:
            return "what the board shows", legend(loss_limits(self.session))
        if self.controller.board_overlay is not None:
            chip = (
                "letter, colour = **points lost**  ·  thin outline = **as good to begin with**  ·  "
                "number = **step of the line**"
            )
        else:
            way = "click" if self._one_click else "click twice"
            chip = f"small tiles = **what falls into place**  ·  {way} to remove"
        return chip, legend(loss_limits(self.session))

    def sentence(self) -> str:
        """Return what the hint, the analysis or the last move says."""
        controller, state = self.controller, self.state
        if state.is_terminal:
            return explain(state, None)
        best = controller.best
        if controller.hint in (HintStep.REGION, HintStep.MOVE):
            return self.hint_words("remove")
        if self.session.mode is Mode.DEMO and self.session.cursor:
            return self._last_words()
        if controller.is_overlay_open:
            brief = self.layout.compact and not self.is_raised
            overlay = controller.full_overlay
            why = explain(state, overlay, shown=best, brief=brief)
            if controller.hint is HintStep.LINE and best is not None:
                other = preferred_by_now(state, overlay, best)
                why = f"{why} {other[:1].upper()}{other[1:]}".rstrip()
            if brief and self.is_proven and why:
                return f"{why} **Proven**: no line scores more."
            return why or self.waiting_words()
        if self.selected is not None:
            size = len(state.group_at(*divmod(self.selected, state.parameters.rows)))
            return f"**{size} tiles** selected. Click again to remove."
        if self.session.mode is Mode.PLAY:
            return self.retry_words() or self._last_words()
        return self.waiting_words()

    def _last_words(self) -> str:
        session = self.session
        ply = session.cursor - 1
        if ply < 0:
            return "Remove groups of two or more: **n** tiles earn **(n − 2)²** points."
        before = session.state_at(ply)
        assert isinstance(before, SameGameState)
        size = len(before.group_at(*divmod(session.played[-1], before.parameters.rows)))
        name, points = move_name(before, session.played[-1]), signed(removal_points(size))
        if session.mode is Mode.PLAY:
            return f"**{name}** took {counted(size, 'tile')} for **{points}**."
        known = session.evaluations_at(ply).get(self.controller.analyser)
        follows = known is not None and known.line[:1] == session.played[-1:]
        value = thousands(round(known.value)) if known is not None and follows else ""
        expects = f" It expects to reach **{value}**." if value else ""
        return f"The AI removed **{name}**: {counted(size, 'tile')} for **{points}**.{expects}"


def reached(records: Records) -> str:
    """Return the highest score."""
    highest = records.highest(PROFILE.game)
    if highest is None:
        return ""
    return f"best {thousands(highest.score)}" + (", assisted" if highest.assisted else "")


ENTRY: Final = GameEntry(
    PROFILE,
    lambda context, command: SameGameScene(context, fresh=command.fresh, standard=command.standard),
    SameGameBoard,
    "Clear the board in big groups. See how the AI would.",
    Limit(seconds=0.4),
    presets=tuple(
        BoardPreset(
            f"{side} × {side}",
            {"samegame_columns": side, "samegame_rows": side, "samegame_colours": colours},
        )
        for side, colours in ((8, 3), (10, 4), (15, 5))
    ),
    reached=reached,
    board_cards=Lazy("game.games.samegame.screen.records:board_cards"),
    score_tables=Lazy("game.games.samegame.screen.records:score_tables"),
    rule_pictures=rule_pictures,
    sample=Lazy("game.games.samegame.screen.sample:sample"),
)


def _digits(text: str) -> str:
    return "".join(text.split())


def _start_problem(text: str) -> str | None:
    """Say what is wrong with a seed or the name of a standard board, or None."""
    if standard_number(text) is not None:
        try:
            standard_scores()
        except PositionError:
            return "The files of the standard boards cannot be read."
        return None
    digits = _digits(text)
    if digits and not (digits.isascii() and digits.isdecimal()):
        return f"A number, or standard 1 to {STANDARD_BOARDS}."
    return seed_problem(digits)
