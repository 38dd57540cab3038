"""A card that calls itself by its name is told what the language says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.ruleset.loader import read_ruleset
from tests.strangers.test_kinds import _card, _fair


@pytest.mark.parametrize(("text", "meant"), [
    ("Work: pay 1 coin or discard Locked Vault.", ("this card",)),
    ("Work: draw a card. Put locked vault into the shop.", ("this card",)),
    ("Work: draw a card. Paint Locked Vault.", ()),  # that would not be read either
])  # fmt: skip
def test_its_name_is_this_card(tmp_path: Path, text: str, meant: tuple[str, ...]) -> None:
    card = {**_card("vault", text), "name": "Locked Vault"}
    _fair(tmp_path / "fair", [card])
    (found,) = read_ruleset(str(tmp_path / "fair"))[1]
    assert tuple(one for one in found.suggestions if one == "this card") == meant
    assert found.place.length == (12 if meant else 5)
