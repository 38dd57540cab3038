"""The tables of effects say what the runtime has, and what blocks change in play is what the analysis says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.compiler.builder import Builder
from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.control_flow import fuse
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import Numbers
from rulewright.compiler.passes.effects.runtime_effects import PYTHON, RUNTIME, STATE
from rulewright.compiler.passes.effects.setting import Offered, Setting
from rulewright.runtime import support
from rulewright.runtime.state import State

GAMES = Path(__file__).parent.parent.parent / "games"


def test_every_function_of_the_runtime_has_its_effect():
    program = rw.load("tic_tac_toe").program(2)
    given = {name for name, value in support.namespace(program, program.machine).items() if callable(value)}
    of_probes = {name for name in given if name.startswith(("PROBE_", "AFTER_"))} | {"PAID_AMOUNT"}
    of_machine = {"PAY_ASK", "PAY_TAKE"}
    assert given - of_probes - of_machine - PYTHON.keys() == set(RUNTIME)
    assert all(callable(getattr(State, name.removeprefix("s."))) for name in STATE)


def analysis(ruleset, players):
    """The effects of the fused blocks of a program, and the location of each number of its states."""
    b = Builder(ruleset, players, {option.id: option.default for option in ruleset.options.values()})
    b.build()
    entries = {c.entry for c in b.procedures.compiled.values() if c.entry >= 0} | {
        d.then for d in b.blocks.decisions.values()
    }
    functions = {
        name: Function(name, told.params, b.invariants.kept(told.body))
        for name, told in b.services.module.functions.items()
    }
    blocks = fuse(b.blocks.code, b.blocks.decisions.keys(), entries | b.blocks.decisions.keys() | {b.pay})
    blocks = {label: b.invariants.kept(block) for label, block in blocks.items()}
    numbers = Numbers(
        b.services.layout.rows, [kind.name for kind in b.services.layout.piece_kinds], b.services.module.namespace, {}
    )
    order = b.services.layout.kept.get(b.services.source.turn_order)
    setting = Setting(
        numbers,
        b.services.tables.first_player if order is None else order.first,
        b.blocks.owner,
        {label: asking.then for label, asking in b.blocks.decisions.items()},
        {c.name: c.entry for c in b.procedures.compiled.values() if c.entry >= 0},
        {name: tuple(pair for row in table.values() for pair in row)
         for name, table in b.services.module.namespace.items() if name.startswith("EACH_")},
        [[Offered(entry.procedure.entry, entry.limit, entry.test) for entry in table] for table in b.blocks.offers],
        frozenset(b.pays_from()),
        tuple(b.services.limits.next_flags.values()),
        tuple(name for name, *_ in b.payments.ways),
    )  # fmt: skip
    located = {
        at: frozenset((f"I_{kind.name}",)) for kind in b.services.layout.piece_kinds for row in kind.index for at in row
    }  # fmt: skip
    limits = {row for table in setting.offers for entry in table if entry.limit for row in numbers.row(entry.limit)}
    return Effects(functions, blocks, setting), located, limits


def watched(block, allowed, located, numbers, wrong):
    """A block that notes what it changes beside what it is allowed to."""

    def run(s, f):
        n, where, zones = s.n[:], s.where[:], s.zones[:]
        result = block(s, f)
        changed = {CARDS} if (where, zones) != (s.where, s.zones) else set()
        for at, (old, new) in enumerate(zip(n, s.n, strict=True)) if n != s.n else ():
            if old != new:
                changed |= located.get(at) or numbers.row(at)
        if not changed <= allowed:
            wrong.add((f[0], frozenset(changed - allowed)))
        run.seen |= changed
        return result

    run.seen = set()
    return run


@pytest.mark.parametrize("name", ["walk", "conjurers", "salt_roads", "orchard", "works", "almanac"])
def test_what_blocks_change_in_play_is_what_the_analysis_says(name):
    seen = play(GAMES / name, 40)
    assert seen


def play(game, decisions, players=None):
    """Play a game at random, and compare what blocks change with what they may; all that was changed."""
    rules = rw.load(game)
    players = players or min(rules.players)
    program = rules.program(players + rules.absent)
    effects, located, limits = analysis(rules.ruleset, players + rules.absent)
    wrong, watching = set(), []
    for label, block in effects.blocks.items():
        allowed = effects.changed(block)
        if "*" not in allowed:
            run = watched(program.blocks[label], allowed | limits, located, effects.numbers, wrong)
            watching.append(run)
            program.blocks[label] = run
    for seed in (1, 2):
        game = rules.new_game(players, seed)
        chance = random.Random(seed)
        for _ in range(decisions):
            if game.values:
                game.step(int(chance.random() * len(game.values)))
    assert not wrong
    return set().union(*(run.seen for run in watching))


def mixed(state, other, reads, located, numbers, aggregates):
    """A position that is one where a function reads, and another elsewhere."""
    made = state.copy()
    for at, value in enumerate(other.n):
        if (located.get(at) or numbers.row(at) if at else frozenset()).isdisjoint(reads):
            made.n[at] = value
    if CARDS not in reads:
        made.where, made.zones = other.where[:], other.zones[:]
    made.stack = []
    made.tallies = aggregates.of(made.n)
    made.answers = [None] * len(made.answers)
    return made


@pytest.mark.parametrize("name", ["mythotopia", "civ_new_dawn", "orchard"])
def test_what_a_function_tells_rests_on_nothing_but_what_it_reads(name):
    rules = rw.load(GAMES / name if (GAMES / name).exists() else name)
    players = min(rules.players)
    program = rules.program(players + rules.absent)
    effects, located, _ = analysis(rules.ruleset, players + rules.absent)
    others = [moved(rules.new_game(players, seed), seed)[0] for seed in (3, 4)]
    game, asked = moved(rules.new_game(players, 5), 5)
    compared = 0
    for number, name in enumerate(program.memoised):
        if name not in effects.functions:  # a pass has made it
            continue
        reads = effects.read_by(name)
        for given in list(asked[number])[:20]:
            args = given if isinstance(given, tuple) else (given,)
            tells = program.names[f"new_{name}"]
            fresh = game.state.copy()
            fresh.answers = [None] * len(fresh.answers)
            expected = tells(fresh, *args)
            for other in others:
                position = mixed(game.state, other.state, reads, located, effects.numbers, program.sums)
                assert tells(position, *args) == expected, (name, args, reads)
                compared += 1
    assert compared > 40


def moved(game, seed):
    """A game after some choices; and by the number of each memo, the arguments that its function was asked with."""
    chance = random.Random(seed)
    asked = [{} for _ in game.state.answers]
    for _ in range(60):
        if game.values:
            game.step(int(chance.random() * len(game.values)))
        for number, memo in enumerate(game.state.answers):
            asked[number].update(memo or {})
    return game, asked
