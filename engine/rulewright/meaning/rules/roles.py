"""The roles of a verb: what its slots hold, each a thing or a number (R23)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.trees.normal_form import head_noun
from rulewright.meaning import model as m
from rulewright.meaning.binder import Binder
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import DETAIL, OBJECT, ROLE, Box
from rulewright.meaning.take import Take, refuse, take
from rulewright.meaning.vocabulary import as_tuple

TIMES = ("this_turn", "this_round", "since_then", "already", "last_turn", "last_round", "since_last_turn")
OF_THINGS = ("draw", "reveal", "look_at", "shuffle")
"""Verbs of the core that are never done with what is only counted."""
MOVING = ("put", "move", "return", "take")
"""Verbs of the core that are not, where they tell a zone."""


def performed(b: Binder, t: Take, box: Box, since: bool = False) -> tuple[str, tuple[m.Role, ...], tuple[str, ...]]:
    """Read a verb with its slots and adverbs: what is done, what plays which role, how.

    since: whether a time can be said of it: of what has been done.

    Raises:
        RulewrightError: RW0625 for a slot that the verb does not take.
    """
    verb = t.word("verb", b.words.verbs)
    slots = t.children("slots", n.Slot)
    manner = t.words("adverbs", b.words.adverbs if since else b.words.adverbs - set(TIMES))
    mode = "random" if "random" in manner else box.mode
    box.moving = verb == "move" and all(slot.name != "from" for slot in slots)
    origin = t.node.slot("from") if isinstance(t.node, n.Perform) else None
    usual = (b.words.zones.get(verb) or {}).get("from")
    box.origin = (str(head_noun(origin)),) if isinstance(origin, n.Phrase) else as_tuple(usual)
    with box.at(mode=mode):
        thing = t.node.slot("object") if isinstance(t.node, n.Perform) else None
        moved = str((isinstance(thing, n.Phrase) and head_noun(thing)) or "")
        roles: list[m.Role] = []
        for slot in slots:
            with _elsewhere(b, slot, roles, box):
                roles.append(role(b, slot, box, verb, moved, t.node))
        return verb, tuple(roles), manner


@contextmanager
def _elsewhere(b: Binder, slot: n.Node, before: list[m.Role], box: Box) -> Iterator[None]:
    """R7: what was chosen in a field is moved into “that field” from there, so that another one is meant."""
    value = slot.value if isinstance(slot, n.Slot) and slot.name == "to" else None
    noun = value.noun if isinstance(value, n.NounPhrase) and value.determiner == n.Article(word="that") else None
    that = isinstance(noun, str) and b.words.type_of(noun) != "zone"
    things = [role.value.to for role in before if role.name == "object" and isinstance(role.value, m.Known)]
    old = box.describing
    for thing in things if that else ():
        if thing.id not in box.notes.moved and thing.id in box.notes.picked:
            box.describing = (*box.describing, *lies_in(box.notes.picked[thing.id][0]))
    try:
        yield
    finally:
        box.describing = old


def lies_in(thing: m.Meaning) -> set[int]:
    """Where things lie by their description, of places that were spoken of or are chosen with them."""
    of = thing.of if isinstance(thing, m.Parts) else thing
    tests = of.tests if isinstance(of, m.Selection) else ()
    at = [test.args[1] for test in tests if isinstance(test, m.Test) and test.kind == "at" and not test.negated]
    return {to.id for place in at if isinstance(place, m.Meaning) and (to := referent(place)) is not None}


def unsaid(b: Binder, act: n.Node, box: Box, verb: str, roles: tuple[m.Role, ...]) -> tuple[m.Referent, ...]:
    """The slots of a verb that a condition or event leaves open: whichever it is can be meant by its name."""
    said = {role.name for role in roles}
    types = {to.type for role in roles if (to := referent(role.value)) is not None}
    found = []
    for slot, kind in b.words.verbs[verb].slots.items():
        if slot not in said and kind not in ("any", "amount"):
            found.append(box.new(kind, b.words.type_of(kind), introduced="slot"))
            # of two places of which one is said, "it" is that one: the other has its name alone
            box.mention(found[-1], DETAIL if found[-1].type in types else ROLE)
            box.notes.slots[id(act), slot] = found[-1]
            for noun in (slot, kind):
                if not any(_called(b, role, noun) for role in roles):
                    box.name(noun, found[-1])
    return tuple(found)


def _called(b: Binder, role: m.Role, noun: str) -> bool:
    """Whether what a text says of a slot can be called by a noun: then no slot that it leaves unsaid has that name."""
    to = referent(role.value)
    return to is not None and noun in b.words.nouns and b.words.is_a(to.noun, noun)


def _of_things(b: Binder, verb: str, act: n.Node | None) -> bool:
    """Whether a verb is done with what lies somewhere, so that "them" is nothing that is only counted."""
    if verb in OF_THINGS:
        return True
    if verb not in MOVING or not isinstance(act, n.Perform):
        return False
    ends = [head_noun(end) for end in (act.slot("to"), act.slot("from")) if isinstance(end, n.Phrase)]
    return any(end is not None and b.words.type_of(end) == "zone" for end in ends)


def _somebody(b: Binder, value: n.Node, moved: str) -> bool:
    """Whether "them" is somebody: what is only counted is taken from players, and paid to them."""
    them = isinstance(value, n.Pronoun) and value.word == "them"
    return them and bool(moved) and b.words.type_of(moved) in ("resource", "number")


def _from_a_pile(b: Binder, value: n.Node, act: n.Node | None) -> bool:
    """Whether cards that nobody sees are revealed: the uppermost, since nobody can choose."""
    source = act.slot("from") if isinstance(act, n.Perform) else None
    if not isinstance(source, n.NounPhrase) or not isinstance(source.noun, str):
        return False
    plain = isinstance(value, n.NounPhrase | n.AsMany) and value.noun == "card" and not value.adjectives
    hidden = b.words.entry(source.noun).get("visible") == "nobody"
    return plain and hidden and not getattr(value, "filters", ())


def role(b: Binder, slot: n.Slot, box: Box, verb: str, moved: str = "", act: n.Node | None = None) -> m.Role:
    """What one slot holds.

    moved: what the verb is done with: "it" as a place is where such things lie.
    act: what the slot belongs to.
    """
    with take(slot) as t:
        if isinstance(slot.name, str) and not b.words.takes(verb, slot.name):
            raise refuse("RW0625", slot, found=slot.name, verb=verb.replace("_", " "))
        name = t.any_word("name")
        value = t.child("value", n.Node)
    kind = b.words.slot_kind(verb, name)
    box.from_said = name == "to" and isinstance(act, n.Perform) and act.slot("from") is not None
    with box.at(rank=OBJECT if name == "object" else ROLE):
        meant: m.Meaning
        if isinstance(value, n.Amount):
            meant = b.number(value, box)
        else:
            kinds: tuple[str, ...] = () if kind in ("any", "amount") else (kind,)
            if not kinds and name in ("to", "from") and isinstance(value, n.Pronoun) and value.word == "it":
                kinds = b.words.holders(moved)
            if not kinds and (name == "from" or (name, verb) == ("to", "pay")) and _somebody(b, value, moved):
                kinds = ("player",)
            if not kinds and name == "object" and _of_things(b, verb, act):
                kinds = ("card", "piece")
            meant = b.thing(value, box, *kinds, direct=True)
    box.from_said = False
    uppermost = verb == "draw" or (verb == "reveal" and _from_a_pile(b, value, act))
    if uppermost and name == "object" and isinstance(meant, m.Selection) and meant.pick == "chosen":
        meant = replace(meant, pick="any", chooser=None)  # what lies on top, whatever it is
    return m.Role(name=name, value=meant, said=(slot,))


def note_taken(b: Binder, box: Box, verb: str, roles: tuple[m.Role, ...]) -> None:
    """Note what passes from a zone of a player to another one: whose it was is then another matter than whose it is."""
    held = {role.name: role.value for role in roles}
    thing = referent(held["object"]) if "object" in held else None
    passes = _of_a_player(b, held.get("from")) and (verb == "take" or _of_a_player(b, held.get("to")))
    if passes and thing is not None:
        box.notes.taken.add(thing.id)


def _of_a_player(b: Binder, zone: m.Meaning | None) -> bool:
    """Whether a zone is some player's ("your hand", "a hand"), or a player is named in its place: "taken from you"."""
    if isinstance(zone, m.Attribute) and zone.new.type == "zone":
        return any(_is_player(holder) for holder in zone.holders)
    to = None if zone is None else referent(zone)
    return to is not None and (to.type == "player" or (to.type == "zone" and b.words.of_players(to.noun)))


def _is_player(holder: m.Meaning) -> bool:
    to = referent(holder)
    return to is not None and to.type == "player"
