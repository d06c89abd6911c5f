"""The searchers by name: ``NAME`` or ``NAME:key=value,key=value``.

The one place where a searcher's name and options become an object, for the window, the
command line and everything else that lets people choose.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ai.search.searcher import Searcher
from game.games.protocol import Parameters
from game.games.registry import game_names, game_spec
from game.games.tictactoe.exact import MOST_EMPTY_CELLS

TWO_PLAYER_GAMES = game_names(players=2)
SINGLE_PLAYER_GAMES = ("samegame",)


class SearcherSpecError(ValueError):
    """A specification that names no searcher or option, or gives an option a bad value."""


@dataclass(frozen=True, slots=True)
class Option:
    """One key of a specification: how its text becomes a value, and what it may be."""

    read: Callable[[str], Any]
    allowed: str


@dataclass(frozen=True, slots=True)
class SearcherKind:
    """A searcher as the registry knows it.

    Attributes:
        name: Its name.
        games: The games it plays.
        make: Builds it out of the game, the options given, `threads` and `seed`.
        options: Its keys.
        most_cells: The largest board it plays, in cells that are empty at the start; None for any.
    """

    name: str
    games: tuple[str, ...]
    make: Callable[..., Searcher]
    options: Mapping[str, Option] = field(default_factory=dict)
    most_cells: int | None = None


def _number(read: type[int] | type[float], low: float, high: float) -> Option:
    def parse(text: str) -> int | float:
        value = read(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    kind = "a whole number" if read is int else "a number"
    return Option(parse, f"{kind} from {low:g} to {high:g}")


def _choice(*names: str) -> Option:
    def parse(text: str) -> str:
        if text not in names:
            raise ValueError(text)
        return text

    return Option(parse, f"one of {', '.join(names)}")


def _switch() -> Option:
    words = {"true": True, "false": False, "on": True, "off": False, "1": True, "0": False}

    def parse(text: str) -> bool:
        if text not in words:
            raise ValueError(text)
        return words[text]

    return Option(parse, "true or false")


# The imports stand inside: a searcher brings numba along, and a bad name must not wait for it.


def _make_mcts(game: str, *, variety: bool = False, **options: Any) -> Searcher:
    from ai.search.mcts import MctsSearcher

    return _varied(MctsSearcher(game, **options), variety, options["seed"])


def _varied(searcher: Searcher, variety: bool, seed: int) -> Searcher:
    """Return the searcher, with openings drawn by the seed if they are wanted."""
    if not variety:
        return searcher
    from game.games.hex_gomoku.search.opening import VariedOpening

    return VariedOpening(searcher, seed)


def _make_plain_uct(game: str, **options: Any) -> Searcher:
    """Return the searcher that others are measured by: textbook UCT next to the stones."""
    from ai.search.mcts import MctsSearcher

    return MctsSearcher(
        game,
        candidates="adjacent",
        playouts="adjacent",
        decisive=False,
        vcf=False,
        exploration=0.7,
        expand_at=1,
        solver=False,
        threats=False,
        reuse=False,
        final="mean",
        **options,
    )


def _make_nested_uct(game: str, **options: Any) -> Searcher:
    from ai.search.guides import nested_guide
    from ai.search.mcts import MctsSearcher

    given = {key: options.pop(key) for key in _NESTING if key in options}
    return MctsSearcher(game, guide=nested_guide(**given), **options)


def _make_minimax_uct(
    game: str, *, depth: int = 1, suicide: bool = False, **options: Any
) -> Searcher:
    from ai.search.guides import minimax_guide
    from ai.search.mcts import MctsSearcher

    return MctsSearcher(game, guide=minimax_guide(depth=depth, suicide=suicide), **options)


def _make_rave(game: str, *, equivalence: int = 300, **options: Any) -> Searcher:
    from ai.search.guides import rave_guide
    from ai.search.mcts import MctsSearcher

    guide = rave_guide(equivalence)
    return MctsSearcher(game, guide=guide, solver=False, reuse=False, **options)


def _make_nested(game: str, **options: Any) -> Searcher:
    from ai.search.nmcs_two_player import NestedSearcher

    return NestedSearcher(game, **options)


def _make_flat(game: str, **options: Any) -> Searcher:
    from ai.search.monte_carlo import FlatSearcher

    return FlatSearcher(game, **options)


def _make_random(game: str, *, threads: int, **options: Any) -> Searcher:
    from ai.search.monte_carlo import RandomSearcher

    del threads  # it needs none
    return RandomSearcher(game, **options)


def _make_nmcs(game: str, **options: Any) -> Searcher:
    from ai.search.nmcs import NmcsSearcher

    return NmcsSearcher(game, **options)


def _make_exact(game: str, *, threads: int, **options: Any) -> Searcher:
    from game.games.tictactoe.exact import ExactSearcher

    del threads  # it needs but one, and milliseconds
    return ExactSearcher(game, **options)


def _make_threat(game: str, **options: Any) -> Searcher:
    from game.games.hex_gomoku.search.threat_search import ThreatSearcher

    return ThreatSearcher(game, **options)


def _make_alphabeta(game: str, *, variety: bool = False, **options: Any) -> Searcher:
    from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher

    return _varied(AlphaBetaSearcher(game, **options), variety, options["seed"])


def _make_anneal(game: str, **options: Any) -> Searcher:
    from game.games.samegame.search.anneal import AnnealSearcher

    return AnnealSearcher(game, **options)


def _make_best(game: str, **options: Any) -> Searcher:
    from game.games.samegame.search.best import BestSearcher

    return BestSearcher(game, **options)


def _make_nrpa(game: str, **options: Any) -> Searcher:
    from game.games.samegame.search.nrpa import NrpaSearcher

    return NrpaSearcher(game, **options)


_HEX_ONLY = ("playouts", "decisive", "vcf", "threats", "variety")
_UCT = {
    "candidates": _choice("snow", "adjacent", "all"),
    "exploration": _number(float, 0.0, 10.0),
    "expand_at": _number(int, 1, 1000),
    "solver": _switch(),
    "reuse": _switch(),
    "final": _choice("visits", "mean"),
}
_NESTING = {
    "level": _number(int, 1, 4),
    "discounting": _switch(),
    "cow": _number(int, 0, 4),
    "pod": _number(int, 0, 4),
}
_ROUNDS = {"rounds": _number(int, 0, 1_000_000)}

KINDS = (
    SearcherKind(
        "mcts",
        TWO_PLAYER_GAMES,
        _make_mcts,
        {
            "candidates": _choice("snow", "adjacent", "all"),
            "exploration": _number(float, 0.0, 10.0),
            "expand_at": _number(int, 1, 1000),
            "solver": _switch(),
            "playouts": _choice("snow", "adjacent", "all"),
            "decisive": _switch(),
            "vcf": _switch(),
            "threats": _switch(),
            "variety": _switch(),
            "reuse": _switch(),
            "blunder": _number(float, 0.0, 1.0),
            "final": _choice("visits", "mean"),
        },
    ),
    SearcherKind("uct-plain", ("hex",), _make_plain_uct),
    SearcherKind("uct-nmcs", TWO_PLAYER_GAMES, _make_nested_uct, {**_UCT, **_NESTING}),
    SearcherKind(
        "mcts-mr",
        TWO_PLAYER_GAMES,
        _make_minimax_uct,
        {**_UCT, "depth": _number(int, 1, 2), "suicide": _switch()},
    ),
    SearcherKind(
        "rave",
        TWO_PLAYER_GAMES,
        _make_rave,
        {
            **{key: _UCT[key] for key in ("candidates", "exploration", "expand_at", "final")},
            "equivalence": _number(int, 1, 1_000_000),
        },
    ),
    SearcherKind(
        "nmcs2",
        TWO_PLAYER_GAMES,
        _make_nested,
        {**_NESTING, **_ROUNDS, "candidates": _choice("snow", "adjacent", "all")},
    ),
    SearcherKind(
        "flat",
        TWO_PLAYER_GAMES,
        _make_flat,
        {**_ROUNDS, "probes": _number(int, 1, 100_000), "depth": _number(int, 1, 4)},
    ),
    SearcherKind("random", TWO_PLAYER_GAMES, _make_random),
    SearcherKind(
        "nmcs",
        game_names(players=1),
        _make_nmcs,
        {
            "level": _number(int, 1, 4),
            "memory": _switch(),
            "playout": _choice("tabu", "random"),
        },
    ),
    SearcherKind("anneal", SINGLE_PLAYER_GAMES, _make_anneal),
    SearcherKind(
        "nrpa",
        SINGLE_PLAYER_GAMES,
        _make_nrpa,
        {
            "level": _number(int, 1, 6),
            "rounds": _number(int, 2, 10_000),
            "alpha": _number(float, 0.0, 100.0),
        },
    ),
    SearcherKind("best", SINGLE_PLAYER_GAMES, _make_best, {"candidates": _number(float, 0.0, 0.9)}),
    SearcherKind("exact", ("tictactoe",), _make_exact, most_cells=MOST_EMPTY_CELLS),
    SearcherKind("threat", ("hex",), _make_threat),
    SearcherKind(
        "alphabeta",
        ("hex",),
        _make_alphabeta,
        {
            "style": _choice("balanced", "aggressive", "solid"),
            "top": _number(int, 1, 200),
            "variety": _switch(),
        },
    ),
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
    _check_together(spec, game, options)
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


def _check_together(spec: str, game: str, options: Mapping[str, Any]) -> None:
    """Raise `SearcherSpecError` for options that the game or another one rules out."""
    if game != "hex":
        for key in _HEX_ONLY:
            if key in options:
                raise SearcherSpecError(
                    f"searcher '{spec}': {key} is for hex alone; leave it out in {game}"
                )
        if options.get("candidates", "all") in ("snow", "adjacent"):
            raise SearcherSpecError(f"searcher '{spec}': candidates are always all in {game}")
    if options.get("pod") and not options.get("discounting", True):
        raise SearcherSpecError(
            f"searcher '{spec}': pruning on depth compares depths; pod needs discounting=true"
        )


def _kind(name: str, game: str) -> SearcherKind:
    known = [kind for kind in KINDS if game in kind.games]
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
