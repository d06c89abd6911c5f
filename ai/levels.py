"""The named levels of the two-player games: what they do, not how long they take.

A game has its own or the common ladder (`ai.ladder`). Behind the levels stand the other ways of
searching, to be played against and compared rather than ranked. Between them lies the even match:
``even-1180`` is a level of that strength.
"""

import re
from bisect import bisect
from dataclasses import replace
from functools import lru_cache

from ai.contract.game import Game
from ai.contract.games import game_of, game_spec, plugged_kinds
from ai.contract.rules import Parameters, RulesError
from ai.errors import unknown
from ai.external.contract import command_of, is_external, program_title
from ai.kinds import SearcherKind, SearcherSpecError
from ai.ladder import (
    MONTE_CARLO_METHODS,
    NESTED_METHOD,
    TREE_METHOD,
    Level,
    Method,
    Strength,
    as_level,
    rung,
)
from ai.phrases import N_, filled
from ai.search.messages import Limit
from ai.searchers import check_board, parse_spec

DEFAULT_LEVEL = "novice"
PROGRAM_SECONDS = 5.0
EVEN = "even"
"""What the level of a player's own strength is called, whatever that is by now."""
EVEN_TITLE = N_("Even match")
_EVEN_LEVEL = re.compile(rf"{EVEN}-([1-9]\d{{0,3}})")
_WEAKEST, _STEP = 400, 175
"""The strengths of levels that were not measured: about as far apart as those that were."""


def levels_of(game: str, parameters: Parameters | None = None) -> tuple[Level, ...]:
    """Return the opponents a game offers: the ranked ones, weakest first, then the others.

    With parameters: only those that can play on such a board.
    """
    levels = _levels_of(game_of(game), plugged_kinds(game))
    if parameters is None:
        return levels
    return tuple(level for level in levels if _can_play(level, game, parameters))


@lru_cache(maxsize=64)  # screens ask for them many times a frame
def _levels_of(game: Game, plugged: tuple[SearcherKind, ...]) -> tuple[Level, ...]:
    if game.rules.players == 1:
        return ()
    others = (*MONTE_CARLO_METHODS, *map(_method_of, plugged))
    return (*game.search.levels, *map(as_level, others))


@lru_cache(maxsize=256)
def _can_play(level: Level, game: str, parameters: Parameters) -> bool:
    try:
        check_board(level.searcher, game, parameters)
    except SearcherSpecError:
        return False
    return level.fits(parameters)


def first_level(game: str) -> str:
    """Return the name of the opponent that a first game is played against."""
    names = [each.name for each in levels_of(game)]
    return DEFAULT_LEVEL if DEFAULT_LEVEL in names else names[0]


def methods_of(game: str) -> tuple[Method, ...]:
    """Return the ways of searching a game, what the window uses by itself first."""
    methods, plugged = game_of(game).search.methods, map(_method_of, plugged_kinds(game))
    if game_of(game).rules.players == 1:
        return (*(methods or (NESTED_METHOD,)), *plugged)
    return (TREE_METHOD, *methods, *MONTE_CARLO_METHODS, *plugged)


def method(searcher: str, game: str) -> Method:
    """Return the way of searching that a specification names, which need not be an offered one.

    Raises:
        SearcherSpecError: There is none, or it does not analyse every board.
    """
    for each in methods_of(game):
        if each.searcher == searcher:
            return each
    if is_external(searcher) or parse_spec(searcher, game)[0].most_cells is not None:
        raise SearcherSpecError(f"searcher '{searcher}' cannot analyse every board")
    return Method(searcher, searcher, N_("a searcher of your choice"))


@lru_cache(maxsize=64)
def _method_of(kind: SearcherKind) -> Method:
    return Method(kind.name, kind.title or kind.name.capitalize(), kind.description)


@lru_cache(maxsize=64)
def program_level(spec: str) -> Level:
    """Return the opponent that another program is, by its specification ``gtp:COMMAND``.

    Such a level has its specification for a name, so that it is known wherever a name is.
    """
    limit = Limit(seconds=PROGRAM_SECONDS)
    title = program_title(command_of(spec))
    return Level(spec, title, N_("another program"), spec, limit, ranked=False)


