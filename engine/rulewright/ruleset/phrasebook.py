"""The phrasebook: all words that a game's sentences are made of, each with a sentence of the game that says it.

A sentence is the first of its ability, or a step of a rule, so that nothing before it must be known to read it; it is
printed in the language that is asked for, and shown only if it reads back as the same tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon, noun_to, split_pattern
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.lexicon.words import Noun, VerbWord
from rulewright.language.printing.by_name import by_name
from rulewright.problems import RulewrightError
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.phrasebook_notes import Notes
from rulewright.ruleset.whole_deeds import done_in, not_for_cards
from rulewright.ruleset.words_of_trees import WordId, words_in

SECTIONS = (
    ("things", ("card", "piece")),
    ("resources", ("resource",)),
    ("places", ("space", "border", "region", "zone")),
    ("players", ("player", "role")),
    ("numbers", ("number",)),
)
"""Sections of nouns: what they are called, and the types of noun that they hold."""
WAYS: tuple[type[n.Node], ...] = (
    n.If, n.Possible, n.Unless, n.Trigger, n.While, n.ForEach, n.Timed, n.Instead, n.Sequence, n.Choice, n.AnyOrder,
    n.Cost, n.Per, n.Repeat, n.Until, n.Change, n.SetTo,
)  # fmt: skip
"""The constructs that are shown with a sentence each; `way_<name>` of the interface says what they are for."""
HEARD = ("gain", "lose", "pay", "draw", "discard", "take", "put", "move", "return", "remove", "play")
"""The verbs of the core that texts can wait for."""
DONE = (*HEARD, "give", "exchange", "shuffle", "reveal", "look_at", "choose", "keep", "roll", "do_nothing")
"""The verbs of the core that a text can have done, whether or not the game's texts do."""
_KINDS = {"text": 0, "sentence": 1}  # of words, best first; conditions and other parts of sentences come last
_NEEDS = ("it", "they", "them", "there", "its", "their", "that", "this")  # what is clearer with what stands before


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the game: how it is said, its tree, as what it is read, and where it stands."""

    text: str
    tree: n.Node
    kind: b.WordsKind
    path: b.Path

    @property
    def source(self) -> str:
        """The card or rule that says it; "" where none does."""
        if not self.path:
            return ""
        return str(self.path[-1] if len(self.path) < 2 else self.path[2] if self.path[0] == "lexicon" else self.path[1])


@dataclass(frozen=True, slots=True)
class Entry:
    """A word or construct.

    Attributes:
        said: how it is said or used.
        kind: its type; of: what it belongs to, in ids.
        notes: what else is to be known of it, by what is noted (`phrase_<name>` of the interface), in words.
    """

    id: str
    said: str
    sentence: Sentence | None
    kind: str = ""
    of: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Words of one kind; `phrases_<name>` of the interface is its title."""

    name: str
    entries: tuple[Entry, ...]


def phrasebook(ruleset: Ruleset, lang: str = "en") -> list[Section]:
    """All sections that have anything in them.

    Raises:
        RulewrightError: the ruleset does not speak the language.
    """
    return [section for section in _Writer(ruleset, ruleset.language(lang)).sections() if section.entries]


def sentences(ruleset: Ruleset) -> Iterator[tuple[b.Words, n.Node]]:
    """The sentences, conditions and phrases of a ruleset by themselves, each with the words that it stands in."""
    for words in ruleset.all_words:
        tree = words.tree
        if words.path[0] == "components" and ruleset.components[str(words.path[1])].later:
            continue
        if isinstance(tree, n.Text):
            for ability in tree.abilities:
                yield words, n.Text(abilities=(replace(ability, sentences=ability.sentences[:1]),))
            if tree.sentences:
                yield words, n.Text(sentences=tree.sentences[:1])
        elif tree is not None:
            yield words, tree


