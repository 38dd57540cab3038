"""Texts put into files that people write: everything else of the file, comments and order too, stays as it is."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from rulewright import disk
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.yaml_reader import plain


def replace_text(content: Content, path: tuple[str, ...], before: str, wanted: str, keys: tuple[str, ...]) -> Path:
    """Write a text in the place of one that is there.

    Args:
        path: of the text in the ruleset; before: what stands there; wanted: what shall.
        keys: where it stands in its file; the first names an entry of a list by its `id`, where the file is one.

    Returns:
        the file that was written.

    Raises:
        RulewrightError: RW0833, there is no text yet, or more than that text would change; RW0807.
    """
    old = before.rstrip("\n")
    if not old:
        raise RulewrightError(problem("RW0833", found=keys[0]))
    same = next((at for at, (a, b) in enumerate(zip(old, wanted, strict=False)) if a != b), min(len(old), len(wanted)))
    start = max(0, min(same, len(old) - 1))
    document, first, _ = content.text_span(path, start, start + 1)
    _, _, last = content.text_span(path, len(old) - 1, len(old))
    line = document.text.rfind("\n", 0, first) + 1
    indent = len(document.text[line:]) - len(document.text[line:].lstrip(" "))
    middle = wanted[start:].replace("\n", "\n" + " " * indent)
    now = document.text[:first] + middle + document.text[last:]
    file = Path(document.file)
    write_checked(file, now, keys, wanted + before[len(old) :])
    return file


def add_text(file: Path, keys: tuple[str, str, str], wanted: str) -> Path:
    """Write a text that a locale file lacks: (section, id, key).

    Raises:
        RulewrightError: RW0833, the file is written in a way in which nothing can be added; RW0807.
    """
    section, name, key = keys
    text = disk.read_text(file) if file.is_file() else ""
    lines = text.split("\n")
    head = next((at for at, line in enumerate(lines) if re.match(rf"{section}:\s*(#.*)?$", line)), None)
    block = [f"    {key}: |", *(f"      {line}" if line else "" for line in wanted.split("\n"))]
    if head is None:
        ended = text if text.endswith("\n") or not text else f"{text}\n"
        now = "\n".join([f"{ended}{section}:", f"  {name}:", *block, ""])
    else:
        entry = next((at for at in range(head + 1, len(lines)) if re.match(rf"  {re.escape(name)}:", lines[at])), None)
        end = next((at for at in range(head + 1, len(lines)) if re.match(r"[^\s#]", lines[at])), len(lines))
        if entry is None or entry > end:
            while not lines[end - 1].strip():
                end -= 1
            lines[end:end] = [f"  {name}:", *block]
        elif lines[entry].rstrip().endswith(":"):
            lines[entry + 1 : entry + 1] = block
        elif lines[entry].rstrip().endswith("}"):
            said = json.dumps(wanted, ensure_ascii=False)
            lines[entry] = f"{lines[entry].rstrip()[:-1].rstrip()}, {key}: {said}}}"
        now = "\n".join(lines)
    disk.make_folder(file.parent)
    write_checked(file, now, keys, wanted)
    return file


def write_checked(file: Path, now: str, keys: tuple[str, ...], wanted: Any) -> None:
    """Write a file whose text was edited, if that has changed one text in it and nothing else.

    Raises:
        RulewrightError: RW0833, it would change anything else; RW0807.
    """
    there = file.is_file()
    before = plain(disk.read_text(file)) if there else None
    try:
        after = plain(now)
    except yaml.YAMLError:
        raise RulewrightError(problem("RW0833", found=keys[0])) from None
    if not _equal(after, _with(before, keys, wanted)):
        raise RulewrightError(problem("RW0833", found=keys[0]))
    raw = disk.read(file) if there else b""  # its line ends and the mark at its start stay as they are
    mark = raw[:3] if raw.startswith(b"\xef\xbb\xbf") else b""
    disk.write(file, mark + (now.replace("\n", "\r\n") if b"\r\n" in raw else now).encode())


def _with(data: Any, keys: tuple[str, ...], wanted: Any) -> Any:
    """What a file says, with one text changed and nothing else."""
    data = copy.deepcopy(data)
    if isinstance(data, list):
        for entry in data:
            if isinstance(entry, dict) and entry.get("id") == keys[0]:
                entry[keys[1]] = wanted
        return data
    data = data if isinstance(data, dict) else {}
    holder = data
    for key in keys[:-1]:
        holder = holder.setdefault(key, {}) if isinstance(holder, dict) else {}
    holder[keys[-1]] = wanted
    return data


def _equal(one: Any, other: Any) -> bool:
    """Whether two files say the same; a line end at the end of a text does not count."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, str) and isinstance(other, str):
        return one.rstrip("\n") == other.rstrip("\n")
    return bool(one == other)
