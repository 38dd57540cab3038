"""What happens and what holds, in words."""

from __future__ import annotations

from dataclasses import replace

from rulewright.meaning import model as m
from rulewright.meaning.paraphrases.numbers import form_for, name_of_value, noun_of
from rulewright.meaning.paraphrases.speaker import Speaker, says
from rulewright.meaning.paraphrases.things import is_yours
from rulewright.meaning.prices import ALONE, LATER
from rulewright.meaning.rules.picking import referent


@says(m.Act)
def act(s: Speaker, x: m.Act) -> str:
    """Somebody does something; you are not named."""
    return _deed(s, x, "")


def _deed(s: Speaker, x: m.Act | m.Event, who: str) -> str:
    slots = {role.name: s.tell(role.value) for role in x.roles}
    nouns = noun_of(x.roles)
    if isinstance(x, m.Act) and x.usual:
        slots["to"], nouns["to"] = _usual_goal(s, x), x.usual
    you = isinstance(x.actor, m.Known) and x.actor.to.introduced == "you"
    form = "order" if not who and you else form_for(x.actor)
    text = s.verb(x.verb, form, slots, nouns)
    named = who or ("" if you else s.tell(x.actor))
    by_chance = any(isinstance(role.value, m.Selection) and role.value.pick == "random" for role in x.roles)
    told = [word for word in x.manner if word != "random" or not by_chance]
    manner = [s.closed("ADV", word) or s.closed("ADVPRE", word) for word in told]
    text = " ".join((*([named] if named else []), text, *manner))
    if isinstance(x, m.Act) and x.kept:
        text = s.frame("goes_back", do=text, zone=s.noun(x.kept))
    if isinstance(x, m.Act) and x.price in PRICES:
        return s.frame(PRICES[x.price], do=text)
    if isinstance(x, m.Act) and _as_one(x):
        return s.frame("as_one", do=text)
    if not isinstance(x, m.Act) or not _in_part(x):
        return text
    return s.frame("where_too_few", do=text, **s.acting(x.actor)) if _into_each(x) else s.frame("as_far", do=text)


def _usual_goal(s: Speaker, act: m.Act) -> str:
    """The zone to which cards come where no words say it: that of whoever acts, or the one that all have."""
    noun, word = s.noun(act.usual), s.lexicon.nouns.get(act.usual)
    if word is None or "player" not in word.of:
        return s.frame("the", noun=noun)
    if isinstance(act.actor, m.Known) and act.actor.to.introduced == "you":
        return s.frame("yours", thing=noun)
    return s.frame("of", thing=s.frame("the", noun=noun), holder=s.tell(act.actor))


PRICES = {LATER: "paid_later", ALONE: "paid_alone"}
"""The frames of payments that a reader could take for one more act, or for the price of all."""


FALLS_SHORT = ("lose", "discard", "return", "remove", "draw", "take", "put", "move", "give", "exchange")


MOVES = ("discard", "return", "remove", "take", "put", "move")

UNSEEN = frozenset({"together", "secretly"})
"""Words by which several players choose before anything is done."""


def _in_part(act: m.Act) -> bool:
    """Whether an act is done as far as possible, so that less of it can be done than is said."""
    short = act.verb in FALLS_SHORT or (act.verb == "gain" and any(_of_cards(role.value) for role in act.roles))
    given = [one for role in act.roles if isinstance(role.value, m.Several) for one in role.value.items]
    things = [*(role.value for role in act.roles), *(given if act.verb == "give" else ())]
    return not act.whole and short and any(map(_can_fall_short, things))


def _into_each(act: m.Act) -> bool:
    """Whether one piece is put into each of several places, of which whoever acts chooses some if there are too few."""
    roles = {role.name: role.value for role in act.roles}
    thing, place = roles.get("object"), roles.get("to")
    one = isinstance(thing, m.Selection) and (thing.new.type, thing.many.kind, thing.many.low) == ("piece", "count", 1)
    each = isinstance(place, m.Selection) and place.new.type == "space" and place.many.kind == "each"
    return one and each and "from" in roles


def _as_one(act: m.Act) -> bool:
    """Whether one act moves one thing and another: all of them, or none."""
    things = [role.value for role in act.roles if isinstance(role.value, m.Several)]
    return not act.whole and act.verb in MOVES and any(one.conjunction == "and" for one in things)


