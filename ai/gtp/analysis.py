"""What ``analyze`` and its kin are asked for, and the lines they answer with.

The commands and their lines are those of Leela Zero (``lz-analyze``) and KataGo
(``kata-analyze``; its GTP_Extensions.md), which Sabaki and Lizzie read: all candidates stand in
one line, and a line takes the place of the one before it.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Final

from ai.search.messages import Candidate, SearchInfo

PLAIN, LEELA, KATA = "analyze", "lz-analyze", "kata-analyze"
COMMANDS: Final = (PLAIN, LEELA, KATA)
MOVING: Final = ("genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze")
"""The same, of a search that ends in a move."""
DEFAULT_INTERVAL: Final = 100
_LEELA_SCALE: Final = 10_000

_NUMBERS: Final = ("interval", "maxmoves", "minmoves")
_SWITCHES: Final = (
    *("rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev"),
    *("pvVisits", "pvEdgeVisits", "noResultValue"),
)
"""Of these only `rootInfo` tells more: the others are of Go, or not known of these searches."""
ALLOW, AVOID = "allow", "avoid"


class AnalysisError(ValueError):
    """Arguments that no analysis has; a sentence that says which."""


@dataclass(frozen=True, slots=True)
class AnalysisOrder:
    """What is asked for.

    Attributes:
        colour: Whom it is for, as written; empty for the side to move.
        interval: Seconds from one line to the next, at least.
        most: How many candidates are told at most; None for all.
        tells_root: Whether the position itself is told, too.
        allowed: The only vertices that are told and played, as written; empty for all.
        avoided: Those that are not.
        scale: What a winrate of 1 is written as; 1 itself is written with four decimals.
    """

    colour: str
    moves: bool
    interval: float
    most: int | None
    tells_root: bool
    allowed: tuple[str, ...]
    avoided: tuple[str, ...]
    scale: int

    def line(self, info: SearchInfo, kept: Container[int], name: Callable[[int], str]) -> str:
        """Return the line that tells what a search knows; moves are called by `name`."""
        told = [each for each in info.candidates if each.move in kept][: self.most]
        words = [self._candidate(each, order, name) for order, each in enumerate(told)]
        if self.tells_root:
            visits = info.simulations + info.reused_visits
            words.append(f"rootInfo visits {visits} winrate {self._share(info.value)}")
        return " ".join(words)

    def _candidate(self, candidate: Candidate, order: int, name: Callable[[int], str]) -> str:
        words = [
            f"info move {name(candidate.move)} visits {candidate.visits}",
            f"winrate {self._share(candidate.known_value)} order {order}",
        ]
        if candidate.proof is not None:
            words.append(f"proven {candidate.proof}")
            if candidate.distance is not None:
                words.append(f"distance {candidate.distance}")
        # Readers take all that follows `pv` for moves, so it comes last.
        line = candidate.line or (candidate.move,)
        return " ".join([*words, "pv", *map(name, line)])

    def _share(self, value: float) -> str:
        return f"{value:.4f}" if self.scale == 1 else str(round(value * self.scale))


def read_analysis(
    command: str,
    arguments: tuple[str, ...],
    is_colour: Callable[[str], bool],
    is_mover: Callable[[str], bool],
) -> AnalysisOrder:
    """Return what ``[COLOUR] [CENTISECONDS] [KEY VALUE]...`` asks for; raise `AnalysisError`.

    ``allow`` and ``avoid`` have three values: a colour, vertices with commas, and a depth.
    At depth 1 only the player to move has moves.
    """
    words = list(arguments)
    colour = words.pop(0) if words and is_colour(words[0]) else ""
    numbers = {"interval": DEFAULT_INTERVAL}
    if words and words[0].isascii() and words[0].isdigit():
        numbers["interval"] = _number("interval", words.pop(0))
    tells_root = False
    vertices: dict[str, tuple[str, ...]] = {ALLOW: (), AVOID: ()}
    while words:
        key = words.pop(0)
        if key in vertices:
            values, words = words[:3], words[3:]
            if vertices[ALLOW] or (key == ALLOW and vertices[AVOID]):
                raise AnalysisError("'allow' is given once, and without 'avoid'")
            if len(values) != 3 or not is_colour(values[0]):
                raise AnalysisError(f"{key} needs a colour, vertices with commas and a depth")
            if values[2] != "1":
                raise AnalysisError(f"{key} has depth 1 only: the shown position's own moves")
            if is_mover(values[0]):
                vertices[key] += tuple(values[1].split(","))
            continue
        value = words.pop(0) if words else ""
        if key in _NUMBERS:
            numbers[key] = _number(key, value)
        elif key in _SWITCHES:
            is_on = _switch(key, value)
            tells_root = is_on if key == "rootInfo" else tells_root
        else:
            known = ", ".join((*_NUMBERS, ALLOW, AVOID, *_SWITCHES))
            raise AnalysisError(
                f"'{key}' is neither a colour nor centiseconds nor one of the keys {known}"
            )
    return AnalysisOrder(
        colour=colour,
        moves=command in MOVING,
        interval=numbers["interval"] / 100,
        most=numbers.get("maxmoves"),
        tells_root=tells_root,
        allowed=vertices[ALLOW],
        avoided=vertices[AVOID],
        scale=_LEELA_SCALE if command.startswith("lz-") else 1,
    )


def _number(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise AnalysisError(f"{key} needs a whole number")
    return int(text)


def _switch(key: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise AnalysisError(f"{key} needs true or false")
    return text == "true"
