"""The reasons why a move of Face to Face is good. A reason is given only if the View proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from game.ai.face_to_face.turn_plans import NumberMasks, TurnState, each_bit, rank_of, turn_state, unplayed_numbers
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.state import Plain
from game.engine.view import View
from game.titles.face_to_face import FaceToFace

MANY_NUMBERS = 5
"""A step is large if it jumps over at least this many numbers."""
CLOSE_NUMBERS = 3
"""Two cards are close together if the second one is at most this far beyond the first one."""

ReasonValues = dict[str, Plain] | None
"""The values in the text of a reason; None if the reason is not true."""


class MoveFacts:
    """A move, and what the View says about it. Cards are sets of numbers as bits."""

    def __init__(self, rules: FaceToFace, view: View, move: Move) -> None:
        self.rules = rules
        self.view = view
        self.move = move
        self.masks = _masks(rules)
        self.state = turn_state(rules, view)
        self.number = rank_of(rules, move.card) if move.card >= 0 else 0
        self.deck = len(view.zones[f"deck {view.seat}"])
        self.rival = 1 - view.seat
        self.theirs = unplayed_numbers(rules, view, self.rival, 100)

    def step_sizes(self) -> list[int]:
        """For each card that fits on an own pile and is no trick: how many numbers it jumps over."""
        state, masks = self.state, self.masks
        ups = [bit.bit_length() - 1 - state.up - 1 for bit in each_bit(state.hand & masks.above[state.up])]
        downs = [state.down - bit.bit_length() for bit in each_bit(state.hand & masks.below[state.down])]
        return ups + downs

    def has_trick(self) -> bool:
        """Whether a trick on an own pile can be played now."""
        state, masks = self.state, self.masks
        return state.hand & (masks.trick_up[state.up] | masks.trick_down[state.down]) != 0

    def rival_fits(self) -> int:
        """How many cards of the rival, hand and deck, fit on the rival's own piles now."""
        fits = self.masks.fits_up[self.state.their_up] | self.masks.fits_down[self.state.their_down]
        return (self.theirs & fits).bit_count()

    def given(self, move: Move) -> int:
        """How many numbers a card on a pile of the rival gives back there: the distance that the top goes back."""
        number = rank_of(self.rules, move.card)
        return self.state.their_up - number if move.verb == "help-up" else number - self.state.their_down


@lru_cache(maxsize=8)
def _masks(rules: FaceToFace) -> NumberMasks:
    return NumberMasks(rules)


def find_reasons(rules: FaceToFace, view: View, move: Move) -> tuple[Reason, ...]:
    """All reasons that are true of a move, the most important first."""
    facts = MoveFacts(rules, view, move)
    given = ((name, check(facts)) for name, check in REASONS.items())
    return tuple(Reason(f"why.face_to_face.{name}", values) for name, values in given if values is not None)


def wins(facts: MoveFacts) -> ReasonValues:
    """This is the player's last card."""
    last = facts.move.card >= 0 and not facts.deck and facts.state.hand.bit_count() == 1
    return {"number": facts.number} if last else None


def leaves_second(facts: MoveFacts) -> ReasonValues:
    """A second card must follow and can follow. After other moves it could not, and the match would be lost."""
    if facts.move.card < 0 or facts.state.played + 1 >= facts.masks.minimum or not can_go_on(facts, facts.move):
        return None
    lost = sum(not can_go_on(facts, other) for other in facts.view.legal)
    return {"others": lost} if lost else None


def trick(facts: MoveFacts) -> ReasonValues:
    state, masks = facts.state, facts.masks
    back = {"up": masks.trick_up[state.up], "down": masks.trick_down[state.down]}.get(facts.move.verb, 0)
    return {"number": facts.number, "won": masks.trick_distance} if back >> facts.number & 1 and facts.number else None


def leads_to_trick(facts: MoveFacts) -> ReasonValues:
    """A step after which a trick in hand goes back by as much, or more."""
    step, back = _there_and_back(facts)
    return {"number": facts.number, "back": back} if 0 < step <= facts.masks.trick_distance else None


def round_trip(facts: MoveFacts) -> ReasonValues:
    """A step after which a trick in hand goes back by nearly as much."""
    step, back = _there_and_back(facts)
    moved = step - facts.masks.trick_distance
    return {"number": facts.number, "back": back, "jumped": moved} if 0 < moved <= MANY_NUMBERS else None


def _there_and_back(facts: MoveFacts) -> tuple[int, int]:
    """The step of a card on its own pile, and the number of the trick in hand after it; (0, 0) if there is no trick."""
    state, masks = facts.state, facts.masks
    if facts.move.verb == "up":
        step, back = facts.number - state.up, facts.number - masks.trick_distance
    elif facts.move.verb == "down":
        step, back = state.down - facts.number, facts.number + masks.trick_distance
    else:
        return 0, 0
    return (step, back) if back >= 0 and state.hand >> back & 1 else (0, 0)


def smallest_step(facts: MoveFacts) -> ReasonValues:
    """No card jumps over fewer numbers on the player's own piles."""
    state = facts.state
    if facts.move.verb not in ("up", "down") or facts.has_trick():
        return None
    step = (facts.number - state.up if facts.move.verb == "up" else state.down - facts.number) - 1
    step_sizes = facts.step_sizes()
    return {"number": facts.number, "jumped": step} if len(step_sizes) > 1 and 0 < step == min(step_sizes) else None


def next_number(facts: MoveFacts) -> ReasonValues:
    """The card is the next number of an own pile: it jumps over none."""
    wanted = {"up": facts.state.up + 1, "down": facts.state.down - 1}.get(facts.move.verb)
    return {"number": facts.number} if wanted == facts.number else None


