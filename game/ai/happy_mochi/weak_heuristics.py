"""How people play Happy Mochi who do not plan their turns: by what can be played at once."""

from __future__ import annotations

from game.ai.happy_mochi.habit import OUT, Costs, Habit
from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.titles.happy_mochi import MochiState


class Casual(Habit):
    """Plays whatever can be played, the most points first; thinks of the whole hand only where a card goes or stays."""

    def _turn(self, state: MochiState, seat: Seat) -> Costs:
        hand = state.hands[seat]
        costs = [(self._pairs[i], self._playing(hand, i)) for i in self._ready(state, hand)]
        return (costs + self._draws(state, seat)) or [(self._pass, 0.0)]

    def _ready(self, state: MochiState, hand: list[Card]) -> list[int]:
        return self.hands.pair_rule.playable(hand, state.main_pair, state.plus)

    def _playing(self, hand: list[Card], index: int) -> float:
        return OUT if len(hand) == 2 else -0.1 * self.hands.worth(hand[index : index + 2])

    def _draws(self, state: MochiState, seat: Seat) -> Costs:
        """A card from the main pair only if it makes a pair with a card in hand that could be played as it lies now."""
        own = state.reserves[seat]
        costs = [(self._from_reserve[i], self._taking(state, seat, card)) for i, card in enumerate(own)]
        left, right = state.stacks
        if state.deck or len(left) > 1 or len(right) > 1:
            costs += [
                (self._left, self._taking(state, seat, left[-1])),
                (self._right, self._taking(state, seat, right[-1])),
                (self._deck, 1.5),
            ]
        return costs

    def _taking(self, state: MochiState, seat: Seat, card: Card) -> float:
        hand = state.hands[seat]
        before = len(self._ready(state, hand))
        most = max(len(self._ready(state, [*hand[:i], card, *hand[i:]])) for i in range(len(hand) + 1))
        return (1.0 if most > before else 2.0) + 0.01 * self.hands.digit[card]


class Novice(Casual):
    """Never thinks of the whole hand."""

    def _placings(self, state: MochiState, seat: Seat) -> Costs:
        """Where most pairs can be played; of such places one that parts none."""
        hand, card = state.hands[seat], state.drawn[seat]
        parted = [start + 1 for start in self._ready(state, hand)]
        costs = []
        for index in range(len(hand) + 1):
            ready = len(self._ready(state, [*hand[:index], card, *hand[index:]]))
            costs.append((self._places[index], 0.5 * (index in parted) - ready - 0.001 * index))
        return costs

    def _victims(self, state: MochiState, seat: Seat) -> Costs:
        """Somebody else, whoever has the fewest cards."""
        return [
            (self._targets[other], 100.0 if other == seat else float(len(state.hands[other])))
            for other in range(state.seats)
        ]

    def _passing(self, state: MochiState, seat: Seat) -> Costs:
        ready = self._ready(state, state.hands[seat])
        return [(self._use, 1.0 if ready else 0.0), (self._skip, 0.5)]

    def _partings(self, state: MochiState, seat: Seat, moves: list[Move]) -> Costs:
        """The dearest card that is in no pair to be played now."""
        hand = state.hands[seat]
        if len(hand) == 1:
            return [(moves[0], OUT)]
        starts = self._ready(state, hand)
        return [
            (moves[i], (10.0 if i in starts or i - 1 in starts else 0.0) - self.hands.digit[card])
            for i, card in enumerate(hand)
        ]

    def _reserving(self, state: MochiState, seat: Seat) -> Costs:
        return [(self._skip, 0.0), *self._partings(state, seat, self._puts)]

    def _keepings(self, state: MochiState, seat: Seat) -> Costs:
        return [(self._keeps[i], -float(self.hands.digit[card])) for i, card in enumerate(state.hands[seat])]
