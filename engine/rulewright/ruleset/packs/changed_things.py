"""Whether what packs have changed still fits its schema, thing by thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.problems import Place, Problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.schemas import misfits
from rulewright.ruleset.packs.operations import holder_of


def misfits_of(content: Content, touched: Iterable[Path]) -> Iterator[Problem]:
    """What of the things that packs have changed does not fit its schema any more."""
    for kind, data, part in {part.path: (kind, data, part) for kind, data, part in _files(content, touched)}.values():
        yield from misfits(kind, data, part)


def _files(content: Content, touched: Iterable[Path]) -> Iterator[tuple[str, Any, _Part]]:
    """Each thing that was changed, as the data of a file with it alone."""
    for path in touched:
        entry = holder_of(content, path)[path[-1]] if path[0] not in ("ruleset", "locale") else None
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
