"""From a ruleset to a program: the passes in their order, and the source that they end in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.answers import ANYTHING, CARDS, FRAMES, PAID, Answers
from rulewright.compiler.builder import Builder, Compiled
from rulewright.compiler.foresight import Foresight
from rulewright.compiler.ir import source
from rulewright.compiler.ir.statements import Body, Do, Fail, For, Function, If, Jump, Leave, Set, Settle, Stmt
from rulewright.compiler.offered import Offered
from rulewright.compiler.optimize import Lines, fuse, inline, safe_blocks, share, write_out
from rulewright.compiler.program import Program, VerbSlot, Way
from rulewright.compiler.reach import Reach, joined
from rulewright.compiler.simplify import narrowed, simplify
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.tallies import Tallies
from rulewright.ruleset.model import Ruleset


def compile_ruleset(ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False) -> Program:
    """Compile a ruleset for a number of players.

    checked: whether its invariants are tested in play.

    Raises:
        MeaningError: sentences that parse but cannot be run, all of them, with file and line.
    """
    builder = Builder(ruleset, players, options, checked=checked)
    return program_of(builder, builder.build())


def program_of(b: Builder, start: list[Compiled]) -> Program:
    """The program of what a builder has written.

    start: the procedures that a game begins with.
    """
    decisions = dict(b.decisions)
    decisions[b.pay] = Decision("pay", "", 8, b.pay + 1)
    lines: Lines = []
    tallies = Tallies(b.namespace)
    functions = {name: b.invariants.kept(_function_lines(function)) for name, function in b.functions.items()}
    blocks = {label: _lines(body) for label, body in b.blocks.items()}
    simplify(blocks, functions, tallies)
    short = inline(functions)

    def final(line: str) -> str:
        return narrowed(write_out(line, short), tallies)

    places = b.layout.kept.get(b.source.turn_order)
    order = b.first_player if places is None else places.first
    answers = Answers(functions, b.layout, b.namespace, order, b.offers, tallies, b.pays_from())
    for name in functions:
        lines += [*map(final, answers.function(name)), ""]
    entries = {c.entry for c in b.compiled.values() if c.entry >= 0} | {d.then for d in decisions.values()}
    entries |= {label for label in decisions if label in b.blocks}
    # Where a call returns to is a jump written before the push, so it is found with the other jumps.
    blocks = fuse(blocks, set(b.decisions), entries)
    blocks = {label: b.invariants.kept(lines) for label, lines in blocks.items()}
    first_blocks = {c.name: c.entry for c in b.compiled.values() if c.entry >= 0}
    ways = (answers.reads(name, stack=True) for name, *_ in b.ways)
    reach = Reach(
        blocks, b.owner, decisions, functions, first_blocks,
        {name: tuple((entry, pad) for row in table.values() for entry, pad in row)
         for name, table in b.namespace.items() if name.startswith("EACH_")},
        [[(entry.procedure.entry, entry.limit) for entry in table] for table in b.offers],
        answers, frozenset({PAID}).union(*(answers.row(flag) for flag in b.next_flags.values())),
        joined(*(ANYTHING if way is None else way for way in ways)),
    )  # fmt: skip
    sure, safe = safe_blocks(
        blocks, {label: asking.then for label, asking in decisions.items()}, first_blocks, reach.begun
    )
    for label, block in sorted(blocks.items()):
        written = share([answers.line(final(line)) for line in block])
        lines += [f"def b{label}(s, f):", "    n = s.n", *written, ""]
    # There are several ways to pay; what is found on one of them rests on what the others would change, too.
    also = joined(*(reach.changes(entry.procedure.entry) for entry in b.offers[b.pay_table]))
    limits = (answers.row(limit) for _, _, limit, _ in b.ways if limit)
    paying = joined(frozenset({CARDS, PAID}), reach.paying, also, *limits)
    foresight = Foresight(reach, sure, paying)
    pays_alike = reach.ways.isdisjoint({FRAMES} | ANYTHING)  # whatever is paid for
    probes = foresight.make(
        [entry.procedure.entry for table in b.offers for entry in table]
        + [asking.then for label, asking in decisions.items() if label not in safe]
    )
    lines += share(list(map(final, foresight.lines)))
    offered = Offered(functions, foresight.written, b.constant)
    for table, entries_of in enumerate(b.offers):
        lines += [*map(final, offered.lines(table, entries_of)), ""]
    text = "\n".join(lines)
    asks_within = "DURING(" in text or "SLOT(" in text  # whether something is under way
    code = compile(text, f"<{b.ruleset.id}>", "exec")
    return Program(
        ruleset=b.ruleset,
        players=b.players,
        options=b.options,
        layout=b.layout,
        asked=tuple(b.asked(seat) for seat in range(b.players)),
        start=start,
        compiled=b.compiled,
        owner=b.owner,
        written=b.written,
        decisions=decisions,
        offers=b.offers,
        sure=sure,
        safe=safe,
        probes=probes,
        decided=frozenset(offered.decided),
        pay=b.pay,
        pay_table=b.pay_table,
        pay_prompts=b.pay_prompts,
        pays_alike=pays_alike,
        ways=tuple(
            Way(function, spoken.component, frozenset(resources), limit, conditional)
            for (function, resources, limit, conditional), spoken in zip(b.ways, b.continuous.ways, strict=True)
        ),
        next_flags=b.next_flags,
        pays_from=frozenset(b.pays_from()),
        resources=b.resources,
        first_player=b.first_player,
        turn_flags=tuple(b.turn_flags),
        round_flags=tuple(b.round_flags),
        twice=frozenset(b.twice),
        state_triggers=b.state_triggers,
        lasting=b.lasting,
        endings=b.endings,
        always=tuple(b.invariants.tests),
        verbs={verb: _slots(b, entry) for verb, entry in b.source.verbs.items()},
        tallies=tallies,
        memoised=tuple(answers.kept),
        readers=answers.readers,
        asks_within=asks_within,
        text=text,
        code=code,
        constants=dict(b.namespace),
    )


def _slots(b: Builder, verb: Mapping[str, Any]) -> tuple[VerbSlot, ...]:
    """The slots of a verb, from its entry in the lexicon."""
    slots = verb.get("slots") or {}
    return tuple(VerbSlot(name, kind, b.expressions.type_of(kind)) for name, kind in slots.items())


# The passes still read lines: these few functions go with them.


def _function_lines(function: Function) -> Lines:
    return [f"def {function.name}({', '.join(function.params)}):", "    n = s.n", *_lines(function.body)]


def _lines(body: Body, indent: int = 1) -> Lines:
    """Statements as the passes know them: short bodies behind their `if` or `for`, long ones begin with `pass`."""
    margin = "    " * indent
    found: Lines = []
    for number, stmt in enumerate(body):
        match stmt:
            case Set(_, _, "+") if number and isinstance(before := body[number - 1], Set) and before.op == "-":
                found[-1] += f"; {_joined((stmt,))}"
            case If(test, then, ()) if all(map(_short, then)):
                found.append(f"{margin}if {source.text(test)}: {_joined(then)}")
            case If(test, then, otherwise):
                found += [f"{margin}if {source.text(test)}:", f"{margin}    pass", *_lines(then, indent + 1)]
                if otherwise:
                    found += [f"{margin}else:", f"{margin}    pass", *_lines(otherwise, indent + 1)]
            case For(names, of, inner) if all(map(_short, inner)):
                found.append(f"{margin}for {', '.join(names)} in {source.text(of)}: {_joined(inner)}")
            case For(names, of, inner):
                head = f"{margin}for {', '.join(names)} in {source.text(of)}:"
                found += [head, f"{margin}    pass", *_lines(inner, indent + 1)]
            case _:
                found += source.lines((stmt,), indent)
    return found


def _short(stmt: Stmt) -> bool:
    return isinstance(stmt, Do | Fail | Jump | Leave | Set | Settle)


def _joined(body: Body) -> str:
    return "; ".join(line.strip() for line in source.lines(body))
