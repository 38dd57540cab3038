"""Behind every change of a position, update the aggregates that it feeds and empty the memos that rest on it.

Before: functions and blocks as they will run, which read aggregates (`aggregates.py`) and call memoised functions
(`memo.py`). After: the same, with a `TALLY` behind each number that an aggregate may add up, and a `Forget` behind
each change of something that a memoised function reads.

Sound, since a change is a `Set` of a number, or a call of a function that `runtime_effects.py` says to change
locations without emptying memos itself; where a change stands that nothing can follow at once (a test, a source of a
loop, what is returned), `UnknownEffect` is raised.
"""

from __future__ import annotations

from collections.abc import Collection as Several
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.compiler.ir.expressions import STATE, Call, Cell, Collection, Expr, Item, Lit, Name, Negative, Slot
from rulewright.compiler.ir.facts import CALLS, SETS_CELL, facts
from rulewright.compiler.ir.statements import Body, Do, For, Forget, Function, If, Set, Stmt, While
from rulewright.compiler.passes.effects.locations import NOWHERE, Locations, Numbers, joined
from rulewright.compiler.passes.effects.runtime_effects import TABLE, UnknownEffect

_UNEMPTIED: Final = {name: effect.changes for name, effect in TABLE.items() if effect.changes and not effect.empties}
_CHANGING: Final = frozenset((CALLS, name) for name in _UNEMPTIED)


@dataclass(slots=True)
class Upkeep:
    """What a program's changes must be followed by.

    Attributes:
        numbers: which location each number belongs to, and what aggregates add up.
        readers: by location, the numbers of the memoised functions that read it.
        of_any, of_card: of those that read where cards lie, the ones for which any card may matter, and by card the
            others for which it does; None where all cards matter for all of them.
        fed: the positions of the numbers that aggregates add up.
    """

    numbers: Numbers
    readers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    fed: Container[int] = ()
    of_any: Several[int] | None = None
    of_card: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    _summed: Locations = field(init=False)
    _memos: tuple[int, ...] = field(init=False)
    _emptied: dict[Locations, tuple[int, ...]] = field(init=False, default_factory=dict)
    _others: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._summed = NOWHERE.union(*self.numbers.sums.values())
        self._memos = tuple(sorted({number for numbers in self.readers.values() for number in numbers}))
        self._others = tuple(sorted({number for numbers in self.of_card.values() for number in numbers}))

    def function(self, function: Function) -> Function:
        """A function with the upkeep of what it changes."""
        return Function(function.name, function.params, self.body(function.body))

    def body(self, body: Body) -> Body:
        """Statements with the upkeep of what they change."""
        if not self._needed(body):
            return body
        found: list[Stmt] = []
        for stmt in body:
            found += self._kept_up(stmt)
        return tuple(found)

    def _needed(self, body: Body) -> bool:
        return any(kind is SETS_CELL or (kind, what) in _CHANGING for stmt in body for kind, what in facts(stmt))

    def _kept_up(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Set(target, _, _):
                tallies = tuple(self._tallied(cell, stmt) for cell in _cells(target) if self._counted(cell.index))
                return (stmt, *tallies, *self._forget(self._changed(stmt)))
            case Do(Call("s.move", (card, *_))) if self.of_any is not None and isinstance(card, Lit | Name | Slot):
                return (stmt, *self._forget_moved(card))
            case Do():
                return (stmt, *self._forget(self._changed(stmt)))
            case If(test, then, otherwise):
                self._unchanging(test)
                return (If(test, self.body(then), self.body(otherwise)),)
            case For(names, of, inner):
                self._unchanging(of)
                return (For(names, of, self.body(inner)),)
            case While(test, inner):
                self._unchanging(test)
                return (While(test, self.body(inner)),)
        self._unchanging(stmt)
        return (stmt,)

    # ------------------------------------------------------------ memos

    def _changed(self, stmt: Stmt) -> Locations:
        """What a statement changes without emptying memos itself."""
        changed = []
        for kind, what in facts(stmt):
            if kind is SETS_CELL:
                changed.append(self.numbers.cell(what))
            elif kind is CALLS and what in _UNEMPTIED:
                changed.append(_UNEMPTIED[what])
        return joined(*changed)

    def _unchanging(self, node: Stmt | Expr) -> None:
        if not facts(node).isdisjoint(_CHANGING):
            raise UnknownEffect(f"memos cannot be emptied behind {node!r}")

    def _forget(self, changed: Locations) -> tuple[Stmt, ...]:
        """What empties the memos of all that reads what has changed."""
        numbers = self._emptied.get(changed)
        if numbers is None:
            read = self._memos if "*" in changed else {k for what in changed for k in self.readers.get(what, ())}
            numbers = self._emptied[changed] = tuple(sorted(read))
        return (Forget(numbers),) if numbers else ()

    def _forget_moved(self, card: Expr) -> tuple[Stmt, ...]:
        """What empties the memos of all that reads where one card lies."""
        numbers = tuple(self.of_any or ())
        if isinstance(card, Lit):
            numbers = tuple(sorted({*numbers, *self.of_card.get(int(card.value or 0), ())}))
            return (Forget(numbers),) if numbers else ()
        if not self._others:
            return (Forget(numbers),) if numbers else ()
        return (Forget(numbers, card, self._others),)

    # ------------------------------------------------------------ aggregates

    def _counted(self, index: Expr) -> bool:
        """Whether the number at an index may be one that an aggregate adds up."""
        if not self._summed:
            return False
        where = self.numbers.cell(index)
        if "*" not in where and where.isdisjoint(self._summed):
            return False
        match index:
            case Item(Item(Name(name), _), place) if name in self.numbers.constants:
                rows, places = self.numbers.constants[name], self._places(place)
                return places is None or any(row[at] in self.fed for row in rows for at in places)
        return True

    def _places(self, place: Expr) -> tuple[int, ...] | None:
        """The places that an expression may stand for; None where it may be any."""
        match place:
            case Lit(int(number)):
                return (number,)
            case Item(Name(name), _):
                entries = self.numbers.constants.get(name)
                if isinstance(entries, tuple) and all(type(entry) is int for entry in entries):
                    return entries
        return None

    def _tallied(self, cell: Cell, stmt: Set) -> Stmt:
        """What updates the aggregates of a number that has been set: by how much it has changed, if that is plain."""
        by: tuple[Expr, ...] = ()
        if cell == stmt.target and stmt.op in ("+", "-") and _plain(stmt.value):
            by = (stmt.value if stmt.op == "+" else _negative(stmt.value),)
        return Do(Call("TALLY", (STATE, cell.index, *by)))


def _plain(value: Expr) -> bool:
    """Whether a value costs nothing to be asked again."""
    return isinstance(value, Name) or (isinstance(value, Lit) and isinstance(value.value, int) and value.value >= 0)


def _negative(value: Expr) -> Expr:
    return Lit(-value.value) if isinstance(value, Lit) and isinstance(value.value, int) else Negative(value)


def _cells(target: Expr) -> list[Cell]:
    """The numbers that a target sets."""
    match target:
        case Cell():
            return [target]
        case Collection(_, items):
            return [cell for item in items for cell in _cells(item)]
    return []
