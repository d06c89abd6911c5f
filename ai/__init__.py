"""Everything that thinks: searchers, their kernels and the AI thread. Knows no window."""

from ai.engine.processor import pin

# numba reads its settings when it is imported, so they must stand before any kernel is.
# Functions of other projects that a program uses beside these are kept where numba keeps them.
pin(
    "ai.engine.cache.KernelCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator"
)
