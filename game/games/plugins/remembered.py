"""Checks plug-ins, each in a process of its own: what they run may never end, or hurt its process.

Not more than two are checked at once. What a check may take does not depend on what else the
computer does, and its outcome is remembered until a file of the folder changes.
"""

import json
import os
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TextIO

from ai.contract.plugins import VARIABLE
from ai.engine import private_files
from ai.engine.plugin_files import PluginError, sources
from ai.family import Bounds, Ended, run_family
from ai.home import HomeError, cache_folder
from ai.processes import own_command
from ai.version import VERSION

CHECK: Final = "--check-game"
"""What the program's command line is where it is to be a check."""
BOUNDS: Final = Bounds(busy_seconds=40.0, idle_seconds=20.0, memory_mb=2_000, leaves_none=True)
AT_ONCE: Final = 2
_UNREADABLE: Final = (ValueError, LookupError, TypeError, RecursionError)

Wait = Callable[[Callable[[], Sequence[Path]]], None]
"""Takes what tells the folders that are still to be checked; may return before there are none."""


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """What came of a part of a check.

    Attributes:
        title: What was looked at.
        problem: What is wrong; empty if nothing is.
        seen: How much of it was seen, in words.
        is_endless: Whether it had to be interrupted.
    """

    title: str
    problem: str = ""
    seen: str = ""
    is_endless: bool = False


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check has found out.

    Attributes:
        why: What is wrong with the game, as the end of a sentence; empty if it has passed.
        report: What its author needs: the trace, or what the check printed.
        parts: What came of each part, as far as it got.
    """

    why: str = ""
    report: str = ""
    parts: tuple[CheckedPart, ...] = ()


def outcomes(folders: Iterable[Path], wait: Wait) -> dict[Path, CheckResult]:
    """Return what is known of folders, once those are checked that are new or have changed."""
    known = {folder: _looked_at(folder) for folder in folders}
    waiting = [folder for folder, outcome in known.items() if outcome is None]
    checked = _checked(waiting, wait) if waiting else {}
    return {folder: outcome or checked[folder] for folder, outcome in known.items()}


def _looked_at(folder: Path) -> CheckResult | None:
    """Return what is known of a folder without a check, None for nothing."""
    try:
        return _read(private_files.read(_memory(folder)) or b"")
    except PluginError as error:
        return CheckResult(str(error))
    except (*_UNREADABLE, HomeError):
        return None


def _checked(folders: Sequence[Path], wait: Wait) -> dict[Path, CheckResult]:
    # A start without checks needs neither.
    import threading
    from concurrent.futures import ThreadPoolExecutor

    cancelled = threading.Event()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            running = {folder: pool.submit(check, folder, cancelled.is_set) for folder in folders}
            wait(lambda: [folder for folder, each in running.items() if not each.done()])
            return {folder: each.result() for folder, each in running.items()}
        except BaseException:
            cancelled.set()
            pool.shutdown(cancel_futures=True)
            raise


def check(folder: Path, is_cancelled: Callable[[], bool]) -> CheckResult:
    """Check a folder whatever is known of it, and remember the outcome."""
    try:
        memory = _memory(folder)
    except PluginError as error:
        return CheckResult(str(error))
    except HomeError:
        memory = None
    environment = {**os.environ, VARIABLE: json.dumps([str(folder)]), "SDL_VIDEODRIVER": "dummy"}
    try:
        ended = run_family(own_command(CHECK), is_cancelled, bounds=BOUNDS, env=environment)
    except OSError as error:
        return CheckResult(f"its check could not be started ({error.strerror})")
    if is_cancelled():
        return CheckResult("its check was given up")
    outcome = _outcome(ended)
    if memory is not None:
        with suppress(OSError):
            private_files.make_folder(memory.parent)
            private_files.replace(memory, json.dumps(asdict(outcome)).encode())
    return outcome


def _outcome(ended: Ended) -> CheckResult:
    broken = BOUNDS.broken(ended.code)
    with suppress(*_UNREADABLE):
        told = _read(ended.said)
        if told.why or not ended.code:
            return told
    begun = re.findall(r"^checking: (.+)$", ended.errors, re.MULTILINE)
    at = f"; it was at '{begun[-1]}'" if begun and not ended.said else ""
    why = f"its check {broken or f'ended with exit code {ended.code}'}{at}"
    return CheckResult(why, ended.errors)


def open_result() -> TextIO:
    """Return where a check's process tells its outcome; all else that it prints goes to the report.

    To be called before the game is imported.
    """
    result = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return result


def _read(text: str | bytes) -> CheckResult:
    told = json.loads(text)
    parts = tuple(CheckedPart(**part) for part in told["parts"])
    return CheckResult(str(told["why"]), str(told["report"]), parts)


def _memory(folder: Path) -> Path:
    """Return the file for what became of the check of a folder as it is now.

    It is another one once libraries have been installed: what is wrong may have been mended there.

    Raises:
        PluginError: Its files are not such as can be read.
        HomeError: There is no place for it.
    """
    import hashlib  # with OpenSSL, of which a start without plug-ins need not know

    found = sources(folder)
    digest = hashlib.sha256(f"{VERSION} {sys.version} {folder}\n".encode(errors="replace"))
    with suppress(OSError):
        digest.update(f"{Path(sysconfig.get_path('purelib')).stat().st_mtime_ns}\n".encode())
    try:
        for source in found:
            content = source.read_bytes()
            name = str(source.relative_to(folder))
            digest.update(f"{name} {len(content)}\n".encode(errors="replace"))
            digest.update(content)
    except OSError as error:
        raise PluginError(
            f"{source.relative_to(folder)} cannot be read: {error.strerror}"
        ) from None
    return cache_folder() / "games" / digest.hexdigest()[:16]
