"""Why a move of Marshmallow Test is good: only what is certain from where its player sits."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.marshmallow_test.table import Trick
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.state import Plain

Values = dict[str, Plain]
Test = Callable[[Trick, Move], Values | None]
"""What to put into the sentence; None where it is not true."""


def wins_match(trick: Trick, move: Move) -> Values | None:
    """This card takes the trick and wins the match."""
    if trick.last and trick.takes(move.card) and trick.wins_match(trick.seat):
        return {"points": trick.points[trick.seat] + trick.pay(trick.seat)}
    return None


def goes_out(trick: Trick, move: Move) -> Values | None:
    """This card takes the trick that is missing, for so many points."""
    if trick.last and trick.takes(move.card) and trick.missing(trick.seat) == 1:
        return {"points": trick.pay(trick.seat)}
    return None


def saves_match(trick: Trick, move: Move) -> Values | None:
    """Whoever holds the trick would win the match with it; this card takes it from them."""
    if trick.cards and trick.takes(move.card) and trick.wins_match(trick.holder):
        return {"rival": trick.holder}
    return None


def blocks(trick: Trick, move: Move) -> Values | None:
    """Whoever holds the trick would go out with it; this card takes it from them."""
    if trick.cards and trick.takes(move.card) and trick.missing(trick.holder) == 1:
        return {"rival": trick.holder, "points": trick.pay(trick.holder)}
    return None


def waits(trick: Trick, move: Move) -> Values | None:
    """One trick is missing, two rivals or more are in, and this card cannot win: the pay goes up by one."""
    if trick.cards and not trick.takes(move.card) and trick.missing(trick.seat) == 1 and len(trick.order) > 2:
        return {"points": trick.pay(trick.seat) + 1}
    return None


def sheds(trick: Trick, move: Move) -> Values | None:
    """A high card goes into a trick it cannot win, while a lower one could have gone."""
    if not trick.cards or trick.takes(move.card):
        return None
    losing = [other.card for other in trick.legal if not trick.takes(other.card)]
    ranks = [trick.rank(card) for card in losing]
    own = trick.rank(move.card)
    return {"card": move.card} if own == max(ranks) > min(ranks) else None


def cheapest(trick: Trick, move: Move) -> Values | None:
    """Last to play, it takes the trick with the lowest card that does."""
    if not trick.last or not trick.takes(move.card):
        return None
    taking = [other.card for other in trick.legal if trick.takes(other.card)]
    same = [card for card in taking if trick.suit(card) == trick.suit(move.card)]
    return {"card": move.card} if len(same) > 1 and move.card == min(same) else None


def top_card(trick: Trick, move: Move) -> Values | None:
    """Nobody holds a higher card of the suit it leads."""
    return {"card": move.card} if not trick.cards and not _unseen(trick, move, above=True) else None


def bottom_card(trick: Trick, move: Move) -> Values | None:
    """It leads a card below all others of the suit that others may hold."""
    if trick.cards or _unseen(trick, move, above=False):
        return None
    return {"card": move.card} if _unseen(trick, move, above=True) else None


def long_trumps(trick: Trick, move: Move) -> Values | None:
    """It names the suit of which it holds most."""
    if not trick.naming:
        return None
    lengths = [0] * (1 + max(other.index for other in trick.legal))
    for card in trick.hand:
        lengths[trick.suit(card)] += 1
    own = lengths[move.index]
    return {"suit": move.index, "cards": own} if own == max(lengths) else None


def _unseen(trick: Trick, move: Move, above: bool) -> bool:
    """Could somebody hold a card of the same suit above this one, or below it?"""
    return any(
        trick.suit(card) == trick.suit(move.card) and (card > move.card) == above for card in trick.unseen
    )


TESTS: tuple[tuple[str, Test], ...] = (
    ("wins_match", wins_match),
    ("saves_match", saves_match),
    ("goes_out", goes_out),
    ("blocks", blocks),
    ("waits", waits),
    ("sheds", sheds),
    ("cheapest", cheapest),
    ("top_card", top_card),
    ("bottom_card", bottom_card),
    ("long_trumps", long_trumps),
)
ENOUGH = 2


def reasons(trick: Trick, move: Move) -> tuple[Reason, ...]:
    """The weightiest reasons that hold, two at most."""
    found = []
    for name, test in TESTS:
        if trick.naming and name != "long_trumps":
            continue
        values = test(trick, move)
        if values is not None:
            found.append(Reason(f"why.marshmallow_test.{name}", values))
    return tuple(found[:ENOUGH])
