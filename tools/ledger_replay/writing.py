"""A game of this engine written as a ledger: whatever the game offers, the mapping must be able to read.

The choices are left to chance, with a liking for what builds. A row tells what its choices have changed on the map and
among tiles, as ledgers do; how a price was paid or which way was taken is not told.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ledger_replay.game import Codes, Table, Told, taken
from ledger_replay.reading import Ledger, Row
from ledger_replay.replaying import LIST
from rulewright.runtime.game import Decision, Game, Option

_PAID = {"PW P": 5, "PW W": 3, "C VP": 2}
_BY_ITSELF = {"bonus": "cult_income_for_faction", "income": "other_income_for_faction", "resources": "score_resources"}
_SPADES = {"ACT5": 1, "ACT6": 2, "BON1": 1, "ACTG": 2}
_LIKED = {
    "Convert first": 0.3, "alchemists:conversion": 0.05, ":conversion": 0.2, "pass": 0.06, "end": 2.0, "none": 0.2,
    "Burn": 0.3, "upgrade": 4.0,
}  # fmt: skip


def drawn(seed: int, factions: list[str], options: list[str], known: Codes) -> Ledger:
    """A ledger without a game yet: factions (as ledgers call them) in seat order, and tiles drawn by chance."""
    rng = random.Random(seed)
    without = {"score_temple", "bonus_shipping_points"}
    without -= {"score_temple"} if "temple-scoring-tile" in options else set()
    without -= {"bonus_shipping_points"} if "shipping-bonus" in options else set()
    scoring = [code for code, tile in known["scoring"].items() if tile not in without]
    late = [code for code in scoring if known["scoring"][code] != "score_spade"]
    last = rng.sample(late, 2)
    first = rng.sample([code for code in scoring if code not in last], 4)
    cards = [code for code, card in known["bonus"].items() if card not in without]
    removed = rng.sample(cards, len(cards) - len(factions) - 3)
    rows = [Row(0, faction, (), (), "setup", ()) for faction in factions]
    return Ledger(Path("drawn"), options, [*first, *last], removed, [*rows])


@dataclass(slots=True)
class Writer:
    """Rows of a game as they are played. row: the commands of the row that is being made, None between rows."""

    table: Table
    rng: random.Random
    leaving: float = 0.0
    rows: list[str] = field(default_factory=list)
    row: list[str] | None = None
    kind: str = ""
    builds: int = 0
    free: int = 0
    last: str = ""
    left: set[int] = field(default_factory=set)

    def play(self, most: int) -> None:
        """Play until the game is over or there are so many rows."""
        game = self.table.game
        while game.decision is not None and len(self.rows) < most:
            option = self._choice(game.decision)
            after, told = taken(self.table, game, option.number)
            self._note(game, option, after, told)
            game = after

    def _choice(self, decision: Decision) -> Option:
        options = list(decision.options)
        planned = self.table.card_of(self.faction(decision.seat))
        for option in options:
            if option.id == planned:
                return option
        return self.rng.choices(options, [self._liking(option) for option in options])[0]

    def _liking(self, option: Option) -> float:
        name, text, leave = option.id, option.text(), self.table.codes["leave"]
        if name in leave or text in leave:
            return 0.0 if self.row else self.leaving
        for what, weight in _LIKED.items():
            if name.endswith(what) or text.startswith(what) or name.startswith(what):
                return weight
        return 1.0

    def faction(self, seat: int) -> str:
        """What ledgers call the faction of a seat."""
        return list(self.table.seat)[seat]

    # ------------------------------------------------------------ rows

    def _note(self, before: Game, option: Option, after: Game, told: Told) -> None:
        decision = before.decision
        assert decision is not None
        seat, table = decision.seat, self.table
        if option.id == table.card_of(self.faction(seat)):
            if after.decision and after.decision.options[0].id not in table.codes["factions"].values():
                self._set_up(after)
            return
        if self.row is None:
            self.row, self.builds, self.free, self.last = [], table.builds(before), 0, ""
            ids = {one.id for one in decision.options}
            self.kind = "turn" if ids & LIST else "answer" if self._hears(decision) else "other"
        self.row += self._commands(before, option, after, seat)
        if option.id in table.codes["leave"] or option.text() in table.codes["leave"]:
            self.rows.append(f"#\t{self.faction(seat)} dropped from the game")
            self.left.add(seat)
        if self._over(option, after, told, seat):
            if self.row:
                values = told.moments[0][3][seat] if told.moments else table.values(after, seat)
                self._add(seat, values, ". ".join(self.row), table.offered_since(after, self.builds))
            self.row = None
        self._told(after, told)

    def _set_up(self, game: Game) -> None:
        names = [one.id for one in game.decision.options] if game.decision else []
        if names and names[0] in self.table.space.values():
            for seat in range(len(self.table.seat)):
                self._add(seat, self.table.values(game, seat), "setup")

    def _add(self, seat: int, values: tuple[int, ...], text: str, offered: tuple[int, ...] = ()) -> None:
        points, coins, workers, priests, *rest = map(str, values)
        cells = [self.faction(seat), "", points, "", coins, "", workers, "", priests, "", "/".join(rest[:3]), ""]
        self.rows.append("\t".join([*cells, "/".join(rest[3:]), " ".join(map(str, offered)), text]))

    def _told(self, after: Game, told: Told) -> None:
        """What the game did by itself: income, bonuses of cults, final points."""
        codes = self.table.codes
        words = {codes["events"][event]: word for event, word in _BY_ITSELF.items()}
        cults = 0
        for place, (deed, seat, _, values) in enumerate(told.moments):
            then = told.moments[place + 1][3] if place + 1 < len(told.moments) else self.table.all_values(after.state)
            if deed in words:
                self._add(seat, then[seat], "" if seat in self.left else words[deed])
                continue
            what = "network" if deed == codes["events"]["network"] else codes["cults"][cults].upper()
            cults += what != "network"
            for one, had in enumerate(values):
                if then[one][0] > had[0]:
                    self._add(one, then[one], "" if one in self.left else f"+{then[one][0] - had[0]}vp for {what}")

    def _hears(self, decision: Decision) -> bool:
        codes = self.table.codes
        words = {codes["take"], codes["decline"], codes["step_first"], *codes["leave"]}
        options = list(decision.options)
        return not {one.id for one in options} & LIST and any(one.text() in words for one in options)

    def _over(self, option: Option, after: Game, told: Told, seat: int) -> bool:
        decision = after.decision
        if decision is None or told.moments or decision.seat != seat or after.setting_up:
            return True
        ids = {one.id for one in decision.options}
        if self.kind == "answer":
            return self._hears(decision) or bool(ids & LIST)
        acted = any(not command.startswith(("convert", "burn", "+", "connect")) for command in self.row or [])
        fresh = "pass" in ids and "end" not in ids and acted
        return fresh or (bool(ids & LIST or self._hears(decision)) and self.kind == "other") or (
            not ids & LIST and self._hears(decision)
        ) or option.text() == self.table.codes["end"]  # fmt: skip

    # ------------------------------------------------------------ commands

    def _commands(self, before: Game, option: Option, after: Game, seat: int) -> Iterator[str]:
        """What a choice is called, and what it changed."""
        codes = self.table.codes
        assert before.decision is not None
        name = option.id.split(".")[0].split("#")[0].removesuffix(":area")
        cult = name.split("_order_")
        if {one.id for one in before.decision.options} & LIST or self._hears(before.decision):
            self.last = option.text() if self._hears(before.decision) else name
            yield from self._listed(name)
        elif name in codes["cults"]:
            back = self.last == codes["send"][1]
            steps = 2 if self.last == codes["actions"]["ACTA"] else 1
            yield f"send p to {name} for 1" if back else f"+{steps}{name.upper()}"
        elif len(cult) == 2:
            yield f"send p to {cult[0]} for {cult[1]}"
        elif name in codes["bonus"].values():
            yield f"pass {_code(codes['bonus'], name)}"
        elif option.text() in codes["between_spades"].values():
            if not any(command.startswith("dig") for command in self.row or ()):
                self.free += 1
                yield "dig 1"
            yield "burn 1" if option.text() == codes["between_spades"]["burn"] else "convert 3PW to 1W"
        if name == codes["pass"] and not self._takes(after, seat):
            yield "pass"
        yield from self._paid(before, after, seat)
        yield from self._changed(before, after, seat)

    def _takes(self, after: Game, seat: int) -> bool:
        decision = after.decision
        names = self.table.codes["bonus"].values()
        return decision is not None and decision.seat == seat and decision.options[0].id.split(".")[0] in names

    def _listed(self, name: str) -> Iterator[str]:
        codes = self.table.codes
        if name in codes["actions"].values():
            code = _code(codes["actions"], name)
            self.free = _SPADES.get(code, 0)
            yield f"action {code}"
        for pair, ids in codes["conversions"].items():
            if ids == [name]:
                paid, gained = pair.split()
                yield f"convert {_PAID.get(pair, 1)}{paid} to 1{gained}"
        if name == codes["burn"] or self.last == codes["burn_first"]:
            yield "burn 1"
        if name in (codes["shipping"], codes["digging"]):
            yield "advance ship" if name == codes["shipping"] else "advance dig"

    def _paid(self, before: Game, after: Game, seat: int) -> Iterator[str]:
        """Points exchanged, and offers that were answered."""
        codes, table = self.table.codes, self.table
        if self.last == codes["conversions"]["VP C"][0]:
            gained = table.values(after, seat)[0] - table.values(before, seat)[0]
            if gained:
                yield "convert 2C to 1VP" if gained > 0 else "convert 1VP to 1C"
        gone = Counter(table.offers(before, seat)) - Counter(table.offers(after, seat))
        if self.kind == "answer" and len(gone) == 1:
            ((giver, amount),) = gone
            word = "Leech" if self.last == codes["take"] else "Decline"
            yield f"{word} {amount} from {self.faction(giver)}"

    def _changed(self, before: Game, after: Game, seat: int) -> Iterator[str]:
        """What has changed on the map and among the tiles of a seat."""
        table, codes = self.table, self.table.codes
        facts, now, owner = before.facts(), after.facts(), str(seat + 1)
        had, has = facts.pieces[owner], now.pieces[owner]
        colours = {terrain: colour for colour, terrain in codes["terrains"].items() if colour != "grey"}
        structures = {piece: code for code, piece in codes["structures"].items()}
        for code, space in table.space.items():
            if code[0] == "R":
                if has.get(space, Counter()) - had.get(space, Counter()):
                    yield f"connect {code.lower()}"
                continue
            old, new = table.terrain(before, space), table.terrain(after, space)
            if old != new:
                yield from self._spades(old, new, seat)
                yield f"transform {code} to {colours[new]}"
            for piece in has.get(space, Counter()) - had.get(space, Counter()):
                if piece == codes["first_structure"]:
                    yield f"build {code}"
                elif piece in structures:
                    self.free = 3 if piece == "stronghold" and self.faction(seat) == "halflings" else 0
                    yield f"upgrade {code} to {structures[piece]}"
        codes_of = {space: code for code, space in table.space.items()}
        for place in has:
            if "--" in place and has[place] - had.get(place, Counter()):
                yield "bridge " + ":".join(codes_of[end] for end in place.split("--"))
        new_tiles = Counter(now.zones[owner]["area"]) - Counter(facts.zones[owner]["area"])
        for tile in new_tiles:
            for kind in ("favors", "towns"):
                if tile in codes[kind].values():
                    yield f"+{_code(codes[kind], tile)}"

    def _spades(self, old: str, new: str, seat: int) -> Iterator[str]:
        """How many spades were bought for a space; sandstorms and cults take none."""
        circle = self.table.codes["land"]
        way = abs(circle.index(old) - circle.index(new))
        needed = 2 if self.faction(seat) == "giants" else min(way, len(circle) - way)
        used = min(needed, self.free)
        self.free -= used
        if needed > used and self.kind == "turn" and self.last != self.table.codes["actions"]["ACTN"]:
            yield f"dig {needed - used}"


def _code(known: dict[str, str], name: str) -> str:
    return next(code for code, one in known.items() if one == name)
