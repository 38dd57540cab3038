"""`rulewright read`: it refuses what `check` refuses, at the words, and tells where a text can stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sample import sample
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.cli.sentences.read import _misplaced, _tried
from rulewright.compiler.trials import Trials, Tried, homes
from rulewright.editing.findings import compiled
from rulewright.language.interface import told
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.loader import load_ruleset

GAMES = Path(__file__).parents[1] / "games"
CONJURERS = str(GAMES / "conjurers")


def test_a_text_is_refused_as_check_refuses_it_with_its_words() -> None:
    result = CliRunner().invoke(app, ["read", CONJURERS, "Work: discard it."])
    assert result.exit_code == 1 and isinstance(result.exception, RulewrightError)
    (found,) = result.exception.problems
    assert found.code == "RW0621"
    assert (found.place.file, found.place.column, found.place.length) == ("text", 15, 2)
    assert "Understood as" not in result.output


def test_what_only_a_card_can_wait_for_is_refused_as_on_a_card() -> None:
    text = "Whenever you gain a spell, gain 1 coin."
    result = CliRunner().invoke(app, ["read", CONJURERS, text])
    assert isinstance(result.exception, RulewrightError)
    assert [found.code for found in result.exception.problems] == ["RW0602"]


def test_a_deed_that_no_rule_names_is_the_one_fault_of_looking_back_on_it() -> None:
    text = "Use: if you have replaced a unit this turn, gain 1 gold."
    result = CliRunner().invoke(app, ["read", "monumental", text])
    assert isinstance(result.exception, RulewrightError)
    (found,) = result.exception.problems
    assert found.code == "RW0602" and "no rule of this game has a name for “replace”" in found.message.lower()
    assert "`do:`" in found.hint
    heard = text.replace("replaced a unit", "conquered a province")
    assert CliRunner().invoke(app, ["read", "monumental", heard]).exit_code == 0


def test_what_is_never_done_with_a_card_is_not_waited_for_on_it() -> None:
    args = ["read", "civ_new_dawn", "When you resolve this card, gain 1 trade token.", "--kind"]
    wrong = CliRunner().invoke(app, [*args, "diplomacy_card"])
    assert isinstance(wrong.exception, RulewrightError)
    assert any("nobody can do “resolve” with this card" in found.message.lower() for found in wrong.exception.problems)
    assert CliRunner().invoke(app, [*args, "military_card"]).exit_code == 0


@pytest.mark.parametrize("who", sample(few=["another player"], all=["another player", "a player"]))
def test_with_whose_piece_others_do_something_is_not_told(who: str) -> None:
    text = f"Whenever {who} builds your workshop, you gain 1 tool."
    result = CliRunner().invoke(app, ["read", "age_of_innovation", text])
    assert isinstance(result.exception, RulewrightError)
    assert ["your" in str(found) for found in result.exception.problems if found.code == "RW0602"] == [True]
    for right in (text.replace("your", "a"), "Whenever you build your workshop, you gain 1 tool."):
        assert CliRunner().invoke(app, ["read", "age_of_innovation", right]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Work: draw a card.", "Compiles as the text of a card of this kind: "),
        ("Draw a card.", "Compiles as a step of a rule, and on a card under a heading: “Work:”"),
    ],
)
def test_it_tells_where_a_text_can_stand(text: str, where: str) -> None:
    result = CliRunner().invoke(app, ["read", CONJURERS, text])
    assert result.exit_code == 0
    assert where in result.output and "Understood as: " in result.output


FAIR = "tests/strangers/fair"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Take 1 coin from another player.", ["or of what a verb does (whole or not at all): Take 1"]),
        ("Work: take 1 coin from another player.", ["Understood as: Work: Take 1", "as far as possible."]),
        ("Deed: take 1 coin from another player.", ["Understood as: Deed (whole or not at all): Take 1"]),
        ("Gain 1 coin.", ["Understood as: Gain 1 coin."]),
    ],
)
def test_it_tells_what_is_whole_where_the_text_stands(text: str, said: list[str]) -> None:
    output = " ".join(CliRunner().invoke(app, ["read", FAIR, text]).output.split())
    assert all(part in output for part in said), output
    assert ("as far as possible" in output) == ("as far as possible." in said)


def test_it_tells_both_where_a_text_can_stand_on_a_card_and_in_a_rule() -> None:
    output = " ".join(CliRunner().invoke(app, ["read", CONJURERS, "Draw a card."]).output.split())
    assert "Understood as: Draw a card, as far as possible." in output
    assert "of what a verb does (whole or not at all): Draw a card." in output


def test_json_tells_the_problems() -> None:
    result = CliRunner().invoke(app, ["read", CONJURERS, "Work: discard it.", "--json"])
    data = json.loads(result.output)
    assert result.exit_code == 1 and [item["code"] for item in data["problems"]] == ["RW0621"]
    assert data["understood"] is None and data["tree"]["node"] == "Text"


def test_many_texts_are_tried_in_one_go_each_by_itself() -> None:
    ruleset = load_ruleset(CONJURERS)
    texts = ["Work: draw a card.", "Work: discard it.", "Work: discard it.", "Draw 2 cards."]
    trees = [ruleset.parse(text) for text in texts]
    trials = Trials(ruleset, players=ruleset.players[:1])
    found = trials.tried([Tried(text, tree, homes(ruleset, tree)[0]) for text, tree in zip(texts, trees, strict=True)])
    assert [[problem.code for problem in problems] for problems in found] == [[], ["RW0621"], ["RW0621"], ["RW0602"]]
    assert compiled(ruleset) == []


def test_words_are_tried_in_the_place_of_others() -> None:
    ruleset = load_ruleset(CONJURERS)
    card = next(c for c in ruleset.components.values() if c.text is not None and c.text.text.startswith("Work:"))
    assert card.text is not None
    trials = Trials(ruleset, players=ruleset.players[:1])
    for text, codes in (("Work: draw a card.", []), ("Work: discard it.", ["RW0621"])):
        found = trials.in_place({card.text.path: (text, ruleset.parse(text))})
        assert [problem.code for problem in found] == codes


def test_an_act_without_a_heading_is_told_where_it_belongs() -> None:
    ruleset = load_ruleset(CONJURERS)
    text = "Draw 2 cards."
    ((found,),) = Trials(ruleset, ruleset.players[:1]).tried([Tried(text, ruleset.parse(text), "charm")])
    assert found.code == "RW0602" and "nothing says when: write it under “Work:”" in found.message
    assert told(found, "hu").message.startswith("Ez egyszer történik, és semmi sem mondja meg, mikor: írd ilyen")


def test_a_text_of_two_headings_stands_on_a_kind_of_which_no_card_has_both() -> None:
    text = "While this card is your played card, your expansion is 1 higher. Focus: expand your borders."
    result = CliRunner().invoke(app, ["read", "civ_new_dawn", text, "--kind", "culture_card"])
    assert result.exit_code == 0, result.output


def test_what_is_wrong_is_told_of_the_kind_of_card_that_is_meant() -> None:
    misplaced, meant = [problem("RW0517", found="a", zones="b", lies="c"), problem("RW0621", found="it")], [
        problem("RW0621", found="it"), problem("RW0621", found="it"), problem("RW0621", found="it"),
    ]  # fmt: skip
    assert min([misplaced, meant], key=_misplaced) is meant


def test_where_nothing_is_near_the_phrasebook_is_named_by_the_folder_that_was_asked_for() -> None:
    result = CliRunner().invoke(app, ["propose", CONJURERS, "qqq zzz"])
    assert f"phrasebook {CONJURERS}" in result.output.replace("\n", "")


def test_what_is_told_of_one_try_alone_is_looked_for_in_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = load_ruleset(CONJURERS).language("en").parse("Work: gain 1 coin.")
    trials, wrong = Trials(load_ruleset(CONJURERS)), problem("RW0601", what="x")
    tries = [Tried("Work: gain 1 coin.", tree, kind) for kind in ("bad", "good", "bad", "bad")]

    def first_alone(texts: list[Tried]) -> list[list[object]]:
        bad = [number for number, one in enumerate(texts) if one.kind == "bad"]
        return [[wrong] if bad[:1] == [number] else [] for number in range(len(texts))]

    monkeypatch.setattr(trials, "tried", first_alone)
    assert _tried(trials, tries) == [[wrong], [], [wrong], [wrong]]
