"""What a pack.yaml can name at a place: the things of the ruleset that it changes, and their fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.editing.sheets.sheet import Sheet
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.yaml_reader import read_yaml
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.operations import path_of, things_of

_LINE = re.compile(r"^(?P<indent> *)(?:- +)?(?P<key>[^\s:#,{}\[\]]+):(?: |$)")
_SIGN = re.compile(r"[{}\[\],]|(?P<key>[^\s:#,{}\[\]]+):(?= |$)")
_CHANGES = ("patch", "replace", "remove")
_OF_FIELDS = ("set", "expect", "adjust", "append", "drop")


def keys_around(sheet: Sheet, offset: int) -> list[str]:
    """The keys that lead to a place of a file, whether it can be read or not.

    >>> text = "patch:\\n  components:\\n    scout: {set: {na"
    >>> keys_around(Sheet("pack", "pack.yaml", "", text), len(text))
    ['patch', 'components', 'scout', 'set']
    """
    line, column = sheet.line_of(offset)
    before = sheet.lines[line][:column]
    keys = _flow(before)
    indent = len(before) - len(before.lstrip(" "))
    for text in reversed(sheet.lines[:line]):
        found = _LINE.match(text)
        if found is not None and len(found["indent"]) < indent:
            indent = len(found["indent"])
            keys.insert(0, found["key"])
    return keys


def _flow(before: str) -> list[str]:
    """The keys of one line that are open where it ends."""
    around: list[str] = []
    key = ""
    for sign in _SIGN.finditer(before):
        if sign["key"] is not None:
            key = sign["key"]
        elif sign[0] in "{[":
            around.append(key)
            key = ""
        elif sign[0] in "}]":
            key = around.pop() if around else ""
        else:
            key = ""
    return [one for one in (*around, key) if one]


def pack_offers(ruleset: Ruleset, keys: list[str]) -> Iterator[tuple[str, str, str]]:
    """What can be written below some keys of a pack.yaml: section, id, and what it is called."""
    if len(keys) < 2 or keys[0] not in _CHANGES:
        return
    operation, kind, *inner = keys
    if kind == "scenarios" and not inner:
        yield from ((kind, name, title) for name, title in _scenarios(ruleset).items())
    path, depth = path_of(kind)
    for _ in range(depth - 1):
        if not inner:
            return
        path = (*path, inner.pop(0))
    if not inner:
        yield from ((kind, name, _called(thing)) for name, thing in things_of(ruleset.content, path).items())
    elif operation == "patch" and len(inner) == 2 and inner[1] in _OF_FIELDS:
        thing = things_of(ruleset.content, path).get(inner[0])
        yield from (("fields", field, "") for field in _fields(ruleset, path, thing, only_numbers=inner[1] == "adjust"))


def _scenarios(ruleset: Ruleset) -> dict[str, str]:
    """The scenarios of a ruleset as they lie on the disk, each with its title; of files that can be read."""
    known: dict[str, str] | None = ruleset.derived.get("scenario titles")
    if known is None:
        known = ruleset.derived["scenario titles"] = {}
        for path in ruleset.scenarios:
            document = read_yaml(path, path.name, [])
            for data in document.data if document is not None and isinstance(document.data, list) else ():
                if isinstance(data, dict) and isinstance(data.get("id"), str):
                    known[data["id"]] = str(data.get("title", ""))
    return known


def _called(thing: Any) -> str:
    known = thing if isinstance(thing, Mapping) else {}
    return next((str(known[key]) for key in ("name", "title", "type") if key in known), "")


def _fields(ruleset: Ruleset, path: Path, thing: Any, only_numbers: bool) -> Iterator[str]:
    """The fields of a thing that are there, and the attributes that its kind may have."""
    if not isinstance(thing, Mapping):
        return
    known = {field: type(value) in (int, float) for field, value in thing.items() if field != "id"}
    if path == ("components",):
        attributes = ruleset.lexicon["nouns"].get(thing.get("kind"), {}).get("attributes", {})
        known = {"copies": True, **{name: held == "number" for name, held in attributes.items()}, **known}
    yield from (field for field, is_number in known.items() if is_number or not only_numbers)
