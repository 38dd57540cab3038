"""Numbers and tests in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from rulewright.language.lexicon.named_values import named_values
from rulewright.language.parsing.rewording.rules import exactly
from rulewright.language.trees.past import ALREADY, SINCE_SAID
from rulewright.meaning import model as m
from rulewright.meaning.paraphrases.speaker import Speaker, says
from rulewright.meaning.rules.picking import referent

COUNTED = ("count", "at_least", "at_most", "exactly", "more_than", "fewer_than")


@says(m.Number)
def number(s: Speaker, x: m.Number) -> str:
    """A number, with the moment at which it is counted where that matters."""
    parts = [s.tell(part) for part in x.parts]
    match x.op:
        case "literal":
            return str(x.value)
        case "plus" | "minus":
            return s.frame(x.op, left=parts[0], right=parts[1])
        case "times":
            return s.frame("times", factor=x.value, number=parts[0])
        case "at_most" | "at_least":
            return s.frame(f"number_{x.op}", number=parts[0], limit=x.value if len(parts) == 1 else parts[1])
        case "half":
            return s.frame(f"half_{x.rounded}", number=parts[0])
    text = s.frame("number_of", thing=parts[0]) if x.op == "count" else parts[0]
    return s.frame(x.counted, number=text) if x.counted in ("before_act", "each_round") else text


def name_of_value(s: Speaker, number: m.Meaning, value: m.Meaning) -> str | None:
    """What a value of a number is called, if it has a name in this language."""
    if not isinstance(value, m.Number) or value.op != "literal":
        return None
    if isinstance(number, m.Number):
        to = referent(number.parts[0]) if number.op == "value" and number.parts else None
    else:
        to = referent(number)
    names = {(one.number, one.value): one.name for one in named_values(s.lexicon)} if exactly(s.lexicon.lang) else {}
    return names.get((to.noun, value.value or 0)) if to is not None else None


@says(m.Test)
def test(s: Speaker, x: m.Test) -> str:
    """A test as a clause."""
    args = [part for part in x.args if not isinstance(part, m.Test) and not _unsaid(part)]
    match x.kind:
        case "adjective":
            item = s.lexicon.adjectives.get(x.word)
            return _is(s, args[0], s.adjective(x.word), x.negated, item.kind if item else "")
        case "compare":
            name = name_of_value(s, *args) if x.word == "exactly" else None
            how = "not_exactly" if x.negated and x.word == "exactly" else x.word if name is None else "named"
            return s.choice("compare", how, left=s.tell(args[0]), right=name or s.tell(args[1]))
        case "is":
            return _is(s, args[0], s.tell(args[1]), x.negated)
        case "at":
            to = referent(args[1])
            place = s.located(x.word, to.noun if to else "", s.tell(args[1]))
            if x.tense == "past":
                return s.frame("was_not_at" if x.negated else "was_at", one=_subject(s, args[0]), other=place)
            return _is(s, args[0], place, x.negated, "at")
        case "next_to":
            return _is(s, args[0], s.frame("next_to", thing=s.tell(args[1])), x.negated, "at")
        case "within":
            within = s.frame("within", number=s.tell(args[1]), thing=s.tell(args[2]))
            return _is(s, args[0], within, x.negated, "at")
        case "relation":
            return _is(s, args[0], s.related(x.word, s.tell(args[1]), False), x.negated, "related")
        case "exists":
            there = args[0]
            none = isinstance(there, m.Selection) and there.many.kind == "no"
            many = isinstance(there, m.Selection) and there.new.several
            if isinstance(there, m.Selection) and (who := _whether_anybody_did(there, none)):
                return s.frame(who)
            be = s.choice("there_is", "no" if none else "many" if many else "one")
            return s.frame("exists", thing=s.tell(there), be=be)
        case "has":
            one, thing = _subject(s, args[0]), "" if _described(args[1]) else s.tell(args[1])
            none = isinstance(args[1], m.Selection) and args[1].many.kind == "no" and not x.negated
            have = s.choice("have_no" if none else "have", _number(args[0], x.negated))
            return s.frame("has", one=one, thing=thing, have=have).rstrip()
        case "turn":
            yours = isinstance(args[0], m.Known) and args[0].to.introduced == "you"
            return s.frame("on_your_turn" if yours else "on_turn", thing=s.tell(args[0]))
        case "verb" | "during":
            return _verb(s, x, args)
    raise AssertionError(f"a test that nothing says back: {x.kind}")


def _whether_anybody_did(there: m.Selection, none: bool) -> str:
    """The frame that says whether there is a player who did something, or did not; "" for other things."""
    asked = there.tests[0] if len(there.tests) == 1 else None
    one = there.many.kind == "count" and there.many.low == 1
    if not isinstance(asked, m.Test) or asked.kind != "did_so" or asked.word:
        return ""
    if there.others or there.rank or not (none or one):
        return ""
    if asked.negated:
        return "all_did" if none else "one_did_not"
    return "nobody_did" if none else "one_did"


def _unsaid(part: m.Meaning) -> bool:
    return isinstance(part, m.Role) and part.name == "unsaid"


def _number(one: m.Meaning, negated: bool) -> str:
    to = referent(one)
    you = isinstance(one, m.Known) and one.to.introduced == "you"
    counted = isinstance(one, m.Selection) and one.many.kind in COUNTED
    several = to is not None and to.several and (counted or isinstance(one, m.Known | m.Parts))
    who = "you" if you else "many" if several else "one"
    return {"you": "you_not", "many": "no", "one": "none"}[who] if negated else who


def _is(s: Speaker, one: m.Meaning, other: str, negated: bool, how: str = "") -> str:
    """How it is: where something is, or what a language says otherwise, has a frame of its own."""
    frame, be = (f"is_{how}", f"be_{how}") if f"is_{how}" in s.frames else ("is", "be")
    return s.frame(frame, one=_subject(s, one), be=s.choice(be, _number(one, negated)), other=other)


def _is_no(who: m.Meaning) -> TypeGuard[m.Selection]:
    return isinstance(who, m.Selection) and who.many.kind == "no"


def _subject(s: Speaker, who: m.Meaning) -> str:
    """Of whom or what a clause speaks; none of several is told as one: “no player has”."""
    return s.tell(replace(who, many=replace(who.many, kind="no_one")) if _is_no(who) else who)


def _described(part: m.Meaning) -> bool:
    return isinstance(part, m.Known) and part.how == "described"


def _verb(s: Speaker, x: m.Test, args: list[m.Meaning]) -> str:
    who, roles = args[0], [part for part in args[1:] if isinstance(part, m.Role)]
    things = [part for part in args[1:] if not isinstance(part, m.Role)]
    slots = {role.name: s.tell(role.value) for role in roles}
    if things:
        slots["object"] = "" if _described(things[0]) else s.tell(things[0])
    form = f"{form_for(who)}_did" if x.tense == "perfect" else form_for(who)
    text = f"{_subject(s, who)} {s.verb(x.word, form, slots, noun_of(roles))}"
    if x.negated:
        text = s.frame("not", clause=text)
    if x.time or x.tense == "perfect":
        words = (x.time, *(part.word for part in x.args if isinstance(part, m.Test) and part.kind == "manner"))
        said = {ALREADY: lambda: s.frame("already"), SINCE_SAID: lambda: s.closed("ADV", SINCE_SAID)}
        in_order = sorted(words, key=ALREADY.__eq__)  # since when, and then up to when
        times = filter(None, (said[word]() if word in said else s.closed("DURING", word) for word in in_order))
        return s.frame("since", clause=text, time=", ".join(times) or x.tense)
    return s.frame("during", clause=text) if x.kind == "during" else text


def noun_of(roles: list[m.Role] | tuple[m.Role, ...]) -> dict[str, str]:
    """The noun in each role."""
    found = {}
    for role in roles:
        to = referent(role.value)
        if to is not None:
            found[role.name] = to.noun
    return found


def form_for(who: m.Meaning) -> str:
    """The form of a verb for whoever does it."""
    to = referent(who)
    if to is not None and to.introduced == "you":
        return "you"
    if _is_no(who):
        return "he"
    return "they" if to is not None and to.several else "he"


@says(m.AllOf)
def all_of(s: Speaker, x: m.AllOf) -> str:
    """All of them."""
    told = [(item, s.tell(item)) for item in x.tests if not _let(item)]
    several = len(x.tests) > 1
    return s.joined("and", [f"({text})" if several and isinstance(item, m.AnyOf) else _apart(s, x, text)
                            for item, text in told])  # fmt: skip


def _let(item: m.Meaning) -> bool:
    return isinstance(item, m.Test) and item.kind == "let"


@says(m.AnyOf)
def any_of(s: Speaker, x: m.AnyOf) -> str:
    """One of them."""
    return s.joined("or", [_apart(s, x, s.tell(item)) for item in x.tests])


def _apart(s: Speaker, x: m.AllOf | m.AnyOf, text: str) -> str:
    """One of several conditions; where it is not so, that is told of it alone, and not of what follows, too."""
    return f"({text})" if len(x.tests) > 1 and text.startswith(s.frame("not", clause="").strip()) else text


@says(m.Not)
def not_(s: Speaker, x: m.Not) -> str:
    """The opposite."""
    if isinstance(x.test, m.Done):
        return s.frame("you_did_not")
    text = s.tell(x.test)
    several = isinstance(x.test, m.AllOf | m.AnyOf) and len(x.test.tests) > 1
    return s.frame("not", clause=f"({text})" if several else text)


@says(m.Done)
def done(s: Speaker, x: m.Done) -> str:
    """Whether it was done."""
    return s.frame("you_did")


@says(m.Hypothesis)
def hypothesis(s: Speaker, x: m.Hypothesis) -> str:
    """What would be so."""
    return s.frame("after", do=s.tell(x.do), clause=s.tell(x.test))


@says(m.OptionIs)
def option(s: Speaker, x: m.OptionIs) -> str:
    """An option of the game."""
    return s.frame("option", option=x.option, value=str(x.value).lower())
