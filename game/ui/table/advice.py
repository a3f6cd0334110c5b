"""A hint in three steps: where to look, the move, and why. It comes from the best level, and from the View alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.host import Hint
from game.ui.table.choice import parts
from game.ui.table.touch import Touch

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene

LOOK, MOVE, WHY = range(3)
STAYS = 60.0
"""Seconds a hint stands: nobody shall have to hurry."""


class Advice:
    def __init__(self) -> None:
        self.hint: Hint | None = None
        self._step = LOOK

    def forget(self) -> None:
        self.hint, self._step = None, LOOK

    def ask(self, scene: TableScene) -> None:
        """The first hint has to be thought out; every further press tells more of it."""
        if self.hint is not None:
            self._step = min(self._step + 1, WHY)
            self._tell(scene, self.hint)
        elif scene.choice is not None and not scene.host.pondering:
            scene.host.ask_hint(scene.knower)
            scene.say(scene.kit.texts("table.waiting"), "hint")

    def listen(self, scene: TableScene) -> None:
        if not scene.host.pondering:
            return
        hint = scene.host.hint()
        if hint is not None:
            self.hint, self._step = hint, LOOK
            self._tell(scene, hint)
        elif not scene.host.pondering:
            scene.own_up(scene.kit.texts("hint.none"))

    def _tell(self, scene: TableScene, hint: Hint) -> None:
        scene.kit.audio.play("hint")
        texts, words = scene.kit.texts, scene.words
        if self._step == LOOK:
            text = words.hint_look(scene.view, hint.look)
        elif self._step == MOVE:
            text = texts("hint.move", move=words.move(scene.view, hint.move))
        else:
            why = " ".join(words.reason(reason) for reason in hint.reasons)
            text = texts("hint.again", move=words.move(scene.view, hint.move), reason=why)
        scene.say(text, "hint", seconds=STAYS)

    def near(self, scene: TableScene) -> set[str]:
        """The names of what lies where the first step says to look."""
        if self.hint is None or self._step > LOOK:
            return set()
        places = f"zone {self.hint.look}", f"card {self.hint.look} "
        return {widget.name for widget in scene.widgets if widget.name.startswith(places)}

    def meant(self, scene: TableScene) -> set[str]:
        """The names of all that belongs to the move, once it was told and while nothing else is being chosen."""
        if self.hint is None or self._step == LOOK or scene.choice is None:
            return set()
        aims = parts(scene.view, self.hint.move, scene.look.moves)
        if any(target not in aims for target in scene.choice.picked):
            return set()
        touched = {widget.name for widget in scene.widgets if isinstance(widget, Touch) and widget.target in aims}
        return touched | {f"move {target.place}" for target in aims if target.kind == "button"}
