"""A table that asks one viewer for moves. Every touch, by any device, goes through the viewer's Sitting."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.cards import Card, Seat
from game.play.choice import Choice, Target, button_target
from game.play.host import Host
from game.play.sitting import Chosen, Doubtful, Narrowed, Outcome, Position, Refused
from game.ui.input import Action, Input, Point
from game.ui.kit import Kit
from game.ui.scene import Push, Transition
from game.ui.screens.confirm import Confirm
from game.ui.screens.keys import KeyCard
from game.ui.screens.settings import SettingsScreen
from game.ui.table import focus, highlights, toolbar
from game.ui.table.drag import Drag
from game.ui.table.prompt import MoveButton, move_buttons
from game.ui.table.tip_texts import shown_view
from game.ui.table.touch import TouchWidget, touch_widgets
from game.ui.table.trick import TrickOverlay
from game.ui.table.view import TableView
from game.ui.widgets import Press, Widget
from game.words.message import Message

STRONG_LEVELS = ("expert", "master")
"""Playing aids are off against these levels, unless the settings say otherwise."""
ONLY_CARD_S = 0.7
"""How long the only card that can be played is shown before it is played by itself."""


class AskingTable(TableView):
    """Shows the question and what can be touched, plays what was chosen, helps, and takes moves back."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._drag = Drag()
        self._asked_position: Position | None = None
        """The Position whose question was asked."""
        self._asked_s = 0.0
        """How long ago that was."""
        self._undone_to: Position | None = None
        """The Position to which a move was taken back last."""
        self._last_answer = ""
        """The name of the last possible answer that had the focus."""

    # Building

    def enter(self, kit: Kit) -> None:
        self._drag.cancel()
        super().enter(kit)

    def build(self) -> None:
        kit, board, prompt = self.kit, self.board, self.prompt()
        hand = board.hand if self.seating.is_open else ""
        self.widgets += toolbar.tool_buttons(
            kit,
            self._tool_presses(),
            log_open=self.log_view.is_open,
            can_hint=not self.host.over,
            can_undo=self._can_undo(),
            has_tricks="tricks" in board.spec.facts,
        )
        self.widgets += touch_widgets(
            kit, board.stage, board.hud, self.choice, hand, self._on_touch, self.sitting.card_places()
        )
        places = self.prompt_layout(prompt)
        self.widgets += move_buttons(board, self.sitting, self.choice, places, self.touch, self.is_hinted)
        self.widgets += self.other_buttons(prompt)
        if self.log_view.is_open:
            self.widgets.append(self.make_log_panel(prompt))
        self.widgets += self.info_widgets()

    def other_buttons(self, prompt: str) -> Iterator[Widget]:
        """The buttons beside this prompt, besides those of moves."""
        return iter(())

    @property
    def asking(self) -> bool:
        """Whether the viewer is asked for a move now."""
        return self._asked_position == self.sitting.position

    @property
    def choice(self) -> Choice | None:
        return self.sitting.choice if self.asking else None

    def fallback_focus(self, lost: Widget | None) -> str:
        return focus.nearest_answer(self.kit, self.tab_stops, self.sitting.choice.picked, lost)

    # Asking

    def _make_sitting(self) -> None:
        self._drag.cancel()
        self._asked_position = None
        super()._make_sitting()

    def _change_viewer(self) -> None:
        self._asked_position = None
        super()._change_viewer()

    def _ask_question(self) -> None:
        """Ask the question of this Position, and move the focus to a possible answer."""
        self._asked_position = self.sitting.position
        self._asked_s = 0.0
        if len(self.host.setup.chairs) > 1:
            self.kit.audio.play("turn")
        self.rebuild()
        now = self.focused
        unplayable = isinstance(now, TouchWidget) and not now.legal
        if now is None or unplayable or now.name != self.walked_to:
            self.focus = self.fallback_focus(now)

    def _is_only_card_due(self, dt: float) -> bool:
        """Whether the only card that can be played is played by itself now, as the settings may say. It is shown for a
        moment first. After an undo it waits for the player."""
        if not self.kit.settings.play_only_card or self.sitting.position == self._undone_to:
            return False
        if self.sitting.choice.picked or self._drag.is_dragging or self.sitting.only_card is None:
            return False
        self._asked_s += dt
        return self._asked_s >= ONLY_CARD_S * self.director.pace

    def _play_only_card(self) -> Transition:
        target = self.sitting.only_card
        return self.touch(target) if target is not None else None

    def prompt(self) -> str:
        moments = self.board.moments
        if moments.shouts or moments.caption:
            return "" if moments.shouts else moments.caption
        return "" if self.host.over or not self.director.idle else self.prompt_at_rest()

    def prompt_at_rest(self) -> str:
        """What the viewer is asked, or whom the match waits for, while nothing moves."""
        return self.board.words.prompt(self.sitting.view, self.sitting.question)

    @property
    def aid_text(self) -> str:
        """The playing aid for the viewer, as a sentence; empty if there is none, or aids are off."""
        setting, chairs = self.kit.settings.aids, self.host.setup.chairs
        strong = any(chair.bot.partition(":")[0] in STRONG_LEVELS for chair in chairs)
        if setting == "off" or (setting == "auto" and strong) or self.viewer not in self.board.layout.plate_centres:
            return ""
        aid = self.host.rules.aid(shown_view(self.board, self.sitting.view))
        return self.board.words.say(Message.of(aid)) if aid is not None else ""

    # Moves

    def _on_touch(self, touch: TouchWidget) -> Transition:
        if self._pointer_moved:
            move = highlights.previewed_move(self.kit, self.sitting, self.choice, self.widgets, self._pointer)
            if move is not None:
                return self.touch(button_target(move))
        return self.touch(touch.target)

    def touch(self, target: Target) -> Transition:
        """Touch something, with any device. This is the only way to a move."""
        self._follow_match()
        return self._apply_outcome(self.sitting.touch(target))

    def _apply_outcome(self, outcome: Outcome) -> Transition:
        self.dirty = True
        match outcome:
            case Chosen(move):
                self.host.play(self.viewer, move)
                self._after_move()
            case Doubtful(_, warning):
                return Push(Confirm(self.board.words.say(warning)))
            case Narrowed():
                self.kit.audio.play("focus")
                self.rebuild()
                self.focus = self.fallback_focus(self.focused)
            case Refused(message, card):
                self._refuse(message, card)
        return None

    def _after_move(self) -> None:
        """The viewer has played a move."""
        self._follow_match()

    def _refuse(self, message: Message | None, card: Card) -> None:
        self.rebuild()
        if message is None:
            return
        self.kit.audio.play("refused")
        for sprite in self.board.stage.sprites:
            if sprite.card == card and not self.kit.settings.reduced_motion:
                sprite.shake()

    def _can_undo(self) -> bool:
        return self.seating.is_open and self.host.can_undo(self.seating.bottom_seat)

    def _undo_for(self, seat: Seat) -> None:
        self.kit.audio.play("undo")
        self.director.skip()
        self.host.undo(seat)
        self._undone_to = self.host.position(seat)
        self._follow_match()

    # The bar and the keys

    def _tool_presses(self) -> dict[str, Press]:
        return {
            "hint": self._ask_hint,
            "undo": self._undo,
            "last": self._last_trick,
            "log": self.toggle_log,
            "rules": self.open_rules,
            "pause": self._pause,
            "keys": lambda: Push(KeyCard()),
            "settings": lambda: Push(SettingsScreen()),
        }

    def _ask_hint(self) -> Transition:
        if self.asking:
            self.sitting.ask_hint()
            self.kit.audio.play("hint")
        return None

    def _undo(self) -> Transition:
        if self._can_undo():
            self._undo_for(self.seating.bottom_seat)
        else:
            self.sitting.say(Message("table.no_undo"), "undo")
        return None

    def _last_trick(self) -> Transition:
        spec = self.board.spec
        tricks = self.board.stage.facts.get(spec.facts.get("tricks", ""))
        if not tricks:
            return self.toggle_log()
        return Push(TrickOverlay(spec, self.look, self.host.names, *tricks[-1]))

    def _pause(self) -> Transition:
        """Open the pause menu."""
        raise NotImplementedError

    def cancel(self) -> Transition:
        if self.sitting.choice.unpick_last():
            self.rebuild()
            return None
        if self.sitting.said is not None or self.log_view.is_open:
            self.sitting.hush()
            self.log_view.close()
            self.rebuild()
            return None
        return self._pause()

    def act(self, name: str) -> Transition:
        presses = self._tool_presses()
        if name in presses:
            self.dirty = True
            return presses[name]()
        if name == "confirm" and self._skip_motion():
            return None
        now = self.focused
        if isinstance(now, TouchWidget | MoveButton):
            self._last_answer = now.name
        elif name == "down" and now in toolbar.bar_stops(self.tab_stops):
            self.focus = self.walked_to = self._answer_to_return_to()
            self.dirty = True
            return None
        return super().act(name)

    def _answer_to_return_to(self) -> str:
        """Where the focus goes from the bar by Down: to the last answer that had it, if it is still one."""
        before = next((stop for stop in self.tab_stops if stop.name == self._last_answer), None)
        playable = before.legal if isinstance(before, TouchWidget) else before is not None
        return self._last_answer if playable else self.fallback_focus(None)

    def handle(self, event: Input) -> Transition:
        self._follow_match()
        if isinstance(event, Action) and self._drag.is_dragging:
            self._drag.cancel()
            self.dirty = True
        match event:
            case Action(name, True) if self.director.rests_for_eyes and self._skip_motion():
                if name not in self._tool_presses():  # any other key only takes the trick
                    return None
            case Action(name, True, pad) if self.press_pad(name, pad):
                return None
            case Point("down", pos):
                if (transition := self._play_on(pos)) is not None:
                    return transition
                under = self.widget_at(pos)
                if (under is None or isinstance(under, TouchWidget)) and self._skip_motion():
                    return None
                self._drag.press(under if self.asking else None, pos)
            case Point("move", pos) if self._drag_to(pos):
                return None
            case Point("up", pos) if self._drag.is_dragging:
                self.release_pointer()
                outcome = self._drag.drop(self.sitting, self.widgets, pos)
                self.rebuild()
                return self._apply_outcome(outcome) if outcome is not None else None
            case Point("up", pos):
                in_vain = self._drag.dragged_in_vain(pos)
                self._drag.cancel()
                if in_vain is not None and self.asking:
                    self.release_pointer()
                    return self.touch(in_vain)
        return super().handle(event)

    def press_pad(self, action: str, pad: int) -> bool:
        """Called for each button of a gamepad. True if it has a meaning of its own now, and no more is to be done."""
        return False

    def _play_on(self, pos: tuple[int, int]) -> Transition:
        """If a card is touched while a finished trick still lies there: take the trick, so that the touch can play."""
        if not self.director.rests_for_eyes or not isinstance(self.widget_at(pos), TouchWidget):
            return None
        self._skip_motion()
        return self.update_at_rest(0.0) if self.director.idle else None

    def _drag_to(self, pos: tuple[int, int]) -> bool:
        """Move a dragged card to the pointer; False if no card is dragged."""
        held = self._drag.is_dragging
        rigid = self.kit.settings.reduced_motion or self.director.pace <= 0
        if not self._drag.move(self.sitting, pos, self.kit.metrics.unit_px, rigid):
            return False
        self.moved = True
        if not held:  # the drag begins: the places where the card may go have to glow
            self.rebuild()
        return True
