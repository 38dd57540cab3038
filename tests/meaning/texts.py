"""The rulesets whose texts must bind: all that are shipped, with their packs; the test games, and the test packs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.ruleset.files.discovery import PACKS, shipped_rulesets
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset

TESTS = Path(__file__).parent.parent
GAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    **{
        game: (game, tuple(sorted(path.parent.name for path in folder.glob(f"{PACKS}/*/pack.yaml"))))
        for game, folder in shipped_rulesets().items()
    },
    **{path.parent.name: (str(path.parent), ()) for path in sorted((TESTS / "games").glob("*/ruleset.yaml"))},
    **{
        f"{base} with {pack}": (base, (str(TESTS / "packs" / pack),))
        for base, pack in (
            ("mythotopia", "admirals"), ("tic_tac_toe", "big_board"), ("monumental", "harvest"),
            ("mythotopia", "resting"), ("mythotopia", "stronger_horse"), ("mythotopia", "war_horse"),
        )
    },
}  # fmt: skip


@cache
def ruleset(name: str) -> Ruleset:
    """One of `GAMES`, loaded once."""
    folder, packs = GAMES[name]
    found, problems = read_ruleset(folder, packs)
    assert found is not None and problems == [], problems
    return found


def translated(name: str) -> set[str]:
    """The languages of one of `GAMES` beside English; to tell, it is not loaded."""
    folder = shipped_rulesets().get(GAMES[name][0], Path(GAMES[name][0]))
    return {path.parent.name for path in folder.glob("locale/*/lexicon.yaml")}


def rulesets() -> Iterator[tuple[str, Ruleset]]:
    """All of them, with their names."""
    for name in GAMES:
        yield name, ruleset(name)
