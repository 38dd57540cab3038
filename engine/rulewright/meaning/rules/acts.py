"""Acts: what somebody does, and how acts are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulewright.language import nodes as n
from rulewright.language.trees.alternatives import is_payment
from rulewright.meaning import model as m
from rulewright.meaning.anaphora import either, itself
from rulewright.meaning.binder import ACTS, Binder
from rulewright.meaning.determiners import quantity
from rulewright.meaning.prices import ALONE, key
from rulewright.meaning.rules.kinds import of_another_kind
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.rules.roles import lies_in, note_taken, performed
from rulewright.meaning.rules.selections import not_the_whole_pile
from rulewright.meaning.scope import AGAIN, LOOP, OBJECT, SUBJECT, Box
from rulewright.meaning.take import Take, refuse

Part = TypeVar("Part", bound=n.Node)

TOLD_APART = ("player", "card", "piece", "space", "border")
"""Types of things of which no act is done with one and the same in two roles."""
GIVES_AWAY = ("discard", "return", "remove", "put", "give")
"""Verbs of the core by which something is given away as a price."""
STAYS = ("choose", "reveal", "look_at")
"""Verbs of the core after which all lies where it lay."""
OUT_OF = {"take": ("from", "object"), "look_at": ("object",)}
"""The roles of verbs that are done with what another player has."""
GETS = ("take", "gain")
"""The verbs by which somebody gets cards, and which do not say to where these come."""
ONE_BY_ONE = ("player", "card", "space", "border")


@ACTS.reads(n.Perform)
def perform(b: Binder, t: Take, box: Box) -> m.Meaning:
    """A verb with its roles: a new clause, whose subject is whoever acts."""
    box.next_clause()
    known = len(box.mentions)
    if box.actor.id != box.you.id:
        box.mention(box.actor, SUBJECT)
    _not_a_pile(b, t.node, box)
    verb, roles, manner = performed(b, t, box)
    roles = _in_two_places(box, verb, _each_somewhere(box, verb, roles))
    _nobody_acts_on_all(b, t.node, roles)
    if verb in GIVES_AWAY and box.mode == "act":
        box.notes.given |= _given_up(t.node, box, known)
        box.notes.laid |= b.words.paid_to(t.node)
    _of_its_kind(b, t.node, box, verb, roles)
    _never_itself(box, roles)
    _from_somebody_else(b, box, verb, roles)
    if set(AGAIN).intersection(manner):
        _done_before(t.node, box, verb, roles)
    deed = box.new(verb, "deed", introduced="deed")
    box.notes.roles[deed.id] = roles
    note_taken(b, box, verb, roles)
    if verb not in STAYS:
        objects = (referent(role.value) for role in roles if role.name == "object")
        box.notes.moved |= {to.id for to in objects if to is not None}
    box.notes.deeds.append(deed)
    box.deeds[verb] = box.deeds[""] = deed
    box.notes.done_by[deed.id] = box.actor
    if verb == "choose":
        box.notes.chosen.update(to.id for role in roles if (to := referent(role.value)) is not None)
    again = bool(set(AGAIN).intersection(manner))
    act = m.Act(
        actor=box.acting or m.Known(to=box.actor, how="actor"),
        verb=verb, roles=roles, deed=deed, manner=manner, whole=box.whole or verb == "pay",
        makes=_made(b, box, verb, roles, again),
        price=box.notes.prices.get(key(t.node), "") if verb == "pay" else "",
        kept=_kept(b, verb, roles),
        usual=_usual(b, verb, roles),
    )  # fmt: skip
    if act.makes:
        box.notes.meant[id(t.node)] = act.makes[-1]
    return _one_by_one(b, act)


def _not_a_pile(b: Binder, node: n.Node, box: Box) -> None:
    """Refuse what is done with a pile on which this card lies to be used; to shuffle it leaves all where it is."""
    assert isinstance(node, n.Perform)
    pile = next((slot.value for slot in node.slots if isinstance(slot, n.Slot) and slot.name == "object"), None)
    if pile is not None and not (node.verb == "shuffle" and node.slot("to") is None):
        not_the_whole_pile(b, pile, box)


def _kept(b: Binder, verb: str, roles: tuple[m.Role, ...]) -> str:
    """The zone to which pieces go back where no words say to where they go; "" where words do."""
    things = [to for role in roles if role.name == "object" and (to := referent(role.value)) is not None]
    said = {role.name for role in roles}
    out = any((to := referent(role.value)) is not None and to.noun == "game" for role in roles if role.name == "from")
    return "" if out or len(things) != 1 else b.words.goes_back_to(verb, things[0].noun, said)


def _usual(b: Binder, verb: str, roles: tuple[m.Role, ...]) -> str:
    """The zone to which cards come that are taken or gained where no words say to where; "" where words do."""
    things = [to for role in roles if role.name == "object" and (to := referent(role.value)) is not None]
    if verb not in GETS or any(role.name == "to" for role in roles):
        return ""
    return next((b.words.usual_goal(verb, to.noun) for to in things if to.type == "card"), "")


def _done_before(node: n.Node, box: Box, verb: str, roles: tuple[m.Role, ...]) -> None:
    """“Again” repeats what the same player did before: the same verb, done with the same things or with as many.

    What a text has heard of was done before, too. Behind that, what is done to nothing (“whenever you draw a card, you
    may pass again”) can only be done once more.

    Raises:
        RulewrightError: RW0621 where nothing of the kind was done, or something else than what is named here.
    """
    heard = box.notes.heard
    if not roles and heard and verb not in box.deeds:
        return
    deed = box.deeds.get(verb)
    known = deed.id if deed is not None else -1
    who, before = heard.get(known) or (box.notes.done_by.get(known), box.notes.roles.get(known))
    same = before is not None and who == box.actor
    if not same or before is None or len(before) != len(roles) or not all(map(_repeated, before, roles)):
        raise refuse("RW0621", node, found="again")


def _repeated(before: m.Role, now: m.Role) -> bool:
    """Whether what plays a role is what played it before; of what is counted, or lies on top, as much of the same."""
    old, new = before.value, now.value
    if before.name != now.name:
        return False
    if isinstance(new, m.Known):
        to = referent(old)
        return to is not None and to.id == new.to.id
    if isinstance(new, m.Parts) and isinstance(new.of, m.Known):
        return (to := referent(old)) is not None and to.id == new.of.to.id and to.noun == "die"
    if not isinstance(old, m.Selection) or not isinstance(new, m.Selection) or new.tests or old.tests:
        return False
    alike = (old.kinds, old.many, old.pick, old.rank) == (new.kinds, new.many, new.pick, new.rank)
    return alike and not new.others and (new.pick == "any" or new.new.type in ("resource", "number"))


def _each_somewhere(box: Box, verb: str, roles: tuple[m.Role, ...]) -> tuple[m.Role, ...]:
    """R10: several pieces that go into places of which none is told go into one each, which whoever acts chooses."""
    moved = any(
        role.name == "object"
        and isinstance(role.value, m.Selection | m.Parts)
        and (to := referent(role.value)) is not None
        and (to.type == "piece" and to.several)
        for role in roles
    )
    if not moved or verb not in ("put", "move") or box.mode != "act":
        return roles
    by = m.Known(to=box.actor, how="chooser")

    def one_each(value: m.Meaning) -> m.Meaning:
        if not isinstance(value, m.Selection) or value.many.kind != "bare" or value.new.type != "space":
            return value
        return replace(value, many=m.Many(kind="one_each"), pick="chosen", chooser=by)

    return tuple(replace(role, value=one_each(role.value)) if role.name == "to" else role for role in roles)


def _in_two_places(box: Box, verb: str, roles: tuple[m.Role, ...]) -> tuple[m.Role, ...]:
    """R10: two places of which all pieces are swapped are chosen by whoever acts."""
    if verb != "swap" or box.mode != "act":
        return roles

    def chosen(value: m.Meaning) -> m.Meaning:
        if not isinstance(value, m.Selection) or value.pick == "chosen":
            return value
        return replace(value, tests=tuple(map(at, value.tests)))

    def at(test: m.Meaning) -> m.Meaning:
        place = test.args[1] if isinstance(test, m.Test) and test.kind == "at" else None
        two = isinstance(place, m.Selection | m.Parts) and (place.many.kind, place.many.low) == ("count", 2)
        if not isinstance(test, m.Test) or not isinstance(place, m.Selection | m.Parts) or not two:
            return test
        by = m.Known(to=box.actor, how="chooser")
        return replace(test, args=(test.args[0], replace(place, pick="chosen", chooser=by)))

    return tuple(replace(role, value=chosen(role.value)) if role.name == "object" else role for role in roles)


def _nobody_acts_on_all(b: Binder, node: n.Node, roles: tuple[m.Role, ...]) -> None:
    """R12: "from all players" leaves open whether so much from each or in all."""
    for role in roles:
        value = role.value
        if role.name == "object" or not isinstance(value, m.Selection):
            continue
        if value.many.kind == "all" and value.new.type == "player":
            raise refuse("RW0636", node, found=value.new.noun.replace("_", " "))


def _never_itself(box: Box, roles: tuple[m.Role, ...]) -> None:
    """R7: “from that field into that field”, “that player does something to that player”: two were meant.

    Raises:
        RulewrightError: RW0622 where one thing plays two roles, or lies where it is moved to.
    """
    acting = box.acting.to if isinstance(box.acting, m.Known) else None
    seen = {acting.id} if acting is not None and acting.type == "player" and acting.id != box.you.id else set()
    lies: set[int] = set()
    for role in roles:
        value, slot = role.value, role.said[0]
        lies |= lies_in(value) if role.name == "object" else set()
        if not isinstance(value, m.Known) or value.to.several or value.to.type not in TOLD_APART:
            continue
        if value.to.id in seen or (role.name == "to" and value.to.id in lies):
            raise itself(slot.value if isinstance(slot, n.Slot) else slot, value.to)
        seen.add(value.to.id)


def _from_somebody_else(b: Binder, box: Box, verb: str, roles: tuple[m.Role, ...]) -> None:
    """R7: what somebody takes out of “their hand”, or looks at, is another player's where one was spoken of.

    Raises:
        RulewrightError: RW0622 where the word for whose it is means whoever acts (R2).
    """
    others = [item.to for item in box.mentions if item.open and item.to.type == "player" and not item.to.several]
    if box.actor.id == box.you.id or not any(to.id not in (box.actor.id, box.you.id) for to in others):
        return
    out_of = [role for role in roles if role.name in OUT_OF.get(verb, ())]
    for role, zone in ((one, zone) for one in out_of for zone in _zones(one)):
        hidden = b.words.entry(zone.noun).get("visible") == "nobody"  # of which nobody has seen any
        if not hidden and any(isinstance(one, m.Known) and one.to.id == box.actor.id for one in zone.holders):
            slot = role.said[0]
            node = slot.value if isinstance(slot, n.Slot) else slot
            raise either(node, f"their {zone.noun.replace('_', ' ')}", box.actor, replace(box.actor))


def _zones(role: m.Role) -> list[m.Attribute]:
    """The zones of somebody that play a role, or in which what plays it lies."""
    of = role.value.of if isinstance(role.value, m.Parts) else role.value
    tests = of.tests if isinstance(of, m.Selection) else ()
    places = (of, *(arg for test in tests if isinstance(test, m.Test) for arg in test.args))
    return [place for place in places if isinstance(place, m.Attribute) and place.new.type == "zone"]


def _of_its_kind(b: Binder, node: n.Node, box: Box, verb: str, roles: tuple[m.Role, ...]) -> None:
    """R4: a verb of one kind of things is done to nothing that can be of another."""
    for role in roles:
        kind = b.words.slot_kind(verb, role.name)
        other = of_another_kind(b, role.value, kind, box)
        if other:
            code = "RW0649" if isinstance(role.value, m.Known | m.Parts | m.Rest) else "RW0650"
            raise refuse(
                code, role.said[0], found=other.replace("_", " "), kind=kind.replace("_", " "),
                verb=verb.replace("_", " "),
            )  # fmt: skip


def _made(
    b: Binder, box: Box, verb: str, roles: tuple[m.Role, ...], again: bool
) -> tuple[m.Referent, ...]:  # fmt: skip
    """What an act brings that its roles do not show: what it hands back, the cards of a zone, what a die shows.

    again: whether it was done before: what a die shows that is rolled again is still what that player rolled.
    """
    made = []
    for role in roles:
        to = referent(role.value)
        handed = b.words.handed_back(verb, to.noun) if role.name == "object" and to is not None else ""
        if to is not None and handed and not to.several:
            made.append(box.new(handed, b.words.type_of(handed), introduced="handed back"))
            box.next_clause()  # newer than the words for it
            box.mention(made[-1])
        if role.name == "object" and to is not None and to.type == "zone" and verb in ("look_at", "reveal"):
            made.append(box.new("card", "card", several=True, introduced="made"))
            box.mention(made[-1])
            if isinstance(role.value, m.Thing):
                box.notes.picked[made[-1].id] = role.value, ()
        if role.name == "object" and to is not None and b.words.is_a(to.noun, "die"):
            before = box.rolled.get(box.actor.id) if again else None
            made.append(before or box.new("result", "number", introduced="named"))
            box.name("result", made[-1])
            box.rolled[box.actor.id] = made[-1]
    return tuple(made)


def _one_by_one(b: Binder, act: m.Act) -> m.Meaning:
    """R12: a verb of the lexicon is done to each of several things, one after another."""
    entry = b.words.verbs[act.verb].entry
    if "do" not in entry and act.verb in b.lexicon.core.get("verbs", {}):
        return act
    for number, role in enumerate(act.roles):
        value = role.value
        if isinstance(value, m.Selection) and value.pick == "each" and value.new.type in ONE_BY_ONE:
            one = replace(value.new, several=False)
            alone = replace(role, value=m.Known(to=one, how="each"))
            roles = (*act.roles[:number], alone, *act.roles[number + 1 :])
            return m.Each(domain=replace(value, new=one), do=replace(act, roles=roles), said=())
    return act


def one_after_another(
    bind: Callable[[Part, Box], m.Meaning], parts: Sequence[Part], box: Box
) -> tuple[m.Meaning, ...]:  # fmt: skip
    """Acts or clauses one after another, each of which knows what was done before it."""
    found: list[m.Meaning] = []
    done: list[list[m.Referent]] = []
    for number, part in enumerate(parts):
        box.reaches(parts, number, done)
        seen = len(box.notes.deeds)
        found.append(bind(part, box))
        done.append(box.notes.deeds[seen:])
    return tuple(found)


@ACTS.reads(n.Sequence)
def sequence(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One after another. Whether "if you do" means the first or the last nobody can tell (R18)."""
    said = t.children("acts", n.Statement)
    for act in said[:-1]:  # what follows would be done without it
        if isinstance(act, n.Act) and is_payment(act) and box.notes.prices.get(key(act)) == ALONE:
            raise refuse("RW0655", act)

    def done(act: n.Statement, inner: Box) -> m.Meaning:
        return b.act(act, inner) if isinstance(act, n.Act) else b.statement(act, inner)

    acts = one_after_another(done, said, box)
    box.deeds[""] = None
    return m.Sequence(acts=acts)


