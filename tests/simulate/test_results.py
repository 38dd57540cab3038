"""Many games into a folder: broken off and gone on with, counted once, told as tables and as a page."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rulewright
from rulewright.cli.app import app
from rulewright.cli.research import simulate as command
from rulewright.problems import RulewrightError
from rulewright.simulate.comparison import Mean, paired
from rulewright.simulate.games import Plan, Played, play_many
from rulewright.simulate.report.findings import Findings
from rulewright.simulate.report.page import page
from rulewright.simulate.results import GAMES, Results, games_of, plan_of
from rulewright.simulate.statistics import summarize, wilson

PLAN = Plan(partial(rulewright.load, "tic_tac_toe"), ["random", "random"], seed=5, detailed=True)
RECORD = {"game": "tic_tac_toe", "seed": 5, "kinds": ["random", "random"]}


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return list(play_many(PLAN, 40))


@pytest.fixture
def folder(tmp_path: Path, games: list[Played]) -> Path:
    with Results(tmp_path / "results", RECORD) as results:
        for game in games:
            results.add(game)
    return tmp_path / "results"


def test_what_is_written_is_read_again(folder: Path, games: list[Played]) -> None:
    assert list(games_of(folder)) == games and plan_of(folder) == RECORD


@pytest.mark.parametrize("cut", [1, 30, 2_000])
def test_a_torn_line_is_played_again_and_nothing_twice(folder: Path, games: list[Played], cut: int) -> None:
    path = folder / GAMES
    path.write_bytes(path.read_bytes()[:-cut])
    with Results(folder, RECORD) as results:
        there = list(games_of(folder))
        assert there == games[: len(there)] and len(there) < len(games)
        for game in play_many(PLAN, 40, first=len(there)):
            results.add(game)
    assert list(games_of(folder)) == games


def test_results_of_another_plan_are_left_alone(folder: Path) -> None:
    before = (folder / GAMES).read_bytes()
    with pytest.raises(RulewrightError) as told:
        Results(folder, {**RECORD, "seed": 6})
    assert told.value.problems[0].code == "RW0861" and (folder / GAMES).read_bytes() == before


@pytest.mark.parametrize("line", ["x", "{}", "[1]", '{"index": 99, "seed": 1, "seats": []}'])
def test_what_is_no_game_is_told_with_its_line(folder: Path, line: str) -> None:
    path = folder / GAMES
    path.write_text(path.read_text().replace("\n", f"\n{line}\n", 1))
    with pytest.raises(RulewrightError) as told:
        list(games_of(folder))
    assert told.value.problems[0].code == "RW0864" and told.value.problems[0].found.endswith(":2")


def test_a_run_that_is_interrupted_goes_on(
    tmp_path: Path, games: list[Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(plan: Plan, count: int, jobs: int, first: int) -> Any:
        yield from play_many(plan, 13, first=first)
        raise KeyboardInterrupt

    for play, stopped in ((interrupted, True), (play_many, False)):
        monkeypatch.setattr(command, "play_many", play)
        run = command.Run(PLAN, 40, 1, "", 0)
        with Results(tmp_path, RECORD) as run.results:
            run.go_on(games_of(tmp_path))
            run.play()
        assert run.stopped == stopped
    assert list(games_of(tmp_path)) == games
    assert run.tally.summary() == summarize(games)


def test_it_stops_when_enough_is_known() -> None:
    run = command.Run(PLAN, 2_000, 1, "", 0.08)
    run.play()
    assert 100 < run.tally.games < 2_000 and run.tally.known
    told = run.tally.summary()
    for group in (*told.seats, *told.kinds):
        low, high = group.interval
        assert low <= group.win_rate <= high and (high - low) / 2 <= 0.08
    shorter = command.Run(PLAN, run.tally.games - 1, 1, "", 0.08)
    shorter.play()
    assert not shorter.tally.known
    fixed = summarize(list(play_many(PLAN, run.tally.games)))
    for seen, once in zip(told.seats, fixed.seats, strict=True):  # looking again and again has its price
        assert seen.interval[1] - seen.interval[0] > once.interval[1] - once.interval[0]


def test_detail_is_what_happened(games: list[Played]) -> None:
    for game in games:
        assert sum(sum(own.values()) for own in game.taken) == game.decisions
        assert sum(sum(own.values()) for own in game.offered) == game.options  # no two options are called the same here
        assert [set(own) for own in game.first] == [set(own) for own in game.taken]
        assert sum(sum(own.values()) for own in game.places) == game.decisions
        assert [sum(own.values()) for own in game.points] == game.scores
        assert game.curve[-1] == [game.decisions, *game.scores]


def test_tables(folder: Path, games: list[Played]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from rulewright.simulate.tables import write

    write(folder, games)
    rows = parquet.read_table(folder / "games.parquet").to_pylist()
    assert [(row["game"], row["seed"], row["winners"]) for row in rows] == [(g.index, g.seed, g.winners) for g in games]
    things = parquet.read_table(folder / "things.parquet").to_pylist()
    assert sum(row["taken"] for row in things) == sum(game.decisions for game in games)
    assert sum(row["offered"] for row in things) == sum(game.options for game in games)


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    with pytest.raises(RulewrightError) as told:
        command.simulate("tic_tac_toe", parquet=True, setting=None)
    assert [(item.code, item.found) for item in told.value.problems] == [("RW0836", "pyarrow")]


VOID = ("meta", "line", "circle", "rect", "polyline", "polygon")
"""Tags that are not closed by one of their own."""


class Page(HTMLParser):
    """The tags of a page, closed as they were opened, and what it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.met: set[str] = set()
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.add(tag)
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "hu", "es"])
def test_the_page_needs_nothing_else(games: list[Played], lang: str) -> None:
    found = Findings()
    for game in games:
        found.add(game)
    text = page(found, RECORD, lang, paired(games, games))
    told = Page(text)
    assert not told.open and not told.loads and {"svg", "table", "polyline"} <= told.met
    assert (
        "@import" not in text and "url(" not in text and "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    )
    seats = summarize(games).seats
    assert all(f"{seat.win_rate:.1%}" in text for seat in seats)


def test_names_do_no_harm_on_the_page(games: list[Played]) -> None:
    found = Findings()
    found.add(Played(0, 1, ["<b>", "x"], "<script>", [1, 0], [0], 1, 1, [{"<i>&": 1}, {}], [["<u>"], []], ["<u>"]))
    text = page(found, {"game": "<h1>"}, "en")
    assert not re.search(r"<(b|script|i|u)>", text) and "&lt;i&gt;&amp;" in text and text.count("<h1>") == 1


def test_what_a_change_does_is_told_with_its_interval() -> None:
    def game(index: int, winner: int, length: int) -> Played:
        return Played(index, index, ["random", "greedy"], winners=[winner], scores=[3, 1], decisions=length)

    first = [game(index, index % 2, 10) for index in range(40)]
    second = [game(index, 0, 12 + index % 3) for index in range(40)]
    changes = paired(first, second)
    assert changes["seat 1"].value == 0.5 and changes["bot greedy"].value == -0.5
    assert 0 < changes["seat 1"].half < 0.2 and changes["score"].value == changes["score"].half == 0
    assert 12 < 10 + changes["length"].value < 14 and changes["length"].n == 40
    assert not paired(first, [game(index + 1, 0, 1) for index in range(40)])  # other seeds are another measurement


def test_intervals() -> None:
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # as tables of Wilson's interval have it
    mean = Mean()
    for value in (1, 2, 3, 4):
        mean.add(value)
    assert mean.value == 2.5 and round(mean.half, 3) == round(1.96 * (5 / 3 / 4) ** 0.5, 3)


def test_json_lines_are_whole(folder: Path) -> None:
    assert all(json.loads(line)["seats"] for line in (folder / GAMES).read_text().splitlines())


def test_games_that_were_checked_for_something_else_are_no_longer_taken_up(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(Path(__file__).parents[2] / "rulesets" / "tic_tac_toe", game)
    always = game / "always.yaml"

    def ran(*arguments: str) -> tuple[int, str]:
        told = CliRunner().invoke(app, ["simulate", str(game), "-n", "2", "--out", str(tmp_path / "out"), *arguments])
        return told.exit_code, f"{told.output}{told.exception}"

    always.write_text('marks: {says: "there are at least 0 marks"}\n', encoding="utf-8")
    first = ran("--check")
    assert first[0] == 0, first[1]
    assert ran("--check")[0] == 0
    always.write_text('marks: {says: "there are at least 20 marks"}\n', encoding="utf-8")
    again = ran("--check")
    assert again[0] and "RW0861" in again[1]


def test_what_must_always_hold_and_cannot_be_told_is_refused_before_any_game(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(Path(__file__).parents[2] / "rulesets" / "tic_tac_toe", game)
    (game / "always.yaml").write_text('marks: {says: "it is a mark"}\n', encoding="utf-8")
    told = CliRunner().invoke(app, ["simulate", str(game), "-n", "3", "--check"])
    assert told.exit_code and "RW0621" in f"{told.exception}" and "game 0" not in told.output
