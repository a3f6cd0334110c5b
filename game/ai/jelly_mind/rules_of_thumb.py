"""Three players of Jelly Mind by a rule of thumb."""

from __future__ import annotations

from abc import abstractmethod

from game.ai.jelly_mind.situation import Situation, make_situation
from game.ai.jelly_mind.solved_turns import RANKS, ranks_in
from game.ai.rule_of_thumb import RuleOfThumb
from game.engine.moves import Move
from game.engine.view import View

HIGH = RANKS - 2
"""The rank - 1 of a 4."""


class BeatRule(RuleOfThumb):
    """A rule says whether to play now. If not, the player waits, and discards when all others have decided.

    A card to choose is the highest one, but a 1 if there is no other.
    """

    def choose(self, view: View) -> Move:
        now = make_situation(self.rules, view)
        if view.facts["choosing"]:
            return max(view.legal, key=lambda move: self.rules.spec.faces[move.card].rank)
        standoff = view.facts["idle"] + 1 >= self.rules.patience
        verb = "play" if now.alone or self.plays(now, standoff) else "discard" if now.last else "wait"
        return next(move for move in view.legal if move.verb == verb)

    @abstractmethod
    def plays(self, now: Situation, standoff: bool) -> bool:
        """Whether to play now. `standoff`: whoever waits now must discard if all others wait, too."""


class HighFirst(BeatRule):
    """“Play a 4 or a 5 at once. With a lower card wait, and answer only with a 3, or with a 1 if there can be a 5.”"""

    def plays(self, now: Situation, standoff: bool) -> bool:
        if now.rank >= HIGH:
            return True
        fives = any(held >> HIGH + 1 & 1 for index, held in enumerate(now.held) if index != now.own_index)
        return now.last and (now.rank == HIGH - 1 or (now.rank == 0 and fives))


class Counter(BeatRule):
    """“Look at the open cards. Play if yours beats at least half of what the others can still have.”"""

    def plays(self, now: Situation, standoff: bool) -> bool:
        beaten = total = 0
        for index, held in enumerate(now.held):
            for rank in ranks_in(held) if index != now.own_index else ():
                total += 1
                beaten += beats(now.rank, rank, bool(now.places[index]))
        return 2 * beaten >= total


class LastWord(BeatRule):
    """“Let the others come: the later of equal cards wins. Answer with a 3 or more; play a 4 or 5 in time.”"""

    def plays(self, now: Situation, standoff: bool) -> bool:
        if any(now.places):
            return now.rank >= HIGH - 1
        return standoff and now.rank >= HIGH


def beats(own: int, other: int, later: bool) -> bool:
    """Whether a card beats another one, as ranks - 1. `later`: it is played after it, and so wins if they are equal."""
    if {own, other} == {0, RANKS - 1}:
        return own == 0
    return own > other or (later and own == other)


RULES_OF_THUMB = {"high_first": HighFirst, "counter": Counter, "last_word": LastWord}
