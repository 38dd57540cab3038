"""How cost grows: rulesets that are generated with more and more cards, texts, spaces and players.

One small game: draw a card each turn, play cards into a row, use what they say, put stones onto a board. Its positions
are alike whatever its size, so what grows is what size itself costs. `--picture` draws it.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median
from typing import Any

import rulewright as rw
from benchmarks.loading import child
from benchmarks.playing import COPIES
from benchmarks.rows import Row, seconds
from rulewright.play.bots.bot import mix
from rulewright.simulate.report.drawing import growth

WITHIN = 200
"""Decisions that are played in a game, at most: later ones have more cards on the table."""

RULESET = """
id: growth
title: Growth
version: 0.1.0
players: [{players}]
procedures: {{set up: set_up, play: play}}
turn: take_turn
zones:
  draw: {{from: deck, to: hand}}
  play: {{from: [hand], to: row}}
result: {{score: coin, wins: highest}}
"""

LEXICON = """
nouns:
  coin: {type: number, of: player, kept: true, least: 0, en: coin}
  stone: {type: piece, owned: true, in: [space, box], supply: {box: 5000}, en: stone}
  deed: {type: card, en: deed}
  deck: {type: zone, order: pile, visible: nobody, en: {one: deck, to: onto}}
  hand: {type: zone, of: player, visible: owner, en: {one: hand, many: hands, to: into}}
  row: {type: zone, of: player, visible: public, en: {one: row, many: rows, to: into}}
  box: {type: zone, visible: public, en: {one: box, to: into}}
verbs:
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do: [Draw a card., {offer: [work], end: {title: Rest}}]
headings:
  work: {en: Work, offered: true, from: {row: ""}, limit: once_per_turn}
"""

RULES = """
set_up: {do: [Shuffle the deck., Each player draws 5 cards.]}
play: {do: [{repeat: 20 times, do: [Each player takes a turn.]}, End the game.]}
play_card: {title: Play a card, heading: work, do: Play a card from your hand.}
settle: {title: Settle, heading: work, do: Put a stone from the box onto an empty space.}
earn: {title: Earn, heading: work, do: Gain 3 coins.}
"""

TEXTS = (
    "gain {a} coins. If you have at least {b} coins, lose 1 coin",
    "pay {a} coins to gain {b} coins",
    "pay {a} coins. Put a stone from the box onto an empty space next to your stones. Gain {b} coins",
    "if you have at least {b} stones on spaces, gain {a} coins",
)
"""What cards say; each pair of numbers makes another text."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a generated ruleset is; texts: how many of its cards' texts differ."""

    cards: int = 100
    texts: int = 20
    spaces: int = 50
    players: int = 2


GROWING: dict[str, list[Size]] = {
    "cards": [Size(cards=number) for number in (100, 300, 1_000, 3_000, 10_000)],
    "texts": [Size(cards=number, texts=number) for number in (100, 300, 1_000, 3_000, 10_000)],
    "spaces": [Size(spaces=number) for number in (50, 150, 500, 1_500, 5_000)],
    "players": [Size(cards=1_000, spaces=500, players=number) for number in (2, 3, 4, 6, 8)],
}


