"""The phrase lexer: the longest phrase of whole words among the terminals that the parser accepts next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from rulewright.language.lexicon import Lexicon, Phrase, split_pattern, split_words
from rulewright.language.lexicon.elision import APOSTROPHES, Elision
from rulewright.language.lexicon.inflection import Mark
from rulewright.language.parsing.declined_words import DETERMINERS
from rulewright.language.parsing.follow_rules import FollowRules, is_guess
from rulewright.language.parsing.surroundings import Surroundings
from rulewright.language.parsing.words import Word, is_number, split
from rulewright.language.records import replace
from rulewright.problems import LexiconError, problem

# Terminals of the lexicon: where their words stand in it.
OWN = {
    "NOUN": "nouns", "ADJ": "adjectives", "PRED": "adjectives", "RELATION": "relations", "HEADING": "headings",
    "TIME": "times",
}  # fmt: skip
PLACES = ("in", "on", "at")  # how a thing lies where a noun names it
NUMBERS = 100  # so many numbers are kept with all their endings
REMEMBERED = 8  # places of the grammar of which the wordings that can stand there are kept


class Stuck(Exception):
    """No phrase can stand here: at which word, and in what state of the parser's stack."""

    def __init__(self, index: int, stack: list[int], too_deep: bool = False) -> None:
        super().__init__(index)
        self.index, self.stack, self.too_deep = index, stack, too_deep


