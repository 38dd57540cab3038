"""Compiled legality: functions that tell, without trying it, whether what a block begins can be carried through.

A trial runs blocks on a copy of the state. Most trials fail at a cost that is looked at before anything has changed, or
come to where nothing can fail any more; for these a *look* is enough: the same lines over a frame of its own, with
everything left out that changes the state. A look follows jumps, calls and choices as the machine does, and keeps note
of what would have been changed by now (as `answers.py` names it). A test that rests on this is not known: the look goes
both ways, and can still find that neither fails. Where it cannot go on it says so, and the machine tries.

Behind a card that is moved, played or paid with, a look goes on over a copy of the state in which it is: after every
way to pay, or after one, and then what could be otherwise, had one paid in another way, is in doubt (see
`runtime/paying.py`).

Works on the lines of blocks, as `optimize.py` does.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rulewright.compiler.answers import ANYTHING, CARDS, STACK
from rulewright.compiler.optimize import Lines
from rulewright.compiler.reach import JUMP, Label, Reach, joined
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.unread import lean

CANNOT: Final = 0
UNKNOWN: Final = 1
CAN: Final = 2

MOST = 40  # looks made of one block, by what is known before it
ROUNDS = 3  # that a look goes through a loop that does not know when it ends; `f[0]` of a look counts them
_NOTHING: Final[frozenset[str]] = frozenset()
_SLOT = re.compile(r"\bf\[\d+\]")
_NAME = re.compile(r"\b[a-z]\w*\b")
_HELPS = re.compile(r"AFFORDABLE\(s, f\[1\], NEEDS\w*\)")  # a test that only saves time
_UNFAILING = frozenset({"DRAW", "FILL", "USE", "RESET", "MOVE_PIECES", "s.move", "s.take_all", "s.shuffle"})
_KIND = re.compile(r"\bIX\[f\[\d+\]|MOVE_PIECES\(s, f\[\d+\]|\[E_\w+, .*\] \+ PAD_")
_LOOK = re.compile(r"\blook_\d\w*")
_FRAMED = re.compile(r"f\[|[a-z]\d*$")  # a slot, or a name of a block
_NEW = re.compile(r"\bc\d+\b")
_UNUSED = re.compile(r"^( +)(c\d+) = .*")
_CELL = re.compile(r"n\[(I_\w+)\[.*\]\[(?:(Z_\w+)\[[^\[\]]*(?:\[\d+\])?\]|(\d+))\]\]")
_GOES = re.compile(r"\breturn\b|\bs\.stack\b|\bSTART\w*\(|\bBEGIN\(|\bTRIGGER\(|\bEND\(|f\[0\] =")
_MARKS = re.compile(r"\bs\.(?:attempts|log)\b")


@dataclass(frozen=True, slots=True)
class _Call:
    """A call.

    Attributes:
        look, frame: its look and its frame, each as an expression; changed: what it changes.
        kept: what it changes where it moves no card, if `e[3]` tells whether it does.
        still: the look at whether it does.
        of: the procedure, as an expression, where it may be asked whether it is under way.
    """

    look: str
    frame: str
    changed: frozenset[str]
    still: str = ""
    of: str = ""
    kept: frozenset[str] | None = None

    def words(self, look: str) -> str:
        """The expression that looks."""
        return f"LOOK_WITHIN(s, {self.frame}, {self.of}, {look})" if self.of else f"{look}(s, {self.frame})"


@dataclass
class _Path:
    """What is known at one place of a block.

    Attributes:
        label: the block that follows.
        changed: what would have been changed by now.
        open: slots of the frame, and names, whose values are not known.
        fixed: slots that hold what the program itself says.
        cells: numbers that would have been changed, and the names that hold what they would be; None within a loop.
        vague: what would have been changed otherwise.
        call: what is called before the next block.
        popped: whether the frame is done with.
        weak: whether this may not be where a trial comes to, so that nothing found here says that it fails.
        doubt: what could be otherwise, had one paid in another way; with slots and names.
        still: whether it is looked whether anything would be changed, and not whether anything fails.
        paid: whether a payment comes just before, so that its amount can be asked.
    """

    label: int
    changed: frozenset[str] = _NOTHING
    open: frozenset[str] = _NOTHING
    fixed: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] | None = field(default_factory=dict)
    vague: frozenset[str] = _NOTHING
    call: _Call | None = None
    popped: bool = False
    weak: bool = False
    doubt: frozenset[str] = _NOTHING
    still: bool = False
    paid: bool = False

    def no(self) -> str:
        """What a look says where a trial would fail."""
        return str(UNKNOWN if self.weak else CANNOT)

    def alike(self, other: _Path) -> bool:
        """Whether the same follows."""
        return (self.label, self.call, self.popped) == (other.label, other.call, other.popped)


class Foresight:
    """The looks of one program.

    Args:
        reach: what its blocks and functions change and ask; sure: the blocks from which on nothing can fail.
        paying: what may differ between one way to pay and another.
    """

    def __init__(self, reach: Reach, sure: frozenset[int], paying: frozenset[str]) -> None:
        self.reach = reach
        self.paying = paying
        self.sure = sure
        self.answers = reach.answers
        self.lines: Lines = []
        self.written: dict[int, Lines] = {}  # of the looks that were asked for
        self._named: dict[tuple[Any, ...], str] = {}
        self._made: dict[Any, int] = {}
        self._todo: list[tuple[Any, str, _Path]] = []
        self._parsed: dict[Label, tuple[Lines, list[ast.stmt]]] = {}
        self._text: Lines = []
        self._names = 0
        self._kinds: dict[str, set[str]] = {}  # by procedure, the slots that tell what kind of piece something is about
        for label, block in reach.blocks.items():
            found = _SLOT.findall(" ".join(_KIND.findall("\n".join(block))))
            self._kinds.setdefault(reach.owner[label], set()).update(found)

    def make(self, labels: Iterable[int]) -> dict[int, str]:
        """Write the looks of some blocks, and of all that they lead to; their names."""
        names = {label: self._look(label, _Path(label)) for label in labels if label in self.reach.blocks}
        tables: dict[str, Sequence[tuple[str, str, str, str, bool]]] = {}
        looks: dict[str, Lines] = {}
        while self._todo:
            what, name, path = self._todo.pop()
            if isinstance(what, tuple):
                tables[name] = [
                    (str(entry), self._look(entry, path), pad, self.reach.owner[entry], self._moves_cards(entry))
                    for entry, pad in what
                ]
            else:
                looks[name] = self._write(what, path)
        useless = _useless(looks)
        looks = lean(looks, self.reach.functions.values())
        for name, lines in looks.items():
            if name not in useless:
                self.lines += [f"def {name}(s, f):", "    n = s.n"]
                self.lines += [*lines, ""]
        for name, rows in tables.items():
            told = (f"{entry}: ({look}, {pad}, {of!r}, {moves})" for entry, look, pad, of, moves in rows)
            self.lines.append(f"{name} = {{{', '.join(told)}}}")
        self.lines = [
            _LOOK.sub(lambda look: "LOOK_UNKNOWN" if look[0] in useless else look[0], line) for line in self.lines
        ]
        self.written = {label: looks[name] for label, name in names.items() if name not in useless}
        return {label: name for label, name in names.items() if name not in useless}

    def _look(self, what: Any, path: _Path) -> str:
        """The name of the look of a block, or of a table of abilities, with what is known before it."""
        entries = [entry for entry, _ in what] if isinstance(what, tuple) else [what]
        asks = frozenset().union(*map(self.reach.asks, entries))
        changed = path.changed
        doubt = path.doubt
        if changed != ANYTHING:  # only what is asked from here on makes a difference
            changed = (changed & asks) | ({"+"} if changed and "*" in asks else set())
        if doubt and doubt != ANYTHING:
            doubt = frozenset(what for what in doubt if what in asks or what.startswith("f["))
        kinds = self._kinds.get(self.reach.owner[what], set()) if what in self.reach.blocks else set()
        fixed = {slot: value for slot, value in path.fixed.items() if slot in kinds}
        key = (what, changed, path.open, frozenset(fixed.items()), path.still, path.paid, doubt)
        if key not in self._named:
            made = self._made[what] = self._made.get(what, 0) + 1
            if made > MOST or (isinstance(what, int) and what not in self.reach.blocks):
                return "LOOK_UNKNOWN"
            kind = f"each_{list(self._made).index(what)}" if isinstance(what, tuple) else str(what)
            self._named[key] = f"look_{kind}" + (f"_{made}" if made > 1 else "")
            label = what if isinstance(what, int) else -1
            before = _Path(
                label, changed, path.open, fixed, vague=changed, still=path.still, paid=path.paid, doubt=doubt
            )
            self._todo.append((what, self._named[key], before))
        return self._named[key]

    # ------------------------------------------------------------ lines

    def _write(self, label: int, path: _Path) -> Lines:
        """The lines of one look."""
        out: Lines = []
        self._start = label
        with self._reading(label, self.reach.blocks[label]) as body:
            if self._statements(body, path, out, "    "):
                self._leave(path, out, "    ")
        used = Counter(_NEW.findall("\n".join(out)))
        return [_UNUSED.sub(lambda new: new[0] if used[new[2]] > 1 else f"{new[1]}pass", line) for line in out]

    @contextmanager
    def _reading(self, key: int | str, lines: Lines) -> Any:
        """Have the statements of some lines, and their words at hand."""
        if key not in self._parsed:
            text = ["def _(s, f):", *lines, "    pass"]
            parsed = ast.parse("\n".join(text)).body[0]
            assert isinstance(parsed, ast.FunctionDef)
            self._parsed[key] = text, parsed.body[:-1]
        before = getattr(self, "_text", [])
        self._text, body = self._parsed[key]
        yield body
        self._text = before

    def _lines(self, node: ast.stmt) -> Lines:
        """The lines of a statement."""
        return self._text[node.lineno - 1 : node.end_lineno]

    def _of(self, node: ast.AST) -> str:
        """The words of a part of a line."""
        line = self._text[node.lineno - 1]  # type: ignore[attr-defined]
        start, end = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
        return line[start:end] if line.isascii() else line.encode()[start:end].decode()

    def _words(self, node: ast.AST, path: _Path) -> str:
        """The words of an expression as a look asks it: with what is known of the frame and of changed numbers."""
        text = self._of(node).replace(" or s.over is not None", "").replace("DISTINCT(s, ", "(")
        text = self._fixed(text, path)
        if path.changed or path.doubt:
            text = _HELPS.sub("True", text)
            for cell, name in (path.cells or {}).items():
                text = text.replace(cell, name)
        return text

    def _known(self, text: str, path: _Path) -> bool:
        """Whether an expression can be asked here: it only reads, and nothing that would have been changed."""
        if "FAIL" in text or (path.open and not path.open.isdisjoint((*_SLOT.findall(text), *_NAME.findall(text)))):
            return False
        try:
            reads = self.answers.asked(text)
        except ValueError:
            return False
        return not reads or not path.changed or (ANYTHING not in (reads, path.changed) and not reads & path.changed)

    def _doubtful(self, text: str, path: _Path) -> bool:
        """Whether what an expression says could be otherwise, had one paid in another way."""
        if not path.doubt:
            return False
        if path.doubt == ANYTHING or not path.doubt.isdisjoint((*_SLOT.findall(text), *_NAME.findall(text))):
            return True
        reads = self.answers.asked(text)
        return reads == ANYTHING or not path.doubt.isdisjoint(reads)

    def _statements(self, body: Sequence[ast.stmt], path: _Path, out: Lines, indent: str) -> bool:
        """Write statements; whether what follows them can be reached."""
        return all(self._statement(statement, path, out, indent) for statement in body)

    def _statement(self, node: ast.stmt, path: _Path, out: Lines, indent: str) -> bool:
        if isinstance(node, ast.Pass):
            return True
        if isinstance(node, ast.Return):
            self._return(node, path, out, indent)
            return False
        if isinstance(node, ast.Assign | ast.AugAssign):
            return self._assign(node, path, out, indent)
        if isinstance(node, ast.If):
            return self._if(node, path, out, indent)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            return self._for(node, path, out, indent)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return self._call(node.value, path, out, indent)
        return self._give_up(out, indent)

    def _give_up(self, out: Lines, indent: str) -> bool:
        out.append(f"{indent}return {UNKNOWN}")
        return False

    def _assign(self, node: ast.Assign | ast.AugAssign, path: _Path, out: Lines, indent: str) -> bool:
        target = self._of(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        value = self._words(node.value, path)
        sign = "" if isinstance(node, ast.Assign) else self._of(node)[len(target) :].split("=")[0].strip()
        if target.startswith("n["):
            self._change(self._fixed(target, path), sign, value, path, out, indent)
        elif target == "f[0]":
            path.label = int(value)
        elif target.startswith("s."):
            pass  # a result or a winner: nothing that a look asks
        elif value == "0 if s.attempts else 1":
            self._set(target, "0", path, out, indent)
        elif value == "s.result" and path.paid:
            self._set(target, "AMOUNT(s)", path, out, indent)
            path.doubt, path.paid = joined(path.doubt, frozenset({target})), False
        elif re.fullmatch(r"f\[\d+\]|[a-z]\w*", target):
            if sign:
                value = f"{path.fixed.get(target, target)} {sign} {value}"
            self._set(target, value, path, out, indent)
        else:
            return self._give_up(out, indent)
        return True

    def _fixed(self, text: str, path: _Path) -> str:
        """Words with what the program itself says for the slots that hold it."""
        return self.answers.plain(_SLOT.sub(lambda slot: path.fixed.get(slot[0], slot[0]), text))

    def _set(self, target: str, value: str, path: _Path, out: Lines, indent: str) -> None:
        """Note what a slot or a name holds from here on."""
        known = self._known(value, path)
        fixed = {slot: told for slot, told in path.fixed.items() if slot != target}
        if known and target.startswith("f[") and re.fullmatch(r"-?\d+", value):
            fixed[target] = value
        path.fixed = fixed
        path.cells = path.cells and {cell: name for cell, name in path.cells.items() if target not in cell}
        path.open = path.open - {target} if known else path.open | {target}
        if path.doubt and path.doubt != ANYTHING:
            doubtful = known and self._doubtful(value, path)
            path.doubt = path.doubt | {target} if doubtful else path.doubt - {target}
        if known:
            out.append(f"{indent}{target} = {value}")

    def _change(self, cell: str, sign: str, value: str, path: _Path, out: Lines, indent: str) -> None:
        """Note that a number would have been changed."""
        row, cells = self._row(cell), path.cells or {}
        known = path.cells is not None and self._known(value, path) and row != ANYTHING
        if known and cell not in cells:  # what it would be follows from what it is, unless this has been changed
            known = not path.vague & (row | ANYTHING) and all(self._apart(cell, other) for other in cells)
        if path.still:
            before = f"{cell} {sign} ({value})" if sign else value
            out.append(f"{indent}if {cell} != ({before}): return {CANNOT}" if known else f"{indent}return {UNKNOWN}")
        elif known:
            self._names += 1
            before = cells.get(cell, cell)
            out.append(f"{indent}c{self._names} = {f'{before} {sign} ({value})' if sign else value}")
            path.cells = {**cells, cell: f"c{self._names}"}
            path.changed |= row
            if path.doubt and (self._doubtful(before, path) or self._doubtful(value, path)):
                path.doubt = joined(path.doubt, row, frozenset({f"c{self._names}"}))
        else:
            self._forget(row, path, out, indent)

    def _row(self, cell: str) -> frozenset[str]:
        """What a number belongs to."""
        return self.reach.changed_in([f"{cell} = 0"])

    def _apart(self, one: str, other: str) -> bool:
        """Whether two numbers are certainly not the same, whatever the slots in their words hold."""
        rows = self._row(one), self._row(other)
        if not rows[0] & rows[1]:
            return ANYTHING not in rows
        places = []
        for cell in _CELL.fullmatch(one), _CELL.fullmatch(other):
            if cell is None:
                return False
            places.append({int(cell[3])} if cell[3] else set(self.answers.constants[cell[2]]))
        return not places[0] & places[1]

    def _call(self, node: ast.Call, path: _Path, out: Lines, indent: str) -> bool:
        called = self._of(node.func)
        if called.startswith(("s.attempts.", "s.log.")):
            return True
        if called == "s.stack.pop":
            path.popped = True
        elif called == "s.stack.append":
            return self._push(self._of(node.args[0]), path, out, indent)
        elif called == "START_EACH":
            return self._push_each(self._of(node.args[2]), path, out, indent)
        elif called in ("PLAY", "s.move"):
            return self._move(node, path, out, indent)
        elif called == "END":
            out.append(f"{indent}return {CAN}")
            return False
        elif called in _UNFAILING or called in self.reach.functions:
            return self._forget(self.reach.changed_by([self._fixed(self._of(node), path)]), path, out, indent)
        else:
            return self._give_up(out, indent)
        return True

    def _move(self, node: ast.Call, path: _Path, out: Lines, indent: str) -> bool:
        """A card that would be moved or played: from here on, look at the position after it."""
        played = self._of(node.func) == "PLAY"
        args = ", ".join(self._words(value, path) for value in node.args[1 if played else 0 :])
        if path.still or node.keywords or not self._known(args, path):
            return self._forget(self.reach.changed_by([self._fixed(self._of(node), path)]), path, out, indent)
        out.append(f"{indent}s = {'LOOK_PLAY' if played else 'LOOK_MOVE'}(s, {args}); n = s.n")
        return True

    def _forget(self, changed: frozenset[str], path: _Path, out: Lines, indent: str) -> bool:
        """Note that something would have been changed, there is no telling how."""
        if path.still and changed:
            return self._give_up(out, indent)
        path.changed = joined(path.changed, changed)
        path.vague |= path.changed if "*" in changed else changed
        path.cells = path.cells and {cell: name for cell, name in path.cells.items() if not self._row(cell) & changed}
        return True

    def _push(self, frame: str, path: _Path, out: Lines, indent: str) -> bool:
        """A call: `[E_verb, values …] + PAD_verb`, or of a payment."""
        if frame.startswith("[PAY, "):
            frame = self._fixed(frame, path)
            asked = self.reach.ways | {CARDS} | ANYTHING
            if not self._known(frame, path) or not path.changed.isdisjoint(asked) or path.still:
                return self._give_up(out, indent)
            path.call = _Call("LOOK_PAY", frame, _NOTHING)
            return True
        found = re.fullmatch(r"\[E_(\w+), .*\] \+ PAD_\w+", frame)
        if not found or found.group(1) not in self.reach.entries:
            return self._give_up(out, indent)
        parsed = ast.parse(frame, mode="eval").body
        assert isinstance(parsed, ast.BinOp) and isinstance(parsed.left, ast.List)
        told, fixed, unknown, doubt = ["0"], {}, set(), {what for what in path.doubt if not _FRAMED.match(what)}
        for number, value in enumerate(parsed.left.elts[1:], 1):
            text = self._fixed(frame[value.col_offset : value.end_col_offset], path)
            if not self._known(text, path):
                text = "None"
                unknown.add(f"f[{number}]")
            elif re.fullmatch(r"-?\d+", text):
                fixed[f"f[{number}]"] = text
            elif self._doubtful(text, path):
                doubt.add(f"f[{number}]")
            told.append(text)
        entry = self.reach.entries[found.group(1)]
        called = _Path(entry, path.changed, frozenset(unknown), fixed, doubt=joined(frozenset(doubt)))
        still = self._look(entry, replace(called, still=True)) if path.still or entry in self.sure else ""
        look = "" if entry in self.sure or path.still else self._look(entry, called)
        frame, of = f"[{', '.join(told)}] + PAD_{found.group(1)}", f"'{found.group(1)}'"
        of = of if STACK in self.reach.asks(entry) else ""
        path.call = _Call(look, frame, self.reach.changes(entry), still, of)
        return True

    def _push_each(self, ability: str, path: _Path, out: Lines, indent: str) -> bool:
        """A call of what one card says: (card, entry, pad)."""
        source = re.search(re.escape(ability) + r" = (f\[\d+\])\[", "\n".join(self._text))
        rows = self.reach.started(self._start, source[1]) if source else ()
        if not rows or not self._known(ability, path) or path.still:
            return self._give_up(out, indent)
        doubt = frozenset(what for what in path.doubt if not _FRAMED.match(what))
        table = self._look(rows, _Path(-1, path.changed, doubt=doubt))
        if table == "LOOK_UNKNOWN":
            return self._give_up(out, indent)
        out.append(f"{indent}e = {table}[{ability}[1]]")
        changed = joined(*(self.reach.changes(entry) for entry, _ in rows))
        kept = joined(*(self.reach.changes(entry) for entry, _ in rows if not self._moves_cards(entry)))
        of = "e[2]" if any(STACK in self.reach.asks(entry) for entry, _ in rows) else ""
        frame = f"[0, f[1], {ability}[0], *e[1]]"
        path.call = _Call("e[0]", frame, changed, of=of, kept=kept if kept != changed else None)
        return True

    def _moves_cards(self, entry: int) -> bool:
        return not self.reach.changes(entry).isdisjoint({CARDS} | ANYTHING)

    def _if(self, node: ast.If, path: _Path, out: Lines, indent: str) -> bool:
        if _MARKS.search(self._of(node.test)) or all(_MARKS.search(self._of(part)) for part in node.body):
            return True
        if isinstance(node.test, ast.Compare) and self._of(node.test).endswith(" is FAIL"):
            assert isinstance(node.test.left, ast.Call)
            return self._do(node.test.left, path, out, indent)
        test = self._words(node.test, path)
        if not self._known(test, path):
            return self._either(node, path, out, indent)
        out.append(f"{indent}if {test}:")
        path.weak |= self._doubtful(test, path)
        ends = []
        for body in (node.body, node.orelse):
            branch = replace(path)
            if body is node.orelse and body:
                out.append(f"{indent}else:")
            length = len(out)
            if self._statements(body, branch, out, indent + "    "):
                ends.append(branch)
            if body and len(out) == length:
                out.append(f"{indent}    pass")
        if any(not branch.alike(path) for branch in ends):
            return self._give_up(out, indent)  # no block is written so
        self._join(path, ends)
        return bool(ends)

    def _join(self, path: _Path, ends: Sequence[_Path]) -> None:
        """What is known where ways meet."""
        path.changed = joined(*(end.changed for end in ends))
        path.vague = path.changed
        path.open = frozenset().union(*(end.open for end in ends))
        for end in ends:
            path.fixed = {slot: value for slot, value in path.fixed.items() if end.fixed.get(slot) == value}
            path.cells = path.cells and {c: name for c, name in path.cells.items() if (end.cells or {}).get(c) == name}
        path.weak = any(end.weak for end in ends)
        path.doubt = joined(*(end.doubt for end in ends))

    def _either(self, node: ast.If, path: _Path, out: Lines, indent: str) -> bool:
        """A test that is not known: neither way may fail, and none of them says that a trial would."""
        if path.still:
            return self._give_up(out, indent)
        if self._skippable(node):
            return self._skip(node, path, out, indent)
        jump = JUMP.fullmatch("; ".join(self._of(part) for part in node.body[:-1]))
        if jump and not node.orelse and isinstance(node.body[-1], ast.Return) and node.body[-1].value is None:
            label = int(jump.group(1))
            if self.reach.repeated(self._start):  # a loop that does not know when it ends would be looked at for ever
                out += [f"{indent}f[0] += 1", f"{indent}if f[0] > {ROUNDS}: return {UNKNOWN}"]
            if label not in self.sure:
                look = self._look(label, path)
                out.append(f"{indent}if {look}(s, f[:]) != {CAN}: return {UNKNOWN}")
            path.weak = True
            return True
        if any(isinstance(part, ast.Return) and self._of(part) != "return FAIL" for part in ast.walk(node)):
            return self._give_up(out, indent)
        assigned = self._assigned(node)
        ends = []
        for body in (node.body, node.orelse):
            branch = replace(path, weak=True)
            if not self._statements(body, branch, out, indent):
                return False
            branch.open |= assigned
            ends.append(branch)
            # Both ways are written one after the other, so the second finds what the first has set.
            path.open |= assigned
            path.fixed = {slot: value for slot, value in path.fixed.items() if slot not in assigned}
        if any(not branch.alike(path) for branch in ends):
            return self._give_up(out, indent)
        self._join(path, ends)
        return True

    def _assigned(self, node: ast.AST) -> set[str]:
        """The slots and names that are set somewhere in a statement."""
        targets = [part.targets[0] if isinstance(part, ast.Assign) else part.target
                   for part in ast.walk(node) if isinstance(part, ast.Assign | ast.AugAssign | ast.For)]  # fmt: skip
        return {name for name in map(self._of, targets) if not name.startswith(("n[", "s."))}

    def _skippable(self, node: ast.stmt) -> bool:
        """Whether a statement can neither fail nor go elsewhere."""
        return not _GOES.search("\n".join(self._lines(node)))

    def _skip(self, node: ast.stmt, path: _Path, out: Lines, indent: str) -> bool:
        """Pass over such a statement."""
        assigned = self._assigned(node)
        path.open |= assigned
        path.fixed = {slot: value for slot, value in path.fixed.items() if slot not in assigned}
        return self._forget(self.reach.changed_by(self._lines(node)), path, out, indent)

    def _do(self, node: ast.Call, path: _Path, out: Lines, indent: str) -> bool:
        """A function that may fail, written out here."""
        name = self._of(node.func)
        head, *lines = self.reach.functions[name]
        args = [self._fixed(self._of(arg), path) for arg in node.args[1:]]
        simple = all(re.fullmatch(r"f\[\d+\]|-?\d+|[a-z]\w*", arg) and self._known(arg, path) for arg in args)
        told = any(re.search(r"\breturn\b(?! FAIL)", line) for line in lines)
        if not simple or told or indent.count("    ") > 6:
            return self._give_up(out, indent)
        values = dict(zip(head[head.index("(s") + 2 : -2].split(", ")[1:], args, strict=True))
        written = [_NAME.sub(lambda word: values.get(word.group(), word.group()), line) for line in lines[1:]]
        with self._reading(f"{name}({', '.join(args)})", written) as body:
            return self._statements(body, path, out, indent)

    def _for(self, node: ast.For, path: _Path, out: Lines, indent: str) -> bool:
        assert isinstance(node.target, ast.Name)
        if self._skippable(node):
            return self._skip(node, path, out, indent)
        source = self._words(node.iter, path)
        lines = self._lines(node)
        if not self._known(source, path) or JUMP.search("\n".join(lines)):
            return self._give_up(out, indent)
        out.append(f"{indent}for {node.target.id} in {source}:")
        path.weak |= self._doubtful(source, path)
        length = len(out)
        # What one round changes, or leaves unknown, the next one finds.
        if not self._forget(self.reach.changed_by(lines), path, out, indent):
            return False
        assigned = self._assigned(node)
        path.fixed = {slot: value for slot, value in path.fixed.items() if slot not in assigned}
        while True:
            within = replace(path, cells=None)
            self._statements(node.body, within, out, indent + "    ")
            if not within.alike(path):
                return self._give_up(out, indent)
            if within.open <= path.open and within.weak == path.weak and within.doubt <= path.doubt:
                break
            path.doubt = joined(path.doubt, within.doubt)
            path.open |= within.open
            path.weak |= within.weak
            del out[length:]
        if len(out) == length:
            out.append(f"{indent}    pass")
        return True

    def _return(self, node: ast.Return, path: _Path, out: Lines, indent: str) -> None:
        if node.value is None:
            self._leave(path, out, indent)
            return
        text = self._words(node.value, path)
        asking = self.reach.decisions.get(path.label)
        if text == "FAIL":
            out.append(f"{indent}return {path.no()}")
        elif path.label in self.sure and not path.still:  # whatever is asked there, something can be chosen
            out.append(f"{indent}return {CAN}")
        elif asking is None or asking.kind in ("offer", "pay") or path.call or path.still:
            self._give_up(out, indent)
        elif self._known(text, path):
            path.weak |= self._doubtful(text, path)
            if asking.then in self.sure:
                out.append(f"{indent}return {CAN} if {text} else {path.no()}")
            else:
                out.append(f"{indent}return {self._found(self._any(asking, text, path), path)}")
        elif some := self._some(node.value, path):
            path.weak = True
            out.append(f"{indent}return {self._found(self._any(asking, ' + '.join(some), path), path)}")
        else:
            self._give_up(out, indent)

    def _some(self, node: ast.expr, path: _Path) -> list[str]:
        """Of a list that is not known as a whole, what is in it in any case."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._some(node.left, path) + self._some(node.right, path)
        if isinstance(node, ast.List):
            return [f"[{part}]" for element in node.elts for part in self._some(element, path)]
        several = isinstance(node, ast.Starred)
        text = self._words(node.value if isinstance(node, ast.Starred) else node, path)
        return [f"{'*' * several}({text})"] if self._known(text, path) else []

    def _any(self, asking: Decision, options: str, path: _Path) -> str:
        """What is seen of the options of a decision."""
        slot = f"f[{asking.slot}]"
        fixed = {key: value for key, value in path.fixed.items() if key != slot}
        then = self._look(asking.then, replace(path, open=path.open - {slot}, fixed=fixed))
        return f"LOOK_ANY(s, f, {asking.slot}, {options}, {then})"

    def _found(self, look: str, path: _Path) -> str:
        """What a look says that found so much."""
        return f"{look} or {UNKNOWN}" if path.weak else look

    def _leave(self, path: _Path, out: Lines, indent: str) -> None:
        """Where a block ends: what it calls, then the block that follows."""
        if path.call and not path.popped:
            call, before = path.call, replace(path, call=None)
            path.changed = joined(path.changed, call.changed)
            if path.still:
                out.append(f"{indent}if {call.words(call.still)} != {CAN}: return {UNKNOWN}")
                path.changed = before.changed
            elif call.look == "LOOK_PAY":
                self._pay(call, path, out, indent)
                return
            elif call.look:
                out.append(f"{indent}r = {call.words(call.look)}")
                out.append(f"{indent}if r != {CAN}: return {self._found('r', path)}")
                if call.kept is not None:
                    out.append(f"{indent}if e[3]:")
                    self._leave(replace(path, call=None), out, indent + "    ")
                    path.changed = joined(before.changed, call.kept)
            elif call.still and path.label not in self.sure:
                out.append(f"{indent}if {call.words(call.still)} == {CAN}:")
                self._leave(before, out, indent + "    ")
        if path.popped or path.label in self.sure and not path.still:
            out.append(f"{indent}return {CAN}")
        else:
            out.append(f"{indent}return {self._found(f'{self._look(path.label, path)}(s, f)', path)}")


    def _pay(self, call: _Call, path: _Path, out: Lines, indent: str) -> None:
        """What a block calls is a payment: look on from where it may lead to."""
        fixed = re.match(r"\[PAY, [^,]*, \d+, (.*), (.*), 0, -1, \d+, 0\]$", call.frame)
        certain = path.doubt.isdisjoint(self.paying | ANYTHING)
        before = path if certain else replace(path, weak=True)
        if fixed and fixed[1] == fixed[2] and certain and not self.paying.isdisjoint(self.reach.asks(path.label)):
            look = self._look(path.label, replace(path, call=None, paid=True))
            out.append(f"{indent}return {self._found(f'LOOK_PAID(s, {call.frame}, f, {look})', path)}")
            return
        out.append(f"{indent}r = {call.words(call.look)}")
        out.append(f"{indent}if r != {CAN}: return {self._found('r', before)}")
        out.append(f"{indent}s = AFTER(s); n = s.n")
        path.call, path.paid, path.doubt = None, True, joined(path.doubt, self.paying)
        self._leave(path, out, indent)


def _useless(looks: Mapping[str, Lines]) -> set[str]:
    """The looks that can find nothing but that they do not know."""
    useless = {"LOOK_UNKNOWN"}  # the runtime's
    while more := {name for name, lines in looks.items() if name not in useless and _finds_nothing(lines, useless)}:
        useless |= more
    return useless


def _finds_nothing(lines: Lines, useless: set[str]) -> bool:
    for line in lines:
        called = re.match(r"    (?:r =|return) (\w+)\(s, (?:f\)|\[)", line)
        if called and called.group(1) in useless:
            return True  # here it ends
        if "return" in line and not line.endswith(f"return {UNKNOWN}"):
            return False
    return True
