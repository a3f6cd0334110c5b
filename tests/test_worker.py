"""The bots' process: real processes that die, hang, babble and cheat, and a match that goes on all the same."""

from __future__ import annotations

import itertools
import os
import signal
import time

import pytest

from game import catalog
from game.ai.bots import names
from game.ai.worker import SIGN, Answer, Worker, answer_to, think_here
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.view import read_view
from tests.contract import lively, new_match, table_id, tables, usual_seats
from tests.unruly import Quick, answers_late_then_well, babbles, cheats, dies, hangs, sends_noise, thinks_long


def a_match(title: str = "jelly_mind", moves: int = 2) -> Match:
    match = new_match(title, usual_seats(title), {}, "worker")
    match.go_on()
    dice = Dice("worker")
    for _ in range(moves):
        seat = match.deciders[0]
        match.play(seat, lively(match.legal(seat), dice))
    return match


def answer(worker: Worker, match: Match, bot: str = "random", seed: int = 1) -> tuple[Answer, float]:
    seat = match.deciders[0]
    began = time.monotonic()
    worker.ask(match.rules, match.view(seat), bot, seed)
    while True:
        found = worker.poll()
        if found is not None:
            return found, time.monotonic() - began
        assert time.monotonic() - began < 20, "no answer at all"
        time.sleep(0.002)


@pytest.mark.parametrize(
    ("serve", "trouble"),
    [(dies, "died"), (hangs, "late"), (babbles, "garbage"), (sends_noise, "garbage"), (cheats, "illegal")],
)
def test_trouble_costs_one_quick_move_and_a_new_process(serve: object, trouble: str) -> None:
    worker = Quick(serve, patience=0.4 if trouble == "late" else 10.0)  # type: ignore[arg-type]
    match = a_match()
    try:
        assert worker.awake()
        for _ in range(2):
            found, _ = answer(worker, match)
            assert found.trouble == trouble
            assert found.thought.move in match.legal(match.deciders[0])
            assert worker.awake()
        assert worker.starts == 3
    finally:
        worker.stop()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals")
def test_a_process_that_is_slow_to_start_again_is_not_waited_for() -> None:
    worker = Worker(dies, patience=1.0)
    match = a_match()
    try:
        assert worker.awake()
        assert answer(worker, match)[0].trouble == "died"
        assert worker._process is not None and worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGSTOP)
        assert answer(worker, match)[0].trouble == "late"
        assert worker.starts == 2, "it may go on starting"
    finally:
        worker.stop()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals")
def test_a_first_start_that_hangs_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by a clock that moves on as often as it is looked at; the hour in which nothing starts is another's."""
    seconds = itertools.count(0.0, 0.05)
    monkeypatch.setattr("game.ai.worker.time.monotonic", lambda: next(seconds))
    worker = Worker()
    match = a_match()
    seat = match.deciders[0]
    try:
        worker.start()
        assert worker._process is not None and worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGSTOP)
        for _ in range(30):
            before = next(seconds)
            worker.ask(match.rules, match.view(seat), "random", 1)
            found = next(filter(None, iter(worker.poll, "never")))
            assert found.trouble == "late" and found.thought.move in match.legal(seat)
            assert next(seconds) - before < 2
            if worker.starts == 2:
                break
        assert worker.starts == 2, "one that never comes is replaced"
        assert worker.awake()
    finally:
        worker.stop()


def test_a_long_thought_gives_signs_of_life() -> None:
    worker = Quick(thinks_long, patience=0.6)
    try:
        assert worker.awake()
        found, spent = answer(worker, a_match())
        assert found.trouble == "" and spent > 1.2
    finally:
        worker.stop()


def test_one_process_answers_everything() -> None:
    worker = Worker()
    match = a_match()
    try:
        assert worker.awake()
        for move in range(400):
            if match.over:
                break
            found, _ = answer(worker, match, seed=move)
            assert found.trouble == ""
            match.play(match.deciders[0], found.thought.move)
        assert match.over
        assert worker.starts == 1
    finally:
        worker.stop()


def test_the_process_thinks_as_one_would_here() -> None:
    worker = Worker()
    try:
        assert worker.awake()
        for title in catalog.TITLES:
            match = a_match(title)
            seat = match.deciders[0]
            for bot in names(match.rules)[:3]:
                found, _ = answer(worker, match, bot, seed=5)
                assert found.trouble == ""
                assert found.thought == think_here(match.rules, match.view(seat), bot, 5)
    finally:
        worker.stop()


def test_a_killed_process_is_replaced_in_time() -> None:
    worker = Worker()
    match = a_match()
    try:
        assert worker.awake()
        answer(worker, match)
        process = worker._process
        assert process is not None
        process.kill()
        process.join()
        found, spent = answer(worker, match)
        assert found.thought.move in match.legal(match.deciders[0])
        assert spent < 10, "seconds, on a busy machine"
    finally:
        worker.stop()


def test_a_late_answer_to_an_earlier_question_is_not_taken() -> None:
    worker = Quick(answers_late_then_well)
    try:
        assert worker.awake()
        found, _ = answer(worker, a_match())
        assert found.trouble == ""
    finally:
        worker.stop()


def test_a_search_says_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by a clock that moves on as often as it is looked at."""
    ticks = itertools.count(0.0, SIGN / 4)
    monkeypatch.setattr("game.ai.worker.time.monotonic", lambda: next(ticks))
    match = a_match("marshmallow_test")
    view = match.view(match.deciders[0])
    asked = {"number": 1, "title": "marshmallow_test", "options": dict(match.rules.options), "effects": None}
    signs: list[None] = []
    level = names(match.rules)[-1]
    answer_to({**asked, "view": view.plain(), "bot": level, "seed": [1]}, lambda: signs.append(None))
    assert len(signs) >= 3


def test_the_process_ends_with_its_owner() -> None:
    worker = Worker()
    assert worker.awake()
    process = worker._process
    assert process is not None
    assert worker._pipe is not None
    worker._pipe.close()
    process.join(5)
    assert not process.is_alive()
    worker.stop()


def test_a_question_that_cannot_be_answered_costs_a_quick_move_too() -> None:
    worker = Worker()
    try:
        assert worker.awake()
        found, _ = answer(worker, a_match(), bot="nobody")
        assert found.trouble == "garbage"
    finally:
        worker.stop()


@pytest.mark.parametrize("table", tables(), ids=table_id)
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
            assert read_view(match.rules, json.loads(json.dumps(seen.plain()))) == seen
        seat = dice.pick(match.deciders)
        match.play(seat, lively(match.legal(seat), dice))
