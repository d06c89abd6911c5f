"""The screen of SameGame."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, cast

from ai.contract.game import Lazy
from ai.contract.rules import State
from ai.phrases import N_, plural
from ai.search.messages import Limit
from game.games.samegame.board.view import SameGameBoard
from game.games.samegame.rules import CLEAR_BONUS, SameGameState, removal_points
from game.games.samegame.screen.boards import TARGET_SECONDS, begin, daily, seed_dialog, start_board
from game.games.samegame.screen.legend import legend, rule_pictures, sample
from game.games.samegame.screen.miniboard import (
    LARGE_DP,
    MIDDLE_DP,
    MINI_DP,
    PLAY_OUT,
    LineWalker,
    MiniBoard,
)
from game.games.samegame.screen.words import explain, interchangeable, plan_words, replay
from game.play.grading import Grade, loss_limits
from game.play.session import Mode, Seat
from game.screens.base import Command
from game.screens.entry import BoardPreset, GameEntry, MoveSentences
from game.screens.play.commentary import line_text
from game.screens.play.cues import is_next
from game.screens.play.game_graph import sign_of
from game.screens.play.game_scene import GameScene
from game.screens.play.panel_rows import fork_row, listed_moves
from game.screens.play.pointing import ByCell
from game.screens.play.react import Choose, PlayLine
from game.screens.play.solo import SoloFace
from game.screens.profile import Profile
from game.store.settings import Settings
from game.ui.overlay import Mark
from game.ui.panel.analysis import CandidateRow
from game.ui.panel.basics import Figure, Note
from game.ui.panel.history import Removal, RemovalList
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.legend import Legend
from game.ui.sound import Cue
from game.ui.tree import NodeText, TreeNode
from game.ui.widgets import Action
from game.words.numbers import signed, thousands
from game.words.say import beside, counted, named, say, say_count, sentences

PROFILE: Final = Profile(
    "samegame",
    "best",
    demo_seconds=0.6,
    seed=lambda settings: settings["samegame_seed"] or None,
    target_seconds=TARGET_SECONDS,
)

_LEAVES: Final = plural("The line leaves {count} tile", "The line leaves {count} tiles")
_LEFT: Final = {True: N_("tiles left cost {count}"), False: N_("tiles left {count}")}
"""By whether details are told: what is left, or what that costs if the game ends now."""
# For translators: {worth} is what it earns, {count} how many tiles, {colour} their colour
_LARGEST: Final = N_("Largest group: **{worth}**, {count} {colour}.")
# For translators: moves that may be made first as well, as in "or b3 c4"
_OR: Final = N_("or {moves}")
_ONE_LEFT: Final = N_("Only one {colour} tile is left.")
# For translators: {gain} is tiles and points, as in "12 tiles for +100"
_TOLD: Final = (
    N_("The AI would remove **{name}**."),
    N_("The AI removed **{name}**: {gain}."),
    N_("**{name}** took {gain}."),
)
_SELECTED: Final = N_("**{tiles}** selected. Click again to remove.")
_TO_REMOVE: Final = plural(
    "{count} group to remove. Point at one to see what falls.",
    "{count} groups to remove. Point at one to see what falls.",
)
_TILES_FOR: Final = plural("{count} tile for **{points}**", "{count} tiles for **{points}**")


class SameGameFace(SoloFace):
    state: SameGameState

    def __init__(self, view: GameScene) -> None:
        super().__init__(view)
        self.walker = LineWalker()

    def on_action(self, action: Action) -> Command | None:
        """Walk the line, play it out, or choose another board."""
        best = self.controller.ai.best
        if action.name == PLAY_OUT and best is not None:
            self.controller.give(PlayLine(best.line))
        self.walker.on_action(action)
        return super().on_action(action)

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return the score that a first move promises; of later ones what they take."""
        assert isinstance(state, SameGameState)
        move = node.path[-1]
        text = replace(super().node_text(state, node, best), tile=state.colour_of(move) or 0)
        if node.depth == 1:
            return text
        size = len(state.group_of(move))
        return replace(text, value=signed(removal_points(size)), caption=counted(size, "tile"))

    # The panel.

    def colour_counts(self) -> tuple[int, ...]:
        return self.state.colour_counts

    def study_items(self) -> tuple[Item, ...]:
        """Return the small board that walks the line."""
        return (self.walker.item(self.state, self.line_in_view()),)

    # Numbers.

    def game_figures(self) -> tuple[Figure, ...]:
        """Return what is left; in play also the score after the move pointed at."""
        left = Figure(*self._left())
        if self.session.mode is not Mode.PLAY or self.controller.state.shows_layer:
            return (left,)
        move = self.view.animator.move_at(self.view.board.pointed_cell())
        after = "–"  # always there, so that nothing moves when the pointer leaves the board
        # The board may still show the position before the last move.
        if move is not None and move in self.state.legal_moves:
            after = thousands(self.state.play(move).score)
        return (Figure(N_("After this move"), after), left)

    def game_notes(self, line: tuple[int, ...]) -> tuple[Note, ...]:
        details = self.context.settings.details
        count = self.state.leftover_cost if details else self.state.tiles_left
        now = Note(say(_LEFT[details], count=count))
        steps, end = replay(self.state, line)
        if not steps:
            return (now,)
        if end.cleared:
            clears = say("The line clears: {bonus}", bonus=signed(CLEAR_BONUS))
            return (Note(clears, "ai", bold=True, short=N_("Clears", "the line the board")), now)
        left = say_count(end.tiles_left, *_LEAVES)
        return (Note(left, short=say("{count} left", count=end.tiles_left)), now)

    def _left(self) -> tuple[str, str]:
        """Return how many tiles are left; with details what they cost if the game ends now."""
        if self.context.settings.details:
            return N_("Tiles left cost"), thousands(self.state.leftover_cost)
        return N_("Tiles left"), thousands(self.state.tiles_left)

    # The board that follows, and what is left.

    def ahead_items(self) -> tuple[Item, ...]:
        """Return the board after the move that is pointed at, small."""
        board = self._after_move()
        smaller = (replace(board, side=side) for side in (MIDDLE_DP, MINI_DP))
        item = Item(board).folding(FoldStage.GRAPH, *smaller)
        return (item.folding(FoldStage.EXTRAS, None),)

    def _after_move(self) -> MiniBoard:
        state = self.state
        move = self.view.animator.move_at(self.view.board.pointed_cell())
        if move not in state.legal_moves:
            move = None
        shown = state if move is None else state.play(move)
        groups = shown.groups()
        title = N_("This board") if move is None else N_("After this move")
        if not groups:
            words = self._after_words(state, shown)
            return MiniBoard(shown, (), title, N_("The game ends here."), words, LARGE_DP)
        largest = max(groups, key=len)
        colour = shown.colour_of(largest[0])
        name = self.context.theme.tiles[colour or 0].name
        worth = signed(removal_points(len(largest)))
        text = say(_LARGEST, worth=worth, count=len(largest), colour=name)
        quiet = say_count(len(groups), *_TO_REMOVE)
        if move is not None:
            quiet = self._after_words(state, shown)
        return MiniBoard(shown, largest, title, text, quiet, LARGE_DP)

    def _after_words(self, before: SameGameState, after: SameGameState) -> str:
        if after.cleared:
            return say("The board is clear: {bonus}.", bonus=signed(CLEAR_BONUS))
        columns, tiles = counted(len(after.columns), "column"), counted(after.tiles_left, "tile")
        size = say("{columns}, {tiles}.", columns=columns, tiles=tiles)
        pairs = enumerate(zip(before.colour_counts, after.colour_counts, strict=True))
        names = self.context.theme.tiles
        orphans = [names[c].name for c, (was, now) in pairs if now == 1 and was != 1]
        if orphans:
            return sentences(size, say(_ONE_LEFT, colour=orphans[0]))
        return sentences(size, N_("No colour is down to one tile."))

    # Moves.

    def move_list(self) -> RemovalList:
        session, moves = self.session, listed_moves(self.view)
        states = (cast(SameGameState, session.record.nodes[ply].state) for ply in range(len(moves)))
        removals = tuple(
            _removal(state, move, sign=sign_of(session, session.record.nodes[ply].chooser))
            for ply, (state, move) in enumerate(zip(states, moves, strict=True), 1)
        )
        return RemovalList(removals, cursor=session.record.cursor, fork=fork_row(self.view))

    def row(self, mark: Mark) -> CandidateRow:
        return replace(
            super().row(mark),
            line=self._then(mark),
            tooltip=plan_words(self.state, mark),
            tile=self.state.colour_of(mark.move),
            tiles=len(self.state.group_of(mark.move)),
        )

    def _then(self, mark: Mark) -> str:
        """Return what a plan may begin with as well, or else what follows its first move."""
        others = interchangeable(self.state, mark)[1:]
        if others:
            return say(_OR, moves=named(map(self.state.move_label, others)))
        return line_text(self.state.play(mark.move), mark.line[1:4])

    # Words.

    def rule_words(self) -> str:
        return N_("remove groups of two or more")

    def legend(self) -> tuple[str, Legend]:
        if self.state.is_terminal:
            return N_("what the board shows"), legend(loss_limits(self.session.record))
        if self.controller.ai.board_overlay is not None:
            outline = N_("thin outline = **as good to begin with**")
            chip = beside(self.loss_words(), outline, N_("number = **step of the line**"))
        else:
            way = (
                N_("click to remove")
                if is_one_click(self.context.settings)
                else N_("click twice to remove")
            )
            chip = beside(N_("small tiles = **what falls into place**"), way)
        return chip, legend(loss_limits(self.session.record))

    def line_words(self) -> str:
        controller = self.controller
        return explain(
            self.state, controller.ai.full_overlay, shown=controller.ai.best, brief=self.is_brief
        )

    def bonus_words(self) -> str:
        return (
            say("{bonus} for clearing it", bonus=signed(CLEAR_BONUS)) if self.state.cleared else ""
        )

    def begin_words(self) -> str:
        return N_("Remove groups of two or more: **n** tiles earn **(n − 2)²** points.")

    def gain_words(self, before: State, move: int) -> str:
        """Return how many tiles a removal took, and for what."""
        assert isinstance(before, SameGameState)
        size = len(before.group_of(move))
        return say_count(size, *_TILES_FOR, points=signed(removal_points(size)))


