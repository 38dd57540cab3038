"""Games that are played with packs: what journals and saves say of them, and what is said of other packs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from sample import sample
from typer.testing import CliRunner

import rulewright as rw
from rulewright.cli.app import app
from rulewright.ruleset.loader import read_ruleset

HERE = Path(__file__).parent
HORSE = HERE / "stronger_horse"


def run(*arguments: str | Path, answers: str | None = None) -> tuple[int, str]:
    """A command's status and all that it prints, errors included. answers: what is typed meanwhile."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=answers)
    if isinstance(result.exception, rw.RulewrightError):
        return 1, result.output + str(result.exception)
    return result.exit_code, result.output


def test_a_pack_changes_one_number_of_one_card_and_nothing_else() -> None:
    base, packed = rw.load("mythotopia").ruleset, rw.load("mythotopia", packs=[HORSE]).ruleset
    before, after = base.content.data, packed.content.data
    assert [name for name in before["components"] if before["components"][name] != after["components"][name]] == [
        "cavalry"
    ]
    for kind in ("ruleset", "lexicon", "map", "procedures"):
        assert before[kind] == after[kind]
    assert "2 higher" in after["components"]["cavalry"]["text"]
    assert packed.place(("components", "cavalry", "text")).file.endswith("stronger_horse/pack.yaml")
    assert packed.place(("components", "cavalry", "name")).file.endswith("improvement_cards.yaml")
    assert base.hash != packed.hash


def test_the_changed_number_is_played_with() -> None:
    strengths = []
    for packs in ([], [HORSE]):
        game = rw.load("mythotopia", packs=packs).new_game(players=2, seed=3)
        while game.setting_up:
            game.choose_number(0)
        position = {"zones": {"reserve": ["cavalry"]}, "pieces": {"palmain": {"army": 1}}}
        game.arrange({"seats": [position, {}], "clear": True})
        strengths.append(game.why("combat_strength", 0, "palmain")[-1])
    assert strengths == [("Cavalry", 1), ("Cavalry", 2)]


def test_a_journal_names_its_packs_and_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "game.jsonl"
    play = ("play", "mythotopia", "--pack", HORSE, "--seed", "1", "--journal", journal)
    assert run(*play, answers="1\n" * 20)[0] == 0
    header = json.loads(journal.read_text(encoding="utf-8").partition("\n")[0])
    pack = rw.load("mythotopia", packs=[HORSE]).ruleset.packs[0]
    assert header["packs"] == [{"id": "stronger_horse", "version": "1.0.0", "hash": pack.hash}]
    assert len(journal.read_text(encoding="utf-8").splitlines()) > 20

    status, printed = run("replay", journal)
    assert status == 1 and "RW0930" in printed and "stronger_horse 1.0.0 is missing" in printed
    assert run("replay", journal, "--pack", HORSE)[0] == 0
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(HERE))
    assert run("replay", journal)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version: 1.0.0", "version: 1.1.0", "stronger_horse is 1.1.0, but was 1.0.0"),
        ("2 higher", "3 higher", "stronger_horse 1.0.0 has been changed since"),
        ("id: stronger_horse", "id: other_horse", "stronger_horse 1.0.0 is missing; other_horse 1.0.0 was not there"),
    ],
)
def test_a_saved_game_says_what_differs(tmp_path: Path, old: str, new: str, words: str) -> None:
    saved = rw.load("mythotopia", packs=[HORSE]).new_game(players=2, seed=1).save()
    assert rw.Game.restore(rw.load("mythotopia", packs=[HORSE]), saved).hash()
    changed = shutil.copytree(HORSE, tmp_path / "changed") / "pack.yaml"
    text = changed.read_text(encoding="utf-8")
    changed.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(rw.RulewrightError, match=words):
        rw.Game.restore(rw.load("mythotopia", packs=[changed]), saved)
    with pytest.raises(rw.RulewrightError, match="stronger_horse 1.0.0 is missing"):
        rw.Game.restore(rw.load("mythotopia"), saved)
    with pytest.raises(rw.RulewrightError, match="This game of mythotopia was saved with other rules"):
        rw.Game.restore(rw.load("tic_tac_toe"), saved)


