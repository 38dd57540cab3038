"""Other trees, other meanings: change each part of each text, and see that its Meaning differs or is refused.

    tools/meanings [-v] [--programs] [--every N] [GAME ...]

Each field of each node of each English text, in its place, gets other values: what can be left out is left out, words
are exchanged for others of their kind, numbers and flags changed. Where the Meaning stays the same and no synonym of
`tests/meaning/synonyms.py` says why, a part of the text is passed over: that is an error. `--every N` takes each Nth
change of a kind only; `-v` shows what is the same by a synonym, too.

With `--programs`, what means something else is compiled in its place (`same_programs.py`), and the code must differ or
the change be refused; a table tells by class and field what came of it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.node_fields import FIELDS
from rulewright.meaning.binder import Binder
from rulewright.meaning.blocks import Bind, Blocks
from rulewright.meaning.corpus import bind_with
from rulewright.meaning.model import Meaning
from rulewright.meaning.scope import Box
from rulewright.meaning.vocabulary import Vocabulary
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset

MOST_WORDS = 3  # so many other words of a kind are tried in the place of one
CLOSED: dict[tuple[str, str], tuple[Any, ...]] = {
    ("Article", "word"): ("a", "the", "each", "any", "another", "no", "this", "that", "your", "its", "their", "all"),
    ("Pronoun", "word"): ("you", "they", "nobody", "it", "them", "the_rest", "itself", "there"),
    ("Quantity", "kind"): ("count", "up_to", "at_least", "at_most", "exactly", "any_number", "some"),
    ("Quantity", "article"): (None, "the", "your", "top"),
    ("Does", "modal"): (None, "may", "must", "cannot"),
    ("Does", "tense"): ("present", "perfect", "would"),
    ("Relative", "tense"): ("present", "perfect"),
    ("Relative", "time"): (None, "this_turn"),
    ("Is", "modal"): (None, "may", "cannot"),
    ("Is", "tense"): ("present", "past"),
    ("Trigger", "timing"): ("whenever", "when", "after", "before"),
    ("Compare", "relation"): ("equal", "at_least", "at_most", "exactly", "higher_than", "lower_than"),
    ("Measured", "relation"): ("at_least", "at_most", "exactly"),
    ("Change", "relation"): ("higher", "lower"),
    ("At", "preposition"): ("in", "on", "across"),
    ("InPlace", "preposition"): ("in", "on"),
    ("NounGroup", "conjunction"): ("and", "or"),
    ("Phrases", "conjunction"): ("and", "or"),
    ("MoreThan", "relation"): ("more", "fewer"),
    ("Half", "rounded"): ("down", "up"),
    ("Perform", "adverbs"): ((), ("again",), ("random",)),
    ("NounPhrase", "index"): (None, 2),
    ("BareNoun", "index"): (None, 2),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a text: where, what it was, and what it is now."""

    root: n.Node
    node: n.Node
    name: str
    old: Any
    new: Any

    @property
    def tree(self) -> n.Node:
        """The tree that comes of it."""
        return put(self.root, self.node, replace(self.node, **{self.name: self.new}))

    def __str__(self) -> str:
        return f"{type(self.node).__name__}.{self.name}: {_short(self.old)} → {_short(self.new)}"


def _short(value: Any) -> str:
    if isinstance(value, n.Node):
        return type(value).__name__
    if isinstance(value, tuple):
        return f"({', '.join(map(_short, value))})"
    return repr(value)


@dataclass
class Result:
    """What came of the changes of one ruleset.

    Attributes:
        same: changes that left the Meaning as it was and that no synonym explains, with the text.
        synonyms: how often a synonym explained one, by its reason.
    """

    changes: int = 0
    other: int = 0
    refused: int = 0
    same: list[tuple[Words, Change]] = field(default_factory=list)
    synonyms: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        equal = sum(self.synonyms.values())
        return (
            f"{self.changes:7} changes: {self.other:7} mean something else, {self.refused:7} are refused, "
            f"{equal:6} are synonyms, {len(self.same):4} are passed over"
        )


class Snapshots(Blocks):
    """Binds as usual, and keeps for each piece of the language what could be meant there."""

    def __init__(self, binder: Binder) -> None:
        super().__init__(binder)
        self.kept: list[tuple[Words, n.Node, Box, Bind, Meaning]] = []

    def words(self, words: Words, box: Box, bind: Bind) -> Meaning:
        before = box.copy()
        meaning = super().words(words, box, bind)
        if words.tree is not None and self.found and self.found[-1].words is words and self.found[-1].meaning:
            self.kept.append((words, words.tree, before, bind, meaning))
        return meaning


