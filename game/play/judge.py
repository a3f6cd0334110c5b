"""The judge of a lesson: the best level, which takes back one bad move of the student a round."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from game.ai.bots import bot_names
from game.ai.reasons import reasons_against
from game.ai.worker import Answer, Ticket, Worker
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.words.message import Message


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong move of the student, which is taken back after it was seen what it does."""

    why: Message
    reasons: tuple[Message, ...] = ()
    """Why the best level would have played something else."""
    can_stay: bool = False
    """The student may insist on the move."""
    better: Move | None = None
    """What the best level would have played instead, and the View before the move."""
    view: View | None = None
    event_count: int = 0
    """The number of events before the move."""
    first_decision: int | None = None
    """The number of the decision to go back to; None for the student's last one."""


class Judge:
    """Thinks about one move at a time, in the process of the bots."""

    def __init__(self, worker: Worker, rules: Rules[Any], min_loss: int) -> None:
        """`min_loss` is what a move must cost to be taken back, in hundredths of the unit in which bots value moves. 0
        for no judge."""
        self._worker = worker
        self._rules = rules
        self._min_loss = min_loss
        self._ticket: Ticket | None = None
        self._judged: tuple[View, Move] | None = None
        """The decision that it thinks about: the View before the move, and the move."""
        self._round: Hashable = None
        """The round of that decision."""
        self._warned_rounds: set[Hashable] = set()
        """Rounds in which a move was taken back."""

    @property
    def is_thinking(self) -> bool:
        return self._ticket is not None

    def ask(self, view: View, move: Move, this_round: Hashable, seed: str, turn: int) -> None:
        """Begin to think about a move, unless one was taken back in this round, or there was no other move."""
        if self._min_loss and this_round not in self._warned_rounds and len(view.legal) > 1:
            self._judged, self._round = (view, move), this_round
            level = bot_names(self._rules)[-1]
            self._ticket = self._worker.ask(self._rules, view, level, "judge", seed, turn, view.seat)

    def has_answered(self) -> bool:
        return self._ticket is not None and self._ticket.answer() is not None

    def take_answer(self) -> Mistake | None:
        """What is wrong with the move. None if it was good enough, or if no reason against it can be named: a
        correction that nobody can follow teaches nothing."""
        answer = self._ticket.answer() if self._ticket is not None else None
        judged = self._judged
        self.drop()
        if answer is None or judged is None or answer.trouble:
            return None
        view, move = judged
        if value_loss(answer, move) * 100 < self._min_loss:
            return None
        # No general reason, such as that no move is better on average, and none that is true of both moves.
        reasons = reasons_against(self._rules, view, answer.thought.reasons, move)[:1]
        if not reasons:
            return None
        self._warned_rounds.add(self._round)
        told = tuple(Message(reason.key, reason.values) for reason in reasons)
        return Mistake(Message("lesson.judge"), told, True, answer.thought.move, view)

    def drop(self) -> None:
        """Forget the question, if there is one."""
        if self._ticket is not None:
            self._ticket.drop()
        self._ticket = self._judged = None


def value_loss(answer: Answer, move: Move) -> float:
    """How much worse the best level values a move than its own; 0 if it did not value it."""
    values = {other.text: value for other, value in answer.thought.values}
    best = values.get(answer.thought.move.text)
    return best - values[move.text] if best is not None and move.text in values else 0.0
