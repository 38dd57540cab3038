"""Sentences that strangers wrote and that once did something else than they say, by kind.

Each is played as a card of the fair (`fair/`), or refused with a wording beside it that compiles, means it, and is
played in its place. `kinds.yaml` tells how it is written.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from plain import read_plain

from rulewright.compiler.scope import MeaningError
from rulewright.compiler.trials import not_understood
from rulewright.editing.findings import compiled
from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place, Problem, RulewrightError
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules
from tests.strangers import trial

HERE = Path(__file__).parent
KINDS: dict[str, list[dict[str, Any]]] = read_plain(HERE / "kinds.yaml")
ALL = [(f"k{kind}_{number}", entry) for kind, entries in KINDS.items() for number, entry in enumerate(entries, 1)]
REFUSED = [(name, entry) for name, entry in ALL if "refused" in entry]
SAID = [(name, entry) for name, entry in ALL if "plays" in entry]


def _card(name: str, text: str, zone: str = "box", copies: int = 1) -> dict[str, Any]:
    card = {"id": name, "kind": "charm", "name": name, "start": zone, "text": text, "provenance": "original"}
    return card if copies == 1 else {**card, "copies": copies}


def wrong(rules: Rules) -> list[Problem]:
    """What `compiled` finds in a game of one number of players without invariants, whose program is played afterwards.

    The program tells as much, so it is compiled only once.
    """
    (players,) = rules.ruleset.players
    assert not rules.ruleset.always
    try:
        rules.program(players)
    except MeaningError:
        return compiled(rules.ruleset)
    return not_understood(rules.ruleset, [])


def _fair(folder: Path, cards: list[dict[str, Any]]) -> tuple[Rules | None, dict[int, list[str]]]:
    """The fair with some cards, and the codes of what is wrong, by the number of the card."""
    shutil.copytree(HERE / "fair", folder)
    file = folder / "components" / "strangers.yaml"
    file.write_text("".join(f"- {json.dumps(card)}\n" for card in cards), encoding="utf-8")  # a line each
    ruleset, problems = read_ruleset(str(folder))
    rules = None if ruleset is None else Rules(ruleset)
    found = defaultdict(list)
    for problem in [*problems, *(wrong(rules) if rules is not None and not problems else [])]:
        found[problem.place.line - 1 if problem.place.file.endswith(file.name) else -1].append(problem.code)
    return rules, found


SHARED = 100
"""So many sentences lie in one fair: each asks something of all the others, and each fair compiles its rules anew."""

REPLACES = re.compile(r"\bwould\b|\bnext time\b|\binstead\b|, (?:gain|lose|draw) (?:1|one) (?:more|less)\b")

FEW = 5
"""So many of those that put something in the place of acts."""


def _fairs(entries: list[tuple[str, dict[str, Any]]], which: str) -> dict[str, list[str]]:
    """The sentences of each fair: kinds stay together, and those of what is put in the place of acts by themselves."""
    kinds: dict[str, list[str]] = defaultdict(list)
    would = {name.split("_")[0] for name, entry in entries if REPLACES.search(entry.get(which, entry["says"]))}
    for name, _ in entries:
        kinds[name.split("_")[0]].append(name)
    fairs: dict[str, list[str]] = defaultdict(list)
    number, room = 0, SHARED
    for kind, names in kinds.items():
        if kind in would:  # what takes the place of acts is asked of each act, and of what takes its place
            for at, name in enumerate(names):
                fairs[f"{kind}_{at // FEW}"].append(name)
            continue
        if room < len(names):
            number, room = number + 1, SHARED
        room -= len(names)
        fairs[str(number)] += names
    return fairs


@cache
def _fair_of(which: str) -> dict[str, str]:
    """The fair in which a sentence lies, by its name."""
    entries = REFUSED if which == "says" else SAID
    return {name: fair for fair, names in _fairs(entries, which).items() for name in names}


@cache
def _sorted(which: str, fair: str = "0") -> tuple[Rules, dict[str, set[str]]]:
    """A fair with the sentences that are carried out, and for each other one what is told about it.

    which: "says" for those that are to be refused, "say" for those that are to be played.
    """
    entries = REFUSED if which == "says" else SAID
    cards = [
        _card(name, entry.get(which, entry["says"]), copies=entry.get("copies", 1))
        for name, entry in entries if _fair_of(which)[name] == fair
    ]  # fmt: skip
    told: dict[str, set[str]] = {}
    while True:  # one text that cannot be read hides what else is wrong
        left = [card for card in cards if card["id"] not in told]
        rules, found = _fair(Path(mkdtemp(prefix="fair")) / "fair", left)
        assert -1 not in found, found
        if not found:
            assert rules is not None
            return rules, told
        told.update({left[at]["id"]: set(codes) for at, codes in found.items()})


def _seats(values: dict[Any, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in values.items()}


def _scenario(name: str, text: str, play: dict[str, Any]) -> Scenario:
    """A play as a scenario: the card, called `{this}`, lies in seat 1's circle, and what it offers is chosen first."""
    play = json.loads(json.dumps(play).replace("{this}", name))
    zones = _seats(play.get("zones", {}))
    zones["1"] = {"circle": [name], **zones.get("1", {})}
    for seat in "123":
        zones[seat] = {"hand": [], **zones.get(seat, {})}
    zones["common"] = {"deck": [], "discard_pile": [], **zones.get("common", {})}
    numbers = {seat: {"coin": 0, "fame": 0, **_seats(play.get("numbers", {})).get(seat, {})} for seat in "123"}
    position = {"turn": 1, "zones": zones, "numbers": numbers, "pieces": _seats(play.get("pieces", {}))}
    expect = {key: _seats(value) if isinstance(value, dict) else value for key, value in play["expect"].items()}
    begin = [name] if text.startswith(("Work", "Order")) and not play.get("waits") else []
    choose = [*begin, *play.get("choose", [])]
    data = {"id": name, "players": 3, "position": position, "choose": choose, "expect": expect}
    data |= {"seed": play["seed"]} if "seed" in play else {}
    return Scenario(data, lambda path: Place("kinds.yaml"))


