"""Which language is spoken before anybody has chosen one."""

from __future__ import annotations

import pygame
import pytest

from game.disk.settings import Settings
from game.start.app import App
from game.start.window import preferred_languages
from game.words.locale import system_language
from tests.screen import Driver
from tests.test_screens import menu

SILENT = Settings(effects=0, music=0)


@pytest.mark.parametrize(
    ("preferred", "code"),
    [
        (["de"], "en"),
        (["de", "fr", "es"], "fr"),
        (["es-MX"], "es"),
        (["ES_MX.UTF-8@euro"], "es"),
        (["", "../en", "zz-"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(preferred: list[str], code: str) -> None:
    assert system_language(preferred) == code


def test_the_environment_is_asked_when_nothing_preferred_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    assert system_language(["de"]) == "fr"
    assert system_language(["es"]) == "es"


def test_a_german_system_starts_in_english_without_a_complaint() -> None:
    driver = Driver(menu())
    plain = driver.surface.get_buffer().raw
    driver.app = App((1280, 720), SILENT, preferred=["de-DE"])
    driver.app.begin(menu())
    driver.frames(1)
    assert driver.kit.texts.code == "en" and driver.surface.get_buffer().raw == plain


def test_a_language_that_was_chosen_goes_before_that_of_the_system() -> None:
    Driver(menu())
    assert App((1280, 720), SILENT.with_changes(language="es"), preferred=["fr"]).kit.texts.code == "es"


def test_the_window_asks_pygame_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [{"language": "de", "country": "AT"}, {"language": "fr", "country": None}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: said)
    assert preferred_languages() == ["de-AT", "fr"]
    assert system_language(preferred_languages()) == "fr"
