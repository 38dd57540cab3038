"""What changed in meaning between two states of a ruleset: sentence by sentence and number by number."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from rulewright.language.nodes import Node, Text
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.rulebook import rule_lines
from rulewright.ruleset.rulebook.steps import Line

_SAME = "(other words, the same meaning)"
_ALIKE = 0.5
"""From this share of common words on, it is told which of two sentences' words differ."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was: its path, what happened to it, and what is different, line by line."""

    path: Path
    what: str
    lines: tuple[str, ...]


def changes(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    """Yield everything that means something else, in the order of the content.

    A sentence that is only said in other words is told too, and that it means the same.
    """
    comparison = _Comparison(before, after)
    old, new = dict(_things(before)), dict(_things(after))
    for path, entry in (old | new).items():
        if path not in new:
            yield Change(path, "removed", ())
        elif path not in old:
            yield Change(path, "added", tuple(_told(entry)))
        elif entry != old[path]:
            yield Change(path, "changed", tuple(comparison.fields(old[path], entry, path, "")))


def _things(ruleset: Ruleset) -> Iterator[tuple[Path, Any]]:
    """The things of a ruleset by their paths."""
    data = ruleset.content.data
    for key, value in data["ruleset"].items():
        if isinstance(value, dict):
            yield from ((("ruleset", key, name), part) for name, part in value.items())
        elif key == "rulings":
            yield from ((("ruleset", key, ruling["rule"]), ruling) for ruling in value)
        else:
            yield ("ruleset", key), value
    for kind in ("lexicon", "map"):
        for section, entries in data[kind].items():
            yield from (((kind, section, name), entry) for name, entry in entries.items())
    for kind in ("components", "procedures", "always"):
        yield from (((kind, name), entry) for name, entry in data[kind].items())


def _told(entry: Any) -> Iterator[str]:
    """The fields of a thing that is new."""
    if isinstance(entry, dict):
        yield from (f"{key}: {_shown(value)}" for key, value in entry.items() if key != "id")
    else:
        yield _shown(entry)


class _Comparison:
    def __init__(self, before: Ruleset, after: Ruleset) -> None:
        self.rulesets = (before, after)
        self.before = {words.path: words for words in before.all_words}
        self.after = {words.path: words for words in after.all_words}

    def _rules(self, path: Path) -> Iterator[str]:
        """The lines of a rule that differ, as the rulebook has them; each below those that it stands under."""
        was, now = (list(rule_lines(ruleset, path)) for ruleset in self.rulesets)
        matcher = SequenceMatcher(None, [line for _, line in was], [line for _, line in now], autojunk=False)
        for operation, first, last, start, end in matcher.get_opcodes():
            if operation != "equal":
                yield from (_rule(" ", *line) for line in (_above(now, start) if end > start else _above(was, first)))
                yield from (_rule("-", *line) for line in was[first:last])
                yield from (_rule("+", *line) for line in now[start:end])

    def fields(self, old: Any, new: Any, path: Path, field: str) -> Iterator[str]:
        """The lines for what is different at a path; `field` is what leads there from the thing."""
        if old == new:
            return
        rules = None if field != "do" else list(self._rules(path[:-1]))
        if rules:
            yield from rules
        elif isinstance(old, dict) and isinstance(new, dict):
            for key in {**old, **new}:
                inner = f"{field}.{key}" if field else str(key)
                yield from self.fields(old.get(key), new.get(key), (*path, key), inner)
        elif isinstance(old, list) and isinstance(new, list):
            yield from self._lists(old, new, path, field)
        elif isinstance(old, str) and isinstance(new, str):
            yield from self._texts(old, new, path, field)
        else:
            yield f"{field}: {_shown(old)} → {_shown(new)}"

    def _lists(self, old: list[Any], new: list[Any], path: Path, field: str) -> Iterator[str]:
        """Steps and other lists, item by item."""
        matcher = SequenceMatcher(None, [_key(item) for item in old], [_key(item) for item in new], autojunk=False)
        for operation, first, last, start, end in matcher.get_opcodes():
            if operation == "replace" and last - first == end - start and first == start:
                for index in range(first, last):
                    yield from self.fields(old[index], new[index], (*path, index), f"{field}.{index + 1}")
            elif operation != "equal":
                yield from (f"{field}.{index + 1}: - {_shown(old[index])}" for index in range(first, last))
                yield from (f"{field}.{index + 1}: + {_shown(new[index])}" for index in range(start, end))

    def _texts(self, old: str, new: str, path: Path, field: str) -> Iterator[str]:
        one, other = self.before.get(path), self.after.get(path)
        if one is None or other is None or one.tree is None or other.tree is None:
            yield f"{field}: {_shown(old)} → {_shown(new)}"
        elif one.tree == other.tree:
            if old.split() != new.split():
                yield f"{field}: {_SAME}"
        else:
            yield from (f"{field}: {line}" for line in _sentences(one, other))


def _above(lines: list[tuple[int, Line]], index: int) -> list[tuple[int, Line]]:
    """The lines that one stands under."""
    found: list[tuple[int, Line]] = []
    depth = lines[index][1].depth
    for number, line in reversed(lines[:index]):
        if line.depth < depth:
            found.insert(0, (number, line))
            depth = line.depth
    return found


def _rule(sign: str, number: int, line: Line) -> str:
    return f"do.{number}: {sign} {'  ' * line.depth}{line.text}"


def _sentences(old: Words, new: Words) -> Iterator[str]:
    """The sentences of two texts that differ, and in what."""
    before, after = list(_parts(old)), list(_parts(new))
    was, now = ([repr(part) for _, part in parts] for parts in (before, after))
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    for operation, first, last, start, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        yield from (f"- {text}" for text, _ in before[first:last])
        yield from (f"+ {text}" for text, _ in after[start:end])
        if last - first == end - start:
            for (one, _), (other, _) in zip(before[first:last], after[start:end], strict=True):
                yield from (f"  {line}" for line in _exchanged(one, other))


def _exchanged(old: str, new: str) -> Iterator[str]:
    """The words that stand in the place of others, where two sentences have most of their words in common."""
    was, now = old.split(), new.split()
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return
    for operation, first, last, start, end in matcher.get_opcodes():
        if operation == "replace":
            yield f"{' '.join(was[first:last])} → {' '.join(now[start:end])}"


def _parts(words: Words) -> Iterator[tuple[str, Node]]:
    """The sentences of a text, each with its tree; abilities as a whole, since their heading and limits count too."""
    tree = words.tree
    assert tree is not None
    if not isinstance(tree, Text):
        yield " ".join(words.text.split()), tree
        return
    for part in (*tree.sentences, *tree.abilities):
        cut = words.text[part.span.start : part.span.end] if part.span else words.text
        yield " ".join(cut.split()), part


def _key(item: Any) -> str:
    return json.dumps(item, sort_keys=True)


def _shown(value: Any) -> str:
    """A value on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(str(value).split())
