"""A small picture of a saved match. It is drawn from a spectator's View, so that it shows no secrets."""

from __future__ import annotations

import pygame

from game.data import catalog
from game.disk.savefile import Save
from game.engine.view import View, read_view
from game.play.host import Chair
from game.ui.background import draw_background_picture
from game.ui.kit import Kit
from game.ui.look_file import load_look
from game.ui.metrics import Metrics
from game.ui.table.cards import CardArt
from game.ui.table.faces import make_faces
from game.ui.table.hud import Hud
from game.ui.table.layout import Layout
from game.ui.table.pictures import Pictures
from game.ui.table.sprites import draw_resting
from game.ui.table.stage import Stage


def draw_thumbnail(kit: Kit, save: Save, size: tuple[int, int]) -> pygame.Surface:
    """The picture of a save in this size. A save that makes no sense gives an empty table."""
    small = Kit(Metrics(*size), kit.settings, kit.texts, kit.art, kit.audio, kit.reader)
    surface = pygame.Surface(size)
    title = save.title
    draw_background_picture(small, surface, title if title in catalog.titles() else "menu")
    try:
        _draw_cards(small, surface, title, save)
    except Exception:  # the View in a file is not checked before its match is opened
        draw_background_picture(small, surface, "menu")
    return surface


def _draw_cards(kit: Kit, surface: pygame.Surface, title: str, save: Save) -> None:
    rules = catalog.rules(title, save.record.data["options"])
    view: View = read_view(rules, save.view)
    if view.seat != view.seats or view.seats not in rules.spec.seats:
        raise ValueError("this is not what a spectator sees")
    look = load_look(rules.spec)
    layout = Layout(look, kit.metrics, view.seats, view.seat)
    stage = Stage(rules.spec, rules.places(view.seats), view.seats, view.seat, layout)
    stage.start(view.zones, view.facts, ())
    pictures = Pictures(kit, CardArt(kit, rules.spec, look))
    faces = make_faces(look, rules.spec, [chair.bot for chair in save.chairs])
    hud = Hud(kit, look, rules.spec, layout, [_name_and_avatar(kit, chair) for chair in save.chairs], faces)
    hud.start(stage.facts)
    hud.draw(surface, stage.facts, look.seat.card_counts(stage.zones, view.seats), set())
    for place in stage.zones:
        for sprite in stage.ordered_sprites(place):
            draw_resting(kit, pictures, surface, sprite, dim=False)


def _name_and_avatar(kit: Kit, chair: Chair) -> tuple[str, str]:
    avatar = chair.avatar if kit.art.has_file(f"avatars/{chair.avatar}_calm.svg") else "fox"
    return chair.name, avatar
