"""What players remember of hidden cards, and what play has proved of them.

A card that everybody saw going into a hand stays known there. A card that everybody saw going into a shuffle is in no
hand that was dealt before that shuffle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from game.engine.cards import EVERYBODY, Card, Seat, bits, mask_of
from game.engine.state import Picture, Zones
from game.titles.happy_mochi.box import Box
from game.titles.happy_mochi.state import MochiState

HELD: Final = ("hand", "drawn", "reserve")
"""The zones of a player."""


@cache
def _held_zones(seats: int) -> list[tuple[str, Seat]]:
    """The zones of all players, with their owners."""
    return [(f"{zone} {seat}", seat) for zone in HELD for seat in range(seats)]


class Memory(Box):
    def _top(self, state: MochiState) -> Card:
        """Take the top card of the draw pile."""
        card = state.deck.pop()
        state.born[card] = state.shuffles
        return card

    def _lose_sight(self, state: MochiState, cards: Sequence[Card]) -> None:
        """Cards that everybody has seen go into the deck to be shuffled."""
        gone = mask_of(cards)
        shuffle = state.shuffles + 1
        state.lost = tuple([shuffle if gone >> card & 1 else lost for card, lost in enumerate(state.lost)])
        state.public &= ~gone
        state.private = [known & ~gone for known in state.private]

    def memories(self, state: MochiState, zones: Zones) -> dict[Card, int]:
        seen: dict[Card, int] = {}
        known = state.public
        for private in state.private:
            known |= private
        if not known:
            return seen
        for name, owner in _held_zones(state.seats):
            for card in zones[name]:
                if not known >> card & 1:
                    continue
                if state.public >> card & 1:
                    seen[card] = EVERYBODY
                    continue
                seats = [s for s in range(state.seats) if s != owner and state.private[s] >> card & 1]
                if seats:
                    seen[card] = mask_of(seats)
        return seen

    def shuffles_of_held_cards(self, state: MochiState) -> tuple[tuple[int, ...], ...]:
        """For each zone of a player, in the order of `_held_zones`: the shuffle that each card came out of."""
        born = state.born
        held = [tuple([born[card] for card in hand]) for hand in state.hands]
        held += [(born[card],) if card >= 0 else () for card in state.drawn]
        held += [reserve and tuple([born[card] for card in reserve]) for reserve in state.reserves]
        return tuple(held)

    def _infer_memory(self, state: MochiState, picture: Picture) -> None:
        state.born = [0] * len(self.spec.faces)
        for name, born in self._born(state.seats, picture.facts):
            for card, shuffle in zip(picture.zones[name], born, strict=True):
                state.born[card] = shuffle
        for card, knowers in picture.seen.items():
            if knowers == EVERYBODY:
                state.public |= 1 << card
            else:
                for seat in bits(knowers):
                    state.private[seat] |= 1 << card

    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        facts: dict[str, Any] = picture.facts
        lost = facts["lost"]
        since = {
            shuffle: mask_of(card for card in bits(unknown) if lost[card] <= shuffle)
            for shuffle in range(1, facts["shuffles"] + 1)
        }
        return {name: [since[shuffle] for shuffle in born] for name, born in self._born(seats, facts)}

    def _born(self, seats: int, facts: Mapping[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
        """For each zone of a player: the shuffle that each of its cards came out of."""
        return [(name, born) for (name, _), born in zip(_held_zones(seats), facts["born"], strict=True)]
