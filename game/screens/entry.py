"""What the window knows of a game besides its rules: one value that the game's scene fills in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ai.search.messages import Limit
from game.games.protocol import GameSpec, Parameters
from game.games.registry import game_spec
from game.records import Records
from game.screens.base import OpenGame, Scene
from game.screens.context import Context
from game.screens.profile import Profile
from game.screens.records.card import StandardCard
from game.screens.records.table import Table
from game.screens.settings.rows import SettingRow
from game.settings import Settings
from game.ui.boards.base import BoardLook, BoardView
from game.ui.panel.rules import RulePicture, RulePictures
from game.ui.text import Fonts


@dataclass(frozen=True, slots=True)
class BoardPreset:
    """A board that is often wanted: its name, and the settings that make it."""

    title: str
    values: Mapping[str, object] = field(hash=False)

    def is_in(self, settings: Settings) -> bool:
        """Tell whether these are the settings."""
        return all(settings[name] == value for name, value in self.values.items())


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game with a scene.

    Attributes:
        profile: How it is played and analysed.
        scene: Makes its scene, as a command asks for it.
        board: Makes the picture of its board.
        about: The sentence on its card.
        demo: How long the AI takes for a move there: little, as nobody waits for a strong one.
        opening: Moves that are on the card's board from the start.
        rules: What can be set of its next new game.
        presets: The boards of those that are chosen beside an empty board.
        reached: What the player has reached, in a few words; empty before the first game. None
            for a word on the last opponent.
        board_cards: Makes the cards of the boards that come along with a game for one, if any do.
        score_tables: What the records screen shows of a game for one; None for its best scores.
        rule_pictures: Takes the parameters of a game and returns its rules in pictures, three at
            best, for its card and for an empty board; None for none.
        sample: A small position that shows what the display settings do; None for no such picture.
    """

    profile: Profile
    scene: Callable[[Context, OpenGame], Scene]
    board: Callable[[Fonts], BoardView]
    about: str
    demo: Limit
    opening: str = ""
    rules: tuple[SettingRow, ...] = ()
    presets: tuple[BoardPreset, ...] = ()
    reached: Callable[[Records], str] | None = None
    board_cards: Callable[[], tuple[StandardCard, ...]] | None = None
    score_tables: Callable[[Records], tuple[Table, ...]] | None = None
    rule_pictures: Callable[[Any], Sequence[RulePicture]] | None = None
    sample: Callable[[Settings], BoardLook] | None = None

    def rules_for(self, parameters: Parameters, fonts: Fonts) -> RulePictures | None:
        """Return the rules of a game with these parameters in pictures, if it has any."""
        if self.rule_pictures is None:
            return None
        rules = tuple(self.rule_pictures(parameters))
        views = tuple(self.board(fonts) for _ in rules)
        for view in views:
            view.has_coordinates = False
        return RulePictures(rules, views)

    @property
    def name(self) -> str:
        """Its name in the registry."""
        return self.profile.game

    @property
    def spec(self) -> GameSpec:
        """Its rules."""
        return game_spec(self.name)
