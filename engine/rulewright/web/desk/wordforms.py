"""The forms of a word as they are written in a language's `lexicon.yaml`, one field each, and written there again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright import disk
from rulewright.language.lexicon.words import Forms, VerbWord
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.files.editing import replace_text, write_checked
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.proofs import summary

LINES = {"nouns": "noun_forms", "adjectives": "adjective_forms", "verbs": "verb_forms"}
"""By section, the key of the language's words that names the forms of a line, which stand between bars."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a word.

    Attributes:
        key: of the field in a form; path: of its text in the entry; part: which form of a line it is, or -1 for all.
        name: of the form, or of what else stands there; said: what is written; made: what follows where nothing is.
        like: the same form of a word that all games have.
    """

    key: str
    path: tuple[str, ...]
    part: int
    name: str
    said: str
    made: str = ""
    like: str = ""


def fields(ruleset: Ruleset, lang: str, section: str, word: str) -> list[Field]:
    """All that is written of a word, and what can be; of one without forms, what it must have."""
    words = ruleset.language(lang).lexicon if lang in ruleset.languages else None
    names = tuple(map(str, (words.core if words else {}).get(LINES.get(section, ""), ())))
    entry = _entry(ruleset, lang, section, word)
    if entry is None:
        entry = {"pattern": "", "forms": ""} if section == "verbs" else ""
    known = getattr(words, section).get(word) if words else None
    forms = (known.forms[0] if isinstance(known, VerbWord) else known.forms) if known else Forms({})
    found: list[Field] = []
    like = _example(ruleset, lang, section, names)
    for path, text in _texts(entry):
        parts = text.split("|")
        if path in ((), ("forms",)) and names and len(parts) <= len(names):
            for part, name in enumerate(names):
                said = parts[part].strip() if part < len(parts) else ""
                key = ".".join((*path, str(part)))
                found.append(
                    Field(key, path, part, name, said, "" if said else forms.get(name) or "", like.get(name, ""))
                )
        else:
            found.append(Field(".".join((*path, "-")), path, -1, path[-1] if path else "", text))
    return found


def rewritten(again: Callable[[], Ruleset], lang: str, section: str, word: str, said: Mapping[str, str]) -> int:
    """Write the fields of a word; comments, order and all else of the file stay as they are.

    Args:
        again: reads the ruleset from its files; said: by the keys of fields, what shall stand there.

    Returns:
        how many translations are no longer proved, because they say the word otherwise.

    Raises:
        RulewrightError: what is wrong with the words then: nothing is written; RW0833, it cannot stand in the file.
    """
    ruleset = again()
    before = _proved(ruleset, lang)
    now = _wanted(fields(ruleset, lang, section, word), said)
    entry = _entry(ruleset, lang, section, word)
    was = {} if entry is None else dict(_texts(entry))
    if any("\n" in text for text in now.values()) or not any(now.values()):
        raise RulewrightError(problem("RW0833", found=word))
    file = _file(ruleset, lang, section, word)
    kept = disk.read(file) if file.is_file() else None
    try:
        if entry is None:
            add_word(file, section, word, now)
        for path, text in now.items() if entry is not None else ():
            if text != was[path]:
                keys = (section, word, *path)
                replace_text(ruleset.content, ("locale", lang, "lexicon", *keys), was[path], text, keys)
                ruleset = again()
        ruleset = again()
        ruleset.language(lang)
        return max(0, before - _proved(ruleset, lang))
    except RulewrightError:
        if kept is None:
            file.unlink(missing_ok=True)
        else:
            disk.write(file, kept)
        again()
        raise


def add_word(file: Path, section: str, word: str, texts: Mapping[tuple[str, ...], str]) -> None:
    """Write the forms of a word that a lexicon lacks, behind those of its section. Raises RulewrightError: RW0833."""
    lines = (disk.read_text(file) if file.is_file() else "").split("\n")
    whole: Any = texts.get((), None)
    if whole is None:
        whole = {path[0]: text for path, text in texts.items()}
        said = "{" + ", ".join(f"{key}: {json.dumps(text, ensure_ascii=False)}" for key, text in whole.items()) + "}"
    else:
        said = whole if re.fullmatch(r"[^\W\d_][\w|, ]*", whole) else json.dumps(whole, ensure_ascii=False)
    line = f"  {word}: {said}"
    head = next((at for at, one in enumerate(lines) if re.match(rf"{section}:\s*(#.*)?$", one)), None)
    if head is None:
        while lines and not lines[-1].strip():
            lines.pop()
        lines += [f"{section}:", line, ""]
    else:
        end = next((at for at in range(head + 1, len(lines)) if re.match(r"[^\s#]", lines[at])), len(lines))
        while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
            end -= 1
        lines.insert(end, line)
    disk.make_folder(file.parent)
    write_checked(file, "\n".join(lines), (section, word), whole)


# ---------------------------------------------------------------------- helpers


def _entry(ruleset: Ruleset, lang: str, section: str, word: str) -> Any:
    found = ruleset.content.data["locale"].get(lang, {}).get("lexicon", {}).get(section, {})
    return found.get(word) if isinstance(found, Mapping) else None


def _example(ruleset: Ruleset, lang: str, section: str, names: tuple[str, ...]) -> Mapping[str, str]:
    """The forms of a word of the core, of which the most are written, or follow by rule."""
    if lang not in ruleset.languages:
        return {}
    words = ruleset.language(lang).lexicon
    own = ruleset.content.data["locale"].get(lang, {}).get("lexicon", {}).get(section, {})
    best: dict[str, str] = {}
    for word in words.core.get(section) or {}:
        known = getattr(words, section).get(word) if word not in own else None
        if known is not None:
            forms = known.forms[0] if isinstance(known, VerbWord) else known.forms
            told = {name: ",".join(filter(None, map(forms.get, (name, f"{name}_def")))) for name in names}
            best = max(best, told, key=lambda one: sum(map(bool, one.values())))
    return best


def _texts(entry: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts of an entry that can be written one by one: lists stay as they are."""
    if isinstance(entry, str):
        yield (), entry
    elif isinstance(entry, Mapping):
        for key, value in entry.items():
            yield from (((str(key), *path), text) for path, text in _texts(value))


def _wanted(some: list[Field], said: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """What each text shall be: the forms of a line together, those at its end that follow by rule left out."""
    found: dict[tuple[str, ...], str] = {}
    lines: dict[tuple[str, ...], list[str]] = {}
    for one in some:
        text = said.get(one.key, one.said).strip()
        if one.part < 0:
            found[one.path] = text
        else:
            lines.setdefault(one.path, []).append(text)
    for path, parts in lines.items():
        found[path] = "|".join(parts).rstrip("|")
    return found


def _file(ruleset: Ruleset, lang: str, section: str, word: str) -> Path:
    source = ruleset.content.source(("locale", lang, "lexicon", section, word))
    if source is not None:
        return Path(source[0].file)
    return ruleset.folder / "locale" / lang / "lexicon.yaml"


def _proved(ruleset: Ruleset, lang: str) -> int:
    if lang not in ruleset.languages:
        return 0
    return sum(text.state == "proved" for text in summary(ruleset, lang).texts)
