"""Which verbs are whole deeds, and which are a part of one, or only tell of one, so that no card can do them.

Players call by one word what the rules do in several steps. `part of` in the lexicon says of which deed, or of which
procedure, a verb is a step: a card that did it would leave out the rest. A verb that the rules do, and whose `do` is
empty, tells that they have done something; it is a signal, unless a rule that holds all the time does something
whenever it is heard. A verb with an empty `do` that no rule does is still to be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon.words import VerbWord
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset


def not_for_cards(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The verbs that no text of a card can do: each with the verbs and procedures of which it is a part, if any."""
    if "not for cards" not in ruleset.derived:
        signals = _done_by_rules(ruleset) - set(_heard_by_rules(ruleset))
        ruleset.derived["not for cards"] = {
            verb: whole
            for verb, entry in (ruleset.lexicon.get("verbs") or {}).items()
            if (whole := wholes(entry)) or ((entry or {}).get("do") == [] and verb in signals)
        }
    known: dict[str, tuple[str, ...]] = ruleset.derived["not for cards"]
    return known


def wholes_of(act: n.Perform, ruleset: Ruleset) -> tuple[str, ...]:
    """The verbs and procedures of which an act is a part, by its verb or by the pieces to which it is done."""
    if (whole := not_for_cards(ruleset).get(act.verb)) is not None:
        return whole
    thing = act.slot("object")
    thing = thing.whole if isinstance(thing, n.PartOf) else thing
    noun = thing.noun if isinstance(thing, n.NounPhrase | n.AsMany) else None
    while isinstance(noun, str) and noun:
        entry = (ruleset.lexicon.get("nouns") or {}).get(noun) or {}
        if act.verb in (entry.get("part of") or {}):
            return wholes({"part of": entry["part of"][act.verb]})
        noun = entry.get("is")
    return ()


def wholes(entry: dict[str, Any] | None) -> tuple[str, ...]:
    """The verbs and procedures of which the entry of a verb says that it is a part.

    >>> wholes({"part of": "trade"}), wholes({"do": []})
    (('trade',), ())
    """
    said = (entry or {}).get("part of", ())
    return (said,) if isinstance(said, str) else tuple(said)


def _done_by_rules(ruleset: Ruleset) -> set[str]:
    """The verbs that stand in the procedures, or in what verbs of the game do."""
    trees = (words.tree for words in ruleset.all_words if words.path[0] != "components")
    return {node.verb for tree in trees if tree is not None for node in tree.walk() if isinstance(node, n.Perform)}


def _heard_by_rules(ruleset: Ruleset) -> Iterator[str]:
    """The verbs for which a procedure waits that holds all the time: what they mean is written there."""
    for procedure in ruleset.procedures.values():
        tree = procedure.text.tree if isinstance(procedure.text, Words) else None
        for node in tree.walk() if tree is not None else ():
            if isinstance(node, n.Trigger) and isinstance(node.event, n.Does):
                yield from (part.verb for part in node.event.act.walk() if isinstance(part, n.Perform))


def wholly(act: n.Perform, whole: VerbWord, ruleset: Ruleset) -> n.Perform | None:
    """The whole deed, done to what a part of it is done to, or to so many; None where the part does not tell that."""
    given = (ruleset.lexicon["verbs"].get(act.verb) or {}).get("slots") or {}
    found: list[n.Slot] = []
    for name, kind in whole.slots.items():
        value: n.Phrase | n.Amount | None = None
        if kind == "amount" and not given:  # a verb of the core: so many cards
            value = _number(act.slot("object"))
        elif name in given and _plain(given[name], ruleset) == _plain(kind, ruleset):
            value = act.slot(name)
        if value is not None:
            found.append(n.Slot(name=name, value=value))
        elif f"[{{{name}" not in whole.patterns[0].replace("[ ", "["):
            return None
    return n.Perform(verb=whole.id, slots=tuple(found))


def _plain(kind: str, ruleset: Ruleset) -> str:
    """A noun, or that of which it is a role."""
    entry = (ruleset.lexicon.get("nouns") or {}).get(kind) or {}
    return str(entry["of"]) if entry.get("type") == "role" and "of" in entry else kind


def _number(thing: n.Node | None) -> n.Number | None:
    """How many of a thing are named."""
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="count", low=int(number))):
            return n.Number(value=number)
        case n.NounPhrase(determiner=n.Article(word="a")):
            return n.Number(value=1)
    return None


def done_in(node: n.Node) -> Iterator[n.Perform]:
    """The acts that a sentence does, not those that it waits for, asks about, forbids or puts something in place of."""
    match node:
        case n.Does(modal="cannot") | n.Does(negated=True) | n.Does(tense="perfect" | "would"):
            return
        case n.Does(subject=n.Pronoun(word="nobody")) | n.Filter():
            return
        case n.Perform():
            yield node
            return
        case n.Trigger(then=then) | n.Instead(then=then) | n.While(then=then):
            yield from done_in(then)
            return
        case n.RatherThan(act=act) | n.Until(act=act):
            yield from done_in(act)
            return
        case n.If(then=then, otherwise=otherwise):
            yield from done_in(then)
            yield from done_in(otherwise) if otherwise is not None else ()
            return
    for _, part in node.children():
        yield from done_in(part)
