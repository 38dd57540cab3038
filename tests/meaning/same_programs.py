"""What means something else and is done in the same way: changes of a text that leave its program, with reasons."""

from __future__ import annotations

from typing import Any

from meanings import Change

from rulewright.language import nodes as n
from rulewright.meaning.vocabulary import Vocabulary
from tests.meaning.synonyms import Synonym, pair


def obliged(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether an act is said to be done, or to have to be done."""
    return {change.old, change.new} == {None, "must"}


def given_up(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether something is handed over as a price."""
    costs = [node.cost for node in tree.walk() if isinstance(node, n.Cost)]
    return {change.old, change.new} == {"give", "pay"} and any(change.node in cost.walk() for cost in costs)


def none_taken(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether nothing was taken of what was looked at: the first time that it is spoken of."""
    spoken = [node for node in tree.walk() if isinstance(node, n.Pronoun) and node.word in ("them", "the_rest")]
    return {change.old, change.new} == {"them", "the_rest"} and change.node is spoken[0]


def had(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether it is asked how many somebody has, or has done."""
    asked = [node for node in tree.walk() if isinstance(node, n.Has) or getattr(node, "tense", "") == "perfect"]
    return {change.old, change.new} == {"count", "at_least"} and any(change.node in node.walk() for node in asked)


def one_or_several(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether things are counted, or something is near one of them."""
    around = [node for node in tree.walk() if isinstance(node, n.CountOf | n.NextTo | n.Within)]
    return any(change.node in node.walk() for node in around)


def drawn(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether it is cards that are drawn."""
    draws = [node for node in tree.walk() if isinstance(node, n.Perform) and node.verb == "draw"]
    return {change.old, change.new} == {None, "top"} and any(change.node in act.walk() for act in draws)


def in_your_zone(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether things are taken from a zone of yours."""
    acts = [node for node in tree.walk() if isinstance(node, n.Perform) and change.node in node.walk()]
    sources = [act.slot("from") for act in acts]
    yours = [isinstance(of, n.NounPhrase) and of.determiner == n.Article(word="your") for of in sources]
    return {change.old, change.new} == {"a", "your"} and any(yours)


SYNONYMS = (
    Synonym(n.Quantity, "kind", pair("count", "exactly"), "of what is done, 2 and exactly 2 are as many"),
    Synonym(n.Article, "word", pair("a", "any"), "a and any: of a choice any one, of an event whichever it is"),
    Synonym(n.Article, "word", pair("each", "all"), "what is done to all is done to each"),
    Synonym(n.Does, "modal", obliged, "what is done must be done"),
    Synonym(n.Perform, "verb", given_up, "what is given as a price is paid"),
    Synonym(n.Pronoun, "word", none_taken, "as long as none of them is taken, they are the rest"),
    Synonym(n.Quantity, "kind", had, "who has 4 has at least 4"),
    Synonym(n.NounPhrase, "plural", one_or_several, "things are counted, or one is near, however many there are"),
    Synonym(n.Quantity, "article", drawn, "cards are drawn from the top"),
    Synonym(n.Article, "word", in_your_zone, "what lies in a seat's zone is that seat's"),
    Synonym(n.Pronoun, "word", pair("it", "itself"), "the same thing, whether it is the subject or not"),
)  # fmt: skip


def synonym(change: Any, tree: Any, words: Any) -> str | None:
    """Why a change of a text may leave its program as it was; None where it may not."""
    for entry in SYNONYMS:
        if isinstance(change.node, entry.kind) and change.name == entry.field and entry.fits(change, tree, words):
            return entry.reason
    return None
