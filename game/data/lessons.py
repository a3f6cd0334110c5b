"""Lessons: each is a record (the cards and the others' moves) and a YAML file beside it (what the student is told)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from game import paths
from game.data import catalog
from game.data.strict_shape import Reader, flag, list_of, matching, one_of, read_fields, unique, whole_number
from game.data.strict_yaml import MappingNode, Node, Scalar, read_yaml
from game.engine import record
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError, SpecError
from game.engine.match import Match
from game.engine.os_errors import os_error_text
from game.engine.record import Record
from game.titles import TITLES

HUMAN: Final = "human"
"""The player in the record whose moves the student makes."""
POINTER_KINDS: Final = ("move", "card", "zone", "seat", "badge")
_NAME: Final = re.compile(r"[1-9]-[a-z]+(-[a-z]+)*")
_TEXT_NAME: Final = matching(r"[a-z][a-z0-9_]*", "the name of a text")
AT_ONCE: Final = "now"
MAX_STEPS: Final = 40
MAX_ALLOWED: Final = 30
MAX_VALUE_LOSS: Final = 1000


@dataclass(frozen=True, slots=True)
class Pointer:
    """Something on the table that a step points at. `name` is a move, card, zone, seat number or fact."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the student."""

    entry: int
    """The number of log entries of the record before this decision."""
    turn: int
    """The number of the decision in the match."""
    say: str = ""
    """The name of the text that is shown; empty for silence."""
    point: tuple[Pointer, ...] = ()
    """What gets a ring and a lamp."""
    light: tuple[Pointer, ...] = ()
    """What else stays bright while the rest of the table is darkened."""
    allow: tuple[str, ...] = ()
    """The right moves. Empty if every legal move that is not in `wrong` is right."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Wrong moves, each with the name of the text that says why."""
    otherwise: str = ""
    """The name of the text for every other legal move."""

    def text_about(self, move: str) -> str:
        """The name of the text that says why a move is wrong; empty for a right move."""
        return "" if move in self.allow else self.wrong.get(move, self.otherwise if self.allow else "")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that was read and checked: its record can be played, and its steps fit the record."""

    title: str
    name: str
    record: Record
    steps: tuple[Step, ...]
    student: Seat
    turns: int
    """The number of decisions and deals in the record. After them the lesson is over, unless `to_end`."""
    moves: Mapping[tuple[int, Seat], str]
    """The moves of the record, by decision and seat."""
    deals: tuple[Mapping[str, Any], ...]
    start: int = 0
    """The number of log entries that have been played when the lesson begins."""
    to_end: bool = False
    """The match is played on to its end, by bots where the record has no moves."""
    judge_from: int = 0
    """The best level takes back one bad move a round: one that costs at least this many hundredths of the unit in
    which it values moves. 0 for no judge."""
    until: str = ""
    """A wrong move is played on until this step of the title; empty for whichever step comes next, AT_ONCE to show it
    before the others answer."""
    live: bool = False
    """Against the clock. Such a lesson is free after its first steps, and ends with the next deal."""
    missed: str = ""
    """The name of the text about a turn in which the student has not acted in time. Only in a live lesson; empty if
    such turns stay."""

    @property
    def id(self) -> str:
        return f"{self.title}/{self.name}"

    def text_key(self, name: str) -> str:
        """The locale key of a text of this lesson."""
        return f"lessons.{self.title}.{self.name}.{name}"

    def step_at(self, turn: int) -> Step | None:
        return next((step for step in self.steps if step.turn == turn), None)

    @property
    def texts(self) -> tuple[str, ...]:
        """The names of all texts that the lesson uses."""
        used = ["name", "done", *filter(None, [self.missed])]
        for step in self.steps:
            used += [name for name in (step.say, *step.wrong.values(), step.otherwise) if name]
        return tuple(dict.fromkeys(used))


def lesson_names(title: str) -> list[str]:
    """The names of a title's lessons in their order. Nothing is read but the folder."""
    folder = paths.lessons_folder(title)
    return sorted(file.stem for file in folder.glob("*.yaml") if _NAME.fullmatch(file.stem))


