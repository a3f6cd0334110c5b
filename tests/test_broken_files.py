"""Every file that the program reads, deleted or damaged: it starts without it, or names it in one line."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import paths
from game.data import catalog
from game.engine.dice import Dice
from game.start import scenes
from game.titles import TITLES
from game.ui.art import Art, all_avatars
from game.ui.fonts import is_usable, load_font
from game.ui.kit import Kit
from game.ui.notices import notice_picture
from game.ui.screens.curtain import Curtain
from game.ui.table.scene import TableScene
from tests.inline_worker import InlineWorker
from tests.screen import Driver
from tests.table import QUICK

TRUNCATED, GARBAGE, EMPTY, GONE = "truncated", "garbage", "empty", "gone"
HOME = paths.resource_folder()
PLAYED = [*(HOME / "assets").rglob("*"), *(HOME / "locales").rglob("*"), *(HOME / "game" / "titles").glob("*/*.yaml")]
FILES = sorted(
    str(file.relative_to(HOME)) for file in PLAYED if file.suffix in (".svg", ".ogg", ".ttf", ".otf", ".yaml")
)
"""All that the program reads."""
SOUND = replace(QUICK, effects=3, music=3)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything, to damage."""
    copy = tmp_path_factory.mktemp("tree")
    for name in FILES:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, copy / name)
    return copy


@contextmanager
def damaged(tree: Path, name: str, how: str) -> Iterator[None]:
    """The program in that tree, one file of which is broken."""
    file = tree / name
    whole = file.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "resource_folder", lambda: tree)
        patch.setattr(paths, "title_file", lambda title: tree / "game" / "titles" / title / f"{title}.yaml")
        try:
            forget()
            gc.collect()  # fonts of earlier windows keep their files open, and Windows changes no open file
            if how == GONE:
                file.unlink()
            else:
                noise = bytes(map(Dice(name).below, [256] * 700))
                file.write_bytes({TRUNCATED: whole[: len(whole) // 2].rstrip(b"\n"), GARBAGE: noise, EMPTY: b""}[how])
            forget()
            yield
        finally:
            file.write_bytes(whole)
            forget()


def forget() -> None:
    for kept in (catalog.spec, all_avatars, load_font, is_usable):
        kept.cache_clear()


def evening(worker: InlineWorker, name: str) -> tuple[bool, list[str]]:
    """From the first picture to a table, with rules and every sound; whether it came to that, and what was said."""
    title = next((title for title in TITLES if title in name), next(iter(TITLES)))
    code = next((code for code in ("es", "fr") if f"{code}.yaml" in name), "en")
    font = "readable" if "atkinson" in name else "dyslexic" if "dyslexic" in name else "plain"
    said: list[str] = []

    def noted(kit: Kit, text: str, wide: int) -> pygame.Surface:
        said.append(text)
        return notice_picture(kit, text, wide)

    with pytest.MonkeyPatch.context() as patch:
        for place in ("game.ui.notices.notice_picture", "game.ui.screens.menu.notice_picture"):
            patch.setattr(place, noted)
        driver = Driver(scenes.make_title_screen(worker), (320, 180), replace(SOUND, language=code, font=font))
        driver.key("return")
        driver.frames(2)
        if not driver.has(title):
            return False, said
        driver.open_title(title)
        driver.frames(1)
        driver.click("rules")
        driver.frames(1)
        driver.key("escape")
        driver.click("start")
        for _ in range(30):
            driver.step(dt=0.1)
        assert isinstance(driver.top, TableScene | Curtain), driver.top
        if isinstance(driver.top, TableScene):
            said += driver.top.log.lines(driver.top.board.words, driver.top.events_shown)
        driver.key("r")
        driver.frames(1)
        driver.key("escape")
        if "sounds" in name:
            driver.kit.audio.music.play("menu")
            driver.kit.audio.play(Path(name).stem)
        driver.app.close()
        driver.app.audio.close()
    return True, [text for text in [*said, *driver.kit.art.troubles] if text]


def check_file(worker: InlineWorker, tree: Path, name: str, how: str) -> None:
    with damaged(tree, name, how):
        played, said = evening(worker, name)
    for text in said:
        assert "\n" not in text and "Traceback" not in text
    named = any(Path(name).name in text for text in said)
    assert played or named, f"{name} is {how}, and nothing happens: {said}"
    needed = name.startswith("game/") or (name.startswith("locales/") and name.count("/") == 1)
    if needed or (name.startswith("assets/") and name.endswith(".yaml") and how in (GARBAGE, EMPTY)):
        assert named, f"nobody says that {name} is {how}: {said}"


def sample() -> list[tuple[str, str]]:
    """One file of every kind, two of those that somebody may change, each broken in another way."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for name in FILES:
        kinds.setdefault((str(Path(name).parent), Path(name).suffix), []).append(name)
    chosen = [
        name
        for (_, kind), files in kinds.items()
        for name in Dice("files", files[0]).shuffled(files)[: 2 if kind == ".yaml" else 1]
    ]
    return [(name, (GARBAGE, TRUNCATED, GONE, EMPTY)[number % 4]) for number, name in enumerate(chosen)]


@pytest.mark.parametrize("part", range(4))
def test_the_program_starts_with_a_broken_file_or_names_it(tree: Path, part: int, worker: InlineWorker) -> None:
    for name, how in sample()[part::4]:
        check_file(worker, tree, name, how)


@pytest.mark.soak
@pytest.mark.parametrize("name", FILES)
def test_the_program_starts_whichever_file_is_broken(tree: Path, name: str, worker: InlineWorker) -> None:
    for how in (TRUNCATED, GARBAGE, EMPTY, GONE):
        check_file(worker, tree, name, how)


@pytest.mark.parametrize("how", [TRUNCATED, GARBAGE, EMPTY, GONE])
def test_every_drawing_that_is_broken_is_named_and_a_plain_shape_takes_its_place(tree: Path, how: str) -> None:
    for name in FILES:
        if name.endswith(".svg"):
            with damaged(tree, name, how):
                art = Art()
                picture = art.image(name.removeprefix("assets/"), (12, 12))
            assert min(picture.get_size()) >= 1
            assert art.troubles or how == TRUNCATED, f"nobody says that {name} is {how}"
            assert all(name in text and "\n" not in text for text in art.troubles)
