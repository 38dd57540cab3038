"""Things in words: who and which, how many, who chooses."""

from __future__ import annotations

from rulewright.meaning import model as m
from rulewright.meaning.paraphrases.speaker import Speaker, says
from rulewright.meaning.rules.noun_phrases import BESIDE
from rulewright.meaning.rules.picking import referent

FROM = {"event": "of_event", "loop": "of_loop", "chosen": "of_choice", "subject": "of_definition"}
POINTING = ("it", "them", "their", "its", "they", "there", "", "moved")
UNCOUNTED = ("resource", "number")


@says(m.Known)
def known(s: Speaker, x: m.Known) -> str:
    """Something known, with where it came from where a word stood for it."""
    to = x.to
    if to.introduced == "you":
        return s.frame("you")
    if to.introduced == "this":
        return s.frame("this", noun=s.noun("card"))
    if to.type == "deed":
        return s.frame("done")
    wider = x.how in s.lexicon.nouns and s.lexicon.noun_is(to.noun, x.how)  # "that card" of a beast is that beast
    named = x.how in s.lexicon.nouns and x.how != to.noun and not wider
    if named or to.introduced in ("named", "slot"):
        return s.frame("the", noun=s.noun(x.how if named else to.noun))
    text = s.frame("those", nouns=s.noun(to.noun, True)) if to.several else s.frame("that", noun=s.noun(to.noun))
    text = s.lettered(text, to)
    origin = FROM.get(to.introduced)
    return s.frame(origin, thing=text) if origin and x.how in POINTING else text


@says(m.Nobody)
def nobody(s: Speaker, x: m.Nobody) -> str:
    """No player."""
    return s.frame("nobody")


@says(m.Anybody)
def anybody(s: Speaker, x: m.Anybody) -> str:
    """Whoever it is."""
    return s.frame("whoever")


@says(m.Whichever)
def whichever(s: Speaker, x: m.Whichever) -> str:
    """Whichever thing it is."""
    return s.frame("whichever", noun=s.noun(x.noun))


@says(m.Attribute)
def attribute(s: Speaker, x: m.Attribute) -> str:
    """What belongs to something: your hand, that card's owner, the price of that card."""
    words = [test.word for test in x.tests if isinstance(test, m.Test) and test.kind == "adjective"]
    values = "different" in words  # of several things, counted: “different houses of the courtiers …”
    noun = with_adjectives(s, s.noun(x.noun, x.new.several or values), words)
    text, bare = noun if x.how == "name" or values else s.frame("the", noun=noun), noun
    for place, holder in enumerate(reversed(x.holders)):
        if x.noun in BESIDE:  # “the player to your left” says whose by itself
            continue
        if isinstance(holder, m.Known) and holder.to.introduced == "you":
            text = bare = s.frame("yours_of" if place else "yours", thing=bare)
        else:
            text, bare = (s.frame("of", thing=one, holder=s.tell(holder)) for one in (text, bare))
    return " ".join((text, *details(s, x.tests, x.new)))


@says(m.Rest)
def rest(s: Speaker, x: m.Rest) -> str:
    """Those that were not picked."""
    return s.frame("rest_one" if x.one else "rest", thing=s.tell(x.of))


@says(m.Several)
def several(s: Speaker, x: m.Several) -> str:
    """Things side by side."""
    texts = [s.tell(item) for item in x.items]
    first = s.frame("comma").join(texts[:-1])
    return s.frame(f"several_{x.conjunction}", first=first, last=texts[-1])


@says(m.Compared)
def compared(s: Speaker, x: m.Compared) -> str:
    """More or fewer than."""
    return s.frame(x.relation, thing=s.tell(x.thing), number=s.tell(x.number))


@says(m.Kind)
def kind(s: Speaker, x: m.Kind) -> str:
    """A noun."""
    return s.noun(x.noun)


@says(m.Many)
def many(s: Speaker, x: m.Many) -> str:
    """How many, by itself."""
    return s.choice("part_words", x.kind, low=x.low, high=x.high)


@says(m.Parts)
def parts(s: Speaker, x: m.Parts) -> str:
    """Some of a set."""
    text = s.frame("parts", many=s.tell(x.many), thing=s.tell(x.of))
    return chosen(s, text, x.pick, x.chooser)


