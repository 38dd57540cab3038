"""The ids of scenarios: names of their own, the same in files of scenarios and in what packs change of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.editing.family import Family
from rulewright.editing.places import ID
from rulewright.editing.sheets.pieces import PACK
from rulewright.editing.sheets.sheet import Sheet
from rulewright.ruleset.packs.operations import said_of_things

SCENARIOS = "scenarios"


@dataclass(frozen=True, slots=True)
class Named:
    """A place that names a scenario, from one character of a file to another. home: the folder it belongs to."""

    name: str
    home: Path
    path: Path
    sheet: Sheet
    start: int
    end: int

    @property
    def defines(self) -> bool:
        """Whether the scenario is written here, and not only changed."""
        return self.sheet.kind == SCENARIOS


def scenario_ids_in(sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    """The ids of scenarios that a file writes or changes: each with where it begins and ends."""
    if sheet.kind not in (SCENARIOS, PACK):
        return
    for entry, shift in sheet.entries():
        if entry.path[0] == SCENARIOS:
            yield from _exact(sheet, str(entry.path[-1]), entry.key[0] + shift, entry.key[1] + shift)
    for chunk, piece in sheet.pieces if sheet.kind == PACK else ():
        document = piece.document
        for path, _, inside in said_of_things(document.data, "remove") if document is not None else ():
            spot = document.spot_at(inside) if document is not None else None
            if path[0] == SCENARIOS and spot is not None:
                shift = chunk.start - len(chunk.header)
                yield from _exact(sheet, str(path[-1]), spot[0] + shift, spot[1] + shift)


def _exact(sheet: Sheet, name: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """An id without the quotes around it."""
    written = sheet.text[start:end]
    if ID.fullmatch(name) and name in written:
        at = start + written.index(name)
        yield name, at, at + len(name)


def scenario_at(sheet: Sheet, offset: int) -> tuple[str, int, int] | None:
    """The id of a scenario at an offset of a file."""
    return next((found for found in scenario_ids_in(sheet) if found[1] <= offset <= found[2]), None)


def named_in(family: Family, name: str) -> list[Named]:
    """All places that mean a scenario of this name, in the ruleset and its packs."""
    return [
        Named(name, home, path, sheet, start, end)
        for home, path, sheet in family.files_with_scenarios()
        for other, start, end in scenario_ids_in(sheet)
        if other == name
    ]


def meant(family: Family, name: str, path: Path) -> list[Named]:
    """The places that mean what the id of a scenario in a file means: first where it is written.

    Packs that are not loaded together may each write a scenario of one name. Then that of the file's own pack is
    meant, or else that of the ruleset; nothing is known to be where several other packs write one.
    """
    places = named_in(family, name)
    homes = {place.home for place in places if place.defines}
    own = (place.home for place in places if place.path == path)
    home = next((one for one in (*own, family.folder) if one in homes), None)
    if home is None and len(homes) == 1:
        [home] = homes
    kept = (place for place in places if place.home == home or place.home not in homes)
    return sorted(kept, key=lambda place: not place.defines) if home is not None else []
