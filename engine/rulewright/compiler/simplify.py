"""Lines that say the same with less to do, before anything else is made of them.

Works on the lines of functions and blocks as `procedure.py` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.compiler.optimize import Lines
from rulewright.compiler.tallies import Tallies

MANY = 2  # numbers added up in a line from which a tally is made of the sum

_LACKING = re.compile(r"(\s*)if (n\[.+\]) < 1: return FAIL")
_SHIFT = re.compile(r"    (n\[.+\]) -= 1; (n\[.+\]) \+= 1")
_REPEAT = re.compile(r"(\s*)for \w+ in range\((.+)\):")
_TRIED = re.compile(r"\s*if (do_\w+)\(s(?:, )?([\w\[\], ]*)\) is FAIL: return FAIL")
_LISTED = re.compile(r"\[(x\d+) for \1 in (?:K_|among_)\w+")
_RESOLVED = re.compile(r"\[\(c, \*e\) for c in (list_\d+)\(s, (f\[\d+\])\) for e in (EACH_\w+\.get\(c, \(\)\))\]")
_USED = re.compile(r"\bf\[\d+\]|\b[a-z]+\d+\b")
_BARE = re.compile(r"[() ]")
_WORD = re.compile(r"\b\w+\b")
_INDEX = r"[^\[\]]+(?:\[[^\[\]]*\])?"
_TERM = rf"n\[I_\w+\[{_INDEX}\]\[{_INDEX}\]\]"
_GROUP = rf"(?:{_TERM}|\({_TERM}(?: \+ {_TERM})*\))"
_SUM = re.compile(rf"{_GROUP}(?: \+ {_GROUP}){{{MANY - 1},}}")
_THROUGH = re.compile(r"\b(x\d*) for \1 in (K_\w+) if |\bfor (x\d*) in (K_\w+) if ")
_LIES = re.compile(rf"\(*(n|s\.tallies)\[([IG]_\w+)((?:\[{_INDEX}\])?)\[(x\d*)\]\]\)* > 0")
_ADDED = re.compile(rf"    v \+= (?:(\d+) \* )?(\(*{_TERM}\)*(?: \+ \(*{_TERM}\)*)*)")
_PARTS = re.compile(rf"n\[(I_\w+)\[({_INDEX})\]\[({_INDEX})\]\]")


def simplify(blocks: dict[int, Lines], functions: dict[str, Lines], tallies: Tallies) -> None:
    """Simplify the lines of blocks and functions, where they are."""
    _drop_tests([*functions.values(), *blocks.values()], functions)
    for label, block in blocks.items():
        lines = _gathered(_at_once(block, functions), tallies)
        blocks[label] = list(_listed(lines, functions))
    for name, function in list(functions.items()):
        functions[name] = _gathered(_weighed(_at_once(function, functions), tallies), tallies)


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


def _gathered(lines: Lines, tallies: Tallies) -> Lines:
    """Where many numbers of one place are added up, a tally tells their sum (`tallies.py`)."""

    def told(found: re.Match[str]) -> str:
        terms = _PARTS.findall(found[0])
        return _told([term[:2] for term in terms], {place for *_, place in terms}, tallies) or found[0]

    return [_SUM.sub(told, line) for line in lines]


def _weighed(lines: Lines, tallies: Tallies) -> Lines:
    """A number that is nothing but pieces of one place, each kind so many times, is a tally."""
    if len(lines) < MANY or [*lines[1:3], lines[-1]] != ["    n = s.n", "    v = 0", "    return v"]:
        return lines
    terms: list[tuple[str, str]] = []
    places: set[str] = set()
    for line in lines[3:-1]:
        added = _ADDED.fullmatch(line)
        if added is None:
            return lines
        for table, row, place in _PARTS.findall(added[2]):
            terms += [(table, row)] * int(added[1] or 1)
            places.add(place)
    told = _told(terms, places, tallies)
    return [*lines[:2], f"    v = {told}", lines[-1]] if told else lines


def _told(terms: Sequence[tuple[str, str]], places: set[str], tallies: Tallies) -> str | None:
    """The tally of some terms, if they are of one place, and of one row or of rows that are known."""
    rows = {row for _, row in terms}
    if len(places) != 1 or (len(rows) > 1 and not all(row.isdecimal() for row in rows)):
        return None
    name = tallies.name(tuple((table, row if len(rows) > 1 else "") for table, row in terms))
    return f"s.tallies[{name}{'' if len(rows) > 1 else f'[{rows.pop()}]'}[{places.pop()}]]"


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
        if found := _RESOLVED.search(line):  # and so is what such things say, one after the other
            told = ("    n = s.n", f"    return [(c, *e) for c in {found[1]}(s, p0) for e in {found[3]}]")
            name = named.setdefault(told, f"list_{len(named)}")
            functions[name] = [f"def {name}(s, p0):", *told]
            line = f"{line[: found.start()]}{name}(s, {found[2]}){line[found.end() :]}"
        yield line


def narrowed(line: str, tallies: Tallies) -> str:
    """To go through those of many places where something lies, pick them out all at once."""
    start = 0
    while found := _THROUGH.search(line, start):
        start = found.end()
        x, places = found[1] or found[3], found[2] or found[4]
        end = closing(line, start)
        if line[end] == ",":
            continue
        tests = conjuncts(line[start:end])
        for test in tests:
            lies = _LIES.fullmatch(test)
            cut = tallies.span(lies[2], places) if lies and lies[4] == x and not _says(x, lies[3]) else None
            if lies and cut:
                tests.remove(test)
                rest = f" if {' and '.join(f'({test})' for test in tests)}" if tests else ""
                picked = f"compress({places}, {lies[1]}[{cut}{lies[3]}])"
                going = f"{found[1]} for {x}" if found[1] else f"for {x}"
                line = f"{line[: found.start()]}{going} in {picked}{rest}{line[end:]}"
                break
    return line


def _says(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


def conjuncts(text: str) -> list[str]:
    """The parts of a condition that must all be true, without brackets around them."""
    text = text.strip()
    while text.startswith("(") and closing(text, 1) == len(text) - 1:
        text = text[1:-1].strip()
    parts, depth, start = [], 0, 0
    for word in re.finditer(r"[(\[{]|[)\]}]| (and|or|if|for|else|lambda) ", text):
        if word[1] is None:
            depth += 1 if word[0] in "([{" else -1
        elif not depth and word[1] != "and":
            return [text]
        elif not depth:
            parts.append(text[start : word.start()])
            start = word.end()
    if not parts:
        return [text]
    return [inner for part in (*parts, text[start:]) for inner in conjuncts(part)]


def closing(text: str, start: int) -> int:
    """Where the bracket is closed that was opened just before `start`."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if not depth:
            return at
    raise AssertionError(text)
