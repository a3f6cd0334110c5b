"""Determinization for Marshmallow Test: guesses worlds for a View fast. Only the hidden cards are dealt each time."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from game.ai.marshmallow_test.patient_policy import preferred_cards
from game.ai.search import guessed_worlds
from game.engine.cards import HIDDEN, Seat, bits, mask_of
from game.engine.dice import Dice
from game.engine.state import Picture
from game.engine.view import View
from game.titles.marshmallow_test import MarshmallowState, MarshmallowTest, Trick

MAX_DEALS = 30
"""Attempts to deal a world. After them the slower search of the engine is used."""
INFER_VOIDS: Final = 1
INFER_PATIENCE: Final = 2
INFER_PATIENCE_FIRMLY: Final = 3
"""The values of a level's `infers`: who has run out of a suit; also that all play like patient players; that firmly."""
BURN_IN_SWAPS: Final = 70
SWAPS_PER_WORLD: Final = 10
"""How often two cards may be swapped before the first world, and before every other world."""
UNLIKELY_PLAY_CHANCE = {INFER_PATIENCE: 0.1, INFER_PATIENCE_FIRMLY: 0.03}
"""The likelihood of a play that a patient player would not have made, compared with one that it would."""


def remembered_tricks(history: tuple[Trick, ...], memory: int) -> tuple[Trick, ...]:
    """The latest tricks of the round, as many as a player remembers. `memory` is in percent."""
    kept = -(-len(history) * memory // 100)
    return history[len(history) - kept :]


def remembered_cards(view: View, memory: int) -> int:
    """The set of played cards that a player remembers. The cards of the current trick are always in it."""
    facts: Any = view.facts
    played = mask_of(view.zones["trick"])
    for _, _, cards in remembered_tricks(facts["history"], memory):
        played |= mask_of(cards)
    return played


class HiddenZone(NamedTuple):
    """A zone with hidden cards: a hand, or the cards that a player has thrown away."""

    possible_cards: int
    """The set of cards that can be in it."""
    seat: Seat
    is_hand: bool
    size: int
    """The number of hidden cards in it."""
    preferred: list[int]
    """Sets of cards that are unlikely in it: see `preferred_cards`."""


class WorldSampler:
    """Deals the hidden cards to the hidden zones. Cards that the player has forgotten count as hidden.

    Levels that infer from plays then swap cards by the Metropolis algorithm, so that a world comes up the more often,
    the likelier it makes the plays of the round.
    """

    def __init__(self, rules: MarshmallowTest, view: View, memory: int, infers: int) -> None:
        own = view.seat
        self._fallback_worlds = partial(guessed_worlds, rules, view)
        zones = {name: tuple(card for card in cards if card != HIDDEN) for name, cards in view.zones.items()}
        self._base = rules.build(Picture(zones, dict(view.facts), (None,) * view.seats))
        known = remembered_cards(view, memory) | self._base.hands[own] | self._base.thrown[own]
        self._hidden_cards = bits(mask_of(rules.cards(view.seats)) & ~known)
        self._hidden_zones: list[HiddenZone] = []
        pool = mask_of(self._hidden_cards)
        preferences = preferred_cards(rules, view) if infers >= INFER_PATIENCE else [[] for _ in range(view.seats)]
        for seat in range(view.seats):
            voids = self._base.voids[seat] if infers >= INFER_VOIDS else 0
            for name, is_hand in (("hand", True), ("thrown", False)):
                size = view.zones[f"{name} {seat}"].count(HIDDEN)
                if size and seat != own:
                    self._hidden_zones.append(HiddenZone(pool & ~voids, seat, is_hand, size, preferences[seat]))
        self._hidden_zones.sort(key=lambda zone: (zone.possible_cards.bit_count(), zone.seat, zone.is_hand))
        self._infers = infers >= INFER_PATIENCE and any(zone.preferred for zone in self._hidden_zones)
        self._unlikely_chance = UNLIKELY_PLAY_CHANCE.get(infers, 1.0)
        self._cards_at: list[int] = []
        """The latest world: the set of cards in each hidden zone, and last the cards that are in no hand."""
        self._zone_of = [0] * len(rules.spec.faces)
        """For each card: the index of its zone in `_cards_at`."""
        self._possible_cards = [zone.possible_cards for zone in self._hidden_zones] + [-1]
        self._preferred: list[list[int]] = [zone.preferred for zone in self._hidden_zones] + [[]]

    def world(self, dice: Dice) -> MarshmallowState:
        """One more world. It is the same object at each call: clone it to keep it."""
        started = bool(self._cards_at)
        if not (self._infers and started) and not any(self._deal(dice) for _ in range(MAX_DEALS)):
            world = self._fallback_worlds()(dice)
            assert isinstance(world, MarshmallowState)
            return world
        if self._infers:
            self._swap_cards(dice, SWAPS_PER_WORLD if started else BURN_IN_SWAPS)
        state = self._base
        for zone, cards in zip(self._hidden_zones, self._cards_at, strict=False):
            if zone.is_hand:
                state.hands[zone.seat] = cards
            else:
                state.thrown[zone.seat] = cards
        state.aside = self._cards_at[-1]
        return state

    def _deal(self, dice: Dice) -> bool:
        """Deal all hidden cards, to zones with few possible cards first. False if the cards left cannot fill a zone."""
        left = dice.shuffled(self._hidden_cards)
        cards_at: list[int] = []
        for possible_cards, _, _, size, _ in self._hidden_zones:
            dealt = 0
            for card in left:
                if possible_cards >> card & 1:
                    dealt |= 1 << card
                    size -= 1
                    if not size:
                        break
            if size:
                return False
            left = [card for card in left if not dealt >> card & 1]
            cards_at.append(dealt)
        cards_at.append(mask_of(left))
        self._cards_at = cards_at
        if self._infers:
            for zone, cards in enumerate(cards_at):
                for card in bits(cards):
                    self._zone_of[card] = zone
        return True

    def _swap_cards(self, dice: Dice, swaps: int) -> None:
        """Metropolis: swap two cards of different zones if that makes the plays likelier, otherwise with a chance."""
        rnd, cards_at, pool, zone_of = dice.random, self._cards_at, self._hidden_cards, self._zone_of
        possible_cards, preferred, size = self._possible_cards, self._preferred, len(pool)
        unlikely_chance = self._unlikely_chance
        for _ in range(swaps):
            one, two = pool[int(rnd() * size)], pool[int(rnd() * size)]
            here, there = zone_of[one], zone_of[two]
            if here == there or not possible_cards[here] >> two & 1 or not possible_cards[there] >> one & 1:
                continue
            swap = 1 << one | 1 << two
            before, after = cards_at[here], cards_at[here] ^ swap
            more_unlikely = 0
            for cards in preferred[here]:
                if cards & swap:
                    more_unlikely += (cards & after != 0) - (cards & before != 0)
            before, after = cards_at[there], cards_at[there] ^ swap
            for cards in preferred[there]:
                if cards & swap:
                    more_unlikely += (cards & after != 0) - (cards & before != 0)
            if more_unlikely <= 0 or rnd() < unlikely_chance**more_unlikely:
                cards_at[here] ^= swap
                cards_at[there] ^= swap
                zone_of[one], zone_of[two] = there, here
