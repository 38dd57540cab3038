"""Look up a card, space, zone or word during a game, and how a number is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.cli.table.board import Board
from rulewright.language.interface import said
from rulewright.problems import RulewrightError, problem

if TYPE_CHECKING:
    from rulewright.runtime.game import Game

_MANY = 6
"""So many things that fit are shown; of more only the names."""

Entry = tuple[str, Iterable[RenderableType]]


class Lookup:
    """Finds things by id, name, or a part of the name, in the language of a board."""

    def __init__(self, board: Board, game: Game) -> None:
        self.game = game
        self.board = board

    # ------------------------------------------------------------ what something says

    def show(self, words: str) -> Iterator[RenderableType]:
        """Everything that is called so, or whose name has the words in it; nothing where there is no such thing."""
        wanted = words.casefold()
        known = [(key, name, lines) for key, name, lines in self._things()]
        exact = [(name, lines) for key, name, lines in known if wanted in (key.casefold(), name.casefold())]
        found = exact or [(name, lines) for _, name, lines in known if wanted in name.casefold()]
        if len(found) > _MANY:
            yield Text(", ".join(dict.fromkeys(name for name, _ in found)))
        else:
            for _, lines in found:
                yield from lines

    def _things(self) -> Iterator[tuple[str, str, Iterable[RenderableType]]]:
        """The id, name and description (made when it is printed) of all that can be looked up."""
        view, ruleset = self.board.view, self.game.rules.ruleset
        lying = dict(self._lying())
        for component in ruleset.components.values():
            yield component.id, self._called(component.id), self._component(component.id, lying.get(component.id))
        for space in view["map"]["spaces"]:
            yield space["id"], space["cell"], self._space(space)
        rows = [("", view["common"]), *((f"{row['name']},", row["zones"]) for row in view["seats"])]
        for owner, zones in rows:
            for name, zone in zones.items():
                yield name, zone["title"], self.board.zone(zone, owner, full=True)

    def _space(self, space: Mapping[str, Any]) -> Iterator[RenderableType]:
        yield self.board.space(space)

    def _called(self, component: str) -> str:
        return self.game.labels.component(component, self.board.lang)

    def _lying(self) -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
        """Cards that can be seen, by id, with the zone they lie in."""
        view = self.board.view
        for owner, zones in [("", view["common"]), *((row["name"], row["zones"]) for row in view["seats"])]:
            for zone in zones.values():
                for card in zone["cards"] or ():
                    yield card["id"], (f"{zone['title']} ({owner})" if owner else zone["title"], card)

    def _component(self, name: str, lying: tuple[str, Mapping[str, Any]] | None) -> Iterator[RenderableType]:
        component = self.game.rules.ruleset.components[name]
        text = self.game.labels.text(name, self.board.lang)
        seen = lying[1] if lying else {"name": self._called(name), "attributes": dict(component.attributes)}
        about = [self.board.name(component.kind), self.board.attributes(seen)]
        if lying:
            about.append(f"{said('lies', self.board.lang)}: {lying[0]}")
        yield Text(self.board.title(seen), "bold") + Text(f"  {', '.join(filter(None, about))}", "dim")
        yield Padding(Text(text), (0, 0, 0, 2))

    # ------------------------------------------------------------ what a number is made of

    def why(self, words: str) -> list[tuple[str, int]]:
        """The parts of a number: `NUMBER`, then of which player (from 1), space or card, if not of the asker.

        Raises:
            RulewrightError: there is no such number, or no such thing.
        """
        known = self.game.numbers()
        row = self.board.view["seats"][self.board.seat]
        parts = words.split()
        for length in range(len(parts), 0, -1):
            noun = self._noun(" ".join(parts[:length]), [*known, *row["numbers"]])
            if noun:
                return self._parts(noun, parts[length:], known.get(noun))
        raise RulewrightError(problem("RW0742", found=words, expected=map(self.board.name, known)))

    def _noun(self, words: str, nouns: Iterable[str]) -> str:
        wanted = words.casefold()
        fits = (noun for noun in nouns if wanted in (noun, noun.replace("_", " "), self.board.name(noun).casefold()))
        return next(fits, "")

    def _parts(self, noun: str, things: list[str], kinds: list[str] | None) -> list[tuple[str, int]]:
        seat = int(things.pop(0)) - 1 if things and things[0].isdecimal() else self.board.seat
        seats = self.board.view["seats"]
        if not 0 <= seat < len(seats):
            raise RulewrightError(problem("RW0740", found=str(seat + 1), expected=map(str, range(1, len(seats) + 1))))
        if kinds is None:  # held, not worked out
            return [(self.board.name(noun), seats[seat]["numbers"][noun])]
        named = ""
        if wanted := [kind for kind in kinds if kind != "player"]:
            known = self._named(wanted[0])
            if not things:
                raise RulewrightError(problem("RW0744", found=self.board.name(noun), expected=known))
            found = self._thing(things, known)
            if not found:
                raise RulewrightError(problem("RW0740", found=" ".join(things), expected=known))
            named = found
        of = (seat if kind == "player" else named for kind in kinds)
        return self.game.why(noun, *of, lang=self.board.lang)

    def _named(self, kind: str) -> dict[str, str]:
        """The ids of all spaces or cards of a kind, by name."""
        layout, labels = self.game.program.layout, self.game.labels
        if layout.nouns.get(kind, {}).get("type", kind) == "card":
            ids = dict.fromkeys(layout.cards[card].component for card in layout.cards_of(kind))
            return {labels.component(component, self.board.lang): component for component in ids}
        return {space["cell"]: space["id"] for space in self.board.view["map"]["spaces"]}

    @staticmethod
    def _thing(words: list[str], known: Mapping[str, str]) -> str:
        """The id of what is named, by name or id; words such as "of the" may stand before it."""
        ids = {name.casefold(): thing for name, thing in known.items()} | {thing: thing for thing in known.values()}
        endings = (" ".join(words[start:]).casefold() for start in range(len(words)))
        return next((ids[ending] for ending in endings if ending in ids), "")


def _plain(data: Any) -> Any:
    """Frozen mappings and tuples as YAML writes them."""
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(value) for value in data] if isinstance(data, list | tuple) else data
