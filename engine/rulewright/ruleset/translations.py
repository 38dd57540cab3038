"""Translations: whether each text says in another language what it says in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.language.compare import compare
from rulewright.language.nodes import Node
from rulewright.language.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset

STATES = ("proved", "different", "unparsed", "stale", "missing")


@dataclass(frozen=True, slots=True)
class Translation:
    """One text in another language: the id of its component or procedure, its state, and what is wrong with it."""

    id: str
    state: str
    problems: tuple[Problem, ...] = ()


def translations(ruleset: Ruleset, lang: str) -> Iterator[Translation]:
    """Yield the state of every text that components and procedures have.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    ruleset.language(lang)
    before = _sources(ruleset, lang)
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    for kind, parts in (("components", ruleset.components), ("procedures", ruleset.procedures)):
        for part in parts.values():
            words = part.text
            if words is not None and words.tree is not None:
                text = texts.get(kind, {}).get(part.id, {}).get("text")
                yield _translation(ruleset, lang, kind, part.id, words, text, before.get(f"{kind}.{part.id}.text"))


def names(ruleset: Ruleset, lang: str) -> dict[tuple[str, ...], str]:
    """What a language's file gives that no rule reads, by place in the file: names, titles and descriptions."""
    texts: Mapping[str, Any] = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    found: dict[tuple[str, ...], str] = {}
    for section, entries in texts.items():
        if isinstance(entries, str):
            found[section,] = entries
            continue
        for name, entry in entries.items():
            if isinstance(entry, str):
                found[section, name] = entry
            else:
                found |= {(section, name, key): text for key, text in entry.items() if key != "text"}
    return found


def _sources(ruleset: Ruleset, lang: str) -> dict[str, str]:
    """The English texts that the translations were made from, by context, as far as `texts.po` tells."""
    path = ruleset.folder / "locale" / lang / "texts.po"
    if not path.is_file():
        return {}
    from rulewright.ruleset.po import read, translated  # whoever has no such file needs no polib

    return {entry.msgctxt: translated(entry) for entry in read(path.read_text(encoding="utf-8"))}


def _translation(
    ruleset: Ruleset, lang: str, kind: str, name: str, words: Words, text: str | None, before: str | None
) -> Translation:
    if text is None:
        where = ruleset.place(words.path)
        return Translation(name, "missing", (problem("RW0814", place=where, found=name, lang=lang),))
    path = ("locale", lang, "texts", kind, name, "text")
    place = ruleset.content.text_place
    try:
        tree = ruleset.parse(text, lang)
    except RulewrightError as error:
        found = (item.at(place(path, item.offset, item.end or None)) for item in error.problems)
        return Translation(name, "unparsed", tuple(found))
    assert words.tree is not None
    differences = compare(tree, words.tree)
    if differences and before is not None and _means(ruleset, before, tree):
        told = "; ".join(f"{change.path}: was {change.found}, is {change.wanted}" for change in differences)
        return Translation(name, "stale", (problem("RW0816", place=ruleset.place(path), found=told),))
    return Translation(
        name,
        "different" if differences else "proved",
        tuple(problem("RW0813", place=ruleset.place(path), found=str(item)) for item in differences),
    )


def _means(ruleset: Ruleset, text: str, tree: Node) -> bool:
    """Whether an English text means a tree."""
    try:
        return ruleset.parse(text) == tree
    except RulewrightError:
        return False
