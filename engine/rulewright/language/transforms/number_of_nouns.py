"""Nouns that have one form for one thing and for several."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon


class Numbers:
    """Finds nouns that would be read in the other number."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def in_other_number(self, tree: n.Node) -> bool:
        """Whether a noun would be read in the other number.

        By itself what has one form for both names one thing, with other words it is several; "each" is of one.
        """
        if isinstance(tree, n.NounPhrase) and tree.plural and not tree.filters and self._tells_no_number(tree):
            return True
        for node in tree.walk():
            if isinstance(node, n.ForEach | n.Per):
                each = node.each
                if isinstance(each, n.NounPhrase) and each.determiner is None and each.plural:
                    return True
            elif any(
                isinstance(p, n.NounPhrase) and not p.plural and self._tells_no_number(p) for _, p in node.children()
            ):
                return True
        return False

    def _tells_no_number(self, phrase: n.NounPhrase) -> bool:
        """Whether nothing stands before a noun that has one form for one thing and several: "Spieler"."""
        if not isinstance(phrase.noun, str) or not self._lexicon.canon.nouns[phrase.noun].counts:
            return False
        if phrase.determiner is not None or phrase.adjectives or phrase.index is not None:
            return False
        forms, case = self._lexicon.nouns[phrase.noun].forms, self._lexicon.declension.subject
        return forms.fitting({"one", case}) == forms.fitting({"many", case})
