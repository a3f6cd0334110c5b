"""Everything that happens at a table, as lines in a language: for the log, captions, text mode and speech."""

from game.words.wording import Wording

__all__ = ["Wording"]
