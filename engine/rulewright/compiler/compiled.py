"""What the machine runs and offers, as the compiler hands it over: procedures, things to offer, tests, sums.

A start from the cache needs these classes and nothing else of the compiler, so this module imports none of it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rulewright.language import records

CARDS: Final = "cards"
"""Where cards lie, among what functions read (`Program.readers`)."""

ALWAYS: Final = ":always"
"""What the log calls a broken invariant; no verb is called so."""


@records.dataclass(frozen=True, slots=True)
class IfBegun:
    """A key of `Compiled.needs`: what is needed where something has been begun, and may be left undone elsewhere."""

    what: Any


@dataclass(slots=True)
class Compiled:
    """A procedure that can be called: a plain function, or the entry block of frames."""

    name: str
    function: str | None = None
    can_fail: bool = False
    entry: int = -1
    slots: int = 0
    needs: Counter[Any] = field(default_factory=Counter)  # see Procedure.needs
    raised: set[Any] = field(default_factory=set)
    gained: bool = True  # until it is compiled
    dealt: bool = True  # the same

    @property
    def entry_name(self) -> str:
        """The constant that holds the entry block."""
        return f"E_{self.name}"

    @property
    def pad_name(self) -> str:
        """The constant that holds what a new frame has after its arguments."""
        return f"PAD_{self.name}"

    @property
    def begun(self) -> Counter[Any]:
        """What it needs where it has been begun, so that nothing of it may be left undone."""
        needs: Counter[Any] = Counter()
        for key, count in self.needs.items():
            needs[key.what if isinstance(key, IfBegun) else key] += count
        return needs

    def learn(self, can_fail: bool, needs: Counter[Any], raised: set[Any], gained: bool, dealt: bool) -> None:
        """Take over what was found out while it was written."""
        self.can_fail = can_fail
        self.needs, self.raised, self.gained, self.dealt = needs, raised, gained, dealt

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(slots=True)
class Entry:
    """One thing that can be offered: a procedure of the rules, or an ability of a card."""

    title: Any
    procedure: Compiled
    cards: tuple[int, ...]  # () for a procedure of the rules; below -1 for what is kept (`KeptThings`)
    zones: tuple[tuple[int, ...], ...]  # by seat: where the card must be
    test: str  # name of a function of (s, you, card), or ""
    limit: int  # position of its use flags, or 0
    heading: str
    zone: str = ""  # where the card is used from; "" for the first of the heading's zones
    spends: bool = True  # whether beginning it uses it up; otherwise what it does says when
    own: bool = False  # a trigger that only what its own seat does sets off
    moves_it: bool = False  # a trigger that begins with moving the card it has heard of, which must still lie there
    those: tuple[tuple[tuple[str, int], ...], ...] = ()  # the things that each of these "cards" stands for, with types


class Test(NamedTuple):
    """How an invariant of every position is tested: the function that says whether it is broken, and for whom."""

    id: str
    function: str
    of_seats: bool
    set_up: bool


class Sums(NamedTuple):
    """The sums that a state keeps beside its numbers (`passes/aggregates.py`).

    Attributes:
        made: by position in `State.tallies`, the positions of the numbers that are added up there; position 0 stays 0.
        fed: by the position of a number, where it is added up, and how often.
    """

    made: Sequence[tuple[int, ...]]
    fed: Mapping[int, tuple[tuple[int, int], ...]]

    def of(self, numbers: Sequence[int]) -> array[int]:
        """All sums of a state's numbers, most of which are 0."""
        found, fed = array("q", bytes(8 * len(self.made))), self.fed
        for cell, number in enumerate(numbers):
            if number and cell in fed:
                for at, times in fed[cell]:
                    found[at] += number * times
        return found
