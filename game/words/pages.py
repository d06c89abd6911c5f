"""What the pages around the games say: home, earlier games, records, settings, help."""

from typing import Final

from game.words.say import number_word, say, say_count

# Home.

DRILLS_DUE: Final = "Drills: {count} due"
DRILLS_TIP: Final = "{drills}; positions to solve, from your games too"
THEME: Final = "Theme: {theme}. Click for {following}"
READY_IN: Final = "AI ready in {time}"
READY_SOON: Final = "AI getting ready, **{time}**"
FROM_FOLDER: Final = "From {folder}"
DAY_TIP: Final = "Today: a board and a position, the same for everybody"
DEMO: Final = {True: "demo - click to play", False: "click to play"}
"""By whether it goes on by itself."""
STARTS_GAME: Final = "a board starts a game"
HINTS: Final = "where, then what"
TAKES_BACK: Final = "takes a move back"
SOUND: Final = {True: "Sound is on", False: "Sound is off"}
RESTART: Final = "AI stopped - **restart**"
_TAGLINE: Final = (
    "{number} game, and an AI that shows its work",
    "{number} games, and an AI that shows its work",
)
_WITH_ONE: Final = (
    "{number} game, {game} from the folder {folder}",
    "{number} games, {game} from the folder {folder}",
)
_WITH_MORE: Final = (
    "{number} game, {added} of them from folders of yours",
    "{number} games, {added} of them from folders of yours",
)
BOARD_AT_MOVE: Final = "{board}, move {number}"
AGAINST: Final = "{level}, {won} : {lost}"

# Earlier games.

OPPONENT: Final = "Against {level}"
WHEN_AND_MISTAKES: Final = "{when} · {mistakes}"
LISTED: Final = "{games}, {count}"
NOTHING_KEPT: Final = "Nothing here yet. Games and lines that you leave are kept here."
NONE_SUCH: Final = "None of your earlier games is like this."
THIS_OR_ALL: Final = "This game or all games"
OPENS: Final = {True: "Continue this game", False: "Open this game"}
"""By whether it is unfinished."""
DELETED: Final = "The game is deleted."
DAMAGED: Final = "It cannot be read."
NOT_RESTORED: Final = "It cannot be restored: {error}."
NOT_READ: Final = "It cannot be read: {error}."

# Records.

RATING: Final = "{rating} ± {margin}"
PLAYED: Final = "{count} played"
NUMBER: Final = "No. {number}"
SEED: Final = "Seed {seed}"
STANDARD: Final = "Standard {number}"
PLAY_STANDARD: Final = "Play standard board {number}"
NO_BOARDS: Final = (
    "The files of the standard boards cannot be read, so none can be shown. Your scores are kept; "
    "installing Playout again brings the boards back."
)
NO_RATING: Final = "no rated game yet"
NO_REVIEW: Final = "none looked through yet"
ON_CARDS: Final = "published · the AI's · yours"
NO_SCORES: Final = "Finish a game: your best score on each board appears here."
NO_RESULTS: Final = "Finish a game against the AI: your results appear here."
OF_GAME: Final = "{game}: {title}"

# Settings, opponents and help.

ELO: Final = {
    True: "Elo as measured; it differs from board to board",
    False: "Strength as measured; it differs from board to board",
}
"""By whether details are told."""
OTHER_PLAYS: Final = "{level} can't play boards of this size; {other} plays them"
LEVEL_TAKES: Final = "{level} takes {time}"
NOT_MEASURED: Final = "not measured"
EVEN: Final = "Fits you: follows how well you play, from game to game"
FITS: Final = "your strength"
EVEN_BEATEN: Final = "{level}, beaten at {strength}"
ELO_BETWEEN: Final = "{low} to {high}"
NEXT_GAME: Final = "{game}, from the next new game"
THREADS: Final = "Now {count} at a time"
MARKS: Final = {
    True: "Colour and letter: what a move loses. Size: how sure the AI is.",
    False: "Colour: what a move loses. Size: how sure the AI is.",
}
"""By whether details are told."""
MOST_DIGITS: Final = "At most {count} digits."
OTHER_PROGRAM: Final = "Other program for {level}"
PROGRAM_COMMAND: Final = (
    "The command that starts one that speaks the Go Text Protocol, or nothing for none."
)
AT_ONCE: Final = "shows your changes at once"
SAVED_AT_ONCE: Final = "saved as you change them"
RESET: Final = "Reset {page}"
VERSION: Final = "version {version}"
ABOUT: Final = (
    "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough in one window, with a Monte Carlo "
    "AI that shows its thinking on the board: which moves it prefers, how good they are, and how "
    "sure it is."
)
NOTHING_SENT: Final = "The AI runs on this computer. Nothing is sent over the network."
PROGRAMS: Final = "These are programs. They can do everything on this computer that you can."
LICENCES_BESIDE: Final = "the program's assets folder and beside each library"
SCORE: Final = "**Score**: what the AI expects in the end, or how much less"
LICENCES: Final = (
    "The full texts of the licences are in {folder}. Playout itself: all rights reserved."
)
DISABLED: Final = "{name} (disabled)"


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
    return say(DRILLS_DUE, count=due) if due else "Drills"
