"""A game that is played after a ledger: what a faction has, what is offered, what happened since the last choice."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

import rulewright as rw
from ledger_replay.reading import Command, Ledger, Unreadable
from rulewright.compiler.layout.layout import Layout
from rulewright.runtime.game import Game
from rulewright.runtime.lookahead import Lookahead
from rulewright.runtime.state import State

Codes = dict[str, Any]


def codes() -> Codes:
    """What ledgers call things, and what the ruleset calls them."""
    text = (Path(__file__).parent / "codes.yaml").read_text(encoding="utf-8")
    loaded: Codes = yaml.load(text, yaml.BaseLoader)
    return loaded


class Unheard(Exception):
    """A name in a row that nobody knows."""


class Told(list[Any]):
    """A log that also keeps what everybody had when something was told."""

    def __init__(self, table: Table, state: State) -> None:
        super().__init__()
        self.table, self.state = table, state
        self.moments: list[tuple[str, int, tuple[Any, ...], list[tuple[int, ...]]]] = []

    def append(self, line: Any) -> None:
        super().append(line)
        seat, deed, about, _ = line
        if deed in self.table.events:
            self.moments.append((deed, seat, about, self.table.all_values(self.state)))


class Table:
    """What is the same for a whole ledger: the layout of the ruleset, its codes, and who sits where."""

    def __init__(self, ledger: Ledger, rules: rw.Rules, known: Codes) -> None:
        self.codes = known
        self.events = set(known["events"].values())
        self.options = {name: value == "true" for name, value in known["options"].items()}
        self.options |= {known["option"][name]: True for name in ledger.options if name in known["option"]}
        self.seat = self._seats(ledger, rules)
        self.game = rules.new_game(len(self.seat), 1, self.options)
        self.layout: Layout = self.game.program.layout
        self._lay(ledger)
        self.cells = [self._cells(seat) for seat in range(len(self.seat))]
        self.space = self._spaces()
        attributes = {name: one.attributes for name, one in rules.ruleset.components.items()}
        self.home = [attributes[self.card_of(faction)]["terrain"] for faction in self.seat]

    def _seats(self, ledger: Ledger, rules: rw.Rules) -> dict[str, int]:
        """The factions, in the order in which they are named first."""
        kinds = {name: one.kind for name, one in rules.ruleset.components.items()}
        seats: dict[str, int] = {}
        for row in ledger.rows:
            faction = row.names[0] if isinstance(row, Command) else row.faction
            line = row.numbers[0] if isinstance(row, Command) else row.line
            if kinds.get(self.card_of(faction)) != self.codes["faction"]:
                raise Unreadable(f"{ledger.path}:{line}: nobody knows the faction {faction!r}")
            if faction not in seats and isinstance(row, Command):
                raise Unreadable(f"{ledger.path}:{line}: {faction} is not in the game")
            seats.setdefault(faction, len(seats))
        if len(seats) not in rules.players:
            raise Unreadable(
                f"{ledger.path}: {len(seats)} factions; the game is for {min(rules.players)} to {max(rules.players)}"
            )
        return seats

    def _lay(self, ledger: Ledger) -> None:
        """The tiles of the ledger in place of those that chance has drawn."""
        zones, known = self.codes["zones"], self.codes
        for kind, codes in (("scoring", ledger.scoring), ("bonus", ledger.removed)):
            wrong = [code for place, code in enumerate(codes) if code not in known[kind] or code in codes[:place]]
            if wrong:
                raise Unreadable(f"{ledger.path}: nobody knows the tile {wrong[0]!r}, or it is named twice")
        scoring = [known["scoring"][code] for code in reversed(ledger.scoring)]
        facts = self.game.facts().zones["common"]
        inside = [*facts[zones["bonus"]], *facts[zones["left"]]]
        removed = {known["bonus"][code] for code in ledger.removed}
        kind_of = {name: component.kind for name, component in self.game.rules.ruleset.components.items()}
        bonus = [name for name in known["bonus"].values() if name in inside and name not in removed]
        left = [name for name in facts[zones["left"]] if kind_of[name] in zones["kept_in"]]
        for said, told, zone in (("scoring tiles", scoring, "scoring"), ("bonus cards", bonus, "bonus")):
            if len(told) != len(facts[zones[zone]]):
                raise Unreadable(f"{ledger.path}: {len(told)} {said} are in the game, not {len(facts[zones[zone]])}")
        self.game.arrange({"zones": {zones["scoring"]: scoring, zones["bonus"]: bonus, zones["left"]: left}})

    def _cells(self, seat: int) -> list[int]:
        """Where in a state the eleven values of a seat stand, as a ledger lists them."""
        layout, values = self.layout, self.codes["values"]
        token = next(kind for kind in layout.piece_kinds if kind.name == values["token"])
        cults = [layout.instances(name)[0] for name in self.codes["cults"]]
        return [
            layout.kept[values["kept"]].cell(seat),
            *(layout.held[noun] + seat for noun in values["held"]),
            *(token.index[0][layout.zone[bowl][seat]] for bowl in values["bowls"]),
            *(layout.kept[values["level"]].cell(seat, cult) for cult in cults),
        ]

    def _spaces(self) -> dict[str, str]:
        """Spaces by what ledgers call them: a letter for the row, a number among its land; rivers R0 and on."""
        spaces = self.game.rules.ruleset.map.spaces.values()
        rows: dict[int, int] = {}
        found, rivers = {}, 0
        for space in sorted(spaces, key=lambda it: (it.attributes["row"], it.attributes["column"])):
            row = space.attributes["row"]
            if space.attributes.get("terrain") in self.codes["land"]:
                rows[row] = rows.get(row, 0) + 1
                found[f"{'ABCDEFGHI'[row - 1]}{rows[row]}"] = space.id
            else:
                found[f"R{rivers}"] = space.id
                rivers += 1
        return found

    def all_values(self, state: State) -> list[tuple[int, ...]]:
        """The values of every seat."""
        return [tuple(state.n[cell] for cell in cells) for cells in self.cells]

    def values(self, game: Game, seat: int) -> tuple[int, ...]:
        """The values of a seat."""
        return tuple(game.state.n[cell] for cell in self.cells[seat])

    def called(self, kind: str, code: str) -> Any:
        """What the ruleset calls something that a row names.

        Raises:
            Unheard: there is no such name.
        """
        known = {"space": self.space, "seat": self.seat}.get(kind) or self.codes[kind]
        if code not in known:
            raise Unheard(f"nobody knows {code!r}")
        return known[code]

    def card_of(self, code: str) -> str:
        """The component that a faction of a ledger is."""
        return str(self.codes["factions"].get(code, code))

    # ------------------------------------------------------------ what is on the map

    def terrain(self, game: Game, space: str) -> str:
        """The terrain of a space now."""
        kept = self.layout.kept["terrain"]
        return kept.names[game.state.n[kept.cell(self.layout.ids[space])] - 1]

    def has(self, game: Game, seat: int, piece: str, place: str) -> bool:
        """Whether a piece of a seat stands somewhere."""
        kind = self._kind(piece)
        cell = kind.index[seat][self.layout.ids[place]]
        return bool(cell) and game.state.n[cell] > 0

    @lru_cache(maxsize=64)  # noqa: B019 - a table lives as long as its ledger is replayed
    def _kind(self, piece: str) -> Any:
        return next(kind for kind in self.layout.piece_kinds if kind.name == piece)

    # ------------------------------------------------------------ offers

    def offers(self, game: Game, seat: int) -> list[tuple[int, int]]:
        """The open offers of a seat: who has made it, and how much it is."""
        layout, offer, state = self.layout, self.codes["offer"], game.state
        cards = state.zones[layout.zone[offer["box"]][seat]]
        giver, amount = layout.kept[offer["giver"]], layout.kept[offer["amount"]]
        return [(state.n[giver.cell(card)], state.n[amount.cell(card)]) for card in cards]

    def builds(self, game: Game) -> int:
        """How many builds have offered something, or could have."""
        return int(game.state.n[self.layout.kept[self.codes["offer"]["count"]].cell()])

    def offered_since(self, game: Game, builds: int) -> tuple[int, ...]:
        """What builds after the first so many have offered, for each taker together."""
        layout, offer, state = self.layout, self.codes["offer"], game.state
        number, amount = layout.kept[offer["number"]], layout.kept[offer["amount"]]
        found = []
        for zone in layout.zone[offer["box"]]:
            given = [state.n[amount.cell(card)] for card in state.zones[zone] if state.n[number.cell(card)] > builds]
            if given:
                found.append(sum(given))
        return tuple(sorted(found))


def taken(table: Table, game: Game, number: int) -> tuple[Game, Told]:
    """The game after a choice, as a copy, and what was told on the way."""
    copy = game.copy()
    copy.state.lookahead = Lookahead()
    told = Told(table, copy.state)
    copy.state.log = told
    copy.step(number)
    return copy, told
