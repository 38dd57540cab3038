"""Words for meanings: the frames of a language and the forms of a lexicon."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import yaml

from rulewright.language.lexicon import Lexicon, noun_to, place_word, split_pattern
from rulewright.meaning.model import Meaning
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

    def tell(self, meaning: Meaning) -> str:
        """A meaning in words."""
        return SAYS[type(meaning)](self, meaning)

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

    def place(self, word: str, noun: str) -> str:
        """A preposition of place, as its noun has it."""
        own = place_word(self.lexicon, noun) if word in ("in", "on") else None
        return own or self.closed("PLACE", word) or word.replace("_", " ")

    def verb(self, verb: str, form: str, slots: Mapping[str, str], nouns: Mapping[str, str]) -> str:
        """A verb with its slots, by its pattern: form is base, s, ing or ed; nouns: of what is in each slot."""
        word = self.lexicon.verbs[verb]
        wanted = set(slots)
        patterns = sorted(word.patterns, key=lambda p: -len(wanted & set(_slots(p))))
        parts: list[str] = []
        left = dict(slots)
        for group in _groups(split_pattern(patterns[0])):
            named = [part[1:-1].partition(":")[0] for part in group if part.startswith("{")]
            if group[0] == "[" and not any(name in left for name in named):
                continue
            for part in group:
                if part in "[]":
                    continue
                if part == "V":
                    parts.append(word.forms[0].get(form, "base") or verb)
                elif part.startswith("{"):
                    name = part[1:-1].partition(":")[0]
                    if name in left:
                        parts.append(self._in_role(name, left.pop(name), nouns.get(name, "")))
                else:
                    parts.append(part)
        parts += [self._in_role(name, text, nouns.get(name, "")) for name, text in left.items()]
        return " ".join(part for part in parts if part).replace(" , ", ", ")

    def _in_role(self, name: str, text: str, noun: str) -> str:
        if name == "to":
            return f"{noun_to(self.lexicon, noun) or 'to'} {text}"
        if name == "place":
            return f"{self.place('in', noun)} {text}"
        words = self.lexicon.core.get("slots", {})
        return f"{words[name]} {text}" if name in words else text


def _slots(pattern: str) -> list[str]:
    return [part[1:-1].partition(":")[0] for part in split_pattern(pattern) if part.startswith("{")]


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
