"""The bots' process: real processes that die, hang, babble and cheat, and a match that goes on all the same."""

from __future__ import annotations

import itertools
import os
import signal
from multiprocessing import Pipe

import pytest

from game.ai.bots import bot_names
from game.ai.worker import (
    LIFE_SIGN_INTERVAL_S,
    SILENCE_LIMIT_S,
    START_LIMIT_S,
    Answer,
    Serve,
    Ticket,
    Worker,
    _serve,
    _start_serving,
    make_answer,
)
from game.data import catalog
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.view import read_view
from game.titles import TITLES
from tests.contract import all_variants, new_match, pick_rarer_move, usual_seats, variant_id
from tests.inline_worker import think_here
from tests.unruly import (
    PatientWorker,
    QuickWorker,
    answers_late_then_well,
    babbles,
    cheats,
    dies,
    dies_without_minds,
    hangs,
    sends_noise,
    thinks_long,
)
from tests.waiting import LIMIT_S, patiently


def a_match(title: str = "jelly_mind", moves: int = 2) -> Match:
    match = new_match(title, usual_seats(title), {}, "worker")
    match.run_steps_and_deals()
    dice = Dice("worker")
    for _ in range(moves):
        seat = match.deciders[0]
        match.play(seat, pick_rarer_move(match.legal(seat), dice))
    return match


def answer(worker: Worker, match: Match, bot: str = "random", seed: int = 1) -> Answer:
    return wait_for(worker.ask(match.rules, match.view(match.deciders[0]), bot, seed))


def wait_for(ticket: Ticket) -> Answer:
    for _ in patiently("an answer"):
        if (found := ticket.answer()) is not None:
            return found
    raise AssertionError


def test_minds_are_loaded_before_the_first_question() -> None:
    """Otherwise the first thought would be a long one, and all later pauses of the match as long."""
    worker = PatientWorker(dies_without_minds)
    try:
        assert worker.wait_until_ready()
        assert answer(worker, a_match(), "master").trouble == ""
    finally:
        worker.stop()


@pytest.mark.parametrize(
    ("serve", "trouble"),
    [(dies, "died"), (hangs, "silent"), (babbles, "garbage"), (sends_noise, "garbage"), (cheats, "illegal")],
)
def test_trouble_costs_one_quick_move_and_a_new_process(serve: Serve, trouble: str) -> None:
    """Time stands still, except for a process that says nothing."""
    worker = PatientWorker(serve)
    worker.frozen = trouble == "silent"
    match = a_match()
    try:
        assert worker.wait_until_ready()
        for _ in range(2):
            found = answer(worker, match)
            assert found.trouble == trouble
            assert found.thought.move in match.legal(match.deciders[0])
            assert worker.wait_until_ready()
        assert worker.starts == 3
    finally:
        worker.stop()


class Clock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


needs_signals = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals")


def freeze(worker: Worker) -> None:
    """The process is alive and does nothing."""
    assert worker._process is not None and worker._process.pid is not None
    os.kill(worker._process.pid, signal.SIGSTOP)


@needs_signals
def test_a_process_that_starts_slowly_is_waited_for_up_to_a_limit() -> None:
    clock = Clock()
    worker = QuickWorker(clock=clock)
    match = a_match()
    seat = match.deciders[0]
    try:
        worker.start()
        freeze(worker)
        ticket = worker.ask(match.rules, match.view(seat), "random", 1)
        clock.now = START_LIMIT_S - 1
        assert ticket.answer() is None and worker.starts == 1
        clock.now = 2 * START_LIMIT_S  # too long also for a process that was ready before it was frozen
        found = ticket.answer()
        assert found is not None and found.trouble == "silent" and found.thought.move in match.legal(seat)
        assert worker.starts == 2
        assert answer(worker, match).trouble == ""
    finally:
        worker.stop()


def test_a_question_is_answered_though_the_process_is_started_once_more() -> None:
    """A table that opens with the program asks its bots before the first frame, after which the process is started."""
    worker = Worker()
    match = a_match()
    seat = match.deciders[0]
    try:
        ticket = worker.ask(match.rules, match.view(seat), "random", 1)
        worker.start()
        assert worker.starts == 1
        found = wait_for(ticket)
        assert found.trouble == "" and found.thought.move in match.legal(seat)
    finally:
        worker.stop()


@needs_signals
def test_a_slow_bot_is_waited_for_ten_seconds() -> None:
    clock = Clock()
    worker = QuickWorker(clock=clock)
    match = a_match()
    seat = match.deciders[0]
    try:
        assert answer(worker, match).trouble == ""
        freeze(worker)
        ticket = worker.ask(match.rules, match.view(seat), "random", 1)
        clock.now = 9.0
        assert ticket.answer() is None and worker.starts == 1
        clock.now = 11.0
        found = ticket.answer()
        assert found is not None and found.trouble == "silent" and worker.starts == 2
    finally:
        worker.stop()


# Tickets


def test_the_answer_to_a_dropped_ticket_reaches_nobody() -> None:
    worker = QuickWorker(clock=Clock())
    match = a_match()
    seat = match.deciders[0]
    try:
        first = worker.ask(match.rules, match.view(seat), "random", 1)
        first.drop()
        second = worker.ask(match.rules, match.view(seat), "random", 2)
        assert wait_for(second).trouble == ""
        assert first.answer() is None and not first.open
    finally:
        worker.stop()


def test_several_holders_each_get_their_own_answer() -> None:
    worker = QuickWorker(clock=Clock())
    match = a_match("marshmallow_test")
    seat = match.deciders[0]
    view = match.view(seat)
    try:
        tickets = [worker.ask(match.rules, view, "random", seed) for seed in range(12)]
        for ticket in tickets[::3]:
            ticket.drop()
        for seed, ticket in reversed(list(enumerate(tickets))):
            if seed % 3 == 0:
                assert ticket.answer() is None
            else:
                assert wait_for(ticket).thought == think_here(match.rules, view, "random", seed)
        assert worker.starts == 1
    finally:
        worker.stop()


