"""An error in a few words: what went wrong, and in which file and line of the game.

numba's refusals are many lines long and end in the name of a pass; the reason and the place stand
somewhere in the middle. Everywhere else the place is the last line of the game's own code.
"""

import re
import traceback
from inspect import unwrap
from pathlib import Path
from types import FunctionType
from typing import Any, Final

PACKAGE: Final = "playout_games"
"""The package of the plug-ins."""
SEARCHER_PACKAGE: Final = "playout_searchers"
"""The package of users' searchers."""

_PLUGGED: Final = (f"{PACKAGE}.", f"{SEARCHER_PACKAGE}.")
_STEP: Final = re.compile(r"Failed in \w+ mode pipeline \(step: .*\)")
_FILE: Final = re.compile(r'^File "([^"\n]+)", line (\d+):', re.M)
_RAISED: Final = re.compile(r"\.?\s*Raised from (.+) \((\d+)\)$")
_CALLEE: Final = re.compile(r"resolving callee type: .*<function (\w+) at ")
_SIGNATURE: Final = re.compile(r">>> (.+)")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
"""numba writes in colours where `colorama` is installed, which other packages need on Windows."""
_LONGEST: Final = 200


class SearcherFailedError(ValueError):
    """A searcher of a user went wrong; a sentence that says which, how and where."""


def in_short(error: BaseException) -> str:
    """Return what went wrong, in one line, with the file and the line if those are a plug-in's."""
    if isinstance(error, SearcherFailedError):
        return str(error)
    if str(type(error).__module__).startswith("numba."):
        return _refusal(error)
    words = f"{type(error).__name__}: {words_of(error)}".rstrip(".: ")
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__")).startswith(_PLUGGED):
            code = frame.f_code  # of some instructions Python knows no line
            return f"{words} ({_place(code.co_filename, line or code.co_firstlineno)})"
    return words


def words_of(error: BaseException) -> str:
    """Return the first line of an error's own words, as far as it can be shown."""
    try:
        said = next((line for line in str(error).splitlines() if line.strip()), "")
    except BaseException:  # they are a game's, too
        return "it cannot even say what"
    return "".join(each if each.isprintable() else "\ufffd" for each in said[:_LONGEST])


def place_of(function: Any) -> str:
    """Return the file and the line of a function, compiled or not; empty if it has none."""
    written = unwrap(getattr(function, "py_func", function))
    if not isinstance(written, FunctionType):
        return ""
    return _place(written.__code__.co_filename, written.__code__.co_firstlineno)


def _place(file: str, line: int | str) -> str:
    return f"{Path(file).name}, line {line}"


def _refusal(error: Any) -> str:
    """Return numba's reason for not compiling a function, and where."""
    text = _COLOUR.sub("", str(error))
    lines = [line.strip() for line in text.splitlines()]
    reason = next((line for line in lines if line and not _STEP.fullmatch(line)), "no reason")
    if reason.endswith("signature:") and (signature := _SIGNATURE.search(text)):
        reason += f" {signature[1]}"
    file, callee, raised = _FILE.search(text), _CALLEE.search(text), _RAISED.search(reason)
    loc = getattr(error, "loc", None)
    at = _place(file[1], file[2]) if file else _place(loc.filename, loc.line) if loc else ""
    if raised:
        reason, at = reason[: raised.start()], _place(raised[1], raised[2])
    elif callee and (not file or callee.start() < file.start()):
        at = f"in {callee[1]}(), called in {at}"
    told = reason.rstrip(". :")
    told = told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"
    return f"numba cannot compile it: {told}" + (f" ({at})" if at else "")
