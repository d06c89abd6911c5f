"""Disjoint pairs of cells that hit every window, by local search, for pairing certificates.

Each step takes a window that no chosen pair hits and a pair of its gaps, the one that leaves the
fewest windows unhit once the pairs it clashes with are gone; what was thrown out may not come
back for a while (tabu search; Glover, 1989). It finds nearly every solution in milliseconds, but
can never tell that there is none. A stone to be placed first is a pair of a cell with itself, and
there may be one of them.

Sets of windows are rows of 64-bit words: `masks[cell]` holds the windows with that gap, so a
pair hits `masks[one] & masks[two]`.
"""

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below

NOBODY = -1
_TABU_STEPS = 4
_TABU_SPREAD = 20


@compiled
def _toggle(masks, one, two, change, covered, unhit, once):
    """Count a pair in (`change` 1) or out (-1) of how often each window is hit."""
    for word in range(unhit.size):
        bits = masks[one, word] & masks[two, word]
        while bits:
            low = bits & (~bits + np.uint64(1))
            bits ^= low
            window = 64 * word + lowest_bit(low)
            covered[window] += change
            unhit[word] &= ~low
            once[word] &= ~low
            if covered[window] == 0:
                unhit[word] |= low
            elif covered[window] == 1:
                once[word] |= low


@compiled
def _gain(masks, one, two, unhit):
    """Return how many windows a pair would newly hit."""
    gain = 0
    for word in range(unhit.size):
        gain += bit_count(masks[one, word] & masks[two, word] & unhit[word])
    return gain


@compiled
def _cost(masks, one, two, out, other, once):
    """Return how many windows only the pair (out, other) hits, but (one, two) would not."""
    cost = 0
    for word in range(once.size):
        lost = masks[out, word] & masks[other, word] & once[word]
        cost += bit_count(lost & ~(masks[one, word] & masks[two, word]))
    return cost


@compiled
def _random_window(unhit, rng):
    """Return one of the windows that are not hit, or -1 if all are."""
    count = 0
    for word in range(unhit.size):
        count += bit_count(unhit[word])
    if count == 0:
        return -1
    left = random_below(rng, count)
    for word in range(unhit.size):
        bits = unhit[word]
        while bits:
            if left == 0:
                return 64 * word + lowest_bit(bits)
            left -= 1
            bits &= bits - np.uint64(1)
    return -1


@compiled
def choose_pairs(gaps, masks, with_stone, steps, rng, partner):
    """Choose disjoint pairs of gaps, and with a stone one single gap, that hit every window.

    Args:
        gaps: [window] how many gaps it has, then their cells.
        masks: [cell, word] the windows that have this gap.
        with_stone: Whether one cell may be chosen by itself.
        steps: How many pairs may be chosen and rejected in all.
        partner: [cell] filled with its pair's other cell, itself for the stone, or `NOBODY`.

    Returns:
        Whether all windows are hit.
    """
    cells = partner.size
    partner[:] = NOBODY
    stone = np.int64(NOBODY)
    covered = np.zeros(gaps.shape[0], np.int64)
    unhit = np.zeros(masks.shape[1], np.uint64)
    once = np.zeros(masks.shape[1], np.uint64)
    for window in range(gaps.shape[0]):
        unhit[window >> 6] |= np.uint64(1) << np.uint64(window & 63)
    tabu = np.zeros((cells, cells), np.int64)
    for step in range(1, steps + 1):
        window = _random_window(unhit, rng)
        if window < 0:
            return True
        best = -1000
        ties = 0
        best_one = NOBODY
        best_two = NOBODY
        for i in range(1, gaps[window, 0] + 1):
            one = gaps[window, i]
            for j in range(i if with_stone else i + 1, gaps[window, 0] + 1):
                two = gaps[window, j]
                if tabu[one, two] >= step:
                    continue
                score = _gain(masks, one, two, unhit)
                if partner[one] != NOBODY:
                    score -= _cost(masks, one, two, one, partner[one], once)
                if partner[two] != NOBODY and partner[two] != one and two != one:
                    score -= _cost(masks, one, two, two, partner[two], once)
                if one == two and stone != NOBODY and stone != one:
                    score -= _cost(masks, one, two, stone, stone, once)
                if score > best:
                    best = score
                    ties = 0
                if score == best:
                    ties += 1
                    if random_below(rng, ties) == 0:
                        best_one = one
                        best_two = two
        if best_one == NOBODY:
            continue
        for cell in (best_one, best_two, stone if best_one == best_two else NOBODY):
            other = partner[cell] if cell != NOBODY else NOBODY
            if other != NOBODY:
                _toggle(masks, cell, other, -1, covered, unhit, once)
                partner[cell] = NOBODY
                partner[other] = NOBODY
                if cell == other:
                    stone = np.int64(NOBODY)
                until = step + _TABU_STEPS + random_below(rng, _TABU_SPREAD)
                tabu[min(cell, other), max(cell, other)] = until
        partner[best_one] = best_two
        partner[best_two] = best_one
        if best_one == best_two:
            stone = np.int64(best_one)
        _toggle(masks, best_one, best_two, 1, covered, unhit, once)
    return _random_window(unhit, rng) < 0
