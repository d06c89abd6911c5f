"""The standard streams as they may be: closed, full, torn off, in an encoding of few characters."""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TextIO

from ai import system
from ai.errors import did_you_mean
from ai.files import HomeError
from ai.version import versions

FAILED, USAGE_ERROR, INTERRUPTED = 1, 2, 130


def prepare() -> None:
    """Give the program streams that it can use.

    Windows gives a program without a console none, and a shell may close them. What an encoding
    lacks is written as an escape.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    # On Windows, text in pipes and files is otherwise of this country's few characters.
    encoding = {"encoding": "utf-8"} if system.IS_WINDOWS else {}
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a test may have put something else there
            errors = {} if stream is sys.stdin else {"errors": "backslashreplace"}
            stream.reconfigure(**encoding, **errors)


class Parser(argparse.ArgumentParser):
    """A command's parser: it has ``--version``, and refuses in one sentence.

    The usage is for who asks. That help or version cannot be written is not passed over.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.add_argument("--version", action=_Version, nargs=0, help="print the versions and exit")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options; words that are none of them end the program."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            self.refuse_word(rest[0])
        return options

    def refuse_word(self, word: str) -> NoReturn:
        """End the program because of a word that is no option."""
        if not word.startswith("-"):
            self.error(
                f"'{word}' is one argument too many; '{self.prog} --help' explains the command"
            )
        name = word.partition("=")[0]
        hint = did_you_mean(name, self._option_string_actions)
        self.error(f"unknown option '{name}'{hint}; '{self.prog} --help' lists them")

    def error(self, message: str) -> NoReturn:
        """End the program with a sentence about its arguments."""
        message = re.sub("^argument (?:[^-][^:]*: )?", "", message)
        if message.startswith("the following arguments are required"):
            message += f"; '{self.prog} --help' explains the command"
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        if chosen:
            message += did_you_mean(chosen[1], re.findall(r"[\w.-]+", chosen[2]))
        self.exit(USAGE_ERROR, f"{self.prog}: {message}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)


class _Version(argparse.Action):
    """Says the versions: what knows them is read only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(versions(), flush=True)
        parser.exit()


def guarded(run: Callable[[], int]) -> int:
    """Run a command; say in a sentence what went wrong with its files and streams.

    Args:
        run: Returns an exit code, or raises `SystemExit` as argparse does.

    Returns:
        The exit code.
    """
    try:
        code = run()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else FAILED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except HomeError as error:
        code = USAGE_ERROR
        say(str(error))
    except BrokenPipeError:
        code = FAILED
    except OSError as error:
        code = FAILED
        say(_sentence(error))
    for stream in (sys.stdout, sys.stderr):
        code = code or _finish(stream)
    return code


def say(sentence: str) -> None:
    """Print a sentence on the standard error, if that can be done."""
    with suppress(OSError):
        print(f"playout: {sentence}", file=sys.stderr, flush=True)


def _finish(stream: TextIO) -> int:
    """Write what is still held back; return the exit code for that."""
    try:
        stream.flush()
    except OSError as error:
        # Python would try once more at its end, and complain.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            say(_sentence(error))
        return FAILED
    return 0


def _sentence(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"'{error.filename}': {reason}" if error.filename else f"cannot write: {reason}"


BAR_CELLS = 24


class StatusLine:
    """Writes a line over and over in its place."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = out.isatty()
        self._taken = 0

    def write(self, text: str) -> None:
        """Show this text in place of the last one, cut to the width of the terminal."""
        if self._shown:
            text = text[: shutil.get_terminal_size().columns - 1]
            # Two more than the last text took: a terminal echoes Ctrl+C as ^C after it.
            print(end="\r" + text.ljust(self._taken), file=self._out, flush=True)
            self._taken = len(text) + 2

    def clear(self) -> None:
        """Take the line away, to make room for something else."""
        self.write("")
        if self._shown:
            print(end="\r", file=self._out, flush=True)


def bar(done: int, total: int) -> str:
    """Return a bar that shows a share, such as ``[######..................]``."""
    filled = BAR_CELLS * done // max(1, total)
    return f"[{'#' * filled}{'.' * (BAR_CELLS - filled)}]"