# ---------------------------------------------------------------------- the packs of this folder


EXAMPLES = [("stronger_horse", 0), ("admirals", 0), ("resting", 0), ("big_board", 1), ("harvest", 0)]


@pytest.mark.parametrize(("name", "games"), EXAMPLES)
def test_the_example_packs_are_right(name: str, games: int) -> None:
    status, printed = run("pack", "check", HERE / name, "--games", str(games))
    assert status == 0, printed
    assert ("yet: " in printed) == (name in ("stronger_horse", "harvest", "admirals")), (
        "cards that have lost their translations"
    )


def test_packs_together_and_two_that_write_the_same() -> None:
    packs = [HERE / name for name in ("admirals", "resting", "stronger_horse")]
    rules = rw.load("mythotopia", packs=packs)
    assert {rw.load("mythotopia", packs=packs[::-1]).hash} == {rules.hash}
    game = rules.new_game(players=2, seed=5)
    for _ in range(200):
        game.choose_number(0)
    status, printed = run("check", "mythotopia", "--pack", HORSE, "--pack", HERE / "war_horse")
    assert status == 1 and "components.cavalry.text is written by" in printed
    assert "stronger_horse/pack.yaml:11" in printed and "war_horse/pack.yaml:8" in printed


def test_packs_are_checked_two_by_two(tmp_path: Path) -> None:
    named = [{"map": {"spaces": {"a1": {"set": {"name": name}}}}} for name in ("Nook", "Edge")]
    packs = [packed(tmp_path, "calm"), *(packed(tmp_path, f"named_{n}", patch=patch) for n, patch in enumerate(named))]
    status, printed = run("pack", "check", *packs, "--games", "0")
    heads = [line for line in printed.splitlines() if " + " in line and "problem" in line]
    assert status == 1 and len(heads) == 4, "each two, and all three"
    assert [line.endswith(": no problems") for line in heads] == [True, True, False, True], "told once only"


def test_an_option_of_a_pack_is_set_like_any_other() -> None:
    status, printed = run(
        "play", "tic_tac_toe", "--pack", HERE / "big_board", "--set", "gentle=true", "--seats", "random", "--seed", "1"
    )
    assert status == 0 and "The game is over" in printed
    assert run("play", "tic_tac_toe", "--set", "gentle=true", "--seats", "random")[0] == 1
    assert run("simulate", "tic_tac_toe", "--pack", HERE / "big_board", "-n", "8", "--jobs", "1")[0] == 0
    assert run("scenarios", "tic_tac_toe", "--pack", HERE / "big_board")[0] == 0


def packed(folder: Path, name: str, scenarios: str = "", **more: object) -> Path:
    (folder / name / "scenarios").mkdir(parents=True)
    head = {"id": name, "title": name, "version": "1.0.0", "base": {"tic_tac_toe": ">=0.1"}, **more}
    (folder / name / "pack.yaml").write_text(yaml.safe_dump(head), encoding="utf-8")
    (folder / name / "scenarios" / "own.yaml").write_text(scenarios, encoding="utf-8")
    return folder / name


CORNERS = """
- {id: corner, expect: {offered: [A1]}}
- {id: corner_taken, choose: [A1], expect: {not offered: [A1]}}
"""


def test_what_comes_out_otherwise_with_more_packs_is_not_wrong(tmp_path: Path) -> None:
    one = packed(tmp_path, "one", CORNERS)
    two = packed(tmp_path, "two", patch={"map": {"spaces": {"a1": {"expect": {"row": 1}, "set": {"name": "Nook"}}}}})
    both = packed(tmp_path, "both", requires={"one": ">=1", "two": ">=1"})
    assert run("pack", "check", one, "--games", "0")[0] == 0
    status, printed = run("pack", "check", both, "--games", "1")
    assert status == 0 and "come out otherwise: corner, corner_taken (" in printed
    wrong = packed(tmp_path / "wrong", "one", CORNERS.replace("not offered", "offered"))
    assert run("pack", "check", wrong, "--games", "0")[0] == 1
    assert run("pack", "check", two, "--games", "0")[0] == 0


