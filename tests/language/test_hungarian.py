"""Hungarian: every text of the games that speak it means what the English one means."""

from __future__ import annotations

import loaded
import pytest
from plain import read_plain

from rulewright.language import nodes as n
from rulewright.language.language import Language
from rulewright.problems import RulewrightError
from rulewright.resources import data_dir
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.doctor import examine

GAMES = ("mythotopia", "age_of_innovation", "monumental", "civ_new_dawn")


def texts(name: str) -> dict[str, str]:
    """The Hungarian texts of a game's components."""
    path = data_dir("rulesets") / name / "locale/hu/texts.yaml"
    entries = read_plain(path)["components"]
    return {component: entry["text"] for component, entry in entries.items() if "text" in entry}


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return loaded.ruleset("mythotopia")


@pytest.fixture(scope="module")
def hungarian(game: Ruleset) -> Language:
    return game.language("hu")


@pytest.mark.parametrize("name", GAMES)
def test_every_word_has_all_its_forms(name: str) -> None:
    assert loaded.ruleset(name).language("hu").lexicon.missing_forms() == []


@pytest.mark.parametrize("name", GAMES)
def test_component_texts_mean_what_the_english_ones_mean(name: str) -> None:
    ruleset = loaded.ruleset(name)
    for component, text in texts(name).items():
        assert ruleset.parse(text, "hu") == ruleset.tree(component), component


@pytest.mark.parametrize("name", GAMES)
def test_every_component_with_a_text_has_one_in_hungarian(name: str) -> None:
    components = loaded.ruleset(name).components.values()
    assert {component.id for component in components if component.text} == texts(name).keys()


