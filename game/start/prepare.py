"""Settings, command line and folders, before anything is shown."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from game import paths
from game.disk import files
from game.disk import settings as settings_file
from game.disk.settings import Settings
from game.engine.errors import OptionError
from game.engine.os_errors import os_error_text
from game.engine.sentences import Sentence
from game.start.streams import print_message
from game.words.locale import Texts, has_language, languages, system_language


def load_settings(arguments: Namespace, *, quiet: bool = False) -> tuple[Settings, Path, str]:
    """The settings (changed by the command line), the data folder, and what is wrong with them or an empty text.

    Unless `quiet`, what is wrong is also printed.
    """
    data = arguments.data or paths.data_folder()
    settings, notice = settings_file.load(paths.settings_file(data))
    if arguments.lang is not None:
        if not has_language(arguments.lang):
            words, known = "there is no language “{code}”; there are {known}", [code for code, _ in languages()]
            raise OptionError(words, code=arguments.lang, known=", ".join(known))
        settings = settings.with_changes(language=arguments.lang)
    if arguments.fullscreen:
        settings = settings.with_changes(fullscreen=True)
    notice = write_problem(data) or notice
    if notice and not quiet:
        print_message(message_texts(arguments).translate(notice))
    return settings, data, notice


def message_texts(arguments: Namespace) -> Texts:
    """The texts for messages on the command line. Damaged files are not touched."""
    kept = settings_file.load_language(paths.settings_file(arguments.data or paths.data_folder()))
    code = next((code for code in (arguments.lang, kept) if code and has_language(code)), None) or system_language()
    return Texts.load_or_english(code)[0]


def write_problem(data: Path) -> str:
    """Why nothing can be written in a folder; empty if it can."""
    probe = data / ".probe"
    try:
        files.write(probe, b"")
        files.delete(probe)  # another program that starts just now may have done so
    except OSError as error:
        return Sentence("nothing can be saved in {folder}: {reason}", folder=data, reason=os_error_text(error))
    return ""
