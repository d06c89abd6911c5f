"""Bare playouts in a loop, compiled for a game by `ai.engine.specialise`."""

from ai.contract.kernel import playout


def run_playouts(tables, root, work, rng, count):
    """Play `root` out `count` times and return the sum of the outcomes."""
    total = 0.0
    for _ in range(count):
        work[:] = root
        total += playout(tables, work, rng)
    return total
