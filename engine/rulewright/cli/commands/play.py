"""`rulewright play`: one game, between humans, bots, or both."""

from __future__ import annotations

import os
import random
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from rulewright import __version__, disk
from rulewright.cli.rulesets import Packs, load, settings, speaking, started, tell_changes
from rulewright.cli.table.table import Table, result
from rulewright.cli.text.reader_language import explained, say
from rulewright.cli.text.report import err, out
from rulewright.language.interface import said
from rulewright.play import journal
from rulewright.play.seats import HUMAN, named, seat_kinds, seated
from rulewright.play.session import LIMIT, Session
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

RulesetName = Annotated[str | None, typer.Argument(help="The name of a ruleset, or its folder.")]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="NUMBER", help="How many play.")]
Seats = Annotated[
    str,
    typer.Option(
        metavar="KINDS",
        help="Who plays: human, greedy, random, mcts (or mcts:200, mcts:0.5s), with commas.",
    ),
]
Seed = Annotated[
    int | None, typer.Option(min=0, metavar="NUMBER", help="Of all chance; the same seed deals the same game.")
]
Lang = Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")]
Setting = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the ruleset.")]
File = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the game is written down.")]
Force = Annotated[bool, typer.Option("--force", help="The journal may take the place of a file.")]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with the game of a journal.")]
Limit = Annotated[
    int, typer.Option(min=1, metavar="NUMBER", help="Choices after which a game between bots is given up.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Lines instead of panes, as where there is no terminal.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the lines of the journal and nothing else.")]


def play(
    game: RulesetName = None,
    players: Players = None,
    seats: Seats = "",
    seed: Seed = None,
    lang: Lang = None,
    setting: Setting = None,
    file: File = None,
    force: Force = False,
    packs: Packs = None,
    resume: Resume = None,
    limit: Limit = LIMIT,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Play a game. Without --seats you have the first seat and bots the others.

    A game with humans is always written down, so that it can be resumed (GAME is then needed only for a ruleset that
    does not ship with Rulewright).
    """
    if game is None and resume is None:
        raise typer.BadParameter(say("wanting"), param_hint=explained("GAME"))
    writer = journal.Writer(*([sys.stdout] if as_json else []))
    made: list[str] = []
    with ExitStack() as files:
        if resume is not None:
            header, lang, made = _resumed(resume, game, packs, lang, writer, files)
        else:
            chosen = settings(setting or [])
            rules = load(game or "", chosen, packs)
            lang = speaking(rules.ruleset, lang)
            header = _header(rules, players, seats, seed, chosen)
            _write_down(header, file, force, writer, files)
        file = writer.file.path if writer.file else None
        start = partial(started, header, game, packs)
        session = Session(start, seated(header.seats, header.seed), writer, made)
        _tell_beginning(header)
        console = err if as_json else out  # with --json, standard output holds the journal and nothing else
        if not (plain or as_json) and HUMAN in header.seats and _can_have_panes():
            whole = _in_panes(session, start, lang, file)
        else:
            whole = Table(session, console, lang, input if sys.stdin.isatty() else _line, file, limit).play()
        if whole:
            result(session.game, console, lang)
            if header.seal is not None:
                err.print(say("unsealed", seed=header.seed))
        elif len(session.made) >= limit and not session.human:
            raise RulewrightError(problem("RW0812", found=str(limit)))
        elif file is not None:
            command = _resuming(game, packs, file, lang)
            err.print(f"{said('stopped', lang, count=len(session.made))} {command}")


def _resumed(
    file: Path,
    game: str | None,
    packs: Packs,
    lang: str | None,
    writer: journal.Writer,
    files: ExitStack,
) -> tuple[journal.Header, str, list[str]]:
    """Go on with the game of a journal: its header, its language, and the choices that were made."""
    kept, held = journal.go_on(file)
    writer.file = files.enter_context(held)
    writer.begun = kept.header
    began = started(kept.header, game, packs)
    tell_changes(kept.header, began.rules)
    lang = speaking(began.rules.ruleset, lang)
    journal.replay(kept, began)
    return kept.header, lang, [choice.option for choice in kept.choices]


def _header(
    rules: Rules, players: int | None, seats: str, seed: int | None, chosen: Mapping[str, bool | int | str]
) -> journal.Header:
    """Begin a game: who plays, and the seed of all chance where nobody gave one."""
    kinds = seat_kinds(rules, players, [kind.strip() for kind in seats.split(",") if kind.strip()])
    several = kinds.count(HUMAN) > 1  # nobody shall find the seed out by trying all of them
    seed = random.SystemRandom().randrange(2**63 if several else 2**31) if seed is None else seed
    return journal.header_for(rules, rules.new_game(len(kinds), seed), seed, kinds, dict(chosen), __version__)


def _write_down(
    header: journal.Header, file: Path | None, force: bool, writer: journal.Writer, files: ExitStack
) -> None:
    """Begin the journal: in a file, where one is named or a human plays."""
    if file is not None:
        writer.file = files.enter_context(journal.create(file, header, force))
    elif HUMAN in header.seats:
        name = f"{header.ruleset}-{datetime.now():%Y%m%d-%H%M%S}"
        writer.file = files.enter_context(journal.create_in(_own_folder(), name, header))
    writer.header(header)


def _tell_beginning(header: journal.Header) -> None:
    """Say what is played, by whom, and with which seed."""
    played = ", ".join([f"{header.ruleset} {header.version}", *(f"{p['id']} {p['version']}" for p in header.packs)])
    at_the_table = ", ".join(named(kind, say) for kind in header.seats)
    shown = header.seed if header.seal is None else say("sealed")
    err.print(say("begins", game=played, seats=at_the_table, seed=shown))


def _resuming(game: str | None, packs: Packs, file: Path, lang: str) -> str:
    """The command that goes on with a game."""
    named = [*([shlex.quote(game)] if game else []), *(f"--pack {shlex.quote(pack)}" for pack in packs or ())]
    spoken = [] if lang == "en" else [f"--lang {lang}"]
    return " ".join(["rulewright play", *named, f"--resume {shlex.quote(str(file))}", *spoken])


def _can_have_panes() -> bool:
    """Whether this is a terminal on which things can stay in place, and what draws them is installed."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return terminal and find_spec("textual") is not None


def _in_panes(session: Session, start: Callable[[], Game], lang: str, file: Path | None) -> bool:
    """Play in panes; False when somebody left before the end."""
    from rulewright.cli.panes.app import TableApp  # only where it is installed
    from rulewright.cli.panes.play import Play

    return bool(TableApp(Play(session, start(), lang), file).run())


def _line(prompt: str) -> str:
    """A line of standard input that is no terminal; nobody needs to see the prompt."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _own_folder() -> Path:
    """Where games are written down when nobody says where. Raises RulewrightError."""
    own = disk.user_folder("data")
    if own is None:
        raise RulewrightError(problem("RW0831"))
    disk.make_folder(own / "games")
    return own / "games"
