"""Every screen of every title, in every language and three sizes, as pictures with an index page; some also with
large text, at the smallest size, where room is shortest.

    python -m tests.tools.gallery build/gallery [--quick] [--only WORD] [--text 150]
"""

from __future__ import annotations

import argparse
import html
import os
import shutil
import struct
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from game.ui.table.scene import TableScene

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.data import catalog
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.spec import Spec
from game.play.host import Chair, Host, Setup
from game.play.replay import Replay
from game.start import scenes
from game.start.app import App
from game.titles import TITLES
from game.ui import look_file
from game.ui.book.rules import RulesOverlay
from game.ui.history.replay import ReplayScene
from game.ui.scene import Push, Scene
from game.ui.screens.confirm import Confirm
from game.ui.screens.curtain import Curtain
from game.ui.screens.first_start import FirstStart
from game.ui.screens.keys import KeyCard, KeysScreen
from game.ui.screens.menu import MenuScreen
from game.ui.screens.pause import PauseOverlay
from game.ui.screens.settings import SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from game.words.locale import languages
from tests.contract import copy_at
from tests.every_form import all_forms
from tests.inline_worker import InlineWorker, think_here

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
SHAPES = ((800, 1200), (1024, 768), (1440, 900), (2560, 1080), (2880, 810))
"""Windows of other shapes than 16:9, for the screens that are laid out differently in them. The widths differ, because
they are in the names of the files."""
NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eli", "Fay")
LEVEL = "skilled"
QUICK = "beginner"
LARGE = 150
"""Text in percent, for the screens where most has to fit."""
LATER = 5
"""Which time a question is asked makes the second picture of it."""
ME = 0
QUEUE = 4
"""Pictures that may wait to be written."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to take: what it is of, and how to get there."""

    title: str
    name: str
    pose: Callable[[App, pygame.Surface], None]
    text: int = 0
    """The size of text in percent, if it has one of its own."""
    shaped: bool = False
    """Whether it is taken in windows of other shapes, too."""

    @property
    def file(self) -> str:
        return f"{self.title or 'mallow'}-{self.name}".replace(" ", "-")

    @property
    def large(self) -> Shot:
        return replace(self, name=f"{self.name} {LARGE}", text=LARGE)

    @property
    def in_shapes(self) -> Shot:
        return replace(self, shaped=True)

    def sizes(self, sizes: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Of the sizes of this run, those in which it is taken. The first is the usual one."""
        usual = [size for size in sizes if size not in SHAPES]
        return (usual[:1] if self.text else usual) + [size for size in sizes if self.shaped and size in SHAPES]


# Scenes that need no match


def show(*stack: Callable[[], Scene]) -> Callable[[App, pygame.Surface], None]:
    def pose(app: App, surface: pygame.Surface) -> None:
        first, *others = (make() for make in stack)
        app.begin(first)
        for scene in others:
            app.step(0.0, (), surface)
            app._apply(Push(scene))
        for _ in range(3):
            app.step(0.02, (), surface)

    return pose


def nowhere(setup: Setup) -> Scene:
    raise AssertionError("the gallery starts no match from a menu")


def menu() -> Scene:
    return MenuScreen(nowhere)


SHOWN_ELSEWHERE = ("first start", "settings", "keys", "list of keys", "pause", "confirm", "set-up", "rules", "score")
"""How the names of forms begin of which there are other pictures."""


def round_the_table(folder: Path) -> Iterator[Shot]:
    """The folder is for saved matches and results."""
    yield Shot("", "title", show(lambda: TitleScreen(menu)))
    yield Shot("", "menu", show(menu)).in_shapes
    settings = Shot("", "settings", show(menu, SettingsScreen))
    first = Shot("", "first start", show(lambda: FirstStart(menu)))
    yield from (first, first.large)
    yield from (settings, settings.large)
    yield Shot("", "keys", show(menu, KeyCard))
    yield Shot("", "choose keys", show(menu, SettingsScreen, KeysScreen))
    yield Shot("", "question", show(menu, lambda: Confirm("confirm.restart")))
    yield Shot("", "curtain", show(lambda: Curtain("Bo", "fox")))
    for name, make in all_forms(folder).items():
        if not name.startswith(SHOWN_ELSEWHERE) and not name.endswith(tuple(TITLES)[1:]):  # it looks like the first
            shot = Shot("", name, show(menu, make))
            yield from (shot.in_shapes, shot.large)


# Tables


def usual_seats(spec: Spec) -> int:
    return min(max(3, spec.seats[0]), spec.seats[-1])


def a_setup(spec: Spec, people: int = 1, seats: int = 0, live: bool = False, practice: bool = False) -> Setup:
    seats = seats or usual_seats(spec)
    chairs = tuple(Chair(NAMES[seat], "" if seat < people else LEVEL) for seat in range(seats))
    return Setup(spec.title, chairs, live=live, practice=practice)


def moments(spec: Spec) -> list[tuple[str, Setup, Match]]:
    """For everything that a person can be asked: the first time, and a time when more has happened."""
    found: dict[str, tuple[str, Setup, Match]] = {}
    for options in ({}, *({name: value} for name, value in other_choices(spec))):
        setup = replace(a_setup(spec), options=options)
        host = Host(setup, InlineWorker(), 4)
        asked: dict[str, int] = {}
        for _ in range(400):
            if host.over:
                break
            seat = host.deciders[0]
            view = host.view(seat)
            if seat == ME:
                key = host.rules.question(view).key.rpartition(".")[2]
                asked[key] = asked.get(key, 0) + 1
                for name, time_ in ((key, 1), (f"{key} later", LATER)):
                    if asked[key] == time_:
                        found.setdefault(name, (name, setup, copy_at(host.match, len(host.match.log))))
            host.play(seat, think_here(host.rules, view, QUICK, host.turn, seat).move)
    return list(found.values())


def crowded(spec: Spec) -> tuple[Setup, Match]:
    """As many players as there can be, and of what one is asked the time when most cards lie between them."""
    setup = a_setup(spec, seats=spec.seats[-1])
    host = Host(setup, InlineWorker(), 4)
    between = [name for name, (zone, _) in look_file.load_look(spec).wide.zones.items() if zone.kind == "ring"]
    most, found = -1, host.match
    for _ in range(4 * LATER * spec.seats[-1]):
        if host.over:
            break
        seat = host.deciders[0]
        view = host.view(seat)
        cards = sum(len(view.zones.get(name, ())) for name in between)
        if seat == ME and cards > most:
            most, found = cards, copy_at(host.match, len(host.match.log))
        host.play(seat, think_here(host.rules, view, QUICK, host.turn, seat).move)
    return setup, found


def other_choices(spec: Spec) -> Iterator[tuple[str, str]]:
    """Options that may lead to other questions."""
    for option in spec.options.values():
        for value in getattr(option, "values", ()):
            if value != option.default:
                yield option.name, value


def at_the_table(setup: Setup, match: Match, *above: Callable[[], Scene]) -> Callable[[App, pygame.Surface], None]:
    def pose(app: App, surface: pygame.Surface) -> None:
        app.begin(scenes.make_table(Host(setup, InlineWorker(), 4, copy_at(match, len(match.log))), again=True))
        for _ in range(6):
            app.step(0.05, (), surface)
        quiet(app, surface)
        for make in above:
            app._apply(Push(make()))
            app.step(0.02, (), surface)

    return pose


def hinted(setup: Setup, match: Match) -> Callable[[App, pygame.Surface], None]:
    """A hint, told to its end."""
    sit = at_the_table(setup, match)

    def pose(app: App, surface: pygame.Surface) -> None:
        sit(app, surface)
        for _ in range(3):
            app.step(0.05, [pygame.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h", scancode=0)], surface)
            app.step(0.05, (), surface)
        quiet(app, surface)

    return pose


def logged(setup: Setup, match: Match) -> Callable[[App, pygame.Surface], None]:
    """The log, open."""
    sit = at_the_table(setup, match)

    def pose(app: App, surface: pygame.Surface) -> None:
        sit(app, surface)
        table = app.stack[-1]
        assert isinstance(table, TableScene)
        table.toggle_log()
        app.step(0.05, (), surface)

    return pose


def looking_back(setup: Setup, match: Match) -> Callable[[App, pygame.Surface], None]:
    """The replay of a match that is over, at a moment when much lies on the table."""
    host = Host(setup, InlineWorker(), 4, copy_at(match, len(match.log)))
    moment = len(host.match.log)
    dice = Dice("gallery", setup.title)
    while not host.over:
        seat = dice.pick(host.deciders)
        host.play(seat, dice.pick(host.view(seat).legal))
    replay = Replay.of(host)

    def pose(app: App, surface: pygame.Surface) -> None:
        scene = ReplayScene(replay)
        app.begin(scene)
        replay.go_to(min(moment, replay.last_moment))
        for _ in range(6):
            app.step(0.05, (), surface)
        quiet(app, surface)

    return pose


def quiet(app: App, surface: pygame.Surface) -> None:
    """The caption of the last sound goes."""
    app.captions.update(9.0)
    app.stack[-1].dirty = True
    app.step(0.0, (), surface)


def first_count(spec: Spec, final: bool, seats: int = 0) -> Callable[[App, pygame.Surface], None]:
    """Play until the score is told: of the first round, or of the match. Only the end is drawn."""

    def pose(app: App, surface: pygame.Surface) -> None:
        host = Host(a_setup(spec, seats=seats), InlineWorker(bot=QUICK), 4)
        app.begin(scenes.make_table(host))
        table = app.stack[0]
        for _ in range(20_000):
            app._apply(app.stack[-1].update(0.5))
            if app.stack[-1] is not table:
                if not final or host.over:
                    break
                app._apply(app.stack[-1].cancel())  # type: ignore[attr-defined]
            elif ME in host.deciders:
                host.play(ME, think_here(host.rules, host.view(ME), QUICK, host.turn).move)
        for _ in range(100):
            app._apply(app.stack[-1].update(0.05))
        quiet(app, surface)

    return pose


def hot_seat(spec: Spec) -> Callable[[App, pygame.Surface], None]:
    def pose(app: App, surface: pygame.Surface) -> None:
        host = Host(a_setup(spec, people=2), InlineWorker(), 4)
        app.begin(scenes.make_table(host))
        for _ in range(10):
            app.step(0.5, (), surface)

    return pose


def racing(spec: Spec, phase: str) -> Callable[[App, pygame.Surface], None]:
    def pose(app: App, surface: pygame.Surface) -> None:
        host = Host(a_setup(spec, live=True), InlineWorker(), 4)
        scene = scenes.make_table(host)
        assert isinstance(scene, TableScene) and scene.race is not None
        app.begin(scene)
        for _ in range(600):
            app.step(0.05, (), surface)
            if scene.race.live.phase == phase:
                break
        app.step(0.3, (), surface)

    return pose


def of_a_title(spec: Spec) -> Iterator[Shot]:
    title = spec.title
    setting_up = Shot(title, "setup", show(menu, lambda: SetupScreen(title, nowhere)))
    yield from (setting_up.in_shapes, setting_up.large)
    yield Shot(title, "rules", show(menu, lambda: RulesOverlay(title)))
    known = moments(spec)
    for name, setup, match in known:
        yield Shot(title, f"table {name}", at_the_table(setup, match))
        yield Shot(title, f"hint {name}", hinted(setup, match))
    _, setup, match = known[0]
    yield Shot(title, "pause", at_the_table(setup, match, lambda: PauseOverlay(title)))
    yield Shot(title, "rules at the table", at_the_table(setup, match, lambda: RulesOverlay(title)))
    yield Shot(title, "curtain", hot_seat(spec))
    rounds = look_file.load_look(spec).rounds
    if rounds.before or rounds.after:
        yield Shot(title, "score", first_count(spec, final=False))
    yield Shot(title, "end", first_count(spec, final=True))
    yield Shot(title, "end", first_count(spec, final=True, seats=spec.seats[-1])).large
    full = Shot(title, "table full", at_the_table(*crowded(spec)))
    yield from (full.in_shapes, full.large.in_shapes)
    for name, pose in (("log", logged), ("replay", looking_back)):
        shot = Shot(title, name, pose(*crowded(spec)))
        yield from (shot.in_shapes, shot.large)
    if "standoff_s" in spec.numbers:
        for phase in ("look", "countdown", "race"):
            yield Shot(title, f"live {phase}", racing(spec, phase))


# Taking them


def shots(only: str, folder: Path) -> list[Shot]:
    """All whose name contains a word; titles that it rules out are not even played."""
    found = list(round_the_table(folder))
    titles = catalog.titles()
    named = [title for title in titles if title in only]
    for title in named or titles:
        spec = titles[title]
        if isinstance(spec, Spec):
            found += of_a_title(spec)
    return [shot for shot in found if only in shot.file]


def take(out: Path, wanted: list[Shot], sizes: list[tuple[int, int]], codes: list[str], text: int) -> list[str]:
    """What went wrong, line by line: text that does not fit, pictures that are missing."""
    troubles: list[str] = []
    writers = ThreadPoolExecutor(2)
    done: list[Future[None]] = []
    for size in sizes:
        usual = Settings(language=codes[0], speed="off", effects=0, music=0, text_size=text)
        surface = pygame.Surface(size)
        app = App(size, usual)
        for code in codes:
            now = None
            for shot in sorted((shot for shot in wanted if size in shot.sizes(sizes)), key=lambda shot: shot.text):
                if shot.text != now:
                    now = shot.text
                    app.change(usual.with_changes(language=code, text_size=now or text))
                app.captions.update(9.0)
                shot.pose(app, surface)
                done.append(writers.submit(write, out / f"{shot.file}-{code}-{size[0]}.png", surface.copy()))
                while len(done) > QUEUE:
                    done.pop(0).result()
                troubles += [f"{shot.file} {code} {size[0]}: does not fit: {line}" for line in app.kit.fonts.overflows]
                app.kit.fonts.overflows.clear()
        troubles += app.kit.art.troubles
        app.close()
    for written in done:
        written.result()
    writers.shutdown()
    return troubles


def write(path: Path, picture: pygame.Surface) -> None:
    """A PNG, packed lightly: at the largest size pygame's own takes longer than all the drawing."""
    wide, high = picture.get_size()
    data = pygame.image.tobytes(picture, "RGB")
    rows = b"".join(b"\0" + data[at : at + 3 * wide] for at in range(0, 3 * wide * high, 3 * wide))
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    whole = b"\x89PNG\r\n\x1a\n"
    for kind, part in parts:
        whole += struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
    path.write_bytes(whole)


def index(out: Path, wanted: list[Shot], sizes: list[tuple[int, int]], codes: list[str]) -> None:
    smallest = sizes[0][0]
    body = []
    for title in dict.fromkeys(shot.title for shot in wanted):
        body.append(f"<h2>{html.escape(title.replace('_', ' ') or 'Mallow')}</h2><div>")
        for shot in (shot for shot in wanted if shot.title == title):
            links = " · ".join(
                f"{code} "
                + " ".join(f'<a href="{shot.file}-{code}-{wide}.png">{wide}</a>' for wide, _ in shot.sizes(sizes))
                for code in codes
            )
            body.append(
                f'<figure><a href="{shot.file}-{codes[0]}-{shot.sizes(sizes)[-1][0]}.png">'
                f'<img loading="lazy" src="{shot.file}-{codes[0]}-{smallest}.png" alt=""></a>'
                f"<figcaption><b>{html.escape(shot.name)}</b><br>{links}</figcaption></figure>"
            )
        body.append("</div>")
    style = (
        "body{font-family:sans-serif;background:#2a1c2b;color:#fff6e9;margin:2em}a{color:#ffb7c9}"
        "div{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0;width:420px}img{width:100%;border-radius:8px}"
    )
    head = f"<!doctype html><meta charset=utf-8><title>Mallow</title><style>{style}</style><h1>Mallow</h1>"
    (out / "index.html").write_text(head + "".join(body), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Render every screen.")
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="English at 1280×720 only")
    parser.add_argument("--only", default="", metavar="WORD", help="only pictures whose name contains it")
    parser.add_argument("--text", type=int, default=100, metavar="PERCENT")
    arguments = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    out: Path = arguments.out
    if not arguments.only:
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    sizes = list(SIZES[:1] if arguments.quick else SIZES + SHAPES)
    codes = ["en"] if arguments.quick else [code for code, _ in languages()]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wanted = shots(arguments.only, Path(folder))
        troubles = take(out, wanted, sizes, codes, arguments.text)
    index(out, wanted, sizes, codes)
    for trouble in sorted(set(troubles)):
        print(trouble, file=sys.stderr)
    count = sum(len(shot.sizes(sizes)) for shot in wanted) * len(codes)
    print(f"{count} pictures of {len(wanted)} screens in {time.monotonic() - began:.0f} s: {out / 'index.html'}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
