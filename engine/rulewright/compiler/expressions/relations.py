"""What the relations of the lexicon mean: whether one thing is related to another, and what a relation reaches."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, Name, both
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.layout.layout import as_list, reaches
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N


class Relations:
    """The functions of one program's relations."""

    def __init__(self, s: Services, x: Expressions) -> None:
        self.source = s.source
        self.layout = s.layout
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.x = x

    def relation(self, name: str) -> str:
        """The function that tests a relation: (s, one, other, you)."""
        entry = self.source.relations[name]

        def write() -> Expr:
            kind, other = entry["of"], entry["with"]
            if reaches(entry):
                return expr("a in {}(s, b, you)", self.closure(name))
            scope = Scope(Name("a" if self.source.type_of(kind) == "player" else "you"))
            scope.bind(kind, Ref(Name("a"), self.source.type_of(kind), kind))
            scope.bind(other, Ref(Name("b"), self.source.type_of(other), other))
            return self.x.conditions.block_condition(self.texts.means("relations", name), scope)

        return self.module.function(f"rel_{name}", ("s", "a", "b", "you"), write)

    def closure(self, name: str) -> str:
        """The function that lists what a relation reaches step by step, without where it starts: (s, from, you)."""
        entry = self.source.relations[name]
        word = self.texts.word("relations", name)

        def write() -> Body:
            if word.direction is not None:
                scope = Scope(Name("you"))
                scope.bind(entry["with"], Ref(Name("b"), self.source.type_of(entry["with"]), entry["with"]))
                ahead = self.module.constant(self.layout.ahead, "AHEAD")
                way = self.x.amounts.amount(self.texts.amount(word.direction, scope), scope)
                return stmts("y = {}.get((b, {})); return [] if y is None else [y]", ahead, way)
            if word.tile is not None:
                spaces = "BESIDE" if entry.get("beside") else "UNDER"
                return stmts("return {}(*{})", spaces, self.laid(word, Name("b")))
            if entry.get("through"):
                return self._chains(name)
            return self._step_by_step(entry, word)

        return self.module.function(f"all_{name}", ("s", "b", "you"), write)

    def _step_by_step(self, entry: dict[str, Any], word: Any) -> Body:
        """The search along the relations of which a relation is the closure, at most so many steps far."""
        kind = entry["of"]
        scope = Scope(Name("you"))
        scope.bind(kind, Ref(Name("y"), self.source.type_of(kind), kind))
        within: Expr = TRUE
        if word.within is not None:
            within = self.x.conditions.block_condition(word.within, scope)
        steps: Body = ()
        for base in as_list(entry["closure"]):
            if reaches(self.source.relations[base]):
                ways, step = expr("{}(s, x, you)", self.closure(base)), expr("True")
            else:
                ways = self.x.sources.near(Name("x"))
                step = expr("{}(s, x, y, you)", self.relation(base))
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
            """, self.x.amounts.amount(self.texts.amount(word.most), Scope(Name("you"))), steps,
        )  # fmt: skip

    def laid(self, word: Any, at: Expr) -> tuple[Expr, Expr, Expr]:
        """A tile, the space where its first place lies, and how often it is turned."""
        x = self.x
        scope = Scope(Lit(0))
        turned = Lit(0) if word.turned is None else x.amounts.amount(self.texts.amount(word.turned, scope), scope)
        tile = x.references.ref(self.texts.phrase(word.tile, scope), scope)
        if not self.layout.tiles.said(tile.noun, "cells"):
            raise refuse(word.tile.tree, "this is no tile", "Give its kind `cells` and a `shape`.", code="RW0603")
        return tile.expr, at, turned

    def _chains(self, name: str) -> Body:
        """A relation `through` spaces: next to it, or at the other end of a chain of at most so many such spaces.

        What lies at the ends is looked for once for each set of spaces through which chains may go: where they are all
        spaces of a kind that set never changes, otherwise it seldom does.
        """
        word = self.texts.word("relations", name)
        x = self.x
        phrase = self.texts.phrase(word.through)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "a chain goes through spaces", code="RW0603")
        most = (
            x.amounts.amount(self.texts.amount(word.most), Scope(Name("you")))
            if word.most is not None
            else Name("HUGE")
        )
        fixed = not phrase.filters and not phrase.adjectives and not self.source.nouns[phrase.noun].get("means")
        known = self.module.constant({}, f"CHAINS_{name}")
        if fixed:
            key, inside = expr("(b, most)"), expr("{}[y]", self.tables.member(phrase.noun))
            through: Body = ()
        else:
            key, inside = expr("(b, most, through)"), expr("y in inside")
            through = stmts("through = {}(s, you)", self._through(name, phrase))
        search = stmts(
            """
            {}
            seen = {{b}}; edge = [b]; found = set(ADJ[b])
            for _ in range(most):
                edge = list(dict.fromkeys(y for x in edge for y in ADJ[x] if {}))
                if not edge: break
                seen.update(edge)
                for x in edge: found.update(ADJ[x])
            ends = KEEP({}, {}, tuple(sorted(found - {{b}})))
            """,
            () if fixed else stmts("inside = set(through)"), both(expr("y not in seen"), inside),
            known, key,
        )  # fmt: skip
        linked: Body = ()
        if self.layout.links:
            linked = stmts("if b in LINKS: return tuple(sorted({{*ends, *{}}}))", x.sources.near(Name("b")))
        return (
            *stmts("most = {}", most), *through, *stmts("ends = {}.get({})", known, key),
            *stmts("if ends is None: {}", search), *linked, *stmts("return ends"),
        )  # fmt: skip

    def _through(self, name: str, phrase: N.NounPhrase) -> str:
        """The function that lists the spaces through which a relation's chains may go now: (s, you)."""
        spaces = self.x.selections
        return self.module.function(
            f"through_{name}",
            ("s", "you"),
            lambda: expr("tuple({})", spaces.each(phrase, Scope(Name("you")), Name("y")).picked()),
        )
