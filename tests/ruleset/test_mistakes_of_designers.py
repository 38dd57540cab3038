"""Mistakes of designers: each is a problem with a code, a place and a hint, and hides no other."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.editing import findings
from rulewright.runtime.machine import RuleError
from rulewright.runtime.rules import load

LEXICON = """
nouns:
  coin: {type: resource, held: player, en: coin}
  field: {type: space, en: field}
  bay: {type: region, of: field, en: bay}
  hut: {type: piece, owned: true, in: [field, stock], supply: {stock: 4}, en: hut}
  stock: {type: zone, of: player, en: {one: stock, to: into}}
  deck: {type: zone, order: pile, en: {one: deck, to: onto}}
  hand: {type: zone, of: player, visible: owner, en: {one: hand, to: into}}
  spell: {type: card, en: spell}
  season: {type: number, of: field, kept: true, attribute: season, values: [spring, summer], en: season}
  beginner: {type: player, en: beginner}
  # more
verbs:
  control:
    state: true
    slots: {object: field}
    means: you have a hut in the field
    en: {pattern: "V {object}", forms: control|controls|controlling|controlled}
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do:
      - Gain 1 coin.
      - one of: [{title: Huts, do: [Put 1 hut from your stock into a field.]}, {title: Coins, do: [Gain 1 coin.]}]
      - {if: you control a field, then: [Gain 1 coin.]}
      - {for each: field, do: [{if: its season is exactly 2, then: [Gain 1 coin.]}]}
      - {if: you have at least 20 coins, then: You win the game.}
headings:
  work: {en: Work, offered: true, from: {hand: ""}}
"""
FILES = {
    "ruleset.yaml": "id: game\ntitle: Game\nversion: 0.1.0\nplayers: [3]\nprocedures: {set up: set_up, play: play}\n"
    "turn: take_turn\nzones: {draw: {from: deck, to: hand}}\n",
    "lexicon.yaml": LEXICON,
    "map/map.yaml": "spaces:\n- {id: one, kind: field, season: spring}\n- {id: two, kind: field, season: summer}\n"
    "adjacent:\n- {between: [one, two]}\nregions:\n- {id: east, kind: bay, spaces: [one]}\n"
    "- {id: west, kind: bay, spaces: [one, two]}\n",
    "components/cards.yaml": "- {id: bolt, kind: spell, start: deck, copies: 3}\n",
    "procedures/rules.yaml": "set_up: {do: [Draw 1 card.]}\n"
    "play: {do: [{repeat: forever, do: [Each player takes a turn.]}]}\n",
}


def written(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The game with some words of its files changed."""
    files = dict(FILES)
    for name, old, new in changes:
        assert not old or old in files[name]
        files[name] = files[name].replace(old, new, 1) if old else new
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def found(folder: Path, *packs: Path) -> list[dict[str, Any]]:
    """What `check` says, without words that nothing uses."""
    with_packs = [word for pack in packs for word in ("--pack", str(pack))]
    result = CliRunner().invoke(app, ["check", str(folder), *with_packs, "--format", "json"])
    return [problem for problem in json.loads(result.stdout) if problem["code"] not in ("RW0245", "RW0513")]


