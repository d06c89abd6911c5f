"""What is said of files, and of errors: what was saved, opened, imported, damaged or left out."""

from typing import Final

# Saved, exported, opened.

SAVED: Final = "Saved as {file}"
NOT_SAVED: Final = "Nothing was saved: {folder} is not writable ({reason})."
PICTURE_SAVED: Final = {False: "Picture saved in {folder}", True: "Screenshot saved in {folder}"}
PICTURE_NOT_SAVED: Final = {
    False: "The picture could not be saved: {error}.",
    True: "The screenshot could not be saved: {error}.",
}
"""By whether it is of the whole window."""
EXPORTED: Final = "Exported to {file}"
NOT_EXPORTED: Final = "Nothing was exported: {folder} is not writable ({reason})."
FOLDER: Final = "Your files are in {folder}"
NO_DIALOG: Final = "There is no file dialog here. Drop the exported file on the window."
NO_EXPORT: Final = "{name} is no exported file: its name ends with {ending}."
NOT_IMPORTED: Final = "{name} cannot be imported: {why}."
IMPORTED: Final = {
    True: (
        "{count} game imported from {name}. Drills and records came along; settings stay.",
        "{count} games imported from {name}. Drills and records came along; settings stay.",
    ),
    False: (
        "{count} game imported from {name}. Drills came along, records stay; settings stay.",
        "{count} games imported from {name}. Drills came along, records stay; settings stay.",
    ),
}
"""By whether the records were replaced."""
UNREAD: Final = ("{count} game could not be read.", "{count} games could not be read.")
THE_TEXT: Final = "The text"
NO_TEXT: Final = "{what} cannot be opened: it is no text."
NOT_OPENED: Final = "{what} cannot be opened: {why}."
GAME_FAILED: Final = "{what} cannot be opened: its game failed. The log tells more."
NOT_PLAYABLE: Final = "{game} cannot be played in the window."
NO_GAME: Final = "{what} holds no game, and no position of any."

# Damaged, and not to be read or written.

NO_LOCKS: Final = (
    "Files cannot be locked on the drive with your games. Open only one window at a time: Playout "
    "may not notice another one. Everything is saved all the same."
)
CANNOT_READ: Final = "{name} could not be read ({reason})"
OTHER_VERSION: Final = "{name} is from another version of Playout"
NOT_REPLACED: Final = "{name} is damaged and cannot be replaced ({reason})"
UNREADABLE: Final = (
    "{problem}. The file stays as it is; Playout saves to it as soon as that changes."
)
NOT_RENAMED: Final = "it is damaged and cannot be renamed: {reason}"
DAMAGED: Final = "{name} was damaged. It was renamed to {new}."
RESCUED: Final = {
    True: "{name} was damaged. It was renamed to {new}. Games rescued: {count}.",
    False: "{name} was damaged. It was renamed to {new}. No records; games rescued: {count}.",
}
"""By whether the records could be read."""
GAME_DAMAGED: Final = "Your last game was damaged. It is kept among the earlier games."
MOVES_DAMAGED: Final = "Moves of your last game were damaged and are left out."
FULL: Final = "The disk is full. Playout saves as soon as that changes."
NO_WRITING: Final = "{folder} cannot be written ({reason}). Playout saves as soon as that changes."
GAME_OF: Final = "A game of {game}"
NOT_KEPT: Final = "{what} cannot be saved ({reason})."
ALL_RESET: Final = "All records are reset."
YOUR_FILES: Final = "Your files"
SAVED_AGAIN: Final = "Everything is saved again."
SETTING_WRONG: Final = "The setting {name} = {value} {problem}; {default} is used instead."
SETTING_UNFIT: Final = (
    "The setting {name} = {value} does not fit its board; {most} is used instead."
)
LOG_LISTS: Final = "The log lists {count} more."

# Errors.

AN_ERROR: Final = "An error"
WITHOUT_FILES: Final = "Playout continues without your files. They are not changed."
HAS_TO_CLOSE: Final = "{program} has to close"
SCREEN: Final = "the {name} screen"
CLOSED: Final = "An error closed {title}. A report is in the log folder."
DISABLED: Final = "{title} is disabled until the next start: {why}. A report is in the log folder."
TRY_AGAIN: Final = "Try it again in About."
REPORT: Final = "A report is in the log folder."
CRASHED: Final = "**{error}**: {message}\nYour games are saved up to the last move."
REPORT_IN: Final = "A report is in {file}"
