"""What each expression and statement does by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.expressions import (
    Call,
    Cell,
    Collection,
    Expr,
    Field,
    Item,
    Lit,
    Method,
    Name,
    Node,
    Part,
    Slot,
    Star,
)  # fmt: skip
from rulewright.compiler.ir.facts import READS_NAME, facts
from rulewright.compiler.ir.statements import Attempt, Body, Enter, Finish, Function, Jump, Set, Settle
from rulewright.compiler.passes.effects.locations import ANYTHING, NOWHERE, PAID, Locations, joined
from rulewright.compiler.passes.effects.own import NOTHING, UNTOLD, Own, together
from rulewright.compiler.passes.effects.runtime_effects import (
    CHANGING_METHODS,
    READING_METHODS,
    TABLE,
    TURN_ORDER,
    UnknownEffect,
)  # fmt: skip
from rulewright.compiler.passes.effects.setting import Setting

_POSITION: Final = frozenset(("n", "tallies", "where", "zones"))
_CARDS: Final = frozenset((CARDS,))
_LYING: Final = frozenset((CARDS, PAID))
_ALL_LYING: Final = Own(_LYING)


class NodeEffects:
    """The effects of a program's nodes, each without the functions that it calls.

    Args:
        read_by: what the values of a function rest on: tests of triggers, and whatever tells how cards can be played,
            are functions of the module that a node sets to work without a call.

    Attributes:
        paying: what changes when somebody plays cards to pay, and nothing else happens.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        blocks: Mapping[int, Body],
        setting: Setting,
        read_by: Callable[[str], Locations | None],
    ) -> None:
        self.functions = functions
        self.blocks = blocks
        self.setting = setting
        self.numbers = setting.numbers
        self.paying: Locations = frozenset((PAID,)).union(*map(self.numbers.row, setting.next_flags))
        self._read_by = read_by
        # By identity: to hash a node takes longer than to look at it once more. It is kept, so no other has its
        # identity.
        self._own: dict[int, tuple[Node, Own]] = {}
        self._of_table: dict[int, Locations] = {}

    @property
    def ways(self) -> Locations:
        """What tells which cards can be played as others."""
        read = map(self._read_by, self.setting.ways)
        return joined(*(ANYTHING if locations is None else locations for locations in read))

    def of(self, node: Node) -> Own:
        """What a node does by itself."""
        kind = type(node)
        if kind is Lit or kind is Slot:
            return NOTHING
        if kind is Name:
            return self._name(cast(Name, node).name)
        known = self._own.get(id(node))
        if known is None:
            known = self._own[id(node)] = node, self._found(node)
        return known[1]

    def all(self, nodes: Iterable[Node]) -> Own:
        """What several nodes do together."""
        found = [own for own in map(self.of, nodes) if own is not NOTHING]
        if not found:
            return NOTHING
        return found[0] if len(found) == 1 else together(found)

    def _found(self, node: Node) -> Own:
        match node:
            case Cell(index):
                return together([self.of(index), Own(self.numbers.cell(index))])
            case Item(Field("zones"), index):
                return together([self.of(index), Own(self._zone(index))])
            case Item(Field("tallies"), index):
                return together([self.of(index), Own(self.numbers.summed(index))])
            case Field(name):
                return self._field(name)
            case Call(called, args, options):
                return self._call(called, args, tuple(value for _, value in options))
            case Method(of, name, args):
                return self._method(of, name, args)
            case Set(target, value, op):
                return together([self.of(value), self._set(target), self.of(target) if op else NOTHING])
            case Enter("", args, _):
                # `ways` is asked of functions that are known by then, and of none that is being looked at.
                return together([self.all(args), Own(_LYING | self.paying | self.ways, self.paying, told=False)])
            case Jump() | Enter() | Finish() | Attempt() | Settle():
                return together([self.all(node.inside()), UNTOLD])
        return self.all(node.inside())

    def _name(self, name: str) -> Own:
        if name == "n":
            return Own(ANYTHING)
        if name in self.functions:
            return Own(calls=frozenset((name,)))
        return NOTHING

    def _zone(self, index: Expr) -> Locations:
        """What is read where the cards in a zone are asked for."""
        match index:
            case Lit(int(zone)):
                zones = {zone}
            case Item(Name(table), _) if table in self.numbers.constants:
                zones = set(self.numbers.constants[table])
            case _:
                return _LYING
        return _CARDS if zones.isdisjoint(self.setting.pays_from) else _LYING

    def _field(self, name: str) -> Own:
        if name in ("where", "zones"):
            return _ALL_LYING
        if name == "tallies":
            return Own(self.numbers.pieces)
        return UNTOLD

    def _call(self, called: str, args: Sequence[Expr], options: Sequence[Expr]) -> Own:
        given = self.all((*args, *options))
        if called in self.functions:
            return together([given, Own(calls=frozenset((called,)))])
        effect = TABLE.get(called)
        if effect is None:
            raise UnknownEffect(f"no table tells what {called} does")
        reads = self._order(effect.reads) if effect.reads is not None else NOWHERE
        changes = effect.changes
        if called == "TRIGGERED":
            reads |= self._heard(args[2])
        elif called == "MOVE_PIECES":
            changes = self.numbers.piece(args[1])
        return together([given, Own(reads, changes, effect.reads is not None)])

    def _order(self, reads: Locations) -> Locations:
        """What is read, with the row of this program that tells the order of seats."""
        return reads if TURN_ORDER not in reads else reads - {TURN_ORDER} | self.numbers.row(self.setting.order)

    def _heard(self, table: Expr) -> Locations:
        """What the tests of the triggers in a table read, and their limits."""
        if not isinstance(table, Lit) or not isinstance(table.value, int):
            return ANYTHING
        if table.value not in self._of_table:
            found = NOWHERE
            for entry in self.setting.offers[table.value]:
                read = self._read_by(entry.test) if entry.test else NOWHERE
                found |= ANYTHING if read is None else read
                found |= self.numbers.row(entry.limit) if entry.limit else NOWHERE
            self._of_table[table.value] = found
        return self._of_table[table.value]

    def _method(self, of: Expr, name: str, args: Sequence[Expr]) -> Own:
        given = self.all((of, *args))
        if name in READING_METHODS:
            return given
        if name not in CHANGING_METHODS:
            raise UnknownEffect(f"no table tells what the method {name} does")
        root = _root(of)
        if isinstance(root, Field) and root.name in _POSITION:
            raise UnknownEffect(f"s.{root.name} is changed by its method {name}")
        if isinstance(root, Name) and root.name in self.numbers.constants:
            raise UnknownEffect(f"the constant {root.name} is changed by its method {name}")
        return given  # of a local value, or of a field that is told of nowhere

    def _set(self, target: Expr) -> Own:
        """What giving a place a value reads and changes."""
        match target:
            case Cell(index):
                where = self.numbers.cell(index)
                return together([self.of(index), Own(where, where, told=False)])
            case Slot() | Name():
                return NOTHING
            case Field(name):
                if name in _POSITION:
                    raise UnknownEffect(f"s.{name} is set as a whole")
                return UNTOLD
            case Item(of, index):
                return together([self.all((of, index)), self._item(of)])
            case Collection(_, items):
                return together([self._set(item) for item in items])
            case Star(of):
                return self._set(of)
        return together([self.all(target.inside()), self._item(target)])

    def _item(self, of: Expr) -> Own:
        """What setting an item of a value changes."""
        root = _root(of)
        if isinstance(root, Field) and root.name in _POSITION:
            raise UnknownEffect(f"an item of s.{root.name} is set")
        if isinstance(root, Name) and root.name in self.numbers.constants:
            self._private(root.name)
        return UNTOLD if isinstance(root, Field) else NOTHING

    def _private(self, name: str) -> None:
        """Make sure that a constant whose items are set is the store of one function: no other sees it."""
        told = (READS_NAME, name)
        using = [function.name for function in self.functions.values() if _says(function.body, told)]
        using += [str(label) for label, block in self.blocks.items() if _says(block, told)]
        if len(using) != 1:
            raise UnknownEffect(f"{name} is changed, and {using} use it")


def _root(of: Expr) -> Expr:
    """What an item, or an item of an item, is of."""
    while isinstance(of, Item | Part):
        of = of.of
    if not isinstance(of, Name | Field | Slot):
        raise UnknownEffect(f"a part of {of!r} is changed")
    return of


def _says(body: Body, fact: tuple[str, Any]) -> bool:
    return any(fact in facts(stmt) for stmt in body)
