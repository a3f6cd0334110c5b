"""The two programs for Windows: `mallow.exe` has a window and no console, `mallow-text.exe` has a console."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "mallow-text"


def typed_words() -> list[str]:
    """The words of the command line. Without any, `mallow-text` plays in the terminal."""
    is_text_program = getattr(sys, "frozen", False) and Path(sys.executable).stem.lower() == NAME
    return sys.argv[1:] or (["--text"] if is_text_program else [])


def open_console(words: Sequence[str]) -> bool:
    """Start `mallow-text` with these words in a console of its own, if this program was started without one."""
    if sys.platform == "win32" and getattr(sys, "frozen", False) and sys.stdin is None:
        program = Path(sys.executable).with_name(f"{NAME}.exe")
        subprocess.Popen([str(program), *words], creationflags=subprocess.CREATE_NEW_CONSOLE)
        return True
    return False