def _of_cards(value: m.Meaning) -> bool:
    return isinstance(value, m.Selection | m.Parts) and value.new.type == "card"


def _can_fall_short(value: m.Meaning) -> bool:
    many = value.many if isinstance(value, m.Selection | m.Parts) else None
    return many is not None and many.kind in ("count", "as_many", "exactly")


@says(m.Role)
def role(s: Speaker, x: m.Role) -> str:
    """What plays a role."""
    return s.tell(x.value)


@says(m.Sequence)
def sequence(s: Speaker, x: m.Sequence) -> str:
    """One after another."""
    told = [s.tell(item) for item in x.acts]
    if any(isinstance(item, m.May) for item in x.acts[:-1]):  # where what may be done ends
        told = [f"({number}) {one}" for number, one in enumerate(told, 1)]
    return s.joined("sequence", told) or s.frame("nothing")


_WHOLE = {  # whether something is lost, and whether several players do something
    (False, False): "choose_whole",
    (True, False): "choose_whole_or_lose",
    (False, True): "choose_whole_or_some",
    (True, True): "choose_whole_or_lose_or_some",
}


@says(m.Choose)
def choose(s: Speaker, x: m.Choose) -> str:
    """One of several."""
    told = [s.tell(item) for item in x.of]
    if any(isinstance(item, m.Sequence) and len(item.acts) > 1 for item in x.of):  # where one ends and the next begins
        told = [f"({number}) {one}" for number, one in enumerate(told, 1)]
    acts = s.joined("choose_sep", told)
    some = [item for item in x.of if any(isinstance(one, m.Each) for one in (item, *getattr(item, "acts", ())))]
    parts = [part for item in x.of if item not in some for part in item.walk() if isinstance(part, m.Act)]
    in_part = any(_in_part(part) and part.verb not in ("lose", "draw") for part in parts)  # these always can be done
    loses = any(_in_part(part) and part.verb == "lose" for part in parts)  # of which what there is can be lost
    whole = _WHOLE[loses, bool(some)]
    frame = "choose_none" if x.optional else whole if in_part else "choose"
    return s.frame(frame, **s.acting(x.by), acts=acts)


@says(m.AnyOrder)
def any_order(s: Speaker, x: m.AnyOrder) -> str:
    """All of several."""
    return s.frame("any_order", **s.acting(x.by), acts=s.joined("any_order_sep", [s.tell(item) for item in x.of]))


@says(m.Pay)
def pay(s: Speaker, x: m.Pay) -> str:
    """A cost."""
    return s.frame("pay_alone" if x.alone else "pay", cost=s.tell(x.cost), do=s.tell(x.then))


@says(m.May)
def may(s: Speaker, x: m.May) -> str:
    """A permission."""
    return s.frame("may", who=s.tell(x.who), do=s.tell(x.do))


@says(m.Must)
def must(s: Speaker, x: m.Must) -> str:
    """A duty, or none."""
    return s.frame("need_not" if x.negated else "must_do", who=s.tell(x.who), do=s.tell(x.do))


@says(m.If)
def if_(s: Speaker, x: m.If) -> str:
    """A condition."""
    return _otherwise(s, s.frame("if", test=s.tell(x.test), do=s.tell(x.then)), x.otherwise)


def _otherwise(s: Speaker, text: str, other: m.Meaning | None) -> str:
    return text if other is None else s.frame("otherwise", do=text, other=s.tell(other))


@says(m.Possible)
def possible(s: Speaker, x: m.Possible) -> str:
    """What can be carried through."""
    return _otherwise(s, s.frame("if_possible", do=s.tell(x.then)), x.otherwise)


@says(m.Times)
def times(s: Speaker, x: m.Times) -> str:
    """Several times."""
    if x.many.number is not None:
        often = s.frame("as_often", number=s.tell(x.many.number))
    else:
        often = s.choice("times_count", x.many.kind, low=x.many.low, high=x.many.high, **s.acting(x.by))
    return s.frame("repeat", times=often, do=s.tell(x.do))


