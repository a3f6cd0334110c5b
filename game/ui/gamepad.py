"""Gamepads. Only this module uses pygame's private module for them. Without that module there are no gamepads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame

from game.ui.input import Pads

try:
    from pygame._sdl2 import controller
except ImportError:  # a pygame that was built without it
    controller = None  # type: ignore[assignment]


class Gamepads:
    """Opens every gamepad, also those that are plugged in later. A gamepad that is not open sends no events.

    `pads` is told of each, in the order in which they are opened.
    """

    def __init__(self, pads: Pads | None = None) -> None:
        self._pads = pads or Pads()
        self._open: dict[int, Any] = {}
        self._available = False
        if controller is None:
            return
        try:
            controller.init()
            self._available = True
            for number in range(controller.get_count()):
                self._add(number)
        except (pygame.error, AttributeError, OSError):
            return

    def watch(self, events: Iterable[pygame.Event]) -> None:
        for event in events:
            if event.type == pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            elif event.type == pygame.CONTROLLERDEVICEREMOVED:
                self._open.pop(event.instance_id, None)
                self._pads.unplug(event.instance_id)

    def _add(self, number: int) -> None:
        try:
            pad = controller.Controller(number)
            instance_id = pad.as_joystick().get_instance_id()
            self._open[instance_id] = pad
            self._pads.plug(instance_id)
        except (pygame.error, AttributeError, ValueError, OSError):
            return

    def close(self) -> None:
        self._open.clear()
        if self._available:
            self._available = False
            controller.quit()
