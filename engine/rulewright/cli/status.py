"""`rulewright status`: how far a ruleset is."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from rulewright.cli.report import out
from rulewright.cli.rulesets import Packs, readable
from rulewright.play.scenario_files import read_scenarios, untestable
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations import translations

_NAMED = 40
"""Of what is not proved yet, how much is named."""


def status(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")], packs: Packs = None
) -> None:
    """Count what a ruleset has: components by provenance, scenarios, rules proved, translations, rulings."""
    ruleset = readable(game, packs)
    loaded = "".join(f" + {pack.title} {pack.version}" for pack in ruleset.packs)
    out.print(f"{ruleset.title} {ruleset.version}{loaded}")
    _counts("components", Counter(component.provenance for component in ruleset.components.values()))
    _counts("spaces", Counter(space.provenance for space in ruleset.map.spaces.values()))
    later = sum(bool(word.data.get("later")) for section in ruleset.words.values() for word in section.values())
    _counts("words", Counter(later=later, defined=sum(map(len, ruleset.words.values())) - later))
    _rules(ruleset)
    for lang in ruleset.languages[1:]:
        _counts(f"texts in {lang}", Counter(text.state for text in translations(ruleset, lang)))
    out.print(f"  rulings     {len(ruleset.rulings)}")
    out.print(f"  options     {len(ruleset.options)}")
    for option in ruleset.options.values():
        values = f", one of {', '.join(map(str, option.values))}" if option.values else ""
        if option.type == "number":
            values = f", {option.minimum} to {option.maximum}"
        out.print(f"              {option.id}: {option.title} ({option.type}{values}; {option.default} if not set)")


def _counts(what: str, counts: Counter[str]) -> None:
    parts = ", ".join(f"{count} {name}" for name, count in counts.most_common() if count)
    out.print(f"  {what:10}  {sum(counts.values())}" + (f" ({parts})" if parts else ""))


def _rules(ruleset: Ruleset) -> None:
    """Scenarios, and which rules and texts they prove."""
    scenarios, _ = read_scenarios(ruleset)
    proved = {rule for scenario in scenarios for rule in scenario.data.get("rules", ())}
    shown = {component for scenario in scenarios for component in scenario.data.get("shows", ())}
    rules = ruleset.rule_numbers() or []
    excused = untestable(ruleset.folder)
    with_text = [component.id for component in ruleset.components.values() if component.text]
    out.print(f"  scenarios   {len(scenarios)}")
    _proved("rules", [rule for rule in rules if rule not in excused], proved, f"; {len(excused)} cannot be")
    _proved("texts", with_text, shown, "")


def _proved(what: str, all_of_them: list[str], proved: set[str], more: str) -> None:
    missing = [name for name in all_of_them if name not in proved]
    count = len(all_of_them) - len(missing)
    out.print(f"  {what:10}  {len(all_of_them)} ({count} proved by scenarios{more})")
    if count and missing:
        out.print(f"              not yet: {', '.join(missing[:_NAMED])}" + (" …" if len(missing) > _NAMED else ""))
