"""Which figures of a ruleset the ledgers prove: each is made one more and one fewer, and the ledgers are replayed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, zip_longest
from typing import Any

from mutations.__main__ import place
from mutations.data import Mutant, Mutations, parts
from mutations.data import changed as changed_data
from mutations.touched import Code, Watch, changed

import rulewright as rw
from ledger_replay.game import Codes
from ledger_replay.reading import Ledger
from ledger_replay.replaying import Replay
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.program import Program
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.labels import Labels
from rulewright.runtime.programs import link

_NUMBER = re.compile(r"\d+")
_TOGETHER = 8
"""How many parts are tried together: enough to save compiling, few enough to tell what is found as it is found."""
_LABEL = re.compile(r"(?:b|probe_)(\d+)")


@dataclass(slots=True)
class Figure:
    """A number somewhere in a ruleset. changes: by how much, and the first ledger that failed then ("" for none)."""

    part: str
    shown: str
    changes: dict[str, str] = field(default_factory=dict)

    @property
    def proof(self) -> str:
        """sharp: every change of it is noticed; bound: some are; unproved: none is."""
        noticed = [bool(ledger) for ledger in self.changes.values()]
        return "sharp" if all(noticed) else "bound" if any(noticed) else "unproved"


class OneProgram(rw.Rules):
    """Rules whose programs are compiled for these trials alone and kept in no cache."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.made: dict[tuple[int, str], Program] = {}

    def program(self, seats: int, options: Mapping[str, Any] | None = None, checked: bool = False) -> Program:
        """The compiled program for a number of seats."""
        chosen = {**self.options, **(options or {})}
        key = seats, repr(sorted(chosen.items()))
        if key not in self.made:
            program = self.made[key] = link(compile_ruleset(self.ruleset, seats, chosen))
            program.labels = Labels(program, self.print)
        return self.made[key]


@dataclass(slots=True)
class Known:
    """A ledger that agrees: the program it was replayed with, and the functions that ran."""

    ledger: Ledger
    program: Program
    code: Code
    options: dict[str, Any]
    seats: int
    ran: frozenset[str]


@dataclass(slots=True)
class Trial:
    """A mutant that waits to be tried, with the figure that it changes and by how much."""

    figure: Figure
    mutant: Mutant
    by: int


def figures(ruleset: Ruleset, ledgers: list[Ledger], codes: Codes, names: Iterable[str] = ()) -> Iterator[Figure]:
    """Try the figures of components, procedures and words, a few parts at a time. names: only of these.

    Compiling takes longer than replaying, so the mutants of several parts are compiled together. Each is then tried
    alone, by the functions that are its own in an unchanged program.

    Raises:
        ValueError: a ledger does not agree to begin with, or there is no such part.
    """
    mutations = Mutations(ruleset)
    unknown = set(names) - set(parts(ruleset))
    if unknown:
        raise ValueError(f"{ruleset.title} has no {', '.join(sorted(unknown))}")
    return _tried(mutations, Court(mutations, ledgers, codes), list(names or parts(ruleset)))


def _tried(mutations: Mutations, court: Court, names: list[str]) -> Iterator[Figure]:
    for first in range(0, len(names), _TOGETHER):
        trials = [list(_trials(mutations, part)) for part in names[first : first + _TOGETHER]]
        for row in zip_longest(*trials):
            court.judge([trial for trial in row if trial is not None])
        yield from {id(trial.figure): trial.figure for some in trials for trial in some}.values()


def _trials(mutations: Mutations, part: str) -> Iterator[Trial]:
    found: dict[tuple[Path, int], Figure] = {}
    for mutant in mutations.of(part):
        if (number := _number_changed(mutant)) is not None:
            where, by = number
            if where not in found:
                found[where] = Figure(part, f"{place(mutations.ruleset, mutant)}: {_around(mutant.old, where[1])}")
            yield Trial(found[where], mutant, by)


