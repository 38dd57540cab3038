"""How seats pay with cards: what blocks ask and take, and how probes see whether somebody can pay.

A *play* is (0, way, card, by how much): a card that is played for its own worth (way -1), or in one of the ways in
which texts let cards be played as others. Beside plays a seat may have *changers*: entries of the ruleset's table of
what is done while one pays, which make cards worth more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rulewright.compiler.program import Program
from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN
from rulewright.runtime.lookahead import Once
from rulewright.runtime.machine import FAIL
from rulewright.runtime.state import State
from rulewright.runtime.support.cards import Copies, hands
from rulewright.runtime.support.notes import Notes
from rulewright.runtime.support.probes import MOST_PROBED, MOST_UNKNOWN

PAYMENTS = 60  # positions looked at to find the ways to pay
TOTALS = 4096  # hands of which the total worth is kept


def payment_functions(
    program: Program, notes: Notes, copies: Copies, cards: Mapping[str, Callable[..., Any]]
) -> dict[str, Any]:
    """`AFFORDABLE`, the blocks of the payment loop, and what probes ask about payments.

    cards: the functions of cards, `PLAY` and `PLAYABLE` among them.
    """
    plays = Plays(program, notes, copies, cards)
    loop = PaymentLoop(program, plays)
    probes = PaymentProbes(program, plays)
    suffice = Affordable(program, plays).suffice

    def affordable(s: State, you: int, needs: dict[Any, int]) -> bool:
        """Whether a seat could pay for what an act costs at least: a quick no before anything is tried."""
        n = s.n
        others = False
        for what, number in needs.items():
            if what.__class__ is str:
                others = True
            elif n[what[you]] < number:
                return False
        return not others or suffice(s, you, needs)

    return {
        "AFFORDABLE": affordable,
        "PAY_ASK": loop.ask,
        "PAY_TAKE": loop.take,
        "PROBE_PAY": probes.pay,
        "PROBE_PAID": probes.paid,
        "PAID_AMOUNT": probes.amount,
        "AFTER_PAYING": probes.after,
    }


def symbols(program: Program) -> list[list[int]]:
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


def rank(option: Any) -> int:
    """The place of a play: looking ahead, the order of plays does not matter, so only one is looked at."""
    return int((option[1] + 1) * 10000 + option[2])


class Plays:
    """What a seat can play to pay.

    Attributes:
        convertible: the resources that stand for each other; paid_by_cards: those that cards are worth.
        symbols: what each card is worth in each resource; ways_of: by resource, the ways that texts open.
    """

    def __init__(self, program: Program, notes: Notes, copies: Copies, cards: Mapping[str, Callable[..., Any]]) -> None:
        nouns, resources = program.layout.nouns, program.resources
        self._program, self._notes, self._copies, self._names = program, notes, copies, program.names
        self._play, self._playable = cards["PLAY"], cards["PLAYABLE"]
        self.symbols = symbols(program)
        self.convertible = frozenset(
            number for noun, number in resources.items() if nouns[noun].get("is") == "resource"
        )
        self.paid_by_cards = frozenset(number for noun, number in resources.items() if nouns[noun].get("paid by"))
        self._double, self._convert = program.next_flags["double"], program.next_flags["convert"]
        self.ways_of = [
            [(number, way.function) for number, way in enumerate(program.ways) if resource in way.resources]
            for resource in range(len(resources))
        ]

    def _worth(self, s: State, you: int, card: int, resource: int) -> int:
        """What a card is worth in a resource, with what holds for the next card played."""
        row = self.symbols[card]
        value = row[resource]
        if resource in self.convertible:
            if s.n[self._convert + you]:
                value = max(value, max(row[r] for r in self.convertible))
            if s.n[self._double + you]:
                value *= 2
        return value

    def _worths(self, s: State, you: int, resource: int) -> list[Any]:
        """The plays that pay some of a resource by what cards are worth themselves."""
        if resource not in self.paid_by_cards:
            return []
        if not s.n[self._convert + you] and not s.n[self._double + you]:
            return [(0, -1, c, self.symbols[c][resource]) for c in self._playable(s, you) if self.symbols[c][resource]]
        return [(0, -1, c, value) for c in self._playable(s, you) if (value := self._worth(s, you, c, resource))]

    def all(self, s: State, you: int, resource: int) -> list[Any]:
        """All plays that pay some of a resource."""
        found = self._worths(s, you, resource)
        for number, name in self.ways_of[resource]:
            if cards := self._names[name](s, you):
                found += [(0, number, c, value) for c, value in cards]
        return found

    def changers(self, s: State, you: int, resource: int) -> list[Any]:
        """What a seat has that makes cards worth more of a resource."""
        return self._names["ENTRIES"](s, you, self._program.pay_table) if resource in self.convertible else []

    def without_copies(self, s: State, options: list[Any], ahead: bool) -> list[Any]:
        """Of copies the first only; looking ahead, that must be the one whose play comes first (see `rank`)."""
        if not self._copies.copied:
            return options
        own = [option[2] for option in options if option[1] < 0]
        kept = set(self._copies.distinct(s, sorted(own) if ahead else own))
        return [option for option in options if option[1] >= 0 or option[2] in kept]

    def pay_with(self, s: State, you: int, way: int, card: int) -> None:
        """Play a card to pay."""
        if way >= 0 and self._program.ways[way].limit:
            self._notes.use(s, self._program.ways[way].limit, you)
        self._play(s, you, card)
        for flag in (self._double, self._convert):
            if s.n[flag + you]:
                self._notes.mark(s, flag, you, 0)


class Affordable:
    """Whether a seat's cards could cover what an act costs at least."""

    def __init__(self, program: Program, plays: Plays) -> None:
        self._program, self._plays, self._hands = program, plays, hands(program)
        self._totals: dict[tuple[tuple[int, ...], ...], tuple[int, list[int]]] = {}

    def _total(self, piles: tuple[tuple[int, ...], ...]) -> tuple[int, list[int]]:
        """How many cards there are, and what they are worth together in each resource that is paid by cards."""
        known = self._totals.get(piles)
        if known is None:
            plays = self._plays
            cards = [card for pile in piles for card in pile]
            known = (
                len(cards),
                [
                    sum(plays.symbols[card][resource] for card in cards) if resource in plays.paid_by_cards else 0
                    for resource in range(len(self._program.resources))
                ],
            )
            if len(self._totals) >= TOTALS:
                self._totals.clear()
            self._totals[piles] = known
        return known

    def suffice(self, s: State, you: int, needs: dict[Any, int]) -> bool:
        """Whether the seat's cards could cover `needs` (upper bound)."""
        program = self._program
        number, together = self._total(tuple([s.zones[zone] for zone in self._hands[you]]))
        if number < needs["card"]:
            return False
        for noun, least in needs.items():
            if noun == "card" or noun.__class__ is tuple:
                continue
            resource = program.resources[noun]
            most = together[resource]
            if most >= least:
                continue
            if resource in self._plays.convertible and program.offers[program.pay_table]:
                continue  # cards that change what others are worth: only trying tells
            for way in program.ways:
                if most < least and resource in way.resources:
                    # What only holds while something is being done cannot be seen from here.
                    played = () if way.conditional else program.names[way.function](s, you)
                    most += least if way.conditional else sum(value for _, value in played)
            if most < least:
                return False
        return True


