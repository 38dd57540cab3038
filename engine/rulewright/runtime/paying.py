"""How seats pay with cards: what blocks ask and take, and how looks see whether somebody can pay.

A *play* is (0, way, card, by how much): a card that is played for its own worth (way -1), or in one of the ways in
which texts let cards be played as others. Beside plays a seat may have *changers*: entries of the ruleset's table of
what is done while one pays, which make cards worth more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.compiler.foresight import CAN, CANNOT, UNKNOWN
from rulewright.runtime.looking import Once
from rulewright.runtime.machine import FAIL
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.compiler.program import Program

PAYMENTS = 60  # positions looked at to find the ways to pay
LOOKS = 1000  # options looked at to judge one
UNSEEN = 3  # options of one choice of which a look could not tell, after which it looks at no more


def paying(
    program: Program, given: dict[str, Any], symbols: list[list[int]], hands: list[list[int]], any_copies: bool
) -> dict[str, Any]:
    """The names that generated code pays with.

    Args:
        given: those of the runtime's names that are needed here; symbols: what each card is worth in each resource.
        hands: by seat, the zones that cards are played from; any_copies: whether any card is there more than once.
    """
    names, layout, ways, pay = program.names, program.layout, program.ways, program.pay
    convertible = [number for noun, number in program.resources.items() if layout.nouns[noun].get("is") == "resource"]
    convertible_set = frozenset(convertible)
    paid_by_cards = {number for noun, number in program.resources.items() if layout.nouns[noun].get("paid by")}
    double, convert = program.next_flags["double"], program.next_flags["convert"]
    zones = sorted(program.pays_from)
    where_paid = [[z for z in zones if layout.zone_owner[z] in (-1, you)] for you in range(layout.players)]
    flags = [double, convert, *(way.limit for way in ways if way.limit)]
    ways_of = [
        [(number, way.function) for number, way in enumerate(ways) if resource in way.resources]
        for resource in range(len(program.resources))
    ]
    play, mark, use = given["PLAY"], given["MARK"], given["USE"]
    playable, distinct = given["PLAYABLE"], given["DISTINCT"]

    def worth(s: State, you: int, card: int, resource: int) -> int:
        """What a card is worth in a resource, with what holds for the next card played."""
        row = symbols[card]
        value = row[resource]
        if resource in convertible_set:
            if s.n[convert + you]:
                value = max(value, max(row[r] for r in convertible))
            if s.n[double + you]:
                value *= 2
        return value

    def worths(s: State, you: int, resource: int) -> list[Any]:
        """The plays that pay some of a resource by what cards are worth themselves."""
        if resource not in paid_by_cards:
            return []
        if not s.n[convert + you] and not s.n[double + you]:
            return [(0, -1, c, symbols[c][resource]) for c in playable(s, you) if symbols[c][resource]]
        return [(0, -1, c, value) for c in playable(s, you) if (value := worth(s, you, c, resource))]

    def plays(s: State, you: int, resource: int) -> list[Any]:
        """All plays that pay some of a resource."""
        found = worths(s, you, resource)
        for number, name in ways_of[resource]:
            if cards := names[name](s, you):
                found += [(0, number, c, value) for c, value in cards]
        return found

    def changers(s: State, you: int, resource: int) -> list[Any]:
        """What a seat has that makes cards worth more of a resource."""
        return names["ENTRIES"](s, you, program.pay_table) if resource in convertible_set else []

    def without_copies(s: State, options: list[Any], ahead: bool) -> list[Any]:
        """Of copies the first only; looking ahead, that must be the one whose play comes first (see `rank`)."""
        if not any_copies:
            return options
        own = [option[2] for option in options if option[1] < 0]
        kept = set(distinct(s, sorted(own) if ahead else own))
        return [option for option in options if option[1] >= 0 or option[2] in kept]

    def rank(option: Any) -> int:
        """The place of a play: looking ahead, the order of plays does not matter, so only one is looked at."""
        return int((option[1] + 1) * 10000 + option[2])

    def pay_with(s: State, you: int, way: int, card: int) -> None:
        """Play a card to pay."""
        if way >= 0 and ways[way].limit:
            use(s, ways[way].limit, you)
        play(s, you, card)
        for flag in (double, convert):
            if s.n[flag + you]:
                mark(s, flag, you, 0)

    # ------------------------------------------------------------ what is enough

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

    @lru_cache(maxsize=4096)
    def totals(piles: tuple[tuple[int, ...], ...]) -> tuple[int, list[int]]:
        """How many cards there are, and what they are worth together in each resource that is paid by cards."""
        cards = [card for pile in piles for card in pile]
        return len(cards), [
            sum(symbols[card][resource] for card in cards) if resource in paid_by_cards else 0
            for resource in range(len(program.resources))
        ]

    def suffice(s: State, you: int, needs: dict[Any, int]) -> bool:
        """Whether a seat's cards could."""
        number, together = totals(tuple([s.zones[zone] for zone in hands[you]]))
        if number < needs["card"]:
            return False
        for noun, least in needs.items():
            if noun == "card" or noun.__class__ is tuple:
                continue
            resource = program.resources[noun]
            most = together[resource]
            if most >= least:
                continue
            if resource in convertible_set and program.offers[program.pay_table]:
                continue  # cards that change what others are worth: only trying tells
            for way in ways:
                if most < least and resource in way.resources:
                    # What only holds while something is being done cannot be seen from here.
                    most += least if way.conditional else sum(value for _, value in names[way.function](s, you))
            if most < least:
                return False
        return True

    # ------------------------------------------------------------ blocks

    def pay_ask(s: State, f: list[Any]) -> Any:
        """Frame: block, seat, resource, least, most, paid, last play, prompt, choice."""
        you, resource, least, most, paid, last = f[1], f[2], f[3], f[4], f[5], f[6]
        if paid >= most or most <= 0:
            s.result = paid
            s.stack.pop()
            return None
        options = plays(s, you, resource)
        also = changers(s, you, resource)
        if s.trial and not also and paid + sum(option[3] for option in options) < least:
            return FAIL  # not even all of them together are enough
        options = without_copies(s, options, s.trial)
        if not s.trial:
            f[6] = -2  # whatever is taken now is tested for itself: anything may follow it
        elif last >= 0:
            options = [option for option in options if rank(option) > last]
        if paid >= least and paid >= 0 and least < most:
            options.insert(0, -1)
        return options + [(1, *entry) for entry in also] or FAIL

    def pay_take(s: State, f: list[Any]) -> Any:
        you, choice = f[1], f[8]
        f[0] = pay
        if choice == -1:
            s.result = f[5]
            s.stack.pop()
            return None
        if choice[0] == 1:
            f[6] = -1
            names["START"](s, you, choice[1:])
            return None
        _, way, card, value = choice
        pay_with(s, you, way, card)
        f[5] += value
        f[6] = -1 if f[6] == -2 else rank(choice)
        return None

    # ------------------------------------------------------------ looks (see `compiler/foresight.py`)

    def payments(
        s: State, you: int, resource: int, lacking: int, left: list[int], last: int = -1
    ) -> Iterator[tuple[State | None, int]]:
        """The ways to pay: the position after each, and how much was paid too much; None for what is not known."""
        if lacking <= 0:
            yield s, 0
            return
        options = plays(s, you, resource)
        if last >= 0:
            options = [option for option in options if rank(option) > last]
        also = changers(s, you, resource)
        if not also and sum(option[3] for option in options) < lacking:
            return
        for choice in [*without_copies(s, options, ahead=True), *also]:
            left[0] -= 1
            if left[0] < 0:
                yield None, 0
                return
            trial = s.copy()
            if len(choice) == 4:
                pay_with(trial, you, choice[1], choice[2])
                if choice[3] >= lacking:
                    yield trial, choice[3] - lacking
                    continue
                yield from payments(trial, you, resource, lacking - choice[3], left, rank(choice))
                continue
            names["START"](trial, you, choice)
            while len(trial.stack) > len(s.stack):
                if program.blocks[trial.stack[-1][0]](trial, trial.stack[-1]) is not None:
                    yield None, 0
                    return
            yield from payments(trial, you, resource, lacking, left)

    def ways_to_pay(s: State, you: int, resource: int, lacking: int) -> Iterable[tuple[State | None, int]]:
        """The same; what was found before for the same cards, and the same that is being done, is found no more."""
        if lacking <= 0 or not program.pays_alike:
            return payments(s, you, resource, lacking, [PAYMENTS])
        looking = s.looking
        key = (
            you, resource, lacking, *[s.zones[zone] for zone in where_paid[you]], *[s.n[flag + you] for flag in flags],
            *[procedure for procedure, _ in looking.within],
        )  # fmt: skip
        if key not in looking.ways:
            looking.ways[key] = Once(payments(s, you, resource, lacking, [PAYMENTS]))
        return looking.ways[key]

    def look_pay(s: State, f: list[Any]) -> int:
        """Whether a seat can pay; where it can, what and how it pays is noted (`Looking.amount`, `after`)."""
        you, resource, least, most = f[1:5]
        enough = min(least, most)
        for found, over in ways_to_pay(s, you, resource, enough):
            s.looking.amount, s.looking.after = enough + over, found
            return UNKNOWN if found is None else CAN
        return CANNOT

    def look_paid(s: State, asked: list[Any], f: list[Any], look: Callable[[State, list[Any]], int]) -> int:
        """The most that a look sees after any way to pay exactly so much."""
        you, resource, least = asked[1:4]
        looking = s.looking
        unknown = 0
        for found, over in ways_to_pay(s, you, resource, least):
            looking.amount = least + over
            seen = UNKNOWN if found is None else look(found, f[:])
            if seen == CAN:
                return CAN
            looking.tried += 1
            unknown += seen
            if unknown == UNSEEN or looking.tried > LOOKS:
                return UNKNOWN
        return UNKNOWN if unknown else CANNOT

    def amount(s: State) -> int:
        """How much was paid in the payment that was looked at last."""
        return s.looking.amount

    def after(s: State) -> State | None:
        """The position after it."""
        return s.looking.after

    return {
        "AFFORDABLE": affordable, "PAY_ASK": pay_ask, "PAY_TAKE": pay_take, "AMOUNT": amount, "AFTER": after,
        "LOOK_PAY": look_pay, "LOOK_PAID": look_paid,
    }  # fmt: skip
