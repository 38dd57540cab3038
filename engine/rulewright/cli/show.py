"""`rulewright show`: the components of a ruleset, or one of them with its text and where it stands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rulewright.cli.report import out
from rulewright.cli.rulesets import Packs, readable
from rulewright.language.problems import RulewrightError, did_you_mean, problem
from rulewright.ruleset.model import Component, Ruleset


def show(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    component: Annotated[str | None, typer.Argument(metavar="[ID]", help="A component; without it, the list.")] = None,
    lang: Annotated[str, typer.Option(help="The language of its name and text; all: side by side.")] = "en",
    packs: Packs = None,
) -> None:
    """Show a component with its text and provenance, or list all of them."""
    ruleset = readable(game, packs)
    if lang != "all":
        ruleset.language(lang)  # an unknown language is told before anything is shown
    if component is None:
        _list(ruleset)
    else:
        _one(ruleset, find(ruleset, component), lang)


def find(ruleset: Ruleset, component: str) -> Component:
    """The component with this id. Raises RulewrightError (RW0808)."""
    try:
        return ruleset.components[component]
    except KeyError:
        suggestions = did_you_mean(component, ruleset.components)
        error = problem("RW0808", found=component, game=ruleset.id, suggestions=suggestions)
        raise RulewrightError(error) from None


def _list(ruleset: Ruleset) -> None:
    width = max(map(len, ruleset.components), default=0)
    kinds: dict[str, list[Component]] = {}
    for component in ruleset.components.values():
        kinds.setdefault(component.kind, []).append(component)
    for kind, components in kinds.items():
        out.print(f"{kind} ({len(components)})")
        for component in components:
            out.print(f"  {component.id:{width}}  {component.name}")


def _one(ruleset: Ruleset, component: Component, lang: str) -> None:
    said = _said(ruleset, component, lang)
    place = ruleset.place(("components", component.id))
    rows: dict[str, Any] = {"kind": component.kind, **component.attributes}
    if dict(component.copies) != {0: 1} or component.per_player:
        rows["copies"] = _copies(component)
    if component.start:
        rows["starts in"] = component.start
    if component.rules:
        rows["rules"] = ", ".join(component.rules)
    rows |= {"provenance": component.provenance, "written in": f"{place.file}:{place.line}"}
    out.print(f"{said.get('name', component.name)} ({component.id})")
    width = max(map(len, rows))
    for name, value in rows.items():
        out.print(f"  {name:{width}}  {plain(value)}")
    for other in ruleset.languages if lang == "all" else ():
        name, text = _said(ruleset, component, other).values()
        out.print(f"\n{other}  {name}" + (f"\n{text}" if text else ""))
    if component.text and lang != "all":
        out.print(f"\n{said['text']}")


def _said(ruleset: Ruleset, component: Component, lang: str) -> dict[str, str]:
    """Name and text of a component in a language; in English, where that has none of its own."""
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {}).get("components", {})
    own: dict[str, str] = texts.get(component.id, {})
    text = component.text.text if component.text else ""
    return {"name": own.get("name", component.name), "text": own.get("text", text).rstrip()}


def _copies(component: Component) -> str:
    """`2 for each player`, or a number for each number of players."""
    counts = [str(count) if players == 0 else f"{count} with {players}" for players, count in component.copies.items()]
    return ", ".join(counts) + (" for each player" if component.per_player else "")


def plain(value: Any) -> str:
    """An attribute's value as a reader writes it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain(item) for item in value)
    return str(value)
