"""The searchers by name: ``NAME`` or ``NAME:key=value,key=value``.

The one place where a searcher's name and options become an object, for the window, the
command line and everything else that lets people choose.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ai.contract.game import Lazy
from ai.contract.games import game_of, game_spec, plugged_kinds
from ai.contract.rules import Parameters
from ai.errors import unknown
from ai.external.contract import EXTERNAL, command_of, is_external
from ai.external.searcher import KIND as EXTERNAL_KIND
from ai.external.searcher import ExternalOptions
from ai.kinds import (
    MOVE_FILTER,
    Option,
    SearcherKind,
    SearcherOptions,
    SearcherSpecError,
    key_values,
    one_of,
)
from ai.plugged.checked import CheckedSearcher
from ai.search.calibration import calibration_filter
from ai.search.options import (
    FlatOptions,
    MctsOptions,
    MinimaxTreeOptions,
    NestedOptions,
    NestedTreeOptions,
    NmcsOptions,
    RaveOptions,
    TreeOptions,
)
from ai.search.proofs import truth_filter
from ai.search.searcher import FilteredSearcher, InfoFilter, Searcher
from ai.system import usable_cores

_TREE = Lazy("ai.search.mcts:MctsSearcher")
_FOR_TWO = (
    SearcherKind("mcts", Lazy("ai.search.attention:tree_searcher"), MctsOptions),
    SearcherKind("uct-nmcs", _TREE, NestedTreeOptions),
    SearcherKind("mcts-mr", _TREE, MinimaxTreeOptions),
    SearcherKind("rave", _TREE, RaveOptions),
    SearcherKind("nmcs2", Lazy("ai.search.nmcs_two_player:NestedSearcher"), NestedOptions),
    SearcherKind("flat", Lazy("ai.search.monte_carlo:FlatSearcher"), FlatOptions),
    SearcherKind("random", Lazy("ai.search.monte_carlo:RandomSearcher")),
)
_FOR_ONE = (SearcherKind("nmcs", Lazy("ai.search.nmcs:NmcsSearcher"), NmcsOptions),)


def kinds_of(game: str) -> tuple[SearcherKind, ...]:
    """Return the kinds of searchers that play a game: common ones, its own, users'."""
    return (*_kinds_of(game), *plugged_kinds(game))


@lru_cache(maxsize=64)
def _kinds_of(game: str) -> tuple[SearcherKind, ...]:
    special = {kind.name: kind for kind in game_of(game).search.kinds}
    common = _FOR_TWO if game_spec(game).players == 2 else _FOR_ONE
    return (*(special.pop(kind.name, kind) for kind in common), *special.values())


def make_searcher(
    spec: str, game: str, *, threads: int = 1, seed: int = 0, filters: Sequence[InfoFilter] = ()
) -> Searcher:
    """Return a new searcher for a game.

    Args:
        spec: ``NAME`` or ``NAME:key=value,key=value``.
        seed: Seeds its random choices; one thread and one seed repeat exactly.
        filters: What its results go through, after they are calibrated.

    Raises:
        SearcherSpecError: The name, a key or a value is unknown; the sentence lists what
            there is.
    """
    searcher = plain_searcher(spec, game, threads=threads, seed=seed)
    scale_of = game_of(game).search.scale
    kind, options = parse_spec(spec, game)
    is_tree = isinstance(options, TreeOptions) and kind not in plugged_kinds(game)
    if scale_of and is_tree:
        filters = (calibration_filter(scale_of), *filters)
    return FilteredSearcher(searcher, filters) if filters else searcher


def plain_searcher(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `make_searcher` does, whose values are the plain means it counts."""
    kind, options = parse_spec(spec, game)
    # More than there are cores only keep each other from ending in time.
    options = replace(options, threads=min(threads, usable_cores()), seed=seed)
    if kind in plugged_kinds(game):
        return CheckedSearcher(kind, game, options)
    searcher = kind.make(game, options)
    return kind.wrap(searcher, options) if kind.wrap else searcher


def parse_spec(spec: str, game: str) -> tuple[SearcherKind, SearcherOptions]:
    """Return the kind of searcher a specification names, and its options.

    Raises:
        SearcherSpecError: As in `make_searcher`; nothing was built or imported.
    """
    name, colon, rest = spec.strip().partition(":")
    is_program = is_external(spec) and game_spec(game).players == 2
    kind = EXTERNAL_KIND if is_program else _kind(name, game)
    options = options_of(kind, game)
    try:
        if is_program:
            return kind, ExternalOptions(command=command_of(spec))
        shared = SearcherOptions.__dataclass_fields__
        given = key_values(rest, options, f" of {kind.name}", shared) if colon else {}
        values = {key: _value(key, text, options[key]) for key, text in given.items()}
        return kind, kind.options(**values)
    except ValueError as error:
        raise SearcherSpecError(f"searcher '{spec}': {error}") from None


def follows_proofs(spec: str, game: str) -> bool:
    """Return whether a searcher plays what other searches of the game have proven.

    One that proves nothing itself or errs on purpose plays what it finds, else a random player
    would be a perfect one wherever the game's solver looks along.
    """
    kind, options = parse_spec(spec, game)
    if kind in plugged_kinds(game) or not isinstance(options, TreeOptions):
        return kind.proves
    return options.solver and not (isinstance(options, MctsOptions) and options.misses)


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


def _kind(name: str, game: str) -> SearcherKind:
    kinds = kinds_of(game)
    for kind in kinds:
        if kind.name == name:
            return kind
    names = [kind.name for kind in kinds]
    if game_spec(game).players == 2:
        names.append(f"{EXTERNAL}:COMMAND")  # another program
    raise SearcherSpecError(unknown("searcher", name, names, f" for {game}"))


def options_of(kind: SearcherKind, game: str) -> Mapping[str, Option]:
    filters = one_of(*(game_of(game).search.filters or ("all",)))
    options = kind.options.keys().items()
    return {key: filters if option is MOVE_FILTER else option for key, option in options}


def _value(key: str, text: str, option: Option) -> Any:
    with suppress(ValueError):
        value = option.read(text)
        if option.accepts(value):
            return value
    raise ValueError(f"{key} must be {option.allowed}, not '{text}'")


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does, and what the game knows itself.

    That is its certificates, and the true values of positions that it can solve.
    """
    hooks = game_of(game).search
    filters: list[InfoFilter] = []
    if not is_external(spec):
        filters += [truth_filter(hooks.exact)] if hooks.exact else []
        filters += [hooks.certify] if hooks.certify else []
    return make_searcher(spec, game, threads=threads, seed=seed, filters=filters)
