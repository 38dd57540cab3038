"""Every text of a ruleset, bound in its place."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.blocks import Blocks, Bound
from rulewright.meaning.definitions import Definitions, fresh_box
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import LOOP, Box
from rulewright.meaning.vocabulary import Vocabulary
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


def bind(ruleset: Ruleset) -> list[Bound]:
    """Bind every text of a ruleset in its place: card texts, steps, definitions and invariants."""
    blocks = Blocks(Binder(Vocabulary(ruleset)))
    bind_with(blocks, ruleset)
    return blocks.found


def bind_with(blocks: Blocks, ruleset: Ruleset) -> None:
    """Bind every text of a ruleset with something that sees each piece of the language in its place."""
    for component in ruleset.components.values():
        if component.text is not None:
            blocks.words(component.text, card_box(component.kind), blocks.b.statement)
    for procedure in ruleset.procedures.values():
        box = fresh_box()
        if procedure.condition is not None:
            blocks.condition(procedure.condition, box)
        blocks.block(procedure.do, box)
        if procedure.text is not None:
            blocks.words(procedure.text, fresh_box(), blocks.b.statement)
    for invariant in ruleset.always.values():
        _invariant(blocks, invariant)
    definitions = Definitions(blocks)
    for section in ruleset.words.values():
        for word in section.values():
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
