"""Bare playouts in a loop, compiled for a game by `ai.engine.specialise`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every kernel has it; `specialise` binds that of the game
    from ai.contract.kernel import playout


def run_playouts(tables, root, work, rng, count):
    """Play `root` out `count` times and return the sum of the outcomes."""
    total = 0.0
    for _ in range(count):
        work[:] = root
        total += playout(tables, work, rng)
    return total


GENERIC = (run_playouts,)
