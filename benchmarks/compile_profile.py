"""What the kernels cost to compile, function by function: ``python -m benchmarks.compile_profile``.

``python -m benchmarks.compile_profile [--game hex] [--json]``

Compiles everything that a first start compiles, in one process and with an empty cache. Seconds
are CPU time. They count for the function itself; compiling what it calls counts for those
functions. A row is a function. The columns are the number of signatures, the seconds of numba for
types and lowering, the seconds of LLVM for the function alone, for the function with what it
calls, and for machine code, and the size of the whole as bitcode.
"""

import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ai.options import named
from ai.streams import Parser
from game.games.registry import window_games

PHASES = ("numba", "alone", "whole", "code")
COLUMNS = ("signatures", *PHASES, "all", "KiB")
OTHERS = "(elsewhere)"


class Profile:
    """Seconds a function and phase, each without those of what it calls."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, defaultdict[str, float]] = defaultdict(
            lambda: defaultdict(float)
        )
        self.counts: defaultdict[str, int] = defaultdict(int)
        self.kilobytes: defaultdict[str, float] = defaultdict(float)
        self._functions = [OTHERS]
        self._inner = [0.0]

    def watch(self, owner: type, method: str, phase: str, name: Callable[..., str] | None) -> None:
        """Count the time in a method as a phase; with `name`, as that of another function."""
        original = getattr(owner, method)

        def timed(*arguments: Any, **named: Any) -> Any:
            if name is not None:
                self._functions.append(name(*arguments))
                self.counts[self._functions[-1]] += 1
            began = time.thread_time()
            self._inner.append(0.0)
            try:
                return original(*arguments, **named)
            finally:
                took = time.thread_time() - began
                self.seconds[self._functions[-1]][phase] += took - self._inner.pop()
                self._inner[-1] += took
                if name is not None:
                    self._functions.pop()

        setattr(owner, method, timed)

    def weigh(self, library: Any) -> None:
        """Note how large the module of a library is that becomes machine code."""
        bitcode: bytes = library._final_module.as_bitcode()
        self.kilobytes[self._functions[-1]] += len(bitcode) / 1024


def profiled(games: list[str]) -> Profile:
    """Compile what a first start needs of these games, or of all, and return what it took."""
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]

    from ai.engine import cache, warmup  # noqa: F401 - the cache, for what is compiled

    profile = Profile()

    def name(compiler: Any, *_: Any) -> str:
        function = compiler.py_func
        what = "entry " if "Entry" in type(compiler).__name__ else ""
        game = _game_of(function.__qualname__)
        return f"{what}{function.__module__}.{function.__name__} {game}"

    profile.watch(_FunctionCompiler, "compile", "numba", name)
    profile.watch(CPUCodeLibrary, "_optimize_functions", "alone", None)
    profile.watch(CPUCodeLibrary, "finalize", "whole", None)
    profile.watch(CPUCodeLibrary, "_finalize_final_module", "code", None)
    emit = CPUCodeLibrary._finalize_final_module

    def weighed(library: Any) -> None:
        profile.weigh(library)
        emit(library)

    CPUCodeLibrary._finalize_final_module = weighed
    for game in games or [game.name for game in warmup.built_in()]:
        warmup.compile_ahead(game)
    return profile


def _game_of(qualified: str) -> str:
    """Return for which kernel a generic function was compiled; empty for others."""
    words = qualified.partition("_game_games_")[2]
    return words.rpartition("_kernel_")[0]


def rows(profile: Profile) -> list[dict[str, Any]]:
    """Return a row a function, the most expensive first, and one for all."""
    found: list[dict[str, Any]] = [
        {
            "function": function,
            "signatures": profile.counts[function],
            **{phase: round(seconds[phase], 2) for phase in PHASES},
            "all": round(sum(seconds.values()), 2),
            "KiB": round(profile.kilobytes[function]),
        }
        for function, seconds in profile.seconds.items()
    ]
    found.sort(key=lambda row: -row["all"])
    sums = {key: round(sum(row[key] for row in found), 1) for key in COLUMNS}
    return [*found, {"function": "all", **sums}]


def main() -> None:
    """Profile, and print the table."""
    parser = Parser(
        prog="python -m benchmarks.compile_profile", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--game",
        type=named("game", (game.name for game in window_games())),
        action="append",
        default=[],
        help="compile only this game; can be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PLAYOUT_KERNEL_CACHE"] = folder
        began = time.process_time()
        table = rows(profiled(options.game))
        took = time.process_time() - began
    for row in table:
        if options.json:
            print(json.dumps(row))
        else:
            print("".join(f"{row[key]:>11}" for key in COLUMNS), "", row["function"])
    if not options.json:
        print("".join(f"{key:>11}" for key in COLUMNS), f" {took:.1f} s of CPU time")


if __name__ == "__main__":
    main()
