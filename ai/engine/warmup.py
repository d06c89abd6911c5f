"""Getting the kernels ready: out of the cache in a second, else by compiling them first.

A bundle brings its kernels along and loads them from where they are. Compiling in a thread makes
the window judder, so it happens in processes of their own, as many as there are cores, which fill
the cache that the AI thread then loads from.
"""

import gc
import logging
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial

from ai.contract.game import Game, Part, Readiness
from ai.contract.games import all_games, game_of, game_spec, plugin_of
from ai.contract.rules import GameSpec
from ai.engine.forecast import Forecast
from ai.engine.processor import chosen_level
from ai.processes import give_way, program_command, start
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, WarmupProgress
from ai.searchers import plain_searcher
from ai.system import usable_cores

log = logging.getLogger(__name__)

WARM_ONLY = "--warm-only"
UNTIL_EOF = "--until-eof"
READY = "ready"
"""Begins a line of `--warm-only` that names a game whose kernels are there."""
COMPILED = "compiled"
"""Begins a line of `--warm-only`, or of who helps it, for each function: names its part."""
POLL_SECONDS = 0.05
TELL_SECONDS = 1.0
MOST_PROCESSES = 8
NICENESS = 5
_PROGRESS = re.compile(r"([0-9]+) ([0-9]+) (.*)")
"""A line of `--warm-only`; a library may say something else."""
_OTHER_SEARCHERS = (
    ("nested search in {}", "nmcs2:rounds=1", Readiness.AHEAD),
    ("flat search in {}", "flat:rounds=1", Readiness.AHEAD),
)


def built_in() -> tuple[Game, ...]:
    """Return the games that get ready at the start; plug-ins get ready apart."""
    return tuple(game for game in all_games() if plugin_of(game.name) is None)


def parts_of(games: tuple[Game, ...], *needs: Readiness) -> tuple[Part, ...]:
    """Return the parts of games in the order in which they get ready."""
    from ai.search import nmcs

    for_one = [game.rules for game in games if game.rules.players == 1]
    for_two = [game.rules for game in games if game.rules.players == 2]

    def each(
        specs: list[GameSpec],
        title: str,
        warm: Callable[[str], None],
        readiness: Readiness = Readiness.START,
    ) -> list[Part]:
        return [
            Part(title.format(spec.title), partial(warm, spec.name), readiness) for spec in specs
        ]

    parts = (
        *each(for_two, "{}", _search_as_a_level),
        *each(for_one, "{}", nmcs.warm),
        *(part for game in games for part in game.search.parts),
        *(
            part
            for title, searcher, readiness in _OTHER_SEARCHERS
            for part in each(for_two, title, partial(_search_twice, searcher), readiness)
        ),
    )
    return tuple(part for need in needs for part in parts if part.readiness is need)


def _search_as_a_level(game: str) -> None:
    """Compile or load what the strongest level of tree search uses: the others use no more."""
    levels = game_of(game).search.levels
    _search_twice(next((each.searcher for each in levels[::-1] if each.dial), "mcts"), game)


def _search_twice(searcher: str, game: str) -> None:
    """Compile, or load from the cache, what a searcher of a game for two uses."""
    spec = game_spec(game)
    made = plain_searcher(searcher, game)
    position = spec.new_game(spec.parameters(), 0)
    for _ in range(2):
        result = made.search(position, Limit(simulations=64), lambda: False, lambda _: None)
        assert result.move is not None
        made.advance((result.move,))
        position = position.play(result.move)


def load_games(report: Callable[[WarmupProgress], None], ended: TimeSupplier) -> None:
    """Load what the window plays with, all of it in the cache, into this process."""
    with light_on_others():
        load(report, ended, start_parts())
    if not ended():
        from ai.engine import cache

        cache.prune()


def load_game(game: str) -> None:
    with light_on_others():
        load(lambda _: None, lambda: False, parts_of((game_of(game),), Readiness.START))


@contextmanager
def light_on_others() -> Iterator[None]:
    """Let the window's thread go on while modules and kernels are loaded.

    A collection stops all threads for dozens of milliseconds, to look at objects that will stay:
    so there is none, now or later, of those.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def load(
    report: Callable[[WarmupProgress], None], ended: TimeSupplier, parts: tuple[Part, ...]
) -> None:
    """Load, or compile, `parts` here and log how long each took."""
    took = []
    for done, part in enumerate(parts):
        if ended():
            return
        report(WarmupProgress(done, len(parts), part.title))
        started = time.perf_counter()
        part.make_ready()
        took.append(f"{part.title} {1000 * (time.perf_counter() - started):.0f}")
    report(WarmupProgress(len(parts), len(parts)))
    log.info("Milliseconds: %s", ", ".join(took))


def warm_only(process: int = 0, first: str = "", *, until_eof: bool = False) -> int:
    """Compile what a start needs and tell the progress on standard output; the subprocess's main.

    The games come one after the other, and what only waits for somebody to ask after them. As
    many other processes as there are cores for go through the same parts from other ends, each
    function is compiled by whoever comes to it first (`ai.engine.compile_once`). When all is in
    the cache, a mark there says so.

    Args:
        process: 0 for the one that was asked for, the number of a helper from 1.
        until_eof: Whether to end at once when standard input does, as it does with the window.
    """
    from ai.engine.cache import note_warm

    if until_eof:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    if process:
        for _, parts in stages_from(first):
            from_an_end = _from_another_end(parts, process, processes())
            load(_name_part, lambda: False, from_an_end)
        return 0
    give_way(NICENESS)
    stages = stages_from(first)
    total, done = sum(len(parts) for _, parts in stages), 0
    with _helpers(processes() - 1, first):
        for game, parts in stages:
            load(partial(_tell, done, total), lambda: False, parts)
            done += len(parts)
            if game:
                print(READY, game, flush=True)
    note_warm()
    return 0


def start_parts() -> tuple[Part, ...]:
    """Return what the window's games wait for, in the usual order."""
    return parts_of(built_in(), Readiness.START)


