"""Everything that thinks: searchers, their kernels and the AI thread. Knows no window."""
