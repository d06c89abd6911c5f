"""The named levels of the two-player games: what they do, not how long they take.

A game has its own or the common ladder (`ai.ladder`). Behind the levels stand the other ways of
searching, to be played against and compared rather than ranked.
"""

from dataclasses import replace
from functools import lru_cache

from ai.contract.game import Game
from ai.contract.games import game_of, plugged_kinds
from ai.contract.rules import Parameters, RulesError
from ai.errors import unknown
from ai.external.contract import command_of, is_external, program_title
from ai.kinds import SearcherKind, SearcherSpecError
from ai.ladder import MONTE_CARLO_METHODS, NESTED_METHOD, TREE_METHOD, Level, Method, as_level
from ai.search.messages import Limit
from ai.searchers import check_board, parse_spec

DEFAULT_LEVEL = "novice"
PROGRAM_SECONDS = 5.0


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
    return Method(searcher, searcher, "a searcher of your choice")


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
    return Level(spec, title, "another program", spec, limit, ranked=False)


def level_title(name: str, game: str) -> str:
    """Return what players know a level by: its name for one that is not there."""
    if is_external(name):
        return program_level(name).title
    return next((each.title for each in levels_of(game) if each.name == name), name)


def level(name: str, game: str) -> Level:
    """Return a game's level by name; raise `RulesError` with the known names."""
    if is_external(name):
        return program_level(name)
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
    offered = _levels_of(game, plugged_kinds(game.name))
    place = next((at for at, each in enumerate(offered) if each.name == name.lower()), None)
    if place is None:
        usual = _level_on(first_level(game.name), game, parameters)
        return replace(usual, name=name, title=name, rating=None)
    playing = [each for each in offered if _can_play(each, game.name, parameters)]
    return next((each for each in offered[place::-1] if each in playing), playing[0])
