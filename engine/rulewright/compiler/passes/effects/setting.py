"""What the effects analysis must know of a program beside its code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulewright.compiler.passes.effects.locations import Numbers
from rulewright.language.records import dataclass

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
    """A program, its functions and blocks left aside.

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
