"""Proposals: the nearest sentences that compile, for a text that somebody has written freely.

Candidates come from the text itself, in other words that the game may know, with a place that it leaves out, or mended
word by word where the parser cannot go on; and from the game's own sentences (whole, with numbers and things exchanged,
or their clauses put together anew). Only what compiles is proposed: what says all that was asked for, or else, if there
is nothing of that kind, what comes near, with what it leaves out and adds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from heapq import heappop, heappush
from math import log
from typing import Any

from rulewright.compiler.proposing.faithful import Faithful, like
from rulewright.compiler.proposing.near_words import NearWords
from rulewright.compiler.proposing.otherwise import Otherwise
from rulewright.compiler.proposing.patience import SECONDS, Patience
from rulewright.compiler.proposing.repairs import Repairs
from rulewright.compiler.proposing.shapes import Shapes
from rulewright.compiler.refusals.unsupported_deeds import ORDERED, RANDOM, SUPPORTED_SLOTS
from rulewright.compiler.sayable import made_before
from rulewright.compiler.trials import Trials, Tried, headings_of, homes, waits
from rulewright.language import nodes as n
from rulewright.language.nodes import field_names
from rulewright.language.parsing.lexer import Stuck
from rulewright.language.printing.by_name import by_name
from rulewright.meaning import Meaning, bind_text, paraphrase
from rulewright.problems import RulewrightError, TextError
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.phrasebook import sentences

PARSES = 150
"""Texts that are parsed to mend one."""
MOST_OTHERWISE = 5
"""Texts that say the same otherwise."""
TRIED = 36
"""Candidates that are compiled."""
NEAR = 3
"""Proposals that do not say all that was asked for."""
SHAPES = 0.35
"""Of all time, in which clauses are joined otherwise."""
REPAIRED = 8
"""Texts that differ in a few words of one sentence only."""
VARIANTS, SHORTENED = 3, 8
"""Texts in other words that are mended, and that are tried without one of their phrases."""
OF_ONE = 2
"""Proposals that differ only in a place that was left out."""
CARRIED = {*SUPPORTED_SLOTS, *ORDERED, *RANDOM, "roll", "give", "do_nothing", "have"}
"""Verbs of the language that need no meaning in the lexicon."""
PLACED = ("put", "take", "move", "return", "discard")
"""Verbs that are done from one place to another."""
MEANT = 0.55
"""How much of its words a sentence of the game shares at least with what was asked for, so that it is proposed."""
LIKE, SHARED = 3, 0.45
"""Sentences that are shown where nothing is near, and how much of their words they share with what was asked for."""
ARTICLES = frozenset(("an", "the", "of", "card", "cards"))
_PHRASE = re.compile(
    r" (?:in|on|from|into|onto|to|of|next to|with|for each|until|at|during|for|than)\b[^,.;:]*?"
    r"(?=(?: (?:in|on|from|into|onto|to|and|or|then|of|next|with|for|until)\b)|[,.;:]|$)"
    r"|, [^,.;:]+(?=[,.;])| and [^,.;:]+(?=[.;]|$)"
)
_LIKE = 10  # sentences of the game that are looked at closely
_SHORT = 4  # letters up to which a word that may stand somewhere counts as one that says little


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
        self.patience = Patience(seconds)
        self._trees: dict[tuple[str, bool], n.Node | None] = {}
        self.language = ruleset.language(lang)
        self.lexicon = self.language.lexicon
        self._told: dict[n.Node, str | None] = {}
        self._weighed: dict[str, tuple[Counter[str], list[str]]] = {}

    # ------------------------------------------------------------ all of it

    def failing(self, text: str) -> str:
        """Of a text of several sentences the one in which it fails; "" where it compiles, or is but one."""
        return self.repairs.failing(text)

    def proposals(self, text: str, most: int = 5) -> list[Proposal]:
        """The nearest texts that compile, the nearest first."""
        own = self._read(text)
        meant = self._meaning(own, "card") if own is not None else None
        said = self._said_otherwise(text)
        if any(not one.without and not one.more for one in said):
            return said[:most]
        others = self._proposals(text, own, meant, most)
        known = {one.text for one in said}
        return [*said, *(one for one in others if one.text not in known)][:most]

    def _proposals(self, text: str, own: n.Node | None, meant: Meaning | None, most: int) -> list[Proposal]:
        """Texts that compile, with other words, or of the sentences of the game."""
        whole, near = self._candidates(text, own)
        wanted = self._weights(text)
        numbers = sorted(re.findall(r"\d+", text))
        for candidates, count in ((whole, most), (near, NEAR)):
            ranked = sorted(candidates, key=lambda said: -self._near(candidates[said], wanted, numbers, text, said))[
                :TRIED
            ]
            result: list[Proposal] = []
            bases: Counter[str] = Counter()
            trees = {id(candidates[said].tree): candidates[said] for said in ranked}
            for said, tree, kind, begun in self._compiling([candidates[said].tree for said in ranked], 2 * count):
                meaning = self._meaning(tree, kind or "card")
                same = meant is not None and (tree == own or self._meaning(tree, "card") == meant)
                understood = paraphrase(meaning, self.ruleset, self.lang) if meaning is not None else ""
                one = trees[id(begun)]
                bases[one.base] += bool(one.base)
                if bases[one.base] > OF_ONE:
                    continue
                differs = ((), ()) if same else self.otherwise.strict.differing(text, said)
                without, more = (
                    (*told, *(word for word in some if not any(word in other.lower() for other in told)))
                    for told, some in zip((one.without, one.more), differs, strict=True)
                )
                result.append(Proposal(said, kind, same, understood, without, more))
                if len(result) == count:
                    break
            if result:
                return result
        return []

    def _said_otherwise(self, text: str) -> list[Proposal]:
        """The text said otherwise where it fails, those first that leave nothing out of it."""
        found = {id(one.tree): one for one in self.otherwise.found(text)}
        result: list[Proposal] = []
        for said, tree, kind, begun in self._compiling([one.tree for one in found.values()], MOST_OTHERWISE):
            one, meaning = found[id(begun)], self._meaning(tree, kind or "card")
            understood = paraphrase(meaning, self.ruleset, self.lang) if meaning is not None else ""
            result.append(Proposal(said, kind, False, understood, one.without, one.more))
        return result

    @cached_property
    def otherwise(self) -> Otherwise:
        """What says a text otherwise, where it cannot be read or is refused."""
        quick = Trials(self.ruleset, players=self.ruleset.players[-1:], linted=False, alone=True)
        return Otherwise(self.language, self._read, quick, self._places, self.patience)

    def _candidates(self, text: str, own: n.Node | None) -> tuple[dict[str, _Candidate], dict[str, _Candidate]]:
        """What says all that a text does, and what comes near it, by what each says."""
        whole: dict[str, _Candidate] = {}
        near: dict[str, _Candidate] = {}
        said: str | None
        faithful = Faithful(self.language, text, own)
        for other in self.shapes.joined_otherwise(text) if own is None else ():  # first: they leave nothing out
            tree = self._read(other)
            if tree is not None and (said := self._said(tree)) is not None:
                self._sorted_in(faithful, _Candidate(tree), said, whole, near)
        repairs = self.repairs.repaired(text.rstrip(" .") + ".")[:REPAIRED]  # these are the likeliest
        others = [text, *self.near_words.variants(text)]
        for number, other in enumerate(others):
            if not self.patience.left():
                break
            tree = self._read(other)
            if tree is not None:
                self._with_places(whole, tree, ())
            if number == 0 or (tree is None and number <= VARIANTS):
                asking = Faithful(self.language, other, own if other == text else None)
                for one, dropped in self._mended(other):
                    if (said := self._said(one)) is not None:
                        self._sorted_in(asking, _Candidate(one, dropped), said, whole, near)
            if tree is None and number <= SHORTENED:
                asked = Faithful(self.language, other)
                for phrase, shorter in self._shortened(other):
                    if not asked.joins(phrase):
                        self._with_places(near, shorter, (phrase,))
        for repaired in repairs:
            if repaired.tree is not None and (said := self._said(repaired.tree)) is not None and said not in whole:
                near.setdefault(said, _Candidate(repaired.tree, repaired.without, repaired.more, repaired=True))
        for one in self._from_game(text):
            if not self.patience.left():
                break
            if (said := self._said(one)) is not None and said not in whole and said not in near:
                self._sorted_in(faithful, _Candidate(one), said, whole, near)
                if said in near and not self._is_like(near[said], text, said):
                    del near[said]
        return whole, near

    def _is_like(self, one: _Candidate, text: str, said: str) -> bool:
        """Whether a sentence of the game says what was meant, but for a part: it does nothing that nobody asked for."""
        does_more = any(word in self.lexicon.verbs for word in one.more)
        return not does_more and self._shared(self._weights(text), said) >= MEANT

    def _with_places(self, into: dict[str, _Candidate], tree: n.Node, without: tuple[str, ...]) -> None:
        """A text, and the same with a place that it leaves out."""
        base = self._said(tree)
        for one in [tree, *self._placed(tree)]:
            if (said := self._said(one)) is not None:
                into.setdefault(said, _Candidate(one, without, base=base or said))

    @staticmethod
    def _sorted_in(
        faithful: Faithful, one: _Candidate, said: str, whole: dict[str, _Candidate], near: dict[str, _Candidate]
    ) -> None:
        """Sort in a candidate: it says all, or comes near, or neither."""
        if not one.without and faithful.keeps(one.tree, said):
            whole.setdefault(said, one)
        elif any(map(faithful.needs, one.without)):
            return
        elif (differs := faithful.differs(one.tree, said)) is not None:
            without = tuple(dict.fromkeys((*differs[0], *one.without)))
            if without and differs[1]:
                return  # another word instead
            near.setdefault(said, _Candidate(one.tree, without, tuple(differs[1])))

    @cached_property
    def repairs(self) -> Repairs:
        """What repairs single sentences."""
        quick = Trials(self.ruleset, players=self.ruleset.players[-1:], linted=False, alone=True)
        return Repairs(self.language, quick, self._places, self.patience)

    @cached_property
    def shapes(self) -> Shapes:
        """What joins the clauses of a text otherwise; a text is read only while there is time."""
        return Shapes(self.language, lambda text: self.patience.left(SHAPES) and self._read(text) is not None)

    def clauses(self, text: str) -> list[tuple[str, bool]]:
        """The clauses of a text, and whether each can be read by itself."""
        reading = Shapes(self.language, lambda clause: self._read(clause) is not None)
        return reading.by_themselves(text)

    @cached_property
    def near_words(self) -> NearWords:
        """The other words that the game may know."""
        given = self.ruleset.lexicon.get("verbs") or {}
        meant = {verb for verb, entry in given.items() if (entry or {}).get("do") or (entry or {}).get("state")}
        return NearWords(self.language, set(self.lexicon.core.get("verbs", {})) - meant - CARRIED)

    def _shortened(self, text: str) -> Iterator[tuple[str, n.Node]]:
        """One phrase of a text, which begins with a preposition or stands between commas, and the text without it."""
        for match in _PHRASE.finditer(text):
            if not self.patience.left():
                break
            shorter = f"{text[: match.start()].rstrip(' ,')}{text[match.end() :]}"
            tree = self._read(shorter)
            if tree is not None:
                yield match.group().strip(" ,"), tree

    def _placed(self, tree: n.Node) -> Iterator[n.Node]:
        """A text with the places that it leaves out: from where to where something is put."""
        for act in tree.walk():
            if isinstance(act, n.Perform) and act.verb in PLACED:
                for name in ("from", "to"):
                    for zone in self._zones(act.slot("object")) if act.slot(name) is None else ():
                        slot = n.Slot(name=name, value=zone)
                        yield _exchanged(tree, act, replace(act, slots=(*act.slots, slot)))

    def _zones(self, thing: n.Node | None) -> Iterator[n.NounPhrase]:
        """The places of a game where a thing may lie: yours or theirs, and those of all."""
        given = self.ruleset.lexicon.get("nouns") or {}
        zones = [name for name, entry in given.items() if (entry or {}).get("type") == "zone"]
        noun = getattr(thing, "noun", None)
        lies = given.get(noun, {}).get("in") if isinstance(noun, str) else None
        for name in zones:
            if lies is None or name in lies:
                for word in ("your", "their") if given[name].get("of") == "player" else ("the",):
                    yield n.NounPhrase(determiner=n.Article(word=word), noun=name)

    def _compiling(self, trees: list[n.Node], most: int) -> Iterator[tuple[str, n.Node, str, n.Node]]:
        """Of some texts those that compile: what each says, on which kind of card it can stand, what it came from."""
        tries: list[tuple[int, Tried]] = []
        for number, tree in enumerate(trees):
            tries += ((number, Tried(self._said(one) or "", one, kind)) for one, kind in self._places(tree))
        quick = Trials(self.ruleset, players=self.ruleset.players[-1:], linted=False, alone=True)
        wrong = quick.tried([tried for _, tried in tries])
        first: dict[int, Tried] = {}
        shown = set()
        for (number, tried), problems in zip(tries, wrong, strict=True):
            if not problems and tried.text and tried.text not in shown and number not in first:
                first[number] = tried
                shown.add(tried.text)
        right = list(first.values())[: most + 1]  # with the fewest players, too, among all cards, and as it is linted
        begun = [trees[number] for number in first]
        whole = Trials(self.ruleset, self.ruleset.players[:1], linted=False).tried(right)
        for tried, wrong_there, findings, tree in zip(right, whole, quick.findings(right), begun, strict=False):
            if not wrong_there and not findings:
                yield tried.text, tried.tree, tried.kind, tree

    def _places(self, tree: n.Node) -> Iterator[tuple[n.Node, str]]:
        """Where a text may stand: on the likeliest kinds of card, under a heading if it has none, in a rule."""
        kinds = [self.kind] if self.kind else homes(self.ruleset, tree)[:2]
        for kind in kinds:
            yield tree, kind
        if isinstance(tree, n.Text) and not tree.abilities:
            for kind in kinds:
                for heading in headings_of(self.ruleset, kind, waits(tree))[:2]:
                    yield n.Text(abilities=(n.Ability(heading=heading, sentences=tree.sentences),)), kind
            if not self.kind:
                yield tree, ""

    def like(self, part: str) -> list[str]:
        """Sentences of the game and its phrasebook that say something with the words of a part of a text, all compile.

        Those of the phrasebook are looked at where they have been made before: to make them takes long.
        """
        wanted = self._weights(part)
        made = [one.text for one in made_before(self.ruleset, self.lang)]
        every = dict.fromkeys([*made, *(said for _, said in self.known)])
        ranked = sorted(every, key=lambda said: -self._shared(wanted, said))
        return [said for said in ranked[:LIKE] if self._shared(wanted, said) >= SHARED]

    def _shared(self, wanted: Counter[str], said: str) -> float:
        """How much of what some words say is said by a sentence, which says little else."""
        has = self._weights(said)
        return 2 * (wanted & has).total() / max(wanted.total() + has.total(), 1)

    def _meaning(self, tree: n.Node, kind: str) -> Meaning | None:
        try:
            return bind_text(self.ruleset, tree, kind)
        except RulewrightError:
            return None

    # ------------------------------------------------------------ texts and trees

    def _read(self, text: str, everyday: bool = True) -> n.Node | None:
        if (text, everyday) not in self._trees:
            self._trees[text, everyday] = self._parsed(text, everyday)
        return self._trees[text, everyday]

    def _parsed(self, text: str, everyday: bool) -> n.Node | None:
        for whole in dict.fromkeys((text, text.rstrip(" .") + ".")):
            try:
                return self.language.parse(whole, everyday=everyday, explained=False)
            except TextError:
                continue
        return None

    def _said(self, tree: n.Node) -> str | None:
        """What a tree says in its normal form; None where that is read as something else."""
        if tree not in self._told:
            try:
                said = self.language.print(tree, "text")
                same = self.language.parse(said, everyday=False) == tree
                self._told[tree] = by_name(self.language, said, tree) if same else None
            except RulewrightError:
                self._told[tree] = None
        return self._told[tree]

    @staticmethod
    def _text(tree: n.Node) -> n.Text | None:
        if isinstance(tree, n.Text):
            return tree
        return n.Text(sentences=(tree,)) if isinstance(tree, n.Statement) else None

    # ------------------------------------------------------------ how like two texts are

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

    def _weights(self, text: str) -> Counter[str]:
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

    def _likeness(self, wanted: Counter[str], numbers: list[str], text: str, said: str) -> float:
        """From 0 to 1 and a little more, where numbers are the same."""
        has, stems = self._weighted(said)
        both = (wanted & has).total() * 2 / max((wanted + has).total(), 1)
        order = SequenceMatcher(None, self._weighted(text)[1], stems).ratio()
        return both + 0.5 * order + (0.1 if numbers == sorted(re.findall(r"\d+", said)) else 0.0)

    def _near(self, one: _Candidate, wanted: Counter[str], numbers: list[str], text: str, said: str) -> float:
        """How near a candidate comes; a place that nobody spoke of is a little further."""
        away = 0.3 * (0 if one.repaired else len(one.without) + len(one.more)) + (
            0.05 if one.base not in ("", said) else 0.0
        )
        return self._likeness(wanted, numbers, text, said) - away

    # ------------------------------------------------------------ from the game's sentences

    def _from_game(self, text: str) -> Iterator[n.Node]:
        wanted = self._weights(text)
        best = sorted(self.known, key=lambda item: -self._likeness(wanted, [], text, item[1]))[:_LIKE]
        nouns = self._nouns(text)
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        for tree, said in [*best, *((tree, self._said(tree) or "") for tree in self._joined(text))]:
            yield tree
            others = [tree, *self._exchanged(tree, nouns, self._nouns(said))]
            for other in others:
                yield other
                if numbers:
                    yield _numbered(other, numbers)

    def _nouns(self, text: str) -> list[str]:
        """The nouns that a text names, in their order."""
        words = [word.text.lower() for word in self.language.lexer.split(text)]
        found = []
        for index in range(len(words)):
            for phrase in self.language.lexer.candidates(words, index, strict=False):
                if phrase.value in self.lexicon.nouns and phrase.terminal.startswith("NOUN"):
                    found.append(phrase.value)
        return list(dict.fromkeys(found))

    def _exchanged(self, tree: n.Node, wanted: list[str], named: list[str]) -> Iterator[n.Node]:
        """A sentence with one thing, or all that can be, exchanged for things of the same type that are wanted."""
        missing = [noun for noun in wanted if noun not in named]
        spare = [noun for noun in named if noun not in wanted]
        pairs = []
        for noun in missing:
            type_ = self.lexicon.nouns[noun].type
            pairs += [(old, noun) for old in spare if self.lexicon.nouns[old].type == type_]
        for old, new in pairs[:6]:
            yield _renamed(tree, {old: new})
        whole: dict[str, str] = {}
        for old, new in pairs:
            if old not in whole and new not in whole.values():
                whole[old] = new
        if len(whole) > 1:
            yield _renamed(tree, whole)

    def _joined(self, text: str) -> Iterator[n.Node]:
        """Clauses of the game's sentences put together: an event or condition of one with what another does."""
        parts = [part for part in re.split(r"[,;:.]| and | then ", text) if part.strip()]
        clauses = sorted((part for part in parts), key=len, reverse=True)[:4]
        if len(clauses) < 2 or not self.patience.left():
            return
        events: dict[n.Node, str] = {}
        acts: dict[n.Node, str] = {}
        for tree, said in self.known:
            for node in tree.walk():
                if isinstance(node, n.Trigger):
                    events.setdefault(replace(node, then=n.Sequence(acts=())), said.split(",")[0])
                elif isinstance(node, n.If):
                    events.setdefault(replace(node, then=n.Sequence(acts=()), otherwise=None), said.split(",")[0])
                elif isinstance(node, n.Perform) and len(acts) < 600 and node not in acts:
                    acts[node] = self._act_said(node)
        for clause in clauses:
            first = self._nearest(clause, events)
            for other in clauses:
                if other is not clause and self.patience.left():
                    for opening in first:
                        for act in self._nearest(other, acts):
                            yield n.Text(sentences=(replace(opening, then=act),))

    def _act_said(self, node: n.Node) -> str:
        try:
            return self.language.print(n.Text(sentences=(node,)), "text")  # type: ignore[arg-type]
        except RulewrightError:
            return ""

    def _nearest(self, clause: str, among: dict[n.Node, str]) -> list[Any]:
        wanted = self._weights(clause)
        ranked = sorted(among, key=lambda node: -self._likeness(wanted, [], clause, among[node]))
        return ranked[:2]

    # ------------------------------------------------------------ the text, mended

    def _mended(self, text: str) -> Iterator[tuple[n.Node, tuple[str, ...]]]:
        """Texts that the parser takes, a few small changes away from this one, and the words that each leaves out."""
        start = [word.text for word in self.language.lexer.split(text.rstrip(" ."))]
        queue: list[tuple[float, int, list[str]]] = [(0.0, 0, start)]
        wanted = Counter(word.lower() for word in start)
        seen = {tuple(start)}
        count = parsed = 0
        while queue and parsed < PARSES and self.patience.left():
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
            tree = self._read(said, everyday=False)
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

    def _changes(self, words: list[str], stuck: Stuck) -> Iterator[tuple[float, list[str]]]:
        """Other words for where the parser is stuck, each with what it costs."""
        place = min(stuck.index, len(words))
        table = self.language.lexer.table.values()
        accepted = set(self.language.parser.expected(stuck.stack))
        can = list(dict.fromkeys(" ".join(p.words) for ps in table for p in ps if p.terminal in accepted))
        can += [terminal[1:-1] for terminal in accepted if terminal.startswith('"')]
        small = [word for word in can if len(word) <= _SHORT and " " not in word][:25]
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


