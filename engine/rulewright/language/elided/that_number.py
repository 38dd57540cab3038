"""“That number”: how much was just gained, paid or moved. The tree says it as a count of what was done this way.

*Discard any number of cards. Draw as many cards as that number* is *draw as many cards as the number of cards
discarded this way*. It is spoken of the deed just before it, if that leaves open how many (*any number of*, *up to 3*,
*all*), else of the only deed with several things: nobody asks how many one card is. Where two deeds could be meant, or
none is there, the words stay in the tree, and the reader refuses them (RW0331).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as changed_deed

from rulewright.language import nodes as n
from rulewright.language.elided.done_parts import with_done_parts
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import replace
from rulewright.language.rewriting import rewritten
from rulewright.language.trees.normal_form import head_noun

THAT_NUMBER = n.Value(phrase=n.Pronoun(word="that_number"))
"""What the grammar reads; no tree that is handed on has it."""
OPEN = ("any_number", "up_to", "at_least", "at_most", "some", "either", "range", "all", "more_than", "fewer_than")
"""Quantities that leave open how many there are."""
EACH = (None, *(n.Article(word=word) for word in ("each", "each_other", "all", "all_other")))
"""The determiners of players each of whom acts; a name for several has none."""


@dataclass(frozen=True)
class _Deed:
    """What was done before.

    number: how many it was done with; None where that cannot be told. open: whether the text leaves it open; several:
    whether it can be more than one. sentence: the sentence of several players in which each of them does it, if it is
    done so.
    """

    verb: str
    noun: str
    number: n.Amount | None
    open: bool = False
    several: bool = False
    sentence: n.Does | None = None


UNCLEAR = _Deed(verb="", noun="", number=None, open=True, several=True)
"""One of several deeds was done."""


def with_counts(node: n.Node, lexicon: Lexicon) -> n.Node:
    """A tree in which each `that number` whose deed is clear is a count of what was done.

    >>> discard = n.Perform(verb="discard", slots=(n.Slot(name="object", value=n.NounPhrase(
    ...     noun="card", determiner=n.Quantity(kind="any_number"))),))
    >>> draw = n.Perform(verb="draw", slots=(n.Slot(name="object", value=n.AsMany(
    ...     noun="card", number=THAT_NUMBER)),))
    >>> counted = with_counts(n.Sequence(acts=(discard, draw)), Lexicon.from_mapping({}))
    >>> counted.acts[1].slot("object").number.phrase.filters
    (Participle(verb='discard'),)
    """
    if not any(unclear(node)):
        return node
    return _Counting(lexicon).said(node, None)


def unclear(node: n.Node) -> Iterator[n.Node]:
    """Yield each `that number` that is still in a tree."""
    return (part for part in node.walk() if part == THAT_NUMBER or _of_which(part))


def _of_which(node: n.Node) -> str | None:
    """The verb of “the number discarded”, which does not say of what it is; None for anything else."""
    match node:
        case n.CountOf(phrase=n.NounPhrase(noun="result", filters=(n.Participle(verb=verb),))):
            return verb
    return None


class _Counting:
    """Goes through a text in its order, and remembers what was done."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._done: list[_Deed] = []

    def said(self, node: n.Node, who: n.Does | None) -> n.Node:
        """A node in which each `that number` is told; who: the sentence of the players who act, if it has any."""
        match node:
            case n.Value() if node == THAT_NUMBER:
                return self._meant(who) or node
            case n.CountOf() if _of_which(node) is not None:
                return self._counted(node)
            case n.Ability():
                self._done = []
            case n.Trigger():
                self._done = [_heard(node.event)] if isinstance(node.event, n.Does) else []
            case n.Perform():
                return self._performed(node, who)
            case n.Choice():
                return replace(node, acts=tuple(self._apart(node.acts, who)))
            case n.If() | n.Unless():
                return self._conditional(node, who)
            case n.Does() if not isinstance(node.act, n.Node):
                return node
            case n.Does():
                return self._parts(node, node)
        return self._parts(node, who)

    def _parts(self, node: n.Node, who: n.Does | None) -> n.Node:
        """A node whose parts are told, in the order of the text."""
        return with_done_parts(node, lambda part: self.said(part, who))

    def _apart(self, parts: tuple[n.Node, ...], who: n.Does | None) -> list[n.Node]:
        """Parts of which only one is done: none of them speaks of what another does, and nothing behind them of one."""
        before, said, acted = self._done, [], False
        for part in parts:
            self._done = list(before)
            said.append(self.said(part, who))
            acted = acted or len(self._done) > len(before)
        self._done = [*before, UNCLEAR] if acted else before
        return said

    def _conditional(self, node: n.If | n.Unless, who: n.Does | None) -> n.Node:
        """What is done on a condition; a number that this asks for may be the one that is spoken of."""
        if _asks_how_many(node.condition):
            self._done.append(UNCLEAR)
        if any(_of_which(part) for part in node.condition.walk()):
            node = replace(node, condition=rewritten(node.condition, lambda part, _: self._counted(part)))
        parts = [node.then]
        if isinstance(node, n.If) and node.otherwise is not None:
            parts.append(node.otherwise)
        told = self._apart(tuple(parts), who)
        return replace(node, **dict(zip(("then", "otherwise"), told, strict=False)))

    def _performed(self, act: n.Perform, who: n.Does | None) -> n.Node:
        """An act, which is then a deed that was done."""
        act = replace(act, slots=tuple(replace(slot, value=self.said(slot.value, who)) for slot in act.slots))
        deed = self._deed(act)
        if deed is not None:
            each = who if who is not None and _each(who) else None
            self._done.append(changed_deed(deed, several=deed.several or each is not None, sentence=each))
        return act

    def _deed(self, act: n.Perform) -> _Deed | None:
        """What an act does with so many things; None where it does nothing with any."""
        thing = act.slot("object")
        if thing is None or act.verb == "shuffle" and act.slot("to") is None:
            return None
        noun = head_noun(thing) if isinstance(thing, n.Phrase) else None
        if act.verb == "roll":
            return _rolled(act.verb, thing)
        if noun is None or isinstance(thing, n.Phrases) or act.slot("for") is not None:
            return _Deed(act.verb, noun or "", None, several=True)
        word = self._lexicon.nouns.get(noun)
        if word is not None and word.type == "zone":
            return _Deed(act.verb, "card", _count("card", act.verb), open=True, several=True)
        number: n.Amount = _count(noun, act.verb)
        if isinstance(thing, n.AsMany):
            told = (one for one in thing.number.walk() if isinstance(one, n.CountOf) and _done_this_way(one.phrase))
            number = next(told, number)  # so many once more
        return _Deed(act.verb, noun, number, *_how_many(thing))

    def _meant(self, who: n.Does | None) -> n.Amount | None:
        """How much that number is; None where that is not clear."""
        several = [deed for deed in self._done if deed.several]
        if not several or not self._done[-1].open and len(several) > 1:
            return None
        deed = several[-1]
        if isinstance(deed.number, n.Value):  # the result of a die, if nothing else was done before it was rolled
            return deed.number.copy() if all(isinstance(other.number, n.Value) for other in several) else None
        if deed.number is None or any(self._alike(deed, other) for other in self._done if other is not deed):
            return None
        if deed.sentence is not None and deed.sentence is not who and who is not None and not _is_you(who.subject):
            return None  # of all of them, or of what this one did
        return deed.number.copy()

    def _counted(self, node: n.Node) -> n.Node:
        """What “the number discarded” is, and any other node as it is."""
        verb = _of_which(node)
        return verb is not None and self._of_those(verb) or node

    def _of_those(self, verb: str) -> n.Amount | None:
        """How many things a verb was done to, if they are of one kind."""
        verbs = (verb, "lose", "") if verb == "discard" else (verb, "")  # goods that are discarded are lost
        numbers = {deed.number for deed in self._done if deed.verb in verbs}
        number = numbers.pop() if len(numbers) == 1 else None
        return number.copy() if number is not None else None

    def _alike(self, deed: _Deed, other: _Deed) -> bool:
        """Whether what was done this way would be of both deeds."""
        if deed.verb != other.verb:
            return False
        one, two = self._lexicon.nouns.get(deed.noun), self._lexicon.nouns.get(other.noun)
        things = one is not None and two is not None and one.type == two.type != "resource"
        return deed.noun == other.noun or things


