"""Words and rules that strangers declared for games of their own: they are carried out, or refused with a reason.

`own_rules.yaml`: what is added to the lexicon and to the procedures of the fair, with the text of one card, and other
`cards`. `plays` and `refused` are as in `kinds.yaml`.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from plain import read_plain

from rulewright.problems import Problem
from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, _card, played, wrong

OWN: list[dict[str, Any]] = read_plain(HERE / "own_rules.yaml")


def _declared(folder: Path, entry: dict[str, Any]) -> tuple[Rules | None, list[Problem]]:
    """The fair with what an entry declares, and what is wrong with it."""
    shutil.copytree(HERE / "fair", folder)
    lexicon = read_plain(folder / "lexicon.yaml")
    for section, words in entry.get("lexicon", {}).items():
        known = lexicon.setdefault(section, {})
        for word, data in words.items():
            known[word] = {**known.get(word, {}), **data}
    (folder / "lexicon.yaml").write_text(yaml.safe_dump(lexicon, sort_keys=False), encoding="utf-8")
    if "procedures" in entry:
        for file in (folder / "procedures").glob("*.yaml"):
            rules = {name: rule for name, rule in read_plain(file).items() if name not in entry["procedures"]}
            file.write_text(yaml.safe_dump(rules, sort_keys=False), encoding="utf-8")
        (folder / "procedures" / "own.yaml").write_text(yaml.safe_dump(entry["procedures"]), encoding="utf-8")
    cards = yaml.safe_dump([_card("own", entry["says"]), *entry.get("cards", ())])
    (folder / "components" / "own.yaml").write_text(cards, encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    made = None if ruleset is None else Rules(ruleset)
    return made, [*problems, *(wrong(made) if made is not None and not problems else [])]


@pytest.mark.parametrize("entry", OWN, ids=[entry["of"] for entry in OWN])
def test_it_is_carried_out_or_refused(entry: dict[str, Any], tmp_path: Path) -> None:
    rules, problems = _declared(tmp_path / "fair", entry)
    assert [problem.code for problem in problems] == ([entry["refused"]] if "refused" in entry else []), problems
    for play in entry.get("plays", ()):
        assert rules is not None
        told = played("own", entry["says"], play, rules)
        assert told == [], play
