"""Playing against the clock: presses become beats, and beats are all that the record holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from game import __version__
from game.ai.worker import Worker
from game.data import catalog
from game.engine import record
from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.moves import Move
from game.engine.spec import Value
from game.play.host import Chair, Host, Setup
from game.play.live import COUNTDOWN_FROM, COUNTDOWN_STEP_S, LOOK_S, LiveRace, can_race, moment_within_beat
from game.start.scenes import make_table
from game.titles import TITLES
from tests.inline_worker import InlineWorker
from tests.screen import Driver

TITLE = "jelly_mind"
FRAME = 1 / 60
TOGETHER = 0.150


def a_host(bots: Sequence[str], seed: int = 1, worker: Worker | None = None, **options: Value) -> Host:
    chairs = tuple(Chair(f"P{seat}", bot) for seat, bot in enumerate(bots))
    return Host(Setup(TITLE, chairs, options, live=True), worker or InlineWorker(), seed)


def a_race(bots: Sequence[str], seed: int = 1, worker: Worker | None = None, **options: Value) -> tuple[Host, LiveRace]:
    """A match at its first signal."""
    host = a_host(bots, seed, worker, **options)
    live = LiveRace(host)
    to_the_signal(live)
    return host, live


def to_the_signal(live: LiveRace) -> None:
    live.start_countdown()
    for _ in range(1000):
        if live.phase == "race":
            return
        live.update(0.1)
    raise AssertionError(f"no race comes, only {live.phase}")


def press(live: LiveRace, seat: int, verb: str) -> bool:
    """Somebody presses a key: the move of that seat's book with this verb."""
    book = live._host.rules.book(0)
    move = next((move for move in book if move.verb == verb), Move(verb, verb))
    return live.press(seat, move)


def has_pressed(live: LiveRace, seat: int) -> bool:
    """Whether that seat has acted in the current beat."""
    return seat in live._moves


def moves(host: Host) -> list[tuple[int, str]]:
    return [(entry.seat, entry.move.text) for entry in host.match.entries_for_record() if entry.move]


def places(host: Host) -> Any:
    return host.view(host.seats).facts["place"]


def test_only_titles_with_a_clock_can_race() -> None:
    assert [title for title in TITLES if can_race(catalog.rules(title))] == [TITLE]


def test_it_counts_three_two_one_and_then_races() -> None:
    live = LiveRace(a_host(["", ""]))
    assert live.phase == "look" and live.countdown == 0
    live.start_countdown()
    counts = []
    while live.phase == "countdown":
        counts.append(live.countdown)
        live.update(COUNTDOWN_STEP_S)
    assert counts == [3, 2, 1]
    assert live.phase == "race"


def test_nobody_acts_before_the_signal() -> None:
    host = a_host(["", ""])
    live = LiveRace(host)
    assert not press(live, 0, "play")
    live.start_countdown()
    live.update(FRAME)
    assert not press(live, 0, "discard")
    assert moves(host) == []


def test_the_signal_comes_by_itself_once_there_was_time_to_look() -> None:
    live = LiveRace(a_host(["", "skilled"]))
    live.update(LOOK_S - FRAME)
    assert live.phase == "look"
    live.update(2 * FRAME)
    assert live.phase == "countdown"


@pytest.mark.parametrize(("gap", "shared"), [(0.0, True), (0.149, True), (0.151, False), (0.4, False)])
def test_jm_05_presses_within_the_window_share_a_place(gap: float, shared: bool) -> None:
    host, live = a_race(["", "", "skilled"])
    live._racers.clear()
    assert press(live, 0, "play")
    live.update(gap)
    assert press(live, 1, "play")
    live.update(TOGETHER)
    assert (places(host)[0] == places(host)[1]) == shared
    assert places(host)[0] == 1


def test_the_window_opens_with_the_first_press_and_is_not_prolonged() -> None:
    host, live = a_race(["", "", ""])
    for seat in range(3):
        assert press(live, seat, "play")
        live.update(0.1)
    live.update(TOGETHER)
    assert [text for _, text in moves(host)] == ["play", "play", "wait", "play"]


def test_once_everybody_has_acted_nobody_waits_for_the_window() -> None:
    host, live = a_race(["", ""])
    press(live, 1, "discard")
    press(live, 0, "play")
    assert has_pressed(live, 0) and has_pressed(live, 1)
    assert live.update(0.001)
    assert moves(host) == [(0, "play"), (1, "discard")]
    assert live.phase == "look"


