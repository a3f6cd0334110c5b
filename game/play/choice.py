"""Choosing a move: each touch of a card, pile, gap, player or button rules out legal moves. A move is chosen once
everything that belongs to it was touched, or its button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.view import View


@dataclass(frozen=True, slots=True)
class Target:
    """What can be touched. `kind` is "card", "slot" (a card by its index), "gap", "zone", "seat" or "button"."""

    kind: str
    place: str = ""
    index: int = -1


def card_target(card: Card) -> Target:
    return Target("card", index=card)


def button_target(move: Move) -> Target:
    """The target that stands for the move itself: a button, a key or a typed answer."""
    return Target("button", move.text)


def targets_of(view: View, move: Move, points_at: Mapping[str, str]) -> tuple[Target, ...]:
    """What has to be touched for a move, in any order. `points_at` is that of the Spec."""
    targets = []
    card_place = ""
    if move.card >= 0:
        card_place = next((name for name, cards in view.zones.items() if move.card in cards), "")
        targets.append(card_target(move.card))
    place = _find_place(view, move.zone)
    if place and place != card_place:
        if move.index < 0:
            targets.append(Target("zone", place))
        elif points_at.get(move.verb) == "gap":
            targets.append(Target("gap", place, move.index))
        else:
            targets.append(Target("slot", place, move.index))
            if points_at.get(move.verb) == "pair":
                targets.append(Target("slot", place, move.index + 1))
    elif move.zone == "seat":
        targets.append(Target("seat", index=move.index))
    return tuple(targets) or (button_target(move),)


def _find_place(view: View, zone: str) -> str:
    """The place that a move's zone means: "hand" means the hand of the View's seat. Empty if there is none."""
    if zone in view.zones:
        return zone
    own = f"{zone} {view.seat}"
    return own if zone and own in view.zones else ""


class Choice:
    """The legal moves that fit everything that was touched so far."""

    def __init__(self, view: View, points_at: Mapping[str, str]) -> None:
        self._view, self._points_at = view, points_at
        self._targets = {move: targets_of(view, move, points_at) for move in view.legal}
        self._by_drawn_card = {
            move: card_target(card)
            for move in view.legal
            if points_at.get(move.verb) == "drawn"
            for card in view.zones.get(f"drawn {view.seat}", ())
        }
        """Moves that have a button, and can be made by touching the drawn card, too."""
        self.picked: list[Target] = []

    @property
    def moves(self) -> list[Move]:
        return [move for move in self._targets if all(self._has(move, target) for target in self.picked)]

    def _has(self, move: Move, target: Target) -> bool:
        return target in self._targets[move] or target in (button_target(move), self._by_drawn_card.get(move))

    def targets(self) -> list[Target]:
        """What can be touched next, each once, in the order of the moves."""
        moves = self.moves
        seen = {target: None for move in moves for target in self._targets[move] if target not in self.picked}
        seen |= {card: None for move in moves if (card := self._by_drawn_card.get(move)) and card not in self.picked}
        return list(seen)

    def fits(self, target: Target) -> bool:
        """Whether at least one move is left after touching it."""
        return target not in self.picked and any(self._has(move, target) for move in self.moves)

    def button_moves(self) -> list[tuple[Target, Move]]:
        """The moves that need a button, because no card and no place stands for them."""
        return [(self._targets[move][0], move) for move in self.moves if self._targets[move][0].kind == "button"]

    def targets_of(self, move: Move) -> tuple[Target, ...]:
        return targets_of(self._view, move, self._points_at)

    def pick(self, target: Target) -> Move | None:
        """Touch a target. Returns the move if nothing else belongs to it. A target that fits no move is ignored."""
        if not self.fits(target):
            return None
        self.picked.append(target)
        moves = self.moves
        if len(moves) != 1:
            return None
        whole = target in (button_target(moves[0]), self._by_drawn_card.get(moves[0]))
        return moves[0] if whole or not self.targets() else None

    @property
    def move_without_place(self) -> Move | None:
        """The only move that is left, if all that belongs to it lies in one place: a card, or two cards of a hand."""
        moves = self.moves
        if len(moves) != 1 or not self.picked:
            return None
        targets = self._targets[moves[0]]
        return moves[0] if all(t.kind == "card" or t.place == targets[0].place for t in targets) else None

    @property
    def move_needs_place(self) -> bool:
        """Whether a place has to be touched for a move that is left: a pile, a gap or a player."""
        return any(target.kind in ("zone", "gap", "seat") for target in self.targets())

    def unpick(self, target: Target) -> None:
        """Take back the touch of a target."""
        self.picked.remove(target)

    def unpick_last(self) -> bool:
        """Take back the last touch. False if there was none."""
        if self.picked:
            self.picked.pop()
            return True
        return False
