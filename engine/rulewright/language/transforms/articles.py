"""Articles that the tree has otherwise: before what is general, before names, before the one thing that there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.phrases import changed, nobody

COUNTED: Final = ("card", "piece", "space", "border", "player")
"""Things of which there is one, or none."""
SAID_BEHIND: Final = (n.At, n.Adjective, n.Where, n.That)
"""What can be said of a thing without an article."""
_N = TypeVar("_N", bound=n.Node)


class Articles:
    """Exchanges articles."""

    def __init__(self, lexicon: Lexicon, nouns: Nouns) -> None:
        self._lexicon = lexicon
        self._nouns = nouns

    def of_one_thing(self, node: n.Node, article: n.Article | None, other: n.Article | None) -> n.Node:
        """A node with another article before the one thing that there is, if that is of a kind that is counted."""
        name = "phrase" if isinstance(node, n.With) else "object"
        thing = getattr(node, name)
        if (
            not isinstance(thing, n.NounPhrase)
            or thing.plural
            or thing.determiner != article
            or thing.index is not None
        ):
            return node
        if isinstance(node, n.Has) and nobody(node.subject):
            return node
        nouns = thing.noun.nouns if isinstance(thing.noun, n.NounGroup) else (thing,)
        words = [self._lexicon.canon.nouns.get(str(one.noun)) for one in nouns]
        if not all(word is not None and word.counts and word.type in COUNTED for word in words):
            return node
        if any(not isinstance(part, SAID_BEHIND) for part in thing.filters):
            return node
        return changed(node, name, replace(thing, determiner=other))

    def of_you_and_a_thing(self, phrase: n.NounPhrase) -> bool:
        """Whether a number that players have of things is said of a thing: "the price of the card"."""
        noun = self._lexicon.canon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        if noun is None or noun.type != "number" or len(noun.of) < 2 or phrase.adjectives:
            return False
        last = phrase.filters[-1] if phrase.filters else None
        if not isinstance(last, n.Of) or isinstance(last.phrase, n.Pronoun):
            return False
        return any(self._lexicon.noun_is(of, "player") for of in noun.of)

    def with_word(self, phrase: n.NounPhrase, word: str, other: str) -> n.NounPhrase:
        """A phrase with another article instead of this one."""
        if phrase.determiner != n.Article(word=word):
            return phrase
        return replace(phrase, determiner=n.Article(word=other))

    def about(self, node: n.Does | n.Is | n.Has | n.Passive, articles: Mapping[str, str]) -> n.Node:
        """A clause with another article before its subject, if that is many or much, with nothing behind it."""
        if not isinstance(node.subject, n.NounPhrase):
            return node
        return replace(node, subject=self.of_all(node.subject, articles))

    def of_all(self, phrase: _N, articles: Mapping[str, str]) -> _N:
        """A phrase with another article, if it names many or much, with nothing behind it."""
        if not isinstance(phrase, n.NounPhrase) or phrase.filters or phrase.index is not None or self.named(phrase):
            return phrase
        if self._nouns.rank(phrase):  # "the" and the rank are one article
            return phrase
        noun = self._lexicon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        if not phrase.plural and (noun is None or noun.counts or noun.type not in ("resource", "piece")):
            return phrase
        return self.with_article(phrase, articles)

    def named(self, phrase: n.NounPhrase) -> bool:
        """Whether a noun is a name in the tree and has an article here."""
        noun = self._lexicon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        return noun is not None and noun.article and phrase.index is None

    def with_article(self, phrase: _N, articles: Mapping[str, str]) -> _N:
        """A phrase with the article that stands for its own: none, or "the"; as it is with any other determiner."""
        assert isinstance(phrase, n.NounPhrase)
        det = phrase.determiner
        word = "" if det is None else det.word if isinstance(det, n.Article) else None
        if word is None or word not in articles:
            return phrase
        new = articles[word]
        return cast(_N, replace(phrase, determiner=n.Article(word=new) if new else None))
