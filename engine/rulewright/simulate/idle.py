"""What of a game never came to anything: abilities that nobody was offered, and triggers that nothing set off."""

from __future__ import annotations

from rulewright.language import nodes as N
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game


class Idle:
    """Notes through one game what is offered and what fires.

    Programs in C play without noting it: of them nothing is known.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self._game, self._lang = game, lang
        self.known = type(game) is Game
        self._offered: set[tuple[str, str]] = set()
        self._seen: set[tuple[int, object]] = set()
        self._fired: set[tuple[int, int]] = set()
        if self.known:
            game.state.lookahead.fired = self._fired

    def note(self) -> None:
        """Note what is offered now."""
        if not self.known:
            return
        program = self._game.program
        block = self._game.state.stack[-1][0]
        kind = program.decisions[block].kind
        if kind not in ("offer", "entry", "pay"):
            return
        for value in self._game.values:
            if value == -1 or (kind == "pay" and value[0] != 1) or (block, value) in self._seen:
                continue
            self._seen.add((block, value))
            table, number, card = value[-3:]
            if card >= 0:
                self._offered.add((program.layout.cards[card].component, program.offers[table][number].heading))

    def unoffered(self) -> list[str]:
        """The abilities under headings that are offered which stood among no options: `Card: Heading`, in order."""
        program, labels = self._game.program, self._game.labels
        cards, headings = program.layout.cards, program.ruleset.lexicon.get("headings") or {}
        known = {
            (cards[card].component, entry.heading)
            for table in program.offers for entry in table if (headings.get(entry.heading) or {}).get("offered")
            for card in entry.cards
        }  # fmt: skip
        return sorted(
            f"{labels.component(card, self._lang)}: {labels.heading(heading, self._lang)}"
            for card, heading in known - self._offered
        )

    def unfired(self) -> list[str]:
        """The texts of cards that wait for something that never came, each with the sentence, in order."""
        program, labels = self._game.program, self._game.labels
        cards = program.layout.cards
        texts: dict[
            tuple[str, N.Node], bool
        ] = {}  # whether it has fired: whatever it waits for may stand in several tables
        for table, entries in enumerate(program.offers):
            for number, entry in enumerate(entries):
                if isinstance(entry.title, N.Trigger | N.Timed) and entry.cards:
                    key = cards[entry.cards[0]].component, entry.title
                    texts[key] = texts.get(key, False) or (table, number) in self._fired
        return sorted(
            f"{labels.component(card, self._lang)}: {self._said(node)}"
            for (card, node), fired in texts.items()
            if not fired
        )

    def _said(self, node: N.Node) -> str:
        try:
            said: str = self._game.program.ruleset.print(node, self._lang)
        except RulewrightError:  # it waits for what no word of the language is for
            return "…"
        return said
