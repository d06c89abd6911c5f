"""What a game's screen says: whose turn it is, what the AI does, why a key did nothing."""

from typing import Final

from ai.search.messages import StopReason
from game.words.numbers import percent, short_count, short_rate
from game.words.say import say

# The AI at work.

READY_IN: Final = "ready in {time}"
AI_READY_IN: Final = "The AI is ready in {time}."
AI_GETS_READY: Final = "The AI is getting ready."
AI_THINKS: Final = "The AI is thinking. {key} lets it move now."
AI_HAS_STOPPED: Final = "The AI has stopped."
HAS_STOPPED: Final = "The AI has stopped"
GETS_READY: Final = "The AI is getting ready"
GETTING_READY: Final = "AI getting ready"
RESTART_TO_GO_ON: Final = "The AI has stopped. Restart it to go on."
RESTART_FOR_HINT: Final = "The AI has stopped. Restart it for the hint."
RESTART_FOR_MEDALS: Final = "The AI has stopped. Restart it for the medals."
HINT_IS_NEXT: Final = "The AI is getting ready. Your hint comes next."
LOOKING_FOR_HINT: Final = "Looking for a hint…"
LOOKING_FOR_TARGET: Final = "The AI looks for the score to beat…"
NO_TARGET_YET: Final = "Your first move sets the AI looking for a score to beat."
PLAYS_LINE: Final = "The AI is playing its line. Esc stops it."
THINKING: Final = "Thinking…"
TREE_GROWS: Final = "The tree grows…"
LOOKING_FOR_MISTAKES: Final = "Looking for mistakes…"
SILENT: Final = "**{program}** has told nothing for a while. **{key}** stops it."
LOADING: Final = "loading the AI"
ONLY_ONCE: Final = "only at the first start"
SEE_LOG: Final = "see the log"
SPACE_STOPS: Final = "Space stops it"
SPACE_CONTINUES: Final = "Space continues"
FOR_GUESS: Final = "for your guess"
OTHER_WINDOW: Final = "another window is in front"
EXACT_KNOWN: Final = "exact values are known"
RESULT_STAYS: Final = "its result stays"
ENDED: Final = {
    StopReason.PROVEN: "proven, nothing left to search",
    StopReason.ONLY_MOVE: "only one move",
    StopReason.EXHAUSTED: "everything searched",
}
RATE: Final = "{rate} sims/s"
SLOWED: Final = "slowed: {rate}/s"
OF_TIME: Final = "{spent} of {limit}"
SPENT: Final = "{time} spent"
REUSED: Final = "{share} of the last search reused"
GUESSING: Final = "{key} ends guessing"
ANALYSIS_STOPPED: Final = "Analysis stopped: {key} goes on"
HIDE_VIEW: Final = "{key}: hide the AI's view"
SHOW_VIEW: Final = "{key}: the AI's view, {peek} held: a peek"
PEEK_TIP: Final = "{title}; held, a peek"

# The position.

ONLY_MOVE: Final = "The only move is **{name}**. A click on the board plays it."
FIND_BETTER: Final = "Find a better move."
KEPT: Final = "Your game stays as it was."
MARKED_AREA: Final = "Look in the **marked area**. Press {key} again for the move."
WHAT_FOLLOWS: Final = "Press {key} again for what follows."
PRESS_TO_SEE: Final = "Press {key} to see what the AI thinks."
PRESS: Final = "Press {hint} for a hint, {analysis} to see what the AI thinks."
STOPPED: Final = "Stopped. **{key}** goes on."
NOT_ANALYSED: Final = "Not analysed yet."
WAS_TO_MOVE: Final = "Here **{side}**, the AI, was to move."
YOUR_TURN: Final = "**Your turn**, {side}."
TO_MOVE: Final = "**{side}** to move."
TO_MOVE_AT: Final = "{side} to move · move {number}"
BOARD_AT_MOVE: Final = "{board} · move {number}"
GRADED: Final = "**{letter}**: {words}"
VIEWING: Final = "Viewing {position}"
GAME_KEPT: Final = "Your game is kept."
ANOTHER_TRY: Final = "Another try; your game is kept."
AI_PLAYED_ON: Final = "The AI played on."
TO_ITS_END: Final = ("{count} move to its end", "{count} moves to its end")
TEACHES: Final = {
    "off": "explains bad moves",
    "warn": "warns from {least} lost",
    "letters": "warns from {least} lost, explains new letters",
    "undo": "takes back what loses {least} or more",
}
TEACH_TIP: Final = "Teach: explains bad moves"
SPEED_TIP: Final = "Speed of the demo"
SAME_BOARD_TIP: Final = "The same board again, beside your best game on it"
SWAP_TIP: Final = "Another game, with the other side"
CLICK_TO_PLAY: Final = "Click to play, H for a hint."
CLICK_A_PIECE: Final = "Click a piece, then where it goes; H for a hint."
BOARD_SHOWS: Final = "What the board shows"
STRIP: Final = "{word}: {left}"

