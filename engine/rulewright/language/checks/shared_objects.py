"""`Rob or spy on a player`: what stands behind the last of several verbs is done by each that stands without any.

The grammar reads a verb without what it is done to only where another stands behind "or". It is given the same things
with all that is said of them. Where nothing there can be meant, any of its kind is; where something could be, but the
whole cannot, it is left as it is, and `RW0423` tells.
"""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.checks.types import fits_slot, may_name
from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.patterns import without_object
from rulewright.language.lexicon.words import VerbWord, slots_of
from rulewright.language.records import replace


def with_shared_objects(node: n.Choice, own: Lexicon) -> n.Choice:
    """A choice in which each act has its object. own: the words of the language in which it is said."""
    last = node.acts[-1]
    inner = last.act if isinstance(last, n.Per) else last
    if not isinstance(inner, n.Perform) or not inner.slots:
        return node
    acts: list[n.Node] = []
    for act in node.acts[:-1]:
        shared = _shared(act, inner, own) if isinstance(act, n.Perform) else None
        if shared is None or shared.slots != inner.slots or not isinstance(last, n.Per):
            acts.append(shared or act)
        else:
            acts.append(replace(last, act=shared))
    return (
        node
        if all(one is other for one, other in zip(acts, node.acts, strict=False))
        else replace(node, acts=(*acts, last))
    )


def _lacks_its_object(node: n.Perform, own: Lexicon) -> bool:
    """Whether a verb stands without what it is done to, though it cannot."""
    return not node.slots and bool(without_object(own.verbs[node.verb].patterns))


def _shared(act: n.Perform, last: n.Perform, own: Lexicon) -> n.Perform | None:
    """An act with what the last one is done to, or with any of its kind; None where it is left as it is."""
    if not _lacks_its_object(act, own):
        return None
    verb = own.verbs[act.verb]
    for slots in _named(verb, last):
        needed, known = slots_of(verb.patterns[0])
        names = {slot.name for slot in slots}
        if needed <= names <= known and all(fits_slot(own, act.verb, slot) for slot in slots):
            return replace(act, slots=slots, adverbs=act.adverbs or last.adverbs)
    return _with_any(act, last, own)


def _named(verb: VerbWord, last: n.Perform) -> list[tuple[n.Slot, ...]]:
    """The slots of an act, and the same by the name that another verb gives the only one."""
    needed, _ = slots_of(verb.patterns[0])
    slots = tuple(slot for slot in last.slots if isinstance(slot, n.Slot))
    if len(needed) != 1 or len(slots) != 1:
        return [slots]
    return [slots, (replace(slots[0], name=next(iter(needed))),)]


def _with_any(act: n.Perform, last: n.Perform, own: Lexicon) -> n.Perform | None:
    """An act that is done to any of its kind, where nothing behind it could be meant."""
    needed, _ = slots_of(own.verbs[act.verb].patterns[0])
    name = next(iter(needed)) if len(needed) == 1 else ""
    kind = own.verbs[act.verb].slots.get(name, "any")
    noun = own.nouns.get(kind)
    if noun is None or not noun.counts or any(may_name(own, item, kind) for item in last.walk()):
        return None
    thing = n.NounPhrase(determiner=n.Article(word="a"), noun=kind, span=act.span)
    return replace(act, slots=(n.Slot(name=name, value=thing, span=act.span),))
