"""The rule books say everything, in every language, about the game that is really played."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game import paths
from game.data import catalog, rule_search, rulebook, rulebook_file
from game.data.rulebook import Clause, DiagramPiece, Example, RuleBook
from game.engine.errors import SpecError
from game.engine.spec import ChoiceOption
from game.titles import TITLES
from tests.test_clauses import CLAUSES

LANGUAGES = ("en", "es", "fr")
PREFIXES = {"marshmallow_test": "mt", "face_to_face": "ff", "jelly_mind": "jm", "happy_mochi": "hm"}
FOLDER = paths.resource_folder() / "locales" / "rules"

every_book = pytest.mark.parametrize(
    ("title", "language"), [(title, language) for title in PREFIXES for language in LANGUAGES]
)
every_title = pytest.mark.parametrize("title", PREFIXES)


@cache
def book(title: str, language: str) -> RuleBook:
    return rulebook_file.read(title, language)


def clauses(its_book: RuleBook) -> list[Clause]:
    return [clause for section in its_book.sections for clause in section.clauses]


def entries(its_book: RuleBook) -> list[Clause | Example]:
    return [*clauses(its_book), *its_book.examples]


def texts(its_book: RuleBook) -> Iterator[str]:
    credit = its_book.credits
    yield from (its_book.tagline, credit.designers, credit.publisher, credit.unofficial, *its_book.summary)
    yield from (variant.text for variant in its_book.variants)
    yield its_book.turn.caption if its_book.turn is not None else ""
    for section in its_book.sections:
        yield section.heading
    for entry in entries(its_book):
        yield entry.text
        yield entry.caption


# Complete and alike


def test_every_title_has_its_books_and_no_book_is_left_over() -> None:
    assert {*TITLES} == {*PREFIXES}
    assert {file.name for file in FOLDER.iterdir()} == {f"{t}.{code}.yaml" for t in PREFIXES for code in LANGUAGES}


@every_book
def test_every_clause_stands_in_the_book_once(title: str, language: str) -> None:
    ids = [name for clause in clauses(book(title, language)) for name in clause.ids]
    prefix = PREFIXES[title]
    wanted = {f"{prefix.upper()}-{number}" for number in range(1, CLAUSES[prefix] + 1)}
    assert len(ids) == len(set(ids))
    assert {name for name in ids if name[-1].isdecimal()} == wanted
    assert {name.rstrip("abcdefgh") for name in ids} == wanted, "a part belongs to a clause that is there"


@every_book
def test_clauses_stand_in_the_order_of_their_numbers(title: str, language: str) -> None:
    ids = [clause.ids[0].partition("-")[2] for clause in clauses(book(title, language))]
    numbers = [(int(name.rstrip("abcdefgh")), name.lstrip("0123456789")) for name in ids]
    assert numbers == sorted(numbers)


@every_book
def test_the_aim_of_the_game_is_said_first(title: str, language: str) -> None:
    assert book(title, language).summary[0].startswith({"en": "Aim", "es": "Objetivo", "fr": "But du jeu"}[language])


@every_book
def test_the_book_opens_with_a_picture_of_a_turn_and_ends_its_summary_with_the_key(title: str, language: str) -> None:
    its_book = book(title, language)
    assert its_book.turn is not None and its_book.turn.caption
    assert its_book.summary[-1].startswith({"en": "The key:", "es": "La clave:", "fr": "La clé\u00a0:"}[language])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("trick", "leads", "trump")),
        ("es", ("baza", "empieza", "triunfo")),
        ("fr", ("pli", "ouvre le pli", "atout")),
    ],
)
def test_trick_lead_and_trump_are_explained_where_they_first_appear(language: str, words: tuple[str, ...]) -> None:
    its_book = book("marshmallow_test", language)
    assert its_book.turn is not None
    aim, *others = its_book.summary
    for word in words:
        lines = (its_book.tagline, aim, its_book.turn.caption, *others)
        first = next(line for line in lines if re.search(rf"\b{word}s?\b", line))
        assert f"**{word}**" in first


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_of_the_effects_stand_beside_their_names(language: str) -> None:
    for name, effect in {"HM-13": "flip", "HM-14": "draw", "HM-15": "pass", "HM-16": "reserve"}.items():
        clause = book("happy_mochi", language).find_clause(name)
        assert clause is not None and clause.cards == (DiagramPiece("effect", effect),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_quotas_is_that_of_the_game(language: str) -> None:
    clause = book("marshmallow_test", language).find_clause("MT-9")
    assert clause is not None
    shown: dict[int, int] = {}
    counts: list[int] = []
    for piece in clause.cards:
        if piece.kind == "players":
            first, _, last = piece.name.partition("–")
            counts = [*range(int(first), int(last or first) + 1)]
        elif piece.kind == "back":
            shown |= {count: shown.get(count, 0) + 1 for count in counts}
    assert shown == dict(catalog.spec("marshmallow_test").quotas)


@every_title
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_languages_are_built_alike(title: str, language: str) -> None:
    def shape(its_book: RuleBook) -> object:
        return (
            its_book.title,
            len(its_book.summary),
            its_book.turn and its_book.turn.cards,
            [variant.option for variant in its_book.variants],
            [[(c.ids, c.cards, bool(c.caption), c.option, c.ours) for c in s.clauses] for s in its_book.sections],
            [(e.id, e.clauses, e.cards, bool(e.caption)) for e in its_book.examples],
        )

    assert shape(book(title, language)) == shape(book(title, "en"))


@every_title
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_languages_say_the_same_numbers_in_different_words(title: str, language: str) -> None:
    theirs, ours = book(title, language), book(title, "en")
    for one, other in zip(entries(theirs), entries(ours), strict=True):
        assert one.text != other.text
        assert sorted(re.findall(r"\d+", one.text)) == sorted(re.findall(r"\d+", other.text)), one


@every_book
def test_there_are_worked_examples_for_what_needs_them(title: str, language: str) -> None:
    told = {clause for example in book(title, language).examples for clause in example.clauses}
    needed = {
        "marshmallow_test": {"MT-10", "MT-12"},
        "face_to_face": {"FF-4", "FF-5", "FF-7", "FF-8", "FF-11"},
        "jelly_mind": {"JM-8", "JM-9", "JM-10"},
        "happy_mochi": {"HM-10", "HM-11", "HM-12", "HM-18", "HM-20", "HM-24"},
    }
    assert needed[title] <= told


# True to the game


@every_title
def test_every_value_of_every_option_is_named(title: str) -> None:
    its_book = book(title, "en")
    named = [(name, value) for variant in its_book.variants for name, value in variant.option.items()]
    for option in catalog.spec(title).options.values():
        values = option.values if isinstance(option, ChoiceOption) else (rulebook.ANY_VALUE,)
        default = [] if isinstance(option, ChoiceOption) else [option.default]
        found = [value for name, value in named if name == option.name]
        assert found in (list(values), [*default, *values])


@every_book
def test_a_match_has_one_line_for_each_option(title: str, language: str) -> None:
    options = catalog.rules(title).options
    lines = book(title, language).variant_lines(options)
    assert len(lines) == len(options)
    assert not [line for line in lines if "{" in line]
    assert all(str(value) in " ".join(lines) for value in options.values() if isinstance(value, int))


@every_book
def test_the_printed_number_is_named_only_beside_another_one(title: str, language: str) -> None:
    """"(the printed rules say 30)" would be noise after "30"."""
    for name, option in catalog.spec(title).options.items():
        if isinstance(option, ChoiceOption):
            continue
        for value in (option.default, option.default + 1):
            options = {**catalog.rules(title).options, name: value}
            lines = [line for line in book(title, language).variant_lines(options) if str(value) in line]
            assert len(lines) == 1 and lines[0].count(str(value)) == 1
            assert value != option.default or "(" not in lines[0]


def test_an_edition_has_clauses_of_its_own() -> None:
    def held(follow: str) -> set[str]:
        return {c.ids[0] for c in clauses(book("marshmallow_test", "en")) if c.holds({"trump_follow": follow})}

    assert held("may") - held("must") == {"MT-15a"}
    assert held("must") - held("may") == {"MT-15b", "MT-15c"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_effects_are_those_on_the_cards_and_marked_as_ours(language: str) -> None:
    spec = catalog.spec("happy_mochi")
    its_book = book("happy_mochi", language)
    for name, effect in {"HM-13a": "flip", "HM-14a": "draw", "HM-15a": "pass", "HM-16a": "reserve"}.items():
        clause = its_book.find_clause(name)
        assert clause is not None and clause.ours
        shown = {piece.name for piece in clause.cards}
        assert shown == {spec.faces[card].name for card, its_effect in spec.effects.items() if its_effect == effect}
    reconstruction = its_book.find_clause("HM-1a")
    assert reconstruction is not None and reconstruction.ours
    assert re.findall(r"\d+", reconstruction.text) == [str(len(spec.effects)), str(len(spec.faces))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_are_those_of_the_game(language: str) -> None:
    def numbers(title: str, clause: str) -> set[int]:
        entry = book(title, language).find_clause(clause)
        assert entry is not None
        return {int(number) for number in re.findall(r"\d+", entry.text)}

    spec = {title: catalog.spec(title) for title in PREFIXES}
    marshmallow, face, jelly = (spec[title].numbers for title in ("marshmallow_test", "face_to_face", "jelly_mind"))
    quotas = spec["marshmallow_test"].quotas
    assert numbers("marshmallow_test", "MT-9") == {*quotas, *quotas.values()}
    assert marshmallow["hand"] in numbers("marshmallow_test", "MT-3")
    assert {marshmallow[f"{size}_tokens"] for size in ("small", "large")} < numbers("marshmallow_test", "MT-18")
    assert numbers("face_to_face", "FF-2") == {face["rising_from"], face["falling_from"]}
    assert numbers("face_to_face", "FF-5") == {face["backwards"]}
    assert numbers("face_to_face", "FF-9") == {face["minimum"]}
    assert numbers("face_to_face", "FF-11") == {face["draw"], face["hand"]}
    assert numbers("jelly_mind", "JM-5a") == {jelly["simultaneity_ms"]}
    assert numbers("jelly_mind", "JM-6a") == {jelly["standoff_s"], catalog.rules("jelly_mind").options["patience"]}
    assert numbers("jelly_mind", "JM-13") == {jelly["goal"]}
    assert numbers("happy_mochi", "HM-2") == {spec["happy_mochi"].numbers["hand"]}
    for title, clause in (("marshmallow_test", "MT-17"), ("happy_mochi", "HM-24")):
        assert numbers(title, clause) == {catalog.rules(title).options["target"]}


def test_tokens_in_diagrams_are_drawn() -> None:
    drawn = {file.stem for file in (paths.resource_folder() / "assets" / "tokens").glob("*.svg")}
    for title in PREFIXES:
        its_book = book(title, "en")
        for entry in entries(its_book):
            assert {piece.name for piece in entry.cards if piece.kind == "token"} <= drawn


# Well written


@every_book
def test_nothing_unfinished(title: str, language: str) -> None:
    for text in texts(book(title, language)):
        assert not re.search(r"\b(TODO|FIXME|XXX|TBD|lorem|ipsum)\b|\.\.\.|\?\?|[\"']{2}", text), text
        assert not text or text[0] in "*¡¿" or text[0].isupper() or text[0].isdecimal(), text


@every_book
def test_sentences_end(title: str, language: str) -> None:
    its_book = book(title, language)
    for entry in entries(its_book):
        for text in filter(None, (entry.text, entry.caption)):
            assert text.rstrip("*")[-1] in (".!?:" if entry.cards else ".!?"), text


@every_title
def test_french_has_its_spaces(title: str) -> None:
    printed = book(title, "fr").title
    for text in texts(book(title, "fr")):
        bare = text.replace(printed, "")
        assert not re.search(r"[^\u00a0][!?;:»]|«[^\u00a0]|\u202f", bare), text


@every_title
def test_spanish_opens_what_it_closes(title: str) -> None:
    for text in texts(book(title, "es")):
        assert text.count("¿") == text.count("?") and text.count("¡") == text.count("!"), text


@every_title
def test_readers_are_friends(title: str) -> None:
    for language, formal in {"es": r"\b(ustedes|usted|vosotros|sois)\b", "fr": r"\b(vous|votre|vos)\b"}.items():
        assert not [text for text in texts(book(title, language)) if re.search(formal, text, re.IGNORECASE)]


def test_every_font_can_write_it() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from pygame import font

    font.init()
    used = {*"".join(text for title in PREFIXES for language in LANGUAGES for text in texts(book(title, language)))}
    for file in sorted((paths.resource_folder() / "assets" / "fonts").rglob("*.[ot]tf")):
        its_font = font.Font(file, 20)
        assert not [char for char in sorted(used) if its_font.metrics(char) in ([], [None])], file.name


# Finding


@pytest.mark.parametrize(
    ("title", "language", "words", "clause"),
    [
        ("marshmallow_test", "en", "follow suit", "MT-6"),
        ("marshmallow_test", "en", "mt-12", "MT-12"),
        ("marshmallow_test", "en", "MT 12", "MT-12"),
        ("marshmallow_test", "es", "BAZA ULTIMA", "MT-14"),
        ("marshmallow_test", "fr", "couleur demandee", "MT-5"),
        ("face_to_face", "en", "backwards", "FF-5"),
        ("face_to_face", "fr", "pile descendante", "FF-6"),
        ("jelly_mind", "es", "muerte subita", "JM-14"),
        ("happy_mochi", "es", "reconstrucción", "HM-1a"),
        ("happy_mochi", "fr", "reserver", "HM-16"),
    ],
)
def test_search_finds_a_clause(title: str, language: str, words: str, clause: str) -> None:
    assert clause in rule_search.search(book(title, language), words)


def test_search_wants_all_words_and_whole_numbers() -> None:
    its_book = book("marshmallow_test", "en")
    assert rule_search.search(its_book, "MT-1") == ["MT-1"]
    assert rule_search.search(its_book, "trump dragon") == []
    assert rule_search.search(its_book, "  ** ") == []
    found = rule_search.search(its_book, "trump")
    order = [clause.ids[0] for clause in clauses(its_book)]
    assert found == [name for name in order if name in found] and len(found) > 3


@every_book
def test_every_clause_is_found_by_its_own_words(title: str, language: str) -> None:
    its_book = book(title, language)
    for clause in clauses(its_book):
        assert clause.ids[0] in rule_search.search(its_book, rulebook.without_bold(clause.text)), clause.ids


def test_find() -> None:
    its_book = book("marshmallow_test", "en")
    clause = its_book.find_clause("MT-15")
    assert clause is not None and clause.ids == ("MT-15",)
    assert its_book.find_clause("MT-99") is None


@every_title
def test_every_clause_that_the_game_points_to_can_be_opened(title: str) -> None:
    sources = [file.read_text(encoding="utf-8") for file in paths.title_file(title).parent.glob("*.py")]
    clauses = {clause for source in sources for clause in re.findall(rf'"({rulebook.CLAUSE_PATTERN})"', source)}
    assert clauses
    for clause in clauses:
        assert book(title, "en").find_clause(clause), clause


def test_bold_words() -> None:
    assert rulebook.bold_spans("You **may** trump.") == [("You ", False), ("may", True), (" trump.", False)]
    assert rulebook.bold_spans("**Flip.**") == [("Flip.", True)]
    assert rulebook.without_bold("You **may** trump.") == "You may trump."


# Missing or damaged

SMALL = """\
title: Small
tagline: A line.
credits: {designers: A, publisher: B, unofficial: C}
summary: [One line.]
variants:
  - {option: {target: any}, text: "To {value}."}
