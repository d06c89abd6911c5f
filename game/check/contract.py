"""Checks that a game keeps its contract: plays it at random, in step with its kernel.

It checks what the rest of the program relies on: legal moves are legal, the players take turns,
the end and the scores agree, a position survives a round trip through text, and the kernel plays
the same game, on boards of several sizes. `game.check.search_contract` checks the
functions that only searches call.
"""

import inspect
import math
import pickle
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, asdict, fields, replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from ai import errors
from ai.contract.game import Game
from ai.contract.rules import (
    FIRST_PLAYER,
    GameSpec,
    IllegalMoveError,
    ParameterError,
    Parameters,
    PositionError,
    RulesError,
    State,
)
from ai.gtp.protocol import LETTERS
from ai.kinds import SearcherOptions
from game.games.window_game import Setting, WindowGame, Words
from game.words.say import counted

GAMES: Final = 30
MOST_PLIES: Final = 20_000
MOST_NAMES: Final = 40
"""Moves of a position whose names are read back."""
BEYOND: Final = 10**9
"""More than any parameter may be."""
MOST_VALUES: Final = 100
"""Values of a parameter or a setting that are all asked for; of more, the ends are, or those beside
the usual one."""
USUAL: Final = 0.4
"""The share of the time that the usual board gets; the others share the rest."""
NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
COMMON: Final = ("make_tables", "state_length", "max_moves", "load", "to_move", "is_terminal",
                 "outcome", "legal_moves", "play", "rollout_move", "playout")  # fmt: skip
FOR_TWO: Final = ("CANDIDATES", "candidate_moves", "plausible_moves")
FOR_ONE: Final = ("ROLLOUTS", "max_plies", "is_cleared", "record_playout", "graft")


class ContractError(Exception):
    """Says in one sentence which part of the contract a game breaks, and in which function."""

    def __init__(self, sentence: str, function: Any = None) -> None:
        place = errors.place_of(function)
        super().__init__(f"{sentence} ({place})" if place else sentence)


def playthrough(spec: GameSpec, parameters: Parameters) -> Iterator[State]:
    yield from states(spec.new_game(parameters, 0), random.Random(0))


def require(holds: object, sentence: str, function: Any = None) -> None:
    """Raise `ContractError` with a sentence unless something holds."""
    if not holds:
        raise ContractError(sentence, function)


# What is written down about a game.


def check_descriptor(game: Game) -> str:
    """Check what a game tells of itself; return what was seen, or raise `ContractError`."""
    spec = game.rules
    require(isinstance(spec, GameSpec), "its rules are not a GameSpec")
    shown = repr(spec.name)
    require(isinstance(spec.name, str) and NAME.fullmatch(spec.name), f"{shown} is not a valid "
            "name: use lower-case letters, digits, - and _, and a letter first")  # fmt: skip
    require(
        spec.title and spec.title.isprintable(),
        "its title is empty or contains unprintable characters",
    )
    require(spec.players in (1, 2), f"it has {spec.players} players, not one or two")
    defaults = spec.parameters()
    values = asdict(defaults)
    plain = all(isinstance(value, bool | int | str) for value in values.values())
    require(plain, "a parameter is not of type int, str or bool")
    are_equal = spec.parameters(**values) == defaults
    require(are_equal, "parameters with the same values do not compare equal")
    _check_annotated(type(defaults), "int = 7")
    for setting in _settings(game):
        is_prefixed = setting.name.startswith(f"{spec.name}_")
        require(is_prefixed, f"the setting {setting.name!r} must begin with '{spec.name}_'")
        problem = setting.problem(setting.default)
        require(not problem, f"the default of the setting {setting.name!r} {problem}")
        is_text = isinstance(setting.default, str)
        require(is_text or not setting.choices, f"the setting {setting.name!r} is no text, so its "
                "choices would be passed over: give it low and high")  # fmt: skip
    _check_searchers(game)
    return f"parameters: {len(values)}, settings: {len(_settings(game))}"


def _settings(game: Game) -> tuple[Setting, ...]:
    return game.settings if isinstance(game, WindowGame) else ()


def _check_searchers(game: Game) -> None:
    from ai.levels import levels_of, methods_of
    from ai.searchers import parse_spec

    common = {each.name for each in fields(SearcherOptions)}
    for kind in game.search.kinds:
        _check_annotated(kind.options, "int = number(7, 1, 9)")
        for option in fields(kind.options):
            says = option.init is False or option.metadata or option.name in common
            require(says, f"the option {option.name!r} of the searcher '{kind.name}' does not say "
                    "what it may be, so nobody can set it: give it number(), choice(), switch(), "
                    "move_filter() or fixed() of ai.kinds")  # fmt: skip
    for named in (*levels_of(game.name), *methods_of(game.name)):
        level: Any = named
        try:
            parse_spec(level.searcher, game.name)
        except ValueError as error:
            raise ContractError(f"the level '{level.name}' cannot play: {error}") from error