class PhraseLexer:
    """Knows all wordings of a language; asked for the next token at a place, given what the parser accepts."""

    def __init__(self, lexicon: Lexicon, literals: Iterable[str]) -> None:
        core = lexicon.core
        self._core = core
        self._lexicon = lexicon
        self._inflection = lexicon.inflection
        self.moods, self.marks = frozenset(lexicon.inflection.moods), frozenset(lexicon.inflection.marks)
        self.clitics = frozenset(lexicon.inflection.clitics)
        self.splits: Mapping[str, str] = {name: str(e["next"]) for name, e in core.get("splits", {}).items()}
        self.closing: Mapping[str, Sequence[str]] = core.get("closing", {})
        self._after: Mapping[str, frozenset[str]] = {
            form: frozenset(words) for form, words in core.get("form_after", {}).items()
        }
        # for messages: everyday wordings with what is said instead, and words that say nothing
        self.slips = [(re.compile(p, re.IGNORECASE), str(instead)) for p, instead in core.get("slips", ())]
        self.idle = frozenset(core.get("idle_words", ()))
        self._elision = Elision(core.get("elision", {}))
        self._contractions: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {}
        for written, meant in core.get("contractions", {}).items():
            drawn = split_words(str(written))
            self._contractions.setdefault(drawn[0], []).append((drawn, str(meant).split()))
        self.table: dict[str, list[Phrase]] = {}
        literals = list(literals)
        for phrase in self._with_articles(self._phrases(literals), core.get("article", {})):
            self.table.setdefault(phrase.words[0], []).append(phrase)
        for found in self.table.values():  # of equal length: first what looks ahead, then verbs, then as listed
            found.sort(key=lambda p: (-len(p.words), p.terminal not in self.splits, not p.before))
        patterns = {f'"{part}"' for v in lexicon.verbs.values() for p in v.patterns for part in split_pattern(p)}
        self._needed = {*core.get("splits", {}), *(x for x in literals if x not in patterns)} - {
            *OWN,
            "RANK",
            "ORDINAL",
        }
        self._closed = {*core.get("classes", {}), *literals, "INT"}  # of the core alone: its own tests see to these
        self.in_cases = bool(lexicon.declension.cases)
        self._around = Surroundings(lexicon, self.table, self._elision)
        self.verb_terminals = self._around.verb_terminals
        self._rules = FollowRules(self._around, self.splits)

    def _phrases(self, literals: Iterable[str]) -> list[Phrase]:
        """All wordings of the language: of its lexicon, and of the literals of its grammar.

        Raises LexiconError (RW0260) for wordings without a word.
        """
        core = self._core
        phrases = list(self._lexicon.phrases())
        for name, entry in core.get("splits", {}).items():
            phrases += [Phrase(split_words(text), name, name) for text in entry.get("words", ())]
        also = core.get("also", {})
        for name in literals:
            phrases += [Phrase(split_words(text), name, name) for text in (name[1:-1], *also.get(name[1:-1], ()))]
        phrases += [Phrase((word,), "INT", str(value)) for word, value in core.get("numbers", {}).items()]
        for mark, signs in self.closing.items():  # a sign that ends a part, and is what it is besides
            phrases += [replace(p, before=mark) for p in phrases if p.terminal.strip('"') in signs]
        if self._contractions:
            phrases = [replace(p, words=tuple(part for part, *_ in self._parts(p.words))) for p in phrases]
        if self._elision.words:
            phrases = [replace(p, words=words) for p in phrases for words in self._elision.variants(p.words)]
        empty = dict.fromkeys(phrase.value for phrase in phrases if not phrase.words)
        if empty:
            raise LexiconError(*(problem("RW0260", found=name) for name in empty))
        return phrases

    def split(self, text: str) -> list[Word]:
        """The words of a text; what the language writes as one word and reads as two is both."""
        words = split(text)
        if self._contractions:
            parts = self._parts([word.text for word in words])
            words = [Word(part, words[first].start, words[last].end) for part, first, last in parts]
        if self._elision.words:
            parts = self._elision.joined([word.text for word in words])
            words = [Word(part, words[first].start, words[last].end) for part, first, last in parts]
        return words

    def _parts(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """The words that are read, each with the first and the last of the written ones that it stands for."""
        at = 0
        while at < len(words):
            size, parts = 1, [words[at]]
            for written, meant in self._contractions.get(words[at].lower(), ()):
                if tuple("'" if w in APOSTROPHES else w.lower() for w in words[at : at + len(written)]) == written:
                    size, parts = len(written), meant
            yield from ((part, at, at + size - 1) for part in parts)
            at += size

    def candidates(self, words: list[str], index: int, strict: bool = True, unseen: bool = False) -> list[Phrase]:
        """All phrases that begin here and that the words around them allow, longest first.

        strict: whether a comma must look like one of a list, and a noun after "and" not like a subject. The parser asks
        without when it could take none of the strict ones: then there is no choice that the look ahead would decide.
        unseen: also those that a clause or a list should follow where none is seen: only the whole sentence tells.
        """
        found = []
        for phrase in self.table.get(words[index], ()):
            size = len(phrase.words)
            if size > 1 and tuple(words[index : index + size]) != phrase.words:
                continue
            follows = self._after.get(phrase.form) if phrase.terminal in self.verb_terminals else None
            if follows is not None and self._around.before(words, index) not in follows:
                continue
            rule = self.splits.get(phrase.terminal)
            if rule is not None and not (unseen and is_guess(rule)):
                own = phrase.terminal in DETERMINERS and rule.startswith("case ")  # it tells the case itself
                if not self._rules.kept(rule, words, index if own else index + size, strict):
                    continue
            if size > 1 and self._around.cuts_a_noun(phrase, words, index):
                continue
            if size > 1 and phrase.terminal == "NOUN" and self._around.names_one_of_several(phrase, words, index):
                continue
            if phrase.terminal == "DET" and not (
                self._around.agreed(phrase, words, index + size) and self._around.determines(words, index, size)
            ):
                continue
            mark = self._inflection.marks.get(phrase.after[-1]) if phrase.after else None
            asked = mark.next if mark else ""
            if asked and not self._rules.kept(asked, words, index + size, strict):
                continue
            if phrase.terminal == "NOUN" and self._rules.grouped and self._rules.in_group(phrase, words, index + size):
                # first as one of a group; it may be described by what no noun of a group is, or be the last of another
                found.append(replace(phrase, terminal="GROUPED", after=(*phrase.after[:-1], "CASE")))
                if unseen:
                    continue
            if not self._around.before_another_verb(phrase, words, index + size):
                found.append(phrase)
        found = self._around.with_their_parts(found, words, index)
        if self._lexicon.declension.cases:
            found = self._around.declined_words.of_a_number(found, words, index)
        nouns = [p for p in found if p.terminal == "NOUN"]
        if nouns and self._around.finite_after(
            words, index + len(nouns[0].words)
        ):  # "Draws are …": not an order to draw
            found = [p for p in found if p.terminal not in self.verb_terminals]
        if is_number(words[index]):
            found += self._numbers(words, index)
        return found

    def _with_articles(self, phrases: Iterable[Phrase], article: Mapping[str, str]) -> Iterator[Phrase]:
        """The phrases; those that have an article inside also with its other form, where the language asks for it."""
        for phrase in phrases:
            yield phrase
            if "also_inside" in article and article["form"] in phrase.words:
                yield replace(
                    phrase, words=tuple(article["becomes"] if w == article["form"] else w for w in phrase.words)
                )

    def _numbers(self, words: list[str], index: int) -> Iterator[Phrase]:
        """A number in figures, with its ending if it has one."""
        value = words[index]
        for wording, mark in self._number_forms(value):
            size = len(wording)
            if tuple(words[index : index + size]) == wording and (
                not mark.next or self._rules.kept(mark.next, words, index + size, True)
            ):
                name, after = (mark.name, ()) if mark.before else ("", (mark.name,))
                yield Phrase(wording, "INT", value, before=name, after=after)
        yield Phrase((value,), "INT", value)

    def _number_forms(self, value: str) -> list[tuple[tuple[str, ...], Mark]]:
        """How a number in figures may be written with each of its marks, the longest first."""
        found = self._numbers_written.get(value)
        if found is None:
            made = {
                (split_words(text), mark.name, mark.next): mark
                for (marks,) in [self._inflection.layers.get("INT", ((),))]
                for mark in marks
                for place in PLACES
                for text in self._inflection.wordings({"one": (value,)}, "one", (mark,), place)
            }
            while len(self._numbers_written) >= NUMBERS:
                del self._numbers_written[next(iter(self._numbers_written))]
            forms = [(wording, mark) for (wording, *_), mark in made.items()]
            found = self._numbers_written[value] = sorted(forms, key=lambda form: -len(form[0]))
        return found

    @cached_property
    def _numbers_written(self) -> dict[str, list[tuple[tuple[str, ...], Mark]]]:
        return {}

    def best(self, found: list[Phrase]) -> Phrase:
        """The longest of the phrases that the parser can take; "has looked in" is the verb, not its participle."""
        longest = found[0]
        if longest.terminal == "PAST":
            return next((p for p in found if p.terminal in self.verb_terminals and p.value == longest.value), longest)
        return longest

    def clashes(self, states: Iterable[Set[str]]) -> Iterator[tuple[Phrase, Phrase]]:
        """Pairs of phrases with the same words that one parser state could both take: two readings of a word.

        Terminals that look ahead or that follow certain words only are told apart by what stands beside them.
        """
        same: dict[tuple[str, ...], list[Phrase]] = {}
        for phrases in self.table.values():
            for phrase in phrases:
                if phrase.terminal not in self.splits and not (
                    phrase.terminal in self.verb_terminals and phrase.form in self._after
                ):
                    same.setdefault(phrase.words, []).append(phrase)
        pairs = {
            (a, b)
            for phrases in same.values()
            for i, a in enumerate(phrases)
            for b in phrases[i + 1 :]
            if a.terminal != b.terminal and not self._told_apart(a, b)
        }
        wanted = {frozenset((a.terminal, b.terminal)) for a, b in pairs}
        together = {pair for state in states for pair in wanted if pair <= state}
        for a, b in sorted(pairs, key=str):
            if frozenset((a.terminal, b.terminal)) in together:
                yield a, b

    def section(self, phrase: Phrase) -> str:
        """What a phrase is in a lexicon: a noun, a verb …; a word, where it is one of the language's own."""
        return "verb" if phrase.terminal in self.verb_terminals else OWN.get(phrase.terminal, "words")[:-1]

    def mistaken(self) -> Iterator[Phrase]:
        """Words of the ruleset that are words of the language itself too, and would be read as these or hide them."""
        for phrases in self.table.values():
            taken = {p.words for p in phrases if p.terminal in self._needed}
            for phrase in phrases:
                section = OWN.get(phrase.terminal)
                if section and phrase.words in taken and phrase.value not in (self._core.get(section) or {}):
                    yield phrase

    @cached_property
    def wordings(self) -> list[tuple[str, str, int]]:
        """All wordings: the terminal of each, how it is written, and how many words it has."""
        return [(p.terminal, " ".join(p.words), len(p.words)) for phrases in self.table.values() for p in phrases]

    def wordings_among(self, terminals: frozenset[str]) -> Mapping[int, list[str]]:
        """The wordings of some terminals, by how many words they have.

        There are tens of thousands, and who writes a sentence stands at the same place of the grammar key after key: so
        those of the last few places are kept.
        """
        found = self._among.get(terminals)
        if found is None:
            found = {}
            for terminal, wording, size in self.wordings:
                if terminal in terminals:
                    found.setdefault(size, []).append(wording)
            while len(self._among) >= REMEMBERED:
                del self._among[next(iter(self._among))]
            self._among[terminals] = found
        return found

    @cached_property
    def _among(self) -> dict[frozenset[str], Mapping[int, list[str]]]:
        return {}

    @cached_property
    def first_wordings(self) -> Mapping[str, str]:
        """The first wording of each terminal."""
        return {terminal: wording for terminal, wording, _ in reversed(self.wordings)}

    def knows(self, words: list[str], index: int) -> bool:
        """Whether any wording begins with this word."""
        return words[index] in self.table or is_number(words[index])

    def longest(self, terminal: str, words: list[str], index: int) -> int:
        """How many words the longest wording of a terminal has that begins here; 0 if none does."""
        sizes = (
            [len(p.words) for p in self.candidates(words, index) if p.terminal == terminal]
            if index < len(words)
            else []
        )
        return max(sizes, default=0)

    def _told_apart(self, a: Phrase, b: Phrase) -> bool:
        """Whether a rule decides between two terminals for the same words (see `candidates`)."""
        if a.part != b.part:
            return True
        kinds = {"V" if x.terminal in self.verb_terminals else x.terminal for x in (a, b)}
        if kinds == {"PART", "V"} and (
            a.marked or b.marked
        ):  # a mark, or the next word decides: "ersetzt", "ersetzt wird"
            return True
        if "PART" in kinds and any(kind.startswith("ADJ") for kind in kinds):
            return True
        return kinds <= {"V", "NOUN"} or kinds <= {"ADJ", "PAST"} or kinds <= {"V", "PAST"} or kinds <= self._closed
