"""Screens about lessons: the offer before the first match of a title, the list of a title's lessons, the end of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from game.data import rulebook_file
from game.data.lessons import lesson_names
from game.data.rulebook import without_bold
from game.disk.lesson_progress import Progress
from game.ui.scene import Pop, Transition
from game.ui.sheet import LEAST_BUTTON_SHARE, Sheet
from game.ui.widgets import GAP_U, Button, Widget, button_width, row_height
from game.words.message import Message


class LessonResult(Enum):
    """What was chosen at the end of a lesson."""

    NEXT = auto()
    AGAIN = auto()
    MENU = auto()


class OfferResult(Enum):
    """What was chosen when a title was opened for the first time."""

    LEARN = auto()
    PLAY = auto()
    RULES = auto()


@dataclass(frozen=True, slots=True)
class OpenLesson:
    """A lesson was chosen in the list."""

    id: str


class LessonOffer(Sheet):
    """Says what a title is about, and asks how to begin. Pops an OfferResult, or None."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.focus = "learn"

    def build(self) -> None:
        kit = self.kit
        rows = (
            ("learn", "hint", "lesson.learn", OfferResult.LEARN),
            ("play", "play", "lesson.play", OfferResult.PLAY),
            ("rules", "rules", "lesson.rules", OfferResult.RULES),
        )
        height = row_height(kit) + 10
        texts = [(name, icon, kit.texts(key), result) for name, icon, key, result in rows]
        self.begin(max(520.0 * kit.metrics.text_scale, *(button_width(kit, text, icon) for _, icon, text, _ in texts)))
        self.add_text(without_bold(rulebook_file.load(self._title, kit.texts.code).summary[0]))
        for name, icon, text, result in texts:
            at = kit.rect(self.left, self.row_y, self.width, height)
            kind = "main" if name == "learn" else "plain"
            self.add_row([Button(name, at, partial(Pop, result), text, icon, kind)], height)
        back = ("back", lambda: Pop(), kit.texts("lesson.back"), "back", "plain")
        self.finish(kit.texts(f"{self._title}.name"), [back])


class LessonList(Sheet):
    """All lessons of a title, and which of them are done. Pops an OpenLesson, or None."""

    def __init__(self, titles: Sequence[str], title: str, progress: Progress) -> None:
        super().__init__()
        self._titles = titles
        self._progress = progress
        self._show_title(title)

    def _show_title(self, title: str) -> None:
        self._title = title
        self._ids = [f"{title}/{name}" for name in lesson_names(title)]
        self._next = next((lesson for lesson in self._ids if lesson not in self._progress.done), self._ids[0])
        self.focus = self._next

    def build(self) -> None:
        kit, height = self.kit, row_height(self.kit) + 4
        texts = [(lesson, self._icon(lesson), self._text(lesson)) for lesson in self._ids]
        self.begin(760 if kit.metrics.text_scale <= 1.25 else 1100)
        self._add_titles(height)
        for lesson, icon, text in texts:
            at = kit.rect(self.left, self.row_y, self.width, height)
            kind = "main" if lesson == self._next else "plain"
            self.add_row([Button(lesson, at, partial(Pop, OpenLesson(lesson)), text, icon, kind)], height)
        back = ("back", lambda: Pop(), kit.texts("lesson.back"), "back", "plain")
        self.finish(kit.texts("lesson.menu"), [back], "hint")

    def _add_titles(self, height: float) -> None:
        """A button for each title; the one that is shown is marked. They stand in two rows if a name would be cut."""
        kit = self.kit
        names = {title: kit.texts(f"{title}.name") for title in self._titles}
        widest = LEAST_BUTTON_SHARE * max(button_width(kit, name) for name in names.values())
        count = len(names) if self.columns(len(names), GAP_U)[0][1] >= widest else -(-len(names) // 2)
        for first in range(0, len(names), count):
            buttons: list[Widget] = []
            for title, (x, width) in zip(self._titles[first : first + count], self.columns(count, GAP_U), strict=False):
                at = kit.rect(x, self.row_y, width, height)
                kind = "main" if title == self._title else "plain"
                buttons.append(Button(f"title {title}", at, partial(self._change, title), names[title], kind=kind))
            self.add_row(buttons, height)

    def _change(self, title: str) -> Transition:
        self._show_title(title)
        self.rebuild()
        self.focus = f"title {title}"
        return None

    def _icon(self, lesson: str) -> str:
        return "check" if lesson in self._progress.done else "play"

    def _text(self, lesson: str) -> str:
        kit, name = self.kit, lesson.partition("/")[2]
        text = kit.texts("lesson.numbered", number=name.partition("-")[0], name=kit.texts(_name_key(lesson)))
        return kit.texts("lesson.begun", lesson=text) if lesson in self._progress.open else text


def _name_key(lesson: str) -> str:
    return f"lessons.{lesson.replace('/', '.')}.name"


class LessonDone(Sheet):
    """The end of a lesson: what was learnt, and what comes next. Pops a LessonResult."""

    def __init__(self, learnt: Message, *, last: bool, lost: bool = False) -> None:
        """`lost`: the lesson was a match, and the student has not won it."""
        super().__init__()
        self._learnt = learnt
        self._last = last
        self._heading = "lesson.lost" if lost else "lesson.done"
        self.focus = "menu" if last else "next"

    def build(self) -> None:
        kit = self.kit
        self.begin(620 if kit.metrics.text_scale <= 1.25 else 800)
        self.add_text(kit.texts(self._learnt.key, **self._learnt.values), size=21)
        entries = [
            ("menu", "back", "lesson.leave", LessonResult.MENU),
            ("again", "undo", "lesson.again", LessonResult.AGAIN),
        ]
        if not self._last:
            entries.append(("next", "play", "lesson.next", LessonResult.NEXT))
        main = entries[0][0] if self._last else "next"
        self.finish(
            kit.texts(self._heading),
            [
                (name, partial(Pop, result), kit.texts(key), icon, "main" if name == main else "plain")
                for name, icon, key, result in entries
            ],
            "check",
        )

    def cancel(self) -> Transition:
        return Pop(LessonResult.MENU)
