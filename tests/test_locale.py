"""Languages: one file each, all saying the same things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import pygame
import pytest

from game import paths
from game.ai.face_to_face import reasons as face_to_face
from game.ai.happy_mochi import reasons as happy_mochi
from game.ai.jelly_mind import reasons as jelly_mind
from game.ai.marshmallow_test import reasons as marshmallow_test
from game.data import catalog, rulebook_file
from game.engine.dice import Dice
from game.engine.errors import SpecError
from game.engine.match import Match, Player
from game.engine.sentences import Sentence
from game.engine.spec import LEVELS, ChoiceOption
from game.play.draft import Draft
from game.titles import TITLES
from game.ui.audio import CAPTIONED_SOUNDS
from game.ui.input import BUTTONS, KEYS
from game.ui.look_file import load_look
from game.words.defaults import default_options
from game.words.locale import Texts, languages
from game.words.locale_files import Plural, Text, placeholders, read_errors, read_lesson_texts, read_texts
from tests.test_rulebook import texts as book_texts

GAME = Path(__file__).parent.parent / "game"
CODES = [code for code, _ in languages()]
OTHERS = [code for code in CODES if code != "en"]

PARTS = {
    "name", "tagline", "designer", "card", "short", "score", "points", "suits", "effects", "zones", "verbs", "labels",
    "events", "player", "now", "badges", "options", "characters", "moments",
}  # fmt: skip
"""What the section of a title may hold; wording and screen ask for these by name."""


GRAMMAR = ("language.plural.", "language.special.")
"""Keys under which a language's file has rules and patterns instead of texts."""


@cache
def texts_of(code: str) -> Mapping[str, Text]:
    return {key: text for key, text in read_texts(code).items() if not key.startswith(GRAMMAR)}


@cache
def with_lessons(code: str) -> Mapping[str, Text]:
    return {**texts_of(code), **read_lesson_texts(code)}


@cache
def all_of(code: str) -> Mapping[str, Text]:
    """With the lessons and the errors."""
    return {**with_lessons(code), **read_errors(code)}


def forms(text: Text) -> tuple[str, ...]:
    return tuple(text.forms.values()) if isinstance(text, Plural) else (text,)


# The loader


def write(folder: Path, **files: str) -> Path:
    for code, text in files.items():
        (folder / f"{code}.yaml").write_text(f"{text}\n", encoding="utf-8")
    return folder


