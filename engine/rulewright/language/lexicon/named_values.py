"""Values that have names: of a number with `values`, "spring" is what "whose season is exactly 1" says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rulewright.language.lexicon.lexicon import Lexicon
from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value of a number: its id, which it is, the number, and the kind of thing that has it.

    called: whether things that have it can be called by its name, as spaces and cards can.
    """

    id: str
    value: int
    number: str
    kind: str
    called: bool

    @property
    def name(self) -> str:
        """What it is called in texts."""
        return self.id.replace("_", " ")


def named_values(lexicon: Lexicon) -> Iterator[NamedValue]:
    """All values with names that spaces, cards and players can have, but those that nobody is told.

    By a name that two numbers of a thing share, nothing is called: nobody could tell which of them is meant.
    """
    found = list(_values(lexicon))
    named = Counter((one.kind, one.id) for one in found)
    for one in found:
        yield replace(one, called=False) if named[one.kind, one.id] > 1 else one


def _values(lexicon: Lexicon) -> Iterator[NamedValue]:
    for noun in lexicon.nouns.values():
        entry = noun.entry
        values, unsaid = entry.get("values") or (), {str(one) for one in entry.get("unsaid") or ()}
        if noun.type != "number" or len(noun.of) != 1 or entry.get("shown") == "false" or entry.get("shown") is False:
            continue
        kind = noun.of[0]
        word = lexicon.nouns.get(kind)
        if "tile" in entry or (word is None and kind != "player"):
            continue
        of = word.type if word is not None else kind
        for number, name in enumerate(values, 1):
            if str(name) not in unsaid:
                yield NamedValue(str(name), number, noun.id, kind, of in ("space", "card"))
