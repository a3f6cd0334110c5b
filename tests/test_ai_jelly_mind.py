"""Jelly Mind's bots: honest, repeatable, never absurd, hard to beat where a turn can be solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

from game.ai.bots import Bot
from game.ai.jelly_mind.live_delay import live_delay_s
from game.ai.jelly_mind.mind import JellyMindMind
from game.ai.jelly_mind.solved_turns import RANKS, TURNS, rest_values, situations, solved_turn
from game.ai.thought import Budget, Thought
from game.data import catalog
from game.engine.dice import Dice
from game.engine.match import Match, Player
from game.engine.spec import LEVELS, Value
from game.engine.view import View, make_view
from game.titles.jelly_mind import JellyMind
from tests.scenario import guess_world

TITLE = "jelly_mind"
TABLES: Sequence[tuple[int, dict[str, Value]]] = (
    (2, {}),
    (3, {}),
    (2, {"draw": "choose", "patience": 1}),
    (3, {"draw": "choose"}),
    (2, {"patience": 10}),
    (3, {"patience": 5}),
)
ABSURD = """What no beginner would do:
1. wait or discard when everybody else has discarded: any card wins;
2. discard a card that wins whatever the others hold;
3. play a card that cannot win against what lies there: it only pays the winner one token more;
4. wait when nobody else has to decide;
5. wait into the standoff with a card that wins whatever the others hold;
6. throw away a 4 or a 5 before anybody has played.
"""


def positions(seats: int, options: dict[str, Value], count: int) -> Iterator[tuple[JellyMind, View]]:
    """Moments of matches in which everybody plays something between sense and chance."""
    rules: Any = catalog.rules(TITLE, options)
    dice = Dice("positions", seats, *map(str, options.items()))
    made = 0
    while made < count:
        match = Match.start(rules, [Player(f"P{seat}") for seat in range(seats)], Dice("deal", dice.below(10**6)))
        while not match.over and made < count:
            seat = match.deciders[0]
            now = match.view(seat)
            if dice.below(3) == 0:
                yield rules, now
                made += 1
            match.play(seat, dice.pick([move for move in now.legal if move.verb != "discard"] * 3 + list(now.legal)))


def think(rules: JellyMind, name: str, now: View, seed: object = 1) -> Thought:
    return Bot(rules, name).think(now, Dice("think", str(seed)))


@pytest.mark.parametrize("level", LEVELS)
def test_a_thought_is_the_same_in_twin_worlds_and_can_be_had_again(level: str) -> None:
    for seats, options in TABLES:
        for number, (rules, now) in enumerate(positions(seats, options, 6 if level != "master" else 4)):
            world = guess_world(rules, now, Dice("twin", number))
            twin = make_view(rules, world, now.seat)
            assert twin.to_bytes() == now.to_bytes()
            first = think(rules, level, now, number)
            assert first == think(rules, level, twin, number) == think(rules, level, now, number)
            assert [move for move, _ in first.values] in ([], list(now.legal))
            assert first.move in now.legal


def test_with_all_cards_known_the_best_move_is_made() -> None:
    """The ladder's all-seeing player: worlds are the truth."""

    class Seer(JellyMindMind):
        truth: Any

        def worlds(self, view: View) -> Any:
            return lambda dice: self.truth

    rules: Any = catalog.rules(TITLE)
    seer = Seer(rules, rules.spec.levels["master"], rules.spec.neutral_style())
    won = 0
    for deal in range(20):
        match = Match.start(rules, [Player("seer"), Player("expert")], Dice("seer", deal))
        dice = Dice("seer thinks", deal)
        expert = Bot(rules, "expert")
        while not match.over:
            seat = match.deciders[0]
            seer.truth = match.state
            bot = seer.think(match.view(0), dice, Budget(100)) if seat == 0 else expert.think(match.view(1), dice)
            match.play(seat, bot.move)
        won += match.standings.winners == (0,)
    assert won >= 16