# what English says, how Hungarian says it
SENTENCES = [
    ("Draw 1 card.", "Húzz 1 kártyát."),
    ("Discard this card.", "Dobd el ezt a kártyát."),  # a known object; the preverb goes behind an order
    ("You may discard a card.", "Eldobhatsz egy kártyát."),
    ("You cannot discard a card.", "Nem dobhatsz el egy kártyát."),
    ("Each player draws 2 cards.", "Minden játékos húz 2 kártyát."),
    ("Your hand limit is 1 higher.", "A kézlimited 1-gyel nagyobb."),
    ("Your hand limit is 2 higher.", "A kézlimited 2-vel nagyobb."),
    ("Your hand limit is 3 higher.", "A kézlimited 3-mal nagyobb."),
    ("Your hand limit is 5 higher.", "A kézlimited 5-tel nagyobb."),
    ("Your hand limit is 6 higher.", "A kézlimited 6-tal nagyobb."),
    ("Your hand limit is 8 higher.", "A kézlimited 8-cal nagyobb."),
    ("Your hand limit is 6 instead of 5.", "A kézlimited 5 helyett 6."),
    ("Take the counter.", "Vedd el a pontjelzőt."),
    ("Pay the gold.", "Fizesd az aranyat."),  # the article before a vowel
    ("Look at the top 3 cards of the improvement deck.", "Nézd meg a fejlesztéspakli felső 3 kártyáját."),
    ("Take a card from your hand.", "Vegyél el egy kártyát a kezedből."),
    ("Take a counter from this card.", "Vegyél el egy pontjelzőt erről a kártyáról."),
    ("Move 1 army from your pool to your stock.", "Helyezz át 1 sereget a közös készletből a készletedbe."),
    ("Pay 1 gold to draw a card.", "1 aranyért húzz egy kártyát."),
    ("If you have no armies in your stock, draw a card.", "Ha nincs sereged a készletedben, húzz egy kártyát."),
    (
        "If you do not control the target, draw a card; otherwise, pay 1 gold.",
        "Ha nem uralod a célpontot, húzz egy kártyát; különben fizess 1 aranyat.",
    ),
    ("Gain 1 gold for each city you have.", "Kapsz 1 aranyat minden városod után."),
    ("Draw 2 cards, then discard 1 of them.", "Húzz 2 kártyát, majd dobj el közülük 1-et."),
    ("If a card is discarded, draw a card.", "Ha egy kártyát eldobnak, húzz egy kártyát."),
    ("If this card is not played, draw a card.", "Ha ezt a kártyát nem játsszák ki, húzz egy kártyát."),
    (
        "Choose a province with neutral strength at most 4.",
        "Válassz egy legfeljebb 4-es semleges katonai erejű tartományt.",
    ),
    (
        "Choose a province whose neutral strength is at least 3.",
        "Válassz egy tartományt, amelynek semleges katonai ereje legalább 3.",
    ),
    (
        "Choose a province within 2 of the target.",
        "Válassz egy tartományt, amely legfeljebb 2 távolságra van a célponttól.",
    ),
    ("Discard each card that is not an improvement card.", "Dobj el minden kártyát, amely nem fejlesztéskártya."),
    ("Discard up to 3 cards.", "Dobj el akár 3 kártyát."),
    ("If you have at most 2 armies, draw a card.", "Ha legfeljebb 2 sereged van, húzz egy kártyát."),
    (
        "If there are more cards in your deck than 7, draw a card.",
        "Ha 7-nél több kártya van a paklidban, húzz egy kártyát.",
    ),
    ("If there are exactly 2 players, draw a card.", "Ha pontosan 2 játékos van, húzz egy kártyát."),
    (
        "If the number of your armies is at least the number of your towns, draw a card.",
        "Ha a seregeid száma legalább a településeid száma, húzz egy kártyát.",
    ),
    (
        "If the number of your armies is at most twice the number of armies in the province, draw a card.",
        "Ha a seregeid száma legfeljebb a tartományban lévő seregek számának kétszerese, húzz egy kártyát.",
    ),
    (
        "If the number of your armies is exactly the number of your towns plus 1, draw a card.",
        "Ha a seregeid száma pontosan a településeid száma plusz 1, húzz egy kártyát.",
    ),
    (
        "If the number of your armies is at least half, rounded up, of the number of your towns, draw a card.",
        "Ha a seregeid száma legalább a településeid számának fele, felfelé kerekítve, húzz egy kártyát.",
    ),
    (
        "Choose a province where you have at least 3 armies.",
        "Válassz egy tartományt, ahol legalább 3 sereged van.",
    ),
    (
        "If another player has at least 2 armies in the province, draw a card.",
        "Ha egy másik játékosnak legalább 2 serege van a tartományban, húzz egy kártyát.",
    ),
    (
        "If you control fewer provinces than another player, draw a card.",
        "Ha uralsz kevesebb tartományt, mint egy másik játékos, húzz egy kártyát.",
    ),
    (
        "If you have more points than another player, draw a card.",
        "Ha több győzelmi pontod van, mint egy másik játékosnak, húzz egy kártyát.",
    ),
    ("Gain 1 gold for each 2 cities.", "Kapsz 1 aranyat minden 2 általad birtokolt város után."),
    ("You may put a town, city or road onto the board.", "Tehetsz egy települést, várost vagy utat a táblára."),
    (
        "For each of your cities, you may gain 1 gold or 2 food.",
        "A városaidnak mindegyikénél kaphatsz 1 aranyat vagy 2 ételt.",
    ),
    (
        "Choose a player that has more provinces than another player.",
        "Válassz egy játékost, akinek egy másik játékosnál több tartománya van.",
    ),
    ("Up to 2 times, you may draw a card.", "Legfeljebb 2 alkalommal húzhatsz egy kártyát."),
    ("Another player pays 2 gold to you.", "Egy másik játékos fizet 2 aranyat neked."),
    ("Another player pays 1 gold to you.", "Egy másik játékos fizet 1 aranyat neked."),
    ("Pay 1 gold to another player.", "Fizess 1 aranyat egy másik játékosnak."),
    (
        "You may pay 1 gold. If you do not, draw a card.",
        "Fizethetsz 1 aranyat. Ha nem teszed meg, húzz egy kártyát.",
    ),
    (
        "Each other player may pay 1 gold. If they do not, draw a card.",
        "Minden más játékos fizethet 1 aranyat. Ha nem teszi meg, húzz egy kártyát.",
    ),
    (
        "Reveal cards from your deck until you reveal an improvement card.",
        "Fedj fel kártyákat a paklidból, amíg fel nem fedsz egy fejlesztéskártyát.",
    ),
]


@pytest.mark.parametrize(("english", "expected"), SENTENCES)
def test_sentence(game: Ruleset, hungarian: Language, english: str, expected: str) -> None:
    tree = game.parse(english)
    assert hungarian.print(tree) == expected
    assert hungarian.parse(expected) == tree


