"""Merging: packs change the content of a ruleset, part by part, and every change is written down.

The four operations are the same for every kind of thing. What a pack *adds* lies in its files as in a ruleset's; its
pack.yaml says which things it *patches*, *replaces* and *removes*. Between packs, everything is checked before anything
is changed: two that write the same field must say which comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from typing import Any

from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content, Write
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.packs.changed_things import misfits_of
from rulewright.ruleset.packs.conflicts import conflicts, defined_by, named, twice_in_one
from rulewright.ruleset.packs.fields import field_of, key_of, plain, shown
from rulewright.ruleset.packs.operations import OF_THE_GAME, SCENARIOS, holder_of, things
from rulewright.ruleset.packs.selection import Order, Pack, packs_for, supposed

_FIXED = ("id", "version")
_UNSAID: Mapping[tuple[str, str], Any] = {("components", "copies"): 1}
"""What holds of things, by kind and field, where nothing is said."""


def merge(content: Content, order: Order, problems: list[Problem], check: bool) -> None:
    """Let packs change the content of a ruleset.

    Args:
        check: whether to check what becomes of the things that are changed against their schemas.
        problems: takes whatever keeps the packs from being loaded; the content is then of no use.
    """
    _merge(content, order, problems, check, OF_THE_GAME)


def merge_scenarios(content: Content, order: Order, problems: list[Problem]) -> None:
    """Let packs change the scenarios of a ruleset, which are in a content of their own."""
    _merge(content, order, problems, True, SCENARIOS)


def _merge(content: Content, order: Order, problems: list[Problem], check: bool, kinds: Sequence[str]) -> None:
    found = [*twice_in_one(order.packs, kinds), *conflicts(order, kinds)]
    if not found:
        merger = _Merger(content, order, found, kinds)
        merger.run()
        if check and not found:
            found += misfits_of(content, merger.touched)
    problems += found


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

    def _apply(
        self, apply: Callable[[Pack, Path, Any, Path], None], pack: Pack, path: Path, body: Any, inside: Path
    ) -> None:
        """Do something to a thing that must be there, and that the pack must know to be there."""
        holder = holder_of(self.content, path)
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
            return problem("RW0920", place=place, found=named(path), reason=reason)
        game = self.content.data["ruleset"].get("id", "")
        loaded = self.order.packs
        other = next((pack for pack in chain(loaded, packs_for(game, None, loaded)) if path in pack.adds), None)
        if other is not None:
            return defined_by(path, other, place)
        suggestions = did_you_mean(str(path[-1]), known)
        return problem("RW0920", place=place, found=named(path), reason="", suggestions=suggestions)

    def _write(self, operation: str, pack: Pack, path: Path, inside: Path, before: Any, after: Any) -> None:
        self.content.write(Write(pack.id, operation, path, pack.manifest, inside, before, after, self.when))

    def _remove(self, pack: Pack, path: Path, _: Any, inside: Path) -> None:
        if len(path) == 1:  # the whole map
            holder = self.content.data[str(path[0])]
            for thing in [(*path, section, name) for section, entries in holder.items() for name in entries]:
                self._remove(pack, thing, None, inside)
            return
        before = holder_of(self.content, path).pop(path[-1])
        self._write("remove", pack, path, inside, before, None)
        self.removed[path] = pack
        self.touched.pop(path, None)
        for pair in [pair for pair in self.content.directions if path[:2] == ("map", "spaces") and path[2] in pair]:
            del self.content.directions[pair]
        if path[:2] == ("map", "spaces"):
            self.content.cells.pop(str(path[2]), None)
        for about in _about(path, self.content.data["locale"]):  # what is said only of it goes with it
            holder = holder_of(self.content, about)
            if holder and about[-1] in holder:
                self._write("remove", pack, about, inside, holder.pop(about[-1]), None)

    def _replace(self, pack: Pack, path: Path, body: Any, inside: Path) -> None:
        holder = holder_of(self.content, path)
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
        holder = holder_of(self.content, path)
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
        self.problems.append(problem("RW0924", place=place, found=named(path), reason=reason))

    def _as_expected(self, pack: Pack, thing: Any, path: Path, expected: Mapping[str, Any], inside: Path) -> bool:
        """Whether the fields are what the pack's author has seen."""
        before = len(self.problems)
        for field, wanted in expected.items():
            holder, key, at = field_of(thing, path, field)
            unsaid = _UNSAID.get((str(path[0]), field))
            value = holder[key] if holder is not None else unsaid if wanted is not None else None
            if plain(value) != plain(wanted):
                place = pack.manifest.place((*inside, field))
                where = self.content.place(at)
                self.problems.append(
                    problem(
                        "RW0923", place=place, found=shown(value), expected=[shown(wanted)], field=named(at),
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
        holder, key, at = field_of(thing, path, field)
        if holder is None and (str(path[0]), field) in _UNSAID:
            holder, key, at = thing, field, (*path, field)
            holder[key] = _UNSAID[str(path[0]), field]
        before = holder[key] if holder is not None else None
        if isinstance(before, bool) or not isinstance(before, int | float):
            self._refuse(pack, (*path, field), inside, f"only a number can be adjusted, and this is {shown(before)}")
            return
        holder[key] = before + by
        self._write("adjust", pack, at, inside, before, before + by)

    def _append(self, pack: Pack, thing: Any, path: Path, field: str, more: Any, inside: Path) -> None:
        holder, key, at = field_of(thing, path, field)
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
            self._refuse(pack, (*path, field), inside, f"nothing can be appended to {shown(before)}")
            return
        self.content.writes.append(Write(pack.id, "append", at, pack.manifest, inside, before, holder[key], self.when))

    def _drop(self, pack: Pack, thing: Any, path: Path, field: str, inside: Path) -> None:
        holder, key, at = field_of(thing, path, field)
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
        self.content.writes.append(
            Write(pack.id, "add", path, document, inside, None, holder_of(self.content, path)[path[-1]])
        )

    # ------------------------------------------------------------------ afterwards

    def _drop_translations(self, writes: Sequence[Write]) -> None:
        """Leave out translations of words that a pack has changed: they say something else than what runs."""
        renewed = {write.path for write in writes if write.path[0] == "locale"}
        for write in writes:
            if write.operation not in ("add", "remove") and write.path[0] in ("components", "procedures", "map"):
                for path in self._translations(write):
                    if not renewed & {path, path[:5]}:
                        self.content.unproved.append(path)
                        texts = holder_of(self.content, path[:-1])
                        texts[path[-2]] = {name: said for name, said in texts[path[-2]].items() if name != path[-1]}

    def _is_there(self, path: Path) -> bool:
        holder = holder_of(self.content, path)
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
                    changed = fields[0] == field and plain(write.before) != plain(write.after)
                else:
                    changed = plain(write.before.get(field)) != plain(write.after.get(field))
                if changed:
                    found.append(("locale", lang, "texts", kind, name, field))
        return found


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
