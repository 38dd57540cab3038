"""Cards that are nobody's by themselves, but of which a lexicon says where a player's own lie (`yours: hand`).

"Your red card" is then a red card in your hand, or one in the zone that all players share; "each red card you have" and
"if you have 2 red cards" mean those in your hand, too. So it is of pieces that nobody owns and that lie on cards: "if
you have 2 tokens" asks for those on the cards of the zones that their noun names. And so many of somebody's pieces at a
place: "a field with 2 of your huts" is a field where you have 2 huts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from rulewright.language import nodes as n
from rulewright.language.lexicon.word_list import WordList, place_word
from rulewright.language.rewriting import rewritten

OWNERS = ("your", "their")
HAD = ("count", "at_least", "exactly", "more_than", "some")
AS_MANY = ("count", "at_least", "at_most", "exactly", "more_than", "fewer_than")


def lies_where_it_is_yours(lexicon: WordList, node: n.NounPhrase) -> n.NounPhrase | None:
    """The phrase with the zone that its noun names; None where it names none, or several things are meant."""
    owner = node.determiner
    if not isinstance(owner, n.Article) or owner.word not in OWNERS or node.plural or not isinstance(node.noun, str):
        return None
    zone = _zone(lexicon, node.noun)
    if zone is None:
        return None
    whose = owner if "player" in lexicon.nouns[zone].of else replace(owner, word="the")
    place = n.NounPhrase(noun=zone, determiner=whose, span=node.span)
    lies = n.At(preposition=place_word(lexicon, zone) or "in", phrase=place, span=node.span)
    placed = _lying(lexicon, node.filters, lies)
    return None if placed is None else replace(node, determiner=replace(owner, word="a"), filters=placed)


def held_by(lexicon: WordList, verb: str, thing: n.Phrase) -> n.Phrase:
    """What is done to one player, where a verb is done to spaces that somebody holds: to one that this player holds.

    `Whenever you are robbed`, where fields are robbed, says `whenever a field you hold is robbed`.
    """
    word = lexicon.verbs.get(verb)
    space = lexicon.nouns.get(word.slots.get("object", "")) if word is not None else None
    held = space.entry.get("owned by") if space is not None else None
    if word is None or space is None or not held or not word.has_direct_object:  # nobody builds in a player
        return thing
    match thing:
        case n.Pronoun(word="you"):
            who: n.Phrase = thing
        case n.Pronoun(word="they" | "them"):
            who = replace(thing, word="they")
        case n.NounPhrase(
            noun="player", determiner=n.Article(word="a" | "another" | "that"), adjectives=(), filters=(), index=None
        ):
            who = thing
        case _:
            return thing
    theirs = n.Relative(subject=who, verb=str(held), span=thing.span)
    one = n.Article(word="a", span=thing.span)
    return n.NounPhrase(determiner=one, noun=space.id, filters=(theirs,), span=thing.span)


def all_had_there(lexicon: WordList, node: n.Has) -> n.Has:
    """What somebody has of several cards, told where of the last alone: nobody has the others anywhere else.

    `You have a red card and a blue card in your hand`: a card is had nowhere but in a zone.
    """
    things = node.object
    if not isinstance(things, n.Phrases) or things.conjunction != "and":
        return node
    *others, last = things.items
    place = last.filters[-1] if isinstance(last, n.NounPhrase) and last.filters else None
    if not isinstance(place, n.At) or not _in_a_zone(lexicon, place) or not _is_card(last, lexicon):
        return node
    if not all(_is_card(one, lexicon) and not _placed(one, lexicon) for one in others):
        return node
    items = tuple(replace(one, filters=(*one.filters, place)) for one in others if isinstance(one, n.NounPhrase))
    return replace(node, object=replace(things, items=(*items, last)))


def had_where_it_is_theirs(lexicon: WordList, node: n.Has) -> n.Has:
    """What players have of cards whose noun says where a player's own lie: they have them there."""
    whose = _whose(lexicon, node.subject)
    return node if whose is None else replace(node, object=_had_there(lexicon, node.object, whose))


