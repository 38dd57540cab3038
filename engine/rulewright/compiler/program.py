"""The program: all that the machine needs of a ruleset, for one number of players and one set of options.

It is plain data beside the source of its functions. The compiler makes it (`pipeline.py`), the cache keeps it, and
`runtime.programs` links it: makes functions of its code, over those that the runtime gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from rulewright.compiler.compiled import Compiled, Entry, Sums, Test
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.procedures.decisions import Decision
from rulewright.language import nodes as N
from rulewright.language import records
from rulewright.problems import Place
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


@records.dataclass(frozen=True, slots=True)
class VerbSlot:
    """A slot of a verb: its name, the noun or role that fills it, and the type of that."""

    name: str
    noun: str
    type: str


@records.dataclass(frozen=True, slots=True)
class Way:
    """A way to play a card as payment that a text opens.

    Attributes:
        function: tells which cards can be played so; component: whose text it is.
        resources: what may be paid for in this way; limit: where its uses are noted, or 0.
        conditional: whether it is open only while a condition holds.
    """

    function: str
    component: str
    resources: frozenset[int]
    limit: int
    conditional: bool


@dataclass
class Program:
    """The program of a ruleset.

    Attributes:
        players: seats, those at which nobody sits included; asked: by seat, who decides for it.
        start: the procedures that a game begins with, in order; compiled: all procedures by name.
        owner: by block, the procedure that it belongs to; written: by block, the words that it begins with.
        failing: by block, whose words can fail in it, in their order: a path, and where in its text the sentence begins
            and ends (both 0: all of it).
        decisions: by block, what it asks; offers: tables of what can be offered or set off.
        sure: blocks from which on nothing can fail; safe: blocks that ask and are followed by such a block.
        probes: by block, the name of the function that looks ahead from it.
        decided: entries of tables (table, number) whose listing function decides all.
        pay, pay_table, pay_prompts, pay_nouns: the first block of the payment loop, what may be done while somebody
            pays, for each payment its words and what is paid; pays_alike: whether what is paid for makes no difference
            to which cards can be played.
        ways, next_flags, pays_from: how cards pay: ways that texts open, where it is kept what holds for the next card,
            and the zones that cards leave or reach.
        resources: the numbers of resources by noun.
        first_player: where the number of the first player lies.
        turn_flags, round_flags, twice: where it is noted that something limited was used.
        state_triggers: what is done when something comes true: (test, effect, flags, card).
        lasting: where it is counted how often a sentence holds for a time.
        used_up: of those that end with their first use, where it is counted how many of these have been used up.
        endings: conditions that end the game, by their words; always: the invariants that are tested.
        verbs: the slots of each verb; memoised: the functions whose answers a state keeps, in the order of
            `State.answers`; readers: by what is read, the memoised functions that read it; of_card: by card, those that
            may read where it lies.
        text, code: the source of the functions, and compiled; constants: the tables that they name.
        asks_within: whether anything asks what is under way.
    """

    ruleset: Ruleset = field(repr=False)
    players: int
    options: Mapping[str, Any]
    layout: Layout = field(repr=False)
    asked: tuple[int, ...]
    start: list[Compiled] = field(repr=False)
    compiled: Mapping[str, Compiled] = field(repr=False)
    owner: list[str] = field(repr=False)
    written: list[B.Path] = field(repr=False)
    failing: Mapping[int, tuple[tuple[B.Path, int, int], ...]] = field(repr=False)
    decisions: dict[int, Decision] = field(repr=False)
    offers: list[list[Entry]] = field(repr=False)
    sure: frozenset[int] = field(repr=False)
    safe: frozenset[int] = field(repr=False)
    probes: Mapping[int, str] = field(repr=False)
    decided: frozenset[tuple[int, int]] = field(repr=False)
    pay: int
    pay_table: int
    pay_prompts: list[Any] = field(repr=False)
    pay_nouns: tuple[str, ...]
    pays_alike: bool
    ways: tuple[Way, ...]
    next_flags: Mapping[str, int]
    pays_from: frozenset[int]
    resources: Mapping[str, int]
    first_player: int
    turn_flags: tuple[int, ...]
    round_flags: tuple[int, ...]
    twice: frozenset[int]
    state_triggers: list[tuple[str, Compiled, int, int]] = field(repr=False)
    lasting: Mapping[N.Timed, int] = field(repr=False)
    used_up: Mapping[N.Timed, int] = field(repr=False)
    endings: Mapping[str, N.Node] = field(repr=False)
    always: tuple[Test, ...]
    verbs: Mapping[str, tuple[VerbSlot, ...]] = field(repr=False)
    sums: Sums = field(repr=False)
    memoised: tuple[str, ...] = field(repr=False)
    readers: Mapping[str, tuple[int, ...]] = field(repr=False)
    of_card: list[tuple[int, ...]] = field(repr=False)
    asks_within: bool
    text: str = field(repr=False)
    code: CodeType = field(repr=False)
    constants: Mapping[str, Any] = field(repr=False)

    # What `runtime.programs.link` adds.
    names: dict[str, Any] = field(init=False, repr=False, default_factory=dict)
    blocks: list[Any] = field(init=False, repr=False, default_factory=list)
    machine: Any = field(init=False, repr=False, default=None)
    labels: Any = field(init=False, repr=False, default=None)
    dealt: Any = field(init=False, repr=False, default=None)  # the position that games begin from, once there was one
    opening: Any = field(init=False, repr=False, default=None)  # see `runtime.openings`
    played_by: Any = field(init=False, repr=False, default=None)  # the class of its games, where it is not `Game`
    native: Any = field(init=False, repr=False, default=None)  # what is built of it, where it is played natively

    def under_way(self, labels: Iterable[int]) -> list[tuple[str, Place]]:
        """What blocks belong to, as the ruleset names it, and where the words stand that each begins with."""
        found: dict[B.Path, tuple[str, Place]] = {}
        for path in (self.written[label] for label in labels):
            if path:
                thing = path[: 3 if path[0] == "lexicon" else 2]
                found[thing] = self._name(thing), self.ruleset.place(path)
        return list(found.values())

    def _name(self, thing: B.Path) -> str:
        if thing[0] == "components":
            return self.ruleset.components[str(thing[1])].name
        procedure = self.ruleset.procedures.get(str(thing[1])) if thing[0] == "procedures" else None
        return procedure.title if procedure is not None and procedure.title else str(thing[-1])

    def number(self, noun: str, *args: Any) -> Any:
        """The value of a number noun, by its generated function: (state, what it is of …)."""
        return self.names[f"num_{noun}"](*args)

    def why(self, noun: str, *args: Any) -> list[tuple[str, str, int]] | None:
        """What a number is made of: (number, component id or words, by how much), in the order in which it is added up.

        None where it is a number of somebody or something that is not there.
        """
        reasons: list[tuple[str, str, int]] | None = self.names[f"why_{noun}"](*args)
        return reasons
