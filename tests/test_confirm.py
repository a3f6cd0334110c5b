"""A question before something is lost: yes or no, and nothing that could be taken for another answer."""

from __future__ import annotations

import pytest

from game.ui.screens.confirm import Confirm, ConfirmResult
from game.ui.screens.settings import SettingsScreen
from tests.screen import ENGLISH
from tests.test_screens import over


@pytest.mark.parametrize(("name", "answer"), [("yes", ConfirmResult.YES), ("no", ConfirmResult.NO)])
def test_a_question_is_answered_with_yes_or_no(name: str, answer: ConfirmResult) -> None:
    driver, table = over(Confirm("confirm.restart"))
    driver.click(name)
    assert table.results == [answer]


@pytest.mark.parametrize(("name", "text_size"), [("yes", 100), ("no", 125)])
def test_settings_go_back_to_the_usual_ones_only_after_yes(name: str, text_size: int) -> None:
    driver, _ = over(SettingsScreen(), settings=ENGLISH.with_changes(text_size=125))
    driver.click("reset")
    driver.click(name)
    assert driver.kit.settings.text_size == text_size
