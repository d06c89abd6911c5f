"""Searches: once, step by step, or one after the other with a tree that stays."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index
from queue import SimpleQueue
from threading import Lock
from typing import TypedDict, Unpack

from ai.contract.rules import RulesError
from ai.engine.searches import Searches
from ai.errors import unknown
from ai.external.contract import is_external
from ai.levels import levels_of, methods_of
from ai.match.specs import LEVEL, check_side, read_side
from ai.options import make_ready_searcher
from ai.search import messages
from ai.search.limits import CancelFlag
from ai.search.messages import Limit, SearchInfo, SearchResult, StartSearch
from ai.search.searcher import Listener, final_result
from ai.search.threads import search_threads
from ai.searchers import follows_proofs
from playout._games import (
    Board,
    ExactValue,
    Game,
    Position,
    Proof,
    check_is,
    described,
    history_of,
    names_of,
    values_of,
)


class Bounds(TypedDict, total=False):
    """How long a search takes at most; whichever is met first ends it."""

    simulations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move, as a search sees it, for the player who makes it.

    Attributes:
        move: The move's name.
        visits: How often it was tried.
        value: The proven share of a win, else the expected one, 0 to 1; in a game for one the
            expected score.
        error: One standard error of the value.
        proof: What is proven of it, whatever is replied; None where nothing is.
        distance: Moves of both sides to the end under that proof, at most, this one included.
        line: What is expected to follow, this move first.
    """

    move: str
    visits: int
    value: float
    error: float
    proof: Proof | None
    distance: int | None
    line: tuple[str, ...]

    @property
    def win_rate(self) -> float:
        """The value, by its name in games for two."""
        return self.value


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why a side cannot lose, on paper: whoever takes a cell of a pair gets the other answered.

    Attributes:
        side: Which side that is.
        pairs: Disjoint pairs of empty cells.
        first: A stone that the side, being to move, has to place first; None for none.
    """

    side: str
    pairs: tuple[tuple[str, str], ...]
    first: str | None
    _game: Game = field(repr=False)
    _certificate: messages.Certificate = field(repr=False)

    def holds(self, position: Position) -> bool:
        """Check it from its definition, with nothing of what found it."""
        check = described(self._game.name).search.holds
        is_there = position.game == self._game and not position.is_over
        return is_there and check is not None and check(position.state, self._certificate)


@dataclass(frozen=True, slots=True)
class Result:
    """What a search knows, while it lasts or at its end.

    Attributes:
        position: What was searched.
        move: The move to play; None where the game is over or given up.
        value: As a candidate's, of the position.
        error: One standard error of the value.
        candidates: The moves that were tried, best first.
        line: What is expected to follow; in a game for one, to the end.
        proof: What is proven of the position, for the player to move.
        distance: Moves of both sides to the end under that proof, at most.
        simulations: How many playouts this search has made.
        reused: How many the tree had from earlier searches.
        seconds: How long it has taken.
        exact: The true values of moves, where the game has a solver of its own.
        certificates: Why sides cannot lose, where that is proven so.
        upper_bound: A score that no line of a game for one exceeds, if one is known.
        optimal: Whether the line of a game for one is proven to be the best there is.
        reason: Why it ended, such as ``simulations``, ``time`` or ``proven``; empty before.
    """

    position: Position
    move: str | None
    value: float
    error: float
    candidates: tuple[Candidate, ...]
    line: tuple[str, ...]
    proof: Proof | None
    distance: int | None
    simulations: int
    reused: int
    seconds: float
    exact: tuple[ExactValue, ...]
    certificates: tuple[Certificate, ...]
    upper_bound: float | None
    optimal: bool
    reason: str

    @property
    def win_rate(self) -> float:
        """The value, by its name in games for two."""
        return self.value

    @property
    def end(self) -> Position:
        """The position at the end of the line, as the rules replay it."""
        return self.position.play(*self.line)


class Search:
    """Searches one after the other: each goes on from the tree of the one before it.

    A tree is kept for each searcher and each level, along the moves of one game. What any search
    has proven of that game, all others tell and play, except the levels below Strong.

    It makes one search at a time: threads that search at once need one each.
    """

    def __init__(self, *, seed: int = 0, threads: int = 1) -> None:
        """Begin; one thread, one seed and limits in simulations repeat exactly."""
        self._seed = index(seed)
        self._threads = threads
        self._searches = Searches()
        self._at_work = Lock()

    def run(self, position: Position, searcher: str = "", **limit: Unpack[Bounds]) -> Result:
        """Search a position to a limit.

        Args:
            position: What to search.
            searcher: ``NAME``, ``NAME:key=value,...``, or a level, which has a limit of its own;
                empty for what the window uses.
            limit: `simulations` or `seconds`, or both; to compile what is needed counts as none.

        Raises:
            ValueError: There is no such searcher, it cannot play here, or there is no limit.
            RuntimeError: It makes another search at this moment.
        """
        request = self._request(position, searcher, limit_of(limit))
        if not request.limit.is_bounded:
            raise RulesError("a search needs a limit: simulations=1000, or seconds=2.0")
        result = self._search(request, CancelFlag(), lambda _: None)
        return _result(position, result.info, result)

    def watch(
        self, position: Position, searcher: str = "", *, every: int = 0, **limit: Unpack[Bounds]
    ) -> Iterator[Result]:
        """Search as `run` does; yield what is known ten times a second, and the end last.

        Without a limit it lasts until the iterator is closed, as a loop that is left does.

        Args:
            every: After how many simulations something is yielded, instead; each time the search
                goes on in its tree, which only some searchers keep.

        Raises:
            ValueError: As `run`, and for a searcher that keeps none.
        """
        if every:
            yield from self._sampled(position, searcher, every, limit_of(limit))
            return
        request = self._request(position, searcher, limit_of(limit))
        flag = CancelFlag()
        reports: SimpleQueue[SearchInfo | None] = SimpleQueue()
        with search_threads(1, flag.set) as pool:
            search = pool.submit(self._search, request, flag, reports.put)
            search.add_done_callback(lambda _: reports.put(None))
            while (info := reports.get()) is not None:
                yield _result(position, info)
            yield _result(position, search.result().info, search.result())

    def _sampled(
        self, position: Position, searcher: str, every: int, limit: Limit
    ) -> Iterator[Result]:
        done, spent = 0, 0.0
        while limit.simulations is None or done < limit.simulations:
            step = every if limit.simulations is None else min(every, limit.simulations - done)
            bounds: Bounds = {"simulations": step}
            if limit.seconds:
                bounds["seconds"] = limit.seconds - spent
            result = self.run(position, searcher, **bounds)
            if done and not result.reused:
                raise RulesError(f"'{searcher}' keeps no tree that a search goes on in")
            yield result
            done, spent = done + every, spent + result.seconds
            if result.reason != "simulations" or (limit.seconds and spent >= limit.seconds):
                return

    def close(self) -> None:
        """Drop all trees, and end other programs that searched."""
        self._searches.forget()

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _search(self, request: StartSearch, flag: CancelFlag, report: Listener) -> SearchResult:
        if request.position.is_terminal:  # not every searcher expects that
            return final_result(request.position)
        if not self._at_work.acquire(blocking=False):
            raise RuntimeError("this Search is at work: threads that search at once need one each")
        try:
            return self._searches.run(request, flag, report)
        finally:
            self._at_work.release()

    def _request(self, position: Position, searcher: str, limit: Limit) -> StartSearch:
        check_is(position, Position)
        game = position.game.name
        spec = searcher.strip() or methods_of(game)[0].searcher
        side = read_side(spec, game, limit)
        check_side(side, game, position.state.parameters)
        name = spec.removeprefix(LEVEL).partition("@")[0].lower()
        level = next((each for each in levels_of(game) if each.name == name), None)
        request = StartSearch(
            generation=0,
            game=game,
            position=position.state,
            history=history_of(position),
            searcher=side.searcher,
            limit=limit if limit.is_bounded else side.limit,
            seed=self._seed,
            threads=self._threads,
            follows_proofs=level.follows_proofs if level else follows_proofs(side.searcher, game),
        )
        if request.limit.seconds and not is_external(side.searcher):
            _make_ready(side.searcher, game, threads=self._threads)
        return request


def search(
    position: Position,
    searcher: str = "",
    *,
    seed: int = 0,
    threads: int = 1,
    **limit: Unpack[Bounds],
) -> Result:
    """Search a position once; see `Search` and `Search.run`."""
    with Search(seed=seed, threads=threads) as searches:
        return searches.run(position, searcher, **limit)


def watch(
    position: Position,
    searcher: str = "",
    *,
    seed: int = 0,
    threads: int = 1,
    every: int = 0,
    **limit: Unpack[Bounds],
) -> Iterator[Result]:
    """Search a position once, and yield what is known so far; see `Search.watch`."""
    with Search(seed=seed, threads=threads) as searches:
        yield from searches.watch(position, searcher, every=every, **limit)


def solve(
    board: Board | Position,
    searcher: str = "",
    *,
    seed: int = 0,
    threads: int = 1,
    **limit: Unpack[Bounds],
) -> Result:
    """Play a board of a game for one to its end, as well as the limit allows.

    Raises:
        ValueError: As `Search.run`, and for a game for two.
    """
    position = board.position if isinstance(board, Board) else board
    check_is(position, Position)
    if position.game.players == 2:
        raise RulesError(f"{position.game.name} is for two: search it, or ask for exact values")
    return search(position, searcher, seed=seed, threads=threads, **limit)


def limit_of(bounds: Bounds) -> Limit:
    """Return a limit; raise `ValueError` or `TypeError` for what is none."""
    for name, value in bounds.items():
        if name not in Bounds.__annotations__:
            raise TypeError(unknown("argument", name, Bounds.__annotations__))
        if not (isinstance(value, int | float) and value > 0):
            raise RulesError(f"{name} must be a number above 0, not {value!r}")
    return Limit(**bounds)


_make_ready = lru_cache(maxsize=256)(make_ready_searcher)


def _result(position: Position, info: SearchInfo, end: SearchResult | None = None) -> Result:
    """Return what a search knows, with the names of moves; `end` is there once it is over."""
    candidates = tuple(_candidate(position, each) for each in info.candidates)
    move = next((each.move for each in info.candidates), None) if end is None else end.move
    best, proven = info.candidates[:1], {each.move for each in info.candidates if each.proof}
    if info.proof is None and best and proven.issuperset(position.state.legal_moves):
        info = replace(info, proof=best[0].proof)
    if info.proof is not None and info.distance is None and best and best[0].proof is info.proof:
        info = replace(info, distance=best[0].distance)
    return Result(
        position=position,
        move=None if move is None else position.state.move_to_string(move),
        value=info.proof.share if info.proof else info.value,
        error=0.0 if info.proof else info.error,
        candidates=candidates,
        line=names_of(position, info.line),
        proof=info.proof.value if info.proof else None,
        distance=info.distance,
        simulations=info.simulations,
        reused=info.reused_visits,
        seconds=info.elapsed,
        exact=values_of(position, info.exact),
        certificates=tuple(_certificate(position, each) for each in info.certificates),
        upper_bound=info.upper_bound,
        optimal=info.optimal,
        reason="" if end is None else end.reason.value,
    )


def _candidate(position: Position, candidate: messages.Candidate) -> Candidate:
    return Candidate(
        move=position.state.move_to_string(candidate.move),
        visits=candidate.visits,
        value=candidate.effective_value,
        error=0.0 if candidate.proof else candidate.error,
        proof=candidate.proof.value if candidate.proof else None,
        distance=candidate.distance if candidate.proof else None,
        line=names_of(position, candidate.line),
    )


def _certificate(position: Position, certificate: messages.Certificate) -> Certificate:
    name = position.state.move_to_string
    return Certificate(
        side=described(position.game.name).rules.sides[certificate.colour - 1],
        pairs=tuple((name(one), name(two)) for one, two in certificate.pairs),
        first=None if certificate.first is None else name(certificate.first),
        _game=position.game,
        _certificate=certificate,
    )
