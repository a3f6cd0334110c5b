"""The errors of the engine: an illegal move, a bad save, a bad title file, a bad option. Each carries a sentence."""

from __future__ import annotations

from game.engine.sentences import Sentence


class MallowError(Exception):
    """Something that a person did or opened was refused. `sentence` says why and can be translated."""

    def __init__(self, words: str, /, **values: object) -> None:
        self.sentence = Sentence(words, **values)
        super().__init__(self.sentence)


class IllegalMove(MallowError):
    """A move that the rules do not allow now."""


class SaveError(MallowError):
    """A record or save that cannot be read, or whose moves break the rules."""


class SpecError(MallowError):
    """A YAML file with wrong content. `file`, `line` and `path` say where."""

    def __init__(self, words: str, /, *, file: str = "", line: int = 0, path: str = "", **values: object) -> None:
        sentence = Sentence(words, **values)
        for where in (path, f"{file}:{line}" if file and line else file):
            sentence = Sentence("{where}: {problem}", where=where, problem=sentence) if where else sentence
        super().__init__(sentence)
        self.file = file
        self.line = line
        self.path = path


class OptionError(MallowError):
    """An option, seat count or player that a title does not have."""
