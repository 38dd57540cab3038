"""Every problem of texts, types, lexicons and grammars: its broken example has it, its mended one has none."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.language.checks.agreement import sound_errors
from rulewright.language.grammar.kinds import KINDS
from rulewright.language.grammar.parse_tables import build_tables
from rulewright.language.grammar.productions import Grammar
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon, core_words
from rulewright.language.lexicon.inflection import Inflection
from rulewright.language.nodes import Article, NounPhrase, Number, Perform, Slot, Text
from rulewright.language.parsing.lexer import REMEMBERED
from rulewright.problems import Problem, RulewrightError, TextError, catalogue
from rulewright.resources import data_dir
from tests.language.conftest import load

OF_LANGUAGE = [code for code in catalogue() if code[:4] in ("RW03", "RW04", "RW05")]


def text_of(value: Any) -> tuple[str, str]:
    """(kind, text) of an example."""
    if isinstance(value, str):
        return "text", value
    text = value["repeat"] * value["times"] + value.get("end", "") if "repeat" in value else value["text"]
    return value.get("kind", "text"), text


def problems(example: dict[str, Any], plain: Language) -> list[Problem]:
    """What is wrong with an example."""
    try:
        if "grammar" in example:
            core = (data_dir("grammar") / "core.en.lark").read_text(encoding="utf-8")
            grammar = Grammar(core + "\n" + example["grammar"], plain.lexicon.alternatives)
            build_tables(grammar.productions, sorted(set(KINDS.values())))
            return []
        language = plain
        if "lexicon" in example:
            words = copy.deepcopy(load("lexicon.yaml"))
            for kind, entries in example["lexicon"].items():
                words.setdefault(kind, {}).update(entries)
            language = Language(Lexicon.from_mapping(words))
        if "text" in example:
            kind, text = text_of(example["text"])
            language.parse(text, kind)
    except RulewrightError as error:
        return list(error.problems)
    return []


# Examples of whole rulesets are tried in tests/problems.
SENTENCES = [code for code in OF_LANGUAGE if (broken := catalogue()[code]["broken"]) and "files" not in broken]


@pytest.mark.parametrize("code", SENTENCES)
def test_examples(language: Language, code: str) -> None:
    entry = catalogue()[code]
    found = problems(entry["broken"], language)
    assert {p.code for p in found} == {code}, found
    assert problems(entry["mended"], language) == []


# text, the sentence that the message proposes
MENDED = [
    ("Gain 2 coins whenever you draw a card.", "Whenever you draw a card, gain 2 coins."),
    ("You may draw a card if you have a tower.", "If you have a tower, you may draw a card."),
    ("Action: draw a card when you attack.", "Action: when you attack, draw a card."),
    ("Gain 1 coin at the start of your turn.", "At the start of your turn, gain 1 coin."),
    ("Draw 2 crads.", "Draw 2 cards."),
    ("Whenever you attack gain 1 coin.", "Whenever you attack, gain 1 coin."),
    ("If you attack, draw a card, otherwise gain 1 coin.", "If you attack, draw a card; otherwise, gain 1 coin."),
    # what beginners write
    ("For each city and each tower, draw a card.", "For each city or tower, draw a card."),
    ("Gain +1 coin.", "Gain 1 coin."),
    ("If you have a tower then gain 1 coin.", "If you have a tower, gain 1 coin."),
    ("When you attack: gain 1 coin.", "When you attack, gain 1 coin."),
    ("Whenever a player attacks take 1 coin from his hand.", "Whenever a player attacks, take 1 coin from their hand."),
    ("Take 1 card from his or her hand.", "Take 1 card from their hand."),
    ("You can draw a card.", "You may draw a card."),
    ("You have to discard a card.", "You must discard a card."),
    ("Take a card from another players hand.", "Take a card from another player's hand."),
    ("Take a card from another players hand.", "Take a card from another player's hand."),
    ("Gain a coin at the beginning of your turn.", "At the start of your turn, gain a coin."),
    ("At the end of turn, gain 1 coin.", "At the end of your turn, gain 1 coin."),
    ("Once each turn: draw a card.", "Once per turn, draw a card."),
    ("Discard 1 card, draw 1 card.", "Discard 1 card, then draw 1 card."),
    ("Discard 1 card; draw 1 card.", "Discard 1 card, then draw 1 card."),
    ("Pay 1 wood -> draw a card.", "Pay 1 wood to draw a card."),
    ("Spend 1 wood to draw a card.", "Pay 1 wood to draw a card."),
    ("If you do draw a card.", "If you do, draw a card."),
    ("You may pay 1 wood, if you do, draw a card.", "You may pay 1 wood. If you do, draw a card."),
    ("Choose one: draw a card or gain 1 coin.", "Draw a card or gain 1 coin."),
    ("Choose one - draw a card; or gain 1 coin.", "Draw a card or gain 1 coin."),
    ("Either draw a card or gain 1 coin.", "Draw a card or gain 1 coin."),
    ("Gain 1 coin per tower you own.", "Gain 1 coin for each tower you have."),
    ("Gain 1 coin for each tower you've.", "Gain 1 coin for each tower you have."),
    ("You can't attack.", "You cannot attack."),
    ("Players may not attack.", "Players cannot attack."),
    ("Draw a card, if you have a tower.", "If you have a tower, draw a card."),
    ("Gain 2 coins!", "Gain 2 coins."),
    ("Gain 2 coins & 1 wood.", "Gain 2 coins and 1 wood."),
    ("Gain 2 coins plus 1 wood.", "Gain 2 coins and 1 wood."),
    ("Gain 2 coins, 1 wood, and 1 stone.", "Gain 2 coins, 1 wood and 1 stone."),
    ("Gain 2 coins and 1 wood and 1 stone.", "Gain 2 coins, 1 wood and 1 stone."),
    ("Each opponent discards a card.", "Each other player discards a card."),
    ("Everyone draws a card.", "Each player draws a card."),
    ("Your strength is increased by 1.", "Your strength is 1 higher."),
    ("As long as you have a tower, your hand limit is +1.", "While you have a tower, your hand limit is 1 higher."),
    ("Each time you draw a card, get 1 coin.", "Whenever you draw a card, gain 1 coin."),
    ("Take a card the deck.", "Take a card from the deck."),
    ("Draw a a card.", "Draw a card."),
    ("You don't need to pay 1 wood.", "You need not pay 1 wood."),
    ("If there's a tower, gain 1 coin.", "If there is a tower, gain 1 coin."),
    ("Each of your opponents discards a card.", "Each other player discards a card."),
    ("During your turn, gain 1 coin.", "On your turn, gain 1 coin."),
    ("At game end gain 1 coin.", "At the end of the game, gain 1 coin."),
    ("If you have 3 or more coins, gain 1 wood.", "If you have at least 3 coins, gain 1 wood."),
    ("Gain coins equal to the number of your towers.", "Gain as many coins as the number of your towers."),
    ("Place 1 tower on a field adjacent to your worker.", "Put 1 tower into a field next to your worker."),
    ("Discard your entire hand.", "Discard your hand."),
    ("Take a coin from the player on your left.", "Take a coin from the player to your left."),
    ("Exchange 1 wood with 1 coin.", "Pay 1 wood to gain 1 coin."),
    ("Draw a card three times.", "3 times, draw a card."),
    ("Draw a card twice.", "2 times, draw a card."),
    ("You win.", "You win the game."),
    ("The player with the most points wins.", "The player with the most points wins the game."),
    ("Steal 1 coin from another player.", "Take 1 coin from another player."),
    ("Score 2 points.", "Gain 2 points."),
    ("If you have a tower, nothing happens.", "If you have a tower, do nothing."),
]


@pytest.mark.parametrize(("text", "sentence"), MENDED)
def test_it_is_read_as_this_sentence_or_the_message_shows_it(language: Language, text: str, sentence: str) -> None:
    try:
        read = language.print(language.parse(text))
    except TextError as error:
        assert f"“{sentence}”" in error.problems[0].message
    else:
        assert read == sentence


@pytest.mark.parametrize(
    "text",
    [
        "For each city and each tower next to a field, draw a card.",
        "Do not draw a card.",
        "Draw a random card.",
        "Play starts with the first player.",
        "Draw a card and/or discard a card.",
        "Draw a card (and discard a card).",
        "Look at top card of your deck.",
        "Draw the a card.",
    ],
)
def test_no_sentence_is_proposed_that_says_something_else(language: Language, text: str) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert not [p for p in caught.value.problems if "Write:" in p.message]


# other wordings that are read
READ = [
    ("Draw twelve cards.", "Draw 12 cards."),
    ("Draw up to two cards.", "Draw up to 2 cards."),
    ("Your hand limit is +2.", "Your hand limit is 2 higher."),
    ("Your hand limit is −1.", "Your hand limit is 1 lower."),
    ("Your hand limit is -1.", "Your hand limit is 1 lower."),
]


@pytest.mark.parametrize(("text", "printed"), READ)
def test_other_wordings_are_read(language: Language, text: str, printed: str) -> None:
    assert language.print(language.parse(text)) == printed


@pytest.mark.parametrize("text", ["Gain 1 coin for each towers.", "Gain 1 coin for each of your tower."])
def test_each_stands_with_the_right_number(language: Language, text: str) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert [p.code for p in caught.value.problems] == ["RW0412"]


def test_every_sentence_is_told_of(language: Language) -> None:
    text = "Gain 2 florgs. Draw a card. Gain 3 glorps. Take a fertile field. Draw."
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert [text[p.offset : p.end] for p in caught.value.problems] == ["florgs", "glorps", "."]


def test_did_you_mean_comes_from_what_can_stand_there(language: Language) -> None:
    with pytest.raises(TextError) as caught:
        language.parse("Gain 2 toewr.")
    (problem,) = caught.value.problems
    assert "towers" in problem.suggestions or "tower" in problem.suggestions
    assert not {"Action", "whenever"} & set(problem.suggestions)


def test_places_are_those_of_the_text(language: Language) -> None:
    text = "Draw a card.   Gain 2  florgs."
    with pytest.raises(TextError) as caught:
        language.parse(text)
    (problem,) = caught.value.problems
    assert text[problem.offset : problem.end] == "florgs"


@pytest.mark.parametrize(
    "text",
    [
        "a " * 50_000,
        "draw a card, then " * 1000,
        "(" * 5000,
        "half of " * 2000,
        "9" * 5000,
        "²",
        "Draw " + "fertile " * 2000,
    ],
)
def test_monsters_are_refused(language: Language, text: str) -> None:
    for kind in ("text", "amount", "condition"):
        with pytest.raises(TextError):
            language.parse(text, kind)


def test_a_verb_may_change_the_meaning_of_one_of_the_core_without_new_words() -> None:
    words = load("lexicon.yaml")
    words["verbs"]["end"] = {"slots": {"object": "field"}}
    lexicon = Lexicon.from_mapping(words)
    assert lexicon.verbs["end"].slots == {"object": "field"}
    assert lexicon.verbs["end"].patterns == ("V [{object}]",)


@pytest.mark.parametrize(("text", "word", "offset"), [
    ("Draw draw 2 cards.", "draw", 5), ("Gain Gain 2 coins.", "Gain", 5), ("You may just gain 2 coins.", "just", 8),
])  # fmt: skip
def test_a_word_too_many_is_quoted_as_it_was_written(language: Language, text: str, word: str, offset: int) -> None:
    with pytest.raises(RulewrightError) as caught:
        language.parse(text)
    (found,) = caught.value.problems
    assert (found.code, found.found, found.offset) == ("RW0316", word, offset)


def test_what_belongs_to_several_is_said_as_english_has_it(language: Language) -> None:
    tree = language.parse("Discard each card in the other players' hands.")
    assert tree == language.parse("Discard each card in the other players's hands.")
    assert language.print(tree) == "Discard each card in the other players' hands."


def test_what_has_no_words_is_told_in_plain_ones() -> None:
    bare = Lexicon.from_mapping({"nouns": {"coin": {"type": "resource", "en": "coin"}}}, "es", {}, partial=True)
    tree = Perform(verb="gain", slots=(Slot(name="object", value=NounPhrase(noun="coin")),))
    with pytest.raises(RulewrightError) as caught:
        Language(bare, "es").print(Text(sentences=(tree,)))
    assert caught.value.problems[0].found == "noun phrase coin"


def test_nor_does_a_class_or_a_field_stand_for_what_cannot_be_said() -> None:
    words = {"nouns": {"coin": {"type": "resource", "en": "coin", "es": {"one": "moneda", "gender": "f"}}}}
    spanish = Language(Lexicon.from_mapping(words, "es", {}, partial=True), "es")
    owned = NounPhrase(noun="coin", plural=True, determiner=Article(word="their"))
    for node, told in ((owned, "noun phrase coin plural"), (Slot(name="object", value=Number(value=2)), "slot object")):
        with pytest.raises(RulewrightError) as caught:
            spanish.print(node)
        (found,) = caught.value.problems
        assert found.code == "RW0330" and found.found == told


def test_a_sign_that_a_language_spaces_otherwise_is_told_with_its_word() -> None:
    spaced = SimpleNamespace(core={"euphony": [[" ?:", " :"]]})
    assert [item.found for item in sound_errors("Revenu : gagne 2.", spaced)] == []  # type: ignore[arg-type]
    (slip,) = sound_errors("Ton revenu: gagne 2.", spaced)  # type: ignore[arg-type]
    assert (slip.found, slip.suggestions, slip.offset) == ("revenu:", ("revenu :",), 4)


def test_a_clitic_may_have_several_wordings() -> None:
    core = {**core_words("es"), "clitics": {"IT": {"one_m": ["lo", "le"], "one_f": "la"}}}
    assert Inflection(core).clitics["IT"] == {"one_m": ("lo", "le"), "one_f": ("la",)}


def test_wordings_that_can_stand_at_a_place_are_gathered_once(language: Language) -> None:
    lexer = language.lexer
    terminals = frozenset(("NOUN", "HEADING"))
    among = lexer.wordings_among(terminals)
    assert {(wording, size) for size, some in among.items() for wording in some} == {
        (wording, size) for terminal, wording, size in lexer.wordings if terminal in terminals
    }
    assert lexer.wordings_among(terminals) is among
    for terminal, _, _ in lexer.wordings[: 50 * REMEMBERED : 50]:
        lexer.wordings_among(frozenset((terminal, "TIME")))
    assert len(lexer._among) <= REMEMBERED
