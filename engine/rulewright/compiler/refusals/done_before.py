"""What a text asks of its own deeds before: of what “this way” counts that none of them was done to, and of “already”.

“Discard 3 cards. Gain as many points as you discarded” counts points, and nobody discarded any. “Draw a card. If you
have already drawn a card this turn, …” is so by what the text itself did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.compiler.refusals.under_way import UnderWay
from rulewright.compiler.scope import refuse
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.language.trees.past import ALREADY, is_past, says_others
from rulewright.problems import Problem

OF_WHICH = "Say what of: “as many … as the number of … discarded this way”, “that many …”."
ASK_BEFORE = "Ask before it: “if you have … this turn, …. …”. Or say how often, this time included."
NOT_YOU = (N.Article(word="each_other"), N.Article(word="another"), N.Article(word="all_other"))


@dataclass(frozen=True, slots=True)
class _Deed:
    """What was done before, and by whom.

    event: whether it was heard of, or done before that: what is being done then does not count as done already.
    over: whether it was asked of it what was done this way before the same was done again.
    """

    act: N.Perform
    who: N.Phrase | None
    event: bool = False
    over: bool = False


class _Done:
    """What was done before, in order, of which verbs it was asked, and where the sequences that go on begin."""

    def __init__(self, deeds: list[_Deed], asked: set[str], begun: list[int]) -> None:
        self.deeds = deeds
        self.asked = asked
        self.begun = begun

    def copy(self) -> _Done:
        return _Done(list(self.deeds), set(self.asked), list(self.begun))

    def this_way(self, verb: str) -> list[N.Perform]:
        """What was done with a verb: in the sequence that goes on, if it was done there; else before that."""
        for start in (*reversed(self.begun), 0):
            found = [deed.act for deed in self.deeds[start:] if deed.act.verb == verb and not deed.over]
            if found:
                return found
        return []

    def add(self, act: N.Perform, who: N.Phrase | None) -> None:
        """Add what is done now; where it was asked of it before, the next asks only of this (R18)."""
        if act.verb in self.asked:
            self.asked.discard(act.verb)
            self.deeds = [replace(deed, over=deed.over or deed.act.verb == act.verb) for deed in self.deeds]
        self.deeds.append(_Deed(act, who))


class DoneBefore:
    """Finds what asks of them in the texts of one ruleset."""

    def __init__(self, source: Source, under_way: UnderWay) -> None:
        self.source = source
        self.under_way = under_way

    def problems(self, text: N.Text) -> Iterator[Problem]:
        """What is always nothing, or always so, by what the text did before."""
        for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
            done = _Done([], set(), [])
            for sentence in sentences:
                yield from self._part(sentence, done, None)

    def _part(self, part: N.Node, done: _Done, who: N.Phrase | None) -> Iterator[Problem]:
        """Those of a part; done: what was done by then, to which it adds; who: who does it, None for you."""
        match part:
            case N.NounPhrase():
                yield from self._this_way(part, done)
            case N.Does() if is_past(part):
                yield from self._already(part, done)
                return
            case N.Does(subject=subject):
                who = subject
            case N.ForEach() | N.Repeat() | N.Per():  # what stands behind was done the time before
                done.deeds += [_Deed(act, who) for act in part.walk() if isinstance(act, N.Perform)]
            case N.Trigger():
                yield from self._heard(part, done, who)
                return
            case N.If() | N.Choice():
                yield from self._apart(part, done, who)
                return
            case N.Sequence():
                done.begun.append(len(done.deeds))
        for _, child in part.children():
            yield from self._part(child, done, who)
        if isinstance(part, N.Sequence):
            done.begun.pop()
        if isinstance(part, N.Perform):
            done.add(part, who)

    def _heard(self, part: N.Trigger, done: _Done, who: N.Phrase | None) -> Iterator[Problem]:
        """Those of what is done when something is heard of."""
        here = done.copy()
        yield from self._part(part.event, here, who)
        here.deeds = [replace(deed, event=True) for deed in here.deeds]
        yield from self._part(part.then, here, who)

    def _apart(self, part: N.If | N.Choice, done: _Done, who: N.Phrase | None) -> Iterator[Problem]:
        """Those of parts of which one is done: what another of them does was not done before."""
        if isinstance(part, N.If):
            yield from self._part(part.condition, done, who)
        before, ways = done.copy(), part.acts if isinstance(part, N.Choice) else (part.then, part.otherwise)
        for way in filter(None, ways):
            here = before.copy()
            yield from self._part(way, here, who)
            done.deeds += here.deeds[len(before.deeds) :]
            done.asked |= here.asked

    def _this_way(self, phrase: N.NounPhrase, done: _Done) -> Iterator[Problem]:
        """“The points lost this way” where something was lost, and no points."""
        for item in phrase.filters:
            if not isinstance(item, N.Participle):
                continue
            done.asked.add(item.verb)
            fitting = done.this_way(item.verb)
            if fitting and not any(self._may_be(act, phrase) for act in fitting):
                yield from refuse(phrase, "nothing was done this way before", OF_WHICH).problems

    def _already(self, asked: N.Does, done: _Done) -> Iterator[Problem]:
        """“If you have already drawn a card this turn” behind the text's own draw."""
        act = asked.act
        if not isinstance(act, N.Perform):
            return
        thing = act.slot("object")
        if ALREADY not in act.adverbs and not (says_others(thing) and self.source.of_cards(thing)):
            return
        you, what = asked.subject == N.Pronoun(word="you"), thing if isinstance(thing, N.Phrase) else None
        for deed in done.deeds:
            others = you and isinstance(deed.who, N.NounPhrase) and deed.who.determiner in NOT_YOU
            if not deed.event and not others and self._is_that(deed.act, what, act.verb):
                why = "this text itself does so before, and that would count"
                yield from refuse(asked, why, ASK_BEFORE, code="RW0604").problems
                return

    def _is_that(self, act: N.Perform, thing: N.Phrase | None, verb: str) -> bool:
        """Whether an act may do to a thing what a verb says, by itself or within."""
        kinds = {verb, *(name for name, entry in self.source.verbs.items() if entry.get("is") == verb)}
        if act.verb in kinds:
            return thing is None or self._may_be(act, thing)
        return bool(kinds & self.under_way.within(act.verb))

    def _may_be(self, act: N.Perform, asked: N.Phrase) -> bool:
        """Whether what an act is done to may be what is asked of; so it is where it cannot be told."""
        thing = act.slot("object")
        nouns, others = list(_nouns(thing)), list(_nouns(asked))
        return not nouns or not others or any(self._alike(one, other) for one in nouns for other in others)

    def _alike(self, noun: str, other: str) -> bool:
        """Whether one thing may be called both, or one may be paid for the other."""
        entry, fits = self.source.entry(noun), self.source.fits
        if fits(noun, other) or fits(other, noun) or self.source.entry(other).get("price") or entry.get("price"):
            return True
        if "zone" in (entry.get("type"), self.source.entry(other).get("type")) or entry.get("substitute") == other:
            return True
        return any(fits(one, noun) and fits(one, other) for one in self.source.nouns)


def _nouns(phrase: N.Node | None) -> Iterator[str]:
    """The nouns that a phrase names its things by; none where it does not tell."""
    match phrase:
        case N.NounPhrase(noun=N.NounGroup(nouns=nouns)):
            yield from (bare.noun for bare in nouns if isinstance(bare.noun, str))
        case N.NounPhrase(noun=str(noun)) | N.AsMany(noun=str(noun)):
            yield noun
        case N.Phrases(items=items):
            found = [list(_nouns(item)) for item in items]
            yield from (noun for nouns in found if all(found) for noun in nouns)
        case N.PartOf(whole=inner) | N.MoreThan(phrase=inner):
            yield from _nouns(inner)
