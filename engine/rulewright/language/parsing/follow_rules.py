"""The rules of `splits`: what must stand behind a word, so that it is one thing and not another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rulewright.language.lexicon import Phrase
from rulewright.language.parsing.surroundings import Surroundings
from rulewright.language.parsing.words import is_number

SEEN_AHEAD = frozenset({
    "some verb", "list", "bare list", "any list", "no noun", "noun", "bare", "verb", "no verb", "clause", "predicate",
    "relative", "counted", "other", "last number", "no determiner",
})  # fmt: skip
"""Rules that guess from a few words how a sentence goes on."""

Follows = Callable[[list[str], int, bool], bool]
"""Whether words keep a rule at a place; strict: see `PhraseLexer.candidates`."""


def is_guess(rule: str) -> bool:
    """Whether a rule looks at what follows without reading it: the whole sentence may show otherwise."""
    return rule in SEEN_AHEAD or rule.startswith("… ")


class FollowRules:
    """Tells whether words keep a rule at a place.

    Args:
        around: looks around in the words.
        splits: the rule of each terminal that has one.
    """

    def __init__(self, around: Surroundings, splits: Mapping[str, str]) -> None:
        core = around.lexicon.core
        self._around, self._splits = around, splits
        self._rules: dict[str, Follows] = {}
        self._known = frozenset(core.get("known_words", ()))
        self._still = frozenset(core.get("still", ()))
        self._number_words = frozenset(core.get("numbers", ()))
        self.grouped = tuple(core.get("grouped", ()))
        article = core.get("article", {})
        self._articles = frozenset({article.get("form"), article.get("becomes")})
        self._before_nouns = around.described | self._articles

    def kept(self, rule: str, words: list[str], index: int, strict: bool) -> bool:
        """Whether what stands at a place is what a rule of `splits` asks for."""
        follows = self._rules.get(rule)
        if follows is None:
            follows = self._rules[rule] = self._rule(rule)
        return follows(words, index, strict)

    def _rule(self, rule: str) -> Follows:
        """What tells whether a rule is kept: by its beginning, by its name, or by the kinds of words that it names."""
        with_more: Mapping[str, Callable[[str, list[str], int, bool], bool]] = {
            "… ": self._in_clause,
            "a noun, ": self._noun_and_word,
            "a place, ": self._place_and_words,
            "number marked ": self._number_and_marked,
            "marked ": self._marked,
            "a phrase marked ": self._phrase_marked,
            "kind ": self._of_kind,
            "case ": self._in_case,
            "a noun ": self._noun_and_terminal,
            "verb ": self._verb_in_mood,
            "word ": self._this_word,
            "terminal ": self._of_terminal,
        }
        for beginning, follows in with_more.items():
            if rule.startswith(beginning):
                return partial(follows, rule.removeprefix(beginning))
        if rule in ("possessed", "not possessed", "a count"):
            return partial(self._possession_is, {"not possessed": ""}.get(rule, rule))
        named: Mapping[str, Follows] = {
            "any": self._anything,
            "number": self._number,
            "last number": self._last_number,
            "no determiner": self._no_determiner,
            "noun number": self._noun_and_number,
            "higher number": self._higher_number,
            "colon": self._colon,
            "comma": self._comma,
            "some verb": self._verb_behind,
        }
        return named.get(rule) or partial(self._of_kinds, rule)

    def _of_kinds(self, rule: str, words: list[str], index: int, strict: bool) -> bool:
        """A verb, a noun or what stands before one, a clause, a list: whichever begins here."""
        following = words[index] if index < len(words) else ""
        verb, bare = (
            self._around.starts(self._around.verbs, words, index),
            self._around.starts(self._around.bare, words, index),
        )
        if verb and bare:  # the longer wording wins; of equal ones the verb
            verb, bare = (verb, 0) if verb >= bare else (0, bare)
        if bare and self._around.starts(self._around.determiners, words, index) > bare:  # "le plus grand nombre de"
            bare = 0
        if rule == "no verb":
            return not verb
        clause = self._around.clause_word(words, index) or self._around.subject(words, index)
        if clause and bare and rule in ("bare", "bare list"):
            return not strict
        match rule:
            case "known":
                return following in self._known
            case "counted":
                return bool(bare) or is_number(following) or following in self._number_words
            case "verb":
                return bool(verb)
            case "noun" | "bare":  # what begins a clause has a comma before its "and"
                return bool(bare)
            case "no noun":
                return not bare
            case "clause":
                return clause
            case "predicate":
                return bool(verb) or clause
            case "relative":
                known = self._around.starts(self._around.determiners, words, index) or self._around.starts(
                    self._around.pronouns, words, index
                )
                return bool(verb) or following in self._around.clause_words or (clause and bool(known))
            case "list":
                return not bare and (not strict or self._around.in_list(words, index))
            case "any list":
                return not strict or self._around.in_list(words, index)
            case "bare list":
                return bool(bare) and (not strict or self._around.in_list(words, index))
        return not verb and not bare and not (strict and clause)

    def _anything(self, words: list[str], index: int, strict: bool) -> bool:
        return True

    def _in_clause(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        """This word comes before the end of the clause; a comma here belongs to what follows.

        "minden 3, a kezedben lévő kártya", "minden akár 3, a kezedben lévő kártya"
        """
        number = (size for size, other in enumerate(words[index : index + 2], 1) if is_number(other))
        start = index + 1 + next(number, 0)
        signs = (i for i in range(start, len(words)) if words[i] in ".,;:" and not self._groups(words, i))
        ends = (i for i in signs if words[i] != "." or not self._around.inside_noun(words, i))
        return word in words[index : next(ends, len(words))]

    def _place_and_words(self, asked: str, words: list[str], index: int, strict: bool) -> bool:
        """Where a thing is, up to a word of a terminal, then this word, and another further on in the clause.

        "a kezedben **lévő minden** kártya **után**"; an article before that word is one of another phrase.
        """
        terminal, word, later = asked.split()
        for at in range(index + 1, len(words)):
            if words[at] in self._articles or (words[at] in ".,;:" and not self._around.inside_noun(words, at)):
                return False
            if words[at] == word:
                behind = any(p.terminal == terminal and len(p.words) == 1 for p in self._around.here(words, at - 1))
                return behind and self._in_clause(later, words, at, strict)
        return False

    def _noun_and_word(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun as it stands in a lexicon, and right behind it this word."""
        nouns, end = self._around.next_nouns(words, index)
        while size := self._groups(words, end):
            nouns, end = self._around.next_nouns(words, end + size)
        plain = self._around.inflection.layers["NOUN"][-1][0].name
        return any(p.after[-1] == plain for p in nouns) and words[end : end + 1] == [word]

    def _noun_and_terminal(self, terminal: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun, and right behind it a word of this terminal."""
        rule = self._splits.get(terminal, "any")
        sizes = (
            (at, len(p.words))
            for at in self._around.declined_words.ends(words, index)
            for p in self._around.here(words, at)
            if p.terminal == terminal
        )
        return any(self.kept(rule, words, at + size, strict) for at, size in sizes)

    def _possession_is(self, wanted: str, words: list[str], index: int, strict: bool) -> bool:
        return self._around.possession(words, index) == wanted

    def _verb_behind(self, words: list[str], index: int, strict: bool) -> bool:
        """A verb before the sentence goes on: what follows is a clause, and no more of a list: ", und die anderen."."""
        end = next((at for at in range(index, len(words)) if words[at] in ".,;:"), len(words))
        if words[end : end + 1] == [","]:  # what describes a thing may stand before its verb
            return True
        known = self._around.finite | self._around.clause_words
        return any(
            words[at] in known or any(p.terminal in self._around.verb_terminals for p in self._around.here(words, at))
            for at in range(index, end)
        )

    def _number(self, words: list[str], index: int, strict: bool) -> bool:
        return index < len(words) and is_number(words[index])

    def _last_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A number that bounds another: "Karten, mindestens 1", but "Karten, die du hast, mindestens 1 sind".

        Where nothing is described before, it may be any number: "höchstens die Anzahl von …".
        """
        described = index > 2 and any(
            p.terminal in self._around.verb_terminals for p in self._around.table.get(words[index - 3], ())
        )
        described = described or index > 2 and words[index - 3] in self._still
        if not described:
            return True
        return self._number(words, index, strict) and not self._around.finite_after(words, index + 1)

    def _no_determiner(self, words: list[str], index: int, strict: bool) -> bool:
        """Whether the article before is none of a determiner or pronoun: ", die leer sind", but ", die anderen und"."""
        longer = (p for p in self._around.here(words, index - 1) if len(p.words) > 1)
        return not any(p.terminal in ("DET", "ORDINAL", "PRON") for p in longer)

    def _of_terminal(self, terminal: str, words: list[str], index: int, strict: bool) -> bool:
        return any(p.terminal == terminal for p in self._around.here(words, index))

    def _this_word(self, word: str, words: list[str], index: int, strict: bool) -> bool:
        return words[index : index + 1] == [word]

    def _higher_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A number higher than the one before: "2 a 4 cartas", but "coloca 2 a 1 jugador"."""
        low, high = words[index - 2] if index > 1 else "", words[index] if index < len(words) else ""
        return is_number(low) and is_number(high) and int(low) < int(high)

    def _noun_and_number(self, words: list[str], index: int, strict: bool) -> bool:
        """A noun and a number: "de nivel 2"."""
        size = self._around.starts(self._around.nouns, words, index)
        return bool(size) and is_number("".join(words[index + size : index + size + 1]))

    def _number_and_marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A number with its ending, and a noun with this mark: "legalább 3-as szintű"."""
        stop = index + (3 if words[index + 1 : index + 2] == ["-"] else 1)
        return self._number(words, index, strict) and self._marked(mark, words, stop, strict)

    def _marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A noun with this mark: "3-as **szintű**"."""
        return any(mark in p.after for p in self._around.here(words, index))

    def _phrase_marked(self, mark: str, words: list[str], index: int, strict: bool) -> bool:
        """A phrase that ends in a noun with this mark: "2 lépést **a sor végén**"."""
        article = words[index : index + 1]
        nouns, end = self._around.next_nouns(words, index + self._before_nouns.issuperset(article))
        behind = words[end] if end < len(words) else "."
        alone = behind in ".;:" or behind in self._around.list_ends or behind in self._around.described
        return alone and any(mark in p.after for p in nouns)

    def _of_kind(self, kind: str, words: list[str], index: int, strict: bool) -> bool:
        if kind == "player" and self._around.declined_words.persons(words, index):
            return True
        return any(self._around.lexicon.noun_is(noun, kind) for noun in self._around.declined_words.nouns(words, index))

    def _in_case(self, case: str, words: list[str], index: int, strict: bool) -> bool:
        cases = self._around.declined_words.cases(words, index)
        if {"acc", "dat"} <= cases and case == "acc" and self._stands_still(words, index):
            return False
        return case in cases

    def _stands_still(self, words: list[str], index: int) -> bool:
        """Whether words that may tell a place, or where things go, tell a place: by what comes behind them."""
        end = next((at for at in range(index, len(words)) if words[at] in ".,;:"), len(words))
        goals = [name for name, rule in self._splits.items() if rule == "case acc"]
        for at in range(index, end):  # "in Oasen in die Stadt": the last one is where things go
            cases = self._around.declined_words.cases(words, at + 1)
            if "dat" not in cases and any(p.terminal in goals for p in self._around.here(words, at)):
                return True
        done = (
            any(p.terminal == "PART" for p in self._around.table.get(words[end - 2], ())) if end > index + 1 else False
        )
        return end > index and words[end - 1] in self._still and not done

    def _verb_in_mood(self, mood: str, words: list[str], index: int, strict: bool) -> bool:
        """A verb in this mood: "para tomar"; but in "para una carta" that word is no verb."""
        found = (p for p in self._around.table.get(words[index] if index < len(words) else "", ()) if p.before == mood)
        return any(tuple(words[index : index + len(p.words)]) == p.words for p in found)

    def _colon(self, words: list[str], index: int, strict: bool) -> bool:
        return index < len(words) and words[index] in (":", ",")

    def _comma(self, words: list[str], index: int, strict: bool) -> bool:
        return index >= len(words) or words[index] in (",", "")

    def in_group(self, noun: Phrase, words: list[str], index: int) -> bool:
        """Whether another noun of the same group follows: after a comma, and, or, and with the same ending."""
        here = self._around.table.get(words[index], ()) if index < len(words) else ()
        return any(
            self.kept(self._splits[p.terminal], words, index + len(p.words), True)
            and any(
                noun.after[-1] == other.after[-1] for other in self._around.next_nouns(words, index + len(p.words))[0]
            )
            for p in here
            if p.terminal in self.grouped and tuple(words[index : index + len(p.words)]) == p.words
        )

    def _groups(self, words: list[str], index: int) -> int:
        """How many words here join a noun to the one before: "kártya **vagy** lapka"; 0 if none do."""
        here = self._around.table.get(words[index], ()) if index < len(words) else ()
        return next(
            (
                len(p.words)
                for p in here
                if p.terminal in self.grouped
                and tuple(words[index : index + len(p.words)]) == p.words
                and self.kept(self._splits[p.terminal], words, index + len(p.words), True)
            ),
            0,
        )
