"""A person's decision: what a touch leaves over, why a card is refused, and a second thought where a move loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.engine.cards import HIDDEN
from game.engine.moves import Move
from game.ui.scene import Push, Transition
from game.ui.screens.confirm import Answer, Confirm
from game.ui.table.choice import Choice, Target
from game.ui.table.paint import MoveButton
from game.ui.table.touch import Touch
from game.ui.widgets import Widget

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene


class Turn:
    def __init__(self) -> None:
        self._pending: Move | None = None
        """A move that waits for a second thought."""

    def touch(self, scene: TableScene, touch: Touch) -> Transition:
        return self._refuse(scene, touch) if touch.target is None else self.pick(scene, touch.target)

    def pick(self, scene: TableScene, target: Target) -> Transition:
        if scene.choice is None:
            return None
        if target in scene.choice.picked:
            scene.choice.back()
            scene.rebuild()
            return None
        move = scene.choice.pick(target)
        if move is None and scene.choice.picked and target not in scene.choice.picked:
            scene.choice = Choice(scene.view, scene.look.moves)
            move = scene.choice.pick(target)
        if move is not None:
            return self._consider(scene, move)
        scene.kit.audio.play("focus")
        scene.rebuild()
        scene.focus = self.near(scene, scene.focused)
        return None

    def _consider(self, scene: TableScene, move: Move) -> Transition:
        """Play, or ask first where a move would lose at once and others would not."""
        warning = scene.host.rules.warning(scene.view, move)
        if warning is None:
            scene.play(move)
            return None
        self._pending = move
        return Push(Confirm(scene.words.refusal(warning)))

    def answered(self, scene: TableScene, result: Any) -> bool:
        """Whether this was the answer to a second thought."""
        pending, self._pending = self._pending, None
        if pending is None:
            return False
        if result is Answer.YES:
            scene.play(pending)
        else:
            scene.choose_again()
        return True

    def _refuse(self, scene: TableScene, touch: Touch) -> Transition:
        sprite = touch.sprite
        if sprite is None or sprite.card == HIDDEN:
            return None
        if scene.choice is not None and scene.choice.picked:
            scene.choose_again()
            again = next((widget for widget in scene.widgets if widget.name == touch.name), None)
            if isinstance(again, Touch) and again.target is not None:
                return self.pick(scene, again.target)
        refusal = scene.host.rules.refusal(scene.host.view(scene.knower), sprite.card)
        if refusal is None:
            return None
        sprite.shake = 0.0 if scene.kit.settings.reduced_motion else 0.4
        scene.kit.audio.play("refused")
        scene.say(scene.words.refusal(refusal), "warning", refusal.clause)
        return None

    # Where the keyboard stands

    def stand(self, scene: TableScene) -> None:
        """Something is asked: the ring goes where it can be answered, unless somebody walked to a button."""
        now = scene.focused
        silent = isinstance(now, Touch) and now.target is None
        if now is None or silent or now.name != scene.walked:
            scene.focus = self.near(scene, now)

    def near(self, scene: TableScene, was: Widget | None) -> str:
        """The nearest answer to there, or to the hand; a button only where nothing else is one, as it acts at once."""
        touches = [stop for stop in scene.stops if isinstance(stop, Touch)]
        picked = scene.choice.picked if scene.choice is not None else ()
        answers = [touch for touch in touches if touch.target is not None and touch.target not in picked]
        buttons = [stop for stop in scene.stops if isinstance(stop, MoveButton)]
        stops: list[Widget] = [*(answers or buttons or touches or scene.stops)]
        whole = scene.kit.metrics
        hand = scene.kit.rect(whole.wide / 2, whole.high, 0, 0)
        at = was.rect.center if isinstance(was, Touch | MoveButton) else hand.center
        return min(stops, key=lambda stop: pygame.Vector2(stop.rect.center).distance_to(at)).name if stops else ""
