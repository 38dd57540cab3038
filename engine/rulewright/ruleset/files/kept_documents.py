"""The documents of a ruleset that was found right, kept so that its YAML need not be read again.

Values and texts are kept. Where each value stands is found out by reading its text again, when somebody asks.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable

from rulewright import cache
from rulewright.ruleset.files.discovery import RulesetFile
from rulewright.ruleset.files.document import Document, Spot

_KIND = "documents"

Documents = list[tuple[RulesetFile, Document]]


def keep(state: str, documents: Iterable[tuple[RulesetFile, Document]]) -> None:
    """Keep the documents of a ruleset whose files are in a state (`validated_cache.fingerprint`)."""
    cache.store(_KIND, state, marshal.dumps([(file.name, read.text, read.data) for file, read in documents]))


def kept(state: str, files: Iterable[RulesetFile]) -> Documents | None:
    """The documents of a ruleset whose files are in a state, or None."""
    return cache.revived(_KIND, state, lambda data: _made(data, {file.name: file for file in files}))


def _made(raw: bytes, files: dict[str, RulesetFile]) -> Documents:
    return [
        (files[name], Document(name, text, values, _Again(name, text))) for name, text, values in marshal.loads(raw)
    ]


class _Again:
    """What reads a text again for the sake of its places."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    def __call__(self) -> Spot:
        from rulewright.ruleset.files.yaml_reader import parse_yaml  # seldom needed, and slow to import

        document = parse_yaml(self.text, self.file, [])
        assert document is not None, "it was read before"
        return document.spot
