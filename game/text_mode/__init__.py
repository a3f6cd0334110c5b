"""Mallow in a plain terminal: for screen readers, over ssh, and wherever there is no window."""

from game.text_mode.evening import run

__all__ = ["run"]
