"""What a player sets up before a match, and the command that plays it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from ai.contract.games import game_of, game_spec
from ai.external.contract import command_of, is_external, program_title
from ai.levels import levels_of, methods_of
from ai.match.events import PER_MOVE, SIDES, GameRecord, MatchPlan
from ai.phrases import N_, filled
from ai.processes import program_command
from ai.system import usable_cores
from game.games.registry import window_games
from game.words import arena
from game.words.numbers import short_count, shortest
from game.words.say import SECONDS as IN_SECONDS
from game.words.say import listed, understood

SPRTS: Final = (None, (0.0, 20.0), (0.0, 50.0), (0.0, 100.0), (0.0, 200.0))
"""Elo values of the sequential tests that can be picked."""
_USUAL_SIDES: Final = ("level:club", "level:beginner")
MOST_JOBS: Final = usable_cores()
GAME_COUNTS: Final = (2, 4, 10, 20, 50, 100, 200, 500, 1000)
SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A side that can be picked.

    Attributes:
        strength: Its place among the game's levels, over 0 and up to 1; None for a searcher.
        budget: How much a level searches for a move, which is a detail.
    """

    spec: str
    title: str
    about: str
    strength: float | None = None
    budget: str = ""

    def described(self, *, details: bool) -> str:
        return listed((self.budget if details else "", self.about))


def is_solved(game: str) -> bool:
    """Tell whether a match on a game, perhaps with parameters, is one of two solvers."""
    return game_spec(game.partition(":")[0]).players == 1


def has_standard_boards(game: str) -> bool:
    return game_of(game.partition(":")[0]).text.boards is not None


def random_boards(game: str) -> str:
    """Return a game on boards made from the seed: with a parameter if it has other ones, too."""
    if not has_standard_boards(game):
        return game
    name, usual = next(iter(asdict(game_spec(game).parameters()).items()))
    return f"{game}:{name}={usual}"


def longest_ladder() -> str:
    """Return the game for two with the most opponents: there is most to be compared."""
    games = [game.name for game in window_games() if game.rules.players == 2]
    return max(games, key=lambda game: sum(each.ranked for each in levels_of(game)))


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A match as the player wants it.

    Attributes:
        game: The game's name, with parameters if they are not the usual ones.
        seconds: How long a side thinks that brings no limit of its own.
        per: Whether that is for a ``move`` or a ``board``.
        sprt: The Elo values of the sequential test, None for no test.
        seed: Seeds openings, random boards and searchers.
        jobs: How many games are played at a time.
    """

    game: str = field(default_factory=longest_ladder)
    sides: tuple[str, str] = _USUAL_SIDES
    games: int = 20
    seconds: float = 1.0
    per: str = PER_MOVE
    sprt: tuple[float, float] | None = None
    seed: int = 1
    jobs: int = 1

    @property
    def name(self) -> str:
        """The game's name alone."""
        return self.game.partition(":")[0]

    @property
    def names(self) -> tuple[str, str]:
        """What the sides are called."""
        return names_of(self.sides, self.name)

    @property
    def has_random_boards(self) -> bool:
        """Whether solvers play boards that the seed makes, rather than the standard ones."""
        return ":" in self.game or not has_standard_boards(self.game)

    @property
    def arguments(self) -> list[str]:
        """The options of ``match`` that play it."""
        words = [self.game, *self.sides, "--games", str(self.games), "--seed", str(self.seed)]
        words += ["--seconds", f"{self.seconds:g}", "--jobs", str(self.jobs)]
        if is_solved(self.game):
            words += ["--per", self.per]
        if self.sprt is not None:
            words += ["--sprt", *(f"{elo:g}" for elo in self.sprt)]
        return words


