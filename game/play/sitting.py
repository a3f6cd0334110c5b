"""A Sitting is everything that is true for one viewer at one moment: the question, the choice so far, the remarks.

A Sitting belongs to one Position. When the Position changes, the Sitting is closed and a new one is made. So nothing
that was meant for one person at one moment can reach another person.
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
from game.play.choice import Choice, Target, button_target
from game.words.message import AnyMessage, HintMessage, HintStep, Message, question_message

HINT_DURATION_S = 60.0
"""A hint is shown for this long, so that nobody has to hurry."""


@dataclass(frozen=True, slots=True)
class Position:
    """One viewer at one moment of one course of the match."""

    generation: int
    """Number of times that moves were taken back."""
    moment: int
    """Number of log entries. Moves that others seal while the viewer has to decide do not count."""
    viewer: Seat


@dataclass(frozen=True, slots=True)
class Chosen:
    """One move is left. The caller plays it."""

    move: Move


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The choice has changed. More has to be touched before a move is chosen."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The touch has no effect now. The message says why, if there is a reason."""

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
    """Something that the viewer is told, with the icon beside it."""

    message: AnyMessage
    icon: str = ""
    duration_s: float = 0.0
    """How long it is shown; 0 for as long as reading takes."""


class Sitting:
    """Everything that is true only for one Position. It is never updated for another one."""

    def __init__(
        self, position: Position, rules: Rules[Any], view: View, ask_best: Callable[[View], Ticket] | None = None
    ) -> None:
        """`ask_best` asks the best level about the View. Without it there are no hints."""
        self.position = position
        self.view = view
        self.rules = rules
        self.choice = self._new_choice()
        self.hint: Hint | None = None
        self.hint_step = HintStep.LOOK
        self.pending: Move | None = None
        """A move that would lose. It waits for `confirm`."""
        self.said: Remark | None = None
        """The remark that is shown now."""
        self._ask_best = ask_best
        self._card_places: set[str] | None = None
        self._ticket: Ticket | None = None

    def _new_choice(self) -> Choice:
        return Choice(self.view, self.rules.spec.points_at)

    @property
    def question(self) -> Message:
        """What the viewer has to decide, or which players the viewer waits for."""
        return question_message(self.rules, self.view)

    @property
    def clause(self) -> str:
        """The clause of the rule book behind the remark, or behind the question if there is no remark."""
        said = self.said.message.clause if self.said is not None else ""
        return said or self.rules.clause(self.view)

    # The only way to a move

    def touch(self, target: Target) -> Outcome:
        """The viewer touched something, by whatever device. A second touch of the same target takes the first back."""
        self.pending = None
        if target in self.choice.picked:
            self.choice.unpick(target)
            return Narrowed()
        refusal = self._refusal_of_place(target.place) if target.kind == "zone" else None
        if refusal is not None:
            return refusal
        if not self.choice.fits(target):
            self._say_why_not_together(target)
            self.let_go()
        if not self.choice.fits(target):
            return self._refuse(target)
        move = self.choice.pick(target)
        return Narrowed() if move is None else self._consider(move)

    @property
    def only_card(self) -> Target | None:
        """The target for the only legal move; None if there is a choice, or the move would lose, or needs no card of
        the viewer."""
        if len(self.view.legal) != 1 or self.rules.warning(self.view, self.view.legal[0]) is not None:
            return None
        move = self.view.legal[0]
        return button_target(move) if self.choice.targets_of(move)[0].kind in ("card", "slot") else None

    def _consider(self, move: Move) -> Chosen | Doubtful:
        """Ask before a move that loses at once, unless all moves do."""
        warning = self.rules.warning(self.view, move)
        if warning is None or all(self.rules.warning(self.view, other) is not None for other in self.view.legal):
            return Chosen(move)
        self.pending = move
        return Doubtful(move, Message.of(warning))

    def confirm(self, sure: bool) -> Chosen | Narrowed:
        """The viewer's answer to Doubtful: play the move or not."""
        move, self.pending = self.pending, None
        if sure and move is not None:
            return Chosen(move)
        self.let_go()
        return Narrowed()

    def lift(self, target: Target) -> None:
        """A card is picked up to be dragged. It is touched, but no move is chosen yet."""
        self.let_go()
        self.choice.pick(target)

    def drop(self, place: str) -> Outcome:
        """The lifted card was let go over this place, where it may not lie. `place` is empty if there is none. The card
        is never played elsewhere."""
        refusal = self._refusal_of_place(place)
        if refusal is None:
            refusal = Refused(Message("refusal.no_place"), self._picked_card)
            self.say(Message("refusal.no_place"), "warning")
        self.let_go()
        return refusal

    @property
    def _picked_card(self) -> Card:
        return next((card for target in self.choice.picked if (card := self._card_of(target)) != HIDDEN), HIDDEN)

    def _refusal_of_place(self, place: str) -> Refused | None:
        """Say why the chosen card may not go to a place; None if it may, or no card is chosen, or nothing is known."""
        card = self._picked_card
        refusal = self.rules.place_refusal(self.view, card, place) if card != HIDDEN and place else None
        if refusal is None:
            return None
        message = Message.of(refusal)
        self.say(message, "warning")
        return Refused(message, card)

    def card_places(self) -> set[str]:
        """The places that cards of the viewer go to in this title, whether they fit there now or not."""
        if self._card_places is None:
            seat = self.view.seat
            moves = self.rules.book(seat) if seat < self.view.seats else ()
            self._card_places = {move.zone for move in moves if move.card >= 0 and move.zone in self.view.zones}
        return self._card_places

    def let_go(self) -> None:
        """Forget everything that was touched."""
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

    def _say_why_not_together(self, target: Target) -> None:
        """Say why the chosen card and this one make no move, if there is a reason. The choice begins anew with this."""
        card, other = self._picked_card, self._card_of(target)
        known = HIDDEN not in (card, other)
        refusal = self.rules.together_refusal(self.view, card, other) if known else None
        if refusal is not None:
            self.say(Message.of(refusal), "warning")

    def _card_of(self, target: Target) -> Card:
        if target.kind == "card":
            return target.index
        cards = self.view.zones.get(target.place, ())
        return cards[target.index] if target.kind == "slot" and 0 <= target.index < len(cards) else HIDDEN

    # Saying

    def say(self, message: AnyMessage, icon: str, duration_s: float = 0.0) -> None:
        """Show a remark; see Remark for the values."""
        self.said = Remark(message, icon, duration_s)

    def hush(self) -> None:
        """Remove the remark."""
        self.said = None

    # Hints

    @property
    def is_thinking(self) -> bool:
        """Whether the best level is thinking about a hint."""
        return self._ticket is not None

    def ask_hint(self) -> None:
        """Ask for a hint. Asked again, the next step of the same hint is told."""
        if self.hint is not None:
            self.hint_step = HintStep(min(self.hint_step + 1, HintStep.WHY))
            self._tell_hint(self.hint)
        elif self._ticket is None and self.view.legal and self._ask_best is not None:
            self._ticket = self._ask_best(self.view)
            self.say(Message("table.waiting"), "hint")

    def update(self) -> bool:
        """Check whether the hint has come. True if a new remark is shown."""
        answer = self._ticket.answer() if self._ticket is not None else None
        if answer is None:
            return False
        self._ticket = None
        self._take_hint(answer)
        return True

    def _take_hint(self, answer: Answer) -> None:
        """Tell the hint. If the bots' process failed, the move is a random one and no hint."""
        if answer.trouble:
            self.say(Message("hint.none"), "warning")
            return
        self.hint, self.hint_step = make_hint(self.view, answer.thought), HintStep.LOOK
        self._tell_hint(self.hint)

    def _tell_hint(self, hint: Hint) -> None:
        reasons = tuple(Message(reason.key, reason.values) for reason in hint.reasons)
        look = Message(hint.look.key, hint.look.values) if hint.look is not None else None
        self.say(HintMessage(self.view, self.hint_step, hint.place, look, hint.move, reasons), "hint", HINT_DURATION_S)

    def hint_targets(self) -> tuple[Target, ...]:
        """Targets of the hint's move, once the move was told and unless the viewer has touched something else."""
        if self.hint is None or self.hint_step == HintStep.LOOK:
            return ()
        targets = self.choice.targets_of(self.hint.move)
        return targets if all(target in targets for target in self.choice.picked) else ()

    def hint_place(self) -> str:
        """The place that the first step of the hint names; empty after the first step."""
        return self.hint.place if self.hint is not None and self.hint_step == HintStep.LOOK else ""

    def close(self) -> None:
        """The Position has changed. Drop the question for a hint, if one is open."""
        if self._ticket is not None:
            self._ticket.drop()
        self._ticket = None
