"""How long after a key an editor is told what is wrong: `rulewright lsp`, over the wire, while somebody types."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, BinaryIO

from benchmarks.playing import playable
from benchmarks.rows import Row

SENTENCE = " Gain 1 crad for ech space you contrl."
"""What is typed behind a text: words that are wrong while they are half written, and others that stay wrong."""
BETWEEN = 0.12
"""Seconds from key to key: a quick typist."""
PAUSE = 1.0
"""Seconds after each sentence, in which the whole is checked: the next key comes while that still goes on."""

_PATTERNS = (
    "lexicon.yaml", "components/*.yaml", "procedures/*.yaml", "packs/*/pack.yaml",
    *(f"locale/{lang}/texts.yaml" for lang in ("es", "fr", "hu")),
)  # fmt: skip
"""The files that texts are typed into: the largest of each."""


class Server:
    """The language server, and an editor that only types."""

    def __init__(self, packs: list[str]) -> None:
        command = [sys.executable, "-c", "from rulewright.cli import main; main()", "lsp"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdin is not None and process.stdout is not None
        self._in: BinaryIO = process.stdin  # type: ignore[assignment]
        self._out: BinaryIO = process.stdout  # type: ignore[assignment]
        self.process = process
        self.ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {},
                                "initializationOptions": {"packs": packs}})  # fmt: skip
        self.tell("initialized", {})

    def tell(self, method: str, params: Any, **more: Any) -> None:
        """Send a message."""
        raw = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self._in.write(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
        self._in.flush()

    def ask(self, method: str, params: Any) -> Any:
        """Send a message, and wait for the answer."""
        self.tell(method, params, id=1)
        return next(message for message in self.messages() if message.get("id") == 1)

    def messages(self) -> Iterator[dict[str, Any]]:
        """What the server says."""
        while True:
            length = 0
            while (line := self._out.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            yield json.loads(self._out.read(length))

    def processor(self) -> float:
        """Seconds of the processor that the server has taken, with all its threads; the whole check is another process.

        Source: the first number of /proc/PID/task/TID/schedstat, in nanoseconds (Linux only).
        """
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def checked(self) -> None:
        """Wait until the whole was checked."""
        next(message for message in self.messages() if message.get("method") == "$/rulewright/checked")

    def told(self, uri: str, version: int) -> int:
        """Wait until problems of a version are told; returns how many."""
        for message in self.messages():
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            params = message["params"]
            if params["uri"] == uri and params.get("version") == version:
                return len(params["diagnostics"])
        raise AssertionError("the server goes on until it is told to stop")


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Keys in the largest files with texts of each ruleset, with all packs that lie in it."""
    for rules in playable(arguments):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / rules.id
            shutil.copytree(rules.ruleset.folder, folder)
            packs = [str(path.parent) for path in sorted(folder.glob("packs/*/pack.yaml"))]
            for file in _largest(folder):
                times, problems = _typed(folder, file, packs, arguments.repeat, arguments.processor)
                beside = {
                    "median ms": 1000 * median(times), "worst ms": 1000 * max(times), "keys": len(times),
                    "kB": file.stat().st_size // 1000, "packs": len(packs), "problems at the end": problems,
                    **({"clock": "of the server's processor"} if arguments.processor else {}),
                }  # fmt: skip
                what = f"{rules.id}, {file.relative_to(folder)}: 95th percentile"
                yield Row("keys", what, quantiles(times, n=20)[-1], "s", 0.1, 0.05, beside=beside)


def _largest(folder: Path) -> Iterator[Path]:
    """The largest file of each kind that has texts."""
    for pattern in _PATTERNS:
        files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_size)
        if files and _place(files[-1].read_text(encoding="utf-8")) is not None:
            yield files[-1]


def _place(text: str) -> tuple[int, int] | None:
    """Line and column behind the full stop of a text in the middle of a file."""
    lines = text.split("\n")
    found = [at for at, line in enumerate(lines) if re.search(r"[a-zíáéőúűóüö]\.$", line) and not line.startswith("#")]
    return (at := found[len(found) // 2], len(lines[at])) if found else None


def _typed(folder: Path, file: Path, packs: list[str], rounds: int, processor: bool) -> tuple[list[float], int]:
    """The seconds from each key to what is told of it, and how many problems are told at the end.

    Args:
        processor: count the seconds of the server's processor, for a busy machine.
    """
    text = file.read_text(encoding="utf-8")
    place = _place(text)
    assert place is not None
    server = Server(packs)
    clock = server.processor if processor else time.perf_counter
    uri, version, times, problems = file.as_uri(), 1, [], 0
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": item})
    server.checked()
    for _ in range(rounds):
        for number, sign in enumerate(SENTENCE):
            version += 1
            at = {"line": place[0], "character": place[1] + number}
            change = {"range": {"start": at, "end": at}, "text": sign}
            start = clock()
            server.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                                   "contentChanges": [change]})  # fmt: skip
            problems = server.told(uri, version)
            times.append(clock() - start)
            time.sleep(BETWEEN if sign != " " else PAUSE)
        version += 1
        area = {"start": {"line": place[0], "character": place[1]},
                "end": {"line": place[0], "character": place[1] + len(SENTENCE)}}  # fmt: skip
        server.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": [{"range": area, "text": ""}]})  # fmt: skip
        server.told(uri, version)
    server.process.kill()
    server.process.wait()
    return times, problems
