"""docs/translating.md lists everyday wordings by language: each is read, and printed in its normal form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loaded import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "translating.md").read_text(encoding="utf-8")
AT_LEAST = {"hu": 16, "es": 21}  # rows of each table


def rows(lang: str) -> list[tuple[str, str]]:
    """What people write in a language, and its normal form."""
    table = PAGE.partition(f"<!-- everyday_{lang} -->")[2].partition("<!-- end -->")[0]
    return re.findall(r"^\| (.+?) \| (.+?) \|$", table.partition("| --- |")[2], re.MULTILINE)


@pytest.mark.parametrize("lang", AT_LEAST)
def test_the_table_is_there(lang: str) -> None:
    assert len(rows(lang)) >= AT_LEAST[lang]


@pytest.mark.parametrize(("lang", "said", "normal"), [(lang, *row) for lang in AT_LEAST for row in rows(lang)])
def test_an_everyday_wording_is_read(lang: str, said: str, normal: str) -> None:
    language = ruleset("mythotopia").language(lang)
    tree = language.parse(said)
    assert language.print(tree) == normal
    assert language.parse(normal) == tree
