"""Every text of a ruleset, bound in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.language import nodes as n
from rulewright.language.called import in_words
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.blocks import Blocks, Bound
from rulewright.meaning.definitions import Definitions, fresh_box
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import LOOP, Box
from rulewright.meaning.vocabulary import Vocabulary, basis
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Component, Invariant, Procedure, Ruleset, Word

Part = Component | Procedure | Invariant | Word


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
    return _bound_in(ruleset, tree, card_box(kind))


def bind_step(ruleset: Ruleset, tree: n.Node) -> m.Meaning:
    """Bind a text as a step of a rule, or of what a verb does, would say it: whole. Raises RulewrightError."""
    return _bound_in(ruleset, tree, fresh_box())


def _bound_in(ruleset: Ruleset, tree: n.Node, box: Box) -> m.Meaning:
    binder = Binder(Vocabulary(ruleset))
    try:
        return binder.statement(tree, box)
    except RulewrightError as error:
        raise RulewrightError(*(in_words(found, binder.lexicon) for found in error.problems)) from None


def bind(ruleset: Ruleset, path: Path = ()) -> list[Bound]:
    """Bind the texts of a ruleset in their places: card texts, steps, definitions and invariants.

    Args:
        path: where the only component, procedure, word or invariant stands whose texts are bound; empty for all.
    """
    if path:
        blocks = Blocks(Binder(Vocabulary(ruleset)))
        bind_with(blocks, ruleset, path)
        return blocks.found
    if "bound" not in ruleset.derived:
        ruleset.derived["bound"] = _bound(ruleset)
    bound: dict[int, list[Bound]] = ruleset.derived["bound"]
    return [one for of_part in bound.values() for one in of_part]


def _bound(ruleset: Ruleset) -> dict[int, list[Bound]]:
    """All texts of a ruleset, bound, by the identity of the part that they are of.

    After an edit, a part that the ruleset has had before is not bound again while its meaning rests on the same.
    """
    before: Ruleset | None = ruleset.derived.pop("before", None)
    known: dict[int, list[Bound]] = before.derived.get("bound", {}) if before is not None else {}
    if before is None or not known or basis(before) != basis(ruleset):
        known = {}
    blocks, found = Blocks(Binder(Vocabulary(ruleset))), {}
    definitions = Definitions(blocks)
    for part in _parts(ruleset, ()):
        if id(part) not in known:
            blocks.found = []
            _bind_part(definitions, part)
        found[id(part)] = known.get(id(part), blocks.found)
    return found


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

    definitions = Definitions(blocks)
    for part in _parts(ruleset, path):
        _bind_part(definitions, part)


def _parts(ruleset: Ruleset, path: Path) -> Iterator[Part]:
    """The parts that have texts: all, or those at a path."""

    def wanted(*place: str) -> bool:
        return path[: len(place)] == place[: len(path)]

    yield from (part for part in ruleset.components.values() if part.text is not None and wanted("components", part.id))
    yield from (part for part in ruleset.procedures.values() if wanted("procedures", part.id))
    yield from (part for part in ruleset.always.values() if wanted("always", part.id))
    for section in ruleset.words.values():
        yield from (word for word in section.values() if wanted("lexicon", word.section, word.id))


def _bind_part(definitions: Definitions, part: Part) -> None:
    blocks = definitions.k
    match part:
        case Component():
            if part.text is not None:
                blocks.words(part.text, card_box(part.kind), blocks.b.statement)
        case Procedure():
            box = fresh_box()
            if part.condition is not None:
                blocks.condition(part.condition, box)
            blocks.block(part.do, box)
            if part.text is not None:
                blocks.words(part.text, fresh_box(), blocks.b.statement)
        case Invariant():
            _invariant(blocks, part)
        case Word():
            definitions.word(part)


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
