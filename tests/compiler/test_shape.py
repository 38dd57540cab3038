"""Numbers of players with one shape are wrong in the same texts; what only one has or lacks makes another shape."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import loaded
import pytest
from sample import sample
from tests.reference.sentences.drawing import Drawing
from tests.reference.sentences.plain import Plain
from tests.reference.sentences.wordlist import Wordlist

from rulewright.compiler.builder import Builder
from rulewright.compiler.layout.shape import Shape, shape
from rulewright.compiler.scope import MeaningError
from rulewright.compiler.trials import Trials, Tried, compiled, homes
from rulewright.garbage import no_garbage
from rulewright.language.nodes import Text
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

GAMES = Path(__file__).parents[1] / "games"
DRAWN_IN = sample(few=["marshes", "salt_roads"], all=["marshes", "salt_roads", "almanac", "conjurers", "orchard"])
LARGE = sample(few=[], all=["mythotopia", "terra_mystica", "civ_new_dawn", "monumental", "age_of_innovation"])
TEXTS = sample(few=40, all=200)


def built(ruleset: Ruleset, players: int) -> tuple[Shape, list[Problem]]:
    """The shape of a layout, and all that is wrong with its program."""
    with no_garbage():
        builder = Builder(ruleset, players, Rules(ruleset).options, checked=True)
        form = shape(ruleset, builder.services.layout)
        try:
            builder.build()
        except MeaningError as error:
            return form, list(error.problems)
    return form, []


def drawn(ruleset: Ruleset) -> Iterator[Tried]:
    """Random texts, on cards of likely and unlikely kinds, and as rules; most of them cannot be carried out."""
    chance = random.Random(ruleset.id)
    words = Wordlist(ruleset.language(), ruleset)
    makers = [Plain(words, chance, ruleset), Drawing(words, chance)]
    kinds = ["", *sorted({component.kind for component in ruleset.components.values()})]
    while True:
        try:
            text = ruleset.print(Text(sentences=(chance.choice(makers).statement(2),)))
            tree = ruleset.parse(text)
        except (RulewrightError, LookupError, ValueError):
            continue
        yield Tried(text, tree, chance.choice([*kinds, *homes(ruleset, tree)[:1] * len(kinds)]))


@pytest.mark.parametrize("game", [*DRAWN_IN, *LARGE])
def test_numbers_of_players_of_one_shape_have_the_same_problems(game: str) -> None:
    ruleset = load_ruleset(GAMES / game) if (GAMES / game).is_dir() else loaded.ruleset(game)
    texts = [text for text, _ in zip(drawn(ruleset), range(TEXTS), strict=False)]
    with_texts = Trials(ruleset)._with(texts)
    by_shape: dict[Shape, list[list[Problem]]] = {}
    for players in ruleset.players:
        form, problems = built(with_texts, players)
        by_shape.setdefault(form, []).append(problems)
    assert len(by_shape) < len(ruleset.players)
    for first, *others in by_shape.values():
        assert len(first) > TEXTS // 10
        assert all(other == first for other in others)
    for form, (more, *_) in by_shape.items():
        assert all(set(less) <= set(more) for other, (less, *_) in by_shape.items() if form.covers(other))


@pytest.mark.parametrize("copies", ["{2: 1, 3: 0}", "{2: 0, 3: 1}"])
def test_a_card_more_that_nothing_names_covers_the_game_without_it(copies: str, tmp_path: Path) -> None:
    """Whatever is wrong without the card is wrong with it, too: of random texts on other cards, and on itself."""
    card = "id: cider_press, kind: press, tree: apples, start: yard, "
    twin = card.replace("cider_press", "old_press") + f"copies: {copies}, text: 'Squeeze: gain 2 fruits.'}}\n- {{"
    ruleset = changed(tmp_path, "components/cards.yaml", card, twin + card)
    with_it, without = (2, 3) if copies.startswith("{2: 1") else (3, 2)
    (form, wrong), (other, less) = (
        built(Trials(ruleset)._with([text for text, _ in zip(drawn(ruleset), range(TEXTS), strict=False)]), players)
        for players in (with_it, without)
    )
    assert form.covers(other) and not other.covers(form)
    assert less and set(less) <= set(wrong)


def test_a_game_that_is_covered_is_compiled_only_where_something_is_wrong(tmp_path: Path, asked: list[int]) -> None:
    card = "id: cider_press, kind: press, tree: apples, start: yard, "
    twin = card.replace("cider_press", "old_press") + "copies: {2: 0, 3: 1}}\n- {"
    ruleset = changed(tmp_path / "right", "components/cards.yaml", card, twin + card)
    found = compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert list(found) == list(ruleset.players) and not any(found.values())
    assert asked == [3]
    asked.clear()
    wrong = "text: 'Squeeze: gain 1 fruit of the field of this press.'"
    ruleset = changed(tmp_path / "wrong", "components/cards.yaml", card, twin.replace("}}", f"}}, {wrong}}}") + card)
    found = compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert found[3] and set(asked) == {2, 3}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "start: yard, text",
            "start: yard, copies: {2: 1, 3: 0}, text",
        ),  # the only ones of their kind
        ("id: pears,", "id: pears, copies: {2: 0, 3: 4},"),  # other cards name it
    ],
)
def test_a_card_that_is_named_or_has_what_no_other_has_does_not_cover(old: str, new: str, tmp_path: Path) -> None:
    ruleset = changed(tmp_path, "components/cards.yaml", old, new)
    one, other = (built(ruleset, players)[0] for players in (2, 3))
    assert one != other and not one.covers(other) and not other.covers(one)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id: apples,", "id: apples, copies: {2: 1, 3: 0},"),  # none
        ("id: apples,", "id: apples, copies: {2: 1, 3: 2},"),  # several, not the only one
        ("id: pears,", "id: pears, copies: {2: 0, 3: 4},"),
    ],
)
def test_other_cards_make_another_shape(old: str, new: str, tmp_path: Path) -> None:
    assert len({built(load_ruleset(GAMES / "orchard"), players)[0] for players in (2, 3)}) == 1
    ruleset = changed(tmp_path, "components/cards.yaml", old, new)
    assert len({built(ruleset, players)[0] for players in (2, 3)}) == 2


def test_what_is_wrong_for_one_number_of_players_only_is_found(tmp_path: Path) -> None:
    """With three players there is no tree that the press could be of."""
    ruleset = changed(tmp_path, "components/cards.yaml", "id: apples,", "id: apples, copies: {2: 1, 3: 0},")
    found = compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert found[2] == []
    assert {problem.code for problem in found[3]} == {"RW0603"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Takes the numbers of players that are compiled."""
    taken: list[int] = []
    build = Builder.build
    monkeypatch.setattr(Builder, "build", lambda self, **how: [taken.append(self.players), build(self, **how)])
    return taken


