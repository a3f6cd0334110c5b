"""Trains the neural network of Marshmallow Test's master and writes game/ai/marshmallow_test/instinct.json.

    python -m tests.tools.train_marshmallow 4 --minutes 45     # four seats, from the present weights; or --anew
    python -m tests.tools.train_marshmallow 4 --against old.json    # how often does it win against older weights?
    python -m tests.tools.train_marshmallow 4 --check          # does the game compute the same values?

Needs the `train` extra (numpy, torch). The network plays some thousand rounds at a time with a little noise. Then it
learns the value of every card that it played, by temporal differences: a mean of the round's result and of its own
value at its next choice. In some rounds it plays against patient players or noisy copies of itself, so that it meets
other ways to play. Random numbers are seeded, but the training stops by time: two trainings differ.
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

from game.ai.marshmallow_test.network import RANKS, SUITS, WEIGHTS_FILE, network_values
from game.ai.marshmallow_test.patient_policy import GOOD_PAY_POINTS, HURRY_TRICKS
from game.ai.marshmallow_test.trick_view import TrickView
from game.data import catalog
from game.engine.dice import Dice
from game.engine.view import make_view
from game.titles.marshmallow_test import MarshmallowTest
from tests.tools.marshmallow_batch import (
    CARD_INDEXES,
    SUIT_CARDS,
    USUAL_TARGET,
    Array,
    BatchRounds,
    NetworkInput,
    bit_planes,
)

BATCH_ROUNDS, MINIBATCH_CHOICES = 4096, 4096
MATCHES = 10_000
SUIT_SIZE, CONTEXT_SIZE, CARD_SIZE = 48, 128, 64
FINAL_LEARNING_RATE = 2e-5
NETWORK, NOISY_NETWORK, PATIENT = range(3)
NOISE_SCALE = {NETWORK: 0.008, NOISY_NETWORK: 0.04}
"""By policy: the scale of the random noise (Gumbel) on the values of cards, in chances to win."""
RANDOM_CARD_CHANCE = 0.02
"""The chance to play any card, without a look at values."""
LOW_FIRST = CARD_INDEXES % RANKS * (SUITS + 1) + CARD_INDEXES // RANKS
HIGH_FIRST = CARD_INDEXES % RANKS * (SUITS + 1) - CARD_INDEXES // RANKS
"""The order of cards by rank, for the lowest and for the highest card. Among equal ranks the first suit comes first."""
NO_CARD = 1 << 20
"""Higher than the order of every card."""
TD_LAMBDA = 0.8
"""The share of later results in the target of a choice. The rest is the network's own value at its next choice."""
MEAN_DECAY = 0.98
"""The result is a moving mean of the weights. After each batch it keeps this share of itself."""


class TrainingNetwork(nn.Module):  # type: ignore[misc]  # mypy does not look into torch
    """The same as `network.Network`, for many rounds at once."""

    def __init__(self, suit: int, context: int, card: int) -> None:
        super().__init__()
        self.suit = nn.Linear(suit, SUIT_SIZE)
        self.context = nn.Linear(3 * SUIT_SIZE + context, CONTEXT_SIZE)
        self.context_card = nn.Linear(CONTEXT_SIZE, CARD_SIZE)
        self.card_suit = nn.Linear(SUIT_SIZE, CARD_SIZE, bias=False)
        self.card = nn.Linear(card, CARD_SIZE, bias=False)
        self.output = nn.Linear(CARD_SIZE, 1)
        nn.init.zeros_(self.output.weight)

    def forward(
        self, suits: Tensor, context: Tensor, trump: Tensor, lead: Tensor, row: Tensor, suit: Tensor, card: Tensor
    ) -> Tensor:
        """By how much each card changes the chance to win. `row` is the index of its round in the other arrays."""
        suits_seen = torch.relu(self.suit(suits))
        every = torch.arange(len(suits))
        trumps = suits_seen[every, trump.clamp(min=0)] * (trump >= 0)[:, None]
        led = suits_seen[every, lead.clamp(min=0)] * (lead >= 0)[:, None]
        hidden = self.context_card(torch.relu(self.context(torch.cat([suits_seen.sum(1), trumps, led, context], 1))))
        looks: Tensor = self.output(torch.relu(hidden[row] + self.card_suit(suits_seen[row, suit]) + self.card(card)))
        return looks[:, 0]


