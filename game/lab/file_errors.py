"""Files that a person named and that cannot be written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from game.engine.errors import OptionError
from game.engine.os_errors import os_error_text


@contextlib.contextmanager
def file_errors(named: Path) -> Iterator[None]:
    """Turn an OSError into an OptionError with the path that the person named."""
    try:
        yield
    except OSError as error:
        raise OptionError("{where}: {problem}", where=named, problem=os_error_text(error)) from None
