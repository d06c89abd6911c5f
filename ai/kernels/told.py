"""What a kernel tells a listener, where it runs as plain Python (`ai.kernels.plain`)."""

from ai.kernels.compiled import merged


@merged
def tell(move):
    """Say that a playout plays a move, where it does so by itself rather than by `play`.

    Compiled, this is nothing at all.
    """
