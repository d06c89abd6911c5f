"""The games for two in OpenSpiel, its games here, and bots; needs the extra ``open-spiel``.

To import this registers ours there, ``pyspiel.load_game("playout_hex(side=5)")``, and theirs here,
``playout.game("open_spiel", game="breakthrough(columns=6,rows=6)")``.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, Unpack

import numpy as np

from ai.contract.rules import State
from ai.kinds import SearcherKind, SearcherOptions
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import Listener
from ai.version import library
from game.games import plugins
from playout._games import Game, Position, game, games
from playout._searches import Bounds, Search
from playout.adapters import most_plies, numbers_of

with library("open-spiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

THEIRS: Final = "open_spiel"
"""What their games are called here; a parameter says which it is."""
FOLDER: Final = Path(__file__).resolve().with_name("spiel_games")


class SpielGame(pyspiel.Game):
    """A game for two; see `pyspiel.Game`."""

    def __init__(self, kind: pyspiel.GameType, name: str, parameters: Any = None) -> None:
        self.game = game(name, **(parameters or {}))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbers_of(self.game).names),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_plies(self.game),
        )
        super().__init__(kind, info, parameters or {})

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Let whoever unpickles it import this module, which registers it."""
        return _load, (str(self),)

    def new_initial_state(self, state: None = None) -> "SpielState":  # noqa: ARG002
        """Return the first position."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what tells a position as numbers or as text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _load(name: str) -> pyspiel.Game:
    return pyspiel.load_game(name)


class SpielState(pyspiel.State):
    """A position; see `pyspiel.State`.

    Attributes:
        position: The same as the library has it.
    """

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self.position = spiel_game.game.start()
        self._numbers = numbers_of(spiel_game.game)

    def current_player(self) -> int:
        """Return who is to move."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.player

    def _legal_actions(self, _player: int) -> list[int]:
        return self._numbers.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self._numbers.names[action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._numbers.names[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return 1, 0 or -1 for each player."""
        return list(self.position.returns)

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """Tells a position; see `open_spiel.python.observation`."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.start().array().shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, _player: int) -> None:
        """Write the position into `tensor`."""
        self.tensor[:] = state.position.array()

    def string_from(self, state: SpielState, _player: int) -> str:
        """Return the position as text."""
        return state.position.text


def spiel_state(position: Position) -> pyspiel.State:
    """Return a position as OpenSpiel has it: of its own games, or of ours among them."""
    if position.game.name == THEIRS:
        return position.state.theirs()  # type: ignore[attr-defined]
    loaded = pyspiel.load_game(_short_name(position.game.name), dict(position.game.parameters))
    state = loaded.new_initial_state()
    state.position = position
    return state


def position_of(state: pyspiel.State) -> Position:
    """Return a position of OpenSpiel's; raise `ValueError` where its game cannot be played here."""
    if hasattr(state, "position"):  # it is one of ours
        its_position: Position = state.position
        return its_position
    position = _waited(game(THEIRS, game=str(state.get_game())).start())
    for action in state.history():
        position = _waited(position.play(str(action)))
    return position


def _waited(position: Position) -> Position:
    """Return a position after what is no move in OpenSpiel."""
    while position.moves == ("pass",):
        position = position.play("pass")
    return position


class SearchBot(pyspiel.Bot):
    """A searcher or a level as a bot, of either's games; its tree stays from move to move."""

    def __init__(self, searcher: str, *, seed: int = 0, **limit: Unpack[Bounds]) -> None:
        """Make a bot; `limit` is for each move, see `playout.Search.run`."""
        super().__init__()
        self._search = Search(seed=seed)
        self._searcher, self._limit = searcher, limit

    def step(self, state: pyspiel.State) -> int:
        """Return the number of the move to play."""
        position = position_of(state)
        move = self._search.run(position, self._searcher, **self._limit).move
        return numbers_of(position.game).names.index(str(move))

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin anew; the search finds out by itself what it knows of the position."""


def bot_searcher(
    name: str,
    make_bot: Callable[[pyspiel.Game, int], Any],
    *,
    description: str = "an OpenSpiel bot",
) -> SearcherKind:
    """Return a bot as a searcher of both's games, for `playout.add_searcher` or a file.

    It thinks as long as it likes: whatever limit is given is passed over.

    Args:
        name: What it is asked for by.
        make_bot: Takes a game and a seed under 2^32 and returns a bot for it.
        description: What it does, in a few words.
    """
    return SearcherKind(name, partial(_BotSearcher, make_bot), description=description)


class _BotSearcher:
    """Lets a bot move; see `ai.search.searcher.Searcher`."""

    def __init__(
        self, make_bot: Callable[[pyspiel.Game, int], Any], name: str, options: SearcherOptions
    ) -> None:
        self._make_bot, self._name = make_bot, name
        self._seed = options.seed % 2**32  # all that NumPy's generators of their bots take

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Do nothing: each position has a bot of its own."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Return the bot's move."""
        del limit, is_cancelled, on_progress  # it thinks as long as it likes
        started = time.perf_counter()
        move = position.legal_moves[0]
        if position.legal_moves[1:]:  # else it may be none there
            start = Position(Game(self._name, position.parameters), position, position)
            state = spiel_state(start)
            action = self._make_bot(state.get_game(), self._seed).step(state)
            move = position.legal_moves[state.legal_actions().index(action)]
        info = SearchInfo(line=(move,), elapsed=time.perf_counter() - started)
        return SearchResult(move, info, StopReason.TIME)


def _short_name(name: str) -> str:
    return f"playout_{name.replace('-', '_')}"


def _register(name: str) -> None:
    kind = pyspiel.GameType(
        short_name=_short_name(name),
        long_name=game(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(game(name).parameters),
    )

    class RegisteredGame(SpielGame):  # a partial function would outlive Python and crash its end
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, name, parameters)

    pyspiel.register_game(kind, RegisteredGame)


for _name in games():
    if game(_name).players == 2 and _name != THEIRS:
        _register(_name)
plugins.add(FOLDER)
