"""What the arena says of a match: its sides, its games, how sure the result is."""

from typing import Final

from game.words.numbers import percent
from game.words.say import counted, listed, say

CHANCES: Final = "{name}'s chances by move, in %"
ESTIMATE: Final = "{name} says {share}"
MEAN: Final = "mean {score}"
PROGRESS: Final = {
    "move": "move {moves}",
    "left": "move {moves}, {left} left",
    "cleared": "move {moves}, cleared",
}
"""How far a solver is."""
_RESULTS: Final = {
    "drawn": "{count} drawn",
    "failed": "{count} failed",
    "forfeited": "{count} forfeited",
}
NO_GAME_YET: Final = "known after the first game"
TOO_FEW: Final = "too few games to tell"
ONE_SIDED: Final = {True: "all won", False: "all lost"}
NO_LOWER: Final = "no lower bound"
NO_UPPER: Final = "no upper bound"
BELOW: Final = "95 %: below {high}"
ABOVE: Final = "95 %: above {low}"
BETWEEN: Final = "95 %: {low} to {high}"
DECIDED: Final = {True: "decided: {elo} Elo", False: "decided: {elo}"}
TESTED: Final = {True: "{low} against {high} Elo", False: "{low} against {high}"}
"""By whether details are told."""
RATIO: Final = "LLR {ratio}"
REVIEW: Final = "Review the game of {name}"
PLAYED: Final = {
    "Game": ("{done} of {count} game", "{done} of {count} games"),
    "Board": ("{done} of {count} board", "{done} of {count} boards"),
}
PLAYING: Final = {"Game": "Game {number} of {total}", "Board": "Board {number} of {total}"}
TIME_LEFT: Final = "about {time} left"
WAITS: Final = "waits for the window"
ENDS: Final = {
    "sprt": "The test has reached a decision. The match ends early.",
    "games": "The match is over.",
}
STOPPED: Final = "The match was stopped."
CLEARED: Final = "board cleared"
BETTER: Final = "bold = better"
FAILED: Final = "Game {number} failed: {error}."
NOT_SHOWN: Final = "Game {number} could not be shown: {error}."
NONE_SHOWN: Final = "A game could not be shown: {error}."
NOT_STARTED: Final = "The match could not be started: {error}."
ENDED: Final = "the match ended unexpectedly (exit code {code})"
ENDING: Final = "Game {number}: {name}{how}."
"""How a game ended that no board decided, in the words of its file."""
GAME: Final = "game {number}"
PLAYED_BACK: Final = "{game}, {title}: {who}"
SIDE: Final = "{name} ({side})"
TWICE: Final = "{name}, {letter}"
"""A side that plays itself."""
SIDE_NAME: Final = "Side {letter}"
PAIR: Final = "{name} against {other}"
CAPTION: Final = {
    False: ("{game}, {count} game", "{game}, {count} games"),
    True: ("{game}, {count} board", "{game}, {count} boards"),
}
"""By whether boards are solved."""
LENGTH: Final = "{moves}, {time}"
LIMIT: Final = {False: "{time} a move", True: "{time} a board"}
"""By whether it is one for a board."""
EARLY_END: Final = {
    True: "once {low} or {high} Elo is sure",
    False: "once {low} or {high} points of strength is sure",
}
"""By whether details are told."""
ALL_PLAYED: Final = "all games are played"
OPENINGS: Final = "each opening with both colours"
OWN_TIME: Final = "Levels set their own time"
OPENINGS_SEED: Final = "decides the openings"
SIDE_BY_SIDE: Final = "games side by side share the time"
IN_BACKGROUND: Final = "go on without the window"
BOARDS: Final = {True: "made by the seed", False: "those that come with the game"}
PLAYOUTS: Final = "a Custom side can count playouts"
WRITE_PROGRAM: Final = "the command of one that speaks GTP; @5s limits it"
WRITE_CUSTOM: Final = "NAME:key=value or level:NAME; @4000 or @0.5s limits it"
SEED_DECIDES: Final = {True: "decides the boards", False: "decides what they try"}
"""By whether the boards are random."""


def results(draws: int, failed: int, forfeited: int) -> list[str]:
    """Return what of a match was neither won nor lost, the most important first."""
    counts = {"drawn": draws, "failed": failed, "forfeited": forfeited}
    return [say(_RESULTS[name], count=count) for name, count in counts.items() if count]


def estimates(shares: dict[str, float], simulations: int | None) -> str:
    """Return what each side expects, and after how many simulations where that is told."""
    sides = [say(ESTIMATE, name=name, share=percent(share)) for name, share in shares.items()]
    more = "" if simulations is None else counted(simulations, "simulation", short=True)
    return listed((*sides, more))
