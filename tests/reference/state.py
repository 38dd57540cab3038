"""A position as plain dictionaries, with what is still to be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference.world import Thing

BITS = (1 << 64) - 1


class Ref(NamedTuple):
    """Something that words can refer to: its value, its type and the noun it was called by."""

    value: Any
    type: str
    noun: str


class Env:
    """Who acts, what names mean, and what "it" and "that field" can refer to.

    you: who acts and chooses; mine: whom the words "you" and "your" mean, who need not be the one that acts ("each
    player draws a card from your hand").
    names: what loops and slots call things, within their block; roles: what `choose` and `let` call things, within the
    whole procedure; recent: antecedents, the newest last; done: what "this way" and "if you do" speak of; lenient: each
    act by itself, if it can be done; partial: numbers fall to what there is; counts: what could be done is noted.
    offered: it is noted for what is offered, which is not where nothing would come of it.
    owed: what is lost must be there, since it is a price, may be done, or is done if possible.
    possible: it is done if possible, so that what is drawn must be there, too.
    rules: whether the rules act of themselves, and no player, unless one is named or each has their turn.
    chooser: who has chosen what is done, and saw then what their own hand holds.
    wholly: it stands under a heading that is whole, and is done all or not at all.
    used_from: where this card lay when its use began; among: whether who acts is one of several players, each in turn.
    """

    __slots__ = (
        "among",
        "chooser",
        "choosing",
        "counts",
        "done",
        "free",
        "lenient",
        "mine",
        "names",
        "offered",
        "owed",
        "partial",
        "place",
        "possible",
        "recent",
        "roles",
        "rules",
        "this",
        "used_from",
        "wholly",
        "you",
    )

    def __init__(self, you: int, this: Thing | None = None) -> None:
        self.you = self.mine = you
        self.this = this
        self.names: dict[str, Ref] = {}
        self.roles: dict[str, Ref] = {}
        self.recent: list[Ref] = []
        self.place: Ref | None = None
        self.done: dict[str, Any] = {}
        self.lenient = self.partial = self.counts = self.owed = self.free = self.possible = False
        self.choosing = True
        self.offered = False
        self.used_from: Thing | None = None
        self.among = False
        self.rules = False
        self.chooser: int | None = None
        self.wholly = False

    def child(self, **changes: Any) -> Env:
        """An environment inside this one."""
        other = Env.__new__(Env)
        other.you, other.this, other.mine = self.you, self.this, self.mine
        other.names, other.roles, other.recent = self.names.copy(), self.roles, self.recent.copy()
        other.place, other.done, other.lenient = self.place, self.done.copy(), self.lenient
        other.partial, other.counts, other.used_from = self.partial, self.counts, self.used_from
        other.among, other.owed, other.choosing = self.among, self.owed, self.choosing
        other.possible, other.offered, other.free = self.possible, self.offered, False
        other.rules, other.chooser, other.wholly = self.rules, self.chooser, self.wholly
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    @property
    def addressed(self) -> bool:
        """Whether it is "you" who acts, and not one of several players whom "each player" names."""
        return self.you == self.mine and not self.among

    def copy(self) -> Env:
        """The same environment, independent of this one."""
        twin = self.child()
        twin.roles = dict(self.roles)
        return twin

    def name(self, name: str) -> Ref | None:
        """What a name means here."""
        return self.names.get(name) or self.roles.get(name)

    def bind(self, name: str, ref: Ref) -> None:
        """Call a thing by a name; it is the newest antecedent too."""
        self.names[name] = ref
        self.recent.append(ref)

    def assign(self, role: str, ref: Ref) -> None:
        """Give a role to a thing, for the whole procedure."""
        self.names.pop(role, None)
        self.roles[role] = ref

    def key(self) -> tuple[Any, ...]:
        """All that tells one environment from another."""
        return (
            self.you, self.mine, self.this, tuple(self.names.items()), tuple(self.roles.items()), tuple(self.recent),
            self.place, tuple(self.done.items()), self.lenient, self.partial, self.counts, self.among,
            self.possible, self.offered, self.chooser, self.wholly,
        )  # fmt: skip


@dataclass
class State:
    """A position.

    Attributes:
        zones: the cards in each zone, the top of a pile last; also those that lie on spaces and other cards.
        had: in whose zone each card lay before it was moved (-1: nobody's), since what is being carried out began.
        pieces: by kind, owner (-1: nobody) and place.
        held, kept: numbers and things (None for none) by noun and what they are of.
        used: what was used of things with a limit, by (what, seat): the limits.
        next_card: what holds for the next card that a seat plays: (what, seat).
        past: by since when it is asked, what was done: (verb, seat, to which thing).
        counted: the same for verbs of the core, as often as it was: (verb, seat, which card or its noun, how much).
        true_before: which conditions of `when …` held when they were last looked at: (number, seat).
        tasks: what is still to be done, the next one last; under_way: the verbs being done: (verb, seat, arguments).
        open: how much was begun that must be carried through; trial: whether it is a copy on which something is tried.
        tallies: of what is done as far as possible, the innermost last: whether something was done, and was not.
    """

    seed: int
    zones: dict[Thing, list[Thing]] = field(default_factory=dict)
    where: dict[Thing, Thing] = field(default_factory=dict)
    had: dict[Thing, int] = field(default_factory=dict)
    pieces: dict[tuple[Thing, int, Thing], int] = field(default_factory=dict)
    held: dict[tuple[str, int], int] = field(default_factory=dict)
    kept: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    used: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    next_card: frozenset[tuple[str, int]] = frozenset()
    past: dict[str, frozenset[tuple[str, int, Any]]] = field(default_factory=dict)
    counted: dict[str, tuple[tuple[str, int, Any, int], ...]] = field(default_factory=dict)
    true_before: frozenset[tuple[int, int]] = frozenset()
    first_player: int = 0
    tasks: list[tuple[Any, ...]] = field(default_factory=list)
    under_way: tuple[tuple[str, int, tuple[Any, ...]], ...] = ()
    open: int = 0
    trial: bool = False
    tallies: tuple[tuple[bool, bool], ...] = ()
    # of acts of which it is asked whether they are done, the innermost last: how all was, whether they were, whether
    # something else was done
    asked: tuple[tuple[Any, bool, bool], ...] = ()
    over: bool = False
    winner: int = -1
    rng: int = 0
    known: dict[Any, Any] = field(default_factory=dict)  # facts found out about this very position

    def __post_init__(self) -> None:
        self.rng = (self.seed * 0x9E3779B97F4A7C15 + 0x1234567) & BITS

    def use(self, what: str, seat: int, limits: tuple[str, ...]) -> None:
        """Note that something with a limit was used; what may be used twice is used up by the second time."""
        first = (f"{what}, once", seat)
        if "twice_per_turn" in limits and first not in self.used:
            self.used[first] = limits
        else:
            self.used[what, seat] = limits

    def ahead(self) -> State:
        """A copy on which something is tried."""
        trial = self.copy()
        trial.trial = True
        return trial

    def copy(self) -> State:
        """An independent copy; environments that tasks share stay shared among the copies of these tasks."""
        other = State(self.seed, trial=self.trial)
        other.zones = {zone: list(cards) for zone, cards in self.zones.items()}
        other.where, other.had, other.pieces = dict(self.where), dict(self.had), dict(self.pieces)
        other.held, other.kept, other.used = dict(self.held), dict(self.kept), dict(self.used)
        other.past, other.counted = dict(self.past), dict(self.counted)
        other.next_card, other.true_before = self.next_card, self.true_before
        other.first_player, other.under_way, other.open = self.first_player, self.under_way, self.open
        other.tallies, other.asked = self.tallies, self.asked
        other.over, other.winner, other.rng = self.over, self.winner, self.rng
        other.known = self.known  # the same position: whichever changes first begins a new book of facts
        seen: dict[int, Any] = {}
        other.tasks = [State._copied(task, seen) for task in self.tasks]
        return other

    @staticmethod
    def _copied(parts: tuple[Any, ...], seen: dict[int, Any]) -> tuple[Any, ...]:
        """A task, or a part of one, with environments of its own; itself where it has none."""
        twins: list[Any] | None = None
        for at, part in enumerate(parts):
            kind = part.__class__
            if kind is Env:
                twin = seen.get(id(part))
                if twin is None:
                    twin = part.child()
                    twin.roles = seen.setdefault(id(part.roles), dict(part.roles))
                    seen[id(part)] = twin
            elif kind is tuple and part:  # the body of a loop has an environment, too
                twin = State._copied(part, seen)
                if twin is part:
                    continue
            else:
                continue
            if twins is None:
                twins = list(parts)
            twins[at] = twin
        return parts if twins is None else tuple(twins)

    def key(self) -> tuple[Any, ...]:
        """All that decides how the game can go on."""
        tasks = tuple(_keyed(task) for task in self.tasks)
        zones = tuple((zone, tuple(cards)) for zone, cards in self.zones.items() if cards)
        pieces = frozenset((spot, count) for spot, count in self.pieces.items() if count)
        return (
            zones, pieces, frozenset(self.held.items()), frozenset(self.kept.items()), frozenset(self.used),
            self.next_card, self.true_before, self.first_player, self.under_way, self.open, self.rng, self.tallies,
            self.asked, tasks, frozenset(self.past.items()), frozenset(self.counted.items()),
        )  # fmt: skip

    def changed(self) -> None:
        """Forget what was found out about the position before it changed."""
        self.known = {}  # a new book even where the old one is empty: a copy may be about to write in it

    # ------------------------------------------------------------ cards

    def move(self, card: Thing, zone: Thing, bottom: bool = False) -> None:
        """Move a card onto a zone, or under it."""
        self.changed()
        if card in self.where:
            self.zones[self.where[card]].remove(card)
            self.had[card] = self.where[card].number if self.where[card].type == "zone" else -1
        cards = self.zones.setdefault(zone, [])
        cards.insert(0 if bottom else len(cards), card)
        self.where[card] = zone

    # ------------------------------------------------------------ pieces

    def count(self, kind: Thing, owner: int, place: Thing) -> int:
        """How many pieces lie somewhere."""
        return self.pieces.get((kind, owner, place), 0)

    def add(self, kind: Thing, owner: int, place: Thing, count: int) -> None:
        """More or fewer pieces somewhere."""
        self.changed()
        self.pieces[kind, owner, place] = self.count(kind, owner, place) + count

    # ------------------------------------------------------------ numbers

    def hold(self, noun: str, seat: int, count: int) -> None:
        """Let a seat hold so much of something."""
        self.changed()
        self.held[noun, seat] = count

    def keep(self, cell: tuple[Any, ...], value: Any) -> None:
        """Set a kept number or thing: (noun, what it is of …)."""
        self.changed()
        self.kept[cell] = value

    # ------------------------------------------------------------ chance

    def random(self, below: int) -> int:
        """A number from 0 to below - 1: splitmix64, with rejection."""
        while True:
            self.rng = (self.rng + 0x9E3779B97F4A7C15) & BITS
            mixed = self.rng
            mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & BITS
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & BITS
            mixed ^= mixed >> 31
            if mixed < (1 << 64) - (1 << 64) % below:
                return mixed % below

    def shuffle(self, zone: Thing) -> None:
        """Shuffle a pile from its top down (Fisher and Yates)."""
        self.changed()
        cards = self.zones.setdefault(zone, [])
        for last in range(len(cards) - 1, 0, -1):
            other = self.random(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def _keyed(part: Any) -> Any:
    """A part of a task as a key: trees by identity, since comparing them would take long."""
    if isinstance(part, Env):
        return part.key()
    if isinstance(part, tuple | list):
        return tuple(_keyed(inner) for inner in part)
    if part is None or isinstance(part, str | int):
        return part
    return part.key() if hasattr(part, "key") else id(part)


def note_done(env: Env, verb: str, done: Any) -> None:
    """Note what an act has done, for "this way": with what was done before, unless that was asked of already."""
    before = env.done.get(verb)
    if before is None or env.done.pop(f"{verb} asked", False) or type(before) is not type(done):
        env.done[verb] = done
    else:
        env.done[verb] = before + done
