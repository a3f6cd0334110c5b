"""The mind of The Game: Face to Face. It evaluates every plan of the whole turn, then tries the best in playouts."""

from __future__ import annotations

from typing import Any, cast

from game.ai.face_to_face.evaluation import Evaluator, win_chance
from game.ai.face_to_face.look import find_look
from game.ai.face_to_face.reasons import find_reasons
from game.ai.face_to_face.turn_plans import (
    NumberMasks,
    Plan,
    all_plans,
    likely_plans,
    rank_of,
    turn_state,
    unplayed_numbers,
)
from game.ai.search import Worlds, guessed_worlds
from game.ai.thought import Budget, Numbers, Thought
from game.engine.cards import Seat, mask_of
from game.engine.dice import Dice
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.state import State
from game.engine.view import View
from game.titles.face_to_face import FaceState, FaceToFace

HELP_ORDER = 100
"""Added to the numbers that help gives away. It is above every step, so help comes last among equal moves."""
LOGIT_CHANCE = 0.25
"""The chance to win that a small part of a logit is worth where the chances are even."""
EQUAL_CHANCE = 0.005
"""After a search, a chance to win this little below the best one counts as equal to it: the difference is noise. Then
the smallest step or gift decides, also when all is lost."""
NUMBER_CHANCE = 0.0003
"""The chance to win by which a search ranks a plan lower for each number that it jumps over or gives away. It decides
between plans that playouts hardly tell apart, and no more: with 0.001 the search won 50 % of 60 matches against the
level below, instead of 70 %."""
STAGES = 3
"""Stages of the search. After each but the last one the worse half of the plans is dropped."""
MAX_CHANCE_GAP = 0.12
"""Plans whose prior chance to win is lower than the best one's by this are not tried."""
MAX_PLAYOUT_PLANS = 6
"""In playouts at most this many plans with help, and as many without, are evaluated."""
PRIOR_TRIES = 4
"""The prior value of a plan counts as this many playouts."""


class FaceToFaceMind:
    """Plays Face to Face at one level in one style. It plays card by card, and plans the rest of the turn each time."""

    def __init__(self, rules: Rules[Any], level: Numbers, style: Numbers) -> None:
        self.rules = cast(FaceToFace, rules)
        self.level = level
        self.style = style
        self.masks = NumberMasks(self.rules)
        self.evaluator = Evaluator(self.masks)

    def worlds(self, view: View) -> Worlds:
        return guessed_worlds(self.rules, view)

    def think(self, view: View, dice: Dice, budget: Budget) -> Thought:
        moves = view.legal
        if len(moves) == 1:
            return Thought(moves[0], ((moves[0], 0.0),), 0, find_reasons(self.rules, view, moves[0]))
        turn = TurnSearch(self, view)
        values = turn.prior_values()
        spent = 0
        if turn.plans and self.level["reach"]:
            spent = turn.search(values, self.worlds(view), dice, budget)
        best = turn.best_by_move(values)
        if self.level["reach"]:
            best = equal_if_close(best)
        turn.prefer_trick_to_end(best)

        def preference(at: int) -> tuple[float, bool, int, int]:
            return -best[at], turn.rules_out_plans(at), turn.play_order(moves[at]), at

        move = moves[min(range(len(moves)), key=preference)]
        reasons = find_reasons(self.rules, view, move)
        look = find_look(self.rules, view, move)
        return Thought(move, tuple(zip(moves, best, strict=True)), spent, reasons, look)


