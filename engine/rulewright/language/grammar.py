"""Reads a grammar file: Lark's EBNF with field labels and with aliases that name a node class.

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
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace

from rulewright.language import nodes
from rulewright.language.problems import GrammarError, Problem, problem


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of an alternative. A literal is a terminal whose name is its words in quotes."""

    name: str
    label: str | None = None

    @property
    def terminal(self) -> bool:
        """Whether this is a terminal: a literal or an upper-case name."""
        return self.name[0] == '"' or self.name.lstrip("_")[0].isupper()

    @property
    def literal(self) -> str | None:
        """The words of a literal."""
        return self.name[1:-1] if self.name[0] == '"' else None

    @property
    def rule(self) -> str:
        """The rule's name without the mood."""
        return self.name.partition("__")[0]

    @property
    def mood(self) -> str | None:
        """The form of the verbs below, if this symbol sets it."""
        return self.name.partition("__")[2] or None


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives in brackets; optional: `[ ]` or `?`; many: `*` or `+`."""

    branches: tuple[Sequence[Item], ...]
    optional: bool = False
    many: bool = False


Item = Symbol | Group


@dataclass(frozen=True, slots=True)
class Alternative:
    """One alternative as written."""

    rule: str
    items: tuple[Item, ...]
    alias: str | None = None
    constants: tuple[tuple[str, object], ...] = ()
    line: int = 0

    @property
    def node_class(self) -> type[nodes.Node] | None:
        """The class that the alias names."""
        return NODE_CLASSES.get(self.alias) if self.alias else None

    def __str__(self) -> str:
        return f"{self.rule}: {' '.join(map(show, self.items))}" + (f" -> {self.alias}" if self.alias else "")


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


def show(item: Item) -> str:
    """An item as it would stand in the file."""
    if isinstance(item, Symbol):
        return f"{item.label}={item.name}" if item.label else item.name
    body = " | ".join(" ".join(map(show, branch)) for branch in item.branches)
    return (
        f"({body})"
        + {(False, False): "", (True, False): "?", (True, True): "*", (False, True): "+"}[item.optional, item.many]
    )


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


NODE_CLASSES: Mapping[str, type[nodes.Node]] = {
    _snake(name): item for name, item in vars(nodes).items() if isinstance(item, type) and issubclass(item, nodes.Node)
}
ALIASES: Mapping[type[nodes.Node], str] = {item: name for name, item in NODE_CLASSES.items()}


# ------------------------------------------------------------------ what a class may hold


@dataclass(frozen=True, slots=True)
class FieldKind:
    """What a field of a node holds."""

    many: bool
    optional: bool
    kinds: tuple[type, ...]  # node classes, str, int, bool
    default: object = field(default=MISSING)


def _field_kinds(node_class: type[nodes.Node]) -> dict[str, FieldKind]:
    hints = typing.get_type_hints(node_class)
    found = {}
    for item in fields(node_class):
        if item.name == "span":
            continue
        hint, many, optional = hints[item.name], False, False
        if typing.get_origin(hint) is tuple:
            many, hint = True, typing.get_args(hint)[0]
        kinds = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
        if type(None) in kinds:
            optional, kinds = True, tuple(k for k in kinds if k is not type(None))
        found[item.name] = FieldKind(many, optional, kinds, item.default)
    return found


FIELDS: Mapping[type[nodes.Node], Mapping[str, FieldKind]] = {item: _field_kinds(item) for item in ALIASES}


# ------------------------------------------------------------------ reading

_TOKEN = re.compile(
    r"""(?P<space>[ \t]+|//[^\n]*)|(?P<newline>\n)|(?P<string>"[^"\n]+")|(?P<arrow>->)"""
    r"""|(?P<declare>%declare\b)|(?P<number>\d+)|(?P<name>\??[A-Za-z_][A-Za-z_0-9]*)|(?P<mark>[:|()\[\]*+?={},])"""
)


