"""What a player is asked, and why a card cannot be played: from a View alone."""

from __future__ import annotations

from game.engine.cards import Card
from game.engine.sentences import Question, Refusal
from game.engine.view import View
from game.titles.marshmallow_test.rounds import Rounds
from game.titles.marshmallow_test.state import NO_SUIT, NOBODY


class Words(Rounds):
    def question(self, view: View) -> Question:
        lead, trump = view.facts["lead"], view.facts["trump"]
        suits = {self.suit_of(card) for card in view.zones.get(f"hand {view.seat}", ())}
        if view.facts["naming"]:
            return Question("ask.marshmallow_test.trump", "MT-15")
        if lead == NO_SUIT:
            return Question("ask.marshmallow_test.lead", "MT-5")
        if view.facts["trumped"] and trump in suits and (self.must_trump or lead in suits):
            key, clause = ("must_trump", "MT-15b") if self.must_trump else ("follow_or_trump", "MT-15a")
            return Question(f"ask.marshmallow_test.{key}", clause, {"suit": lead, "trump": trump})
        if lead in suits:
            return Question("ask.marshmallow_test.follow", "MT-6", {"suit": lead})
        return Question("ask.marshmallow_test.anything", "MT-6", {"suit": lead})

    def aid(self, view: View) -> Question | None:
        """MT-10: what going out would pay now."""
        if view.seat not in view.facts["order"] or view.facts["winner"] != NOBODY:
            return None
        tricks = view.facts["tricks"]
        return Question("aid.marshmallow_test.out", "MT-10", {"count": sum(tricks) - tricks[view.seat]})

    def why_not(self, view: View, card: Card) -> Refusal:
        question = self.question(view)
        name = question.key.rpartition(".")[2]
        return Refusal(f"refusal.marshmallow_test.{name}", question.clause, question.values)
