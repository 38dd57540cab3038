"""Merging: packs change the content of a ruleset, part by part, and every change is written down.

The four operations are the same for every kind of thing. What a pack *adds* lies in its files as in a ruleset's; its
pack.yaml says which things it *patches*, *replaces* and *removes*. Between packs, everything is checked before anything
is changed: two that write the same field must say which comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

from rulewright.language.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content, Write
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.schemas import misfits
from rulewright.ruleset.packs.selection import Order, Pack, packs_for, supposed

_OF_THE_GAME = (
    "components", "procedures", "always", "options", "rulings", "lexicon", "map", "layout", "locale", "coverage",
    "ruleset",
)  # fmt: skip
_SCENARIOS = ("scenarios",)

# Where the things of a kind lie in the content, and how many keys below it lead to one: {kind: {section: {id: …}}}.
_LIES = {"options": ("ruleset", "options"), "rulings": ("ruleset", "rulings")}
_DEPTHS = {"lexicon": 2, "map": 2, "layout": 2, "locale": 4, "ruleset": 0}
_FIXED = ("id", "version")
_UNSAID: Mapping[tuple[str, str], Any] = {("components", "copies"): 1}
"""What holds of things, by kind and field, where nothing is said."""

Body = tuple[Path, Any, Path]
"""What an operation says of one thing: the path of the thing, what is said, and where it stands in pack.yaml."""


def merge(content: Content, order: Order, problems: list[Problem], check: bool) -> None:
    """Let packs change the content of a ruleset.

    Args:
        check: whether to check what becomes of the things that are changed against their schemas.
        problems: takes whatever keeps the packs from being loaded; the content is then of no use.
    """
    _merge(content, order, problems, check, _OF_THE_GAME)


def merge_scenarios(content: Content, order: Order, problems: list[Problem]) -> None:
    """Let packs change the scenarios of a ruleset, which are in a content of their own."""
    _merge(content, order, problems, True, _SCENARIOS)


def _merge(content: Content, order: Order, problems: list[Problem], check: bool, kinds: Sequence[str]) -> None:
    found = [*_twice_in_one(order.packs, kinds), *_conflicts(order, kinds)]
    if not found:
        merger = _Merger(content, order, found, kinds)
        merger.run()
        if check and not found:
            found += merger.misfits()
    problems += found


# ---------------------------------------------------------------------- what packs say


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


def _below(data: Any, depth: int, path: Path, inside: Path) -> Iterator[Body]:
    if not depth:
        yield path, data, inside
        return
    for key, part in data.items() if isinstance(data, dict) else ():
        yield from _below(part, depth - 1, (*path, key), (*inside, key))


def _written(pack: Pack, kinds: Sequence[str], there: Collection[str]) -> Iterator[tuple[str, Path, Path, bool]]:
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
    for thing, body, inside in things(pack, "patch", _OF_THE_GAME, everybody):
        missing = tuple(name for name in supposed(body) if name not in there)
        if thing == path and missing:
            yield missing, inside


def own_scenarios(pack: Pack) -> set[str]:
    """The ids of the scenarios that a pack adds or changes."""
    added = {entry["id"] for file, document in pack.documents if file.kind == "scenarios" for entry in document.data}
    there = {pack.id, *(name for mix in pack.supposes for name in mix)}
    changed = [*things(pack, "patch", _SCENARIOS, there), *things(pack, "replace", _SCENARIOS, there)]
    return added | {str(path[-1]) for path, _, _ in changed}


# ---------------------------------------------------------------------- conflicts


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
        for operation, path, inside, when in _written(pack, kinds, there):
            found.setdefault(path, []).append(_Writer(pack, operation, path, inside, when))
    return found


def _together(writers: dict[Path, list[_Writer]]) -> Iterator[list[_Writer]]:
    """Writers of the same field: of the field itself, and of whatever it is a part of."""
    for path, own in writers.items():
        around = [writer for length in range(1, len(path)) for writer in writers.get(path[:length], ())]
        if len(own) + len(around) > 1:
            yield [*around, *own]


def _twice_in_one(packs: Sequence[Pack], kinds: Sequence[str]) -> Iterator[Problem]:
    """Things that one pack changes in two ways at once; with `when` a later patch has the last word."""
    there = {pack.id for pack in packs}
    for pack in packs:
        for found in _together(_writers([pack], kinds, there)):
            if all(later.when for later in found[1:]):
                continue
            yield problem("RW0926", place=found[-1].place, found=_named(found[-1].path), other=str(found[0]))


def _conflicts(order: Order, kinds: Sequence[str]) -> Iterator[Problem]:
    """Fields that packs write without an order between them. Appending and adjusting do not disturb each other."""

    def disturb(one: _Writer, other: _Writer) -> bool:
        harmless = one.path == other.path and one.operation == other.operation in ("append", "adjust")
        return not harmless and not order.ordered(one.pack.id, other.pack.id)

    for found in _together(_writers(order.packs, kinds, {pack.id for pack in order.packs})):
        last = found[-1]
        if any(disturb(*pair) for pair in combinations(found, 2) if last.path in (pair[0].path, pair[1].path)):
            others = " and ".join(map(str, found))
            yield problem("RW0925", place=last.place, found=_named(last.path), others=others)


def _named(path: Path) -> str:
    return ".".join(map(str, path))


# ---------------------------------------------------------------------- operations


class _Merger:
    """One merging of packs into a content."""

    def __init__(self, content: Content, order: Order, problems: list[Problem], kinds: Sequence[str]) -> None:
        self.content = content
        self.order = order
        self.there = {pack.id for pack in order.packs}
        self.when: tuple[str, ...] = ()
        self.problems = problems
        self.kinds = kinds
        self.added: dict[Path, Pack] = {}
        self.removed: dict[Path, Pack] = {}
        self.touched: dict[Path, None] = {}

    def run(self) -> None:
        """Apply all packs, one after the other."""
        with_rulings = "rulings" in self.kinds
        if with_rulings:
            self._open_head()
        for pack in self.order.packs:
            before = len(self.content.writes)
            for operation, apply in (("patch", self._patch), ("replace", self._replace), ("remove", self._remove)):
                for path, body, inside in things(pack, operation, self.kinds, self.there):
                    self.when = supposed(body) if operation == "patch" else ()
                    self._apply(apply, pack, path, body, inside)
            self._drop_translations(self.content.writes[before:])
            self._add(pack)  # translations too, which may stand in the place of those that were left out
        if with_rulings:
            self._close_head()
            self.content.unproved = [path for path in dict.fromkeys(self.content.unproved) if not self._is_there(path)]

    # rulings are a list in ruleset.yaml; while packs change them they are known by their rules

    def _open_head(self) -> None:
        head = self.content.data["ruleset"] = dict(self.content.data["ruleset"])
        head["options"] = dict(head.get("options", {}))
        rulings: dict[str, Any] = {}
        for index, ruling in enumerate(head.get("rulings", ())):
            rule = ruling["rule"] if ruling["rule"] not in rulings else f"{ruling['rule']} ({index + 1})"
            rulings[rule] = ruling
            self.content.move(("ruleset", "rulings", index), ("ruleset", "rulings", rule))
        head["rulings"] = rulings

    def _close_head(self) -> None:
        head = self.content.data["ruleset"]
        for index, rule in enumerate(head["rulings"]):
            self.content.move(("ruleset", "rulings", rule), ("ruleset", "rulings", index))
        head["rulings"] = list(head["rulings"].values())
        for key in ("options", "rulings"):
            if not head[key]:
                del head[key]

    def _holder(self, path: Path) -> Any:
        """What holds the thing at a path; None when there is nothing of the kind."""
        holder: Any = self.content.data
        for key in path[:-1]:
            holder = holder.get(key)
            if not isinstance(holder, dict):
                return None
        return holder

    def _apply(
        self, apply: Callable[[Pack, Path, Any, Path], None], pack: Pack, path: Path, body: Any, inside: Path
    ) -> None:
        """Do something to a thing that must be there, and that the pack must know to be there."""
        holder = self._holder(path)
        adder = self.added.get(path)
        place = pack.manifest.place(inside) if inside[0] == "remove" else pack.manifest.key_place(inside)
        if adder is not None and adder.id not in {pack.id, *self.order.above[pack.id]}:
            self.problems.append(defined_by(path, adder, place))
        elif holder is None or path[-1] not in holder:
            self.problems.append(self._missing(path, holder or (), place))
        else:
            apply(pack, path, body, inside)

    def _missing(self, path: Path, known: Iterable[str], place: Place) -> Problem:
        """What to say of a thing that is not there: who has removed it, or who would add it."""
        if path in self.removed:
            reason = f"; {self.removed[path].id} has removed it"
            return problem("RW0920", place=place, found=_named(path), reason=reason)
        game = self.content.data["ruleset"].get("id", "")
        loaded = self.order.packs
        other = next((pack for pack in chain(loaded, packs_for(game, None, loaded)) if path in pack.adds), None)
        if other is not None:
            return defined_by(path, other, place)
        suggestions = did_you_mean(str(path[-1]), known)
        return problem("RW0920", place=place, found=_named(path), reason="", suggestions=suggestions)

    def _write(self, operation: str, pack: Pack, path: Path, inside: Path, before: Any, after: Any) -> None:
        self.content.write(Write(pack.id, operation, path, pack.manifest, inside, before, after, self.when))

    def _remove(self, pack: Pack, path: Path, _: Any, inside: Path) -> None:
        if len(path) == 1:  # the whole map
            holder = self.content.data[str(path[0])]
            for thing in [(*path, section, name) for section, entries in holder.items() for name in entries]:
                self._remove(pack, thing, None, inside)
            return
        before = self._holder(path).pop(path[-1])
        self._write("remove", pack, path, inside, before, None)
        self.removed[path] = pack
        self.touched.pop(path, None)
        for pair in [pair for pair in self.content.directions if path[:2] == ("map", "spaces") and path[2] in pair]:
            del self.content.directions[pair]
        if path[:2] == ("map", "spaces"):
            self.content.cells.pop(str(path[2]), None)
        for about in _about(path, self.content.data["locale"]):  # what is said only of it goes with it
            holder = self._holder(about)
            if holder and about[-1] in holder:
                self._write("remove", pack, about, inside, holder.pop(about[-1]), None)

    def _replace(self, pack: Pack, path: Path, body: Any, inside: Path) -> None:
        holder = self._holder(path)
        before = holder[path[-1]]
        if isinstance(before, dict) and isinstance(body, dict) and "id" in before:
            after = {"id": path[-1], **body}
        else:
            after = body
        if isinstance(after, dict) and after.get("id", path[-1]) != path[-1]:
            self._refuse(pack, (*path, "id"), inside, "it keeps its id; add another thing instead")
            return
        holder[path[-1]] = after
        self._write("replace", pack, path, inside, before, after)
        self.touched[path] = None

    # ------------------------------------------------------------------ patches

    def _patch(self, pack: Pack, path: Path, body: Mapping[str, Any], inside: Path) -> None:
        holder = self._holder(path)
        if not isinstance(holder[path[-1]], dict):
            self._refuse(pack, path, inside, "it has no fields; replace it")
            return
        fresh = deepcopy(holder[path[-1]])
        if not self._as_expected(pack, fresh, path, body.get("expect", {}), (*inside, "expect")):
            return
        holder[path[-1]] = fresh
        if set(body) - {"expect"}:
            self.touched[path] = None
        for field, value in body.get("set", {}).items():
            self._set(pack, fresh, path, field, value, (*inside, "set", field))
        for field, by in body.get("adjust", {}).items():
            self._adjust(pack, fresh, path, field, by, (*inside, "adjust", field))
        for field, more in body.get("append", {}).items():
            self._append(pack, fresh, path, field, more, (*inside, "append", field))
        for index, field in enumerate(body.get("drop", ())):
            self._drop(pack, fresh, path, field, (*inside, "drop", index))

    def _refuse(self, pack: Pack, path: Path, inside: Path, reason: str) -> None:
        place = pack.manifest.place(inside)
        self.problems.append(problem("RW0924", place=place, found=_named(path), reason=reason))

    def _as_expected(self, pack: Pack, thing: Any, path: Path, expected: Mapping[str, Any], inside: Path) -> bool:
        """Whether the fields are what the pack's author has seen."""
        before = len(self.problems)
        for field, wanted in expected.items():
            holder, key, at = _field(thing, path, field)
            unsaid = _UNSAID.get((str(path[0]), field))
            value = holder[key] if holder is not None else unsaid if wanted is not None else None
            if _plain(value) != _plain(wanted):
                place = pack.manifest.place((*inside, field))
                where = self.content.place(at)
                self.problems.append(
                    problem(
                        "RW0923", place=place, found=_shown(value), expected=[_shown(wanted)], field=_named(at),
                        where=f"{where.file}:{where.line}",
                    )
                )  # fmt: skip
        return len(self.problems) == before

    def _set(self, pack: Pack, thing: Any, path: Path, field: str, value: Any, inside: Path) -> None:
        holder, at = thing, path
        *way, last = field.split(".")
        for step in way:
            if isinstance(holder, dict):
                holder.setdefault(step, {})
            key = key_of(holder, step)
            holder, at = (None, at) if key is None else (holder[key], (*at, key))
        key = key_of(holder, last)
        if key is None or (key in _FIXED and at == path):
            self._refuse(pack, (*path, field), inside, "nothing can be set there")
            return
        before = holder.get(key) if isinstance(holder, dict) else holder[key]
        holder[key] = deepcopy(value)
        self._write("set", pack, (*at, key), inside, before, value)

    def _adjust(self, pack: Pack, thing: Any, path: Path, field: str, by: float, inside: Path) -> None:
        holder, key, at = _field(thing, path, field)
        if holder is None and (str(path[0]), field) in _UNSAID:
            holder, key, at = thing, field, (*path, field)
            holder[key] = _UNSAID[str(path[0]), field]
        before = holder[key] if holder is not None else None
        if isinstance(before, bool) or not isinstance(before, int | float):
            self._refuse(pack, (*path, field), inside, f"only a number can be adjusted, and this is {_shown(before)}")
            return
        holder[key] = before + by
        self._write("adjust", pack, at, inside, before, before + by)

    def _append(self, pack: Pack, thing: Any, path: Path, field: str, more: Any, inside: Path) -> None:
        holder, key, at = _field(thing, path, field)
        before = holder[key] if holder is not None else None
        if isinstance(before, list):
            items = more if isinstance(more, list) else [more]
            holder[key] = [*before, *deepcopy(items)]
            for index in range(len(items)):
                source = (*inside, index) if isinstance(more, list) else inside
                self.content.sources[(*at, len(before) + index)] = (pack.manifest, source)
        elif isinstance(before, str) and isinstance(more, str):
            holder[key] = before.rstrip() + "\n" + more
            self.content.join(at, len(before.rstrip()) + 1, pack.manifest, inside)
        else:
            self._refuse(pack, (*path, field), inside, f"nothing can be appended to {_shown(before)}")
            return
        self.content.writes.append(Write(pack.id, "append", at, pack.manifest, inside, before, holder[key], self.when))

    def _drop(self, pack: Pack, thing: Any, path: Path, field: str, inside: Path) -> None:
        holder, key, at = _field(thing, path, field)
        if not isinstance(holder, dict):
            self._refuse(pack, (*path, field), inside, "there is no such field")
            return
        self._write("drop", pack, at, inside, holder.pop(key), None)

    # ------------------------------------------------------------------ additions

    def _add(self, pack: Pack) -> None:
        for file, document in pack.documents:
            if file.kind == "pack":
                continue
            before = len(self.content.sources)
            if file.kind.partition("-")[0] in self.kinds:
                self.content.add(file.kind, document, self.problems, file.language, "RW0921")
            for path in list(self.content.sources)[before:]:
                self._added(pack, path, document)
        if "options" in self.kinds:
            manifest = pack.manifest
            for name, option in manifest.data.get("options", {}).items():
                self._put(pack, ("ruleset", "options", name), option, ("options", name))
            for index, ruling in enumerate(manifest.data.get("rulings", ())):
                self._put(pack, ("ruleset", "rulings", ruling["rule"]), ruling, ("rulings", index))

    def _put(self, pack: Pack, path: Path, entry: Any, inside: Path) -> None:
        self.content.put(path, entry, pack.manifest, inside, self.problems, "RW0921")
        self._added(pack, path, pack.manifest)

    def _added(self, pack: Pack, path: Path, document: Document) -> None:
        _, inside = self.content.sources[path]
        self.added[path] = pack
        self.content.writes.append(Write(pack.id, "add", path, document, inside, None, self._holder(path)[path[-1]]))

    # ------------------------------------------------------------------ afterwards

    def _drop_translations(self, writes: Sequence[Write]) -> None:
        """Leave out translations of words that a pack has changed: they say something else than what runs."""
        renewed = {write.path for write in writes if write.path[0] == "locale"}
        for write in writes:
            if write.operation not in ("add", "remove") and write.path[0] in ("components", "procedures", "map"):
                for path in self._translations(write):
                    if not renewed & {path, path[:5]}:
                        self.content.unproved.append(path)
                        texts = self._holder(path[:-1])
                        texts[path[-2]] = {name: said for name, said in texts[path[-2]].items() if name != path[-1]}

    def _is_there(self, path: Path) -> bool:
        holder = self._holder(path)
        return holder is not None and path[-1] in holder

    def _translations(self, write: Write) -> list[Path]:
        """The translations of the words that a write has changed."""
        kind, *rest = write.path if write.path[0] != "map" else write.path[1:]
        name, *fields = rest
        found: list[Path] = []
        for lang, files in self.content.data["locale"].items():
            entry = files.get("texts", {}).get(kind, {}).get(name, {})
            for field in entry:
                if fields:
                    changed = fields[0] == field and _plain(write.before) != _plain(write.after)
                else:
                    changed = _plain(write.before.get(field)) != _plain(write.after.get(field))
                if changed:
                    found.append(("locale", lang, "texts", kind, name, field))
        return found

    def misfits(self) -> Iterator[Problem]:
        """What of the things that were changed does not fit its schema any more."""
        for kind, data, part in {part.path: (kind, data, part) for kind, data, part in self._files()}.values():
            yield from misfits(kind, data, part)

    def _files(self) -> Iterator[tuple[str, Any, _Part]]:
        """Each thing that was changed, as the data of a file with it alone."""
        content = self.content
        for path in self.touched:
            entry = self._holder(path)[path[-1]] if path[0] not in ("ruleset", "locale") else None
            match path:
                case ("ruleset", *_):
                    yield "ruleset", content.data["ruleset"], _Part(content, path[:1], 0)
                case ("locale", lang, kind, *_):
                    yield f"locale-{kind}", content.data["locale"][str(lang)][kind], _Part(content, path[:3], 0)
                case ("components" | "scenarios", _):
                    yield str(path[0]), [entry], _Part(content, path, 1)
                case ("map", str(kind), _):
                    yield "map", {kind: [entry]}, _Part(content, path, 2)
                case ("lexicon" | "layout", str(section), name):
                    yield str(path[0]), {section: {name: entry}}, _Part(content, path, 2)
                case (str(kind), name):  # procedures, always, coverage
                    yield kind, {name: entry}, _Part(content, path, 1)