def described_by_what_they_have(lexicon: WordList, node: n.NounPhrase) -> n.NounPhrase:
    """Players with so many cards, who have them where their own lie, and cards that somebody has, which lie there."""
    if not isinstance(node.noun, str) or node.noun not in lexicon.nouns:
        return node
    if lexicon.noun_is(node.noun, "player"):
        filters = tuple(_having(lexicon, item, n.Article(word="their", span=node.span)) for item in node.filters)
        return replace(node, filters=filters) if filters != node.filters else node
    if lexicon.is_number(node.noun):  # “different colours of your jewels”
        filters = tuple(_of_theirs_there(lexicon, item) for item in node.filters)
        return replace(node, filters=filters) if filters != node.filters else node
    for item in node.filters:
        match item:
            case n.Relative(subject=who, verb="have", tense="present", negated=False, time=None) if whose := _whose(
                lexicon, who, named=True
            ):
                others = tuple(one for one in node.filters if one is not item)
                alone = replace(node, filters=others)
                there = _had_there(lexicon, alone, whose)
                return there if isinstance(there, n.NounPhrase) and there is not alone else node
    return node


def some_of_theirs_there(lexicon: WordList, whole: n.Phrase, many: n.Determiner | None) -> n.NounPhrase | None:
    """So many of somebody's own cards, as they lie where the noun says; None where it says no place of players."""
    owner = whole.determiner if isinstance(whole, n.NounPhrase) else None
    if not isinstance(whole, n.NounPhrase) or not isinstance(owner, n.Article) or owner.word not in OWNERS:
        return None
    alone = replace(whole, determiner=many, plural=whole.plural and many is None)
    there = _had_there(lexicon, alone, owner) if whole.plural else alone
    return there if isinstance(there, n.NounPhrase) and there is not alone else None


def _having(lexicon: WordList, item: n.Filter, whose: n.Determiner) -> n.Filter:
    """What is said of players: what they have of cards they have where their own lie."""
    match item:
        case n.With(phrase=phrase):
            return replace(item, phrase=_had_there(lexicon, phrase, whose))
        case n.ThatHas(object=phrase):
            return replace(item, object=_had_there(lexicon, phrase, whose))
    return item


def _of_theirs_there(lexicon: WordList, item: n.Filter) -> n.Filter:
    there = some_of_theirs_there(lexicon, item.phrase, None) if isinstance(item, n.Of) else None
    return replace(item, phrase=there) if isinstance(item, n.Of) and there is not None else item


def _whose(lexicon: WordList, who: n.Phrase, named: bool = False) -> n.Determiner | None:
    """How a zone of somebody is told; of players that are `named` where they have something, by their name."""
    match who:
        case n.Pronoun(word="you"):
            return n.Article(word="your", span=who.span)
        case n.Pronoun(word="they"):
            return n.Article(word="their", span=who.span)
        case n.NounPhrase(noun=str(noun)) if noun in lexicon.nouns and lexicon.noun_is(noun, "player"):
            return n.Possessive(owner=who, span=who.span) if named else n.Article(word="their", span=who.span)
    return None


def _had_there(lexicon: WordList, phrase: n.Phrase, whose: n.Determiner) -> n.Phrase:
    """Cards that somebody has, in the zone of players that their noun names; others as they are."""
    match phrase:
        case n.Phrases(items=items):
            there = tuple(_had_there(lexicon, one, whose) for one in items)
            return replace(phrase, items=there) if there != items else phrase
        case n.MoreThan(phrase=cards):
            lie = _had_there(lexicon, cards, whose)
            return replace(phrase, phrase=lie) if lie is not cards else phrase
        case n.NounPhrase(noun=str(noun), filters=filters) if not _placed(phrase, lexicon):
            zone = _zone(lexicon, noun)
            if zone is not None and "player" in lexicon.nouns[zone].of:
                lies = _at(lexicon, zone, n.NounPhrase(noun=zone, determiner=whose, span=phrase.span))
            elif (under := _cards_with(lexicon, noun, whose)) is not None:
                lies = n.At(preposition="on", phrase=under, span=phrase.span)
            else:
                return phrase
            placed = _lying(lexicon, filters, lies)
            return phrase if placed is None else replace(phrase, filters=placed)
    return phrase


def _at(lexicon: WordList, zone: str, place: n.NounPhrase) -> n.At:
    return n.At(preposition=place_word(lexicon, zone) or "in", phrase=place, span=place.span)


