"""The border to searchers of users: what they tell is checked here once, and believed nowhere else.

Whatever is wrong is one sentence that names the searcher. A proof has to be one: of moves that end
the game the rules know it, of others the game's solver may, and certificates are checked by their
definition. One that is refuted is wrong; one that nobody here can confirm stays the searcher's own
word, an estimate.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache, cached_property, reduce
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from ai.contract.games import game_of, game_spec
from ai.contract.rules import RulesError, State
from ai.errors import SearcherFailedError, in_short, is_from_user
from ai.kinds import SearcherKind, SearcherOptions
from ai.search.limits import CancelFlag, TimeSupplier
from ai.search.messages import (
    Branch,
    Candidate,
    Certificate,
    ExactValue,
    Limit,
    Proof,
    SearchInfo,
    SearchResult,
    StopReason,
)
from ai.search.order import best_truth, in_order
from ai.search.searcher import Listener, Searcher, final_result

_BUILT_IN: Final = ("ai.", "game.")


class CheckedSearcher:
    """A searcher of a user: whatever goes wrong in it is one sentence that names it."""

    def __init__(self, kind: SearcherKind, game: str, options: SearcherOptions) -> None:
        """Make the searcher; raise `SearcherFailedError`."""
        self._name = kind.name
        self._game = game
        with self._named():
            self._searcher: Searcher = kind.make(game, options)
        # A guided search is the program's own: what it proves, it proves by the rules.
        self._is_built_in = type(self._searcher).__module__.startswith(_BUILT_IN)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """See `Searcher`."""
        with self._named():
            self._searcher.advance(moves)

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """See `Searcher`; a `TypeError` or `ValueError` becomes a `SearcherFailedError`."""
        if position.is_terminal:
            return final_result(position)
        border = _Border(self._game, position, believes=self._is_built_in)

        def report(info: SearchInfo) -> None:
            on_progress(border.checked(info))

        with self._named():
            result = self._searcher.search(position, limit, is_cancelled, report)
            if not isinstance(result, SearchResult):
                raise TypeError(f"it answered {result!r}, which is no SearchResult")
            move = _typed(result.move, int | None, "SearchResult.move")
            if move not in position.legal_moves:
                raise ValueError(f"it plays {move!r}, which is not legal here")
            info, reason = border.checked(result.info), StopReason(result.reason)
            if reason is StopReason.PROVEN and info.proof is None and not info.optimal:
                reason = StopReason.EXHAUSTED
            return SearchResult(move, info, reason)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:  # it may raise what it likes
            if is_from_user(error):
                raise
            words = f"searcher '{self._name}': {in_short(error)}"
            raise SearcherFailedError(words) from error


class _Border:
    """What is told of one position; methods raise `TypeError` or `ValueError`."""

    def __init__(self, game: str, position: State, *, believes: bool) -> None:
        """Begin with nothing told; who is believed is not asked for proofs of proofs."""
        self._position = position
        self._believes = believes
        self._search = game_of(game).search
        self._for_two = game_spec(game).players == 2

    def checked(self, claimed: SearchInfo) -> SearchInfo:
        """Return what is told, in Python's own numbers, and with no proof but confirmed ones."""
        if not isinstance(claimed, SearchInfo):
            raise TypeError(f"it tells {claimed!r}, which is no SearchInfo")
        info: SearchInfo = _typed(claimed, SearchInfo, "SearchInfo")
        self._check_numbers(info)
        self._check_moves([each.move for each in info.candidates])
        self._check_moves([each.move for each in info.exact])
        for line in (info.line, *(each.line for each in info.candidates)):
            _end_of(self._position, line)
        for each in info.candidates:
            if each.line and each.line[0] != each.move:
                raise ValueError(f"it tells a line {each.line!r} of {each.move}")
        self._check_tree(info)
        for certificate in info.certificates:
            self._check_certificate(certificate)
        if self._believes:
            return info
        return self._proven(info) if self._for_two else self._bounded(info)

    def _check_numbers(self, info: SearchInfo) -> None:
        tried = info.candidates
        nodes: tuple[Candidate | Branch, ...] = (*tried, *info.tree)
        for value in (info.value, *(each.value for each in nodes)):
            if self._for_two and not 0 <= value <= 1:
                raise ValueError(f"it tells a value of {value!r}, not from 0 to 1")
        if not 0 <= info.drawn <= 1:
            raise ValueError(f"it tells that {info.drawn!r} of the games are drawn")
        for error in (info.error, info.elapsed, *(each.error for each in tried)):
            if error < 0:
                raise ValueError(f"it tells an error or seconds of {error!r}")
        counts = info.simulations, info.nodes, info.threads, info.reused_visits, info.reused_of
        for count in (*counts, *(each.visits for each in nodes)):
            if count < 0:
                raise ValueError(f"it tells of {count!r} simulations, visits or nodes")
        ends: tuple[Candidate | ExactValue, ...] = (*tried, *info.exact)
        for distance in (info.distance, *(each.distance for each in ends)):
            if distance is not None and distance < 1:
                raise ValueError(f"it tells a distance of {distance!r} to the end")

    def _check_moves(self, moves: list[int]) -> None:
        for move in moves:
            if move not in self._position.legal_moves:
                raise ValueError(f"it tells of {move!r}, which is not legal here")
            if moves.count(move) > 1:
                raise ValueError(f"it tells of {move!r} twice")

    def _check_tree(self, info: SearchInfo) -> None:
        paths: list[tuple[int, ...]] = []
        for each in info.tree:
            if not -1 <= each.parent < len(paths):
                raise ValueError(f"it tells of a node below node {each.parent!r}")
            paths.append((*(paths[each.parent] if each.parent >= 0 else ()), each.move))
            _end_of(self._position, paths[-1])

    def _check_certificate(self, certificate: Certificate) -> None:
        holds, legal = self._search.holds, self._position.legal_moves
        cells = [cell for mark in certificate.marks for cell in mark]
        is_there = certificate.colour in (1, 2) and all(cell in legal for cell in cells)
        if holds is None or not is_there or not holds(self._position, certificate):
            raise ValueError(f"it tells {certificate!r}, which does not hold")

    # Proofs.

    def _proven(self, info: SearchInfo) -> SearchInfo:
        """Return what is told with the proofs that are confirmed; others are estimates."""
        best = None if info.proof is None else self._confirmed(info, self._value, "the position")
        exact = (self._move_confirmed(each) for each in info.exact)
        candidates = map(self._candidate, info.candidates)
        return replace(
            info,
            candidates=tuple(in_order(candidates, best.proof if best is not None else None)),
            exact=tuple(each for each in exact if each is not None),
            proof=best.proof if best is not None else None,
            distance=best.distance if best is not None else None,
            upper_bound=None,  # which, as the best line, only a game for one has
            optimal=False,
            tree=tuple(replace(each, proof=None) for each in info.tree),
        )

    def _candidate(self, claimed: Candidate) -> Candidate:
        confirmed = None if claimed.proof is None else self._move_confirmed(claimed)
        if confirmed is not None:
            return replace(claimed, distance=confirmed.distance)
        return replace(claimed, proof=None, estimate=claimed.proof or claimed.estimate)

    def _move_confirmed(self, claimed: Candidate | ExactValue) -> ExactValue | None:
        name = self._position.move_to_string(claimed.move)
        is_over = self._position.play(claimed.move).is_terminal
        if claimed.distance is not None and (claimed.distance == 1) is not is_over:
            raise ValueError(
                f"it tells that {name} ends the game in {claimed.distance}: it does not"
            )
        return self._confirmed(claimed, self._exact_values.get(claimed.move), name)

    def _confirmed(
        self, claimed: SearchInfo | Candidate | ExactValue, true: ExactValue | None, name: str
    ) -> ExactValue | None:
        """Return what is known, which confirms a proof; raise `ValueError` if it refutes it."""
        if true is None:
            return None
        is_sooner = (
            true.proof is not Proof.DRAW
            and claimed.distance is not None
            and claimed.distance < (true.distance or 0)
        )
        if claimed.proof is not true.proof or is_sooner:
            claim, truth = (_in_words(each.proof, each.distance) for each in (claimed, true))
            raise ValueError(f"it tells that {name} is {claim}, and it is {truth}")
        return true

    @cached_property
    def _exact_values(self) -> dict[int, ExactValue]:
        """What the rules and the game's solver know of moves."""
        brief, solve = CancelFlag(), self._search.exact
        brief.set()
        values = solve(self._position, brief.array) if solve is not None else None
        true_values = {each.move: each for each in values or ()}
        for move in self._position.legal_moves:
            after = self._position.play(move)
            if after.is_terminal:
                result = after.returns[self._position.current_player]
                proof = Proof.WIN if result > 0 else Proof.LOSS if result < 0 else Proof.DRAW
                true_values[move] = ExactValue(move, proof, 1)
        return true_values

    @property
    def _value(self) -> ExactValue | None:
        """The best move, as far as it is known."""
        best = best_truth(tuple(self._exact_values.values())) if self._exact_values else None
        if best is None or len(self._exact_values) == len(self._position.legal_moves):
            return best
        return replace(best, distance=None) if best.proof is Proof.WIN else None

    def _bounded(self, info: SearchInfo) -> SearchInfo:
        """Return what is told of a game for one, with the bound that the game itself knows."""
        nodes: tuple[Candidate | Branch, ...] = (*info.candidates, *info.tree)
        if info.proof or info.exact or any(each.proof for each in nodes):
            raise ValueError("it tells a proven win, loss or draw in a game for one")
        bound = self._search.bound(self._position) if self._search.bound is not None else None
        for value in (info.value, *(each.value for each in info.candidates)):
            if bound is not None and value > bound:
                raise ValueError(f"it tells a value of {value!r}, above the bound of {bound:g}")
        end = _end_of(self._position, info.line)
        is_best = end.is_terminal and end.returns[0] == info.value == bound
        return replace(info, upper_bound=bound, optimal=info.optimal and is_best)


