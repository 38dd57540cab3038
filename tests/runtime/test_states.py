"""States are plain data: they copy, save, resume and hash; what goes wrong is taken back; nothing hidden is shown."""

import json
import random
import shutil
from pathlib import Path

import loaded
import pytest
import yaml
from plain import read_plain

from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.machine import RuleError
from rulewright.runtime.rules import Rules, load
from rulewright.runtime.state import State

GAMES = ["tic_tac_toe", "mythotopia"]
PIG, SALT_ROADS = (Path(__file__).parents[1] / "games" / name for name in ("pig", "salt_roads"))


@pytest.fixture(scope="module", params=GAMES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return loaded.rules(request.param)


def steps(game: Game, seed: int, limit: int = 150) -> list[str]:
    """Choose at random; the hashes on the way."""
    choices = random.Random(seed)
    hashes = []
    while game.decision is not None and len(hashes) < limit:
        game.choose_number(choices.randrange(len(game.values)))
        hashes.append(game.hash())
    return hashes


def test_the_same_seed_and_choices_give_the_same_hashes(rules: Rules) -> None:
    players = max(rules.players)
    assert steps(rules.new_game(players, seed=5), 1) == steps(rules.new_game(players, seed=5), 1)
    assert steps(rules.new_game(players, seed=5), 1) != steps(rules.new_game(players, seed=6), 2)


def test_a_game_resumes_from_its_save_at_every_decision(rules: Rules) -> None:
    game = rules.new_game(min(rules.players), seed=3)
    choices = random.Random(3)
    for _ in range(60):
        if game.decision is None:
            break
        saved = json.loads(json.dumps(game.save()))
        again = Game.restore(rules, saved)
        assert again.hash() == game.hash()
        assert [o.id for o in again.decision.options] == [o.id for o in game.decision.options]
        number = choices.randrange(len(game.values))
        game.choose_number(number)
        again.choose_number(number)
        assert again.hash() == game.hash()


def test_a_copy_goes_its_own_way(rules: Rules) -> None:
    game = rules.new_game(min(rules.players), seed=3)
    before = game.hash()
    other = game.copy()
    steps(other, 4, 30)
    assert game.hash() == before != other.hash()


@pytest.mark.parametrize("name", [*GAMES, "civ_new_dawn", "monumental", "age_of_innovation", SALT_ROADS])
def test_the_options_of_a_decision_differ_and_have_ids_of_their_own(name: str | Path) -> None:
    rules = loaded.rules(name)
    for seed, players in enumerate(rules.players):
        game, choices = rules.new_game(players, seed=seed), random.Random(seed)
        for _ in range(250):
            if game.decision is None:
                break
            ids = [option.id for option in game.decision.options]
            assert len(ids) == len(set(ids)) == len(set(game.values)), ids
            assert ids == [game.option_id(number) for number in game.legal]
            game.step(choices.randrange(len(ids)))


def test_copies_that_trigger_together_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    """The first is called as it would be alone, so what was written down before others came is found again."""
    shutil.copytree(PIG, tmp_path / "pig")
    words = read_plain(PIG / "lexicon.yaml")
    words["nouns"] |= {
        "bell": {"type": "card", "en": "bell"},
        "tower": {"type": "zone", "visible": "public", "en": "tower"},
    }
    words["headings"] = {"tower": {"en": "Tower", "active": ["tower"], "default": True}}
    (tmp_path / "pig" / "lexicon.yaml").write_text(yaml.safe_dump(words, sort_keys=False), "utf-8")
    bell = {"kind": "bell", "name": "Bell", "start": "tower", "text": "Whenever you take a turn, gain 1 point."}
    bells = [{"id": "bell", "copies": 3, **bell}, {"id": "gong", **bell, "name": "Gong"}]
    (tmp_path / "pig" / "components").mkdir()
    (tmp_path / "pig" / "components" / "bells.yaml").write_text(yaml.safe_dump(bells), "utf-8")
    rules = load(tmp_path / "pig")
    game, choices, seen = rules.new_game(2, seed=1), random.Random(1), set()
    while game.decision is not None:
        ids = [option.id for option in game.decision.options]
        seen.update(ids)
        assert [game.number(name) for name in ids] == list(game.legal)
        number = choices.randrange(len(ids))
        fresh = Game.restore(load(tmp_path / "pig"), game.save())  # which has seen none of these ids before
        fresh.choose(ids[number])
        game.choose_number(number)
        assert game.hash() == fresh.hash()
    assert {name for name in seen if name.startswith(("bell", "gong"))} == {
        "bell:tower:0", "bell:tower:0#2", "bell:tower:0#3", "gong:tower:0",
        "bell:tower:1", "bell:tower:1#2", "bell:tower:1#3", "gong:tower:1",
    }  # fmt: skip


def test_copies_in_a_row_differ_where_the_rules_ask_how_far_from_its_top_they_lie(tmp_path: Path) -> None:
    shutil.copytree(PIG, tmp_path / "pig")
    words = read_plain(PIG / "lexicon.yaml")
    row = {"type": "zone", "order": "pile", "visible": "public", "en": "row"}
    words["nouns"] |= {
        "bell": {"type": "card", "en": "bell"},
        "row": row,
        "picked": {"type": "role", "of": "bell", "en": "picked bell"},
        "spot": {"type": "number", "of": "bell", "rank": "pile", "en": "spot"},
    }
    words.setdefault("adjectives", {})["nearest"] = {"of": "bell", "en": "near", "order": [{"lowest": "its spot"}]}
    bells = [{"id": "bell", "copies": 3, "kind": "bell", "name": "Bell", "start": "row"}]
    (tmp_path / "pig" / "components").mkdir()
    (tmp_path / "pig" / "components" / "bells.yaml").write_text(yaml.safe_dump(bells), "utf-8")
    rules = next((tmp_path / "pig" / "procedures").glob("*.yaml"))
    blocks = read_plain(rules)
    first = next(iter(blocks.values()))
    before = first["do"]

    def offered(*steps: object) -> list[str]:
        first["do"] = [{"choose": "a bell in the row", "as": "picked"}, *steps, *before]
        rules.write_text(yaml.safe_dump(blocks, sort_keys=False), "utf-8")
        (tmp_path / "pig" / "lexicon.yaml").write_text(yaml.safe_dump(words, sort_keys=False), "utf-8")
        game = load(tmp_path / "pig").new_game(2, seed=1)
        assert game.decision is not None
        return [option.id for option in game.decision.options if option.id.startswith("bell")]

    assert offered() == []  # any of them is as good: nobody is asked
    assert offered({"if": "there is a near bell in the row", "then": "Do nothing."}) == []
    asks = {"require": "the spot of the picked bell is at least 1"}
    assert len(offered(asks)) == 3
    row["visible"] = "nobody"
    assert offered(asks) == []  # who does not see them cannot tell them apart


def test_what_cannot_be_chosen_changes_nothing(rules: Rules) -> None:
    game = rules.new_game(min(rules.players), seed=3)
    before = game.hash()
    option = game.decision.options[0]
    assert repr(option) == f"Option({option.id!r})"
    for wrong in ("nonsense", option, 0, None, [option.id]):  # its id is asked for, not the option
        with pytest.raises(RulewrightError) as error:
            game.choose(wrong)  # type: ignore[arg-type]
        assert error.value.problems[0].code == "RW0720"
        assert game.hash() == before


def test_wrong_numbers_of_players_and_options_are_refused(rules: Rules) -> None:
    with pytest.raises(RulewrightError) as error:
        rules.new_game(17)
    assert error.value.problems[0].code == "RW0712"
    with pytest.raises(RulewrightError) as error:
        Rules(rules.ruleset, {"nonsense": True})
    assert error.value.problems[0].code == "RW0710"
    for option in rules.ruleset.options:
        with pytest.raises(RulewrightError) as error:
            Rules(rules.ruleset, {option: "nonsense"})
        assert error.value.problems[0].code == "RW0713"


def test_a_view_depends_on_nothing_hidden() -> None:
    """Two games that differ only in cards a seat cannot see look the same to it."""
    game = loaded.rules("mythotopia").new_game(3, seed=2)
    other = game.copy()
    state = other.state
    layout = other.program.layout
    hidden = [layout.zone["hand"][1], layout.zone["draw_pile"][0], layout.zone["improvement_deck"][0]]
    for zone in hidden:
        state.zones[zone] = tuple(reversed(state.zones[zone]))
    a, b = layout.zone["hand"][1], layout.zone["hand"][2]
    one, two = state.zones[a][0], state.zones[b][0]
    state.move(one, b)
    state.move(two, a)
    assert game.view(0) == other.view(0)
    assert game.view(1) != other.view(1)


def test_an_endless_rule_is_stopped_and_the_move_taken_back(tmp_path: object) -> None:
    import shutil
    from pathlib import Path

    from rulewright.resources import data_dir

    folder = Path(str(tmp_path)) / "game"
    shutil.copytree(data_dir("rulesets") / "tic_tac_toe", folder)
    path = folder / "lexicon.yaml"
    text = path.read_text(encoding="utf-8")
    endless = "      - {while: there is a mark on a space, do: []}\n"
    path.write_text(text.replace("      - {if: you have", endless + "      - {if: you have", 1), encoding="utf-8")
    game = load(folder).new_game(2)
    before = game.hash()
    with pytest.raises(RuleError) as error:
        game.choose_number(0)
    assert error.value.problems[0].code == "RW0701"
    assert "take_turn" in error.value.problems[0].message
    assert game.hash() == before
    assert game.decision is not None


def _changes(state: State, card: int) -> dict[str, State]:
    """A position, each part of it changed for itself."""
    found = {name: state.copy() for name in ("number", "order", "apart", "nowhere", "stack", "chance")}
    found["number"].n[-1] += 1
    found["order"].zones[0] = found["order"].zones[0][::-1]
    found["apart"].move(card, len(state.zones) + 1)
    found["nowhere"].move(card, -1)
    found["stack"].stack[-1][0] += 1
    found["chance"].rng += 1
    return found


def test_every_part_of_a_position_counts_in_its_hash_and_is_saved() -> None:
    state = State(3, 2, 5, seed=1)
    for card in range(5):
        state.move(card, card % 2)
    state.stack.append([0, 1])
    changed = _changes(state, card=4)
    assert len({state.hash(), *(other.hash() for other in changed.values())}) == 1 + len(changed)
    for other in changed.values():
        assert State.restore(json.loads(json.dumps(other.save()))).hash() == other.hash()


def test_a_hash_does_not_depend_on_what_was_hashed_before() -> None:
    rules = loaded.rules("tic_tac_toe")
    games = [rules.new_game(2, 1), rules.new_game(2, 1)]
    games[1].choose_number(3)
    there = [game.hash() for game in games]
    assert there[0] != there[1]
    assert [game.hash() for game in reversed(games)] == there[::-1]
    states = [State(3, 2, 5, seed=1) for _ in range(2)]
    states[0].stack.append([1, True])
    states[1].stack.append([1, 1])  # equal, and yet not told in the same way
    assert states[0].hash() != states[1].hash()
    assert states[0].hash() == states[0].copy().hash()
