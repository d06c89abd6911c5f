"""What a match tells, without a process that plays it."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial

from ai.contract.games import game_spec
from ai.engine.searches import SearcherFactory
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchEnded,
    MatchPlan,
    MovePlayed,
    Side,
    Thinking,
)
from ai.match.jobs import play
from ai.match.match import Ledger
from ai.match.play import play_game
from ai.match.statistics import SprtBounds
from ai.search.messages import Limit
from tests import fakes

LIMIT = Limit(simulations=20)


def plan(game: str = "tictactoe", games: int = 4, sprt: SprtBounds | None = None) -> MatchPlan:
    spec = game_spec(game)
    a, b = ("best", "nmcs:level=1") if spec.players == 1 else ("level:club", "mcts@20")
    parameters = asdict(spec.parameters())
    if game == "samegame":
        parameters |= {"columns": 6, "rows": 6, "colours": 3}
    sides = (Side(a, a, LIMIT), Side(b, "mcts", LIMIT))
    return MatchPlan(game, parameters, sides, games, seed=1, opening_plies=2, sprt=sprt)


class Recorder:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def before_move(self) -> None:
        pass

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        self.events.append(event)


def told(match: MatchPlan, games: int | None = None) -> list[Event]:
    """Return what a match tells from its start to the end of some of its games, or of all."""
    ledger = Ledger(match)
    recorder = Recorder()
    recorder.events.append(match)
    for game in range(match.games if games is None else games):
        record = play_game(match, game, fakes.make, recorder)
        ledger.add(record)
        recorder.events += [record, ledger.standing]
    if games is None:
        recorder.events.append(MatchEnded("games", ledger.standing))
    return recorder.events


class Here:
    """Plays the games of a match in this process: to start others takes seconds."""

    def __init__(self, plan: MatchPlan, _jobs: int, make: SearcherFactory) -> None:
        self._play = partial(play, plan, make=make, is_cancelled=lambda: False)

    def run(self, next_game: Callable[[], int | None]) -> Iterator[GameRecord]:
        while (game := next_game()) is not None:
            yield self._play(game)

    def close(self) -> None:
        pass
