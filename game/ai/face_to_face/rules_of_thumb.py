"""Three players of Face to Face by a rule of thumb. They look at one card after the other and plan no turn."""

from __future__ import annotations

from game.ai.face_to_face.reasons import MoveFacts, can_go_on
from game.ai.rule_of_thumb import RuleOfThumb
from game.engine.moves import Move
from game.engine.view import View

MAX_GIFT_NUMBERS = 10
"""The helpful player gives away at most this many numbers, unless it must."""
SMALL_STEP_NUMBERS = 3
"""The running player goes on as long as a card is at most this far from a pile."""


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


class Runner(SmallSteps):
    """“Go on as long as a card is near your pile. Help only if it costs next to nothing.”"""

    def cost(self, view: View, move: Move, spent: int) -> float:
        if move.verb == "end":
            return SMALL_STEP_NUMBERS + 0.5
        if move.verb.startswith("help"):
            return float(spent) if spent <= SMALL_STEP_NUMBERS else 100.0 + spent
        return spent


def numbers_spent(facts: MoveFacts) -> int:
    """How far a card moves the top of its pile, in the direction that is bad for the player."""
    state, number = facts.state, facts.number
    return {
        "up": number - state.up,
        "down": state.down - number,
        "help-up": state.their_up - number,
        "help-down": number - state.their_down,
    }.get(facts.move.verb, 0)


RULES_OF_THUMB = {"small_steps": SmallSteps, "helpful": Helpful, "runner": Runner}
