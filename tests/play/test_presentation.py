"""What a table shows, tested without any screen: prices and effects come true, and nothing hidden is in it."""

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import loaded
import pytest

from rulewright.play.presentation.arrangement import arrangement
from rulewright.play.presentation.changes import NOBODY, Amount, changes
from rulewright.play.presentation.digest import in_words
from rulewright.play.presentation.options import Choice, groups
from rulewright.play.presentation.positions import EVERY, RECENT, Positions
from rulewright.play.presentation.previews import SECRET, Preview, alike, shuffled, usual
from rulewright.play.presentation.story import Story
from rulewright.play.presentation.table import table
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules, load

SMALL = Path(__file__).parent.parent / "games"


@cache
def small(name: str) -> Rules:
    return load(SMALL / name)


def offered(game: Game) -> list[Choice]:
    return [choice for group in groups(game, "en", arrangement(game.program.ruleset)) for choice in group.choices]


def positions(rules: Rules, players: int, seed: int, choices: int) -> Iterator[Game]:
    """A game at random, after each of its first choices."""
    game, luck = rules.new_game(players, seed), random.Random(seed)
    for _ in range(choices):
        if game.decision is None:
            return
        yield game
        game.choose_number(luck.randrange(len(game.values)))


def test_a_price_is_what_is_paid_then_and_an_effect_what_is_gained() -> None:
    told = 0
    for game in positions(loaded.rules("age_of_innovation"), 3, 4, 60):
        seat = game.seat
        for choice in offered(game)[::3]:
            if not choice.preview.unsure:
                after = game.copy()
                after.step(choice.number - 1)
                found = changes(game, game.state, after.state, seat, "en").amounts
                own = {amount for amount in found if amount.seat == seat}
                assert own == {*choice.preview.price, *choice.preview.effect}
                assert all(amount.before + amount.by == amount.after for amount in own)
                told += bool(choice.preview.price and choice.preview.effect)
    assert told


def ends(game: Game, seat: int, hidden: frozenset[str], choices: int = 4) -> Iterator[dict[str, int]]:
    """What a seat has paid and gained at the end of each way through an act that costs and brings nothing yet."""
    decision = game.decision
    if decision is None or decision.seat != seat or not choices:
        yield {}
        return
    asking = game.program.decisions[decision.block]
    for number, option in enumerate(decision.options):
        if asking.kind == "number" or not asking.is_nothing(option.value):
            after = game.copy()
            after.step(number)
            found = changes(after, game.state, after.state, seat, "en").amounts
            own = {one.noun: one.by for one in found if one.seat == seat and one.noun not in hidden and not one.said}
            acts = after.decision is None or game.program.decisions[after.decision.block].kind in ("offer", "entry")
            yield from [own] if own or acts else ends(after, seat, hidden, choices - 1)


def test_a_price_that_later_choices_set_is_told_as_a_span() -> None:
    """Every way through an act is gone: what it costs and brings is what was told, least and most included."""
    told, spans, gained = 0, 0, 0
    for number, game in enumerate(positions(loaded.rules("monumental"), 2, 5, 60)):
        seat, hidden = game.seat, arrangement(game.program.ruleset).hidden
        assert seat is not None
        for choice in offered(game) if number % 2 else ():
            preview = choice.preview
            if preview.later or preview.gains:
                after = game.copy()
                after.step(choice.number - 1)
                ways = list(ends(after, seat, hidden))
                for sign, some in ((-1, preview.later), (1, preview.gains)):
                    for span in some:
                        costs = [max(0, sign * way.get(span.noun, 0)) for way in ways]
                        assert (span.least, span.most) == (min(costs), max(costs)), (choice.id, span, ways)
                        told, spans = told + 1, spans + (span.least != span.most)
                gained += bool(preview.gains)
    assert told and spans and gained


def test_what_comes_before_chance_is_told() -> None:
    """However the cards lie and whatever chance decides, so much is paid; a card that is drawn may bring something."""
    told, alike = 0, 0
    for game in positions(loaded.rules("monumental"), 2, 5, 90):
        seat = game.seat
        assert seat is not None
        known = {option.card for option in game.decision.options if option.card is not None} if game.decision else set()
        for choice in offered(game):
            if choice.preview.unsure and choice.preview.price and choice.id.startswith("scientific"):
                for luck in range(4):
                    after = shuffled(game, seat, known)
                    after.state.seed(luck)
                    before = after.state.copy()
                    after.step(choice.number - 1)
                    found = changes(after, before, after.state, seat, "en").amounts
                    real = {one.noun: one.by for one in found if one.seat == seat}
                    assert all(real.get(one.noun, 0) >= one.by for one in choice.preview.price)
                    alike += all(real.get(one.noun) == one.by for one in choice.preview.price)
                    told += 1
                assert any(move.kind == "card" and not move.id for move in choice.preview.moves)
    assert told and alike > told / 2


