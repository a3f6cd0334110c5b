"""Why a move in Face to Face is good, and why a hand is stuck: nothing that the View does not prove."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from game.ai.face_to_face.turns import Bits, Place, each_bit, place_of, rank_of, remembered
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.state import Plain
from game.engine.view import View
from game.titles.face_to_face import FaceToFace

SMALL = 3
"""So many numbers jumped over, or given away, are few."""
LARGE = 5

Values = dict[str, Plain] | None
"""What to put into a reason; None where it is not true."""


class Case:
    """A move, and what the View says about it in bits."""

    def __init__(self, rules: FaceToFace, view: View, move: Move) -> None:
        self.rules = rules
        self.view = view
        self.move = move
        self.bits = _bits(rules)
        self.place = place_of(rules, view)
        self.number = rank_of(rules, move.card) if move.card >= 0 else 0
        self.deck = len(view.zones[f"deck {view.seat}"])
        self.theirs = remembered(rules, view, 1 - view.seat, 100)

    def steps(self) -> list[int]:
        """Numbers that each own card which is no trick would jump over, were it played now."""
        place, bits = self.place, self.bits
        ups = [bit.bit_length() - 1 - place.up - 1 for bit in each_bit(place.hand & bits.above[place.up])]
        downs = [place.down - bit.bit_length() for bit in each_bit(place.hand & bits.below[place.down])]
        return ups + downs

    def trick(self) -> bool:
        """Whether an own trick is there to be played."""
        place, bits = self.place, self.bits
        return place.hand & (bits.trick_up[place.up] | bits.trick_down[place.down]) != 0

    def fitting(self, up: int, down: int) -> int:
        """Their cards, in hand or still to come, that would fit on their own piles."""
        return (self.theirs & (self.bits.rises[up] | self.bits.falls[down])).bit_count()


@lru_cache(maxsize=8)
def _bits(rules: FaceToFace) -> Bits:
    return Bits(rules)


def find_reasons(rules: FaceToFace, view: View, move: Move) -> tuple[Reason, ...]:
    """All that can be said for a move, the weightiest first."""
    case = Case(rules, view, move)
    given = ((name, of(case)) for name, of in REASONS.items())
    return tuple(Reason(f"why.face_to_face.{name}", values) for name, values in given if values is not None)


def wins(case: Case) -> Values:
    """The last card of all."""
    last = case.move.card >= 0 and not case.deck and case.place.hand.bit_count() == 1
    return {"number": case.number} if last else None


def leaves_second(case: Case) -> Values:
    """Another card would have left no second one, and lost at once."""
    if case.move.card < 0 or case.place.played + 1 >= case.bits.minimum or not _goes_on(case, case.move):
        return None
    lost = sum(not _goes_on(case, other) for other in case.view.legal)
    return {"others": lost} if lost else None


def trick(case: Case) -> Values:
    place, bits = case.place, case.bits
    back = {"up": bits.trick_up[place.up], "down": bits.trick_down[place.down]}.get(case.move.verb, 0)
    return {"number": case.number, "won": bits.back} if back >> case.number & 1 and case.number else None


def leads_to_trick(case: Case) -> Values:
    """A step from which a card in hand goes back by as much, or more."""
    step, back = _there_and_back(case)
    return {"number": case.number, "back": back} if 0 < step <= case.bits.back else None


def round_trip(case: Case) -> Values:
    """A step from which a card in hand goes back by nearly as much."""
    step, back = _there_and_back(case)
    moved = step - case.bits.back
    return {"number": case.number, "back": back, "jumped": moved} if 0 < moved <= LARGE else None


def _there_and_back(case: Case) -> tuple[int, int]:
    """How far a card goes on its own pile, and the card in hand that goes back after it; no step if there is none."""
    place, bits = case.place, case.bits
    if case.move.verb == "up":
        step, back = case.number - place.up, case.number - bits.back
    elif case.move.verb == "down":
        step, back = place.down - case.number, case.number + bits.back
    else:
        return 0, 0
    return (step, back) if back >= 0 and place.hand >> back & 1 else (0, 0)


def smallest_step(case: Case) -> Values:
    """No own card could be played at a smaller price."""
    place = case.place
    if case.move.verb not in ("up", "down") or case.trick():
        return None
    step = (case.number - place.up if case.move.verb == "up" else place.down - case.number) - 1
    steps = case.steps()
    return {"number": case.number, "jumped": step} if len(steps) > 1 and step == min(steps) else None


def must_help(case: Case) -> Values:
    """Nothing fits on the own piles, and a card is due."""
    place = case.place
    due = place.played < case.bits.minimum and case.move.verb.startswith("help")
    return {"number": case.number} if due and not case.steps() and not case.trick() else None


def refills(case: Case) -> Values:
    """Help fills the hand; more than own cards alone would have drawn."""
    if not case.move.verb.startswith("help"):
        return None
    drawn = min(case.deck, case.bits.hand_size - case.place.hand.bit_count() + 1)
    alone = min(case.deck, case.bits.own_draw)
    return {"drawn": drawn, "alone": alone} if drawn > alone else None


def helps_little(case: Case) -> Values:
    """Few of their cards fit that did not fit before."""
    place = case.place
    if case.move.verb == "help-up":
        opened = case.fitting(case.number, place.their_down)
    elif case.move.verb == "help-down":
        opened = case.fitting(place.their_up, case.number)
    else:
        return None
    opened -= case.fitting(place.their_up, place.their_down)
    return {"number": case.number, "opened": max(0, opened)} if opened <= SMALL else None


def saves_room(case: Case) -> Values:
    """Ending the turn: every own card that is left would be a large step."""
    steps = case.steps()
    if case.move.verb != "end" or not steps or case.trick() or min(steps) < LARGE:
        return None
    return {"jumped": min(steps)}


def keeps_them_tight(case: Case) -> Values:
    """Ending the turn without the help that was possible, while few of their cards fit."""
    place = case.place
    possible = place.hand & (case.bits.below[place.their_up] | case.bits.above[place.their_down])
    fit, left = case.fitting(place.their_up, place.their_down), case.theirs.bit_count()
    if case.move.verb != "end" or place.helped or not possible or 2 * fit > left:
        return None
    return {"fit": fit, "left": left}


def fills(case: Case) -> Values:
    """Ending the turn after help fills the hand."""
    drawn = min(case.deck, case.bits.hand_size - case.place.hand.bit_count())
    return {"drawn": drawn} if case.move.verb == "end" and case.place.helped and drawn > 0 else None


def enough(case: Case) -> Values:
    """Ending the turn without help, although own cards fit: they would not make one draw more."""
    drawn = min(case.deck, case.bits.own_draw)
    more = case.move.verb == "end" and not case.place.helped and (case.steps() or case.trick())
    return {"drawn": drawn} if more and drawn else None


REASONS: dict[str, Callable[[Case], Values]] = {
    "wins": wins,
    "leaves_second": leaves_second,
    "trick": trick,
    "leads_to_trick": leads_to_trick,
    "round_trip": round_trip,
    "must_help": must_help,
    "smallest_step": smallest_step,
    "refills": refills,
    "helps_little": helps_little,
    "saves_room": saves_room,
    "keeps_them_tight": keeps_them_tight,
    "fills": fills,
    "enough": enough,
}


def _goes_on(case: Case, move: Move) -> bool:
    """Whether a card can be played after this one, or none needs to be."""
    place, bits = case.place, case.bits
    number = rank_of(case.rules, move.card)
    hand = place.hand ^ 1 << number
    if not hand and not case.deck:
        return True
    return hand & _open(bits, after(place, move.verb, number)) != 0


def after(place: Place, verb: str, number: int) -> Place:
    """A turn one card later."""
    hand, played = place.hand ^ 1 << number, place.played + 1
    if verb == "up":
        return place._replace(hand=hand, played=played, up=number)
    if verb == "down":
        return place._replace(hand=hand, played=played, down=number)
    if verb == "help-up":
        return place._replace(hand=hand, played=played, helped=True, their_up=number)
    return place._replace(hand=hand, played=played, helped=True, their_down=number)


def _open(bits: Bits, place: Place) -> int:
    """All numbers that fit anywhere."""
    own = bits.rises[place.up] | bits.falls[place.down]
    return own if place.helped else own | bits.below[place.their_up] | bits.above[place.their_down]
