"""The theme of pygame_gui, made from our palette, sizes and fonts."""

from __future__ import annotations

import re
from typing import Any

from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme

from game.ui.art import Art
from game.ui.fonts import FONT_FILES, font_file, font_name, is_usable
from game.ui.gui.internals import MeasuredFont, measure_quickly
from game.ui.gui.plates import ROUNDED, PlateCache
from game.ui.gui.themes import BOX_TEXT_U
from game.ui.theme import Colour, Palette, brighten, hex_colour, mix

CLEAR = "#00000000"
SHADOW_U = 6
"""Width of a button's shadow. It lies inside the rectangle of the element."""
PAPER_SHADOW_U = 14
BORDER_U = 2
CORNER_U, PAPER_CORNER_U = 12, 22
TIP_WIDTH_U, TIP_PAD_U = 340, 12
KNOB_U = 26
"""Width of a slider's knob at the normal text size. It grows half as much as the text, as buttons do."""
LINE_SPACING = 1.08
"""The distance between two lines of a text box, in heights of its font."""
FAMILY = "mallow"
"""The name under which text boxes find our fonts."""
_FONT_CLASS = re.compile(r"@(text|bold|italic|display)_(\d+)")


def font_class(role: str, px: int) -> str:
    """The class of an element whose letters have this role and size in pixels."""
    return f"@{role}_{px}"


class GuiTheme(UIAppearanceTheme):
    """One look at one size. Forms share it, because it takes longer to make than a form."""

    def __init__(self, art: Art, colours: Palette, family: str, unit_px: float, text_px: int) -> None:
        loader = BlockingThreadedResourceLoader()
        measure_quickly()
        self._family = family
        self._fonts: dict[tuple[str, int], MeasuredFont] = {}
        super().__init__(loader, "en")
        self.shape_cache = PlateCache(art)
        self._add_fonts(text_px)
        self.load_theme(theme_data(colours, unit_px, text_px))
        loader.start()
        loader.update()

    def _add_fonts(self, text_px: int) -> None:
        """Tell text boxes where our fonts are. A damaged file could crash: then they get the font of pygame_gui."""
        files = [FONT_FILES[self._family][role] for role in ("text", "bold", "italic", "bold")]
        name = "noto_sans"
        dictionary: Any = self.get_font_dictionary()
        if all(map(is_usable, files)):
            name = FAMILY
            dictionary.add_font_path(name, *(str(font_file(file)) for file in files))
        for bold, italic in ((False, False), (True, False), (False, True)):
            dictionary.preload_font(text_px, name, bold, italic)

    def get_font(self, combined_element_ids: list[str]) -> IGUIFontInterface:
        """The font that an element's class names, or the usual one."""
        for names in combined_element_ids:
            if found := _FONT_CLASS.findall(names):
                role, px = found[-1]
                return self.font(role, int(px))
        return super().get_font(combined_element_ids)

    def font(self, role: str, px: int) -> MeasuredFont:
        if (role, px) not in self._fonts:
            name = font_name(self._family, role)
            file = str(font_file(name)) if is_usable(name) else None
            self._fonts[role, px] = MeasuredFont(file, px)
        return self._fonts[role, px]


def _gradient(top: Colour, low: Colour, opacity: float = 1.0) -> str:
    alpha = f"{round(255 * opacity):02x}" if opacity < 1 else ""
    return f"{hex_colour(top)}{alpha},{hex_colour(low)}{alpha},270" if top != low else hex_colour(top) + alpha


def _states(
    top: Colour, low: Colour, edge: Colour, text: Colour, night: Colour, opacity: float = 1.0
) -> dict[str, str]:
    """The colours of a button in all its states."""
    bright, dull = (brighten(top), brighten(low)), (mix(top, night, 0.45), mix(low, night, 0.45))
    found = {
        "normal_bg": _gradient(top, low, opacity),
        "hovered_bg": _gradient(*bright, opacity),
        "active_bg": _gradient(low, top, opacity),
        "selected_bg": _gradient(top, low, opacity),
        "disabled_bg": _gradient(*dull, opacity),
        "disabled_text": hex_colour(mix(text, night, 0.3)),
        "disabled_border": hex_colour(mix(edge, night, 0.45)),
    }
    for state in ("normal", "hovered", "active", "selected"):
        found[f"{state}_text"], found[f"{state}_border"] = hex_colour(text), hex_colour(edge)
    return found


