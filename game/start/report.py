"""What to send to whoever mends the program: where it failed, with which versions, and what everybody at the table saw.

Nothing in it is private: of the match only what a spectator heard, of the error no message, because a message may name
a card.
"""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from game import __version__, paths
from game.engine.events import Decided, Event, Fact, Moved, Sealed, Shown, Shuffled, Step
from game.play.host import Host

MAX_EVENTS = 60
"""Events told at the end of a report."""


def make_report(error: BaseException, host: Host | None, versions: Sequence[str], troubles: Sequence[str] = ()) -> str:
    lines = [f"Mallow {__version__}", f"Python {platform.python_version()} on {platform.platform()}", *versions, ""]
    lines += error_lines(error)
    if troubles:
        lines += ["", "before that", *(f"  {trouble}" for trouble in troubles)]
    if host is not None:
        lines += ["", *match_lines(host)]
    return "\n".join(lines) + "\n"


def error_lines(error: BaseException) -> list[str]:
    """The kind of error and the way to it."""
    lines = [type(error).__name__]
    for frame in traceback.extract_tb(error.__traceback__):
        lines.append(f"  {_short_path(frame.filename)}:{frame.lineno} {frame.name}")
    cause = error.__cause__ or error.__context__
    return lines + (["after", *error_lines(cause)] if cause is not None and cause is not error else [])


def _short_path(name: str) -> str:
    """Without the folders above ours: they may hold somebody's name."""
    path = Path(name)
    for root in (paths.resource_folder(), Path(sys.prefix), Path(sys.base_prefix)):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return path.name


def match_lines(host: Host) -> list[str]:
    """The match as a spectator heard it; names of players are left out."""
    setup, rules = host.setup, host.rules
    bots = ", ".join(chair.bot or "human" for chair in setup.chairs)
    flags = [name for name in ("practice", "live") if getattr(setup, name)]
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items())
    lines = [f"{rules.spec.title} ({bots}) {' '.join(flags)}".rstrip(), f"  {options}" if options else "", "events"]
    heard = host.events_for(host.seats)
    return [line for line in lines if line] + [f"  {event_line(event)}" for event in heard[-MAX_EVENTS:]]


def event_line(event: Event) -> str:
    """One line; a card that a spectator does not know is -1 there already."""
    match event:
        case Step(name):
            return f"step {name}"
        case Decided(seat, move):
            return f"seat {seat} {move.text if move is not None else '?'}"
        case Sealed(seat):
            return f"seat {seat} seals"
        case Shuffled(place):
            return f"shuffled {place}"
        case Moved():
            return f"card {event.card}: {event.source} {event.source_index} to {event.target} {event.target_index}"
        case Shown():
            return f"card {event.card} shown in {event.place} {event.index}"
        case Fact(name, value):
            return f"{name} = {value}"
