"""What is shown of a position: readable without colours, in lines of at most 120 signs, in the reader's language."""

from __future__ import annotations

import random
import re
from io import StringIO

import loaded
import pytest
from rich.console import Console

import rulewright as rw
from rulewright.cli.table.board import Board
from rulewright.cli.table.lookup import Lookup
from rulewright.cli.table.maps import WIDTH, Drawing, short_names
from rulewright.play.choosing import option_for
from rulewright.runtime.game import Game
from rulewright.runtime.view import card_view


def printed(parts: object, width: int = WIDTH) -> str:
    """What parts look like on paper."""
    out = Console(file=StringIO(), width=width, highlight=False, markup=False)
    for part in parts:  # type: ignore[attr-defined]
        out.print(part)
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


@pytest.fixture(scope="module")
def hexes() -> Game:
    return loaded.rules("age_of_innovation").new_game(players=3, seed=1)


def test_squares_with_pieces_and_options() -> None:
    game = loaded.rules("tic_tac_toe").new_game(players=2)
    game.choose("b2")
    drawn = printed(Drawing(game.view(1), {"a1": 1, "c3": 9})).splitlines()
    assert drawn[:3] == ["+-----+-----+-----+", "|a1>1 |b1   |c1   |", "|     |     |     |"]
    assert drawn[5] == "|     |1:M  |     |" and "c3>9" in drawn[7]
    assert drawn[-1] == "M mark"


def test_hexagons_touch_two_of_the_next_row(hexes: Game) -> None:
    drawing = Drawing(hexes.view(0), {})
    lines = printed(drawing).splitlines()
    assert drawing.hexagons and len(drawing.spaces) == len(hexes.view(0)["map"]["spaces"])
    first, second = (next(line for line in lines if f"|{name}" in line) for name in ("a1", "a2"))
    assert second.index("|a2") - first.index("|a1") == drawing.pitch // 2
    assert "forest" in lines[lines.index(first) + 1]


def test_terrain_is_shown_as_it_is_now(hexes: Game) -> None:
    game = hexes.copy()
    game.arrange({"held": {"terrain.a1": "lake"}})
    lines = printed(Drawing(game.view(0), {})).splitlines()
    assert lines[2].startswith("|lake")


@pytest.mark.parametrize(("game", "players", "lang"), [
    ("age_of_innovation", 2, "en"), ("age_of_innovation", 5, "en"), ("mythotopia", 4, "hu"), ("tic_tac_toe", 2, "en"),
    ("civ_new_dawn", 3, "hu"),
])  # fmt: skip
def test_no_line_is_longer_than_120(game: str, players: int, lang: str) -> None:
    position = loaded.rules(game).new_game(players=players, seed=2)
    for _ in range(30):
        if position.decision is not None:
            position.choose_number(0)
    for full in (False, True):
        board = Board(position.view(0, lang), 0, lang)
        text = printed([*board.overview(full), *board.list_of_spaces()], 1000 if game == "tic_tac_toe" else WIDTH)
        assert max(map(len, text.splitlines())) <= WIDTH


def test_a_narrow_terminal_gets_a_narrow_map(hexes: Game) -> None:
    drawing = Drawing(hexes.view(0), {}, 100)
    assert drawing.spaces and max(map(len, printed(drawing, 100).splitlines())) <= 100


def test_names_are_those_of_the_language() -> None:
    game = loaded.rules("mythotopia").new_game(players=2, seed=1)
    text = printed(Board(game.view(0, "hu"), 0, "hu").overview())
    assert "győzelmi pont" in text and "Saját kéz" in text and "település" in text
    assert "hand" not in text


def test_spaces_without_names_are_called_by_where_they_lie_and_what_they_show() -> None:
    game = loaded.rules("monumental").new_game(players=2, seed=3)
    while "da1" not in [option.id for option in game.decision.options]:
        game.choose_number(0)
    board = Board(game.view(0, "es"), 0, "es")
    told = {option.text("es") for option in game.decision.options}
    assert told == {"a1 (loseta de capital)", "f5 (loseta de capital)"}
    assert "|a1 " in printed(board.map()).replace("|a1>", "|a1 ") and "|da1" not in printed(board.map())
    assert option_for(game.decision, "a1").id == "da1"
    assert printed(Lookup(board, game).show("b1")).startswith("b1: provincia")
    labels = game.program.layout.ids, game.labels
    assert labels[1].place(labels[0]["db1"], "hu", game.state) == "b1 (rét)"


