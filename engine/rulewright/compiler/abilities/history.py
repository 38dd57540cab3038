"""What has been done: `if you have drawn a card this turn`, `the number of cards you have drawn this round`.

Each such sentence has a row of counters, one a seat. The event it speaks of counts up, and the start of a turn or
round sets them back. Only what some sentence asks is noted; the same matcher as for triggers says what the event is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from rulewright.compiler.abilities.past import YOU, Past, past
from rulewright.compiler.ir.expressions import Expr, Name, both, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past

WHAT = {"this_turn": "turn", "this_round": "round", "this_game": ""}
"""What has begun since, by the time that is said."""


class Rooms(Protocol):
    """What of the builder is needed to note what is done, and to ask for it."""

    ruleset: Any
    source: Any
    layout: Any
    expressions: Any
    definitions: Any
    matching: Any
    builtin_events: Any
    abilities: Any
    players: int
    ends_at: dict[tuple[str, str], list[tuple[int, bool]]]

    def recorded(self, path: Any = ...) -> Any:
        """Keep what is wrong with the words that are compiled in here."""

    def function(self, name: str, params: tuple[str, ...], write: Any) -> str:
        """A function of the module, written when first asked for."""


@dataclass(frozen=True)
class Note:
    """An event that is counted: as it is told, and the position of its counters."""

    act: N.Perform
    cells: int
    number: int


class History:
    """What is noted of the past, in one program."""

    def __init__(self, builder: Rooms) -> None:
        self.b = builder
        self.kept: dict[tuple[N.Perform, str], Note] = {}
        self.notes: dict[str, list[Note]] = {}

    def read(self) -> None:
        """Find what all texts ask of the past, so that it is noted when it happens."""
        for words, node in self.b.ruleset.past:
            with self.b.recorded(words.path):
                self._keep(past(node))

    def _keep(self, asked: Past) -> None:
        key = (asked.act, asked.since)
        if key in self.kept:
            return
        what = WHAT[asked.since]
        verb = {"turn": self.b.source.turn_verb, "round": self.b.source.round_verb, "": "game"}[what]
        if not verb:
            raise self.b.abilities.no_verb(asked.act, what)
        told = self._told(asked.act)
        cells = self.b.layout.reserve(self.b.players)
        note = self.kept[key] = Note(told, cells, len(self.kept))
        self.notes.setdefault(told.verb, []).append(note)
        if what:
            self.b.ends_at.setdefault((what, "start"), []).append((cells, False))

    def _told(self, act: N.Perform) -> N.Perform:
        """The act as the event that tells of it."""
        trigger = N.Trigger(timing="whenever", event=N.Does(subject=YOU, act=act), then=N.Did())
        told = self.b.matching.deed(act) or self.b.builtin_events.heard(trigger) or act
        entry = self.b.source.verbs.get(told.verb)
        if entry is None or entry.get("state"):
            what = f"nothing tells when somebody does “{act.verb.replace('_', ' ')}”"
            raise refuse(act, what, "Ask for a verb of the lexicon that has a `do:`.", code="RW0602")
        return told

    def note(self, verb: str, p: Any, scope: Scope, slots: list[tuple[str, str]]) -> Callable[[], None]:
        """See at this point which notes an event fits; the returned function counts it."""
        fitting = []
        args = [scope.names[kind].expr for _, kind in slots]
        kind = str(self.b.source.verbs.get(verb, {}).get("is"))
        for note in (*self.notes.get(verb, ()), *self.notes.get(kind, ())):
            fits = p.variable()
            p.set(fits, expr("{}(s, {}, *{})", self._test(verb, note, slots), scope.you, args))
            fitting.append((fits, note))

        def count() -> None:
            for fits, note in fitting:
                p.emit("if {}: n[{} + {}] += 1", fits, note.cells, scope.you)

        return count

    def _test(self, verb: str, note: Note, slots: list[tuple[str, str]]) -> str:
        """The function that says whether a deed is one that is counted: (s, who does it, slots …)."""

        def write() -> Expr:
            scope = Scope(Name("you"))
            for number, (slot, kind) in enumerate(slots):
                self.b.definitions.bind_slot(scope, slot, kind, f"a{number}")
            return both(*self.b.matching.matches(note.act, slots, scope))

        params = ("s", "you", *(f"a{number}" for number in range(len(slots))))
        return self.b.function(f"noted_{verb}_{note.number}", params, write)

    # ------------------------------------------------------------ asking

    def condition(self, node: N.Does | N.Passive, scope: Scope) -> Expr:
        """Whether something has been done, as often as is said."""
        asked = past(node)
        conditions, note = self.b.expressions.conditions, self._noted(asked)

        def enough(count: Expr) -> Expr:
            return conditions.enough(asked.things, count) if asked.things is not None else expr("{} > 0", count)

        def holds(who: Ref, inner: Scope) -> Expr:
            conditions.must_be_player(asked.subject, who, asked.act.verb)
            return enough(expr("n[{} + {}]", note.cells, who.expr))

        if isinstance(node, N.Passive):
            result = enough(expr("sum(n[{} + o] for o in SEATS)", note.cells))
        else:
            result = conditions.each_subject(node.subject, scope, holds)
        return negation(result) if node.negated else result

    def number(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """How many things somebody has done something to: `the number of cards you have drawn this turn`."""
        if not any(map(is_past, phrase.filters)):
            return None
        asked = past(phrase)
        note, seats = self._noted(asked), self.b.expressions.selections
        if isinstance(asked.subject, N.NounPhrase) and seats.open(asked.subject):
            them = seats.each(asked.subject, scope)
            return expr("sum({})", them.each(expr("n[{} + {}]", note.cells, them.thing)))
        seat = self.b.expressions.references.ref(asked.subject, scope).expr
        return expr("n[{} + {}]", note.cells, seat)

    def _noted(self, asked: Past) -> Note:
        note = self.kept.get((asked.act, asked.since))
        if note is None:
            raise refuse(asked.act, "nothing notes that this was done", code="RW0602")
        return note
