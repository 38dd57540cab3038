"""Transforms between the tree that a language's grammar reads and the canonical tree.

In many languages one preposition serves as *of*, *from* and possession, another as *in* and *into*; one word is both
"its" and "their"; the top card is "the first card". Such a language declares `transforms` in its words file. Its
grammar reads the wider word (*of*, *in*). `to_canonical` resolves it by the types of the words around it.
`to_surface` is the inverse. It leaves a node unchanged where `to_canonical` would not restore it; the printer then
uses other words.

Keys of `transforms`:

* `whose: {word: [its, their]}`: one possessive; it means "their" where its owner is a player. This key also enables:
  - `Of` after a verb's object is the slot `from`, if the verb has one and the noun has no owner of that type;
  - `Of` with a player is a possessive; `own: article` states the reverse;
  - `At` after the object of a verb that puts things (`into:` in its entry) is the slot `into`;
  - "the slot 3" is slot 3.
* `order: {adjective: article}`: of cards, the first one is the top one.
* `one_of: article`: "a cheapest card" is one of the cheapest cards; "a card more cheap" compares.
  `superlatives`: such adjectives beside those that the lexicon orders.
* `never_from`: nouns from which nothing is taken.
* `one_each`: nouns of which each thing has one, so that "sus" before several of them is "their".
* `near: in`: the preposition for both in and on, if the language has one; `there`: a synonym that is never a
  destination, or one for each: `{in: there, "on": there_on}`; `belonging`: a synonym of "of" that is never a source.
* `generic: article`: before a plural subject, "the" speaks of all such things, which the tree says without an article;
  this article stands for a "the" of the tree. `generic_places`: the same before plural places. A noun whose entry says
  `article: the` is a name: the tree has no article, the surface has one.
* `genitive: type`: before nouns of that type a genitive says whose a thing is ("the player's hand"), before all others
  what it is of ("the size of the card"). What English says the other way has a preposition. Only where the owner is a
  noun with an article alone.
* `places: by noun`: a noun whose entry has a `place` names what is in it with that preposition: "auf deiner Hand".
* `their_of_one: true`: what is "their" of one player, and owned by nobody, is said as "its", where nothing else has
  been named since that player: "each player discards their card".
* `repeated: {and: and_also, or: or_else}`: nouns that share an article have it each: "a card, a tile or a token".
  What the tree has as several phrases with the same article is said with other conjunctions of the grammar.
* `repeated_places: {in: {and: and_in, or: or_in}}`: two places that share an article have it each, and the preposition
  as well: "in your hand or in your reserve". The conjunctions are those of the grammar, by the preposition.
* `bare_one: true`: one thing that somebody has, or that is there, has no article: "van kártyád" is "you have a card".
* `yours_unsaid: true`: a number that a player has of a thing is yours where nobody else is named: "the price of the
  card" is "your price of the card".
* `prices: verb`: what raises or lowers a price is said of what has it: "each car costs 2 less".

A language may have the last seven groups only. The destination of a pronoun is the grammar's slot `into`, because
nothing can follow a pronoun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, place_word
from rulewright.language.printing.printer import PrintError
from rulewright.language.problems import problem
from rulewright.language.trees.compare import shown
from rulewright.language.trees.measures import said_of_what_it_costs
from rulewright.language.trees.normal_form import Normaliser, head_noun
from rulewright.language.trees.rewriting import rewritten

OPEN = (n.At, n.Of, n.NextTo)  # filters that end in a phrase, behind which the next one is said
THINGS = ("card", "piece")  # what lies in zones
PLACES = ("space", "border", "region")  # what pieces are taken from, and cards are of
COUNTED = ("card", "piece", "space", "border", "player")  # things of which there is one, or none
SAID_BEHIND = (n.At, n.Adjective, n.Where, n.That)  # what can be said of a thing without an article
SUBJECTS = dict.fromkeys((n.Does, n.Is, n.Has, n.Passive), "subject")
REPEATED: dict[type[n.Node], tuple[str, ...]] = {kind: (name,) for kind, name in SUBJECTS.items()}
REPEATED |= {
    n.Slot: ("value",),
    n.Has: ("subject", "object"),
    n.Exists: ("object",),
    n.IsPhrase: ("phrase",),
    n.Of: ("phrase",),
}
SINGLE = {n.Where: ("clause",), n.That: ("predicate",), n.Whose: ("clause",)}  # clauses with one phrase at each place
_N = TypeVar("_N", bound=n.Node)
_F = TypeVar("_F", bound=n.Filter)


class LanguageTransforms:
    """The transforms of one language."""

    def __init__(self, lexicon: Lexicon, transforms: Mapping[str, Any]) -> None:
        self.lexicon, self._normal = lexicon, Normaliser(lexicon)
        self.order: Mapping[str, str] = transforms.get("order", {})
        self.near: str = transforms.get("near", "")
        there = transforms.get("there", "")
        self.there: Mapping[str, str] = there if isinstance(there, Mapping) else {"in": there}
        self.belonging: str = transforms.get("belonging", "")
        self.own: str = transforms.get("own", "")
        self.one_of: str = transforms.get("one_of", "")
        self.superlatives: Sequence[str] = transforms.get("superlatives", ())
        self.never_from: Sequence[str] = transforms.get("never_from", ())
        self.one_each: Sequence[str] = transforms.get("one_each", ())
        self.repeated: Mapping[str, str] = transforms.get("repeated", {})
        self._meant_conjunctions = {said: meant for meant, said in self.repeated.items()}
        self.two_places: Mapping[str, Mapping[str, str]] = transforms.get("repeated_places", {})
        self._of_places = {said: meant for words in self.two_places.values() for meant, said in words.items()}
        self.prices: str = transforms.get("prices", "")
        self.genitive: str = transforms.get("genitive", "")
        self._by_noun = "places" in transforms
        self._of_one = "their_of_one" in transforms
        self._yours_unsaid = "yours_unsaid" in transforms
        self._bare_one = "bare_one" in transforms
        self._full = "whose" in transforms  # all of them, not the articles alone
        self._tells = False
        self.generic_places = bool(transforms.get("generic_places"))
        generic = transforms.get("generic", "")
        self.said_articles = {"": "the", "the": generic} if generic else {}
        self.meant_articles = {said: meant for meant, said in self.said_articles.items()}
        (self.whose, (self.its, self.their)), *_ = transforms.get("whose", {"": ("", "")}).items()

    def to_canonical(self, node: _N) -> _N:
        """Return the canonical tree of a tree that the grammar has read."""
        node = cast(_N, rewritten(rewritten(node, self._canonical_of), self._standing))
        return cast(_N, rewritten(node, self._meant_of_one_player)) if self._of_one else node

    def to_surface(self, node: _N, told: bool = False) -> _N:
        """Return the tree that the language's grammar prints; told: of somebody in a log, and never read back.

        Raises:
            PrintError: the printed text would be read as another tree.
        """
        if told and not self._tells:
            return self._teller().to_surface(node, told)
        node = cast(_N, rewritten(node, self._of_a_log)) if told else node
        if not told and self._of_one:
            node = cast(_N, rewritten(node, self._of_one_player))
        if not told and self.lexicon.declension.cases and self._in_other_number(node):
            raise PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.lang))
        said = cast(_N, rewritten(node, partial(self._surface_of, told=told)))
        if self.repeated:
            said = cast(_N, rewritten(said, self._with_each_article))
        return cast(_N, rewritten(said, self._plainly)) if told else said

    def _teller(self) -> LanguageTransforms:
        """These transforms for a log, which nobody reads back: "of" stays what it is there."""
        teller = copy(self)
        teller._tells = True
        return teller

    def _in_other_number(self, tree: n.Node) -> bool:
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
        if not isinstance(phrase.noun, str) or not self.lexicon.canon.nouns[phrase.noun].counts:
            return False
        if phrase.determiner is not None or phrase.adjectives or phrase.index is not None:
            return False
        forms, case = self.lexicon.nouns[phrase.noun].forms, self.lexicon.declension.subject
        return forms.fitting({"one", case}) == forms.fitting({"many", case})

    # -------------------------------------------------------------- one node, its parts done

    def _of_a_log(self, node: n.Node, _: n.Node) -> n.Node:
        """A node of what a log tells: no reader asks which "de" it is, or whether "their" is of several.

        What is theirs is that of one player, as "its" says of things that nobody owns.
        """
        if isinstance(node, n.NounPhrase) and node.determiner == n.Article(word="their") and not self._owned(node):
            return replace(node, determiner=n.Article(word="its"))
        if self._full and isinstance(node, n.At) and node.preposition == "in" and self._is(node.phrase, "zone"):
            return n.Of(phrase=node.phrase)  # "elige una carta de su mano"
        if self._full and isinstance(node, n.Perform) and node.slot("to") is not None:
            return replace(node, slots=tuple(_from_its_place(slot) for slot in node.slots))
        return node

    def _plainly(self, node: n.Node, _: n.Node) -> n.Node:
        """A node of what a log tells, in which no word need tell what something is of from where it is taken."""
        apart = (self.belonging, *self.there.values())
        return n.Of(phrase=node.phrase) if isinstance(node, n.At) and node.preposition in apart else node

    def _surface_of(self, node: n.Node, meant: n.Node, told: bool = False) -> n.Node:
        """A node whose parts are surface, as it is said; meant: what it must be when it is unfolded."""
        match node:
            case n.At() | n.InPlace() if self._by_noun:
                return self._at_its_place(node, said=True)
            case n.At(phrase=phrase) if self._full:
                return replace(node, preposition=self._near(phrase, node.preposition))
            case n.At(phrase=phrase) if self.generic_places:
                return replace(node, phrase=self._of_all(phrase, self.said_articles))
            case n.InPlace(place=phrase) if self._full:
                return replace(node, preposition=self._near(phrase, node.preposition))
            case n.NounPhrase() if self.genitive:
                return self._swapped(node)
            case n.Perform() if self.genitive and (self._looks_taken(node) or self._looks_put(node)):
                raise PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.lang))
            case n.NounPhrase() if self._named(node):
                return self._with_article(node, self.said_articles)
            case n.NounPhrase() if self._yours_unsaid and self._of_you_and_a_thing(node):
                if node.determiner == n.Article(word="the"):
                    raise PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.lang))
                return self._with_word(node, "your", "the")
            case n.NounPhrase() if self._full:
                return self._said_as_meant(node, meant, told)
            case n.Perform() if self._full:
                return self._said_act(node, meant)
            case n.Is() if self.prices and (said_as_price := self._said_price(meant)):
                return said_as_price
            case n.Phrases() if self.repeated and _sharing(node):
                return replace(node, conjunction=self.repeated[node.conjunction])
            case n.Has(negated=False) | n.Exists() | n.With(negated=False) if self._bare_one:
                bare = self._of_one_thing(node, n.Article(word="a"), None)
                return self._about(bare, self.said_articles) if isinstance(bare, n.Has) else bare
            case n.Does() | n.Is() | n.Has() | n.Passive():
                return self._about(node, self.said_articles)
        return node

    def _of_one_thing(self, node: n.Node, article: n.Article | None, other: n.Article | None) -> n.Node:
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
        if isinstance(node, n.Has) and _nobody(node.subject):
            return node
        nouns = thing.noun.nouns if isinstance(thing.noun, n.NounGroup) else (thing,)
        words = [self.lexicon.canon.nouns.get(str(one.noun)) for one in nouns]
        if not all(word is not None and word.counts and word.type in COUNTED for word in words):
            return node
        if any(not isinstance(part, SAID_BEHIND) for part in thing.filters):
            return node
        return _changed(node, name, replace(thing, determiner=other))

    def _of_you_and_a_thing(self, phrase: n.NounPhrase) -> bool:
        """Whether a number that players have of things is said of a thing: "the price of the card"."""
        noun = self.lexicon.canon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        if noun is None or noun.type != "number" or len(noun.of) < 2 or phrase.adjectives:
            return False
        last = phrase.filters[-1] if phrase.filters else None
        if not isinstance(last, n.Of) or isinstance(last.phrase, n.Pronoun):
            return False
        return any(self.lexicon.noun_is(of, "player") for of in noun.of)

    def _with_word(self, phrase: n.NounPhrase, word: str, other: str) -> n.NounPhrase:
        """A phrase with another article instead of this one."""
        if phrase.determiner != n.Article(word=word):
            return phrase
        return replace(phrase, determiner=n.Article(word=other))

    def _with_each_article(self, node: n.Node, _: n.Node) -> n.Node:
        """A node with an article before each noun of those that share one, where several phrases can stand."""
        if isinstance(node, n.At) and node.preposition in self.two_places and _is_two(_without_its_end(node.phrase)):
            two = self._each_apart(cast(n.NounPhrase, node.phrase))
            words = self.two_places[node.preposition]
            return replace(node, phrase=replace(two, conjunction=words[two.conjunction])) if two else node
        for name in REPEATED.get(type(node), ()):
            value = getattr(node, name)
            single = isinstance(node, n.Slot) and node.name == "place"
            single |= isinstance(node, n.Of) and not _is_two(value)
            if isinstance(value, n.NounPhrase) and not single:
                said = self._each_apart(value)
                if said is not None and cast(n.Phrase, self.to_canonical(said)) == self.to_canonical(value):
                    node = _changed(node, name, said)
        for name in SINGLE.get(type(node), ()):
            node = _changed(node, name, _once_again(getattr(node, name)))
        return node

    def _each_apart(self, phrase: n.NounPhrase) -> n.Phrases | None:
        """Nouns that share an article as phrases with an article each; not of what is counted beside what is not."""
        if isinstance(phrase.noun, n.NounGroup) and phrase.plural:
            nouns = [self.lexicon.canon.nouns[str(bare.noun)] for bare in phrase.noun.nouns]
            if not all(noun.counts for noun in nouns):
                return None
        return _each_with_its_article(phrase)

    def _said_price(self, meant: n.Node) -> n.Node | None:
        """What raises or lowers a price, said of what has it; None for what is no such clause."""
        said = said_of_what_it_costs(self.lexicon.canon, meant, self.prices)
        return None if said is None else self.to_surface(said)

    def _canonical_of(self, node: n.Node, was: n.Node) -> n.Node:
        match node:
            case n.At() | n.InPlace() if self._by_noun:
                return self._at_its_place(node, said=False)
            case n.NounPhrase() if self.genitive:
                return self._swapped(node)
            case n.At(phrase=phrase) if self.generic_places:
                return replace(node, phrase=self._of_all(phrase, self.meant_articles))
            case n.NounPhrase() if self._named(node):
                return self._with_article(node, self.meant_articles)
            case n.NounPhrase() if self._yours_unsaid and self._of_you_and_a_thing(node):
                return self._with_word(node, "the", "your")
            case n.NounPhrase(determiner=n.Article(word=word)) if self.one_of and word == self.one_of:
                return self._meant_one_of(node)
            case n.NounPhrase() if self._full:
                return self._meant_all_of(node) or self._meant_phrase(node)
            case n.Phrases() if self.repeated:
                if node.conjunction in self._of_places and isinstance(was, n.Phrases):
                    shared = _sharing(replace(was, conjunction=self._of_places[node.conjunction]))
                    return rewritten(shared, self._canonical_of) if shared else node
                if node.conjunction in self._meant_conjunctions:
                    return replace(node, conjunction=self._meant_conjunctions[node.conjunction])
                shared = _sharing(_of_its_owner(was)) if isinstance(was, n.Phrases) else None
                return rewritten(shared, self._canonical_of) if shared else node
            case n.Perform() if self._full:
                return self._meant_act(node)
            case n.Has(negated=False) | n.Exists() | n.With(negated=False) if self._bare_one:
                one = self._of_one_thing(node, None, n.Article(word="a"))
                return self._about(one, self.meant_articles) if isinstance(one, n.Has) else one
            case n.Does() | n.Is() | n.Has() | n.Passive():
                return self._about(node, self.meant_articles)
        return node

    def _about(self, node: n.Does | n.Is | n.Has | n.Passive, articles: Mapping[str, str]) -> n.Node:
        """A clause with another article before its subject, if that is many or much, with nothing behind it."""
        if not isinstance(node.subject, n.NounPhrase):
            return node
        return replace(node, subject=self._of_all(node.subject, articles))

    def _of_all(self, phrase: _N, articles: Mapping[str, str]) -> _N:
        """A phrase with another article, if it names many or much, with nothing behind it."""
        if not isinstance(phrase, n.NounPhrase) or phrase.filters or phrase.index is not None or self._named(phrase):
            return phrase
        if self._rank(phrase):  # "the" and the rank are one article
            return phrase
        noun = self.lexicon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        if not phrase.plural and (noun is None or noun.counts or noun.type not in ("resource", "piece")):
            return phrase
        return self._with_article(phrase, articles)

    def _named(self, phrase: n.NounPhrase) -> bool:
        """Whether a noun is a name in the tree and has an article here."""
        noun = self.lexicon.nouns.get(phrase.noun) if isinstance(phrase.noun, str) else None
        return noun is not None and noun.article and phrase.index is None

    def _with_article(self, phrase: _N, articles: Mapping[str, str]) -> _N:
        """A phrase with the article that stands for its own: none, or "the"; as it is with any other determiner."""
        assert isinstance(phrase, n.NounPhrase)
        det = phrase.determiner
        word = "" if det is None else det.word if isinstance(det, n.Article) else None
        if word is None or word not in articles:
            return phrase
        new = articles[word]
        return cast(_N, replace(phrase, determiner=n.Article(word=new) if new else None))

    def _standing(self, node: n.Node, _: n.Node) -> n.Node:
        """The node with the usual preposition for where a thing is."""
        if isinstance(node, n.At) and node.preposition == self.belonging:
            return n.Of(phrase=node.phrase, span=node.span)
        if self._full and isinstance(node, n.NounPhrase):
            return node if self._tells else self._lying_in(node)
        if isinstance(node, n.At) and node.preposition in (*self.there.values(), self.near):
            return replace(node, preposition=place_word(self.lexicon.canon, head_noun(node.phrase) or "") or "in")
        return node

    def _lying_in(self, node: n.NounPhrase) -> n.NounPhrase:
        """A phrase with "in" for an "of" that can only tell where a thing lies: "una carta de tu mano"."""
        last = node.filters[-1] if node.filters else None
        if not isinstance(last, n.Of) or not self._lies_in(node, last.phrase):
            return node
        preposition = place_word(self.lexicon.canon, head_noun(last.phrase) or "") or "in"
        return replace(
            node, filters=(*node.filters[:-1], n.At(preposition=preposition, phrase=last.phrase, span=last.span))
        )

    def _lies_in(self, phrase: n.NounPhrase, place: n.Phrase) -> bool:
        """Whether "of" a place behind a thing says no more than that it lies there."""
        thing = any(self._is(phrase, kind) for kind in THINGS)
        return thing and self._is(place, "zone") and self._taken_from(phrase, place)

    def _near(self, phrase: n.Phrase, preposition: str) -> str:
        if not self.near:
            return preposition
        noun = head_noun(phrase)
        return self.near if noun and place_word(self.lexicon.canon, noun) == preposition else preposition

    def _where(self, phrase: n.Phrase) -> str:
        """The preposition that tells where things lie, with which they are put there, too."""
        return self.near or place_word(self.lexicon.canon, head_noun(phrase) or "") or "in"

    def _at_its_place(self, node: n.At | n.InPlace, said: bool) -> n.At | n.InPlace:
        """Where a thing is, with the preposition of the noun in this language, or with that of the tree."""
        noun = head_noun(node.phrase if isinstance(node, n.At) else node.place) or ""
        own = self.lexicon.nouns[noun].place if noun in self.lexicon.nouns else "in"
        if own == "in" or place_word(self.lexicon.canon, noun) == own:
            return node
        before, after = ("in", own) if said else (own, "in")
        return replace(node, preposition=after) if node.preposition == before else node

    def _of_one_player(self, node: n.Node, _: n.Node) -> n.Node:
        """What one player does with what is theirs, as the language says it: "a kártyáját", not "a kártyájukat"."""
        if self._belonging_to_one(node, "its"):
            raise PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.lang))
        return self._exchanged(node, "their", "its")

    def _meant_of_one_player(self, node: n.Node, _: n.Node) -> n.Node:
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
        return isinstance(subject, n.NounPhrase) and not subject.plural and self._is(subject, "player")

    def _belonging_to_one(self, node: n.Node, word: str) -> list[n.NounPhrase]:
        """The phrases of what one player does that say whose a thing is, if nothing else has been named before."""
        if not isinstance(node, n.Does) or not self._is_one_player(node.subject):
            return []
        for part in node.act.walk():
            if isinstance(part, n.NounPhrase):
                mine = part.determiner == n.Article(word=word) and not self._owned(part)
                return [part] if mine else []
        return []

    # -------------------------------------------------------------- noun phrases

    def _swapped(self, node: n.NounPhrase) -> n.NounPhrase:
        """What says whose a thing is as what says what it is of, and the other way, before what is nobody's name."""
        det, filters = node.determiner, node.filters
        if (
            isinstance(det, n.Possessive)
            and self._is_plain(det.owner)
            and not any(isinstance(f, OPEN) for f in filters)
        ):
            of = n.Of(phrase=det.owner, span=det.span)
            return replace(node, determiner=n.Article(word="the"), filters=(*filters, of))
        last = filters[-1] if filters else None
        closed = not any(isinstance(f, OPEN) for f in filters[:-1])
        if det == n.Article(word="the") and isinstance(last, n.Of) and closed and self._is_plain(last.phrase):
            return replace(node, determiner=n.Possessive(owner=last.phrase, span=last.span), filters=filters[:-1])
        return node

    def _looks_taken(self, node: n.Perform) -> bool:
        """Whether what is said of somebody behind an object reads as where the verb takes it from."""
        thing = node.slot("object")
        if not isinstance(thing, n.NounPhrase) or not thing.filters:
            return False
        taken = any("{from" in pattern for pattern in self.lexicon.verbs[node.verb].patterns)
        last = thing.filters[-1]
        if not isinstance(last, n.Of) or not self._is(last.phrase, self.genitive):
            return False
        before = thing.determiner == n.Article(word="the")  # behind which no genitive stands
        return taken and node.slot("from") is None and (before or not self._has_genitive(last.phrase))

    def _has_genitive(self, owner: n.Phrase) -> bool:
        """Whether the determiner of an owner has a genitive: "eines Spielers", but "von 2 Spielern"."""
        determiner = owner.determiner if isinstance(owner, n.NounPhrase) else None
        return isinstance(determiner, n.Article) and determiner.word in self.lexicon.classes.get("DETG", {})

    def _looks_put(self, node: n.Perform) -> bool:
        """Whether a place behind an object reads as where things go, because nothing tells its case."""
        goes = any("{to" in pattern for pattern in self.lexicon.verbs[node.verb].patterns)
        goal = node.slot("to")
        return (
            goes and self._of_no_case(_place_behind(node.slot("object"))) and (goal is None or self._of_no_case(goal))
        )

    def _of_no_case(self, place: n.Node | None) -> bool:
        """Whether a phrase looks the same where something is and where it goes: "in Oasen", "auf 3 Karten"."""
        if not isinstance(place, n.NounPhrase) or place.adjectives or not isinstance(place.noun, str):
            return False
        if place.determiner is not None and not isinstance(place.determiner, n.Quantity):
            return False
        forms = self.lexicon.nouns[place.noun].forms
        counted = place.plural or isinstance(place.determiner, n.Quantity)
        return forms.fitting({"many", "acc"}) == forms.fitting({"many", "dat"}) or not counted

    def _is_plain(self, owner: n.Phrase) -> bool:
        """Whether a phrase is a noun of no such type with an article alone."""
        if not isinstance(owner, n.NounPhrase) or owner.filters or owner.index is not None:
            return False
        return isinstance(owner.determiner, n.Article) and not self._is(owner, self.genitive)

    def _said_as_meant(self, node: n.NounPhrase, meant: n.Node, told: bool) -> n.NounPhrase:
        """A phrase in words that are read as it is meant; "the last card" has none where that is the bottom one."""
        for said in (self._said_noun(node), node, self._belonging_to_its_zone(node)):
            if self.to_canonical(said) == meant:
                return said
        if told:
            return node
        raise PrintError(problem("RW0330", found=shown(meant), lang=self.lexicon.lang))

    def _belonging_to_its_zone(self, node: n.NounPhrase) -> n.NounPhrase:
        """A phrase in other words, where "of" would say that its thing lies there."""
        last = node.filters[-1] if node.filters else None
        if not isinstance(last, n.Of) or not self._lies_in(node, last.phrase):
            return node
        apart = n.At(preposition=self.belonging, phrase=last.phrase, span=last.span)
        return replace(node, filters=(*node.filters[:-1], apart))

    def of_its_zone(self, node: _N) -> _N:
        """A phrase that is said with "of" for the zone where its thing lies: "por cada carta de tu mano"."""
        if not self._full or not isinstance(node, n.NounPhrase) or not node.filters:
            return node
        *others, last = node.filters
        if not isinstance(last, n.At) or last.preposition not in ("in", self.near):
            return node
        said = replace(node, filters=(*others, n.Of(phrase=last.phrase)))
        return cast(_N, said) if self._lies_in(node, last.phrase) else node

    def _said_noun(self, node: n.NounPhrase) -> n.NounPhrase:
        det = node.determiner
        if node.plural and det == n.Article(word=self.their) and not self._owned(node):
            raise PrintError(problem("RW0330", found=shown(node), lang=self.lexicon.lang))
        if isinstance(det, n.Possessive):
            owner, filters = det.owner, node.filters
            if filters and isinstance(filters[-1], n.At) and isinstance(owner, n.NounPhrase):  # said behind the owner
                owner, filters = _with_filter(owner, filters[-1]), filters[:-1]
            word = "the" if self._is(det.owner, "player") else self.own
            return replace(node, determiner=n.Article(word=word), filters=(*filters, n.Of(phrase=owner)))
        of = node.filters[-1] if node.filters else None
        if isinstance(det, n.Article) and det.word == "the" and isinstance(of, n.Of) and self._is(of.phrase, "player"):
            return replace(node, determiner=n.Article(word=self.own))
        if det is None and node.index is not None:
            return replace(node, determiner=n.Article(word="the"))
        if self._one_of_the_most(node):
            first, *rest = node.adjectives
            return replace(node, determiner=n.Article(word=self.one_of), plural=True, adjectives=(*rest, first))
        ranks = {article: adjective for adjective, article in self.order.items()}
        if det == n.Article(word=self.their) and node.noun in self.one_each:
            return replace(node, determiner=n.Article(word=self.whose), plural=True)
        if isinstance(det, n.Article) and det.word in (self.its, self.their):
            return replace(node, determiner=replace(det, word=self.whose))
        if isinstance(det, n.Article) and det.word in ranks:
            return self._ranked(node, n.Article(word="the"), ranks[det.word])
        if isinstance(det, n.Quantity) and det.article in ranks:
            return self._ranked(node, replace(det, article="the"), ranks[det.article])
        return node

    def _ranked(self, node: n.NounPhrase, det: n.Determiner, rank: str) -> n.NounPhrase:
        """A phrase with its rank as an adjective: before the noun for cards, and with a word of its own for others."""
        card = isinstance(node.noun, str) and self.lexicon.noun_is(node.noun, "card")
        return replace(node, determiner=det, adjectives=(rank if card else self.order[rank], *node.adjectives))

    def _one_of_the_most(self, node: n.NounPhrase) -> bool:
        """Whether a phrase means any one of several that are the cheapest, the nearest, …"""
        single = node.determiner == n.Article(word="a") and not node.plural
        return bool(self.one_of and single and node.adjectives and self._most(node.adjectives[0]))

    def _most(self, adjective: str) -> bool:
        item = self.lexicon.adjectives.get(adjective)
        return adjective in self.superlatives or item is not None and "order" in item.entry

    def _meant_one_of(self, node: n.NounPhrase) -> n.Phrase:
        """What "one of the" means: any one of the cheapest, or one of several that are known."""
        *rest, last = node.adjectives or ("",)
        if self._most(last):
            return replace(node, determiner=n.Article(word="a"), plural=False, adjectives=(last, *rest))
        whole = self._meant_phrase(replace(node, determiner=n.Article(word="the")))
        return n.PartOf(quantity=n.Quantity(kind="count", low=1), whole=whole, span=node.span)

    def _meant_all_of(self, node: n.NounPhrase) -> n.Phrase | None:
        """What "all the top cards" means: all of them; None for a phrase without a rank."""
        det, all_of = node.determiner, n.Quantity(kind="all")
        if not self._rank(node):
            return None
        if det == n.Article(word="all"):
            known = replace(node, determiner=n.Article(word="the"), plural=True)
        elif isinstance(det, n.Quantity) and det.article == "all":
            known = replace(node, determiner=replace(det, article="the"))
        else:
            return None
        whole = self._meant_phrase(known)
        return n.PartOf(quantity=all_of, whole=whole, span=node.span)

    def _meant_phrase(self, node: n.NounPhrase) -> n.NounPhrase:
        det, rank = node.determiner, self._rank(node)
        if rank and isinstance(det, n.Article) and det.word == "the":
            node = replace(node, determiner=replace(det, word=rank), adjectives=node.adjectives[1:])
        elif rank and isinstance(det, n.Quantity) and det.article == "the":
            node = replace(node, determiner=replace(det, article=rank), adjectives=node.adjectives[1:])
        if isinstance(det, n.Article) and det.word == self.whose and node.plural and node.noun in self.one_each:
            node = replace(node, determiner=replace(det, word=self.their), plural=False)
        elif isinstance(det, n.Article) and det.word == self.whose:
            node = replace(node, determiner=replace(det, word=self.their if self._owned(node) else self.its))
        elif isinstance(det, n.Article) and det.word == self.their and not self._owned(node):
            node = replace(node, plural=False)  # each has one: "sus respectivos propietarios"
        if node.index is not None and isinstance(det, n.Article) and det.word == "the":
            node = replace(node, determiner=None)
        return self._possessive(self._lifted(node))

    def _rank(self, node: n.NounPhrase) -> str:
        """The article that the first adjective of a phrase stands for: top, bottom, or none."""
        first = node.adjectives[0] if node.adjectives else ""
        card = isinstance(node.noun, str) and self.lexicon.noun_is(node.noun, "card")
        return first if first in self.order.values() else self.order.get(first, "") if card else ""

    def _owned(self, node: n.NounPhrase) -> bool:
        noun = head_noun(node)
        item = self.lexicon.nouns.get(noun or "")
        return item is not None and ("player" in item.of or item.entry.get("owned") in (True, "true"))

    def _lifted(self, node: n.NounPhrase) -> n.NounPhrase:
        """What stands behind a player stands behind the noun that is the player's: a horse of a player on a field."""
        last = node.filters[-1] if node.filters else None
        if isinstance(last, n.Of) and isinstance(last.phrase, n.NounPhrase) and self._is(last.phrase, "player"):
            inner = last.phrase.filters
            if inner and isinstance(inner[-1], n.At):
                owner = replace(last.phrase, filters=inner[:-1])
                return replace(node, filters=(*node.filters[:-1], replace(last, phrase=owner), inner[-1]))
        return node

    def _possessive(self, node: n.NounPhrase) -> n.NounPhrase:
        det = node.determiner
        of = next((item for item in node.filters if isinstance(item, n.Of)), None)
        if of is None or not isinstance(det, n.Article) or det.word not in ("the", self.own):
            return node
        if self._is(of.phrase, "player") != (det.word == "the"):
            return replace(node, determiner=replace(det, word="the"))
        rest = tuple(item for item in node.filters if item is not of)
        return replace(node, determiner=n.Possessive(owner=of.phrase, span=of.span), filters=rest)

    def _is(self, phrase: n.Phrase, kind: str) -> bool:
        noun = head_noun(phrase)
        return noun is not None and self._kind(noun, kind)

    def _kind(self, noun: str, kind: str) -> bool:
        return self.lexicon.noun_is(noun, kind)

    # -------------------------------------------------------------- acts

    def _said_act(self, node: n.Perform, meant: n.Node) -> n.Perform:
        said = node
        source, goal = node.slot("from"), node.slot("to")
        free = any("[{from" in pattern for pattern in self.lexicon.verbs[node.verb].patterns)
        if isinstance(source, n.Phrase) and free:
            surface = _moved(said, "from", "object", n.Of(phrase=source))
            if self._act_meant(surface) == meant:
                said = surface
        elif (surface := self._out_of(node)) != node and self._act_meant(surface) == meant:
            said = surface
        elif self._act_meant(node) != meant:
            said = _with_last(node, n.Of, lambda last: n.At(preposition=self.belonging, phrase=last.phrase))
        if isinstance(goal, n.Phrase) and self.lexicon.verbs[node.verb].into:
            there = self._there(said)
            apart = self._there(said, "from")
            for name, before in (("object", said), ("from", said), ("object", there), ("object", apart)):
                surface = _moved(before, "to", name, n.At(preposition=self._where(goal), phrase=goal))
                if self._act_meant(surface) == meant:
                    return surface
            if _closed(node.slot("object")) and (source is None or _closed(source)):
                slots = (replace(slot, name="into") if slot.name == "to" else slot for slot in said.slots)
                return replace(said, slots=tuple(slots))
        if self._act_meant(said) == meant:
            return said
        for act in (node, said):
            for there in (self._there(act), self._there(act, "from"), self._there(self._there(act), "from")):
                if self._act_meant(there) == meant:
                    return there
        raise PrintError(problem("RW0330", found=shown(meant), lang=self.lexicon.lang))

    def _out_of(self, node: n.Perform) -> n.Perform:
        """An act with "of" for where its object lies, if it takes nothing: "mira 1 carta de tu mano"."""
        if self.lexicon.canon.verbs[node.verb].state:
            return node
        if any("{from" in pattern for pattern in self.lexicon.verbs[node.verb].patterns):
            return node

        def out_of(last: n.At) -> n.Filter:
            return n.Of(phrase=last.phrase, span=last.span) if self._is(last.phrase, "zone") else last

        return _with_last(node, n.At, out_of)

    def _act_meant(self, node: n.Perform) -> n.Node:
        """What an act is read as: first in the normal form that the parser gives it."""
        return self.to_canonical(self._normal(node))

    def _there(self, node: n.Perform, name: str = "object") -> n.Perform:
        """An act one of whose slots tells in other words where a thing is."""
        return _with_last(node, n.Filter, self._elsewhere, name)

    def _elsewhere(self, last: n.Filter) -> n.Filter:
        """The last filter of a phrase with the first place that it tells in other words."""
        if isinstance(last, n.At) and last.preposition != self.belonging:
            return replace(last, preposition=self.there.get(last.preposition, self.there["in"]))
        if isinstance(last, OPEN) and isinstance(last.phrase, n.NounPhrase) and last.phrase.filters:
            *before, end = last.phrase.filters
            return replace(last, phrase=replace(last.phrase, filters=(*before, self._elsewhere(end))))
        return last

    def _meant_act(self, node: n.Perform) -> n.Perform:
        verb = self.lexicon.verbs[node.verb]
        if node.slot("into"):
            slots = (replace(slot, name="to") if slot.name == "into" else slot for slot in node.slots)
            node = replace(node, slots=tuple(slots))
        for name in ("object", "from"):
            if verb.into and node.slot("to") is None:
                node = self._taken_out(node, "to", name, n.At)
        if any("{from" in pattern for pattern in verb.patterns) and node.slot("from") is None:
            node = self._taken_out(node, "from", "object", n.Of)
        order = self.lexicon.canon.verbs[node.verb].order
        return replace(node, slots=tuple(sorted(node.slots, key=lambda slot: order(slot.name))))

    def _taken_out(self, node: n.Perform, name: str, behind: str, kind: type[n.At | n.Of]) -> n.Perform:
        """An act with the first filter of a kind behind one of its slots as a slot of its own."""
        found = node.slot(behind)
        if not isinstance(found, n.Phrase):
            return node
        left, taken = self._split(found, kind)
        if taken is None:
            return node
        slots = tuple(replace(slot, value=left) if slot.name == behind else slot for slot in node.slots)
        return replace(node, slots=(*slots, n.Slot(name=name, value=taken)))

    def _split(self, phrase: n.Phrase, kind: type[n.At | n.Of]) -> tuple[n.Phrase, n.Phrase | None]:
        """A phrase without the first such filter in its chain, and what that filter holds."""
        if isinstance(phrase, n.PartOf):
            left, taken = self._split(phrase.whole, kind)
            return replace(phrase, whole=left), taken
        if not isinstance(phrase, n.NounPhrase) or not phrase.filters:
            return phrase, None
        last = phrase.filters[-1]
        put = not isinstance(last, n.At) or last.preposition not in (*self.there.values(), self.belonging)
        if isinstance(last, kind) and put and (kind is n.At or self._taken_from(phrase, last.phrase)):
            return replace(phrase, filters=phrase.filters[:-1]), last.phrase
        if kind is n.At and isinstance(last, OPEN):
            left, taken = self._split(last.phrase, kind)
            if taken is not None:
                return replace(phrase, filters=(*phrase.filters[:-1], replace(last, phrase=left))), taken
        return phrase, None

    def _taken_from(self, phrase: n.NounPhrase, place: n.Phrase) -> bool:
        """Whether "of" a place says where things are taken from, and not what they are of."""
        noun, source = head_noun(phrase), head_noun(place)
        if noun is None or source is None or source in self.never_from:
            return False
        for owned, owner in ((noun, source), (source, noun)):  # the number of a card, a card of a colour
            item = self.lexicon.nouns[owned]
            if item.type != "zone" and any(kind == "any" or self._kind(owner, kind) for kind in item.of):
                return False
        if not self._kind(noun, "piece") and any(self._kind(source, kind) for kind in PLACES):
            return False
        det = phrase.determiner
        rank = det.word if isinstance(det, n.Article) else det.article if isinstance(det, n.Quantity) else None
        return rank not in self.order.values() and not any(word in self.order for word in phrase.adjectives)


