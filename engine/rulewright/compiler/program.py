"""From a ruleset to a program: generated Python source for one number of players and one set of options.

`Builder` collects what is asked for while texts and procedures are compiled (functions, constants, blocks), writes one
module and executes it; `Program` is what the machine runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.compiler.continuous import Continuous, Spoken
from rulewright.compiler.expressions import COMPARISONS, Expressions
from rulewright.compiler.layout import Layout, as_list, by_players
from rulewright.compiler.optimize import fuse, safe_blocks, share
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.statements import Decision, Procedure
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset
from rulewright.runtime import support

Lines = list[str]


@dataclass(slots=True)
class Asking:
    """A block that stops: what it asks, which slot the choice goes to, where it goes on, whose choice it is."""

    kind: str
    prompt: Any
    slot: int
    then: int
    seat: int
    titles: tuple[Any, ...]
    secret: bool
    noun: str


@dataclass(slots=True)
class Compiled:
    """A procedure that can be called: a plain function, or the entry block of frames."""

    name: str
    function: str | None = None
    can_fail: bool = False
    entry: int = -1
    slots: int = 0

    @property
    def entry_name(self) -> str:
        """The constant that holds the entry block."""
        return f"E_{self.name}"

    @property
    def pad_name(self) -> str:
        """The constant that holds what a new frame has after its arguments."""
        return f"PAD_{self.name}"

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(slots=True)
class AbilityRef:
    """An ability that a block resolves: of which card."""

    card: int
    procedure: Compiled


@dataclass(slots=True)
class Entry:
    """One thing that can be offered: a procedure of the rules, or an ability of a card."""

    title: Any
    procedure: Compiled
    cards: tuple[int, ...]  # () for a procedure of the rules
    zones: tuple[tuple[int, ...], ...]  # by seat: where the card must be
    test: str  # name of a function of (s, you, card), or ""
    limit: int  # position of its use flags, or 0
    heading: str


class Source:
    """The ruleset as the compiler reads it: raw entries and typed texts."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.nouns: dict[str, Any] = dict(ruleset.lexicon.get("nouns") or {})
        self.adjectives: dict[str, Any] = dict(ruleset.lexicon.get("adjectives") or {})
        self.relations: dict[str, Any] = dict(ruleset.lexicon.get("relations") or {})
        self.verbs: dict[str, Any] = dict(ruleset.lexicon.get("verbs") or {})
        self.headings: dict[str, Any] = dict(ruleset.lexicon.get("headings") or {})
        self.zones = dict(ruleset.zones)
        self.spaces = [
            {**s.attributes, "id": s.id, "kind": s.kind, "name": s.name} for s in ruleset.map.spaces.values()
        ]
        self.borders = [
            {**b.attributes, "id": b.id, "between": list(b.between), "kind": b.kind}
            for b in ruleset.map.borders.values()
        ]
        self.adjacent = [list(pair) for pair in ruleset.map.adjacent]
        self.regions = [{"id": r.id, "kind": r.kind, "spaces": list(r.spaces)} for r in ruleset.map.regions.values()]
        self.components = [
            {
                **c.attributes, "id": c.id, "kind": c.kind, "name": c.name, "copies": c.copies,
                "per player": c.per_player, "start": c.start or "",
                "holds": {piece: dict(figures) for piece, figures in c.holds.items()},
            }
            for c in ruleset.components.values()
        ]  # fmt: skip
        self.first_player = ruleset.first_player
        self.out_of_game = ruleset.out_of_game
        self.turn_verb = ruleset.turn