class _Reader:
    """Recursive descent over the tokens of one file."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.line = file, 1
        self.tokens: list[tuple[str, str, int]] = []
        self.uses: set[tuple[str, ...]] = set()  # of templates: name and arguments
        place = 0
        line = 1
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise GrammarError(problem("RW0510", file=file, line=line, found=text[place], wanted="a rule"))
            kind = str(match.lastgroup)
            if kind == "mark" and match.group() in "|)]":  # an alternative goes on over line ends and comments
                while self.tokens and self.tokens[-1][0] == "newline":
                    self.tokens.pop()
            if kind != "space":
                self.tokens.append((kind, match.group(), line))
            line += match.group().count("\n")
            place = match.end()
        self.tokens.append(("end", "", line))
        self.index = 0

    def peek(self, value: str | None = None, kind: str | None = None) -> bool:
        token = self.tokens[self.index]
        return (value is None or token[1] == value) and (kind is None or token[0] == kind)

    def take(self, value: str | None = None, kind: str | None = None) -> str:
        found_kind, found, line = self.tokens[self.index]
        if not self.peek(value, kind):
            raise GrammarError(problem("RW0510", file=self.file, line=line, found=found, wanted=value or kind))
        self.index += 1
        self.line = line
        return found

    def rules(self, extra: Sequence[Alternative]) -> Iterator[Alternative]:
        """All alternatives, `extra` ones too; those of templates once for each use."""
        plain: list[Alternative] = []
        templates: dict[str, tuple[list[str], list[Alternative]]] = {}
        while not self.peek(kind="end"):
            if self.peek(kind="newline"):
                self.take()
            elif self.peek(kind="declare"):
                while not self.peek(kind="newline"):
                    self.take()
            else:
                name = self.take(kind="name").lstrip("?")
                parameters = self.arguments()
                self.take(":")
                found = [self.alternative(name)]
                while self.peek("|"):
                    self.take()
                    found.append(self.alternative(name))
                if parameters:
                    templates[name] = parameters, found
                else:
                    plain += found
        for item in extra:
            name, *parameters = re.findall(r"\w+", item.rule)
            if parameters:
                templates.setdefault(name, (parameters, []))[1].append(item)
            else:
                plain.append(item)
        made: set[tuple[str, ...]] = set()
        for item in plain:
            yield replace(item, items=tuple(self.filled(x, {}) for x in item.items))
        while self.uses - made:
            for name, *arguments in sorted(self.uses - made):
                made.add((name, *arguments))
                parameters, alternatives = templates.get(name, ([], []))
                values = dict(zip(parameters, arguments, strict=False))
                for item in alternatives:
                    items = tuple(self.filled(x, values) for x in item.items)
                    yield replace(item, rule=_instance(name, arguments), items=items)

    def arguments(self) -> list[str]:
        """`{a, b}`, if it stands here."""
        found: list[str] = []
        if self.peek("{"):
            self.take()
            while not self.peek("}"):
                found.append(self.take(kind="name"))
                if self.peek(","):
                    self.take()
            self.take("}")
        return found

    def filled(self, item: Item, values: Mapping[str, str]) -> Item:
        """An item of a template with its parameters replaced."""
        if isinstance(item, Symbol):
            name, *arguments = re.findall(r"\w+", item.name) if "{" in item.name else [values.get(item.name, item.name)]
            if arguments:
                arguments = [values.get(a, a) for a in arguments]
                self.uses.add((name, *arguments))
            return Symbol(_instance(name, arguments), item.label)
        return Group(tuple(tuple(self.filled(x, values) for x in b) for b in item.branches), item.optional, item.many)

    def alternative(self, rule: str) -> Alternative:
        line = self.tokens[self.index][2]
        items = self.items()
        alias: str | None = None
        constants: list[tuple[str, object]] = []
        if self.peek(kind="arrow"):
            self.take()
            if self.peek(kind="name"):
                alias = self.take()
            if self.peek("("):
                self.take()
                while not self.peek(")"):
                    key = self.take(kind="name")
                    self.take("=")
                    value = self.take(kind="number" if self.peek(kind="number") else "name")
                    known: dict[str, object] = {"true": True, "false": False}
                    constants.append((key, int(value) if value.isdigit() else known.get(value, value)))
                    if self.peek(","):
                        self.take()
                self.take(")")
        return Alternative(rule, tuple(items), alias, tuple(constants), line)

    def items(self) -> list[Item]:
        found: list[Item] = []
        while self.peek(kind="name") or self.peek(kind="string") or self.peek("(") or self.peek("["):
            found.append(self.item())
        return found

    def item(self) -> Item:
        label = None
        if self.peek(kind="name") and self.tokens[self.index + 1][1] == "=":
            label = self.take()
            self.take("=")
        item: Item
        if self.peek("(") or self.peek("["):
            optional = self.take() == "["
            branches = [tuple(self.items())]
            while self.peek("|"):
                self.take()
                branches.append(tuple(self.items()))
            self.take("]" if optional else ")")
            if label:
                branches = [tuple(_labelled(item, label) for item in branch) for branch in branches]
            item = Group(tuple(branches), optional=optional)
        else:
            name = self.take()
            arguments = self.arguments()
            item = Symbol(f"{name}{{{','.join(arguments)}}}" if arguments else name, label)
        for mark in "?*+":
            if self.peek(mark):
                self.take()
                again: tuple[Sequence[Item], ...] = item.branches if isinstance(item, Group) else ((item,),)
                item = Group(again, optional=mark != "+", many=mark != "?")
        return item


def _instance(name: str, arguments: Sequence[str]) -> str:
    return f"{name}{{{','.join(arguments)}}}" if arguments else name


def _labelled(item: Item, label: str) -> Item:
    if isinstance(item, Symbol):
        return Symbol(item.name, item.label or label)
    return Group(
        tuple(tuple(_labelled(x, label) for x in branch) for branch in item.branches), item.optional, item.many
    )


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
        for item in _Reader(text, file).rules(extra):
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
                choices: list[tuple[Symbol, ...]] = [(item if item.terminal else Symbol(item.rule, item.label),)]
            else:
                choices = [s for branch in item.branches for s in self._sequences(branch, source)]
                if item.many:
                    choices = [(Symbol(self._repetition(choices, source)),)]
                if item.optional:
                    choices.append(())
            found = [(*before, *choice) for before in found for choice in choices]
        return found

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
