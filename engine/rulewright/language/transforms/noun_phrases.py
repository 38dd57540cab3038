"""Noun phrases whose determiner, rank or owner a language says in other words."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.lexicon import Lexicon
from rulewright.language.printing.pieces import PrintError
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.phrases import Canonical, with_filter
from rulewright.language.transforms.places import Places
from rulewright.problems import problem


class NounPhrases:
    """Exchanges the words of noun phrases."""

    def __init__(
        self, lexicon: Lexicon, declared: Declared, nouns: Nouns, places: Places, to_canonical: Canonical
    ) -> None:
        self._lexicon = lexicon
        self._declared = declared
        self._nouns = nouns
        self._places = places
        self._to_canonical = to_canonical

    def said(self, node: n.NounPhrase, meant: n.Node, told: bool) -> n.NounPhrase:
        """A phrase in words that are read as it is meant; "the last card" has none where that is the bottom one."""
        for said in (self._said_noun(node), node, self._places.belonging_to_its_zone(node)):
            if self._to_canonical(said) == meant:
                return said
        if told:
            return node
        raise PrintError(problem("RW0330", found=shown(meant), lang=self._lexicon.called))

    def _said_noun(self, node: n.NounPhrase) -> n.NounPhrase:
        det = node.determiner
        if node.plural and det == n.Article(word=self._declared.their) and not self._nouns.owned(node):
            raise PrintError(problem("RW0330", found=shown(node), lang=self._lexicon.called))
        if isinstance(det, n.Possessive):
            owner, filters = det.owner, node.filters
            if filters and isinstance(filters[-1], n.At) and isinstance(owner, n.NounPhrase):  # said behind the owner
                owner, filters = with_filter(owner, filters[-1]), filters[:-1]
            word = "the" if self._nouns.is_a(det.owner, "player") else self._declared.own
            return replace(node, determiner=n.Article(word=word), filters=(*filters, n.Of(phrase=owner)))
        of = node.filters[-1] if node.filters else None
        if (
            isinstance(det, n.Article)
            and det.word == "the"
            and isinstance(of, n.Of)
            and self._nouns.is_a(of.phrase, "player")
        ):
            return replace(node, determiner=n.Article(word=self._declared.own))
        if det is None and node.index is not None:
            return replace(node, determiner=n.Article(word="the"))
        if self._one_of_the_most(node):
            first, *rest = node.adjectives
            return replace(
                node, determiner=n.Article(word=self._declared.one_of), plural=True, adjectives=(*rest, first)
            )
        ranks = {article: adjective for adjective, article in self._declared.order.items()}
        if det == n.Article(word=self._declared.their) and node.noun in self._declared.one_each:
            return replace(node, determiner=n.Article(word=self._declared.whose), plural=True)
        if isinstance(det, n.Article) and det.word in (self._declared.its, self._declared.their):
            return replace(node, determiner=replace(det, word=self._declared.whose))
        if isinstance(det, n.Article) and det.word in ranks:
            return self._ranked(node, n.Article(word="the"), ranks[det.word])
        if isinstance(det, n.Quantity) and det.article in ranks:
            return self._ranked(node, replace(det, article="the"), ranks[det.article])
        return node

    def _ranked(self, node: n.NounPhrase, det: n.Determiner, rank: str) -> n.NounPhrase:
        """A phrase with its rank as an adjective: before the noun for cards, and with a word of its own for others."""
        card = isinstance(node.noun, str) and self._lexicon.noun_is(node.noun, "card")
        return replace(
            node, determiner=det, adjectives=(rank if card else self._declared.order[rank], *node.adjectives)
        )

    def _one_of_the_most(self, node: n.NounPhrase) -> bool:
        """Whether a phrase means any one of several that are the cheapest, the nearest, …"""
        single = node.determiner == n.Article(word="a") and not node.plural
        return bool(self._declared.one_of and single and node.adjectives and self._nouns.most(node.adjectives[0]))

    def meant_one_of(self, node: n.NounPhrase) -> n.Phrase:
        """What "one of the" means: any one of the cheapest, or one of several that are known."""
        *rest, last = node.adjectives or ("",)
        if self._nouns.most(last):
            return replace(node, determiner=n.Article(word="a"), plural=False, adjectives=(last, *rest))
        whole = self.meant(replace(node, determiner=n.Article(word="the")))
        return n.PartOf(quantity=n.Quantity(kind="count", low=1), whole=whole, span=node.span)

    def meant_all_of(self, node: n.NounPhrase) -> n.Phrase | None:
        """What "all the top cards" means: all of them; None for a phrase without a rank."""
        det, all_of = node.determiner, n.Quantity(kind="all")
        if not self._nouns.rank(node):
            return None
        if det == n.Article(word="all"):
            known = replace(node, determiner=n.Article(word="the"), plural=True)
        elif isinstance(det, n.Quantity) and det.article == "all":
            known = replace(node, determiner=replace(det, article="the"))
        else:
            return None
        whole = self.meant(known)
        return n.PartOf(quantity=all_of, whole=whole, span=node.span)

    def meant(self, node: n.NounPhrase) -> n.NounPhrase:
        """A phrase with the determiner and the owner that its words mean."""
        det, rank = node.determiner, self._nouns.rank(node)
        if rank and isinstance(det, n.Article) and det.word == "the":
            node = replace(node, determiner=replace(det, word=rank), adjectives=node.adjectives[1:])
        elif rank and isinstance(det, n.Quantity) and det.article == "the":
            node = replace(node, determiner=replace(det, article=rank), adjectives=node.adjectives[1:])
        if (
            isinstance(det, n.Article)
            and det.word == self._declared.whose
            and node.plural
            and node.noun in self._declared.one_each
        ):
            node = replace(node, determiner=replace(det, word=self._declared.their), plural=False)
        elif isinstance(det, n.Article) and det.word == self._declared.whose:
            node = replace(
                node,
                determiner=replace(det, word=self._declared.their if self._nouns.owned(node) else self._declared.its),
            )
        elif isinstance(det, n.Article) and det.word == self._declared.their and not self._nouns.owned(node):
            node = replace(node, plural=False)  # each has one: "sus respectivos propietarios"
        if node.index is not None and isinstance(det, n.Article) and det.word == "the":
            node = replace(node, determiner=None)
        return self._possessive(self._lifted(node))

    def _lifted(self, node: n.NounPhrase) -> n.NounPhrase:
        """What stands behind a player stands behind the noun that is the player's: a horse of a player on a field."""
        last = node.filters[-1] if node.filters else None
        if isinstance(last, n.Of) and isinstance(last.phrase, n.NounPhrase) and self._nouns.is_a(last.phrase, "player"):
            inner = last.phrase.filters
            if inner and isinstance(inner[-1], n.At):
                owner = replace(last.phrase, filters=inner[:-1])
                return replace(node, filters=(*node.filters[:-1], replace(last, phrase=owner), inner[-1]))
        return node

    def _possessive(self, node: n.NounPhrase) -> n.NounPhrase:
        det = node.determiner
        of = next((item for item in node.filters if isinstance(item, n.Of)), None)
        if of is None or not isinstance(det, n.Article) or det.word not in ("the", self._declared.own):
            return node
        if self._nouns.is_a(of.phrase, "player") != (det.word == "the"):
            return replace(node, determiner=replace(det, word="the"))
        rest = tuple(item for item in node.filters if item is not of)
        return replace(node, determiner=n.Possessive(owner=of.phrase, span=of.span), filters=rest)
