"""How like two texts are: how much of what the words of one say another says, by how seldom a game says them."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from functools import cached_property
from math import log

from rulewright.language import nodes as n
from rulewright.problems import RulewrightError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.phrasebook import sentences


class Likeness:
    """Compares texts with each other, and with the sentences of one game in one language."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self.ruleset, self.lang, self.language = ruleset, lang, ruleset.language(lang)
        self._weighed: dict[str, tuple[Counter[str], list[str]]] = {}

    @cached_property
    def known(self) -> list[tuple[n.Text, str]]:
        """The game's own sentences, as texts, with what they say."""
        found: dict[str, n.Text] = {}
        for words, tree in sentences(self.ruleset):
            text = self._text(tree) if words.kind in ("text", "sentence") else None
            if text is None:
                continue
            said = " ".join(words.text.split())
            if self.lang != "en":
                try:
                    said = self.language.print(text, "text")
                except RulewrightError:
                    continue
            found.setdefault(said, text)
        return [(text, said) for said, text in found.items()]

    @cached_property
    def often(self) -> Counter[str]:
        """In how many of them a word stands."""
        return Counter(word for _, said in self.known for word in set(_stems(said)))

    def weights(self, text: str) -> Counter[str]:
        """The words of a text, each as much as it says."""
        return self._weighted(text)[0]

    def _weighted(self, text: str) -> tuple[Counter[str], list[str]]:
        """The words of a text, each as much as it says, and in their order."""
        if text not in self._weighed:
            stems, found = _stems(text), Counter[str]()
            for word in stems:
                found[word] += round(100 * log(1 + (len(self.known) + 1) / (self.often[word] + 1)))
            self._weighed[text] = found, stems
        return self._weighed[text]

    def likeness(self, wanted: Counter[str], numbers: list[str], text: str, said: str) -> float:
        """From 0 to 1 and a little more, where numbers are the same."""
        has, stems = self._weighted(said)
        both = (wanted & has).total() * 2 / max((wanted + has).total(), 1)
        order = SequenceMatcher(None, self._weighted(text)[1], stems).ratio()
        return both + 0.5 * order + (0.1 if numbers == sorted(re.findall(r"\d+", said)) else 0.0)

    def shared(self, wanted: Counter[str], said: str) -> float:
        """How much of what some words say is said by a sentence, which says little else."""
        has = self.weights(said)
        return 2 * (wanted & has).total() / max(wanted.total() + has.total(), 1)

    @staticmethod
    def _text(tree: n.Node) -> n.Text | None:
        if isinstance(tree, n.Text):
            return tree
        return n.Text(sentences=(tree,)) if isinstance(tree, n.Statement) else None


def _stems(text: str) -> list[str]:
    """Words without most of their endings."""
    return [word[:5] if len(word) > 5 else word.rstrip("s") or word for word in re.findall(r"\w+", text.lower())]