@says(m.Selection)
def selection(s: Speaker, x: m.Selection) -> str:
    """Things picked from all that fit."""
    words = [word for word in x.rank if word not in s.frames["ranks"]]
    words += [test.word for test in x.tests if isinstance(test, m.Test) and is_so(test, x.new)]
    noun, nouns = (_nouns(s, x, plural, words) for plural in (False, True))
    text = s.lettered(_counted(s, x, noun, nouns), x.new)
    entry = s.lexicon.nouns[x.new.noun].entry
    named = bool(entry.get("values") or entry.get("attribute"))  # which of its values
    alike = (x.new.type in UNCOUNTED and not named) or s.lexicon.noun_is(x.new.noun, "die")
    free = alike and not any(isinstance(t, m.Test) and t.kind == "chosen" for t in x.tests)
    text = text if free else chosen(s, text, x.pick, x.chooser)
    short = is_yours(x) and x.pick in ("the", "described")
    one = x.pick in ("chosen", "the") and (x.many.kind, x.many.low) == ("count", 1)
    one_of_equals = s.of_one if x.pick == "extreme" else x.pick == "the" and x.many.low == 1
    with s.picking(one if x.pick != "extreme" else s.of_one):
        text = " ".join((text, *details(s, x.tests, x.new, short)))
    if x.among is not None:
        text = s.frame("among", thing=text, set=s.tell(x.among))
    for other in x.others:
        text = s.frame("other", thing=text, other=s.tell(other))
    ranked = x.pick == "extreme" or any(word not in s.frames["ranks"] for word in x.rank)
    if ranked and x.new.type != "number":  # who has the lowest number may be several; the lowest number is one
        text = s.frame("equals_one" if one_of_equals else "equals", thing=text)
    return text


def is_so(test: m.Test, of: m.Referent) -> bool:
    """Whether a test asks whether a thing is so itself, and not what belongs to it."""
    about = test.args[0] if test.args else None
    return test.kind == "adjective" and isinstance(about, m.Known) and about.to.id == of.id


def chosen(s: Speaker, text: str, pick: str, chooser: m.Thing | None) -> str:
    """A thing with who chooses it."""
    if pick == "random":
        return s.frame("random", thing=text)
    if chooser is None:
        return text
    if isinstance(chooser, m.Known) and chooser.to.introduced == "you":
        return s.frame("chosen_by_you", thing=text)
    return s.frame("chosen_by", thing=text, who=s.tell(chooser))


def _nouns(s: Speaker, x: m.Selection, plural: bool, words: list[str]) -> str:
    names = []
    for item in x.kinds:
        own = [test.word for test in item.tests if isinstance(test, m.Test)]
        names.append(with_adjectives(s, s.noun(item.noun, plural), own))
    text = names[0]
    if len(names) > 1:
        text = s.frame(f"several_{x.conjunction}", first=s.frame("comma").join(names[:-1]), last=names[-1])
    return with_adjectives(s, text, words)


def _counted(s: Speaker, x: m.Selection, noun: str, nouns: str) -> str:
    many = x.many
    rank = next((word for word in x.rank if word in s.frames["ranks"]), None)
    if rank:
        words = {"rank": s.choice("ranks", rank), "noun": noun, "nouns": nouns, "low": many.low}
        return s.frame("ranked" if many.low == 1 else "ranked_many", **words)
    if x.pick == "the" and is_yours(x):
        counted = noun if many.low in (1, None) else s.frame("count", low=many.low, noun=noun, nouns=nouns)
        return s.frame("yours", thing=counted)
    if many.kind == "all" and x.pick == "described" and is_yours(x):
        return s.frame("yours", thing=nouns)
    if x.pick == "each" and many.kind == "all" and not x.new.several:
        return s.frame("each", noun=noun)
    if x.pick == "the" and any(isinstance(t, m.Test) and (t.kind, t.word) == ("adjective", "same") for t in x.tests):
        return noun  # "the same" has its article
    if x.pick == "the":
        return (
            s.frame("the", noun=noun)
            if many.low in (1, None)
            else s.frame("the_count", low=many.low, noun=noun, nouns=nouns)
        )
    if many.kind == "count" and many.low == 1 and x.new.type not in UNCOUNTED:
        chosen = x.pick == "chosen" and not s.lexicon.noun_is(x.new.noun, "die")
        return s.frame("one" if chosen else "one_there", noun=noun)
    if many.kind == "as_many":
        word = s.lexicon.nouns.get(x.kinds[0].noun)
        return s.frame(
            "as_many" if word is None or word.counts else "as_much",
            noun=noun,
            nouns=nouns,
            number=s.tell(many.number) if many.number else "",
        )
    if many.kind == "all" and x.pick == "described":
        return s.frame("the_many", nouns=nouns)
    one = 1 in (many.low, many.high) and None in (many.low, many.high)
    return s.frame(many.kind, noun=noun, nouns=noun if one else nouns, low=many.low, high=many.high)


# ------------------------------------------------------------------ descriptions


