"""Claims of hints in Happy Mochi."""

from __future__ import annotations

from typing import Any

from game.engine.cards import HIDDEN
from game.engine.moves import Move
from game.engine.view import View

EASY_NUMBERS = 30
Cards = tuple[int, ...]


class Seen:
    """The cards of a View, with pairs judged by HM-10 to HM-12 alone."""

    def __init__(self, rules: Any, view: View) -> None:
        facts: Any = view.facts
        self.view, self.seat = view, view.seat
        self.faces, self.effects = rules.spec.faces, rules.spec.effects
        self.hand: Cards = tuple(view.zones[f"hand {view.seat}"])
        self.main: Cards = (view.zones["left"][-1], view.zones["right"][-1])
        self.plus = facts["value"] == "+"
        self.flip_comes = "flip" in facts["queue"]

    def digit(self, card: int) -> int:
        return int(self.faces[card].rank)

    def number(self, pair: Cards) -> int:
        return 10 * self.digit(pair[0]) + self.digit(pair[1])

    def one_colour(self, pair: Cards) -> bool:
        return len({self.faces[card].suit for card in pair}) == 1

    def keeps_to(self, pair: Cards, main: Cards, plus: bool) -> bool:
        above = self.number(pair) > self.number(main) if plus else self.number(pair) < self.number(main)
        return above and (self.one_colour(pair) or not self.one_colour(main))

    def fits(self, pair: Cards, main: Cards, plus: bool) -> bool:
        return self.digit(pair[0]) == self.digit(pair[1]) or self.keeps_to(pair, main, plus)

    def fitting(self, hand: Cards, main: Cards, plus: bool) -> list[Cards]:
        pairs = [hand[i : i + 2] for i in range(len(hand) - 1)]
        return [pair for pair in pairs if self.fits(pair, main, plus)]

    def pair(self, move: Move) -> Cards:
        return self.hand[move.index : move.index + 2]

    def rest(self, move: Move) -> Cards:
        return self.hand[: move.index] + self.hand[move.index + 2 :]

    def drawn(self) -> int:
        return int(self.view.zones[f"drawn {self.seat}"][0])

    def placed(self, move: Move) -> Cards:
        return (*self.hand[: move.index], self.drawn(), *self.hand[move.index :])

    def taken(self, move: Move) -> int:
        """The card that a draw takes; HIDDEN if it is not known."""
        if move.zone == "reserve":
            return int(self.view.zones[f"reserve {self.seat}"][move.index])
        return HIDDEN if move.zone == "deck" else int(self.view.zones[move.zone][-1])


def _happy(seen: Seen, move: Move, values: Any) -> bool:
    pair = seen.pair(move)
    same = move.verb == "pair" and [seen.digit(card) for card in pair] == [values["digit"]] * 2
    return same and not seen.keeps_to(pair, seen.main, seen.plus)


def _joins(seen: Seen, move: Move, values: Any) -> bool:
    rest, at = seen.rest(move), move.index
    between = move.verb == "pair" and 0 < at < len(rest)
    return between and [seen.digit(card) for card in rest[at - 1 : at + 1]] == [values["digit"]] * 2


def _turned(seen: Seen, move: Move, values: Any) -> bool:
    pair, rest = seen.pair(move), seen.rest(move)
    flips = move.verb == "pair" and [seen.effects[card] for card in pair if card in seen.effects] == ["flip"]
    with_flip, without = (len(seen.fitting(rest, pair, plus)) for plus in (not seen.plus, seen.plus))
    return flips and values["pairs"] == with_flip > without


def _even(seen: Seen, move: Move, values: Any) -> bool:
    change = {"draw": 1, "reserve": -1, "target": 1 if move.index == seen.seat else 0}.get(move.verb, 0)
    after = len(seen.hand) + change
    return change != 0 and values["cards"] == after > 0 and after % 2 == 0


def _spoils(seen: Seen, move: Move, values: Any) -> bool:
    after = len(seen.view.zones[f"hand {move.index}"]) + 1 if move.verb == "target" else 0
    said = (values["seat"], values["cards"]) == (move.index, after)
    return said and move.index != seen.seat and after % 2 == 1


def _twin(seen: Seen, move: Move, values: Any) -> bool:
    if move.verb == "place":
        near = seen.placed(move)[max(0, move.index - 1) : move.index + 2]
        return [seen.digit(card) for card in near].count(seen.digit(seen.drawn())) > 1 and (
            values["digit"] == seen.digit(seen.drawn())
        )
    card = seen.taken(move) if move.verb == "draw" else HIDDEN
    return card != HIDDEN and values["digit"] == seen.digit(card) and values["digit"] in map(seen.digit, seen.hand)


def _ready(seen: Seen, move: Move, values: Any) -> bool:
    if move.verb != "place" or seen.flip_comes:
        return False
    before, after = (seen.fitting(hand, seen.main, seen.plus) for hand in (seen.hand, seen.placed(move)))
    new = [pair for pair in after if seen.drawn() in pair]
    return values["pairs"] == len(new) > 0 and len(after) > len(before)


def _sheds(seen: Seen, move: Move, values: Any) -> bool:
    digits = [seen.digit(card) for card in seen.hand]
    goes = move.verb in ("give", "reserve") and len(digits) > 1
    return goes and values["digit"] == digits[move.index] == max(digits) > 0


