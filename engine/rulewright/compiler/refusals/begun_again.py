"""Texts that begin a deed again within itself, where it would go on with what the second one left behind.

A verb tells in its midst that something was done, and a text that hears of it does the verb again. What the deed notes
in kept words (which space it is about, who is concerned), the second one notes anew, and the first goes on with that.
Where nothing of what comes after reads what was noted before, the deed can be begun again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.compiler.refusals.under_way import UnderWay
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B
from rulewright.ruleset.words_of_trees import WordId


class Again(NamedTuple):
    """An act of a text that begins a deed again. event: what is waited for, in the midst of it; kept: what is lost."""

    act: N.Perform
    event: str
    kept: str


class _Moment(NamedTuple):
    """What a step does: words that it reads, verbs that it does, a kept noun that it sets (always: on no condition)."""

    reads: frozenset[WordId] = frozenset()
    does: tuple[N.Perform, ...] = ()
    sets: str = ""
    always: bool = False


class BegunAgain:
    """Finds them in the texts of one ruleset."""

    def __init__(self, source: Source, under_way: UnderWay) -> None:
        self.source = source
        self.under_way = under_way
        self._moments: dict[str, tuple[_Moment, ...]] = {}
        self._read: dict[WordId, frozenset[str]] = {}
        self._unsafe: dict[N.Perform, dict[str, str]] = {}

    def acts(self, text: N.Text) -> Iterator[Again]:
        """The acts of a text that begin again what is under way when they are set off."""
        for trigger in text.walk():
            if not isinstance(trigger, N.Trigger) or trigger.timing == "end":
                continue
            for event in (part for part in trigger.event.walk() if isinstance(part, N.Perform)):
                lost = self._lost(event)
                for act in trigger.then.walk() if lost else ():
                    if not isinstance(act, N.Perform):
                        continue
                    begun = next((verb for verb in (act.verb, *self.under_way.within(act.verb)) if verb in lost), None)
                    if begun is not None:
                        yield Again(act, event.verb, lost[begun])

    def _lost(self, event: N.Perform) -> dict[str, str]:
        """The verbs within which an event happens that would lose something, each with what that is."""
        if event not in self._unsafe:
            found = self._unsafe[event] = {}
            for verb, entry in self.source.verbs.items():
                if not entry.get("state") and (kept := self._loses(verb, event)):
                    found[verb] = kept
        return self._unsafe[event]

    def _loses(self, verb: str, event: N.Perform) -> str:
        """What a verb notes before an event within it and reads after it; "" for nothing."""
        moments = self._of(verb)
        noted = set[str]()
        for at, moment in enumerate(moments):
            if moment.always:
                noted.add(moment.sets)
            if noted and any(self._is(act, event) for act in moment.does):
                for kept in sorted(noted):
                    if self._is_read(kept, moments[at + 1 :]):
                        return kept
        return ""

    def _is(self, act: N.Perform, event: N.Perform) -> bool:
        """Whether doing this is, or leads to, an event."""
        if act.verb == event.verb and event.verb not in self.source.verbs:
            done, heard = act.slot("object"), event.slot("object")
            kinds = [thing.noun for thing in (done, heard) if isinstance(thing, N.NounPhrase)]
            names = [kind for kind in kinds if isinstance(kind, str)]
            return len(names) < 2 or self.source.fits(names[0], names[1]) or self.source.fits(names[1], names[0])
        known = event.verb in self.source.verbs
        return known and (act.verb == event.verb or event.verb in self.under_way.within(act.verb))

    def _is_read(self, kept: str, after: tuple[_Moment, ...]) -> bool:
        """Whether something of what comes after reads what was noted, before it notes that anew."""
        for moment in after:
            reads = {*moment.reads, *(("verbs", act.verb) for act in moment.does)}
            if any(kept in self._reads(word) for word in reads):
                return True
            if moment.sets == kept:
                return False
        return False

    def _reads(self, word: WordId) -> frozenset[str]:
        """The kept nouns that a word of the lexicon reads, itself or by what it means or does."""
        if word not in self._read:
            self._read[word] = frozenset()  # of a word that comes back to itself
            section, name = word
            found = {name} if section == "nouns" and self.source.entry(name).get("kept") else set[str]()
            entry = self.source.ruleset.words.get(section, {}).get(name)
            for part in B.walk(entry) if entry is not None and not found else ():
                if isinstance(part, B.Words):
                    for one in part.named:
                        found |= self._reads(one)
            self._read[word] = frozenset(found)
        return self._read[word]

    def _of(self, verb: str) -> tuple[_Moment, ...]:
        """What a verb does, one after another; what is done again and again stands there twice."""
        if verb not in self._moments:
            block = self.source.done_by(verb)
            self._moments[verb] = tuple(self._steps(block, always=True)) if block is not None else ()
        return self._moments[verb]

    def _steps(self, block: B.Block, always: bool = False) -> Iterator[_Moment]:
        for step in block.steps:
            yield from self._step(step.action, always)

    def _step(self, action: B.Action, always: bool) -> Iterator[_Moment]:
        match action:
            case B.SetNumber(number=number, how=how, value=value):
                yield from self._reading(value)
                kept = number.tree.noun if isinstance(number.tree, N.NounPhrase) else ""
                if how == "to" and isinstance(kept, str) and not _of_something(number.tree):
                    yield _Moment(sets=kept, always=always)
            case B.While() | B.Repeat() | B.AsOften() | B.ForEach():
                for _ in range(2):
                    yield from self._inside(action)
            case _:
                yield from self._inside(action)

    def _inside(self, action: B.Action) -> Iterator[_Moment]:
        """The words of a step and the steps of its blocks, as they stand in it."""
        todo: list[object] = [action]
        while todo:
            part = todo.pop()
            if isinstance(part, B.Block):
                yield from self._steps(part)
            elif isinstance(part, B.Words):
                yield from self._reading(part)
            elif isinstance(part, tuple):
                todo += part[::-1]
            elif hasattr(part, "__dataclass_fields__"):
                todo += [getattr(part, name) for name in reversed(list(part.__dataclass_fields__))]

    @staticmethod
    def _reading(words: B.Words | None) -> Iterator[_Moment]:
        if words is not None and words.tree is not None:
            does = tuple(part for part in words.tree.walk() if isinstance(part, N.Perform))
            yield _Moment(reads=words.named, does=does if words.kind in ("sentence", "text") else ())


def _of_something(number: N.Node | None) -> bool:
    """Whether a kept number is one of each of several things: it belongs to that thing, and to no deed."""
    return isinstance(number, N.NounPhrase) and any(isinstance(item, N.Of) for item in number.filters)
