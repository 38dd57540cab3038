"""Which blocks take abilities and triggers from which tables of the module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulewright.compiler.ir.expressions import Call, Lit, Node
from rulewright.compiler.ir.facts import CALLS, READS_NAME, Facts, facts, set_slots
from rulewright.compiler.ir.rewrite import statements, walk
from rulewright.compiler.ir.statements import Body, Enter, Function, Set, Stmt
from rulewright.compiler.passes.effects.runtime_effects import UnknownEffect
from rulewright.compiler.passes.effects.setting import Offered, Setting

_NO_SLOT: Final = -1


class Listings:
    """The tables that the procedures of a program list things from.

    Args:
        called: the functions that a function itself calls.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        blocks: Mapping[int, Body],
        setting: Setting,
        called: Callable[[str], frozenset[str]],
    ) -> None:
        self.functions = functions
        self.blocks = blocks
        self.setting = setting
        self._called = called
        self._lists: dict[str, dict[int, frozenset[str]]] = {}
        self._triggers: dict[str, set[int]] = {}
        self._listed = False

    def begins(self, label: int) -> bool:
        """Whether the procedure of a block takes abilities from tables."""
        return bool(self._tables(label))

    def begun(self, label: int) -> frozenset[int]:
        """The first blocks of all that a block may begin which begins what one of several cards says."""
        tables = frozenset[str]().union(*self._tables(label).values())
        return frozenset(entry for table in tables for entry, _ in self.setting.each[table])

    def started(self, label: int, slot: int) -> tuple[tuple[int, str], ...]:
        """(entry, pad) of all that a loop may start which goes through the list in a slot of a block's frame."""
        tables = self._tables(label).get(slot, ())
        return tuple(sorted({row for table in tables for row in self.setting.each[table]}))

    def triggers(self, label: int) -> list[Offered]:
        """The triggers that a block may set off."""
        self._list()
        return [
            entry
            for table in sorted(self._triggers.get(self.setting.owner[label], set()) - {-1})
            for entry in self.setting.offers[table]
        ]

    def _tables(self, label: int) -> dict[int, frozenset[str]]:
        """By slot of the frame of a block, the tables of abilities that the list in it comes from."""
        self._list()
        return self._lists.get(self.setting.owner[label], {})

    def _list(self) -> None:
        """Find which procedures fill which slots from tables of abilities, and which ask what triggers are set off."""
        if self._listed:
            return
        self._listed = True
        tables = frozenset((READS_NAME, table) for table in self.setting.each)
        listing = self._listing(tables)
        wanted = tables | {(CALLS, name) for name, told in listing.items() if told} | {(CALLS, "TRIGGERED")}
        for label, block in self.blocks.items():
            some = tuple(stmt for stmt in block if not facts(stmt).isdisjoint(wanted))
            if some:
                self._list_block(self.setting.owner[label], some, tables, listing)

    def _list_block(self, owner: str, block: Body, tables: Facts, listing: Mapping[str, set[str]]) -> None:
        lists = self._lists.setdefault(owner, {})
        for stmt in statements(block):
            for held in (stmt,) if isinstance(stmt, Set) else stmt.inside():
                if isinstance(held, Stmt) and held is not stmt:
                    continue  # it has its turn
                told = facts(held)
                found = {table for _, table in told & tables}
                found.update(*(listing[what] for kind, what in told if kind is CALLS and what in listing))
                if found and isinstance(stmt, Enter):
                    raise UnknownEffect(f"{stmt.procedure} is handed abilities of {found}")
                for slot in set_slots(held) or {_NO_SLOT} if found else ():
                    lists[slot] = lists.get(slot, frozenset()) | found
                if (CALLS, "TRIGGERED") in told:
                    self._triggers.setdefault(owner, set()).update(map(_table, walk(held)))

    def _listing(self, tables: Facts) -> dict[str, set[str]]:
        """By function, the tables of abilities that it, or one that it calls, looks things up in."""
        found: dict[str, set[str]] = {}
        called: dict[str, frozenset[str]] = {}
        for name, function in self.functions.items():
            called[name] = self._called(name)
            found[name] = {table for stmt in function.body for _, table in facts(stmt) & tables}
        changed = any(found.values())
        while changed:
            changed = False
            for name, others in called.items():
                more = set[str]().union(*(found[other] for other in others)) - found[name] if others else set()
                if more:
                    found[name] |= more
                    changed = True
        return found


def _table(node: Node) -> int:
    """The table of triggers that a call asks, -1 for any other node."""
    match node:
        case Call("TRIGGERED", (_, _, Lit(int(table)), *_)):
            return table
        case Call("TRIGGERED"):
            raise UnknownEffect("nothing tells which triggers are asked for")
    return -1
