"""Everyday wordings: a text that the grammar does not read is said otherwise, in words that it does read.

`grammar/wordings.<lang>.yaml` lists what people write and how the language says the same. A rule is tried only where a
text cannot be read as it stands, so that no sentence has a second reading; and if two ways of saying it otherwise give
two trees, the text is refused. Words keep their place in the text, so that problems point at what was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import groupby

from rulewright.language.lexicon import Lexicon
from rulewright.language.parsing.lexer import PhraseLexer
from rulewright.language.parsing.rewording.cost_sayings import cost_sayings
from rulewright.language.parsing.rewording.deed_sayings import deed_sayings
from rulewright.language.parsing.rewording.done_by import DoneBy
from rulewright.language.parsing.rewording.instead import Instead
from rulewright.language.parsing.rewording.kinds_of_goods import kinds_of_goods
from rulewright.language.parsing.rewording.number_sayings import number_sayings
from rulewright.language.parsing.rewording.paid import ReadsSteps
from rulewright.language.parsing.rewording.patterns import HOLE, ByWords, Pattern, may_stand, stands
from rulewright.language.parsing.rewording.reading_budget import attempts, go_on
from rulewright.language.parsing.rewording.rules import (
    Rule,
    commas,
    deeds,
    done_by,
    kinds,
    numbers,
    prices,
    rules,
    though_read,
    verbs,
)
from rulewright.language.parsing.rewording.verb_sayings import verb_sayings
from rulewright.language.parsing.rewording.word_forms import WordForms, joined
from rulewright.language.parsing.words import Word

DEPTH = 16  # rules applied to one text
LONGEST = 320  # words of a text that is tried at all
KEPT = 128  # texts of which it is known what they could say
ACROSS = 2  # sentences before that in which a text cannot be read, at most, that a rule may take with it
_WORD = re.compile(r"[^\W\d_]+")


Compiled = list[ByWords[tuple[Rule, Pattern]]]
"""Wordings by how many sentences they take with them before that in which a text cannot be read; [] for none."""


class Wordings:
    """Says a text otherwise, with the words of one ruleset."""

    def __init__(self, lexicon: Lexicon, lexer: PhraseLexer, reads: ReadsSteps) -> None:
        self.lexicon, self.lexer = lexicon, lexer
        self._kept: dict[Rule, list[tuple[int, re.Pattern[str]]]] = {}
        self._forms = WordForms(lexicon, reads)
        self._instead = Instead(self._forms)
        self._done_by = DoneBy(self._forms, done_by(lexicon.lang))
        self._patterns: dict[str, Pattern] = {}
        self._alone: dict[Rule, Compiled] = {}  # wordings each by itself, as far as they were asked for

    @cached_property
    def _own_rules(self) -> tuple[Rule, ...]:
        """The wordings of the ruleset. What one under a heading says is found by how that is called."""

        def called(headings: Iterable[str]) -> str:
            known = [self.lexicon.headings[one].forms.forms for one in headings if one in self.lexicon.headings]
            return "|".join(re.escape(words) for forms in known for ways in forms.values() for words in ways)

        own = sorted(self.lexicon.wordings, key=lambda wording: not wording[2])  # those under a heading first
        return tuple(Rule(said, means, under=under, found=called(under)) for said, means, under in own)

    @cached_property
    def _of_words(self) -> tuple[Rule, ...]:
        """The wordings of the ruleset's resources that have kinds, and of its verbs, of what costs whom, of deeds."""
        ways, said = kinds(self.lexicon.lang), verbs(self.lexicon.lang)
        of_kinds = kinds_of_goods(self.lexicon, ways) if ways else ()
        of_verbs = verb_sayings(self.lexicon, said) if said else ()
        priced = any(noun.entry.get("price") for noun in self.lexicon.nouns.values())
        of_costs = cost_sayings(prices(self.lexicon.lang)) if priced and prices(self.lexicon.lang) else ()
        of_deeds = deed_sayings(deeds(self.lexicon.lang)) if deeds(self.lexicon.lang) else ()
        return (*of_kinds, *of_verbs, *of_costs, *of_deeds)

    @cached_property
    def _rules(self) -> Compiled:
        return self._compiled((*self._own_rules, *rules(self.lexicon.lang), *self._of_words))

    @cached_property
    def _though_read(self) -> ByWords[list[Rule]]:
        """Those that are tried though a text can be read, together where they are found by the same."""
        wordings = (*self._own_rules, *though_read(self.lexicon.lang), *self._of_words)
        told = groupby((rule for rule in self._meant(wordings) if rule.found), key=lambda rule: rule.found)
        return ByWords((list(some), found) for found, some in told)

    @cached_property
    def _of_numbers(self) -> Compiled:
        ways = numbers(self.lexicon.lang)
        return self._compiled(Rule(*said) for said in number_sayings(self.lexicon, ways)) if ways else []

    def _compiled(self, wordings: Iterable[Rule]) -> Compiled:
        made = [(rule, self._pattern(rule.pattern)) for rule in self._meant(wordings)]
        across = [[both for both in made if both[0].across == number] for number in range(ACROSS + 1)]
        return [ByWords((both, both[0].pattern) for both in some) for some in across] if made else []

    def _pattern(self, pattern: str) -> Pattern:
        """A pattern: one and the same for all wordings that have it."""
        if pattern not in self._patterns:
            self._patterns[pattern] = Pattern(pattern, self._forms.hole)
        return self._patterns[pattern]

    def _meant(self, wordings: Iterable[Rule]) -> Iterator[Rule]:
        """The wordings in which no word has a meaning of its own in the lexicon."""
        return (rule for rule in wordings if not self._own(rule.unless))

    def _own(self, words: str) -> bool:
        """Whether a lexicon gives one of some words a meaning of its own: of a noun, one that is more than a role."""
        lexicon = self.lexicon
        for word in words.split("|"):
            noun = lexicon.nouns.get(word)
            known = lexicon.adjectives.get(word) or lexicon.verbs.get(word)
            meant = known is not None and not known.entry.keys().isdisjoint(("means", "attribute", "do", "state"))
            if meant or (noun is not None and noun.type != "role"):
                return True
        return False

    def of_numbers(self, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
        """The texts in which a sentence of the lexicon (`raised`, `lowered`) is said of its number."""
        if self._of_numbers:
            yield from self._applied(self._of_numbers, words, stuck)

    def though_read(self, text: str) -> Iterator[Rule]:
        """The wordings that may say a text otherwise that can be read, but only as what stands for nothing.

        text: as it is written, by which the wordings are known that may be meant.
        """
        lower = text.lower()
        for some in self._though_read.among(lower):
            if stands(some[0].found, text, lower):
                yield from some

    def maybe_unmeant(self, text: str) -> bool:
        """Whether words stand in a text by which those are known that can be read only as what stands for nothing."""
        lower = text.lower()
        return any(stands(some[0].found, text, lower) for some in self._though_read.among(lower))

    def anywhere(self, rule: Rule, words: Sequence[Word], lower: str) -> Iterator[list[Word]]:
        """The texts that a wording makes of another, in any of its sentences. lower: the words, in lower case."""
        if not may_stand(rule.pattern, lower):
            return
        if rule not in self._alone:
            self._alone[rule] = self._compiled([rule])
        for stop in [i for i, word in enumerate(words) if word.text == "."] or [len(words)]:
            yield from self._applied(self._alone[rule], words, stop)

    def others(self, words: Sequence[Word], stuck: int) -> Sequence[list[Word]]:
        """The texts that say the same otherwise, one rule applied where (or before) the parser was stuck."""
        return self._known_others(tuple(words), stuck)

    @cached_property
    def _known_others(self) -> Callable[[tuple[Word, ...], int], Sequence[list[Word]]]:
        """The same: it is asked again for a sentence that is refused, and to tell what is wrong with it."""

        def known(words: tuple[Word, ...], stuck: int) -> Sequence[list[Word]]:
            return list(self._others(words, stuck))

        return lru_cache(KEPT)(known)

    def _others(self, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
        (begin, *_), end = self._body(words, stuck)
        yield from self._commas(words, begin, end, stuck)
        yield from self.of_numbers(words, stuck)
        yield from self._applied(self._rules, words, stuck)

    def _applied(self, compiled: Compiled, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
        begins, end = self._body(words, stuck)
        for some, first in zip(compiled, begins, strict=False):
            text, places = joined(words[first:end])
            at = next((start for start, _, word in places if word >= stuck - first), len(text))
            opening = first == 0 or words[first - 1].text == ":"
            heading, under = self._heading(words, first)
            for rule, pattern in some.among(text.lower()):
                decided = False
                go_on()
                for found in pattern.finditer(text) if opening >= rule.opens else ():
                    before = joined(words[under:first])[0] if rule.alone or rule.by else ""
                    if (found.start() <= at or rule.anywhere) and self._fits(rule, found, heading, before):
                        said = self._instead.words(rule.instead, found, words[first:end], places)
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

    def _heading(self, words: Sequence[Word], at: int) -> tuple[str, int]:
        """The id of the heading under which a sentence stands, and what is behind it; "" and 0 where there is none."""
        lower = [word.text.lower() for word in words[:at]]
        for colon in (i for i in reversed(range(at)) if lower[i] == ":"):
            begin = next((i + 1 for i in reversed(range(colon)) if lower[i] == "."), 0)
            found = [phrase.value for phrase in self.lexer.candidates(lower, begin) if phrase.terminal == "HEADING"]
            if found:
                return found[0], colon + 1
        return "", 0

    def _commas(self, words: Sequence[Word], begin: int, end: int, stuck: int) -> Iterator[list[Word]]:
        """With a comma where one is missing; a clause does not begin with where something is."""
        missing, never = commas(self.lexicon.lang)
        if missing and re.match(missing, joined(words[begin:end])[0], re.IGNORECASE):
            for place in range(min(stuck, end), max(stuck - 4, begin), -1):
                if words[place - 1].text == "," or (place < end and re.fullmatch(never, words[place].text.lower())):
                    continue
                if place == end or not self._goes_on(words, place):
                    here = Word(",", words[place - 1].end, words[place - 1].end)
                    yield [*words[:place], here, *words[place:]]

    def _goes_on(self, words: Sequence[Word], place: int) -> bool:
        """Whether no clause can begin at a word: at a comma, and at a preposition that tells a place."""
        here = self.lexer.candidates([word.text.lower() for word in words], place)
        return words[place].text == "," or any(phrase.terminal == "PLACE" for phrase in here)

    def _fits(self, rule: Rule, found: re.Match[str], heading: str, before: str) -> bool:
        """Whether a match is what a wording means.

        before: the text before the sentences of the match, where it is asked what else was done.
        """
        if rule.under and heading not in rule.under:
            return False
        if any(words.search(found[group] or "") for group, words in self._free(rule)):
            return False
        if not self._forms.apart([found[group] or "" for group in rule.apart]):
            return False
        whole = f"{before} {found.string[: found.end()]}"
        if rule.alone and self._forms.how_often(found[rule.alone], whole) != 2:
            return False
        if rule.by and not self._done_by.alone(found, rule.by, before):
            return False
        return all(self._forms.named_alike(found[one] or "", found[other] or "") for one, other in rule.same)

    def _free(self, rule: Rule) -> list[tuple[int, re.Pattern[str]]]:
        """What may not stand in which group of a rule."""
        if rule not in self._kept:
            holes = [(group, HOLE.sub(self._forms.hole, words)) for group, words in rule.free_of]
            self._kept[rule] = [(group, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for group, words in holes]
        return self._kept[rule]

    def knows(self, word: str) -> bool:
        """Whether a word stands in everyday wordings, names a value, or is a form of a verb."""
        return word in _words_of(self.lexicon.lang) or self._forms.knows(word)


@cache
def _words_of(lang: str) -> frozenset[str]:
    """All words in the everyday wordings of a language."""
    return frozenset(part for rule in rules(lang) for part in _WORD.findall(rule.pattern.replace("\\b", " ")))


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
    tried, most = 0, attempts()
    seen = {_key(text) for text, _ in waiting}
    for _ in range(DEPTH):
        next_ones: list[tuple[int, list[Word], int]] = []
        readable: list[list[Word]] = []
        for text, at in waiting:
            for other in wordings.others(text, at) if tried < most else ():
                key = _key(other)
                if key in seen:
                    continue
                if tried >= most:
                    break
                seen.add(key)
                tried += 1
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
