"""What generated code calls: moving, drawing, playing, paying, offering. Made for each program, over its tables."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

from rulewright.compiler.answers import CARDS
from rulewright.compiler.foresight import CAN, CANNOT, UNKNOWN
from rulewright.compiler.layout.layout import as_list, by_players
from rulewright.runtime.machine import FAIL, Machine
from rulewright.runtime.paying import LOOKS, UNSEEN, paying
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.compiler.abilities.abilities import Entry
    from rulewright.compiler.program import Program


HUGE = 10**6
_NO_CARD = (-1,)


def towards(start: int, goal: int, size: int) -> int:
    """The next value from 1 to size on the shorter way round a circle; where both are as short, upwards."""
    way = (goal - start) % size
    if not way:
        return start
    return (start + (0 if way <= size - way else -2)) % size + 1


def shares(prizes: tuple[int, ...], values: list[int], least: int) -> list[int]:
    """What each of several values wins of prizes by rank; equals share, rounded down; none below `least`."""
    found = []
    for value in values:
        rank, level = sum(other > value for other in values), values.count(value)
        found.append(sum(prizes[rank : rank + level]) // level if value >= least else 0)
    return found


def groups(s: State, things: list[int], reach: Callable[[State, int, int], Sequence[int]], you: int) -> int:
    """How many groups things fall into; `reach` lists what belongs with one of them."""
    seen: set[int] = set()
    found = 0
    for thing in things:
        if thing not in seen:
            found += 1
            seen.update((thing, *reach(s, thing, you)))
    return found


def by_distance(
    steps: dict[int, dict[int, int]], things: list[int], goals: Sequence[int], extreme: Callable[[list[int]], int]
) -> list[int]:
    """Those of some spaces that are nearest to any of the goals (`min`), or furthest from the nearest (`max`)."""
    far = {thing: min((steps[thing].get(goal, HUGE) for goal in goals), default=HUGE) for thing in things}
    reached = [distance for distance in far.values() if distance < HUGE]
    return [thing for thing, distance in far.items() if reached and distance == extreme(reached)]


class OfferTable:
    """The entries of a table of offers by their cards, so that only what lies where it can be used is looked at."""

    def __init__(self, entries: Sequence[Entry], players: int) -> None:
        self.entries = entries
        self.of_card: dict[int, list[int]] = {}
        for number, entry in enumerate(entries):
            for card in entry.cards if entry.zones else ():
                self.of_card.setdefault(card, []).append(number)
        self.zones = [sorted({zone for entry in entries if entry.zones for zone in entry.zones[seat]})
                      for seat in range(players)]  # fmt: skip
        self._last: list[tuple[list[tuple[int, ...]], dict[int, list[int]]]] = [([], {})] * players

    def lying(self, s: State, you: int) -> dict[int, list[int]]:
        """The cards of each entry that lie where a seat can use them, in their order."""
        piles = [s.zones[zone] for zone in self.zones[you]]
        last, here = self._last[you]
        if last != piles:
            here = {}
            for zone, pile in zip(self.zones[you], piles, strict=True):
                for card in pile:
                    for number in self.of_card.get(card, ()):
                        if zone in self.entries[number].zones[you]:
                            insort(here.setdefault(number, []), card)
            self._last[you] = piles, here
        return here


def look_unknown(s: State, f: list[Any]) -> int:
    """Stands for a look that was not made."""
    return UNKNOWN


def missing(s: State, f: list[Any]) -> Any:
    """The block of a number that no code was kept for."""
    raise AssertionError("a block without code was entered")


def namespace(program: Program) -> dict[str, Any]:
    """The names that generated code uses beside its own."""
    layout = program.layout
    players = layout.players
    nowhere = [-1] * (len(layout.names) + 1 - layout.zone_count)  # spaces and cards; and what lies in none
    zone_owner = (*layout.zone_owner, *nowhere)
    index = [tuple(tuple(row) for row in kind.index) for kind in layout.piece_kinds]
    seats = range(players)
    first_player = program.first_player
    ruleset = program.ruleset
    zones = ruleset.zones
    played_to = layout.zone.get(str((zones.get("play") or {}).get("to")), [])
    played_from = [layout.zone[z] for z in as_list((zones.get("play") or {}).get("from"))]
    hands = [[zone[you] if len(zone) > 1 else zone[0] for zone in played_from] for you in seats]
    refill = {
        zone: layout.zone[entry["refill"]][seat]
        for noun, entry in layout.nouns.items() if entry.get("type") == "zone" and entry.get("refill")
        for seat, zone in enumerate(layout.zone[noun])
    }  # fmt: skip
    holding = _holdings(layout)
    numbers: dict[tuple[str, int], int] = {}
    issued = layout.issued()
    component = [
        numbers.setdefault((card.component, card.owner if number in issued else -1), len(numbers))
        for number, card in enumerate(layout.cards)
    ]
    times = Counter(component)
    copied = frozenset(card for card, number in enumerate(component) if times[number] > 1)
    cells: dict[int, list[int]] = {}  # the numbers that are kept of each card, and those of the pieces on it
    for noun, kept in layout.kept.items():
        if len(kept.things) == 1 and layout.nouns.get(as_list(layout.nouns[noun]["of"])[0], {}).get("type") == "card":
            for card in kept.things[0]:
                cells.setdefault(card, []).append(kept.cell(card))
    for kind in layout.piece_kinds:
        for place in (place for place in kind.places if place >= layout.card_place):
            cells.setdefault(place - layout.card_place, []).extend(dict.fromkeys(row[place] for row in kind.index))
    symbols = _symbols(program)
    owner_of_block = program.owner

    places = layout.kept[ruleset.turn_order].first if ruleset.turn_order in layout.kept else 0

    def order(s: State, seats_: Any) -> list[int]:
        """Seats in turn order from the first player, or by the number that tells their place in it."""
        if places:
            return sorted(seats_, key=lambda seat: s.n[places + seat])
        first = max(0, s.n[first_player])  # nobody yet
        return sorted(seats_, key=lambda seat: (seat - first) % players)

    piece_readers = [program.readers.get(f"I_{kind.name}", ()) for kind in layout.piece_kinds]
    card_readers = program.readers.get(CARDS, ())
    row_readers = {int(row[1:]): numbers for row, numbers in program.readers.items() if row.startswith("#")}

    def forget(s: State, numbers: tuple[int, ...]) -> None:
        """Give the state new answers of these kept functions: what they rest on has changed."""
        for number in numbers:
            s.answers[number] = None

    def mark(s: State, row: int, seat: int, value: int) -> None:
        """Set what is noted of a seat."""
        s.n[row + seat] = value
        forget(s, row_readers.get(row, ()))

    readers_of = {
        flag: program.readers.get(f"#{layout.rows[bisect_right(layout.rows, flag) - 1]}", ())
        for flag in (*program.turn_flags, *program.round_flags)
    }

    def reset(s: State, flags: Sequence[int], of: Sequence[int]) -> None:
        """Note of some seats that they have not used what is limited."""
        for flag in flags:
            for seat in of:
                if s.n[flag + seat]:
                    s.n[flag + seat] = 0
                    forget(s, readers_of[flag])

    def use(s: State, flag: int, seat: int) -> None:
        """Note one use of something limited (see `Builder.flag`)."""
        mark(s, flag, seat, s.n[flag + players + seat] if flag in program.twice else 1)
        if flag in program.twice:
            mark(s, flag + players, seat, 1)

    made, fed = program.tallies.made, program.tallies.fed

    def tally(s: State, cell: int, by: int | None = None) -> None:
        """Change whatever a number is added up in (see `compiler/tallies.py`), or add it up anew."""
        for at, times in fed.get(cell, ()):
            s.tallies[at] = sum([s.n[cell] for cell in made[at]]) if by is None else s.tallies[at] + by * times

    def move_pieces(s: State, kind: int, owner: int, source: int, target: int, count: int, actor: int) -> None:
        """Move pieces; nobody's become the actor's when taken, and what goes to a common zone is nobody's."""
        table = index[kind]
        to = owner
        if not table[to][target]:
            to = players if table[players][target] else actor
        a, b = table[owner][source], table[to][target]
        if not a or not b:
            raise AssertionError(f"{layout.piece_kinds[kind].name} cannot lie there")
        s.n[a] -= count
        s.n[b] += count
        tally(s, a, -count)
        tally(s, b, count)
        forget(s, piece_readers[kind])

    def play(s: State, you: int, card: int) -> None:
        s.move(card, played_to[you if len(played_to) > 1 else 0])
        forget(s, card_readers)

    def playable(s: State, you: int) -> list[int]:
        found: list[int] = []
        for zone in hands[you]:
            found += s.zones[zone]
        return found

    def draw(s: State, pile: int, zone: int, count: int) -> None:
        """Draw from the top; an empty pile is made anew from the zone that refills it."""
        forget(s, card_readers)
        for _ in range(count):
            if not s.zones[pile]:
                if pile not in refill or not s.zones[refill[pile]]:
                    return
                s.take_all(refill[pile], pile)
                s.shuffle(pile)
            s.move(s.zones[pile][-1], zone)

    def moved(s: State, before: list[int]) -> list[int]:
        """The cards that lie elsewhere than before."""
        return [card for card, (old, new) in enumerate(zip(before, s.where, strict=True)) if old != new]

    def drawn(s: State, before: list[int]) -> list[int]:
        """The same when cards were drawn: without those of which a pile was made anew."""
        return [card for card in moved(s, before) if s.where[card] not in refill]

    def distinct(s: State, cards: list[int]) -> list[int]:
        """Of copies that lie together, have the same on them and are from one set only the first: the same choice."""
        seen = set()
        found = []
        for card in cards:
            if card not in copied:
                found.append(card)
                continue
            key = (component[card], s.where[card], *[s.n[cell] for cell in cells.get(card, ())])
            if key not in seen:
                seen.add(key)
                found.append(card)
        return found

    def fill(s: State, card: int) -> None:
        for kind, amount in holding[card]:
            for place in layout.piece_kinds[kind].places:
                if place < layout.zone_count and zone_owner[place] < 0:
                    move_pieces(s, kind, players, place, layout.card_place + card, amount, 0)
                    break

    def end(s: State, reason: str) -> None:
        s.over = reason or ("ended" if s.winner < 0 else "won")
        s.stack.clear()
        s.attempts.clear()

    # ------------------------------------------------------------ offering

    given = {"PLAYABLE": playable, "PLAY": play, "MARK": mark, "USE": use, "DISTINCT": distinct}
    pays = paying(program, given, symbols, hands, bool(copied))

    sorted_tables = [OfferTable(entries_of, players) for entries_of in program.offers]
    listing = [f"offered_{table}" for table in range(len(program.offers))]

    def entries(s: State, you: int, table: int, args: tuple[Any, ...] = ()) -> list[Any]:
        """(entry, card) for everything in a table that may be tried now."""
        found: list[Any] = names[listing[table]](s, you, sorted_tables[table].lying(s, you), *args)
        return found

    def offer(s: State, you: int, table: int, may_end: bool) -> list[Any]:
        found = entries(s, you, table)
        if may_end:
            found.append(-1)
        return found

    beginnings: dict[tuple[int, int], tuple[int, int, Any]] = {}  # by table and number: limit, first block, pad

    def start(s: State, you: int, choice: Any, args: tuple[Any, ...] = ()) -> None:
        table, number, card = choice
        begun = beginnings.get((table, number))
        if begun is None:
            entry = program.offers[table][number]
            pad = names[entry.procedure.pad_name]
            begun = beginnings[table, number] = entry.spends and entry.limit, entry.procedure.entry, pad
        limit, first, pad = begun
        if limit:
            use(s, limit, you)
        s.stack.append([first, you, *args, card, *pad])

    def start_each(s: State, you: int, ability: Any) -> None:
        card, entry, pad_name = ability
        s.stack.append([entry, you, card, *names[pad_name]])

    listeners: dict[int, list[tuple[list[Any], list[Any]]]] = {}

    def listening(table: int) -> list[tuple[list[Any], list[Any]]]:
        """By seat, (number, card, zones, limit, test) of what listens in a table, and what listens to others."""
        rows: list[tuple[list[Any], list[Any]]] = [([], []) for _ in seats]
        for number, entry in enumerate(program.offers[table]):
            for seat, (own, of_others) in enumerate(rows):
                for card in entry.cards if entry.zones else _NO_CARD:
                    zones = entry.zones[seat] if entry.zones else ()
                    row = (number, card, zones, entry.limit and entry.limit + seat, names[entry.test])
                    own.append(row)
                    if not entry.own:
                        of_others.append(row)
        listeners[table] = rows  # whole: another game may ask for it meanwhile
        return rows

    def triggered(s: State, actor: int, table: int, args: tuple[Any, ...]) -> list[Any]:
        """(table, entry, card, seat) for every trigger that a deed sets off, in the order of the seats."""
        rows = listeners.get(table) or listening(table)
        n, where = s.n, s.where
        found: list[Any] = []
        own, of_others = rows[actor]
        for number, card, zones, limit, test in own:
            if (card < 0 or where[card] in zones) and not (limit and n[limit]) and test(s, actor, card, actor, *args):
                found.append((table, number, card, actor))
        for seat in seats if of_others else ():
            for number, card, at, limit, test in rows[seat][1] if seat != actor else ():
                if (card < 0 or where[card] in at) and not (limit and n[limit]) and test(s, seat, card, actor, *args):
                    found.append((table, number, card, seat))
        if len(found) > 1:
            line = order(s, seats)
            at = line.index(actor)
            found.sort(key=lambda trigger: (line.index(trigger[3]) - at) % players)
        return found

    def pending(triggers: list[Any]) -> list[Any]:
        """Those of the seat that is first in line."""
        return [t for t in triggers if t[3] == triggers[0][3]]

    def trigger(s: State, seat: int, choice: Any, args: tuple[Any, ...]) -> None:
        start(s, seat, choice[:3], args)

    def in_play(s: State, card: int) -> bool:
        """Whether a card lies open on the table."""
        zone = s.where[card]
        if zone >= layout.zone_count:
            return True
        return (
            zone >= 0
            and layout.nouns[layout.zone_noun[zone]].get("visible") == "public"
            and (layout.zone_noun[zone] != ruleset.out_of_game)
        )

    # ------------------------------------------------------------ looking around

    def during(s: State, procedures: frozenset[str], you: int) -> bool:
        for procedure, f in s.looking.within:
            if f[1] == you and procedure in procedures:
                return True
        return any(f[1] == you and owner_of_block[f[0]] in procedures for f in s.stack)

    def slot(s: State, procedures: frozenset[str], you: int, number: int) -> Any:
        for procedure, f in reversed(s.looking.within):
            if f[1] == you and procedure in procedures:
                return f[number]
        for f in reversed(s.stack):
            if f[1] == you and owner_of_block[f[0]] in procedures:
                return f[number]
        return -1

    def suppose(s: State, you: int, entry: int, pad: list[Any], test: Any) -> bool:
        trial = s.ahead()
        trial.attempts = []
        depth = len(trial.stack)
        trial.stack.append([entry, you, *pad])
        machine.settle(trial, depth)
        while trial.over is None and state_check(trial, you):
            machine.settle(trial, depth)
        return bool(test(trial, you))

    def state_check(s: State, you: int) -> bool:
        """Begin what has come true since the last time, the acting seat's first; True when something was begun."""
        begun: list[list[Any]] = []
        n = s.n
        once = names.get("ONCE", {})
        for turn in range(players):
            seat = (you + turn) % players
            for number, (test, effect, flag, card) in enumerate(program.state_triggers):
                now = 1 if names[test](s, seat) else 0
                if now and not n[flag + seat]:
                    mark(s, flag, seat, 1)
                    limit = once.get(number, 0)
                    if not limit or not n[limit + seat]:
                        if limit:
                            use(s, limit, seat)
                        begun.append([effect.entry, seat, card, *names[effect.pad_name]])
                elif not now and n[flag + seat]:
                    mark(s, flag, seat, 0)
        s.stack += reversed(begun)
        return bool(begun)

    def can(s: State, label: int) -> bool:
        return machine.can(s, label)

    # ------------------------------------------------------------ looking ahead

    def look_any(s: State, f: list[Any], slot: int, options: Sequence[Any], look: Callable[..., int]) -> int:
        """The most that a look sees of any option (see `compiler/foresight.py`)."""
        unknown = 0
        looking = s.looking
        if looking.tried > LOOKS:
            return UNKNOWN
        for value in options:
            tried = f[:]
            tried[slot] = value
            seen = look(s, tried)
            if seen:
                if seen == CAN:
                    return CAN
                unknown += 1
                if unknown == UNSEEN:
                    return UNKNOWN
        looking.tried += len(options)
        return UNKNOWN if unknown else CANNOT

    def look_within(s: State, f: list[Any], procedure: str, look: Callable[[State, list[Any]], int]) -> int:
        """Look at what a procedure does that may be asked whether it is under way."""
        within = s.looking.within
        within.append((procedure, f))
        seen = look(s, f)
        within.pop()
        return seen

    def look_play(s: State, you: int, card: int) -> State:
        """The position after a card has been played."""
        after = s.ahead()
        play(after, you, card)
        return after

    def look_move(s: State, card: int, place: int, bottom: bool = False) -> State:
        """The position after a card has been moved."""
        after = s.ahead()
        after.move(card, place, bottom)
        forget(after, card_readers)
        return after

    def symbols_of(s: State, card: int, resource: int) -> int:
        return symbols[card][resource]

    names = program.names
    machine = Machine.__new__(Machine)
    program.machine = machine

    return {
        **pays,
        "LOOK_ANY": look_any, "LOOK_PLAY": look_play, "LOOK_MOVE": look_move,
        "LOOK_WITHIN": look_within, "LOOK_UNKNOWN": look_unknown,
        "FAIL": FAIL, "SEATS": seats, "ROWS": range(players + 1), "PLAYERS": players, "NOBODY": players,
        "UNDER": layout.tiles.under, "BESIDE": layout.tiles.beside, "CELL": layout.tiles.cell,
        "ADJ": {**layout.neighbours, -1: ()},
        "ON_MAP": tuple(place if place in layout.spaces else -1 for place in (*range(len(layout.names)), -1)),
        "LINKS": layout.links, "ENDS": {**layout.border_ends, -1: ()},
        "HUGE": HUGE, "BORDER": layout.borders_between, "CARD0": layout.card_place,
        "ZONE_OWNER": zone_owner, "IX": index, "TURN_FLAGS": program.turn_flags,
        "ROUND_FLAGS": program.round_flags,
        "ORDER": order, "FIRST": lambda s: order(s, seats)[0], "MOVE_PIECES": move_pieces, "TALLY": tally,
        "compress": compress, "PLAY": play,
        "PLAYABLE": playable, "DRAW": draw, "MOVED": moved, "DRAWN": drawn, "FILL": fill, "END": end, "OFFER": offer,
        "BEGIN": start, "START": start, "USE": use, "RESET": reset,
        "START_EACH": start_each,
        "ENTRIES": entries, "IN_PLAY": in_play, "DURING": during, "SLOT": slot, "SUPPOSE": suppose,
        "STATE_CHECK": state_check, "CAN": can, "PAY": program.pay,
        "GROUPS": groups, "SHARES": shares, "TOWARDS": towards,
        "DISTINCT": distinct,
        "FIRSTS": firsts, "BY_DISTANCE": by_distance,
        "SYMBOLS": symbols_of,
        "TRIGGERED": triggered,
        "PENDING": pending,
        "TRIGGER": trigger,
    }  # fmt: skip


def firsts(s: State, order: Callable[[State, int, int], Any], you: int, things: list[int]) -> list[int]:
    """Those of some things that come first in an order, all of them where several do."""
    ranks = [order(s, thing, you) for thing in things]
    return [thing for thing, rank in zip(things, ranks, strict=True) if rank == min(ranks)]


def _holdings(layout: Any) -> list[list[tuple[int, int]]]:
    """For each card the pieces that `fill` puts on it: (kind, number)."""
    by_name = {kind.name: number for number, kind in enumerate(layout.piece_kinds)}
    table = []
    for card in layout.cards:
        row = []
        for piece, figures in card.holds.items():
            row.append((by_name[piece], by_players(figures, layout.players)))
        table.append(row)
    return table


def _symbols(program: Program) -> list[list[int]]:
    """For each card what it is worth in each resource: the attribute that `paid by` names."""
    table = []
    for card in program.layout.cards:
        row = [0] * len(program.resources)
        for noun, number in program.resources.items():
            attribute = program.layout.nouns[noun].get("paid by")
            if attribute:
                printed: dict[str, int] = card.attributes.get(attribute) or {}
                row[number] = int(printed.get(noun, 0))
        table.append(row)
    return table
