"""Transforms between the tree that a language's grammar reads and the canonical tree.

In many languages one preposition serves as *of*, *from* and possession, another as *in* and *into*; one word is both
"its" and "their"; the top card is "the first card". Such a language declares `transforms` in its words file. Its
grammar reads the wider word (*of*, *in*). `to_canonical` resolves it by the types of the words around it.
`to_surface` is the inverse. It leaves a node unchanged where `to_canonical` would not restore it; the printer then
uses other words.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.compare import shown
from rulewright.language.lexicon import Lexicon, place_word
from rulewright.language.printing.pieces import PrintError
from rulewright.language.rewriting import rewritten
from rulewright.language.transforms.acts import Acts
from rulewright.language.transforms.articles import Articles
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.genitives import Genitives
from rulewright.language.transforms.noun_phrases import NounPhrases
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.number_of_nouns import Numbers
from rulewright.language.transforms.one_player import OnePlayer
from rulewright.language.transforms.phrases import from_its_place
from rulewright.language.transforms.places import Places
from rulewright.language.transforms.repeated_articles import RepeatedArticles, sharing
from rulewright.language.trees.measures import said_of_what_it_costs
from rulewright.language.trees.normal_form import head_noun
from rulewright.problems import problem

_N = TypeVar("_N", bound=n.Node)


class LanguageTransforms:
    """The transforms of one language.

    telling: whether they make lines of a log, which nobody reads back.
    """

    def __init__(self, lexicon: Lexicon, declared: Declared, telling: bool = False) -> None:
        self._lexicon, self._declared, self._tells = lexicon, declared, telling
        nouns = self._nouns = Nouns(lexicon, declared)
        self._articles, self._numbers = Articles(lexicon, nouns), Numbers(lexicon)
        self._genitives, self._one_player = Genitives(lexicon, declared, nouns), OnePlayer(lexicon, nouns)
        places = self._places = Places(lexicon, declared, nouns)
        self._repeated = RepeatedArticles(lexicon, declared, self.to_canonical)
        self._noun_phrases = NounPhrases(lexicon, declared, nouns, places, self.to_canonical)
        self._acts = Acts(lexicon, declared, nouns, places, self.to_canonical)

    def to_canonical(self, node: _N) -> _N:
        """Return the canonical tree of a tree that the grammar has read."""
        node = cast(_N, rewritten(rewritten(node, self._canonical_of), self._standing))
        return cast(_N, rewritten(node, self._one_player.meant_of_one_player)) if self._declared.of_one else node

    def to_surface(self, node: _N, told: bool = False) -> _N:
        """Return the tree that the language's grammar prints; told: of somebody in a log, and never read back.

        Raises:
            PrintError: the printed text would be read as another tree.
        """
        if told and not self._tells:
            return self._teller().to_surface(node, told)
        node = cast(_N, rewritten(node, self._of_a_log)) if told else node
        if not told and self._declared.of_one:
            node = cast(_N, rewritten(node, self._one_player.of_one_player))
        if not told and self._lexicon.declension.cases and self._numbers.in_other_number(node):
            raise PrintError(problem("RW0330", found=shown(node), lang=self._lexicon.called))
        said = cast(_N, rewritten(node, partial(self._surface_of, told=told)))
        if self._declared.repeated:
            said = cast(_N, rewritten(said, self._repeated.with_each_article))
        return cast(_N, rewritten(said, self._plainly)) if told else said

    def of_its_zone(self, node: _N) -> _N:
        """A phrase that is said with "of" for the zone where its thing lies: "por cada carta de tu mano"."""
        return self._places.of_its_zone(node)

    def _teller(self) -> LanguageTransforms:
        """These transforms for a log, which nobody reads back: "of" stays what it is there."""
        return LanguageTransforms(self._lexicon, self._declared, telling=True)

    def _of_a_log(self, node: n.Node, _: n.Node) -> n.Node:
        """A node of what a log tells: no reader asks which "de" it is, or whether "their" is of several.

        What is theirs is that of one player, as "its" says of things that nobody owns.
        """
        if (
            isinstance(node, n.NounPhrase)
            and node.determiner == n.Article(word="their")
            and not self._nouns.owned(node)
        ):
            return replace(node, determiner=n.Article(word="its"))
        if (
            self._declared.full
            and isinstance(node, n.At)
            and node.preposition == "in"
            and self._nouns.is_a(node.phrase, "zone")
        ):
            return n.Of(phrase=node.phrase)  # "elige una carta de su mano"
        if self._declared.full and isinstance(node, n.Perform) and node.slot("to") is not None:
            return replace(node, slots=tuple(from_its_place(slot) for slot in node.slots))
        return node

    def _plainly(self, node: n.Node, _: n.Node) -> n.Node:
        """A node of what a log tells, in which no word need tell what something is of from where it is taken."""
        apart = (self._declared.belonging, *self._declared.there.values())
        return n.Of(phrase=node.phrase) if isinstance(node, n.At) and node.preposition in apart else node

    def _surface_of(self, node: n.Node, meant: n.Node, told: bool = False) -> n.Node:
        """A node whose parts are surface, as it is said; meant: what it must be when it is unfolded."""
        match node:
            case n.At() | n.InPlace() if self._declared.by_noun:
                return self._places.at_its_place(node, said=True)
            case n.At(phrase=phrase) if self._declared.full:
                return replace(node, preposition=self._places.near(phrase, node.preposition))
            case n.At(phrase=phrase) if self._declared.generic_places:
                return replace(node, phrase=self._articles.of_all(phrase, self._declared.said_articles))
            case n.InPlace(place=phrase) if self._declared.full:
                return replace(node, preposition=self._places.near(phrase, node.preposition))
            case n.NounPhrase() if self._declared.genitive:
                return self._genitives.swapped(node)
            case n.Perform() if self._declared.genitive and (
                self._genitives.looks_taken(node) or self._genitives.looks_put(node)
            ):
                raise PrintError(problem("RW0330", found=shown(node), lang=self._lexicon.called))
            case n.NounPhrase() if self._articles.named(node):
                return self._articles.with_article(node, self._declared.said_articles)
            case n.NounPhrase() if self._declared.yours_unsaid and self._articles.of_you_and_a_thing(node):
                if node.determiner == n.Article(word="the"):
                    raise PrintError(problem("RW0330", found=shown(node), lang=self._lexicon.called))
                return self._articles.with_word(node, "your", "the")
            case n.NounPhrase() if self._declared.full:
                return self._noun_phrases.said(node, meant, told)
            case n.Perform() if self._declared.full:
                return self._acts.said(node, meant)
            case n.Is() if self._declared.prices and (said_as_price := self._said_price(meant)):
                return said_as_price
            case n.Phrases() if self._declared.repeated and sharing(node):
                return replace(node, conjunction=self._declared.repeated[node.conjunction])
            case n.Has(negated=False) | n.Exists() | n.With(negated=False) if self._declared.bare_one:
                bare = self._articles.of_one_thing(node, n.Article(word="a"), None)
                return self._articles.about(bare, self._declared.said_articles) if isinstance(bare, n.Has) else bare
            case n.Does() | n.Is() | n.Has() | n.Passive():
                return self._articles.about(node, self._declared.said_articles)
        return node

    def _said_price(self, meant: n.Node) -> n.Node | None:
        """What raises or lowers a price, said of what has it; None for what is no such clause."""
        said = said_of_what_it_costs(self._lexicon.canon, meant, self._declared.prices)
        return None if said is None else self.to_surface(said)

    def _canonical_of(self, node: n.Node, was: n.Node) -> n.Node:
        match node:
            case n.At() | n.InPlace() if self._declared.by_noun:
                return self._places.at_its_place(node, said=False)
            case n.NounPhrase() if self._declared.genitive:
                return self._genitives.swapped(node)
            case n.At(phrase=phrase) if self._declared.generic_places:
                return replace(node, phrase=self._articles.of_all(phrase, self._declared.meant_articles))
            case n.NounPhrase() if self._articles.named(node):
                return self._articles.with_article(node, self._declared.meant_articles)
            case n.NounPhrase() if self._declared.yours_unsaid and self._articles.of_you_and_a_thing(node):
                return self._articles.with_word(node, "the", "your")
            case n.NounPhrase(determiner=n.Article(word=word)) if (
                self._declared.one_of and word == self._declared.one_of
            ):
                return self._noun_phrases.meant_one_of(node)
            case n.NounPhrase() if self._declared.full:
                return self._noun_phrases.meant_all_of(node) or self._noun_phrases.meant(node)
            case n.Phrases() if self._declared.repeated:
                shared = self._repeated.shared(node, was)
                return rewritten(shared, self._canonical_of) if isinstance(shared, n.NounPhrase) else shared
            case n.Perform() if self._declared.full:
                return self._acts.meant(node)
            case n.Has(negated=False) | n.Exists() | n.With(negated=False) if self._declared.bare_one:
                one = self._articles.of_one_thing(node, None, n.Article(word="a"))
                return self._articles.about(one, self._declared.meant_articles) if isinstance(one, n.Has) else one
            case n.Does() | n.Is() | n.Has() | n.Passive():
                return self._articles.about(node, self._declared.meant_articles)
        return node

    def _standing(self, node: n.Node, _: n.Node) -> n.Node:
        """The node with the usual preposition for where a thing is."""
        if isinstance(node, n.At) and node.preposition == self._declared.belonging:
            return n.Of(phrase=node.phrase, span=node.span)
        if self._declared.full and isinstance(node, n.NounPhrase):
            return node if self._tells else self._places.lying_in(node)
        if isinstance(node, n.At) and node.preposition in (*self._declared.there.values(), self._declared.near):
            return replace(node, preposition=place_word(self._lexicon.canon, head_noun(node.phrase) or "") or "in")
        return node
