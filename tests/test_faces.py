"""Faces react to what everybody sees, and bots say something about it now and then."""

from __future__ import annotations

from random import Random

import pytest

from game.data import catalog
from game.titles import TITLES
from game.ui.art import all_avatars, assets_folder
from game.ui.face_look import REACTIONS, FaceLook
from game.ui.look_file import read_look
from game.ui.table.faces import PUPILS, REACTION_S, Faces, all_gazes, gaze
from game.ui.table.remarks import LINES_PER_MOOD, REMARK_S, SILENCE_S, Remarks
from game.words.locale import Texts, languages
from tests.inline_worker import InlineWorker
from tests.table import TableDriver

LOOK = FaceLook(rises={"points": "pleased"}, seats={"stuck": "annoyed", "out": "pleased"}, all={"flip": "surprised"})
SEATS = {"marshmallow_test": 3, "face_to_face": 2, "jelly_mind": 2, "happy_mochi": 2}
LONGEST_REMARK = 36
"""Letters of the longest remark: it stands beside a plate."""


def some_faces(remarks: Remarks | None = None) -> Faces:
    faces = Faces(LOOK, catalog.spec("face_to_face"), "out", 2, remarks or Remarks("face_to_face", ["", None]))
    faces.start({"points": (0, 0), "stuck": -1, "out": (), "winner": -1})
    return faces


def moods(faces: Faces, **facts: object) -> list[str]:
    return [faces.mood(seat, facts, busy=False) for seat in range(2)]


def test_a_face_reacts_to_its_own_luck_for_a_moment() -> None:
    faces = some_faces()
    assert moods(faces) == ["calm", "calm"]
    faces.on_fact("points", (0, 3))
    assert moods(faces) == ["calm", "pleased"]
    faces.update(REACTION_S + 0.01)
    faces.on_fact("points", (0, 1))
    assert moods(faces) == ["calm", "calm"], "nobody reacts to a number that falls, as at the start of a round"
    faces.on_fact("stuck", 0)
    assert moods(faces) == ["annoyed", "calm"]
    faces.on_fact("out", (1,))
    assert moods(faces, out=(1,)) == ["annoyed", "pleased"]
    faces.update(REACTION_S + 0.01)
    assert moods(faces, out=(1,)) == ["calm", "out"], "asleep afterwards"
    faces.on_step("flip")
    assert moods(faces) == ["surprised", "surprised"]
    faces.start({})
    assert moods(faces) == ["calm", "calm"], "an undo takes the reaction back"


def test_a_calm_face_looks_at_who_plays() -> None:
    assert gaze((0, 0), (100, 0)) == {PUPILS: "translate(3.5 0.0)"}
    assert gaze((0, 0), (0, -50)) == {PUPILS: "translate(0.0 -3.0)"}
    assert gaze((5, 5), (5, 5)) == {}
    assert gaze((0, 0), (-70, 70)) in all_gazes() and len(all_gazes()) == 8


@pytest.mark.parametrize("avatar", all_avatars())
def test_every_avatar_has_every_mood_and_pupils_that_move(avatar: str) -> None:
    folder = assets_folder() / "avatars"
    for mood in (*REACTIONS, "calm", "thinking", "out"):
        assert (folder / f"{avatar}_{mood}.svg").is_file()
    assert (folder / f"{avatar}_calm.svg").read_text(encoding="utf-8").count(PUPILS) == 2


@pytest.mark.parametrize("title", TITLES)
def test_what_faces_react_to_is_there(title: str, worker: InlineWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names in the file are facts or steps of the title; in a match some face changes."""
    rules, faces = catalog.rules(title), read_look(catalog.spec(title)).faces
    table = TableDriver(title, SEATS[title], worker=worker)
    facts = set(table.host.view(0).facts)
    assert {*faces.rises, *faces.seats} <= facts and set(faces.all) <= facts | set(rules.steps)
    seen: set[str] = set()
    monkeypatch.setattr(table.table.faces.remarks, "hear", lambda seat, mood: seen.add(mood))
    table.play_to_score()
    assert seen <= {*faces.rises.values(), *faces.seats.values(), *faces.all.values()}
    assert seen or not faces.rises


def test_bots_speak_rarely_one_at_a_time_and_people_never() -> None:
    remarks = Remarks("marshmallow_test", ["waiter", None, ""], Random(1))
    remarks.allowed = True
    spoken: list[tuple[int, str]] = []
    last_s, texts = -SILENCE_S, Texts.load("en")
    for second in range(2000):
        remarks.update(1.0)
        for seat in range(3):
            remarks.hear(seat, "pleased")
        if remarks.spoken and (not spoken or second - last_s > REMARK_S):
            assert not spoken or second - last_s >= SILENCE_S - 1
            spoken.append((remarks.spoken[0], remarks.text(texts)))
            last_s = second
    assert {seat for seat, _ in spoken} == {0, 2}
    assert len({text for _, text in spoken}) >= LINES_PER_MOOD and "Slow and steady." in {text for _, text in spoken}


def test_remarks_can_be_switched_off() -> None:
    remarks = Remarks("marshmallow_test", ["waiter"], Random(1))
    for _ in range(500):
        remarks.update(SILENCE_S)
        remarks.hear(0, "pleased")
        assert remarks.spoken is None


@pytest.mark.parametrize("code", [code for code, _ in languages()])
def test_every_character_has_its_own_short_words(code: str) -> None:
    texts = Texts.load(code)
    lines = [texts(f"remark.{mood}.{line}") for mood in REACTIONS for line in range(1, LINES_PER_MOOD + 1)]
    for title in TITLES:
        for character in catalog.spec(title).characters:
            lines += [texts(f"{title}.characters.{character}.{mood}") for mood in ("pleased", "annoyed")]
    assert len(set(lines)) == len(lines) and max(map(len, lines)) <= LONGEST_REMARK
