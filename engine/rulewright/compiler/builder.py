"""Collects what is asked for while texts and procedures are compiled, and writes it as one module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rulewright.compiler.abilities.abilities import Abilities
from rulewright.compiler.abilities.builtin_events import BuiltinEvents
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect, ContinuousEffects
from rulewright.compiler.abilities.events import Events
from rulewright.compiler.abilities.history import History
from rulewright.compiler.abilities.invariants import Invariants
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.payments import Payments
from rulewright.compiler.abilities.replacement_effects import Replacements
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, Name, either
from rulewright.compiler.ir.quote import Hole, as_expr, expr, recognised, stmts
from rulewright.compiler.ir.statements import Body, Finish, Function, Return
from rulewright.compiler.layout.layout import Layout, as_list, by_players, is_of_player
from rulewright.compiler.scope import MeaningError, Scope, refuse
from rulewright.compiler.source import Source
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.statements.procedure import Procedure, Suspends
from rulewright.compiler.times import PER_TURN
from rulewright.compiler.unsupported import Unsupported
from rulewright.language import nodes as N
from rulewright.language.problems import Problem, mistake
from rulewright.meaning.resolution import Resolution, resolve
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


class Builder:
    """Builds one program.

    checked: whether the invariants of the ruleset are tested while it is played.
    supported, resolution: trees that were found to be supported whole, and what words refer to, for whoever builds one
    ruleset's programs for several players.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, options: Mapping[str, Any], supported: set[int] | None = None,
        checked: bool = False, resolution: Resolution | None = None,
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.resolution = resolve(ruleset) if resolution is None else resolution
        self.source = Source(ruleset)
        self.players = players
        self.options = dict(options)
        self.layout = Layout(self.source, players, self.options)
        self.expressions = Expressions(self)
        self.unsupported = Unsupported(self.source, self.layout, set() if supported is None else supported)
        self.definitions = Definitions(self)
        self.matching = Matching(self)
        self.history = History(self)
        self.events = Events(self)
        self.builtin_events = BuiltinEvents(self)
        self.replacements = Replacements(self)
        self.invariants = Invariants(self, checked)
        self.abilities = Abilities(self)
        self.payments = Payments(self)
        self.namespace: dict[str, Any] = {}
        self.functions: dict[str, Function] = {}
        self.made: dict[str, str] = {}
        self.writing: list[str] = []  # functions that are being written, the innermost last
        self.zone_tables: dict[Expr, tuple[int, ...]] = {}  # by the constant, see `zone_table`
        self._members: dict[str, str] = {}
        self.blocks: dict[int, Body] = {}
        self.owner: list[str] = []
        self.written: list[B.Path] = []  # by block: the words that it begins with
        self.decisions: dict[int, Decision] = {}
        self.entries: dict[int, Compiled] = {}
        self.compiled: dict[str, Compiled] = {}
        self.pay = self.pay_table = -1  # the payment loop's first block, and what may be done while somebody pays
        self.pay_prompts: list[Any] = []
        self.endings: dict[str, N.Node] = {}  # conditions that end the game, by their words
        self.offers: list[list[Entry]] = []
        self.no_stop = 0
        self.secret = 0
        self.problems: list[Problem] = []
        self.at: B.Path = ()
        self.span = (0, 0)  # where in the words at `at` the sentence stands that is being written, if that is known
        kept = self.layout.kept.get(self.source.first_player)
        self.first_player = self.layout.reserve(1) if kept is None else kept.first
        self.flags: dict[str, int] = {}
        self.twice: set[int] = set()  # flags of what may be used twice
        self.turn_flags: list[int] = []
        self.round_flags: list[int] = []
        self.next_flags = {what: self.layout.reserve(players) for what in ("double", "convert")}
        self.continuous = ContinuousEffects()
        # What is carried out and holds for a time: its counters; and which of them end with what, for one seat or all.
        self.lasting: dict[N.Timed, int] = {}
        self.ends_at: dict[tuple[str, str], list[tuple[int, bool]]] = {}
        self.ways: list[tuple[str, set[int], int, bool]] = []
        self.state_triggers: list[tuple[str, Compiled, int, int]] = []
        self.resources = {
            noun: number for number, (noun, entry) in enumerate(
                (noun, entry) for noun, entry in self.source.nouns.items() if entry.get("type") == "resource"
            )
        }  # fmt: skip

    def asked(self, seat: int) -> int:
        """Who decides for a seat: itself, or at the seat where nobody sits the player before or after it."""
        entry = self.source.nouns.get(self.ruleset.unattended or "")
        if entry is None or seat != self.seat_of(entry):
            return seat
        return (seat + (1 if entry["asks"] == "next" else -1)) % self.players

    def pays_from(self) -> set[int]:
        """The zones that cards leave or reach when somebody pays with them."""
        play = self.source.zones.get("play") or {}
        nouns = (*as_list(play.get("from")), *as_list(play.get("to")))
        return {zone for noun in nouns for zone in self.layout.zone[noun]}

    def seat_of(self, entry: Mapping[str, Any]) -> int:
        """The seat that a noun with `seat` names."""
        return 0 if entry["seat"] == "first" else self.players - 1

    # ------------------------------------------------------------ texts

    def tree(self, words: B.Words, scope: Scope | None = None) -> N.Node:
        """The tree of some words; in a scope, whose names the words know."""
        self.at = words.path
        if words.tree is None:
            raise refuse(None, f"“{words.text}” was not read")
        self.unsupported.check(words.tree)
        if problems := self.resolution.problems(words):
            raise MeaningError(*problems)
        if scope is not None:
            for name, key in self.resolution.names(words).items():
                if name in scope.names:
                    scope.refs[key] = scope.names[name]
        return words.tree

    def phrase(self, words: B.Words, scope: Scope | None = None) -> N.Phrase:
        """The words as a phrase."""
        tree = self.tree(words, scope)
        if not isinstance(tree, N.Phrase):
            raise refuse(tree, "a thing was expected here")
        return tree

    def amount(self, words: B.Words, scope: Scope | None = None) -> N.Amount | N.Phrase:
        """The words as a number."""
        tree = self.tree(words, scope)
        if not isinstance(tree, N.Amount | N.Phrase):
            raise refuse(tree, "a number was expected here", code="RW0606")
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
        if noun not in self._members:
            self._members[noun] = self._member(noun)
        return self._members[noun]

    def _member(self, noun: str) -> str:
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
        return self.constant((*(number in chosen for number in range(size)), False), f"IS_{noun}")  # -1 is none

    def neighbours(self, noun: str) -> str:
        """Those of a space's neighbours that are of a kind, by space; none of no space."""
        of_kind = self.namespace[self.member(noun)]
        near = {a: tuple(b for b in others if of_kind[b]) for a, others in self.layout.neighbours.items()}
        no_spaces = dict.fromkeys((-1, *self.layout.borders), ())  # pieces on a border lie next to no space
        return self.constant({**near, **no_spaces}, f"NEAR_{noun}")

    def zone_table(self, noun: str) -> Name:
        """The zones that a noun means, by seat: each seat has its own."""
        zones = tuple(self.layout.zone[noun])
        table = Name(self.constant(zones, f"Z_{noun}"))
        self.zone_tables[table] = zones
        return table

    def piece_table(self, kind: Hole) -> Expr:
        """Positions of a kind's numbers, by owner and place; of a kind that an expression tells, if need be."""
        match as_expr(kind):
            case Lit(int(number)):
                info = self.layout.piece_kinds[number]
                return Name(self.constant(tuple(tuple(row) for row in info.index), f"I_{info.name}"))
            case told:
                return expr("IX[{}]", told)

    def piece_cell(self, kind: Hole, owner: Hole, place: Hole) -> Expr:
        """How many pieces of a kind an owner has at a place."""
        return expr("n[{}[{}][{}]]", self.piece_table(kind), owner, place)

    def next_card(self, what: str) -> int:
        """Where it is kept for each seat what holds for the next card it plays."""
        return self.next_flags[what]

    def flag(self, name: str, limits: tuple[str, ...]) -> int:
        """Positions (one a seat) that say whether something limited may not be done again; 0 without a limit.

        What may be used twice has positions behind them for whether it was used once.
        """
        if not limits:
            return 0
        if name not in self.flags:
            twice = "twice_per_turn" in limits
            self.flags[name] = self.layout.reserve(self.players * (2 if twice else 1))
            if twice:
                self.twice.add(self.flags[name])
            if PER_TURN.intersection(limits) and not self.source.turn_verb:
                raise refuse(
                    None,
                    "nothing says what a turn is, so this limit per turn would be a limit per game",
                    "Name the verb that is one turn of a player, under `turn:` in ruleset.yaml.",
                    code="RW0604",
                )
            if PER_TURN.intersection(limits):
                self.turn_flags += [self.flags[name], *([self.flags[name] + self.players] if twice else [])]
            if "once_per_round" in limits:
                self.round_flags.append(self.flags[name])
        return self.flags[name]

    def used(self, flag: int, seat: Hole) -> Body:
        """The statement that notes one use of something limited."""
        return stmts("USE(s, {}, {})" if flag in self.twice else "n[{} + {}] = 1", flag, seat)

    @contextmanager
    def recorded(self, path: B.Path = ()) -> Iterator[None]:
        """Keep what is wrong with the words that are compiled in here; everything after them is compiled all the same.

        A mistake of the compiler itself is a problem of these words too, so that it has a place and hides nothing.

        path: where the words stand, if not in what is compiled already.
        """
        at = self.at
        self.at = path or at
        try:
            yield
        except Suspends:
            raise
        except MeaningError as error:
            self.record(error)
        except Exception as error:
            self.record(MeaningError(mistake(error)))
        self.at = at

    def record(self, error: MeaningError) -> None:
        """Keep the problems of a sentence that cannot be run, each at its place; the rest is compiled all the same."""
        for found in error.problems:
            placed = self._placed(found)
            if placed not in self.problems:
                self.problems.append(placed)

    def _placed(self, found: Problem) -> Problem:
        if found.place.file or not self.at:
            return found
        try:
            words = B.Words("", "text", self.at, lambda text, kind, path: None)
            return found.at(self.ruleset.text_place(words, found.offset, found.end or None))
        except (KeyError, IndexError, ValueError, TypeError):
            return found.at(self.ruleset.place(self.at))

    def label(self, procedure: Procedure) -> int:
        """A new block's number."""
        self.owner.append(procedure.name)
        self.written.append(self.at)
        return len(self.owner) - 1

    # ------------------------------------------------------------ functions of the lexicon

    def function(self, name: str, params: tuple[str, ...], write: Callable[[], Expr | Body]) -> str:
        """A function of the module, written when first asked for: what it returns, or what it does.

        Raises:
            MeaningError: RW0608 where it would ask itself, perhaps by way of others.
        """
        if name in self.writing:
            raise refuse(None, "this is worked out from itself, so it could never be worked out", code="RW0608")
        if name not in self.made:
            self.made[name] = name
            body: Expr | Body = Lit(0)
            self.writing.append(name)
            try:
                with self.recorded():
                    body = write()
            finally:
                self.writing.pop()
            statements = (Return(body),) if isinstance(body, Expr) else body
            self.functions[name] = Function(name, params, statements)
        return name

    def active(self, spoken: ContinuousEffect, seat: Hole) -> Expr:
        """Whether a text speaks: for a seat that has it, or (without a seat) for anybody."""
        return either(*self.active_copies(spoken, seat))

    def active_copies(self, spoken: ContinuousEffect, seat: Hole) -> list[Expr]:
        """The same for each copy of the card alone."""
        if spoken.lasting:
            row = spoken.lasting
            return [expr("n[{} + {}]", row, seat) if seat is not None else expr("sum(n[{} + o] for o in SEATS)", row)]
        if not spoken.component:
            return [TRUE]
        cards = self.layout.instances(spoken.component)
        zones = self.zones_by_seat(spoken.zones)
        name = "_".join(spoken.zones)
        if not spoken.owned or seat is None:
            every = self.constant(frozenset(z for row in zones for z in row), f"ACT_{name}")
            return [expr("s.where[{}] in {}", card, every) for card in cards]
        rows = self.constant(tuple(frozenset(row) for row in zones), f"ACTS_{name}")
        return [expr("s.where[{}] in {}[{}]", card, rows, seat) for card in cards]

    def zones_by_seat(self, zones: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """For each seat the zones that these nouns mean to it, of one that includes others those."""
        rows = []
        single = [part for zone in zones for part in self.source.nouns[zone].get("includes") or [zone]]
        for seat in range(self.players):
            row = []
            for zone in single:
                instances = self.layout.zone[zone]
                row.append(instances[seat] if self.source.nouns[zone].get("of") == "player" else instances[0])
            rows.append(tuple(row))
        return tuple(rows)

    # ------------------------------------------------------------ procedures

    def procedure(
        self, name: str, params: list[tuple[str, str]], body: Any, this: bool = False, frames: bool = False
    ) -> Compiled:
        """Compile a body (a function of a Procedure and its Scope): a plain function if it cannot stop."""
        if name in self.compiled:
            return self.compiled[name]
        result = Compiled(name)
        self.compiled[name] = result
        keep = (self.no_stop, self.at, self.span)
        self.no_stop, self.span = 0, (0, 0)

        def written_out(p: Procedure, scope: Scope) -> None:
            with self.recorded():
                body(p, scope)

        function: Body | None = None
        given = len(params) + (1 if this else 0)
        if not frames:
            trial = Procedure(self, name, params, this)
            result.entry = -2  # being compiled: a verb that calls itself cannot be inline
            function = trial.as_function(written_out)
            if function is not None:
                result.function = f"do_{name}"
                result.learn(trial.can_fail, trial.needs, trial.raised, trial.gained)
                names = ("s", "you", *(f"a{number}" for number in range(given)))
                self.functions[result.function] = Function(result.function, names, function)
        if function is None:
            written = Procedure(self, name, params, this)
            result.entry = written.entry = self.label(written)
            written.start(written.entry)
            written_out(written, written.scope())
            written.add(Finish())
            result.slots = written.slots
            result.learn(written.can_fail, written.needs, written.raised, written.gained)
            for label, block in written.blocks:
                self.blocks[label] = recognised(block)
                self.entries[label] = result
            self.namespace[result.entry_name] = result.entry
            self.namespace[result.pad_name] = [0] * (written.slots - 2 - given)
        self.no_stop, self.at, self.span = keep
        return result

    def hypothetical(self, data: B.After, scope: Scope) -> Expr:
        """`{after: block, if: condition}`: tried on a copy."""
        name = f"suppose_{len(self.compiled)}"

        def body(p: Procedure, inner: Scope) -> None:
            p.steps.block(data.do, inner)

        compiled = self.procedure(name, [], body, frames=True)
        then = Scope(Name("you"))
        test = self.function(
            f"then_{name}", ("s", "you"), lambda: self.expressions.conditions.block_condition(data.condition, then)
        )
        return expr("SUPPOSE(s, {}, {}, {}, {})", scope.you, compiled.entry_name, compiled.pad_name, test)

    # ------------------------------------------------------------ all of it

    def build(self) -> list[Compiled]:
        """Compile everything; the procedures that run when a game starts."""
        self.abilities.read_texts()
        self.history.read()
        self.events.check()
        self.invariants.read()
        start: list[Compiled] = []
        for name in self.ruleset.procedure_order.values():
            procedure = self.ruleset.procedures[name]

            def body(p: Procedure, scope: Scope, procedure: Any = procedure) -> None:
                p.steps.block(procedure.do, scope)

            compiled = self.procedure(f"act_{name}", [], body, frames=True)
            start.append(compiled)
        for write in (self.payments.write_ways, self.payments.write_stand_ins, self.events.write_states):
            with self.recorded():
                write()
        for verb in self.source.deeds:  # what nobody does yet must mean something, too
            with self.recorded(("lexicon", "nouns", verb.partition("_")[2], "deeds")):
                self.events.verb(verb)
        self.offers.append(self.events.interjections("pay", []))
        self.pay_table = len(self.offers) - 1
        score = self.ruleset.result.get("score")
        if score:
            self.definitions.number(score)
        for noun, entry in self.source.nouns.items():
            kept = noun in self.layout.kept and entry.get("type") == "number"  # a table shows it, even if no rule asks
            if is_of_player(entry) or kept:
                self.definitions.number(noun)
        # The payment loop is a procedure of the runtime; its blocks stand beside the generated ones.
        self.pay = len(self.owner)
        self.owner += ["payment", "payment"]
        self.written += [(), ()]
        self.invariants.write()
        if self.problems:
            raise MeaningError(*self.problems)
        return start
