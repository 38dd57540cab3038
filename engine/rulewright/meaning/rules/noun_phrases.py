"""Noun phrases: known things, attributes of things, and selections from all that fit."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.language import nodes as n
from rulewright.language.trees.past import is_result_of
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder, cite
from rulewright.meaning.determiners import determined
from rulewright.meaning.rules.phrase_parts import Phrase, inside, tests_of
from rulewright.meaning.rules.picking import holders, listed, referent
from rulewright.meaning.rules.selections import select
from rulewright.meaning.scope import DETAIL, Box
from rulewright.meaning.take import Take, refuse, take

BESIDE = ("left_neighbour", "right_neighbour")
BESIDE_THEM = tuple(f"their_{noun}" for noun in BESIDE)
OF = (n.Of, n.At)
CHOSEN = n.Participle(verb="choose")  # "the chosen field", as one that "choose" was said of
ONE_THING = ("space", "border", "region", "card", "player")  # what a name stands for alone; pieces come in numbers


def noun_phrase(b: Binder, t: Take, box: Box) -> m.Thing:
    """A noun with its determiner, adjectives and filters."""
    det = determined(t.maybe("determiner", n.Determiner))
    adjectives = t.words("adjectives", b.lexicon.adjectives)
    noun = t.noun("noun", b.words.nouns, n.NounGroup)
    t.none("index")
    filters = t.children("filters", n.Filter)
    plural = t.flag("plural")
    kinds, conjunction = _kinds(b, noun)
    types = {b.words.type_of(kind.noun) for kind in kinds}
    named = types.pop() if len(kinds) > 1 and types in ({"card"}, {"space"}) else kinds[0].noun
    p = Phrase(t.node, det, named, kinds, conjunction, adjectives, filters, plural)
    if plural and det.word in ("a", "each", "each_other", "another", "any"):
        raise refuse("RW0620", t.node, found=det.word, what="plural")
    if conjunction == "and" and (det.word in ("a", "another") or _just_one(det.many)):
        raise refuse("RW0656", t.node, found=listed(kinds, "or"), each=listed(kinds, "and"))
    thing = _bound(b, p, box)
    return cite(thing, *(det.nodes if det.many is None else ()))  # what says how many cites the quantity


def _just_one(many: m.Many | None) -> bool:
    return many is not None and many.kind in ("count", "exactly") and many.low == 1


def _kinds(b: Binder, noun: str | n.NounGroup) -> tuple[tuple[m.Kind, ...], str]:
    """The nouns of a phrase, and how they are joined."""
    if isinstance(noun, str):
        return (m.Kind(noun=noun),), ""
    kinds = []
    with take(noun) as t:
        conjunction = t.only("conjunction", "and", "or") or "and"
        for item in t.children("nouns", n.BareNoun):
            with take(item) as each:
                each.none("index")
                name = each.word("noun", b.words.nouns)
                words = each.words("adjectives", b.lexicon.adjectives)
                tests = tuple(m.Test(kind="adjective", word=word) for word in words)
                kinds.append(m.Kind(noun=name, tests=tests, said=(item,)))
    if not kinds:
        raise refuse("RW0620", noun, found="NounGroup", what="NounGroup.nouns")
    kinds[0] = cite(kinds[0], noun)
    return tuple(kinds), conjunction


def _bound(b: Binder, p: Phrase, box: Box) -> m.Thing:
    word, kind = p.det.word, b.words.type_of(p.noun)
    if p.noun in (*BESIDE, *BESIDE_THEM):
        if p.plural or word != "the":
            raise refuse("RW0620", p.node, found=word or "a number", what=p.noun.replace("_", " "))
        of = anaphora.they(box, p.node, "their") if p.noun in BESIDE_THEM else m.Known(to=box.you, how="your")
        new = box.new(p.noun, "player", p.plural, introduced="attribute")
        box.mention(new)
        return m.Attribute(noun=p.noun, holders=(of,), new=new, tests=tests_of(b, p, box, new, ()))
    if word == "this":
        return _this(b, p, box)
    if kind == "zone" and p.conjunction:
        return _zones(b, p, box)
    if kind == "number" and not p.conjunction and (p.det.definite or p.det.many is None):
        found = number_of(b, p, box)
        if found is not None:
            return found
    if word in ("your", "its", "their") or p.det.owner is not None:
        return _possessed(b, p, box)
    if word in ("the", "that", "both", None):
        known = _definite(b, p, box)
        if known is not None:
            return known
    if word == "that" and p.plural:
        return select(b, p, box, among=_spoken_of(b, p, box))
    if kind != "number" and not p.conjunction and b.words.entry(p.noun).get("kept") and b.words.entry(p.noun).get("of"):
        raise refuse("RW0624", p.node, found=p.noun.replace("_", " "))  # R8: each has one; of which one is not said
    if word == "a" and kind != "number" and not p.conjunction and b.words.entry(p.noun).get("kept"):
        raise refuse("RW0620", p.node, found="a", what=p.noun.replace("_", " "))  # there is one, and it is known
    return select(b, p, box)


def _zones(b: Binder, p: Phrase, box: Box) -> m.Thing:
    """Zones of one owner, named together: each by itself."""
    items = []
    for kind in p.kinds:
        each = Phrase(p.node, p.det, kind.noun, (kind,), "", p.adjectives, p.filters, p.plural)
        items.append(cite(_bound(b, each, box), *kind.said))
        if kind.tests:
            raise refuse("RW0620", kind.said[0], found=p.noun, what="BareNoun.adjectives")
    return m.Several(conjunction=p.conjunction, items=tuple(items))


def _this(b: Binder, p: Phrase, box: Box) -> m.Thing:
    """`this card`, or `this tile`, as the language calls any card: the one whose text it is."""
    to = box.this
    any_card = b.words.of_the_core(p.noun) and b.words.type_of(p.noun) == "card"
    fits = to is not None and (b.words.is_a(to.noun, p.noun) or any_card)
    if to is None or not fits or p.plural or p.described:
        raise refuse("RW0621", p.node, found=f"this {p.noun.replace('_', ' ')}")
    box.mention(to)
    return m.Known(to=to, how="this")


# ------------------------------------------------------------------ things of things


def _owner(b: Binder, p: Phrase, box: Box) -> m.Thing | None:
    """Whose it is, by the determiner."""
    word = p.det.word
    if p.det.owner is not None:  # chance picks things, not whose they are
        with box.at(rank=DETAIL, mode="act" if box.mode == "random" else box.mode):
            return b.thing(p.det.owner, box)
    if word == "your":
        return m.Known(to=box.you, how="your")
    if word in ("its", "their"):
        return anaphora.possessor(b.words, box, p.det.nodes[0], p.noun, word)
    return None


def _of(b: Binder, p: Phrase, box: Box, kinds: tuple[type[n.Filter], ...] = OF) -> tuple[list[m.Thing], list[n.Filter]]:
    """What a phrase is said to be of, in or of whom one has it, and the filters that say something else."""
    given: list[m.Thing] = []
    rest: list[n.Filter] = []
    of = b.words.of(p.noun)
    types = {b.words.type_of(kind) for kind in of}
    for item in p.filters:
        if isinstance(item, n.Of) and n.Of in kinds:
            with take(item) as t, box.at(mode=_whose(b, p, box), rank=DETAIL):
                given.append(cite(b.thing(t.child("phrase", n.Phrase), box, *of), item))
        elif isinstance(item, n.At) and n.At in kinds and _names(b, item.phrase, types):
            with take(item) as t, box.at(mode=inside(box), rank=DETAIL):
                t.only("preposition", "in", "on", "at")
                given.append(cite(b.thing(t.child("phrase", n.Phrase), box, *of), item))
        elif isinstance(item, n.Relative) and item.verb == "have" and "player" in types and b.words.is_number(p.noun):
            with take(item) as t, box.at(rank=DETAIL):
                t.only("verb", "have")
                t.only("tense", "present")
                t.none("negated")
                t.none("time")
                given.append(cite(b.thing(t.child("subject", n.Phrase), box, "player"), item))
        else:
            rest.append(item)
    return given, rest


def _whose(b: Binder, p: Phrase, box: Box) -> str:
    """What "a" says in a description of whose something is: in an act, whose zone it is whoever acts chooses."""
    return "act" if b.words.type_of(p.noun) == "zone" and box.mode in ("act", "random") else inside(box)


def _names(b: Binder, phrase: n.Phrase, types: set[str]) -> bool:
    """Whether a phrase can name something of the types that a number is of."""
    if isinstance(phrase, n.Pronoun):
        return True
    noun = phrase.noun if isinstance(phrase, n.NounPhrase) else None
    return isinstance(noun, str) and b.words.type_of(noun) in types


def number_of(b: Binder, p: Phrase, box: Box) -> m.Thing | None:
    """A number that things have, or that has a name; None where a phrase speaks of so many of it."""
    if is_result_of(p.node) and b.words.of_the_core(p.noun):
        return _rolled(b, p, box)
    if p.det.word in ("the", "that", None) and p.noun in box.names and not p.described:
        return m.Known(to=anaphora.named(box, p.node, p.noun), how=p.noun)
    entry = b.words.entry(p.noun)
    if p.det.word == "that" or (p.det.word == "the" and p.filters == (CHOSEN,)):
        return _chosen_value(b, p, box)
    if p.det.word not in ("the", "your", "its", "their", None) or (
        p.det.word is None
        and (p.plural or (p.adjectives == ("different",) and not any(isinstance(item, n.Of) for item in p.filters)))
    ):
        return None if p.det.owner is None else _attribute(b, p, box)
    if p.det.word is None and p.det.owner is None and not p.det.many and not (entry.get("table") or p.filters):
        return None
    return _attribute(b, p, box)


def _rolled(b: Binder, p: Phrase, box: Box) -> m.Attribute:
    """What somebody's die shows, whatever others rolled since: "your result", "that player's result".

    Raises:
        RulewrightError: RW0624 of whom it is not said before that they roll.
    """
    their = p.det.word == "their"
    owner = anaphora.they(box, p.det.nodes[0], "their") if their else _owner(b, p, box)
    to = referent(owner) if owner is not None else None
    shown = box.rolled.get(to.id) if to is not None else None
    if shown is None or owner is None:
        raise refuse("RW0624", p.node, found=p.noun)
    box.mention(shown)
    return m.Attribute(noun=p.noun, holders=(owner,), new=shown)


def _chosen_value(b: Binder, p: Phrase, box: Box) -> m.Known:
    """R7: of numbers "that colour" is said of a value that somebody chose, "choose a colour", and of nothing else.

    Raises:
        RulewrightError: RW0621 where none was chosen.
    """
    chosen = box.notes.chosen
    found = None
    if not p.adjectives and p.filters in ((), (CHOSEN,)):
        found = anaphora.that(b.words, box, p.node, p.noun, False, so_called=lambda to: to.id in chosen)
    if found is None:
        raise refuse("RW0621", p.node, found=f"that {p.noun.replace('_', ' ')}")
    box.mention(found.to)
    return m.Known(to=found.to, how=p.noun, said=p.filters)


def _attribute(b: Binder, p: Phrase, box: Box) -> m.Attribute:
    """A thing, zone or number that belongs to what a phrase says, or to what was spoken of."""
    owner = _owner(b, p, box)
    kinds: tuple[type[n.Filter], ...] = OF if b.words.is_number(p.noun) else (n.Of,)
    given, rest = _of(b, p, box, kinds)
    said = [*((owner,) if owner else ()), *given]
    covers = b.words.covers(p.noun)
    found = holders(b.words, box, p.node, covers[0], said) if b.words.of(covers[0]) else tuple(said)
    several = p.plural or (p.det.many is not None and p.det.many.low != 1)
    new = box.new(p.noun, b.words.type_of(p.noun), several, introduced="attribute")
    tests = tests_of(b, p, box, new, tuple(rest))
    if p.det.many is not None:
        tests = (*tests, cite(m.Test(kind="many", word=p.det.many.kind, args=(p.det.many,))))
    box.mention(new)
    return m.Attribute(noun=p.noun, holders=found, new=new, tests=tests)


def _possessed(b: Binder, p: Phrase, box: Box) -> m.Thing:
    """`your hand`, `its owner`, `another player's fields`."""
    kind = b.words.type_of(p.noun)
    if kind == "zone" or _is_attribute(b, p):
        return _attribute(b, p, box)
    if p.det.word == "your" and not b.words.owned(p.noun) and b.words.one_of_a_kind(p.noun):
        return _attribute(b, p, box)
    owner = _owner(b, p, box)
    assert owner is not None
    if not all(b.words.owned(item.noun) for item in p.kinds) and kind != "card":
        holder = anaphora.called(owner.to) if isinstance(owner, m.Known) else ""
        if kind in ("player", "space", "border", "region") and not b.words.of(p.noun):
            raise refuse("RW0632", p.node, found=p.noun.replace("_", " "), other=holder)
        if b.words.of(p.noun):
            return _attribute(b, p, box)
    return select(b, p, box, owner)


def _is_attribute(b: Binder, p: Phrase) -> bool:
    """Whether things have what a noun names by the lexicon, so that it is no matter of picking."""
    entry, noun = b.words.entry(p.noun), p.noun
    if p.conjunction or (b.words.owned(noun) and not b.words.of(noun)):
        return False
    if b.words.is_number(noun) or noun == "owner" or entry.get("set"):
        return True
    if b.words.of(noun) and "any" not in b.words.of(noun) and b.words.type_of(noun) in ("player", "card", "space"):
        return True
    word = p.det.word
    holder = word in ("its",) or p.det.owner is not None or any(isinstance(item, n.Of) for item in p.filters)
    return holder and b.words.type_of(noun) in ("space", "region", "card", "player", "word")


# ------------------------------------------------------------------ known things


def _definite(b: Binder, p: Phrase, box: Box) -> m.Thing | None:
    """R7: a name, the one of a kind, an attribute of what was spoken of, the nearest of that noun; or a description."""
    noun, kind, word = p.noun, b.words.type_of(p.noun), p.det.word
    if p.conjunction and word == "that":  # one that was spoken of, of which nobody knows which of them it is
        either = f" {p.conjunction} ".join(kind.noun for kind in p.kinds)
        raise refuse("RW0621", p.node, found=f"{'those' if p.plural else 'that'} {either}".replace("_", " "))
    if p.conjunction or p.det.many is not None and word is None:
        return None
    if word is None and p.plural:
        return None
    entry = b.words.entry(noun)
    several = p.plural or (p.det.many is not None)
    if not p.described and noun in box.names and word is not None:
        to = box.names[noun]
        if to.several == several or to.type == "number":
            to = anaphora.named(box, p.node, noun)
            box.mention(to)
            return m.Known(to=to, how=noun)
    if p.described and noun in box.names and word == "the" and kind in ONE_THING and not p.plural:
        raise refuse("RW0642", p.node, found=noun.replace("_", " "))  # the named one, or another of its kind?
    if word is None and (kind not in ("card", "region", "zone", "word", "player") or box.mode == "loop"):
        return None
    if word == "that" and (kind == "zone" or entry.get("kept") or b.words.one_of_a_kind(noun)):
        found = anaphora.that(b.words, box, p.node, noun, several)
        if found is None or p.described:
            raise refuse("RW0621", p.node, found=f"that {noun.replace('_', ' ')}")
        return found
    if kind == "zone" or (entry.get("kept") and kind != "number" and not p.plural):
        if b.words.of(b.words.covers(noun)[0]) and b.words.of(noun) != ("any",):
            return _attribute(b, p, box)
        return _unique(b, p, box)
    if b.words.one_of_a_kind(noun) and not p.plural and not (word == "that" or p.described):
        return _unique(b, p, box)
    if word is None:
        return None
    if word in ("the", "that") and (not p.plural or b.words.of(noun)) and _is_attribute(b, p) and word != "that":
        return _attribute(b, p, box)
    return _spoken_of_before(b, p, box, several, word)


def _spoken_of_before(b: Binder, p: Phrase, box: Box, several: bool, word: str) -> m.Thing | None:
    """R7: what was chosen, what was called so, the nearest of that noun; None for a description of something else."""
    noun, kind = p.noun, b.words.type_of(p.noun)
    if word == "the" and not p.adjectives and p.filters == (CHOSEN,):
        chosen = box.notes.chosen
        found = anaphora.that(b.words, box, p.node, noun, several, word, so_called=lambda to: to.id in chosen)
        if found is not None:
            box.mention(found.to)
            return m.Known(to=found.to, how="it", said=p.filters)
    if word == "that" and p.adjectives and not p.filters:
        so_called = _called_so(box, p.adjectives)
        found = anaphora.that(b.words, box, p.node, noun, several, so_called=so_called)
        if found is not None:
            box.mention(found.to)
            return m.Known(to=found.to, how="it")
    if not p.described:
        found = anaphora.that(b.words, box, p.node, noun, several, word, fellows=not box.direct)
        if found is not None:
            box.mention(found.to)
            return m.Known(to=found.to, how=noun, said=p.det.many.said if p.det.many else ())
        if several and kind == "card" and (known := _set_of_more(b, p, box)) is not None:
            return select(b, p, box, among=known)
        if word == "that" or (not several and kind != "resource"):
            raise refuse("RW0621", p.node, found=f"{word} {noun.replace('_', ' ')}")
    elif word in ("that", "this") and p.det.many is not None:  # "those 2 cards in …": of which nothing was said
        raise refuse("RW0621", p.node, found=f"{word} {noun.replace('_', ' ')}")
    return None


def _spoken_of(b: Binder, p: Phrase, box: Box) -> m.Known:
    """R7: "those cards that are beasts" are those of the cards that were spoken of, and none of others."""
    found = None
    if not p.conjunction:
        whole = _whole if any(item.open and not _whole(item.to) for item in box.mentions) else None
        found = anaphora.that(b.words, box, p.node, p.noun, several=True, so_called=whole) or _set_of_more(b, p, box)
    if found is not None and any(isinstance(item, n.At) for item in p.filters):  # those of them there, or all there?
        raise refuse("RW0651", p.node, found=p.noun.replace("_", " "))
    if found is None:
        raise refuse("RW0621", p.node, found=f"that {p.noun}".replace("_", " "))
    return found


def _whole(to: m.Referent) -> bool:
    """R7: of those some of which a condition asks, "those cards that …" are some of all, not of these."""
    return to.introduced != "tested"


def _set_of_more(b: Binder, p: Phrase, box: Box) -> m.Known | None:
    """R7: "the beasts", "those beasts", after several cards were spoken of, are the beasts among these."""

    def fits(to: m.Referent) -> bool:
        return to.type == "card" and to.several and b.words.is_a(p.noun, to.noun) and _whole(to)

    found = anaphora.nearest(box, fits, p.node, p.noun.replace("_", " "))
    return m.Known(to=found, how=found.noun) if found is not None else None


def _called_so(box: Box, adjectives: tuple[str, ...]) -> Callable[[m.Referent], bool]:
    """R7: "that dry field" is one that was spoken of as a dry one, "that other field" one that was called another."""

    def so(to: m.Referent) -> bool:
        picked = box.notes.picked.get(to.id, (None,))[0]
        if not isinstance(picked, m.Selection):
            return False
        words = {test.word for test in picked.tests if isinstance(test, m.Test) and test.kind == "adjective"}
        return {*adjectives} <= words | ({"other"} if anaphora.called_another(box, to) else set())

    return so


def _unique(b: Binder, p: Phrase, box: Box) -> m.Thing:
    """The one thing of its kind; a description of it is kept as its tests, with no noun left out."""
    given, rest = _of(b, p, box, (n.Of,))
    if p.plural:
        raise refuse("RW0620", p.node, found=p.noun.replace("_", " "), what="plural")
    new = box.new(p.noun, b.words.type_of(p.noun), introduced="unique")
    tests = tests_of(b, p, box, new, tuple(rest))
    box.mention(new)
    named = not p.det.nodes
    return m.Attribute(noun=p.noun, holders=tuple(given), new=new, tests=tests, how="name" if named else "")
