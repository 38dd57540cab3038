"""The productions of a language, from its grammar file and the verbs of a lexicon; each builds a node.

`grammar/core.<lang>.lark` is Lark EBNF plus two things that Lark has not: `field=symbol` puts what the symbol yields
into a field of the node, and an alias names the class in snake case, with constants if need be:
`-> change(relation=higher)`.
The printer walks the alternatives as they are written; the parser needs them without `[ ]`, `( )`, `?`, `*` and `+`,
which is what `productions` yields. Three kinds of rule follow from this:

* an alternative with an alias builds a node of that class;
* one without alias in a rule named `_x` hands its fields to the rule that uses it (a *bundle*);
* any other one without alias hands on the one value it has.

Templates are Lark's: `rule{a}: … a …` and `rule{subject}`. A rule name `x__mood` is the rule `x` printed with the verb
in that form; for the parser both are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulewright.language import nodes
from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol, instance, show
from rulewright.language.grammar.grammar_reader import read_grammar
from rulewright.language.node_fields import FIELDS
from rulewright.language.records import dataclass, replace
from rulewright.problems import GrammarError, Problem, problem


@dataclass(frozen=True, slots=True)
class Styled(Symbol):
    """A symbol of a production that names the form of what is below it; only those who ask for it see it."""

    style: str = ""


@dataclass(frozen=True, slots=True)
class Production:
    """One production in plain BNF; `source` is the alternative that it came from."""

    rule: str
    symbols: tuple[Symbol, ...]
    source: Alternative
    helper: bool = False  # of a repetition: always a bundle

    @property
    def bundle(self) -> bool:
        """Whether it yields fields instead of a value."""
        return self.helper or (self.source.rule.startswith("_") and self.source.alias is None)

    def __str__(self) -> str:
        return f"{self.rule}: {' '.join(s.literal or s.name for s in self.symbols)}" + (
            f" -> {self.source.alias}" if self.source.alias and not self.helper else ""
        )


# ------------------------------------------------------------------ templates


class _Templates:
    """Fills templates: an alternative of `rule{a}` becomes one of `rule{subject}` for each such use."""

    def __init__(self, alternatives: Sequence[Alternative]) -> None:
        self.plain = [item for item in alternatives if "{" not in item.rule]
        self.templates: dict[str, tuple[list[str], list[Alternative]]] = {}
        for item in alternatives:
            if "{" in item.rule:
                name, *parameters = _WORD.findall(item.rule)
                self.templates.setdefault(name, (parameters, []))[1].append(item)
        self.uses: set[tuple[str, ...]] = set()  # name and arguments

    def filled(self) -> Iterator[Alternative]:
        """All alternatives; those of templates once for each use."""
        for item in self.plain:
            yield replace(item, items=tuple(self._filled(x, {}) for x in item.items))
        made: set[tuple[str, ...]] = set()
        while self.uses - made:
            for name, *arguments in sorted(self.uses - made):
                made.add((name, *arguments))
                parameters, alternatives = self.templates.get(name, ([], []))
                values = dict(zip(parameters, arguments, strict=False))
                for item in alternatives:
                    items = tuple(self._filled(x, values) for x in item.items)
                    yield replace(item, rule=instance(name, arguments), items=items)

    def _filled(self, item: Item, values: Mapping[str, str]) -> Item:
        """An item with the parameters of its template replaced."""
        if isinstance(item, Symbol):
            name, *arguments = _WORD.findall(item.name) if "{" in item.name else [values.get(item.name, item.name)]
            if arguments:
                arguments = [values.get(a, a) for a in arguments]
                self.uses.add((name, *arguments))
            return Symbol(instance(name, arguments), item.label)
        return Group(tuple(tuple(self._filled(x, values) for x in b) for b in item.branches), item.optional, item.many)


_WORD = re.compile(r"\w+")


# ------------------------------------------------------------------ the grammar


class Grammar:
    """All alternatives of a language: of its core file and of a lexicon's verbs.

    Args:
        text: the grammar file.
        extra: alternatives made from a lexicon.
        file: its name for messages.

    Raises:
        GrammarError: the text cannot be read, or does not fit the node classes.
    """

    def __init__(self, text: str, extra: Sequence[Alternative] = (), file: str = "grammar") -> None:
        self.alternatives: dict[str, list[Alternative]] = {}
        for item in _Templates([*read_grammar(text, file), *extra]).filled():
            self.alternatives.setdefault(item.rule, []).append(item)
        self.file = file
        self._helpers: dict[str, str] = {}
        self.productions: list[Production] = []
        self._expand()
        self._check()

    # -------------------------------------------------------------- to BNF

    def _expand(self) -> None:
        for alternatives in self.alternatives.values():
            for source in alternatives:
                for symbols in self._sequences(source.items, source):
                    self.productions.append(Production(source.rule, symbols, source))

    def _sequences(self, items: Sequence[Item], source: Alternative) -> list[tuple[Symbol, ...]]:
        found: list[tuple[Symbol, ...]] = [()]
        for item in items:
            if isinstance(item, Symbol):
                choices: list[tuple[Symbol, ...]] = [(self._unstyled(item),)]
            else:
                choices = [s for branch in item.branches for s in self._sequences(branch, source)]
                if item.many:
                    choices = [(Symbol(self._repetition(choices, source)),)]
                if item.optional:
                    choices.append(())
            found = [(*before, *choice) for before in found for choice in choices]
        return found

    @staticmethod
    def _unstyled(item: Symbol) -> Symbol:
        """A symbol as the parser knows it: without the form of what is below."""
        if item.terminal:
            return item
        return Styled(item.rule, item.label, item.mood) if item.mood else Symbol(item.rule, item.label)

    def _repetition(self, choices: list[tuple[Symbol, ...]], source: Alternative) -> str:
        key = " | ".join(" ".join(map(show, choice)) for choice in choices)
        if key not in self._helpers:
            name = self._helpers[key] = f"_more{len(self._helpers)}"
            for choice in choices:
                self.productions.append(Production(name, choice, source, helper=True))
                self.productions.append(Production(name, (Symbol(name), *choice), source, helper=True))
        return self._helpers[key]

    # -------------------------------------------------------------- fitting the classes

    def _check(self) -> None:
        problems: list[Problem] = []

        def complain(source: Alternative, what: str) -> None:
            problems.append(problem("RW0511", file=self.file, line=source.line, found=str(source), wrong=what))

        known = {p.rule for p in self.productions}
        seen: dict[tuple[str, tuple[str, ...]], Production] = {}
        for production in self.productions:
            source = production.source
            key = (production.rule, tuple(s.name for s in production.symbols))
            if key in seen:
                complain(source, f"the same symbols as in {seen[key]}")
            seen[key] = production
            for symbol in production.symbols:
                if not symbol.terminal and symbol.name not in known:
                    complain(source, f"there is no rule {symbol.name}")
            if production.helper:
                continue
            if source.alias is None:
                values = [s for s in production.symbols if s.label or not s.terminal]
                if not production.bundle and (len(values) != 1 or values[0].label or values[0].name.startswith("_")):
                    complain(source, "without an alias it must hand on exactly one value")
                continue
            if source.node_class is None:
                complain(source, f"there is no node class for {source.alias}")
                continue
            for name, value in self._labels(production):
                kind = FIELDS[source.node_class].get(name)
                if kind is None:
                    complain(source, f"{source.node_class.__name__} has no field {name}")
                elif isinstance(value, Symbol) and not value.terminal:
                    wrong = [c for c in self.yields(value.name) if not issubclass(c, kind.kinds)]
                    if wrong:
                        complain(source, f"{name} cannot be {', '.join(sorted(c.__name__ for c in wrong))}")
            for symbol in production.symbols:
                if not symbol.terminal and not symbol.label and not self.bundles(symbol.name):
                    complain(source, f"{symbol.name} needs a label")
        if problems:
            raise GrammarError(*problems)

    def _labels(self, production: Production, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, object]]:
        """Every (field, symbol or constant) that a production can put into its node, bundles included."""
        yield from production.source.constants if not production.helper else ()
        for symbol in production.symbols:
            if symbol.label:
                yield symbol.label, symbol
            elif not symbol.terminal and symbol.name not in seen:
                for inner in self.productions_of(symbol.name):
                    if inner.bundle:
                        yield from self._labels(inner, seen | {symbol.name})

    def productions_of(self, rule: str) -> list[Production]:
        """The productions of a rule."""
        if not hasattr(self, "_by_rule"):
            self._by_rule: dict[str, list[Production]] = {}
            for production in self.productions:
                self._by_rule.setdefault(production.rule, []).append(production)
        return self._by_rule.get(rule, [])

    def bundles(self, rule: str) -> bool:
        """Whether a rule hands fields to its user."""
        return rule.startswith("_")

    def yields(self, rule: str) -> frozenset[type[nodes.Node]]:
        """The node classes that a rule can yield."""
        if not hasattr(self, "_yields"):
            found: dict[str, set[type[nodes.Node]]] = {p.rule: set() for p in self.productions}
            changed = True
            while changed:
                changed = False
                for production in self.productions:
                    if production.bundle:
                        continue
                    more: set[type[nodes.Node]] = set()
                    if production.source.node_class:
                        more = {production.source.node_class}
                    else:
                        more = {c for s in production.symbols if not s.terminal for c in found.get(s.name, ())}
                    if not more <= found[production.rule]:
                        found[production.rule] |= more
                        changed = True
            self._yields = {rule: frozenset(classes) for rule, classes in found.items()}
        return self._yields.get(rule, frozenset())