def played(name: str, text: str, play: dict[str, Any], rules: Rules) -> list[str]:
    """What comes out otherwise; a card of which nothing can be done is not offered (R17), and nothing comes of it."""
    told = [problem.message for problem in run(_scenario(name, text, play), rules)]
    if told == [f"Nothing on offer is like {name}."]:
        told = [problem.message for problem in run(_scenario(name, text, {**play, "waits": True}), rules)]
    return told


def test_no_number_of_a_kind_stands_twice() -> None:
    """YAML would keep the last one alone, and nobody would miss the first."""
    numbers = re.findall(r"^(\d+):", (HERE / "kinds.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(numbers) == len(set(numbers)) == len(KINDS)


@pytest.mark.parametrize(("name", "entry"), SAID, ids=[name for name, _ in SAID])
def test_it_is_carried_out_as_a_reader_expects(name: str, entry: dict[str, Any]) -> None:
    rules, told_of = _sorted("say", _fair_of("say")[name])
    assert told_of.get(name) is None, entry
    text = entry.get("say", entry.get("says"))
    for play in entry["plays"]:
        assert played(name, text, play, rules) == [], f"{text} {play}"


@pytest.mark.parametrize(("name", "entry"), REFUSED, ids=[name for name, _ in REFUSED])
def test_it_is_refused(name: str, entry: dict[str, Any]) -> None:
    assert _sorted("says", _fair_of("says")[name])[1].get(name) == {entry["refused"]}, entry["says"]
    assert "say" in entry and "plays" in entry, "a wording that works belongs beside it"


def test_each_kind_has_a_sentence_and_three_more() -> None:
    assert {kind: len(entries) for kind, entries in KINDS.items() if len(entries) < 4} == {}


TWICE = [  # kind 24: one copy in two places of a position
    {"seats": [{"zones": {"hand": ["wolf"], "circle": ["wolf"]}}]},
    {"seats": [{"zones": {"hand": ["wolf"]}}, {"zones": {"hand": ["wolf"]}}]},
    {"zones": {"deck": ["wolf", "bear", "wolf"]}},
    {"zones": {"shop": ["hex", "hex"]}, "seats": [{"zones": {"hand": ["hex", "hex", "hex"]}}]},
    {"zones": {"shop": ["hex.1"]}, "seats": [{"zones": {"hand": ["hex.1"]}}]},
]


@pytest.mark.parametrize("position", TWICE)
def test_a_position_that_needs_one_copy_twice_is_refused(position: dict[str, Any]) -> None:
    game = _sorted("say")[0].new_game(3, seed=1)
    with pytest.raises(RulewrightError, match="RW0745"):
        game.arrange(position)


def test_each_copy_lies_in_a_place_of_its_own() -> None:
    game = _sorted("say")[0].new_game(3, seed=1)
    game.arrange({"zones": {"shop": ["hex", "hex"]}, "seats": [{"zones": {"hand": ["hex", "hex"]}}]})
    view = game.view(0)
    assert [card["id"].split(".")[0] for card in view["seats"][0]["zones"]["hand"]["cards"]] == ["hex", "hex"]
    assert len(view["common"]["shop"]["cards"]) == 2


def test_the_log_tells_each_die_where_a_text_asks_for_it(tmp_path: Path) -> None:
    text = "Work: roll 3 dice. Gain 1 coin for each of those dice whose result is at least 5."
    rules, _ = _fair(tmp_path / "fair", [_card("luck", text)])
    assert rules is not None
    (told,) = run(_scenario("luck", text, {"expect": {"log": ["nothing"]}}), rules)
    dice = re.search(r"rolls 3 dice: (\d) \+ (\d) \+ (\d) = (\d+)", told.message)
    assert dice is not None, told.message
    *each, total = map(int, dice.groups())
    assert sum(each) == total


def test_what_is_forbidden_is_not_offered_in_a_step_that_must_be_done(tmp_path: Path) -> None:
    shutil.copytree(HERE / "fair", tmp_path / "fair")
    words = tmp_path / "fair" / "lexicon.yaml"
    text = words.read_text(encoding="utf-8").replace(
        "do: [{offer: [work", "do: [{choose: a field, as: other_field}, Build in the other field., {offer: [work"
    )
    words.write_text(text, encoding="utf-8")
    card = _card("stern", "You cannot build in a dry field.")
    (tmp_path / "fair" / "components" / "one.yaml").write_text(json.dumps([card]), encoding="utf-8")
    ruleset, problems = read_ruleset(str(tmp_path / "fair"))
    assert ruleset is not None and not problems
    forbidden = {"expect": {"offered": ["East", "West", "Hill"], "not offered": ["North", "South"]}}
    assert [one.message for one in run(_scenario("stern", card["text"], forbidden), Rules(ruleset))] == []


def _staking(folder: Path, steps: str) -> tuple[Ruleset | None, list[str]]:
    """The fair with a verb in which all choose in secret, on one card, and what is wrong with it."""
    shutil.copytree(HERE / "fair", folder)
    words = folder / "lexicon.yaml"
    role = "nouns:\n  stake: {type: role, of: beast, en: stake}\n"
    verb = "verbs:\n  wager:\n    en: {pattern: V, forms: wager|wagers|wagering|wagered}\n    do:\n" + steps
    text = words.read_text(encoding="utf-8").replace("nouns:\n", role, 1).replace("verbs:\n", verb, 1)
    words.write_text(text, encoding="utf-8")
    (folder / "components" / "one.yaml").write_text(json.dumps([_card("gamble", "Work: wager.")]), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    found = [*problems, *(compiled(ruleset) if ruleset is not None and not problems else [])]
    return ruleset, [one.message for one in found]


def test_who_has_nothing_to_choose_in_secret_is_passed_over(tmp_path: Path) -> None:
    steps = (
        "      - each player secretly: [{choose: a beast in your hand, as: stake, where: its price is at least 0}]\n"
        "        then: [Discard the stake., Gain 2 fame.]\n"
    )
    ruleset, problems = _staking(tmp_path / "fair", steps)
    assert ruleset is not None and not problems
    for hands, choose, fame in (
        ({2: {"hand": ["wolf", "bear"]}}, [{"seat": 2, "take": "Bear"}], {1: 0, 2: 2, 3: 0}),
        ({1: {"hand": ["wolf"]}, 2: {"hand": ["spark"]}, 3: {"hand": ["hare"]}}, [], {1: 2, 2: 0, 3: 2}),
    ):
        numbers = {seat: {"fame": won} for seat, won in fame.items()}
        play = {"zones": hands, "choose": [*choose], "expect": {"numbers": numbers}}
        assert [one.message for one in run(_scenario("gamble", "Work: wager.", play), Rules(ruleset))] == []


@pytest.mark.parametrize(
    ("after", "refused"), [("", False), (", Discard the stake.", True), (", {if: you have a coin, then: Bid.}", True)]
)
def test_nothing_comes_of_a_secret_choice_before_all_have_chosen(tmp_path: Path, after: str, refused: bool) -> None:
    steps = "      - for each: player with a beast in their hand\n"
    steps += "        do: [{choose: a beast in your hand, as: stake, secretly: true}" + after + "]\n"
    _, problems = _staking(tmp_path / "fair", steps)
    assert problems == (["What one player has chosen in secret, the next would see."] if refused else [])


LADEN = (
    "laden: {of: player, means: you have at least 2 coins, en: laden, after: true}",
    "laden: {of: player, means: {not: the number of your coins is at most 1}, en: laden, after: true}",
    "laden: {of: player, means: they have at least 2 coins, en: laden, after: true}",
)
"""The same of a player, by “you” or by “they”."""


@pytest.mark.parametrize("adjective", LADEN)
def test_an_adjective_of_players_that_says_you_is_of_who_is_described(tmp_path: Path, adjective: str) -> None:
    shutil.copytree(HERE / "fair", tmp_path / "fair")
    words = tmp_path / "fair" / "lexicon.yaml"
    text = words.read_text(encoding="utf-8").replace("adjectives:\n", f"adjectives:\n  {adjective}\n", 1)
    words.write_text(text, encoding="utf-8")
    said = (
        ("Work: each player who is laden gains 1 fame.", {1: 0, 2: 1, 3: 0}),
        ("Work: each other player that is not laden gains 1 fame.", {1: 0, 2: 0, 3: 1}),
        ("Work: gain 1 fame for each other player who is laden.", {1: 1, 2: 0, 3: 0}),
        ("Work: if you are not laden, gain 1 fame.", {1: 1, 2: 0, 3: 0}),
    )
    cards = [_card(f"laden_{number}", text) for number, (text, _) in enumerate(said)]
    (tmp_path / "fair" / "components" / "one.yaml").write_text(json.dumps(cards), encoding="utf-8")
    ruleset, problems = read_ruleset(str(tmp_path / "fair"))
    assert ruleset is not None and not problems
    for card, (_, fame) in zip(cards, said, strict=True):
        numbers = {seat: {"fame": won} for seat, won in fame.items()}
        play = {"numbers": {1: {"coin": 1}, 2: {"coin": 2}}, "expect": {"numbers": numbers}}
        assert [one.message for one in run(_scenario(card["id"], card["text"], play), Rules(ruleset))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Whenever another player takes goods from you, gain 1 fame.",
        "Other players cannot take goods from you.",
        "Whenever you gain goods, gain 1 fame.",
        "You cannot gain goods.",
    ],
)
def test_what_waits_for_goods_of_any_kind_is_told_to_wait_for_a_kind(text: str) -> None:
    found = next(iter(trial.tried("fair", {"goods": {"text": text}})))
    assert [(problem.code, "has kinds" in problem.message) for problem in found.problems] == [("RW0602", True)]
    of_a_kind = next(iter(trial.tried("fair", {"silk": {"text": text.replace("goods", "silk")}})))
    assert of_a_kind.stage == "compiled"
