"""What is left of some cards: “the others”, told apart by a condition or by “for each”; “them” behind “the rest”."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.rewriting import rewritten

LEFT = ("the_rest", "the_others", "the_other")
THEM = n.Pronoun(word="them")
THAT = n.Article(word="that")


def told_apart(sentences: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    """Sentences in which “the others” are those that a condition or “for each” did not name.

    "If exactly 1 of them is a beast, discard the others" discards those cards that are not beasts, and so does "for
    each of those beasts, …. Discard the others". Where something was done to some before, the rest is what that left.
    """
    parted, named = False, None
    found: list[n.Statement] = []
    for sentence in sentences:
        if not parted and isinstance(sentence, n.If):
            apart = _asked(sentence.condition)
            if apart is not None and not _parts(sentence.then):
                sentence = replace(sentence, then=_but(sentence.then, apart))
        elif not parted and named is not None and not _parts(sentence):
            sentence = _but(sentence, named)
        named = _gone_through(sentence.each) if isinstance(sentence, n.ForEach) else None
        acts = sentence.then if isinstance(sentence, n.If | n.ForEach) else sentence
        other = sentence.otherwise if isinstance(sentence, n.If) else None
        parted = parted or _parts(acts) or (other is not None and _parts(other))
        found.append(sentence)
    return tuple(found)


def them_as_the_rest(node: n.Node) -> n.Node:
    """A sentence of which both branches say “the rest” where one does and the other says “them”."""
    if not isinstance(node, n.If | n.Possible) or node.otherwise is None:
        return node
    then, other = _like(node.then, node.otherwise), _like(node.otherwise, node.then)
    return node if then is node.then and other is node.otherwise else replace(node, then=then, otherwise=other)


def _like(branch: n.Statement, other: n.Statement) -> n.Statement:
    """A branch that says “the rest” in place of “them”, where the last that the other speaks of is the rest."""
    last = None
    for part in other.walk():
        if isinstance(part, n.Pronoun) and part.word in LEFT:
            last = part
        elif _several(part) or part == THEM:
            last = None
    for part in branch.walk() if last is not None else ():
        if _several(part):
            return branch  # "otherwise, draw 2 cards and discard them"
        if part == THEM:
            break
    return branch if last is None else _instead(branch, THEM, last)


def _several(node: n.Node) -> bool:
    """Whether “them” behind a phrase would be what the phrase names."""
    if isinstance(node, n.PartOf):
        return True
    det = node.determiner if isinstance(node, n.NounPhrase) else None
    return isinstance(node, n.NounPhrase) and (node.plural or (isinstance(det, n.Quantity) and det.low != 1))


def _parts(node: n.Node) -> bool:
    """Whether something may be done to some of what was spoken of: “1 of them”, “those beasts”."""
    return any(isinstance(part, n.PartOf | n.Until) or _those(part) for part in node.walk())


def _those(node: n.Node) -> bool:
    return isinstance(node, n.NounPhrase) and node.determiner == THAT and node.plural


def _asked(condition: n.Condition) -> n.Predicate | None:
    """What exactly so many of what was spoken of are, so that the others are not."""
    match condition:
        case n.Is(
            subject=n.PartOf(quantity=n.Quantity(kind="exactly"), whole=n.Pronoun(word="them")),
            predicate=predicate, modal=None, tense="present", negated=False,
        ):  # fmt: skip
            match predicate:
                case n.IsPhrase(phrase=n.NounPhrase(noun=str(), index=None, filters=()) as kind):
                    return replace(predicate, phrase=replace(kind, determiner=None, plural=True))
                case n.Adjective():
                    return predicate
    return None


def _gone_through(phrase: n.Phrase) -> n.Predicate | None:
    """What those are that “for each” goes through, of what was spoken of."""
    match phrase:
        case n.NounPhrase(determiner=n.Article(word="that"), plural=True, noun=str(), index=None, filters=()):
            return n.IsPhrase(phrase=replace(phrase, determiner=None), span=phrase.span)
    return None


def _but(node: n.Statement, named: n.Predicate) -> n.Statement:
    """A sentence in which what is left are those cards that are not so."""
    others = n.NounPhrase(
        determiner=THAT, noun="card", filters=(n.That(predicate=named, negated=True, span=node.span),), plural=True,
        span=node.span,
    )  # fmt: skip
    for word in LEFT:
        node = _instead(node, n.Pronoun(word=word), others)
    return node


def _instead(node: n.Statement, old: n.Pronoun, new: n.Phrase) -> n.Statement:
    """A sentence with one phrase in place of a pronoun."""
    changed: n.Statement = rewritten(node, lambda part, _: replace(new, span=part.span) if part == old else part)
    return changed