def stages_from(first: str) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """Return the games with what has to be ready for each, then what comes after them, for none."""
    games = sorted(built_in(), key=lambda game: game.name != first)
    return (
        *((game.name, parts_of((game,), Readiness.START)) for game in games),
        ("", parts_of(built_in(), Readiness.AHEAD)),
    )


def compile_ahead(game: str) -> None:
    """Compile, or load, what a window may soon want of a game."""
    load(lambda _: None, lambda: False, parts_of((game_of(game),), *Readiness))


def processes() -> int:
    return min(usable_cores(), MOST_PROCESSES)


def _from_another_end(parts: tuple[Part, ...], process: int, processes: int) -> tuple[Part, ...]:
    """Return the order in which a helper takes them: backwards, each from a place of its own."""
    first = len(parts) * (process - 1) // max(1, processes - 1)
    backwards = parts[::-1]
    return backwards[first:] + backwards[:first]


@contextmanager
def _helpers(count: int, first: str) -> Iterator[None]:
    """Have others compile along, until the end of the block."""
    with ExitStack() as running:
        for number in range(1, count + 1):
            try:
                helper = start(_command(first, str(number), UNTIL_EOF), stdin=subprocess.PIPE)
            except OSError as error:
                log.warning("No helper process could be started: %s", error)
                break
            running.enter_context(helper)
            running.callback(helper.kill)
        yield


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def compile_everything() -> None:
    """Compile, or load, what the window uses, and tell the progress on standard output."""
    parts = parts_of(built_in(), *Readiness)
    load(partial(_tell, 0, len(parts)), lambda: False, parts)


def _name_part(progress: WarmupProgress) -> None:
    """Let each function that is compiled from now on be told as one of this part.

    Garbage is looked for here only: among all that numba keeps, that took a fifth of the time.
    """
    from ai.engine import compile_once

    gc.disable()
    gc.collect()
    gc.freeze()
    compile_once.compiled_one = partial(print, COMPILED, progress.what, flush=True)


def _tell(before: int, total: int, progress: WarmupProgress) -> None:
    _name_part(progress)
    print(before + progress.done, total, progress.what, flush=True)


def compile_in_subprocess(
    report: Callable[[WarmupProgress], None],
    ready: Callable[[str], None],
    is_given_up: TimeSupplier,
    forecast: Forecast,
    first: str = "",
) -> bool:
    """Compile what a start needs in processes of their own; return whether they got through.

    Args:
        ready: Is told each game that can be searched now.
        forecast: Is told what is made, and tells how long the rest takes.
    """
    log.info("Compiling the kernels for %s", chosen_level())
    try:
        command = _command(first, UNTIL_EOF)
        process = start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as error:
        log.warning("Compiling ahead failed: %s; compiling here", error)
        return True
    assert process.stdout is not None
    forecast.plan(
        (game, [part.title for part in parts]) for game, parts in stages_from(first) if game
    )
    progress = WarmupProgress(0, 1)

    def tell() -> None:
        report(replace(progress, seconds_left=forecast.seconds_left(time.monotonic())))

    given_up = threading.Event()
    watch = threading.Thread(
        target=_watch, args=(process, is_given_up, given_up, tell), daemon=True
    )
    watch.start()
    with process:
        for line in process.stdout:
            if match := _PROGRESS.fullmatch(line.rstrip("\n")):
                progress = WarmupProgress(int(match[1]), int(match[2]), match[3])
                forecast.are_through(progress.done)
                tell()
            elif line.startswith(READY):
                ready(line.removeprefix(READY).strip())
            elif line.startswith(COMPILED):
                forecast.compiled_one(line.removeprefix(COMPILED).strip())
    watch.join()
    if given_up.is_set():
        return False
    if process.returncode != 0:
        log.warning("Compiling ahead failed with %d; compiling here", process.returncode)
    return True


def _watch(
    process: "subprocess.Popen[str]",
    is_given_up: TimeSupplier,
    given_up: threading.Event,
    tell: Callable[[], None],
) -> None:
    """Tell each second how long a compilation still takes.

    It is not to outlive the program that wanted it, or to go on with another game.
    """
    due = time.monotonic() + TELL_SECONDS
    while process.poll() is None:
        if is_given_up():
            given_up.set()
            process.kill()
        elif time.monotonic() >= due:
            tell()
            due += TELL_SECONDS
        time.sleep(POLL_SECONDS)


def _command(first: str, *more: str) -> list[str]:
    return program_command(*(["--first", first] if first else []), WARM_ONLY, *more)
