"""The faces of the players: how they react to what happens, and where they look. Only public facts count."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.cards import Seat
from game.engine.spec import Spec, winners_in
from game.ui.face_look import FaceLook
from game.ui.look import Look
from game.ui.table.remarks import Remarks

REACTION_S = 2.2
"""How long a face shows a reaction."""
GAZE_X, GAZE_Y = 3.5, 3.0
"""How far pupils move from the middle of the eye, in units of the avatar's drawing, which is 120 wide."""
GAZE_STEPS = 8
"""Number of directions in which a face can look."""
PUPILS = "translate(0 0)"
"""The text in the drawing of a calm face that says where the pupils are."""


class Faces:
    """The reactions of all players. It lives as long as the scene; a new viewer or window size does not change it."""

    def __init__(self, look: FaceLook, spec: Spec, out_fact: str, seats: int, remarks: Remarks) -> None:
        self._look = look
        self._spec = spec
        self._out_fact = out_fact
        self._seats = range(seats)
        self._facts: dict[str, Any] = {}
        self._reactions: dict[Seat, tuple[str, float]] = {}
        """The mood of a seat and how many seconds it lasts."""
        self.remarks = remarks

    def start(self, facts: Mapping[str, Any]) -> None:
        """Begin with these facts, at the start or after an undo. Nobody reacts to them."""
        self._facts = dict(facts)
        self._reactions.clear()

    def react(self, seat: Seat, mood: str, seconds: float = REACTION_S) -> None:
        self._reactions[seat] = mood, seconds
        self.remarks.hear(seat, mood)

    def on_fact(self, name: str, value: Any) -> None:
        before, self._facts[name] = self._facts.get(name), value
        if name in self._look.rises and isinstance(before, tuple) and isinstance(value, tuple):
            for seat, (old, new) in enumerate(zip(before, value, strict=False)):
                if isinstance(new, int) and isinstance(old, int) and new > old:
                    self.react(seat, self._look.rises[name])
        if name in self._look.seats:
            for seat in _seats_in(value) - _seats_in(before):
                self.react(seat, self._look.seats[name])
        if before is not None and before != value:
            self.on_step(name)

    def on_step(self, name: str) -> None:
        if name in self._look.all:
            for seat in self._seats:
                self.react(seat, self._look.all[name])

    def update(self, dt: float) -> None:
        self._reactions = {seat: (mood, left - dt) for seat, (mood, left) in self._reactions.items() if left > dt}
        self.remarks.update(dt)

    @property
    def state(self) -> object:
        """Everything that depends on time."""
        return tuple((seat, mood) for seat, (mood, _) in self._reactions.items()), self.remarks.spoken

    def mood(self, seat: Seat, facts: Mapping[str, Any], busy: bool) -> str:
        """The end of the name of the face's picture."""
        if winners := winners_in(self._spec, facts):
            return "pleased" if seat in winners else "annoyed"
        if seat in self._reactions:
            return self._reactions[seat][0]
        if seat in (facts.get(self._out_fact) or ()):
            return "out"
        return "thinking" if busy else "calm"


def make_faces(look: Look, spec: Spec, bots: Sequence[str]) -> Faces:
    """`bots` has the bot of each seat, such as "expert:waiter"; empty for a person."""
    characters = [bot.partition(":")[2] if bot else None for bot in bots]
    return Faces(look.faces, spec, look.seat.out, len(bots), Remarks(spec.title, characters))


def gaze(face: tuple[float, float], target: tuple[float, float]) -> dict[str, str]:
    """What moves the pupils of a calm face so that it looks at that place: for `Art.image`."""
    x, y = target[0] - face[0], target[1] - face[1]
    if not x and not y:
        return {}
    return _gaze_in_direction(round(math.atan2(y, x) / math.tau * GAZE_STEPS) % GAZE_STEPS)


def all_gazes() -> list[dict[str, str]]:
    """What `gaze` can answer for a face that looks at something."""
    return [_gaze_in_direction(step) for step in range(GAZE_STEPS)]


def _gaze_in_direction(step: int) -> dict[str, str]:
    turn = step / GAZE_STEPS * math.tau
    x, y = round(GAZE_X * math.cos(turn), 1) + 0.0, round(GAZE_Y * math.sin(turn), 1) + 0.0  # no "-0.0"
    return {PUPILS: f"translate({x} {y})"}


def _seats_in(value: object) -> set[Seat]:
    """The seats that a fact names."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {value} if value >= 0 else set()
    return {seat for seat in value if isinstance(seat, int)} if isinstance(value, Sequence) else set()
