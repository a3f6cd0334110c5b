"""A match at the terminal: who is asked, what they are told, and what is hidden from whom."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.engine.cards import HIDDEN, Card, Seat
from game.engine.moves import Move
from game.engine.view import View
from game.play.choice import button_target
from game.play.host import Host
from game.play.sitting import Chosen, Doubtful, Sitting
from game.text_mode.answers import Choice, begins, words
from game.text_mode.book import Book, is_clause
from game.text_mode.desk import Desk
from game.text_mode.talk import Again, Leave, Query, Talk
from game.text_mode.unread import UnreadEvents
from game.words import Wording
from game.words.vocabulary import split

POLL_INTERVAL_S = 0.02
"""Time between two checks whether a bot has answered."""
SILENT_WAIT_S = 1.0
"""After this time a line says whom the game waits for."""
BOT_PAUSE_SKIP_S = 60.0
"""Time that the host is told has passed at each check. It ends a bot's artificial pause: only thinking takes time."""
REFUSAL_LIMIT = 3
"""Reasons for at most this many cards are printed, if what was typed may mean several cards."""
LONG_HAND = 3
"""A hand of at least this many cards is not printed twice in a row."""


class Table:
    """`holder` is the person at the keyboard. Where several share it, nobody is until they say so."""

    def __init__(self, talk: Talk, host: Host, unsaved: Callable[[], str], *, resumed: bool = False) -> None:
        self.talk, self.host = talk, host
        self._unsaved = unsaved
        """Why the match could not be kept, told once."""
        people = host.people
        self.shared = len(people) > 1
        self.holder: Seat | None = None if self.shared or not people else people[0]
        self._last: Seat | None = None
        """Who held it before."""
        self._own = {seat: UnreadEvents(host, seat, late=resumed) for seat in people}
        self._public = {seat: UnreadEvents(host, host.seats, late=resumed) for seat in people}
        self._troubles = len(host.troubles)
        self._shown: set[str] = set()
        """What the holder has read of how things stand."""
        self._told_in = talk.texts
        self._sitting: Sitting | None = None
        self._desk = Desk(self)

    def words(self, you: Seat | None = None) -> Wording:
        return Wording(self.talk.texts, self.host.rules, self.host.names, you)

    def sit(self, seat: Seat) -> Sitting:
        """What this person is asked and told now."""
        if self._sitting is None or self._sitting.position != self.host.position(seat):
            self.stand_up()
            self._sitting = self.host.sit(seat)
        return self._sitting

    def stand_up(self) -> None:
        """Nothing that was asked or told before holds any more."""
        if self._sitting is not None:
            self._sitting.close()
        self._sitting = None

    def run(self) -> None:
        """Until it is over; Leave or EOFError if somebody goes."""
        try:
            while not self.host.over:
                try:
                    self._step()
                except Again:
                    self._shown.clear()
            self._end()
        except (Leave, EOFError, KeyboardInterrupt):
            if self.shared and self.holder is not None:
                self.talk.terminal.wipe()
            raise
        finally:
            self.stand_up()
            self.host.close()

    def _step(self) -> None:
        self._bots()
        asked = [seat for seat in self.host.deciders if seat in self._own]
        if not asked:
            return
        seat = self.holder if self.holder in asked else asked[0]
        assert seat is not None
        if seat != self.holder:
            self._hide()
            self._hand_over(seat)
        self._tell(seat)
        move = self._decide(seat)
        if move is not None:
            self.host.play(seat, move)

    # Bots

    def _bots(self) -> None:
        host = self.host
        while any(host.setup.chairs[seat].bot for seat in host.deciders):
            self.wait(lambda: host.update(BOT_PAUSE_SKIP_S), self._thinking)
        if len(host.troubles) > self._troubles:
            self._troubles = len(host.troubles)
            self.talk.say(self.talk.texts("error.bot_lost"))
        problem = self._unsaved()
        if problem:
            self.talk.say(self.talk.texts("error.save_failed", problem=problem))

    def _thinking(self) -> str:
        seat = self.host.thinking
        return self.talk.texts("table.thinking", name=self.host.names[seat]) if seat is not None else ""

    def wait(self, done: Callable[[], object], word: Callable[[], str]) -> None:
        """Look again and again; after a while say what is being waited for."""
        since, said = time.monotonic(), False
        while not done():
            time.sleep(POLL_INTERVAL_S)
            if not said and time.monotonic() - since > SILENT_WAIT_S:
                self.talk.say(word())
                said = True

    # Whose screen it is

    def _hide(self) -> None:
        """Nothing of what the holder could read stays; what only they may know they can finish reading."""
        if self.holder is not None:
            secrets = self._own[self.holder].secrets(self.words(self.holder))
            if secrets:
                self.talk.say(*secrets)
                self.talk.pause(lambda: self.talk.texts("text.hide"))
            self._own[self.holder].catch_up()
            self._last, self.holder = self.holder, None
        self.stand_up()
        self.talk.terminal.wipe()

    def _hand_over(self, seat: Seat) -> None:
        talk, name = self.talk, self.host.names[seat]
        self.talk.say(*self._public[seat].news(self.words()))
        self._desk.lay_out(None, self._last)
        talk.say(talk.texts("curtain.pass_to", name=name))
        talk.terminal.forget_ahead()
        talk.pause(lambda: talk.texts("text.only_you", name=name))
        self.holder = seat
        self._shown.clear()

    # Telling and asking

    def _tell(self, seat: Seat) -> None:
        """What is new, then how things stand as far as that has changed."""
        own, yours = self._own[seat], self.words(seat)
        view = self.host.view(seat)
        fresh = not self._shown
        news = own.news(yours) if not (self.shared and fresh) else own.secrets(yours)
        own.catch_up()
        self._public[seat].catch_up()
        now = self.standing(view, yours)
        self.talk.say(*(line for line in news if not self._is_hand(line, view, yours)))
        self.talk.say(*(line for line in now if line not in self._shown and line not in news))
        self._shown = set(now)
        self._told_in = self.talk.texts

    def _is_hand(self, line: str, view: View, yours: Wording) -> bool:
        """Whether a line only names the cards that the line of the hand will name."""
        hand = view.zones.get(f"hand {view.seat}", ())
        return len(hand) >= LONG_HAND and set(words(yours.cards(hand))) <= set(words(line))

    def standing(self, view: View, yours: Wording) -> list[str]:
        """How things stand in short: what can be seen on the table, the own cards last."""
        zones = [name for name in view.zones if self._seen(view, name)]
        zones.sort(key=lambda name: split(name)[1] == view.seat)
        lines = [*yours.now(view), *(yours.zone(view, name) for name in zones)]
        return [line for line in lines if line]

    def _seen(self, view: View, name: str) -> bool:
        kind, owner = split(name)
        open_to_all = self.host.rules.spec.zones[kind].sight == "all"
        return open_to_all or (owner in (None, view.seat) and any(card != HIDDEN for card in view.zones[name]))

    def _decide(self, seat: Seat) -> Move | None:
        """None if it shall be thought over."""
        talk, sitting = self.talk, self.sit(seat)
        view = sitting.view
        self._desk.lay_out(seat, seat)
        talk.explain = lambda typed: self._explain(view, typed)
        try:
            move = view.legal[talk.choose(lambda: self._query(view))]
            outcome = sitting.touch(button_target(move))
            if isinstance(outcome, Doubtful):
                talk.say(self.words(seat).say(outcome.warning))
                outcome = sitting.confirm(talk.agree(talk.texts("confirm.title")))
            return outcome.move if isinstance(outcome, Chosen) else None
        finally:
            talk.explain = lambda typed: False

    def _query(self, view: View) -> Query:
        yours = self.words(view.seat)
        if self.talk.texts is not self._told_in:
            self._told_in = self.talk.texts
            self.talk.say(*self.standing(view, yours))
        choices = [
            Choice(yours.move(view, move), (yours.label(view, move), move.text, *self._codes(view, yours, move)))
            for move in view.legal
        ]
        return Query(yours.prompt(view), choices, 0 if len(choices) == 1 else None)

    def _codes(self, view: View, yours: Wording, move: Move) -> list[str]:
        """Short names: of the card that the move names, or else of the own cards that its line does."""
        if move.card >= 0:
            return [yours.short(move.card)]
        line = yours.move(view, move)
        return [yours.short(card) for card in self._held(view) if _says(line, yours.card(card))]

    def _explain(self, view: View, typed: str) -> bool:
        """Why a card that was named cannot be played; a clause that was named is read out."""
        talk, yours = self.talk, self.words(view.seat)
        if is_clause(typed):
            Book(talk, self.host.rules, view).read(typed)
            return True
        said = False
        for card in self._named(view, yours, typed)[:REFUSAL_LIMIT]:
            refusal = self.host.rules.refusal(view, card)
            if refusal is not None:
                talk.say(yours.refusal(refusal))
                if refusal.clause:
                    talk.say(talk.texts("table.see_rule", clause=refusal.clause))
                said = True
        return said

    def _named(self, view: View, yours: Wording, typed: str) -> list[Card]:
        """The own cards that something typed may mean."""
        said, own = words(typed), self._held(view)
        known = {card: {*words(yours.card(card)), *words(yours.short(card))} for card in own}
        return [card for card in own if said and all(begins(word, known[card]) for word in said)]

    def _held(self, view: View) -> list[Card]:
        """The own cards still to be used: in the hand, drawn, and wherever moves of the title point at single cards."""
        pointed = [move.zone for move in self.host.rules.book(view.seat) if move.index >= 0]
        kinds = dict.fromkeys(["hand", "drawn", *pointed])
        return [card for kind in kinds for card in view.zones.get(f"{kind} {view.seat}", ()) if card >= 0]

    # The end

    def _end(self) -> None:
        talk = self.talk
        if self.shared:
            self.holder = None
            talk.terminal.wipe()
            talk.say(*min(self._public.values(), key=lambda ear: ear.count).news(self.words()))
        else:
            for seat, ear in self._own.items():
                talk.say(*ear.news(self.words(seat)))
        talk.say(*map(self.words().refusal, self.host.rules.proof(self.host.view(self.host.seats))))
        talk.commands = {}
        self.say_score()

    def say_score(self) -> None:
        texts = self.talk.texts
        score = self.words().standings(self.host.standings) or texts("text.no_score")
        self.talk.say(*score.split(texts("standings.between")))

    def rewind(self) -> None:
        for ear in (*self._own.values(), *self._public.values()):
            ear.rewind()


def _says(line: str, name: str) -> bool:
    """Whether all words of a name stand together in a line."""
    return f" {' '.join(words(name))} " in f" {' '.join(words(line))} "
