"""The map of a ruleset: spaces, borders and regions, as plain data and as a networkx graph.

`GameMap.graph` is the map: whatever asks for neighbours, distances or connected parts asks the graph. It is built from
the plain data when something first asks, because importing networkx takes several times as long as a warm start of a
whole game; see docs/decisions/0002-networkx.md. The compiler turns the same data into integers
(`compiler/layout/layout.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulewright.language import records

if TYPE_CHECKING:
    import networkx as nx

    from rulewright.ruleset.map_positions import Cell, Position

Pair = tuple[str, str]


@records.dataclass(frozen=True, slots=True)
class Space:
    """A place on the map."""

    id: str
    kind: str
    name: str
    attributes: Mapping[str, Any]
    provenance: str

    def is_there(self, players: int, options: Mapping[str, Any], elsewhere: bool = False) -> bool:
        """Whether a game uses the space.

        Args:
            elsewhere: whether an option has chosen spaces in place of those that the number of players has by itself.
        """
        numbers = self.attributes.get("players")
        if numbers is None and "by option" not in self.attributes:
            return True
        return self.is_chosen(players, options) or (not elsewhere and players in (numbers or ()))

    def is_chosen(self, players: int, options: Mapping[str, Any]) -> bool:
        """Whether an option has chosen the space for a number of players."""
        chosen = self.attributes.get("by option")
        return chosen is not None and players in chosen["players"] and bool(options.get(chosen["option"]))


@records.dataclass(frozen=True, slots=True)
class Border:
    """What lies between two neighbouring spaces."""

    id: str
    kind: str
    between: Pair
    attributes: Mapping[str, Any]
    provenance: str


@records.dataclass(frozen=True, slots=True)
class Region:
    """A named or generated set of spaces, in order."""

    id: str
    kind: str
    name: str
    spaces: tuple[str, ...]
    attributes: Mapping[str, Any]
    provenance: str


@dataclass(frozen=True)
class GameMap:
    """The map as it is printed; what changes in play lives in the state.

    A ruleset's map holds the spaces of every number of players; `here` gives the map of one game. Two spaces are
    joined *always*, or *at times*: while a condition holds that the lexicon gives for the kind of border between them
    (`joins`). Methods count the first only, unless `at_times` is true. They return spaces in the order of the files.

    >>> from rulewright.ruleset.loader import load_ruleset
    >>> board = load_ruleset("tic_tac_toe").map
    >>> board.neighbours("a1")
    ('b1', 'a2')
    >>> board.graph.number_of_edges()
    12

    Attributes:
        spaces, borders, regions: by id, in the order of the files.
        adjacent: the pairs of spaces that are joined always, each once, with or without a border between them.
        directions: for neighbours in a grid, in which direction from the first the second lies; see `files/grids.py`.
        cells: for spaces of grids, the number of the grid, the place in it, and how many turns make a whole one.
    """

    spaces: Mapping[str, Space]
    borders: Mapping[str, Border]
    regions: Mapping[str, Region]
    adjacent: tuple[Pair, ...]
    directions: Mapping[Pair, int]
    cells: Mapping[str, Cell]

    # -------------------------------------------------------------- the graph

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The map as a networkx graph, built once. It is frozen: networkx refuses changes to it.

        Nodes are ids of spaces, with `kind`, `name`, `regions` (a tuple of ids) and `attributes`. Edges have `border`
        and `kind` (of the border; None where there is none), its `attributes`, `always` (False: joined at times only)
        and `directions` (by each end from which a direction to the other is known).

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> graph = load_ruleset("tic_tac_toe").map.graph
        >>> graph.nodes["b1"]["kind"], len(graph.nodes["b1"]["regions"])
        ('space', 2)
        >>> edge = graph.edges["a1", "b1"]
        >>> edge["border"], edge["always"], edge["directions"]
        (None, True, {'a1': 1, 'b1': 3})
        """
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        regions = self._regions_by_space
        for space in self.spaces.values():
            told = {"kind": space.kind, "name": space.name, "attributes": space.attributes}
            graph.add_node(space.id, **told, regions=regions.get(space.id, ()))
        known = self.spaces.keys()
        for one, other in self.adjacent:
            if one in known and other in known:
                graph.add_edge(one, other, border=None, kind=None, attributes={}, always=True, directions={})
        for border in self.borders.values():
            if known >= set(border.between):
                always = graph.has_edge(*border.between)
                graph.add_edge(
                    *border.between, border=border.id, kind=border.kind, attributes=border.attributes, always=always,
                    directions={},
                )  # fmt: skip
        for (one, other), number in self.directions.items():
            if graph.has_edge(one, other):
                graph.edges[one, other]["directions"][one] = number
        nx.freeze(graph)
        return graph

    @cached_property
    def _always(self) -> nx.Graph[str]:
        """The graph without the edges that join at times only."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(self.graph)
        graph.add_edges_from((one, other) for one, other, edge in self.graph.edges(data=True) if edge["always"])
        return graph

    def _joined(self, among: Collection[str] | None, at_times: bool) -> nx.Graph[str]:
        """The graph to look at: of all spaces, or of some.

        Raises:
            KeyError: one of them is no space.
        """
        graph = self.graph if at_times else self._always
        if among is None:
            return graph
        for space in among:
            self._known(space)
        return graph.subgraph(among)

    def _known(self, space: str) -> str:
        if space not in self.spaces:
            raise KeyError(space)
        return space

    # -------------------------------------------------------------- one game's part

    def here(self, players: int, options: Mapping[str, Any] = MappingProxyType({})) -> GameMap:
        """Return the map of one game: the spaces that it uses, with what lies between and around them.

        Args:
            options: the values of the ruleset's options, by id; one that is missing is off.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("civ_new_dawn").map
        >>> len(board.spaces), len(board.here(3).spaces), len(board.here(3, {"built_map": True}).spaces)
        (856, 131, 695)
        """
        elsewhere = any(space.is_chosen(players, options) for space in self.spaces.values())
        spaces = {name: space for name, space in self.spaces.items() if space.is_there(players, options, elsewhere)}
        if len(spaces) == len(self.spaces):
            return self
        there = spaces.keys()
        return GameMap(
            MappingProxyType(spaces),
            MappingProxyType({name: border for name, border in self.borders.items() if there >= set(border.between)}),
            MappingProxyType({name: _reduced(region, there) for name, region in self.regions.items()}),
            tuple(pair for pair in self.adjacent if pair[0] in there and pair[1] in there),
            {pair: number for pair, number in self.directions.items() if pair[0] in there and pair[1] in there},
            {name: cell for name, cell in self.cells.items() if name in there},
        )

    def each(self, players: Iterable[int]) -> Iterator[tuple[int, str, GameMap]]:
        """Yield every map that a game can be played on: number of players, the option that chose it or "", the map.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("civ_new_dawn").map
        >>> [(players, option, len(part.spaces)) for players, option, part in board.each([2, 3])]
        [(2, '', 100), (2, 'built_map', 695), (3, '', 131), (3, 'built_map', 695)]
        """
        places = [space.attributes["by option"] for space in self.spaces.values() if "by option" in space.attributes]
        for number in players:
            yield number, "", self.here(number)
            for option in dict.fromkeys(place["option"] for place in places if number in place["players"]):
                yield number, option, self.here(number, {option: True})

    # -------------------------------------------------------------- questions

    def border(self, one: str, other: str) -> Border | None:
        """Return the border between two spaces; None where there is none.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("mythotopia").map
        >>> border = next(iter(board.borders.values()))
        >>> board.border(*border.between) is border
        True
        """
        edge = self.graph.get_edge_data(one, other) or {}
        return self.borders.get(edge.get("border") or "")

    def regions_of(self, space: str) -> tuple[str, ...]:
        """Return the ids of the regions that a space is in.

        Raises:
            KeyError: there is no such space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("tic_tac_toe").map
        >>> [board.regions[region].spaces for region in board.regions_of("b1")]
        [('a1', 'b1', 'c1'), ('b1', 'b2', 'b3')]
        """
        return self._regions_by_space.get(self._known(space), ())

    @cached_property
    def _regions_by_space(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for region in self.regions.values():
            for space in region.spaces:
                found.setdefault(space, []).append(region.id)
        return {space: tuple(regions) for space, regions in found.items()}

    def neighbours(self, space: str, at_times: bool = False) -> tuple[str, ...]:
        """Return the spaces next to a space.

        Raises:
            KeyError: there is no such space.
        """
        return self._in_order(self._joined(None, at_times)[self._known(space)])

    def distances(self, start: str, at_times: bool = False) -> dict[str, int]:
        """Return the steps from a space to every space that can be reached from it, itself (0) included.

        Raises:
            KeyError: there is no such space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> load_ruleset("tic_tac_toe").map.distances("a1")["c3"]
        4
        """
        import networkx as nx

        graph = self._joined(None, at_times)
        return dict(nx.single_source_shortest_path_length(graph, self._known(start)))

    def distance(self, one: str, other: str, at_times: bool = False) -> int | None:
        """Return the steps from one space to another; None where no way leads there.

        Raises:
            KeyError: one of them is no space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("tic_tac_toe").map
        >>> board.distance("a1", "c1"), board.distance("a1", "a1")
        (2, 0)
        """
        return self.distances(one, at_times).get(self._known(other))

    def reach(
        self, starts: Iterable[str], steps: int | None = None, through: Collection[str] | None = None,
        at_times: bool = False,
    ) -> tuple[str, ...]:  # fmt: skip
        """Return the spaces that can be reached from some spaces, these included.

        Args:
            steps: at most so many steps; any number, if None.
            through: the spaces that a way may enter; all, if None.

        Raises:
            KeyError: one of them is no space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> board = load_ruleset("tic_tac_toe").map
        >>> board.reach(["a1"], steps=1)
        ('a1', 'b1', 'a2')
        >>> board.reach(["a1"], through=["b1", "c1", "c3"])
        ('a1', 'b1', 'c1')
        """
        import networkx as nx

        starts = list(starts)
        graph = self._joined(None if through is None else {*through, *starts}, at_times)
        found: set[str] = set()
        for start in starts:
            found |= nx.single_source_shortest_path_length(graph, self._known(start), cutoff=steps).keys()
        return self._in_order(found)

    def components(self, among: Collection[str] | None = None, at_times: bool = False) -> tuple[tuple[str, ...], ...]:
        """Return the connected parts of the map, or of some spaces, the largest first.

        Raises:
            KeyError: one of them is no space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> load_ruleset("tic_tac_toe").map.components(["a1", "b1", "c3"])
        (('a1', 'b1'), ('c3',))
        """
        import networkx as nx

        parts = [self._in_order(part) for part in nx.connected_components(self._joined(among, at_times))]
        return tuple(sorted(parts, key=lambda part: (-len(part), self._numbers[part[0]])))

    def longest_path(self, among: Collection[str] | None = None, at_times: bool = False) -> tuple[str, ...]:
        """Return a longest way through the map, or through some spaces, that enters no space twice.

        All ways are tried, so the time grows exponentially with the number of spaces: this is a reference for small
        parts of a map. Among several longest ways the first in the order of the files is returned.

        Raises:
            KeyError: one of them is no space.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> load_ruleset("tic_tac_toe").map.longest_path(["a1", "b1", "c1", "b2"])
        ('a1', 'b1', 'c1')
        """
        import networkx as nx

        graph = self._joined(among, at_times)
        best: tuple[str, ...] = ()
        for start in self._in_order(graph):
            ways = (tuple(way) for way in nx.all_simple_paths(graph, start, set(graph) - {start}))
            best = min((best, (start,), *ways), key=lambda way: (-len(way), [self._numbers[space] for space in way]))
        return best

    def layout(self) -> Mapping[str, Position]:
        """Return where to draw each space: its middle as (right, down), with the upper left space near (0, 0).

        Neighbours in a grid are 1 apart. Spaces outside of grids are placed by the graph, with neighbours about 1
        apart. Parts that are not connected stand side by side. The same map has the same positions on every machine.

        >>> from rulewright.ruleset.loader import load_ruleset
        >>> load_ruleset("tic_tac_toe").map.layout()["c2"]
        (2.0, 1.0)
        """
        return self._positions

    @cached_property
    def _positions(self) -> Mapping[str, Position]:
        from rulewright.ruleset.map_positions import positions

        return MappingProxyType(positions(self.graph, self.cells))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {space: number for number, space in enumerate(self.spaces)}

    def _in_order(self, spaces: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(spaces, key=self._numbers.__getitem__))


def _reduced(region: Region, there: Collection[str]) -> Region:
    """A region without the spaces that are not there."""
    spaces = tuple(space for space in region.spaces if space in there)
    return Region(region.id, region.kind, region.name, spaces, region.attributes, region.provenance)
