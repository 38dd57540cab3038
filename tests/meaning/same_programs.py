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


SYNONYMS = (
    Synonym(n.Quantity, "kind", pair("count", "exactly"), "of what is done, 2 and exactly 2 are as many"),
    Synonym(n.Article, "word", pair("a", "any"), "a and any: of a choice any one, of an event whichever it is"),
    Synonym(n.Article, "word", pair("each", "all"), "what is done to all is done to each"),
    Synonym(n.Does, "modal", obliged, "what is done must be done"),
    Synonym(n.Pronoun, "word", pair("it", "itself"), "the same thing, whether it is the subject or not"),
)  # fmt: skip


def synonym(change: Any, tree: Any, words: Any) -> str | None:
    """Why a change of a text may leave its program as it was; None where it may not."""
    for entry in SYNONYMS:
        if isinstance(change.node, entry.kind) and change.name == entry.field and entry.fits(change, tree, words):
            return entry.reason
    return None
