"""What the window knows of each game besides its rules: a value that the game's scene fills in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ai.contract.games import PluginError, game_spec
from ai.contract.rules import GameSpec, Parameters
from ai.phrases import N_
from ai.search.messages import Limit
from game.games.registry import window_games
from game.games.window_game import WindowGame
from game.library.records import BoardId, Records
from game.play.session import Seat, Session
from game.screens.base import OpenGame
from game.screens.play.cues import cues_of
from game.screens.play.pointing import ByCell
from game.screens.play.seed import seed_dialog, start_seed
from game.screens.profile import Profile
from game.screens.records.tables import StandardCard, Table
from game.store.settings import Settings
from game.ui.boards.view import Board, BoardContent
from game.ui.commands import Shortcut, UserCommand
from game.ui.panel.dialog import Dialog
from game.ui.panel.legend import RulePicture, RulePictures
from game.ui.sound import Cue

if TYPE_CHECKING:
    from game.screens.play.duel import DuelFace
    from game.screens.play.game_scene import GameScene
    from game.screens.play.solo import SoloFace


@dataclass(frozen=True, slots=True)
class BoardPreset:
    """A common board: its name, and the settings that make it."""

    title: str
    values: Mapping[str, object] = field(hash=False)

    def is_in(self, settings: Settings) -> bool:
        return all(settings[name] == value for name, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Daily:
    """The board of a day, which is the same for everybody."""

    board: BoardId
    score: int
    line: str


@dataclass(frozen=True, slots=True)
class MoveSentences:
    """What is said of a move, with places for its {name} and for what it brought, its {gain}.

    Attributes:
        hint: What the AI would do with it.
        by_ai: What the AI did with it, in a game for one.
        brought: What it brought, in a game for one.
    """

    hint: str = N_("The AI would play **{name}**.")
    by_ai: str = N_("The AI played **{name}**: {gain}.")
    brought: str = N_("**{name}** earned {gain}.")


@dataclass(frozen=True, slots=True)
class GameEntry:
    """The window of a game.

    Attributes:
        face: Makes what its screen says and shows of it.
        demo: The AI's limit for a move on the card; short, because strength does not matter there.
        opening: Moves that are on the card's board from the start.
        pointing: How a player points at its moves; see `game.screens.play.pointing`.
        sentences: What is said of its moves.
        cues: Takes two shown positions and who plays; returns what the step from one to the other
            makes heard, each with its size.
        begin: Starts what the command that opens its screen asks for besides a game, if anything.
        seed_dialog: Returns the question for another board.
        start_board: Starts the board that the answer to it names.
        good_play: What good play is, in a few sentences; Help tells them beside the rules.
        presets: The boards that players can choose in the panel of a new game.
        reached: Returns the player's achievements in a few words; empty before the first game.
            None to mention the last opponent, or the best score.
        score_tables: Returns the tables on the records screen; None for the best scores.
        shortcuts: The keys that only this game has, for Help.
        rule_pictures: Takes the parameters of a game and returns its rules in pictures, ideally
            three, for its card and the panel of a new game; None for no pictures.
        daily_wins: Whether each win among its drills may be the position of a day.
        sample: Makes a small position that previews the display settings; None for no preview.
    """

    profile: Profile
    face: "Callable[[GameScene], DuelFace | SoloFace]"
    board: Callable[[], Board]
    about: str
    demo: Limit
    opening: str = ""
    pointing: "Callable[[GameScene], ByCell]" = ByCell
    sentences: MoveSentences = MoveSentences()
    cues: Callable[[Any, Any, tuple[Seat, ...]], Iterable[tuple[Cue, int]]] = cues_of
    begin: "Callable[[GameScene, OpenGame], None] | None" = None
    seed_dialog: Callable[[Session], Dialog] = lambda game: seed_dialog(game.record.start.seed)
    start_board: "Callable[[GameScene, str], None]" = start_seed
    good_play: tuple[str, ...] = ()
    presets: tuple[BoardPreset, ...] = ()
    reached: Callable[[Records], str] | None = None
    board_cards: Callable[[], tuple[StandardCard, ...]] | None = None
    score_tables: Callable[[Records], tuple[Table, ...]] | None = None
    shortcuts: tuple[Shortcut, ...] = ()
    rule_pictures: Callable[[Any], Sequence[RulePicture]] | None = None
    sample: Callable[[], BoardContent] | None = None
    daily: Callable[[date], Daily] | None = None
    daily_wins: bool = False

    def rules_for(self, parameters: Parameters) -> RulePictures | None:
        """Return the rules of a game with these parameters in pictures, if it has any."""
        if self.rule_pictures is None:
            return None
        rules = tuple(self.rule_pictures(parameters))
        views = tuple(self.board() for _ in rules)
        for view in views:
            view.has_coordinates = False
        return RulePictures(rules, views)

    @property
    def game_commands(self) -> tuple[UserCommand, ...]:
        """What can be asked for in this game only; its face does it."""
        return tuple(command for each in self.shortcuts for command in each.commands)

    @property
    def name(self) -> str:
        return self.profile.game

    @property
    def spec(self) -> GameSpec:
        return game_spec(self.name)


def load_entry(game: WindowGame) -> GameEntry:
    """Return what a game's descriptor names; raise `PluginError` if that is another game's."""
    entry = game.entry.load()
    if not isinstance(entry, GameEntry) or entry.name != game.name:
        raise PluginError(f"its entry is not a GameEntry of '{game.name}'")
    return entry


def entries() -> tuple[GameEntry, ...]:
    """Return them in the order in which Home shows them."""
    return _entries(window_games())


@lru_cache(maxsize=4)
def _entries(games: tuple[WindowGame, ...]) -> tuple[GameEntry, ...]:
    return tuple(game.entry.load() for game in games)


def entry_of(game: str) -> GameEntry:
    """Return a game's entry; raises KeyError for a game without a window."""
    for entry in entries():
        if entry.name == game:
            return entry
    raise KeyError(game)


def make_board_view(game: str, *, labels: bool = False) -> Board:
    """Return the board of the game with this name in the registry.

    Args:
        game: Its name; a game without a board is a KeyError.
        labels: Whether there has to be room for the names of rows and columns.
    """
    view = entry_of(game).board()
    view.game = game
    view.has_coordinates = view.has_coordinates and labels
    return view
