"""Who wrote what: for every field of a thing, the line of the ruleset and of each pack that has had a part in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.problems import Place
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.operations import left_out


@dataclass(frozen=True, slots=True)
class Origin:
    """A place that a value comes from.

    Attributes:
        pack: the pack that wrote there; "" for the ruleset itself. operation: what the pack did (`set`, `append` …).
        inside: where in the field it wrote; empty for all of it. when: the packs that this operation supposes.
    """

    place: Place
    pack: str = ""
    operation: str = ""
    inside: Path = ()
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a thing with its value, None where it is gone, and all who wrote it in the order of loading."""

    name: str
    value: Any
    origins: tuple[Origin, ...]


def things(content: Content) -> Iterator[Path]:
    """The paths of all things that have an id."""
    data = content.data
    for kind in ("components", "procedures"):
        yield from ((kind, name) for name in data[kind])
    for kind in ("lexicon", "map"):
        yield from ((kind, section, name) for section, entries in data[kind].items() for name in entries)
    yield from (("ruleset", "options", name) for name in data["ruleset"].get("options", {}))


def fields(before: Content, after: Content, path: Path) -> Iterator[Field]:
    """Yield the fields of a thing, those included that only one of the two has.

    Args:
        before: the ruleset alone; after: with packs.
    """
    both = [thing for thing in (_part(before, path), _part(after, path)) if thing is not None]
    names = {name: None for thing in both if isinstance(thing, dict) for name in thing}
    for at in [(*path, name) for name in names] or [path]:
        origins = [Origin(before.place(at))] if _part(before, at) is not None else []
        for write in after.writes:
            if write.path[: len(at)] == at or write.path == at[: len(write.path)]:
                place = write.document.key_place(write.inside)
                inside = tuple(key + 1 if isinstance(key, int) else key for key in write.path[len(at) :])
                origins.append(Origin(place, write.pack, write.operation, inside, tuple(write.when)))
        yield Field(str(at[-1]), _part(after, at), tuple(origins))


def suspended(after: Ruleset, path: Path) -> Iterator[Origin]:
    """Yield what packs would change in a thing if the packs that they suppose were there."""
    for pack in after.packs:
        for others, inside in left_out(pack, path, {other.id for other in after.packs}):
            yield Origin(pack.manifest.place(inside), pack.id, when=tuple(others))


def _part(content: Content, path: Path) -> Any:
    """What stands at a path; None where nothing does."""
    value: Any = content.data
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
