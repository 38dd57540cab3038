"""`rulewright status`: how far a ruleset is."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from rulewright.cli.report import out
from rulewright.play.scenario_files import read_scenarios, rule_numbers
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset


def status(game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")]) -> None:
    """Count what a ruleset has: components by provenance, scenarios, rules proved, rulings."""
    ruleset = load_ruleset(game)
    out.print(f"{ruleset.title} {ruleset.version}")
    _counts("components", Counter(component.provenance for component in ruleset.components.values()))
    _counts("spaces", Counter(space.provenance for space in ruleset.map.spaces.values()))
    later = sum(bool(word.data.get("later")) for section in ruleset.words.values() for word in section.values())
    _counts("words", Counter(later=later, defined=sum(map(len, ruleset.words.values())) - later))
    _rules(ruleset)
    out.print(f"  rulings     {len(ruleset.rulings)}")


def _counts(what: str, counts: Counter[str]) -> None:
    parts = ", ".join(f"{count} {name}" for name, count in counts.most_common() if count)
    out.print(f"  {what:10}  {sum(counts.values())}" + (f" ({parts})" if parts else ""))


def _rules(ruleset: Ruleset) -> None:
    """Scenarios, and which rules and components they prove."""
    scenarios, _ = read_scenarios(ruleset)
    rules = rule_numbers(ruleset.folder)
    proved = {rule for scenario in scenarios for rule in scenario.data.get("rules", ())}
    shown = {component for scenario in scenarios for component in scenario.data.get("shows", ())}
    with_text = [component.id for component in ruleset.components.values() if component.text]
    out.print(f"  scenarios   {len(scenarios)}")
    out.print(f"  rules       {len(rules)} ({len(proved & set(rules))} proved by scenarios)")
    out.print(f"  texts       {len(with_text)} ({len(shown & set(with_text))} proved by scenarios)")