def test_one_press_a_turn() -> None:
    host, live = a_race(["", ""])
    assert press(live, 0, "play")
    assert not press(live, 0, "discard")
    live.update(TOGETHER)
    assert not press(live, 0, "play"), "decided"
    assert not press(live, 1, "wait") and not press(live, 1, "sing") and not press(live, 7, "play")
    assert moves(host) == [(0, "play"), (1, "wait")]


def test_nobody_presses_for_a_bot() -> None:
    _, live = a_race(["", "skilled"])
    assert not press(live, 1, "play")


@pytest.mark.parametrize("patience", [1, 3, 10])
def test_jm_06_five_seconds_of_nothing_are_the_standoff(patience: int) -> None:
    host, live = a_race(["", ""], patience=patience)
    assert live.standoff_left_s == pytest.approx(5)
    for _ in range(4):
        live.update(1.2)
    assert live.phase == "race" and live.standoff_left_s == pytest.approx(0.2)
    live.update(0.21)
    assert live.phase == "look"
    assert moves(host) == [(0, "wait"), (1, "wait")] * patience


def test_an_act_starts_the_standoff_anew() -> None:
    host, live = a_race(["", "", ""])
    live.update(4.9)
    press(live, 1, "play")
    live.update(TOGETHER)
    assert live.phase == "race" and live.standoff_left_s == pytest.approx(5, abs=0.01)
    assert places(host)[1] == 3
    live.update(4.8)
    assert live.phase == "race"
    live.update(0.3)
    assert live.phase == "look"


def test_a_long_frame_keeps_the_order() -> None:
    fine, coarse = (a_race(["skilled", "expert", "casual"], seed=5) for _ in range(2))
    for _ in range(600):
        fine[1].update(FRAME)
        if fine[1].phase != "race":
            break
    coarse[1].update(10.0)
    assert moves(fine[0]) == moves(coarse[0])


def test_pausing_stops_the_clock_and_counts_down_again() -> None:
    host, live = a_race(["", ""])
    press(live, 0, "play")
    live.update(0.1)
    live.pause()
    live.update(COUNTDOWN_FROM * COUNTDOWN_STEP_S - 0.01)
    assert live.phase == "countdown" and moves(host) == [] and not press(live, 1, "play")
    live.update(0.02)
    assert live.phase == "race"
    live.update(0.04)
    assert press(live, 1, "play"), "140 ms after the other one, as the clock has it"
    live.update(FRAME)
    assert moves(host) == [(0, "play"), (1, "play")]


def test_a_bot_acts_at_its_moment_and_one_that_waits_does_nothing() -> None:
    host, live = a_race(["", "skilled", "expert"], seed=3)
    acting = [racer for racer in live._racers if live._acts(racer)]
    assert acting, "a seed in which a bot acts at once"
    first = min(racer.moment_s for racer in acting)
    live.update(first - 0.01)
    assert moves(host) == [] and not any(has_pressed(live, seat) for seat in range(3))
    live.update(0.02)
    assert [seat for seat in range(3) if has_pressed(live, seat)] == [acting[0].seat]
    live.update(TOGETHER)
    assert dict(moves(host))[0] == "wait"


def test_a_bot_within_the_window_of_a_person_shares_the_place() -> None:
    host, live = a_race(["", "skilled", "expert"], seed=3)
    racer = min((racer for racer in live._racers if live._acts(racer)), key=lambda racer: racer.moment_s)
    live.update(racer.moment_s - 0.1)
    press(live, 0, "discard")
    live.update(TOGETHER + 0.001)
    done = dict(moves(host)[:3])
    assert racer.move is not None
    assert done[0] == "discard" and done[racer.seat] == racer.move.text


def test_bots_mean_to_act_before_their_beat_is_over() -> None:
    previous = 0.0
    for tenth in range(1, 60):
        moment = moment_within_beat(tenth / 10, 1.67)
        assert previous < moment < 1.67
        previous = moment
    assert moment_within_beat(0.3, 5.0) == pytest.approx(0.3, abs=0.02)


def test_a_slow_machine_costs_nobody_a_beat() -> None:
    quick, slow = (a_race(["skilled", "expert"], 4, InlineWorker(polls)) for polls in (0, 25))
    for host, live in (quick, slow):
        for _ in range(2000):
            live.update(FRAME)
            if live.phase != "race":
                break
        assert live.phase == "look"
        assert host.troubles == []
    assert [text for _, text in moves(quick[0])][:2] == [text for _, text in moves(slow[0])][:2]