# Never absurd


def ranks_of(rules: JellyMind, now: View, seat: int) -> list[int]:
    shown = {rules.spec.faces[card].rank for card in now.zones[f"open {seat}"]}
    return [rank for rank in range(1, RANKS + 1) if rank not in shown]


def place_of(now: View, seat: int) -> int:
    places: Any = now.facts["place"]
    return int(places[seat])


def wins(played: dict[int, tuple[int, int]], me: int) -> bool:
    """The rules once more: seats with rank and beat; does this one take tokens?"""
    topped = any(rank == RANKS for rank, _ in played.values())
    order = {seat: (RANKS + 1 if topped and rank == 1 else rank, beat) for seat, (rank, beat) in played.items()}
    return order[me] == max(order.values())


def own_rank(rules: JellyMind, now: View) -> int:
    return rules.spec.faces[now.zones[f"drawn {now.seat}"][0]].rank


def can_and_must_win(rules: JellyMind, now: View, rank: int) -> tuple[bool, bool]:
    """Whether the card, played now, can win and whether it has to, over all the others hold and do."""
    active: Any = now.facts["active"]
    beat = int(str(now.facts["beat"]))
    others = [seat for seat in active if seat != now.seat and (now.facts["choosing"] or place_of(now, seat) >= 0)]
    seen = set()
    times = [(place_of(now, s),) if place_of(now, s) > 0 and not now.facts["choosing"] else (0, beat, beat + 1)
             for s in others]  # fmt: skip
    for beats in product(*times):
        for cards in product(*(ranks_of(rules, now, seat) for seat in others)):
            table = {s: (c, b) for s, c, b in zip(others, cards, beats, strict=True) if b}
            seen.add(wins(table | {now.seat: (rank, beat)}, now.seat))
    return True in seen, False not in seen


def count_others(now: View) -> tuple[int, int]:
    """How many others have played, and how many have still to decide."""
    active: Any = now.facts["active"]
    places = [place_of(now, seat) for seat in active if seat != now.seat]
    return sum(place > 0 for place in places), sum(place == 0 for place in places)


@pytest.mark.parametrize("name", ["beginner", "beginner:hasty", "beginner:stone", "casual:bluffer", "expert:hasty"])
def test_no_level_and_no_character_does_what_is_absurd(name: str) -> None:
    assert ABSURD
    for seats, options in TABLES[:4]:
        for number, (rules, now) in enumerate(positions(seats, options, 50)):
            if now.facts["choosing"]:
                continue
            verb = think(rules, name, now, number).move.verb
            rank = own_rank(rules, now)
            can, must = can_and_must_win(rules, now, rank)
            played, undecided = count_others(now)
            standoff = int(str(now.facts["idle"])) + 1 >= rules.patience
            if not played and not undecided:
                assert verb == "play"
            if must:
                assert verb != "discard"
                assert verb == "play" or not standoff
            if played and not can:
                assert verb != "play"
            if not undecided:
                assert verb != "wait"
            if not played and rank >= 4:
                assert verb != "discard"


# How much a best reply could win from the table


