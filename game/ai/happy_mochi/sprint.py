"""The rivals' turns in a Happy Mochi round that is played on, at a run: several times as fast as by the rules.

They play the most points they can, and draw what fits beside a card of theirs. What their cards do is kept to what
counts in a race: the Value card turns, somebody gets a card more, a card too many is put by. What the rules write
down for memories is left out, as nobody looks at the cards again once a round has been played on.
"""

from __future__ import annotations

from itertools import pairwise

from game.ai.happy_mochi.hand import Hands
from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.titles.happy_mochi import Table

FITS = 3.1
"""An open card is taken if it makes a pair of fewer turns than this, else one from the draw pile."""


class Sprint:
    """Knows by heart what pairs there are."""

    def __init__(self, hands: Hands) -> None:
        digit, colour = hands.digit, hands.colour
        cards = range(len(digit))
        self._points = [[digit[a] + digit[b] for b in cards] for a in cards]
        self._numbers = [[10 * digit[a] + digit[b] for b in cards] for a in cards]
        self._colours = [[colour[a] == colour[b] for b in cards] for a in cards]
        self._mochi = [[digit[a] == digit[b] for b in cards] for a in cards]
        self._effect = hands.effect
        self._joins, self._pair_costs, self._single_costs = hands.joins, hands.pair_costs, hands.single_costs

    def run(self, state: Table, own: Seat, dice: Dice) -> bool:
        """Play the turns of the others until it is one seat's turn; False if one of them goes out before."""
        seat = state.player
        while seat != own:
            hand = state.hands[seat]
            start = self.best_pair(state, hand)
            if start < 0:
                self.draw(state, hand, dice)
            else:
                pair = hand[start : start + 2]
                del hand[start : start + 2]
                for stack, card in zip(state.stacks, pair, strict=True):
                    stack.append(card)
                for card in pair:
                    if self._effect[card]:
                        self._use(state, seat, self._effect[card], dice)
                if not hand:
                    return False
            seat = (seat + 1) % state.seats
        state.player = seat
        state.turn = (seat,)
        return True

    def best_pair(self, state: Table, hand: list[Card]) -> int:
        """Where the pair starts that takes most points out of a hand now, or -1 (HM-10 to HM-12)."""
        left, right = state.stacks[0][-1], state.stacks[1][-1]
        number, one_colour = self._numbers[left][right], self._colours[left][right]
        plus = state.plus
        best = most = -1
        for start, (a, b) in enumerate(pairwise(hand)):
            if self._points[a][b] > most:
                mine = self._numbers[a][b]
                beats = mine > number if plus else mine < number
                if (beats and (not one_colour or self._colours[a][b])) or self._mochi[a][b]:
                    best, most = start, self._points[a][b]
        return best

    def draw(self, state: Table, hand: list[Card], dice: Dice) -> None:
        """The open card that joins best, if it does well enough, goes beside its partner; else an unknown one."""
        left, right = state.stacks
        deck, joins = state.deck, self._joins[state.plus]
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
        self._place(hand, card, state.plus)

    def _place(self, hand: list[Card], card: Card, plus: bool) -> None:
        if not hand:
            hand.append(card)
            return
        joins, costs = self._joins[plus][card], self._pair_costs[plus]
        fits = [joins[other] for other in hand]
        index = fits.index(min(fits))
        other = hand[index]
        hand.insert(index if costs[card][other] <= costs[other][card] else index + 1, card)

    def _use(self, state: Table, seat: Seat, effect: str, dice: Dice) -> None:
        """Cards passed round are left out: everybody gets about what they give."""
        hand = state.hands[seat]
        odd = len(hand) % 2 == 1
        if effect == "flip":
            state.plus = not state.plus
        elif effect == "draw":
            others = [hands for hands in state.hands if hands is not hand]
            self.draw(state, hand if odd else min(others, key=len), dice)
        elif effect == "reserve" and odd:
            card = max(hand, key=self._single_costs[state.plus].__getitem__)
            hand.remove(card)
            state.reserves[seat] += (card,)
