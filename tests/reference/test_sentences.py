"""The oracle speaks sentences: what it once found, and a sample; `tools/oracle --sentences` tries more."""

from functools import cache
from itertools import count
from pathlib import Path

import pytest
from plain import read_plain

from rulewright.language import nodes as N
from tests.reference.oracle import differences
from tests.reference.sentences.campaign import Campaign, Sentence, Together
from tests.reference.sentences.coverage import Coverage, parts
from tests.reference.sentences.shrinking import shrunk
from tests.reference.sentences.stage import PROBES, Stage, probe
from tests.reference.sentences.trial import Verdict, _Trial
from tests.reference.state import State
from tests.reference.world import Unclear

FOUND = sorted(
    read_plain(Path(__file__).parent / "sentences" / "found.yaml"), key=lambda one: (one[0], one[2].split(":")[0])
)  # side by side, so that what they share is made by one worker
SAMPLED = {"walk": 93, "almanac": 92, "works": 91, "dykes": 91}  # games, with seeds


@cache
def campaign(game: str) -> Campaign:
    return Campaign([game], 1, seconds=0)


def said(game: str, text: str, at: str) -> Verdict:
    one = campaign(game)
    stage = one.stages[0]
    players, number, chance = map(int, at.split(":"))
    position, tree = stage.position(players, number), stage.language.parse(text)
    assert position is not None and isinstance(tree, N.Text)
    return one.say(stage, position, Sentence(text, tree, [], chance))


@cache
def together(game: str, players: int, batch: int) -> tuple[dict[str, str], Together]:
    """Sentences of a game that were found with so many players: their cards, and what was compiled of them."""
    stage = campaign(game).stages[0]
    texts = dict.fromkeys(text for of, text, at, _ in FOUND if of == game and at.startswith(f"{players}:"))
    some = list(texts)[batch * PROBES : (batch + 1) * PROBES]
    trees = {probe(number): stage.language.parse(text) for number, text in enumerate(some)}
    return dict(zip(some, trees, strict=True)), stage.compiled(trees, players)  # type: ignore[arg-type]


def found_again(game: str, text: str, at: str) -> Verdict:
    """The same as `said`; the game is compiled once for many sentences, as it was when they were found."""
    one = campaign(game)
    stage = one.stages[0]
    players, number, chance = map(int, at.split(":"))
    position = stage.position(players, number)
    assert position is not None
    for batch in count():
        cards, compiled = together(game, players, batch)
        if text in cards:
            return one.verdict(stage, stage.game(compiled[0], position), position, cards[text], chance, compiled)
    raise AssertionError


@pytest.mark.parametrize(("game", "text", "at", "wanted"), FOUND, ids=lambda part: str(part)[:60])
def test_what_was_found_is_mended(game: str, text: str, at: str, wanted: str) -> None:
    verdict = found_again(game, text, at)
    assert f"{verdict.what} {verdict.told}".startswith(wanted), verdict


@pytest.mark.parametrize("game", SAMPLED)
def test_a_sample_of_sentences(game: str) -> None:
    found = Campaign([game], SAMPLED[game], seconds=0).run(50)
    assert not found.cases, "\n".join(map(str, found.cases))
    assert found.coverage.outcomes["agreed"] + found.coverage.outcomes["stopped"] == found.sentences >= 50
    assert found.drawn < 8 * found.sentences
    assert found.used > 20


