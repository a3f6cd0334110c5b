"""What a person is told before a question: what is new, and then what has changed on the table."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from typing import Any

from game.engine.cards import HIDDEN, Card
from game.engine.events import Event, Moved, Shown
from game.engine.rules import Rules
from game.engine.view import View
from game.text_mode.answers import contains_name, plain_words
from game.words import Wording
from game.words.vocabulary import split_zone

LONG_HAND = 3
"""A hand of at least this many cards is not printed twice in a row."""
MAX_WORDS_BESIDE_HAND = 3
"""A line with more words besides the cards of the hand says something more than these cards."""


def lines_to_print(
    news: Sequence[str], standing: Iterable[str], known: Collection[str], events: Sequence[Event], view: View,
    yours: Wording,
) -> list[str]:  # fmt: skip
    """The lines of the news, then those of `standing`, the state of the match, that are new. `known` are the lines that
    this person has read before; `events` are those of which the news may have told."""
    came = _cards_that_came(events)
    told = {yours.zone_line(view, name) for name in view.zones if _is_told_by(came, view, name, yours)}
    told |= {line for line in standing if any(line in said for said in news)}
    suits = yours.suit_fact_lines(view)
    told |= {line for line, suit in suits.items() if any(contains_name(said, suit) for said in news)}
    fresh = [line for line in news if not _only_names_hand(line, view, yours)]
    return fresh + [line for line in standing if line not in known and line not in told]


def standing_lines(rules: Rules[Any], view: View, yours: Wording) -> list[str]:
    """The state of the match in short: what can be seen on the table, the viewer's cards last."""
    zones = [name for name in view.zones if _has_line(rules, view, name)]
    zones.sort(key=lambda name: split_zone(name)[1] == view.seat)
    lines = [*yours.fact_lines(view), *(yours.zone_line(view, name) for name in zones)]
    return [line for line in lines if line]


def _has_line(rules: Rules[Any], view: View, name: str) -> bool:
    kind, owner = split_zone(name)
    open_to_all = rules.spec.zones[kind].sight == "all"
    return open_to_all or (owner in (None, view.seat) and any(card != HIDDEN for card in view.zones[name]))


def _only_names_hand(line: str, view: View, yours: Wording) -> bool:
    """Whether a line says no more than the line of the hand, which is printed anyway."""
    hand = view.zones.get(f"hand {view.seat}", ())
    cards, said = plain_words(yours.cards(hand)), plain_words(line)
    return len(hand) >= LONG_HAND and set(cards) <= set(said) and len(said) <= len(cards) + MAX_WORDS_BESIDE_HAND


def _is_told_by(came: Container[tuple[str, Card]], view: View, name: str, yours: Wording) -> bool:
    """Whether the news told how all cards came here that the line of a place would name again: all of them, or the
    top one. The hand always has its line."""
    cards, line = view.zones[name], yours.zone_line(view, name)
    if not cards or HIDDEN in cards or split_zone(name)[0] == "hand":
        return False
    shown = cards if all(contains_name(line, yours.face(card)) for card in cards) else cards[-1:]
    return all((name, card) in came for card in shown)


def _cards_that_came(events: Sequence[Event]) -> set[tuple[str, Card]]:
    """The cards that events put into a place or showed there, with this place."""
    moved = {(event.target, event.card) for event in events if isinstance(event, Moved)}
    return moved | {(event.place, event.card) for event in events if isinstance(event, Shown)}
