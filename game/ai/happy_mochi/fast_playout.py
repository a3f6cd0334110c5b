"""The rivals' turns in a Happy Mochi round that is played on, at a run: several times as fast as by the rules.

They play about as well as practised players do, by what lies side by side in their hands. What their cards do is
kept to what counts in a race: the Value card turns, somebody gets a card more, a card too many is put by. What the
rules write down for memories is left out, as nobody looks at the cards again once a round has been played on.
"""

from __future__ import annotations

from game.ai.happy_mochi.hand import Hands
from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.titles.happy_mochi import MochiState

FITS = 2.2
"""An open card is taken if it makes a pair of fewer turns than this, else one from the draw pile."""
HIGH, MIDDLE = 0.2, 4.5
"""What a point more than usual makes an open card worse, in turns."""
POINT = 0.1
"""What it is worth, in turns, to get rid of a point with a pair."""


def run(hands: Hands, state: MochiState, own: Seat, dice: Dice) -> bool:
    """Play the turns of the others until it is one seat's turn; False if one of them goes out before."""
    effect = hands.effect
    seat = state.player
    while seat != own:
        hand = state.hands[seat]
        start = best_pair(hands, state, hand)
        if start < 0:
            draw(hands, state, hand, dice)
        else:
            pair = hand[start : start + 2]
            del hand[start : start + 2]
            for stack, card in zip(state.stacks, pair, strict=True):
                stack.append(card)
            for card in pair:
                if effect[card]:
                    _use(hands, state, seat, effect[card], dice)
            if not hand:
                return False
        seat = (seat + 1) % state.seats
    state.player = seat
    state.turn = (seat,)
    return True


def best_pair(hands: Hands, state: MochiState, hand: list[Card]) -> int:
    """Where the pair starts that is best played now, by the points in it and by what it leaves; or -1."""
    starts = hands.pair_rule.playable(hand, state.main_pair, state.plus)
    if len(starts) < 2:
        return starts[0] if starts else -1
    left = [
        (_paired(hands, hand[:i] + hand[i + 2 :], state.plus)[0] - POINT * hands.worth(hand[i : i + 2]), i)
        for i in starts
    ]
    return min(left)[1]


def draw(hands: Hands, state: MochiState, hand: list[Card], dice: Dice) -> None:
    """The open card that best joins one without a partner, if it does well enough, else an unknown one."""
    left, right = state.stacks
    deck, joins, digit = state.deck, hands.joins[state.plus], hands.digit
    if not deck:
        if len(left) == len(right) == 1:
            return
        deck += dice.shuffled(left[:-1] + right[:-1])
        del left[:-1], right[:-1]
    alone = _paired(hands, hand, state.plus)[1] or range(len(hand))
    taken, least = deck, FITS
    for stack in state.stacks:
        card = stack[-1]
        fit = min([joins[card][hand[i]] for i in alone], default=FITS) + HIGH * (digit[card] - MIDDLE)
        if fit < least:
            taken, least = stack, fit
    card = taken.pop()
    if not taken and taken is not deck:
        taken.append(deck.pop())
    fits = [(joins[card][hand[i]], i) for i in alone]
    hand.insert(hands.beside(hand, min(fits)[1], card, state.plus) if fits else 0, card)


def _paired(hands: Hands, hand: list[Card], plus: bool) -> tuple[float, list[int]]:
    """What a hand costs, in turns, if only neighbours make pairs; and which of its cards are left without a partner."""
    singles, pairs, size = hands.single_costs[plus], hands.pair_costs[plus], len(hand)
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


def _use(hands: Hands, state: MochiState, seat: Seat, effect: str, dice: Dice) -> None:
    """Cards passed round are left out: everybody gets about what they give."""
    hand = state.hands[seat]
    odd = len(hand) % 2 == 1
    if effect == "flip":
        state.plus = not state.plus
    elif effect == "draw":
        others = [other for other in state.hands if other is not hand]
        draw(hands, state, hand if odd else min(others, key=len), dice)
    elif effect == "reserve" and odd:
        card = max(hand, key=hands.single_costs[state.plus].__getitem__)
        hand.remove(card)
        state.reserves[seat] += (card,)
