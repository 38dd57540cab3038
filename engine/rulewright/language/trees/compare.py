"""Compare two trees and name the node that differs, to prove or refute a translation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from rulewright.language.nodes import Node, Span


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `path`: the fields that lead to it; `found` and `wanted`: what the trees have there.

    spans: in each of the two texts, where the innermost words stand that hold it, if that is known.
    """

    path: str
    found: str
    wanted: str
    spans: tuple[Span | None, Span | None] = field(default=(None, None), compare=False)

    def __str__(self) -> str:
        return f"{self.path or 'the text'}: {self.found}, should be {self.wanted}"


def compare(found: Node, wanted: Node) -> list[Difference]:
    """Every difference between a tree and the one it should be; empty if they mean the same.

    >>> from rulewright.language.nodes import Number, Plus
    >>> three = Plus(left=Number(value=1), right=Number(value=2))
    >>> print(*compare(three, Plus(left=Number(value=1), right=Number(value=3))))
    plus right number value: 2, should be 3
    """
    return list(_differences(found, wanted, "", (None, None)))


def _differences(
    found: object, wanted: object, path: str, spans: tuple[Span | None, Span | None]
) -> Iterator[Difference]:
    if found == wanted:
        return
    first, second = (part.span if isinstance(part, Node) else None for part in (found, wanted))
    spans = first or spans[0], second or spans[1]
    if isinstance(found, Node) and isinstance(wanted, Node) and type(found) is type(wanted):
        here = f"{path} {_name(found)}".strip()
        for item in fields(found):
            if item.name != "span":
                yield from _differences(
                    getattr(found, item.name), getattr(wanted, item.name), f"{here} {item.name}", spans
                )
    elif isinstance(found, tuple) and isinstance(wanted, tuple) and len(found) == len(wanted):
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(one, other, f"{path} {index + 1}" if len(found) > 1 else path, spans)
    else:
        yield Difference(path, shown(found), shown(wanted), spans)


def _name(node: Node) -> str:
    """The class in small letters: `noun phrase`."""
    name = type(node).__name__
    return "".join(f" {c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def shown(value: object) -> str:
    """A value in few words: a node by its class and plain fields."""
    if isinstance(value, Node):
        held = ((item.name, getattr(value, item.name)) for item in fields(value))
        words = (
            (name, part) for name, part in held if isinstance(part, str | int) and part is not False and part != ""
        )
        plain = [name if part is True else str(part) for name, part in words]
        return " ".join([_name(value), *plain])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(shown, value)) or "nothing"
    return "nothing" if value is None else str(value)
