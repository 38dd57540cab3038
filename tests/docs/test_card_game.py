"""The games of docs/card-game.md: their files are checked and played as they stand there."""

import random
import re
from pathlib import Path

import pytest

from rulewright.compiler.trials import Trials, Tried
from rulewright.editing.findings import compiled
from rulewright.problems import RulewrightError
from rulewright.ruleset.lint import check
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import load

PAGE = Path(__file__).parents[2] / "docs" / "card-game.md"


@pytest.fixture(scope="module", params=["burrow", "ferry", "sledge", "bazaar"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    blocks = re.findall(r"```yaml\n# (\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for name, content in blocks:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder / str(request.param)


def test_nothing_is_wrong_with_it(game: Path) -> None:
    assert check([game]) == []
    assert list(compiled(load_ruleset(game))) == []


def test_it_is_played_to_its_end(game: Path) -> None:
    rules = load(game)
    for players in (2, 4):
        one = rules.new_game(players, seed=players)
        chance = random.Random(players)
        while one.decision is not None:
            one.choose_number(chance.randrange(len(one.values)))
        assert re.search("no cards in the (event )?deck", one.end_reason)


def test_what_the_page_says_of_the_third_game(tmp_path: Path) -> None:
    for name, content in re.findall(r"```yaml\n# sledge/(\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    rules = load(tmp_path)
    one = rules.new_game(2, seed=1)
    while one.decision is not None:
        one.choose_number(0)
    lines = one.log_lines()
    for event in ("Thaw", "Fair", "Frost"):
        assert f"Player 1 turns up {event}" in lines, "the log tells which event came up"
    ruleset = load_ruleset(tmp_path)
    said = [
        "Tool: cast 2 runes.",
        "Tool: discard any number of cards. Cast a rune for each of them.",
        "Tool: gain 1 fur for each path whose way is road.",
    ]
    assert not [
        told
        for found in Trials(ruleset, players=[3]).tried([Tried(one, ruleset.parse(one), "tool") for one in said])
        for told in found
    ]
    with pytest.raises(RulewrightError):
        ruleset.parse("Tool: cast that many runes.")


MARKET = """
- id: above_most
  title: What a text adds goes above `most`, and the sale lowers what is kept
  position:
    turn: 1
    numbers: {1: {coin: 0, stock.amber: 1}, common: {price.amber: 7}}
    zones: {1: {hand: [feast]}, common: {deck: [rumour, rumour]}}
  choose: [Feast, End your turn]
  expect: {numbers: {1: {coin: 9}, common: {price.amber: 6}}}
- id: not_above_most
  title: What is kept stays at `most`
  position:
    turn: 1
    numbers: {1: {coin: 0, stock.amber: 1}, common: {price.amber: 7}}
    zones: {1: {hand: [rumour]}, common: {deck: [rumour, rumour]}}
  choose: [Rumour, Amber, Sell a ware]
  expect: {numbers: {1: {coin: 7}, common: {price.amber: 6}}}
- id: late
  title: A card that comes when it is so already, and once only
  position:
    turn: 1
    numbers: {1: {coin: 8, stock.amber: 2}, common: {price.amber: 3}}
    zones: {1: {hand: [guild]}, common: {deck: [rumour, rumour]}}
  choose: [Put a licence, Honey, Sell a ware, Amber]
  expect: {numbers: {1: {coin: 11, stock.honey: 1, stock.amber: 1}}, offered: [Store a ware]}
"""
"""What the page says of the fourth game, as scenarios of it."""


def test_what_the_page_says_of_the_market(tmp_path: Path) -> None:
    for name, content in re.findall(r"```yaml\n# bazaar/(\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "market.yaml").write_text(MARKET, encoding="utf-8")
    assert check([tmp_path]) == []
    ruleset = load_ruleset(tmp_path)
    said = [
        "Trick: sell 2 wares.",
        "Trick: 2 times, sell a ware.",
        "Trick: choose a ware. If its price is at least 4, gain 1 coin.",
    ]
    tried = Trials(ruleset, players=[3]).tried([Tried(one, ruleset.parse(one), "trick") for one in said])
    assert not [told for found in tried for told in found]
    for text in ("Trick: sell a ware twice.", "Trick: raise the price of amber."):
        with pytest.raises(RulewrightError):
            ruleset.parse(text)
