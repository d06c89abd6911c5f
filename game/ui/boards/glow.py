"""A breath of the game's accent behind its board."""

import numpy as np
import pygame

from game.ui.theme import Theme


def paint_glow(theme: Theme, surface: pygame.Surface) -> None:
    """Fill a clear surface with the accent: `theme.glow` in the middle, nothing at the edges.

    Its slope there is gentle, or the edges would be seen as a frame. What lies between two steps
    of opacity is left to chance, or the steps would be seen.
    """
    across, down = (
        np.sin(np.linspace(0.0, np.pi, side, dtype=np.float32)) for side in surface.size
    )
    share = np.maximum(across[:, None] * down, 0.0)
    chance = np.random.default_rng(1).random(share.shape, dtype=np.float32)
    surface.fill(theme.accent)
    pygame.surfarray.pixels_alpha(surface)[:] = (255 * theme.glow * share + chance).astype(np.uint8)
