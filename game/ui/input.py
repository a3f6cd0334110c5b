"""Input: turns events of keyboard, gamepads and pointer into actions and pointer inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count

import pygame

KEYS: dict[str, tuple[str, ...]] = {
    "up": ("up",),
    "down": ("down",),
    "left": ("left",),
    "right": ("right",),
    "confirm": ("return", "space", "enter"),
    "back": ("escape", "backspace"),
    "next": ("tab",),
    "previous": ("shift tab",),
    "hint": ("h",),
    "undo": ("u",),
    "rules": ("r",),
    "log": ("l",),
    "last": ("t",),
    "pause": ("p",),
    "settings": ("o",),
    "keys": ("f1",),
    "fullscreen": ("f11",),
    "play_1": ("a",),
    "discard_1": ("z",),
    "play_2": ("g",),
    "discard_2": ("b",),
    "play_3": ("k",),
    "discard_3": ("m",),
}
"""The usual keys of every action, by the names pygame gives them."""

BUTTONS: dict[str, tuple[str, ...]] = {
    "up": ("dpad up",),
    "down": ("dpad down",),
    "left": ("dpad left",),
    "right": ("dpad right",),
    "confirm": ("a",),
    "back": ("b",),
    "hint": ("y",),
    "undo": ("x",),
    "next": ("right shoulder",),
    "previous": ("left shoulder",),
    "last": ("left stick",),
    "log": ("right stick",),
    "pause": ("start",),
    "rules": ("back",),
}
"""The same for a gamepad."""

BUTTON_NAMES = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "left shoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "right shoulder",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "left stick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "right stick",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpad up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpad down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpad left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpad right",
}
AXES = {pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"), pygame.CONTROLLER_AXIS_LEFTY: ("up", "down")}
STICK_PUSHED, STICK_CENTRED = 18000, 9000
"""A stick counts as pushed above the first value of its axis, and can be pushed again after it was below the second."""
TYPING_ACTIONS = frozenset({"up", "down", "next", "previous", "fullscreen", "keys"})
"""Actions that also work while a text entry has the keyboard. Return and Escape work, too: they end the entry."""


@dataclass(frozen=True, slots=True)
class Action:
    """A key or a gamepad button was pressed, or released if `down` is False."""

    name: str
    down: bool = True
    pad: int = -1
    """The number of the gamepad, in the order in which they were plugged in; -1 for the keyboard."""


@dataclass(frozen=True, slots=True)
class Point:
    """The pointer: "move", "down", "up" or "wheel"."""

    kind: str
    pos: tuple[int, int]
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Focus:
    """The window has got the keyboard focus, or lost it."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Raw:
    """A pygame event as it is, for text entries and for choosing keys."""

    event: pygame.Event


Input = Action | Point | Focus | Raw


