"""Cards as they are typed: short names for moves, and the cards that typed words may mean."""

from __future__ import annotations

from typing import Any

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.rules import Rules
from game.engine.view import View
from game.text_mode.answers import begins_any, contains_name, plain_words
from game.words import Wording


def short_names(rules: Rules[Any], view: View, yours: Wording, move: Move) -> list[str]:
    """Short names by which a move can be chosen: of its card, or of the viewer's cards that its line names."""
    if move.card >= 0:
        return [yours.short(move.card)]
    line = yours.move(view, move)
    return [yours.short(card) for card in _own_cards(rules, view) if contains_name(line, yours.card(card))]


def cards_meant(rules: Rules[Any], view: View, yours: Wording, typed: str) -> list[Card]:
    """The viewer's cards that the typed words may mean."""
    said, own = plain_words(typed), _own_cards(rules, view)
    known = {card: {*plain_words(yours.card(card)), *plain_words(yours.short(card))} for card in own}
    return [card for card in own if said and all(begins_any(word, known[card]) for word in said)]


def _own_cards(rules: Rules[Any], view: View) -> list[Card]:
    """The viewer's cards that can still be used: in the hand, drawn, and in zones where moves name single cards."""
    pointed = [move.zone for move in rules.book(view.seat) if move.index >= 0]
    kinds = dict.fromkeys(["hand", "drawn", *pointed])
    return [card for kind in kinds for card in view.zones.get(f"{kind} {view.seat}", ()) if card >= 0]