def with_adjectives(s: Speaker, noun: str, words: list[str]) -> str:
    """A noun with adjectives, each where it stands."""
    before = [s.adjective(word) for word in words if not s.after_noun(word)]
    return " ".join((*before, noun, *(s.adjective(word) for word in words if s.after_noun(word))))


def details(s: Speaker, tests: tuple[m.Meaning, ...], of: m.Referent, short: bool = False) -> list[str]:
    """The other tests of a described thing, as they stand after a noun."""
    found = [text for text in (describe(s, test, of, short) for test in tests) if text]
    clause = s.frames["where"].partition("{")[0]
    found.sort(key=lambda text: text.startswith(clause))  # what stands behind a clause seems to belong to it
    return [s.frame("described", text=text) for text in found]


def is_yours(x: m.Selection) -> bool:
    """Whether things are yours, so that it can be said before the noun."""
    for test in x.tests:
        if isinstance(test, m.Test) and test.kind == "owned":
            holder = test.args[1]
            return isinstance(holder, m.Known) and holder.to.introduced == "you" and holder.how == "your"
    return False


def describe(s: Speaker, test: m.Meaning, of: m.Referent, short: bool = False) -> str:
    """A test as a description of a thing: "in your hand", "that you control"; short: "your" is said before it."""
    if isinstance(test, m.Not) and isinstance(test.test, m.Test) and test.test.kind == "adjective":
        return s.frame("is_not_so", adjective=s.adjective(test.test.word))
    if isinstance(test, m.Not) and isinstance(test.test, m.Test) and test.test.kind == "is" and not test.test.negated:
        one = test.test.args[0]
        if isinstance(one, m.Known) and one.to.id == of.id:
            return s.frame("are_not_it" if of.several else "is_not_it", thing=s.tell(test.test.args[1]))
    if not isinstance(test, m.Test):
        return s.frame("where", clause=s.tell(test))
    args = test.args
    about = args[0] if args else None
    if test.kind not in ("verb", "has", "compare") and not (isinstance(about, m.Known) and about.to.id == of.id):
        return s.frame("where", clause=s.tell(test))
    match test.kind:
        case "adjective" | "chosen" | "many" | "let":
            return ""
        case "owned":
            holder = args[1]
            if short and isinstance(holder, m.Known) and holder.to.introduced == "you":
                return ""
            mine = isinstance(holder, m.Known) and holder.to.introduced == "you"
            return s.frame("yours_after") if mine else s.frame("owned", holder=s.tell(holder))
        case "has" if test.word != "have":
            return s.frame("without" if test.negated else "with", thing=s.tell(args[1]))
        case "at":
            to = referent(args[1])
            return s.located(test.word, to.noun if to else "", s.tell(args[1]))
        case "next_to":
            return s.frame("next_to", thing=s.tell(args[1]))
        case "within":
            return s.frame("within", number=s.tell(args[1]), thing=s.tell(args[2]))
        case "relation":
            return s.related(test.word, s.tell(args[1]), True)
        case "worth":
            return s.frame("worth", number=s.tell(args[1]))
        case "of":
            return s.frame("belongs", thing=s.tell(args[1]))
        case "is" if test.negated:
            return s.frame("other_than", thing=s.tell(args[1]))
        case "is":
            return s.frame("are_it" if of.several else "is_it", thing=s.tell(args[1]))
        case "starting":
            return s.frame("starting_tied" if test.word else "starting_with", thing=s.tell(args[1]))
        case "between":
            return s.frame("between", one=s.tell(args[1]), other=s.tell(args[2]))
        case "where":
            return s.frame("where", clause=s.tell(args[1]))
        case "done":
            return _done(s, test)
        case "did_so":
            return _who_did(s, test)
    if test.kind in ("verb", "has"):
        return s.frame("who_does", clause=s.tell(test))
    return s.frame("where", clause=s.tell(test))


def _done(s: Speaker, test: m.Test) -> str:
    """Things with which something was done: "discarded this way"."""
    verb, deeds = s.verb_form(s.lexicon.verbs[test.word], "ed", {}), test.args[1:]
    if not any(isinstance(deed, m.Known) and deed.how == "last" for deed in deeds):
        return s.frame("done_so", verb=verb)
    frame = "done_so_all" if len(deeds) > 1 else "done_so_last"
    return s.frame(frame, verb=verb, number=str(len(deeds)))


def _who_did(s: Speaker, test: m.Test) -> str:
    """Players who did something, or who did most of it."""
    if not test.word:
        return s.frame("who_did_not" if test.negated else "who_did")
    rank, alone, noun = test.word.split(" ")
    if noun:
        return s.choice("who_did_with_alone" if alone else "who_did_with", rank, noun=s.noun(noun))
    return s.choice("who_did_most_alone" if alone else "who_did_most", rank)
