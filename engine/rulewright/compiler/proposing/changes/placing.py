"""The places that a text leaves out: where cards and pieces lie, from where to where something is put, of what it is.

A place is added to the tree of the text, so the language prints the right words for it. Which places may be meant, the
sentences of the game tell: where they say that such things lie, the most often first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.language.nodes import field_names
from rulewright.problems import Problem
from rulewright.ruleset.model import Ruleset

PLACED = ("put", "take", "move", "return", "discard", "draw", "give", "lay")
"""Verbs that are done from one place to another."""
HELD = (("take", "to"), ("draw", "to"), ("return", "to"), ("discard", "from"))
"""What is done to cards that somebody holds so that only they see them."""
MOST = 3
"""Places that are tried for one thing."""
LATER = 0.1
"""What each further place costs more."""
WHERE, OF_WHOM = "RW0601", "RW0624"
"""Nothing says where, or of what or of whom a thing is."""
LEFT_OUT = "RW0609"
"""A verb is said without what it is done to."""
NOT_ASKED = 0.8
"""What a place costs more that the problem does not ask for."""
ENDS = ("top", "bottom")
"""Parts of a pile: nobody means one by itself."""


@dataclass(frozen=True)
class Placed:
    """A tree with a place added to it, what that costs, and the words that are told beside the place."""

    tree: n.Node
    cost: float
    more: tuple[str, ...] = ()


class Placing:
    """Adds places to texts of one game."""

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self.ruleset, self.lexicon = ruleset, language.lexicon
        self.given: dict[str, Any] = dict(ruleset.lexicon.get("nouns") or {})

    def of(self, tree: n.Node, problem: Problem) -> Iterator[Placed]:
        """A text that is refused with places added where it is."""
        more = 0.0 if problem.code in (WHERE, OF_WHOM, LEFT_OUT) else NOT_ASKED
        for one in self._of(tree, problem):
            yield replace(one, cost=one.cost + more)

    def _of(self, tree: n.Node, problem: Problem) -> Iterator[Placed]:
        start, end = problem.offset, max(problem.end, problem.offset + 1)
        had = {id(part) for thing in _had(tree) for part in thing.walk()}
        for node, you in _with_actors(tree):
            held = id(node) in had
            if node.span is None or node.span.start >= end or node.span.end <= start:
                continue
            if isinstance(node, n.NounPhrase) and isinstance(node.noun, str):
                if problem.code == OF_WHOM:
                    yield from self._owned(tree, node, you) if node.span.start >= start else ()
                else:
                    yield from self._lying(tree, node, you, held)
                    if problem.code == WHERE and node.determiner is None and self._type(node.noun) == "piece":
                        yield self._had(tree, node, you)
            elif isinstance(node, n.Perform) and problem.code == LEFT_OUT:
                yield from self._done_to_any(tree, node)
            elif isinstance(node, n.Perform) and node.verb in PLACED:
                yield from self._put(tree, node, you)

    def _done_to_any(self, tree: n.Node, act: n.Perform) -> Iterator[Placed]:
        """A text in which something is done to any one of the things that it can be done to."""
        for name, kind in self.lexicon.verbs[act.verb].slots.items():
            noun = self.lexicon.nouns.get(str(kind))
            of = next(iter(noun.of), "") if noun is not None and noun.type == "role" else str(kind)
            if act.slot(name) is None and self._type(of) in ("card", "piece", "space", "player"):
                which = n.Article(word="another" if of == "player" else "a")
                slot = n.Slot(name=name, value=n.NounPhrase(determiner=which, noun=of))
                yield Placed(exchanged(tree, act, replace(act, slots=(*act.slots, slot))), 0.0, self._said(of))

    def _lying(self, tree: n.Node, phrase: n.NounPhrase, you: bool, held: bool) -> Iterator[Placed]:
        """A text in which a thing lies in some place. held: whether somebody has it: so the place is a player's."""
        noun = str(phrase.noun)
        if any(isinstance(one, n.At) for one in phrase.filters) or self._type(noun) not in ("card", "piece"):
            return
        places = [one for one in self._places(noun) if not held or self._is_own(one[0])]
        places.sort(key=lambda one: -self._so_done[_done_to(tree, phrase), one[0]])
        for cost, (zone, preposition) in enumerate(places[:MOST]):
            for whose in self._whose(zone, you):
                place = n.At(preposition=preposition, phrase=whose)
                placed = exchanged(tree, phrase, replace(phrase, filters=(place, *phrase.filters)))
                yield Placed(placed, cost * LATER, self._said(zone))

    def with_places(self, tree: n.Node) -> Iterator[n.Node]:
        """A text with one of the places that it leaves out: from where to where something is put."""
        for act, you in _with_actors(tree):
            if isinstance(act, n.Perform) and act.verb in PLACED:
                yield from (one.tree for one in self._put(tree, act, you))

    def _put(self, tree: n.Node, act: n.Perform, you: bool) -> Iterator[Placed]:
        """A text in which something is put from some place, or to some place: where the game does so first."""
        thing = act.slot("object")
        noun = getattr(thing, "noun", None)
        lies = [zone for zone, _ in self._places(noun)] if isinstance(noun, str) else []
        there = {place for slot in act.slots for place in _lies_in(slot.value)}  # it is there already
        for name in ("to", "from"):
            if act.slot(name) is None:
                places = [*dict.fromkeys([*self._usual(act.verb, name), *lies[:MOST], *self._zones])]
                places.sort(key=lambda zone: name == "to" and zone not in lies)  # first where such things lie
                for cost, zone in enumerate(places[: 2 * MOST]):
                    for whose in self._whose(zone, you):
                        if whose not in there:
                            placed = exchanged(
                                tree, act, replace(act, slots=(*act.slots, n.Slot(name=name, value=whose)))
                            )
                            yield Placed(placed, cost * LATER, self._said(zone))

    def _usual(self, verb: str, slot: str) -> Iterator[str]:
        """Where the game does something from, or to, the most often first: with this verb, then with any."""
        own: Counter[str] = Counter()
        every: Counter[str] = Counter()
        for (does, where, zone), times in self._done.items():
            if where == slot:
                own[zone] += times if does == verb else 0
                every[zone] += times if self._is_own(zone) else 0
        yield from (zone for zone, _ in (+own).most_common())
        if (verb, slot) in HELD:
            yield from (
                zone for zone in self._zones if self._is_own(zone) and self.given[zone].get("visible") == "owner"
            )
        yield from (zone for zone, _ in (+every).most_common())

    def _owned(self, tree: n.Node, phrase: n.NounPhrase, you: bool) -> Iterator[Placed]:
        """A text in which a thing is of somebody, or of this card."""
        of = self.lexicon.nouns[str(phrase.noun)].of if str(phrase.noun) in self.lexicon.nouns else ()
        if any(self._type(kind) == "card" for kind in of):
            card = n.NounPhrase(determiner=n.Article(word="this"), noun="card")
            yield Placed(exchanged(tree, phrase, replace(phrase, filters=(n.Of(phrase=card), *phrase.filters))), 0.0)
        yield self._had(tree, phrase, you)

    @staticmethod
    def _had(tree: n.Node, phrase: n.NounPhrase, you: bool) -> Placed:
        """A text in which a thing is of the one who acts."""
        told = "your" if you else "their"
        return Placed(exchanged(tree, phrase, replace(phrase, determiner=n.Article(word=told))), LATER, (told,))

    # --------------------------------------------------- the places of a game

    def _type(self, noun: str) -> str:
        return self.lexicon.nouns[noun].type if noun in self.lexicon.nouns else ""

    @cached_property
    def _zones(self) -> list[str]:
        return [name for name, entry in self.given.items() if (entry or {}).get("type") == "zone"]

    @cached_property
    def _told(self) -> Counter[tuple[str, str, str]]:
        """How often the game says that such a thing lies in such a zone, with which preposition."""
        found: Counter[tuple[str, str, str]] = Counter()
        for words in self.ruleset.all_words:
            for node in words.tree.walk() if words.tree is not None else ():
                if isinstance(node, n.NounPhrase) and isinstance(node.noun, str):
                    for one in node.filters:
                        zone = getattr(one.phrase, "noun", None) if isinstance(one, n.At) else None
                        if isinstance(zone, str) and isinstance(one, n.At) and zone in self._zones:
                            found[node.noun, zone, one.preposition] += 1
        return found

    @cached_property
    def _so_done(self) -> Counter[tuple[str, str]]:
        """How often the game does something to what lies in such a zone: by verb and zone."""
        found: Counter[tuple[str, str]] = Counter()
        for words in self.ruleset.all_words:
            for node in words.tree.walk() if words.tree is not None else ():
                for phrase in [slot.value for slot in node.slots] if isinstance(node, n.Perform) else ():
                    for one in phrase.filters if isinstance(phrase, n.NounPhrase) else ():
                        zone = getattr(one.phrase, "noun", None) if isinstance(one, n.At) else None
                        if isinstance(zone, str) and isinstance(node, n.Perform):
                            found[node.verb, zone] += 1
        return found

    @cached_property
    def _done(self) -> Counter[tuple[str, str, str]]:
        """How often the game does something from, or to, such a zone: by verb, slot and zone."""
        found: Counter[tuple[str, str, str]] = Counter()
        for words in self.ruleset.all_words:
            for node in words.tree.walk() if words.tree is not None else ():
                if isinstance(node, n.Perform) and node.verb in PLACED:
                    for slot in node.slots:
                        zone = getattr(slot.value, "noun", None)
                        if isinstance(zone, str) and zone in self._zones:
                            found[node.verb, slot.name, zone] += 1
        return found

    def _places(self, noun: str) -> list[tuple[str, str]]:
        """The zones in which such a thing may lie, each with its preposition: where it is most often said first."""
        own: Counter[tuple[str, str]] = Counter()
        akin: Counter[tuple[str, str]] = Counter()
        usual: dict[str, str] = {}
        for (thing, zone, preposition), times in self._told.items():
            usual.setdefault(zone, preposition)
            if thing == noun:
                own[zone, preposition] += times
            elif noun == "card" or (
                thing in self.lexicon.nouns and (self.lexicon.noun_is(thing, noun) or self.lexicon.noun_is(noun, thing))
            ):
                akin[zone, preposition] += times
        lies = (self.given.get(noun) or {}).get("in") or ()
        told = [place for some in (own, {} if own else akin) for place, _ in Counter(some).most_common()]
        told += [(zone, usual.get(zone, "in")) for zone in ([lies] if isinstance(lies, str) else lies)]
        known: dict[str, str] = {}
        for zone, preposition in told:
            if zone in self._zones:
                known.setdefault(zone, preposition)
        return sorted(known.items(), key=lambda one: not self._is_own(one[0]))

    def _is_own(self, zone: str) -> bool:
        """Whether each player has such a zone."""
        return (self.given[zone] or {}).get("of") == "player"

    def _said(self, noun: str) -> tuple[str, ...]:
        """How a place or a thing is called, which is told of what says it beside."""
        return (self.lexicon.nouns[noun].forms.get("one", "any") or noun,)

    def _whose(self, zone: str, you: bool) -> Iterator[n.NounPhrase]:
        """A zone as the one who acts has it, or as all do."""
        word = ("your" if you else "their") if self._is_own(zone) else "the"
        yield n.NounPhrase(determiner=n.Article(word=word), noun=zone)


