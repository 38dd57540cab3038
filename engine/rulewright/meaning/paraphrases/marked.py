"""Words for meanings in languages whose words agree and take endings: a mark stands for a word until its form is known.

A noun is told as a mark, *open* as long as nothing has said which case it stands in. A frame says it behind the name of
a gap: `{thing:ACC}` closes all that is open in it with the ending ACC of `words.<lang>.yaml`, `{thing:.}` with none,
`{thing:p3}` says whose it is and leaves it open, `{thing}` leaves it to what stands around. Beside gaps frames hold
`[that]`, a word of the class DET or PRON in the form that its noun asks for; `[=word]`, any other word that takes
endings; `<el|la|los|las>`, the forms of a word by the gender and number of its noun.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulewright.language.lexicon import Forms, Lexicon
from rulewright.language.lexicon.words import Noun, VerbWord
from rulewright.language.printing.sounds import sounds_of
from rulewright.meaning.model import Meaning
from rulewright.meaning.paraphrases.speaker import Speaker

OPEN, SHUT = "\ue000", "\ue001"
MARK = re.compile(f"{OPEN}([^{SHUT}]*){SHUT}")
IN_FRAMES = re.compile(r"\[(=?[^\]]+)\]|<([^<>]+)>")
WHOSE = {"": ("NONE",), "p2": ("YOUR", "ITS", "THEIR"), "p3": ("ITS", "THEIR")}
INSTEAD = ("IN", "ON")
"""Endings of which a noun has one or the other."""
BY_GENDER = ("one_m", "one_f", "many_m", "many_f")


def _mark(kind: str, *parts: str) -> str:
    return OPEN + "|".join((kind, *parts)) + SHUT


@dataclass(frozen=True)
class _Gap:
    """What fills a gap of a frame, which the frame may close."""

    speaker: MarkedSpeaker
    text: str

    def __format__(self, spec: str) -> str:
        if not spec:
            return self.text
        if spec in ("p2", "p3"):
            return re.sub(f"{OPEN}N\\|([^|]*)\\|([^|]*)\\|{SHUT}", f"{OPEN}N|\\1|\\2|{spec}{SHUT}", self.text)
        return self.speaker.closed_with(self.text, "" if spec == "." else spec)


class MarkedSpeaker(Speaker):
    """Tells meanings in the words of a lexicon whose words agree and take endings."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self._inflects = "NOUN" in lexicon.inflection.layers
        self._ready: dict[str, str] = {}

    # -------------------------------------------------------------- frames

    def frame(self, name: str, /, **words: object) -> str:
        """A frame with its gaps filled."""
        return self._filled(str(self.frames[name]), words)

    def choice(self, name: str, key: str, /, **words: object) -> str:
        """One of several frames of a kind, by a word of the language."""
        return self._filled(str(self.frames[name][key]), words)

    def _filled(self, text: str, words: Mapping[str, object]) -> str:
        if text not in self._ready:
            self._ready[text] = IN_FRAMES.sub(self._in_frame, text)
        text = self._ready[text]
        return text.format(**{name: _Gap(self, str(word)) for name, word in words.items()}) if words else text

    def _in_frame(self, found: re.Match[str]) -> str:
        word, forms = found.groups()
        if forms:
            return _mark("A", *forms.split("|"))
        if word.startswith("="):
            return _mark("W", word[1:])
        return _mark("P" if word in self.lexicon.classes.get("PRON", {}) else "D", word)

    # -------------------------------------------------------------- words

    def noun(self, noun: str, many: bool = False) -> str:
        """A noun, as a mark."""
        word = self.lexicon.nouns.get(noun)
        if word is None or not word.forms.forms:
            return noun.replace("_", " ")
        return _mark("N", noun, "many" if many and word.forms.get("many") else "one", "")

    def adjective(self, word: str) -> str:
        """An adjective; where it agrees, as a mark."""
        item = self.lexicon.adjectives.get(word)
        return self._agreeing(item.forms) if item else super().adjective(word)

    def after_noun(self, word: str) -> bool:
        """Whether an adjective stands after its noun: in some languages all do but those of a kind."""
        item = self.lexicon.adjectives.get(word)
        before = self.frames.get("before_noun")
        return super().after_noun(word) if before is None or item is None else item.kind != before

    def relation(self, word: str) -> str:
        """A relation, where it agrees as a mark."""
        return self._agreeing(self.lexicon.relations[word].forms)

    def related(self, word: str, thing: str, described: bool) -> str:
        """A relation with its other end, in the case that it asks for."""
        item = self.lexicon.relations[word]
        if not item.case:
            return super().related(word, thing, described)
        told = item.forms.get("before" if described else "any", *item.forms.forms) or word.replace("_", " ")
        return f"{self.closed_with(thing, item.case)} {told}"

    def located(self, word: str, noun: str, thing: str) -> str:
        """Where something is: by an ending, or by a word."""
        places: Mapping[str, str] = self.frames.get("places", {})
        if word in places:
            return self._filled(str(places[word]), {"thing": thing})
        return super().located(word, noun, thing)

    def _agreeing(self, forms: Forms) -> str:
        if "one_m" not in forms.forms:
            return forms.get("any", *forms.forms) or ""
        return _mark("A", *(next(iter(forms.fitting(set(form.split("_")))), "") for form in BY_GENDER))

    # -------------------------------------------------------------- verbs

    @cached_property
    def _moods(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self.frames["moods"]
        return found

    def verb_form(self, word: VerbWord, form: str, slots: Mapping[str, str]) -> str:
        """A form of a verb: an order, what you do, what somebody does or has done, what was done."""
        if form == "ed":
            part = word.forms[0].get("part", *word.forms[0].forms) or word.id
            return self.participle(word) if "part_one_m" in word.forms[0].forms else part
        known = re.compile(str(self.frames.get("known", "$^")))
        told = slots.get("object")
        definite = told == "" or bool(told and known.match(self.closed_with(told, "")))
        number = "many" if form.startswith("they") else "one"
        bare = word.bare_with in slots or bool(word.bare_without) and word.bare_without not in slots
        said = self.lexicon.mood(word, self._moods[form], number, definite, bare=bare) or word.id.replace("_", " ")
        twice = self.frames.get("said_twice", {}).get("you")  # "te elige a ti"
        if twice and self.frame("you") in (told, None if word.into else slots.get("to")):
            return self.lexicon.inflection.with_clitic(self.lexicon.inflection.moods[self._moods[form]], said, twice)
        return said

    def participle(self, word: VerbWord) -> str:
        """What was done, as it agrees with the thing."""
        forms = word.forms[0].forms
        return _mark("A", *(next(iter(forms.get(f"part_{form}", ())), "") for form in BY_GENDER))

    def patterns_of(self, word: VerbWord) -> tuple[str, ...]:
        """The patterns of a verb whose gaps whole things fill; all where it has only others."""
        return tuple(pattern for pattern in word.patterns if ":=" not in pattern) or word.patterns

    def in_role(self, name: str, rule: str, text: str, noun: str) -> str:
        """What plays a role, with the ending or the word for it."""
        cases: Mapping[str, str] = self.frames.get("slots", {})
        if not self._inflects:
            before = self.frames.get("prepositions", {}).get(name, {})
            noun = noun or ("player" if text == self.frame("you") else "")
            word = next((w for kind, w in before.items() if noun and self.lexicon.noun_is(noun, kind)), "")
            text = self.closed_with(text, "")
            return f"{word} {text}" if word else super().in_role(name, rule, text, noun)
        case = cases.get(rule[1:] if rule.startswith("=") else name, cases.get(name, ""))
        if rule and not rule.startswith("="):
            case = rule
        return self.closed_with(text, case)

    # -------------------------------------------------------------- marks become words

    def closed_with(self, text: str, case: str) -> str:
        """A text whose open marks are words now, with an ending."""
        marks = [found.group(1).split("|") for found in MARK.finditer(text)]
        if not any(mark[0] in "NPW" for mark in marks):
            if case and self._inflects and text.isdecimal():
                return self.lexicon.inflected("INT", text, "one", [case]) or text
            if not marks:
                return text
        spans = [found.span() for found in MARK.finditer(text)]
        pieces, last = [], 0
        for at, mark in enumerate(marks):
            pieces += [text[last : spans[at][0]], self._word(mark, self._noun_for(marks, spans, at), case)]
            last = spans[at][1]
        return "".join((*pieces, text[last:]))

    def _noun_for(self, marks: list[list[str]], spans: list[tuple[int, int]], at: int) -> list[str]:
        """The noun that a word agrees with: the nearest, of two as near the one behind it."""
        nouns = [i for i, mark in enumerate(marks) if mark[0] == "N"]
        ahead = [(spans[i][0] - spans[at][1], 0, i) for i in nouns if i > at]
        behind = [(spans[at][0] - spans[i][1], 1, i) for i in nouns if i < at]
        return marks[min((*ahead, *behind))[2]] if ahead or behind else ["N", "", "one", ""]

    def _word(self, mark: list[str], noun: list[str], case: str) -> str:
        kind, word, *more = mark
        word_of = self.lexicon.nouns.get(noun[1])
        if kind == "N":
            return self._noun_with(word, more[0], more[1], case)
        if kind == "P":
            named = self.lexicon.classes["PRON"][word].forms
            number = "one" if any(form.startswith("one") for form in named) else "many"
            found = self.lexicon.inflected("PRON", word, number, [case]) if case else None
            return found or next(iter(named.values()))[0]
        if kind == "W":
            form = self.lexicon.inflection.marks[case].form("at") if case else ""
            return (self.lexicon.inflection.ending(form, word) if form else None) or word
        many, feminine = noun[2] == "many", bool(word_of and word_of.gender == "f")
        if kind == "D":
            form = self.lexicon.inflection.marks[case].form(word_of.place if word_of else "in") if case else ""
            gender = {word_of.gender} if word_of and word_of.gender else {"m"}
            forms = self.lexicon.classes["DET"][word]
            fitting = forms.fitting({"many" if many else "one", form, *gender})
            return fitting[0] if fitting else forms.get("any", *forms.forms) or word
        place = 2 * many + feminine
        return (word, *more)[place if place < len(mark) - 1 else place % 2]

    def _noun_with(self, noun: str, number: str, owner: str, case: str) -> str:
        if not self._inflects:
            return self.lexicon.nouns[noun].forms.get(number, "one", "many") or noun
        word = self.lexicon.nouns[noun]
        marks = [*self._first(word, WHOSE[owner])]
        if case:
            marks += self._first(word, (case, *(other for other in INSTEAD if case in INSTEAD)))
        return (
            self.lexicon.inflected("NOUN", noun, number, marks)
            or self.lexicon.inflected("NOUN", noun, "one", marks)
            or super().noun(noun, number == "many")
        )

    def _first(self, noun: Noun, marks: tuple[str, ...]) -> list[str]:
        known = self.lexicon.inflection.marks
        return [name for name in marks if name in known and self.lexicon.fits(known[name], noun.id)][:1]

    def smoothed(self, text: str) -> str:
        """A text without marks, its words as they are written beside each other."""
        text = self.closed_with(text, "").replace(" ,", ",")
        for old, new in self.frames.get("merged", {}).items():
            text = text.replace(str(old), str(new))
        return sounds_of(self.lexicon.lang).written(re.sub(" {2,}", " ", text))

    def sentence(self, meaning: Meaning) -> str:
        """A meaning as a sentence."""
        text = self.smoothed(self.tell(meaning))
        return f"{text[:1].upper()}{text[1:]}."


def speaker_of(lexicon: Any) -> Speaker:
    """Who tells meanings in the language of a lexicon that has frames."""
    return MarkedSpeaker(lexicon) if lexicon.inflection.moods else Speaker(lexicon)