# The players.

RULE: Final = {True: "**{rule}**", False: "**{rule}**  ·  H for a hint"}
"""By whether the game is over."""
WIN_SHARE: Final = "{side} win %, as the AI saw it"
NUMBERS: Final = {
    "value": "number = **win %**  ·  small number, size = **visits**  ·  A–E = **win % lost**",
    "loss": "number = **win % lost**  ·  small number, size = **visits**  ·  A–E = **win % lost**",
    "visits": "number, size = **visits**  ·  small number = **win %**  ·  A–E = **win % lost**",
}
ONE_NUMBER: Final = "number = **win %**  ·  colour = **what it loses**  ·  {key} for details"
WIN_LOST: Final = (
    "**Win % lost**: {limits}\nWhere every move wins, or loses: A to C by how soon the end comes"
)
ESTIMATE_ALONE: Final = "order and disc = **estimate alone**"
EXACT_VALUES: Final = (
    "badge = **exact value** (star win, bars draw, cross loss)  ·  disc = **estimate**"
)
FULL_BOARD: Final = "the board is full"
LEVEL_TIP: Final = "The AI's level; press its name for a list"
TIME_TIP: Final = "The AI's time for a move"
TIME_OF_LEVEL: Final = "set by the level"
TIME_CHOSEN: Final = "longest time for a move"
NO_TIME: Final = "the game is solved"
ANSWERED: Final = {True: "after {time}", False: "answered in {time}"}
"""By whether details are told, beside which it is short."""
SEARCHES: Final = "{side}, {budget}"
SIDE_TO_MOVE: Final = "{side}, to move"
AT_MOST: Final = "{time} at most"
EVEN: Final = "Even, {number}"
STRENGTH: Final = "{side}, strength {number}"
AI_LEVEL: Final = "AI · {level}"
PLAYER: Final = "Player {number}"
CANNOT_PLAY: Final = "{level} can't play this board"

# The board, where a click plays nothing.

CELL_TAKEN: Final = "That cell is taken."
CANNOT_BE_PLAYED: Final = "That cannot be played here."
NOT_THERE: Final = "The piece can't move there."
PIECE_STUCK: Final = "This piece can't move."
SELECT_OWN: Final = "Select one of your own pieces first."

# Games for one.

BEST_SO_FAR: Final = "Your best: **{best}**."
BEST_ENDED: Final = "Your best ended with **{best}**."
BEST_HAD: Final = "Your best had **{best}** here: **{ahead}**."
SCORE_NUMBER: Final = "the number is the **score** that the AI expects"
LOST_BY_LETTER: Final = "letter, colour = **points lost**"
POINTS_LOST: Final = "**Points lost**: {limits}"
SCORE_LOST: Final = "**% of the best known score lost**: {limits}"
COLOUR_ONLY: Final = "colour = **points lost**  ·  {key} for details"
LEADS_TO: Final = "**{line}** … leads to **{points}**."
GAIN: Final = "**{points}**"
NO_REMOVALS: Final = "No groups removed yet."
MOVES_PLAYED: Final = "{count} played"
BY_AI: Final = "{count} by the AI"
NOTHING_MORE: Final = "no line scores more"
BOUND: Final = "no line can exceed {score}"
NO_MEDAL: Final = {True: "No medal yet: {why}.", False: "No medal: {why}."}
"""By whether own moves may still outweigh those that were shown."""
BROUGHT: Final = "**{name}** {brought} {gain}."
AI_BROUGHT: Final = "The AI {did} **{name}**: {gain}."
EXPECTS: Final = "It expects to reach **{score}**."
PROVEN_BEST: Final = "**Proven**: no line scores more."
ABOUT: Final = "{loss} ±{error}"

