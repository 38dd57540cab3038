"""What a grammar file says: alternatives of symbols and groups, with field labels and aliases that name a node class.

`grammar_reader.py` reads them, `productions.py` says what they mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language import nodes
from rulewright.language.node_fields import NODE_CLASSES
from rulewright.language.records import dataclass


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
    """One alternative as written. That of a template names its parameters: `rule{a,b}`."""

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


def show(item: Item) -> str:
    """An item as it would stand in the file."""
    if isinstance(item, Symbol):
        return f"{item.label}={item.name}" if item.label else item.name
    body = " | ".join(" ".join(map(show, branch)) for branch in item.branches)
    return (
        f"({body})"
        + {(False, False): "", (True, False): "?", (True, True): "*", (False, True): "+"}[item.optional, item.many]
    )


def instance(name: str, arguments: Sequence[str]) -> str:
    """The name of a template with arguments: `rule{subject}`; of a plain rule, its name."""
    return f"{name}{{{','.join(arguments)}}}" if arguments else name
