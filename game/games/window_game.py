"""The descriptor of a game that is played in the window: what `Game` says, and what players see."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ai.contract.game import Game
from ai.contract.lazy import Lazy
from game.games.setting import Setting


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says where the common words do not fit.

    Attributes:
        headline: Takes the final state and the number of moves; returns how the game ended.
        told: Takes a position and the move that was played there; returns in a few words, as in
            "a threat at c3", what it did for all to see, or nothing. Only what the rules say.
    """

    headline: Callable[[Any, int], str] | None = None
    told: Callable[[Any, int], str] | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WindowGame(Game):
    """A game with a window.

    Attributes:
        entry: Its `game.screens.entry.GameEntry`.
        words: What it says otherwise than most games.
        settings: What players can set, besides level, time and searcher. Each name begins with the
            game's, as in ``NAME_columns``.
    """

    ready_at_start: ClassVar[bool] = True

    entry: Lazy
    words: Words = field(default_factory=Words)
    settings: tuple[Setting, ...] = ()
