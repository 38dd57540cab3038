"""What the words of a text can refer to: referents in boxes.

A loop, a branch, a condition under "not" and a description each open a box. Inner boxes see outer ones; what a box
introduces is out of reach when it closes, but it still blocks: a pronoun never reaches past it (R6).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.language import records
from rulewright.language.nodes import Node, Statement
from rulewright.language.records import replace
from rulewright.meaning.model import Known, Meaning, Referent, Role, Selection, Thing
from rulewright.meaning.reach import reached

# Ranks within a clause, the best first.
LOOP, SUBJECT, OBJECT, ROLE, DETAIL = range(5)
AGAIN = ("again", "once_more")  # adverbs that say that something was done before


@records.dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a referent.

    Attributes:
        clause: number of the clause, counted through the text; 0 for what was there before it.
        rank: what it is in its clause.
        open: whether it can still be meant; otherwise it only blocks.
    """

    to: Referent
    clause: int
    rank: int
    open: bool = True


@dataclass(slots=True)
class Notes:
    """What is counted and noted through one text.

    Attributes:
        number: the number of the text, which no other has.
        meant: what words stand for, by the identity of their nodes.
        slots: what stands in a slot that an act leaves open, by the identity of the act and the slot.
        picked: the words by which a thing was found, by its number, and the zones that the act takes cards from.
        chosen: the numbers of what "choose" was said of.
        taken: the numbers of the cards that somebody has taken out of what a player had.
        moved: the numbers of the things with which something was done, so that they may lie elsewhere.
        given: the numbers of the things that somebody has given away, of which nothing had been said before.
        laid: the piles of discarded cards onto which the card of the text was put by what it does (R9).
        done_by: who does what was done, by the number of the deed.
        settled: the sentences that go on from what each pass of a loop does, by the identity of the loop.
        prices: of what payments are the price, by their keys (`meaning/prices.py`).
        asked_if: under which condition somebody might do what was done, by the number of the deed.
        roles: what played which role in what was done, by the number of the deed.
        heard: who does what a text listens for, and what plays which role in it, by the number of the deed.
        deeds: all that was done, in the order of the text.
        reached: what "this way" reaches back to, by the identity of its node (`meaning/reach.py`).
        outcomes: what each of several players did, by the identity of the node that says so; None of more than one act.
    """

    number: int = field(default_factory=itertools.count().__next__)
    referents: int = 0
    clauses: int = 0
    meant: dict[int, Thing | Referent] = field(default_factory=dict)
    slots: dict[tuple[int, str], Referent] = field(default_factory=dict)
    picked: dict[int, tuple[Thing, tuple[str, ...]]] = field(default_factory=dict)
    chosen: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    given: frozenset[int] = frozenset()
    laid: frozenset[str] = frozenset()
    moved: frozenset[int] = frozenset()
    done_by: dict[int, Referent] = field(default_factory=dict)
    settled: dict[int, tuple[Statement, ...]] = field(default_factory=dict)
    prices: dict[int, str] = field(default_factory=dict)
    asked_if: dict[int, Meaning] = field(default_factory=dict)
    roles: dict[int, tuple[Role, ...]] = field(default_factory=dict)
    heard: dict[int, tuple[Referent, tuple[Role, ...]]] = field(default_factory=dict)
    deeds: list[Referent] = field(default_factory=list)
    reached: dict[int, tuple[Referent, ...]] = field(default_factory=dict)
    outcomes: dict[int, Referent | None] = field(default_factory=dict)


class _Meanwhile:
    """While something is bound, fields of a box are others. There are thousands: generators would take longer."""

    __slots__ = ("_before", "_box", "_own")

    def __init__(self, box: Box, **own: object) -> None:
        self._box, self._own = box, own

    def __enter__(self) -> None:
        box = self._box
        self._before = {name: getattr(box, name) for name in self._own}
        for name, value in self._own.items():
            setattr(box, name, value)

    def __exit__(self, *error: object) -> None:
        for name, value in self._before.items():
            setattr(self._box, name, value)


