"""Every shape of window, every screen, every text size: all that can be touched is inside the window and uncovered.

Only places are compared, and whether texts fit. Almost nothing is drawn, so that all shapes are cheap to try. The
languages take turns; `make soak` tries all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations, cycle

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame
import pytest

from game.data import catalog
from game.disk.settings import Settings
from game.engine.dice import Dice
from game.engine.match import Match
from game.engine.spec import Spec
from game.play.host import Chair, Host, Setup
from game.start import scenes
from game.start.app import App
from game.titles import TITLES
from game.ui import look_file
from game.ui.form import Form
from game.ui.gui.form import GuiForm
from game.ui.metrics import Metrics
from game.ui.scene import Pop, Push
from game.ui.screens.curtain import Curtain
from game.ui.screens.title_box import TitleBox
from game.ui.table import text_place
from game.ui.table.layout import Layout
from game.ui.table.plates import CARD_RATIO, plate_height
from game.ui.table.scene import TableScene
from game.ui.table.touch import CardForGap, TouchWidget, zone_rect
from game.ui.widgets import Button, Widget
from tests.contract import copy_at
from tests.every_form import Make, all_forms, menu
from tests.inline_worker import InlineWorker
from tests.screen import layout_problems

pygame.display.init()
pygame.font.init()
pygame.display.set_mode((16, 16))
SHAPES = ((1280, 720), (1280, 800), (1024, 768), (800, 1200), (540, 960), (1680, 720), (2560, 720), (640, 360))
TEXT_SIZES = (100, 150, 200)
NAMES = ("Ana", "Bea", "Cleo", "Dani", "Emil", "Finn")
FAN_DROP_U = 16.0
"""The outer cards of a full fan may leave the lower edge of the window by this much."""
BAR_U = 52.0
"""Height of the buttons at the top of the table."""


def each_settings() -> Iterator[tuple[tuple[int, int], Settings]]:
    """Every shape with every text size. Of three languages each comes with every shape and with every size."""
    languages = cycle(("en", "es", "fr", "es", "fr", "en", "fr", "en", "es"))
    for size in SHAPES:
        for text in TEXT_SIZES:
            yield size, Settings(language=next(languages), text_size=text, speed="off", effects=0, music=0)


def of_one_title(name: str, number: int) -> bool:
    """Whether a form is opened with these settings: forms that every title has take turns."""
    titles = [title for title in TITLES if name.endswith(title)]
    return not titles or titles[0] == list(TITLES)[number % len(TITLES)]


def screen_problems(forms: dict[str, Make], size: tuple[int, int], settings: Settings) -> Iterator[str]:
    """What overlaps, lies outside the window or is cut, on the menu, the curtain and each of these forms."""
    app = App(size, settings)
    app.begin(menu())
    surface = pygame.Surface(size)
    for name, make in forms.items():
        scene = make()
        app._apply(Push(scene))
        assert isinstance(scene, Form)
        if not isinstance(scene, GuiForm):
            scene.draw(surface)  # a form has measured all its texts by now
        found = layout_problems(scene, size) + [f"“{text}” is cut" for text in app.kit.fonts.overflows]
        app.kit.fonts.overflows.clear()
        yield from (f"{name} {size} {settings.text_size} {settings.language}: {problem}" for problem in found)
        app._apply(Pop())
    app.close()


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Make]:
    forms = all_forms(tmp_path_factory.mktemp("forms"))
    return {"menu": menu, "curtain": lambda: Curtain("Bo", "fox"), **forms}


@pytest.mark.parametrize("size", SHAPES, ids=str)
def test_on_every_screen_all_that_can_be_pressed_has_its_place_and_no_text_is_cut(
    size: tuple[int, int], screens: dict[str, Make]
) -> None:
    problems: list[str] = []
    for number, (shape, settings) in enumerate(each_settings()):
        if shape == size:
            forms = {name: make for name, make in screens.items() if of_one_title(name, number)}
            problems += screen_problems(forms, size, settings)
    assert not problems, "\n".join(problems)


@pytest.mark.soak
@pytest.mark.parametrize("size", SHAPES, ids=str)
def test_every_screen_in_every_language_and_text_size(size: tuple[int, int], screens: dict[str, Make]) -> None:
    problems: list[str] = []
    for language in ("en", "es", "fr"):
        for text in TEXT_SIZES:
            settings = Settings(language=language, text_size=text, speed="off", effects=0, music=0)
            problems += screen_problems(screens, size, settings)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_an_upright_menu_has_its_boxes_in_rows_and_whole_words(language: str, screens: dict[str, Make]) -> None:
    for size in ((800, 1200), (540, 960)):
        for text in TEXT_SIZES:
            settings = Settings(language=language, text_size=text, speed="off", effects=0, music=0)
            app, scene = App(size, settings), screens["full menu"]()
            app.begin(scene)
            scene.draw(pygame.Surface(size))
            assert isinstance(scene, Form)
            boxes = [widget.rect for widget in scene.widgets if isinstance(widget, TitleBox)]
            assert len({box.top for box in boxes}) > 1, f"{size} {text}: one row"
            assert not app.kit.fonts.overflows, f"{size} {text}: {app.kit.fonts.overflows}"
            app.close()


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_page_at_the_first_start_shows_everything_at_once(language: str, screens: dict[str, Make]) -> None:
    for size in ((1280, 720), (1024, 768), (800, 1200)):
        for text in (100, 125, 150):
            settings = Settings(language=language, text_size=text, speed="off", effects=0, music=0)
            problems = [*screen_problems({"first start": screens["first start"]}, size, settings)]
            assert not problems, "\n".join(problems)
            app, scene = App(size, settings), screens["first start"]()
            app.begin(scene)
            assert isinstance(scene, Form) and not scene.max_scroll_px, f"{size} {text}"
            app.close()


# The table


def moments(spec: Spec, seats: int) -> list[tuple[Setup, Match]]:
    """For everything that the first player can be asked: a moment with many cards between the players."""
    chairs = tuple(Chair(NAMES[seat], "skilled" if seat else "") for seat in range(seats))
    setup, dice = Setup(spec.title, chairs), Dice("shapes", spec.title, seats)
    host = Host(setup, InlineWorker(), 4)
    between = [name for name, (zone, _) in look_file.load_look(spec).wide.zones.items() if zone.kind == "ring"]
    found: dict[str, tuple[int, Match]] = {}
    for _ in range(40 * seats):
        if host.over:
            break
        seat = host.deciders[0]
        view = host.view(seat)
        if seat == 0:
            key = host.rules.question(view).key
            cards = sum(len(view.zones.get(name, ())) for name in between)
            if key not in found or cards > found[key][0]:
                found[key] = cards, copy_at(host.match, len(host.match.log))
        host.play(seat, view.legal[dice.below(len(view.legal))])
    return [(setup, match) for _, match in found.values()]


def ask(app: App, setup: Setup, match: Match) -> TableScene:
    """A table at which the first player is asked. Nothing is drawn."""
    scene = scenes.make_table(Host(setup, InlineWorker(), 4, copy_at(match, len(match.log))), again=True)
    assert isinstance(scene, TableScene)
    app.begin(scene)
    for _ in range(3):
        scene.update(0.0)
    assert scene.asking
    return scene


def table_problems(scene: TableScene, size: tuple[int, int]) -> Iterator[str]:
    """What lies outside the window or on something else. Cards of a hand overlap, and gaps lie on cards."""
    kit, stage, window = scene.kit, scene.board.stage, pygame.Rect((0, 0), size)
    touches = [widget for widget in scene.tab_stops if isinstance(widget, TouchWidget)]
    cards = [touch for touch in touches if touch.sprite is not None and not isinstance(touch, CardForGap)]
    others: list[Widget] = [stop for stop in scene.tab_stops if stop not in cards and not _is_on_cards(stop)]
    lower = pygame.Rect(window.topleft, (window.width, window.height + kit.px(FAN_DROP_U)))
    for stop in scene.tab_stops:
        if not (lower if stop in cards else window).contains(stop.rect):
            yield f"{stop.name} leaves the window"
    for one, other in combinations(others, 2):
        if one.rect.colliderect(other.rect):
            yield f"{one.name} lies on {other.name}"
    for one in others:
        for card in cards:
            if one.rect.colliderect(card.rect):
                yield f"{one.name} lies on {card.name}"
    prompt, _ = scene._prompt_rect_and_width(scene.prompt())
    badges, facts = scene.board.hud.badges, scene.sitting.view.facts
    shown = [badge for badge in stage.layout.badges if badges.is_shown(badge, facts)]
    marks = [text_place.labelled_badge_rect(scene.board, badge) for badge in shown]
    marks += [scene.board.hud.plate_rect(seat) for seat in stage.layout.plate_centres]
    marks += text_place.card_rects(scene.board)
    for one in others:
        if isinstance(one, Button) and one.rect.collidelist(marks) >= 0:
            yield f"{one.name} lies on a badge, a plate or a card"
    piles = [place for place in stage.zones if stage.layout.zone_look(place)[0].kind == "pile" and stage.zones[place]]
    seen = [(place, zone_rect(kit, stage, place)) for place in piles]
    for name, rect in [*seen, *((stop.name, stop.rect) for stop in [*cards, *others])]:
        if prompt.colliderect(rect):
            yield f"the prompt lies on {name}"


def _is_on_cards(stop: Widget) -> bool:
    return isinstance(stop, CardForGap) or (isinstance(stop, TouchWidget) and stop.target.kind == "gap")


@pytest.mark.parametrize("title", TITLES)
def test_at_every_table_nothing_covers_hand_piles_plates_or_buttons(title: str) -> None:
    spec = catalog.spec(title)
    known = {seats: moments(spec, seats) for seats in sorted({spec.seats[0], 3, spec.seats[-1]}) if seats in spec.seats}
    problems: list[str] = []
    for size, settings in each_settings():
        app = App(size, settings)
        for seats, found in known.items():
            for setup, match in found:
                scene = ask(app, setup, match)
                question = scene.sitting.question.key
                problems += [
                    f"{seats} players {question} {size} {settings.text_size} {settings.language}: {problem}"
                    for problem in table_problems(scene, size)
                ]
        app.close()
    assert not problems, "\n".join(problems)


def box(x: float, y: float, width: float, height: float) -> pygame.FRect:
    return pygame.FRect(x - width / 2, y - height / 2, width, height)


def placed_rects(layout: Layout, metrics: Metrics, title: str, seats: int) -> dict[str, list[pygame.FRect]]:
    """Where plates, tokens and the cards of every zone lie, by name, if every row and fan is full."""
    rects = {
        f"plate {seat}": [box(x, y, layout.plate_widths[seat], plate_height(metrics))]
        for seat, (x, y) in layout.plate_centres.items()
    }
    order = {"order": tuple(range(seats))}
    for place in catalog.rules(title).places(seats):
        zone, _ = layout.zone_look(place)
        count = {"ring": seats, "pile": 1, "off": 0}.get(zone.kind, 12 if place.startswith("hand") else 1)
        spots = layout.card_spots(place, range(count), order)
        rects[place] = [box(spot.x, spot.y, spot.width, spot.width * CARD_RATIO) for spot in spots]
    return rects


@pytest.mark.parametrize("title", TITLES)
def test_in_every_shape_cards_lie_inside_the_window_and_on_no_plate(title: str) -> None:
    spec = catalog.spec(title)
    problems: list[str] = []
    for size, settings in each_settings():
        metrics = Metrics(*size, settings.text_size / 100)
        window = pygame.FRect(0, BAR_U, metrics.width, metrics.height - BAR_U)
        for seats in spec.seats:
            layout = Layout(look_file.load_look(spec), metrics, seats, 0)
            rects = placed_rects(layout, metrics, title, seats)
            plates = {name: found[0] for name, found in rects.items() if name.startswith("plate")}
            for name, found in rects.items():
                where = f"{name}, {seats} players, {size} {settings.text_size}"
                if not all(window.contains(rect.inflate(-8, -2 * FAN_DROP_U)) for rect in found):
                    problems.append(f"{where}: leaves the window")
                on = [plate for plate, at in plates.items() if plate != name and at.collidelist(found) >= 0]
                problems += [f"{where}: lies on {plate}" for plate in on]
    assert not problems, "\n".join(problems)


def test_numbers_on_cards_and_texts_grow_with_the_text_size_in_every_shape() -> None:
    for size in SHAPES:
        scales = [Metrics(*size, text / 100).text_scale for text in TEXT_SIZES]
        assert scales == sorted(set(scales)), f"in {size} every step is larger than the one before"


def test_an_upright_window_has_cards_as_large_as_a_wide_one_of_the_same_area() -> None:
    for title in TITLES:
        spec = catalog.spec(title)
        cards = []
        for size in ((1280, 720), (800, 1200), (1024, 768)):
            metrics = Metrics(*size)
            layout = Layout(look_file.load_look(spec), metrics, spec.seats[0], 0)
            hand = layout.zone_look(f"{look_file.load_look(spec).seat.hand} 0")[0]
            cards.append(hand.card * metrics.unit_px)
        assert min(cards) >= 0.9 * cards[0], f"{title}: {cards}"
