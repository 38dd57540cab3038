"""Content: what all files of a ruleset say together, as plain data with the source of every part.

Between reading and checking stands one mapping of parts by id (`content.data["components"]["spell"]`). Packs change
it part by part; the sources remember from which file each part came, down to a single field.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.language.problems import Place, Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.grids import expand_grid, grid_directions, pair_id
from rulewright.ruleset.yaml_reader import Document

_MEANINGLESS = frozenset(("locale", "coverage", "untestable"))  # whatever they say, the game is the same
LEXICON_SECTIONS = ("nouns", "adjectives", "relations", "verbs", "headings", "times")


class Content:
    """Parts by id, and where each was read.

    Attributes:
        data: `ruleset`, `lexicon` (by section), `components`, `map` (`spaces`, `borders`, `regions`, `adjacent`),
            `procedures`, `locale` (by language, then `lexicon` and `texts`), `coverage` and `untestable`.
        directions: in which direction a space's neighbour lies, where a grid tells.
        sources: for some paths the document and path they came from; deeper paths follow from them.
    """

    def __init__(self) -> None:
        self.data: dict[str, Any] = {
            "ruleset": {},
            "lexicon": {section: {} for section in LEXICON_SECTIONS},
            "components": {},
            "map": {"spaces": {}, "borders": {}, "regions": {}, "adjacent": {}},
            "procedures": {},
            "locale": {},
            "coverage": {},
            "untestable": {},
        }
        self.directions: dict[tuple[str, str], int] = {}
        self.sources: dict[Path, tuple[Document, Path]] = {}

    # -------------------------------------------------------------- places

    def _source(self, path: Path) -> tuple[Document, Path] | None:
        for length in range(len(path), -1, -1):
            source = self.sources.get(path[:length])
            if source:
                document, inside = source
                return document, inside + path[length:]
        return None

    def place(self, path: Path) -> Place:
        """The place of the part at a path; of the nearest part around it that came from a file."""
        source = self._source(path)
        return source[0].place(source[1]) if source else Place()

    def key_place(self, path: Path) -> Place:
        """The place of the key that a path ends with."""
        source = self._source(path)
        return source[0].key_place(source[1]) if source else Place()

    def text_place(self, path: Path, offset: int, end: int | None = None) -> Place:
        """The place of characters inside the text at a path."""
        source = self._source(path)
        return source[0].text_place(source[1], offset, end) if source else Place()

    # -------------------------------------------------------------- filling

    def add(self, kind: str, document: Document, problems: list[Problem], language: str = "") -> None:
        """Add what a file says, which has passed its schema. An id that is there already is a problem."""
        if kind in ("ruleset", "coverage", "untestable"):
            self.data[kind] = document.data
            self.sources[(kind,)] = (document, ())
        elif kind == "lexicon":
            for section in document.data:
                for name, entry in document.data[section].items():
                    self._put(("lexicon", section, name), entry, document, (section, name), problems)
        elif kind == "components":
            for index, entry in enumerate(document.data):
                self._put(("components", entry["id"]), entry, document, (index,), problems)
        elif kind == "map":
            self._add_map(document, problems)
        elif kind == "procedures":
            for name, entry in document.data.items():
                self._put(("procedures", name), entry, document, (name,), problems)
        else:  # locale files: lexicon, texts
            self.data["locale"].setdefault(language, {})[kind.removeprefix("locale-")] = document.data
            self.sources[("locale", language, kind.removeprefix("locale-"))] = (document, ())

    def _add_map(self, document: Document, problems: list[Problem]) -> None:
        grid = document.data.get("grid")
        for kind, name, entry in expand_grid(grid) if grid else ():
            self._put(("map", kind, name), entry, document, ("grid",), problems)
        for one, other, number in grid_directions(grid) if grid else ():
            self.directions[one, other] = number
        for kind in ("spaces", "regions"):
            for index, entry in enumerate(document.data.get(kind, ())):
                self._put(("map", kind, entry["id"]), entry, document, (kind, index), problems)
        for kind in ("borders", "adjacent"):
            for index, entry in enumerate(document.data.get(kind, ())):
                name = entry.get("id") or pair_id(*entry["between"])
                self._put(("map", kind, name), entry, document, (kind, index), problems)

    def _put(self, path: Path, entry: Any, document: Document, inside: Path, problems: list[Problem]) -> None:
        holder: Any = self.data
        for key in path[:-1]:
            holder = holder[key]
        if path[-1] in holder:
            first = self.place((*path, "id"))
            problems.append(
                problem(
                    "RW0221",
                    place=document.place((*inside, "id")),
                    found=str(path[-1]),
                    file=first.file,
                    line=first.line,
                )
            )
            return
        holder[path[-1]] = entry
        self.sources[path] = (document, inside)

    def hash(self) -> str:
        """SHA-256 of what has a meaning. Keys keep their order, which is the order in which things are met in play."""
        meaning = {kind: part for kind, part in self.data.items() if kind not in _MEANINGLESS}
        return hashlib.sha256(json.dumps(meaning, ensure_ascii=False).encode()).hexdigest()
