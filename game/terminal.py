"""A plain table in the terminal: one person against bots, until the window opens."""

from __future__ import annotations

import sys
from typing import Any

from game import catalog
from game.ai.bots import RANDOM, Bot
from game.engine.cards import HIDDEN
from game.engine.dice import Dice
from game.engine.events import Decided, Event, told
from game.engine.match import Match, Player
from game.engine.view import View
from game.titles import TITLES

ME = 0


def run() -> int:
    if not sys.stdin.isatty():
        print("mallow: no window yet and no terminal to play in; try `python -m game simulate --help`")
        return 0
    try:
        title = _ask("Which game?", list(TITLES))
        _play(list(TITLES)[title])
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


def _play(title: str) -> None:
    import secrets

    rules = catalog.rules(title)
    seats = rules.spec.seats[min(1, len(rules.spec.seats) - 1)]
    players = [Player("You"), *(Player(f"Bot {seat}", "random") for seat in range(1, seats))]
    match = Match.start(rules, players, Dice(secrets.randbits(64)))
    dice = Dice(secrets.randbits(64))
    bot = Bot(rules, RANDOM)
    while not match.over:
        view = match.view(ME)
        if ME in match.deciders:
            print(_table(rules, view))
            move = view.legal[_ask("Your move?", [move.text for move in view.legal])]
            seat = ME
        else:
            seat = match.deciders[0]
            move = bot.think(match.view(seat), dice).move
        for event in told(match.play(seat, move), ME):
            _say(match, event)
    winners = ", ".join(players[seat].name for seat in match.standings.winners)
    print(f"Won by {winners}. {match.standings.scores or ''}")


def _say(match: Match, event: Event) -> None:
    if isinstance(event, Decided) and event.move is not None:
        print(f"  {match.players[event.seat].name}: {event.move}")


def _table(rules: Any, view: View) -> str:
    lines = [""]
    for place, cards in view.zones.items():
        if cards and any(card != HIDDEN for card in cards):
            lines.append(f"{place:10} " + ", ".join("?" if card == HIDDEN else rules.name(card) for card in cards))
    return "\n".join(lines)


def _ask(question: str, answers: list[str]) -> int:
    for number, answer in enumerate(answers, 1):
        print(f"  {number}. {answer}")
    while True:
        text = input(f"{question} ").strip()
        if text in answers:
            return answers.index(text)
        if text.isdecimal() and 1 <= int(text) <= len(answers):
            return int(text) - 1
        print(f"A number from 1 to {len(answers)}, please.")