def test_a_wrong_reading_is_noticed_and_made_short(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = State.hold
    monkeypatch.setattr(State, "hold", lambda self, noun, seat, count: hold(self, noun, seat, count + 1))
    one = Campaign(["walk"], 1, seconds=0)  # its own: the positions of the others must not be made with this mistake
    stage = one.stages[0]
    position = stage.position(2, 0)
    tree = stage.language.parse("Trial: if you have at most 90 coins, gain 3 coins, then draw 2 cards.")
    assert position is not None and isinstance(tree, N.Text)
    sentence = Sentence("", tree, [], 1)
    verdict = one.say(stage, position, sentence)
    assert "coin of seat" in verdict.told
    case = one.case(stage, position, sentence, verdict)
    assert case.text in ("Trial: gain 1 coin.", "Trial: gain a coin."), case.text


@pytest.mark.parametrize(
    ("text", "coins"), [("gain as many coins as 1 minus 3", 3), ("lose as many coins as 2 minus 3", 3)]
)
def test_of_less_than_nothing_nothing_is_done(text: str, coins: int) -> None:
    stage = campaign("walk").stages[0]
    position, tree = stage.position(2, 0), stage.language.parse(f"Trial: gain 3 coins and {text}.")
    assert position is not None and isinstance(tree, N.Text)
    texts = {probe(0): tree}
    game, twin = stage.game(stage.program(texts, 2), position), stage.reference(position, texts)
    seat = position.seat
    before = twin.state.held["coin", seat]
    stage.offer(game, probe(0), seat, True)
    stage.begin(twin, probe(0), seat, True)
    for both in (game, twin):
        both.choose("probe_0:trial")
    assert not list(differences(game, twin, True))
    assert twin.state.held["coin", seat] == before + coins


def test_what_breaks_the_engine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: _Trial) -> Verdict:
        raise KeyError("nothing")

    monkeypatch.setattr(_Trial, "run", broken)
    verdict = said("walk", "Trial: gain 1 coin.", "2:0:1")
    assert "breaks" in verdict.told


LEFT_OPEN = [
    ("walk", "Trial: discard the card in your hand."),
    ("walk", "Trial: discard the top card of your hand."),
    ("works", "Trial: build a bridge on a ford."),
    ("works", "Trial: build each hut."),
    ("works", "Standing: whenever you copy this card, gain 1 point."),
    ("works", "Standing: when this card is copied, gain 1 point."),
    ("works", "Trial: copy a plan."),
]


@pytest.mark.parametrize(("game", "text"), LEFT_OPEN)
def test_the_reference_refuses_by_itself_what_is_left_open(game: str, text: str) -> None:
    stage = campaign(game).stages[0]
    position, tree = stage.position(2, 0), stage.language.parse(text)
    assert position is not None and isinstance(tree, N.Text)
    with pytest.raises(Unclear):
        stage.reference(position, {probe(0): tree})


def test_leaving_out_parts_ends_where_nothing_can_be_left_out() -> None:
    tree = Stage("walk").language.parse("Trial: gain 2 coins and draw a card, then discard a card from your hand.")
    assert isinstance(tree, N.Text)
    short = shrunk(tree, lambda smaller: any(isinstance(x, N.Perform) and x.verb == "draw" for x in smaller.walk()))
    assert sum(isinstance(x, N.Perform) for x in short.walk()) == 1


def test_the_table_counts_what_sentences_are_made_of() -> None:
    stage = campaign("walk").stages[0]
    coverage = Coverage()
    coverage.knows(stage.language)
    tree = stage.language.parse("Standing: whenever you discard a card, gain 1 coin.")
    assert ("event", "whenever discard") in set(parts(tree))
    coverage.add(tree, stage.language.derivation("Standing: whenever you discard a card, gain 1 coin."), "agreed")
    lines = coverage.table(every=True)
    assert any(line.split()[:2] == ["whenever", "discard"] and line.split()[-2:] == ["1", "0"] for line in lines)
    assert any("production:" in line and "drawn" in line for line in lines)


def test_texts_in_which_two_constructs_meet_can_be_read() -> None:
    one = campaign("works")
    _, _, _, meetings, chance = one.drawers["works"]
    chance.seed(11)
    texts = [tree for tree in (meetings.text() for _ in range(60)) if tree is not None]
    assert len(texts) > 40
    assert sum(len([*tree.walk()]) > 12 for tree in texts) > 35
    verbs = {part.verb for tree in texts for part in tree.walk() if isinstance(part, N.Perform)}
    assert {"choose", "gain", "return"} <= verbs
