"""Whatever goes wrong is said in the language of whoever has to read it."""

from __future__ import annotations

import ast
import errno
import json
import os
import pickle
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from game import catalog, paths, scenes, window
from game.__main__ import main
from game.disk import settings
from game.disk.settings import Settings
from game.disk.store import Store
from game.disk.why import PARSER, REASONS, why
from game.engine.errors import OptionError, SpecError
from game.engine.said import Said, listed, meant
from game.engine.spec import LEVELS
from game.locale import Texts, fields, languages, read_errors, read_texts
from game.saving import Keeper
from game.specfile import parse_spec
from game.start import prepared
from game.titles import TITLES
from game.ui.shelf.saves import Notice
from tests.here import Here
from tests.saved import begun, go
from tests.screen import ENGLISH as PLAIN
from tests.screen import Driver
from tests.spec_needs import NEEDS
from tests.test_text_mode import run

GAME = Path(__file__).parent.parent / "game"
OTHERS = [code for code, _ in languages() if code != "en"]
TITLE = "jelly_mind"

# What the code says


class Call(NamedTuple):
    """A sentence as it stands in the code, with the values it is given."""

    place: str
    words: str
    given: frozenset[str]


MAKERS = {
    *("Said", "error", "MallowError", "IllegalMove", "SaveError", "SpecError", "OptionError"),
    *("ForeignSave", "DamagedSave", "BusySave"),
}
WHERE = {"SpecError": {"file", "line", "path"}}
PASSED_ON = {"errors.py", "why.py", "strict_yaml.py"}
"""Files that make sentences of words they are given."""


