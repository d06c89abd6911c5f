"""What the arena says of a match: its sides, its games, how sure the result is."""

from typing import Final

from ai.phrases import N_, plural
from game.words.numbers import percent
from game.words.say import counted, listed, say, say_count

CHANCES: Final = N_("{name}'s chances by move, in %")
ESTIMATE: Final = N_("{name} says {share}")
MEAN: Final = N_("mean {score}")
PROGRESS: Final = {
    "move": N_("move {moves}"),
    "left": N_("move {moves}, {left} left"),
    "cleared": N_("move {moves}, cleared"),
}
"""How far a solver is."""
_RESULTS: Final = {
    "drawn": plural("{count} drawn", "{count} drawn"),
    "failed": plural("{count} failed", "{count} failed"),
    "forfeited": plural("{count} forfeited", "{count} forfeited"),
}
NO_GAME_YET: Final = N_("known after the first game")
TOO_FEW: Final = N_("too few games to tell")
ONE_SIDED: Final = {True: N_("all won"), False: N_("all lost")}
NO_LOWER: Final = N_("no lower bound")
NO_UPPER: Final = N_("no upper bound")
BELOW: Final = N_("95 %: below {high}")
ABOVE: Final = N_("95 %: above {low}")
BETWEEN: Final = N_("95 %: {low} to {high}")
DECIDED: Final = {True: N_("decided: {elo} Elo"), False: N_("decided: {elo}")}
TESTED: Final = {True: N_("{low} against {high} Elo"), False: N_("{low} against {high}")}
"""By whether details are told."""
RATIO: Final = N_("LLR {ratio}")
REVIEW: Final = N_("Review the game of {name}")
PLAYED: Final = {
    "Game": plural("{done} of {count} game", "{done} of {count} games"),
    "Board": plural("{done} of {count} board", "{done} of {count} boards"),
}
PLAYING: Final = {"Game": N_("Game {number} of {total}"), "Board": N_("Board {number} of {total}")}
TIME_LEFT: Final = N_("about {time} left")
WAITS: Final = N_("waits for the window")
ENDS: Final = {
    "sprt": N_("The test has reached a decision. The match ends early."),
    "games": N_("The match is over."),
}
STOPPED: Final = N_("The match was stopped.")
CLEARED: Final = N_("board cleared")
BETTER: Final = N_("bold = better")
FAILED: Final = N_("Game {number} failed: {error}.")
NOT_SHOWN: Final = N_("Game {number} could not be shown: {error}.")
NONE_SHOWN: Final = N_("A game could not be shown: {error}.")
NOT_STARTED: Final = N_("The match could not be started: {error}.")
ENDED: Final = N_("the match ended unexpectedly (exit code {code})")
ENDING: Final = N_("Game {number}: {name}{how}.")
TOLD_ENDING: Final = N_("Game {number}: {what}.")
TOLD: Final = (
    N_("the other program"),
    N_("{name} resigned the game"),
    N_("{name} did not move within {seconds} s and {grace} s of grace"),
    N_("{name} did not answer {command} in time"),
    N_("{name} answered {command} with an error: {error}"),
    N_("{name} answered with more than {count} characters"),
    N_("{name} crashed (exit code {code}): {error}"),
    N_("{name} crashed (exit code {code})"),
    N_("{name} ended (exit code {code}): {error}"),
    N_("{name} ended (exit code {code})"),
    N_("{name} played an illegal move: {error}"),
    N_("{name} cannot be told a position that was set up"),
    N_("{name} could not be started ({error})"),
    N_("{name} could not be started: {error}"),
    N_("{name} ({command}) could not be made ({error})"),
    N_("{name} ({command}) found no move"),
    N_("{name} ({command}) played an illegal move ({error})"),
    N_("{name} ({command}) failed ({error})"),
    N_("{game} failed ({error})"),
    N_("the process that played game {number} ended unexpectedly (exit code {code})"),
    N_("{error} (it has no command {command}, so it was not told {size})"),
    N_("{name} is taken"),
    N_("{name} is not legal here"),
    N_("{text} is not a cell of this board"),
    N_("{text} is not a move of this board"),
    N_("{text} is not for one player alone"),
)
"""What a match or the AI's thread tells in English of a side or a program that failed."""
GAME: Final = N_("game {number}")
PLAYED_BACK: Final = N_("{game}, {title}: {who}")
SIDE: Final = N_("{name} ({side})")
TWICE: Final = N_("{name}, {letter}")
"""A side that plays itself."""
LIMITED: Final = N_("{name}, {limit}")
SIDE_NAME: Final = N_("Side {letter}")
PAIR: Final = N_("{name} against {other}")
CAPTION: Final = {
    False: plural("{game}, {count} game", "{game}, {count} games"),
    True: plural("{game}, {count} board", "{game}, {count} boards"),
}
"""By whether boards are solved."""
LENGTH: Final = N_("{moves}, {time}")
LIMIT: Final = {False: N_("{time} a move"), True: N_("{time} a board")}
"""By whether it is one for a board."""
EARLY_END: Final = {
    True: N_("once {low} or {high} Elo is sure"),
    False: N_("once {low} or {high} points of strength is sure"),
}
"""By whether details are told."""
ALL_PLAYED: Final = N_("all games are played")
OPENINGS: Final = N_("each opening with both colours")
OWN_TIME: Final = N_("Levels set their own time")
OPENINGS_SEED: Final = N_("decides the openings")
SIDE_BY_SIDE: Final = N_("games side by side share the time")
IN_BACKGROUND: Final = N_("go on without the window")
BOARDS: Final = {True: N_("made by the seed"), False: N_("those that come with the game")}
PLAYOUTS: Final = N_("a Custom side can count playouts")
WRITE_PROGRAM: Final = N_("the command of one that speaks GTP; @5s limits it")
WRITE_CUSTOM: Final = N_("NAME:key=value or level:NAME; @4000 or @0.5s limits it")
SEED_DECIDES: Final = {True: N_("decides the boards"), False: N_("decides what they try")}
"""By whether the boards are random."""


def results(draws: int, failed: int, forfeited: int) -> list[str]:
    """Return what of a match was neither won nor lost, the most important first."""
    counts = {"drawn": draws, "failed": failed, "forfeited": forfeited}
    return [say_count(count, *_RESULTS[name]) for name, count in counts.items() if count]


def estimates(shares: dict[str, float], simulations: int | None) -> str:
    """Return what each side expects, and after how many simulations where that is told."""
    sides = [say(ESTIMATE, name=name, share=percent(share)) for name, share in shares.items()]
    more = "" if simulations is None else counted(simulations, "simulation", short=True)
    return listed((*sides, more))
