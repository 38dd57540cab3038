"""How a word that the lexicon lacks is shown: the lines to write, what is to be filled in, and what else it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from rulewright.cli.text.reader_language import say

if TYPE_CHECKING:
    from rulewright.compiler.proposing.missing import Entry

ELSEWHERE = ("zone", "piece", "card", "space")
"""What needs more than its entry: cards that come there, steps that put it out, a place on the map."""


def shown(entries: Sequence[Entry]) -> Iterator[str]:
    """The lines that tell of the entries with which a text can be read, the likeliest first."""
    for number, entry in enumerate(entries):
        yield say("missing_entry_other" if number else "missing_entry")
        for section, lines in in_yaml(entry).items():
            yield f"    {section}:"
            yield from (f"      {line}" for line in lines)
        yield f"    {say('missing_read_as', text=' '.join(entry.proposal.text.split()))}"
        yield f"    {say('understood_as', text=entry.proposal.understood)}"
        for kind in dict.fromkeys(guess.kind for guess in entry.guesses):
            if kind in ELSEWHERE:
                yield f"    {say(f'missing_elsewhere_{kind}')}"


def in_yaml(entry: Entry) -> dict[str, list[str]]:
    """The lines for lexicon.yaml by its sections, each with a comment that says what is to be filled in.

    >>> from rulewright.compiler.proposing import Proposal
    >>> from rulewright.compiler.proposing.missing import Entry, Guess
    >>> gem = Guess("resource", "nouns", "gem", {"type": "resource", "held": "player", "en": "gem"})
    >>> in_yaml(Entry((gem,), Proposal("Gain 1 gem.", "", False, "")))["nouns"]
    ['gem: {type: resource, held: player, en: gem}  # fill in: a `limit`, if there is one']
    """
    lines: dict[str, list[str]] = {}
    for guess in entry.guesses:
        line = f"{_line(guess.name, guess.entry)}  # {say(f'missing_fill_{guess.kind}')}"
        lines.setdefault(guess.section, []).append(line)
        for name, changed in guess.nouns.items():
            lines.setdefault("nouns", []).append(f"{_line(name, changed)}  # {say('missing_fill_attribute')}")
    return lines


def _line(name: str, entry: Mapping[str, Any]) -> str:
    how: dict[str, Any] = {"default_flow_style": True, "sort_keys": False, "width": 10**6, "allow_unicode": True}
    return f"{name}: {yaml.safe_dump(_plain(entry), **how).strip()}"


def _plain(value: Any) -> Any:
    """Data of an entry, as YAML writes it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, str) else value
