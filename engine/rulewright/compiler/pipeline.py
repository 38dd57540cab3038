"""From a ruleset to a program: the passes in their order, and the source that they end in.

Every pass is a function from code to code (or from code to what is known of it) in a module of `passes/`. The order is
that of `_Pipeline.program`; a pass that is left out leaves code that does the same, only slower.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulewright.compiler.builder import Builder
from rulewright.compiler.compiled import CARDS, Compiled, Entry, Sums
from rulewright.compiler.ir import source
from rulewright.compiler.ir.facts import calls
from rulewright.compiler.ir.rewrite import statements
from rulewright.compiler.ir.statements import Body, Fail, Function
from rulewright.compiler.passes import (
    aggregates,
    control_flow,
    dead_code,
    inline,
    listing,
    needless_trials,
    peephole,
)
from rulewright.compiler.passes.availability import Availability, Offer
from rulewright.compiler.passes.common import asked_once
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import ANYTHING, FRAMES, PAID, Numbers, joined
from rulewright.compiler.passes.effects.setting import Offered, Setting
from rulewright.compiler.passes.folding import folded
from rulewright.compiler.passes.infallible import Infallible, infallible
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.hopeless import ending_soon
from rulewright.compiler.passes.lookahead.lookahead import Probes, probes
from rulewright.compiler.passes.memos import memo
from rulewright.compiler.passes.memos.lying import Lying
from rulewright.compiler.passes.memos.upkeep import Upkeep
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.program import Program, VerbSlot, Way
from rulewright.language.records import replace
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset

PASSES: Final = (
    "peephole",
    "aggregates",
    "listing",
    "control_flow",
    "needless_trials",
    "infallible",
    "memo",
    "lying",
    "inline",
    "common",
    "lookahead",
    "dead_code",
    "hopeless",
    "availability",
)
"""The passes that can be left out."""


def compile_ruleset(
    ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False, without: Collection[str] = ()
) -> Program:
    """Compile a ruleset for a number of players.

    Args:
        checked: whether its invariants are tested in play.
        without: passes to leave out (of PASSES); games stay the same.

    Raises:
        MeaningError: sentences that parse but cannot be run, all of them, with file and line.
        ValueError: there is no such pass to leave out.
    """
    return compile_with_functions(ruleset, players, options, checked, without)[0]


def compile_with_functions(
    ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False, without: Collection[str] = ()
) -> tuple[Program, list[Function]]:
    """The same, with the functions that its source was made of: for another back end."""
    if unknown := sorted(set(without) - set(PASSES)):
        raise ValueError(f"no passes: {', '.join(unknown)}")
    builder = Builder(ruleset, players, options, checked=checked)
    start = builder.build()
    return _Pipeline(builder, frozenset(PASSES) - frozenset(without)).program(start)


@dataclass
class _Pipeline:
    """What passes hand on to one another.

    passes: the names of those that are run.
    """

    b: Builder
    passes: frozenset[str]

    def __post_init__(self) -> None:
        b = self.b
        self.functions: dict[str, Function] = {
            name: replace(of, body=b.invariants.kept(of.body)) for name, of in b.services.module.functions.items()
        }
        self.blocks: dict[int, Body] = dict(b.blocks.code)
        self.start: list[Compiled] = []
        self.sums = aggregates.Aggregates(b.services.module.namespace)
        self.decisions = dict(b.blocks.decisions)
        self.decisions[b.pay] = Decision("pay", "", 8, b.pay + 1)
        self.entries = {
            compiled.name: compiled.entry for compiled in b.procedures.compiled.values() if compiled.entry >= 0
        }
        self.then = {label: asking.then for label, asking in self.decisions.items()}

    def program(self, start: list[Compiled]) -> tuple[Program, list[Function]]:
        """Run the passes. start: the procedures that a game begins with."""
        b, self.start = self.b, start
        self._simplify()
        self._fuse()
        effects = self._effects()
        fallible = self._infallible(effects)
        memos = memo.Memos()
        if "memo" in self.passes:
            memos = memo.memos(self.functions, effects, _asked)
            if "lying" in self.passes:
                memos.tell_apart(Lying(self.functions, b.services.module.namespace))
            else:
                memos.of_any += memos.readers.get(CARDS, ())
        b.services.module.namespace["READERS"] = tuple(
            memos.of_card.get(card, ()) for card in range(len(b.services.layout.cards))
        )
        found = self._probes(effects, fallible)
        listed = Availability(self.functions, found.body, b.services.module.constant)
        tables = [
            listed.function(number, [_offer(entry, number in b.blocks.whole) for entry in table])
            for number, table in enumerate(b.blocks.offers)
        ]
        functions = self._written(effects, memos, found, tables)
        return self._program(effects, fallible, memos, found, listed, functions), functions

    # ------------------------------------------------------------ code to code

    def _simplify(self) -> None:
        if "peephole" in self.passes:
            self.functions, self.blocks = peephole.simplify(self.functions, self.blocks)
        if "aggregates" in self.passes:
            self.functions = {
                name: replace(of, body=aggregates.gather(of.body, self.sums)) for name, of in self.functions.items()
            }
            self.blocks = {label: aggregates.gather(body, self.sums) for label, body in self.blocks.items()}
        if "listing" in self.passes:
            self.blocks = listing.extract(self.blocks, self.functions)
            self.functions, self.blocks = listing.stopping_early(self.functions, self.blocks)

    def _fuse(self) -> None:
        asking = set(self.b.blocks.decisions)
        entries = {*self.entries.values(), *self.then.values(), *(label for label in asking if label in self.blocks)}
        if "control_flow" in self.passes:
            self.blocks = control_flow.fuse(self.blocks, asking, entries)
        else:
            self.blocks = {label: self.blocks[label] for label in control_flow.reachable(self.blocks, entries)}
        if "needless_trials" in self.passes:
            self.blocks = needless_trials.without(self.blocks)
            self.blocks = {label: self.blocks[label] for label in control_flow.reachable(self.blocks, entries)}
        self.blocks = {label: self.b.invariants.kept(body) for label, body in self.blocks.items()}

    def _written(self, effects: Effects, memos: memo.Memos, found: Probes, tables: list[Function]) -> list[Function]:
        """All functions of the module as they are printed."""
        upkeep = Upkeep(effects.numbers, memos.readers, self.sums.fed, memos.of_any, memos.of_card)
        shortened = "peephole" in self.passes
        short = inline.short_functions(self.functions) if "inline" in self.passes else {}
        inlined = inline.inliner(short)
        single = {name: of for name, of in self.functions.items() if len(of.body) == 1}
        listed = aggregates.listings({name: replace(of, body=inlined(of.body)) for name, of in single.items()})

        def final(body: Body) -> Body:
            body = inlined(body)
            body = aggregates.narrow(body, self.sums, listed) if "aggregates" in self.passes else body
            return peephole.compact(folded(body), self.b.services.module.namespace) if shortened else body

        functions: list[Function] = []
        for name, of in self.functions.items():
            written = upkeep.function(replace(of, body=final(of.body)))
            if "common" in self.passes and effects.read_by(name) is not None:
                written = asked_once(written)
            if name in memos.numbers:
                first, new = memo.memoised(written, memos.numbers[name])
                functions += [first, new]
            else:
                functions.append(written)
        for label, block in sorted(self.blocks.items()):
            functions.append(Function(f"b{label}", ("s", "f"), upkeep.body(final(block))))
        for of in found.functions.values():
            functions.append(replace(of, body=final(of.body)))
        functions += [replace(of, body=final(of.body)) for of in tables]
        return functions

    # ------------------------------------------------------------ what is known of code

    def _effects(self) -> Effects:
        b = self.b
        layout = b.services.layout
        places = layout.kept.get(b.services.source.turn_order)
        numbers = Numbers(
            layout.rows, [kind.name for kind in layout.piece_kinds], b.services.module.namespace, self.sums.tables
        )
        each = {
            name: tuple((entry, pad) for row in table.values() for entry, pad in row)
            for name, table in b.services.module.namespace.items()
            if name.startswith("EACH_")
        }
        setting = Setting(
            numbers=numbers,
            order=b.services.tables.first_player if places is None else places.first,
            owner=b.blocks.owner,
            then=self.then,
            entries=self.entries,
            each=each,
            offers=[[Offered(e.procedure.entry, e.limit, e.test) for e in table] for table in b.blocks.offers],
            pays_from=frozenset(b.pays_from()),
            next_flags=tuple(b.services.limits.next_flags.values()),
            ways=[name for name, *_ in b.payments.ways],
        )
        return Effects(self.functions, self.blocks, setting)

    def _infallible(self, effects: Effects) -> Infallible:
        if "infallible" not in self.passes:
            return Infallible(frozenset(), frozenset())
        then = {label: (asking.then, asking.slot) for label, asking in self.decisions.items()}
        return infallible(self.blocks, then, self.entries, effects.begun)

    def _probes(self, effects: Effects, fallible: Infallible) -> Probes:
        if "lookahead" not in self.passes:
            return Probes()
        b = self.b
        # There are several ways to pay; what is found on one of them rests on what the others would change, too.
        changers = (effects.changes(entry.procedure.entry) for entry in b.blocks.offers[b.pay_table])
        limits = (effects.numbers.row(limit) for _, _, limit, _ in b.payments.ways if limit)
        code = Code(
            blocks=self.blocks,
            functions=self.functions,
            decisions=self.decisions,
            owner=b.blocks.owner,
            entries=self.entries,
            infallible=fallible.sure,
            constants=b.services.module.namespace,
            piece_tables=[f"I_{kind.name}" for kind in b.services.layout.piece_kinds],
            effects=effects,
            paying=joined((CARDS, PAID), effects.paying, *changers, *limits),
            substitutes=effects.ways,
        )
        labels = [entry.procedure.entry for table in b.blocks.offers for entry in table]
        labels += [then for label, then in self.then.items() if label not in fallible.safe]
        found = probes(code, labels)
        if "peephole" in self.passes:
            found.functions = {name: replace(of, body=folded(of.body)) for name, of in found.functions.items()}
        if "dead_code" in self.passes:
            found.functions = dead_code.eliminate(found.functions, self.functions.values())
        if "hopeless" in self.passes:
            bodies = ending_soon({name: of.body for name, of in found.functions.items()})
            found.functions = {name: replace(of, body=bodies[name]) for name, of in found.functions.items()}
        return found

    # ------------------------------------------------------------ the program

    def _program(
        self,
        effects: Effects,
        fallible: Infallible,
        memos: memo.Memos,
        found: Probes,
        listed: Availability,
        functions: list[Function],
    ) -> Program:
        b = self.b
        texts = b.services.continuous
        text = source.module(functions, found.tables)
        return Program(
            ruleset=b.ruleset,
            players=b.players,
            options=b.services.options,
            layout=b.services.layout,
            asked=tuple(b.asked(seat) for seat in range(b.players)),
            start=self.start,
            compiled=b.procedures.compiled,
            owner=b.blocks.owner,
            written=b.blocks.written,
            failing=_failing(self.blocks),
            decisions=self.decisions,
            offers=b.blocks.offers,
            sure=fallible.sure,
            safe=fallible.safe,
            probes=found.of,
            decided=frozenset(listed.decided) if "availability" in self.passes else frozenset(),
            pay=b.pay,
            pay_table=b.pay_table,
            pay_prompts=b.blocks.pay_prompts,
            pay_nouns=tuple(b.blocks.pay_nouns),
            pays_alike=effects.ways.isdisjoint({FRAMES} | ANYTHING),  # whatever is paid for
            ways=tuple(
                Way(function, spoken.component, frozenset(resources), limit, conditional)
                for (function, resources, limit, conditional), spoken in zip(b.payments.ways, texts.ways, strict=True)
            ),
            next_flags=b.services.limits.next_flags,
            pays_from=frozenset(b.pays_from()),
            resources=b.services.tables.resources,
            first_player=b.services.tables.first_player,
            turn_flags=tuple(b.services.limits.turn_flags),
            round_flags=tuple(b.services.limits.round_flags),
            twice=frozenset(b.services.limits.twice),
            state_triggers=b.events.triggers.state_triggers,
            lasting=texts.lasting,
            used_up={node: ended.used_up for node, ended in texts.ended.items()},
            endings=b.blocks.endings,
            always=tuple(b.invariants.tests),
            verbs={verb: _slots(b, entry) for verb, entry in b.services.source.verbs.items()},
            sums=Sums(self.sums.made, self.sums.fed),
            memoised=tuple(memos.numbers),
            readers=memos.readers,
            of_card=[tuple(sorted((*memos.of_any, *some))) for some in b.services.module.namespace["READERS"]],
            asks_within=any(not calls(of.body).isdisjoint(("DURING", "SLOT")) for of in functions),
            text=text,
            code=compile(text, f"{b.ruleset.id}, {b.players} players (generated)", "exec"),
            constants=dict(b.services.module.namespace),
        )


def _failing(blocks: Mapping[int, Body]) -> dict[int, tuple[tuple[B.Path, int, int], ...]]:
    """By block, whose words can fail in it."""
    found = {
        label: tuple(dict.fromkeys(stmt.at for stmt in statements(body) if isinstance(stmt, Fail) and stmt.at))
        for label, body in blocks.items()
    }
    return {label: some for label, some in found.items() if some}


def _asked(function: str) -> bool:
    """Whether a function may be memoised: not one that acts, gives reasons, or is asked once for each event."""
    return not function.startswith(("why_", "fits_", "do_"))


def _offer(entry: Entry, whole: bool) -> Offer:
    """whole: whether what is begun must be carried through."""
    procedure = entry.procedure
    needs = procedure.begun if whole else procedure.needs
    copies = max(1, len(entry.cards)) if entry.zones else 0  # with so few players there may be none
    return Offer(procedure.entry, needs, entry.limit, entry.test, copies)


def _slots(b: Builder, verb: Mapping[str, Any]) -> tuple[VerbSlot, ...]:
    """The slots of a verb, from its entry in the lexicon."""
    slots = verb.get("slots") or {}
    return tuple(VerbSlot(name, kind, b.services.source.type_of(kind)) for name, kind in slots.items())
