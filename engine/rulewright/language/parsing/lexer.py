"""The phrase lexer: the longest phrase of whole words among the terminals that the parser accepts next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from rulewright.language.lexicon import WORD, Lexicon, Phrase, split_pattern, split_words
from rulewright.language.lexicon.elision import APOSTROPHES, Elision
from rulewright.language.lexicon.inflection import Mark
from rulewright.language.parsing.declined_words import BETWEEN, DETERMINERS, DeclinedWords
from rulewright.language.problems import LexiconError, problem

# Terminals of the lexicon: where their words stand in it.
OWN = {
    "NOUN": "nouns", "ADJ": "adjectives", "PRED": "adjectives", "RELATION": "relations", "HEADING": "headings",
    "TIME": "times",
}  # fmt: skip
PLACES = ("in", "on", "at")  # how a thing lies where a noun names it
OF_SEVERAL = ("each_other", "all_other")  # determiners that no name of one thing has
NUMBERS = 100  # so many numbers are kept with all their endings
REMEMBERED = 8  # places of the grammar of which the wordings that can stand there are kept
NAME_WINDOW = 4  # words before one of a name where that name may begin
LIST_WINDOW = 14  # words after a comma in which the next comma, and, or must stand

SEEN_AHEAD = frozenset({
    "some verb", "list", "bare list", "any list", "no noun", "noun", "bare", "verb", "no verb", "clause", "predicate",
    "relative", "counted", "other", "last number", "no determiner",
})  # fmt: skip
"""Rules of `splits` that guess from a few words how a sentence goes on."""

Follows = Callable[[list[str], int, bool], bool]
"""Whether words keep a rule at a place; strict: see `PhraseLexer.candidates`."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text and where it stands."""

    text: str
    start: int
    end: int


class Stuck(Exception):
    """No phrase can stand here: at which word, and in what state of the parser's stack."""

    def __init__(self, index: int, stack: list[int], too_deep: bool = False) -> None:
        super().__init__(index)
        self.index, self.stack, self.too_deep = index, stack, too_deep


def is_number(word: str) -> bool:
    """Whether a word is a number as texts may have it: at most six digits."""
    return word.isascii() and word.isdigit() and len(word) <= 6


def split(text: str) -> list[Word]:
    """The words of a text: words, numbers, single signs; what belongs to several, "the players' hands", as of one."""

    def word(sign: str, start: int) -> str:
        return "'s" if sign == "'" and text[max(start - 1, 0) : start] == "s" else sign

    return [Word(word(m.group(), m.start()), m.start(), m.end()) for m in WORD.finditer(text)]


