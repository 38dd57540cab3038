"""What texts say all the time: modifiers, ways to pay, stand-ins, prohibitions, triggers, replacements.

Each sentence under an active heading is sorted into one of these when the program is built, so that a number, a verb or
a payment only asks the texts that can speak about it, and nothing is asked where no text can.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.compiler.layout.certain_things import CertainThings
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.scope import refuse
from rulewright.compiler.syntax_trees import IsNotSo
from rulewright.compiler.times import GAME_END, LASTING, PUT_OFF
from rulewright.language import nodes as N
from rulewright.language import records
from rulewright.language.trees.past import turn_asked_of
from rulewright.meaning.resolution import Key


@dataclass(slots=True)
class ContinuousEffect:
    """A continuous sentence: whose it is and under which conditions it holds.

    component: id, or "" for a rule of the game; zones: where its card must be; owned: whether "you" is the seat that
    has the card (otherwise every seat is meant); condition: of an enclosing `while`; limits: ids of times.
    """

    component: str
    zones: tuple[str, ...]
    owned: bool
    node: N.Statement
    condition: N.Condition | None = None
    limits: tuple[str, ...] = ()
    cost: Any = None  # of the heading: what using it costs, where it is an optional interjection
    heading: str = ""
    number: int = 0
    group: int = 0  # the number of the first of the texts that a sentence on several events was made into
    once: bool = False  # whether of these events one may be done within another, and is heard only there
    path: tuple[str | int, ...] = ()
    said: N.Statement | None = None  # a trigger as its text has it, where it listens to a deed of a noun or a moment
    lasting: int = 0  # position (one a seat) of how often it was carried out and still holds
    used_up: int = 0  # position (one a seat) of how many of these have been used up, where it is limited by use
    ended: bool = False  # whether what it changes is over, and used up, once something has been done
    put_off: bool = False  # whether it is over once it has been done
    kept: Key | None = None  # the player of whom what is put off speaks, who was chosen before
    certain: CertainThings | None = None  # of which a number is changed for a time
    those: KeptThings | None = None  # of which it speaks, chosen before it was said
    theirs: bool = False  # whether what is put off is done at the turn of the player who is kept
    more: tuple[N.Statement, ...] = ()  # sentences that go on from what a trigger did: "If you do, …"


@records.dataclass(frozen=True, slots=True)
class Ended:
    """What ends what holds for a time, once any of it is done.

    number: that is changed; "" where something else holds.
    said, used_up: positions (one a seat) of how often it was said, and how many of these have been used up.
    """

    done: tuple[N.Does, ...]
    number: str
    said: int
    used_up: int


@dataclass(slots=True)
class ContinuousEffects:
    """All continuous sentences of a ruleset, by what they speak about.

    lasting: the counters of what is carried out and holds for a time.
    remembering: what is put off and speaks of a player who was chosen before: counters for each such player follow.
    those: the things of which it speaks that were chosen before it was said.
    refused: what would hold for a time, and of which it was told why it cannot.
    certain: where it is counted how often a number of certain things was changed for a time.
    once: what changes a number for a time by what is counted as it is said: the counters hold how much.
    limited: of what holds for a time and is limited by use, where that is noted, and how many of those that said it
        have nothing left to do, for each seat.
    ended: of what is over once something has been done, what that is, the number it changes, and what is used up.
    ends_at, over_at: by the verb and when of it, the counters that are set back then, and whether for one seat alone.
    theirs: the counters of what holds until the turn of the player who is kept, with those of that player's number.
    forgotten_at: by what begins (turn, round), the counters of the past that are set back then, and how many.
    handed_on: counters that take over what others have counted before these are set back for a new round, and how many.
    turn_over: counters that are set back for a seat when its turn is over, or take over what others have counted (-1:
    none), of how many things each seat has some, and whether they are of those to whom something was done.
    """

    numbers: dict[str, list[ContinuousEffect]] = field(default_factory=dict)
    adjectives: dict[str, list[ContinuousEffect]] = field(default_factory=dict)
    ways: list[ContinuousEffect] = field(default_factory=list)
    stand_ins: list[ContinuousEffect] = field(default_factory=list)
    bans: dict[str, list[ContinuousEffect]] = field(default_factory=dict)
    triggers: dict[str, list[ContinuousEffect]] = field(default_factory=dict)
    states: list[ContinuousEffect] = field(default_factory=list)
    replacements: dict[str, list[ContinuousEffect]] = field(default_factory=dict)
    lasting: dict[N.Timed, int] = field(default_factory=dict)
    remembering: set[N.Timed] = field(default_factory=set)
    those: dict[N.Timed, KeptThings] = field(default_factory=dict)
    refused: set[N.Timed] = field(default_factory=set)
    certain: dict[N.Timed, CertainThings] = field(default_factory=dict)
    once: set[N.Timed] = field(default_factory=set)
    limited: dict[N.Timed, tuple[int, int]] = field(default_factory=dict)
    ended: dict[N.Timed, Ended] = field(default_factory=dict)
    ends_at: dict[tuple[str, str], list[tuple[int, bool]]] = field(default_factory=dict)
    over_at: dict[tuple[str, str], list[tuple[CertainThings, bool]]] = field(default_factory=dict)
    theirs: list[tuple[int, int]] = field(default_factory=list)
    forgotten_at: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    handed_on: list[tuple[int, int, int]] = field(default_factory=list)
    turn_over: list[tuple[int, int, int, bool]] = field(default_factory=list)
    used: tuple[str, ...] = ()  # headings under which something is done, for whoever has written none

    def forbids(self, verb: str) -> bool:
        """Whether any text forbids a deed of the core, to cards or to something that is counted."""
        return any(ban == f"no_{verb}" or ban.startswith(f"no_{verb}_") for ban in self.bans)

    def flag_of(self, number: int) -> str:
        """The name of the flag by which it is noted that a text was used; number: of the text."""
        if any(one.number == number for texts in self.replacements.values() for one in texts):
            return f"replace_{number}"
        return f"state_once_{number}" if any(one.number == number for one in self.states) else f"trigger_{number}"

    def add(self, spoken: ContinuousEffect, nouns: dict[str, Any], verbs: dict[str, Any]) -> None:
        """Sort a sentence in. Raises MeaningError when nothing could listen to it."""
        node = spoken.node
        match node:
            case N.While() | N.If(otherwise=None):
                both = (
                    node.condition
                    if spoken.condition is None
                    else N.AllConditions(conditions=(spoken.condition, node.condition))
                )
                self.add(replace(spoken, node=node.then, condition=both), nouns, verbs)
            case N.If(otherwise=N.Statement() as otherwise):
                self.add(replace(spoken, node=replace(node, otherwise=None)), nouns, verbs)
                other = N.Unless(condition=node.condition, then=otherwise, span=node.span)
                self.add(replace(spoken, node=other), nouns, verbs)
            case N.Unless():
                unless = IsNotSo(condition=node.condition, span=node.span)
                self.add(replace(spoken, node=N.While(condition=unless, then=node.then)), nouns, verbs)
            case N.Both():
                for clause in node.clauses:
                    self.add(replace(spoken, node=clause), nouns, verbs)
            case N.Timed() if node.time in LASTING or node.time in PUT_OFF:
                raise refuse(node, "this holds from when it is done, so something has to do it", code="RW0604")
            case N.Timed():
                self.add(replace(spoken, node=node.then, limits=(*spoken.limits, node.time)), nouns, verbs)
            case N.Is(predicate=N.Change() | N.SetTo() | N.IsPhrase(phrase=N.Amount())):
                subject = node.subject
                if not isinstance(subject, N.NounPhrase) or not isinstance(subject.noun, str):
                    raise refuse(node, "which number changes?", code="RW0606")
                self.numbers.setdefault(subject.noun, []).append(spoken)
            case N.Trigger(event=N.Does() as event) if self._is_event(event, verbs):
                assert isinstance(event.act, N.Perform)
                kind = self.replacements if event.tense == "would" else self.triggers
                kind.setdefault(GAME_END if _ends_game(event.act) else event.act.verb, []).append(spoken)
            case N.Trigger() if any(turn_asked_of(part) is not None for part in node.event.walk()):
                hint = "Say “at the start of your turn, …”, or “whenever …, if it is your turn, …”."
                raise refuse(node.event, "whose turn it is does not come true by what is done", hint, code="RW0604")
            case N.Trigger():
                self.states.append(spoken)
            case N.Does(act=N.Perform(verb="count_as")):
                self._counts_as(spoken, node, nouns)
            case N.Does(act=N.Perform() as act) if is_ban(node):
                self.bans.setdefault(act.verb, []).append(spoken)
            case N.Act() | N.ForEach() | N.Possible() | N.Does(tense="present") | N.If() if spoken.lasting:
                over = "this is done once, and does not hold for a time: leave the time out, or say when within it"
                raise refuse(node, over, "Say it without the time, or “this turn, whenever …, …”.", code="RW0602")
            case N.Act() | N.ForEach() | N.Possible() | N.Does(tense="present") | N.If():
                to = " or ".join(f"“{name.replace('_', ' ').capitalize()}:”" for name in self.used[:3])
                missing = "this is done once, and nothing says when: begin with when it happens"
                under = f"this is done once, and nothing says when: write it under {to}, or begin with when it happens"
                at_a_time = (
                    "Say “at the start of your turn, …”, “at the start of your turn, you may …” or “whenever …, …”."
                )
                raise refuse(node, under, code="RW0602") if to else refuse(node, missing, at_a_time, code="RW0602")
            case _:
                raise refuse(node, "nothing in the game can listen to this sentence", code="RW0602")

    @staticmethod
    def _is_event(event: N.Does, verbs: dict[str, Any]) -> bool:
        act = event.act
        if not isinstance(act, N.Perform):
            return False
        return not verbs.get(act.verb, {}).get("state")

    def _counts_as(self, spoken: ContinuousEffect, node: N.Does, nouns: dict[str, Any]) -> None:
        act = node.act
        assert isinstance(act, N.Perform)
        goal = act.slot("object") or act.slot("as")
        if not isinstance(goal, N.NounPhrase) or not isinstance(goal.noun, str):
            raise refuse(node, "counts as what?", code="RW0602")
        subject = node.subject
        if spoken.lasting:
            raise refuse(node, "what counts as something else cannot do so for a time", code="RW0604")
        if nouns.get(goal.noun, {}).get("type") == "resource":
            self.ways.append(spoken)
        elif nouns.get(goal.noun, {}).get("type") == "border" or goal.noun == "border":
            if not isinstance(subject, N.NounPhrase) or len(subject.adjectives) != 1 or len(goal.adjectives) != 1:
                raise refuse(node, "which kind counts as which?", code="RW0602")
            for word in (*subject.adjectives, *goal.adjectives):
                entries = self.adjectives.setdefault(word, [])
                if spoken not in entries:
                    entries.append(spoken)
        elif goal.noun == "card":
            self.stand_ins.append(spoken)
        else:
            raise refuse(node, "nothing in the game asks what this counts as", code="RW0602")


def is_ban(node: N.Does) -> bool:
    """Whether a sentence forbids something: `you cannot …`, `nobody may …`."""
    nobody = isinstance(node.subject, N.Pronoun) and node.subject.word == "nobody"
    return node.modal == "cannot" or (node.modal == "may" and nobody)


def _ends_game(act: N.Perform) -> bool:
    ended = act.slot("object")
    return act.verb == "end" and isinstance(ended, N.NounPhrase) and ended.noun == "game"
