"""Claims of hints in Marshmallow Test."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.engine.cards import HIDDEN
from game.engine.moves import Move
from game.engine.view import View

HIGH_RANKS = range(7, 13)


class Seen:
    """The cards of a View, with tricks decided by MT-7 and MT-16 alone."""

    def __init__(self, rules: Any, view: View) -> None:
        facts: Any = view.facts
        self.view, self.facts, self.seat = view, facts, view.seat
        self.faces, self.target = rules.spec.faces, rules.options["target"]
        self.hand, self.trick = view.zones[f"hand {view.seat}"], [*view.zones["trick"]]
        known = {card for cards in view.zones.values() for card in cards if card != HIDDEN}
        self.unseen = [card for card in range(len(self.faces)) if card not in known]
        self.last = len(self.trick) + 1 == len(facts["order"])
        self.tricks, self.quota = facts["tricks"], facts["quota"]
        self.lengths = Counter(self.faces[card].suit for card in self.hand)

    def suit(self, card: int) -> int:
        return int(self.faces[card].suit)

    def rank(self, card: int) -> int:
        return int(self.faces[card].rank)

    def winner(self, cards: list[int]) -> int:
        trumps = [card for card in cards if self.suit(card) == self.facts["trump"]]
        return max(trumps or [card for card in cards if self.suit(card) == self.suit(cards[0])], key=self.rank)

    def takes(self, card: int) -> bool:
        return self.winner([*self.trick, card]) == card

    def beaters(self, card: int) -> list[int]:
        """The cards that others may hold and that would beat this one."""
        return [other for other in self.unseen if self.winner([*self.trick, card, other]) == other]

    def suit_mates(self, card: int) -> list[int]:
        return [other for other in self.unseen if self.suit(other) == self.suit(card)]

    def pay(self, seat: int) -> int:
        return sum(tricks for other, tricks in enumerate(self.tricks) if other != seat)

    def needs_one(self, seat: int) -> bool:
        return bool(self.tricks[seat] + 1 == self.quota)

    def holder(self) -> int:
        return int(self.facts["order"][self.trick.index(self.winner(self.trick))])

    def ranks(self, taking: bool) -> list[int]:
        return [self.rank(move.card) for move in self.view.legal if self.takes(move.card) == taking]


def _goes_out(seen: Seen, move: Move) -> bool:
    return seen.last and seen.takes(move.card) and seen.needs_one(seen.seat)


def _wins_match(seen: Seen, move: Move, values: Any) -> bool:
    total = seen.facts["points"][seen.seat] + seen.pay(seen.seat)
    return _goes_out(seen, move) and values["points"] == total >= seen.target


def _beats_rival(seen: Seen, move: Move, rival: int) -> bool:
    return bool(seen.trick) and seen.takes(move.card) and seen.holder() == rival and seen.needs_one(rival)


def _saves_match(seen: Seen, move: Move, values: Any) -> bool:
    rival = values["rival"]
    return _beats_rival(seen, move, rival) and seen.facts["points"][rival] + seen.pay(rival) >= seen.target


def _waits(seen: Seen, move: Move, values: Any) -> bool:
    """Only a trick that another card would win can be left. With two players left the other one may go out with this
    trick and end the round."""
    choice = bool(seen.trick) and not seen.takes(move.card) and bool(seen.ranks(taking=True))
    later = choice and len(seen.facts["order"]) > 2 and _can_go_out_later(seen)
    return later and seen.needs_one(seen.seat) and values["points"] == seen.pay(seen.seat) + 1


def _sheds(seen: Seen, move: Move, values: Any) -> bool:
    losing, rank = seen.ranks(taking=False), seen.rank(move.card)
    high = rank in HIGH_RANKS and rank == max(losing) > min(losing) if losing else False
    return bool(seen.trick) and values["card"] == move.card and not seen.takes(move.card) and high


def _cheapest(seen: Seen, move: Move, values: Any) -> bool:
    taking = [m.card for m in seen.view.legal if seen.suit(m.card) == values["suit"] and seen.takes(m.card)]
    return seen.last and move.card in taking and len(taking) > 1 and min(map(seen.rank, taking)) == seen.rank(move.card)


def _feeds(seen: Seen, move: Move, values: Any) -> bool:
    choice = bool(seen.trick) and not seen.takes(move.card) and bool(seen.ranks(taking=True))
    later = choice and _can_go_out_later(seen)
    return later and not seen.needs_one(seen.seat) and values["count"] == seen.pay(seen.seat) + 1


def _can_go_out_later(seen: Seen) -> bool:
    """Whether this seat still plays in this round when the holder has got this trick."""
    holder = seen.holder()
    rivals = [
        seat for seat in seen.facts["order"] if seat != seen.seat and not (seat == holder and seen.needs_one(seat))
    ]
    wins = seen.needs_one(holder) and seen.facts["points"][holder] + seen.pay(holder) >= seen.target
    return bool(rivals) and not wins and len(seen.hand) >= 2


def _lowest(seen: Seen, move: Move, values: Any) -> bool:
    ranks = seen.ranks(taking=False)
    low = bool(ranks) and seen.rank(move.card) == min(ranks) < max(ranks)
    return bool(seen.trick) and not seen.ranks(taking=True) and low and values["card"] == move.card


def _beaten_by(seen: Seen, move: Move, trumps: bool) -> list[int] | None:
    """The cards of its own suit that can beat a card which is the best for now. None if trumps beat it and should not,
    or the other way round."""
    if seen.last or not seen.takes(move.card):
        return None
    beaters = seen.beaters(move.card)
    same = [card for card in beaters if seen.suit(card) == seen.suit(move.card)]
    others = [card for card in beaters if card not in same]
    assert all(seen.suit(card) == seen.facts["trump"] for card in others)
    return same if bool(others) == trumps else None


def _few_above(seen: Seen, move: Move, values: Any, trumps: bool) -> bool:
    above = _beaten_by(seen, move, trumps)
    few = above is not None and 0 < len(above) * 3 <= len(seen.suit_mates(move.card))
    said = values["card"] == move.card and values["suit"] == seen.suit(move.card)
    return few and said and above is not None and values["count"] == len(above)


def _low_lead(seen: Seen, move: Move, values: Any) -> bool:
    mates = seen.suit_mates(move.card)
    higher = [card for card in mates if seen.rank(card) > seen.rank(move.card)]
    counted = values["count"] == len(higher) and values["all"] == len(mates) and values["suit"] == seen.suit(move.card)
    return not seen.trick and counted and 3 * len(higher) >= 2 * len(mates) > 2 * len(higher)


def _bottom_card(seen: Seen, move: Move, values: Any) -> bool:
    mates = seen.suit_mates(move.card)
    led = not seen.trick and bool(mates) and values["suit"] == seen.suit(move.card)
    return led and min(map(seen.rank, mates)) > seen.rank(move.card)


def _leaves(seen: Seen, move: Move, values: Any, left: int) -> bool:
    """Whether this many cards of the suit are left in hand, which is not the whole hand."""
    same = values["suit"] == seen.suit(move.card) and seen.lengths[values["suit"]] == left + 1
    return same and len(seen.hand) > left + 1


def _long_lead(seen: Seen, move: Move, values: Any) -> bool:
    (suit, length), second = seen.lengths.most_common(2)[0], [*seen.lengths.most_common(2), (0, 99)][1]
    longest = (suit, length) == (values["suit"], values["cards"]) and second[1] < length > 2
    return not seen.trick and longest and seen.suit(move.card) == suit


def _long_trumps(seen: Seen, move: Move, values: Any) -> bool:
    cards = seen.lengths[move.index]
    return bool(values["suit"] == move.index and values["cards"] == cards == max(seen.lengths.values()))


def _high_trumps(seen: Seen, move: Move, values: Any) -> bool:
    held = {seen.rank(card) for card in seen.hand if seen.suit(card) == move.index}
    return bool(values["suit"] == move.index and values["cards"] == len({10, 11, 12} & held) >= 2)


CLAIMS: dict[str, Any] = {
    "wins_match": _wins_match,
    "saves_match": _saves_match,
    "goes_out": lambda seen, move, values: _goes_out(seen, move) and values["points"] == seen.pay(seen.seat) > 0,
    "blocks": lambda seen, move, values: (
        _beats_rival(seen, move, values["rival"]) and values["points"] == seen.pay(values["rival"]) > 0
    ),
    "waits": _waits,
    "sheds": _sheds,
    "cheapest": _cheapest,
    "collects": lambda seen, move, values: (
        seen.last and seen.takes(move.card) and values["count"] == seen.quota - seen.tricks[seen.seat] - 1 > 0
    ),
    "feeds": _feeds,
    "lowest": _lowest,
    "top_card": lambda seen, move, values: _beaten_by(seen, move, trumps=False) == [] and values["card"] == move.card,
    "only_trumps": lambda seen, move, values: _beaten_by(seen, move, trumps=True) == [] and values["card"] == move.card,
    "few_above": lambda seen, move, values: _few_above(seen, move, values, trumps=False),
    "few_above_and_trumps": lambda seen, move, values: _few_above(seen, move, values, trumps=True),
    "bottom_card": _bottom_card,
    "low_lead": _low_lead,
    "last_of_suit": lambda seen, move, values: _leaves(seen, move, values, left=0),
    "last_but_one": lambda seen, move, values: (
        _leaves(seen, move, values, left=1) and not (seen.trick and seen.suit(seen.trick[0]) == values["suit"])
    ),
    "long_lead": _long_lead,
    "long_trumps": _long_trumps,
    "high_trumps": _high_trumps,
}
AIMS = dict.fromkeys(("wins_match", "saves_match", "goes_out", "blocks", "collects", "cheapest", "top_card"), "win")
AIMS |= dict.fromkeys(("only_trumps", "few_above", "few_above_and_trumps"), "win")
AIMS |= dict.fromkeys(("waits", "sheds", "feeds", "lowest", "low_lead", "bottom_card"), "lose")


def _half(seen: Seen, move: Move, high: bool) -> bool:
    ranks = [seen.rank(other.card) for other in seen.view.legal]
    return (seen.rank(move.card) > (min(ranks) + max(ranks)) / 2) == high


LOOKS: dict[str, Any] = {
    "two_suits": lambda seen, move, values: move.index in (values["suit"], values["other_suit"]),
    "beating": lambda seen, move, values: values["card"] == seen.winner(seen.trick) and seen.takes(move.card),
    "not_beating": lambda seen, move, values: values["card"] == seen.winner(seen.trick) and not seen.takes(move.card),
    "suit": lambda seen, move, values: seen.suit(move.card) == values["suit"],
    "high": lambda seen, move, values: _half(seen, move, high=True) and seen.suit(move.card) == values["suit"],
    "low": lambda seen, move, values: _half(seen, move, high=False) and seen.suit(move.card) == values["suit"],
}


def _plays(seen: Seen, move: Move) -> bool:
    return move.verb == "play" and move.card in seen.hand


def _led(seen: Seen) -> int:
    return seen.suit(seen.trick[0])


LAWS: dict[str, Any] = {
    "MT-5": lambda seen, move: _plays(seen, move) and not seen.trick,
    "MT-6": lambda seen, move: (
        _plays(seen, move) and (seen.suit(move.card) == _led(seen) or not seen.lengths[_led(seen)])
    ),
    "MT-15": lambda seen, move: move.verb == "trump" and move.index in {face.suit for face in seen.faces},
    "MT-15a": lambda seen, move: _plays(seen, move) and seen.suit(move.card) in (_led(seen), seen.facts["trump"]),
    "MT-15b": lambda seen, move: _plays(seen, move) and seen.suit(move.card) == seen.facts["trump"],
}


def all_alike(seen: Seen) -> bool:
    return False
