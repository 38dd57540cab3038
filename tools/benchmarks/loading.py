"""Loading: a ruleset from its files to a program, in a fresh process; and checking it after an edit."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.playing import playable
from benchmarks.rows import Row

CHILD = """
import json, sys, time
start = time.process_time()
import rulewright
imported = time.process_time()
rules = rulewright.load(sys.argv[1])
loaded = time.process_time()
program = rules.program(int(sys.argv[2]))
compiled = time.process_time()
game = rules.new_game(int(sys.argv[2]), 1)
first = game.decision
end = time.process_time()
print(json.dumps({"imports": imported - start, "load": loaded - imported, "compile": compiled - loaded,
                  "first decision": end - compiled, "source lines": program.text.count(chr(10))}))
"""

CHECK = """
import json, sys, time
from pathlib import Path
from rulewright.cli.commands.check import check_once
from rulewright.cli.text.report import Format
folder, file, before, after, value, rounds = sys.argv[1:]
edited, times = Path(folder) / file, []
for number in range(int(value), int(value) + int(rounds) + 1):
    start = time.process_time()
    found = check_once([folder], Format.HUMAN, None, [], True)
    times.append(time.process_time() - start)
    assert not found, "the edit is right, so nothing must be found"
    text = edited.read_text(encoding="utf-8")
    was, new = f"{before}{number}{after}", f"{before}{number + 1}{after}"
    assert was in text
    edited.write_text(text.replace(was, new), encoding="utf-8")
print(json.dumps(times))
"""


EDITS = {
    "age_of_innovation": ("components/actions.yaml", "gain ", " coins", 7),
    "civ_new_dawn": ("components/diplomacy_cards.yaml", "combat value is ", " higher", 2),
    "monumental": ("components/development.yaml", "gain ", " gold", 3),
    "mythotopia": ("components/improvement_cards.yaml", "strength is ", " higher", 1),
    "tic_tac_toe": ("ruleset.yaml", "version: 0.1.", "", 0),
}
"""A number whose change leaves a ruleset right: in which file, the words around it, and what it is."""


def child(cache: Path, code: str, *arguments: str) -> tuple[str, float]:
    """What a fresh process prints, and how long it lived; it keeps its caches in a folder of ours."""
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()[-1], time.perf_counter() - start


def load_rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Load and compile with an empty cache (bytecode of the engine is there, as after installing), then again."""
    for rules in playable(arguments):
        players = str(max(rules.players))
        folder = rules.ruleset.folder
        size = sum(path.stat().st_size for path in folder.rglob("*.yaml") if "scenarios" not in path.parts)
        found: dict[str, list[dict[str, float]]] = {"cold": [], "warm": []}
        for _ in range(arguments.repeat):
            with tempfile.TemporaryDirectory() as name:
                for rounds in found.values():
                    printed, whole = child(Path(name), CHILD, str(folder), players)
                    rounds.append({**json.loads(printed), "process": whole})
        for state, (budget, aim) in (("cold", (0.6, 0.35)), ("warm", (0.1, 0.06))):
            both = median(one["load"] + one["compile"] for one in found[state])
            parts = ("imports", "load", "compile", "first decision", "process")
            beside = {f"{part} s": median(one[part] for one in found[state]) for part in parts}
            beside |= {"kB of YAML": size // 1000, "lines of code": found[state][0]["source lines"]}
            yield Row("load", f"{rules.id}, {state}: load and compile", both, "s", budget, aim, beside=beside)


def check_rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """`rulewright check --watch` after one text was changed to what was never checked before; and the first check."""
    for rules in playable(arguments):
        if rules.id not in EDITS:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / rules.id
            shutil.copytree(rules.ruleset.folder, folder)
            edit = [str(part) for part in EDITS[rules.id]]
            printed, _ = child(Path(name) / "cache", CHECK, str(folder), *edit, str(arguments.repeat))
            first, *others = json.loads(printed)
        yield Row("check", f"{rules.id}, after an edit", median(others), "s", 0.3, 0.1, beside={"at first s": first})
