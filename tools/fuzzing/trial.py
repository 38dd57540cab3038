"""One case: something broken is read, checked, and where it is accepted, played; what must never happen is told."""

from __future__ import annotations

import io
import json
import random
import shutil
import signal
import traceback
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from fuzzing.material import LARGE, PACKS, SMALL, files, pool
from fuzzing.mutate import Mutator, as_yaml
from rulewright.cli.rulesets import started
from rulewright.cli.table.board import Board
from rulewright.editing.findings import compiled
from rulewright.play import journal
from rulewright.play.bots.bot import RandomBot
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.session import Session
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules, load

PATIENCE = 10
"""Seconds of the processor for each thing done with a case: to check it, print its rules, start a game, play."""
CHOICES = 150
"""Of a game that is played to see whether it can be; large games take their time."""
FEW = 15
FAILED = "RW0719"


class Hang(BaseException):
    """A case has taken too long; no `except Exception` on the way may take it."""


@dataclass
class Outcome:
    """What became of a case: refused, accepted or replayed; or a defect: what must never happen, and where."""

    number: int
    kind: str = ""
    base: str = ""
    told: list[str] = field(default_factory=list)
    result: str = ""
    codes: list[str] = field(default_factory=list)
    defect: str = ""


def trial(seed: int, number: int, folder: Path, kinds: tuple[str, ...] = ()) -> Outcome:
    """Make a case, which follows from the seed and its number, in a folder of its own and try it."""
    chance = random.Random(f"{seed}:{number}")
    kind = chance.choices(("ruleset", "pack", "journal"), (6, 2, 2))[0]
    outcome = Outcome(number, kind)
    if kinds and kind not in kinds:
        outcome.result = "left out"
        return outcome
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    mutator = Mutator(chance, pool())
    outcome.told = mutator.told
    try:
        with limited():
            {"ruleset": _ruleset, "pack": _pack, "journal": _journal}[kind](mutator, folder, outcome)
    except Hang:
        outcome.defect = f"took more than {PATIENCE} s\n{traceback.format_exc(limit=-12)}"
    except Exception:
        outcome.defect = traceback.format_exc(limit=-12)
    if FAILED in outcome.codes and not outcome.defect:
        outcome.defect = f"{FAILED} in {outcome.result}"
    return outcome


@contextmanager
def limited() -> Iterator[None]:
    """Raise Hang in what takes too long; where the system has no such clock, only whoever waits outside ends it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, late)
    anew()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def anew() -> None:
    """Let the time begin anew: what comes now is another thing that somebody could do."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE, 0.5)


# ---------------------------------------------------------------------- rulesets


def _ruleset(mutator: Mutator, folder: Path, outcome: Outcome) -> None:
    chance = mutator.chance
    base = chance.choice(LARGE) if chance.random() < 0.01 else chance.choice(SMALL)
    outcome.base = base.name
    given = files(base)
    if chance.random() < 0.1:
        name = chance.choice(sorted(given.text))
        raw = {name: mutator.bytes(given.text[name].encode())}
        data: dict[str, Any] = {}
    else:
        data, raw = mutator.some(given.data), {}
    for name, text in given.text.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        written = as_yaml(data[name]) if data.get(name, given.data[name]) != given.data[name] else text
        path.write_bytes(raw.get(name) or written.encode("utf-8", "replace"))
    _read(folder, (), chance, outcome)


def _read(folder: Path, packs: tuple[Path, ...], chance: random.Random, outcome: Outcome) -> None:
    """What `rulewright check` does, and where it finds nothing wrong, `rulewright play` and `rulewright rulebook`."""
    ruleset, problems = read_ruleset(folder, packs)
    fits = not problems
    if ruleset is not None:
        problems += lint(ruleset) + read_scenarios(ruleset)[1]
    if ruleset is not None and fits:
        found = compiled(ruleset)
        problems += found
        fits = not found
    outcome.codes = [problem.code for problem in problems]
    outcome.result = "accepted" if fits else "refused"
    _look(problems)
    if ruleset is None:
        assert problems, "nothing was read, and nobody is told why"
        return
    with suppress(RulewrightError):  # a word that cannot be said is told where it stands
        for lang in ruleset.languages:
            anew()
            list(rulebook(ruleset, lang))
    anew()
    if fits and ruleset.procedure_order:  # what lint tells keeps nobody from playing
        _play(ruleset, chance, outcome)