class Builder:
    """Builds one program."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> None:
        self.ruleset = ruleset
        self.source = Source(ruleset)
        self.players = players
        self.options = dict(options)
        self.layout = Layout(self.source, players)
        self.expressions = Expressions(self)
        self.namespace: dict[str, Any] = {}
        self.functions: dict[str, Lines] = {}
        self.made: dict[str, str] = {}
        self.blocks: dict[int, Lines] = {}
        self.owner: list[str] = []
        self.decisions: dict[int, tuple[Decision, int]] = {}
        self.failing: set[int] = set()
        self.calls: dict[int, set[Compiled]] = {}
        self.entries: dict[int, Compiled] = {}
        self.compiled: dict[str, Compiled] = {}
        self.pay_prompts: list[Any] = []
        self.offers: list[list[Entry]] = []
        self.no_stop = 0
        self.secret = 0
        self.at: B.Path = ()
        self.first_player = self.layout.reserve(1)
        self.flags: dict[str, int] = {}
        self.turn_flags: list[int] = []
        self.next_flags = {what: self.layout.reserve(players) for what in ("double", "convert")}
        self.continuous = Continuous()
        self.ways: list[tuple[str, set[int], int]] = []
        self.interjections: dict[str, list[Entry]] = {}
        self.state_triggers: list[tuple[str, Compiled, int, int]] = []
        self.resources = {
            noun: number for number, (noun, entry) in enumerate(
                (noun, entry) for noun, entry in self.source.nouns.items() if entry.get("type") == "resource"
            )
        }  # fmt: skip

    # ------------------------------------------------------------ texts

    def tree(self, words: B.Words) -> N.Node:
        """The tree of some words."""
        self.at = words.path
        if words.tree is None:
            raise refuse(None, f"“{words.text}” was not read")
        return words.tree

    def phrase(self, words: B.Words) -> N.Phrase:
        """The words as a phrase."""
        tree = self.tree(words)
        if not isinstance(tree, N.Phrase):
            raise refuse(tree, "a thing was expected here")
        return tree

    def amount(self, words: B.Words) -> N.Amount | N.Phrase:
        """The words as a number."""
        tree = self.tree(words)
        if not isinstance(tree, N.Amount | N.Phrase):
            raise refuse(tree, "a number was expected here")
        return tree

    # ------------------------------------------------------------ names of the generated module

    def constant(self, value: Any, name: str) -> str:
        """A constant of the module, under a name of its own."""
        if name in self.namespace and self.namespace[name] != value:
            number = 2
            while f"{name}_{number}" in self.namespace and self.namespace[f"{name}_{number}"] != value:
                number += 1
            name = f"{name}_{number}"
        self.namespace[name] = value
        return name

    def figure(self, table: Any) -> int:
        """A figure of a table by number of players."""
        return by_players(table, self.players)

    def member(self, noun: str) -> str:
        """A table telling for each card, space or border whether it is one of a kind."""
        kind = self.expressions.type_of(noun)
        base = noun
        while self.source.nouns.get(base, {}).get("means") and self.source.nouns[base].get("is"):
            base = self.source.nouns[base]["is"]
        size = len(self.layout.names)
        if kind == "card":
            chosen = set(self.layout.cards_of(base))
        elif kind == "border":
            chosen = set(self.layout.borders_of(base))
        else:
            chosen = set(self.layout.spaces_of(base))
        return self.constant(tuple(number in chosen for number in range(size)), f"IS_{noun}")

    def piece_table(self, kind: int) -> str:
        """Positions of a kind's numbers, by owner and place."""
        info = self.layout.piece_kinds[kind]
        return self.constant(tuple(tuple(row) for row in info.index), f"I_{info.name}")

    def resource(self, noun: str) -> str:
        """The number of a resource."""
        return str(self.resources[noun])

    def next_card(self, what: str) -> int:
        """Where it is kept for each seat what holds for the next card it plays."""
        return self.next_flags[what]

    def flag(self, name: str, limits: tuple[str, ...]) -> int:
        """Positions (one a seat) where the use of something limited is kept; 0 without a limit."""
        if not limits:
            return 0
        if name not in self.flags:
            self.flags[name] = self.layout.reserve(self.players)
            if "once_per_turn" in limits:
                self.turn_flags.append(self.flags[name])
        return self.flags[name]

    def limited(self) -> bool:
        """Whether anything in the ruleset is limited by turns."""
        return (
            any(a.limits for _, a in self.abilities)
            or any(p.limits for p in self.ruleset.procedures.values())
            or any(spoken.limits for spoken in self.continuous.ways)
        )

    def label(self, procedure: Procedure) -> int:
        """A new block's number."""
        self.owner.append(procedure.name)
        return len(self.owner) - 1

    # ------------------------------------------------------------ functions of the lexicon

    def _function(self, name: str, params: str, write: Callable[[], str | Lines]) -> str:
        """A function of the module, written when first asked for."""
        if name not in self.made:
            self.made[name] = name
            body = write()
            lines = [f"    return {body}"] if isinstance(body, str) else body
            self.functions[name] = [f"def {name}({params}):", "    n = s.n", *lines]
        return name

    def word(self, section: str, name: str) -> Any:
        """An entry of the lexicon with its trees."""
        return self.ruleset.words[section][name]

    def state_verb(self, verb: str) -> str:
        """The function that tests a state verb: (s, you, slots …)."""
        entry = self.source.verbs[verb]
        slots = list((entry.get("slots") or {}).items())
        params = ", ".join(["s", "you", *(f"a{i}" for i in range(len(slots)))])

        def write() -> str:
            scope = Scope("you")
            for number, (name, kind) in enumerate(slots):
                self._bind_slot(scope, name, kind, f"a{number}")
            return self.expressions.block_condition(self.word("verbs", verb).means, scope)

        return self._function(f"st_{verb}", params, write)

    def _bind_slot(self, scope: Scope, name: str, kind: str, expr: str) -> None:
        ref = Ref(expr, self.expressions.type_of(kind), kind)
        scope.bind(kind, ref)
        scope.names[name] = ref

    def noun_test(self, noun: str) -> str:
        """The function that tests a noun with a condition: (s, thing[, of])."""
        entry = self.source.nouns[noun]
        of = entry.get("of") if entry.get("type") == "player" else None

        def write() -> str:
            kind = self.expressions.type_of(noun)
            scope = Scope("x" if kind == "player" else "0")
            if of:
                scope.bind(of, Ref("of", self.expressions.type_of(of), of))
            scope.bind(noun, Ref("x", kind, str(entry.get("is") or noun)))
            return self.expressions.block_condition(self.word("nouns", noun).means, scope)

        return self._function(f"is_{noun}", "s, x, of" if of else "s, x", write)

    def adjective(self, word: str) -> str:
        """The function that tests an adjective: (s, thing, you)."""
        entry = self.source.adjectives[word]

        def write() -> str | Lines:
            ref = Ref("x", self.expressions.type_of(entry["of"]), entry["of"])
            if entry.get("attribute"):
                wanted = entry.get("value", True)
                table = tuple(
                    self.layout.attributes.get(number, {}).get(entry["attribute"]) == wanted
                    for number in range(len(self.layout.names))
                )
                base = f"{self.constant(table, 'ADJ_' + word)}[x]"
            else:
                scope = Scope("you")
                scope.bind(entry["of"], ref)
                base = self.expressions.block_condition(self.word("adjectives", word).means, scope)
            changes = self.continuous.adjectives.get(word, [])
            if not changes:
                return base
            lines = [f"    v = {base}"]
            for spoken in changes:
                node = spoken.node
                assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
                subject, goal = node.subject, node.act.slot("object")
                assert isinstance(subject, N.NounPhrase) and isinstance(goal, N.NounPhrase)
                scope = Scope("you")
                scope.bind(entry["of"], ref)
                tests = [self.active(spoken, "you")]
                if spoken.condition is not None:
                    tests.append(self.expressions.condition(spoken.condition, scope))
                other = subject.adjectives[0] if word in goal.adjectives else ""
                was = self._printed(other or word)
                lines.append(f"    if {was}[x] and {' and '.join(tests)}: v = {bool(other)}")
            return [*lines, "    return v"]

        return self._function(f"adj_{word}", "s, x, you", write)

    def _printed(self, word: str) -> str:
        """An adjective as the map shows it, before any text changes it."""
        entry = self.source.adjectives[word]
        wanted = entry.get("value", True)
        table = tuple(
            self.layout.attributes.get(number, {}).get(entry.get("attribute")) == wanted
            for number in range(len(self.layout.names))
        )
        return self.constant(table, "ADJ_" + word)

    def relation(self, name: str) -> str:
        """The function that tests a relation: (s, one, other, you)."""
        entry = self.source.relations[name]
        word = self.word("relations", name)

        def write() -> str | Lines:
            kind, other = entry["of"], entry["with"]
            if entry.get("closure"):
                step = self.relation(entry["closure"])
                scope = Scope("you")
                scope.bind(kind, Ref("y", self.expressions.type_of(kind), kind))
                within = self.expressions.block_condition(word.within, scope) if word.within is not None else "True"
                return [
                    "    seen = {b}; todo = [b]",
                    "    while todo:",
                    "        x = todo.pop()",
                    "        for y in ADJ[x]:",
                    f"            if y not in seen and {step}(s, x, y, you) and {within}:",
                    "                seen.add(y); todo.append(y)",
                    "    return a in seen and a != b",
                ]
            scope = Scope("a" if self.expressions.type_of(kind) == "player" else "you")
            scope.bind(kind, Ref("a", self.expressions.type_of(kind), kind))
            scope.bind(other, Ref("b", self.expressions.type_of(other), other))
            return self.expressions.block_condition(word.means, scope)

        return self._function(f"rel_{name}", "s, a, b, you", write)

    def number(self, noun: str) -> str:
        """The function of a number: (s, what it is of …), with everything that texts change about it."""
        entry = self.source.nouns[noun]
        kinds = as_list(entry.get("of"))
        params = ", ".join(["s", *(f"p{i}" for i in range(len(kinds)))])

        def write() -> Lines:
            scope = self._number_scope(kinds)
            lines = [f"    v = {self._number_base(noun, entry, scope)}"]
            word = self.word("nouns", noun)
            for addend in word.total:
                value = self.expressions.amount(self.amount(addend.amount), scope)
                if addend.condition is None:
                    lines.append(f"    v += {value}")
                else:
                    test = self.expressions.block_condition(addend.condition, scope.child())
                    lines.append(f"    if {test}: v += {value}")
            for spoken in self.continuous.numbers.get(noun, []):
                lines += self._modifier(spoken, kinds)
            return [*lines, "    return v"]

        return self._function(f"num_{noun}", params, write)

    def _number_scope(self, kinds: list[str]) -> Scope:
        seats = [i for i, kind in enumerate(kinds) if self.expressions.type_of(kind) == "player"]
        scope = Scope(f"p{seats[0]}" if seats else "0")
        for number, kind in enumerate(kinds):
            scope.bind(kind, Ref(f"p{number}", self.expressions.type_of(kind), kind))
        return scope

    def _number_base(self, noun: str, entry: dict[str, Any], scope: Scope) -> str:
        word = self.word("nouns", noun)
        x = self.expressions
        if word.total:
            return "0"
        if entry.get("attribute"):
            kind = x.type_of(as_list(entry.get("of"))[0])
            name = entry["attribute"]
            if kind == "card":
                table = tuple(int(card.attributes.get(name) or 0) for card in self.layout.cards)
            else:
                table = tuple(
                    int(self.layout.attributes.get(i, {}).get(name) or 0) for i in range(len(self.layout.names))
                )
            return f"{self.constant(table, 'N_' + noun)}[p0]"
        for extreme, function in ((word.highest, "max"), (word.lowest, "min")):
            if extreme is not None:
                phrase = self.phrase(word.among)
                assert isinstance(phrase, N.NounPhrase)
                var, source, conditions = x.each(phrase, scope)
                inner = scope.child()
                inner.mention(Ref(var, x.type_of(str(phrase.noun)), str(phrase.noun)))
                value = x.amount(self.amount(extreme), inner)
                test = f" if {' and '.join(conditions)}" if conditions else ""
                return f"{function}(({value} for {var} in {source}{test}), default=0)"
        if word.count is not None:
            phrase = self.phrase(word.count)
            assert isinstance(phrase, N.NounPhrase)
            var, source, conditions = x.each(phrase, scope)
            inner = scope.child()
            inner.mention(Ref(var, x.type_of(str(phrase.noun)), str(phrase.noun)))
            if word.condition is not None:
                conditions.append(x.block_condition(word.condition, inner))
            return f"sum(1 for {var} in {source} if {' and '.join(conditions) or 'True'})"
        if word.means is not None:
            means = word.means
            if not isinstance(means, B.Words):
                raise refuse(None, "a number's meaning is an amount")
            return x.amount(self.amount(means), scope)
        raise refuse(None, f"the number “{noun}” has no meaning")

    def _modifier(self, spoken: Spoken, kinds: list[str]) -> Lines:
        """The lines by which one text changes a number."""
        node = spoken.node
        assert isinstance(node, N.Is)
        scope = self._number_scope(kinds)
        seat = scope.you
        tests = []
        if spoken.condition is not None:
            condition, extra = self._about(spoken.condition, kinds, scope)
            tests += extra
            tests.append(self.expressions.condition(condition, scope))
        guard = f" if {' and '.join(tests)}" if tests else ""
        predicate = node.predicate
        if isinstance(predicate, N.Change):
            sign = "+" if predicate.relation == "higher" else "-"
            change = f"v {sign}= {self.expressions.amount(predicate.by, scope)}"
        elif isinstance(predicate, N.SetTo):
            change = f"v = {self.expressions.amount(predicate.value, scope)}"
        else:
            raise refuse(node, "how does the number change?")
        has_seat = any(self.expressions.type_of(kind) == "player" for kind in kinds)
        where = self.active(spoken, seat) if spoken.owned and has_seat else self.active(spoken, None)
        lines = [f"    if {where}{(' and ' + ' and '.join(tests)) if tests else ''}: {change}"]
        del guard
        return lines

    def _about(self, condition: N.Condition, kinds: list[str], scope: Scope) -> tuple[N.Condition, list[str]]:
        """A `while` of a modifier speaks of the number's own thing: `a province` in it means that province."""
        for node in condition.walk():
            if isinstance(node, N.NounPhrase) and isinstance(node.noun, str) and isinstance(node.determiner, N.Article):
                if node.determiner.word != "a":
                    continue
                for number, kind in enumerate(kinds):
                    if kind != "player" and self.expressions.fits(node.noun, kind):
                        ref = Ref(f"p{number}", self.expressions.type_of(kind), node.noun)
                        tests: list[str] = []
                        for word in node.adjectives:
                            tests += self.expressions.adjective(word, ref, scope)
                        for item in node.filters:
                            tests += self.expressions.filter(item, ref, scope)
                        named = N.NounPhrase(determiner=N.Article(word="that"), noun=node.noun)
                        return _swap(condition, node, named), tests
        return condition, []

    def active(self, spoken: Spoken, seat: str | None) -> str:
        """Whether a text speaks: for a seat that has it, or (without a seat) for anybody."""
        if not spoken.component:
            return "True"
        cards = self.layout.instances(spoken.component)
        zones = self._zones_by_seat(spoken.zones)
        if not spoken.owned or seat is None:
            every = self.constant(frozenset(z for row in zones for z in row), "ACT_" + "_".join(spoken.zones))
            tests = [f"s.where[{card}] in {every}" for card in cards]
        else:
            rows = self.constant(tuple(frozenset(row) for row in zones), "ACTS_" + "_".join(spoken.zones))
            tests = [f"s.where[{card}] in {rows}[{seat}]" for card in cards]
        return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"

    def _zones_by_seat(self, zones: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        rows = []
        for seat in range(self.players):
            row = []
            for zone in zones:
                instances = self.layout.zone[zone]
                row.append(instances[seat] if self.source.nouns[zone].get("of") == "player" else instances[0])
            rows.append(tuple(row))
        return tuple(rows)

    def during(self, verb: str) -> str:
        """The procedures that are under way while somebody does a verb."""
        names = {verb} | {name for name, entry in self.source.verbs.items() if entry.get("is") == verb}
        return self.constant(frozenset(f"verb_{name}" for name in names), f"DUR_{verb}")

    # ------------------------------------------------------------ procedures

    def procedure(
        self, name: str, params: list[tuple[str, str]], body: Any, this: bool = False, frames: bool = False
    ) -> Compiled:
        """Compile a body (a function of a Procedure and its Scope): a plain function if it cannot stop."""
        if name in self.compiled:
            return self.compiled[name]
        result = Compiled(name)
        self.compiled[name] = result
        keep = (self.no_stop, self.at)
        self.no_stop = 0
        lines = None
        arguments = "".join(f", a{i}" for i in range(len(params) + (1 if this else 0)))
        if not frames:
            trial = Procedure(self, name, params, this)
            result.entry = -2  # being compiled: a verb that calls itself cannot be inline
            lines = trial.as_function(body)
            if lines is not None:
                result.function = f"do_{name}"
                result.can_fail = trial.can_fail
                self.functions[result.function] = [f"def {result.function}(s, you{arguments}):", *lines]
        if lines is None:
            written = Procedure(self, name, params, this)
            result.entry = written.entry = self.label(written)
            written.start(written.entry)
            body(written, written.scope())
            written.emit("s.stack.pop()")
            result.slots = written.slots
            result.can_fail = written.can_fail
            for label, block in written.blocks:
                self.blocks[label] = block
                self.entries[label] = result
            given = 2 + len(params) + (1 if this else 0)
            self.namespace[result.entry_name] = result.entry
            self.namespace[result.pad_name] = [0] * (written.slots - given)
        self.no_stop, self.at = keep
        return result

    def defines(self, verb: str, node: N.Perform) -> bool:
        """Whether the lexicon says what this verb does (a core verb: for this kind of thing)."""
        entry = self.source.verbs.get(verb)
        if entry is None or entry.get("state"):
            return False
        if entry.get("en") is None:
            value = node.slot("object")
            kind = next(iter((entry.get("slots") or {}).values()), "")
            if isinstance(value, N.Pronoun):
                return True
            if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
                return self.expressions.fits(value.noun, kind) or (
                    self.expressions.type_of(value.noun) == self.expressions.type_of(kind)
                )
            return False
        return True

    def verb(self, verb: str) -> Compiled:
        """The procedure of a verb, with its bans, interjections and triggers."""
        name = f"verb_{verb}"
        if name in self.compiled:
            return self.compiled[name]
        entry = self.source.verbs[verb]
        if entry.get("later"):
            raise refuse(None, f"the meaning of “{verb.replace('_', ' ')}” follows later", "Give the verb a `do:`.")
        slots = list((entry.get("slots") or {}).items())
        params = [(kind, self.expressions.type_of(kind)) for _, kind in slots]
        word = self.word("verbs", verb)

        def body(p: Procedure, scope: Scope) -> None:
            for number, (slot, kind) in enumerate(slots):
                scope.names[slot] = scope.names[kind]
                del number
            self._bans(verb, p, scope, slots)
            self._interject(verb, p, scope, slots)
            listeners = self._listeners(verb, p, scope, slots)
            if verb == self.source.turn_verb and self.limited():
                p.emit(f"for i in TURN_FLAGS: n[i + {scope.you}] = 0")
            p.steps(word.do, scope)
            for listener in listeners:
                listener()

        watched = any(
            verb in table or entry.get("is") in table for table in (self.continuous.triggers, self.continuous.bans)
        )
        return self.procedure(name, params, body, frames=watched or verb == self.source.turn_verb)

    def _spoken_about(self, table: dict[str, list[Spoken]], verb: str) -> list[Spoken]:
        return [*table.get(verb, []), *table.get(str(self.source.verbs.get(verb, {}).get("is")), [])]

    def _bans(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """`You cannot …`, `Nobody may …`: the act fails."""
        for spoken in self._spoken_about(self.continuous.bans, verb):
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            w = self.expressions.fresh()
            inner = scope.child()
            inner.you = w
            tests = [self.active(spoken, w)]
            if not (isinstance(node.subject, N.Pronoun) and node.subject.word == "nobody"):
                tests.append(f"{w} == {scope.you}")
            if spoken.condition is not None:
                tests.append(self.expressions.condition(spoken.condition, inner))
            tests += self._matches(node.act, slots, inner)
            p.fail_if(f"any({' and '.join(tests)} for {w} in SEATS)")

    def _matches(self, act: N.Perform, slots: list[tuple[str, str]], scope: Scope) -> list[str]:
        """The tests by which an event's slots fit what a text says of them."""
        tests: list[str] = []
        for slot, kind in slots:
            value = act.slot(slot)
            if value is None:
                continue
            ref = scope.names[kind]
            if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
                ref = Ref(ref.expr, ref.type, value.noun)
                scope.mention(ref)
                definite = isinstance(value.determiner, N.Article) and value.determiner.word in ("the", "that", "this")
                if definite and not value.filters:
                    continue
                tests += self.expressions._kind_test(value.noun, ref)
                tests += self.expressions.derived(value.noun, ref, value, scope, list(value.filters))
                tests += self.expressions._possessed(value, ref, scope)
                for word in value.adjectives:
                    tests += self.expressions.adjective(word, ref, scope)
                for item in value.filters:
                    tests += self.expressions.filter(item, ref, scope)
            elif isinstance(value, N.Pronoun):
                continue
            else:
                raise refuse(value, "this cannot be listened for")
        return tests

    def _listeners(
        self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]]
    ) -> list[Callable[[], None]]:
        """Note before the deed which triggers fit; the returned functions write what they do after it."""
        found: list[Callable[[], None]] = []
        for spoken in self._spoken_about(self.continuous.triggers, verb):
            node = spoken.node
            assert isinstance(node, N.Trigger) and isinstance(node.event, N.Does)
            if spoken.cost is not None:
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            inner = scope.child()
            tests = [self.active(spoken, scope.you)]
            if spoken.condition is not None:
                tests.append(self.expressions.condition(spoken.condition, inner))
            tests += self._matches(act, slots, inner)
            fits = p.variable()
            p.must_stop()
            p.emit(f"{fits} = {' and '.join(tests)}")
            effect = self._effect(f"trigger_{verb}_{spoken.number}", spoken, node.then, slots, act)
            cards = self.layout.instances(spoken.component) if spoken.component else [-1]

            def after(fits: str = fits, effect: Compiled = effect, card: int = cards[0]) -> None:
                end = self.label(p)
                p.emit(f"if not {fits}: f[0] = {end}; return")
                p.call(effect, scope.you, [*(scope.names[kind].expr for _, kind in slots), str(card)])
                p.goto(end)
                p.start(end)

            found.append(after)
        return found

    def _effect(
        self,
        name: str,
        spoken: Spoken,
        then: N.Statement,
        slots: list[tuple[str, str]],
        act: N.Perform,
        lenient: bool = True,
    ) -> Compiled:
        """What a trigger does: as much of it as can be done."""
        params = [(kind, self.expressions.type_of(kind)) for _, kind in slots]

        def body(p: Procedure, scope: Scope) -> None:
            for slot, kind in slots:
                value = act.slot(slot)
                if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
                    scope.mention(Ref(scope.names[kind].expr, scope.names[kind].type, value.noun))
            scope.lenient = lenient
            self.at = spoken.path
            p.statement(then, scope)

        return self.procedure(name, params, body, this=True)

    def _interject(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """Cards that may be played into a deed as it begins."""
        table = self._interjections(verb, slots)
        if not table:
            return
        p.must_stop()
        choice = p.variable()
        number = len(self.offers)
        self.offers.append(table)
        head = p.block()
        end = self.label(p)
        args = ", ".join(scope.names[kind].expr for _, kind in slots)
        p.decide(
            Decision("entry", "", p.slot_of(choice), 0),
            f"[-1, *ENTRIES(s, {scope.you}, {number}, ({args}{',' if args else ''}))]",
        )
        p.emit(f"if {choice} == -1: f[0] = {end}; return")
        p.emit(f"f[0] = {head}")
        p.emit(f"START(s, {scope.you}, {choice}, ({args}{',' if args else ''}))")
        p.emit("return")
        p.start(end)

    def _interjections(self, verb: str, slots: list[tuple[str, str]]) -> list[Entry]:
        table = []
        for spoken in self._spoken_about(self.continuous.triggers, verb):
            node = spoken.node
            if spoken.cost is None or not isinstance(node, N.Trigger) or not isinstance(node.event, N.Does):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            name = f"interject_{verb}_{spoken.number}"
            params = [(kind, self.expressions.type_of(kind)) for _, kind in slots]
            test = self._entry_test(name, spoken, node, act, slots)

            def body(
                p: Procedure, scope: Scope, spoken: Spoken = spoken, node: N.Trigger = node, act: N.Perform = act
            ) -> None:
                for slot, kind in slots:
                    value = act.slot(slot)
                    if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
                        scope.mention(Ref(scope.names[kind].expr, scope.names[kind].type, value.noun))
                p.steps(spoken.cost, scope)
                self.at = spoken.path
                p.statement(node.then, scope)

            procedure = self.procedure(name, params, body, this=True, frames=True)
            cards = tuple(self.layout.instances(spoken.component))
            table.append(
                Entry(
                    node,
                    procedure,
                    cards,
                    self._zones_by_seat(spoken.zones),
                    test,
                    self.flag(name, spoken.limits),
                    spoken.heading,
                )
            )
        return table

    def _entry_test(
        self, name: str, spoken: Spoken, node: N.Trigger, act: N.Perform, slots: list[tuple[str, str]]
    ) -> str:
        """The function that says whether an interjection would do anything: (s, you, card, slots …)."""
        params = ", ".join(["s", "you", "card", *(f"a{i}" for i in range(len(slots)))])

        def write() -> str:
            scope = Scope("you", "card")
            for number, (slot, kind) in enumerate(slots):
                self._bind_slot(scope, slot, kind, f"a{number}")
            tests = [self.expressions.condition(spoken.condition, scope)] if spoken.condition is not None else []
            tests += self._matches(act, slots, scope)
            if isinstance(node.then, N.If) and node.then.otherwise is None:
                tests.append(self.expressions.condition(node.then.condition, scope))
            for part in node.then.walk():
                if isinstance(part, N.Perform) and part.verb in ("double", "count_as"):
                    kind = "double" if part.verb == "double" else "convert"
                    tests.append(f"not n[{self.next_flags[kind]} + you]")
            return " and ".join(tests) or "True"

        return self._function(f"may_{name}", params, write)

    # ------------------------------------------------------------ texts of components and rules

    def read_texts(self) -> None:
        """Sort everything the texts say."""
        headings = self.source.headings
        default = next((name for name, entry in headings.items() if entry.get("default")), "")
        self.abilities: list[tuple[str, N.Ability]] = []
        self.number_of = 0
        for component in self.ruleset.components.values():
            if component.text is None:
                continue
            text = self.tree(component.text)
            assert isinstance(text, N.Text)
            abilities = list(text.abilities)
            if text.sentences:
                abilities.insert(0, N.Ability(heading=default, sentences=text.sentences))
            for ability in abilities:
                self._read_ability(component.id, ability)
        for procedure in self.ruleset.procedures.values():
            if procedure.text is not None:
                text = self.tree(procedure.text)
                assert isinstance(text, N.Text)
                for sentence in text.sentences:
                    self._speak(Spoken("", (), False, sentence))

    def _read_ability(self, component: str, ability: N.Ability) -> None:
        entry = self.source.headings.get(ability.heading) or {}
        if not entry.get("active"):
            self.abilities.append((component, ability))
            return
        cost = self.word("headings", ability.heading).cost
        for sentence in ability.sentences:
            owned = entry.get("for") != "any player"
            self._speak(
                Spoken(
                    component,
                    tuple(entry["active"]),
                    owned,
                    sentence,
                    None,
                    ability.limits,
                    cost if entry.get("cost") and isinstance(sentence, N.Trigger) else None,
                    ability.heading,
                )
            )

    def _speak(self, spoken: Spoken) -> None:
        self.number_of += 1
        spoken.number = self.number_of
        spoken.path = self.at
        self.continuous.add(spoken, self.source.nouns, self.source.verbs)

    def abilities_with(self, step: B.Resolve) -> list[AbilityRef]:
        """The abilities that a block resolves, card by card."""
        wanted = step.of if isinstance(step.of, tuple) else None
        found = []
        for component, ability in self.abilities:
            if ability.heading != step.heading or (wanted is not None and component not in wanted):
                continue
            for card in self.layout.instances(component):
                name = f"resolve_{step.heading}_{component}"

                def body(p: Procedure, scope: Scope, ability: N.Ability = ability, component: str = component) -> None:
                    self.at = ("components", component, "text")
                    for sentence in ability.sentences:
                        p.statement(sentence, scope)

                found.append(AbilityRef(card, self.procedure(name, [], body, this=True)))
        return found

    def offer(self, headings: tuple[str, ...], end: str) -> int:
        """The table of everything that can be offered under some headings."""
        table: list[Entry] = []
        for heading in headings:
            entry = self.source.headings[heading]
            word = self.word("headings", heading)
            for procedure in self.ruleset.procedures.values():
                if procedure.heading == heading:
                    table.append(self._rule_entry(procedure, heading, word))
            for component, ability in self.abilities:
                if ability.heading != heading:
                    continue
                for zone in entry.get("from") or {}:
                    table.append(self._ability_entry(component, ability, zone, word))
        self.offers.append(table)
        self.offer_ends = getattr(self, "offer_ends", {})
        self.offer_ends[len(self.offers) - 1] = end
        return len(self.offers) - 1

    def _rule_entry(self, procedure: Any, heading: str, word: Any) -> Entry:
        flag = self.flag(f"limit_{procedure.id}", procedure.limits)

        def body(p: Procedure, scope: Scope) -> None:
            p.steps(word.cost, scope)
            if flag:
                p.emit(f"n[{flag} + {scope.you}] = 1")
            p.steps(procedure.do, scope)
            p.steps(word.after, scope)

        test = ""
        if procedure.condition is not None:
            condition = procedure.condition
            test = self._function(
                f"may_{procedure.id}", "s, you, card", lambda: self.expressions.block_condition(condition, Scope("you"))
            )
        compiled = self.procedure(f"act_{procedure.id}", [], body, this=True, frames=True)
        return Entry(procedure.title, compiled, (), (), test, flag, heading)

    def _ability_entry(self, component: str, ability: N.Ability, zone: str, word: Any) -> Entry:
        flag = self.flag(f"limit_{ability.heading}_{component}", ability.limits)

        def body(p: Procedure, scope: Scope) -> None:
            p.steps(word.cost, scope)
            p.steps(word.sources.get(zone), scope)
            if flag:
                p.emit(f"n[{flag} + {scope.you}] = 1")
            self.at = ("components", component, "text")
            for sentence in ability.sentences:
                p.statement(sentence, scope)
            p.steps(word.after, scope)

        compiled = self.procedure(f"use_{component}_{ability.heading}_{zone}", [], body, this=True, frames=True)
        return Entry(
            ability,
            compiled,
            tuple(self.layout.instances(component)),
            self._zones_by_seat((zone,)),
            "",
            flag,
            ability.heading,
        )

    # ------------------------------------------------------------ replacement

    def replacements(self, node: N.Perform) -> list[Any]:
        """Texts that offer something instead of this act."""
        found = []
        for spoken in self.continuous.replacements.get(node.verb, []):
            trigger = spoken.node
            assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
            event = trigger.event.act
            assert isinstance(event, N.Perform)
            if self._same_kind(event, node, "object") and self._same_kind(event, node, "from"):
                found.append(Replacement(self, spoken, trigger))
        return found

    def _same_kind(self, event: N.Perform, node: N.Perform, slot: str) -> bool:
        wanted, given = event.slot(slot), node.slot(slot)
        if wanted is None:
            return True
        if not isinstance(wanted, N.NounPhrase) or not isinstance(given, N.NounPhrase):
            return False
        a, b = given.noun, wanted.noun
        if not isinstance(a, str) or not isinstance(b, str):
            return False
        return self.expressions.fits(a, b) or (
            self.expressions.type_of(a) == self.expressions.type_of(b) == "card" and a == "card"
        )

    # ------------------------------------------------------------ hypotheses

    def hypothetical(self, data: B.After, scope: Scope) -> str:
        """`{after: block, if: condition}`: tried on a copy."""
        name = f"suppose_{len(self.compiled)}"

        def body(p: Procedure, inner: Scope) -> None:
            p.steps(data.do, inner)

        compiled = self.procedure(name, [], body, frames=True)
        test = self._function(
            f"then_{name}", "s, you", lambda: self.expressions.block_condition(data.condition, Scope("you"))
        )
        return f"SUPPOSE(s, {scope.you}, E_{compiled.name}, PAD_{compiled.name}, {test})"

    # ------------------------------------------------------------ payments and stand-ins

    def _write_ways(self) -> None:
        """Functions that list (card, amount) for each way to pay a resource."""
        for spoken in self.continuous.ways:
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            assert isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str)
            det = goal.determiner
            amount = det.low if isinstance(det, N.Quantity) else 1
            flag = self.flag(f"way_{spoken.component}_{spoken.number}", spoken.limits)
            scope = Scope("you")
            tests = [self.active(spoken, "you")]
            if flag:
                tests.append(f"not n[{flag} + you]")
            if spoken.condition is not None:
                tests.append(self.expressions.condition(spoken.condition, scope))
            subject = node.subject
            if (
                isinstance(subject, N.NounPhrase)
                and isinstance(subject.determiner, N.Article)
                and subject.determiner.word == "this"
            ):
                cards = self.layout.instances(spoken.component)
                rows = self._zones_by_seat(spoken.zones)
                where = self.constant(tuple(frozenset(row) for row in rows), "ACTS_" + "_".join(spoken.zones))
                listing = f"[c for c in {tuple(cards)!r} if s.where[c] in {where}[you]]"
            else:
                listing = "PLAYABLE(s, you)"
            name = f"way_{spoken.number}"
            self.functions[name] = [
                f"def {name}(s, you):", "    n = s.n",
                f"    if not ({' and '.join(tests)}): return []",
                f"    return [(c, {amount}) for c in {listing}]",
            ]  # fmt: skip
            self.ways.append((name, {self.resources[goal.noun]}, flag))

    def _write_stand_ins(self) -> None:
        """The function that lists the cards which can be played as the card of a space."""
        x = self.expressions
        lines = [
            "def STANDS_FOR(s, you, place):",
            "    n = s.n",
            "    cards = PLAYABLE(s, you)",
            "    found = [c for c in cards if CARD_SPACE[c] == place]",
        ]
        for spoken in self.continuous.stand_ins:
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            subject = node.subject
            assert isinstance(goal, N.NounPhrase) and isinstance(subject, N.NounPhrase)
            of = next((item.phrase for item in goal.filters if isinstance(item, N.Of)), None)
            if not isinstance(of, N.NounPhrase):
                raise refuse(node, "the card of what?")
            scope = Scope("you")
            during = self._during_targets(spoken, scope)
            place = Ref("place", "space", str(of.noun))
            before: Lines = []
            card_tests: list[str] = []
            inner = scope.child()
            own = isinstance(subject.determiner, N.Article) and subject.determiner.word == "this"
            if own:
                card_tests.append(f"c in {tuple(self.layout.instances(spoken.component))!r}")
            else:
                base = next((item.phrase for item in subject.filters if isinstance(item, N.Of)), None)
                if not isinstance(base, N.NounPhrase):
                    raise refuse(node, "which card?")
                start = Ref("CARD_SPACE[c]", "space", str(base.noun))
                card_tests.append("CARD_SPACE[c] >= 0")
                for item in base.filters:
                    card_tests += x.filter(item, start, inner)
                inner.mention(start)
            place_tests = [self.active(spoken, "you")]
            if spoken.condition is not None:
                place_tests.append(x.condition(spoken.condition, scope))
            if x._open(of):
                tests = x._kind_test(str(of.noun), place)
                for word in of.adjectives:
                    tests += x.adjective(word, place, scope)
                for item in of.filters:
                    tests += x.filter(item, place, inner)
                card_tests += tests
            else:
                before += during
                card_tests.append(f"place == {x.ref(of, scope).expr}")
            lines += [
                f"    if {' and '.join(place_tests)}:",
                *("        " + line for line in before),
                f"        found += [c for c in cards if c not in found and {' and '.join(card_tests)}]",
            ]
        lines.append("    return found")
        self.functions["STANDS_FOR"] = lines
        if "CARD_SPACE" not in self.namespace:
            table = []
            for info in self.layout.cards:
                spaces = [
                    v for k, v in info.attributes.items() if isinstance(v, str) and v in self.layout.ids and k != "id"
                ]
                table.append(self.layout.ids[spaces[0]] if spaces else -1)
            self.namespace["CARD_SPACE"] = tuple(table)

    def _during_targets(self, spoken: Spoken, scope: Scope) -> Lines:
        """While a verb is under way its slots can be named: `the target`."""
        lines: Lines = []
        if spoken.condition is None:
            return lines
        for node in spoken.condition.walk():
            if isinstance(node, N.Perform) and node.verb in self.source.verbs:
                slots = self.source.verbs[node.verb].get("slots") or {}
                for number, kind in enumerate(slots.values()):
                    name = f"d_{node.verb}_{number}"
                    lines.append(f"{name} = SLOT(s, {self.during(node.verb)}, you, {2 + number})")
                    scope.names[kind] = Ref(name, self.expressions.type_of(kind), kind)
        return lines

    def _write_states(self) -> None:
        """Triggers on something coming true: a test, an effect, a flag that remembers."""
        for spoken in self.continuous.states:
            trigger = spoken.node
            assert isinstance(trigger, N.Trigger)
            tests = [self.active(spoken, "you")]
            if spoken.condition is not None:
                tests.append(self.expressions.condition(spoken.condition, Scope("you")))
            tests.append(self.expressions.condition(trigger.event, Scope("you")))
            test = self._function(f"state_{spoken.number}", "s, you", lambda tests=tests: " and ".join(tests))  # type: ignore[misc]
            effect = self._effect(f"state_effect_{spoken.number}", spoken, trigger.then, [], N.Perform(verb=""))
            if effect.function is not None:
                inner = effect

                def body(p: Procedure, scope: Scope, inner: Compiled = inner) -> None:
                    p.call(inner, scope.you, [scope.this or "-1"])

                effect = self.procedure(f"state_frame_{spoken.number}", [], body, this=True, frames=True)
            flag = self.layout.reserve(self.players)
            once = self.flag(f"state_once_{spoken.number}", tuple(t for t in spoken.limits if t == "once_per_game"))
            card = (self.layout.instances(spoken.component) or [-1])[0] if spoken.component else -1
            self.state_triggers.append((test, effect, flag, card))
            self.namespace.setdefault("ONCE", {})[len(self.state_triggers) - 1] = once

    # ------------------------------------------------------------ all of it

    def build(self) -> Program:
        """Compile everything and make the program."""
        self.read_texts()
        start: list[Compiled] = []
        for name in self.ruleset.procedure_order.values():
            procedure = self.ruleset.procedures[name]

            def body(p: Procedure, scope: Scope, procedure: Any = procedure) -> None:
                p.steps(procedure.do, scope)

            compiled = self.procedure(f"act_{name}", [], body, frames=True)
            start.append(compiled)
        self._write_ways()
        self._write_stand_ins()
        self._write_states()
        self.interjections_for_pay = self._interjections("pay", [])
        self.offers.append(self.interjections_for_pay)
        score = self.ruleset.result.get("score")
        if score:
            self.number(score)
        for noun, entry in self.source.nouns.items():
            if entry.get("type") == "number" and as_list(entry.get("of")) == ["player"] and not entry.get("attribute"):
                self.number(noun)
        return Program(self, start)


