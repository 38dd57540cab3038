"""What the forms of words say where they stand: the cases that a noun phrase may be in, the number of a noun.

For languages with `cases` only (see `lexicon/declension.py`): "in das Feld" and "in dem Feld" are told apart by the
article, "der Spieler" and "die Spieler", too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from rulewright.language import nodes as n
from rulewright.language.lexicon import Forms, Lexicon, Phrase, split_words

DETERMINERS = ("DET", "DETG", "ORDINAL", "NO_ONE", "ONE_OR_MORE", "AS_MANY", "ANY_NUMBER")
COUNTING = (*DETERMINERS[:-1], "FOR_EACH", "EVERY")  # what else tells a number
NUMBERS = ("one", "many")
JOINTS = ("AND_N", "OR_N", "LCOMMA_N")  # between nouns that share a determiner
SIGNS = ".,:;"  # before which no phrase stands; and the end of a text
BETWEEN = ("OR_INT", "TO_INT")  # "2 bis 4"
PERSONS = ("you", "they")


class DeclinedWords:
    """The words of one language with cases, in the texts that a lexer reads.

    Args:
        lexicon: the words of the language.
        table: all wordings, by their first word.
    """

    def __init__(self, lexicon: Lexicon, table: Mapping[str, Sequence[Phrase]]) -> None:
        self._lexicon, self._table = lexicon, table
        self._cases = lexicon.declension.cases
        self._numbering = [[word] for word in lexicon.core.get("numbered", ())]
        self._genders: Sequence[str] = lexicon.core.get("genders", ())

    def cases(self, words: Sequence[str], index: int) -> Set[str]:
        """The cases that the noun phrase that begins at a word may be in; all if none is seen there; none at a sign."""
        found = {case for p in self._here(words, index) if p.terminal == "PRON" for case in self._cases_of(p)}
        for determiner, adjectives, nouns in self._phrases(words, index):
            for noun in nouns:
                found |= {case for case in self._cases if self._agree(determiner, adjectives, noun, case)}
        return found or (set() if "".join(words[index : index + 1]) in SIGNS else set(self._cases))

    def nouns(self, words: Sequence[str], index: int) -> Set[str]:
        """The nouns that the phrase that begins at a word may name."""
        return {noun.value for _, _, nouns in self._phrases(words, index) for noun in nouns}

    def persons(self, words: Sequence[str], index: int) -> bool:
        """Whether a pronoun for a player begins at a word."""
        return any(p.terminal == "PRON" and p.value in PERSONS for p in self._here(words, index))

    def ends(self, words: Sequence[str], index: int) -> Set[int]:
        """Where the noun may end before which only a determiner and adjectives stand."""
        found: set[int] = set()
        for determiner, adjectives, nouns in self._phrases(words, index):
            before = sum(len(p.words) for p in (determiner, *adjectives) if p is not None)
            found |= {index + before + len(noun.words) for noun in nouns}
        return found

    def of_a_number(self, found: list[Phrase], words: Sequence[str], index: int) -> list[Phrase]:
        """Some readings of a word, less those as a noun in a number that the words before it are not in."""
        same = {(p.value, p.words) for p in found if p.terminal == "NOUN" and p.form == "many"}
        either = same & {(p.value, p.words) for p in found if p.terminal == "NOUN" and p.form == "one"}
        if not either:
            return found
        alone = any(  # the name of a thing, in a heading, or its number behind it
            len(said) == len(words) or list(words[index + len(said) :][:1]) in self._numbering for _, said in either
        )
        value = next(value for value, _ in either)
        gender, counts = self._lexicon.nouns[value].gender, self._lexicon.canon.nouns[value].counts
        number = "one" if alone else self._number_before(words, index, gender, counts)
        return [p for p in found if p.terminal != "NOUN" or (p.value, p.words) not in either or p.form == number]

    # -------------------------------------------------------------- what stands there

    def _number_before(self, words: Sequence[str], index: int, gender: str, counts: bool) -> str:
        """The number of the determiner before a noun; without one, that of an adjective, or of a noun in its list.

        Several, if none tells, of what is counted.
        """
        at, told = index, ""
        while at > 0:
            if words[at - 1].isdigit():
                either = at > 2 and words[at - 3].isdigit()  # "2 oder 1 Spieler"
                return "one" if int(words[at - 1]) == 1 and not either else "many"
            for start in range(max(at - 4, 0), at):
                heads = [p for p in self._here(words, start) if p.terminal in COUNTING]
                ends = [p for p in heads if start + len(p.words) == at]
                numbers = {number for p in ends for number in self._numbers_of(p, gender)}
                if numbers:
                    whose = "many" in numbers and any(p.terminal == "DETG" for p in ends) and self._owned(words, start)
                    return "one" if "one" in numbers and not whose else "many"
            adjective = self._adjective_before(words, at)
            if adjective is None:
                break
            told = self._number_of(adjective, gender, counts) or told
            at -= len(adjective.words)
        return told or self._number_in_list(words, at) or ("many" if counts else "one")

    def _number_in_list(self, words: Sequence[str], at: int) -> str:
        """The number of the noun before what joins it to one here: "diese Karte **oder** Zauber"; "" if there is none.

        Nouns that share a determiner are all in one number.
        """
        if at < 2 or not any(p.terminal in JOINTS for p in self._here(words, at - 1)):
            return ""
        for start in range(max(at - 5, 0), at - 1):
            nouns = [p for p in self._here(words, start) if p.terminal == "NOUN" and start + len(p.words) == at - 1]
            if nouns and self._determined(words, start):
                found = self.of_a_number(nouns, words, start)
                return found[0].form if len({p.form for p in found}) == 1 else ""
        return ""

    def _determined(self, words: Sequence[str], at: int) -> bool:
        """Whether a determiner or number stands before a noun, or before the first of its list."""
        while adjective := self._adjective_before(words, at):
            at -= len(adjective.words)
        if at > 0 and words[at - 1].isdigit():
            return True
        for start in range(max(at - 5, 0), at):
            here = [p for p in self._here(words, start) if start + len(p.words) in (at, at - 1)]
            if any(p.terminal in COUNTING and start + len(p.words) == at for p in here):
                return True
            joined = at > 1 and any(p.terminal in JOINTS for p in self._here(words, at - 1))
            if joined and any(p.terminal == "NOUN" and start + len(p.words) == at - 1 for p in here):
                return self._determined(words, start)
        return False

    def _adjective_before(self, words: Sequence[str], at: int) -> Phrase | None:
        """The adjective that ends before a word: "leere", "am weitesten entfernte"."""
        found = (
            p for start in range(max(at - 4, 0), at) for p in self._here(words, start) if start + len(p.words) == at
        )
        return next((p for p in found if p.terminal.startswith("ADJ")), None)

    def _owned(self, words: Sequence[str], at: int) -> bool:
        """Whether what stands before a word is what something may be of: a noun, a number, "the number of"."""
        before = (
            p for start in range(max(at - 4, 0), at) for p in self._here(words, start) if start + len(p.words) == at
        )
        return any(p.terminal in ("NOUN", "NUMBER_OF") for p in before) or at > 0 and words[at - 1].isdigit()

    def _number_of(self, adjective: Phrase, gender: str, counts: bool) -> str:
        """The number of an adjective that no determiner stands before, by the first case that it may be in.

        Of what is counted one thing has no determiner in a name only: "führender Spieler", but "an führenden Spielern".
        """
        way, forms = self._lexicon.declension.way(None), self._forms(adjective)
        name, *others = self._cases
        ways = [(number, case) for case in self._cases for number in NUMBERS]
        if counts:
            ways = [*((number, name) for number in NUMBERS), *(("many", case) for case in others), *ways]
        features = ({number, gender, case, way} for number, case in ways)
        told = next((some for some in features if _fits(forms, adjective.words, some)), set())
        return next(iter(told.intersection(NUMBERS)), "")

    def _phrases(self, words: Sequence[str], index: int) -> Iterator[tuple[Phrase | None, list[Phrase], list[Phrase]]]:
        """The determiner, the adjectives and the readings of the noun of a phrase that begins at a word."""
        heads: list[Phrase | None] = [p for p in self._here(words, index) if p.terminal in DETERMINERS]
        for head in heads or [None]:
            at = index + (len(head.words) if head else 0)
            adjectives: list[Phrase] = []
            while at < len(words):
                here = self._here(words, at)
                nouns = [p for p in here if p.terminal == "NOUN"]
                if nouns:
                    longest = max(len(p.words) for p in nouns)
                    yield head, adjectives, [p for p in nouns if len(p.words) == longest]
                    break
                adjective = next((p for p in here if p.terminal.startswith("ADJ")), None)
                if adjective:
                    adjectives = [*adjectives, adjective]
                elif not words[at].isdigit():
                    bound = self._bound(words, at)  # "mindestens" 3
                    if not bound:
                        break
                    at += bound
                    continue
                at += len(adjective.words) if adjective else 1

    def _bound(self, words: Sequence[str], at: int) -> int:
        """How many words of the grammar stand here right before a number; 0 if none do."""
        sizes = (len(p.words) for p in self._here(words, at) if p.terminal.startswith('"') or p.terminal in BETWEEN)
        return next((size for size in sizes if words[at + size : at + size + 1] and words[at + size].isdigit()), 0)

    def _here(self, words: Sequence[str], index: int) -> list[Phrase]:
        found = self._table.get(words[index], ()) if index < len(words) else ()
        return [p for p in found if tuple(words[index : index + len(p.words)]) == p.words]

    # -------------------------------------------------------------- whether it agrees

    def _agree(self, determiner: Phrase | None, adjectives: Sequence[Phrase], noun: Phrase, case: str) -> bool:
        word = self._lexicon.nouns[noun.value]
        way = self._lexicon.declension.way(n.Article(word=determiner.value) if determiner else None)
        features = {noun.form, word.gender, case, way}
        others = [p for p in (determiner, *adjectives) if p is not None]
        return _fits(word.forms, noun.words, {noun.form, case}) and all(
            _fits(self._forms(p), p.words, features) for p in others
        )

    def _numbers_of(self, determiner: Phrase, gender: str) -> Set[str]:
        """The numbers that a determiner may be in before a noun of a gender, as it is written."""
        forms = self._forms(determiner)
        features = [{number, gender, case} for number in NUMBERS for case in self._cases]
        return {name for some in features if _fits(forms, determiner.words, some) for name in some & {*NUMBERS}}

    def _cases_of(self, pronoun: Phrase) -> Set[str]:
        forms = self._forms(pronoun)
        features = [{number, gender, case} for number in NUMBERS for gender in self._genders for case in self._cases]
        return {name for some in features if _fits(forms, pronoun.words, some) for name in some & {*self._cases}}

    def _forms(self, phrase: Phrase) -> Forms:
        if phrase.terminal.startswith("ADJ"):
            return self._lexicon.adjectives[phrase.value].forms
        return self._lexicon.classes[phrase.terminal][phrase.value]


def _fits(forms: Forms, words: tuple[str, ...], features: Set[str]) -> bool:
    """Whether some words are the form that fits some features."""
    return any(split_words(text) == words for text in forms.fitting(features))
