"""Read a grammar file without a fault in one pass over its words; whatever is unusual is left to Lark.

The notation is that of `grammar_reader.py`, in which each method of the reader stands for one rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol, instance

_TOKEN: Final = re.compile(
    r"""(?:[ \t]++|//[^\n]*+)*+
    (?: (?P<across>(?:[ \t]*(?://[^\n]*)?\n)*[ \t]*[|)\]]) | (?P<line>(?:[ \t]*(?://[^\n]*)?\n)+)
      | (?P<name>[A-Za-z_][A-Za-z_0-9]*) | (?P<words>"[^"\n]+") | (?P<number>[0-9]+)
      | (?P<mark>[*+]) | (?P<sign>->|%declare|[:={},([?]) )""",
    re.VERBOSE,
)
_END: Final = ("end", "", 0)
_VALUES: Final[dict[str, object]] = {"true": True, "false": False}


class _Unusual(Exception):
    """What is not expected here: Lark says what is wrong with it, if anything is."""


def read_quickly(text: str) -> Sequence[Alternative] | None:
    """All alternatives of a grammar file, as written and in their order; None where it is not sure what is meant."""
    try:
        return _Reader(text).definitions()
    except _Unusual:
        return None


def _tokens(text: str) -> list[tuple[str, str, int]]:
    """The words of a file: (kind, word, line). What goes on over line ends is told by its last character."""
    found, place, line = [], 0, 1
    text = text.rstrip(" \t")
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise _Unusual
        kind, word = str(match.lastgroup), match[match.lastgroup or 0]
        found.append((word[-1] if kind in ("across", "mark") else kind, word, line))
        line += text.count("\n", place, match.end())
        place = match.end()
    return [*found, _END]


class _Reader:
    """Goes through the words of a file; each method reads one rule of the notation."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.place = 0

    def kind(self) -> str:
        """The kind of the next word: for a sign, the sign itself."""
        kind, word, _ = self.tokens[self.place]
        return word if kind == "sign" else kind

    def take(self, kind: str) -> str:
        """The next word, which must be of a kind."""
        if self.kind() != kind:
            raise _Unusual
        self.place += 1
        return self.tokens[self.place - 1][1]

    def taken(self, kind: str) -> bool:
        """Whether the next word is of a kind; then it is behind us."""
        if self.kind() != kind:
            return False
        self.place += 1
        return True

    def definitions(self) -> list[Alternative]:
        """The whole file."""
        found: list[Alternative] = []
        self.taken("line")
        while self.kind() != "end":
            if self.taken("%declare"):
                self.take("name")
                while self.taken("name"):
                    pass
            else:
                found += self.rule()
            if self.kind() != "end":
                self.take("line")
        return found

    def rule(self) -> list[Alternative]:
        """A rule: the alternatives of a name."""
        self.taken("?")
        line = self.tokens[self.place][2]
        name = self.take("name")
        rule = instance(name, self.parameters())
        self.take(":")
        found = [self.alternative(rule, line)]
        while self.taken("|"):
            found.append(self.alternative(rule, line))
        return found

    def parameters(self) -> list[str]:
        """What stands in braces behind a name."""
        found: list[str] = []
        if self.taken("{"):
            found.append(self.take("name"))
            while self.taken(","):
                found.append(self.take("name"))
            self.take("}")
        return found

    def alternative(self, rule: str, line: int) -> Alternative:
        """One alternative of a rule; line: that of the rule, for one without a word."""
        first = self.place
        items = self.items()
        alias: str | None = None
        constants: tuple[tuple[str, object], ...] = ()
        if self.taken("->"):
            if self.kind() == "name":
                alias = self.take("name")
            if self.kind() == "(" or alias is None:
                constants = self.constants()
        told = (self.tokens[place] for place in range(first, self.place))
        line = next((at for kind, _, at in told if kind in ("name", "words", "number", "*", "+")), line)
        return Alternative(rule, items, alias, constants, line)

    def constants(self) -> tuple[tuple[str, object], ...]:
        """The fields that an alias has always alike."""
        found: list[tuple[str, object]] = []
        self.take("(")
        while self.kind() == "name":
            key = self.take("name")
            self.take("=")
            value = self.take("number" if self.kind() == "number" else "name")
            found.append((key, int(value) if value.isdigit() else _VALUES.get(value, value)))
            if not self.taken(","):
                break
        self.take(")")
        return tuple(found)

    def items(self, label: str | None = None) -> tuple[Item, ...]:
        """The items up to what ends a branch."""
        found: list[Item] = []
        while self.kind() in ("name", "words", "(", "["):
            found.append(self.item(label))
        return tuple(found)

    def item(self, label: str | None) -> Item:
        """An item; what is in labelled brackets has the label of the brackets unless it has its own."""
        if self.kind() == "name" and self.tokens[self.place + 1][1] == "=":
            label = self.take("name")
            self.take("=")
        inner = self.unit(label)
        mark = self.kind()
        if mark not in ("*", "+"):
            return inner
        self.take(mark)
        again = inner.branches if isinstance(inner, Group) else ((inner,),)
        return Group(again, optional=mark == "*", many=True)

    def unit(self, label: str | None) -> Item:
        """A symbol or a group."""
        if self.kind() == "words":
            return Symbol(self.take("words"), label)
        if self.kind() == "name":
            return Symbol(instance(self.take("name"), self.parameters()), label)
        optional = self.taken("[")
        if not optional:
            self.take("(")
        branches = [self.items(label)]
        while self.taken("|"):
            branches.append(self.items(label))
        self.take("]" if optional else ")")
        return Group(tuple(branches), optional=optional)
