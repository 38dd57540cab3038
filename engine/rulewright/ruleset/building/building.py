"""From checked content to the Ruleset: plain data becomes frozen dataclasses, texts become trees.

After an edit, what did not change is taken over from the ruleset as it was before, the same objects: what is known of
them is known still.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.ruleset.blocks import Path, Words, walk
from rulewright.ruleset.building.components import component, option
from rulewright.ruleset.building.map import game_map
from rulewright.ruleset.building.plain_data import frozen
from rulewright.ruleset.building.procedures import invariant, procedure
from rulewright.ruleset.building.steps import Read, Steps
from rulewright.ruleset.building.words import with_roles, word
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.model import Ruleset, Ruling, Word

if TYPE_CHECKING:
    from rulewright.language.language import Language

P = TypeVar("P")


def build_ruleset(
    content: Content,
    folder: FilePath,
    scenarios: tuple[FilePath, ...],
    languages: dict[str, Language],
    read: Read,
    before: Ruleset | None = None,
) -> Ruleset:
    """Build a ruleset from content that fits the schemas.

    Args:
        languages: those made already.
        before: the ruleset as it was, all of it read in the same words.
    """
    steps = Steps(read)
    data = content.data
    lexicon = {**data["lexicon"], "verbs": with_roles(data["lexicon"]["nouns"], data["lexicon"]["verbs"])}
    head = data["ruleset"]
    players = head["players"]
    ruleset = Ruleset(
        id=head["id"],
        title=head["title"],
        version=head["version"],
        folder=folder,
        players=tuple(players) if isinstance(players, list) else (players,),
        procedure_order=MappingProxyType(head.get("procedures", {})),
        turn_order=head.get("turn order", "clockwise"),
        turn=head.get("turn", ""),
        round=head.get("round", ""),
        first_player=head.get("first player", ""),
        out_of_game=head.get("out of the game", ""),
        result=MappingProxyType(head.get("result", {})),
        zones=MappingProxyType(head.get("zones", {})),
        options=frozen({name: option(name, entry) for name, entry in head.get("options", {}).items()}),
        rulings=tuple(
            Ruling(entry["rule"], entry["decision"], entry.get("where", "")) for entry in head.get("rulings", ())
        ),
        lexicon=MappingProxyType(lexicon),
        words=before.words if before is not None else _words(steps, lexicon),
        components=_parts("components", content, before, lambda name, entry: component(steps, entry)),
        map=game_map(content),
        procedures=_parts("procedures", content, before, partial(procedure, steps)),
        always=_parts("always", content, before, partial(invariant, steps)),
        languages=("en", *sorted(data["locale"])),
        scenarios=scenarios,
        content=content,
        hash=content.hash(),
        _languages=languages,
    )
    if before is not None:
        before.derived.pop("before", None)
        ruleset.derived["before"] = before
    return ruleset


def _words(steps: Steps, lexicon: Mapping[str, Any]) -> Mapping[str, Mapping[str, Word]]:
    return frozen(
        {
            section: frozen({name: word(steps, section, name, entry) for name, entry in entries.items()})
            for section, entries in lexicon.items()
        }
    )


def _parts(section: str, content: Content, before: Ruleset | None, make: Callable[[str, Any], P]) -> Mapping[str, P]:
    """The parts of a section: those that the ruleset has had before, and what is made of new entries."""
    entries = content.data[section]
    same: dict[str, P] = {}
    if before is not None:
        same = _unchanged(getattr(before, section), before.content.data[section], entries)
    return frozen({name: same.get(name) or make(name, entry) for name, entry in entries.items()})


def _unchanged(parts: Mapping[str, P], were: Mapping[str, Any], entries: Mapping[str, Any]) -> dict[str, P]:
    """The parts whose entries are as they were, with the order of their keys; and 1 is not true."""
    return {name: parts[name] for name in parts.keys() & entries.keys() if repr(were[name]) == repr(entries[name])}


def words_of(content: Content, path: Path, read: Read) -> list[Words]:
    """The pieces of the language in one entry of content that fits its schema, such as `("components", "spell")`."""
    steps, name = Steps(read), str(path[-1])
    entry: Any = content.data
    for key in path:
        entry = entry[key]
    part: object
    if path[0] == "components":
        part = component(steps, entry)
    elif path[0] == "procedures":
        part = procedure(steps, name, entry)
    elif path[0] == "always":
        part = invariant(steps, name, entry)
    else:
        part = word(steps, str(path[1]), name, entry)
    return [found for found in walk(part) if isinstance(found, Words)]
