"""A tour through a search in steps, each a position to look into with something to do there."""

from typing import NamedTuple

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.phrases import N_
from ai.search.simulation import Before
from game.games.registry import window_games
from game.games.window_game import TourStep
from game.screens.base import Command
from game.screens.context import Context
from game.screens.inside.run import SEED
from game.screens.inside.screen import InsideScene
from game.ui import commands
from game.ui.layout import Box
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import SPRING, Column, ControlSpace, Row
from game.ui.panel.items import Item
from game.ui.panel.parts import Phrase, quiet
from game.ui.panel.stack import Stack
from game.ui.theme import TYPE
from game.ui.widgets import Action, IconButton
from game.words.inside import NEXT_STEP, STEP_BEFORE
from game.words.say import OF, say

_ON, _BACK = "tour on", "tour back"


class _Stop(NamedTuple):
    game: str
    step: TourStep

    @property
    def position(self) -> tuple[State, Before | None]:
        spec, before = game_spec(self.game), None
        state = spec.new_game(spec.parameters(**self.step.parameters), SEED)
        for name in self.step.moves.split():
            before = state, state.move_from_string(name)
            state = state.play(before[1])
        return state, before


def tour() -> tuple[_Stop, ...]:
    """Return the steps of all games, in order."""
    stops = (_Stop(each.name, step) for each in window_games() for step in each.tour)
    return tuple(sorted(stops, key=lambda stop: stop.step.number))


class TourScene(InsideScene):
    """The search of each step, with its words above the tree."""

    title = N_("Tour")

    def __init__(self, context: Context) -> None:
        """Begin with the first step."""
        self._stops, self._at = tour(), 0
        self._lesson = Stack(folds=False)
        self._before = IconButton(_BACK, "chevron-left", STEP_BEFORE)
        self._next = IconButton(_ON, "chevron-right", NEXT_STEP)
        super().__init__(context, self._stops[0].game, *self._stops[0].position)
        self.links = (commands.HELP.icon_button(), commands.SETTINGS.icon_button())

    def on_action(self, action: Action) -> Command | None:
        """Go to another step, or do what a control says."""
        if action.name == commands.COMPARE.name:
            return None  # the words leave no room for a second tree
        if action.name not in (_ON, _BACK):
            return super().on_action(action)
        self.run.stop()
        rate = self.run.rate
        self._at += 1 if action.name == _ON else -1
        stop = self._stops[self._at]
        self.look_into(stop.game, *stop.position, stop.step.exploration)
        self.run.rate = rate  # whoever runs faster does so in all steps
        self.resize(self._window)
        self.group.leave()
        return None

    def lay_out_above(self, area: Box) -> Box:
        """Place the words; they have the room of the longest ones, so that nothing moves."""
        skin = self.skin
        words = [Sentence(each.step.text, lines=0) for each in self._stops]
        tall = max(Column(self._head(0), each, gap=8).height(skin, area.width) for each in words)
        self._before.enabled, self._next.enabled = self._at > 0, self._at < len(self._stops) - 1
        band = Box(area.x, area.y, area.width, tall)
        self._lesson.fit(band, band, skin)
        self._lesson.show((Item(self._head(self._at)), Item(words[self._at], gap=8)))
        self.widgets_above = self._lesson.widgets
        below = tall + skin.px(10)
        return Box(area.x, area.y + below, area.width, area.height - below)

    def _head(self, at: int) -> Row:
        title = Phrase(self._stops[at].step.title, dp=TYPE.lead, bold=True)
        count = quiet(say(OF, number=at + 1, count=len(self._stops)), optional=True)
        return Row(
            title, SPRING, count, ControlSpace(self._before), ControlSpace(self._next), gap=8
        )

    @property
    def stacks(self) -> tuple[Stack, ...]:
        return self._lesson, self.content

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the words above what the search shows."""
        super().draw_content(surface)
        self._lesson.draw_items(surface)
