"""What a player is asked, and why a card cannot be used: from a View alone."""

from __future__ import annotations

from itertools import pairwise

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.sentences import Question as Asked
from game.engine.sentences import Refusal
from game.engine.state import Plain
from game.engine.view import View
from game.titles.happy_mochi.rounds import Rounds


class Words(Rounds):
    def question(self, view: View) -> Asked:
        ask = str(view.facts["ask"])
        if ask != "turn":
            return Asked(f"ask.happy_mochi.{self._of_two(view, ask)}", self._clause_of(ask))
        values: dict[str, Plain] = {"number": self.pair_rule.number(*main_pair(view))}
        return Asked(f"ask.happy_mochi.{self._turn(view)}", "HM-6", values)

    def _of_two(self, view: View, ask: str) -> str:
        """If both cards of a pair make somebody draw: which of the two draws this is, while the pair lies there."""
        if ask not in ("draw", "target") or not view.legal:
            return ask
        if "draw" in view.facts["queue"]:
            return f"{ask}_first"
        return f"{ask}_second" if all(self.effect_of[card] == "draw" for card in main_pair(view)) else ask

    def _clause_of(self, ask: str) -> str:
        return self.questions[ask].clause if ask in self.questions else ""

    def _turn(self, view: View) -> str:
        """What can be done in a turn, as the legal moves have it. Players who wait are told what is usual."""
        main, plus = main_pair(view), shows_plus(view)
        way = "more" if plus else "less"
        way += "_alike" if self.pair_rule.has_one_colour(*main) else ""
        if not view.legal:
            return way
        if view.legal == (self.moves.no_move,):
            return "stuck"
        starts = [move.index for move in view.legal if move.verb == "pair"]
        hand = view.zones[f"hand {view.seat}"]
        if not starts:
            return f"no_{way}" if len(hand) > 1 else "single"
        only = "" if len(starts) < len(view.legal) else "only_"
        usual = any(self.pair_rule.keeps_restrictions(hand[i : i + 2], main, plus) for i in starts)
        return only + (way if usual else "happy")

    def preview(self, view: View, move: Move) -> str:
        """The two digits of a pair (HM-9)."""
        if move.verb != "pair":
            return ""
        left, right = view.zones[f"hand {view.seat}"][move.index : move.index + 2]
        return f"{self.pair_rule.digit[left]}{self.pair_rule.digit[right]}"

    def usable_cards(self, view: View) -> set[Card]:
        """A pair names its left card; a place is a gap and no card."""
        hand = view.zones.get(f"hand {view.seat}", ())
        lefts = [move.index for move in view.legal if move.verb == "pair"]
        single = [move.index for move in view.legal if move.zone == "hand" and move.verb not in ("pair", "place")]
        reserve = view.zones.get(f"reserve {view.seat}", ())
        back = {reserve[move.index] for move in view.legal if move.zone == "reserve"}
        return back | {hand[index] for index in (*lefts, *(left + 1 for left in lefts), *single)}

    def why_not(self, view: View, card: Card) -> Refusal:
        ask, hand = str(view.facts["ask"]), view.zones[f"hand {view.seat}"]
        if ask in self.questions and self.questions[ask].of_hand and card not in hand:
            return super().why_not(view, card)
        if ask != "turn":
            return Refusal(f"refusal.happy_mochi.{ask}", self._clause_of(ask))
        main, plus = main_pair(view), shows_plus(view)
        values: dict[str, Plain] = {"number": self.pair_rule.number(*main), "digit": self.pair_rule.digit[card]}
        if len(hand) == 1:
            return Refusal("refusal.happy_mochi.single", "HM-9", values)
        at = hand.index(card)
        pairs = list(pairwise(hand))[max(0, at - 1) : at + 1]
        if any(self.pair_rule.number_fits(pair, main, plus) for pair in pairs):
            return Refusal("refusal.happy_mochi.colour", "HM-11", values)
        return Refusal(f"refusal.happy_mochi.{'more' if plus else 'less'}", "HM-10", values)

    def together_refusal(self, view: View, card: Card, other: Card) -> Refusal | None:
        """Two neighbours that are no pair now. Cards that are no neighbours are a new choice, which needs no word."""
        hand = view.zones[f"hand {view.seat}"]
        pair = next((pair for pair in pairwise(hand) if set(pair) == {card, other}), None)
        main, plus = main_pair(view), shows_plus(view)
        if pair is None or str(view.facts["ask"]) != "turn" or self.pair_rule.fits(pair, main, plus):
            return None
        values: dict[str, Plain] = {"number": self.pair_rule.number(*main), "pair": self.pair_rule.number(*pair)}
        if self.pair_rule.number_fits(pair, main, plus):
            return Refusal("refusal.happy_mochi.pair_colour", "HM-11", values)
        return Refusal(f"refusal.happy_mochi.pair_{'more' if plus else 'less'}", "HM-10", values)


def main_pair(view: View) -> tuple[Card, Card]:
    """HM-4: the two visible cards."""
    return view.zones["left"][-1], view.zones["right"][-1]


def shows_plus(view: View) -> bool:
    """HM-3: which side the Value card shows."""
    return bool(view.facts["value"] == "+")
