"""Which sentences belong to one that is put off or waits for a time: those that speak of what it does.

“At the start of your next turn, you may discard this. If you do, …”: nothing of that is done now.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import field, replace

from rulewright.compiler.times import LASTING, PUT_OFF
from rulewright.language import nodes as N
from rulewright.language.records import dataclass
from rulewright.language.trees.outcomes import asks_who_did
from rulewright.language.trees.past import asks_if_done
from rulewright.meaning.resolution import Key, Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed(N.Statement):
    """What is put off or waited for, then the sentences that go on from it, which no sentence says in so many words."""

    clauses: tuple[N.Statement, ...]


@dataclasses.dataclass(slots=True)
class _Open:
    """A sentence that is put off: its time, what goes on from it, and what both speak of and do."""

    sentence: N.Statement
    timed: N.Timed
    spoken_of: set[Key]
    more: list[N.Statement] = field(default_factory=list)

    def takes(self, sentence: N.Statement, keys: set[Key]) -> bool:
        """Whether a sentence speaks of what this one does."""
        deeds = {part.verb for one in (self.timed, *self.more) for part in one.walk() if isinstance(part, N.Perform)}
        this_way = (part.verb for part in sentence.walk() if isinstance(part, N.Participle))
        return bool(self.spoken_of & keys) or any(verb in deeds for verb in this_way)


def with_followers(tree: N.Node, resolution: Resolution) -> N.Node:
    """A tree in which each sentence that is put off holds those that go on from what it does.

    A tree in which none does stays the same one.
    """
    if not isinstance(tree, N.Text) or not any(_put_off(one) for part in _parts(tree) for one in part):
        return tree
    abilities = []
    for ability in tree.abilities:
        sentences = _gathered(ability.sentences, resolution)
        abilities.append(replace(ability, sentences=sentences) if sentences != ability.sentences else ability)
    return replace(tree, sentences=_gathered(tree.sentences, resolution), abilities=tuple(abilities))


def _parts(tree: N.Text) -> list[Sequence[N.Statement]]:
    return [tree.sentences, *(ability.sentences for ability in tree.abilities)]


def _gathered(sentences: Sequence[N.Statement], resolution: Resolution) -> tuple[N.Statement, ...]:
    known: set[Key] = set()  # what was spoken of before something was put off
    found: list[N.Statement | _Open] = []
    last: _Open | None = None  # what the sentence before belongs to
    for sentence in sentences:
        keys = resolution.spoken_of(sentence)
        waiting = [one for one in found if isinstance(one, _Open)]
        asks = asks_if_done(sentence) or asks_who_did(sentence)
        taker = last if asks else next((one for one in waiting if one.takes(sentence, keys)), None)
        timed = _put_off(sentence)
        if taker is not None:
            taker.more.append(sentence)
            taker.spoken_of |= keys - known
            last = taker
        elif timed is not None:
            last = _Open(sentence, timed, keys - known)
            found.append(last)
        else:
            found.append(sentence)
            known |= keys
            last = None
    return tuple(_closed(one) if isinstance(one, _Open) else one for one in found)


def _put_off(sentence: N.Statement) -> N.Timed | None:
    """The part of a sentence that is put off, or waits for something for a time; None where all is done now."""
    node = sentence
    while isinstance(node, N.If | N.Unless | N.While | N.InPlace | N.ForEach):
        if isinstance(node, N.If) and node.otherwise is not None:
            return None
        node = node.then
    if not isinstance(node, N.Timed):
        return None
    waits = node.then
    while isinstance(waits, N.While | N.Timed):
        waits = waits.then
    waiting = node.time in LASTING and isinstance(waits, N.Trigger)
    return node if node.time in PUT_OFF or waiting else None


def _closed(one: _Open) -> N.Statement:
    return _with_then(one.sentence, one.timed, tuple(one.more)) if one.more else one.sentence


def _with_then(node: N.Statement, timed: N.Timed, more: tuple[N.Statement, ...]) -> N.Statement:
    assert isinstance(node, N.If | N.Unless | N.While | N.InPlace | N.ForEach | N.Timed)
    if node is timed:
        return replace(node, then=Followed(clauses=(node.then, *more)))
    return replace(node, then=_with_then(node.then, timed, more))
