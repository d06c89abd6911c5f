"""What the pages around the games say: home, earlier games, records, settings, help."""

from typing import Final

from ai.phrases import N_, plural
from game.words.say import number_word, say, say_count

# Home.

DRILLS_DUE: Final = N_("Drills: {count} due")
DRILLS_TIP: Final = N_("{drills}; positions to solve, from your games too")
THEMES: Final = {
    "dark": N_("dark", "a theme"),
    "light": N_("light", "a theme"),
    "contrast": N_("contrast", "a theme"),
}
THEME: Final = N_("Theme: {theme}. Click for {following}")
READY_IN: Final = N_("AI ready in {time}")
READY_SOON: Final = N_("AI getting ready, **{time}**")
FROM_FOLDER: Final = N_("From {folder}")
DAY_TIP: Final = N_("Today: a board and a position, the same for everybody")
DEMO: Final = {True: N_("demo - click to play"), False: N_("click to play")}
"""By whether it goes on by itself."""
STARTS_GAME: Final = N_("a board starts a game")
HINTS: Final = N_("where, then what")
TAKES_BACK: Final = N_("takes a move back")
SOUND: Final = {True: N_("Sound is on"), False: N_("Sound is off")}
RESTART: Final = N_("AI stopped - **restart**")
_TAGLINE: Final = plural(
    "{number} game, and an AI that shows its work",
    "{number} games, and an AI that shows its work",
)
_WITH_ONE: Final = plural(
    "{number} game, {game} from the folder {folder}",
    "{number} games, {game} from the folder {folder}",
)
_WITH_MORE: Final = plural(
    "{number} game, {added} of them from folders of yours",
    "{number} games, {added} of them from folders of yours",
)
BOARD_AT_MOVE: Final = N_("{board}, move {number}")
AGAINST: Final = "{level}, {won} : {lost}"

# Earlier games.

OPPONENT: Final = N_("Against {level}")
WHEN_AND_MISTAKES: Final = "{when} · {mistakes}"
LISTED: Final = N_("{games}, {count}")
NOTHING_KEPT: Final = N_("Nothing here yet. Games and lines that you leave are kept here.")
NONE_SUCH: Final = N_("None of your earlier games is like this.")
THIS_OR_ALL: Final = N_("This game or all games")
OPENS: Final = {True: N_("Continue this game"), False: N_("Open this game")}
"""By whether it is unfinished."""
DELETED: Final = N_("The game is deleted.")
DAMAGED: Final = N_("It cannot be read.")
NOT_RESTORED: Final = N_("It cannot be restored: {error}.")
NOT_READ: Final = N_("It cannot be read: {error}.")

# Records.

RATING: Final = "{rating} ± {margin}"
PLAYED: Final = N_("{count} played", "games")
NUMBER: Final = N_("No. {number}")
SEED: Final = N_("Seed {seed}")
STANDARD: Final = N_("Standard {number}")
PLAY_STANDARD: Final = N_("Play standard board {number}")
NO_BOARDS: Final = N_(
    "The files of the standard boards cannot be read, so none can be shown. Your scores are kept; "
    "installing Playout again brings the boards back."
)
NO_RATING: Final = N_("no rated game yet")
NO_REVIEW: Final = N_("none looked through yet")
ON_CARDS: Final = N_("published · the AI's · yours")
NO_SCORES: Final = N_("Finish a game: your best score on each board appears here.")
NO_RESULTS: Final = N_("Finish a game against the AI: your results appear here.")
OF_GAME: Final = N_("{game}: {title}")

# Settings, opponents and help.

ELO: Final = {
    True: N_("Elo as measured; it differs from board to board"),
    False: N_("Strength as measured; it differs from board to board"),
}
"""By whether details are told."""
OTHER_PLAYS: Final = N_("{level} can't play boards of this size; {other} plays them")
LEVEL_TAKES: Final = N_("{level} takes {time}")
NOT_MEASURED: Final = N_("not measured")
EVEN: Final = N_("Fits you: follows how well you play, from game to game")
FITS: Final = N_("your strength")
EVEN_BEATEN: Final = N_("{level}, beaten at {strength}")
ELO_BETWEEN: Final = N_("{low} to {high}")
NEXT_GAME: Final = N_("{game}, from the next new game")
THREADS: Final = N_("Now {count} at a time")
MARKS: Final = {
    True: N_("Colour and letter: what a move loses. Size: how sure the AI is."),
    False: N_("Colour: what a move loses. Size: how sure the AI is."),
}
"""By whether details are told."""
MOST_DIGITS: Final = N_("At most {count} digits.")
OTHER_PROGRAM: Final = N_("Other program for {level}")
PROGRAM_COMMAND: Final = N_(
    "The command that starts one that speaks the Go Text Protocol, or nothing for none."
)
AT_ONCE: Final = N_("shows your changes at once")
SAVED_AT_ONCE: Final = N_("saved as you change them")
RESET: Final = N_("Reset {page}")
USUAL_KEY: Final = N_("Usually {key}")
PRESS_KEY: Final = N_("Press the new key.")
KEY_STAYS: Final = N_("**{key}** stays what it is. Press another key.")
KEY_TAKEN: Final = N_("**{key}** belongs to “{command}”. Press another key.")
KEY_SWAPS: Final = N_("**{key}** belongs to “{command}”. Swap the two, or press another key.")
VERSION: Final = N_("version {version}")
ABOUT: Final = N_(
    "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough in one window, with a Monte Carlo "
    "AI that shows its thinking on the board: which moves it prefers, how good they are, and how "
    "sure it is."
)
NOTHING_SENT: Final = N_("The AI runs on this computer. Nothing is sent over the network.")
PROGRAMS: Final = N_("These are programs. They can do everything on this computer that you can.")
LICENCES_BESIDE: Final = N_("the program's assets folder and beside each library")
SCORE: Final = N_("**Score**: what the AI expects in the end, or how much less")
LICENCES: Final = N_(
    "The full texts of the licences are in {folder}. Playout itself: all rights reserved."
)
DISABLED: Final = N_("{name} (disabled)")


def tagline(count: int, added: int, game: str, folder: str) -> str:
    """Return what the program is, with so many games; and which of them are not its own.

    Args:
        added: How many come from folders of the player's own.
        game: The title of the first of them, and its folder.
    """
    number = number_word(count)
    if not added:
        return say_count(count, *_TAGLINE, number=number)
    if added == 1:
        return say_count(count, *_WITH_ONE, number=number, game=game, folder=folder)
    return say_count(count, *_WITH_MORE, number=number, added=number_word(added))


def drills(due: int) -> str:
    """Return what the button of the drills says: how many are due, if any."""
    return say(DRILLS_DUE, count=due) if due else N_("Drills")