class TurnSearch:
    """Searches the best plan for the rest of one turn, with what the seat knows and remembers."""

    def __init__(self, mind: FaceToFaceMind, view: View) -> None:
        self.mind = mind
        self.view = view
        self.seat = view.seat
        self.state = turn_state(mind.rules, view)
        self.moves = {_move_key(mind.rules, move): at for at, move in enumerate(view.legal)}
        plans = all_plans(mind.masks, self.state, self.moves)
        self.plans = list(plans)
        self.first_moves = list(plans.values())
        memory = mind.level["memory"]
        self.mine = unplayed_numbers(mind.rules, view, view.seat, memory) | self.state.hand
        self.theirs = unplayed_numbers(mind.rules, view, 1 - view.seat, memory)
        self.deck = len(view.zones[f"deck {view.seat}"])
        self.common_first_moves = -1
        """The set of first moves that all plans share that are still in the search. -1: all moves."""
        self.their_cards = len(view.zones[f"hand {1 - view.seat}"])

    def prior_values(self) -> list[float]:
        """The chance to win of each plan by the evaluation function, without playouts."""
        plans, state = self.plans, self.state
        if self.mind.level["insight"]:
            logits = self.mind.evaluator.logits(plans, state.hand, self.mine, self.theirs, self.their_cards)
        else:
            logits = [-self._numbers_spent(plan) / 20 for plan in plans]
        style = self.mind.style
        if any(style.values()):
            logits = [logit + self._style_logit(plan) for logit, plan in zip(logits, plans, strict=True)]
        return [
            1.0 if not plan.hand and not self.deck else win_chance(logit)
            for logit, plan in zip(logits, plans, strict=True)
        ]

    def _numbers_spent(self, plan: Plan) -> float:
        """The cost of a plan: numbers jumped over, minus those won back, plus those given away."""
        state = self.state
        own = plan.up - state.up + state.down - plan.down
        given = state.their_up - plan.their_up + plan.their_down - state.their_down
        cards = (state.hand ^ plan.hand).bit_count()
        return own + given * self.mind.level["envy"] / 10 - cards * self.mind.level["haste"]

    def _style_logit(self, plan: Plan) -> float:
        """The bonus of the bot's character for a plan, in logits."""
        state, style = self.state, self.mind.style
        cards = (state.hand ^ plan.hand).bit_count()
        helps = plan.helped and not state.helped
        climbs = (plan.up != state.up) - (plan.down != state.down)
        return (style["helps"] * helps + style["races"] * cards + style["climbs"] * climbs) / 100

    def search(self, values: list[float], worlds: Worlds, dice: Dice, budget: Budget) -> int:
        """Sequential halving: try the best plans in the same guessed worlds; drop the worse half after each stage.

        It stops early when all plans that are left can begin with the same move. It changes `values`: plans that were
        dropped or never tried get less than the worst that stayed. Returns the number of playouts.
        """
        reach = self.mind.level["reach"]
        likings = [LOGIT_CHANCE * self._style_logit(plan) for plan in self.plans]
        costs = [NUMBER_CHANCE * self._numbers_spent(plan) for plan in self.plans]

        def rank(at: int) -> tuple[float, int]:
            return costs[at] - values[at], at

        alive = sorted(range(len(values)), key=rank)[: self.mind.level["width"]]
        alive = [at for at in alive if values[at] > values[alive[0]] - MAX_CHANCE_GAP]
        sums = {at: values[at] * PRIOR_TRIES for at in alive}
        weight, spent, stopped = PRIOR_TRIES, 0, False
        for stage in range(1, STAGES + 1):
            self.common_first_moves = self._common_first_moves(alive)
            if self.common_first_moves:
                break
            while not stopped and spent + len(alive) <= budget.simulations * stage // STAGES:
                world = Playout(self.mind, worlds(dice))
                for at in alive:
                    sums[at] += world.value(self.plans[at], self.seat, reach) + likings[at]
                weight += 1
                spent += len(alive)
                stopped = budget.stop()
            for at in alive:
                values[at] = sums[at] / weight
            alive.sort(key=rank)
            if stage < STAGES:
                del alive[max(2, len(alive) // 2) :]
        self.common_first_moves = self._common_first_moves(alive)
        floor, stayed = max(0.0, min(values[at] for at in alive) - 2 * EQUAL_CHANCE), set(alive)
        for at, value in enumerate(values):
            if at not in stayed:
                values[at] = min(value, floor)
        return spent

    def _common_first_moves(self, alive: list[int]) -> int:
        """The set of moves that all these plans can begin with."""
        first_moves = -1
        for at in alive:
            first_moves &= self.first_moves[at]
        return first_moves

    def rules_out_plans(self, at: int) -> bool:
        """Whether a move is not a first move of all plans left. Other moves are better: the choice can then wait."""
        return bool(self.common_first_moves) and not self.common_first_moves >> at & 1

    def play_order(self, move: Move) -> int:
        """The order of moves of equal value, the lowest first: a trick, the end, small steps, the smallest help."""
        state = self.state
        number = rank_of(self.mind.rules, move.card) if move.card >= 0 else 0
        steps = {
            "up": number - state.up,
            "down": state.down - number,
            "end": 0,
            "help-up": HELP_ORDER + state.their_up - number,
            "help-down": HELP_ORDER + number - state.their_down,
        }
        return steps[move.verb]

    def prefer_trick_to_end(self, best: list[float]) -> None:
        """Nobody ends a turn with a trick in hand, which is lost once the pile moves on.

        It gets the value of the end. Without cards to draw it is different: then the cards in hand must last.
        """
        moves = self.view.legal
        ends = [at for at, move in enumerate(moves) if move.verb == "end"]
        tricks = [at for at, move in enumerate(moves) if move.verb in ("up", "down") and self.play_order(move) < 0]
        if ends and self.deck:
            for at in tricks:
                best[at] = max(best[at], best[ends[0]])

    def best_by_move(self, values: list[float]) -> list[float]:
        """For each legal move: the value of the best plan that it can begin; 0 if it begins none."""
        best = [0.0] * len(self.view.legal)
        for value, first_moves in zip(values, self.first_moves, strict=True):
            for at in range(len(best)):
                if first_moves >> at & 1 and value > best[at]:
                    best[at] = value
        return best


def equal_if_close(chances: list[float]) -> list[float]:
    """The chances to win, but the best one also for those that are less than EQUAL_CHANCE below it."""
    top = max(chances)
    return [top if top - chance < EQUAL_CHANCE else chance for chance in chances]


class Playout:
    """Plays turns in a guessed world. Cards are sets of numbers as bits."""

    def __init__(self, mind: FaceToFaceMind, world: State) -> None:
        assert isinstance(world, FaceState)
        self.mind = mind
        self.decks = world.decks
        self.hands = world.hands
        self.tops = world.tops
        self.rests = [world.hands[seat] | mask_of(world.decks[seat]) for seat in (0, 1)]

    def value(self, plan: Plan, seat: Seat, reach: int) -> float:
        """The chance that `seat` wins with a plan, after `reach` more turns by the evaluation function alone."""
        hands, rests, tops = self.hands[:], self.rests[:], self.tops[:]
        left = [len(self.decks[0]), len(self.decks[1])]
        mind, masks = self.mind, self.mind.masks
        mover = seat
        logit = 0.0
        for turn in range(reach + 1):
            other = 1 - mover
            if turn:
                hand = hands[mover]
                if not left[mover] and hand.bit_count() < masks.minimum:
                    return float((seat == mover) == self._last_card_wins(hand, mover, tops))
                plans = likely_plans(masks, hand, *tops[2 * mover : 2 * mover + 2], *tops[2 * other : 2 * other + 2])
                if not plans:
                    return float(seat == other)
                plans = cheapest_plans(plans)
                logits = mind.evaluator.logits(plans, hand, rests[mover], rests[other], hands[other].bit_count())
                logit = max(logits)
                plan = plans[logits.index(logit)]
            rests[mover] ^= hands[mover] ^ plan.hand
            hands[mover] = plan.hand
            if not rests[mover]:
                return float(seat == mover)
            tops[2 * mover : 2 * mover + 2] = plan.up, plan.down
            tops[2 * other : 2 * other + 2] = plan.their_up, plan.their_down
            drawn = masks.hand_size - plan.hand.bit_count() if plan.helped else masks.own_draw
            deck = self.decks[mover]
            for _ in range(min(drawn, left[mover])):
                left[mover] -= 1
                hands[mover] |= 1 << deck[left[mover]]
            mover = other
        return win_chance(logit) if mover != seat else 1 - win_chance(logit)

    def _last_card_wins(self, hand: int, mover: Seat, tops: list[int]) -> bool:
        """Whether the player of the turn wins with a hand of fewer cards than the minimum and an empty deck."""
        if self.mind.rules.last_card_loses or hand.bit_count() != 1:
            return False
        masks, own, other = self.mind.masks, 2 * mover, 2 - 2 * mover
        fits = masks.fits_up[tops[own]] | masks.fits_down[tops[own + 1]]
        return hand & (fits | masks.below[tops[other]] | masks.above[tops[other + 1]]) != 0


def cheapest_plans(plans: list[Plan]) -> list[Plan]:
    """Some plans with help and some without: those that jump over and give away the fewest numbers."""
    if len(plans) <= 2 * MAX_PLAYOUT_PLANS:
        return plans
    plans.sort(key=lambda plan: plan.up - plan.down - plan.their_up + plan.their_down)
    helping = [plan for plan in plans if plan.helped]
    alone = [plan for plan in plans if not plan.helped]
    return helping[:MAX_PLAYOUT_PLANS] + alone[:MAX_PLAYOUT_PLANS]


def _move_key(rules: FaceToFace, move: Move) -> tuple[str, int]:
    """The verb of a move and its number as a bit, as `all_plans` looks it up."""
    return (move.verb, 0 if move.card < 0 else 1 << rank_of(rules, move.card))
