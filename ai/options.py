"""What the commands without a window share: their options, and searchers ready to start."""

import argparse
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from ai.contract.game import Boards, NumberedPosition
from ai.contract.games import game_spec
from ai.contract.rules import AmbiguousZeroError, PositionError
from ai.errors import unknown
from ai.files import read_stream
from ai.kinds import MOST_THREADS
from ai.search.messages import Limit
from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from ai.system import usable_cores

ASKS_ZERO = "say --zero-is-empty or --no-zero-is-empty"
MOST_BYTES = 10_000_000
"""More than any file of boards holds; some things that can be read have no end."""


class InputError(Exception):
    """A file that cannot be used; a sentence that says which and why."""


def read_file(file: str) -> str:
    """Return the text in a file; raise `InputError`."""
    name = f"'{file}'"
    try:
        with Path(file).open("rb") as stream:
            return read_text(stream, name)
    except OSError as error:
        raise _unreadable(name, error) from None


def read_text(stream: BinaryIO, name: str) -> str:
    """Return the text in a stream, without the byte-order mark it may begin with.

    Raises:
        InputError: It cannot be read, or is no text.
    """
    try:
        return read_stream(stream, MOST_BYTES)
    except OSError as error:
        raise _unreadable(name, error) from None
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text in UTF-8") from None
    except ValueError as error:
        raise InputError(f"cannot read {name}: {error}") from None


def read_boards(
    boards: Boards, text: str, name: str, parameters: Any, zero_is_empty: bool | None
) -> tuple[NumberedPosition, ...]:
    """Return the boards in a text; raise `InputError` with its name."""
    try:
        return boards.read(text, parameters, zero_is_empty)
    except AmbiguousZeroError as error:
        raise InputError(f"{name}, {error}; {ASKS_ZERO}") from None
    except PositionError as error:
        raise InputError(f"{name}, {error}") from None


def add_zero_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--zero-is-empty",
        action=argparse.BooleanOptionalAction,
        help="what 0 is in boards that leave open whether it is a colour",
    )


def _unreadable(name: str, error: OSError) -> InputError:
    return InputError(f"cannot read {name}: {error.strerror or error}")


def default_threads() -> int:
    """All cores but one, so that the machine stays usable."""
    return max(1, usable_cores() - 1)


def number(accepts: Callable[[float], bool], words: str) -> Callable[[str], float]:
    """Return a reader of the numbers that are accepted, which are called `words`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not accepts(value):
            raise argparse.ArgumentTypeError(f"'{text}' is not {words}")
        return value

    return read


seconds = number(lambda value: 0 < value < math.inf, "a number of seconds above 0")
minutes = number(lambda value: 0 < value < math.inf, "a number of minutes above 0")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        digits = text.strip().removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 20:
            value = int(text)
            if low <= value <= high:
                return value
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {low} to {high}")

    return read


def named(what: str, names: Iterable[str]) -> Callable[[str], str]:
    """Return a reader of names; `what` is what they are the names of, such as ``game``."""
    accepted = tuple(names)

    def read(text: str) -> str:
        if text not in accepted:
            raise argparse.ArgumentTypeError(unknown(what, text, accepted))
        return text

    return read


def add_search_options(
    parser: argparse.ArgumentParser,
    *,
    each: str,
    default_seconds: float | None,
    threads: int | None = None,
    seed: int | None = 0,
) -> None:
    """Add --seconds or --simulations, --threads and --seed.

    Args:
        each: What the limits are for, such as ``move``.
        default_seconds: The limit told as the default; None tells none.
        threads: The default of --threads; None for all cores but one.
        seed: The default of --seed; None for another one in each run.
    """
    cores = "all cores but one" if threads is None else str(threads)
    default = "" if default_seconds is None else f" (default: {default_seconds:g})"
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--seconds", type=seconds, metavar="S", help=f"time for each {each}{default}"
    )
    limit.add_argument(
        "--simulations",
        type=whole_number(1, 10**12),
        metavar="N",
        help=f"simulations for each {each}",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        default=threads or default_threads(),
        metavar="T",
        help=f"number of search threads, up to all cores (default: {cores})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**63 - 1),
        default=seed,
        metavar="K",
        help="seed of all random choices; with one thread and --simulations, a run repeats exactly "
        f"(default: {'different in each run' if seed is None else seed})",
    )


def add_cluster_option(parser: argparse.ArgumentParser, jobs: str, more: str = "") -> None:
    """Add --cluster; `jobs` is what runs there, such as ``games``, `more` what else to say."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=f"run the {jobs} on the Dask cluster with this scheduler, such as "
        f"tcp://host:8786 (needs the library 'distributed'){more}",
    )


def limit_of(options: argparse.Namespace, default_seconds: float) -> Limit:
    """Return the limit that was given, else one in seconds."""
    limit = Limit(seconds=options.seconds, simulations=options.simulations)
    return limit if limit.is_bounded else Limit(seconds=default_seconds)


def make_ready_searcher(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `make_searcher` does, with its kernels compiled and loaded.

    Two searches of one simulation do that, the second in the tree of the first where that is
    kept, so that no later search's clock counts it.
    """
    rules = game_spec(game)
    position = rules.new_game(rules.parameters(), 0)
    first = make_searcher(spec, game, threads=threads, seed=seed)
    for _ in range(2):
        result = first.search(position, Limit(simulations=1), lambda: False, lambda _: None)
        if result.move is None:
            break
        first.advance((result.move,))
        position = position.play(result.move)
    return make_searcher(spec, game, threads=threads, seed=seed)