class Pool:
    """Words of each kind that a ruleset uses, to be put in the place of others."""

    def __init__(self, ruleset: Ruleset, words: Vocabulary) -> None:
        self.words = words
        self.used: dict[tuple[str, str], list[str]] = {}
        for said in ruleset.all_words:
            for node in said.tree.walk() if said.tree is not None else ():
                for name in FIELDS[type(node)]:
                    value = getattr(node, name)
                    for item in value if isinstance(value, tuple) else (value,):
                        if isinstance(item, str):
                            self._add((type(node).__name__, name), item)

    def _add(self, key: tuple[str, str], item: str) -> None:
        found = self.used.setdefault(key, [])
        if item not in found:
            found.append(item)

    def instead(self, node: n.Node, name: str, value: str) -> list[str]:
        """Other words that can stand in a field instead of one."""
        key = type(node).__name__, name
        if key in CLOSED:
            return [item for item in CLOSED[key] if item != value]
        others = [item for item in self.used.get(key, []) if item != value]
        if name == "noun" or (key[0] == "BareNoun"):
            kind = self.words.type_of(value)
            others = [item for item in others if self.words.type_of(item) == kind]
        return others[:MOST_WORDS]


def changes(tree: n.Node, pool: Pool) -> Iterator[Change]:
    """Every change of one field of one node of a tree."""
    for node in tree.walk():
        for name, kind in FIELDS[type(node)].items():
            old = getattr(node, name)
            for new in _values(node, name, old, kind.optional, pool):
                yield Change(tree, node, name, old, new)


def _values(node: n.Node, name: str, old: Any, optional: bool, pool: Pool) -> Iterator[Any]:
    closed = CLOSED.get((type(node).__name__, name))
    if isinstance(old, bool):
        yield not old
    elif isinstance(old, int):
        yield old + 1
    elif isinstance(old, tuple):
        yield from (old[:at] + old[at + 1 :] for at in range(len(old)))
        if len(old) == 2:
            yield old[::-1]
        if closed is not None and all(isinstance(item, str) for item in old):
            yield from (item for item in closed if item != old)
        else:
            for at, item in enumerate(old):
                if isinstance(item, str):
                    yield from (old[:at] + (other,) + old[at + 1 :] for other in pool.instead(node, name, item))
    elif isinstance(old, str):
        yield from pool.instead(node, name, old)
    elif old is None and closed is not None:
        yield from (item for item in closed if item is not None)
    if optional and old is not None:
        yield None


def put(tree: n.Node, old: n.Node, new: n.Node) -> n.Node:
    """A tree with one node changed for another."""
    if tree is old:
        return new
    parts: dict[str, Any] = {}
    for name in n.field_names(type(tree)):
        value = getattr(tree, name)
        if isinstance(value, n.Node):
            parts[name] = put(value, old, new)
        elif isinstance(value, tuple):
            parts[name] = tuple(put(item, old, new) if isinstance(item, n.Node) else item for item in value)
        else:
            parts[name] = value
    return type(tree)(**parts)


def judge(ruleset: Ruleset, synonym: Any, every: int = 1) -> Result:
    """Try all changes, or each Nth of a kind, of all texts of a ruleset.

    Args:
        synonym: says why a change may leave the Meaning as it was, or None.
    """
    words = Vocabulary(ruleset)
    blocks = Snapshots(Binder(words))
    bind_with(blocks, ruleset)
    pool = Pool(ruleset, words)
    result = Result()
    kinds: Counter[str] = Counter()
    for said, tree, box, bind, meaning in blocks.kept:
        for change in changes(tree, pool):
            kinds[str(change)] += 1
            if every > 1 and kinds[str(change)] % every != 1:
                continue
            result.changes += 1
            try:
                other = bind(change.tree, box.copy())
            except RulewrightError:
                result.refused += 1
                continue
            if other != meaning:
                result.other += 1
                continue
            why = synonym(change, tree, words)
            if why is None:
                result.same.append((said, change))
            else:
                result.synonyms[why] += 1
    return result


def main(arguments: Sequence[str]) -> int:
    """Run the tool; the number of changes that are passed over decides."""
    from tests.meaning.synonyms import SYNONYMS, synonym
    from tests.meaning.texts import GAMES, ruleset

    every = int(arguments[arguments.index("--every") + 1]) if "--every" in arguments else 1
    games = [word for word in arguments if word in GAMES] or list(GAMES)
    passed = 0
    used: Counter[str] = Counter()
    for game in games:
        result = judge(ruleset(game), synonym, every)
        passed += len(result.same)
        used += result.synonyms
        print(f"{game:28}{result}")
        if "-v" in arguments:
            for why, count in result.synonyms.most_common():
                print(f"    {count:5} {why}")
        for said, change in result.same[:40]:
            print(f"    {'/'.join(map(str, said.path))}: {change}\n        {said.text.strip()}")
    unused = {entry.reason for entry in SYNONYMS} - set(used) if every == 1 and games == list(GAMES) else set()
    for reason in sorted(unused):
        print(f"no change needs the synonym: {reason}")
    return int(passed > 0 or bool(unused))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
