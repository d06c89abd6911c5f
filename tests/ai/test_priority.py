"""Searches beside a window give way; the thread that speaks for them does not."""

import os
import sys
import threading

import pytest

from ai.search import priority


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def niceness_of_a_search() -> int:
    with priority.thread_pool(1) as pool:
        return pool.submit(niceness).result()


@pytest.mark.skipif(sys.platform != "linux", reason="each thread has its own there")
def test_a_search_gives_way_only_beside_a_window(monkeypatch):
    monkeypatch.setattr(priority, "_beside_window", threading.Event())
    usual = niceness()
    assert niceness_of_a_search() == usual
    priority.stay_behind_window()
    assert niceness_of_a_search() == max(usual, priority.NICENESS)
    assert niceness() == usual
    monkeypatch.setattr(priority, "_SET_ATTRIBUTES", {})
    assert niceness_of_a_search() == max(usual, priority.NICENESS), "on any processor"
