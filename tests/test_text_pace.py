"""The time that bots take in text mode says nothing about their cards."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios")

from game.ai.worker import Ticket
from game.disk.settings import SPEEDS, Settings
from game.engine.match import Match
from game.play.host import BOT_TEMPO, Chair, Host, Setup
from game.text_mode.text_match import POLL_INTERVAL_S
from tests.inline_worker import InlineWorker
from tests.robot import Robot
from tests.table import NAMES, SHORT
from tests.test_conversation_pace import turns
from tests.test_text_mode import Paper, Sitting
from tests.virtual_time import VirtualTime

LOOKS = (0, 3, 40)
"""Looks before an answer: a bot that answers at once, soon, late."""


class UnevenWorker(InlineWorker):
    """Answers a forced move at once and any other move late, or the other way round."""

    def __init__(self, forced_looks: int, free_looks: int) -> None:
        super().__init__()
        self._forced_looks, self._free_looks = forced_looks, free_looks

    def look_for_answer(self, ticket: Ticket) -> None:
        forced = len(ticket.question.view.legal) == 1
        self.looks_before_answer = self._forced_looks if forced else self._free_looks
        super().look_for_answer(ticket)


class BotTimes:
    """Notes how long each move of a bot took. People type their moves in no time."""

    def __init__(self, host: Host, clock: VirtualTime) -> None:
        self._clock = clock
        self._moved_at_s = clock.now_s
        self.seconds: list[tuple[bool, float]] = []
        """For each move of a bot: whether it was forced, and the seconds since the move before."""
        host.on_change = self._note

    def _note(self, host: Host) -> None:
        entry = next(entry for entry in reversed(host.match.log) if entry.move)
        if host.setup.chairs[entry.seat].bot:
            self.seconds.append((len(entry.legal) == 1, self._clock.now_s - self._moved_at_s))
        self._moved_at_s = self._clock.now_s


def make_host(title: str, worker: InlineWorker, seats: int = 2, seed: int = 4, match: Match | None = None) -> Host:
    chairs = tuple(Chair(NAMES[seat], "beginner" if seat else "") for seat in range(seats))
    return Host(Setup(title, chairs, SHORT.get(title, {})), worker, seed, match)


def first_move_s(host: Host, folder: Path, clock: VirtualTime) -> float:
    """Seconds until the first move of a bot. Then the person leaves."""
    times = BotTimes(host, clock)
    Sitting(host, folder, lambda printed: None).run()
    return times.seconds[0][1]


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("tempo", [BOT_TEMPO["normal"], BOT_TEMPO["off"]])
@pytest.mark.parametrize("title", ["marshmallow_test", "face_to_face"])
def test_a_forced_move_takes_as_long_as_another_in_the_same_turn(
    title: str, tempo: float, looks: int, tmp_path: Path, virtual_time: VirtualTime
) -> None:
    pairs = list(turns(title, 2).values())[:4]
    assert pairs
    for forced, free in pairs:
        seconds = []
        for match in (forced, free):
            host = make_host(title, InlineWorker(looks), match=match)
            host.pause_factor = tempo
            seconds.append(first_move_s(host, tmp_path, virtual_time))
        assert seconds[0] == pytest.approx(seconds[1]) and seconds[0] > 0


@pytest.mark.parametrize("looks", [(0, LOOKS[-1]), (LOOKS[-1], 0)])
def test_after_a_long_thought_all_moves_take_as_long(
    looks: tuple[int, int], tmp_path: Path, virtual_time: VirtualTime
) -> None:
    host = make_host("marshmallow_test", UnevenWorker(*looks), seats=3)
    host.pause_factor = BOT_TEMPO["off"]
    times = BotTimes(host, virtual_time)
    Sitting(host, tmp_path, Robot(1, "", curious=0.0).answer).run()
    assert host.over
    late_s = LOOKS[-1] * POLL_INTERVAL_S
    first_late = next(at for at, (_, seconds) in enumerate(times.seconds) if seconds > late_s)
    later = times.seconds[first_late:]
    assert all(seconds == pytest.approx(late_s, abs=2.5 * POLL_INTERVAL_S) for _, seconds in later)
    assert min(sum(forced for forced, _ in later), sum(not forced for forced, _ in later)) > 3


def test_a_pause_that_the_program_sleeps_through_is_no_long_thought(tmp_path: Path, virtual_time: VirtualTime) -> None:
    class SleepingWorker(InlineWorker):
        """The machine sleeps for an hour during the first thought."""

        def look_for_answer(self, ticket: Ticket) -> None:
            virtual_time.now_s += 3600.0 if virtual_time.now_s < 3600.0 else 0.0
            super().look_for_answer(ticket)

    host = make_host("marshmallow_test", SleepingWorker(), seats=3)
    times = BotTimes(host, virtual_time)
    Sitting(host, tmp_path, Robot(1, "", curious=0.0).answer).run()
    assert all(seconds < 2.0 for _, seconds in times.seconds[1:])


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_pauses_are_short_in_a_terminal(
    speed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, virtual_time: VirtualTime
) -> None:
    from io import StringIO

    from game import text_mode

    monkeypatch.setattr("sys.stdin", StringIO("2\n1\n\n\n\n" + "1\n" * 20))
    monkeypatch.setattr("sys.stdout", Paper())
    monkeypatch.setattr("game.text_mode.session.Worker", InlineWorker)
    monkeypatch.setattr(InlineWorker, "start", lambda self: None)
    assert text_mode.run(Settings(language="en", speed=speed), tmp_path, "marshmallow_test", deal=1) == 0
    assert 0.05 < virtual_time.now_s / 20 < (0.3 if speed == "off" else 0.8)
