"""Why a move of Happy Mochi is good, said only where it is true of the View.

| reason | what is true |
|---|---|
| out | the move leaves no card in hand |
| happy | the pair could not be played but for being a Happy Mochi |
| joins | two equal digits become neighbours once the pair between them is gone |
| turned | of the cards left, more pairs fit on this one with the Value card turned by it than without |
| even | an odd hand, which pairs alone cannot empty, becomes even |
| spoils | the hand of the seat that must draw is even and becomes odd |
| twin | the card taken from where it is known, or put, has its equal in hand, or beside it |
| ready | put there, the card is in so many pairs that fit, and more pairs of the hand fit than before |
| sheds | no card in hand is dearer than the one that goes |
| easy | the card taken from where it is known makes with one in hand an easy number, which fits once it is taken |
| light | the card taken costs two points or fewer |
| unloads | the pair takes so many points out of the hand |
| whole | pairs of the hand fit, and put there the card parts none of them |

A pair fits if it could be played on the main pair as it lies now, or after the move if that changes it. While
the Value card is still to be turned (HM-13), nothing is said of what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ai.thought import Reason
from game.engine.cards import HIDDEN, Card
from game.engine.moves import Move
from game.engine.state import Plain
from game.engine.view import View
from game.titles.happy_mochi import STACKS, HappyMochi, main_pair, shows_plus

Values = dict[str, Plain] | None
"""What to put into a reason; None where it is not true."""

EASY = 30
"""A number is easy to play if no more than so many of the hundred are as good."""
LIGHT = 2


class Sight:
    """A View of Happy Mochi with the words that reasons use."""

    def __init__(self, rules: HappyMochi, view: View) -> None:
        self.rule = rules.pair_rule
        self.effects = rules.spec.effects
        self.view = view
        self.hand = view.zones[f"hand {view.seat}"]
        self.plus = shows_plus(view)
        self.turning = "flip" in view.facts["queue"]

    def digit(self, card: Card) -> int:
        return self.rule.digit[card]

    def ready(self, hand: Sequence[Card], main: Sequence[Card], plus: bool) -> int:
        """How many pairs of a hand could be played."""
        return len(self.rule.playable(hand, main, plus))

    def main(self) -> tuple[Card, Card]:
        return main_pair(self.view)

    def main_after(self, move: Move) -> tuple[Card, ...]:
        """The main pair once a card is drawn; empty where that uncovers a card nobody knows (HM-8)."""
        stacks = {side: self.view.zones[side] for side in STACKS}
        if move.zone in stacks:
            stacks[move.zone] = stacks[move.zone][:-1]
        return tuple([stack[-1] for stack in stacks.values()]) if all(stacks.values()) else ()

    def easiest(self, card: Card, main: Sequence[Card]) -> Values:
        """The easiest number that a card makes with one of the hand, of those that fit."""
        pairs = [pair for other in self.hand for pair in ((other, card), (card, other))]
        numbers = [(self.rule.number(a, b), b if a == card else a) for a, b in pairs
                   if not self.rule.is_double(a, b) and self.rule.fits((a, b), main, self.plus)]  # fmt: skip
        easy = [(n, other) for n, other in numbers if (n >= 100 - EASY if self.plus else n < EASY)]
        if not easy:
            return None
        number, other = max(easy) if self.plus else min(easy)
        return {"number": number, "card": other}

    def coming(self, move: Move) -> Card:
        """The card that is put, or that a draw takes from where it is known."""
        if move.verb == "place":
            return self.view.zones[f"drawn {self.view.seat}"][0]
        if move.verb != "draw" or move.zone == "deck":
            return HIDDEN
        if move.zone == "reserve":
            return self.view.zones[f"reserve {self.view.seat}"][move.index]
        return self.view.zones[move.zone][-1]

    def pair(self, move: Move) -> tuple[Card, ...]:
        return self.hand[move.index : move.index + 2] if move.verb == "pair" else ()


def reasons(rules: HappyMochi, view: View, move: Move) -> tuple[Reason, ...]:
    sight = Sight(rules, view)
    found = [(name, holds(sight, move)) for name, holds in HOLDS.items()]
    return tuple([Reason(f"why.happy_mochi.{name}", values) for name, values in found if values is not None])


def _out(sight: Sight, move: Move) -> Values:
    gone = {"pair": 2, "reserve": 1}.get(move.verb, 0)
    return {} if gone and len(sight.hand) == gone else None


def _happy(sight: Sight, move: Move) -> Values:
    pair = sight.pair(move)
    if not pair or not sight.rule.is_double(*pair) or sight.rule.keeps_restrictions(pair, sight.main(), sight.plus):
        return None
    return {"digit": sight.digit(pair[0])}


def _joins(sight: Sight, move: Move) -> Values:
    before, after = move.index - 1, move.index + 2
    if not sight.pair(move) or before < 0 or after >= len(sight.hand):
        return None
    digit = sight.digit(sight.hand[before])
    return {"digit": digit} if digit == sight.digit(sight.hand[after]) else None


def _turned(sight: Sight, move: Move) -> Values:
    pair = sight.pair(move)
    if not pair or sorted(sight.effects.get(card, "") for card in pair) != ["", "flip"]:
        return None
    rest = sight.hand[: move.index] + sight.hand[move.index + 2 :]
    pairs = sight.ready(rest, pair, not sight.plus)
    return {"pairs": pairs} if pairs > sight.ready(rest, pair, sight.plus) else None


def _even(sight: Sight, move: Move) -> Values:
    size = len(sight.hand)
    more = {"draw": 1, "reserve": -1}.get(move.verb, 0)
    if move.verb == "target" and move.index == sight.view.seat:
        more = 1
    return {"cards": size + more} if more and size & 1 and size + more else None


def _spoils(sight: Sight, move: Move) -> Values:
    if move.verb != "target" or move.index == sight.view.seat:
        return None
    size = len(sight.view.zones[f"hand {move.index}"])
    return None if size & 1 else {"seat": move.index, "cards": size + 1}


def _twin(sight: Sight, move: Move) -> Values:
    near, card = sight.hand, sight.coming(move)
    if move.verb == "place":
        near = sight.hand[max(0, move.index - 1) : move.index + 1]
    if card == HIDDEN or all(sight.digit(other) != sight.digit(card) for other in near):
        return None
    return {"digit": sight.digit(card)}


def _ready(sight: Sight, move: Move) -> Values:
    if move.verb != "place" or sight.turning:
        return None
    main, plus, at = sight.main(), sight.plus, move.index
    hand = (*sight.hand[:at], sight.coming(move), *sight.hand[at:])
    if sight.ready(hand, main, plus) <= sight.ready(sight.hand, main, plus):
        return None
    return {"pairs": sight.ready(hand[max(0, at - 1) : at + 2], main, plus)}


def _sheds(sight: Sight, move: Move) -> Values:
    if move.verb not in ("give", "reserve") or len(sight.hand) == 1:
        return None
    digit = sight.digit(sight.hand[move.index])
    return {"digit": digit} if digit and digit == max(map(sight.digit, sight.hand)) else None


def _easy(sight: Sight, move: Move) -> Values:
    card = sight.coming(move)
    if move.verb != "draw" or card == HIDDEN or sight.turning:
        return None
    main = sight.main_after(move)
    return sight.easiest(card, main) if main else None


def _light(sight: Sight, move: Move) -> Values:
    card = sight.coming(move)
    light = move.verb == "draw" and card != HIDDEN and sight.digit(card) <= LIGHT
    return {"digit": sight.digit(card)} if light else None


def _unloads(sight: Sight, move: Move) -> Values:
    points = sum(map(sight.digit, sight.pair(move)))
    return {"points": points} if points else None


def _whole(sight: Sight, move: Move) -> Values:
    if move.verb != "place" or sight.turning or not sight.ready(sight.hand, sight.main(), sight.plus):
        return None
    parted = sight.hand[max(0, move.index - 1) : move.index + 1]
    return None if len(parted) == 2 and sight.ready(parted, sight.main(), sight.plus) else {}


HOLDS: dict[str, Callable[[Sight, Move], Values]] = {
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
