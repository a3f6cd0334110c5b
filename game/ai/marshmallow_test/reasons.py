"""The reasons why a move of Marshmallow Test is good. A reason is given only if the View proves it."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.marshmallow_test.trick_view import TrickView
from game.ai.thought import Reason
from game.engine.moves import Move
from game.engine.state import Plain

MANY_FACTOR = 2
"""Cards above are many, compared with those below, if there are at least this many times more; and the reverse."""
HIGH_SHARE = 0.5
"""A card is high if its rank is above this share of the highest rank."""

ReasonValues = dict[str, Plain]
Check = Callable[[TrickView, Move], ReasonValues | None]
"""Returns the values in the text of a reason; None if the reason is not true."""


def wins_match(trick: TrickView, move: Move) -> ReasonValues | None:
    """This card takes the trick and wins the match."""
    if trick.last and trick.takes(move.card) and trick.wins_match(trick.seat):
        return {"points": trick.points[trick.seat] + trick.pay(trick.seat)}
    return None


def goes_out(trick: TrickView, move: Move) -> ReasonValues | None:
    """This card takes the last trick that the player needs, and that pays something."""
    if trick.last and trick.takes(move.card) and trick.missing(trick.seat) == 1 and trick.pay(trick.seat):
        return {"points": trick.pay(trick.seat)}
    return None


def saves_match(trick: TrickView, move: Move) -> ReasonValues | None:
    """The holder of the trick would win the match with it, and this card takes it."""
    if trick.cards and trick.takes(move.card) and trick.wins_match(trick.holder):
        return {"rival": trick.holder}
    return None


def blocks(trick: TrickView, move: Move) -> ReasonValues | None:
    """The holder of the trick would go out with it and be paid, and this card takes it."""
    if trick.cards and trick.takes(move.card) and trick.missing(trick.holder) == 1 and trick.pay(trick.holder):
        return {"rival": trick.holder, "points": trick.pay(trick.holder)}
    return None


def waits(trick: TrickView, move: Move) -> ReasonValues | None:
    """The player needs one trick, has two rivals or more, and leaves this trick although another card would take it:
    the pay goes up by one point."""
    if not _leaves(trick, move) or trick.missing(trick.seat) != 1 or len(trick.order) == 2:
        return None
    return {"points": trick.pay(trick.seat) + 1} if _round_goes_on(trick) else None


def sheds(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is high and loses the trick, and it is the highest of the cards that lose it."""
    if not trick.cards or trick.takes(move.card) or trick.rank(move.card) <= HIGH_SHARE * _highest_rank(trick):
        return None
    losing = [other.card for other in trick.legal if not trick.takes(other.card)]
    ranks = [trick.rank(card) for card in losing]
    own = trick.rank(move.card)
    return {"card": move.card} if own == max(ranks) > min(ranks) else None


def cheapest(trick: TrickView, move: Move) -> ReasonValues | None:
    """The player is last, and takes the trick with the lowest card of its suit that can."""
    if not trick.last or not trick.takes(move.card):
        return None
    taking = [other.card for other in trick.legal if trick.takes(other.card)]
    same = [card for card in taking if trick.suit(card) == trick.suit(move.card)]
    return {"suit": trick.suit(move.card)} if len(same) > 1 and move.card == min(same) else None


def collects(trick: TrickView, move: Move) -> ReasonValues | None:
    """The player is last, and takes a trick but does not go out with it."""
    missing = trick.missing(trick.seat) - 1
    return {"count": missing} if trick.last and trick.takes(move.card) and missing else None


