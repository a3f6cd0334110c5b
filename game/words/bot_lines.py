"""What a level and a character of bots are like, in a sentence for those who choose them."""

from __future__ import annotations

from game.words.locale import Texts


def level_sentence(texts: Texts, level: str) -> str:
    """How strong a level is, in words."""
    return texts(f"level_about.{level}")


def character_sentence(texts: Texts, title: str, character: str) -> str:
    """What a character of this title likes to do. Without a character: that it has no habit."""
    return texts(f"{title}.characters.{character}.about" if character else "setup.neutral_about")
