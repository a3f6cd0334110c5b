"""Texts in all languages, and sentences about play for the log, captions, text mode and speech."""

from game.words.wording import Wording

__all__ = ["Wording"]