def _changed(node: _N, name: str, value: n.Node) -> _N:
    """A node with another value in one field."""
    new: dict[str, Any] = {name: value}
    return replace(node, **new)


def _each_with_its_article(phrase: n.NounPhrase) -> n.Phrases | None:
    """Nouns that share an article as phrases with an article each; None for any other phrase."""
    if not isinstance(phrase.noun, n.NounGroup) or phrase.determiner == n.Article(word="no"):
        return None
    items = [
        n.NounPhrase(
            determiner=phrase.determiner,
            adjectives=bare.adjectives,
            noun=bare.noun,
            index=bare.index,
            plural=phrase.plural,
            span=bare.span,
        )
        for bare in phrase.noun.nouns
    ]
    items[-1] = replace(items[-1], filters=phrase.filters)
    said = n.Phrases(conjunction=phrase.noun.conjunction, items=tuple(items), span=phrase.span)
    return said if _sharing(said) == phrase else None


def _is_two(phrase: n.Node) -> bool:
    """Whether a phrase is of two nouns, with nothing behind them."""
    return (
        isinstance(phrase, n.NounPhrase)
        and isinstance(phrase.noun, n.NounGroup)
        and len(phrase.noun.nouns) == 2
        and not phrase.filters
    )


def _without_its_end(phrase: n.Phrase) -> n.Phrase:
    """A phrase without the one thing that is said behind it: whose it is, or where something goes."""
    if isinstance(phrase, n.NounPhrase) and len(phrase.filters) == 1 and isinstance(phrase.filters[0], OPEN):
        return replace(phrase, filters=())
    return phrase


