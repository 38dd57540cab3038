"""Places as editors count them: lines and columns from 0, columns in the units that client and server agreed on."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec

from rulewright.editing.sheets.sheet import Sheet
from rulewright.problems import Place


class Positions:
    """The positions in one file.

    Args:
        codec: counts the units of a text: in most editors UTF-16.
    """

    def __init__(self, sheet: Sheet, codec: PositionCodec) -> None:
        self.sheet, self.codec = sheet, codec

    def position(self, offset: int) -> types.Position:
        """The position of an offset in the text of the sheet."""
        line, column = self.sheet.line_of(offset)
        return self._at(line, column)

    def offset(self, position: types.Position) -> int:
        """The offset in the text of the sheet at a position."""
        if position.line >= len(self.sheet.lines):
            return len(self.sheet.text)
        text = self._line(position.line)
        units, column = 0, 0
        while column < len(text) and units < position.character:
            units += self.codec.client_num_units(text[column])
            column += 1
        return self.sheet.offset(position.line, column - self._mark(position.line))

    def range(self, start: int, end: int) -> types.Range:
        """The range between two offsets."""
        return types.Range(self.position(start), self.position(end))

    def of_place(self, place: Place) -> types.Range:
        """The range of a place; a place without a line is the start of the file."""
        line, column = max(place.line - 1, 0), max(place.column - 1, 0)
        return types.Range(self._at(line, column), self._at(line, column + max(place.length, 1)))

    def _at(self, line: int, column: int) -> types.Position:
        mark = self._mark(line)
        return types.Position(line, self.codec.client_num_units(self._line(line)[: column + mark]))

    def _line(self, line: int) -> str:
        text = self.sheet.lines[line] if line < len(self.sheet.lines) else ""
        return "\ufeff" + text if self._mark(line) else text

    def _mark(self, line: int) -> int:
        """1 where a mark of byte order stands before the line, which the sheet has left out."""
        return int(line == 0 and self.sheet.source.startswith("\ufeff"))
