"""The three doors at which things can be refused, each with a message for a person."""

from __future__ import annotations


class MallowError(Exception):
    """Something a person did, gave or opened could not be taken."""


class IllegalMove(MallowError):
    """A move that the rules do not allow now."""


class SaveError(MallowError):
    """A record that cannot be read or does not hold."""


class SpecError(MallowError):
    """A title's YAML that does not say what a title must say."""

    def __init__(self, message: str, *, file: str = "", line: int = 0, path: str = "") -> None:
        where = f"{file}:{line}" if file and line else file
        super().__init__(": ".join(part for part in (where, path, message) if part))
        self.message = message
        self.file = file
        self.line = line
        self.path = path


class OptionError(MallowError):
    """An option, seat count or player that a title does not have."""
