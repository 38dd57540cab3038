"""What was understood, said back: every Meaning of the corpus has words, and what no word showed is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import rulewright.meaning.paraphrases
from rulewright.cli.app import app
from rulewright.cli.text.reader_language import speak
from rulewright.meaning import bind, bind_text, in_words_of, paraphrase, told_in
from rulewright.meaning.paraphrases.speaker import frames
from rulewright.ruleset.loader import read_ruleset
from tests.meaning.texts import GAMES, TESTS, ruleset, translated

OTHERS = ("hu", "es", "fr")
SAID = [
    (
        "mythotopia",
        "Reserve: whenever you would take a counter from a VP card, you may take it from the bank instead.",
        "Reserve: Whenever you take a counter from a VP card, before it is done and in its place: you may, whole or "
        "not at all: take that counter from the bank instead.",
    ),
    (
        "mythotopia",
        "Free action: return 1 army in any province to its owner's stock.",
        "Free action (whole or not at all): Return any one army (you choose which) in any province into the "
        "stock of the "
        "owner of that army (just chosen).",
    ),
    (
        "conjurers",
        "Work: each other player puts a card from their hand into your hand.",
        "Work: For each player other than you, in turn order, one after another: that player puts any "
        "one card (that player chooses which) from the hand of that player (of this pass) into your hand, as far as "
        "possible.",
    ),
    (
        "conjurers",
        "Work: reveal the top card of the deck. If it is a spell, gain 2 mana; otherwise, put it into your hand.",
        "Work: Reveal the top card of the deck. If that card is a spell: gain 2 mana; otherwise: put that card into "
        "your hand.",
    ),
    (
        "monumental",
        "Use: look at the top 3 cards of your city deck. Discard 1 of them, then return the rest onto your city deck.",
        "Use (whole or not at all): Look at the top 3 cards of your city deck. Discard 1 of those cards "
        "(you choose which); "
        "then return the rest of those cards onto your city deck.",
    ),
    (
        "monumental",
        "Use: gain 1 gold for each policy in your tradition.",
        "Use (whole or not at all): As many times as there are policies in your tradition, counted before: "
        "gain 1 gold.",
    ),
    (
        "monumental",
        "Use: gain 1 gold for each 2 policies in your tradition.",
        "Use (whole or not at all): As often as 2 policies in your tradition can be counted off, each time others: "
        "gain 1 gold.",
    ),
]


IN_OTHERS = [
    (
        "hu",
        "Free action: return 1 army in any province to its owner's stock.",
        "Mellékakció (egészben vagy sehogy): Tegyél vissza 1 tetszőleges sereget (te választod ki; bármely "
        "tartományban) annak a seregnek (az "
        "imént választott) a tulajdonosának a készletébe.",
    ),
    (
        "hu",
        "Reserve: whenever you would take a counter from a VP card, you may take it from the bank instead.",
        "Tartalék: Valahányszor te elveszel 1 pontjelzőt 1 pontkártyáról, mielőtt megtörténne, és helyette: neked "
        "szabad, egészben vagy sehogy: vedd el azt a pontjelzőt a bankból ehelyett.",
    ),
    (
        "hu",
        "Reserve: while you attack, your combat strength is 1 higher.",
        "Tartalék: Amíg te támadsz: a tartománynak a harci ereje (nálad) ennyivel nagyobb: 1 (valahányszor kérdezik, "
        "újraszámolva).",
    ),
    (
        "hu",
        "Draw 2 cards, then discard 1 of them.",
        "Húzz 2 kártyát, amennyire lehet; azután dobj el 1-et (ezek közül: azok a kártyák (az imént választott); te "
        "választod ki), amennyire lehet.",
    ),
    (
        "es",
        "Free action: return 1 army in any province to its owner's stock.",
        "Acción gratuita (entero o nada): Devuelve un ejército cualquiera (tú eliges cuál) en cualquier "
        "provincia al suministro "
        "personal del propietario de ese ejército (recién elegido).",
    ),
    (
        "es",
        "Reserve: whenever you would take a counter from a VP card, you may take it from the bank instead.",
        "Reserva: Cada vez que tú tomas una ficha de PV de una carta de PV, antes de hacerlo y en su lugar: es "
        "opcional para ti, entero o nada: toma esa ficha de PV de la banca en su lugar.",
    ),
    (
        "fr",
        "Free action: return 1 army in any province to its owner's stock.",
        "Action gratuite (en entier ou pas du tout) : Remettez une armée quelconque (vous choisissez "
        "lequel) dans n'importe quelle province dans "
        "la réserve personnelle du propriétaire de cette même armée (choisi à l'instant).",
    ),
]


@pytest.mark.parametrize(("lang", "text", "said"), IN_OTHERS)
def test_a_text_is_said_back_in_the_language_of_the_reader(lang: str, text: str, said: str) -> None:
    rules = ruleset("mythotopia")
    assert paraphrase(bind_text(rules, rules.parse(text)), rules, lang) == said


@pytest.mark.parametrize(("game", "text", "said"), SAID)
def test_a_text_is_said_back(game: str, text: str, said: str) -> None:
    rules = ruleset(game)
    assert paraphrase(bind_text(rules, rules.parse(text)), rules) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take the top card of the deck.", "Take the top card of the deck into your hand, as far as possible."),
        (
            "gain a card from the shop.",
            "Gain any one card (you choose which) from the shop into the discard pile, as far as possible.",
        ),
        (
            "each player takes a card from the shop.",
            "For each player, in turn order, one after another: that player takes any one card (that player chooses "
            "which) from the shop into the hand of that player, as far as possible.",
        ),
        (
            "take a card from the shop into your circle.",
            "Take any one card (you choose which) from the shop into your circle, as far as possible.",
        ),
        ("gain a coin.", "Gain 1 coin."),
    ],
)
def test_where_a_card_comes_that_is_taken_is_said(text: str, said: str) -> None:
    rules, problems = read_ruleset(str(TESTS / "strangers" / "fair"), ())
    assert rules is not None and problems == []
    assert paraphrase(bind_text(rules, rules.parse(f"Work: {text}")), rules) == f"Work: {said}"


@pytest.mark.parametrize("game", [game for game in GAMES if " with " not in game])
def test_every_meaning_of_the_corpus_has_words(game: str) -> None:
    rules = ruleset(game)
    for bound in bind(rules):
        assert bound.meaning is not None
        said = paraphrase(bound.meaning, rules)
        assert said and not UNSAID.search(said), (bound.words.text, said)


UNSAID = re.compile("\\bNone\\b|[{}\\[\\]<>\ue000-\uf8ff]|  |_|^ ")
TRANSLATED = [(game, lang) for game in GAMES if " with " not in game for lang in OTHERS if lang in translated(game)]


@pytest.mark.parametrize(("game", "lang"), TRANSLATED)
def test_every_meaning_of_the_corpus_has_words_in_every_language(game: str, lang: str) -> None:
    rules = ruleset(game)
    nouns = {word.id for word in rules.language("en").lexicon.nouns.values()}
    for bound in bind(rules):
        assert bound.meaning is not None
        said = paraphrase(bound.meaning, rules, lang)
        assert said and not UNSAID.search(said), (bound.words.text, said)
        assert said.count("(") == said.count(")"), (bound.words.text, said)
        assert not nouns.intersection(word for word in said.split() if "_" in word), (bound.words.text, said)


def test_every_frame_is_used_and_every_frame_used_is_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    known = frames("en")
    named = set(re.findall(r'(?:frame|choice|joined)\(\s*"(\w+)"', source))
    assert named <= set(known)
    unused = {name for name in known if not re.search(rf'"{name}"', source)} - BY_WORD
    assert unused == set()


OWN = {
    "moods", "slots", "known", "places", "merged", "before_noun", "prepositions", "said_twice",
    *(f"{word}_{kind}" for word in ("is", "be") for kind in ("at", "related", "estar")),
}  # fmt: skip
AS_WELL = {"noun", "nouns", "low", "high"}  # of which a language says one or the other
LEFT = {"place"}  # an ending says it
FOLDER = Path(rulewright.meaning.paraphrases.__file__).parent
# Frames that are named by a word of the language: a quantity, a conjunction, how a number changes.
BY_WORD = {
    "several_and", "several_or", "more", "fewer", "up_to", "at_least", "at_most", "exactly", "either", "range",
    "more_than", "fewer_than", "any_number", "some", "all", "both", "any", "no", "most", "fewest", "mass", "bare",
    "one_each",
    "half_down", "half_up", "number_at_least", "number_at_most", "raise", "lower", "set", "no_one",
    "raise_once", "lower_once",
    "set_to", "set_by", "set_towards", "count", "as_much_instead", "as_many_instead",
    "just_as_many", "at_least_as_many", "twice_as_many", "over_twice_as_many", "just_twice_as_many", "half_as_many",
}  # fmt: skip


@pytest.mark.parametrize(("game", "lang"), [("tic_tac_toe", "de"), ("monumental", "fr")])
def test_who_cannot_be_told_in_their_language_gets_english_words_and_is_told_so(game: str, lang: str) -> None:
    rules = ruleset(game)
    bound = next(iter(bind(rules)))
    assert bound.meaning is not None
    assert told_in(rules, lang) == "en"
    assert paraphrase(bound.meaning, rules, lang) == paraphrase(bound.meaning, rules)
    assert in_words_of(rules, lang, "Draw") == "(English) Draw"
    assert in_words_of(rules, "hu", "Húzz") == "Húzz"


@pytest.mark.parametrize("lang", OTHERS)
def test_frames_of_a_language_have_the_gaps_of_the_english_ones(lang: str) -> None:
    english, others = frames("en"), frames(lang)
    assert set(english) <= set(others)
    assert set(others) - set(english) <= OWN
    for name, frame in english.items():
        for key in () if name in OWN else frame if isinstance(frame, dict) else (None,):
            mine, theirs = (one if key is None else one[key] for one in (others[name], frame))
            assert _gaps(mine) <= _gaps(theirs) | AS_WELL, (name, key)
            assert {gap for gap in _gaps(theirs) if gap not in LEFT} - AS_WELL <= _gaps(mine), (name, key)


def _gaps(frame: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", frame))


def test_read_and_show_say_it_back() -> None:
    run = CliRunner()
    read = run.invoke(app, ["read", "mythotopia", "Draw 2 cards, then discard 1 of them."])
    assert "Understood as: Draw 2 cards, as far as possible; then discard" in read.output
    read = run.invoke(app, ["read", "mythotopia", "Húzz 2 kártyát.", "--lang", "hu"])
    assert "Így értve: Húzz 2 kártyát, amennyire lehet" in read.output
    speak("es")
    try:
        read = run.invoke(app, ["read", "mythotopia", "Draw 2 cards."])
    finally:
        speak("en")
    assert ": Roba 2 cartas, en lo posible" in read.output
    shown = run.invoke(app, ["show", "mythotopia", "marauders", "--meaning"])
    assert "Understood as: Free action (whole or not at all): Return any one army" in shown.output


def test_the_frames_are_yaml_of_strings() -> None:
    text = (FOLDER.parents[3] / "grammar" / "paraphrase.en.yaml").read_text(encoding="utf-8")
    assert set(yaml.load(text, Loader=yaml.BaseLoader)) == set(frames("en"))
