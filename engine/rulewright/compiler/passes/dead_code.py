"""Dead code elimination for probes: drops stores that nobody reads and tests that make no difference.

Before: bodies of probes (`lookahead/`), functions `(s, f)` whose expressions only read. After: bodies that give the
same answers. Sound since a store of a slot or name is dropped only where no statement that may follow reads it, in the
probe or in those that go on over its frame, and a test only where both of its ways do the same. A probe is made of all
that its block works out; most of that serves what comes after the place where the probe knows enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rulewright.compiler.ir.expressions import FRAME, Call, Collection, Compare, Expr, Lit, Name, Or, Part, Slot
from rulewright.compiler.ir.facts import CALLS, READS_CELL, READS_FIELD, READS_NAME, READS_SLOT, facts
from rulewright.compiler.ir.rewrite import statements, walk
from rulewright.compiler.ir.statements import Body, Do, For, Function, If, Return, Set, Stmt

Live = frozenset[int | str]
"""Slots and names that may be read before they get another value."""

_NOTHING: Final[Live] = frozenset()
_RESULT: Final = Name("r")
_FRAME: Final = (READS_NAME, "f")


def eliminate(probes: Mapping[str, Function], others: Iterable[Function] = ()) -> dict[str, Function]:
    """Probes, by name, without dead code.

    others: functions that may ask what stands in a frame that is under way (`SLOT`).

    Raises:
        ValueError: the frame of a probe is passed on in a way that tells not what is read of it.
    """
    bodies = {name: function.body for name, function in probes.items()}
    everywhere = _slots_asked([*bodies.values(), *(function.body for function in others)])
    entry: dict[str, Live] = dict.fromkeys(bodies, everywhere)  # what is read of the frame that a probe gets
    pruner = _Pruner(entry, everywhere)
    pruned: dict[str, Body] = {}  # with what was known last of those that a probe asks: else it is pruned again
    todo = dict.fromkeys(bodies)
    while todo:
        name, _ = todo.popitem()
        pruner.name = name
        pruned[name], live = pruner.pruned(bodies[name], _NOTHING)
        live = frozenset(slot for slot in live if isinstance(slot, int)) | everywhere
        if not live <= entry[name]:
            entry[name] |= live
            todo.update(dict.fromkeys(pruner.callers.get(name, ())))
    return {name: Function(name, function.params, pruned[name]) for name, function in probes.items()}


def mentioned(body: Body) -> set[str]:
    """The names and functions that statements mention."""
    return {
        what for expr in _expressions(body) for kind, what in facts(expr) if kind is CALLS or kind is READS_NAME
    }  # fmt: skip


def _expressions(body: Body) -> Iterator[Expr]:
    """The expressions of statements, those of inner statements among them."""
    for stmt in statements(body):
        for part in stmt.inside():
            if isinstance(part, Expr):
                yield part


def _slots_asked(bodies: Iterable[Body]) -> frozenset[int]:
    """The slots of frames under way that somebody asks for."""
    found: set[int] = set()
    for body in bodies:
        for part in walk(tuple(Do(expr) for expr in _expressions(body) if (CALLS, "SLOT") in facts(expr))):
            match part:
                case Call("SLOT", (*_, Lit(int(slot)))):
                    found.add(slot)
                case Call("SLOT"):
                    raise ValueError(f"no telling which slot is asked for: {part!r}")
    return frozenset(found)


class _Pruner:
    """Prunes bodies.

    Args:
        entry: by probe, the slots that it reads of the frame it gets; everywhere: slots that anything may read.

    Attributes:
        name: of the probe that is being pruned; callers: by probe, those that pass their frame on to it.
    """

    def __init__(self, entry: Mapping[str, Live], everywhere: frozenset[int]) -> None:
        self.entry = entry
        self.everywhere = everywhere
        self.name = ""
        self.callers: dict[str, dict[str, None]] = {}
        self._reads: dict[Expr, Live] = {}  # of expressions that pass no frame on

    def pruned(self, body: Body, live: Live) -> tuple[Body, Live]:
        """Statements without dead code, and what they read; live: what is read behind them."""
        rest: Body = ()
        for stmt in reversed(body):
            rest, live = self._before(stmt, rest, live)
        return rest, live

    def _before(self, stmt: Stmt, rest: Body, live: Live) -> tuple[Body, Live]:
        """A statement put before what follows it."""
        match stmt:
            case Return(value):
                return (stmt,), self.read(value)
            case Set(target, value, op):
                given = _given(target)
                if given is None or not given.isdisjoint(live):
                    live = live if op or given is None else live - given
                    return _answered((stmt, *rest)), live | self.read(value) | (self.read(target) if op else _NOTHING)
                return rest, live
            case If(test, then, otherwise):
                return self._if(test, then, otherwise, rest, live)
            case For(bound, of, inner):
                after = live
                while True:
                    less, before = self.pruned(inner, after)
                    if before - set(bound) <= after:
                        break
                    after |= before - set(bound)
                if not less:
                    return rest, live
                return (For(bound, of, less), *rest), after | self.read(of)
        return (stmt, *rest), live.union(*(self.read(part) for part in stmt.inside() if isinstance(part, Expr)))

    def _if(self, test: Expr, then: Body, otherwise: Body, rest: Body, live: Live) -> tuple[Body, Live]:
        then, live_then = self.pruned(then, live)
        otherwise, live_otherwise = self.pruned(otherwise, live)
        if then == otherwise or (not otherwise and then == rest and _ends(then)):
            return (then, live_then) if _ends(then) else ((*then, *rest), live_then)
        if not then and otherwise == rest and _ends(otherwise):
            return rest, live
        found: Stmt = If(test, then, otherwise)
        if _ends(then) and _ends(otherwise):
            rest = ()
        return (found, *rest), live_then | live_otherwise | self.read(test)

    def read(self, expr: Expr) -> Live:
        """The slots and names that an expression reads, in the frame itself or in probes that it goes on with."""
        found = self._reads.get(expr)
        if found is None:
            read: set[int | str] = {*self.everywhere}
            for kind, what in facts(expr):
                if kind is READS_SLOT or kind is READS_NAME or kind is CALLS:
                    read.add(what)
                elif kind is READS_CELL or kind is READS_FIELD:
                    read.add("s")
            if "s" in read:
                read.add("n")  # what is called with the state may be written out here: its numbers are needed
            found = self._reads[expr] = frozenset(read)
        return (found - {"f"}) | self._passed_on(expr) if "f" in found else found

    def _passed_on(self, expr: Expr) -> Live:
        """What is read of the frame by probes that get it within an expression."""
        match expr:
            case Call("PROBE_ANY", (_, frame, Lit(int(slot)), options, Name(probe))) if frame == FRAME:
                return (self._entered(probe) - {slot}) | self._passed_on(options)
            case Call("PROBE_PAID", (_, asked, frame, Name(probe))) if frame == FRAME:
                return self._entered(probe) | self._passed_on(asked)
            case Call(probe, (_, frame)) if frame in (FRAME, Part(FRAME)):
                return self._entered(probe)
        if expr == FRAME:
            raise ValueError("a frame is passed on, and there is no telling what is read of it")
        if _FRAME not in facts(expr):
            return _NOTHING
        return _NOTHING.union(*(self._passed_on(part) for part in expr.inside() if isinstance(part, Expr)))

    def _entered(self, probe: str) -> Live:
        """What is read of the frame by a probe that gets it."""
        self.callers.setdefault(probe, {})[self.name] = None
        return self.entry.get(probe, _NOTHING)


def _given(target: Expr) -> frozenset[int | str] | None:
    """The slots and names that a statement gives a value; None for anything else."""
    match target:
        case Slot(number):
            return frozenset((number,))
        case Name(name):
            return frozenset((name,))
        case Collection(_, items):
            found = [_given(item) for item in items]
            return None if None in found else frozenset().union(*(given for given in found if given is not None))
    return None


def _ends(body: Body) -> bool:
    """Whether nothing comes behind a body."""
    if not body:
        return False
    match body[-1]:
        case Return():
            return True
        case If(_, then, otherwise):
            return _ends(then) and _ends(otherwise)
    return False


def _answered(body: Body) -> Body:
    """`r = X; if r != 2: return r; return 2` is `return X`; with `r or 1` for the first answer, `return X or 1`."""
    match body:
        case (Set(Name("r"), value, ""), If(Compare(Name("r"), "!=", Lit(2)), (Return(told),), ()), Return(Lit(2))):
            if told == _RESULT:
                return (Return(value),)
            if told == Or((_RESULT, Lit(1))):
                return (Return(Or((value, Lit(1)))),)
    return body
