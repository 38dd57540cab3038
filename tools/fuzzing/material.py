"""What is broken: the small games of the tests and those that ship, their packs and their journals, as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rulewright.ruleset.files.discovery import kind_of
from rulewright.ruleset.packs.pack_files import packs_in

ROOT = Path(__file__).resolve().parents[2]
SMALL = sorted(
    folder.parent
    for pattern in ("tests/games/*/", "tests/problems/", "tests/docs/", "tests/compiler/", "rulesets/tic_tac_toe/")
    for folder in [*ROOT.glob(f"{pattern}ruleset.yaml"), *ROOT.glob(f"{pattern}*/ruleset.yaml")]
)
LARGE = sorted(path.parent for path in ROOT.glob("rulesets/*/ruleset.yaml") if path.parent not in SMALL)
PACKS = sorted({*packs_in([ROOT / "tests" / "packs"]), *packs_in(path / "packs" for path in LARGE)})

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True)
class Files:
    """The files of a ruleset or pack: its YAML as data, and the text of all."""

    folder: Path
    data: dict[str, Any]
    text: dict[str, str] = field(repr=False)


@cache
def files(folder: Path) -> Files:
    """The files of a folder, but for scenarios, other languages of large games, and what nothing reads."""
    data: dict[str, Any] = {}
    text: dict[str, str] = {}
    for path in sorted(folder.rglob("*.yaml")):
        inside = path.relative_to(folder).as_posix()
        kind = kind_of(inside)[1]
        if kind in ("", "scenarios", "coverage", "untestable") or kind.startswith("locale") and folder in LARGE:
            continue
        text[inside] = path.read_text(encoding="utf-8")
        data[inside] = typed(yaml.load(text[inside], Loader=_LOADER))
    return Files(folder, data, text)


def typed(value: Any) -> Any:
    """Values as Rulewright reads them: whole numbers, decimals and truth values are no texts."""
    if isinstance(value, dict):
        return {key: typed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [typed(part) for part in value]
    if value in ("true", "false"):
        return value == "true"
    if value in ("", "null", "~"):
        return None
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value


@dataclass(frozen=True)
class Pool:
    """What stands anywhere in the material: keys, texts and larger parts, to be put where they do not belong."""

    keys: list[str]
    texts: list[str]
    parts: list[Any]
    under: dict[str, list[Any]]
    """What stands under each key: of the right form, mostly."""


@cache
def pool() -> Pool:
    """The pool of all small games."""
    keys: set[str] = set()
    texts: set[str] = set()
    parts: dict[str, Any] = {}
    under: dict[str, dict[str, Any]] = {}
    for folder in SMALL:
        for part in walk(list(files(folder).data.values())):
            if isinstance(part, str):
                texts.add(part)
            elif isinstance(part, dict | list):
                parts.setdefault(json.dumps(part), part)
            if isinstance(part, dict):
                keys |= part.keys()
                for key, value in part.items():
                    under.setdefault(key, {})[json.dumps(value)] = value
    short = [parts[name] for name in sorted(parts) if len(name) < 2000]
    return Pool(sorted(keys), sorted(texts), short, {key: list(values.values()) for key, values in under.items()})


def walk(value: Any) -> Iterator[Any]:
    """A value and all that is in it."""
    yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(part)
