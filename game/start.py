"""What holds before anything is shown: the settings, what the command line says beside them, where files go."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from game import paths
from game.disk import files, settings
from game.disk.settings import Settings
from game.engine.errors import OptionError
from game.locale import languages


def prepared(arguments: Namespace) -> tuple[Settings, Path, str]:
    """The settings, the folder they lie in, and what is wrong with either if something is."""
    data = arguments.data or paths.data_folder()
    chosen, notice = settings.load(paths.settings_file(data))
    if arguments.lang:
        known = [code for code, _ in languages()]
        if arguments.lang not in known:
            raise OptionError(f"there is no language “{arguments.lang}”; there are {', '.join(known)}")
        chosen = chosen.but(language=arguments.lang)
    if arguments.fullscreen:
        chosen = chosen.but(fullscreen=True)
    notice = unwritable(data) or notice
    if notice:
        print(f"mallow: {notice}", file=sys.stderr)
    return chosen, data, notice


def unwritable(data: Path) -> str:
    """Why nothing can be kept in a folder; empty if it can."""
    probe = data / ".probe"
    try:
        files.write(probe, b"")
        probe.unlink()
    except OSError as error:
        return f"nothing can be kept in {data}: {error.strerror}"
    return ""