def _look(problems: list[Problem]) -> None:
    """Whoever is told something is told where."""
    for problem in problems:
        assert problem.message, problem
        assert "Traceback" not in problem.message and "object at 0x" not in problem.message, problem.message


def _play(ruleset: Ruleset, chance: random.Random, outcome: Outcome) -> None:
    """Play a game of an accepted ruleset, and look at it as players do."""
    players = chance.choice(ruleset.players)
    outcome.result = "played"
    try:
        game = Rules(ruleset).new_game(players, chance.randrange(1000))
        anew()
        for count in range(FEW if ruleset.id in {folder.name for folder in LARGE} else CHOICES):
            decision = game.decision
            if decision is None:
                _see(game, 0)
                assert len(game.scores) == len(game.ranking) == game.seats
                break
            if count % 15 == 0:
                _see(game, decision.seat)
            before = game.hash()
            number = chance.randrange(len(decision.options))
            other = game.copy()
            other.choose(decision.options[number].id)
            assert game.hash() == before, "a copy is not a copy"
            game.choose_number(number)
            assert other.hash() == game.hash(), "the same choice leads elsewhere"
        again = Game.restore(game.rules, json.loads(json.dumps(game.save())))
        assert again.hash() == game.hash(), "what was saved is another position"
    except RulewrightError as error:
        outcome.codes += [problem.code for problem in error.problems]


def _see(game: Game, seat: int) -> None:
    """Whatever the table shows."""
    languages = game.rules.ruleset.languages
    for lang in languages:
        view = game.view(seat, lang)
        json.dumps(view)
        board = Board(view, seat, lang, {}, 100)
        console = Console(file=io.StringIO(), width=100)
        for part in [*board.overview(full=True), *board.map(), *board.list_of_spaces()]:
            console.print(part)
        game.log_lines(lang)
        if (decision := game.decision) is not None:
            decision.prompt(lang)
            for option in decision.options[:50]:
                option.text(lang), option.detail(lang)
    game.facts()


# ---------------------------------------------------------------------- packs

OPERATIONS = ("set", "set", "set", "adjust", "append", "prepend", "drop", "expect", "remove")


def _pack(mutator: Mutator, folder: Path, outcome: Outcome) -> None:
    chance = mutator.chance
    if chance.random() < 0.03:
        given = files(chance.choice(PACKS))
        base = _base(given.data)
        contents = {name: as_yaml(part) for name, part in mutator.some(given.data).items()}
        outcome.base = f"{base.name} + {given.folder.name}"
    else:
        base = chance.choice(SMALL)
        outcome.base = f"{base.name} + a pack"
        manifest = _manifest(chance, base)
        if chance.random() < 0.4:
            manifest = mutator.some(manifest, 2)
        contents = {"pack.yaml": as_yaml(manifest)}
        if chance.random() < 0.3:
            donor = files(chance.choice(SMALL)).data
            name = chance.choice(sorted(donor))
            contents[name] = as_yaml(mutator.some(donor[name]) if chance.random() < 0.7 else donor[name])
    raw = {name: text.encode("utf-8", "replace") for name, text in contents.items()}
    path = folder / "broken"
    if chance.random() < 0.1:
        path = folder / "broken.zip"
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in raw.items():
                archive.writestr(name, content)
        path.write_bytes(mutator.bytes(stream.getvalue()) if chance.random() < 0.7 else stream.getvalue())
    else:
        for name, content in raw.items():
            file = path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(mutator.bytes(content) if chance.random() < 0.05 else content)
    _read(base, (path,), chance, outcome)


def _base(data: dict[str, Any]) -> Path:
    """The ruleset that a pack of the material changes."""
    name = next(iter(data["pack.yaml"]["base"]))
    return next(folder for folder in [*SMALL, *LARGE] if files(folder).data["ruleset.yaml"]["id"] == name)


