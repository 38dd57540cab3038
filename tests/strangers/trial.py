"""Puts texts on cards of a game and tells of each how far it is carried: read, bound, compiled.

`python -m tests.strangers.trial [GAME] [ID …]` prints it for the texts of `texts.yaml`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rulewright.compiler.builder import Builder
from rulewright.compiler.scope import MeaningError
from rulewright.meaning import bind_text, paraphrase
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

HERE = Path(__file__).parent
GAMES = ("mythotopia", "age_of_innovation", "monumental", "civ_new_dawn", "fair", "realm")
OWN = ("fair", "realm")  # small games of the tests, for texts of any game


@dataclass(frozen=True)
class Outcome:
    """How far one text is carried.

    stage: `unread`, `unbound`, `uncompiled` or `compiled`. understood: the explicit paraphrase.
    """

    id: str
    text: str
    stage: str
    normal_form: str = ""
    understood: str = ""
    problems: tuple[Problem, ...] = ()


@cache
def texts() -> dict[str, dict[str, Any]]:
    """The entries of `texts.yaml`, by id."""
    found = yaml.load((HERE / "texts.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return {entry["id"]: entry for entry in found}


def said(entry: Mapping[str, Any], reworded: bool = False) -> str:
    """What the card says: as it was wanted, or in other words where these are needed."""
    return str((entry.get("text") if reworded else None) or entry.get("fitted", entry["wanted"]))


def path(game: str) -> str:
    """Where a game lies: its name, if it is one that everybody has."""
    return str(HERE / game) if game in OWN else game


def pack(game: str) -> tuple[str, ...]:
    """The pack with the words that are new to a game; our own games have them themselves."""
    return () if game in OWN else (str(HERE / game),)


def tried(game: str, wanted: Mapping[str, Mapping[str, Any]]) -> list[Outcome]:
    """What becomes of texts, by id: each entry has a `text`, and fields of its component."""
    base = load_ruleset(path(game), pack(game))
    outcomes: dict[str, Outcome] = {}
    for key, entry in wanted.items():
        try:
            tree = base.parse(entry["text"])
        except RulewrightError as error:
            outcomes[key] = Outcome(key, entry["text"], "unread", problems=tuple(error.problems))
            continue
        found = Outcome(key, entry["text"], "compiled", normal_form=base.print(tree))
        try:
            kind = component(game, key, entry)["kind"]
            found = replace(found, understood=paraphrase(bind_text(base, tree, kind), base))
        except RulewrightError as error:
            found = replace(found, stage="unbound", problems=tuple(error.problems))
        outcomes[key] = found
    problems = _compiled(game, {key: wanted[key] for key, one in outcomes.items() if one.stage != "unread"})
    for key, of_text in problems.items():
        outcomes[key] = replace(outcomes[key], stage="uncompiled", problems=(*outcomes[key].problems, *of_text))
    return list(outcomes.values())


def component(game: str, key: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """A component with a text, of a kind that the game has."""
    usual = KINDS[game][entry.get("on", "")]
    return {"id": f"try_{key}", "name": key, **usual, **entry.get("with", {}), "text": entry["text"]}


def _compiled(game: str, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Problem]]:
    """What the compiler refuses, by id."""
    if not entries:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        tried_pack = Path(folder) / f"trial_{game}"
        write_pack(tried_pack, game, entries)
        ruleset = load_ruleset(path(game), (*pack(game), str(tried_pack)))
        return by_component(ruleset, problems(ruleset))


def write_pack(folder: Path, game: str, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a pack with a card for each text."""
    (folder / "components").mkdir(parents=True)
    about = {"id": folder.name, "title": "Trial", "version": "0.1.0", "base": {game: ">=0.1.0"}}
    (folder / "pack.yaml").write_text(yaml.safe_dump(about))
    lines = [component(game, key, entry) for key, entry in entries.items()]
    written = "".join(f"- {json.dumps(line)}\n" for line in lines)  # which is YAML, too
    (folder / "components" / "cards.yaml").write_text(written)


def problems(ruleset: Ruleset) -> list[Problem]:
    """What the compiler refuses."""
    try:
        Builder(ruleset, ruleset.players[-1], Rules(ruleset).options, checked=True).build()
    except MeaningError as error:
        return list(error.problems)
    return []


def by_component(ruleset: Ruleset, found: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Problems by the text that they stand in."""
    starts = sorted((ruleset.place(("components", key)).line, key) for key in ruleset.components if key[:4] == "try_")
    told: dict[str, list[Problem]] = {}
    for one in found:
        if not str(one.place.file).endswith("cards.yaml"):
            told.setdefault(starts[0][1][4:], []).append(one)
            continue
        key = max((line, key) for line, key in starts if line <= one.place.line)[1]
        told.setdefault(key[4:], []).append(one)
    return told


KINDS: dict[str, dict[str, dict[str, Any]]] = {
    "mythotopia": {"": {"kind": "improvement_card", "start": "improvement_deck"}},
    "age_of_innovation": {
        "": {"kind": "innovation", "start": "box"},
        "competency": {"kind": "competency_tile", "number": 1, "start": "box"},
        "palace": {"kind": "palace_tile", "number": 1, "start": "box"},
    },
    "monumental": {
        "": {"kind": "knowledge", "era": "I", "cost": 2, "start": "first_era"},
        "policy": {"kind": "policy", "civilization": "chinese", "start": "box"},
        "wonder": {"kind": "wonder", "era": "I", "first_cost": 4, "second_cost": 4, "start": "first_era"},
        "town gift": {"kind": "town_gift", "start": "town_gifts"},
        "Warlord": {"kind": "warlord_card", "civilization": "greek", "attack": 1, "defence": 2, "start": "box"},
    },
    "fair": {"": {"kind": "charm", "start": "box"}},
    "realm": {"": {"kind": "edict", "start": "box"}},
    "civ_new_dawn": {
        "": {
            "kind": "culture_wonder", "era": "ancient", "production_cost": 7, "resources": ["marble", "oil"],
            "start": "culture_deck",
        },
        "science wonder": {
            "kind": "science_wonder", "era": "ancient", "production_cost": 7, "resources": ["marble", "oil"],
            "start": "science_deck",
        },
        "event": {"kind": "event", "section": 2, "start": "event_display"},
        "agenda": {"kind": "agenda", "victory_card": "civilized_money_grubber", "start": "box"},
        "focus": {"kind": "culture_card", "focus": "culture", "level": 1, "per player": True, "start": "focus_deck"},
    },
}  # fmt: skip


def main(arguments: list[str]) -> None:
    """Print what becomes of the texts."""
    games = [one for one in arguments if one in GAMES] or list(GAMES)
    ids = [one for one in arguments if one not in GAMES and one[0] != "-"]
    for game in games:
        entries = {
            key: {**one, "text": said(one)}
            for key, one in texts().items()
            if one["game"] == game and (not ids or key in ids)
        }
        for one in tried(game, entries):
            print(f"{one.id} {one.stage}: {one.text.strip()}")
            if "-v" in arguments or one.stage == "compiled":
                print(f"     = {one.normal_form}\n     > {one.understood}")
            for problem in one.problems[:3]:
                print(f"     {problem.code} {problem.offset}: {problem.message} | {problem.hint}")


if __name__ == "__main__":
    main(sys.argv[1:])
