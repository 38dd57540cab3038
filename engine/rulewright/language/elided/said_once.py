"""What is said once and meant twice: the verb, or of what there is more. The tree says it both times.

*Gain 2 pearls. If you hold a dry field, gain 1 more* is *…, gain 1 pearl*; *take 1 pearl from another player. If they
have a hut, take 1 more* takes it from that player. *Gain 1 pearl for each hut you have and 2 points for each stall
you have* gains both, and *draw 2 cards, or 3 if you hold a dry field* draws either. The verb is that of the act
before, and the thing what that verb was done to before in the text. Where that are two kinds of things, or where
nothing tells from whom or whither, the words stay in the tree, and the reader refuses them (RW0331); so where a place
is told of only one of several kinds of pieces or cards, or whose they are, of only one of several spaces (RW0322).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.language import nodes as n
from rulewright.language.elided.done_parts import with_done_parts
from rulewright.language.lexicon.word_list import WordList, place_word
from rulewright.language.records import replace
from rulewright.language.trees.alternatives import PLACES
from rulewright.language.trees.normal_form import filters_in_order

THE_SAME = "the_same"
"""What the grammar reads, as verb or pronoun, where something is not said again; no tree that is handed on has it."""
AMONG = n.At(preposition="among", phrase=n.Pronoun(word="them"))
KNOWN = ("the", "your", "their", "its", "this", "that")
"""Articles of what is the same when it is said again."""


def said_in_full(node: n.Node, lexicon: WordList) -> n.Node:
    """A tree in which all that was said once is said where it is meant, as far as it is clear.

    >>> from rulewright.language.lexicon import Lexicon
    >>> gain = n.Perform(verb="gain", slots=(n.Slot(name="object", value=n.NounPhrase(
    ...     noun="pearl", determiner=n.Quantity(kind="count", low=2))),))
    >>> more = n.Perform(verb="gain", slots=(n.Slot(name="object", value=n.PartOf(
    ...     quantity=n.Quantity(kind="count", low=1), whole=n.Pronoun(word="the_same"))),))
    >>> told = said_in_full(n.Sequence(acts=(gain, more)), Lexicon.from_mapping({}))
    >>> told.acts[1].slot("object").determiner.low, told.acts[1].slot("object").noun
    (1, 'pearl')
    """
    if not any(unsaid(node)):
        return node
    return _Continued(lexicon).said(node)


def unsaid(node: n.Node) -> Iterator[n.Node]:
    """Yield what is still not said in a tree."""
    for part in node.walk():
        same = isinstance(part, n.Perform) and part.verb == THE_SAME and bool(part.slots)
        if isinstance(part, n.PartOf) and _is_same(part) or same:
            yield part


def placed_apart(node: n.Node, lexicon: WordList) -> Iterator[tuple[n.Sequence, n.Node | None]]:
    """Yield acts with one verb for several kinds of things, of which one is told a place and another is not (R13).

    With whoever does them, if it is said.
    """
    whose = {id(part.act): part.subject for part in node.walk() if isinstance(part, n.Does)}
    for part in node.walk():
        if isinstance(part, n.Sequence) and _place_told_once(part, lexicon) is not None:
            yield part, whose.get(id(part))


def both_ways(several: n.Sequence, who: n.Node | None, lexicon: WordList) -> tuple[n.Node, n.Node]:
    """Such acts with the place told where it stands, and told of each thing; each a sentence of its own."""
    place = _place_told_once(several, lexicon)
    told = (*PLACES, n.Relative) if isinstance(place, n.Relative) else PLACES
    acts = [_whose(act, who, lexicon) for act in several.acts if isinstance(act, n.Per)]
    verb = next((act.act.verb for act in acts if isinstance(act.act, n.Perform)), THE_SAME)
    first = next((act.act for act in acts if isinstance(act.act, n.Perform)), None)
    full = [replace(act, act=_as_first(act.act, first, verb)) for act in acts]
    shared = [
        replace(act, each=replace(act.each, filters=(*act.each.filters, place.copy())))
        if place is not None and isinstance(act.each, n.NounPhrase) and _place_of(act.each, told) is None
        else act
        for act in full
    ]
    one, other = (
        acts if who is None else [n.Does(subject=who, act=act) for act in acts]  # type: ignore[arg-type]
        for acts in (full, shared)
    )
    return n.Text(sentences=tuple(one)), n.Text(sentences=tuple(other))


def _as_first(act: n.Node, first: n.Perform | None, verb: str) -> n.Node:
    """An act that does not say its verb, or of what there is more, with those of the first one."""
    if not isinstance(act, n.Perform) or act.verb != THE_SAME:
        return act
    thing = act.slot("object")
    more = _so_many(first, thing.quantity) if isinstance(thing, n.PartOf) and _is_same(thing) else None
    slots = tuple(replace(slot, value=more) if more and slot.name == "object" else slot for slot in act.slots)
    return replace(act, verb=verb, slots=slots)


def _whose(act: n.Per, who: n.Node | None, lexicon: WordList) -> n.Per:
    """What is counted, with whose it is, where that must be said."""
    thing = act.each
    if not isinstance(thing, n.NounPhrase) or not isinstance(thing.noun, str) or thing.noun not in lexicon.nouns:
        return act
    if not lexicon.nouns[thing.noun].entry.get("owned") or any(isinstance(item, n.Relative) for item in thing.filters):
        return act
    owner = n.Relative(subject=n.Pronoun(word="you" if who is None else "they"), verb="have")
    return replace(act, each=replace(thing, filters=(owner, *thing.filters)))


def _place_told_once(several: n.Sequence, lexicon: WordList) -> n.Filter | None:
    """The place of one of several kinds of pieces or cards, where another is told none; None where it is clear."""
    elided = (act.act for act in several.acts if isinstance(act, n.Per))
    if not any(isinstance(act, n.Perform) and act.verb == THE_SAME for act in elided):
        return None
    counted = [act.each for act in several.acts if isinstance(act, n.Per) and isinstance(act.each, n.NounPhrase)]
    for of in ("piece", "card", "space"):
        told = (*PLACES, n.Relative) if of == "space" else PLACES  # whose a piece is, is known where nothing tells it
        things = [each for each in counted if isinstance(each.noun, str) and lexicon.noun_is(each.noun, of)]
        place = next(filter(None, (_place_of(each, told) for each in things)), None)
        if place is not None and any(_place_of(each, told) is None and AMONG not in each.filters for each in things):
            return place
    return None


def _place_of(thing: n.NounPhrase, told: tuple[type[n.Node], ...] = PLACES) -> n.Filter | None:
    """What tells where something lies, or whose a space is."""
    return next((item for item in thing.filters if isinstance(item, told) and item != AMONG), None)


def _is_same(thing: n.Node | None) -> bool:
    return isinstance(thing, n.PartOf) and thing.whole == n.Pronoun(word=THE_SAME)


@dataclass(frozen=True)
class _Deed:
    """What was done before, and by whom; act is None where it is not known what it was done to."""

    verb: str
    act: n.Perform | None
    who: n.Node | None


class _Continued:
    """Goes through a text in its order, and remembers what was done to what."""

    def __init__(self, lexicon: WordList) -> None:
        self._lexicon = lexicon
        self._done: list[_Deed] = []

    def said(self, node: n.Node, who: n.Node | None = None, instead: bool = False) -> n.Node:
        """A node in which all is said.

        who: the subject of the sentence, if it has one. instead: whether it is done in the place of the act before.
        """
        match node:
            case n.Ability():
                self._done = []
            case n.Trigger():  # more of what happened would be gained in its place: a sentence of its own
                acts = (act for act in node.event.walk() if isinstance(act, n.Perform))
                self._done = [_Deed(act.verb, None, None) for act in acts]
            case n.If(then=n.Perform(verb="the_same"), otherwise=n.Node() as before):  # “A, or B if …”
                otherwise = self.said(before, who)
                then = self.said(node.then, who, instead=True)
                clear = not _spoken_of(node.condition) or not _brings_up(otherwise)
                return replace(node, then=then if clear else node.then, otherwise=otherwise)
            case n.Unless(then=n.Sequence(acts=(_, n.Perform(verb="the_same"))) as both):  # “A, plus B if …”
                told = self._parts(both, who, instead)
                if not isinstance(told, n.Sequence) or any(unsaid(told)):
                    return node
                first, more = told.acts
                if _asked_again(node.condition, first) or _spoken_of(node.condition) and _brings_up(first):
                    return node
                then = _summed(first, more) or told
                return n.If(condition=node.condition, then=then, otherwise=first.copy(), span=node.span)
            case n.Sequence():
                node = _among_those(node, self._lexicon)
                if _place_told_once(node, self._lexicon) is not None:
                    return node
                told = self._parts(node, who, instead)
                return node if _counts_what_it_changes(node, told) else _together(told, node)
            case n.Perform():
                told = self._performed(node, who, instead)
                self._done.append(_Deed(told.verb, told, who))
                return told
            case n.Timed() if any(isinstance(part, n.Trigger) for part in node.walk()):
                done = list(self._done)
                told = self._parts(node, who, instead)
                self._done = done  # it is done later, and what is said behind it at once
                return told
            case n.Does():
                who = None if node.subject == n.Pronoun(word="you") else node.subject
        return self._parts(node, who, instead)

    def _parts(self, node: n.Node, who: n.Node | None, instead: bool) -> n.Node:
        return with_done_parts(node, lambda part: self.said(part, who, instead))

    def _performed(self, act: n.Perform, who: n.Node | None, instead: bool) -> n.Perform:
        """An act, with its verb and with what it is done to."""
        same = act.verb == THE_SAME
        last = self._done[-1] if self._done else None
        if same:
            if last is None or last.act is None or isinstance(last.act.slot("object"), n.Phrases):
                return act
            act = replace(act, verb=last.verb)
        thing = act.slot("object")
        if not same and not _is_same(thing):
            return act
        if isinstance(thing, n.PartOf) and _is_same(thing):
            before = [last] if same else [deed for deed in self._done if deed.verb == act.verb]
            if not any(deed is not None and _had_some(deed.who, who) for deed in before):
                return act  # one more than somebody else had, or one in all
            things = [_so_many(deed.act, thing.quantity) for deed in before if deed is not None]
            if not things or things[0] is None or any(other != things[0] for other in things):
                return act
            last, thing = before[-1], things[0]
        elif isinstance(thing, n.NounPhrase) and last is not None and last.act is not None:
            thing = _of_the_same(thing, last.act.slot("object"))
        others = _said_again(last.act, act, instead) if last is not None and last.act is not None else None
        if last is None or others is None or thing is None or last.who != who and any(map(_of_actor, (thing, *others))):
            return replace(act, verb=THE_SAME) if same else act
        own = (replace(slot, value=thing) if slot.name == "object" else slot for slot in act.slots)
        return replace(act, slots=(*own, *others))


def _had_some(before: n.Node | None, who: n.Node | None) -> bool:
    """Whether somebody is among those who did something before; None: you."""
    if before == who:
        return True
    if isinstance(before, n.NounPhrase) and before.noun == "player" and isinstance(before.determiner, n.Article):
        if before.determiner.word in ("each", "all") and not before.filters and not before.adjectives:
            return True
        if before.determiner.word in ("each_other", "all_other") and not before.filters and not before.adjectives:
            return who is not None
    if isinstance(who, n.NounPhrase):
        return before is not None and who.determiner == n.Article(word="that")
    return before is not None and who is not None  # “they”, of somebody who was spoken of


def _asked_again(condition: n.Condition, act: n.Node) -> bool:
    """Whether a condition asks about what an act changes, so that it could be asked before it or behind it."""
    thing = act.slot("object") if isinstance(act, n.Perform) else None
    nouns = {part.noun for part in condition.walk() if isinstance(part, n.NounPhrase)}
    return isinstance(thing, n.NounPhrase | n.AsMany) and thing.noun in nouns


def _summed(one: n.Node, more: n.Node) -> n.Perform | None:
    """So many of something, and so many more of it, as one act; None for two kinds of things."""
    thing = one.slot("object") if isinstance(one, n.Perform) else None
    other = more.slot("object") if isinstance(more, n.Perform) else None
    match thing, other:
        case (
            n.NounPhrase(determiner=n.Quantity(kind="count", low=int(low), article=None)),
            n.NounPhrase(determiner=n.Quantity(kind="count", low=int(added), article=None)),
        ) if replace(thing, determiner=None) == replace(other, determiner=None) and isinstance(one, n.Perform):
            many = replace(thing, determiner=n.Quantity(kind="count", low=low + added))
            slots = (replace(slot, value=many) if slot.name == "object" else slot for slot in one.slots)
            return replace(one, slots=tuple(slots))
    return None


def _among_those(several: n.Sequence, lexicon: WordList) -> n.Sequence:
    """Acts, each for some things: “… for each dry field you hold and … for each stall among them” is in such fields."""
    acts = list(several.acts)
    for at, (first, second) in enumerate(zip(acts, acts[1:], strict=False), 1):
        if isinstance(first, n.Per) and isinstance(second, n.Per):
            acts[at] = replace(second, each=_one_of_those(second.each, first.each, lexicon))
    return replace(several, acts=tuple(acts))


def _one_of_those(thing: n.Phrase, those: n.Phrase, lexicon: WordList) -> n.Phrase:
    """What is among some things, described by itself; any other thing, and what cannot be described, as it is."""
    if not isinstance(thing, n.NounPhrase) or not isinstance(those, n.NounPhrase) or AMONG not in thing.filters:
        return thing
    if not isinstance(thing.noun, str) or not isinstance(those.noun, str) or those.determiner is not None:
        return thing
    own = tuple(item for item in thing.filters if item != AMONG)
    if lexicon.noun_is(thing.noun, "piece") and lexicon.noun_is(those.noun, "space"):
        place = replace(those.copy(), plural=True)
        there = n.At(preposition=place_word(lexicon, those.noun) or "in", phrase=place, span=thing.span)
        theirs = [one.subject.copy() for one in those.filters if isinstance(one, n.Relative) and not one.negated]
        owned = lexicon.nouns[thing.noun].entry.get("owned")
        whose = tuple(n.Relative(subject=who, verb="have", span=thing.span) for who in theirs[:1] if owned)
        return replace(thing, filters=filters_in_order((*whose, *own, there)))
    if lexicon.noun_is(thing.noun, those.noun):
        adjectives = (*thing.adjectives, *(one for one in those.adjectives if one not in thing.adjectives))
        filters = filters_in_order((*(item.copy() for item in those.filters), *own))
        return replace(thing, adjectives=adjectives, filters=filters)
    return thing


def _counts_what_it_changes(said: n.Sequence, told: n.Node) -> bool:
    """Whether what is said once counts what the acts before change: “1 pearl for each hut, and 1 for each pearl”.

    It could be counted before all of them, or behind those.
    """
    acts = told.acts if isinstance(told, n.Sequence) else ()
    changed: set[str | n.NounGroup] = set()
    for as_said, act in zip(said.acts, acts, strict=True):
        each = act.each if isinstance(act, n.Per) else None
        once = isinstance(as_said, n.Per) and isinstance(as_said.act, n.Perform) and as_said.act.verb == THE_SAME
        counted = {part.noun for part in each.walk() if isinstance(part, n.NounPhrase)} if each is not None else set()
        if once and counted & changed:
            return True
        done = act.act if isinstance(act, n.Per) else act
        thing = done.slot("object") if isinstance(done, n.Perform) else None
        if isinstance(thing, n.NounPhrase):
            changed.add(thing.noun)
    return False


def _together(told: n.Node, said: n.Sequence) -> n.Node:
    """Acts one after another; what was “gain 2 pearls, plus 1 for each hut” is one act, with one number.

    said: the same as it was read.
    """
    if not isinstance(told, n.Sequence) or len(told.acts) != 2:
        return told
    first, more = told.acts
    as_said = said.acts[1]
    if not isinstance(as_said, n.Per) or not isinstance(as_said.act, n.Perform) or not isinstance(more, n.Per):
        return told
    if as_said.act.verb != THE_SAME or not _is_same(as_said.act.slot("object")) or not isinstance(first, n.Perform):
        return told
    thing, added, each = first.slot("object"), more.act, more.each
    match thing, each:
        case n.NounPhrase(determiner=n.Quantity(kind="count", low=int(low)), filters=()), n.NounPhrase(determiner=None):
            pass
        case _:
            return told
    again = added.slot("object") if isinstance(added, n.Perform) else None
    if not isinstance(again, n.NounPhrase) or not isinstance(again.determiner, n.Quantity) or more.most is not None:
        return told
    number: n.Amount = n.CountOf(phrase=replace(each, plural=True))
    factor = again.determiner.low or 1
    number = number if factor == 1 else n.Times(factor=factor, number=number)
    many = n.AsMany(
        noun=str(thing.noun), adjectives=thing.adjectives, number=n.Plus(left=number, right=n.Number(value=low))
    )
    return replace(
        first, slots=tuple(replace(slot, value=many) if slot.name == "object" else slot for slot in first.slots)
    )


def _so_many(act: n.Perform | None, quantity: n.Quantity) -> n.NounPhrase | None:
    """So many of the kind of thing that something was done to; None where it is no one kind that is counted."""
    thing = act.slot("object") if act is not None else None
    filters: tuple[n.Filter, ...] = ()
    match thing:
        case n.NounPhrase(noun=str(), determiner=n.Quantity(article=None) | n.Article(word="a") | None):
            filters = thing.filters
        case n.AsMany():
            pass
        case _:
            return None
    return n.NounPhrase(
        determiner=quantity.copy(),
        adjectives=thing.adjectives,
        noun=thing.noun,
        filters=tuple(item.copy() for item in filters),
        span=thing.span,
    )


def _of_the_same(thing: n.NounPhrase, before: n.Node | None) -> n.NounPhrase:
    """Things that are described as those before, where they are called the same and nothing else is said of them."""
    if not isinstance(before, n.NounPhrase) or before.noun != thing.noun or thing.filters or thing.adjectives:
        return thing
    return replace(thing, adjectives=before.adjectives, filters=tuple(item.copy() for item in before.filters))


def _said_again(deed: n.Perform, act: n.Perform, instead: bool) -> tuple[n.Slot, ...] | None:
    """The other parts of a deed, for an act that does not name them; None where they could be others then."""
    names = {slot.name for slot in act.slots}
    again: list[n.Slot] = []
    for slot in deed.slots:
        if slot.name in names:
            continue
        match slot.value:
            case _ if instead:
                again.append(slot.copy())
            case n.NounPhrase(determiner=n.Article(word=word)) if word in KNOWN:
                again.append(slot.copy())
            case n.Pronoun():
                again.append(slot.copy())
            case n.NounPhrase(noun="player", determiner=n.Article(word="a" | "another")):
                that = n.NounPhrase(determiner=n.Article(word="that"), noun="player", span=slot.span)
                again.append(replace(slot, value=that))
            case _:
                return None
    return tuple(again)


def _of_actor(said: n.Node) -> bool:
    """Whether words are of whoever acts, or of what was spoken of: “your deck”, “them”."""
    return any(
        isinstance(part, n.Pronoun) or isinstance(part, n.Article) and part.word in ("your", "their", "its")
        for part in said.walk()
    )


def _spoken_of(condition: n.Node) -> bool:
    """Whether a condition speaks of what was spoken of before."""
    return any(
        isinstance(part, n.Pronoun)
        and part.word not in ("you", "nobody")
        or isinstance(part, n.Article)
        and part.word in ("their", "its", "that")
        for part in condition.walk()
    )


def _brings_up(act: n.Node) -> bool:
    """Whether an act brings up somebody or something that a condition behind it may speak of: “from another player”."""
    return isinstance(act, n.Perform) and any(
        isinstance(part, n.NounPhrase) and part.determiner in (n.Article(word="a"), n.Article(word="another"))
        for slot in act.slots
        if slot.name != "object"
        for part in slot.walk()
    )