def is_one_click(settings: Settings) -> bool:
    return bool(settings["samegame_click"] == "one-click")


class ByGroup(ByCell):
    """Points at a group with one click, or with two, the first of which chooses it."""

    @property
    def words(self) -> str:
        if self.chosen is None:
            return ""
        size = len(self.state.group_of(self.chosen))
        return say(_SELECTED, tiles=counted(size, "tile"))

    def click(self, cell: int) -> None:
        """Remove the group, or choose it first if the player wants two clicks."""
        view = self.view
        move = view.animator.move_at(cell)
        if move is None:
            view.controller.give(Choose())
            why = view.animator.view.refusal(self.state, cell)
            if view.controller.state.may_play and why:
                view.refuse(why)
        elif not is_one_click(view.context.settings) and self.chosen != move:
            view.controller.give(Choose(move))
            view.context.cue(Cue.SELECT)
        else:
            view.controller.give(Choose())
            view.play(move)

    def meant(self, cell: int | None) -> int | None:
        """Return the chosen group's cell, or the one under pointer or cursor."""
        return cell if self.chosen is None else self.chosen

    def is_standing(self, grade: Grade) -> bool:
        """The group that a move has removed is gone."""
        del grade
        return False


def cues_of(
    before: SameGameState, after: SameGameState, _seats: tuple[Seat, ...]
) -> Iterator[tuple[Cue, int]]:
    """Yield what a removal makes heard, as high as its group, and how the game ended."""
    if is_next(before, after):
        yield Cue.REMOVE, before.tiles_left - after.tiles_left
        if after.is_terminal:
            yield Cue.CLEARED if after.cleared else Cue.LEFT, 0


