"""Jelly Mind: the right card at the right moment. Time is a series of beats (JM-1 …)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import Card, Seat, bits, cards_of, mask_of
from game.engine.deals import rank_reader, read_cards, read_field, read_list
from game.engine.dice import Dice
from game.engine.errors import OptionError, SaveError
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.sentences import Question, Refusal, Sentence
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Picture, Plain, Standings
from game.engine.view import View

NOBODY = -1
LEADER: Seat = 0
"""JM-2: leading is an honour and nothing else. The program gives the signal; records count on this seat being named."""
UNDECIDED, DISCARDED = 0, -1
DECKS = ("deck 0", "deck 1", "deck 2")


class Table:
    """The State. Cards stand as the cards they are; a hand to choose from is an int of bits."""

    __slots__ = ("active", "beat", "choosing", "decks", "drawn", "due", "gone", "hands", "idle", "open", "place",
                 "sealed", "seats", "tokens", "took", "turn", "turns", "winner")  # fmt: skip

    def __init__(self, seats: int, decks: list[tuple[Card, ...]]) -> None:
        self.seats = seats
        self.due = DEAL
        self.active: tuple[Seat, ...] = tuple(range(seats))
        """Everybody, or those in sudden death."""
        self.turn: tuple[Seat, ...] = ()
        self.turns = 0
        """Turns since the last shuffle."""
        self.choosing = False
        self.decks = decks
        """The top card is the first."""
        self.hands = [0] * seats
        self.drawn: list[Card] = [NOBODY] * seats
        self.place = [UNDECIDED] * seats
        """The beat in which a seat played, or that it discarded."""
        self.open: list[tuple[Card, ...]] = [()] * seats
        self.gone: list[tuple[Card, ...]] = [()] * seats
        self.beat = 1
        self.idle = 0
        """Beats in a row in which everybody waited."""
        self.sealed: list[Move | None] = [None] * seats
        self.tokens = [0] * seats
        self.took = (0,) * seats
        """What each seat took in the turn before."""
        self.winner: Seat = NOBODY

    def clone(self) -> Table:
        new = Table.__new__(Table)
        new.seats = self.seats
        new.due = self.due
        new.active = self.active
        new.turn = self.turn
        new.turns = self.turns
        new.choosing = self.choosing
        new.decks = self.decks[:]
        new.hands = self.hands[:]
        new.drawn = self.drawn[:]
        new.place = self.place[:]
        new.open = self.open[:]
        new.gone = self.gone[:]
        new.beat = self.beat
        new.idle = self.idle
        new.sealed = self.sealed[:]
        new.tokens = self.tokens[:]
        new.took = self.took
        new.winner = self.winner
        return new


class JellyMind(Rules[Table]):
    needs = Needs(
        zones=frozenset({"deck", "hand", "drawn", "table", "open", "gone"}),
        numbers={"goal": (1, 50), "turns": (1, 5), "simultaneity_ms": (0, 2000), "standoff_s": (1, 60)},
        options={"draw": ("top", "choose"), "patience": range(1, 101)},
        own_sets=True,
        mind={
            "simulations": (1, 10000),
            "memory": (0, 100),
            "infers": (0, 1),
            "ones": (0, 1),
            "nerve": (-300, 300),
            "race": (0, 1),
            "whim": (0, 200),
        },
        style={"haste": (-100, 100), "bluff": (0, 100)},
        seats=range(2, 4),
    )

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.chooses = self.options["draw"] == "choose"
        self.patience = int(self.options["patience"])
        self.goal = spec.numbers["goal"]
        self._rank = [face.rank for face in spec.faces]
        self._size = len(spec.faces) // len(spec.suits)
        self._top_rank = max(self._rank)
        self._in_a_beat = tuple(Move(word, word) for word in ("play", "discard", "wait"))
        self._choose = [
            Move(f"choose {face.rank}", "choose", card=card, zone="hand") for card, face in enumerate(spec.faces)
        ]
        self._books = [MoveBook([*self._in_a_beat, *self._choose[self._own(s)]]) for s in range(len(spec.suits))]

        self.steps = {
            "beat": self._resolve,
            "standoff": self._standoff,
            "reveal": self._reveal,
            "score": self._score,
            "draw": self._draw_cards,
            "choose": self._take_chosen,
            "take_up": self._take_up,
            "take_back": self._take_back,
        }

    def _own(self, seat: Seat) -> slice:
        return slice(seat * self._size, (seat + 1) * self._size)

    # Setting up: JM-1, JM-3, JM-12

    def table(self, seats: int, first: Seat | None = None) -> Table:
        if first not in (None, LEADER):
            raise OptionError("nobody begins in Jelly Mind; seat {seat} gives the signal", seat=LEADER)
        return Table(seats, [tuple(range(len(self._rank))[self._own(seat)]) for seat in range(seats)])

    def draw(self, state: Table, dice: Dice) -> Deal:
        return Deal({DECKS[seat]: tuple(dice.shuffled(state.decks[seat])) for seat in state.active})

    def deal(self, state: Table, deal: Deal) -> None:
        for seat in state.active:
            state.decks[seat] = deal.orders[DECKS[seat]]
        state.turns = 0
        state.due = "take_up" if self.chooses else "draw"

    # Playing: JM-4 to JM-6, JM-15

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        if state.choosing:
            return [self._choose[card] for card in bits(state.hands[seat])]
        return self._in_a_beat

    def play(self, state: Table, seat: Seat, move: Move, dice: Dice | None) -> None:
        state.sealed[seat] = move
        turn = state.turn
        if len(turn) > 1:
            state.turn = turn[1:] if turn[0] == seat else tuple([other for other in turn if other != seat])
        else:
            state.turn = ()
            state.due = "choose" if state.choosing else "beat"
            self.settle(state, dice)

    # What follows by itself

    def _draw_cards(self, state: Table) -> None:
        """JM-3: everybody the own top card."""
        for seat in state.active:
            deck = state.decks[seat]
            state.drawn[seat] = deck[0]
            state.decks[seat] = deck[1:]
        self._signal(state)

    def _take_up(self, state: Table) -> None:
        """JM-15: the cards are for looking at and choosing from."""
        for seat in state.active:
            state.hands[seat] = mask_of(state.decks[seat])
            state.decks[seat] = ()
        self._ask(state, choosing=True)

    def _take_chosen(self, state: Table) -> None:
        for seat in state.active:
            move = state.sealed[seat]
            assert move is not None
            state.hands[seat] ^= 1 << move.card
            state.drawn[seat] = move.card
            state.sealed[seat] = None
        self._signal(state)

    def _signal(self, state: Table) -> None:
        state.place = [UNDECIDED] * state.seats
        state.beat = 1
        state.idle = 0
        self._ask(state, choosing=False)

    def _ask(self, state: Table, choosing: bool) -> None:
        place = state.place
        state.choosing = choosing
        state.turn = state.active if choosing else tuple([s for s in state.active if place[s] == UNDECIDED])
        state.due = ""

    def _resolve(self, state: Table) -> None:
        """One beat: everything in it happens at the same moment (JM-5)."""
        sealed = state.sealed
        place = state.place
        beat = state.beat
        play, discard, _ = self._in_a_beat
        waiting = acted = False
        for seat in state.active:
            move = sealed[seat]
            if move is None:
                continue
            sealed[seat] = None
            if move is play:
                place[seat] = beat
                acted = True
            elif move is discard:
                self._discard(state, seat)
                acted = True
            else:
                waiting = True
        state.beat = beat + 1
        state.idle = 0 if acted else state.idle + 1
        if not waiting:
            state.due = "reveal"
        elif state.idle >= self.patience:
            state.due = "standoff"
        else:
            self._ask(state, choosing=False)

    def _discard(self, state: Table, seat: Seat) -> None:
        state.gone[seat] += (state.drawn[seat],)
        state.drawn[seat] = NOBODY
        state.place[seat] = DISCARDED

    def _standoff(self, state: Table) -> None:
        """JM-6: those who would only go after each other all discard."""
        for seat in state.active:
            if state.place[seat] == UNDECIDED:
                self._discard(state, seat)
        state.due = "reveal"

    def _reveal(self, state: Table) -> None:
        """JM-7, JM-11: what was played is turned up and stays; discards stay hidden."""
        for seat in state.active:
            if state.place[seat] > 0:
                state.open[seat] += (state.drawn[seat],)
                state.drawn[seat] = NOBODY
        state.due = "score"

    def _score(self, state: Table) -> None:
        place = state.place
        played = {seat: self._rank[state.open[seat][-1]] for seat in state.active if place[seat] > 0}
        took = [0] * state.seats
        for seat in winners(played, place, self._top_rank):
            took[seat] = 1 + sum(place[other] > place[seat] for other in played)  # JM-10
            state.tokens[seat] += took[seat]
        state.took = tuple(took)
        self._next_turn(state)

    def _next_turn(self, state: Table) -> None:
        """JM-12 to JM-14."""
        most = max(state.tokens)
        if most >= self.goal:
            leaders = tuple([seat for seat in state.active if state.tokens[seat] == most])
            if len(leaders) == 1:
                state.winner = leaders[0]
                state.due = ""
                return
            state.active = leaders
        state.turns += 1
        if state.turns == self.spec.numbers["turns"]:
            state.due = "take_back"
        elif self.chooses:
            self._ask(state, choosing=True)
        else:
            state.due = "draw"

    def _take_back(self, state: Table) -> None:
        for seat in state.active:
            state.decks[seat] += (*bits(state.hands[seat]), *state.open[seat], *state.gone[seat])
            state.hands[seat] = 0
            state.open[seat] = state.gone[seat] = ()
        state.due = DEAL

    def standings(self, state: Table) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), tuple(state.tokens))

    # Saying

    def question(self, view: View) -> Question:
        if view.facts["choosing"]:
            return Question("ask.jelly_mind.choose", "JM-15")
        idle = view.facts["idle"]
        if idle and idle + 1 >= self.patience:
            return Question("ask.jelly_mind.standoff", "JM-6")
        return Question("ask.jelly_mind.beat", "JM-4")

    def usable(self, view: View) -> set[Card]:
        """Playing and discarding mean the card of the turn, which their moves need not name."""
        drawn = view.zones.get(f"drawn {view.seat}", ())
        return super().usable(view) | (set(drawn) if view.legal and not view.facts["choosing"] else set())

    def why_not(self, view: View, card: Card) -> Refusal:
        return Refusal("refusal.jelly_mind.one_card", "JM-3")

    # Showing

    def book(self, seat: Seat) -> MoveBook:
        return self._books[seat]

    def show(self, state: Table) -> Picture:
        zones: dict[str, tuple[Card, ...]] = {}
        for seat in range(state.seats):
            card = state.drawn[seat]
            there = (card,) if card != NOBODY else ()
            played = state.place[seat] > 0
            zones[f"deck {seat}"] = state.decks[seat]
            zones[f"hand {seat}"] = cards_of(state.hands[seat])
            zones[f"drawn {seat}"] = () if played else there
            zones[f"table {seat}"] = there if played else ()
            zones[f"open {seat}"] = state.open[seat]
            zones[f"gone {seat}"] = state.gone[seat]
        facts: dict[str, Plain] = {
            "leader": LEADER,
            "active": state.active,
            "turns": state.turns,
            "choosing": state.choosing,
            "beat": state.beat,
            "idle": state.idle,
            "place": tuple(state.place),
            "tokens": tuple(state.tokens),
            "took": state.took,
            "winner": state.winner,
        }
        return Picture(zones, facts, tuple(state.sealed))

    def build(self, picture: Picture) -> Table:
        facts: dict[str, Any] = picture.facts
        zones = picture.zones
        seats = range(len(picture.sealed))
        state = Table(len(seats), [zones[f"deck {s}"] for s in seats])
        for name in ("active", "turns", "beat", "idle", "took", "winner"):
            setattr(state, name, facts[name])
        state.place = list(facts["place"])
        state.tokens = list(facts["tokens"])
        state.hands = [mask_of(zones[f"hand {s}"]) for s in seats]
        state.drawn = [(*zones[f"drawn {s}"], *zones[f"table {s}"], NOBODY)[0] for s in seats]
        state.open = [zones[f"open {s}"] for s in seats]
        state.gone = [zones[f"gone {s}"] for s in seats]
        self._ask(state, facts["choosing"])
        if state.winner != NOBODY:
            state.turn = ()
        for seat, move in enumerate(picture.sealed):
            if move is not None:
                self.play(state, seat, move, None)
        return state

    def write_deal(self, state: Table, deal: Deal) -> dict[str, Any]:
        decks = [deal.orders.get(DECKS[seat]) for seat in range(state.seats)]
        return {"decks": [deck and [self._rank[card] for card in deck] for deck in decks]}

    def read_deal(self, state: Table, data: Mapping[str, Any]) -> Deal:
        decks = read_list(read_field(data, "decks"), Sentence("decks"), state.seats)
        orders = {}
        for seat, deck in enumerate(decks):
            if seat in state.active:
                read = rank_reader(self.spec, seat)
                orders[DECKS[seat]] = read_cards(deck, Sentence("cards in a deck"), self._size, read)
            elif deck is not None:
                raise SaveError("a deal gives cards to seat {seat}, which is not in sudden death", seat=seat)
        return Deal(orders)


def winners(played: Mapping[Seat, int], place: Sequence[int], top: int) -> list[Seat]:
    """JM-8, JM-9: the highest card, 1 above all if the top card was played; among equals those that came last."""
    if not played:
        return []
    topped = top in played.values()
    worth = {seat: top + 1 if topped and rank == 1 else rank for seat, rank in played.items()}
    best = max(worth.values())
    last = max(place[seat] for seat in played if worth[seat] == best)
    return [seat for seat in played if worth[seat] == best and place[seat] == last]