@dataclass(slots=True)
class Box:
    """What can be meant at one point of a text.

    Attributes:
        you: whom "you" means; actor: who acts in this clause; this: the card whose text it is.
        names: what a noun means because it is a name here: roles, slots, the subject of a definition.
        doubtful: names that could be something from before or what a step has found since, with words for the latter.
        mentions: what was spoken of, the oldest first.
        describing: the things that are being described, which their own description cannot mean (R5).
        holder: the player who is described by what they have, whose "their" is in it (R8).
        rival: a player of whom it is asked what they have, beside whom “each other player” is another one (R9).
        asked: who is asked what they have or do, so that “than them” is somebody else (R5).
        mode: act, condition, event, loop, number or subject: what "a" says here.
        rank: the rank of what is mentioned now.
        counted: when amounts are counted here; whole: whether acts are done whole.
        deeds: what was done, by verb; "" is the last act, None where it cannot be told what was.
        wanted: what kinds of thing a pronoun can mean here; direct: whether it plays a role of an act by itself.
        set_before: the described set of players that the sentence before was about (R9); of_others: whether they were
            said to be other ones already; by_others: whether somebody other than you does what is waited for.
        acting: how whoever acts was named, until somebody else does.
        moving: whether the act moves something from where it lies; from_said: whether it is told where pieces go that
            come from a place that is said, so that "next to it" is next to none of them.
        about: from which mention on a "while" tells what a number that it changes is of.
        found: what ended a search, and some of what was spoken of: never the whole of which "the rest" is left (R20).
        parted: of what something was done to some, so that there is a rest; left: of what the rest was spoken of (R20).
        narrowed: kinds of which things are known to be here, by their number: "if it is a spell, …" (R4).
        outcome: what each of several players did or not, of which "who did so" asks here.
        answers: the sentences after this one that ask whether it was done: a loop takes them into its passes.
        rolled: what a player's die shows, by the number of the player.
        asked_each: whether the sentence before asks each player what they rolled, so that “other” is open (R9).
        begins: whether a player is named with whom an order begins, the first of those that tie (R14).
        used_to: the piles onto which this card was put to use it; origin: the zones that the act takes cards from (R9).
        given_up: what was given away to do what is said now: another thing of the kind is “it” (R4).
        others: the nouns of which the sentences say “that other …”, beside which “that …” is the one before (R7).
    """

    you: Referent
    actor: Referent
    notes: Notes
    this: Referent | None = None
    names: dict[str, Referent] = field(default_factory=dict)
    doubtful: dict[str, str] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    describing: tuple[int, ...] = ()
    holder: Referent | None = None
    rival: Referent | None = None
    asked: Referent | None = None
    mode: str = "act"
    rank: int = OBJECT
    clause: int = 0
    counted: str = "before_act"
    whole: bool = True
    deeds: dict[str, Referent | None] = field(default_factory=dict)
    wanted: tuple[str, ...] = ("any",)
    direct: bool = False
    set_before: Referent | None = None
    of_others: bool = False
    by_others: bool = False
    acting: Thing | None = None
    moving: bool = False
    from_said: bool = False
    about: int | None = None
    found: tuple[int, ...] = ()
    parted: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    narrowed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    outcome: Referent | None = None
    answers: list[Statement] = field(default_factory=list)
    asked_each: bool = False
    begins: bool = False
    rolled: dict[int, Referent] = field(default_factory=dict)
    used_to: frozenset[str] = frozenset()
    origin: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()
    given_up: frozenset[int] = frozenset()

    def new(self, noun: str, kind: str, several: bool = False, introduced: str = "described") -> Referent:
        """A referent that nothing else is."""
        self.notes.referents += 1
        return Referent(self.notes.referents, noun, kind, several, introduced)

    def mention(self, to: Referent, rank: int | None = None) -> None:
        """Note that something was spoken of."""
        self.mentions.append(Mention(to, self.clause, self.rank if rank is None else rank))

    def name(self, noun: str, to: Referent) -> None:
        """From here on a noun means this."""
        self.names[noun] = to
        self.doubtful.pop(noun, None)

    def part(self, of: Meaning | None) -> None:
        """Note that something is done to some of what was spoken of: what is left of it is the rest."""
        while isinstance(of, Selection) and of.among is not None:
            of = of.among
        if isinstance(of, Known) and self.mode in ("act", "random"):
            self.parted |= {of.to.id}

    def reaches(self, parts: Sequence[Node], number: int, done: list[list[Referent]]) -> None:
        """Note what each "this way" of one of some parts reaches back to: what was done by those before it."""
        for item, found in reached(parts, number).items():
            self.notes.reached[item] = tuple(deed for part in found for deed in done[part])

    def next_clause(self) -> None:
        """A new clause begins."""
        self.notes.clauses += 1
        self.clause = self.notes.clauses

    def at(self, mode: str | None = None, rank: int | None = None) -> _Meanwhile:
        """For a while, what is mentioned has another rank, or "a" says something else."""
        return _Meanwhile(self, mode=mode or self.mode, rank=self.rank if rank is None else rank)

    def described(self, to: Referent) -> _Meanwhile:
        """While something is described, its description cannot mean it by a pronoun."""
        return _Meanwhile(self, describing=(*self.describing, to.id))

    def having(self, to: Referent) -> _Meanwhile:
        """While it is told what a player who is described has: "their" is of that player there, "them" is not."""
        return _Meanwhile(self, holder=to)

    def comparing(self, who: Referent, known: bool) -> _Meanwhile:
        """While it is told what somebody has more of; known: whether it is a certain player."""
        return _Meanwhile(self, asked=who, rival=who if known else None)

    def child(self, **changes: object) -> Box:
        """A box inside this one."""
        inner = replace(
            self,
            names=dict(self.names),
            doubtful=dict(self.doubtful),
            mentions=list(self.mentions),
            deeds=dict(self.deeds),
            rolled=dict(self.rolled),
            narrowed=dict(self.narrowed),
        )
        for name, value in changes.items():
            setattr(inner, name, value)
        return inner

    def copy(self) -> Box:
        """The same box once more, which counts for itself."""
        return self.child(
            notes=replace(self.notes, meant={}, slots={}, settled={}, outcomes={}, deeds=list(self.notes.deeds))
        )

    def keep_deeds(self, inner: Box) -> None:
        """A loop ends: all that its passes did can be asked of after it, but not whether it was done."""
        self.deeds = {**inner.deeds, "": None}

    def close(self, *inner: Box, blocks: bool = True) -> None:
        """Boxes inside this one end: what they introduced is out of reach, and names stay that all of them gave."""
        known = len(self.mentions)
        self.parted = self.parted.union(*(box.parted for box in inner))
        self.left = self.left.union(*(box.left for box in inner))
        for box in inner if blocks else ():
            self.mentions += [replace(item, open=False) if item.open else item for item in box.mentions[known:]]
        for name in inner[0].names if len(inner) > 1 else ():
            found = [box.names.get(name) for box in inner]
            first = found[0]
            if first is None or first == self.names.get(name) or None in found:
                continue
            same = all(to == first for to in found[1:])
            self.names[name] = first if same else self.new(first.noun, first.type, first.several, introduced="named")
