"""Games between bots on the workbench: played by processes of their own, which end with whoever looks on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the workbench needs the extra [web]")
pytest.importorskip("jinja2", reason="the workbench needs the extra [web]")
pytest.importorskip("httpx", reason="these tests need httpx")

from starlette.testclient import TestClient

from rulewright.resources import data_dir
from rulewright.ruleset.handing_over import packed, unpacked
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules
from rulewright.simulate.about import about
from rulewright.simulate.games import Plan, play_many
from rulewright.simulate.report.findings import Findings
from rulewright.simulate.report.page import short
from rulewright.web.simulating import runs
from rulewright.web.simulating.runs import DONE, LEFT, PLAYING, STOPPED, Run, Simulations

OUR = {"origin": "http://127.0.0.1"}
GAMES = Path(__file__).parent.parent / "games"
pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.usefixtures("with_key")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "conjurers"
    shutil.copytree(GAMES / "conjurers", made)
    return made


def come(what: Callable[[], bool]) -> bool:
    """Whether something comes true; a machine that tests may be slow."""
    end = time.monotonic() + 120
    while not what() and time.monotonic() < end:
        time.sleep(0.05)
    return what()


def gone(run: Run) -> bool:
    """Whether a run has ended with all that it began."""
    run._thread.join(60)
    return not run._thread.is_alive() and not active_children()


@pytest.fixture
def begun() -> Iterator[Simulations]:
    made = Simulations()
    yield made
    made.close()


def wishes(count: int, *kinds: str, seed: int = 1) -> dict[str, list[str]]:
    return {"seat": [*kinds, ""], "count": [str(count)], "seed": [str(seed)]}


def test_a_ruleset_is_handed_over_as_it_stands_in_memory(tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(data_dir("rulesets") / "tic_tac_toe", folder)
    ruleset = load_ruleset(folder)
    before = Rules(ruleset).new_game(2, 1)
    ruleset.language("hu")
    shutil.rmtree(folder)
    after = Rules(unpacked(packed(ruleset))).new_game(2, 1)
    assert after.hash() == before.hash() and after.rules.hash == before.rules.hash
    assert [one.text("hu") for one in after.decision.options] == [one.text("hu") for one in before.decision.options]
    with pytest.raises(TypeError):
        after.rules.ruleset.components["x"] = None


def test_what_is_told_is_what_the_same_games_tell_played_here(begun: Simulations) -> None:
    ruleset = load_ruleset("tic_tac_toe")
    run = begun.run(begun.begin(ruleset, wishes(30, "greedy", "random", seed=5), "en"))
    assert run is not None and come(lambda: run.state == DONE) and gone(run)
    known = about(Rules(ruleset), 2, "en")
    found = Findings(known["components"])
    for game in play_many(Plan(partial(Rules, ruleset), ["greedy", "random"], 5, detailed=True), 30):
        found.add(game)
    assert run.told("hu") == short(found, "hu", known) and run.done == 30


def test_games_are_stopped_and_what_is_played_stays(begun: Simulations) -> None:
    run = begun.run(begun.begin(load_ruleset("tic_tac_toe"), wishes(100_000, "random", "random"), "en"))
    assert run is not None and come(lambda: run.done >= 5)
    run.stop()
    assert run.state == STOPPED and gone(run) and 5 <= run.done < 100_000
    assert f"{run.done} games" in run.told("en")


def test_they_stop_when_nobody_looks_on(begun: Simulations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "ABSENCE", 0.3)
    run = Run(load_ruleset("tic_tac_toe"), ["random", "random"], 100_000, 1, "en")
    with run.looked_at():
        assert come(lambda: run.done >= 5)
        time.sleep(0.6)
        assert run.state == PLAYING  # while somebody does they go on
    assert come(lambda: run.state == LEFT) and gone(run)


def test_a_further_run_stops_the_oldest_of_those_that_play(begun: Simulations) -> None:
    ruleset = load_ruleset("tic_tac_toe")
    all_of_them = [begun.run(begun.begin(ruleset, wishes(100_000, "random", "random"), "en")) for _ in range(3)]
    assert [run.state for run in all_of_them if run is not None] == [STOPPED, PLAYING, PLAYING]


KILLED = """
import os, signal, sys
from rulewright.ruleset.loader import load_ruleset
from rulewright.web.simulating.runs import Run
if __name__ == "__main__":
    run = Run(load_ruleset("tic_tac_toe"), ["mcts:30s", "mcts:30s"], 10, 1, "en")
    import multiprocessing, time
    while not multiprocessing.active_children():
        time.sleep(0.05)
    time.sleep(float(sys.argv[1]))
    print(*(one.pid for one in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] != "Z" if Path("/proc").is_dir() else True


@pytest.mark.skipif(os.name == "nt", reason="it sends a signal of POSIX")
def test_no_process_outlives_a_server_that_is_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    program = tmp_path / "killed.py"
    program.write_text(KILLED, "utf-8")
    told = subprocess.run([sys.executable, str(program), "2"], capture_output=True, text=True, timeout=120)
    assert told.returncode == -signal.SIGKILL, told.stderr
    begun = [int(one) for one in told.stdout.split()]
    assert begun and come(lambda: not any(map(alive, begun)))


# ------------------------------------------------------------ the page


def begin(client: TestClient, folder: Path, **more: str | list[str]) -> str:
    data = {"seat": ["random", "random", ""], "count": "12", "seed": "3", **more}
    reply = client.post(f"/simulate/{folder.name}", data=data, headers=OUR)
    assert reply.status_code == 200 and re.search(rf"/simulate/{folder.name}/[\w-]+$", reply.url.path), reply.text
    return reply.url.path


def ended(client: TestClient, address: str) -> str:
    """What a page tells when its games are over."""
    with client.stream("GET", f"{address}/events") as news:
        lines = [line for line in news.iter_lines() if line]
    assert not lines[-1].endswith(PLAYING)
    return client.get(f"{address}?part").text


def test_games_are_played_and_told_with_progress(client: TestClient, folder: Path) -> None:
    page = client.get(f"/simulate/{folder.name}").text
    assert '<option value="random"' in page and 'name="count"' in page
    part = ended(client, begin(client, folder, seat=["random", "greedy"]))
    assert "All 12 games are played." in part and part.count("<svg") == 4 and part.count("surely between") >= 2
    assert "Wins by seat and by bot" in part and "abilities were never offered in 12 games" in part
    assert "style=" not in part and "<style" not in part  # the page's headers forbid them
    assert "progress" not in part


def test_the_page_speaks_the_language_of_its_reader(client: TestClient, folder: Path) -> None:
    client.cookies.set("rulewright_lang", "hu")
    part = ended(client, begin(client, folder))
    assert "Mind a(z) 12 játszma lement." in part and "games" not in part.replace("surely", "")


def test_a_file_that_is_broken_leaves_the_last_right_state_and_no_process(client: TestClient, folder: Path) -> None:
    client.get(f"/bench/{folder.name}")  # which reads it
    file = next((folder / "components").glob("*.yaml"))
    file.write_text(file.read_text("utf-8").replace("mana", "zeppelins"), "utf-8")
    part = ended(client, begin(client, folder))
    assert "All 12 games are played." in part
    assert "how they were when they were last right" in part and "zeppelins" in part and file.name in part


def test_a_file_that_was_never_right_is_told_and_nothing_is_begun(client: TestClient, folder: Path) -> None:
    file = folder / "lexicon.yaml"
    file.write_text("}: {[", "utf-8")
    reply = client.post(f"/simulate/{folder.name}", data={"seat": ["random", "random"]}, headers=OUR)
    assert reply.status_code == 422 and "RW" not in str(reply.url) and not active_children()


def test_who_cannot_sit_like_that_is_told(client: TestClient, folder: Path) -> None:
    for seats in (["human", "random"], ["zeppelin", "random"], ["random"]):
        page = client.post(f"/simulate/{folder.name}", data={"seat": seats}, headers=OUR).text
        assert 'class="reason"' in page and 'id="games"' not in page


def test_it_needs_the_key(client: TestClient, folder: Path) -> None:
    address = begin(client, folder)
    client.cookies.clear()
    for path in (f"/simulate/{folder.name}", address):
        assert client.get(path).status_code == 403
        assert client.post(path, headers=OUR).status_code == 403
    assert client.get(f"{address}/events").status_code == 403
