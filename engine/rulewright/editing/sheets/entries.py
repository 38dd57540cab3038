"""What a file holds: entries with ids, and the pieces of the language in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulewright.language.nodes import Node
from rulewright.ruleset.blocks import Path, WordsKind
from rulewright.ruleset.building.building import words_of
from rulewright.ruleset.files.content import Content


class Words(NamedTuple):
    """A piece of the language in an entry: `inside` is its path in the small document, `path` in the ruleset."""

    text: str
    kind: WordsKind
    lang: str
    path: Path
    inside: Path


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of a file with an id. spot: from where to where it stands in its piece; key: its id there."""

    path: Path
    inside: Path
    data: Any
    spot: tuple[int, int]
    key: tuple[int, int]


def words_in(path: Path, data: Any) -> Iterator[tuple[str, WordsKind, Path]]:
    """The pieces of the language in a thing that fits its schema: the text of each, its kind and its path."""
    content = Content()
    holder: Any = content.data
    for key in path[:-1]:
        if key not in holder:
            return
        holder = holder[key]
    holder[path[-1]] = data
    for words in words_of(content, path, _unread):
        if words.kind != "times":
            yield words.text, words.kind, words.path


def _unread(text: str, kind: WordsKind, path: Path) -> Node | None:
    return None


def translated(entry: Entry, path: Path, language: str) -> Iterator[Words]:
    """The text of a translation, which stands for the English one at a path."""
    if isinstance(entry.data, dict) and isinstance(entry.data.get("text"), str):
        yield Words(entry.data["text"], "text", language, (*path, "text"), (*entry.inside, "text"))
