"""Twin worlds: the same match as one seat knows it, with everything that seat cannot know dealt again.

A match is watched by one seat. From a world guessed out of that seat's View we work back, deal by deal, to
another history that the seat could not tell from the true one, and play it through the checked door. Then
every event the seat was told, and its View to the last byte, must be equal. A world that play has already
proved wrong shows itself as an illegal move.
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
from game.engine.guess import guess
from game.engine.match import Entry, Match
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.spec import Place
from game.engine.state import Deal, Picture, State
from game.engine.view import View, make_view, project

Renaming = dict[Card, Card]
Tell = Callable[[Iterable[Event], Seat], list[Event]]
Look = Callable[[Rules[Any], State, Seat], View]


class Leak(AssertionError):
    """A seat could tell two worlds apart that it must not be able to."""


@dataclass
class Epoch:
    """From one deal to the next, as one seat lived it."""

    deal: Deal
    held: dict[str, tuple[Card, ...]]
    """Hidden places that this deal did not touch, just before it."""
    known: set[Card] = field(default_factory=set)
    """Cards the seat has seen since."""


@dataclass(frozen=True)
class Moment:
    """Something that happened, and how all lay after it."""

    events: list[Event]
    after: Picture
    deal: Deal | None = None
    before: Picture | None = None
    """Of a deal: how all lay before it."""


@dataclass(frozen=True)
class Story:
    """A match played through once, whoever watches it."""

    moments: list[Moment]
    end: Match


def play_log(match: Match, log: list[Entry]) -> Story:
    """Play a log at that table."""
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
"""The story of the match that is looked at from one seat after the other."""


def _story_of(match: Match) -> Story:
    if not _last or _last[0][0] is not match or _last[0][1] != len(match.log):
        _last[:] = [(match, len(match.log), play_log(match, match.log))]
    return _last[0][2]


def _copy(match: Match) -> Match:
    """One that can go another way."""
    other = copy.copy(match)
    other.state, other.log = match.state.clone(), list(match.log)
    return other


@dataclass
class Witness:
    """One seat's whole experience of a match."""

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
        """The true cards behind every HIDDEN that stays where it is."""
        seen = self.zones(before)
        return {
            name: tuple(c for c, s in zip(cards, seen[name], strict=True) if s == HIDDEN)
            if self._places[name].ordered
            else tuple(sorted(set(cards) - set(seen[name])))
            for name, cards in before.zones.items()
            if name not in deal.orders
        }


def compare_with_twin(witness: Witness, dice: Dice) -> bool:
    """Compare a match with one twin; Leak if they differ. False where the seat knows all there is."""
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
    """The match and one twin of it, each with what the seat heard."""
    lived = _story_of(witness.match)
    true = _copy(lived.end)
    world = guess(true.rules, witness.look(true.rules, true.state, witness.seat), dice)
    log = _twin_log(witness.match, world, witness.epochs(lived), _renaming_into(witness, true, world, dice))
    other = play_log(witness.match, log)
    return witness.heard(lived), true, witness.heard(other), other.end


def _compare_own_move(witness: Witness, true: Match, twin: Match, seen: View, dice: Dice) -> None:
    """One move more by the seat itself: as long as it shows the seat no new card, it goes the same way in both."""
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
    """Which card lies in the guessed world where the true one does."""
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
    """The log of the twin: every deal renamed so that in the end the guessed world lies there."""
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
    """What has to be renamed before a shuffle, given what is after it.

    Hidden cards that stayed where they were keep their new names; cards that were known keep their own; the
    rest, shuffled together, may be anything that is left.
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
