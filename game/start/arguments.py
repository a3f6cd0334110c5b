"""The words of the command line. What is wrong with them is an OptionError, which is printed in the chosen language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from game import __version__
from game.engine.errors import OptionError
from game.start.streams import check_output

COMMANDS = ("simulate", "ladder", "replay", "lessons")
MAX_SEED = 2**63 - 1


class Parser(argparse.ArgumentParser):
    """A parser that raises OptionError instead of printing its usage and ending the program."""

    def error(self, message: str) -> NoReturn:
        """Raise argparse's message in our own words. Its texts differ a little between versions of Python."""
        subject, _, problem = message.partition(": ")
        name = subject.removeprefix("argument ")
        if problem.startswith("expected "):
            raise OptionError("{name} needs a value", name=name)
        if problem.startswith("ignored explicit argument"):
            raise OptionError("{name} takes no value", name=name)
        if problem.startswith("invalid choice: "):
            known = ", ".join(COMMANDS)
            value = problem.removeprefix("invalid choice: ").partition(" (choose from")[0].strip("'\"")
            raise OptionError("there is no command “{name}”; there are {known}", name=value, known=known)
        if subject.startswith("the following arguments are required"):
            raise OptionError("{name} is missing (see {help})", name=problem, help=f"{self.prog} --help")
        if subject == "ambiguous option":
            option, _, known = problem.partition(" could match ")
            raise OptionError("“{name}” can mean {known}", name=option, known=known)
        typed = problem or message
        raise OptionError("“{typed}” is not understood (see {help})", typed=typed, help=f"{self.prog} --help")

    def print_help(self, file: Any = None) -> None:
        """Print the help. Unlike argparse this raises an error if it cannot be printed."""
        check_output()
        print(self.format_help(), end="", file=file)


class PrintVersion(argparse.Action):
    """Prints the version and ends the program. Unlike argparse it raises an error if it cannot be printed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        check_output()
        print(f"mallow {__version__}")
        parser.exit()


def parse_arguments(words: Sequence[str], arguments: argparse.Namespace) -> None:
    """Put the values of the command line into `arguments`. Those before a wrong word are there after an OptionError."""
    for word in words:
        name, equals, value = word.partition("=")
        if equals and value == "--" and name.startswith("--"):  # of this some versions of argparse make an empty list
            raise OptionError("{name} needs a value", name=name)
    make_parser().parse_args(words, arguments)


def _add_number(parser: argparse.ArgumentParser, name: str, low: int, high: int, **more: Any) -> None:
    """Add an option for a whole number."""

    def read(text: str) -> int:
        if re.fullmatch("-?[0-9]{1,19}", text) and low <= int(text) <= high:
            return int(text)
        words = "{name} must be a whole number from {low} to {high}, not “{value}”"
        raise OptionError(words, name=name, low=low, high=high, value=text)

    parser.add_argument(name, type=read, **more)


def _add_path(parser: argparse.ArgumentParser, name: str, **more: Any) -> None:
    """Add an option for a file or folder. To Path an empty name would be the current folder."""

    def read(text: str) -> Path:
        if not text.strip():
            raise OptionError("{name} needs a value", name=more["metavar"] if name == "file" else name)
        return Path(text)

    parser.add_argument(name, type=read, **more)


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="mallow", description="A small box of card games.")
    parser.add_argument("--version", action=PrintVersion, nargs=0, help="print the version and exit")
    _add_path(parser, "--data", metavar="DIR", help="folder for settings and saved matches")
    parser.add_argument("--lang", metavar="CODE", help="language of the screen: en, es or fr")
    parser.add_argument("--fullscreen", action="store_true", help="start in full screen")
    parser.add_argument("--text", nargs="?", const="", metavar="TITLE", help="play in the terminal")
    parser.add_argument("--plain", action="store_true", help="with --text: never clear the screen, only print lines")
    _add_number(parser, "--deal", 0, MAX_SEED, metavar="N", help="with --text: deal the cards of this number")
    parser.add_argument("--lesson", metavar="TITLE/NAME", help="open this lesson (with --text in the terminal)")
    _add_path(parser, "--selftest", metavar="DIR", help="test the program and write the result to this folder")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="without a window", parser_class=Parser)
    simulate, ladder, replay, lessons = COMMANDS
    _add_simulate(commands.add_parser(simulate, help="let computer players play matches"))
    _add_ladder(commands.add_parser(ladder, help="measure how strong the computer players are"))
    _add_replay(commands.add_parser(replay, help="play a recorded match again"))
    commands.add_parser(lessons, help="list the lessons, with their steps and languages")
    return parser


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="the game’s name in small letters, with _ between words")
    _add_number(parser, "--seats", 1, 99, required=True, metavar="N", help="number of players")
    _add_number(parser, "--games", 1, 10_000_000, default=1, metavar="K", help="number of matches (default: 1)")
    seed_help = "the same seed gives the same matches (default: 0)"
    _add_number(parser, "--seed", 0, MAX_SEED, default=0, metavar="S", help=seed_help)
    parser.add_argument("--bots", metavar="A,B,…", help="a level or rule for each seat (default: random)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the rules")
    _add_number(parser, "--first", 0, 98, metavar="SEAT", help="seat that deals or begins (default: at random)")
    _add_path(parser, "--records", metavar="DIR", help="write one record for each match to this folder")
    parser.add_argument("--trace", action="store_true", help="also write all legal moves into the records")


def _add_ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="the game’s name in small letters, with _ between words")
    _add_number(parser, "--seats", 1, 99, metavar="N", help="number of players (default: each number in turn)")
    parser.add_argument("--levels", metavar="A,B,…", help="levels, the weakest first (default: all)")
    matches_help, skip_help = "highest number of matches per pairing (default: 200)", "deals to leave out (default: 0)"
    _add_number(parser, "--matches", 2, 1_000_000, default=200, metavar="M", help=matches_help)
    _add_number(parser, "--skip", 0, 1_000_000, default=0, metavar="N", help=skip_help)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the rules")
    parser.add_argument("--variants", action="store_true", help="play every variant that --option leaves open")
    parser.add_argument("--steps", action="store_true", help="play each level only against the one below it")
    parser.add_argument("--against", metavar="A,B,…", help="play only against these; “rules” are all rules of thumb")
    _add_number(parser, "--processes", 1, 256, metavar="N", help="number of processes (default: one for each core)")
    _add_path(parser, "--json", metavar="FILE", help="write the results to this file")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    _add_path(parser, "file", metavar="FILE", help="a record, such as --records writes")
    parser.add_argument("--check", action="store_true", help="check its moves, its result and its digest")
    parser.add_argument("--trace", action="store_true", help="print every step with its legal moves")
