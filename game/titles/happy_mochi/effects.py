"""HM-13 to HM-18: the four effects, and in which order those of a pair happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.engine.cards import Card, Seat
from game.engine.moves import Move
from game.engine.spec import Spec, Value
from game.titles.happy_mochi.state import NOBODY, MochiState, Pending
from game.titles.happy_mochi.turns import Question, Turns


class Effect:
    """What a card does when it is played: what it asks, which answers it allows, and what they do."""

    clause: ClassVar[str]
    question: ClassVar[str]
    """The question to the player of the card; of an effect that asks nothing, the step that is due."""
    asks: ClassVar[bool] = True
    of_hand: ClassVar[bool] = False
    """Whether the answer is a card of the hand."""
    needs_hand: ClassVar[bool] = False
    """Whether a player without cards is not asked."""

    def __init__(self, rules: Effects) -> None:
        self.rules = rules

    def moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        raise NotImplementedError

    def answer(self, state: MochiState, seat: Seat, move: Move) -> None:
        raise NotImplementedError

    def pending(self, player: Seat) -> Pending:
        return Pending(self.question, (player,) if self.asks else ())


class Flip(Effect):
    """HM-13: the Value card is turned over. Nobody is asked."""

    clause, question, asks = "HM-13", "flip", False

    def happen(self, state: MochiState) -> None:
        state.due = ""
        state.plus = not state.plus
        self.rules.ask_next(state)


class DrawCard(Effect):
    """HM-14: the player names somebody, who draws a card. After a pair was played everybody can draw."""

    clause, question = "HM-14", "target"

    def moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self.rules.moves.targets[: state.seats]

    def answer(self, state: MochiState, seat: Seat, move: Move) -> None:
        self.rules.ask(state, "draw", (move.index,))


class PassCards(Effect):
    """HM-15: if the player likes, everybody gives a card to the left."""

    clause, question, needs_hand = "HM-15", "pass", True

    def moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return (self.rules.moves.use, self.rules.moves.skip)

    def answer(self, state: MochiState, seat: Seat, move: Move) -> None:
        if move.verb == "use":
            self.rules.ask(state, "give", tuple(range(state.seats)))
        else:
            self.rules.ask_next(state)


class ReserveCard(Effect):
    """HM-16: if the player likes, a card of the hand is put aside."""

    clause, question, of_hand, needs_hand = "HM-16", "reserve", True, True

    def moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return [self.rules.moves.skip, *self.rules.moves.reserves[: len(state.hands[seat])]]

    def answer(self, state: MochiState, seat: Seat, move: Move) -> None:
        if move.verb == "reserve":
            self.rules.put_by(state, seat, move.index)
        self.rules.ask_next(state)


class Effects(Turns):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.flip = Flip(self)
        self.effects: dict[str, Effect] = {
            "flip": self.flip,
            "draw": DrawCard(self),
            "pass": PassCards(self),
            "reserve": ReserveCard(self),
        }
        """By the names that the title's YAML gives to cards."""
        self._effect_names = {effect.question: name for name, effect in self.effects.items()}
        for effect in self.effects.values():
            if effect.asks:
                question = Question(effect.clause, effect.moves, effect.answer, effect.of_hand, effect.needs_hand)
                self.add_question(effect.question, question)
        self.add_question("first", Question("HM-17", self._first_moves, self._choose_first))
        self.add_question("give", Question("HM-15", self._give_moves, self._give, of_hand=True))

    def pending_effects(self, state: MochiState) -> tuple[str, ...]:
        """The names of the effects that are still to happen."""
        names = self._effect_names
        return tuple([names[question] for question, _ in state.pending if question in names])

    def _start_effects(self, state: MochiState, seat: Seat, left: Card, right: Card) -> None:
        """Those of a pair that was just played."""
        first, second = self.effect_of[left], self.effect_of[right]
        if first or second:
            state.pending = tuple([self.effects[effect].pending(seat) for effect in (first, second) if effect])
        if first and second and first != second:
            self.ask(state, "first", (seat,))
        else:
            self.ask_next(state)

    # HM-17: which of two effects happens first?

    def _first_moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self.moves.firsts

    def _choose_first(self, state: MochiState, seat: Seat, move: Move) -> None:
        if move.zone == "right":
            state.pending = state.pending[::-1]
        self.ask_next(state)

    # HM-15: everybody gives a card

    def _give_moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self.moves.gives[: len(state.hands[seat])]

    def _give(self, state: MochiState, seat: Seat, move: Move) -> None:
        self._seal(state, seat, move, then="give")

    def _seal(self, state: MochiState, seat: Seat, move: Move, then: str) -> None:
        """A choice that everybody makes at the same time; the last one makes the next step due."""
        state.sealed[seat] = move
        state.turn = tuple([other for other in state.turn if other != seat])
        if not state.turn:
            state.due = then

    def _hand_over(self, state: MochiState) -> None:
        """All at once, to the left. Then everybody places the card that came."""
        for giver, move in enumerate(state.sealed):
            assert move is not None
            card = state.hands[giver].pop(move.index)
            state.drawn[(giver + 1) % state.seats] = card
            state.private[giver] |= 1 << card
            state.sealed[giver] = None
        state.due = ""
        state.pending = (*[Pending("place", (seat,)) for seat in range(state.seats)], *state.pending)
        self.ask_next(state)

    def put_by(self, state: MochiState, seat: Seat, index: int) -> None:
        """HM-22: a card of the hand becomes a reserved card."""
        state.reserves[seat] += (state.hands[seat].pop(index),)

    def _infer_pending(self, state: MochiState, effects: Sequence[str]) -> None:
        if state.ask == "place":
            waiting = [seat for seat, card in enumerate(state.drawn) if card != NOBODY and seat not in state.turn]
            state.pending = tuple([Pending("place", (seat,)) for seat in waiting])
        state.pending += tuple([self.effects[effect].pending(state.player) for effect in effects])