def write(folder: Path, size: Size) -> None:
    """Write a ruleset of a size into a folder."""
    for name in ("components", "map", "procedures"):
        (folder / name).mkdir(parents=True)
    cards = []
    for number in range(size.cards):
        rest = number % size.texts
        text = TEXTS[rest % len(TEXTS)].format(a=2 + rest % 97, b=2 + rest // 97)
        cards.append(f'- {{id: deed_{number}, kind: deed, name: Deed {number}, start: deck, text: "Work: {text}."}}\n')
    files = {
        "ruleset.yaml": RULESET.format(players=size.players),
        "lexicon.yaml": LEXICON,
        "components/deeds.yaml": "".join(cards),
        "map/board.yaml": _board(size.spaces),
        "procedures/rules.yaml": RULES,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _board(spaces: int) -> str:
    """A map of squares in columns, about as many as there are rows."""
    wide = round(spaces**0.5)
    told = [f"  - {{id: s{number}, kind: space}}\n" for number in range(spaces)]
    sides = [(number, number + 1) for number in range(spaces - 1) if (number + 1) % wide]
    sides += [(number, number + wide) for number in range(spaces - wide)]
    next_to = [f"  - {{between: [s{one}, s{other}]}}\n" for one, other in sides]
    return "spaces:\n" + "".join(told) + "adjacent:\n" + "".join(next_to)


def measured(size: Size, repeat: int) -> dict[str, float]:
    """Seconds to load and compile, cold and warm, and to decide and copy; and options of a decision."""
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name) / "growth", Path(name) / "cache"
        write(folder, size)
        cold = json.loads(child(cache, TELL, str(folder), "0")[0])
        warm = json.loads(child(cache, TELL, str(folder), str(repeat))[0])
    return {
        "cold": cold["start"],
        "warm": warm["start"],
        **{part: warm[part] for part in ("decide", "options", "copy")},
    }


TELL = "import sys; from benchmarks.scaling import tell; tell(*sys.argv[1:])"


def tell(folder: str, repeat: str) -> None:
    """Print what it takes to load and compile a ruleset, and then so many times to play: the work of a process."""
    found = {}

    def start() -> None:
        found["rules"] = rw.load(folder)
        found["rules"].program(max(found["rules"].players))

    told = {"start": seconds(start)}
    rounds = [_played(found["rules"], seed) for seed in range(int(repeat))]
    told |= {part: median(one[part] for one in rounds) for part in (rounds[0] if rounds else ())}
    print(json.dumps(told))


def _played(rules: rw.Rules, seed: int) -> dict[str, float]:
    """What a decision and a copy take in one random game."""
    game = rules.new_game(max(rules.players), seed, log=False)
    made = options = 0

    def play() -> None:
        nonlocal made, options
        while game.legal and made < WITHIN:
            options += len(game.legal)
            game.step(mix(seed, made) % len(game.legal))
            made += 1

    spent = seconds(play)

    def copies(copy: Any = game.state.copy) -> None:
        for _ in range(COPIES // 10):
            copy()

    return {"decide": spent / made, "options": options / made, "copy": seconds(copies) / (COPIES // 10)}


def exponent(sizes: list[int], costs: list[float]) -> float:
    """With which power of the size a cost grows over the upper half of what was measured: 1 is in proportion."""
    middle = (len(sizes) - 1) // 2
    return log(costs[-1] / costs[middle]) / log(sizes[-1] / sizes[middle])


STYLE = """
svg { background: #fff; color: #1c1c1c; font: 13px sans-serif } polyline, line { fill: none; stroke-width: 2 }
.k0 { stroke: #c0562b } .k1 { stroke: #c0562b; stroke-dasharray: 6 3 } .k2 { stroke: #1b6ca8 } .k3 { stroke: #4b7f3f }
.grid { stroke: #ddd; stroke-width: 1 } .expected { stroke: #888; stroke-dasharray: 2 4; stroke-width: 1 }
"""
UNITS = {"cold": ("s", 1.0), "warm": ("s", 1.0), "decide": ("µs", 1e6), "copy": ("µs", 1e6)}


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """What each size costs, and with which power of the size that grows."""
    panels = []
    for what, sizes in GROWING.items():
        numbers, found = [getattr(size, what) for size in sizes], []
        for size, number in zip(sizes, numbers, strict=True):
            found.append(measured(size, arguments.repeat))
            for name, (unit, scale) in UNITS.items():
                beside = {"options": found[-1]["options"]} if name == "decide" else {}
                yield Row("scaling", f"{number:,} {what}: {name}", found[-1][name] * scale, unit, beside=beside)
        for name in UNITS:
            power = exponent(numbers, [one[name] for one in found])
            yield Row("scaling", f"{what}: {name} grows with the power", power, "")
        lines = [(name, [(float(at), one[name]) for at, one in zip(numbers, found, strict=True)]) for name in UNITS]
        panels.append((what, lines))
    if arguments.picture:
        Path(arguments.picture).write_text(growth("How cost grows", panels, STYLE) + "\n", encoding="utf-8")
