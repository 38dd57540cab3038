"""Renaming a word: its forms in the lexicon, and all texts that say it, those of packs included."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from rulewright.editing.changing.change import WRONG, Change, refused
from rulewright.editing.changing.quotations import requote
from rulewright.editing.family import Family
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.document import Document
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.operations import said_of_things
from rulewright.ruleset.packs.selection import Pack
from rulewright.ruleset.translations.renaming import Edit, OldText, edits_with_new_words, old_texts

FORMS = "|"
"""Stands between the forms of a word, in what is written for its new name."""


def rename_word(family: Family, section: str, name: str, new: str, lang: str) -> Change:
    """Say a word of the lexicon otherwise in a language, in all texts, with the articles and endings that it needs.

    Args:
        new: its form, or its forms with `|` between them, as many as are written in the lexicon now.

    Raises:
        RulewrightError: RW0835, the word cannot be called so, a text has to be written by hand, it belongs to what is
            not open, or something would be wrong afterwards.
    """
    ruleset = family.ruleset
    forms = [form.strip() for form in new.split(FORMS)]
    path, old = _forms_of(ruleset, section, name, lang)
    before = old.split(FORMS) if isinstance(old, str) else []
    if not all(form or before[at : at + 1] == [""] for at, form in enumerate(forms)):
        raise refused(name, new, "a form is empty")
    written = _instead(old, forms)
    if written is None:
        raise refused(name, new, "it has another number of forms")
    source = ruleset.content.source(path)
    assert source is not None
    if not family.may_write(_file(source[0])):
        raise refused(name, new, "it belongs to a ruleset or pack that is not open here")
    change = Change()
    rewording = _Rewording(family, change, section, name, lang, written, old, new)
    rewording.texts_of(family.alone, family.folder)
    for pack in family.all_packs:
        rewording.texts_of(partial(family.with_pack, pack), pack)
    rewording.what_packs_expect()
    for start, end, text in _in_file(source[0], source[1], old, written):
        change.add(_file(source[0]), source[0].text, start, end, text)
    if lang == "en":  # the language of scenarios
        requote(family, change, name, new, _flat(old))
    _hold_back(family, change, name, new)
    return change


def _hold_back(family: Family, change: Change, name: str, new: str) -> None:
    """Refuse a change that rests on other texts than those that are open, or after which something is wrong."""
    for file, text in change.texts.items():
        sheet = family.sheets.get(file)
        if sheet is not None and sheet.text != text:
            raise refused(name, new, "what is open cannot be read as a whole now")
    wrong = family.wrong_after({file: change.result(file) for file in change.edits})
    if wrong:
        raise refused(name, new, WRONG, *wrong[:1])


@dataclass
class _Rewording:
    """One word that is called otherwise, in a ruleset and its packs."""

    family: Family
    change: Change
    section: str
    name: str
    lang: str
    written: Any
    old: Any
    new: str
    texts: list[OldText] = field(default_factory=list)
    packs: dict[FilePath, Pack] = field(default_factory=dict)

    def texts_of(self, mix: Callable[[], Ruleset], folder: FilePath) -> None:
        """Change the texts in the files of one folder, as they are read in a ruleset with or without a pack."""
        try:
            ruleset = mix()
        except RulewrightError as error:
            if self._is_said_below(folder):
                raise refused(self.name, self.new, WRONG, *error.problems[:1]) from None
            return
        try:
            if _forms_of(ruleset, self.section, self.name, self.lang)[1] != self.old:
                return  # it is called otherwise there
        except RulewrightError:
            return  # it is not there
        renamed = _with(ruleset, self.section, self.name, self.lang, self.written, self.old)
        try:
            renamed.language(self.lang)
            found, left = edits_with_new_words(renamed)
            self.texts += old_texts(renamed)
        except RulewrightError as error:
            raise refused(self.name, self.new, WRONG, *error.problems[:1]) from None
        for text in left:
            where = text.problem(renamed).place
            if self._is_of(FilePath(where.file).resolve(), folder):
                raise refused(self.name, self.new, "a text has to be written by hand first", place=where)
        self.packs |= {pack.path.resolve(): pack for pack in ruleset.packs}
        for document, edits in found.items():
            for edit in edits:
                self._add(document, edit, folder)

    def _is_said_below(self, folder: FilePath) -> bool:
        """Whether a form of the word stands in a file of a pack, whatever it says there."""
        said = re.compile(rf"\b(?:{'|'.join(map(re.escape, _flat(self.old)))})\b", re.IGNORECASE)
        return any(said.search(sheet.text) for _, sheet in self.family.files_of(folder))

    def what_packs_expect(self) -> None:
        """Change the texts that packs expect to find before they change them."""
        for folder, pack in self.packs.items():
            for edit in _expected(pack, self.texts):
                self._add(pack.manifest, edit, folder)

    def _add(self, document: Document, edit: Edit, folder: FilePath) -> None:
        if self._is_of(_file(document), folder):
            self.change.add(_file(document), document.text, *edit)

    def _is_of(self, file: FilePath, folder: FilePath) -> bool:
        """Whether a file is of the ruleset or the pack in a folder, and may be written."""
        home = self.family.pack_of(file)
        return self.family.may_write(file) and (home == folder or (home is None and folder == self.family.folder))


def _expected(pack: Pack, texts: list[OldText]) -> Iterator[Edit]:
    """What a pack expects a text to say before it changes it, as that text will say it."""
    document = pack.manifest
    for path, body, inside in said_of_things(document.data, "patch"):
        for key, value in body.get("expect", {}).items():
            said = value.strip() if isinstance(value, str) else ""
            text = next((one for one in texts if one.path == (*path, key) and one.text.strip() == said), None)
            if text is not None:
                for start, end, new in text.edits():
                    yield (*document.text_span((*inside, "expect", key), start, end), new)


def _file(document: Document) -> FilePath:
    """The path of a document."""
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
        raise refused(name, "", "the language has no word for it")
    return path, data


def _flat(forms: Any) -> list[str]:
    """The forms of a word, however they are written."""
    parts = [forms.get("one"), forms.get("many")] if isinstance(forms, dict) else forms
    said = (part for part in (parts if isinstance(parts, list) else [parts]) if part is not None)
    return [form for part in said for form in str(part).split(FORMS)]


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
