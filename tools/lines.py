"""Lines that players read, drawn by chance: what a reader of one language alone is to grade.

    tools/lines LANG [--seed N] [--each N] [--english] [GAME ...]

So many lines of each source of each game: *card* (what a card or tile says), *rule* (a step of the rulebook) and *log*
(what a journal in `tests/replays` tells, if there is one). A step is shown behind what it stands under: “section ▸
lead ▸ step”. No line is drawn twice, and lines that differ only in numbers and names of a log are one. The same seed
draws the same places, so that what was mended can be read beside what it was. A GAME is one that ships or a folder;
without any, it is all that ship and have the language. One that does not have it is told and passed over.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rulewright.cli.rulesets import started
from rulewright.play import journal
from rulewright.problems import RulewrightError
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.rulebook.steps import Line

REPLAYS = Path(__file__).parent.parent / "tests" / "replays"
SHORT = 3
"""A line of fewer words is a name."""
PACKS = {"monumental": ["monumental_automa", "monumental_heroes", "monumental_monsters", "monumental_renaissance"]}

Drawn = tuple[str, str]
"""A line in the language, and in English."""
Told = tuple[str, bool, int]
"""A line of a rulebook, whether it says what must be so of what the line before chooses, and how many it stands for."""


def loaded(game: str, packs: list[str]) -> Ruleset:
    """A ruleset with packs."""
    ruleset, problems = read_ruleset(game, packs)
    if ruleset is None:
        raise RulewrightError(*problems)
    return ruleset


def printed(ruleset: Ruleset, lang: str) -> Iterator[tuple[str, str, str]]:
    """Each line of a rulebook with its source, in the language and in English; what a card says is one line."""
    for source, lines, others in zip(
        ("rule", "card"), _chapters(rulebook(ruleset)), _chapters(rulebook(ruleset, lang)), strict=True
    ):
        for english, line in _paired(lines, others):
            if len(_itself(english).split()) > SHORT:
                yield source, line, english


def _paired(lines: list[Told], others: list[Told]) -> Iterator[Drawn]:
    """Each line in both languages, first the English one; without what one of them says in the line before."""
    told = iter(lines)
    english: Told = ("", False, 1)
    for line, narrows, stands_for in others:
        if stands_for:
            english = next(told)
            while english[1] and not narrows:
                english = next(told)
        yield english[0], line
        for _ in range(stands_for - 1):
            while next(told)[1]:
                pass


def _itself(line: str) -> str:
    """A line without what it stands under."""
    return line.rpartition(" ▸ ")[2]


def _chapters(lines: list[Line]) -> tuple[list[Told], list[Told]]:
    """What is said in the last chapter, that of the components, and before it; of a rule, where it stands, too."""
    last = max(number for number, line in enumerate(lines) if line.kind == "chapter")
    cards: list[str] = []
    for line in lines[last:]:
        if line.text.startswith("**"):
            cards.append("")
        elif line.kind == "step":
            cards[-1] = f"{cards[-1]} {line.text}".lstrip()
    rules: list[Told] = []
    around: list[str] = []
    for line in lines[:last]:
        if line.kind == "section":
            around = [line.text]
        elif line.kind in ("step", "text"):
            around[line.depth + 1 :] = [line.text]
            rules.append((" ▸ ".join(around), line.narrows, line.stands_for))
    return rules, [(card, False, 1) for card in cards]


def journal_of(game: str) -> Path | None:
    """The journal of a game that is told, if there is any."""
    found = sorted(
        REPLAYS.glob(f"{Path(game).name}_[0-9].jsonl"), key=lambda path: (not path.stem.endswith("_3"), path.stem)
    )
    return found[0] if found else None


def logged(game: str, lang: str) -> Iterator[Drawn]:
    """Each line of the log of a game's journal: that for three, or that for the fewest players."""
    path = journal_of(game)
    if path is None:
        return
    kept = journal.read(path)
    played = started(kept.header)
    for choice in kept.choices:
        played.choose(choice.option)
    yield from zip(played.log_lines(lang), played.log_lines("en"), strict=True)


def pools(game: str, lang: str) -> dict[str, list[Drawn]]:
    """What lines may be drawn from, by source; each of its kind once."""
    found: dict[str, dict[str, Drawn]] = {"card": {}, "rule": {}, "log": {}}
    for packs in [[], *([pack] for pack in PACKS.get(game, []))]:
        for source, line, english in printed(loaded(game, packs), lang):
            found[source].setdefault(_itself(english), (line, english))
    for line, english in logged(game, lang):
        deed = english.split(":", 1)[-1]
        found["log"].setdefault(re.sub(r"\d+|\b[A-Z]\w+", "#", deed), (line, english))
    return {source: list(lines.values()) for source, lines in found.items()}


def spoken(games: list[str], lang: str) -> list[str]:
    """Those games that have a language, or of all that ship those; the others that were named are told."""
    found = []
    for game in games or shipped_rulesets():
        ruleset = loaded(game, [])
        if lang in ruleset.languages:
            found.append(game)
        elif games:
            print(f"{ruleset.title} has no {lang}; it has {', '.join(ruleset.languages)}.", file=sys.stderr)
    if not found:
        sys.exit(f"Nothing to draw from: no game that was asked for has {lang}.")
    return found


def main() -> None:
    """Print the lines that were drawn, numbered."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lang")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="lines of each source of each game")
    parser.add_argument("--english", action="store_true", help="show the English line below each")
    asked = parser.parse_intermixed_args()
    try:
        draw(asked)
    except RulewrightError as error:
        sys.exit(str(error))


def draw(asked: argparse.Namespace) -> None:
    """Print what was asked for."""
    number = 0
    for game in spoken(asked.games, asked.lang):
        for source, lines in pools(game, asked.lang).items():
            chance = random.Random(f"{asked.seed} {game} {source}")
            for line, english in chance.sample(lines, min(asked.each, len(lines))):
                number += 1
                print(f"{number:3} {game} {source}: {line}")
                if asked.english:
                    print(f"    {english}")


if __name__ == "__main__":
    main()
