"""Plural forms by the rules of Unicode CLDR. Each language's file states its rules.

A rule is a condition on a whole number n, for example Polish `few`: "n % 10 = 2..4 and n % 100 != 12..14".
CLDR writes i instead of n for the digits before the decimal point; all our counts are whole, so both mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""The categories of CLDR; `other` is for every number that no rule fits."""
OTHER: Final = "other"

_RELATION: Final = re.compile(r"[ni](?: % (?P<modulus>[1-9][0-9]{0,6}))? (?P<sign>=|!=) (?P<ranges>[0-9., ]+)")
_RANGE: Final = re.compile(r"(?P<low>[0-9]{1,7})(?:\.\.(?P<high>[0-9]{1,7}))?")

Condition = Callable[[int], bool]


class PluralRuleError(ValueError):
    """A plural rule that cannot be parsed."""


class PluralRules:
    """Says which plural form a count takes in one language."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        """`rules` has a condition for every category but `other`. PluralRuleError if one cannot be read."""
        self._conditions = {
            category: _any_of(rules[category]) for category in CATEGORIES if category in rules and category != OTHER
        }

    @property
    def categories(self) -> tuple[str, ...]:
        return (*self._conditions, OTHER)

    def category(self, count: int) -> str:
        number = abs(count)
        return next((name for name, fits in self._conditions.items() if fits(number)), OTHER)


def _any_of(rule: str) -> Condition:
    parts = [_all_of(part) for part in rule.split(" or ")]
    return lambda number: any(part(number) for part in parts)


def _all_of(rule: str) -> Condition:
    parts = [_relation(part) for part in rule.split(" and ")]
    return lambda number: all(part(number) for part in parts)


def _relation(text: str) -> Condition:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise PluralRuleError(text)
    modulus = int(found["modulus"]) if found["modulus"] else 0
    wanted = found["sign"] == "="
    ranges = [_range(part) for part in found["ranges"].split(",")]

    def fits(number: int) -> bool:
        value = number % modulus if modulus else number
        return any(low <= value <= high for low, high in ranges) == wanted

    return fits


def _range(text: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise PluralRuleError(text)
    return int(found["low"]), int(found["high"] or found["low"])