def lesson_ids() -> list[str]:
    """The ids of all lessons, in the order of the menu."""
    return [f"{title}/{name}" for title in TITLES for name in lesson_names(title)]


def next_lesson(lesson_id: str) -> str:
    """The id of the lesson of the same title that follows; empty after the last one."""
    title, _, name = lesson_id.partition("/")
    return next((f"{title}/{other}" for other in lesson_names(title) if other > name), "")


def check_id(wanted: str) -> str:
    """The id itself. OptionError if there is no such lesson; it names those of the same title, or all."""
    known = lesson_ids()
    if wanted not in known:
        own = [name for name in known if name.partition("/")[0] == wanted.partition("/")[0]]
        listed = ", ".join(own or known)
        raise OptionError("there is no lesson “{name}”; there are {known}", name=wanted[:60], known=listed)
    return wanted


@cache
def load(lesson_id: str) -> Lesson:
    """A lesson. SpecError if one of its two files is missing or wrong, OptionError if there is no such lesson."""
    title, _, name = check_id(lesson_id).partition("/")
    file = paths.lessons_folder(title) / f"{name}.yaml"
    return parse(_read_bytes(file), _read_bytes(file.with_suffix(".json")), file.name, lesson_id)


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SpecError("cannot be read ({reason})", file=file.name, reason=os_error_text(error)) from None


def parse(data: bytes, record_data: bytes, file: str, lesson_id: str) -> Lesson:
    """The lesson in the bytes of its two files. SpecError with the line if something is wrong."""
    title, _, name = lesson_id.partition("/")
    root = read_yaml(data, file)
    parts = read_fields(root, ("lesson", "steps"), ("start", "to_end", "judge", "until", "live", "missed"))
    one_of((lesson_id,))(parts["lesson"])
    try:
        played = record.parse(record_data)
        if played.title != title:
            raise SaveError("the record is of another title")
        match = record.replay(played, catalog.rules_of_record, Dice("lesson"))
    except SaveError as error:
        raise SpecError(error.sentence, file=Path(file).with_suffix(".json").name) from None
    entries = match.entries_for_record()
    start = whole_number(1, max(1, len(entries)))(parts["start"]) if "start" in parts else 0
    reader = _StepReader(match, _student(match, root), start)
    steps = list_of(reader.read, 0, MAX_STEPS)(parts["steps"])
    reader.check_complete(steps, parts["steps"])
    live = flag(parts["live"]) if "live" in parts else False
    if "missed" in parts and not live:
        raise parts["missed"].where.error("only a lesson with “live” has turns that can be missed")
    return Lesson(
        title=title,
        name=name,
        record=played,
        steps=steps,
        student=reader.student,
        turns=match.turn,
        moves={(entry.turn, entry.seat): entry.move.text for entry in entries if entry.move is not None},
        deals=tuple(entry.deal_data for entry in entries if entry.deal_data is not None),
        start=start,
        to_end=flag(parts["to_end"]) if "to_end" in parts else False,
        judge_from=whole_number(1, MAX_VALUE_LOSS)(parts["judge"]) if "judge" in parts else 0,
        until=one_of([*match.rules.steps, AT_ONCE], "a step of the title")(parts["until"]) if "until" in parts else "",
        live=live,
        missed=_TEXT_NAME(parts["missed"]) if "missed" in parts else "",
    )


def _student(match: Match, root: Node) -> Seat:
    people = [seat for seat, player in enumerate(match.players) if player.kind == HUMAN]
    if len(people) != 1:
        raise root.where.error("the record must have exactly one player “{player}”", player=HUMAN)
    return people[0]


