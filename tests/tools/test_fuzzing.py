"""The fuzzer finds nothing in some hundred cases, and finds what it is there for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from fuzzing import trial as fuzzing
from fuzzing import workers
from fuzzing.trial import Outcome, trial
from sample import costly, sample

from docs import ROOT

CASES, CHUNK = sample(few=costly(25, 50), all=300), 25
SEED = 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fuzzing, "PATIENCE", 300)  # what is slow on a slow machine does not hang
    return tmp_path / "case"


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_nothing_fails_hangs_or_crashes_in_play(first: int, folder: Path) -> None:
    outcomes = [trial(SEED, number, folder) for number in range(first, first + CHUNK)]
    assert [outcome for outcome in outcomes if outcome.defect] == []


def test_a_case_follows_from_its_number(folder: Path) -> None:
    def told(number: int) -> tuple[str, str, list[str], list[str]]:
        outcome = trial(SEED, number, folder)
        return outcome.base, outcome.result, outcome.told, outcome.codes

    assert [told(number) for number in range(8)] == [told(number) for number in range(8)]


def hang(*_: object) -> None:
    while True:
        pass


def fail(*_: object) -> None:
    raise ValueError("This is what a fuzzer is for.")


@pytest.mark.parametrize(("harm", "told"), [(hang, "took more than"), (fail, "This is what a fuzzer is for.")])
@pytest.mark.parametrize(("part", "kind"), [("read_ruleset", "ruleset"), ("read_ruleset", "pack"), ("_see", "journal")])
def test_a_planted_defect_is_found(
    harm: object, told: str, part: str, kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if harm is hang:
        monkeypatch.setattr(fuzzing, "PATIENCE", 0.2)
    monkeypatch.setattr(fuzzing, part, harm)
    monkeypatch.setattr(fuzzing.Mutator, "some", lambda self, data, most=3: data)
    monkeypatch.setattr(fuzzing.Mutator, "bytes", lambda self, raw: raw)
    found: Outcome | None = None
    for number in range(200):
        found = trial(SEED, number, folder, (kind,))
        if found.defect:
            break
    assert found and told in found.defect


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_who_waits_for_a_busy_processor_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            worker = workers.Worker(SimpleNamespace(pid=busy.pid), None, None)  # type: ignore[arg-type]
            assert not worker.since and not worker.hangs(), "long since begun, but it had no time yet"
            worker.spent = -1000
            while not worker.hangs():  # as soon as it is seen to run
                time.sleep(0.001)
            worker.spent = 0
            busy.send_signal(signal.SIGSTOP)
            while not worker.hangs():  # nothing is done any more
                time.sleep(0.001)
        finally:
            busy.kill()


def test_a_run_counts_and_goes_on_where_it_is_told() -> None:
    def run(*arguments: str) -> list[str]:
        command = [sys.executable, "-m", "fuzzing", "--jobs", "1", "--seed", str(SEED), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
        result = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout.splitlines()[1:]

    counted = [line.split() for line in run("-n", "2", "--first", "4") if line.strip() and "codes" not in line]
    assert counted[-1] == ["defects:", "0"]
    assert sum(int(line[-1]) for line in counted[:-1]) == 2