def _heard(event: n.Does) -> _Deed:
    """What is heard, as what was done: so many cards that were drawn."""
    act = event.act
    thing = act.slot("object") if isinstance(act, n.Perform) and event.tense != "would" else None
    noun = head_noun(thing) if isinstance(thing, n.Phrase) and not isinstance(thing, n.Phrases) else None
    if not isinstance(act, n.Perform) or not isinstance(thing, n.Phrase) or noun is None:
        return _Deed(verb="", noun="", number=None)
    return _Deed(act.verb, noun, _count(noun, act.verb), *_how_many(thing))


def _rolled(verb: str, thing: n.Phrase | n.Amount) -> _Deed:
    """Dice that were rolled, or rolled again: what is spoken of is their result."""
    many = thing.determiner if isinstance(thing, n.NounPhrase) else None
    left_open = isinstance(many, n.Quantity) and many.kind in OPEN or isinstance(thing, n.AsMany)
    result = n.Value(phrase=n.NounPhrase(determiner=n.Article(word="the"), noun="result"))
    return _Deed(verb, "die", None if left_open else result, open=True, several=True)


def _count(noun: str, verb: str) -> n.CountOf:
    return n.CountOf(phrase=n.NounPhrase(noun=noun, plural=True, filters=(n.Participle(verb=verb),)))


def _done_this_way(phrase: n.Phrase) -> bool:
    return isinstance(phrase, n.NounPhrase) and any(isinstance(item, n.Participle) for item in phrase.filters)


def _how_many(thing: n.Phrase | n.Amount) -> tuple[bool, bool]:
    """Whether a text leaves open how many things there are, and whether they can be several."""
    quantity: n.Determiner | None = None
    match thing:
        case n.AsMany():
            return True, True
        case n.PartOf():
            quantity = thing.quantity
        case n.NounPhrase():
            quantity = thing.determiner
    if isinstance(quantity, n.Quantity):
        left_open = quantity.kind in OPEN
        return left_open, left_open or (quantity.low or 0) > 1
    every = isinstance(quantity, n.Article) and quantity.word in ("all", "each")
    several = every or isinstance(thing, n.NounPhrase) and thing.plural
    return several, several


def _asks_how_many(condition: n.Condition) -> bool:
    """Whether a condition asks for a number of things: “if you have at least 3 cards”."""
    of_result = any(isinstance(part, n.NounPhrase) and part.noun == "result" for part in condition.walk())
    return not of_result and any(isinstance(part, n.Quantity | n.Number) for part in condition.walk())


def _each(sentence: n.Does) -> bool:
    """Whether each of several players does what a sentence says."""
    return isinstance(sentence.subject, n.NounPhrase) and sentence.subject.determiner in EACH


def _is_you(subject: n.Node | None) -> bool:
    return subject is None or subject == n.Pronoun(word="you")
