"""Games of a hex Gomoku searcher against itself, played by the arena, with all that it thought."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field

from ai.contract.rules import State
from ai.match.events import GameBegun, MatchPlan, MovePlayed, Side, Thinking, parameters_of
from ai.match.play import GameError, default_plies, play_game
from ai.options import make_ready_searcher
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, SearchInfo, SearchResult
from ai.search.searcher import Listener, Searcher
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import SPEC, HexParameters, HexState, new_game, state_from_text
from game.games.hex_gomoku.search.pairing import certificates


class _EnoughError(GameError):
    """The rest of the game is of no interest."""


@dataclass(slots=True)
class SelfPlay:
    """A game of a searcher against itself; a `Watcher`.

    Attributes:
        is_over: Whether to end the game at a position.
        opening: The position it began with.
        end: The position at its end.
        moves: The moves after the opening.
        infos: What each of them was based on.
    """

    is_over: Callable[[HexState], bool]
    opening: HexState = field(default_factory=lambda: new_game(HexParameters(), 0))
    end: HexState = field(init=False)
    moves: list[int] = field(default_factory=list)
    infos: list[SearchInfo] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.end = self.opening

    def before_move(self) -> None:
        """Give the rest of the game up where it is over."""
        if self.is_over(self.end):
            raise _EnoughError

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        """Follow the game."""
        if isinstance(event, GameBegun):
            parameters = parameters_of("hex", event.parameters)
            assert isinstance(parameters, HexParameters)
            self.opening = self.end = state_from_text(event.start, parameters)
        elif isinstance(event, MovePlayed):
            self.moves.append(self.end.move_from_string(event.move))
            self.end = self.end.play(self.moves[-1])

    def make(self, spec: str, game: str, *, threads: int, seed: int) -> Searcher:
        """Return a searcher whose results are kept in `infos`; a `SearcherFactory`."""
        return _Overheard(make_searcher(spec, game, threads=threads, seed=seed), self.infos)


@dataclass(slots=True)
class _Overheard:
    """A searcher, and where it notes what it found."""

    searcher: Searcher
    infos: list[SearchInfo]

    def advance(self, moves: tuple[int, ...] | None) -> None:
        self.searcher.advance(moves)

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        result = self.searcher.search(position, limit, is_cancelled, on_progress)
        self.infos.append(result.info)
        return result


def is_settled(state: HexState) -> bool:
    """Whether nobody can win any more, by the rules or by two certificates."""
    return state.is_terminal or len(certificates(state)) == 2


def self_play(
    searcher: str,
    limit: Limit,
    number: int,
    seed: int,
    is_over: Callable[[HexState], bool] = is_settled,
) -> Iterator[SelfPlay]:
    """Yield games of a searcher against itself, each from an opening of its own."""
    make_ready_searcher(searcher, SPEC.name)
    side = Side(searcher, searcher, limit)
    plan = MatchPlan(
        game=SPEC.name,
        parameters=asdict(HexParameters()),
        sides=(side, side),
        games=2 * number,
        seed=seed,
        opening_plies=default_plies(SPEC),
    )
    for opening in range(number):
        game = SelfPlay(is_over)
        record = play_game(plan, 2 * opening, game.make, game)  # the second one begins alike
        if record.error:
            raise RuntimeError(record.error)
        yield game
