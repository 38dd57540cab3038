"""A change of a number, told by what it lets somebody do: “you may hold 2 more” of a limit of what one holds.

Such a clause is taken apart: by how much, whether higher or lower (`raised`, `lowered` of `number_changes`), and of
what. It is said again as a change of each number of the game all of whose words the clause has, or words that stand for
them (`stands_for`). What stands before and behind the clause is kept word for word; what else it says is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulewright.compiler.proposing.changes.ways import Applied
from rulewright.language.language import Language
from rulewright.language.lexicon.words import Noun

MOST_LEFT = 2
"""Words of a clause, at most, that a change of a number does not say, and that are told."""
STEM = 5
"""Letters by which two forms are seen to be of one word: “settle”, “settling”."""
COST = 1.1
"""What it costs to say a clause as a change of a number."""
_WORD = re.compile(r"[\w']+")


class NumberChanges:
    """Says clauses as changes of numbers, in one language of one game; one of the ways to say a text otherwise."""

    cost = COST

    def __init__(self, language: Language) -> None:
        self.lexicon = language.lexicon
        self.told: Mapping[str, Any] = language.lexicon.core.get("near", {}).get("number_changes", {})
        self.digits = {str(word): str(value) for word, value in language.lexicon.core.get("numbers", {}).items()}

    @cached_property
    def said_so(self) -> tuple[str, ...]:
        """The small words that a change of a number says otherwise, or is said with: that one may hold more."""
        return (*self.told["ways"], *self.told["allowed"])

    @cached_property
    def numbers(self) -> list[Noun]:
        """The numbers of the game that somebody or something has, those with the longest names first."""
        core = self.lexicon.core.get("nouns", {})
        found = [noun for name, noun in self.lexicon.nouns.items() if noun.type == "number" and name not in core]
        return sorted((noun for noun in found if noun.of), key=lambda noun: -len(noun.forms.get("one", "any") or ""))

    @cached_property
    def _verbs(self) -> set[str]:
        """The verbs of the game in all their forms: what a clause does cannot be left out."""
        every = [forms for verb in self.lexicon.verbs.values() for forms in verb.forms]
        return {word for one in every for some in one.forms.values() for word in some}

    def applied(self, text: str) -> Iterator[Applied]:
        """A text with one of its clauses said as the change of a number."""
        if not self.told:
            return
        for match in re.finditer(self.told["clause"], text, re.IGNORECASE):
            for said, left in self._changes(match["clause"]):
                other = f"{text[: match.start('clause')]}{said}{text[match.end('clause') :]}"
                yield Applied(other, match.start("clause"), match.end("clause"), left, said_so=self.said_so)

    def _changes(self, clause: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        amount = re.search(self.told["amount"], clause, re.IGNORECASE)
        way = self._way(clause, amount)
        if amount is None or not way:
            return
        by = next(filter(None, (amount["by"], amount["signed"])))
        by = self.digits.get(by.lower(), by)
        subject, _, rest = re.sub(self.told["verb"], "\0", f" {clause} ", count=1, flags=re.IGNORECASE).partition("\0")
        if not rest:
            return
        for number in self.numbers:
            if (name := number.forms.get("one", "any")) and (used := self._used(name, clause)) is not None:
                for thing in self._things(number, subject.strip(), rest, used):
                    left = self._left(clause.replace(amount.group(), " "), thing, used)
                    if len(left) <= MOST_LEFT and not any(word.lower() in self._verbs for word in left):
                        whose = self.told["your"] if "player" in number.of else self.told["the"]
                        said = self.told["said"].format(whose=whose, number=name, of=thing, by=by, way=way)
                        yield " ".join(said.split()), left

    def _way(self, clause: str, amount: re.Match[str] | None) -> str:
        """Whether a clause says “higher” or “lower”; "" for neither, or both."""
        if amount is not None and amount["sign"]:
            return str(self.told["ways"][0 if amount["sign"] == "+" else 1])
        ways = [
            way
            for way, words in zip(self.told["ways"], ("raised", "lowered"), strict=True)
            if re.search(rf"\b(?:{'|'.join(self.told[words])})\b", clause, re.IGNORECASE)
        ]
        return str(ways[0]) if len(ways) == 1 else ""

    def _used(self, name: str, clause: str) -> set[str] | None:
        """The words of a clause that stand for those of a number; None where one of these is missing.

        A number whose name is one word is meant where that word is what is changed, not where it is named beside it.
        """
        what = clause.partition(" to ")[0]
        if " " not in name and not re.search(rf"\b{re.escape(name)}$", what, re.IGNORECASE):
            return None
        said = [word.lower() for word in _WORD.findall(clause)]
        used: set[str] = set()
        for word in name.lower().split():
            some = {one for one in said if _same(one, word)}
            some = some or {one for one in said if one in self.told["stands_for"].get(word, ())}
            if not some:
                return None
            used |= some
        return used

    def _things(self, number: Noun, subject: str, rest: str, used: set[str]) -> Iterator[str]:
        """Of what a number is said to change: what a clause speaks of first, if that is not the number; or nothing."""
        words = [word.lower() for word in _WORD.findall(subject)]
        kinds = [kind for kind in number.of if kind != "player"]
        if not words or words[0] in self.told["somebody"] or (len(words) < 3 and used & set(words)):
            yield ""
            thing = re.search(self.told["thing"], rest, re.IGNORECASE)
            if not kinds or thing is None:
                return
            subject = thing["thing"]
        elif not kinds:
            return
        whole = re.sub(self.told["of_a_part"], "", subject, count=1, flags=re.IGNORECASE)
        if used & set(words[:2]) and whole != subject:
            subject = f"{self.told['each']} {whole}"
        thing_said = re.sub(self.told["article"], self.told["each"], subject, count=1, flags=re.IGNORECASE)
        yield f"{self.told['of']} {thing_said}"

    def _left(self, clause: str, thing: str, used: set[str]) -> tuple[str, ...]:
        """The words of a clause that are neither of the number nor of its thing, nor small ones."""
        idle = {*self.told["idle"], *self.told["raised"], *self.told["lowered"], *used}
        known = [word.lower() for word in _WORD.findall(thing)]
        words = [word for word in _WORD.findall(clause) if word.lower() not in idle]
        return tuple(word for word in words if not any(_same(word.lower(), one) for one in known))


def _same(one: str, other: str) -> bool:
    """Whether two words are forms of one, as far as their beginnings tell.

    >>> _same("settle", "settling"), _same("cards", "card"), _same("cost", "coast")
    (True, True, False)
    """
    if one == other or one.rstrip("s") == other.rstrip("s"):
        return True
    return min(len(one), len(other)) >= STEM and one[:STEM] == other[:STEM]
