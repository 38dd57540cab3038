"""Conflicts between packs, found before anything is changed.

Two packs that write the same field must say which of them comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rulewright.problems import Place, Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.packs.operations import written
from rulewright.ruleset.packs.selection import Order, Pack


@dataclass(frozen=True)
class _Writer:
    pack: Pack
    operation: str
    path: Path
    inside: Path
    when: bool

    @property
    def place(self) -> Place:
        return self.pack.manifest.key_place(self.inside)

    def __str__(self) -> str:
        return f"{self.pack.id} ({self.operation}, {self.place.file}:{self.place.line})"


def _writers(packs: Sequence[Pack], kinds: Sequence[str], there: Collection[str]) -> dict[Path, list[_Writer]]:
    """All that packs write, by path."""
    found: dict[Path, list[_Writer]] = {}
    for pack in packs:
        for operation, path, inside, when in written(pack, kinds, there):
            found.setdefault(path, []).append(_Writer(pack, operation, path, inside, when))
    return found


def _together(writers: dict[Path, list[_Writer]]) -> Iterator[list[_Writer]]:
    """Writers of the same field: of the field itself, and of whatever it is a part of."""
    for path, own in writers.items():
        around = [writer for length in range(1, len(path)) for writer in writers.get(path[:length], ())]
        if len(own) + len(around) > 1:
            yield [*around, *own]


def twice_in_one(packs: Sequence[Pack], kinds: Sequence[str]) -> Iterator[Problem]:
    """Things that one pack changes in two ways at once; with `when` a later patch has the last word."""
    there = {pack.id for pack in packs}
    for pack in packs:
        for found in _together(_writers([pack], kinds, there)):
            if all(later.when for later in found[1:]):
                continue
            yield problem("RW0926", place=found[-1].place, found=named(found[-1].path), other=str(found[0]))


def conflicts(order: Order, kinds: Sequence[str]) -> Iterator[Problem]:
    """Fields that packs write without an order between them. Appending and adjusting do not disturb each other."""

    def disturb(one: _Writer, other: _Writer) -> bool:
        harmless = one.path == other.path and one.operation == other.operation in ("append", "adjust")
        return not harmless and not order.ordered(one.pack.id, other.pack.id)

    for found in _together(_writers(order.packs, kinds, {pack.id for pack in order.packs})):
        last = found[-1]
        if any(disturb(*pair) for pair in combinations(found, 2) if last.path in (pair[0].path, pair[1].path)):
            others = " and ".join(map(str, found))
            yield problem("RW0925", place=last.place, found=named(last.path), others=others)


def named(path: Path) -> str:
    """A path as messages name it."""
    return ".".join(map(str, path))


def defined_by(path: Path, other: Pack, place: Place) -> Problem:
    """What to say when something is used that a pack defines, and nothing says that the pack comes first."""
    return problem("RW0922", place=place, found=str(path[-1]), other=other.id)
