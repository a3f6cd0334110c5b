"""What a player is asked, and why a card cannot be played: from a View alone."""

from __future__ import annotations

from game.engine.cards import Card
from game.engine.sentences import Question, Refusal
from game.engine.view import View
from game.titles.jelly_mind.scoring import Scoring


class Words(Scoring):
    def question(self, view: View) -> Question:
        if view.facts["choosing"]:
            return Question("ask.jelly_mind.choose", "JM-15")
        idle = view.facts["idle"]
        if idle + 1 >= self.patience:
            return Question("ask.jelly_mind.standoff", "JM-6")
        return Question("ask.jelly_mind.again" if idle else "ask.jelly_mind.beat", "JM-4")

    def usable_cards(self, view: View) -> set[Card]:
        """Playing and discarding mean the card of the turn, which their moves need not name."""
        drawn = view.zones.get(f"drawn {view.seat}", ())
        return super().usable_cards(view) | (set(drawn) if view.legal and not view.facts["choosing"] else set())

    def why_not(self, view: View, card: Card) -> Refusal:
        return Refusal("refusal.jelly_mind.one_card", "JM-3")
