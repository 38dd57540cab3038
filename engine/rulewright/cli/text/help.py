"""Print `--help` in the user's language."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from rulewright.cli.text.reader_language import explained, say

Done = TypeVar("Done", bound=Callable[..., Any])


class Command(TyperCommand):
    """A command that tells what it is for in the reader's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of this command."""
        _write(self, ctx, formatter)


class Group(TyperGroup):
    """A group of commands that tells what they are for in the reader's language; alone, it tells nothing else."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of this group."""
        _write(self, ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show the help where no command is named; that is wrong usage."""
        if not args and not ctx.resilient_parsing:
            print(ctx.get_help(), file=sys.stderr)
            ctx.exit(2)
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """Commands whose help is told in the reader's language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=Group, rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Done], Done]:
        """Add a command, as `typer.Typer.command` does."""
        return super().command(name, cls=Command, **settings)


def paragraphs(text: str | None) -> list[str]:
    """What a docstring says, each paragraph in one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text or "") if part.strip()]


def texts(command: Any, ctx: Any) -> Iterator[str]:
    """All that the help of a command, and of those below it, says in English."""
    yield from paragraphs(command.help)
    for one in command.get_params(ctx):
        yield from filter(None, [one.help, one.metavar if one.param_type_name == "option" else capitals(one)])
    for name, below in getattr(command, "commands", {}).items():
        yield from texts(below, type(ctx)(below, info_name=name, parent=ctx))


def _write(command: Any, ctx: Any, formatter: Any) -> None:
    given = command.get_params(ctx)
    arguments = [one for one in given if one.param_type_name == "argument"]
    options = [one for one in given if one.param_type_name == "option"]
    commands = getattr(command, "commands", {})
    pieces = [say("help_options_piece"), *map(_piece, arguments), *([say("help_command_piece")] if commands else [])]
    formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{say('help_usage')}: ")
    for paragraph in paragraphs(command.help):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(explained(paragraph))
    _table(formatter, "help_arguments", [(explained(capitals(one)), explained(one.help or "")) for one in arguments])
    _table(formatter, "help_options", [(_option(one), _meaning(one)) for one in options])
    _table(formatter, "help_commands", [(known, _first(below.help)) for known, below in commands.items()])


def _table(formatter: Any, title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(say(title)):
            formatter.write_dl(rows)


def capitals(argument: Any) -> str:
    """What an argument is called: in capitals."""
    return str(argument.metavar or argument.name).strip("[]").upper()


def _piece(argument: Any) -> str:
    """An argument in the line of usage: in brackets if it may be left out, with dots if it may be repeated."""
    name = explained(capitals(argument)) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _option(option: Any) -> str:
    """An option's names, and what to write behind them."""
    return ", ".join(option.opts) + (f" {explained(option.metavar)}" if option.metavar else "")


def _meaning(option: Any) -> str:
    """What an option does, and what holds without it."""
    told = explained(option.help or "")
    default = getattr(option.default, "value", option.default)
    plain = isinstance(default, str | int) and not isinstance(default, bool) and default != ""
    return f"{told} {say('help_default', value=default)}" if plain else told


def _first(text: str | None) -> str:
    """The first sentence of what a command does."""
    said = explained(paragraphs(text)[0]) if text else ""
    return re.split(r"(?<=[.!?]) ", said)[0]