# what one would not say in the order or with the words of the usual construction
NATURAL = [
    # of all such things, with the article; in places, too
    (
        "mythotopia",
        "While you invade, hill borders count as normal borders.",
        "Amíg inváziót vezetsz, a dombos határok normál határoknak számítanak.",
    ),
    (
        "mythotopia",
        "While you have armies in provinces, draw a card.",
        "Amíg vannak seregeid a tartományokban, húzz egy kártyát.",
    ),
    # "in it" before what is there
    ("monumental", "If there are no Outposts in it, gain 1 gold.", "Ha nincs benne előőrs, kapsz 1 aranyat."),
    ("civ_new_dawn", "Your loyalty in it is 1 higher.", "Az ottani hűséged 1-gyel nagyobb."),
    # a noun's own word behind where it is, or none
    ("civ_new_dawn", "Your striking power in each space is 1 higher.", "Minden mezőn érvényes ütőerőd 1-gyel nagyobb."),
    (
        "age_of_innovation",
        "If your level in law is at least 3, gain 1 step in each discipline.",
        "Ha a jogtudomány sávján elért szinted legalább 3, kapsz 1 lépést minden tudományág sávján.",
    ),
    ("age_of_innovation", "Gain 2 steps in medicine.", "Kapsz 2 lépést az orvostudomány sávján."),
    # where something is done
    (
        "age_of_innovation",
        "Whenever you build a workshop on a riverside space, gain 2 points.",
        "Valahányszor építesz egy műhelyt egy folyóparti területre, kapsz 2 győzelmi pontot.",
    ),
    (
        "age_of_innovation",
        "Gain 1 coin for each 3 counted levels you have in law.",
        "Kapsz 1 pénzt a jogtudomány sávján elért minden 3 fokozatod után.",
    ),
    (
        "age_of_innovation",
        "Gain 1 coin for each of up to 2 levels in law.",
        "Kapsz 1 pénzt minden akár 2, a jogtudomány sávján elért szint után.",
    ),
    # all of what something has
    (
        "tic_tac_toe",
        "If you have a mark on each space of a line, you win the game.",
        "Ha van jeled egy vonal minden mezőjén, megnyered a játékot.",
    ),
    ("civ_new_dawn", "The room of this card is 4 higher.", "E kártya szabad helye 4-gyel nagyobb."),
    # a number by what it counts
    ("monumental", "If your number of policies is at least 1, gain 1 gold.", "Ha vannak rendeleteid, kapsz 1 aranyat."),
    (
        "civ_new_dawn",
        "If your number of battles won is equal to 0, gain 1 trade token.",
        "Ha nincsenek megnyert csatáid, kapsz 1 kereskedelemjelölőt.",
    ),
    ("terra_mystica", "Pay all of your workers.", "Fizesd az összes munkásodat."),
    # who nobody is
    ("mythotopia", "If nobody attacks or defends, gain 1 gold.", "Ha senki nem támad vagy védekezik, kapsz 1 aranyat."),
    ("mythotopia", "If nobody has attacked, gain 1 gold.", "Ha senki nem támadott, kapsz 1 aranyat."),
    (
        "mythotopia",
        "Gain as much gold as half, rounded up, of the number of cards in your hand.",
        "Kapsz annyi aranyat, amennyi a kezedben lévő kártyák számának fele, felfelé kerekítve.",
    ),
]


def test_what_is_of_you_is_yours() -> None:
    game = loaded.ruleset("monumental")
    tree = game.parse("the number of terrains you have of you", "en", "amount")
    assert tree == game.parse("the number of terrains of yours you have", "en", "amount")
    assert game.parse(game.print(tree, "hu", "amount"), "hu", "amount") == tree


@pytest.mark.parametrize(("name", "english", "expected"), NATURAL)
def test_natural(name: str, english: str, expected: str) -> None:
    game = loaded.ruleset(name)
    tree = game.parse(english)
    assert game.print(tree, "hu") == expected
    assert game.parse(expected, "hu") == tree


def test_what_somebody_pays_for_is_said_of_them(game: Ruleset) -> None:
    tree = game.parse("Each player pays 1 gold to draw 2 cards.", "en", "text")
    said = "Minden játékos fizet 1 aranyat, hogy húzzon 2 kártyát."
    assert game.print(tree, "hu", "text") == said
    assert game.parse(said, "hu", "text") == tree