def _stems(text: str) -> list[str]:
    """Words without most of their endings."""
    return [word[:5] if len(word) > 5 else word.rstrip("s") or word for word in re.findall(r"\w+", text.lower())]


def _changed(node: n.Node, change: Callable[[str, Any], Any]) -> n.Node:
    """A tree with fields changed that hold no nodes."""

    def of(name: str, value: Any) -> Any:
        if isinstance(value, n.Node):
            return _changed(value, change)
        if isinstance(value, tuple) and any(isinstance(part, n.Node) for part in value):
            return tuple(_changed(part, change) for part in value)
        return change(name, value)

    fields = {name: of(name, getattr(node, name)) for name in field_names(type(node)) if name != "span"}
    return type(node)(**fields)


def _exchanged(tree: n.Node, old: n.Node, new: n.Node) -> n.Node:
    """A tree with another node in the place of one."""
    if tree is old:
        return new
    fields: dict[str, Any] = {}
    for name in field_names(type(tree)):
        value = getattr(tree, name)
        if isinstance(value, n.Node):
            fields[name] = _exchanged(value, old, new)
        elif isinstance(value, tuple) and any(isinstance(part, n.Node) for part in value):
            fields[name] = tuple(_exchanged(part, old, new) if isinstance(part, n.Node) else part for part in value)
        elif name != "span":
            fields[name] = value
    return type(tree)(**fields)


def _renamed(tree: n.Node, names: dict[str, str]) -> n.Node:
    return _changed(tree, lambda name, value: names.get(value, value) if name == "noun" else value)


def _numbered(tree: n.Node, numbers: Iterable[int]) -> n.Node:
    """A tree with its numbers exchanged, in the order of the sentence as far as that is the order of the tree."""
    left = list(numbers)

    def change(name: str, value: Any) -> Any:
        if name in ("low", "high", "value") and isinstance(value, int) and not isinstance(value, bool) and left:
            return left.pop(0)
        return value

    return _changed(tree, change)
