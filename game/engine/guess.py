"""Guesses a State that fits a View and everything that the moves so far have proved about hidden cards."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from game.engine.cards import HIDDEN, Card, bits, mask_of
from game.engine.dice import Dice
from game.engine.rules import Rules
from game.engine.state import Picture, State
from game.engine.view import View

WORLD_TRIES = 2000
"""Guessed worlds that are rejected before NoWorld is raised."""
DEAL_TRIES = 20
"""Random deals that are tried before a deal is constructed by matching."""


class NoWorld(Exception):
    """No State fits, so the View cannot come from a real match."""


class Guesser:
    """Guesses many States ("worlds") for one View. What they have in common is computed once."""

    def __init__(self, rules: Rules[Any], view: View) -> None:
        self._rules = rules
        self._view = view
        self._known = Picture(
            dict(view.zones), dict(view.facts), (None,) * view.seats, _memories(view)
        )
        placed = mask_of(card for cards in view.zones.values() for card in cards if card != HIDDEN)
        self._unknown = mask_of(rules.cards(view.seats)) & ~placed
        self._slots = self._hidden_slots()
        self._groups = [(mask, len(list(same))) for mask, same in groupby(mask for _, _, mask in self._slots)]

    def guess_world(self, dice: Dice) -> State:
        for _ in range(WORLD_TRIES):
            state: State = self._rules.build(self._guess_picture(dice))
            if self._can_go_on(state):
                self._seal_others(state, dice)
                return state
        raise NoWorld(f"{self._view.title}: no world fits this view")

    def _hidden_slots(self) -> list[tuple[str, int, int]]:
        """Place, index and possible cards (a mask) of every hidden card; the slot with the fewest comes first."""
        rules, view = self._rules, self._view
        possible = rules.possible_cards(view.seats, self._known, self._unknown)
        slots = []
        for name, cards in view.zones.items():
            anything = self._unknown & _own_set(rules, view.seats, name)
            for index, card in enumerate(cards):
                if card == HIDDEN:
                    mask = possible[name][index] & anything if name in possible else anything
                    slots.append((name, index, mask))
        return sorted(slots, key=lambda slot: (slot[2].bit_count(), slot[2]))

    def _guess_picture(self, dice: Dice) -> Picture:
        known = self._known
        zones = {name: list(cards) for name, cards in known.zones.items()}
        seen = dict(known.seen)
        marks = self._view.seen
        for (name, index, _), card in zip(self._slots, self._deal(dice), strict=True):
            zones[name][index] = card
            if name in marks and marks[name][index]:
                seen[card] = marks[name][index]
        places = self._rules.places(self._view.seats)
        return Picture(
            {n: tuple(c if places[n].ordered else sorted(c)) for n, c in zones.items()},
            dict(known.facts),
            known.sealed,
            seen,
        )

    def _deal(self, dice: Dice) -> list[Card]:
        """A card for every slot. All deals are equally likely if wider slots allow all cards of narrower ones."""
        for _ in range(DEAL_TRIES):
            dealt = self._try_to_deal(dice)
            if dealt is not None:
                return dealt
        return self._deal_by_matching(dice)

    def _try_to_deal(self, dice: Dice) -> list[Card] | None:
        left = dice.shuffled(list(bits(self._unknown)))
        dealt: list[Card] = []
        for mask, size in self._groups:
            chosen: list[Card] = []
            rest: list[Card] = []
            for card in left:
                (chosen if len(chosen) < size and mask >> card & 1 else rest).append(card)
            if len(chosen) < size:
                return None
            dealt += chosen
            left = rest
        return dealt

    def _deal_by_matching(self, dice: Dice) -> list[Card]:
        """A deal by bipartite matching (augmenting paths), for when random deals found none."""
        masks = [mask for _, _, mask in self._slots]
        order = dice.shuffled(list(bits(self._unknown)))
        holder: dict[Card, int] = {}

        def place(slot: int, tried: set[Card]) -> bool:
            for card in order:
                if masks[slot] >> card & 1 and card not in tried:
                    tried.add(card)
                    if card not in holder or place(holder[card], tried):
                        holder[card] = slot
                        return True
            return False

        if not all(place(slot, set()) for slot in range(len(masks))):
            raise NoWorld(f"{self._view.title}: no deal fits this view")
        by_slot = {slot: card for card, slot in holder.items()}
        return [by_slot[slot] for slot in range(len(masks))]

    def _can_go_on(self, state: State) -> bool:
        """Whether every seat that has to decide has a legal move. Otherwise the match would have ended before."""
        return all(self._rules.legal(state, seat) for seat in self._rules.deciders(state))

    def _seal_others(self, state: State, dice: Dice) -> None:
        for seat, sealed in enumerate(self._view.sealed):
            if sealed:
                own = self._view.own_seal if seat == self._view.seat else None
                self._rules.play(state, seat, own or dice.pick(self._rules.legal(state, seat)), None)


def _memories(view: View) -> dict[Card, int]:
    return {
        card: mark
        for name, marks in view.seen.items()
        for card, mark in zip(view.zones[name], marks, strict=True)
        if card != HIDDEN and mark
    }


def _own_set(rules: Rules[Any], seats: int, name: str) -> int:
    """The cards that a place can hold, as a mask: only those of its owner if every seat has its own set."""
    owner = rules.places(seats)[name].owner
    if owner is None or not rules.spec.own_sets:
        return -1
    size = len(rules.spec.faces) // len(rules.spec.suits)
    return ((1 << size) - 1) << (size * owner)
