"""What can be written at a place of a file: words of the language in texts, ids where things are named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.editing.offering.offers_in_packs import keys_around, pack_offers
from rulewright.editing.sheets.pieces import PACK
from rulewright.editing.sheets.sheet import Sheet
from rulewright.editing.words import section_of
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

MOST = 400
"""So many words are offered at once; whoever types on gets the others."""

_KEY = re.compile(r"(?:^|[{,-])\s*(?:[a-z][a-z0-9_.]*\.)?(?P<key>[a-z][a-z ]*):\s*(?P<value>[^:]*|\"[^\"]*|'[^']*)$")
_STEP = re.compile(r"^\s*-\s+(?P<value>[^:{\[]*)$")
_NAME = re.compile(r"[A-Za-z0-9_-]*$")
_KINDS = {
    "text": "text", "do": "block_sentence", "then": "block_sentence", "else": "block_sentence", "if": "condition",
    "says": "condition", "while": "condition", "require": "condition", "where": "condition", "for each": "phrase",
    "choose": "phrase", "among": "phrase", "count": "phrase", "by": "phrase", "whenever": "event", "never": "event",
    "before": "event", "highest": "amount", "lowest": "amount", "least": "amount", "most": "amount", "be": "value",
    "cost": "block_sentence", "after": "block_sentence", "otherwise": "block_sentence",
}  # fmt: skip
"""As what the values of keys are read, of texts that are not there yet."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can stand at a place: the text, from which offset of the file on, and what it is."""

    text: str
    start: int
    section: str
    about: str


def offers(ruleset: Ruleset, sheet: Sheet, offset: int) -> list[Offer]:
    """What can be written at an offset of a file."""
    begun = _text_before(sheet, offset)
    if begun is not None:
        return list(_words(ruleset, *begun, offset))[:MOST]
    return list(_ids(ruleset, sheet, offset))


def _text_before(sheet: Sheet, offset: int) -> tuple[str, str, str] | None:
    """The text before a place, its kind and its language; None where no text is."""
    line, column = sheet.line_of(offset)
    for saying in sheet.sayings:
        if saying.start <= offset <= saying.end:
            return saying.text[: saying.inside(offset)], saying.kind, saying.lang
        if saying.end < offset and not sheet.text[saying.end : offset].strip(" ") and saying.text.strip():
            if saying.style in ("'", '"'):
                return None
            return saying.text + sheet.text[saying.end : offset], saying.kind, saying.lang
    if sheet.kind in ("scenarios", "locale-lexicon", "map", "layout", "coverage", "untestable", "ruleset"):
        return None
    lang = sheet.language or "en"
    before = sheet.lines[line][:column]
    key, step = _KEY.search(before), _STEP.match(before)
    if key is not None and key["key"].strip() in _KINDS:
        return key["value"].lstrip("\"'"), _KINDS[key["key"].strip()], lang
    if step is not None and sheet.kind in ("procedures", "lexicon", "pack"):
        return step["value"].lstrip("\"'"), "block_sentence", lang
    return _block_before(sheet, line, column, lang)


def _block_before(sheet: Sheet, line: int, column: int, lang: str) -> tuple[str, str, str] | None:
    """The text of a block scalar that is only begun."""
    above = line
    while above > 0 and line - above < 50:
        above -= 1
        text = sheet.lines[above]
        if not text.strip():
            continue
        head = re.match(r"^\s*(?:- )?([a-z ]+):\s*[|>][+-]?\s*$", text)
        indent = len(text) - len(text.lstrip(" "))
        if head is not None and indent < column and head[1].strip() in _KINDS:
            rows = [*sheet.lines[above + 1 : line], sheet.lines[line][:column]]
            return "\n".join(row.strip() for row in rows[:-1]) + rows[-1].lstrip(" "), _KINDS[head[1].strip()], lang
        if ":" in text and indent < column:
            return None
    return None


