"""Jobs for the workers of the tests' cluster, which import them by name."""

import os
import time
from pathlib import Path

from ai.cluster import IsCancelled


def double(number: int, is_cancelled: IsCancelled) -> int:
    return 2 * number


def fail(number: int, is_cancelled: IsCancelled) -> int:
    raise ZeroDivisionError(f"number {number}")


def end_the_process(number: int, is_cancelled: IsCancelled) -> int:
    os._exit(7)


def run_until_cancelled(begun: Path, ended: Path, is_cancelled: IsCancelled) -> None:
    begun.touch()
    while not is_cancelled():
        time.sleep(0.01)
    ended.touch()
