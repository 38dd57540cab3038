"""A card's text tried in play: the ruleset with that text, and a game in which the card lies where it is used."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulewright import disk
from rulewright.language import nodes as N
from rulewright.play.scenarios import begun
from rulewright.problems import RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

_PACK = "tried_text"


def with_text(name_or_path: str, ruleset: Ruleset, component: str, text: str) -> Ruleset:
    """A ruleset in which one component says something else: it is patched as a pack would patch it.

    Nothing is written where the ruleset lies; the pack is there only while it is read.

    Raises:
        RulewrightError: the ruleset cannot be loaded with that text.
    """
    before = str(ruleset.content.data["components"][component].get("text") or "")
    wanted = text.replace("\r\n", "\n").rstrip("\n") + before[len(before.rstrip("\n")) :]
    if wanted == before:
        return ruleset
    pack = {
        "id": _PACK, "title": _PACK, "version": "0.0.0", "base": {ruleset.id: f"=={ruleset.version}"},
        "patch": {"components": {component: {"set": {"text": wanted}}}},
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        disk.write(Path(folder) / "pack.yaml", json.dumps(pack, ensure_ascii=False))
        return load_ruleset(name_or_path, [folder])


def begin(rules: Rules, component: str, seed: int = 1) -> Game:
    """A game of the least number of players in the first player's turn, with a card where that player uses it.

    Raises:
        RulewrightError: no game can be begun.
    """
    try:
        game = begun({"position": {"turn": 1}, "seed": seed}, rules)
    except RulewrightError:  # nobody has such a turn
        game = rules.new_game(min(rules.ruleset.players) - rules.absent, seed)
    layout = game.program.layout
    zone = next((zone for zone in used_in(rules.ruleset, component) if zone in layout.zone), "")
    copies = layout.instances(component)
    if zone and copies:
        game.state.move(copies[0], layout.zone[zone][0])
        game.arrange({})
    return game


def used_in(ruleset: Ruleset, component: str) -> Sequence[str]:
    """The zones in which what a component says can be used or holds, the first its text speaks of first."""
    words = ruleset.components[component].text
    tree = words.tree if words is not None else None
    known = ruleset.lexicon.get("headings") or {}
    abilities = tree.abilities if isinstance(tree, N.Text) else ()
    default = [ruleset.default_heading] if isinstance(tree, N.Text) and tree.sentences else []
    headings = [*default, *(one.heading for one in abilities)]
    found: dict[str, None] = {}
    for heading in headings:
        entry = known.get(heading, {})
        found |= dict.fromkeys([*(entry.get("from") or ()), *(entry.get("active") or ())])
    return list(found)
