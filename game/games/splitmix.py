"""A random generator of a few lines that never changes, for boards that a seed names."""

MOST_SEED = 10**12 - 1
"""The highest seed of a board: twelve digits."""
_MASK = (1 << 64) - 1


class SplitMix64:
    """The splitmix64 generator (Steele, Lea and Flood, 2014): equal on every machine."""

    def __init__(self, seed: int) -> None:
        """Start the stream that belongs to `seed`, any int."""
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """Return the next number from 0 to ``bound - 1``; `bound` is far below 2^32."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 32) * bound >> 32
