"""Renaming: an id in all files that name it, a word in all texts that say it."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from rulewright.editing.places import ID, all_files, ids_in, things
from rulewright.editing.sheets.sheet import Sheet
from rulewright.language.problems import Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.files.unsaved import unsaved
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.proofs import RECORD
from rulewright.ruleset.translations.renaming import Edit, edits_with_new_words

FORMS = "|"
"""Stands between the forms of a word, in what is written for its new name."""


@dataclass
class Change:
    """What is to be changed: by file, its text as it was read, and where in it something else is to stand."""

    texts: dict[FilePath, str] = field(default_factory=dict)
    edits: dict[FilePath, list[Edit]] = field(default_factory=dict)

    def add(self, file: FilePath, text: str, start: int, end: int, new: str) -> None:
        """Put some characters in the place of others."""
        self.texts[file] = text
        self.edits.setdefault(file, []).append((start, end, new))

    def result(self, file: FilePath) -> str:
        """A file as it will be."""
        text = self.texts[file]
        for start, end, new in sorted(self.edits[file], reverse=True):
            text = text[:start] + new + text[end:]
        return text


# ---------------------------------------------------------------------- ids


def rename_id(
    ruleset: Ruleset, old: str, new: str, sheets: Mapping[FilePath, Sheet], packs: Sequence[str] = ()
) -> Change:
    """Give a thing another id, wherever it is named; the ruleset reads after it as before.

    Raises:
        RulewrightError: RW0835, the id cannot be one or is taken, it means several things, or something would be wrong
            afterwards.
    """
    if not ID.fullmatch(new) or things(ruleset, new):
        raise RulewrightError(problem("RW0835", found=old, new=new, reason="the new id is taken or no id at all"))
    if len(things(ruleset, old)) != 1:
        raise RulewrightError(problem("RW0835", found=old, new=new, reason="it means no thing, or several"))
    change = Change()
    for path, sheet in all_files(ruleset, sheets):
        for name, start, end in ids_in(sheet):
            if name == old:
                change.add(path, sheet.text, start, end, new)
    for record in sorted(ruleset.folder.glob(f"locale/*/{RECORD}")):
        text = record.read_text(encoding="utf-8")
        for found in re.finditer(rf"(?<=\.){re.escape(old)}(?=\.)", text):
            change.add(record.resolve(), text, found.start(), found.end(), new)
    wrong = _wrong_after(ruleset, change, sheets, packs)
    if wrong:
        raise RulewrightError(problem("RW0835", found=old, new=new, reason=wrong[0].message))
    return change


def _wrong_after(
    ruleset: Ruleset, change: Change, sheets: Mapping[FilePath, Sheet], packs: Sequence[str]
) -> list[Problem]:
    """What is wrong with the ruleset after a change, and was not before."""
    before = {path: sheet.source for path, sheet in sheets.items()}
    with unsaved(before):
        known = {(one.code, one.message) for one in read_ruleset(ruleset.folder, packs)[1]}
    with unsaved({**before, **{file: change.result(file) for file in change.edits}}):
        return [one for one in read_ruleset(ruleset.folder, packs)[1] if (one.code, one.message) not in known]


# ---------------------------------------------------------------------- words


def rename_word(ruleset: Ruleset, section: str, name: str, new: str, lang: str) -> Change:
    """Say a word of the lexicon otherwise in a language, in all texts, with the articles and endings that it needs.

    Args:
        new: its form, or its forms with `|` between them, as many as are written in the lexicon now.

    Raises:
        RulewrightError: RW0835, the word cannot be called so, or a text has to be written by hand.
    """
    forms = [form.strip() for form in new.split(FORMS)]
    if not all(forms):
        raise RulewrightError(problem("RW0835", found=name, new=new, reason="a form is empty"))
    path, old = _forms_of(ruleset, section, name, lang)
    written = _instead(old, forms)
    if written is None:
        raise RulewrightError(problem("RW0835", found=name, new=new, reason="it has another number of forms"))
    renamed = _with(ruleset, section, name, lang, written, old)
    try:
        renamed.language(lang)
        found, left = edits_with_new_words(renamed)
    except RulewrightError as error:
        raise RulewrightError(problem("RW0835", found=name, new=new, reason=error.problems[0].message)) from None
    if left:
        where = left[0].problem(renamed).place
        reason = "a text has to be written by hand first"
        raise RulewrightError(problem("RW0835", place=where, found=name, new=new, reason=reason))
    change = Change()
    for document, edits in found.items():
        for start, end, text in edits:
            change.add(_file(document), document.text, start, end, text)
    source = ruleset.content.source(path)
    assert source is not None
    for start, end, text in _in_file(source[0], source[1], old, written):
        change.add(_file(source[0]), source[0].text, start, end, text)
    return change


def _file(document: Document) -> FilePath:
    return FilePath(document.file).resolve()


def _forms_of(ruleset: Ruleset, section: str, name: str, lang: str) -> tuple[Path, Any]:
    """Where the forms of a word are written, and what is written there."""
    if lang == "en":
        data = ruleset.lexicon.get(section, {}).get(name)
        path: Path = ("lexicon", section, name)
        if isinstance(data, dict) and "en" in data:
            path, data = (*path, "en"), data["en"]
    else:
        data = ruleset.content.data["locale"].get(lang, {}).get("lexicon", {}).get(section, {}).get(name)
        path = ("locale", lang, "lexicon", section, name)
    if isinstance(data, dict) and "forms" in data:
        path, data = (*path, "forms"), data["forms"]
    if data is None:
        raise RulewrightError(problem("RW0835", found=name, new="", reason="the language has no word for it"))
    return path, data


def _instead(old: Any, forms: list[str]) -> Any:
    """What is written in the place of some forms; None where their number is another."""
    if isinstance(old, str):
        if FORMS not in old and len(forms) == 2:  # the second was regular
            return forms
        return FORMS.join(forms) if len(forms) == len(old.split(FORMS)) else None
    if isinstance(old, list):
        return forms if len(forms) == len(old) and all(isinstance(one, str) for one in old) else None
    if isinstance(old, dict):
        own = [key for key in ("one", "many") if isinstance(old.get(key), str)]
        return {**old, **dict(zip(own, forms, strict=True))} if len(own) == len(forms) else None
    return None


def _with(ruleset: Ruleset, section: str, name: str, lang: str, new: Any, old: Any) -> Ruleset:
    """The ruleset with a word that is called otherwise now."""
    content = copy.copy(ruleset.content)
    content.data = json.loads(json.dumps(ruleset.content.data))
    if isinstance(old, dict):
        old = {key: value for key, value in old.items() if key in ("one", "many")}
    if lang == "en":
        entries = content.data["lexicon"][section]
        if not isinstance(entries[name], dict):
            entries[name] = new
        else:
            own = entries[name].get("en")
            entries[name]["en"] = {**own, "forms": new} if isinstance(own, dict) and "forms" in own else new
            entries[name]["was"] = old
    else:
        lexicon = content.data["locale"][lang]["lexicon"]
        own = lexicon[section][name]
        lexicon[section][name] = {**own, "forms": new} if isinstance(own, dict) and "forms" in own else new
        lexicon.setdefault("was", {}).setdefault(section, {})[name] = old
    return replace(ruleset, content=content, lexicon=content.data["lexicon"], _languages={})


def _in_file(document: Document, inside: Path, old: Any, new: Any) -> Iterator[Edit]:
    """The forms in the file, each in the place of the one before."""
    pairs: list[tuple[Path, Any, Any]] = [(inside, old, new)]
    if isinstance(old, list):
        pairs = [((*inside, at), a, b) for at, (a, b) in enumerate(zip(old, new, strict=True))]
    elif isinstance(old, dict):
        pairs = [((*inside, key), old[key], new[key]) for key in old]
    for path, before, after in pairs:
        spot = document.spot_at(path)
        if before != after and spot is not None:
            quote = spot[2] if spot[2] in ("'", '"') else ""
            flow = f"[{', '.join(after)}]" if isinstance(after, list) else f"{quote}{after}{quote}"
            yield spot[0], spot[1], flow
