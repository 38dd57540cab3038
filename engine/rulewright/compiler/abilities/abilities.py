"""The abilities of cards and the procedures of the rules that are offered or resolved under a heading."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rulewright.compiler.abilities.under_way import DeedsUnderWay
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.ir.expressions import Expr, Name
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.context import AbilityRef, Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

THIS_CARD = N.NounPhrase(determiner=N.Article(word="this"), noun="card")


class Abilities:
    """Everything that can be offered in one program. listed: the abilities under headings, by component."""

    def __init__(self, c: Context, procedures: Procedures, listed: list[tuple[str, N.Ability]]) -> None:
        s = c.services
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.x = c.x
        self.offers = c.blocks.offers
        self.whole = c.blocks.whole
        self.procedures = procedures
        self.listed = listed
        self.deeds = DeedsUnderWay(s)

    def abilities_with(self, step: B.Resolve) -> list[AbilityRef]:
        """The abilities that a block resolves, card by card."""
        wanted = step.of if isinstance(step.of, tuple) else None
        found = []
        for number, (component, ability) in enumerate(self.listed):
            if ability.heading != step.heading or (wanted is not None and component not in wanted):
                continue
            for card in self.layout.instances(component):
                name = f"resolve_{step.heading}_{component}{self._later(number)}"

                def body(p: Procedure, scope: Scope, ability: N.Ability = ability, component: str = component) -> None:
                    self._carry_out(component, ability, p, scope)

                compiled = self.procedures.procedure(name, [], body, this=True)
                found.append(AbilityRef(card, self._left_where_it_cannot_be(ability, compiled)))
        return found

    def _left_where_it_cannot_be(self, ability: N.Ability, compiled: Compiled, frames: bool = False) -> Compiled:
        """What the rules carry out of a text that is done whole: nothing, where no way leads through.

        As a price, or within what somebody may do, it still can fail: then that cannot be done.
        """
        if not compiled.can_fail or not self.source.headings[ability.heading].get("whole"):
            return compiled

        def body(p: Procedure, scope: Scope) -> None:
            assert scope.this is not None
            card = scope.this
            p.left_undone(lambda: p.call(compiled, scope.you, [card]))

        return self.procedures.procedure(f"left_{compiled.name}", [], body, this=True, frames=frames)

    def _carry_out(self, component: str, ability: N.Ability, p: Procedure, scope: Scope, offered: bool = False) -> None:
        """What an ability says; for a sentence that cannot be carried out, what its heading says under `otherwise`.

        offered: whether somebody chooses to use it, which makes no sense where nothing of it can be done.
        """
        scope.under_way = self.deeds.that_use(component, ability.heading, scope)
        word = self.ruleset.words["headings"].get(ability.heading)
        otherwise = word.otherwise if word is not None else None

        def write(sentence: N.Statement) -> None:
            self.report.at = ("components", component, "text")
            p.sentences.statement(sentence, scope)

        if otherwise is not None:
            for group in together(ability.sentences):
                say = partial(p.sentences.in_order, group, write, scope, True)
                p.if_possible(say, partial(p.steps.block, otherwise, scope.child()))
        elif self.source.headings[ability.heading].get("whole"):
            scope.unseen = frozenset()
            p.sentences.in_order(ability.sentences, write, scope, True)
        else:
            say = partial(p.sentences.in_order, ability.sentences, write, scope, True)
            paid = word is not None and bool(word.cost.steps)
            p.partial.write(ability.sentences, scope, say, offered, paid, used=offered)

    def by_card(self, heading: str) -> str:
        """The table of the abilities with a heading: by card, the entry block and what a new frame has at its end."""
        table: dict[int, list[tuple[int, str]]] = {}
        for number, (component, ability) in enumerate(self.listed):
            if ability.heading == heading:
                name = f"each_{heading}_{component}_{number}"

                def body(p: Procedure, scope: Scope, ability: N.Ability = ability, component: str = component) -> None:
                    self._carry_out(component, ability, p, scope)

                compiled = self.procedures.procedure(name, [], body, this=True, frames=True)
                compiled = self._left_where_it_cannot_be(ability, compiled, frames=True)
                for card in self.layout.instances(component):
                    table.setdefault(card, []).append((compiled.entry, compiled.pad_name))
        return self.module.constant(table, f"EACH_{heading}")

    def offer(self, headings: tuple[str, ...]) -> int:
        """The table of everything that can be offered under some headings."""
        table: list[Entry] = []
        for heading in headings:
            entry = self.source.headings[heading]
            word = self.texts.word("headings", heading)
            for procedure in self.ruleset.procedures.values():
                if procedure.heading == heading:
                    table.append(self._rule_entry(procedure, heading, word))
            for number, (component, ability) in enumerate(self.listed):
                if ability.heading != heading:
                    continue
                if not entry.get("from"):
                    self.report.at = ("components", component, "text")
                    self.report.record(
                        refuse(
                            ability,
                            f"nothing says from where a card offers what it has under “{heading.replace('_', ' ')}”",
                            f"Add `from: {{zone: what it costs}}` to the heading {heading} in the lexicon.",
                            code="RW0604",
                        )
                    )
                for zone in word.sources:
                    table.append(self._ability_entry(number, zone, word))
        self.offers.append(table)
        self.whole.add(len(self.offers) - 1)
        return len(self.offers) - 1

    def _rule_entry(self, procedure: Any, heading: str, word: Any) -> Entry:
        flag = self.limits.flag(f"limit_{procedure.id}", self.ruleset.limits_of(procedure))

        def body(p: Procedure, scope: Scope) -> None:
            p.steps.block(word.cost, scope)
            self._note_use(heading, flag, p, scope)
            p.steps.block(procedure.do, scope)
            p.steps.block(word.after, scope)

        test = ""
        if procedure.condition is not None:
            condition = procedure.condition
            test = self.module.function(
                f"may_{procedure.id}",
                ("s", "you", "card"),
                lambda: self.x.conditions.block_condition(condition, Scope(Name("you"))),
            )
        compiled = self.procedures.procedure(f"act_{procedure.id}", [], body, this=True, frames=True)
        return Entry(procedure.title, compiled, (), (), test, flag, heading)

    def _later(self, number: int) -> str:
        """What tells a text of a component from those before it under the same heading; "" for the first."""
        component, ability = self.listed[number]
        before = [one for of, one in self.listed[:number] if (of, one.heading) == (component, ability.heading)]
        return f"_{len(before)}" if before else ""

    def _ability_entry(self, number: int, zone: str, word: Any) -> Entry:
        component, ability = self.listed[number]
        heading = self.source.headings[ability.heading]
        later = self._later(number)
        name = f"limit_{ability.heading}_{component}"
        if ability.limits:  # a limit of its own counts this text alone; those without one share that of the heading
            flag = self.limits.flag(f"{name}_own{later}", ability.limits)
        else:
            flag = self.limits.flag(name, tuple(as_list(heading.get("limit"))))

        def body(p: Procedure, scope: Scope) -> None:
            lay = self._where_it_lies(p, scope) if self._played_by((word.cost, word.sources.get(zone)), zone) else None
            p.steps.block(word.cost, scope)
            p.steps.block(word.sources.get(zone), scope)
            if lay is not None:  # it was not played, but something was done instead
                p.goto_if(expr("s.where[{}] == {}", scope.this, lay), over := p.label())
            self._note_use(ability.heading, flag, p, scope)
            self._carry_out(component, ability, p, scope, offered=True)
            p.steps.block(word.after, scope)
            if lay is not None:
                p.goto(over)
                p.start(over)

        compiled = self.procedures.procedure(
            f"use_{component}_{ability.heading}_{zone}{later}", [], body, this=True, frames=True
        )
        return Entry(
            ability,
            compiled,
            tuple(self.layout.instances(component)),
            self.tables.zones_by_seat((zone,)),
            "",
            flag,
            ability.heading,
            "" if zone == next(iter(word.sources)) else zone,
        )

    def _note_use(self, heading: str, flag: int, p: Procedure, scope: Scope) -> None:
        """What is shared is used up for everybody; for whoever begins it, beginning it has noted that already."""
        if flag and self.source.headings[heading].get("shared"):
            p.emit("for o in SEATS:\n    if o != {}: {}", scope.you, self.limits.used(flag, "o"))

    def _played_by(self, costs: Sequence[B.Block | None], zone: str) -> bool:
        """Whether a card is used by playing it out of a zone, and a text may put something in the place of that."""
        if zone == (self.source.zones.get("play") or {}).get("to"):
            return False
        words = (part for block in costs if block is not None for part in B.walk(block) if isinstance(part, B.Words))
        acts = (act for part in words if part.tree is not None for act in part.tree.walk())
        return bool(self.continuous.replacements.get("play")) and any(
            isinstance(act, N.Perform) and act.verb == "play" and act.slot("object") == THIS_CARD for act in acts
        )

    @staticmethod
    def _where_it_lies(p: Procedure, scope: Scope) -> Expr:
        """Where this card lies before it is played."""
        p.must_stop()
        lay = p.variable()
        p.set(lay, expr("s.where[{}]", scope.this))
        return lay


def together(sentences: Sequence[N.Statement]) -> list[tuple[N.Statement, ...]]:
    """Sentences, each with those after it that speak of what it does: they are carried out together or not at all."""
    found: list[tuple[N.Statement, ...]] = []
    for sentence in sentences:
        if found and any(map(_goes_on, sentence.walk())):
            found[-1] = (*found[-1], sentence)
        else:
            found.append((sentence,))
    return found


def _goes_on(node: N.Node) -> bool:
    """Whether a word may mean what was spoken of before."""
    match node:
        case N.Pronoun(word=word):
            return word not in ("you", "nobody")
        case N.Article(word="that" | "its" | "their" | "the_other") | N.Did() | N.DidSo() | N.Participle():
            return True
        case N.Quantity(article="that" | "its" | "their"):
            return True
    return False
