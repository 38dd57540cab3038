"""Resolve the names in scenarios: seats, options, numbers, zones, cards, places and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.play.expectations import Path
from rulewright.problems import Problem, did_you_mean, problem
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.facts import COMMON

Found = Iterator[tuple[Path, Problem]]


class Names:
    """The names that scenarios of a ruleset may use."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        nouns = ruleset.words.get("nouns", {})
        zones = [word.id for word in nouns.values() if word.type == "zone"]
        self.pieces = dict.fromkeys(
            f"{word.id}_{worth}" if worth else word.id
            for word in nouns.values() if word.type == "piece" for worth in word.data.get("worth") or [None]
        )  # fmt: skip
        self.numbers = dict.fromkeys(
            word.id for word in nouns.values() if word.type in ("number", "resource") or word.data.get("kept")
        )
        self.things = dict.fromkeys((*ruleset.components, *ruleset.map.spaces, *ruleset.map.borders))
        self.places = dict.fromkeys((*self.things, *zones))

    def check(self, data: Mapping[str, Any]) -> Found:
        """Yield each name that is not there: its path in the scenario, and the problem."""
        for name, value in data.get("options", {}).items():
            option = self.ruleset.options.get(name)
            if option is None:
                yield from _missing(("options", name), name, self.ruleset.options)
            elif not option.allows(value):
                yield ("options", name), problem("RW0713", found=str(value), option=name)
        players = data.get("players", min(self.ruleset.players))
        if players not in self.ruleset.players:
            allowed = map(str, self.ruleset.players)
            yield ("players",), problem("RW0712", game=self.ruleset.title, found=str(players), expected=allowed)
            return
        seats = [COMMON, *(str(seat) for seat in range(1, players + 1))]
        parts: list[tuple[Path, Mapping[str, Any]]] = [
            (("position",), data.get("position", {})), (("expect",), data.get("expect", {}))
        ]  # fmt: skip
        for index, step in enumerate(data.get("choose", ())):
            if isinstance(step, Mapping) and "expect" in step:
                parts.append((("choose", index, "expect"), step["expect"]))
        for path, part in parts:
            yield from self._seats(path, part, seats)

    def _seats(self, path: Path, part: Mapping[str, Any], seats: list[str]) -> Found:
        for key, check in (("numbers", self._numbers), ("zones", self._zones), ("pieces", self._pieces)):
            for seat, named in part.get(key, {}).items():
                here = (*path, key, seat)
                if seat in seats:
                    yield from check(here, named)
                else:
                    yield from _missing(here, seat, seats)
        for index, name in enumerate(part.get("broken", ())):
            if name not in self.ruleset.always:
                yield from _missing((*path, "broken", index), name, self.ruleset.always)
        for seat in part.get("scores", {}):
            if seat not in seats[1:]:
                yield from _missing((*path, "scores", seat), seat, seats[1:])

    def _numbers(self, path: Path, named: Mapping[str, Any]) -> Found:
        for name in named:
            noun, _, thing = name.partition(".")
            if noun not in self.numbers:
                yield from _missing((*path, name), noun, self.numbers)
            elif thing and thing.partition(".")[0] not in self.things:
                yield from _missing((*path, name), thing, self.things)

    def _zones(self, path: Path, named: Mapping[str, Any]) -> Found:
        for zone, content in named.items():
            here = (*path, zone)
            if zone not in self.places:
                yield from _missing(here, zone, self.places)
            elif isinstance(content, Mapping):
                for key in ("has", "top", "lacks"):
                    yield from self._cards((*here, key), content.get(key, ()))
            elif isinstance(content, list):
                yield from self._cards(here, content)

    def _cards(self, path: Path, cards: Iterable[str]) -> Found:
        for index, card in enumerate(cards):
            if card.partition(".")[0] not in self.ruleset.components:
                yield from _missing((*path, index), card, self.ruleset.components)

    def _pieces(self, path: Path, named: Mapping[str, Any]) -> Found:
        for place, pieces in named.items():
            if place not in self.places:
                yield from _missing((*path, place), place, self.places)
            for piece in pieces:
                if piece not in self.pieces:
                    yield from _missing((*path, place, piece), piece, self.pieces)


def _missing(path: Path, name: str, known: Iterable[str]) -> Found:
    """Nothing of that name is known."""
    yield path, problem("RW0823", found=name, suggestions=did_you_mean(name, known))
