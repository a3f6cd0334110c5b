"""Events as lines of text. An event has a line if the title's texts have a key made of the names in the event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.events import Decided, Event, Fact, Moved, Sealed, Shown, Shuffled, Step
from game.engine.state import Plain
from game.engine.view import Listener, View
from game.words import move_lines
from game.words.vocabulary import Vocabulary, split_zone

NOBODY: Final = -1
"""The doer of an event that no player caused."""
STEP_STARTS: Final = (Step, Decided, Sealed)
"""Events that end the step before them."""
FIRST_SEAT_FACTS: Final = ("dealer", "starter")
"""Facts that name the seat which begins a round. A title with rounds tells them with the number of the round."""


def event_lines(words: Vocabulary, before: View, events: Sequence[Event]) -> list[str | None]:
    """A line or None for each event. `before` is the View before the first of them.

    Cards that go the same way one after another share a line, at the last of them. After some steps the cards of
    whole places are told, because cards that everybody already knew cause no event. A new round is told first in its
    step, before the cards of the deal.
    """
    listener = Listener(words.rules.places(before.seats), before.seats, before.seat)
    listener.start(before.zones, before.facts)
    lines: list[str | None] = []
    run_of_cards: list[Card] = []
    facts = dict(before.facts)
    step, facts_before_step = "", facts
    line_numbers: dict[str, int] = {}
    for number, (event, following) in enumerate(zip(events, [*events[1:], None], strict=False)):
        if isinstance(event, STEP_STARTS):
            step, facts_before_step, line_numbers = event.name if isinstance(event, Step) else "", facts, {}
        if isinstance(event, Step | Fact | Shown):
            line_numbers[event.place if isinstance(event, Shown) else event.name] = len(lines)
        if isinstance(event, Moved | Shown):
            run_of_cards.append(event.card)
            listener.hear(event)
        if _same_way(event, following):
            lines.append(None)
            continue
        zones = listener.zones_and_marks()[0] if isinstance(event, Moved | Shown | Decided) else before.zones
        later = _facts_in_step(events, number + 1) if isinstance(event, Fact | Step) else frozenset()
        view = replace(before, zones=zones, facts=facts)
        if isinstance(event, Step):
            line = _step_line(words, f"events.step.{event.name}", later, _movers_in_step(events, number + 1))
        else:
            line = _event_line(words, view, event, run_of_cards, later)
        if step and isinstance(event, Fact) and event.name == words.rules.spec.facts.get("round"):
            lines[line_numbers[step]], line = _join(line, lines[line_numbers[step]]), None
        lines.append(_join(line, _together_line(words, events, number)))
        run_of_cards = []
        if isinstance(event, Fact):
            facts = {**facts, event.name: event.value}
        elif isinstance(event, Shuffled):
            listener.hear(event)
        if step and (following is None or isinstance(following, STEP_STARTS)):
            zone_lines = list(_zone_lines_after(words, step, listener.zones, facts_before_step, facts))
            _insert_zone_lines(lines, zone_lines, line_numbers, line_numbers[step])
    return lines


def _facts_in_step(events: Sequence[Event], start: int) -> frozenset[str]:
    """The names of the facts that change from this event on, before the next step begins."""
    rest = takewhile(lambda event: not isinstance(event, STEP_STARTS), (events[i] for i in range(start, len(events))))
    return frozenset(event.name for event in rest if isinstance(event, Fact))


def _movers_in_step(events: Sequence[Event], start: int) -> tuple[Seat, ...]:
    """The players whose cards move from this event on, before the next step begins."""
    rest = takewhile(lambda event: not isinstance(event, STEP_STARTS), (events[i] for i in range(start, len(events))))
    owners = [split_zone(event.source)[1] for event in rest if isinstance(event, Moved)]
    return tuple(dict.fromkeys(owner for owner in owners if owner is not None))


def _join(*lines: str | None) -> str | None:
    return " ".join(line for line in lines if line) or None


def _zone_lines_after(
    words: Vocabulary,
    step: str,
    zones: Mapping[str, Sequence[Card]],
    facts_before: Mapping[str, Plain],
    facts: Mapping[str, Plain],
) -> Iterator[tuple[str, str, str]]:
    """Places whose cards are told at the end of a step: the place, the fact in which its owner gained, and the line."""
    texts, section = words.texts, words.title_key(f"events.after.{step}")
    named = [(kind, name) for kind in texts.children(section) for name in texts.children(f"{section}.{kind}")]
    for kind, name in named:
        both = zip(_numbers(facts_before.get(name)), _numbers(facts.get(name)), strict=False)
        for seat, (old, new) in enumerate(both):
            cards = zones.get(f"{kind} {seat}", ())
            gain = {"cards": ", ".join(map(words.card, cards)), "gain": new - old, "total": new, "count": new - old}
            key = f"{section}.{kind}.{name}"
            line = _seat_line(words, key if cards else f"{key}.empty", seat, gain)
            if HIDDEN not in cards and line:
                yield f"{kind} {seat}", name, line


def _insert_zone_lines(
    lines: list[str | None], zone_lines: Sequence[tuple[str, str, str]], line_numbers: Mapping[str, int], step_line: int
) -> None:
    """Put the lines of whole places where such a place was shown; the rest at the fact, or where the step began."""
    slots = [line_numbers[place] for place, _, _ in zone_lines if place in line_numbers]
    for at in slots:
        lines[at] = None
    for number, (_, fact, line) in enumerate(zone_lines):
        at = slots[number] if number < len(slots) else line_numbers.get(fact, step_line)
        lines[at] = _join(lines[at], line)


def _numbers(value: Plain) -> list[int]:
    """The numbers of a fact that has one for each seat."""
    return [each for each in value if isinstance(each, int)] if isinstance(value, tuple) else []


def _same_way(event: Event, following: Event | None) -> bool:
    match event, following:
        case Moved(), Moved():
            return (event.source, event.target) == (following.source, following.target)
        case Shown(), Shown():
            return event.place == following.place
    return False


def _event_line(words: Vocabulary, view: View, event: Event, run: Sequence[Card], later: frozenset[str]) -> str | None:
    """The line of an event that is not a step. `later` are the facts that change after this event in the same step."""
    match event:
        case Decided():
            return _decided_line(words, view, event)
        case Moved():
            return _moved_line(words, view, event, run)
        case Shown():
            kind, owner = split_zone(event.place)
            whole = view.zones[event.place]
            return _cards_line(words, view, f"events.shown.{kind}", owner, None, run if HIDDEN in whole else whole)
        case Fact():
            return _fact_line(words, view, event, later)
        case Step() | Sealed() | Shuffled():
            return None


def _step_line(words: Vocabulary, key: str, later: frozenset[str], movers: Iterable[Seat]) -> str | None:
    """The line of a step, or the one for a step in which a fact does not change: `without.points`. It may name the
    players whose cards move in the step: `{names}`."""
    key = words.title_key(key)
    keys = [f"{key}.without.{name}" for name in words.texts.children(f"{key}.without") if name not in later]
    names = words.texts.join_words(map(words.name, movers))
    return next((words.texts(found, names=names) for found in (*keys, key) if words.texts.has(found)), None)


def _decided_line(words: Vocabulary, view: View, event: Decided) -> str | None:
    move = event.move
    if move is None:
        return None
    other = move.index if move.zone == "seat" else None
    for key in move_lines.move_keys(words, view, move, "events.decided"):
        formed = words.key_for_doer(key, event.seat, other)
        if formed:
            return words.texts.fill(formed, move_lines.move_values(words, view, move, event.seat))
    return None


def _together_line(words: Vocabulary, events: Sequence[Event], number: int) -> str | None:
    """A line that names all who decided the same in one step, after the last of them, if there is such a text."""
    event = events[number]
    if not isinstance(event, Decided) or event.move is None:
        return None
    verb, key = event.move.verb, words.title_key(f"events.decided.{event.move.verb}.together")
    if not words.texts.has(key):
        return None
    later = takewhile(lambda each: isinstance(each, Decided), events[number + 1 :])
    earlier = takewhile(lambda each: isinstance(each, Decided), reversed(events[:number]))
    if verb in _verbs(later):
        return None
    seats = sorted(each.seat for each in (event, *earlier) if isinstance(each, Decided) and verb in _verbs([each]))
    return words.texts(key, names=words.texts.join_words(map(words.name, seats))) if len(seats) > 1 else None


def _verbs(events: Iterable[Event]) -> set[str]:
    return {event.move.verb for event in events if isinstance(event, Decided) and event.move is not None}


def _moved_line(words: Vocabulary, view: View, event: Moved, run: Sequence[Card]) -> str | None:
    source, giver = split_zone(event.source)
    target, taker = split_zone(event.target)
    doer, other = (taker, None) if giver is None else (giver, taker if taker != giver else None)
    section = f"events.moved.{source}.{target}"
    for zone in words.texts.children(words.title_key(f"{section}.alike")):
        if _same_rank(words, view, zone, run):
            section = f"{section}.alike.{zone}"
    return _cards_line(words, view, section, doer, other, run)


def _same_rank(words: Vocabulary, view: View, zone: str, run: Sequence[Card]) -> bool:
    """Whether the last card that moved has the rank of the top card of a place."""
    faces, top = words.rules.spec.faces, view.zones[zone][-1:]
    return bool(top) and HIDDEN not in (run[-1], top[0]) and faces[run[-1]].rank == faces[top[0]].rank


def _cards_line(
    words: Vocabulary, view: View, section: str, doer: Seat | None, other: Seat | None, run: Sequence[Card]
) -> str | None:
    """A line for cards that moved or were shown. They are named only if all of them are known."""
    section = words.title_key(section)
    key = words.first_key(f"{section}.{'hidden' if HIDDEN in run else 'known'}", section)
    formed = words.key_for_doer(key, NOBODY if doer is None else doer, other) if key else ""
    if not formed:
        return None
    values = move_lines.top_card_values(words, view, view.seat if doer is None else doer)
    values |= move_lines.card_values(words, run[-1])
    values |= {"count": len(run), "cards": words.cards(run)}
    if doer is not None:
        values |= {"who": words.name(doer), "of": words.possessive(doer)}
    if other is not None:
        values["to"] = words.object_name(other)
    return words.texts.fill(formed, values)


def _fact_line(words: Vocabulary, view: View, event: Fact, later: frozenset[str]) -> str | None:
    round_fact = words.rules.spec.facts.get("round")
    if event.name == round_fact:
        first = [Fact(name, view.facts[name]) for name in FIRST_SEAT_FACTS if name in view.facts]
        return _join(_own_fact_line(words, view, event, later), *(_own_fact_line(words, view, f, later) for f in first))
    return None if round_fact and event.name in FIRST_SEAT_FACTS else _own_fact_line(words, view, event, later)


def first_seat_lines(words: Vocabulary, start: View) -> list[str | None]:
    """Who begins, if that was chosen before the match and no event tells it. A title with rounds tells it with each."""
    if words.rules.spec.facts.get("round"):
        return []
    facts = [Fact(name, start.facts[name]) for name in FIRST_SEAT_FACTS if name in start.facts]
    return [_own_fact_line(words, start, fact, frozenset()) for fact in facts]


def _own_fact_line(words: Vocabulary, view: View, event: Fact, later: frozenset[str]) -> str | None:
    """The line of a fact. It may have another text for a step without another fact: `without.points`."""
    key, value = words.title_key(f"events.fact.{event.name}"), event.value
    missing = [name for name in words.texts.children(f"{key}.without") if name not in later]
    key = f"{key}.without.{missing[0]}" if missing else key
    match value:
        case bool() | str():
            special = f"{key}.{str(value).lower()}"
            return words.texts(special) if words.texts.has(special) else None
        case int():
            return _seat_line(words, key, value, {"value": value, "count": value}) if value >= 0 else None
        case tuple():
            return _seats_line(words, view, key, value, view.facts.get(event.name))
    return None


def _seat_line(words: Vocabulary, key: str, seat: Seat, values: dict[str, object]) -> str | None:
    named = words.texts.placeholders(key) & {"who", "of"} and seat < len(words.names)
    formed = words.key_for_doer(key, seat if named else NOBODY) if words.first_key(key) else ""
    if not formed:
        return None
    who = {"who": words.name(seat), "of": words.possessive(seat)} if named else {}
    return words.texts.fill(formed, values | who)


def _seats_line(words: Vocabulary, view: View, key: str, value: tuple[Plain, ...], old: Plain) -> str | None:
    """A line for a fact with a number for each seat, of which some grew; or with a list of seats that grew longer."""
    wanted = words.texts.placeholders(key)
    if not wanted:
        return None
    before = old if isinstance(old, tuple) else ()
    if "names" in wanted:
        return words.texts(key, names=words.texts.join_words(words.name(s) for s in value if isinstance(s, int)))
    facts = {name: fact for name, fact in view.facts.items() if isinstance(fact, int)}
    lines: list[str | None] = []
    if "gain" in wanted or "total" in wanted:
        for seat, (was, now) in enumerate(zip(before, value, strict=True)):
            if isinstance(was, int) and isinstance(now, int) and now > was:
                gain = {"gain": now - was, "total": now, "count": now - was}
                lines.append(_seat_line(words, key, seat, {**facts, **gain}))
    else:
        lines += [_seat_line(words, key, seat, {}) for seat in value if isinstance(seat, int) and seat not in before]
    return _join(*lines)
