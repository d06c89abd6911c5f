"""What the rest knows of other programs as players, without importing what runs them."""

import shlex
import shutil
from collections.abc import Sequence
from pathlib import PureWindowsPath
from typing import Final

from ai import system
from ai.phrases import N_, filled

EXTERNAL: Final = "gtp"
"""The name of the searcher that is another program; its command comes after a colon."""


def is_external(spec: str) -> bool:
    """Return whether a searcher's specification names another program."""
    return spec.strip().startswith(f"{EXTERNAL}:")


def command_of(spec: str) -> str:
    return spec.strip().removeprefix(f"{EXTERNAL}:").strip()


def split_command(command: str) -> list[str]:
    """Return a command's words, by the system's rules.

    Raises:
        ValueError: Quotes are left open; on Windows the command's end closes them.
    """
    if not system.IS_WINDOWS:
        return shlex.split(command)
    import mslex

    return mslex.split(command, like_cmd=False)


def join_command(words: Sequence[str]) -> str:
    if not system.IS_WINDOWS:
        return shlex.join(words)
    import mslex

    return mslex.join(list(words), for_cmd=False)


def command_problem(command: str) -> str:
    """Say why a command starts no program; nothing if it may."""
    try:
        words = split_command(command)
    except ValueError:
        return filled(N_("a quote is left open in '{command}'"), command=command)
    if not words:
        return filled(
            N_("after {prefix}: comes the command that starts the program"), prefix=EXTERNAL
        )
    missing = filled(N_("there is no program '{program}'"), program=words[0])
    return "" if shutil.which(words[0]) else missing


def program_title(command: str) -> str:
    """Return what a command's program is called: the file that it runs, without folders."""
    try:
        words = split_command(command)
    except ValueError:
        words = command.split()
    # These know the separators of all systems.
    files = [PureWindowsPath(word.strip("'\"")) for word in words]
    scripts = (file for file in files if file.suffix in (".py", ".jar", ".js"))
    return next(scripts, files[0] if files else PureWindowsPath()).stem


class ProgramError(Exception):
    """What a program did wrong; a sentence without its subject, such as ``crashed``."""


class ForfeitError(Exception):
    """A player has lost otherwise than on the board; what it did, such as ``crashed``."""

    is_resignation = False


class ResignedError(ForfeitError):
    is_resignation = True

    def __init__(self) -> None:
        super().__init__("resigned the game")
