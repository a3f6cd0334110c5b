"""Several gamepads: each has a number, and sticks of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.ui import gamepad
from game.ui.gamepad import Gamepads
from game.ui.input import Action, Input, Reader
from tests.screen import BUTTON_CODES

FIRST, SECOND, THIRD = 11, 12, 13
"""What SDL calls them: it counts on from pad to pad."""
FAR = 30000


class Door:
    """The system's door to gamepads, with pads that are numbers. A place without one is an error, as with pygame."""

    def __init__(self, *places: int) -> None:
        self.places = list(places)

    def init(self) -> None: ...

    def quit(self) -> None: ...

    def get_count(self) -> int:
        return len(self.places)

    def Controller(self, place: int) -> Pad:  # as pygame calls it
        if place >= len(self.places):
            raise pygame.error("Invalid index")
        return Pad(self.places[place])


class Pad:
    def __init__(self, instance_id: int) -> None:
        self._instance_id = instance_id

    def as_joystick(self) -> Pad:
        return self

    def get_instance_id(self) -> int:
        return self._instance_id


@pytest.fixture
def reader() -> Iterator[Reader]:
    pygame.display.init()
    yield Reader({}, {})


def button(reader: Reader, pad: int, name: str = "a") -> list[Input]:
    return reader.read(pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=BUTTON_CODES[name], instance_id=pad))


def stick(reader: Reader, pad: int, value: int, axis: int = pygame.CONTROLLER_AXIS_LEFTX) -> list[Input]:
    return reader.read(pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=pad))


def added(place: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=place)


def removed(pad: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)


def test_an_action_says_which_pad_it_came_from(reader: Reader) -> None:
    assert button(reader, FIRST) == [Action("confirm", True, 0)]
    assert button(reader, SECOND) == [Action("confirm", True, 1)]
    assert button(reader, FIRST, "b") == [Action("back", True, 0)]
    up = pygame.Event(pygame.CONTROLLERBUTTONUP, button=BUTTON_CODES["a"], instance_id=SECOND)
    assert reader.read(up) == [Action("confirm", False, 1)]


def test_a_key_comes_from_no_pad(reader: Reader) -> None:
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    assert reader.read(key) == [Action("confirm", True, -1)]


def test_pads_are_numbered_as_they_were_plugged_in_not_as_they_are_used(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(FIRST)
    monkeypatch.setattr(gamepad, "controller", door)
    pads = Gamepads(reader.pads)
    door.places.append(SECOND)
    pads.watch([added(1)])
    assert len(pads._open) == 2
    assert button(reader, SECOND) == [Action("confirm", True, 1)]
    assert button(reader, FIRST) == [Action("confirm", True, 0)]
    pads.close()


def test_a_pad_that_is_told_of_twice_keeps_its_number(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamepad, "controller", Door(FIRST, SECOND))
    pads = Gamepads(reader.pads)
    pads.watch([added(0), added(1), added(2)])
    assert len(pads._open) == 2
    assert button(reader, SECOND) == [Action("confirm", True, 1)]
    pads.close()


def test_a_pad_that_was_pulled_out_leaves_its_number_to_the_next(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(FIRST, SECOND)
    monkeypatch.setattr(gamepad, "controller", door)
    pads = Gamepads(reader.pads)
    door.places[:] = [SECOND, THIRD]
    events = [removed(FIRST), added(1)]
    pads.watch(events)
    for event in events:
        assert reader.read(event) == []
    assert button(reader, SECOND) == [Action("confirm", True, 1)]
    assert button(reader, THIRD) == [Action("confirm", True, 0)]
    assert len(pads._open) == 2
    pads.close()


def test_every_pad_has_a_stick_of_its_own(reader: Reader) -> None:
    assert stick(reader, FIRST, FAR) == [Action("right", True, 0)]
    assert stick(reader, FIRST, FAR - 1) == []
    assert stick(reader, SECOND, FAR) == [Action("right", True, 1)]
    assert stick(reader, SECOND, 0) == []
    assert stick(reader, FIRST, FAR) == []
    assert stick(reader, SECOND, -FAR) == [Action("left", True, 1)]
    assert stick(reader, FIRST, FAR, pygame.CONTROLLER_AXIS_LEFTY) == [Action("down", True, 0)]
    assert stick(reader, FIRST, FAR, pygame.CONTROLLER_AXIS_RIGHTX) == []


def test_a_stick_that_was_pushed_when_its_pad_went_is_forgotten(reader: Reader) -> None:
    assert stick(reader, FIRST, FAR)
    assert reader.read(removed(FIRST)) == []
    assert stick(reader, FIRST, FAR) == [Action("right", True, 0)]


def test_the_numbers_outlive_other_keys(reader: Reader) -> None:
    button(reader, FIRST)
    button(reader, SECOND)
    reader.set_keys({}, {"hint": ("a",), "confirm": ("y",)})
    assert button(reader, SECOND) == [Action("hint", True, 1)]
