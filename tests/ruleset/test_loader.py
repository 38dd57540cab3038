"""Loading whole rulesets: what the model holds, where its parts stand, and what is refused."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.language.language import Language
from rulewright.language.nodes import Node
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Choose, If, Not, OneOf, OptionIs, Say, Step, Words, walk
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset

FILES = {
    "ruleset.yaml": """
id: bridges
title: Bridges
version: 0.1.0
players: [2, 3]
procedures: {set up: set_up}
options: {long_game: {type: boolean, default: false, title: Long game}}
rulings: [{rule: R-1, decision: So it is., where: components}]
""",
    "rules.md": "- **R-1** One.\n- **R-2** Two.\n",
    "lexicon.yaml": """
nouns:
  coin: {type: resource, en: coin}
  town: {type: piece, owned: true, in: [space, box], supply: {box: {2: 5, 3: 4}}, worth: [1, 2], en: town}
  box: {type: zone, en: {one: box, to: into}}
  north: {type: region, of: space, en: North}
  river: {type: border, attributes: {width: number}, en: river}
  bridge_card: {type: card, attributes: {cost: {map: number}, goal: space}, en: bridge card}
  target: {type: role, of: space, en: target}
headings: {action: {en: Action, offered: true}}
""",
    "components/cards.yaml": """
- id: stone_bridge
  kind: bridge_card
  name: Stone bridge
  copies: {2: 1, 3: 2}
  start: box
  holds: {town_2: 3}
  cost: {coin: 2}
  goal: a
  text: |
    Gain 2 coins.
    Action: gain 1 coin.
  rules: [R-2]
  provenance: published
""",
    "map/board.yaml": """
spaces: [{id: a, kind: space, name: Aville}, {id: b, kind: space}, {id: c, kind: space}]
borders: [{between: [b, a], kind: river, width: 2}]
adjacent: [{between: [b, c]}]
regions: [{id: up, kind: north, spaces: [a, b]}]
""",
    "procedures/rules.yaml": """
set_up:
  title: Set-up
  do:
    - Gain 1 coin.
    - if: {not: {option: long_game}}
      then: Gain 2 coins.
    - {choose: a space, as: target, at random: true}
    - one of:
        - {title: Rich, do: Gain 3 coins.}
        - {title: Poor, if: you have no coins, do: []}
