"""Adjectives and relations whose meaning asks something of “you”, where another player is spoken of.

An adjective may mean that you have something in a place. Said of a place that another player has, it could ask whether
they have it there, or whether you do; nothing in the sentence tells which, so that it is refused. What players do
themselves is not concerned: there “you” is who does it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past
from rulewright.ruleset import blocks as B
from rulewright.ruleset.words_of_trees import words_in

YOU = (N.Pronoun(word="you"), N.Article(word="your"), N.OfYours())


class AskingYou:
    """Finds such words in the texts of one ruleset."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._known: dict[tuple[str, str], bool] = source.ruleset.derived.setdefault("asking you", {})

    def parts(self, nodes: list[N.Node], asked: set[int], events: set[int]) -> Iterator[tuple[N.Node, str]]:
        """Each phrase or filter of a text with such a word said of what another player has or does, and the word.

        asked: ids of the nodes in conditions; events: of what is waited for.
        """
        told: set[int] = set()
        for node in nodes:
            for described in self._of_others(node, id(node) in asked or id(node) in events):
                for part in described.walk():
                    for word in self._words(part) if id(part) not in told else ():
                        told.add(id(part))
                        yield part, word

    def _of_others(self, node: N.Node, tested: bool) -> Iterator[N.Node]:
        """What a node says of things of another player.

        tested: whether it stands in a condition, or is an event: elsewhere what is done is described for who does it.
        """
        match node:
            case N.NounPhrase(noun=str(noun)) if self.source.type_of(noun) == "player":
                yield from (item for item in node.filters if isinstance(item, N.With | N.ThatHas))
            case N.NounPhrase(filters=filters) if any(self._by_another(item) for item in filters):
                yield node
            case N.NounPhrase(determiner=N.Possessive(owner=owner)) if self._another(owner):
                yield node
            case N.Has(subject=subject) if self._another(subject):
                yield node.object
            case N.Does(subject=subject) if tested and self._another(subject) and not is_past(node):
                yield node.act

    def _by_another(self, item: N.Filter) -> bool:
        """Whether a filter says that another player does, or did, something with a thing."""
        return isinstance(item, N.Relative) and self._another(item.subject)

    def _another(self, phrase: N.Node) -> bool:
        """Whether somebody else than “you” is meant, or could be."""
        match phrase:
            case N.Pronoun(word=word):
                return word in ("they", "nobody")
            case N.NounPhrase(noun=str(noun)):
                return self.source.type_of(noun) == "player"
        return False

    def _words(self, node: N.Node) -> list[str]:
        """The words of one node, not of what is in it, that ask something of you."""
        match node:
            case N.NounPhrase(adjectives=adjectives):
                return [word for word in adjectives if self._asks("adjectives", word)]
            case N.Adjective(word=word):
                return [word] if self._asks("adjectives", word) else []
            case N.Related(relation=relation):
                return [relation] if self._asks("relations", relation) else []
        return []

    def _asks(self, section: str, name: str) -> bool:
        """Whether the meaning of a word asks something of you, by itself or by the words in it."""
        key = section, name
        if key in self._known:
            return self._known[key]
        self._known[key] = False  # what asks only for itself asks nothing of you
        word = self.source.ruleset.words[section].get(name)
        if word is None or self.source.type_of(str(word.data.get("of"))) == "player":
            return False
        for part in B.walk((word.means, word.among, word.within, word.total, word.condition)):
            tree = getattr(part, "tree", None)
            if isinstance(tree, N.Node) and self._of_you(tree):
                self._known[key] = True
        return self._known[key]

    def _of_you(self, tree: N.Node) -> bool:
        said = any(node in YOU or (isinstance(node, N.Quantity) and node.article == "your") for node in tree.walk())
        return said or any(
            self._asks(section, name)
            for section, name in sorted(words_in(tree))
            if section in ("adjectives", "relations") and name in self.source.ruleset.words[section]
        )
