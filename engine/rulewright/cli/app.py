"""The command `rulewright`: its subcommands, error reports and exit statuses.

Exit status: 0 all is well, 1 there are findings (a broken ruleset, a divergence, a failed scenario), 2 wrong usage.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer

from rulewright import __version__
from rulewright.cli.text.help import Commands, Group, capitals
from rulewright.cli.text.reader_language import explained, preferred, say, speak
from rulewright.cli.text.report import err, report
from rulewright.garbage import seldom
from rulewright.problems import Problem, RulewrightError, mistake, problem

FUNCTIONS = {
    "check": "check",
    "play": "play",
    "serve": "serve",
    "lsp": "lsp",
    "replay": "replay",
    "why-not": "why_not",
    "simulate": "simulate",
    "compare": "compare",
    "report": "report",
    "engine": "engine",
    "scenarios": "scenarios",
    "read": "read",
    "propose": "propose",
    "show": "show",
    "explain": "explain",
    "status": "status",
    "migrate": "migrate",
    "rulebook": "rulebook_command",
    "phrasebook": "phrasebook_command",
    "i18n": "app",
    "pack": "app",
}
"""What each command runs, of its module in the folder that `ROOMS` tells; in the order of the help."""
ROOMS = {
    "read": "sentences", "propose": "sentences", "phrasebook": "sentences",
    "simulate": "research", "compare": "research", "report": "research", "engine": "research",
}  # fmt: skip
"""The folder of `cli` in which a command stands; the others stand in `cli.commands`."""

USAGE = ("RW080", "RW0220", "RW0710", "RW0712", "RW0713", "RW0246", "RW0901", "RW0827", "RW0828", "RW0829", "RW083")
"""Codes of wrong usage start like this: those of commands; no such ruleset, pack, option or number of players."""


class All(Group):
    """All commands, each imported when it is needed: most of a start would be importing the others."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self._made: dict[str, Any] = {}
        super().__init__(*args, **settings)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None if there is none of that name."""
        if cmd_name in FUNCTIONS and cmd_name not in self._made:
            self._made[cmd_name] = _imported(cmd_name)
        return self._made.get(cmd_name)

    @property
    def commands(self) -> dict[str, Any]:
        """All of them, by name."""
        return {name: self.get_command(None, name) for name in FUNCTIONS}

    @commands.setter
    def commands(self, none: object) -> None:
        """Do nothing: those above are all."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        return list(FUNCTIONS)


def _imported(name: str) -> Any:
    """The command of a name, or the group of commands."""
    folder = ROOMS.get(name, "commands")
    module = import_module(f"rulewright.cli.{folder}.{name.replace('-', '_')}")
    found = getattr(module, FUNCTIONS[name])
    if isinstance(found, Commands):
        group = typer.main.get_group(found)
        group.name = name
        return group
    alone = Commands(add_completion=False)
    alone.command(name)(found)
    return typer.main.get_command(alone)


app = Commands(name="rulewright", pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True, cls=All)
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    """Board games as data: the sentence on the card is the program."""
    if version:
        print(f"rulewright {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; errors become reports and exit statuses, never tracebacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows ? instead of failing
    seldom()
    speak(preferred(sys.argv[1:], os.environ))
    try:
        status = app(prog_name="rulewright", standalone_mode=False)
        sys.stdout.flush()
    except RulewrightError as error:
        report(error.problems, console=err)
        sys.exit(2 if all(item.code.startswith(USAGE) for item in error.problems) else 1)
    except typer.Abort:
        sys.exit(1)
    except OSError as error:  # what is read and written has its own message; what is left is what is printed
        file = error.filename or say("standard_output")
        report([problem("RW0807", file=file, reason=error.strerror or str(error))], console=err)
        sys.exit(2)
    except Exception as error:
        wrong = wrong_usage(error)
        report([wrong or mistake(error)], console=err)
        sys.exit(2 if wrong else 1)
    if isinstance(status, int) and status:
        sys.exit(status)


def wrong_usage(error: Exception) -> Problem | None:
    """What a command says of arguments that it does not understand; None if the error is another."""
    context = getattr(error, "ctx", None)
    if not hasattr(error, "format_message"):  # the class has lain in several modules
        return None
    command = context.command_path if context else "rulewright"
    found = " ".join(error.format_message().split()).rstrip(".")
    argument = getattr(error, "param", None)
    if argument is not None and argument.param_type_name == "argument":
        found = found.replace(f"'{argument.name}'", explained(capitals(argument)))
    return problem("RW0817", found=found, command=command)
