"""What a kernel calls for a listener to hear, where it is plain Python (`ai.kernels.plain`)."""

from ai.kernels.compiled import merged


@merged
def on_move(move):
    """Say that a playout plays a move, where it does so by itself rather than by `play`.

    Compiled, this is nothing at all.
    """
