"""Functions that list what of a table of offers may be tried now: `offered_T(s, you, here)`.

`here` are the cards by the number of their entry, of those whose cards lie where they can be used. Whether an entry has
been used already, what it costs at least, its own test and what its look begins with are asked one after the other.
Where a look is nothing else, the entry is decided: whatever is listed can be carried through.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.compiler.foresight import CAN, CANNOT
from rulewright.compiler.optimize import Lines

if TYPE_CHECKING:
    from rulewright.compiler.abilities.abilities import Entry

OFTEN = 3  # entries that ask the same, from which it is asked once

_SET = re.compile(r"    (?:k|c\d+) = .+")
_TEST = re.compile(r"    if (.+):")
_SLOT = re.compile(r"\bf\[")
_LACKS = re.compile(r"n\[(\d+) \+ you\] < (\d+)")


class Offered:
    """The listing functions of a program.

    Args:
        functions: lines by name, those of tests among them; looks: lines by the first block of what is looked at.
        constant: names a value (value, what the name begins with).
    """

    def __init__(
        self, functions: Mapping[str, Lines], looks: Mapping[int, Lines], constant: Callable[[Any, str], str]
    ) -> None:
        self.functions, self.looks, self.constant = functions, looks, constant
        self.decided: set[tuple[int, int]] = set()  # by table and number

    def lines(self, table: int, entries: Sequence[Entry]) -> Lines:
        """The lines of the function of one table."""
        asked = Counter(test for entry in entries for test in self._least(entry.procedure.needs))
        often = {test: f"t{number}" for number, test in enumerate(test for test in asked if asked[test] >= OFTEN)}
        lines: Lines = []
        more = False
        asked_before = ""
        for number, entry in enumerate(entries):
            least = self._least(entry.procedure.needs)
            first = next((often[test] for test in least if test in often), "")
            if first != asked_before:
                lines += [f"    if {first}:"] * bool(first)
                asked_before = first
            tests = [f"{number} in here"] if entry.zones else []
            tests += [f"not n[{entry.limit} + you]"] if entry.limit else []
            tests += [often.get(test, test) for test in least if often.get(test) != first]
            indent = "        " if first else "    "
            lines.append(f"{indent}if {' and '.join(tests) or 'True'}:")
            indent += "    "
            several = entry.zones and entry.test
            card = f"here[{number}][0]" if entry.zones else "-1"  # where any will do
            lines.append(f"{indent}for card in here[{number}]:" if several else f"{indent}card = {card}")
            indent += "    " * bool(several)
            if entry.test:
                args = self.functions[entry.test][0].count(",") - 2
                more = more or args > 0
                lines.append(f"{indent}if {entry.test}(s, you, card{', *args' if args > 0 else ''}):")
                indent += "    "
            before = indent
            for step in self._begins_with(table, number, entry, least):
                lines.append(f"{indent}{step}")
                indent += "    " * step.startswith("if ")
            lines.append(f"{indent}found.append(({table}, {number}, card))")
            if several:
                lines.append(f"{before}break")  # copies of a card do the same
        return [
            f"def offered_{table}(s, you, here{', *args' if more else ''}):", "    n = s.n", "    found = []",
            *(f"    {name} = {test}" for test, name in often.items()), *lines, "    return found",
        ]  # fmt: skip

    def _begins_with(self, table: int, number: int, entry: Entry, least: Sequence[str]) -> Lines:
        """What a look at an entry does before anything else: names for numbers, and tests that must be passed."""
        steps: Lines = []
        look = self.looks.get(entry.procedure.entry, [])
        for at, line in enumerate(look):
            test = _TEST.fullmatch(line)
            told = (test[1] if test else line.strip()).replace("f[1]", "you").replace("f[2]", "card")
            if _SLOT.search(told) or (test and look[at + 1] != f"        return {CANNOT}"):
                break
            if test:
                lacks = _LACKS.fullmatch(told)
                if not lacks or f"n[{lacks[1]} + you] >= {lacks[2]}" not in least:
                    steps.append(f"if not ({told}):")
            elif _SET.fullmatch(line):
                steps.append(told)
            elif line == f"    return {CAN}":
                self.decided.add((table, number))
            elif line not in ("    pass", f"        return {CANNOT}"):
                break
        return steps

    def _least(self, needs: Mapping[Any, int]) -> list[str]:
        """Tests that a seat could pay for what an entry costs at least: a quick no before anything is tried."""
        tests = []
        others = {}
        for what, number in needs.items():
            if isinstance(what, str):
                others[what] = number
            elif list(what) == [*range(what[0], what[0] + len(what))]:
                tests.append(f"n[{what[0]} + you] >= {number}")
            else:
                tests.append(f"n[{self.constant(what, 'CELLS')}[you]] >= {number}")
        if others:
            tests.append(f"AFFORDABLE(s, you, {self.constant(others, 'NEEDS')})")
        return tests
