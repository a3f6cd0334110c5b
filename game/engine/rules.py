"""What every title must be able to do. Only Match checks whether a move is legal, so that bots are fast."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from game.engine.cards import Card, Seat
from game.engine.dice import Dice
from game.engine.errors import OptionError
from game.engine.moves import Move, MoveBook
from game.engine.sentences import Question, Refusal, Sentence, join_words, with_suggestion
from game.engine.spec import ChoiceOption, Needs, Option, Place, Spec, Value
from game.engine.state import DEAL, Deal, Picture, Standings, State, Zones

if TYPE_CHECKING:
    from game.engine.view import View

S = TypeVar("S", bound=State)

class Rules(ABC, Generic[S]):
    """The rules of a title. Holds its Spec and the chosen options, and nothing of a match."""

    needs: ClassVar[Needs]
    state_type: type[S]
    """The class of its States."""

    def __init__(self, spec: Spec, options: Mapping[str, Value] | None = None) -> None:
        self.spec = spec
        self.options = all_options(spec, options or {})
        self.steps: dict[str, Callable[[S], None]] = {}
        """Automatic steps by name. Each is small, because the screen shows them one after the other."""
        self._places: dict[int, dict[str, Place]] = {}

    # Setting up and chance

    @abstractmethod
    def new_state(self, seats: int, first: Seat | None = None) -> S:
        """The State before the first deal. `first` deals or starts; None lets the dice decide that."""

    @abstractmethod
    def draw(self, state: S, dice: Dice) -> Deal:
        """The deal that the dice give now. The State is not changed."""

    @abstractmethod
    def deal(self, state: S, deal: Deal) -> None:
        """Change the State by a deal."""

    # Playing

    @abstractmethod
    def deciders(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to decide while no step is due: none at the end, several if choices are sealed."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Move]: ...

    @abstractmethod
    def play(self, state: S, seat: Seat, move: Move, dice: Dice | None) -> None:
        """Make a legal move and run the steps that follow from it. Without dice these steps stay due."""

    @abstractmethod
    def standings(self, state: S) -> Standings: ...

    # Showing

    @abstractmethod
    def book(self, seat: Seat) -> MoveBook:
        """All moves that this seat can make in any match."""

    def show(self, state: S) -> Picture:
        zones = state.zones_of(self)
        return Picture(zones, state.facts_of(self), state.seals_of(), self.memories(state, zones))

    def build(self, picture: Picture) -> S:
        """The State that `show` made this picture of; only for pictures in which no step is due."""
        state = self.state_type(len(picture.sealed))
        state.build(self, picture.zones, picture.facts, picture.sealed)
        state.due = ""
        self.infer(state, picture)
        return state

    def infer(self, state: S, picture: Picture) -> None:
        """Work out the slots that no zone or fact shows."""

    def memories(self, state: S, zones: Zones) -> dict[Card, int]:
        """Seats that know a card beyond what their sight of its zone shows, as a mask."""
        return {}

    @abstractmethod
    def write_deal(self, state: S, deal: Deal) -> dict[str, Any]:
        """A deal as plain data for a record. `state` is the State before the deal."""

    @abstractmethod
    def read_deal(self, state: S, data: Mapping[str, Any]) -> Deal:
        """The deal of a record. SaveError if it does not fit to the State before it."""

    def possible_cards(self, seats: int, picture: Picture, unknown: int) -> dict[str, list[int]]:
        """What play has proved of hidden cards: for each card of a zone, the set of cards that it can be.

        `picture` is what one seat knows, with HIDDEN cards, and `unknown` is the set of cards that it has not seen.
        A card of another zone can be any unknown card; if every seat has its own set, any of its owner.
        """
        return {}

    # Saying, from a View alone

    def question(self, view: View) -> Question:
        """What the seat of the view has to decide."""
        return Question("ask.any")

    def clause(self, view: View) -> str:
        """The clause of the rule book that matters now."""
        return self.question(view).clause

    def refusal(self, view: View, card: Card) -> Refusal | None:
        """Why the seat of the view cannot use one of its own cards now; None if it can."""
        if card in self.usable_cards(view):
            return None
        if view.seat in view.deciders:
            return self.why_not(view, card)
        if not view.deciders:
            return Refusal("refusal.nobody")
        own = view.seat < view.seats and view.sealed[view.seat]
        return Refusal("refusal.decided" if own else "refusal.not_your_turn")

    def usable_cards(self, view: View) -> set[Card]:
        """The cards of the view's seat that a legal move names or points at."""
        hand = view.zones.get(f"hand {view.seat}", ())
        pointed = {hand[move.index] for move in view.legal if move.zone == "hand" and 0 <= move.index < len(hand)}
        return pointed | {move.card for move in view.legal if move.card >= 0}

    def why_not(self, view: View, card: Card) -> Refusal:
        """Why a card cannot be used, if its owner has to decide now."""
        return Refusal("refusal.not_now", self.clause(view))

    def place_refusal(self, view: View, card: Card, place: str) -> Refusal | None:
        """Why one of the viewer's own cards cannot go to a place now; None if it can, or nothing is to be said."""
        return None

    def together_refusal(self, view: View, card: Card, other: Card) -> Refusal | None:
        """Why two of the viewer's own cards, touched one after the other, make no move together; None if nothing is to
        be said. The second one may be part of another move."""
        return None

    def warning(self, view: View, move: Move) -> Refusal | None:
        """A warning before a legal move that loses the match at once; None for other moves."""
        return None

    def preview(self, view: View, move: Move) -> str:
        """What a legal move would make, as a number or sign to be shown beside its cards; empty if it makes nothing."""
        return ""

    def aid(self, view: View) -> Question | None:
        """Something that the seat of the view could work out from public facts, told if playing aids are on."""
        return None

    def proof(self, view: View) -> list[Refusal]:
        """If the match ended because a player was stuck: for each of their cards, why it could not be played."""
        return []

    # The same for all titles

    def setup(self, seats: int, dice: Dice, first: Seat | None = None) -> S:
        state = self.new_state(seats, first)
        self.settle(state, dice)
        return state

    def has_first_seat(self, seats: int) -> bool:
        """Whether a seat can be chosen that deals or begins."""
        try:
            for seat in range(seats):
                self.new_state(seats, seat)
        except OptionError:
            return False
        return True

    def option_matters(self, option: str, seats: int) -> bool:
        """Whether an option changes anything with this number of players. If not, the set-up does not show it."""
        return True

    def relevant_options(self, seats: int) -> list[Option]:
        """The options that change something with this number of players."""
        return [option for name, option in self.spec.options.items() if self.option_matters(name, seats)]

    def settle(self, state: S, dice: Dice | None) -> None:
        """Run the steps and deals that are due, until somebody has to decide or the match is over."""
        if dice is None:
            return
        steps = self.steps
        while due := state.due:
            if due == DEAL:
                self.deal(state, self.draw(state, dice))
            else:
                steps[due](state)

    def places(self, seats: int) -> dict[str, Place]:
        places = self._places.get(seats)
        if places is None:
            places = self._places[seats] = self.spec.places(seats)
        return places

    def cards(self, seats: int) -> range:
        """The cards of a match with this number of seats."""
        faces = len(self.spec.faces)
        return range(faces // len(self.spec.suits) * seats) if self.spec.own_sets else range(faces)

    def name(self, card: Card) -> str:
        return self.spec.faces[card].name


def all_options(spec: Spec, options: Mapping[str, Value | str]) -> dict[str, Value]:
    """Every option of the title with its value; OptionError says what is allowed."""
    for name in options:
        if name not in spec.options:
            problem = Sentence("{title} has no option “{name}”", title=spec.title, name=name)
            if spec.options:
                problem = Sentence("{problem}; it has {known}", problem=problem, known=", ".join(spec.options))
            raise OptionError(with_suggestion(problem, name, spec.options))
    return {
        name: _value(option, options[name]) if name in options else option.default
        for name, option in spec.options.items()
    }


def _value(option: Option, value: Value) -> Value:
    if isinstance(option, ChoiceOption):
        if value in option.values:
            return value
        words, allowed = "{name} must be {allowed}, not “{value}”", join_words(option.values, "or")
        problem = Sentence(words, name=option.name, allowed=allowed, value=value)
        raise OptionError(with_suggestion(problem, str(value), option.values))
    number = int(value) if type(value) is int or (isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value)) else -1
    if not option.low <= number <= option.high:
        words = "{name} must be a whole number from {low} to {high}, not “{value}”"
        raise OptionError(words, name=option.name, low=option.low, high=option.high, value=value)
    return number
