"""Packs: what they are, which ones a game is loaded with, and in which order they change it.

The order follows from what packs say of each other (`requires`, `after`), and from their ids where they say nothing;
never from where they lie or how they were named on the command line.
"""

from __future__ import annotations

import hashlib
import heapq
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.discovery import KINDS_WITHOUT_EFFECT, numbers_in, shown_path
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.grids import expand_grid, pair_id
from rulewright.ruleset.files.schemas import check_schema
from rulewright.ruleset.files.yaml_reader import decode_yaml
from rulewright.ruleset.packs.pack_files import PackFile, is_pack, pack_files, pack_not_found, packs_in, search_path

_OF_THE_GAME = ("lexicon", "map", "components", "procedures")
_TELLING = ("title", "licence", "authors", "description")
"""The keys of pack.yaml that only tell of it."""


@dataclass(frozen=True)
class Pack:
    """A pack as read.

    Attributes:
        path: the folder or zip that it was read from.
        manifest: its pack.yaml.
        files: all of its files; documents: those that are YAML, read and of the right schema.
        base: id of the ruleset that it changes, with the range of versions.
        requires: packs that it needs, with ranges; after: those that come before it if they are there.
        conflicts: packs that it cannot be played with.
    """

    path: FilePath
    manifest: Document
    files: tuple[PackFile, ...]
    documents: tuple[tuple[PackFile, Document], ...]

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.manifest.data["id"])

    @property
    def title(self) -> str:
        """What it is called."""
        return str(self.manifest.data["title"])

    @property
    def version(self) -> str:
        """Its version."""
        return str(self.manifest.data["version"])

    @property
    def base(self) -> tuple[str, str]:
        """The ruleset that it changes, and the range of versions."""
        ((name, versions),) = self.manifest.data["base"].items()
        return name, versions

    @property
    def requires(self) -> Mapping[str, str]:
        """The packs that it needs, with ranges of versions."""
        requires: dict[str, str] = self.manifest.data.get("requires", {})
        return requires

    @property
    def before(self) -> set[str]:
        """The packs that come before it."""
        return {*self.requires, *self.manifest.data.get("after", ())}

    @cached_property
    def supposes(self) -> tuple[tuple[str, ...], ...]:
        """The packs of which some of its patches say that they must be there (`when`), each mix once."""
        found: dict[tuple[str, ...], None] = {}

        def look(data: Any) -> None:
            for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
                when = supposed(part)
                if when:
                    found.setdefault(when)
                else:
                    look(part)

        look(self.manifest.data.get("patch", {}))
        return tuple(found)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of everything in it that has a meaning (comments, names of files and translations have none)."""
        meaning = [(file.kind, document.data) for file, document in self.documents if file.kind in _OF_THE_GAME]
        operations = ("patch", "replace", "remove")
        head = {key: part for key, part in self.manifest.data.items() if key not in (*_TELLING, *operations)}
        for operation in operations:
            said = self.manifest.data.get(operation, {})
            head[operation] = {kind: part for kind, part in said.items() if kind not in KINDS_WITHOUT_EFFECT}
        meaning.append(("pack", head))
        return hashlib.sha256(json.dumps(meaning, ensure_ascii=False).encode()).hexdigest()

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all its files, byte by byte, with their names."""
        found = hashlib.sha256()
        for file in self.files:
            found.update(f"\0{file.name}\0{len(file.raw)}\0".encode())
            found.update(file.raw)
        return found.hexdigest()

    @cached_property
    def adds(self) -> frozenset[Path]:
        """The paths of everything that it adds."""
        found: set[Path] = {("ruleset", "options", name) for name in self.manifest.data.get("options", {})}
        for file, document in self.documents:
            data = document.data
            if file.kind == "lexicon":
                found.update(("lexicon", section, name) for section, words in data.items() for name in words)
            elif file.kind == "components":
                found.update(("components", entry["id"]) for entry in data)
            elif file.kind in ("procedures", "always"):
                found.update((file.kind, name) for name in data)
            elif file.kind == "map":
                grid = expand_grid(data["grid"]) if "grid" in data else ()
                found.update(("map", kind, name) for kind, name, _ in grid)
                for kind in ("spaces", "regions", "borders", "adjacent"):
                    entries = data.get(kind, ())
                    found.update(("map", kind, entry.get("id") or pair_id(*entry["between"])) for entry in entries)
        return frozenset(found)

    @property
    def rule_numbers(self) -> list[str]:
        """The numbers of the rules that its rules.md tells."""
        return [
            number
            for file in self.files if file.kind == "rules"
            for number in numbers_in(file.raw.decode("utf-8", "replace"))
        ]  # fmt: skip

    def record(self) -> dict[str, str]:
        """How journals and saves name it."""
        return {"id": self.id, "version": self.version, "hash": self.hash}


