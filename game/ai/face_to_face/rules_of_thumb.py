"""Three players of Face to Face by a rule of thumb. They look at one card after the other and plan no turn."""

from __future__ import annotations

from game.ai.face_to_face.reasons import MoveFacts, can_go_on
from game.ai.rule_of_thumb import RuleOfThumb
from game.engine.moves import Move
from game.engine.view import View

MAX_GIFT_NUMBERS = 10
"""The helpful player gives away at most this many numbers, unless it must."""
SMALL_GIFT_NUMBERS = 5
"""The player who keeps cards ten apart gives away at most this many numbers."""


class SmallSteps(RuleOfThumb):
    """“Play the card nearest to your pile, and backwards tricks first. Stop after two cards, and never help.”"""

    def choose(self, view: View) -> Move:
        facts = [MoveFacts(self.rules, view, move) for move in view.legal]
        costs = {fact.move: self.cost(view, fact.move, numbers_spent(fact)) for fact in facts}
        safe = [fact.move for fact in facts if fact.move.card < 0 or can_go_on(fact, fact.move)]
        return min(safe or view.legal, key=lambda move: costs[move])

    def cost(self, view: View, move: Move, spent: int) -> float:
        """Lower is better. `spent` are the numbers that the card jumps over or gives away; less than 0 for a trick."""
        if move.verb == "end":
            return 0.0
        if move.verb.startswith("help"):
            return 100.0 + spent
        return spent


class Helpful(SmallSteps):
    """“Help in every turn with the card that gives the least away: a full hand is worth it. Otherwise small steps.”"""

    def cost(self, view: View, move: Move, spent: int) -> float:
        if move.verb.startswith("help"):
            return spent - 100.0 if spent <= MAX_GIFT_NUMBERS and view.facts["played"] else 100.0 + spent
        return super().cost(view, move, spent)


class TenApart(SmallSteps):
    """“Keep cards that are ten apart: after the far one the other takes your pile back. Help if it costs little.”"""

    def cost(self, view: View, move: Move, spent: int) -> float:
        if move.verb.startswith("help"):
            return spent - 100.0 if spent <= SMALL_GIFT_NUMBERS and view.facts["played"] else 100.0 + spent
        if move.verb == "end" or spent <= 0:
            return spent
        hand = {self.rules.rank[card] for card in view.zones[f"hand {view.seat}"]}
        back = self.rules.spec.numbers["backwards"] * (-1 if move.verb == "up" else 1)
        return max(1, spent - abs(back)) if self.rules.rank[move.card] + back in hand else spent


def numbers_spent(facts: MoveFacts) -> int:
    """How far a card moves the top of its pile, in the direction that is bad for the player."""
    state, number = facts.state, facts.number
    return {
        "up": number - state.up,
        "down": state.down - number,
        "help-up": state.their_up - number,
        "help-down": number - state.their_down,
    }.get(facts.move.verb, 0)


RULES_OF_THUMB = {"small_steps": SmallSteps, "helpful": Helpful, "ten_apart": TenApart}
