"""Drafts: the texts of a ruleset in another language, printed from their trees; and the words that it still needs."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.nodes import Node, field_names
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.comments import NO_COMMENTS, Comments
from rulewright.ruleset.translations.differences import Compared

TEXTS = ("title", "components", "spaces", "regions", "procedures", "options", "titles")
WIDTH = 120
_PLAIN = re.compile(r"[^\W\d_][\w '’,.()/+–-]*[\w.!?)]|[^\W\d_]")

Used = Mapping[tuple[str, str], tuple[str, ...]]


@dataclass
class Draft:
    """What was drafted.

    Attributes:
        texts: the content of `texts.yaml`: what there was, and what was missing.
        drafted: how many texts are new.
        missing: words without forms, by section and id, with the ids of what uses them.
        forms: forms that the grammar can ask for and a word lacks.
        unsaid: texts for which the language has no sentence.
        misread: texts whose sentence says something else when it is read: name, sentence and what is different.
    """

    texts: dict[str, Any]
    drafted: int = 0
    missing: Used = field(default_factory=dict)
    forms: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    misread: list[tuple[str, str, str]] = field(default_factory=list)


def draft(ruleset: Ruleset, lang: str, again: bool = False) -> Draft:
    """Print every text that has no translation yet, as far as the words are there.

    Args:
        ruleset: a game.
        lang: a language that the engine speaks; the game need not.
        again: draft also what has a translation.

    Raises:
        RulewrightError: the words that are there are not right.
        FileNotFoundError: the engine does not speak the language.
    """
    locale = ruleset.content.data["locale"].get(lang, {})
    found = Draft(json.loads(json.dumps(locale.get("texts", {}))))
    language = Language(Lexicon.from_mapping(ruleset.lexicon, lang, locale.get("lexicon", {}), partial=True), lang)
    found.missing = {word: tuple(_users(ruleset, word)) for word in language.lexicon.missing}
    found.forms = language.lexicon.missing_forms()
    lacking = {word for _, word in found.missing}
    for section, name, words in texts(ruleset):
        entry = found.texts.setdefault(section, {}).setdefault(name, {})
        if "text" in entry and not again:
            continue
        assert words.tree is not None
        if lacking & ids(words.tree):
            continue
        try:
            printed = language.print(words.tree)
        except RulewrightError:
            found.unsaid.append(name)
            continue
        different = _read_otherwise(language, printed, words, ruleset.language())
        if different:
            found.misread.append((name, printed, different))
        else:
            entry["text"] = printed
            found.drafted += 1
    return found


def _read_otherwise(language: Language, printed: str, words: Words, english: Language) -> str:
    """What the sentence printed for a tree means when it is read, where that is something else."""
    assert words.tree is not None
    try:
        tree = language.parse(printed)
    except RulewrightError as error:
        return error.problems[0].message
    found = Compared(printed, tree, language, words.text, words.tree, english).differences()
    return "; ".join(map(str, found))


def texts(ruleset: Ruleset) -> Iterator[tuple[str, str, Words]]:
    """Yield section, id and words of everything that has a text of its own: components and procedures."""
    parts: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("components", ruleset.components),
        ("procedures", ruleset.procedures),
    )
    for section, things in parts:
        for thing in things.values():
            if thing.text is not None and thing.text.tree is not None:
                yield section, thing.id, thing.text


def _users(ruleset: Ruleset, word: tuple[str, str]) -> Iterator[str]:
    """Where a word is used: paths of texts and sentences."""
    for words in ruleset.all_words:
        if words.tree is not None and word[1] in ids(words.tree):
            yield ".".join(map(str, words.path))


def ids(tree: Node) -> set[str]:
    """All words that a tree names, by id."""
    found: set[str] = set()
    for node in tree.walk():
        for name in field_names(type(node)):
            value = getattr(node, name)
            found |= {value} if isinstance(value, str) else set()
            found |= {part for part in value if isinstance(part, str)} if isinstance(value, tuple) else set()
    return found


def written(found: Draft, ruleset: Ruleset, lang: str, kept: Comments = NO_COMMENTS) -> str:
    """A draft as the text of `locale/<lang>/texts.yaml`, with the English names as comments.

    kept: the comments of the file as it was; those at keys that it has no more are left out.
    """
    lines = [kept.head or f"# Names and texts. `rulewright i18n check {ruleset.id} {lang}` tells which are proved."]
    english: dict[str, Mapping[str, Any]] = {"components": ruleset.components, "procedures": ruleset.procedures}
    for section in TEXTS:
        entries = found.texts.get(section)
        if isinstance(entries, str):
            lines += _commented((section,), f"{section}: {_scalar(entries)}", kept)
        elif entries and any(entries.values()):
            lines += ["", *_commented((section,), f"{section}:", kept)]
            for name, entry in entries.items():
                at = (section, name)
                if isinstance(entry, str):
                    lines += _commented(at, f"  {_scalar(name)}: {_scalar(entry)}", kept)
                elif entry:
                    thing = english.get(section, {}).get(name)
                    told = getattr(thing, "name", None) or getattr(thing, "title", "")
                    named = bool({"name", "title"} & set(entry))
                    lines += _commented(at, f"  {name}:", kept, f"# {told}" if told else "", shown=not named)
                    for key, value in entry.items():
                        lines += _entry((*at, key), value, kept)
    return "\n".join([*lines, *kept.last]) + "\n"


def _commented(path: tuple[str, ...], line: str, kept: Comments, own: str = "", shown: bool = True) -> Iterator[str]:
    """A line of a key with the comments that stand at it.

    own: what is told beside it where nothing else is; shown: whether it is.
    """
    indent = " " * (len(line) - len(line.lstrip()))
    yield from (f"{indent}{comment}" for comment in kept.before.get(path, ()))
    beside = kept.beside.get(path, own)
    if beside == own and not shown:
        beside = ""
    yield f"{line}      {beside}" if beside else line


def _entry(path: tuple[str, ...], value: str, kept: Comments) -> Iterator[str]:
    key = path[-1]
    if key not in ("text", "description"):
        yield from _commented(path, f"    {key}: {_scalar(value)}", kept)
        return
    yield from _commented(path, f"    {key}: |", kept)
    for line in value.strip().split("\n"):
        yield from (f"      {part}" for part in textwrap.wrap(line, WIDTH - 6, break_on_hyphens=False) or [""])


def _scalar(text: str) -> str:
    """A string as YAML has it, in quotes only where it needs them."""
    if _PLAIN.fullmatch(text) and yaml.safe_load(text) == text:
        return text
    return json.dumps(text, ensure_ascii=False)
