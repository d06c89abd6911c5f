"""The searchers by name: ``NAME`` or ``NAME:key=value,key=value``.

The one place where a searcher's name and options become an object, for the window, the
command line and everything else that lets people choose.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ai.kinds import (
    TREE,
    UCT,
    SearcherKind,
    SearcherSpecError,
    choice,
    number,
    switch,
)
from ai.search.calibration import CalibratedSearcher
from ai.search.searcher import Searcher
from game.games.lazy import Lazy
from game.games.protocol import Parameters
from game.games.registry import game_of, game_spec

_NESTING = {
    "level": number(int, 1, 4),
    "discounting": switch(),
    "cow": number(int, 0, 4),
    "pod": number(int, 0, 4),
}
_ROUNDS = {"rounds": number(int, 0, 1_000_000)}
_FILTERED = ("mcts", "uct-nmcs", "mcts-mr", "rave", "nmcs2")
"""The kinds that take one of the game's move filters."""

_FOR_TWO = (
    SearcherKind("mcts", Lazy("ai.search.mcts:MctsSearcher"), TREE, is_tree=True),
    SearcherKind(
        "uct-nmcs", Lazy("ai.search.guided:nested_uct"), {**UCT, **_NESTING}, is_tree=True
    ),
    SearcherKind(
        "mcts-mr",
        Lazy("ai.search.guided:minimax_uct"),
        {**UCT, "depth": number(int, 1, 2), "suicide": switch()},
        is_tree=True,
    ),
    SearcherKind(
        "rave",
        Lazy("ai.search.guided:rave"),
        {
            **{key: UCT[key] for key in ("exploration", "expand_at", "final")},
            "equivalence": number(int, 1, 1_000_000),
        },
        is_tree=True,
    ),
    SearcherKind(
        "nmcs2", Lazy("ai.search.nmcs_two_player:NestedSearcher"), {**_NESTING, **_ROUNDS}
    ),
    SearcherKind(
        "flat",
        Lazy("ai.search.monte_carlo:FlatSearcher"),
        {**_ROUNDS, "probes": number(int, 1, 100_000), "depth": number(int, 1, 4)},
    ),
    SearcherKind("random", Lazy("ai.search.monte_carlo:RandomSearcher")),
)
_FOR_ONE = (
    SearcherKind(
        "nmcs",
        Lazy("ai.search.nmcs:NmcsSearcher"),
        {
            "level": number(int, 1, 4),
            "memory": switch(),
            "playout": choice("tabu", "random"),
        },
    ),
)


@lru_cache(maxsize=64)
def kinds_of(game: str) -> tuple[SearcherKind, ...]:
    """Return the kinds of searchers that play a game: the common ones, then its own."""
    search = game_of(game).search
    own = {kind.name: kind for kind in search.kinds}
    common = _FOR_TWO if game_spec(game).players == 2 else _FOR_ONE
    kinds = [own.pop(kind.name, kind) for kind in common]
    filters = {"candidates": choice(*(search.filters or ("all",)))}
    return tuple(
        replace(kind, options={**filters, **kind.options}) if kind.name in _FILTERED else kind
        for kind in (*kinds, *own.values())
    )


def make_searcher(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a new searcher for a game.

    Args:
        spec: ``NAME`` or ``NAME:key=value,key=value``.
        game: The game's name in the registry.
        threads: How many threads it may use.
        seed: Seeds its random choices; one thread and one seed repeat exactly.

    Raises:
        SearcherSpecError: The name, a key or a value is unknown; the sentence lists what
            there is.
    """
    kind, _ = parse_spec(spec, game)
    searcher = plain_searcher(spec, game, threads=threads, seed=seed)
    scale_of = game_of(game).search.scale
    return CalibratedSearcher(searcher, scale_of) if scale_of and kind.is_tree else searcher


def plain_searcher(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `make_searcher` does, whose values are the plain means it counts."""
    kind, options = parse_spec(spec, game)
    return kind.make(game, threads=threads, seed=seed, **options)


def parse_spec(spec: str, game: str) -> tuple[SearcherKind, dict[str, Any]]:
    """Return the kind of searcher a specification names, and its options as values.

    Raises:
        SearcherSpecError: As in `make_searcher`; nothing was built or imported.
    """
    name, colon, rest = spec.strip().partition(":")
    kind = _kind(name, game)
    options: dict[str, Any] = {}
    for item in rest.split(",") if colon else ():
        key, equals, text = (part.strip() for part in item.partition("="))
        if not equals:
            raise SearcherSpecError(f"searcher '{spec}': '{item}' is not of the form key=value")
        if key in options:
            raise SearcherSpecError(f"searcher '{spec}': '{key}' is given twice")
        options[key] = _read_option(spec, kind, key, text)
    _check_together(spec, options)
    return kind, options


def check_board(spec: str, game: str, parameters: Parameters) -> None:
    """Raise `SearcherSpecError` if a searcher cannot play a game with these parameters."""
    kind, _ = parse_spec(spec, game)
    if kind.most_cells is None:
        return
    cells = len(game_spec(game).new_game(parameters, 0).legal_moves)
    if cells > kind.most_cells:
        raise SearcherSpecError(
            f"searcher '{spec}' plays boards of up to {kind.most_cells} cells, not of {cells}"
        )


def _check_together(spec: str, options: Mapping[str, Any]) -> None:
    """Raise `SearcherSpecError` for options that rule each other out."""
    if options.get("pod") and not options.get("discounting", True):
        raise SearcherSpecError(
            f"searcher '{spec}': pruning on depth compares depths; pod needs discounting=true"
        )


def _kind(name: str, game: str) -> SearcherKind:
    known = kinds_of(game)
    for kind in known:
        if kind.name == name:
            return kind
    names = ", ".join(kind.name for kind in known)
    raise SearcherSpecError(f"unknown searcher '{name}' for {game}; known searchers: {names}")


def _read_option(spec: str, kind: SearcherKind, key: str, text: str) -> Any:
    if key not in kind.options:
        keys = ", ".join(kind.options) or "none"
        raise SearcherSpecError(
            f"searcher '{spec}': unknown key '{key}'; known keys of {kind.name}: {keys}"
        )
    option = kind.options[key]
    try:
        return option.read(text)
    except ValueError:
        raise SearcherSpecError(
            f"searcher '{spec}': {key} must be {option.allowed}, not '{text}'"
        ) from None
