"""What a game's screen says: whose turn it is, what the AI does, why a key did nothing."""

from typing import Final

from ai.phrases import N_, plural
from ai.search.messages import StopReason
from game.words.numbers import percent, short_count, short_rate
from game.words.say import say

# The AI at work.

READY_IN: Final = N_("ready in {time}")
AI_READY_IN: Final = N_("The AI is ready in {time}.")
AI_GETS_READY: Final = N_("The AI is getting ready.")
AI_THINKS: Final = N_("The AI is thinking. {key} lets it move now.")
AI_HAS_STOPPED: Final = N_("The AI has stopped.")
HAS_STOPPED: Final = N_("The AI has stopped")
GETS_READY: Final = N_("The AI is getting ready")
GETTING_READY: Final = N_("AI getting ready")
RESTART_TO_GO_ON: Final = N_("The AI has stopped. Restart it to go on.")
RESTART_FOR_HINT: Final = N_("The AI has stopped. Restart it for the hint.")
RESTART_FOR_MEDALS: Final = N_("The AI has stopped. Restart it for the medals.")
HINT_IS_NEXT: Final = N_("The AI is getting ready. Your hint comes next.")
LOOKING_FOR_HINT: Final = N_("Looking for a hint…")
LOOKING_FOR_TARGET: Final = N_("The AI looks for the score to beat…")
NO_TARGET_YET: Final = N_("Your first move sets the AI looking for a score to beat.")
PLAYS_LINE: Final = N_("The AI is playing its line. Esc stops it.")
THINKING: Final = N_("Thinking…")
TREE_GROWS: Final = N_("The tree grows…")
LOOKING_FOR_MISTAKES: Final = N_("Looking for mistakes…")
SILENT: Final = N_("**{program}** has told nothing for a while. **{key}** stops it.")
LOADING: Final = N_("loading the AI")
ONLY_ONCE: Final = N_("only at the first start")
SEE_LOG: Final = N_("see the log")
SPACE_STOPS: Final = N_("Space stops it")
SPACE_CONTINUES: Final = N_("Space continues")
FOR_GUESS: Final = N_("for your guess")
OTHER_WINDOW: Final = N_("another window is in front")
EXACT_KNOWN: Final = N_("exact values are known")
RESULT_STAYS: Final = N_("its result stays")
ENDED: Final = {
    StopReason.PROVEN: N_("proven, nothing left to search"),
    StopReason.ONLY_MOVE: N_("only one move"),
    StopReason.EXHAUSTED: N_("everything searched"),
}
RATE: Final = N_("{rate} sims/s")
SLOWED: Final = N_("slowed: {rate}/s")
OF_TIME: Final = N_("{spent} of {limit}")
SPENT: Final = N_("{time} spent")
REUSED: Final = N_("{share} of the last search reused")
GUESSING: Final = N_("{key} ends guessing")
ANALYSIS_STOPPED: Final = N_("Analysis stopped: {key} goes on")
HIDE_VIEW: Final = N_("{key}: hide the AI's view")
SHOW_VIEW: Final = N_("{key}: the AI's view, {peek} held: a peek")
# For translators: the peek's key is pressed once, and once more to end it.
SHOW_VIEW_OR_PEEK: Final = N_("{key}: the AI's view, {peek}: a peek")
PEEK_TIP: Final = N_("{title}; held, a peek")

# The position.

ONLY_MOVE: Final = N_("The only move is **{name}**. A click on the board plays it.")
FIND_BETTER: Final = N_("Find a better move.")
KEPT: Final = N_("Your game stays as it was.")
MARKED_AREA: Final = N_("Look in the **marked area**. Press {key} again for the move.")
WHAT_FOLLOWS: Final = N_("Press {key} again for what follows.")
PRESS_TO_SEE: Final = N_("Press {key} to see what the AI thinks.")
PRESS: Final = N_("Press {hint} for a hint, {analysis} to see what the AI thinks.")
STOPPED: Final = N_("Stopped. **{key}** goes on.")
NOT_ANALYSED: Final = N_("Not analysed yet.")
WAS_TO_MOVE: Final = N_("Here **{side}**, the AI, was to move.")
YOUR_TURN: Final = N_("**Your turn**, {side}.")
TO_MOVE: Final = N_("**{side}** to move.")
TO_MOVE_AT: Final = N_("{side} to move · move {number}")
BOARD_AT_MOVE: Final = N_("{board} · move {number}")
GRADED: Final = N_("**{letter}**: {words}")
VIEWING: Final = N_("Viewing {position}")
GAME_KEPT: Final = N_("Your game is kept.")
ANOTHER_TRY: Final = N_("Another try; your game is kept.")
AI_PLAYED_ON: Final = N_("The AI played on.")
TO_ITS_END: Final = plural("{count} move to its end", "{count} moves to its end")
TEACHES: Final = {
    "off": N_("explains bad moves"),
    "warn": N_("warns from {least} lost"),
    "letters": N_("warns from {least} lost, explains new letters"),
    "undo": N_("takes back what loses {least} or more"),
}
TEACH_TIP: Final = N_("Teach: explains bad moves")
SPEED_TIP: Final = N_("Speed of the demo")
SAME_BOARD_TIP: Final = N_("The same board again, beside your best game on it")
SWAP_TIP: Final = N_("Another game, with the other side")
CLICK_TO_PLAY: Final = N_("Click to play, {hint} for a hint.")
CLICK_A_PIECE: Final = N_("Click a piece, then where it goes; {hint} for a hint.")
BOARD_SHOWS: Final = N_("What the board shows")
STRIP: Final = N_("{word}: {left}")

