"""The words of the table itself; a language without an entry uses English."""

from __future__ import annotations

WORDS = {
    "en": {
        "you": "you", "your": "Your", "map": "On the map", "option": "option", "over": "The game is over",
        "cards": "cards", "nothing": "Nothing here is called", "undo": "There is nothing to take back.",
        "unwritten": "This game is not written down; start it with --journal FILE.", "saved": "Saved; go on with:",
        "of": "of", "next_to": "next to", "top": "from the top", "lies": "lies in",
    },
    "hu": {
        "you": "te", "your": "Saját", "map": "A térképen", "option": "választás", "over": "A játék véget ért",
        "cards": "lap", "nothing": "Itt semmi sem így hívnak:", "undo": "Nincs mit visszavonni.",
        "unwritten": "Ezt a játékot senki sem jegyzi; indítsd így: --journal FÁJL.", "saved": "Elmentve; folytatás:",
        "of": "–", "next_to": "szomszédai", "top": "felülről", "lies": "helye",
    },
    "es": {
        "you": "tú", "your": "Tu", "map": "En el mapa", "option": "opción", "over": "La partida ha terminado",
        "cards": "cartas", "nothing": "Aquí nada se llama", "undo": "No hay nada que deshacer.",
        "unwritten": "Esta partida no se anota; empiézala con --journal ARCHIVO.", "saved": "Guardada; continúa con:",
        "of": "de", "next_to": "junto a", "top": "desde arriba", "lies": "está en", "pieces": "piezas",
        "no_why": "Se guarda tal cual:",
    },
}  # fmt: skip

HELP = {
    "en": """\
Answer with the number of an option, its text, or words that only it has. Or:
  board       the whole position, with the text of every card that you can see
  map         the map; `map all` also lists each space with its attributes and neighbours
  show NAME   what a card, space, zone or word of the rules says
  why NUMBER  what a number of yours is made of; of another player, a space or a card: why NUMBER 2, why NUMBER NAME
  log         all that has happened
  undo        take back your last choice
  save FILE   keep a copy of the journal
  quit        stop here; the journal can be resumed
  help        this""",
    "hu": """\
Válaszolj egy lehetőség számával, szövegével, vagy olyan szavakkal, amelyek csak abban vannak. Vagy:
  board       a teljes állás, minden látható kártya szövegével
  map         a térkép; `map all`: minden mező jellemzői és szomszédai is
  show NÉV    mit mond egy kártya, mező, zóna vagy a szabályok egy szava
  why SZÁM    miből áll össze egy számod; másé, mezőé vagy kártyáé: why SZÁM 2, why SZÁM NÉV
  log         minden, ami történt
  undo        az utolsó választásod visszavonása
  save FÁJL   a napló másolata
  quit        megállás; a napló folytatható
  help        ez""",
    "es": """\
Responde con el número de una opción, su texto o palabras que solo ella tenga. O bien:
  board       toda la posición, con el texto de cada carta que puedes ver
  map         el mapa; `map all`: también las características y vecinas de cada casilla
  show NOMBRE qué dice una carta, una casilla, una zona o una palabra de las reglas
  why NÚMERO  de qué se compone un número tuyo; de otros: why NÚMERO 2, why NÚMERO NOMBRE
  log         todo lo que ha ocurrido
  undo        deshacer tu última elección
  save ARCHIVO  una copia del diario
  quit        parar aquí; el diario puede continuarse
  help        esto""",
}


def word(key: str, lang: str) -> str:
    """A word of the table in a language."""
    return WORDS.get(lang, WORDS["en"])[key]
