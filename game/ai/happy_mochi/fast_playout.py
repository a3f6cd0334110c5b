"""The turns of the rivals in a playout of Happy Mochi. Several times as fast as the rules, because it is simplified.

Rivals plan only pairs of neighbours, which is almost as strong as the heuristic. Of the effects only these happen: the
Value card flips, a player draws a card, a card goes to the reserve. What players remember is not updated, because
nobody looks at hidden cards after a playout.
"""

from __future__ import annotations

from game.ai.happy_mochi.hand_plan import MEAN_CARD_POINTS, HandPlanner
from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.titles.happy_mochi import MochiState

MAX_JOIN_TURNS = 2.2
"""An open card is taken if its pair costs less than this. Otherwise a card of the draw pile is taken."""
HIGH_POINT_TURNS = 0.2
"""The cost of an open card for each point above the mean."""
SHED_POINT_TURNS = 0.1
"""The gain for each penalty point that a pair takes out of the hand."""


def play_rivals(planner: HandPlanner, state: MochiState, own: Seat, dice: Dice) -> bool:
    """Play the turns of the others until it is the turn of seat `own`. False if another player goes out before."""
    effect = planner.effect
    seat = state.player
    while seat != own:
        hand = state.hands[seat]
        start = best_pair(planner, state, hand)
        if start < 0:
            draw_card(planner, state, hand, dice)
        else:
            pair = hand[start : start + 2]
            del hand[start : start + 2]
            for stack, card in zip(state.stacks, pair, strict=True):
                stack.append(card)
            for card in pair:
                if effect[card]:
                    _apply_effect(planner, state, seat, effect[card], dice)
            if not hand:
                return False
        seat = (seat + 1) % state.seats
    state.player = seat
    state.turn = (seat,)
    return True


def best_pair(planner: HandPlanner, state: MochiState, hand: list[Card]) -> int:
    """The index of the best pair to play now, by its points and by the cost of the rest; -1 if none can be played."""
    starts = planner.pair_rule.playable(hand, state.main_pair, state.plus)
    if len(starts) < 2:
        return starts[0] if starts else -1
    costs = []
    for i in starts:
        rest, _ = _neighbour_pairs(planner, hand[:i] + hand[i + 2 :], state.plus)
        costs.append((rest - SHED_POINT_TURNS * planner.penalty_points(hand[i : i + 2]), i))
    return min(costs)[1]


def draw_card(planner: HandPlanner, state: MochiState, hand: list[Card], dice: Dice) -> None:
    """Draw the open card that makes the cheapest pair with a single card, or an unknown card if no pair is cheap."""
    if not state.deck_available:
        return
    deck, join_costs, digit = state.deck, planner.join_costs[state.plus], planner.digit
    if not deck:
        left, right = state.stacks
        deck += dice.shuffled(left[:-1] + right[:-1])
        del left[:-1], right[:-1]
    alone = _neighbour_pairs(planner, hand, state.plus)[1] or range(len(hand))
    taken, least = deck, MAX_JOIN_TURNS
    for stack in state.stacks:
        card = stack[-1]
        cost = min([join_costs[card][hand[i]] for i in alone], default=MAX_JOIN_TURNS)
        cost += HIGH_POINT_TURNS * (digit[card] - MEAN_CARD_POINTS)
        if cost < least:
            taken, least = stack, cost
    card = taken.pop()
    if not taken and taken is not deck:
        taken.append(deck.pop())
    partners = [(join_costs[card][hand[i]], i) for i in alone]
    hand.insert(planner.index_beside(hand, min(partners)[1], card, state.plus) if partners else 0, card)


def _neighbour_pairs(planner: HandPlanner, hand: list[Card], plus: bool) -> tuple[float, list[int]]:
    """The cost of a hand in turns, if only neighbours make pairs, and the indexes of the cards without a partner."""
    singles, pairs, size = planner.single_costs[plus], planner.pair_costs[plus], len(hand)
    costs = [0.0] * (size + 2)
    joined = [False] * (size + 1)
    for i in range(size - 1, -1, -1):
        costs[i] = singles[hand[i]] + costs[i + 1]
        if i + 1 < size:
            together = pairs[hand[i]][hand[i + 1]] + costs[i + 2]
            if together < costs[i]:
                costs[i], joined[i] = together, True
    alone, i = [], 0
    while i < size:
        if not joined[i]:
            alone.append(i)
        i += 2 if joined[i] else 1
    return costs[0], alone


def _apply_effect(planner: HandPlanner, state: MochiState, seat: Seat, effect: str, dice: Dice) -> None:
    """The effect "pass" is left out: everybody gets about what they give."""
    hand = state.hands[seat]
    odd = len(hand) % 2 == 1
    if effect == "flip":
        state.plus = not state.plus
    elif effect == "draw":
        others = [other for other in state.hands if other is not hand]
        draw_card(planner, state, hand if odd else min(others, key=len), dice)
    elif effect == "reserve" and odd:
        card = max(hand, key=planner.single_costs[state.plus].__getitem__)
        hand.remove(card)
        state.reserves[seat] += (card,)
