"""What the pages around the games say: home, earlier games, records, settings, help."""

from typing import Final

from game.words.say import number_word, say, say_count

# Home.

DRILLS_DUE: Final = "Drills: {count} due"
DRILLS_TIP: Final = "{drills}; positions to solve, from your games too"
THEME: Final = "Theme: {theme}. Click for {following}"
READY_IN: Final = "AI ready in {time}"
GETTING_READY: Final = "AI getting ready"
READY_SOON: Final = "AI getting ready, **{time}**"
FROM_FOLDER: Final = "From {folder}"
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
AT_MOVE: Final = "move {number}"
BOARD_AT_MOVE: Final = "{board}, move {number}"
AGAINST: Final = "{level}, {won} : {lost}"

# Earlier games.

OPPONENT: Final = "Against {level}"
WHEN_AND_MISTAKES: Final = "{when} · {mistakes}"
LISTED: Final = "{games}, {count}"
RANGE: Final = "{first} to {last} of {count}"
NOT_RESTORED: Final = "It cannot be restored: {error}."
NOT_READ: Final = "It cannot be read: {error}."

# Records.

RATING: Final = "{rating} ± {margin}"
PLAYED: Final = "{count} played"
NUMBER: Final = "No. {number}"
SEED: Final = "Seed {seed}"
STANDARD: Final = "Standard {number}"
PLAY_STANDARD: Final = "Play standard board {number}"
OF_GAME: Final = "{game}: {title}"

# Settings, opponents and help.

ELO: Final = {
    True: "Elo: measured strength on the board that the game begins with",
    False: "Measured strength on the board that the game begins with",
}
"""By whether details are told."""
NEXT_GAME: Final = "{game}, from the next new game"
MOST_DIGITS: Final = "At most {count} digits."
OTHER_PROGRAM: Final = "Other program for {level}"
RESET: Final = "Reset {page}"
VERSION: Final = "version {version}"
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
