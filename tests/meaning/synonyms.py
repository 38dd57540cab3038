"""What may be said in two ways: changes of a text that leave its Meaning as it was, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from meanings import Change

from rulewright.language import nodes as n
from rulewright.meaning.vocabulary import Vocabulary

TIMINGS = {"whenever", "when", "after"}


class Synonym(NamedTuple):
    """A kind of change that says the same: of which field, when, and why."""

    kind: type[n.Node]
    field: str
    fits: Callable[[Change, n.Node, Vocabulary], bool]
    reason: str


def phrase_of(change: Change, tree: n.Node) -> n.NounPhrase | None:
    """The noun phrase whose determiner is changed."""
    return next((x for x in tree.walk() if isinstance(x, n.NounPhrase) and x.determiner is change.node), None)


def attribute(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether the phrase names something that others have."""
    phrase = change.node if isinstance(change.node, n.NounPhrase) else phrase_of(change, tree)
    if phrase is None:
        return False
    noun = phrase.noun if isinstance(phrase.noun, str) else phrase.noun.nouns[0].noun
    return bool(words.of(words.covers(noun)[0]))


def pointing(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether "the X" becomes "that X", or the other way round, of a thing."""
    return {change.old, change.new} == {"the", "that"}


def possessing(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether "its X" becomes "the X", of what the definition's subject has."""
    owners = {"its", "their", "your"}
    return (
        {change.old, change.new} & owners != set()
        and "the" in (change.old, change.new)
        and attribute(change, tree, words)
    )


def unique(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether there is one only of what a phrase names."""
    assert isinstance(change.node, n.NounPhrase)
    named = change.node.noun
    noun = named if isinstance(named, str) else named.nouns[0].noun
    if change.new is not None:
        return False
    one = words.one_of_a_kind(noun) or words.is_number(noun) or words.type_of(noun) == "zone"
    return one or bool(words.entry(noun).get("kept"))


def wider(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether a thing is called by a wider word than before, or by a role of it."""
    if not isinstance(change.old, str):
        return False
    word = words.nouns.get(change.old)
    role = bool(word and word.type == "role") and words.type_of(change.old) == words.type_of(change.new)
    return role or words.is_a(change.old, change.new) or words.is_a(change.new, change.old)


def counted(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether the number of a noun is told by what stands before it, or the noun is a number's name."""
    assert isinstance(change.node, n.NounPhrase)
    det, noun = change.node.determiner, change.node.noun
    if isinstance(det, n.Article):
        forms = words.lexicon.classes["DET"].get(det.word)
        return (forms is not None and set(forms.forms) == {"many"}) or (isinstance(noun, str) and words.is_number(noun))
    return isinstance(det, n.Quantity)


def gone_through(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether a noun without article names what a loop goes through, or what a choice is made from."""
    assert isinstance(change.node, n.NounPhrase)
    return change.node.determiner is None


def reordered(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether the same parts stand in another order."""
    return isinstance(change.old, tuple) and len(change.old) == len(change.new) and set(change.old) == set(change.new)


def of_subject(change: Change, tree: n.Node, words: Vocabulary) -> bool:
    """Whether it is left out of what a number is, where a definition is of nothing else."""
    if not attribute(change, tree, words) or not isinstance(change.old, tuple):
        return False
    gone = [item for item in change.old if item not in change.new]
    return len(gone) == 1 and isinstance(gone[0], n.Of | n.At)


def pair(*words: str) -> Callable[[Change, n.Node, Vocabulary], bool]:
    """Whether one of some words becomes another of them."""
    return lambda change, tree, vocabulary: {change.old, change.new} <= set(words)


SYNONYMS = (
    Synonym(n.Trigger, "timing", pair(*TIMINGS), "whenever, when and after: what follows is done after it is settled"),
    Synonym(n.Compare, "relation", pair("equal", "exactly"), "equal to and exactly compare in the same way"),
    Synonym(n.Measured, "relation", pair("equal", "exactly"), "equal to and exactly compare in the same way"),
    Synonym(n.Article, "word", pointing, "the X and that X are both the X that was spoken of"),
    Synonym(n.Article, "word", possessing, "in a definition the X is that of its subject (R8)"),
    Synonym(n.NounPhrase, "determiner", unique, "of what there is one only, the article says nothing"),
    Synonym(n.NounPhrase, "noun", wider, "a thing that was spoken of may be called by a wider word or its role (R7)"),
    Synonym(n.NounPhrase, "plural", counted, "the quantity tells how many; the form of the noun follows it"),
    Synonym(n.Article, "word", pair("this", "that", "the"), "this card, once spoken of, is the card"),
    Synonym(n.NounPhrase, "adjectives", reordered, "descriptions hold in any order"),
    Synonym(n.NounPhrase, "plural", gone_through, "a loop goes through one after another, in either number"),
    Synonym(n.NounPhrase, "filters", of_subject, "in a definition a number is that of its subject (R8)"),
    Synonym(n.NounPhrase, "filters", reordered, "descriptions hold in any order"),
    Synonym(n.At, "preposition", pair("in", "on"), "of a number, in and on name what it is of"),
    Synonym(n.InPlace, "preposition", pair("in", "on"), "in and on are said as the noun of the place has it"),
    Synonym(n.Pronoun, "word", pair("they", "them"), "the same word, as subject and as object"),
    Synonym(n.Pronoun, "word", pair("it", "there"), "of a place, it and there are the same"),
)  # fmt: skip


def synonym(change: Any, tree: n.Node, words: Vocabulary) -> str | None:
    """Why a change of a text may leave its Meaning as it was; None where it may not."""
    for entry in SYNONYMS:
        if isinstance(change.node, entry.kind) and change.name == entry.field and entry.fits(change, tree, words):
            return entry.reason
    return None
