"""What there is to translate of a game: names, titles and texts, each with its context.

The context is the place in `texts.yaml`: `components.some_card.text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.language.lexicon import core_words
from rulewright.language.nodes import Node, field_names
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Source:
    """Something to translate: its context, its English words, what it means (if rules read it), where it stands."""

    context: str
    text: str
    tree: Node | None
    place: tuple[str, int]
    told: tuple[str, ...] = ()


def sources(ruleset: Ruleset) -> Iterator[Source]:
    """Everything that a language can give: names, titles and texts."""

    def place(path: tuple[Any, ...]) -> tuple[str, int]:
        found = ruleset.place(path)
        return found.file, found.line

    yield Source("title", ruleset.title, None, place(("ruleset", "title")))
    for section, things, key, home in (
        ("components", ruleset.components, "name", ()),
        ("procedures", ruleset.procedures, "title", ()),
        ("options", ruleset.options, "title", ("ruleset",)),
        ("spaces", ruleset.map.spaces, "name", ("map",)),
        ("regions", ruleset.map.regions, "name", ("map",)),
    ):
        for name, thing in things.items():
            called = str(getattr(thing, key, ""))
            where = place((*home, section, name))
            if called != name and re.search(r"[^\W\d_]{2}", called):  # 12B is the same everywhere
                yield Source(f"{section}.{name}.{key}", called, None, where)
            words = getattr(thing, "text", None)
            if words is not None and words.tree is not None:
                kind = getattr(thing, "kind", "")
                told = (f"{called}, {kind.replace('_', ' ')}" if kind else called, gloss(words.tree))
                text = f"{section}.{name}.text"
                yield Source(text, words.text.strip(), words.tree, place(words.path), told)
    for title, path in titles(ruleset).items():
        yield Source(f"titles.{title}", title, None, place(path))
    for name, path in attributes(ruleset).items():
        yield Source(f"titles.{name}", name.replace("_", " "), None, place(path))


def titles(ruleset: Ruleset) -> dict[str, Path]:
    """The titles inside procedures and verbs, and the lines that tell the goal, with where each stands first."""
    found: dict[str, Path] = {}

    def walk(value: Any, path: Path) -> None:
        if isinstance(value, Mapping):
            if isinstance(value.get("title"), str):
                found.setdefault(value["title"], (*path, "title"))
            for key, part in value.items():
                walk(part, (*path, key))
        elif isinstance(value, list | tuple):
            for at, part in enumerate(value):
                walk(part, (*path, at))

    data = ruleset.content.data
    for name, procedure in data["procedures"].items():
        walk(procedure.get("do"), ("procedures", name, "do"))
    walk(data["lexicon"].get("verbs", {}), ("lexicon", "verbs"))
    for name, entry in data["layout"]["goals"].items():
        found.setdefault(entry["text"], ("layout", "goals", name, "text"))
    return found


def attributes(ruleset: Ruleset) -> dict[str, Path]:
    """What stands on things beside words of the lexicon and names of things, with the thing where it stands first:
    attributes, values that are words, and the choices of an option."""
    known = {*ruleset.components, *ruleset.map.spaces, *core_words("en")["nouns"]}
    known |= {word for section in ("nouns", "adjectives") for word in ruleset.lexicon.get(section) or {}}
    found: dict[str, Path] = {}

    def note(names: Iterable[Any], *path: str) -> None:
        for name in names:
            if isinstance(name, str) and name not in known:
                found.setdefault(name, path)

    for noun, entry in (ruleset.lexicon.get("nouns") or {}).items():
        note(_keys(entry.get("attributes") or {}), "lexicon", "nouns", noun)
        note(map(str, entry.get("values") or ()), "lexicon", "nouns", noun)
    for option in ruleset.options.values():
        note(option.values, "ruleset", "options", option.id)
    for space in ruleset.map.spaces.values():
        note(space.attributes.values(), "map", "spaces", space.id)
    for component in ruleset.components.values():
        if set(component.copies.values()) == {0}:
            continue  # a stand-in, which nobody meets
        values = (value for value in component.attributes.values() if isinstance(value, str) and len(value) > 2)
        note(values, "components", component.id)
    return found


def _keys(attributes: Mapping[str, Any]) -> Iterator[str]:
    """The names of attributes, and those of the parts of theirs."""
    for name, kind in attributes.items():
        yield name
        while isinstance(kind, Mapping):
            yield from _keys(kind.get("parts") or {})
            kind = kind.get("map")


def gloss(node: Node) -> str:
    """A tree in one line: `perform take (slot object (noun phrase counter …))`."""
    plain = []
    inner = []
    for name in field_names(type(node)):
        value = getattr(node, name) if name != "span" else None
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                inner.append(gloss(part))
            elif part is not None and part is not False and part != "":
                plain.append(name if part is True else str(part))
    head = " ".join([type(node).__name__, *plain])
    return f"{head} ({', '.join(inner)})" if inner else head


def given_texts(texts: Mapping[str, Any]) -> dict[str, str]:
    """What a language's file says, by context."""
    found: dict[str, str] = {}
    for section, entries in texts.items():
        if isinstance(entries, str):
            found[section] = entries
            continue
        for name, entry in entries.items():
            parts = {f"{section}.{name}": entry} if isinstance(entry, str) else entry
            for key, text in parts.items():
                found[key if isinstance(entry, str) else f"{section}.{name}.{key}"] = str(text)
    return found
