"""What the log of a game says, and how."""

from __future__ import annotations

import random
import re

import loaded
import pytest

import rulewright as rw
from rulewright.language import nodes as N
from rulewright.runtime.game import Game


@pytest.fixture(scope="module")
def rules() -> rw.Rules:
    return loaded.rules("civ_new_dawn")


@pytest.fixture
def game(rules: rw.Rules) -> Game:
    return rules.new_game(2, 1)


def test_chance_says_for_whom_it_takes_what_each_player_gets(game: Game) -> None:
    lines = game.log_lines()
    for seat in (1, 2):
        assert sum(line.startswith(f"Player {seat}: Own leader: ") for line in lines) == 1
    assert sum(line.startswith("First player: ") for line in lines) == 1, "nobody's in particular"


def test_deeds_are_said_with_the_prepositions_of_what_they_are_done_to(game: Game) -> None:
    card = {game.labels.card(number): number for number in range(len(game.program.layout.cards))}
    place = next(iter(game.program.layout.spaces))
    cell = game.labels.cell(place)
    assert game.labels.event(0, "trade_in", (card["Pottery"], card["Flight"]), -1) == (
        "Player 1 trades in Pottery for Flight"
    )
    assert game.labels.event(1, "raise_city", (place,), -1) == f"Player 2 raises a city in {cell}"
    assert game.labels.event(1, "raise_city", (place,), -1, "es").endswith(f"funda una nueva ciudad en {cell}")
    assert game.labels.event(0, "occupy", (place, 1), -1) == f"Player 1 occupies {cell} from Player 2"


def test_a_kind_of_piece_has_its_article_where_names_stand_in_the_sentence() -> None:
    game = loaded.rules("age_of_innovation").new_game(2, 1)
    guild = [kind.noun for kind in game.program.layout.piece_kinds].index("guild")
    built = (guild, next(iter(game.program.layout.spaces)))
    assert game.labels.event(0, "build", built, -1) == "Player 1 builds a guild"
    assert game.labels.event(0, "build", built, -1, "es") == "El jugador 1 construye un gremio"
    assert game.labels.event(0, "build", built, -1, "hu").startswith("1. játékos épít egy céhet: ")


@pytest.mark.parametrize(("lang", "told"), [
    ("en", "Player 1 takes a counter worth 1 from this card (Patronage)"),
    ("es", "El jugador 1 toma una ficha de PV de valor 1 de «Mecenazgo»"),
    ("hu", "1. játékos elvesz egy 1-es pontjelzőt a „Patronáció” kártyáról"),
])  # fmt: skip
def test_what_this_card_is_a_log_names(lang: str, told: str) -> None:
    game = loaded.rules("mythotopia").new_game(2, 1)
    written = game.program.written
    number = next(number for number in game.program.decisions if written[number][:2] == ("components", "patronage"))
    assert told in game.labels.event(0, number, 0, -1, lang)


@pytest.mark.parametrize(("lang", "told"), [
    ("en", "Player 1 does not pay 1 gold"), ("es", "El jugador 1 decide no pagar 1 de oro"),
])  # fmt: skip
def test_who_could_pay_and_does_not_has_decided_so(lang: str, told: str) -> None:
    game = loaded.rules("mythotopia").new_game(2, 1)
    offered = (
        (number, asking)
        for number, asking in game.program.decisions.items()
        if asking.kind == "menu" and isinstance(asking.prompt, N.Cost)
    )
    number, asking = next(offered)
    nothing = next(value for value in (0, -1) if asking.is_nothing(value))
    assert game.labels.event(0, number, nothing, -1, lang) == told


@pytest.mark.parametrize(("asked", "value", "told"), [
    ("the number of ships bought", 2, "1. játékos 2 hajót vásárol"),  # the name of a number
    ("choose a province you do not control", "", "1. játékos célpontot választ: "),  # what is told behind the name
])  # fmt: skip
def test_a_game_tells_deeds_in_words_of_its_own(asked: str, value: int | str, told: str) -> None:
    game = loaded.rules("mythotopia").new_game(2, 1)
    number = next(one for one in game.program.decisions if game.labels.prompt(one, "en").lower() == asked)
    chosen = value if isinstance(value, int) else next(iter(game.program.layout.spaces))
    assert game.labels.event(0, number, chosen, -1, "hu").startswith(told)


def test_a_card_is_called_by_what_it_is_where_its_name_says_so(game: Game) -> None:
    cards = {game.labels.card(number): number for number in range(len(game.program.layout.cards))}
    assert game.labels.event(0, "defeat", (cards["Barbarian B"],), -1, "es") == "El jugador 1 derrota al bárbaro B"


