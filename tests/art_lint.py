"""What our SVG may use (the part that nanosvg draws right), and how far apart colours look to different eyes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
PAINT = {"fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"}
PAINT |= {"stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "opacity", "transform"}
GRADIENT = {"id", "gradientUnits", "gradientTransform", "spreadMethod"}
ALLOWED = {
    "svg": {"viewBox", "width", "height"},
    "defs": set[str](),
    "g": PAINT - {"opacity"},
    "path": PAINT | {"d"},
    "rect": PAINT | {"x", "y", "width", "height", "rx", "ry"},
    "circle": PAINT | {"cx", "cy", "r"},
    "ellipse": PAINT | {"cx", "cy", "rx", "ry"},
    "line": PAINT | {"x1", "y1", "x2", "y2"},
    "polyline": PAINT | {"points"},
    "polygon": PAINT | {"points"},
    "linearGradient": GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": GRADIENT | {"cx", "cy", "r", "fx", "fy"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}
"""Elements and attributes. A group has no opacity: nanosvg would give it to every shape on its own."""

PLACEHOLDERS = {"#c0ffe1", "#c0ffe2", "#c0ffe3"}
KILOBYTES = {"table": 64, "boxes": 24, "logo": 32}
"""By folder or name; everything else stays under 12."""
BOXES = {"boxes": "0 0 320 400", "avatars": "0 0 120 120", "table": "0 0 1920 1080"}

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_NUMBERS = re.compile(r"-?[\d.]+(?:[ ,]+-?[\d.]+)*")
_TRANSFORM = re.compile(r"(?:\s*(?:translate|rotate|scale|matrix|skewX|skewY)\(-?[\d.e]+(?:[ ,]+-?[\d.e]+)*\))+\s*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]+")


def faults(path: Path) -> Iterator[str]:
    """Everything in a file that is outside of the profile, in words."""
    limit = KILOBYTES.get(path.stem) or KILOBYTES.get(path.parent.name, 12)
    if path.stat().st_size > limit * 1024:
        yield f"{path.stat().st_size} bytes are too many"
    root = ET.parse(path).getroot()
    if not re.fullmatch(r"0 0 \d+ \d+", root.get("viewBox", "")):
        yield "the viewBox is missing or does not start at 0 0"
    wanted = box_of(path)
    if wanted and root.get("viewBox") != wanted:
        yield f"viewBox {root.get('viewBox')} should be {wanted}"
    gradients = {e.get("id") for e in root.iter() if e.tag.endswith("Gradient")}
    tinted = path.name.startswith("art_")
    for element in root.iter():
        yield from _element_faults(element, gradients, tinted)


def box_of(path: Path) -> str | None:
    """The viewBox that a file of this name must have."""
    if "cards" not in path.parts:
        return BOXES.get(path.parent.name)
    kind = path.stem.split("_")[0]
    return {"front": "0 0 250 350", "back": "0 0 250 350", "art": "0 0 160 180"}.get(kind, "0 0 100 100")


def outlines(path: Path) -> Iterator[str]:
    """The shapes of a drawing without their colours."""
    for element in ET.parse(path).getroot().iter():
        geometry = {name: value for name, value in element.attrib.items() if name not in PAINT | GRADIENT}
        if element.tag != f"{SVG}stop" and geometry:
            yield f"{element.tag} {geometry}"


def _element_faults(element: ET.Element, gradients: set[str | None], tinted: bool) -> Iterator[str]:
    tag = element.tag.removeprefix(SVG)
    if tag not in ALLOWED:
        yield f"<{tag}> is not drawn"
        return
    if element.text and element.text.strip():
        yield f"text in <{tag}>"
    for name, value in element.attrib.items():
        if name not in ALLOWED[tag]:
            yield f"{name} on <{tag}>"
        elif name in ("fill", "stroke", "stop-color"):
            yield from _colour_faults(value, gradients, tinted)
        elif name == "transform" and not _TRANSFORM.fullmatch(value):
            yield f"transform {value}"
        elif name == "d" and not _PATH.fullmatch(value):
            yield f"path {value[:40]}"
        elif name == "points" and not _NUMBERS.fullmatch(value.strip()):
            yield f"points {value[:40]}"
    if tag.endswith("Gradient") and element.get("gradientUnits") != "userSpaceOnUse":
        for name in ALLOWED[tag] - GRADIENT:
            if not element.get(name, "%").endswith("%"):
                yield f"{name} of a gradient needs % or userSpaceOnUse"


def _colour_faults(value: str, gradients: set[str | None], tinted: bool) -> Iterator[str]:
    if value.startswith("url(#"):
        if value[5:-1] not in gradients:
            yield f"{value} leads nowhere"
    elif value != "none" and not _COLOUR.fullmatch(value):
        yield f"colour {value} is not #rrggbb"
    elif value in PLACEHOLDERS and not tinted:
        yield f"{value} stands for a suit's colour, and only pictures of cards are tinted"


Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritan": ((1.25553, -0.07675, -0.17878), (-0.07841, 0.93081, 0.1476), (0.00473, 0.69137, 0.3039)),
}
"""On linear RGB: Viénot 1999 for red and green, Machado 2009 for blue."""


def linear(colour: str) -> Triple:
    r, g, b = (_unbent(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return r, g, b


def _unbent(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """As WCAG counts it: 4.5 is enough for text."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, eyes: str = "usual") -> Triple:
    """CIE Lab of a colour as these eyes see it."""
    rgb = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(a * c for a, c in zip(row, rgb, strict=True)))) for row in EYES[eyes])
    x = _cube((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    y = _cube(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    z = _cube((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(t: float) -> float:
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def distance(one: str, other: str, eyes: str) -> float:
    """CIE 1976 difference: about 2 is just seen side by side, 10 at a glance."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)