@ACTS.reads(n.Choice)
def choice(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One of several: they see nothing new of each other, and later words see none of them.

    What an alternative says of something known the next one can go on with: "put that card onto the deck or trash it".
    """
    inner: list[Box] = []
    acts = []
    known, before = {item.to.id for item in box.mentions if item.open}, len(box.mentions)
    known |= {box.this.id} if box.this is not None else set()
    items = t.children("acts", n.Statement)
    for item in items:
        said = [one for each in inner for one in each.mentions[before:] if one.open and one.to.id in known]
        inner.append(box.child(mentions=[*box.mentions, *said], answers=[]))
        acts.append(b.act(item, inner[-1]) if isinstance(item, n.Act) else b.statement(item, inner[-1]))
    box.close(*inner)
    for each in inner:  # how much was done with a verb can be asked of, whichever was chosen
        box.deeds.update({verb: deed for verb, deed in each.deeds.items() if deed is not None})
    box.deeds[""] = None
    by = m.Known(to=box.actor)
    if isinstance(box.acting, m.Known) and all(isinstance(item, n.Does) for item in items):
        by = box.acting  # where each act has a subject of its own, none tells who chooses
    return m.Choose(by=by, of=tuple(acts))


@ACTS.reads(n.AnyOrder)
def any_order(b: Binder, t: Take, box: Box) -> m.Meaning:
    """All of several, in an order that is chosen: none can speak of what another does."""
    acts = []
    inner = []
    for item in t.children("acts", n.Act):
        inner.append(box.child(whole=True))
        acts.append(b.act(item, inner[-1]))
    box.close(*inner)
    box.deeds[""] = None
    return m.AnyOrder(by=m.Known(to=box.actor), of=tuple(acts))


@ACTS.reads(n.Cost)
def cost(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R16: what is paid is paid whole."""
    first, second = t.child("cost", n.Act), t.child("effect", n.Act)
    whole, box.whole = box.whole, True
    seen, known = len(box.notes.deeds), len(box.mentions)
    paid = b.act(first, box)
    deed = box.deeds.get("")
    box.whole = whole
    box.reaches((first, second), 1, [box.notes.deeds[seen:]])
    given_up, box.given_up = box.given_up, box.given_up | _given_up(first, box, known)
    used_to, box.used_to = box.used_to, box.used_to | b.words.paid_to(first)
    then = b.act(second, box)
    box.deeds[""], box.given_up, box.used_to = deed, given_up, used_to
    return m.Pay(cost=paid, then=then, alone=box.notes.prices.get(key(t.node)) == ALONE)


def _given_up(paid: n.Node, box: Box, known: int) -> frozenset[int]:
    """What is given away as a price, of which nothing was spoken before; known: how much had been said then."""
    if not any(isinstance(one, n.Perform) and one.verb in GIVES_AWAY for one in paid.walk()):
        return frozenset()
    before = {item.to.id for item in box.mentions[:known]}
    return frozenset(item.to.id for item in box.mentions[known:] if item.rank == OBJECT) - before


@ACTS.reads(n.Per)
def per(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R15: as many times as there are things, counted before."""
    done, phrase = t.child("act", n.Act), t.child("each", n.Phrase)
    most = t.maybe_number("most")
    act = b.act(done, box)
    with box.at(mode="loop", rank=LOOP):
        return m.Per(each=b.thing(phrase, box), do=act, most=most)


@ACTS.reads(n.Repeat)
def repeat(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R19: a cost with "then" that is repeated leaves open what is repeated."""
    many, statement = quantity(t.child("times", n.Quantity)), t.child("act", n.Statement)
    if isinstance(statement, n.Cost) and isinstance(statement.effect, n.Sequence):
        raise refuse("RW0634", statement.effect)
    inner = box.child(counted="each_round", whole=box.whole or many.kind != "count")  # going on is like "may"
    do = b.statement(statement, inner)
    box.close(inner)
    box.keep_deeds(inner)
    return m.Times(many=many, do=do, by=m.Known(to=box.actor))


@ACTS.reads(n.RatherThan)
def rather_than(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One act instead of another that would be done."""
    act, old = t.child("act", n.Act), t.child("instead_of", n.Act)
    done = b.act(act, box)
    return m.Replace(event=b.act(old, box.child()), by=done)


@ACTS.reads(n.Until)
def until(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R20: again and again; what ended it can be meant later."""
    act, end = t.child("act", n.Act), t.child("event", n.Condition)
    seen = len(box.mentions)
    do = b.act(act, box)
    box.parted |= {item.to.id for item in box.mentions[seen:]}
    deed = box.deeds.get("")
    if isinstance(end, n.Does) and isinstance(end.act, n.Perform) and not b.words.is_state(end.act.verb):
        before = len(box.mentions)
        found = b.event(end, box)
        box.found = (*box.found, *(item.to.id for item in box.mentions[before:]))
    else:
        found = b.test(end, box)
    box.deeds[""] = deed
    return m.Until(do=do, end=found)
