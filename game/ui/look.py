"""How a title looks: colours and pictures of its cards, and where things lie on its table.

`look_file.py` reads it. Attributes are named as their keys in the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.ui.ambient import AmbientLook
from game.ui.face_look import FaceLook
from game.ui.moment_look import MomentLook
from game.ui.tension import Tension
from game.ui.theme import Colour


@dataclass(frozen=True, slots=True)
class SuitLook:
    """The colours of a suit, as `#rrggbb`, and the file of its mark."""

    main: str
    dark: str
    light: str
    mark: str

    @property
    def swaps(self) -> dict[str, str]:
        """The placeholder colours of the illustrations, and this suit's colours for them."""
        return {"#c0ffe1": self.main, "#c0ffe2": self.dark, "#c0ffe3": self.light}


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """How the cards of a zone lie: arrangement, distance (x, y) from an anchor, a card's width, all in units."""

    kind: str
    anchor: str
    x: int = 0
    y: int = 0
    card: int = 80
    spread: int = 0
    """The distance between neighbouring cards of a row or fan; 0 for the width of a card."""
    limit: int = 0
    """The greatest width of a row or fan."""
    seats: str = ""
    """For a ring: the fact that names the seat of each card."""
    down: bool = False
    """Whether the cards are drawn face down although everybody knows them."""
    mat: bool = False
    """Whether a mat lies below the cards, so that they stand out from the scenery."""
    icon: str = ""
    """The icon that is drawn while the zone is empty."""
    order: str = ""
    """For a place of each player: the fact with a number for each seat, from 1, that orders the cards in these places.
    A mark on each card says which came first; equal numbers have equal marks."""


@dataclass(frozen=True, slots=True, eq=False)
class Badge:
    """A public fact that is shown as a picture on the table."""

    fact: str
    kind: str
    x: int
    y: int
    size: int
    pictures: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    """The fact that is true while a player still has to choose."""
    when: str = ""
    """The badge is hidden until this fact is true."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number on a player's plate."""

    fact: str
    icon: str
    """The picture before it: one of `assets/icons`, or with its folder, such as `tokens/mochi`."""
    of: str = ""
    """The number that is counted up to: a fact, shown after a slash. Empty for none."""

    @property
    def picture(self) -> str:
        """The file of the icon."""
        return f"{self.icon}.svg" if "/" in self.icon else f"icons/{self.icon}.svg"


@dataclass(frozen=True, slots=True)
class CardCount:
    """The number of a player's cards in these zones, shown on the plate."""

    zones: tuple[str, ...]
    icon: str


CardCounts = tuple[tuple[str, int], ...]
"""The numbers of a player's cards, each with its icon."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """What a player's plate shows."""

    counts: tuple[Count, ...] = ()
    tokens: str = ""
    """The fact with the tokens of each seat."""
    pictures: tuple[str, ...] = ()
    """The tokens: pictures in `assets/tokens`."""
    by_seat: bool = False
    """One picture for each seat, instead of one for each size of token."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Facts that name a seat, and the icon on that seat's plate."""
    out: str = ""
    """The fact that lists the seats that are out."""
    hand: str = "hand"
    """The zone that lies at the lower edge for the viewer."""
    cards: tuple[CardCount, ...] = (CardCount(("hand",), "hand"),)

    def card_counts(self, zones: Mapping[str, Sequence[object]], seats: int) -> list[CardCounts]:
        """For each seat: the numbers of cards that its plate shows."""
        return [
            tuple(
                (count.icon, sum(len(zones.get(f"{zone} {seat}", ())) for zone in count.zones))
                for count in self.cards
            )
            for seat in range(seats)
        ]


@dataclass(frozen=True, slots=True)
class Rounds:
    """When the score of a round is shown (before or after which step), and the fact that holds everybody's points."""

    points: str = ""
    before: str = ""
    after: str = ""
    because: str = ""
    """The fact whose numbers of the other players are what a player scores."""

    @property
    def has_rounds(self) -> bool:
        """Whether the title has rounds at all."""
        return bool(self.before or self.after)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where things lie on the table, in windows of one shape."""

    zones: Mapping[str, tuple[ZoneLook, ZoneLook]]
    """How each zone looks for the viewer, and for the other players. Both are equal for zones of the table."""
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about how a title looks."""

    title: str
    suits: Mapping[str, SuitLook]
    art: Mapping[int, str]
    wide: Arrangement
    tall: Arrangement
    """What is different in a tall window stands under `tall` in the file. The rest is as in a wide window."""
    seat: SeatLook
    rests: Mapping[str, int]
    """Pauses after steps and facts, in milliseconds."""
    sounds: Mapping[str, str]
    """The sound of a step, of a fact, or of a card that comes to a zone."""
    rounds: Rounds
    score_events: tuple[str, ...] = ()
    """Steps, facts and zones that the story of a score mentions. Points, players who go out, shown cards and the winner
    are always mentioned. The key in the file is `tells`."""
    moments: tuple[MomentLook, ...] = ()
    tensions: tuple[Tension, ...] = ()
    """When a match is tense: any of these is enough."""
    ambient: tuple[AmbientLook, ...] = ()
    """The parts of the background that move a little."""
    faces: FaceLook = field(default_factory=FaceLook)
    error_text: str = ""
    """Why the files could not be used, so that the table is a plain one."""

    @property
    def points_picture(self) -> str:
        """The file of the picture that stands for points; empty if the plates show no points."""
        return next((count.picture for count in self.seat.counts if count.fact == self.rounds.points), "")


def rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
