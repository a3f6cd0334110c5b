"""One viewer at one moment of a match: what is asked, what was chosen so far, what was said.

A Sitting belongs to one Position. When the Position changes a new Sitting is made, and the old one is closed:
nothing that was meant for one person at one moment can reach another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.ai.hints import Hint, make_hint
from game.ai.worker import Answer, Ticket
from game.engine.cards import HIDDEN, Card, Seat
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.play.choice import Choice, Target
from game.words.message import AnyMessage, HintMessage, HintStep, Message, question_message

HINT_DURATION_S = 60.0
"""A hint stays so long that nobody has to hurry."""


@dataclass(frozen=True, slots=True)
class Position:
    """One viewer at one moment of one course of the match."""

    generation: int
    """How often the match was turned back."""
    moment: int
    """How many entries the log has. Choices that others seal while the viewer has to decide do not count."""
    viewer: Seat


@dataclass(frozen=True, slots=True)
class Chosen:
    """One move is left: play it."""

    move: Move


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The choice has changed, and more has to be touched."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The touch means nothing now; the message says why, if there is a reason."""

    message: Message | None = None
    card: Card = HIDDEN


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The move would lose at once. It waits for `Sitting.confirm`."""

    move: Move
    warning: Message


Outcome = Chosen | Narrowed | Refused | Doubtful


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said to the viewer, with the icon beside it."""

    message: AnyMessage
    icon: str = ""
    duration_s: float = 0.0
    """How long it stays; 0 for as long as reading takes."""


class Sitting:
    """Everything that is true only for one Position. Never repaired: a new Position gets a new Sitting."""

    def __init__(
        self, position: Position, rules: Rules[Any], view: View, ask_best: Callable[[View], Ticket] | None = None
    ) -> None:
        """`ask_best` lets the best level think about the View; without it there are no hints."""
        self.position = position
        self.view = view
        self.rules = rules
        self.choice = self._new_choice()
        self.hint: Hint | None = None
        self.hint_step = HintStep.LOOK
        self.pending: Move | None = None
        """A move that would lose and waits to be confirmed."""
        self.said: Remark | None = None
        self._ask_best = ask_best
        self._ticket: Ticket | None = None

    def _new_choice(self) -> Choice:
        return Choice(self.view, self.rules.spec.points_at)

    @property
    def is_deciding(self) -> bool:
        return self.view.seat in self.view.deciders

    @property
    def question(self) -> Message:
        """What the viewer has to decide, or which players the viewer waits for."""
        return question_message(self.rules, self.view)

    @property
    def clause(self) -> str:
        """The clause of the rule book that matters most now."""
        said = self.said.message.clause if self.said is not None else ""
        return said or self.rules.clause(self.view)

    # The only way to a move

    def touch(self, target: Target) -> Outcome:
        """Something was touched, whatever it was touched with. Touched again, it is let go."""
        self.pending = None
        if target in self.choice.picked:
            self.choice.unpick_last()
            return Narrowed()
        if not self.choice.fits(target):
            self.let_go()
        if not self.choice.fits(target):
            return self._refuse(target)
        move = self.choice.pick(target)
        return Narrowed() if move is None else self._consider(move)

    def _consider(self, move: Move) -> Chosen | Doubtful:
        warning = self.rules.warning(self.view, move)
        if warning is None:
            return Chosen(move)
        self.pending = move
        return Doubtful(move, Message.of(warning))

    def confirm(self, sure: bool) -> Chosen | Narrowed:
        """The answer to a doubt."""
        move, self.pending = self.pending, None
        if sure and move is not None:
            return Chosen(move)
        self.let_go()
        return Narrowed()

    def lift(self, target: Target) -> None:
        """A card is picked up to be dragged: show where it may go, and choose nothing yet."""
        self.let_go()
        self.choice.pick(target)

    def let_go(self) -> None:
        """Nothing is touched any more."""
        self.pending = None
        self.choice = self._new_choice()

    def _refuse(self, target: Target) -> Refused:
        card = self._card_of(target)
        refusal = self.rules.refusal(self.view, card) if card != HIDDEN else None
        if refusal is None:
            return Refused()
        message = Message.of(refusal)
        self.say(message, "warning")
        return Refused(message, card)

    def _card_of(self, target: Target) -> Card:
        if target.kind == "card":
            return target.index
        cards = self.view.zones.get(target.place, ())
        return cards[target.index] if target.kind == "slot" and 0 <= target.index < len(cards) else HIDDEN

    # Saying

    def say(self, telling: AnyMessage, icon: str, stays_s: float = 0.0) -> None:
        self.said = Remark(telling, icon, stays_s)

    def hush(self) -> None:
        self.said = None

    # Hints

    @property
    def is_thinking(self) -> bool:
        """Whether a hint is being thought out."""
        return self._ticket is not None

    def ask_hint(self) -> None:
        """The first time it has to be thought out; every further time more of it is told."""
        if self.hint is not None:
            self.hint_step = HintStep(min(self.hint_step + 1, HintStep.WHY))
            self._tell_hint(self.hint)
        elif self._ticket is None and self.view.legal and self._ask_best is not None:
            self._ticket = self._ask_best(self.view)
            self.say(Message("table.waiting"), "hint")

    def update(self) -> bool:
        """Look whether the hint is there; True if something new was said."""
        answer = self._ticket.answer() if self._ticket is not None else None
        if answer is None:
            return False
        self._ticket = None
        self._take_hint(answer)
        return True

    def _take_hint(self, answer: Answer) -> None:
        """A move drawn by lot, because the process failed, is no advice."""
        if answer.trouble:
            self.say(Message("hint.none"), "warning")
            return
        self.hint, self.hint_step = make_hint(self.view, answer.thought), HintStep.LOOK
        self._tell_hint(self.hint)

    def _tell_hint(self, hint: Hint) -> None:
        reasons = tuple(Message(reason.key, reason.values) for reason in hint.reasons)
        self.say(HintMessage(self.view, self.hint_step, hint.look, hint.move, reasons), "hint", HINT_DURATION_S)

    def hint_targets(self) -> tuple[Target, ...]:
        """What belongs to the move of the hint, once it was told and while nothing else is being chosen."""
        if self.hint is None or self.hint_step == HintStep.LOOK:
            return ()
        targets = self.choice.targets_of(self.hint.move)
        return targets if all(target in targets for target in self.choice.picked) else ()

    def hint_place(self) -> str:
        """Where the first step of the hint says to look; empty once more was told."""
        return self.hint.look if self.hint is not None and self.hint_step == HintStep.LOOK else ""

    def close(self) -> None:
        """The Position is gone. Whatever was still being thought out for it reaches nobody."""
        if self._ticket is not None:
            self._ticket.drop()
        self._ticket = None
