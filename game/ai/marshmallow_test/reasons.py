"""Why a move of Marshmallow Test is good: only what is certain from where its player sits."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.marshmallow_test.table import Trick
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.state import Plain

MANY = 2
"""So many times as many cards are many, beside few."""

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


def collects(trick: Trick, move: Move) -> Values | None:
    """Last to play, it takes a trick that is needed, though not the one to go out with."""
    missing = trick.missing(trick.seat) - 1
    return {"count": missing} if trick.last and trick.takes(move.card) and missing else None


def feeds(trick: Trick, move: Move) -> Values | None:
    """It leaves the trick to others, where another card would hold it: their tricks are the pay, once one goes out."""
    if not trick.cards or trick.takes(move.card) or trick.missing(trick.seat) == 1:
        return None
    holds = any(trick.takes(other.card) for other in trick.legal)
    return {"count": trick.pay(trick.seat) + 1} if holds else None


def lowest(trick: Trick, move: Move) -> Values | None:
    """No card that may be played takes the trick: the lowest goes, and higher ones stay."""
    if not trick.cards or any(trick.takes(other.card) for other in trick.legal):
        return None
    ranks = [trick.rank(other.card) for other in trick.legal]
    return {"card": move.card} if trick.rank(move.card) == min(ranks) < max(ranks) else None


def top_card(trick: Trick, move: Move) -> Values | None:
    """It holds the trick, and nobody holds a higher card of its suit."""
    return {"card": move.card} if trick.takes(move.card) and not _unseen(trick, move, above=True) else None


def bottom_card(trick: Trick, move: Move) -> Values | None:
    """It leads a card below all others of the suit that others may hold."""
    if trick.cards or _unseen(trick, move, above=False):
        return None
    return {"card": move.card} if _unseen(trick, move, above=True) else None


def last_of_suit(trick: Trick, move: Move) -> Values | None:
    """After it the hand is out of that suit, and free when it is led."""
    suit = trick.suit(move.card)
    return {"suit": suit} if len(trick.hand) > 1 and _held(trick, suit) == 1 else None


def last_but_one(trick: Trick, move: Move) -> Values | None:
    """Led or thrown away, it leaves one card of its suit."""
    suit = trick.suit(move.card)
    return {"suit": suit} if suit != trick.lead and len(trick.hand) > 2 and _held(trick, suit) == 2 else None


def long_lead(trick: Trick, move: Move) -> Values | None:
    """It leads the suit of which the hand has most."""
    suits = {trick.suit(card) for card in trick.hand}
    own = _held(trick, trick.suit(move.card))
    longest = not trick.cards and all(_held(trick, suit) < own for suit in suits - {trick.suit(move.card)})
    return {"suit": trick.suit(move.card), "cards": own} if longest and len(suits) > 1 and own > 2 else None


def low_lead(trick: Trick, move: Move) -> Values | None:
    """It leads a card that many may beat and few are below."""
    above, below = _unseen(trick, move, above=True), _unseen(trick, move, above=False)
    return {"count": above, "suit": trick.suit(move.card)} if not trick.cards and above >= MANY * below > 0 else None


def high_card(trick: Trick, move: Move) -> Values | None:
    """It holds the trick so far, and few cards of its suit are above it."""
    above, below = _unseen(trick, move, above=True), _unseen(trick, move, above=False)
    if not trick.takes(move.card) or trick.last or not above or below < MANY * above:
        return None
    return {"count": above, "card": move.card}


def long_trumps(trick: Trick, move: Move) -> Values | None:
    """It names the suit of which it holds most."""
    lengths = [0] * (1 + max(other.index for other in trick.legal))
    for card in trick.hand:
        lengths[trick.suit(card)] += 1
    own = lengths[move.index]
    return {"suit": move.index, "cards": own} if own == max(lengths) else None


def high_trumps(trick: Trick, move: Move) -> Values | None:
    """It names a suit of which it holds two of the three highest cards, or all three."""
    highest = max(face.rank for face in trick.faces)
    high = sum(trick.suit(card) == move.index and trick.rank(card) > highest - 3 for card in trick.hand)
    return {"suit": move.index, "cards": high} if high > 1 else None


def _held(trick: Trick, suit: int) -> int:
    return sum([trick.suit(card) == suit for card in trick.hand])


def _unseen(trick: Trick, move: Move, above: bool) -> int:
    """How many cards of the same suit somebody could hold above this one, or below it."""
    suit = trick.suit(move.card)
    return sum([trick.suit(card) == suit and (card > move.card) == above for card in trick.unseen])


TESTS: tuple[tuple[str, Test], ...] = (
    ("wins_match", wins_match),
    ("saves_match", saves_match),
    ("goes_out", goes_out),
    ("blocks", blocks),
    ("waits", waits),
    ("sheds", sheds),
    ("cheapest", cheapest),
    ("collects", collects),
    ("feeds", feeds),
    ("lowest", lowest),
    ("top_card", top_card),
    ("bottom_card", bottom_card),
    ("last_of_suit", last_of_suit),
    ("high_card", high_card),
    ("low_lead", low_lead),
    ("last_but_one", last_but_one),
    ("long_lead", long_lead),
)
NAMING: tuple[tuple[str, Test], ...] = (
    ("long_trumps", long_trumps),
    ("high_trumps", high_trumps),
)


def find_reasons(trick: Trick, move: Move) -> tuple[Reason, ...]:
    """The reasons that hold, the weightiest first."""
    found = []
    for name, test in NAMING if trick.naming else TESTS:
        values = test(trick, move)
        if values is not None:
            found.append(Reason(f"why.marshmallow_test.{name}", values))
    return tuple(found)
