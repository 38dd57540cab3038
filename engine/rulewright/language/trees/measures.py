"""Prices and other numbers of things, said of the things: "cars cost 2 less", "old cars have speed 3"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from rulewright.language import nodes as n
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.lexicon.words import Noun, as_tuple
from rulewright.language.rewriting import rewritten


def has_number(lexicon: WordList, node: n.Has, holder: n.Phrase, number: n.NounPhrase) -> n.Node:
    """What things have a number of so much: "old cars have speed 3" says what the speed of each is."""
    noun = str(number.noun)
    if not lexicon.is_number(noun):
        return node
    of = lexicon.nouns[noun].of
    value = n.Number(value=number.index or 0, span=number.span)
    predicate = n.IsPhrase(phrase=value, span=number.span)
    match holder:
        case n.Pronoun(word="you" | "they" | "it" as word):
            whose: n.Determiner = n.Article(word={"you": "your", "they": "their", "it": "its"}[word])
            said = n.NounPhrase(noun=noun, determiner=whose, span=holder.span)
        case n.NounPhrase():
            each = holder.determiner is None and (holder.plural or isinstance(holder.noun, n.NounGroup))
            one = replace(holder, determiner=n.Article(word="each"), plural=False) if each else holder
            whose = n.Article(word="your" if any(of_players(lexicon, kind) for kind in of) else "the")
            said = n.NounPhrase(
                noun=noun, determiner=whose, filters=(n.Of(phrase=one, span=holder.span),), span=holder.span
            )
        case _:
            return node
    return n.Is(subject=said, predicate=predicate, negated=node.negated, span=node.span)


def costs(lexicon: WordList, node: n.Does, thing: n.Phrase, by: n.Slot) -> n.Node:
    """Things cost less or more: the price that they have is lower or higher; or it is so much, or none."""
    if not isinstance(thing, n.NounPhrase) or not isinstance(thing.noun, str):
        return node
    value, unit = by.value, ""
    if isinstance(value, n.NounPhrase):
        many, none = value.determiner, value.determiner == n.Article(word="no")
        counted = isinstance(many, n.Quantity) and many.kind == "count"
        if not (counted or (none and by.name == "object")) or value.filters or value.adjectives:
            return node
        low = many.low if isinstance(many, n.Quantity) else 0
        unit, value = str(value.noun), n.Number(value=low or 0, span=value.span)
    prices = [price for price in lexicon.nouns.values() if _is_price(lexicon, price, thing.noun, unit)]
    mine = is_yours(thing)
    each = isinstance(thing.determiner, n.Article) and thing.determiner.word in ("each", "all", "any")
    if len(prices) != 1 or not isinstance(value, n.Amount) or not (mine or each or thing.determiner is None):
        return node
    one = replace(thing, determiner=n.Article(word="each"), plural=False)
    all_alike = all(of_players(lexicon, of) for of in prices[0].of)  # a price of the kind: of some of them it is not
    if all_alike and (thing.filters or thing.adjectives):
        return node
    of = () if all_alike else (n.Of(phrase=one, span=thing.span),)
    your = any(of_players(lexicon, of) for of in prices[0].of)
    if mine and not your:  # what everybody pays cannot be less for one
        return node
    determiner = n.Article(word="your" if your else "the")
    number = n.NounPhrase(noun=prices[0].id, determiner=determiner, filters=of, span=thing.span)
    predicate: n.Predicate = n.Change(relation="lower" if by.name == "less" else "higher", by=value, span=by.span)
    if by.name == "object":
        predicate = n.IsPhrase(phrase=value, span=by.span)
    return n.Is(subject=number, predicate=predicate, span=node.span)


def said_of_what_it_costs(lexicon: WordList, node: n.Node, verb: str) -> n.Node | None:
    """What makes a price lower or higher, said of the things that have it; None where it would not be read so.

    verb: that of what things cost, with the slots `less` and `more`.
    """
    match node:
        case n.Is(
            subject=n.NounPhrase(noun=str(noun), determiner=n.Article(), index=None, adjectives=()) as price,
            predicate=n.Change(relation=relation, by=n.Number() as by),
            tense="present",
        ) if noun in lexicon.nouns and lexicon.nouns[noun].entry.get("price"):  # fmt: skip
            match price.filters:
                case (n.Of(phrase=n.NounPhrase() as thing),):
                    pass
                case () if bought := as_tuple(lexicon.nouns[noun].entry.get("buys")):
                    thing = n.NounPhrase(noun=bought[0], determiner=n.Article(word="your"), plural=True)
                case _:
                    return None
            slot = n.Slot(name="less" if relation == "lower" else "more", value=by)
            said = n.Does(subject=thing, act=n.Perform(verb=verb, slots=(slot,)))
            return said if costs(lexicon, said, thing, slot) == node else None
    return None


def is_yours(thing: n.NounPhrase) -> bool:
    """Whether things are said to be yours, or to be so for you: `your crew cards cost 1 less`."""
    return isinstance(thing.determiner, n.Article) and thing.determiner.word == "your"


def has_price(lexicon: WordList, thing: str, unit: str = "") -> bool:
    """Whether a number is the price of a thing, in a resource if one is named."""
    return any(_is_price(lexicon, price, thing, unit) for price in lexicon.nouns.values())


def _is_price(lexicon: WordList, price: Noun, thing: str, unit: str) -> bool:
    """Whether a number is the price of a thing, in a resource if one is named."""
    paid = price.entry.get("price")
    things = [of for of in (*price.of, *as_tuple(price.entry.get("buys"))) if not of_players(lexicon, of)]
    if not paid or (unit and not lexicon.noun_is(unit, str(paid))):
        return False
    return any(lexicon.noun_is(thing, of) for of in things)


def of_players(lexicon: WordList, noun: str) -> bool:
    """Whether a number is of players, by what it is of."""
    return noun == "player" or (noun in lexicon.nouns and lexicon.noun_is(noun, "player"))


def more_for_each(node: n.Per) -> n.Act:
    """The act with its number counted, where so much more of it is done for each thing.

    "Turn your wheel by 2 plus 1 for each field" is "by the number of fields plus 2": nobody writes 2 plus 1 of 3.
    """
    match node:
        case n.Per(act=n.Perform() as act, each=n.NounPhrase(determiner=None) as each, most=None):
            pass
        case _:
            return node
    for slot in act.slots:
        match slot.value:
            case (
                n.Plus(left=n.Number() as once, right=n.Number(value=int(factor)) as added)
                | n.Minus(left=n.Number() as once, right=n.Number(value=int(factor)) as added)
            ):
                number: n.Amount = n.CountOf(phrase=replace(each, plural=True), span=each.span)
                if factor != 1:
                    number = n.Times(factor=factor, number=number, span=added.span)
                less = isinstance(slot.value, n.Minus)  # "3 minus 1 for each"
                left, right = (once, number) if less else (number, once)
                counted = replace(slot, value=replace(slot.value, left=left, right=right))
                return replace(act, slots=tuple(counted if one is slot else one for one in act.slots))
    return node


def counted_by_itself(tree: n.Node, is_sayable: Callable[[n.Node, str], bool]) -> n.Node:
    """A tree in which something is done for each thing, and then so many more times, instead of for a sum of both.

    A lexicon in which a number is called "number of fields" takes these words away from the count. It can be said
    without them: "gain 1 of it for each field, then gain 2 of it". What is counted comes first, before it can change.

    is_sayable: whether the language has words for a tree of some kind.
    """

    def apart(node: n.Node, _: n.Node) -> n.Node:
        match node:
            case n.Perform():
                ways = (_for_each_first(node, slot, is_sayable) for slot in node.slots)
                return next(filter(None, ways), node)
            case n.Sequence():
                acts = (act.acts if isinstance(act, n.Sequence) else (act,) for act in node.acts)
                return replace(node, acts=tuple(chain.from_iterable(acts)))
        return node

    return rewritten(tree, apart)  # type: ignore[no-any-return]


def _for_each_first(act: n.Perform, slot: n.Slot, is_sayable: Callable[[n.Node, str], bool]) -> n.Sequence | None:
    """An act for each thing that a slot counts, then for the number that it adds; None where the count has words."""
    value = slot.value
    match value.number if isinstance(value, n.AsMany) else value:
        case n.Plus(left=n.CountOf(phrase=n.NounPhrase(determiner=None) as each), right=n.Number(value=int(more))):
            factor = 1
        case n.Plus(
            left=n.Times(factor=int(factor), number=n.CountOf(phrase=n.NounPhrase(determiner=None) as each)),
            right=n.Number(value=int(more)),
        ):
            pass
        case _:
            return None
    if is_sayable(n.CountOf(phrase=each), "amount"):
        return None

    def of(many: int) -> n.Perform:
        number: n.Phrase | n.Amount = n.Number(value=many)
        if isinstance(value, n.AsMany):
            det = n.Quantity(kind="count", low=many)
            number = n.NounPhrase(noun=value.noun, adjectives=value.adjectives, determiner=det, plural=many != 1)
        return replace(act, slots=tuple(replace(one, value=number) if one is slot else one for one in act.slots))

    return n.Sequence(acts=(n.Per(act=of(factor), each=replace(each, plural=False)), of(more)), span=act.span)
