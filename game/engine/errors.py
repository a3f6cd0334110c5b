"""The three doors at which things can be refused, each with a message for a person."""

from __future__ import annotations

from game.engine.sentences import Sentence


class MallowError(Exception):
    """Something a person did, gave or opened could not be taken; `said` is why, in any language."""

    def __init__(self, words: str, /, **values: object) -> None:
        self.sentence = Sentence(words, **values)
        super().__init__(self.sentence)


class IllegalMove(MallowError):
    """A move that the rules do not allow now."""


class SaveError(MallowError):
    """A record that cannot be read or does not hold."""


class SpecError(MallowError):
    """A title's YAML that does not say what a title must say."""

    def __init__(self, words: str, /, *, file: str = "", line: int = 0, path: str = "", **values: object) -> None:
        self.message = said = Sentence(words, **values)
        for where in (path, f"{file}:{line}" if file and line else file):
            said = Sentence("{where}: {problem}", where=where, problem=said) if where else said
        super().__init__(said)
        self.file = file
        self.line = line
        self.path = path


class OptionError(MallowError):
    """An option, seat count or player that a title does not have."""
