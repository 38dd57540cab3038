"""What the lexicon's words mean, as functions of the generated module.

Each is written when first asked for, with everything that texts change about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.compiler.abilities.continuous_effects import Spoken
from rulewright.compiler.abilities.heard import owner_of
from rulewright.compiler.layout.layout import as_list, reaches, value_of
from rulewright.compiler.optimize import Lines
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


class _Part(NamedTuple):
    """A part of a number: what changes `v`, what it is (a component's id, or words), when, and what tells its parts."""

    change: str
    label: str
    test: str = ""
    inner: str = ""

    @property
    def line(self) -> str:
        """The line that adds it."""
        return f"if {self.test}: {self.change}" if self.test else self.change


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

        def write() -> str:
            scope = Scope("you")
            for number, (name, kind) in enumerate(slots):
                self.bind_slot(scope, name, kind, f"a{number}")
            return self.b.expressions.conditions.block_condition(self.word("verbs", verb).means, scope)

        return self.b.function(f"st_{verb}", params, write)

    def bind_slot(self, scope: Scope, name: str, kind: str, expr: str) -> None:
        """Bind a verb's slot under its own name and the name of what it takes."""
        ref = Ref(expr, self.b.expressions.type_of(kind), kind)
        scope.bind(kind, ref)
        scope.names[name] = ref

    def noun_test(self, noun: str) -> str:
        """The function that tests a noun with a condition: (s, thing[, of])."""
        entry = self.b.source.nouns[noun]
        of = entry.get("of") if entry.get("type") == "player" else None

        def write() -> str:
            kind = self.b.expressions.type_of(noun)
            scope = Scope("x" if kind == "player" else "0")
            if of:
                scope.bind(of, Ref("of", self.b.expressions.type_of(of), of))
            scope.bind(noun, Ref("x", kind, str(entry.get("is") or noun)))
            return self.b.expressions.conditions.block_condition(self.word("nouns", noun).means, scope)

        return self.b.function(f"is_{noun}", "s, x, of" if of else "s, x", write)

    def adjective(self, word: str) -> str:
        """The function that tests an adjective: (s, thing, you)."""
        entry = self.b.source.adjectives[word]

        def write() -> str | Lines:
            ref = Ref("x", self.b.expressions.type_of(entry["of"]), entry["of"])
            if entry.get("attribute"):
                base = f"{self._printed(word)}[x]"
            elif entry.get("ability"):
                base = f"{self._with_ability(word)}[x]"
            elif entry.get("among"):
                base = f"x in {self.among(word)}(s, you)"
            else:
                scope = Scope("you")
                scope.bind(entry["of"], ref)
                base = self.b.expressions.conditions.block_condition(self.word("adjectives", word).means, scope)
            changes = self.b.continuous.adjectives.get(word, [])
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
                tests = [self.b.active(spoken, "you")]
                with self.b.recorded(spoken.path):
                    if spoken.condition is not None:
                        tests.append(self.b.expressions.conditions.condition(spoken.condition, scope))
                other = subject.adjectives[0] if word in goal.adjectives else ""
                was = self._printed(other or word)
                lines.append(f"    if {was}[x] and {' and '.join(tests)}: v = {bool(other)}")
            return [*lines, "    return v"]

        return self.b.function(f"adj_{word}", "s, x, you", write)

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

        def write() -> str:
            scope = Scope("you")
            scope.bind(entry["of"], Ref("x", self.b.expressions.type_of(entry["of"]), entry["of"]))
            parts = []
            for which, amount in self.word("adjectives", word).order:
                value = self.b.expressions.amounts.amount(self.b.amount(amount), scope)
                parts.append(f"-({value}), " if which == "highest" else f"{value}, ")
            return f"({''.join(parts)})"

        return self.b.function(f"order_{word}", "s, x, you", write)

    def relation(self, name: str) -> str:
        """The function that tests a relation: (s, one, other, you)."""
        entry = self.b.source.relations[name]
        word = self.word("relations", name)

        def write() -> str | Lines:
            kind, other = entry["of"], entry["with"]
            if reaches(entry):
                return f"a in {self.closure(name)}(s, b, you)"
            scope = Scope("a" if self.b.expressions.type_of(kind) == "player" else "you")
            scope.bind(kind, Ref("a", self.b.expressions.type_of(kind), kind))
            scope.bind(other, Ref("b", self.b.expressions.type_of(other), other))
            return self.b.expressions.conditions.block_condition(word.means, scope)

        return self.b.function(f"rel_{name}", "s, a, b, you", write)

    def closure(self, name: str) -> str:
        """The function that lists what a relation reaches step by step, without where it starts: (s, from, you)."""
        entry = self.b.source.relations[name]
        word = self.word("relations", name)

        def write() -> Lines:
            if word.direction is not None:
                scope = Scope("you")
                scope.bind(entry["with"], Ref("b", self.b.expressions.type_of(entry["with"]), entry["with"]))
                ahead = self.b.constant(self.b.layout.ahead, "AHEAD")
                way = self.b.expressions.amounts.amount(self.b.amount(word.direction), scope)
                return [f"    y = {ahead}.get((b, {way}))", "    return [] if y is None else [y]"]
            if word.tile is not None:
                spaces = "BESIDE" if entry.get("beside") else "UNDER"
                return [f"    return {spaces}({', '.join(map(str, self._laid(word, 'b')))})"]
            if entry.get("through"):
                return self._chains(name)
            kind = entry["of"]
            scope = Scope("you")
            scope.bind(kind, Ref("y", self.b.expressions.type_of(kind), kind))
            within = (
                self.b.expressions.conditions.block_condition(word.within, scope) if word.within is not None else "True"
            )
            steps: Lines = []
            for base in as_list(entry["closure"]):
                given = self.b.source.relations[base]
                listed = reaches(given)
                step = "" if listed else f" and {self.relation(base)}(s, x, y, you)"
                ways = f"{self.closure(base)}(s, x, you)" if listed else self.b.expressions.selections.near("x")
                steps += [
                    f"        for y in {ways}:",
                    f"            if y not in seen and {within}{step}:",
                    "                seen.add(y); todo.append(y); found.append(y)",
                ]
            if word.most is None:
                return [
                    "    seen = {b}; todo = [b]; found = []",
                    "    while todo:",
                    "        x = todo.pop()",
                    *steps,
                    "    return sorted(found)",
                ]
            most = self.b.expressions.amounts.amount(self.b.amount(word.most), Scope("you"))
            return [
                "    seen = {b}; todo = [b]; found = []",
                f"    for _ in range({most}):",
                "      edge = todo; todo = []",
                "      for x in edge:",
                *steps,
                "    return sorted(found)",
            ]

        return self.b.function(f"all_{name}", "s, b, you", write)

    def _laid(self, word: Any, at: str) -> list[str]:
        """A tile, the space where its first place lies, and how often it is turned."""
        x = self.b.expressions
        scope = Scope("0")
        turned = "0" if word.turned is None else x.amounts.amount(self.b.amount(word.turned), scope)
        tile = x.references.ref(self.b.phrase(word.tile), scope)
        if not self.b.layout.tiles.said(tile.noun, "cells"):
            raise refuse(word.tile.tree, "this is no tile", "Give its kind `cells` and a `shape`.", code="RW0603")
        return [tile.expr, at, turned]

    def _chains(self, name: str) -> Lines:
        """A relation `through` spaces: next to it, or at the other end of a chain of at most so many such spaces.

        Where they are all spaces of a kind the map under the chains does not change: what lies at their ends is
        looked for once.
        """
        word = self.word("relations", name)
        x = self.b.expressions
        phrase = self.b.phrase(word.through)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "a chain goes through spaces", code="RW0603")
        most = x.amounts.amount(self.b.amount(word.most), Scope("you")) if word.most is not None else "HUGE"
        fixed = not phrase.filters and not phrase.adjectives and not self.b.source.nouns[phrase.noun].get("means")
        inside = " and ".join([f"{self.b.member(phrase.noun)}[y]", *x.selections.fits(phrase, Scope("you"), "y")])
        search = [
            "seen = {b}; edge = [b]; found = set(ADJ[b])",
            "for _ in range(most):",
            f"    edge = list(dict.fromkeys(y for x in edge for y in ADJ[x] if y not in seen and {inside}))",
            "    if not edge: break",
            "    seen.update(edge)",
            "    for x in edge: found.update(ADJ[x])",
        ]
        lines = [f"    most = {most}"]
        if fixed:
            known = self.b.constant({}, f"CHAINS_{name}")
            lines += [
                f"    ends = {known}.get((b, most))",
                "    if ends is None:",
                *(f"        {line}" for line in search),
                f"        ends = {known}[b, most] = tuple(sorted(found - {{b}}))",
            ]
        else:
            lines += [*(f"    {line}" for line in search), "    ends = tuple(sorted(found - {b}))"]
        if self.b.layout.links:
            lines.append(f"    if b in LINKS: return tuple(sorted({{*ends, *{x.selections.near('b')}}}))")
        return [*lines, "    return ends"]

    def among(self, word: str) -> str:
        """The function that lists the things of an adjective that is told by which they are: (s, you)."""
        entry = self.word("adjectives", word)

        def write() -> str:
            return f"tuple({self.b.expressions.selections.list_of(self.b.phrase(entry.among), Scope('you'))})"

        return self.b.function(f"among_{word}", "s, you", write)

    def number(self, noun: str) -> str:
        """The function of a number: (s, what it is of …), with everything that texts change about it."""
        entry = self.b.source.nouns[noun]
        kinds = as_list(entry.get("of"))
        params = ", ".join(["s", *(f"p{i}" for i in range(len(kinds)))])

        def write() -> Lines:
            self.b.at = ("lexicon", "nouns", noun)
            parts = self._parts(noun, entry, kinds)
            # The same parts once more, for whoever asks why: (number, what, by how much) one after another; None where
            # it is a number of somebody or something that is not there.
            absent = " or ".join(f"p{number} < 0" for number in range(len(kinds)))
            reasons = [f"    if {absent}: return None"] if kinds else []
            reasons += ["    v = 0; reasons = []"]
            for part in parts:
                if part.inner:
                    reasons += [
                        f"    inner = {part.inner} if {part.test or 'True'} else ()",
                        "    if inner is None: return None",
                        "    reasons += inner; v += sum(by for _, _, by in inner)",
                    ]
                else:
                    told = f"reasons.append(({noun!r}, {part.label!r}, v - old))"
                    reasons += ["    old = v", f"    {part.line}", f"    if v != old: {told}"]
            header = [f"def why_{noun}({params}):", "    n = s.n"]
            self.b.functions[f"why_{noun}"] = [*header, *reasons, "    return reasons"]
            return [*(f"    {part.line}" for part in parts), "    return v"]

        return self.b.function(f"num_{noun}", params, write)

    def _explained(self, words: B.Words, value: str) -> str:
        """The call that tells the parts of an addend that is a number made of parts; "" for all others."""
        phrase = words.tree.phrase if isinstance(words.tree, N.Value) else words.tree
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and not phrase.adjectives else None
        if not isinstance(noun, str) or not str(value).startswith(f"num_{noun}("):
            return ""
        made = self.word("nouns", noun).total or self.b.continuous.numbers.get(noun)
        return f"why_{str(value).removeprefix('num_')}" if made else ""

    def _parts(self, noun: str, entry: dict[str, Any], kinds: list[str]) -> list[_Part]:
        """What adds a number up, in its order."""
        scope = self._number_scope(kinds)
        word = self.word("nouns", noun)
        said = word.means.text if isinstance(word.means, B.Words) else noun.replace("_", " ")
        parts = [_Part(f"v = {self._number_base(noun, entry, scope)}", said)]
        for addend in word.total:
            value = self.b.expressions.amounts.amount(self.b.amount(addend.amount), scope)
            said, inner, test = addend.amount.text, self._explained(addend.amount, value), ""
            if addend.condition is not None:
                test = self.b.expressions.conditions.block_condition(addend.condition, scope.child())
                condition = addend.condition.text if isinstance(addend.condition, B.Words) else ""
                said = f"{said} ({condition})" if condition else said
            parts.append(_Part(f"v += {value}", said, test, inner))
        changes = self.b.continuous.numbers.get(noun, [])
        for spoken in sorted(changes, key=self._is_addition):  # first what sets the number, then what adds to it
            with self.b.recorded(spoken.path):
                parts += [_Part(line, spoken.component) for line in self._modifier(spoken, kinds)]
        return parts

    @staticmethod
    def _is_addition(spoken: Spoken) -> bool:
        return isinstance(spoken.node, N.Is) and isinstance(spoken.node.predicate, N.Change)

    def _number_scope(self, kinds: list[str]) -> Scope:
        seats = [i for i, kind in enumerate(kinds) if self.b.expressions.type_of(kind) == "player"]
        scope = Scope(f"p{seats[0]}" if seats else "0")
        for number, kind in enumerate(kinds):
            scope.bind(kind, Ref(f"p{number}", self.b.expressions.type_of(kind), kind))
        return scope

    def _steps(self, noun: str, entry: dict[str, Any], scope: Scope) -> str:
        """The function that counts the steps of a relation from somewhere to a space: (s, space, you).

        Where no way leads there it says how many spaces there are.
        """

        def write() -> Lines:
            inner = Scope("you")
            start = self.b.expressions.references.ref(self.b.phrase(self.word("nouns", noun).start), inner).expr
            step = f"{self.relation(entry['steps'])}(s, y, z, you)"
            near = self.b.expressions.selections.near("z")
            return [
                f"    v = 0; edge = [{start}]; seen = set(edge)",
                "    while edge and x not in seen:",
                "        v += 1",
                f"        edge = list(dict.fromkeys(y for z in edge for y in {near} if y not in seen and {step}))",
                "        seen.update(edge)",
                f"    return v if x in seen else {len(self.b.layout.spaces)}",
            ]

        return self.b.function(f"steps_{noun}", "s, x, you", write)

    def _number_base(self, noun: str, entry: dict[str, Any], scope: Scope) -> str:
        word = self.word("nouns", noun)
        x = self.b.expressions
        if word.total:
            return "0"
        if entry.get("kept"):
            return x.amounts.kept_cell(noun, [f"p{i}" for i in range(len(as_list(entry.get("of"))))])
        if entry.get("option"):
            return repr(self.b.options[entry["option"]])
        if word.distance is not None:
            start, goal = (x.amounts.amount(self.b.amount(end), scope) for end in word.distance)
            if not entry.get("around"):
                return f"abs({start} - {goal})"
            size = x.amounts.circle(entry)  # the shorter way between two values on a circle
            ways = self.b.constant(tuple(min(way, size - way) for way in range(size)), f"AROUND_{size}")
            return f"{ways}[({goal} - {start}) % {size}]"
        if entry.get("rank") == "pile":
            pile = "s.zones[s.where[p0]]"
            return f"len({pile}) - {pile}.index(p0)"
        if entry.get("rank") == "name":
            names = [str(card.attributes["name"] or card.component).casefold() for card in self.b.layout.cards]
            order = sorted(set(names))
            ranks = tuple(order.index(name) + 1 for name in names)
            return f"{self.b.constant(ranks, 'RANKS')}[p0]"
        if entry.get("steps"):
            return f"{self._steps(noun, entry, scope)}(s, p{len(as_list(entry['of'])) - 1}, {scope.you})"
        if word.tile is not None:
            if word.place is None or "attribute" not in entry:
                raise refuse(word.tile.tree, "what is printed where?", "Say `at` and `attribute`.", code="RW0606")
            tile, at, turned = self._laid(word, x.references.ref(self.b.phrase(word.place), scope).expr)
            printed = self.b.constant(self._printed_on_tiles(entry), f"N_{noun}")
            return f"{printed}[{tile}][CELL({tile}, p0, {at}, {turned})]"
        if entry.get("attribute"):
            kind = x.type_of(as_list(entry.get("of"))[0])
            name = entry["attribute"]
            names = [str(value) for value in entry.get("values") or []]
            if kind == "card":
                table = (*(value_of(card.attributes.get(name), names) for card in self.b.layout.cards), 0)  # -1 is none
            else:
                table = tuple(
                    value_of(self.b.layout.attributes.get(i, {}).get(name), names)
                    for i in range(len(self.b.layout.names))
                )
            return f"{self.b.constant(table, 'N_' + noun)}[p0]"
        for extreme, function in ((word.highest, "max"), (word.lowest, "min")):
            if extreme is not None:
                phrase = self.b.phrase(word.among)
                assert isinstance(phrase, N.NounPhrase)
                var, source, conditions = x.selections.each(phrase, scope)
                inner = scope.child()
                inner.mention(Ref(var, x.type_of(str(phrase.noun)), str(phrase.noun)))
                if word.condition is not None:
                    conditions.append(x.conditions.block_condition(word.condition, inner))
                value = x.amounts.amount(self.b.amount(extreme), inner)
                test = f" if {' and '.join(conditions)}" if conditions else ""
                place = int(entry.get("place", 1))
                if place == 1:
                    return f"{function}(({value} for {var} in {source}{test}), default=0)"
                row = f"sorted(({value} for {var} in {source}{test}), reverse={extreme is word.highest})"
                return f"sum({row}[{place - 1}:{place}])"
        if word.groups is not None:
            phrase = self.b.phrase(word.groups)
            if not reaches(self.b.source.relations[entry["by"]]):
                raise refuse(
                    phrase,
                    f"the relation {entry['by']} goes one step only, so it makes no groups",
                    f"Name one that goes on from step to step: `{entry['by']}_on: {{…, closure: {entry['by']}}}`.",
                    code="RW0603",
                )
            things = self.b.expressions.selections.list_of(phrase, scope)
            return f"GROUPS(s, {things}, {self.closure(entry['by'])}, {scope.you})"
        if word.count is not None:
            phrase = self.b.phrase(word.count)
            assert isinstance(phrase, N.NounPhrase)
            var, source, conditions = x.selections.each(phrase, scope)
            inner = scope.child()
            inner.mention(Ref(var, x.type_of(str(phrase.noun)), str(phrase.noun)))
            if word.condition is not None:
                conditions.append(x.conditions.block_condition(word.condition, inner))
            return f"sum(1 for {var} in {source} if {' and '.join(conditions) or 'True'})"
        if word.means is not None:
            means = word.means
            if not isinstance(means, B.Words):
                raise refuse(None, "a number's meaning is an amount", code="RW0606")
            value = x.amounts.amount(self.b.amount(means), scope)
            return f"({value}) // {entry['per']}" if "per" in entry else value
        raise refuse(None, f"the number “{noun}” has no meaning", code="RW0606")

    def _printed_on_tiles(self, entry: dict[str, Any]) -> dict[int, tuple[int, ...]]:
        """By card, what is printed on each cell of it; 0 on cells without it, and (last) where there is no cell."""
        layout = self.b.layout
        names = [str(value) for value in entry.get("values") or []]
        printed = {
            card: tuple(value_of(cell.get(entry["attribute"]), names) for cell in layout.tiles.printed(card).values())
            for card in range(-1, len(layout.cards))
        }
        return {card: (*values, 0) for card, values in printed.items() if values or card < 0}

    def _modifier(self, spoken: Spoken, kinds: list[str]) -> Lines:
        """The lines by which one text changes a number: each copy of a card adds its own."""
        assert isinstance(spoken.node, N.Is)
        has_seat = any(self.b.expressions.type_of(kind) == "player" for kind in kinds)
        each = not has_seat and owner_of(spoken.node.subject) is not None  # "you" is whoever has the text
        owner = None if not spoken.owned else "o" if each else self._number_scope(kinds).you if has_seat else None
        copies = self.b.layout.instances(spoken.component) if spoken.component and not spoken.lasting else [None]
        lines = []
        for where, card in zip(self.b.active_copies(spoken, owner), copies, strict=True):
            scope = self._number_scope(kinds)
            scope.you = owner or scope.you
            scope.this = None if card is None else str(card)
            tests, change = self._change(spoken, kinds, scope, f" * {where}" if spoken.lasting else "")
            test = " and ".join([where, *tests])
            if not each:
                lines.append(f"if {test}: v {change[0]} {change[1]}")
            elif change[0] == "=":
                lines.append(f"v = next(({change[1]} for o in SEATS if {test}), v)")
            else:
                lines.append(f"v {change[0]} sum({change[1]} for o in SEATS if {test})")
        return lines

    def _change(self, spoken: Spoken, kinds: list[str], scope: Scope, times: str) -> tuple[list[str], tuple[str, str]]:
        """The tests under which one copy of a text changes a number, and the change; ` * times` it holds at once."""
        node = spoken.node
        assert isinstance(node, N.Is)
        tests = self._which(node.subject, kinds, scope)
        if spoken.condition is not None:
            condition, extra = self._about(spoken.condition, kinds, scope)
            tests += extra
            tests.append(self.b.expressions.conditions.condition(condition, scope))
        predicate = node.predicate
        if isinstance(predicate, N.Change):
            sign = "+=" if predicate.relation == "higher" else "-="
            change = (sign, f"{self.b.expressions.amounts.amount(predicate.by, scope)}{times}")
        elif isinstance(predicate, N.SetTo):
            change = ("=", self.b.expressions.amounts.amount(predicate.value, scope))
        elif isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            change = ("=", self.b.expressions.amounts.amount(predicate.phrase, scope))
        else:
            raise refuse(node, "how does the number change?", code="RW0606")
        return tests, change

    def _which(self, subject: N.Node, kinds: list[str], scope: Scope) -> list[str]:
        """`Your price of each dry field is …`: the tests for the thing whose number changes."""
        tests: list[str] = []
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
                    ref = Ref(f"p{number}", x.type_of(kind), phrase.noun)
                    this = phrase.determiner == N.Article(word="this")
                    has = x.fits(phrase.noun, kind) or x.fits(kind, phrase.noun)
                    if this:
                        has = bool(scope.this) and int(str(scope.this or 0)) in self.b.layout.cards_of(kind)
                    if not has:
                        raise refuse(phrase, f"this has no {subject.noun}", code="RW0606")
                    if this:
                        tests.append(f"{ref.expr} == {scope.this}")
                        continue
                    tests += x.filters.kind_test(phrase.noun, ref)
                    tests += x.selections.fits(replace(phrase, determiner=None), scope, ref.expr)
                    scope.mention(ref)
        return tests

    def _about(self, condition: N.Condition, kinds: list[str], scope: Scope) -> tuple[N.Condition, list[str]]:
        """A `while` of a modifier speaks of the number's own thing: `a field` in it means that field."""
        for node in condition.walk():
            if isinstance(node, N.NounPhrase) and isinstance(node.noun, str) and isinstance(node.determiner, N.Article):
                if node.determiner.word != "a":
                    continue
                for number, kind in enumerate(kinds):
                    if kind != "player" and self.b.expressions.fits(node.noun, kind):
                        ref = Ref(f"p{number}", self.b.expressions.type_of(kind), node.noun)
                        tests: list[str] = []
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