@says(m.Until)
def until(s: Speaker, x: m.Until) -> str:
    """Until something is so."""
    asked_first = not isinstance(x.end, m.Event)
    return s.frame("until_so" if asked_first else "until", end=s.tell(x.end), do=s.tell(_one_by_one(x.do)))


def _one_by_one(do: m.Meaning) -> m.Meaning:
    """An act that is done to things one at a time: “reveal cards” reveals a card again and again."""
    if not isinstance(do, m.Act):
        return do
    roles = tuple(replace(role, value=_one(role.value)) if role.name == "object" else role for role in do.roles)
    return replace(do, roles=roles)


def _one(value: m.Meaning) -> m.Meaning:
    if not isinstance(value, m.Selection) or value.many.kind != "bare":
        return value
    return replace(value, many=m.Many(kind="count", low=1), new=replace(value.new, several=False))


@says(m.Each)
def each(s: Speaker, x: m.Each) -> str:
    """A loop."""
    to = referent(x.domain)
    round_the_table = isinstance(x.domain, m.Selection) and any(
        isinstance(test, m.Test) and (test.word in ("leftwards", "from_you") or test.kind == "starting")
        for test in x.domain.tests
    )
    frame = "each_player" if to is not None and to.type == "player" and not round_the_table else "each_thing"
    many = x.domain.many if isinstance(x.domain, m.Selection) else None
    if many is not None and many.kind == "count" and (many.low or 1) > 1:
        frame = "each_so_many"
    first = x.do.acts[0] if isinstance(x.do, m.Sequence) else x.do
    if isinstance(first, m.Act) and UNSEEN.intersection(first.manner):
        alone = replace(first, manner=tuple(word for word in first.manner if word not in UNSEEN))
        do = replace(x.do, acts=(alone, *x.do.acts[1:])) if isinstance(x.do, m.Sequence) else alone
        return s.frame("each_at_once", things=s.tell(x.domain), do=s.tell(do))
    return s.frame(frame, things=s.tell(x.domain), do=s.tell(x.do))


@says(m.Per)
def per(s: Speaker, x: m.Per) -> str:
    """As many times as there are things."""
    each = x.each
    if x.most is None and isinstance(each, m.Selection) and each.many.kind == "count" and (each.many.low or 1) > 1:
        return s.frame("each_so_many", things=s.tell(each), do=s.tell(x.do))  # “for each 2 huts you have”
    if isinstance(each, m.Selection) and each.many.kind == "all":
        pick = "any" if is_yours(each) else "described"  # "there are huts of yours"
        each = replace(each, many=replace(each.many, kind="bare"), pick=pick)
    if x.most is not None:
        return s.frame("per_most", things=s.tell(each), do=s.tell(x.do), most=x.most)
    return s.frame("per", things=s.tell(each), do=s.tell(x.do))


# ------------------------------------------------------------------ what holds


@says(m.Event)
def event(s: Speaker, x: m.Event) -> str:
    """Something done."""
    text = _deed(s, x, s.tell(x.actor))
    counted = any(isinstance(role.value, m.Selection) and role.value.many.kind != "count" for role in x.roles)
    return s.frame("once_each", event=text) if counted and x.batch == "once" else text


@says(m.Becomes)
def becomes(s: Speaker, x: m.Becomes) -> str:
    """Something that comes true."""
    return s.frame("becomes", clause=s.tell(x.test))


@says(m.Whenever)
def whenever(s: Speaker, x: m.Whenever) -> str:
    """What follows an event."""
    events = x.event.tests if isinstance(x.event, m.AnyOf) else (x.event,)
    before = any(isinstance(item, m.Event | m.Becomes) and item.stage == "before" for item in events)
    own = [item for item in events if isinstance(item, m.Event) and item.verb not in s.lexicon.core.get("verbs", {})]
    compared = any(map(_is_compared, (role for item in own for role in item.roles)))
    must = [part for part in x.do.walk() if isinstance(part, m.Must)]
    paid = any(isinstance(part, m.Act) and part.verb == "pay" for one in must for part in one.walk())
    frame = ("before_paid" if paid else "before") if before else "whenever_it_was" if compared else "whenever"
    return s.frame(frame, event=s.tell(x.event), do=s.tell(x.do))