def _sharing(phrases: n.Phrases) -> n.NounPhrase | None:
    """Phrases with one article each as nouns that share it, and what is said behind the last; None for any others."""
    items = [item for item in phrases.items if isinstance(item, n.NounPhrase) and isinstance(item.noun, str)]
    if len(items) < len(phrases.items) or not isinstance(items[0].determiner, n.Article):
        return None
    first, last = items[0], items[-1]
    if any(item.filters for item in items[:-1]) or len({(item.determiner, item.plural) for item in items}) > 1:
        return None
    nouns = tuple(n.BareNoun(noun=str(i.noun), adjectives=i.adjectives, index=i.index, span=i.span) for i in items)
    return n.NounPhrase(
        determiner=first.determiner,
        noun=n.NounGroup(conjunction=phrases.conjunction, nouns=nouns, span=phrases.span),
        filters=last.filters,
        plural=first.plural,
        span=phrases.span,
    )


def _of_its_owner(phrases: n.Phrases) -> n.Phrases:
    """Phrases of which the last says whose all are, as it says what it is of: "the card of its owner"."""
    *others, last = phrases.items
    if not isinstance(last, n.NounPhrase) or not isinstance(last.determiner, n.Possessive):
        return phrases
    of = n.Of(phrase=last.determiner.owner, span=last.determiner.span)
    return replace(
        phrases, items=(*others, replace(last, determiner=n.Article(word="the"), filters=(*last.filters, of)))
    )


