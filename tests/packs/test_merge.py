"""What packs do to a ruleset: the operations on every kind of thing, order, conflicts, and who has written what."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulewright.play.scenario_files import read_all, read_scenarios
from rulewright.problems import Problem
from rulewright.ruleset.loader import load_ruleset, read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.changes import changes
from rulewright.ruleset.translations.proofs import translations

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "problems" / "ruleset"

GAME = {
    "ruleset.yaml": """
        id: example
        title: Example
        version: 1.0.0
        players: [2]
        options: {short: {type: boolean, default: false, title: Short}}
        rulings: [{rule: R-1, decision: So it is.}]
        """,
    "lexicon.yaml": """
        nouns:
          gold: {type: resource, en: {one: gold}}
          gate: {type: card, attributes: {cost: number, tags: {list: word}, gives: {map: number}}, en: gate}
        """,
    "components/cards.yaml": """
        - {id: north, kind: gate, name: North, cost: 2, tags: [high], gives: {gold: 1}, text: Gain 1 gold.}
        - {id: south, kind: gate, name: South, cost: 4}
        """,
    "procedures/rules.yaml": """
        prepare: {title: Prepare, do: [Gain 1 gold., Gain 2 gold.]}
        """,
    "map/board.yaml": """
        spaces: [{id: hill, kind: space, name: Hill}, {id: dale, kind: space, name: Dale}]
        adjacent: [{between: [dale, hill]}]
        """,
    "scenarios/first.yaml": "- {id: first, title: First, choose: [], expect: {scores: {1: 0}}}\n",
    "locale/hu/lexicon.yaml": "nouns: {gold: arany|aranyat}\n",
    "locale/hu/texts.yaml": "components: {north: {name: Észak, text: Szerezz 1 aranyat.}, south: {name: Dél}}\n",
}


def written(folder: Path, files: dict[str, Any]) -> Path:
    """A folder with files, given as texts or as what their YAML says."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "example"
    shutil.copytree(EXAMPLE, folder)
    return written(folder, {name: yaml.safe_load(text) for name, text in GAME.items()})


class Packs:
    """Makes packs for the example."""

    def __init__(self, game: Path, folder: Path) -> None:
        self.game = game
        self.folder = folder

    def make(self, name: str, files: dict[str, Any] | None = None, folder: str = "", **manifest: Any) -> Path:
        head = {"id": name, "title": name, "version": "1.0.0", "base": {"example": ">=1,<2"}, **manifest}
        return written(self.folder / (folder or name), {"pack.yaml": head, **(files or {})})

    def load(self, *packs: Path) -> Ruleset:
        return load_ruleset(self.game, packs)

    def wrong(self, *packs: Path) -> list[Problem]:
        return read_ruleset(self.game, packs)[1]

    def one(self, **manifest: Any) -> Ruleset:
        """The example with one pack that says this."""
        return self.load(self.make("more", **manifest))


@pytest.fixture
def packs(game: Path, tmp_path: Path) -> Packs:
    return Packs(game, tmp_path)


def data(ruleset: Ruleset) -> dict[str, Any]:
    return ruleset.content.data


# ---------------------------------------------------------------------- operations


def test_a_pack_that_says_nothing_changes_nothing(packs: Packs) -> None:
    assert packs.one().hash == packs.load().hash


@pytest.mark.parametrize(
    ("patch", "field", "value"),
    [
        ({"set": {"cost": 3}}, "cost", 3),
        ({"set": {"gives.gold": 5}}, "gives", {"gold": 5}),
        ({"set": {"gives.gate": 1}}, "gives", {"gold": 1, "gate": 1}),
        ({"set": {"tags.1": "low"}}, "tags", ["low"]),
        ({"drop": ["tags"]}, "tags", None),
        ({"adjust": {"cost": -1, "gives.gold": 2}}, "gives", {"gold": 3}),
        ({"append": {"tags": "wide"}}, "tags", ["high", "wide"]),
        ({"append": {"tags": ["wide", "open"]}}, "tags", ["high", "wide", "open"]),
        ({"append": {"text": "Gain 2 gold."}}, "text", "Gain 1 gold.\nGain 2 gold."),
        ({"drop": ["gives.gold"]}, "gives", {}),
        ({"expect": {"cost": 2, "gives.gold": 1, "text": "Gain  1 gold."}, "set": {"cost": 9}}, "cost", 9),
        ({"expect": {"start": None}, "set": {"cost": 9}}, "cost", 9),
    ],
)
def test_patches(packs: Packs, patch: dict[str, Any], field: str, value: Any) -> None:
    ruleset = packs.one(patch={"components": {"north": patch}})
    assert data(ruleset)["components"]["north"].get(field) == value
    assert data(ruleset)["components"]["south"] == data(packs.load())["components"]["south"]


