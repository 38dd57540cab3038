"""What is taken over from a ruleset as it was before an edit is what would have been made anew."""

from __future__ import annotations

import copy
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from fuzzing.material import Files, files, pool
from fuzzing.mutate import Mutator, as_yaml, places
from sample import sample

from rulewright.compiler import trials
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.refusals import unsupported
from rulewright.language.nodes import Node
from rulewright.meaning.corpus import bind
from rulewright.meaning.refused import refused
from rulewright.problems import Problem
from rulewright.ruleset.building.building import _unchanged
from rulewright.ruleset.files import texts
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

GAMES = Path(__file__).resolve().parents[1] / "games"


@pytest.fixture(autouse=True)
def _nothing_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_rulesets", {})
    monkeypatch.setattr(texts, "_stored", {})


def found(folder: Path) -> tuple[Ruleset | None, list[Problem], list[object], str]:
    """A ruleset, what is wrong with it, what its texts mean, and its program."""
    ruleset, problems = read_ruleset(folder)
    if ruleset is None or problems:
        return ruleset, problems, [], ""
    options = Rules(ruleset).options
    wrong = refused_by_the_compiler(ruleset)
    wrong += lint(ruleset) + refused(ruleset)
    meanings: list[object] = [(bound.words.path, bound.meaning, bound.problems) for bound in bind(ruleset)]
    text = "" if wrong else compile_ruleset(ruleset, min(ruleset.players), options).text
    return ruleset, wrong, meanings, text


def refused_by_the_compiler(ruleset: Ruleset) -> list[Problem]:
    by_players = trials.compiled(ruleset, ruleset.players, _options(ruleset))
    return [one for some in by_players.values() for one in some]


def _options(ruleset: Ruleset) -> dict[str, Any]:
    return dict(Rules(ruleset).options)


def write(folder: Path, given: Files, data: dict[str, Any]) -> None:
    for name, text in given.text.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        written = text if repr(data[name]) == repr(given.data[name]) else as_yaml(data[name])
        (folder / name).write_text(written, encoding="utf-8", errors="replace")


def mildly(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Data in which a figure of a text is another, or two things have changed their texts, kinds or numbers."""
    data = copy.deepcopy(data)
    held = [holder for holder, key in places(data) if key in ("text", "kind", "copies") and isinstance(holder, dict)]
    one, other = chance.choice(held), chance.choice(held)
    key = chance.choice([key for key in ("text", "kind", "copies") if key in one])
    if chance.random() < 0.5 and isinstance(one.get("text"), str):
        one["text"] = re.sub(r"\d", lambda _: str(chance.randint(1, 4)), one["text"], count=1)
    elif key in other:
        one[key], other[key] = other[key], one[key]
    return data


@pytest.mark.parametrize("game", sample(few=["orchard", "salt_roads"], all=["conjurers", "orchard", "salt_roads"]))
def test_random_edits_are_found_as_in_a_fresh_process(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One edit after another, each of what was last right; whoever finds it anew has a cache of its own."""
    chance = random.Random(game)
    mutator = Mutator(chance, pool())
    given = files(GAMES / game)
    right = given.data
    before: Ruleset | None = None
    taken_over = wrong = 0
    data = right
    for _ in range(sample(few=8, all=200)):
        write(tmp_path / game, given, data)
        monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))
        ruleset, *kept = found(tmp_path / game)
        were = dict(texts._rulesets)
        texts._rulesets.clear()
        texts._stored.clear()
        monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "fresh"))
        _, *fresh = found(tmp_path / game)
        assert kept == fresh, mutator.told[-3:]
        texts._rulesets.clear()
        texts._rulesets.update(were)
        if ruleset is not None and before is not None:
            told = refused_by_the_compiler(ruleset)
            trials.keep_supported_after_an_edit(ruleset, before)
            assert refused_by_the_compiler(ruleset) == told, "what was supported before is supported"
        if ruleset is not None and not kept[0]:
            if before is not None:
                same = (ruleset.components.get(name) is part for name, part in before.components.items())
                taken_over += sum(same)
            right, before = data, ruleset
        wrong += bool(kept[0])
        data = mildly(right, chance) if chance.random() < 0.6 else mutator.some(right, most=1)
    assert taken_over and wrong, ("edits of both kinds were tried", taken_over, wrong, kept)


