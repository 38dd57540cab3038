"""Sentences that might have been meant by one that does not parse: each one small mending away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.language.parsing.lexer import PhraseLexer

FIRST_WORDS = {"if", "unless", "whenever", "when", "after", "before", "while"}  # of a condition that belongs in front
OF_IT = {"if": "that is", "unless": "that is not"}  # what a thing must be is told of it
# what stands behind may mean something before it by these: put in front, it would mean something else
BACK = frozenset({"it", "its", "they", "them", "their", "there"})
SEVERAL = {"and", "or", "then", ", then"}  # stand between acts
PREPOSITIONS = {"at", "by", "for", "from", "in", "into", "of", "on", "onto", "over", "to", "under", "upon", "with"}
ARTICLES = {"a", "an", "the", "your", "its", "their", "any", "another", "each", "this", "that"}

Mending = tuple[str, list[str]]
"""The code of a problem, and the texts that mend it alike."""


@dataclass
class Broken:
    """A sentence, and the word at which no parser can go on.

    Attributes:
        sentence: its words; place: the number of that word.
        accepted: the terminals that could stand there; suggestions: the wordings.
        lower: the words in small letters; word: the one at the place; before, rest: what stands before it, and from
            it on; heading: what the sentence begins with up to a colon; first: what is between that and the place.
    """

    sentence: list[str]
    place: int
    accepted: set[str]
    suggestions: tuple[str, ...]
    lower: list[str] = field(init=False)
    word: str = field(init=False)
    before: list[str] = field(init=False)
    rest: list[str] = field(init=False)
    heading: list[str] = field(init=False)
    first: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lower = [word.lower() for word in self.sentence]
        self.before, self.rest = self.sentence[: self.place], self.sentence[self.place :]
        self.word = self.rest[0].lower() if self.rest else ""
        self.heading, body = _heading(self.before)
        self.first = body[:-1] if body[-1:] == [","] else body


def mendings(lexer: PhraseLexer, at: Broken) -> Iterator[Mending]:
    """(code, texts) of sentences that might have been meant, the likeliest first."""
    yield from _clauses(lexer, at)
    yield from _signs(at)
    yield from _words(lexer, at)


def _clauses(lexer: PhraseLexer, at: Broken) -> Iterator[Mending]:
    """Clauses and times in another order."""
    if at.lower[at.place : at.place + 3] == ["if", "you", "do"] and at.first:
        yield "RW0321", [in_one([*at.heading, *at.first, ".", *at.rest, "."])]
    if at.lower[max(at.place - 2, 0) : at.place + 1] == ["if", "you", "do"]:
        yield "RW0310", [in_one([*at.before, at.rest[0], ",", *at.rest[1:], "."])]
    if at.word in FIRST_WORDS and at.first:
        opening, acts = _opening(at.first)
        told = {act.lower() for act in acts}
        if not SEVERAL.intersection(told) and not (BACK.intersection(at.lower[at.place :]) and not BACK & told):
            yield "RW0305", [in_one([*at.heading, *opening, *at.rest, ",", *_small(acts), "."])]
    if at.word in OF_IT and at.lower[at.place + 1 : at.place + 3] == ["it", "is"] and at.first:
        yield "RW0318", [in_one([*at.heading, *at.first, OF_IT[at.word], *at.rest[3:], "."])]
    if at.word in ("for",) and at.first and at.rest[1:2] == ["each"]:
        yield "RW0305", [in_one([*at.heading, *at.rest, ",", *_small(at.first), "."])]
    if at.word == "only" and at.rest[1:2] == ["if"] and "may" not in at.lower[: at.place]:
        yield "RW0305", [in_one([*at.heading, *at.rest[1:], ",", *_small(at.first), "."])]
    for begin in range(max(at.place - 3, len(at.heading) + 1), at.place + 1):
        time = lexer.longest("TIME", at.lower, begin)
        if time:
            others = [*at.sentence[len(at.heading) : begin], *at.sentence[begin + time :]]
            yield "RW0308", [in_one([*at.heading, *at.sentence[begin : begin + time], ",", *_small(others), "."])]
    if "otherwise" in at.lower[at.place : at.place + 2]:
        found = at.lower.index("otherwise", at.place)
        start = at.sentence[: found - 1] if at.sentence[found - 1] in ",;" else at.sentence[:found]
        last = at.sentence[found + 2 :] if at.sentence[found + 1 : found + 2] == [","] else at.sentence[found + 1 :]
        yield "RW0309", [in_one([*start, ";", "otherwise", ",", *last, "."])]


def _opening(words: list[str]) -> tuple[list[str], list[str]]:
    """The clause that opens a sentence, with its comma, and what follows."""
    if words[0].lower() not in FIRST_WORDS or "," not in words:
        return [], words
    end = words.index(",") + 1
    return words[:end], words[end:]


def _signs(at: Broken) -> Iterator[Mending]:
    """Other signs between clauses."""
    if at.word == "or" and at.lower[:3] == ["choose", "one", ":"]:
        yield "RW0318", [in_one([*at.before, ";", *at.rest, "."])]
    if at.before[-1:] == [","] or at.word == ";":
        before = at.before[:-1] if at.before[-1:] == [","] else at.before
        rest = at.rest[1:] if at.word == ";" else at.rest
        yield "RW0318", [in_one([*before, ", then", *rest, "."])]
    if "COMMA" in at.accepted:
        yield "RW0310", [in_one([*at.before, ",", *at.rest, "."])]
    opening = at.lower[len(at.heading) : len(at.heading) + 1]  # a clause that opens a sentence ends with its comma
    if at.word == "," and not FIRST_WORDS.intersection(opening):
        yield "RW0313", [in_one([*at.before, *at.rest[1:], "."])]
    if at.before[-1:] == [","] and not FIRST_WORDS.intersection(opening):
        yield "RW0313", [in_one([*at.before[:-1], *at.rest, "."])]


def _words(lexer: PhraseLexer, at: Broken) -> Iterator[Mending]:
    """Other words, more of them, or fewer."""
    for owner in range(max(at.place - 1, 0), min(at.place + 1, len(at.sentence))):
        one = _singular(lexer, at.lower[owner])
        if one:
            skip = 2 if at.sentence[owner + 1 : owner + 2] == ["'"] else 1
            yield "RW0318", [in_one([*at.sentence[:owner], one, "'s", *at.sentence[owner + skip :], "."])]
    if at.word in ("and", "or") and at.word in at.lower[: at.place]:  # A and B and C
        earlier = at.place - 1 - at.lower[: at.place][::-1].index(at.word)
        yield "RW0318", [in_one([*at.sentence[:earlier], ",", *at.sentence[earlier + 1 :], "."])]
    if at.word == "plus":
        yield "RW0318", [in_one([*at.before, "and", *at.rest[1:], "."])]
    if at.rest and not lexer.knows(at.lower, at.place) and not _is_part_of_another(lexer, at.word):
        for suggestion in at.suggestions:
            size = len(suggestion.split())
            if _misspelt(" ".join(at.lower[at.place : at.place + size]), suggestion):
                yield "RW0312", [in_one([*at.before, suggestion, *at.rest[size:], "."])]
    for gap in range(at.place, max(at.place - 4, len(at.heading)), -1):
        if at.lower[gap : gap + 1] and at.lower[gap] in ARTICLES:
            parts = at.sentence[:gap], at.sentence[gap:]
            yield "RW0315", [in_one([*parts[0], small, *parts[1], "."]) for small in ("to", "from")]
    if at.word in PREPOSITIONS - {"from"}:  # what comes from somewhere goes nowhere else
        yield "RW0315", [in_one([*at.before, small, *at.rest[1:], "."]) for small in ("to", "from", "in")]
    for place in (at.place, at.place - 1):
        if 0 <= place < len(at.sentence) and (
            at.lower[place] in lexer.idle or at.lower[place : place + 1] == at.lower[place + 1 : place + 2]
        ):
            yield "RW0316", [in_one([*at.sentence[:place], *at.sentence[place + 1 :], "."])]


def _is_part_of_another(lexer: PhraseLexer, word: str) -> bool:
    """Whether a word is spelled as one of a longer phrase, as the “least” of “at least”: it is no other word."""
    return any(word in phrase.words[1:] for phrases in lexer.table.values() for phrase in phrases)


def _singular(lexer: PhraseLexer, word: str) -> str | None:
    """The singular of a noun in the plural that names players."""
    found = next((p for p in lexer.table.get(word, ()) if p.terminal == "NOUN" and p.words == (word,)), None)
    if found is None or not found.plural:
        return None
    return next(
        (" ".join(p.words) for ps in lexer.table.values() for p in ps
         if p.terminal == "NOUN" and p.value == found.value and p.form == "one"), None,
    )  # fmt: skip


def _heading(words: list[str]) -> tuple[list[str], list[str]]:
    """A leading `Heading:` and the rest."""
    if ":" in words[:8]:
        cut = words.index(":") + 1
        return words[:cut], words[cut:]
    return [], words


NEGATING = ("un", "non", "non-", "in", "dis")
"""What makes of a word its opposite."""


def _misspelt(written: str, meant: str) -> bool:
    """Whether one is so near the other that nothing else was meant."""
    from rapidfuzz.distance import OSA

    if len(written) < 5 and len(written) == len(meant) and sorted(written) != sorted(meant):
        return False  # with one letter changed a short word is another word
    if any(longer == f"{no}{other}" for no in NEGATING for longer, other in ((written, meant), (meant, written))):
        return False  # it says the opposite
    return OSA.distance(written, meant) <= (1 if len(written) < 6 else 2)


def _small(words: list[str]) -> list[str]:
    """The words without the capital of the first."""
    return [words[0][0].lower() + words[0][1:], *words[1:]] if words else []


def in_one(words: list[str]) -> str:
    """Words as a text."""
    return " ".join(words)