ENGLISH = """
language: {name: English, plural: {one: "n = 1"}, special: {and: "h?i(?![aeo])"}, thousands: ","}
list: {and: {plain: "{items} and {last}", special: "{items} & {last}"}}
greet: "Hello {name}"
apples: {one: "1 apple", other: "{count} apples"}
only: {here: "In English only"}
"""
FRENCH = """
language: {name: Français, plural: {one: "n = 0,1"}, thousands: "\u202f", group_from: "10000"}
greet: "Bonjour {name}\u202f!"
apples: {one: "{count} pomme", other: "{count} pommes"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, en=ENGLISH, fr=FRENCH)


def test_a_text_is_filled_with_its_values(folder: Path) -> None:
    assert Texts.load("en", folder=folder)("greet", name="{Ana}") == "Hello {Ana}"


def test_the_count_chooses_the_form_as_the_language_counts(folder: Path) -> None:
    english, french = Texts.load("en", folder=folder), Texts.load("fr", folder=folder)
    assert [english("apples", count=n) for n in (0, 1, 2)] == ["0 apples", "1 apple", "2 apples"]
    assert [french("apples", count=n) for n in (0, 1, 2)] == ["0 pomme", "1 pomme", "2 pommes"]


def test_what_a_language_does_not_say_is_said_in_english_and_else_is_its_key(folder: Path) -> None:
    french = Texts.load("fr", folder=folder)
    assert french("only.here") == "In English only"
    assert french("nowhere.at.all") == "nowhere.at.all"
    assert french.has("only.here") and not french.has("nowhere.at.all")
    assert french.children("only") == ("here",)


def test_a_missing_value_leaves_the_text_as_it_is_but_not_in_tests(folder: Path) -> None:
    assert Texts.load("en", folder=folder)("greet") == "Hello {name}"
    strict = Texts.load("en", folder=folder, strict=True)
    with pytest.raises(KeyError, match="greet needs"):
        strict("greet")
    with pytest.raises(KeyError, match="no text"):
        strict("nowhere")


def test_numbers_and_lists_are_set_as_the_language_does_it(folder: Path) -> None:
    english, french = Texts.load("en", folder=folder), Texts.load("fr", folder=folder)
    assert [english.format_number(n) for n in (999, 12345, -1000)] == ["999", "12,345", "-1,000"]
    assert [french.format_number(n) for n in (1234, 12345)] == ["1234", "12\u00a0345"]
    assert english.join_words([]) == ""
    assert english.join_words(["Ana"]) == "Ana"
    assert english.join_words(["Ana", "Bea", "Cleo"]) == "Ana, Bea and Cleo"
    assert english.join_words(["Ana", "Inés"]) == "Ana & Inés"


def test_the_narrow_space_that_fonts_lack_becomes_the_wide_one(folder: Path) -> None:
    assert Texts.load("fr", folder=folder)("greet", name="Ana") == "Bonjour Ana\u00a0!"


def test_a_language_is_a_file_and_a_damaged_one_is_left_out(folder: Path) -> None:
    write(folder, eo="language: {name: Esperanto}", xx="language: [", notes="a: b")
    assert languages(folder) == [("en", "English"), ("eo", "Esperanto"), ("fr", "Français")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("greet: [a, b]", "not a list"),
        ('greet: "{name"', "brace"),
        ('greet: "{name.upper}"', "brace"),
        ('greet: "{0!r}"', "brace"),
        ('language: {plural: {one: "n = 1"}}\napples: {other: x}', "forms one and other"),
        ('language: {plural: {one: "n = 1"}}\napples: {one: {a: b}, other: x}', "must be text"),
        ("a.b: c", "without dots"),
        ("a: b\na: c", "twice"),
        ("- a", "table of texts"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place_and_english_goes_on(folder: Path, text: str, problem: str) -> None:
    write(folder, de=text)
    with pytest.raises(SpecError, match=problem) as refused:
        Texts.load("de", folder=folder)
    assert refused.value.file == "de.yaml" and refused.value.line
    texts, told = Texts.load_or_english("de", folder)
    assert texts("only.here") == "In English only" and problem in told


@pytest.mark.parametrize("cut", ["greet:\n  hel", 'greet: "hello', "greet: hello\nbye: so lo"])
def test_a_file_that_lost_its_end_is_refused_even_if_the_rest_can_be_read(folder: Path, cut: str) -> None:
    (folder / "de.yaml").write_text(cut, encoding="utf-8")
    texts, told = Texts.load_or_english("de", folder)
    assert texts("only.here") == "In English only" and "de.yaml" in told
    assert isinstance(told, Sentence) and told.startswith("de.yaml:")


def test_a_missing_file_and_a_strange_code_are_refused(folder: Path) -> None:
    for code in ("it", "../en", ""):
        with pytest.raises(SpecError):
            Texts.load(code, folder=folder)
    assert Texts.load_or_english("it", folder)[0].code == "en"


def test_even_without_english_there_are_keys(tmp_path: Path) -> None:
    texts, problem = Texts.load_or_english("en", tmp_path)
    assert texts("menu.play") == "menu.play" and problem


# Our languages


def test_english_spanish_and_french_are_there() -> None:
    assert {"en", "es", "fr"} <= set(CODES)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_the_keys_the_placeholders_and_the_forms_of_english(code: str) -> None:
    english, other = texts_of("en"), texts_of(code)
    assert set(english) == set(other)
    for key, text in english.items():
        assert type(text) is type(other[key]), key
        assert placeholders(text) == placeholders(other[key]), key
        assert bool(forms(text)[0]) == bool(forms(other[key])[0]), key


def test_the_edition_of_a_new_match_is_that_of_the_language() -> None:
    """MT-15: the French edition has another rule than the English and Spanish one."""
    spec = catalog.spec("marshmallow_test")
    editions = {code: default_options(spec, Texts.load(code))["trump_follow"] for code in ("en", "es", "fr")}
    assert editions == {"en": "may", "es": "may", "fr": "must"}
    for title in TITLES:
        for code in CODES:
            assert set(default_options(catalog.spec(title), Texts.load(code))) == set(catalog.spec(title).options)


def test_a_default_that_the_title_does_not_know_is_not_taken(folder: Path) -> None:
    write(folder, de="marshmallow_test: {options: {trump_follow: {default: perhaps}}}")
    spec = catalog.spec("marshmallow_test")
    assert default_options(spec, Texts.load("de", folder=folder))["trump_follow"] == "may"


def test_a_draft_follows_the_language_until_the_player_chooses() -> None:
    draft = Draft.make_usual(catalog.spec("marshmallow_test"))
    english, french = Texts.load("en"), Texts.load("fr")
    for texts, edition in ((english, "may"), (french, "must"), (english, "may"), (french, "must")):
        draft.follow_language(texts)
        assert draft.options["trump_follow"] == edition
    draft.options["trump_follow"] = "may"
    draft.follow_language(french)
    assert draft.make_setup(french).options["trump_follow"] == "may"


@pytest.mark.parametrize("code", CODES)
def test_the_form_for_one_names_its_number_where_it_may_be_another(code: str) -> None:
    if read_texts(code)["language.plural.one"] == "n = 1":
        return
    for key, text in texts_of(code).items():
        if isinstance(text, Plural) and re.search(r"(?<!\w)1(?!\w)", text.forms["one"]):
            assert key.endswith("one_beats_five"), key


@pytest.mark.parametrize("code", CODES)
def test_texts_are_tidy(code: str) -> None:
    for key, text in all_of(code).items():
        for form in forms(text):
            assert form == form.strip() or key in ("language.thousands", "standings.between"), key
            assert "  " not in form and "..." not in form and "'" not in form, key


def test_french_has_its_spaces() -> None:
    for key, text in all_of("fr").items():
        for form in forms(text):
            bare = re.search(r"[^\u00a0][:;?!»%]|«[^\u00a0]", form)
            assert not bare, key
            assert not re.search(r" [:;?!»%]", form), key


def test_spanish_opens_what_it_closes() -> None:
    for key, text in all_of("es").items():
        for form in forms(text):
            assert form.count("¿") == form.count("?") or form == "?", key
            assert form.count("¡") == form.count("!"), key


def test_spanish_joins_no_name_by_a_bare_y_or_o() -> None:
    """“Bea e Inés”: only a list of names knows which word stands before the last one."""
    for key, text in all_of("es").items():
        for form in forms(text):
            assert not re.search(r"\b[yo] \{(who|names?|seats?|rival|to)\}", form), key


def test_spanish_says_e_before_the_sound_of_i() -> None:
    spanish = Texts.load("es")
    small_words = {"Inés": "e", "Hilario": "e", "Yvonne": "e", "Yolanda": "y", "Hierro": "y", "Bea": "y", "Óscar": "y"}
    for name, small_word in small_words.items():
        assert spanish.join_words(["Ana", name]) == f"Ana {small_word} {name}"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_the_letters_of_suits_differ(code: str, title: str) -> None:
    texts = texts_of(code)
    letters = [texts[f"{title}.suits.{suit.id}.letter"] for suit in catalog.spec(title).suits]
    assert len(set(letters)) == len(letters) and all(re.fullmatch("[A-Z]", str(letter)) for letter in letters)


# Words and typography


def about(code: str, title: str) -> dict[str, str]:
    """All sentences of a language about a title, by key: those of the interface, the lessons and the rule book."""
    texts = with_lessons(code)
    interface = {key: " / ".join(forms(text)) for key, text in texts.items() if title in key.split(".")[:2]}
    book = rulebook_file.read(title, code)
    return interface | {f"book {number}": text for number, text in enumerate(book_texts(book))}


@cache
def glossary(code: str) -> Mapping[str, Text]:
    return read_texts(code, paths.locales_folder() / "glossary")


def glossary_entries(code: str, section: str) -> list[tuple[str, str]]:
    start = f"{section}."
    return [(key.removeprefix(start), str(text)) for key, text in glossary(code).items() if key.startswith(start)]


def found_in(sentences: Mapping[str, str], word: str, flags: int = 0) -> list[str]:
    """The sentences with this word. Names of values are no words."""
    pattern = re.compile(rf"\b{re.escape(word)}\b", flags)
    return [key for key, text in sentences.items() if pattern.search(re.sub(r"\{\w+\}", "…", text))]


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_a_glossary_about_every_title(code: str) -> None:
    sections = {tuple(key.split(".")[:2]) for key in glossary(code)}
    assert sections <= {*product(("wanted", "forbidden"), (*TITLES, "everywhere"))}
    assert {("wanted", title) for title in TITLES} <= sections


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("title", TITLES)
def test_wanted_words_are_said_on_the_table_and_in_the_rule_book(title: str, code: str) -> None:
    sentences = about(code, title)
    book = [text for key, text in sentences.items() if key.startswith("book ")]
    interface = [text for key, text in sentences.items() if not key.startswith(("book ", "lessons."))]
    for word, pattern in glossary_entries(code, f"wanted.{title}"):
        assert re.search(pattern, word), f"{word} is not found by its own pattern"
        assert any(re.search(pattern, text) for text in book), f"{word} is not in the rule book"
        assert any(re.search(pattern, text) for text in interface), f"{word} is not in the interface"


@pytest.mark.parametrize("code", CODES)
def test_forbidden_words_are_not_said(code: str) -> None:
    everything = {key: " / ".join(forms(text)) for key, text in all_of(code).items()}
    for title in TITLES:
        everything |= {f"{title} {key}": text for key, text in about(code, title).items()}
    for word, instead in glossary_entries(code, "forbidden.everywhere"):
        assert not found_in(everything, word, re.IGNORECASE), f"“{word}”: say “{instead}”"
    for title in TITLES:
        for word, instead in glossary_entries(code, f"forbidden.{title}"):
            phrase = everything if " " in word else {}  # captions and errors speak of titles, too
            capitals_matter = word.lower() == instead.lower()  # “Efecto”, not “efecto”
            flags = 0 if capitals_matter else re.IGNORECASE
            assert not found_in({**phrase, **about(code, title)}, word, flags), f"“{word}”: say “{instead}”"


@pytest.mark.parametrize("code", CODES)
def test_quotes_dashes_and_minus_signs_are_the_real_ones(code: str) -> None:
    opening, closing = ("“", "”") if code == "en" else ("«", "»")
    sentences = {key: " / ".join(forms(text)) for key, text in with_lessons(code).items()}
    for title in TITLES:
        sentences |= {f"{title} {key}": text for key, text in about(code, title).items()}
    for key, text in sentences.items():
        assert not re.search(r"[\"'`]|\.\.\.", text), key
        assert not re.search(r"(?<![\w-])-(?=\d)| - | -- ", text), key
        assert text.count(opening) == text.count(closing), key


ON_THE_TABLE = (
    *("prompt", "ask", "waiting", "refusal", "warning", "look", "why", "stuck", "hint", "live", "table", "caption"),
    *("remark", "tip", "aid", "lesson", "lessons"),
)
LONGEST_SENTENCE = 110
LONG_VALUES = {
    "card": "12 amarillo", "next_card": "12 amarillo", "before_card": "12 amarillo", "top_left": "12 amarillo",
    "top_right": "12 amarillo", "suit": "amarillo", "trump": "amarillo", "effect_left": "retourner",
    "effect_right": "retourner", "who": "Cleo", "name": "Cleo", "to": "Cleo", "seat": "Cleo", "rival": "Cleo",
    "of": "de Cleo", "seat_of": "de Cleo", "names": "Bea et Cleo", "seats": "Bea et Cleo",
    "zone": "la pile descendante de Cleo",
}  # fmt: skip
"""Long words for the values of a text. All other values are numbers of two digits."""
HAS_A_LIST = re.compile(r"\{(cards|reason|move|what)\}")
"""Values that are as long as what a player holds, or sentences of their own."""


def split_sentences(key: str, text: str) -> list[str]:
    """The sentences of a text. Only the sheet after a lesson has room for more than one of full length."""
    return re.split(r"(?<=[.!?]) ", text) if key.startswith("lessons.") else [text]


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_on_the_table_is_long(code: str) -> None:
    for key, text in with_lessons(code).items():
        if key.split(".")[0] not in (*ON_THE_TABLE, *TITLES):
            continue
        for form in (sentence for whole in forms(text) for sentence in split_sentences(key, whole)):
            if HAS_A_LIST.search(form) and not key.startswith("why."):
                continue
            filled = re.sub(r"\{(\w+)\}", lambda value: LONG_VALUES.get(value[1], "12"), form)
            assert len(filled) <= LONGEST_SENTENCE, f"{key}: {len(filled)} characters"


# Keys and the code


def below(section: str) -> set[str]:
    return {key.removeprefix(f"{section}.").split(".")[0] for key in texts_of("en") if key.startswith(f"{section}.")}


@pytest.mark.parametrize("title", TITLES)
def test_the_section_of_a_title_says_what_its_spec_has(title: str) -> None:
    spec = catalog.spec(title)
    assert below(title) <= PARTS
    assert below(f"{title}.suits") == {suit.id for suit in spec.suits}
    assert below(f"{title}.zones") == set(spec.zones)
    assert below(f"{title}.effects") == set(spec.effects.values())
    assert below(f"{title}.characters") == set(spec.characters)
    assert all(below(f"{title}.characters.{kind}") == CHARACTER_TEXTS for kind in spec.characters)
    assert below(f"{title}.options") == set(spec.options)
    for name, option in spec.options.items():
        values = option.values if isinstance(option, ChoiceOption) else ()
        assert below(f"{title}.options.{name}.values") == set(values)
    verbs = {move.verb for move in catalog.rules(title).book(0)}
    assert below(f"{title}.verbs") == below(f"{title}.labels") == verbs
    assert below(f"{title}.events.decided") <= verbs
    rules = catalog.rules(title)
    match = Match(rules, [Player("A")] * spec.seats[0], Dice(1))
    zones, facts = set(spec.zones), set(match.picture.facts)
    assert below(f"{title}.events.step") <= {"deal", *rules.steps}
    assert below(f"{title}.events.fact") <= facts
    assert below(f"{title}.events.shown") <= zones
    assert below(f"{title}.events.moved") <= zones
    assert all(below(f"{title}.events.moved.{zone}") <= zones for zone in zones)
    assert below(f"{title}.player") <= zones | facts
    assert below(f"{title}.now") <= facts
    badges = {badge.fact for badge in load_look(spec).wide.badges}
    assert {re.sub("^(asked|no)_", "", name) for name in below(f"{title}.badges")} <= badges


def test_levels_captions_and_keys_have_their_words() -> None:
    assert below("levels") == below("level_about") == set(LEVELS)
    assert below("caption") == CAPTIONED_SOUNDS
    assert {*KEYS, *BUTTONS, "previous"} <= below("keys")


CHARACTER_TEXTS = {"name", "about", "pleased", "annoyed"}
"""What every character of bots is called, does, and says now and then."""
SECTIONS = {key.split(".")[0] for key in texts_of("en")}
KEY = re.compile(rf"({'|'.join(sorted(SECTIONS))})(\.[a-z0-9_]+)+")
FILE = re.compile(r".*\.(json|yaml|svg|ogg|png|ttf|otf|toml|md)")


def strings(file: Path) -> Iterator[tuple[str, bool]]:
    """Every text in a module that looks like a key; those with holes as patterns."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pattern = "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[^.]+" for part in node.values
            )
            if pattern.partition(r"\.")[0] in SECTIONS:
                yield pattern, True
        elif isinstance(node, ast.Constant) and node not in parts and _is_key(node.value):
            yield str(node.value), False