class PaymentLoop:
    """The blocks in which a seat pays play by play. Frame: block, seat, resource, least, most, paid, last play, prompt,
    choice."""

    def __init__(self, program: Program, plays: Plays) -> None:
        self._program, self._plays = program, plays

    def ask(self, s: State, f: list[Any]) -> Any:
        """The plays that a seat may choose from; -1 is to pay no more."""
        you, resource, least, most, paid, last = f[1], f[2], f[3], f[4], f[5], f[6]
        if paid >= most or most <= 0:
            s.result = paid
            s.stack.pop()
            return None
        options = self._plays.all(s, you, resource)
        also = self._plays.changers(s, you, resource)
        if s.trial and not also and paid + sum(option[3] for option in options) < least:
            return FAIL  # not even all of them together are enough
        options = self._plays.without_copies(s, options, s.trial)
        if not s.trial:
            f[6] = -2  # whatever is taken now is tested for itself: anything may follow it
        elif last >= 0:
            options = [option for option in options if rank(option) > last]
        if paid >= least and paid >= 0 and least < most:
            options.insert(0, -1)
        return options + [(1, *entry) for entry in also] or FAIL

    def take(self, s: State, f: list[Any]) -> Any:
        """Carry out what was chosen."""
        you, choice = f[1], f[8]
        f[0] = self._program.pay
        if choice == -1:
            s.result = f[5]
            s.stack.pop()
            return None
        if choice[0] == 1:
            f[6] = -1
            self._program.names["START"](s, you, choice[1:])
            return None
        _, way, card, value = choice
        self._plays.pay_with(s, you, way, card)
        f[5] += value
        f[6] = -1 if f[6] == -2 else rank(choice)
        return None