def _words(ruleset: Ruleset, text: str, kind: str, lang: str, offset: int) -> Iterator[Offer]:
    try:
        language = ruleset.language(lang)
    except RulewrightError:
        return
    start_of_sentence = not text.strip() or text.rstrip()[-1] in ".:"
    for found in language.continuations(text, kind):
        section = section_of(language, found.phrase.terminal)
        capital = start_of_sentence and kind in ("text", "block_sentence") and not text[found.start :].strip()
        capital = capital or text[found.start : found.start + 1].isupper()
        wording = found.text[0].upper() + found.text[1:] if capital else found.text
        if "\n" not in text[found.start :]:
            yield Offer(wording, offset - (len(text) - found.start), section, found.phrase.value if section else "")


# ---------------------------------------------------------------------- ids


def _ids(ruleset: Ruleset, sheet: Sheet, offset: int) -> Iterator[Offer]:
    line, column = sheet.line_of(offset)
    before = sheet.lines[line][:column]
    begun = _NAME.search(before)
    start = offset - (len(begun[0]) if begun is not None else 0)
    if sheet.kind == PACK:
        for section, name, about in pack_offers(ruleset, keys_around(sheet, offset)):
            if begun is None or name.startswith(begun[0]):
                yield Offer(name, start, section, about)
    inside = re.search(r"([a-z][a-z ]*):\s*(?:\[[^\]]*|[^:,{}\[\]]*)$", before)
    listed = re.match(r"^\s*-\s+", before)
    if inside is None and not listed and "{" not in before and sheet.kind != "scenarios":
        return
    for section, name, about in _named(ruleset, inside[1].strip() if inside is not None else "", sheet.kind):
        if begun is None or name.startswith(begun[0]):
            yield Offer(name, start, section, about)


def _named(ruleset: Ruleset, key: str, kind: str) -> Iterator[tuple[str, str, str]]:
    """The things that a key can name: section, id, and what it is called."""
    nouns = ruleset.lexicon.get("nouns", {})
    types = {"start": ("zone",), "kind": ("card", "piece", "space", "border", "region")}.get(key)
    if key == "rules":
        yield from (("rules", number, "") for number in ruleset.rule_numbers() or ())
    elif types is not None:
        yield from (("nouns", name, entry["type"]) for name, entry in nouns.items() if entry.get("type") in types)
    elif key in ("heading", "offer", "resolve"):
        yield from (("headings", name, "") for name in ruleset.lexicon.get("headings", {}))
    elif key == "limit":
        yield from (("times", name, "") for name in ruleset.lexicon.get("times", {}))
    elif key == "shows":
        yield from _components(ruleset)
    elif values := list(_values(ruleset, key)):
        yield from values
    elif kind in ("scenarios", "components", "pack", "map", "layout", "procedures", "locale-texts"):
        yield from _components(ruleset)
        yield from (("spaces", name, space.name) for name, space in ruleset.map.spaces.items())
        yield from (("nouns", name, str(entry.get("type", ""))) for name, entry in nouns.items())


def _values(ruleset: Ruleset, key: str) -> Iterator[tuple[str, str, str]]:
    """What an attribute can hold: the values that are listed, or the things of the kind that it names."""
    nouns = ruleset.lexicon.get("nouns", {})
    for entry in nouns.values():
        if entry.get("attribute") == key:
            yield from (("values", str(value), "") for value in entry.get("values", ()))
    kinds = {entry.get("attributes", {}).get(key) for entry in nouns.values()} - {None}
    if "boolean" in kinds:
        yield from (("values", value, "") for value in ("true", "false"))
    for name, component in ruleset.components.items():
        if component.kind in kinds or nouns.get(component.kind, {}).get("is") in kinds:
            yield "components", name, component.name
    if "space" in kinds:
        yield from (("spaces", name, space.name) for name, space in ruleset.map.spaces.items())
    yield from (("nouns", name, entry["type"]) for name, entry in nouns.items() if entry.get("is") in kinds)


def _components(ruleset: Ruleset) -> Iterable[tuple[str, str, str]]:
    return (("components", name, component.name) for name, component in ruleset.components.items())
