"""`rulewright show`: the components of a ruleset, or one of them with its text and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text.report import out
from rulewright.editing.findings import all_findings
from rulewright.language.interface import said
from rulewright.problems import RulewrightError, did_you_mean, problem
from rulewright.ruleset.model import Component, Ruleset


def show(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    component: Annotated[str | None, typer.Argument(metavar="[ID]", help="A component; without it, the list.")] = None,
    lang: Annotated[
        str | None, typer.Option(metavar="LANGUAGE", help="Of its name and text; all: side by side.")
    ] = None,
    packs: Packs = None,
    meaning: Annotated[bool, typer.Option("--meaning", help="Say its text back as it is understood.")] = False,
) -> None:
    """Show a component with its text and provenance, or list all of them."""
    ruleset = readable(game, packs)
    lang = lang if lang == "all" else speaking(ruleset, lang)  # an unknown one is told before anything is shown
    if component is None:
        _list(ruleset, lang)
    else:
        _one(ruleset, find(ruleset, component), lang)
        if meaning:
            _refused(game, packs, ruleset, find(ruleset, component))
            _meaning(ruleset, find(ruleset, component), "en" if lang == "all" else lang)


def find(ruleset: Ruleset, component: str) -> Component:
    """The component with this id. Raises RulewrightError (RW0808)."""
    try:
        return ruleset.components[component]
    except KeyError:
        suggestions = did_you_mean(component, ruleset.components)
        error = problem("RW0808", found=component, game=ruleset.id, suggestions=suggestions)
        raise RulewrightError(error) from None


def _refused(game: str, packs: list[str] | None, ruleset: Ruleset, component: Component) -> None:
    """Raise what `check` tells of the text of a component: it is not understood so, whatever it seems to say."""
    if component.text is None:
        return
    place = ruleset.place(("components", component.id))
    following = (ruleset.place(("components", other)) for other in ruleset.components)
    after = min((one.line for one in following if one.file == place.file and one.line > place.line), default=None)
    found = [
        one for one in all_findings(game, packs or []).problems
        if one.place.file == place.file and place.line <= one.place.line and (after is None or one.place.line < after)
    ]  # fmt: skip
    if found:
        raise RulewrightError(*found)


def _meaning(ruleset: Ruleset, component: Component, lang: str) -> None:
    """Print what the text of a component is understood to say. Raises RulewrightError where it has no meaning."""
    from rulewright.meaning import (
        bind_text,
        in_words_of,
        paraphrase,
    )  # many classes, which other commands need not make

    tree = component.text.tree if component.text else None
    if tree is not None:
        understood = paraphrase(bind_text(ruleset, tree, component.kind), ruleset, lang)
        out.print(f"\n{said('understood_as', lang, text=in_words_of(ruleset, lang, understood))}")


def _list(ruleset: Ruleset, lang: str) -> None:
    width = max(map(len, ruleset.components), default=0)
    kinds: dict[str, list[Component]] = {}
    for component in ruleset.components.values():
        kinds.setdefault(component.kind, []).append(component)
    for kind, components in kinds.items():
        out.print(f"{_called(ruleset, kind, lang)} ({len(components)})")
        for component in components:
            out.print(f"  {component.id:{width}}  {_said(ruleset, component, lang)['name']}")


def _one(ruleset: Ruleset, component: Component, lang: str) -> None:
    told = _said(ruleset, component, lang)
    place = ruleset.place(("components", component.id))

    def called(value: Any) -> str:
        return _called(ruleset, value, lang)

    rows = {said("kind", lang): called(component.kind)}
    rows |= {called(name): plain(value, called) for name, value in component.attributes.items()}
    if dict(component.copies) != {0: 1} or component.per_player:
        rows[said("copies", lang)] = _copies(component, lang)
    if component.start:
        rows[said("starts_in", lang)] = called(component.start)
    if component.rules:
        rows[said("rules", lang)] = ", ".join(component.rules)
    rows[said("provenance", lang)] = said(component.provenance, lang)
    rows[said("written_in", lang)] = f"{place.file}:{place.line}"
    out.print(f"{told.get('name', component.name)} ({component.id})")
    width = max(map(len, rows))
    for name, value in rows.items():
        out.print(f"  {name:{width}}  {value}")
    for other in ruleset.languages if lang == "all" else ():
        name, text = _said(ruleset, component, other).values()
        out.print(f"\n{other}  {name}" + (f"\n{text}" if text else ""))
    if component.text and lang != "all":
        out.print(f"\n{told['text']}")


def _called(ruleset: Ruleset, name: Any, lang: str) -> str:
    """What a language calls a word of the game, a component, a place or an attribute; its id, in English."""
    if lang in ("en", "all") or not isinstance(name, str):
        return str(name)
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    for section in ("titles", "components", "spaces"):
        entry = texts.get(section, {}).get(name)
        if entry:
            return str(entry if isinstance(entry, str) else entry.get("name", name))
    lexicon = ruleset.language(lang).lexicon
    word = lexicon.nouns.get(name) or lexicon.adjectives.get(name)
    return (word.forms.get("one", "many", "any", "one_m") if word else None) or name


def _said(ruleset: Ruleset, component: Component, lang: str) -> dict[str, str]:
    """Name and text of a component in a language; in English, where that has none of its own."""
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {}).get("components", {})
    own: dict[str, str] = texts.get(component.id, {})
    text = component.text.text if component.text else ""
    return {"name": own.get("name", component.name), "text": own.get("text", text).rstrip()}


def _copies(component: Component, lang: str) -> str:
    """`2 for each player`, or a number for each number of players."""
    counts = ", ".join(
        str(count) if players == 0 else said("with_players", lang, count=count, players=players)
        for players, count in component.copies.items()
    )
    return said("for_each_player", lang, count=counts) if component.per_player else counts


def plain(value: Any, called: Callable[[Any], str] = str) -> str:
    """An attribute's value as a reader writes it; called: what words in it are called."""
    if isinstance(value, dict):
        return ", ".join(f"{called(key)} {plain(item, called)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain(item, called) for item in value)
    return called(value)
