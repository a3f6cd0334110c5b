"""Every lesson of every title: its files, and every move at every step, without a screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from game.ai.reasons import FIND_REASONS
from game.ai.thought import Thought
from game.ai.worker import Answer, BotQuestion
from game.data import catalog, lessons
from game.data.lessons import Lesson, Step
from game.engine import record
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.errors import OptionError, SpecError
from game.engine.events import Step as StepEvent
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.play.choice import button_target
from game.play.judge import Judge
from game.play.lesson import LessonHost
from game.play.lesson_match import match_from_save
from game.play.sitting import Chosen, Doubtful
from game.words.defaults import edition_options
from game.words.locale import Texts, languages
from tests.inline_worker import InlineWorker
from tests.lesson import is_free
from tests.tools.lesson_scripts import SCRIPTS

IDS = lessons.lesson_ids()
CODES = [code for code, _ in languages()]
NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
MAX_WORDS, MAX_DONE_WORDS = 14, 36
"""Words of a sentence on the table, and of the sheet after the lesson."""
UPDATES = 3000


def new_host(lesson: Lesson, bot: str = "random") -> LessonHost:
    host = LessonHost(lesson, NAMES, InlineWorker(bot=bot), "seed")
    host.pause_factor = 0.0
    run_others(host)
    return host


def run_others(host: LessonHost) -> None:
    """Let the others move until the student has to do something, or the lesson is over."""
    for _ in range(UPDATES):
        if not host.update(1.0) and (host.student in host.deciders or host.mistake_shown or host.finished):
            return
    raise AssertionError("the others do not move")


def decide(host: LessonHost, text: str) -> None:
    """Make a move of the student as every device does: through a Sitting."""
    sitting = host.sit(host.student)
    move = next(move for move in sitting.view.legal if move.text == text)
    outcome = sitting.touch(button_target(move))
    if isinstance(outcome, Doubtful):
        outcome = sitting.confirm(True)
    assert isinstance(outcome, Chosen)
    host.play(host.student, outcome.move)
    run_others(host)


def legal(host: LessonHost, seat: Seat | None = None) -> list[str]:
    return [move.text for move in host.view(host.student if seat is None else seat).legal]


def right_moves(host: LessonHost, step: Step) -> list[str]:
    return [text for text in legal(host) if not step.text_about(text)]


def usual_move(host: LessonHost) -> str:
    """The move of the record, if it is right here; else the first one that is."""
    step, recorded = host.step, host.lesson.moves.get((host.turn, host.student))
    right = right_moves(host, step) if step is not None else legal(host)
    return recorded if recorded in right else right[0]


def scripted(lesson: Lesson) -> Iterator[tuple[LessonHost, Step]]:
    """The host at every step of the record. The caller may change it: it is made anew for each step."""
    made: list[str] = []
    while True:
        host = new_host(lesson)
        for text in made:
            decide(host, text)
        if host.finished or host.step is None or host.turn > lesson.turns:
            return
        made.append(usual_move(host))
        yield host, host.step


@pytest.mark.parametrize("name", IDS)
def test_the_record_is_what_its_script_makes(name: str) -> None:
    assert lessons.load(name).record.text() == SCRIPTS[name]().text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", IDS)
def test_all_texts_are_there_and_short(name: str, code: str) -> None:
    lesson, texts = lessons.load(name), Texts.load(code, strict=True)
    players = {f"p{seat}": "Bea" for seat in range(len(lesson.record.data["seats"]))}
    for text in lesson.texts:
        said = texts(lesson.text_key(text), **players)
        assert len(re.findall(r"[\w’'+−]+", said)) <= (MAX_DONE_WORDS if text == "done" else MAX_WORDS), said
    assert {key.split(".")[3] for key in texts if key.startswith(lesson.text_key(""))} == set(lesson.texts)


@pytest.mark.parametrize("name", [name for name in IDS if name.startswith("happy_mochi/")])
def test_numbers_that_are_named_lie_on_the_table_or_in_the_hand(name: str) -> None:
    lesson, texts = lessons.load(name), Texts.load("en", strict=True)
    for host, step in scripted(lesson):
        if not step.say or lesson.to_end:
            continue
        spec, zones = host.rules.spec, host.view(host.student).zones
        held = [str(spec.faces[card].rank) for cards in zones.values() for card in cards if card >= 0]
        said = texts(lesson.text_key(step.say), **{f"p{seat}": "Bea" for seat in range(host.seats)})
        for number in re.findall(r"\b\d\d\b", said):
            assert number[0] in held and number[1] in held, (said, held)


def test_the_pair_to_go_below_is_the_one_that_lies_there() -> None:
    """After a flip somebody else plays, so the number of the student's own pair is too old."""
    step_of = {host.turn: host for host, _ in scripted(lessons.load("happy_mochi/4-flip-and-draw"))}
    host = step_of[3]
    zones, faces = host.view(host.student).zones, host.rules.spec.faces
    pair = "".join(str(faces[zones[zone][-1]].rank) for zone in ("left", "right"))
    for code in CODES:
        assert pair in Texts.load(code, strict=True)(host.lesson.text_key("draw"))


