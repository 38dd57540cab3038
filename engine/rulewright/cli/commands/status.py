"""`rulewright status`: how far a ruleset is."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import out
from rulewright.play.scenario_files import read_scenarios, untestable
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.proofs import translations

_NAMED = 40
"""Of what is not proved yet, how much is named."""


def status(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")] = None,
    packs: Packs = None,
) -> None:
    """Count what a ruleset has: components by provenance, scenarios, rules proved, translations, rulings."""
    ruleset = readable(game, packs)
    texts = ruleset.content.data["locale"].get(speaking(ruleset, lang), {}).get("texts", {})
    loaded = "".join(f" + {pack.title} {pack.version}" for pack in ruleset.packs)
    out.print(f"{texts.get('title', ruleset.title)} {ruleset.version}{loaded}")
    _counts(say("status_components"), _named(Counter(one.provenance for one in ruleset.components.values())))
    _counts(say("status_spaces"), _named(Counter(space.provenance for space in ruleset.map.spaces.values())))
    later = sum(bool(word.data.get("later")) for section in ruleset.words.values() for word in section.values())
    defined = sum(map(len, ruleset.words.values())) - later
    _counts(say("status_words"), Counter({say("status_later"): later, say("status_defined"): defined}))
    _rules(ruleset)
    for lang in ruleset.languages[1:]:
        states = Counter(text.state for text in translations(ruleset, lang))
        _counts(say("status_texts", lang=lang), _named(states, "state_"))
    out.print(_row(say("status_rulings"), len(ruleset.rulings)))
    out.print(_row(say("status_options"), len(ruleset.options)))
    named = texts.get("options", {})
    for option in ruleset.options.values():
        values = say("status_values", values=", ".join(map(str, option.values))) if option.values else ""
        if option.type == "number":
            values = say("status_range", low=option.minimum, high=option.maximum)
        told = {"id": option.id, "title": named.get(option.id, {}).get("title", option.title)}
        default = say(str(option.default).lower()) if option.type == "boolean" else option.default
        kind = say(f"type_{option.type}")
        out.print(_INDENT + say("status_option", **told, type=kind, values=values, default=default))


_INDENT = " " * 14


def _row(what: str, count: int) -> str:
    return f"  {what:10}  {count}"


def _named(counts: Counter[str], prefix: str = "") -> Counter[str]:
    """Counts of what words of the interface name."""
    return Counter({say(prefix + name): count for name, count in counts.items()})


def _counts(what: str, counts: Counter[str]) -> None:
    parts = ", ".join(say("status_part", count=count, name=name) for name, count in counts.most_common() if count)
    out.print(_row(what, sum(counts.values())) + (f" ({parts})" if parts else ""))


def _rules(ruleset: Ruleset) -> None:
    """Scenarios, and which rules and texts they prove."""
    scenarios, _ = read_scenarios(ruleset)
    proved = {rule for scenario in scenarios for rule in scenario.data.get("rules", ())}
    shown = {component for scenario in scenarios for component in scenario.data.get("shows", ())}
    rules = ruleset.rule_numbers() or []
    excused = untestable(ruleset.folder)
    with_text = [component.id for component in ruleset.components.values() if component.text]
    out.print(_row(say("status_scenarios"), len(scenarios)))
    provable = [rule for rule in rules if rule not in excused]
    _proved(say("status_rules"), provable, proved, say("status_excused", count=len(excused)))
    _proved(say("status_texts_shown"), with_text, shown, "")


def _proved(what: str, all_of_them: list[str], proved: set[str], more: str) -> None:
    missing = [name for name in all_of_them if name not in proved]
    count = len(all_of_them) - len(missing)
    out.print(f"{_row(what, len(all_of_them))} ({say('status_proved', count=count)}{more})")
    if count and missing:
        names = ", ".join(missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
        out.print(_INDENT + say("status_not_yet", names=names))