def _once_again(clause: _N) -> _N:
    """A clause with one article before nouns that share it."""
    for name in REPEATED.get(type(clause), ()):
        value = getattr(clause, name)
        if isinstance(value, n.Phrases):
            clause = _changed(clause, name, _sharing(value) or value)
    return clause


def _with_last(node: n.Perform, kind: type[_F], change: Callable[[_F], n.Filter], name: str = "object") -> n.Perform:
    """An act with another filter at the end of one of its slots, if the one there is of a kind."""
    found = node.slot(name)
    whole = found.whole if isinstance(found, n.PartOf) else found
    if not isinstance(whole, n.NounPhrase) or not whole.filters or not isinstance(whole.filters[-1], kind):
        return node
    said: n.Phrase = replace(whole, filters=(*whole.filters[:-1], change(whole.filters[-1])))
    if isinstance(found, n.PartOf):
        said = replace(found, whole=said)
    return replace(node, slots=tuple(replace(s, value=said) if s.name == name else s for s in node.slots))


def _closed(phrase: n.Node | None) -> bool:
    """Whether nothing can be said behind a phrase that would belong to it."""
    return isinstance(phrase, n.Pronoun) or isinstance(phrase, n.PartOf) and _closed(phrase.whole)


def _moved(node: n.Perform, name: str, behind: str, item: n.Filter) -> n.Perform:
    """An act with one slot said as a filter behind another."""
    slots = []
    for slot in node.slots:
        if slot.name == behind and isinstance(slot.value, n.Phrase):
            slots.append(replace(slot, value=_appended(slot.value, item)))
        elif slot.name != name:
            slots.append(slot)
    return replace(node, slots=tuple(slots))


