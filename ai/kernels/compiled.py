"""How every kernel is compiled: kept in numba's cache, and without the interpreter's lock."""

from numba import njit

compiled = njit(cache=True, nogil=True)
"""The decorator of a kernel's functions; a function compiles when it is first called."""