def _check_annotated(options: type, example: str) -> None:
    """Require a type at every field: without one, a dataclass passes over it silently."""
    names = {each.name for each in fields(options)}
    for each in options.__mro__:
        annotated = inspect.get_annotations(each)
        for name, value in vars(each).items():
            is_value = isinstance(value, bool | int | float | str | Field)
            missed = is_value and name[0] != "_" and name not in names and name not in annotated
            require(not missed, f"{name!r} of {each.__name__} has no type and is no field: "
                    f"write '{name}: {example}', or ClassVar[...] for a constant")  # fmt: skip


# The boards.


def boards(game: Game) -> tuple[Parameters, ...]:
    """Return the usual board and the ends of what can be chosen; raise `ContractError`."""
    usual = game.rules.parameters()
    kinds = [usual]
    sized = []
    for size in game.protocol.sizes:
        try:
            sized.append(game.protocol.resized(usual, size))
        except ParameterError as error:
            raise ContractError(f"the rules refuse the size {size}: {error}") from error
    kinds += _some(sized)
    settings = {each.name.removeprefix(f"{game.name}_"): each for each in _settings(game)}
    for name, default in asdict(usual).items():
        setting = settings.get(name)
        accepted = []
        for value in _offered(setting) if setting else _allowed(usual, name, default):
            try:
                accepted.append(replace(usual, **{name: value}))
            except ParameterError as error:
                offered = setting is not None and setting.at_most is None
                complaint = (
                    f"the rules refuse {value!r}, which the setting '{game.name}_{name}' offers"
                )
                require(not offered, f"{complaint}: {error}")
        kinds += _some(accepted)
    return tuple(dict.fromkeys(kinds))


