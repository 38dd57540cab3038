"""The whole deed in the place of a part of it, which no card can do: what the lexicon says that it is `part of`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.proposing.changes.placing import exchanged
from rulewright.language import nodes as n
from rulewright.language.lexicon.words import VerbWord
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.whole_deeds import done_in, not_for_cards


def with_whole_deeds(tree: n.Node, ruleset: Ruleset) -> Iterator[n.Node]:
    """A text with a whole deed in the place of each part, done to the same thing, or to so many."""
    parts = not_for_cards(ruleset)
    verbs = ruleset.language("en").lexicon.verbs
    for act in done_in(tree):
        for verb in parts.get(act.verb, ()):
            slots = _slots(act, verbs[verb]) if verb in verbs and verb not in parts else None
            if slots is not None:
                yield exchanged(tree, act, n.Perform(verb=verb, slots=slots))


def _slots(act: n.Perform, whole: VerbWord) -> tuple[n.Slot, ...] | None:
    """What the whole deed is done to, or None where the part does not tell it."""
    found: list[n.Slot] = []
    for name, kind in whole.slots.items():
        value = _number(act.slot("object")) if kind == "amount" else act.slot(name)
        if value is not None:
            found.append(n.Slot(name=name, value=value))
        elif f"[{{{name}" not in whole.patterns[0].replace("[ ", "["):
            return None
    return tuple(found)


def _number(thing: n.Node | None) -> n.Number | None:
    """How many of a thing are named."""
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="count", low=int(number))):
            return n.Number(value=number)
        case n.NounPhrase(determiner=n.Article(word="a")):
            return n.Number(value=1)
    return None
