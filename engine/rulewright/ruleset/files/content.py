"""Content: what all files of a ruleset say together, as plain data with the source of every part.

Between reading and checking stands one mapping of parts by id (`content.data["components"]["spell"]`). Packs change
it part by part; the sources remember from which file each part came, down to a single field.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rulewright.language.records import dataclass
from rulewright.problems import Place, Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.discovery import KINDS_WITHOUT_EFFECT
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.grids import Cell, expand_grid, grid_cells, grid_directions, pair_id

if TYPE_CHECKING:
    from rulewright.ruleset.packs.selection import Order

LEXICON_SECTIONS = ("nouns", "adjectives", "relations", "verbs", "headings", "times")

LAYOUT_SECTIONS = ("goals", "looks", "numbers", "zones", "spaces", "maps")


@dataclass(frozen=True, slots=True)
class Write:
    """One change that a pack made: to what, what it was before and after, and where the pack says so.

    when: the other packs without which it would not have been made.
    """

    pack: str
    operation: str
    path: Path
    document: Document
    inside: Path
    before: Any
    after: Any
    when: tuple[str, ...] = ()


class Content:
    """Parts by id, and where each was read.

    Attributes:
        data: `ruleset`, `lexicon` (by section), `components`, `map` (`spaces`, `borders`, `regions`, `adjacent`),
            `procedures`, `always`, `layout` (by section), `locale` (by
            language, then `lexicon` and `texts`), `coverage` and `untestable`;
            `scenarios` in a content that is made for them.
        directions: in which direction a space's neighbour lies, where a grid tells.
        cells: of the spaces of grids: the number of the grid, where in it, and how many turns make a whole one.
        sources: for some paths the document and path they came from; deeper paths follow from them.
        order: the packs that have changed it, if any have; writes: each change.
        unproved: paths of translations that were left out, because a pack has changed what they translate.
    """

    def __init__(self) -> None:
        self.data: dict[str, Any] = {
            "ruleset": {},
            "lexicon": {section: {} for section in LEXICON_SECTIONS},
            "components": {},
            "map": {"spaces": {}, "borders": {}, "regions": {}, "adjacent": {}},
            "procedures": {},
            "always": {},
            "layout": {section: {} for section in LAYOUT_SECTIONS},
            "locale": {},
            "coverage": {},
            "untestable": {},
            "scenarios": {},
        }
        self.directions: dict[tuple[str, str], int] = {}
        self.cells: dict[str, tuple[int, Cell, int]] = {}
        self.sources: dict[Path, tuple[Document, Path]] = {}
        self.order: Order | None = None
        self.writes: list[Write] = []
        self.unproved: list[Path] = []
        self._joined: dict[Path, list[tuple[int, Document, Path]]] = {}

    # -------------------------------------------------------------- places

    def source(self, path: Path) -> tuple[Document, Path] | None:
        """The file that the part at a path comes from, and its path there; None where that is not known."""
        for length in range(len(path), -1, -1):
            source = self.sources.get(path[:length])
            if source:
                document, inside = source
                return document, inside + path[length:]
        return None

    def place(self, path: Path) -> Place:
        """The place of the part at a path; of the nearest part around it that came from a file."""
        source = self.source(path)
        return source[0].place(source[1]) if source else Place()

    def document(self, path: Path) -> Document | None:
        """The file that the part at a path comes from; None where there is no such part."""
        holder: Any = self.data
        for key in path:
            if not isinstance(holder, dict) or key not in holder:
                return None
            holder = holder[key]
        source = self.source(path)
        return source[0] if source else None

    def key_place(self, path: Path) -> Place:
        """The place of the key that a path ends with."""
        source = self.source(path)
        return source[0].key_place(source[1]) if source else Place()

    def text_span(self, path: Path, start: int, end: int) -> tuple[Document, int, int]:
        """The file in which characters of the text at a path stand, and where in it they begin and end.

        Raises:
            LookupError: no text is at the path.
        """
        for joined, document, inside in reversed(self._joined.get(path, ())):
            if start >= joined:
                return document, *document.text_span(inside, start - joined, end - joined)
        source = self.source(path)
        if source is None:
            raise LookupError(path)
        return source[0], *source[0].text_span(source[1], start, end)

    def text_place(self, path: Path, offset: int, end: int | None = None) -> Place:
        """The place of characters inside the text at a path."""
        for start, document, inside in reversed(self._joined.get(path, ())):
            if offset >= start:
                return document.text_place(inside, offset - start, None if end is None else end - start)
        source = self.source(path)
        return source[0].text_place(source[1], offset, end) if source else Place()

    # -------------------------------------------------------------- filling

    def add(
        self, kind: str, document: Document, problems: list[Problem], language: str = "", taken: str = "RW0221"
    ) -> None:
        """Add what a file says, which has passed its schema. An id that is there already is a problem (`taken`)."""
        if kind == "ruleset":
            self.data[kind] = document.data
            self.sources[(kind,)] = (document, ())
        elif kind in ("lexicon", "layout"):
            for section in document.data:
                for name, entry in document.data[section].items():
                    self.put((kind, section, name), entry, document, (section, name), problems, taken)
        elif kind in ("components", "scenarios"):
            for index, entry in enumerate(document.data):
                self.put((kind, entry["id"]), entry, document, (index,), problems, taken)
        elif kind == "map":
            self._add_map(document, problems, taken)
        elif kind in ("procedures", "always", "coverage", "untestable"):
            for name, entry in document.data.items():
                self.put((kind, name), entry, document, (name,), problems, taken)
        else:
            self._add_locale(kind.removeprefix("locale-"), document, problems, language, taken)

    def _add_locale(self, kind: str, document: Document, problems: list[Problem], lang: str, taken: str) -> None:
        """Add the words or texts of a language: whole things, or (of one that has a name only) its further fields."""
        holder = self.data["locale"].setdefault(lang, {}).setdefault(kind, {})
        for section, part in document.data.items():
            if not isinstance(part, dict):  # the title
                self.put(("locale", lang, kind, section), part, document, (section,), problems, taken)
                continue
            for name, entry in part.items():
                path: Path = ("locale", lang, kind, section, name)
                known = holder.setdefault(section, {}).get(name)
                if isinstance(known, dict) and isinstance(entry, dict) and kind == "texts":
                    holder[section][name] = dict(known)
                    for field, words in entry.items():
                        self.put((*path, field), words, document, (section, name, field), problems, taken)
                else:
                    self.put(path, entry, document, (section, name), problems, taken)

    def _add_map(self, document: Document, problems: list[Problem], taken: str) -> None:
        grid = document.data.get("grid")
        listed = {pair_id(*border["between"]) for border in document.data.get("borders", ())}
        for kind, name, entry in expand_grid(grid) if grid else ():
            if kind == "borders" and name in listed:
                continue  # what is listed stands in its place
            self.put(("map", kind, name), entry, document, ("grid",), problems, taken)
        for one, other, number in grid_directions(grid) if grid else ():
            self.directions[one, other] = number
        number = len({grid for grid, *_ in self.cells.values()})
        for name, cell, turns in grid_cells(grid) if grid else ():
            self.cells[name] = (number, cell, turns)
        for kind in ("spaces", "regions"):
            for index, entry in enumerate(document.data.get(kind, ())):
                self.put(("map", kind, entry["id"]), entry, document, (kind, index), problems, taken)
        for kind in ("borders", "adjacent"):
            for index, entry in enumerate(document.data.get(kind, ())):
                name = entry.get("id") or pair_id(*entry["between"])
                self.put(("map", kind, name), entry, document, (kind, index), problems, taken)

    def put(
        self, path: Path, entry: Any, document: Document, inside: Path, problems: list[Problem], taken: str
    ) -> None:
        """Add one part. An id that is there already is a problem with the code `taken`."""
        holder: Any = self.data
        for key in path[:-1]:
            holder = holder[key]
        if path[-1] in holder:
            first = self.place((*path, "id"))
            place = document.place((*inside, "id"))
            problems.append(problem(taken, place=place, found=str(path[-1]), file=first.file, line=first.line))
            return
        holder[path[-1]] = entry
        self.sources[path] = (document, inside)

    # -------------------------------------------------------------- changing

    def write(self, write: Write) -> None:
        """Remember a change, and that whatever stands at its path comes from there now."""
        self.writes.append(write)
        for path in [path for path in self.sources if path[: len(write.path)] == write.path]:
            del self.sources[path]
        for path in [path for path in self._joined if path[: len(write.path)] == write.path]:
            del self._joined[path]
        if write.operation != "remove":
            self.sources[write.path] = (write.document, write.inside)

    def join(self, path: Path, offset: int, document: Document, inside: Path) -> None:
        """Remember that the text at a path comes from somewhere else, from a character on."""
        self._joined.setdefault(path, []).append((offset, document, inside))

    def move(self, path: Path, to: Path) -> None:
        """What is known of the sources of the part at a path is known of another path."""
        source = self.source(path)
        if source is not None:
            self.sources[to] = source
        for deeper in [key for key in self.sources if key[: len(path)] == path and len(key) > len(path)]:
            self.sources[(*to, *deeper[len(path) :])] = self.sources[deeper]

    def hash(self) -> str:
        """SHA-256 of what has a meaning. Keys keep their order, which is the order in which things are met in play."""
        meaning = {kind: part for kind, part in self.data.items() if kind not in KINDS_WITHOUT_EFFECT}
        return hashlib.sha256(json.dumps(meaning, ensure_ascii=False).encode()).hexdigest()
