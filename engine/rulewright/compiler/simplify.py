"""Lines that say the same with less to do, before anything else is made of them.

Works on the lines of functions and blocks as `procedure.py` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.compiler.optimize import Lines

MANY = 5  # numbers added up in a line from which a table is made of the sum

Sums = dict[tuple[tuple[str, str], ...], str]
"""Names of sums over places, by their terms: tables of pieces, each with the row that is meant, or "" for any."""

_LACKING = re.compile(r"(\s*)if (n\[.+\]) < 1: return FAIL")
_SHIFT = re.compile(r"    (n\[.+\]) -= 1; (n\[.+\]) \+= 1")
_REPEAT = re.compile(r"(\s*)for \w+ in range\((.+)\):")
_TRIED = re.compile(r"\s*if (do_\w+)\(s(?:, )?([\w\[\], ]*)\) is FAIL: return FAIL")
_LISTED = re.compile(r"\[(x\d+) for \1 in (?:K_|among_)\w+")
_USED = re.compile(r"\bf\[\d+\]|\b[a-z]+\d+\b")
_BARE = re.compile(r"[() ]")
_WORD = re.compile(r"\b\w+\b")
_INDEX = r"[^\[\]]+(?:\[[^\[\]]*\])?"
_TERM = rf"n\[I_\w+\[{_INDEX}\]\[{_INDEX}\]\]"
_GROUP = rf"(?:{_TERM}|\({_TERM}(?: \+ {_TERM})*\))"
_SUM = re.compile(rf"{_GROUP}(?: \+ {_GROUP}){{{MANY - 1},}}")
_PARTS = re.compile(rf"n\[(I_\w+)\[({_INDEX})\]\[({_INDEX})\]\]")


def simplify(blocks: dict[int, Lines], functions: dict[str, Lines]) -> Sums:
    """Simplify the lines of blocks and functions, where they are; the sums that tables are to be made of."""
    _drop_tests([*functions.values(), *blocks.values()], functions)
    sums: Sums = {}
    for label, block in blocks.items():
        lines = _gathered(_at_once(block, functions), sums)
        blocks[label] = list(_listed(lines, functions))
    for name, function in list(functions.items()):
        functions[name] = _gathered(_at_once(function, functions), sums)
    return sums


# ------------------------------------------------------------ what was tested before


def _drop_tests(bodies: Iterable[Lines], functions: dict[str, Lines]) -> None:
    """Leave out tests that have been made just before, and ask no function whether it failed that cannot fail."""
    for lines in bodies:
        _drop_tested(lines)
    unfailing: set[str] = set()
    while more := {name for name, lines in functions.items() if "FAIL" not in "".join(lines)} - unfailing:
        unfailing |= more
        for lines in bodies:
            for number, line in enumerate(lines):
                tried = _TRIED.fullmatch(line)
                if tried and tried.group(1) in unfailing:
                    lines[number] = line.replace("if do_", "do_").replace(" is FAIL: return FAIL", "")


def _drop_tested(lines: Lines) -> None:
    """Where a line says `if n[x] > 0:`, the next need not ask whether there is one."""
    for number in range(len(lines) - 1, 0, -1):
        lacking = _LACKING.fullmatch(lines[number])
        before = lines[max(0, number - 1 - (lines[number - 1].strip() == "pass"))]
        if lacking is None or len(before) - len(before.lstrip()) >= len(lacking[1]):
            continue
        if _BARE.sub("", before) == f"if{_BARE.sub('', lacking[2])}>0:":
            del lines[number]


# ------------------------------------------------------------ what is done one by one


def _at_once(lines: Lines, functions: dict[str, Lines]) -> Lines:
    """So many pieces go one by one from one place to another: they go together."""
    for number in range(len(lines) - 3, -1, -1):
        repeat, tried = _REPEAT.fullmatch(lines[number]), _TRIED.fullmatch(lines[number + 2])
        if not repeat or not tried or lines[number + 1].strip() != "pass" or len(functions[tried[1]]) != 4:
            continue
        head, _, test, act = functions[tried[1]]
        lacking, shift = _LACKING.fullmatch(test), _SHIFT.fullmatch(act)
        if lacking and shift and lacking[2] == shift[1] != shift[2]:
            values = dict(zip(_params(head), tried[2].split(", "), strict=True))
            source, target = (_with(values, _WORD, cell) for cell in shift.groups())
            indent = repeat[1]
            lines[number : number + 3] = [
                f"{indent}k = max(0, {repeat[2]})",
                f"{indent}if {source} < k: return FAIL",
                f"{indent}{source} -= k; {target} += k",
            ]
    return lines


def _with(values: Mapping[str, str], names: re.Pattern[str], text: str) -> str:
    """A text with the values of some of the names in it."""
    return names.sub(lambda name: values.get(name[0], name[0]), text)


def _params(head: str) -> list[str]:
    """What a function takes after the state."""
    return head[head.index("(s") + 2 : -2].split(", ")[1:]


# ------------------------------------------------------------ what is added up


def _gathered(lines: Lines, sums: Sums) -> Lines:
    """Where many numbers of one place are added up, the table of a sum tells them by place (`support.sums`)."""

    def told(found: re.Match[str]) -> str:
        terms = _PARTS.findall(found[0])
        rows, places = {row for _, row, _ in terms}, {place for _, _, place in terms}
        if len(places) > 1 or (len(rows) > 1 and not all(row.isdecimal() for row in rows)):
            return found[0]
        key = tuple((table, row if len(rows) > 1 else "") for table, row, _ in terms)
        name = sums.setdefault(key, f"G_{len(sums)}")
        return f"sum({name}{'' if len(rows) > 1 else f'[{rows.pop()}]'}[{places.pop()}](n))"

    return [_SUM.sub(told, line) for line in lines]


# ------------------------------------------------------------ what is listed


def _listed(lines: Lines, functions: dict[str, Lines]) -> Iterator[str]:
    """A list of those of many spaces that fit is asked of a function: its answer can be kept (see `answers.py`)."""
    named = {tuple(told[1:]): name for name, told in functions.items() if name.startswith("list_")}
    for line in lines:
        while found := _LISTED.search(line):
            end = closing(line, found.start() + 1) + 1
            text = line[found.start() : end]
            used = [name for name in dict.fromkeys(_USED.findall(text)) if f"for {name} in" not in text]
            params = {name: f"p{number}" for number, name in enumerate(used)} | {found[1]: "x"}
            told = ("    n = s.n", f"    return {_with(params, _USED, text)}")
            name = named.setdefault(told, f"list_{len(named)}")
            functions[name] = [f"def {name}({', '.join(['s', *params.values()][:-1])}):", *told]
            line = f"{line[: found.start()]}{name}({', '.join(['s', *used])}){line[end:]}"
        yield line


def closing(text: str, start: int) -> int:
    """Where the bracket is closed that was opened just before `start`."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if not depth:
            return at
    raise AssertionError(text)
