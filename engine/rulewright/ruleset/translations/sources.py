"""What there is to translate of a game: names, titles and texts, each with its context.

The context is the place in `texts.yaml`: `components.some_card.text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.language.lexicon import core_words
from rulewright.language.nodes import Node, field_names
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

    yield Source("title", ruleset.title, None, place(("title",)))
    for section, things, key in (
        ("components", ruleset.components, "name"),
        ("procedures", ruleset.procedures, "title"),
        ("options", ruleset.options, "title"),
        ("spaces", ruleset.map.spaces, "name"),
        ("regions", ruleset.map.regions, "name"),
    ):
        for name, thing in things.items():
            called = str(getattr(thing, key, ""))
            where = place((section, name) if section in ("components", "procedures") else (section,))
            if called != name and re.search(r"[^\W\d_]{2}", called):  # 12B is the same everywhere
                yield Source(f"{section}.{name}.{key}", called, None, where)
            words = getattr(thing, "text", None)
            if words is not None and words.tree is not None:
                kind = getattr(thing, "kind", "")
                told = (f"{called}, {kind.replace('_', ' ')}" if kind else called, gloss(words.tree))
                text = f"{section}.{name}.text"
                yield Source(text, words.text.strip(), words.tree, place(words.path), told)
    for title in titles(ruleset):
        yield Source(f"titles.{title}", title, None, place(("procedures",)))
    for name in attributes(ruleset):
        yield Source(f"titles.{name}", name.replace("_", " "), None, place(("lexicon",)))


def titles(ruleset: Ruleset) -> list[str]:
    """The titles inside procedures and verbs, and the lines that tell the goal, each once."""
    found: dict[str, None] = {}

    def walk(value: Any, inside: bool) -> None:
        if isinstance(value, Mapping):
            if inside and isinstance(value.get("title"), str):
                found.setdefault(value["title"])
            for part in value.values():
                walk(part, True)
        elif isinstance(value, list | tuple):
            for part in value:
                walk(part, True)

    for procedure in ruleset.content.data["procedures"].values():
        walk(procedure.get("do"), True)
    walk(ruleset.content.data["lexicon"].get("verbs", {}), True)
    found |= dict.fromkeys(entry["text"] for entry in ruleset.content.data["layout"]["goals"].values())
    return list(found)


def attributes(ruleset: Ruleset) -> list[str]:
    """What stands on things beside words of the lexicon and names of things: attributes, values that are words, and the
    choices of an option."""
    known = {*ruleset.components, *ruleset.map.spaces, *core_words("en")["nouns"]}
    known |= {word for section in ("nouns", "adjectives") for word in ruleset.lexicon.get(section) or {}}
    found: dict[str, None] = {}
    for entry in (ruleset.lexicon.get("nouns") or {}).values():
        found |= dict.fromkeys(_keys(entry.get("attributes") or {}))
        found |= dict.fromkeys(map(str, entry.get("values") or ()))
    for option in ruleset.options.values():
        found |= dict.fromkeys(value for value in option.values if isinstance(value, str))
    for space in ruleset.map.spaces.values():
        found |= dict.fromkeys(value for value in space.attributes.values() if isinstance(value, str))
    for component in ruleset.components.values():
        if set(component.copies.values()) == {0}:
            continue  # a stand-in, which nobody meets
        values = (value for value in component.attributes.values() if isinstance(value, str))
        found |= dict.fromkeys(value for value in values if len(value) > 2)
    return [name for name in found if name not in known]


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
