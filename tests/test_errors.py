"""Whatever goes wrong is said in the language of whoever has to read it."""

from __future__ import annotations

import errno
import json
import os
import pickle
import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import paths
from game.__main__ import main
from game.data import catalog
from game.data.specfile import parse_spec
from game.disk import savefile, settings
from game.disk.saving import Autosave, make_host
from game.disk.settings import Settings
from game.disk.store import Store
from game.engine.errors import OptionError, SaveError, SpecError
from game.engine.os_errors import OS_ERROR_TEXTS, os_error_text
from game.engine.sentences import Sentence, join_words, with_suggestion
from game.start import scenes, window
from game.start.prepare import load_settings
from game.titles import TITLES
from game.ui.history.save_opener import NoticeSheet
from game.words.locale import Texts, languages
from game.words.locale_files import placeholders, read_errors
from tests.hosts import KEY, new_host, play_moves
from tests.inline_worker import InlineWorker
from tests.screen import ENGLISH as PLAIN
from tests.screen import Driver
from tests.sentences import all_calls, calls_in, english_words, sentences, without_names
from tests.spec_needs import NEEDS

OTHERS = [code for code, _ in languages() if code != "en"]
TITLE = "jelly_mind"

# What the code says


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_of_the_code_is_translated_and_no_other(code: str) -> None:
    assert len(sentences()) > 200
    assert set(read_errors(code)) == sentences()


def test_every_place_in_a_sentence_gets_its_value() -> None:
    for call in all_calls():
        assert any(placeholders(words) == call.given for words in call.words), call.place


