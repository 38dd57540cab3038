"""What is under way, what would be after an act, and how a game ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.program import Program
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State


def under_way_functions(
    program: Program, machine: Machine, state_check: Callable[[State, int], bool]
) -> dict[str, Any]:
    """`DURING`, `SLOT`, `SUPPOSE`, `CAN` and `END`.

    state_check: begins what has come true.
    """
    owner_of_block = program.owner

    def during(s: State, procedures: frozenset[str], you: int) -> bool:
        """Whether a seat is doing one of some procedures."""
        for procedure, f in s.lookahead.within:
            if f[1] == you and procedure in procedures:
                return True
        return any(f[1] == you and owner_of_block[f[0]] in procedures for f in s.stack)

    def slot(s: State, procedures: frozenset[str], you: int, number: int) -> Any:
        """What stands in a slot of the frame in which a seat is doing one of some procedures; -1 of none."""
        for procedure, f in reversed(s.lookahead.within):
            if f[1] == you and procedure in procedures:
                return f[number]
        for f in reversed(s.stack):
            if f[1] == you and owner_of_block[f[0]] in procedures:
                return f[number]
        return -1

    def suppose(s: State, you: int, entry: int, pad: list[Any], test: Any) -> bool:
        """Whether a test holds after an act, which is done on a copy."""
        trial = s.ahead()
        trial.attempts = []
        depth = len(trial.stack)
        trial.stack.append([entry, you, *pad])
        machine.settle(trial, depth)
        while trial.over is None and state_check(trial, you):
            machine.settle(trial, depth)
        return bool(test(trial, you))

    def can(s: State, label: int) -> bool:
        """Whether what begins at a block of the present frame can be carried through."""
        return machine.can(s, label)

    def end(s: State, reason: str) -> None:
        """End the game."""
        s.over = reason or ("ended" if s.winner < 0 else "won")
        s.stack.clear()
        s.attempts.clear()

    return {"DURING": during, "SLOT": slot, "SUPPOSE": suppose, "CAN": can, "END": end}
