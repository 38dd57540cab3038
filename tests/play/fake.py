"""Nim: take 1 to 3 stones; whoever takes the last one wins. A game by hand, for testing what only needs decisions."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any

from rulewright.runtime.game import NoSuchOption


@dataclass
class NimOption:
    id: str
    card: int | None = None

    def text(self, lang: str = "en") -> str:
        return f"Take {self.id[4:]}"

    def detail(self, lang: str = "en") -> str:
        return ""


@dataclass
class NimDecision:
    seat: int
    options: list[NimOption]
    secret: bool = False

    def prompt(self, lang: str = "en") -> str:
        return "How many stones?"


@dataclass
class Nim:
    players: int = 2
    stones: int = 12
    taken: list[int] = field(default_factory=list)

    @property
    def decision(self) -> NimDecision | None:
        if self.stones == 0:
            return None
        options = [NimOption(f"take{n}") for n in range(1, min(3, self.stones) + 1)]
        return NimDecision(len(self.taken) % self.players, options)

    @property
    def scores(self) -> list[int]:
        last = (len(self.taken) - 1) % self.players if self.stones == 0 else None
        return [int(seat == last) for seat in range(self.players)]

    @property
    def ranking(self) -> list[int]:
        return sorted(range(self.players), key=lambda seat: -self.scores[seat])

    @property
    def winners(self) -> list[int]:
        return [] if self.stones else self.ranking[:1]

    @property
    def end_reason(self) -> str | None:
        return "No stones are left" if self.stones == 0 else None

    @property
    def seat(self) -> int | None:
        return len(self.taken) % self.players if self.stones else None

    def choose(self, option_id: str, then: str | None = None) -> None:
        offered = [option.id for option in self.decision.options] if self.decision else []
        if option_id not in offered:
            raise NoSuchOption(option_id, offered)
        self.taken.append(int(option_id[4:]))
        self.stones -= self.taken[-1]

    def choose_number(self, number: int) -> None:
        self.choose(f"take{number + 1}")

    def hash(self) -> str:
        return hashlib.sha256(repr((self.players, self.stones, self.taken)).encode()).hexdigest()[:16]

    @property
    def state(self) -> SimpleNamespace:
        return SimpleNamespace(log=self.taken)

    def broken(self, since: int = 0) -> list[str]:
        return []

    def copy(self) -> Nim:
        return Nim(self.players, self.stones, list(self.taken))

    def view(self, seat: int | None = None, lang: str = "en") -> dict[str, Any]:
        seats: list[dict[str, Any]] = []
        for player in range(self.players):
            taken = self.taken[player :: self.players]
            cards = [{"id": f"turn_{count}", "name": f"Took {count}", "text": ""} for count in taken]
            zone = {"title": "Turns", "count": len(cards), "cards": cards}
            pieces = {"stone": {"pocket": sum(taken)}}
            numbers = {"stones": sum(taken)}
            name = f"Player {player + 1}"
            seats.append({"name": name, "zones": {"turns": zone}, "pieces": pieces, "numbers": numbers, "lasting": []})
        heap = [{"piece": "stone", "owner": None, "count": self.stones, "said": f"{self.stones} stones"}]
        space = {"id": "heap", "name": "Heap", "cell": "Heap", "words": [], "kind": "space"}
        space |= {"attributes": {}, "neighbours": []}
        spaces = [{**space, "pieces": heap, "cards": []}]
        return {"seats": seats, "common": {}, "numbers": {}, "map": {"spaces": spaces, "borders": []}}

    def facts(self) -> SimpleNamespace:
        seats = {str(seat + 1): self.taken[seat :: self.players] for seat in range(self.players)}
        return SimpleNamespace(
            copies=defaultdict(dict),
            numbers={seat: {"stones": partial(sum, taken)} for seat, taken in seats.items()},
            zones={seat: {"turns": [f"turn_{count}" for count in taken]} for seat, taken in seats.items()},
            pieces={
                "common": {"heap": Counter(stone=self.stones)},
                **{seat: {"pocket": Counter(stone=sum(taken))} for seat, taken in seats.items()},
            },
            places={"heap", "pocket"},
        )

    def log_lines(self, lang: str = "en", start: int = 0, seats: object = ()) -> list[str]:
        return [f"Player {n % self.players + 1} takes {count}." for n, count in enumerate(self.taken)][start:]

    def arrange(self, position: dict[str, Any]) -> None:
        self.stones = position["pieces"].get("heap", {}).get("stone", self.stones)


@dataclass(eq=False)  # as rulesets are: each is itself
class NimRuleset:
    id: str = "nim"
    version: str = "1.0.0"
    hash: str = "0" * 16
    players: tuple[int, ...] = (2, 3)
    absent: int = 0
    ruleset: Any = field(default_factory=lambda: SimpleNamespace(packs=(), players=(2, 3)))

    def new_game(self, players: int, seed: int = 0, checked: bool = False) -> Nim:
        return Nim(players)