@pytest.mark.parametrize(("english", "hungarian"), [
    ("Each player discards their cards.", "Minden játékos eldobja a kártyáit."),
    ("Each other player reveals their card.", "Minden más játékos felfedi a kártyáját."),
    ("Each player draws 2 cards. They discard their cards.", "Minden játékos húz 2 kártyát. Eldobja a kártyáit."),
    ("Discard their cards.", "Dobd el a kártyáikat."),
])  # fmt: skip
def test_what_is_theirs_is_that_of_one_player(game: Ruleset, english: str, hungarian: str) -> None:
    tree = game.parse(english, "en", "text")
    assert game.print(tree, "hu", "text") == hungarian
    assert game.parse(hungarian, "hu", "text") == tree


def test_its_of_one_player_would_be_read_as_theirs(game: Ruleset) -> None:
    with pytest.raises(RulewrightError, match="RW0330"):
        game.print(game.parse("Each player discards its card.", "en", "text"), "hu", "text")


@pytest.mark.parametrize(("english", "hungarian"), [
    ("that province was empty", "az a tartomány üres volt"),
    ("your armies were in that province", "a seregeid abban a tartományban voltak"),
    ("your armies were next to a city", "a seregeid szomszédosak voltak egy várossal"),
])  # fmt: skip
def test_what_was_so_is_said(english: str, hungarian: str) -> None:
    game = loaded.ruleset("mythotopia")
    tree = game.parse(english, "en", "condition")
    assert game.print(tree, "hu", "condition") == hungarian and game.parse(hungarian, "hu", "condition") == tree


@pytest.mark.parametrize(("name", "english", "hungarian"), [
    ("age_of_innovation", "Gain 2 steps in a discipline.", "Kapsz 2 lépést egy tudományág sávján."),
    ("age_of_innovation", "Gain 2 steps in a discipline of the scholar space.",
     "Kapsz egy, a tudósmezőhöz tartozó tudományág sávján 2 lépést."),
    ("terra_mystica", "Settle your offers for each bowl III, at most 7 times.",
     "Rendezz ajánlatokat minden harmadik edény után, legfeljebb 7 alkalommal."),
    ("terra_mystica", "Gain at least 8 steps beside the bridge site.",
     "Kapsz a hídhely mellett lévő legalább 8 lépést."),
    ("terra_mystica", "Gain 2 steps on the space.", "Kapsz a területen 2 lépést."),
    ("terra_mystica", "If you have at least 5 cards nobody has, gain 1 point.",
     "Ha legalább 5 senki által birtokolt kártyád van, kapsz 1 győzelmi pontot."),
    # one of several of what something has
    ("mythotopia", "If you are a leader of the war, draw a card.",
     "Ha te vagy a háború egyik vezető játékosa, húzz egy kártyát."),
    ("mythotopia", "When a war is tied, if you are a leader of it, draw a card.",
     "Amikor egy háború döntetlen, ha te vagy az egyik vezető játékosa, húzz egy kártyát."),
    # a sum
    ("mythotopia", "If the number of your armies plus the number of your castles is at most 1, draw a card.",
     "Ha a seregeid száma plusz a váraid száma összesen legfeljebb 1, húzz egy kártyát."),
    ("mythotopia", "If the number of your armies plus the number of your castles is 1, draw a card.",
     "Ha a seregeid száma plusz a váraid száma összesen 1, húzz egy kártyát."),
    # who has more than somebody, and who has nothing
    ("monumental", "If another player has more gold than you, gain 1 gold.",
     "Ha egy másik játékosnak több aranya van, mint neked, kapsz 1 aranyat."),
    ("monumental", "Choose another player. If they have more gold than you, gain 1 gold.",
     "Válassz egy másik játékost. Ha több aranya van, mint neked, kapsz 1 aranyat."),
    ("monumental", "Each player with more gold than you gains 1 gold.",
     "Nálad több arannyal rendelkező minden játékos kap 1 aranyat."),
    ("monumental", "Choose a player who has more gold than you.",
     "Válassz egy játékost, akinek nálad több aranya van."),
    ("mythotopia", "If no other player has more cards in their hand than you, draw a card.",
     "Ha egyetlen másik játékosnak sincs több kártyája a kezében, mint neked, húzz egy kártyát."),
    ("mythotopia", "Choose a province where no other player has an army.",
     "Válassz egy tartományt, ahol egyetlen másik játékosnak sincs serege."),
    ("mythotopia", "Choose a province with no armies.", "Válassz egy tartományt, amelyben egyetlen sereg sincs."),
    ("mythotopia", "If you would gain gold, gain 1 more.",
     "Valahányszor kapnál aranyat, ehelyett kapsz annyi aranyat, amennyi az így kapott arany száma plusz 1."),
    # what a player holds is theirs
    ("monumental", "Each player loses all their gold.", "Minden játékos elveszíti az összes aranyát."),
])  # fmt: skip
def test_what_was_drawn_by_chance_comes_back(name: str, english: str, hungarian: str) -> None:
    game = loaded.ruleset(name)
    tree = game.parse(english)
    assert game.print(tree, "hu") == hungarian and game.parse(hungarian, "hu") == tree


