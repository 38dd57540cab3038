"""Texts that the parser takes, a few small changes away from one where it is stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from heapq import heappop, heappush

from rulewright.compiler.proposing.judging.content_words import like
from rulewright.compiler.proposing.search_budget import SearchBudget
from rulewright.compiler.proposing.texts import Texts
from rulewright.language import nodes as n
from rulewright.language.parsing.lexer import Stuck

PARSES = 150
"""Texts that are parsed to mend one."""
ARTICLES = frozenset(("an", "the", "of", "card", "cards"))
_SHORT = 4  # letters up to which a word that may stand somewhere counts as one that says little


class Mended:
    """Mends texts word by word, in one language of one game."""

    def __init__(self, texts: Texts, budget: SearchBudget) -> None:
        self.texts, self.language, self.budget = texts, texts.language, budget

    def mended(self, text: str) -> Iterator[tuple[n.Node, tuple[str, ...]]]:
        """Texts that the parser takes, a few small changes away from this one, and the words that each leaves out."""
        start = [word.text for word in self.language.lexer.split(text.rstrip(" ."))]
        queue: list[tuple[float, int, list[str]]] = [(0.0, 0, start)]
        wanted = Counter(word.lower() for word in start)
        seen = {tuple(start)}
        count = parsed = 0
        while queue and parsed < PARSES and self.budget.left():
            cost, _, words = heappop(queue)
            parsed += 1
            said = " ".join(words) + "."
            split = self.language.lexer.split(said)
            try:
                self.language.parser.parse(split, "text", True)
            except Stuck as stuck:
                for more, changed in self._changes(words, stuck):
                    if tuple(changed) not in seen:
                        seen.add(tuple(changed))
                        count += 1
                        left = (len(words) - stuck.index) / max(len(words), 1)
                        heappush(queue, (cost + more + left * 0.5, count, changed))
                continue
            tree = self.texts.read(said, everyday=False)
            if tree is not None:
                has = Counter(word.lower() for word in words)
                missing, added = wanted - has, has - wanted
                spelled = " ".join(added)
                gone = tuple(word for word in missing if self._says(word) and not like(word, spelled))
                if not gone or all(len(word) <= _SHORT or any(like(word, one) for one in missing) for word in added):
                    yield tree, gone  # else it says another word instead

    def _says(self, word: str) -> bool:
        """Whether a word says something that a text without it does not say."""
        return word.isalnum() and len(word) > 1 and word not in self.language.lexer.idle | ARTICLES

    def _is_of_the_game(self, value: object) -> bool:
        """Whether a word names a thing or a deed of the game: none is put into a text."""
        lexicon = self.language.lexicon
        noun = str(value) in lexicon.nouns and str(value) not in lexicon.core.get("nouns", {})
        return noun or str(value) in lexicon.verbs

    def _changes(self, words: list[str], stuck: Stuck) -> Iterator[tuple[float, list[str]]]:
        """Other words for where the parser is stuck, each with what it costs."""
        place = min(stuck.index, len(words))
        table = self.language.lexer.table.values()
        accepted = set(self.language.parser.expected(stuck.stack))
        can = list(dict.fromkeys(" ".join(p.words) for ps in table for p in ps if p.terminal in accepted))
        can += [terminal[1:-1] for terminal in accepted if terminal.startswith('"')]
        named = {
            " ".join(p.words) for ps in table for p in ps if p.terminal in accepted and self._is_of_the_game(p.value)
        }
        small = [word for word in can if len(word) <= _SHORT and " " not in word and word not in named][:25]
        if "COMMA" in accepted:
            yield 0.4, [*words[:place], ",", *words[place:]]
        if place < len(words):
            word = words[place].lower()
            for near in get_close_matches(word, can, 3, 0.6):
                yield 0.6, [*words[:place], *near.split(), *words[place + 1 :]]
            yield 0.6 if len(word) <= _SHORT else 1.5, [*words[:place], *words[place + 1 :]]
            for one in small:
                if len(word) <= _SHORT:
                    yield 0.8, [*words[:place], one, *words[place + 1 :]]
        for one in small:
            yield 0.9, [*words[:place], one, *words[place:]]
        if place:
            before = words[place - 1].lower()
            yield 0.8 if len(before) <= _SHORT else 1.6, [*words[: place - 1], *words[place:]]