def tensors(*arrays: Array) -> list[Tensor]:
    return [torch.from_numpy(array) for array in arrays]


def card_values(network: TrainingNetwork, batch: BatchRounds, shown: NetworkInput) -> tuple[Array, Array, Array, Array]:
    """All legal cards: the index of the round, the card, its input row, and its value by the network."""
    row, card = np.nonzero(bit_planes(batch.legal_cards(shown.at)))
    features = batch.card_rows(shown, row, card)
    with torch.no_grad():
        values = network(*tensors(shown.suits, shown.context, shown.trump, shown.lead, row, card // RANKS, features))
    return row, card, features, values.numpy()


def row_starts(row: Array) -> Array:
    """Where each value of a sorted array begins."""
    return np.flatnonzero(np.r_[True, row[1:] != row[:-1]])


class Trainer:
    """Plays rounds with the network and trains it on them."""

    def __init__(self, seats: int, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.batch = BatchRounds(seats, BATCH_ROUNDS, self.dice)
        self.batch.deal()
        first = self.batch.network_inputs(np.arange(1))
        card = self.batch.card_rows(first, np.zeros(1, int), np.zeros(1, int))
        self.network = TrainingNetwork(first.suits.shape[2], first.context.shape[1], card.shape[1])

    def policies(self) -> Array:
        """A policy for each seat: all play by the network, one does against patient players, or any mixture."""
        seats = self.batch.seats
        kinds = np.full((BATCH_ROUNDS, seats), NETWORK)
        lot, chair = self.dice.random(BATCH_ROUNDS), self.dice.integers(0, seats, BATCH_ROUNDS)
        alone, mixed = lot < 0.2, lot > 0.6
        kinds[alone] = PATIENT
        kinds[alone, chair[alone]] = NETWORK
        drawn = self.dice.choice([PATIENT, NOISY_NETWORK, NETWORK], (BATCH_ROUNDS, seats), p=[0.35, 0.25, 0.4])
        kinds[mixed] = drawn[mixed]
        return kinds

    def name_trumps(self, policies: Array) -> None:
        """Choose the trump suit by each seat's policy. The first round of a match has none."""
        batch = self.batch
        at = np.flatnonzero(batch.round > 1)
        if not len(at):
            return
        seat = batch.turn[at]
        hand, policy = batch.hands[at, seat], policies[at, seat]
        value = np.zeros((len(at), SUITS))
        for suit in range(SUITS):
            shown = batch.network_inputs(at, np.full(len(at), suit))
            row, _, _, values = card_values(self.network, batch, shown)
            best = np.maximum.reduceat(values, row_starts(row)) + self._noise(policy)
            ranks = ((bit_planes(hand & SUIT_CARDS[suit])) * (CARD_INDEXES % RANKS + 1)).sum(1)
            value[:, suit] = np.where(policy == PATIENT, ranks, best)
            value[(hand & SUIT_CARDS[suit]) == 0, suit] = -1e9
        batch.trump[at] = value.argmax(1)

    def _noise(self, policy: Array) -> Array:
        scale = np.where(policy == NOISY_NETWORK, NOISE_SCALE[NOISY_NETWORK], NOISE_SCALE[NETWORK])
        noise: Array = self.dice.gumbel(size=len(policy)) * scale
        return noise

    def patient_cards(self, at: Array) -> Array:
        """The cards that `rules_of_thumb.PatientPlayer` would play."""
        batch = self.batch
        seat, legal_cards = batch.turn[at], batch.legal_cards(at)
        winning_cards = legal_cards & batch.winning_cards(at)
        losing = legal_cards & ~winning_cards
        own = batch.tricks[at, seat]
        rivals, pay = batch.inside[at].sum(1) - 1, batch.tricks[at].sum(1) - own
        hurried = batch.quota - pay <= HURRY_TRICKS if batch.seats == 2 else rivals == 1
        wants = hurried | ((rivals == 2) & (batch.quota - own == 1) & (pay >= GOOD_PAY_POINTS))
        last = batch.still_to_play[at].sum(1) == 1
        goes_high = np.where(batch.lead[at] < 0, wants, last != wants)
        takes = (batch.lead[at] < 0) | ((winning_cards != 0) & (wants | (losing == 0)))
        low = np.where(bit_planes(np.where(takes, winning_cards, losing)) == 1, LOW_FIRST, NO_CARD).argmin(1)
        high = np.where(bit_planes(winning_cards) == 1, HIGH_FIRST, -NO_CARD).argmax(1)
        return np.where(takes & goes_high, high, low)

    def play_round(self) -> list[Tensor]:
        """Play a round in the whole batch. Returns the input of the network at each choice, and the target."""
        batch, policies = self.batch, self.policies()
        batch.deal()
        self.name_trumps(policies)
        choices: list[tuple[Array, ...]] = []
        while batch.active.any():
            at = np.flatnonzero(batch.active)
            policy = policies[at, batch.turn[at]]
            card = np.zeros(batch.size, np.int64)
            slow, free = at[policy == PATIENT], at[policy != PATIENT]
            card[slow] = self.patient_cards(slow)
            if len(free):
                card[free], choice = self._choose(free, policy[policy != PATIENT])
                choices.append(choice)
            batch.play(at, card[at])
        return self._training_data(choices)

    def _training_data(self, choices: list[tuple[Array, ...]]) -> list[Tensor]:
        """Inputs and targets, from the last choice of the round to the first. A target is a change of chance to win."""
        later = self.batch.end_values()
        samples = []
        for *shown, at, seat, before, best_value, is_random in reversed(choices):
            value = later[at, seat]
            samples.append((*shown, (value - before).astype(np.float32)))
            next_value = before + best_value
            later[at, seat] = np.where(is_random, next_value, (1 - TD_LAMBDA) * next_value + TD_LAMBDA * value)
        return tensors(*[np.concatenate(parts) for parts in zip(*samples, strict=True)])

    def _choose(self, at: Array, policy: Array) -> tuple[Array, tuple[Array, ...]]:
        batch = self.batch
        shown = batch.network_inputs(at)
        row, card, features, values = card_values(self.network, batch, shown)
        scale = np.where(policy == NOISY_NETWORK, NOISE_SCALE[NOISY_NETWORK], NOISE_SCALE[NETWORK])
        is_random = self.dice.random(len(at)) < RANDOM_CARD_CHANCE
        scale[is_random] = 10.0
        score = values + scale[row] * self.dice.gumbel(size=len(row))
        first = row_starts(row)
        best = np.flatnonzero(score == np.maximum.reduceat(score, first)[row])
        had_choice = np.diff(np.r_[first, len(row)]) > 1
        kept = np.flatnonzero((policy == NETWORK) & had_choice)
        seat, taken = batch.turn[at], best[kept]
        choice = (
            shown.suits[kept], shown.context[kept], shown.trump[kept], shown.lead[kept], card[taken] // RANKS,
            features[taken], at[kept], seat[kept], shown.chance[kept],
            np.maximum.reduceat(values, first)[kept], is_random[kept],
        )  # fmt: skip
        return card[best], choice

    def train(self, minutes: float, rate: float) -> TrainingNetwork:
        """Play and train for some minutes. Returns the moving mean of the network."""
        network, mean = self.network, copy.deepcopy(self.network)
        optimizer = torch.optim.Adam(network.parameters(), lr=rate)
        began, rounds = time.monotonic(), 0
        while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
            optimizer.param_groups[0]["lr"] = rate * (1 - done) + FINAL_LEARNING_RATE
            *shown, gain = self.play_round()
            losses = []
            for minibatch in torch.randperm(len(gain)).split(MINIBATCH_CHOICES):
                suits, context, trump, lead, suit, card = [part[minibatch] for part in shown]
                values = network(suits, context, trump, lead, torch.arange(len(minibatch)), suit, card)
                loss = ((values - gain[minibatch]) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            rounds += 1
            weight = min(MEAN_DECAY, rounds / (rounds + 10))
            with torch.no_grad():
                for kept, new in zip(mean.parameters(), network.parameters(), strict=True):
                    kept.mul_(weight).add_(new, alpha=1 - weight)
            if rounds % 25 == 0:
                error = f"error {np.mean(losses):.5f} of {gain.var().item():.5f}"
                print(f"{rounds * BATCH_ROUNDS} rounds, {error}", flush=True)
        return mean


def best_cards(network: TrainingNetwork, batch: BatchRounds, shown: NetworkInput) -> tuple[Array, Array]:
    """For each round the card with the highest value, and this value."""
    row, card, _, values = card_values(network, batch, shown)
    most = np.maximum.reduceat(values, row_starts(row))
    best = np.flatnonzero(values == most[row])
    return card[best[row_starts(row[best])]], most


def best_trumps(network: TrainingNetwork, batch: BatchRounds, at: Array) -> Array:
    """For each round the trump suit whose best lead has the highest value."""
    value = np.full((len(at), SUITS), -np.inf)
    for suit in range(SUITS):
        held = np.flatnonzero(batch.hands[at, batch.turn[at]] & SUIT_CARDS[suit])
        if len(held):
            value[held, suit] = best_cards(network, batch, batch.network_inputs(at[held], np.full(len(held), suit)))[1]
    return value.argmax(1)


def win_share(seats: int, new: TrainingNetwork, old: TrainingNetwork, must_trump: bool) -> float:
    """The share of matches that one seat with the new network wins against old ones. Nothing is simulated."""
    batch = BatchRounds(seats, MATCHES, np.random.default_rng(1))
    chair, won = np.arange(MATCHES) % seats, np.full(MATCHES, -1)

    def turns(mine: bool) -> Array:
        return np.flatnonzero(batch.active & ((batch.turn == chair) == mine))

    while (won < 0).any():
        batch.deal()
        batch.target[:], batch.must_trump[:] = USUAL_TARGET, must_trump
        batch.active = won < 0
        for network in (new, old):
            at = turns(network is new)
            at = at[batch.round[at] > 1]
            batch.trump[at] = best_trumps(network, batch, at)
        while batch.active.any():
            card = np.zeros(MATCHES, np.int64)
            for network in (new, old):
                if len(at := turns(network is new)):
                    card[at] = best_cards(network, batch, batch.network_inputs(at))[0]
            at = np.flatnonzero(batch.active)
            batch.play(at, card[at])
        batch.end_values()
        won = np.where(batch.over & (won < 0), batch.winner == chair, won)
    return float(won.mean())


def layers(network: TrainingNetwork) -> list[nn.Linear]:
    """The layers in the order of `network.Network`."""
    return [network.suit, network.context, network.context_card, network.card_suit, network.card, network.output]


def write_weights(seats: int, network: TrainingNetwork) -> None:
    """Write the weights as 16-bit numbers, each layer with its own scale."""
    shapes, numbers = [], b""
    for layer in layers(network):
        weights = torch.cat([part.detach().flatten() for part in layer.parameters()]).numpy()
        scale = float(np.abs(weights).max()) / 32767
        shapes.append([*layer.weight.shape, layer.bias is not None, scale])
        numbers += np.round(weights / scale).astype("<i2").tobytes()
    spec = catalog.rules("marshmallow_test").spec
    box = [len(spec.faces), spec.numbers["hand"], spec.quotas[seats]]
    kept = json.loads(WEIGHTS_FILE.read_text(encoding="ascii"))
    kept[str(seats)] = {"box": box, "layers": shapes, "weights": b64encode(numbers).decode("ascii")}
    WEIGHTS_FILE.write_text(json.dumps(dict(sorted(kept.items())), indent=0) + "\n", encoding="ascii")


def read_weights(seats: int, network: TrainingNetwork, file: Path = WEIGHTS_FILE) -> None:
    kept = json.loads(file.read_text(encoding="ascii"))[str(seats)]
    numbers = torch.from_numpy(np.frombuffer(b64decode(kept["weights"]), "<i2").astype(np.float32))
    with torch.no_grad():
        for layer, (*_, scale) in zip(layers(network), kept["layers"], strict=True):
            for part in layer.parameters():
                part.copy_(numbers[: part.numel()].reshape(part.shape) * scale)
                numbers = numbers[part.numel() :]


def widest_gap(seats: int, network: TrainingNetwork) -> float:
    """The greatest difference between a value by the game and the same value by the batch, in matches by the rules."""
    widest = 0.0
    for number, follow in enumerate(("may", "must") * 3):
        rules, dice = catalog.rules("marshmallow_test", {"trump_follow": follow}), Dice("check", number)
        assert isinstance(rules, MarshmallowTest)
        state, batch = rules.setup(seats, dice), BatchRounds(seats, 1, np.random.default_rng(0))
        here, round_ = np.arange(1), 0
        while not rules.standings(state).over:
            if state.round != round_:
                batch.deal()
                round_ = state.round
                batch.hands[0], batch.points[0], batch.turn[0] = state.hands, state.points, state.turn[0]
                batch.target[:], batch.must_trump[:], batch.over[:] = rules.target, follow == "must", False
            seat = state.turn[0]
            view, moves = make_view(rules, state, seat), rules.legal(state, seat)
            game_values = network_values(rules, TrickView(rules, view), view, moves)
            assert batch.turn[0] == seat
            ours = []
            for trump in [move.index for move in moves] if state.naming else [state.trump]:
                shown = batch.network_inputs(here, np.full(1, trump))
                _, cards, _, batch_values = card_values(network, batch, shown)
                ours += [max(batch_values)] if state.naming else list(batch_values)
                assert state.naming or [move.card for move in moves] == list(cards)
            gaps = np.abs(np.array(ours) + shown.chance[0] - np.array(game_values))
            widest = max(widest, float(gaps.max()))
            move = dice.pick(moves)
            rules.play(state, seat, move, dice)
            if move.card < 0:
                batch.trump[0] = move.index
            else:
                batch.play(here, np.array([move.card]))
    return widest


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seats", type=int, choices=catalog.rules("marshmallow_test").spec.seats)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="start with random weights")
    parser.add_argument("--against", type=Path, help="do not train; play against the weights in this file")
    parser.add_argument("--check", action="store_true", help="do not train; compare values with those of the game")
    wanted = parser.parse_args()
    torch.manual_seed(wanted.seed)
    trainer = Trainer(wanted.seats, wanted.seed)
    if not wanted.anew:
        read_weights(wanted.seats, trainer.network)
    if wanted.against:
        old = copy.deepcopy(trainer.network)
        read_weights(wanted.seats, old, wanted.against)
        for must_trump in (False, True):
            share, par = win_share(wanted.seats, trainer.network, old, must_trump), 1 / wanted.seats
            follow = "must" if must_trump else "may"
            print(f"trump_follow={follow}: {share:.1%} of {MATCHES}, par {par:.1%}", flush=True)
        return
    if not wanted.check:
        write_weights(wanted.seats, trainer.train(wanted.minutes, wanted.rate))
        read_weights(wanted.seats, trainer.network)
    print(f"the values of the game differ by {widest_gap(wanted.seats, trainer.network):.6f} at most")


if __name__ == "__main__":
    main()
