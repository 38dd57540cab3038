"""Find and load the rulesets that a command names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import rulewright
from rulewright.cli.text.reader_language import reader, say, speak
from rulewright.cli.text.report import err
from rulewright.play.journal import Header, check_game, packs_of
from rulewright.play.seats import seat_kinds
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.files.discovery import ruleset_not_found, shipped_rulesets
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

Packs = Annotated[
    list[str] | None,
    typer.Option("--pack", metavar="PACK", help="A pack that changes the game: folder, zip or id; may be repeated."),
]


def named(names: Sequence[str]) -> list[str]:
    """The rulesets that a command means: those named, or the one in this folder, or all that ship."""
    if names:
        return list(names)
    return ["."] if Path("ruleset.yaml").is_file() else list(shipped_rulesets())


def tell_what_ships(name: str) -> None:
    """Tell whoever has a folder with the name of a game that ships that this folder is not meant."""
    shipped = shipped_rulesets().get(name)
    if shipped and (Path(name) / "ruleset.yaml").is_file() and not Path(name).samefile(shipped):
        err.print(say("ships", game=name))


def readable(name: str, packs: Sequence[str] | None = None) -> Ruleset:
    """A ruleset as far as it can be read: to look at it, not all of it must be right. Raises RulewrightError."""
    tell_what_ships(name)
    ruleset, problems = read_ruleset(name, packs or ())
    if ruleset is None:
        raise RulewrightError(*problems)
    return ruleset


def load(name: str, options: Mapping[str, Any], packs: Sequence[str] | None = None, native: bool = False) -> Rules:
    """A ruleset ready to be played; its games by native programs, if they are to be. Raises RulewrightError."""
    tell_what_ships(name)
    if native:
        from rulewright.native import load as load_native  # with the compiler, which few commands need

        return load_native(name, options=options, packs=packs or ())
    return rulewright.load(name, options=options, packs=packs or ())


def started(header: Header, name: str | None = None, packs: Sequence[str] | None = None) -> Game:
    """The game that a journal's header tells of, at its beginning.

    Args:
        name: where the ruleset is, if it does not ship with Rulewright.
        packs: where its packs are, as far as they do not lie where packs are looked for.

    Raises:
        RulewrightError: the ruleset or a pack is not there, or does not allow such a game.
    """
    if name is None and header.ruleset not in shipped_rulesets():  # a stranger's journal names no path
        raise RulewrightError(ruleset_not_found(header.ruleset))
    loaded = load_ruleset(name or header.ruleset, packs_of(header, packs or ()))
    check_game(header, loaded.id)
    loaded.check_packs(header.packs)
    ruleset = Rules(loaded, header.options)
    return ruleset.new_game(len(seat_kinds(ruleset, header.players, header.seats)), header.seed)


def tell_changes(header: Header, rules: Rules) -> None:
    """Tell whoever goes on with a game, or plays it again, that its rules were others when it began."""
    if header.content != rules.hash:
        err.print(say("other_rules"))
    if header.version != rules.version:
        err.print(say("other_version", then=header.version, now=rules.version))


def speaking(ruleset: Ruleset, lang: str | None) -> str:
    """The language to tell a game in: the one named, or the reader's if the ruleset speaks it, or English.

    Raises RulewrightError (RW0246) for a named one that the ruleset does not speak.
    """
    if lang is None:
        return reader() if reader() in ruleset.languages else "en"
    speak(lang)
    if lang not in ruleset.languages:
        raise RulewrightError(problem("RW0246", found=lang, title=ruleset.title, expected=ruleset.languages))
    return lang


def settings(pairs: Sequence[str]) -> dict[str, bool | int | str]:
    """The options set by `--set NAME=VALUE`; true, false and whole numbers are what they look like."""
    result: dict[str, bool | int | str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise RulewrightError(problem("RW0804", found=pair))
        if value in ("true", "false"):
            result[name] = value == "true"
        else:
            result[name] = int(value) if value.removeprefix("-").isdecimal() else value
    return result