def _number_changed(mutant: Mutant) -> tuple[tuple[Path, int], int] | None:
    """The number that a mutant changes by one (its text, and which of the numbers in it), and by how much; or None if
    the mutant changes something else.
    """
    old, new = ([int(number) for number in _NUMBER.findall(text)] for text in (mutant.old, mutant.new))
    differ = [index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(differ) != 1 or abs(old[differ[0]] - new[differ[0]]) != 1:
        return None
    return (mutant.path, differ[0]), new[differ[0]] - old[differ[0]]


def _around(text: str, index: int) -> str:
    """A number in a text (the first is 0), marked, with a few words before and after it."""
    found = list(_NUMBER.finditer(text))[index]
    before, after = text[: found.start()].split()[-4:], text[found.end() :].split()[:4]
    return " ".join([*before, f"[{found[0]}]", *after])


class Court:
    """Tries mutants by the ledgers, each by those that run what it changes."""

    def __init__(self, mutations: Mutations, ledgers: list[Ledger], codes: Codes) -> None:
        self.mutations, self.codes = mutations, codes
        self.rules = OneProgram(mutations.ruleset)
        self.known: list[Known] = []
        self.code: dict[int, Code] = {}
        self.tangled: set[tuple[Any, ...]] = set()  # changes there reach more than the functions of their own part
        for ledger in ledgers:
            self.known.append(self._watched(ledger))

    def _watched(self, ledger: Ledger) -> Known:
        rules = OneProgram(self.mutations.ruleset)
        table = Replay.begin(ledger, rules, self.codes).table  # compiled, but nothing of it noted yet
        (program,) = rules.made.values()
        watch = Watch(program)
        replay = Replay.begin(ledger, rules, self.codes)
        replay.run()
        if replay.problem:
            raise ValueError(f"before anything is changed: {replay.problem}")
        own = self.rules.program(len(table.seat), table.options)
        code = self.code.setdefault(id(own), Code(own))
        return Known(ledger, own, code, dict(table.options), len(table.seat), code.reached(watch.seen))

    def judge(self, trials: list[Trial]) -> None:
        """Try mutants of different parts; where it is not clear which of them has changed what, in two halves."""
        if len(trials) > 1:
            for trial in [trial for trial in trials if _where(trial) in self.tangled]:
                trials.remove(trial)
                self.judge([trial])
        if not trials:
            return
        try:
            rules = OneProgram(self._together(trials))
            programs = {id(one.program): rules.program(one.seats, one.options) for one in self.known}
        except RulewrightError as error:
            if len(trials) == 1:
                trials[0].figure.changes[f"{trials[0].by:+}"] = f"({error.problems[0].code})"
                return
            programs = {}
        divided = {key: self._divided(trials, key, program) for key, program in programs.items()}
        if divided and None not in divided.values():
            for trial in trials:
                own = {key: of[trial.mutant.part] for key, of in divided.items() if of is not None}
                alone = len(trials) == 1
                trial.figure.changes[f"{trial.by:+}"] = self._noticed(own, programs, rules if alone else None)
        else:
            half = len(trials) // 2
            self.judge(trials[:half])
            self.judge(trials[half:])

    def _together(self, trials: list[Trial]) -> Ruleset:
        """The ruleset with several mutants in it."""
        ruleset, problems = self.mutations.ruleset, list[Any]()
        data = ruleset.content.data
        for trial in trials:
            data = changed_data(data, trial.mutant.path, trial.mutant.value)
        mutant = self.mutations.ruleset_with(data, problems)
        if problems:
            raise RulewrightError(*problems)
        return mutant

    def _divided(self, trials: list[Trial], key: int, program: Program) -> dict[str, set[str] | None] | None:
        """Which functions of a program each part has changed (None: any); None where that cannot be told."""
        code, other = self.code[key], Code(program)
        differ = changed(code, other)
        tangled = differ is None or code.constants() != other.constants() or code.program.owner != program.owner
        if len(trials) == 1:
            if tangled:
                self.tangled.add(_where(trials[0]))
            return {trials[0].mutant.part: None if differ is None else set(differ)}
        if differ is None or tangled:
            return None
        found: dict[str, set[str]] = {trial.mutant.part: set() for trial in trials}
        for name in differ:
            label = _LABEL.match(name)
            owner = code.program.owner[int(label[1])] if label else ""
            of = [part for part in found if re.fullmatch(rf"[a-z_]+_{part}_\d+", owner)]
            if len(of) != 1:
                return None
            found[of[0]].add(name)
        return dict(found)

    def _noticed(self, own: dict[int, set[str] | None], programs: dict[int, Program], rules: OneProgram | None) -> str:
        """The first ledger that does not agree, or nothing. rules: where a mutant has them for itself."""
        for index, one in enumerate(self.known):
            functions = own[id(one.program)]
            if functions is not None and not functions & one.ran:
                continue
            with _exchanged(one.program, programs[id(one.program)], functions if rules is None else None):
                replay = Replay.begin(one.ledger, rules or self.rules, self.codes)
                replay.run()
            if replay.problem:
                self.known.insert(0, self.known.pop(index))  # it may well be the first to notice the next one, too
                return one.ledger.path.stem
        return ""


def _where(trial: Trial) -> tuple[Any, ...]:
    """The place of a change within any part of its kind, such as (components, income, 2)."""
    return trial.mutant.path[0], *trial.mutant.path[2:]


@contextmanager
def _exchanged(program: Program, other: Program, functions: set[str] | None) -> Iterator[None]:
    """A program with functions of another in place of its own, for a while."""
    names, kept = program.names, {name: program.names[name] for name in functions or ()}
    for name in kept:
        found = re.search(rf"^def {name}\(.*?(?=^def |\Z)", other.text, re.MULTILINE | re.DOTALL)
        assert found is not None
        exec(found[0], names)
        _entered(program, name)
    try:
        yield
    finally:
        for name, function in kept.items():
            names[name] = function
            _entered(program, name)


def _entered(program: Program, name: str) -> None:
    if re.fullmatch(r"b\d+", name):
        program.blocks[int(name[1:])] = program.names[name]


def table(tried: Iterable[Figure]) -> Iterator[str]:
    """Lines that tell how many figures of each part are proved, and under each which are not."""
    yield f"{'':32}figures  sharp  bound  unproved"
    together = Counter[str]()
    for part, some in groupby(tried, key=lambda figure: figure.part):
        found = list(some)
        by = Counter(figure.proof for figure in found)
        together += by
        yield _columns(part, by)
        for figure in found:
            if figure.proof != "sharp":
                told = "; ".join(f"{new}: {ledger or 'nothing'}" for new, ledger in figure.changes.items())
                yield f"  {figure.proof}: {figure.shown} ({told})"
    yield _columns("together", together)


def _columns(name: str, by: Counter[str]) -> str:
    return f"{name:32}{by.total():7}{by['sharp']:7}{by['bound']:7}{by['unproved']:10}"