def test_of_a_payment_a_log_tells_how_much_was_paid() -> None:
    game = loaded.rules("mythotopia").new_game(2, 1)
    number = next(number for number, asking in game.program.decisions.items() if asking.kind == "pay")
    prompts = game.program.pay_prompts
    gold = next(at for at, prompt in enumerate(prompts) if "as much gold as" in game.labels.node(prompt, "en"))
    card = next(number for number, one in enumerate(game.program.layout.cards) if one.component == "market")
    assert game.labels.event(0, number, (0, -1, card, 2), gold) == "Player 1 pays 2 gold: Market"
    assert game.labels.event(0, number, (0, -1, card, 2), gold, "es") == "El jugador 1 paga 2 de oro con «Mercado»"


def test_what_was_chosen_is_told_in_the_third_person() -> None:
    ruleset = loaded.ruleset("mythotopia")
    asked = _act(ruleset.parse("Put a card from your hand into your reserve."))
    assert [ruleset.language(lang).deeds.told_of("Eve", asked) for lang in ("en", "hu", "es")] == [
        "Eve puts a card from their hand into their reserve",
        "Eve tesz egy kártyát a kezéből a tartalékába",
        "Eve coloca una carta de su mano en su reserva",
    ]
    of_others = _act(ruleset.parse("Put a card from their hand into your reserve."))
    assert ruleset.language("en").deeds.told_of("Eve", of_others) is None, "their hand is not Eve's"


def test_a_log_tells_of_what_is_there_and_of_one_player() -> None:
    ruleset = loaded.ruleset("mythotopia")
    chosen = _act(ruleset.parse("Choose a province you control."))
    assert ruleset.language("es").deeds.told_of("Eve", chosen) == "Eve elige una provincia que controla"
    returned = _act(ruleset.parse("Exchange 1 of your counters worth 1 for a counter worth 2 in the bank."))
    told = [ruleset.language(lang).deeds.told_of("Eve", returned) for lang in ("hu", "es")]
    assert told == [
        "Eve kicserél az 1-es pontjelzői közül 1-et egy 2-es pontjelzőre a bankból",
        "Eve cambia 1 de sus fichas de PV de valor 1 por una ficha de PV de valor 2 de la banca",
    ]


def test_words_of_a_lexicon_that_speak_to_you_are_not_told_of_somebody() -> None:
    ruleset = loaded.ruleset("civ_new_dawn")
    asked = _act(ruleset.parse("Shuffle your focus deck."))
    for lang in ("en", "hu", "es"):
        language = ruleset.language(lang)
        assert not language.deeds.speaks_to_you("Eve")
        assert all(
            language.deeds.speaks_to_you(f"X {word.upper()}, x") for word in language.lexicon.core["second_person"]
        )
        assert language.deeds.told_of("Eve", asked) is not None
    reach = ruleset.language("en")
    assert reach.deeds.speaks_to_you("an open space under your influence")


def test_what_was_declined_is_no_deed() -> None:
    ruleset = loaded.ruleset("mythotopia")
    asked = _act(ruleset.parse("Put a card from your hand into your reserve."))
    assert [ruleset.language(lang).deeds.told_of("Eve", asked, negated=True) for lang in ("en", "hu", "es")] == [
        "Eve does not put a card from their hand into their reserve",
        "Eve nem tesz kártyát a kezéből a tartalékába",
        "Eve no coloca una carta de su mano en su reserva",
    ]


def _act(tree: N.Node) -> N.Perform:
    return next(node for node in tree.walk() if isinstance(node, N.Perform))


def test_nothing_that_had_to_be_chosen_is_not_told(game: Game) -> None:
    chance = random.Random(1)
    decisions = game.program.decisions
    chosen = 0
    for _ in range(250):
        number = int(chance.random() * len(game.values))
        chosen += decisions[game.state.stack[-1][0]].is_nothing(game.values[number])
        game.step(number)
    log = game.state.log or []
    told = [
        value for seat, block, value, _ in log
        if seat >= 0 and not isinstance(block, str) and decisions[block].is_nothing(value)
    ]  # fmt: skip
    assert chosen > 5 and len(told) == chosen


