"""Questions, answers and commands: everything that a person types is read here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.disk import settings as stored
from game.disk.settings import Settings
from game.text_mode.answers import ChoiceLine, begins_any, find_exact, find_matches, parse_number, plain_words
from game.text_mode.terminal import Terminal
from game.words.locale import Texts, languages

ECHO_LENGTH = 30
"""What somebody typed is repeated up to this many characters."""

Command = Callable[[str], None]
"""What a command does. It gets the words that were typed after its name."""


class LeaveGame(Exception):
    """The person wants to quit."""


class AskAgain(Exception):
    """A command has changed the match, so that the question has to be asked anew."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question with its choices."""

    question: str
    choices: Sequence[ChoiceLine] = ()
    default: int | None = None
    """The index of the choice that Enter alone takes."""


class Talk:
    """Asks questions at a terminal in the current language, and runs commands."""

    def __init__(self, terminal: Terminal, chosen: Settings, settings_file: Path, texts: Texts) -> None:
        self.terminal = terminal
        self.texts = texts
        self.say = terminal.say
        self.settings = chosen
        self._settings_file = settings_file
        self._permanent_commands: dict[str, Command] = {
            "language": self._language,
            "help": self._help,
            "quit": self._quit,
        }
        self.commands: Mapping[str, Command] = {}
        """The additional commands of the current situation, such as a match."""
        self.explain: Callable[[str], bool] = lambda typed: False
        """Prints why a typed line has no effect; False if it knows no reason."""

    # Asking

    def choose(self, build: Callable[[], Query]) -> int:
        """The index of the choice that the person takes. The question is repeated if the language changes."""
        while True:
            texts, query = self.texts, build()
            self.show_query(query)
            while self.texts is texts:
                at = self._read_answer(query)
                if at is not None:
                    return at

    def show_query(self, query: Query) -> None:
        self.say(query.question)
        for number, choice in enumerate(query.choices, 1):
            self.terminal.say_numbered(number, choice.line)
        if query.default is not None:
            self.say(self.texts("text.enter", choice=query.choices[query.default].name))

    def _read_answer(self, query: Query) -> int | None:
        typed = self.terminal.read_line()
        if not typed:
            if query.default is None:
                self.show_query(query)
            return query.default
        if self._run_command(typed):
            return None
        at = find_exact(typed, query.choices)
        if at is None:
            found = find_matches(typed, query.choices)
            lines = [plain_words(query.choices[at].line) for at in found]
            begun = [
                name for name in self._commands_begun_by(typed) if plain_words(self.command_word(name)) not in lines
            ]
            if len(found) == 1 and not begun:
                return found[0]
            self._handle_unclear(typed, query, found, begun)
        return at

    def _handle_unclear(self, typed: str, query: Query, found: Sequence[int], begun: Sequence[str]) -> None:
        """Handle an answer that means no single choice: run the command that it begins, or say what it may mean."""
        if not found and len(begun) == 1:
            self._all_commands()[begun[0]]("")
        elif found or begun:
            self.say(self.texts("text.several"))
            for at in found:
                self.terminal.say_numbered(at + 1, query.choices[at].line)
            self.say(*map(self._command_help, begun))
        elif not self.explain(typed):
            self._say_unclear(typed, 1, len(query.choices))

    def ask_number(self, ask: Callable[[], str], low: int, high: int, default: int) -> int:
        while True:
            texts = self.texts
            self.say(ask(), texts("text.enter", choice=texts.format_number(default)))
            while self.texts is texts:
                typed = self.terminal.read_line()
                if not typed:
                    return default
                if low <= parse_number(typed) <= high:
                    return parse_number(typed)
                if not self._run_command(typed):
                    self._say_unclear(typed, low, high)

    def ask_text(self, question: str, default: str) -> str:
        """Ask for any text. Nothing in it is taken as a command."""
        self.say(question, self.texts("text.enter", choice=default))
        return self.terminal.read_line() or default

    def ask_yes_no(self, question: str) -> bool:
        """Ask a question with the answers yes and no. Enter alone means no."""
        keys = "confirm.yes", "confirm.no"
        return self.choose(lambda: Query(question, [ChoiceLine(self.texts(key)) for key in keys], 1)) == 0

    def wait_for_enter(self, line: Callable[[], str]) -> None:
        """Print a line and wait for Enter. Commands work meanwhile."""
        while True:
            self.say(line())
            typed = self.terminal.read_line()
            if not typed:
                return
            if not self._run_command(typed):
                self.say(self.texts("text.unclear", typed=typed[:ECHO_LENGTH]))

    def _say_unclear(self, typed: str, low: int, high: int) -> None:
        self.say(self.texts("text.unclear", typed=typed[:ECHO_LENGTH]))
        key = "text.range" if low < high else "text.only_number"
        self.say(self.texts(key, low=low, high=high, help=self.command_word("help")))

    # Commands

    def command_word(self, name: str) -> str:
        """The name of a command in the current language."""
        return self.texts(f"text.commands.{name}.word")

    def _all_commands(self) -> Mapping[str, Command]:
        return {**self.commands, **self._permanent_commands}

    def _run_command(self, typed: str) -> bool:
        """Run the command whose whole name was typed; False if it is none."""
        if typed == "?":
            self._help("")
            return True
        first, *rest = typed.split()
        for name, command in self._all_commands().items():
            if plain_words(first) in (plain_words(name), plain_words(self.command_word(name))) and (
                not rest or name in COMMANDS_WITH_WORDS
            ):
                command(" ".join(rest))
                return True
        return False

    def _commands_begun_by(self, typed: str) -> list[str]:
        """The commands whose name begins with what was typed."""
        said = plain_words(typed)
        if len(said) != 1 or said[0].isdecimal():
            return []
        return [
            name
            for name in self._all_commands()
            if begins_any(said[0], {*plain_words(name), *plain_words(self.command_word(name))})
        ]

    def _command_help(self, name: str) -> str:
        word = self.command_word(name)
        called = self.texts("text.alone" if word == name else "text.also", word=word, english=name)
        return self.texts("text.command", word=called, help=self.texts(f"text.commands.{name}.help"))

    def _help(self, rest: str) -> None:
        self.say(self.texts("text.how"), self.texts("text.enter_alone"))
        self.say(*(self._command_help(name) for name in self._all_commands()))

    def _language(self, rest: str) -> None:
        known = languages()
        choices = [ChoiceLine(name, (code,)) for code, name in known]
        exact = find_exact(rest, choices)
        found = find_matches(rest, choices) if exact is None else [exact]
        if len(found) != 1:
            self.say(*(self.texts("text.language_choice", code=code, name=name) for code, name in known))
            self.say(self.texts("text.language_how", word=self.command_word("language"), code=known[-1][0]))
            return
        code = known[found[0]][0]
        self.texts = Texts.load_or_english(code)[0]
        self.settings = self.settings.with_changes(language=code)
        with contextlib.suppress(OSError):  # the player was told at the start that settings cannot be saved
            stored.save(self.settings, self._settings_file)
        self.say(self.texts("text.language_now"))

    def _quit(self, rest: str) -> None:
        raise LeaveGame


COMMANDS_WITH_WORDS = {"rules", "language", "log"}
"""Commands that take further words after their name."""