def test_other_questions_do_not_disturb_those_of_a_race() -> None:
    """A hint is asked for and read while a bot thinks: each answer reaches only its holder."""
    host, live = a_race(["", "skilled"], seed=6, worker=InlineWorker(looks_before_answer=2))
    live.update(live.beat_s)
    other = host.worker.ask(host.rules, host.view(0), "expert", 1)
    for _ in range(100):
        live.update(0.1)
        other.answer()
        if not live._thinking:
            return
    raise AssertionError("the bot never thinks again")


def test_cards_are_chosen_without_a_race() -> None:
    host = a_host(["", "skilled"], draw="choose")
    live = LiveRace(host)
    assert live.phase == "choose"
    for _ in range(100):
        live.update(0.1)
    assert host.deciders == (0,), "the bot has chosen; the person has all the time in the world"
    host.play(0, host.view(0).legal[0])
    assert live.phase == "look"


def test_taking_back_begins_the_turn_anew() -> None:
    chairs = (Chair("A"), Chair("B"))
    host = Host(Setup(TITLE, chairs, practice=True, live=True), InlineWorker(), 1)
    live = LiveRace(host)
    to_the_signal(live)
    press(live, 0, "play")
    live.update(TOGETHER)
    host.undo(0)
    assert live.phase == "look" and not has_pressed(live, 0)


def play_out(host: Host, live: LiveRace, dice: Dice) -> None:
    """People who look, press when they like, pause now and then."""
    for _ in range(200_000):
        match live.phase:
            case "over":
                return
            case "look":
                live.start_countdown()
            case "choose":
                for seat in host.people:
                    if seat in host.deciders:
                        host.play(seat, dice.pick(host.view(seat).legal))
            case "race":
                for seat in host.people:
                    if dice.random() < 0.02:
                        press(live, seat, "discard" if dice.random() < 0.3 else "play")
                if dice.random() < 0.002:
                    live.pause()
        live.update(FRAME * (1 + 3 * dice.random()))
    raise AssertionError("the match does not end")


def tables(count: int) -> list[tuple[int, list[str], dict[str, Value]]]:
    found = []
    for seed in range(count):
        dice = Dice("live", seed)
        bots = [dice.pick(("", "", "random", "beginner", "casual")) for _ in range(dice.pick((2, 3)))]
        options: dict[str, Value] = {"draw": dice.pick(("top", "choose")), "patience": dice.pick((1, 3, 10))}
        found.append((seed, bots, options))
    return found


def finish(seed: int, bots: list[str], options: dict[str, Value]) -> Match:
    host = a_host(bots, seed, None, **options)
    play_out(host, LiveRace(host), Dice("people", seed))
    assert host.over and host.troubles == []
    return host.match


def again(match: Match) -> Match:
    """The same record, read back through the checked door."""
    written = record.parse(record.make_record(match, __version__).text().encode())
    return record.replay(written, lambda title, options, effects: catalog.rules(title, options), Dice(0))


@pytest.mark.parametrize("part", range(4))
def test_a_hundred_live_matches_finish_and_replay_to_the_same_digest(part: int) -> None:
    for seed, bots, options in tables(100)[part::4]:
        match = finish(seed, bots, options)
        assert again(match).digest() == match.digest()


def test_live_and_turn_by_turn_leave_the_same_record() -> None:
    """The beats of live matches, asked one player after the other in any order."""
    for seed, bots, options in tables(12):
        match = finish(seed, bots, options)
        slow = a_host(bots, seed, None, **options).match
        dice = Dice("order", seed)
        turns: dict[int, list[Any]] = {}
        for entry in match.log:
            turns.setdefault(entry.turn, []).append(entry)
        for entries in turns.values():
            for entry in dice.shuffled(tuple(entries)):
                if entry.move is not None:
                    slow.play(entry.seat, slow.rules.book(entry.seat).read(entry.move.text))
        assert record.make_record(slow, "x").text() == record.make_record(match, "x").text()


@pytest.mark.parametrize("key", ["p", "r"])
def test_whoever_opens_something_over_a_race_counts_down_again(key: str, worker: InlineWorker) -> None:
    host = a_host(["", "skilled"], worker=worker)
    driver = Driver(make_table(host))
    live = driver.top.race.live
    for _ in range(400):
        if live.phase == "race":
            break
        driver.step(dt=0.05)
    driver.key(key)
    standing = moves(host)
    driver.frames(20, 0.5)
    assert (live.phase, moves(host)) == ("race", standing), "nothing happens behind what was opened"
    driver.key("escape")
    assert live.phase == "countdown"
