"""Replay ledgers and tell how many of their rows agree: `tools/ledgers FOLDER|FILE …`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import rulewright as rw
from ledger_replay.game import codes
from ledger_replay.reading import Row, Unreadable, read
from ledger_replay.replaying import Replay


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/ledgers", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="ledgers, or folders of them (*.tsv)")
    parser.add_argument("--ruleset", help="a ruleset, or its folder, in place of the one that is shipped")
    args = parser.parse_args()
    files = [file for path in args.paths for file in (sorted(path.glob("*.tsv")) if path.is_dir() else [path])]
    if not files:
        print("There is no ledger (*.tsv).", file=sys.stderr)
        return 2
    known = codes()
    rules = rw.load(args.ruleset or known["ruleset"])
    agreed = total = whole = 0
    for file in files:
        started = time.perf_counter()
        try:
            ledger = read(file)
        except Unreadable as error:
            print(error, file=sys.stderr)
            return 2
        replay = Replay.begin(ledger, rules, known)
        replay.run()
        rows = sum(isinstance(row, Row) for row in ledger.rows)
        agreed, total, whole = agreed + replay.agreed, total + rows, whole + (replay.agreed == rows)
        spent = time.perf_counter() - started
        print(
            f"{file.stem}: {replay.agreed} of {rows} rows agree ({replay.choices} choices, {spent:.1f} s)", flush=True
        )
        if replay.problem:
            print(f"    {replay.problem}", flush=True)
    print(f"{agreed} of {total} rows in {whole} of {len(files)} ledgers")
    return int(agreed != total)


if __name__ == "__main__":
    sys.exit(main())