def supposed(patch: Any) -> tuple[str, ...]:
    """The packs that must be there for one patch to be carried out."""
    when = patch.get("when") if isinstance(patch, dict) else None
    names = when.get("pack", ()) if isinstance(when, dict) else ()
    return (names,) if isinstance(names, str) else tuple(names)


def read_pack(path: FilePath, problems: list[Problem]) -> Pack | None:
    """Read a pack and check every file of it by itself; None when it is too broken to be used."""
    found: list[Problem] = []
    files = tuple(pack_files(path, found))
    documents: list[tuple[PackFile, Document]] = []
    for file in files:
        if file.kind not in ("rules", "prose"):
            document = decode_yaml(file.raw, file.name, found)
            if document and (document.data is not None or file.kind == "pack"):  # a file of comments is empty
                found += check_schema(file.kind, document)
                documents.append((file, document))
    manifest = next((document for file, document in documents if file.kind == "pack"), None)
    if manifest is None and not found:
        found.append(problem("RW0907", place=Place(shown_path(path), 1, 1)))
    problems += found
    return Pack(path, manifest, files, tuple(documents)) if manifest and not found else None


# ---------------------------------------------------------------------- which packs


def find_packs(names: Iterable[str | FilePath], ruleset: FilePath | None, problems: list[Problem]) -> list[Pack]:
    """Read the packs that are named (by path or id), and whatever they require that can be found."""
    shelf = _Shelf(ruleset)
    found: dict[str, Pack] = {}
    for name in names:
        path = FilePath(name)
        path = path.parent if path.name == "pack.yaml" else path
        pack: Pack | None
        if is_pack(path):
            pack = read_pack(path, problems)
        else:
            pack = shelf.take(str(name), problems)
            if pack is None and str(name) not in shelf.paths:
                problems.append(pack_not_found(str(name), shelf.paths))
        _put(pack, found, problems)
    todo = list(found.values())
    while todo:
        pack = todo.pop()
        for name in pack.requires:
            if name not in found:
                required = shelf.take(name, problems, beside=pack.path.parent)
                if required is not None:
                    found[name] = required
                    todo.append(required)
    return list(found.values())


def _put(pack: Pack | None, found: dict[str, Pack], problems: list[Problem]) -> None:
    if pack is None:
        return
    other = found.setdefault(pack.id, pack)
    if other.path.resolve() != pack.path.resolve():
        place = pack.manifest.place(("id",))
        problems.append(problem("RW0908", place=place, found=pack.id, file=shown_path(other.path)))


class _Shelf:
    """The packs that lie where packs are looked for, by id; of two with the same id the first one is meant."""

    def __init__(self, ruleset: FilePath | None) -> None:
        self._ruleset = ruleset
        self._beside: dict[FilePath, dict[str, FilePath]] = {}

    @cached_property
    def paths(self) -> dict[str, FilePath]:
        """The packs by id; nobody looks for them before one is asked for."""
        return _by_id(search_path(self._ruleset))

    def take(self, name: str, problems: list[Problem], beside: FilePath | None = None) -> Pack | None:
        """The pack with an id, also if it lies in the same folder as another."""
        path = self.paths.get(name)
        if path is None and beside is not None:
            if beside not in self._beside:
                self._beside[beside] = _by_id([beside])
            path = self._beside[beside].get(name)
        return read_pack(path, problems) if path else None


def _by_id(folders: Iterable[FilePath]) -> dict[str, FilePath]:
    """The packs that lie in some folders, by id."""
    found: dict[str, FilePath] = {}
    for path in packs_in(folders):
        name = pack_id(path)
        if name:
            found.setdefault(name, path)
    return found


def known_ids(loaded: Iterable[Pack] = ()) -> set[str]:
    """The ids of all packs that lie where packs are looked for, or beside those that are loaded."""
    return {*_Shelf(None).paths, *_by_id(dict.fromkeys(pack.path.parent for pack in loaded))}


def pack_id(path: FilePath) -> str:
    """The id that a pack's pack.yaml gives; "" when it cannot be read."""
    files = pack_files(path, [], "pack.yaml") if is_pack(path) else []
    document = decode_yaml(files[0].raw, files[0].name, []) if files else None
    data = document.data if document else None
    return str(data.get("id") or "") if isinstance(data, dict) else ""


def packs_for(game: str, ruleset: FilePath | None, loaded: Iterable[Pack]) -> Iterator[Pack]:
    """The packs for a game that lie where packs are looked for, or beside those that are loaded, and can be read."""
    beside = dict.fromkeys(pack.path.parent for pack in loaded)
    for path in packs_in([*search_path(ruleset), *beside]):
        pack = read_pack(path, [])
        if pack is not None and pack.base[0] == game:
            yield pack


# ---------------------------------------------------------------------- in which order


