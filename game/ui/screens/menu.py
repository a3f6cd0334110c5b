"""The main menu: a box for each title, and buttons for everything else."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.data import catalog
from game.data.lessons import lesson_names
from game.disk.lesson_progress import Progress, ProgressFile
from game.disk.savefile import Save
from game.disk.setups import SetupMemory
from game.engine.errors import MallowError, SpecError
from game.engine.spec import Spec
from game.play.host import Setup
from game.ui import shapes
from game.ui.background import draw_background_picture
from game.ui.form import Form
from game.ui.history.profile import ProfileScreen
from game.ui.history.saves import NoticeSheet, ResumeStrip, SavedMatches, SaveOpener, draw_missing_thumbnail
from game.ui.history.saves_screen import SavesScreen
from game.ui.kit import Kit
from game.ui.music import MENU_PIECE
from game.ui.notices import notice_picture
from game.ui.scene import Push, Quit, Reset, Scene, Transition
from game.ui.screens.keys import KeyCard
from game.ui.screens.lessons import LessonList, LessonOffer, OfferResult, OpenLesson
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.sheet import BIG_TEXT_SCALE, button_width
from game.ui.widgets import GAP_U, Button, Label, Press, Widget, row_height
from game.words.locale import Texts

StartMatch = Callable[[Setup], Scene]


@dataclass(frozen=True, slots=True)
class LessonDoor:
    """What the menu needs for lessons: which are done, and what makes the table of one."""

    progress: ProgressFile
    make_lesson: Callable[[str, Texts], Scene]


MARGIN_U = 36
LIFT_U = 9
"""Distance that a box rises under the pointer."""
BOX_RATIO = 320 / 400
"""Width of a box, divided by its height."""
LessonMarks = Sequence[bool]
"""Whether each lesson of a title is done."""
DOT_RADIUS_U, DOT_STEP_U, DOTS_GAP_U = 6.0, 17.0, 16.0
"""The disc that stands for a lesson, the distance of two, and the distance of the first one from the text."""
MIN_BOX_HEIGHT_U = 100
"""Where boxes would get lower than this, their tags leave out the tagline."""
BOX_GAP_U, ROW_GAP_U, STRIP_GAP_U, MAX_BOX_WIDTH_U = 26, 22, 14, 360
"""Distances between two boxes side by side, between two rows of boxes, and between a tag and the strip below; and the
greatest width of a box."""
TAG_GAP_U, TAG_PADDING_U, TAG_LINE_GAP_U = 4, 8, 3
"""Distance between a box and its tag, between the tag's edge and its text, and between two lines of the text."""


@dataclass(frozen=True, slots=True)
class BoxGrid:
    """How the boxes stand: the number of columns, and the sizes of a box in units."""

    columns: int
    width: float
    art: float
    """The height of the picture."""
    tag: float
    strip: float
    """The height of the strip that continues a match, with the gap above it; 0 if there is none."""
    brief: bool
    """Whether the tags leave out the tagline."""


