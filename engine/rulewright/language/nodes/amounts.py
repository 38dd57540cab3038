"""Amounts: numbers that are computed, from a literal to half of what is counted."""

from __future__ import annotations

from rulewright.language.nodes.base import Amount, Phrase
from rulewright.language.records import dataclass

# ------------------------------------------------------------------ amounts


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Amount):
    """A literal."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Amount):
    """A number noun as an amount: `your score`, `the price of this card`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOf(Amount):
    """`the number of X`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Plus(Amount):
    """`a plus b`."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Minus(Amount):
    """`a minus b`."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Amount):
    """`twice x`, `3 times x`."""

    factor: int
    number: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounded(Amount):
    """`x, at most 4`, `x, at least 1`, `x, at most y`: a number that is never higher, or never lower."""

    number: Amount
    most: int | Amount | None = None
    least: int | Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Half(Amount):
    """`half of x`, rounded down unless the text says otherwise (rounded: `down`, `up`).

    A number that is half of itself, or twice itself, is so of what it is without the text, and with all that makes it
    higher or lower.
    """

    number: Amount
    rounded: str = "down"
