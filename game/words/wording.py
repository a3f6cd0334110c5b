"""The one text layer: a View, a move or an event in, a line in the language out."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Seat
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.said import Refusal
from game.engine.state import Standings
from game.engine.view import View
from game.words import moves, story, table
from game.words.message import HintMessage, HintStep, Message, Telling
from game.words.vocabulary import Words, capital


class Wording(Words):
    def move(self, view: View, move: Move) -> str:
        """A whole line for a legal move: "Play the green 7"."""
        return moves.line(self, view, move, "verbs")

    def label(self, view: View, move: Move) -> str:
        """As short as a button wants it, where what it is about can be seen."""
        return capital(moves.line(self, view, move, "labels"))

    def prompt(self, view: View) -> str:
        """What is expected of the seat of the view, or whom the table waits for."""
        return moves.prompt(self, view)

    def say(self, telling: Telling) -> str:
        """A message as a sentence."""
        match telling:
            case Message():
                return self.texts.fill(telling.key, self.given(telling.values))
            case HintMessage():
                return self._hint(telling)

    def _hint(self, hint: HintMessage) -> str:
        if hint.step == HintStep.LOOK:
            return moves.look(self, hint.view, hint.place)
        move = self.move(hint.view, hint.move)
        if hint.step == HintStep.MOVE:
            return self.texts("hint.move", move=move)
        return self.texts("hint.again", move=move, reason=" ".join(map(self.say, hint.reasons)))

    def refusal(self, refusal: Refusal) -> str:
        return self.say(Message.of(refusal))

    def story(self, before: View, events: Sequence[Event]) -> list[str | None]:
        """A line or None for each told event, told to the seat of `before`, the View when they began."""
        return story.story(self, before, events)

    def event(self, before: View, event: Event) -> str | None:
        """One event alone; `before` is what was known when it happened."""
        return story.story(self, before, [event])[0]

    def hand(self, view: View) -> str:
        """The own hand; empty for a spectator."""
        return self.zone(view, f"hand {view.seat}") if view.seat < view.seats else ""

    def zone(self, view: View, name: str) -> str:
        return table.zone(self, view, name)

    def player(self, view: View, seat: Seat) -> str:
        return table.player(self, view, seat)

    def now(self, view: View) -> list[str]:
        """What is so for everybody: trump, lead, which way to go."""
        return table.now(self, view)

    def state(self, view: View) -> list[str]:
        """The whole table, line by line."""
        return table.state(self, view)

    def standings(self, standings: Standings) -> str:
        return table.standings(self, standings)
