"""Reading a node of the syntax tree: each field exactly once, with the values that the rule knows.

    with take(node) as t:
        t.only("negated", False)
        subject = t.child("subject")

Leaving the block with a field untaken raises, so does taking one twice: a field that is added to a class of nodes
breaks every rule that does not know it, at the first text. A value that no rule knows refuses the sentence (RW0620).
"""

from __future__ import annotations

from collections.abc import Container
from types import TracebackType
from typing import Final, TypeVar

from rulewright.language.nodes import Node, field_names
from rulewright.problems import RulewrightError, problem

T = TypeVar("T", bound=Node)


def refuse(code: str, node: Node, **words: object) -> RulewrightError:
    """The error of a sentence that cannot be bound, at a node."""
    span = node.span
    start, end = (span.start, span.end) if span else (0, 1)
    return RulewrightError(problem(code, offset=start, end=end, **words))  # type: ignore[arg-type]


class Untaken(AssertionError):
    """A rule that leaves a field unread, or reads one twice: a mistake of the binder, not of the text."""


class _Fields(dict[type[Node], frozenset[str]]):
    """The fields of each class of nodes that a rule must take."""

    def __missing__(self, kind: type[Node]) -> frozenset[str]:
        found = self[kind] = frozenset(field_names(kind)) - {"span"}
        return found


_FIELDS: Final = _Fields()


class Take:
    """The fields of one node that are still to be read."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._left = set(_FIELDS[node.__class__])

    def __enter__(self) -> Take:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None and self._left:
            raise Untaken(f"{type(self.node).__name__}: {', '.join(sorted(self._left))} not read")

    def _take(self, name: str) -> object:
        if name not in self._left:
            raise Untaken(f"{type(self.node).__name__}: {name} read twice, or no field of it")
        self._left.remove(name)
        return getattr(self.node, name)

    def _unknown(self, name: str, value: object) -> RulewrightError:
        part = value if isinstance(value, Node) else self.node
        found = type(value).__name__ if isinstance(value, Node) else str(value)
        where = type(self.node).__name__
        return refuse("RW0620", part, found=found.replace("_", " "), what=f"{where}.{name}")

    def flag(self, name: str) -> bool:
        """A field that is true or false, where the rule knows both."""
        value = self._take(name)
        if not isinstance(value, bool):
            raise self._unknown(name, value)
        return value

    def none(self, name: str) -> None:
        """A field that this rule cannot make anything of: it must be empty."""
        value = self._take(name)
        if value is not None and value != () and value is not False:
            raise self._unknown(name, value)

    def only(self, name: str, *known: str | None) -> str | None:
        """A word of the language, of which the rule knows these."""
        value = self._take(name)
        if value is not None and not isinstance(value, str) or value not in known:
            raise self._unknown(name, value)
        return value

    def word(self, name: str, known: Container[str] = ()) -> str:
        """A word of the lexicon."""
        value = self._take(name)
        if not isinstance(value, str) or value not in known:
            raise self._unknown(name, value)
        return value

    def any_word(self, name: str) -> str:
        """A word that the rule judges by itself."""
        value = self._take(name)
        if not isinstance(value, str):
            raise self._unknown(name, value)
        return value

    def words(self, name: str, known: Container[str]) -> tuple[str, ...]:
        """Several words of the lexicon or of a list that the rule knows."""
        value = self._take(name)
        if not isinstance(value, tuple):
            raise self._unknown(name, value)
        for item in value:
            if not isinstance(item, str) or item not in known:
                raise self._unknown(name, item)
        return value

    def number(self, name: str) -> int:
        """A number that is written out."""
        value = self._take(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._unknown(name, value)
        return value

    def maybe_number(self, name: str) -> int | None:
        """A number that is written out, or none."""
        value = self._take(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise self._unknown(name, value)
        return value

    def figure_or(self, name: str, kind: type[T]) -> int | T | None:
        """A number that is written out, a node of a class, or none."""
        value = self._take(name)
        if value is not None and not isinstance(value, int | kind) or isinstance(value, bool):
            raise self._unknown(name, value)
        return value

    def child(self, name: str, kind: type[T]) -> T:
        """A node of a class."""
        value = self._take(name)
        if not isinstance(value, kind):
            raise self._unknown(name, value)
        return value

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """A node of a class, or none."""
        value = self._take(name)
        if value is not None and not isinstance(value, kind):
            raise self._unknown(name, value)
        return value

    def children(self, name: str, kind: type[T]) -> tuple[T, ...]:
        """Several nodes of a class."""
        value = self._take(name)
        if not isinstance(value, tuple):
            raise self._unknown(name, value)
        for item in value:
            if not isinstance(item, kind):
                raise self._unknown(name, item)
        return value

    def noun(self, name: str, known: Container[str], kind: type[T]) -> str | T:
        """A noun of the lexicon or a node of a class: a group of nouns."""
        value = self._take(name)
        if isinstance(value, kind) or (isinstance(value, str) and value in known):
            return value
        raise self._unknown(name, value)


def take(node: Node) -> Take:
    """Begin to read a node; see the module."""
    return Take(node)