# Notices.

NEW_GAME: Final = "New game started"
PASTED: Final = "Position pasted"
OPENED: Final = {True: "Game opened", False: "Game opened."}
"""By whether the game before can be brought back."""
GAME_LEFT: Final = "The game in progress is kept."
MOVES_LEFT: Final = "The moves that followed are kept."
NO_BRANCHES: Final = "No branches here: go back and play another move."
NO_BRANCH: Final = "No branch to delete here."
NO_OPPONENT: Final = "No opponent here: that is for games against the AI, in Play."
NO_COORDINATES: Final = "This board has no coordinates."
NO_OTHER_MISTAKE: Final = "No other mistake to retry."
AUTOPLAY_STOPS: Final = "The game is being shown. {key} stops it."
TREE_LIES_OVER: Final = "The tree lies over the board. {key} closes it."
BRANCHES: Final = {True: "Branches folded.", False: "Branches unfolded."}
BRANCH_DELETED: Final = "The branch {name} is deleted."
BRANCHES_DELETED: Final = (
    "The branch {name} is deleted with {count} other line.",
    "The branch {name} is deleted with {count} other lines.",
)
GUESS_FIRST: Final = "Guess first: click a move. {key} stops guessing."
HIDDEN: Final = "Hidden while you guess. {key} stops guessing."
SHOWN_AFTER_GUESS: Final = "All is shown after a guess. {key} stops guessing."
HINT_COMES: Final = "Think first. The hint comes in {count} s."
TRY_AGAIN_FIRST: Final = "{key} tries again. Then there is a move to hint at."
OVER: Final = "The game is over."
GAME_OVER: Final = "The game is over. {key} reviews it."
NO_HINT_AT_END: Final = "The game is over: no hint to give."
HINTS_ARE_FOR_YOU: Final = "The AI is to move. Hints are for your own moves."
SHOWN_ALREADY: Final = {
    True: "The board shows the estimates already.",
    False: "The board shows the best moves already.",
}
"""By whether the AI has looked at no move long enough to name the best ones."""
ALL_SEARCHED: Final = "Everything here is searched."
GAME_RESTORED: Final = "Previous game restored."
NOTHING_TO_PLAY: Final = "Nothing to play yet: no move has been made."
NOTHING_TO_REVIEW: Final = "Nothing to review yet: no move has been played."
NOTHING_TO_SEARCH: Final = "Nothing to look into: the game is over, so nothing is searched."
NOTHING_EARLIER: Final = "No earlier games or lines yet."
NO_SEEDS: Final = "This game has no seeds: it always begins alike."
BAR_SAYS_HOW: Final = "The bar below the board says how to go on."
NO_GUESSING_IN_RETRY: Final = "No guessing here: you look for a better move already."
NO_AUTOPLAY_IN_RETRY: Final = "Nothing is played here: you look for a better move."
DEMO_RUNS: Final = "The AI is playing this demo. Click Play to take over."
DEMO_PAUSED: Final = "The demo is paused. Click Play to take over."
NO_MISTAKES: Final = "No mistakes found so far. {key} reviews the game."
NOT_TO_RESIGN: Final = {
    "turn": "Nothing to resign: that is for your turn in a game for two.",
    "over": "Nothing to resign: the game is over.",
    "viewed": "Nothing to resign: moves follow this position.",
    "begun": "Nothing to resign: no move has been played.",
}
RESIGN: Final = "{title}?"
THEN_WINS: Final = {
    True: "The AI then wins this game.",
    False: "The other player then wins this game.",
}
"""By whether it is the AI."""
TIME_LIMITS: Final = {
    True: "The AI's time can't be longer.",
    False: "The AI's time can't be shorter.",
}
AT_ONCE: Final = "This level answers at once."
ANALYSIS_TIME: Final = "Time for an analysis or a hint: {time}"
MOVE_TIME: Final = "The AI's time for a move: {time}"
LEVELS_TIME: Final = "The AI's time for a move: set by its level"
MORE_NUMBERS: Final = "Other numbers are details. {key} shows them."
METRICS: Final = {
    "value of one": "Number on the candidates: expected score",
    "value": "Number on the candidates: win %",
    "loss": "Number on the candidates: loss",
    "visits": "Number on the candidates: visits",
}

