"""Plural forms: every language's own rules, in its own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.errors import SpecError
from game.words.locale import Texts
from game.words.plurals import PluralRuleError, PluralRules

POLISH = {
    "one": "n = 1",
    "few": "n % 10 = 2..4 and n % 100 != 12..14",
    "many": "n % 10 = 0,1 or n % 10 = 5..9 or n % 100 = 12..14",
}
ARABIC = {"zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n % 100 = 3..10", "many": "n % 100 = 11..99"}


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ({"one": "n = 1"}, {0: "other", 1: "one", 2: "other", 11: "other", -1: "one"}),
        ({"one": "i = 0,1"}, {0: "one", 1: "one", 2: "other"}),
        (POLISH, {1: "one", 2: "few", 4: "few", 5: "many", 12: "many", 21: "many", 22: "few", 112: "many"}),
        (ARABIC, {0: "zero", 1: "one", 2: "two", 3: "few", 110: "few", 11: "many", 99: "many", 100: "other"}),
    ],
    ids=["English", "French", "Polish", "Arabic"],
)
def test_a_count_takes_the_form_that_its_language_says(rules: dict[str, str], counts: dict[int, str]) -> None:
    found = PluralRules(rules)
    assert {count: found.category(count) for count in counts} == counts


BAD_RULES = ("", "n", "n = ", "n == 1", "x = 1", "n % 0 = 1", "n = 1 or", "n = 1..", "n = one", "n=1")


@pytest.mark.parametrize("rule", BAD_RULES)
def test_a_rule_that_cannot_be_read_is_refused(rule: str) -> None:
    with pytest.raises(PluralRuleError):
        PluralRules({"one": rule})


LANGUAGE = """
language: {{name: Polski, plural: {plural}, thousands: " "}}
cards: {forms}
"""
RULES = "{" + ", ".join(f'{name}: "{rule}"' for name, rule in POLISH.items()) + "}"
FORMS = '{one: "{count} karta", few: "{count} karty", many: "{count} kart", other: "{count} karty"}'


def language(folder: Path, plural: str, forms: str) -> Texts:
    english = 'language: {name: English, plural: {one: "n = 1"}}\ncards: {one: "1 card", other: "{count} cards"}\n'
    (folder / "en.yaml").write_text(english, encoding="utf-8")
    (folder / "pl.yaml").write_text(LANGUAGE.format(plural=plural, forms=forms), encoding="utf-8")
    return Texts.load("pl", folder=folder)


def test_a_language_with_four_forms_needs_only_its_file(tmp_path: Path) -> None:
    texts = language(tmp_path, RULES, FORMS)
    assert [texts("cards", count=count) for count in (1, 3, 5, 22)] == ["1 karta", "3 karty", "5 kart", "22 karty"]


def test_a_form_that_is_missing_or_too_many_is_refused(tmp_path: Path) -> None:
    for forms in ('{one: "karta", other: "karty"}', FORMS.replace("few", "two")):
        with pytest.raises(SpecError, match="needs exactly the forms one, few, many and other"):
            language(tmp_path, RULES, forms)


def test_a_bad_rule_in_a_file_is_refused_with_the_rule(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="n is 1"):
        language(tmp_path, '{one: "n is 1"}', '{one: "karta", other: "karty"}')


def test_the_placeholders_of_a_translation_decide_nothing(tmp_path: Path) -> None:
    texts = language(tmp_path, RULES, FORMS.replace("{count}", "kilka"))
    assert texts.placeholders("cards") == {"count"}
