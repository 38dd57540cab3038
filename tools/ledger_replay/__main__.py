"""Replay ledgers and tell how many of their rows agree: `tools/ledgers FOLDER|FILE …`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import rulewright as rw
from ledger_replay.figures import figures, table
from ledger_replay.game import Codes, codes
from ledger_replay.reading import Row, Unreadable, read
from ledger_replay.replaying import Replay


def main() -> int:
    """Run what the command line asks for; 0: every row agrees, 1: one differs, 2: something cannot be read."""
    parser = argparse.ArgumentParser(prog="tools/ledgers", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="ledgers, or folders of them (*.tsv)")
    parser.add_argument("--ruleset", help="a ruleset, or its folder, in place of the one that is shipped")
    parser.add_argument("--figures", nargs="*", metavar="ID", help="which figures (of these parts) the ledgers prove")
    args = parser.parse_args()
    files = [file for path in args.paths for file in (sorted(path.glob("*.tsv")) if path.is_dir() else [path])]
    if not files:
        print("There is no ledger (*.tsv).", file=sys.stderr)
        return 2
    known = codes()
    try:
        rules = rw.load(args.ruleset or known["ruleset"])
    except rw.RulewrightError as error:
        print(error, file=sys.stderr)
        return 2
    if args.figures is not None:
        return _figures(files, rules, known, args.figures)
    return _rows(files, rules, known)


def _rows(files: list[Path], rules: rw.Rules, known: Codes) -> int:
    """Replay the ledgers, with a line for each."""
    agreed = total = whole = unread = 0
    for file in files:
        started = time.process_time()
        try:
            ledger = read(file)
            replay = Replay.begin(ledger, rules, known)
        except Unreadable as error:
            print(error, file=sys.stderr, flush=True)
            unread += 1
            continue
        replay.run()
        rows = sum(isinstance(row, Row) for row in ledger.rows)
        agreed, total, whole = agreed + replay.agreed, total + rows, whole + (replay.agreed == rows)
        spent = time.process_time() - started
        print(
            f"{file.stem}: {replay.agreed} of {rows} rows agree ({replay.choices} choices, {spent:.1f} s)", flush=True
        )
        if replay.problem:
            print(f"    {replay.problem}", flush=True)
    print(f"{agreed} of {total} rows in {whole} of {len(files)} ledgers" + (f"; {unread} unreadable" if unread else ""))
    return 2 if unread else int(agreed != total)


def _figures(files: list[Path], rules: rw.Rules, known: Codes, names: list[str]) -> int:
    """Tell which figures the ledgers prove."""
    try:
        for line in table(figures(rules.ruleset, [read(file) for file in files], known, names)):
            print(line, flush=True)
    except (Unreadable, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
