"""Invariants as data (always.yaml): true ones hold, false ones are found, and ordinary play knows nothing of them."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from sample import costly, sample
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.play import journal
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import run
from rulewright.problems import RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.rulebook.rulebook import invariant_text, rulebook
from rulewright.runtime.game import Game
from rulewright.runtime.programs import missing
from rulewright.runtime.rules import Rules, load

PIG = Path(__file__).parents[1] / "games" / "pig"


def game_with(folder: Path, always: dict[str, Any], scenarios: list[dict[str, Any]] | None = None) -> Path:
    """The game of pig with other invariants."""
    shutil.copytree(PIG, folder / "pig")
    write(folder / "pig" / "always.yaml", always)
    if scenarios:
        (folder / "pig" / "scenarios").mkdir()
        write(folder / "pig" / "scenarios" / "all.yaml", scenarios)
    return folder / "pig"


def write(path: Path, data: Any) -> None:
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")


def played(game: Game, seed: int = 1) -> list[list[str]]:
    """What is broken after each choice of a random game."""
    chance, lines, found = random.Random(seed), 0, []
    while game.decision is not None:
        game.choose_number(chance.randrange(len(game.decision.options)))
        found.append(game.broken(lines))
        lines = len(game.state.log or ())
    return found


def test_the_invariants_of_a_game_hold_and_change_nothing() -> None:
    rules = load(PIG)
    checked, plain = rules.new_game(2, 1, checked=True), rules.new_game(2, 1)
    chance = random.Random(1)
    while checked.decision is not None and plain.decision is not None:
        assert [o.id for o in checked.decision.options] == [o.id for o in plain.decision.options]
        number = chance.randrange(len(checked.decision.options))
        checked.choose_number(number)
        plain.choose_number(number)
        assert not checked.broken() and checked.hash() == plain.hash()
    assert plain.decision is None and checked.program.always


@pytest.mark.parametrize(
    "game", ["tic_tac_toe", "civ_new_dawn", *costly(few=[], most=["mythotopia", "monumental", "age_of_innovation"])]
)
def test_a_position_means_the_same_whether_a_game_is_checked_or_not(game: str) -> None:
    rules = load(game)
    for players in sample(few=rules.players[:1], all=rules.players):
        plain, checked = rules.program(players), rules.program(players, checked=True)
        assert (checked.pay, checked.pay_table, checked.layout.size) == (plain.pay, plain.pay_table, plain.layout.size)
        many, offers = len(plain.owner), len(plain.offers)
        assert checked.owner[:many] == plain.owner and len(checked.offers) >= offers
        assert [block is not missing for block in checked.blocks[:many]] == [it is not missing for it in plain.blocks]
        assert {label: checked.decisions[label].kind for label in plain.decisions} == {
            label: asking.kind for label, asking in plain.decisions.items()
        }


def test_what_was_saved_of_a_checked_game_goes_on_unchecked(tmp_path: Path) -> None:
    """What only a test needs (here, what would be) stands in the stack of no position that is saved."""
    gains = {"after": [{"one of": [{"title": "Gain", "do": ["Gain 1 point."]}]}], "if": "you have a point"}
    rules = load(game_with(tmp_path, {"taken": {"whenever": "you take a turn", "says": gains}}))
    game, chance = rules.new_game(2, 1, checked=True), random.Random(1)
    while game.decision is not None:
        again = Game.restore(rules, json.loads(json.dumps(game.save())))
        assert again.hash() == game.hash() and again.values == game.values
        number = chance.randrange(len(game.values))
        again.choose_number(number)
        game.choose_number(number)
        assert again.hash() == game.hash()


def test_ordinary_play_has_none_of_it() -> None:
    plain = load(PIG).program(2)
    assert not plain.always and "always_" not in plain.text


ABOUT_VERBS = [
    ({"never": "a player draws a spell"}, True),
    ({"never": "a player draws a charm"}, False),
    ({"never": "a card is played"}, True),
    ({"whenever": "you draw a card", "says": "the card is in your hand"}, False),
    ({"whenever": "you draw a card", "says": "you have at most 2 cards in your hand"}, True),
    ({"whenever": "you discard a beast", "says": "the beast is in the discard pile"}, False),
    ({"never": "you pay coins", "if": "you have no coins"}, True),
    ({"never": "you lose coins"}, False),
]


def test_what_the_cores_verbs_do_is_an_event(tmp_path: Path) -> None:
    folder = tmp_path / "conjurers"
    shutil.copytree(PIG.parent / "conjurers", folder)
    write(folder / "always.yaml", {f"it_{number}": entry for number, (entry, _) in enumerate(ABOUT_VERBS)})
    rules = load(folder)
    games = (played(rules.new_game(2, seed, checked=True), seed) for seed in range(6))
    broken = {name for game in games for names in game for name in names}
    assert broken == {f"it_{number}" for number, (_, breaks) in enumerate(ABOUT_VERBS) if breaks}
    assert "always_" not in rules.program(2).text
    assert rules.program(2).layout.size == rules.program(2, checked=True).layout.size


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"before": "you gain a point", "says": "you have no points"}, "RW0605"),
        ({"never": "you gain 2 points"}, "RW0605"),
        ({"never": "you gain this point"}, "RW0605"),
        ({"never": "another player takes a turn"}, "RW0605"),
        ({"never": "you have a point"}, "RW0605"),
        ({"never": "you take a turn", "whenever": "you take a turn"}, "RW0258"),
        ({"rules": []}, "RW0258"),
        ({"says": "you have at most 7 pints"}, "RW03"),
        ({"says": "you have a point", "rules": ["X-1"]}, "RW0237"),
    ],
)
def test_what_cannot_be_tested_is_told_with_its_place(entry: dict[str, Any], code: str, tmp_path: Path) -> None:
    folder = game_with(tmp_path, {"it": entry})
    if "rules" in entry:
        (folder / "rules.md").write_text("**P-1** One rule.", encoding="utf-8")
    result = CliRunner().invoke(app, ["check", str(folder), "--format", "json"])
    told = json.loads(result.stdout)
    assert [one["code"][: len(code)] for one in told] == [code]
    assert all(one["file"].endswith("always.yaml") and one["line"] for one in told)


SCENARIO = {"id": "turn", "title": "A turn", "players": 2, "position": {"numbers": {"1": {"point": 3}}}, "choose": []}


def outcome(folder: Path) -> list[tuple[str, str]]:
    """The problems of a game's scenarios."""
    ruleset = load_ruleset(folder)
    found, broken = read_scenarios(ruleset)
    assert not broken
    rules = Rules(ruleset)
    return [(item.code, item.found) for scenario in found for item in run(scenario, rules)]