def test_each_operation_on_every_kind_of_thing(packs: Packs) -> None:
    changed = packs.make(
        "changed",
        patch={
            "components": {"north": {"set": {"cost": 1}}},
            "procedures": {"prepare": {"set": {"do.2": "Gain 3 gold."}}},
            "lexicon": {"nouns": {"gate": {"set": {"attributes.height": "number"}}}},
            "map": {"spaces": {"hill": {"set": {"name": "High hill"}}}},
            "options": {"short": {"set": {"default": True}}},
            "rulings": {"R-1": {"set": {"decision": "It is not so."}}},
            "ruleset": {"append": {"players": [3]}},
            "scenarios": {"first": {"set": {"title": "Still first"}}},
            "locale": {"hu": {"texts": {"components": {"south": {"set": {"name": "Déli kapu"}}}}}},
        },
    )
    ruleset = packs.load(changed)
    content = data(ruleset)
    assert content["components"]["north"]["cost"] == 1
    assert content["procedures"]["prepare"]["do"] == ["Gain 1 gold.", "Gain 3 gold."]
    assert content["lexicon"]["nouns"]["gate"]["attributes"]["height"] == "number"
    assert content["map"]["spaces"]["hill"]["name"] == "High hill"
    assert ruleset.options["short"].default is True
    assert ruleset.rulings[0].decision == "It is not so."
    assert ruleset.players == (2, 3)
    assert read_scenarios(ruleset)[0][0].data["title"] == "Still first"
    assert content["locale"]["hu"]["texts"]["components"]["south"]["name"] == "Déli kapu"

    replaced = packs.make(
        "replaced",
        replace={
            "components": {"south": {"kind": "gate", "name": "New"}},
            "procedures": {"prepare": {"do": []}},
            "lexicon": {"nouns": {"gold": {"type": "resource", "en": {"one": "silver"}}}},
            "map": {"spaces": {"hill": {"kind": "space", "name": "Mountain"}}},
            "options": {"short": {"type": "boolean", "default": True, "title": "Shorter"}},
            "rulings": {"R-1": {"rule": "R-1", "decision": "Otherwise."}},
            "scenarios": {"first": {"choose": [], "expect": {"scores": {"2": 0}}}},
            "locale": {"hu": {"lexicon": {"nouns": {"gold": "ezüst"}}}},
        },
        patch={"components": {"north": {"set": {"text": "Gain 1 silver."}}}},
    )
    ruleset = packs.load(replaced)
    assert ruleset.components["south"].name == "New" and ruleset.components["south"].id == "south"
    assert ruleset.map.spaces["hill"].name == "Mountain"
    assert ruleset.options["short"].title == "Shorter" and ruleset.rulings[0].decision == "Otherwise."
    assert read_scenarios(ruleset)[0][0].data["expect"] == {"scores": {"2": 0}}
    assert list(data(ruleset)["components"]) == ["north", "south"], "what is replaced keeps its place"

    removed = packs.make(
        "removed",
        remove={
            "components": ["north", "south"], "procedures": ["prepare"], "lexicon": {"nouns": ["gold", "gate"]},
            "map": {"spaces": ["hill"], "adjacent": ["dale--hill"]}, "options": ["short"], "rulings": ["R-1"],
            "scenarios": ["first"],
        },
    )  # fmt: skip
    ruleset = packs.load(removed)
    content = data(ruleset)
    assert not (content["components"] or content["procedures"] or content["lexicon"]["nouns"])
    assert list(content["map"]["spaces"]) == ["dale"] and not content["map"]["adjacent"]
    assert not (ruleset.options or ruleset.rulings or read_scenarios(ruleset)[0])
    assert not content["locale"]["hu"]["texts"]["components"], "translations go with what they translate"


