"""The command line: `python -m game`."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game import __version__
from game.engine.errors import MallowError, OptionError, SaveError
from game.engine.spec import Value

FAILED, USAGE, INTERRUPTED = 1, 2, 130
"""Exit statuses."""


def main(words: Sequence[str] | None = None) -> int:
    multiprocessing.freeze_support()
    arguments = argparse.Namespace(lang=None, data=None)
    try:
        _parser().parse_args(words, arguments)
        return _run(arguments)
    except OptionError as error:
        return _print_error(error, USAGE, arguments)
    except MallowError as error:
        return _print_error(error, FAILED, arguments)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _print_error(error: MallowError, status: int, arguments: argparse.Namespace) -> int:
    from game.start.prepare import message_texts

    kind = "SaveError: " if isinstance(error, SaveError) else ""
    print(f"mallow: {kind}{message_texts(arguments).translate(error.sentence)}".replace("\n", " "), file=sys.stderr)
    return status


def _run(arguments: argparse.Namespace) -> int:
    match arguments.command:
        case "simulate":
            _simulate(arguments)
        case "ladder":
            _ladder(arguments)
        case "replay":
            from game.lab import simulate

            simulate.replay_file(arguments.file, arguments.check, arguments.trace)
        case _ if arguments.selftest:
            from game.start import selftest

            return selftest.run(arguments.selftest, arguments.lang)
        case _ if arguments.text is not None:
            return _text(arguments)
        case _:
            from game.start import window

            return window.run(arguments)
    return 0


def _text(arguments: argparse.Namespace) -> int:
    from game import text_mode
    from game.start.prepare import load_settings

    settings, data, _ = load_settings(arguments)
    return text_mode.run(settings, data, arguments.text, plain=arguments.plain, deal=arguments.deal)


def _simulate(arguments: argparse.Namespace) -> None:
    from game.lab import simulate

    plan = simulate.Plan(
        title=arguments.title,
        seats=arguments.seats,
        games=arguments.games,
        seed=arguments.seed,
        bots=tuple(arguments.bots.split(",")) if arguments.bots else ("random",) * arguments.seats,
        options=_options(arguments.option),
        first=arguments.first,
    )
    try:
        simulate.simulate(simulate.check_plan(plan), arguments.records, arguments.trace)
    except OSError as error:
        from game.engine.os_errors import os_error_text

        raise OptionError("{where}: {problem}", where=arguments.records, problem=os_error_text(error)) from None


def _ladder(arguments: argparse.Namespace) -> None:
    from game.ai.bots import bot_names
    from game.data import catalog
    from game.lab import ladder

    options = _options(arguments.option)
    rules = catalog.rules(arguments.title, options)
    levels = arguments.levels.split(",") if arguments.levels else bot_names(rules)[1:]
    for name in [*levels, arguments.against] if arguments.against else levels:
        ladder.make_bot(rules, name)
    seats = [arguments.seats] if arguments.seats else rules.spec.seats
    if not set(seats) <= set(rules.spec.seats):
        raise OptionError("{title} is not for {count} players", title=arguments.title, count=arguments.seats)
    variants = ladder.option_variants(rules, options) if arguments.variants else [rules]
    how = {name: vars(arguments)[name] for name in ("processes", "steps", "against")}
    ladder.run_ladder(variants, seats, levels, arguments.matches, arguments.json, **how)


def _options(words: Sequence[str]) -> dict[str, Value]:
    options: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError("an option is written name=value, not “{word}”", word=word)
        if name in options:
            raise OptionError("the option “{name}” is given twice", name=name)
        options[name] = value
    return options


def _number(parser: argparse.ArgumentParser, name: str, low: int, high: int, **more: Any) -> None:
    """Add an option for a whole number. A wrong number is an OptionError, which is printed in the chosen language."""

    def read(text: str) -> int:
        if re.fullmatch("-?[0-9]{1,19}", text) and low <= int(text) <= high:
            return int(text)
        words = "{name} must be a whole number from {low} to {high}, not “{value}”"
        raise OptionError(words, name=name, low=low, high=high, value=text)

    parser.add_argument(name, type=read, **more)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mallow", description="A small box of card games.")
    parser.add_argument("--version", action="version", version=f"mallow {__version__}")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep settings and saves there")
    parser.add_argument("--lang", metavar="CODE", help="the language of the screen, such as en")
    parser.add_argument("--fullscreen", action="store_true", help="open with the whole screen")
    parser.add_argument("--text", nargs="?", const="", metavar="TITLE", help="play in the terminal")
    parser.add_argument("--plain", action="store_true", help="with --text: print nothing but lines")
    _number(parser, "--deal", 0, 2**63 - 1, metavar="N", help="with --text: the cards of that number")
    parser.add_argument("--selftest", type=Path, metavar="DIR", help="try everything out, write the result there")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="without a window")

    play = commands.add_parser("simulate", help="play matches between bots without a screen")
    play.add_argument("title", metavar="TITLE")
    _number(play, "--seats", 1, 99, required=True, metavar="N")
    _number(play, "--games", 1, 10_000_000, default=1, metavar="K")
    _number(play, "--seed", 0, 2**63 - 1, default=0, metavar="S")
    play.add_argument("--bots", metavar="A,B,…", help="a bot for each seat; all random without")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    _number(play, "--first", 0, 98, metavar="SEAT", help="who deals or begins; by lot without")
    play.add_argument("--records", type=Path, metavar="DIR", help="write one record a match")
    play.add_argument("--trace", action="store_true", help="with all legal moves in the records")

    steps = commands.add_parser("ladder", help="measure how strong the bots are")
    steps.add_argument("title", metavar="TITLE")
    _number(steps, "--seats", 1, 99, metavar="N", help="every number of seats without")
    steps.add_argument("--levels", metavar="A,B,…", help="weakest first; all levels without")
    _number(steps, "--matches", 2, 1_000_000, default=200, metavar="M", help="a pairing, at most")
    steps.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    steps.add_argument("--variants", action="store_true", help="with every choice that its options leave open")
    steps.add_argument("--steps", action="store_true", help="only each level against the one below")
    steps.add_argument("--against", metavar="BOT", help="only the levels against this one, with every match played")
    _number(steps, "--processes", 1, 256, metavar="N", help="as many as there are cores without")
    steps.add_argument("--json", type=Path, metavar="FILE")

    again = commands.add_parser("replay", help="play a record again")
    again.add_argument("file", type=Path, metavar="FILE")
    again.add_argument("--check", action="store_true", help="say whether digest and result hold")
    again.add_argument("--trace", action="store_true", help="print every step with its legal moves")
    return parser


if __name__ == "__main__":
    sys.exit(main())
