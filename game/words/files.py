"""What is said of files, and of errors: what was saved, opened, imported, damaged or left out."""

from typing import Final

from ai.phrases import N_, plural

# Saved, exported, opened.

SAVED: Final = N_("Saved as {file}")
NOT_SAVED: Final = N_("Nothing was saved: {folder} is not writable ({reason}).")
PICTURE_SAVED: Final = {
    False: N_("Picture saved in {folder}"),
    True: N_("Screenshot saved in {folder}"),
}
PICTURE_NOT_SAVED: Final = {
    False: N_("The picture could not be saved: {error}."),
    True: N_("The screenshot could not be saved: {error}."),
}
"""By whether it is of the whole window."""
EXPORTED: Final = N_("Exported to {file}")
NOT_EXPORTED: Final = N_("Nothing was exported: {folder} is not writable ({reason}).")
FOLDER: Final = N_("Your files are in {folder}")
NO_DIALOG: Final = N_("There is no file dialog here. Drop the exported file on the window.")
NO_EXPORT: Final = N_("{name} is no exported file: its name ends with {ending}.")
NOT_IMPORTED: Final = N_("{name} cannot be imported: {why}.")
IMPORTED: Final = {
    True: plural(
        "{count} game imported from {name}. Drills and records came along; settings stay.",
        "{count} games imported from {name}. Drills and records came along; settings stay.",
    ),
    False: plural(
        "{count} game imported from {name}. Drills came along, records stay; settings stay.",
        "{count} games imported from {name}. Drills came along, records stay; settings stay.",
    ),
}
"""By whether the records were replaced."""
UNREAD: Final = plural("{count} game could not be read.", "{count} games could not be read.")
THE_TEXT: Final = N_("The text")
NO_TEXT: Final = N_("{what} cannot be opened: it is no text.")
NOT_OPENED: Final = N_("{what} cannot be opened: {why}.")
GAME_FAILED: Final = N_("{what} cannot be opened: its game failed. The log tells more.")
NOT_PLAYABLE: Final = N_("{game} cannot be played in the window.")
NO_GAME: Final = N_("{what} holds no game, and no position of any.")

# Damaged, and not to be read or written.

NO_LOCKS: Final = N_(
    "Files cannot be locked on the drive with your games. Open only one window at a time: Playout "
    "may not notice another one. Everything is saved all the same."
)
CANNOT_READ: Final = N_("{name} could not be read ({reason})")
OTHER_VERSION: Final = N_("{name} is from another version of Playout")
NOT_REPLACED: Final = N_("{name} is damaged and cannot be replaced ({reason})")
UNREADABLE: Final = N_(
    "{problem}. The file stays as it is; Playout saves to it as soon as that changes."
)
NOT_RENAMED: Final = N_("it is damaged and cannot be renamed: {reason}")
DAMAGED: Final = N_("{name} was damaged. It was renamed to {new}.")
RESCUED: Final = {
    True: N_("{name} was damaged. It was renamed to {new}. Games rescued: {count}."),
    False: N_("{name} was damaged. It was renamed to {new}. No records; games rescued: {count}."),
}
"""By whether the records could be read."""
GAME_DAMAGED: Final = N_("Your last game was damaged. It is kept among the earlier games.")
MOVES_DAMAGED: Final = N_("Moves of your last game were damaged and are left out.")
FULL: Final = N_("The disk is full. Playout saves as soon as that changes.")
NO_WRITING: Final = N_(
    "{folder} cannot be written ({reason}). Playout saves as soon as that changes."
)
GAME_OF: Final = N_("A game of {game}")
NOT_KEPT: Final = N_("{what} cannot be saved ({reason}).")
ALL_RESET: Final = N_("All records are reset.")
YOUR_FILES: Final = N_("Your files")
SAVED_AGAIN: Final = N_("Everything is saved again.")
SETTING_WRONG: Final = N_("The setting {name} = {value} {problem}; {default} is used instead.")
SETTING_UNFIT: Final = N_(
    "The setting {name} = {value} does not fit its board; {most} is used instead."
)
AND_MORE: Final = N_("{complaint} The log lists {count} more.")

# Errors.

AN_ERROR: Final = N_("An error")
WITHOUT_FILES: Final = N_("Playout continues without your files. They are not changed.")
HAS_TO_CLOSE: Final = N_("{program} has to close")
SCREEN: Final = N_("the {name} screen")
CLOSED: Final = N_("An error closed {title}. A report is in the log folder.")
DISABLED: Final = N_(
    "{title} is disabled until the next start: {why}. A report is in the log folder."
)
TRY_AGAIN: Final = N_("Try it again in About.")
REPORT: Final = N_("A report is in the log folder.")
CRASHED: Final = N_("**{error}**: {message}\nYour games are saved up to the last move.")
REPORT_IN: Final = N_("A report is in {file}")