@pytest.mark.parametrize("name", IDS)
def test_every_wrong_move_is_seen_and_taken_back(name: str) -> None:
    lesson, tried = lessons.load(name), 0
    for host, step in scripted(lesson):
        before = host.match.digest(), host.position(host.student).moment
        for text in legal(host):
            why = step.text_about(text)
            if not why:
                continue
            decide(host, text)
            assert host.mistake_shown and host.said == host.message(why) and not host.finished
            assert host.step is None and not host.update(10.0)
            host.undo(host.student)
            assert (host.match.digest(), host.position(host.student).moment) == before
            assert host.step == step and host.mistake is None
            tried += 1
    assert tried or is_free(lesson)


@pytest.mark.parametrize("name", [name for name in IDS if lessons.load(name).until not in ("", lessons.AT_ONCE)])
def test_a_mistake_is_played_on_until_the_step_that_the_lesson_names(name: str) -> None:
    """So what it does is seen, and not only that it was made."""
    lesson, played_on = lessons.load(name), 0
    for host, step in scripted(lesson):
        for text in legal(host):
            if not step.text_about(text):
                continue
            before = host.event_count
            decide(host, text)
            steps = [event.name for event in host.events_for(host.student, before) if isinstance(event, StepEvent)]
            asked_again = steps.count(lesson.until) == 0 and host.student in host.deciders
            assert lesson.until in steps or asked_again, (step.entry, text, steps)
            played_on += steps.index(lesson.until) if lesson.until in steps else 0
            host.undo(host.student)
    assert played_on, "other steps come before"


@pytest.mark.parametrize("name", [name for name in IDS if lessons.load(name).until == lessons.AT_ONCE])
def test_a_mistake_is_shown_before_the_others_answer(name: str) -> None:
    lesson, tried = lessons.load(name), 0
    for host, step in scripted(lesson):
        for text in legal(host):
            if step.text_about(text):
                decide(host, text)
                assert host.mistake_shown and host.match.log[-1].seat == host.student
                host.undo(host.student)
                tried += 1
    assert tried


@pytest.mark.parametrize("name", IDS)
def test_every_right_move_leads_to_the_end(name: str) -> None:
    lesson = lessons.load(name)
    for host, step in scripted(lesson):
        made, generation = len(host.match.log), host.generation
        for text in right_moves(host, step):
            decide(host, text)
            for _ in range(500):
                if host.finished or (is_free(lesson) and host.turn > lesson.turns + 12):
                    break
                if host.mistake is not None:
                    host.keep_move() if host.mistake.can_stay else host.undo(host.student)
                else:
                    assert host.step is not None or is_free(lesson), "the student is asked, and no step is there"
                    assert host.step is None or right_moves(host, host.step), "no right move is legal here"
                    decide(host, usual_move(host))
            else:
                raise AssertionError("the lesson does not end")
            while len(host.match.log) > made:
                host.undo(host.student)
        assert host.generation > generation


@pytest.mark.parametrize("name", IDS)
def test_a_lesson_that_was_left_goes_on_at_the_same_step(name: str) -> None:
    lesson = lessons.load(name)
    for host, step in scripted(lesson):
        kept = host.record_to_keep()
        assert kept is not None
        again = LessonHost(lesson, NAMES, InlineWorker(), "other", match_from_save(lesson, kept))
        assert again.step == step and again.match.digest() == host.match.digest()


def test_a_lesson_left_with_a_mistake_goes_on_before_it() -> None:
    for host, step in scripted(lessons.load(IDS[0])):
        wrong = next((text for text in legal(host) if step.text_about(text)), None)
        if wrong is not None:
            decide(host, wrong)
            kept = host.record_to_keep()
            saved = match_from_save(host.lesson, kept)
            assert LessonHost(host.lesson, NAMES, InlineWorker(), "other", saved).step == step