class BestResponse:
    """The best response to one side of a solved turn of two players, with every verb in every beat."""

    def __init__(self, draw: str, patience: int, turn: int, held: tuple[int, int], me: int) -> None:
        self.turn, self.held, self.me, self.patience = turn, held, me, patience
        self.draw = draw
        self.play_chances = solved_turn(draw, patience, turn, held).play_chances
        self.rest = rest_values(draw, 2)

    def value(self) -> float:
        """Per turn, in tokens: the mean over own cards."""
        them = [rank for rank in range(RANKS) if self.held[1 - self.me] >> rank & 1]
        mine = [rank for rank in range(RANKS) if self.held[self.me] >> rank & 1]
        start = {rank: 1 / len(them) for rank in them}
        return sum(self.best(rank, start, 1) for rank in mine) / len(mine)

    def chance(self, places: tuple[int, int], beat: int, rank: int) -> float:
        seen = places if self.me == 0 else (places[1], places[0])
        return self.play_chances[(seen, beat), 1 - self.me][rank]

    def pay(self, own: int, theirs: int, rank: int, card: int) -> float:
        """Places of both, 0 for not played: tokens and the rest of the shuffle."""
        played = {s: r for s, r, b in ((0, (rank + 1, own), own), (1, (card + 1, theirs), theirs)) if b}
        tokens = 0.0
        for seat in played:
            if wins(played, seat):
                paid = 1 + sum(b > played[seat][1] for s, (_, b) in played.items() if s != seat)
                tokens += paid if seat == 0 else -paid
        if self.turn == 2:
            return tokens
        mine = self.held[self.me] & ~((1 << rank) if own else 0)
        other = self.held[1 - self.me] & ~((1 << card) if theirs else 0)
        key = tuple(sorted((mine, other)))
        return tokens + self.rest[self.turn + 1, key][key.index(mine)]

    def best(self, rank: int, them: dict[int, float], beat: int) -> float:
        """Both undecided, `beat - 1` beats of waiting behind them."""
        play = discard = wait = 0.0
        answer = fold = 0.0
        waiting = {}
        for card, weight in them.items():
            now = self.chance((0, 0), beat, card)
            reply = self.chance((beat, 0), beat + 1, card)
            play += weight * now * self.pay(1, 1, rank, card)
            play += weight * (1 - now) * (reply * self.pay(1, 2, rank, card) + (1 - reply) * self.pay(1, 0, rank, card))
            discard += weight * self.pay(0, 1, rank, card)
            answer += weight * now * self.pay(2, 1, rank, card)
            fold += weight * now * self.pay(0, 1, rank, card)
            waiting[card] = weight * (1 - now)
        if beat == self.patience:
            wait = sum(weight * self.pay(0, 0, rank, card) for card, weight in waiting.items())
        else:
            wait = self.best(rank, waiting, beat + 1)
        return max(play, discard, wait + max(answer, fold))


@cache
def exploitability(patience: int, turn: int, held: tuple[int, int]) -> float:
    """What a best response gains above the value of the turn, in tokens: the mean of both sides."""
    gains = [BestResponse("top", patience, turn, held, me).value() for me in (0, 1)]
    return sum(gains) / 2


MAX_EXPLOITABILITY_TOKENS = {1: 0.01, 3: 0.01, 10: 0.01}
"""By patience: what a best response may gain against the table of solved turns, in tokens a turn."""


@pytest.mark.parametrize("patience", MAX_EXPLOITABILITY_TOKENS)
def test_a_solved_turn_of_two_leaves_a_best_reply_next_to_nothing(patience: int) -> None:
    gains = [exploitability(patience, turn, held) for turn in range(TURNS) for held in situations(turn, 2)]
    assert max(gains) <= MAX_EXPLOITABILITY_TOKENS[patience]
    assert min(gains) > -0.01


# The moment of live play


def test_the_moment_looks_human_and_tells_nothing_of_the_own_card() -> None:
    for number, (rules, now) in enumerate(positions(3, {}, 60)):
        spectator = make_view(rules, guess_world(rules, now, Dice(1)), 3)
        twin = make_view(rules, guess_world(rules, spectator, Dice("other", number)), now.seat)
        for name in LEVELS:
            level, style = rules.spec.levels[name], rules.spec.characters["hasty"]
            delay = live_delay_s(level, style, now, Dice("moment", number))
            assert 0.2 <= delay <= 4.5
            assert delay == live_delay_s(level, style, twin, Dice("moment", number))
    hasty, stone = (
        sum(live_delay_s(rules.spec.levels["skilled"], rules.spec.characters[who], now, Dice(n)) for n in range(50))
        for who in ("hasty", "stone")
    )
    assert hasty < stone
