"""Translations: whether each text says in another language what it says in English, and what a language still lacks."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rulewright import cache, disk
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.nodes import Node
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.differences import Compared
from rulewright.ruleset.translations.labels import label_problems
from rulewright.ruleset.translations.sources import given_texts, sources
from rulewright.ruleset.translations.text_locations import home, homes

STATES = ("proved", "different", "unparsed", "stale", "missing")
RECORD = "proved.txt"
"""In `locale/<lang>/`, beside the texts: the wordings that were proved once, as a hash and the context of each."""

_KIND, _SAYABLE = "summaries", "sayable"
_SAID = ("ruleset", "lexicon", "components", "map", "procedures", "always")


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
        unsaid: sentences that it has no words for, so that they are said in English.
        rules: how many sentences the rules have beside texts; said: for how many of them it has words.
        unnamed: contexts of names and titles that it does not give; nameable: how many it could give.
        labels: what is wrong with titles and the labels of choices.
    """

    texts: tuple[Translation, ...]
    names: int
    words: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    unnamed: tuple[str, ...]
    rules: int
    said: int
    nameable: int
    labels: tuple[Problem, ...] = ()

    @property
    def share(self) -> int:
        """How much of what a reader meets is in the language, in whole percent: 100 only if nothing is in English."""
        named = max(0, self.nameable - len(self.unnamed) - len(self.labels))
        right = sum(text.state == "proved" for text in self.texts) + self.said + named
        whole = len(self.texts) + self.rules + self.nameable + len(self.words)
        return 100 * right // whole if whole else 100


def summary(ruleset: Ruleset, lang: str) -> Summary:
    """All about a language of a game; what was found of a language without problems is kept in the cache.

    A game may have nothing of the language yet: then all of it is told in English.

    Raises:
        RulewrightError: there is no grammar for the language, or its words are not right.
    """
    if lang not in ruleset.languages:
        return _nothing_yet(ruleset, lang)
    data = ruleset.content.data
    parts = [json.dumps([data[part] for part in _SAID], default=str), json.dumps(data["locale"].get(lang))]
    name = cache.name_of("summary", lang, *parts)
    known: Summary | None = cache.revived(_KIND, name, pickle.loads)
    if known is not None:
        return known
    given = given_texts(data["locale"].get(lang, {}).get("texts", {}))
    named = _named(ruleset)
    rules = _rules(ruleset)
    unsaid = tuple(_unsaid(ruleset, lang))
    found = Summary(
        texts=tuple(translations(ruleset, lang)),
        names=sum(not context.endswith(".text") for context in given),
        words=tuple(ruleset.language(lang).lexicon.missing),
        unsaid=unsaid,
        unnamed=tuple(context for context in named if context not in given),
        rules=len(rules),
        said=sum(rule not in unsaid for rule in rules),
        nameable=len(named),
        labels=tuple(label_problems(ruleset, lang)),
    )
    if not found.labels and not any(text.problems for text in found.texts):
        cache.store(_KIND, name, pickle.dumps(found, protocol=5))
    return found


def _nothing_yet(ruleset: Ruleset, lang: str) -> Summary:
    """Of a language that a game does not speak: everything is missing."""
    lexicon = Lexicon.from_mapping(ruleset.lexicon, lang, {}, partial=True)
    named, rules = _named(ruleset), _rules(ruleset)
    return Summary(
        texts=tuple(
            _translation(ruleset, lang, kind, part.id, part.text, None, {})
            for kind, parts in (("components", ruleset.components), ("procedures", ruleset.procedures))
            for part in parts.values() if part.text is not None and part.text.tree is not None
        ),
        names=0, words=tuple(lexicon.missing), unsaid=tuple(rules), unnamed=tuple(named),
        rules=len(rules), said=0, nameable=len(named),
    )  # fmt: skip


def _named(ruleset: Ruleset) -> list[str]:
    """The contexts of all names and titles that a language can give."""
    return [source.context for source in sources(ruleset) if source.tree is None]


def _rules(ruleset: Ruleset) -> list[str]:
    """The sentences of the rules beside texts."""
    return [_plain(words) for words in _sentences(ruleset) if words.path[-1:] != ("text",)]


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
    ruleset.language(lang).remembered.keep()


def record(ruleset: Ruleset, lang: str) -> None:
    """Write down which wordings are proved, so that a change of their source's meaning makes them stale.

    Each stands in the folder where its text does: with the game or in a pack. Nothing is written into a zip.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    proved = {folder: _recorded(_record(folder, lang)) for folder in homes(ruleset)}
    texts = given_texts(ruleset.content.data["locale"].get(lang, {}).get("texts", {}))
    for text in translations(ruleset, lang):
        folder = home(ruleset, lang, text.context.partition(".")[0], text.id, "text")
        if folder is None and ruleset.packs:
            continue  # left out, but what its home has said is still proved without the packs
        known = proved[folder or ruleset.folder]
        if text.state != "stale":
            known.pop(text.context, None)
        if text.state == "proved":
            known[text.context] = _hash(texts[text.context])
    for folder, known in proved.items():
        path = _record(folder, lang)
        if path.is_file() or (known and path.parent.is_dir()):
            disk.write(path, "".join(f"{known[name]} {name}\n" for name in sorted(known)))


def _record(folder: Path, lang: str) -> Path:
    return folder / "locale" / lang / RECORD


def _recorded(path: Path) -> dict[str, str]:
    """The hashes of wordings that were proved once, by context."""
    if not path.is_file():
        return {}
    lines = (line.split(" ", 1) for line in disk.read_text(path).splitlines())
    return {parts[1].strip(): parts[0] for parts in lines if len(parts) == 2}


def _hash(text: str) -> str:
    """Of a wording; line ends do not count."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def _unsaid(ruleset: Ruleset, lang: str) -> Iterator[str]:
    """The sentences that do not come back from the language.

    Those that do are kept under the words of both languages, so that after an edit only what was changed is tried.
    """
    language = ruleset.language(lang)
    data = ruleset.content.data
    name = cache.name_of("said", lang, json.dumps([data["lexicon"], data["locale"].get(lang, {}).get("lexicon")]))
    known: set[tuple[str, str]] = cache.revived(_SAYABLE, name, pickle.loads) or set()
    said = set()
    for words in _sentences(ruleset):
        assert words.tree is not None
        kind, plain = "block_sentence" if words.kind == "sentence" else words.kind, _plain(words)
        if (kind, plain) in known or _comes_back(language, words.tree, kind):
            said.add((kind, plain))
        else:
            yield plain
    if not said <= known:
        cache.store(_SAYABLE, name, pickle.dumps(said, protocol=5))


def _comes_back(language: Language, tree: Node, kind: str) -> bool:
    """Whether a language says a tree so that its words are read as the same."""
    try:
        return language.parse(language.print(tree, kind), kind) == tree
    except RulewrightError:
        return False


def _plain(words: Words) -> str:
    return " ".join(words.text.split())


def _sentences(ruleset: Ruleset) -> list[Words]:
    """All sentences that are read, each once."""
    found = {(words.kind, words.text): words for words in ruleset.all_words if words.tree is not None}
    return list(found.values())


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
    compared = Compared(text, tree, ruleset.language(lang), words.text, words.tree, ruleset.language())
    stale = proved.get(f"{kind}.{name}.text") == _hash(text)
    code = "RW0816" if stale else "RW0813"
    problems = (item.problem(code) for item in compared.differences())
    placed = tuple(item.at(place(path, item.offset, item.end)) for item in problems)
    return told(("stale" if stale else "different") if placed else "proved", placed)