@pytest.mark.parametrize("others", ["wait", "play"])
@pytest.mark.parametrize("name", [name for name in IDS if lessons.load(name).missed])
def test_a_turn_in_which_the_student_only_waited_is_taken_back_as_a_whole(name: str, others: str) -> None:
    host, lesson = LessonHost(lessons.load(name), NAMES, InlineWorker(), "seed"), lessons.load(name)
    before, beats = host.match.digest(), 0
    while host.mistake is None:
        assert (host.match.digest() == before) == (beats == 0)
        for seat in host.deciders:
            text = "wait" if seat == host.student or beats == 1 else others
            host.play(seat, next(move for move in host.view(seat).legal if move.text == text))
        beats += 1
    assert host.mistake_shown and host.said == host.message(lesson.missed) and beats > 2
    host.undo(host.student)
    assert host.match.digest() == before and host.mistake is None and host.step is not None


@pytest.mark.parametrize("act", ["play", "discard"])
@pytest.mark.parametrize("name", [name for name in IDS if lessons.load(name).missed])
def test_a_turn_in_which_the_student_acted_late_stays(name: str, act: str) -> None:
    host = LessonHost(lessons.load(name), NAMES, InlineWorker(), "seed")
    for own, others in (("wait", "wait"), (act, "play")):
        for seat in host.deciders:
            text = own if seat == host.student else others
            host.play(seat, next(move for move in host.view(seat).legal if move.text == text))
    assert host.mistake is None and host.student in host.deciders


def test_the_judge_names_a_reason_that_is_true_only_of_the_better_move_or_is_silent() -> None:
    """At the first pair of Happy Mochi: 41 and 68 both take points out of the hand, a card drawn does not. Where it was
    silent, it may still speak in the same round."""
    host = new_host(lessons.load("happy_mochi/1-pairs"))
    rules, view = host.rules, host.view(host.student)
    moves = {move.text: move for move in view.legal}
    mistakes, judge = [], Judge(JudgeWith(moves["pair 0"]), rules, 1)
    for played in ("pair 2", "draw deck"):
        judge.ask(view, moves[played], "one round", "seed", 1)
        assert judge.has_answered()
        mistakes.append(judge.take_answer())
    own = {reason.key for reason in FIND_REASONS["happy_mochi"](rules, view, moves["pair 2"])}
    assert "why.happy_mochi.unloads" in own and mistakes[0] is None
    assert mistakes[1] is not None and mistakes[1].better == moves["pair 0"]
    assert [reason.key for reason in mistakes[1].reasons] == ["why.happy_mochi.unloads"], "a reason against drawing"


class JudgeWith(InlineWorker):
    """As a judge it would always have played this move, for all its reasons."""

    def __init__(self, best: Move) -> None:
        super().__init__()
        self._best = best

    def think(self, question: BotQuestion) -> Answer:
        reasons = FIND_REASONS[question.rules.spec.title](question.rules, question.view, self._best)
        values = tuple((move, float(move == self._best)) for move in question.view.legal)
        return Answer(Thought(self._best, values, 0, reasons))


def test_the_record_of_another_lesson_is_not_continued() -> None:
    host = new_host(lessons.load(IDS[0]))
    seats = len(host.lesson.record.data["seats"])
    other = next(lesson for lesson in map(lessons.load, IDS) if len(lesson.record.data["seats"]) != seats)
    assert match_from_save(other, host.record_to_keep()) is None
    assert match_from_save(host.lesson, {"format": 1}) is None


@pytest.mark.parametrize("what", ["name", "option"])
def test_a_forged_record_of_a_lesson_is_not_continued(what: str) -> None:
    """Its moves are legal and its digest holds, but the names would not fit, or the lesson has other rules."""
    lesson = lessons.load(next(name for name in IDS if name.startswith("marshmallow_test")))
    data = lesson.record.data
    names = ["W" * (100_000 if what == "name" else 10) for _ in data["seats"]]
    other = "must" if data["options"]["trump_follow"] == "may" else "may"
    changed = {"trump_follow": other} if what == "option" else {}
    rules = catalog.rules_of_record(lesson.title, {**data["options"], **changed}, data.get("effects"))
    players = [Player(name, seat["player"]) for name, seat in zip(names, data["seats"], strict=True)]
    match = Match(rules, players, Dice(1))
    match.run_steps_and_deals()
    assert match_from_save(lesson, json.loads(json.dumps(record.make_record(match, "0").data))) is None