""",
}


def write(folder: Path, **changes: str) -> Path:
    for name, text in (FILES | {key.replace("__", "/") + ".yaml": text for key, text in changes.items()}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return load_ruleset(write(tmp_path_factory.mktemp("bridges")))


def test_components(ruleset: Ruleset) -> None:
    card = ruleset.components["stone_bridge"]
    assert (card.kind, card.name, card.start, card.rules) == ("bridge_card", "Stone bridge", "box", ("R-2",))
    assert card.copies == {2: 1, 3: 2}
    assert card.holds == {"town_2": {0: 3}}
    assert card.attributes == {"cost": {"coin": 2}, "goal": "a"}


def test_the_map(ruleset: Ruleset) -> None:
    board = ruleset.map
    assert (board.spaces["a"].name, board.spaces["b"].name) == ("Aville", "b")
    assert board.borders["a--b"].attributes == {"width": 2}
    assert board.regions["up"].spaces == ("a", "b")
    assert board.adjacent == (("b", "c"), ("b", "a"))


def test_blocks(ruleset: Ruleset) -> None:
    say, choice, choose, one_of = (step.action for step in ruleset.procedures["set_up"].do.steps)
    assert isinstance(say, Say) and say.words.tree is not None
    assert isinstance(choice, If) and isinstance(choice.condition, Not)
    assert isinstance(choice.condition.condition, OptionIs) and len(choice.then.steps) == 1
    assert isinstance(choose, Choose) and choose.at_random and choose.role == "target"
    assert isinstance(one_of, OneOf) and [branch.title for branch in one_of.branches] == ["Rich", "Poor"]
    assert not one_of.branches[1].do


def test_places(ruleset: Ruleset) -> None:
    def at(*path: str | int) -> tuple[str, int, int]:
        place = ruleset.place(path)
        return Path(place.file).name, place.line, place.column

    assert at("components", "stone_bridge", "name") == ("cards.yaml", 4, 9)
    assert at("map", "borders", "a--b", "width") == ("board.yaml", 3, 49)
    assert at("lexicon", "nouns", "coin") == ("lexicon.yaml", 3, 9)
    assert at("procedures", "set_up", "do", 3, "one of", 0, "do") == ("rules.yaml", 10, 29)
    text = ruleset.components["stone_bridge"].text
    assert text is not None
    place = ruleset.text_place(text, text.text.index("gain 1"))
    assert (place.line, place.column) == (12, 13)


def test_every_step_and_all_words_have_their_place(ruleset: Ruleset) -> None:
    for part in walk((ruleset.procedures, ruleset.components)):
        if isinstance(part, Words):
            assert part.text.split()[0] in ruleset.text_place(part, 0).source
        elif isinstance(part, Step):
            assert ruleset.place(part.path).line


def test_texts_and_trees(ruleset: Ruleset) -> None:
    ((component, text, place),) = ruleset.texts()
    assert (component, place.line) == ("stone_bridge", 10)
    assert ruleset.tree(component) == ruleset.parse(text)
    assert ruleset.print(ruleset.parse("Gain 2 coins.")) == "Gain 2 coins."


def test_what_many_cards_say_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = Language.parse

    def counted(language: Language, text: str, kind: str = "text") -> Node:
        read.append(text)
        return parse(language, text, kind)

    monkeypatch.setattr(Language, "parse", counted)
    said = "{{id: {}, kind: bridge_card, name: {}, start: box, text: Gain 77 coins., provenance: original}}"
    cards = "\n".join("- " + said.format(name, name) for name in ("one", "other"))
    ruleset = load_ruleset(write(tmp_path, components__more=cards))
    one, other = (ruleset.components[name].text for name in ("one", "other"))
    assert one is not None and other is not None and one.tree == other.tree and one.tree is not other.tree
    assert read.count("Gain 77 coins.") == 1


def test_the_hash_is_of_meaning_only(ruleset: Ruleset, tmp_path: Path) -> None:
    layout = FILES["ruleset.yaml"].replace("id: bridges", "# a comment\nid:   'bridges'")
    assert load_ruleset(write(tmp_path / "a", ruleset=layout)).hash == ruleset.hash
    other = FILES["components/cards.yaml"].replace("Gain 2 coins", "Gain 3 coins")
    assert load_ruleset(write(tmp_path / "b", components__cards=other)).hash != ruleset.hash


def test_all_problems_come_in_one_run(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        components__cards="""
- {id: x, kind: bridge_crad, text: Gain 2 cions.}
- {id: y, kind: bridge_card, start: bxo}
""",
        map__board="adjacent: [{between: [a, b]}]\n",
    )
    with pytest.raises(RulewrightError) as caught:
        load_ruleset(folder)
    codes = [problem.code for problem in caught.value.problems]
    assert sorted(codes)[:4] == ["RW0225", "RW0225", "RW0229", "RW0229"]
    assert len(codes) == 5 and max(codes).startswith("RW03")  # the text
    for problem in caught.value.problems:
        assert problem.place.file and problem.place.line and problem.place.source
        assert problem.suggestions or problem.code != "RW0225"


def test_a_broken_neighbour_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path / "good")
    write(tmp_path / "bad", ruleset="{")
    assert load_ruleset(tmp_path / "good").id == "bridges"
    assert read_ruleset(tmp_path / "bad")[0] is None


def test_hidden_files_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("x")
    assert load_ruleset(tmp_path).id == "bridges"


@pytest.mark.parametrize("name", shipped_rulesets())
def test_what_ships_can_be_loaded(name: str) -> None:
    ruleset = load_ruleset(name)
    assert ruleset.id == name
    for part in ("components", "spaces", "procedures"):
        holder = ruleset.map.spaces if part == "spaces" else getattr(ruleset, part)
        for found in holder.values():
            path = ("map", part, found.id) if part == "spaces" else (part, found.id)
            assert ruleset.place(path).file


@pytest.mark.parametrize("name", shipped_rulesets())
def test_what_ships_is_clean(name: str) -> None:
    assert lint(load_ruleset(name)) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_change_to_a_file_breaks_the_loader(tmp_path: Path, data: st.DataObject) -> None:
    """Characters taken out, put in or exchanged somewhere: problems, or a ruleset, but never another error."""
    name = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[name]
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    new = data.draw(st.text(st.sampled_from("abc: -{}[],'\"\n|>#&*!2"), max_size=6))
    shutil.rmtree(tmp_path / "changed", ignore_errors=True)
    folder = write(tmp_path / "changed")
    (folder / name).write_text(text[:start] + new + text[start + length :], encoding="utf-8")
    found, problems = read_ruleset(folder)
    assert found is not None or problems
    assert all(problem.place.file or problem.code == "RW0220" for problem in problems)


def test_a_tile_whose_shape_lacks_a_place_is_told(tmp_path: Path) -> None:
    """What play would stumble over: a cell without a place, or with half of one."""
    quilt = Path(__file__).parents[1] / "games" / "quilt"
    for old, new in (("1: [0, 0]", "1: [0]"), ("1: [0, 0]", "1: [0, down]"), ("1: [0, 0], ", "")):
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        shutil.copytree(quilt, folder)
        cuts = folder / "components" / "swatches.yaml"
        text = cuts.read_text(encoding="utf-8")
        assert old in text
        cuts.write_text(text.replace(old, new, 1), encoding="utf-8")
        found = read_ruleset(folder)[1]
        assert {item.code for item in found} == {"RW0228"} and "steps down" in found[0].message


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "code"),
    [
        ("salt_roads", "lexicon.yaml", "renown: {type: number, of: player", "renown: {type: number", "RW0226"),
        ("strays", "ruleset.yaml", "rounds:", "turns:", "RW0233"),
        ("walk", "lexicon.yaml", "en: pawn", "en: ' '", "RW0260"),
    ],
)
def test_what_play_would_stumble_over_is_told(
    game: str, file: str, old: str, new: str, code: str, tmp_path: Path
) -> None:
    folder = shutil.copytree(Path(__file__).parents[1] / "games" / game, tmp_path / game)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert code in {item.code for item in read_ruleset(folder)[1]}
