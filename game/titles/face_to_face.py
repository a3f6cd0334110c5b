"""The Game: Face to Face. Two players, two piles each, and help that also helps yourself (FF-1 …)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import EVERYBODY, Card, Seat, cards_of, mask_of
from game.engine.deals import rank_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.sentences import Question, Refusal, Sentence
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Picture, Plain, Standings
from game.engine.view import View

NOBODY = -1
PILES = {"up 0": 0, "down 0": 1, "up 1": 2, "down 1": 3}


class Table:
    """The State. Hands are ints of bits, one for each number; piles and their tops stand in the order of PILES."""

    __slots__ = ("decks", "due", "hands", "helped", "piles", "played", "seats", "starter", "stuck", "tops", "turn",
                 "winner")  # fmt: skip

    def __init__(self, starter: Seat, decks: list[list[int]], tops: list[int]) -> None:
        self.seats = 2
        self.due = DEAL
        self.starter = starter
        self.turn: tuple[Seat, ...] = ()
        self.decks = decks
        """The top card is the last."""
        self.hands = [0, 0]
        self.piles: list[list[int]] = [[], [], [], []]
        self.tops = tops
        self.played = 0
        self.helped = False
        self.stuck: Seat = NOBODY
        self.winner: Seat = NOBODY

    def clone(self) -> Table:
        new = Table.__new__(Table)
        new.seats = 2
        new.due = self.due
        new.starter = self.starter
        new.turn = self.turn
        new.decks = [self.decks[0][:], self.decks[1][:]]
        new.hands = self.hands[:]
        up, down, other_up, other_down = self.piles
        new.piles = [up[:], down[:], other_up[:], other_down[:]]
        new.tops = self.tops[:]
        new.played = self.played
        new.helped = self.helped
        new.stuck = self.stuck
        new.winner = self.winner
        return new


class FaceToFace(Rules[Table]):
    needs = Needs(
        zones=frozenset({"deck", "hand", "up", "down"}),
        numbers={
            "hand": (3, 10), "minimum": (1, 3), "draw": (1, 10), "backwards": (1, 50),
            "rising_from": (0, 99), "falling_from": (0, 99),
        },
        options={"last_card": ("loses", "wins")},
        own_sets=True,
        mind={
            "simulations": (1, 5000), "width": (1, 40), "reach": (0, 20), "memory": (0, 100), "insight": (0, 1),
            "envy": (0, 30), "haste": (0, 10),
        },
        style={"helps": (-100, 100), "saves": (-100, 100), "races": (-100, 100), "blocks": (-100, 100)},
        seats=range(2, 3),
    )  # fmt: skip

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.numbers = [face.rank for face in spec.faces if face.suit == 0]
        self.hand_size = spec.numbers["hand"]
        self.own_draw = spec.numbers["draw"]
        self.minimum = spec.numbers["minimum"]
        self.starts = [spec.numbers["rising_from"], spec.numbers["falling_from"]]
        self.last_card_loses = self.options["last_card"] == "loses"
        self._low = self.numbers[0]
        self._rank = [face.rank for face in spec.faces]
        back = spec.numbers["backwards"]
        tops = range(100)
        # What may lie on each top card, as bits: FF-4 and FF-5, FF-6 and FF-7, and the two sides of FF-8.
        self._rises = [mask_of(n for n in self.numbers if n > top or n == top - back) for top in tops]
        self._falls = [mask_of(n for n in self.numbers if n < top or n == top + back) for top in tops]
        self._below = [mask_of(n for n in self.numbers if n < top) for top in tops]
        self._above = [mask_of(n for n in self.numbers if n > top) for top in tops]
        self._end = Move("end", "end")
        self._moves = [self._moves_of(seat) for seat in (0, 1)]
        self._books = [
            MoveBook([self._end, *(move for moves in self._moves[seat] for move in moves.values())]) for seat in (0, 1)
        ]

        self.steps = {"hand_out": self._hand_out, "refill": self._refill, "stuck": self._lose}

    def _moves_of(self, seat: Seat) -> list[dict[int, Move]]:
        """For up, down, help-up and help-down: the move by the bit of its number."""
        other = 1 - seat
        kinds = [("up", f"up {seat}"), ("down", f"down {seat}"),
                 ("help-up", f"up {other}"), ("help-down", f"down {other}")]  # fmt: skip
        return [
            {1 << n: Move(f"{n} {kind}", kind, card=self._card(seat, n), zone=zone) for n in self.numbers}
            for kind, zone in kinds
        ]

    def _card(self, seat: Seat, number: int) -> Card:
        return seat * len(self.numbers) + number - self._low

    # Setting up: FF-1 to FF-3

    def table(self, seats: int, first: Seat | None = None) -> Table:
        return Table(
            NOBODY if first is None else first, [self.numbers[:], self.numbers[:]], [*self.starts, *self.starts]
        )

    def draw(self, state: Table, dice: Dice) -> Deal:
        starter = dice.below(2) if state.starter == NOBODY else state.starter
        orders = {
            f"deck {seat}": tuple(self._card(seat, n) for n in dice.shuffled(self.numbers)) for seat in (0, 1)
        }
        return Deal(orders, {"starter": starter})

    def deal(self, state: Table, deal: Deal) -> None:
        state.starter = deal.facts["starter"]
        for seat in (0, 1):
            state.decks[seat] = [self._rank[card] for card in reversed(deal.orders[f"deck {seat}"])]
        state.due = "hand_out"

    # Playing: FF-4 to FF-9

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        hand = state.hands[seat]
        own, other = (0, 2) if seat == 0 else (2, 0)
        tops = state.tops
        up, down, help_up, help_down = self._moves[seat]
        moves: list[Move] = []
        fits = hand & self._rises[tops[own]]
        while fits:
            bit = fits & -fits
            moves.append(up[bit])
            fits ^= bit
        fits = hand & self._falls[tops[own + 1]]
        while fits:
            bit = fits & -fits
            moves.append(down[bit])
            fits ^= bit
        if not state.helped:
            fits = hand & self._below[tops[other]]
            while fits:
                bit = fits & -fits
                moves.append(help_up[bit])
                fits ^= bit
            fits = hand & self._above[tops[other + 1]]
            while fits:
                bit = fits & -fits
                moves.append(help_down[bit])
                fits ^= bit
        if state.played >= self.minimum:
            moves.append(self._end)
        return moves

    def can_play(self, state: Table, seat: Seat) -> bool:
        """Whether any card in hand fits anywhere."""
        own, other = (0, 2) if seat == 0 else (2, 0)
        tops = state.tops
        fits = self._rises[tops[own]] | self._falls[tops[own + 1]]
        if not state.helped:
            fits |= self._below[tops[other]] | self._above[tops[other + 1]]
        return state.hands[seat] & fits != 0

    def play(self, state: Table, seat: Seat, move: Move, dice: Dice | None) -> None:
        if move.card < 0:
            state.due = "refill"
            self.settle(state, dice)
            return
        number = self._rank[move.card]
        pile = PILES[move.zone]
        if pile >> 1 != seat:
            state.helped = True
        state.hands[seat] ^= 1 << number
        state.piles[pile].append(move.card)
        state.tops[pile] = number
        state.played += 1
        if not state.hands[seat] and not state.decks[seat]:  # FF-13
            state.winner = seat
            state.turn = ()
        elif state.played < self.minimum and not self.can_play(state, seat):  # FF-14
            state.due = "stuck"
            self.settle(state, dice)

    # What follows by itself: FF-11, FF-12, FF-14

    def _hand_out(self, state: Table) -> None:
        for seat in (0, 1):
            self._draw_up(state, seat, self.hand_size)
        self._begin(state, state.starter)

    def _lose(self, state: Table) -> None:
        state.stuck = state.turn[0]
        state.winner = 1 - state.stuck
        state.turn = ()
        state.due = ""

    def _refill(self, state: Table) -> None:
        seat = state.turn[0]
        missing = self.hand_size - state.hands[seat].bit_count()
        self._draw_up(state, seat, missing if state.helped else self.own_draw)
        self._begin(state, 1 - seat)

    def _draw_up(self, state: Table, seat: Seat, cards: int) -> None:
        deck = state.decks[seat]
        for _ in range(min(cards, len(deck))):
            state.hands[seat] |= 1 << deck.pop()

    def _begin(self, state: Table, seat: Seat) -> None:
        state.turn = (seat,)
        state.played = 0
        state.helped = False
        state.due = "" if self._can_begin(state, seat) else "stuck"

    def _can_begin(self, state: Table, seat: Seat) -> bool:
        """FF-12: the minimum stays; whether it does for one last card is the variant `last_card`."""
        if self.last_card_loses and not state.decks[seat] and state.hands[seat].bit_count() < self.minimum:
            return False
        return self.can_play(state, seat)

    def standings(self, state: Table) -> Standings:
        over = state.winner != NOBODY
        return Standings(over, (state.winner,) if over else (), None)

    # Saying

    def question(self, view: View) -> Question:
        missing = self.minimum - view.facts["played"]
        if missing > 0:
            return Question("ask.face_to_face.more", "FF-9", {"count": missing})
        if view.legal == (self._end,):
            return Question("ask.face_to_face.done", "FF-11")
        left = len(view.zones.get(f"deck {view.seat}", ()))
        if not left:
            return Question("ask.face_to_face.last", "FF-11")
        if view.facts["helped"]:
            return Question("ask.face_to_face.helped", "FF-11")
        return Question("ask.face_to_face.end", "FF-11", {"count": min(self.own_draw, left)})

    def why_not(self, view: View, card: Card) -> Refusal:
        """It fits on no own pile, and as help it is too late or no help."""
        if view.facts["helped"]:
            return Refusal("refusal.face_to_face.helped", "FF-8", self._beside(view, view.seat, card))
        return Refusal("refusal.face_to_face.nowhere", "FF-4", self._beside(view, view.seat, card))

    def _beside(self, view: View, seat: Seat, card: Card) -> dict[str, Plain]:
        """A number, and what it would have to fit to on the piles of a seat."""
        tops: tuple[int, ...] = view.facts["tops"]
        up, down = tops[2 * seat : 2 * seat + 2]
        back = self.spec.numbers["backwards"]
        return {
            "number": self._rank[card], "up": up, "down": down, "up_back": up - back, "down_back": down + back,
            "seat": 1 - seat,
        }  # fmt: skip

    def proof(self, view: View) -> list[Refusal]:
        """FF-14, from the hand that is shown: no card fits, or there is but one where two are due."""
        loser: Seat = view.facts["stuck"]
        if loser == NOBODY:
            return []
        hand, state = view.zones[f"hand {loser}"], Table(NOBODY, [[], []], list(view.facts["tops"]))
        state.hands[loser] = mask_of(self._rank[card] for card in hand)
        state.helped = bool(view.facts["helped"])
        why = "alone" if self.can_play(state, loser) else "helped" if state.helped else "nowhere"
        return [Refusal(f"stuck.face_to_face.{why}", "FF-14", self._beside(view, loser, card)) for card in hand]

    def warning(self, view: View, move: Move) -> Refusal | None:
        """FF-14: the card that leaves no second one."""
        hand = mask_of(self._rank[card] for card in view.zones[f"hand {view.seat}"])
        played = view.facts["played"] + 1
        if move.card < 0 or played >= self.minimum:
            return None
        number, pile = self._rank[move.card], PILES[move.zone]
        hand ^= 1 << number
        state = Table(NOBODY, [[], []], list(view.facts["tops"]))
        state.hands[view.seat] = hand
        state.tops[pile] = number
        state.helped = bool(view.facts["helped"]) or pile >> 1 != view.seat
        won = not hand and not view.zones[f"deck {view.seat}"]
        if won or self.can_play(state, view.seat):
            return None
        return Refusal("warning.face_to_face.no_second", "FF-14", {"number": number})

    # Showing

    def book(self, seat: Seat) -> MoveBook:
        return self._books[seat]

    def show(self, state: Table) -> Picture:
        zones: dict[str, tuple[Card, ...]] = {}
        firsts = (0, self._card(0, 0)), (1, self._card(1, 0))
        for seat, first in firsts:
            zones[f"deck {seat}"] = tuple([first + n for n in reversed(state.decks[seat])])
        for seat, first in firsts:
            zones[f"hand {seat}"] = tuple([first + n for n in cards_of(state.hands[seat])])
        for name, pile in PILES.items():
            zones[name] = tuple(state.piles[pile])
        facts: dict[str, Plain] = {
            "starter": state.starter,
            "turn": state.turn,
            "tops": tuple(state.tops),
            "played": state.played,
            "helped": state.helped,
            "stuck": state.stuck,
            "winner": state.winner,
        }
        proof = dict.fromkeys(zones[f"hand {state.stuck}"], EVERYBODY) if state.stuck != NOBODY else {}
        return Picture(zones, facts, (None, None), proof)

    def build(self, picture: Picture) -> Table:
        facts: dict[str, Any] = picture.facts
        zones = picture.zones
        state = Table(facts["starter"], self._ranks(zones, "deck", reverse=True), list(facts["tops"]))
        state.hands = [mask_of(ranks) for ranks in self._ranks(zones, "hand")]
        state.piles = [list(zones[name]) for name in PILES]
        for name in ("turn", "played", "helped", "stuck", "winner"):
            setattr(state, name, facts[name])
        state.due = ""
        return state

    def _ranks(self, zones: Mapping[str, tuple[Card, ...]], zone: str, reverse: bool = False) -> list[list[int]]:
        return [[self._rank[card] for card in zones[f"{zone} {seat}"][:: -1 if reverse else 1]] for seat in (0, 1)]

    def write_deal(self, state: Table, deal: Deal) -> dict[str, Any]:
        decks = [[self._rank[card] for card in deal.orders[f"deck {seat}"]] for seat in (0, 1)]
        return {"starter": deal.facts["starter"], "decks": decks}

    def read_deal(self, state: Table, data: Mapping[str, Any]) -> Deal:
        starter = read_seat(data, "starter", 2, must_be=state.starter)
        decks, what = read_list(read_field(data, "decks"), Sentence("decks"), 2), Sentence("cards in a deck")
        orders = {
            f"deck {seat}": read_cards(decks[seat], what, len(self.numbers), rank_reader(self.spec, seat))
            for seat in (0, 1)
        }
        return Deal(orders, {"starter": starter})
