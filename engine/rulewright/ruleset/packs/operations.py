"""What packs say of the things of a ruleset: the operations in their pack.yaml, thing by thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.packs.selection import Pack, supposed

OF_THE_GAME = (
    "components", "procedures", "always", "options", "rulings", "lexicon", "map", "layout", "locale", "coverage",
    "ruleset",
)  # fmt: skip
SCENARIOS = ("scenarios",)

# Where the things of a kind lie in the content, and how many keys below it lead to one: {kind: {section: {id: …}}}.
_LIES = {"options": ("ruleset", "options"), "rulings": ("ruleset", "rulings")}
_DEPTHS = {"lexicon": 2, "map": 2, "layout": 2, "locale": 4, "ruleset": 0}

Body = tuple[Path, Any, Path]
"""What an operation says of one thing: the path of the thing, what is said, and where it stands in pack.yaml."""


def things(pack: Pack, operation: str, kinds: Sequence[str], there: Collection[str]) -> Iterator[Body]:
    """What one operation of a pack says, thing by thing.

    there: the packs that are loaded; what supposes others is left out.
    """
    for path, body, inside in said_of_things(pack.manifest.data, operation):
        if inside[1] in kinds and (operation != "patch" or set(supposed(body)) <= set(there)):
            yield path, body, inside


def said_of_things(manifest: Any, operation: str) -> Iterator[Body]:
    """What one operation of a pack.yaml says, thing by thing; of data that fits no schema, what can be told apart."""
    parts = manifest.get(operation) if isinstance(manifest, dict) else None
    if isinstance(parts, dict):
        for kind, data in parts.items():
            depth = _DEPTHS.get(kind, 1)
            inside: Path = (operation, kind)
            if data == "all":
                yield _LIES.get(kind, (kind,)), None, inside
            elif operation == "remove":
                for path, names, at in _below(data, depth - 1, _LIES.get(kind, (kind,)), inside):
                    listed = names if isinstance(names, list) else []
                    yield from (((*path, name), None, (*at, index)) for index, name in enumerate(listed))
            elif operation == "replace":
                yield from _below(data, depth, _LIES.get(kind, (kind,)), inside)
            else:
                for path, said, at in _below(data, depth, _LIES.get(kind, (kind,)), inside):
                    bodies = enumerate(said) if isinstance(said, list) else [(None, said)]
                    yield from ((path, body, at if index is None else (*at, index)) for index, body in bodies)


def path_of(kind: str) -> tuple[Path, int]:
    """Where the things of a kind lie in the content, and how many keys below it lead to one of them."""
    return _LIES.get(kind, (kind,)), _DEPTHS.get(kind, 1)


def things_of(content: Content, path: Path) -> Mapping[str, Any]:
    """The things below a path of the content, by id; nothing where there are none."""
    found: Any = content.data
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def holder_of(content: Content, path: Path) -> Any:
    """What holds the thing at a path; None when there is nothing of the kind."""
    holder: Any = content.data
    for key in path[:-1]:
        holder = holder.get(key)
        if not isinstance(holder, dict):
            return None
    return holder


def _below(data: Any, depth: int, path: Path, inside: Path) -> Iterator[Body]:
    if not depth:
        yield path, data, inside
        return
    for key, part in data.items() if isinstance(data, dict) else ():
        yield from _below(part, depth - 1, (*path, key), (*inside, key))


def written(pack: Pack, kinds: Sequence[str], there: Collection[str]) -> Iterator[tuple[str, Path, Path, bool]]:
    """The operations of a pack as they are declared: which, on what (fields included), where, and whether `when`."""
    for path, body, inside in things(pack, "patch", kinds, there):
        for operation in ("set", "adjust", "append", "drop"):
            for index, field in enumerate(body.get(operation, ())):
                at = index if operation == "drop" else field
                yield operation, (*path, *field.split(".")), (*inside, operation, at), "when" in body
    for operation in ("replace", "remove"):
        yield from ((operation, path, inside, False) for path, _, inside in things(pack, operation, kinds, there))


def left_out(pack: Pack, path: Path, there: Collection[str]) -> Iterator[tuple[tuple[str, ...], Path]]:
    """The patches of one thing that a pack leaves out: which packs are not there, and where the patch stands."""
    everybody = {*there, *(name for mix in pack.supposes for name in mix)}
    for thing, body, inside in things(pack, "patch", OF_THE_GAME, everybody):
        missing = tuple(name for name in supposed(body) if name not in there)
        if thing == path and missing:
            yield missing, inside


def own_scenarios(pack: Pack) -> set[str]:
    """The ids of the scenarios that a pack adds or changes."""
    added = {entry["id"] for file, document in pack.documents if file.kind == "scenarios" for entry in document.data}
    there = {pack.id, *(name for mix in pack.supposes for name in mix)}
    changed = [*things(pack, "patch", SCENARIOS, there), *things(pack, "replace", SCENARIOS, there)]
    return added | {str(path[-1]) for path, _, _ in changed}
