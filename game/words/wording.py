"""Wording turns Views, moves, events and Messages into lines of text in one language."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Card, Seat
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.sentences import Refusal
from game.engine.state import Standings
from game.engine.view import View
from game.words import event_lines, move_lines, table_lines
from game.words.message import AnyMessage, HintMessage, HintStep, Message
from game.words.vocabulary import Vocabulary, capitalize, uncapitalize


class Wording(Vocabulary):
    """All sentences about play, for one language, one title and one set of players."""

    def move(self, view: View, move: Move) -> str:
        """A whole line for a legal move: "Play the green 7"."""
        return move_lines.move_line(self, view, move, "verbs")

    def label(self, view: View, move: Move) -> str:
        """A short text for the button of a move."""
        return capitalize(move_lines.move_line(self, view, move, "labels"))

    def prompt(self, view: View, question: Message) -> str:
        """The question to the seat of the view, with its name; or which players everybody waits for."""
        what = self.say(question)
        if view.seat not in view.deciders:
            return what
        if view.seat == self.you:
            return self.texts("prompt.you", what=what)
        return self.texts("prompt.named", name=self.names[view.seat], what=what)

    def say(self, message: AnyMessage) -> str:
        """A message as a sentence."""
        match message:
            case Message():
                general = message.general_key and not self.texts.has(message.key)
                key = message.general_key if general else message.key
                return self.texts.fill(key, self.value_words(message.values))
            case HintMessage():
                return self._hint(message)

    def _hint(self, hint: HintMessage) -> str:
        if hint.step == HintStep.LOOK:
            if len(hint.view.legal) == 1:
                return self.texts("hint.only")
            return self.say(hint.look) if hint.look else move_lines.place_line(self, hint.view, hint.place)
        move = uncapitalize(self.move(hint.view, hint.move))
        if hint.step == HintStep.MOVE:
            return self.texts("hint.move", move=move)
        return self.texts("hint.again", move=move, reason=" ".join(map(self.say, hint.reasons)))

    def refusal(self, refusal: Refusal) -> str:
        return self.say(Message.of(refusal))

    def event_lines(self, before: View, events: Sequence[Event]) -> list[str | None]:
        """A line or None for each event, told to the seat of `before`, which is the View before the first event."""
        return event_lines.event_lines(self, before, events)

    def event_line(self, before: View, event: Event) -> str | None:
        """The line of one event; `before` is the View before it."""
        return event_lines.event_lines(self, before, [event])[0]

    def zone_line(self, view: View, name: str) -> str:
        return table_lines.zone_line(self, view, name)

    def effect_lines(self, cards: Sequence[Card]) -> list[str]:
        """What each of the effects on these cards does."""
        return table_lines.effect_lines(self, cards)

    def player_line(self, view: View, seat: Seat) -> str:
        return table_lines.player_line(self, view, seat)

    def fact_lines(self, view: View) -> list[str]:
        """Facts that concern all players, such as trump and direction."""
        return table_lines.fact_lines(self, view)

    def fact_line(self, view: View, name: str) -> str:
        """What one of these facts says; empty if there is nothing to say."""
        return table_lines.fact_line(self, view, name)

    def opening_lines(self, start: View) -> list[str]:
        """What already holds before the first event; `start` is the View before it."""
        return table_lines.opening_lines(self, start)

    def suit_fact_lines(self, view: View) -> dict[str, str]:
        """The lines of facts that are a suit, each with the name of this suit."""
        return table_lines.suit_fact_lines(self, view)

    def table_lines(self, view: View) -> list[str]:
        """The whole table, line by line."""
        return table_lines.table_lines(self, view)

    @property
    def tells_winner(self) -> bool:
        """Whether the title has a line for the event that somebody has won."""
        return bool(self.first_key(self.title_key(f"events.fact.{self.rules.spec.facts.get('winners', '')}")))

    def score_lines(self, standings: Standings, winner: bool) -> list[str]:
        return table_lines.score_lines(self, standings, winner)
