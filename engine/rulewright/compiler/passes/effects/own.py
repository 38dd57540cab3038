"""What a node, a function or a block does: what it reads and changes, and which functions it calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rulewright.compiler.passes.effects.locations import NOWHERE, Locations


class Own(NamedTuple):
    """What code does by itself, without the functions of the module that it calls.

    Attributes:
        reads, changes: locations of the position.
        told: whether its value rests on nothing but `reads`.
        calls: the functions of the module that it calls or passes on.
    """

    reads: Locations = NOWHERE
    changes: Locations = NOWHERE
    told: bool = True
    calls: frozenset[str] = frozenset()


NOTHING: Final = Own()
UNTOLD: Final = Own(told=False)


def together(several: Sequence[Own]) -> Own:
    """What several parts of code do together.

    >>> together([Own(frozenset({"cards"})), UNTOLD])
    Own(reads=frozenset({'cards'}), changes=frozenset(), told=False, calls=frozenset())
    """
    told = [own for own in several if own is not NOTHING]
    if len(told) < 2:
        return told[0] if told else NOTHING
    return Own(
        NOWHERE.union(*(own.reads for own in told)),
        NOWHERE.union(*(own.changes for own in told)),
        all(own.told for own in told),
        NOWHERE.union(*(own.calls for own in told)),
    )
