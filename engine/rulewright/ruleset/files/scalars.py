"""Where each character of a YAML scalar's value stands in the file.

A problem in a sentence must point at the words in the file, but between the two lie escapes, folded lines and
indentation. Each function here reads one style of scalar again, as libyaml's scanner does, and notes for every
character it yields the offset it came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BLANK = " \t"
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}

_Traced = list[tuple[str, int]]
_Unit = Callable[[str, int, int], tuple[str, int]]


def source_offsets(text: str, start: int, end: int, style: str, value: str) -> list[int] | None:
    """Return for each character of a scalar's value its offset in the file, and last the offset past the value.

    Args:
        text: the whole file, with line ends as `\\n`.
        start: where the scalar starts, its quotes or block sign included.
        end: where it ends.
        style: "" (plain), "'", '"', "|" or ">".
        value: what it was read as.

    Returns:
        One more offset than the value has characters; None when the scalar does not read as that value.

    >>> source_offsets("a: 'it''s'", 3, 10, "'", "it's")
    [4, 5, 6, 8, 9]
    """
    if style in ("|", ">"):
        traced = _trace_block(text, start, style == ">", value)
    elif style == "'":
        traced = _trace_flow(text, start + 1, end - 1, _read_single)
    elif style == '"':
        traced = _trace_flow(text, start + 1, end - 1, _read_double)
    else:
        traced = _trace_flow(text, start, end, _read_plain)
    if "".join(character for character, _ in traced) != value:
        return None
    offsets = [offset for _, offset in traced]
    offsets.append(offsets[-1] + 1 if offsets else start)
    return offsets


def _read_plain(text: str, at: int, end: int) -> tuple[str, int]:
    return text[at], 1


def _read_single(text: str, at: int, end: int) -> tuple[str, int]:
    return text[at], 2 if text[at] == "'" else 1


def _read_double(text: str, at: int, end: int) -> tuple[str, int]:
    if text[at] != "\\":
        return text[at], 1
    sign = text[at + 1]
    if sign == "\n":  # the line goes on without a space
        indentation = re.compile(r"[ \t]*").match(text, at + 2, end)
        return "", (indentation.end() if indentation else at + 2) - at
    if sign in _HEX_DIGITS:
        digits = _HEX_DIGITS[sign]
        return chr(int(text[at + 2 : at + 2 + digits], 16)), 2 + digits
    return _ESCAPES[sign], 2


def _trace_flow(text: str, at: int, end: int, read: _Unit) -> _Traced:
    """Trace a plain or quoted scalar: one line end becomes a space, of several the first is dropped."""
    traced: _Traced = []
    while at < end:
        if text[at] in _BLANK or text[at] == "\n":
            gap_end = at
            while gap_end < end and text[gap_end] in " \t\n":
                gap_end += 1
            breaks = [offset for offset in range(at, gap_end) if text[offset] == "\n"]
            if not breaks:
                traced += ((text[offset], offset) for offset in range(at, gap_end))
            elif len(breaks) == 1:
                traced.append((" ", breaks[0]))
            else:
                traced += (("\n", offset) for offset in breaks[1:])
            at = gap_end
            continue
        character, length = read(text, at, end)
        if character:
            traced.append((character, at))
            at += length
            continue
        at += length
        # After an escaped line end, empty lines stand for line ends.
        while at < end and text[at] == "\n":
            traced.append(("\n", at))
            at += 1
            while at < end and text[at] in _BLANK:
                at += 1
    return traced


def _trace_block(text: str, start: int, folded: bool, value: str) -> _Traced:
    """Trace a literal or folded block, as far as the value goes."""
    header_end = text.find("\n", start)
    if header_end < 0:
        return []
    indent = _block_indent(text, header_end + 1, value)
    traced: _Traced = []
    pending: _Traced = []  # the line end after the last line
    empty: _Traced = []  # those of the empty lines after it
    after_blank = False
    at = header_end + 1
    while at < len(text) and len(traced) < len(value):
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        content = at
        while content < line_end and content - at < indent and text[content] == " ":
            content += 1
        if content == line_end:
            empty.append(("\n", line_end))
        elif content - at < indent:
            break  # less indented: past the block
        else:
            blank = text[content] in _BLANK
            if folded and pending and not after_blank and not blank:
                if not empty:
                    traced.append((" ", pending[0][1]))
            else:
                traced += pending
            traced += empty
            traced += ((text[offset], offset) for offset in range(content, line_end))
            pending, empty, after_blank = [("\n", line_end)], [], blank
        at = line_end + 1
    traced += (pending + empty)[: len(value) - len(traced)]  # what the chomping sign keeps
    return traced


def _block_indent(text: str, at: int, value: str) -> int:
    """How far a block is indented: what the first line with a word has in the file beyond what it has in the value."""
    inside = re.search(r"^( *)[^ \n]", value, re.MULTILINE)
    outside = re.compile(r"^( *)[^ \n]", re.MULTILINE).search(text, at)
    if inside is None or outside is None:
        return 0
    return len(outside[1]) - len(inside[1])
