"""Why something is not offered: for everything a reason that holds, and nothing hidden in it."""

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import loaded
import pytest
from rich.console import Console
from typer.testing import CliRunner

from rulewright.cli.app import app
from rulewright.cli.table.table import Table
from rulewright.play.presentation.digest import gathered
from rulewright.play.presentation.previews import shuffled
from rulewright.play.presentation.why_not import Missing, Reason, missing, why_not
from rulewright.play.session import Session
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

JOURNAL = Path(__file__).parent.parent / "replays" / "monumental_2.jsonl"
GAMES = ("mythotopia", "monumental", "age_of_innovation", "civ_new_dawn")


def positions(rules: Rules, players: int, seed: int, choices: int, step: int = 1) -> Iterator[Game]:
    """A game at random, every so many choices."""
    game, luck = rules.new_game(players, seed), random.Random(seed)
    for number in range(choices):
        if game.decision is None:
            return
        if number % step == 0:
            yield game
        game.choose_number(luck.randrange(len(game.values)))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_not_offered_has_a_reason(name: str) -> None:
    kinds: Counter[str] = Counter()
    for game in positions(loaded.rules(name), 2, 3, 120, step=7):
        offered = {option.id for option in game.decision.options} if game.decision else set()
        for one in missing(game, game.seat, "en"):
            assert one.id not in offered
            assert one.reasons and all(reason.words for reason in one.reasons)
            assert all(reason.sentence for reason in one.reasons if reason.kind in ("sentence", "condition"))
            kinds.update(reason.kind for reason in one.reasons)
    assert not kinds["offered"]
    assert kinds["unsure"] <= sum(kinds.values()) / 10


@pytest.mark.parametrize("name", ["mythotopia", "monumental"])
def test_the_reason_is_the_same_whatever_is_hidden(name: str) -> None:
    told = 0
    for game in positions(loaded.rules(name), 2, 5, 80, step=9):
        assert game.seat is not None and game.decision is not None
        known = {option.card for option in game.decision.options}
        twin = shuffled(game, game.seat, {card for card in known if card is not None})
        twin.values = game.values
        told += len(missing(game, game.seat, "en"))
        assert missing(twin, game.seat, "en") == missing(game, game.seat, "en")
    assert told


def test_only_what_a_seat_sees_is_found() -> None:
    game = loaded.rules("mythotopia").new_game(2, 3)
    layout, state = game.program.layout, game.state
    hidden = [card for card, place in enumerate(state.where) if place in game.machine.hidden[0] and place >= 0]
    seen = {layout.cards[card].component for card in range(len(state.where)) if card not in hidden}
    some = next(card for card in hidden if layout.cards[card].component not in seen)
    with pytest.raises(RulewrightError) as unknown:
        why_not(game, 0, layout.cards[some].component, "en")
    assert unknown.value.problems[0].code == "RW0740"


def first(game: Game, wanted: str, lang: str = "en") -> Missing:
    return next(iter(why_not(game, game.seat, wanted, lang)))


def reasons(name: str, action: str, lang: str = "en") -> set[tuple[str, str, str]]:
    """All that is told of an action in the positions of a game."""
    found = set()
    for game in positions(loaded.rules(name), 2, 3, 150, step=3):
        ids = {entry.procedure.name for table in game.program.offers for entry in table}
        assert f"act_{action}" in ids
        for one in missing(game, game.seat, lang):
            if one.id == action:
                found |= {(reason.kind, reason.words, reason.sentence) for reason in one.reasons}
    return found


def test_the_sentence_that_cannot_be_carried_out_is_named() -> None:
    told = reasons("monumental", "scientific_progress")
    assert ("sentence", "This cannot be carried out:", "Pay 2 science.") in told
    told = reasons("mythotopia", "end_a_war")
    assert (
        "sentence",
        "This cannot be carried out:",
        "Only if the war is not tied or the war is decidable.",
    ) in told
    assert ("sentence", "Nothing can be chosen for:", "Choose a war you take part in") in told
    assert ("used", "It was used this turn already.", "") in told