def _about(path: Path, locales: Mapping[str, Any]) -> Iterator[Path]:
    """The paths of what is said only of one thing: its translations, and what its text leaves to the rules."""
    if path[0] == "components":
        yield "coverage", path[1]
    for lang in locales:
        if path[0] == "lexicon":
            yield "locale", lang, *path
        elif path[0] in ("components", "procedures"):
            yield "locale", lang, "texts", *path
        elif path[0] == "map" or path[:2] == ("ruleset", "options"):
            yield "locale", lang, "texts", *path[1:]


def defined_by(path: Path, other: Pack, place: Place) -> Problem:
    """What to say when something is used that a pack defines, and nothing says that the pack comes first."""
    return problem("RW0922", place=place, found=str(path[-1]), other=other.id)


# ---------------------------------------------------------------------- fields


def _item(holder: Any, step: str) -> int | None:
    """The index in a list that a step means, counted from 1."""
    if isinstance(holder, list) and step.isdecimal() and len(step) < 6 and 1 <= int(step) <= len(holder):
        return int(step) - 1
    return None


def key_of(holder: Any, step: str) -> str | int | None:
    """The key that a step of a field means in what holds it; None where there can be none."""
    return step if isinstance(holder, dict) else _item(holder, step)


def _field(thing: Any, path: Path, field: str) -> tuple[Any, Any, Path]:
    """What holds a field of a thing, its key there, and its path; None where it is not there."""
    holder: Any = None
    key: str | int | None = None
    value, at = thing, path
    for step in field.split("."):
        holder, key = value, key_of(value, step)
        if key is None or (isinstance(holder, dict) and key not in holder):
            return None, step, (*path, *field.split("."))
        value, at = holder[key], (*at, key)
    return holder, key, at


def _plain(value: Any) -> Any:
    """A value without what has no meaning: the line ends and spaces of a text."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"“{' '.join(str(value).split())[:80]}”"


# ---------------------------------------------------------------------- schemas


@dataclass(frozen=True)
class _Part:
    """The places in a thing of the content, as if it were a file; so many keys and indices lead to it there."""

    content: Content
    path: Path
    around: int

    def place(self, path: Path = ()) -> Place:
        return self.content.place((*self.path, *path[self.around :]))

    def key_place(self, path: Path) -> Place:
        return self.content.key_place((*self.path, *path[self.around :]))