def test_what_a_pack_adds_may_be_of_every_kind(packs: Packs) -> None:
    more = packs.make(
        "more",
        {
            "lexicon.yaml": {"nouns": {"door": {"type": "card", "en": "door"}}},
            "components/cards.yaml": [{"id": "west", "kind": "door", "rules": ["X-1"], "text": "Gain 3 gold."}],
            "procedures/end.yaml": {"finish": {"do": []}},
            "map/more.yaml": {"spaces": [{"id": "lake", "kind": "space"}], "adjacent": [{"between": ["lake", "hill"]}]},
            "scenarios/second.yaml": [{"id": "second", "rules": ["X-1"], "choose": [], "expect": {"scores": {"1": 0}}}],
            "locale/hu/texts.yaml": {"components": {"west": {"name": "Nyugat"}, "south": {"text": "Semmi."}}},
            "coverage.yaml": {"west": []},
            "rules.md": "- **X-1** Doors open.\n",
        },
        options={"long": {"type": "boolean", "default": False, "title": "Long"}},
        rulings=[{"rule": "X-1", "decision": "They do.", "where": "components/cards.yaml"}],
    )
    ruleset = packs.load(more)
    assert ruleset.components["west"].kind == "door"
    assert set(ruleset.options) == {"short", "long"} and len(ruleset.rulings) == 2
    assert {"hill", "dale", "lake"} == set(ruleset.map.spaces) and "finish" in ruleset.procedures
    assert [scenario.id for scenario in read_scenarios(ruleset)[0]] == ["first", "second"]
    assert read_scenarios(ruleset)[1] == []
    assert data(ruleset)["locale"]["hu"]["texts"]["components"]["south"] == {"name": "Dél", "text": "Semmi."}


def test_a_folder_and_a_zip_are_the_same_pack(packs: Packs) -> None:
    folder = packs.make("more", {"components/cards.yaml": [{"id": "west", "kind": "gate"}]})
    zipped = Path(shutil.make_archive(str(packs.folder / "anything"), "zip", folder))
    one, other = packs.load(folder), packs.load(zipped)
    assert one.hash == other.hash and one.packs[0].record() == other.packs[0].record()
    assert other.place(("components", "west")).file.endswith("anything.zip/components/cards.yaml")


# ---------------------------------------------------------------------- order


def test_neither_the_order_of_naming_nor_names_of_folders_matter(packs: Packs, tmp_path: Path) -> None:
    made = [
        packs.make("b", folder="1", patch={"components": {"north": {"append": {"tags": "b"}, "adjust": {"cost": 1}}}}),
        packs.make("a", folder="2", patch={"components": {"north": {"append": {"tags": "a"}, "adjust": {"cost": 2}}}}),
        packs.make("c", folder="3", requires={"d": ">=1"}, patch={"components": {"west": {"set": {"cost": 7}}}}),
        packs.make("d", {"components/x.yaml": [{"id": "west", "kind": "gate", "cost": 5}]}, folder="4"),
    ]
    found = {packs.load(*order).hash for order in itertools.permutations(made)}
    renamed = [shutil.copytree(path, tmp_path / f"renamed_{9 - index}") for index, path in enumerate(made)]
    assert found == {packs.load(*renamed).hash}
    ruleset = packs.load(*made)
    assert [pack.id for pack in ruleset.packs] == ["a", "b", "d", "c"]
    assert data(ruleset)["components"]["north"]["tags"] == ["high", "a", "b"]
    assert data(ruleset)["components"]["north"]["cost"] == 5 and data(ruleset)["components"]["west"]["cost"] == 7


