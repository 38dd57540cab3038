"""The commands, as a shell sees them: what is printed where, and the exit status."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command_server import run

from rulewright.cli import main
from rulewright.cli.text.report import Format, as_data, report
from rulewright.problems import Place, catalogue, problem
from rulewright.resources import data_dir

GAME = "tic_tac_toe"


def rulewright(
    *arguments: str, cwd: Path | None = None, answers: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "200", "RULEWRIGHT_LANG": "en", **environment}
    folder = str(cwd) if cwd else None
    return run(*arguments, folder=folder, environment={**os.environ, **own}, answers=answers)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a small ruleset, to be broken."""
    return shutil.copytree(data_dir("rulesets") / GAME, tmp_path / GAME)


def test_a_clean_ruleset_has_status_0() -> None:
    result = rulewright("check", GAME)
    assert (result.returncode, result.stdout) == (0, "")
    assert "no problems" in result.stderr


def test_findings_have_status_1_and_a_caret(game: Path) -> None:
    (game / "map" / "board.yaml").write_text("grid: {columns: 3, rows: 3, kind: @space}\n", encoding="utf-8")
    result = rulewright("check", str(game))
    assert result.returncode == 1
    first, source, caret, *_ = result.stdout.splitlines()
    assert "board.yaml:1:35: RW0107" in first
    assert source[caret.index("^")] == "@"
    assert "Traceback" not in result.stderr


