"""Memoise functions: keep what they have said of a position, by their arguments, until what they rest on changes.

Sentences ask the same of a position again and again: which spaces are yours, what is in reach. A function that only
reads numbers and cards is worth memoising where it goes through several things. Any other, however long its text is,
is told anew in hardly more time than its memo takes to look up and to fill, which changes empty more often than not
before it is asked again. `s.answers[k]` holds what function k has said; copies of a state share it, and `upkeep.py`
empties it behind every change of what it reads.

Before: functions as they are written. After: each memoised function asks its memo first, and a function `new_…` beside
it tells anew. Sound, since a memoised function reads nothing but its arguments and locations whose changes empty its
memo: not which procedures are under way, no frame, nothing that is only told of the position of the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.expressions import (
    NONE,
    STATE,
    Call,
    Collection,
    Compare,
    Comprehension,
    Expr,
    Field,
    Item,
    Lit,
    Method,
    Name,
    Table,
)
from rulewright.compiler.ir.rewrite import walk
from rulewright.compiler.ir.statements import Body, For, Function, If, Return, Set, While
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import FRAMES, STACK, Locations
from rulewright.compiler.passes.memos.lying import Lying

MOST_TOLD: Final = 200_000  # cards of all memos; where they are more, each memo rests on all cards

_NEVER_KEPT: Final = frozenset((STACK, FRAMES, "*"))
_MEMO, _ANSWER = Name("told"), Name("answer")


@dataclass(slots=True)
class Memos:
    """Which functions are memoised.

    Attributes:
        numbers: by function, the number of its memo.
        readers: by location, the numbers of the memos that are empty once it has changed.
        of_any: of those that read where cards lie, the ones for which any card may matter.
        of_card: by card, the others for which it does (see `lying.py`).
    """

    numbers: dict[str, int] = field(default_factory=dict)
    readers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    of_any: list[int] = field(default_factory=list)
    of_card: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def tell_apart(self, lying: Lying) -> None:
        """Note which cards each memo rests on."""
        names = {number: name for name, number in self.numbers.items()}
        told = {number: lying.of(names[number]) for number in self.readers.get(CARDS, ())}
        if sum(len(cards or ()) for cards in told.values()) > MOST_TOLD:
            told = dict.fromkeys(told)
        self.of_any += (number for number, cards in told.items() if cards is None)
        for number, cards in told.items():
            for card in cards or ():
                self.of_card[card] = (*self.of_card.get(card, ()), number)

    def add(self, name: str, reads: Locations) -> None:
        """Memoise a function that reads these locations."""
        number = self.numbers[name] = len(self.numbers)
        for what in sorted(reads):
            self.readers[what] = (*self.readers.get(what, ()), number)


def memos(functions: Mapping[str, Function], effects: Effects, asked: Callable[[str], bool]) -> Memos:
    """Choose the functions that are memoised.

    asked: whether a function is one that others ask, again and again.
    """
    found = Memos()
    for name, function in functions.items():
        if function.params[:1] != ("s",) or not asked(name) or not costly(function.body):
            continue
        reads = effects.read_by(name)
        if reads and reads.isdisjoint(_NEVER_KEPT):
            found.add(name, reads)
    return found


def costly(body: Body) -> bool:
    """Whether to run statements costs clearly more than to look up what they said before."""
    return any(isinstance(node, For | While | Comprehension) for node in walk(body))


def memoised(function: Function, number: int) -> tuple[Function, Function]:
    """A function that asks its memo first, and the one that tells anew."""
    params = function.params[1:]
    new = Function(f"new_{function.name}", function.params, function.body)
    args: tuple[Expr, ...] = tuple(map(Name, params))
    key = args[0] if len(args) == 1 else Collection("tuple", args)
    memo = Item(Field("answers"), Lit(number))
    return (
        Function(
            function.name,
            function.params,
            (
                Set(_MEMO, memo),
                If(Compare(_MEMO, "is", NONE), (Set(_MEMO, Table(())), Set(memo, _MEMO))),
                Set(_ANSWER, Method(_MEMO, "get", (key,))),
                If(
                    Compare(_ANSWER, "is", NONE),
                    (Set(_ANSWER, Call(new.name, (STATE, *args))), Set(Item(_MEMO, key), _ANSWER)),
                ),
                Return(_ANSWER),
            ),
        ),
        new,
    )