def calls(file: Path) -> Iterator[Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and (maker := _name(node.func)) in MAKERS:
            inside = [scope for scope in scopes if scope.lineno <= node.lineno <= (scope.end_lineno or 0)]
            given = frozenset(word.arg or "**" for word in node.keywords) - WHERE.get(maker, set())
            place = f"{file.name}:{node.lineno}"
            for words in _words(node.args[0], inside[-1] if inside else tree, place):
                yield Call(place, words, given)


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return "" if isinstance(called.value, ast.Name) and called.value.id == "pygame" else called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _words(node: ast.expr, scope: ast.AST, place: str) -> Iterator[str]:
    """The English of a first argument: written there, or in a variable `words` of the same function."""
    match node:
        case ast.Constant(str() as words):
            yield words
        case ast.IfExp(_, one, other):
            yield from _words(one, scope, place)
            yield from _words(other, scope, place)
        case ast.Name("words") if place.split(":")[0] not in PASSED_ON or _assigned(scope):
            found = _assigned(scope)
            assert found, f"{place}: no words"
            yield from found
        case ast.JoinedStr() | ast.BinOp():
            raise AssertionError(f"{place}: words that are put together cannot be translated")


def _assigned(scope: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                target, value = target.elts[0], value.elts[0]
            if isinstance(target, ast.Name) and target.id == "words" and isinstance(value, ast.Constant):
                found.append(str(value.value))
    return found


CALLS = [call for file in sorted(GAME.rglob("*.py")) for call in calls(file)]
SENTENCES = {call.words for call in CALLS} | set(REASONS.values()) | PARSER


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_of_the_code_is_translated_and_no_other(code: str) -> None:
    assert len(SENTENCES) > 200
    assert set(read_errors(code)) == SENTENCES


def test_every_place_in_a_sentence_gets_its_value() -> None:
    by_place: dict[str, list[Call]] = {}
    for call in CALLS:
        by_place.setdefault(call.place, []).append(call)
    for place, found in by_place.items():
        assert any(fields(call.words) == call.given for call in found), place


def test_nobody_raises_a_text_that_was_put_together() -> None:
    for file in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in MAKERS and node.args:
                told = ast.unparse(node.args[0])
                assert not isinstance(node.args[0], ast.JoinedStr) and not told.startswith("str("), f"{file}: {told}"


# A sentence


def test_a_sentence_is_plain_english_to_whoever_only_reads_it() -> None:
    said = Said("{problem}, not “{word}”", problem=Said("must be {what}", what=listed("abc", "or")), word="{d}")
    assert said == "must be a, b or c, not “{d}”" and isinstance(said, str)
    assert pickle.loads(pickle.dumps(said)).values == said.values
    error = OptionError(meant(said, "bb", ["b", "c"]))
    assert str(error) == "must be a, b or c, not “{d}” (did you mean “b”?)" and error.said == str(error)
    assert str(SpecError("is empty", file="a.yaml", line=3, path="b.c")) == "a.yaml:3: b.c: is empty"


def test_a_sentence_is_said_with_all_that_is_in_it() -> None:
    problem = Said("there is no title “{title}”; there are {known}", title="x", known="xy")
    said = OptionError(meant(problem, "x", ["xy"]))
    texts = Texts.load("es")
    assert texts.say(said.said) == "no existe el juego «x»; hay xy (¿querías decir «xy»?)"
    assert texts("menu.unavailable", problem=said.said).endswith("«xy»?)")
    assert texts.say(Said("nobody has translated {this}", this=Said("empty"))) == "nobody has translated nada"
    assert texts.say("plain") == "plain"


def test_a_language_without_the_file_says_errors_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text("a: b", encoding="utf-8")
    (tmp_path / "pt.yaml").write_text("a: c", encoding="utf-8")
    assert Texts.load("pt", folder=tmp_path).say(Said("is empty")) == "is empty"
    (tmp_path / "errors").mkdir()
    for text, problem in (('"is {a}": "está {b}"', "placeholders"), ("a: [b]", "must be text"), ("- a", "a table")):
        (tmp_path / "errors" / "pt.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(SpecError, match=problem):
            Texts.load("pt", folder=tmp_path)


# Real errors, and no English in them


def _tokens(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


def _vocabulary(code: str) -> set[str]:
    said = read_errors(code).values() if code != "en" else SENTENCES
    texts = (str(text) for key, text in read_texts(code).items() if key.split(".")[0] in ("error", "start", "save"))
    return {word for text in (*said, *texts) for word in _tokens(re.sub(r"\{\w+\}", " ", text))}


ENGLISH = _vocabulary("en")
SPECS = [catalog.spec(title) for title in TITLES]
NAMES = _tokens(" ".join([*TITLES, *LEVELS, "random", "SaveError", "mallow"])) | {
    word for spec in SPECS for word in _tokens(" ".join([*spec.options, *spec.characters]))
}


def english_in(text: str, code: str, known: str = "") -> set[str]:
    """Words that only English has; names that are typed as they are do not count."""
    return (_tokens(text) & ENGLISH) - _vocabulary(code) - NAMES - _tokens(known)


def bare(said: Any) -> Any:
    """The sentence without the names that somebody else wrote."""
    if not isinstance(said, Said):
        return "…"
    return Said(said.words, **{name: bare(value) for name, value in said.values.items()})


def test_the_test_knows_english_when_it_sees_it() -> None:
    for code in OTHERS:
        assert english_in("there is no title “x”", code) and english_in("the file is damaged", code)
        assert not english_in("jelly_mind random", code)


BAD = sorted((Path(__file__).parent / "bad_specs").glob("*.yaml"))


@pytest.mark.parametrize("code", OTHERS)
def test_every_bad_file_is_explained_in_every_language(code: str) -> None:
    texts = Texts.load(code)
    for file in BAD:
        data = file.read_bytes()
        title = data.decode().split("\n")[0].removeprefix("# title: ")
        with pytest.raises(SpecError) as refused:
            parse_spec(data, file.name, NEEDS[title], title)
        said = refused.value.said
        assert texts.say(said) != str(said) and file.name in texts.say(said), file.name
        assert not english_in(texts.say(bare(said)), code), texts.say(said)


WRONG: dict[str, list[str]] = {
    "title": ["simulate", "jelly_mint", "--seats", "2"],
    "seats": ["simulate", TITLE, "--seats", "9"],
    "number": ["simulate", TITLE, "--seats", "four"],
    "bot": ["simulate", TITLE, "--seats", "2", "--bots", "random,rnadom"],
    "bots": ["simulate", TITLE, "--seats", "3", "--bots", "random,random"],
    "character": ["simulate", TITLE, "--seats", "2", "--bots", "random,expert:bluf"],
    "option": ["simulate", TITLE, "--seats", "2", "--option", "patiens=3"],
    "value": ["simulate", TITLE, "--seats", "2", "--option", "draw=tob"],
    "limit": ["simulate", TITLE, "--seats", "2", "--option", "patience=999"],
    "form": ["simulate", TITLE, "--seats", "2", "--option", "patience"],
    "twice": ["simulate", TITLE, "--seats", "2", "--option", "draw=top", "--option", "draw=top"],
    "first": ["simulate", TITLE, "--seats", "2", "--first", "1"],
    "folder": ["simulate", TITLE, "--seats", "2", "--records", "/dev/null/here"],
    "ladder": ["ladder", TITLE, "--seats", "7"],
    "record": ["replay", "/nowhere/at/all.json"],
    "text": ["--text", "jelly_mint"],
    "language": ["--text", "--lang", "xx"],
    "selftest": ["--selftest", "/dev/null/here"],
}


@pytest.mark.parametrize("name", WRONG)
def test_the_command_line_complains_in_the_language_asked_for(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {}
    for code in ("en", *OTHERS):
        monkeypatch.setenv("LC_ALL", f"{code}_XX.UTF-8")
        asked = [] if "--lang" in WRONG[name] else ["--lang", code]
        status = main(["--data", str(tmp_path), *asked, *WRONG[name]])
        told[code] = capsys.readouterr().err
        assert status in (1, 2) and told[code].startswith("mallow: ") and told[code].count("\n") == 1
        if code != "en":
            assert not english_in(told[code], code, f"{' '.join(WRONG[name])} top choose"), told[code]
    assert len(set(told.values())) == len(told), told


def test_without_a_word_the_settings_and_then_the_system_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    wrong = ["--data", str(tmp_path), *WRONG["title"]]
    main(wrong)
    assert "n’existe pas" in capsys.readouterr().err
    settings.save(Settings(language="es"), tmp_path / "settings.json")
    main(wrong)
    assert "no existe" in capsys.readouterr().err
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    main(wrong)
    assert "n’existe pas" in capsys.readouterr().err
    assert (tmp_path / "settings.json").read_text(encoding="utf-8") == "{", "it lies where it lay"


Damage = Callable[[str], str]
DAMAGE: dict[str, Damage] = {
    "half": lambda text: text[: len(text) // 2],
    "newer": lambda text: text.replace('"format": 1', '"format": 9'),
    "title": lambda text: text.replace(f'"title": "{TITLE}"', '"title": "jelly_mine"'),
    "name": lambda text: text.replace('"Player 0"', '"Player X"', 1),
    "deal": lambda text: text.replace('"decks": [[', '"decks": [[9, '),
    "move": lambda text: re.sub(r'\[0, "\w+', '[0, "fly', text, count=1),
    "key": lambda text: text.replace('"app"', '"ape"'),
    "twice": lambda text: text.replace('"app"', '"title": "x", "app"'),
    "number": lambda text: text.replace('"rules": 1', '"rules": NaN'),
}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_record_is_explained(
    name: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = go(begun(TITLE))
    store = Store(tmp_path)
    keeper = Keeper.new(store)
    keeper(host)
    keeper.leave()
    (file,) = (tmp_path / "records").glob("*.json")
    text = file.read_text(encoding="utf-8")
    broken = DAMAGE[name](text)
    assert broken != text
    file.write_text(broken, encoding="utf-8")
    assert main(["--data", str(tmp_path), "--lang", code, "replay", str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("mallow: SaveError: ")
    assert not english_in(told, code, "jelly_mine fly app ape title"), told


# The text mode, the start and the screen


def saved(folder: Path) -> Path:
    store = Store(folder)
    keeper = Keeper.new(store)
    host = go(begun(TITLE, seed=3), 4)
    keeper(host)
    keeper(host)
    keeper.leave()
    store.close()
    (file,) = (folder / "matches").glob("*.mallow")
    return file


@pytest.mark.parametrize("code", OTHERS)
def test_the_text_mode_tells_of_broken_saves_and_titles(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path)
    monkeypatch.setattr("game.saving.rules_of", lambda *_: catalog.rules("jelly_mint"))
    printed = run(tmp_path, monkeypatch, "1", title=TITLE, code=code)
    texts = Texts.load(code)
    problem = Said("there is no title “{title}”; there are {known}", title="jelly_mint", known=", ".join(TITLES))
    expected = texts("error.save_broken", problem=meant(problem, "jelly_mint", TITLES))
    assert expected in " ".join(printed.split("\n"))
    assert not english_in(expected, code)
    broken = tmp_path / "broken.yaml"
    broken.write_text("title: [", encoding="utf-8")
    whole = paths.title_file
    monkeypatch.setattr(paths, "title_file", lambda title: broken if title == TITLE else whole(title))
    catalog.spec.cache_clear()
    try:
        flat = " ".join(run(tmp_path / "new", monkeypatch, code=code).split("\n"))
        said = catalog.titles()[TITLE]
    finally:
        catalog.spec.cache_clear()
    assert isinstance(said, SpecError)
    assert texts("menu.unavailable", problem=said.said) in flat and "broken.yaml:1" in flat
    assert not english_in(texts.say(bare(said.said)), code)


@pytest.mark.parametrize("code", OTHERS)
def test_the_start_tells_of_damaged_settings_and_a_folder_that_takes_nothing(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    for data in (tmp_path, Path("/dev/null/here")):
        prepared(Namespace(data=data, lang=code, fullscreen=False))
        told = capsys.readouterr().err
        assert told.startswith("mallow: ") and not english_in(told, code, "settings json damaged dev null here"), told
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("game.headless.run", lambda chosen, data: ("Jelly Mind", tmp_path))
    assert window.without_display(Settings(language=code), tmp_path) == 0
    assert not english_in(capsys.readouterr().out.replace(str(tmp_path), ""), code)


@pytest.mark.parametrize("code", OTHERS)
def test_the_screen_says_what_is_wrong_with_a_save(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = saved(tmp_path)
    store = Store(tmp_path)
    driver = Driver(scenes.menu(Here(), store), settings=PLAIN.but(language=code))
    driver.frames(6)

    def locked(*_: object) -> Any:
        raise PermissionError(errno.EACCES, "Zugriff verweigert")

    with monkeypatch.context() as patch:
        patch.setattr("game.disk.store._read", locked)
        driver.click(f"resume {TITLE}")
    assert isinstance(driver.top, Notice)
    assert REASONS[errno.EACCES] not in driver.top._text and "Zugriff" not in driver.top._text
    assert not english_in(driver.top._text.replace(file.name, ""), code), driver.top._text
    store.close()


@pytest.mark.parametrize("code", OTHERS)
def test_the_system_is_quoted_in_our_words(code: str) -> None:
    texts = Texts.load(code)
    for number, words in REASONS.items():
        assert why(OSError(number, "whatever it says")) == words
        assert not english_in(texts.say(why(OSError(number, ""))), code)
    assert why(OSError(9999, "no such thing")) == "no such thing"
    assert json.dumps(why(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))) == '"No space left on device"'
