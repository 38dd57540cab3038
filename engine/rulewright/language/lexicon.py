"""The words of one ruleset in one language, joined to the words of the core.

What a word *is* (its type, its slots) is the same in every language; its forms are not. English forms stand in the
lexicon's entries (`en:`), those of other languages in a mapping of their own under the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import yaml

from rulewright.language.grammar import Alternative, Group, Item, Symbol
from rulewright.language.problems import LexiconError, Problem, problem
from rulewright.resources import data_dir

ROLES = ("from", "to", "as", "for", "by", "place")
NOUN_TYPES = ("player", "card", "space", "border", "region", "zone", "piece", "resource", "number", "role", "word")
WORD = re.compile(r"'s\b|[^\W\d_][\w\-–]*|\d+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a word: form name -> wordings, of which the first is printed. English: one, many, to; or base, s, ing, ed."""

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

    @property
    def counts(self) -> bool:
        """Whether it has a plural that differs from the singular."""
        return bool(self.forms.get("many")) and self.forms.get("many") != self.forms.get("one")


@dataclass(frozen=True, slots=True)
class AdjectiveWord:
    """An adjective; `after`: it stands after its noun or after `is` only."""

    id: str
    forms: Forms
    of: tuple[str, ...] = ()
    after: bool = False
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RelationWord:
    """A relation between two things."""

    id: str
    forms: Forms
    of: tuple[str, ...] = ()
    with_: tuple[str, ...] = ()
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class VerbWord:
    """A verb. `slots`: name -> kind (a noun, a noun type, `amount`, `any`); `patterns`: of this language."""

    id: str
    slots: Mapping[str, str]
    patterns: tuple[str, ...]
    forms: tuple[Forms, ...]
    state: bool = False
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def particle(self) -> str:
        """The words between the verb and its first slot: `in` of "look in {object}"."""
        parts = split_pattern(self.patterns[0])
        after = parts[parts.index("V") + 1 :]
        slot = next((i for i, part in enumerate(after) if part.startswith("{")), 0)
        return " ".join(part for part in after[:slot] if part not in "[]")

    def order(self, slot: str) -> int:
        """The place of a slot in the canonical order: declared slots first, then roles as the patterns name them."""
        names = [*self.slots, *(n for p in self.patterns for n in re.findall(r"\{(\w+)\}", p)), *ROLES]
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

    @property
    def plural(self) -> bool:
        """Whether the wording is a plural."""
        return self.form == "many"


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
    loaded: Mapping[str, Any] = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506 (strings only)
    return loaded


