"""Texts of the table in their rooms, at 150 % and with long names: prompts with their buttons, remarks, captions, tips.

Only measured, not drawn. That rectangles do not overlap is tested elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from game.data import catalog
from game.titles import TITLES
from game.ui.kit import Kit
from game.ui.look_file import load_look
from game.ui.table import paint, panels, prompt, text_place
from game.ui.table.layout import Layout
from game.words.locale import Texts
from tests.screen import ENGLISH, Driver
from tests.test_locale import CODES, HAS_A_LIST, LONG_VALUES, forms, texts_of
from tests.test_screens import menu

SIZE = (1280, 720)
FONTS = ("plain", "readable", "dyslexic")
LONG_NAMES = ("Maximiliano", "Bernadette", "Alessandra", "Konstantin", "Guillermina", "Christophe")
VALUES = LONG_VALUES | dict.fromkeys(("who", "name", "to", "seat", "rival"), LONG_NAMES[0]) | {
    "of": f"de {LONG_NAMES[0]}", "seat_of": f"de {LONG_NAMES[0]}", "zone": f"la pila descendente de {LONG_NAMES[0]}",
    "names": f"{LONG_NAMES[0]} et {LONG_NAMES[1]}", "seats": f"{LONG_NAMES[0]} et {LONG_NAMES[1]}",
    "numbers": "11, 13, 20, 30, 48 y 50",
}  # fmt: skip
MIDDLE_U = 60.0
"""Half the width of what lies in the middle of the table, where no label of a badge may reach."""
AID_PICTURE_AND_EDGES_U = 44.0
MAX_PROMPT_LINES, MAX_REMARK_LINES = 3, 5
REMARKS = ("refusal", "warning", "look", "stuck", "hint", "table")
"""Sections of texts that are shown in a bubble."""


@cache
def kit(code: str, font: str = "plain", text_size: int = 150) -> Kit:
    its: Kit = Driver(menu(), SIZE, ENGLISH.with_changes(language=code, text_size=text_size, font=font)).kit
    return its


def filled(text: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda value: VALUES.get(value[1], "12"), text)


def sentences(code: str, *sections: str) -> Iterator[tuple[str, str]]:
    """All texts of these sections with long values, by key. Texts with lists of cards are left out."""
    for key, text in texts_of(code).items():
        if key.split(".")[0] in sections:
            yield from ((key, filled(form)) for form in forms(text) if not HAS_A_LIST.search(form))


def buttons(title: str, asked: str, texts: Texts) -> tuple[list[str], list[str]]:
    """The labels and icons of the buttons under a question: those of all verbs that have no card and no pile."""
    spec = catalog.spec(title)
    moves = {move.verb: move for move in catalog.rules(title).book(0)}
    if asked == "trump":
        return [texts(f"{title}.suits.{suit.id}.name") for suit in spec.suits], ["icon"] * len(spec.suits)
    if asked == "target":
        return [texts(f"{title}.labels.target.self"), *LONG_NAMES[1 : spec.seats[-1]]], [""] * spec.seats[-1]
    labels = [texts_of(texts.code).get(f"{title}.labels.{verb}", "") for verb, move in moves.items() if not move.zone]
    return [filled(str(label)) for label in labels if label], [""] * sum(bool(label) for label in labels)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_every_prompt_fits_with_its_buttons(title: str, code: str) -> None:
    its, spec = kit(code), catalog.spec(title)
    layout = Layout(load_look(spec), its.metrics, spec.seats[-1], 0)
    for key, what in sentences(code, "ask", "waiting"):
        if key.split(".")[1] != title:
            continue
        text = what if key.startswith("waiting") else its.texts("prompt.named", name=LONG_NAMES[0], what=what)
        labels, icons = buttons(title, key.split(".")[2], its.texts)
        for these, those in (([], []), (labels, icons)):
            line = prompt.prompt_layout(its, layout, text, these, those, column_free=False)
            rows = its.fonts.wrap(text, "bold", 19, line.prompt_width - panels.PILL_SIDES_U)
            assert len(rows) <= MAX_PROMPT_LINES, (key, rows)
            assert all(left >= 0 and left + width <= its.metrics.width for left, _, width in line.buttons), (key, these)
            at = prompt.prompt_rect(its, text, line)
            assert its.metrics.width_px >= at.right and at.left >= 0 and at.top > SIZE[1] / 2, (key, at)


@pytest.mark.parametrize("code", CODES)
def test_every_remark_fits(code: str) -> None:
    """Also the longest: a hint with its move and two reasons."""
    its = kit(code)
    told = dict(sentences(code, *REMARKS))
    for title in TITLES:
        reasons = sorted((text for key, text in sentences(code, "why") if key.split(".")[1] == title), key=len)
        move = max((filled(form) for key, text in texts_of(code).items() if key.startswith(f"{title}.verbs.")
                    for form in forms(text)), key=len)  # fmt: skip
        told[f"hint of {title}"] = its.texts("hint.again", move=move, reason=" ".join(reasons[-2:]))
    widest = max(text_place.OTHER_PLACE_WIDTHS_U)
    for key, text in told.items():
        rows = its.fonts.wrap(text, "bold", 19, widest - panels.PILL_SIDES_U)
        assert len(rows) <= MAX_REMARK_LINES, (key, rows)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("code", CODES)
def test_no_word_is_wider_than_the_narrowest_bubble(code: str, font: str) -> None:
    its = kit(code, font)
    room = min(text_place.OTHER_PLACE_WIDTHS_U) - panels.PILL_SIDES_U
    for key, text in sentences(code, "ask", "waiting", "why", *REMARKS):
        for word in text.split(" "):
            assert its.fonts.width(word, "bold", 19) <= room, (key, word)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("code", CODES)
def test_an_aid_fits_below_the_plate(code: str, font: str) -> None:
    """In text of the usual size; bigger text has more room elsewhere."""
    its = kit(code, font, 100)
    for key, text in sentences(code, "aid"):
        layout = Layout(load_look(catalog.spec(key.split(".")[1])), its.metrics, 2, 0)
        assert its.fonts.width(text, "bold", 15) <= layout.aid_rect[2] - AID_PICTURE_AND_EDGES_U, text


@pytest.mark.parametrize("code", CODES)
def test_captions_tips_badges_and_headings_fit(code: str) -> None:
    its = kit(code)
    for key, text in sentences(code, "caption"):
        assert its.fonts.width(text, "italic", 16) <= its.metrics.width / 2, key
    for icon in ("hint", "undo", "last_trick", "log", "rules", "pause"):
        assert its.fonts.width(its.texts(f"table.{icon}"), "bold", 15) <= its.metrics.width / 6, icon
    for title in TITLES:
        for badge in load_look(catalog.spec(title)).wide.badges:
            labels = [f"table.{start}{badge.fact}" for start in ("", "no_")]
            widths = [its.fonts.width(its.texts(key), "bold", 16) for key in labels if its.texts.has(key)]
            half = max(widths, default=0) / 2
            assert abs(badge.x) + half <= its.metrics.width / 2 and half <= abs(badge.x) - MIDDLE_U, badge
        heading = f"{its.texts(f'{title}.name')} · {its.texts('table.round', count=12)} · {its.texts('table.practice')}"
        its.fonts.fit(heading, "display", 18, its.colours.light, paint.HEADING_WIDTH_U)
    assert not its.fonts.overflows


@pytest.mark.parametrize("text_size", [100, 150])
def test_a_line_that_is_made_to_fit_is_not_wider_than_its_room(text_size: int) -> None:
    """Letters are whole pixels high, so that a smaller size may be rounded up."""
    fonts = Driver(menu(), (800, 1200), ENGLISH.with_changes(text_size=text_size)).kit.fonts
    for text in ("Maximiliano, Bea, Guillermina, Dani, Konstantin, Finn", "Enregistrer et aller au menu"):
        natural = fonts.width(text, "text", 16)
        for percent in range(30, 100):
            room = natural * percent / 100
            line, size = fonts.fitting(text, "text", 16, room, can_cut=True)
            assert fonts.width(line, "text", size) <= 1.01 * room, f"{percent} %"
            assert line != text + "…", f"{percent} %: nothing is missing"