ENTRY: Final = GameEntry(
    PROFILE,
    SameGameFace,
    SameGameBoard,
    N_("Clear the board in big groups. See how the AI would."),
    Limit(seconds=0.4),
    pointing=ByGroup,
    sentences=MoveSentences(*_TOLD),
    cues=cues_of,
    begin=begin,
    seed_dialog=seed_dialog,
    start_board=start_board,
    presets=tuple(
        BoardPreset(
            f"{side} × {side}",
            {"samegame_columns": side, "samegame_rows": side, "samegame_colours": colours},
        )
        for side, colours in ((8, 3), (10, 4), (15, 5))
    ),
    board_cards=Lazy("game.games.samegame.screen.records:board_cards"),
    score_tables=Lazy("game.games.samegame.screen.records:score_tables"),
    rule_pictures=rule_pictures,
    good_play=(
        N_(
            "Keep one colour for last: its tiles come together while the others go, and one large "
            "group is worth far more than its parts."
        ),
        N_("Before you take a group, look what falls where: it can join tiles, or part them."),
        N_("Watch the counts of the colours: a single tile that is left cannot be removed."),
    ),
    sample=sample,
    daily=daily,
)


@lru_cache(maxsize=512)
def _removal(before: SameGameState, move: int, *, sign: str) -> Removal:
    size, colour = len(before.group_of(move)), before.colour_of(move) or 0
    return Removal(colour, before.move_label(move), size, removal_points(size), sign)
