"""Thread jumps through empty blocks, append to each block what it goes on with, and drop blocks that nothing reaches.

Before: blocks by label, whose jumps are `Jump`, `Enter` or a slot 0 that is set to a label. After: fewer and longer
blocks that do the same; a block is left by a jump only where several lead to the same or where it must be entered anew.

Sound, since a block runs from its first statement to the one that leaves it, and nothing happens between two blocks of
one frame: what a block does after a jump is what the block does that it jumps to. A block that asks is known by its
label in slot 0, so that is set where one is appended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rulewright.compiler.ir.expressions import Lit, Node, Slot
from rulewright.compiler.ir.facts import CALLS, JUMPS, TRIES, facts
from rulewright.compiler.ir.rewrite import bottom_up, statements
from rulewright.compiler.ir.statements import Body, Enter, Jump, Set, Settle, Stmt

LONGEST: Final = 110  # statements that a fused block may have


def fuse(blocks: Mapping[int, Body], asking: Collection[int], entries: Iterable[int]) -> dict[int, Body]:
    """Fuse blocks.

    Args:
        blocks: by label; asking: the labels of those that return options; entries: where frames and choices begin.

    Returns:
        The blocks that can still be reached, by label.
    """
    blocks = threaded(blocks, asking)
    sizes = {label: len(list(statements(block))) for label, block in blocks.items()}
    fused: dict[int, Body] = {}
    for label, block in blocks.items():
        body, size, seen = block, sizes[label], {label}
        while body and isinstance(body[-1], Jump):
            target = body[-1].label
            if target in seen or target not in blocks or size + sizes[target] > LONGEST:
                break
            if not _may_follow(body, blocks[target]):
                break
            seen.add(target)
            before: tuple[Stmt, ...] = (Set(Slot(0), Lit(target)),) if target in asking else ()
            body = body[:-1] + before + blocks[target]
            size += sizes[target]
        fused[label] = body
    return {label: fused[label] for label in reachable(fused, entries)}


def _may_follow(body: Body, more: Body) -> bool:
    """Whether a block may be appended to one that jumps to it.

    A block that is entered again while something is settled must not drag others along; and a trial or a probe that
    ends where an attempt does must not be made to find out what comes next.
    """
    return Settle() not in statements(body) and not any((CALLS, "STATE_CHECK") in facts(stmt) for stmt in more)


def threaded(blocks: Mapping[int, Body], asking: Collection[int]) -> dict[int, Body]:
    """The blocks, with jumps to blocks that do nothing but jump led to where these lead."""
    empty = {
        label: block[0].label
        for label, block in blocks.items()
        if len(block) == 1 and isinstance(block[0], Jump) and label not in asking
    }
    if not empty:
        return dict(blocks)

    def final(label: int) -> int:
        seen = set()
        while label in empty and label not in seen:
            seen.add(label)
            label = empty[label]
        return label

    def led(part: Node) -> Node:
        match part:
            case Jump(label) if label in empty:
                return Jump(final(label))
            case Enter(procedure, args, then) if then in empty:
                return Enter(procedure, args, final(then))
            case Set(Slot(0), Lit(int(label)), "") if label in empty:
                return Set(Slot(0), Lit(final(label)))
        return part

    leading = frozenset((JUMPS, label) for label in empty)
    return {
        label: tuple(stmt if facts(stmt).isdisjoint(leading) else bottom_up(stmt, led) for stmt in block)
        for label, block in blocks.items()
    }


def reachable(blocks: Mapping[int, Body], entries: Iterable[int]) -> set[int]:
    """The labels of the blocks that entries lead to, by jumps or because a probe starts there."""
    found: set[int] = set()
    todo = list(entries)
    while todo:
        label = todo.pop()
        if label not in found and label in blocks:
            found.add(label)
            todo += [what for stmt in blocks[label] for kind, what in facts(stmt) if kind is JUMPS or kind is TRIES]
    return found
