"""Nothing leaks on any surface: where everything a seat cannot know is dealt again, all that it is shown stays equal.

Surfaces: every frame of the table (at rest, with the log open, under the pointer, in motion), the log, the lines of the
text layer, a bot's delay, the report after a crash and the small picture of a save.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.ai import pace
from game.ai.worker import Worker
from game.data import catalog
from game.disk import saving
from game.engine.cards import HIDDEN, Seat
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.view import View
from game.play.host import Chair, Host, Setup
from game.start import report
from game.start.scenes import make_table
from game.titles import TITLES
from game.ui.history.thumbnail import draw_thumbnail
from game.ui.screens.curtain import Curtain
from game.ui.table.cards import CardArt
from game.ui.table.faces import Faces
from game.ui.table.layout import Layout
from game.ui.table.scene import TableScene
from game.ui.table.stage import Stage
from game.words import Wording
from tests import twins
from tests.inline_worker import NeverAnsweringWorker
from tests.screen import ENGLISH, Driver
from tests.table import NAMES

PAIRS = 120
SIZE = (320, 180)
LAST = 4
"""So many events at the end are shown in motion."""
HOVERED = 3
"""So many things are pointed at."""
SETTINGS = replace(ENGLISH, speed="fast", captions=False)
ME = 0


Surface = Callable[["Screen", Host], object]


class Screen:
    """One application for all worlds of a title, so that its pictures are drawn once."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._worker: Worker = NeverAnsweringWorker()
        self._driver = Driver(Curtain("nobody", "fox"), SIZE, SETTINGS)

    def host(self, match: Match) -> Host:
        chairs = tuple(Chair(NAMES[seat], "" if seat == ME else "skilled") for seat in range(match.seats))
        return Host(Setup(self._title, chairs, match.rules.options), self._worker, 1, match)

    def looked_at(self, surface: Surface, host: Host) -> object:
        return surface(self, host)

    def show(self, host: Host) -> Iterator[bytes]:
        """Every frame as a digest."""
        scene = make_table(host, again=True)
        assert isinstance(scene, TableScene)
        scene._events_given = max(0, scene._events_given - LAST)
        driver = self._driver
        driver.app.begin(scene)
        for _ in range(40):
            if not driver.step(dt=0.15):
                break
            yield digest(driver.surface)
        touched = [widget for widget in scene.widgets if widget.press is not None]
        for widget in Dice("hover", host.event_count).shuffled(touched)[:HOVERED]:
            driver.move(widget.rect.center)
            yield digest(driver.surface)

    def kit(self) -> Any:
        return self._driver.kit


def digest(surface: pygame.Surface) -> bytes:
    return hashlib.sha256(surface.get_view("0").raw).digest()


def frames(screen: Screen, host: Host) -> list[bytes]:
    """Pictures that follow each other; drawing the same one twice tells nobody anything."""
    return [digest for digest, _ in itertools.groupby(screen.show(host))]


def log(screen: Screen, host: Host) -> list[str | None]:
    words = Wording(screen.kit().texts, host.rules, host.names, ME)
    return words.event_lines(host.view_at_start(ME), host.events_for(ME))


def speech(screen: Screen, host: Host) -> list[str]:
    words = Wording(screen.kit().texts, host.rules, host.names, ME)
    view = host.view(ME)
    prompt = words.prompt(view, host.sit(ME).question)
    return [prompt, *words.table_lines(view), *(words.move(view, move) for move in view.legal)]


def refusals(screen: Screen, host: Host) -> list[str]:
    view = host.view(ME)
    return [repr(host.rules.refusal(view, card)) for card in view.zones.get(f"hand {ME}", ()) if card != HIDDEN]


def delay(screen: Screen, host: Host) -> list[float]:
    """Of a bot in the other seats: its View is not ours, so only what is public may count."""
    bots = range(1, host.seats)
    public = host.view(host.seats)
    return [pace.pause_s("expert:", host.turn, host.seats)] + [
        pace.moment_s(host.rules, "expert", replace(host.view(seat), zones=public.zones), Dice("moment", seat))
        for seat in bots
    ]


def crash(screen: Screen, host: Host) -> str:
    try:
        raise RuntimeError("anything")
    except RuntimeError as error:
        return report.make_report(error, host, ["pygame"])


def thumbnail(screen: Screen, host: Host) -> bytes:
    plain = saving.snapshot(host, "name", 0, 0)
    return digest(draw_thumbnail(screen.kit(), plain, SIZE))


SURFACES: tuple[Surface, ...] = (frames, log, speech, refusals, delay, crash, thumbnail)


def worlds(title: str, number: int) -> tuple[Match, Match]:
    """A match after some moves, and a twin of it for the first seat."""
    dice = Dice("leaks", title, number)
    seats = dice.pick(catalog.spec(title).seats)
    match = Match.start(catalog.rules(title), [Player(name) for name in NAMES[:seats]], dice)
    for _ in range(dice.below(45)):
        if match.over:
            break
        seat = match.deciders[0]
        match.play(seat, dice.pick(match.legal(seat)))
    _, true, _, twin = twins.play_both(twins.Witness(match, ME), dice)
    return true, twin


