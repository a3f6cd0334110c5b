"""Copies text to the clipboard of the system."""

from __future__ import annotations

import pygame


def copy(text: str) -> bool:
    """Copy a text; False if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True
