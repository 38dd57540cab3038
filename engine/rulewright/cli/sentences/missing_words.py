"""How a word that the lexicon lacks is shown: the lines to write, what is to be filled in, and what else it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from rulewright.cli.text.reader_language import say

if TYPE_CHECKING:
    from rulewright.compiler.proposing.missing import Entry, Guess

ELSEWHERE = ("zone", "piece", "card", "space")
"""What needs more than its entry: cards or pieces that come there, a number that begins somewhere."""


def shown(entries: Sequence[Entry]) -> Iterator[str]:
    """The lines that tell of the entries with which a text can be read, the likeliest first."""
    for number, entry in enumerate(entries):
        yield say("missing_entry_other" if number else "missing_entry")
        for section in dict.fromkeys(guess.section for guess in entry.guesses):
            yield f"    {section}:"
            yield from (f"      {in_yaml(guess)}" for guess in entry.guesses if guess.section == section)
        yield f"    {say('missing_read_as', text=' '.join(entry.proposal.text.split()))}"
        yield f"    {say('understood_as', text=entry.proposal.understood)}"
        for kind in dict.fromkeys(guess.kind for guess in entry.guesses):
            if kind in ELSEWHERE:
                yield f"    {say(f'missing_elsewhere_{kind}')}"


def in_yaml(guess: Guess) -> str:
    """An entry as it stands in lexicon.yaml, in one line, with a comment that says what is to be filled in.

    >>> from rulewright.compiler.proposing.missing import Guess
    >>> in_yaml(Guess("resource", "nouns", "gem", {"type": "resource", "held": "player", "en": "gem"}))
    'gem: {type: resource, held: player, en: gem}  # fill in: a `limit`, if there is one'
    """
    line = yaml.safe_dump(
        _plain(guess.entry), default_flow_style=True, sort_keys=False, width=10**6, allow_unicode=True
    )
    return f"{guess.name}: {line.strip()}  # {say(f'missing_fill_{guess.kind}')}"


def _plain(value: Any) -> Any:
    """Data of an entry, as YAML writes it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, str) else value
