"""The packs that come with the games: each alone and all together, with the scenarios that prove them."""

from __future__ import annotations

from statistics import mode

import pytest
from sample import costly, sample

from corpus import measure, measure_language
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.files.discovery import PACKS, shipped_rulesets
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules

SHIPPED = {
    game: sorted(path.parent.name for path in folder.glob(f"{PACKS}/*/pack.yaml"))
    for game, folder in shipped_rulesets().items()
}
MIXES = [(game, mix) for game, packs in SHIPPED.items() if packs for mix in ([[pack] for pack in packs] + [packs])]


@pytest.mark.parametrize(("game", "packs"), MIXES, ids=str)
def test_a_mix_of_packs_is_right_and_its_scenarios_hold(game: str, packs: list[str]) -> None:
    ruleset, problems = read_ruleset(game, packs)
    assert ruleset is not None and problems == []
    scenarios, wrong = read_scenarios(ruleset)
    assert lint(ruleset) + wrong == []
    assert [pack.id for pack in ruleset.packs if pack.id in packs] == sorted(packs)
    if len(packs) == 1:
        rules: dict[str, Rules] = {}
        for scenario in sample(few=few(scenarios, packs[0]), all=scenarios):
            options = rules.setdefault(str(scenario.options), Rules(ruleset, scenario.options))
            assert run(scenario, options) == [], scenario.id


def few(scenarios: list[Scenario], pack: str) -> list[Scenario]:
    """All scenarios of a pack, and of those of the game some with the usual options and number of players.

    `rulewright pack check` and `tools/test --whole` play all of them.
    """
    own = [scenario for scenario in scenarios if scenario.home == pack]
    usual = [scenario for scenario in scenarios if scenario.home != pack and not scenario.options]
    most = mode(scenario.data.get("players") for scenario in usual)
    usual = [scenario for scenario in usual if scenario.data.get("players") == most]
    assert own and len(usual) > 100
    return own + usual[:: costly(few=18, most=6)]


@pytest.mark.parametrize("game", [game for game, packs in SHIPPED.items() if packs])
def test_every_text_of_all_packs_together_compiles_and_comes_back(game: str) -> None:
    score = measure(game, SHIPPED[game])
    assert score.perfect


@pytest.mark.parametrize("lang", ["es", "hu"])
@pytest.mark.parametrize("game", [game for game, packs in SHIPPED.items() if packs])
def test_all_packs_together_are_told_in_every_language(game: str, lang: str) -> None:
    score = measure_language(game, lang, SHIPPED[game])
    assert score is not None and score.perfect, (score.states, score.lost, score.missing_forms)
    ruleset, _ = read_ruleset(game, SHIPPED[game])
    assert ruleset is not None and ruleset.language(lang).lexicon.missing == []
