"""Lines of a rulebook that a game tells in a language in words of its own: whole lines for whole lines.

What is told anew is one line or several that stand under one another, each indented below what it stands under by two
spaces; a line "# …" is the name of a section. It is told anew only where the rulebook says just that: as soon as a rule
says something else, its lines are those of the grammar again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.ruleset.rulebook.steps import Line

SECTION = "# "


def in_own_words(lines: Sequence[Line], told: Mapping[str, str]) -> Iterator[Line]:
    """The lines, with own words for all that a game tells anew; of two that begin with a line, for the longer one."""
    known: dict[str, list[tuple[list[str], str]]] = {}
    for printed, own in sorted(told.items(), key=lambda pair: -pair[0].count("\n")):
        rows = printed.split("\n")
        known.setdefault(rows[0], []).append((rows, own))
    place = 0
    while place < len(lines):
        for rows, own in known.get(_row(lines[place], lines[place]), ()):
            here = lines[place : place + len(rows)]
            if [_row(line, here[0]) for line in here] == rows:
                yield from _told(here, own.split("\n"))
                place += len(rows)
                break
        else:
            yield lines[place]
            place += 1


def _row(line: Line, first: Line) -> str:
    """A line as it is written behind a first one; "" for one that stands under less than that."""
    if line.kind == "section":
        return SECTION + line.text
    return "  " * (line.depth - first.depth) + line.text if line.depth >= first.depth else ""


def _told(lines: Sequence[Line], rows: Sequence[str]) -> Iterator[Line]:
    """Some lines in own words; the first step stands for all that have no line of their own."""
    first = lines[0]
    alike = len(lines) == len(rows)
    left = sum(line.kind != "section" and (alike or not line.narrows) for line in lines)
    said = sum(not row.startswith(SECTION) for row in rows)
    kind = next((line.kind for line in lines if line.kind != "section"), first.kind)
    for number, row in enumerate(rows):
        if row.startswith(SECTION):
            yield replace(first, kind="section", text=row.removeprefix(SECTION))
            continue
        stands_for = max(left - said + 1, min(left, 1))
        left, said = left - stands_for, said - 1
        text = row.lstrip()
        depth = first.depth + (len(row) - len(text)) // 2
        yield Line(kind, text, depth, narrows=alike and lines[number].narrows, stands_for=stands_for)