def test_findings_as_json_and_as_annotations(game: Path) -> None:
    (game / "map" / "board.yaml").write_text("grid: {columns: 3, rows: 3, kind: @space}\n", encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(rulewright("check", str(game), "--format", "json").stdout)
    assert [(item["code"], item["line"], item["column"]) for item in found] == [("RW0107", 1, 35)]
    annotation = rulewright("check", str(game), "--format", "github").stdout
    assert annotation.startswith("::error file=") and ",line=1,col=35," in annotation


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "tic_tac_to"], "Did you mean tic_tac_toe"),
        (["show", GAME, "gate"], "RW0808"),
        (["explain", "RW9999"], "RW0809"),
        (["explain", "tic_tac_toe:gate"], "RW0808"),
        (["dance"], "No such command"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    result = rulewright(*arguments)
    assert result.returncode == 2
    assert words in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


def test_explain_knows_every_code() -> None:
    listed = rulewright("explain").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(catalogue())
    assert "Broken:" in rulewright("explain", "rw0105").stdout


def test_show_and_explain_tell_where_a_component_is_written() -> None:
    shown = rulewright("show", "mythotopia", "cavalry").stdout
    assert "combat strength is 1 higher" in shown
    assert "improvement_cards.yaml:" in shown
    explained = rulewright("explain", "mythotopia:cavalry").stdout.splitlines()
    assert sum("improvement_cards.yaml:" in line for line in explained) >= 5
    assert any(line.split() == ["cavalry", "Cavalry"] for line in rulewright("show", "mythotopia").stdout.splitlines())


def test_status_counts() -> None:
    printed = rulewright("status", "mythotopia").stdout
    assert "components  86" in printed and "rulings" in printed
    assert "texts in hu  43 (43 proved)" in printed


def test_a_language_is_checked_when_asked_for(tmp_path: Path) -> None:
    assert rulewright("check", "mythotopia", "--lang", "hu").returncode == 0
    copy = shutil.copytree(data_dir("rulesets") / "mythotopia", tmp_path / "mythotopia")
    texts = copy / "locale" / "hu" / "texts.yaml"
    said = texts.read_text(encoding="utf-8")
    texts.write_text(said.replace("a harci erőd 1-gyel", "a harci erőd 2-vel", 1), encoding="utf-8")
    assert rulewright("check", str(copy)).returncode == 0
    result = rulewright("check", str(copy), "--lang", "hu")
    assert result.returncode == 1
    assert "RW0813" in result.stdout and "„2”, ahol az angol ezt mondja: „1”" in result.stdout
    line, caret = (line.partition("| ")[2] for line in result.stdout.splitlines()[1:3])
    assert line[caret.index("^") : len(caret)] == "2-vel"


def test_what_breaks_every_scenario_is_told_once(game: Path) -> None:
    lexicon = game / "lexicon.yaml"
    broken = lexicon.read_text(encoding="utf-8").replace("You win the game.", "Copy 2 marks.")
    lexicon.write_text(broken, encoding="utf-8")
    (game / "scenarios").mkdir(exist_ok=True)
    scenarios = "".join(f"- {{id: {name}, expect: {{seat: 1}}}}\n" for name in ("one", "two"))
    (game / "scenarios" / "some.yaml").write_text(scenarios, encoding="utf-8")
    result = rulewright("scenarios", str(game))
    assert result.stdout.count("RW0604") == 1
    assert "0 of 2 scenarios" in result.stderr


def test_a_problem_in_each_format(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place("cards.yaml", 3, 7, 4, "\ttext: gold, 50%")
    item = problem("RW0808", place=place, found="a\nb", game="it", suggestions=["c"], expected=["d", "e", "f"])
    report([item])
    human = capsys.readouterr().out.splitlines()
    assert human[0].startswith("cards.yaml:3:7: RW0808")
    assert human[3].rstrip() == "      |       ^^^^"
    report([item], Format.GITHUB)
    assert "%0A" in capsys.readouterr().out
    assert as_data(item)["expected"] == ["d", "e", "f"]


def test_what_commands_a_terminal_is_not_printed_and_a_space_that_keeps_words_together_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report([problem("RW0808", found="«\N{NO-BREAK SPACE}a\N{NARROW NO-BREAK SPACE}\x1b[2J»", game="it")])
    told = capsys.readouterr().out
    assert "«\N{NO-BREAK SPACE}a\N{NARROW NO-BREAK SPACE}\N{REPLACEMENT CHARACTER}[2J»" in told


@pytest.mark.parametrize("arguments", [("play", GAME, "--lang", "xx"), ("play", GAME, "--set", "size=9")])
def test_what_a_ruleset_does_not_have_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = rulewright(*arguments, "--seats", "random")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("RW0")


def test_how_to_go_on_names_a_ruleset_that_does_not_ship(game: Path, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    stopped = rulewright("play", str(game), "--seats", "human,random", "--journal", str(journal))
    command = stopped.stderr.splitlines()[-1].partition("go on with: rulewright ")[2]
    assert command == f"play {game} --resume {journal}"
    assert rulewright(*command.split()).returncode == 0


def test_a_failure_of_the_program_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(**_: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("rulewright.cli.app.app", fails)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    assert "RW0719 Rulewright itself failed: ZeroDivisionError" in capsys.readouterr().err


def test_of_a_long_line_only_the_part_around_the_place_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place("cards.yaml", 3, 5000, 2, "a" * 4999 + "bb" + "a" * 5000)
    report([problem("RW0101", place=place, file="x", reason="y")])
    _, source, caret, *_ = capsys.readouterr().out.splitlines()
    assert len(source) < 500
    assert source[caret.index("^") :].startswith("bba") and caret.count("^") == 2


def test_a_human_is_told_what_cards_cost_and_what_has_changed(tmp_path: Path) -> None:
    answers = "1\n1\n1\n1\nAcquire a basic\nWorkshop\n1\n"
    printed = rulewright(
        "play", "monumental", "--seats", "human,random", "--seed", "3", cwd=tmp_path, answers=answers
    ).stdout
    assert "1 Workshop  cost 3, production 2." in printed
    assert "pays any number of gold instead of paying production" in printed
    assert "\nproduction 0, gold 0\n" in printed, "after the payment"


def test_what_is_not_counted_is_paid_without_an_article(tmp_path: Path) -> None:
    answers = "1\n1\n1\n1\nAdquirir un edificio\nTaller\n1\n"
    options = ["--seats", "human,random", "--seed", "3", "--lang", "es"]
    printed = rulewright("play", "monumental", *options, cwd=tmp_path, answers=answers).stdout
    assert "paga oro en lugar de producción" in printed


@pytest.mark.parametrize(("arguments", "status", "told"), [
    (("play", "--lang", "es", "--help"), 0, "Uso: rulewright play [OPCIONES] [JUEGO]"),
    (("i18n", "--help"), 0, "Órdenes:"),
    ((), 2, "Juegos de mesa como datos: la frase de la carta es el programa."),
    (("plya",), 2, "RW0817 No existe la orden 'plya'. ¿Quizá 'play', 'replay'?"),
    (("play", GAME, "--players", "x"), 2, "número entero"),
    (("check", GAME), 0, "ningún problema"),
    (("status", "mythotopia"), 0, "componentes"),
])  # fmt: skip
def test_commands_speak_the_language_of_the_reader(arguments: tuple[str, ...], status: int, told: str) -> None:
    result = rulewright(*arguments, RULEWRIGHT_LANG="es")
    assert (result.returncode, told in result.stdout + result.stderr) == (status, True)


def test_the_system_may_tell_the_language_and_a_game_that_lacks_it_is_in_english() -> None:
    system = {"RULEWRIGHT_LANG": "", "LC_ALL": "es_ES.UTF-8"}
    assert rulewright("--help", **system).stdout.startswith("Uso:")
    assert rulewright("show", GAME, **system).returncode == 0


def test_the_table_is_commanded_in_the_language_of_the_reader(tmp_path: Path) -> None:
    printed = rulewright(
        "play", "mythotopia", "--seats", "human,random", "--seed", "3", "--lang", "es", cwd=tmp_path,
        answers="ayuda\nver Escriba\npor qué límite de mano\nguardar copia.jsonl\nsalir\n",
    )  # fmt: skip
    assert "  por qué NÚMERO  de qué se compone" in printed.stdout
    assert "puedes tomarla de la banca" in printed.stdout
    assert "\n  = 5\n" in printed.stdout
    assert (tmp_path / "copia.jsonl").is_file()
    assert printed.stderr.rstrip().endswith("--lang es")


def test_simulate_tells_once_what_cannot_be_compiled(game: Path) -> None:
    lexicon = game / "lexicon.yaml"
    lexicon.write_text(lexicon.read_text("utf-8").replace("onto an empty space.", "onto it."), encoding="utf-8")
    result = rulewright("simulate", str(game), "-n", "9", "--jobs", "1")
    assert result.returncode == 1
    assert (result.stdout + result.stderr).count("RW0621") == 1


def test_simulate_says_how_many_games_it_gave_up() -> None:
    result = rulewright("simulate", GAME, "-n", "3", "--jobs", "1", "--limit", "2")
    assert result.returncode == 0
    assert "3 of 3 games were given up after 2 choices" in result.stdout
    assert "given up" not in rulewright("simulate", GAME, "-n", "3", "--jobs", "1").stdout
