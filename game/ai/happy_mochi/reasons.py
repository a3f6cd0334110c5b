"""The reasons why a move of Happy Mochi is good. A reason is given only if the View proves it.

| reason | condition |
|---|---|
| out | the move leaves no card in hand |
| happy | the pair can be played only because it is a Happy Mochi |
| joins | two equal digits become neighbours once the pair between them is gone |
| turned | the pair flips the Value card, and more pairs of the cards left fit on it than without the flip |
| even | an odd hand, which pairs alone cannot empty, becomes even |
| spoils | the hand of the seat that must draw is even and becomes odd |
| twin | an open card is drawn, and the hand has the same digit; or a card is placed beside the same digit |
| ready | with the card in this place, more pairs of the hand fit than before |
| sheds | no card in hand has more points than the one that goes |
| easy | an open card is drawn that makes an easy number with a card in hand, and this pair then fits |
| light | an open card is drawn that has two points or fewer |
| unloads | the pair has penalty points, which leave the hand |
| whole | pairs of the hand fit, and the card in this place parts none of them |

A pair fits if it can be played on the main pair after the move. While the Value card is still to be flipped (HM-13), no
reason about pairs that fit is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ai.thought import Reason
from game.engine.cards import HIDDEN, Card
from game.engine.moves import Move
from game.engine.state import Plain
from game.engine.view import View
from game.titles.happy_mochi import STACKS, HappyMochi, main_pair, shows_plus

ReasonValues = dict[str, Plain] | None
"""The values in the text of a reason; None if the reason is not true."""

EASY_NUMBERS = 30
"""A number is easy to play if it is among the best of the hundred numbers, as many as this."""
MAX_LIGHT_POINTS = 2


class MochiView:
    """A View with what the reasons need to know about it."""

    def __init__(self, rules: HappyMochi, view: View) -> None:
        self.rule = rules.pair_rule
        self.effects = rules.spec.effects
        self.view = view
        self.hand = view.zones[f"hand {view.seat}"]
        self.plus = shows_plus(view)
        self.flip_pending = "flip" in view.facts["queue"]

    def digit(self, card: Card) -> int:
        return self.rule.digit[card]

    def playable_count(self, hand: Sequence[Card], main_pair: Sequence[Card], plus: bool) -> int:
        """The number of pairs of a hand that can be played."""
        return len(self.rule.playable(hand, main_pair, plus))

    def main_pair(self) -> tuple[Card, Card]:
        return main_pair(self.view)

    def main_pair_after(self, move: Move) -> tuple[Card, ...]:
        """The main pair after a draw; empty if a card of the draw pile then becomes part of it (HM-8)."""
        stacks = {side: self.view.zones[side] for side in STACKS}
        if move.zone in stacks:
            stacks[move.zone] = stacks[move.zone][:-1]
        return tuple([stack[-1] for stack in stacks.values()]) if all(stacks.values()) else ()

    def easiest_number(self, card: Card, main_pair: Sequence[Card]) -> ReasonValues:
        """The easiest number of the pairs that fit and that a card makes with one of the hand; None if none is easy."""
        pairs = [pair for other in self.hand for pair in ((other, card), (card, other))]
        numbers = [(self.rule.number(a, b), b if a == card else a) for a, b in pairs
                   if not self.rule.is_double(a, b) and self.rule.fits((a, b), main_pair, self.plus)]  # fmt: skip
        easy = [(n, other) for n, other in numbers if (n >= 100 - EASY_NUMBERS if self.plus else n < EASY_NUMBERS)]
        if not easy:
            return None
        number, other = max(easy) if self.plus else min(easy)
        return {"number": number, "card": other}

    def known_card(self, move: Move) -> Card:
        """The card that the move places, or draws from an open place. HIDDEN if there is none or it is unknown."""
        if move.verb == "place":
            return self.view.zones[f"drawn {self.view.seat}"][0]
        if move.verb != "draw" or move.zone == "deck":
            return HIDDEN
        if move.zone == "reserve":
            return self.view.zones[f"reserve {self.view.seat}"][move.index]
        return self.view.zones[move.zone][-1]

    def pair(self, move: Move) -> tuple[Card, ...]:
        return self.hand[move.index : move.index + 2] if move.verb == "pair" else ()


def find_reasons(rules: HappyMochi, view: View, move: Move) -> tuple[Reason, ...]:
    """All reasons that are true of a move, the most important first."""
    seen = MochiView(rules, view)
    found = [(name, check(seen, move)) for name, check in REASONS.items()]
    return tuple([Reason(f"why.happy_mochi.{name}", values) for name, values in found if values is not None])


def _out(seen: MochiView, move: Move) -> ReasonValues:
    gone = {"pair": 2, "reserve": 1}.get(move.verb, 0)
    return {} if gone and len(seen.hand) == gone else None


def _happy(seen: MochiView, move: Move) -> ReasonValues:
    pair = seen.pair(move)
    if not pair or not seen.rule.is_double(*pair) or seen.rule.keeps_restrictions(pair, seen.main_pair(), seen.plus):
        return None
    return {"digit": seen.digit(pair[0])}


def _joins(seen: MochiView, move: Move) -> ReasonValues:
    before, after = move.index - 1, move.index + 2
    if not seen.pair(move) or before < 0 or after >= len(seen.hand):
        return None
    digit = seen.digit(seen.hand[before])
    return {"digit": digit} if digit == seen.digit(seen.hand[after]) else None


def _turned(seen: MochiView, move: Move) -> ReasonValues:
    pair = seen.pair(move)
    if not pair or sorted(seen.effects.get(card, "") for card in pair) != ["", "flip"]:
        return None
    rest = seen.hand[: move.index] + seen.hand[move.index + 2 :]
    pairs = seen.playable_count(rest, pair, not seen.plus)
    return {"pairs": pairs} if pairs > seen.playable_count(rest, pair, seen.plus) else None


def _even(seen: MochiView, move: Move) -> ReasonValues:
    size = len(seen.hand)
    more = {"draw": 1, "reserve": -1}.get(move.verb, 0)
    if move.verb == "target" and move.index == seen.view.seat:
        more = 1
    return {"cards": size + more} if more and size & 1 and size + more else None


def _spoils(seen: MochiView, move: Move) -> ReasonValues:
    if move.verb != "target" or move.index == seen.view.seat:
        return None
    size = len(seen.view.zones[f"hand {move.index}"])
    return None if size & 1 else {"seat": move.index, "cards": size + 1}


def _twin(seen: MochiView, move: Move) -> ReasonValues:
    near, card = seen.hand, seen.known_card(move)
    if move.verb == "place":
        near = seen.hand[max(0, move.index - 1) : move.index + 1]
    if card == HIDDEN or all(seen.digit(other) != seen.digit(card) for other in near):
        return None
    return {"digit": seen.digit(card)}


def _ready(seen: MochiView, move: Move) -> ReasonValues:
    if move.verb != "place" or seen.flip_pending:
        return None
    main_pair, plus, at = seen.main_pair(), seen.plus, move.index
    hand = (*seen.hand[:at], seen.known_card(move), *seen.hand[at:])
    if seen.playable_count(hand, main_pair, plus) <= seen.playable_count(seen.hand, main_pair, plus):
        return None
    return {"pairs": seen.playable_count(hand[max(0, at - 1) : at + 2], main_pair, plus)}


def _sheds(seen: MochiView, move: Move) -> ReasonValues:
    if move.verb not in ("give", "reserve") or len(seen.hand) == 1:
        return None
    digit = seen.digit(seen.hand[move.index])
    return {"digit": digit} if digit and digit == max(map(seen.digit, seen.hand)) else None


def _easy(seen: MochiView, move: Move) -> ReasonValues:
    card = seen.known_card(move)
    if move.verb != "draw" or card == HIDDEN or seen.flip_pending:
        return None
    main_pair = seen.main_pair_after(move)
    return seen.easiest_number(card, main_pair) if main_pair else None


def _light(seen: MochiView, move: Move) -> ReasonValues:
    card = seen.known_card(move)
    light = move.verb == "draw" and card != HIDDEN and seen.digit(card) <= MAX_LIGHT_POINTS
    return {"digit": seen.digit(card)} if light else None


def _unloads(seen: MochiView, move: Move) -> ReasonValues:
    points = sum(map(seen.digit, seen.pair(move)))
    return {"points": points} if points else None


def _whole(seen: MochiView, move: Move) -> ReasonValues:
    if move.verb != "place" or seen.flip_pending or not seen.playable_count(seen.hand, seen.main_pair(), seen.plus):
        return None
    parted = seen.hand[max(0, move.index - 1) : move.index + 1]
    return None if len(parted) == 2 and seen.playable_count(parted, seen.main_pair(), seen.plus) else {}


REASONS: dict[str, Callable[[MochiView, Move], ReasonValues]] = {
    "out": _out,
    "happy": _happy,
    "joins": _joins,
    "turned": _turned,
    "even": _even,
    "spoils": _spoils,
    "twin": _twin,
    "ready": _ready,
    "sheds": _sheds,
    "easy": _easy,
    "light": _light,
    "unloads": _unloads,
    "whole": _whole,
}
