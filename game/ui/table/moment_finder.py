"""Finds the moments of a title among the events that the viewer is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.engine.cards import Card, Seat
from game.engine.events import Decided, Event, Fact, Moved, Step
from game.engine.spec import Spec, winners_in
from game.ui.look import Look
from game.ui.moment_look import MomentLook
from game.ui.table.stage import Stage


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that begins now: how it looks, whom it is about, and the place on the table where it happens."""

    look: MomentLook
    seats: tuple[Seat, ...] = ()
    place: str = ""
    """The zone in which it happens; empty if it happens at the players' plates."""
    winning_cards: tuple[Card, ...] = ()
    """The cards that have won the others, if they are taken or turned up."""
    turned: tuple[Moved, ...] = ()
    """The moves of the cards that turn over before they go."""
    reached: tuple[tuple[Seat, int], ...] = ()
    """The players who have reached the number that matters, and their points."""


class MomentFinder:
    """Looks at each event before the stage hears it."""

    def __init__(self, spec: Spec, look: Look, options: Mapping[str, Any], viewer: Seat) -> None:
        self._spec = spec
        self._look = look
        self._options = options
        self._viewer = viewer
        self._doer: Seat | None = None
        """The player who has decided last; None during a step."""

    def find(self, event: Event, following: Sequence[Event], stage: Stage) -> list[Moment]:
        """The moments that begin with this event. `following` are the events after it, as far as they are known."""
        match event:
            case Step():
                self._doer = None
            case Decided(seat):
                self._doer = seat
        found = (self._moment(look, event, following, stage) for look in self._look.moments)
        return [moment for moment in found if moment is not None]

    def _moment(
        self, look: MomentLook, event: Event, following: Sequence[Event], stage: Stage
    ) -> Moment | None:
        match event:
            case Step(name) if name == look.step:
                if look.turns_up:
                    return self._turned(look, following, stage)
                return self._taken(look, following, stage) if look.takes else Moment(look, self._seats_of(following))
            case Decided(seat, move) if move is not None and look.verb and move.verb == look.verb:
                return Moment(look, (seat,), move.zone if move.zone in stage.zones else "")
            case Moved() if look.zone and event.target.partition(" ")[0] == look.zone:
                return self._laid(look, event, stage)
            case Fact(name, value) if name == look.fact and _fits_step(look, following):
                return self._told(look, name, value, stage)
        return None

    def _taken(self, look: MomentLook, following: Sequence[Event], stage: Stage) -> Moment | None:
        """Cards that all go to one player; the winning card is the one that this player has laid."""
        moves = [event for event in _same_step(following) if isinstance(event, Moved)]
        winner = _owner(moves[0].target) if moves else None
        if winner is None:
            return None
        order = stage.facts.get(self._spec.facts.get("order", "")) or ()
        cards = [sprite.card for sprite in stage.zones[moves[0].source]]
        laid = dict(zip(order, cards, strict=False))
        card = laid.get(winner)
        return Moment(look, (winner,), moves[0].source, () if card is None else (card,))

    def _turned(self, look: MomentLook, following: Sequence[Event], stage: Stage) -> Moment | None:
        """Cards that turn over. Those of the players whose number rises in the next step are the winning ones."""
        moves = tuple(event for event in _same_step(following) if isinstance(event, Moved) and event.card >= 0)
        next_step = _same_step(following[len(_same_step(following)) + 1 :])
        values = [event.value for event in next_step if isinstance(event, Fact) and event.name == look.turns_up]
        before = stage.facts.get(look.turns_up)
        winners = self._named_seats(look.turns_up, values[0], before) if values else ()
        cards = tuple(event.card for event in moves if _owner(event.source) in winners)
        ranks, won = {self._rank(event.card) for event in moves}, {self._rank(card) for card in cards}
        if look.high and (look.low not in won or look.high not in ranks - won):
            return None
        return Moment(look, winners, "", cards, moves)

    def _laid(self, look: MomentLook, event: Moved, stage: Stage) -> Moment | None:
        """A card that a player has laid in a zone, if its rank is what the look asks for."""
        if self._doer is None:
            return None
        rank = self._rank(event.card)
        if look.rank_step:
            below = [sprite.card for sprite in stage.zones[event.target]]
            if rank is None or not below or self._rank(below[-1]) != rank - look.rank_step:
                return None
        if look.same_rank_as:
            other = [sprite.card for sprite in stage.zones.get(look.same_rank_as, ())]
            if rank is None or not other or self._rank(other[-1]) != rank:
                return None
        return Moment(look, (self._doer,), event.target)

    def _told(self, look: MomentLook, name: str, value: object, stage: Stage) -> Moment | None:
        """A fact that has changed."""
        seats = self._named_seats(name, value, stage.facts.get(name))
        if not seats and isinstance(value, int | tuple):
            return None
        facts = {**stage.facts, name: value}
        reached = self._reached(look.reaches, value)
        if look.reaches and not any(seat in seats for seat, _ in reached):
            return None
        if look.ends_at:
            reached = self._reached(look.ends_at, facts.get(self._look.rounds.points))
        if look.lost_by and not self._narrow(look, facts):
            return None
        if (look.mine and self._viewer not in seats) or (look.others and self._viewer in seats):
            return None
        return Moment(look, (self._viewer,) if look.lost_by else seats, reached=reached)

    def _reached(self, name: str, value: object) -> tuple[tuple[Seat, int], ...]:
        """The seats whose numbers have reached this option of the match or number of the title."""
        goal = self._options.get(name, self._spec.numbers.get(name))
        numbers = value if isinstance(value, tuple) and goal is not None else ()
        return tuple((seat, int(number)) for seat, number in enumerate(numbers) if number >= goal)

    def _narrow(self, look: MomentLook, facts: Mapping[str, Any]) -> bool:
        """Whether the viewer has only just lost, as `lost_by` says."""
        points = facts.get(self._look.rounds.points)
        winners = winners_in(self._spec, facts)
        me = self._viewer
        if not isinstance(points, tuple) or not winners or me in winners or me >= len(points):
            return False
        behind = {seat: min(abs(points[other] - mine) for other in winners) for seat, mine in enumerate(points)}
        nearest = min(behind[seat] for seat in behind if seat not in winners)
        return bool(behind[me] == nearest <= look.lost_by)

    def _named_seats(self, name: str, value: object, before: object) -> tuple[Seat, ...]:
        """The seats that a changed fact is about: the one it names, those it names now, or whose number has grown."""
        if isinstance(value, bool) or not isinstance(value, int | tuple):
            return ()
        if isinstance(value, int):
            return (value,) if value >= 0 else ()
        if name in (self._look.seat.out, self._spec.facts.get("winners", "")):
            old = before if isinstance(before, tuple) else ()
            return tuple(seat for seat in value if isinstance(seat, int) and seat not in old)
        old = before if isinstance(before, tuple) and len(before) == len(value) else (None,) * len(value)
        return tuple(seat for seat, (new, was) in enumerate(zip(value, old, strict=True)) if new and new != was)

    def _seats_of(self, following: Sequence[Event]) -> tuple[Seat, ...]:
        """The owners of the places to which the cards of a step go."""
        owners = [_owner(event.target) for event in _same_step(following) if isinstance(event, Moved)]
        return tuple(dict.fromkeys(owner for owner in owners if owner is not None))

    def _rank(self, card: Card) -> int | None:
        return self._spec.faces[card].rank if card >= 0 else None


def _fits_step(look: MomentLook, following: Sequence[Event]) -> bool:
    """Whether the facts of the same step are what the look asks for."""
    facts = {event.name for event in _same_step(following) if isinstance(event, Fact)}
    return look.without_fact not in facts and (not look.with_fact or look.with_fact in facts)


def _same_step(following: Sequence[Event]) -> list[Event]:
    """The events up to the next step or decision."""
    found: list[Event] = []
    for event in following:
        if isinstance(event, Step | Decided):
            break
        found.append(event)
    return found


def _owner(place: str) -> Seat | None:
    _, _, owner = place.partition(" ")
    return int(owner) if owner else None
