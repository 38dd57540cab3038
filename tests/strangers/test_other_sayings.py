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
    "de": {"hand": "Hand|Hände|f", "shop": "Laden|Läden|m", "curse": "Fluch|Flüche|m", "beast": "Bestie|Bestien|f",
           "spell": "Spruch|Sprüche|m", "toll": "Zoll|Zölle|m"},
    "es": {"hand": "mano|manos|f", "shop": "tienda", "curse": "maldición|maldiciones|f", "beast": "bestia",
           "spell": "hechizo", "toll": "peaje"},
    "fr": {"hand": "main|mains|f", "shop": "boutique|boutiques|f", "curse": "malédiction|malédictions|f",
           "beast": "bête|bêtes|f", "spell": "sort|sorts|m", "toll": "péage|péages|m"},
    "hu": {"hand": "kéz|kezet", "shop": "bolt", "curse": "átok|átkot", "beast": "szörny", "spell": "varázslat",
           "toll": "vám"},
}  # fmt: skip
SILK = {"de": "Seide|Seide|f", "es": "seda", "fr": "soie|soie|f", "hu": "selyem|selymet"}
SAID = [
    ("Work: this turn, the next time only, whenever you draw a card, gain 1 coin.", [
        ("es", "Trabajo: la próxima vez que robes una carta este turno, obtén 1 moneda."),
        ("es", "Trabajo: este turno, la próxima vez que robes una carta, obtén 1 moneda."),
        ("hu", "Munka: amikor legközelebb húzol egy kártyát ebben a körben, kapsz 1 érmét."),
        ("hu", "Munka: ebben a körben, amikor legközelebb húzol egy kártyát, kapsz 1 érmét."),
    ]),
    ("Work: this turn, unless you have played a spell since then, your toll of each spell is 1 lower.", [
        ("de", "Arbeit: in diesem Zug: es sei denn, dass du seitdem einen Spruch ausgespielt hast: dein Zoll jedes "
               "Spruches ist um 1 niedriger."),
        ("fr", "Travail : ce tour, sauf si vous avez joué un sort depuis lors, votre péage de chaque sort "
               "diminue de 1."),
        ("de", "Arbeit: in diesem Zug: es sei denn, dass du seitdem einen Spruch ausgespielt hast: dein Zoll "
               "jedes Spruches ist um 1 niedriger."),
        ("fr", "Travail : ce tour, sauf si vous avez joué un sort depuis lors, votre péage de chaque sort diminue "
               "de 1."),
        ("es", "Trabajo: el próximo hechizo que juegues este turno cuesta 1 menos."),
        ("es", "Trabajo: este turno, el próximo hechizo que juegues cuesta 1 menos."),
        ("hu", "Munka: a következő varázslat, amelyet ebben a körben kijátszol, 1-gyel kevesebbe kerül."),
        ("hu", "Munka: ebben a körben a következő varázslat, amelyet kijátszol, 1-gyel kevesebbe kerül."),
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
    ("Work: each player may discard a card. If there are no players who did so, gain 1 coin.", [
        ("es", "Trabajo: cada jugador puede descartar una carta. Si nadie lo hace, obtén 1 moneda."),
        ("es", "Trabajo: cada jugador puede descartar una carta. Si ningún jugador lo hizo, obtén 1 moneda."),
        ("hu", "Munka: minden játékos eldobhat egy kártyát. Ha senki nem teszi meg, kapsz 1 érmét."),
        ("hu", "Munka: minden játékos eldobhat egy kártyát. Ha senki sem tett így, kapsz 1 érmét."),
    ]),
    ("Work: each player may discard a card. If there are no players who did not do so, gain 1 coin.", [
        ("es", "Trabajo: cada jugador puede descartar una carta. Si todos lo hacen, obtén 1 moneda."),
        ("hu", "Munka: minden játékos eldobhat egy kártyát. Ha mindenki megtette, kapsz 1 érmét."),
    ]),
    ("Work: each player may discard a card. If there is a player who did so, gain 1 coin.", [
        ("es", "Trabajo: cada jugador puede descartar una carta. Si alguien lo hace, obtén 1 moneda."),
        ("hu", "Munka: minden játékos eldobhat egy kártyát. Ha bárki megteszi, kapsz 1 érmét."),
    ]),
    ("Work: each other player may discard a card. Each player who did so gains 1 coin.", [
        ("es", "Trabajo: cada otro jugador puede descartar una carta. Cada jugador que lo hizo obtiene 1 moneda."),
        ("es", "Trabajo: cada otro jugador puede descartar una carta. Quien lo haga obtiene 1 moneda."),
        ("hu", "Munka: minden más játékos eldobhat egy kártyát. Minden játékos, aki így tett, kap 1 érmét."),
        ("hu", "Munka: minden más játékos eldobhat egy kártyát. Aki megteszi, kap 1 érmét."),
    ]),
    ("Work: each other player may discard a card. Gain 1 coin for each player who did not do so.", [
        ("es", "Trabajo: cada otro jugador puede descartar una carta. Obtén 1 moneda por cada jugador que no lo haga."),
        ("hu", "Munka: minden más játékos eldobhat egy kártyát. Kapsz 1 érmét minden játékos után, aki nem tette meg."),
    ]),
    ("Work: for each other player, if possible, that player discards a card; otherwise, they lose 1 coin.", [
        ("es", "Trabajo: cada otro jugador descarta una carta. Quien no pueda hacerlo, pierde 1 moneda."),
    ]),
    ("Work: if possible, discard a card; otherwise, gain 1 coin.", [
        ("es", "Trabajo: descarta una carta. Si no puedes, obtén 1 moneda."),
        ("hu", "Munka: dobj el egy kártyát. Ha nem tudsz, kapsz 1 érmét."),
    ]),
    ("Work: choose a player with the most coins. That player loses 1 coin.", [
        ("es", "Trabajo: el jugador con más monedas pierde 1 moneda. En caso de empate, tú eliges."),
        ("es", "Trabajo: el jugador con más monedas pierde 1 moneda; si hay empate, eliges tú."),
        ("hu", "Munka: a legtöbb érmével rendelkező játékos elveszít 1 érmét. Döntetlen esetén te döntesz."),
    ]),
    ("Work: each player with the most coins loses 1 coin.", [
        ("es", "Trabajo: el jugador con más monedas pierde 1 moneda. En caso de empate, todos."),
        ("hu", "Munka: a legtöbb érmével rendelkező játékos elveszít 1 érmét. Döntetlen esetén mindegyikük."),
    ]),
    ("Work: each other player must discard a card.", [
        ("es", "Trabajo: cada uno de los demás jugadores tiene que descartar una carta."),
        ("hu", "Munka: minden más játékosnak el kell dobnia egy kártyát."),
    ]),
    ("Work: you must pay 1 coin.", [
        ("es", "Trabajo: tienes que pagar 1 moneda."),
        ("hu", "Munka: fizetned kell 1 érmét."),
    ]),
    ("Work: you may discard any number of cards, then gain as many coins as the number of cards discarded this way.", [
        ("es", "Trabajo: puedes descartar cualquier número de cartas. Si lo haces, obtén esa cantidad de monedas."),
        ("hu", "Munka: eldobhatsz bárhány kártyát. Ha megteszed, kapsz ugyanannyi érmét."),
    ]),
    ("Work: roll a die. If the result is 6, gain 1 coin.", [
        ("es", "Trabajo: lanza un dado. Si sacas un 6, obtén 1 moneda."),
        ("hu", "Munka: dobj egy kockával. Ha 6-ost dobsz, kapsz 1 érmét."),
        ("hu", "Munka: dobj egy kockával. Ha az eredmény 6-os, kapsz 1 érmét."),
    ]),
    ("Whenever a beast leaves your hand, gain 1 coin.", [
        ("es", "Cada vez que una bestia salga de tu mano, obtén 1 moneda."),
        ("hu", "Valahányszor egy szörny távozik a kézedből, kapsz 1 érmét."),
    ]),
    ("Whenever a curse comes into your hand, gain 1 coin.", [
        ("es", "Cada vez que una maldición entre en tu mano, obtén 1 moneda."),
        ("hu", "Valahányszor egy átok bekerül a kézedbe, kapsz 1 érmét."),
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
