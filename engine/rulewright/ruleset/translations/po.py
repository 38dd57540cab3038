"""Gettext PO: the texts of one language as a file that translators' editors read; lossless both ways.

The context of an entry is its place in `texts.yaml` (`components.some_card.text`), its source the English words.
Comments tell what a translator needs: the card, its meaning, the words of the game in it and their forms. An entry is
fuzzy when the meaning of its source has changed since the file was written last; the source of then is told too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polib

from rulewright.language.nodes import Node
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.drafts import ids
from rulewright.ruleset.translations.sources import Source, given_texts, sources


def exported(ruleset: Ruleset, lang: str, before: str = "") -> str:
    """The PO file of a language.

    Args:
        ruleset: the game.
        lang: a language; what it says already is filled in.
        before: the file as it was exported last, if there is one: what changed since becomes fuzzy.

    Raises:
        RulewrightError: `before` is no PO file.
    """
    given = given_texts(ruleset.content.data["locale"].get(lang, {}).get("texts", {}))
    old = {entry.msgctxt: entry for entry in read(before)} if before else {}
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": f"{ruleset.id} {ruleset.version}",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for source in sources(ruleset):
        entry = polib.POEntry(
            msgctxt=source.context,
            msgid=source.text,
            msgstr=given.get(source.context, "").strip(),
            comment="\n".join([*source.told, *_terms(ruleset, lang, source.tree)]),
            occurrences=[(source.place[0], str(source.place[1]))],
        )
        last = old.get(source.context)
        made_from = translated(last) if last is not None else source.text
        if entry.msgstr and _changed(ruleset, made_from, source) and not _proved(ruleset, lang, entry.msgstr, source):
            entry.flags.append("fuzzy")
            entry.previous_msgid = made_from
        file.append(entry)
    return str(file) + "\n"


def translated(entry: polib.POEntry) -> str:
    """The source that the translation of an entry was made from."""
    return str(entry.previous_msgid) if entry.fuzzy and entry.previous_msgid else str(entry.msgid)


def _proved(ruleset: Ruleset, lang: str, text: str, source: Source) -> bool:
    """Whether a translation says what its source does, as far as rules read it."""
    try:
        return source.tree is not None and ruleset.parse(text, lang) == source.tree
    except RulewrightError:
        return False


def _changed(ruleset: Ruleset, before: str, source: Source) -> bool:
    """Whether the words of a source mean something else than they did; without a meaning, whether they changed."""
    if before == source.text:
        return False
    if source.tree is None:
        return True
    try:
        return ruleset.parse(before) != source.tree
    except RulewrightError:
        return True


def _terms(ruleset: Ruleset, lang: str, tree: Node | None) -> Iterator[str]:
    """The words of the game in a text, with what the language calls them."""
    if tree is None or lang not in ruleset.languages:
        return
    english, other = ruleset.language().lexicon, ruleset.language(lang).lexicon
    for word in sorted(ids(tree)):
        if word in ruleset.lexicon.get("nouns", {}) and word in other.nouns:
            yield f"{english.nouns[word].forms.get('one')} = {other.nouns[word].forms.get('one')}"


def read(text: str) -> polib.POFile:
    """The entries of a PO file, however it is wrapped, ordered or ended.

    Raises:
        RulewrightError: it is none.
    """
    try:
        # polib reads a file when it is given its path: no path holds a zero, and a comment may.
        return polib.pofile(text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff") + "\n# \0")
    except (OSError, ValueError) as error:
        raise RulewrightError(problem("RW0815", found=str(error))) from None


def imported(ruleset: Ruleset, lang: str, text: str) -> tuple[dict[str, Any], list[str]]:
    """The content of `texts.yaml` with what a PO file says, and the contexts that the game does not have.

    Entries without a translation, and fuzzy ones, leave what there is; so do those that differ in line ends alone.
    """
    texts: dict[str, Any] = {}
    known = {source.context for source in sources(ruleset)}
    given = given_texts(ruleset.content.data["locale"].get(lang, {}).get("texts", {}))
    unknown = []
    for entry in read(text):
        if entry.obsolete or not entry.msgctxt:
            continue
        if entry.msgctxt not in known and entry.msgctxt not in given:
            unknown.append(entry.msgctxt)
        elif entry.msgstr.strip() and not entry.fuzzy and entry.msgstr.split() != given.get(entry.msgctxt, "").split():
            given[entry.msgctxt] = entry.msgstr.strip()
    for context, value in given.items():
        section, _, rest = context.partition(".")
        if not rest:
            texts[section] = value
        elif section == "titles":
            texts.setdefault(section, {})[rest] = value
        else:
            name, _, key = rest.rpartition(".")
            texts.setdefault(section, {}).setdefault(name, {})[key] = value
    return texts, unknown
