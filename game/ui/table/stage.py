"""The cards on the table as sprites, in step with what a seat has heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.events import Event, Moved, Shown, Shuffled
from game.engine.spec import Place
from game.engine.view import Listener
from game.ui.table.layout import Layout, Spot
from game.ui.table.sprites import Sprite


class Stage:
    """A listener whose cards have pictures. Sprites stand in each place in the order in which it heard of them."""

    def __init__(self, places: Mapping[str, Place], seats: int, seat: Seat, layout: Layout) -> None:
        self._places = places
        self._heard = Listener(places, seats, seat)
        self.layout = layout
        self.zones: dict[str, list[Sprite]] = {}

    def start(self, zones: Mapping[str, tuple[Card, ...]], facts: Mapping[str, Any], events: Iterable[Event]) -> None:
        """Everything where it lies after these events, without a motion."""
        self._heard.start(zones, facts)
        for event in events:
            self._heard.hear(event)
        self.zones = {
            place: [Sprite.at(card, self._suit(place), NOWHERE) for card in cards]
            for place, cards in self._heard.zones.items()
        }
        self.arrange()
        for sprite in self.sprites:
            sprite.finish()

    def _suit(self, place: str) -> int:
        return self._places[place].owner or 0

    @property
    def facts(self) -> dict[str, Any]:
        return self._heard.facts

    @property
    def sealed(self) -> list[Any]:
        return self._heard.sealed

    @property
    def sprites(self) -> list[Sprite]:
        return [sprite for sprites in self.zones.values() for sprite in sprites]

    def known(self) -> dict[str, tuple[Card, ...]]:
        """The zones in the order a View has them."""
        return self._heard.zones_and_marks()[0]

    def ordered(self, place: str) -> list[Sprite]:
        """The sprites of a place in the order a View has its cards."""
        sprites = self.zones[place]
        if self._places[place].ordered:
            return sprites
        cards = self._heard.zones[place]
        order = sorted(range(len(sprites)), key=lambda i: (cards[i] == HIDDEN, cards[i], i))
        return [sprites[i] for i in order]

    def hear(self, event: Event) -> Sprite | None:
        """Take an event; the card it is about, if there is one. Nothing moves before `arrange`."""
        sprite = None
        match event:
            case Moved():
                at = self._index(event.source, event.source_index, event.card)
                sprite = self.zones[event.source].pop(at)
                self._heard.hear(event)
                self._insert(event, sprite)
            case Shown():
                at = self._index(event.place, event.index, event.card)
                sprite = self.zones[event.place].pop(at)
                self.zones[event.place].insert(at, sprite)
                self._heard.hear(event)
                _turn_to(sprite, self._heard.zones[event.place][at])
            case Shuffled():
                self._heard.hear(event)
                for each in self.zones[event.place]:
                    each.card = HIDDEN
            case _:
                self._heard.hear(event)
        return sprite

    def _index(self, place: str, index: int, card: Card) -> int:
        """As the listener finds it."""
        if index >= 0:
            return index
        cards = self._heard.zones[place]
        return cards.index(card if card in cards else HIDDEN)

    def _insert(self, event: Moved, sprite: Sprite) -> None:
        sprites = self.zones[event.target]
        at = len(sprites) if event.target_index < 0 else event.target_index
        sprites.insert(at, sprite)
        _turn_to(sprite, self._heard.zones[event.target][at])

    def arrange(self, moved: Sprite | None = None, length: float = 0.0, arc: float = 0.0) -> None:
        """Send every sprite where it belongs now; the moved one flies, the others make room."""
        for place in self.zones:
            sprites = self.ordered(place)
            cards = [sprite.card for sprite in sprites]
            for sprite, spot in zip(sprites, self.layout.place(place, cards, self.facts), strict=True):
                sprite.go(spot, length, arc if sprite is moved else 0.0)

    def finish(self) -> None:
        self.arrange()
        for sprite in self.sprites:
            sprite.finish()

    def advance(self, dt: float) -> bool:
        moving = False
        for sprite in self.sprites:
            moving = sprite.advance(dt) or moving
        return moving


NOWHERE = Spot(0, 0, 10, 0, False, 0, False)


def _turn_to(sprite: Sprite, card: Card) -> None:
    """A card that goes out of sight is forgotten by its picture, too."""
    sprite.card = card
    if card == HIDDEN and sprite.spot.up:
        spot = sprite.spot
        sprite.spot = replace(spot, up=False)
