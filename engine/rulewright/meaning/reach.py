"""What "this way" reaches back to, among parts of a text that are done one after another (R18).

“Discard a card. Each other player discards a card. Draw a card for each one discarded this way.” It is all that
the parts before do with the verb, back to where “this way” was asked of that verb before. The meaning says so and the
compiler counts so; both ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language import nodes as n


def asked_later(part: n.Node, later: Sequence[n.Node]) -> Iterator[tuple[tuple[int, int], n.NounPhrase, n.Participle]]:
    """What later parts ask of the verbs of one: where, counted from the end, the phrase, and what it says of the verb.

    A part that has the verb ends it where "this way" was asked of the verb before.
    """
    open_, asked = acts(part), set[str]()
    for place, node in enumerate(later):
        if not open_:
            return
        done = set()
        for number, found in enumerate(node.walk()):
            if isinstance(found, n.Perform):
                done.add(found.verb)
            if not isinstance(found, n.NounPhrase):
                continue
            for item in found.filters:
                if isinstance(item, n.Participle) and item.verb in open_:
                    asked.add(item.verb)
                    yield (len(later) - place, number), found, item
        open_ -= done & asked


def acts(part: n.Node) -> set[str]:
    """The verbs of what a part does."""
    return {act.verb for act in part.walk() if isinstance(act, n.Perform)}


def reached(parts: Sequence[n.Node], number: int) -> dict[int, tuple[int, ...]]:
    """What each "this way" within one of some parts reaches back to: numbers of parts, by the identity of its node."""
    found: dict[int, tuple[int, ...]] = {}
    if not any(isinstance(item, n.Participle) for item in parts[number].walk()):
        return found
    for earlier in range(number):
        later = parts[earlier + 1 : number + 1]
        for (place, _), _, item in asked_later(parts[earlier], later):
            if place == 1:
                found[id(item)] = (*found.get(id(item), ()), earlier)
    return found
