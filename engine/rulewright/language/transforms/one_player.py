"""What is "their" of one player and "its" in the language, or the other way."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.lexicon import Lexicon
from rulewright.language.printing.pieces import PrintError
from rulewright.language.rewriting import rewritten
from rulewright.language.transforms.nouns import Nouns
from rulewright.problems import problem


class OnePlayer:
    """Exchanges what one player has."""

    def __init__(self, lexicon: Lexicon, nouns: Nouns) -> None:
        self._lexicon = lexicon
        self._nouns = nouns

    def of_one_player(self, node: n.Node, _: n.Node) -> n.Node:
        """What one player does with what is theirs, as the language says it: "a kártyáját", not "a kártyájukat"."""
        if self._belonging_to_one(node, "its"):
            raise PrintError(problem("RW0330", found=shown(node), lang=self._lexicon.called))
        return self._exchanged(node, "their", "its")

    def meant_of_one_player(self, node: n.Node, _: n.Node) -> n.Node:
        """The other way: "their" for the "its" that is said of what is one player's."""
        return self._exchanged(node, "its", "their")

    def _exchanged(self, node: n.Node, word: str, other: str) -> n.Node:
        """What one player does, with another word for whose a thing is, where it is that player's."""
        found = self._belonging_to_one(node, word)
        changed = {id(phrase) for phrase in found}
        if not found or not isinstance(node, n.Does):
            return node

        def exchange(part: n.Node, was: n.Node) -> n.Node:
            new = n.Article(word=other)
            return replace(part, determiner=new) if isinstance(part, n.NounPhrase) and id(was) in changed else part

        return replace(node, act=cast(n.Act, rewritten(node.act, exchange)))

    def _is_one_player(self, subject: n.Node) -> bool:
        if isinstance(subject, n.Pronoun):
            return subject.word == "they"
        return isinstance(subject, n.NounPhrase) and not subject.plural and self._nouns.is_a(subject, "player")

    def _belonging_to_one(self, node: n.Node, word: str) -> list[n.NounPhrase]:
        """The phrases of what one player does that say whose a thing is, if nothing else has been named before."""
        if not isinstance(node, n.Does) or not self._is_one_player(node.subject):
            return []
        for part in node.act.walk():
            if isinstance(part, n.NounPhrase):
                mine = part.determiner == n.Article(word=word) and not self._nouns.owned(part)
                return [part] if mine else []
        return []
