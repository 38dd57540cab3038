"""Break the rules of a ruleset one word or number at a time, and see what notices: check, a scenario, or nothing.

Every mutant can still be read. What nothing notices is printed with file and line: a scenario is missing there, or the
change has no meaning (a limit that cannot be reached, say). The exit status is then 1. A mutant is the `same` where its
program is the ruleset's; otherwise it is tried by the scenarios that run what it changes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator

from mutations.data import Mutant, Mutations, parts
from mutations.trial import Court, Outcome
from rulewright.ruleset.files.discovery import shown_path
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset

_court: Court  # in the processes that try mutants


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="tools/mutate", description=__doc__)
    parser.add_argument("game", help="a ruleset by name or path")
    parser.add_argument("ids", nargs="*", help="components, procedures or words of the lexicon; everything if none")
    parser.add_argument("--pack", dest="packs", action="append", default=[], help="only what it says; may be repeated")
    parser.add_argument("--components", type=int, metavar="N", help="so many components, drawn by lot")
    parser.add_argument("--most", type=int, metavar="N", help="no more than so many mutants of each of them")
    parser.add_argument("--seed", type=int, default=1, help="of the lot (%(default)s)")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes (%(default)s)")
    asked = parser.parse_args()
    ruleset = load_ruleset(asked.game, asked.packs)
    began = time.perf_counter()
    mutations = Mutations(ruleset)
    mutants = list(chosen(ruleset, mutations, asked))
    outcomes = list(tried(mutations, mutants, asked.jobs))
    report(ruleset, outcomes, time.perf_counter() - began)
    return int(any(outcome.by in ("", "crash") for outcome in outcomes))


def chosen(ruleset: Ruleset, mutations: Mutations, asked: argparse.Namespace) -> Iterator[Mutant]:
    """The mutants that are asked for."""
    known = parts(ruleset)
    unknown = [name for name in asked.ids if name not in known]
    if unknown:
        raise SystemExit(f"{ruleset.title} has no {', '.join(unknown)}.")
    lot = random.Random(asked.seed)
    if ruleset.packs:
        written = {write.path for write in ruleset.content.writes}
        known = {name: path for name, path in known.items() if any(one[: len(path)] == path for one in written)}
    names = asked.ids or list(known)
    if asked.components:
        components = [name for name, path in known.items() if path[0] == "components"]
        names = sorted(lot.sample(components, min(asked.components, len(components))))
    for name in names:
        mutants = [mutant for mutant in mutations.of(name) if said_by_packs(ruleset, mutant)]
        yield from mutants if asked.most is None or len(mutants) <= asked.most else lot.sample(mutants, asked.most)


def said_by_packs(ruleset: Ruleset, mutant: Mutant) -> bool:
    """Whether a mutant changes what the packs say; without packs all is meant."""
    file = ruleset.content.place(mutant.path).file
    return not ruleset.packs or any(file.startswith(f"{shown_path(pack.path)}/") for pack in ruleset.packs)


def tried(mutations: Mutations, mutants: list[Mutant], jobs: int) -> Iterator[Outcome]:
    """The outcomes, in the order of the mutants."""
    global _court
    _court = Court(mutations)
    if jobs < 2:
        yield from map(_judged, mutants)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(_judged, mutants)


def _judged(mutant: Mutant) -> Outcome:
    return _court.judge(mutant)


def report(ruleset: Ruleset, outcomes: list[Outcome], seconds: float) -> None:
    """Print how each part fared, and all that nothing noticed."""
    print(f"{'':32}mutants   same  check  scenarios  nothing")
    for part in dict.fromkeys(outcome.mutant.part for outcome in outcomes):
        by = Counter(outcome.by for outcome in outcomes if outcome.mutant.part == part)
        print(f"{part:32}{_columns(by)}")
    by = Counter(outcome.by for outcome in outcomes)
    print(f"{'together':32}{_columns(by)}  ({seconds:.0f} s)")
    for outcome in outcomes:
        if outcome.by in ("", "crash"):
            what = f"the engine failed ({outcome.told})" if outcome.by else "nothing noticed"
            print(f"{place(ruleset, outcome.mutant)}: {outcome.mutant.part}: {what}: {change(outcome.mutant)}")


def _columns(by: Counter[str]) -> str:
    return f"{by.total():7}{by['same']:7}{by['check']:7}{by['scenario']:11}{by['']:9}"


def place(ruleset: Ruleset, mutant: Mutant) -> str:
    """File and line of what was changed, inside a text too."""
    text = mutant.old
    raw = ruleset.content.data
    for key in mutant.path:
        raw = raw[key]
    if isinstance(raw, str) and isinstance(mutant.value, str):
        words = list(re.finditer(r"\S+", raw))
        same = len(_common(text.split(), mutant.new.split()))
        offset = words[min(same, len(words) - 1)].start() if words else 0
        found = ruleset.content.text_place(mutant.path, offset)
    else:
        found = ruleset.content.place(mutant.path)
    return f"{found.file}:{found.line}"


def change(mutant: Mutant) -> str:
    """Old and new, with a few words around what differs."""
    old, new = mutant.old.split(), mutant.new.split()
    before = len(_common(old, new))
    after = min(len(_common(old[::-1], new[::-1])), len(old) - before, len(new) - before)
    start, tail = max(0, before - 3), after - 3 if after > 3 else 0

    def around(words: list[str]) -> str:
        shown = " ".join(words[start : len(words) - tail])
        return f"{'… ' if start else ''}{shown}{' …' if tail else ''}"

    key = ".".join(map(str, mutant.path[2:]))
    return f"{key}: {around(old)} → {around(new)}"


def _common(one: list[str], other: list[str]) -> list[str]:
    """What two lists of words begin with alike."""
    same = 0
    while same < min(len(one), len(other)) and one[same].lower() == other[same].lower():
        same += 1
    return one[:same]


if __name__ == "__main__":
    sys.exit(main())