class TitleBox(Widget):
    """The box of a title, with a tag below that has the tagline and the number of players."""

    radius = 22.0

    def __init__(
        self, title: str, spec: Spec, rect: pygame.Rect, press: Press, art: float, brief: bool, lessons: LessonMarks
    ) -> None:
        super().__init__(title, rect, press)
        self._seats = spec.seats
        self._lessons = lessons
        self._art_height_u = art
        """The height of the picture of the box."""
        self._brief = brief
        self.lift = 0.0
        """How far the box has risen, from 0 to 1."""

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        at = at.move(0, -kit.px(LIFT_U * self.lift) + (kit.px(3) if pressed else 0))
        height = kit.px(self._art_height_u)
        box = pygame.Rect(0, 0, round(height * BOX_RATIO), height)
        box.midtop = at.midtop
        if hovered:
            reach = kit.px(16)
            outer = box.inflate(2 * reach - kit.px(10), 2 * reach - kit.px(14))
            surface.blit(shapes.halo(kit.art, outer.size, kit.px(20), kit.colours.glow, reach), outer)
        surface.blit(kit.art.image(f"boxes/{self.name}.svg", box.size), box)
        self._draw_name(kit, surface, box)
        tag = pygame.Rect(at.left, box.bottom + kit.px(TAG_GAP_U), at.width, at.bottom - box.bottom - kit.px(TAG_GAP_U))
        self._draw_tag(kit, surface, tag, hovered)

    def _draw_name(self, kit: Kit, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw the title's name on the plate in the picture."""
        unit = box.width / 320
        word = kit.fonts.fixed_text(kit.texts(f"{self.name}.name"), 60 * unit / kit.metrics.unit_px, kit.colours.ink)
        scale = min(224 * unit / word.get_width(), 36 * unit / word.get_height() * 1.25)
        size = max(1, round(word.get_width() * scale)), max(1, round(word.get_height() * scale))
        word = pygame.transform.smoothscale(word, size)
        surface.blit(word, word.get_rect(center=(box.centerx, round(box.top + 321 * unit))))

    def _draw_tag(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool) -> None:
        c = kit.colours
        pad = kit.px(8)
        outer = at.inflate(2 * pad, 2 * pad)
        edge = c.accent if hovered else c.edge
        plate = shapes.plate(kit.art, outer.size, kit.px(16), c.paper, c.paper_low, edge, kit.px(2.5), 1.0, pad)
        surface.blit(plate, outer)
        y = at.top + kit.px(TAG_PADDING_U)
        width = at.width / kit.metrics.unit_px
        for picture in tag_pictures(kit, self.name, self._seats, width, self._brief, self._lessons):
            surface.blit(picture, picture.get_rect(midtop=(at.centerx, y)))
            y += picture.get_height() + kit.px(TAG_LINE_GAP_U)


def tag_pictures(
    kit: Kit, title: str, seats: range, width: float, brief: bool, lessons: LessonMarks = ()
) -> list[pygame.Surface]:
    """The lines of a tag. In big text it also has the name, because the name on the box is smaller.

    `brief` leaves out the tagline.
    """
    c = kit.colours
    room = width - 28
    low, high = seats[0], seats[-1]
    many = kit.texts("menu.players", low=low, high=high)
    if low == high:
        many = kit.texts("menu.players_exact", count=low)
    lines = [_seats_line(kit, many, room)]
    if lessons:
        dots = _lessons_line(kit, lessons)
        wide = lines[0].get_width() + kit.px(DOTS_GAP_U) + dots.get_width() > kit.px(room)
        lines = [*lines, dots] if wide else [_side_by_side(kit, lines[0], dots)]
    if not brief:
        lines.insert(0, kit.fonts.block(kit.texts(f"{title}.tagline"), "text", 17, c.text, room, centred=True))
    if kit.metrics.text_scale > BIG_TEXT_SCALE:
        name = kit.texts(f"{title}.name")
        longest = max(kit.fonts.width(word, "display", 21) for word in name.split(" "))
        size = 21 * min(1.0, 0.98 * room / longest)
        lines.insert(0, kit.fonts.block(name, "display", size, c.text, room, centred=True))
    return lines


def _seats_line(kit: Kit, text: str, room: float) -> pygame.Surface:
    word = kit.fonts.fit(text, "bold", 16, kit.colours.text, room - 26)
    side = round(word.get_height() * 0.9)
    line = pygame.Surface((word.get_width() + side + kit.px(6), word.get_height()), pygame.SRCALPHA)
    line.blit(kit.art.image("icons/person.svg", (side, side)), (0, (word.get_height() - side) // 2))
    line.blit(word, (side + kit.px(6), 0))
    return line


def _lessons_line(kit: Kit, lessons: LessonMarks) -> pygame.Surface:
    """A disc for each lesson: full if it is done."""
    c, radius, step = kit.colours, kit.px(DOT_RADIUS_U), kit.px(DOT_STEP_U)
    line = pygame.Surface((step * len(lessons), step), pygame.SRCALPHA)
    for number, done in enumerate(lessons):
        fill = c.accent if done else c.paper
        disc = shapes.plate(kit.art, (2 * radius, 2 * radius), radius, fill, fill, c.text, kit.px(2))
        line.blit(disc, disc.get_rect(center=(number * step + step // 2, step // 2)))
    return line


def _side_by_side(kit: Kit, one: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    gap = kit.px(DOTS_GAP_U)
    line = pygame.Surface((one.get_width() + gap + other.get_width(), one.get_height()), pygame.SRCALPHA)
    line.blit(one, (0, 0))
    line.blit(other, other.get_rect(midright=(line.get_width(), line.get_height() // 2)))
    return line


class MenuScreen(Form):
    """`start_match` makes the table for what was set up; `titles` knows the matches that can go on."""

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
        self._opener = SaveOpener(saved_matches) if saved_matches is not None else None
        self._resume_strips: list[ResumeStrip] = []
        self._boxes: list[TitleBox] = []
        self._setup_screens: dict[str, SetupScreen] = {}
        """The set-up screen of each title. It keeps its choices while the program runs."""

    def build(self) -> None:
        kit = self.kit
        titles = catalog.titles()
        specs = {title: spec for title, spec in titles.items() if isinstance(spec, Spec)}
        broken = {title: error.sentence for title, error in titles.items() if isinstance(error, SpecError)}
        foot = kit.metrics.height - row_height(kit) - 20
        top = self._add_logo()
        bottom = foot - 18 - self._add_errors(broken, foot - 14)
        self._add_boxes(specs, top, bottom)
        self._add_buttons(foot)

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
        """Add the boxes, in one row or in several: as their pictures get largest."""
        kept = self._resumable_saves(specs)
        count = max(1, len(specs))
        grids = [self._box_grid(specs, bool(kept), columns, bottom - top) for columns in range(1, count + 1)]
        grid = max(grids, key=lambda grid: (round(grid.art), grid.columns))
        rows = math.ceil(count / grid.columns)
        used = rows * (grid.art + grid.tag + grid.strip) + (rows - 1) * ROW_GAP_U
        y = top + (bottom - top - used) / 2
        self._boxes, resumes = [], []
        for index, (title, spec) in enumerate(specs.items()):
            row, column = divmod(index, grid.columns)
            in_row = min(grid.columns, count - row * grid.columns)
            left = (self.kit.metrics.width - in_row * grid.width - (in_row - 1) * BOX_GAP_U) / 2
            x, over = left + column * (grid.width + BOX_GAP_U), y + row * (used + ROW_GAP_U) / rows
            at = self.kit.rect(x, over, grid.width, grid.art + grid.tag)
            press, marks = partial(self._open_title, title), self._lesson_marks(title)
            box = TitleBox(title, spec, at, press, grid.art, grid.brief, marks)
            if marks:
                box.tip = self.kit.texts("lesson.count_done", done=sum(marks), count=len(marks))
            self._boxes.append(box)
            if title in kept:
                under = over + grid.art + grid.tag + STRIP_GAP_U
                resumes.append(
                    self._make_strip(title, kept[title], self.kit.rect(x, under, grid.width, grid.strip - STRIP_GAP_U))
                )
        self._resume_strips = [widget for widget in resumes if isinstance(widget, ResumeStrip)]
        self.widgets += [*self._boxes, *resumes]

    def _box_grid(self, specs: dict[str, Spec], has_strips: bool, columns: int, height: float) -> BoxGrid:
        """The sizes of boxes that stand in this many columns. `height` is the room for all of them."""
        rows = math.ceil(max(1, len(specs)) / columns)
        room = self.kit.metrics.width - 2 * MARGIN_U - BOX_GAP_U * (columns - 1)
        width, high = min(room / columns, MAX_BOX_WIDTH_U), (height - ROW_GAP_U * (rows - 1)) / rows
        strip = self._strip_height(width) + STRIP_GAP_U if has_strips else 0.0
        tag, brief = self._tag_height(specs, width, False), False
        if high - tag - strip < MIN_BOX_HEIGHT_U:  # very large letters: the set-up says what the title is about
            tag, brief = self._tag_height(specs, width, True), True
        return BoxGrid(columns, width, max(1.0, min(high - tag - strip, width / BOX_RATIO)), tag, strip, brief)

    def _resumable_saves(self, specs: dict[str, Spec]) -> dict[str, Save]:
        """The latest unfinished match of each title."""
        if self._saved_matches is None:
            return {}
        found = self._saved_matches.store.latest_by_title()
        return {title: found[title] for title in specs if title in found}

    def _strip_has_picture(self, width: float) -> bool:
        """Whether the word “Continue” fits beside a picture of the table."""
        kit = self.kit
        return kit.fonts.width(kit.texts("menu.resume"), "bold", 17) <= width - ResumeStrip.height(kit) * 16 / 9 - 10

    def _strip_height(self, width: float) -> float:
        return ResumeStrip.height(self.kit) if self._strip_has_picture(width) else row_height(self.kit)

    def _make_strip(self, title: str, save: Save, at: pygame.Rect) -> Widget:
        assert self._saved_matches is not None
        name, press = f"resume {title}", partial(self._resume, save.id)
        if not self._strip_has_picture(at.width / self.kit.metrics.unit_px):
            return Button(name, at, press, self.kit.texts("menu.resume"), "play", "main")
        return ResumeStrip(name, at, press, save, self._saved_matches.store.now())

    def _tag_height(self, specs: dict[str, Spec], width: float, brief: bool) -> float:
        """The height of the highest tag, in units."""
        u = self.kit.metrics.unit_px
        tags = [
            tag_pictures(self.kit, title, spec.seats, width, brief, self._lesson_marks(title))
            for title, spec in specs.items()
        ]
        highs = [sum(picture.get_height() / u + TAG_LINE_GAP_U for picture in lines) for lines in tags]
        return TAG_GAP_U + 2 * TAG_PADDING_U + max(highs, default=0)

    def _add_buttons(self, y: float) -> None:
        kit = self.kit
        rows: list[tuple[str, str, Press]] = [
            *([("learn", "hint", self._open_lessons)] if self._lesson_door is not None else []),
            ("rules", "rules", self._open_rules),
            *self._match_entries(),
            ("settings", "settings", lambda: Push(SettingsScreen())),
            ("keys", "keyboard", lambda: Push(KeyCard())),
            ("quit", "close", lambda: Quit()),
        ]
        others = {"learn": "lesson.menu", "keys": "keys.title", "saves": "save.title", "profile": "profile.title"}
        names = {name: kit.texts(others.get(name) or f"menu.{name}") for name, _, _ in rows}
        wants = [button_width(kit, names[name], icon) for name, icon, _ in rows]
        room = kit.metrics.width - 2 * GAP_U - GAP_U * (len(rows) - 1)
        wants = [want * min(1.0, room / sum(wants)) for want in wants]
        x = (kit.metrics.width - sum(wants) - GAP_U * (len(rows) - 1)) / 2
        for (name, icon, press), want in zip(rows, wants, strict=True):
            at = kit.rect(x, y, want, row_height(kit))
            self.widgets.append(Button(name, at, press, names[name], icon, "quiet"))
            x += want + GAP_U

    def _match_entries(self) -> list[tuple[str, str, Press]]:
        saved_matches = self._saved_matches
        if saved_matches is None:
            return []
        return [
            ("saves", "clock", lambda: Push(SavesScreen(saved_matches))),
            ("profile", "trophy", lambda: Push(ProfileScreen(saved_matches.store))),
        ]

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
        door.progress.mark_asked(title)
        return Push(LessonOffer(title))

    def _open_lessons(self) -> Transition:
        titles = [card.name for card in self._boxes if lesson_names(card.name)]
        wanted = [title for title in (self.focus, self._chosen_title, *titles) if title in titles]
        return Push(LessonList(titles, wanted[0], self._progress)) if wanted else None

    def _open_lesson(self, lesson_id: str) -> Transition:
        assert self._lesson_door is not None
        try:
            return Reset(self._lesson_door.make_lesson(lesson_id, self.kit.texts))
        except MallowError as error:
            return Push(NoticeSheet(self.kit.texts("lesson.broken", problem=error.sentence)))

    def _on_offer(self, offer: OfferResult) -> Transition:
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
        if self._saved_matches is None:
            return SetupScreen(title, self._start_match)
        store = self._saved_matches.store
        memory = SetupMemory.load(store.folder / "setups.json")
        return SetupScreen(title, self._start_match, memory, store.has_finished(title))

    def _open_rules(self, title: str = "") -> Transition:
        """Open the rule book of a title; without one, that of the box with the focus."""
        from game.ui.book.rules import RulesOverlay  # imported late, so that the menu opens faster

        titles = [card.name for card in self._boxes]
        if not titles:
            return None
        focused = self.focus if self.focus in titles else titles[0]
        return Push(RulesOverlay(title or focused, titles=titles))

    def on_result(self, result: object) -> Transition:
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
                return Push(SettingsScreen())
        return super().act(name)

    # Motion

    def update(self, dt: float) -> Transition:
        if self._saved_matches is not None and self._saved_matches.store.has_unread(over=False) and not self.is_pressed:
            self.rebuild()  # one look reads only some of the saves
        still = self.kit.settings.reduced_motion or self.kit.settings.speed == "off"
        for card in self._boxes:
            up = 1.0 if card is self._hovered or (self.ring_shown and card.name == self.focus) else 0.0
            if card.lift != up:
                step = 1.0 if still else dt * 9
                card.lift = min(up, card.lift + step) if up > card.lift else max(up, card.lift - step)
                self.dirty = True
        if self._resume_strips and draw_missing_thumbnail(self.kit, self._resume_strips):
            self.dirty = True
        return super().update(dt)

    def focus_rect(self, widget: Widget) -> pygame.Rect:
        at = super().focus_rect(widget)
        return at.move(0, -self.kit.px(LIFT_U * widget.lift)) if isinstance(widget, TitleBox) else at

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
