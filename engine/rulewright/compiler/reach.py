"""What blocks and functions change, ask and lead to, by themselves and with all that follows.

What is changed or asked is named as in `answers.py`. Works on the lines of blocks, as `optimize.py` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.compiler.answers import ANYTHING, CARDS, PAID, Answers
from rulewright.compiler.optimize import Lines
from rulewright.compiler.statements.decisions import Decision

Label = int | str
"""A block by its number, or a function by its name."""

JUMP = re.compile(r"\bf\[0\] = (\d+)")
CALLED = re.compile(r"\b(do_\w+)\(")
_PUSHED = re.compile(r"\[E_(\w+), ")
_HELP = re.compile(r"(?<![\w.])([A-Z_]{3,})\(")
_PIECES = re.compile(r"MOVE_PIECES\(s, (\d+),")
_EACH = re.compile(r"(f\[\d+\]) = list\((?:\[\(c, \*e\) .*?\b(EACH_\w+)\.get|(list_\d+)\()")
_SAID = re.compile(r"\b(EACH_\w+)\.get")
_HEARD = re.compile(r"\bTRIGGERED\(s, [^,]+, (\d+),")
_UNTOLD = frozenset({"BEGIN", "START", "STATE_CHECK", "FILL", "USE", "RESET", "END"})
_MOVES_CARDS = frozenset({"DRAW", "PLAY"})
_UNWRITTEN = "of the runtime"  # stands for the lines of a block that was not generated


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a block or function changes, asks, leads to (blocks and functions) and sets off (triggers).

    What triggers ask is not counted: they never fail, so nobody looks at it ahead.
    """

    changed: frozenset[str]
    asked: frozenset[str]
    leads_to: tuple[Label, ...] = ()
    sets_off: tuple[Label, ...] = ()


class Reach:
    """The facts of one program's blocks and functions.

    Args:
        blocks, functions: lines by number and by name; owner: the procedure of each block.
        entries: the first block of each procedure by name; each: by table, (entry, pad) of all that it may start.
        heard: by table of offers, the first block of each and where its uses are counted (0 where they are not).
        paying: what changes when somebody plays cards to pay, and nothing else happens; ways: what tells which cards
            can be played as others.
    """

    def __init__(
        self, blocks: Mapping[int, Lines], owner: Sequence[str], decisions: Mapping[int, Decision],
        functions: Mapping[str, Lines], entries: Mapping[str, int], each: Mapping[str, Sequence[tuple[int, str]]],
        heard: Sequence[Sequence[tuple[int, int]]], answers: Answers, paying: frozenset[str], ways: frozenset[str],
    ) -> None:  # fmt: skip
        self.blocks, self.owner, self.decisions, self.functions = blocks, owner, decisions, functions
        self.entries, self.each, self.answers, self.paying, self.ways = entries, each, answers, paying, ways
        self._own: dict[Label, _Facts] = {}
        self._whole: dict[Label, _Facts] = {}
        self._tables: dict[tuple[str, str], set[str]] = {}
        self._heard: dict[str, set[tuple[int, int]]] = {}
        for label, block in blocks.items():
            for slot, table, listed in _EACH.findall("\n".join(block)):
                said = [table] if table else _SAID.findall(functions[listed][-1])
                if said:
                    self._tables.setdefault((owner[label], slot), set()).update(said)
            for number in _HEARD.findall("\n".join(block)):
                self._heard.setdefault(owner[label], set()).update(heard[int(number)])

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

    def begun(self, label: int) -> set[int]:
        """The first blocks of all that a block may begin which begins what one of several cards says."""
        tables = {name for (owner, _), names in self._tables.items() if owner == self.owner[label] for name in names}
        return {entry for table in tables for entry, _ in self.each[table]}

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
            self._gather([what], seen, triggers=False)
            asked = frozenset().union(*(facts.asked for facts in seen.values()))
            self._gather([label for facts in seen.values() for label in facts.sets_off], seen, triggers=True)
            self._whole[what] = _Facts(joined(*(facts.changed for facts in seen.values())), asked)
        return self._whole[what]

    def _gather(self, todo: list[Label], seen: dict[Label, _Facts], triggers: bool) -> None:
        """Add the facts of blocks and functions and of all that they lead to, and of triggers that they set off."""
        while todo:
            here = todo.pop()
            if here not in seen:
                facts = seen[here] = self._facts(here)
                todo += (*facts.leads_to, *facts.sets_off) if triggers else facts.leads_to

    def _facts(self, what: Label) -> _Facts:
        """What a block or function changes, asks and leads to by itself."""
        if what not in self._own:
            lines = self.functions[what][1:] if isinstance(what, str) else self.blocks.get(what, [_UNWRITTEN])
            asked = frozenset().union(*map(self.answers.mentioned, lines))
            if any("[PAY, " in line for line in lines):
                asked |= {CARDS, PAID} | self.paying | self.ways
            changed = self.changed_in(lines)
            sets_off: tuple[Label, ...] = ()
            if isinstance(what, int) and any("TRIGGER(" in line for line in lines):
                limits = {limit for _, limit in self._heard.get(self.owner[what], ()) if limit}
                told = [self.answers.row(limit) or ANYTHING for limit in limits]
                changed = joined(changed, *told) if self.owner[what] in self._heard else ANYTHING
                sets_off = tuple(sorted(entry for entry, _ in self._heard.get(self.owner[what], ())))
            self._own[what] = _Facts(changed, asked, self._leads_to(what, "\n".join(lines)), sets_off)
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
                more += sorted(self.begun(what))
        return tuple(dict.fromkeys(more))


def joined(*changed: frozenset[str]) -> frozenset[str]:
    """All of what is changed together."""
    found = frozenset().union(*changed)
    return ANYTHING if "*" in found else found
