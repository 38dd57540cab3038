"""The collector, in a process of its own: in one that has run other tests, each look takes it seconds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).with_name("collector_cases.py")


def test_every_case_of_the_collector_passes() -> None:
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "--noconftest", "-q", str(CASES)], capture_output=True, text=True, timeout=600)
    cases = len(re.findall(r"^def test_", CASES.read_text(encoding="utf-8"), re.MULTILINE))
    assert done.returncode == 0 and f"{cases} passed" in done.stdout and cases > 1, done.stdout + done.stderr
