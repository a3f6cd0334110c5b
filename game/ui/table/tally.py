"""Makes what the score screen shows: points after every round and how they came about, from public events only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.engine.cards import Seat
from game.engine.events import Decided, Event, Fact, Moved, Shown, Step
from game.engine.rules import Rules
from game.engine.sentences import Refusal
from game.engine.state import Plain
from game.engine.view import Listener, View
from game.play.host import Host
from game.ui.look import Look, Rounds
from game.ui.screens.score_widgets import Tally
from game.words import Wording
from game.words.locale import Texts
from game.words.vocabulary import capitalize


def make_tally(host: Host, look: Look, avatars: Sequence[str], you: Seat | None, heard: int, final: bool) -> Tally:
    """The score after the first `heard` events. `you` is the seat that texts address as "you"."""
    return Tally(
        title=host.rules.spec.title,
        names=host.names,
        avatars=avatars,
        rounds=points_by_round(host.events_for(host.seats, 0, heard), look.rounds, final),
        winners=host.standings.winners if final else (),
        final=final,
        story=make_score_story(host, look, you, heard, final),
        by_round=look.rounds.has_rounds,
        points_picture=look.points_picture,
    )


def points_by_round(events: Sequence[Event], rounds: Rounds, final: bool) -> list[tuple[int, ...]]:
    """All players' points at the end of each round. In a title without rounds: each time when they changed."""
    found: list[tuple[int, ...]] = []
    points: tuple[int, ...] = ()
    counting = False
    for event in events:
        if isinstance(event, Step | Decided) and counting:
            found.append(points)
            counting = False
        match event:
            case Step(name) if name and name == rounds.before:
                found.append(points)
            case Step(name) if name and name == rounds.after:
                counting = True
            case Fact(name, value) if name == rounds.points and isinstance(value, tuple):
                points = _int_points(value)
                if not rounds.has_rounds:
                    found.append(points)
    if points and (counting or (rounds.before and not final) or (final and (not found or found[-1] != points))):
        found.append(points)
    return [row for row in found if row]


def _int_points(value: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(int(number) for number in value)


# The story


@dataclass(frozen=True, slots=True)
class ScoreStory:
    """What was scored in a round and why. It becomes text in a language only when it is drawn."""

    rules: Rules[Any]
    names: tuple[str, ...]
    you: Seat | None
    look: Look
    before: View
    """What a spectator knew when the round began."""
    events: tuple[Event, ...]
    proof: tuple[Refusal, ...]
    """Why a player could not continue, card by card, if the match ended for that reason."""

    def lines(self, texts: Texts) -> list[str]:
        """The paragraphs in order. The winner of the match comes last."""
        words = Wording(texts, self.rules, self.names, self.you)
        writer = StoryWriter(self.look, words, self.before.facts)
        for event, line in zip(self.events, words.event_lines(self.before, self.events), strict=True):
            writer.add(event, line)
        return [*writer.lines, *map(words.refusal, self.proof), *writer.end]


def make_score_story(host: Host, look: Look, you: Seat | None, heard: int, final: bool) -> ScoreStory:
    events = host.events_for(host.seats, 0, heard)
    start, stop = round_span(events, look.rounds)
    listener = Listener(host.rules.places(host.seats), host.seats, host.seats)
    empty = host.view_at_start(host.seats)
    listener.start(empty.zones, empty.facts)
    for event in events[:start]:
        listener.hear(event)
    before = replace(empty, zones=listener.zones_and_marks()[0], facts=dict(listener.facts))
    proof = tuple(host.rules.proof(host.view(host.seats))) if final else ()
    return ScoreStory(host.rules, host.names, you, look, before, tuple(events[start:stop]), proof)


def round_span(events: Sequence[Event], rounds: Rounds) -> tuple[int, int]:
    """The first event of the last round and the first one after it. A round ends when it was scored."""
    scored = rounds.before or rounds.after
    steps = [at for at, event in enumerate(events) if isinstance(event, Step) and scored and event.name == scored]
    if rounds.before:
        return (steps[-1] + 1 if steps else 0), len(events)
    ends = [0, *(_step_end(events, at) for at in steps)]
    return (ends[-2], ends[-1]) if steps else (0, len(events))


def _step_end(events: Sequence[Event], step: int) -> int:
    """The index of the first event that does not belong to the step."""
    later = range(step + 1, len(events))
    return next((at for at in later if isinstance(events[at], Step | Decided)), len(events))


class StoryWriter:
    """Selects the sentences about scoring, and joins those that belong together to one paragraph."""

    def __init__(self, look: Look, words: Wording, facts: Mapping[str, Plain]) -> None:
        self.lines: list[str] = []
        self.end: list[str] = []
        """The sentences about the winner."""
        self._look, self._words = look, words
        self._facts = dict(facts)
        self._counting = False
        self._paragraph_open = False
        """Whether the next sentence belongs to the last paragraph."""

    def add(self, event: Event, line: str | None) -> None:
        if isinstance(event, Step | Decided):
            self._counting = isinstance(event, Step) and event.name == self._look.rounds.after
        if isinstance(event, Decided):
            self._paragraph_open = False
        if line:
            self._write(event, line)
        if isinstance(event, Fact):
            self._facts[event.name] = event.value

    def _write(self, event: Event, line: str) -> None:
        look = self._look
        match event:
            case Fact(name) if name == self._words.rules.spec.facts.get("winners"):
                self.end.append(line)
            case Step(name) if self._counting or name in look.score_events:
                self._add_paragraph(line)
            case Shown():
                self._add_paragraph(line)
            case Fact(name) if name == look.rounds.points:
                self._add_sentence(line)
                self._add_sentence(self._reason(event))
                self._paragraph_open = False
            case Fact(name) if self._counting or name == look.seat.out or name in look.score_events:
                self._add_sentence(line)
            case Moved() if event.target.partition(" ")[0] in look.score_events:
                self._add_sentence(line)

    def _add_paragraph(self, line: str) -> None:
        self.lines.append(line)
        self._paragraph_open = False

    def _add_sentence(self, line: str) -> None:
        if line and self._paragraph_open:
            self.lines[-1] += f" {line}"
        elif line:
            self.lines.append(line)
            self._paragraph_open = True

    def _reason(self, event: Fact) -> str:
        """The numbers of the other players for which a player scored."""
        name, texts = self._look.rounds.because, self._words.texts
        numbers, old, new = self._facts.get(name), self._facts.get(event.name), event.value
        if not (isinstance(numbers, tuple) and isinstance(old, tuple) and isinstance(new, tuple)):
            return ""
        parts = [
            texts(
                "standings.entry",
                name=capitalize(self._words.name(seat)),
                score=texts(self._words.title_key(f"player.{name}"), count=number),
            )
            for seat, number in enumerate(numbers)
            if number and new[seat] == old[seat]
        ]
        together = [part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts]
        return f"({texts('standings.between').join(together)})" if parts else ""