def test_the_scenarios_of_a_pack_alone(tmp_path: Path) -> None:
    one = packed(tmp_path, "one", CORNERS)
    for only, asked, count in (("one", (), 2), (str(one), ("--id", "corner"), 1), ("one", ("--id", "corner_"), 1)):
        status, printed = run("scenarios", "tic_tac_toe", "--pack", one, "--only", only, *asked)
        assert status == 0 and f"{count} of {count} scenarios" in printed
    assert run("scenarios", "tic_tac_toe", "--pack", one, "--only", "two")[0] == 1
    waits = packed(tmp_path, "waits", "- {id: later, packs: [other], expect: {offered: [A1]}}")
    printed = run("scenarios", "tic_tac_toe", "--pack", one, "--pack", waits)[1]
    assert "not run for other: later" in printed


def test_a_patch_for_another_pack_is_tried_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = packed(tmp_path / "shelf", "one")
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path / "shelf"))
    nook = {"when": {"pack": "one"}, "set": {"kind": "nook"}}
    two = packed(tmp_path, "two", patch={"map": {"spaces": {"a1": nook}}})
    status, printed = run("pack", "check", two, "--games", "0")
    assert status == 1 and "There is no noun nook" in printed
    printed = run("pack", "diff", two)[1]
    assert "when one is there" in printed and "kind: space → nook" in printed
    assert "a patch of two is left out, because one is not there" in run("pack", "explain", "a1", "--pack", two)[1]
    assert "set by two  (when one is there)" in run("pack", "explain", "a1", "--pack", two, "--pack", one)[1]
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path / "nowhere"))
    status, printed = run("pack", "check", two, "--games", "0")
    assert status == 0 and "what it does with one is not tried" in printed


def test_two_cards_of_one_kind_and_name_are_told(tmp_path: Path) -> None:
    twin = packed(tmp_path, "twin")
    head = (twin / "pack.yaml").read_text(encoding="utf-8").replace("tic_tac_toe", "mythotopia")
    (twin / "pack.yaml").write_text(head, encoding="utf-8")
    (twin / "components").mkdir()
    card = "- {id: twin_horse, kind: improvement_card, name: Cavalry, start: improvement_deck}"
    (twin / "components" / "cards.yaml").write_text(card, encoding="utf-8")
    status, printed = run("pack", "check", twin, "--games", "0")
    assert status == 0 and "twin_horse and cavalry are of one kind and are both called “Cavalry”" in printed


def test_explain_tells_what_packs_have_written() -> None:
    printed = run("explain", "mythotopia:cavalry", "--pack", HORSE)[1]
    assert "set by stronger_horse" in printed and "stronger_horse/pack.yaml:11" in printed