def _is_compared(role: m.Role) -> bool:
    """Whether a number of what plays a role is asked, which the act itself may change."""
    tests = role.value.tests if isinstance(role.value, m.Selection) else ()
    return any(isinstance(test, m.Test) and test.kind == "compare" for test in tests)


@says(m.Replace)
def replaced(s: Speaker, x: m.Replace) -> str:
    """What is done instead."""
    if isinstance(x.event, m.Event):
        return s.frame("replace", event=s.tell(x.event), do=s.tell(x.by))
    return s.frame("instead", old=s.tell(x.event), do=s.tell(x.by))


@says(m.Forbid)
def forbid(s: Speaker, x: m.Forbid) -> str:
    """What cannot be begun."""
    return s.frame("forbid", event=s.tell(x.event))


@says(m.Permit)
def permit(s: Speaker, x: m.Permit) -> str:
    """What may be so."""
    return s.frame("permit", what=s.tell(x.what))


@says(m.Adjust)
def adjust(s: Speaker, x: m.Adjust) -> str:
    """A number that changes."""
    name = name_of_value(s, x.number, x.by) if x.change == "set" and x.instead_of is None else None
    words = {"number": s.tell(x.number), "by": name or s.tell(x.by)}
    if x.instead_of is not None:
        return s.frame("set_instead", **words, old=s.tell(x.instead_of))
    limited = _limited(x)
    if limited is not None:
        frame, by, limit = limited
        return s.frame(frame, number=words["number"], by=s.tell(by), limit=limit)
    return s.frame(f"{x.change}_once" if x.once else x.change, **words)


LIMITED = {("at_least", "minus"): "lower_least", ("at_most", "plus"): "raise_most"}


def _limited(x: m.Adjust) -> tuple[str, m.Number, int] | None:
    """By how much a number is changed that is told by itself: “your price is your price minus 1, at least 1”."""
    told = x.by
    if not isinstance(told, m.Number):
        return None
    inner = told.parts[0] if told.op in ("at_least", "at_most") else None
    frame = LIMITED.get((told.op, inner.op)) if isinstance(inner, m.Number) else None
    if frame is None or x.change != "set" or told.value is None or not isinstance(inner, m.Number):
        return None
    left, by = inner.parts
    before, now = (_named(part) for part in (left, x.number))
    return (frame, by, told.value) if before and before == now and isinstance(by, m.Number) else None


def _named(number: m.Meaning) -> str | None:
    to = referent(number.parts[0]) if isinstance(number, m.Number) and number.op == "value" else referent(number)
    return to.noun if to is not None else None


@says(m.While)
def while_(s: Speaker, x: m.While) -> str:
    """As long as something is so."""
    return s.frame("while", test=s.tell(x.test), then=s.tell(x.then))


@says(m.Timed)
def timed(s: Speaker, x: m.Timed) -> str:
    """At a time; the end of a turn that has not begun is one time, not two."""
    if x.time == "next_turn" and isinstance(x.then, m.Timed) and x.then.time == "end_of_this_turn":
        return s.frame("end_of_next_turn", then=s.tell(x.then.then))
    if x.whose is not None:
        if x.time == "their_next_turn" and isinstance(x.then, m.Timed) and x.then.time == "end_of_this_turn":
            return s.frame("end_of_their_turn", who=s.tell(x.whose), then=s.tell(x.then.then))
        frame = "their_next_turn" if x.time == "their_next_turn" else "until_their_next_turn"
        return s.frame(frame, who=s.tell(x.whose), then=s.tell(x.then))
    return s.frame("timed", time=s.plain("times", x.time), then=s.tell(x.then))


@says(m.Ability)
def ability(s: Speaker, x: m.Ability) -> str:
    """Sentences under a heading."""
    heading = s.plain("headings", x.heading)
    for limit in x.limits:
        heading = s.frame("limit", heading=heading, limit=s.plain("times", limit))
    if s.is_whole(x.heading):
        heading = s.frame("whole", heading=heading)
    return s.frame("ability", heading=heading, text=" ".join(map(s.sentence, x.sentences)))


@says(m.Text)
def text(s: Speaker, x: m.Text) -> str:
    """A whole text, an ability a line."""
    plain = " ".join(map(s.sentence, x.sentences))
    return "\n".join((*([plain] if plain else []), *(s.tell(item) for item in x.abilities)))
