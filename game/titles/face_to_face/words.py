"""What a player is asked, why a card cannot be played, and the proof of being stuck: from a View alone."""

from __future__ import annotations

from game.engine.cards import Card, Seat, mask_of
from game.engine.moves import Move
from game.engine.sentences import Question, Refusal
from game.engine.state import Plain
from game.engine.view import View
from game.titles.face_to_face.state import NOBODY, PILE_INDEX, FaceState
from game.titles.face_to_face.turns import Turns


class Words(Turns):
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

    def place_refusal(self, view: View, card: Card, place: str) -> Refusal | None:
        """FF-4 to FF-7 for the player's own piles, FF-8 for the other player's, which take one helping card a turn."""
        if place not in PILE_INDEX or any(move.card == card and move.zone == place for move in view.legal):
            return None
        number, pile = self.rank[card], PILE_INDEX[place]
        top, rises = int(view.facts["tops"][pile]), pile % 2 == 0
        if pile >> 1 == view.seat:
            way = "up" if rises else "down"
            back = top + self.spec.numbers["backwards"] * (-1 if rises else 1)
            start = "" if back in self.numbers else "_start"
            values: dict[str, Plain] = {"number": number, "top": top, "back": back}
            return Refusal(f"refusal.face_to_face.{way}{start}", "FF-4" if rises else "FF-6", values)
        why = "once" if view.facts["helped"] else "help_up" if rises else "help_down"
        return Refusal(f"refusal.face_to_face.{why}", "FF-8", {"number": number, "top": top, "seat": 1 - view.seat})

    def _beside(self, view: View, seat: Seat, card: Card) -> dict[str, Plain]:
        """A number, and what it would have to fit to on the piles of a seat."""
        tops: tuple[int, ...] = view.facts["tops"]
        up, down = tops[2 * seat : 2 * seat + 2]
        back = self.spec.numbers["backwards"]
        return {
            "number": self.rank[card], "up": up, "down": down, "up_back": up - back, "down_back": down + back,
            "seat": 1 - seat,
        }  # fmt: skip

    def proof(self, view: View) -> list[Refusal]:
        """FF-14, from the hand that is shown: no card fits, or there is only one where two must be played."""
        loser: Seat = view.facts["stuck"]
        if loser == NOBODY:
            return []
        hand = view.zones[f"hand {loser}"]
        state = self._state_of(view, loser, mask_of(self.rank[card] for card in hand))
        why = "alone" if self.can_play(state, loser) else "helped" if state.helped else "nowhere"
        values = self._beside(view, loser, hand[0]) | {"numbers": tuple(sorted(self.rank[card] for card in hand))}
        return [Refusal(f"stuck.face_to_face.{why}", "FF-14", values)]

    def warning(self, view: View, move: Move) -> Refusal | None:
        """FF-14: the card that leaves no second one."""
        hand = mask_of(self.rank[card] for card in view.zones[f"hand {view.seat}"])
        played = view.facts["played"] + 1
        if move.card < 0 or played >= self.minimum:
            return None
        number, pile = self.rank[move.card], PILE_INDEX[move.zone]
        hand ^= 1 << number
        state = self._state_of(view, view.seat, hand)
        state.tops[pile] = number
        state.helped = state.helped or pile >> 1 != view.seat
        won = not hand and not view.zones[f"deck {view.seat}"]
        if won or self.can_play(state, view.seat):
            return None
        return Refusal("warning.face_to_face.no_second", "FF-14", {"number": number})

    def _state_of(self, view: View, seat: Seat, hand: int) -> FaceState:
        """As much of the State as decides whether a hand can be played."""
        state = FaceState(2)
        state.hands[seat] = hand
        state.tops = list(view.facts["tops"])
        state.helped = bool(view.facts["helped"])
        return state
