"""What went wrong while nobody was looking is said in words, in the language that holds when it is shown."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from game.engine.sentences import Sentence
from game.ui.notices import message_text
from game.words.locale import Texts
from game.words.message import Message
from tests.screen import ENGLISH, Driver
from tests.test_screens import menu

STILL = ENGLISH.with_changes(reduced_motion=True)


def shown(driver: Driver) -> str:
    """The words of the notice on the screen; empty if there is none."""
    driver.frames(1)
    message = driver.app.notices.message
    return message_text(driver.kit.texts, message) if message is not None else ""


def no_room(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def full(*_: object, **__: object) -> Any:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tempfile.mkstemp", full)


def test_settings_that_cannot_be_kept_are_said_to_be_lost_and_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(menu(), settings=STILL, keep=tmp_path / "settings.json")
    no_room(monkeypatch, errno.EROFS)
    driver.app.change(driver.kit.settings.with_changes(text_size=125))
    assert driver.kit.settings.text_size == 125
    assert "settings" in shown(driver) and "Read-only file system" in shown(driver)


def test_the_same_reason_is_said_once_and_another_one_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(menu(), settings=STILL, keep=tmp_path / "settings.json")
    no_room(monkeypatch, errno.EROFS)
    driver.app.change(driver.kit.settings.with_changes(text_size=125))
    driver.frames(20, dt=1.0)
    assert not shown(driver)
    driver.app.change(driver.kit.settings.with_changes(text_size=150))
    assert not shown(driver)
    no_room(monkeypatch, errno.ENOSPC)
    driver.app.change(driver.kit.settings.with_changes(text_size=175))
    assert "No space left" in shown(driver)


def test_settings_that_could_be_kept_meanwhile_are_told_of_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(menu(), settings=STILL, keep=tmp_path / "settings.json")
    for size, works in ((125, False), (150, True), (175, False)):
        with monkeypatch.context() as patch:
            if not works:
                no_room(patch, errno.EROFS)
            driver.app.change(driver.kit.settings.with_changes(text_size=size))
            assert bool(shown(driver)) != works
        driver.frames(20, dt=1.0)


def test_another_language_reaches_a_notice_that_is_shown() -> None:
    message = Message("save.failed", {"problem": Sentence("Permission denied")})
    driver = Driver(menu(), settings=STILL)
    driver.app.notices.show(message)
    assert "Permission denied" in shown(driver)
    driver.app.change(driver.kit.settings.with_changes(language="fr"))
    driver.frames(1)
    french = Driver(menu(), settings=STILL.with_changes(language="fr"))
    french.app.notices.show(message)
    french.frames(1)
    assert "enregistrer" in shown(driver) and "Permission denied" not in shown(driver)
    assert driver.surface.get_buffer().raw == french.surface.get_buffer().raw


def test_a_message_without_a_text_says_its_values() -> None:
    problem = Sentence("en.yaml: cannot be read ({reason})", reason="gone")
    message = Message("error.language_broken", {"problem": problem})
    assert message_text(Texts("en", {}), message) == "en.yaml: cannot be read (gone)"
