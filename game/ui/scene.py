"""Scenes: the screens on the application's stack. A scene changes the stack only by the Transition that it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from game.ui.input import Input
from game.ui.kit import Kit


class Scene:
    """One screen. It has a `kit` from its first `enter` on."""

    overlay = False
    """Whether the scene below is drawn, dimmed, behind this one."""
    takes_all_keys: bool = False
    """Whether the scene also gets the keys that otherwise belong to the application, such as full screen."""
    settle_s: float = 0.0
    """After this scene was popped, the one below gets no press until nothing was pressed for this many seconds."""
    music: str = ""
    """The piece of music of this screen. Without one, that of the scene below goes on."""
    draws_in_layers: bool = False
    """Whether `draw` says which layer it draws (see compositor.py). Then only what has changed is painted."""
    kit: Kit

    def __init__(self) -> None:
        self.dirty = True
        """Something has changed: the scene is drawn anew."""
        self.moved = False
        """Only what moves has changed: the layers that move are drawn anew."""

    def enter(self, kit: Kit) -> None:
        """Called when the scene comes on the stack, and when window size, language or theme have changed."""
        self.kit = kit
        self.dirty = True

    def on_result(self, result: Any) -> Transition:
        """Called when the scene above was popped with this result."""
        self.dirty = True
        return None

    def prepare(self, kit: Kit) -> None:
        """Called while another scene is shown: begin what takes long."""

    def leave(self) -> None:
        """Called when the scene was removed from the stack."""

    def handle(self, event: Input) -> Transition:
        return None

    def update(self, dt: float) -> Transition:
        return None

    def draw(self, surface: pygame.Surface) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top of this one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Pop:
    """Remove this scene, and give the one below a result."""

    result: Any = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Replace this scene by another."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Reset:
    """Remove all scenes, and start with this one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


Transition = Push | Pop | Swap | Reset | Quit | None