# Texts that are copied and pasted, and seeds.

POSITION_COPIED: Final = "Position copied."
GAME_COPIED: Final = "Game copied."
NO_CLIPBOARD: Final = "There is no clipboard on this system."
SPIN: Final = "Up and down change the last character. Right adds one, left deletes it."
"""How a game controller writes."""
NO_TEXT: Final = "The clipboard holds no text."
WHAT_IS_ZERO: Final = "What is 0 here?"
ZERO_MEANS: Final = "This text may mean a colour by **0**, or an empty cell."
NO_SUCH_BOARD: Final = "There is no such board."
SAME_SEED: Final = "The same seed gives the same board."
TYPE_NUMBER: Final = "Type a number."
OTHER_GAME: Final = "This is a position of {game}, not of {own}. Open {game} and paste it there."
NO_GAME: Final = "{what} holds no game, and no position of {own}: {error}."
BOARDS_IN_TEXT: Final = ("{count} board in this text", "{count} boards in this text")
WHICH: Final = "Which one? They are numbered {first} to {last}."

# Scores, graphs and trees.

AI_SCORE: Final = "AI {score}"
PUBLISHED: Final = "published {score}"
NEXT_MEDAL: Final = "Next: {medal} at {score}"
NEXT_AI: Final = "Gold. Next: the AI's {score}"
AS_GOOD: Final = "Gold, and as good as the AI"
TREE: Final = {
    True: "width = **how often tried**  ·  slice, number = **expected score**  ·  **T** closes",
    False: "width = **how often tried**  ·  slice, number = **win % of {mover}**  ·  **T** closes",
}
"""By whether it is a game for one."""
AT_SCORE: Final = {
    (False, False): "{name}: {score}",
    (True, False): "{name}: {score}, expected {expected}",
    (False, True): "{name}: {score}, your best {best}",
    (True, True): "{name}: {score}, expected {expected}, your best {best}",
}
"""By whether an expected score is known, and a best one."""
AT_SHARE: Final = "{name}: {share}"
NOTED: Final = "{words}, {note}"
PROOFS: Final = {
    "win": ("Win", "Win in at most {count} move", "Win in at most {count} moves"),
    "draw": ("Draw", "Draw", "Draw"),
    "loss": ("Loss", "Loss in at most {count} move", "Loss in at most {count} moves"),
}
"""Without and with the moves that are left at most."""
NOT_PROVEN: Final = "{proof}, not proven"
PLAY_OUT: Final = "{proof}. Click to play the line out"
LIMITS: Final = "A up to {a}, B {b}, C {c}, D {d}, E more"
LOSSES: Final = {
    "A": "A: loses up to {high} {unit}",
    "B": "B: loses {low} to {high} {unit}",
    "C": "C: loses {low} to {high} {unit}",
    "D": "D: loses {low} to {high} {unit}",
    "E": "E: loses more than {low} {unit}",
}


def simulations(done: int, limit: int) -> str:
    words = "{done} of {limit} simulations"
    return say(words, done=short_count(done), limit=short_count(limit))


def rate(of: float, *, is_slowed: bool = False) -> str:
    return say(SLOWED if is_slowed else RATE, rate=short_rate(of))


def reused(share: float) -> str:
    return say(REUSED, share=percent(share))