@pytest.mark.parametrize(("name", "english", "hungarian"), [
    # a preverb only where something is named
    ("mythotopia", "While you attack, draw a card.", "Amíg támadsz, húzz egy kártyát."),
    ("mythotopia", "While you attack a province, draw a card.", "Amíg megtámadsz egy tartományt, húzz egy kártyát."),
    # where it is, or is taken from, behind it
    ("mythotopia", "Exchange 1 stone for a counter in the bank.",
     "Cserélj ki 1 követ egy pontjelzőre a bankból."),
    ("monumental", "Archive an unactivated card in your city.", "Archiválj egy nem aktivált lapot a városodból."),
    ("monumental", "Archive a card in the display.", "Archiválj egy lapot a fejlesztéssávról."),
    ("civ_new_dawn", "Resolve an economy card in your focus row.",
     "Hajts végre egy gazdasági fókuszkártyát a fókuszsorodban."),
    ("monumental", "Activate an unactivated card in your city.", "Aktiválj egy nem aktivált lapot a városodban."),
    ("age_of_innovation", "Build a workshop on an edge space.", "Építs egy műhelyt egy tábla széli területre."),
    # for each that is somewhere
    ("monumental", "Gain 1 gold for each policy in your tradition.",
     "Kapsz 1 aranyat a hagyományodban lévő minden kulturális rendelet után."),
    ("monumental", "For each policy in your tradition, gain 1 gold.",
     "A hagyományodban lévő minden kulturális rendelet után kapsz 1 aranyat."),
    ("terra_mystica", "Gain 1 coin for each 2 levels you have in fire.",
     "Kapsz 1 pénzt a tűz kultuszsávján elért minden 2 szinted után."),
    ("terra_mystica", "Gain 1 worker for each dwelling you have in land spaces, at most 7 times.",
     "Kapsz 1 munkást a szárazföldi területeken lévő minden lakóházad után, legfeljebb 7 alkalommal."),
])  # fmt: skip
def test_where_a_thing_is_stands_where_people_say_it(name: str, english: str, hungarian: str) -> None:
    game = loaded.ruleset(name)
    tree = game.parse(english)
    assert game.print(tree, "hu") == hungarian and game.parse(hungarian, "hu") == tree


def test_the_longer_ways_to_say_where_things_are_are_read() -> None:
    game = loaded.ruleset("monumental")
    tree = game.parse("Gain 1 gold for each policy in your tradition.")
    assert game.parse("Kapsz 1 aranyat minden, a hagyományodban lévő kulturális rendelet után.", "hu") == tree
    assert game.parse("Kapsz 1 aranyat minden hagyományodban lévő kulturális rendelet után.", "hu") == tree


@pytest.mark.parametrize(("name", "line"), [
    ("age_of_innovation", "Hajtsd végre az összes kártyád „Előkészületek után” hatását."),
    ("age_of_innovation", "Vedd sorra a dobozban lévő összes szakértelemlapkát"),
    ("age_of_innovation", "a közbeeső folyómező szomszédos a területtel, vagy szomszédos egy területtel, amely"),
    ("civ_new_dawn", "A választás feltétele: a feladott mező a kiindulási mező, vagy a feladott mező a célmező."),
    ("civ_new_dawn", "van kereskedelemjelölő az aktív kártyádon, vagy van rajta bevethető városállam"),
    ("monumental", "Válassz egy épületlapot a fejlesztéssávról."),
])  # fmt: skip
def test_what_steps_go_through_is_told_as_people_say_it(name: str, line: str) -> None:
    assert any(line in told.text for told in loaded.rulebook(name, "hu", internal=True))


