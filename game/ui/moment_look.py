"""Moments: what is worth a second look in a title, and how it is shown.

They are read from `moments` in `assets/table/<title>.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.data.strict_shape import Reader, flag, list_of, matching, one_of, read_fields, whole_number
from game.data.strict_yaml import Node
from game.engine.sentences import Sentence
from game.ui.audio import SOUNDS

MOTIONS = ("burst", "rise", "rain", "shake", "glow")
"""How a moment is shown: sweets burst from it, rise from the player, rain over the table; the cards of its player
shake; it glows."""
MOODS = ("pleased", "annoyed", "surprised")
SPEECH = ("log", "shout", "both")
"""What is said: the log's line about it, or a shout in large letters (the text `moments.<name>` of the title), or first
the shout and then the line. A shout may have `{who}` and `{count}`: who has reached the number in `reaches`."""
MOMENT_LIMIT = 12
HOLD_LIMIT_MS = 1500
"""The longest time that the next event waits for a moment."""


@dataclass(frozen=True, slots=True)
class MomentLook:
    """One moment. It happens at a step, a fact, a player's verb, or when a card comes to a zone: exactly one of them is
    given. The other keys narrow that down. Attributes are named as their keys."""

    name: str
    step: str = ""
    fact: str = ""
    verb: str = ""
    zone: str = ""
    rank_step: int = 0
    """Only if the card differs by this much from the card that it is laid on."""
    same_rank_as: str = ""
    """Only if the card has the rank of the top card in this zone."""
    low: int = 0
    high: int = 0
    """Only if a card that turns up and wins has the rank `low`, and another one the rank `high`."""
    with_fact: str = ""
    without_fact: str = ""
    """Only if this fact changes in the same step, or only if it does not."""
    reaches: str = ""
    """Only if a number in the fact has reached this option of the match."""
    lost_by: int = 0
    """Only if the viewer has not won, its points are at most this much behind a winner's, and nobody else who has not
    won came closer."""
    ends_at: str = ""
    """The option of the match, or the number of the title, that ends the match when somebody's points reach it. The
    line tells who has reached it."""
    because: str = ""
    """A fact, whose line is told again before the line of the moment: the reason for what happens."""
    mine: bool = False
    others: bool = False
    """Only if the viewer is among the seats that the fact names, or only if not."""
    motion: str = ""
    picture: str = ""
    """The sweets of a burst, a rise or a rain: a picture in `assets`."""
    sound: str = ""
    mood: str = ""
    """The face of the player whom the moment is about."""
    says: str = ""
    hold: int = 0
    """Time before the next event, in milliseconds."""
    takes: bool = False
    """Cards go to the player who has won them. The winning card is marked; they rest as long as the settings say."""
    turns_up: str = ""
    """The cards of the step turn over where they lie, and rest as long as the settings say, before they go. The cards
    of players whose number in this fact rises in the next step are marked, and the line is about that step."""

    @property
    def rests(self) -> bool:
        """Whether cards rest as long as the settings say, or until somebody touches something."""
        return self.takes or bool(self.turns_up)

    @property
    def shouts(self) -> bool:
        return self.says in ("shout", "both")

    @property
    def says_line(self) -> bool:
        return self.says in ("log", "both")


_word = matching("[a-z_-]{1,24}", Sentence("a word in snake_case"))
_picture = matching(r"[a-z0-9_/]+\.svg", Sentence("the name of an SVG file"))
_READERS: dict[str, Reader[Any]] = {
    "name": _word, "step": _word, "fact": _word, "verb": _word, "zone": _word,
    "rank_step": whole_number(-99, 99), "same_rank_as": _word, "low": whole_number(0, 99), "high": whole_number(0, 99),
    "with_fact": _word, "without_fact": _word, "reaches": _word, "lost_by": whole_number(0, 99),
    "ends_at": _word, "because": _word,
    "mine": flag, "others": flag,
    "motion": one_of(MOTIONS), "picture": _picture,
    "sound": one_of(SOUNDS), "mood": one_of(MOODS), "says": one_of(SPEECH), "hold": whole_number(0, HOLD_LIMIT_MS),
    "takes": flag, "turns_up": _word,
}  # fmt: skip


def _read_moment(node: Node) -> MomentLook:
    parts = read_fields(node, ("name",), [name for name in _READERS if name != "name"])
    moment = MomentLook(**{name: _READERS[name](value) for name, value in parts.items()})
    if sum(bool(what) for what in (moment.step, moment.fact, moment.verb, moment.zone)) != 1:
        raise node.where.error("must have one of step, fact, verb and zone")
    return moment


read_moments = list_of(_read_moment, 0, MOMENT_LIMIT)