sections:
  - heading: One
    clauses:
      - {id: [MT-1, MT-2], text: First., cards: [pink 7, gap, back pink, then, back, token mochi], caption: Cards.}
      - {id: MT-3, text: Second., option: {trump_follow: must}, ours: true}
examples:
  - {id: mt-one, clauses: [MT-3], text: Third.}
"""


def small(text: str = SMALL) -> RuleBook:
    return rulebook_file.parse(text.encode(), "small.yaml", catalog.spec("marshmallow_test"), "en")


def test_a_book_of_every_part() -> None:
    first, second = clauses(small())
    assert first.ids == ("MT-1", "MT-2")
    assert first.cards == (
        DiagramPiece("card", "pink 7"), DiagramPiece("gap"), DiagramPiece("back", "pink"), DiagramPiece("then"),
        DiagramPiece("back"), DiagramPiece("token", "mochi"),
    )  # fmt: skip
    assert second.ours and not first.ours
    assert second.holds({"trump_follow": "must"}) and not second.holds({"trump_follow": "may"})
    assert small().variant_lines({"trump_follow": "may", "target": 25}) == ("To 25.",)
    assert small().find_clause("MT-2") == first


@pytest.mark.parametrize(
    ("old", "new", "line", "path", "words"),
    [
        ("tagline: A line.\n", "", 1, "tagline", "missing"),
        ("tagline: A line.", "tagline: ''", 2, "tagline", "a text of 1 to"),
        ("tagline:", "tag:", 2, "tag", "unknown key"),
        ("unofficial: C", "official: C", 3, "credits.official", "unknown key"),
        ("[One line.]", "[]", 4, "summary", "a list of 1 to 9"),
        ("{value}", "{worth}", 6, "variants[0].text", "{value}"),
        ("{target: any}", "{trump_follow: any}", 6, "variants[0].option.trump_follow", "may or must"),
        ("MT-3, text", "MT-1, text", 11, "sections[0].clauses[1].id", "is already on line 10"),
        ("MT-3, text", "trumps, text", 11, "sections[0].clauses[1].id", "AB-12"),
        ("Second.", "Sec**ond.", 11, "sections[0].clauses[1].text", "not closed"),
        ("Second.", "'Sec {0} ond.'", 11, "sections[0].clauses[1].text", "may not hold"),
        ("Second.", "Sec  ond.", 11, "sections[0].clauses[1].text", "two spaces"),
        ("pink 7", "pink 13", 10, "sections[0].clauses[0].cards[0]", "a card from pink 1 to white 12"),
        ("then", "than", 10, "sections[0].clauses[0].cards[3]", "did you mean"),
        ("must}", "maybe}", 11, "sections[0].clauses[1].option.trump_follow", "may or must"),
        ("{trump_follow: must}", "{}", 11, "sections[0].clauses[1].option", "an option and its value"),
        ("{trump_follow: must}", "{trumps: must}", 11, "sections[0].clauses[1].option.trumps", "unknown key"),
        ("ours: true", "ours: yes", 11, "sections[0].clauses[1].ours", "true or false"),
        ("ours: true", "caption: Under nothing.", 11, "sections[0].clauses[1].caption", "no cards"),
        ("clauses: [MT-3]", "clauses: [MT-4]", 13, "examples[0].clauses[0]", "MT-1, MT-2 or MT-3"),
        ("examples:", "examples: [", 13, "", "not readable as YAML"),
    ],
)  # fmt: skip
def test_a_damaged_book_says_where_and_what(old: str, new: str, line: int, path: str, words: str) -> None:
    assert old in SMALL
    with pytest.raises(SpecError) as caught:
        small(SMALL.replace(old, new, 1))
    assert caught.value.file == "small.yaml"
    assert (caught.value.line, caught.value.path) == (line, path)
    assert words in str(caught.value)


def test_english_steps_in_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "face_to_face.en.yaml").write_bytes((FOLDER / "face_to_face.en.yaml").read_bytes())
    missing = rulebook_file.load("face_to_face", "fr", tmp_path)
    assert (missing.language, missing.find_clause("FF-8")) == ("en", book("face_to_face", "en").find_clause("FF-8"))
    assert "face_to_face.fr.yaml" in missing.fault
    (tmp_path / "face_to_face.es.yaml").write_text("title: The Game\nno: good\n", encoding="utf-8")
    wrong = rulebook_file.load("face_to_face", "es", tmp_path)
    assert wrong.fault.startswith("face_to_face.es.yaml:2: no: unknown key")
    assert rulebook_file.load("face_to_face", "en", tmp_path).fault == ""


def test_without_english_there_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"jelly_mind\.en\.yaml: cannot be read"):
        rulebook_file.load("jelly_mind", "fr", tmp_path)
