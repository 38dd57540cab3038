"""Bare numbers, and “both”: things that are named once and counted again. The tree names them each time.

*Draw 3 cards, then discard 2* is *…, then discard 2 cards*; *look at the top 2 cards of the deck. Put one into your
hand* is *1 of them*, since those that are seen lie apart; *gain 3 pearls, then lose 2* loses pearls. *Both* are the two
that were named last. What could be of two kinds, or of cards of which nothing tells where they lie, stays in the tree,
and the reader refuses it (RW0331).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.language import nodes as n
from rulewright.language.elided.done_parts import with_done_parts
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.records import replace
from rulewright.language.trees.normal_form import head_noun
from rulewright.language.trees.third_person import third_person

SUCH = n.Pronoun(word="such")
BOTH = n.Pronoun(word="the_two")
THEM = n.Pronoun(word="them")
"""SUCH and BOTH are what the grammar reads; no tree that is handed on has them."""
THE_SAME_DEED = ("the same", "RW0621")
NOT_NAMED: Mapping[n.Node, tuple[str, str]] = {SUCH: ("so many", "RW0331"), BOTH: ("both", "RW0621")}
"""What is told of those that stand for nothing."""
SEEN = ("look_at", "reveal", "choose")
"""Verbs behind which a number is one of those: what they are done to lies apart, or is known."""
AMOUNTS = ("resource", "number")
COUNTED = (*AMOUNTS, "card", "piece")


@dataclass(frozen=True)
class _Deed:
    """What was done, or is heard of, to what and by whom; None: by you."""

    verb: str
    thing: n.Phrase | n.Amount
    noun: str
    who: n.Node | None


def with_things_named(node: n.Node, lexicon: WordList) -> n.Node:
    """A tree in which each bare number, and each “both”, tells of what it is, as far as that is clear.

    >>> from rulewright.language.lexicon import Lexicon
    >>> draw, discard = (n.Perform(verb=verb, slots=(n.Slot(name="object", value=value),)) for verb, value in (
    ...     ("draw", n.NounPhrase(noun="card", determiner=n.Quantity(kind="count", low=3))),
    ...     ("discard", n.PartOf(quantity=n.Quantity(kind="count", low=2), whole=SUCH))))
    >>> told = with_things_named(n.Sequence(acts=(draw, discard)), Lexicon.from_mapping({}))
    >>> told.acts[1].slot("object").determiner.low, told.acts[1].slot("object").noun
    (2, 'card')
    """
    return _Naming(lexicon).said(node) if any(not_named(node)) else node


def not_named(node: n.Node) -> Iterator[n.Node]:
    """Yield what still stands for something that was named."""
    for part in node.walk():
        if part in (SUCH, BOTH) or isinstance(part, n.Perform) and part.verb == "the_same" and not part.slots:
            yield part


class _Naming:
    """Goes through a text in its order, and remembers what was done to what, and what is asked about."""

    def __init__(self, lexicon: WordList) -> None:
        self._lexicon = lexicon
        self._done: list[_Deed] = []
        self._asked: frozenset[str] = frozenset()
        self._who: n.Node | None = None

    def said(self, node: n.Node) -> n.Node:
        """A node in which all is named."""
        match node:
            case n.Text() | n.Ability():
                self._done = []
                return self._parts(replace(node, sentences=done_by_others_too(node.sentences)))
            case n.Trigger():
                self._done = []
                for part in node.event.walk():
                    if isinstance(part, n.Does) and isinstance(part.act, n.Perform):
                        self._remember(part.act, _somebody(part.subject))
            case n.If() | n.Unless() | n.While():
                before = self._asked
                self._asked |= self._nouns(node)
                told = self._parts(node)
                self._asked = before
                return told
            case n.Perform():
                told = self._performed(node)
                self._remember(told, self._who)
                return told
            case n.Does(subject=n.Pronoun(word="the_two")) if self._two():
                each = n.PartOf(quantity=n.Quantity(kind="each"), whole=THEM.copy(), span=node.subject.span)
                return self._done_by(each, replace(node, subject=each))
            case n.Does():
                return self._done_by(node.subject, node)
        return self._parts(node)

    def _done_by(self, who: n.Node, node: n.Does) -> n.Node:
        before, self._who = self._who, _somebody(who)
        told = self._parts(node)
        self._who = before
        return told

    def _nouns(self, node: n.If | n.Unless | n.While) -> frozenset[str]:
        """What a condition speaks of."""
        parts = node.condition.walk()
        return frozenset(part.noun for part in parts if isinstance(part, n.NounPhrase) and isinstance(part.noun, str))

    def _parts(self, node: n.Node) -> n.Node:
        return with_done_parts(node, self.said)

    def _remember(self, act: n.Perform, who: n.Node | None) -> None:
        thing = act.slot("object")
        if isinstance(thing, n.Phrases) and _are_two(thing):
            self._done.append(_Deed(act.verb, thing, "", who))
            return
        noun = head_noun(thing) if isinstance(thing, n.NounPhrase | n.AsMany) else None
        if noun is not None and thing is not None and (self._type(noun) in COUNTED or noun == "player"):
            self._done.append(_Deed(act.verb, thing, noun, who))

    def _performed(self, act: n.Perform) -> n.Perform:
        thing = act.slot("object")
        named: n.Phrase | None = None
        if thing == BOTH and self._two():
            named = THEM.copy()
        elif isinstance(thing, n.PartOf) and thing.whole == SUCH:
            named = self._so_many(act.verb, thing.quantity)
        if named is None or thing is None:
            return act
        named = replace(named, span=thing.span)
        return replace(act, slots=tuple(replace(s, value=named) if s.name == "object" else s for s in act.slots))

    def _two(self) -> bool:
        """Whether what was named last are two."""
        return bool(self._done) and _are_two(self._done[-1].thing)

    def _so_many(self, verb: str, many: n.Quantity) -> n.Phrase | None:
        """So many of what was named before; None where that is not clear."""
        last = self._done[-1] if self._done else None
        if last is None:
            return None
        type_ = self._type(last.noun)
        if type_ == "card":
            return self._cards(last, verb, many)
        done = {deed.noun for deed in self._done}
        if any(noun != last.noun and self._type(noun) == type_ for noun in done | self._asked):
            return None
        if type_ in AMOUNTS and any(noun != last.noun and self._type(noun) in AMOUNTS for noun in done):
            return None  # a number is gained and lost as resources are
        if type_ in AMOUNTS or verb == last.verb:
            return _described(last.thing, many)
        return None

    def _cards(self, last: _Deed, verb: str, many: n.Quantity) -> n.Phrase | None:
        """So many cards: of those that are seen; any that are drawn; of the hand, where cards were drawn into it."""
        if verb == "draw":  # “draw up to 5” fills a hand
            return None if many.kind == "up_to" else n.NounPhrase(noun="card", determiner=many)
        if last.verb in SEEN:  # who keeps a card takes it into a hand
            return None if verb == "keep" or _is_one(last.thing) else n.PartOf(quantity=many, whole=THEM.copy())
        if last.verb == "draw":
            own = verb == "discard" and last.noun == "card" and last.who == self._who
            return n.NounPhrase(noun="card", determiner=many) if own else None
        return _described(last.thing, many) if verb == last.verb else None

    def _type(self, noun: str) -> str:
        word = self._lexicon.nouns.get(noun)
        return next((of for of in COUNTED if word is not None and self._lexicon.noun_is(noun, of)), "")


def done_by_others_too(sentences: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    """Sentences in which those who “do the same” do what the first sentence, the only one before, says."""
    match sentences:
        case (n.Act() as act, n.Does(act=n.Perform(verb="the_same", slots=()), modal=None) as others, *rest):
            theirs = third_person(act.copy())
            one_act = isinstance(act, n.Perform | n.Sequence | n.Per)
            if theirs is not None and one_act and _without_you(others.subject):
                return (act, replace(others, act=theirs), *rest)
    return sentences


def _without_you(who: n.Node) -> bool:
    """Whether somebody is none of those who have done it already: “each player” would do it again."""
    match who:
        case n.NounPhrase(noun="player", determiner=n.Article(word=word)):
            return word not in ("each", "all", "a", "any") or "other" in who.adjectives
    return who == n.Pronoun(word="they")


def _described(thing: n.Phrase | n.Amount, many: n.Quantity) -> n.NounPhrase | None:
    """So many things that are described as some are; None where it is said which they are."""
    match thing:
        case n.NounPhrase(noun=str(), index=None, determiner=None | n.Article(word="a") | n.Quantity(article=None)):
            filters = tuple(item.copy() for item in thing.filters)
            return n.NounPhrase(noun=thing.noun, determiner=many, adjectives=thing.adjectives, filters=filters)
        case n.AsMany():
            return n.NounPhrase(noun=thing.noun, determiner=many, adjectives=thing.adjectives)
    return None


def _are_two(thing: n.Phrase | n.Amount) -> bool:
    """Whether a text names two things, neither more nor fewer."""
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="count", low=2)):
            return True
        case n.Phrases(conjunction="and", items=(n.NounPhrase() as one, n.NounPhrase() as other)):
            return all(_is_one(item) for item in (one, other))
    return False


def _somebody(who: n.Node) -> n.Node | None:
    return None if who == n.Pronoun(word="you") else who


def _is_one(thing: n.Phrase | n.Amount) -> bool:
    many = thing.determiner if isinstance(thing, n.NounPhrase) else None
    return many == n.Article(word="a") or isinstance(many, n.Quantity) and (many.kind, many.low) == ("count", 1)
