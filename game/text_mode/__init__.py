"""The whole game in a plain terminal: for screen readers, over ssh, and on systems without a window."""

from game.text_mode.session import run

__all__ = ["run"]