@dataclass(slots=True)
class Replacement:
    """A text that offers something instead of an act."""

    builder: Builder
    spoken: Spoken
    trigger: N.Trigger

    @property
    def act(self) -> N.Perform:
        """What may be done instead, as the text says it."""
        then = self.trigger.then
        act = then.act if isinstance(then, N.Does) else then
        if not isinstance(act, N.Perform):
            raise refuse(then, "a single act is expected after “instead”")
        return act

    def test(self, scope: Scope) -> str:
        """Whether the text offers it to the acting seat now."""
        return self.builder.active(self.spoken, scope.you)

    def act_for(self, node: N.Perform) -> N.Perform:
        """The act that replaces: what the text names by a pronoun is what the replaced act named."""
        slots = tuple(
            N.Slot(name=slot.name, value=node.slot(slot.name) or slot.value)
            if isinstance(slot.value, N.Pronoun)
            else slot
            for slot in self.act.slots
        )
        return N.Perform(verb=self.act.verb, slots=slots)


def _swap(node: Any, old: N.Node, new: N.Node) -> Any:
    """A tree with one node changed for another."""
    if node is old:
        return new
    if isinstance(node, N.Node):
        changes: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            value = getattr(node, name)
            changed = tuple(_swap(v, old, new) for v in value) if isinstance(value, tuple) else _swap(value, old, new)
            changes[name] = changed
        return type(node)(**changes)
    return node