def test_what_a_pack_requires_is_found_beside_it(packs: Packs) -> None:
    packs.make("deep", {"components/x.yaml": [{"id": "deep", "kind": "gate"}]}, folder="somewhere")
    packs.make("middle", requires={"deep": ">=1"})
    ruleset = packs.load(packs.make("top", requires={"middle": ">=1"}))
    assert [pack.id for pack in ruleset.packs] == ["deep", "middle", "top"] and "deep" in ruleset.components


def test_packs_are_found_by_id(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    packs.make("more", folder="whatever_1")
    other = packs.folder / "second"
    packs.folder = other
    packs.make("extra")
    monkeypatch.setenv("RULEWRIGHT_PACKS", f"{other.parent}:{other / 'extra'}")
    ruleset = load_ruleset(packs.game, ["more", "extra"])
    assert [pack.id for pack in ruleset.packs] == ["extra", "more"]


# ---------------------------------------------------------------------- conflicts


def cost(value: int) -> dict[str, Any]:
    return {"components": {"north": {"set": {"cost": value}}}}


def test_two_writers_of_one_field_are_both_named(packs: Packs) -> None:
    found = packs.wrong(packs.make("a", patch=cost(1)), packs.make("b", patch=cost(2)), packs.make("c", patch=cost(3)))
    assert {item.code for item in found} == {"RW0925"}
    for name in ("a", "b", "c"):
        assert f"{name} (set, " in found[0].message and f"{name}/pack.yaml:" in found[0].message


@pytest.mark.parametrize(
    "other",
    [
        {"replace": {"components": {"north": {"kind": "gate"}}}},
        {"remove": {"components": ["north"]}},
        {"patch": {"components": {"north": {"adjust": {"cost": 1}}}}},
        {"patch": {"components": {"north": {"drop": ["cost"]}}}},
    ],
)
def test_writers_of_a_part_and_of_the_whole_conflict_unless_they_are_in_order(packs: Packs, other: Any) -> None:
    one = packs.make("one", patch=cost(3))
    assert [item.code for item in packs.wrong(one, packs.make("two", **other))] == ["RW0925"]
    assert packs.wrong(one, packs.make("two", after=["one"], **other)) == []


def test_the_later_pack_has_the_last_word_and_both_are_remembered(packs: Packs) -> None:
    ruleset = packs.load(packs.make("z", patch=cost(1)), packs.make("a", patch=cost(2), after=["z"]))
    assert data(ruleset)["components"]["north"]["cost"] == 2
    writes = [(write.pack, write.before, write.after) for write in ruleset.content.writes]
    assert writes == [("z", 2, 1), ("a", 1, 2)]
    assert ruleset.place(("components", "north", "cost")).file.endswith("a/pack.yaml")
    assert ruleset.place(("components", "north", "name")).file.endswith("cards.yaml")


def test_different_fields_do_not_conflict(packs: Packs) -> None:
    other = {"components": {"north": {"set": {"name": "Up"}}, "south": {"set": {"cost": 1}}}}
    assert packs.wrong(packs.make("a", patch=cost(1)), packs.make("b", patch=other)) == []


# ---------------------------------------------------------------------- lessons


def test_what_another_pack_defines_must_be_required_whatever_the_ids(packs: Packs) -> None:
    west = {"components/x.yaml": [{"id": "west", "kind": "gate"}]}
    patch = {"components": {"west": {"set": {"cost": 1}}}}
    for definer, user in (("a", "b"), ("b", "a")):
        found = packs.wrong(packs.make(definer, west), packs.make(user, {"components/x.yaml": []}, patch=patch))
        assert [(item.code, item.found) for item in found] == [("RW0922", "west")]
        assert f"Add {definer} to `requires`" in found[0].hint
        shutil.rmtree(packs.folder / "a")
        shutil.rmtree(packs.folder / "b")


def test_names_and_words_of_a_pack_that_is_not_loaded_are_known(packs: Packs, monkeypatch: pytest.MonkeyPatch) -> None:
    packs.make("doors", {"lexicon.yaml": {"nouns": {"door": {"type": "card", "en": "door"}}}}, folder="lib/doors")
    cards = [{"id": "east", "kind": "door"}, {"id": "up", "kind": "gate", "text": "Draw 1 door."}]
    user = packs.make("user", {"components/x.yaml": cards})
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(packs.folder / "lib"))
    found = packs.wrong(user)
    assert [(item.code, item.found) for item in found] == [("RW0922", "door")] * 2
    assert {item.place.line for item in found} == {2, 5}


