"""What the words of one language say: what a noun is, and every wording of every word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from rulewright.language.grammar.grammar_file import Alternative
from rulewright.language.lexicon.declension import Declension
from rulewright.language.lexicon.inflection import Inflection, Mark
from rulewright.language.lexicon.patterns import (
    relation_terminal,
)
from rulewright.language.lexicon.words import (
    KINDS_OF_WORDS,
    NOUN_TYPES,
    AdjectiveWord,
    Forms,
    Noun,
    Phrase,
    PlainWord,
    RelationWord,
    VerbWord,
    core_words,
    is_true,
    split_words,
    written,
)
from rulewright.problems import Problem


class WordList:
    """All words of a ruleset and of the core in one language, once they have been read (`Lexicon` reads them)."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.core = core_words(lang)
        self.inflection = Inflection(self.core)
        self.declension = Declension(self.core)
        self.canon = self  # the words of the language that decides what the tree leaves open
        self.nouns: dict[str, Noun] = {}
        self.adjectives: dict[str, AdjectiveWord] = {}
        self.relations: dict[str, RelationWord] = {}
        self.verbs: dict[str, VerbWord] = {}
        self.headings: dict[str, PlainWord] = {}
        self.times: dict[str, PlainWord] = {}
        self.former: dict[str, dict[str, Any]] = {}  # by kind and id: words as they were called before
        self.classes: dict[str, dict[str, Forms]] = {}
        self.alternatives: list[Alternative] = []
        self.verb_terminals: dict[str, str] = {}
        self.wordings: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
        """Patterns of everyday wordings, what they say, and the headings under which alone they do."""
        self.told: Mapping[str, str] = {}  # sentences and conditions of rules, and how they are told in own words
        self.missing: list[tuple[str, str]] = []  # kind and id of words without forms, where that is allowed
        self._problems: list[Problem] = []
        self._phrases: tuple[Phrase, ...] = ()

    def noun_is(self, noun: str, kind: str) -> bool:
        """Whether a noun is a kind, a noun type, or a kind of another noun, at any remove."""
        if kind in ("any", noun):
            return True
        item = self.nouns.get(noun)
        if item is None or (item.type in NOUN_TYPES and item.type != "role" and not item.kind_of):
            return item is not None and item.type == kind
        seen: set[str] = set()
        todo = [noun]
        while todo:
            word = todo.pop()
            if word == kind:
                return True
            if word in seen:
                continue
            seen.add(word)
            item = self.nouns.get(word)
            if item is None:
                continue
            if item.kind_of:
                todo.append(item.kind_of)
            if item.type == "role":
                todo.extend(item.of)
            elif item.type == kind:
                return True
            elif item.type not in NOUN_TYPES:
                todo.append(item.type)  # a noun with a condition: a meadow is a field
        return False

    def kinds_above(self, noun: str) -> list[Noun]:
        """A noun and those of which it is a kind, nearest first. A circle (RW0239) ends it."""
        found: dict[str, Noun] = {}
        word: str | None = noun
        while word and word not in found and word in self.nouns:
            found[word] = self.nouns[word]
            word = self.nouns[word].kind_of
        return list(found.values())

    def is_number(self, noun: str) -> bool:
        """Whether a noun names a number."""
        return self.noun_is(noun, "number")

    def is_owned(self, noun: str) -> bool:
        """Whether a thing can be a player's: it is of players, they own it, or it is a resource that they hold."""
        item = self.nouns.get(noun)
        if item is None:
            return False
        return "player" in item.of or is_true(item.entry.get("owned")) or item.entry.get("held") == "player"

    def fits(self, mark: Mark, word: str) -> bool:
        """Whether a noun can take a mark."""
        return (not mark.only or self._is(word, mark.only)) and not (mark.never and self._is(word, mark.never))

    def _is(self, noun: str, test: str) -> bool:
        item = self.nouns.get(noun)
        if item is None:
            return False
        if test == "owned":
            return self.is_owned(noun)
        if test in ("in", "on"):  # where a thing is that is put there
            return place_word(self.canon, noun) == test
        return self.noun_is(noun, test)

    def phrases(self) -> Sequence[Phrase]:
        """All wordings of the lexicon and of the closed classes, for the lexer."""
        if not self._phrases:
            self._phrases = tuple(self._all_phrases())
        return self._phrases

    @cached_property
    def renamed(self) -> Mapping[tuple[tuple[str, ...], str, str], str]:
        """What is said now for a wording that a word had before: by its words, its terminal, and what it stands for."""
        now = {(p.terminal, p.value, p.form, p.before, p.after): p.text for p in reversed(self._current)}
        old = [p for p in self._former() if (p.terminal, p.value, p.form, p.before, p.after) in now]
        return {(p.words, p.terminal, p.value): now[p.terminal, p.value, p.form, p.before, p.after] for p in old}

    def _former(self) -> Iterator[Phrase]:
        """The wordings that words had before and do not have any more."""
        known = {(p.words, p.terminal, p.value) for p in self._current}
        old = self._wordings_of(**{kind: self.former.get(kind, {}) for kind in KINDS_OF_WORDS})
        return (p for p in old if (p.words, p.terminal, p.value) not in known)

    @cached_property
    def _current(self) -> Sequence[Phrase]:
        return tuple(self._wordings_of(**{kind: getattr(self, kind) for kind in KINDS_OF_WORDS}))

    def _all_phrases(self) -> Iterator[Phrase]:
        for terminal, words in self.classes.items():
            for word, forms in words.items():
                yield from self._wordings(terminal, word, forms)
                if terminal in self.inflection.layers:
                    yield from self._marked(terminal, word, forms)
        ways = {way: None for noun in self.nouns.values() for way in noun.forms.forms.get("to", ())}
        for terminal in self.core.get("by_noun", {}):
            known = {w for forms in self.classes[terminal].values() for ws in forms.forms.values() for w in ws}
            yield from (Phrase(split_words(way), terminal, "to") for way in ways if way not in known)
        for terminal in self.core.get("by_head", {}):
            usual, usually = next(iter(self.classes[terminal].items()))
            texts = {noun.own[terminal] for noun in self.nouns.values() if noun.own.get(terminal)}
            for said in sorted(texts.difference(*usually.forms.values())):
                yield written(said, terminal, usual)
        yield from self._current
        if self.former:
            yield from self._former()

    def _wordings_of(
        self,
        nouns: Mapping[str, Noun],
        adjectives: Mapping[str, AdjectiveWord],
        relations: Mapping[str, RelationWord],
        verbs: Mapping[str, VerbWord],
        headings: Mapping[str, PlainWord],
        times: Mapping[str, PlainWord],
    ) -> Iterator[Phrase]:
        for noun in nouns.values():
            if "NOUN" in self.inflection.layers:
                yield from self._marked("NOUN", noun.id, noun.forms)
                continue
            if self.declension.cases:
                yield from self._declined(noun)
                continue
            for form in ("one", "many"):
                if form == "many" and noun.forms.get("many") == noun.forms.get("one"):
                    continue
                for text in noun.forms.forms.get(form, ()):
                    yield written(text, "NOUN", noun.id, form)
        for adjective in adjectives.values():
            yield from self._wordings(adjective.terminal, adjective.id, adjective.forms)
        for relation in relations.values():
            for form, texts in relation.forms.forms.items():
                for text in texts:
                    yield written(text, relation_terminal(form, relation.case), relation.id, form)
        for terminal, plain in (("HEADING", headings), ("TIME", times)):
            for item in plain.values():
                yield from self._wordings(terminal, item.id, item.forms)
        for verb in verbs.values():
            for verb_forms in verb.forms:
                if self.inflection.moods:
                    yield from self._moods(verb, verb_forms)
                else:
                    yield from self._verb_phrases(verb, verb_forms)
        if not self.inflection.moods:
            yield from self._done_to_the_same(verbs, nouns)

    def _declined(self, noun: Noun) -> Iterator[Phrase]:
        """The forms of a noun in all cases, each wording once for each number."""
        for number in ("one", "many"):
            named = [texts for form, texts in noun.forms.forms.items() if form.partition("_")[0] == number]
            for text in dict.fromkeys(text for texts in named for text in texts):
                yield written(text, "NOUN", noun.id, number)

    def _verb_phrases(self, verb: VerbWord, forms: Forms) -> Iterator[Phrase]:
        """The forms of a verb, also as what stands in a relative clause and as a participle."""
        for form, texts in forms.forms.items():
            for text in texts:
                yield written(text, self.verb_terminals[verb.id], verb.id, form)
                more = f"{text} {verb.particle}".rstrip()
                if form in ("base", "s"):
                    yield written(more, "REL", verb.id, form)
                elif form == "ed" and texts[0] not in (forms.get("base"), forms.get("s")):
                    yield written(more, "PAST", verb.id, form)

    def _done_to_the_same(self, verbs: Mapping[str, VerbWord], nouns: Mapping[str, Noun]) -> Iterator[Phrase]:
        """The participles of verbs that have what they are done to in their own words: “the tide is raised”."""
        others = (forms for verb in verbs.values() if not verb.fixed_object[0] for forms in verb.forms)
        taken = {text for forms in others for text in forms.forms.get("ed", ())}
        known = {f"the {noun.forms.get('one')}" for noun in nouns.values()}
        said = [(verb.fixed_object[0], verb.id) for verb in verbs.values() if verb.fixed_object[1] in known]
        for participle, verb in said:
            if participle not in taken and [text for text, _ in said].count(participle) == 1:
                yield written(participle, "PAST", verb, "ed")

    def _wordings(self, terminal: str, word: str, forms: Forms) -> Iterator[Phrase]:
        if terminal in self.inflection.layers:
            return
        for form, texts in forms.forms.items():
            for text in texts:
                yield written(text, terminal, word, form)

    def inflected(self, terminal: str, word: str, number: str, marks: Sequence[str], place: str = "") -> str | None:
        """The printed form of a word with its marks; None if the language lacks it. place: how a number's noun lies."""
        chosen = [self.inflection.marks[m] for m in marks]
        if terminal == "INT":
            return next(iter(self.inflection.wordings({"one": (word,)}, "one", chosen, place or "in")), None)
        if terminal == "NOUN":
            noun = self.nouns[word]
            if not all(self.fits(mark, word) for mark in chosen) or self._read_as_another(chosen, noun):
                return None
            number = number if noun.forms.get(number) or self.canon.nouns[word].counts else "one"
            return next(iter(self.inflection.wordings(noun.forms.forms, number, chosen, noun.place)), None)
        forms = self.classes[terminal][word].forms
        number = number if number in forms else next(iter(forms))
        return next(iter(self.inflection.wordings(forms, number, chosen, "in")), None)

    def _read_as_another(self, chosen: Sequence[Mark], noun: Noun) -> bool:
        """Whether a noun that names places in either way has one form for both, which is read as the first."""
        ways = [mark for mark in self.inflection.marks.values() if mark.never]
        return any(
            other.form(noun.place) == mark.form(noun.place) and self.fits(other, noun.id)
            for mark in chosen
            if mark in ways
            for other in ways[: ways.index(mark)]
        )

    def _marked(self, terminal: str, word: str, forms: Forms) -> Iterator[Phrase]:
        """All forms of a word with their marks."""
        noun = self.nouns.get(word) if terminal == "NOUN" else None
        place = noun.place if noun else "in"
        for number in ("one", "many"):
            if number not in forms.forms:
                continue
            fits = partial(self.fits, word=word) if noun is not None else _any_mark
            for names, texts in self.inflection.all_wordings(terminal, forms.forms, number, fits, place):
                for text in texts:
                    yield written(text, terminal, word, number, after=names)

    def mood(
        self, verb: VerbWord, mood: str, number: str, definite: bool, style: str = "", *, bare: bool = False
    ) -> str | None:
        """The printed form of a verb. bare: without its preverb."""
        return next((t for t in self._conjugated(verb.forms[0], mood, number, definite, style, bare=bare)), None)

    def _conjugated(
        self, forms: Forms, name: str, number: str, definite: bool, style: str = "", *, bare: bool = False
    ) -> Iterator[str]:
        mood = self.inflection.moods[name]
        form = mood.form(number, style)
        for text in forms.forms.get(f"{form}_def" if definite else form, ()) or forms.forms.get(form, ()):
            preverb = "" if bare else forms.get("preverb") or ""
            yield mood.said(text, preverb)

    def _moods(self, verb: VerbWord, forms: Forms) -> Iterator[Phrase]:
        terminal = self.verb_terminals[verb.id]
        for name, mood in self.inflection.moods.items():
            found = {
                t: n
                for style in (*(s for s in mood.styles if not s.endswith("_many")), "")
                for n in ("many", "one")
                for d in (True, False)
                for bare in ((True, False) if verb.bare_with or verb.bare_without else (False,))
                for t in self._conjugated(forms, name, n, d, style, bare=bare)
            }
            for text, number in found.items():
                if mood.last:
                    yield written(text, terminal, verb.id, f"{name} {number}", after=(name,))
                    continue
                part = (forms.get("preverb") or "").strip("_") if mood.preverb == "apart" else ""
                yield written(text, terminal, verb.id, f"{name} {number}", before=name, part=part)
                for mark, clitics in self.inflection.clitics.items() if verb.has_direct_object else ():
                    for clitic in (text for texts in clitics.values() for text in texts):
                        both = self.inflection.with_clitic(mood, text, clitic)
                        yield written(both, terminal, verb.id, f"{name} {number}", before=name, after=(mark,))
        for form, texts in forms.forms.items():
            if form == "part" or form.startswith("part_"):
                yield from (written(text, "PART", verb.id, form) for text in texts)

    def form_name(self, form: str) -> str:
        """What a form says, as the file of words tells it: "you do" of `pres2`."""
        return str(self.core.get("form_names", {}).get(form, form))

    def missing_forms(self) -> list[str]:
        """The forms that the grammar can ask for and a word lacks: "noun wagon: many_p2_acc"."""
        found = []
        for noun in self.nouns.values():
            if "NOUN" not in self.inflection.layers:
                break
            if ("nouns", noun.id) in self.missing:
                continue
            for number in (
                ("one", "many") if noun.id in self.canon.nouns and self.canon.nouns[noun.id].counts else ("one",)
            ):
                fits = partial(self.fits, word=noun.id)
                for names, texts in self.inflection.all_wordings("NOUN", noun.forms.forms, number, fits, noun.place):
                    if not texts:
                        found.append(f"noun {noun.id}: {number} {' '.join(names)}")
        for verb in self.verbs.values():
            for name, mood in self.inflection.moods.items():
                for number in ("one", "many"):
                    if self.mood(verb, name, number, False) is None:
                        found.append(f"verb {verb.id}: {self.form_name(mood.form(number))}")
        return list(dict.fromkeys(found))


def _any_mark(mark: Mark) -> bool:
    return True


def noun_to(lexicon: WordList, noun: str) -> str:
    """The preposition with which things go to a noun: its own `to`, that of its kind, or that of its type."""
    defaults = lexicon.core.get("noun_to", {})
    seen: set[str] = set()
    word: str | None = noun
    while word and word not in seen:
        seen.add(word)
        item = lexicon.nouns.get(word)
        if item is None:
            return str(defaults.get(word, ""))
        own = item.forms.get("to")
        if own:
            return own
        if item.kind_of:
            word = item.kind_of
        elif item.type == "role" and item.of:
            word = item.of[0]
        elif item.type not in NOUN_TYPES:
            word = item.type
        else:
            return str(defaults.get(item.type, ""))
    return ""


def place_word(lexicon: WordList, noun: str) -> str | None:
    """In or on, as a noun has it; None if it has both."""
    fixed = next((w for kind, w in lexicon.core.get("noun_in", {}).items() if lexicon.noun_is(noun, kind)), None)
    found = fixed or lexicon.core.get("places", {}).get(noun_to(lexicon, noun))
    return str(found) if found else None
