"""Tic-tac-toe as one would write it by hand: readable, and no slower than that allows."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = -1


class TicTacToe:
    """One game; players are 0 and 1, fields 0 to 8."""

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.player = 0
        self.winner = EMPTY
        self.over = False

    def legal_moves(self) -> list[int]:
        return [field for field, mark in enumerate(self.board) if mark == EMPTY]

    def play(self, field: int) -> None:
        board, player = self.board, self.player
        board[field] = player
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] == player:
                self.winner = player
                self.over = True
                return
        self.over = EMPTY not in board
        self.player = 1 - player
