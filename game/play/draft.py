"""The draft of a set-up: who sits where and with which options, while it can still be changed.

Window and terminal share it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from game.data import catalog
from game.engine.cards import Seat
from game.engine.spec import LEVELS, NumberOption, Option, Spec, Value
from game.play.host import Chair, Setup
from game.words.defaults import default_options
from game.words.locale import Texts

HUMAN = "human"
USUAL_LEVEL = "casual"
"""The level of bots if the player chooses none."""
NAME_LENGTH = 64
STEP_BY_ONE_LIMIT = 24
"""An option with a wider range of numbers is changed in steps of five."""
DIRECTION_SIGNS = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
"""Unicode characters that change the direction of writing for the rest of the line."""


@dataclass(slots=True)
class SeatDraft:
    """One seat of the draft. `who` is "human" or the level of a bot. An empty name means the usual name of the seat."""

    who: str
    character: str
    avatar: str
    name: str = ""


@dataclass(slots=True)
class Draft:
    """A set-up that can still be changed."""

    spec: Spec
    seats: int
    seat_drafts: list[SeatDraft]
    options: dict[str, Value]
    first: Seat | None = None
    practice: bool = False
    live: bool = False
    live_chosen: bool = False
    """Whether the player has chosen to play against the clock or not."""
    avatars: tuple[str, ...] = ()
    defaults: dict[str, Value] = field(default_factory=dict)
    """The default options of the language in which the draft was last seen."""

    @classmethod
    def make_usual(cls, spec: Spec, avatars: tuple[str, ...] = ("",), played: bool = True) -> Draft:
        """The usual draft: one person and bots, with the second smallest number of seats if there are several.

        `avatars` are all that there are. `played` says whether a match of the title was ever finished here.
        """
        seats = spec.seats[min(1, len(spec.seats) - 1)]
        kinds = list(spec.characters) or [""]
        places = [
            SeatDraft(
                USUAL_LEVEL if seat and spec.levels else HUMAN,
                kinds[(seat - 1) % len(kinds)],
                avatars[seat % len(avatars)],
            )
            for seat in range(spec.seats[-1])
        ]
        options = {name: option.default for name, option in spec.options.items()}
        live = spec.race is not None and (played or not spec.race.newcomers_take_turns)
        return cls(spec, seats, places, options, live=live, avatars=avatars, defaults=dict(options))

    def follow_language(self, texts: Texts) -> None:
        """Take the default options of this language, except where the player has chosen something else."""
        defaults = default_options(self.spec, texts)
        unchanged = {name for name, value in self.options.items() if value == self.defaults[name]}
        self.options |= {name: defaults[name] for name in unchanged}
        self.defaults = defaults

    @property
    def has_clock_mode(self) -> bool:
        """Whether the title can also be played against the clock."""
        return self.spec.race is not None

    @property
    def has_first_seat(self) -> bool:
        """Whether one seat begins, so that the player can choose it."""
        return catalog.rules(self.spec.title, self.options).has_first_seat(self.seats)

    @property
    def relevant_options(self) -> list[Option]:
        """The options that matter with this number of seats."""
        return catalog.rules(self.spec.title, self.options).relevant_options(self.seats)

    def next_avatar(self, seat: Seat, step: int = 1) -> None:
        """Give a seat the next avatar, or the one `step` places farther."""
        place = self.seat_drafts[seat]
        self.give_avatar(place, self.avatars[(self.avatars.index(place.avatar) + step) % len(self.avatars)])

    def give_avatar(self, place: SeatDraft, avatar: str) -> None:
        """Give a seat an avatar. The seat that had it gets the old one, so that all are different."""
        for other in self.seat_drafts:
            if other is not place and other.avatar == avatar:
                other.avatar = place.avatar
        place.avatar = avatar

    @property
    def people(self) -> list[SeatDraft]:
        """The seats of people."""
        return [place for place in self.seat_drafts[: self.seats] if place.who == HUMAN]

    @property
    def bots(self) -> list[SeatDraft]:
        """The seats of computer players."""
        return [place for place in self.seat_drafts[: self.seats] if place.who != HUMAN]

    def names(self, texts: Texts) -> list[str]:
        """The names of all seats. Equal names get numbers."""
        names: list[str] = []
        for seat, place in enumerate(self.seat_drafts[: self.seats]):
            wanted = clean_name(place.name) or texts(f"names.{seat}")
            name, number = wanted, 2
            while name in names:
                name, number = f"{wanted[: NAME_LENGTH - 4]} {number}", number + 1
            names.append(name)
        return names

    def make_setup(self, texts: Texts) -> Setup:
        chairs = tuple(
            Chair(name, self._bot_name(place), place.avatar)
            for name, place in zip(self.names(texts), self.seat_drafts, strict=False)
        )
        first = self.first if self.first is not None and self.first < self.seats and self.has_first_seat else None
        live = self.live and self.has_clock_mode
        return Setup(self.spec.title, chairs, dict(self.options), first, self.practice, live)

    def _bot_name(self, place: SeatDraft) -> str:
        if place.who == HUMAN:
            return ""
        return f"{place.who}:{place.character}" if place.character else place.who


def bot_levels(spec: Spec) -> list[str]:
    """The levels of a title's bots, the weakest first."""
    return [level for level in LEVELS if level in spec.levels]


def option_numbers(option: Option) -> list[int]:
    """The values that a stepper offers: all of a small range, else every fifth, the ends and the default."""
    assert isinstance(option, NumberOption)
    if option.high - option.low <= STEP_BY_ONE_LIMIT:
        return list(range(option.low, option.high + 1))
    fifths = {number for number in range(option.low, option.high + 1) if number % 5 == 0}
    return sorted(fifths | {option.low, option.default, option.high})


def clean_name(name: str) -> str:
    """A name without control characters, double spaces and letters beyond the limit; empty if nothing is visible."""
    kept = "".join(" " if letter.isspace() else letter for letter in name if letter.isspace() or _is_visible(letter))
    kept = " ".join(kept.split())[:NAME_LENGTH].strip()
    return kept if any(unicodedata.category(letter)[0] not in "MCZ" for letter in kept) else ""


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cs", "Zl", "Zp") and ord(letter) not in DIRECTION_SIGNS


def first_seat_deals(texts: Texts, title: str) -> bool:
    """Whether the first seat of a title is the dealer. Then the question is who deals, not who begins."""
    return texts.has(f"{title}.events.fact.dealer.you")
