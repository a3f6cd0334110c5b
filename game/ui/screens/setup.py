"""The set-up screen of a match: seats, options, who begins. Everything has a usual value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.data import catalog
from game.disk.setups import SetupMemory
from game.engine.cards import Seat
from game.engine.spec import ChoiceOption
from game.play.draft import HUMAN, NAME_LENGTH, Draft, bot_levels, clean_name, first_seat_deals, option_numbers
from game.play.host import Setup
from game.ui import shapes
from game.ui.art import all_avatars
from game.ui.background import draw_background_picture
from game.ui.dials import Switch
from game.ui.entry import Entry
from game.ui.kit import Kit
from game.ui.scene import Pop, Push, Scene, Transition
from game.ui.screens.keys import key_names
from game.ui.sheet import FootButton, Sheet, has_big_text
from game.ui.widgets import GAP_U, Press, Stepper, Text, Widget, row_height
from game.words.bot_lines import character_sentence, level_sentence

Column = tuple[float, float]


class Portrait(Widget):
    """An avatar. A press takes the next one."""

    radius = 40.0
    overhang_u = 6.0

    def __init__(self, name: str, rect: pygame.Rect, press: Press, avatar: str) -> None:
        super().__init__(name, rect, press)
        self._avatar = avatar

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        if hovered:
            reach = kit.px(6)
            outer = at.inflate(2 * reach, 2 * reach)
            surface.blit(shapes.halo(kit.art, outer.size, at.width / 2, kit.colours.accent, reach), outer)
        mood = "pleased" if hovered else "calm"
        surface.blit(kit.art.image(f"avatars/{self._avatar}_{mood}.svg", at.size), at)


class SetupScreen(Sheet):
    """`start_match` makes the table. The draft lasts as long as this object, even off the stack."""

    overlay = False

    def __init__(
        self,
        title: str,
        start_match: Callable[[Setup], Scene],
        memory: SetupMemory | None = None,
        played: bool = True,
    ) -> None:
        """`memory` knows who sat where last time; `played` says whether a match of the title was ever finished."""
        super().__init__()
        self._title = title
        self._start_match = start_match
        self._memory = memory
        self.draft = Draft.make_usual(catalog.spec(title), all_avatars(), played)
        if memory is not None:
            memory.recall(self.draft)
        self.focus = "start"

    def build(self) -> None:
        kit = self.kit
        self.draft.follow_language(kit.texts)
        if has_big_text(kit):
            self.begin(1180)
            column = self.left, self.width
            self._add_seats(column)
            self._add_options(column)
        else:
            self.begin(1200)
            seats = self.width * 0.62
            self._add_seats((self.left, seats))
            self.row_y = 0
            self._add_options((self.left + seats + 40, self.width - seats - 40))
        buttons: list[FootButton] = [
            ("back", lambda: Pop(), kit.texts("confirm.cancel"), "back", "plain"),
            ("rules", self._open_rules, kit.texts("menu.rules"), "rules", "plain"),
            ("start", self._push_match, kit.texts("setup.start"), "cards", "main"),
        ]
        self.finish(kit.texts(f"{self._title}.name"), buttons, f"boxes/{self._title}.svg")

    # Seats

    def _add_seats(self, column: Column) -> None:
        kit, draft = self.kit, self.draft
        height = row_height(kit)
        self._add_about(column)
        if len(draft.spec.seats) > 1:
            values = [(count, kit.texts("menu.players_exact", count=count)) for count in draft.spec.seats]
            at = kit.rect(column[0], self.row_y, column[1], height)
            label = kit.texts("setup.players")
            self.add_row([Stepper("seats", at, label, values, draft.seats, self._setter("seats"), 0.35)], height)
        for seat in range(draft.seats):
            self._add_seat(seat, column)
        if draft.bots and draft.spec.characters:
            self.add_text(kit.texts("setup.characters"), "text", 15, "soft", column)

    def _add_about(self, column: Column) -> None:
        texts = self.kit.texts
        self.add_text(texts(f"{self._title}.tagline"), "text", 18, column=column)
        if by := texts(f"{self._title}.designer"):
            self.row_y -= GAP_U - 1
            self.add_text(texts("menu.designer", name=by), "text", 15, "soft", column)

    def _add_seat(self, seat: Seat, column: Column) -> None:
        kit, place = self.kit, self.draft.seat_drafts[seat]
        height = row_height(kit)
        side = min(height + 6, 72)
        x, room = column[0] + side + GAP_U, column[1] - side - GAP_U
        each = (room - 2 * GAP_U) / 3
        face = kit.rect(column[0], self.row_y - (side - height) / 2, side, side)
        portrait = Portrait(f"avatar {seat}", face, partial(self._next_avatar, seat), place.avatar)
        portrait.tip = kit.texts("setup.another_face")
        row: list[Widget] = [portrait]
        usual = kit.texts(f"names.{seat}")
        at = kit.rect(x, self.row_y, each, height)
        row.append(Entry(f"name {seat}", at, clean_name(place.name) or usual, partial(self._set_name, seat), kit))
        known = [(HUMAN, kit.texts("setup.human"))]
        known += [(level, kit.texts(f"levels.{level}")) for level in bot_levels(self.draft.spec)]
        at = kit.rect(x + each + GAP_U, self.row_y, each, height)
        row.append(Stepper(f"who {seat}", at, "", known, place.who, partial(self._set_seat, seat, "who")))
        at = kit.rect(x + 2 * (each + GAP_U), self.row_y, each, height)
        if place.who != HUMAN and self.draft.spec.characters:
            row.append(self._character_stepper(seat, at))
        elif place.who == HUMAN and self.draft.live and self.draft.has_clock_mode:
            row.append(Text(kit, at, self._live_key_lines(seat, each), "text", 15, "soft"))
        self.add_row(row, height)
        if place.who != HUMAN:
            self.row_y -= GAP_U - 3
            self.add_text(self._bot_sentences(seat), "text", 15, "soft", (x, room))

    def _bot_sentences(self, seat: Seat) -> str:
        """What the level and the character of a bot are like."""
        texts, place = self.kit.texts, self.draft.seat_drafts[seat]
        sentences = [level_sentence(texts, place.who)]
        if self.draft.spec.characters:
            sentences.append(character_sentence(texts, self._title, place.character))
        return " ".join(sentences)

    def _character_stepper(self, seat: Seat, at: pygame.Rect) -> Stepper:
        kit = self.kit
        known = [("", kit.texts("setup.neutral"))]
        known += [(kind, kit.texts(f"{self._title}.characters.{kind}.name")) for kind in self.draft.spec.characters]
        changed = partial(self._set_seat, seat, "character")
        return Stepper(f"character {seat}", at, "", known, self.draft.seat_drafts[seat].character, changed)

    def _live_key_lines(self, seat: Seat, width: float) -> list[str]:
        """The keys of a person in a race against the clock."""
        kit = self.kit
        person = 1 + sum(place.who == HUMAN for place in self.draft.seat_drafts[:seat])
        lines = [
            kit.texts(f"live.{what}_key", key=key_names(kit, "keys", f"{what}_{person}"))
            for what in ("play", "discard")
        ]
        return kit.fonts.wrap("\n".join(lines), "text", 15, width)

    def _next_avatar(self, seat: Seat) -> Transition:
        self.draft.next_avatar(seat)
        self.rebuild()
        return None

    def _set_name(self, seat: Seat, name: str) -> None:
        self.draft.seat_drafts[seat].name = name[:NAME_LENGTH]
        for widget in self.scrolled_widgets:
            if isinstance(widget, Stepper) and widget.name == "first":
                widget.values = self._first_seat_values()

    def _set_seat(self, seat: Seat, what: str, value: Any) -> Transition:
        setattr(self.draft.seat_drafts[seat], what, value)
        self.rebuild()
        return None

    # Options

    def _add_options(self, column: Column) -> None:
        kit, draft = self.kit, self.draft
        for option in draft.relevant_options:
            name = option.name
            key = f"{self._title}.options.{name}"
            words: list[tuple[Any, str]]
            if isinstance(option, ChoiceOption):
                words = [(value, kit.texts(f"{key}.values.{value}.name")) for value in option.values]
                aside = f"{kit.texts(f'{key}.help')} {kit.texts(f'{key}.values.{draft.options[name]}.help')}"
            else:
                words = [(number, kit.texts.format_number(number)) for number in option_numbers(option)]
                aside = kit.texts(f"{key}.help")
            self._add_stepper(f"option {name}", kit.texts(f"{key}.name"), words, draft.options[name], aside, column)
        if draft.has_first_seat:
            self._add_first_seat(column)
        if draft.has_clock_mode:
            modes = [(True, kit.texts("setup.live")), (False, kit.texts("setup.turns"))]
            aside = kit.texts("setup.live_help" if draft.live else "setup.turns_help")
            self._add_stepper("live", kit.texts("setup.mode"), modes, draft.live, aside, column)
        height = row_height(kit)
        at = kit.rect(column[0], self.row_y, column[1], height)
        sides = kit.texts("settings.off"), kit.texts("settings.on")
        practice = Switch("practice", at, kit.texts("setup.practice"), sides, draft.practice, self._setter("practice"))
        self.add_row([practice], height)
        self._add_help(kit.texts("setup.practice_help"), column)

    def _add_first_seat(self, column: Column) -> None:
        kit = self.kit
        label = kit.texts("setup.dealer" if first_seat_deals(kit.texts, self._title) else "setup.first")
        self._add_stepper("first", label, self._first_seat_values(), self.draft.first, "", column)

    def _first_seat_values(self) -> list[tuple[Seat | None, str]]:
        return [(None, self.kit.texts("setup.lots")), *enumerate(self.draft.names(self.kit.texts))]

    def _add_stepper(
        self, name: str, label: str, values: list[tuple[Any, str]], value: Any, aside: str, column: Column
    ) -> None:
        """Add a stepper and a help text below it. A label that does not fit beside the stepper stands above it."""
        kit = self.kit
        height = row_height(kit)
        mine = kit.fonts.width(label, "bold", 19) + 14
        theirs = 0.0 if name == "first" else max(kit.fonts.width(text, "text", 19) for _, text in values) + height + 26
        split = min(max(mine / column[1], 0.48), 1 - min(theirs, column[1] / 2) / column[1])
        if mine > split * column[1] or theirs > (1 - split) * column[1]:
            self.add_text(label, "bold", 19, column=column)
            self.row_y -= GAP_U - 3
            label = ""
        at = kit.rect(column[0], self.row_y, column[1], height)
        stepper = Stepper(name, at, label, values, value, self._setter(name), split)
        stepper.can_cut = name == "first"
        self.add_row([stepper], height)
        if aside:
            self._add_help(aside, column)

    def _add_help(self, text: str, column: Column) -> None:
        self.row_y -= GAP_U - 3
        self.add_text(text, "text", 15, "soft", column)

    def _setter(self, name: str) -> Callable[[Any], Transition]:
        def changed(value: Any) -> Transition:
            kind, _, option = name.partition(" ")
            if option:
                self.draft.options[option] = value
            else:
                setattr(self.draft, kind, value)
            if kind == "live":
                self.draft.live_chosen = True
            self.rebuild()
            return None

        return changed

    # What the buttons do

    def _open_rules(self) -> Transition:
        from game.ui.book.rules import RulesOverlay  # imported late, so that the menu opens faster

        return Push(RulesOverlay(self._title, options=self.draft.options))

    def _push_match(self) -> Transition:
        if self._memory is not None:
            self._memory.remember(self.draft)
        return Push(self._start_match(self.draft.make_setup(self.kit.texts)))

    def act(self, name: str) -> Transition:
        return self._open_rules() if name == "rules" else super().act(name)

    def draw_background(self, surface: pygame.Surface) -> None:
        draw_background_picture(self.kit, surface, self._title)
