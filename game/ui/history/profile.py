"""The statistics of a player: numbers by title, level and number of players, and a curve of all scores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import pygame

from game.disk import profile
from game.disk.limits import LIMITS, Kept
from game.disk.profile import Figures, Profile
from game.disk.store import Store
from game.ui import shapes
from game.ui.background import draw_background_picture
from game.ui.history.plot import PLOT_COLOURS, mark_svg
from game.ui.kit import Kit
from game.ui.scene import Pop, Transition
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.theme import hex_colour
from game.ui.widgets import GAP_U, Label, Stepper, Widget, row_height

Column = tuple[float, float]
NUMBER_COLUMN_ENDS = (0.52, 0.68, 0.84, 1.0)
"""Right ends of the columns of numbers, as shares of the row."""
DOT_LIMIT = 40
"""The curve of up to this many matches has a dot for each match."""
MAX_POINTS = 1000
"""A curve of more matches than this leaves some out: it is not wider."""


class Figure(Widget):
    """A large number with its meaning below."""

    def __init__(self, rect: pygame.Rect, number: str, meaning: str) -> None:
        super().__init__("", rect)
        self._number, self._meaning = number, meaning

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        surface.blit(shapes.plate(kit.art, at.size, kit.px(14), c.paper, c.paper, c.edge, kit.px(1.5)), at)
        room = at.width / kit.metrics.unit_px - 12
        number = kit.fonts.fit(self._number, "display", 28, c.text, room)
        word = kit.fonts.fit(self._meaning, "text", 15, c.soft, room)
        y = at.centery - (number.get_height() + word.get_height()) // 2
        surface.blit(number, number.get_rect(midtop=(at.centerx, y)))
        surface.blit(word, word.get_rect(midtop=(at.centerx, y + number.get_height())))


class TableRow(Widget):
    """A row of a table: a name, then numbers."""

    def __init__(self, rect: pygame.Rect, cells: Sequence[str], head: bool = False) -> None:
        super().__init__("", rect)
        self._cells, self._head = cells, head

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        role, size = ("bold", 14) if self._head else ("text", 17)
        colour = kit.colours.soft if self._head else kit.colours.text
        left = 0.0
        for cell, end in zip(self._cells, (0.36, *NUMBER_COLUMN_ENDS), strict=True):
            room = at.width * (end - left) / kit.metrics.unit_px - 8
            word = kit.fonts.fit(cell, "bold" if not left else role, size, colour, room, can_cut=True)
            if left:
                surface.blit(word, word.get_rect(midright=(at.left + round(at.width * end), at.centery)))
            else:
                surface.blit(word, word.get_rect(midleft=(at.left, at.centery)))
            left = end


class Curve(Widget):
    """A curve of one value for each match, and of the average of all matches so far."""

    def __init__(self, rect: pygame.Rect, values: Sequence[float], joined: bool, least_high: float = 1.0) -> None:
        """`joined` says whether a line joins the values. The upper end of the axis is at least `least_high`."""
        super().__init__("", rect)
        self._values, self._joined, self._least_high = values, joined, least_high

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        low, high = min(0.0, *self._values), max(self._least_high, *self._values)
        ends = [kit.fonts.text(str(round(end)), "text", 14, kit.colours.soft) for end in (high, low)]
        left = at.left + max(word.get_width() for word in ends) + kit.px(10)
        field = pygame.Rect(left, at.top + kit.px(10), at.right - left - kit.px(10), at.height - kit.px(20))
        for word, y in zip(ends, (field.top, field.bottom), strict=True):
            surface.blit(word, word.get_rect(midright=(left - kit.px(8), y)))
        surface.blit(kit.art.svg_image(self._svg(kit, field.size, low, high), field.size), field)

    def _svg(self, kit: Kit, size: tuple[int, int], low: float, high: float) -> str:
        width, tall = size
        pad, line = kit.px(6), max(1.5, kit.px(2.5))
        count = len(self._values)

        def spot(number: int, value: float) -> tuple[float, float]:
            across = number / max(1, count - 1)
            return pad + across * (width - 2 * pad), tall - pad - (value - low) / (high - low) * (tall - 2 * pad)

        edge = hex_colour(kit.colours.edge)
        parts = [
            f'<path d="M0 {y:.1f}H{width}" stroke="{edge}" stroke-opacity="0.3" stroke-width="{line / 3:.1f}"/>'
            for y in (pad + share * (tall - 2 * pad) for share in (0, 0.5, 1))
        ]
        means = [total / (n + 1) for n, total in enumerate(accumulate(self._values))]
        shown = [(self._values, PLOT_COLOURS[1], 0.45)] if self._joined else []
        step = -(-count // MAX_POINTS)
        for values, colour, opacity in (*shown, (means, PLOT_COLOURS[0], 1)):
            spots = [spot(n, values[n]) for n in range(0, count, step)]
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
                f'stroke-width="{line}" stroke-linejoin="round" stroke-linecap="round"/>'
            )
        if count <= DOT_LIMIT:
            spots = [spot(n, value) for n, value in enumerate(self._values)]
            parts += [mark_svg("circle", x, y, line * 1.5, PLOT_COLOURS[1]) for x, y in spots]
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {tall}">{"".join(parts)}</svg>'


class ProfileScreen(Sheet):
    """The figures of everybody who has played. Each frame reads some results; they are shown when all are read."""

    overlay = False

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._profiles = profile.profiles(store.load_results())
        self._is_complete = not store.has_unread_results
        self._profile_index = 0
        self._title = ""

    def update(self, dt: float) -> Transition:
        if not self._is_complete and not self.is_pressed:  # a press belongs to a widget, which is replaced
            results = self._store.load_results()
            self._is_complete = not self._store.has_unread_results
            if self._is_complete:
                shown = self._profiles[self._profile_index].name if self._profiles else ""
                self._profiles = profile.profiles(results)
                names = [one.name for one in self._profiles]
                self._profile_index = names.index(shown) if shown in names else 0
                self.rebuild()
        return super().update(dt)

    def build(self) -> None:
        kit = self.kit
        width = 860 if has_big_text(kit) else 1120
        self.begin(width if self._profiles else 640)
        if not self._profiles:
            self.add_text(kit.texts("profile.none"))
        else:
            self._add_profile(self._profiles[self._profile_index])
        buttons: list[FootButton] = [("back", lambda: Pop(), kit.texts("save.back"), "back", "main")]
        self.finish(kit.texts("profile.title"), buttons, "trophy")

    def _add_profile(self, one: Profile) -> None:
        kit, top = self.kit, row_height(self.kit)
        names = [(index, each.name or "–") for index, each in enumerate(self._profiles)]
        at = kit.rect(self.left, self.row_y, self.width, top)
        self.add_row(
            [Stepper("who", at, kit.texts("profile.player"), names, self._profile_index, self._choose, 0.3)], top
        )
        self._add_figures(one.figures())
        left, right = ((self.left, self.width),) * 2 if has_big_text(kit) else self.columns(2)
        below = self.row_y
        self._add_tables(one, left)
        bottom = self.row_y
        if not has_big_text(kit):
            self.row_y = below
        self._add_curve(one, right)
        self.row_y = max(self.row_y, bottom)
        limit = kit.texts("profile.limit", limit=kit.texts.format_number(LIMITS[Kept.RESULTS]))
        self.add_text(f"{kit.texts('profile.counts')} {limit}", "italic", 15, "soft")

    def _add_figures(self, line: Figures) -> None:
        kit = self.kit
        shown = [
            (str(line.matches), "profile.matches"),
            (str(line.wins), "profile.wins"),
            (kit.texts("settings.percent", count=round(100 * line.win_share)), "profile.share"),
            (str(line.streak), "profile.streak"),
            (str(line.longest_streak), "profile.longest"),
        ]
        height = kit.fonts.line_height("display", 28) + kit.fonts.line_height("text", 15) + 16
        per_row = 3 if has_big_text(kit) else len(shown)
        for first in range(0, len(shown), per_row):
            places = self.columns(per_row, GAP_U)
            row = [
                Figure(kit.rect(x, self.row_y, width, height), number, kit.texts(key))
                for (number, key), (x, width) in zip(shown[first : first + per_row], places, strict=False)
            ]
            self.add_row(row, height)

    def _add_tables(self, one: Profile, column: Column) -> None:
        texts = self.kit.texts
        by_title = one.figures_by(lambda its: its.title).items()
        by_level = one.figures_by(lambda its: its.level).items()
        by_seats = one.figures_by(lambda its: its.seats).items()
        self._add_table("profile.by_title", {self._name_or_id(f"{title}.name", title): line
                                         for title, line in by_title}, column)  # fmt: skip
        levels = {"": texts("profile.people"), "mixed": texts("profile.mixed")}
        self._add_table("profile.by_level", {levels.get(level) or self._name_or_id(f"levels.{level}", level): line
                                         for level, line in by_level}, column)  # fmt: skip
        self._add_table("profile.by_seats", {texts("menu.players_exact", count=seats): line
                                         for seats, line in by_seats}, column)  # fmt: skip

    def _name_or_id(self, key: str, other: str) -> str:
        return self.kit.texts(key) if self.kit.texts.has(key) else other

    def _add_table(self, heading: str, lines: dict[str, Figures], column: Column) -> None:
        kit = self.kit
        x, width = column
        head = [kit.texts(heading), *(kit.texts(f"profile.{name}") for name in ("matches", "wins", "share", "average"))]
        rows = [(head, True), *((self._cells(name, line), False) for name, line in lines.items())]
        for cells, is_head in rows:
            height = kit.fonts.line_height("text", 17) + 3
            self.scrolled_widgets.append(TableRow(kit.rect(x, self.row_y, width, height), cells, is_head))
            self.row_y += height
        self.row_y += GAP_U

    def _cells(self, name: str, line: Figures) -> list[str]:
        average = "–" if line.average_points is None else self.kit.texts.format_decimal(line.average_points)
        share = self.kit.texts("settings.percent", count=round(100 * line.win_share))
        return [name, str(line.matches), str(line.wins), share, average]

    def _add_curve(self, one: Profile, column: Column) -> None:
        kit = self.kit
        titles = list(one.figures_by(lambda its: its.title))
        if self._title not in titles:
            self._title = titles[0]
        height = row_height(kit)
        values = [(title, self._name_or_id(f"{title}.name", title)) for title in titles]
        at = kit.rect(column[0], self.row_y, column[1], height)
        self.add_row([Stepper("title", at, "", values, self._title, self._show_title)], height)
        scores: Sequence[float] = one.scores(self._title)
        key = "profile.plot"
        if not scores:
            key = "profile.plot_wins"
            mine = [its for its in one.results if its.title == self._title]
            scores = [100.0 * (one.seat(its) in its.winners) for its in mine]
        words = kit.fonts.block(kit.texts(key), "text", 15, kit.colours.soft, column[1])
        tall = words.get_height() / kit.metrics.unit_px
        self.add_row([Label(kit.rect(column[0], self.row_y, column[1], tall), words)], tall)
        at, has_points = kit.rect(column[0], self.row_y, column[1], 210), key == "profile.plot"
        self.add_row([Curve(at, scores, has_points, 1.0 if has_points else 100.0)], 210)

    def _choose(self, who: int) -> Transition:
        self._profile_index = who
        self.rebuild()
        return None

    def _show_title(self, title: str) -> Transition:
        self._title = title
        self.rebuild()
        return None

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, "menu")
