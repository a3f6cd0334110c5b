"""The main menu: a box for each title, and buttons for everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import pygame

from game.data import catalog
from game.data.lessons import lesson_names
from game.disk.lesson_progress import Progress, ProgressFile
from game.disk.savefile import Save
from game.engine.errors import MallowError, SpecError
from game.engine.spec import Spec
from game.ui.background import draw_background_picture
from game.ui.form import Form
from game.ui.history.saves import ResumeStrip, SavedMatches, draw_missing_thumbnail
from game.ui.music import MENU_PIECE
from game.ui.notices import notice_picture
from game.ui.scene import Push, Quit, Reset, Scene, Transition
from game.ui.screens.box_grid import MARGIN_U, STRIP_GAP_U, BoxGrid, best_grid, strip_has_picture
from game.ui.screens.menu_buttons import rows_of_buttons
from game.ui.screens.title_box import LIFT_U, LessonMarks, TitleBox
from game.ui.widgets import GAP_U, Button, Label, Press, Widget, row_height
from game.words.locale import Texts

if TYPE_CHECKING:
    from game.play.host import Setup
    from game.ui.history.save_opener import SaveOpener
    from game.ui.kit import Kit
    from game.ui.screens.lessons import OfferResult
    from game.ui.screens.setup import SetupScreen

# Screens that the menu opens are imported when they are opened, so that the menu comes sooner.

StartMatch = Callable[["Setup"], Scene]


@dataclass(frozen=True, slots=True)
class LessonDoor:
    """What the menu needs for lessons: which are done, and what makes the table of one."""

    progress: ProgressFile
    make_lesson: Callable[[str, Texts], Scene]


class MenuScreen(Form):
    """`start_match` makes the table for what was set up. Without saved matches or lessons, the menu has no buttons for
    them."""

    music = MENU_PIECE

    def __init__(
        self,
        start_match: StartMatch,
        saved_matches: SavedMatches | None = None,
        lesson_door: LessonDoor | None = None,
    ) -> None:
        super().__init__()
        self._lesson_door = lesson_door
        self._chosen_title = ""
        """The title whose offer or list of lessons is open."""
        self._start_match = start_match
        self._saved_matches = saved_matches
        self._resume_strips: list[ResumeStrip] = []
        self._boxes: list[TitleBox] = []
        self._setup_screens: dict[str, SetupScreen] = {}
        """The set-up screen of each title. It keeps its choices while the program runs."""
        self._prepared_for: Kit | None = None
        """The kit for which the menu was built while another screen was shown."""

    def prepare(self, kit: Kit) -> None:
        """Build the menu, and begin to draw its boxes in threads."""
        self.enter(kit)
        self._prepared_for = kit
        for box in self._boxes:
            box.draw_ahead(kit)

    def enter(self, kit: Kit) -> None:
        prepared, self._prepared_for = kit is self._prepared_for, None
        if not prepared:
            super().enter(kit)

    @cached_property
    def _opener(self) -> SaveOpener | None:
        from game.ui.history.save_opener import SaveOpener

        return SaveOpener(self._saved_matches) if self._saved_matches is not None else None

    def build(self) -> None:
        kit = self.kit
        titles = catalog.titles()
        specs = {title: spec for title, spec in titles.items() if isinstance(spec, Spec)}
        broken = {title: error.sentence for title, error in titles.items() if isinstance(error, SpecError)}
        entries = self._entries()
        has_icons, widths = rows_of_buttons(kit, [text for _, _, text, _ in entries])
        foot = kit.metrics.height - len(widths) * (row_height(kit) + GAP_U) + GAP_U - 20
        top = self._add_logo()
        bottom = foot - 18 - self._add_errors(broken, foot - 14)
        self._add_boxes(specs, top, bottom)
        for number, row in enumerate(widths):
            first = sum(map(len, widths[:number]))
            y = foot + number * (row_height(kit) + GAP_U)
            self._add_buttons(entries[first : first + len(row)], row, y, has_icons)

    def _add_logo(self) -> float:
        kit = self.kit
        height = 118 if kit.metrics.text_scale <= 1.25 else 84
        size = kit.px(height * 640 / 240), kit.px(height)
        picture = kit.art.image("icons/logo.svg", size)
        at = kit.rect((kit.metrics.width - 600) / 2, 10, 600, height)
        self.widgets.append(Label(at, picture, centred=True))
        return height + 30

    def _add_errors(self, broken: Mapping[str, str], bottom: float) -> float:
        """Add a line for each title that cannot be played, from the bottom up. Returns their height in units."""
        kit = self.kit
        used = 0.0
        for title, problem in broken.items():
            text = kit.texts("error.title_broken", title=kit.texts(f"{title}.name"), problem=problem)
            picture = notice_picture(kit, text, kit.metrics.width - 2 * MARGIN_U)
            height = picture.get_height() / kit.metrics.unit_px
            used += height + 6
            at = kit.rect(MARGIN_U, bottom - used, kit.metrics.width - 2 * MARGIN_U, height)
            self.widgets.append(Label(at, picture, centred=True))
        return used

    def _add_boxes(self, specs: dict[str, Spec], top: float, bottom: float) -> None:
        """Add the boxes, and below each the strip that continues its match."""
        kit, kept = self.kit, self._resumable_saves(specs)
        titles = {title: (spec, self._lesson_marks(title)) for title, spec in specs.items()}
        grid = best_grid(kit, titles, bool(kept), bottom - top)
        corners = grid.corners(len(titles), kit.metrics.width, top, bottom)
        self._boxes, strips = [], list[Widget]()
        for (title, (spec, marks)), (x, y) in zip(titles.items(), corners, strict=True):
            at = kit.rect(x, y, grid.width, grid.art + grid.tag)
            self._boxes.append(self._make_box(title, spec, marks, grid, at))
            if title in kept:
                below = y + grid.art + grid.tag + STRIP_GAP_U
                at = kit.rect(x, below, grid.width, grid.strip - STRIP_GAP_U)
                strips.append(self._make_strip(title, kept[title], at))
        self._resume_strips = [strip for strip in strips if isinstance(strip, ResumeStrip)]
        self.widgets += [*self._boxes, *strips]

    def _make_box(self, title: str, spec: Spec, marks: LessonMarks, grid: BoxGrid, at: pygame.Rect) -> TitleBox:
        box = TitleBox(title, spec, at, partial(self._open_title, title), grid.art, grid.brief, marks)
        if marks:
            box.tip = self.kit.texts("lesson.count_done", done=sum(marks), count=len(marks))
        return box

    def _resumable_saves(self, specs: dict[str, Spec]) -> dict[str, Save]:
        """The latest unfinished match of each title."""
        if self._saved_matches is None:
            return {}
        found = self._saved_matches.store.latest_by_title()
        return {title: found[title] for title in specs if title in found}

    def _make_strip(self, title: str, save: Save, at: pygame.Rect) -> Widget:
        assert self._saved_matches is not None
        name, press = f"resume {title}", partial(self._resume, save.id)
        if not strip_has_picture(self.kit, at.width / self.kit.metrics.unit_px):
            return Button(name, at, press, self.kit.texts("menu.resume"), "play", "main")
        return ResumeStrip(name, at, press, save, self._saved_matches.store.now())

    def _entries(self) -> list[tuple[str, str, str, Press]]:
        """The buttons at the foot: name, icon, text and press."""
        rows: list[tuple[str, str, str, Press]] = [
            *([("learn", "hint", "lesson.menu", self._open_lessons)] if self._lesson_door is not None else []),
            ("rules", "rules", "menu.rules", self._open_rules),
            *self._match_entries(),
            ("settings", "settings", "menu.settings", self._open_settings),
            ("keys", "keyboard", "keys.title", self._open_keys),
            ("quit", "close", "menu.quit", lambda: Quit()),
        ]
        return [(name, icon, self.kit.texts(key), press) for name, icon, key, press in rows]

    def _add_buttons(
        self, entries: Sequence[tuple[str, str, str, Press]], widths: Sequence[float], y: float, has_icons: bool
    ) -> None:
        kit = self.kit
        x = (kit.metrics.width - sum(widths) - GAP_U * (len(widths) - 1)) / 2
        for (name, icon, text, press), width in zip(entries, widths, strict=True):
            at = kit.rect(x, y, width, row_height(kit))
            self.widgets.append(Button(name, at, press, text, icon if has_icons else "", "quiet"))
            x += width + GAP_U

    def _match_entries(self) -> list[tuple[str, str, str, Press]]:
        if self._saved_matches is None:
            return []
        return [
            ("saves", "clock", "save.title", self._open_saves),
            ("profile", "trophy", "profile.title", self._open_profile),
        ]

    def _open_settings(self) -> Transition:
        from game.ui.screens.settings import SettingsScreen

        return Push(SettingsScreen())

    def _open_keys(self) -> Transition:
        from game.ui.screens.keys import KeyCard

        return Push(KeyCard())

    def _open_saves(self) -> Transition:
        from game.ui.history.saves_screen import SavesScreen

        return Push(SavesScreen(self._saved_matches)) if self._saved_matches is not None else None

    def _open_profile(self) -> Transition:
        from game.ui.history.profile import ProfileScreen

        return Push(ProfileScreen(self._saved_matches.store)) if self._saved_matches is not None else None

    # Lessons

    @property
    def _progress(self) -> Progress:
        return self._lesson_door.progress.load() if self._lesson_door is not None else Progress()

    def _lesson_marks(self, title: str) -> LessonMarks:
        if self._lesson_door is None:
            return ()
        done = self._progress.done
        return [f"{title}/{name}" in done for name in lesson_names(title)]

    def _open_title(self, title: str) -> Transition:
        """Set up a match. The first time, ask whether to learn the title instead."""
        door, self._chosen_title = self._lesson_door, title
        if door is None or title in self._progress.asked or not lesson_names(title):
            return self._open_setup(title)
        from game.ui.screens.lessons import LessonOffer

        door.progress.mark_asked(title)
        return Push(LessonOffer(title))

    def _open_lessons(self) -> Transition:
        from game.ui.screens.lessons import LessonList

        titles = [box.name for box in self._boxes if lesson_names(box.name)]
        wanted = [title for title in (self.focus, self._chosen_title, *titles) if title in titles]
        return Push(LessonList(titles, wanted[0], self._progress)) if wanted else None

    def _open_lesson(self, lesson_id: str) -> Transition:
        assert self._lesson_door is not None
        try:
            return Reset(self._lesson_door.make_lesson(lesson_id, self.kit.texts))
        except MallowError as error:
            from game.ui.history.save_opener import NoticeSheet

            return Push(NoticeSheet(self.kit.texts("lesson.broken", problem=error.sentence)))

    def _on_offer(self, offer: OfferResult) -> Transition:
        from game.ui.screens.lessons import OfferResult

        title = self._chosen_title
        match offer:
            case OfferResult.LEARN:
                return self._open_lesson(f"{title}/{lesson_names(title)[0]}")
            case OfferResult.PLAY:
                return self._open_setup(title)
            case OfferResult.RULES:
                return self._open_rules(title)

    # What is pressed

    def _resume(self, name: str) -> Transition:
        return self._opener.open(self.kit, name) if self._opener is not None else None

    def _open_setup(self, title: str) -> Transition:
        if title not in self._setup_screens:
            self._setup_screens[title] = self._make_setup_screen(title)
        self._setup_screens[title].focus = "start"
        return Push(self._setup_screens[title])

    def _make_setup_screen(self, title: str) -> SetupScreen:
        from game.disk.setups import SetupMemory
        from game.ui.screens.setup import SetupScreen

        if self._saved_matches is None:
            return SetupScreen(title, self._start_match, played=False)  # nobody knows
        store = self._saved_matches.store
        memory = SetupMemory.load(store.folder / "setups.json")
        return SetupScreen(title, self._start_match, memory, store.has_finished(title))

    def _open_rules(self, title: str = "") -> Transition:
        """Open the rule book of a title; without one, that of the box with the focus."""
        from game.ui.book.rules import RulesOverlay

        titles = [box.name for box in self._boxes]
        if not titles:
            return None
        focused = self.focus if self.focus in titles else titles[0]
        return Push(RulesOverlay(title or focused, titles=titles))

    def on_result(self, result: object) -> Transition:
        from game.ui.screens.lessons import OfferResult, OpenLesson

        match result:
            case OfferResult():
                return self._on_offer(result)
            case OpenLesson(lesson_id):
                return self._open_lesson(lesson_id)
        if self._saved_matches is not None:
            self.rebuild()
        return self._opener.on_result(self.kit, result) if self._opener is not None else super().on_result(result)

    def cancel(self) -> Transition:
        """Nothing can be lost here, so nothing is asked. But Escape alone only leads to the way out."""
        if self.focus == "quit" and self.ring_shown:
            return Quit()
        self.focus = "quit"
        self.ring_shown = self.dirty = True
        return None

    def act(self, name: str) -> Transition:
        match name:
            case "rules":
                return self._open_rules()
            case "settings":
                return self._open_settings()
        return super().act(name)

    # Motion

    def update(self, dt: float) -> Transition:
        if self._saved_matches is not None and self._saved_matches.store.has_unread(over=False) and not self.is_pressed:
            self.rebuild()  # one look reads only some of the saves
        step = 1.0 if self.kit.settings.without_motion else dt * 9
        for box in self._boxes:
            up = 1.0 if box is self._hovered or (self.ring_shown and box.name == self.focus) else 0.0
            if box.lift != up:
                box.lift = min(up, box.lift + step) if up > box.lift else max(up, box.lift - step)
                self.dirty = True
        if self._resume_strips and draw_missing_thumbnail(self.kit, self._resume_strips):
            self.dirty = True
        return super().update(dt)

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        at = super().focus_rect(widget)
        return at.move(0, -self.kit.px(LIFT_U * widget.lift)) if isinstance(widget, TitleBox) else at

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
