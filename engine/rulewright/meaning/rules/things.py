"""What phrases name: nouns with their determiners, pronouns, lists, parts of sets."""

from __future__ import annotations

from contextlib import nullcontext

from rulewright.language import nodes as n
from rulewright.language.trees.normal_form import head_noun
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import THINGS, Binder, cite, clearly_described
from rulewright.meaning.determiners import quantity
from rulewright.meaning.rules.kinds import asks_of_all
from rulewright.meaning.rules.noun_phrases import noun_phrase
from rulewright.meaning.rules.picking import (
    each_place,
    in_something,
    not_all_in_a_place,
    not_compared_by_each,
    not_of_all,
    not_of_some,
    number_in,
    picked,
    referent,
)
from rulewright.meaning.scope import DETAIL, Box
from rulewright.meaning.take import Take, refuse

PRONOUNS = (
    "you", "they", "nobody", "anybody", "it", "them", "itself", "themselves", "there", "the_rest", "the_others",
    "the_other",
)  # fmt: skip

THINGS.reads(n.NounPhrase)(noun_phrase)


@THINGS.reads(n.Pronoun)
def pronoun(b: Binder, t: Take, box: Box) -> m.Thing:
    """R1 to R6: you, they, it, them, the rest, there."""
    word = t.only("word", *PRONOUNS)
    match word:
        case "you":
            return m.Known(to=box.you, how="you")
        case "they":
            return anaphora.they(box, t.node)
        case "nobody":
            return m.Nobody()
        case "anybody":
            if box.mode != "event":
                raise refuse("RW0627", t.node, found="anybody")
            return m.Anybody()
        case "itself":
            if box.this is None:
                raise refuse("RW0621", t.node, found="itself")
            return m.Known(to=box.this, how="this")
        case "it":
            return anaphora.it(b.words, box, t.node, box.wanted, box.direct, several=False)
        case "them" | "themselves":
            if any(kind == "player" or b.words.is_a(kind, "player") for kind in box.wanted):
                return anaphora.they(box, t.node, word)
            return anaphora.it(b.words, box, t.node, box.wanted, box.direct, several=True)
        case "there" if box.direct:
            return anaphora.it(b.words, box, t.node, ("space", "region", "border"), True, several=False, there=True)
    if word == "there":
        raise refuse("RW0621", t.node, found="there")
    name = (word or "").replace("_", " ")
    whole = anaphora.it(b.words, box, t.node, ("card", "piece"), False, several=True, word=name)
    if whole.to.id not in box.parted:
        raise refuse("RW0664", t.node, found=name)
    box.left |= {whole.to.id}
    return m.Rest(of=whole, one=word == "the_other")


@THINGS.reads(n.Phrases)
def phrases(b: Binder, t: Take, box: Box) -> m.Thing:
    """Things side by side. Of a list with `or` each item is one that could be meant (R13)."""
    conjunction = t.only("conjunction", "and", "or") or "and"
    items = t.children("items", n.Phrase)
    assert isinstance(t.node, n.Phrases)
    clearly_described(b.words, t.node)
    wanted, direct = box.wanted, box.direct
    return m.Several(conjunction=conjunction, items=tuple(b.thing(item, box, *wanted, direct=direct) for item in items))


@THINGS.reads(n.PartOf)
def part_of(b: Binder, t: Take, box: Box) -> m.Thing:
    """Some of a set: a part is chosen by whoever acts, each and all take every one."""
    node = t.child("quantity", n.Quantity)
    many = quantity(node)
    whole = t.child("whole", n.Phrase)
    if isinstance(whole, n.NounPhrase) and whole.determiner is None and not whole.plural:  # "1 of camel"
        raise refuse("RW0621", whole, found=str(whole.noun).replace("_", " "))
    kinds = box.wanted
    with box.at(mode="whole", rank=_behind_its_part(b, whole, many.kind, box)):
        of = b.thing(whole, box, *kinds)
    known = referent(of)
    if known is None:
        raise refuse("RW0621", whole, found="them")
    if _is_one(whole) and known.type in _SINGLE and not (known.type == "card" and b.words.has_goods(known.noun)):
        what = f"a {known.noun.replace('_', ' ')} is one, of which nothing is a part"
        raise refuse("RW0606", whole, what=what)
    if box.mode == "act" and isinstance(whole, n.NounPhrase):
        if many.kind in ("each", "all"):
            not_all_in_a_place(whole.filters, known.noun)
        elif (place := each_place(whole.filters)) is not None:
            noun, each = (word.replace("_", " ") for word in (known.noun, place[1]))
            raise refuse("RW0641", place[0], found=noun, each=each)
    one = many.low == 1 and many.kind == "count"
    one = one or (many.kind in ("each", "all") and box.mode in ("loop", "subject"))
    tested = {"introduced": "tested"} if box.mode == "condition" else {}
    new = box.new(known.noun, known.type, not one, **tested)
    if tested and isinstance(of, m.Known) and asks_of_all(box, of, many):
        box.mention(of.to)  # R20: behind "if all of them are …", "them" is all of them
    else:
        box.mention(new)
    box.notes.picked[new.id] = of, box.origin
    box.part(of)
    some = isinstance(of, m.Known) or (isinstance(of, m.Selection) and of.among is not None)
    if some:  # of what was spoken of: the rest is what is left of all of it
        box.found = (*box.found, new.id)
    of_each = isinstance(whole, n.NounPhrase) and whole.determiner == n.Article(word="each")
    pick, chooser = ("each", None) if of_each else picked(box, many.kind)  # "1 of each good": of every kind
    return m.Parts(of=of, many=many, pick=pick, new=new, chooser=chooser)