def test_a_price_and_a_condition_are_told_as_such() -> None:
    assert ("price", "You cannot pay: Pay 1 gold", "") in reasons("mythotopia", "draft_a_card")
    assert ("price", "power token, bowl III: 5 needed, 0 there", "") in {
        reason for reason in _of_cards("age_of_innovation") if reason[0] == "price"
    }
    assert ("condition", "Only if:", "there is a wonder in your building site") in reasons(
        "monumental", "complete_wonder"
    )


def _of_cards(name: str) -> set[tuple[str, str, str]]:
    return {
        (reason.kind, reason.words, reason.sentence)
        for game in positions(loaded.rules(name), 2, 3, 90, step=5)
        for one in missing(game, game.seat, "en") for reason in one.reasons
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "words", "sentence"),
    [
        ("hu", "Ez nem hajtható végre:", "Fizess 2 tudományt."),
        ("es", "Esto no se puede realizar:", "Paga 2 de ciencia."),
    ],
)
def test_it_is_told_in_the_readers_language(lang: str, words: str, sentence: str) -> None:
    assert ("sentence", words, sentence) in reasons("monumental", "scientific_progress", lang)


def test_a_space_that_the_question_is_not_about() -> None:
    for game in positions(loaded.rules("mythotopia"), 2, 3, 60):
        assert game.decision is not None
        if game.program.decisions[game.decision.block].kind == "space":
            offered = {option.id for option in game.decision.options}
            others = [name for name in (game.labels.ids.place(place) for place in game.program.layout.spaces)
                      if name not in offered]  # fmt: skip
            kinds = {reason.kind for name in others for reason in first(game, name).reasons}
            assert first(game, next(iter(offered))).reasons[0].kind == "offered"
            if "question" in kinds:
                return
    pytest.fail("no question was about spaces")


def test_who_is_not_asked_is_told_who_is() -> None:
    game = loaded.rules("mythotopia").new_game(2, 3)
    other = 1 - (game.seat or 0)
    space = game.labels.ids.place(next(iter(game.program.layout.spaces)))
    assert [reason.kind for one in why_not(game, other, space, "en") for reason in one.reasons] == ["turn"]
    assert missing(game, other, "en") == []


def test_a_human_at_the_terminal_asks_why() -> None:
    for game in positions(loaded.rules("mythotopia"), 2, 3, 60):
        if any(one.id == "draft_a_card" for one in missing(game, game.seat, "en")):
            break
    answers = iter(["why", "why draft one improvement card", "why gold"])

    def read(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    stream = StringIO()
    session = Session(lambda: game, [None, None])
    out = Console(file=stream, width=120, highlight=False, soft_wrap=True, markup=False)
    Table(session, out, "en", read, None).play()
    assert stream.getvalue().count("Draft one improvement card: You cannot pay: Pay 1 gold") == 2


def test_a_journal_is_asked_why(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    shutil.copy(JOURNAL, file)
    run = CliRunner()
    done = run.invoke(app, ["why-not", str(file), "--to", "9", "--lang", "hu"])
    assert done.exit_code == 0
    assert ": Ez nem hajtható végre: Fizess 2 tudományt.\n" in done.output
    done = run.invoke(app, ["why-not", str(file), "scientific_progress", "--to", "9", "--lang", "en"])
    assert done.output == "Scientific progress: This cannot be carried out: Pay 2 science.\n"


def test_things_that_lack_the_same_are_told_together() -> None:
    one, other = (Reason("price", "too dear"),), (Reason("used", "used"), Reason("place", "too far"))
    found = [Missing("a", "A", "", one), Missing("b", "B", "", other), Missing("c", "C", "", one)]
    assert gathered(found) == [(["A", "C"], one), (["B"], other)]
