"""Translations: whether each text says in another language what it says in English, and what a language still lacks."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rulewright import cache
from rulewright.language.compare import compare
from rulewright.language.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.homes import home, homes
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.sources import given_texts, sources

STATES = ("proved", "different", "unparsed", "stale", "missing")
RECORD = "proved.txt"
"""In `locale/<lang>/`, beside the texts: the wordings that were proved once, as a hash and the context of each."""

_KIND = "summaries"
_MEANINGFUL = ("ruleset", "lexicon", "components", "map", "procedures")


@dataclass(frozen=True, slots=True)
class Translation:
    """One text in another language: its context and the id in it, its state, and what is wrong with it."""

    context: str
    id: str
    state: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """How far a language is with a game.

    Attributes:
        texts: the state of every text.
        names: names, titles and descriptions that it gives: how many.
        words: words of the game without forms, as (section, id).
        unsaid: sentences of the rules that it has no words for, so that they are said in English.
        unnamed: contexts of names and titles that it does not give.
    """

    texts: tuple[Translation, ...]
    names: int
    words: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    unnamed: tuple[str, ...]


def summary(ruleset: Ruleset, lang: str) -> Summary:
    """All about a language of a game; what was found of a language without problems is kept in the cache.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    data = ruleset.content.data
    parts = [json.dumps([data[part] for part in _MEANINGFUL], default=str), json.dumps(data["locale"].get(lang))]
    name = cache.name_of("summary", lang, *parts)
    known = cache.load(_KIND, name)
    if known is not None:
        kept: Summary = pickle.loads(known)
        return kept
    given = given_texts(data["locale"].get(lang, {}).get("texts", {}))
    named = [source.context for source in sources(ruleset) if source.tree is None]
    found = Summary(
        texts=tuple(translations(ruleset, lang)),
        names=sum(not context.endswith(".text") for context in given),
        words=tuple(ruleset.language(lang).lexicon.missing),
        unsaid=tuple(_unsaid(ruleset, lang)),
        unnamed=tuple(context for context in named if context not in given),
    )
    if not any(text.problems for text in found.texts):
        cache.store(_KIND, name, pickle.dumps(found, protocol=5))
    return found


def translations(ruleset: Ruleset, lang: str) -> Iterator[Translation]:
    """Yield the state of every text that components and procedures have.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    ruleset.language(lang)
    proved = {name: found for folder in homes(ruleset) for name, found in _recorded(_record(folder, lang)).items()}
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    for kind, parts in (("components", ruleset.components), ("procedures", ruleset.procedures)):
        for part in parts.values():
            words = part.text
            if words is not None and words.tree is not None:
                text = texts.get(kind, {}).get(part.id, {}).get("text")
                yield _translation(ruleset, lang, kind, part.id, words, text, proved)


def record(ruleset: Ruleset, lang: str) -> None:
    """Write down which wordings are proved, so that a change of their source's meaning makes them stale.

    Each stands in the folder where its text does: with the game or in a pack. Nothing is written into a zip.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    proved = {folder: _recorded(_record(folder, lang)) for folder in homes(ruleset)}
    texts = given_texts(ruleset.content.data["locale"].get(lang, {}).get("texts", {}))
    for text in translations(ruleset, lang):
        if text.state != "stale":
            for known in proved.values():
                known.pop(text.context, None)
        if text.state == "proved":
            folder = home(ruleset, lang, text.context.partition(".")[0], text.id, "text") or ruleset.folder
            proved[folder][text.context] = _hash(texts[text.context])
    for folder, known in proved.items():
        path = _record(folder, lang)
        if path.is_file() or (known and path.parent.is_dir()):
            path.write_text("".join(f"{known[name]} {name}\n" for name in sorted(known)), encoding="utf-8")


def _record(folder: Path, lang: str) -> Path:
    return folder / "locale" / lang / RECORD


def _recorded(path: Path) -> dict[str, str]:
    """The hashes of wordings that were proved once, by context."""
    if not path.is_file():
        return {}
    lines = (line.split(" ", 1) for line in path.read_text(encoding="utf-8", errors="replace").splitlines())
    return {parts[1].strip(): parts[0] for parts in lines if len(parts) == 2}


def _hash(text: str) -> str:
    """Of a wording; line ends do not count."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def _unsaid(ruleset: Ruleset, lang: str) -> Iterator[str]:
    """Sentences of procedures and of the lexicon that do not come back from the language."""
    language = ruleset.language(lang)
    seen = set()
    for words in ruleset.all_words:
        if words.tree is None or (words.kind, words.text) in seen:
            continue
        seen.add((words.kind, words.text))
        kind = "block_sentence" if words.kind == "sentence" else words.kind
        try:
            told = language.parse(language.print(words.tree, kind), kind) == words.tree
        except RulewrightError:
            told = False
        if not told:
            yield " ".join(words.text.split())


def _translation(
    ruleset: Ruleset, lang: str, kind: str, name: str, words: Words, text: str | None, proved: Mapping[str, str]
) -> Translation:
    path: tuple[str, ...] = (kind, name, "text")
    told = partial(Translation, ".".join(path), name)
    if text is None:
        return told("missing", (problem("RW0814", place=ruleset.place(words.path), found=name, lang=lang),))
    path = ("locale", lang, "texts", *path)
    place = ruleset.content.text_place
    try:
        tree = ruleset.parse(text, lang)
    except RulewrightError as error:
        found = (item.at(place(path, item.offset, item.end or None)) for item in error.problems)
        return told("unparsed", tuple(found))
    assert words.tree is not None
    differences = compare(tree, words.tree)
    if differences and proved.get(f"{kind}.{name}.text") == _hash(text):
        changes = "; ".join(f"{change.path}: was {change.found}, is {change.wanted}" for change in differences)
        return told("stale", (problem("RW0816", place=ruleset.place(path), found=changes),))
    problems = tuple(problem("RW0813", place=ruleset.place(path), found=str(item)) for item in differences)
    return told("different" if problems else "proved", problems)
