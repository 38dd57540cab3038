"""A component copied under another id in its file, all else of which stays as it is."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import yaml

from rulewright import disk
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.yaml_reader import plain

OF_ITS_OWN = ("rules", "provenance")
"""Keys that tell where a component comes from: one that is made from it comes from elsewhere."""


def id_for(name: str, taken: Container[str]) -> str:
    """An id for what has a name: of its letters and digits, and with a number where there is one already."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    made = made if made[:1].isalpha() else f"new_{made}".rstrip("_")
    return next(one for one in (made, *(f"{made}_{n}" for n in range(2, 10_000))) if one not in taken)


def copy_component(content: Content, component: str, new: str, name: str) -> Path:
    """Write a copy of a component behind it, with an id and a name of its own; return its file.

    Raises:
        RulewrightError: RW0833, the file is written in a way in which nothing can be copied; RW0807.
    """
    refused = RulewrightError(problem("RW0833", found=component))
    source = content.source(("components", component))
    before: Any = plain(source[0].text) if source is not None else None
    old = next((entry for entry in before if entry.get("id") == component), None) if isinstance(before, list) else None
    if source is None or not isinstance(before, list) or old is None or "\n" in name:
        raise refused
    wanted = {key: value for key, value in old.items() if key not in OF_ITS_OWN} | {"id": new}
    wanted |= {"name": name} if "name" in old else {}
    file, lines = Path(source[0].file), source[0].text.split("\n")
    now = _with_copy(lines, component, wanted)
    try:
        after = plain("\n".join(now))
    except yaml.YAMLError:
        raise refused from None
    if after != [one for entry in before for one in ([entry, wanted] if entry is old else [entry])]:
        raise refused
    raw, text = disk.read(file), "\n".join(now)
    mark = raw[:3] if raw.startswith(b"\xef\xbb\xbf") else b""
    disk.write(file, mark + (text.replace("\n", "\r\n") if b"\r\n" in raw else text).encode())
    return file


def _with_copy(lines: list[str], component: str, wanted: Mapping[str, Any]) -> list[str]:
    """The lines of a file with a copy of one of its entries, which says what is wanted; as they are if it has none."""
    start = rf"(\s*)- (\{{)?id: *{component}\b"
    first, found = next(((at, match) for at, line in enumerate(lines) if (match := re.match(start, line))), (0, None))
    if found is None:
        return lines
    indent = found[1]
    if found[2]:  # an entry of one line
        said = yaml.safe_dump(dict(wanted), default_flow_style=True, width=10**6, sort_keys=False, allow_unicode=True)
        return [*lines[: first + 1], f"{indent}- {said.strip()}", *lines[first + 1 :]]
    end = next((at for at in range(first + 1, len(lines)) if _ends(lines[at], len(indent))), len(lines))
    while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"):
        end -= 1
    deep = f"{indent}  "
    block = [f"{indent}- id: {wanted['id']}"]
    for line in lines[first + 1 : end]:
        key = line[len(deep) :].split(":")[0] if line.startswith(deep) else ""
        if key == "name":
            name = str(wanted["name"])
            said = name if re.fullmatch(r"[^\W\d_][\w ]*", name) else json.dumps(name, ensure_ascii=False)
            block.append(f"{deep}name: {said}")
        elif key not in OF_ITS_OWN:
            block.append(line)
    return [*lines[:end], "", *block, *lines[end:]]


def _ends(line: str, indent: int) -> bool:
    """Whether an entry of a list ends before a line."""
    return bool(line.strip()) and not line.lstrip().startswith("#") and len(line) - len(line.lstrip()) <= indent