def _cards_with(lexicon: WordList, noun: str, whose: n.Determiner) -> n.NounPhrase | None:
    """The cards on which a player's own pieces of a kind lie, where nobody owns them and their noun says so."""
    kind = lexicon.nouns.get(noun)
    if kind is None or kind.type != "piece" or "yours" not in kind.entry:
        return None
    zones = [kind.entry["yours"]] if isinstance(kind.entry["yours"], str) else list(kind.entry["yours"])
    if not all(zone in lexicon.nouns and "player" in lexicon.nouns[zone].of for zone in zones):
        return None
    several = n.NounGroup(conjunction="or", nouns=tuple(n.BareNoun(noun=zone) for zone in zones))
    place = n.NounPhrase(noun=several if len(zones) > 1 else zones[0], determiner=whose, span=whose.span)
    lie = _at(lexicon, zones[0], place)
    return n.NounPhrase(noun="card", filters=(lie,), plural=True, span=whose.span)


def _lying(lexicon: WordList, filters: tuple[n.Filter, ...], lies: n.At) -> tuple[n.Filter, ...] | None:
    """What describes cards, and where they lie: within “with different prices”, which goes on so.

    None behind anything else that they have: “cards with 2 pearls in your hand” tells where the pearls are.
    """
    last = filters[-1] if filters else None
    match last:
        case n.With(phrase=n.NounPhrase(noun=str(noun)) as measure) if lexicon.is_number(noun):
            inside = measure if _placed(measure, lexicon) else replace(measure, filters=(*measure.filters, lies))
            return (*filters[:-1], replace(last, phrase=inside))
        case n.With() | n.ThatHas():
            return None
    return (*filters, lies)


def _placed(phrase: n.NounPhrase, lexicon: WordList) -> bool:
    """Whether it is told where cards lie, or of which of all they are; “of different colours” tells neither."""
    placed = (isinstance(item, n.At | n.Of | n.There) and not _of_a_number(item, lexicon) for item in phrase.filters)
    return any(placed)


def _of_a_number(item: n.Filter, lexicon: WordList) -> bool:
    noun = item.phrase.noun if isinstance(item, n.Of) and isinstance(item.phrase, n.NounPhrase) else None
    return isinstance(noun, str) and lexicon.is_number(noun)


def _in_a_zone(lexicon: WordList, place: n.At) -> bool:
    zone = place.phrase.noun if isinstance(place.phrase, n.NounPhrase) else None
    return isinstance(zone, str) and zone in lexicon.nouns and lexicon.noun_is(zone, "zone")


def _is_card(phrase: n.Phrase, lexicon: WordList) -> TypeGuard[n.NounPhrase]:
    noun = phrase.noun if isinstance(phrase, n.NounPhrase) else None
    return isinstance(noun, str) and noun in lexicon.nouns and lexicon.noun_is(noun, "card")


def with_some_of_somebodys(lexicon: WordList, node: n.NounPhrase) -> n.NounPhrase:
    """The phrase in which so many of somebody's pieces are so many that they have: there, or at all."""
    if not isinstance(node.noun, str) or node.noun not in lexicon.nouns:
        return node
    there = lexicon.noun_is(node.noun, "space")
    if not there and not lexicon.noun_is(node.noun, "player"):
        return node
    filters = tuple(_had_by(lexicon, item, there) for item in node.filters)
    return replace(node, filters=filters) if filters != node.filters else node