class _StepReader:
    """Reads steps and compares them with the record."""

    def __init__(self, match: Match, student: Seat, start: int) -> None:
        self.student = student
        self._match = match
        self._start = start
        self._entries = match.entries_for_record()
        self._moves = [move.text for move in match.rules.book(student)]
        """All moves of the title. A step may name moves that are legal only if the student took another way before."""
        self._read_entry: Reader[int] = unique(whole_number(max(1, start), max(1, len(self._entries))))

    def read(self, node: Node) -> Step:
        parts = read_fields(node, ("at",), ("say", "point", "light", "allow", "free", "wrong", "otherwise"))
        number = self._read_entry(parts["at"])
        entry = self._entries[number] if number < len(self._entries) else None
        if entry is not None and (entry.move is None or entry.seat != self.student):
            raise parts["at"].where.error("entry {number} of the record is not a move of the student", number=number)
        if entry is None and self.student not in self._match.deciders:
            raise parts["at"].where.error("the student has nothing to decide at the end of the record")
        legal = [move.text for move in (entry.legal if entry is not None else self._match.legal(self.student))]
        allow = self._read_allow(parts, legal, entry.move.text if entry is not None and entry.move else "")
        step = Step(
            entry=number,
            turn=entry.turn if entry is not None else self._match.turn,
            say=_TEXT_NAME(parts["say"]) if "say" in parts else "",
            point=self._read_pointers(parts.get("point"), legal),
            light=self._read_pointers(parts.get("light"), legal),
            allow=allow,
            wrong=self._read_wrong(parts["wrong"], allow) if "wrong" in parts else {},
            otherwise=_TEXT_NAME(parts["otherwise"]) if "otherwise" in parts else "",
        )
        left = [move for move in legal if allow and move not in allow and not step.text_about(move)]
        if left:
            words = "“{move}” is a legal move here, but neither allowed nor wrong; “otherwise” is missing"
            raise node.where.error(words, move=left[0])
        return step

    def _read_allow(self, parts: Mapping[str, Node], legal: list[str], recorded: str) -> tuple[str, ...]:
        """The right moves: those that are listed, else the move of the record. Empty if the step is `free`."""
        if "free" in parts and flag(parts["free"]):
            if "allow" in parts or "otherwise" in parts:
                raise parts["free"].where.error("where the student is free, all moves are allowed but those in “wrong”")
            return ()
        if "allow" not in parts:
            if not recorded:
                raise parts["at"].where.error("after the end of the record a step must be free or say what it allows")
            return (recorded,)
        allow = list_of(unique(one_of(self._moves, "a move of the title")), 1, MAX_ALLOWED)(parts["allow"])
        if recorded and recorded not in allow:
            words = "must allow “{move}”, the move of the record"
            raise parts["allow"].where.error(words, move=recorded)
        return allow

    def _read_pointers(self, node: Node | None, legal: list[str]) -> tuple[Pointer, ...]:
        return () if node is None else list_of(lambda item: self._read_pointer(item, legal), 1, 6)(node)

    def _read_pointer(self, node: Node, legal: list[str]) -> Pointer:
        parts = read_fields(node, (), POINTER_KINDS)
        if len(parts) != 1:
            raise node.where.error("must have exactly one key")
        (kind, value), rules = next(iter(parts.items())), self._match.rules
        readers: dict[str, Reader[str]] = {
            "move": one_of(legal, "a legal move"),
            "card": one_of([face.name for face in rules.spec.faces], "a card of the title"),
            "zone": one_of(list(rules.places(self._match.seats)), "a zone of the title"),
            "seat": one_of([str(seat) for seat in range(self._match.seats)]),
            "badge": _TEXT_NAME,
        }
        return Pointer(kind, readers[kind](value))

    def _read_wrong(self, node: Node, allow: tuple[str, ...]) -> dict[str, str]:
        if not isinstance(node, MappingNode):
            raise node.where.error("must be a table of moves and texts")
        read_move = one_of([text for text in self._moves if text not in allow], "a move that is not allowed")
        return {
            read_move(Scalar(entry.key.where, move, quoted=True)): _TEXT_NAME(entry.value)
            for move, entry in node.entries.items()
        }

    def check_complete(self, steps: tuple[Step, ...], node: Node) -> None:
        """SpecError unless the steps are in order, and every decision of the student has one."""
        numbers = [step.entry for step in steps]
        if numbers != sorted(numbers):
            raise node.where.error("the steps must be in the order of the record")
        decisions = [number for number, entry in enumerate(self._entries) if entry.seat == self.student]
        missing = [number for number in decisions if number >= self._start and number not in numbers]
        if missing:
            raise node.where.error("the student decides at entry {number}, but no step is there", number=missing[0])
