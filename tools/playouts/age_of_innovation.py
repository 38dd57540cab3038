"""What must hold in every position of Age of Innovation, beside what holds for all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.runtime.game import Game

BUILDINGS = (
    "workshop", "guild", "school", "palace", "university", "tower", "neutral_workshop", "neutral_guild",
    "neutral_school", "neutral_palace", "neutral_university", "monument",
)  # fmt: skip


class Position:
    """The numbers, tiles and pieces of a position by their ids."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.program.layout
        self.n = game.state.n
        self.seats = range(game.seats)
        self.disciplines = self.layout.cards_of("discipline")

    def within(self, procedure: str) -> bool:
        """Whether a procedure is going on."""
        return any(self.game.program.owner[frame[0]] == procedure for frame in self.game.state.stack)

    def kept(self, noun: str, *things: int) -> int:
        """A kept number of some things (seats, spaces or cards)."""
        return int(self.n[self.layout.kept[noun].cell(*things)])

    def held(self, noun: str, seat: int) -> int:
        """How much of a resource a seat holds."""
        return int(self.n[self.layout.held[noun] + seat])

    def pieces(self, noun: str, seat: int, place: int) -> int:
        """How many pieces of just this kind a seat has in a place."""
        return int(self.n[self.layout.piece_kinds[self.layout.kinds_of_piece[noun][0]].index[seat][place]])

    def area(self, seat: int, kind: str) -> list[str]:
        """The tiles of a kind in a seat's area."""
        of_kind = set(self.layout.cards_of(kind))
        zone = self.game.state.zones[self.layout.zone["area"][seat]]
        return [self.layout.cards[card].component for card in zone if card in of_kind]


def broken(game: Game, taken: Counter[str]) -> Iterator[str]:
    """What is wrong with a position, in words; nothing while the game is being set up.

    taken: how often each option of a turn was taken so far.
    """
    if game.setting_up:
        return
    position = Position(game)
    yield from _broken_power(position, taken["sacrifice:conversion"])
    yield from _broken_science(position)
    yield from _broken_buildings(position)
    for seat in position.seats:
        scholars = position.held("scholar", seat) + position.kept("sent_scholars", seat)
        if scholars > 7:
            yield f"seat {seat} has {scholars} scholars"
        for kind, most in (("innovation", 3), ("palace_tile", 1), ("round_booster", 2), ("faction", 1), ("display", 1)):
            if len(position.area(seat, kind)) > most:
                yield f"seat {seat} has more than {most} of {kind}"
        tiles = position.area(seat, "competency_tile")
        if len(set(tiles)) < len(tiles):
            yield f"seat {seat} has a competency twice"


def _broken_power(position: Position, sacrificed: int) -> Iterator[str]:
    """12 tokens a player, but for those sacrificed and the 2 of the neutral palace (which it brings a moment later)."""
    seats = position.seats
    bowls = [zone for bowl in ("bowl_1", "bowl_2", "bowl_3") for zone in position.layout.zone[bowl]]
    tokens = sum(position.pieces("power_token", 0, zone) for zone in bowls)
    added = 2 * sum("neutral_palace" in position.area(seat, "innovation") for seat in seats)
    rest = tokens - (12 * len(seats) - sacrificed)
    if rest not in (added, added - 2):
        yield f"{tokens} power tokens, {sacrificed} sacrificed, {added} added"


def _broken_science(position: Position) -> Iterator[str]:
    """One marker on level 12 of each discipline; a key for each city tile, kept or used for a level from 8 on."""
    for discipline in position.disciplines:
        markers = [position.kept("level", seat, discipline) for seat in position.seats]
        if [*markers, position.kept("neutral_level", discipline)].count(12) > 1:
            yield "several markers on level 12"
    if position.within("verb_gain_city_tile"):
        return  # its key is yet to come
    for seat in position.seats:
        used = sum(position.kept("level", seat, discipline) >= 8 for discipline in position.disciplines)
        keys, tiles = position.held("city_key", seat), len(position.area(seat, "city_tile"))
        if used + keys != tiles:
            yield f"seat {seat} has {tiles} city tiles, {keys} keys and {used} levels from 8 on"


def _broken_buildings(position: Position) -> Iterator[str]:
    """At most one building on a space, on its owner's terrain, never on a river; at most one annex beside it."""
    layout = position.layout
    rivers = set(layout.spaces_of("river_space"))
    for space in layout.spaces:
        owners = [
            seat for seat in position.seats for kind in BUILDINGS for _ in range(position.pieces(kind, seat, space))
        ]
        annexes = [seat for seat in position.seats for _ in range(position.pieces("annex", seat, space))]
        name = layout.names[space]
        if len(owners) > 1 or len(annexes) > 1 or not set(annexes) <= set(owners):
            yield f"{len(owners)} buildings and {len(annexes)} annexes on {name}"
        for seat in owners:
            if space in rivers:
                yield f"a building on the river {name}"
            elif position.kept("terrain", space) != position.kept("home_terrain", seat):
                yield f"a building of seat {seat} on foreign terrain {name}"
