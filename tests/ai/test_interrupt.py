"""Ctrl+C ends what thinks, wherever it lands, and no error of a plug-in is taken for it."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ai.errors import CtrlC, ctrl_c, is_from_user, listen
from ai.search.limits import StopWatch
from ai.search.messages import Limit
from ai.search.threads import POLL_SECONDS, run_polled, search_threads
from tests.plugins import listening
from tests.processes import answer_of
from tests.waiting import LIMIT_SECONDS, wait_for

__all__ = ["listening"]

pytestmark = pytest.mark.usefixtures("listening")
linux = pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT to send")


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def press_and_wait() -> None:
    press()
    time.sleep(LIMIT_SECONDS)


@linux
def test_ctrl_c_is_told_apart_from_what_a_plugin_raises_if_anybody_listens() -> None:
    with pytest.raises(KeyboardInterrupt) as raised:
        press_and_wait()
    others = (KeyboardInterrupt(), SystemExit())
    assert [*map(is_from_user, (raised.value, *others))] == [True, False, False]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert is_from_user(others[0])


@linux
def test_what_has_got_lost_is_heard_by_the_next_search() -> None:
    """An error that lands in a finaliser is only printed."""

    class Finalised:
        def __del__(self) -> None:
            press()
            for _ in range(1000):
                pass

    unraisable, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        Finalised()
    finally:
        sys.unraisablehook = unraisable
    with ctrl_c() as interrupted:
        assert interrupted()


@linux
def test_a_second_one_does_not_wait_and_what_is_ignored_stays_so(listening) -> None:
    """As in the background of a script."""
    with ctrl_c() as interrupted:
        press()
        assert interrupted()
        with pytest.raises(CtrlC):
            press_and_wait()
    listening()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    listen()
    with ctrl_c() as interrupted:
        press()
        assert not interrupted()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_thread_other_than_the_first_hears_nothing() -> None:
    def run() -> bool:
        with ctrl_c() as interrupted:
            return interrupted()

    with ThreadPoolExecutor(1) as pool:
        assert not pool.submit(run).result()


@linux
def test_a_lock_of_threads_that_start_is_never_left_taken(monkeypatch) -> None:
    """What is raised right after a condition is entered leaves it so; they would wait for ever."""
    enter, entered, own = threading.Condition.__enter__, [], threading.get_ident()

    def interrupted(self: threading.Condition) -> bool:
        taken = enter(self)
        if threading.get_ident() == own:
            entered.append(self)
            try:
                press()
            except CtrlC:
                self.release()
                pytest.fail("it is raised where a lock is taken")
        return taken

    monkeypatch.setattr(threading.Condition, "__enter__", interrupted)
    with pytest.raises(CtrlC):
        run_polled([lambda: None], StopWatch(Limit(), lambda: False))
    assert entered


@linux
@pytest.mark.parametrize("two_works", [False, True])
def test_wherever_it_lands_in_a_search_the_threads_end(two_works: bool, listening) -> None:
    """Without `ctrl_c` around it, as for a second one: also where threads are about to start."""
    luck = random.Random(1)
    for _ in range(150):
        listening()
        watch = StopWatch(Limit(), lambda: False)

        def think(watch: StopWatch = watch) -> None:
            while not watch.flag():
                time.sleep(0.0001)

        def search(think=think, watch=watch) -> None:
            with search_threads(2, watch.flag.set) as pool:
                if two_works:
                    run_polled([lambda: None], watch, pool=pool)
                run_polled([think, think], watch, pool=pool)

        timer = threading.Timer(luck.uniform(0, 0.004), press)
        try:
            timer.start()
            search()
            pytest.fail("it was swallowed")
        except CtrlC:
            timer.join()
    # Ctrl+C may have landed while it was waited for them, or before they began: they end soon.
    wait_for(lambda: not any("ThreadPool" in each.name for each in threading.enumerate()))


@linux
def test_a_signal_that_is_answered_for_longer_than_a_wait_does_not_end_the_polling() -> None:
    """Queues of Python 3.12 and older wait without end then."""
    heard: list[int] = []

    def answer(number: int, _: object) -> None:
        time.sleep(2 * POLL_SECONDS)
        heard.append(number)

    watch = StopWatch(Limit(), lambda: len(heard) >= 30)

    def think() -> bool:
        last = time.monotonic() + LIMIT_SECONDS
        while not watch.flag() and time.monotonic() < last:
            os.kill(os.getpid(), signal.SIGUSR1)
            time.sleep(3.3 * POLL_SECONDS)
        return watch.flag()

    before = signal.signal(signal.SIGUSR1, answer)
    try:
        assert run_polled([think], watch) == [True]
    finally:
        signal.signal(signal.SIGUSR1, before)


@linux
def test_a_gtp_engine_is_interrupted_at_any_moment_of_an_analysis() -> None:
    """The whole program; `benchmarks/interrupts.py` does so hundreds of times, under load."""
    luck = random.Random(2)
    for _ in range(3):
        words = ("gtp", "tictactoe", "--searcher", "mcts:solver=false")
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        process = subprocess.Popen([sys.executable, "main.py", *words], text=True, **pipes)
        with process:
            process.stdin.write("analyze\n")
            process.stdin.flush()
            assert process.stdout.read(1) == "="
            time.sleep(luck.uniform(0, 0.3))
            process.send_signal(signal.SIGINT)
            try:
                assert process.wait(LIMIT_SECONDS) == 130
                assert process.stderr.read() == ""
            finally:
                process.kill()


@linux
@pytest.mark.thorough
def test_it_is_measured_in_a_script_s_background_too() -> None:
    """The commands inherited there that Ctrl+C is ignored, and all of them swallowed it."""
    asked = {"--tries": "1", "--hogs": "0", "--latest": "0.1", "--only": "analyze, mcts"}
    words = [word for pair in asked.items() for word in pair]
    told = answer_of(
        [sys.executable, "-m", "benchmarks.interrupts", *words],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        check=True,
    )
    assert "| analyze, mcts | 1 | 0 | 0 |" in told.stdout
