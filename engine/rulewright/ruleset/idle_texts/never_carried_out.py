"""Texts under headings that the rules carry out of other kinds of cards only."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language import nodes as n
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Resolve, Words, walk
from rulewright.ruleset.model import Component, Ruleset
from rulewright.ruleset.where_cards_lie import Where, where_cards_lie


def never_carried_out(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a finding for each ability that rules resolve of other cards, and that is offered and active nowhere."""
    if not ruleset.procedure_order:
        return  # no rule runs yet
    parts = tuple(part for section in (ruleset.procedures, *ruleset.words.values()) for part in section.values())
    resolved: dict[str, list[Resolve]] = {}
    for step in walk(parts):
        if isinstance(step, Resolve):
            resolved.setdefault(step.heading, []).append(step)
    asked = {word.data["ability"] for word in ruleset.words["adjectives"].values() if "ability" in word.data}
    where = where_cards_lie(ruleset)
    for component in ruleset.components.values():
        text = component.text
        if text is None or not isinstance(text.tree, n.Text) or component.later:
            continue
        for ability in text.tree.abilities:
            steps = resolved.get(ability.heading, [])
            if not steps or ability.heading in asked or all(isinstance(step.of, tuple) for step in steps):
                continue
            if where.in_force(component, ability.heading) or any(_is_of(step, component, where) for step in steps):
                continue
            start, end = (ability.span.start, ability.span.end) if ability.span else (0, 1)
            words = ruleset.words["headings"]
            named = str(words[ability.heading].data.get("en", ability.heading))
            others = sorted(
                f"“{words[name].data.get('en', name)}:”"
                for name in words
                if where.in_force(component, name)
                or any(_is_of(step, component, where) for step in resolved.get(name, ()))
            )
            yield problem(
                "RW0522", place=ruleset.text_place(text, start, end), offset=start, end=end,
                heading=named, kind=component.kind.replace("_", " "), headings=", ".join(others) or "–",
            )  # fmt: skip


def _is_of(step: Resolve, component: Component, where: Where) -> bool:
    """Whether a step may carry out what a component says."""
    if not isinstance(step.of, Words):
        return step.of is None or component.id in step.of
    tree = step.of.tree
    if not isinstance(tree, n.NounPhrase) or not isinstance(tree.noun, str):
        return True
    own = {*where.kinds_of(component.kind), where.type_of(component.kind)}
    kinds = where.played(tree.noun)
    if not any(kind in own or component.kind in where.kinds_of(kind) for kind in kinds):
        return False
    reached, named = where.reached(component), where.named(tree)
    return not named or reached is None or bool(where.zones_of(named) & reached)
