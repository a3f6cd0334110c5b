"""HM-6 to HM-9: a turn is a list of questions. The first one is: draw a card, or play a pair?"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.engine.cards import Card, Seat, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.spec import Spec, Value
from game.engine.state import DEAL
from game.titles.happy_mochi.setup import Setup
from game.titles.happy_mochi.state import DRAWER, LEFT, NOBODY, RIGHT, MochiState


@dataclass(frozen=True, slots=True)
class Question:
    """Something that players decide."""

    clause: str
    """Of the rule book."""
    moves: Callable[[MochiState, Seat], Sequence[Move]]
    """The answers that are allowed."""
    answer: Callable[[MochiState, Seat, Move], None]
    """What an answer does."""
    of_hand: bool = False
    """Whether cards of the hand are the answer."""
    needs_hand: bool = False
    """Whether a player without cards is not asked."""


class Turns(Setup):
    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self._draws, self._draws_from_reserve = self.moves.draws, self.moves.draws_from_reserve
        self._pairs, self._gaps = self.moves.pairs, self.moves.places
        self._playable = self.pair_rule.playable
        self._solo = [(seat,) for seat in range(spec.seats[-1])]
        """For each seat: the tuple of it alone, made once."""
        self.questions: dict[str, Question] = {}
        """Everything that can be asked, by the name that stands in the fact `ask`."""
        self._moves_of: dict[str, Callable[[MochiState, Seat], Sequence[Move]]] = {}
        self._answer_of: dict[str, Callable[[MochiState, Seat, Move], None]] = {}
        self.add_question("turn", Question("HM-6", self._turn_moves, self._take_turn, of_hand=True))
        self.add_question("draw", Question("HM-7", self._draw_moves, self._draw_card))
        self.add_question("place", Question("HM-7", self._place_moves, self._place_card))

    def deciders(self, state: MochiState) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self._moves_of[state.ask](state, seat)

    def play(self, state: MochiState, seat: Seat, move: Move, dice: Dice | None) -> None:
        self._answer_of[state.ask](state, seat, move)
        if state.due:
            self.settle(state, dice)

    # The questions of a turn

    def add_question(self, name: str, question: Question) -> None:
        self.questions[name] = question
        self._moves_of[name] = question.moves
        self._answer_of[name] = question.answer

    def _begin_turn(self, state: MochiState, seat: Seat) -> None:
        state.player = seat
        state.ask = "turn"
        state.turn = self._solo[seat]

    def ask(self, state: MochiState, question: str, seats: tuple[Seat, ...]) -> None:
        state.ask = question
        state.turn = seats

    def ask_next(self, state: MochiState) -> None:
        """Go on with the next question of this turn. After the last one the turn is over."""
        while state.pending:
            (question, seats), state.pending = state.pending[0], state.pending[1:]
            if not seats:
                state.due = question
                return
            if state.hands[seats[0]] or not self.questions[question].needs_hand:
                self.ask(state, question, seats)
                return
        self._end_turn(state)

    @abstractmethod
    def _end_turn(self, state: MochiState) -> None:
        """See rounds.py."""

    def _turn_moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        left, right = state.stacks
        moves, pairs = self._draw_moves(state, seat), self._pairs
        for start in self._playable(state.hands[seat], (left[-1], right[-1]), state.plus):
            moves.append(pairs[start])
        return moves or [self.moves.no_move]

    def _take_turn(self, state: MochiState, seat: Seat, move: Move) -> None:
        if move.verb == "draw":
            self._draw_card(state, seat, move)
        elif move.verb == "pair":
            self._play_pair(state, seat, move.index)
        else:
            self._pass_turn(state, seat)

    def _pass_turn(self, state: MochiState, seat: Seat) -> None:
        """The hand is shown as proof. After a whole circle of this nothing can change: the round is counted."""
        state.public |= mask_of(state.hands[seat])
        state.passes += 1
        if state.passes < state.seats:
            self._end_turn(state)
        else:
            state.due = "count"

    # Drawing: HM-7, HM-8

    def _draw_moves(self, state: MochiState, seat: Seat) -> list[Move]:
        """A stack's last card may go only if the draw pile can replace it."""
        reserve = self._draws_from_reserve[: len(state.reserves[seat])]
        return self._draws + reserve if state.deck_available else reserve

    def _draw_card(self, state: MochiState, seat: Seat, move: Move) -> None:
        state.passes = 0
        state.ask = "place"
        state.turn = self._solo[seat]
        match move.zone:
            case "reserve":
                reserve = state.reserves[seat]
                state.drawn[seat] = reserve[move.index]
                state.reserves[seat] = reserve[: move.index] + reserve[move.index + 1 :]
            case "deck":
                if state.deck:
                    state.drawn[seat] = self._top(state)
                else:
                    self._wait_for_deck(state, DRAWER)
            case zone:
                side = LEFT if zone == "left" else RIGHT
                card = state.drawn[seat] = state.stacks[side].pop()
                state.public |= 1 << card
                state.born[card] = state.shuffles  # as if dealt now: everybody knows what it is
                if not state.stacks[side]:
                    self._wait_for_deck(state, side)

    def _wait_for_deck(self, state: MochiState, missing: int) -> None:
        state.missing = missing
        state.due = "fill" if state.deck else "recycle"

    def _recycle(self, state: MochiState) -> None:
        """An empty draw pile is made anew from all that lies under the two visible cards."""
        state.deck = [card for stack in state.stacks for card in stack[:-1]]
        state.stacks = [stack[-1:] for stack in state.stacks]
        self._lose_sight(state, state.deck)
        state.due = DEAL

    def _fill(self, state: MochiState) -> None:
        state.due = ""
        missing, state.missing = state.missing, NOBODY
        card = self._top(state)
        if missing == DRAWER:
            state.drawn[state.turn[0]] = card
        else:
            state.stacks[missing].append(card)  # HM-8

    def _place_moves(self, state: MochiState, seat: Seat) -> Sequence[Move]:
        return self._gaps[: len(state.hands[seat]) + 1]

    def _place_card(self, state: MochiState, seat: Seat, move: Move) -> None:
        state.hands[seat].insert(move.index, state.drawn[seat])
        state.drawn[seat] = NOBODY
        self.ask_next(state)

    # Playing a pair: HM-9

    def _play_pair(self, state: MochiState, seat: Seat, index: int) -> None:
        state.passes = 0
        hand = state.hands[seat]
        left, right = hand[index], hand[index + 1]
        del hand[index : index + 2]
        state.stacks[LEFT].append(left)
        state.stacks[RIGHT].append(right)
        self._start_effects(state, seat, left, right)

    @abstractmethod
    def _start_effects(self, state: MochiState, seat: Seat, left: Card, right: Card) -> None:
        """See effects.py."""
