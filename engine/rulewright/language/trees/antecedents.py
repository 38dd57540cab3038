"""The noun that a pronoun most likely stands for.

Printers need it in languages whose pronouns show the gender of what they stand for. `checks/ambiguous_references.py`
refuses pronouns that could stand for two things; the compiler decides what a pronoun means.
"""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon

THINGS = ("card", "piece", "space", "border", "region")
"""Types that "it" and "them" can stand for."""


def likely_antecedents(tree: n.Node, lexicon: Lexicon, about: str = "") -> dict[int, str]:
    """Return the most likely noun of each pronoun "it" and "them", by the `id` of its node.

    It is the nearest preceding noun of the same number, or else `about`, the noun that the tree is about.
    """
    found: dict[int, str] = {}
    named: list[tuple[str, bool]] = []  # nouns of things, and whether they are several

    def visit(node: n.Node) -> None:
        known = len(named)
        if isinstance(node, n.Pronoun) and node.word in ("it", "them", "itself", "themselves"):
            many = node.word in ("them", "themselves")
            nouns = [noun for noun, several in named if several == many] or [about]
            if nouns[-1]:
                found[id(node)] = nouns[-1]
        for _, child in node.children():
            visit(child)
        if isinstance(node, n.Is) and isinstance(node.subject, n.Pronoun) and isinstance(node.predicate, n.IsPhrase):
            del named[known:]  # what "it" is is no other thing
        if isinstance(node, n.NounPhrase):  # after what describes it, which cannot refer to it
            det = node.determiner
            counted = isinstance(det, n.Quantity) and not (1 in (det.low, det.high) and det.kind in ("count", "up_to"))
            noun = node.noun if isinstance(node.noun, str) else node.noun.nouns[-1].noun
            if any(lexicon.noun_is(noun, kind) for kind in (*THINGS, "resource")):
                named.append((noun, counted or node.plural))

    visit(tree)
    return found
