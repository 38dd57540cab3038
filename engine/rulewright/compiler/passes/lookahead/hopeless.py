"""Probes that never answer CAN: which they are; a search of options by one of them ends at the first that may lead on.

A search goes on behind an option of which a probe could not tell, since another may be seen to lead through. Where no
answer can be CAN it would go on in vain.

Before: probes by name. After: the same, but for searches that end at the first UNKNOWN. Sound, since such a search
answers UNKNOWN as soon as one option does, whatever is found of the others.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

from rulewright.compiler.ir.expressions import Call, Compare, Expr, IfElse, Lit, Name, Or
from rulewright.compiler.ir.rewrite import nested
from rulewright.compiler.ir.statements import Body, For, If, Return, Stmt, While
from rulewright.compiler.passes.lookahead.useless import NO_PROBE
from rulewright.compiler.verdicts import CAN

_UNTOLD: Final = "*"  # stands for probes of which nothing is known: those of a table
_UNLESS_CAN: Final = Compare(Name("r"), "!=", Lit(CAN))


def hopeless(bodies: Mapping[str, Body]) -> set[str]:
    """The probes that never answer CAN."""
    rests_on: dict[str, list[str]] = {}  # by probe, those that may answer CAN if it does
    todo = [_UNTOLD]
    for name, body in bodies.items():
        for source in _sources(body):
            if source is None:
                todo.append(name)
            else:
                rests_on.setdefault(source if source in bodies else _UNTOLD, []).append(name)
    hopeful: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in hopeful:
            hopeful.add(name)
            todo += rests_on.get(name, ())
    return bodies.keys() - hopeful


def _sources(body: Body) -> set[str | None]:
    """The probes whose CAN a probe may hand on; None where it may find CAN itself."""
    found: set[str | None] = set()
    for stmt in body:
        match stmt:
            case If(test, (Return(Name("r") | Or((Name("r"), Lit()))),), otherwise) if test == _UNLESS_CAN:
                found |= _sources(otherwise)  # what was asked last did not answer CAN
            case If(_, then, otherwise):
                found |= _sources(then) | _sources(otherwise)
            case For(_, _, inner) | While(_, inner):
                found |= _sources(inner)
            case Return(value):
                found |= _sources_of(value)
    return found


def _sources_of(answer: Expr) -> set[str | None]:
    match answer:
        case Lit(int(verdict)):
            return {None} if verdict == CAN else set()
        case Or((first, Lit())):
            return _sources_of(first)
        case IfElse(_, then, otherwise):
            return _sources_of(then) | _sources_of(otherwise)
        case Call("PROBE_ANY" | "PROBE_WITHIN", (*_, Name(probe))) | Call(probe, _):
            return set() if probe == NO_PROBE else {probe}
    return {None}


def ending_soon(bodies: Mapping[str, Body]) -> dict[str, Body]:
    """The probes, whose searches in vain for CAN end at the first UNKNOWN."""
    never = hopeless(bodies) | {NO_PROBE}

    def change(body: Body) -> Body:
        return tuple(_ending(stmt, never) for stmt in body)

    return {name: nested(body, change) for name, body in bodies.items()}


def _ending(stmt: Stmt, never: Container[str]) -> Stmt:
    match stmt:
        case Return(Or((Call("PROBE_ANY", (*_, Name(probe))) as search, instead))) if probe in never:
            return Return(Or((_ended(search), instead)))
        case Return(Call("PROBE_ANY", (*_, Name(probe))) as search) if probe in never:
            return Return(_ended(search))
    return stmt


def _ended(search: Call) -> Call:
    return Call("PROBE_ANY", (*search.args, Lit(1)))
