"""The stage: a sprite for every card, following the events that one viewer was told."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.events import Event, Fact, Moved, Shown, Shuffled
from game.engine.spec import Place, Spec
from game.engine.view import Listener
from game.ui.table import springs
from game.ui.table.layout import Layout, Spot
from game.ui.table.springs import Motion
from game.ui.table.sprites import Sprite


class Stage:
    """Follows events as a Listener does, and has a sprite for each card.

    In `zones` the sprites of a place stand in the order of the Listener.
    """

    def __init__(self, spec: Spec, places: Mapping[str, Place], seats: int, seat: Seat, layout: Layout) -> None:
        self._spec = spec
        self._places = places
        self._listener = Listener(places, seats, seat)
        self.layout = layout
        self.zones: dict[str, list[Sprite]] = {}
        self._changed_places: set[str] = set()
        """The places whose cards may lie elsewhere since `arrange` was called last."""
        self._facts_of_places = {*layout.facts, spec.facts.get("trump", "")}
        """The facts on which it depends where cards lie, and in which order: trumps are last in a hand."""
        self.marked: list[Sprite] = []
        """The cards that have won the others. They rise and glow until a card moves."""
        self.calm = False
        """Cards go to their places without leaning, rising or swinging: the setting "less motion"."""

    def start(self, zones: Mapping[str, tuple[Card, ...]], facts: Mapping[str, Any], events: Iterable[Event]) -> None:
        """Put every card where it lies after these events, without motion."""
        self._listener.start(zones, facts)
        for event in events:
            self._listener.hear(event)
        self.zones = {
            place: [Sprite.resting_at(card, self._suit_of(place), START_SPOT) for card in cards]
            for place, cards in self._listener.zones.items()
        }
        self._changed_places.update(self.zones)
        self.arrange()
        for sprite in self.sprites:
            sprite.finish()

    def _suit_of(self, place: str) -> int:
        return self._places[place].owner or 0

    @property
    def facts(self) -> dict[str, Any]:
        return self._listener.facts

    @property
    def trump_suit(self) -> int:
        """The trump suit; negative if there is none."""
        suit = self.facts.get(self._spec.facts.get("trump", ""))
        return suit if isinstance(suit, int) else -1

    @property
    def sprites(self) -> list[Sprite]:
        return [sprite for sprites in self.zones.values() for sprite in sprites]

    def known_zones(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each zone, in the order of a View."""
        return self._listener.zones_and_marks()[0]

    def ordered_sprites(self, place: str) -> list[Sprite]:
        """The sprites of a place, in the order of its cards in a View; but in a place without order trumps are last."""
        sprites = self.zones[place]
        if self._places[place].ordered:
            return sprites
        return [sprites[i] for i in self._shown_order(self._listener.zones[place])]

    def in_shown_order(self, place: str, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a place as a View has them, in the order in which they lie on the table."""
        return tuple(cards) if self._places[place].ordered else tuple(cards[i] for i in self._shown_order(cards))

    def _shown_order(self, cards: Sequence[Card]) -> list[int]:
        trump, faces = self.trump_suit, self._spec.faces

        def place_in_hand(i: int) -> tuple[bool, bool, Card, int]:
            card = cards[i]
            return card == HIDDEN, card != HIDDEN and faces[card].suit == trump, card, i

        return sorted(range(len(cards)), key=place_in_hand)

    def hear(self, event: Event) -> Sprite | None:
        """Apply an event, and return the sprite that it is about. The sprites move only after `arrange`."""
        sprite = None
        match event:
            case Moved(source=source, target=target):
                self._changed_places |= {source, target}
                at = self._index(event.source, event.source_index, event.card)
                sprite = self.zones[event.source].pop(at)
                self._listener.hear(event)
                self._insert(event, sprite)
                self.marked = []
            case Shown(place=place):
                self._changed_places.add(place)
                at = self._index(event.place, event.index, event.card)
                sprite = self.zones[event.place].pop(at)
                self.zones[event.place].insert(at, sprite)
                self._listener.hear(event)
                _set_card(sprite, self._listener.zones[event.place][at])
            case Shuffled(place=place):
                self._changed_places.add(place)
                self._listener.hear(event)
                for each in self.zones[event.place]:
                    each.hide()
            case _:
                self._listener.hear(event)
                if isinstance(event, Fact) and event.name in self._facts_of_places:
                    self._changed_places.update(self.zones)
        return sprite

    def turn_up(self, moves: Iterable[Moved]) -> None:
        """Turn over the cards of these moves, before they go. The caller calls `arrange` afterwards."""
        for event in moves:
            index = self._index(event.source, event.source_index, event.card)
            self.zones[event.source][index].card = event.card
            self._changed_places.add(event.source)

    def mark(self, cards: Container[Card]) -> None:
        """Mark the cards that have won the others."""
        self.marked = [sprite for sprite in self.sprites if sprite.card in cards and sprite.spot.visible]

    def _index(self, place: str, index: int, card: Card) -> int:
        """The index of a card in a place, found in the same way as the Listener does."""
        if index >= 0:
            return index
        cards = self._listener.zones[place]
        return cards.index(card if card in cards else HIDDEN)

    def _insert(self, event: Moved, sprite: Sprite) -> None:
        sprites = self.zones[event.target]
        at = len(sprites) if event.target_index < 0 else event.target_index
        sprites.insert(at, sprite)
        _set_card(sprite, self._listener.zones[event.target][at])

    def arrange(self, moved: Sprite | None = None, motion: Motion = springs.MAKE_ROOM) -> None:
        """Send every sprite to its place. The moved one flies above the others, which make room."""
        for place in [place for place in self.zones if place in self._changed_places]:
            sprites = self.ordered_sprites(place)
            cards = [sprite.card for sprite in sprites]
            for sprite, spot in zip(sprites, self.layout.card_spots(place, cards, self.facts), strict=True):
                if sprite is moved:
                    sprite.move_to(spot, springs.CALM if self.calm else motion, aloft=True, flies=not self.calm)
                else:
                    sprite.move_to(spot, springs.MAKE_ROOM)
        self._changed_places.clear()

    def finish(self) -> None:
        """Put every sprite where it belongs, at once."""
        self._changed_places.update(self.zones)
        self.arrange()
        for sprite in self.sprites:
            sprite.finish()

    def stop(self) -> bool:
        """End all motion at once; False if nothing moved."""
        moving = [sprite for sprite in self.sprites if not sprite.resting and sprite.dragged_to is None]
        for sprite in moving:
            sprite.finish()
        return bool(moving)

    def advance(self, dt: float) -> bool:
        """Move all sprites by some seconds; True while one moves."""
        moving, dt_ms = False, round(dt * 1000, 1)
        for sprites in self.zones.values():
            for sprite in sprites:
                if not sprite.resting:
                    moving = sprite.advance(dt_ms) or moving
        return moving

    def live_sprites(self) -> frozenset[tuple[int, bool, bool]]:
        """The ids of the sprites that are drawn anew in every frame, each with whether it is in the air, above others,
        and whether it is aloft: marks appear on a card that has landed."""
        sprites = (sprite for sprites in self.zones.values() for sprite in sprites)
        return frozenset((id(sprite), sprite.is_in_air, sprite.aloft) for sprite in sprites if sprite.is_live)


START_SPOT = Spot(0, 0, 10, 0, False, 0, False)


def _set_card(sprite: Sprite, card: Card) -> None:
    """Give a sprite another card. A card that becomes unknown is turned face down at once, so that it is not seen."""
    sprite.card = card
    if card == HIDDEN:
        sprite.hide()
