"""The pages of a rule book as widgets: headings, clauses, examples, credits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import pygame

from game.data import rule_search, rulebook
from game.data.rulebook import Clause, DiagramPiece, Example, Options, RuleBook
from game.engine.spec import Spec
from game.ui import shapes
from game.ui.book.diagram import Diagram, PiecePictures, make_diagram
from game.ui.book.prose import Prose, make_prose
from game.ui.gui.elements import Maker
from game.ui.gui.internals import discard
from game.ui.kit import Kit
from game.ui.scene import Transition
from game.ui.widgets import Press, Widget
from game.words.defaults import default_options

TEXT_SIZE_U, SMALL_TEXT_SIZE_U = 18, 15
NUMBER_WIDTH_U = 74
"""Width of the column at the left for the number of a clause."""
BLOCK_GAP_U = 10
"""Distance between two blocks, one below the other."""


class Block(Widget):
    """A part of the page, `height` pixels high. `keys` are the names by which `Pages.find` finds it."""

    overhang_u = 10.0

    def __init__(self, keys: Sequence[str], height: int, name: str = "", press: Press | None = None) -> None:
        super().__init__(name, pygame.Rect(0, 0, 1, max(1, height)), press)
        self.keys = tuple(keys)
        self.marked = False

    def links(self, kit: Kit) -> list[Link]:
        """The links of the block, once it is laid out."""
        return []


class Link(Widget):
    """A link in a text, as a stop for keys and gamepads. The text box shows it, and takes the pointer."""

    radius = 6.0

    def make_element(self, maker: Maker) -> None:
        return None

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        """Nothing: the text box draws it."""


class Heading(Block):
    """The heading of a chapter."""

    def __init__(self, kit: Kit, key: str, text: str, width: float, size: float = 26) -> None:
        self._picture = kit.fonts.block(text, "display", size, kit.colours.text, width)
        super().__init__((key,), self._picture.get_height() + kit.px(16))

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        surface.blit(self._picture, (at.left, at.bottom - self._picture.get_height() - kit.px(2)))


class Paragraph(Block):
    """A text with an optional number, badges, diagram and caption. An example has a plate.

    A text box shows the text, and the rest is painted. With a `press` all is painted, and the block is one button.
    """

    radius = 14.0

    def __init__(
        self,
        kit: Kit,
        keys: Sequence[str],
        text: str,
        width: float,
        *,
        number: str = "",
        badges: Sequence[tuple[str, str]] = (),
        shown: Diagram | None = None,
        caption: str = "",
        plate: bool = False,
        bullet: bool = False,
        soft: bool = False,
        marks: Collection[int] = (),
        links: Sequence[tuple[str, str]] | None = None,
        follow: Callable[[str], Transition] | None = None,
        name: str = "",
        press: Press | None = None,
    ) -> None:
        """`marks` and `links` are those of `make_prose`; `follow` goes where a link leads."""
        self._pad = kit.px(14) if plate else 0
        scale = kit.metrics.text_scale
        indent = NUMBER_WIDTH_U * scale if number or badges else 30 * scale if bullet else 0
        self._indent = kit.px(indent)
        room = width - indent - 2 * self._pad / kit.metrics.unit_px
        self._number, self._badges, self._bullet, self._soft, self._plate = number, badges, bullet, soft, plate
        self._prose: Prose = make_prose(kit, text, TEXT_SIZE_U, room, marks=marks, links=links)
        self._follow = follow
        self._shown = shown
        self._caption = make_prose(kit, caption, SMALL_TEXT_SIZE_U, room) if caption else None
        self._badge_height_px = kit.px(24 * scale) if badges else 0
        self._box: Any = None
        super().__init__(keys, self._height(kit), name, press)

    def _text_rect(self) -> pygame.Rect:
        """Where the text is, in the window before scrolling."""
        left, top = self._pad + self._indent, self._pad + self._badge_height_px
        return pygame.Rect(self.rect.left + left, self.rect.top + top, self.rect.width - left, self._prose.height)

    def links(self, kit: Kit) -> list[Link]:
        at, found = self._text_rect(), []
        for target, place in self._prose.links(kit):
            if self._follow is not None:
                name = f"link {self.keys[0] if self.keys else ''} {target}"
                found.append(Link(name, place.move(at.topleft), partial(self._follow, target)))
        return found

    def make_element(self, maker: Maker) -> Any:
        painted = super().make_element(maker)
        if self.press is None:
            c, at = maker.kit.colours, self._text_rect()
            at.size = at.width + maker.kit.px(8), at.height + maker.kit.px(8)
            self._box = maker.text_box(at, self._prose.as_html(c.soft if self._soft else c.text, c.glow))
        return painted

    def drop_element(self) -> None:
        if self._box is not None:
            discard(self._box)
            self._box = None
        super().drop_element()

    def _height(self, kit: Kit) -> int:
        height = self._prose.height + 2 * self._pad + self._badge_height_px
        if self._shown:
            height += self._shown.height + kit.px(8)
        if self._caption:
            height += self._caption.height + kit.px(4)
        return height

    def draw(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool, pressed: bool) -> None:
        c = kit.colours
        if self.marked or self._plate or hovered:
            self._draw_back(kit, surface, at, hovered)
        x, y = at.left + self._pad + self._indent, at.top + self._pad
        if self._number:
            number = kit.fonts.text(self._number, "bold", SMALL_TEXT_SIZE_U, c.soft)
            surface.blit(number, (at.left + self._pad, y + kit.px(3)))
        if self._bullet:
            side = kit.px(22 * kit.metrics.text_scale)
            surface.blit(kit.art.image("tokens/small_marshmallow.svg", (side, side)), (at.left, y))
        self._draw_badges(kit, surface, x, y)
        y += self._badge_height_px
        if self.press is not None:
            self._prose.draw(kit, surface, (x, y), c.soft if self._soft else c.text)
        y += self._prose.height
        if self._shown:
            self._shown.draw(surface, (x, y + kit.px(8)))
            y += self._shown.height + kit.px(8)
        if self._caption:
            self._caption.draw(kit, surface, (x, y + kit.px(4)), c.soft)

    def _draw_back(self, kit: Kit, surface: pygame.Surface, at: pygame.Rect, hovered: bool) -> None:
        c = kit.colours
        if self.marked or hovered:
            outer = at.inflate(kit.px(16), kit.px(10))
            picture = shapes.plate(kit.art, outer.size, kit.px(12), c.paper, c.paper, c.accent, kit.px(3))
        else:
            outer = at
            picture = shapes.plate(kit.art, at.size, kit.px(14), c.paper, c.paper, c.edge, kit.px(1.5), 0.9)
        surface.blit(picture, outer)

    def _draw_badges(self, kit: Kit, surface: pygame.Surface, x: int, y: int) -> None:
        """Draw small labels above the text, each an icon and a word."""
        for icon, text in self._badges:
            side = kit.px(18 * kit.metrics.text_scale)
            surface.blit(kit.art.image(f"icons/{icon}.svg", (side, side)), (x, y))
            word = kit.fonts.text(text, "bold", 14, kit.colours.soft)
            surface.blit(word, (x + side + kit.px(5), y + (side - word.get_height()) // 2))
            x += side + word.get_width() + kit.px(24)


class Pages:
    """All blocks of a book in their order, and its chapters."""

    def __init__(
        self,
        kit: Kit,
        book: RuleBook,
        spec: Spec,
        options: Options | None,
        width: float,
        follow: Callable[[str], Transition],
    ) -> None:
        """`options` are those of a match. Without a match they are None: then the default options count.

        `follow` goes to the clause or example with a key."""
        self._follow = follow
        options_here = default_options(spec, kit.texts) | dict(options or {})
        self._kit, self._book, self._options, self._wide = kit, book, options_here, width
        self._played = options is not None
        self._pieces = PiecePictures(kit, spec)
        self.blocks: list[Block] = []
        self.chapters: list[tuple[str, str]] = []
        """The key and the heading of each chapter."""
        self._add_opening()
        for number, section in enumerate(book.sections):
            self._add_chapter(f"section {number}", section.heading)
            self.blocks += [self._clause_block(clause) for clause in section.clauses]
        if book.examples:
            self._add_chapter("examples", kit.texts("book.examples"))
            self.blocks += [self._example_block(example) for example in book.examples]
        self._add_closing()

    def _add_chapter(self, key: str, heading: str) -> None:
        self.chapters.append((key, heading))
        self.blocks.append(Heading(self._kit, key, heading, self._wide))

    def _add_paragraph(self, text: str, **look: bool) -> None:
        self.blocks.append(Paragraph(self._kit, (), text, self._wide, **look))  # type: ignore[arg-type]

    def _add_opening(self) -> None:
        texts, book = self._kit.texts, self._book
        self._add_chapter("summary", texts("book.summary"))
        self._add_paragraph(book.tagline, soft=True)
        aim, *rest = book.summary
        self._add_paragraph(aim, bullet=True)
        if book.turn is not None:
            shown = self._diagram(book.turn.cards, 28)
            picture = Paragraph(self._kit, ("turn",), book.turn.caption, self._wide, shown=shown, plate=True)
            self.blocks.append(picture)
        for line in rest:
            self._add_paragraph(line, bullet=True)
        if active := book.variant_lines(self._options):
            self.blocks.append(
                Heading(self._kit, "active", texts("book.active" if self._played else "book.usual"), self._wide, 20)
            )
            for line in active:
                self._add_paragraph(line, bullet=True)

    def _add_closing(self) -> None:
        texts, credits = self._kit.texts, self._book.credits
        self._add_chapter("credits", texts("book.credits"))
        self._add_paragraph(f"**{texts('book.designers')}** {credits.designers}")
        self._add_paragraph(f"**{texts('book.publisher')}** {credits.publisher}")
        self._add_paragraph(f"**{texts('book.unofficial')}** {credits.unofficial}", plate=True)

    def _clause_block(self, clause: Clause) -> Paragraph:
        texts = self._kit.texts
        badges = []
        if clause.option:
            holds = clause.holds(self._options)
            badges.append(("check", texts("book.holds")) if holds else ("close", texts("book.holds_not")))
        if clause.ours:
            badges.append(("hand", texts("book.ours")))
        return Paragraph(
            self._kit, clause.ids, clause.text, self._wide, number=clause.ids[0], badges=badges,
            shown=self._diagram(clause.cards, NUMBER_WIDTH_U), caption=clause.caption,
            soft=bool(clause.option) and not clause.holds(self._options),
            links=[(texts("book.example"), example.id) for example in self._book.examples
                   if set(example.clauses) & set(clause.ids)],
            follow=self._follow,
        )  # fmt: skip

    def _example_block(self, example: Example) -> Paragraph:
        return Paragraph(
            self._kit, (example.id,), example.text, self._wide, number=example.clauses[0],
            shown=self._diagram(example.cards, NUMBER_WIDTH_U + 28), caption=example.caption, plate=True,
            links=[(key, key) for key in example.clauses], follow=self._follow,
        )  # fmt: skip

    def search_hits(self, query: str) -> list[Block]:
        """A block for each clause that a search finds: its whole text, with what was found marked."""
        hits: list[Block] = []
        for key in rule_search.search(self._book, query):
            clause = self._book.find_clause(key)
            assert clause is not None
            marks = rule_search.match_places(rulebook.without_bold(clause.text), query)
            hits.append(
                Paragraph(
                    self._kit, (), clause.text, self._wide, number=clause.ids[0], marks=marks, name=f"go {key}",
                    press=partial(self._follow, key),
                )
            )  # fmt: skip
        return hits

    def _diagram(self, cards: Sequence[DiagramPiece], less: float) -> Diagram | None:
        room = self._wide - less * self._kit.metrics.text_scale
        return make_diagram(self._kit, self._pieces, cards, room) if cards else None

    def lay_out(self, blocks: Sequence[Block], left: int, top: int) -> None:
        """Place blocks one below the other, from this point in pixels."""
        for block in blocks:
            width = self._kit.px(self._wide)
            block.rect = pygame.Rect(left, top, width, block.rect.height)
            top += block.rect.height + self._kit.px(BLOCK_GAP_U)

    def find(self, key: str) -> Block | None:
        return next((block for block in self.blocks if key and key in block.keys), None)

    def chapter_at(self, y: int) -> str:
        """The key of the chapter at this height of the page."""
        found = self.chapters[0][0]
        for key, _ in self.chapters:
            block = self.find(key)
            if block is not None and block.rect.top <= y:
                found = key
        return found
