"""Renaming the id of a thing or a scenario: in all files that name it, those of packs included."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.editing.changing.change import WRONG, Change, refused
from rulewright.editing.family import Family
from rulewright.editing.places import ID, Thing, entry, ids_in, things
from rulewright.editing.scenario_ids import meant, named_in
from rulewright.editing.sheets.sheet import Sheet
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.free_texts import RECORD as REVIEWED
from rulewright.ruleset.translations.proofs import RECORD


def rename_id(family: Family, old: str, new: str) -> Change:
    """Give a thing another id, wherever it is named; the ruleset and its packs read after it as before.

    Raises:
        RulewrightError: RW0835, the id cannot be one or is taken, it means several things, it belongs to what is not
            open, or something would be wrong afterwards.
    """
    ruleset = family.ruleset
    if not ID.fullmatch(new) or things(ruleset, new):
        raise refused(old, new, "the new id is taken or no id at all")
    meant = things(ruleset, old)
    if len(meant) != 1:
        raise refused(old, new, "it means no thing, or several")
    home = _home(ruleset, meant[0])
    if home is None or not family.may_write(home):
        raise refused(old, new, "it belongs to a ruleset or pack that is not open here")
    change = Change()
    of_a_pack = not home.is_relative_to(family.folder) or family.pack_of(home) is not None
    for path, sheet in family.files():
        if not of_a_pack or family.pack_of(path) is not None:
            _rename_in(change, path, sheet, old, new)
    _rename_records(change, family.folder, old, new)
    for pack in family.packs:
        sheets = [(path, sheet) for path, sheet in family.files_of(pack) if _mentions(sheet.text, old, new)]
        if sheets and _means_the_same(family.with_pack(pack), old, new, home, of_a_pack):
            for path, sheet in sheets:
                _rename_in(change, path, sheet, old, new)
            _rename_records(change, pack, old, new)
    _hold_back(family, change, old, new)
    return change


def rename_scenario(family: Family, old: str, new: str, file: Path) -> Change:
    """Give the scenario that an id in a file means another id, in the ruleset and in packs that change it.

    Raises:
        RulewrightError: RW0835, as of other ids.
    """
    if not ID.fullmatch(new) or named_in(family, new):
        raise refused(old, new, "the new id is taken or no id at all")
    places = meant(family, old, file)
    if not places:
        raise refused(old, new, "it means no thing, or several")
    if not places[0].defines or not all(family.may_write(place.path) for place in places):
        raise refused(old, new, "it belongs to a ruleset or pack that is not open here")
    change = Change()
    for place in places:
        change.add(place.path, place.sheet.text, place.start, place.end, new)
    _hold_back(family, change, old, new)
    return change


def _hold_back(family: Family, change: Change, old: str, new: str) -> None:
    """Refuse a change after which something would be wrong."""
    wrong = family.wrong_after({file: change.result(file) for file in change.edits})
    if wrong:
        raise refused(old, new, WRONG, *wrong[:1])


def _home(ruleset: Ruleset, thing: Thing) -> Path | None:
    """The file in which a thing is defined."""
    spot = entry(ruleset, thing)
    return Path(spot.document.file).resolve() if spot is not None else None


def _mentions(text: str, *names: str) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)


def _means_the_same(merged: Ruleset, old: str, new: str, home: Path, of_a_pack: bool) -> bool:
    """Whether an id means in a pack what it means in the ruleset. Raises RulewrightError where that is not clear."""
    if things(merged, new):
        raise refused(old, new, "the new id is taken or no id at all")
    meant = things(merged, old)
    if len(meant) > 1:
        raise refused(old, new, "it means no thing, or several")
    added = any(path[-1] == old for pack in merged.packs for path in pack.adds)
    if of_a_pack:
        return bool(meant) and _home(merged, meant[0]) == home
    return not added  # patched, written anew or removed: it is that of the ruleset


def _rename_in(change: Change, path: Path, sheet: Sheet, old: str, new: str) -> None:
    for name, start, end in ids_in(sheet):
        if name == old:
            change.add(path, sheet.text, start, end, new)


def _rename_records(change: Change, folder: Path, old: str, new: str) -> None:
    """What was found proved or was reviewed is known by ids, too."""
    for record in sorted(path for name in (RECORD, REVIEWED) for path in folder.glob(f"locale/*/{name}")):
        text = record.read_text(encoding="utf-8")
        for found in re.finditer(rf"(?<=\.){re.escape(old)}(?=\.)", text):
            change.add(record.resolve(), text, found.start(), found.end(), new)
