"""What the lexicon's words mean, as functions of the generated module.

Each is written when first asked for, with everything that texts change about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.compiler.abilities.continuous_effects import Spoken
from rulewright.compiler.abilities.heard import owner_of
from rulewright.compiler.expressions.things import Things
from rulewright.compiler.ir.expressions import TRUE, Call, Collection, Expr, Lit, Name, both, either
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Body, Function, If, Set, Stmt
from rulewright.compiler.layout.layout import as_list, reaches, value_of
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


VALUE = Name("v")  # what a number's function adds up


class _Part(NamedTuple):
    """A part of a number: what changes `v`, what it is (a component's id, or words), when, and what tells its parts."""

    change: Stmt
    label: str
    test: Expr = TRUE
    inner: Expr | None = None

    @property
    def stmt(self) -> Stmt:
        """The statement that adds it."""
        return self.change if self.test == TRUE else If(self.test, (self.change,))


class Definitions:
    """The functions of one program's lexicon."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder

    def word(self, section: str, name: str) -> Any:
        """An entry of the lexicon with its trees."""
        return self.b.ruleset.words[section][name]

    def state_verb(self, verb: str) -> str:
        """The function that tests a state verb: (s, you, slots …)."""
        entry = self.b.source.verbs[verb]
        slots = list((entry.get("slots") or {}).items())
        params = ", ".join(["s", "you", *(f"a{i}" for i in range(len(slots)))])

        def write() -> Expr:
            scope = Scope(Name("you"))
            for number, (name, kind) in enumerate(slots):
                self.bind_slot(scope, name, kind, f"a{number}")
            return self.b.expressions.conditions.block_condition(self.word("verbs", verb).means, scope)

        return self.b.function(f"st_{verb}", params, write)

    def bind_slot(self, scope: Scope, name: str, kind: str, param: str) -> None:
        """Bind a verb's slot under its own name and the name of what it takes."""
        ref = Ref(Name(param), self.b.expressions.type_of(kind), kind)
        scope.bind(kind, ref)
        scope.names[name] = ref

    def noun_test(self, noun: str) -> str:
        """The function that tests a noun with a condition: (s, thing[, of])."""
        entry = self.b.source.nouns[noun]
        of = entry.get("of") if entry.get("type") == "player" else None

        def write() -> Expr:
            kind = self.b.expressions.type_of(noun)
            scope = Scope(Name("x") if kind == "player" else Lit(0))
            if of:
                scope.bind(of, Ref(Name("of"), self.b.expressions.type_of(of), of))
            scope.bind(noun, Ref(Name("x"), kind, str(entry.get("is") or noun)))
            return self.b.expressions.conditions.block_condition(self.word("nouns", noun).means, scope)

        return self.b.function(f"is_{noun}", "s, x, of" if of else "s, x", write)

    def adjective(self, word: str) -> str:
        """The function that tests an adjective: (s, thing, you)."""
        entry = self.b.source.adjectives[word]

        def write() -> Expr | Body:
            scope = Scope(Name("you"))
            scope.bind(entry["of"], Ref(Name("x"), self.b.expressions.type_of(entry["of"]), entry["of"]))
            if entry.get("attribute"):
                base = expr("{}[x]", self._printed(word))
            elif entry.get("ability"):
                base = expr("{}[x]", self._with_ability(word))
            elif entry.get("among"):
                base = expr("x in {}(s, you)", self.among(word))
            else:
                base = self.b.expressions.conditions.block_condition(self.word("adjectives", word).means, scope)
            changes = self.b.continuous.adjectives.get(word, [])
            if not changes:
                return base
            changed = (stmt for spoken in changes for stmt in self._adjective_change(spoken, word))
            return (*stmts("v = {}", base), *changed, *stmts("return v"))

        return self.b.function(f"adj_{word}", "s, x, you", write)

    def _adjective_change(self, spoken: Spoken, word: str) -> Body:
        """What one text makes of an adjective: those things have it, or have it no longer."""
        node = spoken.node
        assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
        subject, goal = node.subject, node.act.slot("object")
        assert isinstance(subject, N.NounPhrase) and isinstance(goal, N.NounPhrase)
        kind = self.b.source.adjectives[word]["of"]
        scope = Scope(Name("you"))
        scope.bind(kind, Ref(Name("x"), self.b.expressions.type_of(kind), kind))
        tests = [self.b.active(spoken, "you")]
        with self.b.recorded(spoken.path):
            if spoken.condition is not None:
                tests.append(self.b.expressions.conditions.condition(spoken.condition, scope))
        other = subject.adjectives[0] if word in goal.adjectives else ""
        was = expr("{}[x]", self._printed(other or word))
        return stmts("if {}: v = {}", both(was, *tests), bool(other))

    def _printed(self, word: str) -> str:
        """An adjective as map and cards show it, before any text changes it; a list holds each of its values."""
        entry = self.b.source.adjectives[word]
        layout = self.b.layout
        if self.b.expressions.type_of(entry["of"]) == "card":
            things = [card.attributes for card in layout.cards]
        else:
            things = [layout.attributes.get(number, {}) for number in range(len(layout.names))]
        shown = (as_list(thing.get(entry.get("attribute"))) for thing in things)
        return self.b.constant(tuple(entry.get("value", True) in values for values in shown), "ADJ_" + word)

    def _with_ability(self, word: str) -> str:
        """For each card whether it has an ability with the heading that an adjective names."""
        heading = self.b.source.adjectives[word]["ability"]
        having = {component for component, ability in self.b.abilities.listed if ability.heading == heading}
        cards = tuple(card.component in having for card in self.b.layout.cards)
        return self.b.constant(cards, "ADJ_" + word)

    def order(self, word: str) -> str:
        """The function of what an adjective such as “cheapest” orders by, lowest for the first: (s, thing, you)."""
        entry = self.b.source.adjectives[word]

        def write() -> Expr:
            scope = Scope(Name("you"))
            scope.bind(entry["of"], Ref(Name("x"), self.b.expressions.type_of(entry["of"]), entry["of"]))
            parts = []
            for which, amount in self.word("adjectives", word).order:
                value = self.b.expressions.amounts.amount(self.b.amount(amount), scope)
                parts.append(expr("-{}", value) if which == "highest" else value)
            return Collection("tuple", tuple(parts))

        return self.b.function(f"order_{word}", "s, x, you", write)

    def relation(self, name: str) -> str:
        """The function that tests a relation: (s, one, other, you)."""
        entry = self.b.source.relations[name]
        word = self.word("relations", name)

        def write() -> Expr:
            kind, other = entry["of"], entry["with"]
            if reaches(entry):
                return expr("a in {}(s, b, you)", self.closure(name))
            scope = Scope(Name("a" if self.b.expressions.type_of(kind) == "player" else "you"))
            scope.bind(kind, Ref(Name("a"), self.b.expressions.type_of(kind), kind))
            scope.bind(other, Ref(Name("b"), self.b.expressions.type_of(other), other))
            return self.b.expressions.conditions.block_condition(word.means, scope)

        return self.b.function(f"rel_{name}", "s, a, b, you", write)

    def closure(self, name: str) -> str:
        """The function that lists what a relation reaches step by step, without where it starts: (s, from, you)."""
        entry = self.b.source.relations[name]
        word = self.word("relations", name)

        def write() -> Body:
            if word.direction is not None:
                scope = Scope(Name("you"))
                scope.bind(entry["with"], Ref(Name("b"), self.b.expressions.type_of(entry["with"]), entry["with"]))
                ahead = self.b.constant(self.b.layout.ahead, "AHEAD")
                way = self.b.expressions.amounts.amount(self.b.amount(word.direction), scope)
                return stmts("y = {}.get((b, {})); return [] if y is None else [y]", ahead, way)
            if word.tile is not None:
                spaces = "BESIDE" if entry.get("beside") else "UNDER"
                return stmts("return {}(*{})", spaces, self._laid(word, Name("b")))
            if entry.get("through"):
                return self._chains(name)
            return self._step_by_step(entry, word)

        return self.b.function(f"all_{name}", "s, b, you", write)

    def _step_by_step(self, entry: dict[str, Any], word: Any) -> Body:
        """The search along the relations of which a relation is the closure, at most so many steps far."""
        kind = entry["of"]
        scope = Scope(Name("you"))
        scope.bind(kind, Ref(Name("y"), self.b.expressions.type_of(kind), kind))
        within: Expr = TRUE
        if word.within is not None:
            within = self.b.expressions.conditions.block_condition(word.within, scope)
        steps: Body = ()
        for base in as_list(entry["closure"]):
            if reaches(self.b.source.relations[base]):
                ways, step = expr("{}(s, x, you)", self.closure(base)), expr("True")
            else:
                ways, step = self.b.expressions.selections.near("x"), expr("{}(s, x, y, you)", self.relation(base))
            steps += stmts(
                """
                for y in {}:
                    if {}: seen.add(y); todo.append(y); found.append(y)
                """, ways, both(expr("y not in seen"), within, step),
            )  # fmt: skip
        if word.most is None:
            return stmts(
                """
                seen = {{b}}; todo = [b]; found = []
                while todo:
                    x = todo.pop()
                    {}
                return sorted(found)
                """, steps,
            )  # fmt: skip
        return stmts(
            """
            seen = {{b}}; todo = [b]; found = []
            for _ in range({}):
                edge = todo; todo = []
                for x in edge:
                    {}
            return sorted(found)
            """, self.b.expressions.amounts.amount(self.b.amount(word.most), Scope(Name("you"))), steps,
        )  # fmt: skip

    def _laid(self, word: Any, at: Expr) -> tuple[Expr, Expr, Expr]:
        """A tile, the space where its first place lies, and how often it is turned."""
        x = self.b.expressions
        scope = Scope(Lit(0))
        turned = Lit(0) if word.turned is None else x.amounts.amount(self.b.amount(word.turned), scope)
        tile = x.references.ref(self.b.phrase(word.tile), scope)
        if not self.b.layout.tiles.said(tile.noun, "cells"):
            raise refuse(word.tile.tree, "this is no tile", "Give its kind `cells` and a `shape`.", code="RW0603")
        return tile.expr, at, turned

    def _chains(self, name: str) -> Body:
        """A relation `through` spaces: next to it, or at the other end of a chain of at most so many such spaces.

        Where they are all spaces of a kind the map under the chains does not change: what lies at their ends is
        looked for once.
        """
        word = self.word("relations", name)
        x = self.b.expressions
        phrase = self.b.phrase(word.through)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "a chain goes through spaces", code="RW0603")
        most = x.amounts.amount(self.b.amount(word.most), Scope(Name("you"))) if word.most is not None else Name("HUGE")
        fixed = not phrase.filters and not phrase.adjectives and not self.b.source.nouns[phrase.noun].get("means")
        inside = both(expr("{}[y]", self.b.member(phrase.noun)), *x.selections.fits(phrase, Scope(Name("you")), "y"))
        search = stmts(
            """
            seen = {{b}}; edge = [b]; found = set(ADJ[b])
            for _ in range(most):
                edge = list(dict.fromkeys(y for x in edge for y in ADJ[x] if {}))
                if not edge: break
                seen.update(edge)
                for x in edge: found.update(ADJ[x])
            """, both(expr("y not in seen"), inside),
        )  # fmt: skip
        if fixed:
            known = self.b.constant({}, f"CHAINS_{name}")
            search = stmts(
                """
                ends = {}.get((b, most))
                if ends is None:
                    {}
                    ends = {}[b, most] = tuple(sorted(found - {{b}}))
                """, known, search, known,
            )  # fmt: skip
        else:
            search += stmts("ends = tuple(sorted(found - {{b}}))")
        linked: Body = ()
        if self.b.layout.links:
            linked = stmts("if b in LINKS: return tuple(sorted({{*ends, *{}}}))", x.selections.near("b"))
        return (*stmts("most = {}", most), *search, *linked, *stmts("return ends"))

    def among(self, word: str) -> str:
        """The function that lists the things of an adjective that is told by which they are: (s, you)."""
        entry = self.word("adjectives", word)

        def write() -> Expr:
            listed = self.b.expressions.selections.list_of(self.b.phrase(entry.among), Scope(Name("you")))
            return Call("tuple", (listed,))

        return self.b.function(f"among_{word}", "s, you", write)

    def number(self, noun: str) -> str:
        """The function of a number: (s, what it is of …), with everything that texts change about it."""
        entry = self.b.source.nouns[noun]
        kinds = as_list(entry.get("of"))
        params = ("s", *(f"p{i}" for i in range(len(kinds))))

        def write() -> Body:
            self.b.at = ("lexicon", "nouns", noun)
            parts = self._parts(noun, entry, kinds)
            self.b.functions[f"why_{noun}"] = Function(f"why_{noun}", params, self._reasons(noun, kinds, parts))
            return (*(part.stmt for part in parts), *stmts("return v"))

        return self.b.function(f"num_{noun}", ", ".join(params), write)

    def _reasons(self, noun: str, kinds: list[str], parts: list[_Part]) -> Body:
        """The parts of a number once more, for whoever asks why: (number, what, by how much) one after another.

        None where it is a number of somebody or something that is not there.
        """
        absent = either(*(expr("{} < 0", f"p{number}") for number in range(len(kinds))))
        body = stmts("if {}: return None", absent) if kinds else ()
        body += stmts("v = 0; reasons = []")
        for part in parts:
            if part.inner is not None:
                body += stmts(
                    """
                    inner = {} if {} else ()
                    if inner is None: return None
                    reasons += inner; v += sum(by for _, _, by in inner)
                    """, part.inner, part.test,
                )  # fmt: skip
            else:
                body += stmts(
                    """
                    old = v
                    {}
                    if v != old: reasons.append(({}, {}, v - old))
                    """, part.stmt, Lit(noun), Lit(part.label),
                )  # fmt: skip
        return (*body, *stmts("return reasons"))

    def _explained(self, words: B.Words, value: Expr) -> Expr | None:
        """The call that tells the parts of an addend that is a number made of parts; None for all others."""
        phrase = words.tree.phrase if isinstance(words.tree, N.Value) else words.tree
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and not phrase.adjectives else None
        if not isinstance(noun, str) or not isinstance(value, Call) or value.function != f"num_{noun}":
            return None
        made = self.word("nouns", noun).total or self.b.continuous.numbers.get(noun)
        return Call(f"why_{noun}", value.args) if made else None

    def _parts(self, noun: str, entry: dict[str, Any], kinds: list[str]) -> list[_Part]:
        """What adds a number up, in its order."""
        scope = self._number_scope(kinds)
        word = self.word("nouns", noun)
        said = word.means.text if isinstance(word.means, B.Words) else noun.replace("_", " ")
        parts = [_Part(Set(VALUE, self._number_base(noun, entry, scope)), said)]
        for addend in word.total:
            value = self.b.expressions.amounts.amount(self.b.amount(addend.amount), scope)
            said, inner = addend.amount.text, self._explained(addend.amount, value)
            test: Expr = TRUE
            if addend.condition is not None:
                test = self.b.expressions.conditions.block_condition(addend.condition, scope.child())
                condition = addend.condition.text if isinstance(addend.condition, B.Words) else ""
                said = f"{said} ({condition})" if condition else said
            parts.append(_Part(Set(VALUE, value, "+"), said, test, inner))
        changes = self.b.continuous.numbers.get(noun, [])
        for spoken in sorted(changes, key=self._is_addition):  # first what sets the number, then what adds to it
            with self.b.recorded(spoken.path):
                parts += [_Part(change, spoken.component, test) for change, test in self._modifier(spoken, kinds)]
        return parts

    @staticmethod
    def _is_addition(spoken: Spoken) -> bool:
        return isinstance(spoken.node, N.Is) and isinstance(spoken.node.predicate, N.Change)

    def _number_scope(self, kinds: list[str]) -> Scope:
        seats = [i for i, kind in enumerate(kinds) if self.b.expressions.type_of(kind) == "player"]
        scope = Scope(Name(f"p{seats[0]}") if seats else Lit(0))
        for number, kind in enumerate(kinds):
            scope.bind(kind, Ref(Name(f"p{number}"), self.b.expressions.type_of(kind), kind))
        return scope

    def _steps(self, noun: str, entry: dict[str, Any]) -> str:
        """The function that counts the steps of a relation from somewhere to a space: (s, space, you).

        Where no way leads there it says how many spaces there are.
        """

        def write() -> Body:
            phrase = self.b.phrase(self.word("nouns", noun).start)
            start = self.b.expressions.references.ref(phrase, Scope(Name("you"))).expr
            step = expr("{}(s, y, z, you)", self.relation(entry["steps"]))
            near = self.b.expressions.selections.near("z")
            return stmts(
                """
                v = 0; edge = [{}]; seen = set(edge)
                while edge and x not in seen:
                    v += 1
                    edge = list(dict.fromkeys(y for z in edge for y in {} if y not in seen and {}))
                    seen.update(edge)
                return v if x in seen else {}
                """, start, near, step, len(self.b.layout.spaces),
            )  # fmt: skip

        return self.b.function(f"steps_{noun}", "s, x, you", write)

    def _number_base(self, noun: str, entry: dict[str, Any], scope: Scope) -> Expr:
        """What a number is before any text changes it, or what it begins from where it is a sum of several."""
        word = self.word("nouns", noun)
        x = self.b.expressions
        if word.total:
            return Lit(0)
        if entry.get("kept"):
            return x.amounts.kept_cell(noun, [f"p{i}" for i in range(len(as_list(entry.get("of"))))])
        if entry.get("option"):
            return Lit(self.b.options[entry["option"]])
        if word.distance is not None:
            return self._between(entry, word, scope)
        if entry.get("rank"):
            return self._rank(entry["rank"])
        if entry.get("steps"):
            space = f"p{len(as_list(entry['of'])) - 1}"
            return expr("{}(s, {}, {})", self._steps(noun, entry), space, scope.you)
        if word.tile is not None:
            if word.place is None or "attribute" not in entry:
                raise refuse(word.tile.tree, "what is printed where?", "Say `at` and `attribute`.", code="RW0606")
            tile, at, turned = self._laid(word, x.references.ref(self.b.phrase(word.place), scope).expr)
            printed = self.b.constant(self._printed_on_tiles(entry), f"N_{noun}")
            return expr("{}[{}][CELL({}, p0, {}, {})]", printed, tile, tile, at, turned)
        if entry.get("attribute"):
            return expr("{}[p0]", self.b.constant(self._printed_numbers(entry), f"N_{noun}"))
        if word.highest is not None or word.lowest is not None:
            return self._extreme(entry, word, scope)
        if word.groups is not None:
            return self._groups(entry, word, scope)
        if word.count is not None:
            return self._members(word.count, word, scope)[0].counted()
        if word.means is not None:
            if not isinstance(word.means, B.Words):
                raise refuse(None, "a number's meaning is an amount", code="RW0606")
            value = x.amounts.amount(self.b.amount(word.means), scope)
            return expr("{} // {}", value, entry["per"]) if "per" in entry else value
        raise refuse(None, f"the number “{noun}” has no meaning", code="RW0606")

    def _between(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """How far two numbers are apart, on a line or the shorter way round a circle."""
        start, goal = (self.b.expressions.amounts.amount(self.b.amount(end), scope) for end in word.distance)
        if not entry.get("around"):
            return expr("abs({} - {})", start, goal)
        size = self.b.expressions.amounts.circle(entry)
        ways = self.b.constant(tuple(min(way, size - way) for way in range(size)), f"AROUND_{size}")
        return expr("{}[({} - {}) % {}]", ways, goal, start, size)

    def _rank(self, among: str) -> Expr:
        """The place of a card among others, from 1: of its pile from the top, or of all cards by name."""
        if among == "pile":
            return expr("len(s.zones[s.where[p0]]) - s.zones[s.where[p0]].index(p0)")
        names = [str(card.attributes["name"] or card.component).casefold() for card in self.b.layout.cards]
        order = sorted(set(names))
        return expr("{}[p0]", self.b.constant(tuple(order.index(name) + 1 for name in names), "RANKS"))

    def _printed_numbers(self, entry: dict[str, Any]) -> tuple[int, ...]:
        """What is printed on each card, or (last, too) on none of them; or on each place."""
        layout, name = self.b.layout, entry["attribute"]
        names = [str(value) for value in entry.get("values") or []]
        if self.b.expressions.type_of(as_list(entry.get("of"))[0]) == "card":
            return (*(value_of(card.attributes.get(name), names) for card in layout.cards), 0)
        return tuple(value_of(layout.attributes.get(i, {}).get(name), names) for i in range(len(layout.names)))

    def _members(self, words: B.Words, word: Any, scope: Scope) -> tuple[Things, Scope]:
        """The things that a number counts or compares, and the scope in which one of them was mentioned last."""
        x = self.b.expressions
        phrase = self.b.phrase(words)
        assert isinstance(phrase, N.NounPhrase)
        things = x.selections.each(phrase, scope)
        inner = scope.child()
        inner.mention(Ref(things.thing, x.type_of(str(phrase.noun)), str(phrase.noun)))
        if word.condition is not None:
            things.tests.append(x.conditions.block_condition(word.condition, inner))
        return things, inner

    def _extreme(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """The highest or lowest of some numbers, or the second, third … of them; 0 where there are not so many."""
        highest = word.highest is not None
        things, inner = self._members(word.among, word, scope)
        amount = self.b.amount(word.highest if highest else word.lowest)
        values = things.each(self.b.expressions.amounts.amount(amount, inner))
        place = int(entry.get("place", 1))
        if place == 1:
            return expr("{}({}, default=0)", "max" if highest else "min", values)
        return expr("sum(sorted({}, reverse={})[{}:{}])", values, highest, place - 1, place)

    def _groups(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """How many groups some things form that a relation joins."""
        phrase = self.b.phrase(word.groups)
        if not reaches(self.b.source.relations[entry["by"]]):
            raise refuse(
                phrase,
                f"the relation {entry['by']} goes one step only, so it makes no groups",
                f"Name one that goes on from step to step: `{entry['by']}_on: {{…, closure: {entry['by']}}}`.",
                code="RW0603",
            )
        things = self.b.expressions.selections.list_of(phrase, scope)
        return expr("GROUPS(s, {}, {}, {})", things, self.closure(entry["by"]), scope.you)

    def _printed_on_tiles(self, entry: dict[str, Any]) -> dict[int, tuple[int, ...]]:
        """By card, what is printed on each cell of it; 0 on cells without it, and (last) where there is no cell."""
        layout = self.b.layout
        names = [str(value) for value in entry.get("values") or []]
        printed = {
            card: tuple(value_of(cell.get(entry["attribute"]), names) for cell in layout.tiles.printed(card).values())
            for card in range(-1, len(layout.cards))
        }
        return {card: (*values, 0) for card, values in printed.items() if values or card < 0}

    def _modifier(self, spoken: Spoken, kinds: list[str]) -> list[tuple[Stmt, Expr]]:
        """By which statement and when one text changes a number: each copy of a card adds its own."""
        assert isinstance(spoken.node, N.Is)
        has_seat = any(self.b.expressions.type_of(kind) == "player" for kind in kinds)
        each = not has_seat and owner_of(spoken.node.subject) is not None  # "you" is whoever has the text
        owner = None
        if spoken.owned and (each or has_seat):
            owner = Name("o") if each else self._number_scope(kinds).you
        copies = self.b.layout.instances(spoken.component) if spoken.component and not spoken.lasting else [None]
        changes: list[tuple[Stmt, Expr]] = []
        for where, card in zip(self.b.active_copies(spoken, owner), copies, strict=True):
            scope = self._number_scope(kinds)
            scope.you = owner or scope.you
            scope.this = None if card is None else Lit(card)
            tests, op, value = self._change(spoken, kinds, scope)
            if spoken.lasting and op:
                value = expr("{} * {}", value, where)  # so often it holds at once
            test = both(where, *tests)
            if not each:
                changes.append((Set(VALUE, value, op), test))
            elif op:
                changes.append((Set(VALUE, expr("sum({} for o in SEATS if {})", value, test), op), TRUE))
            else:
                changes.append((Set(VALUE, expr("next(({} for o in SEATS if {}), v)", value, test)), TRUE))
        return changes

    def _change(self, spoken: Spoken, kinds: list[str], scope: Scope) -> tuple[list[Expr], str, Expr]:
        """The tests under which one copy of a text changes a number; how (`+`, `-`, "" to set it) and by what."""
        node = spoken.node
        assert isinstance(node, N.Is)
        tests = self._which(node.subject, kinds, scope)
        if spoken.condition is not None:
            condition, extra = self._about(spoken.condition, kinds, scope)
            tests += extra
            tests.append(self.b.expressions.conditions.condition(condition, scope))
        match node.predicate:
            case N.Change(relation=relation, by=by):
                return tests, "+" if relation == "higher" else "-", self.b.expressions.amounts.amount(by, scope)
            case N.SetTo(value=amount) | N.IsPhrase(phrase=N.Amount() as amount):
                return tests, "", self.b.expressions.amounts.amount(amount, scope)
        raise refuse(node, "how does the number change?", code="RW0606")

    def _which(self, subject: N.Node, kinds: list[str], scope: Scope) -> list[Expr]:
        """`Your price of each dry field is …`: the tests for the thing whose number changes."""
        tests: list[Expr] = []
        x = self.b.expressions
        if not isinstance(subject, N.NounPhrase):
            return tests
        filters = subject.filters
        named = [item.phrase for item in filters if isinstance(item, N.Of | N.At)]
        for phrase in (*named, *(() if named else (owner_of(subject),))):
            if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
                continue
            for number, kind in enumerate(kinds):
                if x.type_of(kind) == x.type_of(phrase.noun):
                    ref = Ref(Name(f"p{number}"), x.type_of(kind), phrase.noun)
                    this = phrase.determiner == N.Article(word="this")
                    has = x.fits(phrase.noun, kind) or x.fits(kind, phrase.noun)
                    if this:
                        has = isinstance(scope.this, Lit) and scope.this.value in self.b.layout.cards_of(kind)
                    if not has:
                        raise refuse(phrase, f"this has no {subject.noun}", code="RW0606")
                    if this:
                        tests.append(expr("{} == {}", ref.expr, scope.this))
                        continue
                    tests += x.filters.kind_test(phrase.noun, ref)
                    tests += x.selections.fits(replace(phrase, determiner=None), scope, ref.expr)
                    scope.mention(ref)
        return tests

    def _about(self, condition: N.Condition, kinds: list[str], scope: Scope) -> tuple[N.Condition, list[Expr]]:
        """A `while` of a modifier speaks of the number's own thing: `a field` in it means that field."""
        for node in condition.walk():
            if isinstance(node, N.NounPhrase) and isinstance(node.noun, str) and isinstance(node.determiner, N.Article):
                if node.determiner.word != "a":
                    continue
                for number, kind in enumerate(kinds):
                    if kind != "player" and self.b.expressions.fits(node.noun, kind):
                        ref = Ref(Name(f"p{number}"), self.b.expressions.type_of(kind), node.noun)
                        tests: list[Expr] = []
                        for word in node.adjectives:
                            tests += self.b.expressions.filters.adjective(word, ref, scope)
                        for item in node.filters:
                            tests += self.b.expressions.filters.filter(item, ref, scope)
                        named = N.NounPhrase(determiner=N.Article(word="that"), noun=node.noun)
                        return swap(condition, node, named), tests
        return condition, []

    def during(self, verb: str) -> str:
        """The procedures that are under way while somebody does a verb."""
        names = {verb} | {name for name, entry in self.b.source.verbs.items() if entry.get("is") == verb}
        return self.b.constant(frozenset(f"verb_{name}" for name in names), f"DUR_{verb}")


def swap(node: Any, old: N.Node, new: N.Node) -> Any:
    """A tree with one node changed for another."""
    return rebuilt(node, lambda part: new if part is old else None)


def addressed(node: Any) -> Any:
    """A tree that speaks of somebody as "they", turned to that somebody: "you", "your"."""

    def change(part: N.Node) -> N.Node | None:
        if part == N.Pronoun(word="they"):
            return N.Pronoun(word="you")
        return N.Article(word="your") if part == N.Article(word="their") else None

    return rebuilt(node, change)


def rebuilt(node: Any, change: Callable[[N.Node], N.Node | None]) -> Any:
    """A tree in which the nodes that a function changes are changed; None keeps a node."""
    if not isinstance(node, N.Node):
        return node
    new = change(node)
    if new is not None:
        return new
    parts: dict[str, Any] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        parts[name] = tuple(rebuilt(v, change) for v in value) if isinstance(value, tuple) else rebuilt(value, change)
    return type(node)(**parts)