# The players.

RULE: Final = {True: "**{rule}**", False: N_("**{rule}**  ·  {hint} for a hint")}
"""By whether the game is over."""
WIN_SHARE: Final = N_("{side} win %, as the AI saw it")
NUMBERS: Final = {
    "value": N_("number = **win %**  ·  small number, size = **visits**  ·  A–E = **win % lost**"),
    "loss": N_(
        "number = **win % lost**  ·  small number, size = **visits**  ·  A–E = **win % lost**"
    ),
    "visits": N_("number, size = **visits**  ·  small number = **win %**  ·  A–E = **win % lost**"),
}
ONE_NUMBER: Final = N_("number = **win %**  ·  colour = **what it loses**  ·  {key} for details")
WIN_LOST: Final = N_(
    "**Win % lost**: {limits}\nWhere every move wins, or loses: A to C by how soon the end comes"
)
ESTIMATE_ALONE: Final = N_("order and disc = **estimate alone**")
EXACT_VALUES: Final = N_(
    "badge = **exact value** (star win, bars draw, cross loss)  ·  disc = **estimate**"
)
FULL_BOARD: Final = N_("the board is full")
LEVEL_TIP: Final = N_("The AI's level; press its name for a list")
TIME_TIP: Final = N_("The AI's time for a move")
TIME_OF_LEVEL: Final = N_("set by the level")
TIME_CHOSEN: Final = N_("longest time for a move")
NO_TIME: Final = N_("the game is solved")
ANSWERED: Final = {True: N_("after {time}"), False: N_("answered in {time}")}
"""By whether details are told, beside which it is short."""
SEARCHES: Final = N_("{side}, {budget}")
SIDE_TO_MOVE: Final = N_("{side}, to move")
AT_MOST: Final = N_("{time} at most")
EVEN: Final = N_("Even, {number}")
STRENGTH: Final = N_("{side}, strength {number}")
AI_LEVEL: Final = N_("AI · {level}")
PLAYER: Final = N_("Player {number}")
CANNOT_PLAY: Final = N_("{level} can't play this board")

# The board, where a click plays nothing.

CELL_TAKEN: Final = N_("That cell is taken.")
CANNOT_BE_PLAYED: Final = N_("That cannot be played here.")
NOT_THERE: Final = N_("The piece can't move there.")
PIECE_STUCK: Final = N_("This piece can't move.")
SELECT_OWN: Final = N_("Select one of your own pieces first.")

# Games for one.

BEST_SO_FAR: Final = N_("Your best: **{best}**.")
BEST_ENDED: Final = N_("Your best ended with **{best}**.")
BEST_HAD: Final = N_("Your best had **{best}** here: **{ahead}**.")
SCORE_NUMBER: Final = N_("the number is the **score** that the AI expects")
LOST_BY_LETTER: Final = N_("letter, colour = **points lost**")
POINTS_LOST: Final = N_("**Points lost**: {limits}")
SCORE_LOST: Final = N_("**% of the best known score lost**: {limits}")
COLOUR_ONLY: Final = N_("colour = **points lost**  ·  {key} for details")
LEADS_TO: Final = N_("**{line}** … leads to **{points}**.")
GAIN: Final = "**{points}**"
NO_REMOVALS: Final = N_("No groups removed yet.")
MOVES_PLAYED: Final = N_("{count} played", "moves")
BY_AI: Final = N_("{count} by the AI")
NOTHING_MORE: Final = N_("no line scores more")
BOUND: Final = N_("no line can exceed {score}")
NO_MEDAL: Final = {True: N_("No medal yet: {why}."), False: N_("No medal: {why}.")}
"""By whether own moves may still outweigh those that were shown."""
EXPECTS: Final = N_("It expects to reach **{score}**.")
PROVEN_BEST: Final = N_("**Proven**: no line scores more.")
ABOUT: Final = "{loss} ±{error}"

