"""Words for meanings: the frames of a language and the forms of a lexicon."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import yaml

from rulewright.language.lexicon import Lexicon, noun_to, place_word, split_pattern
from rulewright.language.lexicon.words import VerbWord
from rulewright.meaning.model import Meaning, Referent
from rulewright.resources import data_dir

Says = Callable[["Speaker", Any], str]
SAYS: dict[type[Meaning], Says] = {}


def says(*kinds: type[Meaning]) -> Callable[[Says], Says]:
    """Register what tells meanings of some classes."""

    def register(rule: Says) -> Says:
        for kind in kinds:
            assert kind not in SAYS
            SAYS[kind] = rule
        return rule

    return register


def has_frames(lang: str) -> bool:
    """Whether meanings can be told in a language."""
    return (data_dir("grammar") / f"paraphrase.{lang}.yaml").is_file()


@cache
def frames(lang: str) -> Mapping[str, Any]:
    """The frames of a language that has them."""
    path = data_dir("grammar") / f"paraphrase.{lang}.yaml"
    loaded: Mapping[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    )
    return loaded


class Speaker:
    """Tells meanings in the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.frames = frames(lexicon.lang)
        self.letters: dict[int, str] = {}  # of things that could be taken for others, by their numbers
        self.of_one = False  # whether what is described is one thing that somebody chooses, also of several that tie

    def tell(self, meaning: Meaning) -> str:
        """A meaning in words."""
        return SAYS[type(meaning)](self, meaning)

    @contextmanager
    def telling_apart(self, letters: dict[int, str]) -> Iterator[None]:
        """While a meaning is told, things that could be taken for others have letters."""
        before, self.letters = self.letters, letters
        try:
            yield
        finally:
            self.letters = before

    @contextmanager
    def picking(self, one: bool) -> Iterator[None]:
        """While it is told what a thing must be: whether it is one that is chosen."""
        before, self.of_one = self.of_one, one
        try:
            yield
        finally:
            self.of_one = before

    def lettered(self, text: str, to: Referent) -> str:
        """A thing in words, with its letter if it has one."""
        letter = self.letters.get(to.id)
        return f"{text} ({letter})" if letter else text

    def smoothed(self, text: str) -> str:
        """A text with the article as it stands before a vowel."""
        article = self.lexicon.core.get("article")
        if not article:
            return text
        return re.sub(rf"\b{article['form']} (?={article['before']})", f"{article['becomes']} ", text)

    def sentence(self, meaning: Meaning) -> str:
        """A meaning as a sentence."""
        text = self.tell(meaning)
        return f"{text[:1].upper()}{text[1:]}."

    def frame(self, name: str, /, **words: object) -> str:
        """A frame with its gaps filled."""
        text = self.frames[name]
        return str(text).format(**words) if words else str(text)

    def acting(self, who: Meaning) -> dict[str, str]:
        """Whoever chooses, and the word for it in that person."""
        name = self.tell(who)
        return {"who": name, "chooses": self.choice("chooses", "many" if name == self.frame("you") else "one")}

    def choice(self, name: str, key: str, /, **words: object) -> str:
        """One of several frames of a kind, by a word of the language."""
        return str(self.frames[name][key]).format(**words)

    def joined(self, name: str, texts: list[str]) -> str:
        """Texts one after another, with a word of the language between them."""
        return str(self.frames[name]).join(texts)

    # -------------------------------------------------------------- words of the lexicon

    def noun(self, noun: str, many: bool = False) -> str:
        """A noun in the singular or plural."""
        word = self.lexicon.nouns.get(noun)
        forms = ("many", "one") if many else ("one", "many")
        return (word.forms.get(*forms) if word else None) or noun.replace("_", " ")

    def adjective(self, word: str) -> str:
        """An adjective, or a word before a noun."""
        item = self.lexicon.adjectives.get(word)
        found = item.forms.get("any", *item.forms.forms) if item else None
        return found or self.closed("DET", word) or word.replace("_", " ")

    def after_noun(self, word: str) -> bool:
        """Whether an adjective stands after its noun."""
        item = self.lexicon.adjectives.get(word)
        return bool(item and item.after)

    def relation(self, word: str) -> str:
        """A relation of the lexicon."""
        forms = self.lexicon.relations[word].forms
        return forms.get("any", *forms.forms) or word.replace("_", " ")

    def closed(self, terminal: str, word: str) -> str:
        """A word of one of the closed classes of the language."""
        forms = self.lexicon.classes.get(terminal, {}).get(word)
        return (forms.get("any", *forms.forms) if forms else None) or ""

    def plain(self, kind: str, word: str) -> str:
        """A heading or a time."""
        item = getattr(self.lexicon, kind).get(word)
        return (item.forms.get("any", *item.forms.forms) if item else None) or word.replace("_", " ")

    def is_whole(self, heading: str) -> bool:
        """R16: whether what stands under a heading is done whole or not at all."""
        item = self.lexicon.headings.get(heading)
        return item is not None and bool(item.entry.get("whole") or item.entry.get("otherwise"))

    def place(self, word: str, noun: str) -> str:
        """A preposition of place, as its noun has it."""
        own = place_word(self.lexicon, noun) if word in ("in", "on") else None
        return own or self.closed("PLACE", word) or word.replace("_", " ")

    def related(self, word: str, thing: str, described: bool) -> str:
        """A relation with its other end, of a thing that is described by it or in a clause."""
        return self.frame("relation", relation=self.relation(word), thing=thing)

    def located(self, word: str, noun: str, thing: str) -> str:
        """Where something is."""
        return self.frame("at", place=self.place(word, noun), thing=thing)

    def verb(self, verb: str, form: str, slots: Mapping[str, str], nouns: Mapping[str, str]) -> str:
        """A verb with its slots, by its pattern.

        Args:
            form: order, you, they, he (what is to be done, who does it), you_did, they_did, he_did (who has done it)
                or ed (what was done).
            nouns: of what is in each slot.
        """
        word = self.lexicon.verbs[verb]
        wanted = set(slots)
        patterns = sorted(self.patterns_of(word), key=lambda p: (-len(wanted & {*_slots(p)}), len(_needed(p) - wanted)))
        parts: list[str] = []
        left = dict(slots)
        theirs = self.lexicon.core.get("own_in_verbs", {}) if form.startswith(("he", "they")) else {}
        for group in _groups(split_pattern(patterns[0])):
            named = [part[1:-1].partition(":")[0] for part in group if part.startswith("{")]
            if group[0] == "[" and not any(name in left for name in named):
                continue
            for part in group:
                if part in "[]":
                    continue
                if part == "V":
                    parts.append(self.verb_form(word, form, slots))
                elif part.startswith("{"):
                    name, _, rule = part[1:-1].partition(":")
                    if name in left:
                        parts.append(self._put(word, name, rule, left.pop(name), nouns))
                else:
                    parts.append(self.closed(theirs[part], "theirs") if part in theirs else part)
        parts += [self._put(word, name, "", text, nouns) for name, text in left.items()]
        return " ".join(part for part in parts if part).replace(" , ", ", ")

    def _put(self, word: VerbWord, name: str, rule: str, text: str, nouns: Mapping[str, str]) -> str:
        if name == "to" and word.into:
            return f"{word.into} {text}"
        return self.in_role(name, rule, text, nouns.get(name, "")) if text else ""

    def verb_form(self, word: VerbWord, form: str, slots: Mapping[str, str]) -> str:
        """A form of a verb; slots: what it is said with."""
        if form in self.frames["moods"]:
            return self.choice("moods", form, verb=self.verb_form(word, "ed", slots))
        return word.forms[0].get({"he": "s", "ed": "ed"}.get(form, "base"), "base") or word.id

    def patterns_of(self, word: VerbWord) -> tuple[str, ...]:
        """The patterns of a verb that are told."""
        return word.patterns

    def in_role(self, name: str, rule: str, text: str, noun: str) -> str:
        """What plays a role, with the word for it; rule: what the pattern of the verb says of its gap."""
        if rule.startswith("="):  # the pattern says the word for it
            return text
        if name == "to":
            return f"{noun_to(self.lexicon, noun) or self.lexicon.core.get('slots', {}).get(name, 'to')} {text}"
        if name == "place":
            return f"{self.place('in', noun)} {text}"
        words = self.lexicon.core.get("slots", {})
        return f"{words[name]} {text}" if name in words else text


def _slots(pattern: str) -> list[str]:
    return [part[1:-1].partition(":")[0] for part in split_pattern(pattern) if part.startswith("{")]


def _needed(pattern: str) -> set[str]:
    return {name for group in _groups(split_pattern(pattern)) if group[0] != "[" for name in _slots(" ".join(group))}


def _groups(parts: list[str]) -> list[list[str]]:
    """The parts of a pattern, what is optional as one group."""
    found: list[list[str]] = []
    depth = 0
    for part in parts:
        if part == "[" and depth == 0:
            found.append([])
        depth += (part == "[") - (part == "]")
        if depth > 0 or part == "]":
            found[-1].append(part)
        else:
            found.append([part])
    return found
