"""What a card says that leaves open what it means, or more than its words can carry: the reference refuses it, too.

It is told of the tree alone, before anything is carried out: of a text that the engine carries out all the same, one of
the two is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.language import nodes as N
from tests.reference.answers import may_avoid
from tests.reference.world import World

ONE_BY_ITSELF = {"first", "last", "next", "new", "highest", "lowest", "largest", "smallest", "nearest", "furthest"}
TELLS_WHERE = (N.At, N.Of, N.There, N.Relative, N.Participle, N.OfYours, N.NextTo, N.Related, N.Within, N.Where)
TAKEN_AS_SAID = {"", "a", "the", "that", "your", "any"}


def left_open(
    world: World, ability: N.Ability, kind: str, deed_of: Callable[[World, N.Perform], tuple[str, N.Perform] | None]
) -> Iterator[str]:
    """What an ability of a card of a kind leaves open.

    deed_of: what a noun says that the verb of an act does to it, if one does.
    """
    only_told = {id(part) for node in ability.walk() for told in _not_done(world, node) for part in told.walk()}
    begins = {id(node.phrase) for node in ability.walk() if isinstance(node, N.StartingWith) and _most(node.phrase)}
    for node in ability.walk():
        if isinstance(node, N.Trigger):
            yield from _for_other_cards(world, node.event, kind)
        if isinstance(node, N.NounPhrase) and id(node) not in begins:
            yield from _the_one(world, node)
        if isinstance(node, N.Perform):
            own = deed_of(world, node)
            if own is not None:
                yield from _beside_deed(node, own[1])
            else:
                yield from () if id(node) in only_told else _from_nowhere(world, node)
                yield from _slots_for_pieces(world, node)
                yield from _end_of_no_pile(world, node)


def _not_done(world: World, node: N.Node) -> Iterator[N.Node]:
    """What is waited for, asked or forbidden in a node, and not done."""
    match node:
        case N.Trigger(event=told) | N.Until(event=told):
            yield told
        case N.Unless() if may_avoid(world, node) is not None:
            return
        case N.If(condition=told) | N.While(condition=told) | N.Unless(condition=told):
            yield told
        case N.Does(modal="cannot", act=told) | N.Does(subject=N.Pronoun(word="nobody"), act=told):
            yield told


def _for_other_cards(world: World, event: N.Node, kind: str) -> Iterator[str]:
    """`Whenever you enact this card`, on a card that is nothing that can be enacted: nobody ever does it."""
    if isinstance(event, N.Passive):
        done: list[tuple[str, N.Node]] = [("object", event.subject)]
        verb = event.verb
    elif isinstance(event, N.Does) and isinstance(event.act, N.Perform):
        done = [(slot.name, slot.value) for slot in event.act.slots]
        verb = event.act.verb
    else:
        return
    slots = (world.verbs.get(verb) or {}).get("slots") or {}
    for name, thing in done:
        if not isinstance(thing, N.NounPhrase) or thing.determiner != N.Article(word="this"):
            continue
        taken = str(slots.get(name, "card"))
        if world.type_of(taken) == "card" and not (world.fits(kind, taken) or world.fits(taken, kind)):
            yield f"{verb} this card, which is no {taken}"


def _most(phrase: N.Phrase) -> bool:
    """`The player with the most coins`: of several, an order begins with the first of them (R14)."""
    had = [getattr(item, "phrase", None) for item in getattr(phrase, "filters", ()) if isinstance(item, N.With)]
    ranks = (N.Article(word="most"), N.Article(word="fewest"))
    return any(getattr(thing, "determiner", None) in ranks for thing in had)


def _the_one(world: World, phrase: N.NounPhrase) -> Iterator[str]:
    """`The card in your hand`: of which there may be several, and nobody would choose."""
    det, noun = phrase.determiner, phrase.noun
    if not isinstance(noun, str) or phrase.plural or det != N.Article(word="the"):
        return
    if world.type_of(noun) not in ("card", "space", "border", "player") or not (phrase.filters or phrase.adjectives):
        return
    if any(isinstance(item, N.Of | N.Participle | N.Between) for item in phrase.filters):
        return
    ordered = {name for name, word in world.ruleset.words["adjectives"].items() if word.order}
    if not set(phrase.adjectives) & (ONE_BY_ITSELF | ordered) and not world.entry(noun).get("kept"):
        yield f"which of them is the {noun}"


def _beside_deed(node: N.Perform, deed: N.Perform) -> Iterator[str]:
    """`Gain 1 token from another player's shed`: what a noun says of itself knows how many, and of some where."""
    yield from (slot.name for slot in node.slots if slot.name != "object")
    thing = node.slot("object")
    thing = thing.whole if isinstance(thing, N.PartOf) else thing
    if isinstance(thing, N.NounPhrase):
        place = deed.slot("object")
        said = [item for item in thing.filters if not isinstance(item, N.OfChoice)]
        more = [item for item in said if not isinstance(item, N.At) or item.phrase is not place]
        if more or thing.adjectives:
            yield f"which {thing.noun}"


def _line(world: World, noun: str) -> Iterator[str]:
    """A noun and what it is a kind of."""
    while noun:
        yield noun
        noun = world.entry(noun).get("is") or ""


def _from_nowhere(world: World, node: N.Perform) -> Iterator[str]:
    """`Enact a plan`: whose, and from where? Any card of the game could be chosen."""
    verb = world.verbs.get(node.verb) or {}
    for slot in node.slots if verb.get("do") else ():
        thing = slot.value
        if not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            continue
        entry, det = world.entry(thing.noun), thing.determiner
        lies_on_the_map = any(
            world.entry(kind).get("in") for kind in (*_line(world, thing.noun), *world.kinds_of(thing.noun))
        )
        if world.type_of(thing.noun) != "card" or lies_on_the_map or entry.get("means") or entry.get("kept"):
            continue
        word = det.word if isinstance(det, N.Article) else ""
        any_at_all = isinstance(det, N.Quantity) or word in ("a", "any", "another", "each", "all")
        if any_at_all and not any(isinstance(item, TELLS_WHERE) for item in thing.filters):
            yield f"where the {thing.noun} is"


def _slots_for_pieces(world: World, node: N.Perform) -> Iterator[str]:
    """`Upgrade a workshop on an edge space`: a slot for pieces takes their kind, and a slot of its own where."""
    slots = world.verbs.get(node.verb, {}).get("slots") or {}
    for slot in node.slots:
        thing = slot.value
        if world.type_of(slots.get(slot.name, "")) != "piece" or not isinstance(thing, N.NounPhrase):
            continue
        where = [item for item in thing.filters if isinstance(item, N.At)]
        more = [item for item in thing.filters if not isinstance(item, N.At | N.OfChoice | N.OfYours)]
        if more or thing.adjectives or len(where) > ("place" in slots):
            yield f"which {thing.noun}"
        det = thing.determiner
        word = det.word if isinstance(det, N.Article) else "whose" if isinstance(det, N.Possessive) else ""
        if word not in TAKEN_AS_SAID:
            yield f"{word} {thing.noun}"


def _end_of_no_pile(world: World, node: N.Perform) -> Iterator[str]:
    """`The top card of your hand`: what somebody holds for their eyes alone has no order."""
    for slot in node.slots:
        thing = slot.value
        if not isinstance(thing, N.NounPhrase):
            continue
        det = thing.determiner
        end = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else ""
        if end not in ("top", "bottom") and thing.noun not in ("top", "bottom"):
            continue
        places = [item.phrase for item in thing.filters if isinstance(item, N.Of | N.At)]
        places += [node.slot("from")] if slot.name == "object" else []
        for place in places:
            noun = place.noun if isinstance(place, N.NounPhrase) and isinstance(place.noun, str) else ""
            zone = world.entry(noun)
            if zone.get("type") == "zone" and zone.get("visible") == "owner" and zone.get("order") != "pile":
                yield f"the end of {noun}"
