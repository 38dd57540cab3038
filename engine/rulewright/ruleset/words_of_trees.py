"""Which words of the lexicon a syntax tree names."""

from __future__ import annotations

from rulewright.language.nodes import Node, field_names

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