def close_pair(facts: MoveFacts) -> ReasonValues:
    """A step after which another card in hand is close to the top of the same pile."""
    way = {"up": 1, "down": -1}.get(facts.move.verb, 0)
    beyond = [facts.number + way * far for far in range(1, CLOSE_NUMBERS + 1)] if way else []
    held = [number for number in beyond if number > 0 and facts.state.hand >> number & 1]
    return {"number": facts.number, "next": held[0]} if held else None


def must_help(facts: MoveFacts) -> ReasonValues:
    """No card fits on the player's own piles, and the minimum is not played yet."""
    state = facts.state
    due = state.played < facts.masks.minimum and facts.move.verb.startswith("help")
    if not due or facts.step_sizes() or facts.has_trick():
        return None
    return {"rival": facts.rival, "given": facts.given(facts.move)}


def refills(facts: MoveFacts) -> ReasonValues:
    """Help fills the hand, and this draws more cards than a turn without help. What it gives the rival is said too."""
    if not facts.move.verb.startswith("help"):
        return None
    drawn = min(facts.deck, facts.masks.hand_size - facts.state.hand.bit_count() + 1)
    alone = min(facts.deck, facts.masks.own_draw)
    if drawn <= alone:
        return None
    return {"drawn": drawn, "alone": alone, "rival": facts.rival, "given": facts.given(facts.move)}


def least_help(facts: MoveFacts) -> ReasonValues:
    """Of several cards and piles for help, this gives the rival the fewest numbers back."""
    helps = [facts.given(other) for other in facts.view.legal if other.verb.startswith("help")]
    if not facts.move.verb.startswith("help") or len(helps) < 2 or facts.given(facts.move) > min(helps):
        return None
    return {"number": facts.number, "rival": facts.rival, "given": facts.given(facts.move)}


def saves_room(facts: MoveFacts) -> ReasonValues:
    """The turn ends, and every card left would be a large step."""
    step_sizes = facts.step_sizes()
    if facts.move.verb != "end" or not step_sizes or facts.has_trick() or min(step_sizes) < MANY_NUMBERS:
        return None
    return {"jumped": min(step_sizes)}


def leaves_them_stuck(facts: MoveFacts) -> ReasonValues:
    """The turn ends without help, which was possible, while none of the rival's cards fits."""
    return {"rival": facts.rival} if _keeps_help(facts) and not facts.rival_fits() else None


def keeps_them_tight(facts: MoveFacts) -> ReasonValues:
    """The turn ends without help, which was possible, while some of the rival's cards fit, but at most half of them."""
    fit, left = facts.rival_fits(), facts.theirs.bit_count()
    return {"rival": facts.rival, "fit": fit, "left": left} if _keeps_help(facts) and 0 < 2 * fit <= left else None


def _keeps_help(facts: MoveFacts) -> bool:
    """Whether the turn ends without help, which was possible."""
    state = facts.state
    possible = state.hand & (facts.masks.below[state.their_up] | facts.masks.above[state.their_down])
    return facts.move.verb == "end" and not state.helped and possible != 0


def fills(facts: MoveFacts) -> ReasonValues:
    """The turn ends after help, so the hand is filled."""
    drawn = min(facts.deck, facts.masks.hand_size - facts.state.hand.bit_count())
    return {"drawn": drawn} if facts.move.verb == "end" and facts.state.helped and drawn > 0 else None


def enough(facts: MoveFacts) -> ReasonValues:
    """The turn ends without help although cards fit: more cards would not draw more."""
    drawn = min(facts.deck, facts.masks.own_draw)
    more = facts.move.verb == "end" and not facts.state.helped and (facts.step_sizes() or facts.has_trick())
    return {"drawn": drawn} if more and drawn else None


REASONS: dict[str, Callable[[MoveFacts], ReasonValues]] = {
    "wins": wins,
    "leaves_second": leaves_second,
    "trick": trick,
    "leads_to_trick": leads_to_trick,
    "round_trip": round_trip,
    "must_help": must_help,
    "next_number": next_number,
    "smallest_step": smallest_step,
    "close_pair": close_pair,
    "refills": refills,
    "least_help": least_help,
    "saves_room": saves_room,
    "leaves_them_stuck": leaves_them_stuck,
    "keeps_them_tight": keeps_them_tight,
    "fills": fills,
    "enough": enough,
}


def can_go_on(facts: MoveFacts, move: Move) -> bool:
    """Whether another card can be played after this one, or none is left to play."""
    state, masks = facts.state, facts.masks
    number = rank_of(facts.rules, move.card)
    hand = state.hand ^ 1 << number
    if not hand and not facts.deck:
        return True
    return hand & _playable_numbers(masks, state_after(state, move.verb, number)) != 0


def state_after(state: TurnState, verb: str, number: int) -> TurnState:
    """The turn after one more card."""
    hand, played = state.hand ^ 1 << number, state.played + 1
    if verb == "up":
        return state._replace(hand=hand, played=played, up=number)
    if verb == "down":
        return state._replace(hand=hand, played=played, down=number)
    if verb == "help-up":
        return state._replace(hand=hand, played=played, helped=True, their_up=number)
    return state._replace(hand=hand, played=played, helped=True, their_down=number)


def _playable_numbers(masks: NumberMasks, state: TurnState) -> int:
    """All numbers that fit on any pile."""
    own = masks.fits_up[state.up] | masks.fits_down[state.down]
    return own if state.helped else own | masks.below[state.their_up] | masks.above[state.their_down]
