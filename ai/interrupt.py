"""Ctrl+C: told apart from what a plug-in raises, and for commands that have something to finish."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from ai.search.limits import CancelFlag
from ai.windows import INTERRUPTS


class CtrlC(KeyboardInterrupt):
    """Raised by Ctrl+C, and by nothing else."""


_pressed = CancelFlag()


def listen() -> None:
    """Have Ctrl+C raise `CtrlC`, unless this process was started to ignore it."""
    for number in INTERRUPTS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            with suppress(ValueError):  # not in this thread
                signal.signal(number, _raise)


def is_from_user(error: BaseException) -> bool:
    """Return whether an error is Ctrl+C; where nobody listens, any `KeyboardInterrupt` may be."""
    is_told_apart = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    return isinstance(error, CtrlC if is_told_apart else KeyboardInterrupt)


@contextmanager
def all_suppressed() -> Iterator[None]:
    """Suppress whatever a plug-in raises, but not Ctrl+C."""
    try:
        yield
    except BaseException as error:
        if is_from_user(error):
            raise


def is_pressed() -> bool:
    """Whether Ctrl+C was pressed, though it may wait to be raised."""
    return _pressed()


def _raise(_number: int, _frame: FrameType | None) -> None:
    _pressed.set()
    raise CtrlC


def _note(_number: int, _frame: FrameType | None) -> None:
    _pressed.set()


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
    if _pressed() and any(signal.getsignal(each) is _note for each in INTERRUPTS):
        raise CtrlC
    raising = [each for each in INTERRUPTS if signal.getsignal(each) is _raise]
    try:
        for number in raising:
            signal.signal(number, _note)
        yield
    finally:
        for number in raising:
            signal.signal(number, _raise)
        if raising and _pressed():
            raise CtrlC


@contextmanager
def ctrl_c() -> Iterator[CancelFlag]:
    """Let the first Ctrl+C set a flag, to end in good order; a second one ends the program.

    Nothing is raised where nobody could take it: between the start of a thread and what would end
    it, or in what the interpreter calls by itself. Where Ctrl+C is ignored, as in the background
    of a script, it stays so.
    """
    flag = CancelFlag()
    if _pressed():  # what was raised before may have got lost so
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
