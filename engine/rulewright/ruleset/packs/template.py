"""The files of a new pack: a small one to begin with, one with a card's new text, or one that lists what a ruleset has
only stand-ins for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from rulewright.ruleset.model import Component, Ruleset

_STAND_INS = ("original", "unknown", "likely")
_NOT_SHOWN = ("id", "kind", "provenance", "rules", "later")

_HEAD = """\
# A pack for {title}.
# `rulewright pack check {id}` says whether all is right, `rulewright pack diff {id}` what it changes.
id: {id}
title: {name}
version: 0.1.0
base: {{{game}: ">={version}"}}
{requires}"""
_PATCH = """
# Things that are there, of which some fields change. `expect` is what you see now: when it is so no longer, the
# pack is refused. Beside `set` there are `adjust: {{copies: 1}}` for numbers, `append` for texts and lists, and
# `drop: [start]`.
patch:
  {kind}:
    {thing}:
      expect: {{{field}: {old}}}
      set: {{{field}: {new}}}

# Things that are written anew or taken away:
# replace: {{{kind}: {{{thing}: {{ … }}}}}}
# remove: {{{kind}: [{thing}]}}

# What is new lies in files beside this one, as in a ruleset: components/, lexicon.yaml, procedures/, map/, scenarios/,
# locale/. All of it may be called as if it belonged to the game.
"""
_CARDS = """\
# Components that the pack adds. Take the signs away, and there is a second {name} in the game:
"""
_GAPS = """\
# Every component of {whole} that nobody has the printed words of, with its fields as they stand in: {count} of them.
# Put in what is printed, take the rest away, and write `provenance: published` where you have seen it yourself.
id: {id}
title: {name}
version: 0.1.0
base: {{{game}: ">={version}"}}
{requires}"""


def template(ruleset: Ruleset, name: str) -> dict[str, str]:
    """The files of a pack to begin with, by their paths inside: it is right, and changes the name of one thing.

    A ruleset that was loaded with packs gives one that requires them.
    """
    head = _HEAD.format(**_words(ruleset, name))
    card = next((component for component in ruleset.components.values() if component.text), None)
    if card is not None:
        files = {"pack.yaml": head + _patch("components", card.id, "name", card.name)}
        entry = {**ruleset.content.data["components"][card.id], "id": f"{name}_{card.id}"}
        lines = _yaml([entry]).splitlines()
        files["components/cards.yaml"] = _CARDS.format(name=card.name) + "".join(f"# {line}\n" for line in lines)
        return files
    procedure = next(iter(ruleset.procedures.values()), None)
    return {"pack.yaml": head + (_patch("procedures", procedure.id, "title", procedure.title) if procedure else "")}


def with_new_text(ruleset: Ruleset, name: str, component: str, text: str) -> dict[str, str]:
    """The files of a pack in which one component says something else; it is refused once the game's text changes."""
    before = str(ruleset.content.data["components"][component].get("text") or "")
    patch = {"set": {"text": text.rstrip("\n") + "\n"}}
    if before:
        patch = {"expect": {"text": before}, **patch}
    return {
        "pack.yaml": f"{_HEAD.format(**_words(ruleset, name))}\n{_yaml({'patch': {'components': {component: patch}}})}"
    }


def _patch(kind: str, thing: str, field: str, old: str) -> str:
    words = {"kind": kind, "thing": thing, "field": field}
    return _PATCH.format(old=_quoted(old), new=_quoted(f"{old} (changed)"), **words)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _words(ruleset: Ruleset, name: str) -> dict[str, str]:
    title = _quoted(name.replace("_", " ").capitalize())
    needed = ", ".join(f'{pack.id}: ">={pack.version}"' for pack in ruleset.packs)
    return {
        "id": name, "name": title, "title": ruleset.title, "game": ruleset.id, "version": ruleset.version,
        "requires": f"requires: {{{needed}}}\n" if needed else "",
        "whole": " and ".join(pack.title for pack in ruleset.packs) or ruleset.title,
    }  # fmt: skip


def gaps(ruleset: Ruleset, name: str) -> dict[str, str]:
    """The files of a pack that sets every field of the components that are stand-ins; as it is, it changes nothing.

    Of a ruleset that was loaded with packs, they are the components that the packs add.
    """
    found = [component for component in ruleset.components.values() if component.provenance in _STAND_INS]
    if ruleset.packs:
        added = {write.path for write in ruleset.content.writes if write.operation == "add"}
        found = [component for component in found if ("components", component.id) in added]
    text = _GAPS.format(count=len(found), **_words(ruleset, name))
    if found:
        text += "patch:\n  components:\n" + "".join(f"    {line}\n" for part in found for line in _gap(ruleset, part))
    return {"pack.yaml": text}


def _gap(ruleset: Ruleset, component: Component) -> Iterator[str]:
    entry = ruleset.content.data["components"][component.id]
    fields = {key: value for key, value in entry.items() if key not in _NOT_SHOWN}
    yield f"{component.id}:  # {component.kind}, {component.provenance}"
    yield "  set:"
    yield from (f"    {line}" if line else "" for line in _yaml(fields).splitlines())
    for key, holds in _attributes(ruleset, component.kind).items():
        if key not in entry:
            yield f"    # {key}: {json.dumps(holds)}"


def _attributes(ruleset: Ruleset, kind: str) -> dict[str, Any]:
    """The attributes that a kind of component may have."""
    found: dict[str, Any] = {}
    seen: list[str] = []
    while kind in ruleset.lexicon["nouns"] and kind not in seen:
        seen.append(kind)
        entry: Mapping[str, Any] = ruleset.lexicon["nouns"][kind]
        found = {**entry.get("attributes", {}), **found}
        kind = entry.get("is", "")
    return found


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stand below a `|`."""


def _string(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _string)


def _yaml(data: Any) -> str:
    fresh = json.loads(json.dumps(data))  # nothing in it twice, which would become an alias
    return yaml.dump(fresh, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)
