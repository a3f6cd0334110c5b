"""Three players of Happy Mochi by a rule of thumb. They look at pairs that can be played now, and plan no hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.ai.rule_of_thumb import RuleOfThumb
from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.view import View


class MochiRule(RuleOfThumb):
    """Plays a pair whenever it can. Puts a drawn card where most pairs can be played, and parts with high cards.

    A rule says which pair and which card to draw.
    """

    def choose(self, view: View) -> Move:
        return max(view.legal, key=lambda move: self.value(view, move))

    def value(self, view: View, move: Move) -> float:
        """Higher is better. Of equal moves the first one is made."""
        hand = list(view.zones[f"hand {view.seat}"])
        match move.verb:
            case "pair":
                return 1000.0 + self.pair_value(view, hand, move.index)
            case "draw":
                return self.draw_value(view, hand, self._open_card(view, move))
            case "place":
                return self.ready_pairs(view, _insert(hand, move.index, view.zones[f"drawn {view.seat}"][0]))
            case "target":
                return float(move.index != view.seat)
            case "give" | "reserve":
                left = hand[: move.index] + hand[move.index + 1 :]
                return 10 * self.ready_pairs(view, left) + self.digits(hand[move.index : move.index + 1])
            case "skip":
                return 10.0 * self.ready_pairs(view, hand) if view.facts["ask"] == "reserve" else 1.0
            case "keep":
                return float(self.digits(hand[move.index : move.index + 1]))
        return 0.0

    def pair_value(self, view: View, hand: list[Card], index: int) -> float:
        """How good it is to play the pair that begins at this index."""
        return float(self.digits(hand[index : index + 2]))

    def draw_value(self, view: View, hand: list[Card], card: Card | None) -> float:
        """How good it is to draw a card; None is an unknown one."""
        if card is None:
            return 0.5
        best = max(self.ready_pairs(view, _insert(hand, index, card)) for index in range(len(hand) + 1))
        return float(best > self.ready_pairs(view, hand))

    def ready_pairs(self, view: View, hand: list[Card]) -> float:
        """How many pairs of a hand could be played now."""
        main = view.zones["left"][-1], view.zones["right"][-1]
        return len(self.rules.pair_rule.playable(hand, main, view.facts["value"] == "+"))

    def digits(self, cards: Sequence[Card]) -> int:
        return sum(self.rules.pair_rule.digit[card] for card in cards)

    def _open_card(self, view: View, move: Move) -> Card | None:
        if move.zone == "reserve":
            return view.zones[f"reserve {view.seat}"][move.index]
        return None if move.zone == "deck" else view.zones[move.zone][-1]


class Heavy(MochiRule):
    """“Play the pair with the most points: they count against you. Take an open card if it makes a pair at once.”"""


class Together(MochiRule):
    """“Play the pair that leaves most pairs to play. Take an open card whose equal you hold, and put them together.”"""

    def pair_value(self, view: View, hand: list[Card], index: int) -> float:
        left = hand[:index] + hand[index + 2 :]
        return 10 * self.doubles(left) + self.digits(hand[index : index + 2]) / 10

    def draw_value(self, view: View, hand: list[Card], card: Card | None) -> float:
        digit = self.rules.pair_rule.digit
        held = card is not None and any(digit[card] == digit[other] for other in hand)
        return 1.0 if held else super().draw_value(view, hand, card) / 2

    def ready_pairs(self, view: View, hand: list[Card]) -> float:
        return super().ready_pairs(view, hand) + self.doubles(hand)

    def doubles(self, hand: list[Card]) -> int:
        """Neighbours of equal digits, which always fit."""
        return sum(self.rules.pair_rule.is_double(a, b) for a, b in pairwise(hand))


class LowHand(MochiRule):
    """“Expect the round to end soon: keep few points. Take an open 0, 1 or 2 rather than an unknown card.”"""

    def draw_value(self, view: View, hand: list[Card], card: Card | None) -> float:
        pair = super().draw_value(view, hand, card)
        return pair if card is None else pair + 0.6 * (self.digits([card]) <= 2)


def _insert(hand: list[Card], index: int, card: Card) -> list[Card]:
    return [*hand[:index], card, *hand[index:]]


RULES_OF_THUMB = {"heavy": Heavy, "together": Together, "low_hand": LowHand}
