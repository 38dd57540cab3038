"""What the numbers of the lexicon are made of: where each begins, and everything that texts change about it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.relations import Relations
from rulewright.compiler.ir.expressions import TRUE, Call, Expr, Lit, Name, both, either
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Body, Function, If, Set, Stmt
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.certain_things import CertainThings
from rulewright.compiler.layout.layout import as_list, reaches, value_of
from rulewright.compiler.refusals.owners.whose_number import but_itself, described, of_each, only_each, said_of
from rulewright.compiler.refusals.quoted import OF_WHOM
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.syntax_trees import swap
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past
from rulewright.ruleset import blocks as B

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


class Numbers:
    """The functions of one program's numbers."""

    def __init__(self, s: Services, x: Expressions, relations: Relations) -> None:
        self.source = s.source
        self.layout = s.layout
        self.options = s.options
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = x
        self.relations = relations

    def number(self, noun: str) -> str:
        """The function of a number: (s, what it is of …), with everything that texts change about it."""
        entry = self.source.nouns[noun]
        kinds = as_list(entry.get("of"))
        params = ("s", *(f"p{i}" for i in range(len(kinds))))

        def write() -> Body:
            self.report.at = ("lexicon", "nouns", noun)
            parts = self._parts(noun, entry, kinds)
            self.module.functions[f"why_{noun}"] = Function(f"why_{noun}", params, self._reasons(noun, kinds, parts))
            return (*(part.stmt for part in parts), *stmts("return v"))

        return self.module.function(f"num_{noun}", params, write)

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
        made = self.texts.word("nouns", noun).total or self.continuous.numbers.get(noun)
        return Call(f"why_{noun}", value.args) if made else None

    def _parts(self, noun: str, entry: dict[str, Any], kinds: list[str]) -> list[_Part]:
        """What adds a number up, in its order."""
        scope = self._number_scope(kinds)
        word = self.texts.word("nouns", noun)
        said = word.means.text if isinstance(word.means, B.Words) else noun.replace("_", " ")
        parts = [_Part(Set(VALUE, self._number_base(noun, entry, scope)), said)]
        for addend in word.total:
            value = self.x.amounts.amount(self.texts.amount(addend.amount, scope), scope)
            said, inner = addend.amount.text, self._explained(addend.amount, value)
            test: Expr = TRUE
            if addend.condition is not None:
                test = self.x.conditions.block_condition(addend.condition, scope.child())
                condition = addend.condition.text if isinstance(addend.condition, B.Words) else ""
                said = f"{said} ({condition})" if condition else said
            parts.append(_Part(Set(VALUE, value, "+"), said, test, inner))
        changes = self.continuous.numbers.get(noun, [])
        for spoken in sorted(changes, key=self._order):
            with self.report.recorded(spoken.path):
                parts += [_Part(change, spoken.component, test) for change, test in self._modifier(spoken, kinds)]
        return parts

    @staticmethod
    def _order(spoken: ContinuousEffect) -> int:
        """First what sets the number, then what adds to it, at last what is half or twice what it is without that."""
        node = spoken.node
        if not isinstance(node, N.Is):
            return 0
        if isinstance(node.predicate, N.Change):
            return 1
        return 2 if _multiple(node, Lit(1)) is not None else 0

    def _number_scope(self, kinds: list[str]) -> Scope:
        seats = [i for i, kind in enumerate(kinds) if self.source.type_of(kind) == "player"]
        scope = Scope(Name(f"p{seats[0]}") if seats else Lit(0))
        for number, kind in enumerate(kinds):
            scope.bind(kind, Ref(Name(f"p{number}"), self.source.type_of(kind), kind))
        return scope

    def _steps(self, noun: str, entry: dict[str, Any]) -> str:
        """The function that counts the steps of a relation from somewhere to a space: (s, space, you).

        Where no way leads there it says how many spaces there are.
        """

        def write() -> Body:
            phrase = self.texts.phrase(self.texts.word("nouns", noun).start)
            start = self.x.references.ref(phrase, Scope(Name("you"))).expr
            step = expr("{}(s, y, z, you)", self.relations.relation(entry["steps"]))
            near = self.x.sources.near(Name("z"))
            return stmts(
                """
                v = 0; edge = [{}]; seen = set(edge)
                while edge and x not in seen:
                    v += 1
                    edge = list(dict.fromkeys(y for z in edge for y in {} if y not in seen and {}))
                    seen.update(edge)
                return v if x in seen else {}
                """, start, near, step, len(self.layout.spaces),
            )  # fmt: skip

        return self.module.function(f"steps_{noun}", ("s", "x", "you"), write)

    def _number_base(self, noun: str, entry: dict[str, Any], scope: Scope) -> Expr:
        """What a number is before any text changes it, or what it begins from where it is a sum of several."""
        word = self.texts.word("nouns", noun)
        x = self.x
        if word.total:
            return Lit(0)
        if entry.get("kept"):
            return x.amounts.kept_cell(noun, [Name(f"p{i}") for i in range(len(as_list(entry.get("of"))))])
        if entry.get("option"):
            return Lit(self.options[entry["option"]])
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
            place = x.references.ref(self.texts.phrase(word.place, scope), scope).expr
            tile, at, turned = self.relations.laid(word, place)
            printed = self.module.constant(self._printed_on_tiles(entry), f"N_{noun}")
            return expr("{}[{}][CELL({}, p0, {}, {})]", printed, tile, tile, at, turned)
        if entry.get("attribute") and entry.get("for"):
            what = "this is printed for each kind of its own, and is no number of all of them"
            raise refuse(
                None, what, "Say it of what is played, or give the cards a number of their own.", code="RW0606"
            )
        if entry.get("attribute"):
            return expr("{}[p0]", self.module.constant(self._printed_numbers(entry), f"N_{noun}"))
        if word.highest is not None or word.lowest is not None:
            return self._extreme(entry, word, scope)
        if word.groups is not None:
            return self._groups(entry, word, scope)
        if word.count is not None:
            return self._members(word.count, word, scope)[0].counted()
        if word.means is not None:
            if not isinstance(word.means, B.Words):
                raise refuse(None, "a number's meaning is an amount", code="RW0606")
            value = x.amounts.amount(self.texts.amount(word.means, scope), scope)
            return expr("{} // {}", value, entry["per"]) if "per" in entry else value
        raise refuse(None, f"the number “{noun}” has no meaning", code="RW0606")

    def _between(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """How far two numbers are apart, on a line or the shorter way round a circle."""
        start, goal = (self.x.amounts.amount(self.texts.amount(end, scope), scope) for end in word.distance)
        if not entry.get("around"):
            return expr("abs({} - {})", start, goal)
        size = self.x.amounts.circle(entry)
        ways = self.module.constant(tuple(min(way, size - way) for way in range(size)), f"AROUND_{size}")
        return expr("{}[({} - {}) % {}]", ways, goal, start, size)

    def _rank(self, among: str) -> Expr:
        """The place of a card among others, from 1: of its pile from the top, or of all cards by name."""
        if among == "pile":
            return expr("len(s.zones[s.where[p0]]) - s.zones[s.where[p0]].index(p0)")
        names = [str(card.attributes["name"] or card.component).casefold() for card in self.layout.cards]
        order = sorted(set(names))
        return expr("{}[p0]", self.module.constant(tuple(order.index(name) + 1 for name in names), "RANKS"))

    def _printed_numbers(self, entry: dict[str, Any]) -> tuple[int, ...]:
        """What is printed on each card, or (last, too) on none of them; or on each place."""
        layout, name, default = self.layout, entry["attribute"], entry.get("default")
        names = [str(value) for value in entry.get("values") or []]
        if self.source.type_of(as_list(entry.get("of"))[0]) == "card":
            return (*(value_of(card.attributes.get(name, default), names) for card in layout.cards), 0)
        return tuple(value_of(layout.attributes.get(i, {}).get(name, default), names) for i in range(len(layout.names)))

    def _members(self, words: B.Words, word: Any, scope: Scope) -> tuple[Things, Scope]:
        """The things that a number counts or compares, and the scope in which one of them was mentioned last."""
        x = self.x
        phrase = self.texts.phrase(words, scope)
        assert isinstance(phrase, N.NounPhrase)
        things = x.selections.each(phrase, scope)
        inner = scope.child()
        one = Ref(things.thing, self.source.type_of(str(phrase.noun)), str(phrase.noun))
        x.references.know(phrase, one, inner)
        if word.condition is not None:
            things.tests.append(x.conditions.block_condition(word.condition, inner))
        return things, inner

    def _extreme(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """The highest or lowest of some numbers, or the second, third … of them; 0 where there are not so many."""
        highest = word.highest is not None
        if word.among is None:
            raise refuse(None, "the highest or lowest among what?", "Say it in `among:`.", code="RW0606")
        things, inner = self._members(word.among, word, scope)
        amount = self.texts.amount(word.highest if highest else word.lowest, inner)
        values = things.each(self.x.amounts.amount(amount, inner))
        place = int(entry.get("place", 1))
        if place == 1:
            return expr("{}({}, default=0)", "max" if highest else "min", values)
        return expr("sum(sorted({}, reverse={})[{}:{}])", values, highest, place - 1, place)

    def _groups(self, entry: dict[str, Any], word: Any, scope: Scope) -> Expr:
        """How many groups some things form that a relation joins."""
        phrase = self.texts.phrase(word.groups, scope)
        if not reaches(self.source.relations[entry["by"]]):
            raise refuse(
                phrase,
                f"the relation {entry['by']} goes one step only, so it makes no groups",
                f"Name one that goes on from step to step: `{entry['by']}_on: {{…, closure: {entry['by']}}}`.",
                code="RW0603",
            )
        things = self.x.selections.list_of(phrase, scope)
        return expr("GROUPS(s, {}, {}, {})", things, self.relations.closure(entry["by"]), scope.you)

    def _printed_on_tiles(self, entry: dict[str, Any]) -> dict[int, tuple[int, ...]]:
        """By card, what is printed on each cell of it; 0 on cells without it, and (last) where there is no cell."""
        layout = self.layout
        names = [str(value) for value in entry.get("values") or []]
        printed = {
            card: tuple(value_of(cell.get(entry["attribute"]), names) for cell in layout.tiles.printed(card).values())
            for card in range(-1, len(layout.cards))
        }
        return {card: (*values, 0) for card, values in printed.items() if values or card < 0}

    def _modifier(self, spoken: ContinuousEffect, kinds: list[str]) -> list[tuple[Stmt, Expr]]:
        """By which statement and when one text changes a number: each copy of a card adds its own."""
        node = spoken.node
        assert isinstance(node, N.Is)
        if spoken.certain is not None:
            return self._of_certain(spoken, spoken.certain, kinds)
        told = said_of(node.subject)
        seats = [kind for kind in kinds if self.source.type_of(kind) == "player"]
        each = any(self.source.type_of(str(things.noun)) == "player" for things in told) if seats else bool(told)
        each = each or (bool(seats) and _theirs(node.subject))
        each = each and spoken.owned  # "you" is whoever has the text; where nobody has it, it holds once
        owner = None
        if spoken.owned and (each or seats):
            owner = Name("o") if each else self._number_scope(kinds).you
        copies = self.layout.instances(spoken.component) if spoken.component and not spoken.lasting else [None]
        changes: list[tuple[Stmt, Expr]] = []
        for where, card in zip(self.activity.active_copies(spoken, owner), copies, strict=True):
            scope = self._number_scope(kinds)
            scope.you = owner or scope.you
            scope.this = None if card is None else Lit(card)
            tests, op, value = self._change(spoken, kinds, scope)
            if spoken.lasting:  # so often it holds at once
                value = expr("{} * {}", value, where) if op else self._of_itself(node, where, scope) or value
            test = both(where, *tests)
            if not each:
                changes.append((Set(VALUE, value, op), test))
            elif op:
                changes.append((Set(VALUE, expr("sum({} for o in SEATS if {})", value, test), op), TRUE))
            else:
                changes.append((Set(VALUE, expr("next(({} for o in SEATS if {}), v)", value, test)), TRUE))
        return changes

    def _of_certain(
        self, spoken: ContinuousEffect, certain: CertainThings, kinds: list[str]
    ) -> list[tuple[Stmt, Expr]]:
        """A number of certain things, changed for a time: as often as that was said of what this number is of."""
        node = spoken.node
        assert isinstance(node, N.Is) and isinstance(node.predicate, N.Change)
        scope, of = self._number_scope(kinds), [Name(f"p{number}") for number in range(len(kinds))]
        op = "+" if node.predicate.relation == "higher" else "-"
        assert isinstance(node.subject, N.NounPhrase)
        mine = node.subject.determiner == N.Article(word="your")  # of whoever said it
        if not mine:
            scope.you = Name("o")
        tests = self._which(only_each(node.subject), kinds, scope)  # of each of some, besides
        value = expr("{} * n[{}]", self.x.amounts.amount(node.predicate.by, scope), certain.at(scope.you, of))
        there = both(*(expr("{} >= 0", one) for one in of))
        if mine:
            return [(Set(VALUE, value, op), both(there, *tests))]
        some = (
            expr("sum({} for o in SEATS if {})", value, both(*tests))
            if tests
            else expr("sum({} for o in SEATS)", value)
        )
        return [(Set(VALUE, some, op), there)]

    def _change(self, spoken: ContinuousEffect, kinds: list[str], scope: Scope) -> tuple[list[Expr], str, Expr]:
        """The tests under which one copy of a text changes a number; how (`+`, `-`, "" to set it) and by what."""
        node = spoken.node
        assert isinstance(node, N.Is)
        tests = self._which(node.subject, kinds, scope)
        if spoken.condition is not None:
            own = [kind for kind in kinds if not self._of_each(node.subject, kind)]
            condition, extra = self._about(spoken.condition, own, kinds, scope, _theirs(node.subject))
            tests += extra
            tests.append(self.x.conditions.condition(condition, scope))
        match node.predicate:
            case N.Change(relation=relation, by=by):
                return tests, "+" if relation == "higher" else "-", self.x.amounts.amount(by, scope)
            case N.SetTo(value=amount) | N.IsPhrase(phrase=N.Amount() as amount):
                return tests, "", self._of_itself(node, Lit(1), scope) or self.x.amounts.amount(amount, scope)
        raise refuse(node, "how does the number change?", code="RW0606")

    def _which(self, subject: N.Node, kinds: list[str], scope: Scope) -> list[Expr]:
        """`Your price of each dry field is …`: the tests for the thing whose number changes."""
        tests: list[Expr] = []
        x = self.x
        if not isinstance(subject, N.NounPhrase):
            return tests
        for phrase in said_of(subject):
            if not isinstance(phrase.noun, str):
                continue
            for number, kind in enumerate(kinds):
                if self.source.type_of(kind) == self.source.type_of(phrase.noun):
                    ref = Ref(Name(f"p{number}"), self.source.type_of(kind), phrase.noun)
                    this = phrase.determiner == N.Article(word="this")
                    has = self.source.fits(phrase.noun, kind) or self.source.fits(kind, phrase.noun)
                    if this:
                        has = isinstance(scope.this, Lit) and scope.this.value in self.layout.cards_of(kind)
                    if not has:
                        raise refuse(phrase, f"this has no {subject.noun}", code="RW0606")
                    if this:
                        tests.append(expr("{} == {}", ref.expr, scope.this))
                        continue
                    if but_itself(phrase):
                        tests.append(expr("{} != {}", ref.expr, self._itself(phrase, ref, scope)))
                    tests += x.filters.kind_test(phrase.noun, ref)
                    tests += x.selections.fits(described(phrase), scope, ref.expr)
                    x.references.know(phrase, ref, scope)
        return tests

    def _itself(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> Expr:
        """Which thing `each other …` leaves out: whoever has the text, or its card.

        Raises:
            MeaningError: RW0606 where there is no such thing.
        """
        if ref.type == "player" and scope.you == Name("o"):
            return scope.you
        if ref.type == "card" and scope.this is not None:
            return scope.this
        raise refuse(phrase, "other than which?", "Say “each …”, or name the one that is left out.", code="RW0606")

    def _of_each(self, subject: N.Node, kind: str) -> bool:
        """Whether a number is said of each thing of a kind: then "a field" beside it is any, and not that field."""
        return any(
            of_each(things)
            and isinstance(things.noun, str)
            and self.source.type_of(things.noun) == self.source.type_of(kind)
            for things in said_of(subject)
        )

    def _about(
        self, condition: N.Condition, own: list[str], kinds: list[str], scope: Scope, theirs: bool
    ) -> tuple[N.Condition, list[Expr]]:
        """A `while` of a modifier speaks of the number's own thing: `a field` in it means that field.

        own: the kinds of such things, among all that the number is of; theirs: whether it is a number of the player of
        whom the `while` speaks.
        """
        past = {id(part) for node in condition.walk() if is_past(node) for part in node.walk()}
        tests: list[Expr] = []
        meant: set[int] = set()
        for node in condition.walk():
            number = None if id(node) in past else self._own_thing(node, own, kinds, theirs)
            if number is None or number in meant or not isinstance(node, N.NounPhrase):
                continue
            meant.add(number)
            ref = Ref(Name(f"p{number}"), self.source.type_of(kinds[number]), str(node.noun))
            if node.determiner == N.Article(word="another"):
                tests.append(expr("{} != {}", ref.expr, scope.you))
            for word in node.adjectives:
                tests += self.x.filters.adjective(word, ref, scope)
            for item in node.filters:
                tests += self.x.filters.filter(item, ref, scope)
            self.x.references.know(node, ref, scope)  # “it” and “that field” in how much the number changes
            named = N.NounPhrase(determiner=N.Article(word="that"), noun=node.noun)
            scope.stand_in(named, ref)
            condition = swap(condition, node, named)
            if not theirs:
                break
        if theirs and not any(kinds[number] == "player" for number in meant):
            raise refuse(condition, "nothing tells whose number changes", OF_WHOM, code="RW0604")
        return condition, tests

    def _own_thing(self, node: N.Node, own: list[str], kinds: list[str], theirs: bool) -> int | None:
        """Which of the things that a number is of a phrase of its condition means; None where it means another."""
        if not isinstance(node, N.NounPhrase) or not isinstance(node.noun, str):
            return None
        word = node.determiner.word if isinstance(node.determiner, N.Article) else ""
        for number, kind in enumerate(kinds):
            fits = (word in ("a", "another") and theirs) if kind == "player" else word == "a"
            if fits and kind in own and self.source.fits(node.noun, kind):
                return number
        return None

    def _of_itself(self, node: N.Is, often: Expr, scope: Scope) -> Expr | None:
        """A number that is itself and so much less, "but at least 1", or half of itself; None for what is neither."""
        phrase = node.predicate.phrase if isinstance(node.predicate, N.IsPhrase) else None
        bounds = phrase if isinstance(phrase, N.Bounded) else N.Bounded(number=N.Number(value=0))
        inner = phrase.number if isinstance(phrase, N.Bounded) else phrase
        if not isinstance(inner, N.Plus | N.Minus) or not is_itself(inner.left, node.subject):
            return _multiple(node, often)
        by = self.x.amounts.amount(inner.right, scope)
        more = expr("{} + {} * {}", VALUE, by, often) if isinstance(inner, N.Plus) else None
        value = more or expr("{} - {} * {}", VALUE, by, often)
        if bounds.most is not None:  # what makes a number higher never makes it lower, nor the other way round
            most = expr("min({}, {})", value, self.x.amounts.bound(bounds.most, scope))
            value = expr("max({}, {})", VALUE, most) if more else most
        if bounds.least is None:
            return value
        least = expr("max({}, {})", value, self.x.amounts.bound(bounds.least, scope))
        return least if more else expr("min({}, {})", VALUE, least)


def _theirs(subject: N.Node) -> bool:
    """Whether a number is that of a player of whom the sentence speaks: "while another player …, their speed"."""
    return isinstance(subject, N.NounPhrase) and subject.determiner == N.Article(word="their")


def _multiple(node: N.Is, often: Expr) -> Expr | None:
    """A number that is half of itself, or some times itself, so often: of what it is without the text; else None."""
    phrase = node.predicate.phrase if isinstance(node.predicate, N.IsPhrase) else None
    if not isinstance(phrase, N.Half | N.Times) or not is_itself(phrase.number, node.subject):
        return None
    match phrase:
        case N.Half(rounded="up"):
            return expr("0 - (0 - {}) // pow(2, {})", VALUE, often)
        case N.Half():
            return expr("{} // pow(2, {})", VALUE, often)
    return expr("{} * pow({}, {})", VALUE, phrase.factor, often)


def is_itself(amount: N.Amount, subject: N.Node) -> bool:
    """Whether an amount is the number of a subject again: "the price of each spell is half of the price of it"."""
    again = amount.phrase if isinstance(amount, N.Value) else None
    if not isinstance(again, N.NounPhrase) or not isinstance(subject, N.NounPhrase):
        return False
    of = (N.Of(phrase=N.Pronoun(word="it")),) if subject.filters else ()
    alike = again.noun == subject.noun and again.determiner == subject.determiner
    return alike and again.filters == of and len(subject.filters) < 2
