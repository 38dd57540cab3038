"""Deeds in words of its own (`deeds` of a lexicon) that a log may tell: none is left that no line tells any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import loaded
import pytest

from rulewright.compiler.procedures.decisions import STOP_OR_GO, Decision
from rulewright.runtime.labels.log import Labels

GAMES = ("age_of_innovation", "civ_new_dawn", "monumental", "mythotopia", "terra_mystica")


class Asked(dict[str, str]):
    """Deeds that remember which of them a line asked for."""

    def __init__(self, deeds: Mapping[str, str]) -> None:
        super().__init__(deeds)
        self.known: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        if key in self:
            self.known.add(key)
        return super().get(key, default)


def choices(labels: Labels, asking: Decision) -> Iterator[Any]:
    """A choice of each kind that a line tells in words of its own; which space or card it is does not matter."""
    layout = labels.layout
    match asking.kind:
        case "menu":
            yield from range(2 if asking.titles == STOP_OR_GO else len(asking.titles))
            yield -1
        case "number":
            yield 1
        case "space":
            yield layout.zone_count
        case "border":
            yield next(iter(layout.border_ends), layout.zone_count)
        case "card":
            yield from (0, -1)
        case "player":
            yield 0
        case "region":
            yield from (spaces for _, spaces in layout.regions.values())
        case "pieces":
            places = range(layout.zone_count + 1)
            yield from ((number, 0, place) for number in range(len(layout.piece_kinds)) for place in places)
        case "pay":
            yield from ((0, -1, 0, 1), -1)
        case "offer" | "entry":
            groups = enumerate(labels.program.offers)
            for group, of in groups:
                yield from ((group, at, card) for at, entry in enumerate(of) for card in (-1, 0, *entry.cards))
            yield -1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["es", "hu"])
def test_each_deed_is_one_that_a_log_tells(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = loaded.rules(game).new_game(2, 1).labels
    deeds = Asked(labels._deeds(lang))
    monkeypatch.setattr(Labels, "_deeds", lambda _labels, _lang: deeds)
    for block, asking in labels.program.decisions.items():
        details = range(len(labels.program.pay_prompts)) if asking.kind == "pay" else (-1,)
        for value in choices(labels, asking):
            for detail in details:
                labels.event(0, block, value, detail, lang)
    for verb, slots in labels.program.verbs.items():
        said = labels.program.ruleset.language(lang).deeds.said_of(verb, {slot.name: "…" for slot in slots}, {}) or ""
        deeds.get(said.partition(": ")[0])
    for noun, word in labels.program.ruleset.words["nouns"].items():
        for addend in word.total:
            deeds.get(labels.part(noun, addend.amount.text, lang, brief=True))
    assert not sorted(set(deeds) - deeds.known)
