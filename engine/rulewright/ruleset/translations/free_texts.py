"""Free texts: names, titles and own words, which nothing can prove, and which of them somebody has reviewed.

The record holds a hash of the English text and of the other, as they were seen: a change of either opens it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from rulewright import disk
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.sources import sources
from rulewright.ruleset.translations.text_locations import folder_of, home, parts
from rulewright.ruleset.translations.titles import proved_titles

OWN_WORDS = ("told", "lines", "deeds")
"""The sections of a language's lexicon that say how a sentence, a line or a deed is told instead."""

RECORD = "reviewed.txt"
"""In `locale/<lang>/`, beside the texts: a hash of what was seen and the context of each reviewed text."""


@dataclass(frozen=True, slots=True)
class FreeText:
    """A text that nothing proves: its context, what it says in English and in the language, and its state.

    Attributes:
        state: `reviewed`, `changed` (either text is another one since the review) or `new`.
        folder: where the text stands: the game's folder or a pack's.
    """

    context: str
    english: str
    said: str
    state: str
    folder: Path

    @property
    def seen(self) -> str:
        """A hash of both texts; line ends do not count."""
        both = "\n".join(" ".join(text.split()) for text in (self.english, self.said))
        return hashlib.sha256(both.encode()).hexdigest()[:16]


def free_texts(ruleset: Ruleset, lang: str) -> Iterator[FreeText]:
    """Yield every free text that a language gives, in the order of its file; what is proved is not free."""
    proved = proved_titles(ruleset, lang) if lang in ruleset.languages else set()
    english = {source.context: source.text for source in sources(ruleset) if source.tree is None}
    recorded = cache(partial(_recorded, lang=lang))
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    for path, said in parts(texts):
        context = ".".join(path)
        if context in english and context not in proved:
            folder = home(ruleset, lang, *path) or ruleset.folder
            yield _with_state(FreeText(context, english[context], str(said), "new", folder), recorded)


def own_words(ruleset: Ruleset, lang: str) -> Iterator[FreeText]:
    """Yield what a language tells in words of its own, each beside what the grammar prints in the language.

    The context is the section and a hash of what the grammar prints, which may be several lines.
    """
    recorded = cache(partial(_recorded, lang=lang))
    lexicon = ruleset.content.data["locale"].get(lang, {}).get("lexicon", {})
    for section in OWN_WORDS:
        for printed, own in lexicon.get(section, {}).items():
            context = f"{section}.{hashlib.sha256(str(printed).encode()).hexdigest()[:8]}"
            folder = folder_of(ruleset, ("locale", lang, "lexicon", section, printed)) or ruleset.folder
            yield _with_state(FreeText(context, str(printed), str(own), "new", folder), recorded)


def reviewable(ruleset: Ruleset, lang: str) -> Iterator[FreeText]:
    """Yield all that nothing proves: names and titles, then own words."""
    yield from free_texts(ruleset, lang)
    yield from own_words(ruleset, lang)


def note_reviewed(ruleset: Ruleset, lang: str, chosen: Callable[[str], bool]) -> int:
    """Record as reviewed, as they are now, the texts whose contexts are chosen; return how many were.

    Nothing is written into a zip.
    """
    records: dict[Path, dict[str, str]] = {}
    count = 0
    for text in reviewable(ruleset, lang):
        if chosen(text.context) and (text.folder / "locale" / lang).is_dir():
            records.setdefault(text.folder, _recorded(text.folder, lang))[text.context] = text.seen
            count += 1
    for folder, known in records.items():
        path = folder / "locale" / lang / RECORD
        disk.write(path, "".join(f"{known[name]} {name}\n" for name in sorted(known)))
    return count


def _with_state(text: FreeText, recorded: Callable[[Path], Mapping[str, str]]) -> FreeText:
    """A free text with its state by the record in its folder."""
    seen = recorded(text.folder).get(text.context)
    return replace(text, state="reviewed" if seen == text.seen else "changed" if seen else "new")


def _recorded(folder: Path, lang: str) -> dict[str, str]:
    """The hashes of what was seen, by context."""
    path = folder / "locale" / lang / RECORD
    if not path.is_file():
        return {}
    lines = (line.partition(" ") for line in disk.read_text(path).splitlines())
    return {context: seen for seen, _, context in lines if context}