# Notices.

NEW_GAME: Final = N_("New game started")
PASTED: Final = N_("Position pasted")
OPENED: Final = {True: N_("Game opened"), False: N_("Game opened.")}
"""By whether the game before can be brought back."""
GAME_LEFT: Final = N_("The game in progress is kept.")
MOVES_LEFT: Final = N_("The moves that followed are kept.")
NO_BRANCHES: Final = N_("No branches here: go back and play another move.")
NO_BRANCH: Final = N_("No branch to delete here.")
NO_OPPONENT: Final = N_("No opponent here: that is for games against the AI, in Play.")
NO_COORDINATES: Final = N_("This board has no coordinates.")
NO_OTHER_MISTAKE: Final = N_("No other mistake to retry.")
AUTOPLAY_STOPS: Final = N_("The game is being shown. {key} stops it.")
TREE_LIES_OVER: Final = N_("The tree lies over the board. {key} closes it.")
BRANCHES: Final = {True: N_("Branches folded."), False: N_("Branches unfolded.")}
BRANCH_DELETED: Final = N_("The branch {name} is deleted.")
BRANCHES_DELETED: Final = plural(
    "The branch {name} is deleted with {count} other line.",
    "The branch {name} is deleted with {count} other lines.",
)
GUESS_FIRST: Final = N_("Guess first: click a move. {key} stops guessing.")
HIDDEN: Final = N_("Hidden while you guess. {key} stops guessing.")
SHOWN_AFTER_GUESS: Final = N_("All is shown after a guess. {key} stops guessing.")
HINT_COMES: Final = N_("Think first. The hint comes in {count} s.")
TRY_AGAIN_FIRST: Final = N_("{key} tries again. Then there is a move to hint at.")
OVER: Final = N_("The game is over.")
GAME_OVER: Final = N_("The game is over. {key} reviews it.")
NO_HINT_AT_END: Final = N_("The game is over: no hint to give.")
HINTS_ARE_FOR_YOU: Final = N_("The AI is to move. Hints are for your own moves.")
SHOWN_ALREADY: Final = {
    True: N_("The board shows the estimates already."),
    False: N_("The board shows the best moves already."),
}
"""By whether the AI has looked at no move long enough to name the best ones."""
ALL_SEARCHED: Final = N_("Everything here is searched.")
GAME_RESTORED: Final = N_("Previous game restored.")
NOTHING_TO_PLAY: Final = N_("Nothing to play yet: no move has been made.")
NOTHING_TO_REVIEW: Final = N_("Nothing to review yet: no move has been played.")
NOTHING_TO_SEARCH: Final = N_("Nothing to look into: the game is over, so nothing is searched.")
NOTHING_EARLIER: Final = N_("No earlier games or lines yet.")
NO_SEEDS: Final = N_("This game has no seeds: it always begins alike.")
BAR_SAYS_HOW: Final = N_("The bar below the board says how to go on.")
NO_GUESSING_IN_RETRY: Final = N_("No guessing here: you look for a better move already.")
NO_AUTOPLAY_IN_RETRY: Final = N_("Nothing is played here: you look for a better move.")
DEMO_RUNS: Final = N_("The AI is playing this demo. Click Play to take over.")
DEMO_PAUSED: Final = N_("The demo is paused. Click Play to take over.")
NO_MISTAKES: Final = N_("No mistakes found so far. {key} reviews the game.")
NOT_TO_RESIGN: Final = {
    "turn": N_("Nothing to resign: that is for your turn in a game for two."),
    "over": N_("Nothing to resign: the game is over."),
    "viewed": N_("Nothing to resign: moves follow this position."),
    "begun": N_("Nothing to resign: no move has been played."),
}
RESIGN: Final = "{title}?"
THEN_WINS: Final = {
    True: N_("The AI then wins this game."),
    False: N_("The other player then wins this game."),
}
"""By whether it is the AI."""
TIME_LIMITS: Final = {
    True: N_("The AI's time can't be longer."),
    False: N_("The AI's time can't be shorter."),
}
AT_ONCE: Final = N_("This level answers at once.")
ANALYSIS_TIME: Final = N_("Time for an analysis or a hint: {time}")
MOVE_TIME: Final = N_("The AI's time for a move: {time}")
LEVELS_TIME: Final = N_("The AI's time for a move: set by its level")
MORE_NUMBERS: Final = N_("Other numbers are details. {key} shows them.")
METRICS: Final = {
    "value of one": N_("Number on the candidates: expected score"),
    "value": N_("Number on the candidates: win %"),
    "loss": N_("Number on the candidates: loss"),
    "visits": N_("Number on the candidates: visits"),
}

