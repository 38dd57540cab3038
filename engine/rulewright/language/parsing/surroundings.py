"""What stands around a place in a text: nouns, verbs, clauses and lists, seen from their first words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.language.lexicon import Lexicon, Phrase, split_words
from rulewright.language.lexicon.elision import Elision
from rulewright.language.parsing.declined_words import BETWEEN, DeclinedWords
from rulewright.language.parsing.words import is_number

OF_SEVERAL = ("each_other", "all_other")  # determiners that no name of one thing has
NAME_WINDOW = 4  # words before one of a name where that name may begin
LIST_WINDOW = 14  # words after a comma in which the next comma, and, or must stand

Group = dict[str, list[tuple[str, ...]]]
"""Wordings of one sort, by their first words."""


class Surroundings:
    """Looks around a place in the words of a text, without reading the sentence.

    Args:
        lexicon: the words of the language.
        table: all wordings, by their first word.
        elision: how words lose their ends before others.
    """

    def __init__(self, lexicon: Lexicon, table: Mapping[str, list[Phrase]], elision: Elision) -> None:
        self.lexicon, self.table, self.inflection = lexicon, table, lexicon.inflection
        self.verb_terminals = set(lexicon.verb_terminals.values())
        self.declined_words = DeclinedWords(lexicon, table)
        self._declined = {  # determiners that take the cases of their nouns
            value
            for value, entry in lexicon.classes.get("DET", {}).items()
            if any("_" in form for form in entry.forms) and lexicon.inflection.layers.get("NOUN")
        }
        self._name_words()
        self._begin_groups(elision)
        for phrases in table.values():
            for phrase in phrases:
                self._enter(phrase)

    def _name_words(self) -> None:
        """The words of the language's core by what is asked of them."""
        core = self.lexicon.core
        self.clause_words = frozenset(core.get("clause_words", ()))
        self.finite = frozenset(core.get("finite_words", ()))
        self._amounts: list[list[str]] = [text.split() for text in core.get("amount_starts", ())]
        owned = core.get("possessed", {})
        self._counts = frozenset(owned.get("counts", ()))
        self._possessed, self._passed = frozenset(owned.get("marks", ())), frozenset(owned.get("over", ()))
        lists = [w for name in ("AND", "OR") for w in core["splits"].get(name, {}).get("words", ())]
        self.list_ends = frozenset([",", *lists])
        self._until = frozenset(core.get("apart_until", ()))
        self.described = frozenset(core.get("described", ()))  # a comma behind these is none of a list

    def _begin_groups(self, elision: Elision) -> None:
        """The groups that are looked for around a place: first the wordings of the core."""
        self._adverbs: set[str] = set()
        self.determiners: Group = {"the": [("the",)]}
        self.verbs: Group = {}
        self.bare: Group = {}
        self.nouns: Group = {}
        self.pronouns: Group = {}
        self._statements: Group = {}
        for text in self.lexicon.core.get("act_starts", ()):
            words = elision.variants(split_words(text))[0]
            self.verbs.setdefault(words[0], []).append(words)
        for text in self.lexicon.core.get("statement_starts", ()):
            words = tuple(text.split())
            self._statements.setdefault(words[0], []).append(words)

    def _enter(self, phrase: Phrase) -> None:
        """Take a wording into its groups."""
        first, words, terminal = phrase.words[0], phrase.words, phrase.terminal
        finite = phrase.before or phrase.form in ("base", "s")
        if (terminal in self.verb_terminals and finite) or terminal == "ADVPRE":
            self.verbs.setdefault(first, []).append(words)
        if terminal in ("TIMING", "TIME", "PLACE"):
            self._statements.setdefault(first, []).append(words)
        if terminal == "ADVPRE":
            self._adverbs.add(first)
        if terminal == "DET":
            self.determiners.setdefault(first, []).append(words)
        if terminal == "PRON":
            self.pronouns.setdefault(first, []).append(words)
        if terminal == "NOUN":
            self.nouns.setdefault(first, []).append(words)
        if terminal == "NOUN" or terminal.startswith("ADJ"):
            self.bare.setdefault(first, []).append(words)

    def before_another_verb(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a verb that ends its clause stands before one of the core: "nicht beendet **wird**"."""
        if not phrase.after:
            return False
        moods = (self.inflection.moods.get(mark) for mark in phrase.after)
        return any(mood is not None and mood.last for mood in moods) and self.finite_after(words, index)

    def with_their_parts(self, found: list[Phrase], words: Sequence[str], index: int) -> list[Phrase]:
        """Some readings of a word, less verbs whose separable part does not follow, or those without where one does."""
        if not self._until:
            return found
        end = next((at for at in range(index, len(words)) if words[at] in self._until), len(words))
        behind = f" {' '.join(words[index + 1 : end])} "
        parted = [p for p in found if p.part and f" {' '.join(p.part)} " in behind]
        other = {p.words for p in parted}
        return [p for p in found if p in parted or not p.part and not (p.words in other and p.before)]

    def here(self, words: Sequence[str], index: int) -> list[Phrase]:
        """All phrases that stand at a word, whatever is around them."""
        found = self.table.get(words[index], ()) if index < len(words) else ()
        return [p for p in found if tuple(words[index : index + len(p.words)]) == p.words]

    def before(self, words: list[str], index: int) -> str:
        """The word before, adverbs left out: `has` in "has secretly chosen"."""
        place = index - 1
        while place >= 0 and words[place] in self._adverbs:
            place -= 1
        return words[place] if place >= 0 else ""

    def starts(self, group: Group, words: list[str], index: int) -> int:
        """The length of the longest wording of a group that begins here; 0 if none does."""
        longest = 0
        for wording in group.get(words[index], ()) if index < len(words) else ():
            size = len(wording)
            if size > longest and (size == 1 or tuple(words[index : index + size]) == wording):
                longest = size
        return longest

    def inside_noun(self, words: list[str], index: int) -> bool:
        """Whether a word is one of a noun or adjective of several, and not its last: the full stop of "2. sor"."""
        before = range(max(index - NAME_WINDOW, 0), index)
        return any(at + self.starts(self.bare, words, at) > index + 1 for at in before)

    def subject(self, words: list[str], index: int) -> bool:
        """Whether a noun phrase with a finite verb begins here: `the space is …`, `its owner's hand may …`."""
        if any(words[index : index + len(start)] == start for start in self._amounts):
            return True
        if index < len(words) and is_number(words[index]):
            return self.finite_after(words, index + 1) or words[index + 1 : index + 2] == ["times"]
        pronoun = self.starts(self.pronouns, words, index)
        if pronoun and (self.finite_after(words, index + pronoun) or self._verb_at(words, index + pronoun)):
            return True
        place = index + self.starts(self.determiners, words, index)
        while True:
            size, named = self.starts(self.bare, words, place), False
            if not size:
                return False
            while size:
                named |= bool(self.starts(self.nouns, words, place))
                place += size
                size = self._bare_no_verb(words, place)
                if named and size and self.starts(self.verbs, words, place) >= size:  # no noun stands behind another
                    return True
            if place < len(words) and words[place] == "'s":
                place += 1
            elif self.finite_after(words, place) or self.starts(self.verbs, words, place):
                return True

    def _bare_no_verb(self, words: list[str], index: int) -> int:
        """The length of a noun or adjective that begins here; 0 if none does, or a verb of more words."""
        size = self.starts(self.bare, words, index)
        return size if size >= self.starts(self.verbs, words, index) else 0

    def agreed(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a determiner with a case stands before a noun in that case: "azt a kártyát", not "azt a kézből"."""
        _, _, case = phrase.form.partition("_")
        nouns = self.next_nouns(words, index)[0] if case or phrase.value in self._declined else []
        if not case:  # before a noun without an ending: "azok a kártyák", not "azok" and "a kártyákban"
            return not nouns or any(not any(self.inflection.marks[p.after[-1]].forms.values()) for p in nouns)
        marks = [self.inflection.marks[m] for p in nouns for m in p.after]
        return not nouns or any(case == mark.name or case in mark.forms.values() for mark in marks)

    def determines(self, words: list[str], index: int, size: int) -> bool:
        """Whether a determiner in which a pronoun begins, or that is one, has a noun behind it: "todos los demás"."""
        here = self.starts(self.pronouns, words, index) >= size
        if not here and not any(self.starts(self.pronouns, words, place) for place in range(index + 1, index + size)):
            return True
        place = index + size
        while place < len(words) and not self.starts(self.nouns, words, place):
            between = is_number(words[place - 1]) and any(p.terminal in BETWEEN for p in self.here(words, place))
            step = self.starts(self.bare, words, place) or int(is_number(words[place]) or between)
            if not step:
                return False
            place += step
        return place < len(words)

    def cuts_a_noun(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether a noun begins inside some words and goes on behind them: "el número de" of "el número de orden".

        Not where the noun is the same without them: "el número de" of "el número de X", where "de X" is a form of X.
        Determiners are cut, too: "the other dyke" is what a rule calls "other dyke", where there is that name; "each
        other dyke" is not, since such a name is of one thing.
        """
        if not (phrase.terminal.startswith('"') or phrase.terminal == "DET"):
            return False
        end = index + len(phrase.words)
        behind = {p.value for p in self._nouns_at(words, end)}
        several = phrase.terminal == "DET" and phrase.value in OF_SEVERAL
        return any(
            place + len(noun.words) > end
            and noun.value not in behind
            and not (several and self.lexicon.nouns[noun.value].type == "role")
            for place in range(index + 1, end)
            for noun in self._nouns_at(words, place)
        )

    def names_one_of_several(self, phrase: Phrase, words: list[str], index: int) -> bool:
        """Whether the name of one thing is no name here: "for each **other dyke**", "that **other dyke**"."""
        if self.lexicon.nouns[phrase.value].type != "role" or index == 0:
            return False
        before = [p for p in self.table.get(words[index - 1], ()) if p.terminal == "DET"]
        other = any(p.value == "other" and len(p.words) == 1 for p in self.table.get(words[index], ()))
        if other and any(p.value == "that" and len(p.words) == 1 for p in before):
            return True
        several = [p for p in before if p.value in OF_SEVERAL and len(p.words) > 1]
        return any(tuple(words[index - 1 :][: len(p.words)]) == p.words for p in several)

    def _nouns_at(self, words: list[str], index: int) -> Iterator[Phrase]:
        """The nouns that begin at a word."""
        for phrase in self.table.get(words[index], ()) if index < len(words) else ():
            if phrase.terminal == "NOUN" and tuple(words[index : index + len(phrase.words)]) == phrase.words:
                yield phrase

    def possession(self, words: list[str], index: int) -> str:
        """`possessed` if the next noun says that it belongs to what stands before it; `a count` if that is a number."""
        if any(p.terminal in self._counts for p in self.table.get(words[index] if index < len(words) else "", ())):
            return "a count"
        owned = any(self._possessed.intersection(p.after) for p in self.next_nouns(words, index)[0])
        return "possessed" if owned else ""

    def next_nouns(self, words: list[str], index: int) -> tuple[list[Phrase], int]:
        """The readings of the next noun, if only words that can stand before a noun come in between; and its end."""
        while index < len(words):
            here = [
                p for p in self.table.get(words[index], ()) if tuple(words[index : index + len(p.words)]) == p.words
            ]
            steps = [len(p.words) for p in here if p.terminal in self._passed or self._passed.intersection(p.after)]
            step = max(steps, default=0)
            nouns = [p for p in here if p.after and p.terminal == "NOUN" and len(p.words) > step]
            size = max((len(p.words) for p in nouns), default=0)
            verb = self.starts(self.verbs, words, index)
            if verb and verb >= size and verb > step:  # a participle may look like a verb
                break
            if nouns:
                return [p for p in nouns if len(p.words) == size], index + size
            if is_number(words[index]):
                step = 3 if words[index + 1 : index + 2] == ["-"] else 1  # with its ending
            if not step:
                break
            index += step
        return [], len(words)

    def _verb_at(self, words: list[str], index: int) -> bool:
        """Whether a verb begins here that is no part of a longer phrase: "una" of "unir", but not of "una vez más"."""
        size = self.starts(self.verbs, words, index)
        return bool(size) and all(
            len(p.words) <= size or tuple(words[index : index + len(p.words)]) != p.words
            for p in self.table.get(words[index], ())
        )

    def finite_after(self, words: list[str], index: int) -> bool:
        """Whether such a verb, or what stands before it, comes here: no determiner ("n'importe") and no adjective."""
        here = index < len(words) and words[index] in self.finite
        return here and not self.starts(self.determiners, words, index) and self.starts(self.bare, words, index) < 2

    def clause_word(self, words: list[str], index: int) -> bool:
        """Whether a word with which clauses begin stands here, and does not begin a noun or an adjective of several."""
        here = index < len(words) and words[index] in self.clause_words
        return here and self.starts(self.bare, words, index) < 2

    def in_list(self, words: list[str], index: int) -> bool:
        """Whether a comma is one of a list: a few words on, and before any verb, stands a comma, and, or."""
        near = ["#" if is_number(word) else word for word in words[index : index + LIST_WINDOW]]
        if self.starts(self._statements, near, 0):
            return False
        place = index
        while place < min(index + LIST_WINDOW, len(words)):
            noun = self.starts(self.nouns, words, place)
            if "." in words[place : place + noun]:  # a full stop of an ordinal ends no sentence
                place += noun
                continue
            if words[place] in ".;:":
                return False
            if words[place] in self.list_ends and (place == index or near[place - index - 1] not in self.described):
                clause = words[place] == "," and self.clause_word(words, place + 1)
                return place > index and not clause
            if self.clause_word(words, place):  # "cards you have" may be in a list
                verb = self.starts(self.verbs, words, place + 1) or self.finite_after(words, place + 1)
                if place == index or not verb:
                    return False
                place += verb
            elif (
                self.finite_after(words, place)
                or self.starts(self.verbs, words, place)
                and not self.starts(self.bare, words, place)
            ):
                return False
            place += 1
        return False
