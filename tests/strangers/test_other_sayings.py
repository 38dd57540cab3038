"""Everyday wordings in other languages: read as the same tree as in English, and printed in the normal form."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
import yaml

from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from tests.strangers.test_kinds import HERE
from tests.strangers.test_other_languages import WORDS

CARDS = {
    "de": {"hand": "Hand|Hände|f", "shop": "Laden|Läden|m", "curse": "Fluch|Flüche|m", "beast": "Bestie|Bestien|f"},
    "es": {"hand": "mano|manos|f", "shop": "tienda", "curse": "maldición|maldiciones|f", "beast": "bestia"},
    "fr": {"hand": "main|mains|f", "shop": "boutique|boutiques|f", "curse": "malédiction|malédictions|f",
           "beast": "bête|bêtes|f"},
    "hu": {"hand": "kéz|kezet", "shop": "bolt", "curse": "átok|átkot", "beast": "szörny"},
}  # fmt: skip
SILK = {"de": "Seide|Seide|f", "es": "seda", "fr": "soie|soie|f", "hu": "selyem|selymet"}
SAID = [
    ("Work: this turn, once per turn, whenever you draw a card, gain 1 coin.", [
        ("es", "Trabajo: la próxima vez que robes una carta este turno, obtén 1 moneda."),
        ("es", "Trabajo: este turno, la próxima vez que robes una carta, obtén 1 moneda."),
        ("hu", "Munka: amikor legközelebb húzol egy kártyát ebben a körben, kapsz 1 érmét."),
        ("hu", "Munka: ebben a körben, amikor legközelebb húzol egy kártyát, kapsz 1 érmét."),
    ]),
    ("Work: up to 2 times, pay 1 silk to gain 1 coin.", [
        ("es", "Trabajo: vende hasta 2 sedas por 1 moneda cada una."),
        ("es", "Trabajo: puedes vender hasta 2 sedas por 1 moneda cada una."),
    ]),
    ("Work: discard 2 cards. If 1 of them is a beast, gain 1 coin.", [
        ("es", "Trabajo: descarta 2 cartas. Si había una bestia entre ellas, obtén 1 moneda."),
        ("hu", "Munka: dobj el 2 kártyát. Ha volt köztük szörny, kapsz 1 érmét."),
    ]),
    ("Work: if you have 2 coins, gain 3 coins; otherwise, gain 1 coin.", [
        ("de", "Arbeit: erhalte 1 Münze. Wenn du 2 Münzen hast, erhalte stattdessen 3 Münzen."),
        ("es", "Trabajo: obtén 1 moneda. Si tienes 2 monedas, obtén 3 monedas en su lugar."),
        ("es", "Trabajo: obtén 1 moneda. Si tienes 2 monedas, en su lugar obtén 3 monedas."),
        ("fr", "Travail : gagnez 1 florin. Si vous avez 2 florins, gagnez plutôt 3 florins."),
        ("fr", "Travail : gagnez 1 florin. Si vous avez 2 florins, gagnez 3 florins à la place."),
        ("hu", "Munka: kapsz 1 érmét. Ha van 2 érméd, helyette kapsz 3 érmét."),
        ("hu", "Munka: kapsz 1 érmét. Ha van 2 érméd, ehelyett kapsz 3 érmét."),
    ]),
    ("Work: pay 2 silk to gain 1 coin.", [
        ("de", "Arbeit: tausche 2 Seide gegen 1 Münze."),
        ("es", "Trabajo: cambia 2 sedas por 1 moneda."),
        ("fr", "Travail : échangez 2 soie contre 1 florin."),
        ("hu", "Munka: cserélj ki 2 selymet 1 érmére."),
    ]),
    ("Other players cannot take cards from your hand.", [
        ("de", "Andere Spieler können nie Karten aus deiner Hand nehmen."),
        ("es", "Los otros jugadores no pueden tomar cartas de tu mano."),
        ("fr", "Les autres joueurs ne peuvent pas prendre des cartes de votre main."),
        ("hu", "A más játékosok nem vehetnek el kártyákat a kézedből."),
    ]),
    ("Work: each other player gains a curse from the shop.", [
        ("de", "Arbeit: jeder andere Spieler erhält einen Fluch aus dem Laden."),
        ("es", "Trabajo: cada otro jugador obtiene una maldición de la tienda."),
        ("fr", "Travail : chaque autre joueur gagne une malédiction de la boutique."),
        ("hu", "Munka: minden más játékos kap egy átkot a boltból."),
    ]),
    ("Whenever you would gain a curse, you may pay 1 coin instead.", [
        ("es", "Cada vez que fueras a obtener una maldición, puedes pagar 1 moneda en su lugar."),
        ("hu", "Valahányszor kapnál egy átkot, ehelyett fizethetsz 1 érmét."),
    ]),
    ("Work: each other player discards a card. Put 1 of the beasts discarded this way into your hand.", [
        ("es", "Trabajo: cada otro jugador descarta una carta. Coloca 1 de las bestias descartadas así en tu mano."),
        ("hu", "Munka: minden más játékos eldob egy kártyát. Tegyél az így eldobott szörnyök közül 1-et a kézedbe."),
    ]),
    ("Whenever you play another beast, gain 1 coin.", [
        ("de", "Immer wenn du eine andere Bestie ausspielst, erhalte 1 Münze."),
        ("es", "Cada vez que juegues otra bestia, obtén 1 moneda."),
        ("fr", "Chaque fois que vous jouez une autre bête, gagnez 1 florin."),
        ("hu", "Valahányszor kijátszol egy másik szörnyt, kapsz 1 érmét."),
    ]),
    ("Work: gain 1 coin for free.", [
        ("de", "Arbeit: erhalte 1 Münze kostenlos."),
        ("es", "Trabajo: obtén 1 moneda sin pagar su coste."),
        ("fr", "Travail : gagnez 1 florin sans payer son coût."),
    ]),
]  # fmt: skip
ALL = [(meant, lang, text) for meant, others in SAID for lang, text in others]


@cache
def fair() -> Ruleset:
    """The fair with some of its words in all languages."""
    folder = Path(mkdtemp(prefix="fair")) / "fair"
    shutil.copytree(HERE / "fair", folder)
    for lang, words in WORDS.items():
        file = folder / "locale" / lang / "lexicon.yaml"
        file.parent.mkdir(parents=True)
        nouns = {**words["nouns"], **CARDS[lang], "silk": SILK[lang]}
        file.write_text(yaml.safe_dump({**words, "nouns": nouns}, allow_unicode=True), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None, problems
    return ruleset


@pytest.mark.parametrize(("meant", "lang", "text"), ALL)
def test_it_is_read_as_the_same(meant: str, lang: str, text: str) -> None:
    tree = fair().language(lang).parse(text)
    assert tree == fair().parse(meant)
    assert fair().language(lang).parse(fair().language(lang).print(tree)) == tree


def test_what_only_waits_for_an_exchange_pays_nothing() -> None:
    tree = fair().parse("Whenever you exchange 1 silk for 1 coin, gain 1 fame.")
    assert fair().print(tree) == "Whenever you exchange 1 silk for 1 coin, gain 1 fame."
