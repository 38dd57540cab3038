"""Everyday wordings: a text that the grammar does not read is said otherwise, in words that it does read.

`grammar/wordings.<lang>.yaml` lists what people write and how the language says the same. A rule is tried only where a
text cannot be read as it stands, so that no sentence has a second reading; and if two ways of saying it otherwise give
two trees, the text is refused. Words keep their place in the text, so that problems point at what was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

import yaml

from rulewright.language.lexicon import Lexicon
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.lexicon.words import Noun
from rulewright.language.parsing.lexer import PhraseLexer
from rulewright.language.parsing.number_sayings import number_sayings
from rulewright.language.parsing.patterns import HOLE, Pattern
from rulewright.language.parsing.words import Word, split
from rulewright.resources import data_dir

ATTEMPTS = 120  # texts tried for one that cannot be read
DEPTH = 16  # rules applied to one text
LONGEST = 320  # words of a text that is tried at all
ACROSS = 2  # sentences before that in which a text cannot be read, at most, that a rule may take with it
UNLESS = ("unless adjective", "unless verb", "unless noun")
VERB_FORMS = ("base", "s", "ing", "ed", "past")
_WORD = re.compile(r"[^\W\d_]+")
_GROUP = re.compile(r"\\(\d)(?::(\w+))?")


@dataclass(frozen=True, slots=True)
class Rule:
    """One everyday wording.

    pattern: of the body of a sentence, without its heading and its full stop; holes such as `<noun>` stand for words
        of the lexicon. instead: what is said; `\\1:base` is a group with its verb in another form.
    free_of: by group, words that may not stand in it.
    found: a pattern by which a text is known that can be read as it stands, but only as what stands for nothing, and
        because: why it does; or "".
    unless: words that may have a meaning of their own in a lexicon, with `|` between them, where it is not applied.
    opens: whether the match must begin a text or ability: it speaks of all that stands before.
    same: pairs of groups of which the first, where it stands, must name what the second does, or what that costs.
    under: ids of headings; what is said under another one, or under none, is not what the rule takes it for. Under
        these it is tried even where a text can be read, and no other is where it applies.
    """

    pattern: str
    instead: str
    across: int = 0
    free_of: tuple[tuple[int, str], ...] = ()
    found: str = ""
    because: str = ""
    unless: str = ""
    opens: bool = False
    same: tuple[tuple[int, int], ...] = ()
    under: tuple[str, ...] = ()


@cache
def rules(lang: str) -> tuple[Rule, ...]:
    """The everyday wordings of a language."""
    data = _file(lang)
    words: Mapping[str, str] = data.get("words", {})

    def filled(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda m: f"(?:{words[m[1]]})" if m[1] in words else m[0], text)

    found = []
    for entry in (*data.get("though read", ()), *data.get("wordings", ())):
        if isinstance(entry, list):
            entry = {"said": entry[0], "as": entry[1]}
        free = tuple((int(group), filled(text)) for group, text in entry.get("free of", {}).items())
        read = entry.get("found", ""), entry.get("because", "")
        own = next((entry[key] for key in UNLESS if key in entry), "")
        across, opens = int(entry.get("across", 0)), entry.get("opens") == "true"
        same = tuple((int(one), int(other)) for one, other in entry.get("same", {}).items())
        found.append(Rule(filled(entry["said"]), entry["as"], across, free, *read, own, opens, same))
    return tuple(found)


@cache
def numbers(lang: str) -> Mapping[str, str]:
    """How a language says that a number is higher or lower, for the sentences of a lexicon that say it otherwise."""
    words: Mapping[str, str] = _file(lang).get("words", {})
    ways = _file(lang).get("numbers", {})
    return {name: text.replace("{n}", f"(?:{words.get('n', '')})") for name, text in ways.items()}


@cache
def commas(lang: str) -> str:
    """How bodies begin in which a comma may be missing, as a regular expression."""
    return str(_file(lang).get("comma", {}).get("missing", ""))


@cache
def purposes(lang: str) -> tuple[str, str]:
    """What stands between a resource and its purpose in a noun, and where that is told in a sentence of its own."""
    said = _file(lang)["purpose"]
    return said["together"], said["apart"]


@cache
def exactly(lang: str) -> str:
    """How a language says that a number is a value and no other: "exactly"."""
    return str(_file(lang).get("exactly", ""))


@cache
def articles(lang: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The articles that change before the name of a value, as a regular expression; which, by how the name begins."""
    said = dict(_file(lang).get("article", {}))
    return said.pop("said", "(?!)"), tuple(said.items())


