"""The page of games between bots: a form, how far they are, and what they tell so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from rulewright.language.interface import told
from rulewright.play.seats import KINDS
from rulewright.runtime.rules import Rules
from rulewright.web.modding import Modding
from rulewright.web.simulating.runs import MOST_GAMES, PLAYING, Simulations


class SimulationPages:
    """Makes the page, and begins what its form wishes.

    Args:
        make: fills a template: its name, the reader's language, and the words in it; titles: what a game is called in
            a language.
    """

    def __init__(self, modding: Modding, make: Callable[..., str], titles: Callable[[str, str], str]) -> None:
        self.runs = Simulations()
        self._modding = modding
        self._workbench = modding.workbench
        self._make = make
        self._titles = titles

    def begin(self, name: str, form: Mapping[str, list[str]], lang: str) -> str:
        """Begin games, by the rules and packs as their files stand; the id of the run. Raises RulewrightError."""
        packs = self._modding.paths(name, form.get("pack", []))
        ruleset, stale = self._workbench.standing(name, packs)
        return self.runs.begin(ruleset, form, lang if lang in ruleset.languages else "en", stale)

    def page(self, name: str, number: str, lang: str, part: bool = False, reason: str = "") -> str:
        """The form, and what a run has told so far if one is named; `part`: only what changes."""
        run = self.runs.run(number)
        words: dict[str, Any] = {"run": run, "playing": PLAYING, "told": "", "stale": [], "problems": []}
        if run is not None:
            with run.looked_at():
                words["told"] = Markup(run.told(lang))  # the report escapes what it puts in
                words["stale"] = [told(item, lang) for item in run.stale[:3]]
                words["problems"] = [told(item, lang) for item in run.problems[:5]]
        if part:
            return self._make("_simulation.html", lang, name=name, number=number, **words)
        ruleset = self._workbench.ruleset(name)
        players = Rules(ruleset).players
        default = "greedy" if ruleset.result.get("value") else "random"
        return self._make(
            "simulation.html", lang, name=name, number=number, title=self._titles(name, lang), kinds=KINDS,
            sits=run.kinds if run is not None else (default,) * min(players), packs=self._modding.packs(name),
            chosen=run.packs if run is not None else (), reason=reason, most=max(players), least=min(players),
            most_games=MOST_GAMES, **words,
        )  # fmt: skip