def _in_words(proof: Proof | None, distance: int | None) -> str:
    return f"a proven {proof}" + ("" if distance is None else f" in {distance}")


_hints = cache(get_type_hints)


def _typed(given: Any, kind: Any, where: str) -> Any:
    """Return what is told in Python's own values of a kind; numbers may be numpy's or a net's."""
    if isinstance(kind, UnionType):
        if given is None:
            return None
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
        return _typed(given, kind, where)
    if get_origin(kind) is tuple:
        kinds = get_args(kind)
        values = given.tolist() if hasattr(given, "tolist") else given
        if not isinstance(values, list | tuple):
            raise TypeError(f"{where} is {given!r}, which is no tuple")
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(values)
        if len(values) != len(kinds):
            raise ValueError(f"{where} is {given!r}, which is not of length {len(kinds)}")
        each = enumerate(zip(values, kinds, strict=True))
        return tuple(_typed(value, of, f"{where}[{i}]") for i, (value, of) in each)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(given, kind):
        hints = _hints(kind)
        typed = {
            each.name: _typed(getattr(given, each.name), hints[each.name], f"{where}.{each.name}")
            for each in fields(kind)
        }
        return replace(given, **typed)
    value = given.item() if hasattr(given, "item") else given
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{where} is {given!r}, which is no {kind.__name__}")
    if kind is float and not isfinite(value):
        raise ValueError(f"{where} is {value!r}, which is no finite number")
    return value if issubclass(kind, Enum) else kind(value)


def _end_of(position: State, line: tuple[int, ...]) -> State:
    try:
        return reduce(lambda state, move: state.play(move), line, position)
    except RulesError as error:
        raise ValueError(f"it tells a line {line!r}, which is not legal: {error}") from None
