"""Where cards must be for what they say: headings name zones in every form, and played cards go somewhere."""

from pathlib import Path

import pytest

from rulewright.problems import RulewrightError
from rulewright.ruleset.lint import check
from rulewright.runtime.rules import load

FILES = {
    "ruleset.yaml": """
id: shelf
title: Shelf
version: 0.1.0
players: [2]
procedures: {play: play}
turn: take_turn
zones: {play: {from: hand, to: top}}
""",
    "lexicon.yaml": """
nouns:
  coin: {type: resource, held: player, en: coin}
  book: {type: card, en: book}
  top: {type: zone, visible: public, en: {one: top shelf, to: onto}}
  low: {type: zone, visible: public, en: {one: low shelf, to: onto}}
  shelf: {type: zone, includes: [top, low], en: {one: shelf, to: onto}}
  hand: {type: zone, of: player, visible: owner, en: {one: hand, many: hands, to: into}}
verbs:
  take_turn:
    en: {pattern: V, forms: take a turn|takes a turn|taking a turn|taken a turn|took a turn}
    do: [{offer: [read], end: {title: End your turn}}]
headings:
  read: {en: Read, offered: true, from: FROM}
""",
    "components/books.yaml": """
- {id: novel, kind: book, name: Novel, start: top, text: "Read: gain 1 coin."}
- {id: atlas, kind: book, name: Atlas, start: low, text: "Read: gain 2 coins."}
""",
    "procedures/rules.yaml": "play: {title: The game, do: [Each player takes a turn.]}\n",
}


def written(folder: Path, source: str, old: str = "", new: str = "") -> Path:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("FROM", source).replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("source", "offered"),
    [
        ("top", ["novel:read"]),
        ("[top]", ["novel:read"]),
        ('{top: ""}', ["novel:read"]),
        ("[top, low]", ["novel:read", "atlas:read"]),
        ("shelf", ["novel:read", "atlas:read"]),
    ],
)
def test_a_heading_names_the_zones_in_any_form(source: str, offered: list[str], tmp_path: Path) -> None:
    game = load(written(tmp_path, source)).new_game(2, seed=1)
    assert game.decision
    found = [option.id.split(":read")[0] + ":read" for option in game.decision.options if option.id != "end"]
    assert sorted(found) == sorted(offered)


@pytest.mark.parametrize("source", ["book", "[book]", '{book: ""}'])
def test_only_zones_are_places_where_abilities_are_offered(source: str, tmp_path: Path) -> None:
    assert [found.code for found in check([written(tmp_path, source)]) if found.code != "RW0245"] == ["RW0226"]


def test_a_card_is_played_only_where_it_is_said_where_it_goes(tmp_path: Path) -> None:
    rules, plays = FILES["procedures/rules.yaml"], "play: {title: The game, do: [Play a book from your hand.]}\n"
    load(written(tmp_path / "right", "top", rules, plays)).program(2, checked=True)
    folder = written(tmp_path / "wrong", "top", rules, plays)
    (folder / "ruleset.yaml").write_text(FILES["ruleset.yaml"].replace(", to: top", ""), encoding="utf-8")
    with pytest.raises(RulewrightError) as caught:
        load(folder).program(2, checked=True)
    assert [(found.code, found.place.line) for found in caught.value.problems] == [("RW0601", 1)]