def theme_data(c: Palette, unit_px: float, text_px: int) -> dict[str, Any]:
    """The theme as pygame_gui reads it. Labels and buttons name their fonts by `font_class`."""

    def px(units: float) -> str:
        return str(max(0, round(units * unit_px)))

    def rounded(shadow: float, border: float, corner: float) -> dict[str, str]:
        return {"shape": ROUNDED, "shadow_width": px(shadow), "border_width": px(border),
                "shape_corner_radius": px(corner)}  # fmt: skip

    def plain_label(colour: Colour) -> dict[str, Any]:
        return {"colours": {"normal_text": hex_colour(colour), "dark_bg": CLEAR}}

    text = {"name": FAMILY, "size": str(text_px)}
    knob_u = KNOB_U * (text_px / (BOX_TEXT_U * unit_px) + 1) / 2
    has_contrast = c.night == (0, 0, 0)
    quiet_opacity, night_opacity = (1.0, 1.0) if has_contrast else (0.78, 0.93)
    dark = c.night, c.night, c.paper_low, c.light, c.night
    box = {
        "dark_bg": CLEAR, "normal_border": CLEAR, "normal_text": hex_colour(c.text),
        "selected_bg": hex_colour(c.glow), "selected_text": hex_colour(c.text), "text_cursor": hex_colour(c.accent),
        "link_text": hex_colour(c.accent_low), "link_hover": hex_colour(c.accent),
        "link_selected": hex_colour(c.accent),
    }  # fmt: skip
    entry = box | {"dark_bg": hex_colour(c.paper), "normal_border": hex_colour(c.edge)}
    grip = _states(c.edge, c.edge, c.edge, c.text, c.night, 0.7)
    light_grip = _states(c.paper_low, c.paper_low, c.paper_low, c.text, c.night)
    knob = _states(c.accent, c.accent_low, c.ink, c.on_accent, c.night)
    track = {"dark_bg": hex_colour(mix(c.soft, c.paper, 0.55)), "normal_border": hex_colour(c.edge)}
    tip = {"dark_bg": hex_colour(c.night), "normal_border": hex_colour(c.paper_low), "normal_text": hex_colour(c.light)}
    arrows = {"enable_arrow_buttons": "0"}
    return {
        "defaults": {"colours": box, "font": text, "misc": {"tool_tip_delay": "0.4"}},
        "label": {"colours": {"dark_bg": CLEAR}, "misc": {"text_horiz_alignment": "left"}},
        "#text": plain_label(c.text), "#soft": plain_label(c.soft), "#light": plain_label(c.light),
        "#good": plain_label(c.good), "#bad": plain_label(c.bad),
        "#centred": {**plain_label(c.text), "misc": {"text_horiz_alignment": "center"}},
        "panel": {"colours": {"dark_bg": _gradient(c.paper, c.paper_low), "normal_border": hex_colour(c.edge)},
                  "misc": rounded(PAPER_SHADOW_U, 2.5, PAPER_CORNER_U)},
        "#night": {"colours": {"dark_bg": _gradient(c.night, c.night, night_opacity),
                               "normal_border": hex_colour(c.paper_low)}, "misc": rounded(0, BORDER_U, 16)},
        "button": {"colours": _states(c.paper, c.paper_low, c.edge, c.text, c.night),
                   "misc": rounded(SHADOW_U, BORDER_U, CORNER_U)},
        "#main": {"colours": _states(c.accent, c.accent_low, c.ink, c.on_accent, c.night)},
        "#quiet": {"colours": _states(*dark, quiet_opacity)},
        "text_entry_line": {"colours": entry,
                            "misc": {**rounded(0, BORDER_U, CORNER_U), "padding": f"{px(12)},{px(4)}"}},
        "text_box": {"colours": box, "font": text,
                     "misc": {"padding": "0,0", "border_width": "0", "shadow_width": "0", "link_normal_underline": "1",
                              "link_hover_underline": "1", "line_spacing": str(LINE_SPACING)}},
        "horizontal_slider": {"colours": track,
                              "misc": {**rounded(0, BORDER_U, CORNER_U), **arrows, "sliding_button_width": px(knob_u)}},
        "horizontal_slider.button": {"colours": knob, "misc": rounded(0, BORDER_U, CORNER_U)},
        "horizontal_slider.#sliding_button": {"colours": knob, "misc": rounded(0, BORDER_U, CORNER_U)},
        "vertical_scroll_bar": {"colours": {"dark_bg": CLEAR, "normal_border": CLEAR},
                                "misc": {**rounded(0, 0, 3), **arrows}},
        "vertical_scroll_bar.button": {"colours": grip, "misc": rounded(0, 0, 3)},
        "vertical_scroll_bar.#sliding_button": {"colours": grip, "misc": rounded(0, 0, 3)},
        "#night.scrolling_container.vertical_scroll_bar.#sliding_button": {"colours": light_grip,
                                                                           "misc": rounded(0, 0, 3)},
        "progress_bar": {"colours": {"normal_border": hex_colour(c.edge), "filled_bar": hex_colour(c.accent),
                                     "unfilled_bar": track["dark_bg"]},
                         "misc": rounded(0, BORDER_U, CORNER_U)},
        "tool_tip": {"misc": {"rect_width": px(TIP_WIDTH_U)}},
        "tool_tip.text_box": {"colours": box | tip, "font": text,
                              "misc": {**rounded(0, BORDER_U, CORNER_U), "padding": f"{px(TIP_PAD_U)},{px(8)}"}},
    }  # fmt: skip
