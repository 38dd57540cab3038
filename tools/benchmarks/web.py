"""The table in a browser: what an answer costs, and how long browsers wait for it when there are many tables."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

import rulewright as rw
from benchmarks.playing import playable
from benchmarks.rows import Row

CHOICES = 60
"""Choices of one table of which the answers are timed."""
TABLES = 50
THINKING = 15.0
"""Seconds that a human thinks, on average."""
SECONDS = 40.0
"""How long the tables are played at."""
WARMING = 15.0
"""Seconds before that, in which all come to their tables."""

SERVER = """
import json, socket, sys, uvicorn
from pathlib import Path
from rulewright.web.rooms import Rooms
from rulewright.web.server import application
rooms = Rooms(Path(sys.argv[1]))
tables = json.loads(sys.argv[2])
links = []
for number, (name, seats) in enumerate(tables):
    links.append(list(rooms.create(name, seats, [], {}, seed=number).tokens))
listener = socket.create_server(("127.0.0.1", 0))
print(json.dumps({"port": listener.getsockname()[1], "links": links}), flush=True)
app = application(rooms, "key", frozenset({"127.0.0.1"}))
uvicorn.Server(uvicorn.Config(app, log_level="error")).run([listener])
"""


@dataclass
class Waits:
    """Seconds that browsers waited."""

    choices: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    processor: float = 0.0


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Answers of one table of each ruleset by the processor; then many tables of all of them by the clock."""
    some = list(playable(arguments))
    for rules in some:
        yield _answers(rules)
    yield from _load(some)


def _answers(rules: rw.Rules) -> Row:
    """The page that a choice is answered with, the choice included, without network and server."""
    from rulewright.web.pages import Pages  # these need the extra [web], which other benches do not
    from rulewright.web.rooms import Rooms

    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        rooms = Rooms(Path(name), delay=0)
        pages = Pages(rooms)
        room = rooms.create(rules.id, _seats(rules), [], {}, seed=1)
        times, sizes, options = [], [], []
        while room.game.decision is not None and len(times) < CHOICES:
            decision = room.game.decision
            token = next(token for token, seats in room.tokens.items() if decision.seat in seats)
            chosen = chance.choice(decision.options).id
            start = time.process_time()
            room.choose(room.tokens[token], [chosen], len(room.session.made))
            page = pages.table(room, room.tokens[token], token, "en", "", True)
            times.append(time.process_time() - start)
            sizes.append(len(page))
            options.append(len(decision.options))
        rooms.close()
    beside = {"median ms": 1000 * median(times), "worst ms": 1000 * max(times), "choices": len(times),
              "options": sum(options) / len(options), "kB": sum(sizes) // len(sizes) // 1000}  # fmt: skip
    return Row("web", f"{rules.id}: an answer, 95th percentile", quantiles(times, n=20)[-1], "s", 0.2, beside=beside)


def _seats(rules: rw.Rules) -> list[str]:
    """Two humans, and bots where more must play; one human where only one may."""
    least, most = min(rules.players), max(rules.players)
    return [*["other"] * min(2, most), *["random"] * max(0, min(max(least, 3), most) - 2)]


# ------------------------------------------------------------------ many tables


def _load(some: list[rw.Rules]) -> Iterator[Row]:
    """Tables of these rulesets in turn, each with two who play and two who look on, in a server of its own."""
    tables = [(rules.id, _seats(rules)) for number in range(TABLES) for rules in [some[number % len(some)]]]
    with tempfile.TemporaryDirectory() as name:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, name, json.dumps(tables)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        try:
            told = json.loads(process.stdout.readline())
            waits = asyncio.run(_played(told["port"], told["links"], process.pid))
        finally:
            process.kill()
            process.wait()
    beside: dict[str, Any] = {
        "tables": TABLES, "browsers": 4 * TABLES, "seconds of thinking": THINKING, "choices": len(waits.choices),
        "pages": len(waits.pages), "median ms": 1000 * median(waits.choices), "worst ms": 1000 * max(waits.choices),
        "a page, 95th percentile ms": 1000 * quantiles(waits.pages, n=20)[-1],
        "processor's share": waits.processor / SECONDS,
    }  # fmt: skip
    figure = quantiles(waits.choices, n=20)[-1]
    yield Row("web", "many tables: from a choice to its answer, 95th percentile", figure, "s", 0.2, beside=beside)


async def _played(port: int, links: list[list[str]], server: int) -> Waits:
    """Play at all tables for a while."""
    waits = Waits()
    end = time.perf_counter() + WARMING + SECONDS
    browsers = [
        asyncio.create_task(_browser(port, link, end, random.Random(f"{number} {at}"), waits))
        for number, some in enumerate(links)
        for at, link in enumerate((*some, some[-1]))  # the last link is that of who only looks on
    ]
    await asyncio.sleep(WARMING)
    waits.choices.clear()
    waits.pages.clear()
    before = _processor(server)
    await asyncio.gather(*browsers)
    waits.processor = _processor(server) - before
    return waits


async def _browser(port: int, link: str, end: float, chance: random.Random, waits: Waits) -> None:
    """Somebody at a table: looks at what is new, and chooses when asked."""
    await asyncio.sleep(chance.random() * WARMING / 2)
    news = await asyncio.open_connection("127.0.0.1", port)
    news[1].write(_request("GET", f"/seat/{link}/events"))
    page, thinks_until = "", 0.0
    try:
        while (now := time.perf_counter()) < end:
            asked = 'name="option"' in page
            if asked and now >= thinks_until:
                data = {"option": chance.choice(re.findall(r'name="option" value="([^"]*)"', page)), "part": "1",
                        "made": re.findall(r'name="made" value="(\d+)"', page)[0], "as": ""}  # fmt: skip
                page = await _asked(port, _request("POST", f"/seat/{link}/choose", urlencode(data)))
                waits.choices.append(time.perf_counter() - now)
                thinks_until = time.perf_counter() + chance.expovariate(1 / THINKING)
                continue
            rest = min(end, thinks_until) - now if asked else end - now
            try:
                line = await asyncio.wait_for(news[0].readline(), rest)
            except TimeoutError:
                continue
            if not line.startswith(b"data:"):
                continue
            start = time.perf_counter()
            page = await _asked(port, _request("GET", f"/seat/{link}?part=1"))
            waits.pages.append(time.perf_counter() - start)
            if not asked:
                thinks_until = time.perf_counter() + chance.expovariate(1 / THINKING)
    finally:
        news[1].close()


def _request(method: str, path: str, body: str = "") -> bytes:
    origin = f"Origin: http://127.0.0.1\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{origin}\r\n{body}".encode()


async def _asked(port: int, request: bytes) -> str:
    """What is answered; a server closes connections that were idle, so each request makes its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(re.findall(r"content-length: (\d+)", head)[0])
        return (await reader.readexactly(length)).decode()
    finally:
        writer.close()


def _processor(process: int) -> float:
    """Seconds of the processor that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
