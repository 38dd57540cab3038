"""What can be done about a problem or a text with one key: changes of files, made ready."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath

from rulewright.editing.changing.change import Change
from rulewright.editing.sheets.sheet import Saying, Sheet
from rulewright.language.language import Language
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

WIDTH = 120
NEW_WORDS = ("resource", "zone")
"""The types that a word which is not known yet can be given at once."""
_OR = "” or “"
_PLAIN = re.compile(r"[^\W\d_][^:#\[\]{}&*!|>'\"%@`]*")


@dataclass(frozen=True, slots=True)
class Mend:
    """Something to do: the key of its title in the interface, the words of that, and what it changes."""

    title: str
    words: dict[str, str]
    change: Change


# ---------------------------------------------------------------------- texts


def put(sheet: Sheet, file: FilePath, saying: Saying, start: int, end: int, text: str) -> Change | None:
    """Put words in the place of some of a saying; None where its style cannot hold them so."""
    first, last = saying.span(start, max(end, start + 1))
    if end <= start:
        last = first
    change = Change()
    change.add(file, sheet.text, first, last, _in_style(sheet, saying, text, first))
    after = Sheet(sheet.kind, sheet.name, sheet.language, change.result(file), sheet)
    now = next((one.text for one in after.sayings if one.path == saying.path), None)
    wanted = saying.text[:start] + text + saying.text[end:]
    return change if now is not None and now.split() == wanted.split() else None


def _in_style(sheet: Sheet, saying: Saying, text: str, at: int) -> str:
    """A text as the style of a saying writes it, in lines that are not too long."""
    if saying.style == "'":
        text = text.replace("'", "''")
    elif saying.style == '"':
        text = json.dumps(text, ensure_ascii=False)[1:-1]
    line, column = sheet.line_of(at)
    indent = len(sheet.lines[line]) - len(sheet.lines[line].lstrip(" "))
    if saying.style == "" and line == sheet.line_of(saying.start)[0]:
        indent += 2
    room = textwrap.wrap(text, WIDTH - indent, initial_indent=" " * (column - indent), break_on_hyphens=False)
    inside = ("\n" + " " * indent).join(room).lstrip(" ") if saying.style in ("|", ">", "") else text
    return inside if "\n" not in text else text.replace("\n", "\n" + " " * indent)


def suggestion(sheet: Sheet, file: FilePath, start: int, end: int, word: str) -> Mend:
    """Write a suggested word in the place of another, with a capital where that has one."""
    if sheet.text[start : start + 1].isupper():
        word = word[0].upper() + word[1:]
    change = Change()
    change.add(file, sheet.text, start, end, word)
    return Mend("edit_suggest", {"word": word}, change)


def sentences(sheet: Sheet, file: FilePath, language: Language, offset: int, mended: str) -> Iterator[Mend]:
    """Write the sentence that a problem offers in the place of the one at an offset in the file."""
    saying = sheet.saying_at(offset)
    for sentence in mended.split(_OR) if saying is not None and mended else ():
        assert saying is not None
        start, end = sentence_around(language, saying.text, saying.inside(offset))
        change = put(sheet, file, saying, start, end, sentence)
        if change is not None:
            yield Mend("edit_mend", {"sentence": sentence}, change)


def sentence_around(language: Language, text: str, offset: int) -> tuple[int, int]:
    """Where the sentence at an offset of a text begins and ends."""
    words = language.lexer.split(text)
    start = max((word.end for word in words if word.text == "." and word.end <= offset), default=0)
    while start < len(text) and text[start].isspace():
        start += 1
    return start, min(
        (word.end for word in words if word.text == "." and word.end > offset), default=len(text.rstrip())
    )


def normal(sheet: Sheet, file: FilePath, ruleset: Ruleset, saying: Saying) -> Change | None:
    """A saying in its normal form; None when it has it already, cannot be read, or would say something else."""
    try:
        tree = ruleset.parse(saying.text, saying.lang, saying.kind)
        text = ruleset.print(tree, saying.lang, saying.kind)
        if ruleset.parse(text, saying.lang, saying.kind) != tree:
            return None
    except RulewrightError:
        return None
    text = text if saying.text.rstrip().endswith(".") or not text.endswith(".") else text[:-1]
    before = saying.text.rstrip()
    if before.split() == text.split() or before.split() == (text[:1].lower() + text[1:]).split():
        return None
    return put(sheet, file, saying, 0, len(before), text)


# ---------------------------------------------------------------------- new things


def new_word(ruleset: Ruleset, lexicon: Sheet, file: FilePath, word: str) -> Iterator[Mend]:
    """Give the lexicon a noun."""
    name = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")
    if not re.match("[a-z]", name) or name in ruleset.lexicon.get("nouns", {}):
        return
    at = _end_of(lexicon, "nouns")
    for kind in NEW_WORDS:
        entry = f"  {name}: {{type: {kind}, en: {word.lower()}}}\n"
        change = Change()
        change.add(file, lexicon.text, *at, entry if at[0] else f"nouns:\n{entry}")
        yield Mend("edit_word", {"word": word.lower(), "kind": kind}, change)


def _end_of(sheet: Sheet, section: str) -> tuple[int, int]:
    """Where something new of a section can be written."""
    ends = [entry.spot[1] + shift for entry, shift in sheet.entries() if section in entry.inside[:1]]
    if not ends:
        return 0, 0
    line = sheet.line_of(max(ends) - 1)[0] + 1
    at = sheet.offset(line, 0)
    return at, at


def scenario(ruleset: Ruleset, component: str, file: FilePath, sheet: Sheet | None) -> Mend:
    """The skeleton of a scenario for a component; it says what is missing until something is expected."""
    thing = ruleset.components[component]
    lines = [f"- id: {component}_shown", f"  title: {json.dumps(thing.name, ensure_ascii=False)}"]
    lines += [f"  rules: [{', '.join(thing.rules)}]"] if thing.rules else []
    lines += [f"  shows: [{component}]", f"  players: {min(ruleset.people, default=1)}", "  position: {}"]
    lines += ["  choose: []", "  expect: {}", ""]
    text = sheet.text if sheet is not None else ""
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    change = Change()
    change.add(file, text, len(text), len(text), gap + "\n".join(lines))
    return Mend("edit_scenario", {"name": thing.name}, change)


def draft(ruleset: Ruleset, component: str, lang: str, file: FilePath, sheet: Sheet | None) -> Mend | None:
    """What a component says, in another language; None when that has it, or no words for it."""
    thing = ruleset.components[component]
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {}).get("components", {})
    if thing.text is None or thing.text.tree is None or component in texts:
        return None
    try:
        printed = ruleset.print(thing.text.tree, lang, "text")
        if ruleset.parse(printed, lang) != thing.text.tree:
            return None
    except RulewrightError:
        return None
    wrapped = textwrap.wrap(printed, WIDTH - 6, break_on_hyphens=False)
    entry = "\n".join([f"  {component}:", "    text: |", *(f"      {line}" for line in wrapped), ""])
    change = Change()
    if sheet is not None and (at := _end_of(sheet, "components"))[0]:
        change.add(file, sheet.text, *at, entry)
    else:
        text = sheet.text if sheet is not None else ""
        change.add(file, text, len(text), len(text), ("\n" if text else "") + "components:\n" + entry)
    return Mend("edit_draft", {"name": thing.name, "lang": lang}, change)


def accept(sheet: Sheet, file: FilePath, start: int, end: int, found: str) -> Mend | None:
    """Expect what a scenario has come out with: a number, or a list of cards."""
    number = re.match(r"-?\d+", found)
    listed = re.fullmatch(r"[a-z0-9_]+(, [a-z0-9_]+)*|empty", found)
    written = sheet.text[start:end]
    if number is not None and not written.startswith("["):
        value = number[0]
    elif listed is not None and written.startswith("["):
        value = "[]" if found == "empty" else f"[{found}]"
    else:
        return None
    change = Change()
    change.add(file, sheet.text, start, end, value)
    return Mend("edit_accept", {"found": value}, change)
