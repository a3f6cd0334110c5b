"""Marshmallow Test: win tricks, but not too soon. Clause numbers refer to the rule book (MT-1 …)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from game.engine.cards import NO_CARD, Card, Seat, cards_of, mask_of
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.sentences import Question, Refusal, Sentence
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Picture, Plain, Standings
from game.engine.view import View

NO_SUIT: Final = -1
NOBODY: Final = -1
Menus = list[list[tuple[Move, ...]]]
Trick = tuple[Seat, tuple[Seat, ...], tuple[Card, ...]]
"""Who won it, who played to it in which order, and what."""


class Table:
    """The State. Hands are ints of bits; everything else is small."""

    __slots__ = (
        "aside", "best", "dealer", "deck", "due", "follow", "hands", "history", "naming", "order", "out", "points",
        "round", "seats", "thrown", "trick", "tricks", "trump", "trumped", "turn", "voids", "winner",
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.due = DEAL
        self.round = 0
        self.dealer: Seat = NOBODY
        self.turn: tuple[Seat, ...] = ()
        self.order: tuple[Seat, ...] = ()
        """The players still in, from the leader of the trick on."""
        self.naming = False
        self.trump = NO_SUIT
        self.follow = 0
        """The cards of the suit that was led."""
        self.best: Card = NO_CARD
        """The card that wins the trick so far."""
        self.trumped = False
        """A player who could not follow has put a trump into this trick."""
        self.hands = [0] * seats
        self.trick: list[Card] = []
        self.history: list[Trick] = []
        self.tricks = [0] * seats
        self.points = [0] * seats
        self.out: list[Seat] = []
        self.thrown = [0] * seats
        self.voids = [0] * seats
        """Cards a player has shown not to hold: a suit not followed, or trumps not played where they must be."""
        self.aside = 0
        self.deck: tuple[Card, ...] = ()
        self.winner: Seat = NOBODY

    def clone(self) -> Table:
        new = Table.__new__(Table)
        new.seats = self.seats
        new.due = self.due
        new.round = self.round
        new.dealer = self.dealer
        new.turn = self.turn
        new.order = self.order
        new.naming = self.naming
        new.trump = self.trump
        new.follow = self.follow
        new.best = self.best
        new.trumped = self.trumped
        new.hands = self.hands[:]
        new.trick = self.trick[:]
        new.history = self.history[:]
        new.tricks = self.tricks[:]
        new.points = self.points[:]
        new.out = self.out[:]
        new.thrown = self.thrown[:]
        new.voids = self.voids[:]
        new.aside = self.aside
        new.deck = self.deck
        new.winner = self.winner
        return new


@cache
def menus(names: tuple[str, ...], ranks: int) -> tuple[list[Move], Menus, dict[int, tuple[Move, ...]]]:
    """The move for each card, and for each suit the moves for any set of its cards: by its own bits, and by all."""
    plays = [Move(name, "play", card=card) for card, name in enumerate(names)]
    suits = []
    for start in range(0, len(plays), ranks):
        sets: list[tuple[Move, ...]] = [()]
        for move in plays[start : start + ranks]:
            sets += [(*moves, move) for moves in sets]
        suits.append(sets)
    runs = {cards << ranks * suit: moves for suit, sets in enumerate(suits) for cards, moves in enumerate(sets)}
    return plays, suits, runs


class MarshmallowTest(Rules[Table]):
    needs = Needs(
        zones=frozenset({"deck", "hand", "trick", "won", "thrown", "aside"}),
        numbers={
            "hand": (1, 15), "small_tokens": (1, 100), "large_tokens": (1, 100), "large_worth": (2, 20),
        },
        options={"trump_follow": ("may", "must"), "target": range(1, 101)},
        quotas=True,
        suits=5,
        mind={
            "simulations": (1, 100_000), "memory": (0, 100), "infers": (0, 3), "aim": (0, 2), "reach": (0, 12),
            "instinct": (0, 10_000),
        },
        style={"greed": (0, 20), "patience": (0, 20), "spite": (0, 20), "trumps": (0, 20)},
        ranks=12,
        seats=range(2, 6),
    )  # fmt: skip

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.must_trump = self.options["trump_follow"] == "must"
        self.target = int(self.options["target"])
        self.hand_size = spec.numbers["hand"]
        self._in_suit = tuple(
            mask_of(card for card, face in enumerate(spec.faces) if face.suit == suit)
            for suit in range(len(spec.suits))
        )
        self._suit_mates = [self._in_suit[face.suit] for face in spec.faces]
        self._ranks = len(spec.faces) // len(spec.suits)
        self._full = (1 << self._ranks) - 1
        plays, self._menus, self._runs = menus(tuple(face.name for face in spec.faces), self._ranks)
        self._trumps = tuple(
            Move(f"trump {suit.id}", "trump", zone="suit", index=s) for s, suit in enumerate(spec.suits)
        )
        self._deck = tuple(range(len(spec.faces)))
        self._bits = [1 << card for card in self._deck]
        self._all = mask_of(self._deck)
        self._book = MoveBook([*self._trumps, *plays])
        self._quotas = [spec.quotas.get(seats, 0) for seats in range(spec.seats[-1] + 1)]
        self._solo = [(seat,) for seat in range(spec.seats[-1])]
        self.steps = {
            "hand_out": self._hand_out,
            "sweep": self._sweep,
            "go_out": self._go_out,
            "gather": self._gather,
        }

    def matters(self, option: str, seats: int) -> bool:
        return option != "trump_follow" or seats > 2  # MT-15: of two players nobody plays after a trump

    # Setting up: MT-2, MT-3, MT-15

    def table(self, seats: int, first: Seat | None = None) -> Table:
        table = Table(seats)
        table.dealer = NOBODY if first is None else first
        table.deck = self._deck
        return table

    def draw(self, state: Table, dice: Dice) -> Deal:
        wanted = self.hand_size * state.seats
        order = dice.shuffled(state.deck, wanted)
        dealer = dice.below(state.seats) if state.dealer == NOBODY else state.dealer
        return Deal({"deck": tuple(order)}, {"dealer": dealer})

    def deal(self, state: Table, deal: Deal) -> None:
        state.deck = deal.orders["deck"]
        state.dealer = deal.facts["dealer"]
        state.due = "hand_out"

    def _hand_out(self, state: Table) -> None:
        hand, deck, seats, bits_of = self.hand_size, state.deck, state.seats, self._bits
        state.hands = [sum([bits_of[card] for card in deck[hand * seat : hand * (seat + 1)]]) for seat in range(seats)]
        state.aside = self._all & ~sum(state.hands)
        state.deck = ()
        state.round += 1
        state.naming = state.round > 1  # MT-7, MT-15
        state.order = tuple([(state.dealer + i) % seats for i in range(seats)])
        self._next_trick(state)  # MT-4

    # Playing: MT-4 to MT-7, MT-15, MT-16

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        hand = state.hands[seat]
        follow = hand & state.follow
        if state.trumped:
            trumps = hand & self._in_suit[state.trump]
            if self.must_trump:
                return self._any_of(trumps or follow or hand)
            return self._any_of(follow | trumps if follow else hand)
        if follow:
            return self._runs[follow]
        return self._trumps if state.naming else self._any_of(hand)

    def _any_of(self, cards: int) -> Sequence[Move]:
        a, b, c, d, e = self._menus
        w, full = self._ranks, self._full
        return [
            *a[cards & full], *b[cards >> w & full], *c[cards >> 2 * w & full], *d[cards >> 3 * w & full],
            *e[cards >> 4 * w],
        ]  # fmt: skip

    def play(self, state: Table, seat: Seat, move: Move, dice: Dice | None) -> None:
        card = move.card
        if card < 0:
            state.trump = move.index
            state.naming = False
            return
        state.hands[seat] ^= 1 << card
        trick = state.trick
        if not trick:
            state.follow = self._suit_mates[card]
            state.best = card
        elif state.trumped or not state.follow >> card & 1:
            self._off_suit_or_trumped(state, seat, card)
        elif card > state.best:
            state.best = card
        trick.append(card)
        if len(trick) < len(state.order):
            state.turn = self._solo[state.order[len(trick)]]
        else:
            state.due = "sweep"
            self.settle(state, dice)

    def _off_suit_or_trumped(self, state: Table, seat: Seat, card: Card) -> None:
        """A card that does not follow, or any card once a trump lies in the trick; and what it proves."""
        trumps = self._in_suit[state.trump] if state.trump != NO_SUIT else 0
        if trumps >> card & 1:
            if not state.trumped:
                state.voids[seat] |= state.follow
            if not state.trumped or card > state.best:  # MT-16
                state.best = card
            state.trumped = True
            return
        if not state.follow >> card & 1:
            state.voids[seat] |= state.follow
        if state.trumped and self.must_trump:
            state.voids[seat] |= trumps

    # What follows by itself: MT-8 to MT-14, MT-17

    def _sweep(self, state: Table) -> None:
        order, trick = state.order, state.trick
        place = trick.index(state.best)
        winner = order[place]
        state.history.append((winner, order, tuple(trick)))
        trick.clear()
        state.follow = 0
        state.best = NO_CARD
        state.trumped = False
        state.order = order[place:] + order[:place]  # MT-8
        tricks = state.tricks
        tricks[winner] += 1
        if tricks[winner] == self._quotas[state.seats]:  # MT-9
            state.due = "go_out"
        else:
            self._next_trick(state)

    def _go_out(self, state: Table) -> None:
        seat, *others = state.order
        state.out.append(seat)
        state.order = tuple(others)  # MT-12
        state.points[seat] += sum(state.tricks) - state.tricks[seat]  # MT-10
        state.thrown[seat] = state.hands[seat]  # MT-11
        state.hands[seat] = 0
        if state.points[seat] >= self.target:  # MT-17
            state.winner = seat
            state.turn = ()
            state.due = ""
        else:
            self._next_trick(state)

    def _next_trick(self, state: Table) -> None:
        """Or the next round: MT-13, or MT-14 when the cards run out, for all still in at once, as five players can
        bring about. Whoever would lead then deals."""
        leader = state.order[0]
        if len(state.order) == 1 or not state.hands[leader]:
            state.dealer = leader
            state.due = "gather"
        else:
            state.turn = self._solo[leader]
            state.due = ""

    def _gather(self, state: Table) -> None:
        seats = state.seats
        state.deck = self._deck
        state.hands = [0] * seats
        state.thrown = [0] * seats
        state.tricks = [0] * seats
        state.voids = [0] * seats
        state.aside = 0
        state.history = []
        state.out = []
        state.order = ()
        state.trump = NO_SUIT
        state.due = DEAL

    def standings(self, state: Table) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), tuple(state.points))

    def tokens(self, points: int) -> tuple[int, int]:
        """MT-18: points as large and small marshmallows, changed up. The supply lasts while nobody has won at 20."""
        return divmod(points, self.spec.numbers["large_worth"])

    # Saying

    def question(self, view: View) -> Question:
        lead, trump = view.facts["lead"], view.facts["trump"]
        suits = {self.spec.faces[card].suit for card in view.zones.get(f"hand {view.seat}", ())}
        if view.facts["naming"]:
            return Question("ask.marshmallow_test.trump", "MT-15")
        if lead == NO_SUIT:
            return Question("ask.marshmallow_test.lead", "MT-5")
        if view.facts["trumped"] and trump in suits and (self.must_trump or lead in suits):
            key = "must_trump" if self.must_trump else "follow_or_trump"
            return Question(f"ask.marshmallow_test.{key}", "MT-15", {"suit": lead, "trump": trump})
        if lead in suits:
            return Question("ask.marshmallow_test.follow", "MT-6", {"suit": lead})
        return Question("ask.marshmallow_test.anything", "MT-6", {"suit": lead})

    def why_not(self, view: View, card: Card) -> Refusal:
        question = self.question(view)
        name = question.key.rpartition(".")[2]
        return Refusal(f"refusal.marshmallow_test.{name}", question.clause, question.values)

    # Showing

    def book(self, seat: Seat) -> MoveBook:
        return self._book

    def show(self, state: Table) -> Picture:
        seats = range(state.seats)
        zones: dict[str, tuple[Card, ...]] = {"deck": tuple(sorted(state.deck))}
        zones |= {f"hand {s}": cards_of(state.hands[s]) for s in seats}
        zones["trick"] = tuple(state.trick)
        won: list[list[Card]] = [[] for _ in seats]
        for winner, _, cards in state.history:
            won[winner] += cards
        zones |= {f"won {s}": tuple(won[s]) for s in seats}
        zones |= {f"thrown {s}": cards_of(state.thrown[s]) for s in seats}
        zones["aside"] = cards_of(state.aside)
        facts: dict[str, Plain] = {
            "round": state.round,
            "dealer": state.dealer,
            "naming": state.naming,
            "trump": state.trump,
            "lead": self.spec.faces[state.trick[0]].suit if state.trick else NO_SUIT,
            "trumped": state.trumped,
            "order": state.order,
            "history": tuple(state.history),
            "tricks": tuple(state.tricks),
            "quota": self._quotas[state.seats],
            "out": tuple(state.out),
            "points": tuple(state.points),
            "tokens": tuple([self.tokens(points) for points in state.points]),
            "voids": tuple([self._suits_in(void) for void in state.voids]),
            "winner": state.winner,
        }
        return Picture(zones, facts, (None,) * state.seats)

    def _suits_in(self, cards: int) -> tuple[int, ...]:
        return tuple([s for s, suit in enumerate(self._in_suit) if cards & suit]) if cards else ()

    def build(self, picture: Picture) -> Table:
        facts: dict[str, Any] = picture.facts
        zones = picture.zones
        state = Table(len(picture.sealed))
        seats = range(state.seats)
        for name in ("round", "dealer", "naming", "trump", "trumped", "order", "winner"):
            setattr(state, name, facts[name])
        for name in ("history", "tricks", "out", "points"):
            setattr(state, name, list(facts[name]))
        state.deck = zones["deck"]
        state.hands = [mask_of(zones[f"hand {s}"]) for s in seats]
        state.trick = list(zones["trick"])
        state.thrown = [mask_of(zones[f"thrown {s}"]) for s in seats]
        state.aside = mask_of(zones["aside"])
        state.voids = [sum(self._in_suit[suit] for suit in suits) for suits in facts["voids"]]
        if state.trick:
            state.follow = self._suit_mates[state.trick[0]]
            suit = self._in_suit[state.trump] if state.trumped else state.follow
            state.best = max(card for card in state.trick if suit >> card & 1)
        state.due = ""
        state.turn = () if state.winner != NOBODY else (state.order[len(state.trick)],)
        return state

    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        """Nobody holds a suit that their play has shown them to lack."""
        voids: Any = picture.facts["voids"]
        could = {}
        for seat in range(seats):
            held = unknown & ~sum(self._in_suit[suit] for suit in voids[seat])
            for name in (f"hand {seat}", f"thrown {seat}"):
                could[name] = [held] * len(picture.zones[name])
        return could

    def write_deal(self, state: Table, deal: Deal) -> dict[str, Any]:
        names = [self.name(card) for card in deal.orders["deck"]]
        hands = [names[self.hand_size * s : self.hand_size * (s + 1)] for s in range(state.seats)]
        return {"dealer": deal.facts["dealer"], "hands": hands}

    def read_deal(self, state: Table, data: Mapping[str, Any]) -> Deal:
        dealer = read_seat(data, "dealer", state.seats, must_be=state.dealer)
        hands = read_list(read_field(data, "hands"), Sentence("hands"), state.seats)
        read = name_reader(self.spec)
        dealt = [card for hand in hands for card in read_cards(hand, Sentence("cards in a hand"), self.hand_size, read)]
        order = (*dealt, *sorted(set(state.deck) - set(dealt)))
        check_same_cards(order, state.deck)
        return Deal({"deck": order}, {"dealer": dealer})
