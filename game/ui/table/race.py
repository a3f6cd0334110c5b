"""The table against the clock: a secret look for everybody who shares the machine, the signal, and keys for all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.engine.cards import Seat
from game.live import Live
from game.ui.input import KEYS, chosen
from game.ui.scene import Push, Transition
from game.ui.screens.curtain import Curtain
from game.ui.table import paint
from game.ui.widgets import Button, row_height

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

VERBS = ("play", "discard")


class Race:
    """What the screen remembers of a race: who has looked at the card of this turn."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._looked: set[Seat] = set()
        self._turn: object = None
        self._before: tuple[str, int] = ("", 0)

    def update(self, scene: TableScene, dt: float) -> Transition:
        """One frame, while nothing moves on the table."""
        live = self.live
        if live.phase == "choose":
            return scene.ordinary(dt)
        turn = scene.view.facts.get("turns"), scene.host.generation, scene.view.facts.get("tokens")
        if turn != self._turn:
            self._turn, self._looked = turn, set()
        if live.phase == "look" and scene.shared:
            person = next((seat for seat in self._racing(scene) if seat not in self._looked), None)
            if person is not None:
                if scene.knower != person:
                    name, avatar = scene.chairs[person]
                    return Push(Curtain(name, avatar))
                return None
            if scene.knower != scene.host.seats:
                scene.conceal()
            live.signal()
        if live.update(dt):
            scene.dirty = True
        now = live.phase, live.count
        if now != self._before:
            self._before = now
            scene.kit.audio.play({"countdown": "tick", "race": "signal"}.get(live.phase, ""))
            scene.rebuild()
        return None

    def _racing(self, scene: TableScene) -> list[Seat]:
        return [seat for seat in scene.host.people if seat in scene.host.deciders]

    def next_person(self, scene: TableScene) -> Seat | None:
        """Who takes the machine next."""
        return next((seat for seat in self._racing(scene) if seat not in self._looked), None)

    def press(self, scene: TableScene, action: str) -> None:
        """A key of one of the people at the machine."""
        verb, _, number = action.partition("_")
        people = scene.host.people
        if int(number) <= len(people):
            self._act(scene, people[int(number) - 1], verb)

    def _act(self, scene: TableScene, seat: Seat, verb: str) -> None:
        if self.live.phase == "countdown":
            scene.say(scene.kit.texts("live.too_soon"), "clock")
        elif self.live.press(seat, verb):
            scene.kit.audio.play(verb)
            scene.rebuild()

    # On the screen

    def buttons(self, scene: TableScene) -> Iterator[Button]:
        kit = scene.kit
        high = row_height(kit)
        y = paint.line_of(scene, (), ()).top
        middle = kit.metrics.wide / 2
        if self.live.phase == "look" and scene.shared and scene.knower < scene.host.seats:
            text = kit.texts("live.ready")
            wide = kit.type.width(text, "bold", 20) + 60
            at = kit.rect(middle - wide / 2, y, wide, high)
            yield Button("looked", at, lambda: self._seen(scene), text, kind="main")
        if self.live.phase == "race" and not scene.shared and scene.me in scene.host.deciders:
            labels = [self.label(scene, 0, verb) for verb in VERBS]
            wide = max(180.0, *(kit.type.width(label, "bold", 20) + 40 for label in labels))
            for number, (verb, label) in enumerate(zip(VERBS, labels, strict=True)):
                kind = "main" if number == 0 else "plain"
                at = kit.rect(middle - wide - 8 if number == 0 else middle + 8, y, wide, high)
                yield Button(f"live {verb}", at, partial(self._pressed, scene, verb), label, kind=kind)

    def _seen(self, scene: TableScene) -> Transition:
        self._looked.add(scene.knower)
        scene.conceal()
        return None

    def _pressed(self, scene: TableScene, verb: str) -> Transition:
        self._act(scene, scene.me, verb)
        return None

    def label(self, scene: TableScene, person: int, verb: str) -> str:
        keys = chosen(KEYS, scene.kit.settings.keys)[f"{verb}_{person + 1}"]
        return scene.kit.texts(f"live.{verb}_key", key=keys[0].upper() if keys else "–")

    def _keys(self, scene: TableScene, person: int) -> str:
        return ", ".join(self.label(scene, person, verb) for verb in VERBS)

    def prompt(self, scene: TableScene) -> str:
        texts = scene.kit.texts
        match self.live.phase:
            case "look":
                return texts("live.ready")
            case "countdown":
                return texts("live.ready")
            case "race" if scene.shared:
                return "   ·   ".join(
                    texts("prompt.named", name=scene.host.names[seat], what=self._keys(scene, number))
                    for number, seat in enumerate(scene.host.people)
                    if seat in scene.host.deciders
                )
            case "race":
                return texts("live.go")
        return scene.words.prompt(scene.view)

    def draw(self, scene: TableScene, surface: pygame.Surface) -> None:
        """The number that is being counted, and how long until a standoff."""
        kit = scene.kit
        x, y = scene.layout.middle
        if self.live.phase == "countdown":
            number = kit.type.mark(str(self.live.count), 150, kit.colours.light)
            shade = kit.type.mark(str(self.live.count), 150, kit.colours.ink)
            at = number.get_rect(center=(kit.px(x), kit.px(y)))
            surface.blit(shade, at.move(kit.px(4), kit.px(5)))
            surface.blit(number, at)
