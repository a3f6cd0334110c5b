"""The Game: Face to Face, planned by whole turns: the ends a turn can come to, judged, then tried in guessed worlds."""

from __future__ import annotations

from typing import Any, cast

from game.ai.face_to_face.reasons import find_reasons
from game.ai.face_to_face.turns import Bits, Plan, all_plans, likely_plans, place_of, rank_of, remembered
from game.ai.face_to_face.worth import Judge, chance
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import Seat, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import View
from game.titles.face_to_face import FaceState, FaceToFace

LATE = 100
"""Larger than any step: help comes last."""
STAGES = 3
"""How often the plans that are tried are looked over."""
HOPELESS = 0.12
"""A plan so much less likely to win at first sight is not tried."""
LOOKED_AT = 6
"""So many turns with help, and without, are judged when a guessed world is played on."""
TRUST = 4
"""How many tries the first judgement of a plan weighs as much as."""


class FaceToFaceMind:
    """Decides card by card, yet thinks of the whole turn each time: of what can still become of it."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        self.rules = cast(FaceToFace, rules)
        self.level = level
        self.style = style
        self.bits = Bits(self.rules)
        self.judge = Judge(self.bits)

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self.rules, view)

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        moves = view.legal
        if len(moves) == 1:
            return Thought(moves[0], ((moves[0], 0.0),), 0, find_reasons(self.rules, view, moves[0]))
        turn = Turn(self, view)
        values = turn.first_judgement()
        spent = 0
        if turn.plans and self.level["reach"]:
            spent = turn.look_ahead(values, self.worlds(view), dice, budget)
        best = turn.by_move(values)
        index = min(range(len(moves)), key=lambda at: (-best[at], turn.puts_off(at), turn.order(moves[at]), at))
        why = find_reasons(self.rules, view, moves[index])
        return Thought(moves[index], tuple(zip(moves, best, strict=True)), spent, why)


class Turn:
    """One turn of one seat, or what is left of it, with all that the seat knows and remembers."""

    def __init__(self, mind: FaceToFaceMind, view: View) -> None:
        self.mind = mind
        self.view = view
        self.seat = view.seat
        self.place = place_of(mind.rules, view)
        self.moves = {_name(mind.rules, move): at for at, move in enumerate(view.legal)}
        plans = all_plans(mind.bits, self.place, self.moves)
        self.plans = list(plans)
        self.firsts = list(plans.values())
        memory = mind.level["memory"]
        self.mine = remembered(mind.rules, view, view.seat, memory) | self.place.hand
        self.theirs = remembered(mind.rules, view, 1 - view.seat, memory)
        self.deck = len(view.zones[f"deck {view.seat}"])
        self.shared = -1
        """The moves, as a mask, with which all plans begin that are still thought of."""
        self.their_cards = len(view.zones[f"hand {1 - view.seat}"])

    def first_judgement(self) -> list[float]:
        """How likely each plan wins, as it looks without a guess."""
        plans, place = self.plans, self.place
        if self.mind.level["insight"]:
            worths = self.mind.judge.worths(plans, place.hand, self.mine, self.theirs, self.their_cards)
        else:
            worths = [-self._spent(plan) / 20 for plan in plans]
        style = self.mind.style
        if any(style.values()):
            worths = [worth + self._liking(plan) for worth, plan in zip(worths, plans, strict=True)]
        return [
            1.0 if not plan.hand and not self.deck else chance(worth)
            for worth, plan in zip(worths, plans, strict=True)
        ]

    def _spent(self, plan: Plan) -> float:
        """Numbers jumped over, less what the trick wins back; what the other is given counts as well."""
        place = self.place
        own = plan.up - place.up + place.down - plan.down
        given = place.their_up - plan.their_up + plan.their_down - place.their_down
        cards = (place.hand ^ plan.hand).bit_count()
        return own + given * self.mind.level["envy"] / 10 - cards * self.mind.level["haste"]

    def _liking(self, plan: Plan) -> float:
        """What the character sees in a plan, in hundredths of a logit."""
        place, style = self.place, self.mind.style
        own = plan.up - place.up + place.down - plan.down
        given = place.their_up - plan.their_up + plan.their_down - place.their_down
        cards = (place.hand ^ plan.hand).bit_count()
        helps = plan.helped and not place.helped
        return (
            style["helps"] * helps + style["races"] * cards - style["saves"] * own / 10 - style["blocks"] * given / 10
        ) / 100

    def look_ahead(self, values: list[float], worlds: Worlds, dice: Dice, budget: Budget) -> int:
        """Try the best plans in guessed worlds, the same worlds for each; after each stage the worse half falls out.

        Nothing needs to be tried while all of them begin alike.
        Changes the values: what fell out, or was never tried, stands no higher than the last that stayed.
        """
        reach = self.mind.level["reach"]
        alive = sorted(range(len(values)), key=lambda at: (-values[at], at))[: self.mind.level["width"]]
        alive = [at for at in alive if values[at] > values[alive[0]] - HOPELESS]
        sums = {at: values[at] * TRUST for at in alive}
        weight, spent, stopped = TRUST, 0, False
        for stage in range(1, STAGES + 1):
            self.shared = self._common(alive)
            if self.shared:
                break
            while not stopped and spent + len(alive) <= budget.simulations * stage // STAGES:
                world = Playing(self.mind, worlds(dice))
                for at in alive:
                    sums[at] += world.after(self.plans[at], self.seat, reach)
                weight += 1
                spent += len(alive)
                stopped = budget.stop()
            for at in alive:
                values[at] = sums[at] / weight
            alive.sort(key=lambda at: (-values[at], at))
            if stage < STAGES:
                del alive[max(2, len(alive) // 2) :]
        self.shared = self._common(alive)
        floor, stayed = values[alive[-1]], set(alive)
        for at, value in enumerate(values):
            if at not in stayed:
                values[at] = min(value, floor)
        return spent

    def _common(self, alive: list[int]) -> int:
        firsts = -1
        for at in alive:
            firsts &= self.firsts[at]
        return firsts

    def puts_off(self, at: int) -> bool:
        """Whether a move parts with some plan that is still thought of; which one is best can be settled later."""
        return bool(self.shared) and not self.shared >> at & 1

    def order(self, move: Move) -> int:
        """Which card of the same plan comes first: the trick, then small steps, help at the end."""
        place = self.place
        number = rank_of(self.mind.rules, move.card) if move.card >= 0 else 0
        steps = {"up": number - place.up, "down": place.down - number, "end": 0}
        return steps.get(move.verb, LATE)

    def by_move(self, values: list[float]) -> list[float]:
        """The best plan each move can begin, 0 where it begins none."""
        best = [0.0] * len(self.view.legal)
        for value, firsts in zip(values, self.firsts, strict=True):
            for at in range(len(best)):
                if firsts >> at & 1 and value > best[at]:
                    best[at] = value
        return best


class Playing:
    """A guessed world in bits, in which turns are played one after the other."""

    def __init__(self, mind: FaceToFaceMind, world: State) -> None:
        assert isinstance(world, FaceState)
        self.mind = mind
        self.decks = world.decks
        self.hands = world.hands
        self.tops = world.tops
        self.rests = [world.hands[seat] | mask_of(world.decks[seat]) for seat in (0, 1)]

    def after(self, plan: Plan, seat: Seat, reach: int) -> float:
        """How likely `seat` wins with a plan, when both go on by first judgement for some turns."""
        hands, rests, tops = self.hands[:], self.rests[:], self.tops[:]
        left = [len(self.decks[0]), len(self.decks[1])]
        mind, bits = self.mind, self.mind.bits
        mover = seat
        worth = 0.0
        for turn in range(reach + 1):
            other = 1 - mover
            if turn:
                hand = hands[mover]
                if not left[mover] and hand.bit_count() < bits.minimum:
                    return float((seat == mover) == self._last_card(hand, mover, tops))
                plans = likely_plans(bits, hand, *tops[2 * mover : 2 * mover + 2], *tops[2 * other : 2 * other + 2])
                if not plans:
                    return float(seat == other)
                plans = promising(plans)
                worths = mind.judge.worths(plans, hand, rests[mover], rests[other], hands[other].bit_count())
                worth = max(worths)
                plan = plans[worths.index(worth)]
            rests[mover] ^= hands[mover] ^ plan.hand
            hands[mover] = plan.hand
            if not rests[mover]:
                return float(seat == mover)
            tops[2 * mover : 2 * mover + 2] = plan.up, plan.down
            tops[2 * other : 2 * other + 2] = plan.their_up, plan.their_down
            drawn = bits.hand_size - plan.hand.bit_count() if plan.helped else bits.own_draw
            deck = self.decks[mover]
            for _ in range(min(drawn, left[mover])):
                left[mover] -= 1
                hands[mover] |= 1 << deck[left[mover]]
            mover = other
        return chance(worth) if mover != seat else 1 - chance(worth)

    def _last_card(self, hand: int, mover: Seat, tops: list[int]) -> bool:
        """Whether fewer cards than the minimum still win."""
        if self.mind.rules.last_card_loses or hand.bit_count() != 1:
            return False
        bits, own, other = self.mind.bits, 2 * mover, 2 - 2 * mover
        fits = bits.rises[tops[own]] | bits.falls[tops[own + 1]]
        return hand & (fits | bits.below[tops[other]] | bits.above[tops[other + 1]]) != 0


def promising(plans: list[Plan]) -> list[Plan]:
    """Of many plans the cheapest: with help and without, in numbers jumped over and given away."""
    if len(plans) <= 2 * LOOKED_AT:
        return plans
    plans.sort(key=lambda plan: plan.up - plan.down - plan.their_up + plan.their_down)
    helping = [plan for plan in plans if plan.helped]
    alone = [plan for plan in plans if not plan.helped]
    return helping[:LOOKED_AT] + alone[:LOOKED_AT]


def _name(rules: FaceToFace, move: Move) -> tuple[str, int]:
    return (move.verb, 0 if move.card < 0 else 1 << rank_of(rules, move.card))
