"""Blocks: rules written as lists of steps, and the conditions inside them, as frozen dataclasses.

The leaves are `Words`: sentences, conditions and phrases of the language, each with its tree and its path in the
ruleset, from which `Ruleset.place` tells the file and line. `docs/formats.md` describes how blocks are written.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from functools import cached_property
from typing import Any, Final, Literal

from rulewright.language.nodes import Node, Participle
from rulewright.language.records import dataclass
from rulewright.ruleset import words_of_trees
from rulewright.ruleset.words_of_trees import WordId, words_in

Path = tuple[str | int, ...]
"""Where something stands in a ruleset, such as `("procedures", "set_up", "do", 0)`."""

WordsKind = Literal["text", "sentence", "condition", "event", "phrase", "amount", "value", "times"]
"""What words are read as; `value` is a phrase or an amount, `times` how often: "up to 3 times", "forever"."""


@dataclasses.dataclass(frozen=True)  # with what is kept in it
class Words:
    """A piece of the language: its text, what it is read as, and where it stands.

    `read` is what parses it, when somebody first asks: a ruleset that was found right before is not parsed to load it.
    """

    text: str
    kind: WordsKind
    path: Path
    read: Callable[[str, WordsKind, Path], Node | None] = field(repr=False, compare=False)

    @cached_property
    def tree(self) -> Node | None:
        """What it says; None when it cannot be read (a problem of the ruleset), and for `times`."""
        return self.read(self.text, self.kind, self.path)

    @cached_property
    def named(self) -> frozenset[WordId]:
        """The words of the lexicon that it names."""
        return frozenset(words_in(self.tree)) if self.tree is not None else frozenset()

    @cached_property
    def looks_back(self) -> bool:
        """Whether it speaks of what was done "this way"."""
        return self.tree is not None and any(isinstance(node, Participle) for node in self.tree.walk())


# ------------------------------------------------------------------ conditions


@dataclass(frozen=True, slots=True)
class AllOf:
    """`{all: [ … ]}`"""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`{any: [ … ]}`"""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`{not: … }`"""

    condition: Condition


@dataclass(frozen=True, slots=True)
class After:
    """`{after: [block], if: condition}`: whether the condition would hold after the block, tried on a copy."""

    do: Block
    condition: Condition


@dataclass(frozen=True, slots=True)
class OptionIs:
    """`{option: id, is: value}`: a declared option of the game has a value; without `is`, it is on."""

    option: str
    value: bool | int | str
    path: Path


Condition = Words | AllOf | AnyOf | Not | After | OptionIs


# ------------------------------------------------------------------ steps


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence that is carried out."""

    words: Words


@dataclass(frozen=True, slots=True)
class If:
    """`if: … then: … else: …`"""

    condition: Condition
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class While:
    """`while: … do: …`"""

    condition: Condition
    do: Block


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat: up to 3 times`, `do: …`"""

    times: Words
    do: Block


@dataclass(frozen=True, slots=True)
class AsOften:
    """`as often as: amount`, `do: …`: so many times, as the amount is at first."""

    number: Words
    do: Block


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each: a phrase`, `as: role`, `do: …`; `in reverse: true` begins with the last one."""

    each: Words
    role: str | None
    do: Block
    reverse: bool


@dataclass(frozen=True, slots=True)
class Secretly:
    """`each player secretly: …`, `then: …`: all choose unseen in the first block, then each does the second."""

    do: Block
    then: Block


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose: a phrase`, `as: role`: somebody picks one of what the phrase names."""

    phrase: Words
    role: str | None
    by: Words | None
    where: Condition | None
    secretly: bool
    at_random: bool


@dataclass(frozen=True, slots=True)
class ChooseNumber:
    """`choose number: {from: amount, to: amount}`, `as: role`."""

    low: Words
    high: Words
    role: str
    by: Words | None


@dataclass(frozen=True, slots=True)
class Let:
    """`let: role`, `be: phrase or amount`."""

    role: str
    value: Words


@dataclass(frozen=True, slots=True)
class SetNumber:
    """`set: a kept number`, with `to: amount`, `by: amount` or `towards: amount` (by one step).

    Of a kept thing `to` is a phrase; None for nobody.
    """

    number: Words
    how: Literal["to", "by", "towards"]
    value: Words | None


