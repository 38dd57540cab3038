"""What blocks and functions change, ask and lead to, by themselves and with all that follows.

What is changed or asked is named as in `answers.py`. Works on the lines of blocks, as `optimize.py` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.compiler.answers import ANYTHING, CARDS, PAID, Answers
from rulewright.compiler.decisions import Decision
from rulewright.compiler.optimize import Lines

Label = int | str
"""A block by its number, or a function by its name."""

JUMP = re.compile(r"\bf\[0\] = (\d+)")
CALLED = re.compile(r"\b(do_\w+)\(")
_PUSHED = re.compile(r"\[E_(\w+), ")
_HELP = re.compile(r"(?<![\w.])([A-Z_]{3,})\(")
_PIECES = re.compile(r"MOVE_PIECES\(s, (\d+),")
_EACH = re.compile(r"(f\[\d+\]) = list\(\[\(c, \*e\) .*?\b(EACH_\w+)\.get")
_UNTOLD = frozenset({"BEGIN", "START", "TRIGGER", "STATE_CHECK", "FILL", "USE", "END"})
_MOVES_CARDS = frozenset({"DRAW", "PLAY"})
_UNWRITTEN = "of the runtime"  # stands for the lines of a block that was not generated


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a block or function changes and asks, and the blocks and functions that it leads to."""

    changed: frozenset[str]
    asked: frozenset[str]
    leads_to: tuple[Label, ...]


class Reach:
    """The facts of one program's blocks and functions.

    Args:
        blocks, functions: lines by number and by name; owner: the procedure of each block.
        entries: the first block of each procedure by name; each: by table, (entry, pad) of all that it may start.
        paying: what changes when somebody plays cards to pay, and nothing else happens; ways: what tells which cards
            can be played as others.
    """

    def __init__(
        self, blocks: Mapping[int, Lines], owner: Sequence[str], decisions: Mapping[int, Decision],
        functions: Mapping[str, Lines], entries: Mapping[str, int], each: Mapping[str, Sequence[tuple[int, str]]],
        answers: Answers, paying: frozenset[str], ways: frozenset[str],
    ) -> None:  # fmt: skip
        self.blocks, self.owner, self.decisions, self.functions = blocks, owner, decisions, functions
        self.entries, self.each, self.answers, self.paying, self.ways = entries, each, answers, paying, ways
        self._own: dict[Label, _Facts] = {}
        self._whole: dict[Label, _Facts] = {}
        self._tables: dict[tuple[str, str], set[str]] = {}
        for label, block in blocks.items():
            for slot, table in _EACH.findall("\n".join(block)):
                self._tables.setdefault((owner[label], slot), set()).add(table)

    def changes(self, what: Label) -> frozenset[str]:
        """What a block with all that it leads to, or a function, may change."""
        return self._with_all(what).changed

    def asks(self, what: Label) -> frozenset[str]:
        """What a block with all that it leads to, or a function, may ask."""
        return self._with_all(what).asked

    def repeated(self, label: int) -> bool:
        """Whether a block lies in a loop."""
        seen: set[Label] = set()
        todo = [label]
        while todo:
            more = {label for label in self._facts(todo.pop()).leads_to if isinstance(label, int)} - seen
            seen |= more
            todo += more
        return label in seen

    def started(self, label: int, slot: str) -> tuple[tuple[int, str], ...]:
        """(entry, pad) of all that a loop may start which goes through the list in a slot of a block's frame."""
        tables = self._tables.get((self.owner[label], slot), set())
        return tuple(sorted({row for table in tables for row in self.each[table]}))

    def changed_in(self, lines: Iterable[str]) -> frozenset[str]:
        """What lines change themselves."""
        found: set[str] = set()
        for line in lines:
            called = set(_HELP.findall(line))
            if called & _UNTOLD or line == _UNWRITTEN:
                return ANYTHING
            if called & _MOVES_CARDS:
                found |= {CARDS, PAID}
            if "[PAY, " in line:
                found |= self.paying
            found |= self.answers.changed(line)
            if "MOVE_PIECES" in called:
                kind = _PIECES.search(line)
                found |= self.answers.pieces if kind is None else {self.answers.piece(int(kind[1]))}
        return ANYTHING if "*" in found else frozenset(found)

    def changed_by(self, lines: Sequence[str]) -> frozenset[str]:
        """What lines and the functions that they call change."""
        return joined(self.changed_in(lines), *map(self.changes, CALLED.findall("\n".join(lines))))

    def _with_all(self, what: Label) -> _Facts:
        """The facts of a block or function with those of all that it leads to."""
        if what not in self._whole:
            seen: dict[Label, _Facts] = {}
            todo = [what]
            while todo:
                here = todo.pop()
                if here not in seen:
                    facts = seen[here] = self._facts(here)
                    todo += facts.leads_to
            asked = frozenset().union(*(facts.asked for facts in seen.values()))
            self._whole[what] = _Facts(joined(*(facts.changed for facts in seen.values())), asked, ())
        return self._whole[what]

    def _facts(self, what: Label) -> _Facts:
        """What a block or function changes, asks and leads to by itself."""
        if what not in self._own:
            lines = self.functions[what][1:] if isinstance(what, str) else self.blocks.get(what, [_UNWRITTEN])
            asked = frozenset().union(*map(self.answers.mentioned, lines))
            if any("[PAY, " in line for line in lines):
                asked |= {CARDS, PAID} | self.paying | self.ways
            self._own[what] = _Facts(self.changed_in(lines), asked, self._leads_to(what, "\n".join(lines)))
        return self._own[what]

    def _leads_to(self, what: Label, text: str) -> tuple[Label, ...]:
        """The blocks and functions that a block or function goes on with, calls or asks for."""
        more: list[Label] = [*CALLED.findall(text)]
        if isinstance(what, int):
            more += [int(label) for label in JUMP.findall(text)]
            more += [self.entries[name] for name in _PUSHED.findall(text) if name in self.entries]
            if what in self.decisions:
                more.append(self.decisions[what].then)
            if "START_EACH(" in text:
                for (owner, _), tables in self._tables.items():
                    if owner == self.owner[what]:
                        more += [entry for table in tables for entry, _ in self.each[table]]
        return tuple(dict.fromkeys(more))


def joined(*changed: frozenset[str]) -> frozenset[str]:
    """All of what is changed together."""
    found = frozenset().union(*changed)
    return ANYTHING if "*" in found else found