class Pads:
    """Gives gamepads numbers from 0, in the order in which they are plugged in. The number of one that is unplugged
    goes to the next that is plugged in. The others keep theirs."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def plug(self, instance_id: int) -> int:
        """The number of a gamepad, a new one if it had none."""
        if instance_id not in self._numbers:
            taken = set(self._numbers.values())
            self._numbers[instance_id] = next(number for number in count() if number not in taken)
        return self._numbers[instance_id]

    def unplug(self, instance_id: int) -> None:
        self._numbers.pop(instance_id, None)


class Reader:
    """Turns pygame's events into inputs, by the keys of the settings."""

    def __init__(self, keys: Mapping[str, Iterable[str]], buttons: Mapping[str, Iterable[str]]) -> None:
        self.set_keys(keys, buttons)
        self._down: set[int] = set()
        """The keys that are down. Some systems repeat the press of such a key."""
        self.pads = Pads()
        self._sticks: dict[tuple[int, int], int] = {}
        """By gamepad and axis: the direction in which the stick is pushed (-1 or 1), 0 if it is not."""
        self.typing = False
        """Whether a text entry takes the letters now."""

    def set_keys(self, keys: Mapping[str, Iterable[str]], buttons: Mapping[str, Iterable[str]]) -> None:
        """Use these keys and buttons from now on, and the usual ones for actions that are missing."""
        self._keys = _actions_by_key(KEYS, keys)
        self._buttons = _actions_by_key(BUTTONS, buttons)

    def read(self, event: pygame.Event) -> list[Input]:
        match event.type:
            case pygame.MOUSEMOTION:
                return [Point("move", event.pos)]
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.button == 1:
                return [Point("down" if event.type == pygame.MOUSEBUTTONDOWN else "up", event.pos)]
            case pygame.MOUSEWHEEL:
                return [Point("wheel", pygame.mouse.get_pos(), event.y)]
            case pygame.KEYDOWN | pygame.KEYUP:
                return self._key(event)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                down = event.type == pygame.CONTROLLERBUTTONDOWN
                action = self._buttons.get(BUTTON_NAMES.get(event.button, ""))
                return [Action(action, down, self.pads.plug(event.instance_id))] if action else []
            case pygame.CONTROLLERAXISMOTION:
                return self._axis(event)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._unplug(event.instance_id)
            case pygame.WINDOWFOCUSLOST:
                self._down.clear()
                return [Focus(False)]
            case pygame.WINDOWFOCUSGAINED:
                return [Focus(True)]
        return []

    def _key(self, event: pygame.Event) -> list[Input]:
        down = event.type == pygame.KEYDOWN
        if down and event.key in self._down:
            return []
        (self._down.add if down else self._down.discard)(event.key)
        name = event_key(event)
        if down and name == "return" and event.mod & pygame.KMOD_ALT:
            return [Action("fullscreen")]
        action = self._keys.get(name)
        if action is None or (self.typing and name not in ("return", "escape") and action not in TYPING_ACTIONS):
            return []
        return [Action(action, down)]

    def _axis(self, event: pygame.Event) -> list[Input]:
        names = AXES.get(event.axis)
        if names is None:
            return []
        stick = event.instance_id, event.axis
        pushed = (event.value > STICK_PUSHED) - (event.value < -STICK_PUSHED)
        if pushed and pushed != self._sticks.get(stick, 0):
            self._sticks[stick] = pushed
            return [Action(names[pushed > 0], pad=self.pads.plug(event.instance_id))]
        if abs(event.value) < STICK_CENTRED:
            self._sticks[stick] = 0
        return []

    def _unplug(self, instance_id: int) -> None:
        self.pads.unplug(instance_id)
        for axis in AXES:
            self._sticks.pop((instance_id, axis), None)


def event_key(event: pygame.Event) -> str:
    """The name of the key of an event. Shift and Tab together count as a key of their own."""
    name = pygame.key.name(event.key)
    return f"shift {name}" if name == "tab" and event.mod & pygame.KMOD_SHIFT else name


def effective_keys(
    usual: Mapping[str, Iterable[str]], changed: Mapping[str, Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """The keys of each action. A key has only one action: the first one that lists it."""
    taken: set[str] = set()
    own: dict[str, tuple[str, ...]] = {}
    for action, keys in usual.items():
        own[action] = tuple(key for key in dict.fromkeys(changed.get(action, keys)) if key not in taken)
        taken.update(own[action])
    return own


def swap_keys(own: Mapping[str, tuple[str, ...]], action: str, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The keys of each action after one got new keys. Another action that loses a key gets an old one for it."""
    wanted = tuple(keys)
    spare = [key for key in own[action] if key not in wanted]
    after: dict[str, tuple[str, ...]] = {}
    for other, old in own.items():
        kept = [key if key not in wanted else spare.pop(0) if spare else "" for key in old if other != action]
        after[other] = wanted if other == action else tuple(filter(None, kept))
    return after


def _actions_by_key(usual: Mapping[str, Iterable[str]], changed: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The action of every key."""
    return {key: action for action, keys in effective_keys(usual, changed).items() for key in keys}