def _appended(phrase: n.Phrase, item: n.Filter) -> n.Phrase:
    if isinstance(phrase, n.PartOf):
        return replace(phrase, whole=_appended(phrase.whole, item))
    if isinstance(phrase, n.NounPhrase):
        return _with_filter(phrase, item)
    return phrase


def _with_filter(node: n.NounPhrase, item: n.Filter) -> n.NounPhrase:
    """A phrase with one more filter at its very end: behind that of the phrase in its last filter, if it has one."""
    last = node.filters[-1] if node.filters else None
    if isinstance(last, OPEN) and isinstance(last.phrase, n.NounPhrase):
        inner = replace(last, phrase=_with_filter(last.phrase, item))
        return replace(node, filters=(*node.filters[:-1], inner))
    return replace(node, filters=(*node.filters, item))


def _place_behind(thing: n.Node | None) -> n.Node | None:
    """The place with which the words for a thing end: of the last of several, of the number of as many."""
    match thing:
        case n.NounPhrase(filters=(*_, n.At(phrase=phrase))):
            return phrase
        case n.Phrases(items=(*_, last)) | n.PartOf(whole=last) | n.Value(phrase=last) | n.CountOf(phrase=last):
            return _place_behind(last)
        case n.AsMany(number=last) | n.MoreThan(number=last) | n.Plus(right=last) | n.Minus(right=last):
            return _place_behind(last)
    return None


def _nobody(subject: n.Phrase) -> bool:
    """Whether a subject is none at all."""
    if isinstance(subject, n.NounPhrase):
        return subject.determiner == n.Article(word="no")
    return subject == n.Pronoun(word="nobody")


def _from_its_place(slot: n.Slot) -> n.Slot:
    """What goes somewhere as a log tells it, from where it was: "mueve 1 pieza de un lugar a otro"."""
    return replace(slot, value=_of_its_place(slot.value)) if slot.name == "object" else slot


def _of_its_place(thing: _N) -> _N:
    match thing:
        case n.PartOf(whole=whole):
            return cast(_N, replace(thing, whole=_of_its_place(whole)))
        case n.NounPhrase(filters=(*others, n.At(preposition="in", phrase=place))):
            return cast(_N, replace(thing, filters=(*others, n.Of(phrase=place))))
    return thing
