"""The report of a crash, for the developers: where the program failed, versions, and the public events of the match.

It has nothing private: only events that a spectator may know, and no message of the error, because a message may
name a card.
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
"""Number of events in a report; only the last ones are told."""


def make_report(error: BaseException, host: Host | None, versions: Sequence[str], troubles: Sequence[str] = ()) -> str:
    lines = [f"Mallow {__version__}", f"Python {platform.python_version()} on {platform.platform()}", *versions, ""]
    lines += error_lines(error)
    if troubles:
        lines += ["", "before that", *(f"  {trouble}" for trouble in troubles)]
    if host is not None:
        lines += ["", *match_lines(host)]
    return "\n".join(lines) + "\n"


def error_lines(error: BaseException) -> list[str]:
    """The type of an error and its traceback, then those of its cause. No messages."""
    lines = [type(error).__name__]
    for frame in traceback.extract_tb(error.__traceback__):
        lines.append(f"  {_short_path(frame.filename)}:{frame.lineno} {frame.name}")
    cause = error.__cause__ or error.__context__
    return lines + (["after", *error_lines(cause)] if cause is not None and cause is not error else [])


def _short_path(name: str) -> str:
    """The path without the folders above the program: they may contain a person's name."""
    path = Path(name)
    for root in (paths.resource_folder(), Path(sys.prefix), Path(sys.base_prefix)):
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name


def match_lines(host: Host) -> list[str]:
    """The match as a spectator may know it, without the names of players."""
    setup, rules = host.setup, host.rules
    bots = ", ".join(chair.bot or "human" for chair in setup.chairs)
    flags = [name for name in ("practice", "live") if getattr(setup, name)]
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items())
    lines = [f"{rules.spec.title} ({bots}) {' '.join(flags)}".rstrip(), f"  {options}" if options else "", "events"]
    heard = host.events_for(host.seats)
    return [line for line in lines if line] + [f"  {event_line(event)}" for event in heard[-MAX_EVENTS:]]


def event_line(event: Event) -> str:
    """One event. The card is -1 if a spectator does not know it."""
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
