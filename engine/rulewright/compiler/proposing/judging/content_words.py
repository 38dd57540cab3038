"""Whether a text may be proposed for another that is freely written: whether it is about the same things and deeds.

Compared is what the words of one stand for with the tree of the other: nouns, verbs and adjectives of the lexicon,
numbers, and what joins them, such as "if", "whenever", "for each" and "may". Places that people leave out ("from your
hand") may be added. What small words of the two texts say otherwise is told beside what is proposed
(`function_words`), and keeps nothing from being proposed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher

from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.language.lexicon.named_values import named_values
from rulewright.language.nodes import field_names
from rulewright.ruleset.model import Ruleset

JOINTS: dict[type[n.Node], str] = {
    n.If: "condition", n.Unless: "condition", n.Possible: "condition", n.While: "condition",
    n.Trigger: "event", n.ForEach: "each", n.Per: "each", n.Instead: "instead", n.RatherThan: "instead",
}  # fmt: skip
"""What joins a sentence, as the words of a language call it (`joints`)."""
LIKE = 0.8  # from how like two words are on they may be one, spelled wrong
FEW = 2  # so much a text that comes near may leave out of what was asked for, or add
LEAST = 2  # and so much it must say
MOST_LOST = 2  # words that a phrase may have which is left out
LONG = 3  # letters from which on a word says something by itself


def unknown_words(ruleset: Ruleset, text: str, lang: str) -> list[str]:
    """The words of a text that neither the game nor its language has."""
    return ContentWords(ruleset.language(lang), text).unknown


class ContentWords:
    """What one text is about, in one language; decides which trees are about the same.

    Args:
        own: what the text is read as, if it can be read.
    """

    def __init__(self, language: Language, text: str, own: n.Node | None = None) -> None:
        self.language, self.lexicon, self.text = language, language.lexicon, text
        self.times = _times(own) if own is not None else None
        words = [word.text.lower() for word in language.lexer.split(text.rstrip(" ."))]
        self.meant: list[tuple[set[str], str]] = []  # what each wording can stand for
        self.unknown: list[str] = []
        self.core = {*self.lexicon.core.get("nouns", {}), *self.lexicon.core.get("adjectives", {})}
        self.said: set[str] = set()  # what its words may stand for, those of the core among them
        self.deeds: set[str] = set()  # the words that stand where it is said what is done
        self.numbers = sorted(_numbers(language, words))
        self._ways: dict[str, str] = self.lexicon.core.get("joints", {})
        self.kept = set(map(str, self.lexicon.core.get("near", {}).get("kept", ())))
        self.people = _people(language, text)
        self.joints = {joint for joint, way in self._ways.items() if re.search(way, text, re.IGNORECASE)}
        self._read(words)

    def _read(self, words: list[str]) -> None:
        place = self._heading(words)
        while place < len(words):
            found = [p for p in self.language.lexer.candidates(words, place, strict=False) if p.value]
            size = max((len(phrase.words) for phrase in found), default=1)
            values = {str(p.value) for p in found if len(p.words) == size and self._is_content(str(p.value))}
            self.said |= {str(p.value) for p in found}
            wording = " ".join(words[place : place + size])
            if values:
                self.meant.append((values, wording))
            elif (
                not found
                and len(wording) > LONG
                and wording.isalpha()
                and not self.language.reader.wordings.knows(wording)
            ):
                self.unknown.append(wording)
            if place == 0 or not words[place - 1].isalpha() or self.is_somebody(words[place - 1]):
                self.deeds.add(words[place])
            place += size

    def _heading(self, words: list[str]) -> int:
        """How many words at the beginning are a heading: under which one it stands is no part of what a text says."""
        end = words.index(":") if ":" in words else 0
        heads = self.language.lexer.candidates(words, 0, strict=False) if end else ()
        return end + 1 if any(phrase.terminal.startswith("HEADING") for phrase in heads) else 0

    def _is_content(self, value: str) -> bool:
        lexicon = self.lexicon
        core = lexicon.core.get("nouns", {})
        adjective = value in lexicon.adjectives and value not in lexicon.core.get("adjectives", {})
        return adjective or value in lexicon.verbs or (value in lexicon.nouns and value not in core)

    # ------------------------------------------------------------ one proposal

    def same_people(self, said: str) -> bool:
        """Whether the same people act in a text as in what was asked for, as far as its small words tell."""
        return _people(self.language, said) == self.people

    def keeps(self, tree: n.Node, said: str) -> bool:
        """Whether a text says all that was asked for, and no more."""
        named = _named(tree)
        if self.times is not None and self.times != _times(tree):
            return False
        if sorted(_numbers(self.language, [w.text.lower() for w in self.language.lexer.split(said)])) != self.numbers:
            return False
        if any(not self._among(values, named) for values, _ in self.meant):
            return False
        if any(not like(word, said) for word in self.unknown):
            return False
        joined = _joints(tree)
        if self.joints - joined or (joined - self.joints) & {"others", "instead", "condition"}:
            return False
        asked = {value for values, _ in self.meant for value in values}
        missing = asked - named
        return not [word for word in named - asked if self._is_content(word) and not self._needless(word, missing)]

    def differs(self, tree: n.Node, said: str) -> tuple[list[str], list[str]] | None:
        """What a text leaves out of what was asked for, or what it adds.

        None where the two have too little in common, or where it says another thing: one number instead of another, one
        word instead of another, or nothing of what is done.
        """
        named, joined = _named(tree), _joints(tree)
        numbers = _numbers(self.language, [w.text.lower() for w in self.language.lexer.split(said)])
        left = [wording for values, wording in self.meant if not self._among(values, named)]
        if self.joints - joined or (joined - self.joints) & {"others", "instead", "event", "condition"}:
            return None
        if len(self.meant) - len(left) < max(LEAST, len(left)):
            return None
        if Counter(numbers) != Counter(self.numbers) or any(self._is_done(word) for word in left):
            return None
        left += [word for word in self.unknown if not like(word, said)]
        core = {word for word in named if word in self.core} - self.said
        if any(word in self.deeds for word in left) or (left and core):
            return None
        asked = {value for values, _ in self.meant for value in values}
        more = [word for word in named - asked if self._is_content(word) and not self._needless(word, asked - named)]
        added = list(map(self._written, sorted(more)))
        return None if (left and added) or len(left) + len(added) > FEW else (list(dict.fromkeys(left)), added)

    def needs(self, word: str) -> bool:
        """Whether a word says what is done, or of whom: without it another thing is said."""
        return word in self.deeds or self.is_somebody(word)

    def joins(self, phrase: str) -> bool:
        """Whether a phrase says how a text is joined: a condition, an event, "for each"."""
        return any(re.search(way, phrase, re.IGNORECASE) for way in self._ways.values())

    def loses(self, said: str, without: Iterable[str], more: Iterable[str]) -> bool:
        """Whether what a text leaves out says too much to be left out: what is done, when, of what, or how much.

        more: what it says beside, which may be the same deed or condition in other words.
        """
        asked, has_words = (set(re.findall(r"\w+", text.lower())) for text in (self.text, said))
        valued = {
            word for value in named_values(self.lexicon) for word in value.name.lower().split() if len(word) > LONG
        }
        if (asked & valued) - has_words:
            return True  # the name of a value says of which things something is so
        others = [ContentWords(self.language, phrase) for phrase in more]
        has, done = ContentWords(self.language, said), any(other.verbs for other in others)
        fewer = len(has.verbs) < len(self.verbs) and not done
        for phrase in without:
            if phrase.lower() in said.lower():
                continue
            lost = ContentWords(self.language, phrase)
            joined = " " in phrase and bool(lost.joints) and not any(other.joints for other in others)
            if joined or (lost.verbs and fewer) or len(lost.meant) + len(lost.unknown) > MOST_LOST:
                return True
            kept = self.kept.intersection(phrase.lower().split())
            if not others and (lost.meant or lost.numbers or kept):
                return True
            if kept and not any(self.kept.intersection(other.text.lower().split()) for other in others):
                return True  # “no” is not told by “at least”
        return False

    @property
    def verbs(self) -> list[str]:
        """The wordings that can only be verbs."""
        return [wording for values, wording in self.meant if values <= self.lexicon.verbs.keys()]

    def is_somebody(self, word: str) -> bool:
        """Whether a word by itself stands for somebody or something that was spoken of: "you", "them"."""
        found = self.language.lexer.candidates([word], 0, strict=False)
        return any(phrase.terminal in ("SUBJECT", "ME", "PRON") for phrase in found)

    def _is_done(self, wording: str) -> bool:
        """Whether a wording can only be a verb: without it nothing says what is done."""
        values = next(values for values, said in self.meant if said == wording)
        return values <= self.lexicon.verbs.keys()

    def _written(self, word: str) -> str:
        """A word of a tree as people write it."""
        for table in (self.lexicon.nouns, self.lexicon.adjectives):
            if word in table:
                return table[word].forms.get("one", "any") or word
        return self.lexicon.verbs[word].forms[0].get("base", "any") or word if word in self.lexicon.verbs else word

    def _among(self, values: Iterable[str], named: set[str]) -> bool:
        """Whether something named is what a wording stands for: the thing itself, or one of its kind."""
        return any(value == other or self._akin(value, other) for value in values for other in named)

    def _akin(self, one: str, other: str) -> bool:
        nouns = self.lexicon.nouns
        if one in nouns and other in nouns:
            return self.lexicon.noun_is(one, other) or self.lexicon.noun_is(other, one)
        return {one, other} in ALIKE

    def _needless(self, word: str, asked: set[str]) -> bool:
        """Whether a proposal may name something that was not asked for: what was meant, or a place left out."""
        noun = self.lexicon.nouns.get(word)
        if word in asked or any(self._akin(word, value) for value in asked) or any(like(u, word) for u in self.unknown):
            return True
        return noun is not None and noun.type == "zone"


ALIKE = tuple({one, other} for one, other in (
    ("gain", "take"), ("gain", "draw"), ("put", "move"), ("put", "return"), ("take", "return"), ("lose", "pay"),
    ("pay", "discard"), ("lose", "discard"), ("use", "play"),
))  # fmt: skip
"""Verbs of the language that people use for each other."""


def _named(tree: n.Node) -> set[str]:
    """The words that a tree is made of."""
    found: set[str] = set()
    for node in tree.walk():
        for name in field_names(type(node)):
            value = getattr(node, name)
            if name in ("noun", "verb", "relation", "word", "adjectives"):
                found.update(value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ())
    return found


def _times(tree: n.Node) -> set[str]:
    return {node.time for node in tree.walk() if isinstance(node, n.Timed)}


def _joints(tree: n.Node) -> set[str]:
    found = {JOINTS[type(node)] for node in tree.walk() if type(node) in JOINTS}
    words = {node.word for node in tree.walk() if isinstance(node, n.Article)}
    adverbs = {word for node in tree.walk() if isinstance(node, n.Perform) for word in node.adverbs}
    found |= {"each"} if words & {"each", "each_other", "all", "all_other"} else set()
    found |= {"instead"} & adverbs
    found |= {"event"} if any(isinstance(node, n.While) for node in tree.walk()) else set()
    others = any(isinstance(node, n.NounPhrase) and _of_others(node) for node in tree.walk())
    return found | ({"others"} if others else set())


def _of_others(phrase: n.NounPhrase) -> bool:
    word = phrase.determiner.word if isinstance(phrase.determiner, n.Article) else ""
    return phrase.noun == "player" and (word in ("another", "each_other", "all_other") or "other" in phrase.adjectives)


def _people(language: Language, text: str) -> set[str]:
    """Which of the people that a language tells apart (`people` of `near`) a text speaks of."""
    people = language.lexicon.core.get("near", {}).get("people", {})
    return {name for name, way in people.items() if re.search(way, text, re.IGNORECASE)}


def like(word: str, said: str) -> bool:
    """Whether a text has a word, or one that is spelled nearly as it is."""
    return any(SequenceMatcher(None, word, part.lower()).ratio() >= LIKE for part in re.findall(r"\w+", said))


def _numbers(language: Language, words: list[str]) -> list[str]:
    table: dict[str, object] = language.lexicon.core.get("numbers", {})
    found = [str(table.get(word, word)) for word in words if word.isdigit() or word in table]
    return [number for number in found if number != "1"]  # "a" says it, too
