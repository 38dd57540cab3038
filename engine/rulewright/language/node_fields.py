"""Node classes by their names in grammar files, and the types that each field accepts."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, field, fields

from rulewright.language import nodes
from rulewright.language.records import dataclass


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


NODE_CLASSES: Mapping[str, type[nodes.Node]] = {
    _snake(name): item for name, item in vars(nodes).items() if isinstance(item, type) and issubclass(item, nodes.Node)
}
ALIASES: Mapping[type[nodes.Node], str] = {item: name for name, item in NODE_CLASSES.items()}


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