def test_what_a_space_shows_is_told_as_it_is_now(hexes: Game) -> None:
    game = hexes.copy()
    place = game.program.layout.ids["a1"]
    assert game.labels.place(place, "en") == "a1" and game.labels.place(place, "en", game.state) == "a1 (forest)"
    game.arrange({"held": {"terrain.a1": "lake"}})
    assert game.labels.place(place, "hu", game.state) == "a1 (tó)"


def test_several_pieces_are_told_in_the_plural_where_a_language_has_it() -> None:
    game = loaded.rules("mythotopia").new_game(players=2, seed=1)
    stock = {lang: printed(Board(game.view(0, lang), 0, lang).overview()) for lang in ("en", "es", "hu")}
    assert "9 castles" in stock["en"] and "9 castillos" in stock["es"] and "9 vár" in stock["hu"]
    assert "9 várak" not in stock["hu"]


def test_short_names_differ() -> None:
    assert short_names({"a": "worker", "b": "well", "c": "big well", "d": "tower"}) == {
        "a": "Wo", "b": "We", "c": "BW", "d": "T",
    }  # fmt: skip


def test_things_are_found_by_name(hexes: Game) -> None:
    lookup = Lookup(Board(hexes.view(0), 0, "en"), hexes)
    assert "Special action: gain 4 power." in printed(lookup.show("energy"))
    assert printed(lookup.show("a1")).startswith("a1: land space")
    assert not list(lookup.show("there is no such thing"))


def test_numbers_tell_what_they_are_made_of(hexes: Game) -> None:
    lookup = Lookup(Board(hexes.view(0), 0, "en"), hexes)
    assert lookup.why("spade cost") == [("3 minus your terraforming level", 3)]
    assert lookup.why("coin") == [("coin", 0)]
    assert lookup.why("level 2 law") == []
    for words in ("nonsense", "level 9 law", "level nowhere"):
        with pytest.raises(rw.RulewrightError):
            lookup.why(words)
    with pytest.raises(rw.RulewrightError) as found:
        Lookup(Board(hexes.view(0, "es"), 0, "es"), hexes).why("nada")
    assert "coste por pala" in found.value.problems[0].expected


def test_a_map_that_is_too_wide_is_drawn_in_parts() -> None:
    game = loaded.rules("civ_new_dawn").new_game(players=4, seed=1)
    drawing = Drawing(game.view(0), {}, 80)
    lines = printed(drawing, 80).splitlines()
    assert len(drawing.parts) == 2 and max(map(len, lines)) <= 80
    heads = [cell.split()[0] for line in lines for cell in line.split("|") if cell.strip()]
    assert drawing.spaces <= set(heads)
    assert len(Drawing(game.view(0), {}, 180).parts) == 1


@pytest.fixture(scope="module")
def city() -> Game:
    game = loaded.rules("monumental").new_game(players=2, seed=5)
    while game.setting_up:
        game.choose_number(0)
    return game


def test_cards_with_two_numbers_lie_in_rows_and_columns(city: Game) -> None:
    board = Board(city.view(0), 0, "en", width=100)
    lines = printed(board.overview(), 100).splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("Your upright city"))
    assert re.findall(r"city column \d", lines[head + 1]) == [f"city column {number}" for number in (1, 2, 3)]
    assert [line.split("  ")[1] for line in lines[head + 2 : head + 5]] == ["city row 1", "city row 2", "city row 3"]
    assert "city row of Library" not in printed([board.numbers()]), "it stands beside the card"
    assert "city row of Library" in printed([board.numbers(full=True)])


def test_where_a_card_belongs_is_told_with_it(city: Game) -> None:
    text = printed(Board(city.view(0), 0, "en").overview())
    assert "(town site c2)" in text and "(town site c4)" in text
    assert text.count("samar") == 1, "once in its cell, though printed and kept"


def test_what_chance_hides_makes_no_line(city: Game) -> None:
    assert any("Found token: " in line for line in city.log_lines())
    assert not any("Found token" in line for line in city.log_lines(seats=[0]))
    assert len(city.log_lines(seats=[0])) == len(city.log_lines())


def test_an_option_tells_what_its_card_says() -> None:
    game = loaded.rules("monumental").new_game(players=2, seed=4)
    choices = random.Random(3)
    while game.decision is not None and all(option.text() != "Second reward" for option in game.decision.options):
        game.choose_number(choices.randrange(len(game.values)))
    assert game.decision is not None
    told = {option.text(): (option.detail(), option.detail("hu")) for option in game.decision.options}
    assert told["First reward"] == ("Gain 2 military.", "Kapsz 2 hadászatot.")
    assert told["Second reward"][0] == "Up to 2 times, guide an Explorer."
    game.choose(next(option.id for option in game.decision.options if option.text() == "Second reward"))
    assert game.decision.prompt() == "Guide an Explorer", "asked whether to go on"