def test_a_change_inside_a_list_does_not_hide_what_still_uses_a_removed_thing(packs: Packs) -> None:
    """Beside what is removed, lessons meet changes of all kinds, also those deep in lists."""
    branch = {"if": "you have 1 gold", "then": ["Gain 1 gold."]}
    patch = {"prepare": {"set": {"do.1": branch}}}
    first = packs.make("first", patch={"procedures": patch})
    more = {"prepare": {"append": {"do.1.then": "Gain 3 gold."}}}
    scenario = [{"id": "again", "shows": ["south"], "expect": {"scores": {"1": 0}}}]
    west = {"id": "west", "kind": "gate", "start": "south"}
    files = {"scenarios/again.yaml": scenario, "components/new.yaml": [west]}
    gone = {"components": ["south"]}
    second = packs.make("second", files, requires={"first": ">=1"}, patch={"procedures": more}, remove=gone)
    assert [item.code for item in packs.wrong(first, second)] == ["RW0927"]


def test_all_users_of_a_removed_thing_are_named(packs: Packs) -> None:
    found = packs.wrong(packs.make("less", remove={"lexicon": {"nouns": ["gold"]}}))
    assert [item.code for item in found] == ["RW0927"]
    assert "components/cards.yaml:" in found[0].message and found[0].message.count("procedures/rules.yaml:") == 2
    assert found[0].place.file.endswith("less/pack.yaml")


def test_a_changed_thing_must_still_fit_its_schema(packs: Packs) -> None:
    patch = {"components": {"north": {"set": {"copies": "two"}, "drop": ["kind"]}}}
    found = {item.code: item.place for item in packs.wrong(packs.make("more", patch=patch))}
    assert set(found) == {"RW0202", "RW0203"}
    assert found["RW0203"].file.endswith("more/pack.yaml") and found["RW0203"].source.strip() == "copies: two"


def test_a_changed_scenario_must_still_fit_its_schema(packs: Packs) -> None:
    patch = {"scenarios": {"first": {"set": {"expect": {"zones": {"1": [[]]}}}}}}
    ruleset = packs.one(patch=patch)
    scenarios, problems = read_scenarios(ruleset)
    assert not scenarios and {item.code for item in problems} == {"RW0203"}
    assert problems[0].place.file.endswith("more/pack.yaml")


def test_a_problem_in_an_appended_sentence_stands_in_the_pack(packs: Packs) -> None:
    pack = packs.make("more", patch={"components": {"north": {"append": {"text": "Gain 2 glod."}}}})
    (found,) = packs.wrong(pack)
    assert found.place.file.endswith("more/pack.yaml")
    assert found.place.source[found.place.column - 1 :].startswith("glod")


@pytest.mark.parametrize(
    ("patch", "reason"),
    [
        ({"set": {"id": "other"}}, "nothing can be set there"),
        ({"set": {"cost.x": 1}}, "nothing can be set there"),
        ({"set": {"tags.7": "x"}}, "nothing can be set there"),
        ({"adjust": {"name": 1}}, "only a number can be adjusted"),
        ({"adjust": {"height": 1}}, "this is nothing"),
        ({"append": {"cost": 1}}, "nothing can be appended to “2”"),
        ({"drop": ["height"]}, "there is no such field"),
        ({"drop": ["tags.1"]}, "there is no such field"),
    ],
)
def test_fields_that_cannot_be_changed_so(packs: Packs, patch: dict[str, Any], reason: str) -> None:
    (found,) = packs.wrong(packs.make("more", patch={"components": {"north": patch}}))
    assert found.code == "RW0924" and reason in found.message


def test_a_guard_names_what_is_there_and_where(packs: Packs) -> None:
    pack = packs.make("more", patch={"components": {"north": {"expect": {"cost": 3}, "set": {"cost": 5}}}})
    (found,) = packs.wrong(pack)
    assert found.code == "RW0923" and found.expected == ("“3”",) and "is “2”" in found.message
    assert "components/cards.yaml:" in found.message


