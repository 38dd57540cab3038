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
import sys, time
start = time.process_time()
from rulewright.cli import main
sys.argv = ["rulewright", "check", sys.argv[1]]
imported = time.process_time()
try:
    main()
except SystemExit as end:
    assert not end.code, "the edit is right, so nothing must be found"
print(imported - start, time.process_time() - imported)
"""


EDITS = {
    "age_of_innovation": ("components/actions.yaml", "gain 7 coins", "gain 8 coins"),
    "civ_new_dawn": ("components/diplomacy_cards.yaml", "combat value is 2 higher", "combat value is 3 higher"),
    "monumental": ("components/development.yaml", "gain 3 gold", "gain 4 gold"),
    "mythotopia": ("components/improvement_cards.yaml", "strength is 1 higher", "strength is 2 higher"),
}
"""A change that leaves a ruleset right: in which file, what, and what it becomes. Elsewhere its version changes."""


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
    """`rulewright check` in a fresh process after one text of a checked ruleset was changed."""
    for rules in playable(arguments):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / rules.id
            shutil.copytree(rules.ruleset.folder, folder)
            cache = Path(name) / "cache"
            child(cache, CHECK, str(folder))
            checked = shutil.copytree(cache, Path(name) / "checked")
            file, before, after = EDITS.get(rules.id, ("ruleset.yaml", "version: ", "version: 1"))
            edited = folder / file
            text = edited.read_text(encoding="utf-8")
            assert before in text
            edited.write_text(text.replace(before, after), encoding="utf-8")
            times = []
            for _ in range(arguments.repeat):
                shutil.rmtree(cache)
                shutil.copytree(checked, cache)  # what was found out the round before is not known
                printed, whole = child(cache, CHECK, str(folder))
                imports, check = map(float, printed.split())
                times.append((check, imports, whole))
        check, imports, whole = (median(column) for column in zip(*times, strict=True))
        beside = {"imports s": imports, "process s": whole}
        yield Row("check", f"{rules.id}, after an edit", check, "s", 0.3, 0.1, beside=beside)