class _Writer:
    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self.ruleset, self.language = ruleset, language
        self.notes = Notes(ruleset, language.lexicon)
        self.lexicon: Lexicon = language.lexicon
        self.parts = not_for_cards(ruleset)
        self.shown: Counter[int] = Counter()
        self.printed: dict[int, str | None] = {}

    @cached_property
    def known(self) -> list[tuple[b.Words, n.Node]]:
        """The sentences of the game, those that are best to read first; none that does what no card can do."""
        every = sentences(self.ruleset)
        known = (one for one in every if not any(act.verb in self.parts for act in done_in(one[1])))
        return sorted(known, key=lambda item: _rank(*item))

    @cached_property
    def saying(self) -> dict[WordId, list[int]]:
        """Which of them say a word."""
        found: dict[WordId, list[int]] = {}
        for number, (_, tree) in enumerate(self.known):
            for word in words_in(tree):
                found.setdefault(word, []).append(number)
        return found

    def sections(self) -> Iterator[Section]:
        for name, types in SECTIONS:
            nouns = [word for word in self.lexicon.nouns.values() if word.type in types]
            yield Section(name, tuple(self._words("nouns", nouns)))
        yield Section("adjectives", tuple(self._words("adjectives", self.lexicon.adjectives.values())))
        yield Section("values", tuple(self._values()))
        yield Section("relations", tuple(self._words("relations", self.lexicon.relations.values())))
        verbs = [word for word in self.lexicon.verbs.values() if word.id not in self.parts]
        yield Section("verbs", tuple(self._words("verbs", verbs)))
        yield Section("events", tuple(self._events()))
        yield Section("headings", tuple(self._words("headings", self.lexicon.headings.values())))
        yield Section("times", tuple(self._words("times", self.lexicon.times.values())))
        yield Section("ways", tuple(self._ways()))

    def _words(self, section: str, words: Iterable[Any]) -> Iterator[Entry]:
        """The words of a section that the game has or uses."""
        for word in words:
            example = self._sentence(self.saying.get((section, word.id), ()))
            own = word.id in self.ruleset.words.get(section, {}) or (section == "verbs" and word.id in DONE)
            if example is None and not own:
                continue  # a word of the core that the game does not say
            said = pattern(self.lexicon, word) if isinstance(word, VerbWord) else self._named(section, word)
            kind = getattr(word, "type", "") or ""
            of, notes = tuple(getattr(word, "of", ())), tuple(self.notes.of(section, word.id))
            yield Entry(word.id, said or word.id.replace("_", " "), example, kind, of, notes)

    def _named(self, section: str, word: Any) -> str:
        """How a word is said: of one and of many, unless there is but one of what it names."""
        forms = word.forms.forms
        if section == "nouns" and (word.type == "number" or self._alone(word)):
            forms = {name: said for name, said in forms.items() if name != "many"} or forms
        return _said(forms)

    def _alone(self, noun: Noun) -> bool:
        """Whether a region or zone is the only one of its kind."""
        if noun.type == "region":
            return sum(region.kind == noun.id for region in self.ruleset.map.regions.values()) <= 1
        return noun.type == "zone" and "player" not in noun.of

    def _values(self) -> Iterator[Entry]:
        """The values of numbers that have names, each in a sentence made for it: no card need say it."""
        english = self.ruleset.language("en")
        texts = (self.ruleset.content.data["locale"].get(self.language.lang) or {}).get("texts") or {}
        for one in named_values(english.lexicon):
            number, kind = (english.lexicon.nouns[noun].forms.get("one") for noun in (one.number, one.kind))
            if not one.called or self.lexicon.nouns[one.kind].type != "space" or number is None or kind is None:
                continue
            article = "an" if kind[0] in "aeiou" else "a"
            sentence = f"If there is {article} {kind} with {number} exactly {one.value}, do nothing."
            try:
                tree = english.parse(sentence, "block_sentence")
                text = self.language.print(tree, "block_sentence")
                same = self.language.parse(text, "block_sentence") == tree
                text = by_name(self.language, text, tree, "block_sentence")
            except RulewrightError:
                continue
            said = str((texts.get("titles") or {}).get(one.id, one.name))
            if same:
                yield Entry(one.id, said, Sentence(text, tree, "sentence", ()), "value", (one.number, one.kind))

    def _events(self) -> Iterator[Entry]:
        """What texts wait for, by the verb."""
        found: dict[str, list[int]] = {}
        for number, (_, tree) in enumerate(self.known):
            for node in tree.walk():
                event = node.event if isinstance(node, n.Trigger) else None
                act = getattr(event, "act", None)
                verb = act.verb if isinstance(act, n.Perform) else getattr(event, "verb", None)
                if isinstance(verb, str):
                    found.setdefault(verb, []).append(number)
        for verb, numbers in found.items():
            word = self.lexicon.verbs.get(verb)
            if word is not None and (example := self._sentence(numbers)):
                yield Entry(verb, pattern(self.lexicon, word), example, "event")
        own = [verb for verb, word in self.ruleset.words.get("verbs", {}).items() if word.do is not None]
        others = [word for verb in (*HEARD, *own) if verb not in found and (word := self.lexicon.verbs.get(verb))]
        told = [pattern(self.lexicon, word) for word in others if not word.entry.get("internal")]
        if told:
            yield Entry("others", "; ".join(told), None, "event")

    def _ways(self) -> Iterator[Entry]:
        for kind in WAYS:
            numbers = [i for i, (_, tree) in enumerate(self.known) if any(isinstance(x, kind) for x in tree.walk())]
            if example := self._sentence(numbers):
                yield Entry(kind.__name__, kind.__name__, example, "way")

    def _sentence(self, numbers: Iterable[int]) -> Sentence | None:
        """The best of some sentences that the language can say; one that is not shown yet rather than one that is."""
        for number in sorted(numbers, key=lambda number: (min(self.shown[number], 2), number))[:8]:
            words, tree = self.known[number]
            text = self._print(number)
            if text is not None:
                self.shown[number] += 1
                return Sentence(text, tree, words.kind, words.path)
        return None

    def _print(self, number: int) -> str | None:
        """A sentence in the language, if it reads back as the same."""
        if number not in self.printed:
            words, tree = self.known[number]
            kind = "block_sentence" if words.kind == "sentence" else words.kind
            try:
                text = self.language.print(tree, kind)
                same = self.language.parse(text, kind) == tree
                self.printed[number] = by_name(self.language, text, tree, kind) if same else None
            except RulewrightError:
                self.printed[number] = None
        return self.printed[number]


