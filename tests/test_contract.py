"""One contract for every title, every number of seats, every value of every option."""

from __future__ import annotations

import pytest

from game.data import catalog
from game.engine.dice import Dice
from game.engine.spec import Value
from game.titles import TITLES
from tests.contract import MAX_STEPS, Contract, all_variants, cached_rules, new_match, pick_rarer_move, variant_id

MATCHES = 400
"""Random matches a title."""

LONG = (50, 100)

Table = tuple[str, int, dict[str, Value]]


def share(title: str, options: dict[str, Value]) -> int:
    """Matches a table, so that the title has its number; few of them with the longest goals."""
    if options.get("target", 0) in LONG:
        return 4
    tables_of_it = [options for name, _, options in all_variants() if name == title]
    return -(-MATCHES // sum(options.get("target", 0) not in LONG for options in tables_of_it))


@pytest.mark.parametrize("table", all_variants(), ids=variant_id)
def test_title_keeps_the_contract(table: Table) -> None:
    title, seats, options = table
    for seed in range(share(title, options)):
        Contract(title, seats, options, seed).run()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("title", "seats"), [(title, seats) for title in TITLES for seats in catalog.spec(title).seats]
)
def test_long_run(title: str, seats: int, request: pytest.FixtureRequest) -> None:
    """Every match: cards conserved, a legal move until it is over. Every hundredth: the whole contract."""
    options = [options for name, count, options in all_variants() if (name, count) == (title, seats)]
    for seed in range(request.config.getoption("--soak-matches")):
        if seed % 100 == 0:
            Contract(title, seats, options[seed // 100 % len(options)], 1_000_000 + seed).run()
        else:
            quick_match(title, seats, options[seed % len(options)], seed)


def quick_match(title: str, seats: int, options: dict[str, Value], seed: int) -> None:
    rules = cached_rules(title, *options.items())
    cards = list(rules.cards(seats))
    dice = Dice("soak", title, seats, seed)
    state = rules.setup(seats, dice)
    for _ in range(MAX_STEPS):
        deciders = rules.deciders(state)
        if not deciders:
            break
        seat = dice.pick(deciders)
        rules.play(state, seat, pick_rarer_move(rules.legal(state, seat), dice), dice)
        lying = [card for zone in rules.show(state).zones.values() for card in zone]
        assert sorted(lying) == cards
    assert rules.standings(state).over == (not rules.deciders(state))


@pytest.mark.parametrize("title", TITLES)
def test_the_facts_that_a_file_gives_a_meaning_are_there(title: str) -> None:
    spec = catalog.spec(title)
    match = new_match(title, spec.seats[0], {}, "facts")
    match.run_steps_and_deals()
    facts = match.picture.facts
    race = [spec.race.beat, spec.race.idle] if spec.race is not None else []
    assert {*spec.facts.values(), *race} <= set(facts)
    verbs = {move.verb for move in match.rules.book(0)}
    acts = {*spec.race.acts, spec.race.wait} if spec.race is not None else set()
    assert {*spec.points_at, *acts} <= verbs
