"""The contract of every title with the kernel, checked during a random match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from game.data import catalog
from game.engine.cards import Seat
from game.engine.dice import Dice
from game.engine.events import Event, Sealed, events_for
from game.engine.match import Match, Player
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.slots import Slot
from game.engine.spec import ChoiceOption, Spec, Value
from game.engine.state import DEAL, Picture, State
from game.engine.view import Listener, View, make_view, project
from game.titles import TITLES
from tests.scenario import guess_world

SPECTATOR: Seat = 31
"""A seat number that no player has. Its View is that of a spectator."""
MAX_STEPS = 1500
"""Longest match in moves. Random players can pass for ever; the match then stays open."""


def option_sets(spec: Spec) -> list[dict[str, Value]]:
    """The defaults, and every value of every option once (of a range only its ends)."""
    sets: list[dict[str, Value]] = [{}]
    for name, option in spec.options.items():
        values: Sequence[Value] = option.values if isinstance(option, ChoiceOption) else (option.low, option.high)
        sets += [{name: value} for value in values if value != option.default]
    return sets


def all_variants() -> list[tuple[str, int, dict[str, Value]]]:
    """Every title with every number of seats and every value of every option."""
    return [
        (title, seats, options)
        for title in TITLES
        for seats in catalog.spec(title).seats
        for options in option_sets(catalog.spec(title))
    ]


def usual_seats(title: str) -> int:
    seats = catalog.spec(title).seats
    return seats[len(seats) // 2]


def variant_id(table: tuple[str, int, dict[str, Value]]) -> str:
    title, seats, options = table
    return "-".join([title, str(seats), *(f"{name}={value}" for name, value in options.items())])


def pick_rarer_move(legal: Sequence[Move], dice: Dice) -> Move:
    """A random move. Mostly one of the verbs with the fewest moves, so that rare verbs are played too."""
    counts = Counter(move.verb for move in legal)
    verbs = sorted(counts)
    fewest = [verb for verb in verbs if counts[verb] == min(counts.values())]
    verb = dice.pick(fewest if dice.random() < 0.8 else verbs)
    return dice.pick([move for move in legal if move.verb == verb])


@cache
def cached_rules(title: str, *options: tuple[str, Value]) -> Rules[Any]:
    """Rules, cached: they hold no match data."""
    return catalog.rules(title, dict(options))


def new_match(title: str, seats: int, options: Mapping[str, Value], *words: str | int) -> Match:
    players = [Player(f"P{seat}") for seat in range(seats)]
    return Match(cached_rules(title, *options.items()), players, Dice("match", title, *words))


def copy_at(match: Match, entries: int) -> Match:
    """A new match in the state that this one had after that number of log entries."""
    copy = match.copy_at_start()
    for entry in match.log[:entries]:
        copy.replay_entry(entry)
    copy.run_steps()
    return copy


def stored_slots(state: State) -> dict[str, Slot]:
    return {name: line for name, line in type(state).declared.items() if isinstance(line, Slot)}


class Contract:
    """Plays one random match and checks it at every decision."""

    def __init__(self, title: str, seats: int, options: Mapping[str, Value], seed: int) -> None:
        self.match = new_match(title, seats, options, seed)
        self.rules: Rules[Any] = self.match.rules
        self.dice = Dice("contract", title, seats, seed)
        self.cards = list(self.rules.cards(seats))
        self.seats = [seed % seats, (seed + 1) % seats, SPECTATOR]
        self.listeners = {seat: self._listener(seat) for seat in self.seats}
        self.pictures: list[Picture] = []
        self.legal: dict[Seat, tuple[Move, ...]] = {}
        self.views: list[tuple[int, Seat, View]] = []
        self.decisions = 0
        self.seed = seed

    def _listener(self, seat: Seat) -> Listener:
        places = self.rules.places(self.match.seats)
        listener = Listener(places, self.match.seats, seat)
        zones, _ = project(places, self.match.picture, seat)
        listener.start(zones, self.match.picture.facts)
        return listener

    def run(self) -> Match:
        match = self.match
        self.run_steps_and_deals()
        while not match.over and self.decisions < MAX_STEPS:
            self.check_decision()
            seat = self.dice.pick(match.deciders)
            move = pick_rarer_move(self.legal[seat], self.dice)
            if self.decisions % 7 == 0:
                self.views.append((len(match.log), seat, match.view(seat)))
            self.tell_listeners(match.make_move(seat, move))
            self.run_steps_and_deals()
            self.decisions += 1
        self.check_end()
        return match

    def run_steps_and_deals(self) -> None:
        match = self.match
        self.check_cards()
        while match.state.due:
            if match.state.due == DEAL:
                self.tell_listeners(match.take_deal(self.rules.draw(match.state, self.dice)))
            else:
                self.tell_listeners(match.run_step())
            self.check_cards()

    def check_cards(self) -> None:
        """Every card is in exactly one place."""
        lying = list(chain.from_iterable(self.match.picture.zones.values()))
        assert sorted(lying) == self.cards

    def tell_listeners(self, events: list[Event]) -> None:
        """Give the events to the listeners, each as its seat may know them."""
        for seat, listener in self.listeners.items():
            for event in events_for(events, seat):
                if isinstance(event, Sealed) and event.seat != seat:
                    assert event.move is None
                listener.hear(event)

    def check_decision(self) -> None:
        """Checks at every decision. The slow ones are done only at some of them."""
        match = self.match
        self.pictures.append(match.picture)
        assert not match.standings.over
        self.legal = {seat: match.legal(seat) for seat in match.deciders}
        for legal in self.legal.values():
            assert legal
            assert len(set(legal)) == len(legal)
        turn = self.decisions
        self.check_listener(self.seats[turn % len(self.seats)])
        if turn % 7 == 0:
            self.check_guess(self.seats[turn // 7 % len(self.seats)])
        if turn % 11 == 0:
            self.check_clone()
            self.check_build()

    def check_listener(self, seat: Seat) -> None:
        """A Listener that gets only events knows exactly what the View has."""
        listener, seen = self.listeners[seat], self.match.view(seat)
        assert seen.legal == self.legal.get(seat, ())
        zones, marks = listener.zones_and_marks()
        assert (zones, marks, listener.facts) == (seen.zones, seen.seen, seen.facts)
        assert tuple(map(bool, listener.sealed)) == seen.sealed
        if seat != SPECTATOR:
            assert (listener.sealed[seat] or None) == seen.own_seal

    def check_guess(self, seat: Seat) -> None:
        """A guessed world gives the same View."""
        seen = self.match.view(seat)
        world = guess_world(self.rules, seen, self.dice)
        assert make_view(self.rules, world, seat) == seen

    def check_build(self) -> None:
        """A picture holds the whole State."""
        match = self.match
        built = self.rules.build(match.picture)
        assert self.rules.show(built) == match.picture
        for name, slot in stored_slots(match.state).items():
            if not slot.in_part:
                assert getattr(built, name) == getattr(match.state, name), f"{name} is not worked out from a picture"

    def check_clone(self) -> None:
        """Moves in a clone do not change the State."""
        match = self.match
        clone = match.state.clone()
        for name in stored_slots(match.state):
            mine, copied = getattr(match.state, name), getattr(clone, name)
            assert mine == copied, f"a clone has another {name}"
            if isinstance(mine, list):
                assert mine is not copied, f"a clone shares its {name}"
                shared = [old is new for old, new in zip(mine, copied, strict=True) if isinstance(old, list)]
                assert not any(shared), f"a clone shares the lists in its {name}"
        for _ in range(3):
            deciders = self.rules.deciders(clone)
            if deciders:
                legal = self.rules.legal(clone, deciders[-1])
                self.rules.play(clone, deciders[-1], self.dice.pick(legal), self.dice)
        assert self.rules.show(match.state) == match.picture

    def check_end(self) -> None:
        match = self.match
        if match.over:
            assert match.standings.winners and match.standings.over
        self.check_replay()
        if self.seed % 3 == 0:
            self.check_undo()

    def check_replay(self) -> None:
        """Replaying the log gives the same state and the same legal moves at every decision."""
        match = self.match
        again = Match(self.rules, match.players, Dice("other"))
        pictures = iter(self.pictures)
        for entry in match.log:
            again.run_steps()
            if entry.move is not None:
                assert again.picture == next(pictures)
                assert again.legal(entry.seat) == entry.legal
            again.replay_entry(entry)
        again.run_steps()
        assert next(pictures, None) is None
        assert again.digest() == match.digest()
        assert again.standings == match.standings

    def check_undo(self) -> None:
        """Without the last move the View is what it was before."""
        entries, seat, seen = self.dice.pick(self.views)
        later = copy_at(self.match, entries + 1)
        last = max(index for index, entry in enumerate(later.log) if entry.move)
        assert copy_at(later, last).view(seat).to_bytes() == seen.to_bytes()