def test_how_many_cards_are_drawn_is_told_and_not_which() -> None:
    told = 0
    for game in positions(loaded.rules("mythotopia"), 2, 7, 60):
        for choice in offered(game):
            drawn = [move for move in choice.preview.moves if choice.preview.unsure and not move.id]
            if drawn and not any(space.kind == "card" for space in choice.subjects):
                after = game.copy()
                seat, before = game.seat, game.state.copy()
                after.step(choice.number - 1)
                moves = [move for move in changes(after, before, after.state, seat, "en").moves if move.kind == "card"]
                came = [move for move in moves if move.target == drawn[0].target]
                assert sum(move.count for move in came) == drawn[0].count
                told += 1
    assert told


def test_what_is_paid_with_cards_is_told() -> None:
    """Before it is asked for: the number in the question that follows."""
    told = 0
    for game in positions(loaded.rules("mythotopia"), 2, 7, 60):
        for choice in offered(game):
            after = game.copy()
            after.step(choice.number - 1)
            asked = re.fullmatch(r"Pay (\d+) (\w+)( \(0\))?", after.decision.prompt("en")) if after.decision else None
            if asked is not None and not choice.preview.unsure:
                assert (int(asked[1]), asked[2]) in [(span.least, span.name) for span in choice.preview.pays]
                told += 1
    assert told


def test_a_question_tells_what_it_is_for() -> None:
    """The sentence of the card that asks, or what the rules do with the answer."""
    first = table(loaded.rules("mythotopia").new_game(2, 3), 0, "en")
    assert first.purpose.startswith("Citadel: Set-up: each player secretly chooses a province they control, then ")
    told = {
        table(game, game.seat, "en").purpose for game in positions(loaded.rules("terra_mystica"), 2, 3, 12)
    }  # fmt: skip
    assert "Then: Put the chosen faction into your area." in told
    assert not any("Otherwise" in words or words.endswith(":") for words in told)


def test_a_price_of_the_next_choice_is_told_though_the_act_is_counted() -> None:
    """An act that only bookkeeping notes (a turn's action, which no table shows) has no price of its own yet."""
    game = loaded.rules("terra_mystica").new_game(2, 7)
    while game.decision is not None and all(
        option.id != "upgrade_to_trading_house" for option in game.decision.options
    ):
        game.choose_number(0)
    upgrade = next(choice for choice in offered(game) if choice.id == "upgrade_to_trading_house")
    assert {(later.noun, later.least, later.most) for later in upgrade.preview.later} >= {("worker", 2, 2)}


def test_what_all_options_cost_alike_hides_nothing_of_what_they_cost_later() -> None:
    """Each is an action; how much to invade costs is said where a province is chosen."""
    game = loaded.rules("mythotopia").new_game(2, 5)
    while game.decision is not None and all(option.id != "invade" for option in game.decision.options):
        game.choose_number(0)
    invade = next(choice for choice in offered(game) if choice.id == "invade")
    assert "action" in {amount.noun for amount in invade.preview.price}
    spans = {later.noun: (later.least, later.most) for later in invade.preview.later}
    after = game.copy()
    after.step(invade.number - 1)
    shown = [choice.preview for choice in offered(after)]
    food = [span for preview in shown for span in (*preview.pays, *preview.later) if span.noun == "food"]
    assert food and spans["food"] == (min(span.least for span in food), max(span.most or 0 for span in food))


def test_what_most_options_cost_is_usual_though_a_free_one_costs_something_else() -> None:
    act, food = Amount("action", "action", 0, 2, 1), Amount("food", "food", 0, 3, 2)
    acts = [Preview(price=(act,))] * 2 + [Preview(price=(act, food))]
    assert usual([*acts, Preview(price=(food,))]) == {"action"} and alike([*acts, Preview(price=(food,))]) == set()
    assert usual([*acts[:2], Preview()]) == set()  # too few
    assert usual([*acts, *[Preview(price=(food,))] * 3]) == {"food"}


