"""The games that the program comes with, by their rules."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import Parameters, State
from game.games.registry import BUILT_IN

GAMES = tuple(game.rules for game in BUILT_IN)


def position(
    game: str,
    moves: str | Iterable[str | int] = (),
    parameters: Parameters | None = None,
    seed: int = 0,
) -> Any:
    """Return the position after moves of a new game, on its usual board unless told another."""
    spec = game_spec(game)
    return after(spec.new_game(parameters or spec.parameters(), seed), moves)


def after(state: State, moves: str | Iterable[str | int]) -> Any:
    """Return the position after moves, by their names or their numbers, each of them legal."""
    for each in moves.split() if isinstance(moves, str) else moves:
        move = state.move_from_string(each) if isinstance(each, str) else each
        assert move in state.legal_moves
        state = state.play(move)
    return state


@contextmanager
def refused(error: type[Exception], sentence: str) -> Iterator[None]:
    """Expect an error with exactly this sentence."""
    with pytest.raises(error) as raised:
        yield
    assert str(raised.value) == sentence


def played_out(state: State, line: Iterable[int]) -> Any:
    """Return the end of a game to which a line leads."""
    end = after(state, line)
    assert end.is_terminal
    return end
