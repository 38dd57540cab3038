"""Compiles the texts and procedures of a ruleset: makes all rooms, connects them, and asks for everything once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.abilities.abilities import Abilities
from rulewright.compiler.abilities.builtin_events import BuiltinEvents
from rulewright.compiler.abilities.events import Events
from rulewright.compiler.abilities.history import History
from rulewright.compiler.abilities.invariants import Invariants
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.payments import Payments
from rulewright.compiler.abilities.pieces.matching import PieceTests
from rulewright.compiler.abilities.reading.reading import Reading
from rulewright.compiler.abilities.replacing.replacements import Replacements
from rulewright.compiler.abilities.telling import Telling
from rulewright.compiler.compiled import Compiled
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.layout.layout import as_list, is_of_player
from rulewright.compiler.scope import MeaningError, Scope
from rulewright.compiler.services.services import Services
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.language import nodes as N
from rulewright.meaning.resolution import Resolution, resolve
from rulewright.ruleset import blocks as B
from rulewright.ruleset.model import Ruleset


class Builder:
    """Builds one program.

    checked: whether the invariants of the ruleset are tested while it is played.
    resolution: what words refer to, for whoever has found it out already.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, options: Mapping[str, Any], checked: bool = False,
        resolution: Resolution | None = None,
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.players = players
        s = self.services = Services(ruleset, players, options, resolution or resolve(ruleset))
        listed: list[tuple[str, N.Ability]] = []
        up = Recursion()
        x = self.expressions = Expressions(s, up)
        self.definitions = up.definitions = Definitions(s, x, listed)
        matching, self.builtin_events = Matching(s, x), BuiltinEvents(s.source, s.layout)
        matching.pieces = PieceTests(s, x, matching)
        self.history = up.history = History(s, x, self.definitions, matching, self.builtin_events)
        self.invariants = Invariants(s, x, self.definitions, matching, self.builtin_events, checked)
        self.payments = Payments(s, x, self.definitions)

        c = Context(s, x, self.definitions)
        self.blocks = c.blocks
        self.procedures = Procedures(c)
        up.suppose = self.procedures.suppose
        self.replacements = c.up.replacements = Replacements(c, self.procedures, matching)
        self.events = c.up.events = Events(
            c, self.procedures, matching, self.history, self.invariants, self.replacements
        )
        self.telling = c.up.telling = Telling(s, self.builtin_events, self.history, self.invariants, self.events)
        self.reading = Reading(s, matching, self.builtin_events, listed)
        self.abilities = c.up.abilities = Abilities(c, self.procedures, listed)
        self.pay = self.pay_table = -1  # the payment loop's first block, and what may be done while somebody pays

    def asked(self, seat: int) -> int:
        """Who decides for a seat: itself, or at the seat where nobody sits the player before or after it."""
        entry = self.services.source.nouns.get(self.ruleset.unattended or "")
        if entry is None or seat != self.services.tables.seat_of(entry):
            return seat
        return (seat + (1 if entry["asks"] == "next" else -1)) % self.players

    def pays_from(self) -> set[int]:
        """The zones that cards leave or reach when somebody pays with them."""
        play = self.services.source.zones.get("play") or {}
        nouns = (*as_list(play.get("from")), *as_list(play.get("to")))
        return {zone for noun in nouns for zone in self.services.layout.zone[noun]}

    def build(self, unasked: bool = False) -> list[Compiled]:
        """Compile everything; the procedures that run when a game starts.

        unasked: also the words of the lexicon that nothing asks, for which a program has no use, but may be wrong.

        Raises:
            MeaningError: all problems of all texts.
        """
        report = self.services.report
        self.reading.read_texts()
        self.history.read()
        self.events.check()
        self.invariants.read()
        start = [self._begun(name) for name in self.ruleset.procedure_order.values()]
        self.events.write_spoken_of()
        self.telling.write_forbidden()
        for write in (self.payments.write_ways, self.payments.write_stand_ins, self.events.triggers.write_states):
            with report.recorded():
                write()
        for verb in self.services.source.deeds:  # what nobody does yet must mean something, too
            with report.recorded(("lexicon", "nouns", verb.partition("_")[2], "deeds")):
                self.events.verb(verb)
        self.blocks.offers.append(self.events.interjections("pay", []))
        self.pay_table = len(self.blocks.offers) - 1
        self._numbers()
        # The payment loop is a procedure of the runtime; its blocks stand beside the generated ones.
        self.pay = len(self.blocks.owner)
        self.blocks.owner += ["payment", "payment"]
        self.blocks.written += [(), ()]
        self.invariants.write()
        if unasked:
            self._unasked()
        if report.problems:
            raise MeaningError(*report.problems)
        return start

    def _begun(self, name: str) -> Compiled:
        """A procedure with which a game begins."""
        procedure = self.ruleset.procedures[name]
        last = name == [*self.ruleset.procedure_order.values()][-1] and not _ends_itself(procedure.do)

        def body(p: Procedure, scope: Scope) -> None:
            scope.by_rules = scope.you
            p.steps.block(procedure.do, scope)
            if last:  # nothing is left to do: that is the end of the game, too
                self.events.before_the_end(p, scope)

        return self.procedures.procedure(f"act_{name}", [], body, frames=True)

    def _numbers(self) -> None:
        """The numbers that a table shows, even if no rule asks for them."""
        if score := self.ruleset.result.get("score"):
            self.definitions.number(score)
        for noun, entry in self.services.source.nouns.items():
            kept = noun in self.services.layout.kept and entry.get("type") == "number"
            if is_of_player(entry) or kept:
                self.definitions.number(noun)

    def _unasked(self) -> None:
        """What numbers, adjectives, relations and states mean that no text or rule asks."""
        words, report = self.ruleset.words, self.services.report
        asked = {"adjectives": self.definitions.adjective, "relations": self.definitions.relation}
        for section, ask in asked.items():
            for name in self.ruleset.lexicon.get(section) or {}:
                with report.recorded(("lexicon", section, name)):
                    ask(name)
        for noun, entry in self.services.source.nouns.items():
            said = any(isinstance(part, B.Words) for part in B.walk(words["nouns"].get(noun)))
            if entry.get("type") == "number" and (said or noun in self.services.continuous.numbers):
                with report.recorded(("lexicon", "nouns", noun)):
                    self.definitions.number(noun)
        for verb in self.ruleset.lexicon.get("verbs") or {}:
            if self.services.source.is_state(verb) and words["verbs"][verb].means is not None:
                with report.recorded(("lexicon", "verbs", verb)):
                    self.definitions.state_verb(verb)


def _ends_itself(block: B.Block) -> bool:
    """Whether the last step ends the game."""
    said = block.steps[-1].action if block.steps else None
    return isinstance(said, B.Say) and any(
        isinstance(part, N.Perform) and part.verb in ("end", "win")
        for part in (said.words.tree.walk() if said.words.tree else ())
    )