@cache
def _file(lang: str) -> Mapping[str, Any]:
    path = data_dir("grammar") / f"wordings.{lang}.yaml"
    if not path.is_file():
        return {}
    loaded: Mapping[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    )
    return loaded


class Wordings:
    """Says a text otherwise, with the words of one ruleset."""

    def __init__(self, lexicon: Lexicon, lexer: PhraseLexer) -> None:
        self.lexicon, self.lexer = lexicon, lexer
        self._kept: dict[Rule, list[tuple[int, re.Pattern[str]]]] = {}
        self._words: dict[str, str] = {}

    @cached_property
    def _own_rules(self) -> tuple[Rule, ...]:
        """The wordings of the ruleset. What one under a heading says is found by how that is called."""

        def called(headings: Iterable[str]) -> str:
            known = [self.lexicon.headings[one].forms.forms for one in headings if one in self.lexicon.headings]
            return "|".join(re.escape(words) for forms in known for ways in forms.values() for words in ways)

        own = sorted(self.lexicon.wordings, key=lambda wording: not wording[2])  # those under a heading first
        return tuple(Rule(said, means, under=under, found=called(under)) for said, means, under in own)

    @cached_property
    def _rules(self) -> list[tuple[Rule, Pattern]]:
        return self._compiled((*self._own_rules, *rules(self.lexicon.lang)))

    @cached_property
    def _though_read(self) -> list[tuple[Rule, Pattern]]:
        return self._compiled(rule for rule in (*self._own_rules, *rules(self.lexicon.lang)) if rule.found)

    @cached_property
    def _of_numbers(self) -> list[tuple[Rule, Pattern]]:
        ways = numbers(self.lexicon.lang)
        return self._compiled(Rule(*said) for said in number_sayings(self.lexicon, ways)) if ways else []

    def _compiled(self, wordings: Iterable[Rule]) -> list[tuple[Rule, Pattern]]:
        return [(rule, Pattern(rule.pattern, self._hole)) for rule in wordings if not self._own(rule.unless)]

    def _own(self, words: str) -> bool:
        """Whether a lexicon gives one of some words a meaning of its own: of a noun, one that is more than a role."""
        lexicon = self.lexicon
        for word in words.split("|"):
            noun = lexicon.nouns.get(word)
            known = lexicon.adjectives.get(word) or lexicon.verbs.get(word)
            meant = known is not None and not known.entry.keys().isdisjoint(("means", "attribute", "do"))
            if meant or (noun is not None and noun.type != "role"):
                return True
        return False

    def of_numbers(self, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
        """The texts in which a sentence of the lexicon (`raised`, `lowered`) is said of its number."""
        if self._of_numbers:
            yield from self._applied(self._of_numbers, words, stuck)

    def though_read(self, text: str) -> Iterator[Callable[[Sequence[Word]], Iterator[list[Word]]]]:
        """By wording, what says a text otherwise that can be read, but only as what stands for nothing.

        text: as it is written, by which the wordings are known that may be meant.
        """
        for rule in self._though_read:
            if re.search(rule[0].found, text, re.IGNORECASE):
                yield partial(self._anywhere, rule)

    def maybe_unmeant(self, text: str) -> bool:
        """Whether words stand in a text by which those are known that can be read only as what stands for nothing."""
        return any(known.search(text) for known in self._unmeant)

    @cached_property
    def _unmeant(self) -> list[re.Pattern[str]]:
        return [
            re.compile(found, re.IGNORECASE) for found in dict.fromkeys(rule.found for rule, _ in self._though_read)
        ]

    def _anywhere(self, rule: tuple[Rule, Pattern], words: Sequence[Word]) -> Iterator[list[Word]]:
        """The texts that a wording makes of another, in any of its sentences."""
        for stop in [i for i, word in enumerate(words) if word.text == "."] or [len(words)]:
            yield from self._applied([rule], words, stop)

    def others(self, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
        """The texts that say the same otherwise, one rule applied where (or before) the parser was stuck."""
        (begin, *_), end = self._body(words, stuck)
        yield from self._commas(words, begin, end, stuck)
        yield from self.of_numbers(words, stuck)
        yield from self._applied(self._rules, words, stuck)

    def _applied(
        self, compiled: Sequence[tuple[Rule, Pattern]], words: Sequence[Word], stuck: int
    ) -> Iterator[list[Word]]:
        begins, end = self._body(words, stuck)
        for across, first in enumerate(begins):
            text, places = joined(words[first:end])
            at = next((start for start, _, word in places if word >= stuck - first), len(text))
            opening = first == 0 or words[first - 1].text == ":"
            heading = self._heading(words, first)
            for rule, pattern in compiled:
                decided = False
                for found in pattern.finditer(text) if rule.across == across and opening >= rule.opens else ():
                    if found.start() <= at and self._fits(rule, found, heading):
                        said = self._said(rule.instead, found, words[first:end], places)
                        if said is not None:
                            yield [*words[:first], *said, *words[end:]]
                            decided = bool(rule.under)
                if decided:
                    return

    def _body(self, words: Sequence[Word], stuck: int) -> tuple[list[int], int]:
        """Where the sentence begins in which the parser was stuck, and those before it, the nearest first; its end.

        Each begins behind its heading. Where there are fewer sentences, the first stands for those before it.
        """
        lower = [word.text.lower() for word in words]
        stops = [-1, *(i for i, word in enumerate(lower) if word == ".")]
        earlier = [stop for stop in stops if stop < stuck] or [-1]
        end = next((stop for stop in stops if stop >= stuck), len(words))
        begins = [earlier[max(-1 - back, -len(earlier))] + 1 for back in range(ACROSS + 1)]
        return [self._behind_heading(lower, begin, end) for begin in begins], end

    def _behind_heading(self, lower: list[str], begin: int, end: int) -> int:
        colon = next((i for i in range(begin, end) if lower[i] in ":."), end)
        return (
            colon + 1 if colon < end and lower[colon] == ":" and self.lexer.longest("HEADING", lower, begin) else begin
        )

    def _heading(self, words: Sequence[Word], at: int) -> str:
        """The id of the heading under which a sentence stands; "" where there is none."""
        lower = [word.text.lower() for word in words[:at]]
        for colon in (i for i in reversed(range(at)) if lower[i] == ":"):
            begin = next((i + 1 for i in reversed(range(colon)) if lower[i] == "."), 0)
            found = [phrase.value for phrase in self.lexer.candidates(lower, begin) if phrase.terminal == "HEADING"]
            if found:
                return found[0]
        return ""

    def _commas(self, words: Sequence[Word], begin: int, end: int, stuck: int) -> Iterator[list[Word]]:
        """With a comma where one is missing."""
        missing = commas(self.lexicon.lang)
        if missing and re.match(missing, joined(words[begin:end])[0], re.IGNORECASE):
            for place in range(min(stuck, end), max(stuck - 4, begin), -1):
                if words[place - 1].text != "," and (place == end or words[place].text != ","):
                    here = Word(",", words[place - 1].end, words[place - 1].end)
                    yield [*words[:place], here, *words[place:]]

    def _fits(self, rule: Rule, found: re.Match[str], heading: str) -> bool:
        if rule.under and heading not in rule.under:
            return False
        if any(words.search(found[group] or "") for group, words in self._free(rule)):
            return False
        return all(self._named_alike(found[one] or "", found[other] or "") for one, other in rule.same)

    def _named_alike(self, one: str, other: str) -> bool:
        """Whether a wording that may be missing names what another does, what that costs, or the same verb."""
        if not one:
            return True
        named, meant = (
            {name for name in (*(noun.id for noun in self._called(text)), self._form(text, "base")) if name}
            for text in (one.lower(), other.lower())
        )
        return not named.isdisjoint(meant | {price.entry["price"] for price in self._prices(other.lower())})

    def _free(self, rule: Rule) -> list[tuple[int, re.Pattern[str]]]:
        """What may not stand in which group of a rule."""
        if rule not in self._kept:
            holes = [(group, HOLE.sub(self._hole, words)) for group, words in rule.free_of]
            self._kept[rule] = [(group, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for group, words in holes]
        return self._kept[rule]

    def _said(
        self, instead: str, found: re.Match[str], words: Sequence[Word], places: Sequence[tuple[int, int, int]]
    ) -> list[Word] | None:
        """The words of the body with a match said otherwise; None if a word has not the form that is asked for."""
        inside = [word for start, stop, word in places if start >= found.start() and stop <= found.end()]
        if not inside:
            return None
        first, last = words[inside[0]].start, words[inside[-1]].end
        new: list[Word] = []
        at = 0
        for hole in _GROUP.finditer(instead):
            new += [Word(word.text, first, last) for word in split(instead[at : hole.start()])]
            at = hole.end()
            left, right = found.span(int(hole[1]))
            if left < 0:
                continue
            kept = [words[word] for start, stop, word in places if start >= left and stop <= right]
            if hole[2]:
                form = self._form(" ".join(word.text for word in kept), hole[2])
                if form is None:
                    return None
                kept = [Word(word.text, kept[0].start, kept[-1].end) for word in split(form)]
            new += kept
        new += [Word(word.text, first, last) for word in split(instead[at:])]
        said = [*words[: inside[0]], *new, *words[inside[-1] + 1 :]]
        while said and said[0].text in ",":
            said = said[1:]
        return said or None

    def knows(self, word: str) -> bool:
        """Whether a word stands in everyday wordings, names a value, or is a form of a verb."""
        lang = self.lexicon.lang
        patterns = {part for rule in rules(lang) for part in _WORD.findall(rule.pattern.replace("\\b", " "))}
        valued = {part for called in self._valued for part in called.split()}
        return word in patterns or word in valued or any(word in forms for forms in self._verbs.values())

    # -------------------------------------------------------------- words of the lexicon

    def _hole(self, hole: re.Match[str]) -> str:
        """A regular expression for the words that a hole stands for."""
        if hole[0] not in self._words:
            self._words[hole[0]] = self._listed(hole[1], hole[2])
        return self._words[hole[0]]

    def _listed(self, name: str, of: str | None) -> str:
        """A regular expression for the words with a name, such as the nouns of a type."""
        found: set[str] = set()
        if name in VERB_FORMS:
            found = set(self._verbs.get(name, {}))
        elif name == "form":  # a form of the verbs, by its name in the language's file of words
            for verb in self.lexicon.verbs.values():
                found |= {text for forms in verb.forms for text in forms.forms.get(of or "", ())}
        elif name == "uncounted":  # resources of which there is no number of things: what is measured
            for noun in self.lexicon.nouns.values():
                if self.lexicon.noun_is(noun.id, "resource") and not self.lexicon.canon.nouns[noun.id].counts:
                    found |= {text for texts in noun.forms.forms.values() for text in texts}
        elif name == "noun":
            for noun in self.lexicon.nouns.values():
                if of is None or self.lexicon.noun_is(noun.id, of):
                    found |= {text for texts in noun.forms.forms.values() for text in texts}
        elif name == "adjective":
            for adjective in self.lexicon.adjectives.values():
                if not adjective.after and any(self._is_a(kind, of) for kind in adjective.of):
                    found |= {text for texts in adjective.forms.forms.values() for text in texts}
        elif name in ("owned", "unowned"):  # pieces that players own, and pieces that are nobody's
            for noun in self.lexicon.nouns.values():
                if noun.type == "piece" and bool(noun.entry.get("owned")) == (name == "owned"):
                    found |= {text for texts in noun.forms.forms.values() for text in texts}
        elif name in ("deed", "state"):
            for verb in self.lexicon.verbs.values():
                if verb.state == (name == "state"):
                    kinds = ("base", "s") if verb.state else ("base",)
                    found |= {text for forms in verb.forms for kind in kinds for text in forms.forms.get(kind, ())}
        elif name == "owns":  # verbs that say whose a space is
            owning = {str(noun.entry.get("owned by")) for noun in self.lexicon.nouns.values()}
            for verb in self.lexicon.verbs.values():
                if verb.id in owning:
                    found |= {
                        text for forms in verb.forms for kind in ("base", "s") for text in forms.forms.get(kind, ())
                    }
        elif name == "only":  # resources that are for one purpose, which is told in a sentence of its own
            together, apart = purposes(self.lexicon.lang)
            for noun in self.lexicon.nouns.values():
                texts = _texts(noun) if noun.type == "resource" else ()
                found |= {text.replace(together, apart, 1) for text in texts if together in text}
        elif name == "valued":  # a value that has a name, with what has it: "spring fields"
            found = set(self._valued)
        elif name == "tally":  # a number by what it counts: "goblin count"
            found = set(self._tallies)
        elif name == "mine":  # the zones that each player has
            for noun in self.lexicon.nouns.values():
                if noun.type == "zone" and "player" in noun.of:
                    found |= set(noun.forms.forms.get("one", ()))
        elif name == "counted":  # numbers of which each player has one of its own, said of several
            for noun in self.lexicon.nouns.values():
                if noun.type == "number" and noun.of == ("player",) and not noun.entry.get("kept"):
                    found |= set(noun.forms.forms.get("one", ()))
        elif name == "time":
            found = {
                text for time in self.lexicon.times.values() for texts in time.forms.forms.values() for text in texts
            }
        longest = sorted((re.escape(joined(split(text))[0]) for text in found), key=lambda text: -len(text))
        return rf"\b(?:{'|'.join(longest)})\b" if longest else "(?!)"

    @cached_property
    def _tallies(self) -> Mapping[str, str]:
        """What people call the numbers of the lexicon that say what they count: "bird count", the number of birds."""
        begins, ends = _file(self.lexicon.lang).get("tally", ("", ""))
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

    def _form(self, text: str, form: str) -> str | None:
        """A word in another form."""
        lower = text.lower()
        if form in VERB_FORMS:
            return next((forms[lower].get(form) for forms in self._verbs.values() if lower in forms), None)
        if form == "place":
            return self._place(lower)
        if form == "thing":
            return self._thing(lower)
        if form in ("home", "lies"):
            return self._where(lower, form == "home")
        if form == "whose":
            return self._whose(lower)
        if form == "ruled":
            return self._ruled(lower)
        if form == "first":  # of a verb with its object
            return lower.split()[0]
        if form == "tally":
            return self._tallies.get(lower)
        if form in ("kind", "worth") and lower in self._valued:
            return self._valued[lower][form == "worth"]
        if form == "at":
            return next(
                (at for noun in self.lexicon.nouns.values() if (at := _at(noun)) and lower in _texts(noun)), None
            )
        if form == "only":
            together, apart = purposes(self.lexicon.lang)
            lower = lower.replace(" .", ".").replace(apart, together)
            return next((noun.forms.get("one") for noun in self.lexicon.nouns.values() if lower in _texts(noun)), None)
        if form in ("price", "own_price"):  # of what is somebody's only where the price is, too
            price = self._price(lower)
            return None if price and form == "own_price" and not price.startswith("your ") else price
        if form in ("before", "next"):  # of a number in digits
            return str(int(lower) + (1 if form == "next" else -1))
        if form == "priced":
            return self._called_price(lower)
        if form in ("card", "token"):
            return self._whole_name(lower, form)
        for noun in self.lexicon.nouns.values():
            if any(lower == wording.lower() for texts in noun.forms.forms.values() for wording in texts):
                return noun.forms.get(form, "one")
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
            if noun.type == "number" and any(text == word.lower() for word in noun.forms.forms.get("one", ())):
                spaces = [of for of in noun.of if of in self.lexicon.nouns and self.lexicon.noun_is(of, "space")]
                return self.lexicon.nouns[spaces[0]].forms.get("one") if len(noun.of) == len(spaces) == 1 else None
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
            if noun.entry.get("price") and any(self._is_a(kind, of) for kind in kinds for of in noun.of)
        ]

    def _called_price(self, text: str) -> str | None:
        """The one number that is printed on a thing and is called a price or a cost, or else the one that is its price.

        Of several kinds of cards together, and of a pronoun, it is that of all of them. None where there is none, or
        several.
        """
        called = re.compile(rf"(?:.* )?(?:{_file(self.lexicon.lang).get('costs', '(?!)')})", re.IGNORECASE)
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

    def _place(self, text: str) -> str | None:
        """The kind of space that a verb is done to, or in."""
        for verb in self.lexicon.verbs.values():
            if any(
                text == wording.lower() for forms in verb.forms for texts in forms.forms.values() for wording in texts
            ):
                of = verb.slots.get("object") or verb.slots.get("place", "")
                if of in self.lexicon.nouns and self.lexicon.noun_is(of, "space"):
                    return self.lexicon.nouns[of].forms.get("one")
        return None


def _at(noun: Noun) -> str:
    """Where on the map a zone lies, in words of the lexicon; "" where nothing says it."""
    return str(noun.entry.get("lies at", ""))


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


def said_otherwise(
    wordings: Wordings, words: list[Word], stuck: int, read: Callable[[list[Word]], int | None]
) -> list[list[Word]]:
    """The texts that can be read, among those that say the same as one that cannot: those that took the fewest rules.

    read: where a text cannot be read, or None if it can.
    """
    if len(words) > LONGEST:
        return []
    declared = list(wordings.of_numbers(words, stuck))  # the lexicon's own sentences go before those of the language
    where = [read(said) for said in declared]
    found = [said for said, at in zip(declared, where, strict=True) if at is None]
    begun = [(said, at) for said, at in zip(declared, where, strict=True) if at is not None]
    return found or _readable(wordings, begun, read) or _readable(wordings, [(words, stuck)], read)


def _readable(
    wordings: Wordings, waiting: list[tuple[list[Word], int]], read: Callable[[list[Word]], int | None]
) -> list[list[Word]]:
    """The texts that can be read after the fewest rules, of those that say the same as one of some that cannot."""
    attempts = 0
    seen = {_key(text) for text, _ in waiting}
    for _ in range(DEPTH):
        next_ones: list[tuple[int, list[Word], int]] = []
        readable: list[list[Word]] = []
        for text, at in waiting:
            for other in wordings.others(text, at):
                key = _key(other)
                if key in seen or attempts >= ATTEMPTS:
                    continue
                seen.add(key)
                attempts += 1
                where = read(other)
                if where is None:
                    readable.append(other)
                else:
                    next_ones.append((len(other) - where, other, where))
        if readable:
            return readable
        next_ones.sort(key=lambda one: one[0])
        waiting = [(text, at) for _, text, at in next_ones[:12]]
    return []


def _key(words: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.text.lower() for word in words)
