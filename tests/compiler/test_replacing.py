"""Texts that replace what the others do instead: the program grows with the texts, not with the orders of them."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from rulewright.compiler.builder import Builder
from rulewright.runtime.rules import Rules, load

GAMES = Path(__file__).parents[1] / "games"


def _game(folder: Path, count: int) -> Rules:
    """A small game with so many texts that replace gaining coins by gaining coins."""
    copytree(GAMES / "conjurers", folder)
    would = "if you would gain coins, gain {} coins instead."
    texts = [f"While you have {n + 2} gems, {would.format(n % 3 + 2)}" for n in range(count)]
    cards = "".join(
        f"- {{id: swap_{n}, kind: charm, name: Swap {n}, start: box, text: '{text}'}}\n" for n, text in enumerate(texts)
    )
    (folder / "components" / "swaps.yaml").write_text(cards, encoding="utf-8")
    return load(str(folder))


def _blocks(folder: Path, count: int) -> int:
    rules = _game(folder, count)
    builder = Builder(rules.ruleset, min(rules.players), rules.options)
    builder.build()
    return len(builder.blocks.code)


def test_a_program_does_not_grow_with_the_orders_of_its_texts(tmp_path: Path) -> None:
    two, four, twelve = (_blocks(tmp_path / str(count), count) for count in (2, 4, 12))
    assert twelve - four < 10 * (four - two)  # every order of four was fifteen times as much as is there now
