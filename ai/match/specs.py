"""How the sides of a match are written, and what is wrong with a bad one.

A side is a searcher's specification or a level's name, with ``level:`` before it or not, and may
end in its own limit: ``mcts:exploration=0.9``, ``expert``, ``mcts@4000`` (simulations),
``level:strong@2s``. Another program is ``gtp:COMMAND``, its limit always in seconds.
"""

import re

from ai.contract.rules import Parameters
from ai.errors import did_you_mean
from ai.external.contract import is_external
from ai.external.searcher import DEFAULT_SECONDS
from ai.kinds import SearcherSpecError
from ai.levels import even_strength, level, levels_of
from ai.match.events import Side
from ai.search.messages import Limit
from ai.searchers import check_board, parse_spec

LEVEL = "level:"
_SIDE_LIMIT = re.compile(r"(\d+)|(\d+(?:\.\d+)?)s")


def read_side(text: str, game: str, limit: Limit) -> Side:
    """Return the side that `text` names.

    Args:
        text: A searcher's specification or a level, perhaps with a limit of its own.
        limit: The limit of a searcher that brings none; a level brings its own.

    Raises:
        SearcherSpecError: There is no such searcher, option or limit.
        RulesError: There is no such level.
    """
    if is_external(text):
        return _external_side(text.strip(), game, limit)
    spec, at, suffix = text.strip().partition("@")
    side_limit = _side_limit(text, suffix) if at else None
    names = [each.name for each in levels_of(game)]
    if spec.startswith(LEVEL) or spec.lower() in names or even_strength(spec):
        chosen = level(spec.removeprefix(LEVEL), game)
        return Side(text.strip(), chosen.searcher, side_limit or chosen.limit)
    try:
        parse_spec(spec, game)
    except SearcherSpecError as error:
        message = str(error)
        if names and message.startswith("unknown searcher"):
            what, _, rest = message.partition(";")
            hint = "" if "(did you" in what else did_you_mean(spec, names)
            message = f"{what}{hint};{rest}; known levels: {', '.join(names)}"
        raise SearcherSpecError(message) from None
    return Side(text.strip(), spec, side_limit or limit)


def _external_side(text: str, game: str, limit: Limit) -> Side:
    # A command may hold an @ of its own, so only what can be a limit is one.
    command, at, suffix = text.rpartition("@")
    match = _SIDE_LIMIT.fullmatch(suffix.strip()) if at else None
    spec = command.strip() if match else text
    seconds = _side_limit(text, suffix).seconds if match else limit.seconds or DEFAULT_SECONDS
    if seconds is None:
        raise SearcherSpecError(
            f"side '{text}': another program counts no simulations; write seconds, @{suffix}s"
        )
    parse_spec(spec, game)
    return Side(text, spec, Limit(seconds=seconds))


def _side_limit(text: str, suffix: str) -> Limit:
    match = _SIDE_LIMIT.fullmatch(suffix.strip())
    if match:
        limit = Limit(simulations=int(match[1])) if match[1] else Limit(seconds=float(match[2]))
        if 0 < (limit.simulations or limit.seconds or 0) <= 10**12:
            return limit
    raise SearcherSpecError(
        f"side '{text}': '{suffix}' after @ is not a limit; "
        "write simulations (4000) or seconds (0.5s)"
    )


def check_side(side: Side, game: str, parameters: Parameters) -> None:
    """Raise `SearcherSpecError` if a side cannot play a game with these parameters."""
    try:
        check_board(side.searcher, game, parameters)
    except SearcherSpecError as error:
        raise SearcherSpecError(f"side '{side.spec}': {error}") from None
