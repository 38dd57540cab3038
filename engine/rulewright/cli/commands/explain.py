"""`rulewright explain`: what a problem's code means; or where the fields of a component come from."""

from __future__ import annotations

from typing import Annotated, Any

import typer
import yaml

from rulewright.cli.commands.pack import explain as explain_thing
from rulewright.cli.commands.show import find, plain
from rulewright.cli.rulesets import Packs, readable
from rulewright.cli.text.reader_language import reader, say
from rulewright.cli.text.report import out
from rulewright.language.interface import entry_of
from rulewright.problems import RulewrightError, catalogue, did_you_mean, problem
from rulewright.ruleset.model import Ruleset


def explain(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[CODE|GAME:ID]", help="A code such as RW0105, or a component; without it, all codes."),
    ] = None,
    packs: Packs = None,
) -> None:
    """Explain a problem's code with an example, or tell where every field of a component comes from."""
    if what is None:
        for code in catalogue():
            out.print(f"{code}  {_general(entry_of(code, reader())['title'])}")
    elif ":" in what:
        game, _, component = what.rpartition(":")
        if packs:
            explain_thing(component, packs, game)
        else:
            _fields(readable(game), component)
    else:
        _code(what.upper())


def _code(code: str) -> None:
    if code not in catalogue():
        raise RulewrightError(problem("RW0809", found=code, suggestions=did_you_mean(code, catalogue())))
    entry = entry_of(code, reader())
    message = [entry["message"]] if entry["title"] != entry["message"] else []
    out.print(f"{code}  " + _general("\n".join([entry["title"], "", *message, entry["hint"]])))
    for title in ("broken", "mended"):
        if entry.get(title):
            out.print(f"\n{say(title)}:\n{_example(entry[title])}")


def _fields(ruleset: Ruleset, component: str) -> None:
    found = find(ruleset, component)
    out.print(f"{found.name} ({found.id})")
    for key, value in ruleset.content.data["components"][found.id].items():
        place = ruleset.place(("components", found.id, key))
        out.print(f"  {key}: {' '.join(plain(value).split())}")
        out.print(f"      {place.file}:{place.line}:{place.column}")


def _general(message: str) -> str:
    """A message for any case: what it names in braces becomes a word in angle brackets."""
    return message.replace("{", "<").replace("}", ">")


def _example(example: dict[str, Any]) -> str:
    """An example as somebody would meet it: the command, or the words that it is about, then each file."""
    parts = [f"  $ rulewright {example['command']}"] if "command" in example else []
    words = {key: value for key, value in example.items() if key not in ("command", "files", "packs")}
    if words:
        parts += [f"  {line}" for line in _as_yaml(words).splitlines()]
    for file, content in ((example.get("packs") or {}) | (example.get("files") or {})).items():
        parts.append(f"  {file}:")
        text = content if isinstance(content, str) else _as_yaml(content)
        parts += [f"    {line}" for line in text.splitlines()]
    return "\n".join(parts) or f"  {say('no_files')}"


def _as_yaml(data: Any) -> str:
    text: str = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110)
    return text
