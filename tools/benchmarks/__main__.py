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

from benchmarks import card, compare, keys, loading, playing, scaling, tic_tac_toe, web
from benchmarks.rows import Row

BENCHES: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "card": card.rows,
    "tic_tac_toe": tic_tac_toe.rows,
    "copy": playing.copy_rows,
    "load": loading.load_rows,
    "check": loading.check_rows,
    "keys": keys.rows,
    "decisions": playing.decision_rows,
    "replay": playing.replay_rows,
    "web": web.rows,
    "scaling": scaling.rows,
}


def main(words: list[str] | None = None) -> int:
    """Run what the command line asks for; 2 if it cannot be compared with what was named."""
    arguments = _parser().parse_args(_known(sys.argv[1:] if words is None else words))
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {_processor()}"
    print(json.dumps({"machine": machine}) if arguments.json else machine, flush=True)
    try:
        for row in _rows(arguments):
            if arguments.json:
                print(json.dumps({**asdict(row), "met": row.met}), flush=True)
            else:
                print((_markdown if arguments.markdown else _line)(row), flush=True)
    except compare.NotComparable as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    form = common.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON lines instead of a table")
    form.add_argument("--markdown", action="store_true", help="print rows of the tables in docs/performance.md")
    common.add_argument("--repeat", type=int, default=5, help="rounds of which the median is taken (%(default)s)")
    common.add_argument("--games", type=int, default=20, help="games of each player count (%(default)s)")
    common.add_argument(
        "--processor", action="store_true", help="tic_tac_toe, decisions, keys: of the processor, for a busy machine"
    )
    common.add_argument(
        "--native",
        action="store_true",
        help="tic_tac_toe, decisions, replay: by native programs, too",
    )
    common.add_argument("--picture", metavar="FILE", help="scaling: an SVG file to draw it into")
    common.add_argument("--ruleset", nargs="+", help="rulesets for copy, load, check, decisions, replay and compare")
    parser = argparse.ArgumentParser(prog="tools/bench", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    measure = kinds.add_parser("measure", parents=[common], help="the budgets; the word may be left out")
    measure.add_argument("bench", nargs="+", choices=[*BENCHES, "all"], help="what to measure")
    against = kinds.add_parser("compare", parents=[common], description=compare.__doc__, help="with an earlier engine")
    against.add_argument("revision", help="a revision of git: a hash, a tag, HEAD~3 …")
    return parser


def _known(words: list[str]) -> list[str]:
    """The words with the kind of bench in front: `measure` may be left out."""
    return words if words[:1] in (["measure"], ["compare"], ["-h"], ["--help"]) else ["measure", *words]


def _rows(arguments: argparse.Namespace) -> Iterator[Row]:
    if arguments.kind == "compare":
        yield from compare.rows(arguments)
        return
    for name in BENCHES if "all" in arguments.bench else arguments.bench:
        yield from BENCHES[name](arguments)


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
