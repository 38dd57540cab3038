"""What the compiler chooses at each pronoun, possessor and definite phrase, beside what the Meaning binds there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from rulewright.compiler.builder import Builder
from rulewright.compiler.expressions.anaphora import References
from rulewright.language import nodes as n
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import THINGS, Binder
from rulewright.meaning.blocks import Blocks
from rulewright.meaning.corpus import bind_with
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.ruleset.model import Ruleset

MANY = {"cards": "card", "pieces": "piece"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a word was taken for: the noun, where one is known, and the type."""

    noun: str
    type: str


@dataclass
class Record:
    """What was chosen at each node, by the identity of the node; the nodes are kept so that identities last."""

    chosen: dict[int, list[Chosen]] = field(default_factory=lambda: defaultdict(list))
    nodes: dict[int, n.Node] = field(default_factory=dict)

    def add(self, node: n.Node | None, noun: str, kind: str) -> None:
        if node is not None:
            self.nodes[id(node)] = node
            found = Chosen(noun, MANY.get(kind, kind))
            if found not in self.chosen[id(node)]:
                self.chosen[id(node)].append(found)


def pointing(phrase: n.NounPhrase) -> n.Node | None:
    """The determiner of a phrase, where it is "its" or "their"."""
    det = phrase.determiner
    return det if isinstance(det, n.Article) and det.word in ("its", "their") else None


@contextmanager
def compiler_watched(record: Record) -> Iterator[None]:
    """While it lasts, what the compiler chooses is recorded."""

    def wrap(name: str, note: Callable[[Any, Any], None]) -> Any:
        real = getattr(References, name)

        def watched(self: References, phrase: Any, scope: Any) -> Any:
            found = real(self, phrase, scope)
            if found is not None:
                note(phrase, found)
            return found

        return patch.object(References, name, watched)

    def of_pronoun(phrase: Any, ref: Any) -> None:
        record.add(phrase, ref.noun, ref.type)

    def of_possessed(phrase: Any, ref: Any) -> None:
        record.add(pointing(phrase), ref.noun, ref.type)

    def of_definite(phrase: Any, ref: Any) -> None:
        det = phrase.determiner
        if isinstance(det, n.Article) and det.word in ("the", "that", "this"):
            record.add(phrase, ref.noun, ref.type)

    def of_possessor(phrase: Any, seat: Any) -> None:
        det = pointing(phrase)
        record.add(det if isinstance(det, n.Article) and det.word == "their" else None, "player", "player")

    with (
        wrap("pronoun", of_pronoun), wrap("possessed_by", of_possessed), wrap("possessor", of_possessor),
        wrap("definite", of_definite),
    ):  # fmt: skip
        yield


@contextmanager
def meaning_watched(record: Record) -> Iterator[None]:
    """While it lasts, what the Meaning binds is recorded."""

    def wrap(name: str, at: int) -> Any:
        real = getattr(anaphora, name)

        def watched(*args: Any, **words: Any) -> Any:
            found = real(*args, **words)
            record.add(args[at], found.to.noun, found.to.type)
            return found

        return patch.object(anaphora, name, watched)

    phrase = THINGS[n.NounPhrase]
    pronoun = THINGS[n.Pronoun]

    def noun_phrase(b: Any, t: Any, box: Any) -> m.Thing:
        thing = phrase(b, t, box)
        to = referent(thing)
        if to is not None:
            record.add(t.node, to.noun, to.type)
        return thing

    def pronouns(b: Any, t: Any, box: Any) -> m.Thing:
        thing = pronoun(b, t, box)
        to = referent(thing)
        if to is not None:
            record.add(t.node, to.noun, to.type)
        return thing

    rules = {n.NounPhrase: noun_phrase, n.Pronoun: pronouns}
    with wrap("possessor", 2), patch.dict(THINGS, rules):
        yield


@dataclass
class Comparison:
    """At how many words both chose the same; where they did not; what only one of them looked at."""

    same: int = 0
    other: list[tuple[n.Node, list[Chosen], list[Chosen]]] = field(default_factory=list)
    alone: int = 0


def compare(ruleset: Ruleset, players: int) -> Comparison:
    """Compile and bind a ruleset, and compare what both chose."""
    compiled, bound = Record(), Record()
    with compiler_watched(compiled):
        Builder(
            ruleset, players, {name: option.default for name, option in ruleset.options.items()}, checked=True
        ).build()
    with meaning_watched(bound):  # anew: what was bound before is kept
        bind_with(Blocks(Binder(Vocabulary(ruleset))), ruleset)
    fits = ruleset.language().lexicon.noun_is
    result = Comparison()
    for key, theirs in compiled.chosen.items():
        ours = bound.chosen.get(key)
        if ours is None:
            result.alone += 1
        elif all(any(agree(compiled.nodes[key], one, other, fits) for other in ours) for one in theirs):
            result.same += 1
        else:
            result.other.append((compiled.nodes[key], theirs, ours))
    return result


def agree(node: n.Node, one: Chosen, other: Chosen, fits: Callable[[str, str], bool]) -> bool:
    """Whether two choices may be the same thing: of one type, and one noun a kind of the other, or both the name said.

    The compiler calls what has a name by the noun of what was chosen, the Meaning by the name.
    """
    if one.type != other.type:
        return False
    named = isinstance(node, n.NounPhrase) and node.noun == other.noun
    return named or one.noun == other.noun or fits(one.noun, other.noun) or fits(other.noun, one.noun)