def test_the_test_reads_code(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text('def f(x):\n words = "no {x}"\n raise SaveError(words if x else "none", x=x)', encoding="utf-8")
    assert [(call.words, call.given) for call in calls_in(file)] == [(["no {x}", "none"], frozenset({"x"}))]
    for wrong in ('SaveError(f"no {x}")', 'SaveError("no " + x)', "SaveError(str(x))", "where.error(words)"):
        file.write_text(f"def f(x):\n raise {wrong}", encoding="utf-8")
        with pytest.raises(AssertionError, match=r"some\.py:2"):
            list(calls_in(file))


# A sentence


def test_a_sentence_is_plain_english_to_whoever_only_reads_it() -> None:
    problem = Sentence("must be {what}", what=join_words("abc", "or"))
    said = Sentence("{problem}, not “{word}”", problem=problem, word="{d}")
    assert said == "must be a, b or c, not “{d}”" and isinstance(said, str)
    assert pickle.loads(pickle.dumps(said)).values == said.values
    error = OptionError(with_suggestion(said, "bb", ["b", "c"]))
    assert str(error) == "must be a, b or c, not “{d}” (did you mean “b”?)" and error.sentence == str(error)
    assert str(SpecError("is empty", file="a.yaml", line=3, path="b.c")) == "a.yaml:3: b.c: is empty"


def test_a_sentence_is_said_with_all_that_is_in_it() -> None:
    problem = Sentence("there is no title “{title}”; there are {known}", title="x", known="xy")
    said = OptionError(with_suggestion(problem, "x", ["xy"]))
    texts = Texts.load("es")
    assert texts.translate(said.sentence) == "no existe el juego «x»; hay xy (¿querías decir «xy»?)"
    assert texts("menu.unavailable", problem=said.sentence).endswith("«xy»?)")
    unknown = Sentence("nobody has translated {this}", this=Sentence("empty"))
    assert texts.translate(unknown) == "nobody has translated un valor vacío"
    assert texts.translate("plain") == "plain"


def test_a_language_without_the_file_says_errors_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text("a: b\n", encoding="utf-8")
    (tmp_path / "pt.yaml").write_text("a: c\n", encoding="utf-8")
    assert Texts.load("pt", folder=tmp_path).translate(Sentence("is empty")) == "is empty"
    (tmp_path / "errors").mkdir()
    for text, problem in (('"is {a}": "está {b}"', "placeholders"), ("a: [b]", "must be text"), ("- a", "a table")):
        (tmp_path / "errors" / "pt.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(SpecError, match=problem):
            Texts.load("pt", folder=tmp_path)


# Real errors, and no English in them


def test_the_test_knows_english_when_it_sees_it() -> None:
    for code in OTHERS:
        assert english_words("there is no title “x”", code) and english_words("the file is damaged", code)
        assert not english_words("jelly_mind random", code)


BAD = sorted((Path(__file__).parent / "bad_specs").glob("*.yaml"))


@pytest.mark.parametrize("code", OTHERS)
def test_every_bad_file_is_explained_in_every_language(code: str) -> None:
    texts = Texts.load(code)
    for file in BAD:
        data = file.read_bytes()
        title = data.decode().split("\n")[0].removeprefix("# title: ")
        with pytest.raises(SpecError) as refused:
            parse_spec(data, file.name, NEEDS[title], title)
        said = refused.value.sentence
        assert texts.translate(said) != str(said) and file.name in texts.translate(said), file.name
        assert not english_words(texts.translate(without_names(said)), code), texts.translate(said)


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
    "levels": ["ladder", TITLE, "--levels", "beginner"],
    "level twice": ["ladder", TITLE, "--levels", "beginner,beginner"],
    "json": ["ladder", TITLE, "--json", "/dev/null/here"],
    "command": ["fly"],
    "word": ["simulate", TITLE, "--seats", "2", "--fly"],
    "missing": ["simulate", TITLE],
    "no value": ["simulate", TITLE, "--seats"],
    "empty": ["replay", ""],
    "too much": ["simulate", TITLE, "--seats", "2", "--trace=1"],
    "several": ["simulate", TITLE, "--se", "2"],
    "record": ["replay", "/nowhere/at/all.json"],
    "text": ["--text", "jelly_mint"],
    "language": ["--text", "--lang", "xx"],
    "selftest": ["--selftest", "/dev/null/here"],
}


TYPED = "top choose seats seed help file simulate ladder replay"
"""Words in the messages that people type in English, whatever their language."""


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
            assert not english_words(told[code], code, f"{' '.join(WRONG[name])} {TYPED}"), told[code]
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
    "not now": lambda text: re.sub(r'(\["deal", .*\n)', r'\1  [0, "discard"],\n  [0, "discard"],\n', text, count=1),
    "rules": lambda text: text.replace('"rules": 1', '"rules": 7'),
    "bytes": lambda text: "\x00" + text,
}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_record_is_explained(
    name: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = play_moves(new_host(TITLE))
    store = Store(tmp_path)
    autosave = Autosave.new(store)
    autosave(host)
    store.close()
    (file,) = (tmp_path / "records").glob("*.json")
    text = file.read_text(encoding="utf-8")
    broken = DAMAGE[name](text)
    assert broken != text
    file.write_text(broken, encoding="utf-8")
    assert main(["--data", str(tmp_path), "--lang", code, "replay", str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("mallow: SaveError: ")
    assert not english_words(told, code, "jelly_mine fly app ape title"), told


Plain = dict[str, Any]


SAVES: dict[str, Callable[[Plain], object]] = {
    "entry missing": lambda plain: plain.pop("seals"),
    "entry of another kind": lambda plain: plain.update(saved="now"),
    "long name": lambda plain: plain.update(name="x" * 99),
    "no seed": lambda plain: plain.update(seed=""),
    "no date": lambda plain: plain.update(saved=-1),
    "no chair": lambda plain: plain.update(chairs=[3]),
    "strange seals": lambda plain: plain.update(seals=[3]),
    "no first seat": lambda plain: plain.update(first=9),
    "other players": lambda plain: plain["chairs"][0].update(name="Eve"),
    "other rules": lambda plain: plain["record"].update(rules=7),
    "other title": lambda plain: plain["record"].update(title="solitaire"),
    "newer record": lambda plain: plain["record"].update(format=9),
    "changed result": lambda plain: plain["record"].update(result={"winners": [0]}),
}
FILES: dict[str, Callable[[bytes], bytes]] = {
    "newer": lambda data: data.replace(b"MALLOW 2", b"MALLOW 9"),
    "cut": lambda data: data[: len(data) // 2],
    "another file": lambda data: b"hello",
    "too much": lambda data: data + b"more",
}


@pytest.mark.parametrize("name", [*SAVES, *FILES])
def test_whatever_is_wrong_with_a_save_is_explained(name: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    data = file.read_bytes()
    if name in FILES:
        file.write_bytes(FILES[name](data))
    else:
        plain = savefile.to_plain(savefile.unpack(data, KEY))
        SAVES[name](plain)
        file.write_bytes(savefile.pack_plain(plain, KEY))
    with pytest.raises(SaveError) as refused:
        Store(tmp_path).load(file.stem, lambda plain: make_host(plain, InlineWorker()))
    said = refused.value.sentence
    for code in OTHERS:
        texts = Texts.load(code)
        translated = texts.translate(said)
        assert translated != str(said) and not english_words(texts.translate(without_names(said)), code), translated


# The text mode, the start and the screen


def saved(folder: Path) -> Path:
    store = Store(folder)
    autosave = Autosave.new(store)
    host = play_moves(new_host(TITLE, seed=3), 4)
    autosave(host)
    autosave(host)
    autosave.release()
    store.close()
    (file,) = (folder / "matches").glob("*.mallow")
    return file


@pytest.mark.parametrize("code", OTHERS)
def test_the_text_mode_tells_of_broken_saves_and_titles(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("termios")
    from tests.test_text_mode import run

    saved(tmp_path)
    monkeypatch.setattr("game.data.catalog.rules_of_record", lambda *_: catalog.rules("jelly_mint"))
    printed = run(tmp_path, monkeypatch, "1", title=TITLE, code=code)
    texts = Texts.load(code)
    problem = Sentence("there is no title “{title}”; there are {known}", title="jelly_mint", known=", ".join(TITLES))
    expected = texts("error.save_broken", problem=with_suggestion(problem, "jelly_mint", TITLES))
    assert expected in " ".join(printed.split("\n"))
    assert not english_words(expected, code)
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
    assert texts("menu.unavailable", problem=said.sentence) in flat and "broken.yaml:1" in flat
    assert not english_words(texts.translate(without_names(said.sentence)), code)


@pytest.mark.parametrize("code", OTHERS)
def test_the_start_tells_of_damaged_settings_and_a_folder_that_takes_nothing(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    for data in (tmp_path, Path("/dev/null/here")):
        load_settings(Namespace(data=data, lang=code, fullscreen=False))
        told = capsys.readouterr().err
        assert told.startswith("mallow: "), told
        assert not english_words(told, code, "settings json damaged dev null here"), told
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("game.start.headless.run", lambda chosen, data: ("Jelly Mind", tmp_path))
    assert window.run_without_display(Settings(language=code), tmp_path) == 0
    assert not english_words(capsys.readouterr().out.replace(str(tmp_path), ""), code)


@pytest.mark.parametrize("code", OTHERS)
def test_the_screen_says_what_is_wrong_with_a_save(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: InlineWorker
) -> None:
    file = saved(tmp_path)
    store = Store(tmp_path)
    driver = Driver(scenes.make_menu(worker, store), settings=PLAIN.with_changes(language=code))
    driver.frames(6)

    def locked(*_: object) -> Any:
        raise PermissionError(errno.EACCES, "Zugriff verweigert")

    with monkeypatch.context() as patch:
        patch.setattr("game.disk.save_files.read_file", locked)
        driver.click(f"resume {TITLE}")
    assert isinstance(driver.top, NoticeSheet)
    assert OS_ERROR_TEXTS[errno.EACCES] not in driver.top._text and "Zugriff" not in driver.top._text
    assert not english_words(driver.top._text.replace(file.name, ""), code), driver.top._text
    store.close()


@pytest.mark.parametrize("code", OTHERS)
def test_the_system_is_quoted_in_our_words(code: str) -> None:
    texts = Texts.load(code)
    for number, words in OS_ERROR_TEXTS.items():
        assert os_error_text(OSError(number, "whatever it says")) == words
        assert not english_words(texts.translate(os_error_text(OSError(number, ""))), code)
    assert os_error_text(OSError(9999, "no such thing")) == "no such thing"
    assert json.dumps(os_error_text(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))) == '"No space left on device"'
