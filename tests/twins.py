"""Twin worlds: the same match for one seat, with other cards where that seat cannot know them.

From a world guessed from the seat's View we compute, deal by deal, another history that the seat cannot tell from
the true one. That history is played as a Match. All events that the seat is told and its View must then be equal to
the byte. If play had already proved the guessed world wrong, the twin has an illegal move.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.dice import Dice
from game.engine.errors import IllegalMove
from game.engine.events import Decided, Event, Moved, Shown, events_for
from game.engine.match import Entry, Match
from game.engine.moves import Move, MoveBook
from game.engine.rules import Rules
from game.engine.spec import Place
from game.engine.state import DEAL, Deal, Picture, State
from game.engine.view import View, make_view, project
from tests.scenario import guess_world

Renaming = dict[Card, Card]
Tell = Callable[[Iterable[Event], Seat], list[Event]]
Look = Callable[[Rules[Any], State, Seat], View]


class Leak(AssertionError):
    """A seat can tell two worlds apart that must look equal to it."""


@dataclass
class Epoch:
    """The time from one deal to the next, as one seat knows it."""

    deal: Deal
    held: dict[str, tuple[Card, ...]]
    """Hidden cards of places that this deal did not shuffle, just before it."""
    known: set[Card] = field(default_factory=set)
    """Cards that the seat has seen since the deal."""


@dataclass(frozen=True)
class Moment:
    """Events that happened together, and the Picture after them."""

    events: list[Event]
    after: Picture
    deal: Deal | None = None
    before: Picture | None = None
    """For a deal: the Picture before it."""


@dataclass(frozen=True)
class Story:
    """A match that was replayed once: all its moments, and the match at its end."""

    moments: list[Moment]
    end: Match


def play_log(match: Match, log: list[Entry]) -> Story:
    """Replay a log with the rules and players of that match."""
    again = Match(match.rules, match.players, Dice("nobody"), match.first)
    moments: list[Moment] = []

    def settle() -> None:
        while again.state.due and again.state.due != DEAL:
            moments.append(Moment(again.run_step(), again.picture))

    for entry in log:
        settle()
        before = again.picture
        moments.append(Moment(again.replay_entry(entry), again.picture, entry.deal, before if entry.deal else None))
    settle()
    return Story(moments, again)


_last: list[tuple[Match, int, Story]] = []
"""The last story, kept because the same match is compared for one seat after the other."""


def _story_of(match: Match) -> Story:
    if not _last or _last[0][0] is not match or _last[0][1] != len(match.log):
        _last[:] = [(match, len(match.log), play_log(match, match.log))]
    return _last[0][2]


def _copy(match: Match) -> Match:
    """A copy that can be played on without changing the match."""
    other = copy.copy(match)
    other.state, other.log = match.state.clone(), list(match.log)
    return other


@dataclass
class Witness:
    """One seat, and everything that it was told in a match."""

    match: Match
    seat: Seat
    tell: Tell = events_for
    look: Look = make_view

    def heard(self, told_story: Story) -> list[Event]:
        return [event for moment in told_story.moments for event in self.tell(moment.events, self.seat)]

    def epochs(self, lived: Story) -> list[Epoch]:
        epochs: list[Epoch] = []
        for moment in lived.moments:
            if moment.deal is not None and moment.before is not None:
                epochs.append(Epoch(moment.deal, self._held(moment.before, moment.deal)))
            if epochs:
                epochs[-1].known.update(*self.zones(moment.after).values())
        return epochs

    def zones(self, picture: Picture) -> dict[str, tuple[Card, ...]]:
        zones, _ = project(self._places, picture, self.seat)
        return zones

    @property
    def _places(self) -> Mapping[str, Place]:
        return self.match.rules.places(self.match.seats)

    def _held(self, before: Picture, deal: Deal) -> dict[str, tuple[Card, ...]]:
        """The true cards that are hidden from the seat in places that the deal does not shuffle."""
        seen = self.zones(before)
        return {
            name: tuple(c for c, s in zip(cards, seen[name], strict=True) if s == HIDDEN)
            if self._places[name].ordered
            else tuple(sorted(set(cards) - set(seen[name])))
            for name, cards in before.zones.items()
            if name not in deal.orders
        }


def compare_with_twin(witness: Witness, dice: Dice) -> bool:
    """Compare a match with one twin. Leak if they differ for the seat. False if the twin has the same cards."""
    heard, true, twin_heard, twin = play_both(witness, dice)
    seen = witness.look(true.rules, true.state, witness.seat)
    if twin_heard != heard:
        first = next(
            (a, b) for a, b in zip([*heard, None], [*twin_heard, None], strict=False) if a != b
        )
        raise Leak(f"seat {witness.seat} was told different things: {first}")
    if witness.look(twin.rules, twin.state, witness.seat).to_bytes() != seen.to_bytes():
        raise Leak(f"seat {witness.seat} sees different things")
    differ = twin.picture != true.picture
    _compare_own_move(witness, true, twin, seen, dice)
    return differ


def play_both(witness: Witness, dice: Dice) -> tuple[list[Event], Match, list[Event], Match]:
    """The match and one twin of it, each with the events that the seat was told."""
    lived = _story_of(witness.match)
    true = _copy(lived.end)
    world = guess_world(true.rules, witness.look(true.rules, true.state, witness.seat), dice)
    log = _twin_log(witness.match, world, witness.epochs(lived), _renaming_into(witness, true, world, dice))
    other = play_log(witness.match, log)
    return witness.heard(lived), true, witness.heard(other), other.end


def _compare_own_move(witness: Witness, true: Match, twin: Match, seen: View, dice: Dice) -> None:
    """Make one more move of the seat in both. Its events must be equal, unless it shows the seat a new card."""
    if not seen.legal or any(seen.sealed):
        return
    move = dice.pick(seen.legal)
    known = {HIDDEN, *(card for cards in seen.zones.values() for card in cards)}
    heard, twin_heard = (
        witness.tell(match.make_move(witness.seat, move) + match.run_steps(), witness.seat) for match in (true, twin)
    )
    named = {card_of(event) for event in heard + twin_heard if isinstance(event, Moved | Shown | Decided)}
    if heard != twin_heard and named <= known:
        raise Leak(f"seat {witness.seat} was told different things after “{move}”")


def card_of(event: Moved | Shown | Decided) -> Card:
    if isinstance(event, Decided):
        return event.move.card if event.move is not None and event.move.card >= 0 else HIDDEN
    return event.card


def _renaming_into(witness: Witness, true: Match, world: State, dice: Dice) -> Renaming:
    """For each true card: the card that lies in its place in the guessed world."""
    renaming: Renaming = {}
    guessed = true.rules.show(world)
    seen = witness.zones(true.picture)
    for name, cards in true.picture.zones.items():
        if true.rules.places(true.seats)[name].ordered:
            pairs = zip(cards, guessed.zones[name], strict=True)
        else:
            known = set(seen[name])
            renaming.update((card, card) for card in cards if card in known)
            mine = [card for card in cards if card not in known]
            theirs = [card for card in guessed.zones[name] if card not in known]
            pairs = zip(mine, dice.shuffled(theirs), strict=True)
        renaming.update(pairs)
    return renaming


def _twin_log(match: Match, world: State, epochs: list[Epoch], renaming: Renaming) -> list[Entry]:
    """The log of the twin: all its deals are renamed so that it ends in the guessed world."""
    renamings = [renaming]
    for now, before in zip(epochs[:0:-1], epochs[-2::-1], strict=True):
        renamings.append(_renaming_before(renamings[-1], now, before))
    renamings.reverse()
    sealed = match.rules.show(world).sealed
    pending = {seat: move for seat, move in enumerate(sealed) if move is not None}
    log = []
    epoch = -1
    for entry in match.log:
        if entry.deal is not None:
            epoch += 1
            mine = renamings[epoch]
            orders = {name: tuple(mine[c] for c in order) for name, order in entry.deal.orders.items()}
            log.append(replace(entry, deal=replace(entry.deal, orders=orders)))
            continue
        assert entry.move is not None
        move = entry.move
        if entry.turn == match.turn and entry.seat in pending:
            move = pending[entry.seat]
        elif move.card >= 0:
            move = _with_card(match.rules.book(entry.seat), move, renamings[epoch][move.card])
        log.append(replace(entry, move=move))
    return log


def _with_card(book: MoveBook, move: Move, card: Card) -> Move:
    """The same move with another card. IllegalMove if there is none."""
    other = _moves_by_parts(book).get((move.verb, move.zone, move.index, card))
    if other is None:
        raise IllegalMove("no move like “{move}” with another card", move=move)
    return other


@cache
def _moves_by_parts(book: MoveBook) -> dict[tuple[str, str, int, Card], Move]:
    return {(move.verb, move.zone, move.index, move.card): move for move in book}


def _renaming_before(later: Renaming, now: Epoch, before: Epoch) -> Renaming:
    """The renaming before a shuffle, computed from the renaming after it.

    Hidden cards that were not shuffled keep their new names. Cards that were known keep their own names. The rest
    was shuffled together and gets the names that are left.
    """
    fixed = {card: later[card] for cards in now.held.values() for card in cards}
    fixed |= {card: card for card in before.known if card != HIDDEN}
    if len(set(fixed.values())) != len(fixed):
        raise Leak("a hidden card was guessed to be one that had been seen elsewhere since")
    free = sorted(set(later) - set(fixed))
    names = sorted(set(later) - set(fixed.values()))
    same = set(free) & set(names)
    fixed |= {card: card for card in same}
    rest = zip([c for c in free if c not in same], [n for n in names if n not in same], strict=True)
    return fixed | dict(rest)
