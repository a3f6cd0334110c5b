"""Moves are plain hashable data. Each has one text form, which records use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.engine.cards import NO_CARD, Card
from game.engine.errors import IllegalMove
from game.engine.sentences import Sentence, with_suggestion


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of one seat.

    `text` is its form in records. The other fields let a screen find the moves that fit a click: the card it
    names, the zone it points at and the index in that zone (or the number of a seat or suit).
    """

    text: str
    verb: str
    card: Card = NO_CARD
    zone: str = ""
    index: int = -1

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash(self.text)


class MoveBook:
    """Every move that a seat can make in any state of a title, by text."""

    __slots__ = ("_by_text",)

    def __init__(self, moves: Iterable[Move]) -> None:
        self._by_text = {move.text: move for move in moves}

    def __iter__(self) -> Iterator[Move]:
        return iter(self._by_text.values())

    def read(self, text: str) -> Move:
        """The move with this text. IllegalMove if the title has no such move."""
        move = self._by_text.get(text)
        if move is None:
            problem = Sentence("“{move}” is not a move of this game", move=text[:40])
            raise IllegalMove(with_suggestion(problem, text, self._by_text))
        return move
