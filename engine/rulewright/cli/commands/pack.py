"""`rulewright pack`: make, check, compare and explain packs, and list those that are found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

from rulewright import disk
from rulewright.cli.commands.scenarios import tell_aside
from rulewright.cli.commands.show import plain
from rulewright.cli.rulesets import Packs, load, readable
from rulewright.cli.text.help import Commands
from rulewright.cli.text.reader_language import counted, say
from rulewright.cli.text.report import Format, err, out, report
from rulewright.editing.findings import compiled
from rulewright.play.scenario_files import read_all, read_scenarios
from rulewright.play.scenarios import run
from rulewright.problems import Problem, RulewrightError, did_you_mean, problem
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.discovery import find_ruleset, shown_path
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Component, Ruleset
from rulewright.ruleset.packs import origins
from rulewright.ruleset.packs.changes import changes
from rulewright.ruleset.packs.pack_files import packs_in, search_path
from rulewright.ruleset.packs.selection import Pack, find_packs, read_pack
from rulewright.ruleset.packs.template import gaps, template
from rulewright.ruleset.translations.proofs import translations
from rulewright.runtime.rules import Rules
from rulewright.simulate.games import Plan, play_many

app = Commands(help="Make, check, compare and explain packs that change a game.")

_NAMED = 8
"""So many scenarios are told by name."""

Game = Annotated[str | None, typer.Option("--game", metavar="GAME", help="The ruleset's folder, if it does not ship.")]


# ---------------------------------------------------------------------- new


@app.command()
def new(
    name: Annotated[str | None, typer.Argument(metavar="[ID]", help="The id of the pack, and its folder.")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The ruleset that it changes.")] = None,
    from_gaps: Annotated[
        str | None,
        typer.Option("--from-gaps", metavar="GAME", help="A ruleset: list each component that is a stand-in."),
    ] = None,
    packs: Annotated[
        list[str] | None,
        typer.Option("--pack", metavar="PACK", help="A pack that it requires; --from-gaps lists its stand-ins."),
    ] = None,
) -> None:
    """Write a new pack into a folder of its own. It is right as it is, and can be played at once."""
    base = from_gaps or game
    if base is None:
        raise typer.BadParameter(say("base_wanting"), param_hint="--game")
    ruleset = readable(base, packs)
    name = name or f"my_{'_'.join(pack.id for pack in ruleset.packs) or ruleset.id}"
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise RulewrightError(problem("RW0206", found=name))
    files = gaps(ruleset, name) if from_gaps else template(ruleset, name)
    _write(Path(name), files)
    for file in files:
        out.print(f"{name}/{file}")
    err.print(say("go_on_with", commands=f"rulewright pack check {name}; rulewright play {base} --pack {name}"))


def _write(folder: Path, files: dict[str, str]) -> None:
    for file, text in files.items():
        path = folder / file
        disk.make_folder(path.parent)
        disk.write(path, text, new=True)


# ---------------------------------------------------------------------- list


@app.command("list")
def list_packs() -> None:
    """List the packs that are found: in RULEWRIGHT_PACKS, in your own folder, and those that ship."""
    folders = search_path()
    for path in packs_in(folders):
        problems: list[Problem] = []
        found = read_pack(path, problems)
        if found is None:
            count = counted("problems", len(problems))
            out.print(f"{shown_path(path)}  {say('pack_unread', problems=count, path=path)}")
        else:
            out.print(f"{found.id} {found.version}  {found.base[0]}  {found.title}  ({shown_path(path)})")
    err.print(say("looked_in", folders=", ".join(shown_path(folder) for folder in folders)))


# ---------------------------------------------------------------------- check


@app.command()
def check(
    packs: Annotated[list[str], typer.Argument(help="Packs: folders, zips or ids.")],
    game: Game = None,
    games: Annotated[
        int,
        typer.Option(
            min=0, metavar="NUMBER", help="Random games for each number of players; 0: no scenarios of the game either."
        ),
    ] = 2,
    form: Annotated[
        Format, typer.Option("--format", metavar="human|json|github", help="How findings are printed.")
    ] = Format.HUMAN,
) -> None:
    """Check packs, each alone, each two of them, and all together: files, references, texts, random games.

    Alone, a pack's own scenarios are run too, and those of the game, which may come out otherwise: that is only told.
    Two packs play one game with each number of players.
    """
    mixes = [list(mix) for size in sorted({1, min(2, len(packs)), len(packs)}) for mix in combinations(packs, size)]
    mixes += [mix for name in packs for mix in _with_others(name, game) if mix not in mixes]
    problems: list[Problem] = []
    for mix in mixes:
        count = games if len(mix) in (1, len(packs)) else min(games, 1)
        found = [item for item in _check(mix, game, count) if item not in problems]
        problems += found
        err.print(say("found", what=" + ".join(mix), problems=counted("problems", len(found))))
    report(problems, form)
    if problems:
        raise typer.Exit(1)


def _with_others(name: str, game: str | None) -> Iterator[list[str]]:
    """The mixes in which patches of a pack apply that suppose other packs (`when`); those not found are told."""
    wrong: list[Problem] = []
    found = next(iter(find_packs([name], _folder(name, game), wrong)), None)
    for others in found.supposes if found and not wrong else ():
        missing = [other for other in others if not find_packs([other], _folder(name, game), [])]
        if missing:
            err.print(say("when_not_tried", name=name, others=", ".join(missing)))
        else:
            yield [name, *others]


def _folder(name: str, game: str | None) -> Path | None:
    """The folder of the game that a pack is for, if it is found."""
    try:
        return find_ruleset(game or _base([name]))
    except (LookupError, RulewrightError):
        return None


def _check(names: Sequence[str], game: str | None, count: int) -> Iterator[Problem]:
    """All that is wrong with a mix of packs; later steps are left out when an earlier one has found something."""
    base = game or _base(names)
    ruleset, problems = read_ruleset(base, names)
    if ruleset is not None:
        problems += lint(ruleset) + read_scenarios(ruleset)[1]
    if ruleset is not None and not problems:
        problems += compiled(ruleset)
    yield from problems
    if ruleset is None or problems:
        return
    for one, other in _of_one_name(ruleset) if len(names) == 1 else ():
        err.print(say("same_name", name=names[0], one=one.id, other=other.id, called=one.name))
    for lang in ruleset.languages[1:]:
        states = [text for text in translations(ruleset, lang) if text.state != "proved"]
        wrong = [item for text in states if text.state != "missing" for item in text.problems]
        missing = [text.id for text in states if text.state == "missing"]
        if missing:
            err.print(say("not_in_language", what=" + ".join(names), lang=lang, names=", ".join(missing)))
        yield from wrong
    yield from _scenarios(ruleset, names, all_of_them=count > 0 and len(names) == 1)
    if ruleset.procedure_order:
        yield from _games(ruleset, base, names, count)


def _of_one_name(ruleset: Ruleset) -> Iterator[tuple[Component, Component]]:
    """The components that packs have added or changed and that are called like another one of their kind."""
    written = {write.path[1] for write in ruleset.content.writes if write.path[0] == "components"}
    first: dict[tuple[str, str], Component] = {}
    for component in ruleset.components.values():
        other = first.setdefault((component.kind, component.name), component)
        if other is not component and written & {component.id, other.id}:
            yield component, other


def _scenarios(ruleset: Ruleset, names: Sequence[str], all_of_them: bool) -> Iterator[Problem]:
    """What does not come out as expected in the scenarios that were written for these packs and no others.

    Those of the game, and of packs that this one requires, may well come out otherwise with it; they are told by name.
    """
    there = frozenset(pack.id for pack in ruleset.packs)
    rules: dict[str, Rules] = {}
    others: list[str] = []
    found, _, aside = read_all(ruleset)
    for scenario in found:
        if scenario.supposes == there or all_of_them:
            wrong = run(scenario, rules.setdefault(str(scenario.options), Rules(ruleset, scenario.options)))
            if scenario.supposes == there:
                yield from wrong
            elif wrong:
                others.append(scenario.id)
    if others:
        more = say("and_more", count=len(others) - _NAMED) if len(others) > _NAMED else ""
        command = f"rulewright scenarios {ruleset.id} --pack {names[0]}"
        told = {"name": names[0], "title": ruleset.title, "names": ", ".join(others[:_NAMED])}
        err.print(say("come_out_otherwise", **told, more=more, command=command))
    if len(names) == 1:
        tell_aside(aside)


def _games(ruleset: Ruleset, base: str, names: Sequence[str], count: int) -> Iterator[Problem]:
    """Random games that do not come to their end: with each number of players, and with the options of the packs."""
    mixes: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in ruleset.people]
    mixes += [(min(ruleset.people), {name: value}) for name, value in _other_values(ruleset)]
    for players, options in mixes:
        plan = Plan(partial(load, base, options, names), ["random"] * players, seed=1)
        for played in play_many(plan, count):
            if played.failure or not played.end:
                reason = played.failure or say("given_up", count=played.decisions)
                settings = "".join(f" --set {name}={value}" for name, value in options.items())
                yield problem("RW0931", found=str(played.seed), players=players, reason=reason, settings=settings)


def _other_values(ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """The options that packs bring, each with every value but its default (of numbers the smallest and the largest)."""
    for option in (ruleset.options[name] for pack in ruleset.packs for name in pack.manifest.data.get("options", {})):
        values = {"boolean": (False, True), "number": (option.minimum, option.maximum)}.get(option.type, option.values)
        yield from ((option.id, value) for value in values if value != option.default)


def _base(names: Sequence[str]) -> str:
    """The ruleset that packs are made for."""
    found = _found(names, None)
    return found[0].base[0]


def _found(names: Sequence[str], folder: Path | None) -> list[Pack]:
    """The packs of these names, and what they require. Raises RulewrightError when one cannot be read."""
    problems: list[Problem] = []
    found = find_packs(names, folder, problems)
    if problems:
        raise RulewrightError(*problems)
    return found


# ---------------------------------------------------------------------- diff


@app.command()
def diff(
    name: Annotated[str, typer.Argument(metavar="PACK", help="A pack: folder, zip or id.")],
    older: Annotated[
        str | None, typer.Option("--from", metavar="PACK", help="An older version of it to compare with.")
    ] = None,
    game: Game = None,
) -> None:
    """Tell what a pack changes in meaning, sentence by sentence and number by number."""
    base = game or _base([name])
    after = readable(base, [name])
    changed = _found([name], after.folder)[0]
    before = readable(base, [older] if older else _needed(changed, after))
    told = _differences(before, after)
    for line in (line for part in told for line in part):
        out.print(line)
    for others in changed.supposes:
        if find_packs(others, after.folder, []) == []:
            err.print(say("when_not_tried", name=name, others=", ".join(others)))
            continue
        mixed = readable(base, [name, *others])
        without = readable(base, [*([older] if older else _needed(changed, mixed)), *others])
        out.print(say("when_packs", others=", ".join(others)))
        for line in (line for part in _differences(without, mixed) if part not in told for line in part):
            out.print(f"  {line}")


def _differences(before: Ruleset, after: Ruleset) -> list[list[str]]:
    """What is different, thing by thing, as lines; and the translations that are left out for it."""
    found = [
        [f"{_named(change.path)}: {change.what}", *(f"  {line}" for line in change.lines)]
        for change in changes(before, after)
    ]
    for path in after.content.unproved:
        if path not in before.content.unproved:
            _, lang, _, kind, *rest = path
            found.append([say("says_else", lang=lang, name=_named((kind, *rest)))])
    return found


def _needed(changed: Pack, after: Ruleset) -> list[str]:
    """The packs that one requires, by their paths: what it changes is what they leave."""
    assert after.content.order is not None
    above = after.content.order.above[changed.id]
    return [str(other.path) for other in after.packs if other.id in above]


def _named(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))


# ---------------------------------------------------------------------- explain


@app.command()
def explain(
    name: Annotated[str, typer.Argument(metavar="ID", help="A component, word, procedure, space, option …")],
    packs: Packs = None,
    game: Game = None,
) -> None:
    """Tell where every field of a thing comes from: the ruleset's line, and every pack that has written it."""
    if not packs and game is None:
        raise typer.BadParameter(say("packs_wanting"), param_hint="--pack")
    base = game or _base(packs or ())
    before, after = readable(base), readable(base, packs)
    things = dict.fromkeys([*_things(before.content, name), *_things(after.content, name)])
    if not things:
        known = {path[-1] for content in (before.content, after.content) for path in origins.things(content)}
        raise RulewrightError(
            problem("RW0808", found=name, game=after.id, suggestions=did_you_mean(name, map(str, known)))
        )
    for path in things:
        out.print(_named(path))
        _explain(before.content, after.content, path)
        for origin in origins.suspended(after, path):
            told = say("when_missing", pack=origin.pack, others=", ".join(origin.when))
            out.print(f"  {origin.place.file}:{origin.place.line}  {told}")


def _things(content: Content, name: str) -> Iterator[tuple[Any, ...]]:
    """The things with an id, which may have its kind before it."""
    for path in origins.things(content):
        if path[-1] == name or _named(path).endswith(f".{name}"):
            yield path


def _explain(before: Content, after: Content, path: tuple[Any, ...]) -> None:
    for field in origins.fields(before, after, path):
        out.print(f"  {field.name}: {_line(field.value) if field.value is not None else say('gone')}")
        for origin in field.origins:
            written = ""
            if origin.pack:
                deeper = f" {_named(origin.inside)}" if origin.inside else ""
                written = f"  {say('written_by', operation=f'{origin.operation}{deeper}', pack=origin.pack)}"
            when = f"  ({say('when_packs', others=', '.join(origin.when))})" if origin.when else ""
            out.print(f"      {origin.place.file}:{origin.place.line}{written}{when}")


def _line(value: Any) -> str:
    return " ".join(plain(value).split())