@pytest.mark.parametrize("code", ["en", "es", "fr"])
@pytest.mark.parametrize("lesson_id", IDS)
def test_the_first_match_is_of_the_edition_of_the_language_and_keeps_it(lesson_id: str, code: str) -> None:
    """MT-15: whoever learns in French then plays by the French rule, also when the lesson is continued in English."""
    lesson = lessons.load(lesson_id)
    edition = edition_options(catalog.spec(lesson.title), Texts.load(code))
    host = LessonHost(lesson, NAMES, InlineWorker(), "edition", edition=edition)
    wanted = {**lesson.record.data["options"], **(edition if lesson.to_end else {})}
    assert host.rules.options == host.setup.options == wanted
    french = lesson_id == "marshmallow_test/5-first-match" and code == "fr"
    assert wanted.get("trump_follow", "may") == ("must" if french else "may")
    while host.student not in host.deciders:
        host.update(5.0)
    host.play(host.student, host.view(host.student).legal[0])
    saved = match_from_save(lesson, json.loads(json.dumps(record.make_record(host.match, "0").data)))
    assert saved is not None and LessonHost(lesson, NAMES, InlineWorker(), "again", saved).rules.options == wanted


@pytest.mark.parametrize("title", sorted({name.partition("/")[0] for name in IDS}))
def test_a_title_has_four_to_seven_lessons_and_the_last_is_a_match(title: str) -> None:
    own = [lessons.load(f"{title}/{name}") for name in lessons.lesson_names(title)]
    assert 4 <= len(own) <= 7
    assert [lesson.to_end for lesson in own] == [False] * (len(own) - 1) + [True]
    assert own[-1].judge_from


def test_an_unknown_lesson_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(OptionError, match="there is no lesson “x/y”; there are ") as error:
        lessons.load("x/y")
    assert all(name in str(error.value) for name in IDS)


# Wrong files

GOOD = """lesson: {id}
steps:
"""


def parse(change: tuple[str, str], name: str = IDS[0]) -> Lesson:
    """The first lesson, with a change in its YAML."""
    from game import paths

    title, _, stem = name.partition("/")
    file = paths.lessons_folder(title) / f"{stem}.yaml"
    text = file.read_text(encoding="utf-8")
    assert change[0] in text
    data = text.replace(*change, 1).encode()
    return lessons.parse(data, file.with_suffix(".json").read_bytes(), file.name, name)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("say: follow", "say: Follow"), r"1-tricks\.yaml:5: steps\[0\]\.say: must be the name of a text"),
        (("say: follow", "sya: follow"), r"1-tricks\.yaml:5: .*unknown key \"sya\".*did you mean"),
        (("steps:", "until: nothing\nsteps:"), r"1-tricks\.yaml:3: until: must be a step of the title, not"),
        (("at: 2", "at: 1"), r"entry 1 of the record is not a move of the student"),
        (("at: 2", "at: 99"), r"must be a whole number from 1 to 16"),
        (("at: 4", "at: 2"), r"2 is already on line 4"),
        (("move: green 9", "move: green 8"), r"must be a legal move, not \"green 8\""),
        (("move: green 9", "mover: green 9"), r"unknown key \"mover\""),
        (("{move: green 9}", "{move: green 9, seat: 1}"), r"must have exactly one key"),
        (("{move: green 9}", "{seat: 7}"), r"must be 0, 1 or 2"),
        (("{green 3: too_low}", "{green 9: too_low}"), r"must be a move that is not allowed"),
        (("    otherwise: beatable\n", ""), r"is a legal move here, but neither allowed nor wrong"),
        (("otherwise: beatable", "free: true\n    otherwise: beatable"), r"where the student is free"),
        (("lesson: marshmallow_test/1-tricks", "lesson: other"), r"line|must be marshmallow_test/1-tricks"),
        (("allow: [pink 9, pink 11]", "allow: [pink 9]"), r"must allow “pink 11”, the move of the record"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        parse(change)


def test_only_a_lesson_against_the_clock_can_have_missed_turns() -> None:
    with pytest.raises(SpecError, match=r"1-tricks\.yaml:3: missed: only a lesson with “live” has"):
        parse(("steps:", "missed: too_low\nsteps:"))


def test_a_decision_without_a_step_is_refused() -> None:
    with pytest.raises(SpecError, match="the student decides at entry 7, but no step is there"):
        parse(("  - at: 7\n    say: lose\n    otherwise: may_win\n", ""))


def test_a_damaged_record_is_refused() -> None:
    with pytest.raises(SpecError, match=r"x\.json: "):
        lessons.parse(GOOD.format(id="a/b").encode(), b"{", "x.yaml", "a/b")
