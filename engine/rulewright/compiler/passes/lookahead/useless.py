"""Probes that can answer nothing but that they do not know: which they are, and the others without them.

Before: probes by name, which ask each other. After: the useful ones; where a probe would rest on the answer of a
useless one it ends, and where a choice leads on to one, the runtime's probe that knows nothing stands for it. Sound
since a useless probe answers UNKNOWN whatever the position is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.compiler.ir.expressions import Call, Compare, Expr, Lit, Name, Or
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import Body, For, If, Return, Set, Stmt
from rulewright.compiler.verdicts import CAN, UNKNOWN

NO_PROBE: Final = "PROBE_UNKNOWN"  # the runtime's, which knows nothing


def useful(bodies: Mapping[str, Body]) -> tuple[dict[str, Body], set[str]]:
    """The probes that may find something, without the others; and these others.

    A probe that ends sooner, because it would have rested on a useless one, may be useless itself.
    """
    useful = dict(bodies)
    useless: set[str] = set()
    while not (found := useless_ones(useful)) <= useless:
        useless |= found
        useful = {name: without(found, body) for name, body in useful.items() if name not in found}
    return useful, useless


def useless_ones(bodies: Mapping[str, Body]) -> set[str]:
    """The probes that can find nothing but that they do not know."""
    useless = {NO_PROBE}
    rests_on: dict[str, list[str]] = {}  # by probe, those that are useless if it is
    todo = []
    for name, body in bodies.items():
        ends, callees = _before_an_answer(body)
        if ends:
            todo.append(name)
        for callee in callees:
            rests_on.setdefault(callee, []).append(name)
    todo += rests_on.get(NO_PROBE, ())
    while todo:
        name = todo.pop()
        if name not in useless:
            useless.add(name)
            todo += rests_on.get(name, ())
    return useless


def _before_an_answer(body: Body) -> tuple[bool, list[str]]:
    """Whether a probe ends without an answer, and the probes that it asks, whatever it finds, before it may answer."""
    callees: list[str] = []
    for stmt in body:
        match stmt:
            case Set(Name("r"), value) | Return(value):
                callee = _callee(value)
                if callee is not None:
                    callees.append(callee)
                    continue
        if any(isinstance(part, Return) and part.value != Lit(UNKNOWN) for part in statements((stmt,))):
            return False, callees
    return not callees, callees


def _callee(answer: Expr) -> str | None:
    """The probe whose answer, or `1` instead of `0`, is the answer."""
    match answer:
        case Or((first, Lit())):
            return _callee(first)
        case Call("PROBE_WITHIN", (*_, Name(probe))):
            return probe
        case Call(probe, _):
            return probe
    return None


def without(useless: set[str], body: Body) -> Body:
    """A body that asks no useless probes: it ends where it would rest on their answer."""
    out: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Set(Name("r"), value) | Return(value) if _callee(value) in useless:
                return (*out, Return(Lit(UNKNOWN)))
            case If(Compare(value, op, Lit(int(answer))), _, ()) if answer == CAN and _callee(value) in useless:
                if op == "!=":
                    return (*out, Return(Lit(UNKNOWN)))
            case If(test, then, otherwise):
                out.append(If(test, without(useless, then), without(useless, otherwise)))
            case For(names, of, inner):
                out.append(For(names, of, without(useless, inner)))
            case Return(value):
                out.append(Return(_asking_none(useless, value)))
            case _:
                out.append(stmt)
    return tuple(out)


def _asking_none(useless: set[str], answer: Expr) -> Expr:
    """An answer after choices: where the probe of what follows is useless, none is asked."""
    match answer:
        case Or((first, Lit() as instead)):
            return Or((_asking_none(useless, first), instead))
        case Call("PROBE_ANY" | "PROBE_PAID" as how, (*args, Name(probe))) if probe in useless:
            return Call(how, (*args, Name(NO_PROBE)))
    return answer
