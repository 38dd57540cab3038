"""Effects analysis: what expressions read, what statements change, and what blocks lead to.

Before: functions and blocks of one program, as they will run but for memos. After: the same; nothing is changed here.

Sound by design: a change is a `Set` of a number or a field, or a call of a function that a table declares
(`runtime_effects.py`), and a node that fits neither raises `UnknownEffect`. What cannot be told is ANYTHING. Jumps,
calls of procedures and choices are nodes or data of the program, so no way from block to block is missed.

Two things are left out, because whoever asks follows them itself: the frames of the stack, and what the runtime notes
beside a position (log, commit points, result).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

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
from rulewright.compiler.ir.facts import CALLS, ENTERS, JUMPS, READS_NAME, Facts, facts, set_slots
from rulewright.compiler.ir.rewrite import parts, statements, walk
from rulewright.compiler.ir.statements import Attempt, Body, Enter, Finish, Function, Jump, Set, Settle, Stmt
from rulewright.compiler.passes.graphs import components
from rulewright.compiler.passes.locations import (
    ANYTHING,
    FRAMES,
    NOWHERE,
    PAID,
    STACK,
    Locations,
    Numbers,
    joined,
)
from rulewright.compiler.passes.runtime_effects import (
    CHANGING_METHODS,
    READING_METHODS,
    TABLE,
    TURN_ORDER,
    UnknownEffect,
)  # fmt: skip

__all__ = [
    "ANYTHING", "CARDS", "FRAMES", "NOWHERE", "PAID", "STACK", "Effects", "Label", "Locations", "Offered", "Setting",
    "UnknownEffect", "joined",
]  # fmt: skip

Label = int | str
"""A block by its number, or a function by its name."""


class Offered(NamedTuple):
    """An entry of a table of offers or triggers.

    entry: its first block; limit: where its uses are counted, 0 where they are not; test: the function that tells
    whether it may be tried, "" for none.
    """

    entry: int
    limit: int
    test: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What the analysis must know of a program beside its code.

    Attributes:
        numbers: which location each number belongs to.
        order: where the number lies that tells in which order the seats come.
        owner: the procedure of each block, by label.
        then: for a block that asks, the block that goes on after the choice.
        entries: the first block of each procedure by name.
        each: by table of the module, (entry, pad) of all that it may start.
        offers: the tables of offers and triggers.
        pays_from: the zones that cards leave or reach when somebody pays with them.
        next_flags: rows that hold what is noted of the next card that a seat plays.
        ways: the functions that tell which cards can be played as others.
    """

    numbers: Numbers
    order: int
    owner: Sequence[str]
    then: Mapping[int, int]
    entries: Mapping[str, int]
    each: Mapping[str, Sequence[tuple[int, str]]]
    offers: Sequence[Sequence[Offered]] = ()
    pays_from: frozenset[int] = frozenset()
    next_flags: Sequence[int] = ()
    ways: Sequence[str] = ()


class _Own(NamedTuple):
    """What a node does by itself, without the functions of the module that it calls.

    told: whether its value rests on nothing but `reads`; calls: the functions of the module that it calls or passes on.
    """

    reads: Locations = NOWHERE
    changes: Locations = NOWHERE
    told: bool = True
    calls: frozenset[str] = frozenset()


_NO_SLOT: Final = -1
_POSITION: Final = frozenset(("n", "tallies", "where", "zones"))
_NOTHING: Final = _Own()
_UNTOLD: Final = _Own(told=False)
_CARDS: Final = frozenset((CARDS,))
_LYING: Final = frozenset((CARDS, PAID))
_ALL_LYING: Final = _Own(_LYING)


@dataclass(slots=True)
class _Step:
    """What a block does with the functions that it calls, where it leads to, and the triggers that it sets off."""

    reads: Locations
    changes: Locations
    leads_to: tuple[int, ...]
    sets_off: tuple[int, ...] = ()


