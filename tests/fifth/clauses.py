"""High Card, clause by clause."""

from __future__ import annotations

from game.data import catalog
from game.engine.dice import Dice
from game.engine.match import Match, Player


def match(seed: int = 1, **options: str) -> Match:
    return Match.start(catalog.rules("high_card", options), [Player("Ana"), Player("Bea")], Dice("high card", seed))


def test_hc_01_everybody_has_three_cards() -> None:
    assert [len(match().view(seat).zones[f"hand {seat}"]) for seat in (0, 1)] == [3, 3]


def test_hc_02_all_show_a_card_at_once() -> None:
    game = match()
    assert game.deciders == (0, 1)
    game.play(0, game.legal(0)[0])
    assert not game.view(1).zones["shown 0"]
    game.play(1, game.legal(1)[0])
    assert game.view(1).zones["shown 0"] and game.view(0).zones["shown 1"]


def test_hc_03_the_highest_takes_a_point_and_equals_share_it_only_if_so_agreed() -> None:
    for ties in ("nobody", "all"):
        for seed in range(30):
            game = match(seed, ties=ties)
            moves = [game.legal(seat)[0] for seat in (0, 1)]
            ranks = [game.rules.spec.faces[move.card].rank for move in moves]
            for seat in (0, 1):
                game.play(seat, moves[seat])
            tied = ranks[0] == ranks[1]
            expected = [int(rank == max(ranks) and (not tied or ties == "all")) for rank in ranks]
            assert list(game.standings.scores or ()) == expected