def test_the_game_is_right(tmp_path: Path) -> None:
    assert found(written(tmp_path)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "told"),
    [
        ("map/map.yaml", "season: summer", "season: sumer", "RW0259", "sumer"),
        ("map/map.yaml", "season: summer", "season: 1.5", "RW0228", "1.5"),
        ("components/cards.yaml", "start: deck", "start: spell", "RW0226", "spell"),
        ("components/cards.yaml", "start: deck", "start: field", "RW0226", "field"),
        (
            "lexicon.yaml",
            "nouns:\n",
            "nouns:\n  peg: {type: piece, in: [field], supply: {field: 2}, en: peg}\n",
            "RW0226",
            "zone",
        ),
        ("ruleset.yaml", "[3]", "[3.0]", "RW0203", "3.0"),
        ("map/map.yaml", "", "grid: {columns: 3.0, rows: 3, kind: field}\n", "RW0203", "3.0"),
        ("map/map.yaml", "", "grid: {cells: [a], kind: field, legend: {a: {kind: {x: 1}}}}\n", "RW0203", "mapping"),
        ("lexicon.yaml", "en: coin}", 'en: {one: coin, many: "\\t"}}', "RW0260", "coin"),
        ("lexicon.yaml", "en: coin}", 'en: "\\t"}', "RW0260", "coin"),
        ("lexicon.yaml", "hut: {type: piece", "hut: {type: piece, is: hut", "RW0239", "hut → hut"),
        (
            "lexicon.yaml",
            "nouns:\n",
            "nouns:\n  bunches: {type: number, of: player, groups: your fields, en: bunches}\n",
            "RW0202",
            "by",
        ),
        ("lexicon.yaml", "nouns:\n", "nouns:\n  home: {type: role, of: [player, space], en: home}\n", "RW0203", "list"),
        ("lexicon.yaml", "nouns:\n", "nouns:\n  mood: {type: number, attribute: season, en: mood}\n", "RW0202", "of"),
        (
            "lexicon.yaml",
            "headings:\n",
            "adjectives: {rough: {of: [field, hut], means: you have a hut in it, en: rough}}\nheadings:\n",
            "RW0203",
            "list",
        ),
    ],
)
def test_a_mistake_in_the_files_is_told_at_its_place(
    file: str, old: str, new: str, code: str, told: str, tmp_path: Path
) -> None:
    problems = [one for one in found(written(tmp_path, (file, old, new))) if one["code"] == code]
    assert problems and told in problems[0]["message"]
    assert problems[0]["file"].endswith(file) and problems[0]["line"] and problems[0]["hint"]


@pytest.mark.parametrize("part", ["position", "expect"])
def test_a_mapping_among_the_cards_of_a_scenario(part: str, tmp_path: Path) -> None:
    cards = f"{part}: {{zones: {{1: {{hand: [{{bolt: 1}}]}}}}}}"
    more = ", expect: {seat: 1}" if part == "position" else ""
    folder = written(tmp_path)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "all.yaml").write_text(f"- {{id: x, title: X, {cards}{more}}}\n", encoding="utf-8")
    assert [one["code"] for one in found(folder)] == ["RW0203"]


@pytest.mark.parametrize(
    ("more", "sentence", "told"),
    [
        ("", "Gain 1 coin for each field this card controls.", "only players control something"),
        (
            "ware: {type: resource, en: ware}\n  ore: {type: resource, is: ware, of: mine, held: player, en: ore}\n"
            "  mine: {type: space, is: field, en: mine}",
            "For each field, gain 1 ware of it.",
            "not every field tells a kind of ware: one does not",
        ),
    ],
)
def test_what_a_sentence_asks_of_things_that_lack_it(more: str, sentence: str, told: str, tmp_path: Path) -> None:
    changes = (
        ("lexicon.yaml", "# more", more),
        ("components/cards.yaml", "start: deck", f"start: deck, text: 'Work: {sentence[:1].lower()}{sentence[1:]}'"),
        ("lexicon.yaml", "      - Gain 1 coin.\n", "      - offer: [work]\n        end: {title: Enough}\n"),
    )
    problems = found(written(tmp_path, *changes))
    assert [one["code"] for one in problems] == ["RW0603"]
    assert told in problems[0]["message"].lower() and problems[0]["file"].endswith("cards.yaml")