@dataclass(slots=True)
class Effects:
    """The effects of one program's functions and blocks.

    Both mappings are asked whenever something is: a function may be added, but none may be changed, after it was asked
    for.

    Raises:
        UnknownEffect: by each method, where the code holds something that no table declares.
    """

    functions: Mapping[str, Function]
    blocks: Mapping[int, Body]
    setting: Setting
    numbers: Numbers = field(init=False)
    paying: Locations = field(init=False)  # what changes when somebody plays cards to pay, and nothing else happens
    # By identity: to hash a node takes longer than to look at it once more. It is kept, so no other has its identity.
    _own: dict[int, tuple[Node, _Own]] = field(init=False, default_factory=dict)
    _reads: dict[int, tuple[Expr, Locations | None]] = field(init=False, default_factory=dict)
    _of_function: dict[str, _Own] = field(init=False, default_factory=dict)
    _of_table: dict[int, Locations] = field(init=False, default_factory=dict)
    _steps: dict[int, _Step] = field(init=False, default_factory=dict)
    _asks: dict[int, Locations] = field(init=False, default_factory=dict)
    _changes: dict[int, Locations] = field(init=False, default_factory=dict)
    _repeated: dict[int, bool] = field(init=False, default_factory=dict)
    _lists: dict[str, dict[int, frozenset[str]]] = field(init=False, default_factory=dict)
    _triggers: dict[str, set[int]] = field(init=False, default_factory=dict)
    _listed: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.numbers = self.setting.numbers
        self.paying = frozenset((PAID,)).union(*map(self.numbers.row, self.setting.next_flags))

    @property
    def ways(self) -> Locations:
        """What tells which cards can be played as others."""
        read = map(self.read_by, self.setting.ways)
        return joined(*(ANYTHING if locations is None else locations for locations in read))

    # ------------------------------------------------------------ expressions and statements

    def reads(self, expr: Expr) -> Locations | None:
        """What the value of an expression rests on, beside its frame and local names.

        ANYTHING where it rests on something of the position, and it cannot be told on what; None where it does more
        than read, or is only told of the position of the moment.
        """
        known = self._reads.get(id(expr))
        if known is None:
            whole = self._whole(self._of(expr))
            known = self._reads[id(expr)] = expr, joined(whole.reads) if whole.told else None
        return known[1]

    def changed(self, what: Stmt | Body | Expr) -> Locations:
        """What statements change, with the functions that they call; not what the procedures do that they enter.

        A payment that is entered changes what any payment does (`paying`).
        """
        nodes = what if isinstance(what, tuple) else (what,)
        return joined(*(self._whole(self._of(node)).changes for node in nodes))

    def read_by(self, function: str) -> Locations | None:
        """What the values of a function rest on, as for `reads`."""
        whole = self._function(function)
        return joined(whole.reads) if whole.told else None

    def changed_by(self, function: str) -> Locations:
        """What a function changes, with all that it calls."""
        return joined(self._function(function).changes)

    def calls(self, what: Stmt | Body | Expr) -> frozenset[str]:
        """The functions of the module that code calls or passes on."""
        nodes = what if isinstance(what, tuple) else (what,)
        return frozenset().union(*(self._of(node).calls for node in nodes))

    # ------------------------------------------------------------ blocks

    def changes(self, what: Label) -> Locations:
        """What a block with all that it leads to and sets off, or a function, may change."""
        if isinstance(what, str):
            return self.changed_by(what)
        for circle in components(what, self._begins, self._changes):
            steps = [self._step(label) for label in circle]
            after = [self._changes[label] for step in steps for label in self._after(step) if label in self._changes]
            changed = joined(*(step.changes for step in steps), *after)
            self._changes.update(dict.fromkeys(circle, changed))
        return self._changes[what]

    def asks(self, what: Label) -> Locations:
        """What a block with all that it leads to, or a function, may ask of the position: it holds `*` where anything.

        A number that is written counts as asked, since a probe may compare. What triggers ask is not counted: they
        never fail, so nobody probes them. Nor is what is only told of the position of the moment.
        """
        if isinstance(what, str):
            return self._function(what).reads
        for circle in components(what, self.leads_to, self._asks):
            steps = [self._step(label) for label in circle]
            after = [self._asks[label] for step in steps for label in step.leads_to if label in self._asks]
            asked = NOWHERE.union(*(step.reads for step in steps), *after)
            self._asks.update(dict.fromkeys(circle, asked))
        return self._asks[what]

    def leads_to(self, label: int) -> tuple[int, ...]:
        """The blocks that a block goes on with, or begins in other frames; not what it sets off."""
        return self._step(label).leads_to

    def repeated(self, label: int) -> bool:
        """Whether a block lies in a loop."""
        if label not in self._repeated:
            for circle in components(label, self.leads_to, self._repeated):
                loops = len(circle) > 1 or circle[0] in self.leads_to(circle[0])
                self._repeated.update(dict.fromkeys(circle, loops))
        return self._repeated[label]

    def started(self, label: int, slot: int) -> tuple[tuple[int, str], ...]:
        """(entry, pad) of all that a loop may start which goes through the list in a slot of a block's frame."""
        tables = self._tables(self.setting.owner[label]).get(slot, ())
        return tuple(sorted({row for table in tables for row in self.setting.each[table]}))

    def begun(self, label: int) -> frozenset[int]:
        """The first blocks of all that a block may begin which begins what one of several cards says."""
        tables = frozenset[str]().union(*self._tables(self.setting.owner[label]).values())
        return frozenset(entry for table in tables for entry, _ in self.setting.each[table])

    # ------------------------------------------------------------ what a node does by itself

    def _of(self, node: Node) -> _Own:
        kind = type(node)
        if kind is Lit or kind is Slot:
            return _NOTHING
        if kind is Name:
            return self._name(cast(Name, node).name)
        known = self._own.get(id(node))
        if known is None:
            known = self._own[id(node)] = node, self._found(node)
        return known[1]

    def _all(self, nodes: Iterable[Node]) -> _Own:
        """What several nodes do together."""
        found = [own for own in map(self._of, nodes) if own is not _NOTHING]
        if not found:
            return _NOTHING
        return found[0] if len(found) == 1 else _together(found)

    def _found(self, node: Node) -> _Own:
        match node:
            case Cell(index):
                return _together([self._of(index), _Own(self.numbers.cell(index))])
            case Item(Field("zones"), index):
                return _together([self._of(index), _Own(self._zone(index))])
            case Item(Field("tallies"), index):
                return _together([self._of(index), _Own(self.numbers.summed(index))])
            case Field(name):
                return self._field(name)
            case Call(called, args, options):
                return self._call(called, args, tuple(value for _, value in options))
            case Method(of, name, args):
                return self._method(of, name, args)
            case Set(target, value, op):
                return _together([self._of(value), self._set(target), self._of(target) if op else _NOTHING])
            case Enter("", args, _):
                # `ways` is asked of functions that are known by then, and of none that is being looked at.
                return _together([self._all(args), _Own(_LYING | self.paying | self.ways, self.paying, told=False)])
            case Jump() | Enter() | Finish() | Attempt() | Settle():
                return _together([self._all(parts(node)), _UNTOLD])
        return self._all(parts(node))

    def _name(self, name: str) -> _Own:
        if name == "n":
            return _Own(ANYTHING)
        if name in self.functions:
            return _Own(calls=frozenset((name,)))
        return _NOTHING

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

    def _field(self, name: str) -> _Own:
        if name in ("where", "zones"):
            return _ALL_LYING
        if name == "tallies":
            return _Own(self.numbers.pieces)
        return _UNTOLD

    def _call(self, called: str, args: Sequence[Expr], options: Sequence[Expr]) -> _Own:
        given = self._all((*args, *options))
        if called in self.functions:
            return _together([given, _Own(calls=frozenset((called,)))])
        effect = TABLE.get(called)
        if effect is None:
            raise UnknownEffect(f"no table tells what {called} does")
        reads = self._order(effect.reads) if effect.reads is not None else NOWHERE
        changes = effect.changes
        if called == "TRIGGERED":
            reads |= self._heard(args[2])
        elif called == "MOVE_PIECES":
            changes = self.numbers.piece(args[1])
        return _together([given, _Own(reads, changes, effect.reads is not None)])

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
                read = self.read_by(entry.test) if entry.test else NOWHERE
                found |= ANYTHING if read is None else read
                found |= self.numbers.row(entry.limit) if entry.limit else NOWHERE
            self._of_table[table.value] = found
        return self._of_table[table.value]

    def _method(self, of: Expr, name: str, args: Sequence[Expr]) -> _Own:
        given = self._all((of, *args))
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

    def _set(self, target: Expr) -> _Own:
        """What giving a place a value reads and changes."""
        match target:
            case Cell(index):
                where = self.numbers.cell(index)
                return _together([self._of(index), _Own(where, where, told=False)])
            case Slot() | Name():
                return _NOTHING
            case Field(name):
                if name in _POSITION:
                    raise UnknownEffect(f"s.{name} is set as a whole")
                return _UNTOLD
            case Item(of, index):
                return _together([self._all((of, index)), self._item(of)])
            case Collection(_, items):
                return _together([self._set(item) for item in items])
            case Star(of):
                return self._set(of)
        return _together([self._all(parts(target)), self._item(target)])

    def _item(self, of: Expr) -> _Own:
        """What setting an item of a value changes."""
        root = _root(of)
        if isinstance(root, Field) and root.name in _POSITION:
            raise UnknownEffect(f"an item of s.{root.name} is set")
        if isinstance(root, Name) and root.name in self.numbers.constants:
            self._private(root.name)
        return _UNTOLD if isinstance(root, Field) else _NOTHING

    def _private(self, name: str) -> None:
        """Make sure that a constant whose items are set is the store of one function: no other sees it."""
        told = (READS_NAME, name)
        using = [function.name for function in self.functions.values() if _says(function.body, told)]
        using += [str(label) for label, block in self.blocks.items() if _says(block, told)]
        if len(using) != 1:
            raise UnknownEffect(f"{name} is changed, and {using} use it")

    # ------------------------------------------------------------ with all that is called

    def _function(self, name: str) -> _Own:
        """What a function does with all that it calls; nothing is told of the value of one that calls itself."""
        for circle in components(name, self._called, self._of_function):
            whole = self._with_calls(_together([self._all(self.functions[one].body) for one in circle]))
            calls_itself = len(circle) > 1 or circle[0] in self._called(circle[0])
            self._of_function.update(dict.fromkeys(circle, whole._replace(told=False) if calls_itself else whole))
        return self._of_function[name]

    def _called(self, name: str) -> frozenset[str]:
        return self._all(self.functions[name].body).calls

    def _with_calls(self, own: _Own) -> _Own:
        """What code does with all functions that it calls, of which those of its own circle are not known yet."""
        known = [self._of_function[name] for name in own.calls if name in self._of_function]
        return _together([own, *known]) if known else own

    def _whole(self, own: _Own) -> _Own:
        """What code does with all functions that it calls, and they call."""
        return _together([own, *map(self._function, own.calls)]) if own.calls else own

    def _step(self, label: int) -> _Step:
        """What a block does by itself, and where it leads."""
        if label not in self._steps:
            self._steps[label] = self._stepped(label)
        return self._steps[label]

    def _stepped(self, label: int) -> _Step:
        then = self.setting.then.get(label)
        more = set() if then is None else {then}
        if label not in self.blocks:  # one of the runtime's
            return _Step(NOWHERE, ANYTHING, tuple(more))
        block = self.blocks[label]
        whole = self._whole(self._all(block))
        told = facts(block)
        for kind, what in told:
            if kind is JUMPS:
                more.add(what)
            elif kind is ENTERS and what:
                more.add(self.setting.entries[what])
        changes = [whole.changes]
        sets_off: set[int] = set()
        if (CALLS, "START_EACH") in told:
            if not self._tables(self.setting.owner[label]):
                raise UnknownEffect(f"block {label} begins something, and nothing tells what")
            more |= self.begun(label)  # none, where no card of the game says such a thing
        if (CALLS, "TRIGGER") in told:
            entries = self._set_off(label)
            changes += [self.numbers.row(entry.limit) for entry in entries if entry.limit]
            changes += [] if entries else [ANYTHING]
            sets_off = {entry.entry for entry in entries}
        return _Step(whole.reads, joined(*changes), tuple(sorted(more)), tuple(sorted(sets_off)))

    def _begins(self, label: int) -> tuple[int, ...]:
        return self._after(self._step(label))

    @staticmethod
    def _after(step: _Step) -> tuple[int, ...]:
        """Where a block leads, and what it sets off."""
        return step.leads_to + step.sets_off

    # ------------------------------------------------------------ lists of abilities and triggers

    def _tables(self, owner: str) -> dict[int, frozenset[str]]:
        """By slot of a procedure's frame, the tables of abilities that the list in it comes from."""
        self._list()
        return self._lists.get(owner, {})

    def _set_off(self, label: int) -> list[Offered]:
        """The triggers that a block may set off."""
        self._list()
        return [
            entry
            for table in sorted(self._triggers.get(self.setting.owner[label], set()) - {-1})
            for entry in self.setting.offers[table]
        ]

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
            for held in (stmt,) if isinstance(stmt, Set) else parts(stmt):
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


def _together(several: Sequence[_Own]) -> _Own:
    """What several things do together."""
    told = [own for own in several if own is not _NOTHING]
    if len(told) < 2:
        return told[0] if told else _NOTHING
    return _Own(
        NOWHERE.union(*(own.reads for own in told)),
        NOWHERE.union(*(own.changes for own in told)),
        all(own.told for own in told),
        NOWHERE.union(*(own.calls for own in told)),
    )


def _root(of: Expr) -> Expr:
    """What an item, or an item of an item, is of."""
    while isinstance(of, Item | Part):
        of = of.of
    if not isinstance(of, Name | Field | Slot):
        raise UnknownEffect(f"a part of {of!r} is changed")
    return of


def _says(body: Body, fact: tuple[str, Any]) -> bool:
    return any(fact in facts(stmt) for stmt in body)


def _table(node: Node) -> int:
    """The table of triggers that a call asks, -1 for any other node."""
    match node:
        case Call("TRIGGERED", (_, _, Lit(int(table)), *_)):
            return table
        case Call("TRIGGERED"):
            raise UnknownEffect("nothing tells which triggers are asked for")
    return -1
