"""The comments of a file of texts: kept beside the keys that they stand at when the file is written anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import yaml

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comments:
    """What a file says behind `#`.

    Attributes:
        head: the comment that the file begins with.
        before: the lines above a key, by its path; beside: what stands behind it on its line.
        last: the lines that no key follows.
    """

    head: str = ""
    before: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)
    beside: Mapping[Path, str] = field(default_factory=dict)
    last: tuple[str, ...] = ()


NO_COMMENTS = Comments()


def comments(text: str) -> Comments:
    """The comments of a file of texts.

    >>> found = comments("# Ours\\n\\ntitle: Ernte  # or Lese\\n# a name\\ncomponents:\\n  mill: {name: Mühle}\\n")
    >>> found.head, dict(found.before), dict(found.beside)
    ('# Ours', {('components',): ('# a name',)}, {('title',): '# or Lese'})
    """
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    root = yaml.compose(text, yaml.SafeLoader)
    before: dict[Path, tuple[str, ...]] = {}
    beside: dict[Path, str] = {}
    start = first
    for path, key, value, flow in _keys(root, ()) if isinstance(root, yaml.MappingNode) else ():
        line = key.start_mark.line
        opening = lines[value.start_mark.line][value.start_mark.column :]
        opened = isinstance(value, yaml.MappingNode) and opening.lstrip("{ ").startswith("#")  # "mill: {  # ours"
        if found := _comments([*lines[start:line], *([opening.lstrip("{ ")] if opened else [])]):
            before[path] = found
        block = value.style in ("|", ">") if isinstance(value, yaml.ScalarNode) else not getattr(value, "flow_style", 0)
        flat = not block
        behind = lines[value.end_mark.line][value.end_mark.column :] if flat else lines[line][key.end_mark.column :]
        sign = "," if flow else "" if flat else ":|>+-123456789"
        if (told := behind.lstrip(" " + sign)).startswith("#"):
            beside[path] = told
        ends = isinstance(value, yaml.ScalarNode)
        start = max(start, line + 1, value.end_mark.line + (flow and ends) if ends else 0)
    return Comments("\n".join(lines[:first]), before, beside, _comments(lines[start:]))


def _keys(node: yaml.MappingNode, path: Path) -> Iterator[tuple[Path, yaml.Node, yaml.Node, bool]]:
    """Each key of a mapping, as they follow each other, with its path and value, and whether it stands inside `{…}`."""
    inside = bool(node.flow_style)
    for key, value in node.value:
        yield (*path, str(key.value)), key, value, inside
        if isinstance(value, yaml.MappingNode):
            yield from _keys(value, (*path, str(key.value)))


def _comments(lines: list[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines if line.lstrip().startswith("#"))
