"""The entries of the lexicon with which a text can be read and carried out: each is tried before it is shown."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice, product

from rulewright.compiler.proposing.missing.forms import guessing
from rulewright.compiler.proposing.missing.guesses import Guess, Guesses
from rulewright.compiler.proposing.missing.unknown_words import UnknownWord, unknown_words
from rulewright.compiler.proposing.proposals import Proposal, Proposer
from rulewright.compiler.proposing.search_budget import SECONDS, SearchBudget
from rulewright.language import nodes as n
from rulewright.language.nodes import field_names
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path, WordsKind
from rulewright.ruleset.building.building import build_ruleset
from rulewright.ruleset.model import Ruleset

SHOWN = 2
"""Ways to read a text that are shown."""
MOST_WORDS = 2
"""Words of a text that may be missing."""
NEAR = 0.75
"""From how like two words are on, one may be the other, spelled wrong."""
OF_EACH = 6
"""Guesses at each of several words that are tried together."""


@dataclass(frozen=True)
class Entry:
    """A way to read a text: words for the lexicon, and what the text then says.

    guesses: the entries, one for each word that is missing; proposal: the text, as it is read with them.
    """

    guesses: tuple[Guess, ...]
    proposal: Proposal


class MissingWords:
    """Finds the words that a game lacks for a text, in a language that tells how to guess at them.

    Args:
        kind: the kind of card that would say it; None for the likeliest.
        seconds: how long it looks, in time of the processor.
    """

    def __init__(self, ruleset: Ruleset, lang: str = "en", kind: str | None = None, seconds: float = SECONDS) -> None:
        self.ruleset, self.lang, self.kind = ruleset, lang, kind
        self.told = guessing(lang)
        self.budget = SearchBudget(seconds)

    def entries(self, text: str) -> list[Entry]:
        """The likeliest entries with which a text can be read and carried out."""
        missing = self._missing(text)
        if not 0 < len(missing) <= MOST_WORDS:
            return []
        return list(islice(self._found(text, missing), SHOWN))

    def spelled_right(self, text: str) -> list[Proposal]:
        """The text with words of the game instead of those that are spelled nearly as they are, where that compiles."""
        looking = Proposer(self.ruleset, self.lang, self.kind)
        known = [" ".join(phrase.words) for phrases in looking.language.lexer.table.values() for phrase in phrases]
        near: list[n.Node] = []
        for one in self._missing(text):
            for written in one.written:
                for other in get_close_matches(written, known, 3, NEAR):
                    said = re.sub(rf"\b{re.escape(written)}\b", other, text, flags=re.IGNORECASE)
                    if (tree := looking.texts.read(said)) is not None:
                        near.append(tree)
        return looking.told(near, 1) if near else []

    def _missing(self, text: str) -> list[UnknownWord]:
        return unknown_words(self.ruleset.language(self.lang), text, self.told) if self.told else []

    def _found(self, text: str, missing: Sequence[UnknownWord]) -> Iterator[Entry]:
        guesses = Guesses(self.ruleset, self.told)
        of_each = [list(guesses.of(one)) for one in missing]
        if len(missing) > 1:
            of_each = [some[:OF_EACH] for some in of_each]
        shown: set[tuple[str, ...]] = set()
        for some in sorted(product(*of_each), key=lambda some: sum(map(list.index, of_each, some))):
            kinds = tuple(guess.kind for guess in some)
            names = [name for guess in some for name in (guess.name, *guess.nouns)]
            if kinds in shown or len({*names}) < len(names):
                continue
            if not self.budget.left():
                return
            if (entry := self._tried(text, some)) is not None:
                shown.add(kinds)
                yield entry

    def _tried(self, text: str, guesses: tuple[Guess, ...]) -> Entry | None:
        """What a text is read as with some entries; None where it cannot be read, or does not compile."""
        ruleset = with_entries(self.ruleset, guesses)
        try:
            ruleset.language(self.lang)
        except RulewrightError:
            return None  # the game has another word of this form
        looking = Proposer(ruleset, self.lang, self.kind)
        tree = looking.texts.read(text)
        if tree is None or not all(guess.kind == "value" or guess.name in _named(tree) for guess in guesses):
            return None
        compiles = looking.told([tree], 1)
        return Entry(guesses, compiles[0]) if compiles and compiles[0].understood else None


def with_entries(ruleset: Ruleset, guesses: Sequence[Guess]) -> Ruleset:
    """A copy of a ruleset with further words; what its texts say is as it was."""
    content = copy.copy(ruleset.content)
    lexicon = {section: dict(words) for section, words in content.data["lexicon"].items()}
    for guess in guesses:
        lexicon[guess.section][guess.name] = dict(guess.entry)
        lexicon["nouns"] |= {name: dict(entry) for name, entry in guess.nouns.items()}
    content.data = {**content.data, "lexicon": lexicon}
    known = {words.path: words for words in ruleset.all_words}

    def read(text: str, kind: WordsKind, path: Path) -> n.Node | None:
        return known[path].tree if path in known else None

    return build_ruleset(content, ruleset.folder, ruleset.scenarios, {}, read)


def _named(tree: n.Node) -> set[str]:
    """The words of the lexicon that a tree is made of."""
    found: set[str] = set()
    for node in tree.walk():
        for name in field_names(type(node)):
            value = getattr(node, name)
            found.update(one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))
    return found
