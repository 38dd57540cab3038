"""Where a text may stand, and the places that it leaves out: from where to where something is put."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.compiler.trials import headings_of, homes, waits
from rulewright.language import nodes as n
from rulewright.language.nodes import field_names
from rulewright.ruleset.model import Ruleset

PLACED = ("put", "take", "move", "return", "discard")
"""Verbs that are done from one place to another."""


class Standing:
    """Where texts may stand in one game.

    Args:
        kind: the kind of card that would say them; None for the likeliest.
    """

    def __init__(self, ruleset: Ruleset, kind: str | None) -> None:
        self.ruleset, self.kind = ruleset, kind

    def places(self, tree: n.Node) -> Iterator[tuple[n.Node, str]]:
        """Where a text may stand: on the likeliest kinds of card, under a heading if it has none, in a rule."""
        kinds = [self.kind] if self.kind else homes(self.ruleset, tree)[:2]
        for kind in kinds:
            yield tree, kind
        if isinstance(tree, n.Text) and not tree.abilities:
            for kind in kinds:
                for heading in headings_of(self.ruleset, kind, waits(tree))[:2]:
                    yield n.Text(abilities=(n.Ability(heading=heading, sentences=tree.sentences),)), kind
            if not self.kind:
                yield tree, ""

    def with_places(self, tree: n.Node) -> Iterator[n.Node]:
        """A text with the places that it leaves out: from where to where something is put."""
        for act in tree.walk():
            if isinstance(act, n.Perform) and act.verb in PLACED:
                for name in ("from", "to"):
                    for zone in self._zones(act.slot("object")) if act.slot(name) is None else ():
                        slot = n.Slot(name=name, value=zone)
                        yield _exchanged(tree, act, replace(act, slots=(*act.slots, slot)))

    def _zones(self, thing: n.Node | None) -> Iterator[n.NounPhrase]:
        """The places of a game where a thing may lie: yours or theirs, and those of all."""
        given = self.ruleset.lexicon.get("nouns") or {}
        zones = [name for name, entry in given.items() if (entry or {}).get("type") == "zone"]
        noun = getattr(thing, "noun", None)
        lies = given.get(noun, {}).get("in") if isinstance(noun, str) else None
        for name in zones:
            if lies is None or name in lies:
                for word in ("your", "their") if given[name].get("of") == "player" else ("the",):
                    yield n.NounPhrase(determiner=n.Article(word=word), noun=name)


def _exchanged(tree: n.Node, old: n.Node, new: n.Node) -> n.Node:
    """A tree with another node in the place of one."""
    if tree is old:
        return new
    fields: dict[str, Any] = {}
    for name in field_names(type(tree)):
        value = getattr(tree, name)
        if isinstance(value, n.Node):
            fields[name] = _exchanged(value, old, new)
        elif isinstance(value, tuple) and any(isinstance(part, n.Node) for part in value):
            fields[name] = tuple(_exchanged(part, old, new) if isinstance(part, n.Node) else part for part in value)
        elif name != "span":
            fields[name] = value
    return type(tree)(**fields)