@pytest.mark.parametrize("engine", [">=99", "<0.0.1"])
def test_an_unknown_engine_is_refused(packs: Packs, engine: str) -> None:
    (found,) = packs.wrong(packs.make("more", engine=engine))
    assert found.code == "RW0911" and "Rulewright" in found.message


# ---------------------------------------------------------------------- translations and differences


def test_translations_of_changed_words_are_left_out(packs: Packs) -> None:
    changed = {"components": {"north": {"set": {"text": "Gain 2 gold.", "cost": 1}}}}
    ruleset = packs.one(patch=changed)
    assert data(ruleset)["locale"]["hu"]["texts"]["components"]["north"] == {"name": "Észak"}
    assert ruleset.content.unproved == [("locale", "hu", "texts", "components", "north", "text")]
    told = {"hu": {"texts": {"components": {"north": {"set": {"text": "Szerezz 2 aranyat."}}}}}}
    ruleset = packs.load(packs.make("told", patch={**changed, "locale": told}))
    assert data(ruleset)["locale"]["hu"]["texts"]["components"]["north"]["text"] == "Szerezz 2 aranyat."
    assert ruleset.content.unproved == []
    again = packs.make("again", after=["told"], patch={"components": {"north": {"set": {"text": "Gain 3 gold."}}}})
    ruleset = packs.load(packs.folder / "told", again)
    assert data(ruleset)["locale"]["hu"]["texts"]["components"]["north"] == {"name": "Észak"}


def test_differences_are_told_in_sentences_and_numbers(packs: Packs) -> None:
    before = packs.load()
    after = packs.one(
        patch={
            "components": {"north": {"set": {"text": "Gain 3 gold."}, "adjust": {"cost": 1}}},
            "procedures": {"prepare": {"set": {"do": ["Gain 1 gold.", "Draw 1 card.", "Gain 2 gold."]}}},
        }
    )
    found = {".".join(map(str, change.path)): change.lines for change in changes(before, after)}
    assert set(found) == {"components.north", "procedures.prepare"}
    text, numbers = found["components.north"], found["procedures.prepare"]
    assert {"cost: 2 → 3", "text: - Gain 1 gold", "text: + Gain 3 gold"} <= set(text)
    assert any(line.endswith("  1 → 3") for line in text)
    assert numbers == ("do.2: + Draw 1 card.",)


def test_a_sentence_in_other_words_means_the_same(packs: Packs) -> None:
    after = packs.one(patch={"components": {"north": {"set": {"text": "gain 1 gold."}}}})
    (change,) = changes(packs.load(), after)
    assert change.lines == ("text: (other words, the same meaning)",)


def test_what_was_found_right_is_checked_again_when_a_pack_changes(packs: Packs) -> None:
    pack = packs.make("more", patch={"components": {"north": {"set": {"text": "Gain 2 gold."}}}})
    assert packs.wrong(pack) == packs.wrong(pack) == []
    packs.make("more", patch={"components": {"north": {"set": {"text": "Gain 2 glod."}}}})
    assert packs.wrong(pack) != []
    assert packs.wrong() == []


def test_a_pack_need_not_speak_the_languages_of_the_game(packs: Packs) -> None:
    words = {"nouns": {"silver": {"type": "resource", "en": {"one": "silver"}}}}
    card = [{"id": "west", "kind": "gate", "text": "Gain 3 silver."}]
    ruleset = packs.load(packs.make("more", {"lexicon.yaml": words, "components/x.yaml": card}))
    states = {text.id: text.state for text in translations(ruleset, "hu")}
    assert states == {"north": "proved", "west": "missing"}


def test_a_language_may_come_as_a_pack(packs: Packs) -> None:
    forms = {"nouns": {"gold": "aranyat"}}
    ruleset = packs.load(packs.make("other", {"locale/eo/lexicon.yaml": forms}))
    assert ruleset.languages == ("en", "eo", "hu")


