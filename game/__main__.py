"""The command line: `python -m game`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from game.engine.errors import MallowError, OptionError, SaveError
from game.engine.spec import Value
from game.start import streams, text_program
from game.start.arguments import parse_arguments

FAILED, USAGE, INTERRUPTED = 1, 2, 130
"""Exit statuses."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the program. Returns its exit status. A wrong word, or what the system refuses, gets one line."""
    streams.prepare_streams()
    if getattr(sys, "frozen", False):
        import multiprocessing  # takes long, and `freeze_support` does nothing in a source tree

        try:
            multiprocessing.freeze_support()
        except (EOFError, OSError):  # the program that started this worker has just ended
            return FAILED
    arguments = argparse.Namespace(lang=None, data=None)
    try:
        status = _parse_and_run(text_program.typed_words() if words is None else words, arguments)
        streams.flush_output()
    except MallowError as error:
        kind = "SaveError: " if isinstance(error, SaveError) else ""
        _print_error(error.sentence, arguments, kind)
        status = USAGE if isinstance(error, OptionError) else FAILED
    except KeyboardInterrupt:
        streams.end_line()
        status = INTERRUPTED
    except BrokenPipeError:  # whoever read the output has read enough
        status = FAILED
    except OSError as error:
        _print_error(streams.os_error_sentence(error), arguments)
        status = FAILED
    streams.drop_unwritable()
    return status


def _parse_and_run(words: Sequence[str], arguments: argparse.Namespace) -> int:
    try:
        parse_arguments(words, arguments)
    except SystemExit:  # after --help and --version
        return 0
    if arguments.text is not None and text_program.open_console(words):
        return 0
    return _run(arguments)


def _print_error(sentence: str, arguments: argparse.Namespace, kind: str = "") -> None:
    from game.start.prepare import message_texts

    streams.print_message(kind + message_texts(arguments).translate(sentence))


def _run(arguments: argparse.Namespace) -> int:
    if arguments.lesson is not None:
        from game.data import lessons

        lessons.check_id(arguments.lesson)
    match arguments.command:
        case "simulate":
            streams.check_output()
            _simulate(arguments)
        case "ladder":
            streams.check_output()
            _ladder(arguments)
        case "replay":
            from game.lab import simulate

            streams.check_output()
            simulate.replay_file(arguments.file, arguments.check, arguments.trace)
        case "lessons":
            from game.start import lesson_list

            streams.check_output()
            lesson_list.print_lessons()
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

    streams.check_input()
    streams.check_output()
    settings, data, notice = load_settings(arguments, quiet=True)
    return text_mode.run(
        settings,
        data,
        arguments.text,
        plain=arguments.plain,
        deal=arguments.deal,
        lesson=arguments.lesson or "",
        notice=notice,
    )


def _simulate(arguments: argparse.Namespace) -> None:
    from game.lab import simulate

    plan = simulate.Plan(
        title=arguments.title,
        seats=arguments.seats,
        games=arguments.games,
        seed=arguments.seed,
        bots=("random",) * arguments.seats if arguments.bots is None else tuple(arguments.bots.split(",")),
        options=_options(arguments.option),
        first=arguments.first,
    )
    simulate.simulate(simulate.check_plan(plan), arguments.records, arguments.trace)


def _ladder(arguments: argparse.Namespace) -> None:
    from game.ai.bots import bot_names
    from game.data import catalog
    from game.lab import ladder

    options = _options(arguments.option)
    rules = catalog.rules(arguments.title, options)
    levels = bot_names(rules)[1:] if arguments.levels is None else arguments.levels.split(",")
    ladder.check_levels(rules, levels, arguments.against)
    seats = [arguments.seats] if arguments.seats else rules.spec.seats
    if not set(seats) <= set(rules.spec.seats):
        raise OptionError("{title} is not for {count} players", title=arguments.title, count=arguments.seats)
    variants = ladder.option_variants(rules, options) if arguments.variants else [rules]
    how = {name: vars(arguments)[name] for name in ("processes", "steps", "against", "skip")}
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


if __name__ == "__main__":
    sys.exit(main())