def _manifest(chance: random.Random, base: Path) -> dict[str, Any]:
    """A pack.yaml that changes what there is in a game, in ways that are nearly right."""
    game = files(base).data
    head: dict[str, Any] = {
        "id": "broken", "title": "Broken", "version": "1.0.0", "base": {game["ruleset.yaml"]["id"]: ">=0"},
    }  # fmt: skip
    for _ in range(chance.randint(1, 3)):
        section, name, entry = chance.choice([*_things(game), (("ruleset",), "title", {})])
        operation = chance.choice(OPERATIONS)
        if operation == "remove":
            _inside(head, ("remove", *section), []).append(name)
        elif chance.random() < 0.1:
            _inside(head, ("replace", *section), {})[name] = entry
        else:
            field, value = chance.choice(list(_fields(entry)) or [("name", "x")])
            value = chance.choice([value, value, chance.choice(pool().parts), chance.choice(pool().texts), 2, "", None])
            change = _inside(head, ("patch", *section, name), {})
            change[operation] = [field] if operation == "drop" else {field: value}
    return head


def _things(game: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """What packs can change: where it stands, its id, and what is said of it."""
    for file, part in game.items():
        kind = file.split("/")[0].removesuffix(".yaml")
        if kind == "lexicon":
            for section, words in part.items():
                yield from ((("lexicon", section), name, entry) for name, entry in words.items())
        elif kind == "components":
            yield from ((("components",), entry["id"], entry) for entry in part)
        elif kind == "procedures":
            yield from ((("procedures",), name, entry) for name, entry in part.items())
        elif kind == "map":
            for spaces in ("spaces", "regions"):
                yield from ((("map", spaces), entry["id"], entry) for entry in part.get(spaces, ()))


def _fields(entry: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The fields inside a thing, as patches name them."""
    inside = enumerate(entry, 1) if isinstance(entry, list) else entry.items() if isinstance(entry, dict) else ()
    for key, part in inside:
        name = f"{path}.{key}" if path else str(key)
        yield name, part
        yield from _fields(part, name)


def _inside(head: dict[str, Any], path: tuple[str, ...], empty: Any) -> Any:
    for part in path[:-1]:
        head = head.setdefault(part, {})
    return head.setdefault(path[-1], empty)


# ---------------------------------------------------------------------- journals


def _journal(mutator: Mutator, folder: Path, outcome: Outcome) -> None:
    chance = mutator.chance
    base = chance.choice([path for path in SMALL if path.parent.name == "games" or path.name == "tic_tac_toe"])
    outcome.base = f"a journal of {base.name}"
    records = [json.loads(line) for line in _written(base, chance.randrange(2))]
    lines = [json.dumps(record, ensure_ascii=False) for record in mutator.some(records, 2)]
    if chance.random() < 0.2:
        lines.insert(chance.randrange(len(lines) + 1), json.dumps({"undo": chance.choice([0, 1, 5, -1, 10**9, 0.5])}))
    raw = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    path = folder / "game.jsonl"
    path.write_bytes(mutator.bytes(raw) if chance.random() < 0.2 else raw)
    try:
        kept, file = journal.go_on(path)
        with file:
            game = started(kept.header, str(base))
            made = journal.replay(kept, game)
            outcome.result = "replayed"
            assert made == len(kept.choices)
            _see(game, 0)
    except RulewrightError as error:
        outcome.result = "refused"
        outcome.codes = [problem.code for problem in error.problems]


_JOURNALS: dict[tuple[Path, int], list[str]] = {}


def _written(base: Path, seed: int) -> list[str]:
    """The lines of a journal of a short game between bots."""
    if (base, seed) not in _JOURNALS:
        rules = load(str(base))
        players = min(rules.players)
        stream = io.StringIO()
        writer = journal.Writer(stream)
        writer.header(journal.header_for(rules, rules.new_game(players, seed), seed, ["random"] * players, {}, "0"))
        bots = [RandomBot(seat) for seat in range(players)]
        Session(lambda: rules.new_game(players, seed), bots, writer).run()
        _JOURNALS[base, seed] = stream.getvalue().splitlines()[:60]
    return _JOURNALS[base, seed]
