"""What kind of statement one is for a probe: a note, or one that can neither fail nor go elsewhere."""

from __future__ import annotations

from typing import Final

from rulewright.compiler.ir.facts import calls, enters, fails, fields, jumps, set_fields, set_names, set_slots
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import If, Leave, Return, Stmt
from rulewright.compiler.passes.lookahead.state import Local

ELSEWHERE: Final = frozenset({"START", "START_EACH", "BEGIN", "TRIGGER", "END"})  # what goes on in another frame
NOTES: Final = frozenset({"attempts", "log"})  # of the state: commit points and the record, which a probe needs not


def given(stmt: Stmt) -> frozenset[Local]:
    """The slots and names that get a value somewhere in a statement."""
    return frozenset(set_slots(stmt)) | set_names(stmt)


def is_note(stmt: If) -> bool:
    """Whether a test is about commit points or the record of what was done, or only leads to these."""
    if not fields(stmt.test).isdisjoint(NOTES):
        return True
    parts = stmt.then + stmt.otherwise
    return bool(parts) and all(not (fields(part) | set_fields(part)).isdisjoint(NOTES) for part in parts)


def is_plain(stmt: Stmt) -> bool:
    """Whether a statement can neither fail nor go elsewhere."""
    return not (
        fails(stmt) or jumps(stmt) or enters(stmt) or 0 in set_slots(stmt) or calls(stmt) & ELSEWHERE
        or "stack" in fields(stmt) | set_fields(stmt)
        or leaves(stmt)
    )  # fmt: skip


def leaves(*body: Stmt) -> bool:
    """Whether statements may end their block: they return, or leave its frame."""
    return any(isinstance(part, Return | Leave) for part in statements(body))