def test_what_somebody_has_not_done_names_no_single_thing() -> None:
    game = loaded.ruleset("civ_new_dawn")
    tree = game.parse("Learn a focus card with level exactly 2 in your focus deck.")
    act = next(node for node in tree.walk() if isinstance(node, n.Perform))
    told = game.language("hu").deeds.told_of("Anna", act, negated=True)
    assert told == "Anna nem vesz fel 2-es szintű fókuszkártyát a fókuszkártya-paklijából"


@pytest.mark.parametrize("text", [
    "province 6 defended this way and any number of boards and province cards without provinces",
    "sea areas and coastal awards they have and the remaining starting cards without draw piles",
])  # fmt: skip
def test_what_is_described_is_no_noun_of_a_group(text: str) -> None:
    game = loaded.ruleset("mythotopia")
    tree = game.parse(text, "en", "phrase")
    assert game.parse(game.print(tree, "hu", "phrase"), "hu", "phrase") == tree


def test_whose_so_many_to_so_many_are_is_read() -> None:
    game = loaded.ruleset("age_of_innovation")
    tree = game.parse("the bottom 2 to 5 reward slots filled this way of them", "en", "phrase")
    assert game.parse(game.print(tree, "hu", "phrase"), "hu", "phrase") == tree


def test_what_lies_on_a_thing_is_not_said_as_what_lies_in_it() -> None:
    game = loaded.ruleset("mythotopia")
    assert game.print(game.parse("cards in choices", "en", "phrase"), "hu", "phrase")
    with pytest.raises(RulewrightError, match="RW0501"):
        game.print(game.parse("cards on choices", "en", "phrase"), "hu", "phrase")


@pytest.mark.parametrize("lang", ["en", "hu", "es"])
def test_what_is_measured_has_no_article(lang: str) -> None:
    game = loaded.ruleset("terra_mystica")
    tree = game.parse("Gain a power.")
    assert tree == game.parse("Gain 1 power.")
    assert game.parse(game.print(tree, lang), lang) == tree


def test_several_of_what_has_one_form_are_not_said() -> None:
    game = loaded.ruleset("monumental")
    assert game.print(game.parse("Put the set of used tokens into the supply."), "hu")
    with pytest.raises(RulewrightError, match="RW0330"):
        game.print(game.parse("Put the sets of used tokens into the supply."), "hu")


@pytest.mark.parametrize("lang", ["es", "fr", "hu", "de"])
def test_the_doctor_finds_nothing_that_a_language_lacks(lang: str) -> None:
    assert not examine(lang)


@pytest.mark.parametrize(("english", "hungarian"), [
    ("If you have an army in a province, draw a card.", "Ha van sereged egy tartományban, húzz egy kártyát."),
    ("If there is a city or castle in that province, draw a card.",
     "Ha van város vagy vár abban a tartományban, húzz egy kártyát."),
    ("Whenever you capture a province with a dragon, draw a card.",
     "Valahányszor elfoglalsz egy tartományt, amelyben van sárkány, húzz egy kártyát."),
    ("If you have gold, draw a card.", "Ha van aranyad, húzz egy kártyát."),
    ("If you have armies in your stock, draw a card.", "Ha vannak seregeid a készletedben, húzz egy kártyát."),
])  # fmt: skip
def test_one_thing_that_there_is_has_no_article(english: str, hungarian: str) -> None:
    game = loaded.ruleset("mythotopia")
    tree = game.parse(english)
    assert game.print(tree, "hu") == hungarian and game.parse(hungarian, "hu") == tree
    assert game.parse(hungarian.replace("van s", "van egy s"), "hu") == tree


@pytest.mark.parametrize(("name", "line"), [
    ("monumental", "Helyezd át 1 egységedet a kiindulási tartományból a céltartományba."),
    ("monumental", "Tegyél 1 termelésjelzőt az adott tartományból a készletedbe."),
    ("mythotopia", "Tedd vissza bárhány zsoldosodat a kiindulási tartományból a készletbe."),
    ("civ_new_dawn", "Helyezd át 1 karavánodat a kiindulási mezőről a célmezőre."),
    ("mythotopia", "Uralsz egy tartományt, ha van településed, városod vagy kastélyod benne."),
    ("mythotopia", "A tartomány úttal kapcsolódik a szomszédhoz, ha van út a tartomány és a szomszéd közötti"),
    ("civ_new_dawn", "Az ellenfél kiválasztja egyik mezőjét, ahol van irányításjelölője"),
    ("mythotopia", "Minden más játékos lezár minden általa vívott háborút."),
    ("mythotopia", "Végezd el egyszer vagy többször a következőket:"),
    ("mythotopia", "Döntsd el, mennyi legyen a megvett hajók száma (0 és a közös készletben lévő hajóid száma"),
    ("age_of_innovation", "levonva belőle: az elküldött tudósaid száma"),
    ("age_of_innovation", "Szedd be az összes kártyád bevételét."),
    ("monumental", "+1 minden ottani katona után"),
    ("monumental", "Városlap használata"),
])  # fmt: skip
def test_steps_are_told_as_rulebooks_tell_them(name: str, line: str) -> None:
    assert any(told.text.startswith(line) for told in loaded.rulebook(name, "hu", internal=True))