def _had(tree: n.Node) -> Iterator[n.Node]:
    """What somebody has, or is said to be with."""
    for node in tree.walk():
        if isinstance(node, n.Has):
            yield node.object
        elif isinstance(node, n.NounPhrase) and node.noun == "player":
            yield from (one for one in node.filters if isinstance(one, n.With))


def _done_to(tree: n.Node, phrase: n.Node) -> str:
    """The verb of what a text does to a thing; "" for nothing."""
    acts = (node for node in tree.walk() if isinstance(node, n.Perform))
    return next((act.verb for act in acts if any(slot.value is phrase for slot in act.slots)), "")


def _lies_in(phrase: n.Node | None) -> Iterator[n.Node]:
    """The places in which a thing is said to lie, or that a phrase names."""
    if isinstance(phrase, n.NounPhrase):
        yield phrase
        for one in phrase.filters:
            yield from _lies_in(getattr(one, "phrase", None)) if isinstance(one, n.At) else ()


def _with_actors(tree: n.Node, you: bool = True) -> Iterator[tuple[n.Node, bool]]:
    """The parts of a tree, each with whether it is you who acts there."""
    yield tree, you
    if isinstance(tree, n.Does | n.Has):
        yield from _with_actors(tree.subject, you)
        you = isinstance(tree.subject, n.Pronoun) and tree.subject.word == "you"
    for name in field_names(type(tree)):
        if name == "subject" and isinstance(tree, n.Does | n.Has):
            continue
        value = getattr(tree, name)
        theirs = name == "filters" and isinstance(tree, n.NounPhrase) and tree.noun == "player"
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, n.Node):
                yield from _with_actors(part, you and not theirs)


def exchanged(tree: n.Node, old: n.Node, new: n.Node) -> n.Node:
    """A tree with another node in the place of one."""
    if tree is old:
        return new
    fields: dict[str, Any] = {}
    for name in field_names(type(tree)):
        value = getattr(tree, name)
        if isinstance(value, n.Node):
            fields[name] = exchanged(value, old, new)
        elif isinstance(value, tuple) and any(isinstance(part, n.Node) for part in value):
            fields[name] = tuple(exchanged(part, old, new) if isinstance(part, n.Node) else part for part in value)
        elif name != "span":
            fields[name] = value
    return type(tree)(**fields)
