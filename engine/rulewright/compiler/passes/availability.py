"""Availability of offers: for each table of offers a function that lists what of it may be tried now.

`offered_T(s, you, here)` returns (table, number, card) for each entry of table T that passes every test known ahead:
whether it was used already, what it costs at least, its own test, and the tests that its probe begins with. `here`
holds the cards by the number of their entry, of those entries whose cards lie where they can be used.

Before: entries with their first blocks, and the probes of these (`lookahead/`). After: a function for each table, and
the set of entries that are decided: their probes hold nothing but those tests, so whatever is listed can be carried
through. Sound since a probe that fails one of its first tests answers CANNOT, whatever follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rulewright.compiler.ir.expressions import (
    STATE,
    Binary,
    Call,
    Cell,
    Collection,
    Compare,
    Expr,
    Item,
    Lit,
    Method,
    Name,
    Slot,
    Star,
    both,
    negation,
)  # fmt: skip
from rulewright.compiler.ir.facts import names, slots
from rulewright.compiler.ir.rewrite import replaced
from rulewright.compiler.ir.statements import Body, Break, Do, For, Function, If, Return, Set, Stmt
from rulewright.compiler.verdicts import CAN, CANNOT

OFTEN: Final = 3  # entries that make the same test, from which on it is made once

_YOU, _CARD, _HERE, _FOUND = Name("you"), Name("card"), Name("here"), Name("found")
_PARAMETERS: Final[dict[Expr, Expr]] = {Slot(1): _YOU, Slot(2): _CARD}
_NOT_LOCAL: Final = frozenset(("s", "n", "r", "you", "card", "here", "found", "args"))  # no test may give them a value


class Offer(NamedTuple):
    """An entry of a table of offers.

    Attributes:
        block: its first block.
        needs: what it costs at least: by the name of a noun, or by the positions of a number for each seat.
        limit: the position of what notes for each seat that it was used, 0 where it may always be used.
        test: its own test, a function of (s, you, card, *args), or "".
        copies: how many copies there are of its card, which must lie somewhere; 0 where none must.
    """

    block: int
    needs: Mapping[Any, int]
    limit: int = 0
    test: str = ""
    copies: int = 0


@dataclass
class Availability:
    """The functions that list offers.

    Args:
        functions: of the program, by name: the tests of entries among them.
        probe: the body of the probe of a block, empty where there is none.
        constant: names a constant of the module: (value, what the name begins with).

    Attributes:
        decided: entries, by table and number, of which whatever is listed can be carried through.
    """

    functions: Mapping[str, Function]
    probe: Callable[[int], Body]
    constant: Callable[[Any, str], str]
    decided: set[tuple[int, int]] = field(default_factory=set)

    def function(self, table: int, offers: Sequence[Offer]) -> Function:
        """The function of one table."""
        costs = [self._costs(offer.needs) for offer in offers]
        asked = Counter(test for tests in costs for test in tests)
        often: dict[Expr, Name] = {
            test: Name(f"t{number}") for number, test in enumerate(test for test in asked if asked[test] >= OFTEN)
        }
        body: list[Stmt] = [Set(_FOUND, Collection("list", ()))]
        body += (Set(name, test) for test, name in often.items())
        for first, numbers in _runs([next((often[test] for test in tests if test in often), None) for tests in costs]):
            rows = []
            for number in numbers:
                tests = [often.get(test, test) for test in costs[number] if first is None or often.get(test) != first]
                rows.append(self._entry(table, number, offers[number], costs[number], tests))
            body += rows if first is None else [If(first, tuple(rows))]
        more = any(self._takes_more(offer.test) for offer in offers)
        params = ("s", "you", "here", *(("*args",) if more else ()))
        return Function(f"offered_{table}", params, (*body, Return(_FOUND)))

    def _takes_more(self, test: str) -> bool:
        """Whether a test takes more than (s, you, card): what an event was about."""
        return bool(test) and len(self.functions[test].params) > 3

    def _entry(self, table: int, number: int, offer: Offer, costs: Sequence[Expr], tests: Sequence[Expr]) -> Stmt:
        """The statement that lists one entry. tests: those of its costs that are not known to hold here."""
        first: list[Expr] = [Compare(Lit(number), "in", _HERE)] if offer.copies else []
        if offer.limit:
            first.append(negation(Cell(Binary(Lit(offer.limit), "+", _YOU))))
        told: Stmt = Do(Method(_FOUND, "append", (Collection("tuple", (Lit(table), Lit(number), _CARD)),)))
        several = offer.copies > 1 or bool(offer.copies and offer.test)
        steps = self._begins_with((table, number), offer, costs)
        # Where the tests do not decide, a copy that passes them may still not begin it: all that differ are looked at.
        all_that_differ = offer.copies > 1 and (table, number) not in self.decided
        body = _nested(steps, (told, *((Break(),) if several and not all_that_differ else ())))
        if offer.test:
            more = (Star(Name("args")),) if self._takes_more(offer.test) else ()
            body = (If(Call(offer.test, (STATE, _YOU, _CARD, *more)), body),)
        cards = Item(_HERE, Lit(number))
        if several:  # copies of a card say the same: the first that passes is enough
            body = (For(("card",), Call("DISTINCT", (STATE, cards)) if all_that_differ else cards, body),)
        else:
            body = (Set(_CARD, Item(cards, Lit(0)) if offer.copies else Lit(-1)), *body)
        return If(both(*first, *tests), body)

    def _begins_with(self, entry: tuple[int, int], offer: Offer, costs: Sequence[Expr]) -> list[Expr | Set]:
        """What the probe of an entry does before anything else: locals that it sets, and tests that must be passed."""
        steps: list[Expr | Set] = []
        for stmt in self.probe(offer.block):
            match stmt:
                case Return(Lit(answer)) if answer == CAN:
                    self.decided.add(entry)
                case Set(Name(name), value, "") if name not in _NOT_LOCAL and self._asks_little(value):
                    steps.append(replaced(stmt, _PARAMETERS))
                    continue
                case If(test, (Return(Lit(answer)),), ()) if answer == CANNOT and self._asks_little(test):
                    failing = replaced(test, _PARAMETERS)
                    if not _is_cost(failing, costs):
                        steps.append(negation(failing))
                    continue
            break
        return steps

    def _asks_little(self, expr: Expr) -> bool:
        """Whether an expression can be evaluated without a frame: it reads of it only whose it is, and the card."""
        return slots(expr) <= {1, 2} and names(expr).isdisjoint({"f", "r"})

    def _costs(self, needs: Mapping[Any, int]) -> list[Expr]:
        """Tests that a seat could pay for what an entry costs at least: a quick no before anything is tried."""
        tests: list[Expr] = []
        others: dict[str, int] = {}
        for what, number in needs.items():
            if isinstance(what, str):
                others[what] = number
                continue
            cells = tuple(what)
            if cells == tuple(range(cells[0], cells[0] + len(cells))):
                index: Expr = Binary(Lit(cells[0]), "+", _YOU)
            else:
                index = Item(Name(self.constant(what, "CELLS")), _YOU)
            tests.append(Compare(Cell(index), ">=", Lit(number)))
        if others:
            tests.append(Call("AFFORDABLE", (STATE, _YOU, Name(self.constant(others, "NEEDS")))))
        return tests


def _runs(keys: Sequence[Name | None]) -> Iterator[tuple[Name | None, list[int]]]:
    """Neighbours with the same key: the key, and their numbers."""
    numbers: list[int] = []
    for number, key in enumerate(keys):
        if numbers and keys[numbers[-1]] != key:
            yield keys[numbers[-1]], numbers
            numbers = []
        numbers.append(number)
    if numbers:
        yield keys[numbers[-1]], numbers


def _nested(steps: Sequence[Expr | Set], body: Body) -> Body:
    """A body behind locals that are set and tests that must be passed."""
    for step in reversed(steps):
        body = (step, *body) if isinstance(step, Set) else (If(step, body),)
    return body


def _is_cost(failing: Expr, costs: Sequence[Expr]) -> bool:
    """Whether a test fails only where a cost that was tested before could not be paid."""
    match failing:
        case Compare(Cell() as cell, "<", number):
            return Compare(cell, ">=", number) in costs
    return False
