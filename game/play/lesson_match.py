"""The match of a lesson: its first deals are those of the lesson's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.data import catalog
from game.data.lessons import Lesson
from game.engine import record
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.engine.events import Event
from game.engine.match import Match, Player
from game.engine.rules import Rules
from game.engine.spec import ChoiceOption, Value
from game.engine.state import DEAL


class LessonMatch(Match):
    """A match whose first deals are those of a lesson. Later ones come from the dice."""

    def __init__(self, lesson: Lesson, rules: Rules[Any], players: Sequence[Player], dice: Dice) -> None:
        super().__init__(rules, players, dice)
        self._lesson = lesson

    def run_steps_and_deals(self) -> list[Event]:
        events: list[Event] = []
        while self.state.due:
            events += self._take_next_deal() if self.state.due == DEAL else self.run_step()
        return events

    def _take_next_deal(self) -> list[Event]:
        number = sum(entry.deal is not None for entry in self.log)
        if number < len(self._lesson.deals):
            try:
                return self.take_deal(self.rules.read_deal(self.state, dict(self._lesson.deals[number])))
            except SaveError:
                pass  # the student has taken another way, and this deal is not possible there
        return self.take_deal(self.rules.draw(self.state, self._dice))

    def copy_at_start(self) -> Match:
        return LessonMatch(self._lesson, self.rules, self.players, self._dice)


def match_at_start(lesson: Lesson, players: Sequence[Player], options: Mapping[str, Value]) -> Match:
    """The match at the moment when the lesson begins, with these options."""
    recorded = record.replay(lesson.record, catalog.rules_of_record, Dice("lesson"))
    rules = catalog.rules_of_record(lesson.title, options, lesson.record.data.get("effects"))
    match = Match(rules, players, Dice("lesson"))
    for entry in recorded.entries_for_record()[: lesson.start]:
        match.replay_entry(entry)
    return match


def edition_names(lesson: Lesson) -> frozenset[str]:
    """The options that may be those of the student's language: the choices of a lesson that is a whole match."""
    options = catalog.spec(lesson.title).options if lesson.to_end else {}
    return frozenset(name for name, option in options.items() if isinstance(option, ChoiceOption))


def match_from_save(lesson: Lesson, left: object) -> Match | None:
    """The match of a lesson that was left, from its saved record; None if it is not of this lesson or is damaged."""
    try:
        saved = record.from_plain(left)
        match = record.replay(saved, catalog.rules_of_record, Dice("lesson"))
    except SaveError:
        return None
    data = lesson.record.data
    same = saved.title == lesson.title and match.seats == len(data["seats"])
    same = same and all(
        record.is_same_json(saved.data["options"].get(name), value)
        for name, value in data["options"].items()
        if name not in edition_names(lesson)
    )
    kinds = [player.kind for player in match.players] if same else []
    return match if kinds == [seat["player"] for seat in data["seats"]] else None
