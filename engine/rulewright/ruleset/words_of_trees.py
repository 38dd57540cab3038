"""Which words of the lexicon a syntax tree names."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.nodes import Article, Node, NounPhrase, Pronoun, field_names

WordId = tuple[str, str]
"""A section of the lexicon and an id."""

# The fields of nodes that hold ids of the lexicon, and the section each is of.
_SECTIONS = {
    "noun": "nouns",
    "adjectives": "adjectives",
    "word": "adjectives",
    "relation": "relations",
    "verb": "verbs",
    "heading": "headings",
    "limits": "times",
    "time": "times",
}


def words_in(tree: Node) -> set[WordId]:
    """The words of the lexicon (and of the core) that a tree names."""
    found: set[WordId] = set()
    for node in tree.walk():
        for name in field_names(type(node)):
            section = _SECTIONS.get(name)
            if section is None:
                continue
            value = getattr(node, name)
            if isinstance(value, str):
                found.add((section, value))
            elif isinstance(value, tuple):
                found.update((section, one) for one in value if isinstance(one, str))
    return found


def of_you_alone(trees: Iterable[Node], noun: str) -> bool:
    """Whether a definition calls what it defines “you”, since no other word of it does: “your descent is at least 1”.

    noun: of what it is, which can call it by that, or by “they”.
    """
    parts = [part for tree in trees for part in tree.walk()]
    words = {part.word for part in parts if isinstance(part, Pronoun | Article)}
    if not words & {"you", "your"} or words & {"they", "them", "it", "their", "its", "that"}:
        return False
    the = Article(word="the")
    return not any(isinstance(part, NounPhrase) and part.noun == noun and part.determiner == the for part in parts)