# Texts that are copied and pasted, and seeds.

POSITION_COPIED: Final = N_("Position copied.")
GAME_COPIED: Final = N_("Game copied.")
NO_CLIPBOARD: Final = N_("There is no clipboard on this system.")
SPIN: Final = N_("Up and down change the last character. Right adds one, left deletes it.")
"""How a game controller writes."""
NO_TEXT: Final = N_("The clipboard holds no text.")
WHAT_IS_ZERO: Final = N_("What is 0 here?")
ZERO_MEANS: Final = N_("This text may mean a colour by **0**, or an empty cell.")
NO_SUCH_BOARD: Final = N_("There is no such board.")
SAME_SEED: Final = N_("The same seed gives the same board.")
TYPE_NUMBER: Final = N_("Type a number.")
OTHER_GAME: Final = N_(
    "This is a position of {game}, not of {own}. Open {game} and paste it there."
)
NO_GAME: Final = N_("{what} holds no game, and no position of {own}: {error}.")
BOARDS_IN_TEXT: Final = plural("{count} board in this text", "{count} boards in this text")
WHICH: Final = N_("Which one? They are numbered {first} to {last}.")

# Scores, graphs and trees.

AI_SCORE: Final = N_("AI {score}")
PUBLISHED: Final = N_("published {score}")
NEXT_MEDAL: Final = N_("Next: {medal} at {score}")
NEXT_AI: Final = N_("Gold. Next: the AI's {score}")
AS_GOOD: Final = N_("Gold, and as good as the AI")
TREE: Final = {
    True: N_(
        "width = **how often tried**  ·  slice, number = **expected score**  ·  **{key}** closes"
    ),
    False: N_(
        "width = **how often tried**  ·  slice, number = **win % of {mover}**  ·  **{key}** closes"
    ),
}
"""By whether it is a game for one."""
AT_SCORE: Final = {
    (False, False): "{name}: {score}",
    (True, False): N_("{name}: {score}, expected {expected}"),
    (False, True): N_("{name}: {score}, your best {best}"),
    (True, True): N_("{name}: {score}, expected {expected}, your best {best}"),
}
"""By whether an expected score is known, and a best one."""
POINTS: Final = plural("{title}, {count} point", "{title}, {count} points")
"""What a graph shows, and of how many positions."""
AT_SHARE: Final = N_("{name}: {share}")
NOTED: Final = N_("{words}, {note}")
PROOF_LETTERS: Final = {
    "win": N_("W", "the first letter of a proven win, on its badge"),
    "draw": N_("D", "the first letter of a proven draw, on its badge"),
    "loss": N_("L", "the first letter of a proven loss, on its badge"),
}
PROOFS: Final = {
    "win": (
        N_("Win", "a result"),
        *plural("Win in at most {count} move", "Win in at most {count} moves"),
    ),
    "draw": (N_("Draw", "a result"),) * 3,
    "loss": (
        N_("Loss", "a result"),
        *plural("Loss in at most {count} move", "Loss in at most {count} moves"),
    ),
}
"""Without and with the moves that are left at most."""
NOT_PROVEN: Final = N_("{proof}, not proven")
PLAY_OUT: Final = N_("{proof}. Click to play the line out")
LIMITS: Final = N_("A up to {a}, B {b}, C {c}, D {d}, E more")
LOSSES: Final = {
    "A": N_("A: loses up to {high} {unit}"),
    "B": N_("B: loses {low} to {high} {unit}"),
    "C": N_("C: loses {low} to {high} {unit}"),
    "D": N_("D: loses {low} to {high} {unit}"),
    "E": N_("E: loses more than {low} {unit}"),
}


def simulations(done: int, limit: int) -> str:
    words = N_("{done} of {limit} simulations")
    return say(words, done=short_count(done), limit=short_count(limit))


def rate(of: float, *, is_slowed: bool = False) -> str:
    return say(SLOWED if is_slowed else RATE, rate=short_rate(of))


def reused(share: float) -> str:
    return say(REUSED, share=percent(share))
