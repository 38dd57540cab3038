"""What there is to tell of the words under the cursor: what they mean, and how other languages say it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from rulewright.editing.places import things, uses
from rulewright.editing.reports import statistics
from rulewright.editing.scenario_ids import Named
from rulewright.editing.sheets.sheet import Saying
from rulewright.editing.trying import in_languages, understood
from rulewright.language.interface import said
from rulewright.language.nodes import Node
from rulewright.meaning import in_words_of
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset

MOST_USES = 5


@dataclass(frozen=True, slots=True)
class Told:
    """Lines for a reader: a title, what is told, and what is written in the language, by language."""

    title: str
    lines: tuple[str, ...] = ()
    sayings: tuple[tuple[str, str], ...] = ()


def of_saying(ruleset: Ruleset, saying: Saying, lang: str) -> Told | None:
    """What a text means, and how other languages say it; None for one that cannot be read."""
    try:
        tree = ruleset.parse(saying.text, saying.lang, saying.kind)
    except RulewrightError:
        return None
    said_by = in_languages(ruleset, tree, saying.kind)
    others = [(other, text) for other, text in said_by if other != saying.lang and isinstance(text, str)]
    return Told("", tuple(_understood(ruleset, saying, tree, lang)), tuple(others))


def _understood(ruleset: Ruleset, saying: Saying, tree: Node, lang: str) -> Iterator[str]:
    if saying.kind != "text":
        return
    component = ruleset.components.get(str(saying.path[1])) if saying.path[0] == "components" else None
    with suppress(RulewrightError):  # it is told under the words
        text = understood(ruleset, tree, component.kind if component is not None else "card", lang)
        yield said("understood_as", lang, text=in_words_of(ruleset, lang, text))


def of_word(ruleset: Ruleset, section: str, name: str, lang: str) -> Told | None:
    """What a word of the lexicon is; None for a word of the language itself."""
    entry = ruleset.lexicon.get(section, {}).get(name)
    if entry is None:
        return None
    kind = str(entry.get("type", "")) if isinstance(entry, dict) else ""
    lines = [] if not kind else [f"{said('kind', lang)}: {kind}"]
    means = entry.get("means") if isinstance(entry, dict) else None
    lines += [str(means)] if isinstance(means, str | int) else []
    places = list(dict.fromkeys(str(words.path[1]) for words in uses(ruleset).get((section, name), ())))
    lines.append(f"{said('uses', lang)}: {len(uses(ruleset).get((section, name), ()))}" + _some(places))
    return Told(name, tuple(lines), tuple(_forms(ruleset, section, name)))


def _some(places: list[str]) -> str:
    more = ", …" if len(places) > MOST_USES else ""
    return f" ({', '.join(places[:MOST_USES])}{more})" if places else ""


def _forms(ruleset: Ruleset, section: str, name: str) -> Iterator[tuple[str, str]]:
    for lang in ruleset.languages:
        try:
            lexicon = ruleset.language(lang).lexicon
        except RulewrightError:
            continue
        wordings = dict.fromkeys(
            phrase.text or " ".join(phrase.words) for phrase in lexicon.phrases() if phrase.value == name
        )
        if wordings:
            yield lang, ", ".join(list(wordings)[:MOST_USES])


def of_id(ruleset: Ruleset, name: str, lang: str) -> list[Told]:
    """What an id means."""
    found: list[Told] = []
    for thing in things(ruleset, name):
        component = ruleset.components.get(name) if thing.section == ("components",) else None
        if component is not None:
            found.append(_component(ruleset, name, lang))
        elif thing.section[0] == "lexicon":
            told = of_word(ruleset, str(thing.section[1]), name, lang)
            found += [told] if told is not None else []
        elif thing.section == ("procedures",):
            procedure = ruleset.procedures[name]
            found.append(Told(procedure.title, (f"{said('rules', lang)}: {', '.join(procedure.rules)}",)))
        else:
            found.append(Told(name, (str(thing.section[-1]),)))
    return found


def of_scenario(scenario: Named, lang: str) -> Told:
    """What a scenario shows."""
    entries = (entry.data for entry, _ in scenario.sheet.entries() if entry.path == ("scenarios", scenario.name))
    data = next((data for data in entries if isinstance(data, dict)), {})
    told = {"rules": "rules", "scenario_shows": "shows"}
    lines = [f"{said(key, lang)}: {', '.join(data[field])}" for key, field in told.items() if data.get(field)]
    return Told(str(data.get("title", scenario.name)), tuple(lines))


def _component(ruleset: Ruleset, name: str, lang: str) -> Told:
    component = ruleset.components[name]
    lines = [f"{said('kind', lang)}: {component.kind}"]
    lines += [f"{said('rules', lang)}: {', '.join(component.rules)}"] if component.rules else []
    lines += statistics(ruleset.folder, name, lang)
    tree = component.text.tree if component.text is not None else None
    sayings = [one for one in in_languages(ruleset, tree) if isinstance(one[1], str)] if tree is not None else []
    return Told(component.name, tuple(lines), tuple((other, str(text)) for other, text in sayings))