@pytest.mark.parametrize(
    ("says", "expected", "told"),
    [
        ("you have at most 1000 points", [], []),
        ("you have at most 1000 points", ["it"], [("RW0822", "nothing")]),
        ("you have at most {so_far} turn points", [], [("RW0704", "it")]),
        ("you have at most {so_far} turn points", ["it"], []),
        ("you have at most 2 points", [], []),  # the position breaks it, not the rules
        ("you have at most 2 points", ["it"], []),
    ],
)
def test_scenarios_test_invariants(says: str, expected: list[str], told: list[tuple[str, str]], tmp_path: Path) -> None:
    expect: dict[str, Any] = {"seat": 1}
    if expected:
        expect["broken"] = expected
    luck = next(  # seat 1 rolls, and rolls no 1
        seed for seed in range(50)
        if (game := load(PIG).new_game(2, seed)).seat == 0 and rolled_again(game)
    )  # fmt: skip
    so_far = load(PIG).new_game(2, luck).facts().numbers["1"]["turn_point"]()
    scenario = {**SCENARIO, "seed": luck, "choose": ["Roll again"], "expect": expect}
    assert outcome(game_with(tmp_path, {"it": {"says": says.format(so_far=so_far)}}, [scenario])) == told


def rolled_again(game: Game) -> bool:
    """Whether rolling again leaves the first seat its turn."""
    assert game.decision is not None
    game.choose(next(option.id for option in game.decision.options if "again" in option.text()))
    return game.seat == 0


def test_simulate_names_the_invariant_the_seed_and_the_choice_and_writes_a_journal(tmp_path: Path) -> None:
    folder = game_with(tmp_path, {"it": {"says": "you have at most 20 points"}})
    command = ["simulate", str(folder), "-n", "2", "--jobs", "1", "--out"]
    assert CliRunner().invoke(app, [*command, str(tmp_path / "unchecked")]).exit_code == 0
    result = CliRunner().invoke(app, [*command, str(tmp_path / "out"), "--check"])
    assert result.exit_code == 1
    assert all(words in result.stdout for words in ("RW0703", "“it” does not hold", "You have at most 20 points"))
    kept = journal.read(tmp_path / "out" / "broken-0.jsonl")
    assert f"Seed {kept.header.seed}, choice {len(kept.choices)}" in " ".join(result.stdout.split())
    game = load(folder).new_game(2, kept.header.seed, checked=True)
    assert journal.replay(kept, game) == len(kept.choices)
    assert game.broken() == ["it"]


def test_packs_change_invariants(tmp_path: Path) -> None:
    folder = game_with(tmp_path, {"a": {"says": "you have at most 20 points"}, "b": {"never": "you take a turn"}})
    pack = tmp_path / "more"
    pack.mkdir()
    head = {
        "id": "more", "title": "More", "version": "1.0.0", "base": {"pig": ">=0"},
        "patch": {"always": {"a": {"set": {"says": "you have at most 1000 points"}}}}, "remove": {"always": ["b"]},
    }  # fmt: skip
    write(pack / "pack.yaml", head)
    write(pack / "always.yaml", {"c": {"says": "you have at most 1 chance"}})
    rules = load(folder, packs=[pack])
    assert list(rules.ruleset.always) == ["a", "c"]
    assert not any(played(rules.new_game(2, 1, checked=True)))
    assert rules.hash == load(PIG).hash  # what always holds does not change the game
    with pytest.raises(RulewrightError) as error:
        write(pack / "pack.yaml", {**head, "remove": {"always": ["d"]}})
        load(folder, packs=[pack])
    assert error.value.problems[0].code == "RW0920"


def test_invariants_are_told_in_the_rulebook_of_each_language() -> None:
    ruleset = load_ruleset("mythotopia")
    for lang, start in (("en", "Whenever you clear"), ("hu", "Valahányszor"), ("es", "Después de que")):
        text = invariant_text(ruleset, "peace_after_war", lang)
        assert text.startswith(start) and "*" not in text
        assert any(line.text == text for line in rulebook(ruleset, lang, internal=True))