def test_the_hash_of_a_pack_is_of_meaning_only(packs: Packs) -> None:
    def made(files: dict[str, Any], **manifest: Any) -> str:
        shutil.rmtree(packs.folder / "more", ignore_errors=True)
        return packs.load(packs.make("more", files, **manifest)).packs[0].hash

    cards = [{"id": "west", "kind": "gate", "cost": 1}]
    one = made({"components/a.yaml": cards})
    told = {"hu": {"texts": {"components": {"south": {"set": {"name": "Déli kapu"}}}}}}
    files = {"components/b.yaml": cards, "README.md": "Hello"}
    assert one == made(files, authors=["A. Designer"], patch={"locale": told})
    assert one != made({"components/a.yaml": [{**cards[0], "cost": 2}]})
    assert one != made({"components/a.yaml": cards}, patch={"components": {"south": {"set": {"cost": 1}}}})


def test_two_packs_that_add_the_same_are_both_named(packs: Packs) -> None:
    west = {"components/x.yaml": [{"id": "west", "kind": "gate"}]}
    (found,) = packs.wrong(packs.make("a", west), packs.make("b", west))
    assert found.code == "RW0921" and found.place.file.endswith("b/components/x.yaml")
    assert "a/components/x.yaml" in found.message


# ---------------------------------------------------------------------- when another pack is there

DEARER = [{"set": {"cost": 3}}, {"when": {"pack": "rich"}, "set": {"cost": 9, "text": "Gain 5 gold."}}]


def test_a_patch_applies_only_when_another_pack_is_there(packs: Packs) -> None:
    rich = packs.make("rich", patch={"components": {"south": {"set": {"cost": 5}}}})
    dearer = packs.make("dearer", patch={"components": {"north": DEARER}})
    assert data(packs.load(dearer))["components"]["north"]["cost"] == 3
    mixed = packs.load(rich, dearer)
    north = data(mixed)["components"]["north"]
    assert (north["cost"], north["text"]) == (9, "Gain 5 gold.")
    whens = {write.path[-1]: write.when for write in mixed.content.writes if write.path[:2] == ("components", "north")}
    assert whens == {"cost": ("rich",), "text": ("rich",)}
    both = [{"when": {"pack": ["rich", "poor"]}, "set": {"cost": 7}}]
    north = data(packs.load(rich, packs.make("both", patch={"components": {"north": both}})))["components"]["north"]
    assert north["cost"] == 2


def test_what_applies_sometimes_only_needs_an_order_then_only(packs: Packs) -> None:
    other = packs.make("rich", patch={"components": {"north": {"set": {"cost": 5}}}})
    dearer = packs.make("dearer", patch={"components": {"north": DEARER[1:]}})
    assert packs.wrong(dearer) == []
    assert [item.code for item in packs.wrong(other, dearer)] == ["RW0925"]
    ordered = packs.make("dearer", patch={"components": {"north": DEARER[1:]}}, after=["rich"])
    assert data(packs.load(other, ordered))["components"]["north"]["cost"] == 9
    added = packs.make("rich", {"components/new.yaml": [{"id": "west", "kind": "gate"}]})
    west = {"components": {"west": {"when": {"pack": "rich"}, "set": {"cost": 1}}}}
    assert packs.wrong(packs.make("dearer", patch=west)) == []
    assert [item.code for item in packs.wrong(added, packs.make("dearer", patch=west))] == ["RW0922"]
    assert packs.wrong(added, packs.make("dearer", patch=west, after=["rich"])) == []


def test_two_patches_of_one_field_need_a_when(packs: Packs) -> None:
    twice = [{"set": {"cost": 3}}, {"set": {"cost": 4}}]
    assert [item.code for item in packs.wrong(packs.make("more", patch={"components": {"north": twice}}))] == ["RW0926"]
    alone = packs.make("more", patch={"components": {"north": {"when": {"pack": "rich"}}}})
    assert packs.wrong(alone) != [], "it would change nothing"


