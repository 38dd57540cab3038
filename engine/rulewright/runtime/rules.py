"""Rules: a ruleset ready to be played, with its programs and languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.compiler.program import Program
from rulewright.language.nodes import Node
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.game import Game
from rulewright.runtime.labels import Labels
from rulewright.runtime.programs import program_for

if TYPE_CHECKING:
    from rulewright.language.language import Language


class Rules:
    """A ruleset with options chosen.

    >>> import rulewright as rw
    >>> game = rw.load("tic_tac_toe").new_game(players=2, seed=7)
    >>> len(game.decision.options)
    9
    """

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any] | None = None) -> None:
        self.ruleset = ruleset
        self.options = {option.id: option.default for option in ruleset.options.values()}
        for name, value in (options or {}).items():
            if name not in self.options:
                raise RulewrightError(problem("RW0710", game=ruleset.title, found=name, expected=self.options))
            if not ruleset.options[name].allows(value):
                raise RulewrightError(problem("RW0713", found=str(value), option=name))
            self.options[name] = value
        self._programs: dict[tuple[int, str, bool], Program] = {}
        self._languages: dict[str, Language] = {}

    @property
    def id(self) -> str:
        """The ruleset's id."""
        return self.ruleset.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.ruleset.title

    @property
    def version(self) -> str:
        """The ruleset's version."""
        return self.ruleset.version

    @property
    def hash(self) -> str:
        """Of everything that has a meaning."""
        return self.ruleset.hash

    @cached_property
    def players(self) -> Sequence[int]:
        """Numbers of players (people and bots, not the seat that the rules play) that it can be played by."""
        return self.ruleset.people

    @cached_property
    def absent(self) -> int:
        """How many seats the rules play."""
        return int(self.ruleset.unattended is not None)

    # ------------------------------------------------------------ language

    def language(self, lang: str = "en") -> Language:
        """The ruleset's language.

        Raises:
            RulewrightError: RW0711 when the ruleset does not speak it.
        """
        if lang not in self._languages:
            self._languages[lang] = self.ruleset.language(lang)
        return self._languages[lang]

    def parse(self, text: str, lang: str = "en", kind: str = "text") -> Node:
        """The tree of a text."""
        return self.language(lang).parse(text, kind)

    def print(self, node: Node, lang: str = "en") -> str:
        """A tree in a language."""
        return self.language(lang).print(node)

    # ------------------------------------------------------------ games

    def program(self, seats: int, options: Mapping[str, Any] | None = None, checked: bool = False) -> Program:
        """The compiled program for a number of seats.

        checked: whether the ruleset's invariants are tested in play.

        Raises:
            MeaningError: a sentence parses but cannot be run.
        """
        chosen = {**self.options, **(options or {})}
        checked = checked and bool(self.ruleset.always)
        key = (seats, repr(sorted(chosen.items())), checked)
        if key not in self._programs:
            program = program_for(self.ruleset, seats, chosen, checked)
            program.labels = Labels(program, self.print)
            self._programs[key] = program
        return self._programs[key]

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        """A game at its first decision.

        Args:
            players: how many; by default the smallest number.
            seed: of all chance; the same seed and choices give the same game everywhere.
            checked: whether `broken` tells what of the ruleset's invariants does not hold.
            log: whether it keeps a log for readers; many games that nobody reads are quicker without.

        Raises:
            RulewrightError: RW0712 for a number of players that the game cannot be played by.
        """
        return Game.new(self, self.program(self.seats(players), options, checked), seed, log)

    def seats(self, players: int | None = None) -> int:
        """How many seats a game has, those at which nobody sits included.

        Raises:
            RulewrightError: RW0712 for a number of players that the game cannot be played by.
        """
        number = players if players is not None else min(self.players)
        if number not in self.players:
            raise RulewrightError(
                problem("RW0712", game=self.title, found=str(number), expected=map(str, self.players))
            )
        return number + self.absent


def load(name: str | Path, options: Mapping[str, Any] | None = None, packs: Iterable[str | Path] = ()) -> Rules:
    """Load a ruleset by name or path, with the packs (by path or id) that change it.

    Raises:
        RulewrightError: with everything that is wrong in its files.
    """
    return Rules(load_ruleset(name, packs), options)
