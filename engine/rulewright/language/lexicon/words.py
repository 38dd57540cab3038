"""The words of a language as they are kept: nouns, adjectives, relations, verbs, plain words, and their wordings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import field
from functools import cache
from typing import Any

import yaml

from rulewright.language.records import dataclass
from rulewright.problems import LexiconError, Place, problem
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

    def fitting(self, features: Set[str]) -> tuple[str, ...]:
        """The wordings of the form that fits some features best, as `one`, `f` and `dat`; none if no form fits.

        The name of a form is the features that it asks for; what it does not name, it leaves open: `one_f` is the form
        in all cases but the dative, if there is a `one_f_dat`.
        """
        names = [name for name in self.forms if set(name.split("_")) - {"any"} <= features]
        return self.forms[max(names, key=lambda name: len(name.split("_")))] if names else ()


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence that says that a number is higher or lower, and while what it says holds ("" for always)."""

    text: str
    condition: str = ""


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
    raised: tuple[Saying, ...] = ()  # sentences that say that a number is higher: "you may plough {field}"
    lowered: tuple[Saying, ...] = ()  # … that it is lower
    highest: tuple[str, ...] = ()  # what a thing is called that has the highest number of its kind: "most valuable"
    lowest: tuple[str, ...] = ()  # … the lowest

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
    told: Forms | None = None  # where a log tells of somebody else: "within their reach"

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
    told: Forms | None = None  # where a log tells of somebody else: "next to their things"


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
    bare_without: str = ""  # the slot without which it is not: "írsz", but "megírsz egy levelet"

    @property
    def has_direct_object(self) -> bool:
        """Whether its object stands right behind it: then it can be said as part of the verb, and be a player."""
        return any(pattern.startswith(("V {object}", "V [{object}]")) for pattern in self.patterns)

    @property
    def particle(self) -> str:
        """The words between the verb and its first slot: `in` of "look in {object}"."""
        parts = split_pattern(self.patterns[0])
        after = parts[parts.index("V") + 1 :]
        slot = next((i for i, part in enumerate(after) if part.startswith("{")), 0)
        return " ".join(part for part in after[:slot] if part not in "[]")

    @property
    def fixed_object(self) -> tuple[str, str]:
        """Of a verb that takes nothing, its participle and what it is done to: `raised`, `the tide`; else nothing."""
        said = {form: texts[0] for form, texts in self.forms[0].forms.items() if texts} if self.forms else {}
        parts = [text.partition(" ") for text in said.values()]
        rests = {rest for _, _, rest in parts}
        rest = rests.pop() if len(rests) == 1 else ""
        if self.patterns != ("V",) or not rest.startswith("the ") or "ed" not in said:
            return "", ""
        participle = said["ed"].partition(" ")[0]
        plain = {said[form].partition(" ")[0] for form in ("base", "s") if form in said}
        return ("", "") if participle in plain else (participle, rest)

    def order(self, slot: str) -> int:
        """The place of a slot in the canonical order: declared slots first, then roles as the patterns name them."""
        names = [*self.slots, *(n for p in self.patterns for n in re.findall(r"\{(\w+)[}:]", p)), *ROLES]
        return names.index(slot) if slot in names else len(names)


def slots_of(pattern: str) -> tuple[frozenset[str], frozenset[str]]:
    """The slots that a verb cannot be said without, and all that it can have.

    >>> needed, known = slots_of("V {object} [{from}]")
    >>> sorted(needed), sorted(known)
    (['object'], ['from', 'object'])
    """
    known = re.findall(r"\{(\w+)[}:]", pattern)
    needed = re.findall(r"\{(\w+)[}:]", re.sub(r"\[[^\]]*\]", "", pattern))
    return frozenset(needed), frozenset(known)


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
    part: tuple[str, ...] = ()  # the words of a verb that stand apart from it, further on
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
    text: str, terminal: str, value: str, form: str = "", before: str = "", after: tuple[str, ...] = (), part: str = ""
) -> Phrase:
    """A wording of the phrase lexer as it is written."""
    return Phrase(split_words(text), terminal, value, form, before, after, split_words(part), text)


def split_words(text: str) -> tuple[str, ...]:
    """The words of a wording, as the lexer sees them."""
    return tuple([word.lower() for word in WORD.findall(text)])


def as_pattern(words: str) -> str:
    """A pattern of a wording for these very words: for a whole sentence, or (without a full stop) for a part of one."""
    said = " ?".join(re.escape(word) for word in split_words(words.rstrip(".")))
    return f"^{said}$" if words.endswith(".") else rf"\b{said}\b"


def split_pattern(pattern: str) -> list[str]:
    """The parts of a verb's pattern: V, {slot}, [, ], literal words; words joined by `_` are read as one."""
    parts = re.findall(r"\{\w+(?::=?\w+)?\}|[\[\]]|[^\s\[\]{}]+", pattern)
    return [part if part.startswith("{") else part.replace("_", " ") for part in parts]


def as_tuple(value: Any) -> tuple[str, ...]:
    """A value of the lexicon as words: none, one or several."""
    if value is None:
        return ()
    return tuple(str(v) for v in value) if isinstance(value, list | tuple) else (str(value),)


def as_sayings(value: Any) -> tuple[Saying, ...]:
    """A value of the lexicon as sentences of a number: texts, or `{said:, while:}`."""
    found = value if isinstance(value, list | tuple) else () if value is None else (value,)
    return tuple(Saying(one["said"], one["while"]) if isinstance(one, Mapping) else Saying(str(one)) for one in found)


def is_true(value: Any) -> bool:
    """Whether a value of the lexicon says yes."""
    return value is True or value == "true"


@cache
def core_words(lang: str) -> Mapping[str, Any]:
    """The words of the core in one language: `grammar/words.<lang>.yaml`.

    Raises:
        FileNotFoundError: there is no such language.
        LexiconError: the file is not YAML.
    """
    path = data_dir("grammar") / f"words.{lang}.yaml"
    try:
        loaded: Mapping[str, Any] = yaml.load(
            path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(str(path), mark.line + 1, mark.column + 1) if mark else Place(str(path), 1, 1)
        raise LexiconError(problem("RW0105", place=place, reason=error.problem or "?")) from None
    return loaded