@pytest.mark.parametrize("lang", ["es", "hu"])
@pytest.mark.parametrize("name", ["mythotopia", "monumental", "civ_new_dawn", "age_of_innovation"])
def test_what_stands_on_components_is_told_in_the_language(name: str, lang: str) -> None:
    rules = loaded.rules(name)
    titles = rules.new_game(players=2, seed=1).labels.titles(lang)
    there = [one for one in rules.ruleset.components.values() if set(one.copies.values()) != {0}]
    shown = {value for one in there for value in one.attributes.values() if isinstance(value, str) and len(value) > 2}
    assert not {word for one in there for word in one.attributes} - titles.keys() and not shown - titles.keys()


def test_what_was_done_is_told_with_its_names() -> None:
    game = loaded.rules("monumental").new_game(players=2, seed=3)
    place = game.program.layout.ids["db1"]
    told = {lang: game.labels.event(0, "conquer", (place,), -1, lang) for lang in ("en", "es", "hu")}
    assert told == {
        "en": "Player 1 conquers b1",
        "es": "El jugador 1 conquista b1",
        "hu": "1. játékos meghódítja a b1 tartományt",
    }


def test_nobody_is_told_what_the_lexicon_leaves_unsaid(rows: Game) -> None:
    for lang, none in (("en", "none"), ("es", "ninguno"), ("hu", "nincs")):
        view = rows.view(0, lang)
        board = Board(view, 0, lang)
        assert not re.search(rf"\b{none}\b", printed([*board.overview(), *board.list_of_spaces()]))
        reach = view["names"]["reach"]
        assert reach not in printed(board.overview()) and reach in printed(board.overview(full=True))


def test_a_number_is_told_with_its_ending_and_what_makes_it_once(rows: Game) -> None:
    made = (("wild_value", "8 (the prey is exactly 2)", 8),)
    told = {lang: rows.labels.event(0, "strike", (10,), made, lang) for lang in ("en", "hu")}
    assert told == {
        "en": "Player 1 strikes with 10: +8 wild value",
        "hu": "1. játékos támadást indít, harci értéke 10: +8 (semleges érték)",
    }


@pytest.fixture(scope="module")
def rows() -> Game:
    return loaded.rules("civ_new_dawn").new_game(2, 11)


def test_cards_of_different_numbers_lie_in_their_order(rows: Game) -> None:
    """Each player's own: the same cards lie in another order before each."""
    board = Board(rows.view(0), 0, "en")
    told = "".join(str(part) for part in board.zones(0, "Your", full=False))
    row = next(line for line in told.split("Your ") if line.startswith("focus row"))
    assert re.findall(r"slot (\d)", row) == ["1", "2", "3", "4", "5"]
    seat = rows.decision.seat if rows.decision else -1
    cards = rows.view(seat)["seats"][seat]["zones"]["focus_row"]["cards"]
    own = {card["name"]: card["numbers"]["slot"] for card in cards}
    options = rows.decision.options if rows.decision else []
    shown = {option.text(): card_view(rows, option.card) for option in options if option.card is not None}
    assert {name: card["numbers"]["slot"] for name, card in shown.items()} == own
    assert all(f"slot {own[name]}." in board.printed(card) for name, card in shown.items())


def test_words_may_stand_before_what_a_number_is_asked_of(rows: Game) -> None:
    lookup = Lookup(Board(rows.view(0), 0, "en"), rows)
    assert lookup.why("production cost of Petra") == lookup.why("production cost petra") != []
    assert lookup.why("difficulty of f6") == lookup.why("difficulty f6") != []
    for words, code in (("difficulty", "RW0744"), ("difficulty of nowhere", "RW0740")):
        with pytest.raises(rw.RulewrightError) as failed:
            lookup.why(words)
        assert failed.value.problems[0].code == code
        assert "petra" not in " ".join(failed.value.problems[0].expected), "spaces are meant, not cards"


def test_what_has_changed_leaves_out_what_only_bots_ask_for(rows: Game) -> None:
    board = Board(rows.view(0), 0, "en")
    assert board.changed({**board.held(), "strength": 99}).startswith("strength ")
    assert "prospects" in board.view["seats"][0]["numbers"] and "prospects" not in board.held()
    assert board.changed(board.held()) == ""


def test_what_has_changed_tells_pieces_that_lie_in_ones_zones(hexes: Game) -> None:
    board = Board(hexes.view(0), 0, "en")
    stock = "stock: guild"
    now = board.held()[stock]
    assert board.changed({**board.held(), stock: now + 1, "bowl I: token": 3}) == f"{stock} {now}, bowl I: token 0"