def edited(folder: Path, file: str, *changes: tuple[str, str]) -> Ruleset:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return load_ruleset(folder)


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(GAMES / "orchard", tmp_path / "orchard"))


def test_what_an_edit_left_alone_is_the_same_and_bound_once(orchard: Path) -> None:
    before = load_ruleset(orchard)
    bound = {bound.words.path: bound for bound in bind(before)}
    first = next(name for name, part in before.components.items() if part.text is not None)
    text = before.components[first].text
    assert text is not None
    file = next(path for path in orchard.rglob("*.yaml") if f"id: {first}" in path.read_text(encoding="utf-8"))
    number = next(word for word in text.text.split() if word.isdigit())
    after = edited(orchard, str(file.relative_to(orchard)), (text.text.strip(), text.text.strip().replace(number, "7")))
    assert after.components[first] is not before.components[first]
    assert all(after.components[name] is part for name, part in before.components.items() if name != first)
    changed = [now.words.path for now in bind(after) if now is not bound[now.words.path]]
    assert changed == [("components", first, "text")]


def test_what_an_edit_left_alone_is_not_asked_again_whether_it_is_supported(
    orchard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_ruleset(orchard)
    assert not refused_by_the_compiler(before)
    asked: list[Node] = []
    own = unsupported._Told.of
    monkeypatch.setattr(unsupported._Told, "of", lambda tree, source: asked.append(tree) or own(tree, source))
    texts_of = ((name, part.text.text.strip()) for name, part in before.components.items() if part.text is not None)
    name, text = next((name, text) for name, text in texts_of if re.search(r"\d", text))
    file = next(path for path in orchard.rglob("*.yaml") if f"id: {name}" in path.read_text(encoding="utf-8"))
    after = edited(orchard, str(file.relative_to(orchard)), (text, re.sub(r"\d", "7", text, count=1)))
    trials.keep_supported_after_an_edit(after, before)
    assert not refused_by_the_compiler(after)
    edit = after.components[name].text
    assert edit is not None and {id(tree) for tree in asked} == {id(edit.tree)}
    (orchard / "components" / "more.yaml").write_text(
        f"- {{id: extra, kind: {after.components[name].kind}, name: Extra}}\n", encoding="utf-8"
    )
    more = load_ruleset(orchard)
    trials.keep_supported_after_an_edit(more, after)
    refused_by_the_compiler(more)
    assert len(asked) > 10, "there is one more of a kind"


def test_all_is_bound_again_when_what_meaning_rests_on_has_changed(orchard: Path) -> None:
    kind = next(iter(load_ruleset(orchard).components.values())).kind
    before = edited(orchard, "ruleset.yaml", ("result:", "zones: {}\nresult:"))
    bound = {bound.words.path: bound for bound in bind(before)}
    more = orchard / "components" / "more.yaml"
    more.write_text(f"- {{id: extra, kind: {kind}, name: Extra}}\n", encoding="utf-8")
    after = load_ruleset(orchard)
    assert all(after.components[name] is part for name, part in before.components.items())
    assert all(now is not bound[now.words.path] for now in bind(after)), "there is one more of a kind"


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ({"copies": 1, "name": "A"}, {"copies": 1, "name": "A"}, True),
        ({"copies": 1, "name": "A"}, {"name": "A", "copies": 1}, False),  # keys are met in their order
        ({"copies": 1}, {"copies": True}, False),
        ({"copies": {2: 1}}, {"copies": {"2": 1}}, False),
    ],
)
def test_only_what_is_written_the_same_is_taken_over(was: Any, now: Any, same: bool) -> None:
    part = object()
    assert _unchanged({"a": part}, {"a": was}, {"a": now, "b": was}) == ({"a": part} if same else {})
