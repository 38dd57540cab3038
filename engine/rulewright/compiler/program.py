"""From a ruleset to a program: generated Python source for one number of players and one set of options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.compiler.answers import ANYTHING, CARDS, FRAMES, PAID, Answers
from rulewright.compiler.builder import Builder, Compiled
from rulewright.compiler.foresight import Foresight
from rulewright.compiler.offered import Offered
from rulewright.compiler.optimize import Lines, fuse, inline, safe_blocks, share, write_out
from rulewright.compiler.reach import Reach, joined
from rulewright.compiler.simplify import narrowed, simplify
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.tallies import Tallies
from rulewright.language.problems import Place
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


@dataclass
class Program:
    """Everything the machine needs, for one ruleset, number of players and set of options.

    `runtime.programs` links it: makes functions of its code, over those that the runtime gives.
    """

    builder: Builder = field(repr=False)
    start: list[Compiled]
    machine: Any = None
    labels: Any = None
    dealt: Any = None  # the position that games begin from, once there was one

    def __post_init__(self) -> None:
        b = self.builder
        self.layout = b.layout
        self.players = b.players
        self.asked = tuple(b.asked(seat) for seat in range(b.players))
        self.ruleset = b.ruleset
        self.owner = b.owner
        self.offers = b.offers
        self.pay_prompts = b.pay_prompts
        self.always = tuple(b.invariants.tests)
        self.pay, self.pay_table = b.pay, b.pay_table
        self.written = b.written
        self.decisions = dict(b.decisions)
        self.decisions[self.pay] = Decision("pay", "", 8, self.pay + 1)
        lines: Lines = []
        self.tallies = Tallies(b.namespace)
        for name in b.functions:
            b.functions[name] = b.invariants.kept(b.functions[name])
        simplify(b.blocks, b.functions, self.tallies)
        short = inline(b.functions)

        def final(line: str) -> str:
            return narrowed(write_out(line, short), self.tallies)

        places = b.layout.kept.get(b.source.turn_order)
        order = b.first_player if places is None else places.first
        answers = Answers(b.functions, b.layout, b.namespace, order, b.offers, self.tallies, b.pays_from())
        self.readers = answers.readers
        self.kept = list(answers.kept)  # the functions whose answers a state keeps
        for name in b.functions:
            lines += [*map(final, answers.function(name)), ""]
        entries = {c.entry for c in b.compiled.values() if c.entry >= 0} | {d.then for d in self.decisions.values()}
        entries |= {label for label in self.decisions if label in b.blocks}
        # Where a call returns to is a jump written before the push, so it is found with the other jumps.
        blocks = fuse(b.blocks, set(b.decisions), entries)
        blocks = {label: b.invariants.kept(lines) for label, lines in blocks.items()}
        first_blocks = {c.name: c.entry for c in b.compiled.values() if c.entry >= 0}
        ways = (answers.reads(name, stack=True) for name, *_ in b.ways)
        reach = Reach(
            blocks, b.owner, self.decisions, b.functions, first_blocks,
            {name: tuple((entry, pad) for row in table.values() for entry, pad in row)
             for name, table in b.namespace.items() if name.startswith("EACH_")},
            [[(entry.procedure.entry, entry.limit) for entry in table] for table in b.offers],
            answers, frozenset({PAID}).union(*(answers.row(flag) for flag in b.next_flags.values())),
            joined(*(ANYTHING if way is None else way for way in ways)),
        )  # fmt: skip
        self.sure, self.safe = safe_blocks(
            blocks, {label: asking.then for label, asking in self.decisions.items()}, first_blocks, reach.begun
        )
        for label, block in sorted(blocks.items()):
            written = share([answers.line(final(line)) for line in block])
            lines += [f"def b{label}(s, f):", "    n = s.n", *written, ""]
        # There are several ways to pay; what is found on one of them rests on what the others would change, too.
        also = joined(*(reach.changes(entry.procedure.entry) for entry in b.offers[b.pay_table]))
        limits = (answers.row(limit) for _, _, limit, _ in b.ways if limit)
        paying = joined(frozenset({CARDS, PAID}), reach.paying, also, *limits)
        foresight = Foresight(reach, self.sure, paying)
        self.pays_alike = reach.ways.isdisjoint({FRAMES} | ANYTHING)  # whatever is paid for
        self.looks = foresight.make(
            [entry.procedure.entry for table in b.offers for entry in table]
            + [asking.then for label, asking in self.decisions.items() if label not in self.safe]
        )
        lines += share(list(map(final, foresight.lines)))
        offered = Offered(b.functions, foresight.written, b.constant)
        for table, entries_of in enumerate(b.offers):
            lines += [*map(final, offered.lines(table, entries_of)), ""]
        self.decided = offered.decided
        self.text = "\n".join(lines)
        self.asks_within = "DURING(" in self.text or "SLOT(" in self.text  # whether something is under way
        self.code = compile(self.text, f"<{b.ruleset.id}>", "exec")
        self.constants = dict(b.namespace)
        self.blocks: list[Any] = []

    def under_way(self, labels: Iterable[int]) -> list[tuple[str, Place]]:
        """What blocks belong to, as the ruleset names it, and where the words stand that each begins with."""
        found: dict[B.Path, tuple[str, Place]] = {}
        for path in (self.written[label] for label in labels):
            if path:
                thing = path[: 3 if path[0] == "lexicon" else 2]
                found[thing] = self._name(thing), self.ruleset.place(path)
        return list(found.values())

    def _name(self, thing: B.Path) -> str:
        if thing[0] == "components":
            return self.ruleset.components[str(thing[1])].name
        procedure = self.ruleset.procedures.get(str(thing[1])) if thing[0] == "procedures" else None
        return procedure.title if procedure is not None and procedure.title else str(thing[-1])

    def number(self, noun: str, *args: Any) -> Any:
        """The value of a number noun, by its generated function: (state, what it is of …)."""
        return self.builder.namespace[f"num_{noun}"](*args)

    def why(self, noun: str, *args: Any) -> list[tuple[str, str, int]] | None:
        """What a number is made of: (number, component id or words, by how much), in the order in which it is added up.

        None where it is a number of somebody or something that is not there.
        """
        reasons: list[tuple[str, str, int]] | None = self.builder.namespace[f"why_{noun}"](*args)
        return reasons


def compile_ruleset(ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False) -> Program:
    """Compile a ruleset for a number of players.

    checked: whether its invariants are tested in play.

    Raises:
        MeaningError: sentences that parse but cannot be run, all of them, with file and line.
    """
    builder = Builder(ruleset, players, options, checked=checked)
    return Program(builder, builder.build())
