"""The keys of all actions: the card that lists them (F1), and the screen where they are changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pygame

from game.disk.settings import Settings
from game.ui import shapes
from game.ui.fonts import MIN_FIT_SCALE
from game.ui.input import BUTTON_NAMES, BUTTONS, KEYS, Action, Input, Raw, effective_keys, event_key, swap_keys
from game.ui.kit import Kit
from game.ui.scene import Pop, Transition
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.widgets import GAP_U, Button, Text, Widget, row_height

Device = str
"""Either "keys" or "buttons"."""
USUAL_KEYS: Mapping[Device, Mapping[str, tuple[str, ...]]] = {"keys": KEYS, "buttons": BUTTONS}
CANCEL_KEY = "escape"
TEXT_SIZE_U = 17
ICON_SHARE, ICON_ROOM_U = 0.62, 30.0
"""Width of a button's icon as a share of the button's height, and the width that is free beside icon and text."""


def current_keys(settings: Settings, device: Device) -> dict[str, tuple[str, ...]]:
    return effective_keys(USUAL_KEYS[device], settings.keys if device == "keys" else settings.buttons)


def key_name(kit: Kit, device: Device, key: str) -> str:
    """The name of a key in the current language, or as it is printed on the key."""
    known = f"key.{device}.{key.replace(' ', '_')}"
    if kit.texts.has(known):
        return kit.texts(known)
    return key.upper() if len(key) <= 3 else key.capitalize()


def key_names(kit: Kit, device: Device, action: str) -> str:
    keys = current_keys(kit.settings, device).get(action, ())
    return " / ".join(key_name(kit, device, key) for key in keys) or kit.texts("keys.none")


@dataclass(frozen=True, slots=True)
class KeySwap:
    """A key that `action` has taken from the action `other`."""

    device: Device
    key: str
    action: str
    other: str

    def line(self, kit: Kit) -> str:
        """A sentence: what the key does now, and which keys the other action has now."""
        key = key_name(kit, self.device, self.key)
        action, other = kit.texts(f"keys.{self.action}"), kit.texts(f"keys.{self.other}")
        if not current_keys(kit.settings, self.device)[self.other]:
            return kit.texts(f"keys.lost_{self.device}", key=key, action=action, other=other)
        keys = key_names(kit, self.device, self.other)
        return kit.texts("keys.swapped", key=key, action=action, other=other, keys=keys)


def assign_keys(
    settings: Settings, device: Device, action: str, keys: tuple[str, ...]
) -> tuple[Settings, list[KeySwap]]:
    """The settings with these keys for an action, and which keys it has taken from other actions."""
    before, usual = current_keys(settings, device), USUAL_KEYS[device]
    if action not in usual:
        return settings, []
    after = swap_keys(before, action, keys)
    kept = settings.keys if device == "keys" else settings.buttons
    unknown = {name: own for name, own in kept.items() if name not in usual}
    table = unknown | {name: own for name, own in after.items() if own != usual[name]}
    swaps = [KeySwap(device, key, action, other) for other, own in before.items() if other != action
             for key in own if key in keys]  # fmt: skip
    return settings.with_changes(**{device: table}), swaps


class KeyCaps(Widget):
    """The keys and buttons of one action, drawn as key caps, in several lines if necessary."""

    def __init__(self, kit: Kit, action: str, width: float) -> None:
        self._caps: list[tuple[pygame.Rect, pygame.Surface, Device]] = []
        height = round(kit.px(kit.fonts.line_height("bold", TEXT_SIZE_U)) + kit.px(4))
        x = y = 0
        for device in USUAL_KEYS:
            for key in current_keys(kit.settings, device).get(action, ()):
                word = kit.fonts.fit(key_name(kit, device, key), "bold", TEXT_SIZE_U, kit.colours.text, width - 40)
                room = word.get_width() + kit.px(20) + (height if device == "buttons" else 0)
                if x and x + room > kit.px(width):
                    x, y = 0, y + height + kit.px(5)
                self._caps.append((pygame.Rect(x, y, room, height), word, device))
                x += room + kit.px(6)
        super().__init__("", pygame.Rect(0, 0, kit.px(width), y + height))

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        for place, word, device in self._caps:
            cap = place.move(at.topleft)
            round_one = device == "buttons"
            radius = cap.height / 2 if round_one else kit.px(7)
            surface.blit(
                shapes.plate(kit.art, cap.move(0, kit.px(2)).size, radius, c.edge, c.edge), cap.move(0, kit.px(2))
            )
            surface.blit(shapes.plate(kit.art, cap.size, radius, c.paper, c.paper, c.edge, kit.px(1.5)), cap)
            x = cap.left + kit.px(10)
            if round_one:
                side = cap.height - kit.px(6)
                surface.blit(kit.art.image("icons/gamepad.svg", (side, side)), (x - kit.px(2), cap.top + kit.px(3)))
                x += cap.height
            surface.blit(word, word.get_rect(midleft=(x, cap.centery)))


class KeyCard(Sheet):
    """A list of all keys, in two columns if there is room."""

    def build(self) -> None:
        kit = self.kit
        actions = list(KEYS)
        count = 1 if has_big_text(kit) else 2
        each = -(-len(actions) // count)
        self.begin(860 if count == 1 else 1180)
        for (x, width), start in zip(self.columns(count), range(0, len(actions), each), strict=True):
            self.row_y = 0
            for action in actions[start : start + each]:
                self._add_line(action, x, width)
        done: FootButton = ("done", lambda: Pop(), kit.texts("settings.done"), "check", "main")
        self.finish(kit.texts("keys.title"), [done], "keyboard")

    def _add_line(self, action: str, x: float, width: float) -> None:
        kit = self.kit
        label = width * 0.36
        caps = KeyCaps(kit, action, width - label)
        caps.rect.topleft = kit.px(x + label), kit.px(self.row_y)
        height = caps.rect.height / kit.metrics.unit_px
        at = kit.rect(x, self.row_y, label - GAP_U, kit.fonts.line_height("bold", TEXT_SIZE_U) + 4)
        self.add_row([Text.fitting(kit, at, kit.texts(f"keys.{action}"), "text", TEXT_SIZE_U), caps], height - 3)

    def act(self, name: str) -> Transition:
        return Pop() if name == "keys" else super().act(name)


class KeysScreen(Sheet):
    """Changes keys: press the button of an action, then the new key. A key of another action is swapped."""

    def __init__(self) -> None:
        super().__init__()
        self._listening_for: tuple[Device, str] | None = None
        self._ignore_action = False
        """Whether the next action is ignored, because its key was just chosen."""
        self._is_stacked = False
        """Whether the button of the keyboard stands above that of the gamepad, because its text is too long."""
        self._columns: tuple[float, float, float] | None = None
        """The widths in units of the name, the keys and the buttons of an action, if they stand side by side."""
        self._swaps: list[KeySwap] = []
        """The keys that the last choice took from other actions."""

    @property
    def listening(self) -> bool:
        return self._listening_for is not None

    @property
    def takes_all_keys(self) -> bool:  # type: ignore[override]
        return self.listening or self._ignore_action

    def build(self) -> None:
        kit = self.kit
        self.begin(1180 if has_big_text(kit) else 1080)
        self._columns = self._make_columns()
        self._is_stacked = self._columns is None and self._are_keys_cut_beside_buttons()
        for action in KEYS:
            self._add_action_row(action)
        buttons: list[FootButton] = [
            ("reset", self._reset_all, kit.texts("keys.reset"), "undo", "plain"),
            ("done", lambda: Pop(), kit.texts("settings.done"), "check", "main"),
        ]
        self.finish(kit.texts("keys.title"), buttons, "keyboard")
        self._add_swap_lines()

    def _make_columns(self) -> tuple[float, float, float] | None:
        """In big text or a narrow window each column is as wide as its longest text. None if that is too wide."""
        kit, gaps = self.kit, row_height(self.kit) + 3 * GAP_U
        if not has_big_text(kit):
            each = (0.7 * self.width + GAP_U - gaps) / 2
            return 0.3 * self.width - GAP_U, each, each
        name = max(kit.fonts.width(kit.texts(f"keys.{action}"), "bold", 18) for action in KEYS)
        icon = ICON_SHARE * row_height(kit) + ICON_ROOM_U
        texts = (
            [key_names(kit, device, action) for action in USUAL_KEYS[device]] + [kit.texts("keys.press")]
            for device in ("keys", "buttons")
        )
        longest = [max(kit.fonts.width(text, "bold", 18) for text in column) for column in texts]
        spare = self.width - name - gaps - 2 * icon - sum(longest) * MIN_FIT_SCALE
        if spare < 0:
            return None
        grown = MIN_FIT_SCALE + spare / sum(longest)
        keys, buttons = (icon + grown * width for width in longest)
        return name, keys, buttons

    def _are_keys_cut_beside_buttons(self) -> bool:
        kit = self.kit
        widest = max(kit.fonts.width(key_names(kit, "keys", action), "bold", 18) for action in KEYS)
        beside = (self.width - row_height(kit) - 2 * GAP_U) / 2
        return widest * MIN_FIT_SCALE > beside - row_height(kit) - GAP_U

    def _add_swap_lines(self) -> None:
        """Add a text about swapped keys between the heading and the rows. The rows move down."""
        kit = self.kit
        if not self._swaps or self.viewport is None:
            return
        text = " ".join(swap.line(kit) for swap in self._swaps)
        lines = kit.fonts.wrap(text, "bold", TEXT_SIZE_U, self.width)
        at = pygame.Rect(kit.px(self.left), self.viewport.top, kit.px(self.width), 1)
        words = Text(kit, at, lines, "bold", TEXT_SIZE_U)
        at.height = words.height_px
        self.widgets.append(words)
        height = at.height + kit.px(6)
        for widget in self.scrolled_widgets:
            widget.rect.move_ip(0, height)
        self.viewport.update(
            self.viewport.left, self.viewport.top + height, self.viewport.width, self.viewport.height - height
        )

    def _add_action_row(self, action: str) -> None:
        """Add the name of an action and its keys: side by side, or one below the other if that is too wide."""
        kit = self.kit
        height, room, x = row_height(kit), self.width, self.left
        if self._columns is not None:
            label, keys, buttons = self._columns
            at = kit.rect(x, self.row_y, label, height)
            self.scrolled_widgets.append(Text.fitting(kit, at, kit.texts(f"keys.{action}"), "bold", 18))
            x += label + GAP_U
        else:
            self.add_text(kit.texts(f"keys.{action}"), "bold", 18)
            self.row_y -= GAP_U / 2
            keys = buttons = room - height - GAP_U if self._is_stacked else (room - height - 2 * GAP_U) / 2
        y = self.row_y
        row: list[Widget] = [self._key_button("keys", action, x, keys)]
        if action in BUTTONS and not self._is_stacked:
            row.append(self._key_button("buttons", action, x + keys + GAP_U, buttons))
        if self._differs(action):
            at = kit.rect(self.left + room - height, y, height, height)
            usual = Button(f"reset {action}", at, partial(self._reset, action), icon="undo")
            usual.tip = kit.texts("keys.reset_one")
            row.append(usual)
        self.add_row(row, height)
        if action in BUTTONS and self._is_stacked:
            self.add_row([self._key_button("buttons", action, x, buttons)], height)

    def _key_button(self, device: Device, action: str, x: float, width: float) -> Button:
        kit = self.kit
        listening = self._listening_for == (device, action)
        text = kit.texts("keys.press") if listening else key_names(kit, device, action)
        icon = "gamepad" if device == "buttons" else "keyboard"
        at = kit.rect(x, self.row_y, width, row_height(kit))
        button = Button(f"{device} {action}", at, partial(self._listen, device, action), text, icon, size=18)
        button.kind = "main" if listening else "plain"
        return button

    def _differs(self, action: str) -> bool:
        return any(
            current_keys(self.kit.settings, device)[action] != usual[action]
            for device, usual in USUAL_KEYS.items()
            if action in usual
        )

    # Choosing

    def _listen(self, device: Device, action: str) -> Transition:
        self._listening_for, self._swaps = (device, action), []
        self.rebuild()
        return None

    def handle(self, event: Input) -> Transition:
        if isinstance(event, Raw):
            self._ignore_action = False
            if self._listening_for is not None and self._take_event(event.event):
                self._ignore_action = True
                return None
        if isinstance(event, Action) and (self._ignore_action or self.listening):
            return None
        return super().handle(event)

    def _take_event(self, event: pygame.Event) -> bool:
        """Use an event while listening: a key or button assigns it, a click cancels. True if the event is used up."""
        assert self._listening_for is not None
        if event.type == pygame.KEYDOWN:
            key = event_key(event)
            self._assign("keys", key if key != CANCEL_KEY or self._listening_for[1] == "back" else "")
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._assign("buttons", BUTTON_NAMES.get(event.button, ""))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._assign("", "")
            return False
        else:
            return False
        return True

    def _assign(self, device: Device, key: str) -> None:
        wanted, self._listening_for = self._listening_for, None
        if wanted is not None and wanted[0] == device and key:
            settings, self._swaps = assign_keys(self.kit.settings, device, wanted[1], (key,))
            self.kit.change_settings(settings)
        self.rebuild()
        if (row := self.focused) is not None:
            self._scroll_to(row)

    def _reset(self, action: str) -> Transition:
        settings = self.kit.settings
        self._swaps = []
        for device, usual in USUAL_KEYS.items():
            settings, swaps = assign_keys(settings, device, action, usual.get(action, ()))
            self._swaps += swaps
        self.focus = f"keys {action}"
        self.kit.change_settings(settings)
        return None

    def _reset_all(self) -> Transition:
        self._swaps = []
        self.kit.change_settings(self.kit.settings.with_changes(keys={}, buttons={}))
        return None