def setup_of(plan: MatchPlan) -> MatchSetup:
    limits = [side.limit.seconds for side in plan.sides if "@" not in side.spec]
    return MatchSetup(
        game=_game_text(plan.game, plan.parameters, bool(plan.boards)),
        sides=(plan.sides[0].spec, plan.sides[1].spec),
        games=plan.games,
        seconds=next((seconds for seconds in limits if seconds is not None), 1.0),
        per=plan.per,
        sprt=None if plan.sprt is None else (plan.sprt.elo0, plan.sprt.elo1),
        seed=plan.seed,
    )


def _game_text(game: str, parameters: Mapping[str, Any], has_boards: bool) -> str:
    defaults = game_spec(game).parameters()
    given = [f"{k}={v}" for k, v in parameters.items() if v != getattr(defaults, k)]
    if is_solved(game) and not has_boards and not given:
        return random_boards(game)
    return f"{game}:{','.join(given)}" if given else game


def contestants(game: str) -> tuple[Contestant, ...]:
    """Return the sides that a game offers: its levels and searchers, or the solvers."""
    ranked = [each for each in levels_of(game) if each.ranked]
    levels = [
        Contestant(
            f"level:{each.name}", each.title, each.description, place / len(ranked), each.budget
        )
        for place, each in enumerate(ranked, 1)
    ]
    methods = [Contestant(each.searcher, each.title, each.description) for each in methods_of(game)]
    return (*levels, *methods)


def contestant(spec: str, game: str) -> Contestant | None:
    """Return the one that a specification means, whatever its limit; None if it means none."""
    plain = spec.partition("@")[0].strip().removeprefix("level:").lower()
    offered = contestants(game)
    return next((each for each in offered if each.spec.removeprefix("level:") == plain), None)


def default_sides(game: str) -> tuple[str, str]:
    offered = [each.spec for each in contestants(game)]
    if set(_USUAL_SIDES) <= set(offered):
        return _USUAL_SIDES
    return offered[0], offered[min(3, len(offered) - 1)]


def names_of(sides: tuple[str, str], game: str) -> tuple[str, str]:
    first, second = (title_of(spec, game) for spec in sides)
    return (
        (filled(arena.TWICE, name=first, letter="A"), filled(arena.TWICE, name=second, letter="B"))
        if first == second
        else (first, second)
    )


def title_of(spec: str, game: str) -> str:
    """Return what a side is called on the screen: its title, with what else was asked of it."""
    if is_external(spec):
        return program_title(command_of(spec)) or N_("Other program")
    plain, _, limit = spec.partition("@")
    picked = contestant(spec, game)
    limit_words = short_count(int(limit)) if limit.isdecimal() else _seconds_of(limit)
    kind, _, options = plain.partition(":")
    if picked is not None:
        title, options = picked.title, ""
    else:
        methods = {each.searcher.partition(":")[0]: each.title for each in methods_of(game)}
        title = methods.get(kind, kind)
    more = listed((options, limit_words))
    return filled(arena.LIMITED, name=title, limit=more) if more else title


def _seconds_of(limit: str) -> str:
    """Return a limit as it is written in a specification, such as 0.5s, in words."""
    try:
        return filled(IN_SECONDS, number=shortest(float(limit.removesuffix("s"))))
    except ValueError:
        return limit


def ending_words(record: GameRecord, names: tuple[str, str]) -> str:
    """Return how a game ended, if not on the board: which of two sides did what."""
    side = SIDES.index(record.ending[0])  # as the command writes it
    number, name, how = record.game + 1, names[side], record.ending[1:]
    what = understood(record.ending, arena.TOLD, name=name)
    if what == record.ending:
        return filled(arena.ENDING, number=number, name=name, how=how)
    return filled(arena.TOLD_ENDING, number=number, what=what)


def command(arguments: list[str], path: Path, *, fresh: bool) -> list[str]:
    """Return the command line of the process that plays a match.

    Args:
        path: The file that its games are kept in.
        fresh: Whether to begin anew rather than go on.
    """
    options = ["--live", "--resume", str(path), *(["--fresh"] if fresh else [])]
    return program_command("match", *arguments, *options)