class PhraseLexer:
    """Knows all wordings of a language; asked for the next token at a place, given what the parser accepts."""

    def __init__(self, lexicon: Lexicon, literals: Iterable[str]) -> None:
        core = lexicon.core
        self._core = core
        self._lexicon = lexicon
        self._inflection = lexicon.inflection
        self.verb_terminals = set(lexicon.verb_terminals.values())
        self._name_words(core)
        self._elision = Elision(core.get("elision", {}))
        self._contractions: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {}
        for written, meant in core.get("contractions", {}).items():
            drawn = split_words(str(written))
            self._contractions.setdefault(drawn[0], []).append((drawn, str(meant).split()))
        self._begin_groups(core)
        self.table: dict[str, list[Phrase]] = {}
        literals = list(literals)
        for phrase in self._with_articles(self._phrases(literals), core.get("article", {})):
            self._enter(phrase)
        for found in self.table.values():  # of equal length: first what looks ahead, then verbs, then as listed
            found.sort(key=lambda p: (-len(p.words), p.terminal not in self.splits, not p.before))
        patterns = {f'"{part}"' for v in lexicon.verbs.values() for p in v.patterns for part in split_pattern(p)}
        self._needed = {*core.get("splits", {}), *(x for x in literals if x not in patterns)} - {
            *OWN,
            "RANK",
            "ORDINAL",
        }
        self._closed = {*core.get("classes", {}), *literals, "INT"}  # of the core alone: its own tests see to these
        self._declined = {  # determiners that take the cases of their nouns
            value
            for value, entry in lexicon.classes.get("DET", {}).items()
            if any("_" in form for form in entry.forms) and lexicon.inflection.layers.get("NOUN")
        }
        self.in_cases = bool(lexicon.declension.cases)
        self._declined_words = DeclinedWords(lexicon, self.table)

    def _name_words(self, core: Mapping[str, Any]) -> None:
        """The words of the language's core by what the lexer asks of them."""
        self.splits: Mapping[str, str] = {name: str(e["next"]) for name, e in core.get("splits", {}).items()}
        self.closing: Mapping[str, Sequence[str]] = core.get("closing", {})
        self._after: Mapping[str, frozenset[str]] = {
            form: frozenset(words) for form, words in core.get("form_after", {}).items()
        }
        self._clause_words = frozenset(core.get("clause_words", ()))
        self._known = frozenset(core.get("known_words", ()))
        self._finite = frozenset(core.get("finite_words", ()))
        self._amounts: list[list[str]] = [text.split() for text in core.get("amount_starts", ())]
        # for messages: everyday wordings with what is said instead, and words that say nothing
        self.slips = [(re.compile(p, re.IGNORECASE), str(instead)) for p, instead in core.get("slips", ())]
        self.idle = frozenset(core.get("idle_words", ()))
        owned = core.get("possessed", {})
        self._grouped = tuple(core.get("grouped", ()))
        self._counts = frozenset(owned.get("counts", ()))
        self._possessed, self._passed = frozenset(owned.get("marks", ())), frozenset(owned.get("over", ()))
        lists = [w for name in ("AND", "OR") for w in core["splits"].get(name, {}).get("words", ())]
        self._list_ends = frozenset([",", *lists])
        self._until = frozenset(core.get("apart_until", ()))
        self._still = frozenset(core.get("still", ()))
        self._described = frozenset(core.get("described", ()))  # a comma behind these is none of a list
        article = core.get("article", {})
        self._articles = frozenset({article.get("form"), article.get("becomes")})
        self._before_nouns = self._described | self._articles

    def _begin_groups(self, core: Mapping[str, Any]) -> None:
        """Wordings by their first words, in the groups that are looked for around a place: first those of the core."""
        self._adverbs: set[str] = set()
        self._determiners: dict[str, list[tuple[str, ...]]] = {"the": [("the",)]}
        self._verbs: dict[str, list[tuple[str, ...]]] = {}
        self._bare: dict[str, list[tuple[str, ...]]] = {}
        self._nouns: dict[str, list[tuple[str, ...]]] = {}
        self._pronouns: dict[str, list[tuple[str, ...]]] = {}
        self._statements: dict[str, list[tuple[str, ...]]] = {}
        for text in core.get("act_starts", ()):
            words = self._elision.variants(split_words(text))[0]
            self._verbs.setdefault(words[0], []).append(words)
        for text in core.get("statement_starts", ()):
            words = tuple(text.split())
            self._statements.setdefault(words[0], []).append(words)

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

    def _enter(self, phrase: Phrase) -> None:
        """Take a wording into the table and into its groups."""
        first, words, terminal = phrase.words[0], phrase.words, phrase.terminal
        self.table.setdefault(first, []).append(phrase)
        finite = phrase.before or phrase.form in ("base", "s")
        if (terminal in self.verb_terminals and finite) or terminal == "ADVPRE":
            self._verbs.setdefault(first, []).append(words)
        if terminal in ("TIMING", "TIME", "PLACE"):
            self._statements.setdefault(first, []).append(words)
        if terminal == "ADVPRE":
            self._adverbs.add(first)
        if terminal == "DET":
            self._determiners.setdefault(first, []).append(words)
        if terminal == "PRON":
            self._pronouns.setdefault(first, []).append(words)
        if terminal == "NOUN":
            self._nouns.setdefault(first, []).append(words)
        if terminal == "NOUN" or terminal.startswith("ADJ"):
            self._bare.setdefault(first, []).append(words)

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
            if follows is not None and self._before(words, index) not in follows:
                continue
            rule = self.splits.get(phrase.terminal)
            if rule is not None and not (unseen and (rule in SEEN_AHEAD or rule.startswith("… "))):
                own = phrase.terminal in DETERMINERS and rule.startswith("case ")  # it tells the case itself
                if not self._followed(rule, words, index if own else index + size, strict):
                    continue
            if size > 1 and self._cuts_a_noun(phrase, words, index):
                continue
            if phrase.terminal == "DET" and not (
                self._agreed(phrase, words, index + size) and self._determines(words, index, size)
            ):
                continue
            mark = self._inflection.marks.get(phrase.after[-1]) if phrase.after else None
            asked = mark.next if mark else ""
            if asked and not self._followed(asked, words, index + size, strict):
                continue
            if phrase.terminal == "NOUN" and self._grouped and self._in_group(phrase, words, index + size):
                # first as one of a group; it may be described by what no noun of a group is, or be the last of another
                found.append(replace(phrase, terminal="GROUPED", after=(*phrase.after[:-1], "CASE")))
                if unseen:
                    continue
            if not self._before_another_verb(phrase, words, index + size):
                found.append(phrase)
        if self._until:
            found = self._with_their_parts(found, words, index)
        if self._lexicon.declension.cases:
            found = self._declined_words.of_a_number(found, words, index)
        nouns = [p for p in found if p.terminal == "NOUN"]
        if nouns and self._finite_after(words, index + len(nouns[0].words)):  # "Draws are …": not an order to draw
            found = [p for p in found if p.terminal not in self.verb_terminals]
        if is_number(words[index]):
            found += self._numbers(words, index)
        return found

    def _before_another_verb(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a verb that ends its clause stands before one of the core: "nicht beendet **wird**"."""
        moods = (self._inflection.moods.get(mark) for mark in phrase.after)
        return any(mood is not None and mood.last for mood in moods) and self._finite_after(words, index)

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
            fits = not mark.next or self._followed(mark.next, words, index + len(wording), True)
            if tuple(words[index : index + len(wording)]) == wording and fits:
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

    # -------------------------------------------------------------- looking around

    def _with_their_parts(self, found: list[Phrase], words: Sequence[str], index: int) -> list[Phrase]:
        """Some readings of a word, less verbs whose separable part does not follow, or those without where one does."""
        end = next((at for at in range(index, len(words)) if words[at] in self._until), len(words))
        behind = f" {' '.join(words[index + 1 : end])} "
        parted = [p for p in found if p.part and f" {' '.join(p.part)} " in behind]
        other = {p.words for p in parted}
        return [p for p in found if p in parted or not p.part and not (p.words in other and p.before)]

    def _here(self, words: Sequence[str], index: int) -> list[Phrase]:
        """All phrases that stand at a word, whatever is around them."""
        found = self.table.get(words[index], ()) if index < len(words) else ()
        return [p for p in found if tuple(words[index : index + len(p.words)]) == p.words]

    def _before(self, words: list[str], index: int) -> str:
        """The word before, adverbs left out: `has` in "has secretly chosen"."""
        place = index - 1
        while place >= 0 and words[place] in self._adverbs:
            place -= 1
        return words[place] if place >= 0 else ""

    def _starts(self, group: Mapping[str, list[tuple[str, ...]]], words: list[str], index: int) -> int:
        """The length of the longest wording of a group that begins here; 0 if none does."""
        if index >= len(words):
            return 0
        return max(
            (len(w) for w in group.get(words[index], ()) if tuple(words[index : index + len(w)]) == w),
            default=0,
        )

    def _followed(self, rule: str, words: list[str], index: int, strict: bool) -> bool:
        """Whether what stands at a place is what a rule of `splits` asks for."""
        follows = self._rules.get(rule)
        if follows is None:
            follows = self._rules[rule] = self._rule(rule)
        return follows(words, index, strict)

    @cached_property
    def _rules(self) -> dict[str, Follows]:
        return {}

    def _rule(self, rule: str) -> Follows:
        """What tells whether a rule is kept: by its beginning, by its name, or by the kinds of words that it names."""
        with_more: Mapping[str, Callable[[str, list[str], int, bool], bool]] = {
            "… ": self._in_clause,
            "a noun, ": self._noun_and_word,
            "a place, ": self._place_and_words,
            "number marked ": self._number_and_marked,
            "marked ": self._marked,
            "a phrase marked ": self._phrase_marked,
            "kind ": self._of_kind,
            "case ": self._in_case,
            "a noun ": self._noun_and_terminal,
            "verb ": self._verb_in_mood,
            "word ": self._this_word,
            "terminal ": self._of_terminal,
        }
        for beginning, follows in with_more.items():
            if rule.startswith(beginning):
                return partial(follows, rule.removeprefix(beginning))
        if rule in ("possessed", "not possessed", "a count"):
            return partial(self._possession_is, {"not possessed": ""}.get(rule, rule))
        named: Mapping[str, Follows] = {
            "any": self._anything,
            "number": self._number,
            "last number": self._last_number,
            "no determiner": self._no_determiner,
            "noun number": self._noun_and_number,
            "higher number": self._higher_number,
            "colon": self._colon,
            "comma": self._comma,
            "some verb": self._verb_behind,
        }
        return named.get(rule) or partial(self._of_kinds, rule)

    def _of_kinds(self, rule: str, words: list[str], index: int, strict: bool) -> bool:
        """A verb, a noun or what stands before one, a clause, a list: whichever begins here."""
        following = words[index] if index < len(words) else ""
        verb, bare = self._starts(self._verbs, words, index), self._starts(self._bare, words, index)
        if verb and bare:  # the longer wording wins; of equal ones the verb
            verb, bare = (verb, 0) if verb >= bare else (0, bare)
        if bare and self._starts(self._determiners, words, index) > bare:  # "le plus grand nombre de"
            bare = 0
        if rule == "no verb":
            return not verb
        clause = self._clause_word(words, index) or self._subject(words, index)
        if clause and bare and rule in ("bare", "bare list"):
            return not strict
        match rule:
            case "known":
                return following in self._known
            case "counted":
                return bool(bare) or is_number(following)
            case "verb":
                return bool(verb)
            case "noun" | "bare":  # what begins a clause has a comma before its "and"
                return bool(bare)
            case "no noun":
                return not bare
            case "clause":
                return clause
            case "predicate":
                return bool(verb) or clause
            case "relative":
                known = self._starts(self._determiners, words, index) or self._starts(self._pronouns, words, index)
                return bool(verb) or following in self._clause_words or (clause and bool(known))
            case "list":
                return not bare and (not strict or self._in_list(words, index))
            case "any list":
                return not strict or self._in_list(words, index)
            case "bare list":
                return bool(bare) and (not strict or self._in_list(words, index))
        return not verb and not bare and not (strict and clause)

    def _anything(self, words: list[str], index: int, strict: bool) -> bool:
        return True

    def _in_clause(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        """This word comes before the end of the clause; a comma here belongs to what follows.

        "minden 3, a kezedben lévő kártya", "minden akár 3, a kezedben lévő kártya"
        """
        number = (size for size, other in enumerate(words[index : index + 2], 1) if is_number(other))
        start = index + 1 + next(number, 0)
        signs = (i for i in range(start, len(words)) if words[i] in ".,;:" and not self._groups(words, i))
        ends = (i for i in signs if words[i] != "." or not self._inside_noun(words, i))
        return word in words[index : next(ends, len(words))]

    def _place_and_words(self, asked: str, words: list[str], index: int, strict: bool) -> bool:
        """Where a thing is, up to a word of a terminal, then this word, and another further on in the clause.

        "a kezedben **lévő minden** kártya **után**"; an article before that word is one of another phrase.
        """
        terminal, word, later = asked.split()
        for at in range(index + 1, len(words)):
            if words[at] in self._articles or (words[at] in ".,;:" and not self._inside_noun(words, at)):
                return False
            if words[at] == word:
                behind = any(p.terminal == terminal and len(p.words) == 1 for p in self._here(words, at - 1))
                return behind and self._in_clause(later, words, at, strict)
        return False

    def _inside_noun(self, words: list[str], index: int) -> bool:
        """Whether a word is one of a noun or adjective of several, and not its last: the full stop of "2. sor"."""
        before = range(max(index - NAME_WINDOW, 0), index)
        return any(at + self._starts(self._bare, words, at) > index + 1 for at in before)

    def _noun_and_word(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun as it stands in a lexicon, and right behind it this word."""
        nouns, end = self._next_nouns(words, index)
        while size := self._groups(words, end):
            nouns, end = self._next_nouns(words, end + size)
        plain = self._inflection.layers["NOUN"][-1][0].name
        return any(p.after[-1] == plain for p in nouns) and words[end : end + 1] == [word]

    def _noun_and_terminal(self, terminal: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun, and right behind it a word of this terminal."""
        rule = self.splits.get(terminal, "any")
        sizes = (
            (at, len(p.words))
            for at in self._declined_words.ends(words, index)
            for p in self._here(words, at)
            if p.terminal == terminal
        )
        return any(self._followed(rule, words, at + size, strict) for at, size in sizes)

    def _possession_is(self, wanted: str, words: list[str], index: int, strict: bool) -> bool:
        return self._possession(words, index) == wanted

    def _verb_behind(self, words: list[str], index: int, strict: bool) -> bool:
        """A verb before the sentence goes on: what follows is a clause, and no more of a list: ", und die anderen."."""
        end = next((at for at in range(index, len(words)) if words[at] in ".,;:"), len(words))
        if words[end : end + 1] == [","]:  # what describes a thing may stand before its verb
            return True
        known = self._finite | self._clause_words
        return any(
            words[at] in known or any(p.terminal in self.verb_terminals for p in self._here(words, at))
            for at in range(index, end)
        )

    def _number(self, words: list[str], index: int, strict: bool) -> bool:
        return index < len(words) and is_number(words[index])

    def _last_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A number that bounds another: "Karten, mindestens 1", but "Karten, die du hast, mindestens 1 sind"."""
        described = index > 2 and any(p.terminal in self.verb_terminals for p in self.table.get(words[index - 3], ()))
        described = described or index > 2 and words[index - 3] in self._still
        return self._number(words, index, strict) and not (described and self._finite_after(words, index + 1))

    def _no_determiner(self, words: list[str], index: int, strict: bool) -> bool:
        """Whether the article before is none of a determiner or pronoun: ", die leer sind", but ", die anderen und"."""
        longer = (p for p in self._here(words, index - 1) if len(p.words) > 1)
        return not any(p.terminal in ("DET", "ORDINAL", "PRON") for p in longer)

    def _of_terminal(self, terminal: str, words: list[str], index: int, strict: bool) -> bool:
        return any(p.terminal == terminal for p in self._here(words, index))

    def _this_word(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        return words[index : index + 1] == [word]

    def _higher_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A number higher than the one before: "2 a 4 cartas", but "coloca 2 a 1 jugador"."""
        low, high = words[index - 2] if index > 1 else "", words[index] if index < len(words) else ""
        return is_number(low) and is_number(high) and int(low) < int(high)

    def _noun_and_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A noun and a number: "de nivel 2"."""
        size = self._starts(self._nouns, words, index)
        return bool(size) and is_number("".join(words[index + size : index + size + 1]))

    def _number_and_marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A number with its ending, and a noun with this mark: "legalább 3-as szintű"."""
        stop = index + (3 if words[index + 1 : index + 2] == ["-"] else 1)
        return self._number(words, index, strict) and self._marked(mark, words, stop, strict)

    def _marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun with this mark: "3-as **szintű**"."""
        return any(mark in p.after for p in self._here(words, index))

    def _phrase_marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A phrase that ends in a noun with this mark: "2 lépést **a sor végén**"."""
        article = words[index : index + 1]
        nouns, end = self._next_nouns(words, index + self._before_nouns.issuperset(article))
        behind = words[end] if end < len(words) else "."
        alone = behind in ".;:" or behind in self._list_ends or behind in self._described
        return alone and any(mark in p.after for p in nouns)

    def _of_kind(self, kind: str, words: list[str], index: int, strict: bool) -> bool:
        if kind == "player" and self._declined_words.persons(words, index):
            return True
        return any(self._lexicon.noun_is(noun, kind) for noun in self._declined_words.nouns(words, index))

    def _in_case(self, case: str, words: list[str], index: int, strict: bool) -> bool:
        cases = self._declined_words.cases(words, index)
        if {"acc", "dat"} <= cases and case == "acc" and self._stands_still(words, index):
            return False
        return case in cases

    def _stands_still(self, words: list[str], index: int) -> bool:
        """Whether words that may tell a place, or where things go, tell a place: by what comes behind them."""
        end = next((at for at in range(index, len(words)) if words[at] in ".,;:"), len(words))
        goals = [name for name, rule in self.splits.items() if rule == "case acc"]
        for at in range(index, end):  # "in Oasen in die Stadt": the last one is where things go
            cases = self._declined_words.cases(words, at + 1)
            if "dat" not in cases and any(p.terminal in goals for p in self._here(words, at)):
                return True
        done = any(p.terminal == "PART" for p in self.table.get(words[end - 2], ())) if end > index + 1 else False
        return end > index and words[end - 1] in self._still and not done

    def _verb_in_mood(self, mood: str, words: list[str], index: int, strict: bool) -> bool:
        """A verb in this mood: "para tomar"; but in "para una carta" that word is no verb."""
        found = (p for p in self.table.get(words[index] if index < len(words) else "", ()) if p.before == mood)
        return any(tuple(words[index : index + len(p.words)]) == p.words for p in found)

    def _colon(self, words: list[str], index: int, strict: bool) -> bool:
        return index < len(words) and words[index] in (":", ",")

    def _comma(self, words: list[str], index: int, strict: bool) -> bool:
        return index >= len(words) or words[index] in (",", "")

    def _subject(self, words: list[str], index: int) -> bool:
        """Whether a noun phrase with a finite verb begins here: `the space is …`, `its owner's hand may …`."""
        if any(words[index : index + len(start)] == start for start in self._amounts):
            return True
        if index < len(words) and is_number(words[index]):
            return self._finite_after(words, index + 1) or words[index + 1 : index + 2] == ["times"]
        pronoun = self._starts(self._pronouns, words, index)
        if pronoun and (self._finite_after(words, index + pronoun) or self._verb_at(words, index + pronoun)):
            return True
        place = index + self._starts(self._determiners, words, index)
        while True:
            size, named = self._starts(self._bare, words, place), False
            if not size:
                return False
            while size:
                named |= bool(self._starts(self._nouns, words, place))
                place += size
                size = self._bare_no_verb(words, place)
                if named and size and self._starts(self._verbs, words, place) >= size:  # no noun stands behind another
                    return True
            if place < len(words) and words[place] == "'s":
                place += 1
            elif self._finite_after(words, place) or self._starts(self._verbs, words, place):
                return True

    def _bare_no_verb(self, words: list[str], index: int) -> int:
        """The length of a noun or adjective that begins here; 0 if none does, or a verb of more words."""
        size = self._starts(self._bare, words, index)
        return size if size >= self._starts(self._verbs, words, index) else 0

    def _in_group(self, noun: Phrase, words: list[str], index: int) -> bool:
        """Whether another noun of the same group follows: after a comma, and, or, and with the same ending."""
        here = self.table.get(words[index], ()) if index < len(words) else ()
        return any(
            self._followed(self.splits[p.terminal], words, index + len(p.words), True)
            and any(noun.after[-1] == other.after[-1] for other in self._next_nouns(words, index + len(p.words))[0])
            for p in here
            if p.terminal in self._grouped and tuple(words[index : index + len(p.words)]) == p.words
        )

    def _groups(self, words: list[str], index: int) -> int:
        """How many words here join a noun to the one before: "kártya **vagy** lapka"; 0 if none do."""
        here = self.table.get(words[index], ()) if index < len(words) else ()
        return next(
            (
                len(p.words)
                for p in here
                if p.terminal in self._grouped
                and tuple(words[index : index + len(p.words)]) == p.words
                and self._followed(self.splits[p.terminal], words, index + len(p.words), True)
            ),
            0,
        )

    def _agreed(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a determiner with a case stands before a noun in that case: "azt a kártyát", not "azt a kézből"."""
        _, _, case = phrase.form.partition("_")
        nouns = self._next_nouns(words, index)[0] if case or phrase.value in self._declined else []
        if not case:  # before a noun without an ending: "azok a kártyák", not "azok" and "a kártyákban"
            return not nouns or any(not any(self._inflection.marks[p.after[-1]].forms.values()) for p in nouns)
        marks = [self._inflection.marks[m] for p in nouns for m in p.after]
        return not nouns or any(case == mark.name or case in mark.forms.values() for mark in marks)

    def _determines(self, words: list[str], index: int, size: int) -> bool:
        """Whether a determiner in which a pronoun begins, or that is one, has a noun behind it: "todos los demás"."""
        here = self._starts(self._pronouns, words, index) >= size
        if not here and not any(self._starts(self._pronouns, words, place) for place in range(index + 1, index + size)):
            return True
        place = index + size
        while place < len(words) and not self._starts(self._nouns, words, place):
            between = is_number(words[place - 1]) and any(p.terminal in BETWEEN for p in self._here(words, place))
            step = self._starts(self._bare, words, place) or int(is_number(words[place]) or between)
            if not step:
                return False
            place += step
        return place < len(words)

    def _cuts_a_noun(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a noun begins inside some words and goes on behind them: "el número de" of "el número de orden".

        Not where the noun is the same without them: "el número de" of "el número de X", where "de X" is a form of X.
        Determiners are cut, too: "the other dyke" is what a rule calls "other dyke", where there is that name; "each
        other dyke" is not, since such a name is of one thing.
        """
        if not (phrase.terminal.startswith('"') or phrase.terminal == "DET"):
            return False
        end = index + len(phrase.words)
        behind = {p.value for p in self._nouns_at(words, end)}
        several = phrase.terminal == "DET" and phrase.value in OF_SEVERAL
        return any(
            place + len(noun.words) > end
            and noun.value not in behind
            and not (several and self._lexicon.nouns[noun.value].type == "role")
            for place in range(index + 1, end)
            for noun in self._nouns_at(words, place)
        )

    def _nouns_at(self, words: list[str], index: int) -> Iterator[Phrase]:
        """The nouns that begin at a word."""
        for phrase in self.table.get(words[index], ()) if index < len(words) else ():
            if phrase.terminal == "NOUN" and tuple(words[index : index + len(phrase.words)]) == phrase.words:
                yield phrase

    def _possession(self, words: list[str], index: int) -> str:
        """`possessed` if the next noun says that it belongs to what stands before it; `a count` if that is a number."""
        if any(p.terminal in self._counts for p in self.table.get(words[index] if index < len(words) else "", ())):
            return "a count"
        owned = any(self._possessed.intersection(p.after) for p in self._next_nouns(words, index)[0])
        return "possessed" if owned else ""

    def _next_nouns(self, words: list[str], index: int) -> tuple[list[Phrase], int]:
        """The readings of the next noun, if only words that can stand before a noun come in between; and its end."""
        while index < len(words):
            here = [
                p for p in self.table.get(words[index], ()) if tuple(words[index : index + len(p.words)]) == p.words
            ]
            steps = [len(p.words) for p in here if p.terminal in self._passed or self._passed.intersection(p.after)]
            step = max(steps, default=0)
            nouns = [p for p in here if p.after and p.terminal == "NOUN" and len(p.words) > step]
            size = max((len(p.words) for p in nouns), default=0)
            verb = self._starts(self._verbs, words, index)
            if verb and verb >= size and verb > step:  # a participle may look like a verb
                break
            if nouns:
                return [p for p in nouns if len(p.words) == size], index + size
            if is_number(words[index]):
                step = 3 if words[index + 1 : index + 2] == ["-"] else 1  # with its ending
            if not step:
                break
            index += step
        return [], len(words)

    def _verb_at(self, words: list[str], index: int) -> bool:
        """Whether a verb begins here that is no part of a longer phrase: "una" of "unir", but not of "una vez más"."""
        size = self._starts(self._verbs, words, index)
        return bool(size) and all(
            len(p.words) <= size or tuple(words[index : index + len(p.words)]) != p.words
            for p in self.table.get(words[index], ())
        )

    def _finite_after(self, words: list[str], index: int) -> bool:
        """Whether such a verb, or what stands before it, comes here: no determiner ("n'importe") and no adjective."""
        here = index < len(words) and words[index] in self._finite
        return here and not self._starts(self._determiners, words, index) and self._starts(self._bare, words, index) < 2

    def _clause_word(self, words: list[str], index: int) -> bool:
        """Whether a word with which clauses begin stands here, and does not begin a noun or an adjective of several."""
        here = index < len(words) and words[index] in self._clause_words
        return here and self._starts(self._bare, words, index) < 2

    def _in_list(self, words: list[str], index: int) -> bool:
        """Whether a comma is one of a list: a few words on, and before any verb, stands a comma, and, or."""
        near = ["#" if is_number(word) else word for word in words[index : index + LIST_WINDOW]]
        if self._starts(self._statements, near, 0):
            return False
        place = index
        while place < min(index + LIST_WINDOW, len(words)):
            noun = self._starts(self._nouns, words, place)
            if "." in words[place : place + noun]:  # a full stop of an ordinal ends no sentence
                place += noun
                continue
            if words[place] in ".;:":
                return False
            if words[place] in self._list_ends and (place == index or near[place - index - 1] not in self._described):
                clause = words[place] == "," and self._clause_word(words, place + 1)
                return place > index and not clause
            if self._clause_word(words, place):  # "cards you have" may be in a list
                verb = self._starts(self._verbs, words, place + 1) or self._finite_after(words, place + 1)
                if place == index or not verb:
                    return False
                place += verb
            elif (
                self._finite_after(words, place)
                or self._starts(self._verbs, words, place)
                and not self._starts(self._bare, words, place)
            ):
                return False
            place += 1
        return False
