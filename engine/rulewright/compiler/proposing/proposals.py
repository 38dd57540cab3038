"""Proposals: the nearest sentences that compile, for a text that somebody has written freely.

Candidates come from the text itself, in other words that the game may know, with a place that it leaves out, or mended
word by word where the parser cannot go on; and from the game's own sentences (whole, with numbers and things exchanged,
or their clauses put together anew). Only what compiles is proposed: what says all that was asked for, or else, if there
is nothing of that kind, what comes near, with what it leaves out and adds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rulewright.compiler.proposing.clauses import Clauses, headings_in
from rulewright.compiler.proposing.game_sentences import GameSentences
from rulewright.compiler.proposing.judging.content_words import ContentWords
from rulewright.compiler.proposing.likeness import Likeness
from rulewright.compiler.proposing.mended import Mended
from rulewright.compiler.proposing.near_words import NearWords
from rulewright.compiler.proposing.otherwise import Otherwise
from rulewright.compiler.proposing.places import Standing
from rulewright.compiler.proposing.repairs import Repairs
from rulewright.compiler.proposing.search_budget import SECONDS, SearchBudget
from rulewright.compiler.proposing.texts import Texts
from rulewright.compiler.refusals.unsupported_deeds import ORDERED, RANDOM, SUPPORTED_SLOTS
from rulewright.compiler.sayable import made_before
from rulewright.compiler.trials import Trials, Tried
from rulewright.language import nodes as n
from rulewright.meaning import Meaning, paraphrase
from rulewright.ruleset.model import Ruleset

MOST_OTHERWISE = 5
"""Texts that say the same otherwise."""
TRIED = 36
"""Candidates that are compiled."""
NEAR = 3
"""Proposals that do not say all that was asked for."""
MOST_DIFFERENT = 4
"""Words that a proposal leaves out or adds, at most: with more it says another thing."""
REPAIRED = 8
"""Texts that differ in a few words of one sentence only."""
VARIANTS, SHORTENED = 3, 8
"""Texts in other words that are mended, and that are tried without one of their phrases."""
PARTED = 4
"""How often texts that are compiled together are parted to find which of them spoils what others are compiled to."""
OF_ONE = 2
"""Proposals that differ only in a place that was left out."""
CARRIED = {*SUPPORTED_SLOTS, *ORDERED, *RANDOM, "roll", "give", "do_nothing", "have"}
"""Verbs of the language that need no meaning in the lexicon."""
MEANT = 0.55
"""How much of its words a sentence of the game shares at least with what was asked for, so that it is proposed."""
LIKE, SHARED = 3, 0.45
"""Sentences that are shown where nothing is near, and how much of their words they share with what was asked for."""
_PHRASE = re.compile(
    r" (?:in|on|from|into|onto|to|of|next to|with|for each|until|at|during|for|than)\b[^,.;:]*?"
    r"(?=(?: (?:in|on|from|into|onto|to|and|or|then|of|next|with|for|until)\b)|[,.;:]|$)"
    r"|, [^,.;:]+(?=[,.;])| and [^,.;:]+(?=[.;]|$)"
)


@dataclass(frozen=True)
class Proposal:
    """A text that compiles.

    kind: the kind of card that can say it, or "" for a step of a rule; same: whether it is bound to the very Meaning of
    the text that was asked about; understood: it said back, in the language of the text where that has frames for it;
    without, more: what was asked for and is not said, and what is said beside it.
    """

    text: str
    kind: str
    same: bool
    understood: str
    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    """A tree to propose, and how it differs from what was asked for.

    base: what it says without a place added to it; repaired: whether it is the text but for the words that are told.
    """

    tree: n.Node
    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    base: str = ""
    repaired: bool = False


def propose(
    ruleset: Ruleset, text: str, lang: str = "en", kind: str | None = None, most: int = 5, seconds: float = SECONDS
) -> list[Proposal]:
    """The nearest texts that compile, the nearest first, as far as they are found in so many seconds."""
    return Proposer(ruleset, lang, kind, seconds).proposals(text, most)


class Proposer:
    """Looks for texts that compile, in one language of one game.

    Args:
        kind: the kind of card that would say them; None for the likeliest.
        seconds: how long it looks for texts, in time of the processor.
    """

    def __init__(self, ruleset: Ruleset, lang: str = "en", kind: str | None = None, seconds: float = SECONDS) -> None:
        self.ruleset, self.lang, self.kind = ruleset, lang, kind
        self.budget = SearchBudget(seconds)
        self.language = ruleset.language(lang)
        self.lexicon = self.language.lexicon
        self.texts, self.standing = Texts(ruleset, lang), Standing(ruleset, kind)
        self.likeness = Likeness(ruleset, lang)
        self.of_game = GameSentences(self.texts, self.likeness, self.budget)
        self.mended = Mended(self.texts, self.budget)

    def failing(self, text: str) -> str:
        """Of a text of several sentences the one in which it fails; "" where it compiles, or is but one."""
        return self.repairs.failing(text)

    def proposals(self, text: str, most: int = 5) -> list[Proposal]:
        """The nearest texts that compile, the nearest first."""
        self.standing.headings = headings_in(self.language, text)
        own = self.texts.read_thoroughly(text)
        meant = self.texts.meaning(own, "card") if own is not None else None
        said = self._said_otherwise(text, meant)
        if any(not one.without and not one.more for one in said):
            return said[:most]
        others = self._proposals(text, own, meant, most)
        known = {one.text for one in said}
        asked = ContentWords(self.language, text)
        found = [*said, *(one for one in others if one.text not in known)]
        return [one for one in found if one.same or not asked.loses(one.text, one.without, one.more)][:most]

    def _proposals(self, text: str, own: n.Node | None, meant: Meaning | None, most: int) -> list[Proposal]:
        """Texts that compile, with other words, or of the sentences of the game."""
        whole, near = self._candidates(text, own)
        wanted = self.likeness.weights(text)
        numbers = sorted(re.findall(r"\d+", text))
        for candidates, count in ((whole, most), (near, NEAR)):
            ranked = sorted(candidates, key=lambda said: -self._near(candidates[said], wanted, numbers, text, said))[
                :TRIED
            ]
            result: list[Proposal] = []
            bases: Counter[str] = Counter()
            trees = {id(candidates[said].tree): candidates[said] for said in ranked}
            for said, tree, kind, begun in self.compiling([candidates[said].tree for said in ranked], 2 * count):
                meaning = self.texts.meaning(tree, kind or "card")
                same = meant is not None and (tree == own or self.texts.meaning(tree, "card") == meant)
                understood = paraphrase(meaning, self.ruleset, self.lang) if meaning is not None else ""
                one = trees[id(begun)]
                bases[one.base] += bool(one.base)
                if bases[one.base] > OF_ONE:
                    continue
                differs = ((), ()) if same else self.otherwise.function_words.differing(text, said)
                without, more = (
                    (*told, *(word for word in some if not any(word in other.lower() for other in told)))
                    for told, some in zip((one.without, one.more), differs, strict=True)
                )
                if len(without) + len(more) > MOST_DIFFERENT or self._is_the_opposite(without, more):
                    continue
                result.append(Proposal(said, kind, same, understood, without, more))
                if len(result) == count:
                    break
            if result:
                return sorted(result, key=lambda one: len(one.without) + len(one.more))
        return []

    def _is_the_opposite(self, without: Iterable[str], more: Iterable[str]) -> bool:
        """Whether a word is left out and its opposite said instead: "higher", of what was to be lower."""
        gone, added = (" ".join(words).lower() for words in (without, more))
        pairs = self.lexicon.core.get("near", {}).get("opposites", ())
        return any(
            f" {one} " in f" {gone} " and f" {other} " in f" {added} "
            for pair in pairs for one, other in (pair, pair[::-1])
        )  # fmt: skip

    def _said_otherwise(self, text: str, meant: Meaning | None) -> list[Proposal]:
        """The text said otherwise where it fails, those first that leave nothing out of it."""
        found = {id(one.tree): one for one in self.otherwise.found(text)}
        result: list[Proposal] = []
        for said, tree, kind, begun in self.compiling([one.tree for one in found.values()], MOST_OTHERWISE):
            one, meaning = found[id(begun)], self.texts.meaning(tree, kind or "card")
            understood = paraphrase(meaning, self.ruleset, self.lang) if meaning is not None else ""
            same = meant is not None and self.texts.meaning(tree, "card") == meant
            differs = ((), ()) if same else (one.without, one.more)
            result.append(Proposal(said, kind, same, understood, *differs))
        return result

    def told(self, trees: list[n.Node], most: int) -> list[Proposal]:
        """Of some texts those that compile, each as a proposal that neither leaves out nor adds anything."""
        result: list[Proposal] = []
        for said, tree, kind, _ in self.compiling(trees, most):
            meaning = self.texts.meaning(tree, kind or "card")
            understood = paraphrase(meaning, self.ruleset, self.lang) if meaning is not None else ""
            result.append(Proposal(said, kind, False, understood))
        return result[:most]

    @cached_property
    def otherwise(self) -> Otherwise:
        """What says a text otherwise, where it cannot be read or is refused."""
        return Otherwise(self.texts, self.quick, self.standing.places, self.near_words, self.budget, self.whole)

    @cached_property
    def whole(self) -> Trials:
        """Trials with the fewest players, among all cards."""
        return Trials(self.ruleset, self.ruleset.players[:1], linted=False)

    @cached_property
    def quick(self) -> Trials:
        """Trials with the most players in which no other text says anything."""
        return Trials(self.ruleset, players=self.ruleset.players[-1:], linted=False, alone=True, parted=PARTED)

    def _candidates(self, text: str, own: n.Node | None) -> tuple[dict[str, _Candidate], dict[str, _Candidate]]:
        """What says all that a text does, and what comes near it, by what each says."""
        whole: dict[str, _Candidate] = {}
        near: dict[str, _Candidate] = {}
        content = ContentWords(self.language, text, own)
        repairs = self.repairs.repaired(text.rstrip(" .") + ".")[:REPAIRED]  # these are the likeliest
        others = [text, *self.near_words.variants(text)]
        for number, other in enumerate(others):
            if not self.budget.left():
                break
            tree = self.texts.read(other)
            if tree is not None:
                self._with_places(whole, tree, ())
            if number == 0 or (tree is None and number <= VARIANTS):
                asking = ContentWords(self.language, other, own if other == text else None)
                for one, dropped in self.mended.mended(other):
                    if (said := self.texts.said(one)) is not None:
                        self._sorted_in(asking, _Candidate(one, dropped), said, whole, near)
            if tree is None and number <= SHORTENED:
                asked = ContentWords(self.language, other)
                for phrase, shorter in self._shortened(other):
                    if not asked.joins(phrase):
                        self._with_places(near, shorter, (phrase,))
        for repaired in repairs:
            if repaired.tree is not None and (said := self.texts.said(repaired.tree)) is not None and said not in whole:
                near.setdefault(said, _Candidate(repaired.tree, repaired.without, repaired.more, repaired=True))
        for one in self.of_game.near(text):
            if not self.budget.left():
                break
            said = self.texts.said(one)
            if said is not None and said not in whole and said not in near and content.same_people(said):
                self._sorted_in(content, _Candidate(one), said, whole, near)
                if said in near and not self._is_like(near[said], text, said):
                    del near[said]
        return whole, near

    def _is_like(self, one: _Candidate, text: str, said: str) -> bool:
        """Whether a sentence of the game says what was meant, but for a part: it does nothing that nobody asked for."""
        does_more = any(word in self.lexicon.verbs for word in one.more)
        return not does_more and self.likeness.shared(self.likeness.weights(text), said) >= MEANT

    def _with_places(self, into: dict[str, _Candidate], tree: n.Node, without: tuple[str, ...]) -> None:
        """A text, and the same with a place that it leaves out."""
        base = self.texts.said(tree)
        for one in [tree, *self.otherwise.placing.with_places(tree)]:
            if (said := self.texts.said(one)) is not None:
                into.setdefault(said, _Candidate(one, without, base=base or said))

    @staticmethod
    def _sorted_in(
        content: ContentWords, one: _Candidate, said: str, whole: dict[str, _Candidate], near: dict[str, _Candidate]
    ) -> None:
        """Sort in a candidate: it says all, or comes near, or neither."""
        if not one.without and content.keeps(one.tree, said):
            whole.setdefault(said, one)
        elif any(map(content.needs, one.without)):
            return
        elif (differs := content.differs(one.tree, said)) is not None:
            without = tuple(dict.fromkeys((*differs[0], *one.without)))
            if without and differs[1]:
                return  # another word instead
            near.setdefault(said, _Candidate(one.tree, without, tuple(differs[1])))

    @cached_property
    def repairs(self) -> Repairs:
        """What repairs single sentences."""
        return Repairs(self.language, self.quick, self.standing.places, self.budget)

    def clauses(self, text: str) -> list[tuple[str, bool]]:
        """The clauses of a text, and whether each can be read by itself."""
        return Clauses(self.language, lambda clause: self.texts.read(clause) is not None).by_themselves(text)

    @cached_property
    def near_words(self) -> NearWords:
        """The other words that the game may know."""
        given = self.ruleset.lexicon.get("verbs") or {}
        meant = {verb for verb, entry in given.items() if (entry or {}).get("do") or (entry or {}).get("state")}
        return NearWords(self.language, set(self.lexicon.core.get("verbs", {})) - meant - CARRIED)

    def _shortened(self, text: str) -> Iterator[tuple[str, n.Node]]:
        """One phrase of a text, which begins with a preposition or stands between commas, and the text without it."""
        for match in _PHRASE.finditer(text):
            if not self.budget.left():
                break
            shorter = f"{text[: match.start()].rstrip(' ,')}{text[match.end() :]}"
            tree = self.texts.read(shorter)
            if tree is not None:
                yield match.group().strip(" ,"), tree

    def compiling(self, trees: list[n.Node], most: int) -> Iterator[tuple[str, n.Node, str, n.Node]]:
        """Of some texts those that compile: what each says, on which kind of card it can stand, what it came from."""
        tries: list[tuple[int, Tried]] = []
        for number, tree in enumerate(trees):
            tries += (
                (number, Tried(self.texts.said(one) or "", one, kind)) for one, kind in self.standing.places(tree)
            )
        wrong = self.quick.tried([tried for _, tried in tries])
        right = [one for one, problems in zip(tries, wrong, strict=True) if not problems and one[1].text]
        numbers = list(dict.fromkeys(number for number, _ in right))[: most + 1]
        right = [one for one in right if one[0] in numbers]
        places = [tried for _, tried in right]  # with the fewest players, too, among all cards, and as it is linted
        whole = self.whole.tried(places)
        told, shown = set[int](), set[str]()
        for (number, tried), wrong_there, findings in zip(right, whole, self.quick.findings(places), strict=True):
            if not wrong_there and not findings and number not in told and tried.text not in shown:
                told.add(number)
                shown.add(tried.text)
                yield tried.text, tried.tree, tried.kind, trees[number]

    def like(self, part: str) -> list[str]:
        """Sentences of the game and its phrasebook that say something with the words of a part of a text, all compile.

        Those of the phrasebook are looked at where they have been made before: to make them takes long.
        """
        wanted = self.likeness.weights(part)
        made = [one.text for one in made_before(self.ruleset, self.lang)]
        every = dict.fromkeys([*made, *(said for _, said in self.likeness.known)])
        ranked = sorted(every, key=lambda said: -self.likeness.shared(wanted, said))
        return [said for said in ranked[:LIKE] if self.likeness.shared(wanted, said) >= SHARED]

    def _near(self, one: _Candidate, wanted: Counter[str], numbers: list[str], text: str, said: str) -> float:
        """How near a candidate comes; a place that nobody spoke of is a little further."""
        away = 0.3 * (0 if one.repaired else len(one.without) + len(one.more)) + (
            0.05 if one.base not in ("", said) else 0.0
        )
        return self.likeness.likeness(wanted, numbers, text, said) - away