def test_what_is_wrong_is_told_for_each_number_of_players(tmp_path: Path, asked: list[int]) -> None:
    ruleset = changed(tmp_path, "components/cards.yaml", "tree: apples, ", "")
    found = compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert found[2] and found[2] == found[3]
    assert asked == list(ruleset.players[:1]), "they have one shape"


def test_one_number_of_players_of_each_shape_is_compiled(asked: list[int]) -> None:
    ruleset = load_ruleset(GAMES / "salt_roads")
    found = compiled(ruleset, ruleset.players, Rules(ruleset).options)
    assert list(found) == list(ruleset.players) and not any(found.values())
    assert asked == list(ruleset.players[:1])


def changed(folder: Path, file: str, old: str, new: str) -> Ruleset:
    """The small game with the trees, with other words in one of its files."""
    game = shutil.copytree(GAMES / "orchard", folder / "orchard")
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new), encoding="utf-8")
    return load_ruleset(game)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("The flock is 2 higher.", 1),
        ("Instead of laying a plank, do nothing.", 2),
        ("Whenever you would lay a plank, do nothing instead.", 2),
    ],
)
def test_copies_of_a_card_matter_where_its_text_stands_in_for_something(text: str, shapes: int, tmp_path: Path) -> None:
    """Of a replacement, "this card" could be any of the copies; a second copy of others says what the first says."""
    card = (
        "id: cider_press, kind: press, tree: apples, start: yard, "
        'text: "Squeeze: gain 2 fruits of the tree of this press."'
    )
    more = f"id: cider_press, kind: press, tree: apples, start: yard, copies: {{2: 1, 3: 2}}, text: {text!r}"
    ruleset = changed(tmp_path, "components/cards.yaml", card, more)
    assert len({built(ruleset, players)[0] for players in ruleset.players}) == shapes
