"""What a pack.yaml says in the language: its sentences are read as they will stand in the things that it changes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from rulewright.editing.sheets.entries import Entry, Words, translated, words_in
from rulewright.problems import Place
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.schemas import misfits
from rulewright.ruleset.packs.fields import key_of
from rulewright.ruleset.packs.operations import said_of_things

_SPOKEN = ("components", "procedures", "always", "lexicon")
"""The kinds of things that say something in the language."""


def patch_entries(document: Document) -> Iterator[Entry]:
    """The things that a pack.yaml patches or writes anew, each as an entry with what is said of it."""
    for operation in ("patch", "replace"):
        for path, body, inside in said_of_things(document.data, operation):
            around, spot = document.spot_at(inside[:-1]), document.spot_at(inside)
            if spot is None or around is None:
                continue
            key = around[3][inside[-1]] if isinstance(around[3], dict) else (spot[0], spot[0] + 1)
            yield Entry(path, inside, body, (key[0], spot[1]), (key[0], key[1]))


def patch_words(entry: Entry, base: Content | None) -> Iterator[Words]:
    """The pieces of the language in what is said of one thing.

    Args:
        base: the ruleset that the pack changes; without it only things that are written anew are read.
    """
    kind = entry.path[0]
    if not isinstance(entry.data, dict) or kind not in (*_SPOKEN, "locale"):
        return
    anew = entry.inside[0] == "replace"
    if kind == "locale":
        inside = entry.inside if anew else (*entry.inside, "set")
        said = entry.data if anew else entry.data.get("set")
        if len(entry.path) == 5 and entry.path[2] == "texts":
            yield from translated(replace(entry, data=said, inside=inside), entry.path[3:], str(entry.path[1]))
        return
    thing = _thing(entry.path, base)
    after, written = (
        ({"id": entry.path[-1], **entry.data}, {entry.path: entry.inside}) if anew else _after(entry, thing)
    )
    if kind != "components" and anew:
        after.pop("id")
    if after is None or not _fits(entry.path, after):
        return
    lang = str(after.get("lang", "en")) if kind == "components" else "en"
    for text, words, path in words_in(entry.path, after):
        at = next((path[:length] for length in range(len(path), 0, -1) if path[:length] in written), None)
        if at is not None:
            yield Words(text, words, lang, path, (*written[at], *path[len(at) :]))


def _thing(path: Path, base: Content | None) -> Any:
    """What stands at a path before the patch; None where nothing is known of it."""
    thing: Any = base.data if base is not None else None
    for key in path:
        thing = thing.get(key) if isinstance(thing, dict) else None
    return thing


def _after(entry: Entry, thing: Any) -> tuple[Any, dict[Path, Path]]:
    """A thing with what a patch sets and appends; and for each such path in it, where the patch says so."""
    written: dict[Path, Path] = {}
    if not isinstance(thing, dict):
        return None, written
    after = deepcopy(thing)
    for operation in ("set", "append"):
        fields = entry.data.get(operation)
        for field, value in fields.items() if isinstance(fields, dict) else ():
            inside = (*entry.inside, operation, field)
            found = _holder(after, entry.path, field, make=operation == "set")
            if found is None:
                continue
            holder, at = found
            before = holder.get(at[-1]) if isinstance(holder, dict) else holder[at[-1]]
            if operation == "set" or isinstance(before, str):  # what is appended to a text is read by itself
                holder[at[-1]] = deepcopy(value)
                written[at] = inside
            elif isinstance(before, list):
                items = value if isinstance(value, list) else [value]
                for index, item in enumerate(items):
                    written[*at, len(before) + index] = (*inside, index) if isinstance(value, list) else inside
                    before.append(deepcopy(item))
    return after, written


def _holder(thing: Any, path: Path, field: str, make: bool) -> tuple[Any, Path] | None:
    """What holds a field of a thing, and the path of the field; None where there can be none.

    make: whether what is missing on the way is made, as `set` does.
    """
    *way, last = field.split(".")
    for step in way:
        if make and isinstance(thing, dict):
            thing.setdefault(step, {})
        key = key_of(thing, step)
        if key is None or (isinstance(thing, dict) and key not in thing):
            return None
        thing, path = thing[key], (*path, key)
    key = key_of(thing, last)
    return (thing, (*path, key)) if key is not None and isinstance(thing, dict | list) else None


def _fits(path: Path, thing: Any) -> bool:
    """Whether a thing is as its schema wants it; what is wrong with it the whole check tells."""
    kind, name = str(path[0]), path[-1]
    if kind == "components":
        data: Any = [thing]
    else:
        data = {path[1]: {name: thing}} if kind == "lexicon" else {name: thing}
    return not misfits(kind, data, _Nowhere())


class _Nowhere:
    """The places in a thing that stands in no file."""

    def place(self, path: Path = ()) -> Place:
        return Place()

    def key_place(self, path: Path) -> Place:
        return Place()
