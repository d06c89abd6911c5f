"""Everything that thinks: searchers, their kernels and the AI thread. Knows no window."""

import os

# numba reads this when it is imported, so it must be set before any kernel is.
os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", "ai.cache.KernelCacheLocator")
