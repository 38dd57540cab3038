"""docs/translating.md lists everyday Spanish wordings: each is read, and printed in its normal form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loaded import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "translating.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \|$",
    PAGE.partition("<!-- everyday_es -->")[2].partition("<!-- end -->")[0].partition("| --- |")[2],
    re.MULTILINE,
)


def test_the_table_is_there() -> None:
    assert len(ROWS) > 20


@pytest.mark.parametrize(("said", "normal"), ROWS)
def test_an_everyday_wording_is_read(said: str, normal: str) -> None:
    spanish = ruleset("mythotopia").language("es")
    tree = spanish.parse(said)
    assert spanish.print(tree) == normal
    assert spanish.parse(normal) == tree
