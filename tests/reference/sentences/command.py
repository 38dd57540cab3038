"""`tools/oracle --sentences N [GAME ...]` and `tools/oracle GAME --say TEXT --at PLAYERS:POSITION:CHANCE`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rulewright.language import nodes as N
from tests.reference.sentences.campaign import Campaign, Case, Findings
from tests.reference.sentences.kept import Kept
from tests.reference.sentences.spent import SPENT, shares
from tests.reference.sentences.stage import SMALL_GAMES

LARGE = ("mythotopia", "age_of_innovation", "monumental", "civ_new_dawn")


def small_games() -> list[str]:
    """The small games of the tests."""
    return sorted(path.parent.name for path in SMALL_GAMES.glob("*/ruleset.yaml"))


def sentences(
    games: Sequence[str], wanted: int, seed: int, most: int, every: bool, keep: Path | None, jobs: int = 1
) -> int:
    """Try so many sentences, and print what came of them (disagreements at once); 1 when the two disagree.

    keep: a file of counts; so many sentences are tried all in all, and those that stand in it are not tried again.
    jobs: so many processes share the games; each counts in a file of its own beside `keep`, which adds them up.
    """
    if jobs > 1 and keep is not None:
        return _side_by_side(games or [*small_games(), *LARGE], wanted, seed, most, keep, jobs)
    kept = Kept(keep) if keep is not None else None
    campaign = Campaign(games or [*small_games(), *LARGE], seed, most, told=_tell, kept=kept)
    if kept is not None:
        campaign.found.coverage.take_in(kept.parts)
    found = campaign.run(wanted)
    report(found, every)
    if kept is not None:
        print("\n".join((*kept.table(), kept.line())))
    return int(bool(found.cases))


def _side_by_side(games: Sequence[str], wanted: int, seed: int, most: int, keep: Path, jobs: int) -> int:
    """Each process takes every so-manieth game; their counts are added up in one file."""
    shares = [share for share in (games[job::jobs] for job in range(jobs)) if share]
    files = [keep.with_name(f"{keep.stem}.{job}{keep.suffix}") for job in range(len(shares))]
    asked = [
        [
            sys.executable, "-m", "tests.reference", *share, "--sentences", str(wanted * len(share) // len(games)),
            "--seed", str(seed), "--disagreements", str(most), "--keep", str(file),
        ] for share, file in zip(shares, files, strict=True)
    ]  # fmt: skip
    running = [subprocess.Popen(one) for one in asked]
    bad = max(process.wait() for process in running)
    kept = Kept.added_up(keep, [Kept(file) for file in files])
    print("\n".join((*kept.table(), kept.line())))
    return bad


def _tell(case: Case) -> None:
    print(f"They disagree: {case}", flush=True)


def report(found: Findings, every: bool) -> None:
    """Print what came of a campaign."""
    coverage = found.coverage
    print("\n".join(coverage.table(every=every)))
    print("\n".join(coverage.gaps()))
    for title, table in (
        ("Drawn, but means nothing", found.unbound),
        ("The engine refuses", coverage.refusals),
        ("The reference does not carry", coverage.missing),
        ("A rule cannot be carried through any more after", coverage.stopped),
        ("Drawn, but no sentence", found.unread),
    ):
        print(f"{title}:")
        for text, times in table.most_common(None if every else 40):
            print(f"  {times:6} {text}")
    told = ", ".join(f"{times} {what}" for what, times in coverage.outcomes.most_common())
    rate = found.sentences / max(found.seconds, 0.001)
    print(
        f"{found.drawn} sentences were drawn, {sum(found.unbound.values())} of them mean nothing; of the others {told}."
    )
    print(
        f"Both have carried out {found.sentences} sentences in {found.seconds:.0f} s ({rate:.0f} a second); "
        f"{found.used} were used."
    )
    if SPENT.seconds:
        print(shares(SPENT.seconds))


def say(game: str, text: str, at: str) -> int:
    """Say one sentence in one position, and tell what came of it."""
    campaign = Campaign([game], 1)
    stage = campaign.stages[0]
    players, number, chance = map(int, at.split(":"))
    position = stage.position(players, number)
    tree = stage.language.parse(text)
    assert position is not None and isinstance(tree, N.Text)
    sentence = campaign.read(stage, tree, chance)
    assert sentence is not None, "it is printed in other words"
    verdict = campaign.say(stage, position, sentence)
    print(f"{verdict.what}: {verdict.told}")
    return int(verdict.bad)
