"""The calls that run upwards: what rooms of expressions ask of rooms that are built on them.

A condition holds numbers, a number counts things, and things are described by conditions. Modules import downwards
only, so what a room needs of one above it is said here, as a protocol, and entered by `builder.py` when all are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rulewright.compiler.ir.expressions import Cell, Expr, Name
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import Ref, Scope
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness
from rulewright.ruleset import blocks as B


class OfSelections(Protocol):
    """What is asked of `Selections`."""

    def each(self, phrase: N.NounPhrase, scope: Scope, var: Name | None = None) -> Things:
        """The things a phrase describes; not for pieces."""

    def list_of(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """The things a phrase describes, as a list."""


class OfAmounts(Protocol):
    """What is asked of `Amounts`."""

    def arguments(self, phrase: N.NounPhrase, scope: Scope) -> list[Expr]:
        """What a number is of, as the phrase that names it tells."""

    def kept_cell(self, noun: str, args: Sequence[Expr]) -> Cell:
        """The integer of a kept number; args are what it is of."""


class OfFilters(Protocol):
    """What is asked of `Filters`."""

    def kind_test(self, noun: str, ref: Ref) -> list[Expr]:
        """The tests by which a thing is of a kind."""

    def adjective(self, word: str, ref: Ref, scope: Scope) -> list[Expr]:
        """The conditions an adjective sets."""

    def filter(self, item: N.Filter, ref: Ref, scope: Scope) -> list[Expr]:
        """The conditions a filter sets on a thing."""

    def of_its_place(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> tuple[list[Expr], N.NounPhrase]:
        """What is said of where the pieces of a place lie, as tests of the place; and the phrase without it."""

    def knowing(self, scope: Scope, ref: Ref, node: N.Node) -> Scope:
        """A scope inside another in which a node of the text means a thing."""


class OfLikenesses(Protocol):
    """What is asked of `Likenesses`."""

    def count(self, phrase: N.NounPhrase, alone: N.NounPhrase, likeness: Likeness, scope: Scope) -> Expr:
        """How many cards differ, or how often so many that agree can be put together."""

    def of_each_kind(self, phrase: N.NounPhrase, scope: Scope) -> list[N.NounPhrase] | None:
        """Pieces or goods that differ, those of each kind by itself; None for other phrases."""


class OfConditions(Protocol):
    """What is asked of `Conditions`."""

    def condition(self, node: N.Condition | N.Statement, scope: Scope) -> Expr:
        """A condition as an expression that is true or false."""

    def block_condition(self, data: B.Condition, scope: Scope) -> Expr:
        """A condition as it stands in a block."""

    def owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """Whether a seat or place has what a phrase says."""

    def rank(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """How much somebody or something has of what a phrase asks the most, fewest, highest or lowest of."""


class OfDefinitions(Protocol):
    """What is asked of `Definitions`: the functions that say what the words of the lexicon mean, by their names."""

    def state_verb(self, verb: str) -> str:
        """Whether a state verb holds: (s, you, slots …)."""

    def noun_test(self, noun: str) -> str:
        """Whether a thing is what a noun with a condition names: (s, thing[, of])."""

    def adjective(self, word: str) -> str:
        """Whether a thing is as an adjective says: (s, thing, you)."""

    def order(self, word: str) -> str:
        """What an adjective orders by: (s, thing, you)."""

    def among(self, word: str) -> str:
        """The things of an adjective that is told by which they are: (s, you)."""

    def relation(self, name: str) -> str:
        """Whether one thing is related to another: (s, one, other, you)."""

    def closure(self, name: str) -> str:
        """What a relation reaches: (s, from, you)."""

    def number(self, noun: str) -> str:
        """A number: (s, what it is of …)."""

    def during(self, verb: str) -> str:
        """The procedures that are under way while somebody does a verb: a constant."""


class OfHistory(Protocol):
    """What is asked of `History`."""

    def condition(self, node: N.Does | N.Passive, scope: Scope) -> Expr:
        """Whether something has been done, as often as is said."""

    def number(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """How many things somebody has done something to; None for a phrase that does not ask so."""

    def done_to(self, item: N.Relative, ref: Ref, who: Expr) -> Expr:
        """Whether a seat has done to a thing what a phrase says."""


class Recursion:
    """The rooms that are called from below, each entered once."""

    selections: OfSelections
    amounts: OfAmounts
    likenesses: OfLikenesses
    filters: OfFilters
    conditions: OfConditions
    definitions: OfDefinitions
    history: OfHistory
    suppose: Callable[[B.After, Scope], Expr]
    """Whether a condition would hold after a block, which is tried on a copy of the state."""
