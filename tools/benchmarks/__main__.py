"""Measure Rulewright against its budgets.

Ratios come from one run, in turns; every figure is the median of several. Nothing here is a test: a slow machine is no
failure, and the exit status is 0 whatever the figures are.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict

from benchmarks import card, loading, playing, tic_tac_toe
from benchmarks.rows import Row

BENCHES: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "card": card.rows,
    "tic_tac_toe": tic_tac_toe.rows,
    "copy": playing.copy_rows,
    "load": loading.load_rows,
    "check": loading.check_rows,
    "decisions": playing.decision_rows,
    "replay": playing.replay_rows,
}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="tools/bench", description=__doc__)
    parser.add_argument("bench", nargs="+", choices=[*BENCHES, "all"], help="what to measure")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON lines instead of a table")
    form.add_argument("--markdown", action="store_true", help="print rows of the tables in docs/performance.md")
    parser.add_argument("--repeat", type=int, default=5, help="rounds of which the median is taken (%(default)s)")
    parser.add_argument("--games", type=int, default=20, help="games of each player count (%(default)s)")
    parser.add_argument("--ruleset", nargs="+", help="rulesets for copy, load, check, decisions and replay")
    arguments = parser.parse_args()
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {_processor()}"
    print(json.dumps({"machine": machine}) if arguments.json else machine, flush=True)
    for name in BENCHES if "all" in arguments.bench else arguments.bench:
        for row in BENCHES[name](arguments):
            if arguments.json:
                print(json.dumps({**asdict(row), "met": row.met}), flush=True)
            else:
                print((_markdown if arguments.markdown else _line)(row), flush=True)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        return platform.processor()


def _cells(row: Row) -> tuple[str, str, str, str]:
    than = "≥" if row.more_is_better else "≤"
    budget = "" if row.budget is None else f"{than} {_number(row.budget)}"
    budget += f", aim {_number(row.aim)}" if row.aim else ""
    beside = ", ".join(f"{name} {_number(value)}" for name, value in row.beside.items())
    return f"{_number(row.figure)} {row.unit}", budget, {None: "", True: "met", False: "MISSED"}[row.met], beside


def _line(row: Row) -> str:
    figure, budget, verdict, beside = _cells(row)
    return f"{row.bench:12}{row.what:48}{figure:>24} {budget:26}{verdict:8}{beside}".rstrip()


def _markdown(row: Row) -> str:
    figure, budget, verdict, beside = _cells(row)
    return f"| {row.bench} | {row.what} | {figure} | {budget} | {verdict.replace('MISSED', '**missed**')} | {beside} |"


def _number(value: object) -> str:
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else str(value)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
