"""The descriptor of a game that is played in the window: what `Game` says, and what players see."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ai.contract.game import Game
from ai.contract.lazy import Lazy
from game.games.setting import Setting


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says where the common words do not fit.

    Attributes:
        headline: Takes the final state; returns how the game ended, in a word or two. It is the
            title of a result in a game for one, and stands below who has won in a game for two.
        move_effect: Takes a position and the move that was played there; returns in a few words, as
            in "a threat at c3", what it did for all to see, or nothing. Only what the rules say.
    """

    headline: Callable[[Any], str] | None = None
    move_effect: Callable[[Any, int], str] | None = None


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step of the tour through a search: something to see and to do in a position.

    Attributes:
        moves: The names of the moves that lead to its position.
        parameters: Those of its board that are not the usual ones.
        exploration: UCT's constant at first; None for the usual one.
    """

    number: int
    title: str
    text: str
    moves: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict)
    exploration: float | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WindowGame(Game):
    """A game with a window.

    Attributes:
        entry: Its `game.screens.entry.GameEntry`.
        tour: What it shows of how a search thinks.
        settings: What players can set, besides level, time and searcher. Each name begins with the
            game's, as in ``NAME_columns``.
    """

    entry: Lazy
    tour: tuple[TourStep, ...] = ()
    words: Words = field(default_factory=Words)
    settings: tuple[Setting, ...] = ()