def test_totals_of_a_battle_are_told_again_only_when_something_was_spent(rules: rw.Rules) -> None:
    """Each attack tells both totals before tokens are spent, and after it where some were."""
    game, chance = rules.new_game(2, 1), random.Random(1)
    while game.values and len(game.state.log) < 3000:
        game.step(int(chance.random() * len(game.values)))
    deeds = [line.partition(" ")[2][2:] for line in game.log_lines() if line.startswith("Player ")]
    strikes = [deed for deed in deeds if deed.startswith("strikes with")]
    begun = sum(deed.startswith(("hunts", "besieges", "storms", "contests")) for deed in deeds)
    again = sum("their number of spent tokens" in strike for strike in strikes)
    totals = len(strikes)
    assert begun > 10
    assert again
    assert begun + again <= totals < 2 * begun


def test_what_a_word_says_of_you_is_told_of_somebody_else() -> None:
    """`told` of an adjective or a relation: a log says "their" where the word itself says "your"."""
    ruleset = loaded.ruleset("monumental")
    asked = _act(ruleset.parse("Choose a province joined by your land to the origin."))
    assert [ruleset.language(lang).deeds.told_of("Eve", asked) for lang in ("en", "hu", "es")] == [
        "Eve chooses a province joined by their land to the origin",
        "Eve választ egy tartományt, amely a tartományain át kapcsolódik a kiindulási tartományhoz",
        "Eve elige una provincia unida por su territorio al origen",
    ]
    assert "joined by your land" in ruleset.language("en").print(asked)


def test_a_language_tells_in_its_own_words_what_is_no_deed() -> None:
    game = loaded.rules("age_of_innovation").new_game(3, 2)
    while len(game.state.log or ()) < 150 and game.legal:
        game.choose(game.option_id(0))
    told = game.log_lines("es")
    assert any(line.startswith("Se saca al azar la loseta de ronda «") for line in told)
    assert any(re.fullmatch(r"El jugador \d elige «[^»]+»", line) for line in told)
    assert any(line.endswith(" coloca un taller") for line in told)  # own words of the game for «Colocar un taller»
    assert not any(re.match(r"El jugador \d:|[^:«]*: libro", line) for line in told)


def test_a_player_whom_chance_took_is_told_with_what_they_are_now() -> None:
    game = loaded.rules("mythotopia").new_game(3, 2)
    while len(game.state.log or ()) < 30 and game.legal:
        game.choose(game.option_id(0))
    assert [line for line in game.log_lines("es") if "jugador inicial" in line.lower()] == [
        "El jugador 2 es el jugador inicial"
    ]


def test_hungarian_tells_what_is_no_deed_in_words_of_its_own() -> None:
    game = loaded.rules("age_of_innovation").new_game(3, 2)
    while len(game.state.log or ()) < 60 and game.legal:
        game.choose(game.option_id(0))
    told = [line for line in game.log_lines("hu") if not line.startswith("Kezdőjátékos")]
    assert any(line.startswith("Véletlenszerűen kiválasztva: ") for line in told)
    assert any(re.fullmatch(r"\d\. játékos lerak egy műhelyt", line) for line in told)
    assert not any(re.match(r"\d\. játékos:", line) for line in told)


@pytest.mark.parametrize(("said", "text", "line"), [
    ("compra {text} <barco|barcos>", "1", "El jugador 1 compra 1 barco"),
    ("compra {text} <barco|barcos>", "12", "El jugador 1 compra 12 barcos"),
    ("compra barcos", "1", "El jugador 1 compra barcos: 1"),
])  # fmt: skip
def test_what_a_deed_counts_agrees_with_its_number(
    said: str, text: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = loaded.rules("mythotopia").new_game(2, 1).labels
    monkeypatch.setattr(labels, "_deeds", lambda _lang: {"elige el número de barcos": said})
    assert labels._own_words(f"El jugador 1 elige el número de barcos: {text}", 0, "es") == line


def test_a_bridge_is_told_by_its_two_ends() -> None:
    game = loaded.rules("terra_mystica").new_game(3, 2)
    labels = game.labels
    asked = next(block for block, asking in labels.program.decisions.items() if asking.kind == "border")
    bridge = next(iter(labels.layout.border_ends))
    first, second = (labels.cell(end, "es") for end in labels.layout.border_ends[bridge])
    assert labels.event(0, asked, bridge, -1, "es") == f"El jugador 1 construye un puente entre {first} y {second}"
    assert labels.event(0, asked, bridge, -1, "en").endswith(f"{first} – {second}")


def test_what_is_paid_thanks_to_a_card_names_both() -> None:
    labels = loaded.rules("mythotopia").new_game(2, 1).labels
    assert labels._paid_with((0, 0, 0, 1), "es").count("» gracias a «") == 1
    assert labels._paid_with((0, -1, 0, 1), "es").count("«") == 1
