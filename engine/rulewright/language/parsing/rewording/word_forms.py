"""The words of a lexicon that stand in everyday wordings: what a hole stands for, and each in another form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.lexicon.words import AdjectiveWord, Noun, PlainWord, RelationWord, VerbWord, as_tuple
from rulewright.language.parsing.rewording.number_sayings import kinds_called
from rulewright.language.parsing.rewording.paid import ReadsSteps, paid_in
from rulewright.language.parsing.rewording.patterns import any_of
from rulewright.language.parsing.rewording.rules import apiece, costs, either_word, exactly, purposes, spoken_to, tally
from rulewright.language.parsing.words import Word, split

VERB_FORMS = ("base", "s", "ing", "ed", "past")
_ONE_OF_SOME: Mapping[str, Callable[[Noun], bool]] = {
    "fee": lambda noun: noun.type == "number" and bool(noun.entry.get("price")),  # what says what something costs
    "mine": lambda noun: noun.type == "zone" and "player" in noun.of,  # the zones that each player has
    "floored": lambda noun: noun.type == "number" and str(noun.entry.get("least")) == "0",  # never below 0
    # numbers of which each player has one of its own, said of several
    "counted": lambda noun: noun.type == "number" and noun.of == ("player",) and not noun.entry.get("kept"),
}
"""Nouns of which one alone is meant, by the holes for them."""


_OF_PRICES = ("price", "own_price", "fee", "deal", "due", "dealt", "paid", "priced")
"""The forms of things and verbs that are prices of them, or what is paid."""
_SLOTS = ("object", "place")
"""The slots of what a verb is done to."""


class WordForms:
    """The words of one lexicon."""

    def __init__(self, lexicon: Lexicon, reads: ReadsSteps) -> None:
        self.lexicon, self._reads = lexicon, reads
        self._paid: dict[str, frozenset[str]] = {}  # by the verb in whose steps it is paid
        self._words: dict[str, str] = {}

    def knows(self, word: str) -> bool:
        """Whether a word names a value, or is a form of a verb."""
        return word in self._of_values or any(word in forms for forms in self._verbs.values())

    @cached_property
    def _of_values(self) -> frozenset[str]:
        """All words in the names of values."""
        return frozenset(part for called in self._valued for part in called.split())

    def named_alike(self, one: str, other: str) -> bool:
        """Whether a wording that may be missing names what another does, its price, what it costs, or the same verb."""
        if not one:
            return True
        named, meant = (
            {name for name in (*(noun.id for noun in self._called(text)), self.form(text, "base")) if name}
            for text in (one.lower(), other.lower())
        )
        asked = [self._asked_by(other.lower(), alone) for alone in (False, True)]
        prices = [*self._prices(other.lower()), *(one for one in asked if one)]
        printed = self._called_price(other.lower())
        if printed is not None and any(self._is_called(name, printed) for name in named):
            return True
        return not named.isdisjoint(meant | {price.entry["price"] for price in prices})

    def _is_called(self, name: str, text: str) -> bool:
        """Whether a noun of the lexicon is called so, by its id."""
        noun = self.lexicon.nouns.get(name)
        return noun is not None and noun.forms.get("one") == text

    def how_often(self, verb: str, text: str) -> int:
        """How often a form of a verb stands in a text, other than in "discarded this way", which says it once more."""
        forms = {form for form in (self.form(verb, form) for form in VERB_FORMS) if form} | {verb.lower()}
        return len(re.findall(rf"\b(?:{'|'.join(map(re.escape, forms))})\b(?! this way)", text.lower()))

    def apart(self, texts: Sequence[str]) -> bool:
        """Whether none of the things that some texts name can be what another names: another kind, or another value."""
        return not any(self._can_be_both(one.lower(), other.lower()) for one, other in combinations(texts, 2))

    def _can_be_both(self, one: str, other: str) -> bool:
        """Whether a thing can be called by both of two texts."""
        (kind, worth), (as_kind, as_worth) = (self._valued.get(text, (text, "")) for text in (one, other))
        nouns = [(mine.id, theirs.id) for mine in self._called(kind) for theirs in self._called(as_kind)]
        if not nouns or not any(self._is_a(mine, theirs) or self._is_a(theirs, mine) for mine, theirs in nouns):
            return not nouns
        same_number = worth.rpartition(" ")[0] == as_worth.rpartition(" ")[0] != ""
        return not same_number or worth == as_worth

    def hole(self, hole: re.Match[str]) -> str:
        """A regular expression for the words that a hole stands for."""
        if hole[0] not in self._words:
            self._words[hole[0]] = self._listed(hole[1], hole[2])
        return self._words[hole[0]]

    def _listed(self, name: str, of: str | None) -> str:
        """A regular expression for the words with a name, such as the nouns of a type."""
        found = self._of_nouns(name, of) | self._of_verbs(name, of) | self._of_others(name, of)
        return any_of(joined(split(text))[0] for text in found)

    def _of_nouns(self, name: str, of: str | None) -> set[str]:
        """The words with a name that are forms of nouns, or of their values."""
        nouns = self.lexicon.nouns.values()
        match name:
            case "uncounted":  # resources of which there is no number of things: what is measured
                measured = (noun for noun in nouns if self.lexicon.noun_is(noun.id, "resource"))
                return _forms(noun for noun in measured if not self.lexicon.canon.nouns[noun.id].counts)
            case "noun":
                return _forms(noun for noun in nouns if of is None or self.lexicon.noun_is(noun.id, of))
            case "owned" | "unowned":  # pieces that players own, and pieces that are nobody's
                pieces = (noun for noun in nouns if noun.type == "piece")
                return _forms(noun for noun in pieces if bool(noun.entry.get("owned")) == (name == "owned"))
            case "only":  # resources that are for one purpose, which is told in a sentence of its own
                together, apart = purposes(self.lexicon.lang)
                resources = (noun for noun in nouns if noun.type == "resource")
                texts = {text for noun in resources for text in _texts(noun)}
                return {text.replace(together, apart, 1) for text in texts if together in text}
            case "valued":  # a value that has a name, with what has it: "spring fields"
                return set(self._valued)
            case "called":  # the same, of things that are called by it
                return {said for said, (_, worth) in self._valued.items() if not worth.startswith("is ")}
            case "tally":  # a number by what it counts: "goblin count"
                return set(self._tallies)
            case _ if name in _ONE_OF_SOME:
                some = (noun for noun in nouns if _ONE_OF_SOME[name](noun))
                return {text for noun in some for text in noun.forms.forms.get("one", ())}
        return set()

    def _of_verbs(self, name: str, of: str | None) -> set[str]:
        """The words with a name that are forms of verbs."""
        verbs = self.lexicon.verbs.values()
        if name in VERB_FORMS:
            return set(self._verbs.get(name, {}))
        match name:
            case "form":  # a form of the verbs, by its name in the language's file of words
                return {text for verb in verbs for forms in verb.forms for text in forms.forms.get(of or "", ())}
            case "deed":
                return _conjugated((verb for verb in verbs if not verb.state), ("base",))
            case "state":
                return _conjugated((verb for verb in verbs if verb.state), ("base", "s"))
            case "was":  # of a state, that it was so
                return _conjugated((verb for verb in verbs if verb.state), ("ed", "past"))
            case "being":  # of a state, that it is so
                return _conjugated((verb for verb in verbs if verb.state), ("ing",))
            case "own":  # verbs of the lexicon that do something: what is said where they begin is asked then
                return _conjugated((verb for verb in verbs if verb.entry.get("do")), ("base", "s"))
            case "owns":  # verbs that say whose a space is
                owning = {str(noun.entry.get("owned by")) for noun in self.lexicon.nouns.values()}
                return _conjugated((verb for verb in verbs if verb.id in owning), ("base", "s"))
        return set()

    def _of_others(self, name: str, of: str | None) -> set[str]:
        """The words with a name that are adjectives, relations, headings and times."""
        match name:
            case "adjective":
                all_of_them = (word for word in self.lexicon.adjectives.values() if not word.after)
                return _forms(word for word in all_of_them if any(self._is_a(kind, of) for kind in word.of))
            case "mutual":  # relations that hold both ways
                return _forms(word for word in self.lexicon.relations.values() if word.entry.get("mutual"))
            case "heading":
                return _forms(self.lexicon.headings.values())
            case "time":
                return _forms(self.lexicon.times.values())
        return set()

    @cached_property
    def _tallies(self) -> Mapping[str, str]:
        """What people call the numbers of the lexicon that say what they count: "bird count", the number of birds."""
        begins, ends = tally(self.lexicon.lang)
        called = {noun.id: _texts(noun) for noun in self.lexicon.nouns.values()}
        found: dict[str, str] = {}
        for noun in self.lexicon.nouns.values() if ends else ():
            number = noun.forms.forms.get("one", ("",))[0]
            if noun.type != "number" or not number.startswith(begins):
                continue
            for texts in called.values():
                if number.removeprefix(begins).lower() in texts:
                    found |= {text + ends: number for text in texts}
        return found

    @cached_property
    def _valued(self) -> Mapping[str, tuple[str, str]]:
        """What is called by the name of its value, and of what a value is said by its name: each said in numbers."""
        found: dict[str, tuple[str, str]] = {}
        for one in named_values(self.lexicon):
            number = self.lexicon.nouns[one.number].forms.get("one") or one.number
            worth = f"{exactly(self.lexicon.lang)} {one.value}"
            for name in {one.name, one.name.removesuffix("s")}:
                found[f"{number} is {name}".lower()] = (number, f"is {worth}")
                for text in _texts(self.lexicon.nouns[one.kind]) if one.called else ():
                    found[f"{name} {text}".lower()] = (text, f"{number} {worth}")
        return found

    def _either(self, text: str, worth: bool) -> str | None:
        """What is called by several values of one number, "spring or autumn fields": the things, or their values."""
        values = [one for one in named_values(self.lexicon) if one.called]
        for number in dict.fromkeys(one.number for one in values):
            own = {one.name.lower(): one for one in values if one.number == number}
            kinds = kinds_called(self.lexicon, next(iter(own.values())).kind)
            kind = next((kind for kind in kinds if text.endswith(f" {kind.lower()}")), None)
            found = re.findall(any_of(own), text.removesuffix(kind.lower())) if kind else []
            if kind and len(found) > 1:
                called = self.lexicon.nouns[number].forms.get("one") or number
                told = f" {either_word(self.lexicon.lang)} ".join(str(own[name].value) for name in found)
                return f"{called} {exactly(self.lexicon.lang)} {told}" if worth else kind
        return None

    @cached_property
    def _verbs(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """By form: by wording, all forms of the verb."""
        found: dict[str, dict[str, Mapping[str, str]]] = {form: {} for form in VERB_FORMS}
        for verb in self.lexicon.verbs.values():
            done = (
                forms.get("ed") for forms in verb.forms if forms.get("ed") not in (forms.get("base"), forms.get("s"))
            )
            told_apart = next(done, None)
            for forms in verb.forms:
                printed = {form: forms.forms[form][0] for form in VERB_FORMS if forms.forms.get(form)}
                if told_apart:  # one that cannot be taken for the verb itself: put, but placed
                    printed["ed"] = told_apart
                printed.setdefault("past", printed.get("ed", ""))
                for form in VERB_FORMS:
                    for text in (*forms.forms.get(form, ()), *((printed["past"],) if form == "past" else ())):
                        if text:
                            found[form].setdefault(text.lower(), printed)
        return found

    def form(self, text: str, form: str) -> str | None:
        """A word in another form."""
        lower = text.lower()
        if form in VERB_FORMS:
            return next((forms[lower].get(form) for forms in self._verbs.values() if lower in forms), None)
        if form in self._named_forms:
            return self._conjugated(lower, form)
        if form in self._told_of:
            return self._told_of[form](lower)
        if form in ("place", "goal"):
            return self._done_to(lower, ("object", "place") if form == "place" else ("to",), "space")
        if form == "object":
            return self._done_to(lower, ("object", "place"), None)
        if form in ("home", "lies"):
            return self._where(lower, form == "home")
        if form == "places":
            one = self._whose(lower)
            return self.form(one, "many") if one else None
        if form == "yours":  # what somebody does, said to you
            return re.sub(r"\w+", lambda word: spoken_to(self.lexicon.lang).get(word[0], word[0]), text)
        if form == "first":  # of a verb with its object
            return lower.split()[0]
        if form == "tally":
            return self._tallies.get(lower)
        if form in ("kind", "worth") and lower in self._valued:
            return self._valued[lower][form == "worth"]
        if form in ("either", "worths"):
            return self._either(lower, form == "worths")
        if form in ("one", "many") and (kind := self._valued.get(lower, ("",))[0]) and lower.endswith(f" {kind}"):
            told = self.form(kind, form)
            return told and lower.removesuffix(kind) + told
        if form == "at":
            return next(
                (at for noun in self.lexicon.nouns.values() if (at := _at(noun)) and lower in _texts(noun)), None
            )
        if form == "only":
            together, apart = purposes(self.lexicon.lang)
            lower = lower.replace(" .", ".").replace(apart, together)
            return next((noun.forms.get("one") for noun in self.lexicon.nouns.values() if lower in _texts(noun)), None)
        if form in _OF_PRICES:
            return self._of_price(lower, form)
        if form in ("before", "next"):  # of a number in digits
            return str(int(lower) + (1 if form == "next" else -1))
        if form in ("card", "token"):
            return self._whole_name(lower, form)
        for noun in self.lexicon.nouns.values():
            if any(lower == wording.lower() for texts in noun.forms.forms.values() for wording in texts):
                return noun.forms.get(form, "one")
        return None

    def _of_price(self, lower: str, form: str) -> str | None:
        """What the price of a thing, or of what a verb does, is called, or what is paid as it."""
        if form == "priced":
            return self._called_price(lower)
        if form in ("price", "own_price"):  # of what is somebody's only where the price is, too
            price = self._price(lower)
            return None if price and form == "own_price" and not price.startswith("your ") else price
        if form == "fee":  # the price that each player has of a thing, without whose it is
            price = self._price(lower)
            return price.removeprefix("your ") if price and price.startswith("your ") else None
        if form in (
            "deal",
            "due",
            "dealt",
        ):  # the price that each player has of what a verb does, and what is paid for it
            asked = self._asked_by(lower, alone=form == "due")
            if asked is None or form != "dealt":
                return asked.forms.get("one") if asked else None
            return self.form(str(asked.entry["price"]), "many")
        prices = self._prices(lower)  # what is paid for a thing, as its price
        return self.form(str(prices[0].entry["price"]), "many") if len(prices) == 1 else None

    @cached_property
    def _told_of(self) -> Mapping[str, Callable[[str], str | None]]:
        """What is told of the thing that a word names, by the name of the form."""
        return {
            "apiece": self._of_each, "thing": self._thing, "whose": self._whose, "having": self._having,
            "ruled": self._ruled, "values": self._so_many_values,
        }  # fmt: skip

    @property
    def _named_forms(self) -> Sequence[str]:
        """The forms of verbs, in a language that names its own."""
        named: Sequence[str] = self.lexicon.core.get("verb_forms", ())
        return named

    def _conjugated(self, text: str, form: str) -> str | None:
        """A verb in another form, with or without its preverb; one for a known object stays one."""
        for apart in (False, True):
            for verb in self.lexicon.verbs.values():
                for forms in verb.forms:
                    before = next(iter(forms.forms.get("preverb", ())), "") if apart else ""
                    if apart and not (before and text.startswith(before)):
                        continue
                    for name, texts in forms.forms.items():
                        if name != "preverb" and text.removeprefix(before) in texts:
                            known = f"{form}_def" if name.endswith("_def") else form
                            found = next(iter(forms.forms.get(known) or forms.forms.get(form, ())), None)
                            return found and before + found
        return None

    def _of_each(self, text: str) -> str | None:
        """The noun of a word that says "for each" with an ending: "hajónként" is of a "hajó"."""
        ends, many = apiece(self.lexicon.lang)
        for noun in self.lexicon.nouns.values() if ends and text.endswith(ends) else ():
            if text.removesuffix(ends) + many in noun.forms.forms.get("many", ()):
                return noun.forms.get("one")
        return None

    def _is_a(self, noun: str, kind: str | None) -> bool:
        return noun in self.lexicon.nouns and (kind is None or self.lexicon.noun_is(noun, kind))

    def _thing(self, text: str) -> str | None:
        """An adjective with the noun that it describes: "dry" is "dry field"."""
        for adjective in self.lexicon.adjectives.values():
            if any(text == wording.lower() for texts in adjective.forms.forms.values() for wording in texts):
                nouns = [self.lexicon.nouns[of].forms.get("one") for of in adjective.of if of in self.lexicon.nouns]
                return f"{text} {nouns[0]}" if nouns and nouns[0] else None
        return None

    def _whose(self, text: str) -> str | None:
        """The kind of space that has a number."""
        for noun in self.lexicon.nouns.values():
            if noun.type == "number" and text in _texts(noun):
                spaces = [of for of in noun.of if of in self.lexicon.nouns and self.lexicon.noun_is(of, "space")]
                return self.lexicon.nouns[spaces[0]].forms.get("one") if len(noun.of) == len(spaces) == 1 else None
        return None

    def _having(self, text: str) -> str | None:
        """Those that have a number, where they are of one kind and no players: "houses" are had by "courtiers"."""
        for noun in self.lexicon.nouns.values():
            if noun.type == "number" and len(noun.of) == 1 and text in _texts(noun):
                kind = self.lexicon.nouns.get(noun.of[0])
                return kind.forms.get("many") if kind and kind.type in ("card", "space") else None
        return None

    def _so_many_values(self, text: str) -> str | None:
        """How many values a number has, in digits, where they have names; None of any other."""
        for noun in self._called(text):
            values = noun.entry.get("values") if noun.type == "number" else None
            if values:
                return str(len(values))
        return None

    def _ruled(self, text: str) -> str | None:
        """What somebody else does who owns a space: "holds"."""
        for noun in self.lexicon.nouns.values():
            verb = self.lexicon.verbs.get(str(noun.entry.get("owned by", ""))) if text in _texts(noun) else None
            if verb is not None:
                return next((forms.forms["s"][0] for forms in verb.forms if forms.forms.get("s")), None)
        return None

    def _price(self, text: str) -> str | None:
        """The one number that is the price of a thing, as far as it is said before "of each …": "your price"."""
        prices = self._prices(text)
        if len(prices) != 1:
            return None
        your = any(self._is_a(of, "player") for of in prices[0].of)
        return f"{'your' if your else 'the'} {prices[0].forms.get('one')}"

    def _prices(self, text: str) -> list[Noun]:
        """The numbers that are prices of a thing."""
        kinds = [noun.id for noun in self._called(text)]
        return [
            noun
            for noun in self.lexicon.nouns.values()
            if noun.entry.get("price")
            and any(self._is_a(kind, of) for kind in kinds for of in (*noun.of, *as_tuple(noun.entry.get("buys"))))
        ]

    def _asked_by(self, text: str, alone: bool = False) -> Noun | None:
        """The one price of each player that a verb asks for in what it does, where a text is the verb, or begins it.

        The text is the verb with the words of its own that stand before what it is done to: "flying to".
        alone: whether the price is of the player and of nothing else; otherwise it is of a thing, too.
        """
        canon = self.lexicon.canon
        assert isinstance(canon, Lexicon)
        for verb in self.lexicon.verbs.values():
            starts = {pattern.split("{")[0].split("[")[0].strip() for pattern in verb.patterns}
            words = {word for forms in verb.forms for form in VERB_FORMS for word in forms.forms.get(form, ())}
            starts |= {
                start.rpartition(" ")[0] for start in starts if alone and " " in start
            }  # without where it is done
            said = {start.replace("V", word.lower(), 1) for start in starts for word in words}
            itself = text in {word.lower() for word in words}
            if text not in said and not (itself and (alone or self._done_to(text, _SLOTS, None))):
                continue
            if verb.id not in self._paid:
                self._paid[verb.id] = paid_in(canon.verbs[verb.id].entry.get("do"), self._reads)
            asked = [
                noun
                for noun in self.lexicon.nouns.values()
                if noun.entry.get("price") and any(self._is_a(of, "player") for of in noun.of)
                if (len(noun.of) == 1) == alone and noun.id in self._paid[verb.id]
            ]
            if len(asked) == 1:
                return asked[0]
        return None

    def _called_price(self, text: str) -> str | None:
        """The one number that is printed on a thing and is called a price or a cost, or else the one that is its price.

        Of several kinds of cards together, and of a pronoun, it is that of all of them. None where there is none, or
        several.
        """
        called = re.compile(rf"(?:.* )?(?:{costs(self.lexicon.lang)})", re.IGNORECASE)
        kinds = [noun.id for noun in self._called(text)] or ["card"]
        found = [
            str(noun.forms.get("one"))
            for noun in self.lexicon.nouns.values()
            if noun.entry.get("attribute") and called.fullmatch(noun.forms.get("one") or "")
            and any(self._is_a(kind, of) or self._is_a(of, kind) for kind in kinds for of in noun.of)
        ]  # fmt: skip
        found = found or [str(noun.forms.get("one")) for noun in self._prices(text)]
        return found[0] if len(found) == 1 else None

    def _called(self, text: str) -> list[Noun]:
        """The nouns that are called so."""
        return [noun for noun in self.lexicon.nouns.values() if text in _texts(noun)]

    def _whole_name(self, text: str, form: str) -> str | None:
        """The noun of which a text leaves out that it is a card or a token: for "x", "x card"."""
        kind = "card" if form == "card" else "piece"
        for noun in self.lexicon.nouns.values():
            if noun.type == kind and f"{text} {form}" in (word.lower() for word in noun.forms.forms.get("one", ())):
                return noun.forms.get("one")
        return None

    def _where(self, piece: str, mine: bool) -> str | None:
        """Where pieces that are called so lie: in a zone that each player has, or in a kind of space."""
        for noun in self.lexicon.nouns.values():
            if noun.type == "piece" and piece in _texts(noun):
                kept = noun.entry.get("in") or ()
                where = [self.lexicon.nouns[one] for one in ([kept] if isinstance(kept, str) else kept)]
                fits = (one.forms.get("one") for one in where if ("player" in one.of if mine else one.type == "space"))
                return next(fits, None)
        return None

    def _done_to(self, text: str, slots: Sequence[str], kind: str | None) -> str | None:
        """What a verb is done to, or in: what it takes in the first of some slots that it has, if it is of a kind."""
        for verb in self.lexicon.verbs.values():
            if any(
                text == wording.lower() for forms in verb.forms for texts in forms.forms.values() for wording in texts
            ):
                of = next((verb.slots[slot] for slot in slots if verb.slots.get(slot)), "")
                if of in self.lexicon.nouns and self.lexicon.nouns[of].type == "role":
                    of = next(iter(self.lexicon.nouns[of].of), "")
                if self._is_a(of, kind):
                    return self.lexicon.nouns[of].forms.get("one")
        return None


def _at(noun: Noun) -> str:
    """Where on the map a zone lies, in words of the lexicon; "" where nothing says it."""
    return str(noun.entry.get("lies at", ""))


def _forms(words: Iterable[Noun | AdjectiveWord | RelationWord | PlainWord]) -> set[str]:
    """All forms of some words."""
    return {text for word in words for texts in word.forms.forms.values() for text in texts}


def _conjugated(verbs: Iterable[VerbWord], kinds: Sequence[str]) -> set[str]:
    """Some forms of some verbs, by which they are called."""
    return {text for verb in verbs for forms in verb.forms for kind in kinds for text in forms.forms.get(kind, ())}


def _texts(noun: Noun) -> set[str]:
    """All that a noun is called, in small letters."""
    return {word.lower() for texts in noun.forms.forms.values() for word in texts}


def joined(words: Sequence[Word]) -> tuple[str, list[tuple[int, int, int]]]:
    """Words as one text, and where each of them stands in it: start, end, which."""
    text = ""
    places = []
    for number, word in enumerate(words):
        if text and word.text not in ",.;:'" and word.text != "'s" and text[-1] != "'":
            text += " "
        places.append((len(text), len(text) + len(word.text), number))
        text += word.text
    return text, places