def feeds(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card leaves the trick to others, although another card would take it. Tricks of others raise the pay."""
    if not _leaves(trick, move) or trick.missing(trick.seat) == 1:
        return None
    return {"count": trick.pay(trick.seat) + 1} if _round_goes_on(trick) else None


def _leaves(trick: TrickView, move: Move) -> bool:
    """Whether the card does not take the trick, although another legal card would."""
    return bool(trick.cards) and not trick.takes(move.card) and any(trick.takes(other.card) for other in trick.legal)


def _round_goes_on(trick: TrickView) -> bool:
    """Whether the player can still go out in this round if the holder gets this trick. Not with the last card in hand
    (MT-14), nor if the trick ends the round (MT-13) or the match (MT-17)."""
    last_rival_out = len(trick.order) == 2 and trick.missing(trick.holder) == 1
    return len(trick.hand) > 1 and not last_rival_out and not trick.wins_match(trick.holder)


def lowest(trick: TrickView, move: Move) -> ReasonValues | None:
    """No legal card takes the trick, and this is the lowest one."""
    if not trick.cards or any(trick.takes(other.card) for other in trick.legal):
        return None
    ranks = [trick.rank(other.card) for other in trick.legal]
    return {"card": move.card} if trick.rank(move.card) == min(ranks) < max(ranks) else None


def top_card(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is the best of the trick, and nothing that the others can have beats it."""
    sure = _beats_for_now(trick, move) and not _unseen(trick, move, above=True) and not _can_be_trumped(trick, move)
    return {"card": move.card} if sure else None


def only_trumps(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is the best of the trick, and of all that the others can have only trumps beat it."""
    sure = _beats_for_now(trick, move) and not _unseen(trick, move, above=True) and _can_be_trumped(trick, move)
    return {"card": move.card} if sure else None


def bottom_card(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is led, and all cards of its suit that others can have are higher."""
    if trick.cards or _unseen(trick, move, above=False):
        return None
    return {"suit": trick.suit(move.card)} if _unseen(trick, move, above=True) else None


def last_of_suit(trick: TrickView, move: Move) -> ReasonValues | None:
    """After this card the hand has no card of its suit, so it need not follow this suit any more."""
    suit = trick.suit(move.card)
    return {"suit": suit} if len(trick.hand) > 1 and _held(trick, suit) == 1 else None


def last_but_one(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is led or played off suit, and leaves one card of its suit in hand."""
    suit = trick.suit(move.card)
    return {"suit": suit} if suit != trick.lead and len(trick.hand) > 2 and _held(trick, suit) == 2 else None


def long_lead(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is led from the longest suit in hand."""
    suits = {trick.suit(card) for card in trick.hand}
    own = _held(trick, trick.suit(move.card))
    longest = not trick.cards and all(_held(trick, suit) < own for suit in suits - {trick.suit(move.card)})
    return {"suit": trick.suit(move.card), "cards": own} if longest and len(suits) > 1 and own > 2 else None


def low_lead(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is led; of the unseen cards of its suit many are higher and few are lower."""
    above, below = _unseen(trick, move, above=True), _unseen(trick, move, above=False)
    if trick.cards or not above >= MANY_FACTOR * below > 0:
        return None
    return {"count": above, "all": above + below, "suit": trick.suit(move.card)}


def few_above(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is the best of the trick for now, and of the unseen cards only a few of its suit beat it."""
    return _few_above(trick, move) if not _can_be_trumped(trick, move) else None


def few_above_and_trumps(trick: TrickView, move: Move) -> ReasonValues | None:
    """The card is the best of the trick for now, and of the unseen cards only trumps and a few of its suit beat it."""
    return _few_above(trick, move) if _can_be_trumped(trick, move) else None


def _few_above(trick: TrickView, move: Move) -> ReasonValues | None:
    above, below = _unseen(trick, move, above=True), _unseen(trick, move, above=False)
    if not _beats_for_now(trick, move) or not above or below < MANY_FACTOR * above:
        return None
    return {"count": above, "suit": trick.suit(move.card), "card": move.card}


def _beats_for_now(trick: TrickView, move: Move) -> bool:
    """Whether the card is the best of the trick while others have still to play."""
    return trick.takes(move.card) and not trick.last


def _can_be_trumped(trick: TrickView, move: Move) -> bool:
    """Whether the card is no trump and others can have trumps."""
    return trick.suit(move.card) != trick.trump and any(trick.suit(card) == trick.trump for card in trick.unseen)


def long_trumps(trick: TrickView, move: Move) -> ReasonValues | None:
    """No suit in hand is longer than the trump suit."""
    lengths = [0] * (1 + max(other.index for other in trick.legal))
    for card in trick.hand:
        lengths[trick.suit(card)] += 1
    own = lengths[move.index]
    return {"suit": move.index, "cards": own} if own == max(lengths) else None


def high_trumps(trick: TrickView, move: Move) -> ReasonValues | None:
    """The hand has two or three of the three highest cards of the trump suit."""
    highest = _highest_rank(trick)
    high = sum(trick.suit(card) == move.index and trick.rank(card) > highest - 3 for card in trick.hand)
    return {"suit": move.index, "cards": high} if high > 1 else None


def _highest_rank(trick: TrickView) -> int:
    return max(face.rank for face in trick.faces)


def _held(trick: TrickView, suit: int) -> int:
    return sum([trick.suit(card) == suit for card in trick.hand])


def _unseen(trick: TrickView, move: Move, above: bool) -> int:
    """The number of unseen cards of the same suit above this card, or below it."""
    suit = trick.suit(move.card)
    return sum([trick.suit(card) == suit and (card > move.card) == above for card in trick.unseen])


REASONS: tuple[tuple[str, Check], ...] = (
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
    ("only_trumps", only_trumps),
    ("bottom_card", bottom_card),
    ("last_of_suit", last_of_suit),
    ("few_above", few_above),
    ("few_above_and_trumps", few_above_and_trumps),
    ("low_lead", low_lead),
    ("last_but_one", last_but_one),
    ("long_lead", long_lead),
)
TRUMP_REASONS: tuple[tuple[str, Check], ...] = (
    ("long_trumps", long_trumps),
    ("high_trumps", high_trumps),
)


def find_reasons(trick: TrickView, move: Move) -> tuple[Reason, ...]:
    """All reasons that are true of a move, the most important first."""
    found = []
    for name, check in TRUMP_REASONS if trick.naming else REASONS:
        values = check(trick, move)
        if values is not None:
            found.append(Reason(f"why.marshmallow_test.{name}", values))
    return tuple(found)