def _is_one(whole: n.Phrase) -> bool:
    """Whether a phrase names one thing: “that field”, “this card”."""
    if not isinstance(whole, n.NounPhrase) or whole.plural:
        return False
    return isinstance(whole.determiner, n.Article) and whole.determiner.word in ("that", "this", "a", "another")


def _behind_its_part(b: Binder, whole: n.Phrase, many: str, box: Box) -> int | None:
    """R20: of “up to 2 of your huts” later words mean those 2, and not all huts you have."""
    pieces = isinstance(whole, n.NounPhrase) and isinstance(whole.noun, str) and b.words.type_of(whole.noun) == "piece"
    return DETAIL if pieces and box.mode == "act" and many not in ("each", "all") else None


@THINGS.reads(n.AsMany)
def as_many(b: Binder, t: Take, box: Box) -> m.Thing:
    """As many things as a number; the number is counted when the place says (R15)."""
    noun = t.word("noun", b.words.nouns)
    number = t.child("number", n.Amount)
    words = t.words("adjectives", b.lexicon.adjectives)
    new = box.new(noun, b.words.type_of(noun), several=True)
    many = m.Many(kind="as_many", number=b.number(number, box))
    tests = tuple(m.Test(kind="adjective", word=word, args=(m.Known(to=new),)) for word in words)
    box.mention(new)
    pick, chooser = picked(box, "count")
    found = m.Selection(kinds=(m.Kind(noun=noun),), many=many, pick=pick, new=new, chooser=chooser, tests=tests)
    box.notes.picked[new.id] = found, box.origin
    return found


EQUALLY = (
    "just_as_many", "at_least_as_many", "twice_as_many", "over_twice_as_many", "just_twice_as_many", "half_as_many"
)  # fmt: skip
"""How many of something are compared with others, where it is not just more or fewer."""


@THINGS.reads(n.MoreThan)
def more_than(b: Binder, t: Take, box: Box) -> m.Thing:
    """More or fewer of something than a number, or than others have."""
    relation = t.only("relation", "more", "fewer", *EQUALLY) or ""
    if box.mode == "act":  # “draw more cards than each other player”: how many is that?
        raise refuse("RW0620", t.node, found=relation.replace("_", " "), what="an act")
    phrase, number = t.child("phrase", n.Phrase), t.child("number", n.Amount)
    of_two = isinstance(phrase, n.NounPhrase) and phrase.determiner is None and in_something(b, phrase)
    thing = number_in(b, phrase, box) if of_two and isinstance(phrase, n.NounPhrase) else b.thing(phrase, box)
    other: m.Meaning
    if isinstance(number, n.Value) and _a_player(b, number.phrase):
        _than_whom(number.phrase)
        not_of_some(b.words, number.phrase)
        with box.described(box.asked) if box.asked is not None else nullcontext():
            other = cite(b.thing(number.phrase, box, "player"), number)
    else:
        not_compared_by_each(b.words, number)
        other = b.number(number, box)
    return m.Compared(relation=relation, thing=thing, number=other)


_SINGLE = ("player", "space", "border", "region", "card", "piece")
"""Types of things of which one has no parts."""
OPEN = (n.Article(word="any"), n.Quantity(kind="count", low=1))


def _than_whom(phrase: n.Phrase) -> None:
    """R12: more than all could be more than each or than all together; more than any (one), than each or than some."""
    not_of_all(phrase)
    if isinstance(phrase, n.NounPhrase) and phrase.determiner in OPEN:
        raise refuse("RW0646", phrase, found=head_noun(phrase) or "")


def _a_player(b: Binder, phrase: n.Phrase) -> bool:
    if isinstance(phrase, n.Pronoun):
        return phrase.word in ("you", "they", "them")
    noun = phrase.noun if isinstance(phrase, n.NounPhrase) else None
    return isinstance(noun, str) and b.words.type_of(noun) == "player"


@THINGS.reads(n.NounGroup)
def group(b: Binder, t: Take, box: Box) -> m.Thing:
    """Never by itself: a group of nouns stands inside a noun phrase."""
    raise refuse("RW0620", t.node, found="NounGroup", what="a thing")
