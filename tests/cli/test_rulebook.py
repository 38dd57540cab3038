"""The rulebook, from what runs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import loaded
import pytest
from test_commands import rulewright

from rulewright.cli.commands.rulebook import markdown
from rulewright.language.lexicon import core_words
from rulewright.ruleset.rulebook import rulebook as document
from rulewright.ruleset.rulebook import wording


@cache
def printed(game: str, lang: str, *packs: str) -> str:
    """What the command prints with `--internal`; each rulebook is made once, and in this process."""
    return "\n".join([*markdown(loaded.rulebook(game, lang, True, packs)), ""])


@pytest.mark.parametrize(("game", "lang", "packs"), [
    ("tic_tac_toe", "es", ()),
    ("mythotopia", "en", ("tests/packs/war_horse",)),
])  # fmt: skip
def test_the_command_prints_the_document(game: str, lang: str, packs: tuple[str, ...]) -> None:
    chosen = [word for pack in packs for word in ("--pack", pack)]
    told = rulewright("rulebook", game, *chosen, "--lang", lang, "--internal").stdout
    assert told == printed(game, lang, *packs)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "- Shuffle the province deck."),
        ("es", "- Baraja el mazo de provincias."),
        ("hu", "- Keverd meg a tartománypaklit."),
    ],
)
def test_a_rulebook_in_each_language(lang: str, said: str) -> None:
    text = printed("mythotopia", lang)
    assert text.startswith("# Mythotopia\n") and said in text
    for chapter in ("rules", "actions", "deeds", "meanings", "things"):
        assert f"\n## {core_words(lang)['blocks']['chapters'][chapter]}\n" in text
    if lang != "en":  # what a language cannot say stands there in English, in italics
        assert not re.search(r"(?<!\*)\*[^*\n]+\*(?!\*)", text)
    assert (
        not re.search(r"\b(?:de|a) el\b|\ba [aáeéiíoóöőuúüű]" if lang != "en" else r"\ba [aeo]", text) or lang == "es"
    )
    assert lang != "es" or not re.search(r"\b(?:de|a) el\b", text)


# An article before the wrong sound, or one that should have melted into the word before it.
WRONG = {
    "es": r"\b(?:[Dd]e|[Aa]) el\b",
    "hu": r"(?<!\*)\b[Aa] (?:[aáeéiíoóöőuúüű]|5|1(?!\d))|\b[Aa]z (?:(?![aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ15„])\w|1\d)",
}


@pytest.mark.parametrize("lang", WRONG)
@pytest.mark.parametrize(
    ("game", "packs"),
    [
        ("mythotopia", ()),
        ("age_of_innovation", ()),
        ("civ_new_dawn", ()),
        ("monumental", ("renaissance", "heroes", "monsters", "automa")),
    ],
)
def test_a_rulebook_has_no_word_of_english_and_no_wrong_article(game: str, packs: tuple[str, ...], lang: str) -> None:
    chosen = [f"{game}_{pack}" for pack in packs]
    told = [line.text for line in loaded.rulebook(game, lang, packs=tuple(chosen))]
    text = "\n".join([printed(game, lang, *chosen), *told])
    assert not re.search(r"(?<!\*)\*[^*\n]+\*(?!\*)", text)
    assert not re.findall(rf".*(?:{WRONG[lang]}).*", text)
    assert not re.findall(r".*\b(?:the|from|your|each|when|gain)\b.*", text, re.IGNORECASE)


@pytest.mark.parametrize(("game", "lang", "said", "never"), [
    ("monumental", "es", "- Una provincia es una provincia bárbara si hay un bárbaro en ella.", "bárbaro en él"),
    ("monumental", "es", "- No la controlas.", "no lo controlas"),
    ("monumental", "es", "- Pierde toda la producción.", " de de "),
    ("monumental", "hu", "### Lapok húzása és használata", "9000000"),
    ("monumental", "hu", "ha egy aktivált városrészben van.", "városrészban"),
    ("mythotopia", "hu", "ahol van sereged vagy zsoldosod", "egy seregedet"),
    ("mythotopia", "hu", "támadsz egy, az ellenfél által uralt tartományt", "uralt egy"),
    ("civ_new_dawn", "hu", "ha te vagy a támadó.\n", "te a támadó"),
    ("civ_new_dawn", "hu", "karavánjainak száma 1-gyel csökken.", "ennyivel nő: 0 mínusz"),
    ("civ_new_dawn", "es", "Resta 1 del número de caravanas por mover del origen.", "aumenta en 0 menos"),
    ("monumental", "es", "Resta 1 de tu nivel de robo.", "pasa a ser tu nivel de robo menos"),
    ("age_of_innovation", "hu", "orvostudomány sávján elért minden negyedik szint után felhasználhatsz", "szintnek m"),
    ("age_of_innovation", "es", "18, 12 y 6 puntos.", "automa_card_1"),
    ("age_of_innovation", "hu", "18, 12 és 6 győzelmi pont jár;", " 0 darab"),
    ("age_of_innovation", "es", "\n- Haz lo siguiente:\n", "1 veces"),
    ("age_of_innovation", "es", "\n### Banca\n", "### Derechos"),
    ("mythotopia", "hu", "A választás feltétele: ez más, mint az első visszaadott kártya.", "igaz ("),
    ("mythotopia", "hu", "+3 minden általad uralt tartomány után", "te által"),
    ("mythotopia", "es", "que cualquier otro jugador (después: «Zanja todas las guerras»).", ".)"),
    ("mythotopia", "es", " iniciales: 11 con 2 jugadores, 8 con 3 jugadores y 6 con 4 jugadores.", "11 con 3"),
    ("monumental", "hu", "a „Notre-Dame használata” beállítással játszotok", "beállítás érvényes"),
    ("civ_new_dawn", "hu", "nem határtalan, és nem megközelíthetetlen", "mindez igaz"),
    ("age_of_innovation", "hu", "\n### Építés\n", "### Átvált\n"),
    ("age_of_innovation", "hu", "\n### Vedd át a szakértelemhely jutalmát\n", "Vegyél át"),
    ("age_of_innovation", "hu", "párosított összes innovációmező innovációs költségét.", "Végrehajtandó"),
    ("mythotopia", "hu", "Végezd el az előkészületeket: Itten sárkányok", "Végrehajtandó"),
    ("mythotopia", "es", "- Paga 2 alimentos.", "comida"),
    ("tests/games/salt_roads", "en", "- Each player does this:", "each each"),
    ("civ_new_dawn", "en", "- For each other player (the host):", "each another"),
    ("mythotopia", "es", "Solo puedes invadir una provincia si no la controlas.", "Antes de que invadas"),
    ("mythotopia", "en", "You control a province if you have a town, city or citadel in it.", "You control the p"),
    ("civ_new_dawn", "en", "You hold an agenda if you have a control token on it", "token in it.\n\n### Fin"),
    ("mythotopia", "es", "Un jugador es un defensor si controla la provincia.", "Es así si dicho"),
    ("age_of_innovation", "es", "- Coloca todas las acciones de poder de la caja en", "acciones de poder que"),
    ("age_of_innovation", "es", "- Elige al azar una loseta de palacio de la caja.", "será la loseta de palacio e"),
    ("monumental", "es", "un estandarte en la loseta.", "puesto de avanzada en ella o tienes un estandarte en ella"),
    ("civ_new_dawn", "es", "si hay una ciudad o una ciudad-estado en la casilla.", "o una ciudad-estado en ella."),
    ("mythotopia", "hu", "Csak akkor vezethetsz inváziót egy tartomány ellen, ha", "Mielőtt indítasz"),
    ("age_of_innovation", "es", "en la ronda terminada, no puedes construir un taller.", "Nunca ocurre"),
    ("age_of_innovation", "hu", "a befejezett fordulóban, nem építhetsz egy műhelyt.", "Soha nem fordul elő"),
    ("civ_new_dawn", "es", "### Librar hasta X batallas a Y casillas o menos (X: número de asaltos,", " asaltos b"),
])  # fmt: skip
def test_what_people_would_say(game: str, lang: str, said: str, never: str) -> None:
    text = printed(game, lang)
    assert said in text and never not in text


@pytest.mark.parametrize(("game", "told", "never"), [
    ("mythotopia", "- Elige al azar al jugador inicial.", "será el jugador inicial"),
    ("terra_mystica", "- Cada jugador, en orden de turno inverso, toma una carta de bonificación.", " hace lo "),
    ("civ_new_dawn", "### Casilla costera\n\n- Una casilla es costera si está en el borde del mapa", "### Costero"),
])  # fmt: skip
def test_lines_in_own_words_stand_for_one_or_several(game: str, told: str, never: str) -> None:
    text = "\n".join([*markdown(loaded.rulebook(game, "es")), ""])
    assert told in text and never not in text


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "- Each player does this, in reverse order:"),
    ("hu", "- Minden játékos fordított sorrendben elvégzi a következőket:"),
])  # fmt: skip
def test_players_in_reverse_order_are_told(lang: str, said: str) -> None:
    assert said in printed("terra_mystica", lang)


def test_a_language_that_has_just_begun_tells_steps_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {**core_words("es")}
    del words["blocks"]
    monkeypatch.setattr(wording, "core_words", lambda lang: words if lang == "es" else core_words(lang))
    text = [line.text for line in document.rulebook(loaded.ruleset("mythotopia"), "es")]
    assert "Rules" in text and "Baraja el mazo de provincias." in text


def test_a_page_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "rules.html"
    rulewright("rulebook", "tic_tac_toe", "-o", str(path))
    text = path.read_text(encoding="utf-8")
    assert text.count("<ul>") == text.count("</ul>") > 0
    assert "<h1>Tic-tac-toe</h1>" in text and "http" not in text


def test_what_only_the_program_needs_is_left_out() -> None:
    told, all_of_it = ([line.text for line in loaded.rulebook("civ_new_dawn", "en", all_)] for all_ in (False, True))
    for internal in ("Wheel about", "The heading becomes 0.", "Hope", "What always holds"):
        assert internal in all_of_it and internal not in told
    assert {text.rstrip(".:") for text in told} < {
        text.rstrip(".:") for text in all_of_it
    } and "March the roamer" in told


def test_parts_of_a_sum_tell_what_each_counts() -> None:
    lines = [(line.depth, line.text) for line in loaded.rulebook("mythotopia")]
    start = lines.index((0, "Combat strength")) + 1
    assert lines[start : start + 3] == [
        (0, "The total of:"),
        (1, "+1 for each army you have in the province"),
        (1, "+1 for each mercenary you have in the province"),
    ]
    assert (1, "+2, if you defend the province and there is a castle or citadel in it") in lines[start:]
    start = lines.index((0, "Reserve limit")) + 1
    assert [text for _, text in lines[start + 1 : start + 4]] == [
        "+2",
        "+1 for each city you have in provinces",
        "+1 for each citadel you have in provinces",
    ]
    assert (0, "Army price is 1.") in lines  # one part alone has no sign


@pytest.mark.parametrize(("lang", "lead", "first"), [
    ("en", "Only where all of these are so:", "The far bank is next to the crossed river."),
    ("es", "Solo si se cumplen todas estas condiciones:", "No es parte de una ciudad."),
    ("hu", "A választás feltétele: az alábbiak mind teljesülnek:", "A túlsó part szomszédos a közbeeső folyómezővel."),
])  # fmt: skip
def test_a_long_condition_is_a_list(lang: str, lead: str, first: str) -> None:
    lines = [(line.depth, line.text) for line in loaded.rulebook("age_of_innovation", lang, True)]
    at = lines.index((1, lead))
    count = 5 if lang == "es" else 6  # what the choice itself says is in no list
    assert lines[at + 1] == (2, first) and [depth for depth, _ in lines[at + 1 : at + 1 + count]] == [2] * count
    assert lines[at + 1 + count][0] < 2


@pytest.mark.parametrize(("game", "said"), [
    ("civ_new_dawn", "Elige una casilla edificable apta para tu ciudad: será el lugar de la ciudad."),
    ("civ_new_dawn", "De tu fila de enfoque, elige una carta de enfoque distinta de la carta escogida:"),
    ("civ_new_dawn", "De la caja, elige al azar una loseta de mapa que no sea de capital."),
    ("monumental", "Elige una loseta de capital sin un estandarte."),
    ("monumental", "De la caja, elige al azar una ficha de bárbaro cuya fuerza sea igual al valor de bárbaros"),
    ("age_of_innovation", "Elige un lugar de cruce libre que toques: será el cruce."),
    ("mythotopia", "Solo si nadie lo ataca."),  # what no filter says stands below, of "it"
])  # fmt: skip
def test_what_is_chosen_is_told_with_what_it_must_be_like(game: str, said: str) -> None:
    assert f"- {said}" in printed(game, "es")


def test_a_loop_says_that_one_of_what_has_no_other_name() -> None:
    text = printed("age_of_innovation", "es")
    assert "- Por cada facción de la otra edición de la caja:\n  - Coloca esa facción en la tapa de la caja.\n" in text
    assert "(la loseta afín):" in text  # it is told apart from another


@pytest.mark.parametrize("lang", ["en", "es", "hu"])
def test_a_title_is_not_said_again_by_the_step_below_it(lang: str) -> None:
    text = printed("terra_mystica", lang)
    pay = {"en": "Pay 1 town key", "es": "Pagar 1 llave de ciudad", "hu": "1 városkulcs fizetése"}[lang]
    rise = {"en": "Rise", "es": "Asciende", "hu": "Lépj"}[lang]
    assert (
        re.search(rf"- {pay}:\n +- {rise}", text, re.IGNORECASE)
        or lang == "hu"
        and "Fizess 1 városkulcsot." not in text
    )


@pytest.mark.parametrize(("lang", "said"), [("en", "Take a turn."), ("es", "Juega tu turno.")])
def test_what_you_do_is_an_order_as_each_other_step(lang: str, said: str) -> None:
    assert f"- {said}\n" in printed("terra_mystica", lang)


def test_what_is_gained_or_decided_for_the_program_only_is_left_out() -> None:
    told, all_of_it = ([line.text for line in loaded.rulebook("mythotopia", "en", all_)] for all_ in (False, True))
    assert "Gain 1 opening." in all_of_it and "Gain 1 opening." not in told
    assert "Gain 2 actions." in told
    start = told.index("Claim the coastal counter of the VP card")
    steps = told[start + 1 : told.index("Claim the ocean counter of the VP card")]
    assert steps.count("Otherwise:") == 1  # the other otherwise only keeps count
    assert all_of_it.count("The coastal counter of the VP card becomes 0.") == 1


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "Interest is 1 for each 3 gold you have."),
    ("es", "Bonificación por oro: 1 por cada 3 de oro que tengas."),
    ("hu", "Aranybónusz: 1 minden 3 általad birtokolt arany után."),
])  # fmt: skip
def test_a_number_that_several_make_tells_how_many(lang: str, said: str) -> None:
    assert f"- {said}\n" in printed("monumental", lang, "monumental_automa")


def test_what_a_relation_is() -> None:
    told = [line.text for line in loaded.rulebook("mythotopia")]
    relation = "The province is joined by a road to the neighbour if there is a road on the border between"
    assert f"{relation} the province and the neighbour." in told
    assert any(line.startswith("You are at war with the opponent if you attack a province") for line in told)


def test_a_condition_that_would_need_brackets_is_a_list() -> None:
    lines = [(line.depth, line.text) for line in loaded.rulebook("mythotopia")]
    at = lines.index((0, "You take part in a province if one of these is so:"))
    assert lines[at + 1 : at + 3] == [
        (1, "You attack it."),
        (1, "You control it and it is at war."),
    ]


def test_all_languages_say_the_same_steps() -> None:
    shapes = []
    for lang in ("en", "es", "hu"):
        lines = rulewright("rulebook", "tic_tac_toe", "--lang", lang).stdout.splitlines()
        shapes.append([re.match(r" *-|#*", line).group() for line in lines])  # type: ignore[union-attr]
    assert shapes[0] == shapes[1] == shapes[2]
