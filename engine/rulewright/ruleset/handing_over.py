"""A ruleset handed over to another process as it stands in memory, whatever has become of its files."""

from __future__ import annotations

import io
import pickle
from types import MappingProxyType
from typing import Any

from rulewright.ruleset.model import Ruleset

_LANGUAGES = "languages"


def packed(ruleset: Ruleset) -> bytes:
    """A ruleset as bytes; its parsers and printers are left out, and made again where somebody asks for them."""
    stream = io.BytesIO()
    _Packer(ruleset, stream).dump(ruleset)
    return stream.getvalue()


def unpacked(data: bytes) -> Ruleset:
    """The ruleset that `packed` made bytes of: only bytes of our own, since reading them runs what they say."""
    found: Ruleset = _Unpacker(io.BytesIO(data)).load()
    return found


class _Packer(pickle.Pickler):
    def __init__(self, ruleset: Ruleset, stream: io.BytesIO) -> None:
        super().__init__(stream, protocol=5)
        self._ruleset = ruleset

    def persistent_id(self, thing: Any) -> str | None:
        return _LANGUAGES if thing is self._ruleset._languages else None

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, MappingProxyType):
            return _frozen, (dict(thing),)
        if isinstance(thing, Ruleset):
            kept = {name: value for name, value in thing.__dict__.items() if name not in _worked_out(thing)}
            return object.__new__, (Ruleset,), {**kept, "derived": {}}
        return NotImplemented


def _frozen(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """A mapping that cannot be changed (the type cannot be named in a pickle)."""
    return MappingProxyType(mapping)


def _worked_out(ruleset: Ruleset) -> set[str]:
    """What a ruleset holds beside its fields."""
    return ruleset.__dict__.keys() - ruleset.__dataclass_fields__.keys()


class _Unpacker(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream)
        self._languages: dict[str, Any] = {}

    def persistent_load(self, name: str) -> Any:
        return self._languages
