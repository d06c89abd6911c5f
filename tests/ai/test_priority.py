"""Searches beside a window give way; the thread that speaks for them does not."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ai.search import priority

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="each thread has its own there")


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "_beside_window", threading.Event())


def found_in(pool: ThreadPoolExecutor) -> int:
    with pool:
        return pool.submit(niceness).result()


def test_a_search_gives_way_only_beside_a_window(fresh) -> None:
    usual = niceness()
    assert found_in(priority.thread_pool(1)) == usual
    priority.stay_behind_window()
    assert found_in(priority.thread_pool(1)) == max(usual, priority.NICENESS)
    assert niceness() == usual


def test_it_does_so_on_processors_whose_calls_have_other_numbers(fresh, monkeypatch) -> None:
    monkeypatch.setattr(priority, "_SET_ATTRIBUTES", {})
    priority.stay_behind_window()
    assert found_in(priority.thread_pool(1)) == max(niceness(), priority.NICENESS)
