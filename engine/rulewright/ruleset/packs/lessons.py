"""What packs have to do with a problem: something that another pack defines, or that one has taken away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.files.content import Content, Write
from rulewright.ruleset.files.discovery import KINDS_WITHOUT_EFFECT
from rulewright.ruleset.files.texts import TextReader
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.conflicts import defined_by
from rulewright.ruleset.packs.selection import Pack, packs_for
from rulewright.ruleset.words_of_trees import words_in

_NAMES = ("RW0225", "RW0226", "RW0229", "RW0231", "RW0232", "RW0233", "RW0234", "RW0235", "RW0236", "RW0514", "RW0823")
"""Codes of names that lead nowhere."""
_WORDS = ("RW03", "RW04")
"""What the codes of sentences that cannot be read start with."""


def taught(ruleset: Ruleset, problems: list[Problem], sentences: bool = True) -> list[Problem]:
    """The problems of a ruleset with packs; those that come from how packs fit together say so.

    Args:
        sentences: whether the problems are those of the ruleset's sentences too, and not of its scenarios only.
    """
    left, uses = _uses_of_removed(ruleset, problems, sentences)
    there = {pack.id for pack in ruleset.packs}
    others = [pack for pack in packs_for(ruleset.id, ruleset.folder, ruleset.packs) if pack.id not in there]
    own = _vocabulary(ruleset.lexicon)
    return [_defined_elsewhere(item, others, own) or item for item in left] + uses


# ---------------------------------------------------------------------- removed


def _uses_of_removed(ruleset: Ruleset, problems: list[Problem], sentences: bool) -> tuple[list[Problem], list[Problem]]:
    """The problems that have nothing to do with things that packs have removed; and one for each of these."""
    users: dict[Path, list[Problem]] = {}
    removed = dict(removed_things(ruleset.content))
    for item in problems:
        for path in removed:
            if item.code in _NAMES and item.found == path[-1]:
                users.setdefault(path, []).append(item)
    for path, item in _sentences(ruleset, removed) if sentences else ():
        users.setdefault(path, []).append(item)
    explained = [item for items in users.values() for item in items]
    left = [item for item in problems if item not in explained]
    return left, [_still_used(removed[path], items) for path, items in users.items()]


def removed_things(content: Content) -> Iterator[tuple[Path, Write]]:
    """What packs have removed and no other one has added again."""
    for write in content.writes:
        said_only = write.path[0] in KINDS_WITHOUT_EFFECT  # what is told of a thing goes with it
        if write.operation == "remove" and not said_only:
            holder: Any = content.data
            for key in write.path[:-1]:
                holder = holder.get(key, {})
            if write.path[-1] not in holder:
                yield write.path, write


def _still_used(write: Write, users: list[Problem]) -> Problem:
    where = sorted({(item.place.file, item.place.line) for item in users})
    return problem(
        "RW0927",
        place=write.document.place(write.inside),
        found=str(write.path[-1]),
        pack=write.pack,
        users=", ".join(f"{file}:{line}" for file, line in where),
    )


def _sentences(ruleset: Ruleset, removed: Mapping[Path, Write]) -> Iterator[tuple[Path, Problem]]:
    """The removed words that sentences still use, each with what is now wrong with the sentence."""
    words = {(str(path[1]), str(path[2])): path for path in removed if path[0] == "lexicon"}
    if not words:
        return
    before = Content()
    before.data["lexicon"] = {section: dict(entries) for section, entries in ruleset.lexicon.items()}
    for (section, name), path in words.items():
        before.data["lexicon"][section][name] = removed[path].before
    reader = TextReader(before, [])
    for text in ruleset.all_words:
        if text.tree is None and text.kind != "times":
            tree = reader(text.text, text.kind, text.path)
            for key in words_in(tree) & set(words) if tree else ():
                yield from ((words[key], item) for item in _wrong_with(ruleset, text))


def _wrong_with(ruleset: Ruleset, text: Words) -> list[Problem]:
    """What keeps a text from being read, as the loader has said it."""
    try:
        ruleset.parse(text.text, kind="block_sentence" if text.kind == "sentence" else text.kind)
    except RulewrightError as error:
        return [item.at(ruleset.text_place(text, item.offset, item.end or None)) for item in error.problems]
    return []


# ---------------------------------------------------------------------- defined by others


def _defined_elsewhere(item: Problem, others: list[Pack], own: set[str]) -> Problem | None:
    """The problem that something is defined by a pack that is not loaded; None where no pack defines it.

    own: the words that the ruleset knows; what is wrong with them is something else.
    """
    said = _said(item.found)
    for other in others:
        if item.code in _NAMES:
            known = any(path[-1] == item.found for path in other.adds)
        else:
            known = item.code.startswith(_WORDS) and said not in own and said in _words_of(other)
        if known:
            return defined_by((said,), other, item.place)
    return None


def _said(found: str) -> str:
    return found.strip("“”").lower()


def _words_of(pack: Pack) -> set[str]:
    """The English words that a pack's lexicon brings."""
    lexicons = (document.data for file, document in pack.documents if file.kind == "lexicon")
    return set().union(*map(_vocabulary, lexicons))


def _vocabulary(lexicon: Mapping[str, Any]) -> set[str]:
    """The English words of a lexicon."""
    words: set[str] = set()
    for entries in lexicon.values():
        said = [entry.get("en", "") if isinstance(entry, dict) else entry for entry in entries.values()]
        # What stands before a noun after "put …" is a word of the core.
        said = [{**forms, "to": ""} if isinstance(forms, dict) else forms for forms in said]
        words.update(re.findall(r"[^\W\d_]+", json.dumps(said, ensure_ascii=False).lower()))
    return words
