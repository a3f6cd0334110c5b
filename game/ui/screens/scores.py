"""The score at the end of a round or of a match: points, how they came about, and the winner."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game.engine.cards import Seat
from game.ui.history.plot import Plot
from game.ui.input import Input
from game.ui.scene import Pop, Transition
from game.ui.screens.drifting_sweets import DriftingSweets
from game.ui.screens.score_widgets import PlayerRow, Tally, WinnerBanner
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.widgets import GAP_U, Text, row_height

LINE_INTERVAL_S = 0.4
"""Time between two lines of the story."""
POINTS_COUNT_S = 0.7
"""Time in which the points count up to the new total."""
PLOT_HEIGHT_U, PLOT_MIN_HEIGHT_U = 190.0, 88.0
"""Height of the plot, and the least height, which it gets where the story needs the room."""


class ScoreResult(Enum):
    """What was chosen after the score. After a round only CONTINUE is possible."""

    CONTINUE = auto()
    LOOK = auto()
    AGAIN = auto()
    MENU = auto()


class ScoreScreen(Sheet):
    """Pops a ScoreResult."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally
        self.focus = "again" if tally.final else "continue"
        self._time_s = 0.0
        self._rain = DriftingSweets(
            count=54, speed=-0.34, seed=11, sweets=("small_marshmallow", "small_marshmallow", "large_marshmallow")
        )
        self._raining = tally.final
        self._sheet_picture: pygame.Surface | None = None
        self._player_rows: list[PlayerRow] = []
        self._story_texts: list[Text] = []
        self._story_lines: list[str] = []

    @property
    def without_motion(self) -> bool:
        return self.kit.settings.without_motion

    def build(self) -> None:
        kit, tally = self.kit, self.tally
        self._player_rows, self._story_texts = [], []
        self._story_lines = tally.story.lines(kit.texts) if tally.story is not None else []
        if has_big_text(kit) or not (tally.has_plot or self._story_lines):
            self.begin(900 if has_big_text(kit) else 640)
            self._add_winners()
            self._add_players((self.left, self.width))
            self._add_story((self.left, self.width))
            if tally.has_plot:
                self._add_plot((self.left, self.width), 260)
        else:
            self.begin(1120)
            self._add_winners()
            self._add_side_by_side()
        heading = kit.texts("score.round_over", count=len(tally.rounds))
        if tally.final:
            heading = kit.texts(f"{tally.title}.name")
        self.finish(heading, self._buttons(), "trophy" if tally.final else tally.points_picture or "trophy")

    def _add_side_by_side(self) -> None:
        """Players at the left. Plot and story go where all of it fits; the plot gets lower if necessary."""
        top = self.row_y
        left, right = (self.left, self.width * 0.5), (self.left + self.width * 0.5 + 32, self.width * 0.5 - 32)
        self._add_players(left)
        used, self.row_y = self.row_y, top
        lowest = PLOT_MIN_HEIGHT_U + self._caption_height() if self.tally.has_plot else 0.0
        story_heights = [self._story_height(column[1]) for column in (left, right)]
        ways = {  # column of the plot, column of the story: how far down the longer one would go
            (1, 1): max(used, top + lowest + story_heights[1]),
            (1, 0): max(used + story_heights[0], top + lowest),
            (0, 1): max(used + lowest, top + story_heights[1]),
        }
        plot, story = min(ways, key=lambda way: max(ways[way], self.rows_max_height))
        downs = [used, top]
        if self.tally.has_plot:
            self.row_y = downs[plot]
            below = story_heights[story] if plot == story else 0.0
            spare = self.rows_max_height - self.row_y - below - self._caption_height()
            self._add_plot((left, right)[plot], min(PLOT_HEIGHT_U, max(spare, PLOT_MIN_HEIGHT_U)))
            downs[plot] = self.row_y
        self.row_y = downs[story]
        self._add_story((left, right)[story])

    def _add_winners(self) -> None:
        """Add the winners at the top, after the match."""
        kit, tally = self.kit, self.tally
        if not tally.final:
            return
        names = kit.texts.join_words(tally.names[seat] for seat in tally.winners)
        text = kit.texts("score.tie" if len(tally.winners) > 1 else "score.wins", names=names)
        if not tally.winners:
            text = kit.texts("score.match")
        height = 92
        self.add_row([WinnerBanner(kit.rect(self.left, self.row_y, self.width, height), text, tally)], height)

    def _buttons(self) -> list[FootButton]:
        texts = self.kit.texts
        if not self.tally.final:
            return [("continue", lambda: Pop(ScoreResult.CONTINUE), texts("score.continue"), "play", "main")]
        return [
            ("review", lambda: Pop(ScoreResult.LOOK), texts("score.review"), "eye", "plain"),
            ("menu", lambda: Pop(ScoreResult.MENU), texts("score.menu"), "back", "plain"),
            ("again", lambda: Pop(ScoreResult.AGAIN), texts("score.again"), "cards", "main"),
        ]

    def _sort_key(self, seat: Seat) -> tuple[bool, int]:
        """After a match: winners first, then by the distance to their points. Before: by seats."""
        tally = self.tally
        if not tally.final or not tally.winners:
            return False, 0
        return seat not in tally.winners, abs(tally.points(seat) - tally.points(tally.winners[0]))

    def _add_players(self, column: tuple[float, float]) -> None:
        """What the points are called in this title, and a row for each player."""
        unit = f"{self.tally.title}.points"
        if self.tally.rounds and self.kit.texts.has(unit):
            self.add_text(self.kit.texts(unit), "bold", 17, "soft", column)
        height = row_height(self.kit) + 12
        order = sorted(range(len(self.tally.names)), key=self._sort_key)
        for seat in order:
            row = PlayerRow(self.kit.rect(column[0], self.row_y, column[1], height), self.tally, seat)
            self._player_rows.append(row)
            self.add_row([row], height)

    def _caption_height(self) -> float:
        """The height in units of the plot's caption and of the gap below the plot."""
        return 2 * GAP_U + (self.kit.fonts.line_height("bold", 17) + GAP_U if self.tally.by_round else 0)

    def _add_plot(self, column: tuple[float, float], height: float) -> None:
        kit = self.kit
        if self.tally.by_round:
            self.add_text(kit.texts("score.rounds"), "bold", 17, "soft", column)
        at = kit.rect(column[0], self.row_y, column[1], height)
        self.add_row([Plot(at, self.tally.rounds, self.tally.avatars)], height + GAP_U)

    def _story_height(self, width: float) -> float:
        kit = self.kit
        rows = sum(len(kit.fonts.wrap(line, "text", 17, width)) for line in self._story_lines)
        return rows * kit.fonts.line_height("text", 17) + (GAP_U - 5) * len(self._story_lines)

    def _add_story(self, column: tuple[float, float]) -> None:
        for line in self._story_lines:
            self._story_texts.append(self.add_text(line, "text", 17, column=column))
            self.row_y -= 5

    # Motion

    def _show_due_lines(self) -> None:
        """Show the lines of the story whose time has come, and count the points up."""
        shown = len(self._story_texts) if self.without_motion else int(self._time_s / LINE_INTERVAL_S) + 1
        for number, text in enumerate(self._story_texts):
            text.show(number < shown)
        for row in self._player_rows:
            share = 1.0 if self.without_motion else min(1.0, self._time_s / POINTS_COUNT_S)
            row.count_share = 1 - (1 - share) ** 3
            self.repaint(row)

    @property
    def _is_telling(self) -> bool:
        return not self.without_motion and self._time_s < max(POINTS_COUNT_S, LINE_INTERVAL_S * len(self._story_texts))

    def update(self, dt: float) -> Transition:
        if self._is_telling:
            self._time_s += dt
            self._show_due_lines()
            self.dirty = True
        if self._raining:
            self._raining = not self.without_motion and self._rain.update(dt)
            self._sheet_picture = self._sheet_picture if self._raining else None
            self.dirty = True
        return super().update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """While only the falling sweets move, the sheet below them is drawn once and kept."""
        if not self._raining or self._is_telling or self.without_motion:
            super().draw(surface)
        elif self._sheet_picture is not None and self._sheet_picture.get_size() == surface.get_size():
            surface.blit(self._sheet_picture, (0, 0))
        else:
            super().draw(surface)
            self._sheet_picture = surface.copy()
        if self._raining and not self.without_motion:
            self._rain.draw(self.kit, surface)

    def handle(self, event: Input) -> Transition:
        self._sheet_picture = None
        return super().handle(event)

    def rebuild(self) -> None:
        self._sheet_picture = None
        super().rebuild()
        self._show_due_lines()

    def act(self, name: str) -> Transition:
        if self._is_telling and name == "confirm":
            self._time_s = 1e6
            self._show_due_lines()
            self.dirty = True
            return None
        return super().act(name)

    def cancel(self) -> Transition:
        return Pop(ScoreResult.LOOK if self.tally.final else ScoreResult.CONTINUE)
