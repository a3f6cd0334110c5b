"""Text for other programs."""

from __future__ import annotations

import pygame


def copy(text: str) -> bool:
    """False where there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True