def test_questions_that_wait_are_asked_again_of_the_new_process() -> None:
    """One answer is lost when the process dies; those behind it are not."""
    worker = QuickWorker(dies, clock=Clock())
    match = a_match()
    seat = match.deciders[0]
    try:
        first, second = (worker.ask(match.rules, match.view(seat), "random", seed) for seed in range(2))
        assert wait_for(first).trouble == "died"
        assert wait_for(second).trouble == "died" and worker.starts == 3
    finally:
        worker.stop()


def test_a_long_thought_gives_signs_of_life() -> None:
    """Each sign is followed by nearly as much silence as is allowed; together that is far more."""
    clock = Clock()
    worker = QuickWorker(thinks_long, clock=clock)
    match = a_match()
    try:
        assert worker.wait_until_ready()
        ticket = worker.ask(match.rules, match.view(match.deciders[0]), "random", 1)
        heard = worker._heard_at
        found = None
        for _ in patiently("the answer"):
            if (found := ticket.answer()) is not None:
                break
            if worker._heard_at != heard:
                heard = worker._heard_at
                clock.now += 0.9 * SILENCE_LIMIT_S
                assert worker._pipe is not None
                worker._pipe.send("go on")
        assert found is not None and found.trouble == "" and clock.now > 2 * SILENCE_LIMIT_S
    finally:
        worker.stop()


def test_one_process_answers_everything() -> None:
    worker = Worker(clock=Clock())
    match = a_match()
    try:
        assert worker.wait_until_ready()
        for move in range(400):
            if match.over:
                break
            found = answer(worker, match, seed=move)
            assert found.trouble == ""
            match.play(match.deciders[0], found.thought.move)
        assert match.over
        assert worker.starts == 1
    finally:
        worker.stop()


def test_the_process_thinks_as_one_would_here() -> None:
    worker = Worker(clock=Clock())
    try:
        assert worker.wait_until_ready()
        for title in TITLES:
            match = a_match(title)
            seat = match.deciders[0]
            for bot in bot_names(match.rules)[:3]:
                found = answer(worker, match, bot, seed=5)
                assert found.trouble == ""
                assert found.thought == think_here(match.rules, match.view(seat), bot, 5)
    finally:
        worker.stop()


def test_a_killed_process_is_replaced_in_time() -> None:
    worker = Worker(clock=Clock())
    match = a_match()
    try:
        assert worker.wait_until_ready()
        answer(worker, match)
        process = worker._process
        assert process is not None
        process.kill()
        process.join()
        assert answer(worker, match).thought.move in match.legal(match.deciders[0])
    finally:
        worker.stop()


def test_a_late_answer_to_an_earlier_question_is_not_taken() -> None:
    worker = QuickWorker(answers_late_then_well, clock=Clock())
    try:
        assert worker.wait_until_ready()
        found = answer(worker, a_match())
        assert found.trouble == ""
    finally:
        worker.stop()


def test_a_search_says_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by a clock that moves on as often as it is looked at."""
    ticks = itertools.count(0.0, LIFE_SIGN_INTERVAL_S / 4)
    monkeypatch.setattr("game.ai.worker.time.monotonic", lambda: next(ticks))
    match = a_match("marshmallow_test")
    view = match.view(match.deciders[0])
    asked = {"number": 1, "title": "marshmallow_test", "options": dict(match.rules.options), "effects": None}
    signs: list[None] = []
    level = bot_names(match.rules)[-1]
    make_answer({**asked, "view": view.to_plain(), "bot": level, "seed": [1]}, lambda: signs.append(None))
    assert len(signs) >= 3


def test_the_process_ends_with_its_owner() -> None:
    worker = Worker(clock=Clock())
    assert worker.wait_until_ready()
    process = worker._process
    assert process is not None
    assert worker._pipe is not None
    worker._pipe.close()
    process.join(LIMIT_S)
    assert not process.is_alive()
    worker.stop()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
def test_ctrl_c_does_not_end_a_process_that_has_just_been_started() -> None:
    """In a terminal it reaches every process of the program. Both windows and text mode start one."""
    worker = Worker(clock=Clock())
    before = signal.getsignal(signal.SIGINT)
    worker.start()
    process = worker._process
    assert process is not None and process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    assert answer(worker, a_match()).trouble == "" and worker.starts == 1
    worker.stop()


def test_a_process_whose_owner_ends_before_it_is_ready_ends_without_a_word() -> None:
    ours, theirs = Pipe()
    ours.close()
    before = signal.getsignal(signal.SIGINT)
    try:
        _start_serving(_serve, theirs)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_question_that_cannot_be_answered_costs_a_quick_move_too() -> None:
    worker = Worker(clock=Clock())
    try:
        assert worker.wait_until_ready()
        found = answer(worker, a_match(), bot="nobody")
        assert found.trouble == "garbage"
    finally:
        worker.stop()


@pytest.mark.parametrize("table", all_variants(), ids=variant_id)
def test_a_view_survives_the_journey(table: tuple[str, int, dict[str, str | int]]) -> None:
    import json

    title, seats, options = table
    match = Match.start(catalog.rules(title, options), [Player("")] * seats, Dice("journey"))
    dice = Dice("journey", title)
    for _ in range(25):
        if match.over:
            break
        for seat in range(seats):
            seen = match.view(seat)
            assert read_view(match.rules, json.loads(json.dumps(seen.to_plain()))) == seen
        seat = dice.pick(match.deciders)
        match.play(seat, pick_rarer_move(match.legal(seat), dice))