def some_of_their_own(lexicon: WordList, sentences: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    """Sentences in which “one of them” is one of the pieces with which the players who act are described.

    “Each player with a hut there returns one of them” returns one of their huts there, where of no others was spoken.
    """
    found: list[n.Statement] = []
    for sentence in sentences:
        theirs = _described_with(lexicon, sentence) if isinstance(sentence, n.Does) else None
        if theirs is not None and isinstance(sentence, n.Does) and not any(_several(part) for part in found):
            sentence = replace(sentence, act=_of_theirs(sentence.act, theirs))
        found.append(sentence)
    return tuple(found)


def _described_with(lexicon: WordList, sentence: n.Does) -> n.NounPhrase | None:
    """The pieces with which each of the players who do something is described, as “their huts there”."""
    who = sentence.subject
    if not isinstance(who, n.NounPhrase) or who.noun != "player" or len(who.filters) != 1:
        return None
    match who.filters[0]:
        case n.With(negated=False, phrase=n.NounPhrase(noun=str(noun), adjectives=()) as some):
            word = lexicon.nouns.get(noun)
            many = some.determiner
            has = many is None or many == n.Article(word="a") or isinstance(many, n.Quantity) and many.article is None
            if word is not None and word.entry.get("owned") and has and getattr(many, "kind", "") in ("", *HAD):
                return replace(some, determiner=n.Article(word="their"), plural=True)
    return None


def _of_theirs(act: n.Act, theirs: n.NounPhrase) -> n.Act:
    """An act in which “one of them” is one of those pieces, where it has named no other things before."""
    first = next((part for part in act.walk() if part == n.Pronoun(word="them") or _names_several(part)), None)
    if first != n.Pronoun(word="them"):
        return act

    def change(node: n.Node, _: n.Node) -> n.Node:
        if isinstance(node, n.PartOf) and node.whole == n.Pronoun(word="them"):
            return replace(node, whole=replace(theirs, span=node.span))
        return node

    changed: n.Act = rewritten(act, change)
    return changed


def _several(sentence: n.Statement) -> bool:
    return any(_names_several(part) or isinstance(part, n.PartOf) for part in sentence.walk())


def _names_several(part: n.Node) -> bool:
    """Whether “them” could be what a phrase names."""
    many = part.determiner if isinstance(part, n.NounPhrase) else None
    return isinstance(part, n.NounPhrase) and (part.plural or (isinstance(many, n.Quantity) and many.low != 1))


def _had_by(lexicon: WordList, item: n.Filter, there: bool) -> n.Filter:
    """What is said of a place or a player, where it is that they have so many of somebody's pieces."""
    said = item.phrase if isinstance(item, n.With) else item.object if isinstance(item, n.ThatHas) else None
    if there and isinstance(said, n.NounPhrase) and not (isinstance(item, n.With) and item.negated):
        return _of_so_many(said, item)
    if not isinstance(said, n.PartOf) or not isinstance(whole := said.whole, n.NounPhrase):
        return item
    word = lexicon.nouns.get(whole.noun) if isinstance(whole.noun, str) else None
    if word is None or not word.entry.get("owned") or said.quantity.kind not in AS_MANY:
        return item
    some = replace(whole, determiner=said.quantity, plural=False, span=said.span)
    match whole.determiner:
        case n.Article(word="their") if not there and isinstance(item, n.With):
            return replace(item, phrase=some)
        case n.Article(word="your" | "their" as whose) if there:
            who: n.Phrase = n.Pronoun(word="you" if whose == "your" else "they", span=whole.determiner.span)
        case n.Possessive(owner=n.NounPhrase() as who) if there:
            pass
        case _:
            return item
    negated = isinstance(item, n.With) and item.negated
    return item if negated else n.Where(clause=n.Has(subject=who, object=some, span=item.span), span=item.span)


def _of_so_many(said: n.NounPhrase, item: n.Filter) -> n.Filter:
    """Pieces of so many players lie where so many players have some: "a field with huts of 2 players"."""
    match said.determiner:
        case n.Possessive(owner=n.NounPhrase(determiner=n.Quantity(kind=kind, low=low)) as who) if (
            kind in AS_MANY and said.plural and (kind, low) != ("count", 1)
        ):
            others = tuple(word for word in who.adjectives if word != "different")  # no player is counted twice
            has = n.Has(subject=replace(who, adjectives=others), object=replace(said, determiner=None), span=item.span)
            return n.Where(clause=has, span=item.span)
    return item


def _zone(lexicon: WordList, noun: str) -> str | None:
    """Where a player's own cards of a kind lie: as the noun says, or a kind above it."""
    kind, seen = lexicon.nouns.get(noun), set[str]()
    while kind is not None and kind.type == "card" and not kind.entry.get("kept") and kind.id not in seen:
        zone = kind.entry.get("yours")
        if zone in lexicon.nouns:
            return str(zone)
        seen.add(kind.id)
        above = kind.entry.get("is")
        kind = lexicon.nouns.get(above) if isinstance(above, str) else None
    return None
