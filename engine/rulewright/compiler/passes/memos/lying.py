"""Tell which cards a function asks for, so that a memo is kept while others move.

Where cards lie is one location to the effects analysis: whatever asks where one of them lies seems to rest on where
everything lies. Here the cards themselves are told apart, as far as they stand in the code: one by its number, those of
a table, those of a zone that are of a kind.

Before: functions as `memo.py` finds them. After: the same; this pass only tells cards.
Sound, since `None` (any card) is what is told of all that is not understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.expressions import (
    And,
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Expr,
    Field,
    Item,
    Lit,
    Name,
    Node,
    Part,
)
from rulewright.compiler.ir.facts import CALLS, READS_FIELD, READS_NAME, SETS_NAME, facts
from rulewright.compiler.ir.rewrite import conjuncts
from rulewright.compiler.ir.statements import For, Function, If
from rulewright.compiler.passes.effects.runtime_effects import TABLE

Cards = frozenset[int] | None
"""Some cards; None where it may be any."""

_NONE: Final = frozenset[int]()
_WHERE, _ZONES = Field("where"), Field("zones")
_LYING: Final = frozenset(
    (
        (READS_FIELD, "where"),
        (READS_FIELD, "zones"),
        *((CALLS, name) for name, effect in TABLE.items() if effect.reads is None or CARDS in effect.reads),
    )
)
_Bound = Mapping[Expr, frozenset[int]]
"""What is known to be one of some cards."""


class Lying:
    """Which cards each function of a program asks for.

    Args:
        constants: the module's tables: of the things of each kind, and of what is of a kind.
    """

    def __init__(self, functions: Mapping[str, Function], constants: Mapping[str, Any]) -> None:
        self._functions, self._constants = functions, constants
        self._found: dict[str, Cards] = {}

    def of(self, name: str) -> Cards:
        """The cards of which a function asks where they lie, with the functions that it calls."""
        if name not in self._found:
            self._found[name] = None  # of one that calls itself nothing is told
            self._found[name] = self._all(self._functions[name].body, {})
        return self._found[name]

    def _all(self, nodes: Iterable[Node], bound: _Bound) -> Cards:
        found = _NONE
        for node in nodes:
            more = self._node(node, bound)
            if more is None:
                return None
            found |= more
        return found

    def _node(self, node: Node, bound: _Bound) -> Cards:
        if not self._matters(node):
            return _NONE
        match node:
            case Item(of, index) if of == _WHERE:
                return _both(self._cards(index, bound), self._node(index, bound))
            case Part(of, Lit(int(low)), Lit(int(high)), None) if of == _WHERE:
                return frozenset(range(low, high))
            case Field("where" | "zones"):
                return None
            case Name(name):
                return self.of(name)
            case Call(name, args):
                inside = self._all((*args, *(value for _, value in node.options)), bound)
                if name in self._functions:
                    return _both(inside, self.of(name))
                return None if (CALLS, name) in _LYING else inside
            case And(parts):
                return self._tests(parts, bound)[0]
            case If(test, then, otherwise):
                found, within = self._tests(conjuncts(test), bound)
                return _both(found, _both(self._all(then, within), self._all(otherwise, bound)))
            case Comprehension():
                return self._comprehension(node, bound)
            case For((name,), of, body):
                cards, among = self._source(of, (), name, bound)
                among = among if (SETS_NAME, name) not in facts(body) else None
                return _both(cards, self._all(body, _with(bound, name, among)))
        return self._all(node.inside(), bound)

    def _matters(self, node: Node) -> bool:
        """Whether a node may ask where anything lies."""
        return any(
            fact in _LYING or (fact[0] in (CALLS, READS_NAME) and fact[1] in self._functions) for fact in facts(node)
        )

    def _cards(self, index: Expr, bound: _Bound) -> Cards:
        """The cards that an expression may stand for."""
        return frozenset((index.value,)) if isinstance(index, Lit) and type(index.value) is int else bound.get(index)

    def _tests(self, tests: Iterable[Expr], bound: _Bound) -> tuple[Cards, _Bound]:
        """What tests ask that must all hold, and what is known where they do: each is asked where those before hold."""
        found: Cards = _NONE
        for test in tests:
            found = _both(found, self._node(test, bound))
            match test:
                case Compare(what, "in", Collection(_, items)) if all(isinstance(item, Lit) for item in items):
                    bound = {**bound, what: frozenset(item.value for item in items)}  # type: ignore[attr-defined]
                case Compare(what, "==", Lit(int(card))):
                    bound = {**bound, what: frozenset((card,))}
        return found, bound

    def _comprehension(self, node: Comprehension, bound: _Bound) -> Cards:
        found: Cards = _NONE
        for loop in node.loops:
            if len(loop.names) != 1:
                for name in loop.names:
                    bound = _with(bound, name, None)
                found = _both(found, self._node(loop.of, bound))
            else:
                cards, among = self._source(loop.of, loop.tests, loop.names[0], bound)
                found, bound = _both(found, cards), _with(bound, loop.names[0], among)
            asked, bound = self._tests((part for test in loop.tests for part in conjuncts(test)), bound)
            found = _both(found, asked)
        return _both(found, self._all([node.value] if node.key is None else [node.key, node.value], bound))

    def _source(self, of: Expr, tests: Iterable[Expr], name: str, bound: _Bound) -> tuple[Cards, Cards]:
        """What is asked to go through something, and the cards that it goes through where the tests hold."""
        match of:
            case Name(table) if isinstance(entries := self._constants.get(table), tuple):
                return _NONE, frozenset(entries) if all(type(entry) is int for entry in entries) else None
            case Call("list", (source,)) if not tests:
                return self._source(source, tests, name, bound)
        if _is_zones(of):
            kinds = [self._of_kind(test, name) for whole in tests for test in conjuncts(whole)]
            among = [cards for cards in kinds if cards is not None]
            if among:
                some = frozenset.intersection(*among)
                return some, some
        return self._node(of, bound), None

    def _of_kind(self, test: Expr, name: str) -> Cards:
        """The cards of which a test holds that asks of what kind a thing is; None of any other test."""
        match test:
            case Item(Name(table), Name(asked)) if asked == name and table.startswith("IS_"):
                told = self._constants.get(table)
                if isinstance(told, tuple):
                    return frozenset(card for card, holds in enumerate(told) if holds)
        return None


def _is_zones(of: Expr) -> bool:
    """Whether an expression stands for the cards of some zones, whichever these are."""
    match of:
        case Item(zones, index):
            return zones == _ZONES and _LYING.isdisjoint(facts(index))
        case Binary(first, "+", second):
            return _is_zones(first) and _is_zones(second)
    return False


def _with(bound: _Bound, name: str, cards: Cards) -> _Bound:
    """What is known within a loop that binds a name."""
    kept = {what: some for what, some in bound.items() if (READS_NAME, name) not in facts(what)}
    return kept if cards is None else {**kept, Name(name): cards}


def _both(first: Cards, second: Cards) -> Cards:
    return None if first is None or second is None else first | second