class Lexicon:
    """All words of a ruleset and of the core in one language.

    Build it with `from_mapping`.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.core = core_words(lang)
        self.nouns: dict[str, Noun] = {}
        self.adjectives: dict[str, AdjectiveWord] = {}
        self.relations: dict[str, RelationWord] = {}
        self.verbs: dict[str, VerbWord] = {}
        self.headings: dict[str, PlainWord] = {}
        self.times: dict[str, PlainWord] = {}
        self.classes: dict[str, dict[str, Forms]] = {}
        self.alternatives: list[Alternative] = []
        self.verb_terminals: dict[str, str] = {}
        self._problems: list[Problem] = []

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any], lang: str = "en", forms: Mapping[str, Any] | None = None) -> Lexicon:
        """Read the parsed `lexicon.yaml` of a ruleset.

        Args:
            data: nouns, adjectives, relations, verbs, headings, times, as docs/formats.md says.
            lang: the language of the forms.
            forms: for languages other than English, the forms under the same kinds and ids.

        Raises:
            LexiconError: with every word that lacks a form, names an unknown slot or type, or is two things.
        """
        lexicon = cls(lang)
        english = core_words("en")
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
                    wording = (forms or {}).get(kind, {}).get(word, (lexicon.core.get(kind) or {}).get(word))
                if wording is None:
                    lexicon._complain("RW0501", f"{kind[:-1]} {word}", form="one", lang=lang)
                    continue
                make(str(word), merged, wording)
        lexicon._check_slots()
        lexicon._make_patterns()
        lexicon._check_phrases()
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

    def phrases(self) -> Iterator[Phrase]:
        """All wordings of the lexicon and of the closed classes, for the lexer."""
        for terminal, words in self.classes.items():
            for word, forms in words.items():
                yield from self._wordings(terminal, word, forms)
        ways = {way: None for noun in self.nouns.values() for way in noun.forms.forms.get("to", ())}
        for terminal in self.core.get("by_noun", {}):
            known = {w for forms in self.classes[terminal].values() for ws in forms.forms.values() for w in ws}
            yield from (Phrase(split_words(way), terminal, "to") for way in ways if way not in known)
        for noun in self.nouns.values():
            for form in ("one", "many"):
                if form == "many" and not noun.counts:
                    continue
                for text in noun.forms.forms.get(form, ()):
                    yield Phrase(split_words(text), "NOUN", noun.id, form)
        for adjective in self.adjectives.values():
            yield from self._wordings("PRED" if adjective.after else "ADJ", adjective.id, adjective.forms)
        for relation in self.relations.values():
            yield from self._wordings("RELATION", relation.id, relation.forms)
        for terminal, plain in (("HEADING", self.headings), ("TIME", self.times)):
            for item in plain.values():
                yield from self._wordings(terminal, item.id, item.forms)
        for verb in self.verbs.values():
            for forms in verb.forms:
                for form, texts in forms.forms.items():
                    for text in texts:
                        yield Phrase(split_words(text), self.verb_terminals[verb.id], verb.id, form)
                        words = split_words(f"{text} {verb.particle}")
                        if form in ("base", "s"):
                            yield Phrase(words, "REL", verb.id, form)
                        elif form == "ed" and texts[0] not in (forms.get("base"), forms.get("s")):
                            yield Phrase(words, "PAST", verb.id, form)

    def _wordings(self, terminal: str, word: str, forms: Forms) -> Iterator[Phrase]:
        for form, texts in forms.forms.items():
            for text in texts:
                yield Phrase(split_words(text), terminal, word, form)

    # -------------------------------------------------------------- making

    def _complain(self, code: str, found: str, **words: str) -> None:
        self._problems.append(problem(code, found=found, **words))  # type: ignore[arg-type]

    def _closed_forms(self, entry: Any) -> dict[str, tuple[str, ...]]:
        if isinstance(entry, Mapping):
            return {k: _tuple(v) for k, v in entry.items()}
        return {"any": _tuple(entry)}

    def _noun(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        if isinstance(wording, Mapping):
            forms = {k: _tuple(v) for k, v in wording.items()}
        elif isinstance(wording, list):
            forms = {"one": (str(wording[0]),), "many": (str(wording[-1]),)}
        else:
            forms = {"one": (str(wording),), "many": (self._plural(str(wording)),)}
        if not forms.get("one"):
            self._complain("RW0501", f"noun {word}", form="one", lang=self.lang)
            return
        kind = str(entry.get("type", "word"))
        of = _tuple(entry.get("of"))
        self.nouns[word] = Noun(word, kind, Forms(forms), of, entry.get("is"), entry)

    def _plural(self, text: str) -> str:
        for pattern, ending in self.core.get("plural", ()):
            if re.search(pattern, text):
                return re.sub(pattern, ending, text, count=1)
        return text

    def _adjective(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        forms = Forms(self._closed_forms(wording))
        self.adjectives[word] = AdjectiveWord(word, forms, _tuple(entry.get("of")), _true(entry.get("after")), entry)

    def _relation(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        forms = Forms(self._closed_forms(wording))
        self.relations[word] = RelationWord(word, forms, _tuple(entry.get("of")), _tuple(entry.get("with")), entry)

    def _plain(self, into: dict[str, PlainWord]) -> Any:
        def make(word: str, entry: Mapping[str, Any], wording: Any) -> None:
            into[word] = PlainWord(word, Forms(self._closed_forms(wording)), entry)

        return make

    def _verb(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        if not isinstance(wording, Mapping) or not wording.get("pattern") or not wording.get("forms"):
            self._complain("RW0502", word, wrong=f"has no pattern and forms in {self.lang}")
            return
        names = ("base", "s", "ing", "ed", "past")
        forms = []
        for line in _tuple(wording["forms"]):
            parts = [p.strip() for p in line.split("|")]
            if len(parts) < 4:
                self._complain("RW0502", word, wrong=f"has the forms {line} instead of four")
                return
            forms.append(Forms({n: (p,) for n, p in zip(names, parts, strict=False) if p}))
        slots = {str(k): str(v) for k, v in (entry.get("slots") or {}).items()}
        patterns = _tuple(wording["pattern"])
        self.verbs[word] = VerbWord(word, slots, patterns, tuple(forms), _true(entry.get("state")), entry)

    # -------------------------------------------------------------- verbs as productions

    def _check_slots(self) -> None:
        for verb in self.verbs.values():
            for pattern in verb.patterns:
                for slot in re.findall(r"\{(\w+)\}", pattern):
                    if slot not in verb.slots and slot not in ROLES:
                        self._complain("RW0503", slot, verb=verb.id)
                if "V" not in split_pattern(pattern):
                    self._complain("RW0502", verb.id, wrong=f"has a pattern without V: {pattern}")

    def _make_patterns(self) -> None:
        """Verbs with the same patterns and slot kinds share a terminal and its productions, so that tables stay small."""
        shared: dict[tuple[tuple[str, ...], tuple[tuple[str, bool], ...]], str] = {}
        slots: dict[str, str] = {}
        for verb in self.verbs.values():
            kinds = tuple((name, verb.slots.get(name) == "amount") for name in sorted(verb.slots))
            key = (verb.patterns, kinds)
            if key not in shared:
                terminal = shared[key] = f"V{len(shared)}"
                for pattern in verb.patterns:
                    items = _pattern_items(split_pattern(pattern), terminal, verb, slots)
                    self.alternatives.append(Alternative("_verb", tuple(items)))
            self.verb_terminals[verb.id] = shared[key]
        for rule, name in slots.items():
            value = Symbol("num" if rule.startswith("amount_") else "nps", "value")
            self.alternatives.append(Alternative(rule, (value,), "slot", (("name", name),)))

    # -------------------------------------------------------------- words that are two things

    def _check_phrases(self) -> None:
        """The same wording for two ids of one terminal: it could never be told which is meant."""
        seen: dict[tuple[tuple[str, ...], str], str] = {}
        for phrase in self.phrases():
            terminal = "V" if phrase.terminal in self.verb_terminals.values() else phrase.terminal
            other = seen.setdefault((phrase.words, terminal), phrase.value)
            if other != phrase.value and terminal != "REL" and terminal != "PAST":
                text = " ".join(phrase.words)
                self._complain("RW0504", text, one=other, other=phrase.value)


def split_pattern(pattern: str) -> list[str]:
    """The parts of a verb's pattern: V, {slot}, [, ], literal words."""
    return re.findall(r"\{\w+\}|[\[\]]|[^\s\[\]{}]+", pattern)


def _pattern_items(parts: Sequence[str], terminal: str, verb: VerbWord, slots: dict[str, str]) -> list[Item]:
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
            name = part[1:-1]
            if name in ROLES and name not in verb.slots:
                rule = f"role_{name}"
            elif name in ROLES:
                rule = f"role_{name}"
            else:
                rule = f"amount_{name}" if verb.slots.get(name) == "amount" else f"slot_{name}"
                slots[rule] = name
            stack[-1].append(Symbol(rule, "slots"))
        else:
            stack[-1].append(Symbol(f'"{part.lower()}"'))
    return stack[0]
