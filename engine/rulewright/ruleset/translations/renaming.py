"""Words that were renamed (`was` in a lexicon): the texts that still say them as before, and how these read now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulewright.language.language import Language
from rulewright.language.lexicon import split_words
from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.sources import given_texts

Edit = tuple[int, int, str]
"""From and to which character, and what is to stand there."""


@dataclass(frozen=True, slots=True)
class OldText:
    """A text with words that are called otherwise now.

    Attributes:
        path: where it stands in the content of the ruleset.
        words: each of the words with what it is called now, and the articles before them that change.
        now: the text with the words of today, which means the same; None when they alone do not make it so.
    """

    path: Path
    text: str
    words: tuple[Edit, ...]
    now: str | None

    def problem(self, ruleset: Ruleset) -> Problem:
        """It as a finding, at the first of its words."""
        start, end, now = self.words[0]
        place = ruleset.content.text_place(self.path, start, end)
        return problem("RW0249", place=place, found=self.text[start:end], now=now)

    def edits(self) -> Iterator[Edit]:
        """What is to be changed in the text, last things first: the words, and what has to agree with them."""
        old, new = (re.findall(r"\w+|\W", text) for text in (self.text, self.now or self.text))
        for kind, a, b, c, d in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
            if kind != "equal":
                yield len("".join(old[:a])), len("".join(old[:b])), "".join(new[c:d])


def old_texts(ruleset: Ruleset) -> Iterator[OldText]:
    """Yield the texts that say a word as it was called before, in all languages; what cannot be read is left out."""
    for lang in ruleset.languages:
        locale = ruleset.content.data["locale"].get(lang, {})
        own = (entry for words in ruleset.lexicon.values() for entry in words.values()) if lang == "en" else ()
        if "was" not in locale.get("lexicon", {}) and not any("was" in entry for entry in own):
            continue
        texts: list[tuple[Path, str, str]] = [
            (("locale", lang, "texts", *context.split(".")), text, "text")
            for context, text in given_texts(locale.get("texts", {})).items() if context.endswith(".text")
        ]  # fmt: skip
        if lang == "en":
            kinds = {"sentence": "block_sentence"}
            texts = [(w.path, w.text, kinds.get(w.kind, w.kind)) for w in ruleset.all_words if w.kind != "times"]
        with suppress(RulewrightError):  # words that are not right, whoever reads texts with them tells
            language = ruleset.language(lang)
            for path, text, kind in texts:
                yield from _old(language, path, text, kind)


def with_new_words(ruleset: Ruleset) -> tuple[dict[str, str], list[OldText]]:
    """The files with old words as they read with new ones, by name; and the texts that have to be written by hand."""
    edits, left = edits_with_new_words(ruleset)
    return {document.file: _edited(document.text, found) for document, found in edits.items()}, left


def edits_with_new_words(ruleset: Ruleset) -> tuple[dict[Document, list[Edit]], list[OldText]]:
    """What is to be changed in the files with old words; and the texts that have to be written by hand."""
    edits: dict[Document, list[Edit]] = {}
    left = []
    for text in old_texts(ruleset):
        if text.now is None:
            left.append(text)
            continue
        for start, end, new in text.edits():
            document, first, last = ruleset.content.text_span(text.path, start, end)
            edits.setdefault(document, []).append((first, last, new))
    return edits, left


def _old(language: Language, path: Path, text: str, kind: str) -> Iterator[OldText]:
    """The text, if there is an old word in it."""
    words: list[Edit] = []
    for start, end, new in _said_before(language, text, kind):
        new = new[0].upper() + new[1:] if text[start].isupper() else new
        words.append((start, end, new))
        words += _article(language, text[:start], new)
    if words:
        before, now = (_agreeing(language, words, kind) for words in (text, _edited(text, words)))
        same = before and now and language.parse(before, kind) == language.parse(now, kind)
        yield OldText(path, text, tuple(words), now if same else None)


def _said_before(language: Language, text: str, kind: str) -> Iterator[Edit]:
    """The old words that a text says."""
    old = language.lexicon.renamed
    try:
        tokens = language.tokens(text, kind)
    except RulewrightError:
        yield from _standing_in(language, text)
        return
    for token in tokens:
        new = old.get((split_words(text[token.start_pos : token.end_pos]), token.type, str(token)))
        if new is not None:
            yield token.start_pos, token.end_pos, new


def _standing_in(language: Language, text: str) -> Iterator[Edit]:
    """The old words that stand in a text that only an everyday wording reads; none is a part of a longer phrase."""
    words = language.lexer.split(text)
    lower = tuple(word.text.lower() for word in words)
    old = {said: new for (said, *_), new in language.lexicon.renamed.items()}
    at = 0
    while at < len(words):
        phrases = (phrase.words for phrase in language.lexer.table.get(lower[at], ()))
        longest = max(
            (said for said in phrases if lower[at : at + len(said)] == said), key=len, default=lower[at : at + 1]
        )
        begins = at == 0 or lower[at - 1] == "."
        heading = begins and language.lexer.longest("HEADING", list(lower), at)
        if longest in old and not heading:
            yield words[at].start, words[at + len(longest) - 1].end, old[longest]
        at += len(longest)


def _article(language: Language, before: str, new: str) -> list[Edit]:
    """The article that stands right before a word, as the new word wants it."""
    rule = language.lexicon.core.get("article")
    found = re.search(rf"\b({rule['form']}|{rule['becomes']}) $", before) if rule else None
    if not rule or not found:
        return []
    article = rule["becomes"] if re.match(rule["before"], new, re.IGNORECASE) else rule["form"]
    return [(found.start(1), found.end(1), article)] if article != found[1] else []


def _edited(text: str, edits: list[Edit]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _agreeing(language: Language, text: str, kind: str) -> str | None:
    """The text with articles and the like as they must be beside its words; None when it cannot be read."""
    for _ in text:
        try:
            language.parse(text, kind)
            return text
        except RulewrightError as error:
            slips = [(p.offset, p.end, p.suggestions[0]) for p in error.problems if p.code == "RW0417"]
            if not slips:
                return None
            text = _edited(text, slips)
    return None
