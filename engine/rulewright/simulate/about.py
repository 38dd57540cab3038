"""What a report must know of a game beside its results: names and kinds of components, and the map as drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulewright import disk
from rulewright.play.presentation.arrangement import arrangement
from rulewright.play.presentation.scene import outlines_of
from rulewright.runtime.rules import Rules

ABOUT = "about.json"


def about(rules: Rules, players: int, lang: str) -> dict[str, Any]:
    """As plain data.

    `components`: by id, its kind and name. `kinds`: by id, the name of a kind. `spaces`: by id, its name and outline,
    an SVG path. `box`: x, y, width and height of all outlines.
    """
    game = rules.new_game(players, 0, log=False)
    components = rules.ruleset.components
    layout = game.program.layout
    spaces = {layout.names[space] for space in layout.spaces}
    outlines, box = outlines_of(game, spaces, arrangement(rules.ruleset))
    return {
        "components": {name: [one.kind, game.labels.component(name, lang)] for name, one in components.items()},
        "kinds": {kind: game.labels.noun(kind, lang) for kind in {one.kind for one in components.values()}},
        "spaces": {name: [game.labels.place(layout.ids[name], lang), path] for name, path in sorted(outlines.items())},
        "box": box,
    }


def write_about(folder: Path, data: dict[str, Any]) -> None:
    """Write it beside the results."""
    disk.write(folder / ABOUT, json.dumps(data, ensure_ascii=False, sort_keys=True) + "\n")


def about_of(folder: Path) -> dict[str, Any]:
    """What was written there; {} of a folder without it."""
    path = folder / ABOUT
    try:
        data = json.loads(disk.read_text(path)) if path.is_file() else {}
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
