"""The positions of a game, kept sparsely: every so many and those looked at last; the others are played again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from rulewright.runtime.game import Game
    from rulewright.runtime.state import State

EVERY = 32
"""Of so many positions one is kept for good."""
RECENT = 48
"""So many are kept beside these: those that were looked at last."""


class Positions(Sequence["State"]):
    """The positions of a game, one after each choice; the first is that before any.

    A position is data and nothing but data, so it can be made again from an earlier one and the choices since.
    """

    def __init__(self, game: Game) -> None:
        self._game = game.copy()
        self._choices: list[str] = []
        self._kept: dict[int, State] = {0: game.state.copy()}
        self._recent: OrderedDict[int, State] = OrderedDict()

    def add(self, option: str, state: State) -> None:
        """Another position: after the choice of an option."""
        self._choices.append(option)
        self._keep(len(self._choices), state.copy())

    def cut(self, count: int) -> None:
        """Only the first choices stand."""
        del self._choices[count:]
        for some in (self._kept, self._recent):
            for number in [number for number in some if number > count]:
                del some[number]

    def __len__(self) -> int:
        return len(self._choices) + 1

    @property
    def held(self) -> int:
        """How many positions are in memory."""
        return len(self._kept) + len(self._recent)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return [self._at(one) for one in range(len(self))[number]]
        return self._at(range(len(self))[number])

    def _at(self, number: int) -> State:
        found = self._kept.get(number) or self._recent.get(number)
        if found is None:
            found = self._again(number)
        elif number in self._recent:
            self._recent.move_to_end(number)
        return found

    def _again(self, number: int) -> State:
        """A position that is not kept, played from the last one before it that is; those between are kept now, too."""
        first = max(known for known in (*self._kept, *self._recent) if known < number)
        game = self._game.copy()
        game.state = self._at(first).copy()
        game.arrange({})
        for at in range(first, number):
            game.choose(self._choices[at])
            self._keep(at + 1, game.state.copy())
        return game.state

    def _keep(self, number: int, state: State) -> None:
        state.log = None
        if number % EVERY == 0:
            self._kept[number] = state
            return
        self._recent[number] = state
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