def level_title(name: str, game: str) -> str:
    """Return what players know a level by: its name for one that is not there."""
    if is_external(name):
        return program_level(name).title
    if family(name) == EVEN:
        strength = even_strength(name) or 0
        # For translators: an opponent who is as strong as the player, and how strong, in Elo
        exact = filled(N_("Even match, {number}"), number=strength)
        return EVEN_TITLE if name == EVEN else exact
    return next((each.title for each in levels_of(game) if each.name == name), name)


def level(name: str, game: str) -> Level:
    """Return a game's level by name; raise `RulesError` with the known names."""
    if is_external(name):
        return program_level(name)
    if even_strength(name) is not None and levels_of(game):
        return level_on(name, game, game_spec(game).parameters())
    if name.lower().partition("-")[0] == EVEN:
        raise RulesError(f"level '{name}': an even match is {EVEN}-N, such as {EVEN}-1200")
    offered = levels_of(game)
    for candidate in offered:
        if candidate.name == name.lower():
            return candidate
    raise RulesError(unknown("level", name, (each.name for each in offered), f" for {game}"))


def level_on(name: str, game: str, parameters: Parameters) -> Level:
    """Return the level called `name`, or the nearest weaker one that is offered on such a board.

    A level that is not there, as of a searcher that is gone, is the default one under that name.

    Raises:
        RulesError: The game has no levels.
    """
    if is_external(name):
        return program_level(name)
    return _level_on(name, game_of(game), parameters)


@lru_cache(maxsize=256)
def _level_on(name: str, game: Game, parameters: Parameters) -> Level:
    strength = even_strength(name)
    if strength is not None and (ladder := rungs(game.name, parameters)):
        return _even_level(strength, ladder)
    offered = _levels_of(game, plugged_kinds(game.name))
    place = next((at for at, each in enumerate(offered) if each.name == name.lower()), None)
    if place is None:
        usual = _level_on(first_level(game.name), game, parameters)
        return replace(usual, name=name, title=name, rating=None)
    playing = [each for each in offered if _can_play(each, game.name, parameters)]
    return next((each for each in offered[place::-1] if each in playing), playing[0])


# The even match.


def even_strength(name: str) -> int | None:
    """Return the strength that a name such as ``even-1180`` says; None for any other name."""
    match = _EVEN_LEVEL.fullmatch(name.lower())
    return None if match is None else int(match[1])


def family(name: str) -> str:
    """Return what a level counts as in lists: even matches of all strengths are one."""
    return name if even_strength(name) is None else EVEN


def rungs(game: str, parameters: Parameters) -> tuple[tuple[int, Level], ...]:
    """Return the levels that a dial sets on a board, each behind its strength, weakest first."""
    levels = [each for each in levels_of(game, parameters) if each.dial is not None]
    measured = [each.rating.elo for each in levels if each.rating is not None]
    nominal = range(_WEAKEST, _WEAKEST + _STEP * len(levels), _STEP)
    strengths = measured if len(measured) == len(levels) else nominal
    return tuple(sorted(zip(strengths, levels, strict=True), key=lambda each: each[0]))


def strength_on(name: str, game: str, parameters: Parameters) -> int | None:
    """Return how strong a level is on the scale of even matches; None for one that is not on it."""
    ladder = ((each.name, strength) for strength, each in rungs(game, parameters))
    return even_strength(name) or dict(ladder).get(name)


def even_match(strength: float, game: str, parameters: Parameters) -> Level | None:
    """Return the even match of a strength, or the nearest there is; None where there is none."""
    ladder = rungs(game, parameters)
    if not ladder:
        return None
    nearest = min(max(round(strength, -1), ladder[0][0]), ladder[-1][0])
    return level_on(f"{EVEN}-{nearest:.0f}", game, parameters)


def _even_level(strength: int, ladder: tuple[tuple[int, Level], ...]) -> Level:
    """Return the level that lies between its two neighbours on the ladder."""
    above = bisect([each for each, _ in ladder], strength)
    low, weaker = ladder[max(0, above - 1)]
    high, stronger = ladder[min(above, len(ladder) - 1)]
    share = (strength - low) / (high - low) if low <= strength < high else 0.0
    assert weaker.dial is not None  # and nothing else is on the ladder
    assert stronger.dial is not None
    dial = weaker.dial.turned(stronger.dial, share)
    nearer = stronger if share > 0.5 else weaker
    rating = None if nearer.rating is None else Strength(strength, strength, strength)
    level = rung(
        f"{EVEN}-{strength}", N_("follows how well you play"), dial, rating, nearer.options
    )
    return replace(level, title=level_title(level.name, ""))
