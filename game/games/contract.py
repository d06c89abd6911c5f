"""Checks that a game keeps its contract: plays it at random, in step with its kernel.

It checks what the rest of the program relies on: legal moves are legal, somebody is to move, the
end and the scores agree, a position survives a round trip through text, and the kernel plays the
same game. The kernel runs as plain Python, so nothing is compiled here.
"""

import pickle
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from game.games.game import Game
from game.games.protocol import GameSpec, IllegalMoveError, Parameters, State

GAMES: Final = 30
MOST_PLIES: Final = 20_000
NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
COMMON: Final = ("make_tables", "state_length", "max_moves", "load", "is_terminal", "outcome",
                 "legal_moves", "play", "rollout_move", "playout")  # fmt: skip
FOR_TWO: Final = ("CANDIDATES", "to_move", "candidate_moves", "plausible_moves")
FOR_ONE: Final = ("ROLLOUTS", "max_plies", "is_cleared", "record_playout", "graft")


class ContractError(Exception):
    """Says in one sentence which part of the contract a game breaks."""


def check(game: Game, seconds: float) -> None:
    """Play a game at random and compare; raise `ContractError`, or whatever the game raises.

    Args:
        game: The game.
        seconds: When to let it be, at the latest after the game that is played then.
    """
    spec = game.rules
    _check_descriptor(game)
    kernel = _Kernel(spec)
    end = time.monotonic() + seconds
    for seed in range(GAMES):
        _play(spec, kernel, seed)
        if time.monotonic() > end:
            break


def playthrough(spec: GameSpec, parameters: Parameters) -> Iterator[State]:
    """Yield the positions of a game that is played at random."""
    yield from _states(spec.new_game(parameters, 0), random.Random(0))


def _require(holds: object, sentence: str) -> None:
    if not holds:
        raise ContractError(sentence)


def _check_descriptor(game: Game) -> None:
    spec = game.rules
    _require(isinstance(spec, GameSpec), "its rules are not a GameSpec")
    shown = repr(spec.name)
    _require(isinstance(spec.name, str) and NAME.fullmatch(spec.name), f"{shown} is not a valid "
             "name: use lower-case letters, digits, - and _, and a letter first")  # fmt: skip
    _require(
        spec.title and spec.title.isprintable(),
        "its title is empty or contains unprintable characters",
    )
    _require(spec.players in (1, 2), f"it has {spec.players} players, not one or two")
    defaults = spec.parameters()
    values = asdict(defaults)
    plain = all(isinstance(value, bool | int | str) for value in values.values())
    _require(plain, "a parameter is not of type int, str or bool")
    _require(
        spec.parameters(**values) == defaults,
        "parameters with the same values do not compare equal",
    )
    for setting in game.settings:
        own = setting.name.startswith(f"{spec.name}_")
        _require(own, f"the setting {setting.name!r} must begin with '{spec.name}_'")
        problem = setting.problem(setting.default)
        _require(not problem, f"the default of the setting {setting.name!r} {problem}")


class _Kernel:
    """A game's kernel as plain Python, for its usual parameters."""

    def __init__(self, spec: GameSpec) -> None:
        from ai.kernels.plain import plain_kernel

        module = import_module(spec.kernel)
        for name in (*COMMON, *(FOR_TWO if spec.players == 2 else FOR_ONE)):
            _require(hasattr(module, name), f"its kernel has no {name!r}")
        self.plain: SimpleNamespace = plain_kernel(module)
        self.tables: Any = self.plain.make_tables(spec.parameters())
        self.out = np.zeros(int(self.plain.max_moves(self.tables)), np.int64)

    def load(self, state: State) -> Any:
        loaded = np.zeros(int(self.plain.state_length(self.tables)), np.int64)
        self.plain.load(self.tables, state.encode(), loaded)
        return loaded

    def compare(self, playing: Any, state: State) -> None:
        """Raise `ContractError` where a position of the kernel is not that of the rules."""
        plain, tables, at = self.plain, self.tables, f"after {state.move_count} moves"
        count = plain.legal_moves(tables, playing, self.out)
        moves = tuple(self.out[:count].tolist())
        _require(moves == state.legal_moves, f"kernel and rules disagree on the legal moves {at}")
        over = bool(plain.is_terminal(tables, playing)) == state.is_terminal
        _require(over, f"kernel and rules disagree on whether the game is over {at}")
        if state.is_terminal:
            value = float(plain.outcome(tables, playing))
            _require(value == state.returns[0], f"kernel and rules disagree on the result {at}")
        elif len(state.returns) == 2:
            mover = int(plain.to_move(tables, playing)) == state.current_player
            _require(mover, f"kernel and rules disagree on the player to move {at}")


def _play(spec: GameSpec, kernel: _Kernel, seed: int) -> None:
    parameters = spec.parameters()
    start = spec.new_game(parameters, seed)
    _require(start == spec.new_game(parameters, seed), "two new games with the same seed differ")
    _require(not start.is_terminal, "a new game is already over")
    choose = random.Random(seed)
    with np.errstate(over="ignore"):  # words wrap round, as compiled ones do
        playing = kernel.load(start)
        for ply, state in enumerate(_states(start, choose)):
            _require(ply <= MOST_PLIES, f"a game does not end within {MOST_PLIES} moves")
            _check_state(spec, state, ply)
            if state.last_move is not None:
                kernel.plain.play(kernel.tables, playing, state.last_move)
            kernel.compare(playing, state)
            kernel.compare(kernel.load(state), state)


def _states(state: State, choose: random.Random) -> Iterator[State]:
    yield state
    while not state.is_terminal:
        text = state.to_text()
        move = choose.choice(state.legal_moves)
        after = state.play(move)
        _require(after.last_move == move, "last_move is wrong after a move")
        _require(state.to_text() == text, "play() changes the position it is called on")
        state = after
        yield state


def _check_state(spec: GameSpec, state: State, ply: int) -> None:
    at, moves = f"after {ply} moves", state.legal_moves
    _require(isinstance(moves, tuple) and list(moves) == sorted(set(moves)),
             f"the legal moves {at} are not a tuple in ascending order")  # fmt: skip
    _require(all(type(move) is int for move in moves), f"a move {at} is not an int")
    _require(state.is_terminal != bool(moves), f"is_terminal contradicts the legal moves {at}")
    _require(state.move_count == ply, f"move_count is {state.move_count} {at}")
    _require(state.current_player in range(spec.players), f"current_player {at} is not a player")
    _require(
        len(state.returns) == spec.players, f"returns does not have one value for each player {at}"
    )
    if spec.players == 2:
        first, second = state.returns
        _require(first == -second and first in (-1, 0, 1), f"the results {at} are {state.returns}")
        _require(state.is_terminal or first == 0, f"a player has won {at}, but the game goes on")
    for move in moves:
        name = state.move_to_string(move)
        same = state.move_from_string(name) == move
        _require(same, f"{name!r} names two different moves {at}")
    _refused(lambda: state.play(-1), f"play() accepts the illegal move -1 {at}")
    _refused(lambda: state.move_from_string("?"), f"move_from_string() accepts '?' {at}")
    read = spec.state_from_text(state.to_text(), state.parameters)
    for copy, way in ((read, "text"), (pickle.loads(pickle.dumps(state)), "pickle")):
        same = copy == state and hash(copy) == hash(state) and copy.legal_moves == moves
        _require(same, f"a position changes when it goes through {way} {at}")


def _refused(ask: Callable[[], object], sentence: str) -> None:
    try:
        ask()
    except IllegalMoveError:
        return
    raise ContractError(sentence)
