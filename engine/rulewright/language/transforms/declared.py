"""What a language declares under `transforms` in its words file.

Keys:

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

from collections.abc import Mapping, Sequence
from typing import Any


class Declared:
    """The transforms that a language declares, each key with its default; see above.

    full: whether it declares `whose`, and with it all that depends on types, not the articles alone.
    said_articles, meant_articles: the article that is said for that of the tree ("" for none), and the other way.
    meant_conjunctions: the conjunction of the tree for each that stands between nouns with an article each;
    meant_conjunctions_of_places: the same where each has its preposition, too.
    """

    def __init__(self, transforms: Mapping[str, Any]) -> None:
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
        self.meant_conjunctions = {said: meant for meant, said in self.repeated.items()}
        self.two_places: Mapping[str, Mapping[str, str]] = transforms.get("repeated_places", {})
        self.meant_conjunctions_of_places = {
            said: meant for words in self.two_places.values() for meant, said in words.items()
        }
        self.prices: str = transforms.get("prices", "")
        self.genitive: str = transforms.get("genitive", "")
        self.by_noun = "places" in transforms
        self.of_one = "their_of_one" in transforms
        self.yours_unsaid = "yours_unsaid" in transforms
        self.bare_one = "bare_one" in transforms
        self.full = "whose" in transforms
        self.generic_places = bool(transforms.get("generic_places"))
        generic = transforms.get("generic", "")
        self.said_articles = {"": "the", "the": generic} if generic else {}
        self.meant_articles = {said: meant for meant, said in self.said_articles.items()}
        (self.whose, (self.its, self.their)), *_ = transforms.get("whose", {"": ("", "")}).items()
