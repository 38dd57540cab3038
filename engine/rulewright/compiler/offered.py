"""Functions that list what of a table of offers may be tried now: `offered_T(s, you, here)`.

`here` are the cards by the number of their entry, of those whose cards lie where they can be used. What an entry costs
at least, whether it has been used already and its own test are asked one after the other, the cheapest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.compiler.optimize import Lines

if TYPE_CHECKING:
    from rulewright.compiler.abilities import Entry

OFTEN = 3  # entries that ask the same, from which it is asked once


def offered(
    table: int, entries: Sequence[Entry], functions: Mapping[str, Lines], constant: Callable[[Any, str], str]
) -> Lines:
    """The lines of the function of one table.

    Args:
        functions: lines by name, those of tests among them; constant: names a value (value, what the name begins with).
    """
    lines: Lines = []
    more = False
    asked = Counter(test for entry in entries for test in _least(entry.procedure.needs, constant))
    often = {test: f"t{number}" for number, test in enumerate(test for test in asked if asked[test] >= OFTEN)}
    for number, entry in enumerate(entries):
        tests = [f"not n[{entry.limit} + you]"] if entry.limit else []
        tests += [often.get(test, test) for test in _least(entry.procedure.needs, constant)]
        test = ""
        if entry.test:
            args = functions[entry.test][0].count(",") - 2
            more = more or args > 0
            test = f"{entry.test}(s, you, {{}}{', *args' if args > 0 else ''})"
        if not entry.zones:
            tests += [test.format(-1)] if test else []
            lines.append(f"    if {' and '.join(tests) or 'True'}: found.append(({table}, {number}, -1))")
            continue
        tests.insert(0, f"{number} in here")
        lines.append(f"    if {' and '.join(tests)}:")
        if test:
            lines.append(f"        for card in here[{number}]:")
            lines.append(f"            if {test.format('card')}:")
            lines.append(f"                found.append(({table}, {number}, card))")
            lines.append("                break")  # copies of a card do the same
        else:
            lines.append(f"        found.append(({table}, {number}, here[{number}][0]))")
    return [
        f"def offered_{table}(s, you, here{', *args' if more else ''}):", "    n = s.n", "    found = []",
        *(f"    {name} = {test}" for test, name in often.items()), *lines, "    return found",
    ]  # fmt: skip


def _least(needs: Mapping[Any, int], constant: Callable[[Any, str], str]) -> list[str]:
    """Tests that a seat could pay for what an entry costs at least: a quick no before anything is tried."""
    tests = []
    others = {}
    for what, number in needs.items():
        if isinstance(what, str):
            others[what] = number
        elif list(what) == [*range(what[0], what[0] + len(what))]:
            tests.append(f"n[{what[0]} + you] >= {number}")
        else:
            tests.append(f"n[{constant(what, 'CELLS')}[you]] >= {number}")
    if others:
        tests.append(f"AFFORDABLE(s, you, {constant(others, 'NEEDS')})")
    return tests
