"""What the tree search takes for the optional functions of a game that has none."""

from numba import njit


@njit(cache=True, nogil=True)
def forced_win(tables, state, line):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Know of no forced win."""
    return 0