def _easy(seen: Seen, move: Move, values: Any) -> bool:
    card = seen.taken(move) if move.verb == "draw" and not seen.flip_comes else HIDDEN
    stacks = {side: seen.view.zones[side][: -1 if side == move.zone else None] for side in ("left", "right")}
    if card == HIDDEN or not all(stacks.values()):
        return False
    main = tuple(stack[-1] for stack in stacks.values())
    pairs = [pair for other in seen.hand for pair in ((other, card), (card, other))]
    numbers = [seen.number(p) for p in pairs if seen.digit(p[0]) != seen.digit(p[1]) and seen.fits(p, main, seen.plus)]
    best = max(numbers, default=-1) if seen.plus else min(numbers, default=100)
    easy = best >= 100 - EASY_NUMBERS if seen.plus else best < EASY_NUMBERS
    made = {seen.number(pair) for pair in ((values["card"], card), (card, values["card"]))}
    return easy and values["number"] == best and best in made and values["card"] in seen.hand


def _light(seen: Seen, move: Move, values: Any) -> bool:
    card = seen.taken(move) if move.verb == "draw" else HIDDEN
    return card != HIDDEN and values["digit"] == seen.digit(card) <= 2


def _whole(seen: Seen, move: Move, values: Any) -> bool:
    if move.verb != "place" or seen.flip_comes:
        return False
    before = seen.fitting(seen.hand, seen.main, seen.plus)
    after = seen.fitting(seen.placed(move), seen.main, seen.plus)
    return bool(before) and all(pair in after for pair in before)


CLAIMS: dict[str, Any] = {
    "out": lambda seen, move, values: len(seen.hand) == {"pair": 2, "reserve": 1}.get(move.verb),
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
    "unloads": lambda seen, move, values: (
        move.verb == "pair" and values["points"] == sum(seen.digit(card) for card in seen.pair(move)) > 0
    ),
    "whole": _whole,
}
AIMS: dict[str, str] = {}
"""Reasons of one verb never speak against each other."""
CARD_VERBS = ("give", "reserve", "keep")


def _side(seen: Seen, move: Move, left: bool) -> bool:
    places = len(seen.hand) + (1 if move.verb == "place" else -1)
    return move.verb in ("pair", "place") and (move.index < places / 2) == left


def _half(seen: Seen, move: Move, high: bool) -> bool:
    digits = [seen.digit(card) for card in seen.hand]
    middle = (min(digits) + max(digits)) / 2
    return move.verb in CARD_VERBS and (seen.digit(seen.hand[move.index]) > middle) == high


LOOKS: dict[str, Any] = {
    "pairs": lambda seen, move, values: move.verb == "pair",
    "left_side": lambda seen, move, values: _side(seen, move, left=True),
    "right_side": lambda seen, move, values: _side(seen, move, left=False),
    "open": lambda seen, move, values: move.verb == "draw" and move.zone in ("left", "right"),
    "deck": lambda seen, move, values: move.verb == "draw" and move.zone == "deck",
    "reserve": lambda seen, move, values: move.verb == "draw" and move.zone == "reserve",
    "own_cards": lambda seen, move, values: move.verb == "target" and move.index == seen.seat,
    "their_cards": lambda seen, move, values: move.verb == "target" and move.index != seen.seat,
    "high": lambda seen, move, values: _half(seen, move, high=True),
    "low": lambda seen, move, values: _half(seen, move, high=False),
    "use": lambda seen, move, values: move.verb == "use",
    "skip": lambda seen, move, values: move.verb == "skip",
    "first": lambda seen, move, values: move.verb == "first",
}


def _draws(seen: Seen, move: Move) -> bool:
    """HM-7: from a stack, the draw pile or the own reserve."""
    zone = f"reserve {seen.seat}" if move.zone == "reserve" else move.zone
    return move.verb == "draw" and bool(seen.view.zones[zone])


def _in_turn(seen: Seen, move: Move) -> bool:
    fits = move.verb == "pair" and seen.fits(seen.pair(move), seen.main, seen.plus)
    return fits or _draws(seen, move)


def _places(seen: Seen, move: Move) -> bool:
    return move.verb == "place" and 0 <= move.index <= len(seen.hand)


def _of_hand(seen: Seen, move: Move, verb: str) -> bool:
    return move.verb == verb and 0 <= move.index < len(seen.hand)


LAWS: dict[str, Any] = {
    "HM-6": _in_turn,
    "HM-7": lambda seen, move: _draws(seen, move) or _places(seen, move),
    "HM-14": lambda seen, move: move.verb == "target" and 0 <= move.index < seen.view.seats,
    "HM-15": lambda seen, move: move.verb in ("use", "skip") or _of_hand(seen, move, "give"),
    "HM-16": lambda seen, move: move.verb == "skip" or _of_hand(seen, move, "reserve"),
    "HM-17": lambda seen, move: move.verb == "first" and move.zone in ("left", "right"),
    "HM-21": lambda seen, move: _of_hand(seen, move, "keep"),
}


def all_alike(seen: Seen) -> bool:
    """Whether only cards of one digit can go, so that no first step can leave any out."""
    verbs = {move.verb for move in seen.view.legal}
    return verbs <= set(CARD_VERBS) and len({seen.digit(card) for card in seen.hand}) == 1
