"""What a map can say but should not: spaces that nothing leads to or nobody plays on, borders that are never there."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from rulewright import cache
from rulewright.problems import Place, Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.files.validated_cache import is_stamped, stamp
from rulewright.ruleset.game_map import GameMap
from rulewright.ruleset.model import Ruleset

_NAMED = 3  # so many spaces of several are named


def map_findings(ruleset: Ruleset) -> list[Problem]:
    """Return the findings in a ruleset's map. Of a map that was found right before, nothing is asked again.

    >>> from rulewright.ruleset.loader import load_ruleset
    >>> map_findings(load_ruleset("tic_tac_toe"))
    []
    """
    state = _state(ruleset)
    if is_stamped(state):  # the graph need not be built, nor networkx be imported
        return []
    lint = _MapLint(ruleset)
    found = [*lint.unused_spaces(), *lint.unused_borders(), *lint.needless_borders(), *lint.apart(), *lint.regions()]
    if not found:
        stamp(state)
    return found


def _state(ruleset: Ruleset) -> str:
    """The hash of all that the findings depend on."""
    nouns = ruleset.lexicon["nouns"].items()
    kinds = {name: entry for name, entry in nouns if entry.get("type") in ("border", "region")}
    parts = (ruleset.content.data["map"], kinds, ruleset.players, _listed_regions(ruleset))
    return cache.name_of("map", json.dumps(parts, ensure_ascii=False))


def _listed_regions(ruleset: Ruleset) -> list[str]:
    """The regions that somebody has listed: all but those that a grid makes of its lines."""
    sources = ruleset.content.sources
    return [name for name in ruleset.map.regions if sources["map", "regions", name][1] != ("grid",)]


class _MapLint:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.map = ruleset.map
        self.boards = [(players, board) for players, _, board in self.map.each(ruleset.players)]

    def place(self, *path: str) -> Place:
        return self.ruleset.place(("map", *path))

    def unused_spaces(self) -> Iterator[Problem]:
        """Spaces that no number of players plays on; one finding for all spaces of a grid."""
        used = set(chain.from_iterable(board.spaces for _, board in self.boards))
        unused: dict[Place, list[str]] = {}
        for space in self.map.spaces:
            if space not in used:
                unused.setdefault(self.place("spaces", space), []).append(space)
        for place, spaces in unused.items():
            yield problem("RW0253", place=place, found=_names(spaces))

    def unused_borders(self) -> Iterator[Problem]:
        """Pairs of spaces that are never on one map."""
        on = {space: [space in board.spaces for _, board in self.boards] for space in self.map.spaces}
        for path, between in self._pairs():
            one, other = sorted(between)
            together = any(map(all, zip(on.get(one, ()), on.get(other, ()), strict=False)))
            if not together and any(on.get(one, ())) and any(on.get(other, ())):
                yield problem("RW0254", place=self.place(*path), found=f"{one} – {other}")

    def _pairs(self) -> Iterator[tuple[tuple[str, str], set[str]]]:
        data = self.ruleset.content.data["map"]
        for kind in ("borders", "adjacent"):
            for name, entry in data[kind].items():
                yield (kind, name), set(entry["between"])

    def needless_borders(self) -> Iterator[Problem]:
        """Borders that would join at times what is joined always."""
        nouns = self.ruleset.lexicon["nouns"]
        for one, other, edge in self.map.graph.edges(data=True):
            if edge["always"] and nouns.get(edge["kind"], {}).get("joins"):
                place = self.place("borders", edge["border"])
                yield problem("RW0251", place=place, found=f"{one} – {other}", kind=edge["kind"])

    def apart(self) -> Iterator[Problem]:
        """Parts of the map that nothing joins to the rest.

        Spaces of a kind that has no neighbours anywhere are no board, but places to put something; and whoever lists
        regions that make up a part has told that it lies apart.
        """
        degrees = self.map.graph.degree
        board_kinds = {space.kind for space in self.map.spaces.values() if degrees[space.id]}
        told: set[tuple[str, ...]] = set()
        for players, board in self.boards:
            joined = [space.id for space in board.spaces.values() if space.kind in board_kinds]
            for part in board.components(joined, at_times=True)[1:]:
                if part not in told and not self._is_told(part, board):
                    told.add(part)
                    place = self.place("spaces", part[0])
                    yield problem("RW0252", place=place, found=_names(part), players=players)

    def _is_told(self, part: Collection[str], board: GameMap) -> bool:
        """Whether a part is made of listed regions."""
        spaces = set(part)
        regions = (set(board.regions[name].spaces) for name in _listed_regions(self.ruleset))
        return set().union(*(region for region in regions if region <= spaces)) == spaces

    def regions(self) -> Iterator[Problem]:
        """Regions that are not connected, of a kind that says they are."""
        nouns = self.ruleset.lexicon["nouns"]
        kinds = {name for name, entry in nouns.items() if entry.get("type") == "region" and entry.get("connected")}
        told: set[str] = set()
        for players, board in self.boards:
            for region in board.regions.values():
                spaces = [space for space in region.spaces if space in board.spaces]
                if region.kind in kinds and region.id not in told:
                    parts = board.components(spaces, at_times=True)
                    if len(parts) > 1:
                        told.add(region.id)
                        path: Path = ("map", "regions", region.id, "spaces", region.spaces.index(parts[-1][0]))
                        pieces = " / ".join(map(_names, parts))
                        yield problem(
                            "RW0255", place=self.ruleset.place(path), found=region.id, players=players, parts=pieces
                        )


def _names(spaces: Sequence[str]) -> str:
    """Some ids of spaces, of which the first are told.

    >>> _names(["a", "b", "c", "d"]), _names(["a"])
    ('a, b, c …', 'a')
    """
    return ", ".join(spaces[:_NAMED]) + (" …" if len(spaces) > _NAMED else "")