def test_in_any_of_several_regions_each_space_counts_once(tmp_path: Path) -> None:
    rule = "      - {if: the number of your huts in bays is exactly 1, then: [Gain 5 coins.]}\n      - Gain 1 coin.\n"
    folder = written(tmp_path, ("lexicon.yaml", "      - Gain 1 coin.\n", rule))
    assert found(folder) == []
    game = load(folder).new_game(3, 1)
    assert game.decision is not None
    seat = game.decision.seat
    game.choose(next(option.id for option in game.decision.options if "Huts" in option.text()))
    game.choose_number(0)  # into the field that lies in both regions
    for _ in range(2):
        game.choose(next(option.id for option in game.decision.options if "Coins" in option.text()))
    assert game.facts().numbers[str(seat + 1)]["coin"]() >= 5 + 1 + 1  # with the huts of both counted it would be 2


def test_doubling_ends_where_no_number_can_hold_it(tmp_path: Path) -> None:
    endless = "      - {repeat: 80 times, do: [Gain as many coins as the number of your coins.]}\n      - one of:"
    folder = written(tmp_path, ("lexicon.yaml", "      - one of:", endless))
    with pytest.raises(RuleError) as error:
        load(folder).new_game(3, 1)
    assert error.value.problems[0].code == "RW0705" and "take_turn" in error.value.problems[0].message


PUT = "Put the keeper of the field into your hand."


@pytest.mark.parametrize(
    ("step", "done"),
    [
        (f"[{PUT}]", False),
        (PUT, False),
        (f"[{{if possible: [{PUT}], else: [Gain 7 coins.]}}]", True),
        (f"{{if possible: {PUT}, else: Gain 7 coins.}}", True),
    ],
    ids=["list", "sentence", "list, if possible", "sentence, if possible"],
)
@pytest.mark.parametrize("patched", [False, True], ids=["written", "patched"])
def test_a_card_that_is_not_there_is_put_nowhere(step: str, done: bool, patched: bool, tmp_path: Path) -> None:
    """“The keeper of the field” names one card; where there is none, the step cannot be carried through, however it
    is written."""
    each = f"{{for each: field, do: {step}}}"
    packs: list[Path] = []
    rule = "set_up: {do: [Draw 1 card.]}"
    if patched:
        packs = [tmp_path / "more"]
        packs[0].mkdir()
        head = "{id: more, title: More, version: 1.0.0, base: {game: '>=0'}, patch: {procedures: {set_up: {set: {do.1: "
        (packs[0] / "pack.yaml").write_text(f"{head}{each}}}}}}}}}}}\n", encoding="utf-8")
    folder = written(
        tmp_path / "game",
        ("lexicon.yaml", "# more", "keeper: {type: card, of: field, en: keeper}"),
        ("procedures/rules.yaml", rule, rule if patched else f"set_up: {{do: [{each}]}}"),
    )
    assert found(folder, *packs) == []
    rules = load(folder, packs=packs)
    if done:
        numbers = rules.new_game(3, 1).facts().numbers
        assert max(numbers[seat]["coin"]() for seat in "123") >= 14
    else:
        with pytest.raises(RuleError) as error:
            rules.new_game(3, 1)
        (problem,) = error.value.problems
        assert problem.code == "RW0702" and problem.place.line
        assert Path(problem.place.file).name == ("pack.yaml" if patched else "rules.yaml")


PATCHES = [
    "set: {do.1.then: [Gain 1 pint.]}", "set: {do.1.then: 3}", "append: {do.1.then: [Gain 1 pint.]}",
    "drop: [do.1.then]", "append: {do.1.then: {if: 3}}", "set: {do.2.then: Gain 1 coin.}", "set: {do.1.then.x.y: 3}",
    "adjust: {do.1.then: 2}",
]  # fmt: skip