def compare(title: str, pairs: int, screen: Screen | None = None) -> int:
    """How many twins differed from their match; AssertionError where a seat could have told."""
    screen = screen or Screen(title)
    differed = 0
    for number in range(pairs):
        true, twin = worlds(title, number)
        differed += true.picture != twin.picture
        one, other = screen.host(true), screen.host(twin)
        for surface in SURFACES:
            same = screen.looked_at(surface, one) == screen.looked_at(surface, other)
            assert same, f"{surface.__name__} tells worlds apart (pair {number})"
    return differed


@pytest.mark.parametrize("title", TITLES)
def test_no_surface_tells_twin_worlds_apart(title: str) -> None:
    assert compare(title, PAIRS) > PAIRS // 3


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_surface_tells_many_twin_worlds_apart(title: str, request: pytest.FixtureRequest) -> None:
    pairs = request.config.getoption("--soak-pairs")
    assert compare(title, pairs) > pairs // 3


# Leaks that somebody might write: each must be caught.


class Telling(Screen):
    """A screen that has the truth at hand, for those who would misuse it."""

    match: Match

    def looked_at(self, surface: Surface, host: Host) -> object:
        self.match = host.match
        return super().looked_at(surface, host)


Plant = Callable[[pytest.MonkeyPatch, Telling], None]


def card_of_another(screen: Telling) -> int:
    """Something the first seat cannot know."""
    zones = screen.match.picture.zones
    seen = screen.match.view(ME).zones
    unknown = (card for name in sorted(zones) for card in zones[name] if card not in seen[name])
    return next(unknown, 0)


def lean(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    """Cards in a pile lie a little askew, by their value."""
    place = Layout.card_spots

    def leaning(self: Layout, name: str, cards: Any, facts: Any) -> Any:
        spots = place(self, name, cards, facts)
        return [replace(spot, angle=spot.angle + card_of_another(screen) % 7) for spot in spots]

    patch.setattr(Layout, "card_spots", leaning)


def marked_back(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    back = CardArt.back

    def marked(self: CardArt, suit: int, width: int) -> pygame.Surface:
        picture = back(self, suit, width).copy()
        picture.fill((card_of_another(screen) * 4 % 256, 0, 0), (0, 0, 2, 2))
        return picture

    patch.setattr(CardArt, "back", marked)


def knowing_mood(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    def mood(self: Faces, seat: Seat, facts: Any, busy: bool) -> str:
        return "pleased" if card_of_another(screen) % 2 else "calm"

    patch.setattr(Faces, "mood", mood)


def open_stage(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    """The stage is set up from the truth instead of what was heard."""
    start = Stage.start

    def opened(self: Stage, zones: Any, facts: Any, events: Any) -> None:
        start(self, zones, facts, events)
        for sprites in self.zones.values():
            for sprite in sprites:
                if sprite.card == HIDDEN:
                    sprite.suit = card_of_another(screen) % 2

    patch.setattr(Stage, "start", opened)


def chatty_log(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    event_lines = Wording.event_lines

    def telling(self: Wording, before: View, events: Any) -> list[str | None]:
        return [*event_lines(self, before, events), f"psst: {card_of_another(screen)}"]

    patch.setattr(Wording, "event_lines", telling)


def chatty_prompt(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    prompt = Wording.prompt
    patch.setattr(Wording, "prompt", lambda *words: f"{prompt(*words)} {card_of_another(screen)}")


def nervous_bot(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    patch.setattr(pace, "pause_s", lambda *public: 1 + card_of_another(screen) / 100)


def indiscreet_report(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    patch.setattr(report, "error_lines", lambda error: [f"card {card_of_another(screen)}"])


def open_thumbnail(patch: pytest.MonkeyPatch, screen: Telling) -> None:
    snapshot = saving.snapshot

    def seen(host: Host, *rest: Any) -> Any:
        save = snapshot(host, *rest)
        save.view["facts"]["round"] = card_of_another(screen)
        named = replace(save.chairs[0], name=f"Ana {card_of_another(screen)}")
        return replace(save, chairs=(named, *save.chairs[1:]))

    patch.setattr(saving, "snapshot", seen)


PLANTS: tuple[Plant, ...] = (
    lean, marked_back, knowing_mood, open_stage, chatty_log, chatty_prompt, nervous_bot, indiscreet_report,
    open_thumbnail,
)  # fmt: skip


@pytest.mark.parametrize("title", ["marshmallow_test", "face_to_face", "happy_mochi"])
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_caught(plant: Plant, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Telling(title)
    plant(monkeypatch, screen)
    if plant is open_stage and not catalog.spec(title).own_sets:
        return
    with pytest.raises(AssertionError, match="tells worlds apart"):
        compare(title, 12, screen)