def _is_key(value: object) -> bool:
    return isinstance(value, str) and bool(KEY.fullmatch(value)) and not FILE.fullmatch(value)


@cache
def used() -> tuple[frozenset[str], frozenset[str]]:
    found = [entry for file in sorted(GAME.rglob("*.py")) for entry in strings(file)]
    return frozenset(text for text, hole in found if not hole), frozenset(text for text, hole in found if hole)


def test_every_key_in_the_code_has_a_text() -> None:
    plain, patterns = used()
    texts = read_texts("en")
    assert not [key for key in plain if key not in texts]
    tops = "\n".join(texts)
    assert not [pattern for pattern in patterns if not re.search(rf"^{pattern}(\.|$)", tops, re.MULTILINE)]


def test_every_text_has_a_use() -> None:
    plain, patterns = used()
    whole = re.compile("|".join(f"(?:{pattern})" for pattern in sorted(patterns)))
    asked = [key for key in texts_of("en") if key.split(".")[0] not in TITLES]
    assert not [key for key in asked if key not in plain and not whole.fullmatch(key)]


@cache
def pieces_of_keys() -> frozenset[str]:
    """The names in the code and in the titles' files, and the words of f-strings: what makes up the end of a key."""
    found = set()
    for file in sorted(GAME.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            match node:
                case ast.Constant(str() as text) if node not in docstrings and PIECE.fullmatch(text):
                    found.add(text.rpartition(".")[2])
                case ast.keyword(arg=str() as name) | ast.AnnAssign(target=ast.Name(name)):
                    found.add(name)
    files = [*GAME.glob("titles/*/*.yaml"), *(GAME.parent / "assets").rglob("*.yaml")]
    names = (name for file in files for name in re.findall(r"[a-z0-9_]+", file.read_text(encoding="utf-8")))
    return frozenset(name for name in {*found, *names} if len(name) > 1 or name.isdigit())


PIECE = re.compile(r"[a-z0-9_.]+")


def is_made_of_pieces(name: str) -> bool:
    starts = [name[:end] in pieces_of_keys() and name[end:] for end in range(len(name), 0, -1)]
    return any(rest == "" or (rest and is_made_of_pieces(rest)) for rest in starts if rest is not False)


def test_what_fills_a_hole_in_a_key_is_a_name_in_the_code() -> None:
    """A pattern such as `table.[^.]+` alone would find a use for every text of that section."""
    plain, _ = used()
    asked = [key for key in texts_of("en") if key.split(".")[0] not in (*TITLES, "key") and key not in plain]
    ends = {key: re.sub(r"\.(help|word)$", "", key).rpartition(".")[2] for key in asked}
    assert len(ends) > 200 and not [key for key, end in ends.items() if not is_made_of_pieces(end)]


REASONS = {
    "marshmallow_test": {name for name, _ in (*marshmallow_test.REASONS, *marshmallow_test.TRUMP_REASONS)},
    "face_to_face": set(face_to_face.REASONS),
    "jelly_mind": {name for name, *_ in jelly_mind.REASONS},
    "happy_mochi": set(happy_mochi.REASONS),
}


@pytest.mark.parametrize("title", TITLES)
def test_every_reason_that_bots_can_give_has_words_and_no_other_has(title: str) -> None:
    assert below(f"why.{title}") == REASONS[title]


@pytest.mark.parametrize("font", sorted((GAME.parent / "assets" / "fonts").glob("*.?tf")), ids=lambda font: font.name)
def test_every_font_has_every_letter_of_every_language(font: Path) -> None:
    pygame.font.init()
    letters = {letter for code in CODES for text in all_of(code).values() for form in forms(text) for letter in form}
    face = pygame.font.Font(str(font), 20)

    def picture(letter: str) -> bytes:
        return pygame.image.tobytes(face.render(letter, True, "black"), "RGBA")

    missing = picture("\U0010fffd")
    assert picture("\U0010fffc") == missing
    assert not [letter for letter in sorted(letters) if picture(letter) == missing]


# Keys of titles


def asked_patterns() -> tuple[set[str], set[str]]:
    """Patterns of the keys in a title's section that the code asks for, and of what it adds to such a key later."""
    wholes, ends = set(), set()
    for file in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            words = "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
            key = words.removeprefix("\0.")
            pattern = "".join(r"[\w-]+" if letter == "\0" else re.escape(letter) for letter in key)
            if key.split(".")[0] in PARTS:
                wholes.add(pattern)
            elif key != words:
                ends.add(pattern)
    return wholes, ends


OPEN_PARTS = {"events", "player", "now", "verbs", "labels", "zones"}
"""Parts whose keys are found by names of facts, moves and places. All others are asked for in the code."""


def test_every_key_of_a_title_is_asked_for() -> None:
    wholes, ends = asked_patterns()
    asked = re.compile(rf"(?:{'|'.join(sorted(wholes))})(?:\.(?:{'|'.join(sorted(ends))}))?")
    for key in texts_of("en"):
        title, _, own = key.partition(".")
        if title in TITLES and "." in own and own.split(".")[0] not in OPEN_PARTS:
            assert asked.fullmatch(own), key
