"""What a state notes of seats: uses of what is limited. And what is forgotten then: the memos that rest on it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.program import Program
from rulewright.runtime.state import State


class Notes:
    """Changes what is noted in a state, and empties the memos that rest on it.

    Attributes:
        of_pieces: by kind of piece, the memos that read where such pieces lie.
        of_cards: the memos that read where cards lie; of_card: by card, those that may read where it does.
        of_row, of_flag: the memos that read a row of numbers, and those that read where a use is noted.
    """

    def __init__(self, program: Program) -> None:
        readers = program.readers
        self.of_pieces = [readers.get(f"I_{kind.name}", ()) for kind in program.layout.piece_kinds]
        self.of_cards = readers.get(CARDS, ())
        self.of_card = program.of_card
        self.of_row = {int(row[1:]): numbers for row, numbers in readers.items() if row.startswith("#")}
        rows = program.layout.rows
        self.of_flag = {
            flag: readers.get(f"#{rows[bisect_right(rows, flag) - 1]}", ())
            for flag in (*program.turn_flags, *program.round_flags)
        }
        self._twice = program.twice
        self._players = program.players

    def forget(self, s: State, memos: Sequence[int]) -> None:
        """Empty some memos: what they rest on has changed."""
        answers = s.answers
        for number in memos:
            answers[number] = None

    def mark(self, s: State, row: int, seat: int, value: int) -> None:
        """Set what is noted of a seat."""
        s.n[row + seat] = value
        self.forget(s, self.of_row.get(row, ()))

    def reset(self, s: State, flags: Sequence[int], of: Sequence[int]) -> None:
        """Note of some seats that they have not used what is limited."""
        for flag in flags:
            for seat in of:
                if s.n[flag + seat]:
                    s.n[flag + seat] = 0
                    self.forget(s, self.of_flag[flag])

    def use(self, s: State, flag: int, seat: int) -> None:
        """Note one use of something limited (see `Builder.flag`)."""
        twice = flag in self._twice
        self.mark(s, flag, seat, s.n[flag + self._players + seat] if twice else 1)
        if twice:
            self.mark(s, flag + self._players, seat, 1)