class PaymentProbes:
    """How lookahead sees payments.

    Attributes:
        where_paid: by seat, the zones, and flags: the rows, that decide how it can pay.
    """

    def __init__(self, program: Program, plays: Plays) -> None:
        self._program, self._plays = program, plays
        double, convert = program.next_flags["double"], program.next_flags["convert"]
        zone_owner, zones = program.layout.zone_owner, sorted(program.pays_from)
        self.where_paid = [[z for z in zones if zone_owner[z] in (-1, you)] for you in range(program.players)]
        self.flags = [double, convert, *(way.limit for way in program.ways if way.limit)]

    def _payments(
        self, s: State, you: int, resource: int, lacking: int, left: list[int], last: int = -1
    ) -> Iterator[tuple[State | None, int]]:
        """The ways to pay: the position after each, and how much was paid too much; None for what is not known."""
        if lacking <= 0:
            yield s, 0
            return
        plays = self._plays
        options = plays.all(s, you, resource)
        if last >= 0:
            options = [option for option in options if rank(option) > last]
        also = plays.changers(s, you, resource)
        if not also and sum(option[3] for option in options) < lacking:
            return
        for choice in [*plays.without_copies(s, options, ahead=True), *also]:
            left[0] -= 1
            if left[0] < 0:
                yield None, 0
                return
            trial = s.beside()
            if len(choice) == 4:
                plays.pay_with(trial, you, choice[1], choice[2])
                if choice[3] >= lacking:
                    yield trial, choice[3] - lacking
                    continue
                yield from self._payments(trial, you, resource, lacking - choice[3], left, rank(choice))
                continue
            self._program.names["START"](trial, you, choice)
            while len(trial.stack) > len(s.stack):
                if self._program.blocks[trial.stack[-1][0]](trial, trial.stack[-1]) is not None:
                    yield None, 0
                    return
            yield from self._payments(trial, you, resource, lacking, left)

    def _ways_to_pay(self, s: State, you: int, resource: int, lacking: int) -> Iterable[tuple[State | None, int]]:
        """The same; what was found before for the same cards, and the same that is being done, is found no more."""
        if lacking <= 0 or not self._program.pays_alike:
            return self._payments(s, you, resource, lacking, [PAYMENTS])
        lookahead = s.lookahead
        key = (
            you,
            resource,
            lacking,
            *[s.zones[zone] for zone in self.where_paid[you]],
            *[s.n[flag + you] for flag in self.flags],
            *[procedure for procedure, _ in lookahead.within],
        )
        if key not in lookahead.ways:
            lookahead.ways[key] = Once(self._payments(s, you, resource, lacking, [PAYMENTS]))
        return lookahead.ways[key]

    def pay(self, s: State, f: list[Any]) -> int:
        """Whether a seat can pay; where it can, what and how it pays is noted (`Lookahead.amount`, `after`)."""
        you, resource, least, most = f[1:5]
        enough = min(least, most)
        for found, over in self._ways_to_pay(s, you, resource, enough):
            s.lookahead.amount, s.lookahead.after = enough + over, found
            return UNKNOWN if found is None else CAN
        return CANNOT

    def paid(self, s: State, asked: list[Any], f: list[Any], look: Callable[[State, list[Any]], int]) -> int:
        """The best verdict that a probe gives after any way to pay exactly so much."""
        you, resource, least = asked[1:4]
        lookahead = s.lookahead
        unknown = 0
        for found, over in self._ways_to_pay(s, you, resource, least):
            lookahead.amount = least + over
            seen = UNKNOWN if found is None else look(found, f[:])
            if seen == CAN:
                return CAN
            lookahead.tried += 1
            unknown += seen
            if unknown == MOST_UNKNOWN or lookahead.tried > MOST_PROBED:
                return UNKNOWN
        return UNKNOWN if unknown else CANNOT

    def amount(self, s: State) -> int:
        """How much was paid in the payment that was probed last."""
        return s.lookahead.amount

    def after(self, s: State) -> State | None:
        """The position after it."""
        return s.lookahead.after
