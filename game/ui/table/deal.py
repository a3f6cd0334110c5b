"""The order in which a deal is shown: one card to each player in turn, as people deal."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import takewhile

from game.engine.events import Event, Moved


def deal_round_the_table(queue: deque[Event]) -> None:
    """Reorder the run of moved cards at the front of the queue, so that it goes round the table.

    The events of a match deal one hand after the other. The result of both orders is the same: the cards that come to
    one place keep their order, and the index of a card in the place that it leaves is counted anew.
    """
    run = [event for event in takewhile(lambda event: isinstance(event, Moved), queue) if isinstance(event, Moved)]
    targets = {event.target for event in run}
    sources = {event.source for event in run}
    if len(targets) < 2 or targets & sources:
        return
    for _ in run:
        queue.popleft()
    queue.extendleft(reversed(_with_new_indices(run, _rounds(run))))


def _rounds(run: list[Moved]) -> list[int]:
    """The numbers of the events, in the new order: the first card of every player, then the second of every player, and
    last the cards that nobody gets."""
    counts: dict[str, int] = {}
    turns: list[tuple[bool, int, int]] = []
    for number, event in enumerate(run):
        is_shared = " " not in event.target
        turns.append((is_shared, counts.get(event.target, 0), number))
        counts[event.target] = counts.get(event.target, 0) + 1
    return [number for _, _, number in sorted(turns)]


def _with_new_indices(run: list[Moved], order: list[int]) -> list[Moved]:
    """The events in this order. The index of a card in an ordered place depends on which cards have left before it."""
    first_index = _indices_before_the_run(run)
    left: dict[str, list[int]] = {}
    moved = []
    for number in order:
        event, index = run[number], first_index[number]
        if event.source_index >= 0:
            gone = left.setdefault(event.source, [])
            event = replace(event, source_index=index - sum(other < index for other in gone))
            gone.append(index)
        moved.append(event)
    return moved


def _indices_before_the_run(run: list[Moved]) -> list[int]:
    """For each event: the index that its card had before the first card of the run left."""
    gone: dict[str, list[int]] = {}
    found = []
    for event in run:
        index = event.source_index
        for other in gone.setdefault(event.source, []):  # sorted
            index += other <= index
        found.append(index)
        if event.source_index >= 0:
            gone[event.source] = sorted([*gone[event.source], index])
    return found
