"""The state of a game: plain data that copies in microseconds, hashes, saves and resumes (law 7).

A state knows nothing of a ruleset. What its numbers mean stands in the program's layout (`compiler/layout/layout.py`).
"""

from __future__ import annotations

import hashlib
import marshal
import struct
import sys
from array import array
from collections.abc import Iterable
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

from rulewright.runtime.lookahead import Lookahead

_MASK = (1 << 64) - 1
LONG = 500  # integers from which a state keeps them in an array
PART = 2048  # bytes of a state's numbers that are digested together
MANY = 8 * PART  # bytes that are compared together
_COPY_OF_FRAME = list.copy


class State:
    """One position.

    Attributes:
        n: all integers: pieces by kind, owner and place; what seats hold; limits used; named things.
        zones: the cards in each zone, the top of a pile last.
        where: for each card the zone (or the space or card) it lies in, -1 for none.
        stack: the frames of what is going on, innermost last; a frame is [block, seat, value, …].
        attempts: depths of the stack at which something begun must be carried through.
        rng: the 64 bits of the generator.
        over: why the game has ended, or None.
        result: what the last procedure handed back.
        trial: True on copies that only look ahead.
        tallies: sums that follow from `n` (`compiler/passes/aggregates.py`).
        answers: what functions have said of this position, as long as it holds (`compiler/passes/memos/memo.py`).
        log: printable events (seat, kind, values), or None where nobody reads them.
        lookahead: what is noted while the machine looks ahead; copies share it, but no two games.
        digested: what `hash` made of the position before, or None.
    """

    __slots__ = (
        "answers", "attempts", "digested", "log", "lookahead", "n", "over", "result", "rng", "stack", "tallies",
        "trial", "where", "winner", "zones",
    )  # fmt: skip

    def __init__(self, integers: int, zones: int, cards: int, seed: int) -> None:
        self.n: list[int] | array[int] = _numbers([0] * integers)
        self.zones: list[tuple[int, ...]] = [()] * zones
        self.where: list[int] = [-1] * cards
        self.stack: list[list[Any]] = []
        self.attempts: list[int] = []
        self.seed(seed)
        self.over: str | None = None
        self.winner = -1
        self.result: Any = 0
        self.trial = False
        self.tallies: array[int] = array("q")
        self.answers: list[dict[Any, Any] | None] = []
        self.log: list[tuple[Any, ...]] | None = None
        self.lookahead: Lookahead[State] = Lookahead()
        self.digested: _Digested | None = None

    def copy(self) -> State:
        """An independent copy, without the log."""
        other = self.beside()
        other.stack = list(map(_COPY_OF_FRAME, self.stack))
        return other

    def beside(self) -> State:
        """The same to look at and to change, but for the frames: those that are under way are not to be run on."""
        other: State = State.__new__(State)
        other.n = self.n[:]
        other.zones = self.zones[:]
        other.where = self.where[:]
        other.stack = self.stack[:]
        other.attempts = self.attempts[:]
        other.rng = self.rng
        other.over = self.over
        other.winner = self.winner
        other.result = self.result
        other.trial = self.trial
        other.tallies = self.tallies[:]
        other.answers = self.answers[:]
        other.log = None
        other.lookahead = self.lookahead
        other.digested = self.digested
        return other

    def ahead(self) -> State:
        """A copy to look ahead with; what other such copies find out before it changes anything is known to it, too."""
        other = self.beyond()
        other.stack = list(map(_COPY_OF_FRAME, self.stack))
        return other

    def beyond(self) -> State:
        """The same, but for the frames, as `beside`."""
        if None in self.answers:
            self.answers = [{} if told is None else told for told in self.answers]
        other = self.beside()
        other.trial = True
        return other

    # ------------------------------------------------------------ chance

    def seed(self, seed: int) -> None:
        """Let a seed decide all chance from here on."""
        self.rng = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK

    def pick(self, cards: Iterable[int], count: int) -> list[int]:
        """So many of some cards, each as likely as the others; all of them where there are no more."""
        rest = list(cards)
        return [rest.pop(self.random(len(rest))) for _ in range(min(count, len(rest)))]

    def random(self, below: int) -> int:
        """A number from 0 to below - 1 (splitmix64; rejection keeps it uniform)."""
        self.lookahead.drawn = True
        limit = _MASK - (_MASK + 1) % below
        while True:
            self.rng = (self.rng + 0x9E3779B97F4A7C15) & _MASK
            z = self.rng
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            z ^= z >> 31
            if z <= limit:
                return z % below

    def shuffle(self, zone: int) -> None:
        """Shuffle a zone (Fisher and Yates)."""
        cards = list(self.zones[zone])
        for i in range(len(cards) - 1, 0, -1):
            j = self.random(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        self.zones[zone] = tuple(cards)

    # ------------------------------------------------------------ cards

    def move(self, card: int, zone: int, bottom: bool = False) -> None:
        """Move a card onto a zone, or under it; or to another place, a space or a card, where it lies by itself."""
        old = self.where[card]
        if 0 <= old < len(self.zones):
            cards = self.zones[old]
            at = cards.index(card)
            self.zones[old] = cards[:at] + cards[at + 1 :]
        if 0 <= zone < len(self.zones):
            self.zones[zone] = (card, *self.zones[zone]) if bottom else (*self.zones[zone], card)
        self.where[card] = zone

    def take_all(self, source: int, target: int) -> None:
        """Move all cards of one zone onto another, in their order."""
        cards = self.zones[source]
        self.zones[source] = ()
        self.zones[target] += cards
        for card in cards:
            self.where[card] = target

    def draw(self, count: int, source: int, target: int, refill: int = -1) -> None:
        """Draw from the top of a pile; an empty one is made anew of the cards in another zone, if there is one."""
        for _ in range(count):
            if not self.zones[source]:
                if refill < 0 or not self.zones[refill]:
                    return
                self.take_all(refill, source)
                self.shuffle(source)
            self.move(self.zones[source][-1], target)

    # ------------------------------------------------------------ saving

    def save(self) -> dict[str, Any]:
        """The whole position as JSON-ready data."""
        apart = [[card, place] for card, place in enumerate(self.where) if place >= len(self.zones)]
        return {
            "n": list(self.n),
            "cards": len(self.where),
            "zones": [list(zone) for zone in self.zones],
            **({"apart": apart} if apart else {}),
            "stack": [_plain(frame) for frame in self.stack],
            "attempts": self.attempts[:],
            "rng": self.rng,
            "over": self.over,
            "winner": self.winner,
            "result": _plain(self.result),
        }

    @classmethod
    def restore(cls, data: dict[str, Any]) -> State:
        """The position that `save` wrote."""
        zones = [tuple(zone) for zone in data["zones"]]
        state = cls(len(data["n"]), len(zones), data["cards"], 0)
        state.n = _numbers(data["n"])
        state.zones = zones
        for zone, inside in enumerate(zones):
            for card in inside:
                state.where[card] = zone
        for card, place in data.get("apart", []):
            state.where[card] = place
        state.stack = [_value(frame) for frame in data["stack"]]
        state.attempts = list(data["attempts"])
        state.rng = data["rng"]
        state.over = data["over"]
        state.winner = data["winner"]
        state.result = _value(data["result"])
        return state

    def hash(self) -> str:
        """A digest of everything that decides how the game goes on: the same on every machine.

        It is a digest of digests, since from one position to the next most parts stay as they were.
        """
        return self.hash_with(_packed(self.n))

    def hash_with(self, numbers: bytes) -> str:
        """The same, given all numbers, 64 bits each, the lowest first."""
        now = _digested(numbers, [*self.zones, tuple(self.where)], self.stack, self.digested)
        self.digested = now
        digests = b"".join(now.of_numbers) + b"".join(now.of_cards)
        rest = f"({now.size}, [{now.words}], {self.attempts}, {self.rng}, "
        rest += f"{self.over!r}, {self.winner}, {self.result!r})"
        return hashlib.blake2b(digests + rest.encode(), digest_size=8).hexdigest()


class _Digested(NamedTuple):
    """What was digested of a position, part by part: of the next one most parts are as they were."""

    size: int
    numbers: list[bytes]
    of_numbers: list[bytes]
    cards: list[tuple[int, ...]]
    of_cards: list[bytes]
    frames: dict[bytes, str]
    words: str


_NOTHING = _Digested(-1, [], [], [], [], {}, "")


def _digested(
    numbers: bytes, cards: list[tuple[int, ...]], frames: list[list[Any]], before: _Digested | None
) -> _Digested:
    """Digests of a position's numbers, cards and frames, made of those of the position before it."""
    before = before or _NOTHING
    last, of_numbers = _of_numbers(numbers, before)
    told, words = _of_frames(frames, before.frames)
    return _Digested(len(numbers), last, of_numbers, cards, _of_cards(cards, before), told, words)


def _of_numbers(numbers: bytes, before: _Digested) -> tuple[list[bytes], list[bytes]]:
    """A state's numbers in pieces, and digests of them, so many bytes at a time."""
    if before.size != len(numbers):
        pieces = [numbers[first : first + MANY] for first in range(0, len(numbers), MANY)]
        return pieces, [_digest(numbers[first : first + PART]) for first in range(0, len(numbers), PART)]
    pieces, found = before.numbers[:], before.of_numbers[:]
    for at, old in enumerate(pieces):
        if not numbers.startswith(old, at * MANY):
            now = pieces[at] = numbers[at * MANY : (at + 1) * MANY]
            for first in range(0, len(now), PART):
                part = now[first : first + PART]
                if not old.startswith(part, first):
                    found[(at * MANY + first) // PART] = _digest(part)
    return pieces, found


def _of_cards(cards: list[tuple[int, ...]], before: _Digested) -> list[bytes]:
    """Digests of lists of cards or places."""
    last = before.cards
    if len(last) != len(cards):
        return [_digest(repr(part).encode()) for part in cards]
    found = before.of_cards[:]
    for at in compress(range(len(cards)), map(is_not, cards, last)):
        if cards[at] != last[at]:
            found[at] = _digest(repr(cards[at]).encode())
    return found


def _of_frames(frames: list[list[Any]], before: dict[bytes, str]) -> tuple[dict[bytes, str], str]:
    """Frames in words: each by itself, and all of them one after the other."""
    told = {}
    for frame in frames:
        key = marshal.dumps(frame, 0)
        told[key] = before.get(key) or repr(frame)
    return told, ", ".join(told.values()) if len(told) == len(frames) else repr(frames)[1:-1]


def _digest(part: bytes) -> bytes:
    return hashlib.blake2b(part, digest_size=16).digest()


def _packed(numbers: list[int] | array[int]) -> bytes:
    """Numbers as bytes, 64 bits each, the lowest first."""
    if isinstance(numbers, array) and sys.byteorder == "little":
        return numbers.tobytes()
    try:
        return struct.pack(f"<{len(numbers)}q", *numbers)
    except struct.error:  # a number has outgrown 64 bits
        return repr(list(numbers)).encode()


def _numbers(values: list[int]) -> list[int] | array[int]:
    """Many numbers are copied several times faster as an array; a few are read faster from a list."""
    return array("q", values) if len(values) > LONG else list(values)


def checked(values: list[int] | array[int]) -> None:
    """Raise OverflowError where a number has outgrown the 64 bits that any state keeps of it."""
    if type(values) is list:
        array("q", values)


def _plain(value: Any) -> Any:
    """JSON has no tuples: they are marked, since an option's value may be one and a frame's list may not."""
    if isinstance(value, tuple):
        return {"t": [_plain(item) for item in value]}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def _value(data: Any) -> Any:
    if isinstance(data, dict):
        return tuple(_value(item) for item in data["t"])
    if isinstance(data, list):
        return [_value(item) for item in data]
    return data
