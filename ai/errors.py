"""What went wrong, in a few words: an error, a name that nobody knows, and Ctrl+C.

numba's refusals are many lines long and end in the name of a pass; the reason and the place stand
somewhere in the middle. Everywhere else the place is the last line of the game's own code.
"""

import re
import signal
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from inspect import unwrap
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, Final

from ai.phrases import N_, filled
from ai.search.limits import CancelFlag
from ai.system import INTERRUPTS

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
        text = next((line for line in str(error).splitlines() if line.strip()), "")
    except BaseException:  # they are a game's, too
        return "it cannot even say what"
    return "".join(each if each.isprintable() else "\ufffd" for each in text[:_LONGEST])


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
    short = reason.rstrip(". :")
    short = short if len(short) <= _LONGEST else f"{short[:_LONGEST]}…"
    return f"numba cannot compile it: {short}" + (f" ({at})" if at else "")


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return `` (did you mean 'NAME'?)`` if a known name is close to a word, else nothing."""
    import difflib  # which a start without a slip does without

    close = difflib.get_close_matches(word.lower(), list(names), n=1, cutoff=0.65)
    return filled(N_(" (did you mean '{name}'?)"), name=close[0]) if close else ""


def unknown(what: str, word: str, names: Iterable[str], of: str = "") -> str:
    """Return the sentence for a name that is not among the known ones.

    Args:
        what: What it would be the name of, such as ``game``.
        of: What these belong to, such as `` for hex``.
    """
    names = list(names)
    return (
        f"unknown {what} {word!r}{of}{did_you_mean(word, names)}; known {what}s: {', '.join(names)}"
    )


class CtrlC(KeyboardInterrupt):
    """Raised by Ctrl+C, and by nothing else."""


is_pressed: Final = CancelFlag()
"""Whether Ctrl+C was pressed, though it may wait to be raised."""


def listen() -> None:
    """Have Ctrl+C raise `CtrlC`, unless this process was started to ignore it."""
    for number in INTERRUPTS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            with suppress(ValueError):  # not in this thread
                signal.signal(number, _raise)


def is_from_user(error: BaseException) -> bool:
    """Return whether an error is Ctrl+C; where nobody listens, any `KeyboardInterrupt` may be."""
    is_distinct = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    return isinstance(error, CtrlC if is_distinct else KeyboardInterrupt)


@contextmanager
def all_suppressed() -> Iterator[None]:
    """Suppress whatever a plug-in raises, but not Ctrl+C."""
    try:
        yield
    except BaseException as error:
        if is_from_user(error):
            raise


def _raise(_number: int, _frame: FrameType | None) -> None:
    is_pressed.set()
    raise CtrlC


def _note(_number: int, _frame: FrameType | None) -> None:
    is_pressed.set()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Have Ctrl+C wait until this ends, or until another such part begins within it.

    A compiler calls back from C: what is raised in there is printed and lost.

    Raises:
        CtrlC: It was pressed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if is_pressed() and any(signal.getsignal(each) is _note for each in INTERRUPTS):
        raise CtrlC
    raising = [each for each in INTERRUPTS if signal.getsignal(each) is _raise]
    try:
        for number in raising:
            signal.signal(number, _note)
        yield
    finally:
        for number in raising:
            signal.signal(number, _raise)
        if raising and is_pressed():
            raise CtrlC


@contextmanager
def ctrl_c() -> Iterator[CancelFlag]:
    """Let the first Ctrl+C set a flag, to end in good order; a second one ends the program.

    Nothing is raised where nobody could take it: between the start of a thread and what would end
    it, or in what the interpreter calls by itself. Where Ctrl+C is ignored, as in the background
    of a script, it stays so.
    """
    flag = CancelFlag()
    if is_pressed():  # what was raised before may have got lost so
        flag.set()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        flag.set()
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    is_main = threading.current_thread() is threading.main_thread()
    heard = [each for each in INTERRUPTS if signal.getsignal(each) is not signal.SIG_IGN]
    before = {number: signal.signal(number, interrupt) for number in heard} if is_main else {}
    try:
        yield flag
    finally:
        restore()