def _some(values: Sequence[Any]) -> Sequence[Any]:
    return [values[at] for at in (0, len(values) // 2, -1)] if values else ()


def _offered(setting: Setting) -> Sequence[object]:
    """Return what players can choose, or some of it if that is much."""
    if isinstance(setting.default, bool):
        return (False, True)
    values = setting.choices or range(int(setting.low), int(setting.high) + 1)
    return values if len(values) <= MOST_VALUES else _some(values)


def _allowed(usual: Parameters, name: str, default: object) -> Sequence[object]:
    if isinstance(default, bool):
        return (not default,)
    if not isinstance(default, int):
        return ()
    try:
        replace(usual, **{name: BEYOND})
    except ParameterError as error:
        if limits := re.search(r"must be (-?\d+) to (-?\d+)", str(error)):
            low, high = int(limits[1]), int(limits[2])
            if high - low <= MOST_VALUES:
                return range(low, high + 1)
    return (default - 1, default + 1)


def board_name(game: Game, parameters: Parameters) -> str:
    """Return what tells a board from the usual one, for a sentence; empty for that."""
    usual = asdict(game.rules.parameters())
    other = [f"{key}={value}" for key, value in asdict(parameters).items() if value != usual[key]]
    return f" with {','.join(other)}" if other else ""


def on_each_board(
    game: Game, seconds: float, look: Callable[[Parameters, float], None]
) -> tuple[Parameters, ...]:
    """Look at each board, which takes a share of the time; say in a sentence which one fails.

    Args:
        look: Takes the board's parameters and when to stop, by the clock of the processor.
    """
    all_boards = boards(game)
    for number, parameters in enumerate(all_boards):
        share = (
            USUAL if number == 0 and all_boards[1:] else (1 - USUAL) / max(1, len(all_boards) - 1)
        )
        try:
            look(parameters, time.process_time() + seconds * share)
        except ContractError as error:
            where = board_name(game, parameters)
            if not where:
                raise
            located = ContractError(f"{error},{where}")
            raise located.with_traceback(error.__traceback__) from error.__cause__
    return all_boards


# The rules, and the kernel in step with them.


def check_rules(game: Game, seconds: float) -> str:
    """Play at random for some seconds; return how much, or raise `ContractError`."""
    games = positions = 0

    def look(parameters: Parameters, end: float) -> None:
        nonlocal games, positions
        kernel = PlainKernel(game.rules, parameters)
        for seed in range(GAMES):
            positions += _play(game.rules, kernel, seed, end)
            games += 1
            if time.process_time() > end:
                break
        _check_words(game, parameters)

    played = on_each_board(game, seconds, look)
    return f"{counted(len(played), 'board')}, {games} games, {positions:,} positions"


def _check_words(game: Game, parameters: Parameters) -> None:
    """Write the last position of a game as gtp shows it, and say how the game ended."""
    *before, end = playthrough(game.rules, parameters)
    hooks: dict[str, tuple[Callable[..., object], tuple[object, ...]]] = {
        "its diagram": (game.protocol.diagram, (end, LETTERS)[: 1 + game.protocol.square])
    }
    words = game.words if isinstance(game, WindowGame) else Words()
    if words.headline is not None:
        hooks["Words.headline"] = (words.headline, (end,))
    if words.move_effect is not None and end.last_move is not None:
        hooks["Words.move_effect"] = (words.move_effect, (before[-1], end.last_move))
    if words.threats is not None:
        hooks["Words.threats"] = (words.threats, (before[-1], None))
    for name, (function, arguments) in hooks.items():
        text = function(*arguments)
        require(isinstance(text, str), f"{name} says {text!r}, which is no text", function)


class PlainKernel:
    """A game's kernel as plain Python, for one board.

    Attributes:
        plies: How many moves the searches have room for.
    """

    def __init__(self, spec: GameSpec, parameters: Parameters) -> None:
        from ai.kernels.plain import plain_kernel

        self.parameters = parameters
        self.module = module = import_module(spec.kernel)
        for name in (*COMMON, *(FOR_TWO if spec.players == 2 else FOR_ONE)):
            require(hasattr(module, name), f"its kernel has no {name!r}")
        self.plain: SimpleNamespace = plain_kernel(module)
        self.tables: Any = self.plain.make_tables(parameters)
        self.room = int(self.plain.max_moves(self.tables))
        most = getattr(self.plain, "max_plies", self.plain.max_moves)
        self.plies = int(most(self.tables))
        self.out = np.zeros(self.room, np.int64)
        self._seen: dict[bytes, tuple[object, ...]] = {}

    def load(self, state: State) -> Any:
        # What was there before must not matter.
        loaded = np.full(int(self.plain.state_length(self.tables)), 7, np.int64)
        self.plain.load(self.tables, state.encode(), loaded)
        return loaded

    def compare(self, playing: Any, state: State) -> None:
        """Raise `ContractError` where a position of the kernel is not that of the rules."""
        plain, tables, at = self.plain, self.tables, f"after {state.move_count} moves"
        for _ in range(2):  # the second time it must say the same
            count = plain.legal_moves(tables, playing, self.out)
            moves = tuple(self.out[:count].tolist())
            require(moves == state.legal_moves,
                    f"kernel and rules disagree on the legal moves {at}: {moves} and "
                    f"{state.legal_moves}", plain.legal_moves)  # fmt: skip
        over = bool(plain.is_terminal(tables, playing)) == state.is_terminal
        require(over, f"kernel and rules disagree on whether the game is over {at}",
                plain.is_terminal)  # fmt: skip
        if state.is_terminal:
            value = float(plain.outcome(tables, playing))
            same = value == state.returns[0]
            require(same, f"kernel and rules disagree on the result {at}", plain.outcome)
        elif len(state.returns) == 2:
            mover = int(plain.to_move(tables, playing)) == state.current_player
            require(mover, f"kernel and rules disagree on the player to move {at}", plain.to_move)

    def check_encoding(self, state: State) -> None:
        """Raise `ContractError` where two positions that differ are one to the kernel."""
        facts = (state.legal_moves, state.current_player, state.is_terminal,
                 state.returns if state.is_terminal else ())  # fmt: skip
        same = self._seen.setdefault(state.encode().tobytes(), facts) == facts
        require(same, "two positions with different moves or results have the same encode()",
                type(state).encode)  # fmt: skip


def _play(spec: GameSpec, kernel: PlainKernel, seed: int, end: float) -> int:
    """Play a game to its end, or until the time is over; return how many positions there were."""
    start = spec.new_game(kernel.parameters, seed)
    again = spec.new_game(kernel.parameters, seed)
    require(start == again, "two new games with the same seed differ")
    require(not start.is_terminal, "a new game is already over")
    choose = random.Random(seed)
    ply = 0
    playing = kernel.load(start)
    for ply, state in enumerate(states(start, choose)):
        require(ply <= MOST_PLIES, f"a game does not end within {MOST_PLIES} moves")
        require(ply <= kernel.plies, f"a game takes more than {kernel.plies} moves, for which "
                "the searches have no room: let max_plies() return the most",
                getattr(kernel.plain, "max_plies", kernel.plain.max_moves))  # fmt: skip
        _check_state(spec, state, ply, choose)
        _check_set_up(spec, state, f"after {ply} moves")
        if state.last_move is not None:
            kernel.plain.play(kernel.tables, playing, state.last_move)
        kernel.compare(playing, state)
        kernel.compare(kernel.load(state), state)
        kernel.check_encoding(state)
        if ply and time.process_time() > end:
            break
    return ply + 1


def states(state: State, choose: random.Random) -> Iterator[State]:
    yield state
    while not state.is_terminal:
        text = state.to_text()
        move = choose.choice(state.legal_moves)
        after = state.play(move)
        require(after.last_move == move, "last_move is wrong after a move")
        require(state.to_text() == text, "play() changes the position it is called on")
        require(after == state.play(move), "the same move leads to two different positions")
        turns = len(after.returns) == 1 or after.current_player != state.current_player
        require(turns or after.is_terminal, f"the players do not take turns: after "
                f"{after.move_count} moves it is still the same player's; the searches need a "
                "move such as passing in between")  # fmt: skip
        state = after
        yield state


def _check_state(spec: GameSpec, state: State, ply: int, choose: random.Random) -> None:
    at, moves = f"after {ply} moves", state.legal_moves
    require(isinstance(moves, tuple) and list(moves) == sorted(set(moves)),
            f"the legal moves {at} are not a tuple in ascending order: {moves}")  # fmt: skip
    require(all(type(move) is int for move in moves), f"a move {at} is not an int")
    require(state.is_terminal != bool(moves), f"is_terminal contradicts the legal moves {at}")
    require(state.move_count == ply, f"move_count is {state.move_count} {at}")
    require(state.current_player in range(spec.players), f"current_player {at} is not a player")
    require(ply or state.current_player == FIRST_PLAYER, "the first player does not begin")
    require(
        len(state.returns) == spec.players, f"returns does not have one value for each player {at}"
    )
    require(
        all(math.isfinite(value) for value in state.returns),
        f"the results {at} are no finite numbers: {state.returns}",
        import_module(spec.kernel).outcome,
    )
    if spec.players == 2:
        first, second = state.returns
        require(first == -second and first in (-1, 0, 1), f"the results {at} are {state.returns}")
        require(state.is_terminal or first == 0, f"a player has won {at}, but the game goes on")
    for move in moves if len(moves) <= MOST_NAMES else choose.sample(moves, MOST_NAMES):
        try:
            name = state.move_to_string(move)
        except RulesError as error:
            raise ContractError(f"the legal move {move} {at} has no name: {error}") from error
        same = state.move_from_string(name) == move
        require(same, f"{name!r} names two different moves {at}")
    _refused(lambda: state.play(-1), f"play() accepts the illegal move -1 {at}")
    _refused(lambda: state.move_from_string("?"), f"move_from_string() accepts '?' {at}")
    text, write = state.to_text(), type(state).to_text
    require(isinstance(text, str), f"to_text() returns {text!r} {at}, which is no text", write)
    try:
        read = spec.state_from_text(text, state.parameters)
    except PositionError as error:
        problem = f"what to_text() writes {at} cannot be read back: {error}"
        raise ContractError(problem, write) from error
    for copy, way in ((read, "text"), (pickle.loads(pickle.dumps(state)), "pickle")):
        same = copy == state and hash(copy) == hash(state) and copy.legal_moves == moves
        at_fault = write if way == "text" else None
        require(same, f"a position changes when it goes through {way} {at}", at_fault)


def _check_set_up(spec: GameSpec, state: State, at: str) -> None:
    """Set a position up again, by its pieces."""
    by_hand = spec.set_up
    if by_hand is None or state.is_terminal:
        return
    cells, player = [*by_hand.cells(state)], state.current_player
    again = by_hand.arrange(state, cells, player)
    problem = by_hand.problem(again)
    require(problem == "", f"nobody can play on {at}, says set_up: {problem!r}", by_hand.problem)
    read = spec.state_from_text(again.to_text(), state.parameters)
    same = [*by_hand.cells(read)] == cells and read.current_player == player
    require(same, f"a position {at} is another one once it is set up by hand", by_hand.arrange)


def _refused(ask: Callable[[], object], sentence: str) -> None:
    try:
        ask()
    except IllegalMoveError:
        return
    raise ContractError(sentence)
