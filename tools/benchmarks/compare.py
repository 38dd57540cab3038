"""Compare this engine with an earlier one: the same games with the same seeds, in turns, as ratios.

The earlier engine is checked out into a temporary git worktree, with the rulesets of its time. The worktree is removed
at the end, also when the comparison is interrupted. Each engine plays in a process of its own; while one plays, the
other waits. Games are whole games through the documented API, by the clock on the wall, and nothing is subtracted. A
ratio above 1 means that the engine of the working tree is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from types import TracebackType
from typing import Any

from benchmarks.loading import EDITS
from benchmarks.rows import Row

ROOT = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("player.py")

LOAD = """
import time
start = time.perf_counter()
import sys
import rulewright
game = rulewright.load(sys.argv[1]).new_game(int(sys.argv[2]), 1)
assert game.decision is not None
print(time.perf_counter() - start)
"""
"""A start: importing, loading, compiling, to the first decision."""


class NotComparable(Exception):
    """What keeps two engines from being compared."""


# ---------------------------------------------------------------------- the earlier engine


@contextmanager
def earlier(revision: str, root: Path = ROOT) -> Iterator[Path]:
    """Check a revision out into a temporary worktree, and remove it whatever happens.

    Raises:
        NotComparable: there is no such revision.
    """
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").strip()
    except subprocess.CalledProcessError:
        raise NotComparable(f"There is no revision {revision}.") from None
    with _told_when_ended():
        folder = Path(tempfile.mkdtemp(prefix="rulewright-compare-"))
        try:
            _git(root, "worktree", "add", "--quiet", "--detach", str(folder / "earlier"), commit)
            yield folder / "earlier"
        finally:
            with suppress(subprocess.CalledProcessError):
                _git(root, "worktree", "remove", "--force", str(folder / "earlier"))
            shutil.rmtree(folder, ignore_errors=True)
            _git(root, "worktree", "prune")


@contextmanager
def _told_when_ended() -> Iterator[None]:
    """Let whoever ends this process end it by an exception, so that what was made is removed."""

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def interpreter(tree: Path) -> str:
    """The Python that runs the engine in a tree: this one if it has what the engine needs, else one of its own."""
    if _needs(tree) == _needs(ROOT):
        return sys.executable
    print(f"# {tree.name} has other dependencies: installing it", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "venv", str(tree / ".venv")], check=True)
    python = str(tree / ".venv" / "bin" / "python")
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", str(tree)]
    subprocess.run([python, *install], check=True, stdout=sys.stderr)
    return python


def _needs(tree: Path) -> list[str]:
    """The dependencies of the engine in a tree."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(project["dependencies"])