@pytest.mark.parametrize("patch", PATCHES)
def test_patches_of_steps(patch: str, tmp_path: Path) -> None:
    steps = "{do: [{if: you have no coins, then: [Gain 1 coin.]}]}"
    folder = written(tmp_path / "game", ("procedures/rules.yaml", "{do: [Draw 1 card.]}", steps))
    (tmp_path / "more").mkdir()
    head = "{id: more, title: More, version: 1.0.0, base: {game: '>=0'}, patch: {procedures: {set_up: {"
    (tmp_path / "more" / "pack.yaml").write_text(f"{head}{patch}}}}}}}}}\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["check", str(folder), "--pack", str(tmp_path / "more"), "--format", "json"])
    codes = {one["code"] for one in json.loads(result.stdout)} - {"RW0245", "RW0513"}
    assert codes and "RW0719" not in codes


def test_one_check_that_fails_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(ruleset: object) -> list[Any]:
        raise ZeroDivisionError

    monkeypatch.setattr(findings, "lint", broken)
    folder = written(tmp_path, ("lexicon.yaml", "you control a field", "it controls a field"))
    assert {"RW0719", "RW0621"} <= {one["code"] for one in found(folder)}


@pytest.mark.parametrize(
    ("text", "waits_for"),
    [
        ("When you control a field, gain 1 coin.", "you control a field"),
        ("While you have a hut, when you have 5 coins, lose 1 coin.", "you have 5 coins"),
        ("Whenever you take a turn, gain 1 coin.", ""),
    ],
)
def test_a_text_whose_moment_never_comes(text: str, waits_for: str, tmp_path: Path) -> None:
    rules = FILES["procedures/rules.yaml"] + f"tax: {{title: Tax, text: '{text}'}}\n"
    told = found(written(tmp_path, ("procedures/rules.yaml", FILES["procedures/rules.yaml"], rules)))
    assert [one["code"] for one in told] == ["RW0640"] * bool(waits_for)
    assert all(waits_for in one["message"] and rules.splitlines()[one["line"] - 1].startswith("tax") for one in told)
    offering = rules + "feast: {title: Feast, heading: feasts, do: Gain 1 coin.}\n"
    changes = [
        ("procedures/rules.yaml", FILES["procedures/rules.yaml"], offering),
        ("lexicon.yaml", "      - Gain 1 coin.\n", "      - offer: [feasts]\n        end: {title: End}\n"),
        ("lexicon.yaml", "headings:\n", "headings:\n  feasts: {en: Feast, offered: true}\n"),
    ]
    assert found(written(tmp_path / "offering", *changes)) == []


def test_what_is_printed_on_the_cells_of_tiles_has_the_names_of_the_values_too(tmp_path: Path) -> None:
    folder = shutil.copytree(Path(__file__).parents[1] / "games" / "quilt", tmp_path / "quilt")
    tiles = next(folder.glob("components/*.yaml"))
    tiles.write_text(
        tiles.read_text(encoding="utf-8").replace("2: {colour: blue}", "2: {colour: bleu}", 1), encoding="utf-8"
    )
    assert {(one["code"], one["line"]) for one in found(folder)} == {("RW0259", 3)}
    tiles.write_text(
        tiles.read_text(encoding="utf-8").replace(
            "patches: {1: {colour: red}, 2: {colour: bleu}, 3: {colour: red}}", "patches: Red.", 1
        ),
        encoding="utf-8",
    )
    assert {(one["code"], one["line"]) for one in found(folder)} == {("RW0228", 3)}


@pytest.mark.parametrize(
    ("other", "codes"), [("coin", []), ("mana", ["RW0601"]), ("hut", ["RW0226"])], ids=["held", "not held", "a piece"]
)
def test_what_stands_in_for_a_resource_is_something_that_players_hold(
    other: str, codes: list[str], tmp_path: Path
) -> None:
    gem = f"  gem: {{type: resource, held: player, substitute: {other}, en: gem}}\n"
    nouns = f"nouns:\n{gem}  mana: {{type: resource, en: mana}}\n"
    changes = [("lexicon.yaml", "nouns:\n", nouns), ("lexicon.yaml", "- Gain 1 coin.", "- Pay 1 gem.")]
    told = found(written(tmp_path, *changes))
    assert [one["code"] for one in told] == codes
    assert all(one["line"] and other in one["message"].lower() for one in told)