@dataclass
class Program:
    """Everything the machine needs, for one ruleset, number of players and set of options."""

    builder: Builder = field(repr=False)
    start: list[Compiled]
    pay_table: int = -1
    machine: Any = None
    labels: Any = None

    def __post_init__(self) -> None:
        b = self.builder
        self.layout = b.layout
        self.players = b.players
        self.ruleset = b.ruleset
        self.owner = b.owner
        self.offers = b.offers
        self.offer_ends = getattr(b, "offer_ends", {})
        self.pay_prompts = b.pay_prompts
        self.free: set[Any] = set()
        # The payment loop is a procedure of the runtime; its blocks stand beside the generated ones.
        pay = len(b.owner)
        b.owner.extend(["payment", "payment"])
        self.decisions: dict[int, Asking] = {
            label: Asking(d.kind, d.prompt, d.slot, d.then, seat, d.titles, d.secret, d.noun)
            for label, (d, seat) in b.decisions.items()
        }
        self.decisions[pay] = Asking("pay", None, 8, pay + 1, 1, (), False, "")
        b.namespace.update(support.namespace(self, b, pay))
        lines: Lines = []
        for function in b.functions.values():
            lines += [*function, ""]
        entries = {c.entry for c in b.compiled.values() if c.entry >= 0} | {d.then for d in self.decisions.values()}
        entries |= {label for label in self.decisions if label in b.blocks}
        # Where a call returns to is a jump written before the push, so it is found with the other jumps.
        blocks = fuse(b.blocks, set(b.decisions), entries)
        self.safe = safe_blocks(
            blocks,
            {label: asking.then for label, asking in self.decisions.items()},
            {c.name: c.entry for c in b.compiled.values() if c.entry >= 0},
            {label for label in b.decisions if "return [-1" in "".join(blocks.get(label, []))},
        )
        for label, block in sorted(blocks.items()):
            lines += [f"def b{label}(s, f):", "    n = s.n", *share(block), ""]
        self.text = "\n".join(lines)
        exec(compile(self.text, f"<{b.ruleset.id}>", "exec"), b.namespace)
        self.blocks = [b.namespace.get(f"b{label}", support.missing) for label in range(len(b.owner))]
        self.blocks[pay] = b.namespace["PAY_ASK"]
        self.blocks[pay + 1] = b.namespace["PAY_TAKE"]

    def number(self, noun: str, *args: Any) -> Any:
        """The value of a number noun, by its generated function: (state, what it is of …)."""
        return self.builder.namespace[f"num_{noun}"](*args)


def compile_ruleset(ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> Program:
    """Compile a ruleset for a number of players.

    Raises:
        MeaningError: a sentence parses but cannot be run; the problem names its file and line.
    """
    builder = Builder(ruleset, players, options)
    try:
        return builder.build()
    except MeaningError as error:
        raise MeaningError(*(_placed(builder, problem) for problem in error.problems)) from error


def _placed(builder: Builder, problem: Any) -> Any:
    if problem.place.file or not builder.at:
        return problem
    try:
        words = B.Words("", "text", builder.at, lambda text, kind, path: None)
        return problem.at(builder.ruleset.text_place(words, problem.offset, problem.end or None))
    except (KeyError, IndexError, ValueError, TypeError):
        return problem.at(builder.ruleset.place(builder.at))


__all__ = ["COMPARISONS", "Builder", "Program", "compile_ruleset"]
