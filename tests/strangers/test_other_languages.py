"""A sentence that leaves open what is meant, in other languages: refused, and what says it is played as it says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from rulewright.editing.findings import compiled
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, played

WORDS = {
    "de": {"nouns": {"coin": "Münze", "fame": "Ruhm|Ruhm|m"}, "headings": {"work": "Arbeit"}},
    "es": {"nouns": {"coin": "moneda", "fame": "fama"}, "headings": {"work": "Trabajo"}},
    "fr": {"nouns": {"coin": "florin", "fame": "gloire|gloire|f"}, "headings": {"work": "Travail"}},
    "hu": {
        "nouns": {"coin": "érme", "fame": "dicsőség"},
        "headings": {"work": "Munka"},
    },
}
OPEN = {
    "de": "Arbeit: wenn du mehr Münzen als ein beliebiger anderer Spieler hast, erhalte 1 Ruhm.",
    "fr": "Travail : si vous avez plus de florins que n'importe quel autre joueur, gagnez 1 gloire.",
    "hu": "Munka: ha több érméd van, mint bármely más játékosnak, kapsz 1 dicsőséget.",
}
EACH = {
    "de": "Arbeit: wenn du mehr Münzen als jeder andere Spieler hast, erhalte 1 Ruhm.",
    "es": "Trabajo: si tienes más monedas que cualquier otro jugador, obtén 1 fama.",  # that is each of them
    "fr": "Travail : si vous avez plus de florins que chaque autre joueur, gagnez 1 gloire.",
    "hu": "Munka: ha több érméd van, mint minden más játékosnak, kapsz 1 dicsőséget.",
}
SOME = {
    "de": "Arbeit: wenn du mehr Münzen als ein anderer Spieler hast, erhalte 1 Ruhm.",
    "es": "Trabajo: si tienes más monedas que otro jugador, obtén 1 fama.",
    "fr": "Travail : si vous avez plus de florins qu'un autre joueur, gagnez 1 gloire.",
    "hu": "Munka: ha több érméd van, mint egy másik játékosnak, kapsz 1 dicsőséget.",
}


def fair(folder: Path, lang: str, text: str) -> tuple[Ruleset | None, list[str]]:
    """The fair with one card in another language, and the codes of what is wrong."""
    shutil.copytree(HERE / "fair", folder)
    words = folder / "locale" / lang / "lexicon.yaml"
    words.parent.mkdir(parents=True)
    words.write_text(yaml.safe_dump(WORDS[lang], allow_unicode=True), encoding="utf-8")
    card = {"id": "boast", "kind": "charm", "name": "Boast", "lang": lang, "start": "box", "text": text}
    file = folder / "components" / "strangers.yaml"
    file.write_text(yaml.safe_dump([card], allow_unicode=True), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    return ruleset, [p.code for p in [*problems, *(compiled(ruleset) if ruleset is not None and not problems else [])]]


@pytest.mark.parametrize("lang", sorted(OPEN))
def test_more_than_any_other_is_refused(tmp_path: Path, lang: str) -> None:
    assert fair(tmp_path / "fair", lang, OPEN[lang])[1] == ["RW0646"]


@pytest.mark.parametrize(("lang", "others", "won"), [
    *((lang, {2: 1, 3: 2}, 1) for lang in sorted(EACH)), *((lang, {2: 1, 3: 5}, 0) for lang in sorted(EACH)),
])  # fmt: skip
def test_more_than_each_other_is_more_than_all_of_them(
    tmp_path: Path, lang: str, others: dict[int, int], won: int
) -> None:
    assert won_by(tmp_path, lang, EACH[lang], others) == won


@pytest.mark.parametrize("lang", sorted(SOME))
def test_more_than_another_is_more_than_one_of_them(tmp_path: Path, lang: str) -> None:
    assert won_by(tmp_path / "some", lang, SOME[lang], {2: 1, 3: 5}) == 1
    assert won_by(tmp_path / "none", lang, SOME[lang], {2: 4, 3: 5}) == 0


def won_by(tmp_path: Path, lang: str, text: str, others: dict[int, int]) -> int:
    """The fame that the card brings who has 3 coins."""
    ruleset, codes = fair(tmp_path / "fair", lang, text)
    assert ruleset is not None and codes == []
    numbers = {1: {"coin": 3}, **{seat: {"coin": coins} for seat, coins in others.items()}}
    for fame in (0, 1):
        play = {"numbers": numbers, "expect": {"numbers": {1: {"fame": fame}}}}
        if not played("boast", "Work", play, Rules(ruleset)):
            return fame
    raise AssertionError(text)
