"""Steps of blocks in words."""

from __future__ import annotations

from rulewright.meaning import model as m
from rulewright.meaning.paraphrases.speaker import Speaker, says


@says(m.Name)
def name(s: Speaker, x: m.Name) -> str:
    """A name for something."""
    return s.frame("names", name=s.noun(x.role.noun), value=s.tell(x.value))


@says(m.Pick)
def pick(s: Speaker, x: m.Pick) -> str:
    """A choice of a thing or number."""
    who = s.acting(x.by)
    if x.high is not None:
        text = s.frame("pick_number", **who, low=s.tell(x.what), high=s.tell(x.high))
    else:
        frame = {"by_choice": "pick", "secretly": "pick_secret", "at_random": "pick_random"}[x.manner]
        text = s.frame(frame, **who, thing=s.tell(x.what))
    if x.where is not None:
        text = s.frame("such", text=text, test=s.tell(x.where))
    return text if x.role is None else s.frame("named", text=text, name=s.noun(x.role.noun))


@says(m.SetTo)
def set_to(s: Speaker, x: m.SetTo) -> str:
    """A kept number or thing."""
    what = s.tell(x.what)
    if x.value is None:
        return s.frame("set_nobody", what=what)
    return s.frame(f"set_{x.how}", what=what, value=s.tell(x.value))


@says(m.Award)
def award(s: Speaker, x: m.Award) -> str:
    """Prizes by rank."""
    prizes = s.frame("comma").join(map(str, x.prizes))
    return s.frame("award", prizes=prizes, noun=s.noun(x.noun, True), value=s.tell(x.value))


@says(m.Require)
def require(s: Speaker, x: m.Require) -> str:
    """What must be so."""
    return s.frame("require", test=s.tell(x.test))


@says(m.Secretly)
def secretly(s: Speaker, x: m.Secretly) -> str:
    """All choose unseen."""
    return s.frame("secretly", do=s.tell(x.do), then=s.tell(x.then))


@says(m.Branch)
def branch(s: Speaker, x: m.Branch) -> str:
    """One of the blocks of a choice."""
    if x.test is not None:
        return s.frame("branch_if", title=x.title, test=s.tell(x.test), do=s.tell(x.do))
    return s.frame("branch", title=x.title, do=s.tell(x.do))


@says(m.Offer)
def offer(s: Speaker, x: m.Offer) -> str:
    """What is offered."""
    return s.frame("offer", headings=s.frame("comma").join(s.plain("headings", item) for item in x.headings))


@says(m.Resolve)
def resolve(s: Speaker, x: m.Resolve) -> str:
    """Abilities that are carried out."""
    things = s.tell(x.of) if x.of is not None else s.frame("comma").join(x.components)
    return s.frame("resolve", heading=s.plain("headings", x.heading), things=things)
