"""Where pieces are kept, and where they go back to, as the lexicon tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language.lexicon import Lexicon


class Homes:
    """Where the pieces of a lexicon are kept, and where they go back to."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._nouns = lexicon.nouns
        pieces = [noun for noun, word in lexicon.nouns.items() if word.type == "piece"]
        self.purses = {noun: found for noun in pieces if (found := self._purse(noun)) is not None}
        self.stocks = {noun: found for noun in pieces if (found := self._stock(noun)) is not None}
        self.back = {noun for noun in pieces if self._goes_back(noun)}

    @property
    def any(self) -> bool:
        """Whether there are pieces of which it is known where they go."""
        return bool(self.back)

    def entry(self, noun: str) -> Mapping[str, Any]:
        """The lexicon's entry of a noun."""
        word = self._nouns.get(noun)
        return word.entry if word is not None else {}

    def means(self, noun: str, verb: str) -> bool:
        """Whether a noun, or what it is a kind of, says itself what a verb means to it."""
        seen: set[str] = set()
        while noun and noun not in seen:
            seen.add(noun)
            if verb in (self.entry(noun).get("deeds") or {}):
                return True
            noun = str(self.entry(noun).get("is") or "")
        return False

    def only_there(self, noun: str) -> bool:
        """Whether pieces that players keep lie nowhere but where they keep them, and where they come from."""
        return set(_listed(self.entry(noun).get("in"))) <= set(self.purses.get(noun, ()))

    def _purse(self, noun: str) -> tuple[str, str] | None:
        """The zone of each player in which a piece of nobody is kept, and the zone of all that it comes from."""
        kinds = [kind for kind in self._kinds(noun) if self.entry(kind).get("supply")]
        if not kinds or any(self.entry(kind).get("owned") for kind in (noun, *kinds)):
            return None
        kept = {zone for zone in _listed(self.entry(noun).get("in")) if self._zone_of_players(zone)}
        back = {zone for kind in kinds for zone in self.entry(kind)["supply"]}
        if len(kept) != 1 or len(back) != 1:
            return None
        (mine,), (origin,) = kept, back
        common = self.entry(origin).get("type") == "zone" and not self._zone_of_players(origin)
        return (mine, origin) if common and not self.entry(origin).get("includes") else None

    def _stock(self, noun: str) -> tuple[str, str] | None:
        """The one zone of its owner that a piece goes back to, and the one kind of space on which it stands."""
        kinds = [kind for kind in self._kinds(noun) if self.entry(kind).get("supply")]
        if not kinds or not all(self.entry(kind).get("owned") for kind in (noun, *kinds)):
            return None
        back = {zone for kind in kinds for zone in self.entry(kind)["supply"]}
        stands = {place for place in _listed(self.entry(noun).get("in")) if self.entry(place).get("type") == "space"}
        if len(back) != 1 or len(stands) != 1:
            return None
        (stock,), (space,) = back, stands
        return (stock, space) if self._zone_of_players(stock) else None

    def _goes_back(self, noun: str) -> bool:
        """Whether it is clear where a piece goes back to: its supply lies in one zone."""
        kinds = [kind for kind in self._kinds(noun) if self.entry(kind).get("supply")]
        return len({zone for kind in kinds for zone in self.entry(kind)["supply"]}) == 1

    def _kinds(self, noun: str) -> list[str]:
        return [kind for kind in self._nouns if noun in self._line(kind)]

    def _line(self, noun: str) -> Iterator[str]:
        seen: set[str] = set()
        while noun and noun not in seen:
            seen.add(noun)
            yield noun
            noun = str(self.entry(noun).get("is") or "")

    def _zone_of_players(self, zone: str) -> bool:
        entry = self.entry(zone)
        return entry.get("type") == "zone" and entry.get("of") == "player" and not entry.get("includes")


def _listed(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),) if value else ()
