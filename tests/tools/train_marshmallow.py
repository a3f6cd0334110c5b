"""Trains the instinct of Marshmallow Test's master and writes game/ai/marshmallow_test/instinct.json.

    python -m tests.tools.train_marshmallow 4 --minutes 45     # four seats, on from what it knows; or --anew
    python -m tests.tools.train_marshmallow 4 --against old.json    # how often does it win among weights of before?
    python -m tests.tools.train_marshmallow 4 --check          # does the game see the same, number by number?

Needs the `train` extra (numpy, torch). Some thousand rounds at a time are played by the network as it is, with a
little chance; then it learns what became of every card it played: partly how its next choice looked, mostly what the
round came to. At some tables it meets patient players, or itself in a careless mood, so that it knows more than its
own ways. Chance is seeded, but minutes are not: two trainings differ.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from game.ai.marshmallow_test.habit import GOOD_PAY, SHORT
from game.ai.marshmallow_test.instinct import FILE, RANKS, SUITS, worths
from game.ai.marshmallow_test.table import Trick
from game.data import catalog
from game.engine.dice import Dice
from game.engine.view import make_view
from game.titles.marshmallow_test import MarshmallowTest
from tests.tools.marshmallow_tables import EACH, IN_SUIT, USUAL_TARGET, Array, Shown, Tables, planes

TABLES, BATCH = 4096, 4096
MATCHES = 10_000
SUIT_SIZE, TABLE_SIZE, CARD_SIZE = 48, 128, 64
LAST_RATE = 2e-5
INSTINCT, CARELESS, PATIENT = range(3)
CHANCE = {INSTINCT: 0.008, CARELESS: 0.04}
"""How much worse a card may look to be played now and then."""
WHIM = 0.02
"""How often any card is played."""
LOW_FIRST = EACH % RANKS * (SUITS + 1) + EACH // RANKS
HIGH_FIRST = EACH % RANKS * (SUITS + 1) - EACH // RANKS
"""By rank; of equal ones the suit that comes first."""
NEVER = 1 << 20
LOOKS_ON = 0.8
"""How much of what a choice is told comes from what became of it later, the rest from how the next choice looked."""
MEMORY = 0.98
"""What is kept is the mean of the latest networks, with so much of the former mean."""


class Brain(nn.Module):  # type: ignore[misc]  # mypy does not look into torch
    """As `instinct.Network`, for many tables at once."""

    def __init__(self, suit: int, table: int, card: int) -> None:
        super().__init__()
        self.suit = nn.Linear(suit, SUIT_SIZE)
        self.table = nn.Linear(3 * SUIT_SIZE + table, TABLE_SIZE)
        self.mood = nn.Linear(TABLE_SIZE, CARD_SIZE)
        self.card_suit = nn.Linear(SUIT_SIZE, CARD_SIZE, bias=False)
        self.card = nn.Linear(card, CARD_SIZE, bias=False)
        self.worth = nn.Linear(CARD_SIZE, 1)
        nn.init.zeros_(self.worth.weight)

    def forward(
        self, suits: Tensor, table: Tensor, trump: Tensor, lead: Tensor, row: Tensor, suit: Tensor, card: Tensor
    ) -> Tensor:
        """How much each card, at its row of the tables, changes the chance to win."""
        seen = torch.relu(self.suit(suits))
        every = torch.arange(len(suits))
        trumps = seen[every, trump.clamp(min=0)] * (trump >= 0)[:, None]
        led = seen[every, lead.clamp(min=0)] * (lead >= 0)[:, None]
        mood = self.mood(torch.relu(self.table(torch.cat([seen.sum(1), trumps, led, table], 1))))
        looks: Tensor = self.worth(torch.relu(mood[row] + self.card_suit(seen[row, suit]) + self.card(card)))
        return looks[:, 0]


def tensors(*arrays: Array) -> list[Tensor]:
    return [torch.from_numpy(array) for array in arrays]


def judged(brain: Brain, tables: Tables, shown: Shown) -> tuple[Array, Array, Array, Array]:
    """Every legal card: its row, itself, as it is shown, and what the network thinks of it."""
    row, card = np.nonzero(planes(tables.legal(shown.at)))
    features = tables.cards(shown, row, card)
    with torch.no_grad():
        said = brain(*tensors(shown.suits, shown.table, shown.trump, shown.lead, row, card // RANKS, features))
    return row, card, features, said.numpy()


def firsts(row: Array) -> Array:
    return np.flatnonzero(np.r_[True, row[1:] != row[:-1]])


class School:
    """Plays and learns."""

    def __init__(self, seats: int, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.tables = Tables(seats, TABLES, self.dice)
        self.tables.deal()
        first = self.tables.shown(np.arange(1))
        card = self.tables.cards(first, np.zeros(1, int), np.zeros(1, int))
        self.brain = Brain(first.suits.shape[2], first.table.shape[1], card.shape[1])

    def moods(self) -> Array:
        """Who plays how: all by instinct, one of them against patient players, or any mixture."""
        seats = self.tables.seats
        kinds = np.full((TABLES, seats), INSTINCT)
        lot, chair = self.dice.random(TABLES), self.dice.integers(0, seats, TABLES)
        alone, mixed = lot < 0.2, lot > 0.6
        kinds[alone] = PATIENT
        kinds[alone, chair[alone]] = INSTINCT
        drawn = self.dice.choice([PATIENT, CARELESS, INSTINCT], (TABLES, seats), p=[0.35, 0.25, 0.4])
        kinds[mixed] = drawn[mixed]
        return kinds

    def name_trumps(self, moods: Array) -> None:
        tables = self.tables
        at = np.flatnonzero(tables.round > 1)
        if not len(at):
            return
        seat = tables.turn[at]
        hand, mood = tables.hands[at, seat], moods[at, seat]
        worth = np.zeros((len(at), SUITS))
        for suit in range(SUITS):
            shown = tables.shown(at, np.full(len(at), suit))
            row, _, _, said = judged(self.brain, tables, shown)
            best = np.maximum.reduceat(said, firsts(row)) + self._luck(mood)
            ranks = ((planes(hand & IN_SUIT[suit])) * (EACH % RANKS + 1)).sum(1)
            worth[:, suit] = np.where(mood == PATIENT, ranks, best)
            worth[(hand & IN_SUIT[suit]) == 0, suit] = -1e9
        tables.trump[at] = worth.argmax(1)

    def _luck(self, mood: Array) -> Array:
        drawn: Array = self.dice.gumbel(size=len(mood)) * np.where(mood == CARELESS, CHANCE[CARELESS], CHANCE[INSTINCT])
        return drawn

    def patient(self, at: Array) -> Array:
        """As `patient.Patient`: the cards it plays."""
        tables = self.tables
        seat, legal = tables.turn[at], tables.legal(at)
        taking = legal & tables.taking(at)
        losing = legal & ~taking
        own = tables.tricks[at, seat]
        rivals, pay = tables.inside[at].sum(1) - 1, tables.tricks[at].sum(1) - own
        hurried = tables.quota - pay <= SHORT if tables.seats == 2 else rivals == 1
        wants = hurried | ((rivals == 2) & (tables.quota - own == 1) & (pay >= GOOD_PAY))
        last = tables.yet[at].sum(1) == 1
        goes_high = np.where(tables.lead[at] < 0, wants, last != wants)
        takes = (tables.lead[at] < 0) | ((taking != 0) & (wants | (losing == 0)))
        low = np.where(planes(np.where(takes, taking, losing)) == 1, LOW_FIRST, NEVER).argmin(1)
        high = np.where(planes(taking) == 1, HIGH_FIRST, -NEVER).argmax(1)
        return np.where(takes & goes_high, high, low)

    def play_round(self) -> list[Tensor]:
        """All that the network was shown before its choices, and what became of them."""
        tables, moods = self.tables, self.moods()
        tables.deal()
        self.name_trumps(moods)
        notes: list[tuple[Array, ...]] = []
        while tables.active.any():
            at = np.flatnonzero(tables.active)
            mood = moods[at, tables.turn[at]]
            card = np.zeros(tables.size, np.int64)
            slow, free = at[mood == PATIENT], at[mood != PATIENT]
            card[slow] = self.patient(slow)
            if len(free):
                card[free], note = self._choose(free, mood[mood != PATIENT])
                notes.append(note)
            tables.play(at, card[at])
        return self._lessons(notes)

    def _lessons(self, notes: list[tuple[Array, ...]]) -> list[Tensor]:
        """From the last choice of the round to the first: what was shown, and what the choice was worth."""
        later = self.tables.worth()
        lessons = []
        for *shown, at, seat, before, looked, whim in reversed(notes):
            worth = later[at, seat]
            lessons.append((*shown, (worth - before).astype(np.float32)))
            seen = before + looked
            later[at, seat] = np.where(whim, seen, (1 - LOOKS_ON) * seen + LOOKS_ON * worth)
        return tensors(*[np.concatenate(parts) for parts in zip(*lessons, strict=True)])

    def _choose(self, at: Array, mood: Array) -> tuple[Array, tuple[Array, ...]]:
        tables = self.tables
        shown = tables.shown(at)
        row, card, features, said = judged(self.brain, tables, shown)
        chance = np.where(mood == CARELESS, CHANCE[CARELESS], CHANCE[INSTINCT])
        whim = self.dice.random(len(at)) < WHIM
        chance[whim] = 10.0
        score = said + chance[row] * self.dice.gumbel(size=len(row))
        first = firsts(row)
        best = np.flatnonzero(score == np.maximum.reduceat(score, first)[row])
        had_choice = np.diff(np.r_[first, len(row)]) > 1
        kept = np.flatnonzero((mood == INSTINCT) & had_choice)
        seat, taken = tables.turn[at], best[kept]
        note = (
            shown.suits[kept], shown.table[kept], shown.trump[kept], shown.lead[kept], card[taken] // RANKS,
            features[taken], at[kept], seat[kept], shown.chance[kept],
            np.maximum.reduceat(said, first)[kept], whim[kept],
        )  # fmt: skip
        return card[best], note

    def learn(self, minutes: float, rate: float) -> Brain:
        brain, mean = self.brain, copy.deepcopy(self.brain)
        teacher = torch.optim.Adam(brain.parameters(), lr=rate)
        began, rounds = time.monotonic(), 0
        while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
            teacher.param_groups[0]["lr"] = rate * (1 - done) + LAST_RATE
            *shown, gain = self.play_round()
            losses = []
            for some in torch.randperm(len(gain)).split(BATCH):
                suits, table, trump, lead, suit, card = [part[some] for part in shown]
                said = brain(suits, table, trump, lead, torch.arange(len(some)), suit, card)
                loss = ((said - gain[some]) ** 2).mean()
                teacher.zero_grad()
                loss.backward()
                teacher.step()
                losses.append(loss.item())
            rounds += 1
            weight = min(MEMORY, rounds / (rounds + 10))
            with torch.no_grad():
                for kept, new in zip(mean.parameters(), brain.parameters(), strict=True):
                    kept.mul_(weight).add_(new, alpha=1 - weight)
            if rounds % 25 == 0:
                print(f"{rounds * TABLES} rounds, error {np.mean(losses):.5f} of {gain.var().item():.5f}", flush=True)
        return mean


def favourites(brain: Brain, tables: Tables, shown: Shown) -> tuple[Array, Array]:
    """For every row the card that looks best, and how good it looks."""
    row, card, _, said = judged(brain, tables, shown)
    most = np.maximum.reduceat(said, firsts(row))
    best = np.flatnonzero(said == most[row])
    return card[best[firsts(row[best])]], most


def trumps(brain: Brain, tables: Tables, at: Array) -> Array:
    """The suits of which the best lead looks best."""
    worth = np.full((len(at), SUITS), -np.inf)
    for suit in range(SUITS):
        held = np.flatnonzero(tables.hands[at, tables.turn[at]] & IN_SUIT[suit])
        if len(held):
            worth[held, suit] = favourites(brain, tables, tables.shown(at[held], np.full(len(held), suit)))[1]
    return worth.argmax(1)


def contest(seats: int, new: Brain, old: Brain, must: bool) -> float:
    """How often one of the new wins among the old: whole matches, by instinct alone."""
    tables = Tables(seats, MATCHES, np.random.default_rng(1))
    chair, won = np.arange(MATCHES) % seats, np.full(MATCHES, -1)

    def turns(mine: bool) -> Array:
        return np.flatnonzero(tables.active & ((tables.turn == chair) == mine))

    while (won < 0).any():
        tables.deal()
        tables.target[:], tables.must[:] = USUAL_TARGET, must
        tables.active = won < 0
        for brain in (new, old):
            at = turns(brain is new)
            at = at[tables.round[at] > 1]
            tables.trump[at] = trumps(brain, tables, at)
        while tables.active.any():
            card = np.zeros(MATCHES, np.int64)
            for brain in (new, old):
                if len(at := turns(brain is new)):
                    card[at] = favourites(brain, tables, tables.shown(at))[0]
            at = np.flatnonzero(tables.active)
            tables.play(at, card[at])
        tables.worth()
        won = np.where(tables.over & (won < 0), tables.winner == chair, won)
    return float(won.mean())


def layers(brain: Brain) -> list[nn.Linear]:
    """In the order of `instinct.Network`."""
    return [brain.suit, brain.table, brain.mood, brain.card_suit, brain.card, brain.worth]


def write(seats: int, brain: Brain) -> None:
    """The weights as 16-bit numbers, each layer with its own scale."""
    shapes, numbers = [], b""
    for layer in layers(brain):
        weights = torch.cat([part.detach().flatten() for part in layer.parameters()]).numpy()
        scale = float(np.abs(weights).max()) / 32767
        shapes.append([*layer.weight.shape, layer.bias is not None, scale])
        numbers += np.round(weights / scale).astype("<i2").tobytes()
    spec = catalog.rules("marshmallow_test").spec
    box = [len(spec.faces), spec.numbers["hand"], spec.quotas[seats]]
    kept = json.loads(FILE.read_text(encoding="ascii"))
    kept[str(seats)] = {"box": box, "layers": shapes, "weights": b64encode(numbers).decode("ascii")}
    FILE.write_text(json.dumps(dict(sorted(kept.items())), indent=0) + "\n", encoding="ascii")


def read(seats: int, brain: Brain, file: Path = FILE) -> None:
    kept = json.loads(file.read_text(encoding="ascii"))[str(seats)]
    numbers = torch.from_numpy(np.frombuffer(b64decode(kept["weights"]), "<i2").astype(np.float32))
    with torch.no_grad():
        for layer, (*_, scale) in zip(layers(brain), kept["layers"], strict=True):
            for part in layer.parameters():
                part.copy_(numbers[: part.numel()].reshape(part.shape) * scale)
                numbers = numbers[part.numel() :]


def check(seats: int, brain: Brain) -> float:
    """The widest gap between what the game thinks of a move and what the network does, in rounds by the rules."""
    widest = 0.0
    for number, follow in enumerate(("may", "must") * 3):
        rules, dice = catalog.rules("marshmallow_test", {"trump_follow": follow}), Dice("check", number)
        assert isinstance(rules, MarshmallowTest)
        state, tables = rules.setup(seats, dice), Tables(seats, 1, np.random.default_rng(0))
        here, round_ = np.arange(1), 0
        while not rules.standings(state).over:
            if state.round != round_:
                tables.deal()
                round_ = state.round
                tables.hands[0], tables.points[0], tables.turn[0] = state.hands, state.points, state.turn[0]
                tables.target[:], tables.must[:], tables.over[:] = rules.target, follow == "must", False
            seat = state.turn[0]
            seen, moves = make_view(rules, state, seat), rules.legal(state, seat)
            said = worths(rules, Trick(rules, seen), seen, moves)
            assert tables.turn[0] == seat
            ours = []
            for trump in [move.index for move in moves] if state.naming else [state.trump]:
                shown = tables.shown(here, np.full(1, trump))
                _, cards, _, worth = judged(brain, tables, shown)
                ours += [max(worth)] if state.naming else list(worth)
                assert state.naming or [move.card for move in moves] == list(cards)
            gaps = np.abs(np.array(ours) + shown.chance[0] - np.array(said))
            widest = max(widest, float(gaps.max()))
            move = dice.pick(moves)
            rules.play(state, seat, move, dice)
            if move.card < 0:
                tables.trump[0] = move.index
            else:
                tables.play(here, np.array([move.card]))
    return widest


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seats", type=int, choices=catalog.rules("marshmallow_test").spec.seats)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="forget what it knows")
    parser.add_argument("--against", type=Path, help="train nothing, meet the weights in this file")
    parser.add_argument("--check", action="store_true", help="train nothing")
    wanted = parser.parse_args()
    torch.manual_seed(wanted.seed)
    school = School(wanted.seats, wanted.seed)
    if not wanted.anew:
        read(wanted.seats, school.brain)
    if wanted.against:
        old = copy.deepcopy(school.brain)
        read(wanted.seats, old, wanted.against)
        for must in (False, True):
            share, par = contest(wanted.seats, school.brain, old, must), 1 / wanted.seats
            print(f"trump_follow={'must' if must else 'may'}: {share:.1%} of {MATCHES}, par {par:.1%}", flush=True)
        return
    if not wanted.check:
        write(wanted.seats, school.learn(wanted.minutes, wanted.rate))
        read(wanted.seats, school.brain)
    print(f"the game thinks the same, but for {check(wanted.seats, school.brain):.6f} at most")


if __name__ == "__main__":
    main()
