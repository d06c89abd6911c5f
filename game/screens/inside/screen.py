"""A search looked at from inside: one simulation at a time, in its tree and on the board."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.phrases import N_
from ai.search.simulation import Before, Path, Phase
from game.play.thinker import ThinkerState
from game.screens.base import Command, OpenScene, SavePicture
from game.screens.context import Context
from game.screens.entry import entries
from game.screens.inside import tables
from game.screens.inside.board import WatchedBoard
from game.screens.inside.children import ListedChildren
from game.screens.inside.run import FULL_SPEED, GOALS, RATES, SEED, WatchedRun
from game.screens.inside.stage import sentence
from game.screens.inside.tables import CHILD, NodeTable, PhaseStrip, level_lines
from game.screens.inside.tree import WatchedTreeView
from game.screens.inside.what_if import WhatIfControls, show_in
from game.screens.page import Page
from game.ui import commands
from game.ui.animation import soonest
from game.ui.elements import Element, text
from game.ui.layout import Box, Unit
from game.ui.panel.compose import SPRING, ControlSpace, Inset, Row
from game.ui.panel.items import FoldStage, Item, sentence_item
from game.ui.panel.parts import Painted, quiet
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.theme import LIGHT, SIZE, TYPE, WHITE, in_material
from game.ui.widgets import Action, Button, IconButton, Stepper, Widget
from game.ui.widgets.controls import next_in
from game.words import inside as words
from game.words.numbers import thousands
from game.words.say import counted, said, say

_BOARD_SHARE: Final = 0.4
_LOW_BOARD_SHARE: Final = 0.31
_LOW_DP: Final = 560
_PANEL_DP: Final = SIZE.panel_most
_LEAST_PANEL_DP: Final = 290
_LABELLED_DP: Final = 310
"""Room for buttons whose words are whole."""


class InsideScene(Page):
    """Tree at the left; board, phases, sums and controls at the right."""

    title = N_("Look inside")
    page_commands = commands.WATCHING
    gap = SIZE.section_gap
    notice_below = True

    def __init__(
        self, context: Context, game: str, state: State, before: Before | None = None
    ) -> None:
        """Look into the search of a position that is not a finished game."""
        super().__init__(context)
        self.content = Stack()
        self.look_into(game, state, before)
        self._step = commands.STEP.button(primary=True)
        self._simulation = commands.SIMULATION.button()
        self._undo = commands.UNDO_SIMULATION.icon_button()
        self._go = commands.RUN.button()
        self._speed = Stepper(
            "rate", "", widest=[_rate_words(each) for each in RATES], tooltip=words.SPEED_TIP
        )
        self._until = Stepper(
            "goal", "", widest=[thousands(each) for each in GOALS], tooltip=words.GOAL_TIP
        )
        self._beside = commands.COMPARE.button()
        self.links = (
            self._beside,
            Button("tour", N_("Tour")),
            IconButton(commands.SAVE.name, "download", words.SAVE_TIP, key=commands.SAVE.cap),
            commands.HELP.icon_button(),
            commands.SETTINGS.icon_button(),
        )
        self._pointer = (-1, -1)

    def look_into(
        self, game: str, state: State, before: Before | None, exploration: float | None = None
    ) -> None:
        """Begin with a position, and perhaps another exploration than the usual one."""
        self._board = WatchedBoard(game, state)
        self.material = self._board.material
        self._controls = WhatIfControls(game)
        what = self._controls.first
        if exploration is not None:
            what = replace(what, value=exploration)
        self.run = WatchedRun(game, state, what, before)
        self._show_trees()
        self._looked: Path | None = None
        self._children = ListedChildren(game_spec(game), state)

    # The scene's side.

    def on_exit(self) -> None:
        """Stop what runs; the tree stays as long as the screen can be come back to."""
        self.run.stop()

    def update(self, dt: float) -> Command | None:
        """Take in what was seen, and let the moments pass."""
        super().update(dt)
        self.context.thinker.poll()
        run = self.run
        before = run.look
        is_warming = self.context.thinker.state_in(run.game) is ThinkerState.WARMING
        if not (run.is_there or run.is_waiting or run.error or is_warming):
            run.ask(0)
        run.update(dt, self.skin.gate)
        if before != run.look:
            self.show_items()
        return None

    def wake_after(self) -> float | None:
        is_waiting = not (self.run.is_there or self.run.error)
        is_moving = self.run.is_moving or any(each.is_painting for each in self._trees)
        moving = 0.0 if is_moving else 0.1 if is_waiting else None
        return soonest(super().wake_after(), moving)

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Point at the tree, open a node, or do what every page does."""
        if self.dialog is None:
            if event.type == pygame.MOUSEMOTION:
                self._point(event.pos)
            elif event.type == pygame.WINDOWLEAVE:
                self._point(None)
            elif event.type == pygame.MOUSEWHEEL and self._points_at_sums:
                if self._scroll(-event.y):
                    return None
            elif event.type == pygame.KEYDOWN and self._scroll(_PAGES.get(event.key, 0)):
                return None
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                path = self._path_at(event.pos)
                if path is not None:
                    self._open(path)
                    return None
        return super().handle_event(event)

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means."""
        return super().meaning_at(position) or self._path_at(position)

    def on_action(self, action: Action) -> Command | None:
        step = action.value if isinstance(action.value, int) else 0
        match action.name:
            case commands.STEP.name:
                self.run.step()
            case commands.SIMULATION.name:
                self.run.simulate()
            case commands.UNDO_SIMULATION.name:
                self.run.undo()
            case commands.RUN.name:
                self.run.toggle()
            case "rate":
                self.run.rate = next_in(RATES, self.run.rate, step)
            case "goal":
                self.run.goal = next_in(GOALS, self.run.goal, step)
            case commands.COMPARE.name:
                self._compare()
            case commands.SAVE.name:
                return SavePicture(self._picture())
            case name if name == CHILD:
                path = self._children.paths[step]  # once more closes it
                self._looked = None if path == self._looked else path
            case name:
                *others, what = (each.what for each in self.run.searches)
                changed = self._controls.changed(what, action)
                if changed is None:
                    return OpenScene(name)
                self.run.search_with(*others, changed)
                self._open(None)
        self.show_items()
        self.group.leave()  # Space runs the search, and the arrows step it
        return None

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Step, back, a simulation, run; Esc closes what is open first."""
        self._point(None)  # the hand is on the keys: what it pointed at may move
        is_open = self._looked is not None or self._trees[0].opened is not None
        is_escape = commands.command_of(event) is commands.ESCAPE
        if not is_escape or not (is_open or self.run.is_running):
            return super().on_key(event)
        if self.run.is_running:
            self.run.stop()
        else:
            self._open(None)
        self.show_items()
        return None

    # What it is asked for.

    @property
    def is_comparing(self) -> bool:
        """Whether there are two searches side by side."""
        return len(self.run.searches) > 1

    def _compare(self) -> None:
        """Search with one thing changed beside the present search, or no longer."""
        what = self.run.searches[0].what
        self.run.search_with(*((what,) if self.is_comparing else (what, what.other)))
        self._show_trees()
        self._open(None)
        self.resize(self._window)

    def _show_trees(self) -> None:
        spec, root = game_spec(self.run.game), self.run.position
        self._trees = [WatchedTreeView(spec, root, each) for each in self.run.searches]

    # Nodes that are looked at.

    def _open(self, path: Path | None) -> None:
        """List a node's children, and show its position; once more, or None, closes it."""
        path = None if path == self._trees[0].opened else path
        self._looked = path
        for each in self._trees:
            each.opened = path
        self.show_items()

    def _path_at(self, position: tuple[int, int]) -> Path | None:
        paths = (each.path_at(position) for each in self._trees)
        return next((path for path in paths if path is not None), None)

    def _point(self, position: tuple[int, int] | None) -> None:
        self._pointer = position or (-1, -1)
        for each in self._trees:
            each.point(position)

    @property
    def _listed(self) -> Path:
        """The node whose children are listed: the same one as long as the pointer is on them."""
        if self._points_at_sums:
            return self._children.node
        if self._trees[0].opened is not None:
            return self._trees[0].opened
        if self._looked is not None:
            return self._looked[:-1]
        moment = self.run.stage.moment
        if moment is None or self.is_comparing:
            return ()
        return moment.path[:-1] if moment.phase is Phase.PLAYOUT else moment.at

    @property
    def _points_at_sums(self) -> bool:
        tables = (each.box for each in self.content.places if isinstance(each.section, NodeTable))
        return any(box.contains(self._pointer) for box in tables)

    def _scroll(self, rows: int) -> bool:
        """Show other children in the table; tell if there are any."""
        sections = (each.section for each in self.content.places)
        table = next((each for each in sections if isinstance(each, NodeTable)), None)
        is_new = self._children.scroll(table, rows)
        if is_new:
            self.show_items()
        return is_new

    def _refresh(self) -> None:
        """Make every control look like what it would do now."""
        run, is_there = self.run, self.run.is_there
        is_ready = is_there and (run.caught_up == run.due or bool(run.error))
        self._step.enabled = is_ready and not (run.is_over and run.is_last)
        self._simulation.enabled = self._step.enabled
        self._undo.enabled = is_ready and run.count > 0
        self._go.enabled = is_there and not run.is_over
        has_words = self.content.column.width >= self.skin.px(_LABELLED_DP)
        self._simulation.label = commands.SIMULATION.title if has_words else ""
        self._go.label = N_("Pause") if run.is_running else commands.RUN.title if has_words else ""
        self._go.icon = "pause" if run.is_running else commands.RUN.icon
        show_in(self._speed, RATES, run.rate, _rate_words(run.rate))
        show_in(self._until, GOALS, run.goal, thousands(run.goal))
        self._controls.refresh(run.searches[-1].what)
        steps = counted(run.count, run.stage.described.step)
        self.caption = say(words.SO_FAR[run.is_over], game=game_spec(run.game).title, steps=steps)

    # Layout.

    def lay_out(self) -> None:
        skin, (width, height) = self.skin, self.size
        self._beside.label = N_("One search") if self.is_comparing else commands.COMPARE.title
        bar = self.place_top_bar()
        top = self.top_bar.bottom
        most = skin.px(_PANEL_DP) + 2 * _growth(skin)
        panel = min(most, max(width // 2, skin.px(_LEAST_PANEL_DP)))
        pad = skin.px(SIZE.panel_padding_x if panel == most else 10)
        view = Box(width - panel, top, panel, height - top)
        column = view.inset(pad, skin.px(10))
        area = Box(0, top, width - panel, height - top).inset(skin.px(14), skin.px(8))
        area = self.lay_out_above(area)
        if self.is_comparing:
            tall = (area.height - skin.px(8)) // 2
            for which, top in enumerate((area.y, area.bottom - tall)):
                self._trees[which].place(skin, area._replace(y=top, height=tall), which)
        else:
            self._trees[0].place(skin, area)
        self.content.fit(view, column, skin)
        self.show_items()
        self.group.set_widgets([*bar, *self.widgets_above, *self.content.widgets])

    widgets_above: tuple[Widget, ...] = ()

    def lay_out_above(self, area: Box) -> Box:
        """Place what stands above the tree; return the area that is left."""
        return area

    def items(self, width: int) -> tuple[Item, ...]:
        """Return board, phases, words, sums and controls."""
        skin, room, stage = self.skin, self.content.column.height, self.run.stage
        share = _LOW_BOARD_SHARE if room < skin.px(_LOW_DP) else _BOARD_SHARE
        side = min(width, round(share * room))
        table = self._table(self._listed)
        fewer = (replace(table, rows=rows) for rows in range(table.rows - 1, 1, -1))
        pairs = ((N_("Speed"), self._speed), (N_("Until", "so many simulations"), self._until))
        self._refresh()
        levels: tuple[Item, ...] = ()
        simulation = self.run.stage.simulation
        if not self.is_comparing and simulation is not None and simulation.memories:
            lines = level_lines(skin, self.run.position, simulation.memories)
            levels = (Item(lines, gap=6).folding(FoldStage.EXTRAS, None),)
        buttons = (self._step, self._simulation, self._go)
        shared = (ControlSpace(each, stretch=True) for each in buttons)
        strip = Item(PhaseStrip(stage.phase)).folding(FoldStage.LAST, None)
        rows = (
            Item(table, stretch=True).folding(FoldStage.ROWS, *fewer).folding(FoldStage.LAST, None)
        )
        which = 1 if self.is_comparing else None
        return (
            Item(Painted(side, self._draw_board)),
            *(() if self.is_comparing else (strip,)),
            sentence_item(self._sentence, gap=8),
            rows,
            *levels,
            Item(Row(ControlSpace(self._undo), *shared, gap=8), sticky=True),
            _paired(skin, width, pairs),
            _paired(skin, width, self._controls.named(self.run.searches[-1].what), which).folding(
                FoldStage.LAST, None
            ),
        )

    @property
    def _sentence(self) -> str:
        run = self.run
        if run.error:
            return say(words.FAILED, error=run.error)
        if not run.is_there:
            return words.WAITING
        if run.caught_up < run.due:
            return say(words.CATCHING_UP, done=run.caught_up, due=run.due)
        if self.is_comparing:
            return tables.sentence(self.run.position, run)
        return sentence(run.stage, is_over=run.is_over)

    def _table(self, listed: Path) -> NodeTable:
        path, chosen = self.run.stage.path, self._looked
        if chosen is None and self._trees[0].opened is None and len(path) > len(listed):
            chosen = path[: len(listed) + 1]
        fixed = self._points_at_sums
        return self._children.table(self.run, listed, self._looked, chosen, fixed=fixed)

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        skin, panel = self.skin, self.content.view
        self.draw_beside(surface)
        if not self.run.is_there:
            at = (panel.x // 2, panel.centre[1])
            text = "" if self.run.error else words.WAITING  # the panel says what went wrong
            skin.write(surface, text, at, TYPE.lead, skin.theme.text2, anchor="center")
        else:
            for tree in self._trees:
                tree.draw(surface, skin, self._looked, in_pieces=self.run.is_fast)
        self.content.draw_items(surface)

    def other_parts(self) -> Iterator[Element]:
        """Yield the trees and the board."""
        if not self.run.is_there:
            yield text("" if self.run.error else said(words.WAITING), self.top_bar)
            return
        for tree in self._trees:
            yield from tree.describe(self.skin)
        yield self._board.describe(self.run, self._looked)

    def _picture(self) -> pygame.Surface:
        unit, theme = self.skin.unit, in_material(LIGHT, self.material)
        paper = replace(theme, bg=WHITE, bordered=True)
        skin = replace(self.skin, theme=paper, unit=Unit(_PRINTED * unit.u))
        picture = pygame.Surface((_PRINTED * self.content.view.x, _PRINTED * self.size[1]))
        picture.fill(WHITE)
        at = (skin.px(14), _PRINTED * self.top_bar.centre[1])
        how = self.run.searches[0].what.words
        caption = say(words.SEARCHED_SO, caption=self.caption, how=how)
        caption = self.caption if self.is_comparing else caption
        skin.write(picture, caption, at, TYPE.lead, paper.text)
        for tree in self._trees:
            tree.larger(_PRINTED).draw(picture, skin, self._looked)
        return picture

    def _draw_board(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        self._board.draw(surface, skin, box, self.run, self._looked)


def first_look(context: Context) -> InsideScene:
    """Look into the search of the smallest game for two, at its beginning."""
    starts = [
        (each.name, each.spec.new_game(each.profile.parameters_of(context.settings), SEED))
        for each in entries()
        if each.spec.players == 2
    ]
    return InsideScene(context, *min(starts, key=lambda start: len(start[1].legal_moves)))


_PAGES: Final = {pygame.K_PAGEUP: -2, pygame.K_PAGEDOWN: 2}
"""Keys that scroll the children of a node, and by how many rows: as many as it shows at least."""
_PRINTED: Final = 2
"""How many times as large as on the screen."""


def _rate_words(rate: int) -> str:
    return N_("full", "speed") if rate == FULL_SPEED else say(words.RATE, rate=thousands(rate))


def _growth(skin: Skin) -> int:
    """Return by how much a stepper is wider than designed where controls are large."""
    return 2 * (skin.target(SIZE.button_small) - skin.px(SIZE.button_small))


def _paired(
    skin: Skin, width: int, pairs: Sequence[tuple[str, Stepper]], which: int | None = None
) -> Item:
    """Return settings in a row, with names where there is room, and perhaps whose they are."""
    widths = (quiet(name).width(skin) + stepper.width(skin) for name, stepper in pairs)
    has_names = width >= len(pairs) * (max(widths) + skin.px(18 + 4)) - skin.px(18)
    gap, room = (18, tables.MARK_DP) if has_names else (6, 9)
    wide = (width - skin.px(gap * (len(pairs) - 1))) // len(pairs)
    cells = []
    for name, stepper in pairs:
        words = (quiet(name), SPRING) if has_names else (SPRING,)
        row = Row(*words, ControlSpace(stepper), None if has_names else SPRING)
        beside = Row(tables.mark(skin, which, dp=room), row, room) if which else None
        # Beside names the mark stands in the space between the columns: nothing moves for it.
        out = -room if has_names else 0
        cells.append(Inset(Inset(beside, out) if beside else row, wide=wide))
    return Item(Row(*cells, gap=gap), sticky=True, gap=6)
