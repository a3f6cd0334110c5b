"""Screens on a stack. A scene returns what shall happen to the stack; nobody pokes into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from game.ui.input import Input
from game.ui.kit import Kit


class Scene:
    """One screen. `kit` is there once it lies on the stack."""

    overlay = False
    """Whether the scene below shows through, dimmed."""
    wants_all: bool = False
    """Whether it takes even the keys that otherwise belong to the application."""
    settle_s: float = 0.0
    """After this scene was popped, presses reach the one below only when nobody has pressed for so many seconds."""
    kit: Kit

    def __init__(self) -> None:
        self.dirty = True

    def enter(self, kit: Kit) -> None:
        """On the stack now, or the size, the language or the theme has changed: build everything anew."""
        self.kit = kit
        self.dirty = True

    def back(self, result: Any) -> Transition:
        """The scene above was popped, with this result."""
        self.dirty = True
        return None

    def leave(self) -> None:
        """Off the stack for good."""

    def handle(self, event: Input) -> Transition:
        return None

    def update(self, dt: float) -> Transition:
        return None

    def draw(self, surface: pygame.Surface) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Push:
    scene: Scene


@dataclass(frozen=True, slots=True)
class Pop:
    result: Any = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Another scene in the place of this one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Reset:
    """Nothing on the stack but this."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Quit:
    pass


Transition = Push | Pop | Swap | Reset | Quit | None