def test_a_text_that_applies_with_another_pack_is_proved_with_it(packs: Packs) -> None:
    rich = packs.make("rich")
    told = {"components": {"north": {"when": {"pack": "rich"}, "set": {"text": "Szerezz 5 aranyat."}}}}
    patch = {"components": {"north": DEARER}, "locale": {"hu": {"texts": told}}}
    dearer = packs.make("dearer", patch=patch)
    for mix, text in (((dearer,), "Szerezz 1 aranyat."), ((rich, dearer), "Szerezz 5 aranyat.")):
        ruleset = packs.load(*mix)
        assert data(ruleset)["locale"]["hu"]["texts"]["components"]["north"]["text"] == text
        assert [found.state for found in translations(ruleset, "hu") if found.id == "north"] == ["proved"]


def test_what_changes_in_a_rule_is_told_in_its_words(packs: Packs) -> None:
    branch = {"if": "you have 1 gold", "then": ["Gain 3 gold."]}
    first = packs.load(packs.make("first", patch={"procedures": {"prepare": {"set": {"do.2": branch}}}}))
    (told,) = changes(packs.load(), first)
    assert told.lines == ("do.2: - Gain 2 gold.", "do.2: + If you have 1 gold:", "do.2: +   Gain 3 gold.")
    deeper = {"procedures": {"prepare": {"append": {"do.2.then": "Gain 4 gold."}}}}
    second = packs.load(packs.folder / "first", packs.make("second", requires={"first": ">=1"}, patch=deeper))
    (told,) = changes(first, second)
    assert told.lines == ("do.2:   If you have 1 gold:", "do.2: +   Gain 4 gold.")


# ---------------------------------------------------------------------- what scenarios suppose


def test_scenarios_that_name_what_a_pack_removes_are_set_aside(packs: Packs) -> None:
    south = [{"id": "of_south", "shows": ["south"], "expect": {"scores": {"1": 0}}}]
    shown = packs.make("shown", {"scenarios/south.yaml": south})
    less = packs.make("less", remove={"components": ["south"]})
    found, wrong, aside = read_all(packs.load(shown, less))
    assert ([scenario.id for scenario in found], wrong, aside) == (["first"], [], {"of_south": "less"})
    own = [{**south[0], "id": "own"}]
    less = packs.make("less", {"scenarios/own.yaml": own}, remove={"components": ["south"]})
    _, wrong, aside = read_all(packs.load(less))
    assert [item.code for item in wrong] == ["RW0927"] and not aside, "its own scenario is wrong"


def test_scenarios_suppose_packs(packs: Packs) -> None:
    def scenario(name: str, **more: Any) -> dict[str, Any]:
        return {"scenarios/own.yaml": [{"id": name, "expect": {"scores": {"1": 0}}, **more}]}

    base = packs.make("base_pack", scenario("of_base"))
    user = packs.make("user", scenario("of_user", packs=["other"]), requires={"base_pack": ">=1"}, after=["other"])
    other = packs.make("other")
    found, wrong, aside = read_all(packs.load(base, user))
    assert not wrong and aside == {"of_user": "other"}
    assert {item.id: set(item.supposes) for item in found} == {"first": set(), "of_base": {"base_pack"}}
    found, wrong, aside = read_all(packs.load(base, user, other))
    assert not wrong and not aside
    assert {item.id: item.home for item in found} == {"first": "", "of_base": "base_pack", "of_user": "user"}
    assert next(item.supposes for item in found if item.id == "of_user") == {"user", "base_pack", "other"}


def test_one_copy_goes_without_saying(packs: Packs) -> None:
    for expected in (1, None):
        ruleset = packs.one(patch={"components": {"south": {"expect": {"copies": expected}, "adjust": {"copies": 2}}}})
        assert ruleset.components["south"].copies == {0: 3}
    two = packs.make("more", patch={"components": {"south": {"expect": {"copies": 2}}}})
    assert [item.code for item in packs.wrong(two)] == ["RW0923"]


def test_what_a_patch_may_not_touch_is_said_in_words(packs: Packs) -> None:
    (found,) = packs.wrong(packs.make("more", patch={"ruleset": {"set": {"version": "2.0.0"}}}))
    assert "id and version stay" in found.message and "^(" not in found.message
