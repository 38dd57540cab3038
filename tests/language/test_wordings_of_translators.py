"""What translators would write in Hungarian and Spanish is read; what says less than the English text is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import loaded
import pytest
from plain import read_plain

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.problems import TextError

HERE = Path(__file__).parent

SPANISH = [
    ("Siempre que construyas una torre, obtén 2 monedas.", "Cada vez que construyas una torre, obtén 2 monedas."),
    ("Cuando construyas una torre obtén dos monedas.", "Cuando construyas una torre, obtén 2 monedas."),
    ("Gasta 1 moneda para robar una carta.", "Paga 1 moneda para robar una carta."),
    ("Aumenta en 1 tu fuerza.", "Tu fuerza aumenta en 1."),
    ("Aumenta tu fuerza en 1.", "Tu fuerza aumenta en 1."),
    ("Si tienes 2 torres o más, roba una carta.", "Si tienes al menos 2 torres, roba una carta."),
    ("Si tienes 2 torres o menos, roba una carta.", "Si tienes como máximo 2 torres, roba una carta."),
    ("Si tienes por lo menos 2 torres, roba una carta.", "Si tienes al menos 2 torres, roba una carta."),
    ("Obtén 2 monedas cada vez que robes una carta.", "Cada vez que robes una carta, obtén 2 monedas."),
    ("Roba una carta si tienes una torre.", "Si tienes una torre, roba una carta."),
    ("Roba 2 cartas y a continuación obtén 1 moneda.", "Roba 2 cartas y luego obtén 1 moneda."),
    ("Coge una carta de tu mano.", "Toma una carta de tu mano."),
    ("Cada vez que construyas una torre, recibes 2 monedas.", "Cada vez que construyas una torre, obtén 2 monedas."),
    ("Si tienes 2 torres como mínimo, roba una carta.", "Si tienes al menos 2 torres, roba una carta."),
    ("Descarta cuantas cartas quieras de tu mano.", "Descarta cualquier número de cartas de tu mano."),
    ("Incrementa en dos tu fuerza.", "Tu fuerza aumenta en 2."),
    ("Antes de que robes una carta, obtén 1 moneda.", "Antes de robar una carta, obtén 1 moneda."),
    (
        "Cada vez que un oponente robe una carta, obtén 1 moneda.",
        "Cada vez que otro jugador robe una carta, obtén 1 moneda.",
    ),
]
HUNGARIAN = [
    ("A harci erőd 1-gyel megnő.", "A harci erőd 1-gyel nagyobb."),
    ("Amíg támadsz, 1-gyel nagyobb a harci erőd.", "Amíg támadsz, a harci erőd 1-gyel nagyobb."),
    ("Költs el 1 aranyat, hogy várat építs.", "1 aranyért építs várat."),
    ("Húzz két kártyát, aztán fizess 1 aranyat.", "Húzz 2 kártyát, majd fizess 1 aranyat."),
    ("Ha lehetséges, húzz 2 kártyát.", "Ha lehet, húzz 2 kártyát."),
    ("Amikor várost építesz húzz 2 kártyát.", "Amikor várost építesz, húzz 2 kártyát."),
    ("Húzz 2 kártyát, valahányszor várost építesz.", "Valahányszor várost építesz, húzz 2 kártyát."),
    ("Mindig, amikor várost építesz, húzz 2 kártyát.", "Valahányszor várost építesz, húzz 2 kártyát."),
    ("Szerezz 1 választásod szerinti erőforrást.", "Kapsz 1 tetszőleges erőforrást."),
    ("Fizess 1 aranyat, hogy 1 követ szerezz.", "1 aranyért kapsz 1 követ."),
    ("Amikor várost építesz, 1 követ kapsz.", "Amikor várost építesz, kapsz 1 követ."),
    ("Mindenki húz egy kártyát.", "Minden játékos húz egy kártyát."),
    ("A kézlimited kettővel nő.", "A kézlimited 2-vel nagyobb."),
    ("Dobj el akárhány kártyát a kezedből.", "Dobj el bárhány kártyát a kezedből."),
    ("A hajóid 1 arannyal olcsóbbak.", "A hajóid 1-gyel kevesebbe kerülnek."),
    ("Ha tudsz, húzz 2 kártyát.", "Ha lehet, húzz 2 kártyát."),
    ("Ha 2 vagy 3 városod van, húzz 2 kártyát.", "Ha van 2 vagy 3 városod, húzz 2 kártyát."),
    ("Dobj el 2 kártyát, mielőtt várost építesz.", "Mielőtt várost építesz, dobj el 2 kártyát."),
]  # fmt: skip


def load(name: str) -> Any:
    return read_plain(HERE / name)


@pytest.fixture(scope="module")
def spanish() -> Language:
    return Language(Lexicon.from_mapping(load("lexicon.yaml"), "es", load("lexicon.es.yaml")), "es")


@pytest.mark.parametrize(("text", "normal"), SPANISH)
def test_spanish_is_read_and_printed_in_the_normal_form(spanish: Language, text: str, normal: str) -> None:
    tree = spanish.parse(text)
    assert spanish.print(tree) == normal
    assert spanish.parse(normal) == tree


@pytest.mark.parametrize(("text", "normal"), HUNGARIAN)
def test_hungarian_is_read_and_printed_in_the_normal_form(text: str, normal: str) -> None:
    hungarian = loaded.ruleset("mythotopia").language("hu")
    tree = hungarian.parse(text)
    assert hungarian.print(tree) == normal
    assert hungarian.parse(normal) == tree


@pytest.mark.parametrize(
    "text",
    [
        "Descarta 2 cartas de tu mano. Obtén 1 moneda por cada carta descartada.",  # "… así": of these two only
        "Róbala si es un hechizo.",
        "Roba su carta cada vez que robes una carta.",
    ],
)
def test_what_says_less_or_could_mean_something_else_is_refused(spanish: Language, text: str) -> None:
    with pytest.raises(TextError):
        spanish.parse(text)


@pytest.mark.parametrize(("lang", "text", "normal"), [
    ("hu", "Minden játékos, akinek több aranya van, mint neked, eldob egy lapot.",
     "Minden játékos, akinek nálad több aranya van, eldob egy lapot."),
    ("hu", "Ha aranyat kapnál, kapsz 2-vel többet.",
     "Valahányszor kapnál aranyat, ehelyett kapsz annyi aranyat, amennyi az így kapott arany száma plusz 2."),
    ("hu", "Valahányszor kapnál aranyat, ehelyett 1-gyel kevesebbet kapsz.",
     "Valahányszor kapnál aranyat, ehelyett kapsz annyi aranyat, amennyi az így kapott arany száma mínusz 1."),
    ("hu", "Ha egy másik játékos aranyat kapna, 1-gyel kevesebbet kap.",
     "Valahányszor egy másik játékos kapna aranyat, "
     "ehelyett kap annyi aranyat, amennyi az így kapott arany száma mínusz 1."),
    ("hu", "Minden más játékos elveszíti az aranya felét.",
     "Minden más játékos elveszít annyi aranyat, amennyi az aranya számának fele."),
    ("es", "Si fueras a obtener oro, obtén 1 más.",
     "Cada vez que fueras a obtener oro, obtén tanto oro como la cantidad de oro obtenido así más 1 en su lugar."),
    ("es", "Si otro jugador fuera a obtener oro, obtiene 1 menos.",
     "Cada vez que otro jugador fuera a obtener oro, "
     "dicho jugador obtiene tanto oro como la cantidad de oro obtenido así menos 1 en su lugar."),
    ("es", "Cada otro jugador pierde la mitad de su oro.",
     "Cada otro jugador pierde tanto oro como la mitad de la cantidad de su oro."),
    ("es", "Cada jugador que no tenga oro obtiene 1 de ciencia.", "Cada jugador sin oro obtiene 1 de ciencia."),
])  # fmt: skip
def test_who_has_more_and_how_much_more_is_gained(lang: str, text: str, normal: str) -> None:
    game = loaded.ruleset("monumental")
    tree = game.parse(text, lang)
    assert tree == game.parse(normal, lang)
    assert game.print(tree, lang) == normal
