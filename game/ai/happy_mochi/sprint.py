"""The rivals' turns in a Happy Mochi round that is played on, at a run: several times as fast as by the rules.

They play the most points they can, and draw what fits beside a card of theirs. What their cards do is kept to what
counts in a race: the Value card turns, somebody gets a card more, a card too many is put by. What the rules write
down for memories is left out, as nobody looks at the cards again once a round has been played on.
"""

from __future__ import annotations

from game.ai.happy_mochi.hand import Hands
from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.titles.happy_mochi import Table

FITS = 3.1
"""An open card is taken if it makes a pair of fewer turns than this, else one from the draw pile."""


def run(hands: Hands, state: Table, own: Seat, dice: Dice) -> bool:
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


def best_pair(hands: Hands, state: Table, hand: list[Card]) -> int:
    """Where the pair starts that takes most points out of a hand now, or -1."""
    digit = hands.digit
    best = most = -1
    for start in hands.playable(hand, state.plus, state.stacks[0][-1], state.stacks[1][-1]):
        points = digit[hand[start]] + digit[hand[start + 1]]
        if points > most:
            best, most = start, points
    return best


def draw(hands: Hands, state: Table, hand: list[Card], dice: Dice) -> None:
    """The open card that joins best, if it does well enough, else an unknown one; it goes beside its partner."""
    left, right = state.stacks
    deck, joins = state.deck, hands.joins[state.plus]
    if not deck:
        if len(left) == len(right) == 1:
            return
        deck += dice.shuffled(left[:-1] + right[:-1])
        del left[:-1], right[:-1]
    taken, least = deck, FITS
    for stack in state.stacks:
        fit = min([joins[stack[-1]][other] for other in hand], default=FITS)
        if fit < least:
            taken, least = stack, fit
    card = taken.pop()
    if not taken and taken is not deck:
        taken.append(deck.pop())
    fits = [joins[card][other] for other in hand]
    hand.insert(hands.beside(hand, fits.index(min(fits)), card, state.plus) if hand else 0, card)


def _use(hands: Hands, state: Table, seat: Seat, effect: str, dice: Dice) -> None:
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
