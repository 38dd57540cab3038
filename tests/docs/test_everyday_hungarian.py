"""docs/translating.md lists everyday Hungarian wordings: each is read, and printed in its normal form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loaded import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "translating.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \|$",
    PAGE.partition("<!-- everyday_hu -->")[2].partition("<!-- end -->")[0].partition("| --- |")[2],
    re.MULTILINE,
)


def test_the_table_is_there() -> None:
    assert len(ROWS) > 15


@pytest.mark.parametrize(("said", "normal"), ROWS)
def test_an_everyday_wording_is_read(said: str, normal: str) -> None:
    hungarian = ruleset("mythotopia").language("hu")
    tree = hungarian.parse(said)
    assert hungarian.print(tree) == normal
    assert hungarian.parse(normal) == tree