@dataclass(frozen=True)
class Order:
    """Packs in the order in which they change a game; `above[id]` are those that come before one by what packs say."""

    packs: tuple[Pack, ...]
    above: Mapping[str, frozenset[str]]

    def ordered(self, one: str, other: str) -> bool:
        """Whether packs say which of two comes first."""
        return one == other or one in self.above[other] or other in self.above[one]

    def needed(self, name: str) -> set[str]:
        """The packs that one requires, and what these require."""
        known = {pack.id: pack for pack in self.packs}
        found: set[str] = set()
        todo = [name]
        while todo:
            more = set(known[todo.pop()].requires) & set(known) - found
            found |= more
            todo += more
        return found


def order_packs(packs: Sequence[Pack], head: Mapping[str, Any], engine: str, problems: list[Problem]) -> Order:
    """Check that packs fit a ruleset, the engine and each other, and bring them into order.

    Args:
        head: what ruleset.yaml says.
        engine: the engine's version.
        problems: takes what does not fit; the order is then of no use.
    """
    known = {pack.id: pack for pack in packs}
    for pack in sorted(packs, key=lambda pack: pack.id):
        problems += _misfits(pack, known, head, engine)
    before = {pack.id: pack.before & set(known) for pack in packs}
    waiting = {name: len(above) for name, above in before.items()}
    ready = sorted(name for name, count in waiting.items() if not count)
    ordered: list[str] = []
    above: dict[str, frozenset[str]] = {}
    while ready:
        name = heapq.heappop(ready)
        ordered.append(name)
        above[name] = frozenset(before[name]).union(*(above[one] for one in before[name]))
        for other, needed in before.items():
            if name in needed:
                waiting[other] -= 1
                if not waiting[other]:
                    heapq.heappush(ready, other)
    if len(ordered) < len(known):
        problems.append(_cycle({name: before[name] for name in known if name not in ordered}, known))
    return Order(tuple(known[name] for name in ordered), above)


def _misfits(pack: Pack, known: Mapping[str, Pack], head: Mapping[str, Any], engine: str) -> Iterator[Problem]:
    """What keeps a pack from being loaded with a ruleset and other packs."""
    manifest = pack.manifest
    game, versions = pack.base
    if game != head["id"]:
        yield problem("RW0910", place=manifest.key_place(("base", game)), found=pack.id, game=game, other=head["id"])
        return
    if pack.id == game:
        yield problem("RW0916", place=manifest.place(("id",)), found=pack.id)
    yield from _out_of_range(pack, ("base", game), versions, head["version"], game)
    if "engine" in manifest.data:
        yield from _out_of_range(pack, ("engine",), manifest.data["engine"], engine, "Rulewright")
    for name, needed in pack.requires.items():
        if name in known:
            yield from _out_of_range(pack, ("requires", name), needed, known[name].version, name)
        else:
            place = manifest.key_place(("requires", name))
            near = did_you_mean(name, known_ids(known.values()) - {pack.id})
            yield problem("RW0913", place=place, found=pack.id, other=name, suggestions=near)
    for index, name in enumerate(manifest.data.get("conflicts", ())):
        if name in known:
            yield problem("RW0914", place=manifest.place(("conflicts", index)), found=pack.id, other=name)


def _out_of_range(pack: Pack, path: Path, versions: str, version: str, what: str) -> Iterator[Problem]:
    place = pack.manifest.place(path)
    try:
        if Version(version) not in SpecifierSet(versions, prereleases=True):
            yield problem("RW0911", place=place, found=pack.id, what=what, version=version, expected=[versions])
    except InvalidSpecifier:
        yield problem("RW0912", place=place, found=versions)


def _cycle(before: Mapping[str, set[str]], known: Mapping[str, Pack]) -> Problem:
    """Packs that each come before the other, named in a circle."""
    circle = [min(before)]
    while circle[-1] not in circle[:-1]:
        circle.append(min(before[circle[-1]] & set(before)))
    circle = circle[circle.index(circle[-1]) :]
    place = known[circle[0]].manifest.place(("id",))
    return problem("RW0915", place=place, found=" → ".join(circle))


# ---------------------------------------------------------------------- the same packs again


def differences(wanted: Iterable[Mapping[str, str]], loaded: Iterable[Pack]) -> list[str]:
    """How the packs that are loaded differ from those that a journal or a save names, each difference in words."""
    there = {pack.id: pack for pack in loaded}
    said: list[str] = []
    for record in wanted:
        pack = there.pop(record["id"], None)
        if pack is None:
            said.append(f"{record['id']} {record['version']} is missing")
        elif pack.version != record["version"]:
            said.append(f"{pack.id} is {pack.version}, but was {record['version']}")
        elif pack.hash != record["hash"]:
            said.append(f"{pack.id} {pack.version} has been changed since")
    return said + [f"{pack.id} {pack.version} was not there" for pack in there.values()]