def test_the_example_of_the_page_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    example = re.search(r"## pack.yaml\n\n```yaml\n(.*?)```", page, flags=re.DOTALL)
    assert example
    needed = packed(tmp_path, "heroes")
    head = (needed / "pack.yaml").read_text(encoding="utf-8").replace("tic_tac_toe", "mythotopia")
    (needed / "pack.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "more_cards").mkdir()
    (tmp_path / "more_cards" / "pack.yaml").write_text(example[1], encoding="utf-8")
    ruleset, problems = read_ruleset("mythotopia", [tmp_path / "more_cards"])
    assert problems == [] and ruleset is not None
    assert ruleset.components["cavalry"].copies == {0: 2} and ruleset.components["cavalry"].name == "Riders"


GAMES = ["mythotopia", "monumental", "age_of_innovation", "civ_new_dawn"]


@pytest.mark.parametrize("game", sample(few=GAMES[:2], all=GAMES))
def test_what_a_new_pack_says_in_comments_is_right_too(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pack", "new", "fresh", "--game", game)[0] == 0
    cards = tmp_path / "fresh" / "components" / "cards.yaml"
    first, *lines = cards.read_text(encoding="utf-8").splitlines()
    cards.write_text("\n".join(line.removeprefix("# ") for line in lines), encoding="utf-8")
    head = tmp_path / "fresh" / "pack.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(re.sub(r"(\n +)(set: .*)", r"\1\2\1adjust: {copies: 1}", text, count=1), encoding="utf-8")
    ruleset, problems = read_ruleset(game, [tmp_path / "fresh"])
    assert problems == [] and ruleset is not None and "second" in first
    assert any(name.startswith("fresh_") for name in ruleset.components)


# ---------------------------------------------------------------------- commands


@pytest.mark.parametrize("game", ["tic_tac_toe", "mythotopia"])
def test_a_new_pack_is_right_and_can_be_played_at_once(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pack", "new", "mine", "--game", game)[0] == 0
    status, printed = run("pack", "check", "mine", "--games", "0")
    assert status == 0, printed
    assert run("play", game, "--pack", "mine", "--seed", "1", answers="1\n" * 5)[0] == 0
    assert run("pack", "new", "mine", "--game", game)[0] == 1, "nothing is written over"
    assert "(changed)" in run("pack", "diff", "mine")[1]
    cards = tmp_path / "mine" / "components" / "cards.yaml"
    if cards.is_file():  # with its signs taken away, the example is a card
        lines = cards.read_text(encoding="utf-8").splitlines()[1:]
        cards.write_text("".join(f"{line.removeprefix('# ')}\n" for line in lines), encoding="utf-8")
        assert run("check", game, "--pack", "mine")[0] == 0


@pytest.mark.parametrize("packs", [(), ("monumental_heroes",), ("monumental_renaissance", "monumental_monsters")])
def test_a_pack_made_from_gaps_changes_nothing(
    packs: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named = [word for pack in packs for word in ("--pack", pack)]
    assert run("pack", "new", "mine", "--from-gaps", "monumental", *named)[0] == 0
    before, filled = rw.load("monumental", packs=packs).ruleset, rw.load("monumental", packs=["mine"]).ruleset
    assert before.hash == filled.hash and not set(filled.content.unproved) - set(before.content.unproved)
    game = set(rw.load("monumental").ruleset.components) if packs else set()
    stand_ins = [
        part.id for part in before.components.values() if part.provenance != "published" and part.id not in game
    ]
    text = (tmp_path / "mine" / "pack.yaml").read_text(encoding="utf-8")
    assert stand_ins and all(f"    {name}:  # " in text for name in stand_ins)
    assert text.count("\n      set:\n") == len(stand_ins)


def test_a_new_pack_may_require_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pack", "new", "mine", "--game", "monumental", "--pack", "monumental_heroes")[0] == 0
    assert {pack.id for pack in rw.load("monumental", packs=["mine"]).ruleset.packs} == {"mine", "monumental_heroes"}


def test_a_word_of_the_game_used_wrongly_is_not_taken_for_another_packs(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "{id: towns, title: Towns, version: 1.0.0, base: {monumental: '>=0'}, patch: {components: {temple: {set: {text:"
        " 'Active: whenever you conquer a free town, gain 1 culture.'}}}}}",
        encoding="utf-8",
    )
    assert "RW0405" in run("check", "monumental", "--pack", tmp_path)[1], "the Automa's words have a town too"


def test_explain_names_every_writer_with_its_line() -> None:
    status, printed = run("pack", "explain", "cavalry", "--pack", HORSE)
    assert status == 0
    lines = [line.strip() for line in printed.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("text: "))
    assert "improvement_cards.yaml:" in lines[at + 1]
    assert lines[at + 2].endswith("stronger_horse/pack.yaml:11  set by stronger_horse")
    assert "set 2.if by big_board" in run("pack", "explain", "take_turn", "--pack", HERE / "big_board")[1]
    assert run("pack", "explain", "cavlary", "--pack", HORSE)[0] == 1


def test_diff_tells_sentences_and_translations() -> None:
    printed = run("pack", "diff", HORSE)[1]
    assert "components.cavalry: changed" in printed and "text:   1 → 2" in printed
    assert "hu: the translation of components.cavalry.text" in printed
    assert run("pack", "diff", HORSE, "--from", HORSE)[1].strip() == ""


def test_a_game_that_never_ends_is_told_with_its_seed(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "{id: lazy, title: Lazy, version: 1.0.0, base: {tic_tac_toe: '>=0'},"
        " patch: {lexicon: {verbs: {take_turn: {set: {do: []}}}}}, remove: {map: all, lexicon: {nouns: [line]}}}",
        encoding="utf-8",
    )
    status, printed = run("pack", "check", tmp_path, "--games", "1")
    assert status == 1 and "RW0931" in printed and "--seed" in printed


def test_list_shows_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(HERE))
    printed = run("pack", "list")[1]
    assert "admirals 0.2.0  mythotopia  Admirals" in printed and "big_board 1.0.0  tic_tac_toe" in printed


# ---------------------------------------------------------------------- what modders are told


def made(folder: Path, name: str, more: str) -> Path:
    """A pack for Mythotopia with more in its pack.yaml."""
    path = folder / name
    path.mkdir()
    head = f"id: {name}\ntitle: {name}\nversion: 1.0.0\nbase: {{mythotopia: '>=0.1'}}\n"
    (path / "pack.yaml").write_text(head + more, encoding="utf-8")
    return path


def test_a_pack_that_lies_beside_is_named(tmp_path: Path) -> None:
    extra = made(tmp_path, "extra", "")
    (extra / "components").mkdir()
    (extra / "components" / "cards.yaml").write_text(
        "- {id: extra_card, kind: improvement_card, name: Extra, start: improvement_deck}\n", encoding="utf-8"
    )
    uses = made(tmp_path, "uses", "patch: {components: {extra_card: {set: {name: Other}}}}")
    assert "extra_card is defined by the pack extra." in run("check", "mythotopia", "--pack", uses)[1]
    wrong = made(tmp_path, "wrong", "requires: {exta: '>=1'}")
    assert "Did you mean extra?" in run("check", "mythotopia", "--pack", wrong)[1]


def test_scenarios_of_a_removed_card_are_told_and_no_problem(tmp_path: Path) -> None:
    peace = made(tmp_path, "peace", "remove: {components: [cavalry]}")
    assert run("check", "mythotopia", "--pack", peace)[0] == 0
    status, printed = run("pack", "check", peace, "--games", "0")
    assert status == 0 and "not run for peace: " in printed and "limes_and_cavalry" in printed


def test_a_number_that_no_rule_reads_is_shown_all_the_same(tmp_path: Path) -> None:
    path = made(tmp_path, "chronicle", "patch: {procedures: {play: {append: {do: [{set: the year, to: 1}]}}}}")
    nouns = {
        "year": {"type": "number", "kept": True, "en": "year"},
        "fame": {"type": "number", "of": "province", "kept": True, "en": {"one": "fame"}},
    }
    (path / "lexicon.yaml").write_text(json.dumps({"nouns": nouns}), encoding="utf-8")
    game = rw.load("mythotopia", packs=[path]).new_game(players=2, seed=1)
    view = game.view(seat=0)
    assert view["numbers"]["year"] == 0
    assert all("fame" in space["numbers"] for space in view["map"]["spaces"] if space["kind"] == "province")


def test_no_name_is_no_pack() -> None:
    status, printed = run("check", "mythotopia", "--pack", "")
    assert status == 1 and 'There is no pack "".' in printed
