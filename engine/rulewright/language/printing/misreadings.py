"""Words that would be read as others: as part of a longer noun, as a determiner, as the name of a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Lexicon, split_words
from rulewright.language.printing.pieces import Determining, Writer

COUNTING_WORDS = 3  # with which a count begins: "the number of"


class Misreadings:
    """Tells of pieces whether a reader would take them for something else."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, writer: Writer) -> None:
        self.lexicon, self._writer = lexicon, writer
        self._swallowed = _swallowed(grammar, lexicon)

    def is_named(self, said: list[str]) -> bool:
        """Whether what counts things is, with their name, the name of a number: "the number of" and "number of cards".

        It would be read as that number, whatever that counts.
        """
        words = split_words(" ".join(said))
        starts = range(1, min(COUNTING_WORDS, len(words)))
        return any(words[at:end] in self._names for at in starts for end in range(at + 2, len(words) + 1))

    @cached_property
    def _names(self) -> frozenset[tuple[str, ...]]:
        """The wordings of nouns that are several words."""
        texts = (text for word in self.lexicon.nouns.values() for ts in word.forms.forms.values() for text in ts)
        return frozenset(words for words in map(split_words, texts) if len(words) > 1)

    def is_quality(self, text: str) -> bool:
        """Whether an adjective is written so, which says what something is like, and not what is done to it."""
        return text in self._qualities

    @cached_property
    def _qualities(self) -> frozenset[str]:
        """The wordings of adjectives."""
        adjectives = self.lexicon.adjectives.values()
        return frozenset(text for word in adjectives for texts in word.forms.forms.values() for text in texts)

    def is_determiner(self, text: str) -> bool:
        """Whether a determiner is written so."""
        return text in self._determining

    @cached_property
    def _determining(self) -> frozenset[str]:
        """The wordings of determiners."""
        words = self.lexicon.classes.get("DET", {}).values()
        return frozenset(text for word in words for texts in word.forms.values() for text in texts)

    def is_swallowed(self, pieces: list[str]) -> bool:
        """Whether some words and those behind them would be read as others: "el número de cartas", "diese | Karten"."""
        for place, piece in enumerate(pieces):  # nobody reads what a log tells as a sentence
            if isinstance(piece, Determining):
                behind = tuple(" ".join(self._writer.inflected(pieces[place + 1 :])).lower().split())
                if self._begins_with_noun(behind):
                    return True
            ends = self._swallowed.get(piece.lower())
            if ends:
                behind = tuple(" ".join(self._writer.inflected(pieces[place + 1 :])).lower().split())
                if any(behind[: len(end)] == end for end in ends):
                    return True
        return False

    def _begins_with_noun(self, words: Sequence[str]) -> bool:
        """Whether a noun begins here, with nothing before it but numbers and adjectives."""
        place = 0
        while place < len(words):
            size, noun = max(self._bare_at(words, place), default=(0, False))
            if noun or not size and not words[place].isdigit():
                return noun
            place += size or 1
        return False

    def _bare_at(self, words: Sequence[str], place: int) -> Iterator[tuple[int, bool]]:
        """How many words each noun and adjective that begins here has, and whether it is a noun."""
        for said, noun in self._bare.get(words[place], ()):
            if tuple(words[place : place + len(said)]) == said:
                yield len(said), noun

    @cached_property
    def _bare(self) -> dict[str, list[tuple[tuple[str, ...], bool]]]:
        """The wordings of nouns and adjectives by their first words; of each whether it is of a noun."""
        found: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
        for phrase in self.lexicon.phrases():
            if phrase.terminal == "NOUN" or phrase.terminal.startswith("ADJ"):
                found.setdefault(phrase.words[0], []).append((phrase.words, phrase.terminal == "NOUN"))
        return found


def _swallowed(grammar: Grammar, lexicon: Lexicon) -> dict[str, set[tuple[str, ...]]]:
    """Words that would be read as part of a noun, each with how such nouns go on behind them.

    They are nouns with which longer ones begin, and words of the grammar that nouns begin in the middle of. Where such
    a noun stands whole in the pattern of a verb, it is read as what it is there.
    """
    nouns = [(phrase.words, phrase.value) for phrase in lexicon.phrases() if phrase.terminal == "NOUN"]
    known = set(nouns)
    longer: dict[tuple[str, ...], list[tuple[tuple[str, ...], str]]] = {}  # by the words that they begin with
    for noun, value in nouns:
        for place in range(1, len(noun)):
            longer.setdefault(noun[:place], []).append((noun, value))
    literals = {s.literal for p in grammar.productions for s in p.symbols if s.literal}
    parts = [(noun, noun, value) for noun, value in nouns]
    for words in (tuple(literal.split()) for literal in literals):
        parts += [(words, words[place:], "") for place in range(1, len(words))]
    fixed = "".join(f" {' '.join(s.literal or '|' for s in p.symbols)} |".lower() for p in grammar.productions)
    found: dict[str, set[tuple[str, ...]]] = {}
    for words, inside, own in parts:
        for noun, value in longer.get(inside, ()):
            end = noun[len(inside) :]
            same = value == own or (end, value) in known  # "X" may be written "number of X"
            if not same and f" {' '.join(noun)} " not in fixed:
                found.setdefault(" ".join(words), set()).add(end)
    return found