def test_by_which_card_chance_decides_is_told_if_the_seat_sees_it() -> None:
    told: set[str] = set()
    for game in islice(positions(loaded.rules("civ_new_dawn"), 2, 1, 120), 0, None, 2):
        seat, layout = game.seat, game.program.layout
        assert seat is not None
        for choice in offered(game):
            preview = choice.preview
            assert preview.unsure or not preview.chance
            if preview.chance:
                names = {game.labels.component(layout.cards[card].component): card for card in range(len(layout.cards))}
                card = names.get(preview.chance)
                assert card is None or game.state.where[card] not in game.machine.hidden[seat]
                told.add(preview.chance)
    assert "Helmet with arrow" in told


def test_an_option_that_changes_nothing_tells_who_is_to_choose_then() -> None:
    told = 0
    for game in islice(positions(loaded.rules("civ_new_dawn"), 2, 2, 90), 0, None, 2):
        for choice in offered(game):
            if choice.preview.bare and choice.preview.turn is not None:
                assert choice.preview.turn != game.seat
                assert in_words(game, choice.preview, "en") == f"then Player {choice.preview.turn + 1} is to choose"
                told += 1
    assert told


def test_of_a_card_that_says_nothing_its_print_is_told() -> None:
    told: dict[str, str] = {}
    for game in islice(positions(loaded.rules("mythotopia"), 2, 7, 60), 0, None, 3):
        told |= {
            choice.text: choice.detail
            for choice in offered(game)
            if choice.subjects and choice.subjects[0].kind == "card"
        }
    assert told["Market"].endswith("food 1, stone 1, gold 1")
    assert told["Build"].startswith("Action:")


def test_options_are_about_things_on_the_table() -> None:
    kinds = set()
    for game in islice(positions(loaded.rules("mythotopia"), 2, 7, 60), 0, None, 6):
        shown = table(game, game.seat, "en")
        assert shown.scene is not None
        ids = {space.id for space in shown.scene.spaces} | {
            card.id for zone in shown.zones for card in zone.cards or ()
        }
        for group in shown.groups:
            for choice in group.choices:
                for subject in choice.subjects:
                    kinds.add(subject.kind)
                    if subject.kind == "space":
                        assert subject.at in ids
    assert {"space", "card"} <= kinds


def test_targets_are_the_options_of_the_next_decision() -> None:
    seen = 0
    for game in positions(loaded.rules("mythotopia"), 2, 1, 40):
        for choice in offered(game):
            if choice.targets:
                after = game.copy()
                after.step(choice.number - 1)
                assert after.decision is not None
                assert {target.id for target in choice.targets} <= {option.id for option in after.decision.options}
                seen += 1
    assert seen


@pytest.mark.parametrize("name", ["mythotopia", "monumental"])
def test_a_table_is_the_same_whatever_is_hidden(name: str) -> None:
    """Twins: the same position but for what a seat cannot see; its table must not differ in anything."""
    differing = 0
    for number, game in enumerate(positions(loaded.rules(name), 2, 5, 64)):
        if number % 8:
            continue
        for seat in range(2):
            known = {option.card for option in game.decision.options} if game.decision and game.seat == seat else set()
            twin = shuffled(game, seat, {card for card in known if card is not None})
            twin.state.rng = game.state.rng
            twin.values = game.values
            differing += twin.state.where != game.state.where
            assert table(game, seat, "en") == table(twin, seat, "en")
    assert differing


def test_what_is_chosen_in_secret_cannot_be_found_by_trying() -> None:
    game = small("goofspiel").new_game(2, 1)
    assert game.decision is not None and game.decision.secret
    game.choose(game.decision.options[0].id)
    assert game.decision is not None and game.decision.secret
    assert all(choice.preview == SECRET for choice in offered(game))


def test_a_secret_choice_is_not_told_while_others_choose() -> None:
    game, story = small("goofspiel").new_game(2, 1), Story()
    story.begin(game)
    for told in (0, 1, 2, 4):
        decision = game.decision
        assert decision is not None
        game.choose(decision.options[0].id)
        story.choice(decision.seat, decision.secret, game)
        assert len(story.events(game, [], "en")) == told


def test_events_tell_amounts_and_what_moved() -> None:
    story = Story()
    game, luck = small("orchard").new_game(2, 3), random.Random(3)
    story.begin(game)
    while game.decision is not None:
        decision = game.decision
        game.choose(game.option_id(luck.randrange(len(game.values))))
        story.choice(decision.seat, decision.secret, game)
    events = story.events(game, [], "en")
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    totals: dict[tuple[int, str], int] = {}
    for event in events:
        for amount in event.bits.amounts:
            totals[amount.seat, amount.noun] = totals.get((amount.seat, amount.noun), 0) + amount.by
    overall = changes(game, story.states[0], story.states[-1], None, "en").amounts
    assert {key: by for key, by in totals.items() if by} == {(one.seat, one.noun): one.by for one in overall}


