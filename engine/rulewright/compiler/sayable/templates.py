"""The sentences of `grammar/sayable.en.yaml`, filled with the words of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

import yaml

from rulewright.compiler.sayable.cast import NAMES, Cast
from rulewright.resources import data_dir

WORDS = 5
"""Words that are tried for a part."""
FILLED = 24
"""Sentences that are made of one template."""
_PART = re.compile(r"(?<![\w])([Aa] )?\{(\w+)(?:\.(\w+))?\}")
_VERB = re.compile(r"\[(\w+)\.(\w+)((?: [^\[\]]*)?)\]")


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with gaps. group, id: what it shows; where: `used`, `holds` or `in_hand`, as the file says."""

    group: str
    id: str
    where: str
    text: str

    def parts(self) -> list[str]:
        """The parts that it names."""
        found = [*(match[2] for match in _PART.finditer(self.text)), *(match[1] for match in _VERB.finditer(self.text))]
        found += re.findall(r"\[(\w+)\.", self.text)
        return list(dict.fromkeys(found))

    def filled(self, words: Cast) -> Iterator[str]:
        """The sentence with words of a game, the likeliest first."""
        parts = self.parts()
        choices = [words.of(part)[:WORDS] for part in parts]
        every = sorted(product(*(range(len(some)) for some in choices)), key=lambda picked: (sum(picked), picked))
        for picked in islice(every, FILLED):
            names = {part: some[number] for part, some, number in zip(parts, choices, picked, strict=True)}
            said = self._said(names)
            if said is not None:
                yield said

    def _said(self, names: Mapping[str, NAMES]) -> str | None:
        try:
            said = _PART.sub(lambda match: _noun(match, names), self.text)
            while (verb := _VERB.search(said)) is not None:
                said = said[: verb.start()] + _act(verb, names) + said[verb.end() :]
        except KeyError:
            return None  # a form that a word has not
        said = re.sub(r" (?=[.,;:])", "", " ".join(said.split()))
        return re.sub(r"(^|\. )([a-z])", lambda match: match[1] + match[2].upper(), said)


def _noun(match: re.Match[str], names: Mapping[str, NAMES]) -> str:
    word = names[match[2]][match[3] or "one"]
    article = match[1] or ""
    return (article[:1] + "n " if article and _vowel(word) else article) + word


def _act(match: re.Match[str], names: Mapping[str, NAMES]) -> str:
    said = names[match[1]][match[2]]
    return said.replace("{}", match[3].strip()) if "{}" in said else said + match[3]


def _vowel(word: str) -> bool:
    return re.match(r"(?i:(?!(?:uni|use|one|eu))[aeiou])", word) is not None


@cache
def templates() -> tuple[Template, ...]:
    """All templates, by what they show and those that are tried first of it first."""
    path = data_dir("grammar") / "sayable.en.yaml"
    groups = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(
        Template(group, name, where, text)
        for group, entries in groups.items() for name, entry in entries.items()
        for where, texts in entry.items() for text in ([texts] if isinstance(texts, str) else texts)
    )  # fmt: skip
