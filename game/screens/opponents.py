"""The list of a game's opponents: who they are, how strong, and what they overlook."""

from dataclasses import astuple, replace
from typing import Final

import pygame

from ai.contract.games import game_spec, write_game
from ai.contract.rules import Parameters
from ai.external.contract import EXTERNAL, is_external
from ai.ladder import Level
from ai.levels import (
    EVEN,
    EVEN_TITLE,
    even_match,
    even_strength,
    family,
    first_level,
    levels_of,
    program_level,
    strength_on,
)
from ai.phrases import N_
from game.library.records import Records
from game.screens.context import Context
from game.store.settings import PROGRAM
from game.ui import draw
from game.ui.commands import OPPONENT
from game.ui.faces import Face
from game.ui.panel.base import words_in
from game.ui.panel.basics import face_picture
from game.ui.panel.compose import SPRING, Column, Row
from game.ui.panel.dialog import Dialog
from game.ui.panel.parts import Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE, mix
from game.ui.widgets import Action, Widget
from game.ui.widgets.base import draw_ground
from game.words.numbers import thousands
from game.words.pages import ELO, ELO_BETWEEN, FITS, NOT_MEASURED
from game.words.say import begun, say

FACE_DP: Final = 40


def even_level(records: Records, game: str, parameters: Parameters) -> Level | None:
    """Return the even match that fits the player by now; None where there is none."""
    match = records.match(game, write_game(game_spec(game), parameters))
    strength = match.value if match else strength_on(first_level(game), game, parameters) or 0
    return even_match(strength, game, parameters)


def offered(game: str, parameters: Parameters, context: Context) -> tuple[Level, ...]:
    """Return the opponents on a board: the even match, then the others, weakest first.

    Another program that was named comes last.
    """
    even = even_level(context.storage.loaded_records, game, parameters)
    levels = (*((even,) if even else ()), *levels_of(game, parameters))
    command = context.settings[f"{game}_program"]
    return (*levels, program_level(f"{EXTERNAL}:{command}")) if command else levels


def setting_value(level: str) -> str:
    return PROGRAM if is_external(level) else family(level)


def face_of(level: Level, game: str) -> Face:
    """Return the face of an opponent: what it wears tells who it is, its eyes what it sees."""
    levels = levels_of(game)
    if family(level.name) == EVEN:
        return Face(len(levels), 0.5, is_even=True)
    ranked = [each for each in levels if each.ranked]
    place = next((at for at, each in enumerate(levels) if each.name == level.name), len(levels))
    if level.name in {each.name for each in ranked}:
        return Face(place, place / max(1, len(ranked) - 1))
    return Face(place, 0.5, is_machine=True)


def opponents_dialog(
    name: str, game: str, levels: tuple[Level, ...], chosen: str, *, details: bool
) -> Dialog:
    """Return the list; its answer is the name of a level.

    Args:
        details: Whether it is told how much each of them searches.
    """
    rows = [
        _OpponentRow(each, face_of(each, game), family(each.name) == family(chosen), details)
        for each in levels
    ]
    now = next((row for row in rows if row.is_chosen), None)
    return Dialog(
        name,
        N_("Opponents"),
        ELO[details],
        confirm="",
        cancel=N_("Close"),
        choices=rows,
        chosen=now,
    )


class _OpponentRow(Widget):
    tall = 52

    def __init__(self, level: Level, face: Face, is_chosen: bool, details: bool) -> None:
        super().__init__(f"{OPPONENT.name} {level.name}")
        self.is_chosen = is_chosen
        self._level = level
        self._face = face
        self._details = details

    def activate(self) -> Action | None:
        return Action(self.name, self._level.name)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, radius = skin.theme, skin.px(RADIUS.inset)
        if self.lit:
            draw_ground(surface, skin, self.box, radius, mix(theme.raised, theme.hover, self.lit))
        if self.is_chosen:
            draw.stroke_round(surface, self.box, radius, theme.ctrl, skin.px(STROKE.focus))
        self._row(skin).draw(surface, skin, self.box)
        self.draw_focus(surface, skin, radius)

    def words(self, skin: Skin) -> str:
        return words_in(self._row(skin), skin, self.box)

    @property
    def is_on(self) -> bool:
        return self.is_chosen

    def _row(self, skin: Skin) -> Row:
        """Return its face, who it is, how strong, and what it overlooks."""
        level = self._level
        about = begun(level.described(details=self._details))
        title, number, note = level.title, "", NOT_MEASURED if level.ranked else ""
        strength = even_strength(level.name)
        if strength is not None:
            title, number, note = EVEN_TITLE, thousands(strength), FITS
        elif level.rating is not None:
            low, number, high = map(thousands, astuple(level.rating))
            # The weakest was set, not measured.
            note = say(ELO_BETWEEN, low=low, high=high) if low != high else ""
        words = Column(
            Row(Phrase(title, TYPE.lead, bold=True), SPRING, Phrase(number, bold=True)),
            Row(Phrase(about, TYPE.table, "second"), SPRING, replace(quiet(note), optional=True)),
            gap=1,
        )
        return Row(6, face_picture(self._face, skin.px(FACE_DP)), 12, words, 12, tall=self.tall)