@dataclass(frozen=True, slots=True)
class Award:
    """`award: [5, 3, 1]`, `of: noun`, `for: amount`: to the players in the order of the amount; ties share.

    against: amounts of nobody, which take places and get nothing.
    """

    prizes: tuple[int, ...]
    noun: str
    value: Words
    least: Words | None
    against: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the blocks of `one of`, or the `end` of an offer (whose block is empty)."""

    title: str
    condition: Condition | None
    do: Block
    path: Path


@dataclass(frozen=True, slots=True)
class OneOf:
    """`one of: [ … ]`: a choice between blocks; `optional: true` allows none."""

    branches: tuple[Branch, ...]
    optional: bool
    by: Words | None


@dataclass(frozen=True, slots=True)
class Require:
    """`require: condition`: the act cannot be done unless."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class IfPossible:
    """`if possible: block`, `else: block`: what can be carried through must be done; only otherwise the other."""

    do: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer: [headings]`: abilities and procedures with these headings, again and again until `end` is chosen."""

    headings: tuple[str, ...]
    end: Branch | None


@dataclass(frozen=True, slots=True)
class Resolve:
    """`resolve: heading`, `of: phrase` or component ids: carries out the abilities with this heading, card by card.

    any_order: `in any order: true`, whoever carries them out chooses the next card among those that are left.
    """

    heading: str
    of: Words | tuple[str, ...] | None
    any_order: bool = False


Action = (
    Say | If | While | Repeat | AsOften | ForEach | Secretly | Choose | ChooseNumber | Let | SetNumber | Award | OneOf
    | Require | IfPossible | Offer | Resolve
)  # fmt: skip


class Kept:
    """A part of a ruleset in which all that is inside it is kept, once somebody has gone through it (`walk`)."""

    __slots__ = ("_inside",)

    _inside: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Step(Kept):
    """One step of a block, with its path. internal: only the program needs it, so the rulebook leaves it out."""

    action: Action
    path: Path
    internal: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Steps, one after another."""

    steps: tuple[Step, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.steps)


class _Fields(dict[type, tuple[str, ...] | None]):
    """The fields of a dataclass that may hold others, the last first; None for any other class."""

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        self[kind] = None
        if is_dataclass(kind):
            held = () if kind is Words else (field.name for field in fields(kind) if field.type not in _PLAIN_FIELDS)
            self[kind] = tuple(reversed(tuple(held)))
        return self[kind]


_FIELDS: Final = _Fields()
_PLAIN_FIELDS: Final = frozenset(("str", "int", "bool", "str | None", "int | None", "Path", "tuple[str, ...]"))
_PLAIN: Final = frozenset((str, int, bool, type(None)))
"""Classes of most of what is met; to ask each such thing whether it is a mapping would take most of the time."""


def walk(part: Any) -> Iterator[Any]:
    """Yield a part of a ruleset and all dataclasses inside it (but not the trees of words)."""
    todo = [part]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo += part[::-1]
        elif (names := _FIELDS[part.__class__]) is not None:
            yield part
            if isinstance(part, Kept):
                yield from _inside(part, names)
            else:
                todo += [getattr(part, name) for name in names]
        elif part.__class__ not in _PLAIN and isinstance(part, Mapping):
            todo += reversed(list(part.values()))


def _inside(part: Kept, names: Sequence[str]) -> tuple[Any, ...]:
    """What is inside a part; names: of its fields, the last first."""
    try:
        return part._inside
    except AttributeError:
        found = tuple(walk(tuple(getattr(part, name) for name in reversed(names))))
        _keep(part, found)
        return found


_keep: Final[Callable[[Kept, tuple[Any, ...]], None]] = Kept.__dict__["_inside"].__set__


def of_you_alone(part: object, noun: str) -> bool:
    """Whether the words in a part of a ruleset call what they define, which is a `noun`, only “you”."""
    return words_of_trees.of_you_alone([one.tree for one in walk(part) if isinstance(one, Words) and one.tree], noun)
