"""People do whatever they like at the table, in any order, and nothing goes wrong.

A state machine picks what is done next, and after every deed looks at everything that must be true. In the end the
match is played to its end, from wherever it stands.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from game.data import catalog
from game.titles import TITLES
from tests.stateful_checks import Watch
from tests.stateful_deeds import DEEDS, SIZES, possible
from tests.stateful_evening import ON_REQUEST, Evening, Start


@st.composite
def starts(draw: Any, title: str) -> Start:
    seats = draw(st.sampled_from(list(catalog.spec(title).seats)))
    jelly = title == "jelly_mind"
    return Start(
        title,
        seats,
        people=draw(st.integers(1, min(3, seats))),
        practice=draw(st.booleans()),
        live=jelly and draw(st.booleans()),
        options=(("draw", "choose"),) if jelly and draw(st.booleans()) else (),
        seed=draw(st.integers(0, 99)),
        left=draw(st.sampled_from([None, 40, 8, 3, 1])),
        speed=draw(st.sampled_from(["off", "fast"])),
        polls=draw(st.sampled_from([0, ON_REQUEST, 3, 40])),
        size=draw(st.sampled_from(SIZES)),
    )


class Machine(RuleBasedStateMachine):
    """One evening. There is a single rule, so that every deed has its weight."""

    title: str
    evening: Evening

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path(tempfile.mkdtemp())
        self._watch = Watch()

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        self.evening = Evening(data.draw(starts(self.title)), self._folder)

    @rule(data=st.data())
    def do(self, data: Any) -> None:
        name = data.draw(st.sampled_from(possible(self.evening)))
        values = {word: data.draw(strategy) for word, strategy in DEEDS[name].given.items()}
        DEEDS[name].do(self.evening, **values)

    @invariant()
    def everything_is_true(self) -> None:
        self._watch.look(self.evening)

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:
                self._play_to_the_end()
        finally:
            if hasattr(self, "evening"):
                self.evening.close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _play_to_the_end(self) -> None:
        """Nobody is stuck; and whoever takes the last move back comes to an end again."""
        evening = self.evening
        evening.worker.hurry()
        evening.app.change(evening.kit.settings.with_changes(speed="off"))
        evening.play_to_score()
        evening.close_overlay()
        if evening.table.seating.is_open and evening.host.can_undo(evening.table.bottom_seat):
            evening.key("u")
            self._watch.look_closely(evening)
            evening.play_to_score()


def examine(title: str, evenings: int, deeds: int, *, random: bool = False) -> None:
    """`random`: other evenings every time."""
    machine = type("Machine", (Machine,), {"title": title})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=deeds,
            derandomize=not random,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("title", TITLES)
def test_whatever_people_do_at_the_table_nothing_goes_wrong(title: str) -> None:
    examine(title, 10, 40)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_on_many_evenings_nothing_goes_wrong(title: str) -> None:
    examine(title, 400, 60, random=True)