def _rank(words: b.Words, tree: n.Node) -> tuple[int, int, int]:
    unclear = sum(
        1 for node in tree.walk() if getattr(node, "word", None) in _NEEDS and isinstance(node, n.Pronoun | n.Article)
    )
    size = sum(1 for _ in tree.walk())
    return _KINDS.get(words.kind, 2), unclear, abs(size - 8)


def _said(forms: Any) -> str:
    """The first wording of one and of many; of a word without these, its first form."""
    names = [name for name in ("one", "many") if forms.get(name)] or [name for name in list(forms)[:1] if forms[name]]
    return ", ".join(dict.fromkeys(forms[name][0] for name in names))


def pattern(lexicon: Lexicon, verb: VerbWord) -> str:
    """How a verb is said with its slots: `put ‹card› [into ‹…›]`."""
    parts = []
    for part in split_pattern(verb.patterns[0]):
        if part == "V":
            forms = verb.forms[0].forms
            parts.append(next((forms[name][0] for name in ("base", "inf", *forms) if forms.get(name)), verb.id))
        elif part.startswith("{"):
            slot, _, case = part.strip("{}").partition(":")
            kind = verb.slots.get(slot, "")
            before = (noun_to(lexicon, kind) if slot == "to" and kind else "") or lexicon.core.get("slots", {}).get(
                slot
            )
            noun = lexicon.nouns.get(kind)
            called = (noun.forms.get("one", "any", "one_m", *noun.forms.forms) if noun else None) or "…"
            parts += [before] if before and not case else []
            parts.append(f"‹{called}›")
        else:
            parts.append(part)
    return " ".join(parts).replace("[ ", "[").replace(" ]", "]")
