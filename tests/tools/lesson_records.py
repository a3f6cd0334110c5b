"""Writes the records of lessons: composed deals, and the moves of everybody.

`python -m tests.tools.lesson_records` writes them all. docs/lessons.md explains how a lesson is made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from game import paths
from game.ai.bots import Bot
from game.data import catalog
from game.data.lessons import HUMAN
from game.engine import record
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.spec import Value
from game.engine.state import DEAL
from tests.scenario import DealData

NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
APP = "0.3.0"
"""The version that records name. It is fixed, so that a new version does not change all records."""
MAX_FILLED_MOVES = 2000


class Script:
    """A match that is composed: deals are given one after the other, moves are written down or chosen by bots."""

    def __init__(
        self,
        title: str,
        seats: int,
        deals: Iterable[DealData],
        options: Mapping[str, Value] | None = None,
        others: str = "casual",
    ) -> None:
        self.rules = catalog.rules(title, options)
        players = [Player(NAMES[seat], others if seat else HUMAN) for seat in range(seats)]
        self.match = Match(self.rules, players, Dice("lesson record"))
        self._deals = list(deals)
        self._run_steps_and_deals()

    def _run_steps_and_deals(self) -> None:
        while self.match.state.due:
            self.match.run_steps()
            if self.match.state.due != DEAL:
                continue
            if not self._deals:
                return
            self.match.take_deal(self.rules.read_deal(self.match.state, dict(self._deals.pop(0))))

    def add_deal(self, deal: DealData) -> None:
        """The next deal. Needed where it depends on what has happened."""
        self._deals.append(deal)
        self._run_steps_and_deals()

    @property
    def is_deal_missing(self) -> bool:
        return bool(self.match.state.due)

    def play(self, *moves: str) -> Script:
        """Make moves written as "SEAT MOVE". Several may stand in one text, separated by semicolons."""
        for words in "; ".join(moves).split(";"):
            seat, text = words.strip().split(" ", 1)
            self.match.make_move(int(seat), self.rules.book(int(seat)).read(text))
            self._run_steps_and_deals()
        return self

    def fill(self, done: Callable[[Script], bool], bots: Sequence[str], seed: int) -> Script:
        """Let bots choose the moves until `done`; the bots are those of the seats."""
        minds = [Bot(self.rules, bot) for bot in bots]
        for _ in range(MAX_FILLED_MOVES):
            if self.match.over or self.is_deal_missing or done(self):
                return self
            seat = self.match.deciders[0]
            move = minds[seat].think(self.match.view(seat), Dice("fill", seed, self.match.turn, seat)).move
            self.match.make_move(seat, move)
            self._run_steps_and_deals()
        raise AssertionError("the bots do not get there")

    @property
    def text(self) -> str:
        return record.make_record(self.match, APP).text()


def write(scripts: Mapping[str, Callable[[], Script]], folder: Path | None = None) -> None:
    """Write the record of each lesson. Its name is "TITLE/NAME"."""
    for lesson, make in scripts.items():
        title, _, name = lesson.partition("/")
        file = (folder or paths.lessons_folder(title)) / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(make().text, encoding="utf-8")
        entries = len(json.loads(file.read_text(encoding="utf-8"))["log"])
        print(f"{lesson}: {entries} entries")


def main() -> None:
    from tests.tools.lesson_scripts import SCRIPTS

    write({name: make for name, make in SCRIPTS.items() if name.startswith(tuple(sys.argv[1:]) or "")})


if __name__ == "__main__":
    main()
