"""Questions and answers: everything a person types goes through here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.disk import settings as stored
from game.disk.settings import Settings
from game.text_mode.answers import Choice, begins, meant, named, whole, words
from game.text_mode.terminal import Terminal
from game.words.locale import Texts, languages

ECHO_LENGTH = 30
"""What somebody typed is repeated up to this many characters."""

Command = Callable[[str], None]
"""Does something on demand; what was typed after its name comes along."""


class Leave(Exception):
    """Somebody wants to stop."""


class Again(Exception):
    """A command has changed what is to be asked."""


@dataclass(frozen=True, slots=True)
class Query:
    question: str
    choices: Sequence[Choice] = ()
    default: int | None = None
    """The choice that Enter alone takes."""


class Talk:
    """The terminal, the language, and the commands that are always there."""

    def __init__(self, terminal: Terminal, chosen: Settings, settings_file: Path, texts: Texts) -> None:
        self.terminal = terminal
        self.texts = texts
        self.say = terminal.say
        self._settings = chosen
        self._settings_file = settings_file
        self._always: dict[str, Command] = {"language": self._language, "help": self._help, "quit": self._quit}
        self.commands: Mapping[str, Command] = {}
        """Those that the place adds where one is."""
        self.explain: Callable[[str], bool] = lambda typed: False
        """Says why something typed cannot be done; False if it does not know either."""

    # Asking

    def choose(self, build: Callable[[], Query]) -> int:
        """Ask until one of the choices is meant. Asked anew in full whenever the language has changed."""
        while True:
            texts, query = self.texts, build()
            self.show(query)
            while self.texts is texts:
                at = self._answer(query)
                if at is not None:
                    return at

    def show(self, query: Query) -> None:
        self.say(query.question)
        for number, choice in enumerate(query.choices, 1):
            self.terminal.entry(number, choice.line)
        if query.default is not None:
            self.say(self.texts("text.enter", choice=query.choices[query.default].called))

    def _answer(self, query: Query) -> int | None:
        typed = self.terminal.listen()
        if not typed:
            if query.default is None:
                self.show(query)
            return query.default
        if self._called(typed):
            return None
        at = named(typed, query.choices)
        if at is None:
            found = meant(typed, query.choices)
            lines = [words(query.choices[at].line) for at in found]
            begun = [name for name in self._beginning(typed) if words(self.word(name)) not in lines]
            if len(found) == 1 and not begun:
                return found[0]
            self._doubtful(typed, query, found, begun)
        return at

    def _doubtful(self, typed: str, query: Query, found: Sequence[int], begun: Sequence[str]) -> None:
        """It may be the beginning of a command, or of several things, or of nothing."""
        if not found and len(begun) == 1:
            self._known()[begun[0]]("")
        elif found or begun:
            self.say(self.texts("text.several"))
            for at in found:
                self.terminal.entry(at + 1, query.choices[at].line)
            self.say(*map(self._described, begun))
        elif not self.explain(typed):
            self._unclear(typed, 1, len(query.choices))

    def number(self, ask: Callable[[], str], low: int, high: int, default: int) -> int:
        while True:
            texts = self.texts
            self.say(ask(), texts("text.enter", choice=texts.number(default)))
            while self.texts is texts:
                typed = self.terminal.listen()
                if not typed:
                    return default
                if low <= whole(typed) <= high:
                    return whole(typed)
                if not self._called(typed):
                    self._unclear(typed, low, high)

    def free(self, question: str, default: str) -> str:
        """Any text at all; nothing in it is a command."""
        self.say(question, self.texts("text.enter", choice=default))
        return self.terminal.listen() or default

    def agree(self, question: str) -> bool:
        """Yes or no; no if nothing is said."""
        keys = "confirm.yes", "confirm.no"
        return self.choose(lambda: Query(question, [Choice(self.texts(key)) for key in keys], 1)) == 0

    def pause(self, line: Callable[[], str]) -> None:
        """Wait for Enter; commands work meanwhile."""
        while True:
            self.say(line())
            typed = self.terminal.listen()
            if not typed:
                return
            if not self._called(typed):
                self.say(self.texts("text.unclear", typed=typed[:ECHO_LENGTH]))

    def _unclear(self, typed: str, low: int, high: int) -> None:
        self.say(self.texts("text.unclear", typed=typed[:ECHO_LENGTH]))
        self.say(self.texts("text.range", low=low, high=high, help=self.word("help")))

    # Commands

    def word(self, name: str) -> str:
        """A command as it is called in this language."""
        return self.texts(f"text.commands.{name}.word")

    def _known(self) -> Mapping[str, Command]:
        return {**self.commands, **self._always}

    def _called(self, typed: str) -> bool:
        """Run what was typed if it is the whole name of a command."""
        if typed == "?":
            self._help("")
            return True
        first, *rest = typed.split()
        for name, command in self._known().items():
            if words(first) in (words(name), words(self.word(name))) and (not rest or name in COMMANDS_WITH_WORDS):
                command(" ".join(rest))
                return True
        return False

    def _beginning(self, typed: str) -> list[str]:
        """The commands of which this is the beginning."""
        said = words(typed)
        if len(said) != 1 or said[0].isdecimal():
            return []
        return [name for name in self._known() if begins(said[0], {*words(name), *words(self.word(name))})]

    def _described(self, name: str) -> str:
        word = self.word(name)
        called = word if word == name else self.texts("text.also", word=word, english=name)
        return self.texts("text.command", word=called, help=self.texts(f"text.commands.{name}.help"))

    def _help(self, rest: str) -> None:
        self.say(self.texts("text.how"), self.texts("text.enter_alone"))
        self.say(*(self._described(name) for name in self._known()))

    def _language(self, rest: str) -> None:
        known = languages()
        choices = [Choice(name, (code,)) for code, name in known]
        exact = named(rest, choices)
        found = meant(rest, choices) if exact is None else [exact]
        if len(found) != 1:
            self.say(*(self.texts("text.language_choice", code=code, name=name) for code, name in known))
            self.say(self.texts("text.language_how", word=self.word("language"), code=known[-1][0]))
            return
        code = known[found[0]][0]
        self.texts = Texts.load_or_english(code)[0]
        self._settings = self._settings.but(language=code)
        with contextlib.suppress(OSError):  # it was said at the start that nothing can be kept
            stored.save(self._settings, self._settings_file)
        self.say(self.texts("text.language_now"))

    def _quit(self, rest: str) -> None:
        raise Leave


COMMANDS_WITH_WORDS = {"rules", "language", "log"}
"""Commands that take further words after their name."""
