"""Play many random games of rulesets and look at every position.

Printed for each number of players: how the games went, what they cost, and what never came up; with --mixes, for each
mix of the packs, a line of how the games went. The exit status is 1 when a game broke an invariant or raised an error,
or when too many did not end.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from statistics import mean, median

import rulewright as rw
from playouts.games import LEFT, Plan, Tally, option_mixes, play_many, tellable
from rulewright.cli.rulesets import settings
from rulewright.ruleset.files.discovery import shipped_rulesets

SHOWN = 20
MOST_LEFT = 0.1
"""The share of games that may be left because they go on for too long."""


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__)
    parser.add_argument("ruleset", nargs="*", help="names or folders; all that ship by default")
    parser.add_argument("-n", type=int, default=2000, help="games of each number of players (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first game's seed (%(default)s)")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--every", type=int, default=10, help="look at every how manieth position (%(default)s)")
    parser.add_argument("--pack", dest="packs", action="append", default=[], help="a pack; may be repeated")
    parser.add_argument("--mixes", action="store_true", help="with every mix of the packs, none and all included")
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="of every game; the mixes are of the others"
    )
    parser.add_argument("--seen", action="store_true", help="count the deeds, cards and acts of which the logs tell")
    arguments = parser.parse_args()
    failures = 0
    for name in arguments.ruleset or shipped_rulesets():
        failures += (_mixes if arguments.mixes else _closely)(name, arguments)
    return 1 if failures else 0


def _mixes(name: str, arguments: argparse.Namespace) -> int:
    """Play with every mix of packs and print a line for each and each number of players; how much went wrong."""
    failures = 0
    sizes = range(len(arguments.packs) + 1)
    for packs in (mix for size in sizes for mix in combinations(arguments.packs, size)):
        plan = Plan(name, 0, arguments.every, packs=packs)
        for players in arguments.players or plan.rules().players:
            tally = played(replace(plan, players=players), arguments)
            ended = tally.games - tally.ends[LEFT] - len(tally.failures)
            print(
                f"{' + '.join(packs) or 'no packs'}: {players} players: {tally.games} games, {ended} ended,"
                f" {mean(tally.lengths):.0f} decisions a game, mean score {mean(tally.scores or [0]):.1f},"
                f" {len(tally.failures)} failures",
                flush=True,
            )
            for failure in tally.failures[:SHOWN]:
                print(f"  {failure}")
            failures += len(tally.failures) + (tally.ends[LEFT] > tally.games * MOST_LEFT)
    return failures


def played(plan: Plan, arguments: argparse.Namespace) -> Tally:
    """What came of the games of a plan that the command line asks for."""
    tally = Tally()
    seeds = range(arguments.first, arguments.first + arguments.n)
    for one in play_many(plan, seeds, arguments.jobs):
        tally.add(one)
        if tally.games % 100 == 0:
            print(f"  {plan.players} players: {tally.games} games, {len(tally.failures)} failures", file=sys.stderr)
    return tally


def _closely(name: str, arguments: argparse.Namespace) -> int:
    """Play with all packs together and print all there is to say; how much went wrong."""
    options = tuple(settings(arguments.set).items())
    plan = Plan(name, 0, arguments.every, packs=tuple(arguments.packs), options=options)
    rules = plan.rules()
    mixes = [" ".join(f"{key}={value}" for key, value in mix.items()) for mix in option_mixes(rules, dict(options))]
    print(f"{rules.title} {rules.version}: {arguments.n} games of each number of players")
    print(f"  options, by turns: {'; '.join(mix or 'as printed' for mix in mixes)}")
    failures = 0
    moved: set[str] = set()
    told: Counter[tuple[str, str]] = Counter()
    for players in arguments.players or rules.players:
        start = time.perf_counter()
        tally = played(replace(plan, players=players), arguments)
        report(rules, players, tally, time.perf_counter() - start)
        moved |= tally.moved
        told += tally.seen
        failures += len(tally.failures) + (tally.ends[LEFT] > tally.games * MOST_LEFT)
    cards = {card.component for card in rules.program(max(rules.players) + rules.absent).layout.cards}
    print(f"  cards that never left their first zone: {_some(cards - moved)}")
    for line in seen(rules, told) if arguments.seen else ():
        print(f"  {line}")
    return failures


def report(rules: rw.Rules, players: int, tally: Tally, elapsed: float) -> None:
    """Print what came of the games of one number of players."""
    decisions = max(1, tally.decisions)
    print(
        f"  {players} players: {tally.games} games in {elapsed:.0f} s; {mean(tally.lengths):.0f} decisions a game"
        f" (median {median(tally.lengths):.0f}, longest {max(tally.lengths)}), {tally.options / decisions:.1f} options,"
        f" mean score {mean(tally.scores or [0]):.1f} ({min(tally.scores or [0])} to {max(tally.scores or [0])})"
    )
    print(
        f"    {tally.decisions / max(1e-9, tally.seconds):,.0f} decisions/s; 99th percentile"
        f" {tally.percentile(0.99) * 1000:.2f} ms, worst {tally.worst[0] * 1000:.1f} ms (seed {tally.worst[1]})"
    )
    print("    ends: " + "; ".join(f"{end}: {number}" for end, number in tally.ends.most_common()))
    program = rules.program(players + rules.absent)
    abilities = {
        _use(program.labels.ids.option(label, (table, number, card)))
        for label, asking in program.decisions.items() if asking.kind == "offer"
        for table, entries in enumerate(program.offers) for number, entry in enumerate(entries)
        for card in entry.cards or (-1,)
    }  # fmt: skip
    offered, taken = ({_use(name) for name in names} for names in (tally.offered, tally.taken))
    headings = {name.partition(":")[2] for name in offered}
    abilities = {name for name in abilities if name.partition(":")[2] in headings}
    asked = {program.owner[label] for label in program.decisions}
    print(f"    options never offered: {_some(abilities - offered)}")
    print(f"    offered, never taken: {_some(offered - taken)}")
    print(f"    never asked by: {_some(asked - set(tally.asked))}")
    print(f"    failures: {len(tally.failures)}")
    for failure in tally.failures[:SHOWN]:
        print(f"      {failure}")


def seen(rules: rw.Rules, told: Counter[tuple[str, str]]) -> Iterator[str]:
    """How often each deed was done and each card and act was chosen, and which never; a line for each."""
    possible = tellable(rules)
    for what in sorted({what for what, _ in told} | possible.keys()):
        counts = {of: number for (told_of, of), number in told.most_common() if told_of == what and of}
        times = sum(number for (told_of, _), number in told.items() if told_of == what)
        known = possible.get(what, set())
        line = f"{what}: {times}"
        if counts:
            line += f" ({len(counts)}{f' of {len(known)}' if known else ''}: "
            line += ", ".join(f"{of} {number}" for of, number in counts.items()) + ")"
        never = known - counts.keys()
        if times and never and len(never) <= len(counts):  # of more, the question asks for a few of its kind only
            line += f"; never {', '.join(sorted(never))}"
        yield line


def _use(option: str) -> str:
    """What is done, from wherever: a card and a heading, or a procedure."""
    return ":".join(option.split(":")[:2])


def _some(names: set[str]) -> str:
    listed = sorted(names)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(listed[:SHOWN]) + more if listed else "none"


if __name__ == "__main__":
    sys.exit(main())
