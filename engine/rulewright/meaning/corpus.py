"""Every text of a ruleset, bound in its place."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.blocks import Blocks, Bound
from rulewright.meaning.definitions import Definitions, fresh_box
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import LOOP, Box
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Invariant, Ruleset


def card_box(kind: str = "card") -> Box:
    """What a card's text can speak of: "you", and this card."""
    return fresh_box(this=m.Referent(-1, kind, "card", introduced="this"), whole=False)


def bind_text(ruleset: Ruleset, tree: n.Node, kind: str = "card") -> m.Meaning:
    """Bind a text as a card would say it.

    Args:
        kind: the noun of the card.

    Raises:
        RulewrightError: with a problem at each place that has no meaning.
    """
    return Binder(Vocabulary(ruleset)).statement(tree, card_box(kind))


def bind(ruleset: Ruleset, path: Path = ()) -> list[Bound]:
    """Bind the texts of a ruleset in their places: card texts, steps, definitions and invariants.

    Args:
        path: where the only component, procedure, word or invariant stands whose texts are bound; empty for all.
    """
    if not path and "bound" in ruleset.derived:
        known: list[Bound] = ruleset.derived["bound"]
        return known
    blocks = Blocks(Binder(Vocabulary(ruleset)))
    bind_with(blocks, ruleset, path)
    if not path:
        ruleset.derived["bound"] = blocks.found
    return blocks.found


def bind_more(ruleset: Ruleset, paths: Iterable[Path]) -> list[Bound]:
    """Bind a few texts of a ruleset: those of the components and procedures at some paths."""
    blocks = Blocks(Binder(Vocabulary(ruleset)))
    for section, name in paths:
        if section == "components":
            component = ruleset.components[str(name)]
            if component.text is not None:
                blocks.words(component.text, card_box(component.kind), blocks.b.statement)
        else:
            blocks.block(ruleset.procedures[str(name)].do, fresh_box())
    return blocks.found


def bind_with(blocks: Blocks, ruleset: Ruleset, path: Path = ()) -> None:
    """Bind texts of a ruleset, all or those at a path, with something that sees each of them in its place."""

    def wanted(*place: str) -> bool:
        return path[: len(place)] == place[: len(path)]

    for component in ruleset.components.values():
        if component.text is not None and wanted("components", component.id):
            blocks.words(component.text, card_box(component.kind), blocks.b.statement)
    for procedure in ruleset.procedures.values():
        if not wanted("procedures", procedure.id):
            continue
        box = fresh_box()
        if procedure.condition is not None:
            blocks.condition(procedure.condition, box)
        blocks.block(procedure.do, box)
        if procedure.text is not None:
            blocks.words(procedure.text, fresh_box(), blocks.b.statement)
    for invariant in ruleset.always.values():
        if wanted("always", invariant.id):
            _invariant(blocks, invariant)
    definitions = Definitions(blocks)
    for section in ruleset.words.values():
        for word in section.values():
            if wanted("lexicon", word.section, word.id):
                definitions.word(word)


def _invariant(blocks: Blocks, invariant: Invariant) -> None:
    """What always holds, of each of some things or just after an event."""
    box = fresh_box(counted="now", mode="condition")
    if invariant.each is not None:
        to = referent(blocks.phrase(invariant.each, box, "loop", LOOP))
        if to is not None:
            box.name(to.noun, to)
            if to.type == "player":
                box.you = box.actor = to
    if invariant.event is not None:
        blocks.words(invariant.event, box, blocks.b.event)
    for condition in (invariant.condition, invariant.says):
        if condition is not None:
            blocks.condition(condition, box)
