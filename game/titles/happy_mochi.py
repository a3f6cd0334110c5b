"""Happy Mochi: a hand that must not be rearranged, and pairs that read as numbers (HM-1 …)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from game.engine.cards import EVERYBODY, Card, Seat, bits, mask_of
from game.engine.deals import check_same_cards, name_reader, read_cards, read_field, read_list, read_seat
from game.engine.dice import Dice
from game.engine.errors import SaveError
from game.engine.moves import Move, MoveBook
from game.engine.rules import DEAL, Rules
from game.engine.sentences import Question, Refusal, Sentence
from game.engine.spec import Needs, Spec, Value
from game.engine.state import Deal, Picture, Plain, Standings
from game.engine.view import View

NOBODY = -1
LEFT, RIGHT, DRAWER = 0, 1, 2
"""The two stacks, and the drawing player: all that can wait for a card of the deck."""
STACKS = ("left", "right")
HELD = ("hand", "drawn", "reserve")
OF_HAND = ("turn", "give", "reserve", "keep")
"""What is asked where cards of the hand are the answer."""
CLAUSES = {
    "place": "HM-7", "draw": "HM-7", "first": "HM-17", "target": "HM-14", "pass": "HM-15", "give": "HM-15",
    "reserve": "HM-16", "keep": "HM-21",
}  # fmt: skip
"""Of the rule book, by what is asked."""


class Table:
    """The State. Stacks and hands are lists of cards, the top of a stack and of the deck last."""

    __slots__ = (
        "ask", "born", "deck", "drawn", "due", "hands", "lost", "missing", "passes", "player", "plus", "points",
        "private", "public", "queue", "reserves", "round", "sealed", "seats", "shuffles", "stacks", "starter", "turn",
        "winners",
    )  # fmt: skip

    def __init__(self, seats: int, cards: int) -> None:
        self.seats = seats
        self.due = DEAL
        self.round = 0
        self.starter: Seat = NOBODY
        self.player: Seat = NOBODY
        """Whose turn it is, whoever has to decide something in it."""
        self.turn: tuple[Seat, ...] = ()
        self.ask = ""
        """What those who decide are asked: a key of `HappyMochi.legal`."""
        self.plus = True
        self.deck = list(range(cards))
        self.stacks: list[list[Card]] = [[], []]
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.drawn: list[Card] = [NOBODY] * seats
        """Cards seen by their new owner and not yet placed."""
        self.reserves: list[tuple[Card, ...]] = [()] * seats
        self.queue: tuple[str, ...] = ()
        """Effects still to happen, the next one first."""
        self.missing = NOBODY
        """What waits for a card of the deck: LEFT, RIGHT or DRAWER."""
        self.passes = 0
        """Players in a row who could do nothing."""
        self.sealed: list[Move | None] = [None] * seats
        self.points = [0] * seats
        self.winners: tuple[Seat, ...] = ()
        # What everybody and what single seats remember of hidden cards, as bits.
        self.public = 0
        self.private = [0] * seats
        # Which shuffle a card came out of, and into which one it was last seen to go: a hidden card cannot
        # be one that was still seen after it had been dealt.
        self.shuffles = 0
        self.born = [0] * cards
        self.lost: tuple[int, ...] = (0,) * cards

    def clone(self) -> Table:
        new = Table.__new__(Table)
        new.seats = self.seats
        new.due = self.due
        new.round = self.round
        new.starter = self.starter
        new.player = self.player
        new.turn = self.turn
        new.ask = self.ask
        new.plus = self.plus
        new.deck = self.deck[:]
        left, right = self.stacks
        new.stacks = [left[:], right[:]]
        new.hands = [hand[:] for hand in self.hands]
        new.drawn = self.drawn[:]
        new.reserves = self.reserves[:]
        new.queue = self.queue
        new.missing = self.missing
        new.passes = self.passes
        new.sealed = self.sealed[:]
        new.points = self.points[:]
        new.winners = self.winners
        new.public = self.public
        new.private = self.private[:]
        new.shuffles = self.shuffles
        new.born = self.born[:]
        new.lost = self.lost
        return new


class HappyMochi(Rules[Table]):
    needs = Needs(
        zones=frozenset({"deck", "left", "right", "hand", "drawn", "reserve"}),
        numbers={"hand": (2, 10)},
        options={"target": range(1, 501)},
        effects=("flip", "draw", "pass", "reserve"),
        mind={"simulations": (0, 5000), "plans": (0, 2), "reach": (1, 12), "counts": (0, 1), "memory": (0, 100)},
        style={"saving": (0, 100), "speed": (0, 100), "meddling": (0, 100), "luck": (0, 100)},
        seats=range(2, 7),
    )

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(spec, options)
        self.target = int(self.options["target"])
        self.hand_size = spec.numbers["hand"]
        self._digit = [face.rank for face in spec.faces]
        self._colour = [face.suit for face in spec.faces]
        self._effect = [spec.effects.get(card, "") for card in range(len(spec.faces))]
        self._held = {seats: [f"{zone} {s}" for zone in HELD for s in range(seats)] for seats in spec.seats}
        sizes = range(len(spec.faces) + 1)

        def by_index(verb: str, zone: str = "hand", word: str = "") -> list[Move]:
            return [Move(f"{word or verb} {i}", verb, zone=zone, index=i) for i in sizes]

        self._draws = [Move(f"draw {place}", "draw", zone=place) for place in ("left", "right", "deck")]
        self._from_reserve = by_index("draw", "reserve", "draw reserve")
        self._pairs, self._puts, self._gives = by_index("pair"), by_index("place"), by_index("give")
        self._keeps, self._reserves = by_index("keep"), by_index("reserve")
        self._targets = by_index("target", "seat")[: spec.seats[-1]]
        self._firsts = (Move("first left", "first", zone="left"), Move("first right", "first", zone="right"))
        self._use, self._skip, self._pass = (Move(word, word) for word in ("use", "skip", "pass"))
        self._book = MoveBook([
            *self._draws, *self._from_reserve, *self._pairs, *self._puts, *self._gives, *self._keeps,
            *self._reserves, *self._targets, *self._firsts, self._use, self._skip, self._pass,
        ])  # fmt: skip

        self.steps = {
            "hand_out": self._hand_out,
            "recycle": self._recycle,
            "fill": self._fill,
            "flip": self._flip,
            "give": self._hand_over,
            "count": self._count,
            "keep": self._keep,
            "call_in": self._call_in,
            "gather": self._gather,
            "gather_all": self._gather_all,
        }

    # Setting up: HM-2 to HM-5, HM-23

    def table(self, seats: int, first: Seat | None = None) -> Table:
        state = Table(seats, len(self.spec.faces))
        state.starter = NOBODY if first is None else first
        return state

    def draw(self, state: Table, dice: Dice) -> Deal:
        order = tuple(dice.shuffled(state.deck))
        if state.missing != NOBODY:
            return Deal({"deck": order})
        return Deal(
            {"deck": order},
            {"starter": dice.below(state.seats) if state.starter == NOBODY else state.starter},
        )

    def deal(self, state: Table, deal: Deal) -> None:
        state.deck = list(reversed(deal.orders["deck"]))
        state.shuffles += 1
        if state.missing != NOBODY:
            state.due = "fill"
        else:
            state.starter = deal.facts["starter"]
            state.due = "hand_out"

    def _hand_out(self, state: Table) -> None:
        for hand in state.hands:
            for _ in range(self.hand_size):
                hand.append(self._top(state))
        for stack in state.stacks:
            stack.append(self._top(state))
        state.round += 1
        state.due = ""
        self._begin(state, state.starter)

    def _top(self, state: Table) -> Card:
        card = state.deck.pop()
        state.born[card] = state.shuffles
        return card

    # Playing: HM-6 to HM-12

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        return state.turn

    def legal(self, state: Table, seat: Seat) -> Sequence[Move]:
        hand = state.hands[seat]
        match state.ask:
            case "turn":
                return (self._draws_for(state, seat) + self._pairs_for(state, hand)) or [self._pass]
            case "place":
                return self._puts[: len(hand) + 1]
            case "draw":
                return self._draws_for(state, seat)
            case "first":
                return self._firsts
            case "target":
                return self._targets[: state.seats]
            case "pass":
                return (self._use, self._skip)
            case "give":
                return self._gives[: len(hand)]
            case "reserve":
                return [self._skip, *self._reserves[: len(hand)]]
            case "keep":
                return self._keeps[: len(hand)]
        return ()

    def _draws_for(self, state: Table, seat: Seat) -> list[Move]:
        """HM-7, HM-8: a stack's last card may go only if the draw pile can replace it."""
        reserve = self._from_reserve[: len(state.reserves[seat])]
        return self._draws + reserve if self._common_draw(state) else reserve

    def _common_draw(self, state: Table) -> bool:
        """Whether the draw pile has a card or can be made anew; with it both stacks can be drawn from too."""
        left, right = state.stacks
        return bool(state.deck) or len(left) > 1 or len(right) > 1

    def _pairs_for(self, state: Table, hand: list[Card]) -> list[Move]:
        digit, colour, pairs = self._digit, self._colour, self._pairs
        left, right = state.stacks[LEFT][-1], state.stacks[RIGHT][-1]
        number = 10 * digit[left] + digit[right]
        one_colour = colour[left] == colour[right]
        plus = state.plus
        moves = []
        for i in range(len(hand) - 1):
            a, b = hand[i], hand[i + 1]
            tens, units = digit[a], digit[b]
            mine = 10 * tens + units
            if tens == units or (  # HM-12
                (mine > number if plus else mine < number)  # HM-10
                and (not one_colour or colour[a] == colour[b])  # HM-11
            ):
                moves.append(pairs[i])
        return moves

    def play(self, state: Table, seat: Seat, move: Move, dice: Dice | None) -> None:
        match move.verb:
            case "draw":
                self._draw_card(state, seat, move)
            case "place":
                self._place(state, seat, move.index)
            case "pair":
                self._play_pair(state, seat, move.index)
            case "first":
                if move.zone == "right":
                    state.queue = state.queue[::-1]
                self._next_effect(state)
            case "target":
                self._question(state, (move.index,), "draw")
            case "use":
                self._question(state, tuple(range(state.seats)), "give")
            case "skip":
                self._next_effect(state)
            case "reserve":
                self._put_by(state, seat, move.index)  # HM-16
                self._next_effect(state)
            case "give" | "keep":
                self._seal(state, seat, move)
            case "pass":
                self._pass_turn(state, seat)
        if state.due:
            self.settle(state, dice)

    def _draw_card(self, state: Table, seat: Seat, move: Move) -> None:
        state.passes = 0
        self._question(state, (seat,), "place")
        match move.zone:
            case "reserve":
                reserve = state.reserves[seat]
                state.drawn[seat] = reserve[move.index]
                state.reserves[seat] = reserve[: move.index] + reserve[move.index + 1 :]
            case "deck":
                if state.deck:
                    state.drawn[seat] = self._top(state)
                else:
                    self._wait_for_deck(state, DRAWER)
            case zone:
                side = LEFT if zone == "left" else RIGHT
                card = state.drawn[seat] = state.stacks[side].pop()
                state.public |= 1 << card
                state.born[card] = state.shuffles  # as if dealt now: what it is, everybody knows
                if not state.stacks[side]:
                    self._wait_for_deck(state, side)

    def _pass_turn(self, state: Table, seat: Seat) -> None:
        """The hand is shown as proof. After a whole circle of this nothing can change: the round is counted."""
        state.public |= mask_of(state.hands[seat])
        state.passes += 1
        if state.passes < state.seats:
            self._end_turn(state)
        else:
            state.due = "count"

    def _wait_for_deck(self, state: Table, missing: int) -> None:
        state.missing = missing
        state.due = "fill" if state.deck else "recycle"

    def _place(self, state: Table, seat: Seat, index: int) -> None:
        state.hands[seat].insert(index, state.drawn[seat])
        state.drawn[seat] = NOBODY
        for receiver in range(seat + 1, state.seats):
            if state.drawn[receiver] != NOBODY:
                self._question(state, (receiver,), "place")
                return
        self._next_effect(state)

    def _play_pair(self, state: Table, seat: Seat, index: int) -> None:
        state.passes = 0
        hand = state.hands[seat]
        left, right = hand[index], hand[index + 1]
        del hand[index : index + 2]
        state.stacks[LEFT].append(left)
        state.stacks[RIGHT].append(right)
        effects = (self._effect[left], self._effect[right])
        state.queue = tuple([effect for effect in effects if effect])
        if len(state.queue) == 2 and effects[0] != effects[1]:  # HM-17
            self._question(state, (seat,), "first")
        else:
            self._next_effect(state)

    # Effects: HM-13 to HM-18

    def _question(self, state: Table, turn: tuple[Seat, ...], ask: str) -> None:
        state.turn = turn
        state.ask = ask

    def _next_effect(self, state: Table) -> None:
        """The next effect that can be used; none left: the turn is over."""
        player = state.player
        while state.queue:
            effect, state.queue = state.queue[0], state.queue[1:]
            if effect == "flip":
                state.due = "flip"
                return
            if effect == "draw":  # a pair has just been laid on the stacks: everybody can draw
                return self._question(state, (player,), "target")
            if state.hands[player]:
                return self._question(state, (player,), effect)
        self._end_turn(state)

    def _put_by(self, state: Table, seat: Seat, index: int) -> None:
        state.reserves[seat] += (state.hands[seat].pop(index),)

    def _seal(self, state: Table, seat: Seat, move: Move) -> None:
        state.sealed[seat] = move
        state.turn = tuple([other for other in state.turn if other != seat])
        if not state.turn:
            state.due = move.verb

    # What follows by itself

    def _flip(self, state: Table) -> None:
        state.due = ""
        state.plus = not state.plus  # HM-13
        self._next_effect(state)

    def _call_in(self, state: Table) -> None:
        """Too few cards to deal: the reserved ones are laid open and go back too."""
        state.public |= mask_of(card for reserve in state.reserves for card in reserve)
        state.due = "gather_all"

    def _recycle(self, state: Table) -> None:
        """An empty draw pile is made anew from all that lies under the two visible cards."""
        state.deck = [card for stack in state.stacks for card in stack[:-1]]
        state.stacks = [stack[-1:] for stack in state.stacks]
        self._lose_sight(state, state.deck)
        state.due = DEAL

    def _lose_sight(self, state: Table, cards: Sequence[Card]) -> None:
        """Cards that everybody has seen go into the deck to be shuffled."""
        gone = mask_of(cards)
        shuffle = state.shuffles + 1
        state.lost = tuple([shuffle if gone >> card & 1 else lost for card, lost in enumerate(state.lost)])
        state.public &= ~gone
        state.private = [known & ~gone for known in state.private]

    def _fill(self, state: Table) -> None:
        state.due = ""
        missing, state.missing = state.missing, NOBODY
        card = self._top(state)
        if missing == DRAWER:
            state.drawn[state.turn[0]] = card
        else:
            state.stacks[missing].append(card)  # HM-8

    def _hand_over(self, state: Table) -> None:
        """HM-15: all at once, to the left."""
        for giver, move in enumerate(state.sealed):
            assert move is not None
            card = state.hands[giver].pop(move.index)
            state.drawn[(giver + 1) % state.seats] = card
            state.private[giver] |= 1 << card
            state.sealed[giver] = None
        state.due = ""
        self._question(state, (0,), "place")

    def _begin(self, state: Table, seat: Seat) -> None:
        state.player = seat
        self._question(state, (seat,), "turn")

    def _end_turn(self, state: Table) -> None:
        if state.hands[state.player]:
            self._begin(state, (state.player + 1) % state.seats)
        else:  # HM-20
            state.due = "count"

    def _count(self, state: Table) -> None:
        """HM-20, HM-24: hands are laid open and their digits added up."""
        state.due = ""
        self._question(state, (), "")
        digit = self._digit
        for seat, hand in enumerate(state.hands):
            state.points[seat] += sum([digit[card] for card in hand])
            state.public |= mask_of(hand)
        if max(state.points) >= self.target:
            fewest = min(state.points)
            state.winners = tuple(seat for seat in range(state.seats) if state.points[seat] == fewest)
        else:
            self._question(state, tuple(seat for seat in range(state.seats) if state.hands[seat]), "keep")

    def _keep(self, state: Table) -> None:
        """HM-21."""
        for seat, move in enumerate(state.sealed):
            if move is not None:
                self._put_by(state, seat, move.index)
                state.sealed[seat] = None
        state.starter = (state.player + 1) % state.seats  # HM-23
        reserved = sum(len(reserve) for reserve in state.reserves)
        enough = len(self.spec.faces) - reserved >= self.hand_size * state.seats + len(STACKS)
        state.due = "gather" if enough else "call_in"

    def _gather_all(self, state: Table) -> None:
        for hand, reserve in zip(state.hands, state.reserves, strict=True):
            hand.extend(reserve)
        state.reserves = [()] * state.seats
        self._gather(state)

    def _gather(self, state: Table) -> None:
        """HM-23: all but the reserved cards."""
        cards = [card for pile in (*state.hands, *state.stacks) for card in pile]
        self._lose_sight(state, cards)
        state.deck = cards + state.deck
        state.hands = [[] for _ in range(state.seats)]
        state.stacks = [[], []]
        state.due = DEAL

    def standings(self, state: Table) -> Standings:
        return Standings(bool(state.winners), state.winners, tuple(state.points))

    # Saying

    def question(self, view: View) -> Question:
        ask = str(view.facts["ask"])
        if ask != "turn":
            return Question(f"ask.happy_mochi.{ask}", CLAUSES.get(ask, ""))
        values: dict[str, Plain] = {"number": self._number(view)}
        return Question(f"ask.happy_mochi.{self._turn(view)}", "HM-6", values)

    def _turn(self, view: View) -> str:
        """What can be done in a turn, as the legal moves have it; whoever waits hears what is usual."""
        way = "more" if view.facts["value"] == "+" else "less"
        way += "_alike" if self._alike(view) else ""
        if not view.legal:
            return way
        if view.legal == (self._pass,):
            return "stuck"
        pairs = [move.index for move in view.legal if move.verb == "pair"]
        hand = view.zones[f"hand {view.seat}"]
        if not pairs:
            return f"no_{way}" if len(hand) > 1 else "single"
        only = "" if len(pairs) < len(view.legal) else "only_"
        return only + (way if any(self._restricted(view, hand[i], hand[i + 1]) for i in pairs) else "happy")

    def _restricted(self, view: View, left: Card, right: Card) -> bool:
        """Whether a pair keeps both restrictions (HM-10, HM-11), which a Happy Mochi need not."""
        mine, number = 10 * self._digit[left] + self._digit[right], self._number(view)
        alike = self._colour[left] == self._colour[right] or not self._alike(view)
        return alike and (mine > number if view.facts["value"] == "+" else mine < number)

    def usable(self, view: View) -> set[Card]:
        """A pair names its left card; a place is a gap and no card."""
        hand = view.zones.get(f"hand {view.seat}", ())
        lefts = [move.index for move in view.legal if move.verb == "pair"]
        single = [move.index for move in view.legal if move.zone == "hand" and move.verb not in ("pair", "place")]
        reserve = view.zones.get(f"reserve {view.seat}", ())
        back = {reserve[move.index] for move in view.legal if move.zone == "reserve"}
        return back | {hand[index] for index in (*lefts, *(left + 1 for left in lefts), *single)}

    def why_not(self, view: View, card: Card) -> Refusal:
        ask, hand = str(view.facts["ask"]), view.zones[f"hand {view.seat}"]
        if ask in OF_HAND and card not in hand:
            return super().why_not(view, card)
        if ask != "turn":
            return Refusal(f"refusal.happy_mochi.{ask}", CLAUSES.get(ask, ""))
        number = self._number(view)
        values: dict[str, Plain] = {"number": number, "digit": self._digit[card]}
        if len(hand) == 1:
            return Refusal("refusal.happy_mochi.single", "HM-9", values)
        plus, at = view.facts["value"] == "+", hand.index(card)
        near = list(pairwise(hand))[max(0, at - 1) : at + 1]
        pairs = [10 * self._digit[left] + self._digit[right] for left, right in near]
        if any(mine > number if plus else mine < number for mine in pairs):
            return Refusal("refusal.happy_mochi.colour", "HM-11", values)
        return Refusal(f"refusal.happy_mochi.{'more' if plus else 'less'}", "HM-10", values)

    def _number(self, view: View) -> int:
        left, right = view.zones["left"][-1], view.zones["right"][-1]
        return 10 * self._digit[left] + self._digit[right]

    def _alike(self, view: View) -> bool:
        return self._colour[view.zones["left"][-1]] == self._colour[view.zones["right"][-1]]

    # Showing

    def book(self, seat: Seat) -> MoveBook:
        return self._book

    def show(self, state: Table) -> Picture:
        seats = range(state.seats)
        left, right = state.stacks
        zones = {"deck": tuple(state.deck[::-1]), "left": tuple(left), "right": tuple(right)}
        held = [tuple(hand) for hand in state.hands]
        held += [(card,) if card != NOBODY else () for card in state.drawn]
        held += state.reserves
        zones.update(zip(self._held[state.seats], held, strict=True))
        facts: dict[str, Plain] = {
            "round": state.round,
            "starter": state.starter,
            "player": state.player,
            "asked": tuple([s for s in seats if s in state.turn or state.sealed[s] is not None]),
            "ask": state.ask,
            "value": "+" if state.plus else "-",
            "queue": state.queue,
            "passes": state.passes,
            "points": tuple(state.points),
            "winners": state.winners,
            "shuffles": state.shuffles,
            "born": tuple([tuple([state.born[card] for card in cards]) for cards in held]),
            "lost": state.lost,
        }
        return Picture(zones, facts, tuple(state.sealed), self._memories(state, held))

    def _memories(self, state: Table, held: Sequence[tuple[Card, ...]]) -> dict[Card, int]:
        seen = {}
        known = state.public
        for private in state.private:
            known |= private
        for number, cards in enumerate(held):
            for card in cards:
                if not known >> card & 1:
                    continue
                if state.public >> card & 1:
                    seen[card] = EVERYBODY
                    continue
                seats = [s for s in range(state.seats) if s != number % state.seats and state.private[s] >> card & 1]
                if seats:
                    seen[card] = mask_of(seats)
        return seen

    def build(self, picture: Picture) -> Table:
        facts: dict[str, Any] = picture.facts
        zones = picture.zones
        state = Table(len(picture.sealed), len(self.spec.faces))
        seats = range(state.seats)
        for name in ("round", "starter", "player", "ask", "queue", "passes", "winners", "shuffles", "lost"):
            setattr(state, name, facts[name])
        state.turn = facts["asked"]
        state.plus = facts["value"] == "+"
        state.points = list(facts["points"])
        state.deck = list(reversed(zones["deck"]))
        state.stacks = [list(zones[side]) for side in STACKS]
        state.hands = [list(zones[f"hand {s}"]) for s in seats]
        state.drawn = [(*zones[f"drawn {s}"], NOBODY)[0] for s in seats]
        state.reserves = [zones[f"reserve {s}"] for s in seats]
        for name, born in self._born(state.seats, facts):
            for card, shuffle in zip(zones[name], born, strict=True):
                state.born[card] = shuffle
        for card, knowers in picture.seen.items():
            if knowers == EVERYBODY:
                state.public |= 1 << card
            else:
                for seat in bits(knowers):
                    state.private[seat] |= 1 << card
        state.due = ""
        for seat, move in enumerate(picture.sealed):
            if move is not None:
                self._seal(state, seat, move)
        return state

    def _born(self, seats: int, facts: Mapping[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
        return list(zip(self._held[seats], facts["born"], strict=True))

    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        """A card that was seen going into a shuffle is in no hand that was dealt before it."""
        facts: dict[str, Any] = picture.facts
        lost = facts["lost"]
        since = {
            shuffle: mask_of(card for card in bits(unknown) if lost[card] <= shuffle)
            for shuffle in range(1, facts["shuffles"] + 1)
        }
        return {name: [since[shuffle] for shuffle in born] for name, born in self._born(seats, facts)}

    def write_deal(self, state: Table, deal: Deal) -> dict[str, Any]:
        names = [self.name(card) for card in deal.orders["deck"]]
        if state.missing != NOBODY:
            return {"deck": names}
        dealt = self.hand_size * state.seats
        return {
            "starter": deal.facts["starter"],
            "value": "+" if state.plus else "-",
            "hands": [names[self.hand_size * s : self.hand_size * (s + 1)] for s in range(state.seats)],
            "pair": names[dealt : dealt + 2],
            "deck": names[dealt + 2 :],
        }

    def read_deal(self, state: Table, data: Mapping[str, Any]) -> Deal:
        read = name_reader(self.spec)
        order: list[Card] = []
        facts: dict[str, Any] = {}
        rest = len(state.deck)
        if state.missing == NOBODY:
            if read_field(data, "value") != ("+" if state.plus else "-"):
                raise SaveError("a deal shows the other side of the Value card")
            facts["starter"] = read_seat(data, "starter", state.seats, must_be=state.starter)
            for hand in read_list(read_field(data, "hands"), Sentence("hands"), state.seats):
                order += read_cards(hand, Sentence("cards in a hand"), self.hand_size, read)
            order += read_cards(read_field(data, "pair"), Sentence("cards in the main pair"), 2, read)
            rest -= len(order)
        order += read_cards(read_field(data, "deck"), Sentence("cards in the draw pile"), rest, read)
        check_same_cards(order, state.deck)
        return Deal({"deck": tuple(order)}, facts)
