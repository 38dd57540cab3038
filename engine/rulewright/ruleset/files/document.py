"""A YAML file as it was read: its plain values, and the place of each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from rulewright.problems import Place
from rulewright.ruleset.files.scalars import source_offsets

MAX_BYTES = 4_000_000
"""A larger file is refused unread."""

# A spot tells where a value stands: the offsets of its start and end, the style of a scalar, and the spots inside: a
# list for a sequence, for a mapping a dict from each key to the key's own offsets and the value's spot. Plain tuples,
# because building them is most of the reader's time.
Spot = tuple[int, int, str, Any]


class Document:
    """A YAML file: its plain values, and the place of each.

    Attributes:
        file: the name by which the user knows the file.
        text: what was read, with line ends as `\\n`.
        data: dicts with text keys, lists, str, int, float, bool and None.

    Args:
        spot: where everything stands, or what finds that out when somebody asks.
    """

    def __init__(self, file: str, text: str, data: Any, spot: Spot | Callable[[], Spot]) -> None:
        self.file = file
        self.text = text
        self.data = data
        self._given = spot

    @cached_property
    def spot(self) -> Spot:
        """Where everything stands."""
        return self._given() if callable(self._given) else self._given

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def at(self, start: int, end: int | None = None) -> Place:
        """The place of an offset in the file; what is marked ends at the end of the line at the latest."""
        line = bisect_right(self._line_starts, start)
        begin = self._line_starts[line - 1]
        source = (
            self.text[begin:].split("\n", 1)[0]
            if line == len(self._line_starts)
            else self.text[begin : self._line_starts[line] - 1]
        )
        column = start - begin
        length = max(1, min((end or start + 1) - start, len(source) - column))
        return Place(self.file, line, column + 1, length, source)

    def place(self, path: Sequence[str | int] = ()) -> Place:
        """The place of the value at a path of keys and indices; of the deepest part that is there."""
        spot, _ = self._find(path)
        return self.at(spot[0], spot[1])

    def key_place(self, path: Sequence[str | int]) -> Place:
        """The place of the key that a path ends with; of the value when it ends in a list."""
        parent, missing = self._find(path[:-1])
        if not missing and path and isinstance(parent[3], dict) and path[-1] in parent[3]:
            start, end, _ = parent[3][path[-1]]
            return self.at(start, end)
        return self.place(path)

    def text_place(self, path: Sequence[str | int], offset: int, end: int | None = None) -> Place:
        """The place of characters inside a text.

        Args:
            path: of a scalar.
            offset: of the first character, in the text as it was read (after escapes, folding and indentation).
            end: past the last one.
        """
        try:
            return self.at(*self.text_span(path, offset, end))
        except LookupError:
            return self.place(path)

    def text_span(self, path: Sequence[str | int], offset: int, end: int | None = None) -> tuple[int, int]:
        """Where in the file characters of a text begin and end; see `text_place`.

        Raises:
            LookupError: no text is at the path.
        """
        offsets = self.text_offsets(path)
        if offsets is None:
            raise LookupError(path)
        offset = min(max(offset, 0), len(offsets) - 1)
        last = min(max(end or offset + 1, offset + 1), len(offsets))
        return offsets[offset], offsets[last - 1] + 1

    def text_offsets(self, path: Sequence[str | int]) -> list[int] | None:
        """Where each character of a text stands, and last the offset past it; None when no text is at the path."""
        spot, missing = self._find(path)
        value = None if missing else self._value(path)
        return source_offsets(self.text, spot[0], spot[1], spot[2], value) if isinstance(value, str) else None

    def spot_at(self, path: Sequence[str | int]) -> Spot | None:
        """Where the value at a path stands, and everything in it; None where there is none."""
        spot, missing = self._find(path)
        return None if missing else spot

    def _find(self, path: Sequence[str | int]) -> tuple[Spot, bool]:
        """The spot at a path, or the deepest one on the way and True."""
        spot = self.spot
        for step in path:
            inside = spot[3]
            if isinstance(inside, dict) and step in inside:
                spot = inside[step][2]
            elif isinstance(inside, list) and isinstance(step, int) and 0 <= step < len(inside):
                spot = inside[step]
            else:
                return spot, True
        return spot, False

    def _value(self, path: Sequence[str | int]) -> Any:
        value = self.data
        for step in path:
            value = value[step]
        return value