def test_cards_that_a_seat_did_not_see_move_without_a_name() -> None:
    rules = loaded.rules("mythotopia")
    story, found = Story(), {True: set[str](), False: set[str]()}
    game, luck = rules.new_game(2, 2), random.Random(2)
    story.begin(game)
    for _ in range(80):
        decision = game.decision
        assert decision is not None
        game.choose(game.option_id(luck.randrange(len(game.values))))
        story.choice(decision.seat, decision.secret, game)
    for seat in range(2):
        for event in story.events(game, [seat], "en"):
            for move in event.bits.moves:
                if move.kind == "card" and move.target.startswith("hand."):
                    found[move.target == f"hand.{seat}"].add(move.id)
    assert found[False] == {""} or "" in found[False]
    assert "" not in found[True]


def test_the_table_can_be_looked_at_as_it_was() -> None:
    game, story = small("orchard").new_game(2, 3), Story()
    story.begin(game)
    before: list[Any] = [asdict(table(game, None, "en", may_choose=False))]
    for _ in range(4):
        decision = game.decision
        assert decision is not None
        game.choose(decision.options[0].id)
        story.choice(decision.seat, decision.secret, game)
        before.append(asdict(table(game, None, "en", may_choose=False)))
    for number, then in enumerate(before):
        again = asdict(table(story.at(game, number), None, "en"))
        for shown in (then, again):
            shown["turn"] = None
            for seat in shown["seats"]:
                seat["turn"] = False
        assert then == again
    assert NOBODY == -1


# ------------------------------------------------------------ layout.yaml


def sides(path: str) -> set[frozenset[tuple[float, float]]]:
    """The corners of a cell in pairs."""
    words = "".join(letter if letter in "0123456789.-" else " " for letter in path).split()
    points = list(zip(map(float, words[::2]), map(float, words[1::2]), strict=True))
    return {frozenset(pair) for pair in zip(points, [*points[1:], points[0]], strict=True)}


def test_spaces_that_touch_on_a_drawn_map_are_neighbours() -> None:
    ruleset = loaded.ruleset("mythotopia")
    layout = arrangement(ruleset)
    assert layout.spaces.keys() == ruleset.map.spaces.keys()
    cells = {name: sides(entry["cell"]) for name, entry in layout.spaces.items()}
    touching = {(one, other) for one in cells for other in cells if one < other and len(cells[one] & cells[other]) > 1}
    assert len(touching) > 60
    assert [pair for pair in touching if not ruleset.map.graph.has_edge(*pair)] == []


@pytest.mark.parametrize("name", ["mythotopia", "age_of_innovation", "monumental", "civ_new_dawn", "tic_tac_toe"])
def test_every_map_can_be_drawn(name: str) -> None:
    rules = loaded.rules(name)
    game = rules.new_game(min(rules.players), 1)
    shown = table(game, 0, "hu")
    assert shown.scene is not None
    left, top, width, height = shown.scene.box
    for space in shown.scene.spaces:
        assert left <= space.x <= left + width and top <= space.y <= top + height
        assert space.outline.startswith("M") and space.fill.startswith("#")


def test_empty_spaces_are_drawn_where_no_words_tell_what_spaces_are() -> None:
    game = loaded.rules("tic_tac_toe").new_game(2, 1)
    game.choose("b2")
    shown = table(game, 1, "en")
    assert shown.scene is not None and len(shown.scene.spaces) == 9
    assert [space.id for space in shown.scene.spaces if space.pieces] == ["b2"]


def test_who_has_won_is_told_at_the_end() -> None:
    game = loaded.rules("tic_tac_toe").new_game(2, 1)
    for option in ("a1", "b1", "a2", "b2"):
        assert table(game, 0, "en").won == ()
        game.choose(option)
    game.choose("a3")
    shown = table(game, 0, "en")
    assert shown.over and shown.won == (shown.ranking[0][1],) == ("Player 1",)


def test_what_a_layout_hides_is_not_shown() -> None:
    game = loaded.rules("age_of_innovation").new_game(3, 1)
    shown = table(game, 0, "en")
    hidden = arrangement(game.program.ruleset).hidden
    assert "turn_place" in hidden
    told = {one.noun for seat in shown.seats for one in (*seat.primary, *seat.secondary)}
    assert told.isdisjoint(hidden)