class Engine:
    """An engine in a tree, and the process in which it plays."""

    def __init__(self, name: str, tree: Path, python: str, cache: Path) -> None:
        self.name = name
        self.tree = tree
        self.python = python
        self.cache = cache
        # Neither paths nor the working directory may lead to the other engine.
        self.environment = {**os.environ, "PYTHONPATH": str(tree / "engine"), "RULEWRIGHT_CACHE": str(cache)}
        self.process = subprocess.Popen(
            [python, str(PLAYER)], env=self.environment, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def ask(self, do: str, **request: object) -> dict[str, Any]:
        """Let the process do something.

        Raises:
            NotComparable: it cannot.
        """
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            print(json.dumps({"do": do, **request}), file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        answer: dict[str, Any] = json.loads(line) if line else {"error": "its process has ended"}
        if "error" in answer:
            raise NotComparable(f"{self.name}: {answer['error']}")
        return answer

    def start(self, ruleset: str, players: int, cache: Path) -> float:
        """The seconds of a start in a fresh process, with a cache.

        Raises:
            NotComparable: it fails.
        """
        environment = {**self.environment, "RULEWRIGHT_CACHE": str(cache)}
        done = subprocess.run(
            [self.python, "-c", LOAD, ruleset, str(players)], env=environment, cwd=self.tree, capture_output=True,
            text=True,
        )  # fmt: skip
        if done.returncode:
            raise NotComparable(f"{self.name}: {done.stderr.strip().splitlines()[-1]}")
        return float(done.stdout)

    def players(self, ruleset: str) -> list[int]:
        """The numbers of players of a ruleset.

        Raises:
            NotComparable: it has no such ruleset, or it is another engine that answers.
        """
        told = self.ask("about", ruleset=ruleset)
        if not Path(told["engine"]).is_relative_to(self.tree.resolve()):
            raise NotComparable(f"{self.name} would be the engine in {told['engine']}")
        return [int(number) for number in told["players"]]


# ---------------------------------------------------------------------- comparing


@dataclass(frozen=True, slots=True)
class Pair:
    """What both engines did in one turn, each told as `player.py` tells it."""

    now: Mapping[str, Any]
    then: Mapping[str, Any]

    @property
    def same(self) -> bool:
        """Whether both played the same game, as far as its figures show."""
        return all(self.now[key] == self.then[key] for key in ("decisions", "options", "scores", "ended"))


def in_turns(do: Any, now: Engine, then: Engine, turn: int) -> Pair:
    """Let both engines do something, in each turn another one first."""
    first, second = (now, then) if turn % 2 == 0 else (then, now)
    done = {first: do(first)}
    done[second] = do(second)
    return Pair(done[now], done[then])


def speed_row(what: str, pairs: Sequence[Pair]) -> Row:
    """The row of some games: decisions per second as a ratio, and all that would betray a fast wrong game."""

    def speed(done: Mapping[str, Any]) -> float:
        return float(done["decisions"] / done["seconds"])

    def of_both(figure: Any) -> str:
        return _both(figure([pair.now for pair in pairs]), figure([pair.then for pair in pairs]))

    def options(games: Sequence[Mapping[str, Any]]) -> float:
        return float(sum(game["options"] for game in games) / max(1, sum(game["decisions"] for game in games)))

    ratios = [speed(pair.now) / speed(pair.then) for pair in pairs]
    return Row(
        "compare", what, median(ratios), "×", more_is_better=True,
        beside={
            "from": min(ratios), "to": max(ratios),
            "decisions/s": of_both(lambda games: median(speed(game) for game in games)),
            "decisions per game": of_both(lambda games: mean(game["decisions"] for game in games)),
            "options": of_both(options),
            "mean score": of_both(lambda games: mean(score for game in games for score in game["scores"])),
            "same games": f"{sum(pair.same for pair in pairs)} of {len(pairs)}",
            "not ended": of_both(lambda games: sum(not game["ended"] for game in games)),
        },
    )  # fmt: skip


def time_row(what: str, now: Sequence[float], then: Sequence[float]) -> Row:
    """The row of some times: how many times as fast it is now, and the medians in milliseconds."""
    ratios = [old / new for new, old in zip(now, then, strict=True)]
    beside = {"from": min(ratios), "to": max(ratios), "ms": _both(median(now) * 1000, median(then) * 1000)}
    return Row("compare", what, median(ratios), "×", more_is_better=True, beside=beside)


def _both(now: float, then: float) -> str:
    """A figure of both engines."""
    return " / ".join(f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}" for figure in (now, then))


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Compare games, starts, checks and replays of each ruleset that both engines have.

    Raises:
        NotComparable: there is no such revision.
    """
    with ExitStack() as stack:
        tree = stack.enter_context(earlier(arguments.revision))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rulewright-compare-")))
        now = stack.enter_context(Engine("now", ROOT, sys.executable, scratch / "now"))
        then = stack.enter_context(Engine(arguments.revision, tree, interpreter(tree), scratch / "then"))
        for name in arguments.ruleset or sorted(path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir()):
            for part in (_games, _starts, _checks, _replays):
                try:
                    yield from part(name, now, then, arguments, scratch)
                except NotComparable as error:
                    yield Row("compare", f"{name}:{part.__name__.replace('_', ' ')}", 0.0, f"not compared: {error}")


def _games(name: str, now: Engine, then: Engine, arguments: argparse.Namespace, _: Path) -> Iterator[Row]:
    common = set(then.players(name))
    for players in [number for number in now.players(name) if number in common]:
        for engine in (now, then):  # its program is compiled, and the machine is warm
            engine.ask("play", ruleset=name, players=players, seed=0)

        def game(engine: Engine, seed: int, players: int = players) -> dict[str, Any]:
            return engine.ask("play", ruleset=name, players=players, seed=seed)

        pairs = [
            in_turns(lambda engine, seed=seed: game(engine, seed), now, then, seed)
            for seed in range(1, arguments.games + 1)
        ]
        yield speed_row(f"{name}, {players} players: decisions", pairs)


def _starts(name: str, now: Engine, then: Engine, arguments: argparse.Namespace, scratch: Path) -> Iterator[Row]:
    players = max(now.players(name))
    for engine in (now, then):  # the engine's bytecode is there, as after installing
        engine.start(name, players, scratch / f"first-{engine is now}")
    found: dict[str, list[Pair]] = {"cold": [], "warm": []}
    for turn in range(arguments.repeat):
        with tempfile.TemporaryDirectory(dir=scratch) as folder:

            def start(engine: Engine, folder: str = folder) -> dict[str, Any]:
                return {"seconds": engine.start(name, players, Path(folder) / f"cache-{engine is now}")}

            for pairs in found.values():  # the first start of each engine fills its cache
                pairs.append(in_turns(start, now, then, turn))
    for state, pairs in found.items():
        yield _times(f"{name}, {players} players: start to the first decision, {state}", pairs)


def _checks(name: str, now: Engine, then: Engine, arguments: argparse.Namespace, scratch: Path) -> Iterator[Row]:
    """`rulewright check` of a copy, again and again after an edit, in the process that has checked it before."""
    if name not in EDITS:
        return
    file, before, after, value = EDITS[name]
    copies = {engine: scratch / f"edited-{engine is now}" / name for engine in (now, then)}
    for engine, copy in copies.items():
        shutil.copytree(engine.tree / "rulesets" / name, copy)

    def check(engine: Engine) -> dict[str, Any]:
        done = engine.ask("command", arguments=["check", str(copies[engine])])
        if done["status"]:
            raise NotComparable(f"{engine.name}: check found something, exit status {done['status']}")
        return done

    pairs = []
    for turn in range(arguments.repeat + 1):
        pairs.append(in_turns(check, now, then, turn))
        for copy in copies.values():
            text = (copy / file).read_text(encoding="utf-8")
            was, new = f"{before}{value + turn}{after}", f"{before}{value + turn + 1}{after}"
            if was not in text:
                raise NotComparable(f"{copy / file} has no “{was}” to edit")
            (copy / file).write_text(text.replace(was, new), encoding="utf-8")
    yield _times(f"{name}: check, first", pairs[:1])
    yield _times(f"{name}: check after an edit", pairs[1:])


def _replays(name: str, now: Engine, then: Engine, arguments: argparse.Namespace, scratch: Path) -> Iterator[Row]:
    """The verified replay of a game between random bots; each engine replays its own journal."""
    players = 4 if 4 in now.players(name) else max(now.players(name))
    journals = {}
    for engine in (now, then):
        journals[engine] = scratch / f"{name}-{engine is now}.jsonl"
        seats = ",".join(["random"] * players)
        play = ["play", name, "--players", str(players), "--seats", seats, "--seed", "1"]
        done = engine.ask("command", arguments=[*play, "--journal", str(journals[engine])])
        if done["status"]:
            raise NotComparable(f"{engine.name}: play ended with exit status {done['status']}")

    def replay(engine: Engine) -> dict[str, Any]:
        return engine.ask("replay", ruleset=name, players=players, journal=str(journals[engine]))

    in_turns(replay, now, then, 0)
    pairs = [in_turns(replay, now, then, turn) for turn in range(arguments.repeat)]
    yield _times(f"{name}, {players} players: verified replay", pairs)


def _times(what: str, pairs: Sequence[Pair]) -> Row:
    return time_row(what, [pair.now["seconds"] for pair in pairs], [pair.then["seconds"] for pair in pairs])
