"""Everything that thinks: searchers, their kernels and the AI thread. Knows no window."""

from ai.engine.processor import pin

# numba reads its settings when it is imported, so they must stand before any kernel is.
pin("ai.engine.cache.KernelCacheLocator")