def test_a_layout_names_only_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    shutil.copytree(SMALL / "nim", folder)
    (folder / "layout.yaml").write_text("looks:\n  nothing: {letters: N}\n", "utf-8")
    _, problems = read_ruleset(folder)
    assert [item.code for item in problems] == ["RW0236"]
    (folder / "layout.yaml").write_text('looks:\n  nim: {path: "<script>"}\n', "utf-8")
    assert read_ruleset(folder)[1]


def test_a_pack_changes_the_layout(tmp_path: Path) -> None:
    pack = tmp_path / "colours"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "{id: colours, title: Colours, version: 1.0.0, base: {mythotopia: '>=0.1'},\n"
        " patch: {layout: {looks: {food: {set: {colour: '#123456'}}}}}}\n",
        "utf-8",
    )
    ruleset, problems = read_ruleset("mythotopia", [pack])
    assert problems == [] and ruleset is not None
    assert arrangement(ruleset).look("food").colour == "#123456"
    assert arrangement(ruleset).look("food").path == arrangement(loaded.ruleset("mythotopia")).look("food").path
    assert ruleset.hash == loaded.ruleset("mythotopia").hash  # nobody plays differently for it


@pytest.mark.parametrize(("name", "players"), [("mythotopia", 2), ("civ_new_dawn", 2), ("monumental", 2)])
def test_only_a_few_positions_are_kept_and_all_can_be_seen(name: str, players: int) -> None:
    game, luck = loaded.rules(name).new_game(players, 3), random.Random(3)
    positions, hashes = Positions(game), [game.hash()]
    for _ in range(150):
        if game.decision is None:
            break
        game.choose(game.option_id(luck.randrange(len(game.values))))
        positions.add(game.journal[-1], game.state)
        hashes.append(game.hash())
    assert positions.held < len(positions) / 2
    order = [*range(len(positions))]
    luck.shuffle(order)
    assert all(positions[number].hash() == hashes[number] for number in order[:40])
    assert positions.held <= len(positions) // EVERY + 1 + RECENT
    positions.cut(70)
    assert len(positions) == 71 and positions[-1].hash() == hashes[70]


def test_a_view_without_cards_is_the_same_but_for_them() -> None:
    for game in positions(loaded.rules("monumental"), 2, 3, 12):
        full, brief = game.view(0), game.view(0, cards=False)
        zones = [[*view["common"].values(), *(zone for seat in view["seats"] for zone in seat["zones"].values())]
                 for view in (full, brief)]  # fmt: skip
        assert any(zone["cards"] for zone in zones[0])
        assert not any(zone["cards"] for zone in zones[1])
        for zone, without in zip(*zones, strict=True):
            zone["cards"] = without["cards"]
        assert full == brief


def test_a_story_looks_once_at_what_each_choice_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded.rules("mythotopia").new_game(2, 1)
    story, looked = Story(), 0

    def counted(*given: Any) -> Any:
        nonlocal looked
        looked += 1
        return changes(*given)

    monkeypatch.setattr("rulewright.play.presentation.story.changes", counted)
    story.begin(game)
    for _ in range(6):
        assert game.decision is not None
        seat, secret = game.decision.seat, game.decision.secret
        game.choose(game.decision.options[0].id)
        story.choice(seat, secret, game)
    told = [event.bits for event in story.events(game, [0], "en")]
    assert [event.bits for event in story.events(game, [0], "en")] == told and looked == 6
    story.events(game, [1], "en")
    assert looked == 12
    story.cut(4)
    assert [event.bits for event in story.events(game, [0], "en")] == told[:4] and looked == 16


def test_a_layout_tells_the_goal_and_else_the_rules_do() -> None:
    assert table(load("terra_mystica").new_game(2, 1), None, "es").goal == (
        "Termina tras la ronda 6", "Gana quien tenga más puntos",
    )  # fmt: skip
    assert table(load("tic_tac_toe").new_game(2, 1), None, "en").goal[1] == "There are no empty spaces"


def test_an_act_of_the_rules_has_a_section_of_its_name() -> None:
    sections = {line.text for line in rulebook(loaded.rules("mythotopia").ruleset, "en") if line.kind == "section"}
    acts = {
        choice.text
        for game in islice(positions(loaded.rules("mythotopia"), 2, 7, 40), 0, None, 3)
        for choice in offered(game) if choice.rule
    }  # fmt: skip
    assert len(acts) > 3
    assert [act for act in acts if not any(section.startswith(act) for section in sections)] == []
