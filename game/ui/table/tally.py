"""What the score screen shows: points after every round, taken from what everybody has heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from game.engine.events import Decided, Event, Fact, Step
from game.ui.look import Rounds
from game.ui.screens.scores import Tally

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene


def tally(scene: TableScene, heard: int, final: bool, lines: Sequence[str]) -> Tally:
    host = scene.host
    events = host.heard(host.seats, 0, heard)
    rounds = history(events, scene.look.rounds, final)
    proof = host.rules.proof(host.view(host.seats)) if final else []
    return Tally(
        title=scene.kit.texts(f"{host.rules.spec.title}.name"),
        names=host.names,
        avatars=[avatar for _, avatar in scene.chairs],
        rounds=rounds,
        winners=host.standings.winners if final else (),
        final=final,
        lines=[*lines, *map(scene.words.refusal, proof)],
    )


def history(events: Sequence[Event], rounds: Rounds, final: bool) -> list[tuple[int, ...]]:
    """Everybody's points at the end of each round; where a title has no rounds, whenever they changed."""
    found: list[tuple[int, ...]] = []
    points: tuple[int, ...] = ()
    counting = False
    for event in events:
        if isinstance(event, Step | Decided) and counting:
            found.append(points)
            counting = False
        match event:
            case Step(name) if name and name == rounds.before:
                found.append(points)
            case Step(name) if name and name == rounds.after:
                counting = True
            case Fact(name, value) if name == rounds.points and isinstance(value, tuple):
                points = _whole(value)
                if not rounds.before and not rounds.after:
                    found.append(points)
    if points and (counting or (rounds.before and not final) or (final and (not found or found[-1] != points))):
        found.append(points)
    return [row for row in found if row]


def _whole(value: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(int(number) for number in value)
