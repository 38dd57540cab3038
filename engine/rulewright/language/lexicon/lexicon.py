"""The words of one ruleset in one language, joined to the words of the core.

What a word *is* (its type, its slots) is the same in every language; its forms are not. English forms stand in the
lexicon's entries (`en:`), those of other languages in a mapping of their own under the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import yaml

from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.lexicon.inflection import Inflection, Mark
from rulewright.language.problems import LexiconError, Problem, problem
from rulewright.resources import data_dir

KINDS_OF_WORDS = ("nouns", "adjectives", "relations", "verbs", "headings", "times")
ROLES = ("from", "to", "as", "for", "by", "place")
NOUN_TYPES = ("player", "card", "space", "border", "region", "zone", "piece", "resource", "number", "role", "word")
MOST_OPTIONAL = 6
"""So many parts of a verb's pattern may be missing."""
WORD = re.compile(r"'s\b|[^\W\d_][\w\-–]*|\d+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a word: form name -> wordings, of which the first is printed.

    English has one, many, to for nouns, and base, s, ing, ed for verbs.
    """

    forms: Mapping[str, tuple[str, ...]]

    def get(self, name: str, *others: str) -> str | None:
        """The printed wording of a form, or of the first of `others` that there is."""
        for key in (name, *others):
            if self.forms.get(key):
                return self.forms[key][0]
        return None


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun. `of`: the types or nouns it belongs to; `kind_of`: the noun of which it is a kind."""

    id: str
    type: str
    forms: Forms
    of: tuple[str, ...] = ()
    kind_of: str | None = None
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    place: str = ""  # how it names places, in languages whose endings differ by it
    gender: str = ""  # in languages whose words agree by it
    countable: bool | None = None  # where English decides
    article: bool = False  # a name in the tree, which has an article in this language (see `transforms`)
    own: Mapping[str, str] = field(default_factory=dict)  # its words for terminals that it decides, as `by_head` says

    @property
    def counts(self) -> bool:
        """Whether it has a plural that differs from the singular."""
        if self.countable is not None:
            return self.countable
        return bool(self.forms.get("many")) and self.forms.get("many") != self.forms.get("one")


@dataclass(frozen=True, slots=True)
class AdjectiveWord:
    """An adjective; `after`: it stands after its noun or after `is` only; `kind`: what else sets it apart."""

    id: str
    forms: Forms
    of: tuple[str, ...] = ()
    after: bool = False
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    kind: str = ""

    @property
    def terminal(self) -> str:
        """Where the grammar lets it stand."""
        return "_".join(x for x in ("PRED" if self.after else "ADJ", self.kind.upper()) if x)


@dataclass(frozen=True, slots=True)
class RelationWord:
    """A relation between two things."""

    id: str
    forms: Forms
    of: tuple[str, ...] = ()
    with_: tuple[str, ...] = ()
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    case: str = ""  # the mark that it asks of its other end


@dataclass(frozen=True, slots=True)
class VerbWord:
    """A verb. `slots`: name -> kind (a noun, a noun type, `amount`, `any`); `patterns`: of this language."""

    id: str
    slots: Mapping[str, str]
    patterns: tuple[str, ...]
    forms: tuple[Forms, ...]
    state: bool = False
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    into: str = ""  # the preposition of where it puts things, where a language has it for that a thing is there too
    bare_with: str = ""  # the slot beside which its preverb is not said: "vegyél [el] … a kezedbe"

    @property
    def takes_clitic(self) -> bool:
        """Whether its object can be said as part of it."""
        return any(pattern.startswith(("V {object}", "V [{object}]")) for pattern in self.patterns)

    @property
    def particle(self) -> str:
        """The words between the verb and its first slot: `in` of "look in {object}"."""
        parts = split_pattern(self.patterns[0])
        after = parts[parts.index("V") + 1 :]
        slot = next((i for i, part in enumerate(after) if part.startswith("{")), 0)
        return " ".join(part for part in after[:slot] if part not in "[]")

    def order(self, slot: str) -> int:
        """The place of a slot in the canonical order: declared slots first, then roles as the patterns name them."""
        names = [*self.slots, *(n for p in self.patterns for n in re.findall(r"\{(\w+)[}:]", p)), *ROLES]
        return names.index(slot) if slot in names else len(names)


@dataclass(frozen=True, slots=True)
class PlainWord:
    """A heading or a time: an id with its wordings."""

    id: str
    forms: Forms
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One wording in the phrase lexer: its words in lower case, the terminal, what it stands for."""

    words: tuple[str, ...]
    terminal: str
    value: str
    form: str = ""
    before: str = ""  # the mark that is read before it
    after: tuple[str, ...] = ()  # and those after it
    text: str = field(default="", compare=False)  # how it is written, in a word of the lexicon

    @property
    def marked(self) -> bool:
        """Whether it is a form of an inflected word."""
        return bool(self.before or self.after)

    @property
    def terminals(self) -> tuple[str, ...]:
        """All that the parser reads for it."""
        return (self.before, self.terminal, *self.after) if self.before else (self.terminal, *self.after)

    @property
    def plural(self) -> bool:
        """Whether the wording is a plural."""
        return self.form == "many"


def written(
    text: str, terminal: str, value: str, form: str = "", before: str = "", after: tuple[str, ...] = ()
) -> Phrase:
    """A wording of the phrase lexer as it is written."""
    return Phrase(split_words(text), terminal, value, form, before, after, text)


def split_words(text: str) -> tuple[str, ...]:
    """The words of a wording, as the lexer sees them."""
    return tuple(m.group().lower() for m in WORD.finditer(text))


def _tuple(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(str(v) for v in value) if isinstance(value, list | tuple) else (str(value),)


def _true(value: Any) -> bool:
    return value is True or value == "true"


@cache
def core_words(lang: str) -> Mapping[str, Any]:
    """The words of the core in one language: `grammar/words.<lang>.yaml`.

    Raises:
        FileNotFoundError: there is no such language.
    """
    text = (data_dir("grammar") / f"words.{lang}.yaml").read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return loaded


class Lexicon:
    """All words of a ruleset and of the core in one language.

    Build it with `from_mapping`.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.core = core_words(lang)
        self.inflection = Inflection(self.core)
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
        self.missing: list[tuple[str, str]] = []  # kind and id of words without forms, where that is allowed
        self._problems: list[Problem] = []
        self._phrases: tuple[Phrase, ...] = ()

    @classmethod
    def from_mapping(
        cls, data: Mapping[str, Any], lang: str = "en", forms: Mapping[str, Any] | None = None, partial: bool = False
    ) -> Lexicon:
        """Read the parsed `lexicon.yaml` of a ruleset.

        Args:
            data: nouns, adjectives, relations, verbs, headings, times, as docs/formats.md says.
            lang: the language of the forms.
            forms: for languages other than English, the forms under the same kinds and ids.
            partial: leave out words without forms, and list them as `missing`: the language cannot say them yet.

        Raises:
            LexiconError: with every word that lacks a form, names an unknown slot or type, or is two things.
        """
        lexicon = cls(lang)
        english = core_words("en")
        if lang != "en":
            lexicon.canon = cls.from_mapping(data)
        for name, entries in lexicon.core.get("classes", {}).items():
            lexicon.classes[name] = {i: Forms(lexicon._closed_forms(e)) for i, e in entries.items()}
        makers = {
            "nouns": lexicon._noun,
            "adjectives": lexicon._adjective,
            "relations": lexicon._relation,
            "verbs": lexicon._verb,
            "headings": lexicon._plain(lexicon.headings),
            "times": lexicon._plain(lexicon.times),
        }
        for kind, make in makers.items():
            core_entries = english.get(kind) or {}
            own = data.get(kind) or {}
            for word, entry in {**core_entries, **own}.items():
                base = core_entries.get(word, {})
                merged = {**base, **(entry or {})}
                wording = merged.get("en")
                if lang != "en":
                    wording = (forms or {}).get(kind, {}).get(word) or (lexicon.core.get(kind) or {}).get(word)
                if wording is None:
                    if word in own and partial:
                        lexicon.missing.append((kind, str(word)))
                        if kind == "nouns":  # what it is, other words may need to know
                            of, kind_of = _tuple(merged.get("of")), merged.get("is")
                            lexicon.nouns[str(word)] = Noun(
                                str(word), str(merged.get("type", "word")), Forms({}), of, kind_of, merged
                            )
                    elif word in own:  # a word of the core that a language does not know yet, it cannot say
                        lexicon._complain("RW0501", f"{kind[:-1]} {word}", form="one", lang=lang)
                    continue
                make(str(word), merged, wording)
                was = merged.get("was") if lang == "en" else (forms or {}).get("was", {}).get(kind, {}).get(word)
                if was is not None:
                    lexicon._remember(kind, str(word), make, merged, wording, was)
        if partial:
            lexicon._drop_changed_verbs()
        lexicon._check_slots()
        if lexicon._problems:
            raise LexiconError(*lexicon._problems)
        lexicon._make_patterns()
        lexicon._check_phrases()
        lexicon._check_orders()
        if lexicon._problems:
            raise LexiconError(*lexicon._problems)
        return lexicon

    # -------------------------------------------------------------- asking

    def noun_is(self, noun: str, kind: str) -> bool:
        """Whether a noun is a kind, a noun type, or a kind of another noun, at any remove."""
        if kind == "any":
            return True
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

    def is_number(self, noun: str) -> bool:
        """Whether a noun names a number."""
        return self.noun_is(noun, "number")

    def phrases(self) -> Sequence[Phrase]:
        """All wordings of the lexicon and of the closed classes, for the lexer."""
        if not self._phrases:
            self._phrases = tuple(self._all_phrases())
        return self._phrases

    @cached_property
    def renamed(self) -> Mapping[tuple[tuple[str, ...], str], str]:
        """What is said now for a wording that a word had before: by its words, and what it stands for."""
        now = {(p.terminal, p.value, p.form, p.before, p.after): p.text for p in reversed([*self._current()])}
        old = [p for p in self._former() if (p.terminal, p.value, p.form, p.before, p.after) in now]
        return {(p.words, p.value): now[p.terminal, p.value, p.form, p.before, p.after] for p in old}

    def _remember(self, kind: str, word: str, make: Any, entry: Mapping[str, Any], wording: Any, was: Any) -> None:
        """Keep how a word was called before: it is read, and never printed. A verb keeps its patterns."""
        words: dict[str, Any] = getattr(self, kind)
        current = words.pop(word, None)
        make(word, entry, {**wording, "forms": was} if kind == "verbs" and isinstance(wording, Mapping) else was)
        if word in words:
            self.former.setdefault(kind, {})[word] = words[word]
        if current is not None:
            words[word] = current

    def _former(self) -> Iterator[Phrase]:
        """The wordings that words had before and do not have any more."""
        known = {(p.words, p.terminal, p.value) for p in self._current()}
        old = self._wordings_of(**{kind: self.former.get(kind, {}) for kind in KINDS_OF_WORDS})
        return (p for p in old if (p.words, p.terminal, p.value) not in known)

    def _current(self) -> Iterator[Phrase]:
        return self._wordings_of(**{kind: getattr(self, kind) for kind in KINDS_OF_WORDS})

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
        yield from self._current()
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

    def _wordings(self, terminal: str, word: str, forms: Forms) -> Iterator[Phrase]:
        if terminal in self.inflection.layers:
            return
        for form, texts in forms.forms.items():
            for text in texts:
                yield written(text, terminal, word, form)

    # -------------------------------------------------------------- inflected words

    def fits(self, mark: Mark, word: str) -> bool:
        """Whether a noun can take a mark."""
        return (not mark.only or self._is(word, mark.only)) and not (mark.never and self._is(word, mark.never))

    def _is(self, noun: str, test: str) -> bool:
        item = self.nouns.get(noun)
        if item is None:
            return False
        if test == "owned":  # by a player
            return "player" in item.of or _true(item.entry.get("owned"))
        if test in ("in", "on"):  # where a thing is that is put there
            return place_word(self.canon, noun) == test
        return self.noun_is(noun, test)

    def inflected(self, terminal: str, word: str, number: str, marks: Sequence[str], place: str = "") -> str | None:
        """The printed form of a word with its marks; None if the language lacks it. place: how a number's noun lies."""
        chosen = [self.inflection.marks[m] for m in marks]
        if terminal == "INT":
            return next(iter(self.inflection.wordings({"one": (word,)}, "one", chosen, place or "in")), None)
        if terminal == "NOUN":
            noun = self.nouns[word]
            if not all(self.fits(mark, word) for mark in chosen):
                return None
            number = number if noun.forms.get(number) or self.canon.nouns[word].counts else "one"
            return next(iter(self.inflection.wordings(noun.forms.forms, number, chosen, noun.place)), None)
        forms = self.classes[terminal][word].forms
        number = number if number in forms else next(iter(forms))
        return next(iter(self.inflection.wordings(forms, number, chosen, "in")), None)

    def _marked(self, terminal: str, word: str, forms: Forms) -> Iterator[Phrase]:
        """All forms of a word with their marks."""
        noun = self.nouns.get(word) if terminal == "NOUN" else None
        place = noun.place if noun else "in"
        for number in ("one", "many"):
            if number not in forms.forms:
                continue
            for marks in self.inflection.combinations(terminal, lambda m: noun is None or self.fits(m, word)):
                for text in self.inflection.wordings(forms.forms, number, marks, place):
                    yield written(text, terminal, word, number, after=tuple(m.name for m in marks))

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
            if not preverb:
                yield text
            elif mood.preverb == "after":
                yield f"{text} {preverb.strip('_')}"
            else:
                yield f"{preverb.replace('_', ' ')}{text}"

    def _moods(self, verb: VerbWord, forms: Forms) -> Iterator[Phrase]:
        terminal = self.verb_terminals[verb.id]
        for name, mood in self.inflection.moods.items():
            found = {
                t: n
                for style in (*(s for s in mood.styles if not s.endswith("_many")), "")
                for n in ("many", "one")
                for d in (True, False)
                for bare in ((True, False) if verb.bare_with else (False,))
                for t in self._conjugated(forms, name, n, d, style, bare=bare)
            }
            for text, number in found.items():
                yield written(text, terminal, verb.id, f"{name} {number}", before=name)
                for mark, clitics in self.inflection.clitics.items() if verb.takes_clitic else ():
                    for clitic in (text for texts in clitics.values() for text in texts):
                        both = self.inflection.with_clitic(mood, text, clitic)
                        yield written(both, terminal, verb.id, f"{name} {number}", before=name, after=(mark,))
        for form, texts in forms.forms.items():
            if form == "part" or form.startswith("part_"):
                yield from (written(text, "PART", verb.id, form) for text in texts)

    def missing_forms(self) -> list[str]:
        """The forms that the grammar can ask for and a word lacks: "noun worker: many_p2_acc"."""
        found = []
        for noun in self.nouns.values():
            if "NOUN" not in self.inflection.layers:
                break
            if ("nouns", noun.id) in self.missing:
                continue
            for number in (
                ("one", "many") if noun.id in self.canon.nouns and self.canon.nouns[noun.id].counts else ("one",)
            ):
                for marks in self.inflection.combinations("NOUN", lambda m: self.fits(m, noun.id)):  # noqa: B023
                    if not self.inflection.wordings(noun.forms.forms, number, marks, noun.place):
                        found.append(f"noun {noun.id}: {number} {' '.join(m.name for m in marks)}")
        for verb in self.verbs.values():
            for name, mood in self.inflection.moods.items():
                for number in ("one", "many"):
                    if self.mood(verb, name, number, False) is None:
                        found.append(f"verb {verb.id}: {mood.form(number)}")
        return list(dict.fromkeys(found))

    # -------------------------------------------------------------- making

    def _unsayable(self, verb: str, wrong: str) -> None:
        """A verb has no pattern or forms that could be used; the problem tells which forms the language asks for."""
        names = "|".join(self.core["verb_forms"])
        forms = "base|he …s|…ing|has …ed" if self.lang == "en" else names
        self._complain("RW0502", verb, wrong=wrong, forms=forms, language=self.lang)

    def _complain(self, code: str, found: str, **words: str) -> None:
        self._problems.append(problem(code, found=found, **words))  # type: ignore[arg-type]

    def _closed_forms(self, entry: Any) -> dict[str, tuple[str, ...]]:
        if isinstance(entry, Mapping):
            return {k: _tuple(v) for k, v in entry.items()}
        return {"any": _tuple(entry)}

    def _noun(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        names = self.core.get("noun_forms", ())
        line = wording.get("forms") if isinstance(wording, Mapping) else wording
        if names and isinstance(line, str):  # "one|its other forms|…"
            parts = {n: (p.strip(),) for n, p in zip(names, line.split("|"), strict=False) if p.strip()}
            others = {k: _tuple(v) for k, v in wording.items() if k != "forms"} if isinstance(wording, Mapping) else {}
            forms = {**parts, **others}
        elif isinstance(wording, Mapping):
            forms = {k: _tuple(v) for k, v in wording.items()}
        elif isinstance(wording, list):
            forms = {"one": (str(wording[0]),), "many": (str(wording[-1]),)}
        else:
            forms = {"one": (str(wording),), "many": (self._plural(str(wording)),)}
        if not forms.get("one"):
            self._complain("RW0501", f"noun {word}", form="one", lang=self.lang)
            return
        self.inflection.derive(forms)
        gender = (forms.pop("gender", None) or ("",))[0]
        article = bool(forms.pop("article", None))
        by_head = self.core.get("by_head", {})
        own = {terminal: forms.pop(key)[0].strip("-") for terminal, key in by_head.items() if key in forms}
        kind = str(entry.get("type", "word"))
        of = _tuple(entry.get("of"))
        place, countable = "", None
        if self.canon is not self and word in self.canon.nouns:
            countable = self.canon.nouns[word].counts
            way = noun_to(self.canon, word)
            place = (forms.pop("place", None) or (self.core.get("place_of_way", {}).get(way, "in"),))[0]
            if "quantity_number" in self.core and not countable:
                forms = {name: texts for name, texts in forms.items() if not name.startswith("many")}
        more = (place, gender, countable, article, own)
        self.nouns[word] = Noun(word, kind, Forms(forms), of, entry.get("is"), entry, *more)

    def _plural(self, text: str) -> str:
        for pattern, ending in self.core.get("plural", ()):
            if re.search(pattern, text):
                return re.sub(pattern, ending, text, count=1)
        return text

    def _adjective(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        after = _true(entry.get("after"))
        forms, kind = self._agreeing(wording, after)
        self.adjectives[word] = AdjectiveWord(word, Forms(forms), _tuple(entry.get("of")), after, entry, kind)

    def _agreeing(self, wording: Any, after: bool) -> tuple[dict[str, tuple[str, ...]], str]:
        """The forms of a word that agrees with a noun, and its kind; of one that stands `after`, one may be all."""
        names = self.core.get("adjective_forms", ())
        line = wording.get("forms") if isinstance(wording, Mapping) else wording
        kind = str(wording.get("kind", "")) if names and isinstance(wording, Mapping) else ""
        if not names or not isinstance(line, str) or (after and "|" not in line):
            return self._closed_forms(line), kind
        forms: dict[str, tuple[str, ...]] = {}
        forms |= {n: (p.strip(),) for n, p in zip(names, line.split("|"), strict=False) if p.strip()}
        self.inflection.derive(forms)
        return forms, kind

    def _relation(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        forms = self._closed_forms(wording)
        case = (forms.pop("case", None) or ("",))[0]
        self.relations[word] = RelationWord(
            word, Forms(forms), _tuple(entry.get("of")), _tuple(entry.get("with")), entry, case
        )

    def _plain(self, into: dict[str, PlainWord]) -> Any:
        def make(word: str, entry: Mapping[str, Any], wording: Any) -> None:
            into[word] = PlainWord(word, Forms(self._closed_forms(wording)), entry)

        return make

    def _verb(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        if not isinstance(wording, Mapping) or not wording.get("pattern") or not wording.get("forms"):
            self._unsayable(word, f"has no pattern and forms in {self.lang}")
            return
        names = self.core["verb_forms"]
        forms = []
        for line in _tuple(wording["forms"]):
            parts = [p.strip() for p in line.split("|")]
            if not int(self.core.get("verb_forms_at_least", 4)) <= len(parts) <= len(names):
                self._unsayable(word, f"has the forms {line} instead of {len(names)}")
                return
            found: dict[str, tuple[str, ...]] = {}
            for name, part in zip(names, parts, strict=False):
                known = part.split(",") if self.inflection.moods else [part]  # with any object, with a known one
                for key, text in zip((name, f"{name}_def"), known, strict=False):
                    if text.strip():
                        found[key] = (text.strip(),)
            if self.inflection.moods:
                self.inflection.derive(found)
            forms.append(Forms(found))
        slots = {str(k): str(v) for k, v in (entry.get("slots") or {}).items()}
        patterns = tuple(map(self._as_read, _tuple(wording["pattern"])))
        for pattern in patterns:
            if pattern.count("[") > MOST_OPTIONAL:  # each of them doubles the productions
                self._unsayable(word, f"has a pattern with more than {MOST_OPTIONAL} optional parts")
                return
            if not _balanced(pattern):
                self._unsayable(word, f"has a pattern whose brackets do not fit together: {pattern}")
                return
        into, bare_with = str(wording.get("into", "")), str(wording.get("bare_with", ""))
        state = _true(entry.get("state"))
        self.verbs[word] = VerbWord(word, slots, patterns, tuple(forms), state, entry, into, bare_with)

    def _as_read(self, pattern: str) -> str:
        """A pattern, each of whose words is a terminal, with what several words of it are read as."""
        for written, meant in self.core.get("contractions", {}).items():
            if " " in str(written):
                pattern = re.sub(rf"\b{written}\b", str(meant), pattern)
        return pattern

    # -------------------------------------------------------------- verbs as productions

    def _drop_changed_verbs(self) -> None:
        """Forget verbs whose patterns name slots that they no longer have: their forms are for another verb."""
        for verb in list(self.verbs.values()):
            named = {slot for pattern in verb.patterns for slot in re.findall(r"\{(\w+)[}:]", pattern)}
            if not named <= {*verb.slots, *ROLES}:
                del self.verbs[verb.id]
                self.missing.append(("verbs", verb.id))

    def _check_slots(self) -> None:
        for verb in self.verbs.values():
            for pattern in verb.patterns:
                for slot in re.findall(r"\{(\w+)[}:]", pattern):
                    if slot not in verb.slots and slot not in ROLES:
                        self._complain("RW0503", slot, verb=verb.id)
                if "V" not in split_pattern(pattern):
                    self._unsayable(verb.id, f"has a pattern without V: {pattern}")

    def _make_patterns(self) -> None:
        """Verbs with the same patterns and slot kinds share a terminal and productions, so that tables stay small."""
        shared: dict[tuple[tuple[str, ...], str, tuple[tuple[str, bool], ...]], str] = {}
        slots: dict[str, tuple[str, str]] = {}
        for verb in self.verbs.values():
            kinds = tuple((name, verb.slots.get(name) == "amount") for name in sorted(verb.slots))
            key = (verb.patterns, verb.into, kinds)
            if key not in shared:
                terminal = shared[key] = f"V{len(shared)}"
                if self.inflection.moods:  # the verb without what belongs to it
                    self.alternatives.append(Alternative("_any_verb", (Symbol(terminal, "verb"),)))
                for pattern in verb.patterns if self.inflection.clitics else ():
                    pattern = pattern.replace("V [{object}]", "V {object}")
                    if pattern.startswith("V {object}"):
                        items = _pattern_items(split_pattern(pattern), terminal, verb, slots)
                        names = {_slot_rule("object", "", verb): "slot_clitic"}
                        if pattern.startswith("V {object} [{from}]"):
                            names["role_from"] = "from_it"
                        items = _renamed(items, names)
                        self.alternatives.append(Alternative("_verb", tuple(_into(items) if verb.into else items)))
                for pattern in verb.patterns:
                    items = _pattern_items(split_pattern(pattern), terminal, verb, slots)
                    if "ADVMID" in self.classes and pattern.startswith("V {"):  # adverbs between a verb and its object
                        items.insert(1, Group(((Symbol("ADVMID", "adverbs"),),), optional=True, many=True))
                    if verb.into:
                        items = _into(items)
                    late = bool(self.inflection.moods) and not pattern.startswith("V")
                    if late:  # the mark of the mood stands before the verb, wherever that is
                        at = next(i for i, x in enumerate(items) if isinstance(x, Symbol) and x.label == "verb")
                        items.insert(at, Symbol("m"))
                    self.alternatives.append(Alternative("_late{m}" if late else "_verb", tuple(items)))
            self.verb_terminals[verb.id] = shared[key]
        rules = {"phrase": "nps", "amount": "num", **self.core.get("slot_rules", {})}
        for rule, (name, case) in slots.items():
            value = rules["amount"] if rule.startswith("amount_") else rules["phrase"]
            if case.startswith("="):  # this very rule
                value = case[1:]
            elif "slot_case" in self.core:
                value = f"{value}{{{case or self.core['slot_case']}}}"
            for marked in self.core.get("only_before", {}) if name == "object" and not case else ():
                personal = (Symbol(marked), Symbol(value, "value"))
                self.alternatives.append(Alternative(rule, personal, "slot", (("name", name),)))
            self.alternatives.append(Alternative(rule, (Symbol(value, "value"),), "slot", (("name", name),)))

    # -------------------------------------------------------------- words that are two things

    def _check_phrases(self) -> None:
        """The same wording for two ids of one terminal: it could never be told which is meant."""
        seen: dict[tuple[tuple[str, ...], str], str] = {}
        told: set[tuple[str, str]] = set()  # of two words one form is told, not each
        for phrase in self.phrases():
            verb = phrase.terminal in self.verb_terminals.values()
            terminal = " ".join(("V" if verb else phrase.terminal, phrase.before, *phrase.after))
            other = seen.setdefault((phrase.words, terminal), phrase.value)
            pair = (other, phrase.value)
            if other != phrase.value and phrase.terminal not in ("REL", "PAST", "PART") and pair not in told:
                told.add(pair)
                self._complain("RW0504", " ".join(phrase.words), one=other, other=phrase.value)

    def _check_orders(self) -> None:
        """A noun or description with the words of an order: "Roll a die." would be read as the noun "roll".

        States are never ordered; a heading is told by its colon, unless the verb can stand before one too; and the
        words of the core are known to get on with each other.
        """
        orders: dict[tuple[str, ...], VerbWord] = {}
        alone: dict[tuple[str, ...], VerbWord] = {}  # those that need no object
        for verb in (verb for verb in self.verbs.values() if not verb.state):
            bare = any("{" not in re.sub(r"\[.*\]", "", pattern) for pattern in verb.patterns)
            for forms in verb.forms:
                for text in (text for form in self.core.get("order_forms", ()) for text in forms.forms.get(form, ())):
                    orders[split_words(text)] = verb
                    if bare:
                        alone[split_words(text)] = verb
        kinds: tuple[tuple[str, Mapping[str, Noun | AdjectiveWord | RelationWord | PlainWord], Any], ...] = (
            ("nouns", self.nouns, orders),
            ("adjectives", self.adjectives, orders),
            ("relations", self.relations, orders),
            ("headings", self.headings, alone),
        )
        for kind, words, verbs in kinds:
            for word in words.values():
                texts = [text for form, texts in word.forms.forms.items() if form != "to" for text in texts]
                same = [text for text in texts if split_words(text) in verbs][:1]
                for text, other in ((text, verbs[split_words(text)].id) for text in same):
                    if word.id not in (self.core.get(kind) or {}) or other not in self.core["verbs"]:
                        order = text.capitalize()
                        self._complain("RW0506", text, kind=kind[:-1], one=word.id, other=other, order=order)


def _balanced(pattern: str) -> bool:
    """Whether each bracket that a pattern opens is closed after it."""
    depth = 0
    for sign in pattern:
        depth += (sign == "[") - (sign == "]")
        if depth < 0:
            return False
    return depth == 0


def split_pattern(pattern: str) -> list[str]:
    """The parts of a verb's pattern: V, {slot}, [, ], literal words."""
    return re.findall(r"\{\w+(?::=?\w+)?\}|[\[\]]|[^\s\[\]{}]+", pattern)


def relation_terminal(form: str, case: str) -> str:
    """The terminal of a relation's wording: by the form and by the mark that it asks of its other end."""
    agrees = form == "any" or form.partition("_")[0] in ("one", "many")
    return "_".join(x for x in ("RELATION", "" if agrees else form.upper(), case) if x)


def noun_to(lexicon: Lexicon, noun: str) -> str:
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


def place_word(lexicon: Lexicon, noun: str) -> str | None:
    """In or on, as a noun has it; None if it has both."""
    fixed = next((w for kind, w in lexicon.core.get("noun_in", {}).items() if lexicon.noun_is(noun, kind)), None)
    found = fixed or lexicon.core.get("places", {}).get(noun_to(lexicon, noun))
    return str(found) if found else None


def _pattern_items(
    parts: Sequence[str], terminal: str, verb: VerbWord, slots: dict[str, tuple[str, str]]
) -> list[Item]:
    stack: list[list[Item]] = [[]]
    for part in parts:
        if part == "[":
            stack.append([])
        elif part == "]":
            inner = tuple(stack.pop())
            stack[-1].append(Group((inner,), optional=True))
        elif part == "V":
            stack[-1].append(Symbol(terminal, "verb"))
        elif part.startswith("{"):
            name, _, case = part[1:-1].partition(":")
            rule = _slot_rule(name, case, verb)
            if not rule.startswith("role_"):
                slots[rule] = name, case
            stack[-1].append(Symbol(rule, "slots"))
        else:
            stack[-1].append(Symbol(f'"{part.lower()}"'))
    return stack[0]


def _slot_rule(name: str, case: str, verb: VerbWord) -> str:
    if name in ROLES and not case:
        return f"role_{name}"
    rule = f"amount_{name}" if verb.slots.get(name) == "amount" else f"slot_{name}"
    return f"{rule}_{case.lstrip('=')}" if case else rule


def _into(items: Sequence[Item]) -> list[Item]:
    """The items with another way to say where things go: `role_to` or `into`."""
    either = Group(((Symbol("role_to", "slots"),), (Symbol("into", "slots"),)))
    return [
        (either if item.name == "role_to" else item)
        if isinstance(item, Symbol)
        else replace(item, branches=tuple(tuple(_into(branch)) for branch in item.branches))
        for item in items
    ]


def _renamed(items: Sequence[Item], names: Mapping[str, str]) -> list[Item]:
    """The items with other rules for some of them."""
    return [
        replace(item, name=names.get(item.name, item.name))
        if isinstance(item, Symbol)
        else replace(item, branches=tuple(tuple(_renamed(b, names)) for b in item.branches))
        for item in items
    ]
