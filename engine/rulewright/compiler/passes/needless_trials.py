"""Leave out trials whose outcome makes no difference: where an act that cannot be carried through fails anyway.

What is done as far as possible is tried first: `if not CAN(s, 5): goto 6`. An ability of which nothing could be done
fails, so where the act is all that there is, block 6 fails, too.

Before: fused blocks. After: the same without such tests. Sound, since a trial changes nothing, and where no way leads
through the act itself, every way through it fails, as block 6 would have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.compiler.ir.expressions import Call, Expr, Lit, Not, Slot
from rulewright.compiler.ir.facts import READS_NAME, enters, facts, jumps, set_slots
from rulewright.compiler.ir.rewrite import replaced
from rulewright.compiler.ir.statements import Body, Do, Fail, If, Jump, Set, Stmt
from rulewright.compiler.passes.folding import folded_test

Known = dict[int, Any]
"""The literals that slots of the frame are known to hold."""

_FRAME: Final = (READS_NAME, "f")


def without(blocks: Mapping[int, Body]) -> dict[int, Body]:
    """Blocks, by label, without needless trials."""
    return {label: _body(block, blocks) for label, block in blocks.items()}


def _body(body: Body, blocks: Mapping[int, Body]) -> Body:
    kept: list[Stmt] = []
    known: Known = {}
    for stmt in body:
        match stmt:
            case If(Not(Call("CAN")), (Jump(label),), ()) if _fails(label, known, blocks):
                continue
        kept.append(stmt)
        _note(stmt, known)
    return body if len(kept) == len(body) else tuple(kept)


def _note(stmt: Stmt, known: Known) -> None:
    """Note what slots hold after a statement."""
    match stmt:
        case Set(Slot(slot), Lit(value), ""):
            known[slot] = value
        case _ if _FRAME in facts(stmt):  # whoever gets the whole frame may change it
            known.clear()
        case _:
            for slot in set_slots(stmt):
                known.pop(slot, None)


def _fails(label: int, known: Known, blocks: Mapping[int, Body], seen: frozenset[int] = frozenset()) -> bool:
    """Whether a block surely fails where slots hold what is known of them."""
    if label in seen or label not in blocks:
        return False
    return _body_fails(blocks[label], dict(known), blocks, seen | {label})


def _body_fails(body: Body, known: Known, blocks: Mapping[int, Body], seen: frozenset[int]) -> bool:
    for stmt in body:
        match stmt:
            case Fail():
                return True
            case Jump(label):
                return _fails(label, known, blocks, seen)
            case If(test, then, otherwise):
                held = _holds(test, known)
                if held is None:
                    return False
                chosen = then if held else otherwise
                if any(isinstance(one, Fail | Jump) for one in chosen):
                    return _body_fails(chosen, known, blocks, seen)
                if any(not isinstance(one, Set) for one in chosen):
                    return False
                for one in chosen:
                    _note(one, known)
            case Set() | Do() if not jumps(stmt) and not enters(stmt):
                _note(stmt, known)
            case _:
                return False
    return False


def _holds(test: Expr, known: Known) -> bool | None:
    """Whether a test holds; None where that is not known."""
    told = folded_test(replaced(test, {Slot(slot): Lit(value) for slot, value in known.items()}))
    return bool(told.value) if isinstance(told, Lit) else None