def test_a_long_sound_is_not_doubled() -> None:
    game = loaded.ruleset("monumental")
    assert "a sorhosszal" in game.print(
        game.parse("If the number of policies is equal to the row size, draw a card."), "hu"
    )


def test_what_is_yours_of_a_thing_is_said_of_the_thing() -> None:
    game = loaded.ruleset("civ_new_dawn")
    tree = game.parse("If your difficulty of a space is at least 2, defeat a barbarian.")
    said = game.print(tree, "hu")
    assert "egy mező nehézsége legalább 2" in said and game.parse(said, "hu") == tree
    assert game.parse(said.replace("egy mező", "számodra egy mező"), "hu") == tree


COUNTED = [  # what is counted is the thing; the verb tells whether it is known
    (
        "Return 2 armies of yours in provinces into your stock.",
        "Tegyél vissza 2 tartományban lévő seregedet a készletedbe.",
    ),
    (
        "Return 2 armies of yours in provinces into your stock.",
        "Tedd vissza két tartományban lévő seregedet a készletedbe.",
    ),
    (
        "Return each army of yours in provinces into your stock.",
        "Tegyél vissza minden tartományban lévő seregedet a készletedbe.",
    ),
    ("Return an army in a province into your stock.", "Tegyél vissza egy tartományban lévő sereget a készletedbe."),
    ("Discard a card in your hand.", "Dobj el egy kezedben lévő kártyát."),
    ("Discard 2 cards in your hand.", "Dobj el 2 kezedben lévő kártyát."),
    ("Discard up to 3 cards in your reserve.", "Dobj el legfeljebb 3 tartalékodban lévő kártyát."),
    ("Discard a card in another player's hand.", "Dobj el egy másik játékos kezében lévő kártyát."),
    ("Choose a province next to a city.", "Válassz egy várossal szomszédos tartományt."),
    ("Discard the 2 cards in your hand.", "Dobd el a kezedben lévő 2 kártyát."),
    ("Discard up to 2 cards.", "Dobj el legfeljebb 2 kártyát."),
]


@pytest.mark.parametrize(("english", "said"), COUNTED)
def test_what_is_counted_is_the_thing_and_not_where_it_is(
    game: Ruleset, hungarian: Language, english: str, said: str
) -> None:
    assert hungarian.parse(said) == game.language("en").parse(english)


def test_what_would_count_the_places_comes_back_or_is_not_said(game: Ruleset, hungarian: Language) -> None:
    for english in (
        "Return your army in 2 provinces into your stock.",
        "Return the army in 2 provinces into your stock.",
    ):
        tree = game.language("en").parse(english)
        with pytest.raises(RulewrightError):
            hungarian.print(tree)


def test_and_behind_a_choice_is_told_to_be_two_things(game: Ruleset, hungarian: Language) -> None:
    for lang, said in (
        ("hu", "Húzz 2 kártyát vagy dobj el 1 kártyát, és húzz 1 kártyát."),
        ("en", "Draw 2 cards or discard 1 card, and draw 1 card."),
    ):
        with pytest.raises(RulewrightError) as caught:
            game.language(lang).parse(said)
        assert lang == "en" or [found.code for found in caught.value.problems] == ["RW0322"]


def test_messages_name_no_marks_of_words(hungarian: Language) -> None:
    for said in (
        "Ha 3 tartományt, húzz egy kártyát.",
        "Dobd el a kezedből a kártyákat.",
        "Válassz egy legfeljebb 4 erejű tartományt.",
    ):
        with pytest.raises(RulewrightError) as caught:
            hungarian.parse(said)
        told = [name for found in caught.value.problems for name in found.expected]
        assert not [name for name in told if name.strip("“”").isupper() and name.strip("“”").isascii()]
